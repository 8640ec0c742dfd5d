//! The three ways to compute agree: `soft` (any format), `apfloat` (LLVM's), `native` (the machine's).

use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::special::special_values;
use super::*;

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestTiesToEven,
    RoundingMode::NearestTiesToAway,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];
const TINY: FpFormat = FpFormat { exp_bits: 3, frac_bits: 2 };

/// A reproducible stream of patterns (xorshift), so that failures repeat.
struct Stream(u64);

impl Stream {
    fn next(&mut self, width: u32) -> Bv {
        let mut word = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            u128::from(self.0)
        };
        let (high, low) = (word(), word());
        Bv::from_u128(width, high << 64 | low)
    }
}

fn agree(op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Bv]) {
    let soft = soft::eval(op, fmt, rm, args);
    if let Some(apfloat) = apfloat::eval(op, fmt, rm, args) {
        assert_eq!(soft, apfloat, "{op:?} {fmt:?} {rm:?} {args:?}");
    }
    if let Some(native) = native::eval(op, fmt, rm, args) {
        assert_eq!(soft, native, "{op:?} {fmt:?} {rm:?} {args:?}");
    }
}

#[test]
fn unary_operations_agree_on_every_half() {
    for rm in MODES {
        for bits in 0..1 << 16 {
            let a = Bv::from_u64(16, bits);
            let want = apfloat::eval(FpOp::RoundToIntegral, FpFormat::HALF, rm, std::slice::from_ref(&a));
            assert_eq!(Some(soft::round_to_integral(FpFormat::HALF, rm, &a)), want, "{rm:?} {a:?}");
        }
    }
}

#[test]
fn binary_operations_agree_on_special_and_random_patterns() {
    let mut stream = Stream(0x9e37_79b9_7f4a_7c15);
    for fmt in [FpFormat::HALF, FpFormat::BFLOAT, FpFormat::FLOAT, FpFormat::DOUBLE] {
        let special = special_values(fmt);
        for op in [FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div, FpOp::Rem] {
            for rm in MODES {
                for a in &special {
                    for b in &special {
                        agree(op, fmt, rm, &[a.clone(), b.clone()]);
                    }
                }
                for _ in 0..500 {
                    let (a, b) = (stream.next(fmt.width()), stream.next(fmt.width()));
                    agree(op, fmt, rm, &[a.clone(), b]);
                    // Neighbours in magnitude, where cancellation happens.
                    let near = a.xor(&stream.next(fmt.width()).lshr_by(fmt.exp_bits)).xor(&Bv::min_signed(fmt.width()));
                    agree(op, fmt, rm, &[a, near]);
                }
            }
        }
    }
}

#[test]
fn fma_agrees_on_special_and_random_patterns() {
    let mut stream = Stream(0x0123_4567_89ab_cdef);
    for fmt in [FpFormat::HALF, FpFormat::FLOAT, FpFormat::DOUBLE] {
        let special: Vec<Bv> = special_values(fmt).into_iter().step_by(2).collect();
        for rm in MODES {
            for a in &special {
                for b in &special {
                    for c in &special {
                        agree(FpOp::Fma, fmt, rm, &[a.clone(), b.clone(), c.clone()]);
                    }
                }
            }
            for _ in 0..500 {
                let args = [stream.next(fmt.width()), stream.next(fmt.width()), stream.next(fmt.width())];
                agree(FpOp::Fma, fmt, rm, &args);
                // The addend nearly cancels the product.
                let product = fp_eval(FpOp::Mul, fmt, rm, &args[..2]).xor(&Bv::min_signed(fmt.width()));
                agree(FpOp::Fma, fmt, rm, &[args[0].clone(), args[1].clone(), product]);
            }
        }
    }
}

#[test]
fn square_root_is_the_largest_number_whose_square_fits() {
    let mut stream = Stream(7);
    for fmt in [FpFormat::FLOAT, FpFormat::DOUBLE] {
        for _ in 0..5000 {
            let a = stream.next(fmt.width());
            agree(FpOp::Sqrt, fmt, RoundingMode::NearestTiesToEven, &[a]);
        }
    }
    // Rounded down, r² ≤ a < (r + ulp)², exactly, in a format that holds squares.
    let (half, double) = (FpFormat::HALF, FpFormat::DOUBLE);
    for bits in 0..0x7c00 {
        let a = Bv::from_u64(16, bits);
        let square = |r: &Bv| {
            let wide = soft::convert(half, double, RoundingMode::TowardZero, r);
            soft::mul(double, RoundingMode::TowardZero, &wide, &wide)
        };
        let wide = soft::convert(half, double, RoundingMode::TowardZero, &a);
        let low = soft::sqrt(half, RoundingMode::TowardZero, &a);
        assert_ne!(double.compare(&square(&low), &wide), Some(Ordering::Greater), "{a:?}");
        assert_eq!(double.compare(&square(&low.add(&Bv::one(16))), &wide), Some(Ordering::Greater), "{a:?}");
    }
    let two = Bv::from_u128(128, 0x4000_u128 << 112);
    let root = soft::sqrt(FpFormat::FP128, RoundingMode::NearestTiesToEven, &two);
    assert_eq!(root.to_string_hex().trim_start_matches("0x"), "3fff6a09e667f3bcc908b2fb1366ea95");
}

fn conversions_agree<F, G>(from: FpFormat, to: FpFormat, a: &Bv, rm: RoundingMode, round: Round)
where
    F: FloatConvert<G>,
    G: Float,
{
    let value: G = F::from_bits(a.to_u128().unwrap()).convert_r(round, &mut false).value;
    let want = if value.is_nan() { to.canonical_nan() } else { Bv::from_u128(to.width(), value.to_bits()) };
    assert_eq!(soft::convert(from, to, rm, a), want, "{from:?} to {to:?} {rm:?} {a:?}");
}

#[test]
fn conversions_between_formats_agree() {
    let rounds = [Round::NearestTiesToEven, Round::NearestTiesToAway, Round::TowardPositive, Round::TowardNegative, Round::TowardZero];
    let mut stream = Stream(99);
    for (rm, round) in MODES.into_iter().zip(rounds) {
        let random = |stream: &mut Stream, fmt: FpFormat| -> Vec<Bv> {
            let mut values = special_values(fmt);
            values.extend((0..2000).map(|_| stream.next(fmt.width())));
            values
        };
        for a in random(&mut stream, FpFormat::DOUBLE) {
            conversions_agree::<Double, Half>(FpFormat::DOUBLE, FpFormat::HALF, &a, rm, round);
            conversions_agree::<Double, Single>(FpFormat::DOUBLE, FpFormat::FLOAT, &a, rm, round);
            conversions_agree::<Double, Quad>(FpFormat::DOUBLE, FpFormat::FP128, &a, rm, round);
            // Patterns whose exponent is in the narrow format's range.
            let middle = a.and(&Bv::low_mask(64, 56)).or(&Bv::from_u64(64, 0x3800_0000_0000_0000));
            conversions_agree::<Double, Single>(FpFormat::DOUBLE, FpFormat::FLOAT, &middle, rm, round);
        }
        for a in random(&mut stream, FpFormat::FP128) {
            conversions_agree::<Quad, Double>(FpFormat::FP128, FpFormat::DOUBLE, &a, rm, round);
        }
        for bits in 0..1 << 16 {
            conversions_agree::<Half, Single>(FpFormat::HALF, FpFormat::FLOAT, &Bv::from_u64(16, bits), rm, round);
        }
    }
}

#[test]
fn conversions_to_integers_agree_on_every_half() {
    for (rm, round) in [(RoundingMode::TowardZero, Round::TowardZero), (RoundingMode::NearestTiesToEven, Round::NearestTiesToEven)] {
        for bits in 0..1 << 16 {
            let (a, value) = (Bv::from_u64(16, bits), Half::from_bits(bits.into()));
            for width in [4, 8, 16, 64] {
                let signed = value.to_i128_r(width as usize, round, &mut false);
                let want = if signed.status.contains(Status::INVALID_OP) { 0 } else { signed.value };
                assert_eq!(soft::to_int(FpFormat::HALF, rm, &a, width, true), Bv::from_i128(width, want), "{rm:?} {a:?} i{width}");
                let unsigned = value.to_u128_r(width as usize, round, &mut false);
                let want = if unsigned.status.contains(Status::INVALID_OP) { 0 } else { unsigned.value };
                assert_eq!(soft::to_int(FpFormat::HALF, rm, &a, width, false), Bv::from_u128(width, want), "{rm:?} {a:?} u{width}");
            }
        }
    }
}

#[test]
fn conversions_from_integers_agree() {
    let mut stream = Stream(3);
    for _ in 0..20_000 {
        let a = stream.next(128).lshr_by(stream.next(7).to_u64().unwrap() as u32);
        for rm in MODES {
            let want = apfloat_from(&a, rm);
            assert_eq!(soft::from_int(FpFormat::FLOAT, rm, &a, true), want.0, "{rm:?} {a:?}");
            assert_eq!(soft::from_int(FpFormat::FLOAT, rm, &a, false), want.1, "{rm:?} {a:?}");
        }
    }
    // Wider than 128 bits: 2^200 + 1 is just above a power of two.
    let wide = Bv::bit_at(256, 200).add(&Bv::one(256));
    let down = soft::from_int(FpFormat::DOUBLE, RoundingMode::TowardZero, &wide, true);
    assert_eq!(down, Bv::from_u64(64, 2f64.powi(200).to_bits()));
    let up = soft::from_int(FpFormat::DOUBLE, RoundingMode::TowardPositive, &wide, true);
    assert_eq!(up, down.add(&Bv::one(64)));
    assert_eq!(soft::to_int(FpFormat::DOUBLE, RoundingMode::TowardZero, &down, 256, false), Bv::bit_at(256, 200));
}

fn apfloat_from(a: &Bv, rm: RoundingMode) -> (Bv, Bv) {
    let round = match rm {
        RoundingMode::NearestTiesToEven => Round::NearestTiesToEven,
        RoundingMode::NearestTiesToAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    };
    let signed = Single::from_i128_r(a.to_i128().unwrap(), round).value;
    let unsigned = Single::from_u128_r(a.to_u128().unwrap(), round).value;
    (Bv::from_u128(32, signed.to_bits()), Bv::from_u128(32, unsigned.to_bits()))
}

/// The exact real value of a finite pattern of a small format, in units of its smallest subnormal squared.
fn units(fmt: FpFormat, a: &Bv) -> Option<i128> {
    match fmt.unpack(a) {
        soft::Unpacked::Finite(x) => {
            let lowest = fmt.unpack(&Bv::one(fmt.width()));
            let soft::Unpacked::Finite(lowest) = lowest else { unreachable!() };
            let magnitude = i128::try_from(x.mant).unwrap() << (x.exp - lowest.exp);
            Some(if x.neg { -magnitude } else { magnitude })
        }
        _ => None,
    }
}

#[test]
fn sums_at_a_tiny_format_are_the_nearest_numbers() {
    let all: Vec<Bv> = (0..1 << TINY.width()).map(|bits| Bv::from_u64(TINY.width(), bits)).collect();
    let finite: Vec<i128> = all.iter().filter_map(|a| units(TINY, a)).collect();
    let largest = *finite.iter().max().unwrap();
    for a in &all {
        for b in &all {
            let (Some(x), Some(y)) = (units(TINY, a), units(TINY, b)) else { continue };
            let sum = fp_eval(FpOp::Add, TINY, RoundingMode::NearestTiesToEven, &[a.clone(), b.clone()]);
            match units(TINY, &sum) {
                Some(got) => {
                    let best = finite.iter().map(|z| (x + y - z).abs()).min().unwrap();
                    assert_eq!((x + y - got).abs(), best, "{a:?} + {b:?} = {sum:?}");
                }
                None => assert!((x + y).abs() > largest, "{a:?} + {b:?} = {sum:?}"),
            }
        }
    }
}

#[test]
fn special_values_have_both_signs_once() {
    for fmt in [TINY, FpFormat::HALF, FpFormat::BFLOAT, FpFormat::FLOAT, FpFormat::DOUBLE, FpFormat::FP128] {
        let values = special_values(fmt);
        for value in &values {
            assert_eq!(values.iter().filter(|v| *v == value).count(), 1);
            assert!(values.contains(&value.xor(&Bv::min_signed(fmt.width()))));
        }
    }
}

#[test]
fn rationals_round_as_division_does() {
    use num_bigint::BigInt;
    for rm in MODES {
        for (num, den) in [(1i64, 3i64), (-1, 3), (2, 1), (1, 10), (-7, 5), (0, 9), (123_456_789, 1000), (1, 1 << 60)] {
            let got = FpFormat::DOUBLE.round_rational(rm, &BigInt::from(num), &BigInt::from(den));
            let [a, b] = [num, den].map(|n| soft::from_int(FpFormat::DOUBLE, rm, &Bv::from_i64(64, n), true));
            assert_eq!(got, soft::div(FpFormat::DOUBLE, rm, &a, &b), "{num}/{den} {rm:?}");
        }
    }
    let half = FpFormat::DOUBLE.dyadic(&Bv::from_u64(64, 0.5f64.to_bits()));
    assert_eq!(half, Some((BigInt::from(1u64 << 52), -53)));
    assert_eq!(FpFormat::DOUBLE.dyadic(&FpFormat::DOUBLE.infinity(true)), None);
}
