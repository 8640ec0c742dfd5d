//! Z3's general engine, as cheap as each use allows.
//!
//! The tactic for one check is quick to make but starts anew each time; the incremental solver costs half a millisecond to make,
//! then keeps what it learns. Most obligations are checked once, so it is the second check that brings the latter in.

use z3::ast::Bool;
use z3::{Params, Solver, Tactic};

/// The assertions of a solver, and where its levels begin.
#[derive(Default)]
pub(super) struct Stack {
    pub(super) assertions: Vec<Bool>,
    pub(super) levels: Vec<usize>,
}

/// The general engine for the assertions of one [`Stack`], which it is told before each check.
#[derive(Default)]
pub(super) struct General {
    checked: bool,
    incremental: Option<Incremental>,
}

impl General {
    /// Lends the engine that is to check `stack` now.
    pub(super) fn with<R>(&mut self, stack: &Stack, check: impl FnOnce(&Solver) -> R) -> R {
        if !std::mem::replace(&mut self.checked, true) {
            let once = Tactic::new("smt").solver();
            for formula in &stack.assertions {
                once.assert(formula);
            }
            return check(&once);
        }
        let incremental = self.incremental.get_or_insert_with(Incremental::new);
        incremental.catch_up(stack);
        check(&incremental.solver)
    }

    /// Learns that the innermost level is gone from `stack`.
    pub(super) fn popped(&mut self, stack: &Stack) {
        if let Some(incremental) = &mut self.incremental {
            incremental.popped(stack);
        }
    }
}

/// An incremental solver that follows a [`Stack`] with some delay.
struct Incremental {
    solver: Solver,
    /// How many assertions it has.
    asserted: usize,
    /// How many levels it has open.
    depth: usize,
}

impl Incremental {
    fn new() -> Incremental {
        // Z3's default solver starts out with a tactic and turns incremental later; this one is to be incremental at once.
        let mut params = Params::new();
        params.set_bool("ignore_solver1", true);
        let solver = Solver::new();
        solver.set_params(&params);
        Incremental { solver, asserted: 0, depth: 0 }
    }

    fn catch_up(&mut self, stack: &Stack) {
        while let Some(&level) = stack.levels.get(self.depth) {
            self.assert_up_to(stack, level);
            self.solver.push();
            self.depth += 1;
        }
        self.assert_up_to(stack, stack.assertions.len());
    }

    fn assert_up_to(&mut self, stack: &Stack, end: usize) {
        for formula in &stack.assertions[self.asserted..end] {
            self.solver.assert(formula);
        }
        self.asserted = end;
    }

    fn popped(&mut self, stack: &Stack) {
        if self.depth > stack.levels.len() {
            self.solver.pop(1);
            self.depth -= 1;
            self.asserted = self.asserted.min(stack.assertions.len());
        }
    }
}
