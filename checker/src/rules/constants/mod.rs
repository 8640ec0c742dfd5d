//! For which symbolic constants a rule holds, as a readable predicate.
//!
//! The rule is decided for every choice of constants at small widths, or for special values ([`sample`]); the simplest predicate of a small grammar
//! ([`grammar`]) that tells the good from the bad is searched ([`search`]), and then proved at all widths in both directions ([`prove`]):
//! under the predicate the rule holds, and wherever the predicate is false some input breaks it.
//!
//! **Invariants.** A predicate is only reported with both proofs' counts; one that is refuted at any width is not reported. Where the
//! rule's precondition is false, or has no value, nothing is asked. What the sample says comes from [`check_pair`], undef inputs included.
//!
//! Deliberately absent: constants of vector, aggregate or floating-point type.
//!
//! [`check_pair`]: crate::refine::check_pair

pub mod fixed;
pub mod grammar;
pub mod prove;
pub mod sample;
pub mod search;

use std::time::Instant;

use llvet_ir::Type;

use self::grammar::Grammar;
use self::prove::Tally;
use self::sample::{Counts, Sample};
use self::search::{Bits, Formula};
use super::ast::{Pred, PredKind, Rule, Widths};
use super::infer::{Instance, Typed, infer};
use super::show;
use crate::refine::CheckOptions;

/// Predicates that fit the sample and are tried at most.
const MAX_ATTEMPTS: usize = 8;

/// A rule about whose constants is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// Widths that its file asks for.
    pub declared: Option<Widths>,
    /// How it is checked. The time limit is for the sample, and again for each proof.
    pub options: &'a CheckOptions,
    /// Whether predicates about signs come first, as those that explain most.
    pub signs_first: bool,
}

/// What is known about the constants of a rule.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What trying all constants at small widths gave.
    pub counts: Counts,
    /// When the rule holds; `None` when no predicate of the grammar says it.
    pub condition: Option<Condition>,
}

/// The smallest typing, when the condition does not speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The typing, for people.
    pub place: String,
    /// Whether the rule holds there for all constants; otherwise for none.
    pub holds: bool,
}

/// When a rule holds.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The predicate; `None`: for no constants.
    pub pred: Option<Pred>,
    /// Number of expressions of the rule together with the predicate.
    exprs: usize,
    /// It as a precondition.
    pub text: String,
    /// It in words.
    pub words: String,
    /// Whether constants for which the source is never defined, where everything holds, are left out of "only if".
    pub aside: bool,
    /// A typing to which it does not apply.
    pub apart: Option<Apart>,
    /// Typings at which it is proved that the rule holds where the predicate does.
    pub sufficient: Tally,
    /// Typings at which it is proved that the rule fails where the predicate does not hold.
    pub necessary: Tally,
}

impl Condition {
    /// The rule for only the constants that satisfy the condition; `None` when none do.
    #[must_use]
    pub fn restrict(&self, rule: &Rule) -> Option<Rule> {
        self.pred.clone().map(|pred| restricted(rule, Some(pred), self.exprs))
    }

    /// Whether both directions are proved at all typings.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.sufficient.complete() && self.necessary.complete()
    }
}

/// Finds out for which constants a rule holds. `None` when it has no symbolic constants, or some that are no integers, does not type-check,
/// or nothing could be decided.
#[must_use]
pub fn find(question: Question<'_>) -> Option<Finding> {
    let asked = Asked::new(question)?;
    let sample = Sample::take(&asked)?;
    let counts = sample.counts(&asked);
    let grammar = Grammar::of(&asked, question.signs_first)?;
    let columns = grammar.evaluate(&asked, &sample)?;
    let mut partly = None;
    for attempt in attempts(&sample, &columns) {
        let Some(condition) = try_out(&asked, &grammar, &attempt) else { continue };
        if condition.is_proved() {
            return Some(Finding { counts, condition: Some(condition) });
        }
        partly = partly.or(Some(condition));
    }
    Some(Finding { counts, condition: partly })
}

/// A predicate under which a rule holds, if need be not the weakest one: what [`find`] finds, or else the predicate of the grammar that
/// implies it for most constants of the sample. Proved at all typings, and not only for constants for which the source is never defined.
#[must_use]
pub fn sufficient(question: Question<'_>) -> Option<Condition> {
    let asked = Asked::new(question)?;
    let sample = Sample::take(&asked)?;
    let grammar = Grammar::of(&asked, question.signs_first)?;
    let columns = grammar.evaluate(&asked, &sample)?;
    let exact = attempts(&sample, &columns);
    let partial = search::implying(&columns, &sample.good(), &sample.good().or(&sample.vacuous()));
    let partial = partial.into_iter().map(|formula| Attempt { formula, aside: true, apart: None });
    let useful = |a: &Attempt| a.apart.is_none() && a.formula != Formula::False;
    exact.into_iter().filter(useful).chain(partial).take(MAX_ATTEMPTS).find_map(|attempt| {
        let condition = try_out(&asked, &grammar, &attempt)?;
        condition.sufficient.complete().then_some(condition)
    })
}

/// A rule with all that the steps share.
struct Asked<'a> {
    question: Question<'a>,
    typed: Typed,
    instances: Vec<Instance>,
}

impl<'a> Asked<'a> {
    fn new(question: Question<'a>) -> Option<Asked<'a>> {
        let typed = infer(question.rule).ok()?;
        let instances = instances(&typed, &question);
        let integer = |instance: &Instance| typed.symbols.values().all(|&t| matches!(typed.solved.ty(t, &instance.typing), Type::Int(_)));
        let suitable = typed.unsupported.is_none() && !typed.symbols.is_empty() && !instances.is_empty() && instances.iter().all(integer);
        suitable.then_some(Asked { question, typed, instances })
    }

    /// The rule with another precondition, at the same instances; `None` when the precondition changes the typing.
    fn variant(&self, rule: Rule) -> Option<Variant> {
        let typed = infer(&rule).ok()?;
        let instances = instances(&typed, &self.question);
        let same = instances.len() == self.instances.len()
            && instances.iter().zip(&self.instances).all(|(a, b)| typed.describe(a) == self.typed.describe(b));
        same.then_some(Variant { rule, typed, instances })
    }
}

/// A rule with another precondition.
struct Variant {
    rule: Rule,
    typed: Typed,
    instances: Vec<Instance>,
}

fn instances(typed: &Typed, question: &Question<'_>) -> Vec<Instance> {
    typed.instances(question.options.rules.widths.or(question.declared).unwrap_or_default())
}

/// A predicate that fits the sample, and how.
struct Attempt {
    formula: Formula,
    aside: bool,
    /// Whether the rule holds at the smallest typing, which the predicate does not fit.
    apart: Option<bool>,
}

/// Predicates that fit the sample, the simplest first.
fn attempts(sample: &Sample, columns: &[Bits]) -> Vec<Attempt> {
    let (good, vacuous) = (sample.good(), sample.vacuous());
    let holds = good.or(&vacuous);
    let meaningful = vacuous.not();
    let smallest = sample.smallest();
    let beyond = meaningful.and(&smallest.not());
    let uniform = match (smallest.and(&good).is_empty(), smallest.and(&holds.not()).is_empty()) {
        (true, false) => Some(false),
        (_, true) => Some(true),
        (false, false) => None,
    };
    let mut found = Vec::new();
    for size in 0..=search::MAX_SIZE {
        let every = Bits::ones(holds.len());
        let fitting = |wanted: &Bits, care: &Bits| search::fitting(columns, wanted, care, size).into_iter();
        found.extend(fitting(&holds, &every).map(|formula| Attempt { formula, aside: false, apart: None }));
        if !vacuous.is_empty() {
            found.extend(fitting(&good, &meaningful).map(|formula| Attempt { formula, aside: true, apart: None }));
        }
        if size == 1
            && let Some(holds) = uniform.filter(|_| !beyond.is_empty())
        {
            found.extend(fitting(&good, &beyond).map(|formula| Attempt { formula, aside: true, apart: Some(holds) }));
        }
    }
    found.truncate(MAX_ATTEMPTS);
    found
}

/// The rule with one more condition in its precondition.
fn restricted(rule: &Rule, more: Option<Pred>, exprs: usize) -> Rule {
    let mut parts = match rule.pre.clone() {
        Some(Pred { kind: PredKind::And(parts), .. }) => parts,
        other => other.into_iter().collect(),
    };
    parts.extend(more);
    let pre = match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(Pred { kind: PredKind::And(parts), span: rule.pre.as_ref().map_or(rule.span, |p| p.span) }),
    };
    Rule { pre, exprs, ..rule.clone() }
}

/// Proves a predicate; `None` when it is refuted.
fn try_out(asked: &Asked<'_>, grammar: &Grammar, attempt: &Attempt) -> Option<Condition> {
    let found = grammar.predicate(&attempt.formula);
    let base = asked.question.rule;
    let with = |more: Option<Pred>| asked.variant(restricted(base, more, grammar.exprs));
    let skip = usize::from(attempt.apart.is_some());
    let limit = || Instant::now() + asked.question.options.timeout;
    let sufficient = match &attempt.formula {
        Formula::False => Tally::vacuous(asked.instances.len() - skip),
        _ => prove::holds(&with(Some(found.pred.clone()))?, skip, asked.question.options, limit())?,
    };
    let negated = Pred { kind: PredKind::Not(Box::new(found.pred.clone())), span: base.span };
    let necessary = match &attempt.formula {
        Formula::True => Tally::vacuous(asked.instances.len() - skip),
        Formula::False => prove::fails(&with(None)?, skip, attempt.aside, asked.question.options, limit())?,
        _ => prove::fails(&with(Some(negated))?, skip, attempt.aside, asked.question.options, limit())?,
    };
    let apart = attempt.apart.map(|holds| Apart { place: asked.typed.describe(&asked.instances[0]), holds });
    let text = show::pred(&found.pred);
    let pred = (attempt.formula != Formula::False).then_some(found.pred);
    Some(Condition { pred, exprs: grammar.exprs, text, words: found.words, aside: attempt.aside, apart, sufficient, necessary })
}
