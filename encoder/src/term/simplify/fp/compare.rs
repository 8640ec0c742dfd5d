//! Comparisons of numbers as comparisons of integers or of patterns.

use num_bigint::BigInt;

use super::super::super::{Op, Pool, Term};
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode, fp_eval};

impl Pool {
    /// `a < b`, false for NaNs.
    pub(super) fn fp_less(&mut self, fmt: FpFormat, a: Term, b: Term) -> Term {
        if a == b || [a, b].iter().any(|&x| self.as_const(x).is_some_and(|x| fmt.is_nan(x))) {
            return self.ff();
        }
        if let Some(result) = self.less_before_conversion(fmt, a, b) {
            return result;
        }
        let (x_nan, y_nan) = (self.fp_is_nan(fmt, a), self.fp_is_nan(fmt, b));
        let unordered = self.or(x_nan, y_nan);
        let ordered = self.not(unordered);
        let (x, y) = (self.fp_magnitude(fmt, a), self.fp_magnitude(fmt, b));
        let (x_negative, y_negative) = (self.is_negative(a), self.is_negative(b));
        let both_zero = {
            let (x, y) = (self.is_zero(x), self.is_zero(y));
            self.and(x, y)
        };
        let (up, down) = (self.ult(x, y), self.ult(y, x));
        let some_nonzero = self.not(both_zero);
        let from_negative = self.ite(y_negative, down, some_nonzero);
        let y_positive = self.not(y_negative);
        let from_positive = self.and(y_positive, up);
        let less = self.ite(x_negative, from_negative, from_positive);
        self.and(ordered, less)
    }

    /// `a ≤ b`, false for NaNs.
    pub(super) fn fp_less_or_equal(&mut self, fmt: FpFormat, a: Term, b: Term) -> Term {
        let greater = self.fp_less(fmt, b, a);
        let (x_nan, y_nan) = (self.fp_is_nan(fmt, a), self.fp_is_nan(fmt, b));
        let excluded = self.or_all([greater, x_nan, y_nan]);
        self.not(excluded)
    }

    /// `a = b`, false for NaNs; zeros are equal.
    pub(super) fn fp_equal(&mut self, fmt: FpFormat, a: Term, b: Term) -> Term {
        if a == b {
            let is_nan = self.fp_is_nan(fmt, a);
            return self.not(is_nan);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(result) = self.equal_before_conversion(fmt, x, y) {
                return result;
            }
        }
        let (x_nan, y_nan) = (self.fp_is_nan(fmt, a), self.fp_is_nan(fmt, b));
        let unordered = self.or(x_nan, y_nan);
        let ordered = self.not(unordered);
        let (x, y) = (self.fp_magnitude(fmt, a), self.fp_magnitude(fmt, b));
        let (x_zero, y_zero) = (self.is_zero(x), self.is_zero(y));
        let zeros = self.and(x_zero, y_zero);
        let same = self.eq(a, b);
        let equal = self.or(same, zeros);
        self.and(ordered, equal)
    }

    fn less_before_conversion(&mut self, fmt: FpFormat, a: Term, b: Term) -> Option<Term> {
        if let Some((from, x, y)) = self.both_widened(fmt, a, b) {
            return Some(self.fp(FpOp::Lt, from, RoundingMode::NearestTiesToEven, &[x, y]));
        }
        // x < c iff x is below the next number at or above c; c < x likewise.
        if let Some((from, x, limit)) = self.narrowed(fmt, a, b, RoundingMode::TowardPositive) {
            return Some(self.fp(FpOp::Lt, from, RoundingMode::NearestTiesToEven, &[x, limit]));
        }
        if let Some((from, x, limit)) = self.narrowed(fmt, b, a, RoundingMode::TowardNegative) {
            return Some(self.fp(FpOp::Lt, from, RoundingMode::NearestTiesToEven, &[limit, x]));
        }
        match (self.exact_integer(fmt, a), self.exact_integer(fmt, b)) {
            (Some(m), Some(n)) => {
                let (m, n) = self.same_width(m, n);
                Some(self.slt(m, n))
            }
            (Some(m), None) => {
                let limit = self.integer_bound(fmt, b, RoundingMode::TowardPositive, self.width(m))?;
                let (m, limit) = self.same_width(m, limit);
                Some(self.slt(m, limit))
            }
            (None, Some(n)) => {
                let limit = self.integer_bound(fmt, a, RoundingMode::TowardNegative, self.width(n))?;
                let (limit, n) = self.same_width(limit, n);
                Some(self.slt(limit, n))
            }
            (None, None) => None,
        }
    }

    fn equal_before_conversion(&mut self, fmt: FpFormat, a: Term, b: Term) -> Option<Term> {
        if let Some((from, x, y)) = self.both_widened(fmt, a, b) {
            return Some(self.fp(FpOp::Eq, from, RoundingMode::NearestTiesToEven, &[x, y]));
        }
        if let Some((from, x, limit)) = self.narrowed(fmt, a, b, RoundingMode::TowardZero) {
            let back = self.fp(FpOp::Convert { to: fmt }, from, RoundingMode::NearestTiesToEven, &[limit]);
            let exact = self.as_const(back) == self.as_const(b);
            return Some(if exact { self.fp(FpOp::Eq, from, RoundingMode::NearestTiesToEven, &[x, limit]) } else { self.ff() });
        }
        let m = self.exact_integer(fmt, a)?;
        if let Some(n) = self.exact_integer(fmt, b) {
            let (m, n) = self.same_width(m, n);
            return Some(self.eq(m, n));
        }
        let value = self.as_const(b)?.clone();
        let whole = fp_eval(FpOp::RoundToIntegral, fmt, RoundingMode::TowardZero, std::slice::from_ref(&value));
        if fmt.compare(&whole, &value).is_none() || whole != value {
            return Some(self.ff());
        }
        let limit = self.integer_bound(fmt, b, RoundingMode::TowardZero, self.width(m))?;
        let (m, limit) = self.same_width(m, limit);
        Some(self.eq(m, limit))
    }

    /// Operands that were widened exactly from one format.
    fn both_widened(&mut self, fmt: FpFormat, a: Term, b: Term) -> Option<(FpFormat, Term, Term)> {
        let widened = |pool: &Pool, x: Term| match pool.op(x) {
            Op::Fp { op: FpOp::Convert { to }, fmt: from, .. }
                if to == fmt && fmt.exp_bits >= from.exp_bits && fmt.frac_bits >= from.frac_bits =>
            {
                Some((from, pool.args(x)[0]))
            }
            _ => None,
        };
        let ((from, x), (other, y)) = (widened(self, a)?, widened(self, b)?);
        (from == other).then_some((from, x, y))
    }

    /// A constant rounded to an integer, as a signed number one bit wider than `width`: beyond the integers of `width` bits, the nearest that
    /// compares with all of them as the constant does. `None` for NaNs and for terms that are not constants.
    fn integer_bound(&mut self, fmt: FpFormat, a: Term, rm: RoundingMode, width: u32) -> Option<Term> {
        let value = self.as_const(a)?.clone();
        if fmt.is_nan(&value) {
            return None;
        }
        // Wide enough for every finite number of the format.
        let all = (1u32 << (fmt.exp_bits - 1)) + 2;
        let exact = if fmt.magnitude(&value) == fmt.infinity(false) {
            let huge = BigInt::from(1) << all;
            if value.is_negative() { -huge } else { huge }
        } else {
            fp_eval(FpOp::ToSbv { width: all }, fmt, rm, std::slice::from_ref(&value)).to_bigint_signed()
        };
        let limit = BigInt::from(1) << width;
        let clamped = exact.clamp(-&limit, limit - 1);
        Some(self.constant(Bv::from_bigint(width + 1, &clamped)))
    }

    fn same_width(&mut self, a: Term, b: Term) -> (Term, Term) {
        let width = self.width(a).max(self.width(b));
        (self.sext(a, width), self.sext(b, width))
    }
}
