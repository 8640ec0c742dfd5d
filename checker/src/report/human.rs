//! The report for people: a headline, and for a counterexample the inputs, both traces side by side and one sentence why.

use std::io::{self, Write};
use std::time::Duration;

use super::table::{Cell, Look, Table, printable};
use super::{Output, PairReport, Style, diagnostic, trace};
use crate::solve::log::duration;
use crate::source::Loaded;
use crate::verdict::{Counterexample, HoldsIf, Input, Method, Reason, Verdict, VerdictKind};

/// Prints one pair. `files` are the files of the check, for places that a verdict names; `explain` adds the log.
///
/// # Errors
/// When writing fails.
pub fn pair<W: Write>(out: &mut Output<W>, report: &PairReport, files: &[Loaded], explain: bool) -> io::Result<()> {
    let style = out.style;
    writeln!(out, "{}", headline(report, style))?;
    let verdict = &report.verdict;
    if let Some(counterexample) = &verdict.counterexample {
        write!(out, "{}", body(counterexample, titles(report), style))?;
    }
    for (label, text) in notes(report) {
        writeln!(out, "  {} {}", style.strong(&format!("{label}:")), printable(&text))?;
    }
    if verdict.verdict != VerdictKind::Invalid
        && let Some(problem) = &verdict.problem
        && let Some(file) = files.get(problem.file)
    {
        write!(out, "{}", diagnostic::place(&problem.message, problem.span, &file.source, style))?;
    }
    if explain {
        for line in &verdict.log {
            writeln!(out, "  {} {}", style.dim("log:"), printable(line))?;
        }
    }
    if verdict.counterexample.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

/// Prints a line about all pairs, when there are several.
///
/// # Errors
/// When writing fails.
pub fn summary<W: Write>(out: &mut Output<W>, pairs: &[PairReport], crashed: usize, interrupted: usize) -> io::Result<()> {
    if pairs.len() + crashed < 2 {
        return Ok(());
    }
    let mut parts = Vec::new();
    for kind in VerdictKind::ALL {
        let count = pairs.iter().filter(|p| p.verdict.verdict == kind).count();
        if count > 0 {
            let words = format!("{count} {}", kind.id());
            parts.push(paint(out.style, kind, &words));
        }
    }
    if interrupted > 0 {
        parts.push(format!("{interrupted} of them interrupted"));
    }
    if crashed > 0 {
        parts.push(out.style.bad(&format!("{crashed} internal errors")));
    }
    writeln!(out, "{} pairs: {}", pairs.len() + crashed, parts.join(", "))
}

fn paint(style: Style, kind: VerdictKind, text: &str) -> String {
    match kind {
        VerdictKind::Refines => style.good(text),
        VerdictKind::Counterexample | VerdictKind::Invalid => style.bad(text),
        VerdictKind::Unsupported | VerdictKind::Inconclusive => style.unsure(text),
    }
}

fn headline(report: &PairReport, style: Style) -> String {
    let verdict = &report.verdict;
    let kind = paint(style, verdict.verdict, verdict.verdict.id());
    let back = if report.reverse { " (the way back)" } else { "" };
    let name = style.strong(&format!("{}{back}", printable(&report.name)));
    let what = match (verdict.verdict, verdict.reason) {
        (VerdictKind::Refines, _) if verdict.method == Some(Method::Licence) => format!(": {}", printable(&verdict.detail)),
        (VerdictKind::Refines, _) if verdict.all_widths => " at all widths".to_owned(),
        (VerdictKind::Refines, _) => verdict.bounded.map(|n| format!(" up to {n} loop iterations")).unwrap_or_default(),
        (VerdictKind::Counterexample, Some(reason)) => format!(": {}", sentence(reason)),
        (_, _) => format!(": {}", printable(without_name(&verdict.detail, &report.name))),
    };
    let how = how(verdict, report.time);
    let how = if how.is_empty() { how } else { style.dim(&format!(" ({how})")) };
    let met = report.expected.as_ref().is_some_and(|e| e.is_met_by(verdict));
    let met = if met { ", as expected" } else { "" };
    // How far a proof goes belongs to it.
    if what.starts_with(':') { format!("{name}: {kind}{met}{what}{how}") } else { format!("{name}: {kind}{what}{met}{how}") }
}

/// A message that starts with the file's name need not repeat it after the headline has said it.
fn without_name<'a>(detail: &'a str, name: &str) -> &'a str {
    detail.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(detail)
}

/// What a failed condition means.
fn sentence(reason: Reason) -> &'static str {
    match reason {
        Reason::Signature => "the signatures differ",
        Reason::Attributes => "target promises less or requires more by its attributes",
        Reason::Globals => "the globals differ",
        Reason::SourceMoreDefined => "target has undefined behavior where source has none",
        Reason::ReturnDomain => "only one of source and target returns",
        Reason::MorePoisonous => "target is more poisonous than source",
        Reason::MoreUndefined => "target is more undefined than source",
        Reason::ValueMismatch => "target returns a value that source does not",
        Reason::MemoryMismatch => "target leaves memory that source does not",
    }
}

fn how(verdict: &Verdict, time: Duration) -> String {
    let by = match (verdict.verdict, verdict.method) {
        (VerdictKind::Refines, Some(method)) => format!("proved by {}", method_words(method)),
        (VerdictKind::Counterexample, Some(method)) => format!("found by {}", method_words(method)),
        (_, _) => String::new(),
    };
    match (by.is_empty(), time.is_zero()) {
        (true, true) => by,
        (true, false) => duration(time),
        (false, true) => by,
        (false, false) => format!("{by}, {}", duration(time)),
    }
}

/// How a rung is called in a sentence: "proved by …".
#[must_use]
pub fn method_words(method: Method) -> &'static str {
    match method {
        Method::Syntactic => "comparing the text",
        Method::Simplify => "simplification",
        Method::Falsify => "trying special and random values",
        Method::Enumerate => "trying every input",
        Method::Smt => "the solver",
        Method::AllWidths => "a statement about all widths",
        Method::SmallWidths => "trying every input at small widths or formats",
        Method::Licence => "a fast-math licence",
    }
}

/// What the two sides are called.
fn titles(report: &PairReport) -> [String; 2] {
    match report.name.split_once(" -> ") {
        Some((src, tgt)) => [format!("source @{src}"), format!("target @{tgt}")],
        None => [format!("source @{}", report.name), format!("target @{}", report.name)],
    }
}

fn body(counterexample: &Counterexample, titles: [String; 2], style: Style) -> String {
    let mut text = String::from("\n");
    if !counterexample.inputs.is_empty() {
        text.push_str(&inputs(&counterexample.inputs, style));
        text.push('\n');
    }
    if !counterexample.calls.is_empty() {
        for call in &counterexample.calls {
            text.push_str(&format!("  {} {}\n", style.strong(&printable(&call.call)), printable(&call.answer)));
        }
        text.push('\n');
    }
    text.push_str(&trace::render(counterexample, titles.each_ref().map(String::as_str), style));
    text.push('\n');
    text
}

fn inputs(inputs: &[Input], style: Style) -> String {
    let mut table = Table::default();
    for input in inputs {
        let look = if input.irrelevant { Look::Dim } else { Look::Plain };
        let remark =
            if input.irrelevant { "any value will do".to_owned() } else { input.notation.remark(&input.value).unwrap_or_default() };
        table.row(vec![
            Cell::new(&*input.name, Look::Strong),
            Cell::new("=", Look::Dim),
            Cell::new(input.typed(), look),
            Cell::new(remark, Look::Dim),
        ]);
    }
    table.render(&["  ", " ", " ", "   "], style)
}

/// Label and text of the lines below a headline.
fn notes(report: &PairReport) -> Vec<(&'static str, String)> {
    let verdict = &report.verdict;
    let mut notes = Vec::new();
    if let Some(counterexample) = &verdict.counterexample {
        let why = if counterexample.why.is_empty() { &verdict.detail } else { &counterexample.why };
        notes.push(("why", why.clone()));
        if let Some(blame) = &counterexample.blame {
            notes.push(("flag", format!("without `{blame}` in the target the pair refines")));
        }
        if let Some((failing, all)) = &counterexample.failing_inputs {
            let text = match failing.as_str() {
                "1" => format!("this is the only input of {all} that fails"),
                _ => format!("{failing} of {all} inputs fail"),
            };
            notes.push(("note", text + ", not counting undef and poison"));
        }
    }
    if let Some(holds_if) = verdict.holds_if {
        notes.push(("note", holds(verdict.verdict, holds_if).to_owned()));
    }
    notes.extend(verdict.warnings.iter().map(|w| ("warning", w.clone())));
    if let Some(expected) = report.expected.as_ref().filter(|e| !e.is_met_by(verdict)) {
        notes.push(("NOT AS EXPECTED", format!("the file says: {} (line {})", expected.text(), expected.line)));
    }
    notes
}

fn holds(kind: VerdictKind, holds_if: HoldsIf) -> &'static str {
    match (kind, holds_if) {
        (VerdictKind::Inconclusive, HoldsIf::NoUndefInput) => "proved for inputs that are not undef; only undef inputs are open",
        (VerdictKind::Inconclusive, HoldsIf::NoPoisonInput) => "proved for inputs that are neither undef nor poison; only those are open",
        (_, HoldsIf::NoUndefInput) => "refines if no input is undef",
        (_, HoldsIf::NoPoisonInput) => "refines if no input is undef or poison",
    }
}
