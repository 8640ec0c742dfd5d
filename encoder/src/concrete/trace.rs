//! What an observer of a run is told.

use llvet_ir::{Function, Inst};

use super::exec::StackEntry;
use super::names::Names;
use crate::outcome::{PoisonReason, UbReason};

/// One event of a run. Values are text as LLVM writes it (`i8 -5`, `poison`); one that depends on undef has no single value and
/// reads `i8 undef` when it is undef itself, `i8 (depends on undef)` otherwise.
#[derive(Debug)]
pub enum Event<'a> {
    /// A function is entered.
    Enter {
        /// The function.
        function: &'a Function,
        /// Its arguments.
        args: &'a [String],
    },
    /// An instruction that does not divert control has been executed, or a `phi` on the edge taken.
    Step {
        /// Its function.
        function: &'a Function,
        /// The instruction.
        inst: &'a Inst,
        /// Printed names of the function.
        names: &'a Names,
        /// Its result, unless `void`.
        value: Option<&'a str>,
        /// Why the instruction itself made poison.
        poison: &'a [PoisonReason],
    },
    /// Control goes to a block.
    Jump {
        /// The function.
        function: &'a Function,
        /// Name of the block.
        to: &'a str,
    },
    /// A function returns.
    Return {
        /// The function.
        function: &'a Function,
        /// The value, unless `void`.
        value: Option<&'a str>,
    },
    /// An exception leaves a function.
    Unwind {
        /// The function.
        function: &'a Function,
    },
    /// Immediate undefined behavior.
    Ub {
        /// Why.
        reason: &'a UbReason,
        /// Calls in progress, the innermost first.
        stack: &'a [StackEntry],
    },
}

/// Watches a run.
pub trait Observer {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>);
}

impl<F: FnMut(&Event<'_>)> Observer for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}
