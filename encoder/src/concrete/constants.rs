//! Constants as register contents.

use llvet_ir::{ConstExpr, ConstKind, Constant};

use super::env::Env;
use super::slot::{Node, Slot};
use crate::outcome::Unsupported;

/// A constant as a register: a thunk when undef occurs in it.
///
/// # Errors
/// When the constant is not modelled.
pub(crate) fn constant_slot<'m>(env: &Env<'m>, c: &'m Constant) -> Result<Slot<'m>, Unsupported> {
    // Also evaluated when undef occurs, so that unsupported constants are found here.
    let value = env.fixed_constant(c)?;
    Ok(if contains_undef(c) { Slot::thunk(Node::Constant(c)) } else { value.into() })
}

/// Whether `undef` occurs in a constant.
#[must_use]
pub fn contains_undef(c: &Constant) -> bool {
    match &c.kind {
        ConstKind::Undef => true,
        ConstKind::Aggregate(elems) | ConstKind::PtrAuth(elems) => elems.iter().any(|e| contains_undef(e)),
        ConstKind::Splat(elem) => contains_undef(elem),
        ConstKind::Expr(e) => expression_contains_undef(e),
        ConstKind::Int(_)
        | ConstKind::Float(_)
        | ConstKind::Null
        | ConstKind::None
        | ConstKind::Poison
        | ConstKind::Zero
        | ConstKind::Bytes(_)
        | ConstKind::Global(_)
        | ConstKind::BlockAddress { .. }
        | ConstKind::DsoLocalEquivalent(_)
        | ConstKind::NoCfi(_) => false,
    }
}

fn expression_contains_undef(e: &ConstExpr) -> bool {
    match e {
        ConstExpr::Binary { args, .. }
        | ConstExpr::Icmp { args, .. }
        | ConstExpr::Fcmp { args, .. }
        | ConstExpr::ExtractElement { args }
        | ConstExpr::ShuffleVector { args, .. }
        | ConstExpr::InsertValue { args, .. } => args.iter().any(|a| contains_undef(a)),
        ConstExpr::Select { args } | ConstExpr::InsertElement { args } => args.iter().any(|a| contains_undef(a)),
        ConstExpr::Cast { arg, .. } | ConstExpr::Fneg { arg } => contains_undef(arg),
        ConstExpr::ExtractValue { agg, .. } => contains_undef(agg),
        ConstExpr::Gep { args, .. } => args.iter().any(|a| contains_undef(a)),
    }
}
