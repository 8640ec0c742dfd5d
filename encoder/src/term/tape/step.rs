//! The elementary operations of a tape: the same meaning as [`apply`](super::super::apply), on machine integers.

use super::lane::Lane;
use super::{LANES, Pool, Register, Term};
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use crate::term::Op;

/// An operation with its widths resolved. `width` is that of the operands (and of the result where both agree).
#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    And,
    Or,
    Xor,
    Not { width: u32 },
    Ite,
    Eq,
    Ult,
    Slt { width: u32 },
    Add { width: u32 },
    Mul { width: u32 },
    Neg { width: u32 },
    Udiv { width: u32 },
    Urem,
    Sdiv { width: u32 },
    Srem { width: u32 },
    Shl { width: u32 },
    Lshr { width: u32 },
    Ashr { width: u32 },
    Concat { low: u32 },
    Extract { hi: u32, lo: u32 },
    Copy,
    Sext { from: u32, to: u32 },
    Fp { op: FpOp, fmt: FpFormat, rm: RoundingMode, arg_width: u32 },
}

/// One operation of a tape; unused arguments are register 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) code: Code,
    pub(super) dst: u32,
    pub(super) args: [u32; 3],
}

impl Code {
    /// The code of a node with operator `op` that is neither a leaf, an uninterpreted function, nor a concatenation.
    pub(super) fn new(pool: &Pool, op: Op, term: Term) -> Code {
        let width = pool.args(term).first().map_or(1, |&arg| pool.width(arg));
        match op {
            Op::Bool(_) | Op::Const(_) | Op::Var(_) | Op::App(_) | Op::Concat => unreachable!("{op:?} is compiled on its own"),
            Op::Not | Op::BvNot => Code::Not { width },
            Op::And | Op::BvAnd => Code::And,
            Op::Ite => Code::Ite,
            Op::Eq => Code::Eq,
            Op::Ult => Code::Ult,
            Op::Slt => Code::Slt { width },
            Op::Add => Code::Add { width },
            Op::Mul => Code::Mul { width },
            Op::Neg => Code::Neg { width },
            Op::Udiv => Code::Udiv { width },
            Op::Urem => Code::Urem,
            Op::Sdiv => Code::Sdiv { width },
            Op::Srem => Code::Srem { width },
            Op::BvOr => Code::Or,
            Op::BvXor => Code::Xor,
            Op::Shl => Code::Shl { width },
            Op::Lshr => Code::Lshr { width },
            Op::Ashr => Code::Ashr { width },
            Op::Extract { hi, lo } => Code::Extract { hi, lo },
            Op::Zext { .. } => Code::Copy,
            Op::Sext { width: to } => Code::Sext { from: width, to },
            Op::Fp { op, fmt, rm } => Code::Fp { op, fmt, rm, arg_width: width },
        }
    }
}

fn map1<L: Lane>(out: &mut [L; LANES], a: &[L; LANES], f: impl Fn(L) -> L) {
    for (out, &a) in out.iter_mut().zip(a) {
        *out = f(a);
    }
}

fn map2<L: Lane>(out: &mut [L; LANES], a: &[L; LANES], b: &[L; LANES], f: impl Fn(L, L) -> L) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = f(a, b);
    }
}

impl Step {
    /// Writes the result in every lane to `out`.
    pub(super) fn run<L: Lane>(&self, out: &mut Register<L>, [a, b, c]: [&Register<L>; 3]) {
        match self.code {
            Code::And => map2(out, a, b, |a, b| a & b),
            Code::Or => map2(out, a, b, |a, b| a | b),
            Code::Xor => map2(out, a, b, |a, b| a ^ b),
            Code::Not { width } => {
                let mask = L::mask(width);
                map1(out, a, |a| a ^ mask);
            }
            Code::Ite => {
                for (((out, &a), &b), &c) in out.iter_mut().zip(a.iter()).zip(b.iter()).zip(c.iter()) {
                    let mask = L::zero().wrapping_sub(&a);
                    *out = (b & mask) | (c & !mask);
                }
            }
            Code::Eq => map2(out, a, b, |a, b| L::from_bool(a == b)),
            Code::Ult => map2(out, a, b, |a, b| L::from_bool(a < b)),
            Code::Slt { width } => {
                let sign = L::one() << (width - 1) as usize;
                map2(out, a, b, |a, b| L::from_bool((a ^ sign) < (b ^ sign)));
            }
            Code::Copy => map1(out, a, |a| a),
            Code::Extract { hi, lo } => {
                let mask = L::mask(hi - lo + 1);
                map1(out, a, |a| (a >> lo as usize) & mask);
            }
            Code::Concat { low } => map2(out, a, b, |a, b| (a << low as usize) | b),
            Code::Sext { from, to } => {
                let mask = L::mask(to);
                map1(out, a, |a| a.signed(from) & mask);
            }
            Code::Fp { op, fmt, rm, arg_width } => fp(op, fmt, rm, arg_width, out, [a, b, c]),
            code => arithmetic(code, out, a, b),
        }
    }
}

fn arithmetic<L: Lane>(code: Code, out: &mut [L; LANES], a: &[L; LANES], b: &[L; LANES]) {
    match code {
        Code::Add { width } => {
            let mask = L::mask(width);
            map2(out, a, b, |a, b| a.wrapping_add(&b) & mask);
        }
        Code::Mul { width } => {
            let mask = L::mask(width);
            map2(out, a, b, |a, b| a.wrapping_mul(&b) & mask);
        }
        Code::Neg { width } => {
            let mask = L::mask(width);
            map1(out, a, |a| L::zero().wrapping_sub(&a) & mask);
        }
        Code::Udiv { width } => map2(out, a, b, |a, b| udiv(a, b, width)),
        Code::Urem => map2(out, a, b, urem),
        Code::Sdiv { width } => map2(out, a, b, |a, b| {
            let quotient = udiv(magnitude(a, width), magnitude(b, width), width);
            if negative(a, width) == negative(b, width) { quotient } else { negate(quotient, width) }
        }),
        Code::Srem { width } => map2(out, a, b, |a, b| {
            let remainder = urem(magnitude(a, width), magnitude(b, width));
            if negative(a, width) { negate(remainder, width) } else { remainder }
        }),
        Code::Shl { width } => {
            let mask = L::mask(width);
            map2(out, a, b, |a, b| {
                let amount = b.amount(width);
                if amount < width { (a << amount as usize) & mask } else { L::zero() }
            });
        }
        Code::Lshr { width } => map2(out, a, b, |a, b| {
            let amount = b.amount(width);
            if amount < width { a >> amount as usize } else { L::zero() }
        }),
        Code::Ashr { width } => {
            let mask = L::mask(width);
            map2(out, a, b, |a, b| a.signed(width).signed_shr(b.amount(width - 1)) & mask);
        }
        code => unreachable!("{code:?} is not arithmetic"),
    }
}

fn udiv<L: Lane>(a: L, b: L, width: u32) -> L {
    if b == L::zero() { L::mask(width) } else { a / b }
}

fn urem<L: Lane>(a: L, b: L) -> L {
    if b == L::zero() { a } else { a % b }
}

fn negative<L: Lane>(a: L, width: u32) -> bool {
    a >> (width - 1) as usize != L::zero()
}

fn negate<L: Lane>(a: L, width: u32) -> L {
    L::zero().wrapping_sub(&a) & L::mask(width)
}

fn magnitude<L: Lane>(a: L, width: u32) -> L {
    if negative(a, width) { negate(a, width) } else { a }
}

fn fp<L: Lane>(op: FpOp, fmt: FpFormat, rm: RoundingMode, arg_width: u32, out: &mut Register<L>, args: [&Register<L>; 3]) {
    for (lane, out) in out.iter_mut().enumerate() {
        let arg = |i: usize| Bv::from_u128(arg_width, args[i][lane].wide());
        let result = match op.arity() {
            1 => fp_eval(op, fmt, rm, &[arg(0)]),
            2 => fp_eval(op, fmt, rm, &[arg(0), arg(1)]),
            _ => fp_eval(op, fmt, rm, &[arg(0), arg(1), arg(2)]),
        };
        *out = L::from_u128(result.to_u128().expect("a result of at most 128 bits"));
    }
}
