//! Equality and order. Constants are on the right of an order; a sum on both sides is cancelled; extensions are compared at their width.

use super::super::pool::Args;
use super::linear::Sum;
use super::{Op, Pool, Sort, Term};
use crate::bv::Bv;

impl Pool {
    pub(super) fn simplify_eq(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.tt());
        }
        if self.sort(a) == Sort::Bool {
            return self.simplify_iff(a, b);
        }
        if self.never_equal(a, b) {
            return Some(self.ff());
        }
        if let Some(result) = self.compare_ite(Op::Eq, a, b) {
            return Some(result);
        }
        // The constant, if any, is `b` from here on.
        let (a, b) = if self.as_const(a).is_some() { (b, a) } else { (a, b) };
        if let Some(value) = self.as_const(b).cloned()
            && let Some(result) = self.eq_constant(a, &value)
        {
            return Some(result);
        }
        self.eq_pieces(a, b).or_else(|| self.eq_xor(a, b)).or_else(|| self.eq_linear(a, b))
    }

    fn simplify_iff(&mut self, a: Term, b: Term) -> Option<Term> {
        for (a, b) in [(a, b), (b, a)] {
            if let Some(value) = self.as_bool(a) {
                return Some(if value { b } else { self.not(b) });
            }
            if let Some(inner) = self.arg_of(a, Op::Not) {
                let eq = self.eq(inner, b);
                return Some(self.not(eq));
            }
        }
        None
    }

    fn never_equal(&self, a: Term, b: Term) -> bool {
        let (Some(a), Some(b)) = (self.facts(a), self.facts(b)) else { return false };
        (a.zeros & b.ones) | (a.ones & b.zeros) != 0 || a.umax < b.umin || b.umax < a.umin || a.smax < b.smin || b.smax < a.smin
    }

    fn eq_constant(&mut self, a: Term, value: &Bv) -> Option<Term> {
        let width = value.width();
        if width == 1 && value.is_zero() {
            let one = self.constant(Bv::one(1));
            let eq = self.eq(a, one);
            return Some(self.not(eq));
        }
        let args = self.args_vec(a);
        match self.op(a) {
            Op::BvAnd if value.is_ones() => Some(self.all_equal(&args, value)),
            Op::BvOr if value.is_zero() => Some(self.all_equal(&args, value)),
            Op::BvXor if width == 1 => {
                let bits: Vec<Term> = args.iter().map(|&arg| self.bv_to_bool(arg)).collect();
                bits.into_iter().reduce(|acc, bit| self.xor(acc, bit))
            }
            Op::Ite if width == 1 => {
                let (then, otherwise) = (self.bv_to_bool(args[1]), self.bv_to_bool(args[2]));
                Some(self.ite(args[0], then, otherwise))
            }
            Op::Extract { hi, lo } if hi + 1 == self.width(args[0]) => self.high_bits_equal(args[0], hi, lo, value),
            Op::Sext { .. } => {
                let inner = self.width(args[0]);
                if value.trunc(inner).sext(width) != *value {
                    return Some(self.ff());
                }
                let narrow = self.constant(value.trunc(inner));
                Some(self.eq(args[0], narrow))
            }
            _ => None,
        }
    }

    fn all_equal(&mut self, args: &Args, value: &Bv) -> Term {
        let value = self.constant(value.clone());
        let parts: Vec<Term> = args.iter().map(|&arg| self.eq(arg, value)).collect();
        self.and_all(parts)
    }

    /// The high bits of `x` all zero or all one: a comparison of `x`.
    fn high_bits_equal(&mut self, x: Term, hi: u32, lo: u32, value: &Bv) -> Option<Term> {
        let width = hi + 1;
        if lo == hi {
            // The sign bit, which is 1 here.
            return match self.carry_bit(x) {
                Some(carry) => Some(carry),
                None => {
                    let zero = self.zero(width);
                    Some(self.slt(x, zero))
                }
            };
        }
        let bound = if value.is_zero() { Bv::bit_at(width, lo) } else { Bv::ones(width).shl_by(lo) };
        if !value.is_zero() && !value.is_ones() {
            return None;
        }
        let bound = self.constant(bound);
        let less = self.ult(x, bound);
        Some(if value.is_zero() { less } else { self.not(less) })
    }

    /// The highest bit of a sum or difference of two zero-extended terms one bit wider: the carry or borrow.
    fn carry_bit(&mut self, x: Term) -> Option<Term> {
        let width = self.width(x);
        let (Op::Add, &[p, q]) = (self.op(x), self.args(x)) else { return None };
        let narrow = |pool: &mut Pool, term: Term| match pool.as_const(term) {
            Some(value) if !value.is_negative() => Some(pool.trunc(term, width - 1)),
            Some(_) => None,
            None => pool.arg_of(term, Op::Zext { width }).map(|inner| pool.zext(inner, width - 1)),
        };
        for (p, q) in [(p, q), (q, p)] {
            if let Some(subtracted) = self.arg_of(q, Op::Neg) {
                let (p, q) = (narrow(self, p)?, narrow(self, subtracted)?);
                return Some(self.ult(p, q));
            }
        }
        let (p, q) = (narrow(self, p)?, narrow(self, q)?);
        let room = self.bvnot(p);
        Some(self.ult(room, q))
    }

    /// Concatenations and zero extensions are equal piece by piece, sign extensions at their width.
    fn eq_pieces(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let (Op::Sext { .. }, Op::Sext { .. }) = (self.op(a), self.op(b)) {
            let (x, y) = (self.args(a)[0], self.args(b)[0]);
            let inner = self.width(x).max(self.width(y));
            let (x, y) = (self.sext(x, inner), self.sext(y, inner));
            return Some(self.eq(x, y));
        }
        let boundary = |pool: &Pool, term: Term| match pool.op(term) {
            Op::Zext { .. } => Some(pool.width(pool.args(term)[0])),
            Op::Concat => pool.args(term).last().map(|&low| pool.width(low)),
            _ => None,
        };
        let at = match (boundary(self, a), boundary(self, b)) {
            (Some(x), Some(y)) => x.min(y),
            (x, y) => x.or(y)?,
        };
        let (high_a, high_b) = (self.extract(a, width - 1, at), self.extract(b, width - 1, at));
        let high = self.eq(high_a, high_b);
        if high == self.ff() {
            return Some(high);
        }
        let (low_a, low_b) = (self.extract(a, at - 1, 0), self.extract(b, at - 1, 0));
        let low = self.eq(low_a, low_b);
        Some(self.and(high, low))
    }

    /// `x ^ y == z` as `x ^ y ^ z == 0`, common operands gone.
    fn eq_xor(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.op(a) != Op::BvXor && self.op(b) != Op::BvXor {
            return None;
        }
        if let Some(value) = self.as_const(b).cloned() {
            return self.eq_xor_constant(a, &value);
        }
        let zero = self.zero(self.width(a));
        let all = self.bvxor(a, b);
        Some(self.eq(all, zero))
    }

    /// `k ^ x == value` without the `k`, `x ^ y == 0` without the operator. (A constant stays on the right: on the left it may turn the
    /// operator into a sum or a complement, whose rules would bring it back.)
    fn eq_xor_constant(&mut self, xor: Term, value: &Bv) -> Option<Term> {
        let args = self.args_vec(xor);
        if let Some(constant) = self.as_const(args[0]) {
            let value = constant.xor(value);
            let rest = if args.len() == 2 { args[1] } else { self.apply(Op::BvXor, &args[1..]) };
            let value = self.constant(value);
            return Some(self.eq(rest, value));
        }
        (args.len() == 2 && value.is_zero()).then(|| self.eq(args[0], args[1]))
    }

    fn intern_sorted_eq(&mut self, a: Term, b: Term) -> Term {
        self.intern(Op::Eq, Args::from_slice(&[a.min(b), a.max(b)]), Sort::Bool)
    }

    /// Equality of sums: their difference is 0, written with positive coefficients on both sides.
    fn eq_linear(&mut self, a: Term, b: Term) -> Option<Term> {
        let products = [a, b].iter().all(|&term| self.op(term) == Op::Mul);
        if !(products || self.is_linear(a) || self.is_linear(b)) {
            return None;
        }
        let width = self.width(a);
        let difference = self.sum_of(width, &[(a, Bv::one(width)), (b, Bv::ones(width))]);
        let Some((_, first)) = difference.terms.first() else { return Some(self.bool(difference.constant.is_zero())) };
        if let Some(constant) = self.constant_polynomial(&difference) {
            return Some(self.bool(constant.is_zero()));
        }
        let common_power = difference.terms.iter().map(|(_, coefficient)| coefficient.ctz_count()).min().unwrap_or(0);
        if difference.constant.ctz_count() < common_power {
            return Some(self.ff());
        }
        let difference = if first.is_negative() { difference.negated() } else { difference };
        if let [(atom, coefficient)] = &difference.terms[..] {
            return self.solve(*atom, coefficient, &difference.constant.neg());
        }
        let (left, right) = self.sides(difference);
        if left == b && right == a || left == a && right == b {
            return None;
        }
        Some(self.intern_sorted_eq(left, right))
    }

    /// `coefficient * atom == value`.
    fn solve(&mut self, atom: Term, coefficient: &Bv, value: &Bv) -> Option<Term> {
        let (width, n) = (value.width(), coefficient.ctz_count());
        // The odd part of the coefficient has an inverse modulo 2^width.
        let odd = coefficient.lshr_by(n);
        let quotient = value.lshr_by(n).mul(&inverse(&odd));
        let low = self.extract(atom, width - 1 - n, 0);
        let quotient = self.constant(quotient.trunc(width - n));
        Some(self.eq(low, quotient))
    }

    fn sides(&mut self, difference: Sum) -> (Term, Term) {
        let width = difference.width;
        let mut left = Sum { width, constant: Bv::zero(width), terms: Vec::new() };
        let mut right = Sum { width, constant: difference.constant.neg(), terms: Vec::new() };
        for (atom, coefficient) in difference.terms {
            if coefficient.is_negative() && !coefficient.is_min_signed() {
                right.terms.push((atom, coefficient.neg()));
            } else {
                left.terms.push((atom, coefficient));
            }
        }
        (self.write_sum(&left), self.write_sum(&right))
    }

    pub(super) fn simplify_ult(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.ff());
        }
        if let (Some(x), Some(y)) = (self.facts(a), self.facts(b)) {
            if x.umax < y.umin {
                return Some(self.tt());
            }
            if x.umin >= y.umax {
                return Some(self.ff());
            }
            // Only one value of one side is not less.
            if x.umin == y.umax - 1 || x.umax == y.umin {
                return Some(self.ne_at_bound(a, b));
            }
        }
        if let Some(result) = self.compare_ite(Op::Ult, a, b) {
            return Some(result);
        }
        if let Some(value) = self.as_const(b).cloned() {
            return self.ult_constant(a, &value);
        }
        if let Some(value) = self.as_const(a).cloned() {
            if value.is_ones() {
                return Some(self.ff());
            }
            let next = self.constant(value.add(&Bv::one(value.width())));
            let less = self.ult(b, next);
            return Some(self.not(less));
        }
        let sum = self.order_of_sum(a, b);
        sum.or_else(|| self.order_of_extensions(Op::Ult, a, b)).or_else(|| self.order_of_complements(Op::Ult, a, b))
    }

    /// `b + d < b` says that the sum overflows; `a < a + d` that it does not and `d` is not 0.
    fn order_of_sum(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.op(a) == Op::Add && self.args(a).contains(&b) {
            let rest = self.sub(a, b);
            return Some(self.uadd_overflow(b, rest));
        }
        if self.op(b) == Op::Add && self.args(b).contains(&a) {
            let rest = self.sub(b, a);
            let (overflow, zero) = (self.uadd_overflow(a, rest), self.is_zero(rest));
            let not_less = self.or(overflow, zero);
            return Some(self.not(not_less));
        }
        None
    }

    /// `a < b` where `umax(a) == umin(b)`: both are at that bound or less holds; where `umin(a) + 1 == umax(b)`: both must be at their bounds.
    fn ne_at_bound(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (x, y) = (*self.facts(a).expect("facts"), *self.facts(b).expect("facts"));
        if x.umax == y.umin {
            let bound = self.constant(Bv::from_u128(width, x.umax));
            let (at_a, at_b) = (self.eq(a, bound), self.eq(b, bound));
            let both = self.and(at_a, at_b);
            return self.not(both);
        }
        let (low, high) = (self.constant(Bv::from_u128(width, x.umin)), self.constant(Bv::from_u128(width, y.umax)));
        let (at_a, at_b) = (self.eq(a, low), self.eq(b, high));
        self.and(at_a, at_b)
    }

    fn ult_constant(&mut self, a: Term, value: &Bv) -> Option<Term> {
        let width = value.width();
        let zero = self.zero(width);
        if value.is_zero() {
            return Some(self.ff());
        }
        if value.is_one() {
            return Some(self.eq(a, zero));
        }
        if value.is_ones() {
            let ones = self.constant(value.clone());
            return Some(self.ne(a, ones));
        }
        if value.is_min_signed() {
            let negative = self.slt(a, zero);
            return Some(self.not(negative));
        }
        let args = self.args_vec(a);
        match self.op(a) {
            Op::BvNot => self.complement_below(Op::Ult, args[0], value),
            Op::Zext { .. } => {
                // The constant is in range: otherwise facts have decided.
                let narrow = self.constant(value.trunc(self.width(args[0])));
                Some(self.ult(args[0], narrow))
            }
            Op::Concat => {
                let low = self.width(*args.last()?);
                if value.ctz_count() < low {
                    return None;
                }
                let (high, bound) = (self.extract(a, width - 1, low), self.constant(value.extract(width - 1, low)));
                Some(self.ult(high, bound))
            }
            Op::Add => self.order_of_flipped(Op::Ult, a, value),
            _ => None,
        }
    }

    /// `~x < k` is `~k < x`.
    fn complement_below(&mut self, op: Op, x: Term, value: &Bv) -> Option<Term> {
        let bound = self.constant(value.not());
        Some(self.apply(op, &[bound, x]))
    }

    /// Adding the sign bit turns signed order into unsigned and back: `x + MIN < k`.
    fn order_of_flipped(&mut self, op: Op, a: Term, value: &Bv) -> Option<Term> {
        let x = self.without_sign_flip(a)?;
        let bound = self.constant(value.xor(&Bv::min_signed(value.width())));
        Some(if op == Op::Ult { self.slt(x, bound) } else { self.ult(x, bound) })
    }

    /// `x` when the term is `x + MIN`.
    fn without_sign_flip(&mut self, term: Term) -> Option<Term> {
        let args = self.args_vec(term);
        if self.op(term) != Op::Add || !args.iter().any(|&arg| self.as_const(arg).is_some_and(Bv::is_min_signed)) {
            return None;
        }
        let sign = self.constant(Bv::min_signed(self.width(term)));
        Some(self.add(term, sign))
    }

    fn order_of_extensions(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        match (self.op(a), self.op(b)) {
            (Op::Zext { .. }, Op::Zext { .. }) if op == Op::Ult => {
                let (x, y) = (self.args(a)[0], self.args(b)[0]);
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, inner), self.zext(y, inner));
                Some(self.ult(x, y))
            }
            (Op::Sext { .. }, Op::Sext { .. }) => {
                let (x, y) = (self.args(a)[0], self.args(b)[0]);
                let inner = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, inner), self.sext(y, inner));
                Some(self.apply(op, &[x, y]))
            }
            (Op::Concat, Op::Concat) if op == Op::Ult => self.order_of_concats(a, b),
            (Op::Add, Op::Add) => {
                let (x, y) = (self.without_sign_flip(a)?, self.without_sign_flip(b)?);
                Some(if op == Op::Ult { self.slt(x, y) } else { self.ult(x, y) })
            }
            _ => None,
        }
    }

    /// Concatenations with the same high or the same low part.
    fn order_of_concats(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (p, q) = (self.args_vec(a), self.args_vec(b));
        if p[0] == q[0] {
            let rest = width - self.width(p[0]);
            let (x, y) = (self.trunc(a, rest), self.trunc(b, rest));
            return Some(self.ult(x, y));
        }
        if p.last() == q.last() {
            let low = self.width(*p.last()?);
            let (x, y) = (self.extract(a, width - 1, low), self.extract(b, width - 1, low));
            return Some(self.ult(x, y));
        }
        None
    }

    /// `~x < ~y` is `y < x`; of `~x < y` and `~y < x` the one with the older complement.
    fn order_of_complements(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        match (self.arg_of(a, Op::BvNot), self.arg_of(b, Op::BvNot)) {
            (Some(x), Some(y)) => Some(self.apply(op, &[y, x])),
            (Some(x), None) if b < x => {
                let other = self.bvnot(b);
                Some(self.apply(op, &[other, x]))
            }
            (None, Some(y)) if a > y => {
                let other = self.bvnot(a);
                Some(self.apply(op, &[y, other]))
            }
            _ => None,
        }
    }

    pub(super) fn simplify_slt(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.ff());
        }
        if let (Some(x), Some(y)) = (self.facts(a), self.facts(b)) {
            if x.smax < y.smin {
                return Some(self.tt());
            }
            if x.smin >= y.smax {
                return Some(self.ff());
            }
        }
        match (self.known_sign(a), self.known_sign(b)) {
            (Some(x), Some(y)) if x == y => return Some(self.ult(a, b)),
            _ => {}
        }
        if let Some(result) = self.compare_ite(Op::Slt, a, b) {
            return Some(result);
        }
        if let Some(value) = self.as_const(b).cloned() {
            return self.slt_constant(a, &value);
        }
        if let Some(value) = self.as_const(a).cloned() {
            if value.is_max_signed() {
                return Some(self.ff());
            }
            let next = self.constant(value.add(&Bv::one(value.width())));
            let less = self.slt(b, next);
            return Some(self.not(less));
        }
        self.order_of_extensions(Op::Slt, a, b).or_else(|| self.order_of_complements(Op::Slt, a, b))
    }

    fn slt_constant(&mut self, a: Term, value: &Bv) -> Option<Term> {
        let width = value.width();
        if width == 1 {
            // −1 < 0 is the only case that is not decided yet.
            return Some(if value.is_zero() { self.bv_to_bool(a) } else { self.ff() });
        }
        if value.is_min_signed() {
            return Some(self.ff());
        }
        if value.is_max_signed() {
            let most = self.constant(value.clone());
            return Some(self.ne(a, most));
        }
        if value.sub(&Bv::one(width)).is_min_signed() {
            let least = self.constant(Bv::min_signed(width));
            return Some(self.eq(a, least));
        }
        let args = self.args_vec(a);
        match self.op(a) {
            Op::BvNot => self.complement_below(Op::Slt, args[0], value),
            Op::Sext { .. } => {
                let narrow = self.constant(value.trunc(self.width(args[0])));
                Some(self.slt(args[0], narrow))
            }
            Op::Add => match self.order_of_flipped(Op::Slt, a, value) {
                Some(result) => Some(result),
                None if value.is_zero() => self.carry_bit(a),
                None => None,
            },
            _ if value.is_zero() => self.sign_of_parts(a),
            _ => None,
        }
    }

    /// The sign of something whose highest bit is the bit of a part.
    fn sign_of_parts(&mut self, a: Term) -> Option<Term> {
        let width = self.width(a);
        let sign = self.extract(a, width - 1, width - 1);
        let whole = self.op(sign) == Op::Extract { hi: width - 1, lo: width - 1 } && self.args(sign)[0] == a;
        (!whole).then(|| self.bv_to_bool(sign))
    }
}

/// The inverse of an odd value modulo `2^width`, by Newton's iteration.
fn inverse(odd: &Bv) -> Bv {
    let two = Bv::from_u64(odd.width(), 2);
    let mut inverse = odd.clone();
    let mut correct = 3;
    while correct < odd.width() {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        correct *= 2;
    }
    inverse
}
