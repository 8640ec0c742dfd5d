//! Instructions.

use std::sync::Arc;

use super::Writer;
use crate::entity::{BlockId, ValueId};
use crate::inst::{Atomic, CallInfo, Inst, InstKind, LandingClause, Operand, PadParent, TailKind};
use crate::metadata::MdRef;
use crate::quote::Quoted;
use crate::types::Type;

impl<'m> Writer<'m> {
    /// `T %v`
    pub(super) fn typed_value(&mut self, id: ValueId) {
        if let Some(value) = self.function.and_then(|f| f.values.get(id.index())) {
            self.fmt(format_args!("{} ", value.ty));
        }
        self.value_name(id);
    }

    /// An operand with its type.
    pub(super) fn typed_operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Value(id) => self.typed_value(*id),
            Operand::Const(c) => self.typed_constant(c),
            Operand::Metadata(md) => {
                self.text("metadata ");
                self.md_operand(md);
            }
            Operand::Asm(_) => {
                self.text("ptr ");
                self.operand(operand);
            }
        }
    }

    /// An operand without its type.
    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Value(id) => self.value_name(*id),
            Operand::Const(c) => self.constant(c),
            Operand::Metadata(md) => self.md_operand(md),
            Operand::Asm(asm) => {
                self.text("asm ");
                let words = [
                    (asm.sideeffect, "sideeffect"),
                    (asm.alignstack, "alignstack"),
                    (asm.inteldialect, "inteldialect"),
                    (asm.unwind, "unwind"),
                ];
                for (_, word) in words.iter().filter(|(set, _)| *set) {
                    self.word(word);
                }
                self.fmt(format_args!("{}, {}", Quoted(&asm.template), Quoted(&asm.constraints)));
            }
        }
    }

    fn operand_type(&self, operand: &Operand) -> Type {
        self.function.map_or(Type::Void, |f| f.operand_type(operand))
    }

    /// `T a, b`
    fn same_type(&mut self, args: &[Operand; 2]) {
        self.typed_operand(&args[0]);
        self.text(", ");
        self.operand(&args[1]);
    }

    fn typed_list<'o>(&mut self, args: impl IntoIterator<Item = &'o Operand>) {
        self.list(args, |w, a| w.typed_operand(a));
    }

    fn label(&mut self, block: BlockId) {
        self.text("label ");
        self.block_name(block);
    }

    fn labels(&mut self, blocks: &[BlockId]) {
        self.text("[");
        self.list(blocks, |w, b| w.label(*b));
        self.text("]");
    }

    /// `, !kind !node` for each.
    pub(super) fn attachments(&mut self, metadata: &[(Arc<str>, MdRef)]) {
        for (kind, node) in metadata {
            self.text(", ");
            self.md_name(kind);
            self.text(" ");
            self.md_ref(node);
        }
    }

    /// An instruction, without indentation and line end.
    pub(super) fn inst(&mut self, inst: &Inst) {
        if let Some(id) = inst.result {
            self.value_name(id);
            self.text(" = ");
        }
        match &inst.kind {
            InstKind::Call { call, tail } => {
                self.word(tail.name());
                self.text("call ");
                self.flags(&inst.flags);
                self.call(call, *tail == TailKind::MustTail);
            }
            kind => {
                self.text(kind.opcode());
                self.text(" ");
                self.flags_of(inst);
                self.body(kind, &inst.ty);
                if self.out.ends_with(' ') {
                    self.out.pop();
                }
            }
        }
        self.attachments(&inst.metadata);
    }

    /// `volatile` and the like stand where flags stand, and are the kinds' own matter.
    fn flags_of(&mut self, inst: &Inst) {
        self.flags(&inst.flags);
    }

    fn body(&mut self, kind: &InstKind, ty: &Type) {
        match kind {
            InstKind::Ret { .. }
            | InstKind::Br { .. }
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::Invoke { .. }
            | InstKind::CallBr { .. }
            | InstKind::Resume { .. }
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. }
            | InstKind::Unreachable => self.terminator(kind),
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::GetElementPtr { .. } => self.memory(kind, ty),
            InstKind::CatchPad { switch, args } => {
                self.text("within ");
                self.value_name(*switch);
                self.pad_arguments(args);
            }
            InstKind::CleanupPad { parent, args } => {
                self.parent(*parent);
                self.pad_arguments(args);
            }
            InstKind::LandingPad { cleanup, clauses } => self.landingpad(*cleanup, clauses, ty),
            InstKind::Fneg { arg } | InstKind::Freeze { arg } => self.typed_operand(arg),
            InstKind::Binary { args, .. } => self.same_type(args),
            InstKind::Cast { arg, .. } => {
                self.typed_operand(arg);
                self.fmt(format_args!(" to {ty}"));
            }
            InstKind::Icmp { pred, args } => {
                self.word(pred.name());
                self.same_type(args);
            }
            InstKind::Fcmp { pred, args } => {
                self.word(pred.name());
                self.same_type(args);
            }
            InstKind::Select { cond, args } => self.typed_list([cond, &args[0], &args[1]]),
            InstKind::Phi { incoming } => {
                self.fmt(format_args!("{ty} "));
                self.list(incoming, |w, (value, block)| {
                    w.text("[ ");
                    w.operand(value);
                    w.text(", ");
                    w.block_name(*block);
                    w.text(" ]");
                });
            }
            InstKind::ExtractElement { vector, index } => self.typed_list([vector, index]),
            InstKind::InsertElement { vector, elem, index } => self.typed_list([vector, elem, index]),
            InstKind::ShuffleVector { args, mask } => {
                self.typed_list(args);
                self.text(", ");
                self.shuffle_mask(matches!(ty, Type::Vector { scalable: true, .. }), mask);
            }
            InstKind::ExtractValue { agg, indices } => {
                self.typed_operand(agg);
                self.indices(indices);
            }
            InstKind::InsertValue { agg, elem, indices } => {
                self.typed_list([agg, elem]);
                self.indices(indices);
            }
            InstKind::VaArg { list } => {
                self.typed_operand(list);
                self.fmt(format_args!(", {ty}"));
            }
            InstKind::Call { call, .. } => self.call(call, false),
        }
    }

    fn terminator(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Ret { value: None } => self.text("void"),
            InstKind::Ret { value: Some(value) } | InstKind::Resume { value } => self.typed_operand(value),
            InstKind::Br { dest } => self.label(*dest),
            InstKind::CondBr { cond, then_dest, else_dest } => {
                self.typed_operand(cond);
                self.text(", ");
                self.label(*then_dest);
                self.text(", ");
                self.label(*else_dest);
            }
            InstKind::Switch { value, default, cases } => {
                self.typed_operand(value);
                self.text(", ");
                self.label(*default);
                self.text(" [\n");
                for (case, block) in cases {
                    self.text("    ");
                    self.typed_constant(case);
                    self.text(", ");
                    self.label(*block);
                    self.text("\n");
                }
                self.text("  ]");
            }
            InstKind::IndirectBr { addr, dests } => {
                self.typed_operand(addr);
                self.text(", ");
                self.labels(dests);
            }
            InstKind::Invoke { call, normal, unwind } => {
                self.call(call, false);
                self.text("\n          to ");
                self.label(*normal);
                self.text(" unwind ");
                self.label(*unwind);
            }
            InstKind::CallBr { call, fallthrough, indirect } => {
                self.call(call, false);
                self.text("\n          to ");
                self.label(*fallthrough);
                self.text(" ");
                self.labels(indirect);
            }
            InstKind::CatchSwitch { parent, handlers, unwind } => {
                self.parent(*parent);
                self.text(" ");
                self.labels(handlers);
                self.unwind(*unwind);
            }
            InstKind::CatchRet { pad, dest } => {
                self.text("from ");
                self.value_name(*pad);
                self.text(" to ");
                self.label(*dest);
            }
            InstKind::CleanupRet { pad, unwind } => {
                self.text("from ");
                self.value_name(*pad);
                self.unwind(*unwind);
            }
            // `unreachable` is its opcode alone; nothing else comes here.
            _ => {}
        }
    }

    fn parent(&mut self, parent: PadParent) {
        self.text("within ");
        match parent {
            Some(pad) => self.value_name(pad),
            None => self.text("none"),
        }
    }

    fn unwind(&mut self, unwind: Option<BlockId>) {
        self.text(" unwind ");
        match unwind {
            Some(block) => self.label(block),
            None => self.text("to caller"),
        }
    }

    fn pad_arguments(&mut self, args: &[Operand]) {
        self.text(" [");
        self.typed_list(args);
        self.text("]");
    }

    fn landingpad(&mut self, cleanup: bool, clauses: &[LandingClause], ty: &Type) {
        self.fmt(format_args!("{ty}"));
        if cleanup {
            self.text("\n          cleanup");
        }
        for clause in clauses {
            let (word, value) = match clause {
                LandingClause::Catch(value) => ("catch", value),
                LandingClause::Filter(value) => ("filter", value),
            };
            self.fmt(format_args!("\n          {word} "));
            self.typed_operand(value);
        }
    }

    /// From the calling convention to the operand bundles. `must` says that it is a `musttail` call.
    fn call(&mut self, call: &CallInfo, must: bool) {
        self.word(&call.cc);
        self.attrs_before(&call.ret_attrs);
        if let Some(addrspace) = call.addrspace {
            self.fmt(format_args!("addrspace({addrspace}) "));
        }
        match &call.func_ty {
            Type::Func(func) if !func.vararg => self.fmt(format_args!("{} ", func.ret)),
            ty => self.fmt(format_args!("{ty} ")),
        }
        self.operand(&call.callee);
        self.text("(");
        self.list(&call.args, |w, (value, attrs)| {
            let ty = w.operand_type(value);
            w.fmt(format_args!("{ty} "));
            w.attrs_before(attrs);
            w.operand(value);
        });
        // LLVM wants to see that such a call passes on the caller's variable arguments.
        let variadic = matches!(&call.func_ty, Type::Func(func) if func.vararg) && self.function.is_some_and(|f| f.vararg);
        if must && variadic {
            self.text(if call.args.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        self.fn_attrs(&call.attrs);
        if !call.bundles.is_empty() {
            self.text(" [ ");
            self.list(&call.bundles, |w, bundle| {
                w.quoted(&bundle.tag);
                w.text("(");
                w.typed_list(&bundle.args);
                w.text(")");
            });
            self.text(" ]");
        }
    }

    fn memory(&mut self, kind: &InstKind, ty: &Type) {
        match kind {
            InstKind::Alloca { allocated, count, align, inalloca, swifterror, addrspace } => {
                self.access(&[(*inalloca, "inalloca"), (*swifterror, "swifterror")]);
                self.fmt(format_args!("{allocated}"));
                if let Some(count) = count {
                    self.text(", ");
                    self.typed_operand(count);
                }
                self.align(*align);
                if *addrspace != 0 {
                    self.fmt(format_args!(", addrspace({addrspace})"));
                }
            }
            InstKind::Load { ptr, align, volatile, atomic } => {
                self.access(&[(atomic.is_some(), "atomic"), (*volatile, "volatile")]);
                self.fmt(format_args!("{ty}, "));
                self.typed_operand(ptr);
                self.atomic(atomic.as_ref());
                self.align(*align);
            }
            InstKind::Store { value, ptr, align, volatile, atomic } => {
                self.access(&[(atomic.is_some(), "atomic"), (*volatile, "volatile")]);
                self.typed_list([value, ptr]);
                self.atomic(atomic.as_ref());
                self.align(*align);
            }
            InstKind::Fence { atomic } => {
                self.syncscope(atomic);
                self.text(atomic.ordering.name());
            }
            InstKind::CmpXchg { ptr, cmp, new, weak, volatile, success, failure, align } => {
                self.access(&[(*weak, "weak"), (*volatile, "volatile")]);
                self.typed_list([ptr, cmp, new]);
                self.atomic(Some(success));
                self.fmt(format_args!(" {}", failure.name()));
                self.align(*align);
            }
            InstKind::AtomicRmw { op, elementwise, ptr, value, volatile, atomic, align } => {
                self.access(&[(*volatile, "volatile"), (*elementwise, "elementwise"), (true, op.name())]);
                self.typed_list([ptr, value]);
                self.atomic(Some(atomic));
                self.align(*align);
            }
            InstKind::GetElementPtr { elem_ty, base, indices } => {
                self.fmt(format_args!("{elem_ty}, "));
                self.typed_list(std::iter::once(base).chain(indices));
            }
            // The caller sends nothing else here.
            _ => {}
        }
    }

    fn access(&mut self, words: &[(bool, &str)]) {
        for (_, word) in words.iter().filter(|(set, _)| *set) {
            self.word(word);
        }
    }

    fn syncscope(&mut self, atomic: &Atomic) {
        if !atomic.syncscope.is_empty() {
            self.text("syncscope(");
            self.quoted(&atomic.syncscope);
            self.text(") ");
        }
    }

    fn atomic(&mut self, atomic: Option<&Atomic>) {
        if let Some(atomic) = atomic {
            self.text(" ");
            self.syncscope(atomic);
            self.text(atomic.ordering.name());
        }
    }

    fn align(&mut self, align: Option<u64>) {
        if let Some(align) = align {
            self.fmt(format_args!(", align {align}"));
        }
    }
}
