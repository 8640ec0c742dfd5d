//! What a corpus run says to people: failures in full as they come, then a table by verdict, the slowest pairs and one line with the upshot.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::{Output, human};
use crate::corpus::baseline::Failure;
use crate::corpus::mutation::MutationScore;
use crate::corpus::record::{Record, Status};
use crate::mutate::score::Tally;
use crate::verdict::{Method, VerdictKind};

/// How many slow pairs are named.
const SLOWEST: usize = 5;

/// Milliseconds below which no pair counts as slow.
const SLOW_MS: f64 = 100.0;

/// Figures about all records.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Totals {
    /// Records.
    pub pairs: usize,
    /// By verdict's id, `error` for internal errors; all verdicts, in a fixed order.
    #[serde(serialize_with = "as_map")]
    pub verdicts: Vec<(&'static str, usize)>,
    /// By status's id.
    #[serde(serialize_with = "as_map")]
    pub statuses: Vec<(&'static str, usize)>,
    /// By the id of the rung that decided.
    #[serde(serialize_with = "as_map")]
    pub methods: Vec<(&'static str, usize)>,
    /// Pairs that Ctrl-C or `--fail-fast` left undone.
    pub unreached: usize,
    /// Failures of the baseline that are gone.
    pub fixed: Vec<Failure>,
    /// How many verdicts come from the cache; `None` when times are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached: Option<usize>,
    /// Milliseconds of the whole run; `None` when times are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_ms: Option<f64>,
    /// How well the corpus pins its rules, when that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutation: Option<MutationScore>,
}

fn as_map<S: Serializer>(counts: &[(&'static str, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().copied())
}

impl Totals {
    /// Counts records.
    #[must_use]
    pub fn of(records: &[Record]) -> Totals {
        let count = |f: &dyn Fn(&Record) -> bool| records.iter().filter(|r| f(r)).count();
        let ids = VerdictKind::ALL.map(VerdictKind::id).into_iter().chain(["error"]);
        let methods = Method::ALL.into_iter().map(|m| (m.id(), count(&|r| r.method == Some(m))));
        Totals {
            pairs: records.len(),
            verdicts: ids.map(|id| (id, count(&|r| r.verdict_id() == id))).collect(),
            statuses: Status::ALL.into_iter().map(|s| (s.id(), count(&|r| r.status == s))).collect(),
            methods: methods.filter(|m| m.1 > 0).collect(),
            cached: records.iter().all(|r| r.cached.is_some()).then(|| count(&|r| r.cached == Some(true))),
            ..Totals::default()
        }
    }

    fn status(&self, status: Status) -> usize {
        self.statuses.iter().find(|s| s.0 == status.id()).map_or(0, |s| s.1)
    }
}

/// Prints one record if it deserves attention; any with `all`.
///
/// # Errors
/// When writing fails.
pub fn record<W: Write>(out: &mut Output<W>, record: &Record, all: bool) -> io::Result<()> {
    if record.status == Status::Pass && !all {
        return Ok(());
    }
    let style = out.style;
    if let Some(error) = &record.error {
        return writeln!(out, "{}: {}: {} {error}", record.file, record.name, style.bad("internal error:"));
    }
    if record.status == Status::Pass {
        let summary = Record { counterexample: None, warnings: Vec::new(), ..record.clone() };
        return human::pair(out, &summary.pair_report(), &[], false);
    }
    human::pair(out, &record.pair_report(), &[], false)?;
    let status = match record.status {
        Status::Pass => return Ok(()),
        Status::Tolerated => style.dim("tolerated"),
        Status::Known => style.unsure("known failure"),
        Status::Fail => style.bad("FAIL"),
    };
    let place = format!("{}:{}", record.file, record.line);
    match &record.expected {
        Some(expected) => {
            let why = expected.why.as_ref().map(|w| format!(" ({w})")).unwrap_or_default();
            writeln!(out, "  {status} {place}: expected {}{why}\n", expected.text())
        }
        None => writeln!(out, "  {status} {place}\n"),
    }
}

/// Prints what remains to be said after all records.
///
/// # Errors
/// When writing fails.
pub fn summary<W: Write>(out: &mut Output<W>, records: &[Record], totals: &Totals) -> io::Result<()> {
    table(out, records)?;
    slowest(out, records)?;
    for failure in &totals.fixed {
        let head = out.style.good("fixed");
        writeln!(out, "{head}: {}: {} no longer fails; --update-baseline forgets it", failure.file, failure.name)?;
    }
    let (fail, known, tolerated) = (totals.status(Status::Fail), totals.status(Status::Known), totals.status(Status::Tolerated));
    let mut parts = vec![format!("{} passed", totals.status(Status::Pass))];
    let mut part = |count: usize, text: String| parts.extend((count > 0).then_some(text));
    part(fail, out.style.bad(&format!("{fail} failed")));
    part(known, out.style.unsure(&format!("{known} known failures")));
    part(tolerated, format!("{tolerated} tolerated"));
    part(totals.unreached, out.style.unsure(&format!("{} not reached", totals.unreached)));
    let pairs = if totals.pairs == 1 { "pair" } else { "pairs" };
    let took = totals.wall_ms.map(|ms| format!(" in {}", seconds(ms))).unwrap_or_default();
    let cached = totals.cached.filter(|&n| n > 0).map(|n| format!(", {n} from the cache")).unwrap_or_default();
    writeln!(out, "{} {pairs}{took}{cached}: {}", totals.pairs, parts.join(", "))?;
    totals.mutation.iter().try_for_each(|score| mutation(out, score))
}

/// The changes that nobody would notice, and the share of those that somebody would.
fn mutation<W: Write>(out: &mut Output<W>, score: &MutationScore) -> io::Result<()> {
    for pair in score.pairs.iter().filter(|p| !p.survivors.is_empty()) {
        writeln!(out, "{}: {}: {}: {}", pair.file, pair.name, out.style.unsure("survives"), pair.survivors.join("; "))?;
    }
    let Tally { killed, equivalent, undecided } = score.totals;
    let percent = score.percent.map_or("none".to_owned(), |p| format!("{p:.1} %"));
    let head = out.style.strong("mutation score");
    let pairs = score.pairs.len();
    writeln!(out, "{head}: {percent}: {killed} changes of {pairs} pairs are wrong, {equivalent} survive, {undecided} are undecided")
}

/// Verdicts by what was expected.
fn table<W: Write>(out: &mut Output<W>, records: &[Record]) -> io::Result<()> {
    let expectations = [Some(VerdictKind::Refines), Some(VerdictKind::Counterexample), None];
    let column = |expected: Option<VerdictKind>, id: &str| {
        let plain = |r: &Record| r.expected.as_ref().map(|e| e.verdict).filter(|v| expectations.contains(&Some(*v)));
        let other = |r: &&Record| r.verdict_id() == id && plain(r) == expected;
        records.iter().filter(other).count()
    };
    let columns = ["refines", "counterexample", "anything"];
    writeln!(out, "{:<16}{}", "verdict", columns.map(|c| format!("{:>26}", format!("expected {c}"))).concat())?;
    for id in VerdictKind::ALL.map(VerdictKind::id).into_iter().chain(["error"]) {
        let counts = expectations.map(|e| column(e, id));
        if counts.iter().any(|&n| n > 0) {
            writeln!(out, "{id:<16}{}", counts.map(|n| format!("{n:>26}")).concat())?;
        }
    }
    Ok(())
}

fn slowest<W: Write>(out: &mut Output<W>, records: &[Record]) -> io::Result<()> {
    let fresh = |r: &&Record| r.cached == Some(false) && r.time_ms.is_some_and(|ms| ms >= SLOW_MS);
    let mut slow: Vec<&Record> = records.iter().filter(fresh).collect();
    slow.sort_by(|a, b| b.time_ms.unwrap_or_default().total_cmp(&a.time_ms.unwrap_or_default()));
    if slow.is_empty() {
        return Ok(());
    }
    writeln!(out, "slowest:")?;
    for record in slow.iter().take(SLOWEST) {
        let rung = record.method.map_or("", Method::id);
        writeln!(out, "  {:>9}  {:<12} {}: {}", seconds(record.time_ms.unwrap_or_default()), rung, record.file, record.name)?;
    }
    Ok(())
}

fn seconds(ms: f64) -> String {
    if ms < 1000.0 { format!("{ms:.0} ms") } else { format!("{:.1} s", ms / 1e3) }
}
