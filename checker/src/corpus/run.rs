//! Checks the pairs of a plan and hands records out in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::discover::Unit;
use super::isolate::Isolation;
use super::plan::{Item, Pair, Plan, Prepared, open};
use super::record::{Answer, Policy, Record, Status};
use crate::cache::Cache;
use crate::parallel::{self, Finished};
use crate::refine::CheckOptions;
use crate::session::Session;
use crate::verdict::{Verdict, VerdictKind};

/// How to check.
#[derive(Clone)]
pub struct Settings {
    /// Options of every check.
    pub options: CheckOptions,
    /// How many pairs at a time.
    pub jobs: usize,
    /// Stop at the first failure.
    pub fail_fast: bool,
    /// Processes to check in; `None`: in this one.
    pub isolation: Option<Arc<Isolation>>,
    /// Where verdicts are kept.
    pub cache: Option<Arc<Cache>>,
    /// What makes a record fail.
    pub policy: Policy,
}

/// The pairs under way, for a display.
#[derive(Debug, Default)]
pub struct Running(Mutex<BTreeMap<usize, (Instant, String)>>);

impl Running {
    fn start(&self, index: usize, item: &Item) {
        let name = format!("{}: {}", item.identity.file, item.identity.name);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(index, (Instant::now(), name));
    }

    fn end(&self, index: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&index);
    }

    /// Names and times of those that have run for at least `least`, longest first.
    #[must_use]
    pub fn slow(&self, least: Duration) -> Vec<(String, Duration)> {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut slow: Vec<_> = running.values().map(|(start, name)| (name.clone(), start.elapsed())).filter(|s| s.1 >= least).collect();
        slow.sort_by_key(|s| std::cmp::Reverse(s.1));
        slow
    }
}

/// What a run leaves besides its records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether Ctrl-C ended the run.
    pub interrupted: bool,
    /// Pairs that were not reached because of Ctrl-C or `--fail-fast`.
    pub unreached: usize,
}

/// Checks every pair of the plan. `each` gets the records in order and says what it makes of them, `running` shows what is under way.
pub fn run(plan: &Plan, settings: &Settings, running: &Arc<Running>, mut each: impl FnMut(Record) -> Status) -> Outcome {
    let units: Arc<Vec<Arc<Unit>>> = Arc::new(plan.units.iter().map(|p| Arc::clone(&p.unit)).collect());
    let stop = Arc::new(AtomicBool::new(false));
    let work = worker(settings.clone(), units, Arc::clone(running), Arc::clone(&stop));
    let mut keeper = Keeper::new(plan, settings);
    let mut outcome = Outcome::default();
    let items: Vec<(usize, Item)> = plan.items.iter().cloned().enumerate().collect();
    parallel::in_order(items, settings.jobs, work, |index, finished| {
        let item = &plan.items[index];
        let answer = match finished {
            Finished::Done(Some(answer)) if !stop.load(Ordering::SeqCst) => answer,
            Finished::Crashed(crash) => Answer { verdict: Err(crash), time: Duration::ZERO, cached: false },
            Finished::Done(_) => {
                outcome.unreached += 1;
                return;
            }
            Finished::Interrupted => {
                outcome.unreached += 1;
                outcome.interrupted = true;
                return;
            }
        };
        keeper.keep(item, &answer);
        let record = Record::new(item.identity.clone(), answer, &settings.policy);
        if each(record) == Status::Fail && settings.fail_fast {
            stop.store(true, Ordering::SeqCst);
        }
    });
    keeper.flush();
    outcome
}

type Work = Box<dyn Fn(&(usize, Item)) -> Option<Answer> + Send + Sync>;

/// What a thread does with an item; `None` when it should not start any more.
fn worker(settings: Settings, units: Arc<Vec<Arc<Unit>>>, running: Arc<Running>, stop: Arc<AtomicBool>) -> Work {
    Box::new(move |(index, item)| {
        if stop.load(Ordering::SeqCst) {
            return None;
        }
        if let Some((verdict, time)) = &item.known {
            return Some(Answer { verdict: Ok(verdict.clone()), time: *time, cached: item.cached });
        }
        running.start(*index, item);
        let start = Instant::now();
        let unit = &units[item.unit];
        let verdict = match &settings.isolation {
            Some(isolation) => isolation.check(unit, item.identity.ordinal),
            None => crate::crash::catch(|| check_here(unit, item.identity.ordinal, &settings.options)),
        };
        running.end(*index);
        Some(Answer { verdict, time: start.elapsed(), cached: false })
    })
}

thread_local! {
    /// The unit that this thread read last: its pairs tend to follow each other.
    static LAST: std::cell::RefCell<Option<(Unit, Arc<Session>)>> = const { std::cell::RefCell::new(None) };
}

/// Checks one pair of a unit in this process.
#[must_use]
pub fn check_here(unit: &Unit, ordinal: usize, options: &CheckOptions) -> Verdict {
    let last = LAST.with_borrow(|last| last.as_ref().filter(|(u, _)| u == unit).map(|(_, s)| Arc::clone(s)));
    let session = last.unwrap_or_else(|| {
        let session = Arc::new(open(unit));
        LAST.set(Some((unit.clone(), Arc::clone(&session))));
        session
    });
    match session.jobs.get(ordinal) {
        Some(job) => in_fresh_thread(|| session.check(job, options).0),
        None => Verdict::new(VerdictKind::Invalid, "the file changed while it was checked"),
    }
}

/// Runs `work` on a thread of its own. A solver's context belongs to its thread, and what it was asked before may sway which of several
/// counterexamples it finds: this way no pair's report depends on which pairs came before it.
fn in_fresh_thread<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(parallel::STACK_BYTES).spawn_scoped(scope, work);
        let result = thread.unwrap_or_else(|error| panic!("cannot start a thread: {error}")).join();
        result.unwrap_or_else(|payload| std::panic::resume_unwind(payload))
    })
}

/// Puts answers into the cache, a unit at a time.
struct Keeper<'a> {
    plan: &'a Plan,
    cache: Option<Arc<Cache>>,
    /// After what time a check gives up.
    timeout: Duration,
    /// New answers of units that are not complete yet.
    waiting: BTreeMap<usize, Waiting>,
}

struct Waiting {
    pairs: Vec<Pair>,
    missing: usize,
}

impl<'a> Keeper<'a> {
    fn new(plan: &'a Plan, settings: &Settings) -> Self {
        let mut waiting = BTreeMap::new();
        for item in plan.items.iter().filter(|i| i.known.is_none()) {
            let fresh = || Waiting { pairs: plan.units[item.unit].pairs.clone(), missing: 0 };
            waiting.entry(item.unit).or_insert_with(fresh).missing += 1;
        }
        Keeper { plan, cache: settings.cache.clone(), timeout: settings.options.timeout, waiting }
    }

    fn keep(&mut self, item: &Item, answer: &Answer) {
        let Some(unit) = self.waiting.get_mut(&item.unit).filter(|_| item.known.is_none()) else { return };
        unit.missing -= 1;
        if let (Ok(verdict), Some(pair)) = (&answer.verdict, unit.pairs.get_mut(item.identity.ordinal))
            && (verdict.verdict != VerdictKind::Invalid || verdict.reason.is_some())
        {
            pair.verdict = Some(verdict.clone());
            let limit = u64::try_from(self.timeout.as_millis()).unwrap_or(u64::MAX);
            pair.gave_up_ms = (verdict.verdict == VerdictKind::Inconclusive).then_some(limit);
            pair.time_us = u64::try_from(answer.time.as_micros()).unwrap_or(u64::MAX);
        }
        if unit.missing == 0
            && let Some(done) = self.waiting.remove(&item.unit)
        {
            self.write(&self.plan.units[item.unit], done.pairs);
        }
    }

    fn flush(&mut self) {
        for (unit, done) in std::mem::take(&mut self.waiting) {
            self.write(&self.plan.units[unit], done.pairs);
        }
    }

    fn write(&self, prepared: &Prepared, pairs: Vec<Pair>) {
        if let (Some(cache), Some(key)) = (&self.cache, &prepared.key)
            && pairs.iter().any(|p| p.verdict.is_some())
        {
            cache.keep_unit(key, pairs);
        }
    }
}
