//! Values as text, the way LLVM writes constants. Integers are signed; a value that is poison throughout is just `poison`.
//! Floating-point numbers are the shortest decimals that read back as the same number, infinities and NaNs hexadecimal.

use std::fmt::Write as _;

use llvet_ir::quote::Name;
use llvet_ir::{FloatKind, Module, Type};

use super::argument::{ArgLane, ArgValue};
use super::env::{Code, Env};
use super::slot::Slot;
use super::word::{Provenance, RtValue, Scalar, Word};
use crate::bv::Bv;
use crate::fp::FpFormat;

/// How NaNs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nans {
    /// All as `nan`.
    #[default]
    Alike,
    /// With sign and payload, in LLVM's hexadecimal form.
    Exact,
}

/// Text of a register: one that depends on undef has no single value.
pub(crate) fn slot(env: &Env<'_>, ty: &Type, slot: &Slot<'_>) -> String {
    match slot {
        Slot::Value(v) => value(env, ty, v, Nans::Exact),
        Slot::Thunk(t) if t.is_plain_undef() => format!("{ty} undef"),
        Slot::Thunk(_) => format!("{ty} (depends on undef)"),
    }
}

/// Text of a value with its type: `i8 -1`, `<2 x i8> <i8 1, i8 poison>`, `poison`, `void`.
pub(crate) fn value(env: &Env<'_>, ty: &Type, value: &RtValue, nans: Nans) -> String {
    if matches!(ty, Type::Void) {
        return "void".to_owned();
    }
    if !value.lanes.is_empty() && value.lanes.iter().all(|lane| matches!(lane, Scalar::Poison(_))) {
        return "poison".to_owned();
    }
    let style = Style { env, nans };
    let mut lanes = value.lanes.iter();
    let mut out = String::new();
    let mut next = |ty: &Type| match lanes.next() {
        Some(Scalar::Word(word)) => scalar(&style, ty, word),
        Some(Scalar::Poison(_)) | None => "poison".to_owned(),
    };
    typed(env.module, ty, &mut next, &mut out);
    out
}

struct Style<'e, 'm> {
    env: &'e Env<'m>,
    nans: Nans,
}

/// Text of an argument with its type, as [`value`] writes it; leaves may be `undef` too.
#[must_use]
pub fn argument(module: &Module, ty: &Type, arg: &ArgValue) -> String {
    let all = |lane: &ArgLane| !arg.lanes.is_empty() && arg.lanes.iter().all(|l| l == lane);
    if all(&ArgLane::Poison) {
        return format!("{ty} poison");
    }
    if all(&ArgLane::Undef) {
        return format!("{ty} undef");
    }
    let mut lanes = arg.lanes.iter();
    let mut out = String::new();
    let mut next = |ty: &Type| match lanes.next() {
        Some(ArgLane::Bits(bits)) => plain_scalar(ty, bits, Nans::Exact),
        Some(ArgLane::Pointer(word)) => plain_scalar(ty, &word.bits, Nans::Exact),
        Some(ArgLane::Undef) => "undef".to_owned(),
        Some(ArgLane::Poison) | None => "poison".to_owned(),
    };
    typed(module, ty, &mut next, &mut out);
    out
}

/// Gives the text of the next leaf, which has this type.
type NextLeaf<'l> = &'l mut dyn FnMut(&Type) -> String;

fn typed(module: &Module, ty: &Type, next: NextLeaf<'_>, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{ty} ");
    match module.resolve(ty) {
        Some(Type::Vector { len, elem, .. }) => list(module, ["<", ">"], repeat(elem, *len), next, out),
        Some(Type::Array { len, elem }) => list(module, ["[", "]"], repeat(elem, *len), next, out),
        Some(Type::Struct(body)) => {
            let around = match (body.packed, body.fields.is_empty()) {
                (true, true) => ["<{", "}>"],
                (true, false) => ["<{ ", " }>"],
                (false, true) => ["{", "}"],
                (false, false) => ["{ ", " }"],
            };
            list(module, around, body.fields.iter(), next, out);
        }
        _ => out.push_str(&next(ty)),
    }
}

fn list<'t>(module: &Module, [open, close]: [&str; 2], types: impl Iterator<Item = &'t Type>, next: NextLeaf<'_>, out: &mut String) {
    out.push_str(open);
    for (i, ty) in types.enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        typed(module, ty, next, out);
    }
    out.push_str(close);
}

fn repeat(ty: &Type, count: u64) -> impl Iterator<Item = &Type> {
    (0..count).map(move |_| ty)
}

fn scalar(style: &Style<'_, '_>, ty: &Type, word: &Word) -> String {
    match ty {
        Type::Ptr { .. } => pointer(style.env, word),
        _ => plain_scalar(ty, &word.bits, style.nans),
    }
}

/// A scalar whose text does not depend on the module; pointers as their address.
fn plain_scalar(ty: &Type, bits: &Bv, nans: Nans) -> String {
    match ty {
        Type::Int(1) => bits.to_bool().to_string(),
        Type::Float(kind) => float(*kind, bits, nans),
        Type::Ptr { .. } if bits.is_zero() => "null".to_owned(),
        Type::Ptr { .. } => format!("inttoptr (i{} {} to ptr)", bits.width(), bits.to_string_unsigned()),
        _ => bits.to_string_signed(),
    }
}

fn pointer(env: &Env<'_>, word: &Word) -> String {
    let address = word.address();
    if let Provenance::Object { id, base, .. } = word.provenance
        && let Some(global) = env.module.globals.get(id as usize)
    {
        let name = Name(&global.name).to_string();
        let offset = i128::from(address) - i128::from(base);
        return if offset == 0 { format!("@{name}") } else { format!("getelementptr (i8, ptr @{name}, i64 {offset})") };
    }
    match (address, env.code_at(address)) {
        (0, _) => "null".to_owned(),
        (_, Some(Code::Function(function))) if word.provenance == Provenance::None => format!("@{}", Name(&function.name)),
        _ => format!("inttoptr (i{} {} to ptr)", env.pointer_bits, word.bits.to_string_unsigned()),
    }
}

/// A floating-point literal.
#[must_use]
pub fn float(kind: FloatKind, bits: &Bv, nans: Nans) -> String {
    if nans == Nans::Alike && is_nan(kind, bits) {
        return "nan".to_owned();
    }
    match to_f64(kind, bits) {
        Some(value) if value.is_finite() => {
            let text = format!("{value:?}");
            // LLVM wants a decimal point before an exponent.
            match text.split_once('e') {
                Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
                _ => text,
            }
        }
        _ => hexadecimal(kind, bits),
    }
}

fn is_nan(kind: FloatKind, bits: &Bv) -> bool {
    match kind {
        FloatKind::Fp128 => FpFormat::FP128.is_nan(bits),
        // The exponent is all ones, and the fraction below the explicit integer bit is not zero.
        FloatKind::X86Fp80 => bits.extract(78, 64).is_ones() && !bits.extract(62, 0).is_zero(),
        // The high double decides; it stands in the low half.
        FloatKind::PpcFp128 => FpFormat::DOUBLE.is_nan(&bits.trunc(64)),
        FloatKind::Half | FloatKind::BFloat | FloatKind::Float | FloatKind::Double | FloatKind::Tiny { .. } => {
            to_f64(kind, bits).is_some_and(f64::is_nan)
        }
    }
}

/// LLVM's hexadecimal form: `0xK`, `0xL`, `0xM`, `0xH`, `0xR`, and the bits as a double for `float` and `double`.
fn hexadecimal(kind: FloatKind, bits: &Bv) -> String {
    let wide = bits.to_u128().unwrap_or(0);
    match kind {
        FloatKind::Half => format!("0xH{wide:04X}"),
        FloatKind::BFloat => format!("0xR{wide:04X}"),
        FloatKind::Float => format!("0x{:016X}", widen_float(u32::try_from(wide).unwrap_or(0))),
        FloatKind::Double => format!("0x{wide:016X}"),
        FloatKind::X86Fp80 => format!("0xK{wide:020X}"),
        // LLVM writes the low 64 bits first.
        FloatKind::Fp128 => format!("0xL{:016X}{:016X}", wide as u64, (wide >> 64) as u64),
        FloatKind::PpcFp128 => format!("0xM{:016X}{:016X}", wide as u64, (wide >> 64) as u64),
        // No text names these formats.
        FloatKind::Tiny { .. } => format!("0x{wide:X}"),
    }
}

/// A `float` bit pattern as that of the double with the same sign and payload, signalling or quiet as it is.
fn widen_float(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_finite() {
        return f64::from(value).to_bits();
    }
    let (sign, fraction) = (u64::from(bits >> 31), u64::from(bits & 0x007f_ffff));
    sign << 63 | 0x7ff << 52 | fraction << 29
}

/// The number as a double, for formats of which every number is one.
fn to_f64(kind: FloatKind, bits: &Bv) -> Option<f64> {
    let raw = bits.to_u64();
    match kind {
        FloatKind::Double => raw.map(f64::from_bits),
        FloatKind::Float => raw.map(|b| small_ieee(8, 23, b)),
        FloatKind::BFloat => raw.map(|b| small_ieee(8, 7, b)),
        FloatKind::Half => raw.map(|b| small_ieee(5, 10, b)),
        FloatKind::Tiny { exp_bits, frac_bits } if exp_bits <= 8 && frac_bits <= 23 => {
            raw.map(|b| small_ieee(i32::from(exp_bits), i32::from(frac_bits), b))
        }
        FloatKind::Tiny { .. } | FloatKind::Fp128 | FloatKind::X86Fp80 | FloatKind::PpcFp128 => None,
    }
}

/// A number of a format whose numbers are all doubles. Every operation here is exact.
fn small_ieee(exp_bits: i32, frac_bits: i32, bits: u64) -> f64 {
    let sign = if bits >> (exp_bits + frac_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let (all_ones, bias) = ((1i32 << exp_bits) - 1, (1i32 << (exp_bits - 1)) - 1);
    let exponent = i32::try_from(bits >> frac_bits & all_ones.unsigned_abs() as u64).unwrap_or(all_ones);
    let fraction = (bits & ((1u64 << frac_bits) - 1)) as f64 * 2f64.powi(-frac_bits);
    sign * match exponent {
        0 => fraction * 2f64.powi(1 - bias),
        e if e == all_ones => {
            if fraction == 0.0 {
                f64::INFINITY
            } else {
                f64::NAN
            }
        }
        e => (1.0 + fraction) * 2f64.powi(e - bias),
    }
}
