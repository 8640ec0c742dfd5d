//! Z3, in the process.
//!
//! Purpose: decide sets of terms of one [`Pool`]. This module is the only one that names Z3.
//! Invariants: a [`Solver`] uses the context of its thread, is not `Send`, and works for one pool. A check returns soon after its
//! time is up or its token is pulled, and its memory limit holds, because what Z3 cannot interrupt is never given to it ([`cost`]), or
//! on a thread that can be left behind ([`aside`]).
//! Deliberately absent: quantifiers, and any rewriting of terms: the pool's normal forms have done that.
//!
//! Two engines share the time of a check, because neither is good at everything: Z3's general engine (`smt`) answers most small
//! obligations within a millisecond and finds models through algebra, its bit-blasting tactic is better at real circuits.

pub mod aside;
pub mod cost;
mod ffi;
mod float;
mod general;
mod translate;
mod watchdog;

use std::time::{Duration, Instant};

use llvet_encoder::term::{Pool, Term};
use z3::ast::Bool;
use z3::{Context, Params, SatResult, Tactic};

use super::{SmtOptions, SmtResult, UnknownReason};
use general::{General, Stack};
use translate::Translator;

/// Obligations estimated above this many gates are not given to the general engine, which would build all of
/// the circuit before looking at the clock (some hundred thousand gates per second).
const SMT_GATES: u64 = 400_000;

/// The share of the time that the general engine has to itself at first.
const FIRST_TURN: Duration = Duration::from_millis(100);

/// An incremental solver for terms of one pool.
pub struct Solver {
    options: SmtOptions,
    translator: Translator,
    stack: Stack,
    general: General,
}

impl Solver {
    /// A solver without assertions.
    pub fn new(options: SmtOptions) -> Solver {
        Solver { options, translator: Translator::default(), stack: Stack::default(), general: General::default() }
    }

    /// Replaces the limits of later checks.
    pub fn set_options(&mut self, options: SmtOptions) {
        self.options = options;
    }

    /// Adds an assertion.
    ///
    /// # Panics
    /// If `term` is not Boolean.
    pub fn assert(&mut self, pool: &Pool, term: Term) {
        let formula = self.translator.formula(pool, term);
        self.stack.assertions.push(formula);
    }

    /// Opens a level: [`Solver::pop`] forgets the assertions made since.
    pub fn push(&mut self) {
        self.stack.levels.push(self.stack.assertions.len());
    }

    /// Closes the level opened last.
    ///
    /// # Panics
    /// If none is open.
    pub fn pop(&mut self) {
        let level = self.stack.levels.pop().expect("a level is open");
        self.stack.assertions.truncate(level);
        self.general.popped(&self.stack);
    }

    /// Whether the assertions can hold together.
    pub fn check(&mut self) -> SmtResult {
        self.solve(&[])
    }

    /// Whether the assertions can hold together with these terms, which are not kept.
    ///
    /// # Panics
    /// If a term is not Boolean.
    pub fn check_assuming(&mut self, pool: &Pool, assumptions: &[Term]) -> SmtResult {
        let assumptions: Vec<Bool> = assumptions.iter().map(|&term| self.translator.formula(pool, term)).collect();
        self.solve(&assumptions)
    }

    fn solve(&mut self, assumptions: &[Bool]) -> SmtResult {
        let start = Instant::now();
        let total = self.options.timeout;
        let left = || total.saturating_sub(start.elapsed());
        let small = self.translator.gates() <= SMT_GATES;
        let mut outcome = SmtResult::Unknown(UnknownReason::Timeout);
        if small && !self.translator.has_floats() {
            outcome = self.general_check(assumptions, left().min(FIRST_TURN));
        }
        if self.may_go_on(&outcome, left()) {
            let turn = if small { left() * 3 / 4 } else { left() };
            outcome = self.circuit_check(assumptions, turn);
        }
        if small && self.may_go_on(&outcome, left()) {
            outcome = self.general_check(assumptions, left());
        }
        outcome
    }

    /// Whether another engine should have a try.
    fn may_go_on(&self, outcome: &SmtResult, left: Duration) -> bool {
        match outcome {
            SmtResult::Sat(_) | SmtResult::Unsat => false,
            SmtResult::Unknown(UnknownReason::Interrupted) => false,
            SmtResult::Unknown(_) => !left.is_zero() && !self.options.cancel.is_cancelled(),
        }
    }

    fn general_check(&mut self, assumptions: &[Bool], limit: Duration) -> SmtResult {
        let mut general = std::mem::take(&mut self.general);
        let result = general.with(&self.stack, |solver| self.run(solver, assumptions, limit));
        self.general = general;
        result
    }

    /// Bit-blasts everything anew; what the general engine has learnt is of no use here.
    fn circuit_check(&self, assumptions: &[Bool], limit: Duration) -> SmtResult {
        let solver = self.circuit_tactic().solver();
        for formula in self.stack.assertions.iter().chain(assumptions) {
            solver.assert(formula);
        }
        self.run(&solver, &[], limit)
    }

    fn circuit_tactic(&self) -> Tactic {
        let bits = Tactic::new(if self.translator.has_functions() { "qfufbv" } else { "qfbv" });
        if !self.translator.has_floats() {
            return bits;
        }
        ["simplify", "propagate-values", "fpa2bv", "simplify"].iter().rev().fold(bits, |rest, name| Tactic::new(name).and_then(&rest))
    }

    fn run(&self, solver: &z3::Solver, assumptions: &[Bool], limit: Duration) -> SmtResult {
        let start = Instant::now();
        solver.set_params(&self.params(limit));
        let context = Context::thread_local();
        let answer = watchdog::guarded(&context, limit, &self.options.cancel, || solver.check_assumptions(assumptions));
        match answer {
            SatResult::Unsat => SmtResult::Unsat,
            SatResult::Sat => solver
                .get_model()
                .and_then(|model| self.translator.assignment(&model))
                .map_or_else(|| SmtResult::Unknown(UnknownReason::Incomplete("no complete model".into())), SmtResult::Sat),
            SatResult::Unknown => {
                let why = solver.get_reason_unknown().unwrap_or_default();
                SmtResult::Unknown(self.reason(why, start.elapsed() >= limit))
            }
        }
    }

    fn params(&self, limit: Duration) -> Params {
        let clamp = |value: u128| u32::try_from(value).unwrap_or(u32::MAX - 1).max(1);
        let mut params = Params::new();
        params.set_u32("timeout", clamp(limit.as_millis()));
        params.set_u32("max_memory", clamp(u128::from(self.options.memory_mb)));
        params.set_u32("random_seed", self.options.seed);
        // Interruptions are the command line's business; Z3 would swallow them and report a failed check.
        params.set_bool("ctrl_c", false);
        params
    }

    /// Z3 says "canceled" for its timer and for an interrupt alike.
    fn reason(&self, why: String, late: bool) -> UnknownReason {
        if self.options.cancel.is_cancelled() {
            UnknownReason::Interrupted
        } else if why.contains("memory") {
            UnknownReason::Memory
        } else if late || why.contains("timeout") || why.contains("canceled") {
            UnknownReason::Timeout
        } else {
            UnknownReason::Incomplete(why)
        }
    }
}

/// The version of the Z3 that is loaded, as `major.minor.patch`.
pub fn z3_version() -> &'static str {
    let full = z3::full_version();
    let number = full.strip_prefix("Z3 ").unwrap_or(full);
    number.split(' ').next().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use llvet_encoder::bv::Bv;
    use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode};
    use llvet_encoder::term::{Op, Sort, apply};

    use super::*;

    /// What Z3 says to the text that other solvers get.
    fn check_text(pool: &Pool, term: Term) -> SatResult {
        let solver = z3::Solver::new();
        solver.from_string(pool.to_smtlib(&[term]).replace("(check-sat)", ""));
        solver.check()
    }

    fn check_both(pool: &Pool, term: Term, satisfiable: bool) {
        let mut solver = Solver::new(SmtOptions::default());
        solver.assert(pool, term);
        let (direct, text) = (solver.check(), check_text(pool, term));
        assert_eq!(matches!(direct, SmtResult::Sat(_)), satisfiable, "{direct:?}");
        assert_eq!(matches!(direct, SmtResult::Unsat), !satisfiable, "{direct:?}");
        let expected = if satisfiable { SatResult::Sat } else { SatResult::Unsat };
        assert_eq!(text, expected, "{}", pool.to_smtlib(&[term]));
    }

    /// `op` of two variables at one point: it can be, and can only be, what the evaluator says.
    fn check_point(op: Op, width: u32, a: u64, b: u64) {
        let mut pool = Pool::new();
        pool.set_simplify(false);
        let x = pool.var("x", Sort::Bv(width));
        let y = pool.var("y", Sort::Bv(width));
        let (a, b) = (Bv::from_u64(width, a), Bv::from_u64(width, b));
        let expected = apply(op, &[a.clone(), b.clone()]).expect("an interpreted operator");
        let (a, b, expected) = (pool.constant(a), pool.constant(b), pool.constant(expected));
        let result = pool.apply(op, &[x, y]);
        let (is_a, is_b) = (pool.eq(x, a), pool.eq(y, b));
        let (same, other) = (pool.eq(result, expected), pool.ne(result, expected));
        let right = pool.and_all([is_a, is_b, same]);
        let wrong = pool.and_all([is_a, is_b, other]);
        check_both(&pool, right, true);
        check_both(&pool, wrong, false);
    }

    #[test]
    fn terms_mean_the_same_as_text_and_as_nodes() {
        let binary =
            [Op::Add, Op::Mul, Op::Udiv, Op::Urem, Op::Sdiv, Op::Srem, Op::BvAnd, Op::BvOr, Op::BvXor, Op::Shl, Op::Lshr, Op::Ashr];
        for op in binary {
            check_point(op, 8, 0xb3, 5);
        }
    }

    #[test]
    fn floats_mean_the_same_as_text_and_as_nodes() {
        let (fmt, rm) = (FpFormat::HALF, RoundingMode::NearestTiesToEven);
        for op in [FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div, FpOp::Rem] {
            check_point(Op::Fp { op, fmt, rm }, 16, 0xc500, 0x4000);
        }
    }
}
