//! Panics as data: an internal error in one piece of work must neither lose the others nor pass for a verdict.
//!
//! The hook keeps message and place of every panic instead of printing them; [`catch`] hands them to whoever runs the work.

use std::any::Any;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

/// Where problems are reported.
pub const REPORT_TO: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");

/// Message and place of panics that were not caught yet. The place travels apart from the payload, since work that a thread pool does for
/// us panics on another thread than the one that catches.
static PLACES: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// An internal error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The panic's message.
    pub message: String,
    /// `file:line:column` in llvet's sources, when known.
    pub place: Option<String>,
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} ({place})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic without a message".to_owned())
}

/// Makes panics silent and remembers their places. `RUST_BACKTRACE` keeps the usual printed report as well.
pub fn install_hook() {
    let usual = panic::take_hook();
    let verbose = std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0");
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PLACES.lock().unwrap_or_else(PoisonError::into_inner).push((message_of(info.payload()), place));
        if verbose {
            usual(info);
        }
    }));
}

/// The crash that a caught payload stands for.
#[must_use]
pub fn from_payload(payload: &(dyn Any + Send)) -> Crash {
    let message = message_of(payload);
    let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    let index = places.iter().position(|(m, _)| *m == message);
    let place = index.map(|i| places.swap_remove(i).1).filter(|p| !p.is_empty());
    Crash { message, place }
}

/// Runs `work`, turning a panic into a value.
///
/// # Errors
/// When `work` panics.
pub fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Crash> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| from_payload(payload.as_ref()))
}
