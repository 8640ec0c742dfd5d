//! The weakest source flags: which flags of the source a rewrite really needs.
//!
//! Dropping a flag of the source makes it more defined and the rewrite harder to justify, so needing is monotone, and dropping one flag
//! after the other as long as the pair refines leaves a set of which none can be dropped.

use super::edit::{self, Placed};
use super::{Question, proved};

/// A flag of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFlag<T = Placed> {
    /// Which, where.
    pub at: T,
    /// Whether it is in the set that suffices.
    pub needed: bool,
    /// Whether every sufficient set has it: without this one flag alone the pair is not proved any more.
    pub essential: bool,
}

/// Which flags of the source suffice for the pair, which must refine as given.
#[must_use]
pub fn weakest(question: Question<'_>) -> Vec<SourceFlag> {
    let src = question.pair.src;
    smallest(&edit::present(src), |gone| proved(&question.with_source(&edit::without(src, gone))))
}

/// Which of the flags suffice; `proved_without` says whether the rewrite is proved when these are gone.
pub(super) fn smallest<T: Copy>(present: &[T], mut proved_without: impl FnMut(&[T]) -> bool) -> Vec<SourceFlag<T>> {
    let mut gone = Vec::new();
    let mut flags = Vec::new();
    for &at in present {
        gone.push(at);
        let needed = !proved_without(&gone);
        if needed {
            gone.pop();
        }
        // Up to the first flag that was dropped, the two questions are the same.
        let essential = needed && (gone.is_empty() || !proved_without(&[at]));
        flags.push(SourceFlag { at, needed, essential });
    }
    flags
}
