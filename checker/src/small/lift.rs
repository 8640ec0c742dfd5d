//! Failing inputs at small widths, carried over to the original ones.

use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::{ArgLane, ArgValue};
use llvet_ir::Type;

use crate::refine::{CheckOptions, Pair, check_inputs};
use crate::solve::ladder::Budget;
use crate::verdict::{Method, Verdict, VerdictKind};

/// Most combinations of carried-over inputs that are tried for one hit.
const MAX_TRIES: usize = 48;

/// Most time for one of them.
const TRY: Duration = Duration::from_millis(300);

/// A counterexample at the original widths that looks like this one at small widths.
pub(super) fn carried_over(pair: Pair<'_>, options: &CheckOptions, inputs: &[ArgValue], budget: &Budget) -> Option<Verdict> {
    let widths: Vec<Vec<u32>> = pair.src.args.iter().map(|arg| leaf_widths(&pair.src.value(arg.value).ty)).collect();
    let leaves: Vec<Vec<ArgLane>> =
        inputs.iter().zip(&widths).flat_map(|(value, widths)| value.lanes.iter().zip(widths)).map(wider).collect();
    let mut digits = vec![0; leaves.len()];
    for _ in 0..MAX_TRIES {
        if budget.left().is_zero() || budget.cancel.is_cancelled() {
            return None;
        }
        let mut lanes = digits.iter().zip(&leaves).map(|(&digit, lanes): (&usize, _)| lanes[digit].clone());
        let args: Vec<ArgValue> = widths.iter().map(|widths| ArgValue { lanes: lanes.by_ref().take(widths.len()).collect() }).collect();
        let part = Budget { deadline: Instant::now() + TRY.min(budget.left()), method: None, ..budget.clone() };
        if let Some(verdict) = check_inputs(pair, options, &args, &part).filter(|v| v.verdict == VerdictKind::Counterexample) {
            return Some(Verdict { method: Some(Method::SmallWidths), ..verdict });
        }
        if !advance(&mut digits, &leaves) {
            return None;
        }
    }
    None
}

fn advance(digits: &mut [usize], leaves: &[Vec<ArgLane>]) -> bool {
    for (digit, values) in digits.iter_mut().zip(leaves) {
        *digit += 1;
        if *digit < values.len() {
            return true;
        }
        *digit = 0;
    }
    false
}

/// The widths of a value's leaves.
fn leaf_widths(ty: &Type) -> Vec<u32> {
    match ty {
        Type::Int(width) => vec![*width],
        Type::Vector { len, elem, .. } | Type::Array { len, elem } => {
            let one = leaf_widths(elem);
            (0..*len).flat_map(|_| one.clone()).collect()
        }
        Type::Struct(body) => body.fields.iter().flat_map(leaf_widths).collect(),
        _ => Vec::new(),
    }
}

/// What a leaf can be at a wider width, the likeliest first.
fn wider((lane, &to): (&ArgLane, &u32)) -> Vec<ArgLane> {
    match lane {
        ArgLane::Bits(value) => counterparts(value, to).into_iter().map(ArgLane::Bits).collect(),
        other => vec![other.clone()],
    }
}

/// The numbers that may play the part at `to` bits that `value` plays at fewer.
fn counterparts(value: &Bv, to: u32) -> Vec<Bv> {
    let from = value.width();
    if from >= to {
        return vec![value.clone()];
    }
    let mut out = Vec::new();
    let extremes = [Bv::zero as fn(u32) -> Bv, Bv::one, Bv::ones, Bv::min_signed, Bv::max_signed];
    out.extend(extremes.into_iter().filter(|make| make(from) == *value).map(|make| make(to)));
    out.extend([value.sext(to), value.zext(to), value.zext(to).shl_by(to - from)]);
    // Counted from the width, as shift amounts are.
    if let Some(number) = value.to_u64().and_then(|n| u32::try_from(n).ok()).filter(|n| n.abs_diff(from) <= 2) {
        out.push(Bv::from_u64(to, (to + number - from).into()));
    }
    let mut seen = Vec::new();
    out.retain(|v| {
        !seen.contains(v) && {
            seen.push(v.clone());
            true
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_and_shift_amounts_carry_over() {
        let at = |value: i64| counterparts(&Bv::from_i64(4, value), 32);
        assert_eq!(at(-8).first(), Some(&Bv::min_signed(32)));
        assert_eq!(at(7).first(), Some(&Bv::max_signed(32)));
        assert_eq!(at(-1).first(), Some(&Bv::ones(32)));
        assert!(at(3).contains(&Bv::from_u64(32, 31)), "the largest shift amount");
        assert!(at(-3).contains(&Bv::from_i64(32, -3)));
        assert_eq!(at(0).iter().filter(|v| v.is_zero()).count(), 1, "each once");
    }
}
