//! A rule's assumption with numbers for the symbolic constants.

use llvet_encoder::bv::Bv;
use llvet_encoder::outcome::Unsupported;
use llvet_encoder::symbolic::{Inputs, Summary};
use llvet_encoder::term::{Pool, Term};
use llvet_ir::Function;

use crate::refine::assume::Assume;
use crate::rules::predicates::Assumption;

/// The assumption of a rule at given constants.
#[derive(Debug)]
pub struct Fixed<'a> {
    /// The rule's assumption.
    pub rule: &'a Assumption<'a>,
    /// A value of each symbolic constant, in the rule's order.
    pub values: &'a [Bv],
}

impl Assume for Fixed<'_> {
    fn bind(&self, pool: &mut Pool, inputs: &mut Inputs) -> Result<(), Unsupported> {
        for (name, value) in self.rule.typed.symbols.keys().zip(self.values) {
            let position = self.rule.positions.get(name);
            for leaf in position.and_then(|&p| inputs.args.get_mut(p)).into_iter().flatten() {
                leaf.bits = pool.constant(value.clone());
            }
        }
        self.rule.bind(pool, inputs)
    }

    fn condition(&self, pool: &mut Pool, inputs: &Inputs, function: &Function, source: &Summary) -> Result<Term, Unsupported> {
        self.rule.condition(pool, inputs, function, source)
    }
}
