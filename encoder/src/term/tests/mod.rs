//! Random graphs: simplified terms against the same terms built raw, tapes against the reference evaluator.

mod closes;
mod fp;
mod random;
mod services;
mod tape;

use super::build::MAX_DEPTH;
use super::tape::{LANES, Tape};
use super::{Pool, Sort, Term};
use random::{Graph, Rng};

/// Panics if `simplified` differs from `raw` under some assignment; all are tried up to 2^16, else as many at random.
/// Variables of the two pools correspond by number.
fn assert_equal(raw_pool: &Pool, raw: &[Term], pool: &Pool, simplified: &[Term]) {
    let raw_tape = Tape::compile(raw_pool, raw).expect("narrow terms");
    let tape = Tape::compile(pool, simplified).expect("narrow terms");
    let bits: u32 = raw_pool.vars().iter().map(|var| var.sort.width()).sum();
    let exhaustive = bits <= 16;
    let batches = (1usize << bits.min(16)).div_ceil(LANES);
    let (mut raw_regs, mut regs) = (raw_tape.regs(), tape.regs());
    let mut rng = Rng(0x1234_5678);
    let mut words = vec![0u64; LANES];
    for batch in 0..batches {
        for (lane, word) in words.iter_mut().enumerate() {
            *word = if exhaustive { (batch * LANES + lane) as u64 } else { rng.next() };
        }
        for (tape, pool, regs) in [(&raw_tape, raw_pool, &mut raw_regs), (&tape, pool, &mut regs)] {
            for (i, &input) in tape.inputs().iter().enumerate() {
                let (shift, width) = var_bits(pool, input);
                tape.set_input(regs, i, |lane| u128::from((words[lane] >> shift) & ((1 << width) - 1)));
            }
            tape.run(regs);
        }
        for i in 0..raw.len() {
            let mut expected = Vec::with_capacity(LANES);
            raw_tape.each_value(&raw_regs, i, LANES, |_, value| expected.push(value));
            tape.each_value(&regs, i, LANES, |lane, value| {
                if value != expected[lane] {
                    panic!(
                        "assignment {:#x}: {} became {}\nraw:\n{}\nsimplified:\n{}",
                        words[lane],
                        expected[lane],
                        value,
                        raw_pool.display(raw[i]),
                        pool.display(simplified[i])
                    );
                }
            });
        }
    }
}

/// Where the bits of a variable are in a word that packs all variables in order of creation.
fn var_bits(pool: &Pool, var: Term) -> (u32, u32) {
    let id = pool.as_var(var).expect("a variable").0 as usize;
    let shift = pool.vars()[..id].iter().map(|var| var.sort.width()).sum();
    (shift, pool.width(var))
}

/// Builds `count` random graphs over variables of `sorts` raw, imports them, compares every node in order of creation.
fn check_graphs(seed: u64, count: usize, sorts: &[Sort], steps: usize) {
    let mut rng = Rng(seed);
    for _ in 0..count {
        let graph = Graph::random(&mut rng, sorts, steps);
        let mut pool = Pool::new();
        let map: Vec<(Term, Term)> = graph.pool.vars().iter().map(|var| (var.term, pool.var(var.name.clone(), var.sort))).collect();
        let simplified = pool.import(&graph.pool, &graph.terms, &map);
        assert_equal(&graph.pool, &graph.terms, &pool, &simplified);
        assert!(pool.deepest < MAX_DEPTH, "rules undo each other on one of:\n{}", graph.text());
    }
}

#[test]
fn simplification_preserves_values_of_random_graphs() {
    for width in 1..=4 {
        check_graphs(u64::from(width), 1500, &[Sort::Bv(width), Sort::Bv(width), Sort::Bool], 14);
        check_graphs(u64::from(width) + 50, 400, &[Sort::Bv(width), Sort::Bv(width), Sort::Bv(width), Sort::Bool, Sort::Bool], 24);
    }
    check_graphs(99, 300, &[Sort::Bv(3), Sort::Bv(5)], 20);
}

#[test]
fn simplification_preserves_values_at_wide_widths() {
    for width in [8, 13, 16, 30] {
        check_graphs(u64::from(width), 5, &[Sort::Bv(width), Sort::Bv(width)], 20);
    }
}

/// Every node of random simplified graphs has, in all lanes, values its facts allow.
#[test]
fn facts_hold() {
    let mut rng = Rng(77);
    for round in 0..400 {
        let width = [1, 2, 3, 4, 7, 8, 30, 32][round % 8];
        let sorts = [Sort::Bv(width), Sort::Bv(width), Sort::Bool];
        let Graph { pool: raw, terms } = Graph::random(&mut rng, &sorts, 24);
        let mut pool = Pool::new();
        let map: Vec<(Term, Term)> = raw.vars().iter().map(|var| (var.term, pool.var(var.name.clone(), var.sort))).collect();
        let roots = pool.import(&raw, &terms, &map);
        let nodes = pool.topological(&roots);
        let tape = Tape::compile(&pool, &nodes).expect("narrow terms");
        let mut regs = tape.regs();
        for _ in 0..4 {
            for (i, &input) in tape.inputs().iter().enumerate() {
                tape.set_input(&mut regs, i, |_| rng.value(pool.width(input)).to_u128().unwrap());
            }
            tape.run(&mut regs);
            for (i, &node) in nodes.iter().enumerate() {
                let Some(facts) = pool.facts(node) else { continue };
                tape.each_value(&regs, i, LANES, |_, value| {
                    assert!(facts.allows(value), "{value} against {facts:?} of\n{}", pool.display(node));
                });
            }
        }
    }
}
