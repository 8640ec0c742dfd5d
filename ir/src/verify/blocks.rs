//! W1 to W4: terminators, the entry block, places and entries of phis.

use std::collections::BTreeMap;

use super::{Scope, rule};
use crate::diagnostic::Span;
use crate::entity::BlockId;
use crate::inst::{InstKind, Operand};

/// W1. Whether it holds for all blocks.
pub(super) fn check_terminators(scope: &mut Scope<'_>) -> bool {
    let func = scope.func;
    let mut holds = true;
    for block in func.blocks.iter().filter(|b| b.defined) {
        let Some((last, before)) = block.insts.split_last() else {
            scope.error(rule::W1, block.span, "block is empty: it needs a terminator");
            holds = false;
            continue;
        };
        if !last.kind.is_terminator() {
            scope.error(rule::W1, last.span, format!("block ends in {}, which is not a terminator", last.kind.opcode()));
            holds = false;
        }
        for inst in before.iter().filter(|i| i.kind.is_terminator()) {
            scope.error(rule::W1, inst.span, "terminator in the middle of a block");
            holds = false;
        }
    }
    holds && func.blocks.iter().all(|b| b.defined)
}

/// W2.
pub(super) fn check_entry(scope: &mut Scope<'_>) {
    let entry = BlockId(0);
    let mut preds: Vec<BlockId> = scope.cfg.predecessors(entry).to_vec();
    preds.dedup();
    for pred in preds {
        let span = scope.func.block(pred).terminator().map_or(Span::default(), |t| t.span);
        scope.error(rule::W2, span, "branch to the entry block, which must not have predecessors");
    }
}

/// W3 and, when all blocks are terminated, W4.
pub(super) fn check_phis(scope: &mut Scope<'_>, terminated: bool) {
    let func = scope.func;
    for (id, block) in func.blocks_with_ids() {
        let mut other_seen = false;
        for inst in &block.insts {
            let InstKind::Phi { incoming } = &inst.kind else {
                other_seen = true;
                continue;
            };
            scope.require(!other_seen, rule::W3, inst.span, "phi after an instruction that is not a phi");
            if terminated {
                check_entries(scope, id, incoming, inst.span);
            }
        }
    }
}

fn check_entries(scope: &mut Scope<'_>, block: BlockId, incoming: &[(Operand, BlockId)], span: Span) {
    if incoming.is_empty() {
        scope.error(rule::W4, span, "phi without entries");
        return;
    }
    let mut counts: BTreeMap<BlockId, (usize, usize)> = BTreeMap::new();
    for pred in scope.cfg.predecessors(block) {
        counts.entry(*pred).or_default().0 += 1;
    }
    for (_, from) in incoming {
        counts.entry(*from).or_default().1 += 1;
    }
    for (from, (edges, entries)) in counts {
        let name = scope.block_name(from);
        let message = match (edges, entries) {
            (0, _) => format!("phi has an entry for {name}, which is not a predecessor"),
            (_, 0) => format!("phi has no entry for its predecessor {name}"),
            _ if edges != entries => format!("phi needs one entry per edge from {name}: it has {entries} for {edges}"),
            _ => continue,
        };
        scope.error(rule::W4, span, message);
    }
    check_equal_values(scope, incoming, span);
}

/// Parallel edges must bring the same value.
fn check_equal_values(scope: &mut Scope<'_>, incoming: &[(Operand, BlockId)], span: Span) {
    let mut by_block: Vec<&(Operand, BlockId)> = incoming.iter().collect();
    by_block.sort_by_key(|(_, b)| *b);
    for pair in by_block.windows(2) {
        if pair[0].1 == pair[1].1 && pair[0].0 != pair[1].0 {
            let message = format!("phi has different values for parallel edges from {}", scope.block_name(pair[0].1));
            scope.error(rule::W4, span, message);
            return;
        }
    }
}
