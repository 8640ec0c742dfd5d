//! Special values and random vectors for obligations with floating point, whose circuits a solver is slow on.
//!
//! Every candidate is a full assignment of the outer variables; it counts only when no choice of the inner ones refutes it, which is then
//! a small question. Most wrong rules about numbers fail at a special value (Lesson 13.8, Algorithm 13.8.9). Where the solver would have much
//! to do, inputs that look like those for which the pair fails at smaller formats are tried last ([`Candidates`]).

use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::special::special_values;
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use llvet_encoder::term::{Assignment, Op, Pool, Sort, Term};

use super::instantiate::substitute_model;
use super::ladder::{Answer, Budget, satisfiable};
use super::smt::cost;
use crate::verdict::Method;

/// Most vectors tried.
const MAX_VECTORS: usize = 3000;

/// Most time spent, and the part of what is left.
const MAX_TIME: Duration = Duration::from_millis(1500);
const PART_OF_TIME: u32 = 4;

/// Most candidates whose inner choices are asked about.
const MAX_QUESTIONS: u32 = 60;

/// Most of these with an input that is a NaN or an infinity: they often differ in the payload of a NaN only, which the source may choose.
const MAX_NAN_QUESTIONS: u32 = 24;

/// Gates above which a question is worth the making of candidates.
const WORTH_CANDIDATES: u64 = 8_000;

/// Makes values for all inputs, in their order.
type Make<'c> = Box<dyn FnOnce(&Budget) -> Vec<Vec<Bv>> + 'c>;

/// Inputs that may refute; they are made once at most.
pub struct Candidates<'c>(Option<Make<'c>>);

impl<'c> Candidates<'c> {
    /// None.
    #[must_use]
    pub fn none() -> Candidates<'c> {
        Candidates(None)
    }

    /// Those that a function makes.
    pub fn made_by(make: impl FnOnce(&Budget) -> Vec<Vec<Bv>> + 'c) -> Candidates<'c> {
        Candidates(Some(Box::new(make)))
    }
}

/// Values of the variables other than `inner` for which `formula` holds whatever `inner` is, found by trying. `None` says nothing.
pub fn falsify_float(
    pool: &mut Pool,
    formula: Term,
    inner: &[Term],
    inputs: &[Term],
    candidates: &mut Candidates<'_>,
    budget: &Budget,
) -> Option<Answer> {
    let formats = formats(pool, formula);
    if formats.is_empty() || !budget.allows(Method::Falsify) {
        return None;
    }
    let free = pool.free_vars(&[formula]);
    let outer: Vec<Term> = free.into_iter().filter(|v| !inner.contains(v)).collect();
    let (numbers, others): (Vec<Term>, Vec<Term>) = outer.iter().partition(|v| inputs.contains(v) && pool.sort(**v) != Sort::Bool);
    let mut vectors = Vectors::new(pool, &numbers, &formats, budget.seed);
    let deadline = Instant::now() + MAX_TIME.min(budget.left() / PART_OF_TIME);
    let (start, mut nan_questions, mut vectors_tried) = (Instant::now(), 0, 0);
    let log = budget.log.clone();
    let mut question = Question { formula, outer: &outer, asked: 0, budget: Budget { deadline, log: log.deeper(), ..budget.clone() } };
    let told = |hit: &str, vectors: usize, questions: u32| {
        log.timed(start, || format!("falsify: {hit} among {vectors} vectors of floating-point values, {questions} looked at closely"));
    };
    for round in 0..MAX_VECTORS {
        vectors_tried = round;
        if Instant::now() >= deadline || budget.cancel.is_cancelled() {
            break;
        }
        let mut assignment = Assignment::new();
        let values = vectors.vector(round);
        let is_finite = |fmt: &FpFormat, value: &Bv| fmt.magnitude(value).ult(&fmt.infinity(false));
        let has_nan = values.iter().any(|value| formats.iter().any(|fmt| fmt.width() == value.width() && !is_finite(fmt, value)));
        if has_nan && nan_questions >= MAX_NAN_QUESTIONS {
            continue;
        }
        for (&var, value) in numbers.iter().zip(values) {
            assignment.set(var, value);
        }
        for &var in &others {
            // Facts and choices are mostly left at their plainest; inputs are not poison.
            let value =
                if round % 4 == 3 && pool.sort(var) != Sort::Bool { vectors.random(pool.width(var)) } else { Bv::zero(pool.width(var)) };
            assignment.set(var, value);
        }
        let before = question.asked;
        if question.holds(pool, &assignment) {
            told("a hit", vectors_tried + 1, question.asked);
            return Some(Answer::Model(assignment, Method::Falsify));
        }
        nan_questions += if has_nan { question.asked - before } else { 0 };
        if question.asked >= MAX_QUESTIONS {
            break;
        }
    }
    told("no hit", vectors_tried + 1, question.asked);
    if budget.method.is_some() || cost::circuit(pool, formula) < WORTH_CANDIDATES {
        return None;
    }
    let made = candidates.0.take().map_or_else(Vec::new, |make| make(budget));
    question.budget.deadline = budget.deadline;
    try_candidates(pool, &mut question, inputs, made)
}

/// The first of the candidates that refutes, whatever the other variables are: at their plainest.
fn try_candidates(pool: &mut Pool, question: &mut Question<'_>, inputs: &[Term], candidates: Vec<Vec<Bv>>) -> Option<Answer> {
    let (start, count) = (Instant::now(), candidates.len());
    let found = candidates.into_iter().find_map(|values| {
        let mut assignment = Assignment::new();
        for &var in question.outer {
            let value = inputs.iter().position(|&input| input == var).and_then(|place| values.get(place).cloned());
            assignment.set(var, value.unwrap_or_else(|| Bv::zero(pool.sort(var).width())));
        }
        if question.holds(pool, &assignment) { Some(Answer::Model(assignment, Method::SmallWidths)) } else { None }
    });
    if count > 0 {
        let hit = if found.is_some() { "a hit" } else { "no hit" };
        question.budget.log.timed(start, || format!("falsify: {hit} among {count} vectors from smaller formats"));
    }
    found
}

/// Whether a formula holds at a point, whatever the inner variables are.
struct Question<'q> {
    formula: Term,
    /// The variables of the point.
    outer: &'q [Term],
    /// How often this was not plain.
    asked: u32,
    budget: Budget,
}

impl Question<'_> {
    fn holds(&mut self, pool: &mut Pool, point: &Assignment) -> bool {
        if !pool.eval(self.formula, point).to_bool() {
            return false;
        }
        let at_point = substitute_model(pool, self.formula, self.outer, point);
        let refuted = pool.not(at_point);
        self.asked += 1;
        matches!(satisfiable(pool, refuted, &self.budget), Answer::Never(_))
    }
}

/// The formats of the floating-point operations in a term.
pub(super) fn formats(pool: &Pool, term: Term) -> Vec<FpFormat> {
    let mut out = Vec::new();
    for node in pool.topological(&[term]) {
        if let Op::Fp { op, fmt, .. } = pool.op(node) {
            let other = if let FpOp::Convert { to } = op { to } else { fmt };
            for fmt in [fmt, other] {
                if !out.contains(&fmt) {
                    out.push(fmt);
                }
            }
        }
    }
    out
}

/// A stream of vectors: the cross product of the first special values of each variable, as many as that stays small for, then random picks
/// of special and of ordinary values.
struct Vectors {
    pools: Vec<(u32, Vec<Bv>)>,
    /// How many of each variable's values are crossed in full.
    crossed: usize,
    state: u64,
}

impl Vectors {
    fn new(pool: &Pool, vars: &[Term], formats: &[FpFormat], seed: u32) -> Vectors {
        let pools = vars.iter().map(|&var| (pool.width(var), interesting(pool.width(var), formats))).collect();
        let fits = |n: &usize| u32::try_from(vars.len()).ok().and_then(|vars| n.checked_pow(vars)).is_some_and(|n| n <= MAX_VECTORS / 2);
        let crossed = (1..=MAX_VECTORS / 2).take_while(fits).last().unwrap_or(1);
        Vectors { pools, crossed, state: 0x9e37_79b9_7f4a_7c15 ^ u64::from(seed) }
    }

    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// Some pattern of a width.
    fn random(&mut self, width: u32) -> Bv {
        let (high, low) = (u128::from(self.next()), u128::from(self.next()));
        if width <= 128 { Bv::from_u128(width, high << 64 | low) } else { Bv::from_u128(128, high << 64 | low).zext(width) }
    }

    fn vector(&mut self, round: usize) -> Vec<Bv> {
        let crossed = self.crossed;
        let product: usize = self.pools.iter().map(|(_, pool)| pool.len().min(crossed)).fold(1, usize::saturating_mul);
        if round < product {
            let mut index = round;
            let digits = self.pools.iter().map(|(_, pool)| {
                let base = pool.len().min(crossed);
                let value = pool[index % base].clone();
                index /= base;
                value
            });
            return digits.collect();
        }
        (0..self.pools.len())
            .map(|i| {
                let (word, width) = (self.next(), self.pools[i].0);
                if word & 3 == 0 {
                    return self.random(width);
                }
                let pool = &self.pools[i].1;
                pool[(word >> 8) as usize % pool.len()].clone()
            })
            .collect()
    }
}

/// Values of a width worth trying: special ones of a format of that width and some ordinary numbers, or the corners of integers.
fn interesting(width: u32, formats: &[FpFormat]) -> Vec<Bv> {
    let mut out: Vec<Bv> = Vec::new();
    for &fmt in formats.iter().filter(|fmt| fmt.width() == width) {
        for value in landmarks(fmt).into_iter().chain(special_values(fmt)).chain(ordinary(fmt)) {
            if !out.contains(&value) {
                out.push(value);
            }
        }
    }
    if out.is_empty() {
        out.extend([Bv::zero(width), Bv::one(width), Bv::ones(width), Bv::min_signed(width), Bv::max_signed(width)]);
        out.extend((2..8).map(|n| Bv::from_u64(width, n * n + 1)));
    }
    out
}

/// One value of each class, both signs: what is crossed first.
fn landmarks(fmt: FpFormat) -> Vec<Bv> {
    let (width, infinity) = (fmt.width(), fmt.infinity(false));
    let one = fp_eval(FpOp::FromUbv, fmt, RoundingMode::NearestTiesToEven, &[Bv::one(1)]);
    let magnitudes = [Bv::zero(width), one, infinity.clone(), fmt.canonical_nan(), infinity.sub(&Bv::one(width)), Bv::one(width)];
    magnitudes.into_iter().flat_map(|magnitude| [magnitude.clone(), magnitude.or(&Bv::min_signed(width))]).collect()
}

/// Numbers on which roundings differ: tenths, a few primes, and powers far apart.
fn ordinary(fmt: FpFormat) -> Vec<Bv> {
    let double = |x: f64| Bv::from_u64(64, x.to_bits());
    let numbers = [0.1, -0.1, 0.3, 0.7, 1.1, 5.0, 7.0, -7.0, 10.0, 49.0, 1e3, -1e3, 1.0e16, -1.0e16, 1e-5, 1e30, -1e30];
    let convert = |x: f64| fp_eval(FpOp::Convert { to: fmt }, FpFormat::DOUBLE, RoundingMode::NearestTiesToEven, &[double(x)]);
    numbers.into_iter().map(convert).collect()
}
