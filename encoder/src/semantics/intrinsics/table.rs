//! The table: what each intrinsic is, one row each.

use IntrinsicId as I;
use llvet_ir::{BinOp, CastOp, IntrinsicId};

use super::super::float::arith::Arith;
use super::super::float::constrained::ConstrainedOp;
use super::super::float::intrinsics::FloatOp;
use super::super::float::minmax::{MAXIMUM, MAXIMUMNUM, MAXNUM, MINIMUM, MINIMUMNUM, MINNUM};
use super::bits::{CountOp, FunnelOp};
use super::fixed::FixedOp;
use super::lanewise::LaneOp;
use super::minmax::MinMaxOp;
use super::overflow::OverflowOp;
use super::reduce::ReduceOp;
use super::saturating::SaturatingOp;
use super::vector::SpliceOp;
use super::vp::VpOp;
use super::x86::{Amount, Direction, PairOp, X86Op};
use crate::fp::RoundingMode as Rm;

/// How an intrinsic is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// By [`super::overflow`].
    Overflow(OverflowOp),
    /// Lane by lane, by [`super::lanewise`].
    Lanes(LaneOp),
    /// By [`super::reduce`].
    Reduce(ReduceOp),
    /// By [`super::vector`].
    Vector(VectorOp),
    /// By [`super::vp`].
    Vp(VpOp),
    /// By [`super::hints`].
    Control(ControlOp),
    /// By [`super::x86`].
    X86(X86Op),
    /// It has no effect on values or control, and no result.
    NoEffect,
    /// Control flow, for the executors.
    Executor,
    /// Floating point.
    Float(FloatOp),
    /// Not modelled.
    Unmodelled,
}

/// Rearrangements and creations of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorOp {
    /// `vector.insert`
    Insert,
    /// `vector.extract`
    Extract,
    /// `vector.reverse`
    Reverse,
    /// `vector.splice`, `vector.splice.left`, `vector.splice.right`
    Splice(SpliceOp),
    /// `vector.interleaveN`
    Interleave,
    /// `vector.deinterleaveN`
    Deinterleave(usize),
    /// `get.active.lane.mask`
    ActiveLaneMask,
    /// `stepvector`
    Step,
    /// `vector.partial.reduce.add`
    PartialReduceAdd,
    /// `experimental.vector.compress`
    Compress,
    /// `experimental.cttz.elts`
    CttzElts,
}

/// Assumptions and hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlOp {
    /// `assume`
    Assume,
    /// `is.constant`
    IsConstant,
    /// The operand of any type: `ssa.copy`.
    Copy,
    /// `allow.runtime.check`, `allow.ubsan.check`
    EitherTruth,
}

const fn fixed(signed: bool, divide: bool, saturating: bool) -> Rule {
    Rule::Lanes(LaneOp::Fixed(FixedOp { signed, divide, saturating }))
}

/// The row of an intrinsic.
#[must_use]
pub fn rule(id: IntrinsicId) -> Rule {
    match id {
        I::SaddWithOverflow => Rule::Overflow(OverflowOp::Sadd),
        I::UaddWithOverflow => Rule::Overflow(OverflowOp::Uadd),
        I::SsubWithOverflow => Rule::Overflow(OverflowOp::Ssub),
        I::UsubWithOverflow => Rule::Overflow(OverflowOp::Usub),
        I::SmulWithOverflow => Rule::Overflow(OverflowOp::Smul),
        I::UmulWithOverflow => Rule::Overflow(OverflowOp::Umul),
        I::SaddSat => Rule::Lanes(LaneOp::Saturating(SaturatingOp::Sadd)),
        I::UaddSat => Rule::Lanes(LaneOp::Saturating(SaturatingOp::Uadd)),
        I::SsubSat => Rule::Lanes(LaneOp::Saturating(SaturatingOp::Ssub)),
        I::UsubSat => Rule::Lanes(LaneOp::Saturating(SaturatingOp::Usub)),
        I::SshlSat => Rule::Lanes(LaneOp::Saturating(SaturatingOp::Sshl)),
        I::UshlSat => Rule::Lanes(LaneOp::Saturating(SaturatingOp::Ushl)),
        I::Smin => Rule::Lanes(LaneOp::MinMax(MinMaxOp::Smin)),
        I::Smax => Rule::Lanes(LaneOp::MinMax(MinMaxOp::Smax)),
        I::Umin => Rule::Lanes(LaneOp::MinMax(MinMaxOp::Umin)),
        I::Umax => Rule::Lanes(LaneOp::MinMax(MinMaxOp::Umax)),
        I::Abs => Rule::Lanes(LaneOp::Abs),
        I::Ctlz => Rule::Lanes(LaneOp::CountZeros(CountOp::Leading)),
        I::Cttz => Rule::Lanes(LaneOp::CountZeros(CountOp::Trailing)),
        I::Ctpop => Rule::Lanes(LaneOp::Ctpop),
        I::Bswap => Rule::Lanes(LaneOp::Bswap),
        I::Bitreverse => Rule::Lanes(LaneOp::Bitreverse),
        I::Clmul => Rule::Lanes(LaneOp::Clmul),
        I::Fshl => Rule::Lanes(LaneOp::Funnel(FunnelOp::Left)),
        I::Fshr => Rule::Lanes(LaneOp::Funnel(FunnelOp::Right)),
        I::SmulFix => fixed(true, false, false),
        I::SmulFixSat => fixed(true, false, true),
        I::SdivFix => fixed(true, true, false),
        I::SdivFixSat => fixed(true, true, true),
        I::UmulFix => fixed(false, false, false),
        I::UmulFixSat => fixed(false, false, true),
        I::UdivFix => fixed(false, true, false),
        I::UdivFixSat => fixed(false, true, true),
        I::Ucmp => Rule::Lanes(LaneOp::ThreeWay { signed: false }),
        I::Scmp => Rule::Lanes(LaneOp::ThreeWay { signed: true }),
        I::Expect | I::ExpectWithProbability => Rule::Lanes(LaneOp::First),
        I::VectorReduceAdd => Rule::Reduce(ReduceOp::Add),
        I::VectorReduceMul => Rule::Reduce(ReduceOp::Mul),
        I::VectorReduceAnd => Rule::Reduce(ReduceOp::And),
        I::VectorReduceOr => Rule::Reduce(ReduceOp::Or),
        I::VectorReduceXor => Rule::Reduce(ReduceOp::Xor),
        I::VectorReduceSmin => Rule::Reduce(ReduceOp::MinMax(MinMaxOp::Smin)),
        I::VectorReduceSmax => Rule::Reduce(ReduceOp::MinMax(MinMaxOp::Smax)),
        I::VectorReduceUmin => Rule::Reduce(ReduceOp::MinMax(MinMaxOp::Umin)),
        I::VectorReduceUmax => Rule::Reduce(ReduceOp::MinMax(MinMaxOp::Umax)),
        I::VectorInsert => Rule::Vector(VectorOp::Insert),
        I::VectorExtract => Rule::Vector(VectorOp::Extract),
        I::VectorReverse => Rule::Vector(VectorOp::Reverse),
        I::VectorSplice => Rule::Vector(VectorOp::Splice(SpliceOp::Signed)),
        I::VectorSpliceLeft => Rule::Vector(VectorOp::Splice(SpliceOp::Left)),
        I::VectorSpliceRight => Rule::Vector(VectorOp::Splice(SpliceOp::Right)),
        I::GetActiveLaneMask => Rule::Vector(VectorOp::ActiveLaneMask),
        I::Stepvector => Rule::Vector(VectorOp::Step),
        I::VectorPartialReduceAdd => Rule::Vector(VectorOp::PartialReduceAdd),
        I::VectorCompress => Rule::Vector(VectorOp::Compress),
        I::CttzElts => Rule::Vector(VectorOp::CttzElts),
        I::VectorInterleave2
        | I::VectorInterleave3
        | I::VectorInterleave4
        | I::VectorInterleave5
        | I::VectorInterleave6
        | I::VectorInterleave7
        | I::VectorInterleave8 => Rule::Vector(VectorOp::Interleave),
        I::VectorDeinterleave2 => Rule::Vector(VectorOp::Deinterleave(2)),
        I::VectorDeinterleave3 => Rule::Vector(VectorOp::Deinterleave(3)),
        I::VectorDeinterleave4 => Rule::Vector(VectorOp::Deinterleave(4)),
        I::VectorDeinterleave5 => Rule::Vector(VectorOp::Deinterleave(5)),
        I::VectorDeinterleave6 => Rule::Vector(VectorOp::Deinterleave(6)),
        I::VectorDeinterleave7 => Rule::Vector(VectorOp::Deinterleave(7)),
        I::VectorDeinterleave8 => Rule::Vector(VectorOp::Deinterleave(8)),
        I::IsConstant => Rule::Control(ControlOp::IsConstant),
        I::Assume => Rule::Control(ControlOp::Assume),
        I::SsaCopy => Rule::Control(ControlOp::Copy),
        I::AllowRuntimeCheck | I::AllowUbsanCheck => Rule::Control(ControlOp::EitherTruth),
        I::Donothing
        | I::Sideeffect
        | I::FakeUse
        | I::NoaliasScopeDecl
        | I::DbgDeclare
        | I::DbgValue
        | I::DbgLabel
        | I::DbgAssign
        | I::VarAnnotation
        | I::Prefetch => Rule::NoEffect,
        I::Trap | I::Ubsantrap | I::Debugtrap => Rule::Executor,
        I::VpAdd => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Add))),
        I::VpSub => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Sub))),
        I::VpMul => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Mul))),
        I::VpUdiv => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Udiv))),
        I::VpSdiv => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Sdiv))),
        I::VpUrem => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Urem))),
        I::VpSrem => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Srem))),
        I::VpShl => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Shl))),
        I::VpLshr => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Lshr))),
        I::VpAshr => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Ashr))),
        I::VpAnd => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::And))),
        I::VpOr => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Or))),
        I::VpXor => Rule::Vp(VpOp::Lanes(LaneOp::Binary(BinOp::Xor))),
        I::VpSaddSat => Rule::Vp(VpOp::Lanes(LaneOp::Saturating(SaturatingOp::Sadd))),
        I::VpUaddSat => Rule::Vp(VpOp::Lanes(LaneOp::Saturating(SaturatingOp::Uadd))),
        I::VpSsubSat => Rule::Vp(VpOp::Lanes(LaneOp::Saturating(SaturatingOp::Ssub))),
        I::VpUsubSat => Rule::Vp(VpOp::Lanes(LaneOp::Saturating(SaturatingOp::Usub))),
        I::VpSmin => Rule::Vp(VpOp::Lanes(LaneOp::MinMax(MinMaxOp::Smin))),
        I::VpSmax => Rule::Vp(VpOp::Lanes(LaneOp::MinMax(MinMaxOp::Smax))),
        I::VpUmin => Rule::Vp(VpOp::Lanes(LaneOp::MinMax(MinMaxOp::Umin))),
        I::VpUmax => Rule::Vp(VpOp::Lanes(LaneOp::MinMax(MinMaxOp::Umax))),
        I::VpAbs => Rule::Vp(VpOp::Lanes(LaneOp::Abs)),
        I::VpCtlz => Rule::Vp(VpOp::Lanes(LaneOp::CountZeros(CountOp::Leading))),
        I::VpCttz => Rule::Vp(VpOp::Lanes(LaneOp::CountZeros(CountOp::Trailing))),
        I::VpCtpop => Rule::Vp(VpOp::Lanes(LaneOp::Ctpop)),
        I::VpBswap => Rule::Vp(VpOp::Lanes(LaneOp::Bswap)),
        I::VpBitreverse => Rule::Vp(VpOp::Lanes(LaneOp::Bitreverse)),
        I::VpFshl => Rule::Vp(VpOp::Lanes(LaneOp::Funnel(FunnelOp::Left))),
        I::VpFshr => Rule::Vp(VpOp::Lanes(LaneOp::Funnel(FunnelOp::Right))),
        I::VpTrunc => Rule::Vp(VpOp::Lanes(LaneOp::Cast(CastOp::Trunc))),
        I::VpZext => Rule::Vp(VpOp::Lanes(LaneOp::Cast(CastOp::Zext))),
        I::VpSext => Rule::Vp(VpOp::Lanes(LaneOp::Cast(CastOp::Sext))),
        I::VpReduceAdd => Rule::Vp(VpOp::Reduce(ReduceOp::Add)),
        I::VpReduceMul => Rule::Vp(VpOp::Reduce(ReduceOp::Mul)),
        I::VpReduceAnd => Rule::Vp(VpOp::Reduce(ReduceOp::And)),
        I::VpReduceOr => Rule::Vp(VpOp::Reduce(ReduceOp::Or)),
        I::VpReduceXor => Rule::Vp(VpOp::Reduce(ReduceOp::Xor)),
        I::VpReduceSmin => Rule::Vp(VpOp::Reduce(ReduceOp::MinMax(MinMaxOp::Smin))),
        I::VpReduceSmax => Rule::Vp(VpOp::Reduce(ReduceOp::MinMax(MinMaxOp::Smax))),
        I::VpReduceUmin => Rule::Vp(VpOp::Reduce(ReduceOp::MinMax(MinMaxOp::Umin))),
        I::VpReduceUmax => Rule::Vp(VpOp::Reduce(ReduceOp::MinMax(MinMaxOp::Umax))),
        I::VpIcmp => Rule::Vp(VpOp::Icmp),
        I::VpSelect => Rule::Vp(VpOp::Select),
        I::VpMerge => Rule::Vp(VpOp::Merge),
        I::VpCttzElts => Rule::Vp(VpOp::CttzElts),
        I::X86Sse2PavgW | I::X86Sse2PavgB | I::X86Avx2PavgW | I::X86Avx2PavgB | I::X86Avx512PavgW512 | I::X86Avx512PavgB512 => {
            Rule::X86(X86Op::Average)
        }
        I::X86Sse2PsrlW
        | I::X86Sse2PsrlD
        | I::X86Sse2PsrlQ
        | I::X86Avx2PsrlW
        | I::X86Avx2PsrlD
        | I::X86Avx2PsrlQ
        | I::X86Avx512PsrlW512
        | I::X86Avx512PsrlD512
        | I::X86Avx512PsrlQ512 => Rule::X86(X86Op::Shift(Direction::LogicalRight, Amount::LowQuad)),
        I::X86Sse2PsrliW
        | I::X86Sse2PsrliD
        | I::X86Sse2PsrliQ
        | I::X86Avx2PsrliW
        | I::X86Avx2PsrliD
        | I::X86Avx2PsrliQ
        | I::X86Avx512PsrliW512
        | I::X86Avx512PsrliD512
        | I::X86Avx512PsrliQ512 => Rule::X86(X86Op::Shift(Direction::LogicalRight, Amount::Scalar)),
        I::X86Avx2PsrlvD
        | I::X86Avx2PsrlvD256
        | I::X86Avx2PsrlvQ
        | I::X86Avx2PsrlvQ256
        | I::X86Avx512PsrlvD512
        | I::X86Avx512PsrlvQ512
        | I::X86Avx512PsrlvW128
        | I::X86Avx512PsrlvW256
        | I::X86Avx512PsrlvW512 => Rule::X86(X86Op::Shift(Direction::LogicalRight, Amount::PerLane)),
        I::X86Sse2PsraW
        | I::X86Sse2PsraD
        | I::X86Avx2PsraW
        | I::X86Avx2PsraD
        | I::X86Avx512PsraQ128
        | I::X86Avx512PsraQ256
        | I::X86Avx512PsraW512
        | I::X86Avx512PsraD512
        | I::X86Avx512PsraQ512 => Rule::X86(X86Op::Shift(Direction::ArithmeticRight, Amount::LowQuad)),
        I::X86Sse2PsraiW
        | I::X86Sse2PsraiD
        | I::X86Avx2PsraiW
        | I::X86Avx2PsraiD
        | I::X86Avx512PsraiW512
        | I::X86Avx512PsraiD512
        | I::X86Avx512PsraiQ128
        | I::X86Avx512PsraiQ256
        | I::X86Avx512PsraiQ512 => Rule::X86(X86Op::Shift(Direction::ArithmeticRight, Amount::Scalar)),
        I::X86Avx2PsravD
        | I::X86Avx2PsravD256
        | I::X86Avx512PsravD512
        | I::X86Avx512PsravQ128
        | I::X86Avx512PsravQ256
        | I::X86Avx512PsravQ512
        | I::X86Avx512PsravW128
        | I::X86Avx512PsravW256
        | I::X86Avx512PsravW512 => Rule::X86(X86Op::Shift(Direction::ArithmeticRight, Amount::PerLane)),
        I::X86Sse2PsllW
        | I::X86Sse2PsllD
        | I::X86Sse2PsllQ
        | I::X86Avx2PsllW
        | I::X86Avx2PsllD
        | I::X86Avx2PsllQ
        | I::X86Avx512PsllW512
        | I::X86Avx512PsllD512
        | I::X86Avx512PsllQ512 => Rule::X86(X86Op::Shift(Direction::Left, Amount::LowQuad)),
        I::X86Sse2PslliW
        | I::X86Sse2PslliD
        | I::X86Sse2PslliQ
        | I::X86Avx2PslliW
        | I::X86Avx2PslliD
        | I::X86Avx2PslliQ
        | I::X86Avx512PslliW512
        | I::X86Avx512PslliD512
        | I::X86Avx512PslliQ512 => Rule::X86(X86Op::Shift(Direction::Left, Amount::Scalar)),
        I::X86Avx2PsllvD
        | I::X86Avx2PsllvD256
        | I::X86Avx2PsllvQ
        | I::X86Avx2PsllvQ256
        | I::X86Avx512PsllvD512
        | I::X86Avx512PsllvQ512
        | I::X86Avx512PsllvW128
        | I::X86Avx512PsllvW256
        | I::X86Avx512PsllvW512 => Rule::X86(X86Op::Shift(Direction::Left, Amount::PerLane)),
        I::X86Avx2PshufB | I::X86Avx512PshufB512 | I::X86Ssse3PshufB128 => Rule::X86(X86Op::ShuffleBytes),
        I::X86Avx2PsignB | I::X86Avx2PsignW | I::X86Avx2PsignD | I::X86Ssse3PsignB128 | I::X86Ssse3PsignW128 | I::X86Ssse3PsignD128 => {
            Rule::X86(X86Op::Sign)
        }
        I::X86Avx2PhaddW | I::X86Avx2PhaddD | I::X86Ssse3PhaddW128 | I::X86Ssse3PhaddD128 => Rule::X86(X86Op::Horizontal(PairOp::Add)),
        I::X86Avx2PhaddSw | I::X86Ssse3PhaddSw128 => Rule::X86(X86Op::Horizontal(PairOp::AddSaturating)),
        I::X86Avx2PhsubW | I::X86Avx2PhsubD | I::X86Ssse3PhsubW128 | I::X86Ssse3PhsubD128 => Rule::X86(X86Op::Horizontal(PairOp::Sub)),
        I::X86Avx2PhsubSw | I::X86Ssse3PhsubSw128 => Rule::X86(X86Op::Horizontal(PairOp::SubSaturating)),
        I::X86Sse2PmulhW | I::X86Avx2PmulhW | I::X86Avx512PmulhW512 => Rule::X86(X86Op::MultiplyHigh { signed: true }),
        I::X86Sse2PmulhuW | I::X86Avx2PmulhuW | I::X86Avx512PmulhuW512 => Rule::X86(X86Op::MultiplyHigh { signed: false }),
        I::X86Sse2PmaddWd | I::X86Avx2PmaddWd | I::X86Avx512PmaddwD512 => Rule::X86(X86Op::MultiplyAddWords),
        I::X86Avx2PmaddUbSw | I::X86Avx512PmaddubsW512 | I::X86Ssse3PmaddUbSw128 => Rule::X86(X86Op::MultiplyAddBytes),
        I::X86Sse2Packsswb128
        | I::X86Sse2Packssdw128
        | I::X86Avx2Packsswb
        | I::X86Avx2Packssdw
        | I::X86Avx512Packsswb512
        | I::X86Avx512Packssdw512 => Rule::X86(X86Op::Pack { signed: true }),
        I::X86Sse2Packuswb128
        | I::X86Avx2Packuswb
        | I::X86Avx2Packusdw
        | I::X86Avx512Packuswb512
        | I::X86Avx512Packusdw512
        | I::X86Sse41Packusdw => Rule::X86(X86Op::Pack { signed: false }),
        I::X86Sse2PsadBw | I::X86Avx2PsadBw | I::X86Avx512PsadBw512 => Rule::X86(X86Op::SumAbsoluteDifferences),
        I::X86Avx2Pblendvb => Rule::X86(X86Op::BlendBytes),
        I::X86Avx512PternlogD128
        | I::X86Avx512PternlogD256
        | I::X86Avx512PternlogD512
        | I::X86Avx512PternlogQ128
        | I::X86Avx512PternlogQ256
        | I::X86Avx512PternlogQ512 => Rule::X86(X86Op::TernaryLogic),
        // Floating point.
        I::ArithmeticFence => Rule::Control(ControlOp::Copy),
        I::Fabs => Rule::Float(FloatOp::Fabs),
        I::Copysign => Rule::Float(FloatOp::Copysign),
        I::Canonicalize => Rule::Float(FloatOp::Canonicalize),
        I::Sqrt => Rule::Float(FloatOp::Sqrt),
        I::Fma => Rule::Float(FloatOp::Fma),
        I::Fmuladd => Rule::Float(FloatOp::Fmuladd),
        I::Minnum => Rule::Float(FloatOp::MinMax(MINNUM)),
        I::Maxnum => Rule::Float(FloatOp::MinMax(MAXNUM)),
        I::Minimum => Rule::Float(FloatOp::MinMax(MINIMUM)),
        I::Maximum => Rule::Float(FloatOp::MinMax(MAXIMUM)),
        I::Minimumnum => Rule::Float(FloatOp::MinMax(MINIMUMNUM)),
        I::Maximumnum => Rule::Float(FloatOp::MinMax(MAXIMUMNUM)),
        I::Floor => Rule::Float(FloatOp::Integral(Rm::TowardNegative)),
        I::Ceil => Rule::Float(FloatOp::Integral(Rm::TowardPositive)),
        I::Trunc => Rule::Float(FloatOp::Integral(Rm::TowardZero)),
        I::Rint | I::Nearbyint | I::Roundeven => Rule::Float(FloatOp::Integral(Rm::NearestTiesToEven)),
        I::Round => Rule::Float(FloatOp::Integral(Rm::NearestTiesToAway)),
        I::IsFpclass => Rule::Float(FloatOp::IsFpclass),
        I::Ldexp => Rule::Float(FloatOp::Ldexp),
        I::Frexp => Rule::Float(FloatOp::Frexp),
        I::Lrint | I::Llrint => Rule::Float(FloatOp::Integer(Rm::NearestTiesToEven)),
        I::Lround | I::Llround => Rule::Float(FloatOp::Integer(Rm::NearestTiesToAway)),
        I::Powi => Rule::Float(FloatOp::Powi),
        I::FptosiSat => Rule::Float(FloatOp::ToIntSat { signed: true }),
        I::FptouiSat => Rule::Float(FloatOp::ToIntSat { signed: false }),
        I::FptruncRound => Rule::Float(FloatOp::TruncRound),
        I::VectorReduceFadd => Rule::Float(FloatOp::Reduce(Arith::Add)),
        I::VectorReduceFmul => Rule::Float(FloatOp::Reduce(Arith::Mul)),
        I::VectorReduceFmin => Rule::Float(FloatOp::ReduceMinMax(MINNUM)),
        I::VectorReduceFmax => Rule::Float(FloatOp::ReduceMinMax(MAXNUM)),
        I::VectorReduceFminimum => Rule::Float(FloatOp::ReduceMinMax(MINIMUM)),
        I::VectorReduceFmaximum => Rule::Float(FloatOp::ReduceMinMax(MAXIMUM)),
        I::ConstrainedFadd => Rule::Float(FloatOp::Constrained(ConstrainedOp::Arith(Arith::Add))),
        I::ConstrainedFsub => Rule::Float(FloatOp::Constrained(ConstrainedOp::Arith(Arith::Sub))),
        I::ConstrainedFmul => Rule::Float(FloatOp::Constrained(ConstrainedOp::Arith(Arith::Mul))),
        I::ConstrainedFdiv => Rule::Float(FloatOp::Constrained(ConstrainedOp::Arith(Arith::Div))),
        I::ConstrainedFrem => Rule::Float(FloatOp::Constrained(ConstrainedOp::Arith(Arith::Rem))),
        I::ConstrainedSqrt => Rule::Float(FloatOp::Constrained(ConstrainedOp::Sqrt)),
        I::ConstrainedFma => Rule::Float(FloatOp::Constrained(ConstrainedOp::Fma)),
        I::ConstrainedFmuladd => Rule::Float(FloatOp::Constrained(ConstrainedOp::Fmuladd)),
        I::ConstrainedFcmp | I::ConstrainedFcmps => Rule::Float(FloatOp::Constrained(ConstrainedOp::Fcmp)),
        I::ConstrainedCeil => Rule::Float(FloatOp::Constrained(ConstrainedOp::Integral(Some(Rm::TowardPositive)))),
        I::ConstrainedFloor => Rule::Float(FloatOp::Constrained(ConstrainedOp::Integral(Some(Rm::TowardNegative)))),
        I::ConstrainedTrunc => Rule::Float(FloatOp::Constrained(ConstrainedOp::Integral(Some(Rm::TowardZero)))),
        I::ConstrainedRound => Rule::Float(FloatOp::Constrained(ConstrainedOp::Integral(Some(Rm::NearestTiesToAway)))),
        I::ConstrainedRoundeven => Rule::Float(FloatOp::Constrained(ConstrainedOp::Integral(Some(Rm::NearestTiesToEven)))),
        I::ConstrainedRint | I::ConstrainedNearbyint => Rule::Float(FloatOp::Constrained(ConstrainedOp::Integral(None))),
        I::ConstrainedLrint | I::ConstrainedLlrint => Rule::Float(FloatOp::Constrained(ConstrainedOp::Integer(None))),
        I::ConstrainedLround | I::ConstrainedLlround => {
            Rule::Float(FloatOp::Constrained(ConstrainedOp::Integer(Some(Rm::NearestTiesToAway))))
        }
        I::ConstrainedFptosi => Rule::Float(FloatOp::Constrained(ConstrainedOp::ToInt { signed: true })),
        I::ConstrainedFptoui => Rule::Float(FloatOp::Constrained(ConstrainedOp::ToInt { signed: false })),
        I::ConstrainedSitofp => Rule::Float(FloatOp::Constrained(ConstrainedOp::FromInt { signed: true })),
        I::ConstrainedUitofp => Rule::Float(FloatOp::Constrained(ConstrainedOp::FromInt { signed: false })),
        I::ConstrainedFptrunc => Rule::Float(FloatOp::Constrained(ConstrainedOp::Trunc)),
        I::ConstrainedFpext => Rule::Float(FloatOp::Constrained(ConstrainedOp::Ext)),
        I::ConstrainedMinnum => Rule::Float(FloatOp::Constrained(ConstrainedOp::MinMax(MINNUM))),
        I::ConstrainedMaxnum => Rule::Float(FloatOp::Constrained(ConstrainedOp::MinMax(MAXNUM))),
        I::ConstrainedMinimum => Rule::Float(FloatOp::Constrained(ConstrainedOp::MinMax(MINIMUM))),
        I::ConstrainedMaximum => Rule::Float(FloatOp::Constrained(ConstrainedOp::MinMax(MAXIMUM))),
        I::ConstrainedLdexp => Rule::Float(FloatOp::Constrained(ConstrainedOp::Ldexp)),
        // Functions of the mathematical library, the environment's state, and predicated floating point.
        I::Modf
        | I::VectorPartialReduceFadd
        | I::Sin
        | I::Cos
        | I::Tan
        | I::Asin
        | I::Acos
        | I::Atan
        | I::Atan2
        | I::Sinh
        | I::Cosh
        | I::Tanh
        | I::Sincos
        | I::Sincospi
        | I::Pow
        | I::Exp
        | I::Exp2
        | I::Exp10
        | I::Log
        | I::Log2
        | I::Log10
        | I::ConvertFromFp16
        | I::ConvertToFp16
        | I::GetRounding
        | I::SetRounding
        | I::GetFpenv
        | I::SetFpenv
        | I::ResetFpenv
        | I::GetFpmode
        | I::SetFpmode
        | I::ResetFpmode
        | I::ConstrainedAcos
        | I::ConstrainedAsin
        | I::ConstrainedAtan
        | I::ConstrainedAtan2
        | I::ConstrainedCos
        | I::ConstrainedCosh
        | I::ConstrainedExp
        | I::ConstrainedExp2
        | I::ConstrainedLog
        | I::ConstrainedLog10
        | I::ConstrainedLog2
        | I::ConstrainedPow
        | I::ConstrainedPowi
        | I::ConstrainedSin
        | I::ConstrainedSinh
        | I::ConstrainedTan
        | I::ConstrainedTanh
        | I::VpCeil
        | I::VpCopysign
        | I::VpFabs
        | I::VpFadd
        | I::VpFcmp
        | I::VpFdiv
        | I::VpFloor
        | I::VpFma
        | I::VpFmul
        | I::VpFmuladd
        | I::VpFneg
        | I::VpFpext
        | I::VpFptosi
        | I::VpFptoui
        | I::VpFptrunc
        | I::VpFrem
        | I::VpFsub
        | I::VpIsFpclass
        | I::VpLlrint
        | I::VpLrint
        | I::VpMaximum
        | I::VpMaxnum
        | I::VpMinimum
        | I::VpMinnum
        | I::VpNearbyint
        | I::VpReduceFadd
        | I::VpReduceFmax
        | I::VpReduceFmaximum
        | I::VpReduceFmin
        | I::VpReduceFminimum
        | I::VpReduceFmul
        | I::VpRint
        | I::VpRound
        | I::VpRoundeven
        | I::VpRoundtozero
        | I::VpSitofp
        | I::VpSqrt
        | I::VpUitofp => Rule::Unmodelled,
        // Memory, pointers, scalable vectors, targets and profiling.
        I::GetVectorLength
        | I::Vscale
        | I::Guard
        | I::WidenableCondition
        | I::Deoptimize
        | I::Annotation
        | I::PtrAnnotation
        | I::Pseudoprobe
        | I::InstrprofIncrement
        | I::InstrprofIncrementStep
        | I::InstrprofValueProfile
        | I::InstrprofCover
        | I::TypeTest
        | I::PublicTypeTest
        | I::EhTypeidFor
        | I::CallbrLandingpad
        | I::Readcyclecounter
        | I::Readsteadycounter
        | I::ThreadPointer
        | I::Localescape
        | I::Localrecover
        | I::Memset
        | I::MemsetInline
        | I::Memcpy
        | I::MemcpyInline
        | I::Memmove
        | I::MemcpyElementUnorderedAtomic
        | I::MemmoveElementUnorderedAtomic
        | I::MemsetElementUnorderedAtomic
        | I::MemsetPattern
        | I::LifetimeStart
        | I::LifetimeEnd
        | I::InvariantStart
        | I::InvariantEnd
        | I::LaunderInvariantGroup
        | I::StripInvariantGroup
        | I::Ptrmask
        | I::Objectsize
        | I::Vastart
        | I::Vaend
        | I::Vacopy
        | I::Stacksave
        | I::Stackrestore
        | I::LoadRelative
        | I::ThreadlocalAddress
        | I::Frameaddress
        | I::Returnaddress
        | I::MaskedLoad
        | I::MaskedStore
        | I::MaskedGather
        | I::MaskedScatter
        | I::MaskedExpandload
        | I::MaskedCompressstore
        | I::VpGather
        | I::VpInttoptr
        | I::VpLoad
        | I::VpLoadFf
        | I::VpPtrtoint
        | I::VpScatter
        | I::VpStore
        | I::VpReverse
        | I::VpSplice
        | I::VpStridedLoad
        | I::VpStridedStore => Rule::Unmodelled,
    }
}
