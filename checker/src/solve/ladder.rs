//! The ladder for closed obligations: from cheap certainty to expensive search (design, "The ladder").

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use llvet_encoder::term::{Assignment, Pool, Term};

use super::abstraction::abstracted;
use super::exhaust;
use super::external::{Script, SolverCommand};
use super::falsify::falsify;
use super::instantiate::Game;
use super::log::Log;
use super::powers::split;
use super::progress::Progress;
use super::smt::{Solver, aside};
use super::uniform::{STEPS, Statements};
use super::{Cancel, Proofs, SmtOptions, SmtResult, UnknownReason};
use crate::verdict::Method;

/// What may be spent, and how.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to give up.
    pub deadline: Instant,
    /// Memory for the solver in megabytes.
    pub memory_mb: u64,
    /// Seed of everything random.
    pub seed: u32,
    /// Stops everything early.
    pub cancel: Cancel,
    /// Only this rung, when set.
    pub method: Option<Method>,
    /// Another solver instead of Z3.
    pub solver: Option<SolverCommand>,
    /// Where obligations are written as SMT-LIB.
    pub emit_smt2: Option<PathBuf>,
    /// Obligations decided earlier.
    pub proofs: Option<Arc<dyn Proofs>>,
    /// Statements about all widths decided so far.
    pub statements: Statements,
    /// Counts what enumeration executes.
    pub executions: Executions,
    /// How far enumeration is, for whoever watches.
    pub progress: Progress,
    /// What is done with it.
    pub log: Log,
}

/// A counter of executions. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Executions(Arc<AtomicU64>);

impl Executions {
    /// Adds some.
    pub fn add(&self, executions: u128) {
        self.0.fetch_add(u64::try_from(executions).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// How many there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Budget {
    /// Time left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Whether a rung may be used.
    #[must_use]
    pub fn allows(&self, method: Method) -> bool {
        self.method.is_none_or(|m| m == method) || method == Method::Simplify
    }

    /// Whether the obligation cannot hold because none of its kind can, at whatever widths.
    #[must_use]
    pub fn refutes_at_all_widths(&self, pool: &Pool, obligation: Term) -> bool {
        if !self.allows(Method::AllWidths) {
            return false;
        }
        let start = Instant::now();
        let refuted = self.statements.refute(pool, obligation, STEPS);
        self.log.timed(start, || format!("all-widths: {}", if refuted { "never holds at any width" } else { "not decided" }));
        refuted
    }

    /// As [`Budget::refutes_at_all_widths`], for each of many parts of an obligation, with a part of the effort.
    #[must_use]
    pub fn refutes_some_at_all_widths(&self, pool: &Pool, parts: &[Term]) -> bool {
        self.allows(Method::AllWidths) && parts.iter().any(|&part| self.statements.refute(pool, part, STEPS / 10))
    }

    /// The solver to use.
    #[must_use]
    pub fn engine(&self) -> Engine {
        match &self.solver {
            Some(command) => Engine::Command(command.clone(), Vec::new()),
            None => Engine::Z3 { solver: Box::new(Solver::new(self.smt_options())), terms: Vec::new(), told: 0 },
        }
    }

    /// Limits for a check that starts now.
    #[must_use]
    pub fn smt_options(&self) -> SmtOptions {
        SmtOptions { timeout: self.left(), memory_mb: self.memory_mb, seed: self.seed, cancel: self.cancel.clone() }
    }
}

/// Whether an obligation can hold.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It cannot; the rung that shows it.
    Never(Method),
    /// It does under this assignment of the outer variables.
    Model(Assignment, Method),
    /// Neither was shown.
    Unknown(UnknownReason),
}

/// Whether a quantifier-free obligation can hold.
pub fn satisfiable(pool: &mut Pool, obligation: Term, budget: &Budget) -> Answer {
    satisfiable_among(pool, obligation, &Game::default(), budget)
}

/// [`satisfiable`] for an obligation without choices of the source, whose game says which inputs guard others.
pub fn satisfiable_among(pool: &mut Pool, obligation: Term, game: &Game, budget: &Budget) -> Answer {
    match pool.as_bool(obligation) {
        Some(false) => return Answer::Never(Method::Simplify),
        Some(true) => return Answer::Model(Assignment::new(), Method::Simplify),
        None => {}
    }
    if budget.cancel.is_cancelled() {
        return Answer::Unknown(UnknownReason::Interrupted);
    }
    if budget.left().is_zero() {
        return Answer::Unknown(UnknownReason::Timeout);
    }
    if let Some(model) = tried(pool, obligation, budget) {
        return Answer::Model(model, Method::Falsify);
    }
    if budget.refutes_at_all_widths(pool, obligation) {
        return Answer::Never(Method::AllWidths);
    }
    if let Some(answer) = exhaust::decide(pool, obligation, game, budget) {
        return answer;
    }
    if !budget.allows(Method::Smt) {
        return Answer::Unknown(UnknownReason::NotByMethod("the method asked for does not decide it".into()));
    }
    if refuted_abstractly(pool, obligation, budget) {
        return Answer::Never(Method::Smt);
    }
    split(pool, obligation, budget).unwrap_or_else(|| solved(pool, obligation, budget))
}

/// What the solver says.
pub fn solved(pool: &Pool, obligation: Term, budget: &Budget) -> Answer {
    let mut engine = budget.engine();
    engine.assert(obligation);
    match engine.check(pool, budget) {
        SmtResult::Unsat => Answer::Never(Method::Smt),
        SmtResult::Sat(model) => Answer::Model(model, Method::Smt),
        SmtResult::Unknown(reason) => Answer::Unknown(reason),
    }
}

/// A model among special and random values, where that rung may be used.
pub fn tried(pool: &Pool, obligation: Term, budget: &Budget) -> Option<Assignment> {
    if !budget.allows(Method::Falsify) {
        return None;
    }
    let start = Instant::now();
    let found = falsify(pool, obligation);
    let outcome = if found.is_some() { "a hit" } else { "no hit" };
    budget.log.timed(start, || format!("falsify: {outcome} among special and random values"));
    found
}

/// Part of the time left that the abstraction may take.
const ABSTRACTION_PART: u32 = 5;

/// Whether the obligation cannot hold whatever division and multiplication compute.
pub fn refuted_abstractly(pool: &mut Pool, obligation: Term, budget: &Budget) -> bool {
    let Some(term) = abstracted(pool, obligation) else { return false };
    if let Some(known) = pool.as_bool(term) {
        budget.log.line(|| format!("abstraction: {}", if known { "too coarse" } else { "never holds, by simplification" }));
        return !known;
    }
    let mut engine = budget.engine();
    engine.assert(term);
    budget.log.line(|| "abstraction: multiplication and division as unknown functions".to_owned());
    let part = Budget { deadline: Instant::now() + budget.left() / ABSTRACTION_PART, log: budget.log.deeper(), ..budget.clone() };
    matches!(engine.check(pool, &part), SmtResult::Unsat)
}

/// A solver with assertions: Z3 in the process, or another one behind a pipe.
pub enum Engine {
    /// Z3, incremental while the assertions are small; its solver was told the first of them.
    Z3 {
        /// For small assertions.
        solver: Box<Solver>,
        /// All assertions.
        terms: Vec<Term>,
        /// How many of them the solver was told.
        told: usize,
    },
    /// Another solver, asked anew each time.
    Command(SolverCommand, Vec<Term>),
}

impl Engine {
    /// Adds an assertion.
    pub fn assert(&mut self, term: Term) {
        match self {
            Engine::Z3 { terms, .. } | Engine::Command(_, terms) => terms.push(term),
        }
    }

    /// Whether the assertions can hold together, within what is left of the budget.
    pub fn check(&mut self, pool: &Pool, budget: &Budget) -> SmtResult {
        let start = Instant::now();
        let (name, result) = match self {
            Engine::Z3 { terms, .. } if aside::is_heavy(pool, terms) => ("Z3", aside::check(pool, terms, &budget.smt_options())),
            Engine::Z3 { solver, terms, told } => {
                terms[*told..].iter().for_each(|&term| solver.assert(pool, term));
                *told = terms.len();
                solver.set_options(budget.smt_options());
                ("Z3", solver.check())
            }
            Engine::Command(command, terms) => ("the solver", command.check(&Script::new(pool, terms), &budget.smt_options())),
        };
        budget.log.timed(start, || match &result {
            SmtResult::Unsat => format!("smt: {name} says that it never holds"),
            SmtResult::Sat(_) => format!("smt: {name} has a model"),
            SmtResult::Unknown(reason) => format!("smt: {name} gives up: {reason}"),
        });
        result
    }
}
