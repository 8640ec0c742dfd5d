//! `fadd`, `fsub`, `fmul`, `fdiv`, `frem`, square root and fused multiply-add.
//!
//! Whether a result is a NaN is computed from the classes of the operands, not from the result, so that it can be known without the
//! arithmetic.

use llvet_ir::{BinOp, FastMath};

use super::{Mode, Operand, origins, pattern};
use crate::domain::{ChoiceKind, Domain};
use crate::fp::{FpFormat, FpOp, RoundingMode};
use crate::semantics::Cx;
use crate::value::Lane;

/// A number and whether it is a NaN.
pub type Number<D> = (<D as Domain>::Bits, <D as Domain>::Bool);

/// The binary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arith {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder as C's `fmod`.
    Rem,
}

impl Arith {
    /// The operation of an instruction; `None` when it is one on integers.
    #[must_use]
    pub fn of(op: BinOp) -> Option<Arith> {
        match op {
            BinOp::Fadd => Some(Arith::Add),
            BinOp::Fsub => Some(Arith::Sub),
            BinOp::Fmul => Some(Arith::Mul),
            BinOp::Fdiv => Some(Arith::Div),
            BinOp::Frem => Some(Arith::Rem),
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Udiv
            | BinOp::Sdiv
            | BinOp::Urem
            | BinOp::Srem
            | BinOp::Shl
            | BinOp::Lshr
            | BinOp::Ashr
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor => None,
        }
    }
}

/// `fadd`, `fsub`, `fmul`, `fdiv`, `frem`: the correctly rounded result. Poison when `nnan`/`ninf` is violated.
pub fn binary<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: Arith, rm: RoundingMode, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let mut poison = cx.d.bool(false);
    let (x, y) = (mode.read(cx, a, &mut poison), mode.read(cx, b, &mut poison));
    let (number, is_nan) = compute(cx.d, mode.fmt, op, rm, &number(&x), &number(&y));
    mode.finish(cx, number, is_nan, &origins(mode.fmt, &[&x, &y]), poison)
}

fn number<D: Domain>(a: &Operand<D>) -> Number<D> {
    (a.number.clone(), a.is_nan.clone())
}

/// The operation on numbers.
pub fn compute<D: Domain>(d: &mut D, fmt: FpFormat, op: Arith, rm: RoundingMode, a: &Number<D>, b: &Number<D>) -> Number<D> {
    let core = match op {
        Arith::Add => FpOp::Add,
        Arith::Sub => FpOp::Sub,
        Arith::Mul => FpOp::Mul,
        Arith::Div => FpOp::Div,
        Arith::Rem => FpOp::Rem,
    };
    let invalid = match op {
        Arith::Add => opposite_infinities(d, fmt, &a.0, &b.0, false),
        Arith::Sub => opposite_infinities(d, fmt, &a.0, &b.0, true),
        Arith::Mul => invalid_product(d, fmt, &a.0, &b.0),
        Arith::Div => both(d, fmt, &a.0, &b.0, pattern::is_inf, pattern::is_zero),
        Arith::Rem => {
            let (infinite, zero) = (pattern::is_inf(d, fmt, &a.0), pattern::is_zero(d, fmt, &b.0));
            d.or(&infinite, &zero)
        }
    };
    let either = d.or(&a.1, &b.1);
    (d.fp(core, fmt, rm, &[a.0.clone(), b.0.clone()]), d.or(&either, &invalid))
}

type Test<D> = fn(&mut D, FpFormat, &<D as Domain>::Bits) -> <D as Domain>::Bool;

/// Whether both operands pass the one test or both the other.
fn both<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits, b: &D::Bits, one: Test<D>, other: Test<D>) -> D::Bool {
    let (x, y) = (one(d, fmt, a), one(d, fmt, b));
    let first = d.and(&x, &y);
    let (x, y) = (other(d, fmt, a), other(d, fmt, b));
    let second = d.and(&x, &y);
    d.or(&first, &second)
}

/// Whether the operands are infinities of unlike sign (like sign when `subtract`).
fn opposite_infinities<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits, b: &D::Bits, subtract: bool) -> D::Bool {
    let (x, y) = (pattern::is_inf(d, fmt, a), pattern::is_inf(d, fmt, b));
    let infinite = d.and(&x, &y);
    let (x, y) = (pattern::sign(d, fmt, a), pattern::sign(d, fmt, b));
    let signs = if subtract { d.eq(&x, &y) } else { d.ne(&x, &y) };
    d.and(&infinite, &signs)
}

/// Whether one factor is zero and the other infinite.
fn invalid_product<D: Domain>(d: &mut D, fmt: FpFormat, a: &D::Bits, b: &D::Bits) -> D::Bool {
    let (x, y) = (pattern::is_zero(d, fmt, a), pattern::is_inf(d, fmt, b));
    let first = d.and(&x, &y);
    let (x, y) = (pattern::is_inf(d, fmt, a), pattern::is_zero(d, fmt, b));
    let second = d.and(&x, &y);
    d.or(&first, &second)
}

/// `llvm.sqrt`: NaN below zero, −0 at −0.
pub fn sqrt<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, rm: RoundingMode, a: &Lane<D>) -> Lane<D> {
    let mut poison = cx.d.bool(false);
    let x = mode.read(cx, a, &mut poison);
    let (negative, zero) = (cx.d.is_negative(&x.number), pattern::is_zero(cx.d, mode.fmt, &x.number));
    let nonzero = cx.d.not(&zero);
    let invalid = cx.d.and(&negative, &nonzero);
    let is_nan = cx.d.or(&x.is_nan, &invalid);
    let number = cx.d.fp(FpOp::Sqrt, mode.fmt, rm, std::slice::from_ref(&x.number));
    mode.finish(cx, number, is_nan, &origins(mode.fmt, &[&x]), poison)
}

/// The three operands of a multiply-add, read.
struct Triple<D: Domain> {
    operands: [Operand<D>; 3],
    poison: D::Bool,
}

fn read3<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, args: [&Lane<D>; 3]) -> Triple<D> {
    let mut poison = cx.d.bool(false);
    let operands = args.map(|lane| mode.read(cx, lane, &mut poison));
    Triple { operands, poison }
}

/// `llvm.fma`: `a · b + c` rounded once.
pub fn fma<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, rm: RoundingMode, args: [&Lane<D>; 3]) -> Lane<D> {
    let Triple { operands: [a, b, c], poison } = read3(cx, mode, args);
    let (number, is_nan) = fused(cx.d, mode.fmt, rm, &a, &b, &c);
    mode.finish(cx, number, is_nan, &origins(mode.fmt, &[&a, &b, &c]), poison)
}

fn fused<D: Domain>(d: &mut D, fmt: FpFormat, rm: RoundingMode, a: &Operand<D>, b: &Operand<D>, c: &Operand<D>) -> Number<D> {
    let mut is_nan = invalid_product(d, fmt, &a.number, &b.number);
    for operand in [a, b, c] {
        is_nan = d.or(&is_nan, &operand.is_nan);
    }
    // The exact product is infinite only when a factor is.
    let (x, y) = (pattern::is_inf(d, fmt, &a.number), pattern::is_inf(d, fmt, &b.number));
    let product_infinite = d.or(&x, &y);
    let addend_infinite = pattern::is_inf(d, fmt, &c.number);
    let infinite = d.and(&product_infinite, &addend_infinite);
    let signs = [a, b, c].map(|operand| d.is_negative(&operand.number));
    let product_negative = d.xor(&signs[0], &signs[1]);
    let unlike = d.xor(&product_negative, &signs[2]);
    let invalid = d.and(&infinite, &unlike);
    let args = [a.number.clone(), b.number.clone(), c.number.clone()];
    (d.fp(FpOp::Fma, fmt, rm, &args), d.or(&is_nan, &invalid))
}

/// `llvm.fmuladd`: fused or rounded twice, as the implementation likes. The product that is rounded alone carries the same flags.
pub fn fmuladd<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, rm: RoundingMode, args: [&Lane<D>; 3]) -> Lane<D> {
    let Triple { operands: [a, b, c], mut poison } = read3(cx, mode, args);
    let fmt = mode.fmt;
    let once = fused(cx.d, fmt, rm, &a, &b, &c);
    let product = compute(cx.d, fmt, Arith::Mul, rm, &number(&a), &number(&b));
    let product_number = if mode.flags.has(FastMath::NSZ) { super::fastmath::flip_zero(cx.d, fmt, &product.0) } else { product.0 };
    let twice = compute(cx.d, fmt, Arith::Add, rm, &(product_number.clone(), product.1.clone()), &number(&c));
    let contract = cx.d.choose_bool(ChoiceKind::Contract);
    let mut apart = cx.d.bool(false);
    super::fastmath::check(cx, fmt, mode.flags, &product_number, &product.1, &mut apart);
    let separate = cx.d.not(&contract);
    let apart = cx.d.and(&apart, &separate);
    poison = cx.d.or(&poison, &apart);
    let number = cx.d.ite(&contract, &once.0, &twice.0);
    let is_nan = cx.d.ite_bool(&contract, &once.1, &twice.1);
    mode.finish(cx, number, is_nan, &origins(fmt, &[&a, &b, &c]), poison)
}
