//! The transfer table (Lesson 13.8, Algorithm 13.8.7 made complete): for every instruction of the target and every flag legal on it,
//! whether it may be there.
//!
//! Each flag is decided with respect to the target without any flags, so that the answers do not depend on each other; which of them hold
//! together is asked separately.

use crate::report::human::method_words;
use crate::verdict::{Counterexample, HoldsIf, Method, SecondOpinion, Verdict, VerdictKind};

use super::edit::{self, Placed};
use super::joint::{self, Joint};
use super::{Question, polynomial, proved};

/// Whether a flag may stand at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Proved.
    Keep,
    /// A replayed counterexample.
    Drop,
    /// Neither.
    Unknown,
}

impl Decision {
    /// What a verdict on the target with the flag says about the flag.
    #[must_use]
    pub fn of(verdict: &Verdict) -> Decision {
        match holds(verdict) {
            Some(true) => Decision::Keep,
            Some(false) => Decision::Drop,
            None => Decision::Unknown,
        }
    }

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Decision::Keep => "keep",
            Decision::Drop => "drop",
            Decision::Unknown => "unknown",
        }
    }
}

/// The answer for one flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which flag, where.
    pub at: Placed,
    /// Whether the target carries it.
    pub present: bool,
    /// Whether it may be there.
    pub decision: Decision,
    /// Why, one line.
    pub reason: String,
    /// The counterexample of a flag to drop.
    pub counterexample: Option<Counterexample>,
    /// What a second way of deciding said, where one was asked for.
    pub second_opinion: Option<SecondOpinion>,
}

/// Everything about the flags of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The target without flags against the source.
    pub base: Verdict,
    /// The target as given against the source.
    pub given: Verdict,
    /// In textual order of instructions.
    pub answers: Vec<Answer>,
    /// Which of the flags that each may stay hold together.
    pub joint: Joint<Placed>,
}

/// Why no single flag is judged when the target is wrong anyway.
pub(super) const MOOT: &str = "the target is wrong without any flag";

/// Fills the table.
#[must_use]
pub fn transfer(question: Question<'_>) -> Transfer {
    let tgt = question.pair.tgt;
    let flag_free = edit::flag_free(tgt);
    let base = question.with_target(&flag_free);
    let given = if *tgt == flag_free { base.clone() } else { question.given() };
    let moot = matches!(base.verdict, VerdictKind::Counterexample | VerdictKind::Invalid);
    let decide = |at: Placed| {
        let present = at.is_in(tgt);
        if moot {
            return Answer {
                at,
                present,
                decision: Decision::Unknown,
                reason: MOOT.to_owned(),
                counterexample: None,
                second_opinion: None,
            };
        }
        answer(question, at, present, question.with_target(&edit::with(&flag_free, &[at])))
    };
    let answers: Vec<Answer> = edit::legal(tgt).into_iter().map(decide).collect();
    let kept: Vec<Placed> = answers.iter().filter(|a| a.decision == Decision::Keep).map(|a| a.at).collect();
    let joint = joint::largest(&kept, |set| match set {
        [_] => Some(true),
        _ => holds(&question.with_target(&edit::with(&flag_free, set))),
    });
    Transfer { base, given, answers, joint }
}

/// A verdict as an answer to "does it hold?".
#[must_use]
pub fn holds(verdict: &Verdict) -> Option<bool> {
    match verdict.verdict {
        VerdictKind::Refines => Some(true),
        VerdictKind::Counterexample => Some(false),
        VerdictKind::Invalid | VerdictKind::Unsupported | VerdictKind::Inconclusive => None,
    }
}

fn answer(question: Question<'_>, at: Placed, present: bool, verdict: Verdict) -> Answer {
    let decision = Decision::of(&verdict);
    let reason = if proved(&verdict) { why_kept(question, at, &verdict) } else { why_not(&verdict) };
    Answer { at, present, decision, reason, counterexample: verdict.counterexample, second_opinion: verdict.second_opinion }
}

fn why_kept(question: Question<'_>, at: Placed, verdict: &Verdict) -> String {
    let (src, tgt) = (question.pair.src, question.pair.tgt);
    let read = if at.flag == llvet_ir::flags::Flag::Nsw { "signed" } else { "unsigned" };
    let how = if edit::root(tgt) == Some(at.site) && polynomial::exact_equal(src, tgt, at.flag) {
        format!("equal as polynomials when constants are read as {read}")
    } else {
        match verdict.method {
            Some(Method::Smt) | None => "proved by SMT".to_owned(),
            Some(method) => format!("proved by {}", method_words(method)),
        }
    };
    let bound = verdict.bounded.map(|n| format!(", up to {n} loop iterations")).unwrap_or_default();
    let vacuous = verdict.warnings.first().map(|w| format!(" ({w})")).unwrap_or_default();
    format!("{how}{bound}{vacuous}")
}

pub(super) fn why_not(verdict: &Verdict) -> String {
    let why = verdict.counterexample.as_ref().map(|c| c.why.clone()).filter(|w| !w.is_empty());
    let why = why.unwrap_or_else(|| if verdict.detail.is_empty() { verdict.verdict.id().to_owned() } else { verdict.detail.clone() });
    let otherwise = match (holds(verdict), verdict.holds_if) {
        (Some(false), Some(HoldsIf::NoUndefInput)) => " (it may stay if no input is undef)",
        (Some(false), Some(HoldsIf::NoPoisonInput)) => " (it may stay if no input is undef or poison)",
        _ => "",
    };
    format!("{why}{otherwise}")
}
