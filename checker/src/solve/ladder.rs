//! The ladder for closed obligations: from cheap certainty to expensive search (design, "The ladder").

use std::sync::Arc;
use std::time::{Duration, Instant};

use llvet_encoder::term::{Assignment, Pool, Term};

use super::smt::Solver;
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
    /// Obligations decided earlier.
    pub proofs: Option<Arc<dyn Proofs>>,
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

    /// A solver with what is left.
    #[must_use]
    pub fn solver(&self) -> Solver {
        Solver::new(self.smt_options())
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
    match pool.as_bool(obligation) {
        Some(false) => return Answer::Never(Method::Simplify),
        Some(true) => return Answer::Model(Assignment::new(), Method::Simplify),
        None => {}
    }
    if budget.left().is_zero() || budget.cancel.is_cancelled() {
        return Answer::Unknown(UnknownReason::Timeout);
    }
    let mut solver = budget.solver();
    solver.assert(pool, obligation);
    match solver.check() {
        SmtResult::Unsat => Answer::Never(Method::Smt),
        SmtResult::Sat(model) => Answer::Model(model, Method::Smt),
        SmtResult::Unknown(reason) => Answer::Unknown(reason),
    }
}
