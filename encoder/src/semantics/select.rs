//! `select` and `freeze` (LangRef, "'select' Instruction", "'freeze' Instruction").

use llvet_ir::Type;

use super::{Cx, map_lanes};
use crate::domain::{ChoiceKind, Domain};
use crate::value::{Lane, Value};

/// `select`: the chosen operand; poison when the condition is, else only when the chosen operand is. A vector condition
/// chooses lane by lane, a scalar one the whole value, leaf by leaf.
pub fn select<D: Domain>(cx: &mut Cx<'_, D>, cond_ty: &Type, c: &Value<D>, a: &Value<D>, b: &Value<D>) -> Value<D> {
    let per_lane = cond_ty.is_vector();
    let lanes = a.lanes.iter().zip(&b.lanes).enumerate().map(|(i, (x, y))| {
        let cond = if per_lane { &c.lanes[i] } else { c.lane() };
        select_lane(cx, cond, x, y)
    });
    Value { lanes: lanes.collect() }
}

/// One lane of `select`.
pub fn select_lane<D: Domain>(cx: &mut Cx<'_, D>, c: &Lane<D>, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let cond = cx.d.bits_bool(&c.bits);
    let chosen = Lane::ite(cx.d, &cond, a, b);
    Lane { bits: chosen.bits, poison: cx.d.or(&c.poison, &chosen.poison) }
}

/// `freeze`: the operand where it is defined, else one arbitrary but fixed pick per leaf. The executor sees to it that a
/// frozen undef is one fixed pick too.
pub fn freeze<D: Domain>(cx: &mut Cx<'_, D>, a: &Value<D>) -> Value<D> {
    map_lanes(cx, a, |cx, lane| {
        let poison = cx.d.bool(false);
        if cx.d.known(&lane.poison) == Some(false) {
            return Lane { bits: lane.bits.clone(), poison };
        }
        let width = cx.d.width(&lane.bits);
        let pick = cx.d.choose(width, ChoiceKind::Freeze);
        Lane { bits: cx.d.ite(&lane.poison, &pick, &lane.bits), poison }
    })
}
