//! Powers of two and integer powers: `llvm.{ldexp,frexp,powi}`.

use llvet_ir::FastMath;

use super::arith::{self, Arith};
use super::{Mode, origins, pattern};
use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use crate::outcome::Unsupported;
use crate::semantics::Cx;
use crate::value::Lane;

const NEAREST: RoundingMode = RoundingMode::NearestTiesToEven;

/// A format in which every finite nonzero number of `fmt`, times any power of two that matters, is normal.
fn roomy(fmt: FpFormat) -> FpFormat {
    FpFormat { exp_bits: fmt.exp_bits + 3, ..fmt }
}

/// `llvm.ldexp`: `a · 2^n`, rounded once.
pub fn ldexp<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, a: &Lane<D>, n: &Lane<D>) -> Lane<D> {
    let fmt = mode.fmt;
    let mut poison = n.poison.clone();
    let x = mode.read(cx, a, &mut poison);
    let wide = roomy(fmt);
    let number = cx.d.fp(FpOp::Convert { to: wide }, fmt, NEAREST, std::slice::from_ref(&x.number));
    let step = clamp(cx.d, &n.bits, fmt.exp_bits + 1, wide.exp_bits);
    let exponent = pattern::exponent(cx.d, wide, &number);
    let scaled = cx.d.add(&exponent, &step);
    let (sign, fraction) = (pattern::sign(cx.d, wide, &number), pattern::fraction(cx.d, wide, &number));
    let magnitude = cx.d.concat(&scaled, &fraction);
    let moved = pattern::signed(cx.d, &sign, &magnitude);
    let scaled = cx.d.fp(FpOp::Convert { to: fmt }, wide, NEAREST, &[moved]);
    // Zeros and infinities stay; moving the exponent of a NaN would make it a number.
    let (zero, infinite) = (pattern::is_zero(cx.d, fmt, &x.number), pattern::is_inf(cx.d, fmt, &x.number));
    let special = cx.d.or(&zero, &infinite);
    let kept = cx.d.or(&special, &x.is_nan);
    let number = cx.d.ite(&kept, &x.number, &scaled);
    mode.finish(cx, number, x.is_nan.clone(), &origins(fmt, &[&x]), poison)
}

/// A signed number clamped to `±2^bits`, resized to `width` (which has room for it).
fn clamp<D: Domain>(d: &mut D, n: &D::Bits, bits: u32, width: u32) -> D::Bits {
    let wide = d.width(n).max(width).max(bits + 2);
    let n = d.sext(n, wide);
    let (high, low) = (Bv::bit_at(wide, bits), Bv::bit_at(wide, bits).neg());
    let (high, low) = (d.bits(high), d.bits(low));
    let (too_high, too_low) = (d.slt(&high, &n), d.slt(&n, &low));
    let capped = d.ite(&too_high, &high, &n);
    let capped = d.ite(&too_low, &low, &capped);
    d.trunc(&capped, width)
}

/// `llvm.frexp`: the operand scaled into [0.5, 1) by a power of two, and that power (of `width` bits). The power is some integer for NaN and
/// infinity, which are returned as they are.
///
/// # Errors
/// When the power may not fit `width` bits.
pub fn frexp<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, width: u32, a: &Lane<D>) -> Result<(Lane<D>, Lane<D>), Unsupported> {
    let fmt = mode.fmt;
    let wide = roomy(fmt);
    if width < wide.exp_bits {
        return Err(Unsupported::new(format!("llvm.frexp with an i{width} exponent")));
    }
    let mut poison = cx.d.bool(false);
    let x = mode.read(cx, a, &mut poison);
    let number = cx.d.fp(FpOp::Convert { to: wide }, fmt, NEAREST, std::slice::from_ref(&x.number));
    let (sign, fraction) = (pattern::sign(cx.d, wide, &number), pattern::fraction(cx.d, wide, &number));
    // A number in [0.5, 1) has the exponent one below the bias.
    let half = cx.d.bits(Bv::low_mask(fmt.exp_bits, fmt.exp_bits - 1).sub(&Bv::one(fmt.exp_bits)));
    let magnitude = cx.d.concat(&half, &fraction);
    let scaled = pattern::signed(cx.d, &sign, &magnitude);
    let half_wide = cx.d.bits(Bv::low_mask(wide.exp_bits, wide.exp_bits - 1).sub(&Bv::one(wide.exp_bits)));
    let exponent = pattern::exponent(cx.d, wide, &number);
    let power = cx.d.sub(&exponent, &half_wide);
    let power = cx.d.sext(&power, width);

    let (zero, infinite) = (pattern::is_zero(cx.d, fmt, &x.number), pattern::is_inf(cx.d, fmt, &x.number));
    let unspecified = cx.d.or(&infinite, &x.is_nan);
    let kept = cx.d.or(&zero, &unspecified);
    let number = cx.d.ite(&kept, &x.number, &scaled);
    let none = cx.d.zero(width);
    let mut bits = cx.d.ite(&zero, &none, &power);
    if cx.d.known(&unspecified) != Some(false) {
        let any = cx.d.choose(width, ChoiceKind::Unspecified);
        bits = cx.d.ite(&unspecified, &any, &bits);
    }
    let exponent = Lane { bits, poison: poison.clone() };
    Ok((mode.finish(cx, number, x.is_nan.clone(), &origins(fmt, &[&x]), poison), exponent))
}

/// `llvm.powi` with a constant power that needs at most one rounding: 0, 1, −1, 2. LangRef leaves the roundings of others open.
///
/// # Errors
/// For other powers.
pub fn powi<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, a: &Lane<D>, n: &Lane<D>) -> Result<Lane<D>, Unsupported> {
    let known = cx.d.known_bits(&n.bits).filter(|_| cx.d.known(&n.poison) == Some(false));
    let one = fp_eval(FpOp::FromUbv, mode.fmt, NEAREST, &[Bv::one(1)]);
    let one = cx.d.bits(one);
    let one = Lane::defined(cx.d, one);
    match known.and_then(|bits| bits.to_bigint_signed().try_into().ok()) {
        Some(0i64) => Ok(one),
        Some(1) => Ok(arith::binary(cx, mode, Arith::Mul, NEAREST, a, &one)),
        Some(-1) => Ok(arith::binary(cx, mode, Arith::Div, NEAREST, &one, a)),
        // A square does not depend on the sign of its operand.
        Some(2) => Ok(arith::binary(cx, Mode { flags: mode.flags.without(FastMath::NSZ), ..mode }, Arith::Mul, NEAREST, a, a)),
        _ => Err(Unsupported::new("llvm.powi with a power that is not a constant among -1, 0, 1, 2")),
    }
}
