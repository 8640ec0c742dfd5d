//! W6: every use is dominated by its definition (Lesson 9.3, Definition 9.3.3).

use super::{Scope, rule};
use crate::diagnostic::Span;
use crate::entity::{BlockId, ValueId};
use crate::function::ValueKind;
use crate::inst::{InstKind, Operand};
use crate::metadata::MdOperand;

/// Where a value is read.
enum Use {
    /// By the instruction with this number in the block.
    Inst(BlockId, usize),
    /// On the edge from the first block to the second, by a phi.
    Edge(BlockId, BlockId),
}

pub(super) fn check_dominance(scope: &mut Scope<'_>) {
    let func = scope.func;
    for (id, block) in func.blocks_with_ids() {
        for (index, inst) in block.insts.iter().enumerate() {
            if let InstKind::Phi { incoming } = &inst.kind {
                for (operand, from) in incoming {
                    if let Operand::Value(value) = operand {
                        check_use(scope, *value, &Use::Edge(*from, id), inst.span);
                    }
                }
                continue;
            }
            let mut values = Vec::new();
            inst.kind.operands().into_iter().for_each(|o| operand_values(o, &mut values));
            values.extend(pad_token(&inst.kind));
            values.dedup();
            for value in values {
                if inst.result == Some(value) && scope.cfg.is_reachable(id) {
                    scope.error(rule::W6, inst.span, "only phis may read their own result");
                } else {
                    check_use(scope, value, &Use::Inst(id, index), inst.span);
                }
            }
        }
    }
}

/// The token of another pad that the instruction names.
fn pad_token(kind: &InstKind) -> Option<ValueId> {
    match kind {
        InstKind::CatchRet { pad, .. } | InstKind::CleanupRet { pad, .. } | InstKind::CatchPad { switch: pad, .. } => Some(*pad),
        InstKind::CatchSwitch { parent, .. } | InstKind::CleanupPad { parent, .. } => *parent,
        _ => None,
    }
}

fn operand_values(operand: &Operand, out: &mut Vec<ValueId>) {
    match operand {
        Operand::Value(value) => out.push(*value),
        Operand::Metadata(md) => metadata_values(md, out),
        Operand::Const(_) | Operand::Asm(_) => {}
    }
}

fn metadata_values(operand: &MdOperand, out: &mut Vec<ValueId>) {
    match operand {
        MdOperand::Local(value) => out.push(*value),
        MdOperand::ArgList(list) => list.iter().for_each(|m| metadata_values(m, out)),
        MdOperand::Ref(_) => {}
    }
}

fn check_use(scope: &mut Scope<'_>, value: ValueId, at: &Use, span: Span) {
    let def = scope.func.value(value);
    let ValueKind::Inst(block, index) = def.kind else { return };
    if dominates_use(scope, block, index as usize, at) {
        return;
    }
    let name = def.name.as_ref().map_or_else(|| "the value".to_owned(), |n| format!("%{}", crate::quote::Name(n)));
    scope.error(rule::W6, span, format!("{name} does not dominate this use"));
    if let Some(inst) = scope.func.block(block).insts.get(index as usize)
        && let Some(diagnostic) = scope.out.last_mut()
    {
        diagnostic.labels.push((inst.span, "defined here".to_owned()));
    }
}

fn dominates_use(scope: &Scope<'_>, block: BlockId, index: usize, at: &Use) -> bool {
    let use_block = match *at {
        Use::Inst(b, _) | Use::Edge(b, _) => b,
    };
    if !scope.cfg.is_reachable(use_block) {
        return true;
    }
    if !scope.cfg.is_reachable(block) {
        return false;
    }
    // The result of an invoke exists on its normal edge only.
    if let Some(InstKind::Invoke { normal, .. }) = scope.func.block(block).insts.get(index).map(|i| &i.kind) {
        let own_edge = matches!(*at, Use::Edge(from, to) if from == block && to == *normal);
        return own_edge || scope.dom.edge_dominates(&scope.cfg, block, *normal, use_block);
    }
    match *at {
        Use::Inst(b, user) if b == block => index < user,
        _ => scope.dom.dominates(block, use_block),
    }
}
