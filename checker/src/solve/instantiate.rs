//! Counterexample-guided instantiation: ∃ outer ∀ inner without the solver's quantifiers.
//!
//! A finite set of candidate values for the inner variables (terms over the outer ones) relaxes the formula; if even that
//! cannot hold, the formula cannot. A model of the relaxation is checked by asking for inner values that refute it; these
//! become candidates. Finite domains make it complete, [`MAX_ROUNDS`] makes it stop. Design, "Refinement".

use std::time::Instant;

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Pool, Term};

use super::candidates::{Candidate, SeedTerms, complete, distinct, generalise, seeds};
use super::exhaust;
use super::falsify_float::{Candidates, falsify_float};
use super::float_cases::by_cases;
use super::ladder::{Answer, Budget, Engine, refuted_abstractly, satisfiable, satisfiable_among, tried};
use super::{SmtResult, UnknownReason};
use crate::verdict::Method;

/// Rounds before giving up.
pub const MAX_ROUNDS: usize = 200;

/// Instances that are looked at alone, and the part of the time left that each may take.
const MAX_ALONE: usize = 4;
const ALONE_PART: u32 = 4;

/// Rounds in which special and random values are tried before the solver is asked for a model.
const TRIED_ROUNDS: usize = 16;

/// Whether `formula` can hold for all values of `inner`, for some values of its other variables.
pub fn exists_forall(pool: &mut Pool, formula: Term, inner: &[Term], seeds: &[Candidate], budget: &Budget) -> Answer {
    let free = pool.free_vars(&[formula]);
    let inner: Vec<Term> = inner.iter().copied().filter(|v| free.contains(v)).collect();
    if inner.is_empty() {
        return satisfiable(pool, formula, budget);
    }
    let outer: Vec<Term> = free.iter().copied().filter(|v| !inner.contains(v)).collect();
    let mut instances: Vec<Term> = Vec::new();
    let mut relaxed = pool.tt();
    for seed in seeds {
        let candidate = complete(pool, &inner, seed);
        relaxed = add_instance(pool, formula, &candidate, &mut instances, relaxed);
        if pool.as_bool(relaxed) == Some(false) {
            budget.log.line(|| format!("instances: {} of {} choices, together they never hold", instances.len(), inner.len()));
            return Answer::Never(Method::Simplify);
        }
    }
    budget.log.line(|| format!("instances: {} of {} choices to begin with", instances.len(), inner.len()));
    if budget.refutes_some_at_all_widths(pool, &instances) {
        return Answer::Never(Method::AllWidths);
    }
    if budget.allows(Method::Smt) && instances.len() > 1 && refuted_alone(pool, &instances, budget) {
        return Answer::Never(Method::Smt);
    }
    rounds(pool, formula, &outer, relaxed, budget, |pool, at_model, model| {
        let refuted = pool.not(at_model);
        match satisfiable(pool, refuted, budget) {
            Answer::Never(method) => Reply::Stands(method),
            Answer::Unknown(reason) => Reply::Unknown(reason),
            Answer::Model(values, method) => {
                let mut added = pool.tt();
                for candidate in generalise(pool, &inner, &values, &outer, model) {
                    added = add_instance(pool, formula, &candidate, &mut instances, added);
                }
                Reply::Excluded(added, method)
            }
        }
    })
}

/// Whether one of the first instances alone cannot hold, whatever multiplication and division compute: all together make a circuit many
/// times as large.
fn refuted_alone(pool: &mut Pool, instances: &[Term], budget: &Budget) -> bool {
    instances.iter().take(MAX_ALONE).any(|&instance| {
        let deadline = Instant::now() + budget.left() / ALONE_PART;
        refuted_abstractly(pool, instance, &Budget { deadline, ..budget.clone() })
    })
}

/// What the other player says to a model of the relaxation, and the rung that says so.
enum Reply {
    /// No choice of his refutes it.
    Stands(Method),
    /// It is refuted, and so is every model that violates this.
    Excluded(Term, Method),
    /// He does not know.
    Unknown(UnknownReason),
}

/// Models of the relaxation, each answered by `reply` (given the formula at the model, and the model), until one stands or none is left.
fn rounds(
    pool: &mut Pool,
    formula: Term,
    outer: &[Term],
    relaxed: Term,
    budget: &Budget,
    mut reply: impl FnMut(&mut Pool, Term, &Assignment) -> Reply,
) -> Answer {
    if budget.refutes_at_all_widths(pool, relaxed) {
        return Answer::Never(Method::AllWidths);
    }
    let mut models = Models { engine: None, conjunction: relaxed, asserted: vec![relaxed] };
    // The hardest rung that the answer rests on.
    let mut hardest = Method::Simplify;
    for round in 0..MAX_ROUNDS {
        if budget.left().is_zero() {
            return Answer::Unknown(UnknownReason::Timeout);
        }
        budget.log.line(|| format!("instances: round {}", round + 1));
        let budget = &Budget { log: budget.log.deeper(), ..budget.clone() };
        let (model, found_by) = match models.next(pool, round, budget) {
            Answer::Model(model, method) => (completed(pool, outer, &model), method),
            other => return other,
        };
        hardest = hardest.max(found_by);
        let at_model = substitute_model(pool, formula, outer, &model);
        match reply(pool, at_model, &model) {
            Reply::Stands(method) => return Answer::Model(model, hardest.max(method)),
            Reply::Unknown(reason) => return Answer::Unknown(reason),
            Reply::Excluded(fact, method) => {
                hardest = hardest.max(method);
                models.exclude(pool, fact);
            }
        }
    }
    Answer::Unknown(UnknownReason::Incomplete(format!("choices of the source not settled in {MAX_ROUNDS} rounds")))
}

/// The models of a relaxation that grows stronger: special and random values are tried before the solver, which keeps what it was told.
struct Models {
    engine: Option<Engine>,
    /// All that models have to satisfy.
    conjunction: Term,
    /// Its parts since the beginning; the solver is told them when it is first needed.
    asserted: Vec<Term>,
}

impl Models {
    fn exclude(&mut self, pool: &mut Pool, fact: Term) {
        match &mut self.engine {
            Some(engine) => engine.assert(fact),
            None => self.asserted.push(fact),
        }
        self.conjunction = pool.and(self.conjunction, fact);
    }

    fn next(&mut self, pool: &mut Pool, round: usize, budget: &Budget) -> Answer {
        if pool.as_bool(self.conjunction) == Some(false) {
            return Answer::Never(Method::Simplify);
        }
        if round < TRIED_ROUNDS
            && let Some(model) = tried(pool, self.conjunction, budget)
        {
            return Answer::Model(model, Method::Falsify);
        }
        if !budget.allows(Method::Smt) {
            return Answer::Unknown(UnknownReason::NotByMethod("the method asked for does not decide it".into()));
        }
        if round == 0 && budget.allows(Method::Falsify) && refuted_abstractly(pool, self.conjunction, budget) {
            return Answer::Never(Method::Smt);
        }
        let engine = self.engine.get_or_insert_with(|| {
            let mut engine = budget.engine();
            self.asserted.iter().for_each(|&fact| engine.assert(fact));
            engine
        });
        match engine.check(pool, budget) {
            SmtResult::Unsat => Answer::Never(Method::Smt),
            SmtResult::Sat(model) => Answer::Model(model, Method::Smt),
            SmtResult::Unknown(reason) => Answer::Unknown(reason),
        }
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
/// Floating-point inputs that may refute are asked for where they are worth it.
pub fn decide(pool: &mut Pool, formula: Term, game: &Game, candidates: &mut Candidates<'_>, budget: &Budget) -> Answer {
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
        if let Some(found) = falsify_float(pool, formula, &inner, &game.seeds.inputs, candidates, budget) {
            return found;
        }
        let seeds = seeds(pool, &inner, &game.seeds);
        return by_cases(pool, formula, &game.seeds.inputs, |pool, case| {
            let enumerated = if case == formula { None } else { exhaust::decide(pool, case, game, budget) };
            enumerated.unwrap_or_else(|| exists_forall(pool, case, &inner, &seeds, budget))
        });
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
        return seeds.iter().map(|seed| nested_instance(pool, formula, &levels, seed, None, game)).collect();
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

/// The variables of the quantifiers below the outermost one.
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
        let instance = nested_instance(pool, formula, levels, &seed, None, game);
        relaxed = pool.and(relaxed, instance);
        if pool.as_bool(relaxed) == Some(false) {
            return Answer::Never(Method::Simplify);
        }
    }
    rounds(pool, formula, &outer, relaxed, budget, |pool, at_model, model| match allowing_choice(pool, at_model, levels, game, budget) {
        Answer::Never(method) => Reply::Stands(method),
        Answer::Unknown(reason) => Reply::Unknown(reason),
        Answer::Model(values, method) => {
            let learned = generalise(pool, &levels.source, &values, &outer, model).swap_remove(0);
            let mut added = pool.tt();
            for candidate in generalise(pool, &levels.fixed, &values, &outer, model) {
                let instance = nested_instance(pool, formula, levels, &candidate, Some(&learned), game);
                added = pool.and(added, instance);
            }
            Reply::Excluded(added, method)
        }
    })
}

/// The formula with the source's fixed choices given, the reader's picks of the target's result fresh, and candidates for
/// the reader's picks of the source's result, among them those that helped before.
fn nested_instance(pool: &mut Pool, formula: Term, levels: &Levels, seed: &Candidate, learned: Option<&Candidate>, game: &Game) -> Term {
    let mut map = complete(pool, &levels.fixed, seed);
    for &var in &levels.target {
        let sort = pool.sort(var);
        map.push((var, pool.var("again", sort)));
    }
    let instance = pool.subst(formula, &map);
    let mut again = SeedTerms { inputs: game.seeds.inputs.clone(), picked: game.seeds.picked.clone(), ..SeedTerms::default() };
    again.paired =
        game.seeds.paired.iter().map(|&(s, t)| (s, map.iter().find(|(old, _)| *old == t).map_or(t, |(_, fresh)| *fresh))).collect();
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
    for candidate in seeds(pool, &source, &again).iter().chain(learned) {
        let candidate = complete(pool, &source, candidate);
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
    // ∃ fixed ∀ target ∃ source, strengthened: the source's picks are constants (two that differ make a branch undefined), or what
    // the target's reader picked, or any that do for all of the target's.
    let seed_terms = SeedTerms { choices: levels.target.clone(), ..game.seeds.clone() };
    let mut candidates = vec![distinct(pool, &source)];
    candidates.extend(seeds(pool, &source, &seed_terms));
    for candidate in candidates {
        let candidate = complete(pool, &source, &candidate);
        let stronger = pool.subst(allowed, &candidate);
        if let Answer::Model(mut found, method) = exists_forall(pool, stronger, &levels.target, &[Candidate::new()], budget) {
            for &(var, term) in &candidate {
                if let Some(value) = pool.as_const(term) {
                    found.set(var, value.clone());
                }
            }
            return Answer::Model(found, method);
        }
    }
    if let found @ Answer::Model(..) = exists_forall(pool, allowed, &levels.target, &[Candidate::new()], budget) {
        return found;
    }
    Answer::Unknown(UnknownReason::Incomplete("nested choices of undef and freeze".into()))
}
