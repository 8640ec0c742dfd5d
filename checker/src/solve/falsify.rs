//! Rung 2: special values and random vectors, evaluated in lanes before any solver is asked.
//!
//! Deterministic: the same obligation is tried with the same assignments every time. A hit is evaluated again by the reference
//! evaluator before it is believed. Finding nothing proves nothing.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::tape::{LANES, Tape};
use llvet_encoder::term::{Assignment, Op, Pool, Sort, Term};

/// Assignments tried in each phase.
const BUDGET: usize = 8 * LANES;

/// Obligations with more nodes than this get fewer assignments, so that hopeless tries stay cheap.
const LARGE: usize = 4_000;

/// Most special values of one variable.
const MAX_SPECIAL: usize = 40;

/// Fewest special values of each number that are worth crossing with all others.
const MIN_CROSSED: usize = 3;

/// How the assignments of a phase are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The first special values of all variables, in every combination.
    Crossed(usize),
    /// Any special values, at random.
    Special,
    /// Random numbers, some special, some like those of the variables before.
    Random,
}

/// An assignment under which the Boolean term holds, if one of those tried does.
#[must_use]
pub fn falsify(pool: &Pool, term: Term) -> Option<Assignment> {
    let tape = Tape::compile(pool, &[term])?;
    let inputs = tape.inputs().to_vec();
    let specials: Vec<Vec<u128>> = inputs.iter().map(|&var| special_values(pool, term, var)).collect();
    let sorts: Vec<Sort> = inputs.iter().map(|&var| pool.sort(var)).collect();
    let budget = if tape.len() > LARGE { LANES } else { BUDGET };
    let mut regs = tape.regs();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for (phase, count) in phases(&specials, budget) {
        for batch in 0..count.div_ceil(LANES) {
            let lanes: Vec<Vec<u128>> =
                (0..LANES).map(|lane| assignment(phase, batch * LANES + lane, &sorts, &specials, &mut random)).collect();
            for (input, _) in inputs.iter().enumerate() {
                tape.set_input(&mut regs, input, |lane| lanes[lane][input]);
            }
            tape.run(&mut regs);
            if let Some(lane) = tape.first_true(&regs, 0, LANES) {
                let mut found = Assignment::new();
                for (&var, &value) in inputs.iter().zip(&lanes[lane]) {
                    found.set(var, Bv::from_u128(pool.sort(var).width(), value));
                }
                return pool.eval(term, &found).to_bool().then_some(found);
            }
        }
    }
    None
}

/// The phases with the number of assignments of each: as many special values of every variable are crossed as the budget allows.
fn phases(specials: &[Vec<u128>], budget: usize) -> Vec<(Phase, usize)> {
    let combinations = |most: usize| specials.iter().try_fold(1usize, |n, s| n.checked_mul(s.len().min(most)));
    let fits = |most: &usize| combinations(*most).is_some_and(|n| n <= budget);
    let crossed = (MIN_CROSSED..=MAX_SPECIAL).rev().find(fits);
    let crossed = crossed.map(|most| (Phase::Crossed(most), combinations(most).unwrap_or(budget)));
    // What was crossed in full need not be drawn again.
    let special = (!crossed.is_some_and(|(phase, _)| phase == Phase::Crossed(MAX_SPECIAL))).then_some((Phase::Special, budget));
    crossed.into_iter().chain(special).chain([(Phase::Random, budget)]).collect()
}

/// The values of all variables in one assignment of a phase.
fn assignment(phase: Phase, mut index: usize, sorts: &[Sort], specials: &[Vec<u128>], random: &mut Random) -> Vec<u128> {
    let mut values = Vec::with_capacity(sorts.len());
    for (number, (&sort, special)) in sorts.iter().zip(specials).enumerate() {
        values.push(match phase {
            Phase::Crossed(most) => {
                let count = special.len().min(most);
                let value = special[index % count];
                index /= count;
                value
            }
            Phase::Special => special[random.below(special.len())],
            Phase::Random => {
                let alike = (0..number).rev().find(|&earlier| sorts[earlier] == sort).map(|earlier| values[earlier]);
                random.value(sort, special, alike)
            }
        });
    }
    values
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

    /// Flags are seldom set: most counterexamples need few poison inputs. One number in four is special, and one in four is like the one
    /// before of its width, if there is one: the same, next to it, its complement or its negation.
    fn value(&mut self, sort: Sort, special: &[u128], before: Option<u128>) -> u128 {
        let Sort::Bv(width) = sort else { return u128::from(self.next().is_multiple_of(8)) };
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        match (self.below(4), before) {
            (0, _) => special[self.below(special.len())],
            (1, Some(before)) => self.like(before) & mask,
            _ => {
                let wide = u128::from(self.next()) << 64 | u128::from(self.next());
                // Numbers of any magnitude are as likely.
                (wide & mask) >> self.below(width as usize)
            }
        }
    }

    fn like(&mut self, before: u128) -> u128 {
        let related = [before, before.wrapping_add(1), before.wrapping_sub(1), !before, before.wrapping_neg(), before << 1, before >> 1];
        related[self.below(related.len())]
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

    #[test]
    fn special_values_are_crossed_and_values_are_like_each_other() {
        let mut pool = Pool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, Sort::Bv(32)));
        let [min, minus_one, one] = [Bv::min_signed(32), Bv::ones(32), Bv::one(32)].map(|value| pool.constant(value));
        let all = [pool.eq(x, min), pool.eq(y, minus_one), pool.eq(z, one)];
        let three = pool.and_all(all);
        assert!(falsify(&pool, three).is_some());
        // Each other and neither special nor small.
        let large = pool.bv_u64(32, 0x0012_3456);
        let far = pool.ult(large, x);
        for related in [x, pool.bvnot(x), pool.neg(x), pool.add(x, one), pool.sub(x, one)] {
            let same = pool.eq(y, related);
            let odd = pool.bit(x, 5);
            let term = pool.and_all([far, same, odd]);
            assert!(falsify(&pool, term).is_some());
        }
    }
}
