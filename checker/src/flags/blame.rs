//! Which flags of the target break a pair that is right without them.

use std::time::{Duration, Instant};

use super::edit::{self, Placed};
use super::{Question, proved};
use crate::refine::CheckOptions;

/// Time for the whole answer, and for each changed pair.
const ALL: Duration = Duration::from_secs(2);
const EACH: Duration = Duration::from_millis(500);

/// Flags that a text names; of more, the rest is counted.
const MAX_NAMED: usize = 3;

/// The smallest set of flags of the target that was found to repair the pair when it is dropped: one flag if one does, each verified by a
/// proof. `None` when dropping all of them does not help or time is up.
#[must_use]
pub fn blame(question: Question<'_>) -> Option<Vec<Placed>> {
    let present = edit::present(question.pair.tgt);
    if present.is_empty() {
        return None;
    }
    let options = CheckOptions {
        timeout: EACH.min(question.options.timeout),
        vacuity: false,
        explain: false,
        emit_smt2: None,
        method: None,
        ..question.options.clone()
    };
    let (question, deadline) = (Question { pair: question.pair, options: &options }, Instant::now() + ALL);
    let repaired = |gone: &[Placed]| {
        Instant::now() < deadline && !options.cancel.is_cancelled() && {
            let verdict = question.with_target(&edit::without(question.pair.tgt, gone));
            // A proof about a source that is never defined says nothing about the flag.
            proved(&verdict) && verdict.warnings.is_empty()
        }
    };
    // Flags only add behaviors: where dropping all does not help, dropping some does not.
    if !repaired(&present) {
        return None;
    }
    if let Some(&one) = present.iter().find(|&&flag| present.len() > 1 && repaired(&[flag])) {
        return Some(vec![one]);
    }
    let mut gone = present;
    for flag in gone.clone() {
        let less: Vec<Placed> = gone.iter().copied().filter(|&f| f != flag).collect();
        if !less.is_empty() && repaired(&less) {
            gone = less;
        }
    }
    Some(gone)
}

/// The flags in words: `nsw on %r and exact on %s`.
#[must_use]
pub fn text(flags: &[Placed], target: &llvet_ir::Function) -> String {
    let (named, more) = flags.split_at(if flags.len() > MAX_NAMED + 1 { MAX_NAMED } else { flags.len() });
    let names = named.iter().map(|flag| flag.text(target));
    let more = (!more.is_empty()).then(|| format!("{} more flags", more.len()));
    names.chain(more).collect::<Vec<_>>().join(" and ")
}
