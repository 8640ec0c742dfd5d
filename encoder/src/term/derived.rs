//! Operations without a node of their own: overflow conditions, magnitude, bit counts. One canonical term for each, whatever the operands.

use super::{Op, Pool, Term};
use crate::bv::Bv;

/// Whether an operation on operands of one width overflows that width.
impl Pool {
    /// The unsigned sum does not fit.
    pub fn uadd_overflow(&mut self, a: Term, b: Term) -> Term {
        let room = self.bvnot(a);
        self.ult(room, b)
    }

    /// The unsigned difference does not fit: `a < b`.
    pub fn usub_overflow(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// The signed sum does not fit.
    pub fn sadd_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        for (x, constant) in [(a, b), (b, a)] {
            if let Some(value) = self.as_const(constant).cloned() {
                let (min, max) = (Bv::min_signed(width), Bv::max_signed(width));
                let limit = self.constant(if value.is_negative() { min.sub(&value) } else { max.sub(&value) });
                return if value.is_negative() { self.slt(x, limit) } else { self.slt(limit, x) };
            }
        }
        if self.sums_fit(a, b, false) {
            return self.ff();
        }
        // Operands of one sign, a sum of the other.
        let sum = self.add(a, b);
        let [a, b, sum] = [a, b, sum].map(|term| self.is_negative(term));
        let (same, flipped) = (self.eq(a, b), self.ne(a, sum));
        let (same_too, flipped_too) = (same, self.ne(b, sum));
        let either = self.and(same, flipped);
        let or = self.and(same_too, flipped_too);
        self.and(either, or)
    }

    /// The signed difference does not fit.
    pub fn ssub_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(value) = self.as_const(b).cloned() {
            let (min, max) = (Bv::min_signed(width), Bv::max_signed(width));
            let limit = self.constant(if value.is_negative() { max.add(&value) } else { min.add(&value) });
            return if value.is_negative() { self.slt(limit, a) } else { self.slt(a, limit) };
        }
        if self.sums_fit(a, b, true) {
            return self.ff();
        }
        // Operands of different signs, a difference of the sign of the second.
        let difference = self.sub(a, b);
        let [a, b, difference] = [a, b, difference].map(|term| self.is_negative(term));
        let (differ, flipped) = (self.ne(a, b), self.ne(a, difference));
        self.and(differ, flipped)
    }

    /// The unsigned product does not fit.
    pub fn umul_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some((x, factor)) = self.constant_operand(a, b) {
            return match factor.is_zero() {
                true => self.ff(),
                false => {
                    let limit = self.constant(Bv::ones(width).udiv(&factor));
                    self.ult(limit, x)
                }
            };
        }
        let (wide_a, wide_b) = (self.zext(a, 2 * width), self.zext(b, 2 * width));
        let product = self.mul(wide_a, wide_b);
        let high = self.extract(product, 2 * width - 1, width);
        let zero = self.is_zero(high);
        self.not(zero)
    }

    /// The signed product does not fit.
    pub fn smul_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some((x, factor)) = self.constant_operand(a, b) {
            return self.smul_constant_overflow(x, &factor);
        }
        let (wide_a, wide_b) = (self.sext(a, 2 * width), self.sext(b, 2 * width));
        let (product, wide) = (self.mul(a, b), self.mul(wide_a, wide_b));
        let extended = self.sext(product, 2 * width);
        self.ne(wide, extended)
    }

    fn constant_operand(&self, a: Term, b: Term) -> Option<(Term, Bv)> {
        self.as_const(b).map(|value| (a, value.clone())).or_else(|| self.as_const(a).map(|value| (b, value.clone())))
    }

    /// Outside `MIN / factor ..= MAX / factor`, or the other way round for a negative factor.
    fn smul_constant_overflow(&mut self, x: Term, factor: &Bv) -> Term {
        let width = factor.width();
        let (min, max) = (Bv::min_signed(width), Bv::max_signed(width));
        if factor.is_zero() {
            return self.ff();
        }
        if factor.is_ones() {
            let min = self.constant(min);
            return self.eq(x, min);
        }
        let (least, most) = if factor.is_negative() { (max, min) } else { (min, max) };
        let (least, most) = (self.constant(least.sdiv(factor)), self.constant(most.sdiv(factor)));
        let (below, above) = (self.slt(x, least), self.slt(most, x));
        self.or(below, above)
    }

    /// Facts exclude that the signed sum (or difference) leaves the width.
    fn sums_fit(&self, a: Term, b: Term, difference: bool) -> bool {
        let width = self.width(a);
        let (Some(a), Some(b)) = (self.facts(a), self.facts(b)) else { return false };
        let (least, most) = if difference {
            (a.smin.checked_sub(b.smax), a.smax.checked_sub(b.smin))
        } else {
            (a.smin.checked_add(b.smin), a.smax.checked_add(b.smax))
        };
        let fits = |end: Option<i128>| end.is_some_and(|end| end >= i128::MIN >> (128 - width) && end <= i128::MAX >> (128 - width));
        fits(least) && fits(most)
    }
}

/// Most bits whose number is counted in one word: the count must fit into a byte.
const POPCOUNT_WORD: u32 = 128;

/// The lower `size` bits of every field of `2 * size` bits.
fn low_halves(width: u32, size: u32) -> Bv {
    let field = Bv::from_u64(width, (1 << size) - 1);
    repeated(&field, 2 * size)
}

/// The number 1 in every byte.
fn ones_in_bytes(width: u32) -> Bv {
    repeated(&Bv::one(width), 8)
}

/// A pattern in every field of `size` bits.
fn repeated(field: &Bv, size: u32) -> Bv {
    let width = field.width();
    (0..width).step_by(size as usize).fold(Bv::zero(width), |all, at| all.or(&field.shl(&Bv::from_u64(width, at.into()))))
}

/// Magnitude and bit counts.
impl Pool {
    /// The magnitude; the smallest signed value maps to itself. `x`, `-x` and the magnitude of `x` have the same magnitude term.
    pub fn abs(&mut self, a: Term) -> Term {
        if self.op(a) == Op::Ite {
            let arms = [self.args(a)[1], self.args(a)[2]];
            if arms.into_iter().any(|arm| self.magnitude(arm) == a) {
                return a;
            }
        }
        self.magnitude(a)
    }

    fn magnitude(&mut self, a: Term) -> Term {
        let negated = self.neg(a);
        let (positive, negated) = if self.leads_negative(a) { (negated, a) } else { (a, negated) };
        let negative = self.is_negative(positive);
        self.ite(negative, negated, positive)
    }

    /// The number of one bits, modulo `2^width`: the counts of ever larger fields side by side in one word, as optimisers and people write
    /// it by hand ("Hacker's Delight", 2nd edition, figure 5-2), so that both share their terms.
    pub fn ctpop(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let mut total = self.bv_u64(width, 0);
        for low in (0..width).step_by(POPCOUNT_WORD as usize) {
            let word = self.extract(a, width.min(low + POPCOUNT_WORD) - 1, low);
            let count = self.ctpop_of_word(word);
            let count = if self.width(count) < width { self.zext(count, width) } else { self.trunc(count, width) };
            total = self.add(total, count);
        }
        total
    }

    /// [`Pool::ctpop`] of at most [`POPCOUNT_WORD`] bits, at the next power of two of their number.
    fn ctpop_of_word(&mut self, a: Term) -> Term {
        let width = self.width(a).next_power_of_two();
        let mut fields = self.zext(a, width);
        // Fields of `size` bits become fields of twice that size; sums of bytes fit into bytes.
        for size in [1, 2, 4].into_iter().take_while(|&size| size < width) {
            let mask = self.constant(low_halves(width, size));
            let amount = self.bv_u64(width, size.into());
            let high = self.lshr(fields, amount);
            fields = match size {
                1 => {
                    let high = self.bvand(high, mask);
                    self.sub(fields, high)
                }
                2 => {
                    let (low, high) = (self.bvand(fields, mask), self.bvand(high, mask));
                    self.add(high, low)
                }
                _ => {
                    let sum = self.add(high, fields);
                    self.bvand(sum, mask)
                }
            };
        }
        if width <= 8 {
            return fields;
        }
        let (ones, top) = (self.constant(ones_in_bytes(width)), self.bv_u64(width, (width - 8).into()));
        let sum = self.mul(fields, ones);
        self.lshr(sum, top)
    }

    /// The number of leading zero bits (the width for 0), modulo `2^width`.
    pub fn clz(&mut self, a: Term) -> Term {
        let width = self.width(a);
        (0..width).fold(self.bv_u64(width, width.into()), |acc, i| {
            let (bit, count) = (self.bit(a, i), self.bv_u64(width, (width - 1 - i).into()));
            self.ite(bit, count, acc)
        })
    }

    /// The number of trailing zero bits (the width for 0), modulo `2^width`.
    pub fn ctz(&mut self, a: Term) -> Term {
        let width = self.width(a);
        (0..width).rev().fold(self.bv_u64(width, width.into()), |acc, i| {
            let (bit, count) = (self.bit(a, i), self.bv_u64(width, i.into()));
            self.ite(bit, count, acc)
        })
    }
}
