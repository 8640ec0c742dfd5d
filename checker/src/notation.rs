//! Other ways to write a value: integers in hexadecimal and unsigned, floating-point numbers by their bits and their class.

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::FpFormat;
use llvet_ir::Type;
use serde::{Deserialize, Serialize};

/// How a scalar can be written besides LLVM's way. All members are empty for values that are neither integers nor floating-point numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notation {
    /// The bits, `0x80`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// An integer of more than one bit read as unsigned, `128`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsigned: Option<String>,
    /// What kind of floating-point number it is, `-0.0`, `qNaN payload 0x1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
}

impl Notation {
    /// Of the bits of a scalar type.
    #[must_use]
    pub fn of(ty: &Type, bits: &Bv) -> Notation {
        match ty {
            Type::Int(1) => Notation::default(),
            Type::Int(_) => Notation { hex: Some(hex(bits, 1)), unsigned: Some(bits.to_string_unsigned()), class: None },
            Type::Float(kind) => match FpFormat::of(*kind) {
                Some(format) => {
                    let digits = (format.width() as usize).div_ceil(4);
                    Notation { hex: Some(hex(bits, digits)), unsigned: None, class: Some(class(format, bits)) }
                }
                None => Notation::default(),
            },
            _ => Notation::default(),
        }
    }

    /// What a person wants to see beside LLVM's own text: nothing for small numbers.
    #[must_use]
    pub fn remark(&self, text: &str) -> Option<String> {
        let hex = self.hex.as_ref()?;
        match (&self.unsigned, &self.class) {
            (Some(unsigned), _) if text.contains('-') => Some(format!("{hex}, unsigned {unsigned}")),
            (Some(unsigned), _) => (unsigned.len() > 1).then(|| hex.clone()),
            (None, Some(class)) if class == NORMAL => Some(hex.clone()),
            (None, Some(class)) => Some(format!("{class}, {hex}")),
            (None, None) => None,
        }
    }
}

fn hex(bits: &Bv, digits: usize) -> String {
    format!("0x{:0>digits$X}", bits.to_biguint())
}

/// The class of an infinity or NaN that a value's text has in hexadecimal, as `double 0x7FF8000000000001` is a qNaN with payload 1.
#[must_use]
pub fn class_of_text(text: &str) -> Option<String> {
    let (ty, digits) = text.split_once(" 0x")?;
    let number = |digits: &str| u64::from_str_radix(digits, 16).ok();
    let (format, bits) = match ty {
        "double" => (FpFormat::DOUBLE, number(digits)?),
        // Written as the double with the same sign and payload.
        "float" => (FpFormat::FLOAT, number(digits).map(|wide| wide >> 63 << 31 | 0xff << 23 | wide >> 29 & 0x007f_ffff)?),
        "half" => (FpFormat::HALF, number(digits.strip_prefix('H')?)?),
        "bfloat" => (FpFormat::BFLOAT, number(digits.strip_prefix('R')?)?),
        _ => return None,
    };
    Some(class(format, &Bv::from_u64(format.width(), bits)))
}

/// The class of most numbers, which goes without saying.
const NORMAL: &str = "normal";

/// IEEE 754-2019, 5.7.2: `+0.0`, `-0.0`, `subnormal`, `normal`, `+inf`, `-inf`, or a NaN with sign and payload, the bits below the one that
/// makes it quiet.
#[must_use]
pub fn class(format: FpFormat, bits: &Bv) -> String {
    let (exp_bits, frac_bits) = (format.exp_bits, format.frac_bits);
    let exponent = bits.extract(frac_bits + exp_bits - 1, frac_bits);
    let fraction = bits.extract(frac_bits - 1, 0);
    let sign = if bits.is_negative() { '-' } else { '+' };
    match (exponent.is_zero(), exponent.is_ones(), fraction.is_zero()) {
        (true, _, true) => format!("{sign}0.0"),
        (true, _, false) => "subnormal".to_owned(),
        (false, true, true) => format!("{sign}inf"),
        (false, true, false) => nan(sign, &fraction),
        (false, false, _) => NORMAL.to_owned(),
    }
}

fn nan(sign: char, fraction: &Bv) -> String {
    let top = fraction.width() - 1;
    let kind = if fraction.bit(top) { "qNaN" } else { "sNaN" };
    let sign = if sign == '-' { "-" } else { "" };
    let payload = if top == 0 { Bv::zero(1) } else { fraction.extract(top - 1, 0) };
    format!("{sign}{kind} payload {}", hex(&payload, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(ty: Type, bits: u64, text: &str) -> Option<String> {
        let width = match &ty {
            Type::Int(width) => *width,
            Type::Float(kind) => FpFormat::of(*kind).expect("a modelled format").width(),
            _ => 64,
        };
        Notation::of(&ty, &Bv::from_u64(width, bits)).remark(text)
    }

    #[test]
    fn integers() {
        assert_eq!(remark(Type::Int(8), 0x80, "i8 -128").as_deref(), Some("0x80, unsigned 128"));
        assert_eq!(remark(Type::Int(8), 127, "i8 127").as_deref(), Some("0x7F"));
        assert_eq!(remark(Type::Int(8), 3, "i8 3"), None);
        assert_eq!(remark(Type::Int(1), 1, "i1 true"), None);
    }

    #[test]
    fn classes_of_texts() {
        let class = |text| class_of_text(text);
        assert_eq!(class("double 0x7FF8000000000001").as_deref(), Some("qNaN payload 0x1"));
        assert_eq!(class("float 0x7FF0000000000000").as_deref(), Some("+inf"));
        assert_eq!(class("float 0xFFF4000020000000").as_deref(), Some("-sNaN payload 0x200001"));
        assert_eq!(class("half 0xH7E00").as_deref(), Some("qNaN payload 0x0"));
        assert!(["float 1.5", "i8 1", "poison", "ptr inttoptr (i64 5 to ptr)"].into_iter().all(|text| class(text).is_none()));
    }

    #[test]
    fn floating_point_numbers() {
        use llvet_ir::FloatKind;
        let float = |bits| remark(Type::Float(FloatKind::Float), bits, "float");
        assert_eq!(float(0x8000_0000).as_deref(), Some("-0.0, 0x80000000"));
        assert_eq!(float(0x3fc0_0000).as_deref(), Some("0x3FC00000"));
        assert_eq!(float(1).as_deref(), Some("subnormal, 0x00000001"));
        assert_eq!(float(0xff80_0000).as_deref(), Some("-inf, 0xFF800000"));
        assert_eq!(float(0x7fc0_0001).as_deref(), Some("qNaN payload 0x1, 0x7FC00001"));
        assert_eq!(float(0xffa0_0000).as_deref(), Some("-sNaN payload 0x200000, 0xFFA00000"));
        assert_eq!(remark(Type::Float(FloatKind::Half), 0x7c00, "half").as_deref(), Some("+inf, 0x7C00"));
    }
}
