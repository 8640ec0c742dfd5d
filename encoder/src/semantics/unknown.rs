//! Calls of functions that are not looked into: what is known of one before anything is executed.
//!
//! Such a function has no body, or it has one and a proof is to hold for any other too. It may be anything that keeps the promises of its
//! declaration and of the call (LangRef, "Function Attributes"). What a call may do besides giving a result is its [`Effect`]. No memory is
//! modelled here, so a function that writes none and cannot be observed otherwise has no effect of its own, and one that reads some depends
//! on the effects before it.
//!
//! **Facts of a pair.** Source and target call the same function. It keeps what the *source* promises of it: where it does not, the source
//! is undefined. What only the target promises, the function may break, which is undefined behavior of the target alone. [`Facts`] are the
//! promises of the source that both executions may rely on; promises that are not given a meaning must stand in the source too.
//!
//! Deliberately absent: pointers among arguments and results, operand bundles, `musttail`, variable arguments, and library functions (whose
//! meaning is known to LLVM and not modelled).

use std::sync::Arc;

use llvet_ir::inst::{CallInfo, TailKind};
use llvet_ir::{Attr, AttrKind, AttrSet, Function, Inst, InstKind, Module, Type, intrinsic};
use rustc_hash::FxHashMap;

use super::attr_table::{self, AttrPlace};
use super::library::is_library_function;
use super::scalar_width;
use crate::outcome::Unsupported;
use crate::value::leaf_types;

/// What a call may do besides giving a result, weakest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing; the result depends on the arguments only (`memory(none)`).
    None,
    /// Nothing; the result depends on memory too (`memory(read)`).
    Read,
    /// Anything that others can observe: the call is an event.
    Event,
}

impl Effect {
    /// Whether nobody but the caller can tell that the call was made.
    #[must_use]
    pub fn is_silent(self) -> bool {
        self != Effect::Event
    }

    /// The effect that a set of attributes allows. Memory behind pointer arguments does not count, as there are none.
    fn allowed_by(attrs: &AttrSet) -> Effect {
        let Some(Attr::Text(_, text)) = attrs.get(AttrKind::Memory) else { return Effect::Event };
        let parts = text.trim_start_matches("memory(").trim_end_matches(')').split(", ");
        let access = |part: &str| match part.split_once(": ") {
            Some(("argmem", _)) => Effect::None,
            Some((_, kind)) => Effect::of_access(kind),
            None => Effect::of_access(part),
        };
        parts.map(access).max().unwrap_or(Effect::Event)
    }

    fn of_access(kind: &str) -> Effect {
        match kind {
            "none" => Effect::None,
            "read" => Effect::Read,
            _ => Effect::Event,
        }
    }
}

/// Promises about a function that nothing here gives a meaning: the target may not add any.
const OTHER_PROMISES: [AttrKind; 5] =
    [AttrKind::NoFree, AttrKind::NoSync, AttrKind::NoRecurse, AttrKind::NoCallback, AttrKind::MustProgress];

/// How values are passed: calls that differ in it are calls of different functions.
const ABI: [AttrKind; 4] = [AttrKind::ZeroExt, AttrKind::SignExt, AttrKind::NoExt, AttrKind::InReg];

/// What a call, its declaration and the function that makes it promise of the callee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promises {
    /// What the call may do.
    pub effect: Effect,
    /// It returns or unwinds (LangRef, "willreturn"; also what "mustprogress" says of a function that only reads).
    pub willreturn: bool,
    /// It does not unwind.
    pub nounwind: bool,
    /// It does not return.
    pub noreturn: bool,
    /// It has no undefined behavior (LangRef, "speculatable").
    pub speculatable: bool,
    /// Of [`OTHER_PROMISES`], those that were made.
    others: Vec<AttrKind>,
}

impl Promises {
    /// From attributes of a call and its declaration, and of the function that makes it, which limit what the call may do.
    fn new(sets: &[&AttrSet], caller: Option<&AttrSet>) -> Promises {
        let has = |kind: AttrKind| sets.iter().any(|set| set.has(kind));
        let limited = |kind: AttrKind| has(kind) || caller.is_some_and(|set| set.has(kind));
        let effect = sets.iter().copied().chain(caller).map(Effect::allowed_by).min().unwrap_or(Effect::Event);
        Promises {
            effect,
            willreturn: has(AttrKind::WillReturn) || effect.is_silent() && has(AttrKind::MustProgress),
            nounwind: has(AttrKind::NoUnwind),
            noreturn: has(AttrKind::NoReturn),
            speculatable: has(AttrKind::Speculatable),
            others: OTHER_PROMISES.into_iter().filter(|&kind| limited(kind)).collect(),
        }
    }

    /// Whether a call of such a function may be made where there was none: it gives a result and does nothing else.
    fn is_free(&self) -> bool {
        self.effect.is_silent() && self.willreturn && self.nounwind && self.speculatable
    }
}

/// A call of an unknown function that is modelled.
#[derive(Clone, Debug)]
pub struct Site<'a> {
    /// The function's name without `@`.
    pub name: &'a str,
    /// What makes two calls calls of one function: name, type, and how values are passed.
    pub key: Arc<str>,
    /// The function's declaration.
    pub declaration: &'a Function,
    /// The call.
    pub call: &'a CallInfo,
    /// What is promised.
    pub promises: Promises,
}

impl Site<'_> {
    /// Attributes of an argument, of the call and the declaration together.
    #[must_use]
    pub fn argument_attrs(&self, index: usize) -> AttrSet {
        let mut attrs = self.declaration.args[index].attrs.clone();
        attrs.merge(&self.call.args[index].1);
        attrs
    }
}

/// Whether a call is not of an intrinsic.
#[must_use]
pub fn is_of_function(call: &CallInfo) -> bool {
    call.direct_callee().is_none_or(|name| !intrinsic::is_intrinsic_name(name))
}

/// Whether a function calls anything but intrinsics.
#[must_use]
pub fn has_calls(function: &Function) -> bool {
    calls(function).next().is_some()
}

fn calls(function: &Function) -> impl Iterator<Item = (&Inst, &CallInfo)> {
    function.blocks.iter().flat_map(|block| &block.insts).filter_map(|inst| match &inst.kind {
        InstKind::Call { call, .. } if is_of_function(call) => Some((inst, &**call)),
        _ => None,
    })
}

/// A call of an unknown function.
///
/// # Errors
/// What about it is not modelled.
pub fn site<'a>(module: &'a Module, caller: &Function, inst: &Inst, call: &'a CallInfo) -> Result<Site<'a>, Unsupported> {
    let Some(name) = call.direct_callee() else { return Err(Unsupported::new("indirect call")) };
    let unsupported = |why: &str| Err(Unsupported::new(format!("call of @{name}{why}")));
    let Some(declaration) = module.function(name) else { return unsupported("") };
    if declaration.vararg {
        return unsupported(", which takes variable arguments");
    }
    if call.func_ty != Type::Func(Arc::new(declaration.func_type())) {
        return unsupported(" with another function type");
    }
    if call.cc != declaration.prefix.cc {
        return unsupported(" with another calling convention");
    }
    if let Some(bundle) = call.bundles.first() {
        return Err(Unsupported::new(format!("call with operand bundle \"{}\"", bundle.tag)));
    }
    if let InstKind::Call { tail: TailKind::MustTail, .. } = inst.kind {
        return Err(Unsupported::new("musttail call"));
    }
    if is_library_function(name) && ![&call.attrs, &declaration.attrs].iter().any(|attrs| attrs.has(AttrKind::NoBuiltin)) {
        return unsupported(", a library function");
    }
    for ty in declaration.args.iter().map(|arg| &declaration.value(arg.value).ty).chain([&declaration.ret]) {
        check_type(module, name, ty)?;
    }
    check_attributes(declaration, call)?;
    let promises = Promises::new(&[&call.attrs, &declaration.attrs], Some(&caller.attrs));
    Ok(Site { name, key: key(module, declaration, call)?, declaration, call, promises })
}

fn check_type(module: &Module, name: &str, ty: &Type) -> Result<(), Unsupported> {
    if *ty == Type::Void {
        return Ok(());
    }
    for leaf in leaf_types(module, ty)? {
        if leaf.is_ptr() {
            return Err(Unsupported::new(format!("call of @{name} with a pointer")));
        }
        scalar_width(module, &leaf)?;
    }
    Ok(())
}

fn check_attributes(declaration: &Function, call: &CallInfo) -> Result<(), Unsupported> {
    let passed = call.args.iter().map(|(_, attrs)| attrs).chain(declaration.args.iter().map(|arg| &arg.attrs));
    passed.into_iter().try_for_each(|attrs| attr_table::check(attrs, AttrPlace::CalleeParam))?;
    [&call.ret_attrs, &declaration.ret_attrs].into_iter().try_for_each(|attrs| attr_table::check(attrs, AttrPlace::CalleeReturn))?;
    [&call.attrs, &declaration.attrs].into_iter().try_for_each(|attrs| attr_table::check(attrs, AttrPlace::Callee))
}

/// Types are written leaf by leaf too, as named ones may differ between modules.
fn key(module: &Module, declaration: &Function, call: &CallInfo) -> Result<Arc<str>, Unsupported> {
    let passed = |ty: &Type, attrs: &AttrSet| {
        let leaves = if *ty == Type::Void { Vec::new() } else { leaf_types(module, ty)? };
        let leaves: Vec<String> = leaves.iter().map(Type::to_string).collect();
        let abi: String = ABI.into_iter().filter(|&kind| attrs.has(kind)).map(|kind| format!(" {}", kind.name())).collect();
        Ok::<String, Unsupported>(format!("{ty} {}{abi}", leaves.join(" ")))
    };
    let params = declaration.args.iter().zip(&call.args);
    let args = params.map(|(arg, (_, attrs))| passed(&declaration.value(arg.value).ty, attrs)).collect::<Result<Vec<_>, _>>()?;
    let ret = passed(&declaration.ret, &call.ret_attrs)?;
    Ok(format!("{ret} @{}({}) {}", declaration.name, args.join(", "), call.cc).into())
}

/// What both executions of a pair may rely on.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    by_key: FxHashMap<Arc<str>, Fact>,
}

/// What is known of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What every call of the source promises.
    pub promises: Promises,
    /// Whether the target may make calls that the source does not make.
    pub free: bool,
    /// Whether the calls of the source differ in their effects.
    mixed: bool,
    /// Whether the source does not call it.
    only_target: bool,
}

impl Facts {
    /// The facts about the functions that a pair calls. Calls that are not modelled are left to the executions to name.
    #[must_use]
    pub fn of_pair((src_module, src): (&Module, &Function), (tgt_module, tgt): (&Module, &Function)) -> Facts {
        let mut facts = Facts::default();
        for (inst, call) in calls(src) {
            let Ok(site) = site(src_module, src, inst, call) else { continue };
            facts.add_source(&site);
        }
        for (inst, call) in calls(tgt) {
            let Ok(site) = site(tgt_module, tgt, inst, call) else { continue };
            match facts.by_key.get_mut(&site.key) {
                // Where only the target calls it, what each call may do is what any of them may.
                Some(fact) if fact.only_target => fact.promises.effect = fact.promises.effect.max(site.promises.effect),
                Some(_) => {}
                None => {
                    let fact = Fact::without_call(src_module, &site);
                    facts.by_key.insert(Arc::clone(&site.key), fact);
                }
            }
        }
        facts
    }

    fn add_source(&mut self, site: &Site<'_>) {
        let Some(fact) = self.by_key.get_mut(&site.key) else {
            let free = Promises::new(&[&site.declaration.attrs], None).is_free();
            self.by_key.insert(Arc::clone(&site.key), Fact { promises: site.promises.clone(), free, mixed: false, only_target: false });
            return;
        };
        let (known, other) = (&mut fact.promises, &site.promises);
        fact.mixed |= known.effect != other.effect;
        known.willreturn &= other.willreturn;
        known.nounwind &= other.nounwind;
        known.noreturn &= other.noreturn;
        known.speculatable &= other.speculatable;
        known.others.retain(|kind| other.others.contains(kind));
    }

    /// What is known of the function that a call is of. `target` says whose call it is.
    ///
    /// # Errors
    /// When the calls of the pair do not agree on what is not given a meaning.
    pub fn of(&self, site: &Site<'_>, target: bool) -> Result<&Fact, Unsupported> {
        let name = site.name;
        let Some(fact) = self.by_key.get(&site.key) else { return Err(Unsupported::new(format!("call of @{name}"))) };
        if fact.mixed {
            return Err(Unsupported::new(format!("calls of @{name} with different effects on memory")));
        }
        if target && site.promises.effect < fact.promises.effect {
            return Err(Unsupported::new(format!("call of @{name} with fewer effects on memory than the source says it has")));
        }
        if target && let Some(kind) = site.promises.others.iter().find(|kind| !fact.promises.others.contains(kind)) {
            return Err(Unsupported::new(format!("attribute {} on a call of @{name} in the target only", kind.name())));
        }
        Ok(fact)
    }

    /// Whether the target may call a function, by [`Site::key`], where the source does not.
    #[must_use]
    pub fn is_free(&self, key: &str) -> bool {
        self.by_key.get(key).is_some_and(|fact| fact.free)
    }

    /// What the calls of a function may do, by [`Site::key`].
    #[must_use]
    pub fn effect(&self, key: &str) -> Option<Effect> {
        self.by_key.get(key).map(|fact| fact.promises.effect)
    }
}

impl Fact {
    /// Of a function that only the target calls: what the source's declaration says. What the target says of its effects may be believed, as
    /// the call is wrong anyway unless it is free.
    fn without_call(src_module: &Module, site: &Site<'_>) -> Fact {
        let declared = src_module.function(site.name).filter(|f| f.func_type() == site.declaration.func_type());
        let promises = Promises::new(&declared.map(|f| &f.attrs).into_iter().collect::<Vec<_>>(), None);
        let free = promises.is_free();
        Fact { promises: Promises { effect: site.promises.effect, ..promises }, free, mixed: false, only_target: true }
    }
}
