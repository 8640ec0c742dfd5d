//! Attributes of parameters, call results and returns that restrict values (LangRef, "Parameter Attributes").
//!
//! `noundef` violated is immediate UB; `range` and its kind make the value poison (and so UB together with `noundef`).

use llvet_ir::{Attr, AttrKind, AttrSet, Function, Inst, IntValue};

use super::Cx;
use super::constant::literal;
use crate::domain::Domain;
use crate::outcome::{PoisonReason, Unsupported};
use crate::value::{Lane, Value};

/// Applies the value attributes in `attrs` that make a value poison when violated, leaf by leaf.
///
/// # Errors
/// For value attributes that are not modelled.
pub fn restrict<D: Domain>(cx: &mut Cx<'_, D>, attrs: &AttrSet, value: &Value<D>) -> Result<Value<D>, Unsupported> {
    let mut out = value.clone();
    for attr in &attrs.attrs {
        if let Attr::Range { lo, hi, .. } = attr {
            for lane in &mut out.lanes {
                let outside = outside_range(cx, lane, lo, hi);
                let mut poison = lane.poison.clone();
                cx.poison_if(&mut poison, outside, PoisonReason::Other("value is outside its range"));
                lane.poison = poison;
            }
        }
    }
    Ok(out)
}

/// Whether a lane's bits are outside the half-open, wrapping range `[lo, hi)`; equal ends mean the full set, as in `ConstantRange`.
pub fn outside_range<D: Domain>(cx: &mut Cx<'_, D>, lane: &Lane<D>, lo: &IntValue, hi: &IntValue) -> D::Bool {
    let width = cx.d.width(&lane.bits);
    let (lo, hi) = (literal(width, lo), literal(width, hi));
    if lo == hi {
        return cx.d.bool(false);
    }
    // lo ≤ x < hi modulo 2^width, i.e. x − lo <u hi − lo.
    let (start, length) = (cx.d.bits(lo.clone()), cx.d.bits(hi.sub(&lo)));
    let offset = cx.d.sub(&lane.bits, &start);
    let inside = cx.d.ult(&offset, &length);
    cx.d.not(&inside)
}

/// Whether `attrs` says that the value must be neither undef nor poison.
#[must_use]
pub fn is_noundef(attrs: &AttrSet) -> bool {
    attrs.has(AttrKind::NoUndef)
}

/// Whether every attribute of a function and its parameters is modelled or changes nothing without memory.
///
/// # Errors
/// Names the first attribute that is not.
pub fn check_function(function: &Function) -> Result<(), Unsupported> {
    let modelled = [AttrKind::NoUndef, AttrKind::Range, AttrKind::ZeroExt, AttrKind::SignExt, AttrKind::InReg];
    for set in function.args.iter().map(|a| &a.attrs).chain([&function.ret_attrs]) {
        if let Some(attr) = set.attrs.iter().find(|a| !a.kind().is_some_and(|k| modelled.contains(&k))) {
            return Err(Unsupported::new(format!("attribute {:?}", attr)).at(function.span));
        }
    }
    Ok(())
}

/// Attachments that say nothing about values or behavior.
const IRRELEVANT_METADATA: [&str; 12] = [
    "dbg",
    "prof",
    "unpredictable",
    "nosanitize",
    "llvm.loop",
    "annotation",
    "srcloc",
    "heapallocsite",
    "pcsections",
    "DIAssignID",
    "implicit.ref",
    "irce.loop.clone",
];

/// Whether every attachment of an instruction is modelled or changes nothing.
///
/// # Errors
/// Names the first attachment that is not.
pub fn check_metadata(inst: &Inst) -> Result<(), Unsupported> {
    match inst.metadata.iter().find(|(kind, _)| !IRRELEVANT_METADATA.contains(&&**kind)) {
        Some((kind, _)) => Err(Unsupported::new(format!("metadata !{kind}"))),
        None => Ok(()),
    }
}
