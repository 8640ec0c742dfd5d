//! Case distinction: an obligation that demands that something is a power of two is decided once for every power.
//!
//! Each case has a constant where the obligation had an unknown, so that logarithms fold and shifts and divisions by the power become
//! slices. Two powers are decided for every pair of powers, where these are few. Only demands of the form `t & (t - 1) = 0` that stand in the obligation's conjunction are used, and only if `t` is a variable or
//! a sum with a variable to solve for.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Op, Pool, Term};

use super::UnknownReason;
use super::ladder::{Answer, Budget, solved, tried};
use crate::verdict::Method;

/// Powers that are all narrower make small circuits.
const MIN_WIDTH: u32 = 12;

/// Most cases of two powers together.
const MAX_CASES: u32 = 1 << 10;

/// An obligation with a variable `var` that is a power of two, or zero, minus `rest`.
struct Power {
    /// What is a power of two.
    whole: Term,
    /// The variable to solve for.
    var: Term,
}

impl Power {
    /// The same power where the variable of another has a value.
    fn at(&self, pool: &mut Pool, other: &Power, value: Term) -> Option<Power> {
        let whole = pool.subst(self.whole, &[(other.var, value)]);
        solvable(pool, whole)
    }
}

/// The answer by cases, if the obligation has a power of two to distinguish.
pub(super) fn split(pool: &mut Pool, obligation: Term, budget: &Budget) -> Option<Answer> {
    let nonlinear = |op| matches!(op, Op::Shl | Op::Lshr | Op::Ashr | Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem);
    if !pool.topological(&[obligation]).into_iter().any(|term| nonlinear(pool.op(term))) {
        return None;
    }
    let powers = demanded(pool, obligation);
    let few = match powers.iter().map(|power| pool.width(power.var)).collect::<Vec<_>>()[..] {
        [width] => width >= MIN_WIDTH,
        [one, other] => one.max(other) >= MIN_WIDTH && one.saturating_mul(other) <= MAX_CASES,
        _ => false,
    };
    if few { by_powers(pool, obligation, &powers, budget) } else { None }
}

/// The answer by cases of the first power, and in each by those of the others.
fn by_powers(pool: &mut Pool, obligation: Term, powers: &[Power], budget: &Budget) -> Option<Answer> {
    let (power, others) = powers.split_first()?;
    let rest = pool.sub(power.whole, power.var);
    let width = pool.width(power.var);
    let mut hardest = Method::Simplify;
    for value in std::iter::once(Bv::zero(width)).chain((0..width).map(|i| Bv::bit_at(width, i))) {
        let value = pool.constant(value);
        let value = pool.sub(value, rest);
        let case = pool.subst(obligation, &[(power.var, value)]);
        // What is left is simple, and most of it is nothing.
        let answer = match pool.as_bool(case) {
            Some(false) => continue,
            None if !others.is_empty() => {
                let others: Vec<Power> = others.iter().filter_map(|other| other.at(pool, power, value)).collect();
                by_powers(pool, case, &others, budget)?
            }
            _ => one_case(pool, case, budget),
        };
        match answer {
            Answer::Never(method) => hardest = hardest.max(method),
            Answer::Unknown(UnknownReason::Incomplete(_)) => return None,
            unknown @ Answer::Unknown(_) => return Some(unknown),
            Answer::Model(mut model, method) => {
                let vars = pool.free_vars(&[value]);
                let completed = super::instantiate::completed(pool, &vars, &model);
                model.set(power.var, pool.eval(value, &completed));
                return Some(Answer::Model(model, method));
            }
        }
    }
    Some(Answer::Never(hardest))
}

fn one_case(pool: &Pool, case: Term, budget: &Budget) -> Answer {
    if budget.left().is_zero() {
        return Answer::Unknown(UnknownReason::Timeout);
    }
    tried(pool, case, budget).map_or_else(|| solved(pool, case, budget), |model| Answer::Model(model, Method::Falsify))
}

/// The powers of two that the obligation demands.
fn demanded(pool: &mut Pool, obligation: Term) -> Vec<Power> {
    let parts = if pool.op(obligation) == Op::And { pool.args(obligation).to_vec() } else { vec![obligation] };
    let power = |part: Term| {
        let &[a, b] = pool.args(part) else { return None };
        let zero = |pool: &Pool, t: Term| pool.as_const(t).is_some_and(Bv::is_zero);
        let both = match (pool.op(part), zero(pool, a), zero(pool, b)) {
            (Op::Eq, true, _) => b,
            (Op::Eq, _, true) => a,
            _ => return None,
        };
        if pool.op(both) != Op::BvAnd {
            return None;
        }
        let &[x, y] = pool.args(both) else { return None };
        [(x, y), (y, x)].into_iter().find_map(|(whole, below)| {
            let minus_one = pool.constant(Bv::ones(pool.width(whole)));
            let expected = pool.add(whole, minus_one);
            (expected == below).then(|| solvable(pool, whole)).flatten()
        })
    };
    parts.into_iter().filter_map(power).collect()
}

/// A variable that stands once in a sum, or alone.
fn solvable(pool: &Pool, whole: Term) -> Option<Power> {
    if pool.as_var(whole).is_some() {
        return Some(Power { whole, var: whole });
    }
    if pool.op(whole) != Op::Add {
        return None;
    }
    let args = pool.args(whole);
    let alone = |&var: &Term| pool.as_var(var).is_some() && !args.iter().any(|&a| a != var && pool.free_vars(&[a]).contains(&var));
    args.iter().copied().find(alone).map(|var| Power { whole, var })
}

#[cfg(test)]
mod tests {
    use llvet_encoder::term::Sort;

    use super::*;
    use crate::refine::{CheckOptions, budget};

    /// `x * c` against `x << k`, where `c` must be a power of two; `c` may be a difference.
    fn product(difference: bool, off_by_one: bool) -> Option<Answer> {
        let mut pool = Pool::new();
        let p = &mut pool;
        let [x, c, d] = ["x", "c", "d"].map(|name| p.var(name, Sort::Bv(16)));
        let power = if difference { p.sub(c, d) } else { c };
        let one = p.bv_u64(16, 1);
        let below = p.sub(power, one);
        let common = p.bvand(power, below);
        let (is_power, count) = (p.is_zero(common), p.ctz(power));
        let shift = if off_by_one { p.add(count, one) } else { count };
        let (product, shifted) = (p.mul(x, power), p.shl(x, shift));
        let differ = p.ne(product, shifted);
        let nonzero = p.is_zero(power);
        let nonzero = p.not(nonzero);
        let obligation = p.and_all([is_power, nonzero, differ]);
        let answer = split(p, obligation, &budget(&CheckOptions::default()));
        if let Some(Answer::Model(model, _)) = &answer {
            let completed = super::super::instantiate::completed(p, &[x, c, d], model);
            assert!(p.eval(obligation, &completed).to_bool(), "the model satisfies the obligation");
        }
        answer
    }

    #[test]
    fn every_power_is_a_case() {
        for difference in [false, true] {
            assert!(matches!(product(difference, false), Some(Answer::Never(_))));
            assert!(matches!(product(difference, true), Some(Answer::Model(..))));
        }
    }

    #[test]
    fn two_powers_are_cases_of_cases() {
        for off_by_one in [false, true] {
            let mut pool = Pool::new();
            let p = &mut pool;
            let [x, c, d] = ["x", "c", "d"].map(|name| p.var(name, Sort::Bv(16)));
            let mut parts = Vec::new();
            for power in [c, d] {
                let minus_one = p.constant(Bv::ones(16));
                let below = p.add(power, minus_one);
                let common = p.bvand(power, below);
                let zero = p.is_zero(power);
                parts.extend([p.is_zero(common), p.not(zero)]);
            }
            let counts = [c, d].map(|power| p.ctz(power));
            let sum = p.add(counts[0], counts[1]);
            let once = p.mul(x, c);
            let product = p.mul(once, d);
            let one = p.bv_u64(16, u64::from(off_by_one));
            let amount = p.add(sum, one);
            let shifted = p.shl(x, amount);
            // An amount of 16 or more shifts everything out, as the product does.
            parts.push(p.ne(product, shifted));
            let obligation = p.and_all(parts);
            match split(p, obligation, &budget(&CheckOptions::default())) {
                Some(Answer::Never(_)) => assert!(!off_by_one),
                Some(Answer::Model(model, _)) => {
                    let completed = super::super::instantiate::completed(p, &[x, c, d], &model);
                    assert!(off_by_one && p.eval(obligation, &completed).to_bool(), "the model satisfies the obligation");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}
