//! `icmp` (LangRef, "'icmp' Instruction").

use llvet_ir::{Flags, Type, inst::IntPred};

use super::{Cx, zip_lanes};
use crate::domain::Domain;
use crate::outcome::{PoisonReason, Unsupported};
use crate::value::{Lane, Value};

/// `icmp` on scalars or, lane by lane, vectors of type `ty`.
///
/// # Errors
/// For pointers, whose comparison needs the memory model.
pub fn icmp_value<D: Domain>(
    cx: &mut Cx<'_, D>,
    pred: IntPred,
    flags: Flags,
    ty: &Type,
    a: &Value<D>,
    b: &Value<D>,
) -> Result<Value<D>, Unsupported> {
    if !ty.scalar().is_int() {
        return Err(Unsupported::new(format!("icmp on {ty}")));
    }
    Ok(zip_lanes(cx, a, b, |cx, x, y| icmp(cx, pred, flags, x, y)))
}

/// `icmp` on one lane: one bit. Poison when `samesign` and the operands' sign bits differ.
pub fn icmp<D: Domain>(cx: &mut Cx<'_, D>, pred: IntPred, flags: Flags, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let mut poison = cx.either_poison(a, b);
    if flags.samesign {
        let (x, y) = (cx.d.is_negative(&a.bits), cx.d.is_negative(&b.bits));
        let differ = cx.d.xor(&x, &y);
        cx.poison_if(&mut poison, differ, PoisonReason::SignsDiffer);
    }
    let holds = compare(cx.d, pred, &a.bits, &b.bits);
    Lane { bits: cx.d.bool_bits(&holds), poison }
}

/// The predicate on bit patterns.
pub fn compare<D: Domain>(d: &mut D, pred: IntPred, a: &D::Bits, b: &D::Bits) -> D::Bool {
    match pred {
        IntPred::Eq => d.eq(a, b),
        IntPred::Ne => d.ne(a, b),
        IntPred::Ugt => d.ult(b, a),
        IntPred::Uge => d.ule(b, a),
        IntPred::Ult => d.ult(a, b),
        IntPred::Ule => d.ule(a, b),
        IntPred::Sgt => d.slt(b, a),
        IntPred::Sge => d.sle(b, a),
        IntPred::Slt => d.slt(a, b),
        IntPred::Sle => d.sle(a, b),
    }
}
