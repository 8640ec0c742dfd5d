//! Ways through two functions with the same branches.
//!
//! Along one way each `phi` is one of its operands. If the target's conditions and result are allowed evaluations of the source's along every
//! way, then the source has an execution that takes the target's way and returns its result: branching on poison or undef is undefined
//! behavior, which allows everything. Deliberately absent: loops, and branches that only one function has.

use llvet_ir::cfg::Cfg;
use llvet_ir::{BlockId, Function, Inst, InstKind, Operand};

use super::view::is_total;

/// Most ways; functions with more are not compared.
const MAX_WAYS: usize = 64;

/// One way through both functions.
#[derive(Clone)]
pub(super) struct Way<'a> {
    /// The source's blocks.
    pub src: Vec<BlockId>,
    /// The target's.
    pub tgt: Vec<BlockId>,
    /// What must agree for the target to take it when the source does, and what is returned: operands of source and target.
    pub same: Vec<(&'a Operand, &'a Operand)>,
}

/// The ways through both functions on which something is returned, when the instructions of both cannot do anything but compute values.
pub(super) fn ways<'a>(src: &'a Function, tgt: &'a Function) -> Option<Vec<Way<'a>>> {
    let acyclic = |function: &Function| !function.blocks.is_empty() && !Cfg::new(function).has_cycle();
    let total = |function: &Function| function.blocks.iter().flat_map(|block| &block.insts).all(is_total);
    if ![src, tgt].into_iter().all(|function| acyclic(function) && total(function)) {
        return None;
    }
    let entry = BlockId(0);
    let mut todo = vec![Way { src: vec![entry], tgt: vec![entry], same: Vec::new() }];
    let mut done = Vec::new();
    while let Some(mut way) = todo.pop() {
        let (s, t) = (follow(src, &mut way.src)?, follow(tgt, &mut way.tgt)?);
        match (&s.kind, &t.kind) {
            // Undefined behavior allows everything.
            (InstKind::Unreachable, _) => {}
            (InstKind::Ret { value: Some(s) }, InstKind::Ret { value: Some(t) }) => {
                way.same.push((s, t));
                done.push(way);
            }
            (
                InstKind::CondBr { cond: s, then_dest: s_then, else_dest: s_else },
                InstKind::CondBr { cond: t, then_dest: t_then, else_dest: t_else },
            ) => {
                way.same.push((s, t));
                for (s, t) in [(s_then, t_then), (s_else, t_else)] {
                    let mut next = way.clone();
                    next.src.push(*s);
                    next.tgt.push(*t);
                    todo.push(next);
                }
            }
            _ => return None,
        }
        if todo.len() + done.len() > MAX_WAYS {
            return None;
        }
    }
    Some(done)
}

/// The first terminator on the way that does not just go on elsewhere.
fn follow<'a>(function: &'a Function, path: &mut Vec<BlockId>) -> Option<&'a Inst> {
    loop {
        let last = function.block(*path.last()?).insts.last()?;
        match &last.kind {
            InstKind::Br { dest } => path.push(*dest),
            _ => return Some(last),
        }
    }
}
