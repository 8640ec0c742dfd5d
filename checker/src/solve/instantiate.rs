//! Counterexample-guided instantiation: ∃ outer ∀ inner without the solver's quantifiers.
//!
//! A finite set of candidate values for the inner variables (terms over the outer ones) relaxes the formula; if even that
//! cannot hold, the formula cannot. A model of the relaxation is checked by asking for inner values that refute it; these
//! become candidates. Finite domains make it complete, [`MAX_ROUNDS`] makes it stop. Design, "Refinement"; the seeds of
//! candidates are the target's choices and results, inputs, 0, 1, −1, MIN, and inversions of the source's result.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Op, Pool, Sort, Term};

use super::ladder::{Answer, Budget, satisfiable};
use super::{SmtResult, UnknownReason};
use crate::verdict::Method;

/// Rounds before giving up.
pub const MAX_ROUNDS: usize = 200;

/// A candidate: a term over the outer variables for each inner variable.
pub type Candidate = Vec<(Term, Term)>;

/// Whether `formula` can hold for all values of `inner`, for some values of its other variables.
pub fn exists_forall(pool: &mut Pool, formula: Term, inner: &[Term], seeds: &[Candidate], budget: &Budget) -> Answer {
    let free = pool.free_vars(&[formula]);
    let inner: Vec<Term> = inner.iter().copied().filter(|v| free.contains(v)).collect();
    if inner.is_empty() {
        return satisfiable(pool, formula, budget);
    }
    let mut instances: Vec<Term> = Vec::new();
    let mut relaxed = pool.tt();
    for seed in seeds {
        relaxed = add_instance(pool, formula, &complete(pool, &inner, seed), &mut instances, relaxed);
        if pool.as_bool(relaxed) == Some(false) {
            return Answer::Never(Method::Simplify);
        }
    }
    let mut solver = budget.solver();
    solver.assert(pool, relaxed);
    for _ in 0..MAX_ROUNDS {
        if budget.left().is_zero() {
            return Answer::Unknown(UnknownReason::Timeout);
        }
        solver.set_options(budget.smt_options());
        let model = match solver.check() {
            SmtResult::Unsat => return Answer::Never(Method::Smt),
            SmtResult::Unknown(reason) => return Answer::Unknown(reason),
            SmtResult::Sat(model) => model,
        };
        let outer: Vec<Term> = free.iter().copied().filter(|v| !inner.contains(v)).collect();
        let model = completed(pool, &outer, &model);
        let at_model = substitute_model(pool, formula, &outer, &model);
        let refuted = pool.not(at_model);
        match satisfiable(pool, refuted, budget) {
            Answer::Never(_) => return Answer::Model(model, Method::Smt),
            Answer::Unknown(reason) => return Answer::Unknown(reason),
            Answer::Model(values, _) => {
                let mut added = pool.tt();
                for candidate in generalise(pool, &inner, &values, &outer, &model) {
                    added = add_instance(pool, formula, &candidate, &mut instances, added);
                }
                solver.assert(pool, added);
            }
        }
    }
    Answer::Unknown(UnknownReason::Incomplete(format!("choices of the source not settled in {MAX_ROUNDS} rounds")))
}

/// Adds one instance of the formula to a conjunction, unless it is there.
fn add_instance(pool: &mut Pool, formula: Term, candidate: &Candidate, instances: &mut Vec<Term>, conjunction: Term) -> Term {
    let instance = pool.subst(formula, candidate);
    if instances.contains(&instance) {
        return conjunction;
    }
    instances.push(instance);
    pool.and(conjunction, instance)
}

/// A candidate with zeros for the inner variables it leaves out.
fn complete(pool: &mut Pool, inner: &[Term], seed: &Candidate) -> Candidate {
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

/// The model's values of the variables, zero where it has none.
#[must_use]
pub fn completed(pool: &Pool, vars: &[Term], model: &Assignment) -> Assignment {
    let mut out = Assignment::new();
    for &var in vars {
        let value = model.get(var).cloned().unwrap_or_else(|| Bv::zero(pool.sort(var).width()));
        out.set(var, value);
    }
    out
}

/// The formula with the variables replaced by the model's values.
pub fn substitute_model(pool: &mut Pool, formula: Term, vars: &[Term], model: &Assignment) -> Term {
    let mut map = Vec::with_capacity(vars.len());
    for &var in vars {
        let sort = pool.sort(var);
        let value = model.get(var).cloned().unwrap_or_else(|| Bv::zero(sort.width()));
        map.push((var, pool.value(sort, &value)));
    }
    pool.subst(formula, &map)
}

/// Candidates that give the found values at this model: the values themselves, and outer variables that have them.
fn generalise(pool: &mut Pool, inner: &[Term], values: &Assignment, outer: &[Term], model: &Assignment) -> Vec<Candidate> {
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
    /// Pairs of result leaves, source and target.
    pub results: Vec<(Term, Term)>,
}

/// Most variables of one kind that get a candidate of their own.
const MAX_EACH: usize = 4;

/// Candidates for the source's choices `inner`.
pub fn seeds(pool: &mut Pool, inner: &[Term], from: &SeedTerms) -> Vec<Candidate> {
    let mut out: Vec<Candidate> = Vec::new();
    out.push(positional(pool, inner, &from.choices));
    out.push(inverted(pool, inner, &from.results));
    let targets: Vec<Term> = from.results.iter().map(|(_, t)| *t).collect();
    out.push(positional(pool, inner, &targets));
    for term in from.choices.iter().take(MAX_EACH).chain(targets.iter().take(MAX_EACH)).chain(from.inputs.iter().take(MAX_EACH)) {
        let sort = pool.sort(*term);
        out.push(inner.iter().filter(|&&v| pool.sort(v) == sort).map(|&v| (v, *term)).collect());
    }
    for make in [Bv::zero, Bv::ones, Bv::one, Bv::min_signed] {
        out.push(inner.iter().map(|&v| (v, pool.sort(v))).map(|(v, sort)| (v, pool.value(sort, &make(sort.width())))).collect());
    }
    out
}

/// The inner variables matched in order with terms of the same sort.
fn positional(pool: &Pool, inner: &[Term], terms: &[Term]) -> Candidate {
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

/// A value of `var` for which `term = goal`, found by undoing `term`'s operations from the outside in.
fn invert(pool: &mut Pool, term: Term, var: Term, goal: Term) -> Option<Term> {
    let (mut term, mut goal) = (term, goal);
    // Depth of a chain worth undoing; deeper ones are left to the solver.
    for _ in 0..64 {
        if term == var {
            return (!pool.free_vars(&[goal]).contains(&var)).then_some(goal);
        }
        let args: Vec<Term> = pool.args(term).to_vec();
        let holder = |pool: &Pool, args: &[Term]| {
            let with: Vec<usize> = (0..args.len()).filter(|&i| pool.free_vars(&[args[i]]).contains(&var)).collect();
            with.first().copied()
        };
        match pool.op(term) {
            Op::Add | Op::BvXor => {
                let i = holder(pool, &args)?;
                let add = pool.op(term) == Op::Add;
                for (j, &arg) in args.iter().enumerate() {
                    if j != i {
                        goal = if add { pool.sub(goal, arg) } else { pool.bvxor(goal, arg) };
                    }
                }
                term = args[i];
            }
            Op::Neg => (term, goal) = (args[0], pool.neg(goal)),
            Op::BvNot => (term, goal) = (args[0], pool.bvnot(goal)),
            Op::Ite => {
                let i = holder(pool, &args[1..])?;
                term = args[1 + i];
            }
            Op::Zext { .. } | Op::Sext { .. } => {
                let width = pool.width(args[0]);
                (term, goal) = (args[0], pool.trunc(goal, width));
            }
            Op::Extract { hi, lo } => {
                let width = pool.width(args[0]);
                let wide = pool.zext(goal, width);
                let amount = pool.bv_u64(width, u64::from(lo));
                let _ = hi;
                (term, goal) = (args[0], pool.shl(wide, amount));
            }
            Op::Mul => {
                let i = holder(pool, &args)?;
                let factor = (args.len() == 2).then(|| args[1 - i]).and_then(|f| pool.as_const(f).cloned())?;
                let inverse = odd_inverse(&factor)?;
                let inverse = pool.constant(inverse);
                (term, goal) = (args[i], pool.mul(goal, inverse));
            }
            Op::Concat => {
                let i = holder(pool, &args)?;
                let low: u32 = args[i + 1..].iter().map(|&a| pool.width(a)).sum();
                let width = pool.width(args[i]);
                (term, goal) = (args[i], pool.extract(goal, low + width - 1, low));
            }
            _ => return None,
        }
        if let Sort::Bool = pool.sort(term) {
            return None;
        }
    }
    None
}

/// The multiplicative inverse of an odd number modulo 2^width, by Newton's iteration.
fn odd_inverse(factor: &Bv) -> Option<Bv> {
    if !factor.bit(0) {
        return None;
    }
    let width = factor.width();
    let two = Bv::from_u64(width, 2);
    let mut inverse = factor.clone();
    // Each step doubles the number of correct low bits, starting from 3.
    for _ in 0..=width.ilog2() {
        inverse = inverse.mul(&two.sub(&factor.mul(&inverse)));
    }
    Some(inverse)
}
