//! Terms for functions: the symbolic domain and the path-merging executor.

mod call;
pub mod domain;
pub mod exec;
mod inputs;
mod ret;
pub mod unknown;

pub use domain::{Choice, TermDomain};
pub use exec::{Summary, TermLane, TermValue, execute};
pub use inputs::{InputLeaf, Inputs, fresh_inputs};
pub use unknown::{Answer, Call, Calls, Count};
