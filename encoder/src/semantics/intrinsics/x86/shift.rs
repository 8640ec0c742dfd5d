//! Shifts whose amount may be anything.

use super::{Amount, Direction};
use crate::domain::Domain;
use crate::semantics::{Cx, any_poison, join};
use crate::value::{Lane, Value};

/// `psll`, `psrl`, `psra`, by lane, scalar or register.
pub fn eval<D: Domain>(cx: &mut Cx<'_, D>, direction: Direction, amount: Amount, a: &Value<D>, b: &Value<D>) -> Value<D> {
    let common = match amount {
        Amount::PerLane => None,
        Amount::Scalar => Some(b.lane().clone()),
        Amount::LowQuad => Some(low_quad(cx, b)),
    };
    let lanes = a.lanes.iter().enumerate().map(|(i, lane)| {
        let amount = common.as_ref().unwrap_or_else(|| &b.lanes[i]);
        Lane { bits: shift(cx.d, direction, &lane.bits, &amount.bits), poison: cx.either_poison(lane, amount) }
    });
    Value { lanes: lanes.collect() }
}

/// The low 64 bits of a vector; poison when a lane they cover is.
fn low_quad<D: Domain>(cx: &mut Cx<'_, D>, value: &Value<D>) -> Lane<D> {
    let width = cx.d.width(&value.lanes[0].bits);
    let covered = &value.lanes[..(64 / width) as usize];
    let parts = covered.iter().rev().map(|lane| lane.bits.clone()).collect();
    Lane { bits: join(cx.d, parts), poison: any_poison(cx.d, covered) }
}

/// A shift by an unsigned amount of any width; amounts of the width of `a` or more shift every bit out.
fn shift<D: Domain>(d: &mut D, direction: Direction, a: &D::Bits, amount: &D::Bits) -> D::Bits {
    let (width, from) = (d.width(a), d.width(amount));
    let amount = if from <= width {
        d.zext(amount, width)
    } else {
        // The lane width fits into as many bits, and shifts everything out as larger amounts do.
        let limit = d.num(from, u64::from(width));
        let small = d.ult(amount, &limit);
        let clamped = d.ite(&small, amount, &limit);
        d.trunc(&clamped, width)
    };
    match direction {
        Direction::Left => d.shl(a, &amount),
        Direction::LogicalRight => d.lshr(a, &amount),
        Direction::ArithmeticRight => d.ashr(a, &amount),
    }
}
