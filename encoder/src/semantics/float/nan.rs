//! The NaN an operation returns (LangRef, "Behavior of Floating-Point NaN values"): any sign, and the preferred payload, that of an operand
//! that is a NaN, quieted or unchanged, or a target-specific one.

use super::pattern;
use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::fp::FpFormat;

/// An operand whose payload may be taken.
pub struct Origin<D: Domain> {
    /// Its pattern.
    pub bits: D::Bits,
    /// The format of the pattern.
    pub fmt: FpFormat,
    /// Whether it is a NaN.
    pub is_nan: D::Bool,
}

/// A NaN of format `fmt`, one of those an operation on `origins` may return. `unchanged` says whether a signalling NaN may pass through.
pub fn pick<D: Domain>(d: &mut D, fmt: FpFormat, origins: &[Origin<D>], unchanged: bool) -> D::Bits {
    let quiet_bit = Bv::bit_at(fmt.frac_bits, fmt.frac_bits - 1);
    let preferred = d.bits(quiet_bit.clone());
    let mut fractions = vec![preferred.clone()];
    for origin in origins {
        if d.known(&origin.is_nan) == Some(false) {
            continue;
        }
        let payload = resized_fraction(d, origin, fmt);
        let quiet_mask = d.bits(quiet_bit.clone());
        let quieted = d.bvor(&payload, &quiet_mask);
        let same = unchanged.then(|| {
            // Nothing left of a truncated payload would be an infinity, so it is quieted.
            let empty = d.is_zero(&payload);
            d.ite(&empty, &quieted, &payload)
        });
        for fraction in [Some(quieted.clone()), same].into_iter().flatten() {
            fractions.push(d.ite(&origin.is_nan, &fraction, &preferred));
        }
    }
    if fmt.frac_bits > 1 {
        let extra = d.choose(fmt.frac_bits - 1, ChoiceKind::TargetNan);
        let quiet = d.num(1, 1);
        fractions.push(d.concat(&quiet, &extra));
    }
    let index_bits = usize::BITS - (fractions.len() - 1).leading_zeros();
    let choice = d.choose(1 + index_bits, ChoiceKind::NanPayload);
    let sign = d.extract(&choice, index_bits, index_bits);
    let fraction = if index_bits == 0 {
        preferred
    } else {
        let index = d.extract(&choice, index_bits - 1, 0);
        select(d, &index, fractions)
    };
    let ones = d.bits(Bv::ones(fmt.exp_bits));
    let magnitude = d.concat(&ones, &fraction);
    pattern::signed(d, &sign, &magnitude)
}

/// The item at `index`; the first when there is none.
fn select<D: Domain>(d: &mut D, index: &D::Bits, items: Vec<D::Bits>) -> D::Bits {
    let width = d.width(index);
    let mut result = items[0].clone();
    for (i, item) in items.iter().enumerate().skip(1) {
        let number = d.num(width, i as u64);
        let here = d.eq(index, &number);
        result = d.ite(&here, item, &result);
    }
    result
}

/// A NaN's fraction in another format: the high bits stay, as in conversions.
fn resized_fraction<D: Domain>(d: &mut D, origin: &Origin<D>, to: FpFormat) -> D::Bits {
    let (old, new) = (origin.fmt.frac_bits, to.frac_bits);
    if old >= new {
        return d.extract(&origin.bits, old - 1, old - new);
    }
    let (fraction, zeros) = (pattern::fraction(d, origin.fmt, &origin.bits), d.zero(new - old));
    d.concat(&fraction, &zeros)
}
