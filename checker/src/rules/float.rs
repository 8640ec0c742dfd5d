//! Floating-point literals of rules: rounded to nearest in the type that inference gives them.

use llvet_encoder::bv::Bv;
use llvet_ir::FloatKind;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float, Round};

/// The bits of a decimal number in a type. `None` for types that rules do not have.
#[must_use]
pub fn literal(text: &str, kind: FloatKind) -> Option<Bv> {
    fn bits<F: Float>(text: &str) -> Option<u128> {
        F::from_str_r(text, Round::NearestTiesToEven).ok().map(|v| v.value.to_bits())
    }
    let value = match kind {
        FloatKind::Half => bits::<Half>(text),
        FloatKind::BFloat => bits::<BFloat>(text),
        FloatKind::Float => bits::<Single>(text),
        FloatKind::Double => bits::<Double>(text),
        FloatKind::Fp128 => bits::<Quad>(text),
        FloatKind::X86Fp80 | FloatKind::PpcFp128 | FloatKind::Tiny { .. } => None,
    };
    value.map(|v| Bv::from_u128(kind.bits(), v))
}
