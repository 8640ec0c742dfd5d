//! What each attribute means where no memory instruction is modelled: the one table of attributes.
//!
//! **Invariants.** Every attribute LLVM names has a row, string attributes are unsupported unless listed, and so is every
//! attribute at a place where it does not belong. A row says `Nothing` only when the attribute cannot change a verdict: it
//! concerns code generation, the ABI (which both sides of a pair must agree on), or memory, which a function cannot observe here. Some
//! promises about calls of unknown functions mean nothing as long as only the source makes them; [`super::unknown`] looks after that.

use llvet_ir::inst::CallInfo;
use llvet_ir::{Attr, AttrKind, AttrSet, Function};

use crate::outcome::Unsupported;

/// Where an attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttrPlace {
    /// On a parameter of a definition.
    Param,
    /// On the return value of a definition.
    Return,
    /// On a definition.
    Function,
    /// On an argument of a call of an intrinsic.
    CallParam,
    /// On the result of a call of an intrinsic.
    CallReturn,
    /// On a call of an intrinsic.
    CallSite,
    /// On an argument of a call of an unknown function, or a parameter of its declaration.
    CalleeParam,
    /// On the result of a call of an unknown function, or its declaration's return value.
    CalleeReturn,
    /// On a call of an unknown function, or its declaration.
    Callee,
}

impl AttrPlace {
    /// Every place.
    pub const ALL: [AttrPlace; 9] = [
        AttrPlace::Param,
        AttrPlace::Return,
        AttrPlace::Function,
        AttrPlace::CallParam,
        AttrPlace::CallReturn,
        AttrPlace::CallSite,
        AttrPlace::CalleeParam,
        AttrPlace::CalleeReturn,
        AttrPlace::Callee,
    ];
}

/// What an attribute means at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttrClass {
    /// It changes nothing here.
    Nothing,
    /// [`super::attrs`] or the executors give it its meaning.
    Modelled,
    /// It is not modelled, or does not belong there.
    Unsupported,
}

/// Rows that several attributes share.
#[derive(Clone, Copy)]
enum Row {
    /// Restricts the value it is on.
    Value,
    /// How a value is passed.
    Abi,
    /// What is done with the memory behind a pointer parameter.
    PointerUse,
    /// Changes nothing on definitions and calls.
    Code,
    /// As `Code`, and says something of an unknown function.
    Promise,
    /// As `Code`; where a call of an unknown function may stand is not modelled.
    Placement,
    /// `speculatable`: on unknown functions only.
    Callee,
    /// Changes nothing on definitions; does not belong on calls.
    Definition,
    /// Not modelled anywhere.
    None,
    /// Meaning on definitions that executors give it.
    DefinitionModelled,
    /// `returned`: on parameters of definitions, by the executors.
    Returned,
}

fn row(kind: AttrKind) -> Row {
    use AttrKind as A;
    match kind {
        A::NoUndef | A::Range | A::NonNull | A::Align | A::NofpClass => Row::Value,
        A::ZeroExt | A::SignExt | A::NoExt | A::InReg => Row::Abi,
        A::Captures | A::NoAlias | A::NoFree | A::ReadNone | A::ReadOnly | A::WriteOnly | A::DeadOnUnwind | A::DeadOnReturn => {
            Row::PointerUse
        }
        A::Returned => Row::Returned,
        // A definition with it that returns has undefined behavior.
        A::NoReturn => Row::DefinitionModelled,
        A::AlwaysInline
        | A::Builtin
        | A::Cold
        | A::Hot
        | A::InlineHint
        | A::MinSize
        | A::NoBuiltin
        | A::NoCfCheck
        | A::NoDivergenceSource
        | A::NoImplicitFloat
        | A::NoInline
        | A::NoMerge
        | A::NoOutline
        | A::OptimizeForSize
        | A::OptimizeNone => Row::Code,
        A::Memory | A::MustProgress | A::NoCallback | A::NoRecurse | A::NoSync | A::NoUnwind | A::WillReturn => Row::Promise,
        A::Convergent | A::NoDuplicate | A::StrictFp => Row::Placement,
        A::Speculatable => Row::Callee,
        A::DisableSanitizerInstrumentation
        | A::Flatten
        | A::FnRetThunkExtern
        | A::HybridPatchable
        | A::JumpTable
        | A::NoIpa
        | A::NonLazyBind
        | A::NoProfile
        | A::NoRedZone
        | A::NoSanitizeBounds
        | A::NoSanitizeCoverage
        | A::NullPointerIsValid
        | A::OptForFuzzing
        | A::OptimizeForDebugging
        | A::SafeStack
        | A::SanitizeAddress
        | A::SanitizeAllocToken
        | A::SanitizeHwAddress
        | A::SanitizeMemory
        | A::SanitizeMemTag
        | A::SanitizeNumericalStability
        | A::SanitizeRealtime
        | A::SanitizeRealtimeBlocking
        | A::SanitizeThread
        | A::SanitizeType
        | A::ShadowCallStack
        | A::SkipProfile
        | A::SpeculativeLoadHardening
        | A::StackAlignment
        | A::StackProtect
        | A::StackProtectReq
        | A::StackProtectStrong
        | A::UwTable
        | A::VscaleRange => Row::Definition,
        // The mode is read by the floating-point rules, which reject the modes they do not know.
        A::DenormalFpEnv => Row::DefinitionModelled,
        // Promises about memory, control or poison that would have to be checked, and ways to pass arguments in memory.
        A::AllocAlign
        | A::AllocKind
        | A::AllocPtr
        | A::AllocSize
        | A::Byref
        | A::Byval
        | A::CoroElideSafe
        | A::CoroOnlyDestroyWhenComplete
        | A::Dereferenceable
        | A::DereferenceableOrNull
        | A::ElementType
        | A::ImmArg
        | A::InAlloca
        | A::Initializes
        | A::Naked
        | A::Nest
        | A::NoCreateUndefOrPoison
        | A::Preallocated
        | A::PresplitCoroutine
        | A::ReturnsTwice
        | A::StructRet
        | A::SwiftAsync
        | A::SwiftError
        | A::SwiftSelf
        | A::Writable => Row::None,
    }
}

/// What an attribute means at a place.
#[must_use]
pub fn classify(kind: AttrKind, place: AttrPlace) -> AttrClass {
    use AttrPlace as P;
    let on_value = matches!(place, P::Param | P::Return | P::CallParam | P::CallReturn | P::CalleeParam | P::CalleeReturn);
    let of_function = matches!(place, P::CalleeParam | P::CalleeReturn | P::Callee);
    match row(kind) {
        Row::Value if on_value => AttrClass::Modelled,
        Row::Abi if on_value && of_function => AttrClass::Modelled,
        Row::Abi if on_value => AttrClass::Nothing,
        Row::PointerUse if matches!(place, P::Param | P::CallParam | P::CalleeParam) => AttrClass::Nothing,
        // `nofree` is also a function attribute, and a function that frees nothing keeps it.
        Row::PointerUse if kind == AttrKind::NoFree && !on_value => AttrClass::Nothing,
        Row::Promise if place == P::Callee => AttrClass::Modelled,
        Row::Placement if place == P::Callee => AttrClass::Unsupported,
        Row::Callee if place == P::Callee => AttrClass::Modelled,
        Row::Code | Row::Promise | Row::Placement if !on_value => AttrClass::Nothing,
        Row::Definition if matches!(place, P::Function | P::Callee) => AttrClass::Nothing,
        // The mode that a callee computes in says nothing about its caller.
        Row::DefinitionModelled if place == P::Callee && kind == AttrKind::DenormalFpEnv => AttrClass::Nothing,
        Row::DefinitionModelled if matches!(place, P::Function | P::Callee) => AttrClass::Modelled,
        Row::Returned if matches!(place, P::Param | P::CalleeParam) => AttrClass::Modelled,
        Row::Value
        | Row::Abi
        | Row::PointerUse
        | Row::Code
        | Row::Promise
        | Row::Placement
        | Row::Callee
        | Row::Definition
        | Row::DefinitionModelled
        | Row::Returned
        | Row::None => AttrClass::Unsupported,
    }
}

/// Function attributes in quotes that only concern code generation, instrumentation or tools.
const IRRELEVANT_STRINGS: &[&str] = &[
    "target-cpu",
    "target-features",
    "tune-cpu",
    "target-abi",
    "frame-pointer",
    "no-frame-pointer-elim",
    "no-frame-pointer-elim-non-leaf",
    "stack-protector-buffer-size",
    "min-legal-vector-width",
    "prefer-vector-width",
    "less-precise-fpmad",
    "no-trapping-math",
    "use-soft-float",
    "disable-tail-calls",
    "no-jump-tables",
    "no-inline-line-tables",
    "no-realign-stack",
    "stackrealign",
    "probe-stack",
    "no-stack-arg-probe",
    "stack-probe-size",
    "warn-stack-size",
    "patchable-function",
    "patchable-function-entry",
    "patchable-function-prefix",
    "function-instrument",
    "instrument-function-entry",
    "instrument-function-exit",
    "instrument-function-entry-inlined",
    "instrument-function-exit-inlined",
    "sign-return-address",
    "sign-return-address-key",
    "branch-target-enforcement",
    "guarded-control-stack",
    "zero-call-used-regs",
    "loader-replaceable",
    "no-builtins",
    "instcombine-no-verify-fixpoint",
    "vector-function-abi-variant",
    "no-nans-fp-math",
    "no-infs-fp-math",
    "no-signed-zeros-fp-math",
    "unsafe-fp-math",
    "approx-func-fp-math",
    "correctly-rounded-divide-sqrt-fp-math",
    "strict-float-cast-overflow",
    "null-pointer-is-valid",
];

/// Permissions that, switched on, change what floating-point instructions mean.
const PERMISSIONS: &[&str] = &["no-nans-fp-math", "no-infs-fp-math", "no-signed-zeros-fp-math", "unsafe-fp-math", "approx-func-fp-math"];

/// What a string attribute of a definition or a call means.
#[must_use]
pub fn classify_string(key: &str, value: &str, place: AttrPlace) -> AttrClass {
    if !matches!(place, AttrPlace::Function | AttrPlace::CallSite | AttrPlace::Callee) {
        return AttrClass::Unsupported;
    }
    match key {
        "denormal-fp-math" | "denormal-fp-math-f32" if place == AttrPlace::Callee => AttrClass::Nothing,
        "denormal-fp-math" | "denormal-fp-math-f32" if place == AttrPlace::Function => AttrClass::Modelled,
        _ if PERMISSIONS.contains(&key) && value != "false" => AttrClass::Unsupported,
        // A conversion that overflows would not be poison.
        "strict-float-cast-overflow" if value == "false" => AttrClass::Unsupported,
        _ if IRRELEVANT_STRINGS.contains(&key) => AttrClass::Nothing,
        _ => AttrClass::Unsupported,
    }
}

/// Every attribute LLVM names with its classes, in the order of [`AttrPlace::ALL`]; for tables in documentation.
pub fn supported_attributes() -> impl Iterator<Item = (&'static str, [AttrClass; 9])> {
    AttrKind::ALL.iter().map(|&kind| (kind.name(), AttrPlace::ALL.map(|place| classify(kind, place))))
}

/// Whether every attribute of a set is modelled or changes nothing at a place.
///
/// # Errors
/// Names the first attribute that is not.
pub fn check(attrs: &AttrSet, place: AttrPlace) -> Result<(), Unsupported> {
    for attr in &attrs.attrs {
        let (class, name) = match attr {
            Attr::String { key, value } => (classify_string(key, value.as_deref().unwrap_or(""), place), format!("\"{key}\"")),
            Attr::Enum(kind) | Attr::Int(kind, _) | Attr::Type(kind, _) | Attr::Text(kind, _) => {
                (classify(*kind, place), kind.name().to_owned())
            }
            Attr::Range { .. } => (classify(AttrKind::Range, place), "range".to_owned()),
            Attr::NofpClass(_) => (classify(AttrKind::NofpClass, place), "nofpclass".to_owned()),
            Attr::Initializes(_) => (classify(AttrKind::Initializes, place), "initializes".to_owned()),
        };
        if class == AttrClass::Unsupported {
            return Err(Unsupported::new(format!("attribute {name}")));
        }
    }
    Ok(())
}

/// Whether every attribute of a definition, its parameters and its return value is modelled or changes nothing here.
///
/// # Errors
/// Names the first attribute that is not.
pub fn check_function(function: &Function) -> Result<(), Unsupported> {
    let sets = function.args.iter().map(|arg| (&arg.attrs, AttrPlace::Param));
    let sets = sets.chain([(&function.ret_attrs, AttrPlace::Return), (&function.attrs, AttrPlace::Function)]);
    sets.into_iter().try_for_each(|(attrs, place)| check(attrs, place)).map_err(|error| error.at(function.span))
}

/// Whether every attribute of a call of an intrinsic is modelled or changes nothing here. Attributes of the intrinsic's
/// declaration do not count: LLVM replaces them with its own.
///
/// # Errors
/// Names the first attribute that is not.
pub fn check_call(call: &CallInfo) -> Result<(), Unsupported> {
    call.args.iter().try_for_each(|(_, attrs)| check(attrs, AttrPlace::CallParam))?;
    check(&call.ret_attrs, AttrPlace::CallReturn)?;
    check(&call.attrs, AttrPlace::CallSite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(attrs: Vec<Attr>) -> AttrSet {
        AttrSet { attrs }
    }

    fn string(key: &str, value: &str) -> Attr {
        Attr::String { key: key.into(), value: Some(value.into()) }
    }

    #[test]
    fn an_attribute_is_accepted_only_where_it_belongs() {
        let attr = set(vec![Attr::Enum(AttrKind::NoUndef)]);
        assert!(check(&attr, AttrPlace::Param).is_ok());
        assert_eq!(check(&attr, AttrPlace::Function), Err(Unsupported::new("attribute noundef")));
        let attr = set(vec![Attr::Enum(AttrKind::NoUnwind)]);
        assert!(check(&attr, AttrPlace::Function).is_ok());
        assert!(check(&attr, AttrPlace::Return).is_err());
        assert!(check(&set(vec![Attr::Enum(AttrKind::NoReturn)]), AttrPlace::Function).is_ok());
        assert!(check(&set(vec![Attr::Enum(AttrKind::NoReturn)]), AttrPlace::CallSite).is_err());
    }

    #[test]
    fn promises_about_memory_are_not_passed_over() {
        for kind in [AttrKind::Dereferenceable, AttrKind::Byval, AttrKind::StructRet, AttrKind::Writable] {
            assert!(AttrPlace::ALL.iter().all(|&place| classify(kind, place) == AttrClass::Unsupported), "{kind:?}");
        }
        assert_eq!(classify(AttrKind::NoAlias, AttrPlace::Param), AttrClass::Nothing);
        assert_eq!(classify(AttrKind::NoAlias, AttrPlace::Return), AttrClass::Unsupported);
    }

    #[test]
    fn unknown_strings_are_unsupported() {
        assert!(check(&set(vec![string("target-cpu", "x86-64")]), AttrPlace::Function).is_ok());
        assert_eq!(check(&set(vec![string("my-own", "")]), AttrPlace::Function), Err(Unsupported::new("attribute \"my-own\"")));
        assert!(check(&set(vec![string("no-nans-fp-math", "false")]), AttrPlace::Function).is_ok());
        assert!(check(&set(vec![string("no-nans-fp-math", "true")]), AttrPlace::Function).is_err());
    }

    #[test]
    fn no_attribute_is_modelled_at_a_place_where_nobody_models_it() {
        for (name, classes) in supported_attributes() {
            assert!(classes[5] != AttrClass::Modelled, "{name} on calls");
        }
    }
}
