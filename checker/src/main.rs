//! The `llvet` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    llvet_checker::cli::main().into()
}
