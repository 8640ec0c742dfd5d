//! Terms for functions: the symbolic domain and the path-merging executor.

mod call;
pub mod domain;
pub mod exec;
pub mod unknown;

pub use domain::{Choice, TermDomain};
pub use exec::{InputLeaf, Inputs, Summary, TermLane, TermValue, execute, fresh_inputs};
pub use unknown::{Answer, Call, Calls, Count};
