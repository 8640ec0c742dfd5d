//! Which flags an instruction may carry, which flags of the source a rewrite needs, and which change repairs a wrong pair.
//!
//! Everything is decided by checking a changed pair with [`crate::refine::check_pair`]: a flag may stay when the pair with it refines.
//! Flags only ever add behaviors (poison, or a licence), so that every subset of a set that may stay may stay as well; sets are checked as
//! a whole nevertheless, because flags that each may stay can be too much together: `and (freeze a), (freeze b)` with both zero.
//!
//! **Invariants.** Nothing here prints. An answer `keep` or `drop` is always backed by a verdict of the checker; [`polynomial`] only says
//! why a flag that was proved may stay.

pub mod analysis;
pub mod blame;
pub mod edit;
pub mod freeze;
pub mod joint;
pub mod polynomial;
pub mod repair;
pub mod rule;
pub mod rule_edit;
pub mod rule_freeze;
pub mod source;
pub mod table;

use llvet_ir::Function;

use crate::refine::{CheckOptions, Pair, check_pair};
use crate::verdict::{Verdict, VerdictKind};

/// A pair about which variants are asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The pair as given.
    pub pair: Pair<'a>,
    /// How each variant is checked; the time limit is for each.
    pub options: &'a CheckOptions,
}

impl Question<'_> {
    /// The pair as given.
    #[must_use]
    pub fn given(&self) -> Verdict {
        check_pair(self.pair, self.options)
    }

    /// The source as given with another target.
    #[must_use]
    pub fn with_target(&self, tgt: &Function) -> Verdict {
        check_pair(Pair { tgt, ..self.pair }, self.options)
    }

    /// Another source with the target as given.
    #[must_use]
    pub fn with_source(&self, src: &Function) -> Verdict {
        check_pair(Pair { src, ..self.pair }, self.options)
    }
}

/// Whether a verdict is a proof.
#[must_use]
pub fn proved(verdict: &Verdict) -> bool {
    verdict.verdict == VerdictKind::Refines
}
