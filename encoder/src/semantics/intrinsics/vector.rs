//! Rearrangement of fixed vectors (LangRef, "Vector Manipulation Intrinsics", "Vector Mask Intrinsics").

use super::super::{Cx, any_poison, select::select_lane};
use crate::bv::Bv;
use crate::domain::Domain;
use crate::outcome::{PoisonReason, Unsupported};
use crate::value::{Lane, Value};

/// `vector.insert`: the vector with the lanes from `at` on replaced. Poison: per lane. UB: never.
///
/// # Errors
/// When the replaced lanes are not lanes of the vector, or `at` is not a multiple of their number.
pub fn insert<D: Domain>(vector: &Value<D>, part: &Value<D>, at: u64) -> Result<Value<D>, Unsupported> {
    let range = sub_range(vector.lanes.len(), part.lanes.len(), at, "llvm.vector.insert")?;
    let mut lanes = vector.lanes.clone();
    lanes.splice(range, part.lanes.iter().cloned());
    Ok(Value { lanes })
}

/// `vector.extract`: `count` lanes from `at` on. Poison: per lane. UB: never.
///
/// # Errors
/// When they are not lanes of the vector, or `at` is not a multiple of their number.
pub fn extract<D: Domain>(vector: &Value<D>, count: usize, at: u64) -> Result<Value<D>, Unsupported> {
    let range = sub_range(vector.lanes.len(), count, at, "llvm.vector.extract")?;
    Ok(Value { lanes: vector.lanes[range].to_vec() })
}

fn sub_range(lanes: usize, count: usize, at: u64, what: &str) -> Result<std::ops::Range<usize>, Unsupported> {
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    match at.checked_add(count) {
        Some(end) if end <= lanes && at.is_multiple_of(count.max(1)) => Ok(at..end),
        _ => Err(Unsupported::new(format!("{what} at lane {at}"))),
    }
}

/// `vector.reverse`: the lanes in reverse order. Poison: per lane. UB: never.
#[must_use]
pub fn reverse<D: Domain>(vector: &Value<D>) -> Value<D> {
    Value { lanes: vector.lanes.iter().rev().cloned().collect() }
}

/// Where a splice starts to read the concatenation of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpliceOp {
    /// `vector.splice`: at a signed immediate, negative ones counting from the end of the first operand.
    Signed,
    /// `vector.splice.left`: at the offset.
    Left,
    /// `vector.splice.right`: the offset before the end of the first operand.
    Right,
}

/// `vector.splice`, `vector.splice.left`, `vector.splice.right`: as many lanes of the concatenation of both operands as either
/// has. Poison: per lane; every lane when the offset is poison or larger than the number of lanes. UB: never.
pub fn splice<D: Domain>(cx: &mut Cx<'_, D>, op: SpliceOp, a: &Value<D>, b: &Value<D>, offset: &Lane<D>) -> Value<D> {
    let count = a.lanes.len();
    let both: Vec<Lane<D>> = a.lanes.iter().chain(&b.lanes).cloned().collect();
    let width = cx.d.width(&offset.bits);
    // Where to start, and the offset that says so.
    let n = count as i64;
    let candidates: Vec<(usize, i64)> = match op {
        SpliceOp::Left => (0..=count).map(|start| (start, start as i64)).collect(),
        SpliceOp::Right => (0..=count).map(|start| (start, n - start as i64)).collect(),
        SpliceOp::Signed => (0..count).flat_map(|start| [(start, start as i64), (start, start as i64 - n)]).collect(),
    };
    let mut result: Option<Vec<Lane<D>>> = None;
    let mut valid = cx.d.bool(false);
    for (start, value) in candidates {
        let number = cx.d.bits(Bv::from_i64(width, value));
        let here = cx.d.eq(&offset.bits, &number);
        if cx.d.known(&here) == Some(false) {
            continue;
        }
        valid = cx.d.or(&valid, &here);
        let lanes = both[start..start + count].to_vec();
        result = Some(match result {
            None => lanes,
            Some(old) => lanes.iter().zip(&old).map(|(x, y)| Lane::ite(cx.d, &here, x, y)).collect(),
        });
    }
    let mut bad = offset.poison.clone();
    let outside = cx.d.not(&valid);
    cx.poison_if(&mut bad, outside, PoisonReason::IndexOutOfRange);
    let lanes = result.unwrap_or(both[..count].to_vec());
    Value { lanes: lanes.into_iter().map(|lane| Lane { poison: cx.d.or(&bad, &lane.poison), bits: lane.bits }).collect() }
}

/// `vector.interleaveN`: lane i of every operand, then lane i + 1 … Poison: per lane. UB: never.
#[must_use]
pub fn interleave<D: Domain>(parts: &[Value<D>]) -> Value<D> {
    let count = parts.first().map_or(0, |part| part.lanes.len());
    Value { lanes: (0..count).flat_map(|i| parts.iter().map(move |part| part.lanes[i].clone())).collect() }
}

/// `vector.deinterleaveN`: a struct of the lanes at positions 0, 1 … N − 1 modulo N. Poison: per lane. UB: never.
#[must_use]
pub fn deinterleave<D: Domain>(factor: usize, vector: &Value<D>) -> Value<D> {
    Value { lanes: (0..factor).flat_map(|first| vector.lanes.iter().skip(first).step_by(factor).cloned()).collect() }
}

/// `stepvector`: the number of each lane, truncated to `width`. Never poison. UB: never.
pub fn step<D: Domain>(cx: &mut Cx<'_, D>, width: u32, count: usize) -> Value<D> {
    let lanes = (0..count).map(|i| {
        let bits = cx.d.num(width, i as u64);
        Lane::defined(cx.d, bits)
    });
    Value { lanes: lanes.collect() }
}

/// `get.active.lane.mask`: whether `base + i`, computed without wrapping, is below `n`. Poison: either operand is. UB: never.
pub fn active_lane_mask<D: Domain>(cx: &mut Cx<'_, D>, count: usize, base: &Lane<D>, n: &Lane<D>) -> Value<D> {
    let poison = cx.either_poison(base, n);
    let wide = cx.d.width(&base.bits) + usize::BITS - count.leading_zeros();
    let (start, limit) = (cx.d.zext(&base.bits, wide), cx.d.zext(&n.bits, wide));
    let lanes = (0..count).map(|i| {
        let number = cx.d.num(wide, i as u64);
        let position = cx.d.add(&start, &number);
        let active = cx.d.ult(&position, &limit);
        Lane { bits: cx.d.bool_bits(&active), poison: poison.clone() }
    });
    Value { lanes: lanes.collect() }
}

/// `experimental.cttz.elts`: the number of zero lanes before the first other one, in `width` bits. Poison: a lane is, the
/// number of lanes does not fit the width, or `is_zero_poison` and all lanes are zero. UB: never.
pub fn cttz_elts<D: Domain>(cx: &mut Cx<'_, D>, width: u32, vector: &Value<D>, is_zero_poison: &Lane<D>) -> Value<D> {
    let count = vector.lanes.len();
    let operand = any_poison(cx.d, &vector.lanes);
    let mut poison = cx.d.or(&operand, &is_zero_poison.poison);
    let mut all_zero = cx.d.bool(true);
    let mut bits = cx.d.num(width, count as u64);
    for (i, lane) in vector.lanes.iter().enumerate().rev() {
        let (zero, number) = (cx.d.is_zero(&lane.bits), cx.d.num(width, i as u64));
        bits = cx.d.ite(&zero, &bits, &number);
        all_zero = cx.d.and(&all_zero, &zero);
    }
    let strict = cx.d.bits_bool(&is_zero_poison.bits);
    let bad = cx.d.and(&all_zero, &strict);
    cx.poison_if(&mut poison, bad, PoisonReason::Other("count of zero lanes of 0"));
    let narrow = cx.d.bool(width < usize::BITS - count.leading_zeros());
    cx.poison_if(&mut poison, narrow, PoisonReason::OutOfRange);
    Value::scalar(Lane { bits, poison })
}

/// `experimental.vector.compress`: the lanes that the mask selects, moved together at the front, then the remaining lanes of
/// `passthru` at their own places. Poison: a lane whose place depends on a poison mask lane, else as the lane it takes. UB: never.
pub fn compress<D: Domain>(cx: &mut Cx<'_, D>, vector: &Value<D>, mask: &Value<D>, passthru: &Value<D>) -> Value<D> {
    let mut out = passthru.lanes.clone();
    // Insert from the back: selecting lane i shifts everything found behind it up by one place.
    for (lane, select) in vector.lanes.iter().zip(&mask.lanes).rev() {
        let mut shifted = vec![lane.clone()];
        shifted.extend(out[..out.len() - 1].iter().cloned());
        out = shifted.iter().zip(&out).map(|(x, y)| select_lane(cx, select, x, y)).collect();
    }
    // What was shifted in from the pass-through stands at the wrong place; place k keeps its own lane unless k lanes or fewer
    // are selected before it.
    let width = usize::BITS - vector.lanes.len().leading_zeros();
    let mut selected = cx.d.zero(width);
    for lane in &mask.lanes {
        let one = cx.d.zext(&lane.bits, width);
        selected = cx.d.add(&selected, &one);
    }
    let lanes = out.iter().zip(&passthru.lanes).enumerate().map(|(k, (front, own))| {
        let number = cx.d.num(width, k as u64);
        let in_front = cx.d.ult(&number, &selected);
        Lane::ite(cx.d, &in_front, front, own)
    });
    let lanes: Vec<Lane<D>> = lanes.collect();
    let unclear = any_poison(cx.d, &mask.lanes);
    Value { lanes: lanes.into_iter().map(|lane| Lane { poison: cx.d.or(&unclear, &lane.poison), bits: lane.bits }).collect() }
}
