//! The meaning of LLVM IR: one set of semantic rules, executed over terms and over concrete values.
//!
//! **Invariants.** Knows no solver and does no I/O. Each instruction is written once, generic over [`domain::Domain`].

pub mod bv;
pub mod concrete;
pub mod domain;
pub mod fp;
pub mod outcome;
pub mod semantics;
pub mod symbolic;
pub mod term;
pub mod value;
