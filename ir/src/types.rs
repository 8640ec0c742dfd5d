//! LLVM's types (LangRef, "Type System"). Pointers are opaque; typed pointers exist only while old text is read.

use std::fmt;
use std::sync::Arc;

/// The binary floating-point types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// `half`, IEEE binary16.
    Half,
    /// `bfloat`, 8 exponent and 7 fraction bits.
    BFloat,
    /// `float`, IEEE binary32.
    Float,
    /// `double`, IEEE binary64.
    Double,
    /// `fp128`, IEEE binary128.
    Fp128,
    /// `x86_fp80`, the x87 extended format.
    X86Fp80,
    /// `ppc_fp128`, a pair of doubles.
    PpcFp128,
    /// A small IEEE 754-like binary format: one sign bit, these exponent and fraction bits. No text names it; a pair is
    /// re-instantiated at it so that all its inputs can be enumerated.
    Tiny {
        /// Bits of the biased exponent.
        exp_bits: u8,
        /// Bits of the stored fraction.
        frac_bits: u8,
    },
}

impl FloatKind {
    /// Width of the bit pattern in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
            FloatKind::Tiny { exp_bits, frac_bits } => 1 + exp_bits as u32 + frac_bits as u32,
        }
    }

    /// The keyword of the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::Fp128 => "fp128",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::PpcFp128 => "ppc_fp128",
            FloatKind::Tiny { .. } => "tiny float",
        }
    }
}

/// A type. Compound types share their parts, so clones are cheap and equality is structural
/// (except for named structs, which are equal by name as in LLVM).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// `x86_amx`
    X86Amx,
    /// `iN`, 1 ≤ N ≤ 2^23
    Int(u32),
    /// `bN`, LLVM 23's byte types, 1 ≤ N ≤ 2^23
    Byte(u32),
    /// A floating-point type.
    Float(FloatKind),
    /// `ptr addrspace(N)`
    Ptr {
        /// Address space, 0 for plain `ptr`.
        addrspace: u32,
    },
    /// `<N x T>` or `<vscale x N x T>`
    Vector {
        /// Whether the length is a multiple of `vscale`.
        scalable: bool,
        /// (Minimum) number of lanes.
        len: u64,
        /// Lane type: integer, floating point or pointer.
        elem: Arc<Type>,
    },
    /// `[N x T]`
    Array {
        /// Number of elements.
        len: u64,
        /// Element type.
        elem: Arc<Type>,
    },
    /// A literal struct.
    Struct(Arc<StructType>),
    /// A named struct; its body is in [`crate::Module::types`].
    Named(Arc<str>),
    /// `target("name", types…, integers…)`
    Target(Arc<TargetType>),
    /// A function type.
    Func(Arc<FuncType>),
}

/// Body of a struct type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructType {
    /// `<{ … }>`: no padding.
    pub packed: bool,
    /// Field types in order.
    pub fields: Vec<Type>,
}

/// A target extension type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TargetType {
    /// Name in the quotes.
    pub name: Arc<str>,
    /// Type parameters.
    pub types: Vec<Type>,
    /// Integer parameters.
    pub ints: Vec<u32>,
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FuncType {
    /// Return type.
    pub ret: Type,
    /// Parameter types.
    pub params: Vec<Type>,
    /// Whether more arguments may follow.
    pub vararg: bool,
}

impl Type {
    /// `ptr` in address space 0.
    pub const PTR: Type = Type::Ptr { addrspace: 0 };
    /// `i1`
    pub const I1: Type = Type::Int(1);

    /// A fixed vector `<len x elem>`.
    #[must_use]
    pub fn vector(len: u64, elem: Type) -> Type {
        Type::Vector { scalable: false, len, elem: Arc::new(elem) }
    }

    /// An array `[len x elem]`.
    #[must_use]
    pub fn array(len: u64, elem: Type) -> Type {
        Type::Array { len, elem: Arc::new(elem) }
    }

    /// A literal struct that is not packed.
    #[must_use]
    pub fn structure(fields: Vec<Type>) -> Type {
        Type::Struct(Arc::new(StructType { packed: false, fields }))
    }

    /// The lane type of a vector, or the type itself.
    #[must_use]
    pub fn scalar(&self) -> &Type {
        match self {
            Type::Vector { elem, .. } => elem,
            other => other,
        }
    }

    /// Number of lanes when this is a fixed vector.
    #[must_use]
    pub fn lanes(&self) -> Option<u64> {
        match self {
            Type::Vector { scalable: false, len, .. } => Some(*len),
            _ => None,
        }
    }

    /// The same shape (scalar or vector) with another lane type.
    #[must_use]
    pub fn with_scalar(&self, scalar: Type) -> Type {
        match self {
            Type::Vector { scalable, len, .. } => Type::Vector { scalable: *scalable, len: *len, elem: Arc::new(scalar) },
            _ => scalar,
        }
    }

    /// Whether this is `iN`.
    #[must_use]
    pub fn is_int(&self) -> bool {
        matches!(self, Type::Int(_))
    }

    /// Whether this is a vector, fixed or scalable.
    #[must_use]
    pub fn is_vector(&self) -> bool {
        matches!(self, Type::Vector { .. })
    }

    /// Whether this is a pointer.
    #[must_use]
    pub fn is_ptr(&self) -> bool {
        matches!(self, Type::Ptr { .. })
    }

    /// Whether this is a floating-point type.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self, Type::Float(_))
    }

    /// Whether this is an array or a struct.
    #[must_use]
    pub fn is_aggregate(&self) -> bool {
        matches!(self, Type::Array { .. } | Type::Struct(_) | Type::Named(_))
    }

    /// Whether values of the type can be results and operands (not `void`, not a function type).
    #[must_use]
    pub fn is_first_class(&self) -> bool {
        !matches!(self, Type::Void | Type::Func(_))
    }

    /// Width in bits of an integer, byte or floating-point scalar.
    #[must_use]
    pub fn scalar_bits(&self) -> Option<u32> {
        match self.scalar() {
            Type::Int(n) | Type::Byte(n) => Some(*n),
            Type::Float(k) => Some(k.bits()),
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    /// LLVM's own syntax.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Label => f.write_str("label"),
            Type::Metadata => f.write_str("metadata"),
            Type::Token => f.write_str("token"),
            Type::X86Amx => f.write_str("x86_amx"),
            Type::Int(n) => write!(f, "i{n}"),
            Type::Byte(n) => write!(f, "b{n}"),
            Type::Float(kind) => f.write_str(kind.name()),
            Type::Ptr { addrspace: 0 } => f.write_str("ptr"),
            Type::Ptr { addrspace } => write!(f, "ptr addrspace({addrspace})"),
            Type::Vector { scalable: false, len, elem } => write!(f, "<{len} x {elem}>"),
            Type::Vector { scalable: true, len, elem } => write!(f, "<vscale x {len} x {elem}>"),
            Type::Array { len, elem } => write!(f, "[{len} x {elem}]"),
            Type::Struct(body) => body.fmt(f),
            Type::Named(name) => write!(f, "%{}", crate::quote::Name(name)),
            Type::Target(target) => {
                write!(f, "target({}", crate::quote::Quoted(&crate::quote::encode(&target.name)))?;
                target.types.iter().try_for_each(|t| write!(f, ", {t}"))?;
                target.ints.iter().try_for_each(|n| write!(f, ", {n}"))?;
                f.write_str(")")
            }
            Type::Func(func) => {
                write!(f, "{} (", func.ret)?;
                comma_separated(f, &func.params)?;
                match (func.vararg, func.params.is_empty()) {
                    (true, true) => f.write_str("...)"),
                    (true, false) => f.write_str(", ...)"),
                    (false, _) => f.write_str(")"),
                }
            }
        }
    }
}

impl fmt::Display for StructType {
    /// LLVM's own syntax.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = if self.packed { ("<{", "}>") } else { ("{", "}") };
        f.write_str(open)?;
        if !self.fields.is_empty() {
            f.write_str(" ")?;
            comma_separated(f, &self.fields)?;
            f.write_str(" ")?;
        }
        f.write_str(close)
    }
}

fn comma_separated(f: &mut fmt::Formatter<'_>, types: &[Type]) -> fmt::Result {
    for (i, ty) in types.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{ty}")?;
    }
    Ok(())
}
