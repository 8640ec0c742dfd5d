//! All behaviours of a function on given arguments: it is run once for every sequence of picks.
//!
//! Picks are the digits of an odometer: a run follows the digits it was given and starts new ones at zero; the next run increases
//! the last digit that can be increased. Sequences may differ in length and in the widths of their digits. Each run and each
//! read of an undef-dependent result counts against a budget, which is never exceeded silently.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use llvet_ir::{Function, Module};

use super::argument::ArgValue;
use super::domain::{Chooser, Environment};
use super::exec::{Halt, Interpreter, Limits, Outcome, RetValue, StackEntry, Stop};
use super::oracle::Made;
use super::text::Nans;
use super::word::RtValue;
use crate::bv::Bv;
use crate::domain::ChoiceKind;
use crate::outcome::UbReason;

/// An odometer over picks.
#[derive(Debug, Default)]
struct Tape {
    digits: Vec<Bv>,
    position: usize,
    /// NaNs get one sign and payload instead of all.
    one_nan: bool,
    environment: Environment,
    /// A pick was asked for that the digits, replayed, have no place for: a read of the result made a pick that is kept for later reads,
    /// so these make fewer.
    out_of_step: bool,
}

impl Chooser for Tape {
    fn pick(&mut self, width: u32, kind: ChoiceKind) -> Bv {
        if let Some(fact) = self.environment.fact(width, kind) {
            return fact;
        }
        if self.one_nan && matches!(kind, ChoiceKind::NanPayload) {
            return Bv::zero(width);
        }
        if self.position == self.digits.len() {
            self.digits.push(Bv::zero(width));
        }
        let pick = self.digits[self.position].clone();
        self.position += 1;
        // A replayed prefix of an execution asks for the same widths, as execution is deterministic.
        if pick.width() == width {
            return pick;
        }
        self.out_of_step = true;
        Bv::zero(width)
    }
}

impl Tape {
    /// Goes to the next sequence that shares the first `fixed` picks with this one; false when there is none.
    fn advance(&mut self, fixed: usize) -> bool {
        self.digits.truncate(self.position);
        while self.digits.len() > fixed {
            match self.digits.last_mut() {
                Some(last) if !last.is_ones() => {
                    *last = last.add(&Bv::one(last.width()));
                    self.position = 0;
                    return true;
                }
                _ => {
                    self.digits.pop();
                }
            }
        }
        self.position = 0;
        false
    }
}

/// One way in which a run can end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behaviour {
    /// It returns this value. When the value depends on undef, `reads` are all values that a read of it can give, and whoever
    /// receives it may read it several times with different results.
    Return {
        /// Whether the value depends on undef.
        undef_dependent: bool,
        /// The values, in order.
        reads: BTreeSet<RtValue>,
    },
    /// Immediate undefined behavior.
    Ub(UbReason),
    /// The program is ended by a trap.
    Trap,
    /// It unwinds with this exception; as for `Return`.
    Unwind {
        /// Whether the value depends on undef.
        undef_dependent: bool,
        /// The values, in order.
        reads: BTreeSet<RtValue>,
    },
    /// A call of an unknown function does not return.
    Stopped {
        /// Whether it unwinds.
        unwinds: bool,
    },
    /// It calls unknown functions, which others can observe, and then ends.
    After {
        /// The calls in order, at least one.
        events: Vec<Made>,
        /// How it ends.
        end: Box<Behaviour>,
    },
}

impl Behaviour {
    /// The observable calls and the end.
    #[must_use]
    pub fn parts(&self) -> (&[Made], &Behaviour) {
        match self {
            Behaviour::After { events, end } => (events, end),
            end => (&[], end),
        }
    }

    /// The behaviour with observable calls before it.
    #[must_use]
    pub fn after(self, events: Vec<Made>) -> Behaviour {
        if events.is_empty() { self } else { Behaviour::After { events, end: Box::new(self) } }
    }
}

/// Everything that can happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviours {
    /// The behaviours with the text of each value as LLVM writes it, without the observable calls before.
    pub texts: BTreeMap<Behaviour, Vec<String>>,
    /// Runs and reads it took.
    pub runs: u64,
    /// Where the first undefined behavior happened.
    pub ub_stack: Vec<StackEntry>,
    /// Promises that were not checked; see [`super::Report::unchecked`].
    pub unchecked: BTreeSet<String>,
}

impl Behaviours {
    /// Whether some run has undefined behavior, which allows everything (Lesson 13.8, Definition 13.8.2).
    #[must_use]
    pub fn undefined(&self) -> Option<&UbReason> {
        self.texts.keys().find_map(|b| match b.parts().1 {
            Behaviour::Ub(reason) => Some(reason),
            _ => None,
        })
    }

    /// The outcomes as text, sorted and each once. Undefined behavior stands for every outcome, so it hides all others.
    #[must_use]
    pub fn outcomes(&self) -> BTreeSet<String> {
        match self.undefined() {
            Some(reason) => BTreeSet::from([format!("UB: {reason}")]),
            None => self.texts.iter().flat_map(|(b, texts)| texts.iter().map(|text| told(b.parts().0, text.clone()))).collect(),
        }
    }
}

/// How far enumeration may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Runs, and reads of undef-dependent results, together.
    pub runs: u64,
    /// Steps of all runs together.
    pub steps: u64,
    /// Stop at the first undefined behavior, as it allows everything.
    pub stop_at_ub: bool,
    /// Enumerate every sign and payload that LangRef allows for a NaN, instead of one.
    pub nan_payloads: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { runs: 1 << 20, steps: 100_000_000, stop_at_ub: true, nan_payloads: false }
    }
}

/// Why not everything was enumerated; what was found stays in the result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incomplete {
    /// A run was given up.
    #[error("{0}")]
    Stop(Stop),
    /// There are more sequences of picks than [`Budget::runs`] or [`Budget::steps`] allow.
    #[error("more behaviours than the budget of runs allows")]
    Budget,
    /// A result that depends on undef makes picks when it is read, some of them once for all reads.
    #[error("reads of a result that depends on undef share some of their picks")]
    SharedPicks,
}

/// Runs a function in an environment with every sequence of picks. The second part says why the first is not complete, if it is not.
#[must_use]
pub fn enumerate(
    module: &Module,
    function: &Function,
    args: &[ArgValue],
    limits: Limits,
    budget: Budget,
    environment: &Environment,
) -> (Behaviours, Option<Incomplete>) {
    let mut found = Behaviours::default();
    let interpreter = match Interpreter::new(module) {
        Ok(interpreter) => interpreter.answering(environment.calls.clone()),
        Err(stop) => return (found, Some(Incomplete::Stop(stop))),
    };
    let mut tape = Tape { one_nan: !budget.nan_payloads, environment: environment.clone(), ..Tape::default() };
    let mut steps = budget.steps;
    loop {
        if found.runs >= budget.runs || steps == 0 {
            return (found, Some(Incomplete::Budget));
        }
        found.runs += 1;
        let limits = Limits { steps: limits.steps.min(steps), ..limits };
        let report = match interpreter.execute(function, args, &mut tape, limits, None) {
            Ok(report) => report,
            Err(Stop::StepLimit) if limits.steps == steps && found.runs > 1 => return (found, Some(Incomplete::Budget)),
            Err(stop) => return (found, Some(Incomplete::Stop(stop))),
        };
        steps -= report.steps.min(steps);
        found.unchecked.extend(report.unchecked);
        let (behaviour, texts) = match report.outcome {
            Outcome::Ub { reason, stack } => {
                if found.ub_stack.is_empty() {
                    found.ub_stack = stack;
                }
                (Behaviour::Ub(reason), Vec::new())
            }
            Outcome::Trap => (Behaviour::Trap, vec!["trap".to_owned()]),
            Outcome::Stopped { unwinds } => (Behaviour::Stopped { unwinds }, vec![stopped(unwinds).to_owned()]),
            Outcome::Return(value) => match read_all(&value, &mut tape, &mut found, budget) {
                Ok((reads, texts)) => (Behaviour::Return { undef_dependent: value.is_undef_dependent(), reads }, texts),
                Err(Failure::Ub(reason)) => (Behaviour::Ub(reason), Vec::new()),
                Err(Failure::Incomplete(why)) => return (found, Some(why)),
            },
            Outcome::Unwind(value) => match read_all(&value, &mut tape, &mut found, budget) {
                Ok((reads, texts)) => {
                    let texts = texts.iter().map(|text| format!("unwind: {text}")).collect();
                    (Behaviour::Unwind { undef_dependent: value.is_undef_dependent(), reads }, texts)
                }
                Err(Failure::Ub(reason)) => (Behaviour::Ub(reason), Vec::new()),
                Err(Failure::Incomplete(why)) => return (found, Some(why)),
            },
        };
        if tape.out_of_step {
            return (found, Some(Incomplete::SharedPicks));
        }
        let undefined = matches!(behaviour, Behaviour::Ub(_));
        found.texts.insert(behaviour.after(report.events), texts);
        if undefined && budget.stop_at_ub || !tape.advance(0) {
            return (found, None);
        }
    }
}

/// The outcome of a run that ends in a call that does not return, as text.
#[must_use]
pub fn stopped(unwinds: bool) -> &'static str {
    if unwinds { "unwinds" } else { "does not return" }
}

/// The text of an outcome with the observable calls before it.
#[must_use]
pub fn told(events: &[Made], outcome: String) -> String {
    if events.is_empty() {
        return outcome;
    }
    let calls: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
    format!("{outcome} after {}", calls.join(", "))
}

enum Failure {
    Ub(UbReason),
    Incomplete(Incomplete),
}

/// Every value that reads of a result can give, with its text. Leaves the tape at the end of the run's own picks.
fn read_all(
    value: &RetValue<'_>,
    tape: &mut Tape,
    found: &mut Behaviours,
    budget: Budget,
) -> Result<(BTreeSet<RtValue>, Vec<String>), Failure> {
    let nans = if budget.nan_payloads { Nans::Exact } else { Nans::Alike };
    let text = |read: &RtValue| value.text(read, nans);
    if !value.is_undef_dependent() {
        let read = value.read(tape).map_err(failure)?;
        let texts = vec![text(&read)];
        return Ok((BTreeSet::from([Rc::unwrap_or_clone(read)]), texts));
    }
    let fixed = tape.position;
    let mut reads = BTreeSet::new();
    let mut ub = None;
    loop {
        tape.position = fixed;
        if found.runs >= budget.runs {
            // The values so far are outcomes, though not all of them.
            let texts: Vec<String> = reads.iter().map(text).collect();
            found.texts.insert(Behaviour::Return { undef_dependent: true, reads }, texts);
            return Err(Failure::Incomplete(Incomplete::Budget));
        }
        found.runs += 1;
        match value.read(tape) {
            Ok(read) => {
                reads.insert(Rc::unwrap_or_clone(read));
                // Read again with the same picks: one that was kept the first time is not made again.
                let end = std::mem::replace(&mut tape.position, fixed);
                tape.out_of_step |= value.read(tape).is_err() || tape.position != end;
            }
            Err(Halt::Ub(reason)) => {
                ub = Some(reason);
            }
            Err(Halt::Stop(stop)) => return Err(Failure::Incomplete(Incomplete::Stop(stop))),
        }
        if ub.is_some() || tape.out_of_step || !tape.advance(fixed) {
            break;
        }
    }
    tape.digits.truncate(fixed);
    tape.position = fixed;
    match ub {
        Some(reason) => Err(Failure::Ub(reason)),
        None => {
            let texts = reads.iter().map(text).collect();
            Ok((reads, texts))
        }
    }
}

fn failure(halt: Halt) -> Failure {
    match halt {
        Halt::Ub(reason) => Failure::Ub(reason),
        Halt::Stop(stop) => Failure::Incomplete(Incomplete::Stop(stop)),
    }
}
