//! Arithmetic of LLVM's formats by `rustc_apfloat`, the port of LLVM's own `APFloat`.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float, Round};

use super::{FpFormat, FpOp, RoundingMode};
use crate::bv::Bv;

/// The result, or `None` when the format or the operation is not `rustc_apfloat`'s.
pub(super) fn eval(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Option<Bv> {
    match fmt {
        FpFormat::HALF => arithmetic::<Half>(op, fmt, rm, args),
        FpFormat::BFLOAT => arithmetic::<BFloat>(op, fmt, rm, args),
        FpFormat::FLOAT => arithmetic::<Single>(op, fmt, rm, args),
        FpFormat::DOUBLE => arithmetic::<Double>(op, fmt, rm, args),
        FpFormat::FP128 => arithmetic::<Quad>(op, fmt, rm, args),
        _ => None,
    }
}

fn round(rm: RoundingMode) -> Round {
    match rm {
        RoundingMode::NearestTiesToEven => Round::NearestTiesToEven,
        RoundingMode::NearestTiesToAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

fn arithmetic<F: Float>(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Option<Bv> {
    let rm = round(rm);
    let arg = |i: usize| F::from_bits(args[i].to_u128().expect("an operand of at most 128 bits"));
    let value = match op {
        FpOp::Add => arg(0).add_r(arg(1), rm).value,
        FpOp::Sub => arg(0).sub_r(arg(1), rm).value,
        FpOp::Mul => arg(0).mul_r(arg(1), rm).value,
        FpOp::Div => arg(0).div_r(arg(1), rm).value,
        FpOp::Rem => arg(0).c_fmod(arg(1)).value,
        FpOp::Fma => arg(0).mul_add_r(arg(1), arg(2), rm).value,
        FpOp::RoundToIntegral => arg(0).round_to_integral(rm).value,
        FpOp::Sqrt
        | FpOp::Convert { .. }
        | FpOp::FromSbv
        | FpOp::FromUbv
        | FpOp::ToSbv { .. }
        | FpOp::ToUbv { .. }
        | FpOp::Lt
        | FpOp::Le
        | FpOp::Eq => return None,
    };
    Some(if value.is_nan() { fmt.canonical_nan() } else { Bv::from_u128(fmt.width(), value.to_bits()) })
}
