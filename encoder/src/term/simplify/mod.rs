//! Rewriting to normal form, one node at a time: the arguments are in normal form already.
//!
//! Each file holds the rules of one family of operators. A rule may build new nodes through the constructors; it must make progress (fewer
//! operators, narrower operands, or operands further down the order of the normal form), because nested building stops at a fixed depth.
//! Normal form in short: sums of scaled atoms ([`linear`]); wires (shifts by constants, masks by constants, extensions) as
//! `concat`/`extract`/`zext`/`sext`, with `extract` pushed into bitwise operators and low bits into arithmetic ([`slice`]);
//! conjunctions as sets of literals, comparisons with constants as intervals ([`boolean`], [`interval`]).

mod bitwise;
mod boolean;
mod compare;
mod division;
mod fp;
mod interval;
mod ite;
mod linear;
mod polynomial;
mod shift;
mod slice;

use super::eval::apply;
use super::pool::Args;
use super::{Op, Pool, Sort, Term};
use crate::bv::Bv;

impl Pool {
    /// A simpler term equal to `op` on `args` (commutative arguments sorted), or `None` to intern the node as it is.
    pub(super) fn simplify_node(&mut self, op: Op, args: &[Term], sort: Sort) -> Option<Term> {
        if let Some(folded) = self.fold_constants(op, args, sort) {
            return Some(folded);
        }
        if let Some(lifted) = self.lift_ite(op, args) {
            return Some(lifted);
        }
        match op {
            Op::Bool(_) | Op::Const(_) | Op::Var(_) | Op::App(_) => None,
            Op::Fp { op, fmt, rm } => self.simplify_fp(op, fmt, rm, args),
            Op::Not => self.simplify_not(args[0]),
            Op::And => self.simplify_and(args),
            Op::Ite => self.simplify_ite(args[0], args[1], args[2]),
            Op::Eq => self.simplify_eq(args[0], args[1]),
            Op::Ult => self.simplify_nan_test(args[0], args[1]).or_else(|| self.simplify_ult(args[0], args[1])),
            Op::Slt => self.simplify_slt(args[0], args[1]),
            Op::Add | Op::Neg => self.simplify_sum(op, args),
            Op::Mul => self.simplify_mul(args),
            Op::Udiv => self.simplify_udiv(args[0], args[1]),
            Op::Urem => self.simplify_urem(args[0], args[1]),
            Op::Sdiv => self.simplify_sdiv(args[0], args[1]),
            Op::Srem => self.simplify_srem(args[0], args[1]),
            Op::BvAnd => self.simplify_bvand(args),
            Op::BvOr => self.simplify_bvor(args),
            Op::BvXor => self.simplify_bvxor(args),
            Op::BvNot => self.simplify_bvnot(args[0]),
            Op::Shl => self.simplify_shl(args[0], args[1]),
            Op::Lshr => self.simplify_lshr(args[0], args[1]),
            Op::Ashr => self.simplify_ashr(args[0], args[1]),
            Op::Concat => self.simplify_concat(args),
            Op::Extract { hi, lo } => self.simplify_extract(args[0], hi, lo),
            Op::Zext { width } => self.simplify_zext(args[0], width),
            Op::Sext { width } => self.simplify_sext(args[0], width),
        }
    }

    /// Interns a node, or finds that facts leave it only one value.
    pub(super) fn intern_or_known(&mut self, op: Op, args: Args, sort: Sort) -> Term {
        let term = self.intern(op, args, sort);
        match self.facts(term).and_then(|facts| facts.value()) {
            Some(value) => self.constant(Bv::from_u128(sort.width(), value)),
            None => term,
        }
    }

    fn fold_constants(&mut self, op: Op, args: &[Term], sort: Sort) -> Option<Term> {
        let values = args.iter().map(|&arg| self.as_value(arg)).collect::<Option<Vec<Bv>>>()?;
        let value = apply(op, &values)?;
        Some(self.value(sort, &value))
    }

    /// `f(ite(c, k1, k2), k3)` is `ite(c, f(k1, k3), f(k2, k3))` for constants `k`.
    fn lift_ite(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        if matches!(op, Op::Ite | Op::And | Op::Not | Op::App(_)) {
            return None;
        }
        let mut condition = None;
        let mut branches = [Args::new(), Args::new()];
        for &arg in args {
            if let Some([c, then, otherwise]) = self.constant_ite(arg) {
                if *condition.get_or_insert(c) != c {
                    return None;
                }
                branches[0].push(then);
                branches[1].push(otherwise);
            } else if self.as_value(arg).is_some() {
                branches.iter_mut().for_each(|branch| branch.push(arg));
            } else {
                return None;
            }
        }
        let condition = condition?;
        let [then, otherwise] = branches.map(|branch| self.apply(op, &branch));
        Some(self.ite(condition, then, otherwise))
    }

    /// The parts of an `ite` between bit-vector constants.
    pub(super) fn constant_ite(&self, term: Term) -> Option<[Term; 3]> {
        let Op::Ite = self.op(term) else { return None };
        let &[condition, then, otherwise] = self.args(term) else { return None };
        (self.as_const(then).is_some() && self.as_const(otherwise).is_some()).then_some([condition, then, otherwise])
    }

    /// The argument of a unary operator node.
    pub(super) fn arg_of(&self, term: Term, op: Op) -> Option<Term> {
        (self.op(term) == op).then(|| self.args(term)[0])
    }

    pub(super) fn is_const_zero(&self, term: Term) -> bool {
        self.as_const(term).is_some_and(Bv::is_zero)
    }

    pub(super) fn is_const_ones(&self, term: Term) -> bool {
        self.as_const(term).is_some_and(Bv::is_ones)
    }

    pub(super) fn zero(&mut self, width: u32) -> Term {
        self.constant(Bv::zero(width))
    }

    pub(super) fn ones(&mut self, width: u32) -> Term {
        self.constant(Bv::ones(width))
    }
}
