//! Bitwise operators: flat, complement-free where possible, sliced at the boundaries of constants and concatenations.

use super::super::pool::Args;
use super::{Op, Pool, Sort, Term};
use crate::bv::Bv;

/// Operators longer than this are not flattened into larger ones.
const MAX_ARGS: usize = 16;

/// A constant with more runs of equal bits than this stays a mask.
const MAX_RUNS: u32 = 5;

impl Pool {
    /// Splits arguments into the constant they amount to (folded with `fold` from `start`) and the others, nested nodes of `op` flattened.
    fn flatten(&self, op: Op, args: &[Term], start: Bv, fold: fn(&Bv, &Bv) -> Bv) -> (Bv, Args) {
        let mut constant = start;
        let mut rest = Args::new();
        let mut stack: Vec<Term> = args.to_vec();
        while let Some(term) = stack.pop() {
            if let Some(value) = self.as_const(term) {
                constant = fold(&constant, value);
            } else if self.op(term) == op && rest.len() + stack.len() + self.args(term).len() <= MAX_ARGS {
                stack.extend_from_slice(self.args(term));
            } else {
                rest.push(term);
            }
        }
        rest.sort_unstable();
        (constant, rest)
    }

    pub(super) fn simplify_bvand(&mut self, args: &[Term]) -> Option<Term> {
        let width = self.width(args[0]);
        let (constant, mut rest) = self.flatten(Op::BvAnd, args, Bv::ones(width), Bv::and);
        rest.dedup();
        if constant.is_zero() || self.has_complements(&rest) {
            return Some(self.zero(width));
        }
        self.absorb(Op::BvOr, &mut rest);
        if let Some(result) = self.bitwise_choice(Op::BvAnd, &constant, &rest) {
            return Some(result);
        }
        if let Some(result) = self.de_morgan(Op::BvAnd, &constant, &rest) {
            return Some(result);
        }
        self.finish_bitwise(Op::BvAnd, constant, rest)
    }

    pub(super) fn simplify_bvor(&mut self, args: &[Term]) -> Option<Term> {
        let width = self.width(args[0]);
        let (constant, mut rest) = self.flatten(Op::BvOr, args, Bv::zero(width), Bv::or);
        rest.dedup();
        if constant.is_ones() || self.has_complements(&rest) {
            return Some(self.ones(width));
        }
        self.absorb(Op::BvAnd, &mut rest);
        if let Some(result) = self.bitwise_choice(Op::BvOr, &constant, &rest) {
            return Some(result);
        }
        if let Some(result) = self.de_morgan(Op::BvOr, &constant, &rest) {
            return Some(result);
        }
        self.finish_bitwise(Op::BvOr, constant, rest)
    }

    pub(super) fn simplify_bvxor(&mut self, args: &[Term]) -> Option<Term> {
        let width = self.width(args[0]);
        let (mut constant, rest) = self.flatten(Op::BvXor, args, Bv::zero(width), Bv::xor);
        let mut odd = Args::new();
        for term in rest {
            let term = match self.arg_of(term, Op::BvNot) {
                Some(inner) => {
                    constant = constant.not();
                    inner
                }
                None => term,
            };
            match odd.iter().position(|&other| other == term) {
                Some(at) => _ = odd.remove(at),
                None => odd.push(term),
            }
        }
        odd.sort_unstable();
        if constant.is_ones() && !odd.is_empty() {
            let rest = self.finish_bitwise(Op::BvXor, Bv::zero(width), odd)?;
            return Some(self.bvnot(rest));
        }
        if constant.is_min_signed() && !odd.is_empty() {
            let rest = self.finish_bitwise(Op::BvXor, Bv::zero(width), odd)?;
            let sign = self.constant(constant);
            return Some(self.add(rest, sign));
        }
        self.finish_bitwise(Op::BvXor, constant, odd)
    }

    pub(super) fn simplify_bvnot(&mut self, a: Term) -> Option<Term> {
        let width = self.width(a);
        let args = self.args_vec(a);
        match self.op(a) {
            Op::BvNot => Some(args[0]),
            Op::BvXor if self.as_const(args[0]).is_some() => {
                let flipped = self.as_const(args[0]).expect("a constant").not();
                let mut flipped = Args::from_slice(&[self.constant(flipped)]);
                flipped.extend_from_slice(&args[1..]);
                Some(self.apply(Op::BvXor, &flipped))
            }
            Op::Concat => {
                let parts: Args = args.iter().map(|&arg| self.bvnot(arg)).collect();
                Some(self.apply(Op::Concat, &parts))
            }
            Op::Sext { .. } => {
                let inner = self.bvnot(args[0]);
                Some(self.sext(inner, width))
            }
            Op::Zext { .. } => {
                let (ones, inner) = (self.ones(width - self.width(args[0])), self.bvnot(args[0]));
                Some(self.concat(ones, inner))
            }
            Op::Add | Op::Neg => {
                let sum = self.sum_of(width, &[(a, Bv::ones(width))]);
                let mut sum = sum;
                sum.constant = sum.constant.sub(&Bv::one(width));
                Some(self.write_sum(&sum))
            }
            _ => None,
        }
    }

    fn has_complements(&self, terms: &[Term]) -> bool {
        terms.iter().any(|&term| self.arg_of(term, Op::BvNot).is_some_and(|inner| terms.contains(&inner)))
    }

    /// Drops arguments of the dual operator that contain another argument: `x & (x | y)` is `x`.
    fn absorb(&self, dual: Op, terms: &mut Args) {
        let all = terms.clone();
        terms.retain(|term| self.op(*term) != dual || !self.args(*term).iter().any(|part| all.contains(part)));
    }

    /// An argument `ite(c, k1, k2)` of 0 and −1 selects.
    fn bitwise_choice(&mut self, op: Op, constant: &Bv, rest: &Args) -> Option<Term> {
        let at = rest.iter().position(|&term| {
            self.constant_ite(term).is_some_and(|[_, a, b]| {
                (self.is_const_zero(a) || self.is_const_ones(a)) && (self.is_const_zero(b) || self.is_const_ones(b))
            })
        })?;
        let mut others: Args = rest.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &term)| term).collect();
        others.push(self.constant(constant.clone()));
        let [c, a, b] = self.constant_ite(rest[at])?;
        let mut branch = |value: Term| {
            let mut args = others.clone();
            args.push(value);
            self.apply(op, &args)
        };
        let (then, otherwise) = (branch(a), branch(b));
        Some(self.ite(c, then, otherwise))
    }

    /// All arguments are complements: the complement of the dual operator.
    fn de_morgan(&mut self, op: Op, constant: &Bv, rest: &Args) -> Option<Term> {
        let neutral = if op == Op::BvAnd { constant.is_ones() } else { constant.is_zero() };
        if !neutral || rest.len() < 2 {
            return None;
        }
        let inner: Option<Args> = rest.iter().map(|&term| self.arg_of(term, Op::BvNot)).collect();
        let dual = self.apply(if op == Op::BvAnd { Op::BvOr } else { Op::BvAnd }, &inner?);
        Some(self.bvnot(dual))
    }

    /// The node for a constant and other arguments, sliced where that takes operands apart.
    fn finish_bitwise(&mut self, op: Op, constant: Bv, rest: Args) -> Option<Term> {
        let width = constant.width();
        let neutral = if op == Op::BvAnd { constant.is_ones() } else { constant.is_zero() };
        match (rest.len(), neutral) {
            (0, _) => return Some(self.constant(constant)),
            (1, true) => return Some(rest[0]),
            _ => {}
        }
        if let [x] = rest[..]
            && self.masks_nothing(op, &constant, x)
        {
            return Some(x);
        }
        let mut args = Args::new();
        if !neutral {
            args.push(self.constant(constant.clone()));
        }
        args.extend(rest);
        if op == Op::BvXor && self.all_disjoint(&args) {
            return Some(self.bvor_of(&args));
        }
        if op != Op::BvXor
            && !neutral
            && let Some(at) = self.mask_boundary(&constant)
        {
            return Some(self.split(op, &args, at));
        }
        if let Some(at) = self.common_boundary(&args) {
            return Some(self.split(op, &args, at));
        }
        Some(self.intern_or_known(op, args, Sort::Bv(width)))
    }

    fn bvor_of(&mut self, args: &Args) -> Term {
        self.apply(Op::BvOr, args)
    }

    /// `x & constant` or `x | constant` that known bits make `x`.
    fn masks_nothing(&self, op: Op, constant: &Bv, x: Term) -> bool {
        let (Some(facts), Some(value)) = (self.facts(x), constant.to_u128()) else { return false };
        match op {
            Op::BvAnd => facts.possible() & !value == 0,
            Op::BvOr => value & !facts.ones == 0,
            _ => false,
        }
    }

    /// The end of the lowest run of equal bits of a mask with few runs; `None` when it has only one.
    fn mask_boundary(&self, mask: &Bv) -> Option<u32> {
        let changes = mask.xor(&mask.lshr_by(1).or(&mask.and(&Bv::min_signed(mask.width()))));
        let runs = changes.ctpop_count() + 1;
        (runs > 1 && runs <= MAX_RUNS).then(|| changes.ctz_count() + 1)
    }

    /// Where a concatenation among operands that are all cheap to slice ends.
    fn common_boundary(&self, args: &Args) -> Option<u32> {
        let sliceable = |&term: &Term| {
            use Op::{BvAnd, BvNot, BvOr, BvXor, Concat, Const, Extract, Sext, Var, Zext};
            matches!(self.op(term), Const(_) | Var(_) | Extract { .. } | Zext { .. } | Sext { .. } | Concat | BvAnd | BvOr | BvXor | BvNot)
        };
        if !args.iter().all(sliceable) {
            return None;
        }
        let boundary = |&term: &Term| match self.op(term) {
            Op::Concat => self.args(term).last().map(|&low| self.width(low)),
            Op::Zext { .. } => Some(self.width(self.args(term)[0])),
            _ => None,
        };
        args.iter().filter_map(boundary).min()
    }

    fn split(&mut self, op: Op, args: &Args, at: u32) -> Term {
        let width = self.width(args[0]);
        let high: Args = args.iter().map(|&arg| self.extract(arg, width - 1, at)).collect();
        let low: Args = args.iter().map(|&arg| self.extract(arg, at - 1, 0)).collect();
        let (high, low) = (self.apply(op, &high), self.apply(op, &low));
        self.concat(high, low)
    }
}
