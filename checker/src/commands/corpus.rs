//! `llvet corpus`: whole corpora of pairs, in CI and at the desk.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::corpus_args::{CheckArgs, Format, JudgeArgs, OutputArgs};
use crate::cache::{self, Cache};
use crate::cli::{self, Context};
use crate::corpus::baseline::Baseline;
use crate::corpus::changed::Changed;
use crate::corpus::discover::{Unit, discover};
use crate::corpus::filter::Filter;
use crate::corpus::isolate::Isolation;
use crate::corpus::mutation::{self, MutationScore, Scored};
use crate::corpus::plan::{Choice, plan};
use crate::corpus::record::{Record, Status};
use crate::corpus::run::{self, Running, Settings};
use crate::corpus::shard::Shard;
use crate::corpus::{merge, worker};
use crate::exit::Exit;
use crate::parallel;
use crate::report::corpus::Totals;
use crate::report::progress::Progress;
use crate::report::{self, github, jsonl, junit, sarif};

/// Check whole corpora of pairs against what their comments expect
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Run(Box<RunArgs>),
    Merge(MergeArgs),
    Cache(CacheArgs),
    Worker(WorkerArgs),
}

/// Check every pair below the given paths
///
/// Finds rule files (.opt), files with pairs (.ll) and pairs of files (x.src.ll, x.tgt.ll). A pair passes when its verdict is what the
/// comment `; expect: VERDICT [REASON]` says, or, without a comment, when it refines.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet corpus run rules/
  llvet corpus run rules/ --filter 'file:*/shift.ll and not expect:counterexample'
  llvet corpus run rules/ --changed-since origin/main --format github --report sarif=llvet.sarif
  llvet corpus run rules/ --shard 1/4 --format jsonl --output part1.jsonl
  llvet corpus run rules/ --baseline known.json --update-baseline
  llvet corpus run rules/ --mutation-score --min-mutation-score 90

Exit codes: 0 all pass, 1 a counterexample where none is expected (or none where one is), 2 invalid input,
3 unsupported or inconclusive, 101 internal error, 130 interrupted. The worst counts: 2, then 1, 3, 0.")]
struct RunArgs {
    /// Folders and files
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only pairs that match: file:GLOB, name:GLOB, expect:VERDICT or part of the name, with and, or, not
    #[arg(long, value_name = "EXPR", help_heading = "Which pairs")]
    filter: Option<Filter>,
    /// Only files that differ from where this branch left REV
    #[arg(long, value_name = "REV", help_heading = "Which pairs")]
    changed_since: Option<String>,
    /// Only the I-th of N parts
    #[arg(long, value_name = "I/N", help_heading = "Which pairs")]
    shard: Option<Shard>,
    /// Succeed when there is no pair to check
    #[arg(long, help_heading = "Which pairs")]
    allow_empty: bool,
    #[command(flatten)]
    judge: JudgeArgs,
    /// Stop at the first failure
    #[arg(long, help_heading = "What counts as failure")]
    fail_fast: bool,
    /// Also change each rule that refines in one place at a time, and say which changes nothing tells from the rule
    #[arg(long, conflicts_with_all = ["shard", "fail_fast"], help_heading = "What counts as failure")]
    mutation_score: bool,
    /// Fail when fewer percent of the changes are noticed
    #[arg(long, value_name = "PERCENT", requires = "mutation_score", help_heading = "What counts as failure")]
    min_mutation_score: Option<f64>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    check: CheckArgs,
    /// Check this many pairs at a time (default: number of processors)
    #[arg(long, short, value_name = "N", help_heading = "How")]
    jobs: Option<usize>,
    /// Keep verdicts in this folder, or `off` (default: $LLVET_CACHE, or a folder in the user's cache)
    #[arg(long, value_name = "DIR", help_heading = "How")]
    cache: Option<PathBuf>,
    /// Try again what earlier runs left inconclusive, even if they had as much time
    #[arg(long, help_heading = "How")]
    retry_inconclusive: bool,
    /// Check in this process: faster to start, but a check that hangs or dies takes the run with it
    #[arg(long, help_heading = "How")]
    no_isolation: bool,
}

/// Join the results of shards (--format jsonl) and apply the exit rule
#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// Results of all shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    judge: JudgeArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Look after the folder with cached verdicts
#[derive(Debug, clap::Args)]
struct CacheArgs {
    #[command(subcommand)]
    command: CacheCommand,
    /// The folder (default: $LLVET_CACHE, or a folder in the user's cache)
    #[arg(long, value_name = "DIR", global = true)]
    cache: Option<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
enum CacheCommand {
    /// Count entries
    Stats {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Remove entries that were not used for a while
    Gc {
        /// How long, in days
        #[arg(long, value_name = "DAYS", default_value_t = cache::DEFAULT_AGE.as_secs() / DAY)]
        unused_for: u64,
    },
}

const DAY: u64 = 24 * 3600;

/// Check pairs that another process names on standard input
#[derive(Debug, clap::Args)]
#[command(hide = true)]
struct WorkerArgs {
    #[command(flatten)]
    check: CheckArgs,
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Runs the command.
///
/// # Errors
/// When paths cannot be searched, options do not go together, or reports cannot be written.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    match args.command {
        Command::Run(args) => run_corpus(&args, context),
        Command::Merge(args) => merge_results(&args, context),
        Command::Cache(args) => look_after(&args, context),
        Command::Worker(args) => work(args),
    }
}

fn run_corpus(args: &RunArgs, context: Context) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let jobs = args.jobs.unwrap_or_else(parallel::default_jobs).max(1);
    let baseline = args.judge.baseline()?;
    let units = units(args)?;
    let folder = cache_folder(args.cache.as_deref());
    let mut options = args.check.options();
    let store = folder.map(|folder| Arc::new(Cache::new(folder, &options)));
    options.proofs = store.clone().map(|s| s as _);
    parallel::catch_interrupts();
    let patience = (!args.retry_inconclusive).then_some(options.timeout);
    let choice = Choice { filter: args.filter.clone(), shard: args.shard, patience };
    let plan = plan(units, store.as_ref(), &choice, jobs);
    if plan.items.is_empty() && args.shard.is_none() && args.changed_since.is_none() && !args.allow_empty {
        anyhow::bail!("no pair to check; say --allow-empty if that is all right");
    }
    let threads = (parallel::default_jobs() / jobs).max(1);
    let isolation = if args.no_isolation {
        // Fails only when a pool exists already.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(parallel::STACK_BYTES).build_global();
        None
    } else {
        let program = std::env::current_exe().context("cannot find llvet's own program to check in processes of their own")?;
        Some(Arc::new(Isolation::new(program, worker_args(args, store.as_deref(), threads), args.check.limits())))
    };
    let policy = args.output.policy(&args.judge);
    let settings = Settings { options, jobs, fail_fast: args.fail_fast, isolation, cache: store, policy };
    let running = Arc::new(Running::default());
    let mut reporter = Reporter::new(&args.output, context, args.shard.map(|s| s.to_string()), baseline.clone())?;
    let mut progress = Progress::new(plan.items.len(), &running);
    let mut failure = None;
    let outcome = run::run(&plan, &settings, &running, |record| {
        progress.record(&record);
        let (status, written) = progress.suspend(|| reporter.record(record));
        failure = failure.take().or(written.err());
        status
    });
    progress.finish();
    if let Some(isolation) = &settings.isolation {
        isolation.stop_all();
    }
    if let Some(error) = failure {
        return Err(error).context("cannot write the report");
    }
    let mut exit = Exit::Success;
    if args.mutation_score && !outcome.interrupted {
        let scored = mutation::score(&plan, &reporter.records, &settings.options, jobs);
        exit = judge_score(&scored, args.min_mutation_score, context);
        reporter.mutation = Some(scored.score);
    }
    let wall = start.elapsed();
    let exit = exit.worst(reporter.finish(outcome.unreached, wall)?);
    if args.judge.update_baseline
        && let Some(path) = &args.judge.baseline
    {
        baseline.updated(&reporter.records).write(path)?;
    }
    Ok(if outcome.interrupted { exit.worst(Exit::Interrupted) } else { exit })
}

/// What a mutation score adds to the exit code: a score that is too low counts as a counterexample.
fn judge_score(scored: &Scored, least: Option<f64>, context: Context) -> Exit {
    let too_low = least.zip(scored.score.percent).is_some_and(|(least, percent)| percent < least);
    let mut exit = if too_low { Exit::Counterexample } else { Exit::Success };
    for crash in &scored.crashes {
        exit = exit.worst(cli::internal_error(context.color, crash));
    }
    if scored.interrupted { exit.worst(Exit::Interrupted) } else { exit }
}

fn units(args: &RunArgs) -> anyhow::Result<Vec<Unit>> {
    let mut units = discover(&args.paths)?;
    if let Some(revision) = &args.changed_since {
        let first = &args.paths[0];
        let folder =
            if first.is_dir() { first.as_path() } else { first.parent().filter(|p| *p != Path::new("")).unwrap_or(Path::new(".")) };
        let changed = Changed::since(revision, folder)?;
        units.retain(|unit| changed.touches(unit));
    }
    Ok(units)
}

fn cache_folder(given: Option<&Path>) -> Option<PathBuf> {
    match given {
        Some(off) if off == Path::new("off") => None,
        Some(folder) => Some(folder.to_owned()),
        None => cache::default_folder(),
    }
}

fn worker_args(args: &RunArgs, cache: Option<&Cache>, threads: usize) -> Vec<String> {
    let mut list: Vec<String> = ["corpus", "worker"].map(str::to_owned).into();
    list.extend(args.check.to_args());
    list.push(format!("--threads={threads}"));
    list.extend(cache.map(|c| format!("--cache={}", c.folder().display())));
    list
}

fn work(args: WorkerArgs) -> anyhow::Result<Exit> {
    // Fails only when a pool exists already.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(args.threads.max(1)).stack_size(parallel::STACK_BYTES).build_global();
    let mut options = args.check.options();
    options.proofs = args.cache.map(|folder| Arc::new(Cache::new(folder, &options)) as _);
    worker::serve(options, io::stdout())?;
    Ok(Exit::Success)
}

fn merge_results(args: &MergeArgs, context: Context) -> anyhow::Result<Exit> {
    let baseline = args.judge.baseline()?;
    let records = merge::merge(&args.files, &args.output.policy(&args.judge))?;
    let mut reporter = Reporter::new(&args.output, context, None, baseline.clone())?;
    for record in records {
        reporter.record(record).1?;
    }
    let exit = reporter.finish(0, Duration::ZERO)?;
    if args.judge.update_baseline
        && let Some(path) = &args.judge.baseline
    {
        baseline.updated(&reporter.records).write(path)?;
    }
    Ok(exit)
}

fn look_after(args: &CacheArgs, context: Context) -> anyhow::Result<Exit> {
    let folder = cache_folder(args.cache.as_deref()).context("no cache folder: say --cache DIR")?;
    let mut out = report::stdout(context.color);
    let words = |s: cache::Stats| format!("{} files, {} obligations, {:.1} MB", s.units, s.proofs, s.bytes as f64 / 1e6);
    match args.command {
        CacheCommand::Stats { json: true } => report::json::object(&mut out, &cache::stats(&folder))?,
        CacheCommand::Stats { json: false } => writeln!(out, "{}: {}", folder.display(), words(cache::stats(&folder)))?,
        CacheCommand::Gc { unused_for } => {
            let age = Duration::from_secs(unused_for.saturating_mul(DAY));
            let gone = cache::gc(&folder, age).with_context(|| format!("{}: cannot clean up", folder.display()))?;
            writeln!(out, "{}: removed {}", folder.display(), words(gone))?;
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Where one report goes.
struct Target {
    format: Format,
    writer: report::Output<Box<dyn Write>>,
}

/// Takes records in order and writes all reports that were asked for.
struct Reporter {
    targets: Vec<Target>,
    baseline: Baseline,
    shard: Option<String>,
    verbose: bool,
    timing: bool,
    records: Vec<Record>,
    mutation: Option<MutationScore>,
}

impl Reporter {
    fn new(args: &OutputArgs, context: Context, shard: Option<String>, baseline: Baseline) -> anyhow::Result<Reporter> {
        let stdout = report::stdout(context.color);
        let style = stdout.style;
        let mut targets = Vec::new();
        let stdout_format = if args.output.is_some() { Format::Human } else { args.format };
        let files = args.output.iter().map(|path| (args.format, path)).chain(args.report.iter().map(|(f, p)| (*f, p)));
        for (format, path) in files {
            let file = File::create(path).with_context(|| format!("{}: cannot create", path.display()))?;
            let plain = report::Style::plain(style.width);
            targets.push(Target { format, writer: report::Output::new(Box::new(BufWriter::new(file)), plain) });
        }
        targets.push(Target { format: stdout_format, writer: report::Output::new(Box::new(stdout), style) });
        let (verbose, timing) = (args.verbose, !args.no_timing);
        let mut reporter = Reporter { targets, baseline, shard, verbose, timing, records: Vec::new(), mutation: None };
        for target in reporter.targets.iter_mut().filter(|t| t.format == Format::Jsonl) {
            jsonl::header(&mut target.writer, reporter.shard.as_deref())?;
        }
        Ok(reporter)
    }

    /// Reports a record; returns its status in view of the baseline.
    fn record(&mut self, mut record: Record) -> (Status, io::Result<()>) {
        self.baseline.apply(&mut record);
        let written = self.stream(&record);
        let status = record.status;
        self.records.push(record);
        (status, written)
    }

    fn stream(&mut self, record: &Record) -> io::Result<()> {
        for target in &mut self.targets {
            match target.format {
                Format::Human => report::corpus::record(&mut target.writer, record, self.verbose).and_then(|()| target.writer.flush())?,
                Format::Jsonl => jsonl::record(&mut target.writer, record)?,
                Format::Json | Format::Junit | Format::Sarif | Format::Github => {}
            }
        }
        Ok(())
    }

    fn finish(&mut self, unreached: usize, wall: Duration) -> anyhow::Result<Exit> {
        let records = &self.records;
        let mut totals = Totals { unreached, ..Totals::of(records) };
        totals.fixed = self.baseline.fixed(records);
        totals.mutation = self.mutation.take();
        totals.wall_ms = (self.timing && !wall.is_zero()).then(|| (wall.as_secs_f64() * 1e6).round() / 1e3);
        for Target { format, writer } in &mut self.targets {
            let written = match format {
                Format::Human => report::corpus::summary(writer, records, &totals),
                Format::Json => jsonl::whole(writer, self.shard.as_deref(), records, &totals),
                Format::Jsonl => jsonl::summary(writer, &totals),
                Format::Junit => junit::write(writer, records),
                Format::Sarif => sarif::write(writer, records),
                Format::Github => github::write(writer, records, &totals),
            };
            written.and_then(|()| writer.flush()).context("cannot write the report")?;
        }
        Ok(records.iter().fold(Exit::Success, |exit, record| exit.worst(record.exit())))
    }
}
