//! From a model to a counterexample: which condition fails first, on inputs as simple as we can make them.

use std::time::{Duration, Instant};

use llvet_encoder::concrete::ArgValue;
use llvet_encoder::symbolic::InputLeaf;
use llvet_encoder::term::{Assignment, Term};

use super::encode::Query;
use super::{Pair, calls, has_licence, minimise, replay};
use crate::solve::exhaust;
use crate::solve::falsify_float::Candidates;
use crate::solve::instantiate::{Game, completed, decide, substitute_model};
use crate::solve::ladder::{Answer, Budget};
use crate::solve::log::Log;
use crate::verdict::{Method, Reason, Verdict, VerdictKind};

/// A refuted query.
pub(super) struct Failure {
    /// The query.
    pub query: Query,
    /// Who chooses what in it.
    pub game: Game,
    /// Inputs and target choices that break refinement.
    pub model: Assignment,
    /// The rung that found them.
    pub method: Method,
}

impl Failure {
    /// Whether the model makes an input poison.
    pub(super) fn has_poison_input(&self) -> bool {
        self.query.inputs.args.iter().flatten().any(|leaf| self.holds(leaf.poison))
    }

    /// Whether a Boolean term over inputs holds in the model.
    fn holds(&self, term: Term) -> bool {
        self.query.pool.eval(term, &self.total()).to_bool()
    }

    /// The model's inputs.
    pub(super) fn inputs(&self) -> Vec<ArgValue> {
        replay::inputs(&self.query, &self.total())
    }

    /// The model with zeros for every variable it leaves out.
    pub(super) fn total(&self) -> Assignment {
        let pool = &self.query.pool;
        let mut roots = vec![self.query.bad];
        roots.extend(self.query.inputs.args.iter().flatten().flat_map(|l| [l.bits, l.poison, l.undef]));
        completed(pool, &pool.free_vars(&roots), &self.model)
    }

    /// Whether the model makes no leaf undef or poison.
    pub(super) fn is_defined(&self, leaves: &[InputLeaf]) -> bool {
        !leaves.iter().any(|leaf| self.holds(leaf.poison) || self.holds(leaf.undef))
    }

    /// The variables of a condition that the model decides: inputs and the target's choices.
    pub(super) fn outer_variables(&self, condition: Term) -> Vec<Term> {
        let game = &self.game;
        let chosen = |v: &Term| game.source_fixed.contains(v) || game.source_reread.contains(v) || game.target_reread.contains(v);
        self.query.pool.free_vars(&[condition]).into_iter().filter(|v| !chosen(v)).collect()
    }

    /// Whether the condition fails at the model, for every choice of the source.
    pub(super) fn still_fails(&mut self, condition: Term, budget: &Budget) -> bool {
        let outer = self.outer_variables(condition);
        let query = &mut self.query;
        let at_model = substitute_model(&mut query.pool, condition, &outer, &self.model);
        match query.pool.as_bool(at_model) {
            Some(known) => known,
            None => matches!(decide(&mut query.pool, at_model, &self.game, &mut Candidates::none(), budget), Answer::Model(..)),
        }
    }
}

/// Time for finding out how to put it, on top of the pair's own.
const EXPLAIN: Duration = Duration::from_secs(2);

/// The verdict for a refuted query.
pub(super) fn verdict(pair: Pair<'_>, failure: Failure, budget: &Budget) -> Verdict {
    let (start, log) = (Instant::now(), budget.log.clone());
    let budget = &Budget { deadline: start + EXPLAIN, method: None, log: Log::default(), ..budget.clone() };
    let (mut failure, reason) = first_reason(failure, budget);
    log.timed(start, || format!("reason: {}", reason.id()));
    let start = Instant::now();
    let condition = condition(&failure.query, reason);
    let tries = minimise::minimise(pair, &mut failure, condition, budget);
    let irrelevant = minimise::irrelevant(&mut failure, condition, budget);
    log.timed(start, || format!("inputs: made simple in {tries} tries"));
    let start = Instant::now();
    let inputs = failure.inputs();
    let (method, model) = (failure.method, &failure.model);
    let replayed = replay::replay(pair, &inputs, &irrelevant, reason, &replay::Hints::from_model(&failure.query, model));
    log.timed(start, || format!("replay: {}", if replayed.is_ok() { "it fails" } else { "it does not fail" }));
    match replayed {
        Ok(mut counterexample) => {
            // Elsewhere, a licence may allow what differs.
            counterexample.failing_inputs = if has_licence(pair) { None } else { failing_inputs(&mut failure, budget) };
            let detail = counterexample.why.clone();
            let verdict = Verdict::new(VerdictKind::Counterexample, detail);
            Verdict { reason: Some(reason), method: Some(method), counterexample: Some(counterexample), ..verdict }
        }
        Err(why) => Verdict::new(
            VerdictKind::Inconclusive,
            match &calls::with_bodies(pair)[..] {
                [] => format!("a model was found but does not replay: {why}"),
                called => format!("it fails for some function in place of @{}, and of the body nothing is proved", called.join(", @")),
            },
        ),
    }
}

/// Conditions are tried in the order in which they are reported; the first that can fail gives the reason and the model.
fn first_reason(mut failure: Failure, budget: &Budget) -> (Failure, Reason) {
    let q = &failure.query;
    let mut classes =
        vec![(q.bad_ub, Reason::SourceMoreDefined), (q.bad_domain, Reason::ReturnDomain), (q.bad_poison, Reason::MorePoisonous)];
    if q.pool.as_bool(q.bad_effect) != Some(false) {
        classes.push((q.bad_effect, Reason::MemoryMismatch));
    }
    for (condition, reason) in classes {
        let found = decide(&mut failure.query.pool, condition, &failure.game, &mut Candidates::none(), budget);
        if let Answer::Model(model, _) = found {
            failure.model = model;
            return (failure, reason);
        }
        // Out of time, the model at hand may still be of this kind.
        if matches!(found, Answer::Unknown(_)) && fails_at_model(&mut failure, condition) {
            return (failure, reason);
        }
    }
    let reason = value_reason(&mut failure);
    (failure, reason)
}

/// Whether the target's value depends on undef at the model where the source's is one fixed value.
fn value_reason(failure: &mut Failure) -> Reason {
    let outer = failure.outer_variables(failure.query.bad);
    let query = &mut failure.query;
    let lanes: Vec<(Term, Term)> = query.src.ret.lanes.iter().zip(&query.tgt.ret.lanes).map(|(s, t)| (s.bits, t.bits)).collect();
    for (s, t) in lanes {
        let s = substitute_model(&mut query.pool, s, &outer, &failure.model);
        let t = substitute_model(&mut query.pool, t, &outer, &failure.model);
        let target_varies = query.pool.free_vars(&[t]).iter().any(|v| failure.game.target_reread.contains(v));
        let source_varies = query.pool.free_vars(&[s]).iter().any(|v| failure.game.source_reread.contains(v));
        if target_varies && !source_varies {
            return Reason::MoreUndefined;
        }
    }
    Reason::ValueMismatch
}

/// The condition that stands for a reason.
fn condition(query: &Query, reason: Reason) -> Term {
    match reason {
        Reason::SourceMoreDefined => query.bad_ub,
        Reason::ReturnDomain => query.bad_domain,
        Reason::MorePoisonous => query.bad_poison,
        Reason::MemoryMismatch => query.bad_effect,
        _ => query.bad,
    }
}

/// Whether the condition fails at the model whatever the choices that the model leaves open.
fn fails_at_model(failure: &mut Failure, condition: Term) -> bool {
    let outer = failure.outer_variables(condition);
    let at_model = substitute_model(&mut failure.query.pool, condition, &outer, &failure.model);
    failure.query.pool.as_bool(at_model) == Some(true)
}

/// How many of all defined inputs fail, where counting them takes but a moment and some do.
fn failing_inputs(failure: &mut Failure, budget: &Budget) -> Option<(String, String)> {
    let Failure { query, game, .. } = failure;
    if !query.src.calls.is_empty() || !query.tgt.calls.is_empty() {
        // How many fail depends on what is answered.
        return None;
    }
    if [query.src.cut, query.tgt.cut].iter().any(|&cut| query.pool.as_bool(cut) != Some(false)) {
        // Others may fail after more rounds of a loop.
        return None;
    }
    let leaves: Vec<InputLeaf> = query.inputs.args.iter().flatten().cloned().collect();
    let pool = &mut query.pool;
    let ff = pool.ff();
    let flags = leaves.iter().flat_map(|leaf| [leaf.poison, leaf.undef]);
    let variables: Vec<(Term, Term)> = flags.clone().filter(|&flag| pool.as_var(flag).is_some()).map(|flag| (flag, ff)).collect();
    // An input that is always undef or poison has no defined values to count.
    if flags.map(|flag| pool.subst(flag, &variables)).any(|flag| flag != ff) {
        return None;
    }
    let defined = pool.subst(query.bad, &variables);
    let inputs: Vec<Term> = leaves.iter().map(|leaf| leaf.bits).collect();
    let (failing, all) = exhaust::count(pool, defined, &inputs, game, budget)?;
    (failing > 0).then(|| (failing.to_string(), all.to_string()))
}
