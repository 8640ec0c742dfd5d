//! Pairs with loops: unrolled before they are encoded, executed as they are. Pairs that call functions with a body: executed with the
//! bodies, proved for any function in their place.
//!
//! A proof about unrolled functions is a proof about the functions where no execution is left out, which is asked too; else it is a proof
//! up to a bound, and says so. A counterexample is replayed on the functions themselves, so it counts whatever the bound.
//!
//! Without bounds on the command line, loops whose number of rounds is settled by simplification are unrolled fully, and others a few
//! times, more often as long as there is time. Executions of some inputs come first: they find what is wrong after many rounds, and loops
//! that never end.

use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_encoder::outcome::Unsupported;
use llvet_encoder::term::{Assignment, Term};
use llvet_ir::{BlockId, Cfg, Function, Unrolled, unroll};

use super::encode::{Query, Side, UndefInputs, encode};
use super::stages::{self, budget};
use super::{CheckOptions, Pair, calls, replay};
use crate::solve::instantiate::{completed, substitute_model};
use crate::solve::ladder::{Answer, Budget, satisfiable};
use crate::solve::log::Log;
use crate::verdict::{Method, Verdict, VerdictKind};

/// Most instructions of an unrolled function.
const MOST: usize = 20_000;

/// Bounds that are tried in turn, where simplification does not settle how many rounds there are.
const BOUNDS: [u32; 4] = [2, 4, 8, 16];

/// The largest bound, where simplification settles it.
const LARGEST: u32 = 512;

/// Part of the time after which no larger bound is begun.
const BEGIN_PART: u32 = 8;

/// A pair with its loops unrolled.
#[derive(Debug)]
pub struct Rounds {
    src: Unrolled,
    tgt: Unrolled,
    /// The larger bound.
    bound: u32,
}

impl Rounds {
    /// Unrolled so often that each loop can be iterated `src` or `tgt` times, and be left after that.
    fn new(pair: Pair<'_>, src: u32, tgt: u32) -> Option<Rounds> {
        // The test that ends a loop may come first in it: then it is made once more than there are iterations.
        let copies = |bound: u32| bound.saturating_add(1);
        Some(Rounds { src: unroll(pair.src, copies(src), MOST)?, tgt: unroll(pair.tgt, copies(tgt), MOST)?, bound: src.max(tgt) })
    }
}

impl Pair<'_> {
    /// The function of a side that is encoded, and where it is cut.
    pub(super) fn encoded(&self, side: Side) -> (&Function, Option<BlockId>) {
        let unrolled = self.unrolled.map(|rounds| match side {
            Side::Source => &rounds.src,
            Side::Target => &rounds.tgt,
        });
        match (unrolled, side) {
            (Some(unrolled), _) => (&unrolled.function, unrolled.cut),
            (None, Side::Source) => (self.src, None),
            (None, Side::Target) => (self.tgt, None),
        }
    }
}

/// Decides a pair whose signatures and attributes agree.
pub(super) fn check(pair: Pair<'_>, options: &CheckOptions) -> Verdict {
    let has_loop = |function: &Function| Cfg::new(function).has_cycle();
    if !has_loop(pair.src) && !has_loop(pair.tgt) && calls::with_bodies(pair).is_empty() {
        return stages::check(pair, options);
    }
    let search = Search { pair, options, start: Instant::now(), log: Log::new(options.explain) };
    let verdict = search.run();
    let verdict = Verdict { log: search.log.take(), ..verdict };
    match verdict.bounded {
        Some(n) if options.strict_bounds && verdict.verdict == VerdictKind::Refines => {
            let detail = format!("it refines up to {n} loop iterations, and --strict-bounds asks for more");
            Verdict { bounded: Some(n), warnings: verdict.warnings, log: verdict.log, ..Verdict::new(VerdictKind::Inconclusive, detail) }
        }
        _ => verdict,
    }
}

struct Search<'a> {
    pair: Pair<'a>,
    options: &'a CheckOptions,
    start: Instant,
    log: Log,
}

/// Which executions a proof leaves out.
enum LeftOut {
    /// None.
    Nothing,
    /// Some, or it is not known.
    Something,
    /// One that shows a violation.
    Violation(Box<Verdict>),
}

impl Search<'_> {
    fn run(&self) -> Verdict {
        let (src, tgt) = (self.options.src_unroll, self.options.tgt_unroll);
        let either = |wanted: u32, other: u32| if wanted == 0 { other } else { wanted };
        let given = (either(src, tgt), either(tgt, src));
        let first = if given == (0, 0) { (1, 1) } else { given };
        let Some(rounds) = Rounds::new(self.pair, first.0, first.1) else { return too_large() };
        match self.sampled(&rounds) {
            Ok(Some(verdict)) => return verdict,
            Ok(None) => {}
            Err((side, error)) => return stages::unsupported(side, error),
        }
        if self.is_bounded() { self.round(&rounds, self.left()) } else { self.automatic() }
    }

    /// Bounds of our own choice.
    fn automatic(&self) -> Verdict {
        if let Some(rounds) = self.settled() {
            let verdict = self.round(&rounds, self.options.timeout / 2);
            if verdict.verdict != VerdictKind::Inconclusive {
                return verdict;
            }
        }
        let mut best: Option<Verdict> = None;
        for bound in BOUNDS {
            let late = self.start.elapsed() > self.options.timeout / BEGIN_PART;
            if best.is_some() && (late || self.options.cancel.is_cancelled()) {
                break;
            }
            let Some(rounds) = Rounds::new(self.pair, bound, bound) else { break };
            let verdict = self.round(&rounds, self.left());
            match (verdict.verdict, verdict.bounded) {
                (VerdictKind::Refines, Some(_)) => best = Some(verdict),
                (VerdictKind::Refines | VerdictKind::Counterexample, _) => return verdict,
                _ => return best.unwrap_or(verdict),
            }
        }
        best.unwrap_or_else(too_large)
    }

    /// Unrolled so often that simplification leaves nothing out, if that is not too often.
    fn settled(&self) -> Option<Rounds> {
        let mut bound = 2;
        while bound <= LARGEST && self.start.elapsed() < self.options.timeout / BEGIN_PART {
            let rounds = Rounds::new(self.pair, bound, bound)?;
            let query = encode(Pair { unrolled: Some(&rounds), ..self.pair }, false, &UndefInputs::None).ok()?;
            if [query.src.cut, query.tgt.cut].iter().all(|&cut| query.pool.as_bool(cut) == Some(false)) {
                return Some(rounds);
            }
            bound *= 2;
        }
        None
    }

    fn left(&self) -> Duration {
        self.options.timeout.saturating_sub(self.start.elapsed())
    }

    /// Whether bounds were given. Executions of the source that exceed them are then left out on purpose, be they finite or not.
    fn is_bounded(&self) -> bool {
        (self.options.src_unroll, self.options.tgt_unroll) != (0, 0)
    }

    /// The verdict about the pair unrolled so often.
    fn round(&self, rounds: &Rounds, timeout: Duration) -> Verdict {
        let pair = Pair { unrolled: Some(rounds), ..self.pair };
        let options = &CheckOptions { timeout, ..self.options.clone() };
        self.log.line(|| format!("loops: up to {} iterations", rounds.bound));
        let verdict = stages::check(pair, options);
        let log = self.log.deeper();
        verdict.log.iter().for_each(|line| log.line(|| line.clone()));
        if verdict.verdict != VerdictKind::Refines {
            return verdict;
        }
        let (start, budget) = (Instant::now(), budget(&CheckOptions { method: None, explain: false, ..options.clone() }));
        let left_out = self.left_out(pair, &budget);
        log.timed(start, || match &left_out {
            LeftOut::Nothing => "no execution has more iterations".to_owned(),
            LeftOut::Something => "executions with more iterations are left out".to_owned(),
            LeftOut::Violation(_) => "an execution with more iterations fails".to_owned(),
        });
        match left_out {
            LeftOut::Nothing => verdict,
            LeftOut::Something => Verdict { bounded: Some(rounds.bound), ..verdict },
            LeftOut::Violation(found) => *found,
        }
    }

    /// Whether a proof about the unrolled pair leaves executions out.
    fn left_out(&self, pair: Pair<'_>, budget: &Budget) -> LeftOut {
        let poison = !self.options.disable_poison_input;
        let args = (0..pair.src.args.len()).collect();
        let undef =
            if self.options.disable_undef_input { UndefInputs::None } else { UndefInputs::WithResults(Box::new(UndefInputs::Among(args))) };
        // Inputs that are defined can be executed, so they are asked for first.
        for (poison, undef) in [(false, &UndefInputs::None), (poison, &undef)] {
            let Ok(mut query) = encode(pair, poison, undef) else { return LeftOut::Something };
            let mut something = false;
            for condition in query.left_out() {
                match satisfiable(&mut query.pool, condition, budget) {
                    Answer::Never(_) => {}
                    Answer::Unknown(_) => something = true,
                    Answer::Model(model, method) => {
                        something = true;
                        if let Some(found) = self.violation(&mut query, &model, method, LONG) {
                            return LeftOut::Violation(Box::new(found));
                        }
                    }
                }
            }
            if something {
                return LeftOut::Something;
            }
        }
        LeftOut::Nothing
    }

    /// A violation at one of some inputs, if there is one.
    fn sampled(&self, rounds: &Rounds) -> Result<Option<Verdict>, (Side, Unsupported)> {
        let mut query = encode(Pair { unrolled: Some(rounds), ..self.pair }, false, &UndefInputs::None)?;
        if self.options.method.is_some_and(|method| method != Method::Falsify) || self.pair.assume.is_some() {
            return Ok(None);
        }
        let leaves: Vec<Term> = query.inputs.args.iter().flatten().map(|leaf| leaf.bits).collect();
        let widths: Vec<u32> = leaves.iter().map(|&leaf| query.pool.width(leaf)).collect();
        let (start, samples) = (Instant::now(), samples(&widths));
        let mut tried = 0;
        for sample in samples {
            if self.start.elapsed() > self.options.timeout / BEGIN_PART || self.options.cancel.is_cancelled() {
                break;
            }
            tried += 1;
            let mut model = Assignment::new();
            leaves.iter().zip(sample).for_each(|(&leaf, value)| model.set(leaf, value));
            if let Some(found) = self.violation(&mut query, &model, Method::Falsify, SHORT) {
                self.log.timed(start, || format!("loops: executed on {tried} inputs, and the last fails"));
                return Ok(Some(found));
            }
        }
        self.log.timed(start, || format!("loops: executed on {tried} inputs, and none fails"));
        Ok(None)
    }

    /// The counterexample that the inputs of a model show when both functions are executed on them, with all their choices.
    fn violation(&self, query: &mut Query, model: &Assignment, method: Method, steps: u64) -> Option<Verdict> {
        // What the model leaves out is zero.
        let model = &completed(&query.pool, &input_variables(query), model);
        if self.is_bounded() && exceeds(query, model) {
            return None;
        }
        let (reason, counterexample) = replay::violation(self.pair, &replay::inputs(query, model), steps)?;
        let verdict = Verdict::new(VerdictKind::Counterexample, counterexample.why.clone());
        Some(Verdict { reason: Some(reason), method: Some(method), counterexample: Some(counterexample), ..verdict })
    }
}

/// Steps that executions of a sample may take.
const SHORT: u64 = 1 << 13;

/// Steps that executions of inputs that are left out may take.
const LONG: u64 = 1 << 16;

fn too_large() -> Verdict {
    Verdict::new(VerdictKind::Inconclusive, format!("the loops, unrolled, have more than {MOST} instructions"))
}

/// The variables that inputs depend on.
fn input_variables(query: &Query) -> Vec<Term> {
    let leaves = query.inputs.args.iter().flatten();
    let terms: Vec<Term> = leaves.flat_map(|leaf| [leaf.bits, leaf.poison, leaf.undef]).collect();
    query.pool.free_vars(&terms)
}

/// Whether the source may reach the cut on a model's inputs.
fn exceeds(query: &mut Query, model: &Assignment) -> bool {
    let variables = input_variables(query);
    let cut = substitute_model(&mut query.pool, query.src.cut, &variables, model);
    query.pool.as_bool(cut) != Some(false)
}

/// Most bits of which all values are samples.
const ALL_VALUES: u32 = 8;

/// Some values for leaves of these widths, small ones first: all of them where they are few.
fn samples(widths: &[u32]) -> Vec<Vec<Bv>> {
    let bits = widths.iter().fold(0u32, |sum, w| sum.saturating_add(*w));
    if bits <= ALL_VALUES {
        let split = |mut all: u64| {
            let part = |&width: &u32| {
                let value = Bv::from_u64(width, all);
                all >>= width;
                value
            };
            widths.iter().map(part).collect()
        };
        return (0..1u64 << bits).map(split).collect();
    }
    const SPECIAL: [i64; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 10, -1, -2, 100];
    let count = SPECIAL.len();
    let special = |width: u32, number: usize| match number % (count + 2) {
        n if n < count => Bv::from_i64(width.max(64), SPECIAL[n]).trunc(width),
        n if n == count => Bv::min_signed(width),
        _ => Bv::min_signed(width).not(),
    };
    // All leaves alike, then each with another stride.
    let strides = [0, 1, 3, 5].into_iter().take(if widths.len() > 1 { 4 } else { 1 });
    let tuple = |stride: usize, n: usize| widths.iter().enumerate().map(|(i, &w)| special(w, n + i * stride)).collect();
    strides.flat_map(|stride| (0..count + 2).map(move |n| (stride, n))).map(|(stride, n)| tuple(stride, n)).collect()
}
