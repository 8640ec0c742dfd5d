//! Rules proved for all widths at once.
//!
//! **Claim.** [`holds`] says yes only if the pairs of a rule have, at every large typing tried, the same few statements about all widths
//! ([`crate::solve::uniform`]), and each of these never holds. Then the rule is right at these typings, and at every other one at which its pairs are
//! translated alike: nothing in the proof depends on a number. Small typings, at which constants overlap or widths coincide with the 1
//! of truth values, are not covered and are decided one by one.
//!
//! A rule that holds at small widths only has no such statement, as its large typings fail, and one whose text mentions more and more
//! numbers (`width(%x)` where it is computed with, bit counts) has too many statements; for both, enumeration has the last word.

use rustc_hash::FxHashSet;

use super::infer::{Instance, Typed};
use crate::solve::uniform::{STEPS, Statement, Statements};

/// Typings whose widths are all at least this are large: the ends of most constants have room.
const LARGE: u32 = 24;

/// Most typings that are looked at.
const SAMPLE: usize = 48;

/// Typings looked at for each way in which widths can be ordered, at least.
const EACH: usize = 4;

/// Whether a rule holds at all widths. `statements` gives the groups of statements of an instance; in each, one must never hold.
pub(super) fn holds(
    typed: &Typed,
    instances: &[Instance],
    known: &Statements,
    mut statements: impl FnMut(&Instance) -> Option<Vec<Vec<Statement>>>,
) -> bool {
    let large = |instance: &&Instance| {
        let widths: Option<Vec<u32>> = typed.solved.open_widths(&instance.typing).map(Iterator::collect);
        widths.is_some_and(|widths| !widths.is_empty() && widths.iter().all(|&width| width >= LARGE))
    };
    let large: Vec<&Instance> = instances.iter().filter(large).collect();
    let predicates: FxHashSet<_> = large.iter().map(|instance| &instance.predicates).collect();
    let sample: Vec<&&Instance> = large.iter().step_by(large.len().div_ceil(SAMPLE * predicates.len().max(1)).max(1)).collect();
    let mut kinds = FxHashSet::default();
    for instance in &sample {
        let Some(groups) = statements(instance) else { return false };
        if kinds.insert(groups.clone()) && kinds.len() * EACH > sample.len() {
            return false;
        }
        if !groups.into_iter().all(|group| group.into_iter().any(|statement| known.never_holds(statement, STEPS))) {
            return false;
        }
    }
    !kinds.is_empty()
}
