//! `llvm.{s,u}{mul,div}.fix[.sat]` (LangRef, "Fixed Point Arithmetic Intrinsics").
//!
//! The exact result is computed at a width where it fits. When it lies between two representable values either may be the
//! result: one pick per lane, as LangRef leaves the rounding to the target.

use super::super::{Cx, int};
use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::outcome::{PoisonReason, UbReason};
use crate::value::Lane;

/// One of the eight operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedOp {
    /// Operands and result are signed.
    pub signed: bool,
    /// Division rather than multiplication.
    pub divide: bool,
    /// A result that does not fit is clamped.
    pub saturating: bool,
}

/// The largest scale for operands of `width` bits (LangRef: below the width for signed operations).
#[must_use]
pub fn max_scale(op: FixedOp, width: u32) -> u32 {
    if op.signed { width - 1 } else { width }
}

/// Result: the rounded, scaled product or quotient. Poison: an operand is, or a product does not fit (LangRef calls that
/// undefined behavior, but the intrinsic may be speculated, so it cannot be immediate). UB: the divisor is zero or poison, or
/// a quotient does not fit. `scale` is at most [`max_scale`].
pub fn lane<D: Domain>(cx: &mut Cx<'_, D>, op: FixedOp, scale: u32, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let width = cx.d.width(&a.bits);
    let mut poison = cx.either_poison(a, b);
    let exact = if op.divide { quotient(cx, op, scale, a, b) } else { product(cx, op, scale, a, b) };
    let bits = cx.d.trunc(&exact, width);
    let wide = cx.d.width(&exact);
    let back = if op.signed { cx.d.sext(&bits, wide) } else { cx.d.zext(&bits, wide) };
    let outside = cx.d.ne(&back, &exact);
    if op.saturating {
        let limit = limit(cx.d, op, width, &exact);
        return Lane { bits: cx.d.ite(&outside, &limit, &bits), poison };
    }
    if op.divide {
        cx.ub_if(outside, UbReason::Other("fixed-point quotient does not fit".into()));
    } else {
        cx.poison_if(&mut poison, outside, PoisonReason::OutOfRange);
    }
    Lane { bits, poison }
}

/// The bound on the side where `exact` lies.
fn limit<D: Domain>(d: &mut D, op: FixedOp, width: u32, exact: &D::Bits) -> D::Bits {
    if !op.signed {
        return d.bits(Bv::ones(width));
    }
    let (min, max) = (d.bits(Bv::min_signed(width)), d.bits(Bv::max_signed(width)));
    let negative = d.is_negative(exact);
    d.ite(&negative, &min, &max)
}

fn extend<D: Domain>(d: &mut D, signed: bool, a: &D::Bits, width: u32) -> D::Bits {
    if signed { d.sext(a, width) } else { d.zext(a, width) }
}

/// The product at twice the width, rounded to the scale.
fn product<D: Domain>(cx: &mut Cx<'_, D>, op: FixedOp, scale: u32, a: &Lane<D>, b: &Lane<D>) -> D::Bits {
    let wide = 2 * cx.d.width(&a.bits);
    let (x, y) = (extend(cx.d, op.signed, &a.bits, wide), extend(cx.d, op.signed, &b.bits, wide));
    let full = cx.d.mul(&x, &y);
    if scale == 0 {
        return full;
    }
    let amount = cx.d.num(wide, u64::from(scale));
    let floor = if op.signed { cx.d.ashr(&full, &amount) } else { cx.d.lshr(&full, &amount) };
    let rest = cx.d.extract(&full, scale - 1, 0);
    let exact = cx.d.is_zero(&rest);
    let one = cx.d.num(wide, 1);
    let ceiling = cx.d.add(&floor, &one);
    either(cx, &exact, &floor, &ceiling)
}

/// The quotient at a width that holds the scaled dividend and a sign, rounded to an integer.
fn quotient<D: Domain>(cx: &mut Cx<'_, D>, op: FixedOp, scale: u32, a: &Lane<D>, b: &Lane<D>) -> D::Bits {
    int::check_divisor(cx, b);
    let width = cx.d.width(&a.bits);
    let wide = width + scale + 1;
    // A poison dividend may be the one with the largest magnitude, which decides whether the quotient may not fit.
    let extreme = cx.d.bits(if op.signed { Bv::min_signed(width) } else { Bv::ones(width) });
    let dividend = cx.d.ite(&a.poison, &extreme, &a.bits);
    let (x, y) = (extend(cx.d, op.signed, &dividend, wide), extend(cx.d, op.signed, &b.bits, wide));
    let amount = cx.d.num(wide, u64::from(scale));
    let scaled = cx.d.shl(&x, &amount);
    let one = cx.d.num(wide, 1);
    let (near, rest, step) = if op.signed {
        let signs = cx.d.bvxor(&x, &y);
        let (negative, minus_one) = (cx.d.is_negative(&signs), cx.d.bits(Bv::ones(wide)));
        (cx.d.sdiv(&scaled, &y), cx.d.srem(&scaled, &y), cx.d.ite(&negative, &minus_one, &one))
    } else {
        (cx.d.udiv(&scaled, &y), cx.d.urem(&scaled, &y), one)
    };
    let exact = cx.d.is_zero(&rest);
    let far = cx.d.add(&near, &step);
    either(cx, &exact, &near, &far)
}

/// The first value when `exact`, else either of both.
fn either<D: Domain>(cx: &mut Cx<'_, D>, exact: &D::Bool, near: &D::Bits, far: &D::Bits) -> D::Bits {
    if cx.d.known(exact) == Some(true) {
        return near.clone();
    }
    let pick = cx.d.choose_bool(ChoiceKind::FixRounding);
    let inexact = cx.d.not(exact);
    let take_far = cx.d.and(&inexact, &pick);
    cx.d.ite(&take_far, far, near)
}
