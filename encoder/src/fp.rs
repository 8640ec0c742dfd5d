//! Binary floating-point formats, operations and their concrete evaluation on bit patterns.
//!
//! Purpose: the vocabulary of floating-point terms and their reference meaning. Values are bit patterns ([`Bv`]): sign, exponent, fraction.
//! Invariants: an arithmetic result that is a NaN is *the* canonical quiet NaN of the format ([`FpFormat::canonical_nan`]); the
//! nondeterministic choice of sign and payload is added above this layer.
//! Deliberately absent: x87 80-bit and double-double formats, exception flags, fast-math licences.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use crate::bv::Bv;

/// An IEEE 754 binary interchange-like format: one sign bit, `exp_bits`, `frac_bits` (without the hidden bit).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FpFormat {
    /// Bits of the biased exponent.
    pub exp_bits: u32,
    /// Bits of the stored fraction.
    pub frac_bits: u32,
}

impl FpFormat {
    /// LLVM `half`.
    pub const HALF: FpFormat = FpFormat { exp_bits: 5, frac_bits: 10 };
    /// LLVM `bfloat`.
    pub const BFLOAT: FpFormat = FpFormat { exp_bits: 8, frac_bits: 7 };
    /// LLVM `float`.
    pub const FLOAT: FpFormat = FpFormat { exp_bits: 8, frac_bits: 23 };
    /// LLVM `double`.
    pub const DOUBLE: FpFormat = FpFormat { exp_bits: 11, frac_bits: 52 };
    /// LLVM `fp128`.
    pub const FP128: FpFormat = FpFormat { exp_bits: 15, frac_bits: 112 };

    /// Total width in bits.
    pub fn width(self) -> u32 {
        1 + self.exp_bits + self.frac_bits
    }

    /// The canonical quiet NaN: sign 0, exponent all ones, fraction `10…0`.
    pub fn canonical_nan(self) -> Bv {
        let quiet_and_exponent = Bv::low_mask(self.width(), self.exp_bits + 1);
        quiet_and_exponent.shl_by(self.frac_bits - 1)
    }

    /// Infinity of the given sign.
    pub fn infinity(self, negative: bool) -> Bv {
        let magnitude = Bv::low_mask(self.width(), self.exp_bits).shl_by(self.frac_bits);
        if negative { magnitude.or(&Bv::min_signed(self.width())) } else { magnitude }
    }

    /// Whether `bits` is a NaN of this format.
    pub fn is_nan(self, bits: &Bv) -> bool {
        bits.and(&Bv::max_signed(self.width())) > self.infinity(false)
    }
}

/// IEEE 754 rounding-direction attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    /// Nearest, ties to even (the default environment).
    NearestTiesToEven,
    /// Nearest, ties away from zero.
    NearestTiesToAway,
    /// Toward positive infinity.
    TowardPositive,
    /// Toward negative infinity.
    TowardNegative,
    /// Toward zero.
    TowardZero,
}

/// A floating-point operation. The format of [`fp_eval`] is that of the floating-point operands, and for `From…` that of the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FpOp {
    /// Sum of two operands.
    Add,
    /// Difference of two operands.
    Sub,
    /// Product of two operands.
    Mul,
    /// Quotient of two operands.
    Div,
    /// Truncated remainder (C `fmod`, LLVM `frem`): sign of the dividend; exact, so the rounding mode is ignored.
    Rem,
    /// `a * b + c` rounded once.
    Fma,
    /// Square root.
    Sqrt,
    /// Round to an integral value in the rounding mode.
    RoundToIntegral,
    /// Conversion to another format.
    Convert {
        /// The result format.
        to: FpFormat,
    },
    /// Signed integer (of any width) to floating point.
    FromSbv,
    /// Unsigned integer (of any width) to floating point.
    FromUbv,
    /// To a signed integer; 0 for NaN and for results out of range.
    ToSbv {
        /// Width of the result in bits.
        width: u32,
    },
    /// To an unsigned integer; 0 for NaN and for results out of range.
    ToUbv {
        /// Width of the result in bits.
        width: u32,
    },
    /// IEEE less than (false on NaN), Boolean.
    Lt,
    /// IEEE less than or equal (false on NaN), Boolean.
    Le,
    /// IEEE equality (false on NaN, `-0 == +0`), Boolean.
    Eq,
}

impl FpOp {
    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            FpOp::Fma => 3,
            FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div | FpOp::Rem | FpOp::Lt | FpOp::Le | FpOp::Eq => 2,
            FpOp::Sqrt | FpOp::RoundToIntegral | FpOp::Convert { .. } => 1,
            FpOp::FromSbv | FpOp::FromUbv | FpOp::ToSbv { .. } | FpOp::ToUbv { .. } => 1,
        }
    }

    /// The width of the result in bits, or `None` for a comparison, whose result is Boolean.
    pub fn result_width(self, fmt: FpFormat) -> Option<u32> {
        match self {
            FpOp::Lt | FpOp::Le | FpOp::Eq => None,
            FpOp::ToSbv { width } | FpOp::ToUbv { width } => Some(width),
            FpOp::Convert { to } => Some(to.width()),
            FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div | FpOp::Rem | FpOp::Fma => Some(fmt.width()),
            FpOp::Sqrt | FpOp::RoundToIntegral | FpOp::FromSbv | FpOp::FromUbv => Some(fmt.width()),
        }
    }
}

/// Evaluates `op` on bit patterns. A Boolean result is a 1-bit value; a NaN result is [`FpFormat::canonical_nan`].
///
/// # Panics
/// If the operands do not fit the operation, or the operation is not available in `fmt`.
pub fn fp_eval(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Bv {
    assert_eq!(args.len(), op.arity(), "operands of {op:?}");
    match fmt {
        FpFormat::HALF => eval::<Half>(op, fmt, rm, args),
        FpFormat::BFLOAT => eval::<BFloat>(op, fmt, rm, args),
        FpFormat::FLOAT => eval::<Single>(op, fmt, rm, args),
        FpFormat::DOUBLE => eval::<Double>(op, fmt, rm, args),
        FpFormat::FP128 => eval::<Quad>(op, fmt, rm, args),
        _ => unimplemented!("{op:?} in {fmt:?}"),
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

trait Standard: Float + FloatConvert<Half> + FloatConvert<BFloat> + FloatConvert<Single> + FloatConvert<Double> + FloatConvert<Quad> {}
impl<F> Standard for F where
    F: Float + FloatConvert<Half> + FloatConvert<BFloat> + FloatConvert<Single> + FloatConvert<Double> + FloatConvert<Quad>
{
}

fn small(bits: &Bv) -> u128 {
    bits.to_u128().expect("an operand of at most 128 bits")
}

fn pack<F: Float>(fmt: FpFormat, value: F) -> Bv {
    if value.is_nan() { fmt.canonical_nan() } else { Bv::from_u128(fmt.width(), value.to_bits()) }
}

fn convert_to<F: FloatConvert<G>, G: Float>(to: FpFormat, value: F, round: Round) -> Bv {
    pack(to, value.convert_r(round, &mut false).value)
}

fn eval<F: Standard>(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Bv {
    let rm = round(rm);
    let arg = |i: usize| F::from_bits(small(&args[i]));
    let value = match op {
        FpOp::Add => arg(0).add_r(arg(1), rm).value,
        FpOp::Sub => arg(0).sub_r(arg(1), rm).value,
        FpOp::Mul => arg(0).mul_r(arg(1), rm).value,
        FpOp::Div => arg(0).div_r(arg(1), rm).value,
        FpOp::Rem => arg(0).c_fmod(arg(1)).value,
        FpOp::Fma => arg(0).mul_add_r(arg(1), arg(2), rm).value,
        FpOp::Sqrt => unimplemented!("square root in {fmt:?}"),
        FpOp::RoundToIntegral => arg(0).round_to_integral(rm).value,
        FpOp::FromSbv => F::from_i128_r(args[0].to_i128().expect("at most 128 bits"), rm).value,
        FpOp::FromUbv => F::from_u128_r(small(&args[0]), rm).value,
        FpOp::Convert { to } => return convert(to, arg(0), rm),
        FpOp::ToSbv { width } => {
            let result = arg(0).to_i128_r(width as usize, rm, &mut false);
            let invalid = result.status.contains(Status::INVALID_OP);
            return Bv::from_i128(width, if invalid { 0 } else { result.value });
        }
        FpOp::ToUbv { width } => {
            let result = arg(0).to_u128_r(width as usize, rm, &mut false);
            let invalid = result.status.contains(Status::INVALID_OP);
            return Bv::from_u128(width, if invalid { 0 } else { result.value });
        }
        FpOp::Lt => return Bv::from_bool(arg(0) < arg(1)),
        FpOp::Le => return Bv::from_bool(arg(0) <= arg(1)),
        FpOp::Eq => return Bv::from_bool(arg(0) == arg(1)),
    };
    pack(fmt, value)
}

fn convert<F: Standard>(to: FpFormat, value: F, rm: Round) -> Bv {
    match to {
        FpFormat::HALF => convert_to::<F, Half>(to, value, rm),
        FpFormat::BFLOAT => convert_to::<F, BFloat>(to, value, rm),
        FpFormat::FLOAT => convert_to::<F, Single>(to, value, rm),
        FpFormat::DOUBLE => convert_to::<F, Double>(to, value, rm),
        FpFormat::FP128 => convert_to::<F, Quad>(to, value, rm),
        _ => unimplemented!("conversion to {to:?}"),
    }
}
