//! Judging mutants: which are wrong, which are as right as the rule they come from.

use llvet_ir::{Module, ModuleItem};

use super::rule::{self, RuleMutant};
use super::{Kind, Mutant, Side, mutants};
use crate::flags::proved;
use crate::flags::rule::{RuleQuestion, legal_flags};
use crate::flags::table::holds;
use crate::refine::{CheckOptions, Pair, check_pair};
use crate::rules::check::check;
use crate::verdict::{Verdict, VerdictKind};

/// What became of mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Wrong, with a counterexample: a check that accepts them is wrong too.
    pub killed: usize,
    /// Refining nevertheless.
    pub equivalent: usize,
    /// Neither proved nor refuted.
    pub undecided: usize,
}

impl Tally {
    /// Counts one mutant.
    pub fn count(&mut self, verdict: &Verdict) {
        match holds(verdict) {
            Some(false) => self.killed += 1,
            Some(true) => self.equivalent += 1,
            None => self.undecided += 1,
        }
    }

    /// Adds another count.
    pub fn add(&mut self, other: Tally) {
        self.killed += other.killed;
        self.equivalent += other.equivalent;
        self.undecided += other.undecided;
    }

    /// How many mutants there were.
    #[must_use]
    pub fn total(&self) -> usize {
        self.killed + self.equivalent + self.undecided
    }
}

/// A mutant with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M = Mutant> {
    /// The mutant.
    pub mutant: M,
    /// Whether it refines.
    pub verdict: Verdict,
}

/// The judged mutants of a pair; `None` when the pair itself is not proved, so that its mutants prove nothing.
#[must_use]
pub fn judge(module: &Module, src: usize, tgt: usize, kinds: &[Kind], options: &CheckOptions) -> Option<Vec<Judged>> {
    let (source, target) = (&module.functions[src], &module.functions[tgt]);
    let pair = Pair { src_module: module, src: source, tgt_module: module, tgt: target, assume: None, unrolled: None };
    proved(&check_pair(pair, options)).then(|| {
        let one = |mutant: Mutant| {
            let changed = match mutant.side {
                Side::Source => Pair { src: &mutant.function, ..pair },
                Side::Target => Pair { tgt: &mutant.function, ..pair },
            };
            let verdict = check_pair(changed, options);
            Judged { mutant, verdict }
        };
        mutants(module, src, tgt, kinds).into_iter().map(one).collect()
    })
}

/// The judged mutants of a rule; `None` when the rule itself is not proved. Changes after which it is no rule any more are left out.
#[must_use]
pub fn judge_rule(question: RuleQuestion<'_>, kinds: &[Kind]) -> Option<Vec<Judged<RuleMutant>>> {
    let RuleQuestion { rule, declared, options } = question;
    if !proved(&check(rule, declared, options)) {
        return None;
    }
    let (src, tgt) = legal_flags(question)?;
    let one = |mutant: RuleMutant| {
        let verdict = check(&mutant.rule, declared, options);
        (verdict.verdict != VerdictKind::Invalid).then_some(Judged { mutant, verdict })
    };
    Some(rule::mutants(rule, &[src, tgt].concat(), kinds).into_iter().filter_map(one).collect())
}

/// The module with the mutant in place and without the functions in `others` (those of other pairs).
#[must_use]
pub fn twin(module: &Module, src: usize, tgt: usize, mutant: &Mutant, others: &[usize]) -> Module {
    let mut twin = module.clone();
    let place = if mutant.side == Side::Source { src } else { tgt };
    twin.functions[place] = mutant.function.clone();
    let gone = |index: usize| index != src && index != tgt && others.contains(&index);
    let mut next = 0;
    let places: Vec<Option<usize>> = (0..twin.functions.len())
        .map(|index| {
            let kept = !gone(index);
            next += usize::from(kept);
            kept.then(|| next - 1)
        })
        .collect();
    twin.functions = twin.functions.into_iter().enumerate().filter(|(i, _)| !gone(*i)).map(|(_, f)| f).collect();
    twin.symbols.retain(|_, item| match item {
        ModuleItem::Function(index) => match places.get(*index).copied().flatten() {
            Some(place) => {
                *index = place;
                true
            }
            None => false,
        },
        ModuleItem::Global(_) | ModuleItem::Alias(_) => true,
    });
    twin
}
