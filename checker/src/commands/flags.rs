//! `llvet flags`: which flags may the target carry?

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::assumptions::Assumptions;
use crate::cli::{self, Context};
use crate::commands::check::print_remarks;
use crate::commands::verify::print_diagnostics;
use crate::commands::which::Which;
use crate::crash::Crash;
use crate::exit::Exit;
use crate::flags::Question;
use crate::flags::analysis::{Analysis, analyse};
use crate::flags::repair::Changed;
use crate::flags::rule::{self, RuleAnalysis, RuleQuestion};
use crate::parallel::{self, Finished};
use crate::refine::CheckOptions;
use crate::report::flags::{self as report_flags, Answers, FlagsReport, Functions};
use crate::report::flags_rule::Ruled;
use crate::report::{self, PairReport};
use crate::rules::ast::Widths;
use crate::rules::check::RuleOptions;
use crate::rules::fmt;
use crate::session::{Job, Session};
use crate::source::Loaded;
use crate::verdict::{Verdict, VerdictKind};

/// Say which flags the instructions of a target may carry
///
/// For every instruction of the target and every flag that may stand on it (nuw, nsw, exact, disjoint, samesign, nneg, inbounds,
/// fast-math flags): keep (proved), drop (with a counterexample) or unknown. Flags are judged one by one on the target without flags, then
/// together. Also says which flags of the source are needed, and how a wrong pair can be repaired. Of a rule (.opt) with symbolic
/// constants, it also finds out for which constants a flag may stay.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet flags rewrite.ll
  llvet flags --json rewrite.ll | jq -c '.instructions[] | {name, flags: [.flags[] | {flag, verdict}]}'
  llvet flags --fix wrong.ll | llvet check -
  llvet flags rules.opt

Exit codes: 0 the target carries no flag it may not have, 1 it does (or is wrong anyway), 2 invalid input,
3 unsupported or inconclusive, 101 internal error, 130 interrupted.")]
pub struct Args {
    /// One file with pairs or rules, or the source's file and the target's; `-` is standard input
    #[arg(required = true, num_args = 1..=2, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object (schema llvet.flags/1)
    #[arg(long, conflicts_with = "fix")]
    json: bool,
    /// Print the target's module with wrong targets repaired, where that takes changes of the target only
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    assumptions: Assumptions,
    /// Time for each question in milliseconds; there is one for each flag and a few more
    #[arg(long, visible_alias = "smt-to", value_name = "MS", default_value_t = 10_000, help_heading = "How")]
    timeout: u64,
    /// In rule files, try these widths of integers, such as 8 or 1..64
    #[arg(long, value_name = "WIDTHS", value_parser = Widths::parse, help_heading = "How")]
    widths: Option<Widths>,
    /// Decide each question in two independent ways and compare
    #[arg(long, help_heading = "How")]
    cross_check: bool,
    /// Work on this many pairs at a time (default: number of processors)
    #[arg(long, short, value_name = "N", help_heading = "How")]
    jobs: Option<usize>,
}

impl Args {
    fn options(&self) -> CheckOptions {
        CheckOptions {
            timeout: Duration::from_millis(self.timeout),
            cross_check: self.cross_check,
            rules: RuleOptions { widths: self.widths, root_only: false },
            ..self.assumptions.options()
        }
    }
}

/// What is known about one pair.
struct Row {
    job: Option<Job>,
    report: PairReport,
    analysis: Option<Analysed>,
}

/// The answers about a pair of functions or a rule.
enum Analysed {
    Functions(Box<Analysis>),
    Rule(Box<RuleAnalysis>),
}

impl Analysed {
    fn exit(&self) -> Exit {
        match self {
            Analysed::Functions(analysis) => analysis.exit(),
            Analysed::Rule(analysis) => analysis.exit(),
        }
    }

    fn given(&self) -> &Verdict {
        match self {
            Analysed::Functions(analysis) => &analysis.transfer.given,
            Analysed::Rule(analysis) => &analysis.given,
        }
    }

    /// All repairs in words.
    fn repairs(&self) -> Vec<&str> {
        match self {
            Analysed::Functions(analysis) => analysis.repairs.iter().map(|r| r.text.as_str()).collect(),
            Analysed::Rule(analysis) => analysis.repairs.iter().map(|r| r.text.as_str()).collect(),
        }
    }

    /// Makes the first repair that asks nothing more of the source; returns it in words.
    fn apply(&self, file: &mut Loaded, job: &Job) -> Option<&str> {
        match self {
            Analysed::Functions(analysis) => analysis.repairs.iter().find_map(|repair| match &repair.changed {
                Changed::Target(function) => {
                    file.module.functions[job.tgt.function] = function.clone();
                    Some(repair.text.as_str())
                }
                Changed::Source(_) => None,
            }),
            Analysed::Rule(analysis) => {
                let repair = analysis.repairs.iter().find(|r| r.keeps_source)?;
                *file.rules.as_mut()?.rules.get_mut(job.rule?)? = repair.rule.clone();
                Some(&repair.text)
            }
        }
    }
}

/// Runs the command.
///
/// # Errors
/// When writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let session = Arc::new(Session::open(&args.files, &args.which.selection(), false));
    let mut err = report::stderr(context.color);
    for loaded in &session.files {
        print_diagnostics(loaded, &mut err)?;
    }
    print_remarks(&session, &mut err)?;
    let mut exit = Exit::Success;
    let mut rows = Vec::new();
    for report in &session.settled {
        exit = exit.worst(report.verdict.verdict.into());
        rows.push(Row { job: None, report: report.clone(), analysis: None });
    }
    let mut crashes: Vec<Crash> = Vec::new();
    ask(&args, &session, |job, finished| match finished {
        Finished::Done((analysis, time)) => {
            exit = exit.worst(analysis.exit());
            let report = session.report(job, analysis.given().clone(), time);
            rows.push(Row { job: Some(job.clone()), report, analysis: Some(analysis) });
        }
        Finished::Crashed(crash) => {
            exit = exit.worst(Exit::Internal);
            crashes.push(crash);
        }
        Finished::Interrupted => {
            exit = exit.worst(Exit::Interrupted);
            let verdict = Verdict::new(VerdictKind::Inconclusive, "interrupted");
            rows.push(Row { job: None, report: session.report(job, verdict, Duration::ZERO), analysis: None });
        }
    });
    if args.fix {
        exit = fix(Arc::unwrap_or_clone(session), &rows, exit, context)?;
    } else {
        print(&args, &session, &rows, context)?;
    }
    for crash in &crashes {
        cli::internal_error(context.color, crash);
    }
    Ok(exit)
}

fn ask(args: &Args, session: &Arc<Session>, mut each: impl FnMut(&Job, Finished<(Analysed, Duration)>)) {
    parallel::catch_interrupts();
    let jobs = args.jobs.filter(|&n| n > 0).unwrap_or_else(parallel::default_jobs);
    let (shared, options) = (Arc::clone(session), args.options());
    let work = move |job: &Job| {
        let start = Instant::now();
        let analysis = match shared.rule(job) {
            Some((rule, file)) => Analysed::Rule(Box::new(rule::analyse(RuleQuestion { rule, declared: file.widths, options: &options }))),
            None => Analysed::Functions(Box::new(analyse(Question { pair: shared.pair(job), options: &options }))),
        };
        (analysis, start.elapsed())
    };
    parallel::in_order(session.jobs.clone(), jobs, work, |index, finished| each(&session.jobs[index], finished));
}

fn print(args: &Args, session: &Session, rows: &[Row], context: Context) -> anyhow::Result<()> {
    let mut out = report::stdout(context.color);
    let reports: Vec<FlagsReport<'_>> = rows.iter().map(|row| FlagsReport { pair: &row.report, answers: answers(session, row) }).collect();
    if args.json {
        report_flags::json(&mut out, &reports)?;
    } else {
        for report in reports {
            report_flags::human(&mut out, report, &session.files)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn answers<'a>(session: &'a Session, row: &'a Row) -> Answers<'a> {
    let (Some(job), Some(analysis)) = (&row.job, &row.analysis) else { return Answers::None };
    let tgt_text = &session.files[job.tgt.file].source;
    match (analysis, session.rule(job)) {
        (Analysed::Rule(analysis), Some((rule, _))) => Answers::Rule(analysis, Ruled { rule, text: tgt_text }),
        (Analysed::Functions(analysis), None) => {
            let pair = session.pair(job);
            Answers::Functions(analysis, Functions { src: pair.src, tgt_module: pair.tgt_module, tgt: pair.tgt, tgt_text })
        }
        (Analysed::Rule(_), None) | (Analysed::Functions(_), Some(_)) => Answers::None,
    }
}

/// Prints the target's file with every target or rule repaired that can be, and says on standard error what was changed. What is left of
/// the exit code is what could not be repaired.
fn fix(session: Session, rows: &[Row], exit: Exit, context: Context) -> anyhow::Result<Exit> {
    let Some(mut file) = session.files.into_iter().next_back() else { return Ok(exit) };
    let mut err = report::stderr(context.color);
    let mut left = if matches!(exit, Exit::Internal | Exit::Interrupted) { exit } else { Exit::Success };
    for row in rows {
        let given = Exit::from(row.report.verdict.verdict);
        let (Some(job), Some(analysis)) = (&row.job, &row.analysis) else {
            left = left.worst(given);
            continue;
        };
        let repair = analysis.apply(&mut file, job);
        match repair {
            Some(text) => writeln!(err, "{}: {text}", row.report.name)?,
            None => left = left.worst(given),
        }
        if given == Exit::Counterexample && repair.is_none() {
            let hints = analysis.repairs();
            let hints = if hints.is_empty() { String::new() } else { format!("; but: {}", hints.join("; or: ")) };
            writeln!(err, "{}: no change of the target was found that repairs it{hints}", row.report.name)?;
        }
    }
    let text = match &file.rules {
        Some(rules) => fmt::format(file.source.bytes(), rules),
        None => file.printed(),
    };
    let mut out = report::stdout(context.color);
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(left)
}
