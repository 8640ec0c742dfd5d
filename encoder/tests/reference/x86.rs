//! The reference of x86 vector instructions: each lane restated on Rust's own integers. Lanes are too wide to try every operand,
//! so they are sampled, with the values at the edges of every range in every position.

use llvet_ir::{IntrinsicId as I, Type};

use super::harness::{Operand, Scalar, check_on, imm, only, vector};
use super::intrinsics::Call;
use super::ints::{s, wrap};

/// A small generator of numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// An interesting value of a width: an edge, small, or anything.
    fn value(&mut self, width: u32) -> u128 {
        let sign = 1u128 << (width - 1);
        let edges = [0, 1, sign - 1, sign, sign + 1, 2 * sign - 1, u128::from(width), u128::from(width - 1), 0x80, 0x7f, 0xff];
        let any = u128::from(self.next());
        let pick = self.next() % 16;
        let value = match pick {
            0..=10 => edges[pick as usize],
            11 | 12 => any % 70,
            _ => any,
        };
        value % (2 * sign)
    }

    /// A leaf: poison once in a while.
    fn leaf(&mut self, operand: &Operand) -> Vec<Scalar> {
        match *operand {
            Operand::Any { width, lanes } => (0..lanes).map(|_| (!self.next().is_multiple_of(24)).then(|| self.value(width))).collect(),
            Operand::Imm { value, .. } => vec![Some(value)],
        }
    }
}

fn sampled(id: I, ret: (u32, usize), operands: &[Operand], expected: impl Fn(&[Vec<Scalar>], usize) -> Scalar) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ id as u64);
    let inputs: Vec<Vec<Scalar>> = (0..30).map(|_| operands.iter().flat_map(|operand| random.leaf(operand)).collect()).collect();
    let ty = Type::vector(ret.1 as u64, Type::Int(ret.0));
    check_on(id.base_name(), &Call(id, ty, None), operands, inputs.into_iter(), |args| {
        only((0..ret.1).map(|i| expected(args, i)).collect())
    });
}

/// The lane width that the letter at the end of an instruction's stem names, and the number of lanes of the result.
fn shape(id: I) -> (u32, usize) {
    let results = id.signature().results;
    let llvet_ir::intrinsic::Shape::Fixed(lanes, elem) = results[0] else { panic!("{id:?} gives no vector") };
    let llvet_ir::intrinsic::Shape::Int(width) = *elem else { panic!("{id:?} gives no integers") };
    (width, usize::try_from(lanes).expect("small"))
}

fn of(name: &str) -> Vec<I> {
    let group = I::ALL.iter().filter(|id| id.base_name().starts_with("x86.") && id.base_name().contains(name));
    let group: Vec<I> = group.copied().collect();
    assert!(!group.is_empty(), "no instruction {name}");
    group
}

/// Every instruction was in some test.
#[test]
fn all_are_covered() {
    let covered: Vec<I> = LANEWISE.iter().chain(SHIFTS).chain(GROUPED).flat_map(|name| of(name)).collect();
    for id in I::ALL.iter().filter(|id| id.base_name().starts_with("x86.")) {
        assert_eq!(covered.iter().filter(|other| *other == id).count(), 1, "{id:?}");
    }
}

const LANEWISE: &[&str] = &[".pavg", ".psign", ".pmulh.w", ".pmulhu.w", ".pblendvb", ".pternlog"];

#[test]
fn lane_by_lane() {
    for id in LANEWISE[..4].iter().flat_map(|name| of(name)) {
        let (w, n) = shape(id);
        let name = id.base_name();
        sampled(id, (w, n), &[vector(w, n), vector(w, n)], |x, i| {
            let (a, b) = x[0][i].zip(x[1][i])?;
            Some(if name.contains("pavg") {
                (a + b).div_ceil(2)
            } else if name.contains("psign") {
                wrap(w, s(w, a) * s(w, b).signum())
            } else if name.contains("pmulhu") {
                (a * b) / (1 << w)
            } else {
                wrap(w, (s(w, a) * s(w, b)).div_euclid(1 << w))
            })
        });
    }
    for id in of(".pblendvb") {
        let (w, n) = shape(id);
        sampled(id, (w, n), &[vector(w, n), vector(w, n), vector(w, n)], |x, i| if x[2][i]? >= 0x80 { x[1][i] } else { x[0][i] });
    }
    for id in of(".pternlog") {
        let (w, n) = shape(id);
        for table in [0x00, 0xff, 0x96, 0xca, 0x1e, 0xe8] {
            sampled(id, (w, n), &[vector(w, n), vector(w, n), vector(w, n), imm(32, table)], |x, i| {
                let (a, b, c) = (x[0][i]?, x[1][i]?, x[2][i]?);
                let bit = |k: u32| table >> (4 * (a >> k & 1) + 2 * (b >> k & 1) + (c >> k & 1)) & 1;
                Some((0..w).map(|k| bit(k) << k).sum())
            });
        }
    }
}

const SHIFTS: &[&str] = &[".psll", ".psrl", ".psra"];

#[test]
fn shifts_by_any_amount() {
    for id in SHIFTS.iter().flat_map(|name| of(name)) {
        let (w, n) = shape(id);
        let stem = id.base_name().split('.').nth(2).expect("a stem");
        let shift = |a: u128, amount: u128| {
            let amount = u32::try_from(amount.min(u128::from(w))).expect("small");
            match &stem[..4] {
                "psll" => (a << amount) % (1 << w),
                "psrl" => a >> amount,
                _ => wrap(w, s(w, a) >> amount.min(w - 1)),
            }
        };
        match stem.as_bytes().get(4) {
            Some(b'i') => sampled(id, (w, n), &[vector(w, n), vector(32, 1)], |x, i| Some(shift(x[0][i]?, x[1][0]?))),
            Some(b'v') => sampled(id, (w, n), &[vector(w, n), vector(w, n)], |x, i| Some(shift(x[0][i]?, x[1][i]?))),
            _ => {
                let count = 128 / w as usize;
                sampled(id, (w, n), &[vector(w, n), vector(w, count)], |x, i| {
                    let low = x[1][..count / 2].iter().rev().try_fold(0, |acc, lane| lane.map(|lane| acc << w | lane));
                    Some(shift(x[0][i]?, low?))
                });
            }
        }
    }
}

const GROUPED: &[&str] = &[".phadd", ".phsub", ".pmadd", ".packss", ".packus", ".psad", ".pshuf"];

fn clamp_signed(w: u32, value: i128) -> u128 {
    wrap(w, value.clamp(-(1 << (w - 1)), (1 << (w - 1)) - 1))
}

#[test]
fn horizontally() {
    for id in [".phadd", ".phsub"].into_iter().flat_map(of) {
        let (w, n) = shape(id);
        let per_group = 128 / w as usize;
        let (minus, saturating) = (id.base_name().contains("phsub"), id.base_name().contains(".sw"));
        sampled(id, (w, n), &[vector(w, n), vector(w, n)], |x, i| {
            // Which group, then which operand, then which pair.
            let (group, place) = (i / per_group, i % per_group);
            let source = &x[usize::from(place >= per_group / 2)];
            let first = group * per_group + place % (per_group / 2) * 2;
            let (a, b) = (s(w, source[first]?), s(w, source[first + 1]?));
            let exact = if minus { a - b } else { a + b };
            Some(if saturating { clamp_signed(w, exact) } else { wrap(w, exact) })
        });
    }
}

#[test]
fn sums_of_products() {
    for id in of(".pmadd") {
        let (w, n) = shape(id);
        let half = w / 2;
        sampled(id, (w, n), &[vector(half, 2 * n), vector(half, 2 * n)], |x, i| {
            let mut sum = 0;
            for k in [2 * i, 2 * i + 1] {
                let (a, b) = (x[0][k]?, x[1][k]?);
                // Bytes: the first operand is unsigned.
                let a = if half == 8 { a as i128 } else { s(half, a) };
                sum += a * s(half, b);
            }
            Some(if half == 8 { clamp_signed(w, sum) } else { wrap(w, sum) })
        });
    }
}

#[test]
fn packs() {
    for id in [".packss", ".packus"].into_iter().flat_map(of) {
        let (w, n) = shape(id);
        let signed = id.base_name().contains("packss");
        let per_group = 128 / w as usize;
        sampled(id, (w, n), &[vector(2 * w, n / 2), vector(2 * w, n / 2)], |x, i| {
            let (group, place) = (i / per_group, i % per_group);
            let source = &x[usize::from(place >= per_group / 2)];
            let value = s(2 * w, source[group * (per_group / 2) + place % (per_group / 2)]?);
            Some(if signed { clamp_signed(w, value) } else { wrap(w, value.clamp(0, (1 << w) - 1)) })
        });
    }
}

#[test]
fn byte_sums_and_shuffles() {
    for id in of(".psad") {
        let (w, n) = shape(id);
        sampled(id, (w, n), &[vector(8, 8 * n), vector(8, 8 * n)], |x, i| {
            (8 * i..8 * i + 8).try_fold(0, |sum, k| Some(sum + x[0][k]?.abs_diff(x[1][k]?)))
        });
    }
    for id in of(".pshuf") {
        let (w, n) = shape(id);
        sampled(id, (w, n), &[vector(w, n), vector(w, n)], |x, i| {
            let index = x[1][i]?;
            if index >= 128 { Some(0) } else { x[0][i / 16 * 16 + (index % 16) as usize] }
        });
    }
}
