//! Floating point (LangRef, "Floating-Point Semantics", "Fast-Math Flags", "Behavior of Floating-Point NaN values").
//!
//! Values are bit patterns. An operation that is not bitwise reads its operands ([`Operand`]: subnormals as the function's mode says,
//! zeros of either sign under `nsz`), computes by [`Domain::fp`], and leaves a result ([`Mode::finish`]: perhaps flushed, a NaN with
//! any payload LangRef allows, poison where `nnan` or `ninf` is violated).
//!
//! Deliberately absent: what `reassoc`, `arcp`, `contract` and `afn` license. Here an operation computes what it says; the licences
//! compare expressions, not executions.

pub mod arith;
pub mod cast;
pub mod class;
pub mod cmp;
pub mod constrained;
pub mod denormal;
pub mod fastmath;
pub mod intrinsics;
pub mod minmax;
pub mod nan;
pub mod pattern;
pub mod reduce;
pub mod round;
pub mod scale;

use llvet_ir::{FastMath, Function, Type};

use super::{Cx, zip_lanes};
use crate::domain::Domain;
use crate::fp::{FpFormat, RoundingMode};
use crate::outcome::Unsupported;
use crate::value::{Lane, Value};
use denormal::Denormals;

/// How operations of one format behave at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The format.
    pub fmt: FpFormat,
    /// Fast-math flags of the instruction.
    pub flags: FastMath,
    /// How subnormals are treated.
    pub denormals: Denormals,
    /// Whether a signalling NaN may pass through unchanged: not in constrained operations, nor in `canonicalize`.
    pub unchanged_nans: bool,
}

/// The format of a floating-point scalar or vector type.
///
/// # Errors
/// For types without a modelled format.
pub fn format_of(ty: &Type) -> Result<FpFormat, Unsupported> {
    match ty.scalar() {
        Type::Float(kind) => FpFormat::of(*kind).ok_or_else(|| Unsupported::new(format!("type {ty}"))),
        _ => Err(Unsupported::new(format!("type {ty} where floating point is expected"))),
    }
}

impl Mode {
    /// The behavior of an instruction with these flags on a type, in a function; in none for a constant expression.
    ///
    /// # Errors
    /// For types without a modelled format, and unknown denormal modes.
    pub fn of(function: Option<&Function>, ty: &Type, flags: FastMath) -> Result<Mode, Unsupported> {
        let fmt = format_of(ty)?;
        let denormals = function.map_or(Ok(Denormals::IEEE), |function| Denormals::of(function, fmt))?;
        Ok(Mode { fmt, flags, denormals, unchanged_nans: true })
    }

    /// IEEE behavior of a format, for constants and tests.
    #[must_use]
    pub fn plain(fmt: FpFormat) -> Mode {
        Mode { fmt, flags: FastMath::default(), denormals: Denormals::IEEE, unchanged_nans: true }
    }
}

/// An operand as an operation reads it.
pub struct Operand<D: Domain> {
    /// The pattern as given, payload and all.
    pub bits: D::Bits,
    /// What arithmetic sees: some NaN if it is one, flushed and of either zero sign if the mode says so.
    pub number: D::Bits,
    /// Whether it is a NaN.
    pub is_nan: D::Bool,
}

impl Mode {
    /// Reads an operand; adds to `poison` what its flags forbid.
    pub fn read<D: Domain>(&self, cx: &mut Cx<'_, D>, lane: &Lane<D>, poison: &mut D::Bool) -> Operand<D> {
        *poison = cx.d.or(poison, &lane.poison);
        let (number, is_nan) = split(cx.d, self.fmt, &lane.bits);
        fastmath::check(cx, self.fmt, self.flags, &number, &is_nan, poison);
        let number = denormal::read(cx.d, self.fmt, self.denormals, &number);
        let number = if self.flags.has(FastMath::NSZ) { fastmath::flip_zero(cx.d, self.fmt, &number) } else { number };
        Operand { bits: lane.bits.clone(), number, is_nan }
    }

    /// Reads an operand of `minnum` and its like, which do not flip the zeros of operands under `nsz`, unlike other operations.
    pub fn read_exactly<D: Domain>(&self, cx: &mut Cx<'_, D>, lane: &Lane<D>, poison: &mut D::Bool) -> Operand<D> {
        Mode { flags: self.flags.without(FastMath::NSZ), ..*self }.read(cx, lane, poison)
    }

    /// Makes a result of a computed number (a NaN, any, exactly when `is_nan`). `origins` are the operands whose payloads it may carry.
    pub fn finish<D: Domain>(
        &self,
        cx: &mut Cx<'_, D>,
        number: D::Bits,
        is_nan: D::Bool,
        origins: &[nan::Origin<D>],
        mut poison: D::Bool,
    ) -> Lane<D> {
        let number = denormal::write(cx.d, self.fmt, self.denormals, &number);
        fastmath::check(cx, self.fmt, self.flags, &number, &is_nan, &mut poison);
        // A NaN under `nnan` is poison, so its payload does not matter.
        let never = cx.d.known(&is_nan) == Some(false) || self.flags.has(FastMath::NNAN);
        let bits = if never {
            number.clone()
        } else {
            let nan = nan::pick(cx.d, self.fmt, origins, self.unchanged_nans);
            cx.d.ite(&is_nan, &nan, &number)
        };
        cx.d.note_float(&bits, &number, &is_nan);
        Lane { bits, poison }
    }
}

/// The number a pattern stands for, and whether it is a NaN.
pub fn split<D: Domain>(d: &mut D, fmt: FpFormat, bits: &D::Bits) -> (D::Bits, D::Bool) {
    d.noted_float(bits).unwrap_or_else(|| {
        let is_nan = pattern::is_nan(d, fmt, bits);
        (bits.clone(), is_nan)
    })
}

/// The payload sources that operands are.
pub fn origins<D: Domain>(fmt: FpFormat, operands: &[&Operand<D>]) -> Vec<nan::Origin<D>> {
    operands.iter().map(|o| nan::Origin { bits: o.bits.clone(), fmt, is_nan: o.is_nan.clone() }).collect()
}

/// Maps a rule over the lanes of one operand.
///
/// # Errors
/// Those of the rule.
pub fn unary<D: Domain>(
    cx: &mut Cx<'_, D>,
    a: &Value<D>,
    mut rule: impl FnMut(&mut Cx<'_, D>, &Lane<D>) -> Result<Lane<D>, Unsupported>,
) -> Result<Value<D>, Unsupported> {
    Ok(Value { lanes: a.lanes.iter().map(|x| rule(cx, x)).collect::<Result<_, _>>()? })
}

/// `fneg`: the other sign; bitwise. Under `nsz` a zero's sign may flip first.
pub fn fneg<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, a: &Lane<D>) -> Lane<D> {
    bitwise(cx, mode, a, pattern::negate)
}

/// `llvm.fabs`: the sign cleared; bitwise.
pub fn fabs<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, a: &Lane<D>) -> Lane<D> {
    // The sign of a zero operand does not matter.
    bitwise(cx, Mode { flags: mode.flags.without(FastMath::NSZ), ..mode }, a, pattern::absolute)
}

/// A change of the sign bit alone: no payload is chosen and no subnormal flushed.
fn bitwise<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, a: &Lane<D>, change: fn(&mut D, FpFormat, &D::Bits) -> D::Bits) -> Lane<D> {
    let mut poison = a.poison.clone();
    let (number, is_nan) = split(cx.d, mode.fmt, &a.bits);
    fastmath::check(cx, mode.fmt, mode.flags, &number, &is_nan, &mut poison);
    let nsz = mode.flags.has(FastMath::NSZ);
    let flipped = if nsz { fastmath::flip_zero(cx.d, mode.fmt, &a.bits) } else { a.bits.clone() };
    let bits = change(cx.d, mode.fmt, &flipped);
    let number = if nsz { bits.clone() } else { change(cx.d, mode.fmt, &number) };
    cx.d.note_float(&bits, &number, &is_nan);
    Lane { bits, poison }
}

/// `llvm.copysign`: the magnitude of `a`, the sign of `b`; bitwise. Under `nsz` a zero `b` gives either sign.
pub fn copysign<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, a: &Lane<D>, b: &Lane<D>) -> Lane<D> {
    let mut poison = cx.either_poison(a, b);
    for lane in [a, b] {
        let (number, is_nan) = split(cx.d, mode.fmt, &lane.bits);
        fastmath::check(cx, mode.fmt, mode.flags, &number, &is_nan, &mut poison);
    }
    let nsz = mode.flags.has(FastMath::NSZ);
    let sign = if nsz { fastmath::flip_zero(cx.d, mode.fmt, &b.bits) } else { b.bits.clone() };
    let bits = pattern::copy_sign(cx.d, mode.fmt, &a.bits, &sign);
    let (number, is_nan) = split(cx.d, mode.fmt, &a.bits);
    let number = pattern::copy_sign(cx.d, mode.fmt, &number, &sign);
    cx.d.note_float(&bits, &number, &is_nan);
    Lane { bits, poison }
}

/// `fadd`, `fsub`, `fmul`, `fdiv`, `frem`, lane by lane.
pub fn binary_value<D: Domain>(cx: &mut Cx<'_, D>, mode: Mode, op: arith::Arith, a: &Value<D>, b: &Value<D>) -> Value<D> {
    zip_lanes(cx, a, b, |cx, x, y| arith::binary(cx, mode, op, RoundingMode::NearestTiesToEven, x, y))
}
