//! Instructions: the dispatch on opcodes, and all that neither call, touch memory nor end a block.

use super::function::LocalName;
use super::{PResult, Parser};
use crate::constant::{ConstKind, Constant};
use crate::diagnostic::Span;
use crate::flags::{Flag, Flags};
use crate::inst::{BinOp, CastOp, FloatPred, Inst, InstKind, IntPred, LandingClause, Operand};
use crate::lexer::Tok;
use crate::types::Type;

/// An instruction without its result, attachments and place.
pub(super) struct Parsed {
    pub kind: InstKind,
    pub flags: Flags,
    pub ty: Type,
}

impl Parsed {
    pub(super) fn plain(kind: InstKind, ty: Type) -> Parsed {
        Parsed { kind, flags: Flags::NONE, ty }
    }
}

/// The name that an instruction's result is to have.
pub(super) type ResultName<'a> = Option<(LocalName<'a>, Span)>;

impl<'a> Parser<'a> {
    /// One instruction with its attachments, appended to the current block. Takes the name when the instruction defines it.
    pub(super) fn instruction(&mut self, start: u32, name: &mut ResultName<'a>) -> PResult<()> {
        let word = self.word();
        if let Some(op) = BinOp::from_name(word) {
            self.bump();
            let parsed = self.binary(op)?;
            return self.finish(start, name, parsed);
        }
        if let Some(op) = CastOp::from_name(word) {
            self.bump();
            return self.cast(start, op, name);
        }
        let parsed = match word {
            "icmp" => self.icmp()?,
            "load" => self.load(false)?,
            "store" => self.store(false)?,
            "getelementptr" => self.getelementptr()?,
            "call" | "tail" | "musttail" | "notail" => return self.call(start, name),
            "br" => self.br()?,
            "ret" => self.ret()?,
            "phi" => self.phi()?,
            "select" => self.select()?,
            "alloca" => self.alloca()?,
            "fcmp" => self.fcmp()?,
            "fneg" => self.fneg()?,
            "freeze" => self.freeze()?,
            "extractvalue" => self.extractvalue()?,
            "insertvalue" => self.insertvalue()?,
            "extractelement" => self.extractelement()?,
            "insertelement" => self.insertelement()?,
            "shufflevector" => self.shufflevector()?,
            "switch" => self.switch()?,
            "indirectbr" => self.indirectbr()?,
            "unreachable" => {
                self.bump();
                Parsed::plain(InstKind::Unreachable, Type::Void)
            }
            "invoke" => self.invoke()?,
            "callbr" => self.callbr()?,
            "resume" => self.resume()?,
            "landingpad" => self.landingpad()?,
            "catchswitch" => self.catchswitch()?,
            "catchpad" => self.catchpad()?,
            "cleanuppad" => self.cleanuppad()?,
            "catchret" => self.catchret()?,
            "cleanupret" => self.cleanupret()?,
            "fence" => self.fence()?,
            "cmpxchg" => return self.cmpxchg(start, name),
            "atomicrmw" => self.atomicrmw()?,
            "va_arg" => self.va_arg()?,
            // `volatile load` and `volatile store` of LLVM 2.x and early 3.0.
            "volatile" => {
                self.bump();
                match self.word() {
                    "load" => self.load(true)?,
                    "store" => self.store(true)?,
                    _ => return self.expected("'load' or 'store' after 'volatile'"),
                }
            }
            _ => return self.expected("instruction opcode"),
        };
        self.finish(start, name, parsed)
    }

    /// Reads the attachments and appends the instruction.
    pub(super) fn finish(&mut self, start: u32, name: &mut ResultName<'a>, parsed: Parsed) -> PResult<()> {
        let Parsed { kind, flags, ty } = parsed;
        if flags != Flags::NONE {
            self.check_flags(&kind, &flags, &ty, start);
        }
        let metadata = if self.at(Tok::Comma) { self.attachments()? } else { Vec::new() };
        let span = self.since(start);
        self.push_inst(Inst { kind, flags, ty, result: None, metadata, records: Vec::new(), span }, name.take());
        Ok(())
    }

    fn check_flags(&mut self, kind: &InstKind, flags: &Flags, ty: &Type, start: u32) {
        let legal = kind.legal_flags(ty);
        for flag in Flag::ALL.into_iter().filter(|flag| flags.has(*flag) && !legal.contains(flag)) {
            let message = format!("flag '{}' is not allowed on this '{}'", flag.name(), kind.opcode());
            self.error("syntax", self.since(start), message);
        }
    }

    /// `T a, b`
    fn two_operands(&mut self) -> PResult<(Type, [Operand; 2])> {
        let ty = self.value_type()?.ty;
        let first = self.operand(&ty)?;
        self.comma()?;
        let second = self.operand(&ty)?;
        Ok((ty, [first, second]))
    }

    fn binary(&mut self, op: BinOp) -> PResult<Parsed> {
        let flags = self.flags();
        let (ty, args) = self.two_operands()?;
        Ok(Parsed { kind: InstKind::Binary { op, args }, flags, ty })
    }

    fn fneg(&mut self) -> PResult<Parsed> {
        self.bump();
        let flags = self.flags();
        let (written, arg) = self.typed_operand()?;
        Ok(Parsed { kind: InstKind::Fneg { arg }, flags, ty: written.ty })
    }

    fn freeze(&mut self) -> PResult<Parsed> {
        self.bump();
        let (written, arg) = self.typed_operand()?;
        Ok(Parsed::plain(InstKind::Freeze { arg }, written.ty))
    }

    fn cast(&mut self, start: u32, op: CastOp, name: &mut ResultName<'a>) -> PResult<()> {
        let flags = self.flags();
        let (from, arg) = self.typed_operand()?;
        self.expect_word("to")?;
        let to = self.value_type()?;
        let typed_pointers = from.pointee.is_some() || to.pointee.is_some();
        if op == CastOp::Bitcast && typed_pointers && from.ty == to.ty && name.is_some() {
            // Between what used to be different pointer types there is nothing to convert.
            self.attachments()?;
            self.define_alias_of(name.take(), &to.ty, arg);
            return Ok(());
        }
        self.finish(start, name, Parsed { kind: InstKind::Cast { op, arg }, flags, ty: to.ty })
    }

    fn icmp(&mut self) -> PResult<Parsed> {
        self.bump();
        let flags = self.flags();
        let Some(pred) = IntPred::from_name(self.word()) else { return self.expected("icmp predicate (e.g. 'eq')") };
        self.bump();
        let (ty, args) = self.two_operands()?;
        Ok(Parsed { kind: InstKind::Icmp { pred, args }, flags, ty: ty.with_scalar(Type::I1) })
    }

    fn fcmp(&mut self) -> PResult<Parsed> {
        self.bump();
        let flags = self.flags();
        let Some(pred) = FloatPred::from_name(self.word()) else { return self.expected("fcmp predicate (e.g. 'oeq')") };
        self.bump();
        let (ty, args) = self.two_operands()?;
        Ok(Parsed { kind: InstKind::Fcmp { pred, args }, flags, ty: ty.with_scalar(Type::I1) })
    }

    fn select(&mut self) -> PResult<Parsed> {
        self.bump();
        let flags = self.flags();
        let (_, cond) = self.typed_operand()?;
        let (written, first) = self.comma_operand()?;
        let (_, second) = self.comma_operand()?;
        Ok(Parsed { kind: InstKind::Select { cond, args: [first, second] }, flags, ty: written.ty })
    }

    fn phi(&mut self) -> PResult<Parsed> {
        self.bump();
        let flags = self.flags();
        let ty = self.value_type()?.ty;
        let mut incoming = Vec::new();
        // LLVM reads an empty phi, which only an unreachable block can hold.
        if self.at(Tok::LSquare) {
            loop {
                self.expect(Tok::LSquare, "'[' in phi value list")?;
                let value = self.operand(&ty)?;
                self.comma()?;
                let block = self.block_reference()?;
                self.expect(Tok::RSquare, "']' in phi value list")?;
                incoming.push((value, block));
                if !self.eat_comma() {
                    break;
                }
            }
        }
        Ok(Parsed { kind: InstKind::Phi { incoming }, flags, ty })
    }

    fn extractelement(&mut self) -> PResult<Parsed> {
        self.bump();
        let (written, vector) = self.typed_operand()?;
        let (_, index) = self.comma_operand()?;
        Ok(Parsed::plain(InstKind::ExtractElement { vector, index }, written.ty.scalar().clone()))
    }

    fn insertelement(&mut self) -> PResult<Parsed> {
        self.bump();
        let (written, vector) = self.typed_operand()?;
        let (_, elem) = self.comma_operand()?;
        let (_, index) = self.comma_operand()?;
        Ok(Parsed::plain(InstKind::InsertElement { vector, elem, index }, written.ty))
    }

    fn shufflevector(&mut self) -> PResult<Parsed> {
        self.bump();
        let (written, first) = self.typed_operand()?;
        let (_, second) = self.comma_operand()?;
        self.comma()?;
        let start = self.tok.start;
        let (mask_ty, mask) = self.typed_constant()?;
        let span = self.since(start);
        let mask = self.shuffle_mask(&mask, span)?;
        let ty = mask_ty.ty.with_scalar(written.ty.scalar().clone());
        Ok(Parsed::plain(InstKind::ShuffleVector { args: [first, second], mask }, ty))
    }

    fn extractvalue(&mut self) -> PResult<Parsed> {
        let start = self.bump().start;
        let (written, agg) = self.typed_operand()?;
        let indices = self.index_path()?;
        let Some(ty) = self.module.element_type(&written.ty, &indices) else {
            return self.fail("W5", self.since(start), format!("invalid indices into '{}'", written.ty));
        };
        Ok(Parsed::plain(InstKind::ExtractValue { agg, indices }, ty))
    }

    fn insertvalue(&mut self) -> PResult<Parsed> {
        let start = self.bump().start;
        let (written, agg) = self.typed_operand()?;
        let (elem_ty, elem) = self.comma_operand()?;
        let indices = self.index_path()?;
        let span = self.since(start);
        match self.module.element_type(&written.ty, &indices) {
            Some(ty) if ty == elem_ty.ty => {}
            Some(ty) => self.error("W5", span, format!("insertvalue of '{}' where '{ty}' is expected", elem_ty.ty)),
            None => self.error("W5", span, format!("invalid indices into '{}'", written.ty)),
        }
        Ok(Parsed::plain(InstKind::InsertValue { agg, elem, indices }, written.ty))
    }

    fn va_arg(&mut self) -> PResult<Parsed> {
        self.bump();
        let (_, list) = self.typed_operand()?;
        self.comma()?;
        let ty = self.value_type()?.ty;
        Ok(Parsed::plain(InstKind::VaArg { list }, ty))
    }

    fn landingpad(&mut self) -> PResult<Parsed> {
        self.bump();
        let ty = self.value_type()?.ty;
        if self.eat_word("personality") {
            let personality = self.any_constant()?;
            self.func.personality.get_or_insert(personality);
        }
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("catch") {
                clauses.push(LandingClause::Catch(self.typed_operand()?.1));
            } else if self.eat_word("filter") {
                clauses.push(LandingClause::Filter(self.typed_operand()?.1));
            } else {
                return Ok(Parsed::plain(InstKind::LandingPad { cleanup, clauses }, ty));
            }
        }
    }
}

/// Whether an operand is the given small integer.
pub(super) fn is_int(operand: &Operand, value: u64) -> bool {
    matches!(operand, Operand::Const(c) if matches!(&**c, Constant { kind: ConstKind::Int(v), .. } if v.to_u64() == Some(value)))
}
