//! Runs independent pieces of work on several threads and hands results back in order.
//!
//! Own threads rather than tasks of rayon's pool: a piece of work that itself waits for rayon would otherwise pick up another piece
//! meanwhile, and its time limit would pay for both.
//!
//! **Invariants.** Every item is reported exactly once, in order. A panic concerns its own item only. After an interruption no new item
//! starts, and those under way are reported as [`Finished::Interrupted`] without waiting for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::crash::{self, Crash};

/// Stack of a worker: terms and types nest deeply.
pub const STACK_BYTES: usize = 256 << 20;

/// How often the collector looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(50);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

static LEFT_BEHIND: AtomicBool = AtomicBool::new(false);

/// Notes that a thread is at work that nobody waits for any more.
pub fn leave_behind() {
    LEFT_BEHIND.store(true, Ordering::SeqCst);
}

/// Whether threads may be at work that nobody waits for: then the process must end without taking down what they use.
#[must_use]
pub fn left_behind() -> bool {
    LEFT_BEHIND.load(Ordering::SeqCst)
}

/// What became of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finished<R> {
    /// Its result.
    Done(R),
    /// It panicked.
    Crashed(Crash),
    /// It had not finished when the user stopped the run.
    Interrupted,
}

/// From here on, Ctrl-C and termination stop the run of [`in_order`] instead of the process; a second one stops the process.
pub fn catch_interrupts() {
    // Fails only when a handler exists already, which then is this one.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            #[expect(clippy::exit, reason = "the user insists; nothing may keep the process alive")]
            std::process::exit(i32::from(crate::exit::Exit::Interrupted.code()));
        }
    });
}

/// The number of threads to use when the user gives none.
#[must_use]
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Applies `work` to all items on up to `jobs` threads and passes each result to `each`, in the order of the items, as soon as all earlier
/// ones are there.
pub fn in_order<T, R>(items: Vec<T>, jobs: usize, work: impl Fn(&T) -> R + Send + Sync + 'static, mut each: impl FnMut(usize, Finished<R>))
where
    T: Send + Sync + 'static,
    R: Send + 'static,
{
    let count = items.len();
    let shared = Arc::new((items, work, AtomicUsize::new(0)));
    let (sender, receiver) = mpsc::channel();
    for _ in 0..jobs.clamp(1, count.max(1)) {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        let run = move || {
            let (items, work, next) = &*shared;
            while !INTERRUPTED.load(Ordering::SeqCst)
                && let index = next.fetch_add(1, Ordering::SeqCst)
                && let Some(item) = items.get(index)
            {
                let result = crash::catch(|| work(item)).map_or_else(Finished::Crashed, Finished::Done);
                if sender.send((index, result)).is_err() {
                    return;
                }
            }
        };
        // A thread that cannot start leaves its share to the others; with none at all, the items count as interrupted.
        drop(std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run));
    }
    drop(sender);
    let mut waiting: Vec<Option<Finished<R>>> = Vec::new();
    waiting.resize_with(count, || None);
    let mut next = 0;
    while next < count {
        match receiver.recv_timeout(POLL) {
            Ok((index, result)) => waiting[index] = Some(result),
            Err(RecvTimeoutError::Timeout) if INTERRUPTED.load(Ordering::SeqCst) => break,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(result) = waiting.get_mut(next).and_then(Option::take) {
            each(next, result);
            next += 1;
        }
    }
    if next < count {
        leave_behind();
    }
    for (index, result) in waiting.into_iter().enumerate().skip(next) {
        each(index, result.unwrap_or(Finished::Interrupted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_a_panic_loses_only_its_own() {
        let work = |&n: &u64| {
            std::thread::sleep(Duration::from_millis(10 - n));
            assert!(n != 4, "four");
            n * n
        };
        let mut seen = Vec::new();
        in_order((0..10).collect(), 4, work, |index, result| seen.push((index, result)));
        assert_eq!(seen.len(), 10);
        for (place, (index, result)) in seen.into_iter().enumerate() {
            assert_eq!(place, index);
            match result {
                Finished::Done(square) => assert_eq!(square, (index * index) as u64),
                Finished::Crashed(crash) => assert_eq!((index, crash.message.as_str()), (4, "four")),
                Finished::Interrupted => panic!("nothing interrupts"),
            }
        }
    }

    #[test]
    fn nothing_to_do() {
        in_order(Vec::<u8>::new(), 3, |_| (), |_, _| panic!("no item"));
    }
}
