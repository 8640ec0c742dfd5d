//! Vector-predicated integer operations `llvm.vp.*` (LangRef, "Vector Predication Intrinsics").
//!
//! A lane is active when its mask bit is set and its number is below the explicit vector length. Lanes that are not active are
//! poison and their operands do not matter. UB: the vector length is poison or exceeds the number of lanes. An operation that
//! has undefined behavior has it only on active lanes; a poison mask lane may be active.

use llvet_ir::Flags;
use llvet_ir::inst::{CallInfo, IntPred};

use super::super::{Cx, cmp, select};
use super::lanewise::{LaneOp, lane};
use super::reduce::{self, ReduceOp};
use super::{Shape, vector};
use crate::domain::Domain;
use crate::outcome::{UbReason, Unsupported};
use crate::value::{Lane, Value};

/// The predicated operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VpOp {
    /// A lane-wise operation.
    Lanes(LaneOp),
    /// `vp.icmp`
    Icmp,
    /// `vp.reduce.*`
    Reduce(ReduceOp),
    /// `vp.select`
    Select,
    /// `vp.merge`
    Merge,
    /// `vp.cttz.elts`
    CttzElts,
}

/// Whether each lane is active, and whether that is poison.
fn active<D: Domain>(cx: &mut Cx<'_, D>, mask: Option<&Value<D>>, evl: &Lane<D>, count: usize) -> Vec<Lane<D>> {
    let width = cx.d.width(&evl.bits);
    let limit = cx.d.num(width, count as u64);
    let inside = cx.d.ule(&evl.bits, &limit);
    let outside = cx.d.not(&inside);
    let bad = cx.d.or(&evl.poison, &outside);
    cx.ub_if(bad, UbReason::Other("explicit vector length exceeds the number of lanes".into()));
    let lanes = (0..count).map(|i| {
        let number = cx.d.num(width, i as u64);
        let below = cx.d.ult(&number, &evl.bits);
        let Some(mask) = mask else {
            let bits = cx.d.bool_bits(&below);
            return Lane::defined(cx.d, bits);
        };
        let set = cx.d.bits_bool(&mask.lanes[i].bits);
        let on = cx.d.and(&below, &set);
        Lane { bits: cx.d.bool_bits(&on), poison: cx.d.and(&below, &mask.lanes[i].poison) }
    });
    lanes.collect()
}

/// Evaluates a rule whose undefined behavior counts only when the lane may be active; the result is poison when it may not.
fn guarded<D: Domain>(
    cx: &mut Cx<'_, D>,
    on: &Lane<D>,
    rule: impl FnOnce(&mut Cx<'_, D>) -> Result<Lane<D>, Unsupported>,
) -> Result<Lane<D>, Unsupported> {
    let outer = std::mem::take(&mut cx.ub);
    let result = rule(cx);
    let inner = std::mem::replace(&mut cx.ub, outer);
    let active = cx.d.bits_bool(&on.bits);
    let may = cx.d.or(&active, &on.poison);
    for (condition, reason) in inner {
        let condition = cx.d.and(&may, &condition);
        cx.ub_if(condition, reason);
    }
    let result = result?;
    let off = cx.d.not(&active);
    let unclear = cx.d.or(&off, &on.poison);
    Ok(Lane { bits: result.bits, poison: cx.d.or(&unclear, &result.poison) })
}

/// A predicated operation on `args` with a result of this shape.
///
/// # Errors
/// When a part of the call is not modelled.
pub fn eval<D: Domain>(cx: &mut Cx<'_, D>, op: VpOp, call: &CallInfo, shape: Shape, args: &[Value<D>]) -> Result<Value<D>, Unsupported> {
    let Some((evl, args)) = args.split_last() else { return Err(Unsupported::new("vector predication without operands")) };
    match (op, args) {
        (VpOp::Select, [cond, a, b]) => {
            let on = active(cx, None, evl.lane(), shape.lanes);
            let lanes = on
                .iter()
                .enumerate()
                .map(|(i, on)| guarded(cx, on, |cx| Ok(select::select_lane(cx, &cond.lanes[i], &a.lanes[i], &b.lanes[i]))));
            Ok(Value { lanes: lanes.collect::<Result<_, _>>()? })
        }
        (VpOp::Merge, [cond, a, b]) => {
            let on = active(cx, Some(cond), evl.lane(), shape.lanes);
            let lanes = on.iter().enumerate().map(|(i, on)| select::select_lane(cx, on, &a.lanes[i], &b.lanes[i]));
            Ok(Value { lanes: lanes.collect() })
        }
        (VpOp::Reduce(op), [start, vector, mask]) => {
            let on = active(cx, Some(mask), evl.lane(), vector.lanes.len());
            Ok(reduce_active(cx, op, start.lane(), vector, &on))
        }
        (VpOp::CttzElts, [vector, is_zero_poison, mask]) => {
            let on = active(cx, Some(mask), evl.lane(), vector.lanes.len());
            let counted = on.iter().zip(&vector.lanes).map(|(on, lane)| {
                let zero = cx.d.is_zero(&lane.bits);
                let set = cx.d.not(&zero);
                let set = Lane { bits: cx.d.bool_bits(&set), poison: lane.poison.clone() };
                // Lanes that are not active do not end the count; they read as zero.
                let unset = cx.d.zero(1);
                let unset = Lane::defined(cx.d, unset);
                select::select_lane(cx, on, &set, &unset)
            });
            let counted = Value { lanes: counted.collect() };
            Ok(counted_within(cx, shape.width, &counted, is_zero_poison.lane(), evl.lane()))
        }
        (VpOp::Icmp, [a, b, _, mask]) => {
            let pred = predicate(call)?;
            let on = active(cx, Some(mask), evl.lane(), shape.lanes);
            let lanes =
                on.iter().enumerate().map(|(i, on)| guarded(cx, on, |cx| Ok(cmp::icmp(cx, pred, Flags::NONE, &a.lanes[i], &b.lanes[i]))));
            Ok(Value { lanes: lanes.collect::<Result<_, _>>()? })
        }
        (VpOp::Lanes(op), [operands @ .., mask]) => {
            let on = active(cx, Some(mask), evl.lane(), shape.lanes);
            let lanes = on.iter().enumerate().map(|(i, on)| guarded(cx, on, |cx| lane(cx, op, shape.width, operands, i)));
            Ok(Value { lanes: lanes.collect::<Result<_, _>>()? })
        }
        _ => Err(Unsupported::new("vector predication with other operands")),
    }
}

/// `vp.reduce.*`: the fold of the start value and the active lanes. Poison: the start value or an active lane is, or a mask lane
/// below the vector length.
fn reduce_active<D: Domain>(cx: &mut Cx<'_, D>, op: ReduceOp, start: &Lane<D>, vector: &Value<D>, on: &[Lane<D>]) -> Value<D> {
    let width = cx.d.width(&start.bits);
    let bits = reduce::neutral(cx.d, op, width);
    let neutral = Lane::defined(cx.d, bits);
    let mut lanes = vec![start.clone()];
    for (lane, on) in vector.lanes.iter().zip(on) {
        lanes.push(select::select_lane(cx, on, lane, &neutral));
    }
    reduce::eval(cx, op, &Value { lanes })
}

/// `vp.cttz.elts`: as `experimental.cttz.elts`, but without a set lane the count is the vector length.
fn counted_within<D: Domain>(cx: &mut Cx<'_, D>, width: u32, lanes: &Value<D>, is_zero_poison: &Lane<D>, evl: &Lane<D>) -> Value<D> {
    let all = vector::cttz_elts(cx, width, lanes, is_zero_poison);
    let count = all.lane();
    let from = cx.d.width(&evl.bits);
    let length = if from < width { cx.d.zext(&evl.bits, width) } else { cx.d.trunc(&evl.bits, width) };
    let past = cx.d.ult(&length, &count.bits);
    Value::scalar(Lane { bits: cx.d.ite(&past, &length, &count.bits), poison: count.poison.clone() })
}

/// The predicate of `vp.icmp`: a metadata string.
fn predicate(call: &CallInfo) -> Result<IntPred, Unsupported> {
    let text = call.args.get(2).and_then(|(operand, _)| operand.metadata_string());
    text.and_then(IntPred::from_name).ok_or_else(|| Unsupported::new("llvm.vp.icmp with this predicate"))
}
