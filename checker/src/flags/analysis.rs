//! Everything that is asked about the flags of one pair, in one go.

use super::repair::{self, Repair};
use super::source::{self, SourceFlag};
use super::table::{self, Decision, Transfer};
use super::{Question, proved};
use crate::exit::Exit;
use crate::verdict::VerdictKind;

/// The answers for one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Which flags the target may carry.
    pub transfer: Transfer,
    /// Which flags of the source the target as given needs; empty when it does not refine.
    pub source: Vec<SourceFlag>,
    /// What repairs a pair that has a counterexample.
    pub repairs: Vec<Repair>,
}

/// Asks everything.
#[must_use]
pub fn analyse(question: Question<'_>) -> Analysis {
    let transfer = table::transfer(question);
    let source = if proved(&transfer.given) { source::weakest(question) } else { Vec::new() };
    let failed = transfer.given.verdict == VerdictKind::Counterexample;
    let repairs = if failed { repair::repairs(question, proved(&transfer.base)) } else { Vec::new() };
    Analysis { transfer, source, repairs }
}

impl Analysis {
    /// Success, or what is wrong with the target as given: flags that it may not have, or more.
    #[must_use]
    pub fn exit(&self) -> Exit {
        let forbidden = self.transfer.answers.iter().any(|a| a.present && a.decision == Decision::Drop);
        let given = Exit::from(self.transfer.given.verdict);
        if forbidden { given.worst(Exit::Counterexample) } else { given }
    }
}
