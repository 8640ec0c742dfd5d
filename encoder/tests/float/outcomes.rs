//! The outcomes LangRef lists, over all picks.

use std::collections::BTreeSet;

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::ConcreteDomain;
use llvet_encoder::domain::{ChoiceKind, Domain};
use llvet_encoder::fp::special::special_values;
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use llvet_encoder::semantics::float::arith::{self, Arith};
use llvet_encoder::semantics::float::denormal::{Denormals, Handling};
use llvet_encoder::semantics::float::minmax::{self, MinMax};
use llvet_encoder::semantics::float::{self, Mode, cast, class, cmp, fastmath, round, scale};
use llvet_encoder::semantics::{Cx, attrs};
use llvet_encoder::value::{Lane, Value};
use llvet_ir::inst::FloatPred;
use llvet_ir::{Attr, AttrSet, FastMath, FloatKind, Type};

const NEAREST: RoundingMode = RoundingMode::NearestTiesToEven;
const HALF: FpFormat = FpFormat::HALF;
const TINY: FpFormat = FpFormat { exp_bits: 3, frac_bits: 3 };
const NONE: FastMath = FastMath(0);

/// The fraction (without quiet bit) of the target's extra NaN in these tests.
const EXTRA: u64 = 0x55;

/// An outcome; `None` is poison.
pub type Outcome = Option<Bv>;

/// All outcomes of a rule over all picks, facts of the environment being `environment`.
pub fn outcomes_in(environment: u64, rule: impl Fn(&mut Cx<'_, ConcreteDomain<'_>>) -> Outcome) -> BTreeSet<Outcome> {
    let mut found = BTreeSet::new();
    let mut tape: Vec<(u64, u32)> = Vec::new();
    loop {
        let mut at = 0;
        let mut chooser = |width: u32, kind: ChoiceKind| {
            if kind.is_environment() {
                return Bv::from_u64(width, environment);
            }
            if at == tape.len() {
                tape.push((0, width));
            }
            at += 1;
            Bv::from_u64(width, tape[at - 1].0)
        };
        let mut domain = ConcreteDomain { chooser: &mut chooser };
        found.insert(rule(&mut Cx::new(&mut domain, false)));
        // The next tape: count up from the last pick.
        while let Some((value, width)) = tape.pop() {
            if value + 1 < 1 << width {
                tape.push((value + 1, width));
                break;
            }
        }
        if tape.is_empty() {
            return found;
        }
    }
}

fn outcomes(rule: impl Fn(&mut Cx<'_, ConcreteDomain<'_>>) -> Outcome) -> BTreeSet<Outcome> {
    outcomes_in(EXTRA, rule)
}

/// The outcome that a lane is.
pub fn out(lane: Lane<ConcreteDomain<'_>>) -> Outcome {
    (!lane.poison).then_some(lane.bits)
}

/// A lane that is not poison.
pub fn lane<D: Domain>(d: &mut D, bits: &Bv) -> Lane<D> {
    let bits = d.bits(bits.clone());
    Lane::defined(d, bits)
}

/// The `half` nearest to a number.
fn half(value: f64) -> Bv {
    fp_eval(FpOp::Convert { to: HALF }, FpFormat::DOUBLE, NEAREST, &[Bv::from_u64(64, value.to_bits())])
}

/// The exact value of a `half`.
fn value(bits: &Bv) -> f64 {
    let wide = fp_eval(FpOp::Convert { to: FpFormat::DOUBLE }, HALF, NEAREST, std::slice::from_ref(bits));
    f64::from_bits(wide.to_u64().unwrap())
}

fn h(bits: u64) -> Bv {
    Bv::from_u64(16, bits)
}

fn set(values: impl IntoIterator<Item = Bv>) -> BTreeSet<Outcome> {
    values.into_iter().map(Some).collect()
}

fn poison() -> BTreeSet<Outcome> {
    BTreeSet::from([None])
}

fn mode(flags: FastMath) -> Mode {
    Mode { flags, ..Mode::plain(HALF) }
}

fn binary(mode: Mode, op: Arith, a: &Bv, b: &Bv) -> BTreeSet<Outcome> {
    outcomes(|cx| {
        let (x, y) = (lane(cx.d, a), lane(cx.d, b));
        out(arith::binary(cx, mode, op, NEAREST, &x, &y))
    })
}

#[test]
fn a_nan_without_nan_operands_is_preferred_or_extra() {
    let inf = half(f64::INFINITY);
    assert_eq!(binary(mode(NONE), Arith::Sub, &inf, &inf), set([h(0x7e00), h(0xfe00), h(0x7e55), h(0xfe55)]));
}

#[test]
fn a_quiet_operand_passes_its_payload_and_a_signalling_one_may_stay_signalling() {
    let quiet = binary(mode(NONE), Arith::Mul, &h(0x7e01), &half(1.0));
    assert_eq!(quiet, set([h(0x7e00), h(0xfe00), h(0x7e01), h(0xfe01), h(0x7e55), h(0xfe55)]));
    let signalling = binary(mode(NONE), Arith::Mul, &h(0x7c01), &half(1.0));
    assert_eq!(signalling, quiet.union(&set([h(0x7c01), h(0xfc01)])).cloned().collect());
    let strict = binary(Mode { unchanged_nans: false, ..mode(NONE) }, Arith::Mul, &h(0x7c01), &half(1.0));
    assert_eq!(strict, quiet);
}

#[test]
fn nnan_and_ninf_make_poison_of_operands_and_results() {
    let (inf, one, max) = (half(f64::INFINITY), half(1.0), h(0x7bff));
    assert_eq!(binary(mode(FastMath::NNAN), Arith::Add, &h(0x7e00), &one), poison());
    assert_eq!(binary(mode(FastMath::NNAN), Arith::Sub, &inf, &inf), poison());
    assert_eq!(binary(mode(FastMath::NNAN), Arith::Add, &inf, &one), set([inf.clone()]));
    assert_eq!(binary(mode(FastMath::NINF), Arith::Add, &inf, &one), poison());
    assert_eq!(binary(mode(FastMath::NINF), Arith::Add, &max, &max), poison());
    assert_eq!(binary(mode(FastMath::NINF), Arith::Sub, &max, &max), set([half(0.0)]));
    assert_eq!(binary(mode(NONE), Arith::Add, &max, &max), set([inf]));
}

#[test]
fn nsz_frees_the_sign_of_zero_operands_independently() {
    let (zero, minus) = (half(0.0), half(-0.0));
    assert_eq!(binary(mode(NONE), Arith::Add, &minus, &zero), set([zero.clone()]));
    assert_eq!(binary(mode(FastMath::NSZ), Arith::Add, &minus, &zero), set([zero.clone(), minus.clone()]));
    // Only zero operands are free: 1 − 1 is +0.
    assert_eq!(binary(mode(FastMath::NSZ), Arith::Sub, &half(1.0), &half(1.0)), set([zero.clone()]));
    assert_eq!(binary(mode(FastMath::NSZ), Arith::Mul, &zero, &half(3.0)), set([zero, minus]));
}

#[test]
fn bitwise_operations_keep_payloads_and_subnormals() {
    let flush = Denormals { output: Handling::PositiveZero, input: Handling::PositiveZero, float: false };
    let mode = Mode { denormals: flush, ..Mode::plain(HALF) };
    for bits in [0x7c01, 0xfe7f, 0x0001, 0x8001, 0x3c00] {
        let negated = outcomes(|cx| {
            let x = lane(cx.d, &h(bits));
            out(float::fneg(cx, mode, &x))
        });
        assert_eq!(negated, set([h(bits ^ 0x8000)]));
        let absolute = outcomes(|cx| {
            let x = lane(cx.d, &h(bits));
            out(float::fabs(cx, mode, &x))
        });
        assert_eq!(absolute, set([h(bits & 0x7fff)]));
        let copied = outcomes(|cx| {
            let (x, y) = (lane(cx.d, &h(bits)), lane(cx.d, &h(0xfe00)));
            out(float::copysign(cx, mode, &x, &y))
        });
        assert_eq!(copied, set([h(bits | 0x8000)]));
    }
}

#[test]
fn denormal_modes_read_and_write_zeros() {
    let add = |output, input, a: u64, b: u64| {
        let denormals = Denormals { output, input, float: false };
        binary(Mode { denormals, ..Mode::plain(HALF) }, Arith::Add, &h(a), &h(b))
    };
    assert_eq!(add(Handling::Ieee, Handling::Ieee, 0x8001, 0x8000), set([h(0x8001)]));
    // An operand must be flushed …
    assert_eq!(add(Handling::Ieee, Handling::PreserveSign, 0x8001, 0x8000), set([h(0x8000)]));
    assert_eq!(add(Handling::Ieee, Handling::PositiveZero, 0x8001, 0x8000), set([h(0x0000)]));
    // … a result may be: 0x0400 is the smallest normal number.
    assert_eq!(add(Handling::PreserveSign, Handling::Ieee, 0x8400, 0x0001), set([h(0x8000), h(0x83ff)]));
    assert_eq!(add(Handling::PositiveZero, Handling::Ieee, 0x8400, 0x0001), set([h(0x0000), h(0x83ff)]));
}

#[test]
fn a_dynamic_denormal_mode_is_one_of_three() {
    let denormals = Denormals { output: Handling::Ieee, input: Handling::Dynamic, float: false };
    for (environment, want) in [(0, 0x8001), (0b0100, 0x8000), (0b1000, 0x0000), (0b1100, 0x8001)] {
        let got = outcomes_in(environment, |cx| {
            let (x, y) = (lane(cx.d, &h(0x8001)), lane(cx.d, &h(0x8000)));
            out(arith::binary(cx, Mode { denormals, ..Mode::plain(HALF) }, Arith::Add, NEAREST, &x, &y))
        });
        assert_eq!(got, set([h(want)]));
    }
}

fn fcmp(flags: FastMath, pred: FloatPred, a: &Bv, b: &Bv) -> BTreeSet<Outcome> {
    outcomes(|cx| {
        let (x, y) = (lane(cx.d, a), lane(cx.d, b));
        out(cmp::fcmp(cx, mode(flags), pred, &x, &y))
    })
}

#[test]
fn fcmp_is_the_comparison_of_values() {
    use FloatPred::*;
    for a in special_values(HALF) {
        for b in special_values(HALF) {
            let (x, y) = (value(&a), value(&b));
            let unordered = x.is_nan() || y.is_nan();
            for &pred in FloatPred::ALL {
                let want = match pred {
                    False => false,
                    True => true,
                    Ord => !unordered,
                    Uno => unordered,
                    Oeq => x == y,
                    Ogt => x > y,
                    Oge => x >= y,
                    Olt => x < y,
                    Ole => x <= y,
                    One => !unordered && x != y,
                    Ueq => unordered || x == y,
                    Ugt => unordered || x > y,
                    Uge => unordered || x >= y,
                    Ult => unordered || x < y,
                    Ule => unordered || x <= y,
                    Une => x != y,
                };
                assert_eq!(fcmp(NONE, pred, &a, &b), set([Bv::from_bool(want)]), "{pred:?} {x} {y}");
                if unordered {
                    assert_eq!(fcmp(FastMath::NNAN, pred, &a, &b), poison());
                }
            }
        }
    }
}

#[test]
fn fptosi_and_fptoui_truncate_or_are_poison() {
    let to_int = |bits: u64, width: u32, signed: bool| {
        outcomes(|cx| {
            let x = lane(cx.d, &h(bits));
            out(cast::to_int(cx, Mode::plain(HALF), width, signed, &x))
        })
    };
    for bits in 0..1 << 16 {
        let x = value(&h(bits)).trunc();
        for width in [1, 3, 8, 12, 16, 17, 64] {
            let high = 2f64.powi(width as i32 - 1);
            let want = (x >= -high && x < high).then(|| Bv::from_i128(width, x as i128));
            assert_eq!(to_int(bits, width, true), BTreeSet::from([want]), "{x} to i{width}");
            let want = (x >= 0.0 && x < 2.0 * high).then(|| Bv::from_u128(width, x as u128));
            assert_eq!(to_int(bits, width, false), BTreeSet::from([want]), "{x} to u{width}");
        }
    }
}

#[test]
fn saturating_casts_clamp() {
    for bits in 0..1 << 16 {
        let x = value(&h(bits));
        for (signed, want) in [(true, Bv::from_i128(8, (x as i8).into())), (false, Bv::from_u128(8, (x as u8).into()))] {
            let got = outcomes(|cx| {
                let x = lane(cx.d, &h(bits));
                out(cast::to_int_saturated(cx, Mode::plain(HALF), 8, signed, &x))
            });
            assert_eq!(got, set([want]), "{x}");
        }
    }
}

#[test]
fn conversions_keep_the_high_bits_of_payloads() {
    let convert = |from: FpFormat, to: FpFormat, bits: Bv| {
        outcomes(|cx| {
            let x = lane(cx.d, &bits);
            out(cast::convert(cx, Mode::plain(from), Mode::plain(to), NEAREST, &x))
        })
    };
    let float = |bits| Bv::from_u64(32, bits);
    // A signalling NaN whose payload is lost becomes quiet.
    assert_eq!(convert(FpFormat::FLOAT, HALF, float(0x7f80_0001)), set([h(0x7e00), h(0xfe00), h(0x7e55), h(0xfe55)]));
    let kept = convert(FpFormat::FLOAT, HALF, float(0x7f80_2000));
    assert!(kept.contains(&Some(h(0x7c01))) && kept.contains(&Some(h(0x7e01))));
    let widened = convert(HALF, FpFormat::FLOAT, h(0x7c01));
    assert!(widened.contains(&Some(float(0x7f80_2000))) && widened.contains(&Some(float(0xffc0_2000))));
    assert_eq!(convert(FpFormat::FLOAT, HALF, float(0x4780_0000)), set([half(f64::INFINITY)]));
}

fn extremum(flags: FastMath, op: MinMax, a: u64, b: u64) -> BTreeSet<Outcome> {
    outcomes(|cx| {
        let (x, y) = (lane(cx.d, &h(a)), lane(cx.d, &h(b)));
        out(minmax::minmax(cx, mode(flags), op, &x, &y))
    })
}

#[test]
fn minima_and_maxima_differ_on_nans_only() {
    const ONE: u64 = 0x3c00;
    for op in [minmax::MINNUM, minmax::MINIMUM, minmax::MINIMUMNUM] {
        assert_eq!(extremum(NONE, op, ONE, 0xbc00), set([h(0xbc00)]));
        assert_eq!(extremum(NONE, op, 0, 0x8000), set([h(0x8000)]));
        assert_eq!(extremum(FastMath::NSZ, op, 0, 0x8000), set([h(0), h(0x8000)]));
        assert_eq!(extremum(FastMath::NSZ, op, 0, 0), set([h(0)]));
        assert_eq!(extremum(FastMath::NNAN, op, 0x7e00, ONE), poison());
    }
    for op in [minmax::MAXNUM, minmax::MAXIMUM, minmax::MAXIMUMNUM] {
        assert_eq!(extremum(NONE, op, ONE, 0xbc00), set([h(ONE)]));
        assert_eq!(extremum(NONE, op, 0x8000, 0), set([h(0)]));
    }
    let quiet = set([h(0x7e00), h(0xfe00), h(0x7e55), h(0xfe55)]);
    let signalling: BTreeSet<_> = quiet.union(&set([h(0x7c01), h(0xfc01), h(0x7e01), h(0xfe01)])).cloned().collect();
    assert_eq!(extremum(NONE, minmax::MINIMUM, 0x7e00, ONE), quiet);
    assert_eq!(extremum(NONE, minmax::MINIMUMNUM, 0x7e00, ONE), set([h(ONE)]));
    assert_eq!(extremum(NONE, minmax::MINIMUMNUM, 0x7c01, ONE), set([h(ONE)]));
    assert_eq!(extremum(NONE, minmax::MINIMUMNUM, 0x7e00, 0x7e00), quiet);
    assert_eq!(extremum(NONE, minmax::MINNUM, 0x7e00, ONE), set([h(ONE)]));
    assert_eq!(extremum(NONE, minmax::MINNUM, ONE, 0x7c01), signalling.union(&set([h(ONE)])).cloned().collect());
}

#[test]
fn every_pattern_is_in_exactly_one_class() {
    for bits in 0..1u64 << TINY.width() {
        let a = Bv::from_u64(TINY.width(), bits);
        let mut unused = |_: u32, _: ChoiceKind| -> Bv { unreachable!("no picks") };
        let mut d = ConcreteDomain { chooser: &mut unused };
        let negative = bits >> 6 & 1 == 1;
        let class = match (bits >> 3 & 7, bits & 7) {
            (7, 0) => [9, 2][usize::from(negative)],
            (7, fraction) => u32::from(fraction & 4 != 0),
            (0, 0) => [6, 5][usize::from(negative)],
            (0, _) => [7, 4][usize::from(negative)],
            _ => [8, 3][usize::from(negative)],
        };
        for mask in 0..1 << 10 {
            assert_eq!(class::is_in(&mut d, TINY, &a, mask), mask >> class & 1 == 1, "{a:?} {mask:#x}");
        }
    }
}

#[test]
fn rounding_functions_agree_with_the_library_on_every_half() {
    type Reference = fn(f64) -> f64;
    let cases: [(RoundingMode, Reference); 5] = [
        (RoundingMode::TowardNegative, f64::floor),
        (RoundingMode::TowardPositive, f64::ceil),
        (RoundingMode::TowardZero, f64::trunc),
        (RoundingMode::NearestTiesToAway, f64::round),
        (NEAREST, f64::round_ties_even),
    ];
    for bits in (0..1 << 16).filter(|bits| bits & 0x7fff <= 0x7c00) {
        for (rm, reference) in cases {
            let got = outcomes(|cx| {
                let x = lane(cx.d, &h(bits));
                out(round::to_integral(cx, Mode::plain(HALF), rm, &x))
            });
            assert_eq!(got, set([half(reference(value(&h(bits))))]));
        }
    }
}

#[test]
fn rounding_to_an_integer_that_does_not_fit_gives_any() {
    let round = |x: f64, width| {
        outcomes(|cx| {
            let x = lane(cx.d, &half(x));
            out(round::to_integer(cx, Mode::plain(HALF), NEAREST, width, &x))
        })
    };
    assert_eq!(round(2.5, 3), set([Bv::from_u64(3, 2)]));
    assert_eq!(round(3.5, 3).len(), 8);
    assert_eq!(round(-4.5, 3), set([Bv::from_i64(3, -4)]));
    assert_eq!(round(f64::NAN, 3).len(), 8);
}

#[test]
fn ldexp_rounds_once() {
    for bits in (0..0x7c00).step_by(7).chain([1, 2, 3, 0x3ff, 0x400, 0x7bff]) {
        for n in (-60i64..=60).chain([-1000, 1000, i64::from(i32::MIN), i64::from(i32::MAX)]) {
            let got = outcomes(|cx| {
                let (x, n) = (lane(cx.d, &h(bits)), lane(cx.d, &Bv::from_i64(32, n)));
                out(scale::ldexp(cx, Mode::plain(HALF), &x, &n))
            });
            let want = half(value(&h(bits)) * 2f64.powi(n.clamp(-500, 500) as i32));
            assert_eq!(got, set([want]), "{bits:#x} {n}");
        }
    }
}

#[test]
fn frexp_and_ldexp_are_inverse_at_every_format() {
    for fmt in [TINY, HALF, FpFormat::BFLOAT, FpFormat::FLOAT, FpFormat::DOUBLE, FpFormat::FP128] {
        let one = fp_eval(FpOp::FromUbv, fmt, NEAREST, &[Bv::one(1)]);
        for a in special_values(fmt) {
            let magnitude = fmt.magnitude(&a);
            if fmt.is_nan(&a) || magnitude == fmt.infinity(false) {
                continue;
            }
            let back = outcomes(|cx| {
                let x = lane(cx.d, &a);
                let (fraction, power) = scale::frexp(cx, Mode::plain(fmt), 32, &x).unwrap();
                if magnitude.is_zero() {
                    assert_eq!((&fraction.bits, &power.bits), (&a, &Bv::zero(32)));
                } else {
                    let size = fmt.magnitude(&fraction.bits);
                    assert!(
                        size < one && size >= one.sub(&Bv::bit_at(fmt.width(), fmt.frac_bits)),
                        "{fraction:?}",
                        fraction = fraction.bits
                    );
                }
                out(scale::ldexp(cx, Mode::plain(fmt), &fraction, &power))
            });
            assert_eq!(back, set([a]));
        }
    }
}

#[test]
fn powi_is_modelled_where_no_rounding_is_open() {
    let powi = |x: f64, n: i64| {
        let mut unused = |width: u32, _: ChoiceKind| Bv::zero(width);
        let mut d = ConcreteDomain { chooser: &mut unused };
        let (x, n) = (lane(&mut d, &half(x)), lane(&mut d, &Bv::from_i64(32, n)));
        scale::powi(&mut Cx::new(&mut d, false), Mode::plain(HALF), &x, &n).ok().map(|result| result.bits)
    };
    assert_eq!(powi(3.0, 0), Some(half(1.0)));
    assert_eq!(powi(3.0, 1), Some(half(3.0)));
    assert_eq!(powi(3.0, 2), Some(half(9.0)));
    assert_eq!(powi(4.0, -1), Some(half(0.25)));
    assert_eq!(powi(3.0, 3), None);
}

#[test]
fn fmuladd_is_fused_or_not() {
    // (1 + 2^-10)² − (1 + 2^-9) is 2^-20 when fused, 0 when not.
    let (a, c) = (half(1.0 + 2f64.powi(-10)), half(-(1.0 + 2f64.powi(-9))));
    let fused = outcomes(|cx| {
        let (x, z) = (lane(cx.d, &a), lane(cx.d, &c));
        out(arith::fma(cx, Mode::plain(HALF), NEAREST, [&x, &x, &z]))
    });
    assert_eq!(fused, set([half(2f64.powi(-20))]));
    let either = outcomes(|cx| {
        let (x, z) = (lane(cx.d, &a), lane(cx.d, &c));
        out(arith::fmuladd(cx, Mode::plain(HALF), NEAREST, [&x, &x, &z]))
    });
    assert_eq!(either, set([half(2f64.powi(-20)), half(0.0)]));
}

#[test]
fn flags_restrict_what_select_and_phi_yield() {
    let restrict = |flags: FastMath, bits: u64, operand: bool| {
        outcomes(|cx| {
            let value = Value::scalar(lane(cx.d, &h(bits)));
            let ty = [Type::Float(FloatKind::Half)];
            out(fastmath::restrict_result(cx, flags, &ty, value, operand).unwrap().lane().clone())
        })
    };
    assert_eq!(restrict(FastMath::NNAN, 0x7c01, true), poison());
    assert_eq!(restrict(FastMath::NINF, 0xfc00, false), poison());
    assert_eq!(restrict(FastMath::NSZ, 0x8000, true), set([h(0), h(0x8000)]));
    assert_eq!(restrict(FastMath::NSZ, 0x8000, false), set([h(0x8000)]));
    assert_eq!(restrict(FastMath::REASSOC, 0x7c01, true), set([h(0x7c01)]));
}

#[test]
fn nofpclass_excludes_classes() {
    let restrict = |classes: u16, ty: &Type, bits: u64| {
        outcomes(|cx| {
            let value = Value::scalar(lane(cx.d, &h(bits)));
            let set = AttrSet { attrs: vec![Attr::NofpClass(classes)] };
            out(attrs::restrict(cx, &set, ty, &value).unwrap().lane().clone())
        })
    };
    let (half, bfloat) = (Type::Float(FloatKind::Half), Type::Float(FloatKind::BFloat));
    assert_eq!(restrict(0b11, &half, 0x7c01), poison());
    // The same bits are another class of another format.
    assert_eq!(restrict(0b11, &bfloat, 0x7c01), set([h(0x7c01)]));
    assert_eq!(restrict(1 << 5, &half, 0x8000), poison());
    assert_eq!(restrict(1 << 5, &half, 0x0000), set([h(0)]));
}
