//! Choices between results of one operation: one operation on a choice of operands, so that one circuit is built instead of two.

use super::super::super::{Op, Pool, Term};
use crate::fp::FpOp;

impl Pool {
    /// `ite(c, f(x, y), f(x, z))` as `f(x, ite(c, y, z))`, for operations that differ in one operand; also where each of the two results
    /// is behind a guard, `ite(p, a, f(x, y))`, as the result of an operation that may be a NaN is.
    pub(in super::super) fn choose_operand(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        if let Some(merged) = self.choose_in_operation(c, a, b) {
            return Some(merged);
        }
        let (&[p, then_a, x], &[q, then_b, y]) = (self.args(a), self.args(b)) else { return None };
        if self.op(a) != Op::Ite || self.op(b) != Op::Ite {
            return None;
        }
        let number = self.choose_in_operation(c, x, y)?;
        let (guard, guarded) = (self.ite(c, p, q), self.ite(c, then_a, then_b));
        Some(self.ite(guard, guarded, number))
    }

    fn choose_in_operation(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let Op::Fp { op, fmt, rm } = self.op(a) else { return None };
        if self.op(b) != self.op(a) {
            return None;
        }
        let (mut args, mut others) = (self.args_vec(a), self.args_vec(b));
        if matches!(op, FpOp::Add | FpOp::Mul) && (args[0] == others[1] || args[1] == others[0]) {
            others.swap(0, 1);
        }
        let same_sorts = args.iter().zip(&others).all(|(&x, &y)| self.sort(x) == self.sort(y));
        let mut differing = (0..args.len()).filter(|&i| args[i] != others[i]);
        let (Some(place), None, true) = (differing.next(), differing.next(), same_sorts) else { return None };
        args[place] = self.ite(c, args[place], others[place]);
        Some(self.fp(op, fmt, rm, &args))
    }
}
