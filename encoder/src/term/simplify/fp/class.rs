//! Whether the result of an operation is a NaN, told from its operands: a solver need not look at the arithmetic.

use super::super::super::{Op, Pool, Term};
use crate::fp::{FpFormat, FpOp};

impl Pool {
    /// The comparison `limit < b`, where it asks whether the result of an operation is a NaN.
    pub(in super::super) fn simplify_nan_test(&mut self, limit: Term, b: Term) -> Option<Term> {
        let Op::Extract { hi, lo: 0 } = self.op(b) else { return None };
        let node = self.args(b)[0];
        let Op::Fp { op, fmt, .. } = self.op(node) else { return None };
        let result = if let FpOp::Convert { to } = op { to } else { fmt };
        let infinity = result.infinity(false).trunc(result.width() - 1);
        if hi + 2 != result.width() || !self.is_number_node(node, result) || self.as_const(limit) != Some(&infinity) {
            return None;
        }
        let args = self.args_vec(node);
        self.result_is_nan(op, fmt, &args)
    }

    /// Whether the result of an operation is a NaN; `None` for operations that yield no number.
    pub(super) fn result_is_nan(&mut self, op: FpOp, fmt: FpFormat, args: &[Term]) -> Option<Term> {
        let invalid = match op {
            FpOp::Add => self.unlike_infinities(fmt, args[0], args[1]),
            FpOp::Mul => self.zero_times_infinity(fmt, args[0], args[1]),
            FpOp::Div => {
                let (both_infinite, both_zero) = (self.both_infinite(fmt, args[0], args[1]), self.both_zero(fmt, args[0], args[1]));
                self.or(both_infinite, both_zero)
            }
            FpOp::Rem => {
                let (infinite, zero) = (self.fp_is_infinite(fmt, args[0]), self.fp_is_zero(fmt, args[1]));
                self.or(infinite, zero)
            }
            FpOp::Sqrt => {
                let (negative, zero) = (self.is_negative(args[0]), self.fp_is_zero(fmt, args[0]));
                let nonzero = self.not(zero);
                self.and(negative, nonzero)
            }
            FpOp::Fma => self.invalid_fma(fmt, args),
            FpOp::RoundToIntegral | FpOp::Convert { .. } => self.ff(),
            FpOp::FromSbv | FpOp::FromUbv => return Some(self.ff()),
            FpOp::Sub | FpOp::ToSbv { .. } | FpOp::ToUbv { .. } | FpOp::Lt | FpOp::Le | FpOp::Eq => return None,
        };
        let nans: Vec<Term> = args.iter().map(|&arg| self.fp_is_nan(fmt, arg)).collect();
        let any = self.or_all(nans);
        Some(self.or(any, invalid))
    }

    fn fp_is_infinite(&mut self, fmt: FpFormat, a: Term) -> Term {
        let (infinity, magnitude) = (self.constant(fmt.infinity(false).trunc(fmt.width() - 1)), self.fp_magnitude(fmt, a));
        self.eq(magnitude, infinity)
    }

    fn fp_is_zero(&mut self, fmt: FpFormat, a: Term) -> Term {
        let magnitude = self.fp_magnitude(fmt, a);
        self.is_zero(magnitude)
    }

    fn both_infinite(&mut self, fmt: FpFormat, a: Term, b: Term) -> Term {
        let (x, y) = (self.fp_is_infinite(fmt, a), self.fp_is_infinite(fmt, b));
        self.and(x, y)
    }

    fn both_zero(&mut self, fmt: FpFormat, a: Term, b: Term) -> Term {
        let (x, y) = (self.fp_is_zero(fmt, a), self.fp_is_zero(fmt, b));
        self.and(x, y)
    }

    fn unlike_infinities(&mut self, fmt: FpFormat, a: Term, b: Term) -> Term {
        let (infinite, x, y) = (self.both_infinite(fmt, a, b), self.is_negative(a), self.is_negative(b));
        let unlike = self.xor(x, y);
        self.and(infinite, unlike)
    }

    fn zero_times_infinity(&mut self, fmt: FpFormat, a: Term, b: Term) -> Term {
        let (x, y) = (self.fp_is_zero(fmt, a), self.fp_is_infinite(fmt, b));
        let first = self.and(x, y);
        let (x, y) = (self.fp_is_infinite(fmt, a), self.fp_is_zero(fmt, b));
        let second = self.and(x, y);
        self.or(first, second)
    }

    /// The exact product is infinite only when a factor is.
    fn invalid_fma(&mut self, fmt: FpFormat, args: &[Term]) -> Term {
        let invalid_product = self.zero_times_infinity(fmt, args[0], args[1]);
        let (x, y) = (self.fp_is_infinite(fmt, args[0]), self.fp_is_infinite(fmt, args[1]));
        let (product, addend) = (self.or(x, y), self.fp_is_infinite(fmt, args[2]));
        let infinite = self.and(product, addend);
        let [a, b, c] = [args[0], args[1], args[2]].map(|arg| self.is_negative(arg));
        let product_negative = self.xor(a, b);
        let unlike = self.xor(product_negative, c);
        let cancels = self.and(infinite, unlike);
        self.or(invalid_product, cancels)
    }
}
