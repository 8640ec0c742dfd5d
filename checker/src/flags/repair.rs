//! Repairs: the smallest changes that make a wrong pair right, each verified before it is suggested.
//!
//! Tried in this order, and the first of each kind is suggested: drop flags of the target (as few as possible), freeze one value of the
//! target (else all its arguments, else one value with all flags dropped), add one flag to the source (else two).

use llvet_ir::{Function, print};

use super::edit::{self, Placed};
use super::joint::{self, Joint};
use super::table::holds;
use super::{Question, freeze, proved};
use crate::verdict::Verdict;

/// Values of the target that are tried with `freeze`.
pub(super) const MAX_FREEZES: usize = 12;
/// Pairs of source flags that are tried.
const MAX_PAIRS: usize = 45;

/// A change that repairs a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What to do, in words.
    pub text: String,
    /// The changed function.
    pub changed: Changed,
}

/// The function that a repair changes, as it is afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The source.
    Source(Function),
    /// The target.
    Target(Function),
}

/// Repairs of a pair that does not refine; `base_refines` says whether its target without flags does.
#[must_use]
pub fn repairs(question: Question<'_>, base_refines: bool) -> Vec<Repair> {
    let dropped = if base_refines { drop_flags(question) } else { None };
    dropped.into_iter().chain(add_freeze(question, base_refines)).chain(add_to_source(question)).collect()
}

fn drop_flags(question: Question<'_>) -> Option<Repair> {
    let tgt = question.pair.tgt;
    let present = edit::present(tgt);
    let flag_free = edit::flag_free(tgt);
    let gone = fewest_dropped(&present, |kept| holds(&question.with_target(&edit::with(&flag_free, kept))))?;
    let names: Vec<String> = gone.iter().map(|p| p.text(tgt)).collect();
    Some(Repair { text: dropped_words(&names), changed: Changed::Target(edit::without(tgt, &gone)) })
}

pub(super) fn dropped_words(names: &[String]) -> String {
    format!("drop {} in the target", names.join(" and "))
}

pub(super) fn required_words(names: &[String]) -> String {
    format!("require {} in the source", names.join(" and "))
}

pub(super) fn freeze_words(names: &[String], more: &str) -> String {
    format!("freeze {} in the target{more}", names.join(" and "))
}

/// The fewest flags without which the pair holds; `holds` says whether it does with only these left.
pub(super) fn fewest_dropped<T: Copy + PartialEq>(present: &[T], holds: impl FnMut(&[T]) -> Option<bool>) -> Option<Vec<T>> {
    let Joint { sets, .. } = joint::largest(present, holds);
    let kept = sets.into_iter().next()?;
    let gone: Vec<T> = present.iter().copied().filter(|p| !kept.contains(p)).collect();
    (!gone.is_empty()).then_some(gone)
}

/// One flag, else two, with which the pair is proved.
pub(super) fn fewest_added<T: Copy>(absent: &[T], mut proved_with: impl FnMut(&[T]) -> bool) -> Option<Vec<T>> {
    let singles = absent.iter().map(|&p| vec![p]);
    let pairs = absent.iter().enumerate().flat_map(|(i, &p)| absent[i + 1..].iter().map(move |&q| vec![p, q]));
    singles.chain(pairs.take(MAX_PAIRS)).find(|set| proved_with(set))
}

fn add_freeze(question: Question<'_>, base_refines: bool) -> Option<Repair> {
    let tgt = question.pair.tgt;
    let values = freeze::candidates(tgt);
    let single = values.iter().take(MAX_FREEZES).map(|&v| vec![v]);
    let args = tgt.args.iter().map(|a| a.value).filter(|v| values.contains(v)).collect::<Vec<_>>();
    let all_args = (args.len() > 1).then_some(args);
    let flag_free = edit::flag_free(tgt);
    let also_drop = !base_refines && *tgt != flag_free;
    let sets: Vec<_> = single.chain(all_args).collect();
    let as_given = sets.iter().map(|set| (set, tgt, ""));
    let without_flags = sets.iter().filter(|_| also_drop).map(|set| (set, &flag_free, " and drop its flags"));
    as_given.chain(without_flags).find_map(|(set, function, more)| {
        let set = fewest_frozen(set, |set| proved(&question.with_target(&freeze::frozen(function, set))))?;
        let names: Vec<String> = set.iter().map(|&v| print::value_name(tgt, v)).collect();
        Some(Repair { text: freeze_words(&names, more), changed: Changed::Target(freeze::frozen(function, &set)) })
    })
}

/// What is left of a set that repairs when frozen, after leaving out what is not needed; `None` when it does not repair.
pub(super) fn fewest_frozen<T: Clone>(set: &[T], mut proved_with: impl FnMut(&[T]) -> bool) -> Option<Vec<T>> {
    if !proved_with(set) {
        return None;
    }
    let mut left = set.to_vec();
    let mut at = 0;
    while at < left.len() && left.len() > 1 {
        let item = left.remove(at);
        if !proved_with(&left) {
            left.insert(at, item);
            at += 1;
        }
    }
    Some(left)
}

fn add_to_source(question: Question<'_>) -> Option<Repair> {
    let src = question.pair.src;
    let absent: Vec<Placed> = edit::legal(src).into_iter().filter(|p| !p.is_in(src)).collect();
    let added = fewest_added(&absent, |set| repaired(&question.with_source(&edit::with(src, set))))?;
    let names: Vec<String> = added.iter().map(|p| p.text(src)).collect();
    Some(Repair { text: required_words(&names), changed: Changed::Source(edit::with(src, &added)) })
}

/// Whether a stronger source repairs the pair: one that is never defined justifies everything and repairs nothing.
pub(super) fn repaired(verdict: &Verdict) -> bool {
    proved(verdict) && verdict.warnings.is_empty()
}
