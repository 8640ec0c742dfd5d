//! Rewriting to normal form, one node at a time: the arguments are in normal form already.

use super::eval::apply;
use super::{Op, Pool, Sort, Term};
use crate::bv::Bv;

impl Pool {
    /// A simpler term equal to `op` on `args` (commutative arguments sorted), or `None` to intern the node as it is.
    pub(super) fn simplify_node(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        if let Some(values) = args.iter().map(|&arg| self.as_value(arg)).collect::<Option<Vec<Bv>>>()
            && let Some(value) = apply(op, &values)
        {
            let sort = match op {
                Op::Not | Op::And | Op::Eq | Op::Ult | Op::Slt | Op::Bool(_) => Sort::Bool,
                Op::Ite => self.sort(args[1]),
                Op::Fp { op, fmt, .. } if op.result_width(fmt).is_none() => Sort::Bool,
                _ => Sort::Bv(value.width()),
            };
            return Some(self.value(sort, &value));
        }
        match op {
            Op::Not => match self.op(args[0]) {
                Op::Not => Some(self.args(args[0])[0]),
                _ => None,
            },
            Op::And => self.simplify_and(args),
            Op::Ite => match self.as_bool(args[0]) {
                Some(true) => Some(args[1]),
                Some(false) => Some(args[2]),
                None => (args[1] == args[2]).then_some(args[1]),
            },
            Op::Eq => (args[0] == args[1]).then_some(self.tt()),
            Op::Ult | Op::Slt => (args[0] == args[1]).then_some(self.ff()),
            Op::Extract { hi, lo } => (lo == 0 && hi + 1 == self.width(args[0])).then_some(args[0]),
            Op::Zext { width } | Op::Sext { width } => (width == self.width(args[0])).then_some(args[0]),
            _ => None,
        }
    }

    fn simplify_and(&mut self, args: &[Term]) -> Option<Term> {
        let [a, b] = *args else { return None };
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(false), _) | (_, Some(false)) => Some(self.ff()),
            (Some(true), _) => Some(b),
            (_, Some(true)) => Some(a),
            _ => (a == b).then_some(a),
        }
    }
}
