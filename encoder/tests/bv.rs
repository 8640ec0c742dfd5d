//! `Bv` against unbounded integers: exhaustively at small widths, by samples around the limits of the representations.

use llvet_encoder::bv::Bv;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

/// The reference: results as integers, reduced modulo `2^width` by the caller.
fn expected(op: &str, a: &Bv, b: &Bv) -> BigInt {
    let width = a.width();
    let (u, v): (BigInt, BigInt) = (a.to_biguint().into(), b.to_biguint().into());
    let (s, t) = (signed(a), signed(b));
    let amount = if v >= width.into() { width } else { u32::try_from(&v).unwrap() };
    match op {
        "add" => u + v,
        "sub" => u - v,
        "mul" => u * v,
        "udiv" => {
            if v.is_zero() {
                BigInt::from(-1)
            } else {
                u / v
            }
        }
        "urem" => {
            if v.is_zero() {
                u
            } else {
                u % v
            }
        }
        "sdiv" => match (t.is_zero(), s.is_negative()) {
            (true, true) => BigInt::one(),
            (true, false) => BigInt::from(-1),
            _ => s / t,
        },
        "srem" => {
            if t.is_zero() {
                s
            } else {
                s % t
            }
        }
        "and" => u & v,
        "or" => u | v,
        "xor" => u ^ v,
        "shl" => u << amount,
        "lshr" => u >> amount,
        "ashr" => s >> amount,
        _ => unreachable!(),
    }
}

/// Two's complement by subtracting the weight of the sign bit twice.
fn signed(a: &Bv) -> BigInt {
    let value = BigInt::from(a.to_biguint());
    let weight = BigInt::one() << (a.width() - 1);
    if value >= weight { value - (weight << 1) } else { value }
}

fn actual(op: &str, a: &Bv, b: &Bv) -> Bv {
    match op {
        "add" => a.add(b),
        "sub" => a.sub(b),
        "mul" => a.mul(b),
        "udiv" => a.udiv(b),
        "urem" => a.urem(b),
        "sdiv" => a.sdiv(b),
        "srem" => a.srem(b),
        "and" => a.and(b),
        "or" => a.or(b),
        "xor" => a.xor(b),
        "shl" => a.shl(b),
        "lshr" => a.lshr(b),
        "ashr" => a.ashr(b),
        _ => unreachable!(),
    }
}

fn check_pair(a: &Bv, b: &Bv) {
    let width = a.width();
    for op in ["add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "and", "or", "xor", "shl", "lshr", "ashr"] {
        assert_eq!(actual(op, a, b), Bv::from_bigint(width, &expected(op, a, b)), "{a:?} {op} {b:?}");
    }
    let (u, v) = (a.to_biguint(), b.to_biguint());
    assert_eq!((a.ult(b), a.ule(b)), (u < v, u <= v));
    assert_eq!((a.slt(b), a.sle(b)), (signed(a) < signed(b), signed(a) <= signed(b)));
    assert_eq!(a.concat(b).to_biguint(), (&u << width) + &v);
    assert_eq!(a == b, u == v);
}

fn check_one(a: &Bv) {
    let (width, u) = (a.width(), a.to_biguint());
    assert_eq!(a.to_bigint_signed(), signed(a));
    assert_eq!(a.to_string_signed(), signed(a).to_string());
    assert_eq!(a.to_string_unsigned(), u.to_string());
    assert_eq!(a.to_string_hex(), format!("{u:#x}"));
    assert_eq!(a.neg(), Bv::from_bigint(width, &-signed(a)));
    assert_eq!(a.not(), Bv::from_bigint(width, &(-signed(a) - 1)));
    assert_eq!(a.zext(width + 70).to_biguint(), u);
    assert_eq!(a.sext(width + 70).to_bigint_signed(), signed(a));
    let bits: Vec<bool> = (0..width).map(|i| u.bit(i.into())).collect();
    assert_eq!((0..width).map(|i| a.bit(i)).collect::<Vec<_>>(), bits);
    let ones = bits.iter().filter(|&&bit| bit).count();
    assert_eq!(a.ctpop(), Bv::from_u64(width, ones as u64));
    assert_eq!(a.clz(), Bv::from_u64(width, bits.iter().rev().take_while(|&&bit| !bit).count() as u64));
    assert_eq!(a.ctz(), Bv::from_u64(width, bits.iter().take_while(|&&bit| !bit).count() as u64));
    assert_eq!(a.is_zero(), ones == 0);
    assert_eq!(a.is_one(), u == BigUint::one());
    assert_eq!(a.is_ones(), ones == bits.len());
    assert_eq!(a.is_power_of_two(), ones == 1);
    assert_eq!(a.is_negative(), bits[bits.len() - 1]);
    assert_eq!(a.is_min_signed(), ones == 1 && bits[bits.len() - 1]);
    assert_eq!(a.is_max_signed(), ones == bits.len() - 1 && !bits[bits.len() - 1]);
    assert_eq!(a.to_u64(), u64::try_from(&u).ok());
    assert_eq!(a.to_u128(), u128::try_from(&u).ok());
    for lo in [0, width / 3, width - 1] {
        for hi in [lo, (lo + width - 1) / 2, width - 1] {
            let part = (&u >> lo) % (BigUint::one() << (hi - lo + 1));
            assert_eq!(a.extract(hi, lo), Bv::from_biguint(hi - lo + 1, part), "{a:?} {hi} {lo}");
        }
    }
}

#[test]
fn small_widths_exhaustively() {
    for width in 1..=5 {
        for a in 0..1u64 << width {
            check_one(&Bv::from_u64(width, a));
            for b in 0..1u64 << width {
                check_pair(&Bv::from_u64(width, a), &Bv::from_u64(width, b));
            }
        }
    }
}

#[test]
fn wide_widths_by_samples() {
    let mut state = 0x853c_49e6_748f_ea9b_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for width in [8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 256] {
        let mut samples = vec![Bv::zero(width), Bv::one(width), Bv::ones(width), Bv::min_signed(width), Bv::max_signed(width)];
        samples.push(Bv::from_u64(width, 3));
        samples.push(Bv::from_u64(width, (width - 1).into()));
        samples.push(Bv::from_u64(width, width.into()));
        samples.push(Bv::from_i64(width, -2));
        for _ in 0..12 {
            let random = (0..4).fold(BigUint::zero(), |acc, _| (acc << 64) + next());
            let shift = u32::try_from(next() % u64::from(width)).unwrap();
            samples.push(Bv::from_biguint(width, random).lshr_by(shift));
        }
        for a in &samples {
            check_one(a);
            for b in &samples {
                check_pair(a, b);
            }
        }
    }
}

#[test]
fn constructors_wrap() {
    assert_eq!(Bv::from_u64(8, 0x1ff), Bv::ones(8));
    assert_eq!(Bv::from_i64(200, -1), Bv::ones(200));
    assert_eq!(Bv::from_i64(4, -9).to_u64(), Some(7));
    assert_eq!(Bv::from_bigint(129, &BigInt::from(-1)), Bv::ones(129));
    assert_eq!(Bv::from_biguint(129, BigUint::one() << 129), Bv::zero(129));
    assert_eq!(Bv::low_mask(8, 3).to_u64(), Some(7));
    assert_eq!(Bv::low_mask(8, 0), Bv::zero(8));
    assert_eq!(Bv::low_mask(8, 9), Bv::ones(8));
    assert_eq!(Bv::bit_at(8, 7), Bv::min_signed(8));
    assert_eq!(Bv::from_bool(true), Bv::one(1));
}
