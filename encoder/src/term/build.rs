//! The constructors: SMT-LIB names, sort checks in debug builds, and the expansion of operations that have no node of their own.

use super::pool::Args;
use super::{FuncId, Op, Pool, Sort, Term};
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode};

/// Nested rewriting stops here and interns what it was asked for: terms may be deeper than the stack.
pub(super) const MAX_DEPTH: u32 = 64;

impl Pool {
    /// Builds `op` on `args`, simplified. The general form of all constructors below.
    ///
    /// # Panics
    /// On [`Op::Const`] and [`Op::Var`], which are made by [`Pool::constant`] and [`Pool::var`] only; in debug builds also on ill-sorted arguments.
    pub fn apply(&mut self, op: Op, args: &[Term]) -> Term {
        let mut args = Args::from_slice(args);
        let sort = self.result_sort(op, &args);
        if matches!(op, Op::And | Op::Eq | Op::Add | Op::Mul | Op::BvAnd | Op::BvOr | Op::BvXor) {
            args.sort_unstable();
        }
        if !self.simplifies() {
            return self.intern(op, args, sort);
        }
        let key = (op, args);
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        if self.depth >= MAX_DEPTH {
            return self.intern_or_known(op, key.1, sort);
        }
        self.depth += 1;
        #[cfg(test)]
        {
            self.deepest = self.deepest.max(self.depth);
        }
        let result = self.simplify_node(op, &key.1, sort).unwrap_or_else(|| self.intern_or_known(op, key.1.clone(), sort));
        self.depth -= 1;
        debug_assert_eq!(self.sort(result), sort, "simplification of {op:?} changes the sort");
        self.memo.insert(key, result);
        result
    }

    /// The sort of `op` on `args`; checks the arguments in debug builds.
    fn result_sort(&self, op: Op, args: &[Term]) -> Sort {
        let same = || debug_assert!(args.iter().all(|&arg| self.sort(arg) == self.sort(args[0])), "{op:?}: argument sorts differ");
        match op {
            Op::Const(_) | Op::Var(_) => panic!("{op:?} is not built from arguments"),
            Op::Bool(_) => Sort::Bool,
            Op::App(func) => {
                let (sorts, result) = self.func_sorts(func);
                debug_assert!(args.iter().map(|&arg| self.sort(arg)).eq(sorts.iter().copied()), "arguments of {}", self.func_name(func));
                result
            }
            Op::Not | Op::And => {
                debug_assert!(args.iter().all(|&arg| self.sort(arg) == Sort::Bool), "{op:?} takes Booleans");
                Sort::Bool
            }
            Op::Ite => {
                debug_assert!(self.sort(args[0]) == Sort::Bool && self.sort(args[1]) == self.sort(args[2]), "ill-sorted ite");
                self.sort(args[1])
            }
            Op::Eq | Op::Ult | Op::Slt => {
                same();
                Sort::Bool
            }
            Op::Add | Op::Mul | Op::Neg | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => {
                same();
                self.sort(args[0])
            }
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot | Op::Shl | Op::Lshr | Op::Ashr => {
                same();
                debug_assert_ne!(self.sort(args[0]), Sort::Bool, "{op:?} takes bit-vectors");
                self.sort(args[0])
            }
            Op::Concat => Sort::Bv(args.iter().map(|&arg| self.width(arg)).sum()),
            Op::Extract { hi, lo } => {
                debug_assert!(lo <= hi && hi < self.width(args[0]), "extract {hi}..{lo} of {} bits", self.width(args[0]));
                Sort::Bv(hi - lo + 1)
            }
            Op::Zext { width } | Op::Sext { width } => {
                debug_assert!(width >= self.width(args[0]), "extension to fewer bits");
                Sort::Bv(width)
            }
            Op::Fp { op, fmt, .. } => op.result_width(fmt).map_or(Sort::Bool, Sort::Bv),
        }
    }
}

/// Booleans.
impl Pool {
    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        self.apply(Op::Not, &[a])
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::And, &[a, b])
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Conjunction of all; true for none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(self.tt(), |acc, term| self.and(acc, term))
    }

    /// Disjunction of all; false for none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(self.ff(), |acc, term| self.or(acc, term))
    }

    /// Implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_b = self.not(b);
        let fails = self.and(a, not_b);
        self.not(fails)
    }

    /// Exclusive disjunction of Booleans.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.ne(a, b)
    }

    /// `then` if `condition` holds, else `otherwise`; of either sort.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.apply(Op::Ite, &[condition, then, otherwise])
    }

    /// Equality, of either sort (on Booleans: if and only if).
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Eq, &[a, b])
    }

    /// Disequality, of either sort.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// A Boolean as a bit-vector of 1 bit.
    pub fn bool_to_bv(&mut self, a: Term) -> Term {
        let (one, zero) = (self.constant(Bv::one(1)), self.constant(Bv::zero(1)));
        self.ite(a, one, zero)
    }

    /// Whether a bit-vector of 1 bit is 1.
    pub fn bv_to_bool(&mut self, a: Term) -> Term {
        let one = self.constant(Bv::one(1));
        self.eq(a, one)
    }

    /// Whether a bit-vector is 0.
    pub fn is_zero(&mut self, a: Term) -> Term {
        let zero = self.constant(Bv::zero(self.width(a)));
        self.eq(a, zero)
    }

    /// Whether the sign bit of a bit-vector is set.
    pub fn is_negative(&mut self, a: Term) -> Term {
        let zero = self.constant(Bv::zero(self.width(a)));
        self.slt(a, zero)
    }

    /// An uninterpreted function applied to arguments of its sorts.
    pub fn app(&mut self, func: FuncId, args: &[Term]) -> Term {
        self.apply(Op::App(func), args)
    }
}

/// Comparisons.
impl Pool {
    /// Unsigned less than.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Ult, &[a, b])
    }

    /// Unsigned less than or equal.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Unsigned greater than.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// Unsigned greater than or equal.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// Signed less than.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Slt, &[a, b])
    }

    /// Signed less than or equal.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Signed greater than.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// Signed greater than or equal.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }
}

/// Arithmetic modulo `2^width`.
impl Pool {
    /// Sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Add, &[a, b])
    }

    /// Difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let minus_b = self.neg(b);
        self.add(a, minus_b)
    }

    /// Product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Mul, &[a, b])
    }

    /// Negation.
    pub fn neg(&mut self, a: Term) -> Term {
        self.apply(Op::Neg, &[a])
    }

    /// Unsigned quotient (all ones on division by zero).
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Udiv, &[a, b])
    }

    /// Unsigned remainder (the dividend on division by zero).
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Urem, &[a, b])
    }

    /// Signed quotient rounded toward zero; 1 or −1 on division by zero.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Sdiv, &[a, b])
    }

    /// Signed remainder with the sign of the dividend (the dividend on division by zero).
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::Srem, &[a, b])
    }
}

/// Bitwise operations, shifts, widths.
impl Pool {
    /// Bitwise and.
    pub fn bvand(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::BvAnd, &[a, b])
    }

    /// Bitwise or.
    pub fn bvor(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::BvOr, &[a, b])
    }

    /// Bitwise exclusive or.
    pub fn bvxor(&mut self, a: Term, b: Term) -> Term {
        self.apply(Op::BvXor, &[a, b])
    }

    /// Bitwise complement.
    pub fn bvnot(&mut self, a: Term) -> Term {
        self.apply(Op::BvNot, &[a])
    }

    /// Shift left; 0 when the amount is at least the width.
    pub fn shl(&mut self, a: Term, amount: Term) -> Term {
        self.apply(Op::Shl, &[a, amount])
    }

    /// Logical shift right; 0 when the amount is at least the width.
    pub fn lshr(&mut self, a: Term, amount: Term) -> Term {
        self.apply(Op::Lshr, &[a, amount])
    }

    /// Arithmetic shift right; sign bits when the amount is at least the width.
    pub fn ashr(&mut self, a: Term, amount: Term) -> Term {
        self.apply(Op::Ashr, &[a, amount])
    }

    /// `high` followed by `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        self.apply(Op::Concat, &[high, low])
    }

    /// Bits `hi` down to `lo`, both included.
    pub fn extract(&mut self, a: Term, hi: u32, lo: u32) -> Term {
        self.apply(Op::Extract { hi, lo }, &[a])
    }

    /// The low `width` bits.
    pub fn trunc(&mut self, a: Term, width: u32) -> Term {
        self.extract(a, width - 1, 0)
    }

    /// Bit `index` as a Boolean.
    pub fn bit(&mut self, a: Term, index: u32) -> Term {
        let bit = self.extract(a, index, index);
        self.bv_to_bool(bit)
    }

    /// Zero extension to `width` bits in total.
    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        self.apply(Op::Zext { width }, &[a])
    }

    /// Sign extension to `width` bits in total.
    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        self.apply(Op::Sext { width }, &[a])
    }

    /// `a` truncated or zero-extended to `width` bits.
    pub fn zext_or_trunc(&mut self, a: Term, width: u32) -> Term {
        if width < self.width(a) { self.trunc(a, width) } else { self.zext(a, width) }
    }

    /// A floating-point operation on bit patterns; Boolean for a comparison.
    pub fn fp(&mut self, op: FpOp, fmt: FpFormat, rm: RoundingMode, args: &[Term]) -> Term {
        self.apply(Op::Fp { op, fmt, rm }, args)
    }
}
