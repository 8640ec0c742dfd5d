//! The vocabulary of rules: operations, functions of constants, predicates. One line each.

/// Which types an operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Integers and vectors of integers.
    Int,
    /// Floating-point numbers and vectors of them.
    Float,
}

/// How the types of operands and result hang together, and how the operation is written in LLVM's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `T op T → T`, an instruction.
    Binary(Class),
    /// `op T → T`, an instruction.
    Unary(Class),
    /// `n × T → T`, an intrinsic.
    Same(Class, u8),
    /// `T, i1 → T`, an intrinsic.
    WithFlag,
    /// `T, T → {T, i1}`, an intrinsic.
    Overflow,
    /// `R op T, T`, an intrinsic whose result type is free.
    ThreeWay,
    /// `T, T, i32 → T`, an intrinsic.
    FixedPoint,
    /// `<n x T> → T`, an intrinsic.
    Reduce(Class),
    /// `T → {T, i32}`, an intrinsic.
    Frexp,
    /// A cast.
    Cast(CastShape),
    /// `icmp`
    Icmp,
    /// `fcmp`
    Fcmp,
    /// `select`
    Select,
    /// `freeze`
    Freeze,
    /// `extractelement`
    ExtractElement,
    /// `insertelement`
    InsertElement,
    /// `shufflevector`
    Shuffle,
    /// `extractvalue`
    ExtractValue,
    /// `insertvalue`
    InsertValue,
}

/// What a cast does to widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastShape {
    /// Integer to a wider integer.
    Widen,
    /// Integer to a narrower integer.
    Narrow,
    /// `ZExtOrTrunc`: one of `zext`, `trunc`, and nothing, by the widths.
    WidenOrNarrow,
    /// Float to integer.
    FloatToInt,
    /// Integer to float.
    IntToFloat,
    /// Float to a wider float.
    FloatWiden,
    /// Float to a narrower float.
    FloatNarrow,
    /// Same number of bits.
    Bits,
}

/// An operation of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// Its name in rules.
    pub name: &'static str,
    /// Its name in LLVM's text: an opcode, or an intrinsic's without `llvm.` and type suffix.
    pub llvm: &'static str,
    /// Types.
    pub shape: Shape,
}

const fn op(name: &'static str, shape: Shape) -> Op {
    Op { name, llvm: name, shape }
}

const fn call(name: &'static str, llvm: &'static str, shape: Shape) -> Op {
    Op { name, llvm, shape }
}

use Class::{Float, Int};
use Shape::{Binary, Cast, FixedPoint, Overflow, Reduce, Same, ThreeWay, Unary, WithFlag};

/// Every operation.
pub const OPS: &[Op] = &[
    op("add", Binary(Int)),
    op("sub", Binary(Int)),
    op("mul", Binary(Int)),
    op("udiv", Binary(Int)),
    op("sdiv", Binary(Int)),
    op("urem", Binary(Int)),
    op("srem", Binary(Int)),
    op("shl", Binary(Int)),
    op("lshr", Binary(Int)),
    op("ashr", Binary(Int)),
    op("and", Binary(Int)),
    op("or", Binary(Int)),
    op("xor", Binary(Int)),
    op("fadd", Binary(Float)),
    op("fsub", Binary(Float)),
    op("fmul", Binary(Float)),
    op("fdiv", Binary(Float)),
    op("frem", Binary(Float)),
    op("fneg", Unary(Float)),
    call("sadd_sat", "sadd.sat", Same(Int, 2)),
    call("uadd_sat", "uadd.sat", Same(Int, 2)),
    call("ssub_sat", "ssub.sat", Same(Int, 2)),
    call("usub_sat", "usub.sat", Same(Int, 2)),
    call("sshl_sat", "sshl.sat", Same(Int, 2)),
    call("ushl_sat", "ushl.sat", Same(Int, 2)),
    call("sadd_overflow", "sadd.with.overflow", Overflow),
    call("uadd_overflow", "uadd.with.overflow", Overflow),
    call("ssub_overflow", "ssub.with.overflow", Overflow),
    call("usub_overflow", "usub.with.overflow", Overflow),
    call("smul_overflow", "smul.with.overflow", Overflow),
    call("umul_overflow", "umul.with.overflow", Overflow),
    call("umin", "umin", Same(Int, 2)),
    call("umax", "umax", Same(Int, 2)),
    call("smin", "smin", Same(Int, 2)),
    call("smax", "smax", Same(Int, 2)),
    call("abs", "abs", WithFlag),
    call("ctlz", "ctlz", WithFlag),
    call("cttz", "cttz", WithFlag),
    call("ucmp", "ucmp", ThreeWay),
    call("scmp", "scmp", ThreeWay),
    call("fshl", "fshl", Same(Int, 3)),
    call("fshr", "fshr", Same(Int, 3)),
    call("smul_fix", "smul.fix", FixedPoint),
    call("umul_fix", "umul.fix", FixedPoint),
    call("smul_fix_sat", "smul.fix.sat", FixedPoint),
    call("umul_fix_sat", "umul.fix.sat", FixedPoint),
    call("bswap", "bswap", Same(Int, 1)),
    call("bitreverse", "bitreverse", Same(Int, 1)),
    call("ctpop", "ctpop", Same(Int, 1)),
    call("fabs", "fabs", Same(Float, 1)),
    call("fma", "fma", Same(Float, 3)),
    call("fmax", "maxnum", Same(Float, 2)),
    call("fmin", "minnum", Same(Float, 2)),
    call("fmaximum", "maximum", Same(Float, 2)),
    call("fminimum", "minimum", Same(Float, 2)),
    call("fmaximumnum", "maximumnum", Same(Float, 2)),
    call("fminimumnum", "minimumnum", Same(Float, 2)),
    call("frexp", "frexp", Shape::Frexp),
    call("reduce_add", "vector.reduce.add", Reduce(Int)),
    call("reduce_mul", "vector.reduce.mul", Reduce(Int)),
    call("reduce_and", "vector.reduce.and", Reduce(Int)),
    call("reduce_or", "vector.reduce.or", Reduce(Int)),
    call("reduce_xor", "vector.reduce.xor", Reduce(Int)),
    call("reduce_smax", "vector.reduce.smax", Reduce(Int)),
    call("reduce_smin", "vector.reduce.smin", Reduce(Int)),
    call("reduce_umax", "vector.reduce.umax", Reduce(Int)),
    call("reduce_umin", "vector.reduce.umin", Reduce(Int)),
    call("reduce_fmax", "vector.reduce.fmax", Reduce(Float)),
    call("reduce_fmin", "vector.reduce.fmin", Reduce(Float)),
    call("reduce_fmaximum", "vector.reduce.fmaximum", Reduce(Float)),
    call("reduce_fminimum", "vector.reduce.fminimum", Reduce(Float)),
    op("zext", Cast(CastShape::Widen)),
    op("sext", Cast(CastShape::Widen)),
    op("trunc", Cast(CastShape::Narrow)),
    op("ZExtOrTrunc", Cast(CastShape::WidenOrNarrow)),
    op("fptosi", Cast(CastShape::FloatToInt)),
    op("fptoui", Cast(CastShape::FloatToInt)),
    op("sitofp", Cast(CastShape::IntToFloat)),
    op("uitofp", Cast(CastShape::IntToFloat)),
    op("fpext", Cast(CastShape::FloatWiden)),
    op("fptrunc", Cast(CastShape::FloatNarrow)),
    op("bitcast", Cast(CastShape::Bits)),
    op("icmp", Shape::Icmp),
    op("fcmp", Shape::Fcmp),
    op("select", Shape::Select),
    op("freeze", Shape::Freeze),
    op("extractelement", Shape::ExtractElement),
    op("insertelement", Shape::InsertElement),
    op("shufflevector", Shape::Shuffle),
    op("extractvalue", Shape::ExtractValue),
    op("insertvalue", Shape::InsertValue),
];

/// Words that start an operation which is read but not modelled; `call` is, in its plain form.
pub const OPAQUE: &[&str] = &["alloca", "load", "store", "getelementptr", "call", "ptrtoint", "inttoptr", "ffs", "phi", "switch"];

/// Functions of constants. Values are exact in the width of their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named after the functions")]
pub enum ConstFn {
    Abs,
    NumSignBits,
    KnownOneBits,
    KnownZeroBits,
    LeadingZeros,
    TrailingZeros,
    Log2,
    Shl,
    Lshr,
    Ashr,
    Smax,
    Smin,
    Umax,
    Umin,
    Sext,
    Zext,
    Trunc,
    Width,
}

/// How the types of a function of constants hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FnShape {
    /// All the same.
    Same,
    /// The result has its own type.
    Free,
    /// The result is wider.
    Widen,
    /// The result is narrower.
    Narrow,
    /// The argument may have any type, its value does not matter.
    TypeOnly,
}

impl ConstFn {
    /// Name, number of arguments, types.
    pub const ALL: &'static [(ConstFn, &'static str, usize, FnShape)] = &[
        (ConstFn::Abs, "abs", 1, FnShape::Same),
        (ConstFn::NumSignBits, "ComputeNumSignBits", 1, FnShape::Free),
        (ConstFn::KnownOneBits, "computeKnownOneBits", 1, FnShape::Same),
        (ConstFn::KnownZeroBits, "computeKnownZeroBits", 1, FnShape::Same),
        (ConstFn::LeadingZeros, "countLeadingZeros", 1, FnShape::Free),
        (ConstFn::TrailingZeros, "countTrailingZeros", 1, FnShape::Free),
        (ConstFn::Log2, "log2", 1, FnShape::Free),
        (ConstFn::Shl, "shl", 2, FnShape::Same),
        (ConstFn::Lshr, "lshr", 2, FnShape::Same),
        (ConstFn::Ashr, "ashr", 2, FnShape::Same),
        (ConstFn::Smax, "max", 2, FnShape::Same),
        (ConstFn::Smax, "smax", 2, FnShape::Same),
        (ConstFn::Smin, "min", 2, FnShape::Same),
        (ConstFn::Smin, "smin", 2, FnShape::Same),
        (ConstFn::Umax, "umax", 2, FnShape::Same),
        (ConstFn::Umin, "umin", 2, FnShape::Same),
        (ConstFn::Sext, "sext", 1, FnShape::Widen),
        (ConstFn::Zext, "zext", 1, FnShape::Widen),
        (ConstFn::Trunc, "trunc", 1, FnShape::Narrow),
        (ConstFn::Width, "width", 1, FnShape::TypeOnly),
    ];

    /// The function with this name, and its number of arguments.
    #[must_use]
    pub fn from_name(name: &str) -> Option<(ConstFn, usize)> {
        ConstFn::ALL.iter().find(|(_, n, ..)| *n == name).map(|(f, _, arity, _)| (*f, *arity))
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ConstFn::ALL.iter().find(|(f, ..)| *f == self).map_or("", |(_, name, ..)| name)
    }

    /// The types.
    #[must_use]
    pub fn shape(self) -> FnShape {
        ConstFn::ALL.iter().find(|(f, ..)| *f == self).map_or(FnShape::Same, |(.., shape)| *shape)
    }

    /// Whether it is an analysis: of a register, it knows something that is true, not everything.
    #[must_use]
    pub fn is_analysis(self) -> bool {
        matches!(self, ConstFn::NumSignBits | ConstFn::KnownOneBits | ConstFn::KnownZeroBits)
    }
}

/// Predicates of preconditions: exact on constants, must-analyses on registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named after the predicates")]
pub enum PredFn {
    IsPowerOf2,
    IsPowerOf2OrZero,
    IsSignBit,
    IsShiftedMask,
    MaskedValueIsZero,
    NoSignedAdd,
    NoUnsignedAdd,
    NoSignedSub,
    NoUnsignedSub,
    NoSignedMul,
    NoUnsignedMul,
    NoSignedShl,
    NoUnsignedShl,
    CannotBeNegative,
    IsConstant,
    HasOneUse,
    EquivalentAddresses,
}

impl PredFn {
    /// Name and number of arguments.
    pub const ALL: &'static [(PredFn, &'static str, usize)] = &[
        (PredFn::IsPowerOf2, "isPowerOf2", 1),
        (PredFn::IsPowerOf2OrZero, "isPowerOf2OrZero", 1),
        (PredFn::IsSignBit, "isSignBit", 1),
        (PredFn::IsShiftedMask, "isShiftedMask", 1),
        (PredFn::MaskedValueIsZero, "MaskedValueIsZero", 2),
        (PredFn::NoSignedAdd, "WillNotOverflowSignedAdd", 2),
        (PredFn::NoUnsignedAdd, "WillNotOverflowUnsignedAdd", 2),
        (PredFn::NoSignedSub, "WillNotOverflowSignedSub", 2),
        (PredFn::NoUnsignedSub, "WillNotOverflowUnsignedSub", 2),
        (PredFn::NoSignedMul, "WillNotOverflowSignedMul", 2),
        (PredFn::NoUnsignedMul, "WillNotOverflowUnsignedMul", 2),
        (PredFn::NoSignedShl, "WillNotOverflowSignedShl", 2),
        (PredFn::NoUnsignedShl, "WillNotOverflowUnsignedShl", 2),
        (PredFn::CannotBeNegative, "CannotBeNegative", 1),
        (PredFn::IsConstant, "isConstant", 1),
        (PredFn::HasOneUse, "hasOneUse", 1),
        (PredFn::EquivalentAddresses, "equivalentAddressValues", 2),
    ];

    /// The predicate with this name, and its number of arguments.
    #[must_use]
    pub fn from_name(name: &str) -> Option<(PredFn, usize)> {
        PredFn::ALL.iter().find(|(_, n, _)| *n == name).map(|(f, _, arity)| (*f, *arity))
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        PredFn::ALL.iter().find(|(f, ..)| *f == self).map_or("", |(_, name, _)| name)
    }
}
