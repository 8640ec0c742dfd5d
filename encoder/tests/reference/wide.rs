//! Vectors of many lanes cost as much as their lanes: the number of terms grows in proportion.

use llvet_encoder::domain::Domain;
use llvet_encoder::semantics::{Cx, cast, int, vector};
use llvet_encoder::symbolic::domain::TermDomain;
use llvet_encoder::term::{Pool, Sort};
use llvet_encoder::value::{Lane, Value};
use llvet_ir::{BinOp, CastOp, Flags, IntrinsicId as I, Type};

use super::harness::{Rule, somewhere};
use super::intrinsics::Call;

/// A vector of variables.
fn variables<'p>(d: &mut TermDomain<'p>, width: u32, lanes: usize) -> Value<TermDomain<'p>> {
    let lane = |_| Lane { bits: d.pool.var("x", Sort::Bv(width)), poison: d.pool.var("p", Sort::Bool) };
    Value { lanes: (0..lanes).map(lane).collect() }
}

/// Number of terms that a computation on vectors of that many lanes builds.
fn terms(lanes: usize, compute: impl Fn(&mut Cx<'_, TermDomain<'_>>, usize)) -> usize {
    let mut pool = Pool::new();
    let mut d = TermDomain::new(&mut pool, "t");
    compute(&mut Cx::new(&mut d, false), lanes);
    pool.len()
}

/// 1,024 lanes build at most 5 times as many terms as 256 do.
fn grows_in_proportion(name: &str, compute: impl Fn(&mut Cx<'_, TermDomain<'_>>, usize)) {
    let (few, many) = (terms(256, &compute), terms(1024, &compute));
    assert!(many <= 5 * few, "{name}: {few} terms for 256 lanes, {many} for 1024");
}

fn call<'p>(cx: &mut Cx<'_, TermDomain<'p>>, id: I, ret: Type, args: &[Value<TermDomain<'p>>]) {
    Call(id, ret, None).apply(cx, args);
}

#[test]
fn lane_wise_operations_and_reductions() {
    grows_in_proportion("add nsw", |cx, n| {
        let (a, b) = (variables(cx.d, 32, n), variables(cx.d, 32, n));
        let ty = Type::vector(n as u64, Type::Int(32));
        int::binary_value(cx, BinOp::Add, Flags { nsw: true, ..Flags::NONE }, &ty, &a, &b).expect("modelled");
    });
    for id in [I::VectorReduceAdd, I::VectorReduceOr, I::VectorReduceUmax] {
        grows_in_proportion(id.base_name(), |cx, n| {
            let a = variables(cx.d, 32, n);
            call(cx, id, Type::Int(32), &[a]);
        });
    }
}

#[test]
fn elements_and_rearrangements() {
    grows_in_proportion("insertelement, extractelement", |cx, n| {
        let (mut a, x, at) = (variables(cx.d, 8, n), variables(cx.d, 8, 1), variables(cx.d, 32, 1));
        for i in 0..n {
            let bits = cx.d.num(64, i as u64);
            let index = Lane::defined(cx.d, bits);
            a = vector::insert_element(cx, &a, x.lane(), &index);
        }
        let a = vector::insert_element(cx, &a, x.lane(), at.lane());
        vector::extract_element(cx, &a, at.lane());
    });
    grows_in_proportion("get.active.lane.mask", |cx, n| {
        let (base, limit) = (variables(cx.d, 32, 1), variables(cx.d, 32, 1));
        call(cx, I::GetActiveLaneMask, Type::vector(n as u64, Type::I1), &[base, limit]);
    });
    grows_in_proportion("bitcast there and back", |cx, n| {
        let a = variables(cx.d, 1, n);
        let (narrow, wide) = (Type::vector(n as u64, Type::I1), Type::Int(u32::try_from(n).expect("small")));
        somewhere(|place| {
            let joined = cast::cast_value(cx, place.module, None, CastOp::Bitcast, Flags::NONE, [&narrow, &wide], &a).expect("modelled");
            cast::cast_value(cx, place.module, None, CastOp::Bitcast, Flags::NONE, [&wide, &narrow], &joined).expect("modelled");
        });
    });
}
