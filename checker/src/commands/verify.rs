//! `llvet verify`: is this valid LLVM IR?

use std::io::Write;
use std::path::PathBuf;

use llvet_ir::Severity;

use crate::cli::Context;
use crate::exit::Exit;
use crate::report::json::VerifyEntry;
use crate::report::{self, diagnostic};
use crate::source::{Loaded, Source};

/// Check that files hold valid LLVM IR
///
/// Reports every error with its place and the rule it breaks: W1 terminators, W2 the entry block, W3 the place of phis, W4 the entries of
/// phis, W5 types, W6 dominance, W7 exception handling, and others by name. Text of LLVM 3.0 and later is accepted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet verify module.ll
  llvet verify --json *.ll | jq '.diagnostics[].rule'
  opt -S -passes=instcombine in.ll | llvet verify -

Exit codes: 0 all files are valid, 2 some file is not.")]
pub struct Args {
    /// Files to check; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object (schema llvet.verify/1)
    #[arg(long)]
    json: bool,
}

/// Errors and warnings shown of one file before the rest is only counted.
const SHOWN: usize = 50;

/// Runs the command.
///
/// # Errors
/// When writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut exit = Exit::Success;
    let mut err = report::stderr(context.color);
    for path in &args.files {
        match Source::read(path) {
            Ok(source) => {
                let loaded = Loaded::new(source);
                if !loaded.is_valid() {
                    exit = Exit::Invalid;
                }
                if !args.json {
                    print_diagnostics(&loaded, &mut err)?;
                }
                errors.extend(VerifyEntry::all(&loaded, Severity::Error));
                warnings.extend(VerifyEntry::all(&loaded, Severity::Warning));
            }
            Err(error) => {
                exit = Exit::Invalid;
                let head = err.style.bad("error");
                writeln!(err, "{head}: {error}")?;
                errors.push(VerifyEntry::unreadable(path.display().to_string(), error.to_string()));
            }
        }
    }
    if args.json {
        report::json::verify(&mut report::stdout(context.color), &errors, &warnings)?;
    }
    Ok(exit)
}

/// Prints what is wrong with one file.
///
/// # Errors
/// When writing fails.
pub fn print_diagnostics<W: Write>(loaded: &Loaded, err: &mut report::Output<W>) -> std::io::Result<()> {
    if loaded.source.is_blank() {
        let head = err.style.unsure("warning");
        writeln!(err, "{head}: {}: empty file: a module without functions", loaded.source.name())?;
    }
    for diagnostic in loaded.diagnostics.iter().take(SHOWN) {
        writeln!(err, "{}", diagnostic::render(diagnostic, &loaded.source, err.style))?;
    }
    let count = loaded.diagnostics.len();
    if count > SHOWN {
        writeln!(err, "{}: {} more diagnostics", loaded.source.name(), count - SHOWN)?;
    }
    Ok(())
}
