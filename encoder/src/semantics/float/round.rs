//! Rounding to integral values: `llvm.{floor,ceil,trunc,rint,nearbyint,round,roundeven}`, and to integers: `llvm.{lrint,llrint,lround,llround}`.

use super::cast::{self, truncates_into};
use super::{Mode, origins};
use crate::domain::{ChoiceKind, Domain};
use crate::fp::{FpOp, RoundingMode};
use crate::semantics::Cx;
use crate::value::Lane;

/// The operand rounded to an integral value; a zero result keeps the sign.
pub fn to_integral<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, rm: RoundingMode, a: &Lane<D>) -> Lane<D> {
    let mut poison = cx.d.bool(false);
    let x = mode.read(cx, a, &mut poison);
    let number = cx.d.fp(FpOp::RoundToIntegral, mode.fmt, rm, std::slice::from_ref(&x.number));
    mode.finish(cx, number, x.is_nan.clone(), &origins(mode.fmt, &[&x]), poison)
}

/// `llvm.lrint`, `llvm.lround`: the operand rounded to an integer of `width` bits. Some integer when it does not fit.
pub fn to_integer<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, rm: RoundingMode, width: u32, a: &Lane<D>) -> Lane<D> {
    let mut poison = cx.d.bool(false);
    let x = mode.read(cx, a, &mut poison);
    let whole = cx.d.fp(FpOp::RoundToIntegral, mode.fmt, rm, std::slice::from_ref(&x.number));
    let fits = truncates_into(cx.d, mode.fmt, &whole, width, true);
    let bits = cast::convert_to_int(cx.d, mode.fmt, rm, &x.number, width, true);
    if cx.d.known(&fits) == Some(true) {
        return Lane { bits, poison };
    }
    let any = cx.d.choose(width, ChoiceKind::Unspecified);
    Lane { bits: cx.d.ite(&fits, &bits, &any), poison }
}
