//! `llvm.vector.reduce.{fadd,fmul,fmin,fmax,fminimum,fmaximum}` (LangRef, "Vector Reduction Intrinsics"), lane 0 first. Other orders,
//! which `reassoc` licenses for sums and products, are a matter of licences.

use super::Mode;
use super::arith::{self, Arith};
use super::minmax::{self, MinMax};
use crate::domain::Domain;
use crate::fp::RoundingMode;
use crate::semantics::Cx;
use crate::value::{Lane, Value};

/// `((start ∘ v₀) ∘ v₁) ∘ …`
pub fn ordered<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: Arith, start: &Lane<D>, vector: &Value<D>) -> Lane<D> {
    let nearest = RoundingMode::NearestTiesToEven;
    vector.lanes.iter().fold(start.clone(), |acc, lane| arith::binary(cx, mode, op, nearest, &acc, lane))
}

/// The smallest or largest lane.
pub fn extremum<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: MinMax, vector: &Value<D>) -> Lane<D> {
    let (first, rest) = vector.lanes.split_first().expect("a vector has lanes");
    rest.iter().fold(first.clone(), |acc, lane| minmax::minmax(cx, mode, op, &acc, lane))
}
