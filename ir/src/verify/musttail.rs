//! Rules of `musttail` (LangRef, "call").

use super::{Scope, rule};
use crate::attr::{Attr, AttrKind, AttrSet};
use crate::constant::ConstKind;
use crate::function::{Block, Function};
use crate::inst::{CallInfo, CastOp, Inst, InstKind, Operand, TailKind};
use crate::types::Type;

/// Attributes that decide how an argument is passed.
const ABI: [AttrKind; 10] = [
    AttrKind::StructRet,
    AttrKind::Byval,
    AttrKind::InAlloca,
    AttrKind::InReg,
    AttrKind::StackAlignment,
    AttrKind::SwiftSelf,
    AttrKind::SwiftAsync,
    AttrKind::SwiftError,
    AttrKind::Preallocated,
    AttrKind::Byref,
];

pub(super) fn check_function(scope: &mut Scope<'_>) {
    let func = scope.func;
    for block in &func.blocks {
        for (index, inst) in block.insts.iter().enumerate() {
            if let InstKind::Call { call, tail: TailKind::MustTail } = &inst.kind {
                for problem in problems(func, block, index, inst, call) {
                    scope.error(rule::MUSTTAIL, inst.span, problem);
                }
            }
        }
    }
}

fn problems(func: &Function, block: &Block, index: usize, inst: &Inst, call: &CallInfo) -> Vec<&'static str> {
    let mut out = Vec::new();
    let mut require = |holds: bool, message: &'static str| {
        if !holds {
            out.push(message);
        }
    };
    let Type::Func(callee) = &call.func_ty else { return out };
    require(!matches!(call.callee, Operand::Asm(_)), "inline assembly cannot be called by musttail");
    require(callee.vararg == func.vararg, "caller and callee of musttail must agree on varargs");
    require(callee.ret == func.ret, "caller and callee of musttail must have the same return type");
    require(call.cc == func.prefix.cc, "caller and callee of musttail must have the same calling convention");
    require(followed_by_ret(block, index, inst), "musttail must be followed by a ret of its result, with a bitcast between at most");
    let attrs: Vec<&AttrSet> = func.args.iter().map(|a| &a.attrs).collect();
    if matches!(&*call.cc, "tailcc" | "swifttailcc") {
        require(tailcc_attributes(&attrs, call), "an argument of this attribute cannot be passed by musttail with tailcc");
        require(!callee.vararg, "tailcc does not allow musttail of a variadic function");
    } else {
        let intrinsic = call.direct_callee().is_some_and(crate::intrinsic::is_intrinsic_name);
        require(intrinsic || callee.params == func.func_type().params, "caller and callee of musttail must have the same parameters");
        let same = attrs.iter().zip(&call.args).all(|(a, (_, b))| abi_attributes(a) == abi_attributes(b));
        require(same, "caller and callee of musttail must pass arguments by the same attributes");
    }
    out
}

/// `align` counts only where the argument is in memory.
fn abi_attributes(set: &AttrSet) -> Vec<&Attr> {
    let in_memory = set.has(AttrKind::Byval) || set.has(AttrKind::Byref);
    let counts = |kind: AttrKind| ABI.contains(&kind) || (kind == AttrKind::Align && in_memory);
    set.attrs.iter().filter(|a| a.kind().is_some_and(counts)).collect()
}

fn tailcc_attributes(caller: &[&AttrSet], call: &CallInfo) -> bool {
    let refused = [AttrKind::InAlloca, AttrKind::InReg, AttrKind::SwiftError, AttrKind::Preallocated, AttrKind::Byref];
    let fine = |set: &AttrSet| !refused.iter().any(|k| set.has(*k));
    caller.iter().all(|a| fine(a)) && call.args.iter().all(|(_, a)| fine(a))
}

fn followed_by_ret(block: &Block, index: usize, call: &Inst) -> bool {
    let mut result = call.result;
    let mut next = index + 1;
    if let Some(Inst { kind: InstKind::Cast { op: CastOp::Bitcast, arg: Operand::Value(arg) }, result: cast, .. }) = block.insts.get(next) {
        if Some(*arg) != result {
            return false;
        }
        result = *cast;
        next += 1;
    }
    match block.insts.get(next).map(|i| &i.kind) {
        Some(InstKind::Ret { value: None }) => true,
        Some(InstKind::Ret { value: Some(Operand::Value(v)) }) => Some(*v) == result,
        Some(InstKind::Ret { value: Some(Operand::Const(c)) }) => matches!(c.kind, ConstKind::Undef | ConstKind::Poison),
        _ => false,
    }
}
