//! Value-based fast-math flags (LangRef, "Fast-Math Flags"): `nnan` and `ninf` make poison, `nsz` frees the sign of zero operands.

use llvet_ir::{FastMath, Type};

use super::{format_of, pattern, split};
use crate::domain::{ChoiceKind, Domain};
use crate::fp::FpFormat;
use crate::outcome::{PoisonReason, Unsupported};
use crate::semantics::Cx;
use crate::value::{Lane, Value};

/// Adds to `poison` that a number is a NaN under `nnan` or an infinity under `ninf`.
pub fn check<D: Domain>(cx: &mut Cx<'_, D>, fmt: FpFormat, flags: FastMath, number: &D::Bits, is_nan: &D::Bool, poison: &mut D::Bool) {
    if flags.has(FastMath::NNAN) {
        cx.poison_if(poison, is_nan.clone(), PoisonReason::Nan);
    }
    if flags.has(FastMath::NINF) {
        let infinite = pattern::is_inf(cx.d, fmt, number);
        cx.poison_if(poison, infinite, PoisonReason::Infinite);
    }
}

/// A zero with either sign, anything else as it is: what `nsz` makes of an operand.
pub fn flip_zero<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    let zero = pattern::is_zero(d, fmt, a);
    if d.known(&zero) == Some(false) {
        return a.clone();
    }
    let (free, given, magnitude) = (d.choose(1, ChoiceKind::ZeroSign), pattern::sign(d, fmt, a), pattern::magnitude(d, fmt, a));
    let sign = d.ite(&zero, &free, &given);
    let result = pattern::signed(d, &sign, &magnitude);
    if let Some((_, is_nan)) = d.noted_float(a) {
        d.note_float(&result, &result, &is_nan);
    }
    result
}

/// Applies the value-based flags of a `phi`, `select` or `call` to its result, leaf by leaf. `operand` says that the result is one of
/// the operands (`phi`, `select`), so that `nsz` frees the sign of its zeros.
///
/// # Errors
/// When a leaf is not of a modelled floating-point type.
pub fn restrict_result<D: Domain>(
    cx: &mut Cx<'_, D>,
    flags: FastMath,
    leaves: &[Type],
    value: Value<D>,
    operand: bool,
) -> Result<Value<D>, Unsupported> {
    let wanted = FastMath::NNAN.0 | FastMath::NINF.0 | if operand { FastMath::NSZ.0 } else { 0 };
    if flags.0 & wanted == 0 {
        return Ok(value);
    }
    let mut lanes = Vec::with_capacity(value.lanes.len());
    for (lane, ty) in value.lanes.iter().zip(leaves) {
        let fmt = format_of(ty)?;
        let mut poison = lane.poison.clone();
        let (number, is_nan) = split(cx.d, fmt, &lane.bits);
        check(cx, fmt, flags, &number, &is_nan, &mut poison);
        let bits = if operand && flags.has(FastMath::NSZ) { flip_zero(cx.d, fmt, &lane.bits) } else { lane.bits.clone() };
        lanes.push(Lane { bits, poison });
    }
    Ok(Value { lanes })
}
