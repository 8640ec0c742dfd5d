//! Floating-point nodes: identities that are exact, NaN for NaN and zero for zero, in the rounding mode at hand.
//!
//! A number's NaN is the canonical one, so `x · 1` is not `x` but [`Pool::number`] of it. Comparisons never stay nodes: on integers made
//! numbers exactly they become comparisons of integers, otherwise tests of patterns ([`compare`]). Whether a result is a NaN is told from the
//! operands ([`class`]), and signs are kept outside of the arithmetic ([`sign`]).

mod choice;
mod class;
mod compare;
mod convert;
mod sign;

use super::super::{Op, Pool, Term};
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode, fp_eval};

use RoundingMode::{NearestTiesToEven, TowardNegative};

/// A floating-point node's operation without its operator.
#[derive(Clone, Copy)]
struct Kind {
    fmt: FpFormat,
    rm: RoundingMode,
}

impl Pool {
    /// A simpler term equal to the operation.
    pub(super) fn simplify_fp(&mut self, op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Term]) -> Option<Term> {
        let kind = Kind { fmt, rm };
        if !matches!(op, FpOp::FromSbv | FpOp::FromUbv)
            && let Some(plain) = self.without_nan_guards(fmt, args)
        {
            return Some(self.fp(op, fmt, rm, &plain));
        }
        match op {
            FpOp::Add => self.fp_add(kind, args[0], args[1]),
            FpOp::Sub => {
                let negated = self.fp_negate(fmt, args[1]);
                Some(self.fp(FpOp::Add, fmt, rm, &[args[0], negated]))
            }
            FpOp::Mul => self.fp_mul(kind, args[0], args[1]),
            FpOp::Div => self.fp_div(kind, args[0], args[1]),
            FpOp::Fma => self.fp_fma(kind, args[0], args[1], args[2]),
            FpOp::RoundToIntegral => self.is_integral(args[0], fmt).then_some(args[0]),
            FpOp::Rem => self.fp_rem(kind, args[0], args[1]),
            FpOp::Sqrt => None,
            FpOp::Convert { to } => self.fp_convert(kind, to, args[0]),
            FpOp::FromSbv | FpOp::FromUbv => self.fp_from_int(op, kind, args[0]),
            FpOp::ToSbv { width } => self.fp_to_int(op, kind, args[0], width, true),
            FpOp::ToUbv { width } => self.fp_to_int(op, kind, args[0], width, false),
            FpOp::Lt => Some(self.fp_less(fmt, args[0], args[1])),
            FpOp::Le => Some(self.fp_less_or_equal(fmt, args[0], args[1])),
            FpOp::Eq => Some(self.fp_equal(fmt, args[0], args[1])),
        }
    }

    /// The bits below the sign.
    fn fp_magnitude(&mut self, fmt: FpFormat, a: Term) -> Term {
        self.extract(a, fmt.width() - 2, 0)
    }

    /// Whether the pattern is a NaN.
    pub fn fp_is_nan(&mut self, fmt: FpFormat, a: Term) -> Term {
        let (infinity, magnitude) = (fmt.infinity(false).trunc(fmt.width() - 1), self.fp_magnitude(fmt, a));
        let infinity = self.constant(infinity);
        self.ult(infinity, magnitude)
    }

    /// The pattern with the other sign, as a concatenation.
    fn fp_negate(&mut self, fmt: FpFormat, a: Term) -> Term {
        let (sign, magnitude) = (self.extract(a, fmt.width() - 1, fmt.width() - 1), self.fp_magnitude(fmt, a));
        let flipped = self.bvnot(sign);
        self.concat(flipped, magnitude)
    }

    /// The canonical NaN for NaNs, else the pattern itself.
    fn number(&mut self, fmt: FpFormat, a: Term) -> Term {
        self.unless_nan(fmt, a, a)
    }

    /// The canonical NaN where `a` is a NaN, else `result`.
    fn unless_nan(&mut self, fmt: FpFormat, a: Term, result: Term) -> Term {
        if self.is_number_node(a, fmt) && a == result {
            return a;
        }
        let (is_nan, nan) = (self.fp_is_nan(fmt, a), self.constant(fmt.canonical_nan()));
        self.ite(is_nan, nan, result)
    }

    /// Whether a term is a node whose NaN is the canonical one.
    fn is_number_node(&self, a: Term, fmt: FpFormat) -> bool {
        match self.op(a) {
            Op::Fp { op: FpOp::Convert { to }, .. } => to == fmt,
            Op::Fp { op, fmt: of, .. } => {
                of == fmt && op.result_width(of) == Some(fmt.width()) && !matches!(op, FpOp::ToSbv { .. } | FpOp::ToUbv { .. })
            }
            _ => false,
        }
    }

    /// The arguments with `ite(x is NaN, some NaN, x)` replaced by `x`; `None` when there is no such argument.
    fn without_nan_guards(&mut self, fmt: FpFormat, args: &[Term]) -> Option<Vec<Term>> {
        let plain: Vec<Term> = args.iter().map(|&arg| self.without_nan_guard(fmt, arg)).collect();
        (plain != args).then_some(plain)
    }

    fn without_nan_guard(&mut self, fmt: FpFormat, arg: Term) -> Term {
        let (Op::Ite, &[condition, then, otherwise]) = (self.op(arg), self.args(arg)) else { return arg };
        let is_nan_constant = |pool: &Pool, a: Term| pool.as_const(a).is_some_and(|a| fmt.is_nan(a));
        if is_nan_constant(self, then) && self.fp_is_nan(fmt, otherwise) == condition {
            return otherwise;
        }
        if is_nan_constant(self, otherwise) {
            let is_nan = self.fp_is_nan(fmt, then);
            if self.not(is_nan) == condition {
                return then;
            }
        }
        arg
    }

    /// `x` when the term is `x` with its sign cleared.
    #[must_use]
    pub fn fp_absolute(&self, fmt: FpFormat, a: Term) -> Option<Term> {
        let magnitude = self.arg_of(a, Op::Zext { width: fmt.width() })?;
        self.arg_of(magnitude, Op::Extract { hi: fmt.width() - 2, lo: 0 })
    }

    /// `x` when the term is `x` with its sign flipped.
    #[must_use]
    pub fn fp_negated(&self, fmt: FpFormat, a: Term) -> Option<Term> {
        let args = self.args(a);
        match (self.op(a), args) {
            (Op::Concat, &[high, low]) => {
                let sign = self.arg_of(high, Op::BvNot)?;
                let top = fmt.width() - 1;
                let (of_sign, of_rest) =
                    (self.arg_of(sign, Op::Extract { hi: top, lo: top })?, self.arg_of(low, Op::Extract { hi: top - 1, lo: 0 })?);
                (of_sign == of_rest).then_some(of_sign)
            }
            (Op::Add, &[x, y]) if self.as_const(x).is_some_and(Bv::is_min_signed) => Some(y),
            (Op::Add, &[x, y]) if self.as_const(y).is_some_and(Bv::is_min_signed) => Some(x),
            _ => None,
        }
    }

    fn fp_add(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        if b < a {
            return Some(self.fp(FpOp::Add, fmt, rm, &[b, a]));
        }
        if a == b {
            // Doubling is exact, and the sum of two zeros of one sign has that sign.
            let two = fp_eval(FpOp::FromUbv, fmt, rm, &[Bv::from_u64(2, 2)]);
            let two = self.constant(two);
            return Some(self.fp(FpOp::Mul, fmt, rm, &[a, two]));
        }
        for (zero, x) in [(a, b), (b, a)] {
            let Some(value) = self.as_const(zero).filter(|value| fmt.magnitude(value).is_zero()).cloned() else { continue };
            let neutral = value.is_negative() != (rm == TowardNegative);
            if neutral {
                return Some(self.number(fmt, x));
            }
            // The other zero changes only the zero of the unlike sign.
            let (absorbing, absorbed) = (self.constant(value.clone()), value.xor(&Bv::min_signed(fmt.width())));
            let absorbed = self.constant(absorbed);
            let is_absorbed = self.eq(x, absorbed);
            let sum = self.ite(is_absorbed, absorbing, x);
            return Some(self.unless_nan(fmt, x, sum));
        }
        self.first_addend_positive(kind, a, b)
    }

    /// The constant's value when it is 1 or −1, as whether it is negative.
    fn unit_sign(&self, fmt: FpFormat, a: Term) -> Option<bool> {
        let value = self.as_const(a)?;
        (fmt.magnitude(value) == fp_eval(FpOp::FromUbv, fmt, NearestTiesToEven, &[Bv::one(1)])).then(|| value.is_negative())
    }

    fn fp_mul(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        for (unit, x) in [(a, b), (b, a)] {
            if let Some(negative) = self.unit_sign(fmt, unit) {
                let product = if negative { self.fp_negate(fmt, x) } else { x };
                return Some(self.unless_nan(fmt, x, product));
            }
        }
        if let Some(result) = self.signs_outside(FpOp::Mul, kind, a, b) {
            return Some(result);
        }
        let [x, y] = self.signs_settled(fmt, a, b, true);
        ([x, y] != [a, b]).then(|| self.fp(FpOp::Mul, fmt, rm, &[x, y]))
    }

    /// Factors in order, signs moved: to a constant, and at most one on the first factor otherwise.
    fn signs_settled(&mut self, fmt: FpFormat, a: Term, b: Term, commutes: bool) -> [Term; 2] {
        let (x, y) = (self.fp_negated(fmt, a), self.fp_negated(fmt, b));
        let negative = x.is_some() != y.is_some();
        let (mut x, mut y) = (x.unwrap_or(a), y.unwrap_or(b));
        if negative {
            if self.as_const(y).is_some() {
                y = self.fp_negate(fmt, y);
            } else if self.as_const(x).is_some() || !commutes || x <= y {
                x = self.fp_negate(fmt, x);
            } else {
                y = self.fp_negate(fmt, y);
            }
        }
        if commutes && y < x { [y, x] } else { [x, y] }
    }

    fn fp_div(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        if let Some(negative) = self.unit_sign(fmt, b) {
            let quotient = if negative { self.fp_negate(fmt, a) } else { a };
            return Some(self.unless_nan(fmt, a, quotient));
        }
        if let Some(inverse) = self.exact_inverse(fmt, b) {
            return Some(self.fp(FpOp::Mul, fmt, rm, &[a, inverse]));
        }
        if let Some(result) = self.signs_outside(FpOp::Div, kind, a, b) {
            return Some(result);
        }
        let [x, y] = self.signs_settled(fmt, a, b, false);
        ([x, y] != [a, b]).then(|| self.fp(FpOp::Div, fmt, rm, &[x, y]))
    }

    /// The inverse of a constant power of two that has one in the format.
    fn exact_inverse(&mut self, fmt: FpFormat, a: Term) -> Option<Term> {
        let value = self.as_const(a)?.clone();
        let one = fp_eval(FpOp::FromUbv, fmt, NearestTiesToEven, &[Bv::one(1)]);
        if fmt.is_nan(&value) || fmt.magnitude(&value) == fmt.infinity(false) || fmt.magnitude(&value).is_zero() {
            return None;
        }
        let inverse = |rm| fp_eval(FpOp::Div, fmt, rm, &[one.clone(), value.clone()]);
        let down = inverse(TowardNegative);
        let exact = down == inverse(RoundingMode::TowardPositive) && fmt.magnitude(&down) != fmt.infinity(false);
        exact.then(|| self.constant(down))
    }

    fn fp_fma(&mut self, kind: Kind, a: Term, b: Term, c: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        for (unit, x) in [(a, b), (b, a)] {
            if let Some(negative) = self.unit_sign(fmt, unit) {
                let product = if negative { self.fp_negate(fmt, x) } else { x };
                return Some(self.fp(FpOp::Add, fmt, rm, &[product, c]));
            }
        }
        let neutral = |value: &Bv| fmt.magnitude(value).is_zero() && value.is_negative() != (rm == TowardNegative);
        if self.as_const(c).is_some_and(neutral) {
            return Some(self.fp(FpOp::Mul, fmt, rm, &[a, b]));
        }
        let [x, y] = self.signs_settled(fmt, a, b, true);
        ([x, y] != [a, b]).then(|| self.fp(FpOp::Fma, fmt, rm, &[x, y, c]))
    }
}
