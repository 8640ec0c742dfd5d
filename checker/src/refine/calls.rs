//! Calls of functions, whose bodies are not looked into: when the calls of the target are those of the source.
//!
//! The target has to make the events of the source in their order ([`llvet_encoder::symbolic::unknown`] says what an event is, and how
//! calls are answered). Let the environment be fixed, and take an execution of the target; the execution of the source that is compared
//! with it is answered as it is. The pair fails, unless the source is undefined, when
//!
//! - the target makes an event that the source does not make at that place with arguments that refine to those: the function may do
//!   anything there that the source does not; likewise a silent call for which no call serves that the source makes, as the function may be
//!   undefined on these arguments, run forever or unwind, unless its declaration in the source says that it does none of this;
//! - the source makes an event that the target does not make;
//! - one of them ends in a call that does not return and the other does not, or not in the same way.
//!
//! **Why undefined behavior of the source does not excuse too much.** It counts only on paths on which all calls before it return. The
//! environment may answer that a call does not return unless the source itself promises that it does, so nothing that comes after such a call
//! can justify what the target does before it, or instead of it.
//!
//! **Why this is sound for functions that are not deterministic.** The target's calls are answered independently of each other, and a call of
//! the source is given an answer only where a call on its arguments may have it (its arguments refine to those of the call that was given
//! that answer) or where the environment chooses it. So an execution of the source that is found is one that exists.
//!
//! **Counterexamples** should not need such functions: LangRef does not say that a function without effects answers alike each time, and
//! LLVM does not copy calls, but people expect it. [`Conditions::alike`] says that it does; where a pair fails only without it, the pair
//! stays undecided.

use llvet_encoder::semantics::unknown::{Effect, Facts, has_calls as makes_calls, is_of_function};
use llvet_encoder::symbolic::{Call, Summary};
use llvet_encoder::term::{Pool, Term};
use llvet_ir::inst::CallInfo;
use llvet_ir::print::print_function;
use llvet_ir::{AttrKind, Function, Inst, InstKind, Module, Operand};

use super::Pair;

/// Whether source or target calls anything but intrinsics.
#[must_use]
pub fn has_calls(pair: Pair<'_>) -> bool {
    makes_calls(pair.src) || makes_calls(pair.tgt)
}

/// Whether a function uses the result of a call of a function that may be undef.
#[must_use]
pub fn uses_results(module: &Module, function: &Function) -> bool {
    let defined = |call: &CallInfo| {
        let declared = call.direct_callee().and_then(|name| module.function(name));
        call.ret_attrs.has(AttrKind::NoUndef) || declared.is_some_and(|f| f.ret_attrs.has(AttrKind::NoUndef))
    };
    let insts = || function.blocks.iter().flat_map(|block| &block.insts);
    let called = |inst: &Inst| match &inst.kind {
        InstKind::Call { call, .. } if is_of_function(call) && !defined(call) => inst.result,
        _ => None,
    };
    let results: Vec<_> = insts().filter_map(called).collect();
    !results.is_empty()
        && insts().any(|inst| inst.kind.reads().into_iter().any(|o| matches!(o, Operand::Value(id) if results.contains(id))))
}

/// The functions with a body in either module that a pair calls, by name, each once. Their bodies are executed but not encoded: a proof is
/// about every function in their place, and a counterexample about themselves.
#[must_use]
pub fn with_bodies<'a>(pair: Pair<'a>) -> Vec<&'a str> {
    let has_body = |name: &str| [pair.src_module, pair.tgt_module].iter().any(|m| m.function(name).is_some_and(|f| !f.is_declaration()));
    let insts = |function: &'a Function| function.blocks.iter().flat_map(|block| &block.insts);
    let called = |inst: &'a Inst| match &inst.kind {
        InstKind::Call { call, .. } => call.direct_callee(),
        _ => None,
    };
    let mut names: Vec<&str> = insts(pair.src).chain(insts(pair.tgt)).filter_map(called).filter(|name| has_body(name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The functions among [`with_bodies`] that may differ between the modules: a proof takes for granted that those of the target refine those
/// of the source. One that is written the same and mentions nothing but itself and intrinsics does not differ.
#[must_use]
pub fn taken_for_granted(pair: Pair<'_>) -> Vec<&str> {
    if std::ptr::eq(pair.src_module, pair.tgt_module) {
        return Vec::new();
    }
    let text = |module: &Module, name: &str| {
        let function = module.function(name).filter(|f| !f.is_declaration())?;
        Some(print_function(module, function))
    };
    let differs = |name: &&str| {
        let (Some(s), Some(t)) = (text(pair.src_module, name), text(pair.tgt_module, name)) else { return false };
        let mentions = s.split_once('\n').is_some_and(|(_, body)| body.replace("@llvm.", "").contains('@'));
        s != t || mentions
    };
    with_bodies(pair).into_iter().filter(differs).collect()
}

/// Whether executing a function may break promises that the interpreter does not check ([`Behaviours::unchecked`]): that no memory is
/// accessed, say, or that there is no recursion. A function without pointers that neither calls bodies nor itself keeps all of them.
///
/// [`Behaviours::unchecked`]: llvet_encoder::concrete::enumerate::Behaviours::unchecked
#[must_use]
pub fn may_break_promises(module: &Module, function: &Function) -> bool {
    let mut seen = vec![function];
    let mut work = vec![function];
    while let Some(caller) = work.pop() {
        for inst in caller.blocks.iter().flat_map(|block| &block.insts) {
            let callee = match &inst.kind {
                InstKind::Call { call, .. } => call.direct_callee().and_then(|name| module.function(name)),
                kind if accesses_memory(kind) => return true,
                _ => None,
            };
            match callee.filter(|callee| !callee.is_declaration()) {
                // It may be recursion.
                Some(callee) if seen.iter().any(|known| std::ptr::eq(*known, callee)) => return true,
                Some(callee) => {
                    seen.push(callee);
                    work.push(callee);
                }
                None => {}
            }
        }
    }
    false
}

/// Whether an instruction that is no plain call may access memory; pointers come from somewhere too.
fn accesses_memory(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::VaArg { .. }
            | InstKind::Invoke { .. }
            | InstKind::CallBr { .. }
            | InstKind::GetElementPtr { .. }
    )
}

/// What is known of the functions that a pair calls.
#[must_use]
pub fn facts(pair: Pair<'_>) -> Facts {
    Facts::of_pair((pair.src_module, pair.src), (pair.tgt_module, pair.tgt))
}

/// How the calls of a pair differ.
pub struct Conditions {
    /// For each call of the target: it is made, and the source makes none that stands for it.
    pub unjustified: Vec<Term>,
    /// The source makes an event that the target does not make.
    pub only_source: Term,
    /// Only one of them ends in a call that does not return, or they end so in different ways.
    pub ends_differ: Term,
    /// Silent calls of the target on the same arguments are answered alike.
    pub alike: Term,
}

/// Compares the calls of two executions.
pub fn conditions(p: &mut Pool, facts: &Facts, src: &Summary, tgt: &Summary) -> Conditions {
    let unjustified: Vec<Term> = tgt.calls.iter().map(|call| unjustified(p, facts, call, &src.calls)).collect();
    let events = src.calls.iter().filter(|call| call.effect == Effect::Event);
    let only_source: Vec<Term> = events
        .map(|call| {
            let unmatched = p.not(call.matched);
            p.and(call.reached, unmatched)
        })
        .collect();
    let one_stops = p.xor(src.stopped, tgt.stopped);
    let both_diverge = p.and(src.diverged, tgt.diverged);
    let differently = p.not(both_diverge);
    let lost = p.and_all([src.stopped, tgt.stopped, src.lost, differently]);
    Conditions { unjustified, only_source: p.or_all(only_source), ends_differ: p.or(one_stops, lost), alike: alike(p, tgt) }
}

/// When a call of the target is reached and no call of the source stands for it.
fn unjustified(p: &mut Pool, facts: &Facts, call: &Call, source: &[Call]) -> Term {
    if facts.is_free(&call.key) {
        return p.ff();
    }
    let mut justified = p.ff();
    for other in source.iter().filter(|other| other.key == call.key) {
        let covers = if call.effect == Effect::Event { other.covers(call, p) } else { other.covers_undef(call, p) };
        let mut all = vec![other.reached, covers];
        if call.effect != Effect::None {
            all.push(other.before.same(call.before, p));
        }
        let here = p.and_all(all);
        justified = p.or(justified, here);
    }
    let unjustified = p.not(justified);
    p.and(call.reached, unjustified)
}

/// Whether silent calls of the target of the same function, with nothing between that matters to it, are answered alike where their
/// arguments may be the same.
fn alike(p: &mut Pool, tgt: &Summary) -> Term {
    let mut all = vec![p.tt()];
    for (index, call) in tgt.calls.iter().enumerate().filter(|(_, call)| call.effect.is_silent()) {
        for other in tgt.calls[..index].iter().filter(|other| other.key == call.key) {
            let compatible = compatible(p, call, other);
            let mut both = vec![call.reached, other.reached, compatible];
            if call.effect == Effect::Read {
                both.push(call.before.same(other.before, p));
            }
            let both = p.and_all(both);
            let same = call.answer.same(&other.answer, p);
            all.push(p.implies(both, same));
        }
    }
    p.and_all(all)
}

/// Whether some arguments refine both calls'; what depends on undef may be anything.
fn compatible(p: &mut Pool, a: &Call, b: &Call) -> Term {
    let picks: Vec<Term> = a.picks.iter().chain(&b.picks).map(|(pick, _)| *pick).collect();
    let mut all = Vec::new();
    for (x, y) in a.args.iter().flatten().zip(b.args.iter().flatten()) {
        let varies = p.free_vars(&[x.bits, x.poison, y.bits, y.poison]).iter().any(|v| picks.contains(v));
        if !varies {
            let same = p.eq(x.bits, y.bits);
            all.push(p.or_all([x.poison, y.poison, same]));
        }
    }
    p.and_all(all)
}

/// Picks of undef that calls of the same function, one after the other, receive in the same way: source and target.
#[must_use]
pub fn paired_picks(p: &Pool, src: &[Call], tgt: &[Call]) -> Vec<(Term, Term)> {
    let mut out: Vec<(Term, Term)> = Vec::new();
    let mut used = vec![false; tgt.len()];
    for s in src.iter().filter(|s| !s.picks.is_empty()) {
        let fits =
            |t: &Call| t.key == s.key && s.picks.iter().map(|(pick, _)| p.sort(*pick)).eq(t.picks.iter().map(|(pick, _)| p.sort(*pick)));
        let Some(place) = (0..tgt.len()).find(|&i| !used[i] && fits(&tgt[i])) else { continue };
        used[place] = true;
        out.extend(s.picks.iter().zip(&tgt[place].picks).map(|((s, _), (t, _))| (*s, *t)));
    }
    out
}

/// Leaves that calls at the same place in the order of events receive, source and target: what candidates for picks are made from.
pub fn passed<'a>(src: &'a [Call], tgt: &'a [Call]) -> impl Iterator<Item = (Term, Term)> + 'a {
    let pairs = src.iter().flat_map(|s| tgt.iter().filter(|t| t.key == s.key && t.before == s.before).map(move |t| (s, t)));
    let with_picks = pairs.filter(|(s, _)| !s.picks.is_empty());
    with_picks.flat_map(|(s, t)| s.args.iter().flatten().zip(t.args.iter().flatten()).map(|(s, t)| (s.bits, t.bits)))
}
