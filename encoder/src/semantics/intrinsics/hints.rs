//! `llvm.assume`, `llvm.is.constant`, `llvm.expect` and intrinsics without effect on values (LangRef, "General Intrinsics").

use llvet_ir::Operand;
use llvet_ir::inst::CallInfo;

use super::super::{Cx, Place, attrs};
use crate::domain::{ChoiceKind, Domain};
use crate::outcome::{UbReason, Unsupported};
use crate::value::{Lane, Value};

/// `llvm.assume(cond) [bundles]` (LangRef, "'llvm.assume' Intrinsic" and "Assume Operand Bundles"). `bundle_args` are the values
/// of the bundles' inputs, bundle by bundle. UB: the condition is false or poison, or what a bundle states does not hold. That a
/// `noundef` input does not depend on undef is for the executor to require; see [`noundef_inputs`].
///
/// # Errors
/// For bundles whose meaning is not modelled.
pub fn assume<D: Domain>(
    cx: &mut Cx<'_, D>,
    place: Place<'_>,
    call: &CallInfo,
    args: &[Value<D>],
    bundle_args: &[Vec<Value<D>>],
) -> Result<Value<D>, Unsupported> {
    let condition = args.first().ok_or_else(|| Unsupported::new("llvm.assume without a condition"))?.lane();
    cx.ub_if(condition.poison.clone(), UbReason::AssumePoison);
    let holds = cx.d.bits_bool(&condition.bits);
    let fails = cx.d.not(&holds);
    cx.ub_if(fails, UbReason::AssumeFalse);
    for (i, bundle) in call.bundles.iter().enumerate() {
        let inputs = bundle_args.get(i).map_or(&[][..], Vec::as_slice);
        assume_bundle(cx, place, &bundle.tag, &bundle.args, inputs)?;
    }
    Ok(Value::void())
}

fn assume_bundle<D: Domain>(
    cx: &mut Cx<'_, D>,
    place: Place<'_>,
    tag: &str,
    operands: &[Operand],
    inputs: &[Value<D>],
) -> Result<(), Unsupported> {
    let unsupported = || Err(Unsupported::new(format!("assume bundle \"{tag}\"")));
    match (tag, inputs) {
        ("ignore" | "cold", _) => Ok(()),
        ("noundef", [value]) => {
            for lane in &value.lanes {
                cx.ub_if(lane.poison.clone(), UbReason::NoundefViolated("input of assume".into()));
            }
            Ok(())
        }
        ("nonnull", [pointer]) if operands.first().is_some_and(|op| place.type_of(op).is_ptr()) => {
            let lane = pointer.lane();
            let null = cx.d.is_zero(&lane.bits);
            let bad = cx.d.or(&lane.poison, &null);
            cx.ub_if(bad, UbReason::AttributeViolated("assumed nonnull pointer is null".into()));
            Ok(())
        }
        ("align", [pointer, alignment]) => assume_align(cx, pointer.lane(), alignment.lane(), None),
        ("align", [pointer, alignment, offset]) => assume_align(cx, pointer.lane(), alignment.lane(), Some(offset.lane())),
        _ => unsupported(),
    }
}

fn assume_align<D: Domain>(
    cx: &mut Cx<'_, D>,
    pointer: &Lane<D>,
    alignment: &Lane<D>,
    offset: Option<&Lane<D>>,
) -> Result<(), Unsupported> {
    let known = cx.d.known_bits(&alignment.bits).filter(|_| cx.d.known(&alignment.poison) == Some(false));
    let Some(alignment) = known.and_then(|bits| bits.to_u64()).filter(|a| a.is_power_of_two()) else {
        return Err(Unsupported::new("assume bundle \"align\" whose alignment is not a constant power of two"));
    };
    let width = cx.d.width(&pointer.bits);
    let (mut address, mut poison) = (pointer.bits.clone(), pointer.poison.clone());
    if let Some(offset) = offset {
        let from = cx.d.width(&offset.bits);
        let distance = if from < width { cx.d.sext(&offset.bits, width) } else { cx.d.trunc(&offset.bits, width) };
        address = cx.d.sub(&address, &distance);
        poison = cx.d.or(&poison, &offset.poison);
    }
    let misaligned = attrs::misaligned(cx, &Lane { bits: address, poison: poison.clone() }, alignment);
    let bad = cx.d.or(&poison, &misaligned);
    cx.ub_if(bad, UbReason::AttributeViolated(format!("assumed alignment {alignment} does not hold")));
    Ok(())
}

/// The bundle inputs of an `llvm.assume` that must not depend on undef: positions of bundle and input.
#[must_use]
pub fn noundef_inputs(call: &CallInfo) -> Vec<(usize, usize)> {
    let bundles = call.bundles.iter().enumerate().filter(|(_, bundle)| matches!(&*bundle.tag, "noundef" | "nonnull" | "align"));
    bundles.flat_map(|(i, bundle)| (0..bundle.args.len()).map(move |j| (i, j))).collect()
}

/// `is.constant`: true for a constant operand, else either. Never poison. UB: never.
pub fn is_constant<D: Domain>(cx: &mut Cx<'_, D>, call: &CallInfo) -> Value<D> {
    let bits = match call.args.first() {
        Some((Operand::Const(_), _)) => cx.d.num(1, 1),
        _ => cx.d.choose(1, ChoiceKind::Unspecified),
    };
    Value::scalar(Lane::defined(cx.d, bits))
}

/// `allow.runtime.check`, `allow.ubsan.check`: either truth value. Never poison. UB: never.
pub fn either_truth<D: Domain>(cx: &mut Cx<'_, D>) -> Value<D> {
    let bits = cx.d.choose(1, ChoiceKind::Unspecified);
    Value::scalar(Lane::defined(cx.d, bits))
}
