//! One instruction.

use std::rc::Rc;

use llvet_ir::inst::RmwOp;
use llvet_ir::{BlockId, Constant, Function, Inst, InstKind, Operand, Type};

use super::bytes::{self, Byte};
use super::endless::has_effect;
use super::env::Code;
use super::exec::{Flow, Frame, Halt, Machine, Outcome};
use super::memory::lazy_bytes;
use super::pure;
use super::restrict::{ValueRules, metadata_number};
use super::slot::{Node, Slot, internal};
use super::trace::Event;
use super::word::{ExecDomain, Provenance, RtValue, Scalar};
use crate::bv::Bv;
use crate::domain::ChoiceKind;
use crate::outcome::{UbReason, Unsupported};
use crate::semantics::attrs;

impl<'m> Machine<'m, '_> {
    /// Executes the next instruction.
    pub fn step(&mut self) -> Result<Flow<'m>, Halt> {
        let (function, inst) = self.here()?;
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::Stop(super::exec::Stop::StepLimit))?;
        if has_effect(&inst.kind) {
            self.happened.set(self.happened.get() + 1);
        }
        match &inst.kind {
            InstKind::Ret { value } => {
                let slot = match value {
                    Some(operand) => self.operand(operand)?,
                    None => RtValue::default().into(),
                };
                return self.return_value(slot);
            }
            InstKind::Br { dest } => return self.jump(*dest),
            InstKind::CondBr { cond, then_dest, else_dest } => {
                let slot = self.operand(cond)?;
                let taken = self.read_fixed(&slot, || UbReason::BranchOnPoison, || UbReason::BranchOnUndef)?;
                let taken = taken.word().is_some_and(|w| w.bits.to_bool());
                return self.jump(if taken { *then_dest } else { *else_dest });
            }
            InstKind::Switch { value, default, cases } => return self.switch(value, *default, cases),
            InstKind::IndirectBr { addr, dests } => return self.indirect_branch(function, addr, dests),
            InstKind::Unreachable => return Err(Halt::Ub(UbReason::Unreachable)),
            InstKind::Call { call, .. } | InstKind::Invoke { call, .. } => return self.call(inst, call),
            InstKind::Resume { value } => {
                let slot = self.operand(value)?;
                return self.unwind(slot, function.operand_type(value));
            }
            InstKind::LandingPad { cleanup, clauses } => self.landing_pad(inst, *cleanup, clauses)?,
            InstKind::CallBr { .. } => return Err(Unsupported::new("callbr").into()),
            InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. }
            | InstKind::CatchPad { .. }
            | InstKind::CleanupPad { .. } => return Err(Unsupported::new("funclet-based exception handling").into()),
            // Phis are executed on the edge into their block; none can be reached otherwise in a valid function.
            InstKind::Phi { .. } => return Err(Unsupported::new("phi that is not at the start of its block").into()),
            InstKind::Alloca { allocated, count, align, inalloca, .. } => {
                if *inalloca {
                    return Err(Unsupported::new("alloca inalloca").into());
                }
                self.alloca(function, inst, allocated, count.as_ref(), *align)?;
            }
            InstKind::Load { ptr, align, .. } => self.load(inst, ptr, *align)?,
            InstKind::Store { value, ptr, align, .. } => self.store(function, inst, value, ptr, *align)?,
            InstKind::Fence { .. } => self.define(inst, RtValue::default().into(), &[])?,
            InstKind::CmpXchg { ptr, cmp, new, weak, align, .. } => self.compare_exchange(inst, ptr, [cmp, new], *weak, *align)?,
            InstKind::AtomicRmw { op, elementwise, ptr, value, align, .. } => {
                if *elementwise {
                    return Err(Unsupported::new("atomicrmw elementwise").into());
                }
                self.read_modify_write(inst, *op, ptr, value, *align)?;
            }
            InstKind::VaArg { .. } => return Err(Unsupported::new("va_arg").into()),
            InstKind::Freeze { arg } => {
                let slot = self.operand(arg)?;
                let value = self.read(&slot)?;
                self.compute_on_values(function, inst, &[&value])?;
            }
            InstKind::Fneg { .. }
            | InstKind::Binary { .. }
            | InstKind::Cast { .. }
            | InstKind::Icmp { .. }
            | InstKind::Fcmp { .. }
            | InstKind::Select { .. }
            | InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. }
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. }
            | InstKind::GetElementPtr { .. } => {
                let args = inst.kind.reads().into_iter().map(|op| self.operand(op)).collect::<Result<Vec<_>, _>>()?;
                self.compute(function, inst, args)?;
            }
        }
        Ok(Flow::Continue)
    }

    /// Executes an instruction that only computes: at once, or at every read of its result when an operand depends on undef.
    pub fn compute(&mut self, function: &'m Function, inst: &'m Inst, args: Vec<Slot<'m>>) -> Result<(), Halt> {
        if let Some(values) = args.iter().map(as_value).collect::<Option<Vec<_>>>() {
            return self.compute_on_values(function, inst, &values);
        }
        let slot = Slot::thunk(Node::Inst { function, inst, args });
        if pure::may_be_undefined(inst) {
            self.read(&slot)?;
        }
        self.define(inst, slot, &[])
    }

    fn compute_on_values(&mut self, function: &'m Function, inst: &'m Inst, values: &[&Rc<RtValue>]) -> Result<(), Halt> {
        let explain = self.observer.is_some();
        let mut domain = ExecDomain::new(&mut *self.chooser);
        let done = pure::evaluate(&self.env, &mut domain, function, inst, values, explain)?;
        self.define(inst, done.value.into(), &done.poison)
    }

    /// Goes to a block and executes its phis, all at once.
    pub fn jump(&mut self, to: BlockId) -> Result<Flow<'m>, Halt> {
        let frame = self.frame()?;
        let (function, from) = (frame.function, frame.block);
        let block = function.block(to);
        let mut results = Vec::new();
        for inst in &block.insts {
            let InstKind::Phi { incoming } = &inst.kind else { break };
            let operand = incoming.iter().find(|(_, pred)| *pred == from).map(|(value, _)| value);
            let operand = operand.ok_or_else(|| Unsupported::new("phi without a value for a predecessor"))?;
            let slot = self.operand(operand)?;
            results.push((inst, self.restrict(ValueRules::of_flags(self.env.module, function, inst), slot)?));
        }
        if self.observer.is_some() {
            let names = self.names(function);
            self.tell(|_| Event::Jump { function, to: names.block(to) });
        }
        let frame = self.frame()?;
        (frame.block, frame.index) = (to, 0);
        for (inst, slot) in results {
            self.define(inst, slot, &[])?;
        }
        Ok(if self.is_endless(from)? { Flow::Done(Outcome::Stopped { unwinds: false }) } else { Flow::Continue })
    }

    fn switch(&mut self, value: &'m Operand, default: BlockId, cases: &'m [(std::sync::Arc<Constant>, BlockId)]) -> Result<Flow<'m>, Halt> {
        let slot = self.operand(value)?;
        let value = self.read_fixed(&slot, || UbReason::SwitchOnPoison, || UbReason::SwitchOnUndef)?;
        let mut dest = default;
        for (case, block) in cases {
            if self.env.fixed_constant(case)? == *value {
                dest = *block;
                break;
            }
        }
        self.jump(dest)
    }

    fn indirect_branch(&mut self, function: &'m Function, addr: &'m Operand, dests: &[BlockId]) -> Result<Flow<'m>, Halt> {
        let value = self.read_operand(addr)?;
        let Some(word) = value.word() else {
            return Err(Halt::Ub(UbReason::Other("indirectbr on poison".into())));
        };
        match self.env.code_at(word.address()) {
            Some(Code::Block(owner, block)) if std::ptr::eq(owner, function) && dests.contains(&block) => self.jump(block),
            Some(Code::Block(..) | Code::Function(_)) | None => {
                Err(Halt::Ub(UbReason::Other("indirectbr to an address that is not in its list".into())))
            }
        }
    }

    /// Applies rules to a slot.
    pub fn restrict(&mut self, rules: Option<ValueRules<'m>>, slot: Slot<'m>) -> Result<Slot<'m>, Halt> {
        let Some(rules) = rules else { return Ok(slot) };
        let env = Rc::clone(&self.env);
        Ok(rules.restrict(&mut self.reader(&env), slot)?)
    }

    fn alloca(
        &mut self,
        function: &'m Function,
        inst: &'m Inst,
        allocated: &Type,
        count: Option<&'m Operand>,
        align: Option<u64>,
    ) -> Result<(), Halt> {
        let size = self.env.layout.alloc_size(allocated).ok_or_else(|| Unsupported::new(format!("size of type {allocated}")))?;
        let count = match count {
            None => 1,
            Some(operand) => {
                let value = self.read_operand(operand)?;
                let word = value.word().ok_or_else(|| Halt::Ub(UbReason::Memory("alloca of a poison number of elements".into())))?;
                word.address()
            }
        };
        let total = size.checked_mul(count).ok_or_else(|| Unsupported::new("alloca larger than the address space"))?;
        let align = align.unwrap_or_else(|| self.env.default_align(allocated));
        let scoped = inst.result.is_some_and(|id| self.scoped(function).contains(&id));
        let word = self.memory.allocate(&self.env, total, align, !scoped)?;
        if let Provenance::Object { id, .. } = word.provenance {
            self.frame()?.allocas.push(id);
        }
        self.define(inst, RtValue::scalar(Scalar::Word(word)).into(), &[])
    }

    /// Reads an address that is about to be accessed.
    fn address(&mut self, ptr: &'m Operand, what: &str) -> Result<super::word::Word, Halt> {
        let value = self.read_operand(ptr)?;
        value.word().cloned().ok_or_else(|| Halt::Ub(UbReason::Memory(format!("{what} through poison"))))
    }

    fn alignment(&self, ty: &Type, align: Option<u64>) -> Result<u64, Halt> {
        let align = align.or_else(|| self.env.layout.abi_align(ty));
        Ok(align.ok_or_else(|| Unsupported::new(format!("alignment of type {ty}")))?)
    }

    /// The value of a type at an address.
    pub fn load_value(&mut self, ty: &Type, word: &super::word::Word, align: Option<u64>) -> Result<Slot<'m>, Halt> {
        let function = self.frame()?.function;
        let size = bytes::store_size(&self.env, ty)?;
        let align = self.alignment(ty, align)?;
        let loaded = self.memory.read(&self.env, function, word, size, align)?;
        if loaded.iter().any(Byte::depends_on_undef) {
            let args = bytes::lazy_values(&loaded);
            return Ok(Slot::thunk(Node::Bytes { ty: ty.clone(), bytes: loaded, args }));
        }
        let mut no_pick = |width| Bv::zero(width);
        Ok(bytes::decode(&self.env, ty, &loaded, &mut no_pick)?.into())
    }

    /// Writes a value of a type to an address.
    pub fn store_value(&mut self, ty: &Type, slot: &Slot<'m>, word: &super::word::Word, align: Option<u64>) -> Result<(), Halt> {
        let function = self.frame()?.function;
        let align = self.alignment(ty, align)?;
        let stored = match slot {
            Slot::Value(value) => bytes::encode(&self.env, ty, value)?,
            Slot::Thunk(thunk) => lazy_bytes(thunk, ty, bytes::store_size(&self.env, ty)?),
        };
        self.memory.write(&self.env, function, word, stored, align)
    }

    fn load(&mut self, inst: &'m Inst, ptr: &'m Operand, align: Option<u64>) -> Result<(), Halt> {
        let word = self.address(ptr, "load")?;
        let slot = self.load_value(&inst.ty, &word, align)?;
        let slot = self.apply_metadata(inst, slot)?;
        self.define(inst, slot, &[])
    }

    /// Applies the value metadata of a load or call.
    pub fn apply_metadata(&mut self, inst: &'m Inst, slot: Slot<'m>) -> Result<Slot<'m>, Halt> {
        if inst.metadata.is_empty() {
            return Ok(slot);
        }
        let module = self.env.module;
        let slot = self.restrict(ValueRules::of_metadata(module, inst)?, slot)?;
        for (kind, node) in &inst.metadata {
            match &**kind {
                "noundef" => {
                    let reason = || UbReason::NoundefViolated("result of an instruction with !noundef".into());
                    self.read_fixed(&slot, reason, reason)?;
                }
                "dereferenceable" => self.require_dereferenceable(&slot, metadata_number(module, node)?, false, "loaded pointer")?,
                "dereferenceable_or_null" => self.require_dereferenceable(&slot, metadata_number(module, node)?, true, "loaded pointer")?,
                "range" | "nonnull" | "align" => {}
                other if attrs::is_irrelevant_metadata(other) => {}
                other => {
                    self.unchecked.insert(format!("!{other}"));
                }
            }
        }
        Ok(slot)
    }

    fn store(
        &mut self,
        function: &'m Function,
        inst: &'m Inst,
        value: &'m Operand,
        ptr: &'m Operand,
        align: Option<u64>,
    ) -> Result<(), Halt> {
        let slot = self.operand(value)?;
        let word = self.address(ptr, "store")?;
        self.store_value(&function.operand_type(value), &slot, &word, align)?;
        self.apply_metadata(inst, RtValue::default().into())?;
        self.define(inst, RtValue::default().into(), &[])
    }

    /// The value of a slot that an atomic operation compares or computes with.
    fn atomic_value(&mut self, slot: &Slot<'m>, what: &str) -> Result<Rc<RtValue>, Halt> {
        match slot {
            Slot::Value(value) => Ok(Rc::clone(value)),
            Slot::Thunk(_) => Err(Unsupported::new(format!("{what} on undef")).into()),
        }
    }

    fn compare_exchange(
        &mut self,
        inst: &'m Inst,
        ptr: &'m Operand,
        [cmp, new]: [&'m Operand; 2],
        weak: bool,
        align: Option<u64>,
    ) -> Result<(), Halt> {
        let ty = self.frame()?.function.operand_type(cmp);
        let (cmp, new) = (self.operand(cmp)?, self.operand(new)?);
        let word = self.address(ptr, "cmpxchg")?;
        let old = self.load_value(&ty, &word, align)?;
        let (old, cmp) = (self.atomic_value(&old, "cmpxchg")?, self.atomic_value(&cmp, "cmpxchg")?);
        let (Some(found), Some(wanted)) = (old.word(), cmp.word()) else {
            return Err(Unsupported::new("cmpxchg on poison").into());
        };
        let mut equal = found.bits == wanted.bits;
        if weak && equal {
            // A weak exchange may fail though the values are equal.
            equal = self.chooser.pick(1, ChoiceKind::Unspecified).is_zero();
        }
        if equal {
            self.store_value(&ty, &new, &word, align)?;
        }
        let mut result = (*old).clone();
        result.lanes.push(Scalar::bits(Bv::from_bool(equal)));
        self.define(inst, result.into(), &[])
    }

    fn read_modify_write(
        &mut self,
        inst: &'m Inst,
        op: RmwOp,
        ptr: &'m Operand,
        value: &'m Operand,
        align: Option<u64>,
    ) -> Result<(), Halt> {
        let slot = self.operand(value)?;
        let word = self.address(ptr, "atomicrmw")?;
        let old = self.load_value(&inst.ty, &word, align)?;
        let new = if op == RmwOp::Xchg {
            slot
        } else {
            let (a, b) = (self.atomic_value(&old, "atomicrmw")?, self.atomic_value(&slot, "atomicrmw")?);
            modify(op, &a, &b)?.into()
        };
        self.store_value(&inst.ty, &new, &word, align)?;
        self.define(inst, old, &[])
    }

    /// Requires that a pointer may be accessed for `size` bytes (`dereferenceable`).
    pub fn require_dereferenceable(&mut self, slot: &Slot<'m>, size: u64, or_null: bool, what: &str) -> Result<(), Halt> {
        let value = self.read(slot)?;
        let violated = || Halt::Ub(UbReason::AttributeViolated(format!("{what} is not dereferenceable({size})")));
        let word = value.word().ok_or_else(violated)?;
        if or_null && word.address() == 0 || size == 0 {
            return Ok(());
        }
        if self.memory.dereferenceable(&self.env, word, size)? { Ok(()) } else { Err(violated()) }
    }
}

fn as_value<'a>(slot: &'a Slot<'_>) -> Option<&'a Rc<RtValue>> {
    match slot {
        Slot::Value(value) => Some(value),
        Slot::Thunk(_) => None,
    }
}

/// The new value of an `atomicrmw` on integers (LangRef, "'atomicrmw' Instruction").
fn modify(op: RmwOp, old: &RtValue, value: &RtValue) -> Result<RtValue, Unsupported> {
    let (Some(old), Some(value)) = (old.word(), value.word()) else {
        return Err(Unsupported::new("atomicrmw on poison"));
    };
    let (a, b) = (&old.bits, &value.bits);
    let one = Bv::one(a.width());
    let bits = match op {
        RmwOp::Xchg => b.clone(),
        RmwOp::Add => a.add(b),
        RmwOp::Sub => a.sub(b),
        RmwOp::And => a.and(b),
        RmwOp::Nand => a.and(b).not(),
        RmwOp::Or => a.or(b),
        RmwOp::Xor => a.xor(b),
        RmwOp::Max => if b.slt(a) { a } else { b }.clone(),
        RmwOp::Min => if a.slt(b) { a } else { b }.clone(),
        RmwOp::Umax => if b.ult(a) { a } else { b }.clone(),
        RmwOp::Umin => if a.ult(b) { a } else { b }.clone(),
        RmwOp::UincWrap => {
            if b.ule(a) {
                Bv::zero(a.width())
            } else {
                a.add(&one)
            }
        }
        RmwOp::UdecWrap => {
            if a.is_zero() || b.ult(a) {
                b.clone()
            } else {
                a.sub(&one)
            }
        }
        RmwOp::UsubCond => {
            if b.ule(a) {
                a.sub(b)
            } else {
                a.clone()
            }
        }
        RmwOp::UsubSat => {
            if b.ule(a) {
                a.sub(b)
            } else {
                Bv::zero(a.width())
            }
        }
        RmwOp::Fadd
        | RmwOp::Fsub
        | RmwOp::Fmax
        | RmwOp::Fmin
        | RmwOp::Fmaximum
        | RmwOp::Fminimum
        | RmwOp::Fmaximumnum
        | RmwOp::Fminimumnum => return Err(Unsupported::new(format!("atomicrmw {}", op.name()))),
    };
    Ok(RtValue::scalar(Scalar::bits(bits)))
}

impl<'m> Frame<'m> {
    /// A call that is about to start.
    pub fn new(function: &'m Function, hidden: Vec<u32>) -> Frame<'m> {
        Frame {
            function,
            block: BlockId(0),
            index: 0,
            values: vec![None; function.values.len()],
            allocas: Vec::new(),
            hidden,
            exception: None,
        }
    }
}

impl Machine<'_, '_> {
    /// Ends the life of a finished frame's objects.
    pub fn leave(&mut self) -> Result<(), Halt> {
        let frame = self.frames.pop().ok_or_else(internal)?;
        frame.allocas.iter().for_each(|id| self.memory.set_alive(*id, false));
        frame.hidden.iter().for_each(|id| self.memory.hide(*id, false));
        Ok(())
    }
}
