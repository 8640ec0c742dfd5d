//! Bit patterns at which floating-point reasoning goes wrong, for tests and for the search for counterexamples.

use super::{FpFormat, FpOp, RoundingMode, fp_eval};
use crate::bv::Bv;

/// The special values of a format, both signs of each, without repetition: zero, one, a half, two, three, neighbours of one,
/// the smallest and largest subnormal and normal numbers, infinity, the first integer without a successor, halfway cases next to
/// it, and quiet and signalling NaNs with the smallest and largest payloads.
#[must_use]
pub fn special_values(fmt: FpFormat) -> Vec<Bv> {
    let mut values = Vec::new();
    for magnitude in magnitudes(fmt) {
        for value in [magnitude.clone(), magnitude.or(&Bv::min_signed(fmt.width()))] {
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    values
}

fn magnitudes(fmt: FpFormat) -> Vec<Bv> {
    let width = fmt.width();
    let int = |n: u64| fp_eval(FpOp::FromUbv, fmt, RoundingMode::NearestTiesToEven, &[Bv::from_u64(64, n)]);
    let (unit, infinity, one) = (Bv::one(width), fmt.infinity(false), int(1));
    let min_normal = Bv::bit_at(width, fmt.frac_bits);
    // Exponents are the bits above the fraction, so steps of `min_normal` halve and double.
    let (half, two) = (one.sub(&min_normal), one.add(&min_normal));
    let last_odd = power_of_two(fmt, fmt.frac_bits);
    vec![
        Bv::zero(width),
        one.clone(),
        half.clone(),
        two,
        int(3),
        one.add(&unit),
        one.sub(&unit),
        half.add(&unit),
        half.sub(&unit),
        unit.clone(),
        min_normal.sub(&unit),
        min_normal,
        infinity.sub(&unit),
        infinity.clone(),
        last_odd.clone(),
        last_odd.add(&unit),
        last_odd.sub(&unit),
        fmt.canonical_nan(),
        fmt.canonical_nan().add(&unit),
        infinity.add(&unit),
        Bv::max_signed(width),
    ]
}

/// `2^exp`, or infinity.
fn power_of_two(fmt: FpFormat, exp: u32) -> Bv {
    let power = Bv::bit_at(exp + 1, exp);
    fp_eval(FpOp::FromUbv, fmt, RoundingMode::NearestTiesToEven, &[power])
}
