//! What a check may take for granted: facts about inputs and about the source's values, such as the precondition of a rule.

use std::fmt::Debug;

use llvet_encoder::outcome::Unsupported;
use llvet_encoder::symbolic::{Inputs, Summary};
use llvet_encoder::term::{Pool, Term};
use llvet_ir::Function;

/// An assumption, and inputs that are not free but computed from others.
pub trait Assume: Debug + Sync {
    /// Replaces the bits of computed inputs by terms over the others.
    ///
    /// # Errors
    /// What is not modelled.
    fn bind(&self, pool: &mut Pool, inputs: &mut Inputs) -> Result<(), Unsupported>;

    /// The assumption as a condition over the inputs, the source's values and fresh variables, which count as inputs: only executions for
    /// which it holds, for every choice the source can make, have to refine.
    ///
    /// # Errors
    /// What is not modelled.
    fn condition(&self, pool: &mut Pool, inputs: &Inputs, function: &Function, source: &Summary) -> Result<Term, Unsupported>;
}
