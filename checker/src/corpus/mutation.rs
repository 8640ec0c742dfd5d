//! How well a corpus pins its rules: whether small changes of a rule that should refine are noticed.
//!
//! A change that still refines *survives*: nothing in the corpus tells the rule from the changed one, so that the rule asks more of its
//! source, or gives less to its target, than it has to. Only pairs that refine as expected have changes worth looking at.

use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::discover::Unit;
use super::plan::{Plan, open};
use super::record::{Identity, Record, Status};
use crate::crash::Crash;
use crate::flags::proved;
use crate::mutate::Kind;
use crate::mutate::change::judged;
use crate::mutate::score::Tally;
use crate::parallel::{self, Finished};
use crate::refine::CheckOptions;
use crate::verdict::VerdictKind;

/// Most time for one change.
const LIMIT: Duration = Duration::from_secs(2);

/// The changes of one pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairScore {
    /// The pair's file.
    pub file: String,
    /// Its name.
    pub name: String,
    /// What became of the changes.
    #[serde(flatten)]
    pub tally: Tally,
    /// The changes that survive, in words.
    pub survivors: Vec<String>,
}

/// The changes of all pairs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MutationScore {
    /// How many percent of the decided changes are noticed; `None` when there are none.
    pub percent: Option<f64>,
    /// What became of all changes.
    #[serde(flatten)]
    pub totals: Tally,
    /// Pairs without changes: those that do not refine, or whose functions are in two files.
    pub left_out: usize,
    /// In the order of the run.
    pub pairs: Vec<PairScore>,
}

/// A score with what went wrong on the way.
#[derive(Debug, Default)]
pub struct Scored {
    /// The score.
    pub score: MutationScore,
    /// Internal errors; the pair that each concerns is left out.
    pub crashes: Vec<Crash>,
    /// Whether Ctrl-C ended the work early.
    pub interrupted: bool,
}

/// Judges the changes of every pair that refines and passes, on up to `jobs` threads.
#[must_use]
pub fn score(plan: &Plan, records: &[Record], options: &CheckOptions, jobs: usize) -> Scored {
    let options = CheckOptions { timeout: options.timeout.min(LIMIT), vacuity: false, ..options.clone() };
    let fit = |r: &&Record| r.status == Status::Pass && r.verdict == Some(VerdictKind::Refines) && r.target_file.is_none();
    let fit: FxHashMap<(&str, usize), &Record> = records.iter().filter(fit).map(|r| ((r.file.as_str(), r.ordinal), r)).collect();
    let wanted = plan.items.iter().filter(|i| fit.contains_key(&(i.identity.file.as_str(), i.identity.ordinal)));
    let items: Vec<_> = wanted.map(|i| (Arc::clone(&plan.units[i.unit].unit), i.identity.clone())).collect();
    let mut scored = Scored::default();
    let mut score = MutationScore { left_out: records.len() - items.len(), ..MutationScore::default() };
    let work = move |(unit, identity): &(Arc<Unit>, Identity)| {
        let session = open(unit);
        let found = session.jobs.get(identity.ordinal).and_then(|job| judged(&session, job, &Kind::ALL, &options))?;
        let mut pair =
            PairScore { file: identity.file.clone(), name: identity.name.clone(), tally: Tally::default(), survivors: Vec::new() };
        for one in found {
            pair.tally.count(&one.verdict);
            if proved(&one.verdict) {
                pair.survivors.push(one.mutant.what().to_owned());
            }
        }
        Some(pair)
    };
    parallel::in_order(items, jobs, work, |_, finished| match finished {
        Finished::Done(Some(pair)) => {
            score.totals.add(pair.tally);
            score.pairs.push(pair);
        }
        Finished::Done(None) => score.left_out += 1,
        Finished::Crashed(crash) => {
            score.left_out += 1;
            scored.crashes.push(crash);
        }
        Finished::Interrupted => {
            score.left_out += 1;
            scored.interrupted = true;
        }
    });
    let decided = score.totals.killed + score.totals.equivalent;
    score.percent = (decided > 0).then(|| (score.totals.killed as f64 / decided as f64 * 1000.0).round() / 10.0);
    Scored { score, ..scored }
}
