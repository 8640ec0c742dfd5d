//! Shifts. By a constant they are wires: products by a power of two, extensions of extracted bits.

use super::{Op, Pool, Term};
use crate::bv::Bv;

/// What is known about a shift amount.
enum Amount {
    Zero,
    Constant(u32),
    TooLarge,
    Variable,
}

impl Pool {
    fn amount(&self, amount: Term) -> Amount {
        let width = self.width(amount);
        if let Some(value) = self.as_const(amount) {
            return match value.to_u64() {
                Some(0) => Amount::Zero,
                Some(n) if n < u64::from(width) => Amount::Constant(n as u32),
                _ => Amount::TooLarge,
            };
        }
        match self.facts(amount) {
            Some(facts) if facts.umin >= width.into() => Amount::TooLarge,
            _ => Amount::Variable,
        }
    }

    pub(super) fn simplify_shl(&mut self, a: Term, amount: Term) -> Option<Term> {
        let width = self.width(a);
        match self.amount(amount) {
            Amount::Zero => Some(a),
            Amount::Constant(n) => {
                let scale = self.constant(Bv::bit_at(width, n));
                Some(self.mul(a, scale))
            }
            Amount::TooLarge => Some(self.zero(width)),
            Amount::Variable if self.is_const_zero(a) => Some(a),
            Amount::Variable => {
                // Right and back left clears the low bits.
                let (Op::Lshr, &[x, by]) = (self.op(a), self.args(a)) else { return None };
                if by != amount {
                    return None;
                }
                let ones = self.ones(width);
                let mask = self.shl(ones, amount);
                Some(self.bvand(x, mask))
            }
        }
    }

    pub(super) fn simplify_lshr(&mut self, a: Term, amount: Term) -> Option<Term> {
        let width = self.width(a);
        match self.amount(amount) {
            Amount::Zero => Some(a),
            Amount::Constant(n) => {
                let high = self.extract(a, width - 1, n);
                Some(self.zext(high, width))
            }
            Amount::TooLarge => Some(self.zero(width)),
            Amount::Variable if self.is_const_zero(a) => Some(a),
            Amount::Variable => {
                // Left and back right clears the high bits.
                let (Op::Shl, &[x, by]) = (self.op(a), self.args(a)) else { return None };
                if by != amount || self.as_const(x).is_some() {
                    return None;
                }
                let ones = self.ones(width);
                let mask = self.lshr(ones, amount);
                Some(self.bvand(x, mask))
            }
        }
    }

    pub(super) fn simplify_ashr(&mut self, a: Term, amount: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_const_zero(a) || self.is_const_ones(a) {
            return Some(a);
        }
        if self.known_sign(a) == Some(false) {
            return Some(self.lshr(a, amount));
        }
        let splat_from = match self.amount(amount) {
            Amount::Zero => return Some(a),
            Amount::Constant(n) => n,
            Amount::TooLarge => width - 1,
            Amount::Variable => return None,
        };
        let high = self.extract(a, width - 1, splat_from);
        Some(self.sext(high, width))
    }
}
