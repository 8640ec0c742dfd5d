//! Attributes of parameters, returns, functions, call sites and globals (LangRef, "Parameter Attributes", "Function Attributes").

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::constant::IntValue;
use crate::types::Type;

macro_rules! attr_kinds {
    ($($variant:ident = $text:literal,)*) => {
        /// The attributes that LLVM names, in the order in which LLVM prints them. String attributes are [`Attr::String`].
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
                static KINDS: OnceLock<FxHashMap<&'static str, AttrKind>> = OnceLock::new();
                KINDS.get_or_init(|| AttrKind::ALL.iter().map(|kind| (kind.name(), *kind)).collect()).get(text).copied()
            }
        }
    };
}

attr_kinds! {
    AllocAlign = "allocalign",
    AllocPtr = "allocptr",
    AlwaysInline = "alwaysinline",
    Builtin = "builtin",
    Cold = "cold",
    Convergent = "convergent",
    CoroOnlyDestroyWhenComplete = "coro_only_destroy_when_complete",
    CoroElideSafe = "coro_elide_safe",
    DeadOnReturn = "dead_on_return",
    DeadOnUnwind = "dead_on_unwind",
    DisableSanitizerInstrumentation = "disable_sanitizer_instrumentation",
    Flatten = "flatten",
    FnRetThunkExtern = "fn_ret_thunk_extern",
    Hot = "hot",
    HybridPatchable = "hybrid_patchable",
    ImmArg = "immarg",
    InReg = "inreg",
    InlineHint = "inlinehint",
    JumpTable = "jumptable",
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
    NoImplicitFloat = "noimplicitfloat",
    NoIpa = "noipa",
    NoInline = "noinline",
    NoMerge = "nomerge",
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
    NonLazyBind = "nonlazybind",
    NonNull = "nonnull",
    NullPointerIsValid = "null_pointer_is_valid",
    OptForFuzzing = "optforfuzzing",
    OptimizeForDebugging = "optdebug",
    OptimizeForSize = "optsize",
    OptimizeNone = "optnone",
    PresplitCoroutine = "presplitcoroutine",
    ReadNone = "readnone",
    ReadOnly = "readonly",
    Returned = "returned",
    ReturnsTwice = "returns_twice",
    SignExt = "signext",
    SafeStack = "safestack",
    SanitizeAddress = "sanitize_address",
    SanitizeAllocToken = "sanitize_alloc_token",
    SanitizeHwAddress = "sanitize_hwaddress",
    SanitizeMemTag = "sanitize_memtag",
    SanitizeMemory = "sanitize_memory",
    SanitizeNumericalStability = "sanitize_numerical_stability",
    SanitizeRealtime = "sanitize_realtime",
    SanitizeRealtimeBlocking = "sanitize_realtime_blocking",
    SanitizeThread = "sanitize_thread",
    SanitizeType = "sanitize_type",
    ShadowCallStack = "shadowcallstack",
    SkipProfile = "skipprofile",
    Speculatable = "speculatable",
    SpeculativeLoadHardening = "speculative_load_hardening",
    StackProtect = "ssp",
    StackProtectReq = "sspreq",
    StackProtectStrong = "sspstrong",
    StrictFp = "strictfp",
    SwiftAsync = "swiftasync",
    SwiftError = "swifterror",
    SwiftSelf = "swiftself",
    WillReturn = "willreturn",
    Writable = "writable",
    WriteOnly = "writeonly",
    ZeroExt = "zeroext",
    Byref = "byref",
    Byval = "byval",
    ElementType = "elementtype",
    InAlloca = "inalloca",
    Preallocated = "preallocated",
    StructRet = "sret",
    Align = "align",
    AllocKind = "allockind",
    AllocSize = "allocsize",
    Captures = "captures",
    DenormalFpEnv = "denormal_fpenv",
    Dereferenceable = "dereferenceable",
    DereferenceableOrNull = "dereferenceable_or_null",
    Memory = "memory",
    NofpClass = "nofpclass",
    StackAlignment = "alignstack",
    UwTable = "uwtable",
    VscaleRange = "vscale_range",
    Range = "range",
    Initializes = "initializes",
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

    /// Where it stands in a set: by kind, then the strings by key.
    fn place(&self) -> (bool, Option<AttrKind>, &str) {
        match self {
            Attr::String { key, .. } => (true, None, key),
            other => (false, other.kind(), ""),
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
    /// Adds an attribute in its place; it replaces one of the same kind (or with the same key).
    pub fn insert(&mut self, attr: Attr) {
        let at = self.attrs.binary_search_by(|have| have.place().cmp(&attr.place()));
        match at {
            Ok(at) => self.attrs[at] = attr,
            Err(at) => self.attrs.insert(at, attr),
        }
    }

    /// Adds all attributes of another set, which win over those that are here.
    pub fn merge(&mut self, other: &AttrSet) {
        if self.attrs.is_empty() {
            self.attrs.clone_from(&other.attrs);
            return;
        }
        for attr in &other.attrs {
            self.insert(attr.clone());
        }
    }

    /// Takes the attribute of a kind out.
    pub fn remove(&mut self, kind: AttrKind) -> Option<Attr> {
        let at = self.attrs.iter().position(|a| a.kind() == Some(kind))?;
        Some(self.attrs.remove(at))
    }

    /// Takes a string attribute out and gives its value.
    pub fn remove_string(&mut self, name: &str) -> Option<Arc<str>> {
        let at = self.attrs.iter().position(|a| matches!(a, Attr::String { key, .. } if &**key == name))?;
        match self.attrs.remove(at) {
            Attr::String { value, .. } => Some(value.unwrap_or_default()),
            _ => None,
        }
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.attrs.is_empty()
    }

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
