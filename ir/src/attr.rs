//! Attributes of parameters, returns, functions, call sites and globals (LangRef, "Parameter Attributes", "Function Attributes").

use std::sync::Arc;

use crate::constant::IntValue;
use crate::types::Type;

macro_rules! attr_kinds {
    ($($variant:ident = $text:literal,)*) => {
        /// The attributes that LLVM names. String attributes are [`Attr::String`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "each is the attribute of the same name in LangRef")]
        pub enum AttrKind { $($variant,)* }

        impl AttrKind {
            /// Every kind.
            pub const ALL: &'static [AttrKind] = &[$(AttrKind::$variant),*];

            /// The keyword.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(AttrKind::$variant => $text,)* }
            }

            /// The kind with this keyword.
            #[must_use]
            pub fn from_name(text: &str) -> Option<AttrKind> {
                match text { $($text => Some(AttrKind::$variant),)* _ => None }
            }
        }
    };
}

attr_kinds! {
    Align = "align",
    AllocAlign = "allocalign",
    AllocKind = "allockind",
    AllocPtr = "allocptr",
    AllocSize = "allocsize",
    AlwaysInline = "alwaysinline",
    Builtin = "builtin",
    Byref = "byref",
    Byval = "byval",
    Captures = "captures",
    Cold = "cold",
    Convergent = "convergent",
    CoroElideSafe = "coro_elide_safe",
    CoroOnlyDestroyWhenComplete = "coro_only_destroy_when_complete",
    DeadOnReturn = "dead_on_return",
    DeadOnUnwind = "dead_on_unwind",
    DenormalFpEnv = "denormal_fpenv",
    Dereferenceable = "dereferenceable",
    DereferenceableOrNull = "dereferenceable_or_null",
    DisableSanitizerInstrumentation = "disable_sanitizer_instrumentation",
    ElementType = "elementtype",
    Flatten = "flatten",
    FnRetThunkExtern = "fn_ret_thunk_extern",
    Hot = "hot",
    HybridPatchable = "hybrid_patchable",
    ImmArg = "immarg",
    InAlloca = "inalloca",
    Initializes = "initializes",
    InlineHint = "inlinehint",
    InReg = "inreg",
    JumpTable = "jumptable",
    Memory = "memory",
    MinSize = "minsize",
    MustProgress = "mustprogress",
    Naked = "naked",
    Nest = "nest",
    NoAlias = "noalias",
    NoBuiltin = "nobuiltin",
    NoCallback = "nocallback",
    NoCfCheck = "nocf_check",
    NoCreateUndefOrPoison = "nocreateundeforpoison",
    NoDivergenceSource = "nodivergencesource",
    NoDuplicate = "noduplicate",
    NoExt = "noext",
    NoFree = "nofree",
    NofpClass = "nofpclass",
    NoImplicitFloat = "noimplicitfloat",
    NoInline = "noinline",
    NoIpa = "noipa",
    NoMerge = "nomerge",
    NonLazyBind = "nonlazybind",
    NonNull = "nonnull",
    NoOutline = "nooutline",
    NoProfile = "noprofile",
    NoRecurse = "norecurse",
    NoRedZone = "noredzone",
    NoReturn = "noreturn",
    NoSanitizeBounds = "nosanitize_bounds",
    NoSanitizeCoverage = "nosanitize_coverage",
    NoSync = "nosync",
    NoUndef = "noundef",
    NoUnwind = "nounwind",
    NullPointerIsValid = "null_pointer_is_valid",
    OptForFuzzing = "optforfuzzing",
    OptimizeForDebugging = "optdebug",
    OptimizeForSize = "optsize",
    OptimizeNone = "optnone",
    Preallocated = "preallocated",
    PresplitCoroutine = "presplitcoroutine",
    Range = "range",
    ReadNone = "readnone",
    ReadOnly = "readonly",
    Returned = "returned",
    ReturnsTwice = "returns_twice",
    SafeStack = "safestack",
    SanitizeAddress = "sanitize_address",
    SanitizeAllocToken = "sanitize_alloc_token",
    SanitizeHwAddress = "sanitize_hwaddress",
    SanitizeMemory = "sanitize_memory",
    SanitizeMemTag = "sanitize_memtag",
    SanitizeNumericalStability = "sanitize_numerical_stability",
    SanitizeRealtime = "sanitize_realtime",
    SanitizeRealtimeBlocking = "sanitize_realtime_blocking",
    SanitizeThread = "sanitize_thread",
    SanitizeType = "sanitize_type",
    ShadowCallStack = "shadowcallstack",
    SignExt = "signext",
    SkipProfile = "skipprofile",
    Speculatable = "speculatable",
    SpeculativeLoadHardening = "speculative_load_hardening",
    StackAlignment = "alignstack",
    StackProtect = "ssp",
    StackProtectReq = "sspreq",
    StackProtectStrong = "sspstrong",
    StrictFp = "strictfp",
    StructRet = "sret",
    SwiftAsync = "swiftasync",
    SwiftError = "swifterror",
    SwiftSelf = "swiftself",
    UwTable = "uwtable",
    VscaleRange = "vscale_range",
    WillReturn = "willreturn",
    Writable = "writable",
    WriteOnly = "writeonly",
    ZeroExt = "zeroext",
}

/// One attribute with its payload.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// A bare keyword.
    Enum(AttrKind),
    /// A keyword with a number: `align 8`, `dereferenceable(16)`, `alignstack(16)` …
    Int(AttrKind, u64),
    /// A keyword with a type: `byval(T)`, `sret(T)`, `elementtype(T)` …
    Type(AttrKind, Type),
    /// `range(iN lo, hi)`: half-open, wrapping; `bits` is N.
    Range {
        /// N
        bits: u32,
        /// First value.
        lo: IntValue,
        /// One past the last value.
        hi: IntValue,
    },
    /// `nofpclass(…)` as LangRef's class mask (bit 0 signalling NaN … bit 9 positive infinity).
    NofpClass(u16),
    /// `initializes((lo, hi), …)`
    Initializes(Vec<(i64, i64)>),
    /// A keyword whose payload is kept as canonical text: `memory(argmem: read)`, `captures(none)`, `allockind("alloc")`,
    /// `allocsize(0, 1)`, `vscale_range(1,16)`, `uwtable(sync)` …
    Text(AttrKind, Arc<str>),
    /// `"key"` or `"key"="value"`
    String {
        /// Key.
        key: Arc<str>,
        /// Value.
        value: Option<Arc<str>>,
    },
}

impl Attr {
    /// The kind, unless it is a string attribute.
    #[must_use]
    pub fn kind(&self) -> Option<AttrKind> {
        match self {
            Attr::Enum(k) | Attr::Int(k, _) | Attr::Type(k, _) | Attr::Text(k, _) => Some(*k),
            Attr::Range { .. } => Some(AttrKind::Range),
            Attr::NofpClass(_) => Some(AttrKind::NofpClass),
            Attr::Initializes(_) => Some(AttrKind::Initializes),
            Attr::String { .. } => None,
        }
    }
}

/// The attributes at one place, attribute groups merged in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AttrSet {
    /// In canonical (LLVM's printing) order.
    pub attrs: Vec<Attr>,
}

impl AttrSet {
    /// The attribute of a kind.
    #[must_use]
    pub fn get(&self, kind: AttrKind) -> Option<&Attr> {
        self.attrs.iter().find(|a| a.kind() == Some(kind))
    }

    /// Whether an attribute of the kind is there.
    #[must_use]
    pub fn has(&self, kind: AttrKind) -> bool {
        self.get(kind).is_some()
    }

    /// The value of a string attribute.
    #[must_use]
    pub fn string(&self, name: &str) -> Option<&str> {
        self.attrs.iter().find_map(|a| match a {
            Attr::String { key, value } if &**key == name => Some(value.as_deref().unwrap_or("")),
            _ => None,
        })
    }
}
