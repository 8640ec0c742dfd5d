//! Correctly rounded arithmetic on any binary format of at most 112 fraction bits, by exact integers and a sticky bit.
//!
//! Purpose: the formats `rustc_apfloat` lacks (the small ones that enumeration uses), and what it lacks for the others: square root,
//! integers of any width. Written independently of it, so that each checks the other on `half`.
//! Invariants: an intermediate result is `(mant + s) · 2^exp` with `0 ≤ s < 1`, `s ≠ 0` iff `sticky`, and `mant` has at least two bits
//! more than the precision whenever `sticky` is set, so rounding it once is rounding the exact result.
//! Deliberately absent: exception flags, NaN payloads, sums and products of formats with more than 52 fraction bits.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::{FpFormat, FpOp, RoundingMode};
use crate::bv::Bv;

/// A bit pattern taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unpacked {
    Nan,
    Inf { neg: bool },
    Finite(Number),
}

/// `± (mant + s) · 2^exp`; see the module's invariants. `mant` may be 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    pub neg: bool,
    pub mant: u128,
    pub exp: i32,
    pub sticky: bool,
}

impl Number {
    fn exact(neg: bool, mant: u128, exp: i32) -> Number {
        Number { neg, mant, exp, sticky: false }
    }

    fn is_zero(self) -> bool {
        self.mant == 0 && !self.sticky
    }

    fn bits(self) -> i32 {
        128 - self.mant.leading_zeros() as i32
    }
}

impl FpFormat {
    /// Exponent of the lowest bit of a subnormal number.
    fn min_exp(self) -> i32 {
        2 - (1 << (self.exp_bits - 1)) - self.frac_bits as i32
    }

    /// Takes a bit pattern apart.
    pub(super) fn unpack(self, bits: &Bv) -> Unpacked {
        let neg = bits.is_negative();
        let frac = bits.trunc(self.frac_bits).to_u128().expect("at most 112 bits of fraction");
        let biased = bits.extract(self.width() - 2, self.frac_bits).to_u64().expect("fewer than 32 bits of exponent") as i32;
        if biased == (1 << self.exp_bits) - 1 {
            return if frac == 0 { Unpacked::Inf { neg } } else { Unpacked::Nan };
        }
        let (mant, exp) = if biased == 0 { (frac, 0) } else { (frac | 1 << self.frac_bits, biased - 1) };
        Unpacked::Finite(Number::exact(neg, mant, exp + self.min_exp()))
    }

    /// Rounds a number to the format. A zero result keeps the number's sign.
    pub(super) fn pack(self, rm: RoundingMode, x: Number) -> Bv {
        if x.is_zero() {
            return self.signed_zero(x.neg);
        }
        let precision = self.frac_bits as i32 + 1;
        let exp = (x.exp + x.bits() - precision).max(self.min_exp());
        let mut mant = round_shift(rm, x, exp - x.exp);
        let mut exp = exp - self.min_exp();
        if mant >> precision != 0 {
            // Rounding carried into the next binade; the bit shifted out is 0.
            mant >>= 1;
            exp += 1;
        }
        // A normal mantissa's hidden bit adds 1 to the exponent field, a subnormal's missing one does not.
        let biased = exp as u128 + (mant >> self.frac_bits);
        if biased >= (1 << self.exp_bits) - 1 {
            let infinity = self.infinity(false);
            let magnitude = if saturates(rm, x.neg) { infinity.sub(&Bv::one(self.width())) } else { infinity };
            return self.signed(x.neg, magnitude);
        }
        let high = Bv::from_u128(1 + self.exp_bits, u128::from(x.neg) << self.exp_bits | biased);
        high.concat(&Bv::from_u128(self.frac_bits, mant))
    }

    /// A magnitude with a sign.
    pub(super) fn signed(self, neg: bool, magnitude: Bv) -> Bv {
        if neg { magnitude.or(&Bv::min_signed(self.width())) } else { magnitude }
    }

    /// A zero.
    pub(super) fn signed_zero(self, neg: bool) -> Bv {
        self.signed(neg, Bv::zero(self.width()))
    }
}

/// Whether overflow gives the largest finite number instead of infinity.
fn saturates(rm: RoundingMode, neg: bool) -> bool {
    match rm {
        RoundingMode::NearestTiesToEven | RoundingMode::NearestTiesToAway => false,
        RoundingMode::TowardZero => true,
        RoundingMode::TowardPositive => neg,
        RoundingMode::TowardNegative => !neg,
    }
}

/// The magnitude of `x` in units of `2^(x.exp + shift)`, rounded to an integer. A left shift (`shift < 0`) must be exact and fit.
pub(super) fn round_shift(rm: RoundingMode, x: Number, shift: i32) -> u128 {
    if shift <= 0 {
        debug_assert!(!x.sticky, "no bits to round");
        return x.mant << shift.unsigned_abs();
    }
    let (kept, half, rest) = split(x, shift.unsigned_abs());
    let up = match rm {
        RoundingMode::NearestTiesToEven => half && (rest || kept & 1 == 1),
        RoundingMode::NearestTiesToAway => half,
        RoundingMode::TowardZero => false,
        RoundingMode::TowardPositive => (half || rest) && !x.neg,
        RoundingMode::TowardNegative => (half || rest) && x.neg,
    };
    kept + u128::from(up)
}

/// The bits above `shift`, the bit below them, and whether anything is left below that.
fn split(x: Number, shift: u32) -> (u128, bool, bool) {
    match shift {
        0..=127 => {
            let (kept, lost) = (x.mant >> shift, x.mant & ((1 << shift) - 1));
            let half = 1 << (shift - 1);
            (kept, lost & half != 0, lost & (half - 1) != 0 || x.sticky)
        }
        128 => (0, x.mant >> 127 != 0, x.mant << 1 != 0 || x.sticky),
        _ => (0, false, !x.is_zero()),
    }
}

/// `a + b`, both nonzero and exact with mantissas of at most 120 bits.
fn sum(a: Number, b: Number) -> Number {
    let (high, low) = if a.exp >= b.exp { (a, b) } else { (b, a) };
    let distance = (high.exp - low.exp) as u32;
    let left = distance.min(high.mant.leading_zeros() - 2);
    let (high_mant, exp) = (high.mant << left, high.exp - left as i32);
    // When the low operand loses bits, the high one was brought to 126 bits and is the larger.
    let right = distance - left;
    let low_mant = if right > 127 { 0 } else { low.mant >> right };
    let sticky = right > 127 || low_mant << right != low.mant;
    if high.neg == low.neg {
        return Number { neg: high.neg, mant: high_mant + low_mant, exp, sticky };
    }
    if high_mant >= low_mant {
        let mant = high_mant - low_mant - u128::from(sticky);
        return Number { neg: high.neg, mant, exp, sticky };
    }
    Number { neg: low.neg, mant: low_mant - high_mant, exp, sticky }
}

/// The sign of an exact zero sum of numbers that are not both zeros of one sign.
fn zero_sum_sign(rm: RoundingMode) -> bool {
    rm == RoundingMode::TowardNegative
}

/// `a + b` rounded once, any finite numbers.
fn add_numbers(fmt: FpFormat, rm: RoundingMode, a: Number, b: Number) -> Bv {
    match (a.is_zero(), b.is_zero()) {
        (true, true) if a.neg == b.neg => fmt.signed_zero(a.neg),
        (true, true) => fmt.signed_zero(zero_sum_sign(rm)),
        (true, false) => fmt.pack(rm, b),
        (false, true) => fmt.pack(rm, a),
        (false, false) => {
            let total = sum(a, b);
            if total.is_zero() { fmt.signed_zero(zero_sum_sign(rm)) } else { fmt.pack(rm, total) }
        }
    }
}

/// `a + b`.
pub(super) fn add(fmt: FpFormat, rm: RoundingMode, a: &Bv, b: &Bv) -> Bv {
    match (fmt.unpack(a), fmt.unpack(b)) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => fmt.canonical_nan(),
        (Unpacked::Inf { neg: x }, Unpacked::Inf { neg: y }) if x != y => fmt.canonical_nan(),
        (Unpacked::Inf { neg }, _) | (_, Unpacked::Inf { neg }) => fmt.infinity(neg),
        (Unpacked::Finite(x), Unpacked::Finite(y)) => add_numbers(fmt, rm, x, y),
    }
}

/// `a − b`.
pub(super) fn sub(fmt: FpFormat, rm: RoundingMode, a: &Bv, b: &Bv) -> Bv {
    add(fmt, rm, a, &b.xor(&Bv::min_signed(fmt.width())))
}

fn product(a: Number, b: Number) -> Number {
    Number::exact(a.neg != b.neg, a.mant * b.mant, a.exp + b.exp)
}

/// `a · b`.
pub(super) fn mul(fmt: FpFormat, rm: RoundingMode, a: &Bv, b: &Bv) -> Bv {
    match (fmt.unpack(a), fmt.unpack(b)) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => fmt.canonical_nan(),
        (Unpacked::Inf { neg: x }, Unpacked::Inf { neg: y }) => fmt.infinity(x != y),
        (Unpacked::Inf { neg }, Unpacked::Finite(x)) | (Unpacked::Finite(x), Unpacked::Inf { neg }) => {
            if x.is_zero() {
                fmt.canonical_nan()
            } else {
                fmt.infinity(neg != x.neg)
            }
        }
        (Unpacked::Finite(x), Unpacked::Finite(y)) => fmt.pack(rm, product(x, y)),
    }
}

/// `a / b`.
pub(super) fn div(fmt: FpFormat, rm: RoundingMode, a: &Bv, b: &Bv) -> Bv {
    match (fmt.unpack(a), fmt.unpack(b)) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) | (Unpacked::Inf { .. }, Unpacked::Inf { .. }) => fmt.canonical_nan(),
        (Unpacked::Inf { neg }, Unpacked::Finite(y)) => fmt.infinity(neg != y.neg),
        (Unpacked::Finite(x), Unpacked::Inf { neg }) => fmt.signed_zero(neg != x.neg),
        (Unpacked::Finite(x), Unpacked::Finite(y)) => {
            let neg = x.neg != y.neg;
            match (x.is_zero(), y.is_zero()) {
                (true, true) => fmt.canonical_nan(),
                (true, false) => fmt.signed_zero(neg),
                (false, true) => fmt.infinity(neg),
                (false, false) => fmt.pack(rm, quotient(neg, x, y)),
            }
        }
    }
}

fn quotient(neg: bool, a: Number, b: Number) -> Number {
    let shift = a.mant.leading_zeros();
    let dividend = a.mant << shift;
    Number { neg, mant: dividend / b.mant, exp: a.exp - b.exp - shift as i32, sticky: !dividend.is_multiple_of(b.mant) }
}

/// `a · b + c`, rounded once.
pub(super) fn fma(fmt: FpFormat, rm: RoundingMode, a: &Bv, b: &Bv, c: &Bv) -> Bv {
    let (a, b, c) = (fmt.unpack(a), fmt.unpack(b), fmt.unpack(c));
    let product_inf = match (a, b) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => return fmt.canonical_nan(),
        (Unpacked::Inf { neg: x }, Unpacked::Inf { neg: y }) => Some(x != y),
        (Unpacked::Inf { neg }, Unpacked::Finite(x)) | (Unpacked::Finite(x), Unpacked::Inf { neg }) => {
            if x.is_zero() {
                return fmt.canonical_nan();
            }
            Some(neg != x.neg)
        }
        (Unpacked::Finite(_), Unpacked::Finite(_)) => None,
    };
    match (product_inf, c) {
        (_, Unpacked::Nan) => fmt.canonical_nan(),
        (Some(x), Unpacked::Inf { neg }) if x != neg => fmt.canonical_nan(),
        (Some(neg), _) | (None, Unpacked::Inf { neg }) => fmt.infinity(neg),
        (None, Unpacked::Finite(z)) => match (a, b) {
            (Unpacked::Finite(x), Unpacked::Finite(y)) => add_numbers(fmt, rm, product(x, y), z),
            _ => unreachable!("a product that is not infinite has finite factors"),
        },
    }
}

/// `a` modulo `b` with the sign of `a` (C `fmod`).
pub(super) fn rem(fmt: FpFormat, a: &Bv, b: &Bv) -> Bv {
    match (fmt.unpack(a), fmt.unpack(b)) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) | (Unpacked::Inf { .. }, _) => fmt.canonical_nan(),
        (Unpacked::Finite(_), Unpacked::Inf { .. }) => a.clone(),
        (Unpacked::Finite(_), Unpacked::Finite(y)) if y.is_zero() => fmt.canonical_nan(),
        (Unpacked::Finite(x), Unpacked::Finite(y)) => fmt.pack(RoundingMode::TowardZero, Number { neg: x.neg, ..remainder(x, y) }),
    }
}

fn remainder(a: Number, b: Number) -> Number {
    if a.exp < b.exp {
        let distance = (b.exp - a.exp) as u32;
        // A divisor too large to align is larger than the dividend.
        let divisor = (distance < b.mant.leading_zeros()).then(|| b.mant << distance);
        return Number::exact(a.neg, divisor.map_or(a.mant, |divisor| a.mant % divisor), a.exp);
    }
    let (mut rest, mut left) = (a.mant % b.mant, (a.exp - b.exp) as u32);
    while left > 0 && rest != 0 {
        let step = left.min(rest.leading_zeros());
        rest = (rest << step) % b.mant;
        left -= step;
    }
    Number::exact(a.neg, rest, b.exp)
}

/// Square root; NaN below zero, `−0` at `−0`.
pub(super) fn sqrt(fmt: FpFormat, rm: RoundingMode, a: &Bv) -> Bv {
    match fmt.unpack(a) {
        Unpacked::Nan => fmt.canonical_nan(),
        Unpacked::Finite(x) if x.is_zero() => a.clone(),
        Unpacked::Inf { neg: false } => a.clone(),
        Unpacked::Inf { neg: true } => fmt.canonical_nan(),
        Unpacked::Finite(x) if x.neg => fmt.canonical_nan(),
        Unpacked::Finite(x) => fmt.pack(rm, root(x, fmt.frac_bits as i32 + 4)),
    }
}

/// The square root of a positive number with `bits` bits (or one more).
fn root(a: Number, bits: i32) -> Number {
    let mut shift = 2 * bits - a.bits();
    if (a.exp - shift) % 2 != 0 {
        shift += 1;
    }
    let radicand = BigUint::from(a.mant) << shift.unsigned_abs();
    let root = radicand.sqrt();
    let sticky = &root * &root != radicand;
    let mant = root.to_u128().expect("half as many bits as the radicand");
    Number { neg: false, mant, exp: (a.exp - shift) / 2, sticky }
}

/// Rounds to an integral value; a zero result keeps the sign.
pub(super) fn round_to_integral(fmt: FpFormat, rm: RoundingMode, a: &Bv) -> Bv {
    match fmt.unpack(a) {
        Unpacked::Nan => fmt.canonical_nan(),
        Unpacked::Inf { .. } => a.clone(),
        Unpacked::Finite(x) if x.exp >= 0 => a.clone(),
        Unpacked::Finite(x) => fmt.pack(rm, Number::exact(x.neg, round_shift(rm, x, -x.exp), 0)),
    }
}

/// Conversion between formats.
pub(super) fn convert(from: FpFormat, to: FpFormat, rm: RoundingMode, a: &Bv) -> Bv {
    match from.unpack(a) {
        Unpacked::Nan => to.canonical_nan(),
        Unpacked::Inf { neg } => to.infinity(neg),
        Unpacked::Finite(x) => to.pack(rm, x),
    }
}

/// An integer of any width, read as signed or unsigned.
pub(super) fn from_int(fmt: FpFormat, rm: RoundingMode, a: &Bv, signed: bool) -> Bv {
    let neg = signed && a.is_negative();
    let magnitude = if neg { a.neg() } else { a.clone() };
    let shift = (magnitude.width() - magnitude.clz_count()).saturating_sub(127);
    let kept = magnitude.lshr_by(shift);
    let number =
        Number { neg, mant: kept.to_u128().expect("at most 127 bits are left"), exp: shift as i32, sticky: magnitude.ctz_count() < shift };
    fmt.pack(rm, number)
}

/// To an integer of `width` bits; 0 for NaN and for results out of range.
pub(super) fn to_int(fmt: FpFormat, rm: RoundingMode, a: &Bv, width: u32, signed: bool) -> Bv {
    let Unpacked::Finite(x) = fmt.unpack(a) else { return Bv::zero(width) };
    if x.is_zero() {
        return Bv::zero(width);
    }
    let (mant, shift) = if x.exp >= 0 { (x.mant, x.exp.unsigned_abs()) } else { (round_shift(rm, x, -x.exp), 0) };
    let bits = 128 - mant.leading_zeros() + shift;
    if bits > width {
        return Bv::zero(width);
    }
    let magnitude = Bv::from_u128(width.max(128), mant).trunc(width).shl_by(shift);
    let fits = match (signed, x.neg) {
        (false, false) => true,
        (false, true) => magnitude.is_zero(),
        (true, false) => !magnitude.is_negative(),
        (true, true) => !magnitude.is_negative() || magnitude.is_min_signed(),
    };
    match (fits, x.neg) {
        (false, _) => Bv::zero(width),
        (true, false) => magnitude,
        (true, true) => magnitude.neg(),
    }
}

/// Arithmetic by operation.
///
/// # Panics
/// For operations that are not arithmetic.
pub(super) fn eval(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) -> Bv {
    match op {
        FpOp::Sqrt => return sqrt(fmt, rm, &args[0]),
        FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div | FpOp::Rem | FpOp::Fma => {}
        FpOp::RoundToIntegral
        | FpOp::Convert { .. }
        | FpOp::FromSbv
        | FpOp::FromUbv
        | FpOp::ToSbv { .. }
        | FpOp::ToUbv { .. }
        | FpOp::Lt
        | FpOp::Le
        | FpOp::Eq => unreachable!("{op:?} is not arithmetic"),
    }
    assert!(fmt.frac_bits <= 52, "{op:?} in {fmt:?}");
    match op {
        FpOp::Add => add(fmt, rm, &args[0], &args[1]),
        FpOp::Sub => sub(fmt, rm, &args[0], &args[1]),
        FpOp::Mul => mul(fmt, rm, &args[0], &args[1]),
        FpOp::Div => div(fmt, rm, &args[0], &args[1]),
        FpOp::Rem => rem(fmt, &args[0], &args[1]),
        _ => fma(fmt, rm, &args[0], &args[1], &args[2]),
    }
}

impl FpFormat {
    /// The rational number `num / den` (`den > 0`) rounded to the format.
    #[must_use]
    pub fn round_rational(self, rm: RoundingMode, num: &BigInt, den: &BigInt) -> Bv {
        let neg = num.sign() == Sign::Minus;
        let (num, den) = (num.magnitude(), den.magnitude());
        // A quotient of 121 or 122 bits, the rest sticky.
        let shift = 121 + den.bits() as i64 - num.bits() as i64;
        let (scaled_num, scaled_den) = if shift >= 0 { (num << shift, den.clone()) } else { (num.clone(), den << -shift) };
        let (quotient, rest) = scaled_num.div_rem(&scaled_den);
        let mant = quotient.to_u128().expect("at most 122 bits");
        self.pack(rm, Number { neg, mant, exp: -shift as i32, sticky: !rest.is_zero() })
    }

    /// A finite pattern as `mantissa · 2^exponent`; `None` for infinities and NaNs.
    #[must_use]
    pub fn dyadic(self, bits: &Bv) -> Option<(BigInt, i32)> {
        match self.unpack(bits) {
            Unpacked::Finite(x) => {
                let sign = if x.neg { Sign::Minus } else { Sign::Plus };
                Some((BigInt::from_biguint(sign, x.mant.into()), x.exp))
            }
            Unpacked::Nan | Unpacked::Inf { .. } => None,
        }
    }
}
