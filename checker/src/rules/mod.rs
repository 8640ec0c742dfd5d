//! Rewrite rules (`.opt`): the union of the languages of Alive and Alive2.
//!
//! A rule is a source, a target and a precondition, over types that may be left open. [`parser`] reads it, [`infer`] finds its types,
//! [`instantiate`] makes a pair of functions of every assignment of widths, [`predicates`] turns the precondition into an assumption of
//! the pair, and [`check`] decides all of them. Many rules hold at all widths for one reason; that is for [`mod@everywhere`] to find.
//! [`constants`] finds out for which symbolic constants a rule holds.
//!
//! A call is of a function of which nothing is known but the attributes at the call. Calls whose results the target does not define again
//! stay where they are, as their results may have other users.
//!
//! Deliberately absent: memory, which is read and then not modelled.

pub mod ast;
pub mod check;
pub mod constants;
mod everywhere;
pub mod expand;
mod float;
pub mod fmt;
pub mod infer;
mod infer_call;
pub mod instantiate;
pub mod lexer;
pub mod ops;
pub mod parser;
pub mod predicates;
pub mod show;
pub mod split;
pub mod types;
pub mod value;
mod write;
