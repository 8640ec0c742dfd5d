//! Integer arithmetic, shifts and bitwise operations (LangRef, "Binary Operations", "Bitwise Binary Operations").
//!
//! Every rule: poison operands make the result poison; flag conditions are Lesson 13.8, Definition 13.8.6.

use llvet_ir::{BinOp, Flags, Type};

use super::{Cx, zip_lanes};
use crate::bv::Bv;
use crate::domain::Domain;
use crate::outcome::{PoisonReason, UbReason, Unsupported};
use crate::value::{Lane, Value};

/// A binary operation on scalars or, lane by lane, vectors of type `ty`.
///
/// # Errors
/// For operations on types that are not modelled.
pub fn binary_value<D: Domain>(
    cx: &mut Cx<'_, D>,
    op: BinOp,
    flags: Flags,
    ty: &Type,
    a: &Value<D>,
    b: &Value<D>,
) -> Result<Value<D>, Unsupported> {
    match op {
        BinOp::Fadd | BinOp::Fsub | BinOp::Fmul | BinOp::Fdiv | BinOp::Frem => Err(Unsupported::new(op.name())),
        _ if !ty.scalar().is_int() => Err(Unsupported::new(format!("{} on {ty}", op.name()))),
        _ => Ok(zip_lanes(cx, a, b, |cx, x, y| binary(cx, op, flags, x, y))),
    }
}

/// An integer operation on one lane. Floating-point operations are not for this function and give poison.
pub fn binary<D: Domain>(cx: &mut Cx<'_, D>, op: BinOp, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    match op {
        BinOp::Add => add(cx, flags, a, b),
        BinOp::Sub => sub(cx, flags, a, b),
        BinOp::Mul => mul(cx, flags, a, b),
        BinOp::Udiv => udiv(cx, flags, a, b),
        BinOp::Sdiv => sdiv(cx, flags, a, b),
        BinOp::Urem => urem(cx, a, b),
        BinOp::Srem => srem(cx, a, b),
        BinOp::Shl => shl(cx, flags, a, b),
        BinOp::Lshr => lshr(cx, flags, a, b),
        BinOp::Ashr => ashr(cx, flags, a, b),
        BinOp::And => bitwise(cx, a, b, D::bvand),
        BinOp::Or => or(cx, flags, a, b),
        BinOp::Xor => bitwise(cx, a, b, D::bvxor),
        BinOp::Fadd | BinOp::Fsub | BinOp::Fmul | BinOp::Fdiv | BinOp::Frem => {
            let width = cx.d.width(&a.bits);
            Lane::poison(cx.d, width)
        }
    }
}

/// `add`: wrapping sum. Poison when `nsw`/`nuw` and the exact sum does not fit.
pub fn add<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let bits = cx.d.add(&a.bits, &b.bits);
    wrapping(cx, flags, a, b, bits, D::saddo, D::uaddo)
}

/// `sub`: wrapping difference. Poison when `nsw`/`nuw` and the exact difference does not fit.
pub fn sub<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let bits = cx.d.sub(&a.bits, &b.bits);
    wrapping(cx, flags, a, b, bits, D::ssubo, D::usubo)
}

/// `mul`: wrapping product. Poison when `nsw`/`nuw` and the exact product does not fit.
pub fn mul<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let bits = cx.d.mul(&a.bits, &b.bits);
    wrapping(cx, flags, a, b, bits, D::smulo, D::umulo)
}

type Overflow<D> = fn(&mut D, &<D as Domain>::Bits, &<D as Domain>::Bits) -> <D as Domain>::Bool;

fn wrapping<D: Domain>(
    cx: &mut Cx<'_, D>,
    flags: Flags,
    a: &Lane<D>,
    b: &Lane<D>,
    bits: D::Bits,
    signed: Overflow<D>,
    unsigned: Overflow<D>,
) -> Lane<D> {
    let mut poison = cx.either_poison(a, b);
    if flags.nsw {
        let overflow = signed(cx.d, &a.bits, &b.bits);
        cx.poison_if(&mut poison, overflow, PoisonReason::SignedWrap);
    }
    if flags.nuw {
        let overflow = unsigned(cx.d, &a.bits, &b.bits);
        cx.poison_if(&mut poison, overflow, PoisonReason::UnsignedWrap);
    }
    Lane { bits, poison }
}

/// Records the undefined behavior of a division whose divisor is zero or poison.
pub fn check_divisor<D: Domain>(cx: &mut Cx<'_, D>, b: &Lane<D>) {
    cx.ub_if(b.poison.clone(), UbReason::DivisionByPoison);
    let zero = cx.d.is_zero(&b.bits);
    cx.ub_if(zero, UbReason::DivisionByZero);
}

/// Records the undefined behavior of `MIN / −1`. A poison dividend may be refined to `MIN`, so it counts as such.
fn check_overflow<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, b: &Lane<D>) {
    let width = cx.d.width(&a.bits);
    let (min, ones) = (cx.d.bits(Bv::min_signed(width)), cx.d.bits(Bv::ones(width)));
    let is_min = cx.d.eq(&a.bits, &min);
    let may_be_min = cx.d.or(&a.poison, &is_min);
    let minus_one = cx.d.eq(&b.bits, &ones);
    let overflow = cx.d.and(&may_be_min, &minus_one);
    cx.ub_if(overflow, UbReason::DivisionOverflow);
}

/// `udiv`: unsigned quotient. UB when the divisor is zero or poison; poison when `exact` and a remainder is left.
pub fn udiv<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    check_divisor(cx, b);
    let mut poison = a.poison.clone();
    if flags.exact {
        let rest = cx.d.urem(&a.bits, &b.bits);
        let inexact = cx.d.is_zero(&rest);
        let inexact = cx.d.not(&inexact);
        cx.poison_if(&mut poison, inexact, PoisonReason::Inexact);
    }
    Lane { bits: cx.d.udiv(&a.bits, &b.bits), poison }
}

/// `sdiv`: quotient rounded towards zero. UB when the divisor is zero or poison, or on `MIN / −1`; poison when `exact` and a
/// remainder is left.
pub fn sdiv<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    check_divisor(cx, b);
    check_overflow(cx, a, b);
    let mut poison = a.poison.clone();
    if flags.exact {
        let rest = cx.d.srem(&a.bits, &b.bits);
        let inexact = cx.d.is_zero(&rest);
        let inexact = cx.d.not(&inexact);
        cx.poison_if(&mut poison, inexact, PoisonReason::Inexact);
    }
    Lane { bits: cx.d.sdiv(&a.bits, &b.bits), poison }
}

/// `urem`: unsigned remainder. UB when the divisor is zero or poison.
pub fn urem<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    check_divisor(cx, b);
    Lane { bits: cx.d.urem(&a.bits, &b.bits), poison: a.poison.clone() }
}

/// `srem`: remainder with the dividend's sign. UB when the divisor is zero or poison, or on `MIN % −1`.
pub fn srem<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    check_divisor(cx, b);
    check_overflow(cx, a, b);
    Lane { bits: cx.d.srem(&a.bits, &b.bits), poison: a.poison.clone() }
}

/// Poison of a shift: of an operand, or because the amount is at least the width.
pub fn shift_poison<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, b: &Lane<D>) -> D::Bool {
    let mut poison = cx.either_poison(a, b);
    let width = cx.d.width(&a.bits);
    let limit = cx.d.num(width, u64::from(width));
    let in_range = cx.d.ult(&b.bits, &limit);
    let too_large = cx.d.not(&in_range);
    cx.poison_if(&mut poison, too_large, PoisonReason::ShiftTooLarge);
    poison
}

/// `shl`: poison when the amount is at least the width; `nuw`: when a set bit is shifted out; `nsw`: when a bit that differs
/// from the result's sign is.
pub fn shl<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let mut poison = shift_poison(cx, a, b);
    let bits = cx.d.shl(&a.bits, &b.bits);
    if flags.nsw {
        let back = cx.d.ashr(&bits, &b.bits);
        let lost = cx.d.ne(&back, &a.bits);
        cx.poison_if(&mut poison, lost, PoisonReason::SignedWrap);
    }
    if flags.nuw {
        let back = cx.d.lshr(&bits, &b.bits);
        let lost = cx.d.ne(&back, &a.bits);
        cx.poison_if(&mut poison, lost, PoisonReason::UnsignedWrap);
    }
    Lane { bits, poison }
}

fn shift_right<D: Domain>(
    cx: &mut Cx<'_, D>,
    flags: Flags,
    a: &Lane<D>,
    b: &Lane<D>,
    shift: fn(&mut D, &D::Bits, &D::Bits) -> D::Bits,
) -> Lane<D> {
    let mut poison = shift_poison(cx, a, b);
    let bits = shift(cx.d, &a.bits, &b.bits);
    if flags.exact {
        let back = cx.d.shl(&bits, &b.bits);
        let lost = cx.d.ne(&back, &a.bits);
        cx.poison_if(&mut poison, lost, PoisonReason::Inexact);
    }
    Lane { bits, poison }
}

/// `lshr`: poison when the amount is at least the width; `exact`: when a set bit is shifted out.
pub fn lshr<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    shift_right(cx, flags, a, b, D::lshr)
}

/// `ashr`: poison when the amount is at least the width; `exact`: when a set bit is shifted out.
pub fn ashr<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    shift_right(cx, flags, a, b, D::ashr)
}

/// `or`: poison when `disjoint` and the operands share a set bit.
pub fn or<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let mut poison = cx.either_poison(a, b);
    if flags.disjoint {
        let common = cx.d.bvand(&a.bits, &b.bits);
        let none = cx.d.is_zero(&common);
        let shared = cx.d.not(&none);
        cx.poison_if(&mut poison, shared, PoisonReason::NotDisjoint);
    }
    Lane { bits: cx.d.bvor(&a.bits, &b.bits), poison }
}

fn bitwise<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, b: &Lane<D>, op: fn(&mut D, &D::Bits, &D::Bits) -> D::Bits) -> Lane<D> {
    Lane { bits: op(cx.d, &a.bits, &b.bits), poison: cx.either_poison(a, b) }
}
