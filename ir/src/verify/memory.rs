//! Memory instructions: types, alignments, orderings (LangRef, "Memory Access and Addressing Operations").

use super::{At, is_alignment, rule};
use crate::constant::{ConstKind, Constant};
use crate::datalayout::DataLayout;
use crate::inst::{Atomic, InstKind, Operand, Ordering, RmwOp};
use crate::module::Module;
use crate::types::Type;

pub(super) fn check(at: &mut At<'_, '_>) {
    let inst = at.inst;
    match &inst.kind {
        InstKind::Alloca { allocated, count, align, swifterror, .. } => check_alloca(at, allocated, count.as_ref(), *align, *swifterror),
        InstKind::Load { ptr, align, atomic, .. } => {
            check_access(at, ptr, &inst.ty, *align, atomic.as_ref());
            let ordering = atomic.as_ref().map(|a| a.ordering);
            at.require(!matches!(ordering, Some(Ordering::Release | Ordering::AcqRel)), rule::ATOMIC, "a load cannot release");
        }
        InstKind::Store { value, ptr, align, atomic, .. } => {
            check_access(at, ptr, &at.ty(value), *align, atomic.as_ref());
            let ordering = atomic.as_ref().map(|a| a.ordering);
            at.require(!matches!(ordering, Some(Ordering::Acquire | Ordering::AcqRel)), rule::ATOMIC, "a store cannot acquire");
        }
        InstKind::Fence { atomic } => {
            let ok = !matches!(atomic.ordering, Ordering::Unordered | Ordering::Monotonic);
            at.require(ok, rule::ATOMIC, "a fence must acquire or release");
        }
        InstKind::CmpXchg { .. } => check_cmpxchg(at),
        InstKind::AtomicRmw { .. } => check_rmw(at),
        InstKind::GetElementPtr { elem_ty, base, indices } => {
            let base = at.ty(base);
            let indices: Vec<Index<'_>> = indices.iter().map(|i| (at.ty(i), constant(i))).collect();
            match gep_type(at.module(), at.layout(), elem_ty, &base, &indices) {
                Ok(ty) => at.same_type(&inst.ty, &ty, "result of getelementptr"),
                Err(problem) => at.error(rule::W5, problem),
            }
        }
        InstKind::VaArg { list } => {
            let ok = at.ty(list).is_ptr();
            at.typed(ok, "va_arg needs a pointer");
            at.typed(inst.ty.is_first_class() && inst.ty != Type::Label, "va_arg needs a first-class type");
        }
        _ => {}
    }
}

fn constant(operand: &Operand) -> Option<&Constant> {
    match operand {
        Operand::Const(c) => Some(c),
        _ => None,
    }
}

fn check_align(at: &mut At<'_, '_>, align: Option<u64>) {
    if let Some(align) = align {
        at.require(is_alignment(align), rule::ALIGNMENT, "alignment must be a power of two up to 2^32");
    }
}

fn check_alloca(at: &mut At<'_, '_>, allocated: &Type, count: Option<&Operand>, align: Option<u64>, swifterror: bool) {
    at.typed(at.layout().is_sized(allocated), "alloca needs a type that has a size");
    if let Some(count) = count {
        let ok = at.ty(count).is_int();
        at.typed(ok, "the number of elements must be an integer");
    }
    check_align(at, align);
    if swifterror {
        at.typed(allocated.is_ptr() && count.is_none_or(is_one), "swifterror alloca needs a single pointer");
        check_swifterror_uses(at);
    }
}

fn is_one(count: &Operand) -> bool {
    matches!(constant(count).map(|c| &c.kind), Some(ConstKind::Int(n)) if n.to_u64() == Some(1))
}

/// A swifterror slot is only loaded, stored to, and passed on as swifterror.
fn check_swifterror_uses(at: &mut At<'_, '_>) {
    let Some(slot) = at.inst.result else { return };
    let func = at.func();
    let slot = Operand::Value(slot);
    for user in func.blocks.iter().flat_map(|b| &b.insts) {
        let legal = match &user.kind {
            InstKind::Load { ptr, .. } if *ptr == slot => true,
            InstKind::Store { value, .. } => *value != slot,
            InstKind::Call { call, .. } | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => {
                call.args.iter().all(|(a, attrs)| *a != slot || attrs.has(crate::attr::AttrKind::SwiftError))
            }
            other => !other.operands().contains(&&slot),
        };
        at.scope.require(legal, rule::W5, user.span, "a swifterror slot can only be loaded, stored to or passed as swifterror");
    }
}

/// Loads and stores.
fn check_access(at: &mut At<'_, '_>, ptr: &Operand, ty: &Type, align: Option<u64>, atomic: Option<&Atomic>) {
    let ok = at.ty(ptr).is_ptr();
    at.typed(ok, "the address must be a pointer");
    let sized = ty.is_first_class() && at.layout().is_sized(ty);
    if !sized {
        at.error(rule::W5, format!("memory access needs a first-class type that has a size, not {ty}"));
    }
    check_align(at, align);
    if atomic.is_some() {
        at.require(align.is_some(), rule::ATOMIC, "an atomic access needs an explicit alignment");
        let ok = matches!(ty.scalar(), Type::Int(_) | Type::Byte(_) | Type::Float(_) | Type::Ptr { .. });
        at.require(ok, rule::ATOMIC, "an atomic access needs an integer, pointer or floating-point type, or a vector of them");
        check_atomic_size(at, ty);
    }
}

fn check_atomic_size(at: &mut At<'_, '_>, ty: &Type) {
    if let Some(bits) = at.layout().size_in_bits(ty) {
        at.require(
            bits >= 8 && bits.is_power_of_two(),
            rule::ATOMIC,
            "the size of an atomic access must be a power of two of at least 8 bits",
        );
    }
}

fn check_cmpxchg(at: &mut At<'_, '_>) {
    let InstKind::CmpXchg { ptr, cmp, new, success, failure, align, .. } = &at.inst.kind else { return };
    let ty = at.ty(cmp);
    at.typed(at.ty(ptr).is_ptr(), "the address must be a pointer");
    at.same_type(&at.ty(new), &ty, "new value of cmpxchg");
    at.typed(ty.is_int() || ty.is_ptr() || matches!(ty, Type::Byte(_)), "cmpxchg needs an integer or a pointer");
    check_atomic_size(at, &ty);
    at.same_type(&at.inst.ty, &Type::structure(vec![ty, Type::I1]), "result of cmpxchg");
    let failure_ok = !matches!(failure, Ordering::Unordered | Ordering::Release | Ordering::AcqRel);
    at.require(failure_ok, rule::ATOMIC, "the failure ordering of cmpxchg cannot be unordered or release");
    at.require(success.ordering != Ordering::Unordered, rule::ATOMIC, "cmpxchg cannot be unordered");
    check_align(at, *align);
}

fn check_rmw(at: &mut At<'_, '_>) {
    let InstKind::AtomicRmw { op, elementwise, ptr, value, atomic, align, .. } = &at.inst.kind else { return };
    let ty = at.ty(value);
    at.typed(at.ty(ptr).is_ptr(), "the address must be a pointer");
    at.same_type(&at.inst.ty, &ty, "result of atomicrmw");
    at.require(atomic.ordering != Ordering::Unordered, rule::ATOMIC, "atomicrmw cannot be unordered");
    at.typed(!elementwise || ty.is_vector(), "elementwise atomicrmw needs a vector");
    let lane = if *elementwise { ty.scalar() } else { &ty };
    let ok = match op {
        RmwOp::Xchg => matches!(lane, Type::Int(_) | Type::Byte(_) | Type::Float(_) | Type::Ptr { .. }),
        RmwOp::Fadd
        | RmwOp::Fsub
        | RmwOp::Fmax
        | RmwOp::Fmin
        | RmwOp::Fmaximum
        | RmwOp::Fminimum
        | RmwOp::Fmaximumnum
        | RmwOp::Fminimumnum => ty.scalar().is_float() && !matches!(ty, Type::Vector { scalable: true, .. }),
        RmwOp::Add
        | RmwOp::Sub
        | RmwOp::And
        | RmwOp::Nand
        | RmwOp::Or
        | RmwOp::Xor
        | RmwOp::Max
        | RmwOp::Min
        | RmwOp::Umax
        | RmwOp::Umin
        | RmwOp::UincWrap
        | RmwOp::UdecWrap
        | RmwOp::UsubCond
        | RmwOp::UsubSat => lane.is_int(),
    };
    if !ok {
        at.error(rule::W5, format!("atomicrmw {} cannot have the type {ty}", op.name()));
    }
    check_atomic_size(at, &ty);
    check_align(at, *align);
}

/// Type of an index and its value when it is constant.
pub(super) type Index<'a> = (Type, Option<&'a Constant>);

/// The result type of a `getelementptr`, or what is wrong with it.
pub(super) fn gep_type(module: &Module, layout: &DataLayout, elem_ty: &Type, base: &Type, indices: &[Index<'_>]) -> Result<Type, String> {
    if !base.scalar().is_ptr() {
        return Err("getelementptr needs a pointer or a vector of pointers".into());
    }
    if !layout.is_sized(elem_ty) {
        return Err(format!("getelementptr into {elem_ty}, which has no size"));
    }
    let mut result = base.clone();
    for (ty, _) in indices {
        if !ty.scalar().is_int() {
            return Err("indices of getelementptr must be integers".into());
        }
        if ty.is_vector() {
            if result.is_vector() && !super::cast::same_shape(&result, ty) {
                return Err("vectors in one getelementptr must have as many lanes".into());
            }
            result = ty.with_scalar(base.scalar().clone());
        }
    }
    let mut at = elem_ty.clone();
    for index in indices.iter().skip(1) {
        at = step(module, &at, index)?;
    }
    Ok(result)
}

fn step(module: &Module, at: &Type, (ty, value): &Index<'_>) -> Result<Type, String> {
    match module.resolve(at) {
        Some(Type::Struct(body)) => {
            let number = value.and_then(splat_value).filter(|_| *ty.scalar() == Type::Int(32));
            let field = number.and_then(|n| body.fields.get(usize::try_from(n).ok()?));
            field.cloned().ok_or_else(|| format!("index into {at} must be an i32 constant that names a field"))
        }
        Some(Type::Array { elem, .. } | Type::Vector { elem, .. }) => Ok((**elem).clone()),
        _ => Err(format!("getelementptr cannot index into {at}")),
    }
}

/// The number that an index has in all lanes.
fn splat_value(constant: &Constant) -> Option<u64> {
    match &constant.kind {
        ConstKind::Int(n) => n.to_u64(),
        ConstKind::Zero => Some(0),
        ConstKind::Splat(lane) => splat_value(lane),
        ConstKind::Aggregate(lanes) => {
            let first = splat_value(lanes.first()?)?;
            lanes.iter().all(|l| splat_value(l) == Some(first)).then_some(first)
        }
        _ => None,
    }
}
