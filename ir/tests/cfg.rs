//! Graph algorithms against naive references on random graphs.

use llvet_ir::cfg::Successors;
use llvet_ir::{BlockId, Cfg, DomTree};

/// A small deterministic generator (xorshift).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % u64::from(n)) as u32
    }
}

fn random_graph(rng: &mut Rng, blocks: u32) -> Vec<Successors> {
    (0..blocks).map(|_| (0..rng.below(4)).map(|_| BlockId(rng.below(blocks))).collect()).collect()
}

/// Blocks reachable from the entry without passing through `without`, or without the edges `cut`.
fn reach(succs: &[Successors], without: Option<BlockId>, cut: Option<(BlockId, BlockId)>) -> Vec<bool> {
    let mut seen = vec![false; succs.len()];
    let mut todo = Vec::new();
    if without != Some(BlockId(0)) {
        seen[0] = true;
        todo.push(BlockId(0));
    }
    while let Some(b) = todo.pop() {
        for &s in &succs[b.index()] {
            if Some(s) != without && cut != Some((b, s)) && !seen[s.index()] {
                seen[s.index()] = true;
                todo.push(s);
            }
        }
    }
    seen
}

fn ids(n: usize) -> impl Iterator<Item = BlockId> {
    (0..n as u32).map(BlockId)
}

#[test]
fn dominance_is_what_removing_a_block_cuts_off() {
    let mut rng = Rng(0x1234_5678_9abc_def1);
    for round in 0..600 {
        let succs = random_graph(&mut rng, 1 + round % 23);
        let cfg = Cfg::from_successors(succs.clone());
        let dom = DomTree::new(&cfg);
        let reachable = reach(&succs, None, None);
        for a in ids(succs.len()) {
            assert_eq!(cfg.is_reachable(a), reachable[a.index()]);
            let left = reach(&succs, Some(a), None);
            for b in ids(succs.len()) {
                let want = if reachable[b.index()] { reachable[a.index()] && !left[b.index()] } else { true };
                assert_eq!(dom.dominates(a, b), want, "{a:?} {b:?} {succs:?}");
            }
        }
    }
}

#[test]
fn the_immediate_dominator_is_the_nearest_strict_one() {
    let mut rng = Rng(77);
    for round in 0..400 {
        let succs = random_graph(&mut rng, 1 + round % 17);
        let cfg = Cfg::from_successors(succs.clone());
        let dom = DomTree::new(&cfg);
        for b in ids(succs.len()) {
            let strict: Vec<_> = ids(succs.len()).filter(|&a| cfg.is_reachable(b) && a != b && dom.dominates(a, b)).collect();
            let nearest = strict.iter().copied().find(|&a| strict.iter().all(|&other| dom.dominates(other, a)));
            assert_eq!(dom.idom(b), nearest, "{b:?} {succs:?}");
        }
    }
}

#[test]
fn an_edge_dominates_what_cutting_it_makes_unreachable() {
    let mut rng = Rng(99);
    for round in 0..400 {
        let succs = random_graph(&mut rng, 1 + round % 13);
        let cfg = Cfg::from_successors(succs.clone());
        let dom = DomTree::new(&cfg);
        for from in ids(succs.len()).filter(|&b| cfg.is_reachable(b)) {
            for &to in cfg.successors(from) {
                let parallel = cfg.successors(from).iter().filter(|&&s| s == to).count() > 1;
                let left = reach(&succs, None, Some((from, to)));
                for b in ids(succs.len()).filter(|&b| cfg.is_reachable(b)) {
                    assert_eq!(dom.edge_dominates(&cfg, from, to, b), !parallel && !left[b.index()], "{from:?}->{to:?} {b:?} {succs:?}");
                }
            }
        }
    }
}

#[test]
fn reverse_post_order_puts_dominators_first_and_predecessors_count_edges() {
    let mut rng = Rng(5);
    for round in 0..200 {
        let succs = random_graph(&mut rng, 1 + round % 19);
        let cfg = Cfg::from_successors(succs.clone());
        let dom = DomTree::new(&cfg);
        for &b in cfg.reverse_post_order() {
            if let Some(d) = dom.idom(b) {
                assert!(cfg.rpo_index(d) < cfg.rpo_index(b));
            }
        }
        for b in ids(succs.len()) {
            for p in ids(succs.len()) {
                let edges = succs[p.index()].iter().filter(|&&s| s == b).count();
                assert_eq!(cfg.predecessors(b).iter().filter(|&&q| q == p).count(), edges);
            }
        }
    }
}

#[test]
fn cycles_are_seen_only_where_reachable() {
    let one = |b: u32| -> Successors { std::iter::once(BlockId(b)).collect() };
    assert!(!Cfg::from_successors(vec![one(1), Successors::new(), one(2)]).has_cycle());
    assert!(Cfg::from_successors(vec![one(1), one(2), one(1)]).has_cycle());
    assert!(Cfg::from_successors(vec![one(1), one(1)]).has_cycle());
}

#[test]
fn deep_chains_need_neither_stack_nor_quadratic_time() {
    let n = 200_000u32;
    let succs =
        (0..n).map(|i| if i + 1 < n { [BlockId(i + 1), BlockId(i / 2)].into_iter().collect() } else { Successors::new() }).collect();
    let cfg = Cfg::from_successors(succs);
    let dom = DomTree::new(&cfg);
    assert_eq!(dom.idom(BlockId(n - 1)), Some(BlockId(n - 2)));
    assert!(dom.dominates(BlockId(1), BlockId(n - 1)));
}
