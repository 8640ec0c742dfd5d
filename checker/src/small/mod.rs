//! Rung 5: a pair that is too hard at its own widths, decided at widths 1 to 8.
//!
//! Purpose: when the solver gives up, something true can still be said: a counterexample at a small width often shows one at the
//! real one, and that there is none is evidence.
//! Invariants: the small pairs are enumerated in full or not counted. Nothing at a small width is a verdict: a hit is carried over to the
//! original widths and decided and replayed there, and the absence of hits is reported as what it is, never as `refines`.
//! Pairs with floating point are decided at formats of a few bits instead ([`formats`]), their integers as they are.
//! Deliberately absent: loops, memory and calls of functions, whose small counterparts would not mean the same.

mod constant;
mod formats;
mod lift;
mod retype;
mod scale;

use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_ir::{Cfg, Function, Module};

use self::scale::{Scale, Unscalable};
use crate::refine::{CheckOptions, Failing, Pair, budget, calls, failing_inputs};
use crate::solve::UnknownReason;
use crate::solve::ladder::Budget;
use crate::verdict::{Method, Verdict, VerdictKind};

/// The widest small width.
const WIDEST: u32 = 8;

/// What the small widths say.
#[derive(Debug)]
enum Finding {
    /// A counterexample at the original widths.
    Counterexample(Box<Verdict>),
    /// None was found: where everything was tried, what did not carry over, why others were not tried; and whether everything was tried
    /// anywhere.
    Evidence(String, bool),
}

/// What was tried without finding a counterexample.
#[derive(Debug, Default)]
struct Evidence {
    /// Widths of which all inputs and choices were tried.
    complete: Vec<u32>,
    /// Widths at which a counterexample was found that is none at the original widths.
    misleading: Vec<u32>,
    executions: u64,
    /// Why no width could be tried, or the last that could not.
    obstacle: Option<String>,
}

impl std::fmt::Display for Evidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |widths: &[u32]| widths.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let width = |widths: &[u32]| if widths.len() == 1 { "width" } else { "widths" };
        let mut parts = Vec::new();
        if !self.complete.is_empty() {
            let (widths, executions) = (width(&self.complete), self.executions);
            parts.push(format!("no counterexample at {widths} {} ({executions} executions)", list(&self.complete)));
        }
        if !self.misleading.is_empty() {
            let (widths, numbers) = (width(&self.misleading), list(&self.misleading));
            parts.push(format!("what fails at {widths} {numbers} does not at the original ones"));
        }
        if let (true, Some(why)) = (parts.is_empty(), &self.obstacle) {
            parts.push(format!("small widths cannot stand for this pair: {why}"));
        }
        f.write_str(&parts.join("; "))
    }
}

/// Decides by small widths alone.
pub fn check(pair: Pair<'_>, options: &CheckOptions) -> Verdict {
    match search(pair, options, &budget(options)) {
        Finding::Counterexample(verdict) => *verdict,
        Finding::Evidence(evidence, _) => Verdict::new(VerdictKind::Inconclusive, evidence),
    }
}

/// What small widths say for themselves about a pair that is decided: that it fails, that it does not at any width that could be tried, or
/// nothing.
pub fn opinion(pair: Pair<'_>, options: &CheckOptions) -> (Option<VerdictKind>, String) {
    match search(pair, options, &budget(options)) {
        Finding::Counterexample(verdict) => (Some(verdict.verdict), verdict.detail),
        Finding::Evidence(evidence, complete) => (complete.then_some(VerdictKind::Refines), evidence),
    }
}

/// What small widths add, within some time, to a verdict that was left open.
pub fn after(pair: Pair<'_>, options: &CheckOptions, undecided: Verdict, time: Duration) -> Verdict {
    let budget = Budget { deadline: Instant::now() + time, ..budget(options) };
    match search(pair, options, &budget) {
        Finding::Counterexample(verdict) => Verdict { warnings: undecided.warnings, log: undecided.log, ..*verdict },
        Finding::Evidence(evidence, _) => Verdict { detail: format!("{}; {evidence}", undecided.detail), ..undecided },
    }
}

/// Whether small widths can say anything about a pair.
pub fn applies(pair: Pair<'_>) -> bool {
    let has_loop = |function: &Function| Cfg::new(function).has_cycle();
    if pair.assume.is_some() || calls::has_calls(pair) || has_loop(pair.src) || has_loop(pair.tgt) {
        return false;
    }
    formats::applies(pair) || scale::widest(pair).is_ok_and(|widest| (1..=WIDEST.min(widest - 1)).any(|k| small_pair(pair, k).is_ok()))
}

/// Values for all leaves of the arguments for which a pair with floating point may fail, as it does at other formats.
pub fn candidates(pair: Pair<'_>, options: &CheckOptions, budget: &Budget) -> Vec<Vec<Bv>> {
    if pair.assume.is_some() { Vec::new() } else { formats::candidates(pair, options, budget) }
}

fn search(pair: Pair<'_>, options: &CheckOptions, budget: &Budget) -> Finding {
    if calls::has_calls(pair) {
        return obstacle("it calls functions");
    }
    if pair.assume.is_none() && formats::applies(pair) {
        return formats::search(pair, options, budget);
    }
    let mut evidence = Evidence::default();
    let widest = match scale::widest(pair) {
        Ok(_) if pair.assume.is_some() => return obstacle("a precondition"),
        Ok(widest) if widest < 2 => return obstacle("it has no integers to make smaller"),
        Ok(widest) => widest,
        Err(Unscalable(why)) => return obstacle(&why),
    };
    for width in 1..=WIDEST.min(widest - 1) {
        // Each width takes longer than all before it, and carrying over needs time too.
        let enumeration = Budget { deadline: Instant::now() + budget.left() / 2, method: Some(Method::Enumerate), ..budget.clone() };
        if budget.left().is_zero() {
            evidence.obstacle.get_or_insert_with(|| UnknownReason::Timeout.to_string());
            break;
        }
        let small = match small_pair(pair, width) {
            Ok(small) => small,
            Err(Unscalable(why)) => {
                evidence.obstacle = Some(why);
                continue;
            }
        };
        match small.with(pair, |small| failing_inputs(small, options, &enumeration)) {
            Ok(Failing::Nothing) => evidence.complete.push(width),
            Ok(Failing::Inputs(inputs)) => match lift::carried_over(pair, options, &inputs, budget) {
                Some(verdict) => return Finding::Counterexample(Box::new(verdict)),
                None => evidence.misleading.push(width),
            },
            Ok(Failing::Unknown(reason)) => {
                evidence.obstacle = Some(format!("{reason} at width {width}"));
                break;
            }
            Err((_, error)) => evidence.obstacle = Some(error.what),
        }
    }
    evidence.executions = budget.executions.count();
    Finding::Evidence(evidence.to_string(), !evidence.complete.is_empty())
}

fn obstacle(why: &str) -> Finding {
    Finding::Evidence(Evidence { obstacle: Some(why.to_owned()), ..Evidence::default() }.to_string(), false)
}

/// A pair at a small width, with its modules.
struct Small {
    src: Module,
    tgt: Module,
}

impl Small {
    fn with<R>(&self, original: Pair<'_>, run: impl FnOnce(Pair<'_>) -> R) -> R {
        let find = |module: &'_ Module, name: &str| module.functions.iter().position(|f| &*f.name == name).unwrap_or(0);
        run(Pair {
            src_module: &self.src,
            src: &self.src.functions[find(&self.src, &original.src.name)],
            tgt_module: &self.tgt,
            tgt: &self.tgt.functions[find(&self.tgt, &original.tgt.name)],
            assume: None,
            unrolled: None,
        })
    }
}

/// The pair with its widest integers at `width` bits.
fn small_pair(pair: Pair<'_>, width: u32) -> Result<Small, Unscalable> {
    let scale = Scale::new(pair, width)?;
    Ok(Small { src: scale.module(pair.src_module, pair.src)?, tgt: scale.module(pair.tgt_module, pair.tgt)? })
}

#[cfg(test)]
mod tests;
