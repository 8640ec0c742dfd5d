//! The machine's own arithmetic where it is exactly IEEE 754's: `float` and `double`, round to nearest even.
//!
//! Only on processors whose compiled code has neither excess precision nor flushed subnormals by default. A NaN result is replaced by
//! the canonical one, as the machine's payload means nothing.

use super::{FpFormat, FpOp, RoundingMode};
use crate::bv::Bv;

/// Whether the processor computes `f32` and `f64` as IEEE 754 says.
const EXACT: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// The result, or `None` when the machine may not be asked.
pub(super) fn eval(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Option<Bv> {
    if !EXACT || rm != RoundingMode::NearestTiesToEven {
        return None;
    }
    match fmt {
        FpFormat::FLOAT => {
            let arg = |i: usize| f32::from_bits(args.get(i).and_then(Bv::to_u64).unwrap_or(0) as u32);
            let (a, b) = (arg(0), arg(1));
            let value = match op {
                FpOp::Add => a + b,
                FpOp::Sub => a - b,
                FpOp::Mul => a * b,
                FpOp::Div => a / b,
                FpOp::Sqrt => a.sqrt(),
                _ => return None,
            };
            Some(if value.is_nan() { fmt.canonical_nan() } else { Bv::from_u64(32, value.to_bits().into()) })
        }
        FpFormat::DOUBLE => {
            let arg = |i: usize| f64::from_bits(args.get(i).and_then(Bv::to_u64).unwrap_or(0));
            let (a, b) = (arg(0), arg(1));
            let value = match op {
                FpOp::Add => a + b,
                FpOp::Sub => a - b,
                FpOp::Mul => a * b,
                FpOp::Div => a / b,
                FpOp::Sqrt => a.sqrt(),
                _ => return None,
            };
            Some(if value.is_nan() { fmt.canonical_nan() } else { Bv::from_u64(64, value.to_bits()) })
        }
        _ => None,
    }
}
