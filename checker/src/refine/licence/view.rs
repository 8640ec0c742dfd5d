//! Functions read as expressions: what operands are, along one way through a function without effects.

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use llvet_encoder::semantics::constant::literal;
use llvet_encoder::semantics::float::format_of;
use llvet_ir::inst::{BinOp, TailKind};
use llvet_ir::{BlockId, ConstKind, FastMath, Function, Inst, InstKind, IntrinsicId, Operand, Type, ValueKind, intrinsic};

use super::afn::is_library_function;
use super::parts::Part;
use super::poly::Ratio;

/// A function whose instructions cannot do anything but compute values, along one way through it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub function: &'a Function,
    /// The blocks on the way; none when it does not matter which it is.
    pub way: &'a [BlockId],
}

/// The arithmetic that licences speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Fma,
    Fmuladd,
}

impl<'a> View<'a> {
    /// What an operand is on the way: of a `phi`, the operand that comes in. The flags of a source's `phi` only add executions; a target's
    /// must not be lost, so unless they are `dropped` a `phi` that has some stays.
    pub fn incoming(self, mut operand: &'a Operand, dropped: bool) -> &'a Operand {
        while let Some((value, _)) = self.phi(operand).filter(|(_, phi)| dropped || phi.flags.fmf.is_empty()) {
            operand = value;
        }
        operand
    }

    /// The operand that comes in at the `phi` that an operand is, and the `phi`.
    pub fn phi(self, operand: &Operand) -> Option<(&'a Operand, &'a Inst)> {
        let Operand::Value(id) = operand else { return None };
        let ValueKind::Inst(block, _) = self.function.value(*id).kind else { return None };
        let inst = self.inst(operand)?;
        let InstKind::Phi { incoming } = &inst.kind else { return None };
        let place = self.way.iter().position(|&at| at == block)?;
        let from = *self.way.get(place.checked_sub(1)?)?;
        incoming.iter().find(|(_, block)| *block == from).map(|(value, _)| (value, inst))
    }

    /// The instruction that defines an operand.
    pub fn inst(self, operand: &Operand) -> Option<&'a Inst> {
        let Operand::Value(id) = operand else { return None };
        match self.function.value(*id).kind {
            ValueKind::Inst(block, index) => self.function.block(block).insts.get(index as usize),
            ValueKind::Arg(_) | ValueKind::Undefined => None,
        }
    }

    /// The number of the argument that an operand is.
    pub fn arg(self, operand: &Operand) -> Option<u32> {
        let Operand::Value(id) = operand else { return None };
        match self.function.value(*id).kind {
            ValueKind::Arg(number) => Some(number),
            ValueKind::Inst(..) | ValueKind::Undefined => None,
        }
    }

    /// The arithmetic of an operand's instruction, with its operands.
    pub fn arith(self, operand: &Operand) -> Option<(Arith, &'a Inst, Vec<&'a Operand>)> {
        let inst = self.inst(operand)?;
        let (op, args) = match &inst.kind {
            InstKind::Binary { op, args: [a, b] } => {
                let op = match op {
                    BinOp::Fadd => Arith::Add,
                    BinOp::Fsub => Arith::Sub,
                    BinOp::Fmul => Arith::Mul,
                    BinOp::Fdiv => Arith::Div,
                    _ => return None,
                };
                (op, vec![a, b])
            }
            InstKind::Fneg { arg } => (Arith::Neg, vec![arg]),
            InstKind::Call { .. } => {
                let (id, _, args) = self.call(operand)?;
                let op = match id {
                    IntrinsicId::Fma => Arith::Fma,
                    IntrinsicId::Fmuladd => Arith::Fmuladd,
                    _ => return None,
                };
                (op, args)
            }
            _ => return None,
        };
        Some((op, inst, args))
    }

    /// The intrinsic that an operand's instruction calls, with its operands.
    pub fn call(self, operand: &Operand) -> Option<(IntrinsicId, &'a Inst, Vec<&'a Operand>)> {
        let inst = self.inst(operand)?;
        let InstKind::Call { call, .. } = &inst.kind else { return None };
        let id = intrinsic::lookup(call.direct_callee()?)?;
        Some((id, inst, call.args.iter().map(|(arg, _)| arg).collect()))
    }

    /// The real value of an operand that is a finite constant.
    pub fn real(self, operand: &Operand) -> Option<Ratio> {
        let (fmt, bits) = self.constant(operand)?;
        let (mantissa, exponent) = fmt.dyadic(&bits)?;
        Some(Ratio::dyadic(mantissa, exponent))
    }

    /// Whether an operand is the constant 1.
    pub fn is_one(self, operand: &Operand) -> bool {
        self.constant(operand).is_some_and(|(fmt, value)| value == one(fmt))
    }

    /// The value of an operand that is an integer constant of at most 64 bits.
    pub fn integer(self, operand: &Operand) -> Option<i64> {
        let Operand::Const(constant) = operand else { return None };
        let (ConstKind::Int(value), Type::Int(width)) = (&constant.kind, &constant.ty) else { return None };
        literal(*width, value).to_bigint_signed().try_into().ok()
    }

    /// The pattern of an operand that is a floating-point constant, the same in every lane.
    pub fn constant(self, operand: &Operand) -> Option<(FpFormat, Bv)> {
        self.pattern(Part::whole(operand))
    }

    /// The format of an operand.
    pub fn format(self, operand: &Operand) -> Option<FpFormat> {
        format_of(&self.function.operand_type(operand)).ok()
    }
}

/// The pattern of 1.
pub(super) fn one(fmt: FpFormat) -> Bv {
    fp_eval(FpOp::FromUbv, fmt, RoundingMode::NearestTiesToEven, &[Bv::one(1)])
}

/// Whether an instruction has no effect, no undefined behavior and one result for its operands (up to what its own flags leave open), or
/// ends a block.
pub(super) fn is_total(inst: &Inst) -> bool {
    if !inst.metadata.is_empty() {
        return false;
    }
    match &inst.kind {
        InstKind::Binary { op, .. } => !matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem),
        InstKind::Fneg { .. }
        | InstKind::Cast { .. }
        | InstKind::Icmp { .. }
        | InstKind::Fcmp { .. }
        | InstKind::Select { .. }
        | InstKind::Phi { .. }
        | InstKind::Br { .. }
        | InstKind::CondBr { .. }
        | InstKind::Ret { .. }
        | InstKind::Unreachable
        | InstKind::ExtractElement { .. }
        | InstKind::InsertElement { .. }
        | InstKind::ShuffleVector { .. } => true,
        InstKind::Call { call, tail } => {
            let known = call.direct_callee().and_then(intrinsic::lookup);
            let float = known.is_some_and(|id| id.group() == intrinsic::Group::Float);
            let plain = call.bundles.is_empty() && call.ret_attrs.attrs.is_empty() && *tail != TailKind::MustTail;
            float && plain && call.args.iter().all(|(_, attrs)| attrs.attrs.is_empty())
        }
        _ => false,
    }
}

/// The rewrite-based flags.
pub(super) const REWRITE: FastMath = FastMath(FastMath::REASSOC.0 | FastMath::ARCP.0 | FastMath::CONTRACT.0 | FastMath::AFN.0);

/// The instructions of a function whose rewrite-based flags license something together with their operands' flags.
pub(super) fn licensing(function: &Function) -> Vec<&Inst> {
    let view = View { function, way: &[] };
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.filter(|inst| licenses(view, inst)).collect()
}

fn licenses(view: View<'_>, inst: &Inst) -> bool {
    let flags = inst.flags.fmf;
    if flags.0 & REWRITE.0 == 0 {
        return false;
    }
    let operands: Vec<&Operand> = inst.kind.operands();
    let carries = |flag: FastMath| operands.iter().any(|operand| view.carries(operand, flag));
    let twice = operands.len() == 2 && operands[0] == operands[1];
    match &inst.kind {
        InstKind::Binary { op: BinOp::Fdiv, .. } if flags.has(FastMath::ARCP) => true,
        InstKind::Binary { op: BinOp::Fadd | BinOp::Fsub, .. } if flags.has(FastMath::CONTRACT) && carries(FastMath::CONTRACT) => true,
        InstKind::Binary { op: BinOp::Fadd | BinOp::Fsub | BinOp::Fmul | BinOp::Fdiv, .. } => {
            flags.has(FastMath::REASSOC) && (twice || carries(FastMath::REASSOC))
        }
        InstKind::Fneg { .. } => flags.has(FastMath::REASSOC) && carries(FastMath::REASSOC),
        InstKind::Call { call, .. } => match call.direct_callee().and_then(intrinsic::lookup) {
            Some(IntrinsicId::Fma | IntrinsicId::Fmuladd) => flags.has(FastMath::REASSOC) || flags.has(FastMath::CONTRACT),
            Some(IntrinsicId::VectorReduceFadd | IntrinsicId::VectorReduceFmul) => flags.has(FastMath::REASSOC),
            Some(IntrinsicId::Fabs | IntrinsicId::Copysign | IntrinsicId::Canonicalize) => false,
            Some(IntrinsicId::Sqrt) => flags.has(FastMath::AFN) || flags.has(FastMath::REASSOC) && carries(FastMath::REASSOC),
            Some(id) => flags.has(FastMath::AFN) && is_library_function(id),
            None => flags.has(FastMath::AFN),
        },
        _ => false,
    }
}
