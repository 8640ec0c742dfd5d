//! llvet: encoder.

pub mod bv;
pub mod fp;
pub mod term;
