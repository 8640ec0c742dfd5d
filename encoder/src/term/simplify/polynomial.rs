//! Equality of polynomials: products of sums multiplied out, when that cancels everything.
//!
//! Bit vectors of one width are a ring, so a difference that vanishes as a polynomial with coefficients modulo `2^width` vanishes
//! everywhere. The converse is false (`x * (x + 1)` is even), so nothing follows from a polynomial that does not vanish.

use std::collections::BTreeMap;

use super::linear::Sum;
use super::{Op, Pool, Term};
use crate::bv::Bv;

/// Monomials multiplied out before giving up.
const MAX_STEPS: usize = 256;

impl Pool {
    /// Whether a difference is the same constant for all values of its atoms because it is one as a polynomial; that constant.
    pub(super) fn constant_polynomial(&mut self, difference: &Sum) -> Option<Bv> {
        if !difference.terms.iter().any(|(atom, _)| self.is_product_of_sums(*atom)) {
            return None;
        }
        let mut constant = difference.constant.clone();
        for (monomial, coefficient) in self.multiplied_out(difference)? {
            if monomial.is_empty() {
                constant = constant.add(&coefficient);
            } else if !coefficient.is_zero() {
                return None;
            }
        }
        Some(constant)
    }

    /// A term as a polynomial over terms that are neither sums nor products: coefficients by monomial, a constant as the empty one.
    /// `None` when multiplying out takes too long.
    pub fn monomials(&mut self, term: Term) -> Option<BTreeMap<Vec<Term>, Bv>> {
        let width = self.width(term);
        self.multiplied_out(&Sum { width, constant: Bv::zero(width), terms: vec![(term, Bv::one(width))] })
    }

    fn is_product_of_sums(&self, term: Term) -> bool {
        self.op(term) == Op::Mul && self.args(term).iter().any(|&factor| self.is_linear(factor))
    }

    /// Coefficients by monomial (its factors sorted), without the sum's constant.
    fn multiplied_out(&mut self, sum: &Sum) -> Option<BTreeMap<Vec<Term>, Bv>> {
        let mut out: BTreeMap<Vec<Term>, Bv> = BTreeMap::new();
        // Products to do: coefficient, factors to look at, factors that stay.
        let mut todo: Vec<(Bv, Vec<Term>, Vec<Term>)> = sum.terms.iter().map(|(atom, c)| (c.clone(), vec![*atom], Vec::new())).collect();
        for _ in 0..MAX_STEPS {
            let Some((coefficient, mut open, mut atoms)) = todo.pop() else { return Some(out) };
            let Some(factor) = open.pop() else {
                atoms.sort_unstable();
                let total = out.entry(atoms).or_insert_with(|| Bv::zero(sum.width));
                *total = total.add(&coefficient);
                continue;
            };
            if let Some(value) = self.as_const(factor) {
                todo.push((coefficient.mul(value), open, atoms));
            } else if self.op(factor) == Op::Mul {
                open.extend_from_slice(self.args(factor));
                todo.push((coefficient, open, atoms));
            } else {
                let parts = self.sum_of(sum.width, &[(factor, Bv::one(sum.width))]);
                if parts.constant.is_zero() && matches!(&parts.terms[..], [(atom, _)] if *atom == factor) {
                    atoms.push(factor);
                    todo.push((coefficient, open, atoms));
                    continue;
                }
                if !parts.constant.is_zero() {
                    todo.push((coefficient.mul(&parts.constant), open.clone(), atoms.clone()));
                }
                for (atom, scale) in parts.terms {
                    todo.push((coefficient.mul(&scale), [&open[..], &[atom]].concat(), atoms.clone()));
                }
            }
        }
        None
    }
}
