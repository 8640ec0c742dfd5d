//! Names of instructions and the flags that each may carry.

use crate::flags::Flag;
use crate::inst::{BinOp, CastOp, InstKind};
use crate::types::Type;

const WRAP: &[Flag] = &[Flag::Nuw, Flag::Nsw];
const EXACT: &[Flag] = &[Flag::Exact];
const NNEG: &[Flag] = &[Flag::Nneg];
const GEP: &[Flag] = &[Flag::Inbounds, Flag::Nusw, Flag::Nuw];
const FAST_MATH: &[Flag] = &[Flag::Reassoc, Flag::Nnan, Flag::Ninf, Flag::Nsz, Flag::Arcp, Flag::Contract, Flag::Afn];

/// Words that start an instruction, besides binary operations and casts.
pub const OTHERS: &[&str] = &[
    "ret",
    "br",
    "switch",
    "indirectbr",
    "invoke",
    "callbr",
    "resume",
    "catchswitch",
    "catchret",
    "cleanupret",
    "unreachable",
    "catchpad",
    "cleanuppad",
    "landingpad",
    "fneg",
    "icmp",
    "fcmp",
    "select",
    "freeze",
    "phi",
    "extractelement",
    "insertelement",
    "shufflevector",
    "extractvalue",
    "insertvalue",
    "alloca",
    "load",
    "store",
    "fence",
    "cmpxchg",
    "atomicrmw",
    "getelementptr",
    "va_arg",
    "call",
];

/// Whether a word is the opcode of an instruction.
#[must_use]
pub fn is_opcode(word: &str) -> bool {
    BinOp::from_name(word).is_some() || CastOp::from_name(word).is_some() || OTHERS.contains(&word)
}

impl BinOp {
    /// Flags that may stand on the operation (LangRef, "Binary Operations" and "Bitwise Binary Operations").
    #[must_use]
    pub fn legal_flags(self) -> &'static [Flag] {
        match self {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => WRAP,
            BinOp::Udiv | BinOp::Sdiv | BinOp::Lshr | BinOp::Ashr => EXACT,
            BinOp::Or => &[Flag::Disjoint],
            BinOp::Urem | BinOp::Srem | BinOp::And | BinOp::Xor => &[],
            BinOp::Fadd | BinOp::Fsub | BinOp::Fmul | BinOp::Fdiv | BinOp::Frem => FAST_MATH,
        }
    }

    /// Whether the operands are floating-point values.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, BinOp::Fadd | BinOp::Fsub | BinOp::Fmul | BinOp::Fdiv | BinOp::Frem)
    }
}

impl CastOp {
    /// Flags that may stand on the cast (LangRef, "Conversion Operations").
    #[must_use]
    pub fn legal_flags(self) -> &'static [Flag] {
        match self {
            CastOp::Trunc => WRAP,
            CastOp::Zext | CastOp::Uitofp => NNEG,
            CastOp::Fptrunc | CastOp::Fpext => FAST_MATH,
            CastOp::Sext
            | CastOp::Fptoui
            | CastOp::Fptosi
            | CastOp::Sitofp
            | CastOp::Ptrtoint
            | CastOp::Ptrtoaddr
            | CastOp::Inttoptr
            | CastOp::Bitcast
            | CastOp::Addrspacecast => &[],
        }
    }
}

/// Whether a value of the type can have fast-math flags on the `phi`, `select` or call that makes it: floating point, vectors,
/// arrays of them, and literal structs whose fields are all the same such type.
#[must_use]
pub fn is_fast_math_type(ty: &Type) -> bool {
    match ty {
        Type::Array { elem, .. } => is_fast_math_type(elem),
        Type::Struct(body) => body.fields.first().is_some_and(|f| f.scalar().is_float() && body.fields.iter().all(|g| g == f)),
        other => other.scalar().is_float(),
    }
}

impl InstKind {
    /// The keyword of the instruction.
    #[must_use]
    pub fn opcode(&self) -> &'static str {
        match self {
            InstKind::Ret { .. } => "ret",
            InstKind::Br { .. } | InstKind::CondBr { .. } => "br",
            InstKind::Switch { .. } => "switch",
            InstKind::IndirectBr { .. } => "indirectbr",
            InstKind::Invoke { .. } => "invoke",
            InstKind::CallBr { .. } => "callbr",
            InstKind::Resume { .. } => "resume",
            InstKind::CatchSwitch { .. } => "catchswitch",
            InstKind::CatchRet { .. } => "catchret",
            InstKind::CleanupRet { .. } => "cleanupret",
            InstKind::Unreachable => "unreachable",
            InstKind::CatchPad { .. } => "catchpad",
            InstKind::CleanupPad { .. } => "cleanuppad",
            InstKind::LandingPad { .. } => "landingpad",
            InstKind::Fneg { .. } => "fneg",
            InstKind::Binary { op, .. } => op.name(),
            InstKind::Cast { op, .. } => op.name(),
            InstKind::Icmp { .. } => "icmp",
            InstKind::Fcmp { .. } => "fcmp",
            InstKind::Select { .. } => "select",
            InstKind::Freeze { .. } => "freeze",
            InstKind::Phi { .. } => "phi",
            InstKind::ExtractElement { .. } => "extractelement",
            InstKind::InsertElement { .. } => "insertelement",
            InstKind::ShuffleVector { .. } => "shufflevector",
            InstKind::ExtractValue { .. } => "extractvalue",
            InstKind::InsertValue { .. } => "insertvalue",
            InstKind::Alloca { .. } => "alloca",
            InstKind::Load { .. } => "load",
            InstKind::Store { .. } => "store",
            InstKind::Fence { .. } => "fence",
            InstKind::CmpXchg { .. } => "cmpxchg",
            InstKind::AtomicRmw { .. } => "atomicrmw",
            InstKind::GetElementPtr { .. } => "getelementptr",
            InstKind::VaArg { .. } => "va_arg",
            InstKind::Call { .. } => "call",
        }
    }

    /// Flags that may stand on the instruction when its result has this type, in [`Flag::ALL`]'s order within each group.
    #[must_use]
    pub fn legal_flags(&self, result: &Type) -> &'static [Flag] {
        match self {
            InstKind::Binary { op, .. } => op.legal_flags(),
            InstKind::Cast { op, .. } => op.legal_flags(),
            InstKind::Icmp { .. } => &[Flag::Samesign],
            InstKind::Fcmp { .. } | InstKind::Fneg { .. } => FAST_MATH,
            InstKind::GetElementPtr { .. } => GEP,
            InstKind::Select { .. } | InstKind::Phi { .. } | InstKind::Call { .. } | InstKind::Invoke { .. } | InstKind::CallBr { .. } => {
                if is_fast_math_type(result) {
                    FAST_MATH
                } else {
                    &[]
                }
            }
            InstKind::Ret { .. }
            | InstKind::Br { .. }
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::Resume { .. }
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. }
            | InstKind::Unreachable
            | InstKind::CatchPad { .. }
            | InstKind::CleanupPad { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Freeze { .. }
            | InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. }
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. }
            | InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::VaArg { .. } => &[],
        }
    }
}
