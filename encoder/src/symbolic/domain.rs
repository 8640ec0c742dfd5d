//! The [`Domain`] over terms.

use rustc_hash::FxHashMap;

use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::fp::{FpFormat, FpOp, RoundingMode};
use crate::term::{Op, Pool, Sort, Term};

/// A pick that some rule made: a fresh variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The variable.
    pub var: Term,
    /// Why it was made.
    pub kind: ChoiceKind,
    /// The input whose undef this picks, by its variable; `None` for all other choices.
    pub input: Option<Term>,
}

/// Builds terms in a pool. Every [`Domain::choose`] makes a fresh variable and logs it, except for facts about the environment: these are
/// variables of the pool, shared by all domains over it and found by name ([`TermDomain::environment`]).
pub struct TermDomain<'p> {
    /// The job's pool.
    pub pool: &'p mut Pool,
    /// Picks made so far, in order.
    pub choices: Vec<Choice>,
    /// Prefix of the names of fresh variables, to tell source and target apart.
    pub prefix: &'static str,
    /// What [`Domain::note_float`] said.
    floats: FxHashMap<Term, (Term, Term)>,
    /// The inputs that picks of undef stand for.
    inputs: FxHashMap<Term, Term>,
}

fn environment_name(width: u32, kind: ChoiceKind) -> String {
    format!("env.{kind:?}.{width}")
}

/// Most nested choices that [`Domain::noted_float`] looks through.
const MAX_NOTED_DEPTH: u32 = 16;

impl<'p> TermDomain<'p> {
    /// A domain that has made no pick.
    pub fn new(pool: &'p mut Pool, prefix: &'static str) -> Self {
        TermDomain { pool, choices: Vec::new(), prefix, floats: FxHashMap::default(), inputs: FxHashMap::default() }
    }

    /// The variable for a fact about the environment; see [`ChoiceKind::is_environment`].
    pub fn environment(pool: &mut Pool, width: u32, kind: ChoiceKind) -> Term {
        let (name, sort) = (environment_name(width, kind), Sort::Bv(width));
        match pool.vars().iter().find(|var| var.name == name && var.sort == sort) {
            Some(var) => var.term,
            None => pool.var(name, sort),
        }
    }

    /// The facts about the environment that terms of a pool depend on.
    #[must_use]
    pub fn environment_facts(pool: &Pool) -> Vec<(ChoiceKind, Term)> {
        let kinds = [
            ChoiceKind::TargetNan,
            ChoiceKind::DenormalMode { float: false },
            ChoiceKind::DenormalMode { float: true },
            ChoiceKind::RoundingMode,
        ];
        let mut out = Vec::new();
        for var in pool.vars() {
            out.extend(kinds.into_iter().filter(|kind| var.name == environment_name(var.sort.width(), *kind)).map(|kind| (kind, var.term)));
        }
        out
    }

    fn noted(&mut self, value: Term, depth: u32) -> Option<(Term, Term)> {
        if let Some(&noted) = self.floats.get(&value) {
            return Some(noted);
        }
        if self.pool.op(value) != Op::Ite || depth == 0 {
            return None;
        }
        let [cond, then, other] = *self.pool.args(value) else { return None };
        let ((a, a_nan), (b, b_nan)) = (self.noted(then, depth - 1)?, self.noted(other, depth - 1)?);
        let noted = (self.pool.ite(cond, a, b), self.pool.ite(cond, a_nan, b_nan));
        self.floats.insert(value, noted);
        Some(noted)
    }
}

impl TermDomain<'_> {
    /// A pick of undef for an input, or anew for what an earlier pick stands for.
    pub fn pick_input(&mut self, width: u32, input: Option<Term>) -> Term {
        let var = self.choose(width, ChoiceKind::Undef);
        if let Some(choice) = self.choices.last_mut() {
            choice.input = input;
        }
        if let Some(input) = input {
            self.inputs.insert(var, input);
        }
        var
    }

    /// The input that a pick stands for.
    #[must_use]
    pub fn input_of(&self, var: Term) -> Option<Term> {
        self.inputs.get(&var).copied()
    }
}

impl Domain for TermDomain<'_> {
    type Bool = Term;
    type Bits = Term;

    fn bool(&mut self, value: bool) -> Term {
        self.pool.bool(value)
    }
    fn known(&self, a: &Term) -> Option<bool> {
        self.pool.as_bool(*a)
    }
    fn not(&mut self, a: &Term) -> Term {
        self.pool.not(*a)
    }
    fn and(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.and(*a, *b)
    }
    fn or(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.or(*a, *b)
    }
    fn xor(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.xor(*a, *b)
    }
    fn ite_bool(&mut self, c: &Term, a: &Term, b: &Term) -> Term {
        self.pool.ite(*c, *a, *b)
    }
    fn bits(&mut self, value: Bv) -> Term {
        self.pool.constant(value)
    }
    fn width(&self, a: &Term) -> u32 {
        self.pool.width(*a)
    }
    fn known_bits(&self, a: &Term) -> Option<Bv> {
        self.pool.as_const(*a).cloned()
    }
    fn ite(&mut self, c: &Term, a: &Term, b: &Term) -> Term {
        self.pool.ite(*c, *a, *b)
    }
    fn eq(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.eq(*a, *b)
    }
    fn ult(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.ult(*a, *b)
    }
    fn ule(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.ule(*a, *b)
    }
    fn slt(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.slt(*a, *b)
    }
    fn sle(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.sle(*a, *b)
    }
    fn add(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.add(*a, *b)
    }
    fn sub(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.sub(*a, *b)
    }
    fn mul(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.mul(*a, *b)
    }
    fn neg(&mut self, a: &Term) -> Term {
        self.pool.neg(*a)
    }
    fn udiv(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.udiv(*a, *b)
    }
    fn urem(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.urem(*a, *b)
    }
    fn sdiv(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.sdiv(*a, *b)
    }
    fn srem(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.srem(*a, *b)
    }
    fn bvand(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.bvand(*a, *b)
    }
    fn bvor(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.bvor(*a, *b)
    }
    fn bvxor(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.bvxor(*a, *b)
    }
    fn bvnot(&mut self, a: &Term) -> Term {
        self.pool.bvnot(*a)
    }
    fn shl(&mut self, a: &Term, amount: &Term) -> Term {
        self.pool.shl(*a, *amount)
    }
    fn lshr(&mut self, a: &Term, amount: &Term) -> Term {
        self.pool.lshr(*a, *amount)
    }
    fn ashr(&mut self, a: &Term, amount: &Term) -> Term {
        self.pool.ashr(*a, *amount)
    }
    fn concat(&mut self, high: &Term, low: &Term) -> Term {
        self.pool.concat(*high, *low)
    }
    fn extract(&mut self, a: &Term, hi: u32, lo: u32) -> Term {
        self.pool.extract(*a, hi, lo)
    }
    fn zext(&mut self, a: &Term, width: u32) -> Term {
        self.pool.zext(*a, width)
    }
    fn sext(&mut self, a: &Term, width: u32) -> Term {
        self.pool.sext(*a, width)
    }
    fn ctpop(&mut self, a: &Term) -> Term {
        self.pool.ctpop(*a)
    }
    fn clz(&mut self, a: &Term) -> Term {
        self.pool.clz(*a)
    }
    fn ctz(&mut self, a: &Term) -> Term {
        self.pool.ctz(*a)
    }
    fn fp(&mut self, op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Term]) -> Term {
        let result = self.pool.fp(op, fmt, rm, args);
        match self.pool.sort(result) {
            Sort::Bool => self.pool.bool_to_bv(result),
            Sort::Bv(_) => result,
        }
    }
    fn note_float(&mut self, value: &Term, number: &Term, is_nan: &Term) {
        self.floats.insert(*value, (*number, *is_nan));
        self.floats.insert(*number, (*number, *is_nan));
    }
    fn noted_float(&mut self, value: &Term) -> Option<(Term, Term)> {
        self.noted(*value, MAX_NOTED_DEPTH)
    }
    fn uaddo(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.uadd_overflow(*a, *b)
    }
    fn saddo(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.sadd_overflow(*a, *b)
    }
    fn usubo(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.usub_overflow(*a, *b)
    }
    fn ssubo(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.ssub_overflow(*a, *b)
    }
    fn umulo(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.umul_overflow(*a, *b)
    }
    fn smulo(&mut self, a: &Term, b: &Term) -> Term {
        self.pool.smul_overflow(*a, *b)
    }
    fn choose(&mut self, width: u32, kind: ChoiceKind) -> Term {
        if kind.is_environment() {
            return Self::environment(self.pool, width, kind);
        }
        let name = format!("{}{kind:?}{}", self.prefix, self.choices.len());
        let var = self.pool.var(name, Sort::Bv(width));
        self.choices.push(Choice { var, kind, input: None });
        var
    }
}
