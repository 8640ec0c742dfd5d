//! Constant expressions as terms.
//!
//! **Semantics.** Every operator works modulo 2^width of its type, shifts by the width or more give what shifting step by step gives,
//! `MIN / -1` wraps, `log2` rounds down and is 0 for 0. A division by zero has no value: the rule does not apply, so the precondition
//! is false there.

use llvet_encoder::bv::Bv;
use llvet_encoder::outcome::Unsupported;
use llvet_encoder::symbolic::{Inputs, Summary};
use llvet_encoder::term::{Pool, Sort, Term};
use llvet_ir::{Function, Type};
use rustc_hash::FxHashMap;

use super::ast::{BinaryOp, Expr, ExprKind, UnOp};
use super::infer::{Instance, Typed};
use super::ops::ConstFn;
use super::show;

/// Where registers get their values from.
#[derive(Clone, Copy)]
pub struct Registers<'a> {
    /// The source.
    pub function: &'a Function,
    /// What it computes.
    pub summary: &'a Summary,
}

/// Builds terms of expressions for one lane.
pub struct Values<'a> {
    /// The rule.
    pub typed: &'a Typed,
    /// Its instance.
    pub instance: &'a Instance,
    /// Position of each symbolic constant among the arguments.
    pub positions: &'a FxHashMap<String, usize>,
    /// The arguments.
    pub inputs: &'a Inputs,
    /// The source, where registers may be used.
    pub registers: Option<Registers<'a>>,
    /// Lane of vectors.
    pub lane: usize,
    /// Conditions under which the terms built so far have a value: no division by zero.
    pub defined: Vec<Term>,
    /// What analyses promise.
    pub facts: Vec<Term>,
    /// Registers read so far are poison.
    pub poison: Vec<Term>,
    /// Variables for the answers of analyses, by function and argument.
    pub analyses: FxHashMap<(ConstFn, String), Term>,
}

impl<'a> Values<'a> {
    /// For expressions over constants alone, in the first lane. `inputs` holds the symbolic constants at their `positions`.
    #[must_use]
    pub fn of_constants(
        typed: &'a Typed,
        instance: &'a Instance,
        positions: &'a FxHashMap<String, usize>,
        inputs: &'a Inputs,
    ) -> Values<'a> {
        Values {
            typed,
            instance,
            positions,
            inputs,
            registers: None,
            lane: 0,
            defined: Vec::new(),
            facts: Vec::new(),
            poison: Vec::new(),
            analyses: FxHashMap::default(),
        }
    }

    fn ty(&self, expr: &Expr) -> Type {
        self.typed.type_of(expr, self.instance)
    }

    /// Width of an expression's scalar type.
    pub fn width(&self, expr: &Expr) -> u32 {
        bits(&self.ty(expr))
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// What has no value as a constant.
    pub fn term(&mut self, pool: &mut Pool, expr: &Expr) -> Result<Term, Unsupported> {
        let width = self.width(expr);
        match &expr.kind {
            ExprKind::Int(value) => Ok(pool.constant(Bv::from_bigint(width, value))),
            ExprKind::Bool(value) => Ok(pool.constant(Bv::from_bool(*value))),
            ExprKind::Null => Ok(pool.constant(Bv::zero(width))),
            ExprKind::Sym(name) => self.symbol(name, expr),
            ExprKind::Reg(name) => self.register(name, expr),
            ExprKind::Unary(op, inner) => {
                let inner = self.term(pool, inner)?;
                Ok(match op {
                    UnOp::Not => pool.bvnot(inner),
                    UnOp::Neg => pool.neg(inner),
                })
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.term(pool, a)?, self.term(pool, b)?);
                Ok(self.binary(pool, *op, a, b))
            }
            ExprKind::Call(function, args) => self.call(pool, *function, args, width),
            ExprKind::Float(_) | ExprKind::Undef | ExprKind::Poison | ExprKind::Aggregate(..) => {
                Err(Unsupported::new("a constant expression over something other than integers").at(expr.span))
            }
        }
    }

    fn symbol(&self, name: &str, expr: &Expr) -> Result<Term, Unsupported> {
        let leaves = self.positions.get(name).and_then(|&p| self.inputs.args.get(p));
        if self.registers.is_some() && leaves.is_some_and(|l| l.len() != 1) {
            return Err(Unsupported::new("precondition on a vector or an aggregate").at(expr.span));
        }
        let leaf = leaves.and_then(|leaves| leaves.get(self.lane));
        leaf.map(|l| l.bits).ok_or_else(|| Unsupported::new("symbolic constant without a value").at(expr.span))
    }

    fn register(&mut self, name: &str, expr: &Expr) -> Result<Term, Unsupported> {
        let Some(registers) = self.registers else {
            return Err(Unsupported::new("constant expression over a register").at(expr.span));
        };
        let index = registers.function.values.iter().position(|v| v.name.as_deref() == Some(name));
        let value = index.and_then(|i| registers.summary.values.get(i)).and_then(Option::as_ref);
        match value.map(|v| v.lanes.as_slice()) {
            Some([lane]) => {
                self.poison.push(lane.poison);
                Ok(lane.bits)
            }
            Some(_) => Err(Unsupported::new("precondition on a vector or an aggregate").at(expr.span)),
            None => Err(Unsupported::new("precondition on a register that may not be computed").at(expr.span)),
        }
    }

    fn binary(&mut self, pool: &mut Pool, op: BinaryOp, a: Term, b: Term) -> Term {
        if super::infer::is_division(op) {
            let zero = pool.is_zero(b);
            let divides = pool.not(zero);
            self.defined.push(divides);
        }
        match op {
            BinaryOp::Add => pool.add(a, b),
            BinaryOp::Sub => pool.sub(a, b),
            BinaryOp::Mul => pool.mul(a, b),
            BinaryOp::Sdiv => pool.sdiv(a, b),
            BinaryOp::Udiv => pool.udiv(a, b),
            BinaryOp::Srem => pool.srem(a, b),
            BinaryOp::Urem => pool.urem(a, b),
            BinaryOp::Shl => pool.shl(a, b),
            BinaryOp::Ashr => pool.ashr(a, b),
            BinaryOp::Lshr => pool.lshr(a, b),
            BinaryOp::And => pool.bvand(a, b),
            BinaryOp::Or => pool.bvor(a, b),
            BinaryOp::Xor => pool.bvxor(a, b),
        }
    }

    fn call(&mut self, pool: &mut Pool, function: ConstFn, args: &[Expr], width: u32) -> Result<Term, Unsupported> {
        if function == ConstFn::Width {
            let bits = self.width(&args[0]);
            return Ok(pool.bv_u64(width, bits.into()));
        }
        if function.is_analysis() && has_register(&args[0]) {
            return self.analysis(pool, function, &args[0], width);
        }
        let mut terms = Vec::new();
        for arg in args {
            terms.push(self.term(pool, arg)?);
        }
        let a = terms[0];
        let b = terms.get(1).copied().unwrap_or(a);
        Ok(match function {
            ConstFn::Smax => {
                let c = pool.sgt(a, b);
                pool.ite(c, a, b)
            }
            ConstFn::Smin => {
                let c = pool.slt(a, b);
                pool.ite(c, a, b)
            }
            ConstFn::Umax => {
                let c = pool.ugt(a, b);
                pool.ite(c, a, b)
            }
            ConstFn::Umin => {
                let c = pool.ult(a, b);
                pool.ite(c, a, b)
            }
            ConstFn::Abs => pool.abs(a),
            ConstFn::KnownOneBits => a,
            ConstFn::KnownZeroBits => pool.bvnot(a),
            ConstFn::NumSignBits => {
                let n = sign_bits(pool, a);
                pool.zext_or_trunc(n, width)
            }
            ConstFn::LeadingZeros => {
                let n = wide_count(pool, a, Pool::clz);
                pool.zext_or_trunc(n, width)
            }
            ConstFn::TrailingZeros => {
                let n = wide_count(pool, a, Pool::ctz);
                pool.zext_or_trunc(n, width)
            }
            ConstFn::Log2 => {
                let n = log2(pool, a);
                pool.zext_or_trunc(n, width)
            }
            ConstFn::Shl => pool.shl(a, b),
            ConstFn::Lshr => pool.lshr(a, b),
            ConstFn::Ashr => pool.ashr(a, b),
            ConstFn::Sext => pool.sext(a, width),
            ConstFn::Zext => pool.zext(a, width),
            ConstFn::Trunc => pool.trunc(a, width),
            ConstFn::Width => a,
        })
    }

    /// What an analysis knows of a register: anything that is true of its value, unless that is poison.
    fn analysis(&mut self, pool: &mut Pool, function: ConstFn, arg: &Expr, width: u32) -> Result<Term, Unsupported> {
        let key = (function, show::expr(arg));
        if let Some(&known) = self.analyses.get(&key) {
            return Ok(known);
        }
        let outside = std::mem::take(&mut self.poison);
        let value = self.term(pool, arg)?;
        let poison = std::mem::replace(&mut self.poison, outside);
        let poison = pool.or_all(poison);
        let name = format!("{}_{}", function.name(), self.analyses.len());
        let own_width = pool.width(value);
        let answer = pool.var(name, Sort::Bv(if function == ConstFn::NumSignBits { width } else { own_width }));
        let fact = match function {
            ConstFn::KnownOneBits => {
                let inverse = pool.bvnot(value);
                let wrong = pool.bvand(answer, inverse);
                pool.is_zero(wrong)
            }
            ConstFn::KnownZeroBits => {
                let wrong = pool.bvand(answer, value);
                pool.is_zero(wrong)
            }
            _ => {
                let exact = sign_bits(pool, value);
                let wide = width.max(pool.width(exact));
                let (n, exact) = (pool.zext(answer, wide), pool.zext(exact, wide));
                let one = pool.bv_u64(wide, 1);
                let (least, most) = (pool.ule(one, n), pool.ule(n, exact));
                pool.and(least, most)
            }
        };
        let fact = pool.or(poison, fact);
        self.facts.push(fact);
        self.analyses.insert(key, answer);
        Ok(answer)
    }
}

/// Scalar width in bits.
#[must_use]
pub fn bits(ty: &Type) -> u32 {
    match ty {
        Type::Int(width) | Type::Byte(width) => *width,
        Type::Float(kind) => kind.bits(),
        Type::Vector { elem, .. } => bits(elem),
        _ => 64,
    }
}

/// Whether an expression reads a register other than through an analysis, whose answer is a constant.
#[must_use]
pub fn reads_register(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(function, _) if function.is_analysis() => false,
        ExprKind::Unary(_, a) => reads_register(a),
        ExprKind::Binary(_, a, b) => reads_register(a) || reads_register(b),
        ExprKind::Call(ConstFn::Width, _) => false,
        ExprKind::Call(_, args) => args.iter().any(reads_register),
        _ => has_register(expr),
    }
}

/// Whether an expression's value depends on a register; `width(%x)` does not.
#[must_use]
pub fn has_register(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Reg(_) => true,
        ExprKind::Unary(_, a) => has_register(a),
        ExprKind::Binary(_, a, b) => has_register(a) || has_register(b),
        ExprKind::Call(ConstFn::Width, _) => false,
        ExprKind::Call(_, args) => args.iter().any(has_register),
        ExprKind::Aggregate(_, items) => items.iter().any(|o| has_register(&o.expr)),
        ExprKind::Sym(_) | ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Bool(_) => false,
        ExprKind::Undef | ExprKind::Poison | ExprKind::Null => false,
    }
}

/// A count of bits, one bit wider than its argument, so that the width itself fits.
fn wide_count(pool: &mut Pool, a: Term, count: fn(&mut Pool, Term) -> Term) -> Term {
    let width = pool.width(a);
    let zero = pool.is_zero(a);
    let n = count(pool, a);
    let n = pool.zext(n, width + 1);
    let all = pool.bv_u64(width + 1, width.into());
    pool.ite(zero, all, n)
}

/// The position of the highest set bit, 0 when there is none.
fn log2(pool: &mut Pool, a: Term) -> Term {
    let width = pool.width(a);
    (1..width).fold(pool.bv_u64(width, 0), |so_far, i| {
        let (bit, position) = (pool.bit(a, i), pool.bv_u64(width, i.into()));
        pool.ite(bit, position, so_far)
    })
}

/// How many of the highest bits are equal to the highest, one bit wider than the argument.
fn sign_bits(pool: &mut Pool, a: Term) -> Term {
    let negative = pool.is_negative(a);
    let inverse = pool.bvnot(a);
    let magnitude = pool.ite(negative, inverse, a);
    wide_count(pool, magnitude, Pool::clz)
}
