//! Wires: concatenation, extraction, extension. Extraction is pushed toward the leaves; concatenations are flat and as short as possible.

use super::super::pool::Args;
use super::{Op, Pool, Sort, Term};

impl Pool {
    pub(super) fn simplify_extract(&mut self, a: Term, hi: u32, lo: u32) -> Option<Term> {
        let width = self.width(a);
        if lo == 0 && hi + 1 == width {
            return Some(a);
        }
        let args = self.args_vec(a);
        match self.op(a) {
            Op::Extract { lo: inner, .. } => Some(self.extract(args[0], hi + inner, lo + inner)),
            Op::Concat => Some(self.extract_of_concat(&args, hi, lo)),
            Op::Zext { .. } => Some(self.extract_of_extension(args[0], hi, lo, false)),
            Op::Sext { .. } => Some(self.extract_of_extension(args[0], hi, lo, true)),
            op @ (Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot) => {
                let parts: Args = args.iter().map(|&arg| self.extract(arg, hi, lo)).collect();
                Some(self.apply(op, &parts))
            }
            op @ (Op::Add | Op::Mul | Op::Neg) if hi + 1 < width => {
                let low: Args = args.iter().map(|&arg| self.extract(arg, hi, 0)).collect();
                let narrow = self.apply(op, &low);
                Some(self.extract(narrow, hi, lo))
            }
            Op::Mul => self.extract_of_multiple(&args, hi, lo),
            Op::Ite => self.extract_of_ite(&args, hi, lo),
            _ => None,
        }
    }

    fn extract_of_concat(&mut self, args: &Args, hi: u32, lo: u32) -> Term {
        let mut parts = Args::new();
        let mut end = args.iter().map(|&arg| self.width(arg)).sum::<u32>();
        for &arg in args {
            let start = end - self.width(arg);
            if start <= hi && lo < end {
                parts.push(self.extract(arg, hi.min(end - 1) - start, lo.max(start) - start));
            }
            end = start;
        }
        if let [single] = parts[..] { single } else { self.apply(Op::Concat, &parts) }
    }

    fn extract_of_extension(&mut self, inner: Term, hi: u32, lo: u32, signed: bool) -> Term {
        let (inside, width) = (self.width(inner), hi - lo + 1);
        if hi < inside {
            return self.extract(inner, hi, lo);
        }
        if signed {
            let kept = self.extract(inner, inside - 1, lo.min(inside - 1));
            return self.sext(kept, width);
        }
        if lo >= inside {
            return self.zero(width);
        }
        let kept = self.extract(inner, inside - 1, lo);
        self.zext(kept, width)
    }

    /// The high bits of a multiple of `2^n`.
    fn extract_of_multiple(&mut self, args: &Args, hi: u32, lo: u32) -> Option<Term> {
        let &[factor, x] = &args[..] else { return None };
        let factor = self.as_const(factor)?;
        let n = factor.ctz_count();
        (factor.is_power_of_two() && lo >= n).then(|| self.extract(x, hi - n, lo - n))
    }

    /// Goes into the branches when that leaves no extraction of a whole branch behind.
    fn extract_of_ite(&mut self, args: &Args, hi: u32, lo: u32) -> Option<Term> {
        let simpler = |pool: &mut Pool, branch: Term| {
            let part = pool.extract(branch, hi, lo);
            (pool.op(part) != Op::Extract { hi, lo } || pool.args(part)[0] != branch).then_some(part)
        };
        let (then, otherwise) = (simpler(self, args[1]), simpler(self, args[2]));
        if then.is_none() && otherwise.is_none() {
            return None;
        }
        let then = then.unwrap_or_else(|| self.extract(args[1], hi, lo));
        let otherwise = otherwise.unwrap_or_else(|| self.extract(args[2], hi, lo));
        Some(self.ite(args[0], then, otherwise))
    }

    pub(super) fn simplify_concat(&mut self, args: &[Term]) -> Option<Term> {
        let mut parts = Args::new();
        for &arg in args {
            self.append(&mut parts, arg);
        }
        if let [single] = parts[..] {
            return Some(single);
        }
        let width = parts.iter().map(|&part| self.width(part)).sum();
        if self.is_const_zero(parts[0]) {
            let rest = if let [_, single] = parts[..] { single } else { self.apply(Op::Concat, &parts[1..]) };
            return Some(self.zext(rest, width));
        }
        Some(self.intern_or_known(Op::Concat, parts, Sort::Bv(width)))
    }

    /// Adds a part at the low end, flattened and merged with its neighbour.
    fn append(&mut self, parts: &mut Args, part: Term) {
        match self.op(part) {
            Op::Concat => {
                for inner in self.args_vec(part) {
                    self.append(parts, inner);
                }
            }
            Op::Zext { width } => {
                let inner = self.args(part)[0];
                let zeros = self.zero(width - self.width(inner));
                self.append(parts, zeros);
                self.append(parts, inner);
            }
            _ => match parts.last().and_then(|&high| self.merge_adjacent(high, part)) {
                Some(merged) => {
                    parts.pop();
                    self.append(parts, merged);
                }
                None => parts.push(part),
            },
        }
    }

    /// One term for two adjacent parts: constants, neighbouring bits of one term, the same bitwise operator on such.
    fn merge_adjacent(&mut self, high: Term, low: Term) -> Option<Term> {
        if let (Some(a), Some(b)) = (self.as_const(high), self.as_const(low)) {
            let joined = a.concat(b);
            return Some(self.constant(joined));
        }
        match (self.op(high), self.op(low)) {
            (Op::Extract { hi, lo }, Op::Extract { hi: below, lo: last }) if lo == below + 1 => {
                let source = self.args(high)[0];
                (self.args(low)[0] == source).then(|| self.extract(source, hi, last))
            }
            (Op::BvNot, Op::BvNot) => {
                let merged = self.merge_adjacent(self.args(high)[0], self.args(low)[0])?;
                Some(self.bvnot(merged))
            }
            (op @ (Op::BvAnd | Op::BvOr | Op::BvXor), other) if op == other => {
                let (&[a, b], &[p, q]) = (self.args(high), self.args(low)) else { return None };
                for (p, q) in [(p, q), (q, p)] {
                    if let (Some(first), Some(second)) = (self.merge_adjacent(a, p), self.merge_adjacent(b, q)) {
                        return Some(self.apply(op, &[first, second]));
                    }
                }
                None
            }
            _ => None,
        }
    }

    pub(super) fn simplify_zext(&mut self, a: Term, width: u32) -> Option<Term> {
        if width == self.width(a) {
            return Some(a);
        }
        let inner = match self.op(a) {
            Op::Zext { .. } => self.args(a)[0],
            _ => return None,
        };
        Some(self.zext(inner, width))
    }

    pub(super) fn simplify_sext(&mut self, a: Term, width: u32) -> Option<Term> {
        if width == self.width(a) {
            return Some(a);
        }
        if let Op::Sext { .. } = self.op(a) {
            let inner = self.args(a)[0];
            return Some(self.sext(inner, width));
        }
        match self.known_sign(a)? {
            false => Some(self.zext(a, width)),
            true => {
                let ones = self.ones(width - self.width(a));
                Some(self.concat(ones, a))
            }
        }
    }
}
