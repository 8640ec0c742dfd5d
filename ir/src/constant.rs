//! Constants (LangRef, "Constants" and "Constant Expressions").

use std::sync::Arc;

use num_bigint::BigUint;

use crate::flags::Flags;
use crate::inst::{BinOp, CastOp};
use crate::types::Type;

/// The bits of an integer or floating-point literal, unsigned, already wrapped to the width of its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntValue {
    /// Fits 64 bits.
    Small(u64),
    /// Does not fit 64 bits.
    Big(Box<BigUint>),
}

impl IntValue {
    /// The value as a big integer.
    #[must_use]
    pub fn to_biguint(&self) -> BigUint {
        match self {
            IntValue::Small(v) => BigUint::from(*v),
            IntValue::Big(v) => (**v).clone(),
        }
    }

    /// The canonical form of a big integer.
    #[must_use]
    pub fn from_biguint(value: BigUint) -> IntValue {
        match u64::try_from(&value) {
            Ok(small) => IntValue::Small(small),
            Err(_) => IntValue::Big(Box::new(value)),
        }
    }

    /// The value when it fits 64 bits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            IntValue::Small(v) => Some(*v),
            IntValue::Big(_) => None,
        }
    }
}

/// A constant with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    /// Type of the constant.
    pub ty: Type,
    /// What it is.
    pub kind: ConstKind,
}

/// The forms of constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstKind {
    /// An integer (or byte), wrapped to its width.
    Int(IntValue),
    /// A floating-point value as its bit pattern (`ppc_fp128`: high double in the low 64 bits as in LLVM's `0xM` form).
    Float(IntValue),
    /// `null`
    Null,
    /// `none` (token)
    None,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// `zeroinitializer`
    Zero,
    /// Elements of a vector, array or struct, in order.
    Aggregate(Vec<Arc<Constant>>),
    /// `c"…"`: the bytes of an `[N x i8]`.
    Bytes(Arc<[u8]>),
    /// `splat (T v)`: every lane is the constant.
    Splat(Arc<Constant>),
    /// `@name`
    Global(Arc<str>),
    /// `blockaddress(@function, %block)`
    BlockAddress {
        /// The function's name.
        function: Arc<str>,
        /// The block's name (numbered blocks: the number).
        block: Arc<str>,
    },
    /// `dso_local_equivalent @name`
    DsoLocalEquivalent(Arc<str>),
    /// `no_cfi @name`
    NoCfi(Arc<str>),
    /// `ptrauth (ptr @p, i32 key, i64 disc, ptr addrdisc, …)`: the operands in order.
    PtrAuth(Vec<Arc<Constant>>),
    /// A constant expression.
    Expr(Box<ConstExpr>),
}

/// Constant expressions, including those that today's LLVM no longer forms but older text contains.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstExpr {
    /// A binary operation.
    Binary {
        /// Operation.
        op: BinOp,
        /// Flags.
        flags: Flags,
        /// Operands.
        args: [Arc<Constant>; 2],
    },
    /// A cast to the constant's type.
    Cast {
        /// Operation.
        op: CastOp,
        /// Flags.
        flags: Flags,
        /// Operand.
        arg: Arc<Constant>,
    },
    /// `getelementptr`
    Gep {
        /// Source element type.
        elem_ty: Type,
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
        /// `inrange(start, end)`, as signed numbers.
        inrange: Option<(i64, i64)>,
        /// Base, then the indices.
        args: Vec<Arc<Constant>>,
    },
    /// `icmp`
    Icmp {
        /// Predicate.
        pred: crate::inst::IntPred,
        /// Operands.
        args: [Arc<Constant>; 2],
    },
    /// `fcmp`
    Fcmp {
        /// Predicate.
        pred: crate::inst::FloatPred,
        /// Operands.
        args: [Arc<Constant>; 2],
    },
    /// `select`
    Select {
        /// Condition, true value, false value.
        args: [Arc<Constant>; 3],
    },
    /// `extractelement`
    ExtractElement {
        /// Vector, index.
        args: [Arc<Constant>; 2],
    },
    /// `insertelement`
    InsertElement {
        /// Vector, element, index.
        args: [Arc<Constant>; 3],
    },
    /// `shufflevector`
    ShuffleVector {
        /// The two vectors.
        args: [Arc<Constant>; 2],
        /// Lane numbers; `None` is a poison lane.
        mask: Vec<Option<u32>>,
    },
    /// `fneg`
    Fneg {
        /// Operand.
        arg: Arc<Constant>,
    },
    /// `extractvalue`
    ExtractValue {
        /// Aggregate.
        agg: Arc<Constant>,
        /// Path.
        indices: Vec<u32>,
    },
    /// `insertvalue`
    InsertValue {
        /// Aggregate, element.
        args: [Arc<Constant>; 2],
        /// Path.
        indices: Vec<u32>,
    },
}

impl Constant {
    /// An integer constant of width `bits`; the value must already fit.
    #[must_use]
    pub fn int(bits: u32, value: u64) -> Constant {
        Constant { ty: Type::Int(bits), kind: ConstKind::Int(IntValue::Small(value)) }
    }

    /// `poison` of a type.
    #[must_use]
    pub fn poison(ty: Type) -> Constant {
        Constant { ty, kind: ConstKind::Poison }
    }

    /// `undef` of a type.
    #[must_use]
    pub fn undef(ty: Type) -> Constant {
        Constant { ty, kind: ConstKind::Undef }
    }
}
