//! Sums and products: the linear normal form `k + c1*x1 + … + cn*xn` modulo `2^width`.
//!
//! An atom `x` is anything that is not itself such a sum. `bvnot x` counts as `-x - 1`, a `bvor` of disjoint terms as their sum, and a
//! `concat` that ends in a constant as a multiple of a power of two; where a sum is one of these, that is how it is written.

use super::super::pool::Args;
use super::{Op, Pool, Sort, Term};
use crate::bv::Bv;

/// Sums with more terms than this are not flattened into larger ones, so that a chain of additions stays linear.
const MAX_TERMS: usize = 16;

/// Products with more factors than this are not flattened into larger ones: repeated squaring doubles them each time.
const MAX_FACTORS: usize = 16;

/// `constant + sum of coefficient * atom`; atoms ascending, coefficients not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) width: u32,
    pub(super) constant: Bv,
    pub(super) terms: Vec<(Term, Bv)>,
}

impl Sum {
    fn new(width: u32) -> Sum {
        Sum { width, constant: Bv::zero(width), terms: Vec::new() }
    }

    fn add_atom(&mut self, atom: Term, coefficient: &Bv) {
        match self.terms.binary_search_by_key(&atom, |(atom, _)| *atom) {
            Ok(at) => {
                self.terms[at].1 = self.terms[at].1.add(coefficient);
                if self.terms[at].1.is_zero() {
                    self.terms.remove(at);
                }
            }
            Err(at) if !coefficient.is_zero() => self.terms.insert(at, (atom, coefficient.clone())),
            Err(_) => {}
        }
    }

    /// The sum times −1.
    pub(super) fn negated(mut self) -> Sum {
        self.constant = self.constant.neg();
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.neg();
        }
        self
    }
}

impl Pool {
    /// Whether the term is written as a sum that [`Pool::sum_of`] takes apart.
    pub(super) fn is_linear(&self, term: Term) -> bool {
        match self.op(term) {
            Op::Add | Op::Neg | Op::BvNot => true,
            Op::Mul => self.as_const(self.args(term)[0]).is_some(),
            Op::Concat => self.args(term).last().is_some_and(|&low| self.as_const(low).is_some()),
            Op::BvOr => self.is_disjoint_or(term),
            _ => false,
        }
    }

    fn is_disjoint_or(&self, term: Term) -> bool {
        self.op(term) == Op::BvOr && self.all_disjoint(self.args(term))
    }

    pub(super) fn all_disjoint(&self, terms: &[Term]) -> bool {
        let mut seen = 0u128;
        terms.iter().all(|&term| {
            let possible = self.facts(term).map_or(u128::MAX, |facts| facts.possible());
            let disjoint = seen & possible == 0;
            seen |= possible;
            disjoint
        })
    }

    /// The sum of terms of one width, each with a coefficient.
    pub(super) fn sum_of(&mut self, width: u32, terms: &[(Term, Bv)]) -> Sum {
        let mut sum = Sum::new(width);
        let mut stack: Vec<(Term, Bv)> = terms.iter().rev().cloned().collect();
        while let Some((term, coefficient)) = stack.pop() {
            if let Some(value) = self.as_const(term) {
                sum.constant = sum.constant.add(&value.mul(&coefficient));
                continue;
            }
            let args = self.args_vec(term);
            let small = args.len() + stack.len() + sum.terms.len() <= MAX_TERMS;
            match self.op(term) {
                Op::Add if small => stack.extend(args.iter().map(|&arg| (arg, coefficient.clone()))),
                Op::BvOr if small && self.all_disjoint(&args) => stack.extend(args.iter().map(|&arg| (arg, coefficient.clone()))),
                Op::Neg => stack.push((args[0], coefficient.neg())),
                Op::BvNot => {
                    sum.constant = sum.constant.sub(&coefficient);
                    stack.push((args[0], coefficient.neg()));
                }
                Op::Mul if self.as_const(args[0]).is_some() => {
                    let factor = self.as_const(args[0]).expect("a constant").mul(&coefficient);
                    let rest = self.product(&args[1..]);
                    stack.push((rest, factor));
                }
                Op::Concat => match self.scaled_concat(&args, width) {
                    Some((high, scale, low)) => {
                        sum.constant = sum.constant.add(&low.mul(&coefficient));
                        stack.push((high, coefficient.mul(&scale)));
                    }
                    None => sum.add_atom(term, &coefficient),
                },
                _ => {
                    let atom = self.wider_atom(term, &coefficient);
                    if atom == term { sum.add_atom(term, &coefficient) } else { stack.push((atom, coefficient)) }
                }
            }
        }
        sum
    }

    /// `concat(…, constant)` as `zext(…) * 2^n + constant`.
    fn scaled_concat(&mut self, args: &[Term], width: u32) -> Option<(Term, Bv, Bv)> {
        let (&low, high) = args.split_last()?;
        let low = self.as_const(low)?.clone();
        let high = if let [single] = *high { single } else { self.apply(Op::Concat, high) };
        let scale = Bv::bit_at(width, low.width());
        let whole = self.zext(high, width);
        Some((whole, scale, low.zext(width)))
    }

    /// With a coefficient that is a multiple of `2^n`, the high `n` bits of an atom do not matter: `zext` of the low bits of `x` is as good as `x`.
    fn wider_atom(&mut self, term: Term, coefficient: &Bv) -> Term {
        let (Some(inner), width) = (self.arg_of(term, Op::Zext { width: self.width(term) }), self.width(term)) else { return term };
        if let Op::Extract { hi, lo: 0 } = self.op(inner)
            && self.width(self.args(inner)[0]) == width
            && hi + 1 + coefficient.ctz_count() >= width
        {
            return self.args(inner)[0];
        }
        term
    }

    /// Whether the first coefficient of the term as a sum is negative: true of one of `x` and `-x` (of both, or of neither, for the
    /// coefficient that is its own negative).
    pub(in crate::term) fn leads_negative(&mut self, term: Term) -> bool {
        let width = self.width(term);
        let sum = self.sum_of(width, &[(term, Bv::one(width))]);
        sum.terms.first().is_some_and(|(_, coefficient)| coefficient.is_negative() && !coefficient.is_min_signed())
    }

    fn product(&mut self, factors: &[Term]) -> Term {
        match *factors {
            [single] => single,
            _ => self.intern_or_known(Op::Mul, Args::from_slice(factors), self.sort(factors[0])),
        }
    }

    pub(super) fn simplify_sum(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        let width = self.width(args[0]);
        let one = if op == Op::Neg { Bv::ones(width) } else { Bv::one(width) };
        let terms: Vec<(Term, Bv)> = args.iter().map(|&arg| (arg, one.clone())).collect();
        let sum = self.sum_of(width, &terms);
        Some(self.write_sum(&sum))
    }

    /// The term of a sum.
    pub(super) fn write_sum(&mut self, sum: &Sum) -> Term {
        if let [(atom, coefficient)] = &sum.terms[..] {
            if coefficient.is_ones() && sum.constant.is_ones() {
                return self.bvnot(*atom);
            }
            if sum.constant.is_zero() {
                return self.scaled(*atom, coefficient);
            }
        }
        let mut args = Args::new();
        if !sum.constant.is_zero() || sum.terms.is_empty() {
            args.push(self.constant(sum.constant.clone()));
        }
        for (atom, coefficient) in &sum.terms {
            let term = self.scaled(*atom, coefficient);
            args.push(term);
        }
        if args.len() == 1 {
            return args[0];
        }
        if self.all_disjoint(&args) {
            return self.apply(Op::BvOr, &args);
        }
        args.sort_unstable();
        self.intern_or_known(Op::Add, args, Sort::Bv(sum.width))
    }

    /// `coefficient * atom`.
    fn scaled(&mut self, atom: Term, coefficient: &Bv) -> Term {
        let sort = self.sort(atom);
        if coefficient.is_one() {
            return atom;
        }
        if coefficient.is_ones() {
            return self.intern_or_known(Op::Neg, Args::from_slice(&[atom]), sort);
        }
        if coefficient.is_power_of_two()
            && let Some(shifted) = self.shifted(atom, coefficient.ctz_count())
        {
            return shifted;
        }
        let mut args = Args::from_slice(&[self.constant(coefficient.clone())]);
        if self.op(atom) == Op::Mul {
            args.extend(self.args_vec(atom));
        } else {
            args.push(atom);
        }
        self.intern_or_known(Op::Mul, args, sort)
    }

    /// `atom << n` as a concatenation, if that takes the atom apart without computing it again at another width.
    fn shifted(&mut self, atom: Term, n: u32) -> Option<Term> {
        let width = self.width(atom);
        let low = self.extract(atom, width - 1 - n, 0);
        let plain = self.op(low) == Op::Extract { hi: width - 1 - n, lo: 0 } && self.args(low)[0] == atom;
        let fits = matches!(self.op(atom), Op::Zext { .. }) && self.width(self.args(atom)[0]) + n <= width;
        if !plain && !fits {
            return None;
        }
        let zeros = self.zero(n);
        Some(self.concat(low, zeros))
    }

    pub(super) fn simplify_mul(&mut self, args: &[Term]) -> Option<Term> {
        let width = self.width(args[0]);
        let mut coefficient = Bv::one(width);
        let mut factors = Args::new();
        let mut stack: Vec<Term> = args.to_vec();
        while let Some(term) = stack.pop() {
            if let Some(value) = self.as_const(term) {
                coefficient = coefficient.mul(value);
                continue;
            }
            match self.op(term) {
                Op::Mul if self.args(term).len() + stack.len() + factors.len() <= MAX_FACTORS => stack.extend_from_slice(self.args(term)),
                Op::Neg => {
                    coefficient = coefficient.neg();
                    stack.push(self.args(term)[0]);
                }
                _ => match self.power_of_two_factor(term) {
                    Some((rest, scale)) => {
                        coefficient = coefficient.mul(&scale);
                        stack.push(rest);
                    }
                    None => factors.push(term),
                },
            }
        }
        if coefficient.is_zero() {
            return Some(self.zero(width));
        }
        factors.sort_unstable();
        if let Some(result) = self.product_with_choice(&factors, &coefficient) {
            return Some(result);
        }
        let product = match factors.len() {
            0 => return Some(self.constant(coefficient)),
            _ => self.product(&factors),
        };
        let sum = self.sum_of(width, &[(product, coefficient)]);
        Some(self.write_sum(&sum))
    }

    /// `concat(x, 0…0)` as a factor.
    fn power_of_two_factor(&mut self, term: Term) -> Option<(Term, Bv)> {
        if self.op(term) != Op::Concat {
            return None;
        }
        let width = self.width(term);
        let args = self.args_vec(term);
        let (high, scale, low) = self.scaled_concat(&args, width)?;
        let high = self.wider_atom(high, &scale);
        low.is_zero().then_some((high, scale))
    }

    /// A factor `ite(c, k, 0)` selects; a factor `1 << y` shifts.
    fn product_with_choice(&mut self, factors: &Args, coefficient: &Bv) -> Option<Term> {
        let width = coefficient.width();
        let at = factors.iter().position(|&factor| self.selects(factor) || self.shifted_one(factor).is_some())?;
        let rest: Args = factors.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &factor)| factor).collect();
        let scale = self.constant(coefficient.clone());
        let rest = rest.iter().fold(scale, |acc, &factor| self.mul(acc, factor));
        if let Some(amount) = self.shifted_one(factors[at]) {
            return (!self.as_const(rest).is_some_and(Bv::is_one)).then(|| self.shl(rest, amount));
        }
        let [c, then, otherwise] = self.constant_ite(factors[at])?;
        if self.as_const(rest).is_some_and(Bv::is_one) {
            return None;
        }
        let (then, otherwise) = (self.mul(then, rest), self.mul(otherwise, rest));
        debug_assert_eq!(self.width(then), width);
        Some(self.ite(c, then, otherwise))
    }

    fn selects(&self, term: Term) -> bool {
        self.constant_ite(term).is_some_and(|[_, then, otherwise]| self.is_const_zero(then) || self.is_const_zero(otherwise))
    }

    /// `y` when the term is `1 << y`.
    pub(super) fn shifted_one(&self, term: Term) -> Option<Term> {
        match (self.op(term), self.args(term)) {
            (Op::Shl, &[one, amount]) if self.as_const(one).is_some_and(Bv::is_one) => Some(amount),
            _ => None,
        }
    }
}
