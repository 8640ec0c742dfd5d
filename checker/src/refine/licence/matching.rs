//! Whether a target expression is one of the evaluations that the licences of a source expression allow.
//!
//! Source and target are walked together. Where the source's instruction is not licensed, the target must have the same one, on matching
//! operands, with no flag the source lacks. Where it is, the maximal licensed region of the source is compared with what the target
//! computes from the region's leaves: by real meaning under `reassoc`, by the shapes LangRef names under `contract` and `arcp`. Every
//! instruction of the target's that is new must not carry a flag that some instruction of the region lacks.

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use llvet_ir::inst::CallInfo;
use llvet_ir::{AttrKind, FastMath, Flags, Inst, InstKind, Operand, ValueId};
use num_bigint::BigInt;

use super::poly::{Poly, Ratio};
use super::view::{Arith, View, one};

const NEAREST: RoundingMode = RoundingMode::NearestTiesToEven;

/// Most comparisons of operands before giving up.
const MAX_STEPS: u32 = 20_000;

/// Licences that a match used, by the source instructions that grant them.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    pub flags: FastMath,
    pub insts: Vec<ValueId>,
}

impl Used {
    pub fn add(&mut self, flags: FastMath, insts: &[&Inst]) {
        self.flags = self.flags.with(flags);
        for id in insts.iter().filter_map(|inst| inst.result) {
            if !self.insts.contains(&id) {
                self.insts.push(id);
            }
        }
    }
}

/// A walk over both expressions.
pub(super) struct Matcher<'a> {
    pub src: View<'a>,
    pub tgt: View<'a>,
    /// Whether arguments may be undef unless they are `noundef`.
    pub undef_inputs: bool,
    pub used: Used,
    /// Which of the target's values stands for each of the source's so far. One value is one pick of whatever is nondeterministic in it, so it
    /// may not be matched with two.
    pairs: Vec<(ValueId, &'a Operand)>,
    steps: u32,
}

/// A licensed region, or what the target computes from its leaves.
#[derive(Default)]
struct Region<'a> {
    leaves: Vec<&'a Operand>,
    /// How often each leaf is used.
    uses: Vec<u32>,
    insts: Vec<&'a Inst>,
}

impl Region<'_> {
    /// The flags that all instructions carry.
    fn common(&self) -> FastMath {
        common(&self.insts)
    }
}

pub(super) fn common(insts: &[&Inst]) -> FastMath {
    FastMath(insts.iter().fold(FastMath::FAST.0, |all, inst| all & inst.flags.fmf.0))
}

/// Whether no instruction carries a fast-math flag outside of a set.
pub(super) fn within(insts: &[&Inst], flags: FastMath) -> bool {
    insts.iter().all(|inst| flags.has(inst.flags.fmf))
}

impl<'a> Matcher<'a> {
    pub fn new(src: View<'a>, tgt: View<'a>, undef_inputs: bool) -> Matcher<'a> {
        Matcher { src, tgt, undef_inputs, used: Used::default(), pairs: Vec::new(), steps: 0 }
    }

    /// Whether the target's operand is an allowed evaluation of the source's.
    pub fn operand(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let value = match s {
            Operand::Value(id) if self.src.inst(s).is_some() => Some(*id),
            _ => None,
        };
        if let Some(&(_, known)) = self.pairs.iter().find(|(id, _)| Some(*id) == value) {
            return known == t;
        }
        let rules = [Self::same, Self::contracted, Self::reciprocal, Self::reassociated, Self::approximated];
        for rule in rules {
            let (used, pairs) = (self.used.clone(), self.pairs.len());
            if rule(self, s, t) {
                self.pairs.extend(value.map(|id| (id, t)));
                return true;
            }
            self.used = used;
            self.pairs.truncate(pairs);
        }
        false
    }

    /// The same argument, constant or instruction.
    fn same(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        if let (Some(a), Some(b)) = (self.src.arg(s), self.tgt.arg(t)) {
            return a == b;
        }
        if let (Operand::Const(a), Operand::Const(b)) = (s, t) {
            return a == b && is_fixed(a);
        }
        let (Some(a), Some(b)) = (self.src.inst(s), self.tgt.inst(t)) else { return false };
        if a.ty != b.ty || !same_operation(&a.kind, &b.kind) || !flags_within(b.flags, a.flags) {
            return false;
        }
        let (xs, ys) = (operands(&a.kind), operands(&b.kind));
        if xs.len() != ys.len() {
            return false;
        }
        if xs.iter().zip(&ys).all(|(x, y)| self.operand(x, y)) {
            return true;
        }
        let commutes = matches!(self.src.arith(s), Some((Arith::Add | Arith::Mul, ..)));
        commutes && self.operand(xs[0], ys[1]) && self.operand(xs[1], ys[0])
    }

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
    fn contracted(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
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
    fn reciprocal(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
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
                && fp_eval(FpOp::Div, fmt, NEAREST, &[one(fmt), divisor]) == factor
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

    /// Equal real meaning of the source's maximal `reassoc` region and of what the target computes from its leaves.
    fn reassociated(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        let Some(fmt) = self.src.format(s) else { return false };
        let mut region = Region::default();
        let Some(meaning) = self.source_meaning(s, &mut region, true) else { return false };
        if region.insts.is_empty() {
            return false;
        }
        let mut made = Region { leaves: region.leaves.clone(), uses: vec![0; region.leaves.len()], insts: Vec::new() };
        let flags = region.common();
        let Some(other) = self.target_meaning(t, &mut made, flags, 0) else { return false };
        let kept = |leaf: usize| made.uses[leaf] <= region.uses[leaf] || self.is_defined(region.leaves[leaf]);
        if !within(&made.insts, flags) || !(0..region.leaves.len()).all(kept) || !equal(fmt, &meaning, &other) {
            return false;
        }
        let loses_signs = meaning.loses_signs || other.loses_signs;
        if loses_signs && !flags.has(FastMath::NSZ) {
            return false;
        }
        let licence = if loses_signs { FastMath::REASSOC.with(FastMath::NSZ) } else { FastMath::REASSOC };
        self.used.add(licence, &region.insts);
        true
    }

    /// Whether an operand of the source cannot be undef.
    pub(super) fn is_defined(&self, operand: &Operand) -> bool {
        match self.src.arg(operand) {
            Some(number) => !self.undef_inputs || self.src.function.args[number as usize].attrs.has(AttrKind::NoUndef),
            None => !self.undef_inputs,
        }
    }

    /// The polynomial of an operand of the source: its instruction opened when it carries the licence, else a leaf.
    fn source_meaning(&mut self, s: &'a Operand, region: &mut Region<'a>, root: bool) -> Option<Poly> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        if let Some(constant) = self.src.real(s) {
            return Some(Poly::constant(constant));
        }
        if let Some((op, inst, args)) = self.src.arith(s) {
            let flags = inst.flags.fmf;
            let opens = flags.has(FastMath::REASSOC)
                && match op {
                    Arith::Add | Arith::Sub | Arith::Mul | Arith::Neg => true,
                    Arith::Div => flags.has(FastMath::ARCP),
                    Arith::Fma | Arith::Fmuladd => flags.has(FastMath::CONTRACT),
                };
            if opens {
                region.insts.push(inst);
                let parts = args.iter().map(|arg| self.source_meaning(arg, region, false)).collect::<Option<Vec<_>>>()?;
                return combine(op, &parts);
            }
        }
        if root {
            return None;
        }
        let index = match (0..region.leaves.len()).find(|&i| region.leaves[i] == s) {
            Some(index) => index,
            None => {
                region.leaves.push(s);
                region.uses.push(0);
                region.leaves.len() - 1
            }
        };
        region.uses[index] += 1;
        Some(Poly::generator(index))
    }

    /// The polynomial of an operand of the target over the source's leaves: whatever is not a leaf is opened.
    fn target_meaning(&mut self, t: &'a Operand, made: &mut Region<'a>, flags: FastMath, depth: u32) -> Option<Poly> {
        if let Some(constant) = self.tgt.real(t) {
            return Some(Poly::constant(constant));
        }
        for index in 0..made.leaves.len() {
            let leaf = made.leaves[index];
            if self.operand(leaf, t) {
                made.uses[index] += 1;
                return Some(Poly::generator(index));
            }
        }
        let (op, inst, args) = self.tgt.arith(t)?;
        let allowed = match op {
            Arith::Add | Arith::Sub | Arith::Mul | Arith::Neg => true,
            Arith::Div => flags.has(FastMath::ARCP),
            Arith::Fma | Arith::Fmuladd => flags.has(FastMath::CONTRACT),
        };
        if !allowed || depth > 64 {
            return None;
        }
        made.insts.push(inst);
        let parts = args.iter().map(|arg| self.target_meaning(arg, made, flags, depth + 1)).collect::<Option<Vec<_>>>()?;
        combine(op, &parts)
    }

    /// A point of small integers at which every evaluation of both expressions is exact and they differ: proof that no licence helps. The
    /// values of the arguments by number.
    pub fn difference(&mut self) -> Option<Vec<i64>> {
        let (s, t) = (self.src.result(), self.tgt.result());
        let fmt = self.src.format(s)?;
        let mut region = Region::default();
        let meaning = self.source_meaning(s, &mut region, true)?;
        let args: Vec<u32> = region.leaves.iter().map(|leaf| self.src.arg(leaf)).collect::<Option<_>>()?;
        let mut made = Region { leaves: region.leaves.clone(), uses: vec![0; region.leaves.len()], insts: Vec::new() };
        let other = self.target_meaning(t, &mut made, FastMath::CONTRACT, 0)?;
        let values = [1, 2, 3, -1, -2, -3];
        let exact = BigInt::from(1) << (fmt.frac_bits + 1);
        if meaning.bound(3)? > exact || other.bound(3)? > exact {
            return None;
        }
        let count = args.len() as u32;
        let total = 6usize.checked_pow(count).filter(|&n| n <= 50_000)?;
        for index in 0..total {
            let point: Vec<i64> = (0..count).map(|i| values[index / 6usize.pow(i) % 6]).collect();
            if meaning.at(&point)? != other.at(&point)? {
                let mut all = vec![1; self.src.function.args.len()];
                args.iter().zip(&point).for_each(|(&arg, &value)| all[arg as usize] = value);
                return Some(all);
            }
        }
        None
    }
}

fn combine(op: Arith, parts: &[Poly]) -> Option<Poly> {
    match (op, parts) {
        (Arith::Add, [a, b]) => Some(a.add(b)),
        (Arith::Sub, [a, b]) => Some(a.add(&b.negated())),
        (Arith::Mul, [a, b]) => a.mul(b),
        (Arith::Div, [a, b]) => a.mul(&b.inverse()?),
        (Arith::Neg, [a]) => Some(a.negated()),
        (Arith::Fma | Arith::Fmuladd, [a, b, c]) => Some(a.mul(b)?.add(c)),
        _ => None,
    }
}

/// Whether two polynomials have the same monomials with coefficients that round to the same number.
fn equal(fmt: FpFormat, a: &Poly, b: &Poly) -> bool {
    let rounded = |c: &Ratio| fmt.round_rational(NEAREST, &c.num, &c.den);
    a.terms.len() == b.terms.len() && a.terms.iter().zip(&b.terms).all(|((m, c), (n, e))| m == n && (c == e || rounded(c) == rounded(e)))
}

/// Whether a constant has one value: no undef in it, and no address.
fn is_fixed(constant: &llvet_ir::Constant) -> bool {
    use llvet_ir::ConstKind::{Aggregate, Float, Int, Poison, Splat, Zero};
    match &constant.kind {
        Int(_) | Float(_) | Zero | Poison => true,
        Aggregate(elems) => elems.iter().all(|elem| is_fixed(elem)),
        Splat(elem) => is_fixed(elem),
        _ => false,
    }
}

/// Whether no flag is in `flags` that is not in `allowed`.
fn flags_within(flags: Flags, allowed: Flags) -> bool {
    let implied = [
        (flags.nsw, allowed.nsw),
        (flags.nuw, allowed.nuw),
        (flags.exact, allowed.exact),
        (flags.disjoint, allowed.disjoint),
        (flags.samesign, allowed.samesign),
        (flags.nneg, allowed.nneg),
        (flags.inbounds, allowed.inbounds),
        (flags.nusw, allowed.nusw),
    ];
    implied.into_iter().all(|(has, may)| !has || may) && allowed.fmf.has(flags.fmf)
}

/// Whether two instructions do the same, up to operands and flags.
fn same_operation(a: &InstKind, b: &InstKind) -> bool {
    match (a, b) {
        (InstKind::Binary { op: x, .. }, InstKind::Binary { op: y, .. }) => x == y,
        (InstKind::Cast { op: x, .. }, InstKind::Cast { op: y, .. }) => x == y,
        (InstKind::Icmp { pred: x, .. }, InstKind::Icmp { pred: y, .. }) => x == y,
        (InstKind::Fcmp { pred: x, .. }, InstKind::Fcmp { pred: y, .. }) => x == y,
        (InstKind::ShuffleVector { mask: x, .. }, InstKind::ShuffleVector { mask: y, .. }) => x == y,
        (InstKind::Fneg { .. }, InstKind::Fneg { .. })
        | (InstKind::Select { .. }, InstKind::Select { .. })
        | (InstKind::ExtractElement { .. }, InstKind::ExtractElement { .. })
        | (InstKind::InsertElement { .. }, InstKind::InsertElement { .. }) => true,
        (InstKind::Call { call: x, .. }, InstKind::Call { call: y, .. }) => same_call(x, y),
        _ => false,
    }
}

fn same_call(a: &CallInfo, b: &CallInfo) -> bool {
    a.direct_callee().is_some() && a.direct_callee() == b.direct_callee() && a.func_ty == b.func_ty
}

fn operands(kind: &InstKind) -> Vec<&Operand> {
    match kind {
        InstKind::Call { call, .. } => call.args.iter().map(|(arg, _)| arg).collect(),
        other => other.operands(),
    }
}
