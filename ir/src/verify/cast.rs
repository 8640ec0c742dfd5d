//! Which casts exist between which types (LangRef, "Conversion Operations"). Used for instructions and constant expressions.

use crate::datalayout::DataLayout;
use crate::inst::CastOp;
use crate::types::Type;

/// Whether both are scalars, or vectors with as many lanes.
pub(super) fn same_shape(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Vector { scalable: s, len: m, .. }, Type::Vector { scalable: t, len: n, .. }) => s == t && m == n,
        (Type::Vector { .. }, _) | (_, Type::Vector { .. }) => false,
        _ => true,
    }
}

/// What is wrong with a cast, if anything.
pub(super) fn problem(layout: &DataLayout, op: CastOp, from: &Type, to: &Type) -> Option<&'static str> {
    if op == CastOp::Bitcast {
        return bitcast_problem(layout, from, to);
    }
    if !same_shape(from, to) {
        return Some("operand and result must both be scalars, or vectors of the same length");
    }
    let (from, to) = (from.scalar(), to.scalar());
    let wider = from.scalar_bits() < to.scalar_bits();
    let narrower = from.scalar_bits() > to.scalar_bits();
    match op {
        CastOp::Trunc if !(is_bits(from) && is_bits(to)) => Some("trunc needs integers"),
        CastOp::Trunc if !narrower => Some("the result of trunc must be narrower than its operand"),
        CastOp::Zext | CastOp::Sext if !(from.is_int() && to.is_int()) => Some("zext and sext need integers"),
        CastOp::Zext | CastOp::Sext if !wider => Some("the result of zext or sext must be wider than its operand"),
        CastOp::Fptrunc | CastOp::Fpext if !(from.is_float() && to.is_float()) => Some("fptrunc and fpext need floating-point types"),
        CastOp::Fptrunc if !narrower => Some("the result of fptrunc must be narrower than its operand"),
        CastOp::Fpext if !wider => Some("the result of fpext must be wider than its operand"),
        CastOp::Fptoui | CastOp::Fptosi if !(from.is_float() && to.is_int()) => {
            Some("operand must be floating point and the result an integer")
        }
        CastOp::Uitofp | CastOp::Sitofp if !(from.is_int() && to.is_float()) => {
            Some("operand must be an integer and the result floating point")
        }
        CastOp::Ptrtoint | CastOp::Ptrtoaddr if !(from.is_ptr() && to.is_int()) => {
            Some("operand must be a pointer and the result an integer")
        }
        CastOp::Ptrtoaddr if !is_address_type(layout, from, to) => Some("the result of ptrtoaddr must have the width of an address"),
        CastOp::Inttoptr if !(from.is_int() && to.is_ptr()) => Some("operand must be an integer and the result a pointer"),
        CastOp::Addrspacecast if !(from.is_ptr() && to.is_ptr()) => Some("addrspacecast needs pointers"),
        CastOp::Addrspacecast if from == to => Some("addrspacecast must change the address space"),
        CastOp::Trunc
        | CastOp::Zext
        | CastOp::Sext
        | CastOp::Fptrunc
        | CastOp::Fpext
        | CastOp::Fptoui
        | CastOp::Fptosi
        | CastOp::Uitofp
        | CastOp::Sitofp
        | CastOp::Ptrtoint
        | CastOp::Ptrtoaddr
        | CastOp::Inttoptr
        | CastOp::Bitcast
        | CastOp::Addrspacecast => None,
    }
}

fn is_bits(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Byte(_))
}

fn is_address_type(layout: &DataLayout, pointer: &Type, int: &Type) -> bool {
    matches!(pointer, Type::Ptr { addrspace } if int.scalar_bits() == Some(layout.index_bits(*addrspace)))
}

fn bitcast_problem(layout: &DataLayout, from: &Type, to: &Type) -> Option<&'static str> {
    let castable = |ty: &Type| is_bits(ty.scalar()) || ty.scalar().is_float() || ty.scalar().is_ptr() || *ty == Type::X86Amx;
    if from == to && from.is_first_class() && !from.is_aggregate() {
        return None;
    }
    if !castable(from) || !castable(to) {
        return Some("bitcast needs types that are first class and not aggregates");
    }
    let has_byte = |ty: &Type| matches!(ty.scalar(), Type::Byte(_));
    match (from.scalar(), to.scalar()) {
        (Type::Ptr { addrspace: a }, Type::Ptr { addrspace: b }) => {
            let lanes = |ty: &Type| match ty {
                Type::Vector { scalable, len, .. } => (*scalable, *len),
                _ => (false, 1),
            };
            if a != b {
                Some("bitcast cannot change the address space")
            } else if lanes(from) != lanes(to) {
                Some("bitcast of pointers cannot change the number of lanes")
            } else {
                None
            }
        }
        (a, b) if (a.is_ptr() || b.is_ptr()) && !has_byte(from) && !has_byte(to) => {
            Some("bitcast cannot turn pointers into other types or back")
        }
        _ if bits(layout, from) != bits(layout, to) => Some("bitcast needs types of the same size"),
        _ => None,
    }
}

/// Scalable or not, and the (minimum) number of bits.
fn bits(layout: &DataLayout, ty: &Type) -> Option<(bool, u64)> {
    match ty {
        Type::Vector { scalable: true, len, elem } => Some((true, layout.size_in_bits(elem)?.checked_mul(*len)?)),
        other => Some((false, layout.size_in_bits(other)?)),
    }
}
