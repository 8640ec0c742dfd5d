//! Facts about every value a bit-vector term can take: known bits, unsigned range, signed range.
//!
//! Purpose: comparisons, overflow checks and masks that always come out the same are decided while terms are built.
//! Invariants: facts hold under every assignment; each is computed once, from the facts of the arguments, when the node is made.
//! The number of sign bits is not kept apart: it is what the signed range says. Deliberately absent: widths above 128, relations between
//! terms, conditions under which a term is used.

use super::{Op, Pool, Sort, Term};

/// What is known about a bit-vector of at most 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    pub(super) width: u32,
    /// Bits that are always 0 (only bits below the width).
    pub(super) zeros: u128,
    /// Bits that are always 1.
    pub(super) ones: u128,
    pub(super) umin: u128,
    pub(super) umax: u128,
    pub(super) smin: i128,
    pub(super) smax: i128,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

fn signed_bounds(width: u32) -> (i128, i128) {
    (i128::MIN >> (128 - width), i128::MAX >> (128 - width))
}

impl Facts {
    pub(super) fn unknown(width: u32) -> Facts {
        let (smin, smax) = signed_bounds(width);
        Facts { width, zeros: 0, ones: 0, umin: 0, umax: mask(width), smin, smax }
    }

    fn exact(value: u128, width: u32) -> Facts {
        let value = value & mask(width);
        let signed = signed(value, width);
        Facts { width, zeros: !value & mask(width), ones: value, umin: value, umax: value, smin: signed, smax: signed }
    }

    fn from_bits(width: u32, zeros: u128, ones: u128) -> Facts {
        Facts { zeros: zeros & mask(width), ones: ones & mask(width), ..Facts::unknown(width) }
    }

    fn from_unsigned(width: u32, umin: u128, umax: u128) -> Facts {
        Facts { umin, umax, ..Facts::unknown(width) }
    }

    /// Facts of a value in a signed range; nothing if the range does not fit.
    fn from_signed(width: u32, smin: Option<i128>, smax: Option<i128>) -> Facts {
        let (least, greatest) = signed_bounds(width);
        match (smin, smax) {
            (Some(smin), Some(smax)) if least <= smin && smax <= greatest => Facts { smin, smax, ..Facts::unknown(width) },
            _ => Facts::unknown(width),
        }
    }

    /// The facts that follow from both.
    fn meet(self, other: Facts) -> Facts {
        Facts {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        }
    }

    /// The facts common to both.
    fn join(self, other: Facts) -> Facts {
        Facts {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    /// Carries what one kind of fact says over to the others.
    fn tighten(mut self) -> Facts {
        let (width, sign) = (self.width, 1u128 << (self.width - 1));
        for _ in 0..2 {
            self.umin = self.umin.max(self.ones);
            self.umax = self.umax.min(!self.zeros & mask(width));
            let negative_least = if self.zeros & sign == 0 { self.ones | sign } else { self.ones };
            let positive_most = if self.ones & sign == 0 { !self.zeros & mask(width) & !sign } else { !self.zeros & mask(width) };
            self.smin = self.smin.max(signed(negative_least, width));
            self.smax = self.smax.min(signed(positive_most, width));
            if self.umax < sign || self.umin >= sign {
                self.smin = self.smin.max(signed(self.umin, width));
                self.smax = self.smax.min(signed(self.umax, width));
            }
            if self.smin >= 0 || self.smax < 0 {
                self.umin = self.umin.max(self.smin as u128 & mask(width));
                self.umax = self.umax.min(self.smax as u128 & mask(width));
            }
            let differing = self.umin ^ self.umax;
            let common = mask(width) & !u128::MAX.checked_shr(differing.leading_zeros()).unwrap_or(0);
            self.ones |= self.umin & common;
            self.zeros |= !self.umin & common;
        }
        self
    }

    /// The value if there is only one.
    pub(super) fn value(&self) -> Option<u128> {
        (self.umin == self.umax).then_some(self.umin)
    }

    /// The bits that can be 1.
    pub(super) fn possible(&self) -> u128 {
        mask(self.width) & !self.zeros
    }

    /// Whether a value fits the facts.
    #[cfg(test)]
    pub(super) fn allows(&self, value: u128) -> bool {
        let signed = signed(value, self.width);
        value & self.zeros == 0
            && value & self.ones == self.ones
            && (self.umin..=self.umax).contains(&value)
            && (self.smin..=self.smax).contains(&signed)
    }

    fn trailing_zeros(&self) -> u32 {
        self.possible().trailing_zeros().min(self.width)
    }

    /// Half the signed range that all the values fit in: `2^n` with `-2^n <= value < 2^n`.
    fn magnitude(&self) -> i128 {
        let most = (self.smax.max(!self.smin)) as u128;
        if most == 0 { 1 } else { 1i128.checked_shl(128 - most.leading_zeros()).unwrap_or(i128::MAX) }
    }

    /// The signed range that bitwise operations on values of these magnitudes stay in.
    fn within(width: u32, magnitude: i128) -> Facts {
        if magnitude <= 0 || magnitude > signed_bounds(width).1 {
            return Facts::unknown(width);
        }
        Facts::from_signed(width, Some(-magnitude), Some(magnitude - 1))
    }
}

impl Pool {
    /// What is known about a bit-vector; `None` for Booleans and widths above 128.
    pub(super) fn facts(&self, term: Term) -> Option<&Facts> {
        self.facts[term.index()].as_ref()
    }

    /// Whether the sign bit is known, and set.
    pub(super) fn known_sign(&self, term: Term) -> Option<bool> {
        let facts = self.facts(term)?;
        if facts.smin >= 0 {
            Some(false)
        } else if facts.smax < 0 {
            Some(true)
        } else {
            None
        }
    }

    /// Whether a bit-vector is known to be different from 0.
    pub(super) fn known_nonzero(&self, term: Term) -> bool {
        match self.facts(term) {
            Some(facts) => facts.umin > 0 || facts.ones != 0 || facts.smin > 0 || facts.smax < 0,
            None => self.as_const(term).is_some_and(|value| !value.is_zero()),
        }
    }

    /// The facts of a node about to be interned.
    pub(super) fn compute_facts(&self, op: Op, args: &[Term], sort: Sort) -> Option<Facts> {
        let Sort::Bv(width) = sort else { return None };
        if width > 128 {
            return None;
        }
        if let Op::Const(id) = op {
            return Some(Facts::exact(self.const_value(id).to_u128()?, width));
        }
        let bits = if op == Op::Ite { &args[1..] } else { args };
        let known: Option<Vec<Facts>> = bits.iter().map(|&arg| self.facts(arg).copied()).collect();
        let facts = match known {
            Some(known) => transfer(op, &known, width).unwrap_or(Facts::unknown(width)),
            None => Facts::unknown(width),
        };
        Some(facts.tighten())
    }
}

/// The facts of an operator on values with the given facts; `None` when nothing is known.
fn transfer(op: Op, args: &[Facts], width: u32) -> Option<Facts> {
    let fold = |f: fn(Facts, Facts) -> Facts| args[1..].iter().fold(args[0], |acc, &arg| f(acc, arg).tighten());
    Some(match op {
        Op::Bool(_) | Op::Const(_) | Op::Var(_) | Op::App(_) | Op::Fp { .. } => return None,
        Op::Not | Op::And | Op::Eq | Op::Ult | Op::Slt => return None,
        Op::Ite => args[0].join(args[1]),
        Op::Add => fold(add),
        Op::Mul => fold(mul),
        Op::Neg => neg(args[0]),
        Op::Udiv => udiv(args[0], args[1]),
        Op::Urem => urem(args[0], args[1]),
        Op::Sdiv => sdiv(args[0], args[1]),
        Op::Srem => srem(args[0], args[1]),
        Op::BvAnd => fold(and),
        Op::BvOr => fold(or),
        Op::BvXor => fold(xor),
        Op::BvNot => Facts {
            width,
            zeros: args[0].ones,
            ones: args[0].zeros,
            umin: mask(width) - args[0].umax,
            umax: mask(width) - args[0].umin,
            smin: !args[0].smax,
            smax: !args[0].smin,
        },
        Op::Shl => {
            let least = args[1].umin.min(width.into()) as u32;
            let zeros = (args[0].trailing_zeros() + least).min(width);
            Facts::from_bits(width, mask(width) & !u128::MAX.checked_shl(zeros).unwrap_or(0), 0)
        }
        Op::Lshr => {
            let least = args[1].umin.min(128) as u32;
            Facts::from_unsigned(width, 0, args[0].umax.checked_shr(least).unwrap_or(0))
        }
        Op::Ashr => ashr(args[0], args[1]),
        Op::Concat => args[1..].iter().fold(args[0], |acc, &low| concat(acc, low)),
        Op::Extract { hi, lo } => extract(args[0], hi, lo),
        Op::Zext { .. } => Facts {
            zeros: args[0].zeros | (mask(width) & !mask(args[0].width)),
            ones: args[0].ones,
            ..Facts::from_unsigned(width, args[0].umin, args[0].umax)
        },
        Op::Sext { .. } => sext(args[0], width),
    })
}

fn add(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    // Bits of the sum are known where both operands and the carry are: compare the smallest and largest carries.
    let low = a.ones.wrapping_add(b.ones);
    let high = a.possible().wrapping_add(b.possible());
    let carry_one = low ^ a.ones ^ b.ones;
    let carry_possible = high ^ a.possible() ^ b.possible();
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & !(carry_one ^ carry_possible);
    let bits = Facts::from_bits(width, !low & known, low & known);
    let unsigned = match a.umax.checked_add(b.umax) {
        Some(umax) if umax <= mask(width) => Facts::from_unsigned(width, a.umin + b.umin, umax),
        _ => Facts::unknown(width),
    };
    let signed = Facts::from_signed(width, a.smin.checked_add(b.smin), a.smax.checked_add(b.smax));
    bits.meet(unsigned).meet(signed)
}

fn mul(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    let zeros = (a.trailing_zeros() + b.trailing_zeros()).min(width);
    let bits = Facts::from_bits(width, mask(width) & !u128::MAX.checked_shl(zeros).unwrap_or(0), 0);
    let unsigned = match a.umax.checked_mul(b.umax) {
        Some(umax) if umax <= mask(width) => Facts::from_unsigned(width, a.umin * b.umin, umax),
        _ => Facts::unknown(width),
    };
    let corners: Option<Vec<i128>> =
        [(a.smin, b.smin), (a.smin, b.smax), (a.smax, b.smin), (a.smax, b.smax)].iter().map(|(a, b)| a.checked_mul(*b)).collect();
    let signed = match corners {
        Some(corners) => Facts::from_signed(width, corners.iter().copied().min(), corners.iter().copied().max()),
        None => Facts::unknown(width),
    };
    bits.meet(unsigned).meet(signed)
}

fn neg(a: Facts) -> Facts {
    let zeros = a.trailing_zeros();
    let bits = Facts::from_bits(a.width, mask(a.width) & !u128::MAX.checked_shl(zeros).unwrap_or(0), 0);
    bits.meet(Facts::from_signed(a.width, a.smax.checked_neg(), a.smin.checked_neg()))
}

fn udiv(a: Facts, b: Facts) -> Facts {
    if b.umin == 0 {
        return Facts::unknown(a.width);
    }
    Facts::from_unsigned(a.width, a.umin / b.umax, a.umax / b.umin)
}

fn urem(a: Facts, b: Facts) -> Facts {
    let umax = if b.umin == 0 { a.umax } else { a.umax.min(b.umax - 1) };
    Facts::from_unsigned(a.width, 0, umax)
}

fn sdiv(a: Facts, b: Facts) -> Facts {
    let Some(divisor) = b.value().map(|value| signed(value, b.width)) else { return Facts::unknown(a.width) };
    if divisor == 0 {
        return Facts::unknown(a.width);
    }
    let ends = (a.smin.checked_div(divisor), a.smax.checked_div(divisor));
    if divisor > 0 { Facts::from_signed(a.width, ends.0, ends.1) } else { Facts::from_signed(a.width, ends.1, ends.0) }
}

fn srem(a: Facts, b: Facts) -> Facts {
    let by_dividend = Facts::from_signed(a.width, Some(a.smin.min(0)), Some(a.smax.max(0)));
    let divisor_excludes_zero = b.smin > 0 || b.smax < 0;
    if !divisor_excludes_zero {
        return by_dividend;
    }
    let most = b.smin.unsigned_abs().max(b.smax.unsigned_abs()) - 1;
    let most = most.min(i128::MAX as u128) as i128;
    by_dividend.meet(Facts::from_signed(a.width, Some(-most), Some(most)))
}

fn and(a: Facts, b: Facts) -> Facts {
    let bits = Facts::from_bits(a.width, a.zeros | b.zeros, a.ones & b.ones);
    let unsigned = Facts::from_unsigned(a.width, 0, a.umax.min(b.umax));
    bits.meet(unsigned).meet(Facts::within(a.width, a.magnitude().max(b.magnitude())))
}

fn or(a: Facts, b: Facts) -> Facts {
    let bits = Facts::from_bits(a.width, a.zeros & b.zeros, a.ones | b.ones);
    let unsigned = Facts::from_unsigned(a.width, a.umin.max(b.umin), mask(a.width));
    bits.meet(unsigned).meet(Facts::within(a.width, a.magnitude().max(b.magnitude())))
}

fn xor(a: Facts, b: Facts) -> Facts {
    let zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
    let ones = (a.zeros & b.ones) | (a.ones & b.zeros);
    Facts::from_bits(a.width, zeros, ones).meet(Facts::within(a.width, a.magnitude().max(b.magnitude())))
}

fn ashr(a: Facts, amount: Facts) -> Facts {
    let most = u128::from(a.width - 1);
    let (least, most) = (amount.umin.min(most) as u32, amount.umax.min(most) as u32);
    let smin = a.smin >> if a.smin < 0 { least } else { most };
    let smax = a.smax >> if a.smax < 0 { most } else { least };
    Facts::from_signed(a.width, Some(smin), Some(smax))
}

fn concat(high: Facts, low: Facts) -> Facts {
    let width = high.width + low.width;
    let join = |high: u128, low_part: u128| (high << low.width) | low_part;
    Facts {
        zeros: join(high.zeros, low.zeros),
        ones: join(high.ones, low.ones),
        ..Facts::from_unsigned(width, join(high.umin, low.umin), join(high.umax, low.umax))
    }
    .tighten()
}

fn extract(a: Facts, hi: u32, lo: u32) -> Facts {
    let width = hi - lo + 1;
    let bits = Facts::from_bits(width, a.zeros >> lo, a.ones >> lo);
    let (umin, umax) = (a.umin >> lo, a.umax >> lo);
    let unsigned = if umax <= mask(width) { Facts::from_unsigned(width, umin, umax) } else { Facts::unknown(width) };
    bits.meet(unsigned).meet(Facts::from_signed(width, Some(a.smin >> lo), Some(a.smax >> lo)))
}

fn sext(a: Facts, width: u32) -> Facts {
    let sign = 1u128 << (a.width - 1);
    let high = mask(width) & !mask(a.width);
    let spread = |bits: u128| if bits & sign == 0 { bits } else { bits | high };
    let bits = Facts::from_bits(width, spread(a.zeros), spread(a.ones));
    bits.meet(Facts::from_signed(width, Some(a.smin), Some(a.smax)))
}
