//! llvet's checker: refinement of pairs, the solving ladder, verdicts and reports.
//!
//! **Invariants.** Only [`solve`] names Z3; no Z3 object crosses a thread. Only `cli` and `report` print, only `main` picks an
//! exit code. Jobs, queries and verdicts are plain data.

pub mod refine;
pub mod solve;
pub mod verdict;
