//! Rewrite-based fast-math flags (LangRef, "Rewrite-based flags"; Lesson 13.8, Definition 13.8.8, Theorem 13.8.17).
//!
//! An expression whose every instruction carries a licence stands for any evaluation of its real meaning that the licence allows. Execution
//! computes what is written, so a target that refines what the source executes refines it anyway; one that does not may still be one
//! of the licensed evaluations ([`matching`]). A target that is neither is wrong only if no licensed evaluation gives its result.
//!
//! Covered: functions that only compute values, with the same branches ([`ways`]), `reassoc` (with `nsz` where zeros may change sign, and
//! `nnan` where a root is one only above zero), also through lanes of vectors, reductions and `select` ([`meaning`]), `contract` and `arcp`
//! ([`shapes`]), and `afn` for powers ([`afn`]); other approximate functions are compared by name.

mod afn;
mod matching;
mod meaning;
mod parts;
mod poly;
mod shapes;
mod view;
mod ways;

use llvet_ir::{FastMath, print};

use self::matching::{Matcher, Used};
use self::view::{REWRITE, View, licensing};
use self::ways::{Way, ways};
use super::Pair;

/// What licences say about a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Licensed {
    /// The target is a licensed evaluation of the source; the text names licence and instructions, empty when none was needed.
    Yes(String),
    /// The source carries no licence that applies: what it executes is all there is.
    NotApplicable,
    /// No evaluation that the source's licences allow has the target's result at these arguments, each with its lanes.
    Never(Vec<Vec<i64>>),
    /// None of these.
    Unknown,
}

/// Whether the source carries a licence that applies, so that what it executes is not all that it may give.
pub(super) fn applies(pair: Pair<'_>) -> bool {
    !licensing(pair.src).is_empty()
}

/// Compares source and target under the source's licences.
pub(super) fn licensed(pair: Pair<'_>, undef_inputs: bool) -> Licensed {
    let applies = applies(pair);
    let attrs = |function: &llvet_ir::Function| {
        let args: Vec<_> = function.args.iter().map(|arg| arg.attrs.clone()).collect();
        (args, function.ret_attrs.clone())
    };
    let floats = |function: &llvet_ir::Function| function.blocks.iter().flat_map(|b| &b.insts).any(|i| i.ty.scalar().is_float());
    let comparable = floats(pair.src) && attrs(pair.src) == attrs(pair.tgt);
    let Some(ways) = comparable.then(|| ways(pair.src, pair.tgt)).flatten() else {
        return if applies { Licensed::Unknown } else { Licensed::NotApplicable };
    };
    let mut used = Used::default();
    let along = |way: &Way<'_>, used: &mut Used| {
        let mut matcher = matcher(pair, way, undef_inputs);
        let same = way.same.iter().all(|(s, t)| matcher.operand(s, t));
        used.join(&matcher.used);
        same
    };
    if ways.iter().all(|way| along(way, &mut used)) {
        return Licensed::Yes(describe(pair, &used));
    }
    if !applies {
        return Licensed::NotApplicable;
    }
    let difference = match &ways[..] {
        [way] => way.same.last().and_then(|(s, t)| matcher(pair, way, undef_inputs).difference(s, t)),
        _ => None,
    };
    difference.map_or(Licensed::Unknown, Licensed::Never)
}

fn matcher<'a>(pair: Pair<'a>, way: &'a Way<'a>, undef_inputs: bool) -> Matcher<'a> {
    Matcher::new(View { function: pair.src, way: &way.src }, View { function: pair.tgt, way: &way.tgt }, undef_inputs)
}

fn describe(pair: Pair<'_>, used: &Used) -> String {
    if used.insts.is_empty() {
        return String::new();
    }
    let flags: Vec<&str> = FastMath::NAMES.iter().filter(|(flag, _)| used.flags.has(*flag)).map(|(_, name)| *name).collect();
    let names: Vec<String> = used.insts.iter().map(|&id| print::value_name(pair.src, id)).collect();
    format!("licensed by {} on {}", flags.join(" "), names.join(", "))
}

/// A licence of the target's that the source does not grant: the first such flag and instruction. The source grants a flag when all its
/// licensing instructions carry it.
pub(super) fn new_licence(pair: Pair<'_>) -> Option<String> {
    let granted = licensing(pair.src).iter().map(|inst| inst.flags.fmf.0).reduce(|a, b| a & b).unwrap_or(0);
    let source: Vec<_> = licensing(pair.src);
    for inst in licensing(pair.tgt) {
        let extra = FastMath(inst.flags.fmf.0 & REWRITE.0 & !granted);
        let same = |other: &&llvet_ir::Inst| {
            std::mem::discriminant(&other.kind) == std::mem::discriminant(&inst.kind) && other.flags.fmf.has(inst.flags.fmf)
        };
        if extra.is_empty() || source.iter().any(same) {
            continue;
        }
        let (_, name) = FastMath::NAMES.iter().find(|(flag, _)| extra.has(*flag))?;
        let at = inst.result.map(|id| print::value_name(pair.tgt, id)).unwrap_or_default();
        return Some(format!("{name} on the target's {at} licenses evaluations that the source does not"));
    }
    None
}

/// Whether licensed evaluations of the source may be poison where the one it executes is not: whether all instructions that carry a licence
/// carry `nnan` or `ninf` too, which new instructions would then have.
pub(super) fn may_add_poison(pair: Pair<'_>) -> bool {
    let insts = pair.src.blocks.iter().flat_map(|block| &block.insts);
    let carrying = insts.filter(|inst| inst.flags.fmf.0 & REWRITE.0 != 0).map(|inst| inst.flags.fmf.0);
    carrying.reduce(|a, b| a & b).is_some_and(|common| common & (FastMath::NNAN.0 | FastMath::NINF.0) != 0)
}
