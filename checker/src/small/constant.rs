//! Constants at another width, by the part that they play.

use llvet_encoder::bv::Bv;

/// Types from this width on have constants that count bits, such as shift amounts one below the width.
const COUNTS_BITS: u32 = 8;

/// The number that plays the part at `to` bits that `value` plays at its own width; `None` when no part is recognised or there is no such
/// number at `to` bits. Parts, in this order: 0, −1, MIN, MAX; the width, its half and their neighbours; small numbers of either sign, and
/// numbers that are not far from MIN and MAX;
/// powers of two and masks that are counted from the highest bit or the middle, and their complements; repeated patterns of 2, 4 and 8 bits.
pub(super) fn counterpart(value: &Bv, to: u32) -> Option<Bv> {
    let from = value.width();
    if from == 1 || from == to {
        return Some(value.clone());
    }
    let extremes = [Bv::zero as fn(u32) -> Bv, Bv::ones, Bv::min_signed, Bv::max_signed];
    if let Some(make) = extremes.into_iter().find(|make| make(from) == *value) {
        return Some(make(to));
    }
    of_the_width(value, to)
        .or_else(|| small(value, to))
        .or_else(|| small(&value.sub(&Bv::min_signed(from)), to).map(|distance| Bv::min_signed(to).add(&distance)))
        .or_else(|| mask(value, to))
        .or_else(|| mask(&value.not(), to).map(|mask| mask.not()))
        .or_else(|| pattern(value, to))
}

/// The width ± 1, and half of it.
fn of_the_width(value: &Bv, to: u32) -> Option<Bv> {
    let from = value.width();
    let number = value.to_u64().and_then(|n| u32::try_from(n).ok())?;
    let counterpart = match number {
        _ if from < COUNTS_BITS => return None,
        n if n.abs_diff(from) <= 1 => to + n - from,
        n if n == from / 2 && to.is_multiple_of(2) => to / 2,
        _ => return None,
    };
    fits(counterpart, to).then(|| Bv::from_u64(to, counterpart.into()))
}

fn fits(number: u32, width: u32) -> bool {
    width >= 32 || number >> width == 0
}

/// A number of small magnitude.
fn small(value: &Bv, to: u32) -> Option<Bv> {
    if value.width() <= to {
        return None;
    }
    let same = value.trunc(to);
    (same.sext(value.width()) == *value).then_some(same)
}

/// One bit, or all bits below a place.
fn mask(value: &Bv, to: u32) -> Option<Bv> {
    let from = value.width();
    let place = |bit: u32| {
        if bit == from / 2 && from.is_multiple_of(2) && to.is_multiple_of(2) {
            return Some(to / 2);
        }
        // Counted from the highest bit.
        to.checked_sub(from - bit)
    };
    if value.is_power_of_two() {
        return place(value.ctz_count()).map(|bit| Bv::bit_at(to, bit));
    }
    let bits = from - value.clz_count();
    (Bv::low_mask(from, bits) == *value).then(|| place(bits))?.filter(|&bits| bits > 0).map(|bits| Bv::low_mask(to, bits))
}

/// A repeated group of bits.
fn pattern(value: &Bv, to: u32) -> Option<Bv> {
    let from = value.width();
    let repeats = |period: u32| {
        from.is_multiple_of(period) && to.is_multiple_of(period) && from > period && {
            value.extract(from - 1, period) == value.extract(from - period - 1, 0)
        }
    };
    [2, 4, 8].into_iter().find(|&period| to < from && repeats(period)).map(|_| value.trunc(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(width: u32, value: i64, to: u32) -> Option<i64> {
        counterpart(&Bv::from_i64(width, value), to).map(|v| v.to_i128().expect("a short number") as i64)
    }

    #[test]
    fn parts_keep_their_meaning() {
        for to in 2..=8 {
            let (min, max) = (-1i64 << (to - 1), (1i64 << (to - 1)) - 1);
            assert_eq!(at(32, 0, to), Some(0));
            assert_eq!(at(32, 1, to), Some(1));
            assert_eq!(at(32, -1, to), Some(-1));
            assert_eq!(at(32, i64::from(i32::MIN), to), Some(min));
            assert_eq!(at(32, i64::from(i32::MAX), to), Some(max));
        }
        assert_eq!(at(32, 31, 4), Some(3), "the largest shift amount");
        assert_eq!(at(32, 32, 4), Some(4), "the width");
        assert_eq!(at(32, 16, 6), Some(3), "half of the width");
        assert_eq!(at(32, -3, 4), Some(-3));
        assert_eq!(at(32, 0x4000_0000, 4), Some(4), "the second highest bit");
        assert_eq!(at(32, 0xffff, 4), Some(3), "the lower half");
        assert_eq!(at(32, !0xffff, 4), Some(-4), "the upper half");
        assert_eq!(at(32, 0x7fff_fffe, 4), Some(6), "MAX without its lowest bit");
        assert_eq!(at(32, 0x3333_3333, 4), Some(3));
        assert_eq!(at(1, -1, 1), Some(-1), "truth values stay");
    }

    #[test]
    fn what_plays_no_part_has_no_counterpart() {
        assert_eq!(at(32, 1000, 8), None);
        assert_eq!(at(32, 3, 2), None, "3 would be −1");
        assert_eq!(at(32, 16, 5), None, "5 bits have no half");
    }
}
