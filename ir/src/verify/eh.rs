//! W7, and the types of exception handling (LangRef, "Exception Handling in LLVM").

use super::{At, Scope, rule};
use crate::entity::{BlockId, ValueId};
use crate::function::{Function, ValueKind};
use crate::inst::{Inst, InstKind, LandingClause};
use crate::types::Type;

/// The first instruction of a block that is not a phi, with its number.
fn first_non_phi(func: &Function, block: BlockId) -> Option<(usize, &Inst)> {
    func.block(block).insts.iter().enumerate().find(|(_, i)| !matches!(i.kind, InstKind::Phi { .. }))
}

fn is_pad(kind: &InstKind) -> bool {
    matches!(kind, InstKind::LandingPad { .. } | InstKind::CatchPad { .. } | InstKind::CleanupPad { .. } | InstKind::CatchSwitch { .. })
}

/// The instruction that makes a token.
fn definition(func: &Function, value: ValueId) -> Option<&Inst> {
    match func.value(value).kind {
        ValueKind::Inst(block, index) => func.blocks.get(block.index())?.insts.get(index as usize),
        ValueKind::Arg(_) | ValueKind::Undefined => None,
    }
}

/// W5 for pads and their users.
pub(super) fn check_types(at: &mut At<'_, '_>) {
    let inst = at.inst;
    match &inst.kind {
        InstKind::LandingPad { clauses, .. } => {
            for clause in clauses {
                match clause {
                    LandingClause::Catch(v) => {
                        let ok = at.ty(v).is_ptr();
                        at.typed(ok, "catch clause must be a pointer");
                    }
                    LandingClause::Filter(v) => {
                        let ok = matches!(at.ty(v), Type::Array { .. });
                        at.typed(ok, "filter clause must be an array");
                    }
                }
            }
        }
        InstKind::CatchPad { .. } | InstKind::CleanupPad { .. } | InstKind::CatchSwitch { .. } => {
            at.same_type(&inst.ty, &Type::Token, "result of the pad");
        }
        _ => {}
    }
}

/// Rules that need the whole function: landing pads and `resume` agree on one type.
pub(super) fn check_function(scope: &mut Scope<'_>) {
    let func = scope.func;
    let mut agreed: Option<Type> = None;
    for inst in func.blocks.iter().flat_map(|b| &b.insts) {
        let ty = match &inst.kind {
            InstKind::LandingPad { .. } => inst.ty.clone(),
            InstKind::Resume { value } => func.operand_type(value),
            _ => continue,
        };
        let want = agreed.get_or_insert_with(|| ty.clone()).clone();
        if ty != want {
            scope.error(
                rule::W5,
                inst.span,
                format!("landing pads and resume of one function must agree on a type: {ty}, but {want} before"),
            );
        }
    }
}

pub(super) fn check_instruction(at: &mut At<'_, '_>) {
    let inst = at.inst;
    if is_pad(&inst.kind) {
        check_pad_place(at);
        check_predecessors(at);
    }
    if is_pad(&inst.kind) || matches!(inst.kind, InstKind::Resume { .. }) {
        let ok = at.func().suffix.personality.is_some();
        at.require(ok, rule::W7, "exception handling needs a function with a personality");
    }
    match &inst.kind {
        InstKind::Invoke { unwind, .. } => check_unwind(at, *unwind, true),
        InstKind::LandingPad { cleanup, clauses } => {
            at.require(*cleanup || !clauses.is_empty(), rule::W7, "landingpad needs a clause or cleanup");
        }
        InstKind::CatchSwitch { parent, handlers, unwind } => {
            check_parent(at, *parent);
            at.require(!handlers.is_empty(), rule::W7, "catchswitch needs a handler");
            for handler in handlers {
                let func = at.func();
                let ok = first_non_phi(func, *handler).is_none_or(|(_, i)| matches!(i.kind, InstKind::CatchPad { .. }));
                at.require(ok, rule::W7, "a handler of catchswitch must start with a catchpad");
            }
            if let Some(unwind) = unwind {
                check_unwind(at, *unwind, false);
                at.require(!handlers.contains(unwind), rule::W7, "catchswitch cannot unwind to one of its handlers");
            }
        }
        InstKind::CleanupPad { parent, .. } => check_parent(at, *parent),
        InstKind::CatchPad { switch, .. } => {
            let ok = definition(at.func(), *switch).is_none_or(|i| matches!(i.kind, InstKind::CatchSwitch { .. }));
            at.require(ok, rule::W7, "catchpad must be within a catchswitch");
        }
        InstKind::CatchRet { pad, .. } => {
            let ok = definition(at.func(), *pad).is_none_or(|i| matches!(i.kind, InstKind::CatchPad { .. }));
            at.require(ok, rule::W7, "catchret must leave a catchpad");
        }
        InstKind::CleanupRet { pad, unwind } => {
            let ok = definition(at.func(), *pad).is_none_or(|i| matches!(i.kind, InstKind::CleanupPad { .. }));
            at.require(ok, rule::W7, "cleanupret must leave a cleanuppad");
            if let Some(unwind) = unwind {
                check_unwind(at, *unwind, false);
            }
        }
        _ => {}
    }
}

fn check_pad_place(at: &mut At<'_, '_>) {
    let (func, block) = (at.func(), at.block);
    let first = first_non_phi(func, block).is_some_and(|(_, i)| std::ptr::eq(i, at.inst));
    at.require(first, rule::W3, "a pad must be the first instruction of its block after the phis");
    at.require(block != BlockId(0), rule::W7, "a pad cannot be in the entry block");
}

fn check_parent(at: &mut At<'_, '_>, parent: Option<ValueId>) {
    let ok = parent
        .and_then(|p| definition(at.func(), p))
        .is_none_or(|i| matches!(i.kind, InstKind::CatchPad { .. } | InstKind::CleanupPad { .. }));
    at.require(ok, rule::W7, "the parent of a pad must be none, a catchpad or a cleanuppad");
}

fn check_unwind(at: &mut At<'_, '_>, dest: BlockId, landingpad_allowed: bool) {
    let Some((_, first)) = first_non_phi(at.func(), dest) else { return };
    at.require(is_pad(&first.kind), rule::W7, "the unwind destination must start with a pad");
    let landingpad = matches!(first.kind, InstKind::LandingPad { .. });
    at.require(landingpad_allowed || !landingpad, rule::W7, "a funclet pad cannot unwind to a landingpad");
}

/// A pad is entered by unwinding only, a catchpad by its catchswitch only.
fn check_predecessors(at: &mut At<'_, '_>) {
    let (func, block, inst) = (at.func(), at.block, at.inst);
    let preds = at.scope.cfg.predecessors(block).to_vec();
    let terminators = preds.iter().filter_map(|p| func.block(*p).terminator());
    let unwinds = |t: &Inst| match &t.kind {
        InstKind::Invoke { normal, unwind, .. } => *unwind == block && *normal != block,
        InstKind::CleanupRet { unwind, .. } => *unwind == Some(block),
        InstKind::CatchSwitch { unwind, handlers, .. } => *unwind == Some(block) && !handlers.contains(&block),
        _ => false,
    };
    let (ok, message) = match &inst.kind {
        InstKind::LandingPad { .. } => (
            terminators.clone().all(|t| matches!(t.kind, InstKind::Invoke { .. }) && unwinds(t)),
            "a block with a landingpad must be entered by unwind edges of invoke only",
        ),
        InstKind::CatchPad { switch, .. } => {
            (terminators.clone().all(|t| t.result == Some(*switch)), "a block with a catchpad must be entered by its catchswitch only")
        }
        _ => (terminators.clone().all(unwinds), "a block with a pad must be entered by unwind edges only"),
    };
    at.require(ok, rule::W7, message);
}
