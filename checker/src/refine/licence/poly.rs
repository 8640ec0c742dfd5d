//! Real meaning of expressions: polynomials with rational coefficients over generators, which may have negative powers and powers of one half.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// A rational number; the denominator is positive. Not reduced: equality is by cross-multiplication.
#[derive(Clone, Debug)]
pub(super) struct Ratio {
    pub num: BigInt,
    pub den: BigInt,
}

impl Ratio {
    /// `mantissa · 2^exponent`.
    pub fn dyadic(mantissa: BigInt, exponent: i32) -> Ratio {
        let power = BigInt::one() << exponent.unsigned_abs();
        if exponent >= 0 { Ratio { num: mantissa * power, den: BigInt::one() } } else { Ratio { num: mantissa, den: power } }
    }

    pub fn integer(n: i64) -> Ratio {
        Ratio { num: n.into(), den: BigInt::one() }
    }

    pub fn add(&self, other: &Ratio) -> Ratio {
        Ratio { num: &self.num * &other.den + &other.num * &self.den, den: &self.den * &other.den }
    }

    pub fn mul(&self, other: &Ratio) -> Ratio {
        Ratio { num: &self.num * &other.num, den: &self.den * &other.den }
    }

    /// The inverse of a number that is not zero.
    fn inverse(&self) -> Ratio {
        let sign = self.num.signum();
        Ratio { num: &self.den * sign, den: self.num.abs() }
    }

    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    pub fn is_integer(&self) -> bool {
        (&self.num % &self.den).is_zero()
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Ratio) -> bool {
        &self.num * &other.den == &other.num * &self.den
    }
}

/// Powers of generators in halves, none zero, in order.
pub(super) type Monomial = BTreeMap<usize, i32>;

/// A sum of monomials with coefficients that are not zero, and what its making involved.
#[derive(Clone, Debug, Default)]
pub(super) struct Poly {
    pub terms: BTreeMap<Monomial, Ratio>,
    /// Terms of unlike sign were merged, or a product was distributed: zeros may come out with another sign.
    pub loses_signs: bool,
}

/// Most monomials; larger expressions are not compared.
const MAX_TERMS: usize = 64;

impl Poly {
    /// A constant; `negative` says so of −0 too.
    pub fn constant(value: Ratio, negative: bool) -> Poly {
        // A zero constant is kept as nothing; adding it may change the sign of a zero, unless it is −0.
        let loses_signs = value.is_zero() && !negative;
        let terms = if value.is_zero() { BTreeMap::new() } else { BTreeMap::from([(Monomial::new(), value)]) };
        Poly { terms, loses_signs }
    }

    pub fn generator(index: usize) -> Poly {
        Poly { terms: BTreeMap::from([(Monomial::from([(index, 2)]), Ratio::integer(1))]), loses_signs: false }
    }

    pub fn negated(&self) -> Poly {
        let minus = Ratio::integer(-1);
        let terms: BTreeMap<_, _> = self.terms.iter().map(|(m, c)| (m.clone(), c.mul(&minus))).collect();
        let loses_signs = self.loses_signs || terms.is_empty();
        Poly { terms, loses_signs }
    }

    fn push(&mut self, monomial: Monomial, coefficient: Ratio) {
        let sum = match self.terms.remove(&monomial) {
            None => coefficient,
            Some(old) => {
                // Constants that are merged are not zeros, unless they cancel.
                let constants = monomial.is_empty();
                let sum = old.add(&coefficient);
                let unlike = old.num.is_negative() != coefficient.num.is_negative();
                self.loses_signs |= if constants { sum.is_zero() } else { unlike };
                sum
            }
        };
        if !sum.is_zero() {
            self.terms.insert(monomial, sum);
        }
    }

    pub fn add(&self, other: &Poly) -> Poly {
        let mut out = self.clone();
        out.loses_signs |= other.loses_signs;
        for (monomial, coefficient) in &other.terms {
            out.push(monomial.clone(), coefficient.clone());
        }
        out
    }

    /// The product; `None` when it is too large.
    pub fn mul(&self, other: &Poly) -> Option<Poly> {
        if self.terms.len() * other.terms.len() > MAX_TERMS {
            return None;
        }
        let distributes = self.terms.len() != 1 || other.terms.len() != 1;
        let mut out = Poly { terms: BTreeMap::new(), loses_signs: self.loses_signs || other.loses_signs || distributes };
        for (m, c) in &self.terms {
            for (n, e) in &other.terms {
                let mut product = m.clone();
                for (&generator, &power) in n {
                    let before = product.remove(&generator).unwrap_or(0);
                    let sum = before + power;
                    // √−0 · √−0 is +0.
                    out.loses_signs |= before % 2 != 0 && power % 2 != 0;
                    if sum == 0 {
                        // x / x is 1 only where it is not NaN, and no sign is lost then.
                        out.loses_signs = true;
                    } else {
                        product.insert(generator, sum);
                    }
                }
                out.push(product, c.mul(e));
            }
        }
        Some(out)
    }

    /// The inverse of a single term.
    pub fn inverse(&self) -> Option<Poly> {
        let mut terms = self.terms.iter();
        let (Some((monomial, coefficient)), None) = (terms.next(), terms.next()) else { return None };
        let inverted = monomial.iter().map(|(&g, &p)| (g, -p)).collect();
        Some(Poly { terms: BTreeMap::from([(inverted, coefficient.inverse())]), loses_signs: self.loses_signs })
    }

    /// The root of a product of generators, each of which is known not to be negative. `None` for other polynomials, and for quotients: the
    /// root of 1 / −0 is a NaN, 1 / √−0 is not.
    pub fn root(&self) -> Option<Poly> {
        let mut terms = self.terms.iter();
        let (Some((monomial, coefficient)), None) = (terms.next(), terms.next()) else { return None };
        if *coefficient != Ratio::integer(1) || monomial.values().any(|power| *power <= 0 || power % 2 != 0) {
            return None;
        }
        let loses_signs = self.loses_signs || monomial.values().any(|power| *power != 2);
        Some(Poly {
            terms: BTreeMap::from([(monomial.iter().map(|(&g, &power)| (g, power / 2)).collect(), Ratio::integer(1))]),
            loses_signs,
        })
    }

    /// The generators that it has.
    pub fn generators(&self) -> impl Iterator<Item = usize> + '_ {
        self.terms.keys().flat_map(|monomial| monomial.keys().copied())
    }

    /// The value at a point; `None` with negative powers and roots.
    pub fn at(&self, point: &[i64]) -> Option<Ratio> {
        let mut sum = Ratio::integer(0);
        for (monomial, coefficient) in &self.terms {
            let mut term = coefficient.clone();
            for (&generator, &power) in monomial {
                if power % 2 != 0 {
                    return None;
                }
                for _ in 0..u32::try_from(power / 2).ok()? {
                    term = term.mul(&Ratio::integer(point[generator]));
                }
            }
            sum = sum.add(&term);
        }
        Some(sum)
    }

    /// A bound on every integer that evaluating the polynomial at integers of magnitude at most `largest` comes across, in whatever order it
    /// is summed; `None` when not all coefficients are integers.
    pub fn bound(&self, largest: u64) -> Option<BigInt> {
        let mut bound = BigInt::one();
        for (monomial, coefficient) in &self.terms {
            let degree = monomial.values().sum::<i32>() / 2;
            if !coefficient.is_integer() || monomial.values().any(|&p| p < 0 || p % 2 != 0) {
                return None;
            }
            bound += (&coefficient.num / &coefficient.den).abs() * BigInt::from(largest).pow(degree.unsigned_abs());
        }
        Some(bound)
    }
}
