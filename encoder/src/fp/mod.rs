//! Binary floating-point formats, operations and their concrete evaluation on bit patterns.
//!
//! Purpose: the vocabulary of floating-point terms and their reference meaning. Values are bit patterns ([`Bv`]): sign, exponent, fraction.
//! Invariants: an arithmetic result that is a NaN is *the* canonical quiet NaN of the format ([`FpFormat::canonical_nan`]); the
//! nondeterministic choice of sign and payload is added above this layer.
//! Deliberately absent: x87 80-bit and double-double formats, exception flags, fast-math licences.
//!
//! LLVM's formats are computed by `rustc_apfloat` ([`apfloat`]), or by the machine where it gives the same bits ([`native`]); other
//! formats, square roots and integers by exact integer arithmetic ([`soft`]). Each is tested against the others.

mod apfloat;
mod native;
mod soft;
pub mod special;

use std::cmp::Ordering;

use llvet_ir::FloatKind;

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

    /// The format of an LLVM type; `None` for `x86_fp80` and `ppc_fp128`, which are not modelled.
    #[must_use]
    pub fn of(kind: FloatKind) -> Option<FpFormat> {
        match kind {
            FloatKind::Half => Some(FpFormat::HALF),
            FloatKind::BFloat => Some(FpFormat::BFLOAT),
            FloatKind::Float => Some(FpFormat::FLOAT),
            FloatKind::Double => Some(FpFormat::DOUBLE),
            FloatKind::Fp128 => Some(FpFormat::FP128),
            FloatKind::Tiny { exp_bits, frac_bits } => Some(FpFormat { exp_bits: exp_bits.into(), frac_bits: frac_bits.into() }),
            FloatKind::X86Fp80 | FloatKind::PpcFp128 => None,
        }
    }

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
/// If the operands do not fit the operation, or for a sum, product or quotient in a format with more than 52 fraction bits that is not
/// [`FpFormat::FP128`] (LLVM has none).
#[must_use]
pub fn fp_eval(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Bv {
    assert_eq!(args.len(), op.arity(), "operands of {op:?}");
    match op {
        FpOp::Lt => Bv::from_bool(fmt.compare(&args[0], &args[1]) == Some(Ordering::Less)),
        FpOp::Le => Bv::from_bool(matches!(fmt.compare(&args[0], &args[1]), Some(Ordering::Less | Ordering::Equal))),
        FpOp::Eq => Bv::from_bool(fmt.compare(&args[0], &args[1]) == Some(Ordering::Equal)),
        FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div | FpOp::Rem | FpOp::Fma | FpOp::Sqrt => arithmetic(op, fmt, rm, args),
        FpOp::RoundToIntegral => soft::round_to_integral(fmt, rm, &args[0]),
        FpOp::Convert { to } => soft::convert(fmt, to, rm, &args[0]),
        FpOp::FromSbv => soft::from_int(fmt, rm, &args[0], true),
        FpOp::FromUbv => soft::from_int(fmt, rm, &args[0], false),
        FpOp::ToSbv { width } => soft::to_int(fmt, rm, &args[0], width, true),
        FpOp::ToUbv { width } => soft::to_int(fmt, rm, &args[0], width, false),
    }
}

fn arithmetic(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Bv {
    native::eval(op, fmt, rm, args).or_else(|| apfloat::eval(op, fmt, rm, args)).unwrap_or_else(|| soft::eval(op, fmt, rm, args))
}

impl FpFormat {
    /// IEEE comparison: `None` when an operand is a NaN; zeros are equal.
    #[must_use]
    pub fn compare(self, a: &Bv, b: &Bv) -> Option<Ordering> {
        if self.is_nan(a) || self.is_nan(b) {
            return None;
        }
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        Some(match (a.is_negative(), b.is_negative()) {
            _ if x.is_zero() && y.is_zero() => Ordering::Equal,
            (false, false) => x.cmp(&y),
            (true, true) => y.cmp(&x),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }

    /// The pattern without its sign.
    #[must_use]
    pub fn magnitude(self, bits: &Bv) -> Bv {
        bits.and(&Bv::max_signed(self.width()))
    }
}

#[cfg(test)]
mod tests;
