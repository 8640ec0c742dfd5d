//! `extractelement`, `insertelement`, `shufflevector` (LangRef, "Vector Operations").

use llvet_ir::Type;

use super::Cx;
use crate::domain::Domain;
use crate::outcome::{PoisonReason, Unsupported};
use crate::value::{Lane, Value};

/// The lane that an index is known to name.
fn known_lane<D: Domain>(cx: &Cx<'_, D>, index: &Lane<D>, lanes: usize) -> Option<usize> {
    let known = cx.d.known_bits(&index.bits).filter(|_| cx.d.known(&index.poison) == Some(false));
    known.and_then(|bits| usize::try_from(bits.to_u64()?).ok()).filter(|&i| i < lanes)
}

/// `extractelement`: the lane; poison when the index is poison or out of range.
pub fn extract_element<D: Domain>(cx: &mut Cx<'_, D>, vector: &Value<D>, index: &Lane<D>) -> Value<D> {
    if let Some(i) = known_lane(cx, index, vector.lanes.len()) {
        return Value::scalar(vector.lanes[i].clone());
    }
    let mut poison = index.poison.clone();
    let mut out = vector.lanes[0].clone();
    for (i, lane) in vector.lanes.iter().enumerate().skip(1) {
        let here = index_is(cx, index, i);
        out = Lane::ite(cx.d, &here, lane, &out);
    }
    let outside = out_of_range(cx, index, vector.lanes.len());
    cx.poison_if(&mut poison, outside, PoisonReason::IndexOutOfRange);
    Value::scalar(Lane { bits: out.bits, poison: cx.d.or(&poison, &out.poison) })
}

/// `insertelement`: the vector with one lane replaced; every lane is poison when the index is poison or out of range.
pub fn insert_element<D: Domain>(cx: &mut Cx<'_, D>, vector: &Value<D>, elem: &Lane<D>, index: &Lane<D>) -> Value<D> {
    if let Some(i) = known_lane(cx, index, vector.lanes.len()) {
        let mut out = vector.clone();
        out.lanes[i] = elem.clone();
        return out;
    }
    let mut bad = index.poison.clone();
    let outside = out_of_range(cx, index, vector.lanes.len());
    cx.poison_if(&mut bad, outside, PoisonReason::IndexOutOfRange);
    let mut lanes = Vec::with_capacity(vector.lanes.len());
    for (i, lane) in vector.lanes.iter().enumerate() {
        let here = index_is(cx, index, i);
        let new = Lane::ite(cx.d, &here, elem, lane);
        lanes.push(Lane { bits: new.bits, poison: cx.d.or(&bad, &new.poison) });
    }
    Value { lanes }
}

fn index_is<D: Domain>(cx: &mut Cx<'_, D>, index: &Lane<D>, lane: usize) -> D::Bool {
    let width = cx.d.width(&index.bits);
    if width < 64 && (lane as u64) >> width != 0 {
        return cx.d.bool(false);
    }
    let number = cx.d.num(width, lane as u64);
    cx.d.eq(&index.bits, &number)
}

fn out_of_range<D: Domain>(cx: &mut Cx<'_, D>, index: &Lane<D>, lanes: usize) -> D::Bool {
    let width = cx.d.width(&index.bits);
    if width < 64 && (lanes as u64) >> width != 0 {
        return cx.d.bool(false);
    }
    let limit = cx.d.num(width, lanes as u64);
    let inside = cx.d.ult(&index.bits, &limit);
    cx.d.not(&inside)
}

/// `shufflevector`: lanes by a constant mask; a poison mask lane gives a poison lane. `reads` holds both operands, once or as
/// often as [`llvet_ir::InstKind::reads`] says: the n-th lane that the mask takes from one place comes from their n-th read.
///
/// # Errors
/// When the lane type has no modelled bit pattern, or operands are missing.
pub fn shuffle<D: Domain>(
    cx: &mut Cx<'_, D>,
    lane_ty: &Type,
    pointer_bits: u32,
    mask: &[Option<u32>],
    reads: &[Value<D>],
) -> Result<Value<D>, Unsupported> {
    let width = if lane_ty.is_ptr() { Some(pointer_bits) } else { lane_ty.scalar_bits() };
    let width = width.ok_or_else(|| Unsupported::new(format!("shufflevector of {lane_ty}")))?;
    let pairs: Vec<&[Value<D>]> = reads.chunks_exact(2).collect();
    let Some(first) = pairs.first() else { return Err(Unsupported::new("shufflevector without operands")) };
    let mut taken = vec![0; first[0].lanes.len() + first[1].lanes.len()];
    let lanes = mask.iter().map(|lane| {
        let place = lane.map(|i| i as usize).filter(|&i| i < taken.len());
        let Some(i) = place else { return Lane::poison(cx.d, width) };
        let pair = pairs[taken[i] % pairs.len()];
        taken[i] += 1;
        let n = pair[0].lanes.len();
        if i < n { pair[0].lanes[i].clone() } else { pair[1].lanes[i - n].clone() }
    });
    Ok(Value { lanes: lanes.collect() })
}
