//! Which flags of the target break a pair that is right without them.

use std::time::{Duration, Instant};

use super::edit::{self, Placed};
use super::{Question, proved};
use crate::refine::CheckOptions;
use crate::verdict::Verdict;

/// Time for the whole answer, and for each changed pair or rule.
const ALL: Duration = Duration::from_secs(2);
const EACH: Duration = Duration::from_millis(500);

/// Flags that a text names; of more, the rest is counted.
const MAX_NAMED: usize = 3;

/// The flags of the target to which a counterexample is due, in words: `nsw on %r and exact on %s`. `None` when dropping all of them does
/// not help or time is up.
#[must_use]
pub fn blame(question: Question<'_>) -> Option<String> {
    let tgt = question.pair.tgt;
    let options = quick(question.options);
    let question = Question { pair: question.pair, options: &options };
    let flags = smallest(&edit::present(tgt), &options, |gone| question.with_target(&edit::without(tgt, gone)))?;
    Some(words(flags.iter().map(|flag: &Placed| flag.text(tgt))))
}

/// Options for each changed pair or rule.
pub(super) fn quick(options: &CheckOptions) -> CheckOptions {
    CheckOptions { timeout: EACH.min(options.timeout), vacuity: false, explain: false, emit_smt2: None, method: None, ..options.clone() }
}

/// The smallest set of flags that was found to repair what they are on when it is dropped: one flag if one does, each verified by a proof.
/// `check` decides without a set of flags.
pub(super) fn smallest<T: Copy + PartialEq>(
    present: &[T],
    options: &CheckOptions,
    mut check: impl FnMut(&[T]) -> Verdict,
) -> Option<Vec<T>> {
    let deadline = Instant::now() + ALL;
    let out_of_time = || Instant::now() >= deadline || options.cancel.is_cancelled();
    let mut repaired = |gone: &[T]| {
        !gone.is_empty() && !out_of_time() && {
            let verdict = check(gone);
            // A proof about a source that is never defined says nothing about the flag.
            proved(&verdict) && verdict.warnings.is_empty()
        }
    };
    // Flags only add behaviors: where dropping all does not help, dropping some does not.
    if !repaired(present) {
        return None;
    }
    if let Some(&one) = present.iter().find(|&&flag| present.len() > 1 && repaired(&[flag])) {
        return Some(vec![one]);
    }
    let mut gone = present.to_vec();
    for &flag in present {
        if out_of_time() {
            break;
        }
        let less: Vec<T> = gone.iter().copied().filter(|&f| f != flag).collect();
        if repaired(&less) {
            gone = less;
        }
    }
    Some(gone)
}

/// Names of flags in words: `nsw on %r and exact on %s`.
pub(super) fn words(names: impl ExactSizeIterator<Item = String>) -> String {
    let count = names.len();
    let shown = if count > MAX_NAMED + 1 { MAX_NAMED } else { count };
    let more = (count > shown).then(|| format!("{} more flags", count - shown));
    names.take(shown).chain(more).collect::<Vec<_>>().join(" and ")
}
