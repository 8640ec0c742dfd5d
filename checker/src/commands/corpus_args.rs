//! Options that the commands of `llvet corpus` share.

use std::path::PathBuf;
use std::time::Duration;

use super::assumptions::Assumptions;
use crate::commands::check::method_parser;
use crate::corpus::baseline::Baseline;
use crate::corpus::isolate::Limits;
use crate::corpus::record::Policy;
use crate::refine::CheckOptions;
use crate::verdict::{Method, VerdictKind};

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// One JSON object (schema llvet.corpus/1)
    Json,
    /// A JSON object on a line for every pair, as soon as it is known
    Jsonl,
    /// JUnit XML
    Junit,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// Options about reports.
#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// How to write results
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT", help_heading = "Reports")]
    pub format: Format,
    /// Write them to this file, and to standard output what people want to read
    #[arg(long, short, value_name = "FILE", help_heading = "Reports")]
    pub output: Option<PathBuf>,
    /// Write another report besides; may be repeated
    #[arg(long, value_name = "FORMAT=FILE", value_parser = parse_report, help_heading = "Reports")]
    pub report: Vec<(Format, PathBuf)>,
    /// Show pairs that pass, too
    #[arg(long, short, help_heading = "Reports")]
    pub verbose: bool,
    /// Leave out times and where verdicts come from, so that equal results are equal bytes
    #[arg(long, help_heading = "Reports")]
    pub no_timing: bool,
}

fn parse_report(text: &str) -> Result<(Format, PathBuf), String> {
    let (format, path) = text.split_once('=').ok_or("want FORMAT=FILE")?;
    Ok((clap::ValueEnum::from_str(format, false)?, PathBuf::from(path)))
}

impl OutputArgs {
    /// The policy that these options ask for.
    #[must_use]
    pub fn policy(&self, judge: &JudgeArgs) -> Policy {
        let default = Policy::default();
        Policy { fail_on: judge.fail_on.clone().unwrap_or(default.fail_on), timing: !self.no_timing }
    }
}

/// Options about what fails a run.
#[derive(Debug, clap::Args)]
pub struct JudgeArgs {
    /// Verdicts that fail a pair without expectation; unsupported and inconclusive are tolerated elsewhere, too, when left out (default:
    /// all but refines)
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', value_parser = parse_kind, help_heading = "What counts as failure")]
    pub fail_on: Option<Vec<VerdictKind>>,
    /// Failures in this file do not count
    #[arg(long, value_name = "FILE", help_heading = "What counts as failure")]
    pub baseline: Option<PathBuf>,
    /// Write the failures of this run into the baseline
    #[arg(long, requires = "baseline", help_heading = "What counts as failure")]
    pub update_baseline: bool,
}

fn parse_kind(text: &str) -> Result<VerdictKind, String> {
    let failing = VerdictKind::ALL.into_iter().filter(|&k| k != VerdictKind::Refines);
    let ids = || failing.clone().map(VerdictKind::id).collect::<Vec<_>>().join(", ");
    failing.clone().find(|k| k.id() == text).ok_or_else(|| format!("not one of {}", ids()))
}

impl JudgeArgs {
    /// The baseline; an empty one where none is named, or where it is about to be written for the first time.
    ///
    /// # Errors
    /// When the file cannot be read or is no baseline.
    pub fn baseline(&self) -> anyhow::Result<Baseline> {
        match &self.baseline {
            Some(path) if !self.update_baseline || path.exists() => Ok(Baseline::read(path)?),
            Some(_) | None => Ok(Baseline::default()),
        }
    }
}

/// Options of every check, with the names of `llvet check`.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    assumptions: Assumptions,
    /// Call a proof that holds only up to an unroll bound inconclusive
    #[arg(long, help_heading = "What is assumed")]
    strict_bounds: bool,
    /// Time for each pair in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, help_heading = "How")]
    timeout: u64,
    /// Memory for the solver of each pair in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, help_heading = "How")]
    memory: u64,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "How")]
    seed: u32,
    /// Use only this method
    #[arg(long, value_name = "METHOD", value_parser = method_parser(), help_heading = "How")]
    method: Option<Method>,
    /// Decide in two independent ways and compare
    #[arg(long, help_heading = "How")]
    cross_check: bool,
}

impl CheckArgs {
    /// As options of a check.
    #[must_use]
    pub fn options(&self) -> CheckOptions {
        CheckOptions {
            timeout: Duration::from_millis(self.timeout),
            memory_mb: self.memory,
            method: self.method,
            cross_check: self.cross_check,
            strict_bounds: self.strict_bounds,
            seed: self.seed,
            ..self.assumptions.options()
        }
    }

    /// What a process that checks may use: the solver's memory, half as much again and 512 MB for everything else.
    #[must_use]
    pub fn limits(&self) -> Limits {
        const REST_MB: u64 = 512;
        Limits {
            timeout: Duration::from_millis(self.timeout),
            memory_mb: self.memory.saturating_add(self.memory / 2).saturating_add(REST_MB),
        }
    }

    /// The options as another llvet reads them on its command line.
    #[must_use]
    pub fn to_args(&self) -> Vec<String> {
        let CheckArgs { timeout, memory, seed, .. } = self;
        let mut args = vec![format!("--timeout={timeout}"), format!("--memory={memory}"), format!("--seed={seed}")];
        args.extend(self.assumptions.to_args());
        args.extend(self.method.map(|m| format!("--method={}", m.id())));
        let switches = [(self.strict_bounds, "--strict-bounds"), (self.cross_check, "--cross-check")];
        args.extend(switches.into_iter().filter(|s| s.0).map(|s| s.1.to_owned()));
        args
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        check: CheckArgs,
    }

    #[test]
    fn options_reach_a_worker_unchanged() {
        let parse = |args: &[String]| {
            let line = std::iter::once("llvet".to_owned()).chain(args.iter().cloned());
            Line::try_parse_from(line).map(|l| l.check).map_err(|e| e.to_string())
        };
        let given = [
            "--timeout=7",
            "--memory=8",
            "--seed=9",
            "--src-unroll=2",
            "--tgt-unroll=3",
            "--method=smt",
            "--disable-undef-input",
            "--disable-poison-input",
            "--strict-bounds",
            "--cross-check",
        ];
        let first = parse(&given.map(str::to_owned)).expect("valid options");
        let second = parse(&first.to_args()).expect("valid options");
        assert_eq!(format!("{first:?}"), format!("{second:?}"));
        assert_eq!(second.options().timeout, Duration::from_millis(7));
    }
}
