//! Whether constants are what their types say (LangRef, "Constants", "Constant Expressions").

use std::sync::Arc;

use super::{At, Scope, cast, memory, rule, types};
use crate::constant::{ConstExpr, ConstKind, Constant};
use crate::datalayout::DataLayout;
use crate::inst::{CallInfo, InstKind, Operand};
use crate::intrinsic::is_intrinsic_name;
use crate::module::{Module, ModuleItem};
use crate::types::Type;

type Problem = (&'static str, String);

pub(super) fn check_operands(at: &mut At<'_, '_>) {
    let inst = at.inst;
    let callee = match &inst.kind {
        InstKind::Call { call, .. } | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => direct_callee(call),
        _ => None,
    };
    for operand in inst.kind.operands() {
        if let Operand::Const(c) = operand
            && !callee.is_some_and(|callee| std::ptr::eq(callee, &**c))
        {
            let problem = problem(at.module(), at.layout(), c);
            if let Some((id, message)) = problem {
                at.error(id, message);
            }
        }
    }
}

fn direct_callee(call: &CallInfo) -> Option<&Constant> {
    match &call.callee {
        Operand::Const(c) if matches!(c.kind, ConstKind::Global(_)) => Some(c),
        _ => None,
    }
}

/// Reports what is wrong with a constant outside instructions.
pub(super) fn check(scope: &mut Scope<'_>, constant: &Constant, span: crate::diagnostic::Span) {
    if let Some((id, message)) = problem(scope.module, scope.layout, constant) {
        scope.error(id, span, message);
    }
}

/// The first thing that is wrong with a constant, operands first.
pub(super) fn problem(module: &Module, layout: &DataLayout, constant: &Constant) -> Option<Problem> {
    let ty = &constant.ty;
    let wrong = |message: &str| Some((rule::CONSTANT, format!("{message}, not {ty}")));
    match &constant.kind {
        ConstKind::Int(_) if !matches!(ty, Type::Int(_) | Type::Byte(_)) => wrong("an integer literal needs an integer type"),
        ConstKind::Float(_) if !ty.is_float() => wrong("a floating-point literal needs a floating-point type"),
        ConstKind::Null if !ty.is_ptr() => wrong("null needs a pointer type"),
        ConstKind::None if *ty != Type::Token => wrong("none needs the token type"),
        ConstKind::Undef | ConstKind::Poison | ConstKind::Zero if !ty.is_first_class() || matches!(ty, Type::Label | Type::Metadata) => {
            wrong("a constant needs a first-class type")
        }
        ConstKind::Int(_)
        | ConstKind::Float(_)
        | ConstKind::Null
        | ConstKind::None
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Zero => None,
        ConstKind::Aggregate(elems) => aggregate_problem(module, layout, ty, elems),
        ConstKind::Bytes(bytes) => match ty {
            Type::Array { len, elem } if *len == bytes.len() as u64 && **elem == Type::Int(8) => None,
            _ => wrong("a string needs an array of as many i8"),
        },
        ConstKind::Splat(lane) => match ty {
            Type::Vector { elem, .. } if **elem == lane.ty => problem(module, layout, lane),
            _ => wrong("splat needs a vector of its lane type"),
        },
        ConstKind::Global(name) => global_problem(module, ty, name),
        ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) if !ty.is_ptr() => wrong("a reference to a global needs a pointer type"),
        ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => None,
        ConstKind::BlockAddress { function, block } => block_problem(module, function, block),
        ConstKind::PtrAuth(args) => args.iter().find_map(|a| problem(module, layout, a)),
        ConstKind::Expr(expr) => expression_problem(module, layout, ty, expr),
    }
}

fn aggregate_problem(module: &Module, layout: &DataLayout, ty: &Type, elems: &[Arc<Constant>]) -> Option<Problem> {
    let mismatch = |have: &Type, want: &Type| {
        (have != want).then(|| (rule::CONSTANT, format!("element of type {have} in {ty} where {want} is expected")))
    };
    let count =
        |want: u64| (elems.len() as u64 != want).then(|| (rule::CONSTANT, format!("{} elements in a constant of type {ty}", elems.len())));
    let own = match module.resolve(ty) {
        Some(Type::Vector { scalable: false, len, elem } | Type::Array { len, elem }) => {
            count(*len).or_else(|| elems.iter().find_map(|e| mismatch(&e.ty, elem)))
        }
        Some(Type::Struct(body)) => {
            count(body.fields.len() as u64).or_else(|| elems.iter().zip(&body.fields).find_map(|(e, want)| mismatch(&e.ty, want)))
        }
        _ => Some((rule::CONSTANT, format!("{ty} cannot have listed elements"))),
    };
    own.or_else(|| elems.iter().find_map(|e| problem(module, layout, e)))
}

fn global_problem(module: &Module, ty: &Type, name: &str) -> Option<Problem> {
    if is_intrinsic_name(name) && module.function(name).is_some() {
        return Some((rule::INTRINSIC, format!("the address of the intrinsic @{name} cannot be taken")));
    }
    let addrspace = match module.symbols.get(name)? {
        ModuleItem::Global(i) => module.globals.get(*i)?.addrspace,
        ModuleItem::Function(i) => module.functions.get(*i)?.suffix.addrspace,
        ModuleItem::Alias(_) => return None,
    };
    let own = Type::Ptr { addrspace };
    (*ty != own).then(|| (rule::W5, format!("@{name} has the type {own}, not {ty}")))
}

fn block_problem(module: &Module, function: &str, block: &str) -> Option<Problem> {
    let func = module.function(function)?;
    if func.is_declaration() {
        return Some((rule::CONSTANT, format!("blockaddress in @{function}, which has no body")));
    }
    let entry = func.blocks.first()?.name.as_deref() == Some(block);
    entry.then(|| (rule::CONSTANT, "the address of an entry block cannot be taken".to_owned()))
}

fn expression_problem(module: &Module, layout: &DataLayout, ty: &Type, expr: &ConstExpr) -> Option<Problem> {
    let args = arguments(expr);
    if let Some(inner) = args.iter().find_map(|a| problem(module, layout, a)) {
        return Some(inner);
    }
    let same = |a: &Type, b: &Type| (a != b).then(|| (rule::W5, format!("{a} and {b} in one constant expression")));
    let wrong = |message: &str| Some((rule::W5, message.to_owned()));
    match expr {
        ConstExpr::Binary { op, args: [a, b], .. } => same(&a.ty, &b.ty).or_else(|| same(&a.ty, ty)).or_else(|| {
            let ok = if op.is_float() { ty.scalar().is_float() } else { ty.scalar().is_int() };
            if ok { None } else { wrong("operands of the wrong kind in a constant expression") }
        }),
        ConstExpr::Cast { op, arg, .. } => cast::problem(layout, *op, &arg.ty, ty).map(|p| (rule::W5, p.to_owned())),
        ConstExpr::Gep { elem_ty, args, .. } => {
            let (base, indices) = args.split_first()?;
            let indices: Vec<memory::Index<'_>> = indices.iter().map(|i| (i.ty.clone(), Some(&**i))).collect();
            match memory::gep_type(module, layout, elem_ty, &base.ty, &indices) {
                Ok(result) => same(&result, ty),
                Err(message) => Some((rule::W5, message)),
            }
        }
        ConstExpr::Icmp { args: [a, b], .. } | ConstExpr::Fcmp { args: [a, b], .. } => {
            same(&a.ty, &b.ty).or_else(|| same(&a.ty.with_scalar(Type::I1), ty))
        }
        ConstExpr::Select { args: [cond, a, b] } => same(&a.ty, &b.ty)
            .or_else(|| same(&a.ty, ty))
            .or_else(|| if *cond.ty.scalar() == Type::I1 { None } else { wrong("select needs a condition of type i1") }),
        ConstExpr::ExtractElement { args: [vector, _] } => same(vector.ty.scalar(), ty),
        ConstExpr::InsertElement { args: [vector, elem, _] } => same(&vector.ty, ty).or_else(|| same(vector.ty.scalar(), &elem.ty)),
        ConstExpr::ShuffleVector { args: [a, b], mask } => {
            same(&a.ty, &b.ty).or_else(|| types::shuffle_problem(&a.ty, mask).map(|p| (rule::W5, p.to_owned())))
        }
        ConstExpr::Fneg { arg } => same(&arg.ty, ty),
        ConstExpr::ExtractValue { agg, indices } => match types::element_at(module, &agg.ty, indices) {
            Some(elem) => same(&elem, ty),
            None => wrong("extractvalue indices do not lead into the aggregate"),
        },
        ConstExpr::InsertValue { args: [agg, elem], indices } => match types::element_at(module, &agg.ty, indices) {
            Some(want) => same(&elem.ty, &want).or_else(|| same(&agg.ty, ty)),
            None => wrong("insertvalue indices do not lead into the aggregate"),
        },
    }
}

fn arguments(expr: &ConstExpr) -> Vec<&Constant> {
    match expr {
        ConstExpr::Binary { args, .. }
        | ConstExpr::Icmp { args, .. }
        | ConstExpr::Fcmp { args, .. }
        | ConstExpr::ExtractElement { args }
        | ConstExpr::ShuffleVector { args, .. }
        | ConstExpr::InsertValue { args, .. } => args.iter().map(|a| &**a).collect(),
        ConstExpr::Cast { arg, .. } | ConstExpr::Fneg { arg } => vec![arg],
        ConstExpr::Gep { args, .. } => args.iter().map(|a| &**a).collect(),
        ConstExpr::Select { args } | ConstExpr::InsertElement { args } => args.iter().map(|a| &**a).collect(),
        ConstExpr::ExtractValue { agg, .. } => vec![agg],
    }
}
