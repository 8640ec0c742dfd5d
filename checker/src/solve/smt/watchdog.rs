//! Stops a running check from outside: at its deadline, if the solver's own timer has not, and when someone cancels.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use z3::{Context, ContextHandle};

use crate::solve::Cancel;

/// How often the token is looked at, and how often a deaf solver is told again.
const POLL: Duration = Duration::from_millis(20);

/// How long after the deadline the solver's own timer may still act.
const GRACE: Duration = Duration::from_millis(50);

/// Runs `check`, which is busy in `context` on this thread, and interrupts it after `limit` or when `cancel` is pulled.
pub(super) fn guarded<R>(context: &Context, limit: Duration, cancel: &Cancel, check: impl FnOnce() -> R) -> R {
    let done = (Mutex::new(false), Condvar::new());
    let handle = context.handle();
    std::thread::scope(|scope| {
        scope.spawn(|| watch(&handle, Instant::now() + limit + GRACE, cancel, &done));
        let result = check();
        // Under the lock, so that no interrupt is on its way once we go on and use the context for something else.
        *done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        done.1.notify_one();
        result
    })
}

fn watch(handle: &ContextHandle<'_>, deadline: Instant, cancel: &Cancel, (done, signal): &(Mutex<bool>, Condvar)) {
    let mut finished = done.lock().unwrap_or_else(PoisonError::into_inner);
    while !*finished {
        // Again and again: an interrupt that arrives before the check has begun is lost.
        if cancel.is_cancelled() || Instant::now() >= deadline {
            handle.interrupt();
        }
        finished = signal.wait_timeout(finished, POLL).unwrap_or_else(PoisonError::into_inner).0;
    }
}
