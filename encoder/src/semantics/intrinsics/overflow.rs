//! `llvm.{s,u}{add,sub,mul}.with.overflow` (LangRef, "Arithmetic with Overflow Intrinsics").

use super::super::Cx;
use crate::domain::Domain;
use crate::value::{Lane, Value};

/// The checked operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverflowOp {
    /// `sadd.with.overflow`
    Sadd,
    /// `uadd.with.overflow`
    Uadd,
    /// `ssub.with.overflow`
    Ssub,
    /// `usub.with.overflow`
    Usub,
    /// `smul.with.overflow`
    Smul,
    /// `umul.with.overflow`
    Umul,
}

/// Result: the wrapped value of each lane, then one bit per lane that says whether the exact value does not fit.
/// Poison: both parts of a lane when an operand lane is. UB: never.
pub fn eval<D: Domain>(cx: &mut Cx<'_, D>, op: OverflowOp, a: &Value<D>, b: &Value<D>) -> Value<D> {
    let (mut values, mut bits) = (Vec::new(), Vec::new());
    for (x, y) in a.lanes.iter().zip(&b.lanes) {
        let poison = cx.either_poison(x, y);
        let (value, overflow) = wrap(cx.d, op, &x.bits, &y.bits);
        values.push(Lane { bits: value, poison: poison.clone() });
        bits.push(Lane { bits: cx.d.bool_bits(&overflow), poison });
    }
    values.append(&mut bits);
    Value { lanes: values }
}

fn wrap<D: Domain>(d: &mut D, op: OverflowOp, a: &D::Bits, b: &D::Bits) -> (D::Bits, D::Bool) {
    match op {
        OverflowOp::Sadd => (d.add(a, b), d.saddo(a, b)),
        OverflowOp::Uadd => (d.add(a, b), d.uaddo(a, b)),
        OverflowOp::Ssub => (d.sub(a, b), d.ssubo(a, b)),
        OverflowOp::Usub => (d.sub(a, b), d.usubo(a, b)),
        OverflowOp::Smul => (d.mul(a, b), d.smulo(a, b)),
        OverflowOp::Umul => (d.mul(a, b), d.umulo(a, b)),
    }
}
