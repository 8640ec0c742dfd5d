//! What is taken for granted of inputs and loops: the same options everywhere.

use crate::refine::CheckOptions;

/// Options that narrow what is checked.
#[derive(Clone, Debug, clap::Args)]
pub struct Assumptions {
    /// Assume that no input is undef
    #[arg(long, help_heading = "What is assumed")]
    disable_undef_input: bool,
    /// Assume that no input is poison
    #[arg(long, help_heading = "What is assumed")]
    disable_poison_input: bool,
    /// Look at no more iterations of a loop of the source; 0: a bound of our own, reported
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "What is assumed")]
    src_unroll: u32,
    /// Look at no more iterations of a loop of the target; 0: a bound of our own, reported
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "What is assumed")]
    tgt_unroll: u32,
}

impl Assumptions {
    /// As options of a check, all others at their defaults.
    #[must_use]
    pub fn options(&self) -> CheckOptions {
        CheckOptions {
            disable_undef_input: self.disable_undef_input,
            disable_poison_input: self.disable_poison_input,
            src_unroll: self.src_unroll,
            tgt_unroll: self.tgt_unroll,
            ..CheckOptions::default()
        }
    }

    /// As another llvet reads them on its command line.
    #[must_use]
    pub fn to_args(&self) -> Vec<String> {
        let mut args = vec![format!("--src-unroll={}", self.src_unroll), format!("--tgt-unroll={}", self.tgt_unroll)];
        let switches = [(self.disable_undef_input, "--disable-undef-input"), (self.disable_poison_input, "--disable-poison-input")];
        args.extend(switches.into_iter().filter(|s| s.0).map(|s| s.1.to_owned()));
        args
    }
}
