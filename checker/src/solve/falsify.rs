//! Rung 2: special values and random vectors, evaluated in lanes before any solver is asked.
//!
//! Deterministic: the same obligation is tried with the same assignments every time. A hit is evaluated again by the reference
//! evaluator before it is believed. Finding nothing proves nothing.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::tape::{LANES, Tape};
use llvet_encoder::term::{Assignment, Op, Pool, Sort, Term};

/// Assignments tried from special values, and as many again at random.
const BUDGET: usize = 8 * LANES;

/// Obligations with more nodes than this get fewer assignments, so that hopeless tries stay cheap.
const LARGE: usize = 4_000;

/// Most special values of one variable.
const MAX_SPECIAL: usize = 40;

/// An assignment under which the Boolean term holds, if one of those tried does.
#[must_use]
pub fn falsify(pool: &Pool, term: Term) -> Option<Assignment> {
    let tape = Tape::compile(pool, &[term])?;
    let inputs = tape.inputs().to_vec();
    let specials: Vec<Vec<u128>> = inputs.iter().map(|&var| special_values(pool, term, var)).collect();
    let budget = if tape.len() > LARGE { LANES } else { BUDGET };
    let mut regs = tape.regs();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for batch in 0..2 * budget / LANES {
        let mut lanes: Vec<Vec<u128>> = Vec::with_capacity(inputs.len());
        let mut stride = 1usize;
        let whole: Option<usize> = specials.iter().try_fold(1usize, |n, s| n.checked_mul(s.len()));
        for (special, &var) in specials.iter().zip(&inputs) {
            let sort = pool.sort(var);
            let values = (0..LANES).map(|lane| {
                let index = batch * LANES + lane;
                if batch * LANES >= budget {
                    random.value(sort, special)
                } else if whole.is_some_and(|n| n <= budget) {
                    // Few enough to be tried in full, each combination once.
                    special[(index / stride) % special.len()]
                } else {
                    special[random.below(special.len())]
                }
            });
            lanes.push(values.collect());
            stride = stride.saturating_mul(special.len());
        }
        for (i, values) in lanes.iter().enumerate() {
            tape.set_input(&mut regs, i, |lane| values[lane]);
        }
        tape.run(&mut regs);
        if let Some(lane) = tape.first_true(&regs, 0, LANES) {
            let mut found = Assignment::new();
            for (&var, values) in inputs.iter().zip(&lanes) {
                found.set(var, Bv::from_u128(pool.sort(var).width(), values[lane]));
            }
            return pool.eval(term, &found).to_bool().then_some(found);
        }
    }
    None
}

/// 0, ±1, MIN, MAX, small numbers, shift amounts around the width, powers of two and their neighbours, and the constants of
/// the same width in the term with their neighbours and negations.
fn special_values(pool: &Pool, term: Term, var: Term) -> Vec<u128> {
    let Sort::Bv(width) = pool.sort(var) else { return vec![0, 1] };
    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    let min = 1u128 << (width - 1);
    let mut values =
        vec![0, 1, mask, min, min - 1, 2, min + 1, u128::from(width) - 1, u128::from(width), u128::from(width) + 1, mask - 1, 3];
    for node in pool.topological(&[term]) {
        if let Op::Const(id) = pool.op(node)
            && pool.width(node) == width
            && let Some(c) = pool.const_value(id).to_u128()
        {
            values.extend([c, c.wrapping_add(1), c.wrapping_sub(1), c.wrapping_neg()]);
        }
        if values.len() > MAX_SPECIAL {
            break;
        }
    }
    values.extend([min >> 1, (min >> 1) + 1, (min >> 1).wrapping_sub(1), 1 << (width / 2), (1u128 << (width / 2)) - 1]);
    let mut unique: Vec<u128> = Vec::new();
    for value in values.into_iter().map(|v| v & mask) {
        if !unique.contains(&value) {
            unique.push(value);
        }
    }
    unique.truncate(MAX_SPECIAL);
    unique
}

/// Xorshift: all we need is variety that is the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap_or(0)
    }

    /// Flags are seldom set: most counterexamples need few poison inputs. One number in four is special.
    fn value(&mut self, sort: Sort, special: &[u128]) -> u128 {
        let Sort::Bv(width) = sort else { return u128::from(self.next().is_multiple_of(8)) };
        if self.next().is_multiple_of(4) {
            return special[self.below(special.len())];
        }
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let bits = if width >= 128 { wide } else { wide & ((1 << width) - 1) };
        // Numbers of any magnitude are as likely.
        bits >> self.below(width as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_wrap_and_not_what_is_not_there() {
        let mut pool = Pool::new();
        let x = pool.var("x", Sort::Bv(32));
        let one = pool.bv_u64(32, 1);
        let sum = pool.add(x, one);
        let wraps = pool.slt(sum, x);
        let found = falsify(&pool, wraps).expect("MAX is a special value");
        assert_eq!(found.get(x), Some(&Bv::max_signed(32)));
        let odd = pool.mul(x, sum);
        let low = pool.bit(odd, 0);
        assert!(falsify(&pool, low).is_none(), "x(x+1) is even");
    }
}
