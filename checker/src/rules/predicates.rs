//! Preconditions as terms.
//!
//! **Semantics.** On constants a precondition is exact. On registers a predicate is a must-analysis: the compiler may know it, and then it
//! is true of the register's value unless that is poison; or it may not know it although it is true. So an occurrence that the
//! precondition wants to hold stands for the fact, one that it wants not to hold stands for *false*, and a predicate that occurs both ways
//! is a variable that implies the fact. A comparison that divides by zero makes neither itself nor its negation true.

use llvet_encoder::outcome::Unsupported;
use llvet_encoder::symbolic::{Inputs, Summary};
use llvet_encoder::term::{Pool, Sort, Term};
use llvet_ir::Function;
use llvet_ir::inst::IntPred;
use rustc_hash::FxHashMap;

use super::ast::{Expr, Pred, PredKind, Rule};
use super::infer::{Instance, Typed};
use super::ops::PredFn;
use super::show;
use super::value::{Registers, Values, reads_register};
use crate::refine::assume::Assume;

/// The precondition of one instance of a rule, and the constant expressions in it that are arguments of the pair.
#[derive(Debug)]
pub struct Assumption<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// Its types.
    pub typed: &'a Typed,
    /// The instance.
    pub instance: &'a Instance,
    /// Position of each symbolic constant among the arguments.
    pub positions: FxHashMap<String, usize>,
    /// Arguments that are computed: position and expression.
    pub computed: Vec<(usize, &'a Expr)>,
}

impl Assumption<'_> {
    fn values<'v>(&'v self, inputs: &'v Inputs, registers: Option<Registers<'v>>, lane: usize) -> Values<'v> {
        Values { registers, lane, ..Values::of_constants(self.typed, self.instance, &self.positions, inputs) }
    }
}

impl Assume for Assumption<'_> {
    fn bind(&self, pool: &mut Pool, inputs: &mut Inputs) -> Result<(), Unsupported> {
        for &(position, expr) in &self.computed {
            for lane in 0..inputs.args[position].len() {
                let bits = self.values(inputs, None, lane).term(pool, expr)?;
                inputs.args[position][lane].bits = bits;
            }
        }
        Ok(())
    }

    fn condition(&self, pool: &mut Pool, inputs: &Inputs, function: &Function, source: &Summary) -> Result<Term, Unsupported> {
        let mut all = Vec::new();
        for &(position, expr) in &self.computed {
            for lane in 0..inputs.args[position].len() {
                let mut values = self.values(inputs, None, lane);
                values.term(pool, expr)?;
                all.append(&mut values.defined);
            }
        }
        if let Some(pre) = &self.rule.pre {
            let registers = Registers { function, summary: source };
            let mut polarities = FxHashMap::default();
            survey(pre, true, &mut polarities);
            let values = self.values(inputs, Some(registers), 0);
            let mut encoder = Encoder { pool, values, polarities, known: FxHashMap::default() };
            all.push(encoder.pred(pre, true)?);
            all.append(&mut encoder.values.facts);
        }
        Ok(pool.and_all(all))
    }
}

/// A predicate over constants alone as a term. `inputs` holds the symbolic constants at their `positions`.
///
/// # Errors
/// When it reads a register, or what is not modelled.
pub fn on_constants(
    pool: &mut Pool,
    typed: &Typed,
    instance: &Instance,
    positions: &FxHashMap<String, usize>,
    inputs: &Inputs,
    pred: &Pred,
) -> Result<Term, Unsupported> {
    let values = Values::of_constants(typed, instance, positions, inputs);
    Encoder { pool, values, polarities: Polarities::default(), known: FxHashMap::default() }.pred(pred, true)
}

/// How predicates over registers occur, by their text: wanted, unwanted.
type Polarities = FxHashMap<String, (bool, bool)>;

fn survey(pred: &Pred, wanted: bool, into: &mut Polarities) {
    match &pred.kind {
        PredKind::True => {}
        PredKind::Not(p) => survey(p, !wanted, into),
        PredKind::And(ps) | PredKind::Or(ps) => ps.iter().for_each(|p| survey(p, wanted, into)),
        PredKind::Cmp(..) | PredKind::Call(..) => {
            let entry = into.entry(show::pred(pred)).or_default();
            if wanted { entry.0 = true } else { entry.1 = true }
        }
    }
}

struct Encoder<'a, 'v> {
    pool: &'a mut Pool,
    values: Values<'v>,
    polarities: Polarities,
    /// Variables of predicates that occur both ways.
    known: FxHashMap<String, Term>,
}

impl Encoder<'_, '_> {
    fn pred(&mut self, pred: &Pred, wanted: bool) -> Result<Term, Unsupported> {
        match &pred.kind {
            PredKind::True => Ok(self.pool.tt()),
            PredKind::Not(p) => {
                let inner = self.pred(p, !wanted)?;
                Ok(self.pool.not(inner))
            }
            PredKind::And(ps) | PredKind::Or(ps) => {
                let mut parts = Vec::new();
                for p in ps {
                    parts.push(self.pred(p, wanted)?);
                }
                let and = matches!(pred.kind, PredKind::And(_));
                Ok(if and { self.pool.and_all(parts) } else { self.pool.or_all(parts) })
            }
            PredKind::Cmp(op, a, b) => {
                let exact = !reads_register(a) && !reads_register(b);
                let op = op.0;
                self.atom(pred, wanted, exact, |e| {
                    let (a, b) = (e.values.term(e.pool, a)?, e.values.term(e.pool, b)?);
                    Ok(compare(e.pool, op, a, b))
                })
            }
            PredKind::Call(function, args) => {
                let free = matches!(function, PredFn::HasOneUse) || *function == PredFn::IsConstant && args.iter().any(reads_register);
                let exact = !free && !args.iter().any(reads_register);
                self.atom(pred, wanted, exact, |e| e.call(*function, args))
            }
        }
    }

    /// One predicate: its fact, adapted to how it occurs.
    fn atom(
        &mut self,
        pred: &Pred,
        wanted: bool,
        exact: bool,
        fact: impl FnOnce(&mut Self) -> Result<Term, Unsupported>,
    ) -> Result<Term, Unsupported> {
        self.values.poison.clear();
        self.values.defined.clear();
        let fact = fact(self)?;
        let defined = self.pool.and_all(std::mem::take(&mut self.values.defined));
        if exact {
            if wanted {
                return Ok(self.pool.and(defined, fact));
            }
            let undefined = self.pool.not(defined);
            return Ok(self.pool.or(undefined, fact));
        }
        let poison = self.pool.or_all(std::mem::take(&mut self.values.poison));
        let fact = self.pool.or(poison, fact);
        let fact = self.pool.and(defined, fact);
        let text = show::pred(pred);
        match self.polarities.get(&text) {
            Some((true, true)) => {
                if let Some(&known) = self.known.get(&text) {
                    return Ok(known);
                }
                let known = self.pool.var(format!("known{}", self.known.len()), Sort::Bool);
                let implied = self.pool.implies(known, fact);
                self.values.facts.push(implied);
                self.known.insert(text, known);
                Ok(known)
            }
            _ if wanted => Ok(fact),
            _ => Ok(self.pool.ff()),
        }
    }

    fn call(&mut self, function: PredFn, args: &[Expr]) -> Result<Term, Unsupported> {
        if matches!(function, PredFn::HasOneUse | PredFn::IsConstant) {
            return Ok(self.pool.tt());
        }
        let mut terms = Vec::new();
        for arg in args {
            terms.push(self.values.term(self.pool, arg)?);
        }
        let p = &mut *self.pool;
        let a = terms[0];
        let b = terms.get(1).copied().unwrap_or(a);
        let overflow = match function {
            PredFn::NoSignedAdd => p.sadd_overflow(a, b),
            PredFn::NoUnsignedAdd => p.uadd_overflow(a, b),
            PredFn::NoSignedSub => p.ssub_overflow(a, b),
            PredFn::NoUnsignedSub => p.usub_overflow(a, b),
            PredFn::NoSignedMul => p.smul_overflow(a, b),
            PredFn::NoUnsignedMul => p.umul_overflow(a, b),
            PredFn::NoSignedShl => shl_overflow(p, a, b, Pool::ashr),
            PredFn::NoUnsignedShl => shl_overflow(p, a, b, Pool::lshr),
            PredFn::CannotBeNegative => p.is_negative(a),
            PredFn::IsPowerOf2 | PredFn::IsPowerOf2OrZero | PredFn::IsSignBit | PredFn::IsShiftedMask | PredFn::MaskedValueIsZero => {
                return Ok(shape_of_bits(p, function, a, b));
            }
            PredFn::HasOneUse | PredFn::IsConstant => p.ff(),
            PredFn::EquivalentAddresses => return Err(Unsupported::new(function.name())),
        };
        Ok(self.pool.not(overflow))
    }
}

fn shape_of_bits(p: &mut Pool, function: PredFn, a: Term, b: Term) -> Term {
    let width = p.width(a);
    match function {
        PredFn::IsSignBit => {
            let sign = p.constant(llvet_encoder::bv::Bv::min_signed(width));
            p.eq(a, sign)
        }
        PredFn::MaskedValueIsZero => {
            let both = p.bvand(a, b);
            p.is_zero(both)
        }
        PredFn::IsShiftedMask => {
            // Filling the zeros below the ones gives a mask, which has no bit in common with its successor.
            let one = p.bv_u64(width, 1);
            let below = p.sub(a, one);
            let filled = p.bvor(below, a);
            let above = p.add(filled, one);
            let both = p.bvand(above, filled);
            let (mask, zero) = (p.is_zero(both), p.is_zero(a));
            let some = p.not(zero);
            p.and(some, mask)
        }
        _ => {
            let one = p.bv_u64(width, 1);
            let below = p.sub(a, one);
            let both = p.bvand(a, below);
            let at_most_one = p.is_zero(both);
            if function == PredFn::IsPowerOf2OrZero {
                return at_most_one;
            }
            let zero = p.is_zero(a);
            let some = p.not(zero);
            p.and(some, at_most_one)
        }
    }
}

/// Whether shifting back does not restore the value.
fn shl_overflow(p: &mut Pool, a: Term, amount: Term, back: fn(&mut Pool, Term, Term) -> Term) -> Term {
    let shifted = p.shl(a, amount);
    let restored = back(p, shifted, amount);
    p.ne(restored, a)
}

fn compare(p: &mut Pool, op: IntPred, a: Term, b: Term) -> Term {
    match op {
        IntPred::Eq => p.eq(a, b),
        IntPred::Ne => p.ne(a, b),
        IntPred::Ugt => p.ugt(a, b),
        IntPred::Uge => p.uge(a, b),
        IntPred::Ult => p.ult(a, b),
        IntPred::Ule => p.ule(a, b),
        IntPred::Sgt => p.sgt(a, b),
        IntPred::Sge => p.sge(a, b),
        IntPred::Slt => p.slt(a, b),
        IntPred::Sle => p.sle(a, b),
    }
}
