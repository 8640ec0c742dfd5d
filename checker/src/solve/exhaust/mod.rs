//! Rung 3: every input and every choice, when they are few.
//!
//! Purpose: small questions are decided in less time than a solver needs to start, and by other means than the solver's. The
//! answer is the same every time: the first hit in a fixed order, whatever the threads do.
//! Invariants: nothing is decided from a part of the assignments: whoever is stopped says so. Outcomes of the source's choices
//! are compared as sets ([`sets`]), so that the two sides' choices are never multiplied with each other.
//! Deliberately absent: questions with uninterpreted functions or terms above 128 bits, which cannot be compiled.

mod cut;
mod flat;
mod outcome;
mod sets;
mod space;

use std::fmt;
use std::time::Instant;

use llvet_encoder::term::tape::Tape;
use llvet_encoder::term::{Assignment, Op, Pool, Term};

use self::cut::Roles;
use self::sets::Sets;
use self::space::Space;
use super::instantiate::Game;
use super::ladder::{Answer, Budget};
use super::progress::Progress;
use super::{Cancel, UnknownReason};
use crate::verdict::Method;

/// Elementary operations that are spent before the solver is asked: some milliseconds.
const CHEAP: u128 = 1 << 24;

/// The same where there is floating point, whose circuits cost the solver seconds: a few operations on all of a `half`.
const CHEAP_FLOAT: u128 = 1 << 29;

/// The same for the comparisons of outcomes that there are at worst; mostly there are far fewer.
const CHEAP_COMPARISONS: u128 = 1 << 27;

/// Bits of the assignments that a block of a search may have. What takes too long within that is for the time limit.
const MAX_BITS: u32 = 40;

/// What a search over all assignments found.
enum Found {
    /// The first assignment.
    Model(Assignment),
    /// There is none.
    Nothing,
    /// It was stopped.
    Stopped,
}

/// When to stop, and who is told how far the search is.
struct Halt<'a> {
    cancel: &'a Cancel,
    deadline: Instant,
    progress: &'a Progress,
}

impl<'a> Halt<'a> {
    fn new(budget: &'a Budget) -> Halt<'a> {
        Halt { cancel: &budget.cancel, deadline: budget.deadline, progress: &budget.progress }
    }

    fn stopped(&self) -> bool {
        self.cancel.is_cancelled() || Instant::now() >= self.deadline
    }

    /// Runs a search of so many executions, which says how far it is by `progress`.
    fn watched(&self, executions: u128, search: impl FnOnce() -> Found) -> Found {
        self.progress.begin(executions);
        let found = search();
        self.progress.end(matches!(found, Found::Stopped));
        found
    }
}

/// What enumeration may cost.
#[derive(Clone, Copy)]
struct Limits {
    operations: u128,
    comparisons: u128,
}

impl Limits {
    const CHEAP: Limits = Limits { operations: CHEAP, comparisons: CHEAP_COMPARISONS };

    /// What is spent on a formula before the solver is asked.
    fn cheap(pool: &Pool, formula: Term) -> Limits {
        let float = pool.topological(&[formula]).into_iter().any(|term| matches!(pool.op(term), Op::Fp { .. }));
        if float { Limits { operations: CHEAP_FLOAT, ..Limits::CHEAP } } else { Limits::CHEAP }
    }

    fn allow(self, sets: &Sets<'_>, weight: usize) -> Result<(), Refusal> {
        affordable(sets.executions(), weight, self.operations)?;
        affordable(sets.comparisons(), sets.comparison_steps(), self.comparisons)
    }
}

/// Why a question is not enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// Inputs, or one side's choices, have this many bits.
    Size(u32),
    /// It would take more operations than allowed.
    Cost,
    /// It has no tape.
    Form,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Size(bits) => write!(f, "2^{bits} inputs or choices are too many to enumerate"),
            Refusal::Cost => f.write_str("too many executions to enumerate"),
            Refusal::Form => f.write_str("values of more than 128 bits or unknown functions cannot be enumerated"),
        }
    }
}

/// Decides a question by enumeration: ∃ outer ∀ source-fixed ∃ target-reread ∀ source-reread, as [`super::instantiate::decide`].
/// `None` when that is not for this rung and the next one should try.
pub fn decide(pool: &mut Pool, formula: Term, game: &Game, budget: &Budget) -> Option<Answer> {
    if !budget.allows(Method::Enumerate) {
        return None;
    }
    let forced = budget.method == Some(Method::Enumerate);
    let limits = if forced { Limits { operations: u128::MAX, comparisons: u128::MAX } } else { Limits::cheap(pool, formula) };
    let (start, before) = (Instant::now(), budget.executions.count());
    let result = enumerate(pool, formula, game, limits, budget);
    budget.log.timed(start, || match &result {
        Ok(Answer::Never(_)) => format!("enumerate: never holds, {} executions", budget.executions.count() - before),
        Ok(Answer::Model(..)) => "enumerate: a hit".to_owned(),
        Ok(Answer::Unknown(reason)) => format!("enumerate: {reason}"),
        Err(refusal) => format!("enumerate: {refusal}"),
    });
    match result {
        Ok(answer) => Some(answer),
        Err(refusal) if forced => Some(Answer::Unknown(UnknownReason::NotByMethod(refusal.to_string()))),
        Err(_) => None,
    }
}

fn enumerate(pool: &mut Pool, formula: Term, game: &Game, limits: Limits, budget: &Budget) -> Result<Answer, Refusal> {
    let roles = Roles::new(pool, formula, game);
    let halt = Halt::new(budget);
    // Looked at first, because compiling what is too large takes longer.
    let least = roles.least_executions(pool);
    affordable(least, 1, limits.operations)?;
    let weight = weight(pool, formula);
    let (found, executions) = if roles.source_chooses() {
        let sets = Sets::new(pool, formula, &roles, game, MAX_BITS)?;
        limits.allow(&sets, weight)?;
        let executions = sets.executions();
        (halt.watched(executions, || sets.search(&halt)), executions)
    } else {
        let space = Space::new(pool, &pool.free_vars(&[formula]), &game.guards, MAX_BITS)?;
        affordable(space.count(), weight, limits.operations)?;
        let tape = Tape::compile(pool, &[formula]).ok_or(Refusal::Form)?;
        (halt.watched(space.count(), || flat::search(pool, &tape, &space, &halt)), space.count())
    };
    if matches!(found, Found::Nothing) {
        budget.executions.add(executions);
    }
    Ok(match found {
        Found::Nothing => Answer::Never(Method::Enumerate),
        Found::Model(model) => Answer::Model(model, Method::Enumerate),
        Found::Stopped if budget.cancel.is_cancelled() => Answer::Unknown(UnknownReason::Interrupted),
        Found::Stopped => Answer::Unknown(UnknownReason::Timeout),
    })
}

fn affordable(runs: u128, operations: usize, limit: u128) -> Result<(), Refusal> {
    if runs.saturating_mul(operations as u128) <= limit { Ok(()) } else { Err(Refusal::Cost) }
}

/// Elementary operations of one evaluation; what takes longer than others counts more.
fn weight(pool: &Pool, formula: Term) -> usize {
    let of = |term: &Term| match pool.op(*term) {
        // Computed in software.
        Op::Fp { .. } => 1000,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 16,
        _ => 1,
    };
    pool.topological(&[formula]).iter().map(of).sum()
}

/// For how many inputs the obligation holds, and of how many: exact, or `None` when that takes more than some milliseconds.
/// `inputs` are all inputs, also those that do not occur in the obligation; terms among them that are no variables do not count.
pub fn count(pool: &mut Pool, formula: Term, inputs: &[Term], game: &Game, budget: &Budget) -> Option<(u128, u128)> {
    let mut roles = Roles::new(pool, formula, game);
    let mut others = Vec::new();
    for &var in inputs.iter().filter(|v| pool.as_var(**v).is_some() && !roles.inputs.contains(v)).collect::<Vec<_>>() {
        // Half of a guarded pair is not an input of its own.
        let partner = game.guards.iter().find_map(|&(g, b)| if g == var { Some(b) } else { (b == var).then_some(g) });
        let list = if partner.is_some_and(|p| roles.inputs.contains(&p)) { &mut roles.inputs } else { &mut others };
        list.push(var);
    }
    let others = Space::new(pool, &others, &game.guards, u128::BITS / 2).ok()?.count();
    let weight = weight(pool, formula);
    affordable(roles.least_executions(pool), weight, CHEAP).ok()?;
    let halt = Halt::new(budget);
    let (failing, all) = if roles.nobody_chooses() {
        let space = Space::new(pool, &roles.inputs, &game.guards, MAX_BITS).ok()?;
        affordable(space.count(), weight, CHEAP).ok()?;
        (flat::count(pool, formula, &space, &halt)?, space.count())
    } else {
        let sets = Sets::new(pool, formula, &roles, game, MAX_BITS).ok()?;
        Limits::CHEAP.allow(&sets, weight).ok()?;
        (sets.count(&halt)?, sets.inputs())
    };
    Some((failing.checked_mul(others)?, all.checked_mul(others)?))
}
