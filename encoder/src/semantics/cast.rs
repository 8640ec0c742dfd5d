//! Casts (LangRef, "Conversion Operations"). Casts between integers and floating point are in the floating-point rules.

use llvet_ir::{CastOp, Flags, Function, Module, Type};

use super::{Cx, any_poison, float, join, map_lanes, scalar_width};
use crate::domain::Domain;
use crate::outcome::{PoisonReason, Unsupported};
use crate::value::{Lane, Value};

/// A cast of scalars or vectors from `from` to `to`, in a function or in a constant expression.
///
/// # Errors
/// For casts that are not modelled.
pub fn cast_value<D: Domain>(
    cx: &mut Cx<'_, D>,
    module: &Module,
    function: Option<&Function>,
    op: CastOp,
    flags: Flags,
    [from, to]: [&Type; 2],
    a: &Value<D>,
) -> Result<Value<D>, Unsupported> {
    match op {
        CastOp::Trunc | CastOp::Zext | CastOp::Sext => {
            let width = scalar_width(module, to.scalar())?;
            Ok(map_lanes(cx, a, |cx, lane| match op {
                CastOp::Trunc => trunc(cx, flags, lane, width),
                CastOp::Zext => zext(cx, flags, lane, width),
                _ => Lane { bits: cx.d.sext(&lane.bits, width), poison: lane.poison.clone() },
            }))
        }
        CastOp::Bitcast => bitcast(cx, module, from, to, a),
        CastOp::Fptrunc | CastOp::Fpext | CastOp::Fptoui | CastOp::Fptosi | CastOp::Uitofp | CastOp::Sitofp => {
            float::cast::cast_value(cx, function, op, flags, [from, to], a)
        }
        CastOp::Ptrtoint | CastOp::Ptrtoaddr | CastOp::Inttoptr | CastOp::Addrspacecast => Err(Unsupported::new(op.name())),
    }
}

/// `trunc` to `width`: the low bits. Poison when `nuw`/`nsw` and zero-/sign-extending back gives another value.
pub fn trunc<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, width: u32) -> Lane<D> {
    let mut poison = a.poison.clone();
    let (bits, wide) = (cx.d.trunc(&a.bits, width), cx.d.width(&a.bits));
    if flags.nuw {
        let back = cx.d.zext(&bits, wide);
        let lost = cx.d.ne(&back, &a.bits);
        cx.poison_if(&mut poison, lost, PoisonReason::UnsignedWrap);
    }
    if flags.nsw {
        let back = cx.d.sext(&bits, wide);
        let lost = cx.d.ne(&back, &a.bits);
        cx.poison_if(&mut poison, lost, PoisonReason::SignedWrap);
    }
    Lane { bits, poison }
}

/// `zext` to `width`. Poison when `nneg` and the operand is negative.
pub fn zext<D: Domain>(cx: &mut Cx<'_, D>, flags: Flags, a: &Lane<D>, width: u32) -> Lane<D> {
    let mut poison = a.poison.clone();
    if flags.nneg {
        let negative = cx.d.is_negative(&a.bits);
        cx.poison_if(&mut poison, negative, PoisonReason::Negative);
    }
    Lane { bits: cx.d.zext(&a.bits, width), poison }
}

/// `bitcast`: the bits of the value as it would lie in memory, read at the other type (LangRef, "'bitcast .. to' Instruction").
/// Lane 0 takes the lowest bits on little-endian targets and the highest on big-endian ones. A result lane is poison when a
/// poison lane overlaps it.
fn bitcast<D: Domain>(cx: &mut Cx<'_, D>, module: &Module, from: &Type, to: &Type, a: &Value<D>) -> Result<Value<D>, Unsupported> {
    let (from_width, to_width) = (scalar_width(module, from.scalar())?, scalar_width(module, to.scalar())?);
    if from.scalar().is_ptr() != to.scalar().is_ptr() {
        return Err(Unsupported::new(format!("bitcast from {from} to {to}")));
    }
    if from_width == to_width {
        return Ok(a.clone());
    }
    let count = to.lanes().unwrap_or(1);
    let little = is_little_endian(module);
    let mut lanes = Vec::new();
    for i in 0..count {
        let start = i * u64::from(to_width);
        // Positions count from the lowest bit in memory order for little, from the highest for big endian.
        let (first, last) = (start / u64::from(from_width), (start + u64::from(to_width) - 1) / u64::from(from_width));
        let overlapping = usize::try_from(first).ok().zip(usize::try_from(last).ok()).and_then(|(first, last)| a.lanes.get(first..=last));
        let overlapping = overlapping.ok_or_else(|| Unsupported::new(format!("bitcast from {from} to {to}")))?;
        let mut parts: Vec<D::Bits> = overlapping.iter().map(|lane| lane.bits.clone()).collect();
        if little {
            parts.reverse();
        }
        let (joined, poison) = (join(cx.d, parts), any_poison(cx.d, overlapping));
        let skipped = u32::try_from(start - first * u64::from(from_width)).unwrap_or(0);
        let low = if little { skipped } else { cx.d.width(&joined) - skipped - to_width };
        lanes.push(Lane { bits: cx.d.extract(&joined, low + to_width - 1, low), poison });
    }
    Ok(Value { lanes })
}

/// Whether the module's data layout is little-endian, LLVM's default.
#[must_use]
pub fn is_little_endian(module: &Module) -> bool {
    !module.datalayout.as_deref().unwrap_or("").split('-').any(|spec| spec == "E")
}
