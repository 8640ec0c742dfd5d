//! llvet's checker: refinement of pairs, the solving ladder, verdicts and reports.
//!
//! **Invariants.** Only [`solve`] names Z3; no Z3 object crosses a thread. Only `cli` and `report` print, only `main` picks an
//! exit code. Jobs, queries and verdicts are plain data.

pub mod cache;
pub mod cli;
pub mod commands;
pub mod corpus;
pub mod crash;
pub mod exit;
pub mod expect;
pub mod flags;
pub mod mutate;
pub mod notation;
pub mod pairs;
pub mod parallel;
pub mod refine;
pub mod report;
pub mod repro;
pub mod rules;
pub mod session;
mod small;
pub mod solve;
pub mod source;
pub mod verdict;
