//! How far a long enumeration is: plain numbers that another thread may read while it runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The enumerations of one pair. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// Enumerations under way: several where a rule is tried at many types at once.
    running: usize,
    start: Option<Instant>,
    done: u128,
    total: u128,
    /// Whether one of those that ended last was stopped before its end.
    stopped: bool,
}

/// How far an enumeration is, or was when it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Executions done.
    pub done: u128,
    /// Executions in all.
    pub total: u128,
    /// Time since the beginning.
    pub time: Duration,
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An enumeration of so many executions begins.
    pub fn begin(&self, total: u128) {
        let mut state = self.state();
        if state.running == 0 {
            *state = State { start: Some(Instant::now()), ..State::default() };
        }
        state.running += 1;
        state.total = state.total.saturating_add(total);
    }

    /// So many executions are done.
    pub fn add(&self, executions: u128) {
        let mut state = self.state();
        state.done = state.done.saturating_add(executions);
    }

    /// An enumeration ends; `stopped` when before its end.
    pub fn end(&self, stopped: bool) {
        let mut state = self.state();
        state.running = state.running.saturating_sub(1);
        state.stopped |= stopped;
    }

    /// How far the enumeration is that is under way.
    #[must_use]
    pub fn running(&self) -> Option<Extent> {
        let state = self.state();
        if state.running > 0 { state.extent() } else { None }
    }

    /// How far an enumeration was that was stopped, or is stopped now.
    #[must_use]
    pub fn stopped(&self) -> Option<Extent> {
        let state = self.state();
        if state.running > 0 || state.stopped { state.extent() } else { None }
    }
}

impl State {
    fn extent(&self) -> Option<Extent> {
        Some(Extent { done: self.done.min(self.total), total: self.total, time: self.start?.elapsed() })
    }
}

impl std::fmt::Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} executions", self.done, self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(extent: Option<Extent>) -> Option<(u128, u128)> {
        extent.map(|e| (e.done, e.total))
    }

    #[test]
    fn what_was_stopped_is_known_until_the_next_begins() {
        let progress = Progress::default();
        assert_eq!(progress.stopped(), None);
        progress.begin(10);
        progress.begin(20);
        progress.clone().add(7);
        assert_eq!(numbers(progress.running()), Some((7, 30)));
        progress.end(false);
        progress.end(true);
        assert_eq!((progress.running(), numbers(progress.stopped())), (None, Some((7, 30))));
        assert_eq!(progress.stopped().map(|e| e.to_string()).as_deref(), Some("7 of 30 executions"));
        progress.begin(5);
        progress.add(5);
        progress.end(false);
        assert_eq!((progress.running(), progress.stopped()), (None, None));
    }
}
