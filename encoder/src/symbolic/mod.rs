//! Terms for functions: the symbolic domain and the path-merging executor.

pub mod domain;

pub use domain::{Choice, TermDomain};
