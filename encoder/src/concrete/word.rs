//! Run-time values: bit patterns that remember which object a pointer came from, and the [`Domain`] over them.
//!
//! **Invariant.** Provenance never changes a bit: the domain computes on the bit patterns with [`ConcreteDomain`] and keeps the
//! provenance of an operand only where an operation passes it on unchanged (`ite`, full-width `extract`, copies).

use smallvec::SmallVec;

use super::domain::{Chooser, ConcreteDomain};
use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::fp::{FpFormat, FpOp, RoundingMode};
use crate::value::{Lane, Value};

/// What a pointer may access (LangRef, "Pointer Aliasing Rules").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// Nothing: null, picks, and every bit pattern that is not a pointer.
    #[default]
    None,
    /// Any exposed object: the result of `inttoptr`.
    Wildcard,
    /// Unknown: a pointer that was loaded from bytes which are not one whole pointer.
    Punned,
    /// One object.
    Object {
        /// Number of the object.
        id: u32,
        /// Its first address.
        base: u64,
        /// Its size in bytes.
        size: u64,
    },
}

/// A bit pattern with its provenance.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word {
    /// The bits; for a pointer its address.
    pub bits: Bv,
    /// What it may access when used as a pointer.
    pub provenance: Provenance,
}

impl Word {
    /// Bits without provenance.
    #[must_use]
    pub fn plain(bits: Bv) -> Word {
        Word { bits, provenance: Provenance::None }
    }

    /// The bits as an address.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.bits.to_u64().unwrap_or(u64::MAX)
    }
}

/// One scalar leaf of a run-time value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// Defined bits.
    Word(Word),
    /// Poison of this many bits.
    Poison(u32),
}

impl Scalar {
    /// Defined bits without provenance.
    #[must_use]
    pub fn bits(bits: Bv) -> Scalar {
        Scalar::Word(Word::plain(bits))
    }

    /// The word, unless poison.
    #[must_use]
    pub fn word(&self) -> Option<&Word> {
        match self {
            Scalar::Word(w) => Some(w),
            Scalar::Poison(_) => None,
        }
    }

    /// Width in bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        match self {
            Scalar::Word(w) => w.bits.width(),
            Scalar::Poison(width) => *width,
        }
    }
}

/// A value that has been read: every undef it depends on is picked. Leaves as in [`crate::value::Value`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RtValue {
    /// The leaves.
    pub lanes: SmallVec<[Scalar; 1]>,
}

impl RtValue {
    /// A value with one leaf.
    #[must_use]
    pub fn scalar(lane: Scalar) -> RtValue {
        RtValue { lanes: smallvec::smallvec![lane] }
    }

    /// Whether some leaf is poison.
    #[must_use]
    pub fn any_poison(&self) -> bool {
        self.lanes.iter().any(|l| matches!(l, Scalar::Poison(_)))
    }

    /// The only leaf's word, unless it is poison or the value is empty.
    #[must_use]
    pub fn word(&self) -> Option<&Word> {
        self.lanes.first().and_then(Scalar::word)
    }

    /// The value as the shared rules see it.
    pub(crate) fn to_rule<'c>(&self) -> Value<ExecDomain<'c>> {
        let lanes = self.lanes.iter().map(|lane| match lane {
            Scalar::Word(w) => Lane { bits: w.clone(), poison: false },
            Scalar::Poison(width) => Lane { bits: Word::plain(Bv::zero(*width)), poison: true },
        });
        Value { lanes: lanes.collect() }
    }

    /// The value that a shared rule computed.
    pub(crate) fn from_rule(value: Value<ExecDomain<'_>>) -> RtValue {
        let lanes = value.lanes.into_iter().map(|lane| match lane.poison {
            true => Scalar::Poison(lane.bits.bits.width()),
            false => Scalar::Word(lane.bits),
        });
        RtValue { lanes: lanes.collect() }
    }
}

/// Picks that are not per use, in the order an undef-dependent instruction made them; replayed when it is re-evaluated.
pub(crate) type Memo = Vec<(ChoiceKind, Bv)>;

/// The [`Domain`] of the executor: [`ConcreteDomain`] on words.
pub struct ExecDomain<'c> {
    chooser: &'c mut dyn Chooser,
    memo: Option<(&'c mut Memo, usize)>,
}

impl<'c> ExecDomain<'c> {
    /// Takes picks from `chooser`.
    pub fn new(chooser: &'c mut dyn Chooser) -> ExecDomain<'c> {
        ExecDomain { chooser, memo: None }
    }

    /// Takes per-use picks from `chooser`, and all others from `memo` as far as it goes, adding to it beyond.
    pub(crate) fn with_memo(chooser: &'c mut dyn Chooser, memo: &'c mut Memo) -> ExecDomain<'c> {
        ExecDomain { chooser, memo: Some((memo, 0)) }
    }

    fn plain(&mut self) -> ConcreteDomain<'_> {
        ConcreteDomain { chooser: &mut *self.chooser }
    }
}

macro_rules! lift {
    (binary: $($binary:ident)*; compare: $($compare:ident)*; unary: $($unary:ident)*) => {
        $(fn $binary(&mut self, a: &Word, b: &Word) -> Word {
            Word::plain(self.plain().$binary(&a.bits, &b.bits))
        })*
        $(fn $compare(&mut self, a: &Word, b: &Word) -> bool {
            self.plain().$compare(&a.bits, &b.bits)
        })*
        $(fn $unary(&mut self, a: &Word) -> Word {
            Word::plain(self.plain().$unary(&a.bits))
        })*
    };
}

impl Domain for ExecDomain<'_> {
    type Bool = bool;
    type Bits = Word;

    lift!(binary: add sub mul udiv urem sdiv srem bvand bvor bvxor shl lshr ashr concat;
          compare: eq ult ule slt sle; unary: neg bvnot ctpop clz ctz);

    fn bool(&mut self, value: bool) -> bool {
        value
    }
    fn known(&self, a: &bool) -> Option<bool> {
        Some(*a)
    }
    fn not(&mut self, a: &bool) -> bool {
        !a
    }
    fn and(&mut self, a: &bool, b: &bool) -> bool {
        *a && *b
    }
    fn or(&mut self, a: &bool, b: &bool) -> bool {
        *a || *b
    }
    fn xor(&mut self, a: &bool, b: &bool) -> bool {
        a != b
    }
    fn ite_bool(&mut self, c: &bool, a: &bool, b: &bool) -> bool {
        if *c { *a } else { *b }
    }
    fn bits(&mut self, value: Bv) -> Word {
        Word::plain(value)
    }
    fn width(&self, a: &Word) -> u32 {
        a.bits.width()
    }
    fn known_bits(&self, a: &Word) -> Option<Bv> {
        Some(a.bits.clone())
    }
    fn ite(&mut self, c: &bool, a: &Word, b: &Word) -> Word {
        if *c { a.clone() } else { b.clone() }
    }
    fn extract(&mut self, a: &Word, hi: u32, lo: u32) -> Word {
        if lo == 0 && hi + 1 == a.bits.width() { a.clone() } else { Word::plain(a.bits.extract(hi, lo)) }
    }
    fn zext(&mut self, a: &Word, width: u32) -> Word {
        Word::plain(a.bits.zext(width))
    }
    fn sext(&mut self, a: &Word, width: u32) -> Word {
        Word::plain(a.bits.sext(width))
    }
    fn fp(&mut self, op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Word]) -> Word {
        let args: Vec<Bv> = args.iter().map(|w| w.bits.clone()).collect();
        Word::plain(self.plain().fp(op, fmt, rm, &args))
    }
    fn choose(&mut self, width: u32, kind: ChoiceKind) -> Word {
        if kind.is_per_use() {
            return Word::plain(self.chooser.pick(width, kind));
        }
        let Some((memo, next)) = &mut self.memo else {
            return Word::plain(self.chooser.pick(width, kind));
        };
        let found = memo[*next..].iter().position(|(k, bits)| *k == kind && bits.width() == width);
        let bits = match found {
            Some(skip) => {
                *next += skip + 1;
                memo[*next - 1].1.clone()
            }
            None => {
                let bits = self.chooser.pick(width, kind);
                memo.push((kind, bits.clone()));
                *next = memo.len();
                bits
            }
        };
        Word::plain(bits)
    }
}
