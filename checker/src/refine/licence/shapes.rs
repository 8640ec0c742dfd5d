//! Rewrites that LangRef names by their shape: fused products and sums (`contract`), quotients as products with reciprocals (`arcp`).

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::{FpOp, RoundingMode, fp_eval};
use llvet_ir::{FastMath, Inst, Operand};

use super::matching::{Matcher, common, flags_within, within};
use super::view::{Arith, one};

impl<'a> Matcher<'a> {
    /// The target's operand is the negation of the source's.
    fn negated(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        if let (Some((fmt, a)), Some((_, b))) = (self.src.constant(s), self.tgt.constant(t)) {
            return a.xor(&Bv::min_signed(fmt.width())) == b;
        }
        if let Some((Arith::Neg, inst, args)) = self.tgt.arith(t)
            && inst.flags.fmf.is_empty()
        {
            return self.operand(s, args[0]);
        }
        matches!(self.src.arith(s), Some((Arith::Neg, _, args)) if self.operand(args[0], t))
    }

    /// `a·b + c` fused, under `contract` on both; a `fmuladd` fused or split.
    pub(super) fn contracted(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        let Some((op, outer, args)) = self.src.arith(s) else { return false };
        if op == Arith::Fmuladd {
            return self.muladd(outer, &args, t);
        }
        let Some((Arith::Fma | Arith::Fmuladd, fused, parts)) = self.tgt.arith(t) else { return false };
        if !matches!(op, Arith::Add | Arith::Sub) || !outer.flags.fmf.has(FastMath::CONTRACT) {
            return false;
        }
        for (product, addend) in [(0, 1), (1, 0)] {
            let Some((Arith::Mul, inner, factors)) = self.src.arith(args[product]) else { continue };
            let region = [outer, inner];
            if !inner.flags.fmf.has(FastMath::CONTRACT) || !within(&[fused], common(&region)) {
                continue;
            }
            let minus_addend = op == Arith::Sub && addend == 1;
            let minus_product = op == Arith::Sub && product == 1;
            let addend_matches = if minus_addend { self.negated(args[addend], parts[2]) } else { self.operand(args[addend], parts[2]) };
            if addend_matches && self.factors(&factors, [parts[0], parts[1]], minus_product) {
                self.used.add(FastMath::CONTRACT, &region);
                return true;
            }
        }
        false
    }

    /// Factors in either order; one of them negated when `minus`.
    fn factors(&mut self, s: &[&'a Operand], t: [&'a Operand; 2], minus: bool) -> bool {
        let orders = [[t[0], t[1]], [t[1], t[0]]];
        orders.into_iter().any(|[x, y]| {
            if minus {
                self.negated(s[0], x) && self.operand(s[1], y) || self.operand(s[0], x) && self.negated(s[1], y)
            } else {
                self.operand(s[0], x) && self.operand(s[1], y)
            }
        })
    }

    /// `fmuladd` is either of its forms without any licence.
    fn muladd(&mut self, outer: &'a Inst, args: &[&'a Operand], t: &'a Operand) -> bool {
        match self.tgt.arith(t) {
            Some((Arith::Fma, inst, parts)) => {
                flags_within(inst.flags, outer.flags) && self.operand(args[2], parts[2]) && self.factors(args, [parts[0], parts[1]], false)
            }
            Some((Arith::Add, sum, parts)) => [(0, 1), (1, 0)].into_iter().any(|(product, addend)| {
                let Some((Arith::Mul, inner, factors)) = self.tgt.arith(parts[product]) else { return false };
                within(&[sum, inner], outer.flags.fmf)
                    && self.operand(args[2], parts[addend])
                    && self.factors(args, [factors[0], factors[1]], false)
            }),
            _ => false,
        }
    }

    /// `a / b` as `a · (1 / b)`, and `a / (b / c)` as `a · (c / b)` and back, under `arcp`.
    pub(super) fn reciprocal(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        let (Some((sop, s_inst, sa)), Some((top, t_inst, ta))) = (self.src.arith(s), self.tgt.arith(t)) else { return false };
        if !s_inst.flags.fmf.has(FastMath::ARCP) {
            return false;
        }
        match (sop, top) {
            (Arith::Div, Arith::Mul) => self.divided(s_inst, &sa, t_inst, &ta),
            (Arith::Mul, Arith::Div) => self.multiplied(s_inst, &sa, t_inst, &ta),
            _ => false,
        }
    }

    fn divided(&mut self, s_inst: &'a Inst, sa: &[&'a Operand], t_inst: &'a Inst, ta: &[&'a Operand]) -> bool {
        for (x, y) in [(ta[0], ta[1]), (ta[1], ta[0])] {
            if let (Some((fmt, divisor)), Some((_, factor))) = (self.src.constant(sa[1]), self.tgt.constant(y))
                && fp_eval(FpOp::Div, fmt, RoundingMode::NearestTiesToEven, &[one(fmt), divisor]) == factor
                && within(&[t_inst], s_inst.flags.fmf)
                && self.operand(sa[0], x)
            {
                self.used.add(FastMath::ARCP, &[s_inst]);
                return true;
            }
            let Some((Arith::Div, q_inst, q)) = self.tgt.arith(y) else { continue };
            if self.tgt.is_one(q[0]) && within(&[t_inst, q_inst], s_inst.flags.fmf) && self.operand(sa[0], x) && self.operand(sa[1], q[1]) {
                self.used.add(FastMath::ARCP, &[s_inst]);
                return true;
            }
            if let Some((Arith::Div, inner, ratio)) = self.src.arith(sa[1])
                && inner.flags.fmf.has(FastMath::ARCP)
                && within(&[t_inst, q_inst], common(&[s_inst, inner]))
                && self.operand(sa[0], x)
                && self.operand(ratio[1], q[0])
                && self.operand(ratio[0], q[1])
            {
                self.used.add(FastMath::ARCP, &[s_inst, inner]);
                return true;
            }
        }
        false
    }

    fn multiplied(&mut self, s_inst: &'a Inst, sa: &[&'a Operand], t_inst: &'a Inst, ta: &[&'a Operand]) -> bool {
        for (x, y) in [(sa[0], sa[1]), (sa[1], sa[0])] {
            let Some((Arith::Div, inner, ratio)) = self.src.arith(y) else { continue };
            let flags = common(&[s_inst, inner]);
            if !inner.flags.fmf.has(FastMath::ARCP) {
                continue;
            }
            if self.src.is_one(ratio[0]) && within(&[t_inst], flags) && self.operand(x, ta[0]) && self.operand(ratio[1], ta[1]) {
                self.used.add(FastMath::ARCP, &[s_inst, inner]);
                return true;
            }
            if let Some((Arith::Div, q_inst, q)) = self.tgt.arith(ta[1])
                && within(&[t_inst, q_inst], flags)
                && self.operand(x, ta[0])
                && self.operand(ratio[1], q[0])
                && self.operand(ratio[0], q[1])
            {
                self.used.add(FastMath::ARCP, &[s_inst, inner]);
                return true;
            }
        }
        false
    }
}
