//! Globals, aliases, function headers and named types (LangRef, "Module Structure").

use super::{Scope, constant, is_alignment, rule};
use crate::constant::{ConstKind, Constant};
use crate::datalayout::DataLayout;
use crate::diagnostic::{Diagnostic, Span};
use crate::function::Function;
use crate::intrinsic::is_intrinsic_name;
use crate::module::{GlobalAlias, GlobalVar, Module, ModuleItem};
use crate::types::Type;

pub(super) fn check_module(module: &Module, layout: &DataLayout, out: &mut Vec<Diagnostic>) {
    for name in module.types.keys().filter(|n| layout.is_recursive(n)) {
        out.push(Diagnostic::error(rule::GLOBAL, Span::default(), format!("struct %{} contains itself", crate::quote::Name(name))));
    }
    for global in &module.globals {
        check_global(module, layout, global, out);
    }
    for alias in &module.aliases {
        check_alias(module, layout, alias, out);
    }
}

fn require(out: &mut Vec<Diagnostic>, holds: bool, span: Span, message: &str) {
    if !holds {
        out.push(Diagnostic::error(rule::GLOBAL, span, message));
    }
}

fn check_global(module: &Module, layout: &DataLayout, global: &GlobalVar, out: &mut Vec<Diagnostic>) {
    let span = global.span;
    let stored = !matches!(global.ty, Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Func(_));
    require(out, stored, span, "a global variable cannot have this type");
    require(out, !contains_scalable(&global.ty), span, "a global variable cannot hold scalable vectors");
    require(out, global.align.is_none_or(is_alignment), span, "alignment must be a power of two up to 2^32");
    let external = matches!(&*global.linkage, "external" | "extern_weak");
    match &global.init {
        None => require(out, external, span, "a global variable without initialiser must be external or extern_weak"),
        Some(init) => {
            require(out, !external, span, "an external global variable cannot have an initialiser");
            require(out, layout.is_sized(&global.ty), span, "a global variable needs a type that has a size");
            if init.ty != global.ty {
                let message = format!("initialiser has type {} but the variable {}", init.ty, global.ty);
                out.push(Diagnostic::error(rule::W5, span, message));
            } else if let Some((id, message)) = constant::problem(module, layout, init) {
                out.push(Diagnostic::error(id, span, message));
            }
        }
    }
    if &*global.linkage == "common" {
        let zero = global.init.as_deref().is_some_and(is_zero);
        require(out, zero, span, "a common variable must be initialised to zero");
        require(out, !global.constant, span, "a common variable cannot be constant");
        require(out, global.comdat.is_none(), span, "a common variable cannot be in a comdat");
    }
    let array = matches!(global.ty, Type::Array { .. });
    require(out, &*global.linkage != "appending" || array, span, "appending linkage needs an array");
    check_comdat(module, global.comdat.as_deref(), span, out);
    let hidden = global.qualifiers.iter().any(|q| matches!(&**q, "hidden" | "protected"));
    require(out, !(is_local(&global.linkage) && hidden), span, "a local symbol must have default visibility");
}

fn contains_scalable(ty: &Type) -> bool {
    match ty {
        Type::Vector { scalable, .. } => *scalable,
        Type::Array { elem, .. } => contains_scalable(elem),
        Type::Struct(body) => body.fields.iter().any(contains_scalable),
        _ => false,
    }
}

fn is_zero(constant: &Constant) -> bool {
    match &constant.kind {
        ConstKind::Zero | ConstKind::Null => true,
        ConstKind::Int(n) | ConstKind::Float(n) => n.to_u64() == Some(0),
        ConstKind::Aggregate(elems) => elems.iter().all(|e| is_zero(e)),
        ConstKind::Splat(lane) => is_zero(lane),
        ConstKind::Bytes(bytes) => bytes.iter().all(|b| *b == 0),
        _ => false,
    }
}

fn is_local(linkage: &str) -> bool {
    matches!(linkage, "private" | "internal")
}

fn check_comdat(module: &Module, comdat: Option<&str>, span: Span, out: &mut Vec<Diagnostic>) {
    require(out, comdat.is_none_or(|c| module.comdats.contains_key(c)), span, "the comdat is not defined");
}

fn check_alias(module: &Module, layout: &DataLayout, alias: &GlobalAlias, out: &mut Vec<Diagnostic>) {
    let span = alias.span;
    require(out, alias.target.ty.is_ptr(), span, "an alias must point to a pointer");
    if let Some((id, message)) = constant::problem(module, layout, &alias.target) {
        out.push(Diagnostic::error(id, span, message));
    }
    match final_target(module, alias) {
        Target::Cycle => require(out, false, span, "aliases cannot form a cycle"),
        Target::Function(func) => require(out, alias.ifunc || !func.is_declaration(), span, "an alias must point to a definition"),
        Target::Variable(var) => {
            require(out, !alias.ifunc, span, "the resolver of an ifunc must be a function");
            require(out, var.init.is_some(), span, "an alias must point to a definition");
        }
        Target::Other => {}
    }
}

enum Target<'m> {
    Function(&'m Function),
    Variable(&'m GlobalVar),
    Cycle,
    Other,
}

/// Follows aliases of aliases.
fn final_target<'m>(module: &'m Module, alias: &'m GlobalAlias) -> Target<'m> {
    let mut at = &alias.target;
    for _ in 0..=module.aliases.len() {
        let ConstKind::Global(name) = &at.kind else { return Target::Other };
        match module.symbols.get(name) {
            Some(ModuleItem::Alias(i)) => match module.aliases.get(*i) {
                Some(next) => at = &next.target,
                None => return Target::Other,
            },
            Some(ModuleItem::Function(i)) => return module.functions.get(*i).map_or(Target::Other, Target::Function),
            Some(ModuleItem::Global(i)) => return module.globals.get(*i).map_or(Target::Other, Target::Variable),
            None => return Target::Other,
        }
    }
    Target::Cycle
}

pub(super) fn check_function_header(scope: &mut Scope<'_>) {
    let func = scope.func;
    let span = func.span;
    let intrinsic = is_intrinsic_name(&func.name);
    check_types(scope, intrinsic);
    scope.require(!intrinsic || func.is_declaration(), rule::INTRINSIC, span, "intrinsics cannot be defined");
    let linkage = &*func.prefix.linkage;
    if func.is_declaration() {
        let ok = matches!(linkage, "" | "external" | "extern_weak");
        scope.require(ok, rule::GLOBAL, span, "a declaration must be external or extern_weak");
        scope.require(func.suffix.comdat.is_none(), rule::GLOBAL, span, "a declaration cannot be in a comdat");
    } else {
        let ok = !matches!(linkage, "extern_weak" | "common" | "appending");
        scope.require(ok, rule::GLOBAL, span, "a definition cannot have this linkage");
    }
    let visible = func.prefix.visibility.is_empty() || !is_local(linkage);
    scope.require(visible, rule::GLOBAL, span, "a local symbol must have default visibility");
    check_comdat(scope.module, func.suffix.comdat.as_deref(), span, &mut scope.out);
    for align in [func.suffix.align, func.suffix.preferred_align].into_iter().flatten() {
        scope.require(is_alignment(align), rule::ALIGNMENT, span, "alignment must be a power of two up to 2^32");
    }
    if let Some(personality) = &func.suffix.personality {
        scope.require(personality.ty.is_ptr(), rule::W5, span, "the personality must be a pointer");
    }
    for constant in [&func.suffix.personality, &func.suffix.prefix_data, &func.suffix.prologue].into_iter().flatten() {
        constant::check(scope, constant, span);
    }
}

fn check_types(scope: &mut Scope<'_>, intrinsic: bool) {
    let func = scope.func;
    let special = |ty: &Type| matches!(ty, Type::Metadata | Type::Token);
    let ret_ok = !matches!(func.ret, Type::Label | Type::Metadata | Type::Func(_)) && (func.ret != Type::Token || intrinsic);
    scope.require(ret_ok, rule::W5, func.span, "a function cannot return this type");
    for arg in &func.args {
        let ty = &func.value(arg.value).ty;
        let ok = ty.is_first_class() && *ty != Type::Label && (!special(ty) || intrinsic);
        scope.require(ok, rule::W5, arg.span, "a parameter cannot have this type");
    }
}
