//! `fcmp` (LangRef, "'fcmp' Instruction").

use llvet_ir::{FastMath, inst::FloatPred};

use super::{Mode, Operand};
use crate::domain::Domain;
use crate::fp::{FpOp, RoundingMode};
use crate::semantics::Cx;
use crate::value::Lane;

/// `fcmp` on one lane: one bit. Poison when an operand is a NaN under `nnan` or an infinity under `ninf`. `nsz` changes nothing, as
/// zeros compare equal.
pub fn fcmp<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, pred: FloatPred, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let mode = Mode { flags: mode.flags.without(FastMath::NSZ), ..mode };
    let mut poison = cx.d.bool(false);
    let (x, y) = (mode.read(cx, a, &mut poison), mode.read(cx, b, &mut poison));
    let holds = compare(cx.d, mode, pred, &x, &y);
    Lane { bits: cx.d.bool_bits(&holds), poison }
}

/// The predicate. Everything is expressed by "less", "equal" and "is a NaN", so that predicates with a common meaning share terms.
fn compare<D: Domain>(d: &mut D, mode: Mode, pred: FloatPred, a: &Operand<D>, b: &Operand<D>) -> D::Bool {
    match pred {
        FloatPred::False => d.bool(false),
        FloatPred::True => d.bool(true),
        FloatPred::Uno => d.or(&a.is_nan, &b.is_nan),
        FloatPred::Ord => negated(d, mode, FloatPred::Uno, a, b),
        FloatPred::Oeq => relation(d, mode, FpOp::Eq, a, b),
        FloatPred::Une => negated(d, mode, FloatPred::Oeq, a, b),
        FloatPred::Olt => relation(d, mode, FpOp::Lt, a, b),
        FloatPred::Ogt => relation(d, mode, FpOp::Lt, b, a),
        FloatPred::Uge => negated(d, mode, FloatPred::Olt, a, b),
        FloatPred::Ule => negated(d, mode, FloatPred::Ogt, a, b),
        FloatPred::Ueq => unordered_or(d, mode, FloatPred::Oeq, a, b),
        FloatPred::Ult => unordered_or(d, mode, FloatPred::Olt, a, b),
        FloatPred::Ugt => unordered_or(d, mode, FloatPred::Ogt, a, b),
        FloatPred::One => negated(d, mode, FloatPred::Ueq, a, b),
        FloatPred::Oge => negated(d, mode, FloatPred::Ult, a, b),
        FloatPred::Ole => negated(d, mode, FloatPred::Ugt, a, b),
    }
}

fn negated<D: Domain>(d: &mut D, mode: Mode, pred: FloatPred, a: &Operand<D>, b: &Operand<D>) -> D::Bool {
    let holds = compare(d, mode, pred, a, b);
    d.not(&holds)
}

fn unordered_or<D: Domain>(d: &mut D, mode: Mode, pred: FloatPred, a: &Operand<D>, b: &Operand<D>) -> D::Bool {
    let (holds, unordered) = (compare(d, mode, pred, a, b), compare(d, mode, FloatPred::Uno, a, b));
    d.or(&holds, &unordered)
}

fn relation<D: Domain>(d: &mut D, mode: Mode, op: FpOp, a: &Operand<D>, b: &Operand<D>) -> D::Bool {
    let bit = d.fp(op, mode.fmt, RoundingMode::NearestTiesToEven, &[a.number.clone(), b.number.clone()]);
    d.bits_bool(&bit)
}
