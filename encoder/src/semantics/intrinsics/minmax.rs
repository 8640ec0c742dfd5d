//! `llvm.{s,u}{min,max}`, `llvm.abs`, `llvm.{s,u}cmp` (LangRef, "Standard C/C++ Library Intrinsics", "Arithmetic Intrinsics").

use llvet_ir::inst::IntPred;

use super::super::{Cx, cmp};
use crate::bv::Bv;
use crate::domain::Domain;
use crate::outcome::PoisonReason;
use crate::value::Lane;

/// The selections of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinMaxOp {
    /// `smin`
    Smin,
    /// `smax`
    Smax,
    /// `umin`
    Umin,
    /// `umax`
    Umax,
}

/// `smin`, `smax`, `umin`, `umax`. Poison: either operand is. UB: never.
pub fn lane<D: Domain>(cx: &mut Cx<'_, D>, op: MinMaxOp, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    Lane { bits: select(cx.d, op, &a.bits, &b.bits), poison: cx.either_poison(a, b) }
}

/// The operand that `op` selects.
pub fn select<D: Domain>(d: &mut D, op: MinMaxOp, a: &D::Bits, b: &D::Bits) -> D::Bits {
    let pred = match op {
        MinMaxOp::Smin => IntPred::Slt,
        MinMaxOp::Smax => IntPred::Sgt,
        MinMaxOp::Umin => IntPred::Ult,
        MinMaxOp::Umax => IntPred::Ugt,
    };
    let first = cmp::compare(d, pred, a, b);
    d.ite(&first, a, b)
}

/// `abs`: the magnitude, wrapped. Poison: the operand is, or `is_int_min_poison` and it is the smallest signed value. UB: never.
pub fn abs<D: Domain>(cx: &mut Cx<'_, D>, a: &Lane<D>, is_int_min_poison: &Lane<D>) -> Lane<D> {
    let width = cx.d.width(&a.bits);
    let mut poison = cx.either_poison(a, is_int_min_poison);
    let min = cx.d.bits(Bv::min_signed(width));
    let (is_min, strict) = (cx.d.eq(&a.bits, &min), cx.d.bits_bool(&is_int_min_poison.bits));
    let bad = cx.d.and(&is_min, &strict);
    cx.poison_if(&mut poison, bad, PoisonReason::Other("abs of the smallest signed value"));
    let (negative, negated) = (cx.d.is_negative(&a.bits), cx.d.neg(&a.bits));
    Lane { bits: cx.d.ite(&negative, &negated, &a.bits), poison }
}

/// `scmp`, `ucmp`: −1, 0 or 1 at `width` (at least 2). Poison: either operand is. UB: never.
pub fn three_way<D: Domain>(cx: &mut Cx<'_, D>, signed: bool, width: u32, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let poison = cx.either_poison(a, b);
    let (lt, gt) = if signed { (IntPred::Slt, IntPred::Sgt) } else { (IntPred::Ult, IntPred::Ugt) };
    let (less, greater) = (cmp::compare(cx.d, lt, &a.bits, &b.bits), cmp::compare(cx.d, gt, &a.bits, &b.bits));
    let (minus_one, zero, one) = (cx.d.bits(Bv::ones(width)), cx.d.zero(width), cx.d.num(width, 1));
    let not_less = cx.d.ite(&greater, &one, &zero);
    Lane { bits: cx.d.ite(&less, &minus_one, &not_less), poison }
}
