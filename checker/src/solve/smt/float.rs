//! Floating-point nodes as Z3's floating-point theory has them.
//!
//! Our terms carry bit patterns, Z3's operations carry numbers with a single NaN. A chain of operations stays among numbers
//! (`form` says how a pattern is read as a number without leaving them), and only its end is turned back into a pattern.

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::{self, FpFormat, FpOp};
use llvet_encoder::term::{Op, Pool, Term};
use z3::Sort;
use z3::ast::{BV, Bool, Float, RoundingMode};

use super::ffi;
use super::translate::constant;

/// How to read a bit pattern as a number.
pub(super) enum Form {
    /// It is the result of an operation in that format.
    Operation,
    /// A choice between two patterns.
    Choice,
    /// A pattern with its sign bit flipped. (The NaN stays the NaN.)
    Negated(Term),
    /// A pattern with its sign bit cleared.
    Absolute(Term),
    /// Any other bits.
    Pattern,
}

/// How `term`, read in `fmt`, is best made a number.
pub(super) fn form(pool: &Pool, term: Term, fmt: FpFormat) -> Form {
    if let Some(a) = pool.fp_negated(fmt, term) {
        return Form::Negated(a);
    }
    if let Some(a) = pool.fp_absolute(fmt, term) {
        return Form::Absolute(a);
    }
    match pool.op(term) {
        Op::Fp { op, fmt: of, .. } if result_format(op, of) == Some(fmt) => Form::Operation,
        Op::Ite => Form::Choice,
        _ => Form::Pattern,
    }
}

/// The format of the number that `op` yields; `None` if it yields an integer or a truth value.
pub(super) fn result_format(op: FpOp, fmt: FpFormat) -> Option<FpFormat> {
    match op {
        FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div | FpOp::Rem | FpOp::Fma => Some(fmt),
        FpOp::Sqrt | FpOp::RoundToIntegral | FpOp::FromSbv | FpOp::FromUbv => Some(fmt),
        FpOp::Convert { to } => Some(to),
        FpOp::ToSbv { .. } | FpOp::ToUbv { .. } | FpOp::Lt | FpOp::Le | FpOp::Eq => None,
    }
}

/// Whether the operands of `op` are integers rather than numbers of its format.
pub(super) fn takes_integer(op: FpOp) -> bool {
    matches!(op, FpOp::FromSbv | FpOp::FromUbv)
}

/// Z3's sort for a format. Z3 counts the hidden bit.
pub(super) fn sort(fmt: FpFormat) -> Sort {
    Sort::float(fmt.exp_bits, fmt.frac_bits + 1)
}

/// The number with this bit pattern.
pub(super) fn from_pattern(bits: &BV, fmt: FpFormat) -> Float {
    ffi::from_pattern(bits, &sort(fmt))
}

/// The bit pattern of a number; the canonical one for the NaN.
pub(super) fn to_pattern(number: &Float, fmt: FpFormat) -> BV {
    number.is_nan().ite(&constant(&fmt.canonical_nan()), &number.to_ieee_bv())
}

fn rounding(mode: fp::RoundingMode) -> RoundingMode {
    match mode {
        fp::RoundingMode::NearestTiesToEven => RoundingMode::round_nearest_ties_to_even(),
        fp::RoundingMode::NearestTiesToAway => RoundingMode::round_nearest_ties_to_away(),
        fp::RoundingMode::TowardPositive => RoundingMode::round_towards_positive(),
        fp::RoundingMode::TowardNegative => RoundingMode::round_towards_negative(),
        fp::RoundingMode::TowardZero => RoundingMode::round_towards_zero(),
    }
}

/// An integer made a number.
///
/// # Panics
/// If `op` is not one of [`takes_integer`].
pub(super) fn from_integer(op: FpOp, fmt: FpFormat, mode: fp::RoundingMode, bits: &BV) -> Float {
    match op {
        FpOp::FromSbv => ffi::from_signed(&rounding(mode), bits, &sort(fmt)),
        FpOp::FromUbv => ffi::from_unsigned(&rounding(mode), bits, &sort(fmt)),
        _ => unreachable!("{op:?} does not take an integer"),
    }
}

/// An operation from numbers to a number.
///
/// # Panics
/// If `op` does not yield a number, or takes an integer.
pub(super) fn arithmetic(op: FpOp, mode: fp::RoundingMode, args: &[Float]) -> Float {
    let mode = rounding(mode);
    let a = &args[0];
    match op {
        FpOp::Add => mode.add(a, &args[1]),
        FpOp::Sub => mode.sub(a, &args[1]),
        FpOp::Mul => mode.mul(a, &args[1]),
        FpOp::Div => mode.div(a, &args[1]),
        FpOp::Rem => truncated_remainder(a, &args[1]),
        FpOp::Fma => a.fma_with_rounding_mode(&args[1], &args[2], &mode),
        FpOp::Sqrt => a.sqrt_with_rounding_mode(&mode),
        FpOp::RoundToIntegral => a.round_to_integral_with_rounding_mode(&mode),
        FpOp::Convert { to } => a.to_fp_with_rounding_mode(&mode, &sort(to)),
        FpOp::FromSbv | FpOp::FromUbv | FpOp::ToSbv { .. } | FpOp::ToUbv { .. } => {
            unreachable!("{op:?} converts an integer")
        }
        FpOp::Lt | FpOp::Le | FpOp::Eq => unreachable!("{op:?} yields a truth value"),
    }
}

/// C's `fmod` from IEEE 754's remainder, whose quotient is rounded to nearest: on magnitudes the latter is the former or
/// one divisor less, so adding the divisor to a negative one is exact. The sign is the dividend's, on a zero too.
fn truncated_remainder(a: &Float, b: &Float) -> Float {
    let divisor = b.unary_abs();
    let nearest = a.unary_abs().rem(&divisor);
    let mode = RoundingMode::round_nearest_ties_to_even();
    let magnitude = nearest.is_negative().ite(&mode.add(&nearest, &divisor), &nearest).unary_abs();
    a.is_negative().ite(&magnitude.unary_neg(), &magnitude)
}

/// A comparison.
///
/// # Panics
/// If `op` is not one.
pub(super) fn comparison(op: FpOp, a: &Float, b: &Float) -> Bool {
    match op {
        FpOp::Lt => a.lt(b),
        FpOp::Le => a.le(b),
        FpOp::Eq => a.eq_fpa(b),
        _ => unreachable!("{op:?} is not a comparison"),
    }
}

/// A number made an integer; 0 where it is out of range or not a number.
///
/// # Panics
/// If `op` is not such a conversion.
pub(super) fn to_integer(op: FpOp, fmt: FpFormat, mode: fp::RoundingMode, a: &Float) -> BV {
    let mode = rounding(mode);
    let whole = a.round_to_integral_with_rounding_mode(&mode);
    let (bits, fits, width) = match op {
        FpOp::ToSbv { width } => {
            let low = match power_of_two(fmt, width - 1) {
                Some(limit) => limit.unary_neg().le(&whole),
                None => Bool::from_bool(true),
            };
            let fits = Bool::and(&[low, below(&whole, fmt, width - 1)]);
            (a.to_sbv_with_rounding_mode(&mode, width), fits, width)
        }
        FpOp::ToUbv { width } => {
            let not_negative = zero(fmt).le(&whole);
            let fits = Bool::and(&[not_negative, below(&whole, fmt, width)]);
            (a.to_ubv_with_rounding_mode(&mode, width), fits, width)
        }
        _ => unreachable!("{op:?} does not yield an integer"),
    };
    fits.ite(&bits, &BV::from_u64(0, width))
}

/// `number < 2^exponent`, false for the NaN. Where the format has no such number, every finite one is below.
fn below(number: &Float, fmt: FpFormat, exponent: u32) -> Bool {
    match power_of_two(fmt, exponent) {
        Some(limit) => number.lt(&limit),
        None => Bool::or(&[number.is_infinite(), number.is_nan()]).not(),
    }
}

fn zero(fmt: FpFormat) -> Float {
    from_pattern(&BV::from_u64(0, fmt.width()), fmt)
}

/// `2^exponent`, unless it is beyond the format.
fn power_of_two(fmt: FpFormat, exponent: u32) -> Option<Float> {
    let bias = (1_u64 << (fmt.exp_bits - 1)) - 1;
    let biased = u64::from(exponent) + bias;
    (biased < (1 << fmt.exp_bits) - 1).then(|| {
        let pattern = Bv::from_u64(fmt.width(), biased).shl_by(fmt.frac_bits);
        from_pattern(&constant(&pattern), fmt)
    })
}
