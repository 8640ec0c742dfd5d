//! Time of a Z3 check on pinned obligations, from terms to verdict. The terms are not simplified, so that Z3 has to work.
#![expect(missing_docs, reason = "criterion's macros define undocumented items")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use llvet_checker::solve::SmtOptions;
use llvet_checker::solve::smt::Solver;
use llvet_encoder::term::{Pool, Sort, Term};

/// A name and how to build the obligation for a width.
type Obligation = (&'static str, fn(&mut Pool, u32) -> Term);

const OBLIGATIONS: &[Obligation] = &[
    ("add_sub", |pool, width| {
        let (x, y) = variables(pool, width);
        let sum = pool.add(x, y);
        let back = pool.sub(sum, y);
        pool.ne(back, x)
    }),
    ("xor_as_or_minus_and", |pool, width| {
        let (x, y) = variables(pool, width);
        let (or, and, xor) = (pool.bvor(x, y), pool.bvand(x, y), pool.bvxor(x, y));
        let difference = pool.sub(or, and);
        pool.ne(xor, difference)
    }),
    ("square_of_sum", |pool, width| {
        let (x, y) = variables(pool, width);
        let sum = pool.add(x, y);
        let square = pool.mul(sum, sum);
        let (xx, xy, yy) = (pool.mul(x, x), pool.mul(x, y), pool.mul(y, y));
        let twice = pool.add(xy, xy);
        let rest = pool.add(xx, yy);
        let expanded = pool.add(rest, twice);
        pool.ne(square, expanded)
    }),
    ("cancel_factor_wrong", |pool, width| {
        let (x, y) = variables(pool, width);
        let z = pool.var("z", Sort::Bv(width));
        let (xy, xz) = (pool.mul(x, y), pool.mul(x, z));
        let zero = pool.bv_u64(width, 0);
        let parts = [pool.eq(xy, xz), pool.ne(y, z), pool.ne(x, zero)];
        pool.and_all(parts)
    }),
    ("udiv_power_of_two", |pool, width| {
        let (x, y) = variables(pool, width);
        let one = pool.bv_u64(width, 1);
        let limit = pool.bv_u64(width, u64::from(width));
        let power = pool.shl(one, y);
        let quotient = pool.udiv(x, power);
        let shifted = pool.lshr(x, y);
        let in_range = pool.ult(y, limit);
        let differ = pool.ne(quotient, shifted);
        pool.and(in_range, differ)
    }),
    ("udiv_of_udiv", |pool, width| {
        let (x, _) = variables(pool, width);
        let [three, five, fifteen] = [3, 5, 15].map(|n| pool.bv_u64(width, n));
        let third = pool.udiv(x, three);
        let twice = pool.udiv(third, five);
        let once = pool.udiv(x, fifteen);
        pool.ne(twice, once)
    }),
];

fn variables(pool: &mut Pool, width: u32) -> (Term, Term) {
    (pool.var("x", Sort::Bv(width)), pool.var("y", Sort::Bv(width)))
}

fn solve(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (name, build) in OBLIGATIONS {
        for width in [8, 16, 32] {
            let mut pool = Pool::new();
            pool.set_simplify(false);
            let term = build(&mut pool, width);
            group.bench_with_input(BenchmarkId::new(*name, width), &term, |b, &term| {
                b.iter(|| {
                    let mut solver = Solver::new(SmtOptions::default());
                    solver.assert(&pool, term);
                    black_box(solver.check())
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
