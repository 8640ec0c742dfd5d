//! Obligations with choices of the source: for each input the outcomes of both sides as sets, and these compared.
//!
//! The obligation is cut where terms that depend on the source's choices meet terms that depend on the target's. What lies below
//! the cut is an *outcome*: one number for the source's terms, one for the target's. Different choices often have the same outcome,
//! and the two sides' choices are never multiplied with each other, only their different outcomes are.
//!
//! A fixed choice of the source gives the set of outcomes that re-reading its result can have; so does one of the target. The
//! obligation holds for an input if some set T of the target's is such that for every set S of the source's some t ∈ T is
//! bad against all s ∈ S (the order of choices of [`crate::solve::instantiate::decide`]). Where the source fixes nothing or nobody
//! re-reads the target's result, that is: some outcome t of the target's is bad against all outcomes of the source's.

use std::collections::BTreeSet;

use llvet_encoder::term::tape::{LANES, Regs, Tape};
use llvet_encoder::term::{Assignment, Pool, Term};
use rayon::prelude::*;

use super::cut::{Cut, Roles};
use super::outcome::{Choices, Distinct, Outcome, Runner};
use super::space::{Block, Space};
use super::{Found, Halt, Refusal};
use crate::solve::instantiate::Game;

/// Bits of one side's choices: the outcomes of an input are held in memory.
const MAX_CHOICE_BITS: u32 = 20;

/// Executions per task on either side, at least.
const TASK_BITS: u32 = 12;

/// A compiled question.
pub(super) struct Sets<'p> {
    pool: &'p Pool,
    inputs: Space,
    source: (Outcome, Choices),
    target: (Outcome, Choices),
    common: (Outcome, Choices),
    /// The part above the cut, over one fresh variable for each term below it.
    above: Tape,
    fields: Vec<Field>,
    /// Whether the source fixes choices before the target's result is re-read.
    nested: bool,
}

/// An input of the part above the cut: which bits of which outcome.
#[derive(Clone, Copy)]
struct Field {
    input: usize,
    part: Part,
    shift: u32,
    mask: u128,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Source,
    Target,
    Common,
}

impl<'p> Sets<'p> {
    /// Refuses when the question does not fit.
    pub(super) fn new(pool: &'p mut Pool, formula: Term, roles: &Roles, game: &Game, max_bits: u32) -> Result<Sets<'p>, Refusal> {
        let plain = |pool: &Pool, vars: &[Term]| Space::new(pool, vars, &[], MAX_CHOICE_BITS);
        let choices = |pool: &Pool, fixed: &[Term], reread: &[Term]| {
            let choices = Choices { fixed: plain(pool, fixed)?, reread: plain(pool, reread)? };
            if choices.bits() <= MAX_CHOICE_BITS { Ok(choices) } else { Err(Refusal::Size(choices.bits())) }
        };
        let source = choices(pool, &roles.source_fixed, &roles.source_reread)?;
        let target = choices(pool, &roles.target_fixed, &roles.target_reread)?;
        let none = choices(pool, &[], &[])?;
        let inputs = Space::new(pool, &roles.inputs, &game.guards, max_bits)?;
        let cut = Cut::new(pool, formula, roles);
        let (top, fresh) = severed(pool, formula, &cut);
        let above = Tape::compile(pool, &[top]).ok_or(Refusal::Form)?;
        let field = |&(var, part, shift): &(Term, Part, u32)| {
            let input = above.inputs().iter().position(|&v| v == var)?;
            Some(Field { input, part, shift, mask: u128::MAX >> (u128::BITS - pool.width(var)) })
        };
        let fields = fresh.iter().filter_map(field).collect();
        let source = (Outcome::new(pool, &cut.source)?, source);
        let target = (Outcome::new(pool, &cut.target)?, target);
        let common = (Outcome::new(pool, &cut.common)?, none);
        let nested = !roles.source_fixed.is_empty() && !roles.target_reread.is_empty();
        Ok(Sets { pool, inputs, source, target, common, above, fields, nested })
    }

    /// Executions of both sides together.
    pub(super) fn executions(&self) -> u128 {
        self.inputs.count() * self.executions_each()
    }

    /// The same for one input.
    fn executions_each(&self) -> u128 {
        (1u128 << self.source.1.bits()) + (1u128 << self.target.1.bits())
    }

    /// The most comparisons of an outcome of the target's with the source's that there can be.
    pub(super) fn comparisons(&self) -> u128 {
        // Lanes run together, whether needed or not.
        let against_all = (1u128 << self.source.1.bits()).max(LANES as u128);
        self.inputs.count().saturating_mul(1 << self.target.1.bits()).saturating_mul(against_all)
    }

    /// Elementary operations of a comparison.
    pub(super) fn comparison_steps(&self) -> usize {
        self.above.len()
    }

    /// How many inputs there are.
    pub(super) fn inputs(&self) -> u128 {
        self.inputs.count()
    }

    /// The first input for which the obligation holds, with the target's choices.
    pub(super) fn search(&self, halt: &Halt<'_>) -> Found {
        for block in &self.inputs.blocks {
            let executions = self.executions_each() << self.task_bits(block);
            // A stop ends the search as a hit does: there may be billions of tasks left.
            let task = |worker: &mut Worker<'_, 'p>, number| {
                let hit = worker.task(number, halt, true).first().copied();
                let end = hit.is_some() || halt.stopped();
                if !end {
                    halt.progress.add(executions);
                }
                end.then_some(hit)
            };
            let end = self.tasks(block).map_init(|| Worker::new(self, block), task).find_map_first(|end| end);
            if let Some(Some((input, choice))) = end {
                let mut model = Assignment::new();
                let Choices { fixed, reread } = &self.target.1;
                block.assign(self.pool, input, &mut model);
                fixed.only().assign(self.pool, choice >> reread.only().bits(), &mut model);
                reread.only().assign(self.pool, choice & ((1 << reread.only().bits()) - 1), &mut model);
                return Found::Model(model);
            }
            if end.is_some() || halt.stopped() {
                return Found::Stopped;
            }
        }
        Found::Nothing
    }

    /// For how many inputs the obligation holds; `None` when stopped before the end.
    pub(super) fn count(&self, halt: &Halt<'_>) -> Option<u128> {
        let mut total = 0;
        for block in &self.inputs.blocks {
            let task = |worker: &mut Worker<'_, 'p>, number| worker.task(number, halt, false).len() as u128;
            total += self.tasks(block).map_init(|| Worker::new(self, block), task).sum::<u128>();
            if halt.stopped() {
                return None;
            }
        }
        Some(total)
    }

    fn choice_bits(&self) -> u32 {
        self.source.1.bits().max(self.target.1.bits())
    }

    /// Inputs of one task, as a power of two.
    fn task_bits(&self, block: &Block) -> u32 {
        TASK_BITS.saturating_sub(self.choice_bits()).min(block.bits())
    }

    fn tasks(&self, block: &Block) -> rayon::range::Iter<u64> {
        (0..1u64 << (block.bits() - self.task_bits(block))).into_par_iter()
    }
}

/// The formula over fresh variables for the terms below the cut, and what these stand for: bits of an outcome from a place on.
fn severed(pool: &mut Pool, formula: Term, cut: &Cut) -> (Term, Vec<(Term, Part, u32)>) {
    let mut map = Vec::new();
    let mut fresh = Vec::new();
    for (part, terms) in [(Part::Source, &cut.source), (Part::Target, &cut.target), (Part::Common, &cut.common)] {
        let mut shift = 0;
        for &term in terms {
            let var = pool.var("outcome", pool.sort(term));
            map.push((term, var));
            fresh.push((var, part, shift));
            shift += pool.width(term);
        }
    }
    (pool.subst(formula, &map), fresh)
}

/// The number of an input, and of the target's choices.
type Hit = (u64, u64);

/// Everything one thread needs.
struct Worker<'a, 'p> {
    sets: &'a Sets<'p>,
    task_bits: u32,
    source: Runner<'a>,
    target: Runner<'a>,
    common: Runner<'a>,
    sources: Distinct,
    targets: Distinct,
    above: Regs,
    /// Which chunk of the source's outcomes the registers hold.
    loaded: Option<usize>,
}

impl<'a, 'p> Worker<'a, 'p> {
    fn new(sets: &'a Sets<'p>, block: &Block) -> Worker<'a, 'p> {
        Worker {
            sets,
            task_bits: sets.task_bits(block),
            source: Runner::new(&sets.source.0, block, &sets.source.1),
            target: Runner::new(&sets.target.0, block, &sets.target.1),
            common: Runner::new(&sets.common.0, block, &sets.common.1),
            sources: Distinct::new(&sets.source.0),
            targets: Distinct::new(&sets.target.0),
            above: sets.above.regs(),
            loaded: None,
        }
    }

    /// The inputs of a task for which the obligation holds; none or the first with `only_first`.
    fn task(&mut self, number: u64, halt: &Halt<'_>, only_first: bool) -> Vec<Hit> {
        let mut hits = Vec::new();
        let end = (number + 1) << self.task_bits;
        // As many inputs at a time as fill the lanes.
        let step = (1u64 << LANES.ilog2().saturating_sub(self.sets.choice_bits())).min(1 << self.task_bits);
        for first in (number << self.task_bits..end).step_by(usize::try_from(step).unwrap_or(1)) {
            if halt.stopped() {
                break;
            }
            for runner in [&mut self.source, &mut self.target, &mut self.common] {
                runner.run(first, step);
            }
            for place in 0..step {
                if let Some(choice) = self.input(place) {
                    hits.push((first + place, choice));
                    if only_first {
                        return hits;
                    }
                }
            }
        }
        hits
    }

    /// The target's choices for which the obligation holds on the input at this place in the last run.
    fn input(&mut self, place: u64) -> Option<u64> {
        self.sources.fill(self.source.of(place));
        self.targets.fill(self.target.of(place));
        self.loaded = None;
        let common = self.common.of(place)[0];
        self.set(Part::Common, |_| common);
        if self.sets.nested { self.nested(place) } else { self.bad_against_all() }
    }

    /// A choice of the target whose outcome is bad against all of the source's.
    fn bad_against_all(&mut self) -> Option<u64> {
        let suspects = self.not_paired();
        suspects.into_iter().find(|&(outcome, _)| self.is_bad_against_all(outcome)).map(|(_, choice)| choice)
    }

    /// The target's outcomes that are bad against the outcome of the source's that is most like them.
    fn not_paired(&mut self) -> Vec<(u128, u64)> {
        let mut suspects = Vec::new();
        for start in (0..self.targets.list.len()).step_by(LANES) {
            let (sources, targets) = (&self.sources, &self.targets);
            let chunk: Vec<(u128, u64)> = targets.list[start..].iter().take(LANES).copied().collect();
            let partner = |lane: usize| {
                let same = chunk.get(lane).and_then(|(outcome, _)| sources.position(*outcome));
                sources.list[same.unwrap_or((start + lane) % sources.list.len())].0
            };
            let partners: Vec<u128> = (0..LANES).map(partner).collect();
            self.set(Part::Source, |lane| partners[lane]);
            self.set(Part::Target, |lane| chunk.get(lane).map_or(0, |(outcome, _)| *outcome));
            self.sets.above.run(&mut self.above);
            self.sets.above.each_value(&self.above, 0, chunk.len(), |lane, bad| {
                if bad != 0 {
                    suspects.push(chunk[lane]);
                }
            });
        }
        suspects
    }

    fn is_bad_against_all(&mut self, target: u128) -> bool {
        self.set(Part::Target, |_| target);
        (0..self.sources.list.len()).step_by(LANES).all(|start| {
            let mut all = true;
            self.against(start, |_, bad| all &= bad);
            all
        })
    }

    /// Which of the source's outcomes an outcome of the target's is bad against.
    fn row(&mut self, target: u128) -> Bits {
        self.set(Part::Target, |_| target);
        let mut row = Bits::new(self.sources.list.len());
        for start in (0..self.sources.list.len()).step_by(LANES) {
            self.against(start, |source, bad| {
                if bad {
                    row.insert(source);
                }
            });
        }
        row
    }

    /// Compares the target's outcome that is set with the source's from `start` on, as many as there are lanes.
    fn against(&mut self, start: usize, mut visit: impl FnMut(usize, bool)) {
        let lanes = (self.sources.list.len() - start).min(LANES);
        if self.loaded != Some(start) {
            let chunk: Vec<u128> = self.sources.list[start..start + lanes].iter().map(|(outcome, _)| *outcome).collect();
            self.set(Part::Source, |lane| chunk.get(lane).copied().unwrap_or(0));
            self.loaded = Some(start);
        }
        self.sets.above.run(&mut self.above);
        self.sets.above.each_value(&self.above, 0, lanes, |lane, bad| visit(start + lane, bad != 0));
    }

    /// The same where the source fixes choices before the target's result is re-read.
    fn nested(&mut self, place: u64) -> Option<u64> {
        let reread_bits = self.sets.target.1.reread.only().bits();
        let source_sets = groups(self.source.of(place), &self.sources, self.sets.source.1.reread.only().bits());
        let target_sets = groups(self.target.of(place), &self.targets, reread_bits);
        let mut rows: Vec<Option<Bits>> = vec![None; self.targets.list.len()];
        for (fixed, target) in &target_sets {
            let mut witness = 0;
            let excluded = source_sets.iter().all(|(_, source)| {
                let bad = target.members().find(|&t| {
                    let row = rows[t].get_or_insert_with(|| self.row(self.targets.list[t].0));
                    source.is_subset(row)
                });
                witness = bad.unwrap_or(0);
                bad.is_some()
            });
            if excluded {
                let first = fixed << reread_bits;
                let outcome = self.targets.list[witness].0;
                let choices = first..first + (1 << reread_bits);
                return choices.zip(&self.target.of(place)[first as usize..]).find(|(_, o)| **o == outcome).map(|(choice, _)| choice);
            }
        }
        None
    }

    fn set(&mut self, which: Part, outcome: impl Fn(usize) -> u128) {
        for field in self.sets.fields.iter().filter(|f| f.part == which) {
            self.sets.above.set_input(&mut self.above, field.input, |lane| outcome(lane) >> field.shift & field.mask);
        }
    }
}

/// The different sets of outcomes that fixed choices can have, each with the first such choice, in the order of these.
fn groups(outcomes: &[u128], distinct: &Distinct, reread_bits: u32) -> Vec<(u64, Bits)> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for (fixed, outcomes) in (0..).zip(outcomes.chunks(1 << reread_bits)) {
        let mut set = Bits::new(distinct.list.len());
        for &outcome in outcomes {
            set.insert(distinct.position(outcome).expect("the list has every outcome"));
        }
        if seen.insert(set.clone()) {
            out.push((fixed, set));
        }
    }
    out
}

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `len`.
    fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)].into())
    }

    fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    fn is_subset(&self, of: &Bits) -> bool {
        self.0.iter().zip(&of.0).all(|(a, b)| a & !b == 0)
    }

    fn members(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|&i| self.0[i / 64] >> (i % 64) & 1 == 1)
    }
}
