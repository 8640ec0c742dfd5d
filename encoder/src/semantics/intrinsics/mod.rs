//! Intrinsics: one row in [`table`] and one rule in a family file each.
//!
//! **Invariants.** Rules are generic over the [`Domain`] like those of instructions. Every intrinsic that `ir` knows has a row,
//! so that a new one does not compile before someone has decided what it means. Deliberately absent: control flow (traps) and
//! memory, which are the executors' business.

pub mod bits;
pub mod fixed;
pub mod hints;
pub mod lanewise;
pub mod minmax;
pub mod overflow;
pub mod reduce;
pub mod saturating;
pub mod table;
pub mod vector;
pub mod vp;
pub mod x86;

use llvet_ir::inst::CallInfo;
use llvet_ir::intrinsic::Shape as SignatureShape;
use llvet_ir::{Flags, IntrinsicId, Module, Type};

use super::{Cx, Place, float, scalar_width};
use crate::domain::Domain;
use crate::outcome::Unsupported;
use crate::value::{Lane, Value};
use table::{ControlOp, Rule, VectorOp, rule};

/// How far an intrinsic is modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Support {
    /// By a rule here.
    Modelled,
    /// It computes nothing and its operands do not matter.
    NoEffect,
    /// By the executors: it ends or diverts execution.
    Executor,
    /// Not at all: functions that call it are `unsupported`.
    Unsupported,
}

/// How far this intrinsic is modelled.
#[must_use]
pub fn support(id: IntrinsicId) -> Support {
    match rule(id) {
        Rule::NoEffect => Support::NoEffect,
        Rule::Executor => Support::Executor,
        Rule::Unmodelled => Support::Unsupported,
        Rule::Overflow(_)
        | Rule::Lanes(_)
        | Rule::Reduce(_)
        | Rule::Vector(_)
        | Rule::Vp(_)
        | Rule::Control(_)
        | Rule::X86(_)
        | Rule::Float(_) => Support::Modelled,
    }
}

/// Every known intrinsic by its name without `llvm.` and without types.
pub fn supported_intrinsics() -> impl Iterator<Item = (&'static str, Support)> {
    IntrinsicId::ALL.iter().map(|&id| (id.base_name(), support(id)))
}

/// Whether the operands of a call to this intrinsic need not be evaluated.
#[must_use]
pub fn ignores_arguments(id: IntrinsicId) -> bool {
    support(id) == Support::NoEffect
}

/// Lanes of a result: their number and width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Width of each lane; 0 for `void` and for aggregates, whose rules do not need it.
    pub width: u32,
    /// Number of lanes, 1 for scalars.
    pub lanes: usize,
}

fn shape(module: &Module, ret: &Type) -> Result<Shape, Unsupported> {
    if matches!(ret, Type::Void) || ret.is_aggregate() {
        return Ok(Shape { width: 0, lanes: 1 });
    }
    if matches!(ret, Type::Vector { scalable: true, .. }) {
        return Err(Unsupported::new(format!("type {ret}")));
    }
    Ok(Shape { width: scalar_width(module, ret.scalar())?, lanes: usize::try_from(ret.lanes().unwrap_or(1)).unwrap_or(usize::MAX) })
}

/// The value of a call to an intrinsic. `args` are the values of the call's arguments in order, empty for metadata (and for
/// those that [`ignores_arguments`] says are not needed); `ret` is the result type. The call is one the IR verifier accepts.
///
/// # Errors
/// When the intrinsic, a type or an operand bundle is not modelled, or an executor must handle the call.
pub fn call<D: Domain>(
    cx: &mut Cx<'_, D>,
    place: Place<'_>,
    id: IntrinsicId,
    call: &CallInfo,
    ret: &Type,
    flags: Flags,
    args: &[Value<D>],
) -> Result<Value<D>, Unsupported> {
    let rule = rule(id);
    let name = || format!("llvm.{}", id.base_name());
    if !matches!(rule, Rule::NoEffect | Rule::Executor | Rule::Unmodelled) && args.len() != operand_count(id) {
        return Err(Unsupported::new(format!("{} with {} operands", name(), args.len())));
    }
    if let Some(bundle) = call.bundles.first()
        && rule != Rule::Control(ControlOp::Assume)
    {
        return Err(Unsupported::new(format!("{} with operand bundle \"{}\"", name(), bundle.tag)));
    }
    match rule {
        Rule::Overflow(op) => Ok(overflow::eval(cx, op, &args[0], &args[1])),
        Rule::Lanes(op) => {
            let shape = shape(place.module, ret)?;
            let lanes = (0..shape.lanes).map(|i| lanewise::lane(cx, op, shape.width, args, i));
            Ok(Value { lanes: lanes.collect::<Result<_, _>>()? })
        }
        Rule::Reduce(op) => Ok(reduce::eval(cx, op, &args[0])),
        Rule::Vector(op) => vector_call(cx, op, shape(place.module, ret)?, args),
        Rule::Vp(op) => vp::eval(cx, op, call, shape(place.module, ret)?, args),
        Rule::Control(op) => control_call(cx, place, op, call, args),
        Rule::X86(op) => x86::eval(cx, op, shape(place.module, ret)?, args),
        Rule::NoEffect => Ok(Value::void()),
        Rule::Executor => Err(Unsupported::new(format!("{} where an executor must handle it", name()))),
        Rule::Float(op) => float::intrinsics::call(cx, place, op, call, ret, flags.fmf, args),
        Rule::Unmodelled => Err(Unsupported::new(name())),
    }
}

/// How many operands a call of an intrinsic has.
fn operand_count(id: IntrinsicId) -> usize {
    let counts = id.signature().params.iter().map(|shape| if let SignatureShape::Times(n, _) = shape { usize::from(*n) } else { 1 });
    counts.sum()
}

fn control_call<D: Domain>(
    cx: &mut Cx<'_, D>,
    place: Place<'_>,
    op: ControlOp,
    call: &CallInfo,
    args: &[Value<D>],
) -> Result<Value<D>, Unsupported> {
    match op {
        // Executors that have the bundles' values call `hints::assume` themselves.
        ControlOp::Assume if call.bundles.is_empty() => hints::assume(cx, place, call, args, &[]),
        ControlOp::Assume => Err(Unsupported::new("llvm.assume with operand bundles")),
        ControlOp::IsConstant => Ok(hints::is_constant(cx, call)),
        ControlOp::Copy => Ok(args[0].clone()),
        ControlOp::EitherTruth => Ok(hints::either_truth(cx)),
    }
}

fn vector_call<D: Domain>(cx: &mut Cx<'_, D>, op: VectorOp, shape: Shape, args: &[Value<D>]) -> Result<Value<D>, Unsupported> {
    Ok(match op {
        VectorOp::Insert => {
            let at = immediate(cx.d, args[2].lane(), "index of llvm.vector.insert")?;
            vector::insert(&args[0], &args[1], at)?
        }
        VectorOp::Extract => {
            let at = immediate(cx.d, args[1].lane(), "index of llvm.vector.extract")?;
            vector::extract(&args[0], shape.lanes, at)?
        }
        VectorOp::Reverse => vector::reverse(&args[0]),
        VectorOp::Splice(op) => vector::splice(cx, op, &args[0], &args[1], args[2].lane()),
        VectorOp::Interleave => vector::interleave(args),
        VectorOp::Deinterleave(factor) => vector::deinterleave(factor, &args[0]),
        VectorOp::ActiveLaneMask => vector::active_lane_mask(cx, shape.lanes, args[0].lane(), args[1].lane()),
        VectorOp::Step => vector::step(cx, shape.width, shape.lanes),
        VectorOp::PartialReduceAdd => reduce::partial_add(cx, &args[0], &args[1]),
        VectorOp::Compress => vector::compress(cx, &args[0], &args[1], &args[2]),
        VectorOp::CttzElts => vector::cttz_elts(cx, shape.width, &args[0], args[1].lane()),
    })
}

/// The value of an operand that must be a constant.
fn immediate<D: Domain>(d: &D, lane: &Lane<D>, what: &str) -> Result<u64, Unsupported> {
    let known = d.known_bits(&lane.bits).filter(|_| d.known(&lane.poison) == Some(false));
    known.and_then(|bits| bits.to_u64()).ok_or_else(|| Unsupported::new(format!("{what} that is not a constant")))
}
