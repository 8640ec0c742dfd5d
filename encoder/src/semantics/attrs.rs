//! Attributes of parameters, call results and returns that restrict values (LangRef, "Parameter Attributes").
//!
//! `noundef` violated is immediate UB; `range` and its kind make the value poison (and so UB together with `noundef`).

use llvet_ir::metadata::{MdNode, MdRef};
use llvet_ir::{Attr, AttrKind, AttrSet, ConstKind, Inst, InstKind, IntValue, Module, Type};

use super::constant::literal;
use super::{Cx, float};
use crate::domain::Domain;
use crate::outcome::{PoisonReason, Unsupported};
use crate::value::{Lane, Value};

/// Applies the value attributes in `attrs` that make a value of type `ty` poison when violated, leaf by leaf.
///
/// # Errors
/// For value attributes that are not modelled. Attributes of other kinds are [`super::attr_table`]'s to reject.
pub fn restrict<D: Domain>(cx: &mut Cx<'_, D>, attrs: &AttrSet, ty: &Type, value: &Value<D>) -> Result<Value<D>, Unsupported> {
    let mut out = value.clone();
    for attr in &attrs.attrs {
        match attr {
            Attr::Range { lo, hi, .. } => {
                poison_lanes(cx, &mut out, "value is outside its range", |cx, lane| outside_range(cx, lane, lo, hi));
            }
            Attr::Enum(AttrKind::NonNull) => poison_lanes(cx, &mut out, "nonnull pointer is null", |cx, lane| cx.d.is_zero(&lane.bits)),
            // Of an argument passed by value, `align` is that of the callee's copy.
            Attr::Int(AttrKind::Align, align) if !attrs.has(AttrKind::Byval) => {
                poison_lanes(cx, &mut out, "pointer is not aligned", |cx, lane| misaligned(cx, lane, *align));
            }
            Attr::NofpClass(classes) => {
                let fmt = float::format_of(first_leaf(ty))?;
                poison_lanes(cx, &mut out, "value is of an excluded class", |cx, lane| {
                    float::class::is_in(cx.d, fmt, &lane.bits, u32::from(*classes))
                });
            }
            Attr::Enum(_) | Attr::Int(..) | Attr::Type(..) | Attr::Initializes(_) | Attr::Text(..) | Attr::String { .. } => {}
        }
    }
    Ok(out)
}

/// The type of the leaves of an array or vector of one type.
fn first_leaf(ty: &Type) -> &Type {
    match ty {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => first_leaf(elem),
        Type::Struct(body) => body.fields.first().map_or(ty, first_leaf),
        other => other,
    }
}

/// Makes the lanes poison where a rule is violated.
fn poison_lanes<D: Domain>(
    cx: &mut Cx<'_, D>,
    value: &mut Value<D>,
    why: &'static str,
    violated: impl Fn(&mut Cx<'_, D>, &Lane<D>) -> D::Bool,
) {
    for lane in &mut value.lanes {
        let bad = violated(cx, lane);
        let mut poison = lane.poison.clone();
        cx.poison_if(&mut poison, bad, PoisonReason::Other(why));
        lane.poison = poison;
    }
}

/// Whether an address is not a multiple of a power of two.
pub fn misaligned<D: Domain>(cx: &mut Cx<'_, D>, lane: &Lane<D>, align: u64) -> D::Bool {
    let width = cx.d.width(&lane.bits);
    let mask = cx.d.num(width, align.wrapping_sub(1));
    let low = cx.d.bvand(&lane.bits, &mask);
    let aligned = cx.d.is_zero(&low);
    cx.d.not(&aligned)
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

/// The value a function returns, where a parameter's `returned` promises that it is that parameter's: lanes that differ are
/// poison. Lanes of `param` that are poison promise nothing; the caller marks those that are undef as poison too.
pub fn restrict_returned<D: Domain>(cx: &mut Cx<'_, D>, param: &Value<D>, value: &Value<D>) -> Value<D> {
    super::zip_lanes(cx, value, param, |cx, lane, promised| {
        let (differs, counts) = (cx.d.ne(&lane.bits, &promised.bits), cx.d.not(&promised.poison));
        let violated = cx.d.and(&differs, &counts);
        let mut poison = lane.poison.clone();
        cx.poison_if(&mut poison, violated, PoisonReason::Other("value is not the argument that is returned"));
        Lane { bits: lane.bits.clone(), poison }
    })
}

/// Applies `!range` of a call (LangRef, "'range' Metadata"): lanes outside all of its ranges are poison.
///
/// # Errors
/// When the node is not one LangRef allows.
pub fn restrict_metadata<D: Domain>(cx: &mut Cx<'_, D>, module: &Module, inst: &Inst, value: &Value<D>) -> Result<Value<D>, Unsupported> {
    let mut out = value.clone();
    for (_, node) in inst.metadata.iter().filter(|(kind, _)| &**kind == "range") {
        let ranges = range_pairs(module, node)?;
        poison_lanes(cx, &mut out, "value is outside its !range", |cx, lane| {
            let mut outside = cx.d.bool(true);
            for (lo, hi) in &ranges {
                let here = outside_range(cx, lane, lo, hi);
                outside = cx.d.and(&outside, &here);
            }
            outside
        });
    }
    Ok(out)
}

/// The half-open ranges of a `!range` node.
///
/// # Errors
/// When it is not a list of pairs of integers.
pub fn range_pairs(module: &Module, node: &MdRef) -> Result<Vec<(IntValue, IntValue)>, Unsupported> {
    let node = match node {
        MdRef::Node(id) => module.metadata.get(id),
        MdRef::Inline(node) => Some(&**node),
        MdRef::String(_) | MdRef::Constant(_) | MdRef::Null => None,
    };
    let Some(MdNode::Tuple { elems, .. }) = node else { return Err(Unsupported::new("!range that is not a tuple")) };
    let number = |elem: &MdRef| match elem {
        MdRef::Constant(c) => match &c.kind {
            ConstKind::Int(value) => Ok(value.clone()),
            _ => Err(Unsupported::new("!range with a constant that is not an integer")),
        },
        MdRef::Node(_) | MdRef::Inline(_) | MdRef::String(_) | MdRef::Null => {
            Err(Unsupported::new("!range with something else than constants"))
        }
    };
    if elems.is_empty() || elems.len() % 2 != 0 {
        return Err(Unsupported::new("!range without pairs"));
    }
    elems.chunks_exact(2).map(|pair| Ok((number(&pair[0])?, number(&pair[1])?))).collect()
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

/// Whether attachments of a kind say nothing about values or behavior.
#[must_use]
pub fn is_irrelevant_metadata(kind: &str) -> bool {
    IRRELEVANT_METADATA.contains(&kind)
}

/// Whether every attachment of an instruction is modelled or changes nothing. `!range` of a call is [`restrict_metadata`]'s.
///
/// # Errors
/// Names the first attachment that is not.
pub fn check_metadata(inst: &Inst) -> Result<(), Unsupported> {
    let is_call = matches!(inst.kind, InstKind::Call { .. });
    let known = |kind: &str| is_irrelevant_metadata(kind) || kind == "range" && is_call;
    match inst.metadata.iter().find(|(kind, _)| !known(kind)) {
        Some((kind, _)) => Err(Unsupported::new(format!("metadata !{kind}"))),
        None => Ok(()),
    }
}
