//! Arguments that a run is given.

use llvet_ir::{ConstKind, Constant, Module};

use super::constants::contains_undef;
use super::env::Env;
use super::word::{Provenance, Scalar, Word};
use crate::bv::Bv;
use crate::outcome::Unsupported;
use crate::value::leaf_types;

/// One scalar leaf of an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ArgLane {
    /// Defined bits, as wide as the leaf. A pointer made from them may access exposed objects, as after `inttoptr`.
    Bits(Bv),
    /// A pointer with its provenance, for the same module.
    Pointer(Word),
    /// Poison.
    Poison,
    /// Undef, picked at every read.
    Undef,
}

/// An argument as its scalar leaves in order, as in [`crate::value::Value`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArgValue {
    /// The leaves.
    pub lanes: Vec<ArgLane>,
}

impl ArgValue {
    /// A constant of the module as an argument.
    ///
    /// # Errors
    /// When the constant is not modelled.
    pub fn of_constant(module: &Module, c: &Constant) -> Result<ArgValue, Unsupported> {
        let mut lanes = Vec::new();
        collect_lanes(&Env::new(module)?, c, &mut lanes)?;
        Ok(ArgValue { lanes })
    }
}

fn collect_lanes(env: &Env<'_>, c: &Constant, out: &mut Vec<ArgLane>) -> Result<(), Unsupported> {
    match &c.kind {
        ConstKind::Aggregate(elems) => elems.iter().try_for_each(|elem| collect_lanes(env, elem, out)),
        ConstKind::Splat(elem) => (0..c.ty.lanes().unwrap_or(0)).try_for_each(|_| collect_lanes(env, elem, out)),
        ConstKind::Undef => {
            out.extend(leaf_types(env.module, &c.ty)?.iter().map(|_| ArgLane::Undef));
            Ok(())
        }
        _ if contains_undef(c) => Err(Unsupported::new("constant expression of undef as an argument")),
        _ => {
            out.extend(env.fixed_constant(c)?.lanes.into_iter().map(|lane| match lane {
                Scalar::Poison(_) => ArgLane::Poison,
                Scalar::Word(word) if word.provenance == Provenance::None => ArgLane::Bits(word.bits),
                Scalar::Word(word) => ArgLane::Pointer(word),
            }));
            Ok(())
        }
    }
}
