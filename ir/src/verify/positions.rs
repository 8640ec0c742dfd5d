//! Where each attribute may stand, and on values of which types.

use crate::attr::AttrKind;
use crate::types::Type;

/// A place for attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A parameter or argument.
    Param,
    /// The result.
    Ret,
    /// The function or call.
    Func,
}

const P: u8 = 1;
const R: u8 = 2;
const F: u8 = 4;

/// Whether an attribute may stand at a place.
pub(super) fn allowed(kind: AttrKind, place: Place) -> bool {
    let bit = match place {
        Place::Param => P,
        Place::Ret => R,
        Place::Func => F,
    };
    places(kind) & bit != 0
}

fn places(kind: AttrKind) -> u8 {
    match kind {
        AttrKind::AllocAlign
        | AttrKind::AllocPtr
        | AttrKind::Byref
        | AttrKind::Byval
        | AttrKind::Captures
        | AttrKind::DeadOnReturn
        | AttrKind::DeadOnUnwind
        | AttrKind::ElementType
        | AttrKind::ImmArg
        | AttrKind::InAlloca
        | AttrKind::Initializes
        | AttrKind::Nest
        | AttrKind::ReadNone
        | AttrKind::ReadOnly
        | AttrKind::Returned
        | AttrKind::StructRet
        | AttrKind::SwiftAsync
        | AttrKind::SwiftError
        | AttrKind::SwiftSelf
        | AttrKind::Writable
        | AttrKind::WriteOnly => P,
        AttrKind::Align
        | AttrKind::Dereferenceable
        | AttrKind::DereferenceableOrNull
        | AttrKind::InReg
        | AttrKind::NoAlias
        | AttrKind::NoExt
        | AttrKind::NofpClass
        | AttrKind::NonNull
        | AttrKind::NoUndef
        | AttrKind::Range
        | AttrKind::SignExt
        | AttrKind::ZeroExt => P | R,
        AttrKind::NoFree | AttrKind::Preallocated => P | F,
        AttrKind::StackAlignment => P | R | F,
        AttrKind::AllocKind
        | AttrKind::AllocSize
        | AttrKind::AlwaysInline
        | AttrKind::Builtin
        | AttrKind::Cold
        | AttrKind::Convergent
        | AttrKind::CoroElideSafe
        | AttrKind::CoroOnlyDestroyWhenComplete
        | AttrKind::DenormalFpEnv
        | AttrKind::DisableSanitizerInstrumentation
        | AttrKind::Flatten
        | AttrKind::FnRetThunkExtern
        | AttrKind::Hot
        | AttrKind::HybridPatchable
        | AttrKind::InlineHint
        | AttrKind::JumpTable
        | AttrKind::Memory
        | AttrKind::MinSize
        | AttrKind::MustProgress
        | AttrKind::Naked
        | AttrKind::NoBuiltin
        | AttrKind::NoCallback
        | AttrKind::NoCfCheck
        | AttrKind::NoCreateUndefOrPoison
        | AttrKind::NoDivergenceSource
        | AttrKind::NoDuplicate
        | AttrKind::NoImplicitFloat
        | AttrKind::NoInline
        | AttrKind::NoIpa
        | AttrKind::NoMerge
        | AttrKind::NonLazyBind
        | AttrKind::NoOutline
        | AttrKind::NoProfile
        | AttrKind::NoRecurse
        | AttrKind::NoRedZone
        | AttrKind::NoReturn
        | AttrKind::NoSanitizeBounds
        | AttrKind::NoSanitizeCoverage
        | AttrKind::NoSync
        | AttrKind::NoUnwind
        | AttrKind::NullPointerIsValid
        | AttrKind::OptForFuzzing
        | AttrKind::OptimizeForDebugging
        | AttrKind::OptimizeForSize
        | AttrKind::OptimizeNone
        | AttrKind::PresplitCoroutine
        | AttrKind::ReturnsTwice
        | AttrKind::SafeStack
        | AttrKind::SanitizeAddress
        | AttrKind::SanitizeAllocToken
        | AttrKind::SanitizeHwAddress
        | AttrKind::SanitizeMemory
        | AttrKind::SanitizeMemTag
        | AttrKind::SanitizeNumericalStability
        | AttrKind::SanitizeRealtime
        | AttrKind::SanitizeRealtimeBlocking
        | AttrKind::SanitizeThread
        | AttrKind::SanitizeType
        | AttrKind::ShadowCallStack
        | AttrKind::SkipProfile
        | AttrKind::Speculatable
        | AttrKind::SpeculativeLoadHardening
        | AttrKind::StackProtect
        | AttrKind::StackProtectReq
        | AttrKind::StackProtectStrong
        | AttrKind::StrictFp
        | AttrKind::UwTable
        | AttrKind::VscaleRange
        | AttrKind::WillReturn => F,
    }
}

/// Whether a parameter or result of the type may have the attribute.
pub(super) fn suits(kind: AttrKind, ty: &Type) -> bool {
    match kind {
        AttrKind::SignExt | AttrKind::ZeroExt | AttrKind::AllocAlign => ty.is_int(),
        AttrKind::Range => ty.scalar().is_int(),
        AttrKind::NofpClass => has_floats(ty),
        AttrKind::Align => ty.scalar().is_ptr(),
        AttrKind::NoUndef => *ty != Type::Void,
        AttrKind::AllocPtr
        | AttrKind::Byref
        | AttrKind::Byval
        | AttrKind::Captures
        | AttrKind::DeadOnReturn
        | AttrKind::DeadOnUnwind
        | AttrKind::Dereferenceable
        | AttrKind::DereferenceableOrNull
        | AttrKind::ElementType
        | AttrKind::InAlloca
        | AttrKind::Initializes
        | AttrKind::Nest
        | AttrKind::NoAlias
        | AttrKind::NonNull
        | AttrKind::Preallocated
        | AttrKind::ReadNone
        | AttrKind::ReadOnly
        | AttrKind::StructRet
        | AttrKind::SwiftError
        | AttrKind::Writable => ty.is_ptr(),
        _ => true,
    }
}

/// Floating point, or vectors, arrays and homogeneous literal structs of it.
fn has_floats(ty: &Type) -> bool {
    crate::opcode::is_fast_math_type(ty)
}
