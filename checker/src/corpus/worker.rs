//! The other end of [`super::isolate`]: reads requests line by line on standard input, writes a reply to each.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc;

use serde::{Deserialize, Serialize};

use super::discover::Unit;
use super::run::check_here;
use crate::crash;
use crate::parallel::STACK_BYTES;
use crate::refine::CheckOptions;
use crate::verdict::Verdict;

/// A pair to check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The unit's files.
    pub files: Vec<PathBuf>,
    /// The pair's place among the unit's.
    pub ordinal: usize,
}

/// What became of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The answer.
    Verdict(Box<Verdict>),
    /// An internal error.
    Crash {
        /// As in [`crash::Crash`].
        message: String,
        /// As in [`crash::Crash`].
        place: Option<String>,
    },
}

/// Serves until standard input ends. Then it returns at once, whatever is under way: nobody waits for it any more.
///
/// # Errors
/// When standard input cannot be read or no thread can be started.
pub fn serve(options: CheckOptions, mut output: impl Write + Send + 'static) -> io::Result<()> {
    let (sender, requests) = mpsc::channel::<Request>();
    let work = move || {
        for request in requests {
            let reply = answer(request, &options);
            let text = serde_json::to_string(&reply).unwrap_or_default();
            if writeln!(output, "{text}").and_then(|()| output.flush()).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work)?;
    for line in io::stdin().lock().lines() {
        let Ok(request) = serde_json::from_str(&line?) else { return Err(io::ErrorKind::InvalidData.into()) };
        if sender.send(request).is_err() {
            break;
        }
    }
    Ok(())
}

fn answer(request: Request, options: &CheckOptions) -> Reply {
    let Request { files, ordinal } = request;
    let unit = Unit { files, name: String::new(), key: String::new() };
    match crash::catch(|| check_here(&unit, ordinal, options)) {
        Ok(verdict) => Reply::Verdict(Box::new(verdict)),
        Err(crash) => Reply::Crash { message: crash.message, place: crash.place },
    }
}
