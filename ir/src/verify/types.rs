//! W5 for every instruction, and the legality of its flags.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::cast::{self, same_shape};
use super::{At, call, eh, memory, rule};
use crate::constant::{ConstKind, Constant};
use crate::flags::Flag;
use crate::inst::{BinOp, InstKind, Operand};
use crate::module::Module;
use crate::types::Type;

pub(super) fn check(at: &mut At<'_, '_>) {
    check_flags(at);
    let inst = at.inst;
    match &inst.kind {
        InstKind::Ret { value } => check_ret(at, value.as_ref()),
        InstKind::Br { .. } | InstKind::Unreachable => {}
        InstKind::CondBr { cond, .. } => at.same_type(&at.ty(cond), &Type::I1, "branch condition"),
        InstKind::Switch { value, cases, .. } => check_switch(at, value, cases),
        InstKind::IndirectBr { addr, .. } => {
            let ok = at.ty(addr).is_ptr();
            at.typed(ok, "indirectbr needs a pointer");
        }
        InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } | InstKind::Call { call, .. } => call::check(at, call),
        InstKind::Resume { .. }
        | InstKind::CatchSwitch { .. }
        | InstKind::CatchRet { .. }
        | InstKind::CleanupRet { .. }
        | InstKind::CatchPad { .. }
        | InstKind::CleanupPad { .. }
        | InstKind::LandingPad { .. } => eh::check_types(at),
        InstKind::Fneg { arg } => {
            let ty = at.ty(arg);
            at.same_type(&ty, &inst.ty, "operand of fneg");
            at.typed(ty.scalar().is_float(), "fneg needs a floating-point type");
        }
        InstKind::Binary { op, args } => check_binary(at, *op, args),
        InstKind::Cast { op, arg } => {
            if let Some(problem) = cast::problem(at.layout(), *op, &at.ty(arg), &inst.ty) {
                let (from, to) = (at.ty(arg), &inst.ty);
                at.error(rule::W5, format!("invalid cast {} {from} to {to}: {problem}", op.name()));
            }
        }
        InstKind::Icmp { args, .. } => {
            let scalar = at.ty(&args[0]).scalar().clone();
            let comparable = matches!(scalar, Type::Int(_) | Type::Byte(_) | Type::Ptr { .. });
            check_comparison(at, args, comparable, "icmp needs integers or pointers");
        }
        InstKind::Fcmp { args, .. } => {
            let comparable = at.ty(&args[0]).scalar().is_float();
            check_comparison(at, args, comparable, "fcmp needs floating-point types");
        }
        InstKind::Select { cond, args } => check_select(at, cond, args),
        InstKind::Freeze { arg } => at.same_type(&at.ty(arg), &inst.ty, "operand of freeze"),
        InstKind::Phi { incoming } => {
            at.typed(inst.ty.is_first_class() && inst.ty != Type::Token && inst.ty != Type::Label, "phi cannot have this type");
            for (value, _) in incoming {
                at.same_type(&at.ty(value), &inst.ty, "value of phi");
            }
        }
        InstKind::ExtractElement { .. } | InstKind::InsertElement { .. } | InstKind::ShuffleVector { .. } => check_vector(at),
        InstKind::ExtractValue { agg, indices } => match element_at(at.module(), &at.ty(agg), indices) {
            Some(elem) => at.same_type(&inst.ty, &elem, "result of extractvalue"),
            None => at.error(rule::W5, "extractvalue indices do not lead into the aggregate"),
        },
        InstKind::InsertValue { agg, elem, indices } => match element_at(at.module(), &at.ty(agg), indices) {
            Some(want) => at.same_type(&at.ty(elem), &want, "value of insertvalue"),
            None => at.error(rule::W5, "insertvalue indices do not lead into the aggregate"),
        },
        InstKind::Alloca { .. }
        | InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::Fence { .. }
        | InstKind::CmpXchg { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::GetElementPtr { .. }
        | InstKind::VaArg { .. } => memory::check(at),
    }
}

fn check_flags(at: &mut At<'_, '_>) {
    let inst = at.inst;
    let legal = inst.kind.legal_flags(&inst.ty);
    for flag in Flag::ALL {
        if inst.flags.has(flag) && !legal.contains(&flag) {
            at.error(rule::FLAG, format!("{} cannot have the flag {}", inst.kind.opcode(), flag.name()));
        }
    }
}

fn check_ret(at: &mut At<'_, '_>, value: Option<&Operand>) {
    let want = &at.func().ret;
    match value {
        None => at.typed(*want == Type::Void, "ret void in a function that returns a value"),
        Some(_) if *want == Type::Void => at.error(rule::W5, "ret with a value in a function that returns void"),
        Some(value) => at.same_type(&at.ty(value), want, "returned value"),
    }
}

fn check_switch(at: &mut At<'_, '_>, value: &Operand, cases: &[(Arc<Constant>, crate::entity::BlockId)]) {
    let ty = at.ty(value);
    at.typed(ty.is_int(), "switch needs an integer");
    let mut seen = FxHashSet::default();
    for (case, _) in cases {
        at.same_type(&case.ty, &ty, "case of switch");
        let ConstKind::Int(number) = &case.kind else {
            at.error(rule::W5, "case of switch is not an integer literal");
            continue;
        };
        if !seen.insert(number) {
            at.error(rule::W5, format!("switch has the case {} twice", number.to_biguint()));
        }
    }
}

fn check_binary(at: &mut At<'_, '_>, op: BinOp, args: &[Operand; 2]) {
    let ty = &at.inst.ty;
    for arg in args {
        at.same_type(&at.ty(arg), ty, &format!("operand of {}", op.name()));
    }
    let ok = if op.is_float() { ty.scalar().is_float() } else { matches!(ty.scalar(), Type::Int(_)) || byte_operation(op, ty) };
    if !ok {
        let wanted = if op.is_float() { "floating-point type" } else { "integer type" };
        at.error(rule::W5, format!("{} needs a {wanted} or a vector of one, not {ty}", op.name()));
    }
}

/// Bytes can be taken apart by shifting, and put together by `or`.
fn byte_operation(op: BinOp, ty: &Type) -> bool {
    matches!(ty.scalar(), Type::Byte(_)) && matches!(op, BinOp::Lshr | BinOp::Shl | BinOp::Or)
}

fn check_comparison(at: &mut At<'_, '_>, args: &[Operand; 2], comparable: bool, message: &str) {
    let ty = at.ty(&args[0]);
    at.same_type(&at.ty(&args[1]), &ty, "second operand of the comparison");
    at.typed(comparable, message);
    at.same_type(&at.inst.ty, &ty.with_scalar(Type::I1), "result of the comparison");
}

fn check_select(at: &mut At<'_, '_>, cond: &Operand, args: &[Operand; 2]) {
    let ty = at.ty(&args[0]);
    at.same_type(&at.ty(&args[1]), &ty, "second value of select");
    at.typed(ty.is_first_class() && ty != Type::Token && ty != Type::Label, "select cannot choose between such values");
    let cond = at.ty(cond);
    at.typed(*cond.scalar() == Type::I1, "select needs a condition of type i1 or a vector of i1");
    at.typed(!cond.is_vector() || same_shape(&cond, &ty), "a vector condition needs values with as many lanes");
}

fn check_vector(at: &mut At<'_, '_>) {
    let inst = at.inst;
    match &inst.kind {
        InstKind::ExtractElement { vector, index } => {
            let ty = at.ty(vector);
            at.typed(ty.is_vector(), "extractelement needs a vector");
            at.typed(at.ty(index).is_int(), "index of extractelement must be an integer");
            at.same_type(&inst.ty, ty.scalar(), "result of extractelement");
        }
        InstKind::InsertElement { vector, elem, index } => {
            let ty = at.ty(vector);
            at.typed(ty.is_vector(), "insertelement needs a vector");
            at.typed(at.ty(index).is_int(), "index of insertelement must be an integer");
            at.same_type(&at.ty(elem), ty.scalar(), "element of insertelement");
        }
        InstKind::ShuffleVector { args, mask } => {
            let ty = at.ty(&args[0]);
            at.same_type(&at.ty(&args[1]), &ty, "second vector of shufflevector");
            if let Some(problem) = shuffle_problem(&ty, mask) {
                at.error(rule::W5, problem);
            }
        }
        _ => {}
    }
}

/// What is wrong with a shuffle of two vectors of a type, if anything.
pub(super) fn shuffle_problem(ty: &Type, mask: &[Option<u32>]) -> Option<&'static str> {
    match ty {
        Type::Vector { scalable: true, .. } => {
            let uniform = mask.iter().all(Option::is_none) || mask.iter().all(|m| *m == Some(0));
            (!uniform).then_some("the mask for scalable vectors must be all zero or all poison")
        }
        Type::Vector { len, .. } => {
            let inside = mask.iter().flatten().all(|&m| u64::from(m) < len.saturating_mul(2));
            (!inside).then_some("the mask of shufflevector selects a lane that does not exist")
        }
        _ => Some("shufflevector needs vectors"),
    }
}

/// The type that a path of `extractvalue` indices leads to; `None` for an empty or wrong path.
pub(super) fn element_at(module: &Module, ty: &Type, indices: &[u32]) -> Option<Type> {
    if indices.is_empty() { None } else { module.element_type(ty, indices) }
}
