//! x86 vector instructions on integers, SSE2 to AVX-512 (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2;
//! the intrinsics are the unmasked forms).
//!
//! **Invariants.** One rule per operation serves every lane width and vector length, which come from the operands. Poison goes
//! lane by lane: a result lane is poison when a lane it reads is. No rule has undefined behavior or makes poison of its own:
//! oversized shift amounts and saturation are defined. Instructions that work in groups of 128 bits say so.

mod arith;
mod shift;
mod shuffle;

use super::Shape;
use crate::domain::Domain;
use crate::outcome::Unsupported;
use crate::semantics::Cx;
use crate::value::Value;

/// Direction of a shift and what it shifts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `psll`
    Left,
    /// `psrl`
    LogicalRight,
    /// `psra`
    ArithmeticRight,
}

/// Where the amount of a shift comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The low 64 bits of the second operand, for all lanes.
    LowQuad,
    /// A scalar operand, for all lanes.
    Scalar,
    /// The same lane of the second operand (`psllv`, `psrlv`, `psrav`).
    PerLane,
}

/// What the horizontal instructions do to neighbouring lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairOp {
    /// Wrapping sum.
    Add,
    /// Signed saturating sum.
    AddSaturating,
    /// Wrapping difference.
    Sub,
    /// Signed saturating difference.
    SubSaturating,
}

/// The operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum X86Op {
    /// `pavg`: unsigned mean, rounded up.
    Average,
    /// `psll`, `psrl`, `psra` and their variants: amounts of the lane width or more shift everything out.
    Shift(Direction, Amount),
    /// `pshufb`: bytes chosen within groups of 16 by the low 4 bits of the control, 0 where its top bit is set.
    ShuffleBytes,
    /// `psign`: the first operand negated, zeroed or kept by the sign of the second.
    Sign,
    /// `phadd`, `phsub`: neighbouring lanes combined, first those of the first operand, within groups of 128 bits.
    Horizontal(PairOp),
    /// `pmulhw`, `pmulhuw`: high half of the product.
    MultiplyHigh {
        /// Operands are signed.
        signed: bool,
    },
    /// `pmaddwd`: sums of two neighbouring signed products.
    MultiplyAddWords,
    /// `pmaddubsw`: signed saturating sums of two neighbouring products of unsigned and signed bytes.
    MultiplyAddBytes,
    /// `packss`, `packus`: signed lanes clamped to half their width, first those of the first operand, within groups of 128 bits.
    Pack {
        /// The range to clamp to is signed.
        signed: bool,
    },
    /// `psadbw`: sums of eight absolute differences of unsigned bytes.
    SumAbsoluteDifferences,
    /// `pblendvb`: bytes of the second operand where the mask's top bit is set, else of the first.
    BlendBytes,
    /// `pternlog`: the truth table in the immediate, bit by bit.
    TernaryLogic,
}

/// The value of a call with a result of this shape.
///
/// # Errors
/// When an immediate is not constant.
pub fn eval<D: Domain>(cx: &mut Cx<'_, D>, op: X86Op, shape: Shape, args: &[Value<D>]) -> Result<Value<D>, Unsupported> {
    let (a, b) = (&args[0], &args[1]);
    Ok(match op {
        X86Op::Average => arith::average(cx, a, b),
        X86Op::Shift(direction, amount) => shift::eval(cx, direction, amount, a, b),
        X86Op::ShuffleBytes => shuffle::shuffle_bytes(cx, a, b),
        X86Op::Sign => arith::sign(cx, a, b),
        X86Op::Horizontal(op) => arith::horizontal(cx, op, a, b),
        X86Op::MultiplyHigh { signed } => arith::multiply_high(cx, signed, a, b),
        X86Op::MultiplyAddWords => arith::multiply_add(cx, true, a, b),
        X86Op::MultiplyAddBytes => arith::multiply_add(cx, false, a, b),
        X86Op::Pack { signed } => arith::pack(cx, signed, shape.width, a, b),
        X86Op::SumAbsoluteDifferences => arith::sum_absolute_differences(cx, shape.width, a, b),
        X86Op::BlendBytes => shuffle::blend_bytes(cx, a, b, &args[2]),
        X86Op::TernaryLogic => {
            let table = super::immediate(cx.d, args[3].lane(), "truth table of pternlog")?;
            shuffle::ternary_logic(cx, table, a, b, &args[2])
        }
    })
}
