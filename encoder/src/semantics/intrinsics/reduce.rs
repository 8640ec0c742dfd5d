//! `llvm.vector.reduce.{add,mul,and,or,xor,smin,smax,umin,umax}` (LangRef, "Vector Reduction Intrinsics") and
//! `llvm.vector.partial.reduce.add` ("Vector Partial Reduction Intrinsics").

use super::super::{Cx, any_poison, fold};
use super::minmax::{self, MinMaxOp};
use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::value::{Lane, Value};

/// The operation that folds the lanes; each is associative and commutative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceOp {
    /// Wrapping sum.
    Add,
    /// Wrapping product.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Smallest or largest lane.
    MinMax(MinMaxOp),
}

/// The fold of all lanes. Poison: any lane is. UB: never.
pub fn eval<D: Domain>(cx: &mut Cx<'_, D>, op: ReduceOp, a: &Value<D>) -> Value<D> {
    let bits = a.lanes.iter().map(|lane| lane.bits.clone()).collect();
    Value::scalar(Lane { bits: fold(cx.d, bits, |d, x, y| combine(d, op, x, y)), poison: any_poison(cx.d, &a.lanes) })
}

/// Two operands of the fold combined.
pub fn combine<D: Domain>(d: &mut D, op: ReduceOp, a: &D::Bits, b: &D::Bits) -> D::Bits {
    match op {
        ReduceOp::Add => d.add(a, b),
        ReduceOp::Mul => d.mul(a, b),
        ReduceOp::And => d.bvand(a, b),
        ReduceOp::Or => d.bvor(a, b),
        ReduceOp::Xor => d.bvxor(a, b),
        ReduceOp::MinMax(op) => minmax::select(d, op, a, b),
    }
}

/// The operand that changes nothing.
pub fn neutral<D: Domain>(d: &mut D, op: ReduceOp, width: u32) -> D::Bits {
    d.bits(match op {
        ReduceOp::Add | ReduceOp::Or | ReduceOp::Xor | ReduceOp::MinMax(MinMaxOp::Umax) => Bv::zero(width),
        ReduceOp::Mul => Bv::one(width),
        ReduceOp::And | ReduceOp::MinMax(MinMaxOp::Umin) => Bv::ones(width),
        ReduceOp::MinMax(MinMaxOp::Smin) => Bv::max_signed(width),
        ReduceOp::MinMax(MinMaxOp::Smax) => Bv::min_signed(width),
    })
}

/// `vector.partial.reduce.add`: every lane of both operands is added to some lane of the result; LangRef leaves open to which,
/// so each is one pick. Poison: a result lane to which a poison lane is added. UB: never.
pub fn partial_add<D: Domain>(cx: &mut Cx<'_, D>, acc: &Value<D>, input: &Value<D>) -> Value<D> {
    let count = acc.lanes.len();
    if count == 1 {
        let all = Value { lanes: acc.lanes.iter().chain(&input.lanes).cloned().collect() };
        return eval(cx, ReduceOp::Add, &all);
    }
    let width = cx.d.width(&acc.lanes[0].bits);
    let index_bits = usize::BITS - (count - 1).leading_zeros();
    let no = cx.d.bool(false);
    let mut parts: Vec<Vec<Lane<D>>> = vec![Vec::new(); count];
    for lane in acc.lanes.iter().chain(&input.lanes) {
        let pick = cx.d.choose(index_bits, ChoiceKind::Unspecified);
        let zero = Lane { bits: cx.d.zero(width), poison: no.clone() };
        for (i, part) in parts.iter_mut().enumerate() {
            let number = cx.d.num(index_bits, i as u64);
            let mut here = cx.d.eq(&pick, &number);
            if i + 1 == count {
                // Picks past the end count as the last lane.
                here = cx.d.ule(&number, &pick);
            }
            part.push(Lane::ite(cx.d, &here, lane, &zero));
        }
    }
    Value { lanes: parts.into_iter().flat_map(|lanes| eval(cx, ReduceOp::Add, &Value { lanes }).lanes).collect() }
}
