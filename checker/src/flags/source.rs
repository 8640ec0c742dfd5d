//! The weakest source flags: which flags of the source a rewrite really needs.
//!
//! Dropping a flag of the source makes it more defined and the rewrite harder to justify, so needing is monotone, and dropping one flag
//! after the other as long as the pair refines leaves a set of which none can be dropped.

use super::edit::{self, Placed};
use super::{Question, proved};

/// A flag of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFlag {
    /// Which, where.
    pub at: Placed,
    /// Whether it is in the set that suffices.
    pub needed: bool,
    /// Whether every sufficient set has it: without this one flag alone the pair is not proved any more.
    pub essential: bool,
}

/// Which flags of the source suffice for the pair, which must refine as given.
#[must_use]
pub fn weakest(question: Question<'_>) -> Vec<SourceFlag> {
    let present = edit::present(question.pair.src);
    let mut source = question.pair.src.clone();
    let mut flags = Vec::new();
    for at in present {
        let less = edit::without(&source, &[at]);
        let needed = !proved(&question.with_source(&less));
        // Up to the first flag that was dropped, the two questions are the same.
        let alone = edit::without(question.pair.src, &[at]);
        let essential = needed && (alone == less || !proved(&question.with_source(&alone)));
        if !needed {
            source = less;
        }
        flags.push(SourceFlag { at, needed, essential });
    }
    flags
}
