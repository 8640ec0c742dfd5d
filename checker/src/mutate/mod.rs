//! Wrong twins of right rules: small changes of a pair that make it wrong, as tests for checkers and for the rules' own expectations.
//!
//! **Invariants.** Every mutant differs from the pair in one place, is valid IR, and no two mutants of a pair are the same. A mutant counts
//! as wrong only with a replayed counterexample.

pub mod change;
pub mod operators;
pub mod rule;
pub mod score;

use clap::ValueEnum;
use llvet_ir::{Function, Module};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// A flag more in the target, or one less in the source
    Flags,
    /// Another constant in the target
    Constants,
    /// Another predicate of a comparison in the target
    Predicates,
    /// Operands swapped or replaced in the target
    Operands,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Flags, Kind::Constants, Kind::Predicates, Kind::Operands];

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Kind::Flags => "flags",
            Kind::Constants => "constants",
            Kind::Predicates => "predicates",
            Kind::Operands => "operands",
        }
    }
}

/// Which function of the pair is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The source.
    Source,
    /// The target.
    Target,
}

/// A changed pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// What kind of change.
    pub kind: Kind,
    /// The change in words.
    pub what: String,
    /// The function that is changed.
    pub side: Side,
    /// That function afterwards.
    pub function: Function,
}

/// The mutants of a pair in one module, in a fixed order; `src` and `tgt` are indices into its functions.
#[must_use]
pub fn mutants(module: &Module, src: usize, tgt: usize, kinds: &[Kind]) -> Vec<Mutant> {
    let (source, target) = (&module.functions[src], &module.functions[tgt]);
    let mut found: Vec<Mutant> = Vec::new();
    for &kind in kinds {
        let candidates = match kind {
            Kind::Flags => operators::flags(source, target),
            Kind::Constants => operators::constants(module, target),
            Kind::Predicates => operators::predicates(target),
            Kind::Operands => operators::operands(target),
        };
        for mutant in candidates {
            let original = if mutant.side == Side::Source { source } else { target };
            let new = mutant.function != *original && !found.iter().any(|m| m.side == mutant.side && m.function == mutant.function);
            if new && is_valid(module, if mutant.side == Side::Source { src } else { tgt }, &mutant.function) {
                found.push(mutant);
            }
        }
    }
    found
}

/// Whether the module with the function in this place is valid.
fn is_valid(module: &Module, place: usize, function: &Function) -> bool {
    let mut changed = module.clone();
    changed.functions[place] = function.clone();
    llvet_ir::verify(&changed).iter().all(|d| d.severity != llvet_ir::Severity::Error)
}
