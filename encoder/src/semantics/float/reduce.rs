//! `llvm.vector.reduce.{fadd,fmul,fmin,fmax,fminimum,fmaximum}` (LangRef, "Vector Reduction Intrinsics"), lane 0 first. Other orders,
//! which `reassoc` licenses for sums and products, are a matter of licences.

use llvet_ir::FastMath;

use super::arith::{self, Arith, Number};
use super::minmax::{self, MinMax, NanRule};
use super::{Mode, Operand, origins, pattern, split};
use crate::domain::{ChoiceKind, Domain};
use crate::fp::RoundingMode;
use crate::semantics::Cx;
use crate::value::{Lane, Value};

/// `((start ∘ v₀) ∘ v₁) ∘ …`
pub fn ordered<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: Arith, start: &Lane<D>, vector: &Value<D>) -> Lane<D> {
    let nearest = RoundingMode::NearestTiesToEven;
    vector.lanes.iter().fold(start.clone(), |acc, lane| arith::binary(cx, mode, op, nearest, &acc, lane))
}

/// The smallest or largest lane, in any order (LangRef, "llvm.vector.reduce.fmax"). With `minnum` and `maxnum` the order can be told by a
/// signalling NaN, which may make a NaN of itself and the lanes before it; the lanes after it then stand alone. So any lanes may be lost.
pub fn extremum<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: MinMax, vector: &Value<D>) -> Lane<D> {
    let (first, rest) = vector.lanes.split_first().expect("a vector has lanes");
    let signalling = if op.nans == NanRule::IgnoreQuiet && !mode.flags.has(FastMath::NNAN) && !rest.is_empty() {
        vector.lanes.iter().fold(cx.d.bool(false), |any, lane| {
            let (_, is_nan) = split(cx.d, mode.fmt, &lane.bits);
            let signals = if cx.d.known(&is_nan) == Some(false) { is_nan } else { pattern::is_signalling(cx.d, mode.fmt, &lane.bits) };
            cx.d.or(&any, &signals)
        })
    } else {
        cx.d.bool(false)
    };
    if cx.d.known(&signalling) == Some(false) {
        return rest.iter().fold(first.clone(), |acc, lane| minmax::minmax(cx, mode, op, &acc, lane));
    }
    any_order(cx, mode, op, vector, &signalling)
}

/// The extreme of the lanes that are numbers, of which any may be lost where there is a signalling NaN; a NaN when none is left.
fn any_order<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: MinMax, vector: &Value<D>, signalling: &D::Bool) -> Lane<D> {
    let quiet = MinMax { nans: NanRule::Ignore, ..op };
    let nan = cx.d.bits(mode.fmt.canonical_nan());
    let mut poison = cx.d.bool(false);
    let operands: Vec<Operand<D>> = vector.lanes.iter().map(|lane| mode.read_exactly(cx, lane, &mut poison)).collect();
    let mut result: Option<Number<D>> = None;
    for operand in &operands {
        let loses = cx.d.choose_bool(ChoiceKind::MinMaxTie);
        let lost = cx.d.and(signalling, &loses);
        let absent = cx.d.or(&operand.is_nan, &lost);
        let number = cx.d.ite(&absent, &nan, &operand.number);
        result = Some(match result {
            None => (number, absent),
            Some(before) => minmax::number(cx, mode, quiet, &before, &(number, absent)),
        });
    }
    let (number, is_nan) = result.expect("a vector has lanes");
    let origins = origins(mode.fmt, &operands.iter().collect::<Vec<_>>());
    mode.finish(cx, number, is_nan, &origins, poison)
}
