//! Metadata that says something about a value (LangRef, "Metadata Nodes"): shapes and places of the attachments.

use num_bigint::BigUint;

use super::{At, rule};
use crate::constant::{ConstKind, Constant, IntValue};
use crate::inst::{CastOp, InstKind};
use crate::metadata::{MdNode, MdRef};
use crate::module::Module;
use crate::types::Type;

pub(super) fn check_attachments(at: &mut At<'_, '_>) {
    let inst = at.inst;
    for (kind, node) in &inst.metadata {
        let problem = match &**kind {
            "range" => range_problem(at, node),
            "nonnull" => nonnull_problem(at, node),
            "align" => align_problem(at, node),
            "dereferenceable" | "dereferenceable_or_null" => dereferenceable_problem(at, node),
            "fpmath" => fpmath_problem(at, node),
            "tbaa" => tbaa_problem(at.module(), node),
            _ => None,
        };
        if let Some(problem) = problem {
            at.error(rule::METADATA, format!("!{kind}: {problem}"));
        }
    }
}

/// The operands of a tuple, whether it is written in place or numbered.
fn tuple<'m>(module: &'m Module, node: &'m MdRef) -> Option<&'m [MdRef]> {
    let node = match node {
        MdRef::Node(n) => module.metadata.get(n)?,
        MdRef::Inline(node) => node,
        MdRef::String(_) | MdRef::Constant(_) | MdRef::Null => return None,
    };
    match node {
        MdNode::Tuple { elems, .. } => Some(elems),
        MdNode::Specialized { .. } => None,
    }
}

fn constant(node: &MdRef) -> Option<&Constant> {
    match node {
        MdRef::Constant(c) => Some(c),
        _ => None,
    }
}

fn int(node: &MdRef) -> Option<(&Type, &IntValue)> {
    let constant = constant(node)?;
    match &constant.kind {
        ConstKind::Int(value) => Some((&constant.ty, value)),
        _ => None,
    }
}

/// The only operand, an `i64` literal.
fn single_i64(module: &Module, node: &MdRef) -> Option<u64> {
    match tuple(module, node)? {
        [only] => int(only).filter(|(ty, _)| **ty == Type::Int(64))?.1.to_u64(),
        _ => None,
    }
}

fn range_problem(at: &At<'_, '_>, node: &MdRef) -> Option<&'static str> {
    if !matches!(at.inst.kind, InstKind::Load { .. } | InstKind::Call { .. } | InstKind::Invoke { .. }) {
        return Some("belongs on loads and calls");
    }
    let Some(bounds) = tuple(at.module(), node) else { return Some("must be a tuple") };
    if bounds.is_empty() || bounds.len() % 2 != 0 {
        return Some("needs pairs of bounds");
    }
    let Type::Int(bits) = *at.inst.ty.scalar() else { return Some("needs an integer") };
    let mut pairs = Vec::new();
    for pair in bounds.chunks_exact(2) {
        let (Some((lo_ty, lo)), Some((hi_ty, hi))) = (int(&pair[0]), int(&pair[1])) else { return Some("the bounds must be integers") };
        if lo_ty != at.inst.ty.scalar() || hi_ty != lo_ty {
            return Some("the bounds must have the type of the value");
        }
        if lo == hi {
            return Some("a range must not be empty");
        }
        pairs.push((lo.to_biguint(), hi.to_biguint()));
    }
    ordered_problem(&pairs, bits)
}

/// Ranges are ordered by their signed lower bounds and neither overlap nor touch, around the end included.
fn ordered_problem(pairs: &[(BigUint, BigUint)], bits: u32) -> Option<&'static str> {
    let modulus = BigUint::from(1u8) << bits;
    let sign = BigUint::from(1u8) << (bits - 1);
    let signed = |v: &BigUint| (v + &sign) % &modulus; // order-preserving image of the signed value
    if pairs.windows(2).any(|w| signed(&w[0].0) >= signed(&w[1].0)) {
        return Some("ranges must be in order");
    }
    let touches = |a: &(BigUint, BigUint), b: &(BigUint, BigUint)| {
        let length = (&a.1 + &modulus - &a.0) % &modulus;
        let distance = (&b.0 + &modulus - &a.0) % &modulus;
        distance <= length
    };
    let around = (pairs.len() > 1).then(|| (pairs.last(), pairs.first()));
    let neighbours = pairs.windows(2).map(|w| (Some(&w[0]), Some(&w[1]))).chain(around);
    for (a, b) in neighbours {
        if let (Some(a), Some(b)) = (a, b)
            && touches(a, b)
        {
            return Some("ranges must not overlap or touch");
        }
    }
    None
}

fn nonnull_problem(at: &At<'_, '_>, node: &MdRef) -> Option<&'static str> {
    if !at.inst.ty.is_ptr() {
        Some("belongs on pointers")
    } else if !matches!(at.inst.kind, InstKind::Load { .. }) {
        Some("belongs on loads; calls have the attribute")
    } else if tuple(at.module(), node).is_none_or(|t| !t.is_empty()) {
        Some("must be the empty tuple")
    } else {
        None
    }
}

fn align_problem(at: &At<'_, '_>, node: &MdRef) -> Option<&'static str> {
    if !at.inst.ty.is_ptr() {
        return Some("belongs on pointers");
    }
    if !matches!(at.inst.kind, InstKind::Load { .. }) {
        return Some("belongs on loads; calls have the attribute");
    }
    match single_i64(at.module(), node) {
        Some(n) if n.is_power_of_two() && n <= 1 << 32 => None,
        Some(_) => Some("must be a power of two up to 2^32"),
        None => Some("needs one i64"),
    }
}

fn dereferenceable_problem(at: &At<'_, '_>, node: &MdRef) -> Option<&'static str> {
    let on_cast = matches!(at.inst.kind, InstKind::Cast { op: CastOp::Inttoptr, .. });
    if !at.inst.ty.is_ptr() {
        Some("belongs on pointers")
    } else if !on_cast && !matches!(at.inst.kind, InstKind::Load { .. }) {
        Some("belongs on loads and inttoptr; calls have the attribute")
    } else if single_i64(at.module(), node).is_none() {
        Some("needs one i64")
    } else {
        None
    }
}

fn fpmath_problem(at: &At<'_, '_>, node: &MdRef) -> Option<&'static str> {
    if !at.inst.ty.scalar().is_float() {
        return Some("belongs on floating-point values");
    }
    let Some([only]) = tuple(at.module(), node) else { return Some("needs one float") };
    match constant(only) {
        Some(Constant { ty, kind: ConstKind::Float(bits) }) if *ty == Type::Float(crate::types::FloatKind::Float) => {
            let positive = bits.to_u64().is_some_and(|b| b != 0 && b < 0x7f80_0000);
            (!positive).then_some("the accuracy must be a positive number")
        }
        _ => Some("needs one float"),
    }
}

/// A tag is a tuple whose access type leads to a root without coming back.
fn tbaa_problem(module: &Module, node: &MdRef) -> Option<&'static str> {
    let Some(tag) = tuple(module, node) else { return Some("must be a tuple") };
    let mut at = if tag.len() >= 3 { tag.get(1)? } else { node };
    for _ in 0..=module.metadata.len() {
        match tuple(module, at).and_then(|t| t.get(1)) {
            Some(parent @ MdRef::Node(_)) => at = parent,
            _ => return None,
        }
    }
    Some("type descriptors form a cycle")
}
