//! Flags of rules: the transfer table at all types and for all constants, and, where a flag may stay for some constants only, for which.

use llvet_ir::Function;
use llvet_ir::flags::Flag;

use super::joint::{self, Joint};
use super::repair::{MAX_FREEZES, dropped_words, fewest_added, fewest_dropped, fewest_frozen, freeze_words, repaired, required_words};
use super::rule_edit::{self, RuleFlag, Side};
use super::source::{SourceFlag, smallest};
use super::table::{Decision, MOOT, holds, why_not};
use super::{blame, proved, rule_freeze};
use crate::exit::Exit;
use crate::refine::CheckOptions;
use crate::rules::ast::{Rule, Widths};
use crate::rules::check::{check, with_pair};
use crate::rules::constants::{self, Condition, Finding};
use crate::rules::infer::infer;
use crate::verdict::{Counterexample, Verdict, VerdictKind};

/// A rule about whose flags is asked.
#[derive(Clone, Copy, Debug)]
pub struct RuleQuestion<'a> {
    /// The rule as given.
    pub rule: &'a Rule,
    /// Widths that its file asks for.
    pub declared: Option<Widths>,
    /// How each variant is checked; the time limit is for each.
    pub options: &'a CheckOptions,
}

impl RuleQuestion<'_> {
    fn check(&self, rule: &Rule) -> Verdict {
        check(rule, self.declared, self.options)
    }

    fn constants<'r>(&'r self, rule: &'r Rule, signs_first: bool) -> constants::Question<'r> {
        constants::Question { rule, declared: self.declared, options: self.options, signs_first }
    }
}

/// The answer for one flag.
#[derive(Clone, Debug)]
pub struct RuleAnswer {
    /// Which flag, where.
    pub at: RuleFlag,
    /// Whether the target carries it.
    pub present: bool,
    /// Whether it may be there for all constants.
    pub decision: Decision,
    /// Why, one line.
    pub reason: String,
    /// The counterexample of a flag to drop.
    pub counterexample: Option<Counterexample>,
    /// For which constants a flag to drop may be there, when the rule has constants.
    pub finding: Option<Finding>,
}

/// A change that repairs a rule.
#[derive(Clone, Debug)]
pub struct RuleRepair {
    /// What to do, in words.
    pub text: String,
    /// The rule afterwards.
    pub rule: Rule,
    /// Whether it leaves the source and its precondition as they are, or only restricts the constants.
    pub keeps_source: bool,
}

/// Everything that is asked about the flags of a rule.
#[derive(Clone, Debug)]
pub struct RuleAnalysis {
    /// The rule with a target without flags.
    pub base: Verdict,
    /// The rule as given.
    pub given: Verdict,
    /// In textual order.
    pub answers: Vec<RuleAnswer>,
    /// Which of the flags that each may stay hold together.
    pub joint: Joint<RuleFlag>,
    /// Which flags of the source the rule as given needs; empty when it is not proved.
    pub source: Vec<SourceFlag<RuleFlag>>,
    /// What repairs a rule that has a counterexample.
    pub repairs: Vec<RuleRepair>,
}

impl RuleAnalysis {
    /// Success, or what is wrong with the rule as given: flags that its target may not have, or more.
    #[must_use]
    pub fn exit(&self) -> Exit {
        let forbidden = self.answers.iter().any(|a| a.present && a.decision == Decision::Drop);
        let given = Exit::from(self.given.verdict);
        if forbidden { given.worst(Exit::Counterexample) } else { given }
    }
}

/// Asks everything.
#[must_use]
pub fn analyse(question: RuleQuestion<'_>) -> RuleAnalysis {
    let rule = question.rule;
    let given = question.check(rule);
    let nothing = |given: Verdict| {
        let joint = Joint { sets: vec![Vec::new()], complete: true };
        RuleAnalysis { base: given.clone(), given, answers: Vec::new(), joint, source: Vec::new(), repairs: Vec::new() }
    };
    if matches!(given.verdict, VerdictKind::Invalid | VerdictKind::Unsupported) {
        return nothing(given);
    }
    let Some((src_flags, tgt_flags)) = legal_flags(question) else { return nothing(given) };
    let bare = rule_edit::flag_free(rule);
    let carries = tgt_flags.iter().any(|f| f.is_in(rule));
    let base = if carries { question.check(&bare) } else { given.clone() };
    let moot = matches!(base.verdict, VerdictKind::Counterexample | VerdictKind::Invalid);
    let answers: Vec<RuleAnswer> = tgt_flags.iter().map(|&at| answer(question, &bare, at, moot)).collect();
    let kept: Vec<RuleFlag> = answers.iter().filter(|a| a.decision == Decision::Keep).map(|a| a.at).collect();
    let joint = joint::largest(&kept, |set| match set {
        [_] => Some(true),
        _ => holds(&question.check(&rule_edit::changed(&bare, set, true))),
    });
    let present: Vec<RuleFlag> = src_flags.iter().copied().filter(|f| f.is_in(rule)).collect();
    let without = |gone: &[RuleFlag]| proved(&question.check(&rule_edit::changed(rule, gone, false)));
    let source = if proved(&given) { smallest(&present, without) } else { Vec::new() };
    let failed = given.verdict == VerdictKind::Counterexample;
    let repairs = if failed { repairs(question, &src_flags, &tgt_flags, proved(&base)) } else { Vec::new() };
    RuleAnalysis { base, given, answers, joint, source, repairs }
}

/// Legal flags of the source and of the target; `None` when the rule makes no functions.
#[must_use]
pub fn legal_flags(question: RuleQuestion<'_>) -> Option<(Vec<RuleFlag>, Vec<RuleFlag>)> {
    let (rule, options) = (question.rule, question.options);
    let typed = infer(rule).ok()?;
    let instances = typed.instances(options.rules.widths.or(question.declared).unwrap_or_default());
    let legal = |side: Side, function: &Function| rule_edit::legal(rule, side, function);
    let both = with_pair(rule, &typed, instances.first()?, options.rules.root_only, |pair, _| {
        (legal(Side::Source, pair.src), legal(Side::Target, pair.tgt))
    });
    both.ok()
}

fn answer(question: RuleQuestion<'_>, bare: &Rule, at: RuleFlag, moot: bool) -> RuleAnswer {
    let present = at.is_in(question.rule);
    if moot {
        return RuleAnswer { at, present, decision: Decision::Unknown, reason: MOOT.to_owned(), counterexample: None, finding: None };
    }
    let with_flag = rule_edit::changed(bare, &[at], true);
    let verdict = question.check(&with_flag);
    let decision = Decision::of(&verdict);
    let finding = match decision {
        Decision::Drop => constants::find(question.constants(&with_flag, at.flag == Flag::Samesign)),
        Decision::Keep | Decision::Unknown => None,
    };
    let reason = match decision {
        Decision::Keep => {
            let beyond = if verdict.all_widths { ", and for all other widths" } else { "" };
            format!("proved {}{beyond}", verdict.detail)
        }
        Decision::Drop | Decision::Unknown => why_not(&verdict),
    };
    RuleAnswer { at, present, decision, reason, counterexample: verdict.counterexample, finding }
}

/// Repairs of a rule that has a counterexample: drop flags, restrict the constants, freeze registers of the target, ask more of the source.
fn repairs(question: RuleQuestion<'_>, src: &[RuleFlag], tgt: &[RuleFlag], base_refines: bool) -> Vec<RuleRepair> {
    let rule = question.rule;
    let names = |flags: &[RuleFlag]| flags.iter().map(|f| f.text(rule)).collect::<Vec<_>>();
    let present: Vec<RuleFlag> = tgt.iter().copied().filter(|f| f.is_in(rule)).collect();
    let bare = rule_edit::flag_free(rule);
    let dropped =
        if base_refines { fewest_dropped(&present, |kept| holds(&question.check(&rule_edit::changed(&bare, kept, true)))) } else { None };
    let dropped = dropped.map(|gone| RuleRepair {
        text: dropped_words(&names(&gone)),
        rule: rule_edit::changed(rule, &gone, false),
        keeps_source: true,
    });
    let restricted = constants::sufficient(question.constants(rule, false)).and_then(|condition| restrict(rule, &condition));
    let absent: Vec<RuleFlag> = src.iter().copied().filter(|f| !f.is_in(rule)).collect();
    let added = fewest_added(&absent, |set| repaired(&question.check(&rule_edit::changed(rule, set, true))));
    let added = added.map(|more| RuleRepair {
        text: required_words(&names(&more)),
        rule: rule_edit::changed(rule, &more, true),
        keeps_source: false,
    });
    dropped.into_iter().chain(restricted).chain(add_freeze(question, base_refines)).chain(added).collect()
}

/// One register frozen, else all that the target does not define, else the same with all flags of the target dropped.
fn add_freeze(question: RuleQuestion<'_>, base_refines: bool) -> Option<RuleRepair> {
    let rule = question.rule;
    let single = rule_freeze::candidates(rule).into_iter().take(MAX_FREEZES).map(|name| vec![name]);
    let inputs = rule_freeze::inputs(rule);
    let sets: Vec<Vec<String>> = single.chain((inputs.len() > 1).then_some(inputs)).collect();
    let bare = rule_edit::flag_free(rule);
    let also_drop = !base_refines && rule_edit::carries_flags(rule);
    let as_given = sets.iter().map(|set| (set, rule, ""));
    let without_flags = sets.iter().filter(|_| also_drop).map(|set| (set, &bare, " and drop its flags"));
    as_given.chain(without_flags).find_map(|(set, rule, more)| {
        let set = fewest_frozen(set, |set| proved(&question.check(&rule_freeze::frozen(rule, set))))?;
        let names: Vec<String> = set.iter().map(|name| format!("%{name}")).collect();
        Some(RuleRepair { text: freeze_words(&names, more), rule: rule_freeze::frozen(rule, &set), keeps_source: true })
    })
}

/// The flags of the target to which a counterexample is due, in words: without them the rule is proved at all its types.
#[must_use]
pub fn blame(question: RuleQuestion<'_>) -> Option<String> {
    let rule = question.rule;
    if !rule_edit::carries_flags(rule) {
        return None;
    }
    let present: Vec<RuleFlag> = legal_flags(question)?.1.into_iter().filter(|f| f.is_in(rule)).collect();
    let options = blame::quick(question.options);
    let question = RuleQuestion { options: &options, ..question };
    let flags = blame::smallest(&present, &options, |gone| question.check(&rule_edit::changed(rule, gone, false)))?;
    Some(blame::words(flags.iter().map(|flag| flag.text(rule))))
}

/// The rule with a condition on its constants added to its precondition.
fn restrict(rule: &Rule, condition: &Condition) -> Option<RuleRepair> {
    let weakest = if condition.is_proved() { ", the weakest such" } else { "" };
    let text = format!("add the precondition {} ({}{weakest})", condition.text, condition.words);
    Some(RuleRepair { text, rule: condition.restrict(rule)?, keeps_source: true })
}
