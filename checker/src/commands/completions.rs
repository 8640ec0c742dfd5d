//! `llvet completions`: completion scripts for shells.

use std::io::Write;

use crate::cli::{self, Context};
use crate::exit::Exit;
use crate::report;

/// Print a completion script for a shell
///
/// Put the output where your shell looks for completions.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet completions bash > ~/.local/share/bash-completion/completions/llvet
  llvet completions fish > ~/.config/fish/completions/llvet.fish
  llvet completions zsh > \"${fpath[1]}/_llvet\"")]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

/// Runs the command.
///
/// # Errors
/// When writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "llvet", &mut script);
    let mut out = report::stdout(context.color);
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Success)
}
