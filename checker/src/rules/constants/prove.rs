//! Proofs, at every typing, that a rule holds for all constants of its precondition, and that it holds for none.
//!
//! **Holds.** A check of the rule; where that is too hard, of each choice of the constants, if these are few.
//!
//! **Fails for all constants** is ∀ constants ∃ input. Breaking inputs are looked for among terms over the constants (0, 1, −1, the
//! extremes, `C`, `-C`, `MAX - C` …): when no choice of constants escapes all the terms found so far, the claim is proved; an escaping
//! choice either yields further terms, or is a choice for which the rule holds. Where the source chooses, an input breaks the rule if it
//! does for all of its choices: a choice of constants escapes an input when some choice of the source's makes that harmless.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Pool, Sort, Term};
use rayon::prelude::*;

use super::Variant;
use crate::refine::encode::{Query, UndefInputs, encode};
use crate::refine::{CheckOptions, Pair, budget, check_pair, game};
use crate::rules::check::{FIRST_SLICE, with_pair};
use crate::rules::infer::Instance;
use crate::rules::predicates::Assumption;
use crate::rules::split::{one_by_one, symbols};
use crate::solve::falsify_float::Candidates;
use crate::solve::instantiate::{Game, completed, decide, substitute_model};
use crate::solve::ladder::{Answer, Budget, satisfiable};
use crate::verdict::VerdictKind;

/// Time for one typing.
const SLICE: Duration = Duration::from_secs(1);
/// Rounds of the search for breaking inputs.
const MAX_ROUNDS: usize = 32;
/// Inputs that are added in a round, the simplest: more would make the next question harder.
const MAX_WITNESSES: usize = 2;
/// Inputs that are tried in a round.
const MAX_TRIED: usize = 4000;

/// At how many typings something is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Proved.
    pub proved: usize,
    /// All.
    pub total: usize,
}

impl Tally {
    /// Nothing had to be proved.
    #[must_use]
    pub fn vacuous(total: usize) -> Tally {
        Tally { proved: total, total }
    }

    /// Whether it is proved at all typings.
    #[must_use]
    pub fn complete(self) -> bool {
        self.proved == self.total
    }
}

/// At how many typings from the `skip`-th on the rule holds. `None` when it fails at one.
pub(super) fn holds(variant: &Variant, skip: usize, options: &CheckOptions, deadline: Instant) -> Option<Tally> {
    // Where one typing is hard, the larger ones are.
    let hard = AtomicBool::new(false);
    each(variant, skip, options, deadline, |pair, assumption, options| {
        let quick = CheckOptions { timeout: FIRST_SLICE.min(options.timeout), ..options.clone() };
        let split = || one_by_one(pair, assumption, options);
        let verdict = if hard.load(Ordering::Relaxed) { split() } else { None };
        let verdict = verdict.unwrap_or_else(|| check_pair(pair, &quick));
        let verdict = if verdict.verdict == VerdictKind::Inconclusive {
            hard.store(true, Ordering::Relaxed);
            split().unwrap_or_else(|| check_pair(pair, options))
        } else {
            verdict
        };
        match verdict.verdict {
            VerdictKind::Refines => Some(true),
            VerdictKind::Counterexample => Some(false),
            VerdictKind::Invalid | VerdictKind::Unsupported | VerdictKind::Inconclusive => None,
        }
    })
}

/// At how many typings from the `skip`-th on the rule fails for all constants; with `defined_only`, for all for which the source can be
/// defined. `None` when it holds for some at one.
pub(super) fn fails(variant: &Variant, skip: usize, defined_only: bool, options: &CheckOptions, deadline: Instant) -> Option<Tally> {
    each(variant, skip, options, deadline, |pair, assumption, options| fails_here(pair, assumption, defined_only, options))
}

/// Asks at each typing, until one says no.
fn each(
    variant: &Variant,
    skip: usize,
    options: &CheckOptions,
    deadline: Instant,
    ask: impl Fn(Pair<'_>, &Assumption<'_>, &CheckOptions) -> Option<bool> + Sync,
) -> Option<Tally> {
    let refuted = AtomicBool::new(false);
    let one = |instance: &Instance| {
        let timeout = SLICE.min(deadline.saturating_duration_since(Instant::now()));
        if refuted.load(Ordering::Relaxed) || timeout.is_zero() || options.cancel.is_cancelled() {
            return false;
        }
        let options = CheckOptions { timeout, vacuity: false, ..options.clone() };
        let root_only = options.rules.root_only;
        let asked = |pair: Pair<'_>, assumption: &Assumption<'_>| ask(pair, assumption, &options);
        let answer = with_pair(&variant.rule, &variant.typed, instance, root_only, asked).ok().flatten();
        if answer == Some(false) {
            refuted.store(true, Ordering::Relaxed);
        }
        answer == Some(true)
    };
    let instances = &variant.instances[skip.min(variant.instances.len())..];
    let proved = instances.par_iter().filter(|i| one(i)).count();
    (!refuted.load(Ordering::Relaxed)).then_some(Tally { proved, total: instances.len() })
}

/// That the rule applies and the source returns a value with a part that is not poison.
pub(super) fn source_defined(query: &mut Query) -> Term {
    let pool = &mut query.pool;
    let no_ub = pool.not(query.src.ub);
    let values: Vec<Term> = query.src.ret.lanes.iter().map(|lane| pool.not(lane.poison)).collect();
    let some = pool.or_all(values);
    pool.and_all([query.assumed, no_ub, query.src.returned, some])
}

fn fails_here(pair: Pair<'_>, assumption: &Assumption<'_>, defined_only: bool, options: &CheckOptions) -> Option<bool> {
    let mut query = encode(pair, false, &UndefInputs::None).ok()?;
    let game = game(&mut query);
    let used = query.pool.free_vars(&[query.bad]);
    let occurs = |vars: &[Term]| vars.iter().any(|v| used.contains(v));
    if occurs(&game.source_fixed) && occurs(&game.target_reread) {
        // Whoever reads the target's result then picks after the source has chosen.
        return None;
    }
    let source: Vec<Term> = used.iter().copied().filter(|v| game.source_fixed.contains(v) || game.source_reread.contains(v)).collect();
    let symbols = symbols(&query, assumption);
    let computed: Vec<Term> = assumption.computed.iter().flat_map(|(p, _)| query.inputs.args[*p].iter().map(|leaf| leaf.bits)).collect();
    let applies = if defined_only { source_defined(&mut query) } else { query.assumed };
    let others: Vec<Term> = used.into_iter().filter(|v| !symbols.contains(v) && !source.contains(v)).collect();
    let constants: Vec<Term> = symbols.iter().chain(&computed).copied().collect();
    let choices = others.iter().map(|&v| templates(&mut query.pool, v, &constants)).collect();
    let search = Search { symbols, source, others, choices, game };
    search.run(&mut query, applies, &budget(options))
}

struct Search {
    symbols: Vec<Term>,
    /// The source's choices.
    source: Vec<Term>,
    /// Everything else that an execution depends on: inputs and choices of the target.
    others: Vec<Term>,
    /// Terms that are tried for each of them.
    choices: Vec<Vec<Term>>,
    /// Who chooses what.
    game: Game,
}

impl Search {
    fn run(&self, query: &mut Query, applies: Term, budget: &Budget) -> Option<bool> {
        let mut escaping = applies;
        for _ in 0..MAX_ROUNDS {
            let constants = match satisfiable(&mut query.pool, escaping, budget) {
                Answer::Never(_) => return Some(true),
                Answer::Unknown(_) => return None,
                Answer::Model(model, _) => completed(&query.pool, &self.symbols, &model),
            };
            let bad_here = substitute_model(&mut query.pool, query.bad, &self.symbols, &constants);
            match decide(&mut query.pool, bad_here, &self.game, &mut Candidates::none(), budget) {
                Answer::Never(_) => return Some(false),
                Answer::Unknown(_) => return None,
                Answer::Model(..) => {}
            }
            for mut witness in self.witnesses(query, &constants, budget)? {
                for &var in &self.source {
                    let sort = query.pool.sort(var);
                    witness.push((var, query.pool.var("chosen", sort)));
                }
                let fails = query.pool.subst(query.bad, &witness);
                let escapes = query.pool.not(fails);
                escaping = query.pool.and(escaping, escapes);
            }
        }
        None
    }

    /// Terms for the inputs that break the rule at these constants; `None` when none do.
    fn witnesses(&self, query: &mut Query, constants: &Assignment, budget: &Budget) -> Option<Vec<Vec<(Term, Term)>>> {
        let values: Vec<Vec<Bv>> = self.choices.iter().map(|terms| query.pool.eval_all(terms, constants)).collect();
        let mut constants = constants.clone();
        self.source.iter().for_each(|&var| constants.set(var, Bv::zero(query.pool.width(var))));
        let mut found: Vec<Vec<(Term, Term)>> = Vec::new();
        let mut at = vec![0; self.others.len()];
        for _ in 0..MAX_TRIED {
            let mut assignment = constants.clone();
            for ((var, values), &index) in self.others.iter().zip(&values).zip(&at) {
                assignment.set(*var, values.get(index)?.clone());
            }
            if query.pool.eval(query.bad, &assignment).to_bool() && self.breaks(query, &assignment, budget) {
                found.push(self.others.iter().zip(&self.choices).zip(&at).map(|((&var, terms), &index)| (var, terms[index])).collect());
            }
            if found.len() >= MAX_WITNESSES || !advance(&mut at, &values) {
                break;
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// Whether constants and inputs break the rule for all of the source's choices, as they do for one.
    fn breaks(&self, query: &mut Query, inputs: &Assignment, budget: &Budget) -> bool {
        if self.source.is_empty() {
            return true;
        }
        let given: Vec<Term> = self.symbols.iter().chain(&self.others).copied().collect();
        let at_inputs = substitute_model(&mut query.pool, query.bad, &given, inputs);
        let harmless = query.pool.not(at_inputs);
        matches!(satisfiable(&mut query.pool, harmless, budget), Answer::Never(_))
    }
}

/// The next combination of indices; `false` after the last.
fn advance(at: &mut [usize], of: &[Vec<Bv>]) -> bool {
    for (index, values) in at.iter_mut().zip(of) {
        *index += 1;
        if *index < values.len() {
            return true;
        }
        *index = 0;
    }
    false
}

/// Terms over the constants that are tried for a variable.
fn templates(pool: &mut Pool, var: Term, constants: &[Term]) -> Vec<Term> {
    let Sort::Bv(width) = pool.sort(var) else {
        return if pool.sort(var) == Sort::Bool { vec![pool.ff(), pool.tt()] } else { Vec::new() };
    };
    let numbers = [Bv::zero(width), Bv::one(width), Bv::ones(width), Bv::max_signed(width), Bv::min_signed(width)];
    let [zero, one, ones, largest, smallest] = numbers.map(|n| pool.constant(n));
    let mut found = vec![zero, one, ones, largest, smallest];
    for &constant in constants {
        for c in [pool.zext_or_trunc(constant, width), sext_or_trunc(pool, constant, width)] {
            found.extend([c, pool.neg(c), pool.bvnot(c), pool.add(c, one), pool.sub(c, one)]);
            found.extend([pool.sub(largest, c), pool.sub(smallest, c), pool.add(largest, c), pool.sub(one, c)]);
            found.extend([pool.lshr(largest, c), pool.lshr(ones, c), pool.shl(one, c), pool.lshr(smallest, c), pool.ashr(smallest, c)]);
        }
    }
    for (index, &a) in constants.iter().enumerate() {
        for &b in &constants[index + 1..] {
            let (a, b) = (pool.zext_or_trunc(a, width), pool.zext_or_trunc(b, width));
            let (sum, difference) = (pool.add(a, b), pool.sub(a, b));
            found.extend([sum, difference, pool.neg(sum), pool.neg(difference), pool.sub(largest, sum), pool.sub(smallest, sum)]);
            found.extend([pool.bvand(a, b), pool.bvor(a, b), pool.bvxor(a, b), pool.bvnot(sum)]);
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|&t| seen.insert(t));
    found
}

fn sext_or_trunc(pool: &mut Pool, a: Term, width: u32) -> Term {
    if pool.width(a) < width { pool.sext(a, width) } else { pool.trunc(a, width) }
}
