//! All reachable states of a statement's automaton.

use rustc_hash::FxHashSet;

use super::machine::{DONE, FAR, Machine, Moment, State};
use super::statement::Statement;

impl Statement {
    /// Whether no assignment satisfies the statement, whatever the widths. `false` when one does, or when that takes more than `steps` steps.
    #[must_use]
    pub fn never_holds(&self, steps: usize) -> bool {
        let Some(machine) = Machine::new(self) else { return false };
        let mut guesses = vec![None; self.nodes.len()];
        let mut search = Search { statement: self, machine, steps, near: u8::try_from(self.near()).unwrap_or(FAR) };
        search.near < FAR && search.guess(0, &mut guesses)
    }
}

struct Search<'a> {
    statement: &'a Statement,
    machine: Machine<'a>,
    /// Steps left.
    steps: usize,
    /// Bits from which on the distance to the top is counted.
    near: u8,
}

impl Search<'_> {
    /// Whether no run with these guesses and any for the formulas from `next` on satisfies the statement.
    fn guess(&mut self, next: usize, guesses: &mut Vec<Option<bool>>) -> bool {
        if !self.machine.outlook(guesses) {
            return true;
        }
        let Some(&id) = self.machine.guessed.get(next) else { return self.run(guesses) };
        for guess in [false, true] {
            guesses[id] = Some(guess);
            if !self.guess(next + 1, guesses) {
                return false;
            }
        }
        guesses[id] = None;
        true
    }

    fn run(&mut self, guesses: &[Option<bool>]) -> bool {
        let start = self.machine.start();
        let mut seen: FxHashSet<State> = FxHashSet::from_iter([start]);
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            for at in self.moments(&state.at) {
                let after = self.machine.after(at);
                let over = after.left.iter().all(|&left| left == DONE);
                let (blocks, lanes) = self.machine.blocks(&at);
                for block in 0..blocks {
                    let Some(rest) = self.steps.checked_sub(1) else { return false };
                    self.steps = rest;
                    let step = self.machine.step(&at, state.bits, block, guesses);
                    let mut valid = step.valid & lanes;
                    if over && valid != 0 {
                        return false;
                    }
                    while valid != 0 {
                        let next = State { at: after, bits: step.memory(valid.trailing_zeros()) };
                        if seen.insert(next) {
                            open.push(next);
                        }
                        valid &= valid - 1;
                    }
                }
            }
        }
        true
    }

    /// The moment with all ways to say of bases whose top is far that it is near, subject to what the statement demands.
    fn moments(&self, at: &Moment) -> Vec<Moment> {
        let mut all = vec![*at];
        for base in 1..self.statement.least.len() {
            if at.left[base] == FAR && u32::from(at.step) + u32::from(self.near) >= self.statement.least[base] {
                let with_top = |m: &Moment| {
                    let mut m = *m;
                    m.left[base] = self.near - 1;
                    m
                };
                let more: Vec<Moment> = all.iter().map(with_top).collect();
                all.extend(more);
            }
        }
        let in_order = |m: &Moment| self.statement.narrower.iter().all(|&(a, b)| m.left[b] != 0 || at.left[a] == DONE);
        all.retain(in_order);
        all
    }
}
