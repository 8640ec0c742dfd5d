//! `llvet man`: the manual page.

use std::io::Write;

use anyhow::Context as _;

use crate::cli::{self, Context};
use crate::exit::Exit;
use crate::report;

/// Print the manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet man | man -l -
  llvet man check > llvet-check.1")]
pub struct Args {
    /// The page of one command instead of the overview
    command: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// When there is no such command, or writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let mut top = cli::command();
    top.build();
    let command = match args.command {
        None => top,
        Some(name) => top.find_subcommand(&name).with_context(|| format!("no command `{name}`"))?.clone(),
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut out = report::stdout(context.color);
    out.write_all(&page)?;
    out.flush()?;
    Ok(Exit::Success)
}
