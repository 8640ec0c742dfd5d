//! `llvet mutate`: wrong twins of right rules.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;

use crate::cli::{self, Context};
use crate::corpus::discover::{Unit, discover};
use crate::exit::Exit;
use crate::mutate::Kind;
use crate::mutate::change::judged;
use crate::mutate::score::{Judged, Tally};
use crate::pairs::Selection;
use crate::parallel::{self, Finished};
use crate::refine::CheckOptions;
use crate::report::{self, json};
use crate::session::Session;
use crate::verdict::{Verdict, VerdictKind};

/// Make wrong twins of right rules
///
/// Changes each pair that refines in one place at a time and keeps the changes that make it wrong, with a counterexample. What is kept is
/// a test corpus for any checker; the counts say how much of a rule matters.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet mutate rules/ --out wrong/
  llvet mutate rules/ --kind flags --json | jq .totals
  llvet mutate rules/ --out wrong/ && llvet corpus run wrong/

Exit codes: 0 done, 2 invalid input, 101 internal error, 130 interrupted.")]
pub struct Args {
    /// Folders and files with pairs or rules
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What to change
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Kind::ALL)]
    kind: Vec<Kind>,
    /// Write each wrong twin into this folder, with its expectation
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object (schema llvet.mutate/1)
    #[arg(long)]
    json: bool,
    /// Time for each check in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2_000)]
    timeout: u64,
    /// Work on this many files at a time (default: number of processors)
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
}

/// A wrong twin as it is written to a file.
#[derive(Debug)]
struct Wrong {
    kind: Kind,
    extension: &'static str,
    text: String,
}

/// What became of one pair.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    file: String,
    /// Whether the pair itself is proved; otherwise it has no mutants.
    refines: bool,
    totals: Tally,
    by_kind: BTreeMap<&'static str, Tally>,
    #[serde(skip)]
    wrong: Vec<Wrong>,
}

/// What became of one file.
#[derive(Debug, Default)]
struct Outcome {
    rows: Vec<Row>,
    /// Why the file was passed over.
    problem: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// When a path does not exist, a folder cannot be made, or writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let units = discover(&args.paths)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot create", folder.display()))?;
    }
    let (mut exit, mut rows, mut problems) = (Exit::Success, Vec::new(), Vec::new());
    parallel::catch_interrupts();
    let jobs = args.jobs.filter(|&n| n > 0).unwrap_or_else(parallel::default_jobs);
    let kinds: Arc<[Kind]> = args.kind.clone().into();
    let options = CheckOptions { timeout: Duration::from_millis(args.timeout), ..CheckOptions::default() };
    let work = move |unit: &Unit| mutate(unit, &kinds, &options);
    let names: Vec<String> = units.iter().map(|u| u.name.clone()).collect();
    parallel::in_order(units, jobs, work, |index, finished| match finished {
        Finished::Done(outcome) => {
            problems.extend(outcome.problem.map(|why| format!("{}: {why}", names[index])));
            rows.extend(outcome.rows);
        }
        Finished::Crashed(crash) => {
            exit = exit.worst(Exit::Internal);
            cli::internal_error(context.color, &crash);
        }
        Finished::Interrupted => exit = exit.worst(Exit::Interrupted),
    });
    if !problems.is_empty() {
        exit = exit.worst(Exit::Invalid);
    }
    let mut err = report::stderr(context.color);
    for problem in &problems {
        let head = err.style.bad("error");
        writeln!(err, "{head}: {problem}")?;
    }
    if let Some(folder) = &args.out {
        write_twins(folder, &rows)?;
    }
    print(&args, &rows, context)?;
    Ok(exit)
}

/// Mutates the pairs of one file.
fn mutate(unit: &Unit, kinds: &[Kind], options: &CheckOptions) -> Outcome {
    let problem = |why: &str| Outcome { rows: Vec::new(), problem: Some(why.to_owned()) };
    if unit.files.len() != 1 {
        return problem("pairs of two modules are not mutated; put both functions into one file");
    }
    let session = Session::open(&unit.files, &Selection::default(), false);
    if let Some(settled) = session.settled.first() {
        return problem(&settled.verdict.detail);
    }
    let mut outcome = Outcome::default();
    for job in &session.jobs {
        let judged = judged(&session, job, kinds, options);
        let mut row = Row {
            name: session.name(job),
            file: unit.key.clone(),
            refines: judged.is_some(),
            totals: Tally::default(),
            by_kind: BTreeMap::new(),
            wrong: Vec::new(),
        };
        for Judged { mutant, verdict } in judged.into_iter().flatten() {
            row.totals.count(&verdict);
            row.by_kind.entry(mutant.kind().id()).or_default().count(&verdict);
            if verdict.verdict == VerdictKind::Counterexample {
                let text = text(&row, mutant.what(), &verdict, &mutant.text(&session, job));
                row.wrong.push(Wrong { kind: mutant.kind(), extension: mutant.extension(), text });
            }
        }
        outcome.rows.push(row);
    }
    outcome
}

/// The twin with a comment that says what was changed, what is expected and for which inputs it fails.
fn text(row: &Row, what: &str, verdict: &Verdict, twin: &str) -> String {
    let reason = verdict.reason.map(|r| format!(" {}", r.id())).unwrap_or_default();
    let inputs = verdict.counterexample.iter().flat_map(|c| &c.inputs);
    let inputs: Vec<String> = inputs.map(|i| format!("{} = {}", i.name, i.value)).collect();
    let fails = if inputs.is_empty() { String::new() } else { format!("; fails for {}\n", inputs.join(", ")) };
    format!("; expect: counterexample{reason}\n; {} of {}: {what}\n{fails}\n{twin}", row.name, row.file)
}

/// Characters of a pair's name that go into the name of a file.
const MAX_NAME: usize = 60;

fn write_twins(folder: &Path, rows: &[Row]) -> anyhow::Result<()> {
    // Rules may share a name; their twins are numbered on.
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        let stem = Path::new(&row.file).with_extension("");
        let pair = row.name.split(" -> ").next().unwrap_or_default();
        let pair: String = pair.chars().take(MAX_NAME).collect();
        let clean = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
        let start: String = format!("{}.{pair}", stem.display()).chars().map(clean).collect();
        let number = numbers.entry(start.clone()).or_default();
        for wrong in &row.wrong {
            *number += 1;
            let path = folder.join(format!("{start}.{}{number}.{}", wrong.kind.id(), wrong.extension));
            std::fs::write(&path, &wrong.text).with_context(|| format!("{}: cannot write", path.display()))?;
        }
    }
    Ok(())
}

fn print(args: &Args, rows: &[Row], context: Context) -> anyhow::Result<()> {
    let (mut totals, mut by_kind) = (Tally::default(), BTreeMap::<&str, Tally>::new());
    for row in rows {
        totals.add(row.totals);
        for (kind, tally) in &row.by_kind {
            by_kind.entry(kind).or_default().add(*tally);
        }
    }
    let unproved = rows.iter().filter(|r| !r.refines).count();
    let mut out = report::stdout(context.color);
    if args.json {
        #[derive(Serialize)]
        struct Mutate<'a> {
            schema: &'static str,
            tool: json::Tool,
            totals: Tally,
            by_kind: BTreeMap<&'a str, Tally>,
            unproved: usize,
            pairs: &'a [Row],
        }
        json::object(&mut out, &Mutate { schema: "llvet.mutate/1", tool: json::Tool::this(), totals, by_kind, unproved, pairs: rows })?;
        return Ok(());
    }
    for (kind, t) in by_kind.iter().map(|(k, t)| (*k, *t)).chain([("all", totals)]) {
        writeln!(
            out,
            "{kind}: {} mutants: {} killed by a counterexample, {} equivalent, {} undecided",
            t.total(),
            t.killed,
            t.equivalent,
            t.undecided
        )?;
    }
    writeln!(out, "{} pairs, {unproved} of them not proved and left alone", rows.len())?;
    out.flush()?;
    Ok(())
}
