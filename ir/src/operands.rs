//! The operands of an instruction, in one fixed order that every consumer shares.

use crate::inst::{CallInfo, InstKind, LandingClause, Operand};

impl InstKind {
    /// Value operands in LangRef's order; a call's arguments, then its callee, then its bundles' inputs. Blocks, pad tokens
    /// and constant parts (masks, indices, case values) are not among them.
    #[must_use]
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            InstKind::Ret { value } => value.iter().collect(),
            InstKind::Br { .. }
            | InstKind::Unreachable
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. }
            | InstKind::Fence { .. } => Vec::new(),
            InstKind::CondBr { cond, .. } => vec![cond],
            InstKind::Switch { value, .. } | InstKind::Resume { value } => vec![value],
            InstKind::IndirectBr { addr, .. } => vec![addr],
            InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } | InstKind::Call { call, .. } => call_operands(call),
            InstKind::CatchPad { args, .. } | InstKind::CleanupPad { args, .. } => args.iter().collect(),
            InstKind::LandingPad { clauses, .. } => clauses
                .iter()
                .map(|c| match c {
                    LandingClause::Catch(v) | LandingClause::Filter(v) => v,
                })
                .collect(),
            InstKind::Fneg { arg } | InstKind::Cast { arg, .. } | InstKind::Freeze { arg } => vec![arg],
            InstKind::Binary { args, .. }
            | InstKind::Icmp { args, .. }
            | InstKind::Fcmp { args, .. }
            | InstKind::ShuffleVector { args, .. } => args.iter().collect(),
            InstKind::Select { cond, args } => vec![cond, &args[0], &args[1]],
            InstKind::Phi { incoming } => incoming.iter().map(|(v, _)| v).collect(),
            InstKind::ExtractElement { vector, index } => vec![vector, index],
            InstKind::InsertElement { vector, elem, index } => vec![vector, elem, index],
            InstKind::ExtractValue { agg, .. } => vec![agg],
            InstKind::InsertValue { agg, elem, .. } => vec![agg, elem],
            InstKind::Alloca { count, .. } => count.iter().collect(),
            InstKind::Load { ptr, .. } => vec![ptr],
            InstKind::Store { value, ptr, .. } => vec![value, ptr],
            InstKind::CmpXchg { ptr, cmp, new, .. } => vec![ptr, cmp, new],
            InstKind::AtomicRmw { ptr, value, .. } => vec![ptr, value],
            InstKind::GetElementPtr { base, indices, .. } => std::iter::once(base).chain(indices).collect(),
            InstKind::VaArg { list } => vec![list],
        }
    }
}

fn call_operands(call: &CallInfo) -> Vec<&Operand> {
    let bundles = call.bundles.iter().flat_map(|b| &b.args);
    call.args.iter().map(|(v, _)| v).chain(std::iter::once(&call.callee)).chain(bundles).collect()
}
