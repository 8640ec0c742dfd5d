//! What the search did, line by line, for `--explain`.
//!
//! A log is carried by [`super::ladder::Budget`]. One that is off costs nothing: no text is made. Clones write into the same log.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Most lines kept; searches that go on for longer are summed up by their last line.
const MAX_LINES: usize = 400;

/// A log that is on or off.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: Option<Arc<Mutex<Vec<String>>>>,
    depth: usize,
}

impl Log {
    /// A log that keeps lines, if they are wanted.
    #[must_use]
    pub fn new(wanted: bool) -> Log {
        Log { lines: wanted.then(Arc::default), depth: 0 }
    }

    /// The same log, one level deeper: its lines are indented under the line that was written last.
    #[must_use]
    pub fn deeper(&self) -> Log {
        Log { depth: self.depth + 1, ..self.clone() }
    }

    /// Adds a line.
    pub fn line(&self, text: impl FnOnce() -> String) {
        let Some(mut lines) = self.lines.as_ref().and_then(|l| l.lock().ok()) else { return };
        match lines.len() {
            n if n < MAX_LINES => lines.push(format!("{}{}", "  ".repeat(self.depth), text())),
            MAX_LINES => lines.push("... (more steps are left out)".to_owned()),
            _ => {}
        }
    }

    /// Adds a line about something that began at `start`, with the time it took.
    pub fn timed(&self, start: Instant, text: impl FnOnce() -> String) {
        self.line(|| format!("{} ({})", text(), duration(start.elapsed())));
    }

    /// The lines so far, which the log then no longer has.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        let lines = self.lines.as_ref().and_then(|l| l.lock().ok());
        lines.map(|mut lines| std::mem::take(&mut *lines)).unwrap_or_default()
    }
}

/// A time with the precision that people care about: `0.02 ms`, `3.1 ms`, `250 ms`, `1.5 s`.
#[must_use]
pub fn duration(time: Duration) -> String {
    match time.as_secs_f64() * 1e3 {
        ms if ms < 1.0 => format!("{ms:.2} ms"),
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_indented_taken_once_and_bounded() {
        let log = Log::new(true);
        log.line(|| "stage".to_owned());
        log.deeper().line(|| "rung".to_owned());
        assert_eq!(log.take(), ["stage", "  rung"]);
        assert!(log.take().is_empty());
        (0..2 * MAX_LINES).for_each(|i| log.line(|| i.to_string()));
        assert_eq!(log.take().len(), MAX_LINES + 1);
        let off = Log::new(false);
        off.line(|| unreachable!("a log that is off makes no text"));
        assert!(off.take().is_empty());
    }

    #[test]
    fn times_for_people() {
        let text = |us| duration(Duration::from_micros(us));
        assert_eq!([text(20), text(3100), text(250_000), text(1_500_000)], ["0.02 ms", "3.1 ms", "250 ms", "1.5 s"]);
    }
}
