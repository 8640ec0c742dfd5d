//! Unrolling: a function with loops becomes one without, whose executions are those that take each loop at most so often.
//!
//! Loops are the strongly connected parts of the graph, so irreducible ones are unrolled too. The outermost go first: copies of a loop
//! hold copies of the loops in it, which are unrolled in their turn.
//!
//! **How.** The blocks of a loop are copied, and what goes back to its header goes to the header of the next copy; in the last copy it
//! goes to the *cut*, a block of the result that stands for all executions that are left out. The header is a block that is entered
//! from outside of the loop, hence no other block of the loop dominates it. So if the definition of a value dominates its use and both
//! are in the loop, no path from the header to the use, within one copy, avoids the definition: the use in a copy reads the definition in
//! that copy. Uses outside of the loop read what reaches them, through new phis where several copies do ([`repair`]).
//!
//! **Invariants.** The result has no cycle among its reachable blocks. Values and blocks of the function keep their ids; copies have
//! the names and places of what they copy. Nothing recurses.

mod cycles;
mod repair;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cfg::Cfg;
use crate::entity::{BlockId, ValueId};
use crate::flags::Flags;
use crate::function::{Block, Function, ValueKind};
use crate::inst::{Inst, InstKind, Operand};
use crate::types::Type;

/// A function without loops, which does what another one does while each loop is taken at most so often.
#[derive(Clone, Debug)]
pub struct Unrolled {
    /// The function.
    pub function: Function,
    /// Where executions end that take a loop more often; `None` when there are no loops. Its `unreachable` means nothing.
    pub cut: Option<BlockId>,
}

/// Unrolls every loop of a function: `rounds` copies of its blocks, of which the first are the blocks themselves. The bound holds each
/// time the loop is entered.
///
/// `None` when the result has more than `most` instructions, or `rounds` is 0.
#[must_use]
pub fn unroll(function: &Function, rounds: u32, most: usize) -> Option<Unrolled> {
    let mut state = Unroller { function: function.clone(), cut: None, rounds };
    state.function.uselistorders.clear();
    loop {
        let cfg = Cfg::new(&state.function);
        let parts = cycles::outermost(&cfg);
        if parts.is_empty() {
            break;
        }
        if rounds == 0 {
            return None;
        }
        for part in parts {
            let insts: usize = part.iter().map(|b| state.function.block(*b).insts.len()).sum();
            let copies = (rounds as usize - 1).checked_mul(insts)?;
            if size(&state.function).checked_add(copies)? > most {
                return None;
            }
            state.unroll(&part);
        }
    }
    number(&mut state.function);
    Some(Unrolled { function: state.function, cut: state.cut })
}

fn size(function: &Function) -> usize {
    function.blocks.iter().map(|block| block.insts.len()).sum()
}

/// Tells each result where its instruction now stands.
fn number(function: &mut Function) {
    let Function { blocks, values, .. } = function;
    for (id, block) in (0u32..).map(BlockId).zip(blocks) {
        for (index, inst) in (0u32..).zip(&block.insts) {
            if let Some(result) = inst.result {
                values[result.index()].kind = ValueKind::Inst(id, index);
            }
        }
    }
}

struct Unroller {
    function: Function,
    cut: Option<BlockId>,
    rounds: u32,
}

/// What the blocks and values of a loop are called in one copy of it. Others are called as ever.
#[derive(Default)]
struct Names {
    blocks: FxHashMap<BlockId, BlockId>,
    values: FxHashMap<ValueId, ValueId>,
}

impl Names {
    fn block(&self, id: BlockId) -> BlockId {
        self.blocks.get(&id).copied().unwrap_or(id)
    }

    fn value(&self, id: ValueId) -> ValueId {
        self.values.get(&id).copied().unwrap_or(id)
    }

    fn operand(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Value(id) => Operand::Value(self.value(*id)),
            other => other.clone(),
        }
    }
}

impl Unroller {
    /// Unrolls one loop: `part` are its blocks, the first of them the header.
    fn unroll(&mut self, part: &[BlockId]) {
        let inside: FxHashSet<BlockId> = part.iter().copied().collect();
        let copies: Vec<Names> = (0..self.rounds).map(|round| self.names(part, round)).collect();
        let originals: Vec<Block> = part.iter().map(|b| self.function.block(*b).clone()).collect();
        let header = part[0];
        for (round, copy) in copies.iter().enumerate() {
            let again = match copies.get(round + 1) {
                Some(next) => next.block(header),
                None => self.cut(),
            };
            for (&id, original) in part.iter().zip(&originals) {
                let before = (id == header).then(|| round.checked_sub(1).map(|r| &copies[r]));
                let mut block = original.clone();
                for inst in &mut block.insts {
                    match &mut inst.kind {
                        InstKind::Phi { incoming } => *incoming = incoming_of(incoming, &inside, round, copy, before),
                        kind => {
                            kind.for_each_operand_mut(&mut |operand| *operand = copy.operand(operand));
                            kind.for_each_block_mut(&mut |to| *to = if *to == header { again } else { copy.block(*to) });
                        }
                    }
                    inst.result = inst.result.map(|id| copy.value(id));
                }
                self.function.blocks[copy.block(id).index()] = block;
            }
        }
        self.leave(&inside, &copies);
        repair::repair(&mut self.function, part, &copies);
    }

    /// Names of one copy of a loop. The first is the loop itself.
    fn names(&mut self, part: &[BlockId], round: u32) -> Names {
        let mut copy = Names::default();
        if round == 0 {
            return copy;
        }
        for &id in part {
            let block = self.function.block(id).clone();
            copy.blocks.insert(id, BlockId(self.function.blocks.len() as u32));
            for result in block.insts.iter().filter_map(|inst| inst.result) {
                copy.values.insert(result, ValueId(self.function.values.len() as u32));
                self.function.values.push(self.function.value(result).clone());
            }
            self.function.blocks.push(block);
        }
        copy
    }

    /// The block for executions that are left out.
    fn cut(&mut self) -> BlockId {
        if let Some(cut) = self.cut {
            return cut;
        }
        let span = self.function.span;
        let end = Inst {
            kind: InstKind::Unreachable,
            flags: Flags::default(),
            ty: Type::Void,
            result: None,
            metadata: Vec::new(),
            records: Vec::new(),
            span,
        };
        let cut = BlockId(self.function.blocks.len() as u32);
        self.function.blocks.push(Block { name: None, insts: vec![end], trailing_records: Vec::new(), span, defined: true });
        self.cut = Some(cut);
        cut
    }

    /// Phis outside of a loop that are entered from it get the values of every copy.
    fn leave(&mut self, part: &FxHashSet<BlockId>, copies: &[Names]) {
        let copied: FxHashSet<BlockId> = copies.iter().flat_map(|copy| copy.blocks.values().copied()).collect();
        for (id, block) in (0u32..).map(BlockId).zip(&mut self.function.blocks) {
            if part.contains(&id) || copied.contains(&id) {
                continue;
            }
            for inst in &mut block.insts {
                let InstKind::Phi { incoming } = &mut inst.kind else { break };
                let left: Vec<(Operand, BlockId)> = incoming.iter().filter(|(_, from)| part.contains(from)).cloned().collect();
                for copy in &copies[1..] {
                    incoming.extend(left.iter().map(|(value, from)| (copy.operand(value), copy.block(*from))));
                }
            }
        }
    }
}

/// The values of a phi in one copy of its loop. `before` is given for phis of the header: the copy before, if there is one.
fn incoming_of(
    incoming: &[(Operand, BlockId)],
    inside: &FxHashSet<BlockId>,
    round: usize,
    copy: &Names,
    before: Option<Option<&Names>>,
) -> Vec<(Operand, BlockId)> {
    let here = incoming.iter().filter(|(_, from)| match before {
        // Whoever comes from inside comes from the copy before.
        Some(before) => inside.contains(from) == before.is_some(),
        None => round == 0 || inside.contains(from),
    });
    let names = before.flatten().unwrap_or(copy);
    here.map(|(value, from)| (names.operand(value), names.block(*from))).collect()
}

#[cfg(test)]
mod tests;
