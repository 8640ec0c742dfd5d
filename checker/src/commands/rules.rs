//! `llvet rules`: tools for rule files.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use llvet_ir::Diagnostic;

use crate::cli::Context;
use crate::commands::verify::print_diagnostics;
use crate::exit::Exit;
use crate::report::{self, diagnostic};
use crate::rules::{expand, fmt};
use crate::source::{Loaded, Source};

/// Format rule files, or write rules out as LLVM IR
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Bring rule files into canonical layout; `-` formats standard input to standard output
    #[command(after_help = "Exit codes: 0 done, or nothing to do; 1 with --check, some file would change; 2 some file is not valid.")]
    Fmt {
        /// Rule files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Change nothing; only say which files would change
        #[arg(long)]
        check: bool,
    },
    /// Write every rule of a file as a module with @src and @tgt, at one width
    Expand {
        /// A rule file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Width of integers
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=128))]
        width: u32,
        /// Return only the root: the last register of the source
        #[arg(long)]
        root_only: bool,
        /// Write one file for each rule into this folder, instead of everything to standard output
        #[arg(long, short, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

/// Runs the command.
///
/// # Errors
/// When reading or writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    match args.what {
        What::Fmt { files, check } => {
            let mut exit = Exit::Success;
            for file in &files {
                exit = exit.worst(format_file(file, check, context)?);
            }
            Ok(exit)
        }
        What::Expand { file, width, root_only, output } => expand_file(&file, width, root_only, output.as_deref(), context),
    }
}

/// Reads rules; `None` after saying what is wrong with them.
fn load(path: &Path, context: Context) -> anyhow::Result<Option<Loaded>> {
    let source = Source::read(path)?;
    let loaded = Loaded::rules(source);
    let mut err = report::stderr(context.color);
    print_diagnostics(&loaded, &mut err)?;
    Ok(Some(loaded).filter(Loaded::is_valid))
}

fn format_file(path: &Path, check: bool, context: Context) -> anyhow::Result<Exit> {
    let Some(loaded) = load(path, context)? else { return Ok(Exit::Invalid) };
    let Some(rules) = &loaded.rules else { return Ok(Exit::Invalid) };
    let formatted = fmt::format(loaded.source.bytes(), rules);
    let changes = formatted.as_bytes() != loaded.source.bytes();
    let mut out = report::stdout(context.color);
    if check {
        if changes {
            writeln!(out, "{}", loaded.source.name())?;
            out.flush()?;
            return Ok(Exit::Counterexample);
        }
    } else if path == Path::new("-") {
        out.write_all(formatted.as_bytes())?;
        out.flush()?;
    } else if changes {
        std::fs::write(path, formatted).with_context(|| format!("{}: cannot write", path.display()))?;
    }
    Ok(Exit::Success)
}

fn expand_file(path: &Path, width: u32, root_only: bool, output: Option<&Path>, context: Context) -> anyhow::Result<Exit> {
    let Some(loaded) = load(path, context)? else { return Ok(Exit::Invalid) };
    let Some(rules) = &loaded.rules else { return Ok(Exit::Invalid) };
    if let Some(folder) = output {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot create", folder.display()))?;
    }
    let several = rules.rules.len() > 1;
    let mut out = report::stdout(context.color);
    let mut exit = Exit::Success;
    for (number, rule) in (1..).zip(&rules.rules) {
        match expand::expand(rule, width, root_only) {
            Ok(text) => match output {
                Some(folder) => {
                    let file = folder.join(format!("{}.ll", file_name(number, &rule.name)));
                    std::fs::write(&file, text).with_context(|| format!("{}: cannot write", file.display()))?;
                }
                // In one module, pairs are told apart by their numbers.
                None if several => {
                    let numbered = |name: &str, text: &str| text.replace(&format!(" @{name}("), &format!(" @{name}{number}("));
                    write!(out, "{}", numbered("tgt", &numbered("src", &text)))?;
                }
                None => write!(out, "{text}")?,
            },
            Err(error) => {
                exit = exit.worst(Exit::Invalid);
                let mut err = report::stderr(context.color);
                let shown = Diagnostic::error("rule", error.span, error.message);
                writeln!(err, "{}", diagnostic::render(&shown, &loaded.source, err.style))?;
            }
        }
    }
    out.flush()?;
    Ok(exit)
}

/// A file name from a rule's: letters, digits and `-` only, with the number in front so that names stay apart.
fn file_name(number: usize, name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(60).collect();
    format!("{number:03}-{}", plain.trim_matches('-'))
}
