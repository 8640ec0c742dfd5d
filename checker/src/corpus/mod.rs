//! Runs over whole corpora: find pairs, check them, compare the verdicts with what is expected, and say how it went.
//!
//! **Invariants.** Results come in the order of the files' names and of the pairs in them, whatever the number of jobs. Nothing that was
//! found is left out silently: a file without a pair, a source without its target and a comment that makes no sense are failures. A
//! verdict comes from a check or from the cache, never from a baseline.

pub mod baseline;
pub mod changed;
pub mod discover;
pub mod filter;
pub mod isolate;
pub mod merge;
pub mod mutation;
pub mod plan;
pub mod record;
pub mod run;
pub mod shard;
pub mod worker;
