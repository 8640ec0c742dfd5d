//! Z3 against the reference evaluator of terms, and against the pool's rewrites.

use std::time::{Duration, Instant};

use llvet_checker::solve::smt::{Solver, z3_version};
use llvet_checker::solve::{Cancel, SmtOptions, SmtResult, UnknownReason};
use llvet_encoder::bv::Bv;
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode};
use llvet_encoder::term::{Assignment, Op, Pool, Sort, Term, apply};

/// A small xorshift generator, so that failures repeat.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    fn bits(&mut self, width: u32) -> Bv {
        let mut value = Bv::from_u64(width, self.next());
        for _ in 0..width / 64 {
            value = value.shl_by(63).xor(&Bv::from_u64(width, self.next()));
        }
        value
    }
}

fn solver() -> Solver {
    Solver::new(SmtOptions { timeout: Duration::from_secs(30), ..SmtOptions::default() })
}

/// Asserts that Z3 finds no way to make any of `terms` true.
fn assert_none_holds(pool: &mut Pool, terms: Vec<Term>, what: &str) {
    let any = pool.or_all(terms);
    let mut solver = solver();
    solver.assert(pool, any);
    match solver.check() {
        SmtResult::Unsat => {}
        other => panic!("{what}: {other:?}"),
    }
}

const BINARY: &[Op] = &[
    Op::Eq,
    Op::Ult,
    Op::Slt,
    Op::Add,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Concat,
];

fn all(width: u32) -> impl Iterator<Item = Bv> {
    (0..1_u64 << width).map(move |value| Bv::from_u64(width, value))
}

/// `op(args) != what the evaluator says`, unsimplified.
fn disagreement(pool: &mut Pool, op: Op, args: &[Bv]) -> Term {
    let expected = apply(op, args).expect("an interpreted operator");
    let args: Vec<Term> = args.iter().map(|arg| pool.constant(arg.clone())).collect();
    let term = pool.apply(op, &args);
    let expected = pool.value(pool.sort(term), &expected);
    pool.ne(term, expected)
}

#[test]
fn operators_mean_the_same_in_z3_at_small_widths() {
    for width in 1..=3 {
        let mut pool = Pool::new();
        pool.set_simplify(false);
        for &op in BINARY {
            let mut wrong = Vec::new();
            for a in all(width) {
                for b in all(width) {
                    wrong.push(disagreement(&mut pool, op, &[a.clone(), b]));
                }
            }
            assert_none_holds(&mut pool, wrong, &format!("{op:?} i{width}"));
        }
        let mut unary = vec![Op::Neg, Op::BvNot];
        unary.extend((width..width + 3).flat_map(|width| [Op::Zext { width }, Op::Sext { width }]));
        unary.extend((0..width).flat_map(|hi| (0..=hi).map(move |lo| Op::Extract { hi, lo })));
        for op in unary {
            let wrong = all(width).map(|a| disagreement(&mut pool, op, &[a])).collect();
            assert_none_holds(&mut pool, wrong, &format!("{op:?} i{width}"));
        }
    }
}

/// Builds a random term of the width over `leaves`; the same sequence of random numbers builds the same term.
fn random_term(pool: &mut Pool, random: &mut Random, leaves: &[Term], depth: u32, hard: bool) -> Term {
    let width = pool.width(leaves[0]);
    if depth == 0 || random.below(8) == 0 {
        return match random.below(4) {
            0 => {
                let small = random.below(2) == 0;
                let value = random.bits(width);
                pool.constant(if small { value.lshr_by(width - 3) } else { value })
            }
            _ => leaves[random.below(leaves.len() as u64) as usize],
        };
    }
    let a = random_term(pool, random, leaves, depth - 1, hard);
    let b = random_term(pool, random, leaves, depth - 1, hard);
    match random.below(if hard { 19 } else { 15 }) {
        0 => pool.add(a, b),
        1 => pool.sub(a, b),
        2 => pool.neg(a),
        3 => pool.bvand(a, b),
        4 => pool.bvor(a, b),
        5 => pool.bvxor(a, b),
        6 => pool.bvnot(a),
        7 => pool.shl(a, b),
        8 => pool.lshr(a, b),
        9 => pool.ashr(a, b),
        10 => {
            let c = pool.ult(a, b);
            pool.ite(c, b, a)
        }
        11 => {
            let c = pool.slt(a, b);
            let d = pool.eq(a, b);
            let c = pool.or(c, d);
            pool.ite(c, a, b)
        }
        12 => {
            let low = pool.extract(a, width / 2 - 1, 0);
            pool.sext(low, width)
        }
        13 => {
            let high = pool.extract(a, width - 1, width / 2);
            pool.zext(high, width)
        }
        14 => {
            let three = pool.bv_u64(width, 3);
            pool.mul(a, three)
        }
        15 => pool.mul(a, b),
        16 => pool.udiv(a, b),
        17 => pool.urem(a, b),
        _ => pool.sdiv(a, b),
    }
}

/// Proves that simplified and unsimplified forms of random terms are equal; returns how many Z3 could decide.
fn prove_rewrites(width: u32, count: u64, depth: u32, hard: bool) -> u64 {
    let mut decided = 0;
    for seed in 1..=count {
        let mut pool = Pool::new();
        let leaves: Vec<Term> = (0..3).map(|i| pool.var(format!("x{i}"), Sort::Bv(width))).collect();
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(width);
        let simple = random_term(&mut pool, &mut Random(seed), &leaves, depth, hard);
        pool.set_simplify(false);
        let raw = random_term(&mut pool, &mut Random(seed), &leaves, depth, hard);
        let differ = pool.ne(simple, raw);
        let mut solver = Solver::new(SmtOptions { timeout: Duration::from_millis(300), ..SmtOptions::default() });
        solver.assert(&pool, differ);
        match solver.check() {
            SmtResult::Unsat => decided += 1,
            SmtResult::Unknown(_) => {}
            SmtResult::Sat(model) => panic!("seed {seed}: {simple:?} is not {raw:?} in {model:?}"),
        }
    }
    decided
}

#[test]
fn rewrites_hold_at_width_8() {
    assert!(prove_rewrites(8, 150, 4, true) >= 120);
}

#[test]
fn rewrites_hold_at_width_32() {
    assert!(prove_rewrites(32, 100, 4, false) >= 80);
}

#[test]
fn rewrites_hold_at_width_64() {
    assert!(prove_rewrites(64, 100, 3, false) >= 80);
}

/// `p * q = product` with both factors above 1, without overflow.
fn factors(pool: &mut Pool, width: u32, product: u64) -> Term {
    let p = pool.var("p", Sort::Bv(width));
    let q = pool.var("q", Sort::Bv(width));
    let (wide_p, wide_q) = (pool.zext(p, 2 * width), pool.zext(q, 2 * width));
    let wide = pool.mul(wide_p, wide_q);
    let product = pool.bv_u64(2 * width, product);
    let one = pool.bv_u64(width, 1);
    let parts = [pool.eq(wide, product), pool.ult(one, p), pool.ult(one, q)];
    pool.and_all(parts)
}

#[test]
fn models_satisfy_the_assertions() {
    for (width, product) in [(8, 143), (16, 10_403)] {
        let mut pool = Pool::new();
        let term = factors(&mut pool, width, product);
        let mut solver = solver();
        solver.assert(&pool, term);
        match solver.check() {
            SmtResult::Sat(model) => assert!(pool.eval(term, &model).to_bool()),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn wide_models_are_read_in_full() {
    let mut pool = Pool::new();
    let x = pool.var("x", Sort::Bv(200));
    let value = Random(7).bits(200);
    let constant = pool.constant(value.clone());
    let term = pool.eq(x, constant);
    let mut solver = solver();
    solver.assert(&pool, term);
    match solver.check() {
        SmtResult::Sat(model) => assert_eq!(model.get(x), Some(&value)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn levels_and_assumptions_are_forgotten() {
    let mut pool = Pool::new();
    let x = pool.var("x", Sort::Bv(8));
    let (zero, one) = (pool.bv_u64(8, 0), pool.bv_u64(8, 1));
    let (is_zero, is_one) = (pool.eq(x, zero), pool.eq(x, one));
    let mut solver = solver();
    solver.assert(&pool, is_zero);
    assert!(matches!(solver.check(), SmtResult::Sat(_)));
    assert!(matches!(solver.check_assuming(&pool, &[is_one]), SmtResult::Unsat));
    assert!(matches!(solver.check(), SmtResult::Sat(_)));
    solver.push();
    solver.assert(&pool, is_one);
    assert!(matches!(solver.check(), SmtResult::Unsat));
    solver.pop();
    assert!(matches!(solver.check(), SmtResult::Sat(_)));
    // A level that comes and goes unchecked, and one inside another.
    solver.push();
    solver.assert(&pool, is_one);
    solver.pop();
    solver.push();
    solver.push();
    solver.assert(&pool, is_one);
    assert!(matches!(solver.check(), SmtResult::Unsat));
    solver.pop();
    assert!(matches!(solver.check(), SmtResult::Sat(_)));
    solver.pop();
    assert!(matches!(solver.check(), SmtResult::Sat(_)));
}

#[test]
fn uninterpreted_functions_are_congruent_and_in_the_model() {
    let mut pool = Pool::new();
    let byte = Sort::Bv(8);
    let (x, y) = (pool.var("x", byte), pool.var("y", byte));
    let f = pool.func("f", &[byte], byte);
    let (fx, fy) = (pool.app(f, &[x]), pool.app(f, &[y]));
    let differ = pool.ne(fx, fy);
    let equal = pool.eq(x, y);
    let mut solver = solver();
    solver.assert(&pool, differ);
    match solver.check() {
        SmtResult::Sat(model) => assert!(pool.eval(differ, &model).to_bool()),
        other => panic!("{other:?}"),
    }
    assert!(matches!(solver.check_assuming(&pool, &[equal]), SmtResult::Unsat));
}

/// An obligation that no engine decides in reasonable time.
fn hopeless(pool: &mut Pool, width: u32) -> Term {
    let p = pool.var("p", Sort::Bv(width));
    let q = pool.var("q", Sort::Bv(width));
    let product = pool.mul(p, q);
    let quotient = pool.udiv(product, q);
    let rest = pool.urem(product, q);
    let back = pool.mul(quotient, q);
    let sum = pool.add(back, rest);
    pool.set_simplify(false);
    let differ = pool.ne(sum, product);
    let zero = pool.bv_u64(width, 0);
    let nonzero = pool.ne(q, zero);
    pool.and(differ, nonzero)
}

#[test]
fn a_check_stops_at_its_time_limit() {
    for limit in [1, 200, 1_000] {
        let mut pool = Pool::new();
        let term = hopeless(&mut pool, 64);
        let mut solver = Solver::new(SmtOptions { timeout: Duration::from_millis(limit), ..SmtOptions::default() });
        solver.assert(&pool, term);
        let start = Instant::now();
        let result = solver.check();
        assert!(matches!(result, SmtResult::Unknown(UnknownReason::Timeout)), "{result:?}");
        let over = start.elapsed().saturating_sub(Duration::from_millis(limit));
        assert!(over < Duration::from_secs(2), "{over:?} over {limit} ms");
    }
}

#[test]
fn a_check_stops_when_cancelled() {
    let mut pool = Pool::new();
    let term = hopeless(&mut pool, 64);
    let cancel = Cancel::new();
    let mut solver = Solver::new(SmtOptions { timeout: Duration::from_secs(60), cancel: cancel.clone(), ..SmtOptions::default() });
    solver.assert(&pool, term);
    let start = Instant::now();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            cancel.cancel();
        });
        solver.check()
    });
    assert!(matches!(result, SmtResult::Unknown(UnknownReason::Interrupted)), "{result:?}");
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_check_stops_at_its_memory_limit_and_time_limit_on_huge_circuits() {
    let mut pool = Pool::new();
    let term = hopeless(&mut pool, 4096);
    let mut solver = Solver::new(SmtOptions { timeout: Duration::from_secs(3), memory_mb: 300, ..SmtOptions::default() });
    solver.assert(&pool, term);
    let start = Instant::now();
    let result = solver.check();
    assert!(matches!(result, SmtResult::Unknown(UnknownReason::Memory | UnknownReason::Timeout)), "{result:?}");
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut pool = Pool::new();
    let x = pool.var("x", Sort::Bv(8));
    let y = pool.var("y", Sort::Bv(8));
    pool.set_simplify(false);
    let mut term = x;
    for _ in 0..50_000 {
        let sum = pool.add(term, y);
        term = pool.bvxor(sum, x);
    }
    let zero = pool.bv_u64(8, 0);
    let term = pool.eq(term, zero);
    let mut solver = Solver::new(SmtOptions { timeout: Duration::from_millis(200), ..SmtOptions::default() });
    solver.assert(&pool, term);
    match solver.check() {
        SmtResult::Sat(model) => assert!(pool.eval(term, &model).to_bool()),
        SmtResult::Unknown(_) => {}
        SmtResult::Unsat => panic!("all zeros is a solution"),
    }
}

const ROUNDING: [RoundingMode; 5] = [
    RoundingMode::NearestTiesToEven,
    RoundingMode::NearestTiesToAway,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// Bit patterns of a format: special ones, and random ones with an even chance of a small exponent difference.
fn patterns(fmt: FpFormat, random: &mut Random, count: usize) -> Vec<Bv> {
    let width = fmt.width();
    let mut values = vec![
        Bv::zero(width),
        Bv::min_signed(width),
        Bv::one(width),
        Bv::low_mask(width, fmt.frac_bits),
        Bv::bit_at(width, fmt.frac_bits),
        fmt.infinity(false),
        fmt.infinity(true),
        fmt.infinity(false).sub(&Bv::one(width)),
        fmt.canonical_nan(),
        Bv::ones(width),
        Bv::low_mask(width, fmt.exp_bits - 1).shl_by(fmt.frac_bits),
    ];
    values.extend((0..count).map(|_| random.bits(width)));
    values
}

fn check_floats(fmt: FpFormat, ops: &[FpOp], samples: u64) {
    let mut random = Random(0x1234_5678_9abc_def1);
    let values = patterns(fmt, &mut random, 40);
    for &op in ops {
        let mut pool = Pool::new();
        pool.set_simplify(false);
        let mut wrong = Vec::new();
        for _ in 0..samples {
            let rm = ROUNDING[random.below(5) as usize];
            let args: Vec<Bv> = (0..op.arity()).map(|_| values[random.below(values.len() as u64) as usize].clone()).collect();
            wrong.push(disagreement(&mut pool, Op::Fp { op, fmt, rm }, &args));
        }
        assert_none_holds(&mut pool, wrong, &format!("{op:?} {fmt:?}"));
    }
}

#[test]
fn operations_mean_the_same_in_z3_at_small_formats() {
    let ops = [
        FpOp::Sqrt,
        FpOp::Add,
        FpOp::Sub,
        FpOp::Mul,
        FpOp::Div,
        FpOp::Fma,
        FpOp::Rem,
        FpOp::Convert { to: FpFormat::FLOAT },
        FpOp::Convert { to: FpFormat::BFLOAT },
        FpOp::RoundToIntegral,
        FpOp::FromSbv,
        FpOp::FromUbv,
        FpOp::Lt,
        FpOp::Le,
        FpOp::Eq,
        FpOp::ToSbv { width: 8 },
        FpOp::ToSbv { width: 16 },
        FpOp::ToSbv { width: 32 },
        FpOp::ToUbv { width: 8 },
        FpOp::ToUbv { width: 16 },
        FpOp::ToUbv { width: 17 },
    ];
    check_floats(FpFormat::HALF, &ops, 200);
    check_floats(FpFormat { exp_bits: 3, frac_bits: 2 }, &ops, 200);
    check_floats(FpFormat { exp_bits: 4, frac_bits: 3 }, &ops, 100);
}

#[test]
fn double_and_bfloat_conversions_mean_the_same_in_z3() {
    let ops = [FpOp::Convert { to: FpFormat::HALF }, FpOp::ToSbv { width: 32 }, FpOp::ToUbv { width: 64 }, FpOp::ToSbv { width: 2 }];
    check_floats(FpFormat::DOUBLE, &ops, 100);
    check_floats(FpFormat::BFLOAT, &ops, 100);
}

#[test]
fn chains_of_float_operations_keep_signs_and_nans() {
    let mut pool = Pool::new();
    pool.set_simplify(false);
    let (fmt, rm) = (FpFormat::HALF, RoundingMode::NearestTiesToEven);
    let x = pool.var("x", Sort::Bv(16));
    let y = pool.var("y", Sort::Bv(16));
    let sign = pool.constant(Bv::min_signed(16));
    let fp = |op| Op::Fp { op, fmt, rm };
    // x - y and x + (-y) are the same number, and as the NaN is canonical the same pattern.
    let difference = pool.apply(fp(FpOp::Sub), &[x, y]);
    let negated = pool.bvxor(y, sign);
    let sum = pool.apply(fp(FpOp::Add), &[x, negated]);
    let differ = pool.ne(difference, sum);
    assert_none_holds(&mut pool, vec![differ], "x - y = x + -y");
    // x + 0 is not x: -0 + 0 is 0.
    let zero = pool.bv_u64(16, 0);
    let plus_zero = pool.apply(fp(FpOp::Add), &[x, zero]);
    let nan = pool.constant(fmt.canonical_nan());
    let changed = pool.ne(plus_zero, x);
    let number = pool.apply(fp(FpOp::Eq), &[x, x]);
    let not_nan = pool.ne(x, nan);
    let term = pool.and_all([changed, number, not_nan]);
    let mut solver = solver();
    solver.assert(&pool, term);
    match solver.check() {
        SmtResult::Sat(model) => assert_eq!(model.get(x), Some(&Bv::min_signed(16))),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_asserted_is_satisfiable() {
    match solver().check() {
        SmtResult::Sat(model) => {
            let mut pool = Pool::new();
            let x = pool.var("x", Sort::Bv(8));
            assert_eq!(pool.eval(x, &model), pool.eval(x, &Assignment::new()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_loaded_library_is_new_enough() {
    let parts: Vec<u32> = z3_version().split('.').filter_map(|n| n.parse().ok()).collect();
    assert!(parts >= vec![4, 13, 3], "{}", z3_version());
}
