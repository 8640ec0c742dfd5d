//! Terms for functions: the symbolic domain and the path-merging executor.

mod call;
pub mod domain;
pub mod exec;

pub use domain::{Choice, TermDomain};
pub use exec::{InputLeaf, Inputs, Summary, TermLane, TermValue, execute, fresh_inputs};
