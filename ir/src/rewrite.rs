//! Rewriting the operands and blocks that an instruction names. [`crate::operands`] is the same walk for reading.

use crate::entity::BlockId;
use crate::inst::{CallInfo, InstKind, LandingClause, Operand};

fn visit_call(call: &mut CallInfo, visit: &mut dyn FnMut(&mut Operand)) {
    visit(&mut call.callee);
    for (arg, _) in &mut call.args {
        visit(arg);
    }
    for bundle in &mut call.bundles {
        for arg in &mut bundle.args {
            visit(arg);
        }
    }
}

impl InstKind {
    /// Visits every operand, in textual order. Blocks, pads and the case values of `switch` are no operands here.
    pub fn for_each_operand_mut(&mut self, visit: &mut dyn FnMut(&mut Operand)) {
        match self {
            InstKind::Ret { value } => {
                if let Some(value) = value {
                    visit(value);
                }
            }
            InstKind::Br { .. }
            | InstKind::Unreachable
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. }
            | InstKind::Fence { .. } => {}
            InstKind::CondBr { cond, .. } => visit(cond),
            InstKind::Switch { value, .. } | InstKind::Resume { value } => visit(value),
            InstKind::IndirectBr { addr, .. } => visit(addr),
            InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } | InstKind::Call { call, .. } => visit_call(call, visit),
            InstKind::CatchPad { args, .. } | InstKind::CleanupPad { args, .. } => {
                for arg in args {
                    visit(arg);
                }
            }
            InstKind::LandingPad { clauses, .. } => {
                for clause in clauses {
                    let (LandingClause::Catch(value) | LandingClause::Filter(value)) = clause;
                    visit(value);
                }
            }
            InstKind::Fneg { arg } | InstKind::Cast { arg, .. } | InstKind::Freeze { arg } => visit(arg),
            InstKind::Binary { args, .. }
            | InstKind::Icmp { args, .. }
            | InstKind::Fcmp { args, .. }
            | InstKind::ShuffleVector { args, .. } => {
                for arg in args {
                    visit(arg);
                }
            }
            InstKind::Select { cond, args } => {
                visit(cond);
                for arg in args {
                    visit(arg);
                }
            }
            InstKind::Phi { incoming } => {
                for (value, _) in incoming {
                    visit(value);
                }
            }
            InstKind::ExtractElement { vector, index } => {
                visit(vector);
                visit(index);
            }
            InstKind::InsertElement { vector, elem, index } => {
                visit(vector);
                visit(elem);
                visit(index);
            }
            InstKind::ExtractValue { agg, .. } => visit(agg),
            InstKind::InsertValue { agg, elem, .. } => {
                visit(agg);
                visit(elem);
            }
            InstKind::Alloca { count, .. } => {
                if let Some(count) = count {
                    visit(count);
                }
            }
            InstKind::Load { ptr, .. } => visit(ptr),
            InstKind::Store { value, ptr, .. } => {
                visit(value);
                visit(ptr);
            }
            InstKind::CmpXchg { ptr, cmp, new, .. } => {
                visit(ptr);
                visit(cmp);
                visit(new);
            }
            InstKind::AtomicRmw { ptr, value, .. } => {
                visit(ptr);
                visit(value);
            }
            InstKind::GetElementPtr { base, indices, .. } => {
                visit(base);
                for index in indices {
                    visit(index);
                }
            }
            InstKind::VaArg { list } => visit(list),
        }
    }

    /// Visits every block the instruction names: successors with their multiplicity, and the blocks of a phi.
    pub fn for_each_block_mut(&mut self, visit: &mut dyn FnMut(&mut BlockId)) {
        match self {
            InstKind::Br { dest } | InstKind::CatchRet { dest, .. } => visit(dest),
            InstKind::CondBr { then_dest, else_dest, .. } => {
                visit(then_dest);
                visit(else_dest);
            }
            InstKind::Switch { default, cases, .. } => {
                visit(default);
                for (_, dest) in cases {
                    visit(dest);
                }
            }
            InstKind::IndirectBr { dests, .. } => {
                for dest in dests {
                    visit(dest);
                }
            }
            InstKind::Invoke { normal, unwind, .. } => {
                visit(normal);
                visit(unwind);
            }
            InstKind::CallBr { fallthrough, indirect, .. } => {
                visit(fallthrough);
                for dest in indirect {
                    visit(dest);
                }
            }
            InstKind::CatchSwitch { handlers, unwind, .. } => {
                for dest in handlers {
                    visit(dest);
                }
                if let Some(dest) = unwind {
                    visit(dest);
                }
            }
            InstKind::CleanupRet { unwind, .. } => {
                if let Some(dest) = unwind {
                    visit(dest);
                }
            }
            InstKind::Phi { incoming } => {
                for (_, block) in incoming {
                    visit(block);
                }
            }
            InstKind::Ret { .. }
            | InstKind::Resume { .. }
            | InstKind::Unreachable
            | InstKind::CatchPad { .. }
            | InstKind::CleanupPad { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Fneg { .. }
            | InstKind::Binary { .. }
            | InstKind::Cast { .. }
            | InstKind::Icmp { .. }
            | InstKind::Fcmp { .. }
            | InstKind::Select { .. }
            | InstKind::Freeze { .. }
            | InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. }
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. }
            | InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::GetElementPtr { .. }
            | InstKind::VaArg { .. }
            | InstKind::Call { .. } => {}
        }
    }
}
