//! Counterexample-guided instantiation: ∃ outer ∀ inner without the solver's quantifiers.
//!
//! A finite set of candidate values for the inner variables (terms over the outer ones) relaxes the formula; if even that
//! cannot hold, the formula cannot. A model of the relaxation is checked by asking for inner values that refute it; these
//! become candidates. Finite domains make it complete, [`MAX_ROUNDS`] makes it stop. Design, "Refinement"; the seeds of
//! candidates are the target's choices and results, inputs, 0, 1, −1, MIN, and inversions of the source's result.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Op, Pool, Sort, Term};
use rustc_hash::FxHashMap;

use super::exhaust;
use super::falsify::falsify;
use super::falsify_float::falsify_float;
use super::ladder::{Answer, Budget, Engine, refuted_abstractly, satisfiable, satisfiable_among};
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
        let candidate = complete(pool, &inner, seed);
        relaxed = add_instance(pool, formula, &candidate, &mut instances, relaxed);
        if pool.as_bool(relaxed) == Some(false) {
            return Answer::Never(Method::Simplify);
        }
    }
    if budget.refutes_at_all_widths(pool, relaxed) {
        return Answer::Never(Method::AllWidths);
    }
    let mut solver = budget.engine();
    solver.assert(pool, relaxed);
    let mut first_try = Some(relaxed);
    for _ in 0..MAX_ROUNDS {
        if budget.left().is_zero() {
            return Answer::Unknown(UnknownReason::Timeout);
        }
        let model = match next_model(pool, &mut solver, &mut first_try, budget) {
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

/// A model of the assertions: in the first round special and random values are tried before the solver.
fn next_model(pool: &mut Pool, engine: &mut Engine, first_try: &mut Option<Term>, budget: &Budget) -> SmtResult {
    let tried = first_try.take().filter(|_| budget.allows(Method::Falsify));
    if let Some(relaxed) = tried {
        if let Some(model) = falsify(pool, relaxed) {
            return SmtResult::Sat(model);
        }
        if budget.allows(Method::Smt) && refuted_abstractly(pool, relaxed, budget) {
            return SmtResult::Unsat;
        }
    }
    if budget.allows(Method::Smt) {
        engine.check(pool, budget)
    } else {
        SmtResult::Unknown(UnknownReason::Incomplete("the method asked for does not decide it".into()))
    }
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
    /// The input that a pick of undef stands for, for picks of either side.
    pub picked: FxHashMap<Term, Term>,
}

/// Most variables of one kind that get a candidate of their own.
const MAX_EACH: usize = 4;

/// Candidates for the source's choices `inner`.
pub fn seeds(pool: &mut Pool, inner: &[Term], from: &SeedTerms) -> Vec<Candidate> {
    let mut out: Vec<Candidate> = Vec::new();
    out.push(positional(pool, inner, &from.choices));
    out.extend(same_input(pool, inner, from));
    out.push(inverted(pool, inner, &from.results));
    out.extend(partly_inverted(pool, inner, &from.results));
    let targets: Vec<Term> = from.results.iter().map(|(_, t)| *t).collect();
    out.push(positional(pool, inner, &targets));
    for term in from.choices.iter().take(MAX_EACH).chain(targets.iter().take(MAX_EACH)).chain(from.inputs.iter().take(MAX_EACH)) {
        let sort = pool.sort(*term);
        out.push(inner.iter().filter(|&&v| pool.sort(v) == sort).map(|&v| (v, *term)).collect());
    }
    for make in [Bv::zero, Bv::ones, Bv::one, Bv::min_signed] {
        out.push(constant(pool, inner, make));
    }
    out
}

/// Picks of the same input matched: one after the other, and all of the source's with each of the target's.
fn same_input(pool: &Pool, inner: &[Term], from: &SeedTerms) -> Vec<Candidate> {
    let of = |input: Term| from.choices.iter().copied().filter(move |c| from.picked.get(c) == Some(&input));
    let mut out: Vec<Candidate> = Vec::new();
    let mut in_order = Candidate::new();
    let mut seen: FxHashMap<Term, usize> = FxHashMap::default();
    for &var in inner {
        let Some(&input) = from.picked.get(&var) else { continue };
        let nth = seen.entry(input).or_insert(0);
        let picks: Vec<Term> = of(input).collect();
        if let Some(&pick) = picks.get(*nth).or(picks.last()) {
            in_order.push((var, pick));
        }
        *nth += 1;
    }
    for nth in 0..MAX_EACH {
        let one = |&var: &Term| {
            let picks: Vec<Term> = of(*from.picked.get(&var)?).collect();
            Some((var, *picks.get(nth).or(picks.last())?))
        };
        out.push(inner.iter().filter_map(one).filter(|(v, t)| pool.sort(*v) == pool.sort(*t)).collect());
    }
    out.push(in_order);
    out
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

/// Most choices of one result leaf for which constants are tried in turn.
const MAX_OTHERS: usize = 3;

/// Candidates that give all but one choice of a result leaf a constant, and the last one the value that makes the leaf right.
fn partly_inverted(pool: &mut Pool, inner: &[Term], results: &[(Term, Term)]) -> Vec<Candidate> {
    let mut out = Vec::new();
    for &(source, target) in results {
        let free = pool.free_vars(&[source]);
        let vars: Vec<Term> = inner.iter().copied().filter(|v| free.contains(v) && pool.sort(*v) != Sort::Bool).collect();
        if vars.len() < 2 || vars.len() > MAX_OTHERS + 1 {
            continue;
        }
        for &var in &vars {
            let others: Vec<Term> = vars.iter().copied().filter(|&v| v != var).collect();
            for combination in 0..CONSTANTS.len().pow(u32::try_from(others.len()).unwrap_or(0)) {
                let mut rest = combination;
                let mut candidate = Candidate::new();
                for &other in &others {
                    let value = CONSTANTS[rest % CONSTANTS.len()](pool.width(other));
                    rest /= CONSTANTS.len();
                    candidate.push((other, pool.constant(value)));
                }
                let leaf = pool.subst(source, &candidate);
                if let Some(value) = invert(pool, leaf, var, target) {
                    candidate.push((var, value));
                    out.push(candidate);
                }
            }
        }
    }
    out
}

/// Constants that make many operations transparent.
const CONSTANTS: [fn(u32) -> Bv; 3] = [Bv::zero, Bv::ones, Bv::one];

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

/// The choices of a refinement question, by who makes them and when.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The source's choices that are fixed once per execution.
    pub source_fixed: Vec<Term>,
    /// Picks that whoever reads the target's result makes anew.
    pub target_reread: Vec<Term>,
    /// Picks that whoever reads the source's result makes anew.
    pub source_reread: Vec<Term>,
    /// What candidates may be built from.
    pub seeds: SeedTerms,
    /// Variables for "this input is poison", each with the bits that then mean nothing.
    pub guards: Vec<(Term, Term)>,
}

/// Whether `formula` ("this outcome is not allowed") can hold: ∃ outer ∀ source-fixed ∃ target-reread ∀ source-reread.
/// A returned value that depends on undef is the set of values that re-reading gives; the source must fix its choices before
/// the reader picks (Lesson 13.8, Proposition 13.8.12: `freeze poison` does not refine to `undef`).
pub fn decide(pool: &mut Pool, formula: Term, game: &Game, budget: &Budget) -> Answer {
    let free = pool.free_vars(&[formula]);
    let used = |vars: &[Term]| -> Vec<Term> { vars.iter().copied().filter(|v| free.contains(v)).collect() };
    let (fixed, target, source) = (used(&game.source_fixed), used(&game.target_reread), used(&game.source_reread));
    if fixed.is_empty() && source.is_empty() {
        return satisfiable_among(pool, formula, game, budget);
    }
    if let Some(answer) = exhaust::decide(pool, formula, game, budget) {
        return answer;
    }
    if fixed.is_empty() || target.is_empty() {
        let inner: Vec<Term> = fixed.into_iter().chain(source).collect();
        if let Some(found) = falsify_float(pool, formula, &inner, &game.seeds.inputs, budget) {
            return found;
        }
        let candidates = seeds(pool, &inner, &game.seeds);
        return exists_forall(pool, formula, &inner, &candidates, budget);
    }
    nested(pool, formula, &Levels { fixed, target, source }, game, budget)
}

/// Formulas over the outer variables: when one of them cannot hold, `formula` cannot, in the sense of [`decide`].
pub fn relaxations(pool: &mut Pool, formula: Term, game: &Game) -> Vec<Term> {
    let free = pool.free_vars(&[formula]);
    let used = |vars: &[Term]| -> Vec<Term> { vars.iter().copied().filter(|v| free.contains(v)).collect() };
    let levels = Levels { fixed: used(&game.source_fixed), target: used(&game.target_reread), source: used(&game.source_reread) };
    if !levels.fixed.is_empty() && !levels.target.is_empty() {
        let seeds = levels.seeds(pool, game);
        return seeds.iter().map(|seed| nested_instance(pool, formula, &levels, seed, game)).collect();
    }
    let inner: Vec<Term> = levels.fixed.into_iter().chain(levels.source).collect();
    if inner.is_empty() {
        return vec![formula];
    }
    let mut out: Vec<Term> = Vec::new();
    for seed in seeds(pool, &inner, &game.seeds) {
        let candidate = complete(pool, &inner, &seed);
        let instance = pool.subst(formula, &candidate);
        if !out.contains(&instance) {
            out.push(instance);
        }
    }
    out
}

struct Levels {
    fixed: Vec<Term>,
    target: Vec<Term>,
    source: Vec<Term>,
}

impl Levels {
    /// Candidates for the fixed choices, which come before the reader's picks and so cannot depend on them.
    fn seeds(&self, pool: &mut Pool, game: &Game) -> Vec<Candidate> {
        let inside = |v: &Term| self.fixed.contains(v) || self.target.contains(v) || self.source.contains(v);
        let seeds = seeds(pool, &self.fixed, &game.seeds).into_iter();
        seeds.map(|seed| seed.into_iter().filter(|(_, t)| !pool.free_vars(&[*t]).iter().any(inside)).collect()).collect()
    }
}

fn nested(pool: &mut Pool, formula: Term, levels: &Levels, game: &Game, budget: &Budget) -> Answer {
    let free = pool.free_vars(&[formula]);
    let inside = |v: &Term| levels.fixed.contains(v) || levels.target.contains(v) || levels.source.contains(v);
    let outer: Vec<Term> = free.iter().copied().filter(|v| !inside(v)).collect();
    let mut relaxed = pool.tt();
    for seed in levels.seeds(pool, game) {
        let instance = nested_instance(pool, formula, levels, &seed, game);
        relaxed = pool.and(relaxed, instance);
        if pool.as_bool(relaxed) == Some(false) {
            return Answer::Never(Method::Simplify);
        }
    }
    if budget.refutes_at_all_widths(pool, relaxed) {
        return Answer::Never(Method::AllWidths);
    }
    let mut solver = budget.engine();
    solver.assert(pool, relaxed);
    let mut first_try = Some(relaxed);
    for _ in 0..MAX_ROUNDS {
        if budget.left().is_zero() {
            return Answer::Unknown(UnknownReason::Timeout);
        }
        let model = match next_model(pool, &mut solver, &mut first_try, budget) {
            SmtResult::Unsat => return Answer::Never(Method::Smt),
            SmtResult::Unknown(reason) => return Answer::Unknown(reason),
            SmtResult::Sat(model) => completed(pool, &outer, &model),
        };
        let at_model = substitute_model(pool, formula, &outer, &model);
        match allowing_choice(pool, at_model, levels, game, budget) {
            Answer::Never(_) => return Answer::Model(model, Method::Smt),
            Answer::Unknown(reason) => return Answer::Unknown(reason),
            Answer::Model(values, _) => {
                for candidate in generalise(pool, &levels.fixed, &values, &outer, &model) {
                    let instance = nested_instance(pool, formula, levels, &candidate, game);
                    solver.assert(pool, instance);
                }
            }
        }
    }
    Answer::Unknown(UnknownReason::Incomplete(format!("choices of the source not settled in {MAX_ROUNDS} rounds")))
}

/// The formula with the source's fixed choices given, the reader's picks of the target's result fresh, and candidates for
/// the reader's picks of the source's result.
fn nested_instance(pool: &mut Pool, formula: Term, levels: &Levels, seed: &Candidate, game: &Game) -> Term {
    let mut map = complete(pool, &levels.fixed, seed);
    for &var in &levels.target {
        let sort = pool.sort(var);
        map.push((var, pool.var("again", sort)));
    }
    let instance = pool.subst(formula, &map);
    let mut again = SeedTerms { inputs: game.seeds.inputs.clone(), picked: game.seeds.picked.clone(), ..SeedTerms::default() };
    for &(old, fresh) in &map[levels.fixed.len()..] {
        again.choices.push(fresh);
        if let Some(&input) = game.seeds.picked.get(&old) {
            again.picked.insert(fresh, input);
        }
    }
    for &(s, t) in &game.seeds.results {
        let renamed = pool.subst_all(&[s, t], &map);
        again.results.push((renamed[0], renamed[1]));
    }
    let free = pool.free_vars(&[instance]);
    let source: Vec<Term> = levels.source.iter().copied().filter(|v| free.contains(v)).collect();
    if source.is_empty() {
        return instance;
    }
    let mut all = pool.tt();
    for candidate in seeds(pool, &source, &again) {
        let candidate = complete(pool, &source, &candidate);
        let one = pool.subst(instance, &candidate);
        all = pool.and(all, one);
    }
    all
}

/// At given inputs: a fixed choice of the source under which every re-reading of the target's result is allowed.
fn allowing_choice(pool: &mut Pool, at_model: Term, levels: &Levels, game: &Game, budget: &Budget) -> Answer {
    let free = pool.free_vars(&[at_model]);
    let source: Vec<Term> = levels.source.iter().copied().filter(|v| free.contains(v)).collect();
    let allowed = pool.not(at_model);
    if source.is_empty() {
        return exists_forall(pool, allowed, &levels.target, &[Candidate::new()], budget);
    }
    // ∃ fixed ∀ target ∃ source: strengthened by letting the source's reader pick what the target's picked.
    let seed_terms = SeedTerms { choices: levels.target.clone(), ..game.seeds.clone() };
    for candidate in seeds(pool, &source, &seed_terms) {
        let candidate = complete(pool, &source, &candidate);
        let stronger = pool.subst(allowed, &candidate);
        let stronger_free = pool.free_vars(&[stronger]);
        let target: Vec<Term> = levels.target.iter().copied().filter(|v| stronger_free.contains(v)).collect();
        if let found @ Answer::Model(..) = exists_forall(pool, stronger, &target, &[Candidate::new()], budget) {
            return found;
        }
    }
    Answer::Unknown(UnknownReason::Incomplete("nested choices of undef and freeze".into()))
}
