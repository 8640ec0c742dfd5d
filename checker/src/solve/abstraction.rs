//! Division and multiplication as unknown functions with lemmas: what holds for any such functions holds for the real ones.
//!
//! Quotient and remainder of one pair of operands are two variables, a product is one. Divisions of all widths are lifted to
//! the widest (`udiv (zext a) (zext b) = zext (udiv a b)` where `b ≠ 0`), signed ones are rewritten to magnitudes before, so
//! that both sides of an obligation share them. The abstraction allows more than the real obligation: when it cannot hold,
//! neither can that; a model of it says nothing.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Op, Pool, Sort, Term};
use rustc_hash::FxHashMap;

/// Widths below this are left to circuits, which are small there.
const MIN_WIDTH: u32 = 8;

/// Most unknown results: lemmas about pairs of them grow quadratically.
const MAX_UNKNOWNS: usize = 40;

/// The obligation with its divisions and products of unknowns abstracted, lemmas included; `None` when it has none of them or
/// too many. Equal to the obligation when normal forms alone do away with its divisions.
pub fn abstracted(pool: &mut Pool, obligation: Term) -> Option<Term> {
    let normalized = pool.normalize_division(&[obligation])[0];
    if pool.as_bool(normalized) == Some(false) {
        return Some(normalized);
    }
    let nodes = pool.topological(&[normalized]);
    let widest = nodes.iter().filter(|&&n| matches!(pool.op(n), Op::Udiv | Op::Urem)).map(|&n| pool.width(n)).max();
    let mut state = Abstraction { pool, widest: widest.unwrap_or(0), divisions: Vec::new(), products: Vec::new() };
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for node in nodes {
        let args: Vec<Term> = state.pool.args(node).iter().map(|arg| done[arg]).collect();
        let rebuilt = state.rebuild(node, &args);
        done.insert(node, rebuilt);
        if state.divisions.len() + state.products.len() > MAX_UNKNOWNS {
            return None;
        }
    }
    if state.divisions.is_empty() && state.products.is_empty() {
        // Normal forms may do without the divisions that the obligation has.
        return (normalized != obligation).then_some(normalized);
    }
    let lemmas = state.lemmas();
    let body = done[&normalized];
    Some(pool.and(body, lemmas))
}

/// Unknown quotient and remainder of `a` by `b`, all of the widest width.
struct Division {
    a: Term,
    b: Term,
    quotient: Term,
    remainder: Term,
}

/// Unknown product of `a` and `b`.
struct Product {
    a: Term,
    b: Term,
    value: Term,
}

struct Abstraction<'p> {
    pool: &'p mut Pool,
    widest: u32,
    divisions: Vec<Division>,
    products: Vec<Product>,
}

impl Abstraction<'_> {
    fn rebuild(&mut self, node: Term, args: &[Term]) -> Term {
        match self.pool.op(node) {
            Op::Udiv if self.pool.width(node) >= MIN_WIDTH => self.division(args[0], args[1], true),
            Op::Urem if self.pool.width(node) >= MIN_WIDTH => self.division(args[0], args[1], false),
            Op::Mul if self.pool.width(node) >= MIN_WIDTH => self.product(args),
            _ if args == self.pool.args(node) => node,
            op => self.pool.apply(op, args),
        }
    }

    fn division(&mut self, a: Term, b: Term, quotient: bool) -> Term {
        let width = self.pool.width(a);
        let (wide_a, wide_b) = (self.pool.zext(a, self.widest), self.pool.zext(b, self.widest));
        let known = self.divisions.iter().position(|d| (d.a, d.b) == (wide_a, wide_b));
        let index = known.unwrap_or_else(|| {
            let sort = Sort::Bv(self.widest);
            let (q, r) = (self.pool.var("quotient", sort), self.pool.var("remainder", sort));
            self.divisions.push(Division { a: wide_a, b: wide_b, quotient: q, remainder: r });
            self.divisions.len() - 1
        });
        let by_zero = self.pool.is_zero(b);
        let (at_zero, unknown) = if quotient {
            (self.pool.constant(Bv::ones(width)), self.divisions[index].quotient)
        } else {
            (a, self.divisions[index].remainder)
        };
        let narrow = self.pool.trunc(unknown, width);
        self.pool.ite(by_zero, at_zero, narrow)
    }

    /// A product; constant factors stay, as multiplying by them is linear.
    fn product(&mut self, args: &[Term]) -> Term {
        let (constants, unknowns): (Vec<Term>, Vec<Term>) = args.iter().partition(|&&a| self.pool.as_const(a).is_some());
        let mut unknowns = unknowns.into_iter();
        let Some(mut result) = unknowns.next() else { return self.pool.apply(Op::Mul, args) };
        for factor in unknowns {
            result = self.unknown_product(result, factor);
        }
        constants.into_iter().fold(result, |product, c| self.pool.mul(product, c))
    }

    fn unknown_product(&mut self, x: Term, y: Term) -> Term {
        let (a, b) = (x.min(y), x.max(y));
        if let Some(known) = self.products.iter().find(|p| (p.a, p.b) == (a, b)) {
            return known.value;
        }
        let sort = self.pool.sort(a);
        let value = self.pool.var("product", sort);
        self.products.push(Product { a, b, value });
        value
    }

    fn lemmas(mut self) -> Term {
        let mut all = Vec::new();
        for i in 0..self.divisions.len() {
            self.division_lemmas(i, &mut all);
        }
        for i in 0..self.products.len() {
            self.product_lemmas(i, &mut all);
        }
        self.pool.and_all(all)
    }

    /// Facts about one division, and that equal operands give equal results.
    fn division_lemmas(&mut self, index: usize, all: &mut Vec<Term>) {
        let Division { a, b, quotient: q, remainder: r } = self.divisions[index];
        // a = q·b + r, for any divisor: the remainder by zero is the dividend.
        let product = if self.pool.as_const(b).is_some() { self.pool.mul(q, b) } else { self.unknown_product(q, b) };
        let sum = self.pool.add(product, r);
        all.push(self.pool.eq(a, sum));
        let p = &mut *self.pool;
        let (zero, one) = (p.constant(Bv::zero(p.width(a))), p.constant(Bv::one(p.width(a))));
        let nonzero = p.ne(b, zero);
        let bounds = [p.ult(r, b), p.ule(q, a), p.ule(r, a)];
        let bounded = p.and_all(bounds);
        all.push(p.implies(nonzero, bounded));
        let smaller = p.ult(a, b);
        let (no_quotient, all_left) = (p.eq(q, zero), p.eq(r, a));
        let trivial = p.and(no_quotient, all_left);
        all.push(p.implies(smaller, trivial));
        let fits = p.ule(b, a);
        let divides = p.and(nonzero, fits);
        let at_least_one = p.ne(q, zero);
        all.push(p.implies(divides, at_least_one));
        let once = p.sub(a, b);
        let (under_two, is_one, left) = (p.ult(once, b), p.eq(q, one), p.eq(r, once));
        let (fits_once, one_and_rest) = (p.and(fits, under_two), p.and(is_one, left));
        all.push(p.implies(fits_once, one_and_rest));
        let by_one = p.eq(b, one);
        let same = p.eq(q, a);
        all.push(p.implies(by_one, same));
        let half = p.lshr(a, one);
        let (more_than_one, halved) = (p.ult(one, b), p.ule(q, half));
        all.push(p.implies(more_than_one, halved));
        for other in 0..index {
            let d = &self.divisions[other];
            let operands = [self.pool.eq(a, d.a), self.pool.eq(b, d.b)];
            let results = [self.pool.eq(q, d.quotient), self.pool.eq(r, d.remainder)];
            let (operands, results) = (self.pool.and_all(operands), self.pool.and_all(results));
            all.push(self.pool.implies(operands, results));
        }
    }

    fn product_lemmas(&mut self, index: usize, all: &mut Vec<Term>) {
        let Product { a, b, value } = self.products[index];
        let p = &mut *self.pool;
        let width = p.width(a);
        let (zero, one) = (p.constant(Bv::zero(width)), p.constant(Bv::one(width)));
        for (x, y) in [(a, b), (b, a)] {
            let (is_zero, gives_zero) = (p.eq(x, zero), p.eq(value, zero));
            all.push(p.implies(is_zero, gives_zero));
            let (is_one, gives_other) = (p.eq(x, one), p.eq(value, y));
            all.push(p.implies(is_one, gives_other));
        }
        let parity = [p.bit(a, 0), p.bit(b, 0), p.bit(value, 0)];
        let odd = p.and(parity[0], parity[1]);
        all.push(p.eq(odd, parity[2]));
        for other in 0..index {
            let (c, d, known) = (self.products[other].a, self.products[other].b, self.products[other].value);
            if self.pool.width(c) != width {
                continue;
            }
            for (x, y) in [(c, d), (d, c)] {
                let operands = [self.pool.eq(a, x), self.pool.eq(b, y)];
                let (operands, same) = (self.pool.and_all(operands), self.pool.eq(value, known));
                all.push(self.pool.implies(operands, same));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::smt::Solver;
    use crate::solve::{SmtOptions, SmtResult};

    fn never(pool: &mut Pool, obligation: Term) -> bool {
        let Some(term) = abstracted(pool, obligation) else { return false };
        let mut solver = Solver::new(SmtOptions::default());
        solver.assert(pool, term);
        matches!(solver.check(), SmtResult::Unsat)
    }

    #[test]
    fn signed_division_of_positive_numbers_is_unsigned() {
        let mut pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::Bv(64)), pool.var("y", Sort::Bv(64)));
        let (signed, unsigned) = (pool.sdiv(x, y), pool.udiv(x, y));
        let (nx, ny) = (pool.is_negative(x), pool.is_negative(y));
        let (px, py, differ) = (pool.not(nx), pool.not(ny), pool.ne(signed, unsigned));
        let positive = pool.and_all([px, py, differ]);
        assert!(never(&mut pool, positive));
        let maybe_negative = pool.and(px, differ);
        assert!(!never(&mut pool, maybe_negative), "it is not when the divisor may be negative");
    }

    #[test]
    fn differences_of_opposite_signs_have_one_magnitude() {
        let mut pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
        let (xy, yx) = (pool.sub(x, y), pool.sub(y, x));
        let quotient = pool.sdiv(xy, yx);
        let (minus, min) = (pool.bv_i64(32, -1), pool.constant(Bv::min_signed(32)));
        let (other, different, ordinary) = (pool.ne(quotient, minus), pool.ne(x, y), pool.ne(xy, min));
        let fails = pool.and_all([other, different, ordinary]);
        assert!(never(&mut pool, fails));
        let at_min = pool.and(other, different);
        assert!(!never(&mut pool, at_min), "the smallest number is its own negation");
    }

    #[test]
    fn a_number_divided_by_its_magnitude_is_its_sign() {
        let mut pool = Pool::new();
        let x = pool.var("x", Sort::Bv(64));
        let magnitude = pool.abs(x);
        let quotient = pool.sdiv(x, magnitude);
        let (zero, one, minus) = (pool.bv_u64(64, 0), pool.bv_u64(64, 1), pool.bv_i64(64, -1));
        let (negative, min) = (pool.is_negative(x), pool.constant(Bv::min_signed(64)));
        let sign = pool.ite(negative, minus, one);
        let (wrong, nonzero, ordinary) = (pool.ne(quotient, sign), pool.ne(x, zero), pool.ne(x, min));
        let fails = pool.and_all([wrong, nonzero, ordinary]);
        assert!(never(&mut pool, fails));
        let at_min = pool.and(wrong, nonzero);
        assert!(!never(&mut pool, at_min), "the smallest number is its own magnitude");
    }

    #[test]
    fn a_quotient_times_the_divisor_and_the_remainder_give_the_dividend() {
        let mut pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
        let (q, r) = (pool.udiv(x, y), pool.urem(x, y));
        let product = pool.mul(q, y);
        let (back, wrong) = (pool.sub(x, product), pool.add(x, product));
        let (zero, one) = (pool.bv_u64(32, 0), pool.ne(back, r));
        let (nonzero, other) = (pool.ne(y, zero), pool.ne(wrong, r));
        let (holds, fails) = (pool.and(nonzero, one), pool.and(nonzero, other));
        assert!(never(&mut pool, holds));
        assert!(!never(&mut pool, fails));
    }
}
