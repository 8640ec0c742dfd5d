//! Instructions that touch memory or compute addresses.

use std::sync::Arc;

use super::insts::{Parsed, ResultName};
use super::{PResult, Parser};
use crate::diagnostic::Span;
use crate::entity::ValueId;
use crate::flags::Flags;
use crate::inst::{Atomic, Inst, InstKind, Operand, Ordering, RmwOp};
use crate::lexer::Tok;
use crate::types::Type;

impl<'a> Parser<'a> {
    /// `align N` after its comma.
    pub(super) fn comma_align(&mut self) -> PResult<Option<u64>> {
        if !self.eat_comma_before("align") {
            return Ok(None);
        }
        self.align().map(Some)
    }

    /// `align N`
    pub(super) fn align(&mut self) -> PResult<u64> {
        self.expect_word("align")?;
        // Attributes write `align(8)` too.
        let span = self.tok.span();
        let value = if self.at(Tok::LParen) { self.parenthesised("alignment")? } else { self.number("alignment")? };
        self.check_align(value, span)
    }

    pub(super) fn check_align(&mut self, value: u64, span: Span) -> PResult<u64> {
        if !value.is_power_of_two() {
            return self.fail("alignment", span, "alignment is not a power of two");
        }
        if value > 1 << 32 {
            return self.fail("limit", span, "huge alignments are not supported yet");
        }
        Ok(value)
    }

    pub(super) fn alloca(&mut self) -> PResult<Parsed> {
        self.bump();
        let (mut inalloca, mut swifterror) = (false, false);
        loop {
            if self.eat_word("inalloca") {
                inalloca = true;
            } else if self.eat_word("swifterror") {
                swifterror = true;
            } else {
                break;
            }
        }
        let allocated = self.value_type()?.ty;
        let (mut count, mut align, mut addrspace) = (None, None, None);
        while self.eat_comma() {
            if self.at_word("align") {
                align = Some(self.align()?);
            } else if self.at_word("addrspace") {
                addrspace = Some(self.addrspace()?);
            } else {
                count = Some(self.typed_operand()?.1);
            }
        }
        let addrspace = addrspace.unwrap_or(0);
        Ok(Parsed::plain(InstKind::Alloca { allocated, count, align, inalloca, swifterror, addrspace }, Type::Ptr { addrspace }))
    }

    /// `volatile` and `atomic`, in any order.
    fn access_words(&mut self, volatile: bool) -> (bool, bool) {
        let (mut volatile, mut atomic) = (volatile, false);
        loop {
            if self.eat_word("volatile") {
                volatile = true;
            } else if self.eat_word("atomic") {
                atomic = true;
            } else {
                return (volatile, atomic);
            }
        }
    }

    /// `syncscope("…")`, or `singlethread` as LLVM 3.0 to 5 wrote it.
    fn syncscope(&mut self) -> PResult<Arc<str>> {
        if self.eat_word("singlethread") {
            return Ok(self.intern("singlethread"));
        }
        if !self.eat_word("syncscope") {
            return Ok(self.intern(""));
        }
        self.expect(Tok::LParen, "'(' in syncscope")?;
        let scope = self.string("synchronization scope name")?;
        self.expect(Tok::RParen, "')' in syncscope")?;
        Ok(scope)
    }

    fn ordering(&mut self) -> PResult<Ordering> {
        match Ordering::from_name(self.word()) {
            Some(ordering) => {
                self.bump();
                Ok(ordering)
            }
            None => self.expected("ordering on atomic instruction"),
        }
    }

    fn atomic(&mut self) -> PResult<Atomic> {
        Ok(Atomic { syncscope: self.syncscope()?, ordering: self.ordering()? })
    }

    pub(super) fn load(&mut self, volatile: bool) -> PResult<Parsed> {
        let start = self.bump().start;
        let (volatile, is_atomic) = self.access_words(volatile);
        let first = self.value_type()?;
        let (ty, ptr) = if self.eat(Tok::Comma) {
            (first.ty, self.typed_operand()?.1)
        } else {
            let ptr = self.operand(&first.ty)?;
            let Some(pointee) = first.pointee else {
                return self.fail("syntax", self.since(start), "expected ',' after the type of a load");
            };
            (pointee, ptr)
        };
        let atomic = if is_atomic { Some(self.atomic()?) } else { None };
        let align = self.comma_align()?;
        if matches!(ty, Type::Func(_) | Type::Void) {
            return self.fail("type", self.since(start), "loading a value that has no size");
        }
        Ok(Parsed::plain(InstKind::Load { ptr, align, volatile, atomic }, ty))
    }

    pub(super) fn store(&mut self, volatile: bool) -> PResult<Parsed> {
        self.bump();
        let (volatile, is_atomic) = self.access_words(volatile);
        let (_, value) = self.typed_operand()?;
        let (_, ptr) = self.comma_operand()?;
        let atomic = if is_atomic { Some(self.atomic()?) } else { None };
        let align = self.comma_align()?;
        Ok(Parsed::plain(InstKind::Store { value, ptr, align, volatile, atomic }, Type::Void))
    }

    pub(super) fn fence(&mut self) -> PResult<Parsed> {
        self.bump();
        let atomic = self.atomic()?;
        Ok(Parsed::plain(InstKind::Fence { atomic }, Type::Void))
    }

    pub(super) fn cmpxchg(&mut self, start: u32, name: &mut ResultName<'a>) -> PResult<()> {
        self.bump();
        let weak = self.eat_word("weak");
        let (volatile, _) = self.access_words(false);
        let (_, ptr) = self.typed_operand()?;
        let (written, cmp) = self.comma_operand()?;
        let (_, new) = self.comma_operand()?;
        let success = self.atomic()?;
        let result = Type::structure(vec![written.ty.clone(), Type::I1]);
        let Some(failure) = Ordering::from_name(self.word()) else {
            return self.old_cmpxchg(start, name, CmpXchg { ptr, cmp, new, volatile, success, value: written.ty });
        };
        self.bump();
        let align = self.comma_align()?;
        let kind = InstKind::CmpXchg { ptr, cmp, new, weak, volatile, success, failure, align };
        self.finish(start, name, Parsed::plain(kind, result))
    }

    /// Before LLVM 3.5 there was one ordering, and the result was the old value alone.
    fn old_cmpxchg(&mut self, start: u32, name: &mut ResultName<'a>, old: CmpXchg) -> PResult<()> {
        let CmpXchg { ptr, cmp, new, volatile, success, value } = old;
        let failure = match success.ordering {
            Ordering::Release => Ordering::Monotonic,
            Ordering::AcqRel => Ordering::Acquire,
            other => other,
        };
        let metadata = self.attachments()?;
        let span = self.since(start);
        let ty = Type::structure(vec![value.clone(), Type::I1]);
        let kind = InstKind::CmpXchg { ptr, cmp, new, weak: false, volatile, success, failure, align: None };
        let pair = self.push_hidden(Inst { kind, flags: Flags::NONE, ty, result: None, metadata, records: Vec::new(), span });
        let kind = InstKind::ExtractValue { agg: Operand::Value(pair), indices: vec![0] };
        self.push_inst(
            Inst { kind, flags: Flags::NONE, ty: value, result: None, metadata: Vec::new(), records: Vec::new(), span },
            name.take(),
        );
        Ok(())
    }

    pub(super) fn atomicrmw(&mut self) -> PResult<Parsed> {
        self.bump();
        let (mut volatile, mut elementwise) = (false, false);
        loop {
            if self.eat_word("volatile") {
                volatile = true;
            } else if self.eat_word("elementwise") {
                elementwise = true;
            } else {
                break;
            }
        }
        let Some(op) = RmwOp::from_name(self.word()) else { return self.expected("binary operation in atomicrmw") };
        self.bump();
        let (_, ptr) = self.typed_operand()?;
        let (written, value) = self.comma_operand()?;
        let atomic = self.atomic()?;
        let align = self.comma_align()?;
        Ok(Parsed::plain(InstKind::AtomicRmw { op, elementwise, ptr, value, volatile, atomic, align }, written.ty))
    }

    pub(super) fn getelementptr(&mut self) -> PResult<Parsed> {
        let start = self.bump().start;
        let flags = self.flags();
        let first = self.value_type()?;
        let (elem_ty, base_ty, base) = if self.eat(Tok::Comma) {
            let (base_ty, base) = self.typed_operand()?;
            (first.ty, base_ty.ty, base)
        } else {
            let base = self.operand(&first.ty)?;
            let Some(pointee) = first.pointee else {
                return self.fail("syntax", self.since(start), "expected ',' after the source element type of a getelementptr");
            };
            (pointee, first.ty, base)
        };
        let mut ty = base_ty;
        let mut indices = Vec::new();
        while self.eat_comma() {
            let (index_ty, index) = self.typed_operand()?;
            if index_ty.ty.is_vector() && !ty.is_vector() {
                ty = index_ty.ty.with_scalar(ty);
            }
            indices.push(index);
        }
        Ok(Parsed { kind: InstKind::GetElementPtr { elem_ty, base, indices }, flags, ty })
    }

    /// Appends an instruction that the text does not contain; its result takes no number of the text.
    pub(super) fn push_hidden(&mut self, inst: Inst) -> ValueId {
        self.func.renumbered = true;
        self.push_unnumbered(inst)
    }
}

/// An old compare-exchange on its way to the new form.
struct CmpXchg {
    ptr: Operand,
    cmp: Operand,
    new: Operand,
    volatile: bool,
    success: Atomic,
    value: Type,
}
