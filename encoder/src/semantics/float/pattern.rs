//! Tests and changes of floating-point bit patterns that need no arithmetic.
//!
//! `fneg`, `fabs`, `copysign` and the class tests are these: they look at bits, so they keep NaN payloads and flush nothing.

use crate::bv::Bv;
use crate::domain::Domain;
use crate::fp::FpFormat;

/// All bits but the sign.
pub fn magnitude<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    d.extract(a, fmt.width() - 2, 0)
}

/// A pattern from one sign bit and a magnitude.
pub fn signed<D: Domain>(d: &mut D, sign: &D::Bits, magnitude: &D::Bits) -> D::Bits {
    d.concat(sign, magnitude)
}

/// The sign bit.
pub fn sign<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    d.extract(a, fmt.width() - 1, fmt.width() - 1)
}

/// The fraction.
pub fn fraction<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    d.extract(a, fmt.frac_bits - 1, 0)
}

/// The biased exponent.
pub fn exponent<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    d.extract(a, fmt.width() - 2, fmt.frac_bits)
}

fn infinite_magnitude<D: Domain>(d: &mut D, fmt: FpFormat) -> D::Bits {
    d.bits(fmt.infinity(false).trunc(fmt.width() - 1))
}

/// Whether the pattern is a NaN.
pub fn is_nan<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bool {
    let (infinity, magnitude) = (infinite_magnitude(d, fmt), magnitude(d, fmt, a));
    d.ult(&infinity, &magnitude)
}

/// Whether the pattern is an infinity.
pub fn is_inf<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bool {
    let (infinity, magnitude) = (infinite_magnitude(d, fmt), magnitude(d, fmt, a));
    d.eq(&magnitude, &infinity)
}

/// Whether the pattern is a zero.
pub fn is_zero<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bool {
    let magnitude = magnitude(d, fmt, a);
    d.is_zero(&magnitude)
}

/// Whether the pattern is a subnormal number.
pub fn is_subnormal<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bool {
    let magnitude = magnitude(d, fmt, a);
    let least_normal = d.bits(Bv::bit_at(fmt.width() - 1, fmt.frac_bits));
    let small = d.ult(&magnitude, &least_normal);
    let zero = d.is_zero(&magnitude);
    let nonzero = d.not(&zero);
    d.and(&small, &nonzero)
}

/// Whether the quiet bit of the pattern is set.
pub fn has_quiet_bit<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bool {
    let bit = d.extract(a, fmt.frac_bits - 1, fmt.frac_bits - 1);
    d.bits_bool(&bit)
}

/// Whether the pattern is a signalling NaN.
pub fn is_signalling<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bool {
    let (nan, quiet) = (is_nan(d, fmt, a), has_quiet_bit(d, fmt, a));
    let signals = d.not(&quiet);
    d.and(&nan, &signals)
}

/// The pattern with the other sign.
pub fn negate<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    let (sign, magnitude) = (sign(d, fmt, a), magnitude(d, fmt, a));
    let flipped = d.bvnot(&sign);
    signed(d, &flipped, &magnitude)
}

/// The pattern without its sign.
pub fn absolute<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    let magnitude = magnitude(d, fmt, a);
    d.zext(&magnitude, fmt.width())
}

/// The magnitude of `a` with the sign of `b`.
pub fn copy_sign<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits, b: &D::Bits) -> D::Bits {
    let (sign, magnitude) = (sign(d, fmt, b), magnitude(d, fmt, a));
    signed(d, &sign, &magnitude)
}

/// Whether `a` is below `b` in the order that puts −0 below +0; neither is a NaN.
pub fn is_below<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits, b: &D::Bits) -> D::Bool {
    let (x, y) = (ordered(d, fmt, a), ordered(d, fmt, b));
    d.slt(&x, &y)
}

/// A two's complement number that orders as the pattern does: the magnitude bits of negative patterns are complemented.
fn ordered<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits) -> D::Bits {
    let mask = d.bits(Bv::max_signed(fmt.width()));
    let flipped = d.bvxor(a, &mask);
    let negative = d.is_negative(a);
    d.ite(&negative, &flipped, a)
}
