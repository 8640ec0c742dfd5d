//! Intrinsics that touch memory or end the program; all others compute by the shared rules.

use std::rc::Rc;

use llvet_ir::inst::CallInfo;
use llvet_ir::{Attr, AttrKind, AttrSet, Inst, IntrinsicId, Type};

use super::bytes::Byte;
use super::exec::{Halt, Machine};
use super::memory::lazy_bytes;
use super::pure;
use super::slot::{Node, Slot, internal};
use super::word::{ExecDomain, Provenance, RtValue, Scalar, Word};
use crate::outcome::{UbReason, Unsupported};
use crate::semantics::intrinsics::{Support, hints, ignores_arguments, support};
use crate::semantics::{Cx, Place};

/// What became of an intrinsic here.
pub(crate) enum Handled<'m> {
    /// It was executed.
    Result(Slot<'m>),
    /// It ends the program.
    Trap,
    /// It only computes.
    No,
}

fn done<'m>() -> Result<Handled<'m>, Halt> {
    Ok(Handled::Result(RtValue::default().into()))
}

impl<'m> Machine<'m, '_> {
    /// Executes an intrinsic on memory, or one that ends the program.
    pub fn memory_intrinsic(&mut self, call: &'m CallInfo, id: IntrinsicId) -> Result<Handled<'m>, Halt> {
        match id {
            IntrinsicId::Trap | IntrinsicId::Ubsantrap => Ok(Handled::Trap),
            IntrinsicId::Debugtrap | IntrinsicId::Prefetch => done(),
            IntrinsicId::Memcpy | IntrinsicId::MemcpyInline => self.copy(call, true),
            IntrinsicId::Memmove => self.copy(call, false),
            IntrinsicId::Memset | IntrinsicId::MemsetInline => self.fill(call),
            IntrinsicId::LifetimeStart => self.lifetime(call, true),
            IntrinsicId::LifetimeEnd => self.lifetime(call, false),
            IntrinsicId::LaunderInvariantGroup
            | IntrinsicId::StripInvariantGroup
            | IntrinsicId::ThreadlocalAddress
            | IntrinsicId::PtrAnnotation => Ok(Handled::Result(self.call_argument(call, 0)?)),
            IntrinsicId::Ptrmask => self.pointer_mask(call),
            IntrinsicId::Assume => self.assume(call),
            IntrinsicId::InvariantStart | IntrinsicId::InvariantEnd => {
                self.unchecked.insert("llvm.invariant.start".to_owned());
                let null = Scalar::Word(self.env.pointer(0, Provenance::None));
                Ok(Handled::Result(if id == IntrinsicId::InvariantStart { RtValue::scalar(null) } else { RtValue::default() }.into()))
            }
            IntrinsicId::NoaliasScopeDecl => {
                self.unchecked.insert("!noalias".to_owned());
                done()
            }
            _ => Ok(Handled::No),
        }
    }

    /// Executes an intrinsic by its shared rule.
    pub fn computed_intrinsic(&mut self, inst: &'m Inst, call: &'m CallInfo, id: IntrinsicId) -> Result<Slot<'m>, Halt> {
        let function = self.frame()?.function;
        let mut args = Vec::new();
        if !ignores_arguments(id) {
            if support(id) != Support::Modelled {
                return Err(Unsupported::new(format!("llvm.{}", id.base_name())).into());
            }
            for (i, (operand, attrs)) in call.args.iter().enumerate() {
                let slot = self.operand(operand)?;
                let ty = function.operand_type(operand);
                args.push(self.apply_attributes(attrs, &ty, slot, &|| format!("argument {i} of llvm.{}", id.base_name()))?);
            }
        }
        if args.iter().any(|slot| matches!(slot, Slot::Thunk(_))) {
            let slot = Slot::thunk(Node::Inst { function, inst, args });
            // It may have undefined behavior, so it cannot be left until it is read.
            let first = self.read(&slot)?;
            return Ok(if inst.ty == Type::Void { first.as_ref().clone().into() } else { slot });
        }
        let values = args.iter().map(|slot| self.read(slot)).collect::<Result<Vec<_>, _>>()?;
        let mut domain = ExecDomain::new(&mut *self.chooser);
        Ok(pure::evaluate(&self.env, &mut domain, function, inst, &values.iter().collect::<Vec<_>>(), false)?.value.into())
    }

    /// The contents of a call's argument.
    fn call_argument(&mut self, call: &'m CallInfo, index: usize) -> Result<Slot<'m>, Halt> {
        let (operand, attrs) = call.args.get(index).ok_or_else(internal)?;
        let slot = self.operand(operand)?;
        let ty = self.frame()?.function.operand_type(operand);
        self.apply_attributes(attrs, &ty, slot, &|| format!("argument {index} of an intrinsic"))
    }

    /// A pointer or number that must not be poison.
    fn word_argument(&mut self, call: &'m CallInfo, index: usize) -> Result<Word, Halt> {
        let slot = self.call_argument(call, index)?;
        let value = self.read(&slot)?;
        let name = call.direct_callee().unwrap_or("intrinsic").to_owned();
        value.word().cloned().ok_or_else(|| Halt::Ub(UbReason::Memory(format!("{name} on poison"))))
    }

    fn length_argument(&mut self, call: &'m CallInfo, index: usize) -> Result<usize, Halt> {
        let word = self.word_argument(call, index)?;
        usize::try_from(word.address()).map_err(|_| Unsupported::new("huge length").into())
    }

    /// `llvm.memcpy`, whose ranges must be equal or disjoint, and `llvm.memmove`.
    fn copy(&mut self, call: &'m CallInfo, disjoint: bool) -> Result<Handled<'m>, Halt> {
        let (to, from, length) = (self.word_argument(call, 0)?, self.word_argument(call, 1)?, self.length_argument(call, 2)?);
        let function = self.frame()?.function;
        let bytes = self.memory.read(&self.env, function, &from, length, align_of(&call.args[1].1))?;
        let distance = to.address().abs_diff(from.address());
        if disjoint && distance != 0 && distance < length as u64 {
            return Err(Halt::Ub(UbReason::Memory("memcpy of overlapping ranges".into())));
        }
        self.memory.write(&self.env, function, &to, bytes, align_of(&call.args[0].1))?;
        done()
    }

    fn fill(&mut self, call: &'m CallInfo) -> Result<Handled<'m>, Halt> {
        let (to, length) = (self.word_argument(call, 0)?, self.length_argument(call, 2)?);
        let function = self.frame()?.function;
        let byte = match self.call_argument(call, 1)? {
            Slot::Value(value) => match value.word() {
                Some(word) => Byte::of(u8::try_from(word.address()).map_err(|_| internal())?),
                None => Byte::POISON,
            },
            Slot::Thunk(thunk) => lazy_bytes(&thunk, &Type::Int(8), 1).pop().ok_or_else(internal)?,
        };
        // Bounds are checked before the bytes are made.
        if length > 0 && !self.memory.dereferenceable(&self.env, &to, length as u64)? {
            return Err(Halt::Ub(UbReason::Memory("memset out of bounds".into())));
        }
        self.memory.write(&self.env, function, &to, vec![byte; length], align_of(&call.args[0].1))?;
        done()
    }

    fn lifetime(&mut self, call: &'m CallInfo, alive: bool) -> Result<Handled<'m>, Halt> {
        let (operand, _) = call.args.last().ok_or_else(internal)?;
        let value = self.read_operand(operand)?;
        // On a poison pointer the markers do nothing.
        let Some(word) = value.word() else { return done() };
        match word.provenance {
            Provenance::Object { id, base, .. } if word.address() == base && id as usize >= self.env.module.globals.len() => {
                self.memory.set_alive(id, alive);
                done()
            }
            _ => Err(Unsupported::new("lifetime marker on something else than an alloca").into()),
        }
    }

    fn pointer_mask(&mut self, call: &'m CallInfo) -> Result<Handled<'m>, Halt> {
        let (pointer, mask) = (self.call_argument(call, 0)?, self.call_argument(call, 1)?);
        let (Slot::Value(pointer), Slot::Value(mask)) = (pointer, mask) else {
            return Err(Unsupported::new("llvm.ptrmask on undef").into());
        };
        let lane = |(p, m): (&Scalar, &Scalar)| match (p, m) {
            (Scalar::Word(p), Scalar::Word(m)) => {
                let width = p.bits.width();
                // A narrow mask is extended by ones (LangRef, "'llvm.ptrmask' Intrinsic").
                let mask = if m.bits.width() < width { m.bits.not().zext(width).not() } else { m.bits.trunc(width) };
                Scalar::Word(Word { bits: p.bits.and(&mask), provenance: p.provenance })
            }
            _ => Scalar::Poison(p.width()),
        };
        Ok(Handled::Result(RtValue { lanes: pointer.lanes.iter().zip(&mask.lanes).map(lane).collect() }.into()))
    }

    /// `llvm.assume` with its bundles; those on dereferenceability are this executor's.
    fn assume(&mut self, call: &'m CallInfo) -> Result<Handled<'m>, Halt> {
        let function = self.frame()?.function;
        let mut inputs = Vec::new();
        for (i, bundle) in call.bundles.iter().enumerate() {
            let mut values = Vec::new();
            for (j, operand) in bundle.args.iter().enumerate() {
                let slot = self.operand(operand)?;
                let fixed = hints::noundef_inputs(call).contains(&(i, j)) && &*bundle.tag == "noundef";
                let violated = || UbReason::NoundefViolated("input of assume".into());
                values.push(if fixed { self.read_fixed(&slot, violated, violated)? } else { self.read(&slot)? });
            }
            inputs.push(values);
        }
        let condition = self.call_argument(call, 0)?;
        let condition = self.read(&condition)?;
        let env = Rc::clone(&self.env);
        let mut domain = ExecDomain::new(&mut *self.chooser);
        let mut cx = Cx::new(&mut domain, false);
        let bundle_args: Vec<Vec<_>> = inputs.iter().map(|values| values.iter().map(|v| v.to_rule()).collect()).collect();
        let place = Place { module: env.module, function };
        hints::assume(&mut cx, place, call, &[condition.to_rule()], &bundle_args)?;
        match cx.ub.iter().find(|(holds, _)| *holds) {
            Some((_, reason)) => Err(Halt::Ub(reason.clone())),
            None => done(),
        }
    }
}

/// The alignment that an argument promises.
fn align_of(attrs: &AttrSet) -> u64 {
    match attrs.get(AttrKind::Align) {
        Some(Attr::Int(_, align)) => *align,
        _ => 1,
    }
}
