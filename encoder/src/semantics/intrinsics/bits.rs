//! `llvm.{ctlz,cttz,ctpop,bswap,bitreverse,fshl,fshr,clmul}` (LangRef, "Bit Manipulation Intrinsics").

use super::super::{Cx, join};
use crate::domain::Domain;
use crate::outcome::{PoisonReason, Unsupported};
use crate::value::Lane;

/// Counting zeros from either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountOp {
    /// `ctlz`
    Leading,
    /// `cttz`
    Trailing,
}

/// `ctlz`, `cttz`: the width for 0. Poison: the operand is, or `is_zero_poison` and it is 0. UB: never.
pub fn count_zeros<D: Domain>(cx: &mut Cx<'_, D>, op: CountOp, a: &Lane<D>, is_zero_poison: &Lane<D>) -> Lane<D> {
    let mut poison = cx.either_poison(a, is_zero_poison);
    let (is_zero, strict) = (cx.d.is_zero(&a.bits), cx.d.bits_bool(&is_zero_poison.bits));
    let bad = cx.d.and(&is_zero, &strict);
    cx.poison_if(&mut poison, bad, PoisonReason::Other("count of zeros of 0"));
    let bits = match op {
        CountOp::Leading => cx.d.clz(&a.bits),
        CountOp::Trailing => cx.d.ctz(&a.bits),
    };
    Lane { bits, poison }
}

/// `ctpop`: number of set bits. Poison: the operand is. UB: never.
pub fn ctpop<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>) -> Lane<D> {
    Lane { bits: cx.d.ctpop(&a.bits), poison: a.poison.clone() }
}

/// `bswap`: the bytes in reverse order. Poison: the operand is. UB: never.
///
/// # Errors
/// When the width is not a whole number of bytes.
pub fn bswap<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>) -> Result<Lane<D>, Unsupported> {
    if !cx.d.width(&a.bits).is_multiple_of(8) {
        return Err(Unsupported::new("llvm.bswap of a width that is not a number of bytes"));
    }
    Ok(reverse_units(cx, a, 8))
}

/// `bitreverse`: the bits in reverse order. Poison: the operand is. UB: never.
pub fn bitreverse<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>) -> Lane<D> {
    reverse_units(cx, a, 1)
}

fn reverse_units<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, unit: u32) -> Lane<D> {
    let count = cx.d.width(&a.bits) / unit;
    // The lowest unit comes first, and so becomes the highest.
    let units = (0..count).map(|i| cx.d.extract(&a.bits, i * unit + unit - 1, i * unit)).collect();
    Lane { bits: join(cx.d, units), poison: a.poison.clone() }
}

/// Direction of a funnel shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunnelOp {
    /// `fshl`
    Left,
    /// `fshr`
    Right,
}

/// `fshl`, `fshr`: the high (low) half of `a:b` shifted left (right) by the amount modulo the width. Poison: an operand is.
/// UB: never.
pub fn funnel<D: Domain>(cx: &mut Cx<'_, D>, op: FunnelOp, a: &Lane<D>, b: &Lane<D>, amount: &Lane<D>) -> Lane<D> {
    let either = cx.either_poison(a, b);
    let poison = cx.d.or(&either, &amount.poison);
    let width = cx.d.width(&a.bits);
    let modulus = cx.d.num(width, u64::from(width));
    let shift = if width.is_power_of_two() {
        let mask = cx.d.num(width, u64::from(width - 1));
        cx.d.bvand(&amount.bits, &mask)
    } else {
        cx.d.urem(&amount.bits, &modulus)
    };
    // Shifting by the full width gives 0, which is right for a shift by 0 the other way.
    let rest = cx.d.sub(&modulus, &shift);
    let (left, right) = match op {
        FunnelOp::Left => (shift, rest),
        FunnelOp::Right => (rest, shift),
    };
    let (high, low) = (cx.d.shl(&a.bits, &left), cx.d.lshr(&b.bits, &right));
    Lane { bits: cx.d.bvor(&high, &low), poison }
}

/// `clmul`: the low bits of the carry-less product. Poison: either operand is. UB: never.
pub fn clmul<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let poison = cx.either_poison(a, b);
    let width = cx.d.width(&a.bits);
    let mut bits = cx.d.zero(width);
    for i in 0..width {
        let (amount, zero) = (cx.d.num(width, u64::from(i)), cx.d.zero(width));
        let (bit, shifted) = (cx.d.extract(&b.bits, i, i), cx.d.shl(&a.bits, &amount));
        let set = cx.d.bits_bool(&bit);
        let part = cx.d.ite(&set, &shifted, &zero);
        bits = cx.d.bvxor(&bits, &part);
    }
    Lane { bits, poison }
}
