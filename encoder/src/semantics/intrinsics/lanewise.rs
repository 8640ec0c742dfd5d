//! Intrinsics that compute each lane of the result from the same lane of the operands.

use llvet_ir::{BinOp, CastOp, Flags};

use super::super::{Cx, cast, int};
use super::bits::{self, CountOp, FunnelOp};
use super::fixed::{self, FixedOp};
use super::immediate;
use super::minmax::{self, MinMaxOp};
use super::saturating::{self, SaturatingOp};
use crate::domain::Domain;
use crate::outcome::Unsupported;
use crate::value::{Lane, Value};

/// The lane-wise operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneOp {
    /// `{s,u}{add,sub,shl}.sat`
    Saturating(SaturatingOp),
    /// `{s,u}{min,max}`
    MinMax(MinMaxOp),
    /// `abs`
    Abs,
    /// `ctlz`, `cttz`
    CountZeros(CountOp),
    /// `ctpop`
    Ctpop,
    /// `bswap`
    Bswap,
    /// `bitreverse`
    Bitreverse,
    /// `fshl`, `fshr`
    Funnel(FunnelOp),
    /// `clmul`
    Clmul,
    /// `{s,u}{mul,div}.fix[.sat]`
    Fixed(FixedOp),
    /// `scmp`, `ucmp`
    ThreeWay {
        /// `scmp`
        signed: bool,
    },
    /// The first operand: `expect`, `ssa.copy`.
    First,
    /// An instruction, for its predicated form.
    Binary(BinOp),
    /// A cast between integers, for its predicated form.
    Cast(CastOp),
}

/// The value of one operand at lane `i`; scalar operands of vector operations count for every lane.
fn operand<D: Domain>(args: &[Value<D>], arg: usize, i: usize) -> Result<&Lane<D>, Unsupported> {
    let value = args.get(arg).ok_or_else(|| Unsupported::new("intrinsic with fewer operands than it has"))?;
    let lane = if value.lanes.len() == 1 { value.lanes.first() } else { value.lanes.get(i) };
    lane.ok_or_else(|| Unsupported::new("intrinsic on vectors of different lengths"))
}

/// Lane `i` of the result, which is `width` bits wide.
///
/// # Errors
/// When the call is not one LLVM accepts (an immediate that is not constant, a width that is not allowed).
pub fn lane<D: Domain>(cx: &mut Cx<'_, D>, op: LaneOp, width: u32, args: &[Value<D>], i: usize) -> Result<Lane<D>, Unsupported> {
    let a = operand(args, 0, i)?;
    let b = || operand(args, 1, i);
    Ok(match op {
        LaneOp::Saturating(op) => saturating::lane(cx, op, a, b()?),
        LaneOp::MinMax(op) => minmax::lane(cx, op, a, b()?),
        LaneOp::Abs => minmax::abs(cx, a, b()?),
        LaneOp::CountZeros(op) => bits::count_zeros(cx, op, a, b()?),
        LaneOp::Ctpop => bits::ctpop(cx, a),
        LaneOp::Bswap => bits::bswap(cx, a)?,
        LaneOp::Bitreverse => bits::bitreverse(cx, a),
        LaneOp::Funnel(op) => bits::funnel(cx, op, a, b()?, operand(args, 2, i)?),
        LaneOp::Clmul => bits::clmul(cx, a, b()?),
        LaneOp::Fixed(op) => {
            let scale = immediate(cx.d, operand(args, 2, i)?, "scale of fixed-point arithmetic")?;
            let scale = u32::try_from(scale).ok().filter(|&s| s <= fixed::max_scale(op, width));
            fixed::lane(cx, op, scale.ok_or_else(|| Unsupported::new("scale of fixed-point arithmetic out of range"))?, a, b()?)
        }
        LaneOp::ThreeWay { signed } => minmax::three_way(cx, signed, width, a, b()?),
        LaneOp::First => a.clone(),
        LaneOp::Binary(op) => int::binary(cx, op, Flags::NONE, a, b()?),
        LaneOp::Cast(CastOp::Trunc) => cast::trunc(cx, Flags::NONE, a, width),
        LaneOp::Cast(CastOp::Zext) => cast::zext(cx, Flags::NONE, a, width),
        LaneOp::Cast(CastOp::Sext) => Lane { bits: cx.d.sext(&a.bits, width), poison: a.poison.clone() },
        LaneOp::Cast(op) => return Err(Unsupported::new(op.name())),
    })
}
