//! The `llvet` command.

use std::process::ExitCode;

use llvet_checker::{cli, parallel};

fn main() -> ExitCode {
    let exit = cli::main();
    if parallel::left_behind() {
        // An orderly end would destroy what libraries hold while a thread still uses it. Everything printed was flushed before.
        signal_hook::low_level::exit(exit.code().into());
    }
    exit.into()
}
