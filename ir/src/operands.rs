//! The operands of an instruction, in one fixed order that every consumer shares.

use crate::inst::{CallInfo, InstKind, LandingClause, Operand};
use crate::metadata::{MdOperand, MdRef};

impl Operand {
    /// The text of a `metadata !"…"` operand.
    #[must_use]
    pub fn metadata_string(&self) -> Option<&str> {
        match self {
            Operand::Metadata(md) => match &**md {
                MdOperand::Ref(MdRef::String(bytes)) => std::str::from_utf8(bytes).ok(),
                MdOperand::Ref(_) | MdOperand::Local(_) | MdOperand::ArgList(_) => None,
            },
            Operand::Value(_) | Operand::Const(_) | Operand::Asm(_) => None,
        }
    }
}

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

impl InstKind {
    /// The operands as often as executing the instruction reads them, in the order of [`InstKind::operands`]. Only a
    /// `shufflevector` reads more than once: each lane of its result that repeats a lane of an operand is a read of its own, so
    /// that a splat of undef is undef in every lane. Both operands are repeated, as often as the mask repeats its most frequent lane.
    #[must_use]
    pub fn reads(&self) -> Vec<&Operand> {
        match self {
            InstKind::ShuffleVector { mask, .. } => self.operands().repeat(shuffle_reads(mask)),
            other => other.operands(),
        }
    }
}

/// How often a mask names its most frequent lane, at least once.
#[must_use]
pub fn shuffle_reads(mask: &[Option<u32>]) -> usize {
    let mut lanes: Vec<u32> = mask.iter().copied().flatten().collect();
    lanes.sort_unstable();
    lanes.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(1)
}

fn call_operands(call: &CallInfo) -> Vec<&Operand> {
    let bundles = call.bundles.iter().flat_map(|b| &b.args);
    call.args.iter().map(|(v, _)| v).chain(std::iter::once(&call.callee)).chain(bundles).collect()
}
