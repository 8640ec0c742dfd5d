//! Calls: arguments against the function type, operand bundles (LangRef, "call", "invoke", "callbr", "Operand Bundles").

use super::{At, attrs, intrinsics, rule};
use crate::entity::ValueId;
use crate::function::ValueKind;
use crate::inst::{Bundle, CallInfo, InstKind, Operand};
use crate::intrinsic::is_intrinsic_name;
use crate::types::{FuncType, Type};

/// Bundles of which a call has at most one.
const UNIQUE_BUNDLES: [&str; 12] = [
    "deopt",
    "gc-transition",
    "funclet",
    "cfguardtarget",
    "preallocated",
    "gc-live",
    "kcfi",
    "convergencectrl",
    "ptrauth",
    "clang.arc.attachedcall",
    "gc-relocate",
    "deactivation-symbol",
];

pub(super) fn check(at: &mut At<'_, '_>, call: &CallInfo) {
    let callee_is_ptr = at.ty(&call.callee).is_ptr();
    at.typed(callee_is_ptr, "the callee must be a pointer");
    let Type::Func(func_ty) = &call.func_ty else {
        return at.error(rule::W5, "a call needs a function type");
    };
    check_arguments(at, call, func_ty);
    at.same_type(&at.inst.ty, &func_ty.ret, "result of the call");
    check_form(at, call);
    check_bundles(at, &call.bundles);
    attrs::check_call(at, call, func_ty);
    if let Some(name) = call.direct_callee().filter(|n| is_intrinsic_name(n)) {
        intrinsics::check_call(at, name, call, func_ty);
    }
}

fn check_arguments(at: &mut At<'_, '_>, call: &CallInfo, func_ty: &FuncType) {
    let (have, want) = (call.args.len(), func_ty.params.len());
    if have < want || (have > want && !func_ty.vararg) {
        at.error(rule::W5, format!("call with {have} arguments of a function with {want} parameters"));
    }
    for (i, ((arg, _), want)) in call.args.iter().zip(&func_ty.params).enumerate() {
        at.same_type(&at.ty(arg), want, &format!("argument {i}"));
    }
    let intrinsic = call.direct_callee().is_some_and(is_intrinsic_name);
    for (arg, _) in &call.args {
        let ty = at.ty(arg);
        let special = matches!(ty, Type::Metadata | Type::Token);
        at.typed(ty.is_first_class() && ty != Type::Label, "an argument must have a first-class type");
        at.typed(!special || intrinsic, "only intrinsics take metadata and tokens");
    }
    let ret_ok = !matches!(func_ty.ret, Type::Metadata | Type::Label | Type::Func(_)) && (func_ty.ret != Type::Token || intrinsic);
    at.typed(ret_ok, "a function cannot return this type");
}

fn check_form(at: &mut At<'_, '_>, call: &CallInfo) {
    if matches!(at.inst.kind, InstKind::CallBr { .. }) {
        let ok = matches!(call.callee, Operand::Asm(_)) || call.direct_callee().is_some_and(is_intrinsic_name);
        at.require(ok, rule::W5, "callbr must call inline assembly");
    }
}

fn check_bundles(at: &mut At<'_, '_>, bundles: &[Bundle]) {
    for unique in UNIQUE_BUNDLES {
        if bundles.iter().filter(|b| &*b.tag == unique).count() > 1 {
            at.error(rule::W5, format!("a call can have only one \"{unique}\" bundle"));
        }
    }
    for bundle in bundles.iter().filter(|b| &*b.tag == "funclet") {
        let ok = matches!(&bundle.args[..], [Operand::Value(token)] if is_funclet(at, *token));
        at.require(ok, rule::W7, "a \"funclet\" bundle needs one operand, the token of a catchpad or cleanuppad");
    }
}

fn is_funclet(at: &At<'_, '_>, token: ValueId) -> bool {
    let func = at.func();
    match func.value(token).kind {
        ValueKind::Inst(block, index) => {
            let inst = func.block(block).insts.get(index as usize);
            inst.is_some_and(|i| matches!(i.kind, InstKind::CatchPad { .. } | InstKind::CleanupPad { .. }))
        }
        ValueKind::Undefined => true,
        ValueKind::Arg(_) => false,
    }
}
