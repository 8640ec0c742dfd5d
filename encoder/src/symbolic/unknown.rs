//! Calls of unknown functions over terms: what an execution calls, and what it is answered.
//!
//! **Model.** The environment fixes, for each function, what its calls may answer: a call returns a value (any value, or poison), unwinds,
//! or does neither (it runs forever or ends the program). A call that has an effect is an *event*. Its answers may depend on all that
//! happened before, so the environment may answer every event of the one execution of the target that is looked at as it likes; where
//! the source has made the same events, it is answered alike. A *silent* call (`memory(none)`, `memory(read)`) may be answered anew each time
//! too, as LangRef lets a function without effects `freeze` undef; but what a call on some arguments may be answered, one on arguments
//! that refine to them may be as well. So the target's calls are answered by fresh variables, and the source's are as follows.
//!
//! - An event gets the answer of the target's event of the same function at the same place in the sequence. If its arguments do not refine
//!   to those, or if there is no such event, the sequences differ, and the pair fails unless the source is undefined; then the environment
//!   need only look for an answer that keeps the source defined, and is as free to do so as with a variable of its own.
//! - A silent call gets the answer of a silent call of the target whose arguments its own refine to. Where the target makes several such
//!   calls, the source chooses. Where it makes none, an earlier call of the source serves, and failing that the environment answers anew.
//!
//! **Undef.** What an event receives may be read by the callee any number of times, as a returned value by whoever receives it, so its picks
//! are made last. The source's picks for a silent call are choices like those of `freeze`: a call that receives undef may do what one that
//! receives any fixed value does. Where the target passes undef to a silent call, only a call that receives undef in the same way serves.
//! A result may be undef too, where that is asked for: then it is an undef input of both sides, read anew each time.

use std::sync::Arc;

use super::domain::TermDomain;
use super::exec::TermLane;
use super::inputs::InputLeaf;
use crate::domain::{ChoiceKind, Domain};
use crate::semantics::unknown::{Effect, Facts, Promises};
use crate::term::{Pool, Sort, Term};

/// How many events have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The same number on every path.
    Fixed(u32),
    /// A number that depends on the path.
    Varies(Term),
}

/// Width of numbers of events.
const COUNT_BITS: u32 = 16;

impl Count {
    /// The number as a term.
    pub fn term(self, pool: &mut Pool) -> Term {
        match self {
            Count::Fixed(n) => pool.bv_u64(COUNT_BITS, u64::from(n)),
            Count::Varies(term) => term,
        }
    }

    /// One more.
    pub(super) fn next(self, pool: &mut Pool) -> Count {
        match self {
            Count::Fixed(n) => Count::Fixed(n + 1),
            Count::Varies(term) => {
                let one = pool.bv_u64(COUNT_BITS, 1);
                Count::Varies(pool.add(term, one))
            }
        }
    }

    /// Whether two numbers are the same.
    pub fn same(self, other: Count, pool: &mut Pool) -> Term {
        match (self, other) {
            (Count::Fixed(a), Count::Fixed(b)) => pool.bool(a == b),
            _ => {
                let (a, b) = (self.term(pool), other.term(pool));
                pool.eq(a, b)
            }
        }
    }

    /// `a` where the condition holds, else `b`.
    pub(super) fn ite(pool: &mut Pool, condition: Term, a: Count, b: Count) -> Count {
        if a == b {
            return a;
        }
        let (a, b) = (a.term(pool), b.term(pool));
        Count::Varies(pool.ite(condition, a, b))
    }
}

/// What a call is answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The result's leaves.
    pub lanes: Vec<InputLeaf>,
    /// It returns.
    pub returns: Term,
    /// When it does not return, it unwinds.
    pub unwinds: Term,
}

impl Answer {
    fn ite(pool: &mut Pool, condition: Term, a: &Answer, b: &Answer) -> Answer {
        let lane = |pool: &mut Pool, (x, y): (&InputLeaf, &InputLeaf)| InputLeaf {
            bits: pool.ite(condition, x.bits, y.bits),
            poison: pool.ite(condition, x.poison, y.poison),
            undef: pool.ite(condition, x.undef, y.undef),
        };
        Answer {
            lanes: a.lanes.iter().zip(&b.lanes).map(|pair| lane(pool, pair)).collect(),
            returns: pool.ite(condition, a.returns, b.returns),
            unwinds: pool.ite(condition, a.unwinds, b.unwinds),
        }
    }

    /// Whether two answers are the same.
    pub fn same(&self, other: &Answer, pool: &mut Pool) -> Term {
        let mut all = vec![pool.eq(self.returns, other.returns), pool.eq(self.unwinds, other.unwinds)];
        for (a, b) in self.lanes.iter().zip(&other.lanes) {
            let (bits, poison) = (pool.eq(a.bits, b.bits), pool.eq(a.poison, b.poison));
            let bits = pool.or_all([bits, a.poison, a.undef]);
            all.extend([bits, poison, pool.eq(a.undef, b.undef)]);
        }
        pool.and_all(all)
    }
}

/// A pick of undef, with the input that it stands for.
pub type Pick = (Term, Option<Term>);

/// A call that an execution makes.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function and how it is called; see [`crate::semantics::unknown::Site::key`].
    pub key: Arc<str>,
    /// The function's name without `@`.
    pub name: Arc<str>,
    /// What it may do.
    pub effect: Effect,
    /// Control gets there, and nothing was undefined before.
    pub reached: Term,
    /// Events before it.
    pub before: Count,
    /// Leaves of each argument.
    pub args: Vec<Vec<TermLane>>,
    /// Picks of undef that the arguments depend on, with the inputs that they stand for.
    pub picks: Vec<Pick>,
    /// What it is answered.
    pub answer: Answer,
    /// Of the source's calls: the answer is one of the target's, or of an earlier call. Of an event: the target makes it too.
    pub matched: Term,
}

impl Call {
    /// Whether the answer does not depend on what happened before.
    #[must_use]
    pub fn is_timeless(&self) -> bool {
        self.effect == Effect::None
    }

    /// The arguments' leaves one after the other.
    fn lanes(&self) -> impl Iterator<Item = TermLane> {
        self.args.iter().flatten().copied()
    }

    /// Whether the arguments refine to those of another call, for given picks of both.
    pub fn covers(&self, other: &Call, pool: &mut Pool) -> Term {
        let pairs: Vec<_> = self.lanes().zip(other.lanes()).collect();
        let all: Vec<Term> = pairs.into_iter().map(|(s, t)| covers(pool, s, t)).collect();
        pool.and_all(all)
    }

    /// Whether every set of values that the callee may read of the other call's arguments is one that it may read of these.
    pub fn covers_undef(&self, other: &Call, pool: &mut Pool) -> Term {
        if other.picks.is_empty() {
            return self.covers(other, pool);
        }
        let picked = |pool: &mut Pool, picks: &[Pick], lane: TermLane| {
            let free = pool.free_vars(&[lane.bits, lane.poison]);
            picks.iter().any(|(pick, _)| free.contains(pick))
        };
        let renamed = self.renamed_to(other, pool);
        let pairs: Vec<_> = self.lanes().zip(other.lanes()).collect();
        let mut all = Vec::new();
        for (index, (s, t)) in pairs.into_iter().enumerate() {
            if renamed.as_ref().is_some_and(|lanes| lanes[index] == t) {
                continue;
            }
            // Picks that agree in one leaf leave no choice for another.
            let varies = picked(pool, &self.picks, s) || picked(pool, &other.picks, t);
            all.push(if varies { pool.bool(pool.as_bool(s.poison) == Some(true)) } else { covers(pool, s, t) });
        }
        pool.and_all(all)
    }

    /// The leaves with the other call's picks in place of their own, when they pick the same inputs in the same order.
    fn renamed_to(&self, other: &Call, pool: &mut Pool) -> Option<Vec<TermLane>> {
        let alike = |((s, of), (t, with)): (&Pick, &Pick)| of == with && pool.sort(*s) == pool.sort(*t);
        if self.picks.len() != other.picks.len() || !self.picks.iter().zip(&other.picks).all(alike) {
            return None;
        }
        let map: Vec<(Term, Term)> = self.picks.iter().zip(&other.picks).map(|((s, _), (t, _))| (*s, *t)).collect();
        let terms: Vec<Term> = self.lanes().flat_map(|lane| [lane.bits, lane.poison]).collect();
        let renamed = pool.subst_all(&terms, &map);
        Some(renamed.chunks(2).map(|pair| TermLane { bits: pair[0], poison: pair[1] }).collect())
    }
}

fn covers(pool: &mut Pool, s: TermLane, t: TermLane) -> Term {
    let (defined, same) = (pool.not(t.poison), pool.eq(s.bits, t.bits));
    let both = pool.and(defined, same);
    pool.or(s.poison, both)
}

/// The calls of an execution while it is made.
pub struct Calls<'a> {
    facts: &'a Facts,
    /// The target's calls, when the source is executed.
    target: Option<&'a [Call]>,
    /// The calls so far, in the order in which they were reached.
    pub(super) made: Vec<Call>,
    /// Variables of the environment's answers that no call of the target has.
    pub(super) own_answers: Vec<Term>,
    /// Whether results may be undef.
    undef: bool,
}

impl<'a> Calls<'a> {
    /// For the target, which is executed first. `undef` says whether results may be undef.
    #[must_use]
    pub fn of_target(facts: &'a Facts, undef: bool) -> Calls<'a> {
        Calls { facts, target: None, made: Vec::new(), own_answers: Vec::new(), undef }
    }

    /// For the source, given the target's calls.
    #[must_use]
    pub fn of_source(facts: &'a Facts, target: &'a [Call], undef: bool) -> Calls<'a> {
        Calls { facts, target: Some(target), made: Vec::new(), own_answers: Vec::new(), undef }
    }

    pub(super) fn facts(&self) -> &'a Facts {
        self.facts
    }

    pub(super) fn is_target(&self) -> bool {
        self.target.is_none()
    }

    /// Answers a call, which has no answer yet, and adds it.
    pub(super) fn make(&mut self, d: &mut TermDomain<'_>, mut call: Call, widths: &[u32], known: &Promises) -> &Call {
        (call.answer, call.matched) = match self.target {
            None => (self.fresh(d, widths, known), d.pool.tt()),
            Some(target) if call.effect == Effect::Event => self.event(d, target, &call, widths, known),
            Some(target) => self.silent(d, target, &call, widths, known),
        };
        self.made.push(call);
        &self.made[self.made.len() - 1]
    }

    /// An answer of the environment's that is not one of the target's.
    fn own(&mut self, d: &mut TermDomain<'_>, widths: &[u32], known: &Promises) -> Answer {
        let answer = self.fresh(d, widths, known);
        let terms = answer.lanes.iter().flat_map(|lane| [lane.bits, lane.poison, lane.undef]).chain([answer.returns, answer.unwinds]);
        self.own_answers.extend(terms.filter(|&term| d.pool.as_var(term).is_some()));
        answer
    }

    fn event(&mut self, d: &mut TermDomain<'_>, target: &[Call], call: &Call, widths: &[u32], known: &Promises) -> (Answer, Term) {
        let (mut matched, mut aligned) = (d.pool.ff(), Vec::new());
        for other in target.iter().filter(|other| other.key == call.key) {
            let same = call.before.same(other.before, d.pool);
            let here = d.pool.and(other.reached, same);
            let covers = call.covers(other, d.pool);
            let both = d.pool.and(here, covers);
            matched = d.pool.or(matched, both);
            // Where control gets to this call, it gets to the other one.
            let certain = other.reached == call.reached && d.pool.as_bool(same) == Some(true);
            aligned.push((if certain { d.pool.tt() } else { here }, &other.answer));
        }
        (self.first(d, &aligned, widths, known), matched)
    }

    fn silent(&mut self, d: &mut TermDomain<'_>, target: &[Call], call: &Call, widths: &[u32], known: &Promises) -> (Answer, Term) {
        let mut serving = Vec::new();
        for other in target.iter().filter(|other| other.key == call.key) {
            let serves = serves(d.pool, call, other);
            if d.pool.as_bool(serves) != Some(false) {
                serving.push((serves, &other.answer));
            }
        }
        let earlier: Vec<(Term, Answer)> = (0..self.made.len())
            .filter(|&i| self.made[i].key == call.key)
            .map(|i| (serves(d.pool, call, &self.made[i]), self.made[i].answer.clone()))
            .collect();
        let known_before: Vec<Term> = serving.iter().map(|(serves, _)| *serves).collect();
        let candidates: Vec<(Term, &Answer)> =
            serving.iter().copied().chain(earlier.iter().map(|(serves, answer)| (*serves, answer))).collect();
        let mut answer = self.first(d, &candidates, widths, known);
        if serving.len() > 1 {
            let width = usize::BITS - (serving.len() - 1).leading_zeros();
            let choice = d.choose(width, ChoiceKind::Unspecified);
            for (number, (serves, other)) in (0..).zip(&serving) {
                let number = d.pool.bv_u64(width, number);
                let chosen = d.pool.eq(choice, number);
                let here = d.pool.and(chosen, *serves);
                answer = Answer::ite(d.pool, here, other, &answer);
            }
        }
        let mut matched = d.pool.or_all(known_before);
        for (index, (serves, _)) in (0..self.made.len()).filter(|&i| self.made[i].key == call.key).zip(&earlier) {
            let through = d.pool.and(*serves, self.made[index].matched);
            matched = d.pool.or(matched, through);
        }
        (answer, matched)
    }

    /// An answer that nothing is known of.
    fn fresh(&self, d: &mut TermDomain<'_>, widths: &[u32], known: &Promises) -> Answer {
        let (pool, prefix, number) = (&mut *d.pool, d.prefix, self.made.len());
        let leaf = |(i, &width): (usize, &u32)| {
            let name = format!("{prefix}call{number}_{i}");
            InputLeaf {
                bits: pool.var(name.clone(), Sort::Bv(width)),
                poison: pool.var(format!("{name}_poison"), Sort::Bool),
                undef: if self.undef { pool.var(format!("{name}_undef"), Sort::Bool) } else { pool.ff() },
            }
        };
        let lanes = widths.iter().enumerate().map(leaf).collect();
        let pool = &mut *d.pool;
        // A function that breaks a promise of the source makes the source undefined.
        let returns =
            if known.willreturn && known.nounwind { pool.tt() } else { pool.var(format!("{prefix}call{number}_returns"), Sort::Bool) };
        let unwinds = match (known.nounwind, known.willreturn) {
            (true, _) => pool.ff(),
            (false, true) => pool.tt(),
            (false, false) => pool.var(format!("{prefix}call{number}_unwinds"), Sort::Bool),
        };
        Answer { lanes, returns, unwinds }
    }

    /// The first answer whose condition holds, else one of the environment's.
    fn first(&mut self, d: &mut TermDomain<'_>, candidates: &[(Term, &Answer)], widths: &[u32], known: &Promises) -> Answer {
        let end = candidates.iter().position(|(condition, _)| d.pool.as_bool(*condition) == Some(true));
        let mut answer = match end {
            Some(end) => candidates[end].1.clone(),
            None => self.own(d, widths, known),
        };
        for (condition, other) in candidates[..end.unwrap_or(candidates.len())].iter().rev() {
            answer = Answer::ite(d.pool, *condition, other, &answer);
        }
        answer
    }
}

/// Whether a silent call of the source may be answered as another call was.
fn serves(pool: &mut Pool, call: &Call, other: &Call) -> Term {
    let covers = call.covers_undef(other, pool);
    let mut all = vec![other.reached, covers];
    if call.effect == Effect::Read {
        all.push(call.before.same(other.before, pool));
    }
    pool.and_all(all)
}
