//! Fixed-width bit-vector values.
//!
//! Purpose: the one value type of the encoder: constants in terms, values of concrete execution, counterexamples.
//! Invariants: the width is 1..=[`MAX_WIDTH`]; the stored value is below `2^width`; widths up to 128 are stored as `u128`, wider ones as
//! [`BigUint`], so that equal values have equal representations (derived `Eq`, `Hash`, `Ord` are sound).
//! Deliberately absent: poison, undef, signedness (an operation picks how it reads the bits), floating point (see [`crate::fp`]).

use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};

/// The largest integer width LLVM allows: `IntegerType::MAX_INT_BITS`, `2^23`.
pub const MAX_WIDTH: u32 = 1 << 23;

/// A bit-vector value of a fixed width. Binary operations require operands of equal widths (checked in debug builds).
///
/// Ordering compares widths first and then unsigned values, so for equal widths it is the unsigned order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bv {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    Small(u128),
    Big(Arc<BigUint>),
}
use Repr::{Big, Small};

fn mask128(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn modulus(width: u32) -> BigUint {
    BigUint::one() << width
}

/// Constructors. `width` is in bits and must be 1..=[`MAX_WIDTH`].
impl Bv {
    /// The value 0.
    pub fn zero(width: u32) -> Bv {
        Bv::from_u128(width, 0)
    }

    /// The value 1.
    pub fn one(width: u32) -> Bv {
        Bv::from_u128(width, 1)
    }

    /// All bits one: unsigned maximum, signed −1.
    pub fn ones(width: u32) -> Bv {
        Bv::zero(width).not()
    }

    /// The smallest signed value: only the sign bit set.
    pub fn min_signed(width: u32) -> Bv {
        Bv::bit_at(width, width - 1)
    }

    /// The largest signed value: all bits but the sign bit set.
    pub fn max_signed(width: u32) -> Bv {
        Bv::min_signed(width).not()
    }

    /// The value `2^index`; zero if `index >= width`.
    pub fn bit_at(width: u32, index: u32) -> Bv {
        Bv::one(width).shl_by(index)
    }

    /// The `count` low bits set; all bits if `count >= width`.
    pub fn low_mask(width: u32, count: u32) -> Bv {
        if count >= width { Bv::ones(width) } else { Bv::ones(width).lshr_by(width - count) }
    }

    /// `value` modulo `2^width`.
    pub fn from_u128(width: u32, value: u128) -> Bv {
        debug_assert!((1..=MAX_WIDTH).contains(&width), "bit-vector width {width}");
        let repr = if width <= 128 { Small(value & mask128(width)) } else { Big(Arc::new(value.into())) };
        Bv { width, repr }
    }

    /// `value` modulo `2^width`.
    pub fn from_u64(width: u32, value: u64) -> Bv {
        Bv::from_u128(width, value.into())
    }

    /// `value` modulo `2^width` (two's complement).
    pub fn from_i64(width: u32, value: i64) -> Bv {
        Bv::from_i128(width, value.into())
    }

    /// `value` modulo `2^width` (two's complement).
    pub fn from_i128(width: u32, value: i128) -> Bv {
        if width <= 128 { Bv::from_u128(width, value as u128) } else { Bv::from_u128(128, value as u128).sext(width) }
    }

    /// `value` modulo `2^width`.
    pub fn from_biguint(width: u32, value: BigUint) -> Bv {
        debug_assert!((1..=MAX_WIDTH).contains(&width), "bit-vector width {width}");
        if width <= 128 {
            let digits = value.iter_u64_digits().take(2);
            let low = digits.enumerate().fold(0, |acc, (i, digit)| acc | (u128::from(digit) << (64 * i)));
            return Bv::from_u128(width, low);
        }
        let value = if value.bits() > u64::from(width) { value & (modulus(width) - 1u32) } else { value };
        Bv { width, repr: Big(Arc::new(value)) }
    }

    /// `value` modulo `2^width` (two's complement).
    pub fn from_bigint(width: u32, value: &BigInt) -> Bv {
        let reduced = value.mod_floor(&BigInt::from(modulus(width)));
        Bv::from_biguint(width, reduced.magnitude().clone())
    }

    /// 1 or 0 at width 1: how a Boolean is carried as a value.
    pub fn from_bool(value: bool) -> Bv {
        Bv::from_u128(1, value.into())
    }
}

/// Observers.
impl Bv {
    /// The width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Small(v) => *v == 0,
            Big(v) => v.is_zero(),
        }
    }

    /// Whether the unsigned value is 1.
    pub fn is_one(&self) -> bool {
        match &self.repr {
            Small(v) => *v == 1,
            Big(v) => v.is_one(),
        }
    }

    /// Whether every bit is one.
    pub fn is_ones(&self) -> bool {
        self.ctpop_count() == self.width
    }

    /// Whether this is the smallest signed value.
    pub fn is_min_signed(&self) -> bool {
        self.is_negative() && self.is_power_of_two()
    }

    /// Whether this is the largest signed value.
    pub fn is_max_signed(&self) -> bool {
        self.not().is_min_signed()
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether bit `index` (0 is the least significant) is set; false beyond the width.
    pub fn bit(&self, index: u32) -> bool {
        match &self.repr {
            Small(v) => index < 128 && (v >> index) & 1 == 1,
            Big(v) => v.bit(index.into()),
        }
    }

    /// Whether exactly one bit is set.
    pub fn is_power_of_two(&self) -> bool {
        self.ctpop_count() == 1
    }

    /// The number of one bits.
    pub fn ctpop_count(&self) -> u32 {
        match &self.repr {
            Small(v) => v.count_ones(),
            Big(v) => v.count_ones() as u32,
        }
    }

    /// The number of zero bits above the highest one bit; the width for zero.
    pub fn clz_count(&self) -> u32 {
        match &self.repr {
            Small(v) => v.leading_zeros() - (128 - self.width),
            Big(v) => self.width - v.bits() as u32,
        }
    }

    /// The number of zero bits below the lowest one bit; the width for zero.
    pub fn ctz_count(&self) -> u32 {
        match &self.repr {
            Small(v) => v.trailing_zeros().min(self.width),
            Big(v) => v.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }

    /// The unsigned value if it fits in 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128()?.try_into().ok()
    }

    /// The unsigned value if it fits in 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Small(v) => Some(*v),
            Big(v) => u128::try_from(v.as_ref()).ok(),
        }
    }

    /// The signed value if the width is at most 128.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.repr {
            Small(v) => Some(((v << (128 - self.width)) as i128) >> (128 - self.width)),
            Big(_) => None,
        }
    }

    /// The unsigned value.
    pub fn to_biguint(&self) -> BigUint {
        match &self.repr {
            Small(v) => (*v).into(),
            Big(v) => v.as_ref().clone(),
        }
    }

    /// The value read as two's complement.
    pub fn to_bigint_signed(&self) -> BigInt {
        let value = BigInt::from_biguint(Sign::Plus, self.to_biguint());
        if self.is_negative() { value - BigInt::from(modulus(self.width)) } else { value }
    }

    /// Whether the value is not zero: how a width-1 value is read as a Boolean.
    pub fn to_bool(&self) -> bool {
        !self.is_zero()
    }

    /// Signed decimal, as LLVM prints integers.
    pub fn to_string_signed(&self) -> String {
        match self.to_i128() {
            Some(v) => v.to_string(),
            None => self.to_bigint_signed().to_string(),
        }
    }

    /// Unsigned decimal.
    pub fn to_string_unsigned(&self) -> String {
        match &self.repr {
            Small(v) => v.to_string(),
            Big(v) => v.to_string(),
        }
    }

    /// Lower-case hexadecimal with `0x` and without leading zeros.
    pub fn to_string_hex(&self) -> String {
        match &self.repr {
            Small(v) => format!("{v:#x}"),
            Big(v) => format!("{:#x}", v.as_ref()),
        }
    }
}

/// SMT-LIB `FixedSizeBitVectors` operations (and `ctpop`, `clz`, `ctz`), total: division by zero and oversized shifts follow SMT-LIB.
impl Bv {
    fn zip(&self, rhs: &Bv, small: impl Fn(u128, u128) -> u128, big: impl Fn(&BigUint, &BigUint) -> BigUint) -> Bv {
        debug_assert_eq!(self.width, rhs.width, "operand widths differ");
        match (&self.repr, &rhs.repr) {
            (Small(a), Small(b)) => Bv::from_u128(self.width, small(*a, *b)),
            _ => Bv::from_biguint(self.width, big(&self.to_biguint(), &rhs.to_biguint())),
        }
    }

    /// Sum modulo `2^width`.
    pub fn add(&self, rhs: &Bv) -> Bv {
        self.zip(rhs, u128::wrapping_add, |a, b| a + b)
    }

    /// Difference modulo `2^width`.
    pub fn sub(&self, rhs: &Bv) -> Bv {
        self.zip(rhs, u128::wrapping_sub, |a, b| a + modulus(self.width) - b)
    }

    /// Product modulo `2^width`.
    pub fn mul(&self, rhs: &Bv) -> Bv {
        self.zip(rhs, u128::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones when `rhs` is zero.
    pub fn udiv(&self, rhs: &Bv) -> Bv {
        if rhs.is_zero() {
            return Bv::ones(self.width);
        }
        self.zip(rhs, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend when `rhs` is zero.
    pub fn urem(&self, rhs: &Bv) -> Bv {
        if rhs.is_zero() {
            return self.clone();
        }
        self.zip(rhs, |a, b| a % b, |a, b| a % b)
    }

    /// Signed quotient rounded toward zero; for a zero `rhs` it is 1 if `self` is negative and −1 otherwise.
    pub fn sdiv(&self, rhs: &Bv) -> Bv {
        let quotient = self.abs_wrapping().udiv(&rhs.abs_wrapping());
        if self.is_negative() == rhs.is_negative() { quotient } else { quotient.neg() }
    }

    /// Signed remainder with the sign of the dividend; the dividend when `rhs` is zero.
    pub fn srem(&self, rhs: &Bv) -> Bv {
        let remainder = self.abs_wrapping().urem(&rhs.abs_wrapping());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    /// Two's complement negation.
    pub fn neg(&self) -> Bv {
        Bv::zero(self.width).sub(self)
    }

    /// The magnitude as an unsigned value (the smallest signed value maps to itself).
    pub fn abs_wrapping(&self) -> Bv {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Bitwise conjunction.
    pub fn and(&self, rhs: &Bv) -> Bv {
        self.zip(rhs, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise disjunction.
    pub fn or(&self, rhs: &Bv) -> Bv {
        self.zip(rhs, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive disjunction.
    pub fn xor(&self, rhs: &Bv) -> Bv {
        self.zip(rhs, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Bitwise complement.
    pub fn not(&self) -> Bv {
        match &self.repr {
            Small(v) => Bv::from_u128(self.width, !v),
            Big(v) => Bv::from_biguint(self.width, (modulus(self.width) - 1u32) ^ v.as_ref()),
        }
    }

    /// `self` shifted left by `amount` bits; zero if `amount >= width`.
    pub fn shl_by(&self, amount: u32) -> Bv {
        if amount >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Small(v) => Bv::from_u128(self.width, v << amount),
            Big(v) => Bv::from_biguint(self.width, v.as_ref() << amount),
        }
    }

    /// `self` shifted right by `amount` bits, zeros shifted in; zero if `amount >= width`.
    pub fn lshr_by(&self, amount: u32) -> Bv {
        if amount >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Small(v) => Bv::from_u128(self.width, v >> amount),
            Big(v) => Bv::from_biguint(self.width, v.as_ref() >> amount),
        }
    }

    /// `self` shifted right by `amount` bits, copies of the sign bit shifted in; all sign bits if `amount >= width`.
    pub fn ashr_by(&self, amount: u32) -> Bv {
        if self.is_negative() { self.not().lshr_by(amount).not() } else { self.lshr_by(amount) }
    }

    /// The value as a shift amount, clamped to the width.
    fn clamped(&self) -> u32 {
        self.to_u64().map_or(self.width, |n| n.min(u64::from(self.width)) as u32)
    }

    /// `self << rhs`; zero if `rhs >= width`.
    pub fn shl(&self, rhs: &Bv) -> Bv {
        debug_assert_eq!(self.width, rhs.width, "operand widths differ");
        self.shl_by(rhs.clamped())
    }

    /// `self >> rhs` with zeros; zero if `rhs >= width`.
    pub fn lshr(&self, rhs: &Bv) -> Bv {
        debug_assert_eq!(self.width, rhs.width, "operand widths differ");
        self.lshr_by(rhs.clamped())
    }

    /// `self >> rhs` with sign bits; all sign bits if `rhs >= width`.
    pub fn ashr(&self, rhs: &Bv) -> Bv {
        debug_assert_eq!(self.width, rhs.width, "operand widths differ");
        self.ashr_by(rhs.clamped())
    }

    /// Unsigned less than.
    pub fn ult(&self, rhs: &Bv) -> bool {
        debug_assert_eq!(self.width, rhs.width, "operand widths differ");
        self < rhs
    }

    /// Unsigned less than or equal.
    pub fn ule(&self, rhs: &Bv) -> bool {
        !rhs.ult(self)
    }

    /// Signed less than.
    pub fn slt(&self, rhs: &Bv) -> bool {
        match (self.is_negative(), rhs.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(rhs),
        }
    }

    /// Signed less than or equal.
    pub fn sle(&self, rhs: &Bv) -> bool {
        !rhs.slt(self)
    }

    /// `self` as the high bits, `low` as the low bits; the width is the sum.
    pub fn concat(&self, low: &Bv) -> Bv {
        let width = self.width + low.width;
        self.zext(width).shl_by(low.width).or(&low.zext(width))
    }

    /// Bits `hi` down to `lo`, both included; the width is `hi - lo + 1`. Requires `lo <= hi < width`.
    pub fn extract(&self, hi: u32, lo: u32) -> Bv {
        debug_assert!(lo <= hi && hi < self.width, "extract {hi}..{lo} of {} bits", self.width);
        match &self.repr {
            Small(v) => Bv::from_u128(hi - lo + 1, v >> lo),
            Big(v) => Bv::from_biguint(hi - lo + 1, v.as_ref() >> lo),
        }
    }

    /// The low `width` bits; requires `width <= self.width()`.
    pub fn trunc(&self, width: u32) -> Bv {
        self.extract(width - 1, 0)
    }

    /// Zero extension to `width` bits (the new total width, at least the old one).
    pub fn zext(&self, width: u32) -> Bv {
        debug_assert!(width >= self.width, "zext to a smaller width");
        match &self.repr {
            Small(v) => Bv::from_u128(width, *v),
            Big(v) => Bv { width, repr: Big(v.clone()) },
        }
    }

    /// Sign extension to `width` bits (the new total width, at least the old one).
    pub fn sext(&self, width: u32) -> Bv {
        let wide = self.zext(width);
        if self.is_negative() { wide.or(&Bv::ones(width).shl_by(self.width)) } else { wide }
    }

    /// The number of one bits, modulo `2^width`.
    pub fn ctpop(&self) -> Bv {
        Bv::from_u64(self.width, self.ctpop_count().into())
    }

    /// The number of leading zero bits (the width for zero), modulo `2^width`.
    pub fn clz(&self) -> Bv {
        Bv::from_u64(self.width, self.clz_count().into())
    }

    /// The number of trailing zero bits (the width for zero), modulo `2^width`.
    pub fn ctz(&self) -> Bv {
        Bv::from_u64(self.width, self.ctz_count().into())
    }
}

/// `i8 200` as `200:8`: unsigned value and width, for debugging.
impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.to_string_unsigned(), self.width)
    }
}

/// Unsigned decimal.
impl fmt::Display for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string_unsigned())
    }
}
