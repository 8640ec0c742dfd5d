//! Concrete execution: a function on given arguments, step by step, with every nondeterministic pick taken from a [`Chooser`].
//!
//! [`execute`] runs once; [`enumerate`](enumerate::enumerate) runs with every sequence of picks. Values that depend on undef are
//! re-evaluated at every read; see [`slot`]. Instructions are those of [`crate::semantics`]; memory, control flow and calls are here.

mod argument;
mod bytes;
mod call;
mod constants;
pub mod domain;
mod endless;
pub mod enumerate;
mod env;
mod exec;
mod intrinsic;
mod memory;
mod names;
pub mod oracle;
mod pointer;
mod pure;
mod restrict;
pub mod slot;
mod step;
pub mod text;
pub mod trace;
pub mod word;

pub use argument::{ArgLane, ArgValue};
pub use constants::contains_undef;
pub use domain::{Chooser, ConcreteDomain, Counting, Environment, Seeded};
pub use env::Env;
pub use exec::{Halt, Interpreter, Limits, Outcome, Report, RetValue, StackEntry, Stop, execute};
pub use names::Names;
pub use oracle::{Entry, Made, Oracle, Reply};
pub use trace::{Event, Observer};
pub use word::{Provenance, RtValue, Scalar, Word};
