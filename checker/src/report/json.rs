//! The JSON reports: versioned, one object each, described by `checker/schemas/`.

use std::io::{self, Write};

use llvet_ir::{Diagnostic, Severity};
use serde::Serialize;

use super::{CrashReport, PairReport};
use crate::source::Loaded;
use crate::verdict::Counterexample;

/// Which program made a report.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Tool {
    /// `llvet`
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The solver's version.
    pub z3: &'static str,
}

impl Tool {
    /// This program.
    #[must_use]
    pub fn this() -> Tool {
        Tool { name: "llvet", version: env!("CARGO_PKG_VERSION"), z3: crate::solve::smt::z3_version() }
    }
}

#[derive(Serialize)]
struct Bounded {
    unroll: u32,
}

#[derive(Serialize)]
struct Expected {
    verdict: &'static str,
    reason: Option<&'static str>,
    line: usize,
    met: bool,
}

/// One element of `pairs`.
#[derive(Serialize)]
struct Pair<'a> {
    name: &'a str,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target_file: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reverse: bool,
    verdict: &'static str,
    reason: Option<&'static str>,
    detail: &'a str,
    method: Option<&'static str>,
    bounded: Option<Bounded>,
    holds_if: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    all_widths: bool,
    warnings: &'a [String],
    time_ms: f64,
    counterexample: Option<&'a Counterexample>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<&'a [String]>,
}

impl<'a> Pair<'a> {
    fn new(report: &'a PairReport, explain: bool) -> Pair<'a> {
        let verdict = &report.verdict;
        Pair {
            name: &report.name,
            file: &report.file,
            target_file: report.target_file.as_deref(),
            reverse: report.reverse,
            verdict: verdict.verdict.id(),
            reason: verdict.reason.map(crate::verdict::Reason::id),
            detail: &verdict.detail,
            method: verdict.method.map(crate::verdict::Method::id),
            bounded: verdict.bounded.map(|unroll| Bounded { unroll }),
            holds_if: verdict.holds_if.map(crate::verdict::HoldsIf::id),
            all_widths: verdict.all_widths,
            warnings: &verdict.warnings,
            time_ms: (report.time.as_secs_f64() * 1e6).round() / 1e3,
            counterexample: verdict.counterexample.as_ref(),
            expected: report.expected.as_ref().map(|e| Expected {
                verdict: e.verdict.id(),
                reason: e.reason.map(crate::verdict::Reason::id),
                line: e.line,
                met: e.is_met_by(verdict),
            }),
            log: explain.then_some(verdict.log.as_slice()),
        }
    }
}

#[derive(Serialize)]
struct Error<'a> {
    name: &'a str,
    file: &'a str,
    message: String,
}

#[derive(Serialize)]
struct Check<'a> {
    schema: &'static str,
    tool: Tool,
    pairs: Vec<Pair<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    skipped: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Error<'a>>,
}

/// Writes the object of `llvet check --json` (`llvet.check/1`).
///
/// # Errors
/// When writing fails.
pub fn check(out: &mut impl Write, pairs: &[PairReport], skipped: &[String], crashes: &[CrashReport], explain: bool) -> io::Result<()> {
    let errors = crashes.iter().map(|c| Error { name: &c.name, file: &c.file, message: c.crash.to_string() }).collect();
    let pairs = pairs.iter().map(|p| Pair::new(p, explain)).collect();
    object(out, &Check { schema: "llvet.check/1", tool: Tool::this(), pairs, skipped, errors })
}

/// One diagnostic of `llvet verify --json`.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyEntry {
    /// Stable id of the rule.
    pub rule: String,
    /// One line.
    pub message: String,
    /// File.
    pub file: String,
    /// Line from 1.
    pub line: usize,
    /// Column from 1, in characters.
    pub column: usize,
}

impl VerifyEntry {
    fn new(loaded: &Loaded, diagnostic: &Diagnostic) -> VerifyEntry {
        let (line, column) = loaded.source.line_column(diagnostic.span.start);
        VerifyEntry {
            rule: diagnostic.id.to_owned(),
            message: diagnostic.message.clone(),
            file: loaded.source.name().to_owned(),
            line,
            column,
        }
    }

    /// The entries of one file with this severity.
    #[must_use]
    pub fn all(loaded: &Loaded, severity: Severity) -> Vec<VerifyEntry> {
        loaded.diagnostics.iter().filter(|d| d.severity == severity).map(|d| VerifyEntry::new(loaded, d)).collect()
    }

    /// A file that could not be read.
    #[must_use]
    pub fn unreadable(file: String, message: String) -> VerifyEntry {
        VerifyEntry { rule: "unreadable".to_owned(), message, file, line: 1, column: 1 }
    }
}

/// Writes the object of `llvet verify --json` (`llvet.verify/1`).
///
/// # Errors
/// When writing fails.
pub fn verify(out: &mut impl Write, errors: &[VerifyEntry], warnings: &[VerifyEntry]) -> io::Result<()> {
    #[derive(Serialize)]
    struct Verify<'a> {
        schema: &'static str,
        tool: Tool,
        diagnostics: &'a [VerifyEntry],
        warnings: &'a [VerifyEntry],
    }
    object(out, &Verify { schema: "llvet.verify/1", tool: Tool::this(), diagnostics: errors, warnings })
}

/// Writes one JSON object and a line end.
///
/// # Errors
/// When writing fails.
pub fn object(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}
