//! `llvet print`: reads a module and prints it in today's syntax.

use std::io::Write;
use std::path::PathBuf;

use crate::cli::Context;
use crate::commands::verify::print_diagnostics;
use crate::exit::Exit;
use crate::report;
use crate::source::{Loaded, Source};

/// Print a module in today's LLVM syntax
///
/// Old text is upgraded, names and metadata are kept, and printing what was printed changes nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet print old.ll > new.ll
  opt -S -passes=instcombine in.ll | llvet print -

Exit codes: 0 printed, 2 the module is not valid.")]
pub struct Args {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be read or writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let loaded = Loaded::new(Source::read(&args.file)?);
    print_diagnostics(&loaded, &mut report::stderr(context.color))?;
    if !loaded.is_valid() {
        return Ok(Exit::Invalid);
    }
    let mut out = report::stdout(context.color);
    out.write_all(loaded.printed().as_bytes())?;
    out.flush()?;
    Ok(Exit::Success)
}
