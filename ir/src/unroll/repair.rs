//! Uses, outside of an unrolled loop, of values that the loop defines: each copy of the loop now defines one (Braun et al. 2013,
//! "Simple and Efficient Construction of Static Single Assignment Form", with a list of work instead of recursion).

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Names;
use crate::cfg::Cfg;
use crate::constant::{ConstKind, Constant};
use crate::entity::{BlockId, ValueId};
use crate::flags::Flags;
use crate::function::{Function, ValueDef, ValueKind};
use crate::inst::{Inst, InstKind, Operand};

/// Lets every use outside read what reaches it.
pub(super) fn repair(function: &mut Function, part: &[BlockId], copies: &[Names]) {
    let cfg = Cfg::new(function);
    let inside: FxHashSet<BlockId> = part.iter().flat_map(|b| copies.iter().map(|copy| copy.block(*b))).collect();
    let mut homes = FxHashMap::default();
    for &block in part {
        for value in function.block(block).insts.iter().filter_map(|inst| inst.result) {
            let definitions = copies.iter().map(|copy| (copy.block(block), copy.value(value))).collect();
            homes.insert(value, Reach { value, definitions, phis: FxHashMap::default() });
        }
    }
    Repair { cfg: &cfg, homes, open: Vec::new() }.run(function, &inside);
}

/// Where the definitions of one value reach.
struct Reach {
    value: ValueId,
    definitions: FxHashMap<BlockId, ValueId>,
    /// The phis made so far.
    phis: FxHashMap<BlockId, ValueId>,
}

struct Repair<'a> {
    cfg: &'a Cfg,
    /// The values that the loop defines.
    homes: FxHashMap<ValueId, Reach>,
    /// Phis whose operands are not known yet: the value, the block, and the phi.
    open: Vec<(ValueId, BlockId, ValueId)>,
}

impl Repair<'_> {
    fn run(mut self, function: &mut Function, inside: &FxHashSet<BlockId>) {
        for &block in self.cfg.reverse_post_order().iter().filter(|b| !inside.contains(b)) {
            let mut insts = std::mem::take(&mut function.blocks[block.index()].insts);
            for inst in &mut insts {
                match &mut inst.kind {
                    InstKind::Phi { incoming } => {
                        for (operand, from) in incoming.iter_mut().filter(|(_, from)| !inside.contains(from)) {
                            self.rewrite(function, operand, *from);
                        }
                    }
                    kind => kind.for_each_operand_mut(&mut |operand| self.rewrite(function, operand, block)),
                }
            }
            function.blocks[block.index()].insts = insts;
        }
        let mut made = Vec::new();
        while let Some((value, block, phi)) = self.open.pop() {
            let from = self.cfg.predecessors(block);
            made.push((block, phi, from.iter().map(|&from| (self.at_end(function, value, from), from)).collect()));
        }
        made.sort_by_key(|&(block, phi, _)| (block.0, phi.0));
        for (block, phi, incoming) in made {
            let inst = new_phi(function, block, phi, incoming);
            function.blocks[block.index()].insts.insert(0, inst);
        }
    }

    fn rewrite(&mut self, function: &mut Function, operand: &mut Operand, block: BlockId) {
        if let Operand::Value(value) = *operand
            && self.homes.contains_key(&value)
        {
            *operand = self.at_end(function, value, block);
        }
    }

    /// What of a value of the loop reaches the end of a block: a definition in it, or what reaches its start.
    fn at_end(&mut self, function: &mut Function, value: ValueId, mut block: BlockId) -> Operand {
        let Some(reach) = self.homes.get_mut(&value) else { return Operand::Value(value) };
        loop {
            if let Some(id) = reach.definitions.get(&block).or_else(|| reach.phis.get(&block)) {
                return Operand::Value(*id);
            }
            let mut from = self.cfg.predecessors(block).iter().copied().filter(|b| self.cfg.is_reachable(*b));
            let original = function.value(reach.value);
            let Some(first) = from.next() else {
                // Nothing defines it: the start of the function, or a block that is never reached.
                return Operand::Const(Arc::new(Constant { ty: original.ty.clone(), kind: ConstKind::Poison }));
            };
            if from.all(|other| other == first) {
                block = first;
                continue;
            }
            let phi = ValueId(function.values.len() as u32);
            let def = ValueDef { kind: ValueKind::Inst(block, 0), ..original.clone() };
            function.values.push(def);
            reach.phis.insert(block, phi);
            self.open.push((value, block, phi));
            return Operand::Value(phi);
        }
    }
}

fn new_phi(function: &Function, block: BlockId, result: ValueId, incoming: Vec<(Operand, BlockId)>) -> Inst {
    Inst {
        kind: InstKind::Phi { incoming },
        flags: Flags::default(),
        ty: function.value(result).ty.clone(),
        result: Some(result),
        metadata: Vec::new(),
        records: Vec::new(),
        span: function.block(block).span,
    }
}
