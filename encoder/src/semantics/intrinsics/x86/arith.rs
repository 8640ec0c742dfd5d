//! Arithmetic within and across lanes.

use super::PairOp;
use crate::bv::Bv;
use crate::domain::Domain;
use crate::semantics::{Cx, any_poison, fold, zip_lanes};
use crate::value::{Lane, Value};

/// `pavg`: the sum of both operands and 1 at one bit more, halved.
pub fn average<D: Domain>(cx: &mut Cx<'_, D>, a: &Value<D>, b: &Value<D>) -> Value<D> {
    zip_lanes(cx, a, b, |cx, x, y| {
        let width = cx.d.width(&x.bits);
        let (p, q, one) = (cx.d.zext(&x.bits, width + 1), cx.d.zext(&y.bits, width + 1), cx.d.num(width + 1, 1));
        let sum = cx.d.add(&p, &q);
        let sum = cx.d.add(&sum, &one);
        Lane { bits: cx.d.extract(&sum, width, 1), poison: cx.either_poison(x, y) }
    })
}

/// `psign`
pub fn sign<D: Domain>(cx: &mut Cx<'_, D>, a: &Value<D>, b: &Value<D>) -> Value<D> {
    zip_lanes(cx, a, b, |cx, x, y| {
        let (negative, zero) = (cx.d.is_negative(&y.bits), cx.d.is_zero(&y.bits));
        let (negated, nothing) = (cx.d.neg(&x.bits), cx.d.zero(cx.d.width(&x.bits)));
        let kept = cx.d.ite(&zero, &nothing, &x.bits);
        Lane { bits: cx.d.ite(&negative, &negated, &kept), poison: cx.either_poison(x, y) }
    })
}

/// `pmulhw`, `pmulhuw`
pub fn multiply_high<D: Domain>(cx: &mut Cx<'_, D>, signed: bool, a: &Value<D>, b: &Value<D>) -> Value<D> {
    zip_lanes(cx, a, b, |cx, x, y| {
        let width = cx.d.width(&x.bits);
        let (p, q) = (extend(cx.d, signed, &x.bits, 2 * width), extend(cx.d, signed, &y.bits, 2 * width));
        let product = cx.d.mul(&p, &q);
        Lane { bits: cx.d.extract(&product, 2 * width - 1, width), poison: cx.either_poison(x, y) }
    })
}

fn extend<D: Domain>(d: &mut D, signed: bool, a: &D::Bits, width: u32) -> D::Bits {
    if signed { d.sext(a, width) } else { d.zext(a, width) }
}

/// `pmaddwd` (both operands signed) and `pmaddubsw` (first unsigned, the sum saturating): lanes twice as wide as the operands'.
/// The wrapping sum of two products of signed words wraps only for four times the smallest word.
pub fn multiply_add<D: Domain>(cx: &mut Cx<'_, D>, words: bool, a: &Value<D>, b: &Value<D>) -> Value<D> {
    let pairs = a.lanes.chunks_exact(2).zip(b.lanes.chunks_exact(2));
    let lanes = pairs.map(|(x, y)| {
        let width = 2 * cx.d.width(&x[0].bits);
        let products = [0, 1].map(|i| {
            let (p, q) = (extend(cx.d, words, &x[i].bits, width), cx.d.sext(&y[i].bits, width));
            cx.d.mul(&p, &q)
        });
        let bits = pair(cx.d, if words { PairOp::Add } else { PairOp::AddSaturating }, &products[0], &products[1]);
        let (p, q) = (any_poison(cx.d, x), any_poison(cx.d, y));
        Lane { bits, poison: cx.d.or(&p, &q) }
    });
    Value { lanes: lanes.collect() }
}

/// `phadd`, `phsub`
pub fn horizontal<D: Domain>(cx: &mut Cx<'_, D>, op: PairOp, a: &Value<D>, b: &Value<D>) -> Value<D> {
    let group = (128 / cx.d.width(&a.lanes[0].bits)) as usize;
    let groups = a.lanes.chunks(group).zip(b.lanes.chunks(group));
    let pairs = groups.flat_map(|(x, y)| x.chunks_exact(2).chain(y.chunks_exact(2)));
    let lanes = pairs.map(|xs| Lane { bits: pair(cx.d, op, &xs[0].bits, &xs[1].bits), poison: any_poison(cx.d, xs) });
    Value { lanes: lanes.collect() }
}

/// Two lanes combined.
fn pair<D: Domain>(d: &mut D, op: PairOp, a: &D::Bits, b: &D::Bits) -> D::Bits {
    let width = d.width(a);
    let (p, q) = (d.sext(a, width + 1), d.sext(b, width + 1));
    match op {
        PairOp::Add => d.add(a, b),
        PairOp::Sub => d.sub(a, b),
        PairOp::AddSaturating => {
            let exact = d.add(&p, &q);
            clamp(d, &exact, &Bv::min_signed(width), &Bv::max_signed(width), true)
        }
        PairOp::SubSaturating => {
            let exact = d.sub(&p, &q);
            clamp(d, &exact, &Bv::min_signed(width), &Bv::max_signed(width), true)
        }
    }
}

/// A signed value clamped to the range from `min` to `max` at their narrower width, which are signed or unsigned.
fn clamp<D: Domain>(d: &mut D, a: &D::Bits, min: &Bv, max: &Bv, signed: bool) -> D::Bits {
    let (wide, width) = (d.width(a), min.width());
    let widen = |v: &Bv| if signed { v.sext(wide) } else { v.zext(wide) };
    let (low, high) = (d.bits(widen(min)), d.bits(widen(max)));
    let (below, above) = (d.slt(a, &low), d.slt(&high, a));
    let (min, max, inside) = (d.bits(min.clone()), d.bits(max.clone()), d.trunc(a, width));
    let bounded = d.ite(&above, &max, &inside);
    d.ite(&below, &min, &bounded)
}

/// `packss`, `packus`: lanes of `width` bits, half that of the operands'.
pub fn pack<D: Domain>(cx: &mut Cx<'_, D>, signed: bool, width: u32, a: &Value<D>, b: &Value<D>) -> Value<D> {
    let (min, max) = if signed { (Bv::min_signed(width), Bv::max_signed(width)) } else { (Bv::zero(width), Bv::ones(width)) };
    let group = (64 / width) as usize;
    let sources = a.lanes.chunks(group).zip(b.lanes.chunks(group)).flat_map(|(x, y)| x.iter().chain(y));
    let lanes = sources.map(|x| Lane { bits: clamp(cx.d, &x.bits, &min, &max, signed), poison: x.poison.clone() });
    Value { lanes: lanes.collect() }
}

/// `psadbw`: lanes of `width` bits, one for eight bytes.
pub fn sum_absolute_differences<D: Domain>(cx: &mut Cx<'_, D>, width: u32, a: &Value<D>, b: &Value<D>) -> Value<D> {
    let lanes = a.lanes.chunks(8).zip(b.lanes.chunks(8)).map(|(xs, ys)| {
        let differences = xs.iter().zip(ys).map(|(x, y)| {
            let less = cx.d.ult(&x.bits, &y.bits);
            let (up, down) = (cx.d.sub(&y.bits, &x.bits), cx.d.sub(&x.bits, &y.bits));
            let difference = cx.d.ite(&less, &up, &down);
            cx.d.zext(&difference, width)
        });
        let differences = differences.collect();
        let (p, q) = (any_poison(cx.d, xs), any_poison(cx.d, ys));
        Lane { bits: fold(cx.d, differences, D::add), poison: cx.d.or(&p, &q) }
    });
    Value { lanes: lanes.collect() }
}
