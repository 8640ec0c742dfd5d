//! `llvm.{s,u}{add,sub,shl}.sat` (LangRef, "Saturation Arithmetic Intrinsics").

use super::super::{Cx, int};
use crate::bv::Bv;
use crate::domain::Domain;
use crate::value::Lane;

/// The saturating operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaturatingOp {
    /// `sadd.sat`
    Sadd,
    /// `uadd.sat`
    Uadd,
    /// `ssub.sat`
    Ssub,
    /// `usub.sat`
    Usub,
    /// `sshl.sat`
    Sshl,
    /// `ushl.sat`
    Ushl,
}

/// Result: the exact value, clamped to the range of the type. Poison: an operand is, or a shift amount is at least the width.
/// UB: never.
pub fn lane<D: Domain>(cx: &mut Cx<'_, D>, op: SaturatingOp, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let (x, y) = (&a.bits, &b.bits);
    let width = cx.d.width(x);
    let poison = match op {
        SaturatingOp::Sshl | SaturatingOp::Ushl => int::shift_poison(cx, a, b),
        SaturatingOp::Sadd | SaturatingOp::Uadd | SaturatingOp::Ssub | SaturatingOp::Usub => cx.either_poison(a, b),
    };
    let d = &mut *cx.d;
    let (wrapped, overflow, limit) = match op {
        SaturatingOp::Sadd => (d.add(x, y), d.saddo(x, y), limit_of_sign(d, x)),
        SaturatingOp::Uadd => (d.add(x, y), d.uaddo(x, y), d.bits(Bv::ones(width))),
        SaturatingOp::Ssub => (d.sub(x, y), d.ssubo(x, y), limit_of_sign(d, x)),
        SaturatingOp::Usub => (d.sub(x, y), d.usubo(x, y), d.zero(width)),
        SaturatingOp::Sshl => {
            let wrapped = d.shl(x, y);
            let back = d.ashr(&wrapped, y);
            (wrapped, d.ne(&back, x), limit_of_sign(d, x))
        }
        SaturatingOp::Ushl => {
            let wrapped = d.shl(x, y);
            let back = d.lshr(&wrapped, y);
            (wrapped, d.ne(&back, x), d.bits(Bv::ones(width)))
        }
    };
    Lane { bits: d.ite(&overflow, &limit, &wrapped), poison }
}

/// The bound that a signed operation exceeds when its first operand has this sign.
fn limit_of_sign<D: Domain>(d: &mut D, a: &D::Bits) -> D::Bits {
    let width = d.width(a);
    let (min, max) = (d.bits(Bv::min_signed(width)), d.bits(Bv::max_signed(width)));
    let negative = d.is_negative(a);
    d.ite(&negative, &min, &max)
}
