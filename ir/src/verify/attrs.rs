//! Attributes of parameters, results, functions and calls (LangRef, "Parameter Attributes", "Function Attributes").

use super::positions::{Place, allowed, suits};
use super::{At, Scope, is_alignment, rule};
use crate::attr::{Attr, AttrKind, AttrSet};
use crate::diagnostic::Span;
use crate::inst::{CallInfo, Operand};
use crate::intrinsic::is_intrinsic_name;
use crate::types::{FuncType, Type};

/// At most one of these decides how an argument is passed; `inreg` and `sret` go together.
const PASSING: [AttrKind; 5] = [AttrKind::Byval, AttrKind::InAlloca, AttrKind::Preallocated, AttrKind::Nest, AttrKind::Byref];

/// Pairs that contradict each other on one value.
const VALUE_CONFLICTS: [(AttrKind, AttrKind); 11] = [
    (AttrKind::InAlloca, AttrKind::ReadOnly),
    (AttrKind::StructRet, AttrKind::Returned),
    (AttrKind::ZeroExt, AttrKind::SignExt),
    (AttrKind::ZeroExt, AttrKind::NoExt),
    (AttrKind::SignExt, AttrKind::NoExt),
    (AttrKind::ReadNone, AttrKind::ReadOnly),
    (AttrKind::ReadNone, AttrKind::WriteOnly),
    (AttrKind::ReadOnly, AttrKind::WriteOnly),
    (AttrKind::Writable, AttrKind::ReadNone),
    (AttrKind::Writable, AttrKind::ReadOnly),
    (AttrKind::Writable, AttrKind::ImmArg),
];

/// Pairs that contradict each other on one function.
const FUNCTION_CONFLICTS: [(AttrKind, AttrKind); 8] = [
    (AttrKind::AlwaysInline, AttrKind::NoInline),
    (AttrKind::OptimizeNone, AttrKind::OptimizeForSize),
    (AttrKind::OptimizeNone, AttrKind::MinSize),
    (AttrKind::OptimizeNone, AttrKind::OptimizeForDebugging),
    (AttrKind::OptimizeForDebugging, AttrKind::OptimizeForSize),
    (AttrKind::OptimizeForDebugging, AttrKind::MinSize),
    (AttrKind::SanitizeRealtime, AttrKind::SanitizeRealtimeBlocking),
    (AttrKind::Builtin, AttrKind::NoBuiltin),
];

/// Attributes that at most one parameter can have.
const ONCE: [AttrKind; 7] = [
    AttrKind::Nest,
    AttrKind::Returned,
    AttrKind::StructRet,
    AttrKind::SwiftSelf,
    AttrKind::SwiftAsync,
    AttrKind::SwiftError,
    AttrKind::InAlloca,
];

pub(super) fn check_function(scope: &mut Scope<'_>) {
    let func = scope.func;
    if is_intrinsic_name(&func.name) {
        return; // LLVM replaces what the declaration says
    }
    let func_ty = func.func_type();
    let params: Vec<(&AttrSet, Span)> = func.args.iter().map(|a| (&a.attrs, a.span)).collect();
    check_lists(scope, &func_ty, &func.ret_attrs, &params, &func.attrs, func.span);
    if !is_intrinsic_name(&func.name) {
        for (attrs, span) in params {
            scope.require(!attrs.has(AttrKind::ImmArg), rule::ATTRIBUTE, span, "only intrinsics have immarg parameters");
            scope.require(
                !attrs.has(AttrKind::ElementType),
                rule::ATTRIBUTE,
                span,
                "only intrinsics and inline assembly have elementtype arguments",
            );
        }
    }
    let sret = func.args.iter().find(|a| a.attrs.has(AttrKind::StructRet));
    if let Some(sret) = sret {
        scope.require(func.ret == Type::Void, rule::ATTRIBUTE, sret.span, "a function with an sret parameter must return void");
    }
    if func.attrs.has(AttrKind::OptimizeNone) {
        scope.require(func.attrs.has(AttrKind::NoInline), rule::ATTRIBUTE, func.span, "optnone needs noinline");
    }
    scope.require(!func.attrs.has(AttrKind::Builtin), rule::ATTRIBUTE, func.span, "builtin belongs on calls only");
    if func.attrs.has(AttrKind::JumpTable) {
        scope.require(&*func.suffix.unnamed_addr == "unnamed_addr", rule::ATTRIBUTE, func.span, "jumptable needs unnamed_addr");
    }
}

pub(super) fn check_call(at: &mut At<'_, '_>, call: &CallInfo, func_ty: &FuncType) {
    let span = at.inst.span;
    let params: Vec<(&AttrSet, Span)> = call.args.iter().map(|(_, attrs)| (attrs, span)).collect();
    let mut actual = func_ty.clone();
    actual.params = call.args.iter().map(|(a, _)| at.ty(a)).collect();
    check_lists(at.scope, &actual, &call.ret_attrs, &params, &call.attrs, span);
    let special = matches!(call.callee, Operand::Asm(_)) || call.direct_callee().is_some_and(is_intrinsic_name);
    for (attrs, _) in params {
        at.require(
            special || !attrs.has(AttrKind::ElementType),
            rule::ATTRIBUTE,
            "only intrinsics and inline assembly have elementtype arguments",
        );
        at.require(!attrs.has(AttrKind::ImmArg), rule::ATTRIBUTE, "immarg belongs on declarations only");
    }
}

fn check_lists(scope: &mut Scope<'_>, ty: &FuncType, ret: &AttrSet, params: &[(&AttrSet, Span)], func: &AttrSet, span: Span) {
    check_places(scope, ret, Place::Ret, span);
    check_places(scope, func, Place::Func, span);
    check_value(scope, ret, &ty.ret, span);
    for ((attrs, span), ty) in params.iter().zip(&ty.params) {
        check_places(scope, attrs, Place::Param, *span);
        check_value(scope, attrs, ty, *span);
    }
    for kind in ONCE {
        let count = params.iter().filter(|(a, _)| a.has(kind)).count();
        if count > 1 {
            scope.error(rule::ATTRIBUTE, span, format!("only one parameter can be {}", kind.name()));
        }
    }
    for (i, (attrs, span)) in params.iter().enumerate() {
        scope.require(i < 2 || !attrs.has(AttrKind::StructRet), rule::ATTRIBUTE, *span, "sret belongs on the first or second parameter");
        scope.require(
            i + 1 == params.len() || !attrs.has(AttrKind::InAlloca),
            rule::ATTRIBUTE,
            *span,
            "inalloca belongs on the last parameter",
        );
        let same = ty.params.get(i) == Some(&ty.ret);
        scope.require(
            same || !attrs.has(AttrKind::Returned),
            rule::ATTRIBUTE,
            *span,
            "a returned parameter must have the type of the result",
        );
    }
    for (a, b) in FUNCTION_CONFLICTS {
        if func.has(a) && func.has(b) {
            scope.error(rule::ATTRIBUTE, span, format!("{} and {} contradict each other", a.name(), b.name()));
        }
    }
    check_allocsize(scope, func, ty, span);
}

fn check_places(scope: &mut Scope<'_>, set: &AttrSet, place: Place, span: Span) {
    for kind in set.attrs.iter().filter_map(Attr::kind) {
        if !allowed(kind, place) {
            let place = match place {
                Place::Param => "a parameter",
                Place::Ret => "a result",
                Place::Func => "a function",
            };
            scope.error(rule::ATTRIBUTE, span, format!("{} cannot stand on {place}", kind.name()));
        }
    }
}

/// The attributes of one parameter or result against its type and each other.
fn check_value(scope: &mut Scope<'_>, set: &AttrSet, ty: &Type, span: Span) {
    for attr in &set.attrs {
        if let Some(kind) = attr.kind().filter(|k| !suits(*k, ty)) {
            scope.error(rule::ATTRIBUTE, span, format!("{} cannot stand on a value of type {ty}", kind.name()));
        }
        check_payload(scope, attr, ty, span);
    }
    for (a, b) in VALUE_CONFLICTS {
        if set.has(a) && set.has(b) {
            scope.error(rule::ATTRIBUTE, span, format!("{} and {} contradict each other", a.name(), b.name()));
        }
    }
    let together = usize::from(set.has(AttrKind::InReg) || set.has(AttrKind::StructRet));
    let ways = PASSING.iter().filter(|k| set.has(**k)).count() + together;
    scope.require(ways <= 1, rule::ATTRIBUTE, span, "byval, inalloca, preallocated, inreg, nest, byref and sret exclude each other");
    let alone = set.attrs.iter().filter(|a| !matches!(a.kind(), Some(AttrKind::ImmArg | AttrKind::Range))).count() == 0;
    scope.require(alone || !set.has(AttrKind::ImmArg), rule::ATTRIBUTE, span, "immarg excludes other attributes");
}

fn check_payload(scope: &mut Scope<'_>, attr: &Attr, ty: &Type, span: Span) {
    match attr {
        Attr::Int(AttrKind::Align | AttrKind::StackAlignment, n) => {
            scope.require(is_alignment(*n), rule::ALIGNMENT, span, "alignment must be a power of two up to 2^32");
        }
        Attr::Int(AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull, n) => {
            scope.require(*n != 0, rule::ATTRIBUTE, span, "dereferenceable bytes must not be 0");
        }
        Attr::Type(kind, pointee) => {
            let sized = scope.layout.is_sized(pointee) || *kind == AttrKind::ElementType;
            scope.require(sized, rule::ATTRIBUTE, span, "the type of the attribute must have a size");
        }
        Attr::Range { bits, lo, hi } => {
            scope.require(ty.scalar_bits() == Some(*bits), rule::ATTRIBUTE, span, "range must have the width of the value");
            scope.require(lo != hi, rule::ATTRIBUTE, span, "range must be neither empty nor full");
        }
        Attr::NofpClass(mask) => {
            scope.require((1..1 << 10).contains(mask), rule::ATTRIBUTE, span, "nofpclass names no class, or one that does not exist");
        }
        Attr::Initializes(ranges) => {
            let ordered = ranges.iter().all(|(lo, hi)| lo < hi) && ranges.windows(2).all(|w| w[0].1 < w[1].0);
            scope.require(ordered && !ranges.is_empty(), rule::ATTRIBUTE, span, "initializes needs ordered ranges that do not touch");
        }
        Attr::Int(..) | Attr::Enum(_) | Attr::Text(..) | Attr::String { .. } => {}
    }
}

/// `allocsize(i[, j])` names integer parameters.
fn check_allocsize(scope: &mut Scope<'_>, func: &AttrSet, ty: &FuncType, span: Span) {
    let Some(Attr::Text(_, text)) = func.get(AttrKind::AllocSize) else { return };
    for number in text.split(|c: char| !c.is_ascii_digit()).filter(|t| !t.is_empty()) {
        let param = number.parse().ok().and_then(|i: usize| ty.params.get(i));
        scope.require(param.is_some_and(Type::is_int), rule::ATTRIBUTE, span, "allocsize must name integer parameters");
    }
}
