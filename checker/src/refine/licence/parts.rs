//! Numbers that expressions are made of: whole operands, or single lanes of vectors.
//!
//! Moving lanes about (`extractelement`, `insertelement`, `shufflevector`) computes nothing, so a lane is followed to where it was computed.
//! `select` and `phi` copy one of several operands; they may carry fast-math flags, so they belong to an expression only if they carry its
//! licence.

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::FpFormat;
use llvet_encoder::semantics::constant::literal;
use llvet_encoder::semantics::float::format_of;
use llvet_ir::{ConstKind, Constant, FastMath, Inst, InstKind, IntrinsicId, Operand, Type};

use super::poly::{Poly, Ratio};
use super::view::{Arith, View};

/// Most lanes of a vector that are looked at one by one.
const MAX_LANES: u64 = 64;

/// A number: an operand, or one lane of a vector operand. An operand of vector type without a lane stands for all its lanes alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part<'a> {
    pub operand: &'a Operand,
    pub lane: Option<u32>,
}

/// What computes a number from others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Op<'a> {
    Arith(Arith),
    /// All parts are added up.
    Sum,
    /// All parts are multiplied.
    Product,
    Root,
    /// The first part where the condition holds, else the second.
    Select(Part<'a>),
}

impl<'a> Part<'a> {
    pub fn whole(operand: &'a Operand) -> Part<'a> {
        Part { operand, lane: None }
    }

    /// The same lane of another operand.
    fn of(self, operand: &'a Operand) -> Part<'a> {
        Part { operand, ..self }
    }
}

impl<'a> View<'a> {
    /// Where a number comes from: what was moved, and what comes in at a `phi` (see [`View::incoming`]).
    pub fn origin(self, mut part: Part<'a>, dropped: bool) -> Part<'a> {
        loop {
            let before = self.moved(part.of(self.incoming(part.operand, dropped)));
            if before == part {
                return part;
            }
            part = before;
        }
    }

    /// Where a number comes from that was only moved.
    pub fn moved(self, mut part: Part<'a>) -> Part<'a> {
        while let Some(before) = self.inst(part.operand).and_then(|inst| self.before_move(inst, part)) {
            part = before;
        }
        part
    }

    fn before_move(self, inst: &'a Inst, part: Part<'a>) -> Option<Part<'a>> {
        match (&inst.kind, part.lane) {
            (InstKind::ExtractElement { vector, index }, None) => {
                Some(Part { operand: vector, lane: Some(self.lane_index(vector, index)?) })
            }
            (InstKind::InsertElement { vector, elem, index }, Some(lane)) => {
                Some(if self.lane_index(vector, index)? == lane { Part::whole(elem) } else { part.of(vector) })
            }
            (InstKind::ShuffleVector { args: [a, b], mask }, Some(lane)) => {
                let read = (*mask.get(lane as usize)?)?;
                let first = u32::try_from(self.function.operand_type(a).lanes()?).ok()?;
                Some(if read < first { Part { operand: a, lane: Some(read) } } else { Part { operand: b, lane: Some(read - first) } })
            }
            _ => None,
        }
    }

    /// A constant index within a vector of fixed length.
    fn lane_index(self, vector: &Operand, index: &Operand) -> Option<u32> {
        let lanes = self.function.operand_type(vector).lanes()?;
        let index = u64::try_from(self.integer(index)?).ok()?;
        (index < lanes).then_some(u32::try_from(index).ok()?)
    }

    /// The lanes of a vector operand of fixed length.
    pub fn lanes(self, operand: &Operand) -> Option<std::ops::Range<u32>> {
        let lanes = self.function.operand_type(operand).lanes().filter(|lanes| *lanes <= MAX_LANES)?;
        Some(0..u32::try_from(lanes).ok()?)
    }

    /// What computes a number, by which instruction, from which numbers.
    pub fn opened(self, part: Part<'a>) -> Option<(Op<'a>, &'a Inst, Vec<Part<'a>>)> {
        if let Some((arith, inst, args)) = self.arith(part.operand) {
            return Some((Op::Arith(arith), inst, args.into_iter().map(|arg| part.of(arg)).collect()));
        }
        if let Some((id, inst, args)) = self.call(part.operand) {
            return match id {
                IntrinsicId::Sqrt => Some((Op::Root, inst, vec![part.of(args[0])])),
                IntrinsicId::VectorReduceFadd | IntrinsicId::VectorReduceFmul => {
                    let op = if id == IntrinsicId::VectorReduceFadd { Op::Sum } else { Op::Product };
                    let lanes = self.lanes(args[1])?.map(|lane| Part { operand: args[1], lane: Some(lane) });
                    Some((op, inst, std::iter::once(Part::whole(args[0])).chain(lanes).collect()))
                }
                _ => None,
            };
        }
        let inst = self.inst(part.operand)?;
        let InstKind::Select { cond, args: [then, otherwise] } = &inst.kind else { return None };
        let by_lane = self.function.operand_type(cond).is_vector();
        if by_lane && part.lane.is_none() {
            return None;
        }
        let cond = if by_lane { part.of(cond) } else { Part::whole(cond) };
        Some((Op::Select(cond), inst, vec![part.of(then), part.of(otherwise)]))
    }

    /// Whether an operand is computed, perhaps moved or chosen since, by an instruction that carries a flag.
    pub fn carries(self, operand: &'a Operand, flag: FastMath) -> bool {
        let (mut todo, mut seen) = (vec![operand], Vec::new());
        while let Some(at) = todo.pop() {
            let Some(inst) = self.inst(at).filter(|_| !seen.contains(&at)) else { continue };
            seen.push(at);
            let flagged = inst.flags.fmf.has(flag);
            match &inst.kind {
                InstKind::ExtractElement { vector, .. } => todo.push(vector),
                InstKind::InsertElement { vector, elem, .. } => todo.extend([vector, elem]),
                InstKind::ShuffleVector { args, .. } => todo.extend(args),
                InstKind::Select { args, .. } if flagged => todo.extend(args),
                InstKind::Phi { incoming } if flagged => todo.extend(incoming.iter().map(|(value, _)| value)),
                _ if flagged && self.opened(Part::whole(at)).is_some() => return true,
                _ => {}
            }
        }
        false
    }

    /// The meaning of a number that is a finite constant.
    pub fn number(self, part: Part<'_>) -> Option<Poly> {
        let (fmt, bits) = self.pattern(part)?;
        let (mantissa, exponent) = fmt.dyadic(&bits)?;
        Some(Poly::constant(Ratio::dyadic(mantissa, exponent), bits.is_negative()))
    }

    /// The pattern of a number that is a constant; of a whole vector when all its lanes are the same.
    pub fn pattern(self, part: Part<'_>) -> Option<(FpFormat, Bv)> {
        let Operand::Const(constant) = part.operand else { return None };
        pattern(constant, part.lane)
    }
}

fn pattern(constant: &Constant, lane: Option<u32>) -> Option<(FpFormat, Bv)> {
    match &constant.kind {
        ConstKind::Float(bits) => {
            let fmt = format_of(&constant.ty).ok()?;
            Some((fmt, literal(fmt.width(), bits)))
        }
        ConstKind::Zero if matches!(constant.ty.scalar(), Type::Float(_)) => {
            let fmt = format_of(&constant.ty).ok()?;
            Some((fmt, Bv::zero(fmt.width())))
        }
        ConstKind::Splat(elem) => pattern(elem, None),
        ConstKind::Aggregate(elems) if constant.ty.is_vector() => {
            if let Some(lane) = lane {
                return pattern(elems.get(lane as usize)?, None);
            }
            let first = pattern(elems.first()?, None)?;
            elems.iter().all(|elem| pattern(elem, None).as_ref() == Some(&first)).then_some(first)
        }
        _ => None,
    }
}
