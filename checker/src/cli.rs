//! The command line: arguments, dispatch, and what happens when things go wrong at the top.

use std::ffi::OsString;
use std::io::Write;
use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::{check, completions, corpus, flags, man, mutate, print, rules, run, supported, verify};
use crate::crash::{self, Crash};
use crate::exit::Exit;
use crate::parallel::STACK_BYTES;
use crate::report::{self, ColorChoice};

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let tool = report::json::Tool::this();
    format!("{} (Z3 {})", tool.version, tool.z3)
});

/// A refinement checker for LLVM IR
///
/// llvet decides whether one piece of LLVM IR refines another: whether an optimisation is right. It proves that it is, or shows an input
/// for which it is not, with what every instruction computes.
#[derive(Debug, Parser)]
#[command(name = "llvet", version = VERSION.as_str(), after_help = HELP, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: ColorChoice,
}

const HELP: &str = "\
Examples:
  llvet check rewrite.ll            does @tgt refine @src?
  llvet check before.ll after.ll    every function of two modules, by name
  llvet flags rewrite.ll            which flags may the target carry?
  llvet verify module.ll            is this valid LLVM IR?
  llvet corpus run rules/           every pair below a folder, as its comments expect?
  llvet help check                  everything about one command

Exit codes: 0 refines (or valid), 1 counterexample, 2 invalid input or bad usage, 3 unsupported or
inconclusive, 101 internal error, 130 interrupted. Of several pairs the worst counts: 2, then 1, 3, 0.";

/// What to do. To add a command: a file in `commands/` with its `Args` and `run`, and a line in each of the two places below.
#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Verify(verify::Args),
    Print(print::Args),
    Run(run::Args),
    Rules(rules::Args),
    Corpus(corpus::Args),
    Flags(flags::Args),
    Mutate(mutate::Args),
    Supported(supported::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    fn run(self, context: Context) -> anyhow::Result<Exit> {
        match self {
            Command::Check(args) => check::run(args, context),
            Command::Verify(args) => verify::run(args, context),
            Command::Print(args) => print::run(args, context),
            Command::Run(args) => run::run(args, context),
            Command::Rules(args) => rules::run(args, context),
            Command::Corpus(args) => corpus::run(args, context),
            Command::Flags(args) => flags::run(args, context),
            Command::Mutate(args) => mutate::run(args, context),
            Command::Supported(args) => supported::run(args, context),
            Command::Completions(args) => completions::run(args, context),
            Command::Man(args) => man::run(args, context),
        }
    }
}

/// What every command is given besides its own arguments.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// `--color`
    pub color: ColorChoice,
}

/// The whole command line as clap sees it, for completions and the man page.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command line of this process.
#[must_use]
pub fn main() -> Exit {
    crash::install_hook();
    // The parser and its users recurse with the nesting of the input.
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| {
        let args = normalise(std::env::args_os().collect());
        match Cli::try_parse_from(args) {
            Ok(cli) => run(cli),
            Err(error) => usage(&error),
        }
    });
    let result = worker.map_err(|error| error.to_string()).map(std::thread::JoinHandle::join);
    match result {
        Ok(Ok(exit)) => exit,
        Ok(Err(payload)) => internal_error(ColorChoice::Auto, &crash::from_payload(payload.as_ref())),
        Err(error) => complain(ColorChoice::Auto, &format!("cannot start a thread: {error}")),
    }
}

fn run(cli: Cli) -> Exit {
    let color = cli.color;
    cli.command.run(Context { color }).unwrap_or_else(|error| complain(color, &format!("{error:#}")))
}

/// Help and version go to standard output and succeed; anything else is bad usage.
fn usage(error: &clap::Error) -> Exit {
    // Nobody is left to tell when the stream is closed.
    let _ = error.print();
    if error.use_stderr() { Exit::Invalid } else { Exit::Success }
}

fn complain(color: ColorChoice, message: &str) -> Exit {
    let mut err = report::stderr(color);
    let head = err.style.bad("error");
    // Nobody is left to tell when the stream is closed.
    let _ = writeln!(err, "{head}: {message}");
    Exit::Invalid
}

/// Says that llvet itself is at fault, and asks for a report.
pub fn internal_error(color: ColorChoice, crash: &Crash) -> Exit {
    let mut err = report::stderr(color);
    let head = err.style.bad("internal error");
    // Nobody is left to tell when the stream is closed.
    let _ = writeln!(
        err,
        "{head}: {crash}\n  This is a bug in llvet, not in your input. Please report it, with the input, at\n  {}",
        crash::REPORT_TO
    );
    Exit::Internal
}

/// Accepts the spellings LLVM's own tools accept: `-src-unroll=4` and `--src_unroll=4` for `--src-unroll=4`.
///
/// Only names of options that exist are touched, and nothing after `--`.
fn normalise(args: Vec<OsString>) -> Vec<OsString> {
    let command = command();
    let names: Vec<String> = std::iter::once(&command)
        .chain(command.get_subcommands())
        .flat_map(|c| c.get_arguments().flat_map(|a| a.get_long_and_visible_aliases().unwrap_or_default()))
        .map(str::to_owned)
        .chain(["help".to_owned(), "version".to_owned()])
        .collect();
    let mut verbatim = false;
    let one = |arg: OsString| {
        verbatim |= arg == "--";
        let Some(text) = arg.to_str().filter(|_| !verbatim) else { return arg };
        let Some(body) = text.strip_prefix('-').map(|t| t.strip_prefix('-').unwrap_or(t)) else { return arg };
        let (name, value) = body.split_once('=').map_or((body, None), |(n, v)| (n, Some(v)));
        let name = name.replace('_', "-");
        if name.len() < 2 || !names.contains(&name) {
            return arg;
        }
        match value {
            Some(value) => format!("--{name}={value}").into(),
            None => format!("--{name}").into(),
        }
    };
    args.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn llvm_spellings_are_accepted() {
        let given = ["llvet", "check", "-src-unroll=4", "--tgt_unroll=2", "-disable-undef-input", "-j2", "-", "--", "-func"];
        let want = ["llvet", "check", "--src-unroll=4", "--tgt-unroll=2", "--disable-undef-input", "-j2", "-", "--", "-func"];
        assert_eq!(normalise(given.iter().map(OsString::from).collect()), want.map(OsString::from));
    }
}
