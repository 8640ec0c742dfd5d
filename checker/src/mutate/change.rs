//! Mutants of the jobs of a session, be they pairs of functions or rules.

use super::rule::RuleMutant;
use super::score::{Judged, judge, judge_rule, twin};
use super::{Kind, Mutant};
use crate::flags::rule::RuleQuestion;
use crate::refine::CheckOptions;
use crate::rules::ast::RuleFile;
use crate::rules::fmt;
use crate::session::{Job, Session};

/// A mutant.
#[derive(Clone, Debug)]
pub enum Change {
    /// Of a pair of functions.
    Pair(Box<Mutant>),
    /// Of a rule.
    Rule(Box<RuleMutant>),
}

impl Change {
    /// What kind of change.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Change::Pair(mutant) => mutant.kind,
            Change::Rule(mutant) => mutant.kind,
        }
    }

    /// The change in words.
    #[must_use]
    pub fn what(&self) -> &str {
        match self {
            Change::Pair(mutant) => &mutant.what,
            Change::Rule(mutant) => &mutant.what,
        }
    }

    /// The ending of a file with the mutant.
    #[must_use]
    pub fn extension(&self) -> &'static str {
        match self {
            Change::Pair(_) => "ll",
            Change::Rule(_) => "opt",
        }
    }

    /// The mutant as a file of its own.
    #[must_use]
    pub fn text(&self, session: &Session, job: &Job) -> String {
        let file = &session.files[job.src.file];
        match self {
            Change::Pair(mutant) => {
                let in_pairs: Vec<usize> = session.jobs.iter().flat_map(|j| [j.src.function, j.tgt.function]).collect();
                let twin = twin(&file.module, job.src.function, job.tgt.function, mutant, &in_pairs);
                llvet_ir::print::print_module(&twin)
            }
            Change::Rule(mutant) => {
                let widths = file.rules.as_ref().and_then(|r| r.widths);
                let widths = widths.map(|w| format!(";! widths: {}..{}\n", w.from, w.to)).unwrap_or_default();
                let rules = RuleFile { rules: vec![mutant.rule.clone()], ..RuleFile::default() };
                format!("{widths}{}", fmt::format(file.source.bytes(), &rules))
            }
        }
    }
}

/// The judged mutants of a job whose functions are in one file; `None` when the pair itself is not proved.
#[must_use]
pub fn judged(session: &Session, job: &Job, kinds: &[Kind], options: &CheckOptions) -> Option<Vec<Judged<Change>>> {
    if let Some((rule, file)) = session.rule(job) {
        let found = judge_rule(RuleQuestion { rule, declared: file.widths, options }, kinds)?;
        return Some(found.into_iter().map(|j| Judged { mutant: Change::Rule(Box::new(j.mutant)), verdict: j.verdict }).collect());
    }
    let module = &session.files[job.src.file].module;
    let found = judge(module, job.src.function, job.tgt.function, kinds, options)?;
    Some(found.into_iter().map(|j| Judged { mutant: Change::Pair(Box::new(j.mutant)), verdict: j.verdict }).collect())
}
