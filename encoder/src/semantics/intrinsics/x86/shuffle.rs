//! Selection of bytes and of bits.

use crate::domain::Domain;
use crate::semantics::select::select_lane;
use crate::semantics::{Cx, zip_lanes};
use crate::value::{Lane, Value};

/// `pshufb`. A byte that the control zeroes does not depend on the first operand.
pub fn shuffle_bytes<D: Domain>(cx: &mut Cx<'_, D>, a: &Value<D>, control: &Value<D>) -> Value<D> {
    let lanes = control.lanes.iter().enumerate().map(|(i, index)| {
        let first = i / 16 * 16;
        let mut layer = a.lanes[first..first + 16].to_vec();
        // A tree of choices by one bit of the index at a time.
        for bit in 0..4 {
            let bit = cx.d.extract(&index.bits, bit, bit);
            let odd = cx.d.bits_bool(&bit);
            layer = layer.chunks_exact(2).map(|pair| Lane::ite(cx.d, &odd, &pair[1], &pair[0])).collect();
        }
        let (zeroed, bits) = (cx.d.is_negative(&index.bits), cx.d.zero(8));
        let zero = Lane::defined(cx.d, bits);
        let chosen = Lane::ite(cx.d, &zeroed, &zero, &layer[0]);
        Lane { bits: chosen.bits, poison: cx.d.or(&index.poison, &chosen.poison) }
    });
    Value { lanes: lanes.collect() }
}

/// `pblendvb`
pub fn blend_bytes<D: Domain>(cx: &mut Cx<'_, D>, a: &Value<D>, b: &Value<D>, mask: &Value<D>) -> Value<D> {
    let lanes = mask.lanes.iter().enumerate().map(|(i, mask)| {
        let top = cx.d.extract(&mask.bits, 7, 7);
        let condition = Lane { bits: top, poison: mask.poison.clone() };
        select_lane(cx, &condition, &b.lanes[i], &a.lanes[i])
    });
    Value { lanes: lanes.collect() }
}

/// `pternlog`: bit 4·a + 2·b + c of the low eight bits of `table`, for each bit.
pub fn ternary_logic<D: Domain>(cx: &mut Cx<'_, D>, table: u64, a: &Value<D>, b: &Value<D>, c: &Value<D>) -> Value<D> {
    let ab = zip_lanes(cx, a, b, |cx, x, y| Lane { bits: x.bits.clone(), poison: cx.either_poison(x, y) });
    let lanes = ab.lanes.iter().zip(&b.lanes).zip(&c.lanes).map(|((x, y), z)| {
        let mut bits = cx.d.zero(cx.d.width(&x.bits));
        for row in (0..8).filter(|row| table >> row & 1 == 1) {
            let mut literals =
                [(x, 4), (y, 2), (z, 1)].map(|(lane, weight)| if row & weight == 0 { cx.d.bvnot(&lane.bits) } else { lane.bits.clone() });
            let last = literals[2].clone();
            literals[0] = cx.d.bvand(&literals[0], &literals[1]);
            let term = cx.d.bvand(&literals[0], &last);
            bits = cx.d.bvor(&bits, &term);
        }
        Lane { bits, poison: cx.either_poison(x, z) }
    });
    Value { lanes: lanes.collect() }
}
