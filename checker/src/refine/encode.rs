//! From a pair of functions to the obligation that refutes refinement.

use llvet_encoder::outcome::Unsupported;
use llvet_encoder::semantics::unknown::Facts;
use llvet_encoder::symbolic::{Call, Calls, Inputs, Summary, execute, fresh_inputs};
use llvet_encoder::term::{Op, Pool, Sort, Term};
use llvet_ir::AttrKind;
use rustc_hash::FxHashMap;

use super::{Pair, calls};

/// Which inputs may be undef.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndefInputs {
    /// None.
    None,
    /// Exactly the leaves of these arguments are undef, others are not.
    Exactly(Vec<usize>),
    /// Exactly these leaves are undef: the argument, and the leaf in it.
    Leaves(Vec<(usize, usize)>),
    /// Each leaf of these arguments may be undef, decided by a variable.
    Among(Vec<usize>),
    /// As inside, and each leaf of the result of a call may be undef, decided by a variable.
    WithResults(Box<UndefInputs>),
}

/// Where something that is not modelled stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In the source.
    Source,
    /// In the target.
    Target,
}

/// Both functions over shared inputs, and the conditions that break refinement, in the order in which they are reported.
pub struct Query {
    /// Owner of all terms.
    pub pool: Pool,
    /// Shared inputs.
    pub inputs: Inputs,
    /// The source.
    pub src: Summary,
    /// The target.
    pub tgt: Summary,
    /// What is taken for granted; every condition below includes it.
    pub assumed: Term,
    /// The target has undefined behavior where the source has none.
    pub bad_ub: Term,
    /// One returns where the other does not.
    pub bad_domain: Term,
    /// A result leaf is poison in the target only.
    pub bad_poison: Term,
    /// A result leaf has another value.
    pub bad_value: Term,
    /// `bad_value` of each result leaf alone.
    pub bad_values: Vec<Term>,
    /// The source calls a function with an effect, and the target does not.
    pub bad_effect: Term,
    /// Any of these.
    pub bad: Term,
    /// Calls without effects give the target the same answer each time; see [`calls::Conditions::alike`].
    pub alike: Term,
    /// For each call of the target: no call of the source stands for it.
    pub unjustified: Vec<Term>,
    /// What is known of the functions that are called.
    pub facts: Facts,
}

impl Query {
    /// Keeps only the counterexamples in which a fact about inputs holds.
    pub fn assume(&mut self, fact: Term) {
        let conditions =
            [&mut self.bad_ub, &mut self.bad_domain, &mut self.bad_poison, &mut self.bad_value, &mut self.bad_effect, &mut self.bad];
        for condition in conditions.into_iter().chain(&mut self.bad_values) {
            *condition = self.pool.and(*condition, fact);
        }
    }

    /// The source's executions that reach the cut, and the target's where the source's do not: what a proof leaves out.
    #[must_use]
    pub fn left_out(&mut self) -> [Term; 2] {
        let pool = &mut self.pool;
        let defined = pool.not(self.src.ub);
        let defined = pool.and(self.assumed, defined);
        let of_source = pool.and(defined, self.src.cut);
        let complete = pool.not(self.src.cut);
        let no_ub = pool.not(self.tgt.ub);
        let of_target = pool.and_all([defined, complete, no_ub, self.tgt.cut]);
        [of_source, of_target]
    }

    /// The target's choices that are made once per execution.
    #[must_use]
    pub fn target_once(&self) -> Vec<Term> {
        self.tgt.fixed.iter().chain(&self.tgt.consumed).map(|c| c.var).collect()
    }

    /// The results, source and target, that candidates for the source's choices are made from: where it is a question whether inputs are
    /// undef, they are, since otherwise there is nothing to choose.
    #[must_use]
    pub fn results_of_undef(&mut self) -> Vec<(Term, Term)> {
        let map = self.all_undef();
        self.results().into_iter().map(|(s, t)| (self.pool.subst(s, &map), t)).collect()
    }

    /// The leaves of the results and of what is passed to calls, source and target.
    #[must_use]
    pub fn results(&self) -> Vec<(Term, Term)> {
        let returned = self.src.ret.lanes.iter().zip(&self.tgt.ret.lanes).map(|(s, t)| (s.bits, t.bits));
        returned.chain(calls::passed(&self.src.calls, &self.tgt.calls)).collect()
    }

    /// Pairs of terms some of which have to be equal for the source to be undefined, with inputs as in [`Query::results_of_undef`]; a few
    /// of them.
    #[must_use]
    pub fn equal_where_undefined(&mut self) -> Vec<(Term, Term)> {
        const MOST: usize = 16;
        let map = self.all_undef();
        let ub = self.pool.subst(self.src.ub, &map);
        let equation = |&term: &Term| match *self.pool.args(term) {
            [a, b] if self.pool.op(term) == Op::Eq && self.pool.sort(a) != Sort::Bool => Some((a, b)),
            _ => None,
        };
        self.pool.topological(&[ub]).iter().filter_map(equation).take(MOST).collect()
    }

    /// Truth for every flag that says whether an input is undef.
    fn all_undef(&self) -> Vec<(Term, Term)> {
        let flags = self.inputs.args.iter().flatten().map(|leaf| leaf.undef).filter(|&u| self.pool.as_bool(u).is_none());
        flags.map(|flag| (flag, self.pool.tt())).collect()
    }

    /// The inputs that picks of undef stand for, on either side.
    #[must_use]
    pub fn picked_inputs(&self) -> FxHashMap<Term, Term> {
        let all = [&self.src, &self.tgt].into_iter().flat_map(|side| &side.picks);
        all.filter_map(|c| Some((c.var, c.input?))).collect()
    }
}

/// Encodes a pair. `poison` says whether inputs may be poison.
///
/// # Errors
/// What is not modelled, and on which side.
pub fn encode(pair: Pair<'_>, poison: bool, undef: &UndefInputs) -> Result<Query, (Side, Unsupported)> {
    encode_in(Pool::new(), pair, poison, undef)
}

/// As [`encode`], with terms in an empty pool that may or may not simplify.
///
/// # Errors
/// What is not modelled, and on which side.
pub fn encode_in(mut pool: Pool, pair: Pair<'_>, poison: bool, undef: &UndefInputs) -> Result<Query, (Side, Unsupported)> {
    let (undef, results) = match undef {
        UndefInputs::WithResults(inputs) => (&**inputs, true),
        inputs => (inputs, false),
    };
    // What the source's `noundef` excludes is undefined behavior there, which allows everything.
    let defined = |index: usize| pair.src.args[index].attrs.has(AttrKind::NoUndef);
    let mut inputs = fresh_inputs(
        &mut pool,
        pair.src_module,
        pair.src,
        |index| poison && !defined(index),
        |pool, index, leaf| match undef {
            UndefInputs::Exactly(args) if args.contains(&index) && !defined(index) => pool.tt(),
            UndefInputs::Leaves(leaves) if leaves.contains(&(index, leaf)) && !defined(index) => pool.tt(),
            UndefInputs::Among(args) if args.contains(&index) && !defined(index) => pool.var(format!("a{index}_{leaf}_undef"), Sort::Bool),
            _ => pool.ff(),
        },
    )
    .map_err(|e| (Side::Source, e))?;
    if let Some(assume) = pair.assume {
        assume.bind(&mut pool, &mut inputs).map_err(|e| (Side::Source, e))?;
    }
    let facts = calls::facts(pair);
    // The source is answered as the target is, so where there are calls the target comes first.
    let tgt = |pool: &mut Pool| {
        let (function, cut) = pair.encoded(Side::Target);
        execute(pool, "t", pair.tgt_module, function, cut, &inputs, Calls::of_target(&facts, results)).map_err(|e| (Side::Target, e))
    };
    let src = |pool: &mut Pool, target: &[Call]| {
        let (function, cut) = pair.encoded(Side::Source);
        let calls = Calls::of_source(&facts, target, results);
        execute(pool, "s", pair.src_module, function, cut, &inputs, calls).map_err(|e| (Side::Source, e))
    };
    let (src, tgt) = if calls::has_calls(pair) {
        let tgt = tgt(&mut pool)?;
        (src(&mut pool, &tgt.calls)?, tgt)
    } else {
        (src(&mut pool, &[])?, tgt(&mut pool)?)
    };
    let assumed = match pair.assume {
        Some(assume) => assume.condition(&mut pool, &inputs, pair.src, &src).map_err(|e| (Side::Source, e))?,
        None => pool.tt(),
    };
    Ok(obligations(pool, inputs, src, tgt, assumed, facts))
}

/// Design: source and target outcomes compared by Lesson 13.8, Definition 13.8.4, leaf by leaf. What an execution does that reaches the
/// cut is not known: of the source it may be anything, so nothing contradicts it, and of the target it contradicts nothing, but for
/// undefined behavior and calls before the cut.
fn obligations(mut pool: Pool, inputs: Inputs, src: Summary, tgt: Summary, assumed: Term, facts: Facts) -> Query {
    let p = &mut pool;
    let calls = calls::conditions(p, &facts, &src, &tgt);
    let src_open = p.or(src.ub, src.cut);
    let src_defined = p.not(src_open);
    let src_defined = p.and(assumed, src_defined);
    let tgt_open = p.or(tgt.ub, tgt.cut);
    let tgt_defined = p.not(tgt_open);
    // Pairs without calls keep the terms that the semantics build: statements about all widths are made of them.
    let has_calls = !src.calls.is_empty() || !tgt.calls.is_empty();
    let target_wrong = calls.unjustified.iter().fold(tgt.ub, |wrong, &call| p.or(wrong, call));
    let bad_ub = p.and(src_defined, target_wrong);
    let both_defined = p.and(src_defined, tgt_defined);
    let differ = p.xor(src.returned, tgt.returned);
    let differ = if has_calls { p.or(differ, calls.ends_differ) } else { differ };
    let bad_domain = p.and(both_defined, differ);
    let bad_effect = if has_calls { p.and(both_defined, calls.only_source) } else { p.ff() };
    let both_return = p.and(src.returned, tgt.returned);
    let reached = p.and(both_defined, both_return);
    let (mut poison, mut value) = (p.ff(), p.ff());
    let mut bad_values = Vec::with_capacity(src.ret.lanes.len());
    for (s, t) in src.ret.lanes.iter().zip(&tgt.ret.lanes) {
        let src_ok = p.not(s.poison);
        let only_target = p.and(src_ok, t.poison);
        poison = p.or(poison, only_target);
        let tgt_ok = p.not(t.poison);
        let both_ok = p.and(src_ok, tgt_ok);
        let differ = p.ne(s.bits, t.bits);
        let mismatch = p.and(both_ok, differ);
        value = p.or(value, mismatch);
        bad_values.push(p.and(reached, mismatch));
    }
    let bad_poison = p.and(reached, poison);
    let bad_value = p.and(reached, value);
    let bad = p.or_all([bad_ub, bad_domain, bad_poison, bad_value].into_iter().chain(has_calls.then_some(bad_effect)));
    let (alike, unjustified) = (calls.alike, calls.unjustified);
    Query {
        pool,
        inputs,
        src,
        tgt,
        assumed,
        bad_ub,
        bad_domain,
        bad_poison,
        bad_value,
        bad_values,
        bad_effect,
        bad,
        alike,
        unjustified,
        facts,
    }
}
