//! Bars that show how far a corpus run, or a long enumeration, is: on a terminal only, on standard error, gone at the end.

use std::io::IsTerminal;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::corpus::record::{Record, Status};
use crate::corpus::run::Running;
use crate::solve::progress::{Extent, Progress as Enumerated};

/// From when on a pair under way is named, and an enumeration shown.
const SLOW: Duration = Duration::from_secs(1);

/// How often it is looked at what is under way.
const TICK: Duration = Duration::from_millis(100);

/// How many of them are.
const NAMED: usize = 3;

/// The bar, hidden where there is no terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    failed: usize,
    ticker: Option<JoinHandle<()>>,
}

impl Progress {
    /// A bar for so many pairs.
    #[must_use]
    pub fn new(pairs: usize, running: &Arc<Running>) -> Progress {
        let bar = bar(pairs as u64, "{bar:30} {pos}/{len} {per_sec}, {eta} left{prefix}{msg}");
        let terminal = std::io::stderr().is_terminal();
        let ticker = terminal.then(|| {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            watch(bar.clone(), Arc::clone(running))
        });
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
        finish(&self.bar, self.ticker);
    }
}

/// A bar that is hidden as yet.
fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn finish(bar: &ProgressBar, ticker: Option<JoinHandle<()>>) {
    bar.finish_and_clear();
    if let Some(ticker) = ticker {
        // It only draws.
        let _ = ticker.join();
    }
}

fn watch(bar: ProgressBar, running: Arc<Running>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        while !bar.is_finished() {
            let slow = running.slow(SLOW);
            let named = slow.iter().take(NAMED).map(|(name, time)| format!("\n  {:>4} s  {name}", time.as_secs()));
            bar.set_message(named.collect::<String>());
            std::thread::sleep(TICK);
        }
    })
}

/// The bar of the enumerations of a check: it appears when one takes long.
#[derive(Debug)]
pub struct Enumerations {
    bar: ProgressBar,
    ticker: Option<JoinHandle<()>>,
}

impl Enumerations {
    /// Watches the enumerations of these pairs, given with their names.
    #[must_use]
    pub fn watch(pairs: Vec<(String, Enumerated)>) -> Enumerations {
        let bar = bar(1, "{wide_msg}");
        let ticker = std::io::stderr().is_terminal().then(|| {
            let bar = bar.clone();
            std::thread::spawn(move || show_slow(&bar, &pairs))
        });
        Enumerations { bar, ticker }
    }

    /// Prints without the bar in the way.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub fn finish(self) {
        finish(&self.bar, self.ticker);
    }
}

/// Shows the first enumeration that takes long, until the bar is finished.
fn show_slow(bar: &ProgressBar, pairs: &[(String, Enumerated)]) {
    let mut last = None;
    while !bar.is_finished() {
        let slow = |(name, progress): &(String, Enumerated)| Some(words(name, progress.running().filter(|e| e.time >= SLOW)?));
        let line = pairs.iter().find_map(slow);
        if line != last {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_message(line.clone().unwrap_or_default());
            last = line;
        }
        std::thread::sleep(TICK);
    }
}

/// `1,200,000,000 of 4,294,967,296 executions, 210 million/s, 15 s left: src -> tgt`, what matters most first, as it may be cut off.
fn words(name: &str, extent: Extent) -> String {
    let Extent { done, total, time } = extent;
    let rate = done as f64 / time.as_secs_f64().max(f64::EPSILON);
    let left = (total - done) as f64 / rate.max(1.0);
    let [done, total] = [done, total].map(|n| HumanCount(u64::try_from(n).unwrap_or(u64::MAX)));
    format!("{done} of {total} executions, {:.0} million/s, {left:.0} s left: {name}", rate / 1e6)
}
