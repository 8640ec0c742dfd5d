//! Control-flow graph of a function: successors, predecessors, reachability, reverse post-order, dominators.
//!
//! **Invariants.** Edges keep their multiplicity: a `switch` with two cases to one block gives two edges, in the order of
//! the operands. The entry is block 0. Nothing recurses, so deep graphs are safe. A block without a terminator (which the
//! verifier reports) has no successors. Deliberately absent: loops and post-dominators.

use smallvec::{SmallVec, smallvec};

use crate::entity::BlockId;
use crate::function::{Block, Function};
use crate::inst::InstKind;

/// Successors of one terminator.
pub type Successors = SmallVec<[BlockId; 2]>;

/// Successors of an instruction in operand order, one per edge; empty for everything but terminators.
#[must_use]
pub fn successors(kind: &InstKind) -> Successors {
    match kind {
        InstKind::Br { dest } | InstKind::CatchRet { dest, .. } => smallvec![*dest],
        InstKind::CondBr { then_dest, else_dest, .. } => smallvec![*then_dest, *else_dest],
        InstKind::Switch { default, cases, .. } => std::iter::once(*default).chain(cases.iter().map(|(_, b)| *b)).collect(),
        InstKind::IndirectBr { dests, .. } => dests.iter().copied().collect(),
        InstKind::Invoke { normal, unwind, .. } => smallvec![*normal, *unwind],
        InstKind::CallBr { fallthrough, indirect, .. } => std::iter::once(*fallthrough).chain(indirect.iter().copied()).collect(),
        InstKind::CatchSwitch { handlers, unwind, .. } => handlers.iter().copied().chain(*unwind).collect(),
        InstKind::CleanupRet { unwind, .. } => unwind.iter().copied().collect(),
        InstKind::Ret { .. } | InstKind::Resume { .. } | InstKind::Unreachable => Successors::new(),
        InstKind::CatchPad { .. }
        | InstKind::CleanupPad { .. }
        | InstKind::LandingPad { .. }
        | InstKind::Fneg { .. }
        | InstKind::Binary { .. }
        | InstKind::Cast { .. }
        | InstKind::Icmp { .. }
        | InstKind::Fcmp { .. }
        | InstKind::Select { .. }
        | InstKind::Freeze { .. }
        | InstKind::Phi { .. }
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
        | InstKind::Call { .. } => Successors::new(),
    }
}

impl InstKind {
    /// Whether the instruction ends a block (LangRef, "Terminator Instructions").
    #[must_use]
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            InstKind::Ret { .. }
                | InstKind::Br { .. }
                | InstKind::CondBr { .. }
                | InstKind::Switch { .. }
                | InstKind::IndirectBr { .. }
                | InstKind::Invoke { .. }
                | InstKind::CallBr { .. }
                | InstKind::Resume { .. }
                | InstKind::CatchSwitch { .. }
                | InstKind::CatchRet { .. }
                | InstKind::CleanupRet { .. }
                | InstKind::Unreachable
        )
    }
}

impl Block {
    /// The last instruction, when it is a terminator.
    #[must_use]
    pub fn terminator(&self) -> Option<&crate::inst::Inst> {
        self.insts.last().filter(|i| i.kind.is_terminator())
    }
}

/// The graph of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cfg {
    succs: Vec<Successors>,
    preds: Vec<Vec<BlockId>>,
    rpo: Vec<BlockId>,
    /// Position in `rpo`, `u32::MAX` for unreachable blocks.
    rpo_index: Vec<u32>,
}

const UNREACHABLE: u32 = u32::MAX;

impl Cfg {
    /// The graph of a function; empty for declarations.
    #[must_use]
    pub fn new(function: &Function) -> Cfg {
        Cfg::from_successors(function.blocks.iter().map(|b| b.terminator().map(|t| successors(&t.kind)).unwrap_or_default()).collect())
    }

    /// The graph with these successor lists; every id must be below the number of lists.
    ///
    /// # Panics
    /// When a successor is out of range.
    #[must_use]
    pub fn from_successors(succs: Vec<Successors>) -> Cfg {
        let mut preds = vec![Vec::new(); succs.len()];
        for (from, list) in (0u32..).map(BlockId).zip(&succs) {
            for to in list {
                preds[to.index()].push(from);
            }
        }
        let rpo = reverse_post_order(&succs);
        let mut rpo_index = vec![UNREACHABLE; succs.len()];
        for (i, b) in (0u32..).zip(&rpo) {
            rpo_index[b.index()] = i;
        }
        Cfg { succs, preds, rpo, rpo_index }
    }

    /// Number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.succs.len()
    }

    /// Whether there is no block.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.succs.is_empty()
    }

    /// Successors, one per edge, in operand order.
    #[must_use]
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.succs[block.index()]
    }

    /// Predecessors, one per edge, ordered by block number; unreachable predecessors included.
    #[must_use]
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.preds[block.index()]
    }

    /// The reachable blocks in reverse post-order of a depth-first search from the entry.
    #[must_use]
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.rpo
    }

    /// Position in [`Cfg::reverse_post_order`]; `None` for unreachable blocks.
    #[must_use]
    pub fn rpo_index(&self, block: BlockId) -> Option<u32> {
        Some(self.rpo_index[block.index()]).filter(|&i| i != UNREACHABLE)
    }

    /// Whether a path leads from the entry to the block.
    #[must_use]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.rpo_index[block.index()] != UNREACHABLE
    }

    /// Whether the reachable part has a cycle.
    #[must_use]
    pub fn has_cycle(&self) -> bool {
        self.rpo.iter().any(|&b| self.successors(b).iter().any(|&s| self.rpo_index[s.index()] <= self.rpo_index[b.index()]))
    }
}

fn reverse_post_order(succs: &[Successors]) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(succs.len());
    if succs.is_empty() {
        return order;
    }
    let mut seen = vec![false; succs.len()];
    seen[0] = true;
    let mut stack = vec![(BlockId(0), 0usize)];
    while let Some((block, next)) = stack.last_mut() {
        if let Some(&succ) = succs[block.index()].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[succ.index()], true) {
                stack.push((succ, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// The dominator tree of the reachable blocks (Lengauer and Tarjan 1979, with path compression: O(e log n)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomTree {
    /// Immediate dominators; `None` for the entry and for unreachable blocks.
    idom: Vec<Option<BlockId>>,
    /// Entry and exit times of a walk over the tree, for constant-time queries; `(0, 0)` for unreachable blocks.
    times: Vec<(u32, u32)>,
}

impl DomTree {
    /// The tree of a graph.
    #[must_use]
    pub fn new(cfg: &Cfg) -> DomTree {
        let idom = LengauerTarjan::new(cfg).run(cfg);
        let times = tree_times(&idom, cfg);
        DomTree { idom, times }
    }

    /// The immediate dominator; `None` for the entry and for unreachable blocks.
    #[must_use]
    pub fn idom(&self, block: BlockId) -> Option<BlockId> {
        self.idom[block.index()]
    }

    /// Whether every path from the entry to `b` contains `a` (Lesson 9.3, Definition 9.3.2; reflexive). Everything
    /// dominates an unreachable block, and an unreachable block dominates unreachable blocks only.
    #[must_use]
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (a, b) = (self.times[a.index()], self.times[b.index()]);
        b.1 == 0 || (a.1 != 0 && a.0 <= b.0 && b.1 <= a.1)
    }

    /// Whether every path from the entry to `block` takes an edge `from` → `to`. Two parallel edges dominate nothing
    /// one by one, so the answer is false for them.
    #[must_use]
    pub fn edge_dominates(&self, cfg: &Cfg, from: BlockId, to: BlockId, block: BlockId) -> bool {
        let entry = BlockId(0); // reached without any edge
        if to == entry || !self.dominates(to, block) {
            return false;
        }
        let mut edges = 0;
        cfg.predecessors(to).iter().all(|&p| {
            if p == from {
                edges += 1;
                edges == 1
            } else {
                self.dominates(to, p)
            }
        })
    }
}

/// Working state; vertices are numbers of a depth-first preorder.
struct LengauerTarjan {
    /// Preorder number of each block, `UNREACHABLE` when not visited.
    number: Vec<u32>,
    vertex: Vec<BlockId>,
    parent: Vec<u32>,
    semi: Vec<u32>,
    label: Vec<u32>,
    ancestor: Vec<u32>,
}

impl LengauerTarjan {
    fn new(cfg: &Cfg) -> LengauerTarjan {
        let mut state = LengauerTarjan {
            number: vec![UNREACHABLE; cfg.len()],
            vertex: Vec::new(),
            parent: Vec::new(),
            semi: Vec::new(),
            label: Vec::new(),
            ancestor: Vec::new(),
        };
        if cfg.is_empty() {
            return state;
        }
        state.visit(BlockId(0), UNREACHABLE);
        let mut stack = vec![(BlockId(0), 0usize)];
        while let Some((block, next)) = stack.last_mut() {
            let from = state.number[block.index()];
            let Some(&succ) = cfg.successors(*block).get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if state.number[succ.index()] == UNREACHABLE {
                state.visit(succ, from);
                stack.push((succ, 0));
            }
        }
        state
    }

    fn visit(&mut self, block: BlockId, parent: u32) {
        let n = self.vertex.len() as u32;
        self.number[block.index()] = n;
        self.vertex.push(block);
        self.parent.push(parent);
        self.semi.push(n);
        self.label.push(n);
        self.ancestor.push(UNREACHABLE);
    }

    /// The vertex of least semidominator on the forest path to `v`, compressing that path.
    fn eval(&mut self, v: u32, path: &mut Vec<u32>) -> u32 {
        if self.ancestor[v as usize] == UNREACHABLE {
            return self.label[v as usize];
        }
        let mut at = v;
        while self.ancestor[self.ancestor[at as usize] as usize] != UNREACHABLE {
            path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(w) = path.pop() {
            let up = self.ancestor[w as usize] as usize;
            if self.semi[self.label[up] as usize] < self.semi[self.label[w as usize] as usize] {
                self.label[w as usize] = self.label[up];
            }
            self.ancestor[w as usize] = self.ancestor[up];
        }
        self.label[v as usize]
    }

    fn run(mut self, cfg: &Cfg) -> Vec<Option<BlockId>> {
        let count = self.vertex.len();
        let mut dom = vec![0u32; count];
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut path = Vec::new();
        for w in (1..count as u32).rev() {
            for pred in cfg.predecessors(self.vertex[w as usize]) {
                let v = self.number[pred.index()];
                if v != UNREACHABLE {
                    let u = self.eval(v, &mut path);
                    self.semi[w as usize] = self.semi[w as usize].min(self.semi[u as usize]);
                }
            }
            buckets[self.semi[w as usize] as usize].push(w);
            let parent = self.parent[w as usize];
            self.ancestor[w as usize] = parent;
            for v in std::mem::take(&mut buckets[parent as usize]) {
                let u = self.eval(v, &mut path);
                dom[v as usize] = if self.semi[u as usize] < self.semi[v as usize] { u } else { parent };
            }
        }
        let mut idom = vec![None; cfg.len()];
        for w in 1..count {
            if dom[w] != self.semi[w] {
                dom[w] = dom[dom[w] as usize];
            }
            idom[self.vertex[w].index()] = Some(self.vertex[dom[w] as usize]);
        }
        idom
    }
}

fn tree_times(idom: &[Option<BlockId>], cfg: &Cfg) -> Vec<(u32, u32)> {
    let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); idom.len()];
    for &b in cfg.reverse_post_order() {
        if let Some(d) = idom[b.index()] {
            children[d.index()].push(b);
        }
    }
    let mut times = vec![(0, 0); idom.len()];
    if idom.is_empty() {
        return times;
    }
    let mut clock = 1;
    times[0].0 = clock;
    let mut stack = vec![(BlockId(0), 0usize)];
    while let Some((block, next)) = stack.last_mut() {
        clock += 1;
        if let Some(&child) = children[block.index()].get(*next) {
            *next += 1;
            times[child.index()].0 = clock;
            stack.push((child, 0));
        } else {
            times[block.index()].1 = clock;
            stack.pop();
        }
    }
    times
}
