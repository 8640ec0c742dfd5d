//! Comparisons with constants as intervals, to decide conjunctions of them; and pairs of comparisons of the same two terms.

use super::super::pool::Args;
use super::{Op, Pool, Term};
use crate::bv::Bv;

/// The values `first, first + 1, …, last` of `base`, wrapping around; never all values.
#[derive(Clone, PartialEq, Eq)]
struct Interval {
    base: Term,
    first: Bv,
    last: Bv,
}

impl Interval {
    fn contains(&self, value: &Bv) -> bool {
        value.sub(&self.first).ule(&self.last.sub(&self.first))
    }

    /// Every value of `other` is in this interval.
    fn includes(&self, other: &Interval) -> bool {
        let (first, last) = (other.first.sub(&self.first), other.last.sub(&self.first));
        first.ule(&last) && last.ule(&self.last.sub(&self.first))
    }

    fn disjoint(&self, other: &Interval) -> bool {
        !self.contains(&other.first) && !other.contains(&self.first)
    }

    fn complement(self) -> Interval {
        let one = Bv::one(self.first.width());
        Interval { base: self.base, first: self.last.add(&one), last: self.first.sub(&one) }
    }
}

impl Pool {
    /// The interval that a literal restricts a term to.
    fn interval(&self, literal: Term) -> Option<Interval> {
        if let Some(negated) = self.arg_of(literal, Op::Not) {
            return self.interval(negated).map(Interval::complement);
        }
        let op = self.op(literal);
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            return None;
        }
        let &[a, b] = self.args(literal) else { return None };
        let (constant, term) = match (self.as_const(a), self.as_const(b)) {
            (Some(constant), None) if op == Op::Eq => (constant.clone(), b),
            (None, Some(constant)) => (constant.clone(), a),
            _ => return None,
        };
        let width = constant.width();
        let (first, last) = match op {
            Op::Ult if constant.is_zero() => return None,
            Op::Slt if constant.is_min_signed() => return None,
            Op::Ult => (Bv::zero(width), constant.sub(&Bv::one(width))),
            Op::Slt => (Bv::min_signed(width), constant.sub(&Bv::one(width))),
            _ => return Some(self.equal_high_bits(term, constant)),
        };
        // Of a sum, the constant moves to the other side.
        Some(match self.split_offset(term) {
            Some((base, offset)) => Interval { base, first: first.sub(&offset), last: last.sub(&offset) },
            None => Interval { base: term, first, last },
        })
    }

    /// `term == constant`; of the high bits of something, that is an interval of all of it.
    fn equal_high_bits(&self, term: Term, constant: Bv) -> Interval {
        if let Op::Extract { hi, lo } = self.op(term) {
            let base = self.args(term)[0];
            let width = self.width(base);
            if hi + 1 == width {
                let first = constant.zext(width).shl_by(lo);
                let last = first.or(&Bv::low_mask(width, lo));
                return match self.split_offset(base) {
                    Some((base, offset)) => Interval { base, first: first.sub(&offset), last: last.sub(&offset) },
                    None => Interval { base, first, last },
                };
            }
        }
        Interval { base: term, first: constant.clone(), last: constant }
    }

    /// `x` and `k` when the term is the sum `k + x` of two.
    fn split_offset(&self, term: Term) -> Option<(Term, Bv)> {
        if let (Op::Add, &[a, b]) = (self.op(term), self.args(term)) {
            match (self.as_const(a), self.as_const(b)) {
                (Some(offset), _) => return Some((b, offset.clone())),
                (_, Some(offset)) => return Some((a, offset.clone())),
                _ => {}
            }
        }
        None
    }

    /// Drops implied comparisons and finds contradictions; whether something changed.
    pub(super) fn reduce_by_comparisons(&mut self, set: &mut Args) -> bool {
        let intervals: Vec<Option<Interval>> = set.iter().map(|&literal| self.interval(literal)).collect();
        for i in 0..set.len() {
            for j in 0..set.len() {
                if i == j {
                    continue;
                }
                if let (Some(a), Some(b)) = (&intervals[i], &intervals[j])
                    && a.base == b.base
                    && a.first.width() == b.first.width()
                {
                    if b.includes(a) && (a != b || i < j) {
                        set.remove(j);
                        return true;
                    }
                    if a.disjoint(b) {
                        set[i] = self.ff();
                        return true;
                    }
                } else if let Some(merged) = self.merge_comparisons(set[i], set[j]) {
                    set[i] = merged;
                    set.remove(j);
                    return true;
                }
            }
        }
        false
    }

    /// The conjunction of two comparisons of the same two terms, when one comparison says it.
    fn merge_comparisons(&mut self, a: Term, b: Term) -> Option<Term> {
        let (atom_a, atom_b) = (self.arg_of(a, Op::Not).unwrap_or(a), self.arg_of(b, Op::Not).unwrap_or(b));
        let (positive_a, positive_b) = (atom_a == a, atom_b == b);
        let (op_a, op_b) = (self.op(atom_a), self.op(atom_b));
        if !matches!(op_a, Op::Ult | Op::Slt) || !(op_b == Op::Eq || op_b == op_a) || atom_a == atom_b {
            return None;
        }
        let (&[x, y], &[p, q]) = (self.args(atom_a), self.args(atom_b)) else { return None };
        if !((x, y) == (p, q) || (x, y) == (q, p)) {
            return None;
        }
        Some(match (op_b == Op::Eq, positive_a, positive_b) {
            // x < y and x == y, x < y and y < x.
            (_, true, true) => self.ff(),
            // x < y implies x != y and not y < x.
            (_, true, false) => a,
            // y < x implies not x < y, and so does x == y.
            (_, false, true) => b,
            // not x < y and x != y: y < x.
            (true, false, false) => self.apply(op_a, &[y, x]),
            // neither is less.
            (false, false, false) => self.eq(x, y),
        })
    }
}
