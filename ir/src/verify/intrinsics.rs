//! Calls of intrinsics: signature, immediates, and the rules that a signature cannot express (LangRef, "Intrinsic Functions").
//! Intrinsics outside the table are not checked, and neither are declarations that nobody calls, as in LLVM.

use super::cast::{self, same_shape};
use super::{At, is_alignment, rule};
use crate::attr::{Attr, AttrKind, AttrSet};
use crate::constant::{ConstKind, Constant};
use crate::diagnostic::Span;
use crate::inst::{CallInfo, CastOp, FloatPred, IntPred, Operand};
use crate::intrinsic::{IntrinsicId, Mismatch, lookup, match_signature};
use crate::types::{FuncType, Type};

fn signature_problem(id: IntrinsicId, ty: &FuncType) -> Option<String> {
    let name = id.base_name();
    Some(match match_signature(id, &ty.ret, &ty.params, ty.vararg).err()? {
        Mismatch::Count(n) => format!("llvm.{name} has {n} parameters"),
        Mismatch::Result => format!("llvm.{name} cannot have the result type {}", ty.ret),
        Mismatch::Param(i) => format!("llvm.{name} cannot have {} as parameter {i}", ty.params[i]),
        Mismatch::Varargs => format!("llvm.{name} must match in varargs"),
    })
}

pub(super) fn check_call(at: &mut At<'_, '_>, name: &str, call: &CallInfo, ty: &FuncType) {
    // Calls may leave the declaration out, and then each has its own types.
    let declared = at.module().function(name).filter(|f| f.span != Span::default());
    if declared.is_some_and(|f| f.func_type() != *ty) {
        return at.error(rule::INTRINSIC, format!("@{name} is called with another function type than it is declared with"));
    }
    let Some(id) = lookup(name) else { return };
    if let Some(problem) = signature_problem(id, ty) {
        return at.error(rule::INTRINSIC, problem);
    }
    if call.args.len() < ty.params.len() {
        return; // reported with the call
    }
    for &i in id.signature().immediates {
        let immediate = constant(call, usize::from(i)).is_some_and(|c| matches!(c.kind, ConstKind::Int(_) | ConstKind::Float(_)));
        if !immediate {
            at.error(rule::INTRINSIC, format!("argument {i} of llvm.{} must be a literal", id.base_name()));
        }
    }
    if let Some(problem) = specific_problem(at, id, call, ty) {
        at.error(rule::INTRINSIC, format!("llvm.{}: {problem}", id.base_name()));
    }
}

fn constant(call: &CallInfo, index: usize) -> Option<&Constant> {
    match &call.args.get(index)?.0 {
        Operand::Const(c) => Some(c),
        _ => None,
    }
}

fn number(call: &CallInfo, index: usize) -> Option<u64> {
    match &constant(call, index)?.kind {
        ConstKind::Int(n) => n.to_u64(),
        _ => None,
    }
}

/// What is wrong beyond the signature.
fn specific_problem(at: &At<'_, '_>, id: IntrinsicId, call: &CallInfo, ty: &FuncType) -> Option<&'static str> {
    use IntrinsicId as I;
    let refuse = |wrong: bool, message: &'static str| wrong.then_some(message);
    let bits = || ty.ret.scalar_bits().map_or(0, u64::from);
    match id {
        I::Bswap | I::VpBswap => refuse(bits() % 16 != 0, "the width must be a multiple of 16"),
        I::SmulFix | I::SmulFixSat | I::SdivFix | I::SdivFixSat => {
            refuse(number(call, 2)? >= bits(), "the scale must be less than the width")
        }
        I::UmulFix | I::UmulFixSat | I::UdivFix | I::UdivFixSat => refuse(number(call, 2)? > bits(), "the scale must not exceed the width"),
        I::Scmp | I::Ucmp => refuse(bits() < 2, "the result needs at least two bits")
            .or_else(|| refuse(!same_shape(&ty.ret, &ty.params[0]), "result and operands must have as many lanes")),
        I::VectorReduceAdd
        | I::VectorReduceMul
        | I::VectorReduceAnd
        | I::VectorReduceOr
        | I::VectorReduceXor
        | I::VectorReduceSmax
        | I::VectorReduceSmin
        | I::VectorReduceUmax
        | I::VectorReduceUmin => refuse(!ty.ret.is_int(), "the lanes must be integers"),
        I::VectorReduceFadd
        | I::VectorReduceFmul
        | I::VectorReduceFmin
        | I::VectorReduceFmax
        | I::VectorReduceFminimum
        | I::VectorReduceFmaximum => refuse(!ty.ret.is_float(), "the lanes must be floating point"),
        I::VectorInsert => subvector_problem(&ty.params[0], &ty.params[1], number(call, 2)?),
        I::VectorExtract => subvector_problem(&ty.params[0], &ty.ret, number(call, 1)?),
        I::VectorSplice => splice_problem(&ty.ret, number(call, 2)?),
        I::GetActiveLaneMask => refuse(*ty.ret.scalar() != Type::I1, "the lanes of the result must be i1"),
        I::Stepvector => refuse(!ty.ret.scalar().is_int() || bits() < 8, "the lanes must be integers of at least 8 bits"),
        I::VectorPartialReduceAdd => partial_reduce_problem(&ty.ret, &ty.params[1]),
        I::Lrint | I::Llrint | I::Lround | I::Llround | I::FptosiSat | I::FptouiSat => {
            refuse(!same_shape(&ty.ret, &ty.params[0]), "result and operand must have as many lanes")
        }
        I::IsFpclass => refuse(number(call, 1)? > 0x3ff, "the mask names classes that do not exist"),
        I::Memcpy | I::Memmove | I::MemcpyInline => refuse(!aligned(call, &[0, 1]), "the alignment must be a power of two"),
        I::Memset | I::MemsetInline => refuse(!aligned(call, &[0]), "the alignment must be a power of two"),
        I::MemcpyElementUnorderedAtomic | I::MemmoveElementUnorderedAtomic => element_problem(call, &[0, 1]),
        I::MemsetElementUnorderedAtomic => element_problem(call, &[0]),
        I::Prefetch => refuse(number(call, 1)? > 1 || number(call, 2)? > 3 || number(call, 3)? > 1, "argument out of range"),
        I::Ptrmask => ptrmask_problem(at, ty),
        I::VpIcmp => refuse(word(call, 2).is_none_or(|w| IntPred::from_name(w).is_none()), "the predicate must be one of icmp"),
        I::VpFcmp => refuse(word(call, 2).is_none_or(|w| FloatPred::from_name(w).is_none()), "the predicate must be one of fcmp"),
        I::ConstrainedFcmp | I::ConstrainedFcmps => {
            refuse(word(call, 2).is_none_or(|w| FloatPred::from_name(w).is_none()), "the predicate must be one of fcmp")
                .or_else(|| refuse(!is_exception_behaviour(call, 3), "unknown exception behaviour"))
        }
        I::FptruncRound => refuse(word(call, 1).is_none_or(|w| !ROUNDINGS[..5].contains(&w)), "unknown rounding mode"),
        I::VpTrunc => cast::problem(at.layout(), CastOp::Trunc, &ty.params[0], &ty.ret),
        I::VpZext => cast::problem(at.layout(), CastOp::Zext, &ty.params[0], &ty.ret),
        I::VpSext => cast::problem(at.layout(), CastOp::Sext, &ty.params[0], &ty.ret),
        I::VpFptrunc => cast::problem(at.layout(), CastOp::Fptrunc, &ty.params[0], &ty.ret),
        I::VpFpext => cast::problem(at.layout(), CastOp::Fpext, &ty.params[0], &ty.ret),
        I::VpFptoui => cast::problem(at.layout(), CastOp::Fptoui, &ty.params[0], &ty.ret),
        I::VpFptosi => cast::problem(at.layout(), CastOp::Fptosi, &ty.params[0], &ty.ret),
        I::VpUitofp => cast::problem(at.layout(), CastOp::Uitofp, &ty.params[0], &ty.ret),
        I::VpSitofp => cast::problem(at.layout(), CastOp::Sitofp, &ty.params[0], &ty.ret),
        I::VpPtrtoint => cast::problem(at.layout(), CastOp::Ptrtoint, &ty.params[0], &ty.ret),
        I::VpInttoptr => cast::problem(at.layout(), CastOp::Inttoptr, &ty.params[0], &ty.ret),
        other => constrained_problem(other, call, ty),
    }
}

const ROUNDINGS: [&str; 6] =
    ["round.downward", "round.upward", "round.tonearest", "round.tonearestaway", "round.towardzero", "round.dynamic"];

/// Constrained intrinsics end in a rounding mode, where they round, and an exception behaviour.
fn constrained_problem(id: IntrinsicId, call: &CallInfo, ty: &FuncType) -> Option<&'static str> {
    if id.group() != crate::intrinsic::Group::Constrained {
        return None;
    }
    let metadata = ty.params.iter().filter(|p| **p == Type::Metadata).count();
    let last = ty.params.len().checked_sub(1)?;
    if metadata == 2 && word(call, last - 1).is_none_or(|w| !ROUNDINGS.contains(&w)) {
        return Some("unknown rounding mode");
    }
    (!is_exception_behaviour(call, last)).then_some("unknown exception behaviour")
}

fn is_exception_behaviour(call: &CallInfo, index: usize) -> bool {
    matches!(word(call, index), Some("fpexcept.ignore" | "fpexcept.maytrap" | "fpexcept.strict"))
}

/// The text of a `metadata !"…"` argument.
fn word(call: &CallInfo, index: usize) -> Option<&str> {
    call.args.get(index)?.0.metadata_string()
}

fn subvector_problem(vector: &Type, part: &Type, index: u64) -> Option<&'static str> {
    let (Type::Vector { scalable, len, elem }, Type::Vector { scalable: part_scalable, len: part_len, elem: part_elem }) = (vector, part)
    else {
        return None;
    };
    if elem != part_elem {
        Some("both vectors must have the same lane type")
    } else if *part_scalable && !scalable {
        Some("a scalable vector is not part of a fixed one")
    } else if *part_len == 0 || !index.is_multiple_of(*part_len) {
        Some("the index must be a multiple of the length of the part")
    } else if scalable == part_scalable && index.checked_add(*part_len).is_none_or(|end| end > *len) {
        Some("the part reaches beyond the vector")
    } else {
        None
    }
}

fn splice_problem(vector: &Type, offset: u64) -> Option<&'static str> {
    let Type::Vector { scalable: false, len, .. } = vector else { return None };
    let offset = i64::from(offset as u32 as i32); // an i32 literal
    let len = i64::try_from(*len).ok()?;
    (offset < -len || offset >= len).then_some("the offset must be within the vector")
}

fn partial_reduce_problem(acc: &Type, vector: &Type) -> Option<&'static str> {
    let (Type::Vector { scalable: s, len: a, elem }, Type::Vector { scalable: t, len: v, elem: lane }) = (acc, vector) else { return None };
    let ok = s == t && *a > 0 && v % a == 0 && elem.is_int() && elem == lane;
    (!ok).then_some("the lanes of the vector must divide into those of the accumulator")
}

fn alignment(attrs: &AttrSet) -> Option<u64> {
    match attrs.get(AttrKind::Align) {
        Some(Attr::Int(_, n)) => Some(*n),
        _ => None,
    }
}

fn aligned(call: &CallInfo, pointers: &[usize]) -> bool {
    pointers.iter().filter_map(|&i| alignment(&call.args[i].1)).all(is_alignment)
}

fn element_problem(call: &CallInfo, pointers: &[usize]) -> Option<&'static str> {
    let size = number(call, 3)?;
    if !size.is_power_of_two() {
        return Some("the element size must be a power of two");
    }
    let fits = pointers.iter().all(|&i| alignment(&call.args[i].1).is_some_and(|align| align.is_power_of_two() && align >= size));
    (!fits).then_some("the alignment must be a power of two of at least the element size")
}

fn ptrmask_problem(at: &At<'_, '_>, ty: &FuncType) -> Option<&'static str> {
    let (Type::Ptr { addrspace }, mask) = (ty.ret.scalar(), &ty.params[1]) else { return Some("the first argument must be a pointer") };
    if !same_shape(&ty.ret, mask) {
        return Some("pointer and mask must have as many lanes");
    }
    let width = at.layout().index_bits(*addrspace);
    (mask.scalar_bits() != Some(width)).then_some("the mask must have the width of an index")
}
