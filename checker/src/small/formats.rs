//! Pairs with floating point at formats of a few bits, and at `half`.
//!
//! Purpose: rules about numbers fail where the format ends: at its largest and smallest numbers, and where it rounds. A format with three
//! bits of exponent and two of fraction has all of that, and all its inputs can be tried.
//! Invariants: as for small widths: a hit is carried over and decided at the original format, none is evidence only.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::{ArgLane, ArgValue};
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use llvet_ir::Type;
use llvet_ir::types::FloatKind;

use super::Finding;
use super::retype::{self, Retype};
use crate::refine::{CheckOptions, Failing, Pair, check_inputs, failing_inputs, has_licence};
use crate::solve::ladder::Budget;
use crate::solve::log::Log;
use crate::verdict::{Method, Verdict, VerdictKind};

/// Most combinations of carried-over inputs that are tried for one hit.
const MAX_TRIES: usize = 64;

/// Most time for one of them.
const TRY: Duration = Duration::from_millis(300);

/// Formats that stand for one format, the smallest first.
const ONE: [(u8, u8); 3] = [(3, 2), (3, 3), (4, 3)];

/// Formats that stand for two: the wide one has more than twice the precision, as `float` has of `half`, and `double` of `float`.
const TWO: [(u8, u8); 2] = [(3, 2), (4, 7)];

/// Replacements of the pair's formats; none when it has no floating point, or something that has no counterpart. Licences have none: inputs
/// at which executions differ are no counterexamples under them.
fn replacements(pair: Pair<'_>) -> Vec<Retype> {
    if has_licence(pair) {
        return Vec::new();
    }
    let (Some(mut kinds), Some(more)) = (retype::kinds(pair.src), retype::kinds(pair.tgt)) else { return Vec::new() };
    kinds.extend(more);
    let kinds: Vec<FloatKind> = kinds.into_iter().collect();
    let tiny = |(exp_bits, frac_bits): (u8, u8)| FloatKind::Tiny { exp_bits, frac_bits };
    match kinds[..] {
        [only] => {
            let half = (only.bits() > FloatKind::Half.bits()).then_some(FloatKind::Half);
            ONE.into_iter().map(tiny).chain(half).map(|new| Retype(BTreeMap::from([(only, new)]))).collect()
        }
        [narrow, wide] if narrow.bits() < wide.bits() => {
            vec![Retype(BTreeMap::from([(narrow, tiny(TWO[0])), (wide, tiny(TWO[1]))]))]
        }
        _ => Vec::new(),
    }
}

/// Whether other formats can say anything about a pair.
pub(super) fn applies(pair: Pair<'_>) -> bool {
    !replacements(pair).is_empty()
}

/// Decides the pair at other formats, and what fails there at its own.
pub(super) fn search(pair: Pair<'_>, options: &CheckOptions, budget: &Budget) -> Finding {
    let (mut complete, mut misleading, mut obstacle) = (Vec::new(), Vec::new(), None);
    for new in replacements(pair) {
        let bits = new.0.values().map(|kind| kind.bits()).max().unwrap_or(0);
        let (Some(src), Some(tgt)) = (new.function(pair.src), new.function(pair.tgt)) else { continue };
        let small = Pair { src: &src, tgt: &tgt, unrolled: None, ..pair };
        let part = Budget { deadline: Instant::now() + budget.left() / 2, method: method_for(&new), ..budget.clone() };
        match failing_inputs(small, options, &part) {
            Ok(Failing::Nothing) => complete.push(bits),
            Ok(Failing::Inputs(inputs)) => match carried_over(pair, &new, options, &inputs, budget) {
                Some(verdict) => return Finding::Counterexample(Box::new(verdict)),
                None => misleading.push(bits),
            },
            Ok(Failing::Unknown(reason)) => obstacle = Some(reason.to_string()),
            Err((_, error)) => obstacle = Some(error.what),
        }
    }
    Finding::Evidence(evidence(&complete, &misleading, obstacle, budget.executions.count()), !complete.is_empty())
}

/// Part of the time left that looking for candidates may take.
const CANDIDATES_PART: u32 = 8;

/// What may fail at the original formats because something like it fails at others.
pub(super) fn candidates(pair: Pair<'_>, options: &CheckOptions, budget: &Budget) -> Vec<Vec<Bv>> {
    // Only the inputs are wanted: the plainest kind will do.
    let options = &CheckOptions { disable_undef_input: true, disable_poison_input: true, ..options.clone() };
    let deadline = Instant::now() + budget.left() / CANDIDATES_PART;
    let mut out = Vec::new();
    for new in replacements(pair) {
        let (Some(src), Some(tgt)) = (new.function(pair.src), new.function(pair.tgt)) else { continue };
        let part = Budget { deadline, method: method_for(&new), log: Log::default(), ..budget.clone() };
        if let Ok(Failing::Inputs(inputs)) = failing_inputs(Pair { src: &src, tgt: &tgt, unrolled: None, ..pair }, options, &part) {
            let (_, choices) = carried_lanes(pair, &new, &inputs);
            let bits = |lanes: Vec<ArgLane>| {
                let plain = |lane| if let ArgLane::Bits(bits) = lane { Some(bits) } else { None };
                lanes.into_iter().map(plain).collect::<Option<Vec<Bv>>>()
            };
            out.extend(combinations(&choices).filter_map(bits));
        }
    }
    out
}

/// The solver is for `half`, of which two arguments are too many values.
fn method_for(new: &Retype) -> Option<Method> {
    new.0.values().any(|kind| matches!(kind, FloatKind::Tiny { .. })).then_some(Method::Enumerate)
}

fn evidence(complete: &[u32], misleading: &[u32], obstacle: Option<String>, executions: u64) -> String {
    let list = |bits: &[u32]| bits.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let mut parts = Vec::new();
    if !complete.is_empty() {
        parts.push(format!("no counterexample at formats of {} bits ({executions} executions)", list(complete)));
    }
    if !misleading.is_empty() {
        parts.push(format!("what fails at formats of {} bits does not at the original ones", list(misleading)));
    }
    if let (true, Some(why)) = (parts.is_empty(), obstacle) {
        parts.push(format!("small formats cannot stand for this pair: {why}"));
    }
    parts.join("; ")
}

/// A counterexample at the original formats that looks like this one.
fn carried_over(pair: Pair<'_>, new: &Retype, options: &CheckOptions, inputs: &[ArgValue], budget: &Budget) -> Option<Verdict> {
    let (types, choices) = carried_lanes(pair, new, inputs);
    for lanes in combinations(&choices) {
        if budget.left().is_zero() || budget.cancel.is_cancelled() {
            return None;
        }
        let mut lanes = lanes.into_iter();
        let args: Vec<ArgValue> = types.iter().map(|types| ArgValue { lanes: lanes.by_ref().take(types.len()).collect() }).collect();
        let part = Budget { deadline: Instant::now() + TRY.min(budget.left()), method: None, ..budget.clone() };
        if let Some(verdict) = check_inputs(pair, options, &args, &part).filter(|v| v.verdict == VerdictKind::Counterexample) {
            return Some(Verdict { method: Some(Method::SmallWidths), ..verdict });
        }
    }
    None
}

/// The types of the arguments' leaves, and what each leaf may be at the original formats.
fn carried_lanes(pair: Pair<'_>, new: &Retype, inputs: &[ArgValue]) -> (Vec<Vec<Type>>, Vec<Vec<ArgLane>>) {
    let types: Vec<Vec<Type>> = pair.src.args.iter().map(|arg| leaves(&pair.src.value(arg.value).ty)).collect();
    let choices = inputs
        .iter()
        .zip(&types)
        .flat_map(|(value, types)| value.lanes.iter().zip(types))
        .map(|(lane, ty)| match (lane, ty) {
            (ArgLane::Bits(bits), Type::Float(kind)) => lifted(new, *kind, bits).into_iter().map(ArgLane::Bits).collect(),
            _ => vec![lane.clone()],
        })
        .collect();
    (types, choices)
}

/// Combinations of one choice for each leaf, the first choices first.
fn combinations(choices: &[Vec<ArgLane>]) -> impl Iterator<Item = Vec<ArgLane>> + '_ {
    let total = choices.iter().try_fold(1usize, |n, list| n.checked_mul(list.len())).unwrap_or(usize::MAX);
    (0..total.min(MAX_TRIES)).map(|number| {
        let mut rest = number;
        let lanes = choices.iter().map(|list| {
            let lane = list[rest % list.len()].clone();
            rest /= list.len();
            lane
        });
        lanes.collect()
    })
}

/// The scalar types of a value's leaves.
fn leaves(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Vector { len, elem, .. } | Type::Array { len, elem } => {
            let one = leaves(elem);
            (0..*len).flat_map(|_| one.clone()).collect()
        }
        Type::Struct(body) => body.fields.iter().flat_map(leaves).collect(),
        scalar => vec![scalar.clone()],
    }
}

/// What a number may be at its original format.
fn lifted(new: &Retype, original: FloatKind, bits: &Bv) -> Vec<Bv> {
    let formats = new.0.get(&original).and_then(|kind| Some((FpFormat::of(*kind)?, FpFormat::of(original)?)));
    formats.map_or_else(Vec::new, |(from, to)| counterparts(from, to, bits))
}

/// The number itself, and those at the same distance from the nearest landmark: zero, the smallest normal number, one, infinity.
fn counterparts(from: FpFormat, to: FpFormat, bits: &Bv) -> Vec<Bv> {
    if from.is_nan(bits) {
        return vec![retype::nan(from, to, bits)];
    }
    let same = fp_eval(FpOp::Convert { to }, from, RoundingMode::NearestTiesToEven, std::slice::from_ref(bits));
    let magnitude = from.magnitude(bits);
    let landmarks = |fmt: FpFormat| {
        let one = fp_eval(FpOp::FromUbv, fmt, RoundingMode::NearestTiesToEven, &[Bv::one(1)]);
        [Bv::zero(fmt.width()), Bv::bit_at(fmt.width(), fmt.frac_bits), one, fmt.infinity(false)]
    };
    let mut out = vec![same];
    for (near, far) in landmarks(from).iter().zip(landmarks(to)) {
        // Distances are small, so they have the same meaning at any width.
        let distance = magnitude.sub(near).sext(to.width());
        if distance.to_bigint_signed().magnitude().bits() > u64::from(from.frac_bits) {
            continue;
        }
        let moved = far.add(&distance);
        let value = if bits.is_negative() { moved.or(&Bv::min_signed(to.width())) } else { moved };
        if !out.contains(&value) {
            out.push(value);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landmarks_carry_over() {
        let from = FpFormat { exp_bits: 3, frac_bits: 2 };
        let at = |sign: u64, exponent: u64, fraction: u64| {
            counterparts(from, FpFormat::HALF, &Bv::from_u64(6, sign << 5 | exponent << 2 | fraction))
        };
        let half = |bits: u64| Bv::from_u64(16, bits);
        assert!(at(0, 0b110, 0b11).contains(&half(0x7bff)), "the largest finite number");
        assert!(at(1, 0b000, 0b01).contains(&half(0x8001)), "the negative subnormal next to zero");
        assert_eq!(at(0, 0b011, 0b00), [half(0x3c00)], "1 is itself");
        assert!(at(0, 0b011, 0b01).contains(&half(0x3c01)), "the number after 1");
        assert!(at(0, 0b011, 0b01).contains(&half(0x3d00)), "1.25");
        assert_eq!(at(0, 0b111, 0b00), [half(0x7c00)]);
        assert_eq!(at(0, 0b111, 0b10), [half(0x7e00)], "a quiet NaN");
        assert_eq!(at(1, 0b111, 0b01), [half(0xfd00)], "a signalling NaN");
    }
}
