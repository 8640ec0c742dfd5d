//! A check on a thread of its own, which is left behind when it does not stop in time.
//!
//! Z3 looks at its clock, and at interrupts, between steps only, and some steps are long: making a circuit of a square root takes many
//! seconds. What is large enough for that is checked aside, so that a limit of time is one whatever Z3 does.
//! Invariants: whoever waits does so for [`GRACE`] longer than the limit at most. A thread that was left behind touches nothing but its own
//! copies, and its answer reaches nobody.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use llvet_encoder::term::{Pool, Term};

use super::{Solver, cost};
use crate::parallel::{STACK_BYTES, leave_behind};
use crate::solve::{SmtOptions, SmtResult, UnknownReason};

/// Gates above which an obligation is checked aside: fewer are a matter of some tenths of a second.
const HEAVY: u64 = 50_000;

/// How long after its limit, or after it was cancelled, a check may still end by itself.
const GRACE: Duration = Duration::from_millis(300);

/// How often it is looked at whether someone cancelled.
const POLL: Duration = Duration::from_millis(20);

/// Whether these terms together are so large that Z3 may not stop in time.
pub fn is_heavy(pool: &Pool, terms: &[Term]) -> bool {
    terms.iter().fold(0u64, |sum, &term| sum.saturating_add(cost::circuit(pool, term))) > HEAVY
}

/// Whether the terms can hold together.
pub fn check(pool: &Pool, terms: &[Term], options: &SmtOptions) -> SmtResult {
    let (own_pool, own_terms, own_options) = (pool.clone(), terms.to_vec(), options.clone());
    run(options, move || {
        let mut solver = Solver::new(own_options);
        own_terms.iter().for_each(|&term| solver.assert(&own_pool, term));
        solver.check()
    })
}

/// The answer of `check`, or why it is not waited for any longer.
fn run(options: &SmtOptions, check: impl FnOnce() -> SmtResult + Send + 'static) -> SmtResult {
    let (sender, answer) = mpsc::channel();
    // Nobody may listen any more.
    let work = move || drop(sender.send(catch_unwind(AssertUnwindSafe(check))));
    if let Err(error) = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work) {
        return SmtResult::Unknown(UnknownReason::Incomplete(format!("cannot start a thread: {error}")));
    }
    let mut end = Instant::now() + options.timeout + GRACE;
    let mut cancelled = false;
    loop {
        match answer.recv_timeout(POLL.min(end.saturating_duration_since(Instant::now()))) {
            Ok(result) => return result.unwrap_or_else(|payload| resume_unwind(payload)),
            Err(RecvTimeoutError::Timeout) if Instant::now() < end => {}
            Err(_) => break,
        }
        if options.cancel.is_cancelled() && !std::mem::replace(&mut cancelled, true) {
            end = end.min(Instant::now() + GRACE);
        }
    }
    leave_behind();
    SmtResult::Unknown(if cancelled { UnknownReason::Interrupted } else { UnknownReason::Timeout })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Cancel;

    fn options(timeout: Duration) -> SmtOptions {
        SmtOptions { timeout, cancel: Cancel::new(), ..SmtOptions::default() }
    }

    /// A check that hears nothing.
    fn deaf() -> SmtResult {
        std::thread::sleep(Duration::from_secs(600));
        SmtResult::Unsat
    }

    #[test]
    fn a_check_that_does_not_stop_is_left_behind() {
        let answer = run(&options(Duration::from_millis(10)), deaf);
        assert!(matches!(answer, SmtResult::Unknown(UnknownReason::Timeout)), "{answer:?}");
        let forever = options(Duration::from_secs(600));
        forever.cancel.cancel();
        let answer = run(&forever, deaf);
        assert!(matches!(answer, SmtResult::Unknown(UnknownReason::Interrupted)), "{answer:?}");
    }

    #[test]
    fn answers_and_panics_come_back() {
        let long = options(Duration::from_secs(600));
        assert!(matches!(run(&long, || SmtResult::Unsat), SmtResult::Unsat));
        let payload = catch_unwind(|| run(&options(Duration::from_secs(600)), || panic!("an internal error"))).expect_err("it panics");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"an internal error"));
    }
}
