//! `llvm.is.fpclass` and `nofpclass` (LangRef, "Floating-Point Test Intrinsics", "Parameter Attributes"): tests of classes, bitwise.

use super::{pattern, split};
use crate::bv::Bv;
use crate::domain::Domain;
use crate::fp::FpFormat;

/// Bits of LangRef's class mask.
pub mod mask {
    /// Signalling NaN.
    pub const SNAN: u32 = 1;
    /// Quiet NaN.
    pub const QNAN: u32 = 1 << 1;
    /// Negative infinity; the negative classes down to zero follow.
    pub const NEG_INF: u32 = 1 << 2;
    /// Negative normal number.
    pub const NEG_NORMAL: u32 = 1 << 3;
    /// Negative subnormal number.
    pub const NEG_SUBNORMAL: u32 = 1 << 4;
    /// −0.
    pub const NEG_ZERO: u32 = 1 << 5;
    /// +0; the positive classes up to infinity follow.
    pub const POS_ZERO: u32 = 1 << 6;
    /// Positive subnormal number.
    pub const POS_SUBNORMAL: u32 = 1 << 7;
    /// Positive normal number.
    pub const POS_NORMAL: u32 = 1 << 8;
    /// Positive infinity.
    pub const POS_INF: u32 = 1 << 9;
    /// All classes.
    pub const ALL: u32 = (1 << 10) - 1;
}

/// Whether the pattern is in one of the classes of a mask.
pub fn is_in<D: Domain>(d: &mut D, fmt: FpFormat, bits: &D::Bits, classes: u32) -> D::Bool {
    let classes = classes & mask::ALL;
    if classes == mask::ALL {
        return d.bool(true);
    }
    let nan = nan_classes(d, fmt, bits, classes);
    let (number, _) = split(d, fmt, bits);
    let magnitude = pattern::magnitude(d, fmt, &number);
    // From zero up, for the negative and the positive side.
    let negative = [mask::NEG_ZERO, mask::NEG_SUBNORMAL, mask::NEG_NORMAL, mask::NEG_INF].map(|class| classes & class != 0);
    let positive = [mask::POS_ZERO, mask::POS_SUBNORMAL, mask::POS_NORMAL, mask::POS_INF].map(|class| classes & class != 0);
    let on_positive = magnitude_in(d, fmt, &magnitude, positive);
    let numeric = if negative == positive {
        on_positive
    } else {
        let on_negative = magnitude_in(d, fmt, &magnitude, negative);
        let sign = d.is_negative(bits);
        d.ite_bool(&sign, &on_negative, &on_positive)
    };
    d.or(&nan, &numeric)
}

fn nan_classes<D: Domain>(d: &mut D, fmt: FpFormat, bits: &D::Bits, classes: u32) -> D::Bool {
    let (_, is_nan) = split(d, fmt, bits);
    match (classes & mask::SNAN != 0, classes & mask::QNAN != 0) {
        (false, false) => d.bool(false),
        (true, true) => is_nan,
        (snan, _) => {
            let quiet = pattern::has_quiet_bit(d, fmt, bits);
            let wanted = if snan { d.not(&quiet) } else { quiet };
            d.and(&is_nan, &wanted)
        }
    }
}

/// Whether a magnitude is a zero, a subnormal, a normal number or infinite, where `wanted` says so.
fn magnitude_in<D: Domain>(d: &mut D, fmt: FpFormat, magnitude: &D::Bits, wanted: [bool; 4]) -> D::Bool {
    let width = fmt.width() - 1;
    let infinity = fmt.infinity(false).trunc(width);
    // First magnitude of each class, and the first past them.
    let starts = [Bv::zero(width), Bv::one(width), Bv::bit_at(width, fmt.frac_bits), infinity.clone(), infinity.add(&Bv::one(width))];
    let mut result = d.bool(false);
    let mut class = 0;
    while class < 4 {
        let end = (class..4).find(|&i| !wanted[i]).unwrap_or(4);
        if end > class {
            let inside = in_range(d, magnitude, &starts[class], &starts[end]);
            result = d.or(&result, &inside);
        }
        class = end + 1;
    }
    result
}

/// `start ≤ a < end`, unsigned.
fn in_range<D: Domain>(d: &mut D, a: &D::Bits, start: &Bv, end: &Bv) -> D::Bool {
    let (low, high) = (d.bits(start.clone()), d.bits(end.clone()));
    let (above, below) = (d.ule(&low, a), d.ult(a, &high));
    d.and(&above, &below)
}
