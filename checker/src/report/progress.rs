//! The bar that shows how far a corpus run is: on a terminal only, on standard error, gone at the end.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::corpus::record::{Record, Status};
use crate::corpus::run::Running;

/// From when on a pair under way is named.
const SLOW: Duration = Duration::from_secs(1);

/// How many of them are.
const NAMED: usize = 3;

/// The bar, hidden where there is no terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    failed: usize,
    ticker: Option<std::thread::JoinHandle<()>>,
}

impl Progress {
    /// A bar for so many pairs.
    #[must_use]
    pub fn new(pairs: usize, running: &Arc<Running>) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(pairs as u64), target);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {per_sec}, {eta} left{prefix}{msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let ticker = terminal.then(|| watch(bar.clone(), Arc::clone(running)));
        Progress { bar, failed: 0, ticker }
    }

    /// Counts a record.
    pub fn record(&mut self, record: &Record) {
        self.bar.inc(1);
        if record.status == Status::Fail {
            self.failed += 1;
            self.bar.set_prefix(format!(", {} failed", self.failed));
        }
    }

    /// Prints without the bar in the way.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
        if let Some(ticker) = self.ticker {
            // It only draws.
            let _ = ticker.join();
        }
    }
}

fn watch(bar: ProgressBar, running: Arc<Running>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        while !bar.is_finished() {
            let slow = running.slow(SLOW);
            let named = slow.iter().take(NAMED).map(|(name, time)| format!("\n  {:>4} s  {name}", time.as_secs()));
            bar.set_message(named.collect::<String>());
            std::thread::sleep(Duration::from_millis(100));
        }
    })
}
