//! `llvet check`: does the target refine the source?

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::assumptions::Assumptions;
use crate::cli::{self, Context};
use crate::commands::verify::print_diagnostics;
use crate::commands::which::Which;
use crate::crash::Crash;
use crate::exit::Exit;
use crate::flags::rule::RuleQuestion;
use crate::flags::{self, Question};
use crate::parallel::{self, Finished};
use crate::refine::{CheckOptions, Pair};
use crate::report::progress::Enumerations;
use crate::report::{self, CrashReport, PairReport, human, json};
use crate::repro;
use crate::rules::ast::Widths;
use crate::rules::check::{RuleOptions, at_typing};
use crate::session::{Job, Session};
use crate::solve::log::duration;
use crate::solve::progress::Progress;
use crate::verdict::{Method, Verdict, VerdictKind};

/// Decide whether target functions refine source functions
///
/// One file: @src is compared with @tgt, @src1 with @tgt1, @src_x with @tgt_x. Two files: functions are compared by name. For every pair
/// the answer is a proof, a counterexample that was replayed, or why neither could be had. Options have alive-tv's names.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet check rewrite.ll
  llvet check before.ll after.ll --func=foo
  llvet check --pair slow=fast rewrite.ll
  opt -S -passes=instcombine in.ll | llvet check in.ll -
  llvet check --json rewrite.ll | jq '.pairs[] | {name, verdict, reason}'

Exit codes: 0 all pairs refine, 1 counterexample, 2 invalid input, 3 unsupported or inconclusive,
101 internal error, 130 interrupted. Of several pairs the worst counts: 2, then 1, 3, 0.")]
pub struct Args {
    /// One file with pairs, or the source's file and the target's; `-` is standard input
    #[arg(required = true, num_args = 1..=2, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object (schema llvet.check/1)
    #[arg(long)]
    json: bool,
    /// Show what every step of the search did
    #[arg(long)]
    explain: bool,
    /// Write a module whose @main shows the first counterexample, for `llvet run` and LLVM's lli
    #[arg(long, value_name = "FILE")]
    repro: Option<PathBuf>,
    /// Show only pairs that do not refine
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    which: Which,
    /// Also check whether the source refines the target
    #[arg(long, help_heading = "Which functions")]
    bidirectional: bool,

    #[command(flatten)]
    assumptions: Assumptions,
    /// Call a proof that holds only up to an unroll bound inconclusive
    #[arg(long, help_heading = "What is assumed")]
    strict_bounds: bool,
    /// In rule files, compare only the root: the last register of the source
    #[arg(long, help_heading = "What is assumed")]
    root_only: bool,
    /// In rule files, try these widths of integers, such as 8 or 1..64
    #[arg(long, value_name = "WIDTHS", value_parser = Widths::parse, help_heading = "What is assumed")]
    widths: Option<Widths>,
    /// The target stands for assembly
    #[arg(long, hide = true)]
    tgt_is_asm: bool,
    /// Undefined behavior is no licence
    #[arg(long, hide = true)]
    disallow_ub_exploitation: bool,

    /// Time for each pair in milliseconds
    #[arg(long, visible_alias = "smt-to", value_name = "MS", default_value_t = 10_000, help_heading = "How")]
    timeout: u64,
    /// Memory for the solver in megabytes
    #[arg(long, visible_alias = "smt-max-mem", value_name = "MB", default_value_t = 2048, help_heading = "How")]
    memory: u64,
    /// Seed of everything random
    #[arg(long, visible_alias = "smt-random-seed", value_name = "N", default_value_t = 0, help_heading = "How")]
    seed: u32,
    /// Use only this method
    #[arg(long, value_name = "METHOD", value_parser = method_parser(), help_heading = "How")]
    method: Option<Method>,
    /// Decide in two independent ways and compare
    #[arg(long, help_heading = "How")]
    cross_check: bool,
    /// Write the solver's questions into this folder as SMT-LIB 2
    #[arg(long, value_name = "DIR", help_heading = "How")]
    emit_smt2: Option<PathBuf>,
    /// Ask this SMT solver, which reads SMT-LIB 2 on standard input
    #[arg(long, value_name = "COMMAND", help_heading = "How")]
    solver_cmd: Option<String>,
    /// Check this many pairs at a time (default: number of processors)
    #[arg(long, short, value_name = "N", help_heading = "How")]
    jobs: Option<usize>,
    /// We always verify
    #[arg(long, hide = true)]
    always_verify: bool,
}

/// Accepts the ids of the methods that can be asked for.
pub(crate) fn method_parser() -> impl TypedValueParser<Value = Method> {
    let rungs = [Method::Simplify, Method::Falsify, Method::AllWidths, Method::Enumerate, Method::Smt, Method::SmallWidths];
    PossibleValuesParser::new(rungs.map(Method::id)).try_map(move |id| rungs.into_iter().find(|m| m.id() == id).ok_or("no such method"))
}

impl Args {
    fn options(&self) -> CheckOptions {
        CheckOptions {
            timeout: Duration::from_millis(self.timeout),
            memory_mb: self.memory,
            method: self.method,
            explain: self.explain,
            cross_check: self.cross_check,
            strict_bounds: self.strict_bounds,
            seed: self.seed,
            rules: RuleOptions { widths: self.widths, root_only: self.root_only },
            solver_cmd: self.solver_cmd.clone(),
            ..self.assumptions.options()
        }
    }

    /// A mode that changes what refinement means and that we do not model.
    fn unmodelled_mode(&self) -> Option<&'static str> {
        if self.tgt_is_asm {
            Some("--tgt-is-asm is not modelled")
        } else if self.disallow_ub_exploitation {
            Some("--disallow-ub-exploitation is not modelled")
        } else {
            None
        }
    }
}

/// Functions without a partner that are named before the rest is only counted.
const SKIPPED_SHOWN: usize = 10;

/// Runs the command.
///
/// # Errors
/// When the folder for SMT-LIB files cannot be made, or writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let jobs = args.jobs.filter(|&n| n > 0).unwrap_or_else(parallel::default_jobs);
    // Fails only when a pool exists already.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(parallel::STACK_BYTES).build_global();
    let session = Arc::new(Session::open(&args.files, &args.which.selection(), args.bidirectional));
    for number in 0..session.jobs.len() {
        if let Some(folder) = smt2_folder(&args, &session, number) {
            std::fs::create_dir_all(&folder).with_context(|| format!("{}: cannot create", folder.display()))?;
        }
    }
    let mut err = report::stderr(context.color);
    for loaded in &session.files {
        print_diagnostics(loaded, &mut err)?;
    }
    print_remarks(&session, &mut err)?;
    let progress: Vec<Progress> = session.jobs.iter().map(|_| Progress::default()).collect();
    let shown = session.jobs.iter().map(|job| session.name(job)).zip(progress.iter().cloned()).collect();
    let mut collector = Collector {
        args: &args,
        session: &session,
        done: Done::default(),
        out: report::stdout(context.color),
        shown: Enumerations::watch(shown),
        failure: None,
        first: None,
    };
    for report in &session.settled {
        collector.pair(report.clone());
    }
    check_all(&args, &session, jobs, &progress, &mut collector);
    let Collector { done, mut out, shown, failure, first, .. } = collector;
    shown.finish();
    if let Some(error) = failure {
        return Err(error).context("cannot write the report");
    }
    if args.json {
        json::check(&mut out, &done.pairs, &session.skipped, &done.crashes, args.explain)?;
    } else {
        human::summary(&mut out, &done.pairs, done.crashes.len(), done.interrupted)?;
    }
    out.flush()?;
    if let Some(path) = &args.repro {
        let text = match first {
            Some((job, verdict)) => reproduction(&session, &job, &verdict, args.options().rules),
            None => Err("there is no counterexample".to_owned()),
        };
        match text {
            Ok(text) => std::fs::write(path, text).with_context(|| format!("{}: cannot write", path.display()))?,
            Err(why) => writeln!(err, "{}: {} is not written: {why}", err.style.unsure("warning"), path.display())?,
        }
    }
    for report in &done.crashes {
        cli::internal_error(context.color, &report.crash);
    }
    Ok(done.exit)
}

/// Prints remarks about comments and functions left out.
///
/// # Errors
/// When writing fails.
pub fn print_remarks<W: Write>(session: &Session, err: &mut report::Output<W>) -> std::io::Result<()> {
    let head = err.style.unsure("warning");
    for remark in session.remarks.iter().chain(session.skipped.iter().take(SKIPPED_SHOWN)) {
        writeln!(err, "{head}: {remark}")?;
    }
    match session.skipped.len().checked_sub(SKIPPED_SHOWN) {
        None | Some(0) => Ok(()),
        Some(more) => writeln!(err, "{head}: {more} more functions are not checked"),
    }
}

fn check_all(args: &Args, session: &Arc<Session>, jobs: usize, progress: &[Progress], collector: &mut Collector<'_>) {
    parallel::catch_interrupts();
    let mode = args.unmodelled_mode();
    let shared = Arc::clone(session);
    let work = move |(job, options): &(Job, CheckOptions)| match mode {
        Some(why) => (Verdict::new(VerdictKind::Unsupported, why), Duration::ZERO),
        None => {
            let (mut verdict, time) = shared.check(job, options);
            if verdict.verdict == VerdictKind::Inconclusive && options.method == Some(Method::Enumerate) {
                say_how_far(&mut verdict, &options.progress);
            }
            blame_flags(&shared, job, options, &mut verdict);
            (verdict, time)
        }
    };
    let options = |number: usize| CheckOptions {
        emit_smt2: smt2_folder(args, session, number),
        progress: progress[number].clone(),
        ..args.options()
    };
    let items = session.jobs.iter().cloned().enumerate().map(|(number, job)| (job, options(number))).collect();
    parallel::in_order(items, jobs, work, |index, finished| collector.finished(&session.jobs[index], &progress[index], finished));
}

/// Says how much was enumerated before the stop.
fn say_how_far(verdict: &mut Verdict, progress: &Progress) {
    if let Some(extent) = progress.stopped() {
        verdict.detail.push_str(&format!("; stopped after {extent}"));
    }
}

/// A module that shows a counterexample.
fn reproduction(session: &Session, job: &Job, verdict: &Verdict, options: RuleOptions) -> Result<String, String> {
    let Some(counterexample) = &verdict.counterexample else { return Err("there is no counterexample".to_owned()) };
    let text = |pair: Pair<'_>| repro::text(pair, counterexample);
    match session.rule(job) {
        Some((rule, file)) => {
            let typing = verdict.typing.unwrap_or(0);
            at_typing(rule, file.widths, options, typing, text).unwrap_or_else(|| Err("the rule makes no functions".to_owned()))
        }
        None => text(session.pair(job)),
    }
}

/// Says which flags of the target a counterexample is due to, if it is.
fn blame_flags(session: &Session, job: &Job, options: &CheckOptions, verdict: &mut Verdict) {
    if let Some(counterexample) = &mut verdict.counterexample {
        let start = Instant::now();
        counterexample.blame = match session.rule(job) {
            Some((rule, file)) => flags::rule::blame(RuleQuestion { rule, declared: file.widths, options }),
            None => flags::blame::blame(Question { pair: session.pair(job), options }),
        };
        if options.explain {
            let found = counterexample.blame.as_deref().unwrap_or("none");
            verdict.log.push(format!("flags to blame: {found} ({})", duration(start.elapsed())));
        }
    }
}

/// The folder for the SMT-LIB files of one pair: the user's, or one in it for each of several pairs.
fn smt2_folder(args: &Args, session: &Session, number: usize) -> Option<PathBuf> {
    let folder = args.emit_smt2.clone()?;
    Some(if session.jobs.len() > 1 { folder.join(format!("pair{}", number + 1)) } else { folder })
}

#[derive(Default)]
struct Done {
    pairs: Vec<PairReport>,
    crashes: Vec<CrashReport>,
    interrupted: usize,
    exit: Exit,
}

/// Takes results in order; prints them at once unless one JSON object is wanted at the end.
struct Collector<'a> {
    args: &'a Args,
    session: &'a Session,
    done: Done,
    out: report::Output<std::io::BufWriter<std::io::Stdout>>,
    shown: Enumerations,
    failure: Option<std::io::Error>,
    /// The first counterexample, where one is to be written down.
    first: Option<(Job, Verdict)>,
}

impl Collector<'_> {
    fn finished(&mut self, job: &Job, progress: &Progress, finished: Finished<(Verdict, Duration)>) {
        match finished {
            Finished::Done((verdict, time)) => {
                if self.first.is_none() && self.args.repro.is_some() && verdict.counterexample.is_some() {
                    self.first = Some((job.clone(), verdict.clone()));
                }
                self.pair(self.session.report(job, verdict, time));
            }
            Finished::Crashed(crash) => self.crash(job, crash),
            Finished::Interrupted => {
                self.done.interrupted += 1;
                self.done.exit = self.done.exit.worst(Exit::Interrupted);
                let mut verdict = Verdict::new(VerdictKind::Inconclusive, "interrupted");
                say_how_far(&mut verdict, progress);
                self.pair(self.session.report(job, verdict, Duration::ZERO));
            }
        }
    }

    fn pair(&mut self, report: PairReport) {
        self.done.exit = self.done.exit.worst(report.verdict.verdict.into());
        let hidden = self.args.quiet && report.verdict.verdict == VerdictKind::Refines;
        if !self.args.json && !hidden && self.failure.is_none() {
            let Collector { args, session, out, .. } = self;
            let print = || human::pair(out, &report, &session.files, args.explain).and_then(|()| out.flush());
            self.failure = self.shown.suspend(print).err();
        }
        self.done.pairs.push(report);
    }

    fn crash(&mut self, job: &Job, crash: Crash) {
        self.done.exit = self.done.exit.worst(Exit::Internal);
        self.done.crashes.push(CrashReport { name: self.session.name(job), file: self.session.file(job), crash });
    }
}
