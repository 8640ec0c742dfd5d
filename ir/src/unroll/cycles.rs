//! The outermost loops of a graph: strongly connected parts with an edge inside (Tarjan 1972, without recursion).

use crate::cfg::Cfg;
use crate::entity::BlockId;

/// The outermost loops among the reachable blocks. The first block of each is entered from outside: in reverse post-order that is the
/// block by which the depth-first search came to the loop.
pub(super) fn outermost(cfg: &Cfg) -> Vec<Vec<BlockId>> {
    let parts = Search::new(cfg).run();
    let mut loops: Vec<Vec<BlockId>> = parts.into_iter().filter(|part| is_loop(cfg, part)).collect();
    for part in &mut loops {
        part.sort_by_key(|b| cfg.rpo_index(*b));
    }
    loops
}

fn is_loop(cfg: &Cfg, part: &[BlockId]) -> bool {
    part.len() > 1 || cfg.successors(part[0]).contains(&part[0])
}

const UNSEEN: u32 = u32::MAX;

struct Search<'a> {
    cfg: &'a Cfg,
    /// When each block was first seen.
    seen: Vec<u32>,
    /// The earliest block on the stack that is known to be reached.
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<BlockId>,
    clock: u32,
    parts: Vec<Vec<BlockId>>,
}

impl<'a> Search<'a> {
    fn new(cfg: &'a Cfg) -> Search<'a> {
        let n = cfg.len();
        Search { cfg, seen: vec![UNSEEN; n], low: vec![0; n], on_stack: vec![false; n], stack: Vec::new(), clock: 0, parts: Vec::new() }
    }

    fn run(mut self) -> Vec<Vec<BlockId>> {
        if self.cfg.is_empty() {
            return self.parts;
        }
        self.enter(BlockId(0));
        let mut path = vec![(BlockId(0), 0usize)];
        while let Some((block, next)) = path.last_mut() {
            let block = *block;
            let Some(&to) = self.cfg.successors(block).get(*next) else {
                path.pop();
                self.finish(block);
                if let Some((parent, _)) = path.last() {
                    self.low[parent.index()] = self.low[parent.index()].min(self.low[block.index()]);
                }
                continue;
            };
            *next += 1;
            if self.seen[to.index()] == UNSEEN {
                self.enter(to);
                path.push((to, 0));
            } else if self.on_stack[to.index()] {
                self.low[block.index()] = self.low[block.index()].min(self.seen[to.index()]);
            }
        }
        self.parts
    }

    fn enter(&mut self, block: BlockId) {
        (self.seen[block.index()], self.low[block.index()]) = (self.clock, self.clock);
        self.clock += 1;
        self.stack.push(block);
        self.on_stack[block.index()] = true;
    }

    /// Everything that can be reached from the block was seen: if it reaches nothing earlier, a part is complete.
    fn finish(&mut self, block: BlockId) {
        if self.low[block.index()] != self.seen[block.index()] {
            return;
        }
        let start = self.stack.iter().rposition(|b| *b == block).unwrap_or(0);
        let part = self.stack.split_off(start);
        for b in &part {
            self.on_stack[b.index()] = false;
        }
        self.parts.push(part);
    }
}
