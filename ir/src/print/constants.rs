//! Constants and constant expressions.

use num_bigint::{BigInt, BigUint};
use num_traits::One;

use super::Writer;
use crate::constant::{ConstExpr, ConstKind, Constant, IntValue};
use crate::flags::{FastMath, Flags};
use crate::quote::Name;
use crate::types::{FloatKind, Type};

/// Wider integers are written in hexadecimal: their decimal form takes quadratic time.
const MAX_DECIMAL_BITS: u64 = 8192;

/// An integer of `bits` bits as LLVM prints it: signed, and `i1` too (`true` is the caller's matter).
#[must_use]
pub fn int_text(bits: u32, value: &IntValue) -> String {
    match value {
        IntValue::Small(v) if bits >= 64 && (bits > 64 || *v <= i64::MAX as u64) => v.to_string(),
        IntValue::Small(v) if bits == 0 => v.to_string(),
        IntValue::Small(v) => {
            let shift = 64 - bits.min(64);
            (((v << shift) as i64) >> shift).to_string()
        }
        IntValue::Big(v) => {
            let negative = v.bit(u64::from(bits) - 1);
            let size = if negative { (BigUint::one() << bits) - &**v } else { (**v).clone() };
            if size.bits() > MAX_DECIMAL_BITS {
                return format!("u0x{:X}", **v);
            }
            let signed = BigInt::from(size);
            if negative { (-signed).to_string() } else { signed.to_string() }
        }
    }
}

/// A floating-point bit pattern as LLVM prints it: decimal when six digits are exact, else hexadecimal.
#[must_use]
pub fn float_text(kind: FloatKind, value: &IntValue) -> String {
    let bits = u128::try_from(value.to_biguint()).unwrap_or(0);
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    match kind {
        FloatKind::Half => format!("0xH{low:04X}"),
        FloatKind::BFloat => format!("0xR{low:04X}"),
        FloatKind::Float => double_text(widen(low as u32)),
        FloatKind::Double => double_text(low),
        FloatKind::X86Fp80 => format!("0xK{high:04X}{low:016X}"),
        FloatKind::Fp128 => format!("0xL{low:016X}{high:016X}"),
        // No text has such types; this is for messages.
        FloatKind::Tiny { .. } => format!("0x{low:X}"),
        FloatKind::PpcFp128 => format!("0xM{low:016X}{high:016X}"),
    }
}

/// The bits of a float as those of the double with the same value; signalling NaNs stay signalling.
fn widen(bits: u32) -> u64 {
    let float = f32::from_bits(bits);
    if float.is_nan() {
        let (sign, fraction) = (u64::from(bits >> 31), u64::from(bits & 0x7F_FFFF));
        return sign << 63 | 0x7FF << 52 | fraction << 29;
    }
    f64::from(float).to_bits()
}

fn double_text(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_finite() {
        let text = format!("{value:.6e}");
        if let Some((digits, exponent)) = text.split_once('e')
            && text.parse::<f64>().is_ok_and(|back| back.to_bits() == bits)
        {
            let (sign, size) = exponent.strip_prefix('-').map_or(('+', exponent), |size| ('-', size));
            return format!("{digits}e{sign}{size:0>2}");
        }
    }
    format!("0x{bits:016X}")
}

impl Writer<'_> {
    /// `T constant`
    pub(super) fn typed_constant(&mut self, c: &Constant) {
        self.fmt(format_args!("{} ", c.ty));
        self.constant(c);
    }

    /// A constant without its type.
    pub(super) fn constant(&mut self, c: &Constant) {
        match &c.kind {
            ConstKind::Int(v) => match (&c.ty, v) {
                (Type::Int(1), IntValue::Small(0)) => self.text("false"),
                (Type::Int(1), _) => self.text("true"),
                (Type::Int(bits) | Type::Byte(bits), IntValue::Small(v)) if *bits <= 64 => {
                    let shift = 64 - bits;
                    self.fmt(format_args!("{}", ((v << shift) as i64) >> shift));
                }
                (ty, v) => {
                    let text = int_text(ty.scalar_bits().unwrap_or(64), v);
                    self.text(&text);
                }
            },
            ConstKind::Float(v) => {
                let kind = if let Type::Float(kind) = c.ty { kind } else { FloatKind::Double };
                let text = float_text(kind, v);
                self.text(&text);
            }
            ConstKind::Null => self.text("null"),
            ConstKind::None => self.text("none"),
            ConstKind::Undef => self.text("undef"),
            ConstKind::Poison => self.text("poison"),
            ConstKind::Zero => self.text("zeroinitializer"),
            ConstKind::Aggregate(elems) => self.aggregate(&c.ty, elems),
            ConstKind::Bytes(bytes) => self.fmt(format_args!("c{}", crate::quote::Quoted(bytes))),
            ConstKind::Splat(lane) => {
                self.text("splat (");
                self.typed_constant(lane);
                self.text(")");
            }
            ConstKind::Global(name) => self.global_name(name),
            ConstKind::BlockAddress { function, block } => {
                self.text("blockaddress(");
                self.global_name(function);
                self.fmt(format_args!(", %{})", Name(block)));
            }
            ConstKind::DsoLocalEquivalent(name) => {
                self.text("dso_local_equivalent ");
                self.global_name(name);
            }
            ConstKind::NoCfi(name) => {
                self.text("no_cfi ");
                self.global_name(name);
            }
            ConstKind::PtrAuth(parts) => self.call_like("ptrauth", parts),
            ConstKind::Expr(expr) => self.expression(expr, &c.ty),
        }
    }

    fn aggregate(&mut self, ty: &Type, elems: &[std::sync::Arc<Constant>]) {
        let body = self.module.map_or(Some(ty), |m| m.resolve(ty));
        let (open, close) = match body {
            Some(Type::Array { .. }) => ("[", "]"),
            Some(Type::Vector { .. }) => ("<", ">"),
            Some(Type::Struct(s)) if s.packed => ("<{ ", " }>"),
            _ => ("{ ", " }"),
        };
        self.text(open);
        self.list(elems, |w, e| w.typed_constant(e));
        self.text(close);
    }

    /// `word (T a, T b)`
    fn call_like(&mut self, word: &str, args: &[std::sync::Arc<Constant>]) {
        self.text(word);
        self.text(" (");
        self.list(args, |w, a| w.typed_constant(a));
        self.text(")");
    }

    fn expression(&mut self, expr: &ConstExpr, ty: &Type) {
        match expr {
            ConstExpr::Binary { op, flags, args } => {
                self.word(op.name());
                self.flags(flags);
                self.operands(args);
            }
            ConstExpr::Cast { op, flags, arg } => {
                self.word(op.name());
                self.flags(flags);
                self.text("(");
                self.typed_constant(arg);
                self.fmt(format_args!(" to {ty})"));
            }
            ConstExpr::Gep { elem_ty, flags, inrange, args } => {
                self.text("getelementptr ");
                self.flags(flags);
                if let Some((start, end)) = inrange {
                    self.fmt(format_args!("inrange({start}, {end}) "));
                }
                self.fmt(format_args!("({elem_ty}, "));
                self.list(args, |w, a| w.typed_constant(a));
                self.text(")");
            }
            ConstExpr::Icmp { pred, args } => self.call_like(&format!("icmp {}", pred.name()), args),
            ConstExpr::Fcmp { pred, args } => self.call_like(&format!("fcmp {}", pred.name()), args),
            ConstExpr::Select { args } => self.call_like("select", args),
            ConstExpr::ExtractElement { args } => self.call_like("extractelement", args),
            ConstExpr::InsertElement { args } => self.call_like("insertelement", args),
            ConstExpr::Fneg { arg } => self.call_like("fneg", std::slice::from_ref(arg)),
            ConstExpr::ShuffleVector { args, mask } => {
                self.text("shufflevector (");
                self.list(args, |w, a| w.typed_constant(a));
                self.text(", ");
                self.shuffle_mask(matches!(ty, Type::Vector { scalable: true, .. }), mask);
                self.text(")");
            }
            ConstExpr::ExtractValue { agg, indices } => {
                self.text("extractvalue (");
                self.typed_constant(agg);
                self.indices(indices);
                self.text(")");
            }
            ConstExpr::InsertValue { args, indices } => {
                self.text("insertvalue (");
                self.list(args, |w, a| w.typed_constant(a));
                self.indices(indices);
                self.text(")");
            }
        }
    }

    fn operands(&mut self, args: &[std::sync::Arc<Constant>]) {
        self.text("(");
        self.list(args, |w, a| w.typed_constant(a));
        self.text(")");
    }

    /// `, 0, 1`
    pub(super) fn indices(&mut self, indices: &[u32]) {
        for index in indices {
            self.fmt(format_args!(", {index}"));
        }
    }

    /// The mask of a `shufflevector` with its type.
    pub(super) fn shuffle_mask(&mut self, scalable: bool, mask: &[Option<u32>]) {
        let vscale = if scalable { "vscale x " } else { "" };
        self.fmt(format_args!("<{vscale}{} x i32> ", mask.len()));
        if mask.iter().all(|lane| *lane == Some(0)) {
            self.text("zeroinitializer");
        } else if mask.iter().all(Option::is_none) {
            self.text("poison");
        } else {
            self.text("<");
            self.list(mask, |w, lane| match lane {
                Some(lane) => w.fmt(format_args!("i32 {lane}")),
                None => w.text("i32 poison"),
            });
            self.text(">");
        }
    }

    /// Flags in LLVM's order, each with a blank after it.
    pub(super) fn flags(&mut self, flags: &Flags) {
        if *flags == Flags::NONE {
            return;
        }
        if flags.fmf == FastMath::FAST {
            self.text("fast ");
        } else {
            for (bit, name) in FastMath::NAMES {
                if flags.fmf.has(bit) {
                    self.word(name);
                }
            }
        }
        let rest = [
            (flags.inbounds, "inbounds"),
            (flags.nusw && !flags.inbounds, "nusw"),
            (flags.nuw, "nuw"),
            (flags.nsw, "nsw"),
            (flags.exact, "exact"),
            (flags.disjoint, "disjoint"),
            (flags.samesign, "samesign"),
            (flags.nneg, "nneg"),
        ];
        for (_, name) in rest.iter().filter(|(set, _)| *set) {
            self.word(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(int_text(8, &IntValue::Small(255)), "-1");
        assert_eq!(int_text(64, &IntValue::Small(u64::MAX)), "-1");
        assert_eq!(int_text(65, &IntValue::Small(u64::MAX)), "18446744073709551615");
        assert_eq!(int_text(128, &IntValue::from_biguint((BigUint::one() << 128u32) - 5u32)), "-5");
    }

    #[test]
    fn floats() {
        let double = |v: f64| float_text(FloatKind::Double, &IntValue::Small(v.to_bits()));
        assert_eq!(double(2.0), "2.000000e+00");
        assert_eq!(double(-0.0), "-0.000000e+00");
        assert_eq!(double(1e16), "1.000000e+16");
        assert_eq!(double(1e-100), "1.000000e-100");
        assert_eq!(double(0.1 + 0.2), "0x3FD3333333333334");
        assert_eq!(double(f64::INFINITY), "0x7FF0000000000000");
        assert_eq!(float_text(FloatKind::Float, &IntValue::Small(0x7F80_0001)), "0x7FF0000020000000");
        assert_eq!(float_text(FloatKind::Half, &IntValue::Small(0x3C00)), "0xH3C00");
    }
}
