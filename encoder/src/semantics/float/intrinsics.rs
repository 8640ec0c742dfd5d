//! Dispatch of the floating-point intrinsics to their rules.

use llvet_ir::inst::CallInfo;
use llvet_ir::{FastMath, Type};

use super::arith::{self, Arith};
use super::class;
use super::constrained::{self, ConstrainedOp, Rounding, metadata_text};
use super::minmax::{self, MinMax};
use super::{Mode, cast, copysign, fabs, reduce, round, scale, unary};
use crate::domain::Domain;
use crate::fp::RoundingMode;
use crate::outcome::Unsupported;
use crate::semantics::{Cx, Place};
use crate::value::{Lane, Value};

const NEAREST: RoundingMode = RoundingMode::NearestTiesToEven;

/// What a floating-point intrinsic computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    /// `fabs`
    Fabs,
    /// `copysign`
    Copysign,
    /// `canonicalize`
    Canonicalize,
    /// `sqrt`
    Sqrt,
    /// `fma`
    Fma,
    /// `fmuladd`
    Fmuladd,
    /// `minnum` and its like.
    MinMax(MinMax),
    /// `floor`, `ceil` and their like.
    Integral(RoundingMode),
    /// `lrint`, `lround` and their like.
    Integer(RoundingMode),
    /// `is.fpclass`
    IsFpclass,
    /// `ldexp`
    Ldexp,
    /// `frexp`
    Frexp,
    /// `powi`
    Powi,
    /// `fptosi.sat`, `fptoui.sat`
    ToIntSat {
        /// `fptosi.sat`
        signed: bool,
    },
    /// `fptrunc.round`
    TruncRound,
    /// `vector.reduce.fadd`, `vector.reduce.fmul`
    Reduce(Arith),
    /// `vector.reduce.fmin` and its like.
    ReduceMinMax(MinMax),
    /// `experimental.constrained.*`
    Constrained(ConstrainedOp),
}

/// The mode of an argument's type.
///
/// # Errors
/// When there is no such argument or its type is not modelled.
pub(super) fn mode_of_arg(place: Place<'_>, call: &CallInfo, index: usize, flags: FastMath) -> Result<Mode, Unsupported> {
    let (operand, _) = call.args.get(index).ok_or_else(|| Unsupported::new("call with too few arguments"))?;
    Mode::of(Some(place.function), &place.type_of(operand), flags)
}

/// Width of an integer scalar or vector type.
///
/// # Errors
/// For other types.
pub(super) fn scalar_int_width(ty: &Type) -> Result<u32, Unsupported> {
    match ty.scalar() {
        Type::Int(width) => Ok(*width),
        _ => Err(Unsupported::new(format!("type {ty} where an integer is expected"))),
    }
}

/// The value of a call to a floating-point intrinsic. `args` are the values of the call's arguments in order (empty for metadata), `ret` the
/// result type. The call is one the IR verifier accepts.
///
/// # Errors
/// For types, denormal modes and immediates that are not modelled.
pub fn call<D: Domain>(
    cx: &mut Cx<'_, D>,
    place: Place<'_>,
    op: FloatOp,
    info: &CallInfo,
    ret: &Type,
    flags: FastMath,
    args: &[Value<D>],
) -> Result<Value<D>, Unsupported> {
    let from = |i: usize| mode_of_arg(place, info, i, flags);
    match op {
        FloatOp::Fabs => lanes1(cx, from(0)?, args, fabs),
        FloatOp::Canonicalize => lanes1(cx, Mode { unchanged_nans: false, ..from(0)? }, args, canonicalize),
        FloatOp::Sqrt => lanes1(cx, from(0)?, args, |cx, mode, x| arith::sqrt(cx, mode, NEAREST, x)),
        FloatOp::Integral(rm) => lanes1(cx, from(0)?, args, |cx, mode, x| round::to_integral(cx, mode, rm, x)),
        FloatOp::Integer(rm) => {
            let width = scalar_int_width(ret)?;
            lanes1(cx, from(0)?, args, |cx, mode, x| round::to_integer(cx, mode, rm, width, x))
        }
        FloatOp::ToIntSat { signed } => {
            let width = scalar_int_width(ret)?;
            lanes1(cx, from(0)?, args, |cx, mode, x| cast::to_int_saturated(cx, mode, width, signed, x))
        }
        FloatOp::Copysign => lanes2(cx, from(0)?, args, copysign),
        FloatOp::MinMax(op) => lanes2(cx, from(0)?, args, |cx, mode, x, y| minmax::minmax(cx, mode, op, x, y)),
        FloatOp::Ldexp => lanes2(cx, from(0)?, args, scale::ldexp),
        FloatOp::Fma => lanes3(cx, from(0)?, args, arith::fma),
        FloatOp::Fmuladd => lanes3(cx, from(0)?, args, arith::fmuladd),
        FloatOp::Powi => {
            let mode = from(0)?;
            // The power of a vector is a scalar.
            unary(cx, &args[0], |cx, x| scale::powi(cx, mode, x, args[1].lane()))
        }
        FloatOp::Frexp => frexp(cx, from(0)?, ret, &args[0]),
        FloatOp::IsFpclass => is_fpclass(cx, from(0)?, args),
        FloatOp::TruncRound => trunc_round(cx, from(0)?, Mode::of(Some(place.function), ret, flags)?, info, &args[0]),
        FloatOp::Reduce(op) => Ok(Value::scalar(reduce::ordered(cx, from(1)?, op, args[0].lane(), &args[1]))),
        FloatOp::ReduceMinMax(op) => Ok(Value::scalar(reduce::extremum(cx, from(0)?, op, &args[0]))),
        FloatOp::Constrained(op) => constrained::eval(cx, place, op, info, ret, flags, args),
    }
}

fn lanes1<D: Domain>(
    cx: &mut Cx<'_, D>,
    mode: Mode,
    args: &[Value<D>],
    rule: impl Fn(&mut Cx<'_, D>, Mode, &Lane<D>) -> Lane<D>,
) -> Result<Value<D>, Unsupported> {
    Ok(Value { lanes: args[0].lanes.iter().map(|x| rule(cx, mode, x)).collect() })
}

fn lanes2<D: Domain>(
    cx: &mut Cx<'_, D>,
    mode: Mode,
    args: &[Value<D>],
    rule: impl Fn(&mut Cx<'_, D>, Mode, &Lane<D>, &Lane<D>) -> Lane<D>,
) -> Result<Value<D>, Unsupported> {
    Ok(Value { lanes: args[0].lanes.iter().zip(&args[1].lanes).map(|(x, y)| rule(cx, mode, x, y)).collect() })
}

fn lanes3<D: Domain>(
    cx: &mut Cx<'_, D>,
    mode: Mode,
    args: &[Value<D>],
    rule: impl Fn(&mut Cx<'_, D>, Mode, RoundingMode, [&Lane<D>; 3]) -> Lane<D>,
) -> Result<Value<D>, Unsupported> {
    let (a, b, c) = (&args[0].lanes, &args[1].lanes, &args[2].lanes);
    Ok(Value { lanes: a.iter().zip(b).zip(c).map(|((x, y), z)| rule(cx, mode, NEAREST, [x, y, z])).collect() })
}

/// `llvm.canonicalize`: the same number; subnormals as the mode says, a NaN quieted.
fn canonicalize<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, a: &Lane<D>) -> Lane<D> {
    let mut poison = cx.d.bool(false);
    let x = mode.read(cx, a, &mut poison);
    mode.finish(cx, x.number.clone(), x.is_nan.clone(), &super::origins(mode.fmt, &[&x]), poison)
}

/// `llvm.frexp`: the fractions of all lanes, then the powers of all lanes.
fn frexp<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, ret: &Type, a: &Value<D>) -> Result<Value<D>, Unsupported> {
    let Type::Struct(body) = ret else { return Err(Unsupported::new(format!("llvm.frexp with result {ret}"))) };
    let width = scalar_int_width(body.fields.get(1).unwrap_or(ret))?;
    let (mut fractions, mut powers) = (Vec::new(), Vec::new());
    for lane in &a.lanes {
        let (fraction, power) = scale::frexp(cx, mode, width, lane)?;
        fractions.push(fraction);
        powers.push(power);
    }
    fractions.append(&mut powers);
    Ok(Value { lanes: fractions })
}

/// `llvm.is.fpclass`: whether the operand is in one of the classes of the mask.
fn is_fpclass<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, args: &[Value<D>]) -> Result<Value<D>, Unsupported> {
    let mask = cx.d.known_bits(&args[1].lane().bits).and_then(|bits| bits.to_u64());
    let mask = mask.ok_or_else(|| Unsupported::new("llvm.is.fpclass with a mask that is not a constant"))?;
    unary(cx, &args[0], |cx, lane| {
        let inside = class::is_in(cx.d, mode.fmt, &lane.bits, mask as u32);
        Ok(Lane { bits: cx.d.bool_bits(&inside), poison: lane.poison.clone() })
    })
}

/// `llvm.fptrunc.round`: `fptrunc` in the rounding mode that the metadata names.
fn trunc_round<D: Domain>(cx: &mut Cx<'_, D>, from: Mode, to: Mode, info: &CallInfo, a: &Value<D>) -> Result<Value<D>, Unsupported> {
    match Rounding::parse(metadata_text(info, 1))? {
        Rounding::Static(rm) => unary(cx, a, |cx, lane| Ok(cast::convert(cx, from, to, rm, lane))),
        Rounding::Dynamic => Err(Unsupported::new("llvm.fptrunc.round with a dynamic rounding mode")),
    }
}
