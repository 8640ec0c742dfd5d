//! Conversions: up and down again, between integers and numbers where nothing is rounded.

use super::super::super::{Op, Pool, Term};
use super::Kind;
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode};

impl FpFormat {
    /// Whether every number of `other` is one of this format.
    fn holds(self, other: FpFormat) -> bool {
        self.exp_bits >= other.exp_bits && self.frac_bits >= other.frac_bits
    }

    /// Whether every integer of magnitude at most `2^bits` with at most `bits` significant bits is a number of this format.
    fn holds_integers(self, bits: u32) -> bool {
        let largest_exponent = (1u64 << (self.exp_bits - 1)) - 1;
        bits <= self.frac_bits + 1 && u64::from(bits) <= largest_exponent
    }
}

impl Pool {
    /// The integer, as a signed number, from which `a` was made exactly.
    pub(super) fn exact_integer(&mut self, fmt: FpFormat, a: Term) -> Option<Term> {
        let Op::Fp { op, fmt: of, .. } = self.op(a) else { return None };
        let n = *self.args(a).first()?;
        match op {
            FpOp::FromSbv if of == fmt && fmt.holds_integers(self.width(n) - 1) => Some(n),
            FpOp::FromUbv if of == fmt && fmt.holds_integers(self.width(n)) => {
                let width = self.width(n) + 1;
                Some(self.zext(n, width))
            }
            _ => None,
        }
    }

    /// Whether a number is known to be integral (or a NaN or infinity).
    pub(super) fn is_integral(&self, a: Term, fmt: FpFormat) -> bool {
        match self.op(a) {
            Op::Fp { op: FpOp::RoundToIntegral | FpOp::FromSbv | FpOp::FromUbv, fmt: of, .. } => of == fmt,
            _ => false,
        }
    }

    pub(super) fn fp_convert(&mut self, kind: Kind, to: FpFormat, a: Term) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        if to == fmt {
            return Some(self.number(fmt, a));
        }
        let inner = self.op(a);
        let args = self.args_vec(a);
        match inner {
            Op::Fp { op: FpOp::Convert { to: middle }, fmt: from, .. } if middle == fmt && middle.holds(from) => {
                Some(if to == from { self.number(from, args[0]) } else { self.fp(FpOp::Convert { to }, from, rm, &args) })
            }
            Op::Fp { op: op @ (FpOp::FromSbv | FpOp::FromUbv), .. } if self.exact_integer(fmt, a).is_some() => {
                Some(self.fp(op, to, rm, &args))
            }
            _ => None,
        }
    }

    /// Extended integers are converted before the extension.
    pub(super) fn fp_from_int(&mut self, op: FpOp, kind: Kind, n: Term) -> Option<Term> {
        let inner = self.args_vec(n);
        let op = match (self.op(n), op) {
            (Op::Zext { .. }, FpOp::FromSbv | FpOp::FromUbv) => FpOp::FromUbv,
            (Op::Sext { .. }, FpOp::FromSbv) => FpOp::FromSbv,
            _ => return None,
        };
        Some(self.fp(op, kind.fmt, kind.rm, &inner))
    }

    /// An exactly converted integer converted back, 0 when it does not fit; a number rounded in the same direction already.
    pub(super) fn fp_to_int(&mut self, op: FpOp, kind: Kind, a: Term, width: u32, signed: bool) -> Option<Term> {
        let Kind { fmt, rm } = kind;
        if matches!(self.op(a), Op::Fp { op: FpOp::RoundToIntegral, fmt: of, rm: direction } if of == fmt && direction == rm) {
            let inner = self.args(a)[0];
            return Some(self.fp(op, fmt, rm, &[inner]));
        }
        let n = self.exact_integer(fmt, a)?;
        let wide = self.width(n).max(width + 1);
        let value = self.sext(n, wide);
        let result = self.trunc(value, width);
        let back = if signed { self.sext(result, wide) } else { self.zext(result, wide) };
        let (fits, zero) = (self.eq(back, value), self.constant(Bv::zero(width)));
        Some(self.ite(fits, result, zero))
    }

    /// The constant rounded to a format that an exactly widened operand came from, with that operand.
    pub(super) fn narrowed(&mut self, fmt: FpFormat, a: Term, constant: Term, rm: RoundingMode) -> Option<(FpFormat, Term, Term)> {
        let Op::Fp { op: FpOp::Convert { to }, fmt: from, .. } = self.op(a) else { return None };
        if to != fmt || !fmt.holds(from) || self.as_const(constant).is_none() {
            return None;
        }
        let inner = self.args(a)[0];
        Some((from, inner, self.fp(FpOp::Convert { to: from }, fmt, rm, &[constant])))
    }
}
