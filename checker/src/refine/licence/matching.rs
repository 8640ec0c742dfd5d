//! Whether a target expression is one of the evaluations that the licences of a source expression allow.
//!
//! Source and target are walked together. Where the source's instruction is not licensed, the target must have the same one, on matching
//! operands, with no flag the source lacks. Where it is, the maximal licensed region of the source is compared with what the target
//! computes from the region's leaves: by real meaning under `reassoc`, by the shapes LangRef names under `contract` and `arcp`. Every
//! instruction of the target's that is new must not carry a flag that some instruction of the region lacks.

use llvet_ir::inst::CallInfo;
use llvet_ir::{FastMath, Flags, Inst, InstKind, Operand, ValueId};

use super::parts::{Op, Part};
use super::view::{Arith, View};

/// Most comparisons of operands before giving up.
pub(super) const MAX_STEPS: u32 = 20_000;

/// Licences that a match used, by the source instructions that grant them.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    pub flags: FastMath,
    pub insts: Vec<ValueId>,
}

impl Used {
    pub fn join(&mut self, other: &Used) {
        self.flags = self.flags.with(other.flags);
        for &id in other.insts.iter().filter(|id| !self.insts.contains(id)).collect::<Vec<_>>() {
            self.insts.push(id);
        }
    }

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
    pairs: Vec<(ValueId, Option<u32>, Part<'a>)>,
    /// Vectors that are being compared lane by lane, as they do not agree as a whole.
    pub apart: Vec<(&'a Operand, &'a Operand)>,
    pub steps: u32,
}

/// The flags that all instructions carry.
pub(super) fn common(insts: &[&Inst]) -> FastMath {
    FastMath(insts.iter().fold(FastMath::FAST.0, |all, inst| all & inst.flags.fmf.0))
}

/// Whether no instruction carries a fast-math flag outside of a set.
pub(super) fn within(insts: &[&Inst], flags: FastMath) -> bool {
    insts.iter().all(|inst| flags.has(inst.flags.fmf))
}

impl<'a> Matcher<'a> {
    pub fn new(src: View<'a>, tgt: View<'a>, undef_inputs: bool) -> Matcher<'a> {
        Matcher { src, tgt, undef_inputs, used: Used::default(), pairs: Vec::new(), apart: Vec::new(), steps: 0 }
    }

    /// Whether the target's operand is an allowed evaluation of the source's.
    pub fn operand(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        self.part(Part::whole(s), Part::whole(t))
    }

    /// Whether the target's number is an allowed evaluation of the source's.
    pub fn part(&mut self, s: Part<'a>, t: Part<'a>) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let (s, t) = (self.src.origin(s, true), self.tgt.origin(t, false));
        if let Some(known) = self.known(s) {
            return known.is_some_and(|known| self.tgt.origin(known, false) == t);
        }
        let known_apart = self.apart.contains(&(s.operand, t.operand));
        if s.lane.is_some() && s.lane == t.lane && !known_apart && self.operand(s.operand, t.operand) {
            return true;
        }
        type Rule<'a> = fn(&mut Matcher<'a>, Part<'a>, Part<'a>) -> bool;
        let whole: [Rule<'a>; 5] = [
            |m, s, t| m.same(s.operand, t.operand),
            |m, s, t| m.contracted(s.operand, t.operand),
            |m, s, t| m.reciprocal(s.operand, t.operand),
            Self::reassociated,
            |m, s, t| m.approximated(s.operand, t.operand),
        ];
        let by_lane: [Rule<'a>; 2] = [Self::same_lane, Self::reassociated];
        let rules = if s.lane.is_none() && t.lane.is_none() { &whole[..] } else { &by_lane[..] };
        for rule in rules {
            let (used, pairs) = (self.used.clone(), self.pairs.len());
            if rule(self, s, t) {
                if let (Operand::Value(id), Some(_)) = (s.operand, self.src.inst(s.operand)) {
                    self.pairs.push((*id, s.lane, t));
                }
                return true;
            }
            self.used = used;
            self.pairs.truncate(pairs);
        }
        false
    }

    /// What stands for a number of the source's so far; `Some(None)` where different things stand for its lanes.
    fn known(&self, s: Part<'a>) -> Option<Option<Part<'a>>> {
        let Operand::Value(value) = s.operand else { return None };
        let mut of_value = self.pairs.iter().filter(|(id, ..)| id == value);
        let known = of_value.find(|(_, lane, _)| lane.is_none() || s.lane.is_none() || *lane == s.lane)?;
        Some(match known {
            (_, lane, part) if *lane == s.lane => Some(*part),
            (_, None, part) => Some(Part { lane: s.lane, ..*part }),
            _ => None,
        })
    }

    /// The same constant, or the same arithmetic on the same numbers, in a lane.
    fn same_lane(&mut self, s: Part<'a>, t: Part<'a>) -> bool {
        if let (Some(a), Some(b)) = (self.src.pattern(s), self.tgt.pattern(t)) {
            return a == b;
        }
        let (Some((op @ Op::Arith(arith), a, xs)), Some((other, b, ys))) = (self.src.opened(s), self.tgt.opened(t)) else { return false };
        if op != other || !flags_within(b.flags, a.flags) {
            return false;
        }
        if xs.iter().zip(&ys).all(|(x, y)| self.part(*x, *y)) {
            return true;
        }
        matches!(arith, Arith::Add | Arith::Mul) && self.part(xs[0], ys[1]) && self.part(xs[1], ys[0])
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
}

/// Whether a constant has one value: no undef in it, and no address.
pub(super) fn is_fixed(constant: &llvet_ir::Constant) -> bool {
    use llvet_ir::ConstKind::{Aggregate, Float, Int, Poison, Splat, Zero};
    match &constant.kind {
        Int(_) | Float(_) | Zero | Poison => true,
        Aggregate(elems) => elems.iter().all(|elem| is_fixed(elem)),
        Splat(elem) => is_fixed(elem),
        _ => false,
    }
}

/// Whether no flag is in `flags` that is not in `allowed`.
pub(super) fn flags_within(flags: Flags, allowed: Flags) -> bool {
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

pub(super) fn operands(kind: &InstKind) -> Vec<&Operand> {
    match kind {
        InstKind::Call { call, .. } => call.args.iter().map(|(arg, _)| arg).collect(),
        other => other.operands(),
    }
}
