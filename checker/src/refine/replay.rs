//! Replays a counterexample in the concrete interpreter: no counterexample is shown that does not break refinement there.
//!
//! The source's behaviours are enumerated; when it has too many choices, the solver's answer that none of them allows the
//! target's outcome stands, and a sample of them is compared. The target's outcome is always executed: all its choices in turn,
//! or, when there are too many, choices among the solver's values for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::enumerate::{Behaviour, Behaviours, Budget, enumerate, stopped};
use llvet_encoder::concrete::text::Nans;
use llvet_encoder::concrete::{ArgLane, ArgValue, Chooser, Environment, Event, Interpreter, Limits, Made, Outcome, RtValue, Scalar};
use llvet_encoder::domain::ChoiceKind;
use llvet_encoder::symbolic::{InputLeaf, TermDomain};
use llvet_encoder::term::{Assignment, Term};
use llvet_ir::{Function, Module};

use super::encode::Query;
use super::story::{self, Story};
use super::{Pair, answers, calls};
use crate::verdict::{Counterexample, Reason, SideTrace};

/// Runs that enumerating one side may take.
const RUNS: u64 = 1 << 13;
/// Steps of one run.
const STEPS: u64 = 1 << 20;
/// Texts of outcomes that a side lists.
const LISTED: usize = 16;

/// Values that the solver used for choices, to guide the search for the same execution.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Values of any width, in the order of the target's choices.
    pub values: Vec<Bv>,
    /// Facts about the environment, which hold on both sides.
    pub environment: Environment,
}

impl Hints {
    /// The target's choices in a model.
    #[must_use]
    pub fn from_model(query: &Query, model: &Assignment) -> Hints {
        let values = query.tgt.picks.iter().filter_map(|choice| model.get(choice.var).cloned()).collect();
        let mut environment = Environment::default();
        for (kind, var) in TermDomain::environment_facts(&query.pool) {
            environment.set(kind, model.get(var).cloned().unwrap_or_else(|| Bv::zero(query.pool.width(var))));
        }
        environment.calls = answers::oracle(query, model).map(Arc::new);
        Hints { values, environment }
    }
}

/// An execution of one side: the picks that lead to it and what it gives.
struct Run {
    picks: Vec<Bv>,
    behaviour: Behaviour,
    text: String,
}

/// Replays the inputs on both sides.
///
/// # Errors
/// When the concrete executions do not show a violation: then the model was wrong, which is our bug and no verdict.
pub fn replay(pair: Pair<'_>, args: &[ArgValue], irrelevant: &[bool], reason: Reason, hints: &Hints) -> Result<Counterexample, String> {
    let (source, incomplete) = behaviours(pair.src_module, pair.src, args, &hints.environment);
    let source_complete = incomplete.is_none();
    if source.undefined().is_some() {
        return Err("the source has undefined behavior on these inputs".into());
    }
    if !source.unchecked.is_empty() && calls::may_break_promises(pair.src_module, pair.src) {
        let promises: Vec<&str> = source.unchecked.iter().map(String::as_str).collect();
        return Err(format!("whether the source keeps all its promises is not checked: {}", promises.join(", ")));
    }
    let bad = bad_target_run(pair, args, &source, hints).ok_or("every execution of the target that was tried is allowed by the source")?;
    let source_run = representative(&source);
    let (source_story, _) = trace(pair.src_module, pair.src, args, &source_run.picks, &hints.environment);
    let (target_story, target_text) = trace(pair.tgt_module, pair.tgt, args, &bad.picks, &hints.environment);
    let listed: Vec<String> = source.outcomes().into_iter().take(LISTED + 1).collect();
    let outcomes = (source.texts.len() > 1 || !source_complete).then(|| listed.clone());
    let source = SideTrace { outcome: source_run.text, outcomes, trace: source_story.steps };
    let target = SideTrace { outcome: target_text.unwrap_or(bad.text), outcomes: None, trace: target_story.steps };
    let first_difference = story::first_difference(&source, &target);
    let calls = other_calls(&source_run.behaviour, &bad.behaviour);
    let why = calls.unwrap_or_else(|| story::why(reason, &source, &target, target_story.cause.as_deref()));
    let inputs = story::inputs(pair, args, irrelevant);
    let calls = hints.environment.calls.as_deref().map_or_else(Vec::new, |oracle| answers::described(pair, oracle));
    let bodies = calls::with_bodies(pair);
    let calls = calls.into_iter().filter(|answer| !bodies.iter().any(|name| answer.is_of(name))).collect();
    Ok(Counterexample { inputs, calls, source, target, why, first_difference, failing_inputs: None, blame: None })
}

/// How the observable calls of the two sides differ, where that is what is wrong: a target that is undefined is wrong for another reason.
fn other_calls(source: &Behaviour, target: &Behaviour) -> Option<String> {
    let ((source, _), (target, end)) = (source.parts(), target.parts());
    if matches!(end, Behaviour::Ub(_)) {
        return None;
    }
    let differs = |i: &usize| match (source.get(*i), target.get(*i)) {
        (Some(s), Some(t)) => !s.covers(t),
        _ => true,
    };
    let first = (0..source.len().max(target.len())).find(differs)?;
    let text = |made: &Made| made.text.clone();
    match (source.get(first).map(text), target.get(first).map(text)) {
        (Some(s), Some(t)) => Some(format!("the target calls {t} where the source calls {s}")),
        (None, Some(t)) => Some(format!("the target calls {t}, which the source does not")),
        (Some(s), None) => Some(format!("the source calls {s}, which the target does not")),
        (None, None) => None,
    }
}

fn behaviours(module: &Module, function: &Function, args: &[ArgValue], environment: &Environment) -> (Behaviours, Option<String>) {
    behaviours_within(module, function, args, environment, STEPS)
}

fn behaviours_within(
    module: &Module,
    function: &Function,
    args: &[ArgValue],
    environment: &Environment,
    steps: u64,
) -> (Behaviours, Option<String>) {
    let budget = Budget { runs: RUNS, steps: steps * 4, stop_at_ub: true, nan_payloads: true };
    let (found, incomplete) = enumerate(module, function, args, Limits { steps, ..limits() }, budget, environment);
    (found, incomplete.map(|why| why.to_string()))
}

/// The violation that inputs show when each side's executions on them, each of at most so many steps, are all known.
pub(super) fn violation(pair: Pair<'_>, args: &[ArgValue], steps: u64) -> Option<(Reason, Counterexample)> {
    let environment = Environment::default();
    let (source, incomplete) = behaviours_within(pair.src_module, pair.src, args, &environment, steps);
    if incomplete.is_some() || source.undefined().is_some() {
        return None;
    }
    let (target, _) = behaviours_within(pair.tgt_module, pair.tgt, args, &environment, steps);
    let bad = target.texts.keys().find(|behaviour| !allowed(&source, behaviour))?;
    let reason = violated(&source, bad);
    let counterexample = replay(pair, args, &vec![false; args.len()], reason, &Hints::default()).ok()?;
    Some((reason, counterexample))
}

/// The first condition of refinement that an outcome of the target violates.
fn violated(source: &Behaviours, target: &Behaviour) -> Reason {
    let Behaviour::Return { undef_dependent, reads } = target.parts().1 else {
        return if matches!(target.parts().1, Behaviour::Ub(_)) { Reason::SourceMoreDefined } else { Reason::ReturnDomain };
    };
    let returns = source.texts.keys().filter_map(|s| match s.parts().1 {
        Behaviour::Return { undef_dependent, reads } => Some((undef_dependent, reads)),
        _ => None,
    });
    let returns: Vec<_> = returns.collect();
    let poison = |leaf: usize| move |read: &RtValue| matches!(read.lanes[leaf], Scalar::Poison(_));
    let leaves = 0..reads.first().map_or(0, |read| read.lanes.len());
    if returns.is_empty() {
        Reason::ReturnDomain
    } else if leaves.into_iter().any(|l| reads.iter().any(poison(l)) && !returns.iter().any(|(_, reads)| reads.iter().any(poison(l)))) {
        Reason::MorePoisonous
    } else if *undef_dependent && !returns.iter().any(|(undef, _)| **undef) {
        Reason::MoreUndefined
    } else {
        Reason::ValueMismatch
    }
}

fn limits() -> Limits {
    Limits { steps: STEPS, depth: 64 }
}

/// One of the source's behaviours to show: the first in order, the same every time.
fn representative(source: &Behaviours) -> Run {
    let first = source.texts.iter().next();
    let (behaviour, texts) = first.map_or((Behaviour::Trap, Vec::new()), |(b, t)| (b.clone(), t.clone()));
    Run { picks: Vec::new(), text: describe(&behaviour, &texts), behaviour }
}

fn describe(behaviour: &Behaviour, texts: &[String]) -> String {
    match behaviour {
        Behaviour::After { end, .. } => describe(end, texts),
        Behaviour::Stopped { unwinds } => stopped(*unwinds).into(),
        Behaviour::Ub(reason) => format!("UB: {reason}"),
        Behaviour::Trap => "trap".into(),
        Behaviour::Return { undef_dependent: true, .. } => texts.first().map_or("undef".into(), |t| format!("{t} (based on undef)")),
        Behaviour::Return { .. } | Behaviour::Unwind { .. } => texts.first().cloned().unwrap_or_else(|| "void".into()),
    }
}

/// Whether the source allows an outcome of the target (Lesson 13.8, Definition 13.8.4, with the re-readable values of
/// results that depend on undef compared as sets).
fn allowed(source: &Behaviours, target: &Behaviour) -> bool {
    let (events, end) = target.parts();
    let same_events = |made: &[Made]| made.len() == events.len() && made.iter().zip(events).all(|(s, t)| s.covers(t));
    source.texts.keys().any(|s| match (s.parts().1, end) {
        (Behaviour::Ub(_), _) => true,
        _ if !same_events(s.parts().0) => false,
        (Behaviour::Trap, Behaviour::Trap) => true,
        (Behaviour::Stopped { unwinds: s }, Behaviour::Stopped { unwinds: t }) => s == t,
        (Behaviour::Return { reads: s, .. }, Behaviour::Return { reads: t, .. })
        | (Behaviour::Unwind { reads: s, .. }, Behaviour::Unwind { reads: t, .. }) => t.iter().all(|t| s.iter().any(|s| covers(s, t))),
        _ => false,
    })
}

/// Whether a value may be refined to another, leaf by leaf: poison to anything, else only to itself.
fn covers(source: &RtValue, target: &RtValue) -> bool {
    source.lanes.iter().zip(&target.lanes).all(|(s, t)| match (s, t) {
        (Scalar::Poison(_), _) => true,
        (Scalar::Word(s), Scalar::Word(t)) => s == t,
        (Scalar::Word(_), Scalar::Poison(_)) => false,
    })
}

/// How a search for an execution goes: how often a result that depends on undef is read, and up to which width every value of a pick is
/// tried. Many readings show more of such a result, but there are soon too many sequences of picks.
const SEARCHES: [(usize, u32); 3] = [(4, 3), (1, 8), (2, 8)];

/// An execution of the target that the source does not allow.
fn bad_target_run(pair: Pair<'_>, args: &[ArgValue], source: &Behaviours, hints: &Hints) -> Option<Run> {
    SEARCHES.into_iter().find_map(|(reads, every_value)| search(pair, args, source, reads, GuidedTape::new(hints, every_value)))
}

fn search(pair: Pair<'_>, args: &[ArgValue], source: &Behaviours, reads: usize, mut tape: GuidedTape) -> Option<Run> {
    for _ in 0..RUNS {
        if tape.steps == 0 {
            return None;
        }
        tape.start();
        let run = run_once(pair, args, reads, &mut tape);
        if let Some(run) = run
            && !allowed(source, &run.behaviour)
        {
            return Some(run);
        }
        if !tape.advance() {
            return None;
        }
    }
    None
}

fn run_once(pair: Pair<'_>, args: &[ArgValue], readings: usize, tape: &mut GuidedTape) -> Option<Run> {
    let interpreter = Interpreter::new(pair.tgt_module).ok()?.answering(tape.environment.calls.clone());
    let most = Limits { steps: STEPS.min(tape.steps), ..limits() };
    let report = interpreter.execute(pair.tgt, args, tape, most, None);
    tape.steps -= report.as_ref().map_or(most.steps, |report| report.steps).min(tape.steps);
    let report = report.ok()?;
    let picks = tape.picks.clone();
    let run = match report.outcome {
        Outcome::Stopped { unwinds } => Run { picks, text: stopped(unwinds).into(), behaviour: Behaviour::Stopped { unwinds } },
        Outcome::Ub { reason, .. } => Run { picks, text: format!("UB: {reason}"), behaviour: Behaviour::Ub(reason) },
        Outcome::Trap => Run { picks, text: "trap".into(), behaviour: Behaviour::Trap },
        Outcome::Unwind(_) => return None,
        Outcome::Return(value) => {
            let undef_dependent = value.is_undef_dependent();
            let mut reads = BTreeSet::new();
            let mut text = String::new();
            // Several readings of a result that depends on undef: each is a value that some reader may see.
            for _ in 0..if undef_dependent { readings } else { 1 } {
                match value.read(tape) {
                    Ok(read) => {
                        text = value.text(&read, Nans::Exact);
                        reads.insert((*read).clone());
                    }
                    Err(_) => return None,
                }
            }
            let text = if undef_dependent { format!("{text} (based on undef)") } else { text };
            Run { picks, behaviour: Behaviour::Return { undef_dependent, reads }, text }
        }
    };
    Some(Run { behaviour: run.behaviour.after(report.events), ..run })
}

/// Executes again with given picks and records the story; the outcome's text where it is not a plain return.
fn trace<'m>(
    module: &'m Module,
    function: &'m Function,
    args: &[ArgValue],
    picks: &[Bv],
    environment: &Environment,
) -> (Story<'m>, Option<String>) {
    let mut story = Story::new(module);
    let mut outcome = None;
    let mut rest = picks.iter();
    let mut chooser = |width: u32, kind: ChoiceKind| {
        let next = |rest: &mut std::slice::Iter<'_, Bv>| rest.next().filter(|p| p.width() == width).cloned();
        environment.fact(width, kind).or_else(|| next(&mut rest)).unwrap_or_else(|| Bv::zero(width))
    };
    let mut observer = |event: &Event<'_>| {
        if let Event::Ub { reason, .. } = event {
            outcome = Some(format!("UB: {reason}"));
        }
        story.record(event);
    };
    // The run was made before with the same picks; only its story is new.
    if let Ok(interpreter) = Interpreter::new(module) {
        let interpreter = interpreter.answering(environment.calls.clone());
        let _ = interpreter.execute(function, args, &mut chooser, limits(), Some(&mut observer));
    }
    (story, outcome)
}

/// Odometer over a few candidate values for each pick: small ones, and those that the solver used.
struct GuidedTape {
    candidates: Vec<Bv>,
    /// Steps that all runs together may still take.
    steps: u64,
    /// Picks of at most this width take every value.
    every_value: u32,
    environment: Environment,
    digits: Vec<(usize, usize)>,
    position: usize,
    picks: Vec<Bv>,
}

impl GuidedTape {
    fn new(hints: &Hints, every_value: u32) -> GuidedTape {
        GuidedTape {
            candidates: hints.values.clone(),
            steps: STEPS * 4,
            every_value,
            environment: hints.environment.clone(),
            digits: Vec::new(),
            position: 0,
            picks: Vec::new(),
        }
    }

    fn start(&mut self) {
        self.position = 0;
        self.picks.clear();
    }

    /// Goes to the next sequence; false when there is none.
    fn advance(&mut self) -> bool {
        self.digits.truncate(self.position);
        while let Some((digit, count)) = self.digits.last_mut() {
            *digit += 1;
            if *digit < *count {
                return true;
            }
            self.digits.pop();
        }
        false
    }

    fn values(&self, width: u32) -> Vec<Bv> {
        if width <= self.every_value {
            return (0..1u64 << width).map(|v| Bv::from_u64(width, v)).collect();
        }
        let mut values: Vec<Bv> = Vec::new();
        let small = [Bv::zero(width), Bv::one(width), Bv::ones(width), Bv::min_signed(width)];
        for value in self.candidates.iter().filter(|v| v.width() == width).cloned().chain(small) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

impl Chooser for GuidedTape {
    fn pick(&mut self, width: u32, kind: ChoiceKind) -> Bv {
        if let Some(fact) = self.environment.fact(width, kind) {
            return fact;
        }
        let values = self.values(width);
        if self.position == self.digits.len() {
            self.digits.push((0, values.len()));
        }
        let value = values[self.digits[self.position].0.min(values.len() - 1)].clone();
        self.position += 1;
        self.picks.push(value.clone());
        value
    }
}

/// The inputs of a query in a model of all its input variables.
pub(super) fn inputs(query: &Query, model: &Assignment) -> Vec<ArgValue> {
    let value = |term: Term| query.pool.eval(term, model);
    let leaf = |l: &InputLeaf| leaf(value(l.undef).to_bool(), value(l.poison).to_bool(), value(l.bits));
    query.inputs.args.iter().map(|leaves| ArgValue { lanes: leaves.iter().map(leaf).collect() }).collect()
}

/// A leaf of an argument from what the solver says of it.
#[must_use]
pub fn leaf(undef: bool, poison: bool, bits: Bv) -> ArgLane {
    match (undef, poison) {
        (true, _) => ArgLane::Undef,
        (false, true) => ArgLane::Poison,
        (false, false) => ArgLane::Bits(bits),
    }
}
