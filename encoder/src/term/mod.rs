//! Terms: quantifier-free formulas over Booleans and bit-vectors, hash-consed in a per-job [`Pool`].
//!
//! Purpose: what symbolic execution builds, and what the solving ladder evaluates, substitutes into, hashes, prints, and hands to a solver.
//! Invariants: a [`Term`] is meaningful only with the pool that made it; the arguments of a node have smaller ids than the node, so
//! ascending ids are a topological order; equal nodes have equal ids; every traversal is iterative (a term may be deep) and deterministic.
//! Floating-point values are bit patterns; floating-point operations are nodes over bit-vectors ([`Op::Fp`]).
//! Deliberately absent: LLVM concepts (poison, undef, memory), quantifiers, arrays, any knowledge of a solver.
//!
//! Normal form: there is no `or`, `xor`, `=>`, `<=`, `-` node. They are built from the nodes of [`Op`], so that De Morgan variants and mirrored
//! comparisons are the same term: `or(a, b)` is `not(and(not a, not b))`, `ule(a, b)` is `not(ult(b, a))`, `sub(a, b)` is `add(a, neg b)`.

mod build;
mod derived;
mod display;
mod eval;
mod facts;
mod hash;
mod pool;
mod simplify;
mod smtlib;
mod subst;
pub mod tape;

pub use display::DisplayTerm;
pub use eval::{Assignment, apply};
pub use pool::{Pool, VarInfo};

use crate::fp::{FpFormat, FpOp, RoundingMode};

/// A node of a [`Pool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    /// The position of the node in its pool: dense, and larger than those of its arguments.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width in bits, at least 1.
    Bv(u32),
}

impl Sort {
    /// The width of the values of this sort as a [`Bv`](crate::bv::Bv): Booleans are carried as 1 bit.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bool => 1,
            Sort::Bv(width) => width,
        }
    }
}

/// A constant of the pool; see [`Pool::as_const`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstId(u32);

/// A variable of the pool, numbered in order of creation; see [`Pool::var_info`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

/// An uninterpreted function of the pool; see [`Pool::func`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FuncId(pub u32);

/// What a node computes from its arguments. Semantics are SMT-LIB's; n-ary operations have at least two arguments, commutative ones sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    /// A Boolean constant.
    Bool(bool),
    /// A bit-vector constant.
    Const(ConstId),
    /// A free variable of either sort.
    Var(VarId),
    /// An uninterpreted function applied to its arguments.
    App(FuncId),
    /// Boolean negation.
    Not,
    /// Boolean conjunction, n-ary.
    And,
    /// `ite(condition, then, else)` of either sort.
    Ite,
    /// Equality of two terms of the same sort.
    Eq,
    /// Unsigned less than.
    Ult,
    /// Signed less than.
    Slt,
    /// Sum, n-ary.
    Add,
    /// Product, n-ary; a constant factor is the first argument.
    Mul,
    /// Two's complement negation.
    Neg,
    /// Unsigned quotient (all ones on division by zero).
    Udiv,
    /// Unsigned remainder (the dividend on division by zero).
    Urem,
    /// Signed quotient.
    Sdiv,
    /// Signed remainder.
    Srem,
    /// Bitwise and, n-ary.
    BvAnd,
    /// Bitwise or, n-ary.
    BvOr,
    /// Bitwise exclusive or, n-ary.
    BvXor,
    /// Bitwise complement.
    BvNot,
    /// Shift left (0 when the amount is at least the width).
    Shl,
    /// Logical shift right (0 when the amount is at least the width).
    Lshr,
    /// Arithmetic shift right (sign bits when the amount is at least the width).
    Ashr,
    /// Concatenation, n-ary, most significant first.
    Concat,
    /// Bits `hi` down to `lo`, both included.
    Extract {
        /// Highest bit taken.
        hi: u32,
        /// Lowest bit taken.
        lo: u32,
    },
    /// Zero extension to `width` bits in total.
    Zext {
        /// Width of the result.
        width: u32,
    },
    /// Sign extension to `width` bits in total.
    Sext {
        /// Width of the result.
        width: u32,
    },
    /// A floating-point operation on bit patterns; see [`fp_eval`](crate::fp::fp_eval).
    Fp {
        /// The operation.
        op: FpOp,
        /// Its format.
        fmt: FpFormat,
        /// Its rounding mode.
        rm: RoundingMode,
    },
}

#[cfg(test)]
mod tests;
