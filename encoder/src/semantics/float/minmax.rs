//! `llvm.{minnum,maxnum,minimum,maximum,minimumnum,maximumnum}` (LangRef, "Floating-point min/max intrinsics comparison").
//!
//! All put −0 below +0, except that under `nsz` zeros of unlike sign give either. They differ on NaNs only.

use llvet_ir::FastMath;

use super::arith::Number;
use super::{Mode, Operand, origins, pattern};
use crate::domain::{ChoiceKind, Domain};
use crate::semantics::Cx;
use crate::value::Lane;

/// What a NaN operand does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanRule {
    /// The result is a NaN (`minimum`).
    Propagate,
    /// The other operand is the result (`minimumnum`).
    Ignore,
    /// As `Ignore`, but a signalling NaN may make the result a NaN (`minnum`).
    IgnoreQuiet,
}

/// One of the six operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinMax {
    /// The larger rather than the smaller operand.
    pub max: bool,
    /// What a NaN operand does.
    pub nans: NanRule,
}

/// `llvm.minnum`
pub const MINNUM: MinMax = MinMax { max: false, nans: NanRule::IgnoreQuiet };
/// `llvm.maxnum`
pub const MAXNUM: MinMax = MinMax { max: true, nans: NanRule::IgnoreQuiet };
/// `llvm.minimum`
pub const MINIMUM: MinMax = MinMax { max: false, nans: NanRule::Propagate };
/// `llvm.maximum`
pub const MAXIMUM: MinMax = MinMax { max: true, nans: NanRule::Propagate };
/// `llvm.minimumnum`
pub const MINIMUMNUM: MinMax = MinMax { max: false, nans: NanRule::Ignore };
/// `llvm.maximumnum`
pub const MAXIMUMNUM: MinMax = MinMax { max: true, nans: NanRule::Ignore };

/// The smaller or larger of two lanes.
pub fn minmax<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: MinMax, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let mut poison = cx.d.bool(false);
    let (x, y) = (mode.read_exactly(cx, a, &mut poison), mode.read_exactly(cx, b, &mut poison));
    let (mut number, mut is_nan) = number(cx, mode, op, &(x.number.clone(), x.is_nan.clone()), &(y.number.clone(), y.is_nan.clone()));
    if op.nans == NanRule::IgnoreQuiet {
        is_nan = may_be_nan(cx, mode, &x, &y);
    }
    let nan = cx.d.bits(mode.fmt.canonical_nan());
    number = cx.d.ite(&is_nan, &nan, &number);
    mode.finish(cx, number, is_nan, &origins(mode.fmt, &[&x, &y]), poison)
}

/// The smaller or larger of two numbers; signalling NaNs are like quiet ones.
pub fn number<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: MinMax, x: &Number<D>, y: &Number<D>) -> Number<D> {
    let first = if op.max { pattern::is_below(cx.d, mode.fmt, &y.0, &x.0) } else { pattern::is_below(cx.d, mode.fmt, &x.0, &y.0) };
    let mut number = cx.d.ite(&first, &x.0, &y.0);
    if mode.flags.has(FastMath::NSZ) {
        number = either_zero(cx, mode, &x.0, &y.0, number);
    }
    if op.nans == NanRule::Propagate {
        return (number, cx.d.or(&x.1, &y.1));
    }
    number = cx.d.ite(&x.1, &y.0, &number);
    number = cx.d.ite(&y.1, &x.0, &number);
    (number, cx.d.and(&x.1, &y.1))
}

/// `number`, or either operand when they are zeros of unlike sign.
fn either_zero<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, x: &D::Bits, y: &D::Bits, number: D::Bits) -> D::Bits {
    let (a, b) = (pattern::is_zero(cx.d, mode.fmt, x), pattern::is_zero(cx.d, mode.fmt, y));
    let zeros = cx.d.and(&a, &b);
    if cx.d.known(&zeros) == Some(false) {
        return number;
    }
    let second = cx.d.choose_bool(ChoiceKind::MinMaxTie);
    let pick = cx.d.ite(&second, y, x);
    cx.d.ite(&zeros, &pick, &number)
}

/// NaN when both are, or when one is a signalling NaN and the implementation likes.
fn may_be_nan<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, x: &Operand<D>, y: &Operand<D>) -> D::Bool {
    let both = cx.d.and(&x.is_nan, &y.is_nan);
    let (a, b) = (signals(cx, mode, x), signals(cx, mode, y));
    let signalling = cx.d.or(&a, &b);
    if cx.d.known(&signalling) == Some(false) {
        return both;
    }
    let wants = cx.d.choose_bool(ChoiceKind::MinMaxTie);
    let made = cx.d.and(&signalling, &wants);
    cx.d.or(&both, &made)
}

fn signals<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, x: &Operand<D>) -> D::Bool {
    if cx.d.known(&x.is_nan) == Some(false) {
        return cx.d.bool(false);
    }
    pattern::is_signalling(cx.d, mode.fmt, &x.bits)
}
