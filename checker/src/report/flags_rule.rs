//! What `llvet flags` says about a rule: for all constants, or for which.

use std::io::{self, Write};

use serde::Serialize;

use super::flags::{self, FlagEntry, InstructionEntry, Outcome, PairEntry, Place, ROW_GAPS, SourceEntry, Together};
use super::table::{Table, printable};
use super::{Output, diagnostic};
use crate::flags::rule::{RuleAnalysis, RuleAnswer};
use crate::flags::rule_edit::{self, RuleFlag, Side};
use crate::flags::table::Decision;
use crate::rules::ast::{Rule, Stmt};
use crate::rules::constants::prove::Tally;
use crate::rules::constants::sample::Counts;
use crate::rules::constants::{Condition, Finding};
use crate::rules::show;
use crate::source::Source;

/// A rule with its text.
#[derive(Clone, Copy, Debug)]
pub struct Ruled<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// Its file, for carets.
    pub text: &'a Source,
}

impl Ruled<'_> {
    fn stmt(&self, at: RuleFlag) -> &Stmt {
        &rule_edit::stmts(self.rule, at.side)[at.stmt]
    }

    fn place(&self, at: RuleFlag) -> Place {
        Place { name: rule_edit::name(self.stmt(at)), flag: at.flag.name() }
    }
}

/// Prints the answers.
///
/// # Errors
/// When writing fails.
pub fn human<W: Write>(out: &mut Output<W>, analysis: &RuleAnalysis, ruled: Ruled<'_>) -> io::Result<()> {
    flags::even_without_flags(out, &analysis.base, &analysis.given)?;
    for (number, stmt) in ruled.rule.tgt.iter().enumerate() {
        let answers: Vec<&RuleAnswer> = analysis.answers.iter().filter(|a| a.at.stmt == number).collect();
        if answers.is_empty() {
            continue;
        }
        writeln!(out, "  {}", out.style.strong(&printable(&show::stmt(stmt))))?;
        let mut table = Table::default();
        for answer in &answers {
            table.row(flags::row(answer.at.flag, answer.decision, answer.present, one_line(answer)));
        }
        write!(out, "{}", table.render(&ROW_GAPS, out.style))?;
        for answer in answers {
            if let Some(finding) = &answer.finding {
                constants(out, answer.at.flag.name(), finding)?;
            }
        }
    }
    for answer in analysis.answers.iter().filter(|a| a.present && a.decision == Decision::Drop) {
        let message = format!("{} must go: {}", answer.at.flag.name(), one_line(answer));
        write!(out, "{}", diagnostic::place(&message, ruled.stmt(answer.at).span, ruled.text, out.style))?;
    }
    let text = |flags: &[RuleFlag]| flags.iter().map(|f| f.text(ruled.rule)).collect::<Vec<_>>().join(", ");
    let sets: Vec<String> = analysis.joint.sets.iter().map(|set| text(set)).collect();
    let kept = analysis.answers.iter().filter(|a| a.decision == Decision::Keep).count();
    let source: Vec<(bool, String)> = analysis.source.iter().map(|f| (f.needed, f.at.text(ruled.rule))).collect();
    let repairs: Vec<&str> = analysis.repairs.iter().map(|r| r.text.as_str()).collect();
    flags::closing(out, (kept > 1).then_some((&sets, analysis.joint.complete)), &source, &repairs)
}

fn one_line(answer: &RuleAnswer) -> String {
    flags::with_inputs(answer.counterexample.as_ref(), &answer.reason)
}

/// For which constants a flag may stay.
fn constants<W: Write>(out: &mut Output<W>, flag: &str, finding: &Finding) -> io::Result<()> {
    let Some(condition) = &finding.condition else {
        let Counts { good, bad, largest, good_examples, bad_examples, .. } = &finding.counts;
        writeln!(out, "      {flag} may stay for {good} of {} choices of constants up to {largest}", good + bad)?;
        for (word, examples) in [("for", good_examples), ("not for", bad_examples)] {
            if !examples.is_empty() {
                writeln!(out, "        {word} {}", examples.join("; "))?;
            }
        }
        return Ok(());
    };
    let head = match &condition.pred {
        Some(_) => format!("{flag} iff {}", condition.words),
        None => format!("{flag} for no constants"),
    };
    let apart = condition.apart.as_ref().map(|a| format!("; at {}: {}", a.place, if a.holds { "always" } else { "never" }));
    let aside = condition.aside && finding.counts.vacuous > 0;
    let aside = if aside { "; any constants for which the source is never defined aside" } else { "" };
    writeln!(out, "      {}{}{aside} ({})", out.style.strong(&head), apart.unwrap_or_default(), proofs(condition))?;
    if condition.pred.is_some() {
        writeln!(out, "        as a precondition: {}", condition.text)?;
    }
    Ok(())
}

/// What is proved of a condition.
fn proofs(condition: &Condition) -> String {
    let Condition { sufficient, necessary, .. } = condition;
    if condition.is_proved() {
        return format!("proved at {} typings", sufficient.total);
    }
    let part = |word: &str, tally: &Tally| format!("\"{word}\" proved at {} of {} typings", tally.proved, tally.total);
    format!("{}, {}", part("if", sufficient), part("only if", necessary))
}

/// For which constants a flag may stay, for scripts.
#[derive(Serialize)]
pub(super) struct ConstantsEntry<'a> {
    condition: Option<ConditionEntry<'a>>,
    sample: &'a Counts,
}

#[derive(Serialize)]
struct ConditionEntry<'a> {
    words: &'a str,
    precondition: Option<&'a str>,
    proved: bool,
    sufficient: Tally,
    necessary: Tally,
    never_defined_aside: bool,
    apart: Option<ApartEntry<'a>>,
}

#[derive(Serialize)]
struct ApartEntry<'a> {
    typing: &'a str,
    holds: bool,
}

impl<'a> ConstantsEntry<'a> {
    fn new(finding: &'a Finding) -> ConstantsEntry<'a> {
        let condition = finding.condition.as_ref().map(|c| ConditionEntry {
            words: &c.words,
            precondition: c.pred.as_ref().map(|_| c.text.as_str()),
            proved: c.is_proved(),
            sufficient: c.sufficient,
            necessary: c.necessary,
            never_defined_aside: c.aside,
            apart: c.apart.as_ref().map(|a| ApartEntry { typing: &a.place, holds: a.holds }),
        });
        ConstantsEntry { condition, sample: &finding.counts }
    }
}

/// The entry of a rule; `empty` has what is known without answers.
pub(super) fn entry<'a>(empty: PairEntry<'a>, analysis: &'a RuleAnalysis, ruled: Ruled<'a>) -> PairEntry<'a> {
    let sets = analysis.joint.sets.iter().map(|set| set.iter().map(|&f| ruled.place(f)).collect()).collect();
    let source = analysis.source.iter().map(|f| {
        let Place { name, flag } = ruled.place(f.at);
        SourceEntry { name, flag, needed: f.needed, essential: f.essential }
    });
    let named = |(number, stmt): (usize, &'a Stmt)| stmt.result.is_some().then(|| instruction(analysis, number, stmt));
    let root = ruled.rule.tgt.iter().rev().find(|s| s.result.is_some()).map(rule_edit::name);
    PairEntry {
        root,
        flag_free: Some(Outcome::new(&analysis.base)),
        instructions: ruled.rule.tgt.iter().enumerate().filter_map(named).collect(),
        together: Some(Together { sets, complete: analysis.joint.complete }),
        source: source.collect(),
        repairs: analysis.repairs.iter().map(|r| r.text.as_str()).collect(),
        ..empty
    }
}

fn instruction<'a>(analysis: &'a RuleAnalysis, number: usize, stmt: &Stmt) -> InstructionEntry<'a> {
    let flag = |answer: &'a RuleAnswer| FlagEntry {
        flag: answer.at.flag.name(),
        verdict: answer.decision.id(),
        reason: &answer.reason,
        counterexample: answer.counterexample.as_ref(),
        present: answer.present,
        second_opinion: None,
        constants: answer.finding.as_ref().map(ConstantsEntry::new),
    };
    let of_this = |a: &&RuleAnswer| a.at.side == Side::Target && a.at.stmt == number;
    let opcode = rule_edit::operation(stmt).map_or("copy", |op| op.op.name);
    InstructionEntry { name: rule_edit::name(stmt), opcode, flags: analysis.answers.iter().filter(of_this).map(flag).collect() }
}
