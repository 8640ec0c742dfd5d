//! Unsigned and signed division, and the optional pass that expresses signed division by unsigned division of magnitudes.

use rustc_hash::FxHashMap;

use super::{Op, Pool, Term};
use crate::bv::Bv;

impl Pool {
    pub(super) fn simplify_udiv(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_const_zero(b) {
            return Some(self.ones(width));
        }
        if self.known_less(a, b) {
            return Some(self.zero(width));
        }
        if a == b || self.is_const_zero(a) {
            let quotient = self.bv_u64(width, u64::from(a == b));
            let (ones, zero) = (self.ones(width), self.is_zero(b));
            return Some(self.ite(zero, ones, quotient));
        }
        if let Some(amount) = self.shifted_one(b) {
            let quotient = self.lshr(a, amount);
            let (ones, zero) = (self.ones(width), self.is_zero(b));
            return Some(self.ite(zero, ones, quotient));
        }
        if let Some((x, y)) = self.narrowed_operands(a, b)
            && self.known_nonzero(y)
        {
            let quotient = self.udiv(x, y);
            return Some(self.zext(quotient, width));
        }
        let divisor = self.as_const(b)?.clone();
        if divisor.is_power_of_two() {
            let amount = self.bv_u64(width, divisor.ctz_count().into());
            return Some(self.lshr(a, amount));
        }
        self.repeated_udiv(a, &divisor)
    }

    /// `(x / c1) / c2` is `x / (c1 * c2)`, or 0 when the product does not fit.
    fn repeated_udiv(&mut self, a: Term, divisor: &Bv) -> Option<Term> {
        let (Op::Udiv, &[x, first]) = (self.op(a), self.args(a)) else { return None };
        let first = self.as_const(first)?;
        let width = divisor.width();
        let product = first.zext(2 * width).mul(&divisor.zext(2 * width));
        if product.clz_count() < width {
            return Some(self.zero(width));
        }
        let product = self.constant(product.trunc(width));
        Some(self.udiv(x, product))
    }

    fn known_less(&self, a: Term, b: Term) -> bool {
        matches!((self.facts(a), self.facts(b)), (Some(a), Some(b)) if a.umax < b.umin)
    }

    /// The operands without the zeros that extend both.
    fn narrowed_operands(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let width = self.width(a);
        let narrow = |pool: &Pool, term: Term| match pool.as_const(term) {
            Some(value) => (width - value.clz_count()).max(1),
            None => pool.arg_of(term, Op::Zext { width }).map_or(width, |inner| pool.width(inner)),
        };
        let needed = narrow(self, a).max(narrow(self, b));
        (needed < width).then(|| (self.trunc(a, needed), self.trunc(b, needed)))
    }

    pub(super) fn simplify_urem(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_const_zero(a) || self.is_const_zero(b) || self.known_less(a, b) {
            return Some(a);
        }
        if a == b {
            return Some(self.zero(width));
        }
        // A power of two, or the 0 that `1 << y` is for large `y`: then the mask is all ones, as the remainder is the dividend.
        if self.shifted_one(b).is_some() || self.as_const(b).is_some_and(Bv::is_power_of_two) {
            let minus_one = self.ones(width);
            let mask = self.add(b, minus_one);
            return Some(self.bvand(a, mask));
        }
        let (x, y) = self.narrowed_operands(a, b)?;
        let remainder = self.urem(x, y);
        Some(self.zext(remainder, width))
    }

    pub(super) fn simplify_sdiv(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return Some(self.udiv(a, b));
        }
        if self.is_const_zero(b) {
            let (negative, one, ones) = (self.is_negative(a), self.bv_u64(width, 1), self.ones(width));
            return Some(self.ite(negative, one, ones));
        }
        if a == b {
            let (zero, one, ones) = (self.is_zero(a), self.bv_u64(width, 1), self.ones(width));
            return Some(self.ite(zero, ones, one));
        }
        let divisor = self.as_const(b)?.clone();
        if divisor.is_min_signed() {
            let (same, one, zero) = (self.eq(a, b), self.constant(Bv::one(width)), self.zero(width));
            return Some(self.ite(same, one, zero));
        }
        if divisor.is_one() {
            return Some(a);
        }
        if divisor.is_negative() {
            let positive = self.constant(divisor.neg());
            let quotient = self.sdiv(a, positive);
            return Some(self.neg(quotient));
        }
        None
    }

    pub(super) fn simplify_srem(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_const_zero(a) || self.is_const_zero(b) {
            return Some(a);
        }
        if a == b {
            return Some(self.zero(width));
        }
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return Some(self.urem(a, b));
        }
        let divisor = self.as_const(b)?.clone();
        if divisor.is_one() || divisor.is_ones() {
            return Some(self.zero(width));
        }
        if divisor.is_negative() && !divisor.is_min_signed() {
            let positive = self.constant(divisor.neg());
            return Some(self.srem(a, positive));
        }
        None
    }

    /// Replaces every `sdiv` and `srem` in the terms by `udiv` and `urem` of magnitudes, so that both sides of an obligation share one
    /// unsigned divider however their signs are arranged.
    pub fn normalize_division(&mut self, roots: &[Term]) -> Vec<Term> {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for term in self.topological(roots) {
            let args: Vec<Term> = self.args(term).iter().map(|arg| done[arg]).collect();
            let rebuilt = match self.op(term) {
                Op::Sdiv => self.signed_quotient(args[0], args[1]),
                Op::Srem => self.signed_remainder(args[0], args[1]),
                _ if args == self.args(term) => term,
                op => self.apply(op, &args),
            };
            done.insert(term, rebuilt);
        }
        roots.iter().map(|root| done[root]).collect()
    }

    fn signed_quotient(&mut self, a: Term, b: Term) -> Term {
        let (dividend, divisor) = (self.abs(a), self.abs(b));
        let quotient = self.udiv(dividend, divisor);
        let (negative_a, negative_b) = (self.is_negative(a), self.is_negative(b));
        let (same, negated) = (self.eq(negative_a, negative_b), self.neg(quotient));
        self.ite(same, quotient, negated)
    }

    fn signed_remainder(&mut self, a: Term, b: Term) -> Term {
        let (dividend, divisor) = (self.abs(a), self.abs(b));
        let remainder = self.urem(dividend, divisor);
        let (negative, negated) = (self.is_negative(a), self.neg(remainder));
        self.ite(negative, negated, remainder)
    }
}
