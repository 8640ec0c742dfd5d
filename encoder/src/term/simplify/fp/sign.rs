//! Signs, which arithmetic treats apart from magnitudes: changes of the sign of an operand become changes of the sign of the result, so that
//! one circuit serves all of them. The smaller of two patterns is that in either order.
//!
//! Results that depend on signs through the rounding mode (towards an infinity) are left alone.

use super::super::super::{Op, Pool, Term};
use super::Kind;
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode, fp_eval};

/// How an operand's sign differs from that of the pattern it is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Same,
    Flipped,
    Cleared,
    Other,
}

impl Pool {
    /// The pattern that an operand's magnitude is taken from, and what became of its sign. Negative constants are made of positive ones.
    fn unsigned(&mut self, fmt: FpFormat, a: Term) -> (Term, Sign) {
        if let Some(value) = self.as_const(a).cloned() {
            let negative = value.is_negative() && !fmt.is_nan(&value);
            return if negative { (self.constant(value.xor(&Bv::min_signed(fmt.width()))), Sign::Flipped) } else { (a, Sign::Same) };
        }
        if let Some(x) = self.fp_negated(fmt, a) {
            return (x, Sign::Flipped);
        }
        if let Some(x) = self.fp_absolute(fmt, a) {
            return (x, Sign::Cleared);
        }
        let (Op::Concat, &[high, low]) = (self.op(a), self.args(a)) else { return (a, Sign::Same) };
        match (self.width(high), self.arg_of(low, Op::Extract { hi: fmt.width() - 2, lo: 0 })) {
            (1, Some(x)) => (x, Sign::Other),
            _ => (a, Sign::Same),
        }
    }

    /// The result `m` of an operation on magnitudes with another sign, where it is not a NaN.
    fn with_sign(&mut self, fmt: FpFormat, m: Term, sign: Term) -> Term {
        let magnitude = self.fp_magnitude(fmt, m);
        let signed = self.concat(sign, magnitude);
        self.unless_nan(fmt, m, signed)
    }

    fn sign_of(&mut self, fmt: FpFormat, a: Term) -> Term {
        self.extract(a, fmt.width() - 1, fmt.width() - 1)
    }

    /// A product or quotient of operands whose signs were changed, as a change of the sign of one of the operands as they were.
    pub(super) fn signs_outside(&mut self, op: FpOp, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        let ((x, s), (y, t)) = (self.unsigned(fmt, a), self.unsigned(fmt, b));
        if a == b && op == FpOp::Mul && s != Sign::Same {
            return Some(self.fp(op, fmt, rm, &[x, x]));
        }
        if x == y && op == FpOp::Div {
            return self.quotient_of_equal(kind, a, b);
        }
        if (s, t) == (Sign::Same, Sign::Same) || !is_symmetric(rm) {
            return None;
        }
        let m = self.fp(op, fmt, rm, &[x, y]);
        let result = match (s, t) {
            (Sign::Flipped, Sign::Same) | (Sign::Same, Sign::Flipped) => self.fp_negate(fmt, m),
            (Sign::Flipped, Sign::Flipped) => return Some(m),
            (Sign::Cleared, Sign::Cleared) => {
                let magnitude = self.fp_magnitude(fmt, m);
                self.zext(magnitude, fmt.width())
            }
            _ => {
                let (p, q) = (self.sign_of(fmt, a), self.sign_of(fmt, b));
                let sign = self.bvxor(p, q);
                return Some(self.with_sign(fmt, m, sign));
            }
        };
        Some(self.unless_nan(fmt, m, result))
    }

    /// 1 or −1, or a NaN: operands of one magnitude.
    fn quotient_of_equal(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let fmt = kind.fmt;
        let is_nan = self.result_is_nan(FpOp::Div, fmt, &[a, b])?;
        let one = fp_eval(FpOp::FromUbv, fmt, RoundingMode::NearestTiesToEven, &[Bv::one(1)]);
        let (p, q, one) = (self.sign_of(fmt, a), self.sign_of(fmt, b), self.constant(one.trunc(fmt.width() - 1)));
        let sign = self.bvxor(p, q);
        let (number, nan) = (self.concat(sign, one), self.constant(fmt.canonical_nan()));
        Some(self.ite(is_nan, nan, number))
    }

    /// A remainder: exact, with the sign of the dividend, whatever that of the divisor.
    pub(super) fn fp_rem(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        let ((x, s), (y, t)) = (self.unsigned(fmt, a), self.unsigned(fmt, b));
        if x == y {
            let is_nan = self.result_is_nan(FpOp::Rem, fmt, &[a, b])?;
            let (sign, zero, nan) = (self.sign_of(fmt, a), self.constant(Bv::zero(fmt.width() - 1)), self.constant(fmt.canonical_nan()));
            let number = self.concat(sign, zero);
            return Some(self.ite(is_nan, nan, number));
        }
        if (s, t) == (Sign::Same, Sign::Same) {
            return None;
        }
        let m = self.fp(FpOp::Rem, fmt, rm, &[x, y]);
        match s {
            Sign::Same => Some(m),
            Sign::Flipped => {
                let flipped = self.fp_negate(fmt, m);
                Some(self.unless_nan(fmt, m, flipped))
            }
            Sign::Cleared | Sign::Other => {
                let sign = self.sign_of(fmt, a);
                Some(self.with_sign(fmt, m, sign))
            }
        }
    }

    /// A sum whose first operand has its sign changed, as a change of the sign of the sum where that operand is as it was, or positive. A sum
    /// is zero when its operands cancel, and then +0 unless both are −0.
    pub(super) fn first_addend_positive(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        let ((x, s), (y, t)) = (self.unsigned(fmt, a), self.unsigned(fmt, b));
        let constant = self.as_const(a).is_some() || self.as_const(b).is_some();
        if constant || !is_symmetric(rm) {
            return None;
        }
        if x == y && [(Sign::Same, Sign::Flipped), (Sign::Flipped, Sign::Same)].contains(&(s, t)) {
            let is_nan = self.result_is_nan(FpOp::Add, fmt, &[a, b])?;
            let (zero, nan) = (self.constant(Bv::zero(fmt.width())), self.constant(fmt.canonical_nan()));
            return Some(self.ite(is_nan, nan, zero));
        }
        if x == y {
            return None;
        }
        let (changed, base, first, second) = if x < y { (s, x, a, b) } else { (t, y, b, a) };
        let sign = match changed {
            Sign::Flipped => None,
            Sign::Other => Some(self.sign_of(fmt, first)),
            Sign::Same | Sign::Cleared => return None,
        };
        let (of_first, of_second) = match sign {
            None => (base, self.fp_negate(fmt, second)),
            Some(sign) => {
                let magnitude = self.fp_magnitude(fmt, base);
                let (sign_of_second, rest) = (self.sign_of(fmt, second), self.fp_magnitude(fmt, second));
                let relative = self.bvxor(sign, sign_of_second);
                (self.zext(magnitude, fmt.width()), self.concat(relative, rest))
            }
        };
        let m = self.fp(FpOp::Add, fmt, rm, &[of_first, of_second]);
        let number = match sign {
            None => self.fp_negate(fmt, m),
            Some(sign) => {
                let (of_sum, magnitude) = (self.sign_of(fmt, m), self.fp_magnitude(fmt, m));
                let sign = self.bvxor(sign, of_sum);
                self.concat(sign, magnitude)
            }
        };
        let opposite = self.fp_negate(fmt, second);
        let is_zero = self.fp_equal(fmt, first, opposite);
        let (p, q, zero) = (self.sign_of(fmt, a), self.sign_of(fmt, b), self.constant(Bv::zero(fmt.width() - 1)));
        let sign_of_zero = self.bvand(p, q);
        let zero = self.concat(sign_of_zero, zero);
        let number = self.ite(is_zero, zero, number);
        Some(self.unless_nan(fmt, m, number))
    }

    /// The choice of the smaller (or larger) of two patterns by their order, the same for either order of the two: where neither is less,
    /// they are the same.
    pub(in super::super) fn extreme_in_order(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let (Op::Slt, &[p, q]) = (self.op(c), self.args(c)) else { return None };
        if a <= b {
            return None;
        }
        let mut are_keys = |x, y| self.is_order_key(p, x) && self.is_order_key(q, y);
        if !(are_keys(a, b) || are_keys(b, a)) {
            return None;
        }
        let other = self.slt(q, p);
        Some(self.ite(other, b, a))
    }

    /// Whether a number is the one that orders as a pattern does, −0 below +0.
    fn is_order_key(&mut self, key: Term, a: Term) -> bool {
        let (Op::Ite, &[negative, flipped, same]) = (self.op(key), self.args(key)) else { return false };
        let (Op::Slt, &[of, zero]) = (self.op(negative), self.args(negative)) else { return false };
        if same != a || of != a || !self.as_const(zero).is_some_and(Bv::is_zero) {
            return false;
        }
        let mask = self.constant(Bv::max_signed(self.width(a)));
        self.bvxor(a, mask) == flipped
    }
}

/// Whether rounding treats both signs alike.
fn is_symmetric(rm: RoundingMode) -> bool {
    matches!(rm, RoundingMode::NearestTiesToEven | RoundingMode::NearestTiesToAway | RoundingMode::TowardZero)
}
