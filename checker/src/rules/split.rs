//! Deciding a rule constant by constant, where only few choices of its constants satisfy the precondition: the powers of two, the
//! shift amounts below the width. With numbers in their place, most obligations become easy.

use indexmap::IndexSet;
use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Term};

use super::ast::{ExprKind, Rule};
use super::constants::fixed::Fixed;
use super::predicates::Assumption;
use crate::refine::encode::{Query, UndefInputs, encode};
use crate::refine::{CheckOptions, Pair, budget, check_pair};
use crate::solve::instantiate::completed;
use crate::solve::ladder::{Answer, satisfiable};
use crate::verdict::{Method, Verdict, VerdictKind};

/// Choices of constants that are checked at most.
const MAX_CHOICES: usize = 130;

/// Choices of which it is asked whether they satisfy the precondition, at most.
const MAX_TRIED: usize = 1 << 14;

/// The verdict on an instance from those on all its constants; `None` when they are too many or one is not decided. The time limit is for
/// each choice.
#[must_use]
pub fn one_by_one(pair: Pair<'_>, assumption: &Assumption<'_>, options: &CheckOptions) -> Option<Verdict> {
    if !speaks_of_constants_only(assumption.rule) {
        return None;
    }
    let mut query = encode(pair, false, &UndefInputs::None).ok()?;
    let symbols = symbols(&query, assumption);
    if symbols.len() != assumption.typed.symbols.len() {
        return None;
    }
    let options = &CheckOptions { vacuity: false, ..options.clone() };
    let budget = budget(options);
    let mut method = Method::Simplify;
    let mut open = query.assumed;
    let mut choices = likely(&query, &symbols)?;
    for _ in 0..MAX_CHOICES {
        let values = match choices.pop() {
            Some(values) => values,
            None => match satisfiable(&mut query.pool, open, &budget) {
                Answer::Never(_) => return Some(Verdict { method: Some(method), ..Verdict::new(VerdictKind::Refines, "") }),
                Answer::Unknown(_) => return None,
                Answer::Model(model, _) => {
                    let model = completed(&query.pool, &symbols, &model);
                    symbols.iter().filter_map(|&s| model.get(s).cloned()).collect()
                }
            },
        };
        let fixed = Fixed { rule: assumption, values: &values };
        let verdict = check_pair(Pair { assume: Some(&fixed), ..pair }, options);
        match verdict.verdict {
            VerdictKind::Refines => method = method.max(verdict.method.unwrap_or(method)),
            VerdictKind::Counterexample => return Some(verdict),
            VerdictKind::Invalid | VerdictKind::Unsupported | VerdictKind::Inconclusive => return None,
        }
        open = without(&mut query, open, &symbols, &values);
    }
    None
}

/// Choices of constants that satisfy the precondition, each constant being of the kinds that few values are usually of: small numbers, powers
/// of two, their negations and predecessors. The solver is asked for the others. `None` when there are too many.
fn likely(query: &Query, symbols: &[Term]) -> Option<Vec<Vec<Bv>>> {
    let mut found: Vec<Vec<Bv>> = vec![Vec::new()];
    for &symbol in symbols {
        let values = special(query.pool.width(symbol));
        if found.len().saturating_mul(values.len()) > MAX_TRIED {
            return None;
        }
        found = found.iter().flat_map(|choice| values.iter().map(|value| [&choice[..], std::slice::from_ref(value)].concat())).collect();
    }
    found.retain(|choice| {
        let mut assignment = Assignment::new();
        symbols.iter().zip(choice).for_each(|(&symbol, value)| assignment.set(symbol, value.clone()));
        query.pool.eval(query.assumed, &assignment).to_bool()
    });
    (found.len() <= MAX_CHOICES).then_some(found)
}

/// Values of the kinds that constants with few values are of, each once.
fn special(width: u32) -> Vec<Bv> {
    let small = (0..=u64::from(width) + 1).map(|n| Bv::from_u64(width, n));
    let powers = (0..width).map(|k| Bv::bit_at(width, k));
    let others = (0..width).flat_map(|k| [Bv::bit_at(width, k).neg(), Bv::low_mask(width, k)]);
    small.chain(powers).chain(others).collect::<IndexSet<Bv>>().into_iter().collect()
}

/// Whether the rule has constants, all of them one number each, and a precondition that restricts nothing else: then the precondition of
/// the constants tried here is the precondition whatever the inputs are.
fn speaks_of_constants_only(rule: &Rule) -> bool {
    let (mut registers, mut symbols) = (false, false);
    rule.pre.iter().for_each(|pre| {
        pre.walk(&mut |e| match e.kind {
            ExprKind::Reg(_) => registers = true,
            ExprKind::Sym(_) => symbols = true,
            _ => {}
        });
    });
    symbols && !registers
}

/// The condition without one choice of the constants.
fn without(query: &mut Query, open: Term, symbols: &[Term], values: &[Bv]) -> Term {
    let differs: Vec<Term> = symbols
        .iter()
        .zip(values)
        .map(|(&symbol, value)| {
            let value = query.pool.constant(value.clone());
            query.pool.ne(symbol, value)
        })
        .collect();
    let other = query.pool.or_all(differs);
    query.pool.and(open, other)
}

/// The variables of the symbolic constants, in the rule's order.
#[must_use]
pub fn symbols(query: &Query, assumption: &Assumption<'_>) -> Vec<Term> {
    let positions = assumption.typed.symbols.keys().filter_map(|name| assumption.positions.get(name));
    positions.flat_map(|&p| query.inputs.args[p].iter().map(|leaf| leaf.bits)).collect()
}
