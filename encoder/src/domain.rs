//! What a semantic rule may compute with: SMT-LIB-like operations over Booleans and bit-vectors, and nondeterministic choice.
//!
//! **Invariant.** No LLVM concept enters the trait. Every operation is total and infallible (types are verified before), so a
//! rule reads the same whether it builds terms ([`crate::symbolic`]) or computes values ([`crate::concrete`]).
//! Floating-point values are bit patterns; see [`crate::fp`].

use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode};

/// Why a value is chosen nondeterministically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChoiceKind {
    /// One use of `undef`: picked anew at every use of a value that depends on it (Lesson 13.8, Definition 13.8.1).
    Undef,
    /// `freeze` of poison or undef: picked once.
    Freeze,
    /// Sign and payload of a NaN result (LangRef, "Behavior of Floating-Point NaN values").
    NanPayload,
    /// The fraction of the target-specific extra NaN, without its quiet bit. A fact of the environment.
    TargetNan,
    /// `nsz`: the sign of a zero operand.
    ZeroSign,
    /// `minnum`/`maxnum` and their like on zeros of unlike sign (with `nsz`), or on signalling NaNs.
    MinMaxTie,
    /// Rounding that LangRef leaves open (`*.fix`).
    FixRounding,
    /// Fused or two roundings.
    Contract,
    /// A subnormal that may be flushed.
    DenormalFlush,
    /// The mode that `dynamic` denormal handling of the type stands for. A fact of the environment.
    DenormalMode {
        /// Whether it is that of `float` rather than of the other types.
        float: bool,
    },
    /// The rounding mode in force at constrained operations. A fact of the environment.
    RoundingMode,
    /// A result LangRef leaves unspecified (`is.constant`, out-of-range `lrint`, exponent of `frexp(inf)` …).
    Unspecified,
}

impl ChoiceKind {
    /// Whether the pick is repeated at every read of a value that depends on it.
    #[must_use]
    pub fn is_per_use(self) -> bool {
        matches!(self, ChoiceKind::Undef)
    }

    /// Whether this is a fact about the world that source and target run in: unknown, but at each width one value for both and
    /// for the whole execution, rather than a pick that each is free to make.
    #[must_use]
    pub fn is_environment(self) -> bool {
        matches!(self, ChoiceKind::TargetNan | ChoiceKind::DenormalMode { .. } | ChoiceKind::RoundingMode)
    }
}

/// The operations of SMT-LIB's theory of bit-vectors that semantic rules use. Widths of both operands agree unless said otherwise.
pub trait Domain {
    /// Truth values.
    type Bool: Clone;
    /// Bit-vectors of any width ≥ 1.
    type Bits: Clone;

    /// A constant truth value.
    fn bool(&mut self, value: bool) -> Self::Bool;
    /// The truth value when it is known; used to skip work, never to change meaning.
    fn known(&self, a: &Self::Bool) -> Option<bool>;
    /// Negation.
    fn not(&mut self, a: &Self::Bool) -> Self::Bool;
    /// Conjunction.
    fn and(&mut self, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;
    /// Disjunction.
    fn or(&mut self, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;
    /// Exclusive or.
    fn xor(&mut self, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;
    /// Choice between truth values.
    fn ite_bool(&mut self, c: &Self::Bool, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;

    /// A constant.
    fn bits(&mut self, value: Bv) -> Self::Bits;
    /// Width in bits.
    fn width(&self, a: &Self::Bits) -> u32;
    /// The value when it is known; used to skip work, never to change meaning.
    fn known_bits(&self, a: &Self::Bits) -> Option<Bv>;
    /// Choice between bit-vectors.
    fn ite(&mut self, c: &Self::Bool, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// Equality.
    fn eq(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool;
    /// `bvult`
    fn ult(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool;
    /// `bvule`
    fn ule(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool;
    /// `bvslt`
    fn slt(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool;
    /// `bvsle`
    fn sle(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool;
    /// `bvadd`
    fn add(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvsub`
    fn sub(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvmul`
    fn mul(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvneg`
    fn neg(&mut self, a: &Self::Bits) -> Self::Bits;
    /// `bvudiv`
    fn udiv(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvurem`
    fn urem(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvsdiv`
    fn sdiv(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvsrem`
    fn srem(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvand`
    fn bvand(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvor`
    fn bvor(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvxor`
    fn bvxor(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// `bvnot`
    fn bvnot(&mut self, a: &Self::Bits) -> Self::Bits;
    /// `bvshl`: 0 when the amount is at least the width.
    fn shl(&mut self, a: &Self::Bits, amount: &Self::Bits) -> Self::Bits;
    /// `bvlshr`: 0 when the amount is at least the width.
    fn lshr(&mut self, a: &Self::Bits, amount: &Self::Bits) -> Self::Bits;
    /// `bvashr`: all sign bits when the amount is at least the width.
    fn ashr(&mut self, a: &Self::Bits, amount: &Self::Bits) -> Self::Bits;
    /// `concat`; `high` takes the upper bits. Widths may differ.
    fn concat(&mut self, high: &Self::Bits, low: &Self::Bits) -> Self::Bits;
    /// Bits `hi..=lo`.
    fn extract(&mut self, a: &Self::Bits, hi: u32, lo: u32) -> Self::Bits;
    /// Zero extension to `width` (at least the operand's).
    fn zext(&mut self, a: &Self::Bits, width: u32) -> Self::Bits;
    /// Sign extension to `width` (at least the operand's).
    fn sext(&mut self, a: &Self::Bits, width: u32) -> Self::Bits;
    /// Number of set bits, in the operand's width.
    fn ctpop(&mut self, a: &Self::Bits) -> Self::Bits;
    /// Number of leading zeros (the width for 0), in the operand's width, wrapped to it.
    fn clz(&mut self, a: &Self::Bits) -> Self::Bits;
    /// Number of trailing zeros (the width for 0), in the operand's width, wrapped to it.
    fn ctz(&mut self, a: &Self::Bits) -> Self::Bits;
    /// A floating-point operation on bit patterns; NaN results are the canonical quiet NaN. Comparisons give one bit.
    fn fp(&mut self, op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Self::Bits]) -> Self::Bits;
    /// Notes that `value`, a floating-point pattern, is `number` unless both are NaNs, and that `is_nan` says whether they are.
    /// An aid to domains that build formulas: `value` may say much about a payload that no arithmetic looks at.
    fn note_float(&mut self, value: &Self::Bits, number: &Self::Bits, is_nan: &Self::Bool) {
        let _ = (value, number, is_nan);
    }
    /// What [`Domain::note_float`] said of `value`: the number and whether it is a NaN.
    fn noted_float(&mut self, value: &Self::Bits) -> Option<(Self::Bits, Self::Bool)> {
        let _ = value;
        None
    }
    /// A nondeterministic pick of `width` bits; for [`ChoiceKind::is_environment`] the same one each time.
    fn choose(&mut self, width: u32, kind: ChoiceKind) -> Self::Bits;

    /// `bvuaddo`: unsigned overflow of `a + b`.
    fn uaddo(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool {
        let sum = self.add(a, b);
        self.ult(&sum, a)
    }
    /// `bvsaddo`: signed overflow of `a + b`.
    fn saddo(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool {
        // Overflow iff both operands' signs differ from the sum's.
        let sum = self.add(a, b);
        let (x, y) = (self.bvxor(a, &sum), self.bvxor(b, &sum));
        let both = self.bvand(&x, &y);
        self.is_negative(&both)
    }
    /// `bvusubo`: unsigned overflow of `a − b`.
    fn usubo(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool {
        self.ult(a, b)
    }
    /// `bvssubo`: signed overflow of `a − b`.
    fn ssubo(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool {
        // Overflow iff the operands' signs differ and the difference's sign is not the minuend's.
        let diff = self.sub(a, b);
        let (x, y) = (self.bvxor(a, b), self.bvxor(a, &diff));
        let both = self.bvand(&x, &y);
        self.is_negative(&both)
    }
    /// `bvumulo`: unsigned overflow of `a · b`.
    fn umulo(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool {
        let w = self.width(a);
        let (x, y) = (self.zext(a, 2 * w), self.zext(b, 2 * w));
        let wide = self.mul(&x, &y);
        let high = self.extract(&wide, 2 * w - 1, w);
        let zero = self.zero(w);
        let fits = self.eq(&high, &zero);
        self.not(&fits)
    }
    /// `bvsmulo`: signed overflow of `a · b`.
    fn smulo(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool {
        let w = self.width(a);
        let (x, y) = (self.sext(a, 2 * w), self.sext(b, 2 * w));
        let wide = self.mul(&x, &y);
        let low = self.extract(&wide, w - 1, 0);
        let back = self.sext(&low, 2 * w);
        let fits = self.eq(&back, &wide);
        self.not(&fits)
    }

    /// 0.
    fn zero(&mut self, width: u32) -> Self::Bits {
        self.bits(Bv::zero(width))
    }
    /// `value`, wrapped to `width`.
    fn num(&mut self, width: u32, value: u64) -> Self::Bits {
        self.bits(Bv::from_u64(width, value))
    }
    /// `a ≠ b`
    fn ne(&mut self, a: &Self::Bits, b: &Self::Bits) -> Self::Bool {
        let eq = self.eq(a, b);
        self.not(&eq)
    }
    /// `a = 0`
    fn is_zero(&mut self, a: &Self::Bits) -> Self::Bool {
        let zero = self.zero(self.width(a));
        self.eq(a, &zero)
    }
    /// Whether the top bit is set.
    fn is_negative(&mut self, a: &Self::Bits) -> Self::Bool {
        let zero = self.zero(self.width(a));
        self.slt(a, &zero)
    }
    /// The low `width` bits.
    fn trunc(&mut self, a: &Self::Bits, width: u32) -> Self::Bits {
        if width == self.width(a) { a.clone() } else { self.extract(a, width - 1, 0) }
    }
    /// A truth value as one bit.
    fn bool_bits(&mut self, a: &Self::Bool) -> Self::Bits {
        let (one, zero) = (self.num(1, 1), self.zero(1));
        self.ite(a, &one, &zero)
    }
    /// One bit as a truth value.
    fn bits_bool(&mut self, a: &Self::Bits) -> Self::Bool {
        let one = self.num(1, 1);
        self.eq(a, &one)
    }
    /// A nondeterministic truth value.
    fn choose_bool(&mut self, kind: ChoiceKind) -> Self::Bool {
        let bit = self.choose(1, kind);
        self.bits_bool(&bit)
    }
}
