//! A rule decided for every choice of its constants at small widths; if it has no such widths, for special values.

use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_ir::Type;
use rayon::prelude::*;

use super::Asked;
use super::fixed::Fixed;
use super::search::Bits;
use crate::refine::encode::{Query, UndefInputs, encode};
use crate::refine::{CheckOptions, Pair, budget, check_pair};
use crate::rules::check::with_pair;
use crate::rules::infer::Instance;
use crate::rules::predicates::Assumption;
use crate::solve::ladder::{Answer, Budget, satisfiable};
use crate::verdict::VerdictKind;

/// Bits of all constants together up to which a typing is tried.
const MAX_BITS: u32 = 9;
/// Choices of constants in total after which no further typing is begun.
const MAX_ROWS: usize = 500;
/// Time for one choice of constants.
const SLICE: Duration = Duration::from_secs(2);
/// Examples that are kept of each kind.
const EXAMPLES: usize = 4;

/// What a choice of constants gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rule holds.
    Good,
    /// The rule holds because the source is never defined.
    Vacuous,
    /// The rule does not hold.
    Bad,
}

/// A choice of constants to which the rule applies.
#[derive(Clone, Debug)]
pub struct Row {
    /// The typing, as an index into the rule's instances.
    pub instance: usize,
    /// The constants, in the rule's order.
    pub values: Vec<Bv>,
    /// What came out.
    pub outcome: Outcome,
}

/// All choices of constants at the smallest typings.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Smallest typings first.
    pub rows: Vec<Row>,
}

/// What a sample says, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Choices of constants for which the rule holds.
    pub good: usize,
    /// Of these, choices for which the source is never defined.
    pub vacuous: usize,
    /// Choices for which it does not hold.
    pub bad: usize,
    /// The largest typing that was tried.
    pub largest: String,
    /// Choices for which it holds although the source can be defined, at the largest typing with such.
    pub good_examples: Vec<String>,
    /// Choices for which it does not hold, likewise.
    pub bad_examples: Vec<String>,
}

impl Sample {
    /// Takes the sample; `None` when a choice could not be decided or there is none.
    pub(super) fn take(asked: &Asked<'_>) -> Option<Sample> {
        let deadline = Instant::now() + asked.question.options.timeout;
        let mut rows = Vec::new();
        for (number, instance) in asked.instances.iter().enumerate() {
            let widths = widths(asked, instance);
            let bits: u32 = widths.iter().sum();
            let all = bits <= MAX_BITS;
            if number > 0 && (!all || rows.len() + (1 << bits) > MAX_ROWS || Instant::now() > deadline) {
                break;
            }
            let choices = if all { (0..1_u64 << bits).map(|choice| split(choice, &widths)).collect() } else { special(&widths) };
            rows.extend(at(asked, number, choices)?);
        }
        (!rows.is_empty()).then_some(Sample { rows })
    }

    fn bits(&self, has: impl Fn(&Row) -> bool) -> Bits {
        self.rows.iter().map(has).collect()
    }

    /// Rows for which the rule holds, the vacuous ones not among them.
    #[must_use]
    pub fn good(&self) -> Bits {
        self.bits(|r| r.outcome == Outcome::Good)
    }

    /// Rows for which the source is never defined.
    #[must_use]
    pub fn vacuous(&self) -> Bits {
        self.bits(|r| r.outcome == Outcome::Vacuous)
    }

    /// Rows of the smallest typing.
    #[must_use]
    pub fn smallest(&self) -> Bits {
        self.bits(|r| r.instance == 0)
    }

    pub(super) fn counts(&self, asked: &Asked<'_>) -> Counts {
        let of = |outcome: Outcome| self.rows.iter().filter(move |r| r.outcome == outcome);
        let examples = |outcome: Outcome| {
            let last = of(outcome).next_back().map(|r| r.instance);
            of(outcome).filter(|r| Some(r.instance) == last).take(EXAMPLES).map(|r| text(asked, r)).collect()
        };
        let vacuous = of(Outcome::Vacuous).count();
        Counts {
            good: of(Outcome::Good).count() + vacuous,
            vacuous,
            bad: of(Outcome::Bad).count(),
            largest: self.rows.last().map(|r| asked.typed.describe(&asked.instances[r.instance])).unwrap_or_default(),
            good_examples: examples(Outcome::Good),
            bad_examples: examples(Outcome::Bad),
        }
    }
}

/// `C1 = i4 7, C2 = i4 1`
fn text(asked: &Asked<'_>, row: &Row) -> String {
    let one = |(name, value): (&String, &Bv)| format!("{name} = i{} {}", value.width(), value.to_string_signed());
    asked.typed.symbols.keys().zip(&row.values).map(one).collect::<Vec<_>>().join(", ")
}

fn widths(asked: &Asked<'_>, instance: &Instance) -> Vec<u32> {
    let width = |&t: &_| match asked.typed.solved.ty(t, &instance.typing) {
        Type::Int(width) => width,
        _ => u32::MAX / 64,
    };
    asked.typed.symbols.values().map(width).collect()
}

/// The rows of these choices at one typing.
fn at(asked: &Asked<'_>, number: usize, choices: Vec<Vec<Bv>>) -> Option<Vec<Row>> {
    let options = CheckOptions { timeout: SLICE.min(asked.question.options.timeout), vacuity: false, ..asked.question.options.clone() };
    let root_only = options.rules.root_only;
    let rows = with_pair(asked.question.rule, &asked.typed, &asked.instances[number], root_only, |pair, assumption| {
        choices
            .into_par_iter()
            .map(|values| {
                let outcome = decide(pair, assumption, &values, &options)?;
                Some(outcome.map(|outcome| Row { instance: number, values, outcome }))
            })
            .collect::<Option<Vec<Option<Row>>>>()
    });
    Some(rows.ok()??.into_iter().flatten().collect())
}

/// Combinations of values that tend to matter: numbers near 0, near the extremes and near the width, powers of two and their negations.
fn special(widths: &[u32]) -> Vec<Vec<Bv>> {
    let one_of = |&width: &u32| {
        let near = |n: i64| Bv::from_i64(width, n);
        let (least, most, bits) = (Bv::min_signed(width), Bv::max_signed(width), i64::from(width));
        let mut values: Vec<Bv> = [0, 1, -1, 2, -2, 3, 5, -6, bits - 1, bits, bits - 2].map(near).into();
        values.extend([least.clone(), most.clone(), least.add(&near(1)), most.sub(&near(1)), Bv::bit_at(width, width / 2)]);
        values.extend([Bv::bit_at(width, width / 2).neg(), Bv::bit_at(width, width - 2)]);
        let mut seen: Vec<Bv> = Vec::new();
        values.into_iter().for_each(|v| {
            if !seen.contains(&v) {
                seen.push(v);
            }
        });
        seen
    };
    let mut choices: Vec<Vec<Bv>> = vec![Vec::new()];
    for values in widths.iter().map(one_of) {
        let longer = |c: &Vec<Bv>| values.iter().map(|v| c.iter().cloned().chain([v.clone()]).collect()).collect::<Vec<Vec<Bv>>>();
        choices = choices.iter().flat_map(longer).collect();
        choices.truncate(MAX_ROWS);
    }
    choices
}

fn split(choice: u64, widths: &[u32]) -> Vec<Bv> {
    let mut rest = choice;
    let take = |&width: &u32| {
        let value = Bv::from_u64(width, rest & ((1 << width) - 1));
        rest >>= width;
        value
    };
    widths.iter().map(take).collect()
}

/// What a choice gives; `Some(None)` where the rule does not apply.
fn decide(pair: Pair<'_>, assumption: &Assumption<'_>, values: &[Bv], options: &CheckOptions) -> Option<Option<Outcome>> {
    let fixed = Fixed { rule: assumption, values };
    let pair = Pair { assume: Some(&fixed), ..pair };
    let mut query = encode(pair, false, &UndefInputs::None).ok()?;
    let budget = budget(options);
    let assumed = query.assumed;
    match satisfiable(&mut query.pool, assumed, &budget) {
        Answer::Never(_) => return Some(None),
        Answer::Model(..) => {}
        Answer::Unknown(_) => return None,
    }
    Some(Some(match check_pair(pair, options).verdict {
        VerdictKind::Refines if never_defined(&mut query, &budget) => Outcome::Vacuous,
        VerdictKind::Refines => Outcome::Good,
        VerdictKind::Counterexample => Outcome::Bad,
        VerdictKind::Invalid | VerdictKind::Unsupported | VerdictKind::Inconclusive => return None,
    }))
}

/// Whether no input makes the source return something that is not poison.
fn never_defined(query: &mut Query, budget: &Budget) -> bool {
    let defined = super::prove::source_defined(query);
    matches!(satisfiable(&mut query.pool, defined, budget), Answer::Never(_))
}
