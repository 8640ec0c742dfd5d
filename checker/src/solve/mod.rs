//! Deciding closed obligations over terms.
//!
//! Purpose: everything that answers "is this set of terms satisfiable" by search. [`smt`] is the only module that names Z3,
//! [`external`] hands the same question to any other solver as text.
//! Invariants: no solver object crosses a thread. Terms, assignments and results are plain data, solvers are not `Send`.
//! Deliberately absent: LLVM, refinement, counterexample replay.

pub mod abstraction;
pub mod candidates;
mod exchanged;
pub mod exhaust;
pub mod external;
pub mod falsify;
pub mod falsify_float;
pub mod float_cases;
pub mod instantiate;
mod inversion;
pub mod ladder;
pub mod log;
mod powers;
pub mod progress;
pub mod smt;
pub mod uniform;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use llvet_encoder::term::Assignment;

use crate::verdict::Method;

/// A request to stop that any thread may make and every running check obeys within some hundredths of a second. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A token on which nobody has asked to stop yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Asks all checks that hold this token to stop. They answer [`UnknownReason::Interrupted`]. Safe in a signal handler's thread.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether someone asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Remembers obligations that were shown never to hold, by their hash up to the names of variables.
pub trait Proofs: std::fmt::Debug + Send + Sync {
    /// How this obligation was decided, when it was.
    fn known(&self, obligation: &[u8; 32]) -> Option<Method>;
    /// Remembers that this obligation never holds.
    fn keep(&self, obligation: &[u8; 32], method: Method);
}

/// Limits of one check.
#[derive(Clone, Debug)]
pub struct SmtOptions {
    /// Wall-clock time of one check.
    pub timeout: Duration,
    /// Memory, in megabytes, that the solver may hold. Z3 counts what all its contexts in the process hold together.
    pub memory_mb: u64,
    /// Seed of the solver's random choices.
    pub seed: u32,
    /// Stops running checks early.
    pub cancel: Cancel,
}

impl Default for SmtOptions {
    fn default() -> SmtOptions {
        SmtOptions { timeout: Duration::from_secs(10), memory_mb: 1024, seed: 0, cancel: Cancel::new() }
    }
}

/// The answer of a solver.
#[derive(Clone, Debug)]
pub enum SmtResult {
    /// No assignment satisfies the assertions.
    Unsat,
    /// This assignment does, according to the solver; it has a value for every variable of the assertions. Whoever reports it evaluates it first.
    Sat(Assignment),
    /// The solver gave up.
    Unknown(UnknownReason),
}

/// Why a solver gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The time of [`SmtOptions::timeout`] was used up.
    Timeout,
    /// The memory of [`SmtOptions::memory_mb`] was used up, or provably would have been.
    Memory,
    /// [`SmtOptions::cancel`] was pulled.
    Interrupted,
    /// The method that was asked for does not decide the question, and why.
    NotByMethod(String),
    /// Anything else, in the solver's words.
    Incomplete(String),
}

impl std::fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnknownReason::Timeout => f.write_str("time limit"),
            UnknownReason::Memory => f.write_str("memory limit"),
            UnknownReason::Interrupted => f.write_str("interrupted"),
            UnknownReason::NotByMethod(how) => f.write_str(how),
            UnknownReason::Incomplete(why) => write!(f, "the solver gave up: {why}"),
        }
    }
}
