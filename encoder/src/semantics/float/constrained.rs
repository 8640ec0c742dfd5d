//! `llvm.experimental.constrained.*` (LangRef, "Constrained Floating-Point Intrinsics").
//!
//! The rounding mode in force is a fact of the environment. An operation with a static mode says that this is the one, and is poison when
//! it is not; `round.dynamic` rounds as it says. Exceptions are not observed: flags and traps are not part of an outcome, so
//! `fpexcept.strict` and `fpexcept.maytrap` change nothing here. A signalling NaN may pass through as in ordinary operations.

use llvet_ir::inst::{CallInfo, FloatPred};
use llvet_ir::{FastMath, Type};

use super::arith::{self, Arith};
use super::intrinsics::{mode_of_arg, scalar_int_width};
use super::minmax::{self, MinMax};
use super::{Mode, cast, cmp, round, scale};
use crate::domain::{ChoiceKind, Domain};
use crate::fp::RoundingMode;
use crate::outcome::{PoisonReason, Unsupported};
use crate::semantics::{Cx, Place};
use crate::value::{Lane, Value};

/// What a constrained intrinsic computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstrainedOp {
    /// `fadd` and its like.
    Arith(Arith),
    /// Square root.
    Sqrt,
    /// `a · b + c` rounded once.
    Fma,
    /// `a · b + c` rounded once or twice.
    Fmuladd,
    /// `fcmp`, quiet or signalling.
    Fcmp,
    /// Rounding to an integral value: in a fixed direction, or as the rounding mode says.
    Integral(Option<RoundingMode>),
    /// Rounding to an integer: in a fixed direction, or as the rounding mode says.
    Integer(Option<RoundingMode>),
    /// `fptosi`, `fptoui`.
    ToInt {
        /// `fptosi`
        signed: bool,
    },
    /// `sitofp`, `uitofp`.
    FromInt {
        /// `sitofp`
        signed: bool,
    },
    /// `fptrunc`
    Trunc,
    /// `fpext`
    Ext,
    /// Minimum and maximum.
    MinMax(MinMax),
    /// `ldexp`
    Ldexp,
}

impl ConstrainedOp {
    /// The number of operands that are not metadata.
    fn arity(self) -> usize {
        match self {
            ConstrainedOp::Fma | ConstrainedOp::Fmuladd => 3,
            ConstrainedOp::Arith(_) | ConstrainedOp::Fcmp | ConstrainedOp::MinMax(_) | ConstrainedOp::Ldexp => 2,
            ConstrainedOp::Sqrt
            | ConstrainedOp::Integral(_)
            | ConstrainedOp::Integer(_)
            | ConstrainedOp::ToInt { .. }
            | ConstrainedOp::FromInt { .. }
            | ConstrainedOp::Trunc
            | ConstrainedOp::Ext => 1,
        }
    }

    /// Whether the result depends on the rounding mode.
    fn rounds(self) -> bool {
        match self {
            ConstrainedOp::Arith(Arith::Rem) => false,
            ConstrainedOp::Arith(_)
            | ConstrainedOp::Sqrt
            | ConstrainedOp::Fma
            | ConstrainedOp::Fmuladd
            | ConstrainedOp::Integral(None)
            | ConstrainedOp::Integer(None)
            | ConstrainedOp::FromInt { .. }
            | ConstrainedOp::Trunc => true,
            ConstrainedOp::Fcmp
            | ConstrainedOp::Integral(Some(_))
            | ConstrainedOp::Integer(Some(_))
            | ConstrainedOp::ToInt { .. }
            | ConstrainedOp::Ext
            | ConstrainedOp::MinMax(_)
            | ConstrainedOp::Ldexp => false,
        }
    }
}

/// The value of a call to a constrained intrinsic.
///
/// # Errors
/// For types that are not modelled and metadata that LangRef does not name.
pub fn eval<D: Domain>(
    cx: &mut Cx<'_, D>,
    place: Place<'_>,
    op: ConstrainedOp,
    call: &CallInfo,
    ret: &Type,
    flags: FastMath,
    args: &[Value<D>],
) -> Result<Value<D>, Unsupported> {
    let text = |i: usize| metadata_text(call, i);
    let last = call.args.len().saturating_sub(1);
    if !matches!(text(last), Some("fpexcept.ignore" | "fpexcept.maytrap" | "fpexcept.strict")) {
        return Err(Unsupported::new("constrained intrinsic with this exception behavior"));
    }
    // The rounding mode, when the intrinsic has one, stands before the exception behavior.
    let rounding = if last > op.arity() && op != ConstrainedOp::Fcmp { Some(Rounding::parse(text(last - 1))?) } else { None };
    let mut lanes = Vec::with_capacity(args[0].lanes.len());
    for i in 0..args[0].lanes.len() {
        let operands: Vec<&Lane<D>> = args[..op.arity()].iter().map(|value| &value.lanes[i]).collect();
        lanes.push(in_mode(cx, op.rounds().then_some(rounding).flatten(), |cx, rm| lane(cx, place, op, call, ret, flags, rm, &operands))?);
    }
    Ok(Value { lanes })
}

#[expect(clippy::too_many_arguments, reason = "one call of one operation; a struct would be built and taken apart at once")]
fn lane<D: Domain>(
    cx: &mut Cx<'_, D>,
    place: Place<'_>,
    op: ConstrainedOp,
    call: &CallInfo,
    ret: &Type,
    flags: FastMath,
    rm: RoundingMode,
    args: &[&Lane<D>],
) -> Result<Lane<D>, Unsupported> {
    let from = |i: usize| mode_of_arg(place, call, i, flags);
    let to = || Mode::of(Some(place.function), ret, flags);
    Ok(match op {
        ConstrainedOp::Arith(op) => arith::binary(cx, to()?, op, rm, args[0], args[1]),
        ConstrainedOp::Sqrt => arith::sqrt(cx, to()?, rm, args[0]),
        ConstrainedOp::Fma => arith::fma(cx, to()?, rm, [args[0], args[1], args[2]]),
        ConstrainedOp::Fmuladd => arith::fmuladd(cx, to()?, rm, [args[0], args[1], args[2]]),
        ConstrainedOp::Fcmp => cmp::fcmp(cx, from(0)?, predicate(call)?, args[0], args[1]),
        ConstrainedOp::Integral(fixed) => round::to_integral(cx, to()?, fixed.unwrap_or(rm), args[0]),
        ConstrainedOp::Integer(fixed) => round::to_integer(cx, from(0)?, fixed.unwrap_or(rm), scalar_int_width(ret)?, args[0]),
        ConstrainedOp::ToInt { signed } => cast::to_int(cx, from(0)?, scalar_int_width(ret)?, signed, args[0]),
        ConstrainedOp::FromInt { signed } => cast::from_int(cx, to()?, rm, signed, false, args[0]),
        ConstrainedOp::Trunc | ConstrainedOp::Ext => cast::convert(cx, from(0)?, to()?, rm, args[0]),
        ConstrainedOp::MinMax(op) => minmax::minmax(cx, to()?, op, args[0], args[1]),
        ConstrainedOp::Ldexp => scale::ldexp(cx, to()?, args[0], args[1]),
    })
}

/// The text of a metadata string operand.
pub(super) fn metadata_text(call: &CallInfo, index: usize) -> Option<&str> {
    call.args.get(index)?.0.metadata_string()
}

fn predicate(call: &CallInfo) -> Result<FloatPred, Unsupported> {
    metadata_text(call, 2).and_then(FloatPred::from_name).ok_or_else(|| Unsupported::new("constrained fcmp with this predicate"))
}

/// A rounding argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The mode in force, whatever it is.
    Dynamic,
    /// This mode, which is in force.
    Static(RoundingMode),
}

impl Rounding {
    /// Reads the metadata string.
    ///
    /// # Errors
    /// When it is not one of LangRef's.
    pub fn parse(text: Option<&str>) -> Result<Rounding, Unsupported> {
        Ok(match text {
            Some("round.dynamic") => Rounding::Dynamic,
            Some("round.tonearest") => Rounding::Static(RoundingMode::NearestTiesToEven),
            Some("round.tonearestaway") => Rounding::Static(RoundingMode::NearestTiesToAway),
            Some("round.downward") => Rounding::Static(RoundingMode::TowardNegative),
            Some("round.upward") => Rounding::Static(RoundingMode::TowardPositive),
            Some("round.towardzero") => Rounding::Static(RoundingMode::TowardZero),
            other => return Err(Unsupported::new(format!("rounding mode {}", other.unwrap_or("that is not a string")))),
        })
    }
}

/// Numbers of the modes as in C's `FLT_ROUNDS`; 1, nearest even, also stands for all other values.
const CODES: [(u64, RoundingMode); 4] = [
    (0, RoundingMode::TowardZero),
    (2, RoundingMode::TowardPositive),
    (3, RoundingMode::TowardNegative),
    (4, RoundingMode::NearestTiesToAway),
];

fn is_in_force<D: Domain>(d: &mut D, rm: RoundingMode) -> D::Bool {
    let actual = d.choose(3, ChoiceKind::RoundingMode);
    let mut nearest = d.bool(true);
    for (code, mode) in CODES {
        let code = d.num(3, code);
        let this = d.eq(&actual, &code);
        if mode == rm {
            return this;
        }
        let other = d.not(&this);
        nearest = d.and(&nearest, &other);
    }
    nearest
}

/// Evaluates in the mode that `rounding` says; to nearest even when it says nothing.
fn in_mode<D: Domain>(
    cx: &mut Cx<'_, D>,
    rounding: Option<Rounding>,
    mut rule: impl FnMut(&mut Cx<'_, D>, RoundingMode) -> Result<Lane<D>, Unsupported>,
) -> Result<Lane<D>, Unsupported> {
    match rounding {
        None => rule(cx, RoundingMode::NearestTiesToEven),
        Some(Rounding::Static(rm)) => {
            let mut result = rule(cx, rm)?;
            let right = is_in_force(cx.d, rm);
            let wrong = cx.d.not(&right);
            cx.poison_if(&mut result.poison, wrong, PoisonReason::Other("another rounding mode is in force"));
            Ok(result)
        }
        Some(Rounding::Dynamic) => {
            let mut result = rule(cx, RoundingMode::NearestTiesToEven)?;
            for (_, rm) in CODES {
                let this = is_in_force(cx.d, rm);
                if cx.d.known(&this) != Some(false) {
                    let other = rule(cx, rm)?;
                    result = Lane::ite(cx.d, &this, &other, &result);
                }
            }
            Ok(result)
        }
    }
}
