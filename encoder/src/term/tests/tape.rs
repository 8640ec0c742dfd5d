//! Tapes against the reference evaluator.

use super::super::Assignment;
use super::*;
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode};

fn check(sorts: &[Sort], seed: u64, count: usize) {
    let mut rng = Rng(seed);
    for _ in 0..count {
        let Graph { pool, terms } = Graph::random(&mut rng, sorts, 30);
        let tape = Tape::compile(&pool, &terms).expect("narrow terms");
        let mut regs = tape.regs();
        let values: Vec<Vec<Bv>> = tape.inputs().iter().map(|&input| (0..LANES).map(|_| rng.value(pool.width(input))).collect()).collect();
        for (i, values) in values.iter().enumerate() {
            tape.set_input(&mut regs, i, |lane| values[lane].to_u128().unwrap());
        }
        tape.run(&mut regs);
        for lane in (0..LANES).step_by(37) {
            let mut assignment = Assignment::new();
            for (&input, values) in tape.inputs().iter().zip(&values) {
                assignment.set(input, values[lane].clone());
            }
            let expected = pool.eval_all(&terms, &assignment);
            for (root, expected) in expected.iter().enumerate() {
                assert_eq!(tape.value(&regs, root, lane), *expected, "{}", pool.display(terms[root]));
            }
        }
    }
}

#[test]
fn tapes_compute_what_the_evaluator_does() {
    for width in [1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128] {
        check(&[Sort::Bv(width), Sort::Bv(width), Sort::Bool], u64::from(width), 20);
    }
}

#[test]
fn floating_point_runs_in_lanes() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
    let sum = pool.fp(FpOp::Add, FpFormat::FLOAT, RoundingMode::NearestTiesToEven, &[x, y]);
    let less = pool.fp(FpOp::Lt, FpFormat::FLOAT, RoundingMode::NearestTiesToEven, &[x, sum]);
    let tape = Tape::compile(&pool, &[sum, less]).unwrap();
    let mut regs = tape.regs();
    tape.set_input(&mut regs, 0, |lane| (lane as f32).to_bits().into());
    tape.set_input(&mut regs, 1, |lane| (lane as f32 - 100.5).to_bits().into());
    tape.run(&mut regs);
    assert_eq!(tape.value(&regs, 0, 7), Bv::from_u64(32, (-86.5f32).to_bits().into()));
    assert_eq!(tape.first_true(&regs, 1, LANES), Some(101));
    assert_eq!(tape.first_true(&regs, 1, 101), None);
}

#[test]
fn wide_terms_and_unknown_functions_do_not_run_in_lanes() {
    let mut pool = Pool::new();
    let wide = pool.var("wide", Sort::Bv(129));
    assert!(Tape::compile(&pool, &[wide]).is_none());
    let f = pool.func("f", &[], Sort::Bv(8));
    let call = pool.app(f, &[]);
    assert!(Tape::compile(&pool, &[call]).is_none());
}
