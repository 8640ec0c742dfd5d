//! Solving for one choice: what value of a variable makes a term equal to a goal.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Op, Pool, Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::candidates::Candidate;

/// A value of `var` for which `term = goal`, found by undoing `term`'s operations from the outside in.
pub(super) fn invert(pool: &mut Pool, term: Term, var: Term, goal: Term) -> Option<Term> {
    let with = containing(pool, term, var);
    let (mut term, mut goal) = (term, goal);
    // Depth of a chain worth undoing; deeper ones are left to the solver.
    for _ in 0..64 {
        if term == var {
            return (!pool.free_vars(&[goal]).contains(&var)).then_some(goal);
        }
        let args: Vec<Term> = pool.args(term).to_vec();
        let holder = |args: &[Term]| args.iter().position(|arg| with.contains(arg));
        match pool.op(term) {
            Op::Add | Op::BvXor => {
                let i = holder(&args)?;
                let add = pool.op(term) == Op::Add;
                for (j, &arg) in args.iter().enumerate() {
                    if j != i {
                        goal = if add { pool.sub(goal, arg) } else { pool.bvxor(goal, arg) };
                    }
                }
                term = args[i];
            }
            Op::Neg => (term, goal) = (args[0], pool.neg(goal)),
            Op::BvNot => (term, goal) = (args[0], pool.bvnot(goal)),
            Op::Ite => {
                let i = holder(&args[1..])?;
                term = args[1 + i];
            }
            Op::Zext { .. } | Op::Sext { .. } => {
                let width = pool.width(args[0]);
                (term, goal) = (args[0], pool.trunc(goal, width));
            }
            Op::Extract { hi, lo } => {
                let width = pool.width(args[0]);
                let wide = pool.zext(goal, width);
                let amount = pool.bv_u64(width, u64::from(lo));
                let _ = hi;
                (term, goal) = (args[0], pool.shl(wide, amount));
            }
            Op::Mul => {
                let i = holder(&args)?;
                let factor = (args.len() == 2).then(|| args[1 - i]).and_then(|f| pool.as_const(f).cloned())?;
                let inverse = odd_inverse(&factor)?;
                let inverse = pool.constant(inverse);
                (term, goal) = (args[i], pool.mul(goal, inverse));
            }
            Op::Concat => {
                let i = holder(&args)?;
                let low: u32 = args[i + 1..].iter().map(|&a| pool.width(a)).sum();
                let width = pool.width(args[i]);
                (term, goal) = (args[i], pool.extract(goal, low + width - 1, low));
            }
            _ => return None,
        }
        if let Sort::Bool = pool.sort(term) {
            return None;
        }
    }
    None
}

/// The parts of a term that a variable occurs in.
fn containing(pool: &Pool, term: Term, var: Term) -> FxHashSet<Term> {
    let mut with = FxHashSet::from_iter([var]);
    for part in pool.topological(&[term]) {
        if pool.args(part).iter().any(|arg| with.contains(arg)) {
            with.insert(part);
        }
    }
    with
}

/// The multiplicative inverse of an odd number modulo 2^width, by Newton's iteration.
fn odd_inverse(factor: &Bv) -> Option<Bv> {
    if !factor.bit(0) {
        return None;
    }
    let width = factor.width();
    let two = Bv::from_u64(width, 2);
    let mut inverse = factor.clone();
    // Each step doubles the number of correct low bits, starting from 3.
    for _ in 0..=width.ilog2() {
        inverse = inverse.mul(&two.sub(&factor.mul(&inverse)));
    }
    Some(inverse)
}

/// What one bit of a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bit {
    Zero,
    One,
    /// A bit of a variable.
    Copy(Term, u32),
    Other,
}

/// Most bits times nodes that are looked at.
const MAX_BITS: usize = 1 << 16;

/// The choices of which bits are copied unchanged into the source's results, with the bits that the target has in their places: shifts
/// and masks of several picks, put together, may be the target's pieces in another order.
pub(super) fn copied(pool: &mut Pool, inner: &[Term], results: &[(Term, Term)]) -> Candidate {
    let mut wanted: FxHashMap<(Term, u32), (Term, u32)> = FxHashMap::default();
    for &(source, target) in results {
        for (position, bit) in (0..).zip(bits_of(pool, source)) {
            if let Bit::Copy(var, index) = bit {
                wanted.entry((var, index)).or_insert((target, position));
            }
        }
    }
    let mut out = Candidate::new();
    for &var in inner {
        let Sort::Bv(width) = pool.sort(var) else { continue };
        let bits: Vec<Option<(Term, u32)>> = (0..width).map(|i| wanted.get(&(var, i)).copied()).collect();
        if bits.iter().any(Option::is_some) {
            out.push((var, assembled(pool, &bits)));
        }
    }
    out
}

/// A term whose bits, from the lowest, are the given bits of other terms, or zero.
fn assembled(pool: &mut Pool, bits: &[Option<(Term, u32)>]) -> Term {
    let width = u32::try_from(bits.len()).unwrap_or(u32::MAX);
    let mut whole = pool.constant(Bv::zero(width));
    let mut at = 0;
    while at < bits.len() {
        let Some((term, low)) = bits[at] else {
            at += 1;
            continue;
        };
        let run = (low..).zip(&bits[at..]).take_while(|&(position, bit)| *bit == Some((term, position))).count();
        let length = u32::try_from(run).unwrap_or(u32::MAX);
        let piece = pool.extract(term, low + length - 1, low);
        let (piece, amount) = (pool.zext(piece, width), pool.bv_u64(width, at as u64));
        let piece = pool.shl(piece, amount);
        whole = pool.bvor(whole, piece);
        at += run;
    }
    whole
}

/// The bits of a term, from the lowest; empty when it is too large or no bit vector.
fn bits_of(pool: &Pool, root: Term) -> Vec<Bit> {
    let nodes = pool.topological(&[root]);
    let mut known: FxHashMap<Term, Vec<Bit>> = FxHashMap::default();
    let mut left = MAX_BITS;
    for node in nodes {
        let Sort::Bv(width) = pool.sort(node) else { continue };
        let Some(rest) = left.checked_sub(width as usize) else { return Vec::new() };
        left = rest;
        let bits = node_bits(pool, node, &known);
        known.insert(node, bits);
    }
    known.remove(&root).unwrap_or_default()
}

fn node_bits(pool: &Pool, node: Term, known: &FxHashMap<Term, Vec<Bit>>) -> Vec<Bit> {
    let width = pool.width(node) as usize;
    let args = pool.args(node);
    let of = |i: usize| known.get(&args[i]).map_or(&[][..], Vec::as_slice);
    let shifted = |by: Option<u64>, left: bool| -> Option<Vec<Bit>> {
        let by = usize::try_from(by?).ok()?.min(width);
        let (zeros, bits) = (vec![Bit::Zero; by], of(0));
        Some(if left { [&zeros[..], &bits[..width - by]].concat() } else { [&bits[by..], &zeros[..]].concat() })
    };
    let amount = |i: usize| pool.as_const(args[i]).and_then(Bv::to_u64);
    let bits = match pool.op(node) {
        Op::Var(_) => Some((0..).take(width).map(|i| Bit::Copy(node, i)).collect()),
        Op::Const(id) => {
            let value = pool.const_value(id);
            Some((0..).take(width).map(|i| if value.bit(i) { Bit::One } else { Bit::Zero }).collect())
        }
        Op::BvAnd => Some(fold(args.len(), width, of, |a, b| match (a, b) {
            (Bit::Zero, _) | (_, Bit::Zero) => Bit::Zero,
            (Bit::One, other) | (other, Bit::One) => other,
            _ => Bit::Other,
        })),
        Op::BvOr => Some(fold(args.len(), width, of, |a, b| match (a, b) {
            (Bit::One, _) | (_, Bit::One) => Bit::One,
            (Bit::Zero, other) | (other, Bit::Zero) => other,
            _ => Bit::Other,
        })),
        Op::BvXor | Op::Add => {
            // Without two bits in one place, an addition has no carries.
            let sum = fold(args.len(), width, of, |a, b| match (a, b) {
                (Bit::Zero, other) | (other, Bit::Zero) => other,
                _ => Bit::Other,
            });
            let clash = (0..width).any(|i| (0..args.len()).filter(|&a| of(a)[i] != Bit::Zero).count() > 1);
            (!clash || pool.op(node) == Op::BvXor).then_some(sum)
        }
        Op::Shl => shifted(amount(1), true),
        Op::Lshr => shifted(amount(1), false),
        Op::Mul if args.len() == 2 => {
            let factor = (0..2).find_map(|i| Some((1 - i, pool.as_const(args[i])?)));
            let power = factor.filter(|(_, c)| c.ctpop_count() == 1).map(|(i, c)| (i, (0..c.width()).take_while(|&b| !c.bit(b)).count()));
            power.map(|(i, by)| [&vec![Bit::Zero; by][..], &of(i)[..width - by]].concat())
        }
        Op::Concat => Some((0..args.len()).rev().flat_map(|i| of(i).iter().copied()).collect()),
        Op::Extract { hi, lo } => Some(of(0)[lo as usize..=hi as usize].to_vec()),
        Op::Zext { .. } => Some(padded(of(0), width, Bit::Zero)),
        Op::Sext { .. } => Some(padded(of(0), width, *of(0).last().unwrap_or(&Bit::Other))),
        _ => None,
    };
    bits.filter(|b| b.len() == width).unwrap_or_else(|| vec![Bit::Other; width])
}

fn padded(bits: &[Bit], width: usize, with: Bit) -> Vec<Bit> {
    let mut bits = bits.to_vec();
    bits.resize(width, with);
    bits
}

fn fold<'a>(args: usize, width: usize, of: impl Fn(usize) -> &'a [Bit], join: impl Fn(Bit, Bit) -> Bit) -> Vec<Bit> {
    (0..width).map(|bit| (1..args).fold(of(0)[bit], |sum, arg| join(sum, of(arg)[bit]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_are_copied_are_put_back() {
        let mut pool = Pool::new();
        let (x, y, goal) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)), pool.var("goal", Sort::Bv(8)));
        // (x & 0x0f) << 4 | y >> 4: the result is 0xd5 for x = 0xd and y = 0x50.
        let (mask, four) = (pool.bv_u64(8, 0x0f), pool.bv_u64(8, 4));
        let (low, high) = (pool.bvand(x, mask), pool.lshr(y, four));
        let low = pool.shl(low, four);
        let whole = pool.bvor(low, high);
        let solution = copied(&mut pool, &[x, y], &[(whole, goal)]);
        let value = pool.bv_u64(8, 0xd5);
        let at: Vec<Term> = solution.iter().map(|&(_, term)| pool.subst(term, &[(goal, value)])).collect();
        assert_eq!(solution.iter().map(|(var, _)| *var).collect::<Vec<_>>(), [x, y]);
        let numbers: Vec<Option<u64>> = at.iter().map(|&t| pool.as_const(t).and_then(Bv::to_u64)).collect();
        assert_eq!(numbers, [Some(0x0d), Some(0x50)]);
    }

    #[test]
    fn carries_are_not_copies() {
        let mut pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)));
        let sum = pool.add(x, y);
        assert_eq!(copied(&mut pool, &[x, y], &[(sum, x)]), Candidate::new());
    }
}
