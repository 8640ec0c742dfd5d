//! Candidate values for the source's choices: terms over what is chosen before them.
//!
//! Candidates only make instantiation finish sooner (see `instantiate`): any terms will do, and none is ever believed.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Pool, Sort, Term};
use rustc_hash::FxHashMap;

use super::exchanged::{exchanged, other_nans};
use super::inversion::{copied, invert};

/// A candidate: a term over the outer variables for each inner variable.
pub type Candidate = Vec<(Term, Term)>;

/// A candidate with zeros for the inner variables it leaves out.
pub(super) fn complete(pool: &mut Pool, inner: &[Term], seed: &Candidate) -> Candidate {
    inner
        .iter()
        .map(|&var| match seed.iter().find(|(v, _)| *v == var) {
            Some(&pair) => pair,
            None => {
                let sort = pool.sort(var);
                (var, pool.value(sort, &Bv::zero(sort.width())))
            }
        })
        .collect()
}

/// Candidates that give the found values at this model: the values themselves, and outer variables that have them.
pub(super) fn generalise(pool: &mut Pool, inner: &[Term], values: &Assignment, outer: &[Term], model: &Assignment) -> Vec<Candidate> {
    let (mut constants, mut variables) = (Candidate::new(), Candidate::new());
    for &var in inner {
        let sort = pool.sort(var);
        let value = values.get(var).cloned().unwrap_or_else(|| Bv::zero(sort.width()));
        let constant = pool.value(sort, &value);
        constants.push((var, constant));
        let same = outer.iter().copied().find(|&o| pool.sort(o) == sort && model.get(o) == Some(&value));
        variables.push((var, same.unwrap_or(constant)));
    }
    vec![constants, variables]
}

/// What candidates may be built from.
#[derive(Clone, Debug, Default)]
pub struct SeedTerms {
    /// The target's choices.
    pub choices: Vec<Term>,
    /// Inputs.
    pub inputs: Vec<Term>,
    /// Pairs of result leaves, source and target; in the source's, inputs that may be undef are.
    pub results: Vec<(Term, Term)>,
    /// The result leaves as they are.
    pub plain_results: Vec<(Term, Term)>,
    /// Pairs of terms that make the source undefined where they are equal.
    pub undefined: Vec<(Term, Term)>,
    /// The input that a pick of undef stands for, for picks of either side.
    pub picked: FxHashMap<Term, Term>,
    /// Picks of the source with those of the target that they should agree with, as both are passed to a function.
    pub paired: Vec<(Term, Term)>,
}

/// Most variables of one kind that get a candidate of their own.
pub(super) const MAX_EACH: usize = 4;

/// Terms of the results times choices above which nothing is solved for a choice.
const MAX_WORK: usize = 1 << 22;

/// Most picks of the target that are tried in pairs.
const MAX_APART: usize = 3;

/// Candidates for the source's choices `inner`.
pub fn seeds(pool: &mut Pool, inner: &[Term], from: &SeedTerms) -> Vec<Candidate> {
    let mut out: Vec<Candidate> = Vec::new();
    out.push(positional(pool, inner, &from.choices));
    let results: Vec<Term> = from.results.iter().flat_map(|&(s, t)| [s, t]).collect();
    if pool.topological(&results).len().saturating_mul(inner.len()) > MAX_WORK {
        out.extend(constants(pool, inner));
        return out;
    }
    out.extend(same_input(pool, inner, from));
    out.push(copied(pool, inner, &from.results));
    out.push(monomial_by_monomial(pool, inner, from));
    out.push(inverted(pool, inner, &from.results));
    out.extend(partly_inverted(pool, inner, &from.results));
    out.extend(inverted_among_many(pool, inner, &from.results));
    out.push(matched_and_inverted(pool, inner, from));
    out.push(inverted(pool, inner, &from.undefined));
    let targets: Vec<Term> = from.results.iter().map(|(_, t)| *t).collect();
    out.push(positional(pool, inner, &targets));
    out.extend(other_nans(pool, inner, &from.choices));
    out.extend(exchanged(pool, inner, from));
    for term in from.choices.iter().take(MAX_EACH).chain(targets.iter().take(MAX_EACH)).chain(from.inputs.iter().take(MAX_EACH)) {
        let sort = pool.sort(*term);
        out.push(inner.iter().filter(|&&v| pool.sort(v) == sort).map(|&v| (v, *term)).collect());
    }
    out.extend(constants(pool, inner));
    with_pairs(inner, &from.paired, &mut out);
    out
}

/// The same constant for every choice, and other ones for each.
fn constants(pool: &mut Pool, inner: &[Term]) -> Vec<Candidate> {
    let mut out: Vec<Candidate> = Vec::new();
    for make in [Bv::zero, Bv::ones, Bv::one, Bv::min_signed] {
        out.push(constant(pool, inner, make));
    }
    out.push(distinct(pool, inner));
    out
}

/// Most candidates that are also tried without agreeing picks.
const MAX_APART_FROM_PAIRS: usize = 4;

/// Lets the candidates agree with the target's picks where they should.
fn with_pairs(inner: &[Term], paired: &[(Term, Term)], out: &mut Vec<Candidate>) {
    let pairs: Vec<(Term, Term)> = paired.iter().copied().filter(|(var, _)| inner.contains(var)).collect();
    if pairs.is_empty() {
        return;
    }
    let without: Vec<Candidate> = out.iter().take(MAX_APART_FROM_PAIRS).cloned().collect();
    for candidate in out.iter_mut() {
        candidate.retain(|(var, _)| !pairs.iter().any(|(paired, _)| paired == var));
        candidate.extend(&pairs);
    }
    out.extend(without);
}

/// Picks of the same input matched: one after the other, and all of the source's with each of the target's.
fn same_input(pool: &Pool, inner: &[Term], from: &SeedTerms) -> Vec<Candidate> {
    let mut out: Vec<Candidate> = Vec::new();
    for nth in 0..MAX_EACH {
        let one = |&var: &Term| {
            let picks = picks_of(from, *from.picked.get(&var)?);
            Some((var, *picks.get(nth).or(picks.last())?))
        };
        out.push(inner.iter().filter_map(one).filter(|(v, t)| pool.sort(*v) == pool.sort(*t)).collect());
    }
    out.extend(conditions_apart(pool, inner, from));
    out.push(in_order(inner, from));
    out
}

/// The target's picks of an input.
fn picks_of(from: &SeedTerms, input: Term) -> Vec<Term> {
    from.choices.iter().copied().filter(|c| from.picked.get(c) == Some(&input)).collect()
}

/// The source's picks of each input matched with the target's, one after the other.
fn in_order(inner: &[Term], from: &SeedTerms) -> Candidate {
    let mut out = Candidate::new();
    let mut seen: FxHashMap<Term, usize> = FxHashMap::default();
    for &var in inner {
        let Some(&input) = from.picked.get(&var) else { continue };
        let nth = seen.entry(input).or_insert(0);
        let picks = picks_of(from, input);
        if let Some(&pick) = picks.get(*nth).or(picks.last()) {
            out.push((var, pick));
        }
        *nth += 1;
    }
    out
}

/// [`in_order`], and for what no input is picked for (undef in the program) the values that make the results right.
fn matched_and_inverted(pool: &mut Pool, inner: &[Term], from: &SeedTerms) -> Candidate {
    let mut out = in_order(inner, from);
    let rest: Vec<Term> = inner.iter().copied().filter(|v| !from.picked.contains_key(v)).collect();
    if out.is_empty() || rest.is_empty() {
        return out;
    }
    let results: Vec<(Term, Term)> = from.plain_results.iter().map(|&(source, target)| (pool.subst(source, &out), target)).collect();
    out.extend(inverted(pool, &rest, &results));
    out
}

/// One of the target's picks of an input for all of the source's but the last, which gets another: values are read after the conditions
/// that select them.
fn conditions_apart(pool: &Pool, inner: &[Term], from: &SeedTerms) -> Vec<Candidate> {
    let input_of = |var: &Term| from.picked.get(var).copied();
    let mut out = Vec::new();
    let mut inputs: Vec<Term> = inner.iter().filter_map(input_of).collect();
    inputs.dedup();
    for input in inputs {
        let vars: Vec<Term> = inner.iter().copied().filter(|v| input_of(v) == Some(input)).collect();
        let fits = |c: &Term| input_of(c) == Some(input) && pool.sort(*c) == pool.sort(vars[0]);
        let picks: Vec<Term> = from.choices.iter().copied().filter(fits).take(MAX_APART).collect();
        for &condition in &picks {
            for &value in picks.iter().filter(|&&p| p != condition) {
                let pick = |i: usize| if i + 1 == vars.len() { value } else { condition };
                out.push(vars.iter().enumerate().map(|(i, &v)| (v, pick(i))).collect());
            }
        }
    }
    out
}

/// The source's and the target's result as polynomials, and the picks of monomials that are the same product of inputs matched in order.
fn monomial_by_monomial(pool: &mut Pool, inner: &[Term], from: &SeedTerms) -> Candidate {
    let input = |pick: &Term| from.picked.get(pick).copied().unwrap_or(*pick);
    let mut out = Candidate::new();
    for &(source, target) in &from.results {
        let Some((ours, theirs)) = pool.monomials(source).zip(pool.monomials(target)) else { continue };
        let mut left: Vec<(Vec<Term>, Bv)> = theirs.into_iter().map(|(picks, c)| (sorted_by(picks, input), c)).collect();
        for (picks, coefficient) in ours {
            let picks = sorted_by(picks, input);
            let alike = |(other, c): &(Vec<Term>, Bv)| *c == coefficient && other.iter().map(input).eq(picks.iter().map(input));
            let Some(found) = left.iter().position(alike) else { continue };
            let (others, _) = left.remove(found);
            out.extend(picks.into_iter().zip(others).filter(|(var, _)| inner.contains(var)));
        }
    }
    out
}

fn sorted_by(mut picks: Vec<Term>, input: impl Fn(&Term) -> Term) -> Vec<Term> {
    picks.sort_by_key(|pick| (input(pick), *pick));
    picks
}

/// Small numbers that differ from each other where widths allow it: two readings of undef that differ make a branch undefined.
pub(super) fn distinct(pool: &mut Pool, inner: &[Term]) -> Candidate {
    let numbered = inner.iter().zip(0u64..);
    numbered
        .map(|(&var, number)| {
            let sort = pool.sort(var);
            let width = sort.width();
            let number = if width < 64 { number & ((1 << width) - 1) } else { number };
            (var, pool.value(sort, &Bv::from_u64(width, number)))
        })
        .collect()
}

/// The same constant, at each variable's width.
fn constant(pool: &mut Pool, inner: &[Term], make: fn(u32) -> Bv) -> Candidate {
    inner
        .iter()
        .map(|&var| {
            let sort = pool.sort(var);
            (var, pool.value(sort, &make(sort.width())))
        })
        .collect()
}

/// The inner variables matched in order with terms of the same sort.
pub(super) fn positional(pool: &Pool, inner: &[Term], terms: &[Term]) -> Candidate {
    let mut used = vec![false; terms.len()];
    let mut out = Candidate::new();
    for &var in inner {
        let free = (0..terms.len()).find(|&i| !used[i] && pool.sort(terms[i]) == pool.sort(var));
        // With fewer terms than variables, the last one serves again.
        let same = free.or_else(|| (0..terms.len()).rev().find(|&i| pool.sort(terms[i]) == pool.sort(var)));
        if let Some(i) = same {
            used[i] = true;
            out.push((var, terms[i]));
        }
    }
    out
}

/// For each result leaf, the value of one choice that would make the source's leaf equal the target's, where inversion of
/// the source's term is possible.
fn inverted(pool: &mut Pool, inner: &[Term], results: &[(Term, Term)]) -> Candidate {
    let mut out = Candidate::new();
    for &(source, target) in results {
        for &var in inner {
            if out.iter().any(|(v, _)| *v == var) {
                continue;
            }
            if let Some(value) = invert(pool, source, var, target) {
                out.push((var, value));
                break;
            }
        }
    }
    out
}

/// Most choices of one result leaf for which constants are tried in turn.
const MAX_OTHERS: usize = 3;

/// Candidates that give all but one choice of each result leaf a constant, and the last one the value that makes the leaf right. All
/// leaves are treated alike in one candidate, as lanes of vectors have the same shape.
fn partly_inverted(pool: &mut Pool, inner: &[Term], results: &[(Term, Term)]) -> Vec<Candidate> {
    let mut leaves = Vec::new();
    for &(source, target) in results {
        let free = pool.free_vars(&[source]);
        let vars: Vec<Term> = inner.iter().copied().filter(|v| free.contains(v) && pool.sort(*v) != Sort::Bool).collect();
        if vars.len() >= 2 && vars.len() <= MAX_OTHERS + 1 {
            leaves.push((source, target, vars));
        }
    }
    let others = leaves.iter().map(|(.., vars)| vars.len() - 1).max().unwrap_or(0);
    let combinations = if leaves.is_empty() { 0 } else { CONSTANTS.len().pow(u32::try_from(others).unwrap_or(0)) };
    let mut out = Vec::new();
    for solved in 0..=others {
        for combination in 0..combinations {
            let mut candidate = Candidate::new();
            for (source, target, vars) in &leaves {
                if let Some(&var) = vars.get(solved) {
                    candidate.extend(solved_for(pool, (*source, *target), var, vars, combination).into_iter().flatten());
                }
            }
            if !candidate.is_empty() {
                out.push(candidate);
            }
        }
    }
    out
}

/// Most choices of a result leaf for which combinations of constants are sampled.
const MAX_SAMPLED: usize = 16;

/// Combinations of constants that are sampled, and candidates that are kept.
const SAMPLES: usize = 32;
const MAX_KEPT: usize = 6;

/// As [`partly_inverted`], for leaves with more choices: a sample of the combinations. Nested selections whose conditions read undef have
/// such leaves; every other combination leads to a given arm.
fn inverted_among_many(pool: &mut Pool, inner: &[Term], results: &[(Term, Term)]) -> Vec<Candidate> {
    let mut out = Vec::new();
    for &(source, target) in results {
        let free = pool.free_vars(&[source]);
        let vars: Vec<Term> = inner.iter().copied().filter(|v| free.contains(v) && pool.sort(*v) != Sort::Bool).collect();
        if !(MAX_OTHERS + 2..=MAX_SAMPLED).contains(&vars.len()) {
            continue;
        }
        let combinations = CONSTANTS.len().pow(u32::try_from(vars.len() - 1).unwrap_or(0));
        // The golden ratio spreads few samples evenly.
        let spread = (0..SAMPLES).map(|n| n.wrapping_mul(2_654_435_761) % combinations);
        for (sample, &var) in spread.zip(vars.iter().rev().cycle()) {
            if out.len() < MAX_KEPT {
                out.extend(solved_for(pool, (source, target), var, &vars, sample));
            }
        }
    }
    out
}

/// The value of one choice that makes a leaf right, with constants for its other choices.
fn solved_for(pool: &mut Pool, (source, target): (Term, Term), var: Term, vars: &[Term], mut combination: usize) -> Option<Candidate> {
    let mut candidate = Candidate::new();
    for &other in vars.iter().filter(|&&v| v != var) {
        let value = CONSTANTS[combination % CONSTANTS.len()](pool.width(other));
        combination /= CONSTANTS.len();
        candidate.push((other, pool.constant(value)));
    }
    let leaf = pool.subst(source, &candidate);
    let value = invert(pool, leaf, var, target)?;
    candidate.push((var, value));
    Some(candidate)
}

/// Constants that make many operations transparent.
const CONSTANTS: [fn(u32) -> Bv; 3] = [Bv::zero, Bv::ones, Bv::one];
