//! Reports: what people, scripts and editors see of a result.
//!
//! **Invariants.** Reports only read verdicts. Only here and in `cli` is anything printed, through [`Output`].

pub mod corpus;
pub mod diagnostic;
pub mod flags;
pub mod flags_rule;
pub mod github;
pub mod human;
pub mod json;
pub mod jsonl;
pub mod junit;
mod output;
pub mod progress;
pub mod sarif;
mod table;
mod trace;

use std::time::Duration;

use crate::crash::Crash;
use crate::expect::Expectation;
use crate::verdict::Verdict;

pub use output::{ColorChoice, Output, Style, stderr, stdout};

/// One checked pair with what reports say about it besides the verdict.
#[derive(Clone, Debug)]
pub struct PairReport {
    /// `src -> tgt`, or one name when both functions share it.
    pub name: String,
    /// The file of the source.
    pub file: String,
    /// The file of the target, when it is another one.
    pub target_file: Option<String>,
    /// Whether this is the way back of `--bidirectional`.
    pub reverse: bool,
    /// What an `; expect:` comment says.
    pub expected: Option<Expectation>,
    /// The answer.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
}

/// A pair that ended in an internal error, which is no verdict.
#[derive(Clone, Debug)]
pub struct CrashReport {
    /// As in [`PairReport`].
    pub name: String,
    /// As in [`PairReport`].
    pub file: String,
    /// What happened.
    pub crash: Crash,
}
