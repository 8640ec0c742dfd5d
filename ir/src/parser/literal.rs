//! Integer and floating-point literals.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Status};

use super::{PResult, Parser};
use crate::constant::IntValue;
use crate::diagnostic::Span;
use crate::lexer::{Tok, Token};
use crate::types::FloatKind;

/// Longest decimal integer that is read; converting is quadratic, and hexadecimal literals have no such limit.
const MAX_DECIMAL_DIGITS: usize = 20_000;

/// `value` modulo 2^bits.
pub(super) fn wrap(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// A signed number modulo 2^bits.
pub(crate) fn wrap_signed(value: i64, bits: u32) -> IntValue {
    if bits <= 64 || value >= 0 {
        return IntValue::Small(wrap(value as u64, bits));
    }
    wrap_big(&BigInt::from(value), bits)
}

fn wrap_big(value: &BigInt, bits: u32) -> IntValue {
    let modulus = BigInt::from_biguint(Sign::Plus, BigUint::one() << bits);
    let wrapped = ((value % &modulus) + &modulus) % &modulus;
    IntValue::from_biguint(wrapped.magnitude().clone())
}

impl<'a> Parser<'a> {
    /// The integer literal to read next, wrapped to a width.
    pub(super) fn int_literal(&mut self, bits: u32) -> PResult<IntValue> {
        let token = self.expect(Tok::Int, "integer")?;
        let text = self.ascii(token);
        if let Ok(small) = text.parse::<i64>() {
            if small < 0 {
                self.charge(u64::from(bits) / 8, token.span())?;
            }
            return Ok(wrap_signed(small, bits));
        }
        self.charge(u64::from(bits) / 8, token.span())?;
        if let Some(hex) = text.strip_prefix("u0x") {
            return self.hex_digits(hex, token).map(|v| wrap_big(&BigInt::from(v), bits));
        }
        if let Some(hex) = text.strip_prefix("s0x") {
            let value = BigInt::from(self.hex_digits(hex, token)?);
            // The highest bit that is set is the sign.
            let active = value.bits();
            let signed = if value.is_zero() { value } else { value - (BigInt::one() << active) };
            return Ok(wrap_big(&signed, bits));
        }
        if text.len() > MAX_DECIMAL_DIGITS {
            return self.fail("limit", token.span(), format!("decimal integer of more than {MAX_DECIMAL_DIGITS} digits"));
        }
        match text.parse::<BigInt>() {
            Ok(value) => Ok(wrap_big(&value, bits)),
            Err(_) => self.fail("syntax", token.span(), "malformed integer"),
        }
    }

    fn hex_digits(&mut self, digits: &str, token: Token) -> PResult<BigUint> {
        match BigUint::parse_bytes(digits.as_bytes(), 16) {
            Some(value) => Ok(value),
            None => self.fail("syntax", token.span(), "malformed hexadecimal integer"),
        }
    }

    /// The floating-point literal to read next, as the bits of a format.
    pub(super) fn float_literal(&mut self, kind: FloatKind) -> PResult<IntValue> {
        let token = self.expect(Tok::Float, "floating-point constant")?;
        let text = self.ascii(token);
        let bits = if let Some(hex) = text.strip_prefix("0x") {
            self.hex_float(hex, kind, token)?
        } else if let Some(hex) = text.strip_prefix("f0x") {
            fits(u128::from_str_radix(hex, 16).ok(), kind.bits())
        } else if let Some(bits) = special(text, kind) {
            bits
        } else {
            decimal(text, kind)
        };
        match bits {
            Some(bits) => Ok(IntValue::from_biguint(BigUint::from(bits))),
            None => self.fail("type", token.span(), format!("floating point constant invalid for type '{}'", kind.name())),
        }
    }

    /// After `0x`: a double's bits, or a letter that names the format.
    fn hex_float(&mut self, hex: &str, kind: FloatKind, token: Token) -> PResult<Option<u128>> {
        let (written, digits) = match hex.as_bytes().first() {
            Some(b'K') => (FloatKind::X86Fp80, &hex[1..]),
            Some(b'L') => (FloatKind::Fp128, &hex[1..]),
            Some(b'M') => (FloatKind::PpcFp128, &hex[1..]),
            Some(b'H') => (FloatKind::Half, &hex[1..]),
            Some(b'R') => (FloatKind::BFloat, &hex[1..]),
            _ => (FloatKind::Double, hex),
        };
        let Some(value) = self.hex_bits(digits, written, token.span())? else { return Ok(None) };
        match (written, kind) {
            (FloatKind::Double, _) => Ok(from_double(value as u64, kind)),
            _ if written == kind => Ok(Some(value)),
            _ => Ok(None),
        }
    }

    fn hex_bits(&mut self, digits: &str, kind: FloatKind, span: Span) -> PResult<Option<u128>> {
        // The 128-bit forms start with the low half, the 80-bit form with sign and exponent.
        let split = match kind {
            FloatKind::Fp128 | FloatKind::PpcFp128 => 16,
            FloatKind::X86Fp80 => 4,
            FloatKind::Half | FloatKind::BFloat | FloatKind::Float | FloatKind::Double | FloatKind::Tiny { .. } => 0,
        };
        let (first, second) = digits.split_at(split.min(digits.len()));
        if first.len() + second.trim_start_matches('0').len() > 32 {
            return self.fail("syntax", span, "floating-point constant bigger than 128 bits detected");
        }
        let number = |text: &str| if text.is_empty() { Some(0) } else { u128::from_str_radix(text, 16).ok() };
        let (Some(first), Some(second)) = (number(first), fits(number(second), if split == 0 { kind.bits() } else { 64 })) else {
            return Ok(None);
        };
        Ok(Some(match split {
            16 => second << 64 | first,
            4 => first << 64 | second,
            _ => second,
        }))
    }
}

fn fits(value: Option<u128>, bits: u32) -> Option<u128> {
    value.filter(|v| bits >= 128 || v >> bits == 0)
}

/// A double, exactly, in another format. `None` when it does not fit (a NaN may lose no payload bits).
fn from_double(bits: u64, kind: FloatKind) -> Option<u128> {
    if kind == FloatKind::Double {
        return Some(u128::from(bits));
    }
    let value = Double::from_bits(u128::from(bits));
    if value.is_nan() {
        return nan_from_double(bits, kind);
    }
    exact(value, kind)
}

fn exact(value: Double, kind: FloatKind) -> Option<u128> {
    fn convert<T: Float>(value: Double) -> Option<u128>
    where
        Double: FloatConvert<T>,
    {
        let mut lossy = false;
        let converted: rustc_apfloat::StatusAnd<T> = value.convert(&mut lossy);
        (!lossy && !converted.status.contains(Status::INEXACT)).then(|| converted.value.to_bits())
    }
    match kind {
        FloatKind::Half => convert::<Half>(value),
        FloatKind::BFloat => convert::<BFloat>(value),
        FloatKind::Float => convert::<Single>(value),
        FloatKind::Double => Some(value.to_bits()),
        FloatKind::Fp128 => convert::<Quad>(value),
        FloatKind::X86Fp80 => convert::<X87DoubleExtended>(value),
        // The high double stands in the low half, and the other half is zero.
        FloatKind::PpcFp128 => Some(value.to_bits()),
        FloatKind::Tiny { .. } => None,
    }
}

/// Payloads move so that their top bits stay on top, as in every conversion between the formats.
fn nan_from_double(bits: u64, kind: FloatKind) -> Option<u128> {
    let (exponent_bits, fraction_bits) = match kind {
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::Float => (8, 23),
        FloatKind::Double | FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 | FloatKind::Tiny { .. } => return None,
    };
    let drop = 52 - fraction_bits;
    let payload = bits & ((1 << 52) - 1);
    if payload & ((1 << drop) - 1) != 0 {
        return None;
    }
    let sign = u128::from(bits >> 63) << (exponent_bits + fraction_bits);
    let exponent = ((1u128 << exponent_bits) - 1) << fraction_bits;
    Some(sign | exponent | u128::from(payload >> drop))
}

/// `+inf`, `-qnan`, `+nan(0x…)`, `+snan(0x…)`. The outer `None` means that the text is another form.
fn special(text: &str, kind: FloatKind) -> Option<Option<u128>> {
    let (negative, word) = (text.starts_with('-'), text.strip_prefix(['+', '-'])?);
    if !word.starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let fraction_bits: u32 = match kind {
        FloatKind::Half => 10,
        FloatKind::BFloat => 7,
        FloatKind::Float => 23,
        FloatKind::Double | FloatKind::PpcFp128 => 52,
        FloatKind::X86Fp80 => 63,
        FloatKind::Fp128 => 112,
        FloatKind::Tiny { .. } => return Some(None),
    };
    let total = if kind == FloatKind::PpcFp128 { 64 } else { kind.bits() };
    let explicit_one = u128::from(kind == FloatKind::X86Fp80) << 63;
    let exponent_bits = total - 1 - fraction_bits - u32::from(kind == FloatKind::X86Fp80);
    let exponent_at = fraction_bits + u32::from(kind == FloatKind::X86Fp80);
    let infinity = (u128::from(negative) << (total - 1)) | (((1 << exponent_bits) - 1) << exponent_at) | explicit_one;
    let quiet = 1u128 << (fraction_bits - 1);
    let payload = |prefix: &str| {
        let digits = word.strip_prefix(prefix)?.strip_suffix(')')?;
        u128::from_str_radix(digits.strip_prefix("0x").unwrap_or(digits), 16).ok().filter(|p| *p < quiet)
    };
    Some(match word {
        "inf" => Some(infinity),
        "qnan" => Some(infinity | quiet),
        _ if word.starts_with("nan(") => payload("nan(").map(|p| infinity | quiet | p),
        _ => payload("snan(").filter(|p| *p != 0).map(|p| infinity | p),
    })
}

/// Decimal notation: rounded to double first, as LLVM does, then it must fit exactly; the wide formats round directly.
fn decimal(text: &str, kind: FloatKind) -> Option<u128> {
    match kind {
        FloatKind::Fp128 if text.len() < 100 => text.parse::<Quad>().ok().map(Float::to_bits),
        FloatKind::X86Fp80 if text.len() < 100 => text.parse::<X87DoubleExtended>().ok().map(Float::to_bits),
        _ => from_double(text.parse::<f64>().ok()?.to_bits(), kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping() {
        assert_eq!(wrap_signed(-1, 8), IntValue::Small(255));
        assert_eq!(wrap_signed(300, 8), IntValue::Small(44));
        assert_eq!(wrap_signed(-1, 65).to_biguint(), (BigUint::one() << 65u32) - 1u32);
    }

    #[test]
    fn floats_must_fit() {
        assert_eq!(decimal("0.5", FloatKind::Float), Some(0x3F00_0000));
        assert_eq!(decimal("0.1", FloatKind::Float), None);
        assert_eq!(from_double(0x7FF8_0000_0000_0000, FloatKind::Half), Some(0x7E00));
        assert_eq!(from_double(0x7FF0_0000_2000_0000, FloatKind::Float), Some(0x7F80_0001));
        assert_eq!(from_double(0x7FF0_0000_0000_0001, FloatKind::Float), None);
        assert_eq!(from_double(0x36A0_0000_0000_0000, FloatKind::Float), Some(1));
    }

    #[test]
    fn named_specials() {
        assert_eq!(special("-inf", FloatKind::Half), Some(Some(0xFC00)));
        assert_eq!(special("+qnan", FloatKind::Float), Some(Some(0x7FC0_0000)));
        assert_eq!(special("+snan(0x1)", FloatKind::Double), Some(Some(0x7FF0_0000_0000_0001)));
        assert_eq!(special("+inf", FloatKind::X86Fp80), Some(Some(0x7FFF_8000_0000_0000_0000)));
        assert_eq!(special("1.0", FloatKind::Float), None);
    }
}
