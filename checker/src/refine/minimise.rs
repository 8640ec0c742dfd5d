//! The simplest inputs that still fail: no undef and poison where a plain value does, zeros first, then small magnitudes; and which
//! inputs do not matter at all.
//!
//! Every step keeps the condition failing for every choice of the source, so that what is left is a counterexample as well.

use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::FpFormat;
use llvet_encoder::symbolic::InputLeaf;
use llvet_encoder::term::Term;
use llvet_encoder::value::leaf_types;
use llvet_ir::Type;

use super::Pair;
use super::explain::Failure;
use crate::solve::instantiate::substitute_model;
use crate::solve::ladder::{Answer, Budget, satisfiable};

/// Rounds over all inputs: making one simpler may allow another to be.
const ROUNDS: usize = 2;

/// Time for asking whether one input matters.
const MATTERS: Duration = Duration::from_millis(200);

/// Makes the model's inputs simple. Gives the number of inputs tried.
pub(super) fn minimise(pair: Pair<'_>, failure: &mut Failure, condition: Term, budget: &Budget) -> usize {
    let leaves: Vec<InputLeaf> = failure.query.inputs.args.iter().flatten().cloned().collect();
    let types: Vec<Type> =
        pair.src.args.iter().flat_map(|arg| leaf_types(pair.src_module, &pair.src.value(arg.value).ty).unwrap_or_default()).collect();
    failure.model = failure.total();
    let mut search = Search { failure, condition, budget, tries: 0 };
    for flag in leaves.iter().map(|l| l.undef).chain(leaves.iter().map(|l| l.poison)) {
        if search.failure.query.pool.as_var(flag).is_some() {
            search.attempt(flag, Bv::from_bool(false));
        }
    }
    for _ in 0..ROUNDS {
        let before = search.failure.model.clone();
        for (leaf, ty) in leaves.iter().zip(&types) {
            search.leaf(leaf.bits, ty);
        }
        let same = |leaf: &InputLeaf| before.get(leaf.bits) == search.failure.model.get(leaf.bits);
        if leaves.iter().all(same) {
            break;
        }
    }
    search.answers();
    search.tries
}

struct Search<'a> {
    failure: &'a mut Failure,
    condition: Term,
    budget: &'a Budget,
    tries: usize,
}

impl Search<'_> {
    /// Changes one variable of the model if the condition still fails; whether it has the value then.
    fn attempt(&mut self, var: Term, value: Bv) -> bool {
        let Some(old) = self.failure.model.get(var).cloned() else { return true };
        if old == value {
            return true;
        }
        if self.budget.left().is_zero() {
            return false;
        }
        self.tries += 1;
        self.failure.model.set(var, value);
        if self.failure.still_fails(self.condition, self.budget) {
            return true;
        }
        self.failure.model.set(var, old);
        false
    }

    /// Makes answers simple: calls return rather than not, values rather than poison, and small ones.
    fn answers(&mut self) {
        let query = &self.failure.query;
        // Answers that follow choices of the source are not the model's to change.
        let source = if query.src.fixed.is_empty() { query.src.calls.as_slice() } else { &[] };
        let answers: Vec<_> = query.tgt.calls.iter().chain(source).map(|call| call.answer.clone()).collect();
        for answer in &answers {
            self.attempt(answer.returns, Bv::from_bool(true));
            self.attempt(answer.unwinds, Bv::from_bool(false));
            for lane in &answer.lanes {
                self.attempt(lane.undef, Bv::from_bool(false));
                self.attempt(lane.poison, Bv::from_bool(false));
                if self.failure.model.get(lane.bits).is_some() {
                    self.integer(lane.bits);
                }
            }
        }
    }

    fn leaf(&mut self, bits: Term, ty: &Type) {
        if self.failure.model.get(bits).is_none() {
            return;
        }
        let format = if let Type::Float(kind) = ty { FpFormat::of(*kind) } else { None };
        match format {
            Some(format) => self.float(bits, format),
            None => self.integer(bits),
        }
    }

    fn value(&self, var: Term) -> Bv {
        self.failure.model.get(var).cloned().unwrap_or_else(|| Bv::zero(self.failure.query.pool.width(var)))
    }

    /// 0, 1, −1, 2, then a positive number rather than a negative one, and a smaller magnitude bit by bit.
    fn integer(&mut self, var: Term) {
        let width = self.failure.query.pool.width(var);
        for value in [Bv::zero(width), Bv::one(width), Bv::ones(width), Bv::from_u64(width, 2)] {
            if self.attempt(var, value) {
                return;
            }
        }
        // MIN has no negation, and no magnitude that a bit could be taken from.
        if self.value(var).is_min_signed() && !self.attempt(var, Bv::min_signed(width).add(&Bv::one(width))) {
            return;
        }
        if self.value(var).is_negative() {
            self.attempt(var, self.value(var).neg());
        }
        for bit in (0..width).rev() {
            let now = self.value(var);
            let magnitude = if now.is_negative() { now.neg() } else { now.clone() };
            if magnitude.bit(bit) {
                let smaller = magnitude.xor(&Bv::bit_at(width, bit));
                self.attempt(var, if now.is_negative() { smaller.neg() } else { smaller });
            }
        }
    }

    /// Small round numbers, larger ones, infinity and a plain NaN, then as few fraction bits as possible.
    fn float(&mut self, var: Term, format: FpFormat) {
        let (one, sign) = (one(format), Bv::min_signed(format.width()));
        let half_step = Bv::bit_at(format.width(), format.frac_bits);
        let zero = Bv::zero(format.width());
        let (two, half) = (one.add(&half_step), one.sub(&half_step));
        let small = [zero, one.clone(), one.xor(&sign), two, half, sign.clone()];
        // 2^(2^k), as far as the format has it.
        let powers = (1..5).map(|k| 1u64 << k).filter(|&power| power < 1 << (format.exp_bits - 1));
        let large = powers.map(|power| one.add(&Bv::from_u64(format.width(), power).shl_by(format.frac_bits)));
        let large = large.flat_map(|value| [value.clone(), value.xor(&sign)]);
        let special = [format.infinity(false), format.infinity(true), format.canonical_nan()];
        for value in small.into_iter().chain(large).chain(special) {
            if self.attempt(var, value) {
                return;
            }
        }
        for low in (1..=format.frac_bits).rev() {
            let mask = Bv::low_mask(format.width(), low).not();
            if self.attempt(var, self.value(var).and(&mask)) {
                return;
            }
        }
    }
}

/// 1.0
fn one(format: FpFormat) -> Bv {
    Bv::low_mask(format.width(), format.exp_bits - 1).shl_by(format.frac_bits)
}

/// Which arguments do not matter: the pair fails whatever defined values all of these have.
pub(super) fn irrelevant(failure: &mut Failure, condition: Term, budget: &Budget) -> Vec<bool> {
    let args = failure.query.inputs.args.clone();
    if !failure.query.src.calls.is_empty() || !failure.query.tgt.calls.is_empty() {
        // Other inputs would be passed to functions about which nothing is said.
        return vec![false; args.len()];
    }
    let used = failure.query.pool.free_vars(&[condition]);
    let mut open: Vec<Term> = Vec::new();
    let mut out = Vec::with_capacity(args.len());
    for leaves in &args {
        let parts = leaves.iter().flat_map(|l| [l.bits, l.poison, l.undef]);
        if !parts.clone().any(|term| failure.query.pool.free_vars(&[term]).iter().any(|v| used.contains(v))) {
            out.push(failure.is_defined(leaves));
            continue;
        }
        let bits: Vec<Term> = leaves.iter().map(|l| l.bits).filter(|b| used.contains(b)).collect();
        let free = failure.is_defined(leaves) && fails_for_all(failure, condition, &[open.as_slice(), &bits].concat(), budget);
        if free {
            open.extend(bits);
        }
        out.push(free);
    }
    out
}

/// Whether the condition fails at the model whatever the variables in `open` and all choices of source and reader are.
fn fails_for_all(failure: &mut Failure, condition: Term, open: &[Term], budget: &Budget) -> bool {
    let outer: Vec<Term> = failure.outer_variables(condition).into_iter().filter(|v| !open.contains(v)).collect();
    let query = &mut failure.query;
    let at_model = substitute_model(&mut query.pool, condition, &outer, &failure.model);
    let refuted = query.pool.not(at_model);
    let deadline = budget.deadline.min(Instant::now() + MATTERS);
    matches!(satisfiable(&mut query.pool, refuted, &Budget { deadline, ..budget.clone() }), Answer::Never(_))
}
