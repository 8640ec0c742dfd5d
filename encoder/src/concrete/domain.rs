//! The [`Domain`] over concrete bit-vectors.

use std::sync::Arc;

use super::oracle::Oracle;
use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::fp::{FpFormat, FpOp, RoundingMode, fp_eval};

/// Where nondeterministic picks come from.
pub trait Chooser {
    /// Picks `width` bits; for [`ChoiceKind::is_environment`] the same ones each time.
    fn pick(&mut self, width: u32, kind: ChoiceKind) -> Bv;
}

impl<F: FnMut(u32, ChoiceKind) -> Bv> Chooser for F {
    fn pick(&mut self, width: u32, kind: ChoiceKind) -> Bv {
        self(width, kind)
    }
}

/// Facts about the environment that executions take as given; see [`ChoiceKind::is_environment`].
#[derive(Clone, Debug, Default)]
pub struct Environment {
    facts: Vec<(ChoiceKind, Bv)>,
    /// What functions without a body answer, if that is known.
    pub calls: Option<Arc<Oracle>>,
}

impl Environment {
    /// States a fact.
    pub fn set(&mut self, kind: ChoiceKind, value: Bv) {
        self.facts.push((kind, value));
    }

    /// The fact of this kind and width. Where none was stated: no target-specific NaN but the preferred one, IEEE subnormals, rounding to
    /// nearest. `None` for picks that are no facts.
    #[must_use]
    pub fn fact(&self, width: u32, kind: ChoiceKind) -> Option<Bv> {
        if !kind.is_environment() {
            return None;
        }
        let stated = self.facts.iter().find(|(k, value)| *k == kind && value.width() == width);
        Some(stated.map_or_else(|| Bv::from_u64(width, u64::from(kind == ChoiceKind::RoundingMode)), |(_, value)| value.clone()))
    }
}

/// Picks 0, 1, 2 … so that consecutive picks differ and two reads of undef show it.
#[derive(Clone, Debug, Default)]
pub struct Counting {
    next: u64,
}

impl Chooser for Counting {
    fn pick(&mut self, width: u32, kind: ChoiceKind) -> Bv {
        if let Some(fact) = Environment::default().fact(width, kind) {
            return fact;
        }
        self.next = self.next.wrapping_add(1);
        Bv::from_u64(width, self.next - 1)
    }
}

/// Pseudo-random picks that depend on the seed only (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators").
#[derive(Clone, Debug)]
pub struct Seeded {
    state: u64,
}

impl Seeded {
    /// The sequence of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Seeded {
        Seeded { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

impl Chooser for Seeded {
    fn pick(&mut self, width: u32, kind: ChoiceKind) -> Bv {
        if let Some(fact) = Environment::default().fact(width, kind) {
            return fact;
        }
        let words = (0..width.div_ceil(64)).map(|_| Bv::from_u64(64, self.next()));
        let joined = words.reduce(|high, low| high.concat(&low));
        joined.unwrap_or_else(|| Bv::zero(64)).trunc(width)
    }
}

/// Computes values; picks come from a [`Chooser`].
pub struct ConcreteDomain<'c> {
    /// Source of picks.
    pub chooser: &'c mut dyn Chooser,
}

impl Domain for ConcreteDomain<'_> {
    type Bool = bool;
    type Bits = Bv;

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
    fn bits(&mut self, value: Bv) -> Bv {
        value
    }
    fn width(&self, a: &Bv) -> u32 {
        a.width()
    }
    fn known_bits(&self, a: &Bv) -> Option<Bv> {
        Some(a.clone())
    }
    fn ite(&mut self, c: &bool, a: &Bv, b: &Bv) -> Bv {
        if *c { a.clone() } else { b.clone() }
    }
    fn eq(&mut self, a: &Bv, b: &Bv) -> bool {
        a == b
    }
    fn ult(&mut self, a: &Bv, b: &Bv) -> bool {
        a.ult(b)
    }
    fn ule(&mut self, a: &Bv, b: &Bv) -> bool {
        a.ule(b)
    }
    fn slt(&mut self, a: &Bv, b: &Bv) -> bool {
        a.slt(b)
    }
    fn sle(&mut self, a: &Bv, b: &Bv) -> bool {
        a.sle(b)
    }
    fn add(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.add(b)
    }
    fn sub(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.sub(b)
    }
    fn mul(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.mul(b)
    }
    fn neg(&mut self, a: &Bv) -> Bv {
        a.neg()
    }
    fn udiv(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.udiv(b)
    }
    fn urem(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.urem(b)
    }
    fn sdiv(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.sdiv(b)
    }
    fn srem(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.srem(b)
    }
    fn bvand(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.and(b)
    }
    fn bvor(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.or(b)
    }
    fn bvxor(&mut self, a: &Bv, b: &Bv) -> Bv {
        a.xor(b)
    }
    fn bvnot(&mut self, a: &Bv) -> Bv {
        a.not()
    }
    fn shl(&mut self, a: &Bv, amount: &Bv) -> Bv {
        a.shl(amount)
    }
    fn lshr(&mut self, a: &Bv, amount: &Bv) -> Bv {
        a.lshr(amount)
    }
    fn ashr(&mut self, a: &Bv, amount: &Bv) -> Bv {
        a.ashr(amount)
    }
    fn concat(&mut self, high: &Bv, low: &Bv) -> Bv {
        high.concat(low)
    }
    fn extract(&mut self, a: &Bv, hi: u32, lo: u32) -> Bv {
        a.extract(hi, lo)
    }
    fn zext(&mut self, a: &Bv, width: u32) -> Bv {
        a.zext(width)
    }
    fn sext(&mut self, a: &Bv, width: u32) -> Bv {
        a.sext(width)
    }
    fn ctpop(&mut self, a: &Bv) -> Bv {
        a.ctpop()
    }
    fn clz(&mut self, a: &Bv) -> Bv {
        a.clz()
    }
    fn ctz(&mut self, a: &Bv) -> Bv {
        a.ctz()
    }
    fn fp(&mut self, op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Bv {
        fp_eval(op, fmt, rm, args)
    }
    fn choose(&mut self, width: u32, kind: ChoiceKind) -> Bv {
        self.chooser.pick(width, kind)
    }
}
