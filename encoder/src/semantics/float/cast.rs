//! Casts from, to and between floating-point types (LangRef, "Conversion Operations"), and the saturating conversions.

use llvet_ir::{CastOp, FastMath, Flags, Function, Type};

use super::intrinsics::scalar_int_width;
use super::{Mode, nan, unary};
use crate::bv::Bv;
use crate::domain::Domain;
use crate::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use crate::outcome::{PoisonReason, Unsupported};
use crate::semantics::Cx;
use crate::value::{Lane, Value};

/// A cast instruction from, to or between floating-point types, lane by lane.
///
/// # Errors
/// For types that are not modelled and casts of other kinds.
pub fn cast_value<D: Domain>(
    cx: &mut Cx<'_, D>,
    function: Option<&Function>,
    op: CastOp,
    flags: Flags,
    types: [&Type; 2],
    a: &Value<D>,
) -> Result<Value<D>, Unsupported> {
    let nearest = RoundingMode::NearestTiesToEven;
    let mode = |ty: &Type| Mode::of(function, ty, flags.fmf);
    let [source, target] = types;
    match op {
        CastOp::Fptrunc | CastOp::Fpext => {
            let (from, to) = (mode(source)?, mode(target)?);
            unary(cx, a, |cx, lane| Ok(convert(cx, from, to, nearest, lane)))
        }
        CastOp::Fptosi | CastOp::Fptoui => {
            let (from, width) = (mode(source)?, scalar_int_width(target)?);
            unary(cx, a, |cx, lane| Ok(to_int(cx, from, width, op == CastOp::Fptosi, lane)))
        }
        CastOp::Sitofp | CastOp::Uitofp => {
            let to = mode(target)?;
            unary(cx, a, |cx, lane| Ok(from_int(cx, to, nearest, op == CastOp::Sitofp, flags.nneg, lane)))
        }
        CastOp::Trunc
        | CastOp::Zext
        | CastOp::Sext
        | CastOp::Ptrtoint
        | CastOp::Ptrtoaddr
        | CastOp::Inttoptr
        | CastOp::Bitcast
        | CastOp::Addrspacecast => Err(Unsupported::new(format!("{} of floating point", op.name()))),
    }
}

/// `fptrunc`, `fpext`: the nearest number of the other format. A NaN keeps the high bits of its payload, or takes another.
pub fn convert<D: Domain>(cx: &mut Cx<'_, D>, from: Mode, to: Mode, rm: RoundingMode, a: &Lane<D>) -> Lane<D> {
    let mut poison = cx.d.bool(false);
    let x = from.read(cx, a, &mut poison);
    let number = cx.d.fp(FpOp::Convert { to: to.fmt }, from.fmt, rm, std::slice::from_ref(&x.number));
    let origin = nan::Origin { bits: x.bits, fmt: from.fmt, is_nan: x.is_nan.clone() };
    to.finish(cx, number, x.is_nan, &[origin], poison)
}

/// `sitofp`, `uitofp`: the nearest number. Poison when `nneg` and the operand is negative.
pub fn from_int<D: Domain>(cx: &mut Cx<'_, D>, to: Mode, rm: RoundingMode, signed: bool, nneg: bool, a: &Lane<D>) -> Lane<D> {
    let mut poison = a.poison.clone();
    if nneg {
        let negative = cx.d.is_negative(&a.bits);
        cx.poison_if(&mut poison, negative, PoisonReason::Negative);
    }
    let op = if signed { FpOp::FromSbv } else { FpOp::FromUbv };
    let number = cx.d.fp(op, to.fmt, rm, std::slice::from_ref(&a.bits));
    let never = cx.d.bool(false);
    to.finish(cx, number, never, &[], poison)
}

/// `fptosi`, `fptoui`: rounded towards zero. Poison when that does not fit the type, and for NaN and infinity.
pub fn to_int<D: Domain>(cx: &mut Cx<'_, D>, from: Mode, width: u32, signed: bool, a: &Lane<D>) -> Lane<D> {
    // The sign of a zero does not matter.
    let from = Mode { flags: from.flags.without(FastMath::NSZ), ..from };
    let mut poison = cx.d.bool(false);
    let x = from.read(cx, a, &mut poison);
    let fits = truncates_into(cx.d, from.fmt, &x.number, width, signed);
    let lost = cx.d.not(&fits);
    cx.poison_if(&mut poison, lost, PoisonReason::OutOfRange);
    Lane { bits: convert_to_int(cx.d, from.fmt, RoundingMode::TowardZero, &x.number, width, signed), poison }
}

/// `llvm.fptosi.sat`, `llvm.fptoui.sat`: rounded towards zero and clamped to the type; 0 for NaN.
pub fn to_int_saturated<D: Domain>(cx: &mut Cx<'_, D>, from: Mode, width: u32, signed: bool, a: &Lane<D>) -> Lane<D> {
    let from = Mode { flags: from.flags.without(FastMath::NSZ), ..from };
    let mut poison = cx.d.bool(false);
    let x = from.read(cx, a, &mut poison);
    let (lowest, highest) = if signed { (Bv::min_signed(width), Bv::max_signed(width)) } else { (Bv::zero(width), Bv::ones(width)) };
    let (lowest, highest, zero) = (cx.d.bits(lowest), cx.d.bits(highest), cx.d.zero(width));
    let fits = truncates_into(cx.d, from.fmt, &x.number, width, signed);
    let converted = convert_to_int(cx.d, from.fmt, RoundingMode::TowardZero, &x.number, width, signed);
    let negative = cx.d.is_negative(&x.number);
    let clamped = cx.d.ite(&negative, &lowest, &highest);
    let bits = cx.d.ite(&fits, &converted, &clamped);
    Lane { bits: cx.d.ite(&x.is_nan, &zero, &bits), poison }
}

/// The integer that a number rounds to; 0 when it does not fit.
pub fn convert_to_int<D: Domain>(d: &mut D, fmt: FpFormat, rm: RoundingMode, a: &D::Bits, width: u32, signed: bool) -> D::Bits {
    let op = if signed { FpOp::ToSbv { width } } else { FpOp::ToUbv { width } };
    d.fp(op, fmt, rm, std::slice::from_ref(a))
}

/// Whether a number, rounded towards zero, is an integer of `width` bits: a comparison of patterns.
pub fn truncates_into<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits, width: u32, signed: bool) -> D::Bool {
    let power = |exp: u32| Bv::bit_at(exp + 2, exp);
    let (above, below) = if signed { (power(width - 1), power(width - 1).add(&Bv::one(width + 1))) } else { (power(width), Bv::one(1)) };
    let magnitude = super::pattern::magnitude(d, fmt, a);
    let (above, below) = (last_below(d, fmt, &above), last_below(d, fmt, &below));
    let (fits_above, fits_below) = (d.ule(&magnitude, &above), d.ule(&magnitude, &below));
    let negative = d.is_negative(a);
    d.ite_bool(&negative, &fits_below, &fits_above)
}

/// The largest magnitude of a finite number below an integer: the pattern before that of the integer rounded up.
fn last_below<D: Domain>(d: &mut D, fmt: FpFormat, limit: &Bv) -> D::Bits {
    let up = fp_eval(FpOp::FromUbv, fmt, RoundingMode::TowardPositive, std::slice::from_ref(limit));
    d.bits(up.sub(&Bv::one(fmt.width())).trunc(fmt.width() - 1))
}
