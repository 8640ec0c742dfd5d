//! Obligations without choices of the source: a search for the first assignment that makes a term true.

use llvet_encoder::term::tape::{LANES, Regs, Tape};
use llvet_encoder::term::{Assignment, Pool, Term};
use rayon::prelude::*;

use super::space::{Block, Feed, Space};
use super::{Found, Halt};

/// Assignments per task.
const TASK: u64 = 1 << 14;

/// The first assignment of the space, in its order, under which the term of the tape holds.
pub(super) fn search(pool: &Pool, tape: &Tape, space: &Space, halt: &Halt<'_>) -> Found {
    for block in &space.blocks {
        let scan = Scan::new(tape, block);
        // A stop ends the search as a hit does: there may be millions of tasks left.
        let unless_stopped = |regs: &mut Registers, task: u64| {
            if halt.stopped() {
                return Some(None);
            }
            let hit = scan.first(regs, task);
            halt.progress.add(u128::from(TASK));
            hit.map(Some)
        };
        let end = if scan.tasks() == 1 {
            scan.first(&mut scan.start(), 0).map(Some)
        } else {
            (0..scan.tasks()).into_par_iter().map_init(|| scan.start(), unless_stopped).find_map_first(|end| end)
        };
        if let Some(Some(index)) = end {
            let mut model = Assignment::new();
            block.assign(pool, index, &mut model);
            return Found::Model(model);
        }
        if end.is_some() || halt.stopped() {
            return Found::Stopped;
        }
    }
    Found::Nothing
}

/// For how many assignments of the space the term holds; `None` when stopped before the end.
pub(super) fn count(pool: &Pool, term: Term, space: &Space, halt: &Halt<'_>) -> Option<u128> {
    let tape = Tape::compile(pool, &[term])?;
    let mut total = 0;
    for block in &space.blocks {
        let scan = Scan::new(&tape, block);
        let unless_stopped = |regs: &mut Registers, task: u64| if halt.stopped() { 0 } else { scan.count(regs, task) };
        total += (0..scan.tasks()).into_par_iter().map_init(|| scan.start(), unless_stopped).sum::<u128>();
        if halt.stopped() {
            return None;
        }
    }
    Some(total)
}

/// A block of assignments, cut into tasks.
struct Scan<'a> {
    tape: &'a Tape,
    feed: Feed,
    total: u64,
}

/// Registers, and whether they were fed from the block before.
type Registers = (Regs, bool);

impl<'a> Scan<'a> {
    fn new(tape: &'a Tape, block: &Block) -> Scan<'a> {
        Scan { tape, feed: block.feed(tape), total: 1 << block.bits() }
    }

    fn tasks(&self) -> u64 {
        self.total.div_ceil(TASK)
    }

    fn start(&self) -> Registers {
        let mut regs = self.tape.regs();
        self.feed.start(self.tape, &mut regs);
        (regs, false)
    }

    /// Runs a task; `visit` gets the first assignment's number and how many lanes count, and stops the task with an answer.
    fn each_batch<R>(&self, (regs, again): &mut Registers, task: u64, mut visit: impl FnMut(&Regs, u64, usize) -> Option<R>) -> Option<R> {
        let end = self.total.min((task + 1) * TASK);
        for first in (task * TASK..end).step_by(LANES) {
            self.feed.batch(self.tape, regs, first, *again);
            *again = true;
            self.tape.run(regs);
            let lanes = usize::try_from(end - first).map_or(LANES, |left| left.min(LANES));
            if let Some(answer) = visit(regs, first, lanes) {
                return Some(answer);
            }
        }
        None
    }

    /// The first assignment of a task under which the term holds.
    fn first(&self, registers: &mut Registers, task: u64) -> Option<u64> {
        self.each_batch(registers, task, |regs, first, lanes| self.tape.first_true(regs, 0, lanes).map(|lane| first + lane as u64))
    }

    /// For how many assignments of a task the term holds.
    fn count(&self, registers: &mut Registers, task: u64) -> u128 {
        let mut total = 0;
        let all: Option<()> = self.each_batch(registers, task, |regs, _, lanes| {
            self.tape.each_value(regs, 0, lanes, |_, value| total += value);
            None
        });
        debug_assert!(all.is_none(), "nothing stops a count");
        total
    }
}
