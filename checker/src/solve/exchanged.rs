//! Candidates for operands that have changed places and results that were negated: the target chooses zeros and NaNs for other operands, or
//! of another sign, than the source does.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Pool, Sort, Term};

use super::candidates::{Candidate, MAX_EACH, SeedTerms, positional};
use super::inversion::invert;

/// The target's choices in the opposite order, as for operands that have changed places; also with one of the source's choices, such as
/// that for a negated result, made to fit.
pub(super) fn exchanged(pool: &mut Pool, inner: &[Term], from: &SeedTerms) -> Vec<Candidate> {
    let reversed: Vec<Term> = from.choices.iter().rev().copied().collect();
    let all = positional(pool, inner, &reversed);
    let mut out = Vec::new();
    if let [(source, target)] = from.results[..] {
        for &var in inner.iter().take(MAX_EACH) {
            let mut others: Candidate = all.iter().copied().filter(|(v, _)| *v != var).collect();
            let leaf = pool.subst(source, &others);
            if let Some(value) = invert(pool, leaf, var, target) {
                others.push((var, value));
                out.push(others);
            }
        }
    }
    out.push(all);
    out
}

/// Widths of choices among the NaNs that an operation on one to three operands may return: a sign and a number.
const NAN_CHOICES: std::ops::RangeInclusive<u32> = 3..=5;

/// The target's choices of NaNs with the other sign, and with the first two operands exchanged (each has two payloads, after the preferred
/// one): what negating a result, or commuting an operation, makes of them.
pub(super) fn other_nans(pool: &mut Pool, inner: &[Term], choices: &[Term]) -> Vec<Candidate> {
    let is_nan = |pool: &Pool, &choice: &Term| matches!(pool.sort(choice), Sort::Bv(width) if NAN_CHOICES.contains(&width));
    if !choices.iter().any(|choice| is_nan(pool, choice)) {
        return Vec::new();
    }
    let changes: [fn(&mut Pool, Term) -> Term; 2] = [negated_nan, nan_of_exchanged];
    let mut out = Vec::new();
    for change in changes {
        let changed: Vec<Term> = choices.iter().map(|&c| if is_nan(pool, &c) { change(pool, c) } else { c }).collect();
        out.push(positional(pool, inner, &changed));
    }
    out
}

fn negated_nan(pool: &mut Pool, choice: Term) -> Term {
    let sign = pool.constant(Bv::min_signed(pool.width(choice)));
    pool.bvxor(choice, sign)
}

fn nan_of_exchanged(pool: &mut Pool, choice: Term) -> Term {
    let width = pool.width(choice);
    let index = pool.extract(choice, width - 2, 0);
    let mut result = choice;
    for (from, to) in [(1u64, 3u64), (2, 4), (3, 1), (4, 2)].into_iter().filter(|(from, to)| from.max(to) >> (width - 1) == 0) {
        let (number, change) = (pool.bv_u64(width - 1, from), pool.bv_u64(width, from ^ to));
        let (here, changed) = (pool.eq(index, number), pool.bvxor(choice, change));
        result = pool.ite(here, changed, result);
    }
    result
}
