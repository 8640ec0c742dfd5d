//! Calls, returns and unwinding (LangRef, "'call' Instruction", "'invoke' Instruction", "'landingpad' Instruction").

use llvet_ir::inst::{CallInfo, LandingClause, TailKind};
use llvet_ir::{Attr, AttrKind, AttrSet, ConstKind, Function, Inst, InstKind, IntrinsicId, Operand, Type, intrinsic};

use super::env::Code;
use super::exec::{Flow, Frame, Halt, Machine, Outcome, Stop};
use super::restrict::ValueRules;
use super::slot::{Slot, internal};
use super::text;
use super::trace::Event;
use super::word::{Provenance, RtValue, Scalar};
use crate::outcome::{UbReason, Unsupported};
use crate::semantics::attr_table::{AttrClass, AttrPlace, classify_string};

/// Attributes whose violation is undefined behavior or poison and is not looked for.
const UNCHECKED: &[AttrKind] = &[
    AttrKind::NoAlias,
    AttrKind::ReadNone,
    AttrKind::ReadOnly,
    AttrKind::WriteOnly,
    AttrKind::Captures,
    AttrKind::Memory,
    AttrKind::NoFree,
    AttrKind::NoSync,
    AttrKind::NoRecurse,
    AttrKind::NoCallback,
    AttrKind::Initializes,
    AttrKind::Writable,
    AttrKind::DeadOnReturn,
    AttrKind::DeadOnUnwind,
    AttrKind::WillReturn,
];

/// Attributes that change what a call does in ways that are not modelled.
const UNSUPPORTED: &[AttrKind] = &[
    AttrKind::InAlloca,
    AttrKind::Preallocated,
    AttrKind::SwiftError,
    AttrKind::SwiftAsync,
    AttrKind::Naked,
    AttrKind::PresplitCoroutine,
    AttrKind::ReturnsTwice,
];

impl<'m> Machine<'m, '_> {
    /// Executes a `call` or `invoke`.
    pub fn call(&mut self, inst: &'m Inst, call: &'m CallInfo) -> Result<Flow<'m>, Halt> {
        if let Some(name) = call.direct_callee()
            && intrinsic::is_intrinsic_name(name)
        {
            let id = intrinsic::lookup(name).ok_or_else(|| Unsupported::new(name))?;
            return self.intrinsic(inst, call, id);
        }
        if let Some(bundle) = call.bundles.iter().find(|b| !matches!(&*b.tag, "kcfi" | "clang.arc.attachedcall" | "align" | "nonnull")) {
            return Err(Unsupported::new(format!("call with operand bundle \"{}\"", bundle.tag)).into());
        }
        if let (Some(oracle), InstKind::Call { .. }) = (self.oracle.clone(), &inst.kind)
            && let Some(name) = call.direct_callee()
            && self.env.module.function(name).is_some_and(Function::is_declaration)
        {
            return self.unknown_call(inst, call, &oracle);
        }
        let callee = self.callee(call)?;
        self.check_signature(call, callee)?;
        let mut slots = Vec::with_capacity(call.args.len());
        for (i, (operand, attrs)) in call.args.iter().enumerate() {
            let slot = self.operand(operand)?;
            let ty = self.frame()?.function.operand_type(operand);
            slots.push(self.apply_attributes(attrs, &ty, slot, &|| format!("argument {i} of a call of @{}", callee.name))?);
        }
        slots.truncate(callee.args.len());
        let tail = matches!(inst.kind, InstKind::Call { tail: TailKind::Tail | TailKind::MustTail, .. });
        let hidden = if tail { self.frame()?.allocas.clone() } else { Vec::new() };
        self.enter(callee, slots, hidden)?;
        Ok(Flow::Continue)
    }

    /// The function that a call names or points to.
    fn callee(&mut self, call: &'m CallInfo) -> Result<&'m Function, Halt> {
        let value = self.read_operand(&call.callee)?;
        let word = value.word().ok_or_else(|| Halt::Ub(UbReason::Call("call through poison".into())))?;
        let callee = match self.env.code_at(word.address()) {
            Some(Code::Function(function)) => function,
            Some(Code::Block(..)) | None => return Err(Halt::Ub(UbReason::Call("call of an address that is no function".into()))),
        };
        if callee.is_declaration() {
            return Err(Unsupported::new(format!("call of @{}, which has no body", callee.name)).into());
        }
        Ok(callee)
    }

    fn check_signature(&self, call: &CallInfo, callee: &Function) -> Result<(), Halt> {
        let mismatch = |what: &str| Err(Halt::Ub(UbReason::Call(format!("call of @{} with another {what}", callee.name))));
        if call.func_ty != Type::Func(std::sync::Arc::new(callee.func_type())) {
            return mismatch("function type");
        }
        if call.cc != callee.prefix.cc {
            return mismatch("calling convention");
        }
        Ok(())
    }

    /// Starts a call of a function on arguments that its caller has passed.
    pub fn enter(&mut self, function: &'m Function, args: Vec<Slot<'m>>, hidden: Vec<u32>) -> Result<(), Halt> {
        if self.frames.len() >= self.limits.depth {
            return Err(Halt::Stop(Stop::DepthLimit));
        }
        if function.is_declaration() {
            return Err(Unsupported::new(format!("call of @{}, which has no body", function.name)).into());
        }
        self.note_attributes(&function.attrs)?;
        check_strings(&function.attrs)?;
        let mut frame = Frame::new(function, Vec::new());
        let mut shown = Vec::new();
        for (i, (param, slot)) in function.args.iter().zip(args).enumerate() {
            let slot = match param.attrs.get(AttrKind::Byval) {
                Some(Attr::Type(_, ty)) => self.copy_argument(&mut frame, ty, &param.attrs, slot)?,
                _ => slot,
            };
            let slot = self
                .apply_attributes(&param.attrs, &function.value(param.value).ty, slot, &|| format!("argument {i} of @{}", function.name))?;
            if self.observer.is_some() {
                shown.push(text::slot(&self.env, &function.value(param.value).ty, &slot));
            }
            frame.values[param.value.index()] = Some(slot);
        }
        hidden.iter().for_each(|id| self.memory.hide(*id, true));
        frame.hidden = hidden;
        self.tell(|_| Event::Enter { function, args: &shown });
        self.frames.push(frame);
        // The entry block has no phis.
        Ok(())
    }

    /// The callee's own copy of a `byval` argument.
    fn copy_argument(&mut self, frame: &mut Frame<'m>, ty: &Type, attrs: &AttrSet, slot: Slot<'m>) -> Result<Slot<'m>, Halt> {
        let size = self.env.layout.alloc_size(ty).ok_or_else(|| Unsupported::new(format!("size of type {ty}")))?;
        let align = match attrs.get(AttrKind::Align) {
            Some(Attr::Int(_, align)) => *align,
            _ => self.env.default_align(ty),
        };
        let value = self.read(&slot)?;
        let source = value.word().ok_or_else(|| Halt::Ub(UbReason::AttributeViolated("byval argument is poison".into())))?;
        let length = usize::try_from(size).map_err(|_| Unsupported::new("huge byval argument"))?;
        let caller = self.frames.last().map_or(frame.function, |f| f.function);
        let bytes = self.memory.read(&self.env, caller, source, length, 1)?;
        let copy = self.memory.allocate(&self.env, size, align, true)?;
        if let Provenance::Object { id, .. } = copy.provenance {
            frame.allocas.push(id);
        }
        self.memory.write(&self.env, caller, &copy, bytes, 1)?;
        Ok(RtValue::scalar(Scalar::Word(copy)).into())
    }

    /// Applies the attributes of an argument or result of type `ty`: violations make it poison, or are undefined behavior.
    pub fn apply_attributes(&mut self, attrs: &'m AttrSet, ty: &Type, slot: Slot<'m>, what: &dyn Fn() -> String) -> Result<Slot<'m>, Halt> {
        if attrs.attrs.is_empty() {
            return Ok(slot);
        }
        self.note_attributes(attrs)?;
        let restricted = self.restrict(ValueRules::of_attrs(attrs, ty), slot.clone())?;
        for attr in &attrs.attrs {
            match attr {
                Attr::Int(AttrKind::Dereferenceable, size) => self.require_dereferenceable(&restricted, *size, false, &what())?,
                Attr::Int(AttrKind::DereferenceableOrNull, size) => self.require_dereferenceable(&restricted, *size, true, &what())?,
                _ => {}
            }
        }
        if attrs.has(AttrKind::NoUndef) {
            let undef = || UbReason::NoundefViolated(what());
            self.read_fixed(&slot, undef, undef)?;
            self.read_fixed(&restricted, || UbReason::AttributeViolated(format!("{} violates one of its attributes", what())), undef)?;
        }
        Ok(restricted)
    }

    fn note_attributes(&mut self, attrs: &AttrSet) -> Result<(), Halt> {
        for kind in attrs.attrs.iter().filter_map(Attr::kind) {
            if UNSUPPORTED.contains(&kind) {
                return Err(Unsupported::new(format!("attribute {}", kind.name())).into());
            }
            if UNCHECKED.contains(&kind) {
                self.unchecked.insert(kind.name().to_owned());
            }
        }
        Ok(())
    }

    /// Returns from the innermost call.
    pub fn return_value(&mut self, slot: Slot<'m>) -> Result<Flow<'m>, Halt> {
        let function = self.frame()?.function;
        if function.attrs.has(AttrKind::NoReturn) {
            return Err(Halt::Ub(UbReason::Call(format!("return from @{}, which is noreturn", function.name))));
        }
        let slot = self.restrict(self.returned_argument()?, slot)?;
        let slot = self.apply_attributes(&function.ret_attrs, &function.ret, slot, &|| format!("return value of @{}", function.name))?;
        if self.observer.is_some() {
            let value = (function.ret != Type::Void).then(|| text::slot(&self.env, &function.ret, &slot));
            self.tell(|_| Event::Return { function, value: value.as_deref() });
        }
        self.leave()?;
        if self.frames.is_empty() {
            return Ok(Flow::Done(Outcome::Return(self.returned(slot, function.ret.clone()))));
        }
        let (_, inst) = self.here()?;
        match &inst.kind {
            InstKind::Call { call, .. } | InstKind::Invoke { call, .. } => {
                let slot = self.call_result(inst, call, slot)?;
                self.finish_call(inst, slot)
            }
            _ => Err(internal()),
        }
    }

    /// The argument of the innermost call that `returned` says is the result. One that depends on undef promises nothing.
    fn returned_argument(&self) -> Result<Option<ValueRules<'m>>, Halt> {
        let frame = self.frames.last().ok_or_else(internal)?;
        let param = frame.function.args.iter().find(|arg| arg.attrs.has(AttrKind::Returned));
        Ok(match param.and_then(|arg| frame.values[arg.value.index()].as_ref()) {
            Some(Slot::Value(value)) => Some(ValueRules::Returned(value.clone())),
            Some(Slot::Thunk(_)) | None => None,
        })
    }

    /// Applies what the call site says about the result.
    pub(super) fn call_result(&mut self, inst: &'m Inst, call: &'m CallInfo, slot: Slot<'m>) -> Result<Slot<'m>, Halt> {
        if call.attrs.has(AttrKind::NoReturn) {
            return Err(Halt::Ub(UbReason::Call("return to a call that is noreturn".into())));
        }
        let function = self.frame()?.function;
        let slot = self.apply_attributes(&call.ret_attrs, &inst.ty, slot, &|| "result of a call".to_owned())?;
        let slot = self.restrict(ValueRules::of_flags(self.env.module, function, inst), slot)?;
        self.apply_metadata(inst, slot)
    }

    /// Gives a call its result, and goes on.
    pub fn finish_call(&mut self, inst: &'m Inst, slot: Slot<'m>) -> Result<Flow<'m>, Halt> {
        self.define(inst, slot, &[])?;
        if let InstKind::Invoke { normal, .. } = &inst.kind {
            self.jump(*normal)?;
        }
        Ok(Flow::Continue)
    }

    /// Unwinds from the innermost call with an exception, up to the next `invoke`.
    pub fn unwind(&mut self, exception: Slot<'m>, ty: Type) -> Result<Flow<'m>, Halt> {
        loop {
            let function = self.frame()?.function;
            if function.attrs.has(AttrKind::NoUnwind) {
                return Err(Halt::Ub(UbReason::Call(format!("unwinding out of @{}, which is nounwind", function.name))));
            }
            self.tell(|_| Event::Unwind { function });
            self.leave()?;
            if self.frames.is_empty() {
                return Ok(Flow::Done(Outcome::Unwind(self.returned(exception, ty))));
            }
            let (_, inst) = self.here()?;
            match &inst.kind {
                InstKind::Call { call, .. } | InstKind::Invoke { call, .. } if call.attrs.has(AttrKind::NoUnwind) => {
                    return Err(Halt::Ub(UbReason::Call("unwinding out of a call that is nounwind".into())));
                }
                InstKind::Call { .. } => {}
                InstKind::Invoke { unwind, .. } => {
                    self.frame()?.exception = Some((exception, ty));
                    self.jump(*unwind)?;
                    return Ok(Flow::Continue);
                }
                _ => return Err(internal()),
            }
        }
    }

    /// `landingpad`: the exception that was thrown. Which typed clauses match is the personality's business and not modelled.
    pub fn landing_pad(&mut self, inst: &'m Inst, cleanup: bool, clauses: &[LandingClause]) -> Result<(), Halt> {
        let exception = self.frame()?.exception.take();
        let (slot, ty) = exception.ok_or_else(|| Unsupported::new("landingpad that no exception leads to"))?;
        if !cleanup && !clauses.iter().any(catches_all) {
            return Err(Unsupported::new("landingpad with typed clauses only").into());
        }
        if ty != inst.ty {
            return Err(Unsupported::new(format!("exception of type {ty} in a landingpad of type {}", inst.ty)).into());
        }
        self.define(inst, slot, &[])
    }

    fn intrinsic(&mut self, inst: &'m Inst, call: &'m CallInfo, id: IntrinsicId) -> Result<Flow<'m>, Halt> {
        match self.memory_intrinsic(call, id)? {
            super::intrinsic::Handled::Result(slot) => {
                let slot = self.call_result(inst, call, slot)?;
                self.finish_call(inst, slot)
            }
            super::intrinsic::Handled::Trap => Ok(Flow::Done(Outcome::Trap)),
            super::intrinsic::Handled::No => {
                let slot = self.computed_intrinsic(inst, call, id)?;
                let slot = self.call_result(inst, call, slot)?;
                self.finish_call(inst, slot)
            }
        }
    }
}

/// Whether every string attribute of a definition is modelled or changes nothing.
fn check_strings(attrs: &AttrSet) -> Result<(), Unsupported> {
    for attr in &attrs.attrs {
        if let Attr::String { key, value } = attr
            && classify_string(key, value.as_deref().unwrap_or(""), AttrPlace::Function) == AttrClass::Unsupported
        {
            return Err(Unsupported::new(format!("attribute \"{key}\"")));
        }
    }
    Ok(())
}

fn catches_all(clause: &LandingClause) -> bool {
    match clause {
        LandingClause::Catch(Operand::Const(c)) => matches!(c.kind, ConstKind::Null),
        LandingClause::Catch(_) | LandingClause::Filter(_) => false,
    }
}
