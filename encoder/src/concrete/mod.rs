//! Concrete execution: values, choices and steps.

pub mod domain;

pub use domain::{Chooser, ConcreteDomain};
