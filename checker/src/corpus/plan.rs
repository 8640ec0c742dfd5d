//! What a run has to do: the pairs of every unit, with the answers that need no check.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::discover::{Unit, slashes};
use super::filter::Filter;
use super::record::Identity;
use super::shard::Shard;
use crate::cache::{Cache, Key};
use crate::expect::Expectation;
use crate::pairs::Selection;
use crate::parallel::{self, Finished};
use crate::session::Session;
use crate::verdict::{Verdict, VerdictKind};

/// What is known about one pair of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The pair's name.
    pub name: String,
    /// The line where it begins.
    pub line: usize,
    /// What a comment expects.
    pub expected: Option<Expectation>,
    /// The answer, when there is one.
    pub verdict: Option<Verdict>,
    /// Microseconds it took.
    pub time_us: u64,
    /// Milliseconds after which an inconclusive answer was given up; `None` for final ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up_ms: Option<u64>,
}

impl Pair {
    fn undecided(name: String, line: usize, expected: Option<Expectation>) -> Pair {
        Pair { name, line, expected, verdict: None, time_us: 0, gave_up_ms: None }
    }

    /// How much the answer says: a final one most, an inconclusive one the more the longer the check took.
    pub(crate) fn worth(&self) -> u64 {
        match (&self.verdict, self.gave_up_ms) {
            (None, _) => 0,
            (Some(_), Some(ms)) => ms.min(u64::MAX - 2) + 1,
            (Some(_), None) => u64::MAX,
        }
    }

    /// Whether the answer will do: it is final, or giving up after less than `patience` is all right.
    fn is_answered(&self, patience: Option<Duration>) -> bool {
        let enough = |ms: u64| patience.is_some_and(|p| Duration::from_millis(ms) >= p);
        self.verdict.is_some() && self.gave_up_ms.is_none_or(enough)
    }
}

/// A unit with its pairs.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The files.
    pub unit: Arc<Unit>,
    /// In the order of the text.
    pub pairs: Vec<Pair>,
    /// Where the cache keeps the pairs; `None` when it may not.
    pub key: Option<Key>,
    /// Whether the answers in `pairs` come from the cache.
    pub cached: bool,
}

/// One pair to report on.
#[derive(Clone, Debug)]
pub struct Item {
    /// Index into [`Plan::units`].
    pub unit: usize,
    /// Who it is.
    pub identity: Identity,
    /// The answer, when none needs to be found.
    pub known: Option<(Verdict, Duration)>,
    /// Whether the answer comes from the cache.
    pub cached: bool,
}

/// All that a run has to do, in order.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The units.
    pub units: Vec<Prepared>,
    /// The pairs that were selected.
    pub items: Vec<Item>,
}

/// Which pairs to select.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// `--filter`
    pub filter: Option<Filter>,
    /// `--shard`
    pub shard: Option<Shard>,
    /// Take a remembered inconclusive answer when that check had at least this long; `None`: always try again.
    pub patience: Option<Duration>,
}

/// Reads the units on up to `jobs` threads and selects pairs.
#[must_use]
pub fn plan(units: Vec<Unit>, cache: Option<&Arc<Cache>>, choice: &Choice, jobs: usize) -> Plan {
    let mut plan = Plan::default();
    let units: Vec<Arc<Unit>> = units.into_iter().map(Arc::new).collect();
    let store = cache.cloned();
    let work = move |unit: &Arc<Unit>| prepare(unit, store.as_deref());
    parallel::in_order(units.clone(), jobs, work, |index, finished| {
        let prepared = match finished {
            Finished::Done(prepared) => prepared,
            Finished::Crashed(crash) => {
                let problem = format!("internal error while reading: {crash}");
                Prepared { unit: Arc::clone(&units[index]), pairs: vec![settled(&units[index], problem)], key: None, cached: false }
            }
            Finished::Interrupted => return,
        };
        let number = plan.units.len();
        plan.items.extend(items(number, &prepared, choice));
        plan.units.push(prepared);
    });
    plan
}

fn items(number: usize, prepared: &Prepared, choice: &Choice) -> Vec<Item> {
    let unit = &prepared.unit;
    let target_file = unit.files.get(1).map(|p| slashes(p));
    let item = |(ordinal, pair): (usize, &Pair)| {
        let (name, file, line) = (pair.name.clone(), unit.name.clone(), pair.line);
        let identity = Identity { name, file, target_file: target_file.clone(), ordinal, line, expected: pair.expected.clone() };
        let known = pair.verdict.clone().filter(|_| pair.is_answered(choice.patience)).map(|v| (v, Duration::from_micros(pair.time_us)));
        Item { unit: number, identity, cached: known.is_some() && prepared.cached, known }
    };
    let wanted = |item: &Item| {
        choice.filter.as_ref().is_none_or(|f| f.accepts(&item.identity))
            && choice.shard.is_none_or(|s| s.has(&unit.key, &item.identity.name))
    };
    prepared.pairs.iter().enumerate().map(item).filter(wanted).collect()
}

/// The session of a unit.
#[must_use]
pub fn open(unit: &Unit) -> Session {
    Session::open(&unit.files, &Selection::default(), false)
}

fn settled(unit: &Unit, why: String) -> Pair {
    let verdict = Some(Verdict::new(VerdictKind::Invalid, why));
    Pair { verdict, ..Pair::undecided(unit.name.clone(), 1, None) }
}

fn prepare(unit: &Arc<Unit>, cache: Option<&Cache>) -> Prepared {
    let bytes: Result<Vec<Vec<u8>>, _> = unit.files.iter().map(std::fs::read).collect();
    let key = cache.zip(bytes.ok()).map(|(cache, bytes)| cache.unit_key(&bytes));
    if let Some((cache, key)) = cache.zip(key)
        && let Some(pairs) = cache.unit(&key)
    {
        return Prepared { unit: Arc::clone(unit), pairs, key: Some(key), cached: true };
    }
    let session = open(unit);
    let mut pairs: Vec<Pair> = session.jobs.iter().map(|job| pair(&session, job)).collect();
    let proper = session.settled.is_empty();
    for report in &session.settled {
        let verdict = Some(report.verdict.clone());
        pairs.push(Pair { verdict, ..Pair::undecided(unit.name.clone(), 1, report.expected.clone()) });
    }
    // In two whole modules, functions that only one of them has are common; in a file of rules they are a mistake.
    let skipped = if unit.files.len() == 1 { session.skipped.as_slice() } else { &[] };
    let before = pairs.len();
    pairs.extend(session.remarks.iter().chain(skipped).map(|why| settled(unit, why.clone())));
    let key = key.filter(|_| proper && pairs.len() == before);
    Prepared { unit: Arc::clone(unit), pairs, key, cached: false }
}

fn pair(session: &Session, job: &crate::session::Job) -> Pair {
    Pair::undecided(session.name(job), session.line(job), job.expected.clone())
}
