//! Terminators and the pads of funclet exception handling. `invoke` and `callbr` stand with the calls.

use super::insts::Parsed;
use super::{PResult, Parser};
use crate::entity::BlockId;
use crate::inst::{InstKind, Operand, PadParent};
use crate::lexer::Tok;
use crate::types::Type;

impl<'a> Parser<'a> {
    pub(super) fn ret(&mut self) -> PResult<Parsed> {
        self.bump();
        let ty = self.ty()?;
        let value = if ty == Type::Void { None } else { Some(self.operand(&ty)?) };
        Ok(Parsed::plain(InstKind::Ret { value }, Type::Void))
    }

    pub(super) fn br(&mut self) -> PResult<Parsed> {
        self.bump();
        if self.at_word("label") {
            let dest = self.label()?;
            return Ok(Parsed::plain(InstKind::Br { dest }, Type::Void));
        }
        let (_, cond) = self.typed_operand()?;
        self.comma()?;
        let then_dest = self.label()?;
        self.comma()?;
        let else_dest = self.label()?;
        Ok(Parsed::plain(InstKind::CondBr { cond, then_dest, else_dest }, Type::Void))
    }

    pub(super) fn switch(&mut self) -> PResult<Parsed> {
        self.bump();
        let (_, value) = self.typed_operand()?;
        self.comma()?;
        let default = self.label()?;
        self.expect(Tok::LSquare, "'[' with switch table")?;
        let mut cases = Vec::new();
        while !self.at(Tok::RSquare) {
            let case = self.any_constant()?;
            self.comma()?;
            cases.push((case, self.label()?));
        }
        self.bump();
        Ok(Parsed::plain(InstKind::Switch { value, default, cases }, Type::Void))
    }

    /// `[label %a, label %b]`
    pub(super) fn label_list(&mut self) -> PResult<Vec<BlockId>> {
        self.expect(Tok::LSquare, "'['")?;
        let mut labels = Vec::new();
        while !self.at(Tok::RSquare) {
            labels.push(self.label()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "']'")?;
        Ok(labels)
    }

    pub(super) fn indirectbr(&mut self) -> PResult<Parsed> {
        self.bump();
        let (_, addr) = self.typed_operand()?;
        self.comma()?;
        let dests = self.label_list()?;
        Ok(Parsed::plain(InstKind::IndirectBr { addr, dests }, Type::Void))
    }

    pub(super) fn resume(&mut self) -> PResult<Parsed> {
        self.bump();
        let (_, value) = self.typed_operand()?;
        Ok(Parsed::plain(InstKind::Resume { value }, Type::Void))
    }

    /// `within none` or `within %pad`
    fn parent(&mut self) -> PResult<PadParent> {
        self.expect_word("within")?;
        if self.eat_word("none") {
            return Ok(None);
        }
        Ok(Some(self.token_value()?))
    }

    /// `unwind to caller` or `unwind label %b`
    fn unwind(&mut self) -> PResult<Option<BlockId>> {
        self.expect_word("unwind")?;
        if self.eat_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        Ok(Some(self.label()?))
    }

    /// `[T v, …]`
    fn pad_arguments(&mut self) -> PResult<Vec<Operand>> {
        self.expect(Tok::LSquare, "'[' of the pad's arguments")?;
        let mut args = Vec::new();
        while !self.at(Tok::RSquare) {
            args.push(self.typed_operand()?.1);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "']' of the pad's arguments")?;
        Ok(args)
    }

    pub(super) fn catchswitch(&mut self) -> PResult<Parsed> {
        self.bump();
        let parent = self.parent()?;
        let handlers = self.label_list()?;
        let unwind = self.unwind()?;
        Ok(Parsed::plain(InstKind::CatchSwitch { parent, handlers, unwind }, Type::Token))
    }

    pub(super) fn catchpad(&mut self) -> PResult<Parsed> {
        self.bump();
        self.expect_word("within")?;
        let switch = self.token_value()?;
        let args = self.pad_arguments()?;
        Ok(Parsed::plain(InstKind::CatchPad { switch, args }, Type::Token))
    }

    pub(super) fn cleanuppad(&mut self) -> PResult<Parsed> {
        self.bump();
        let parent = self.parent()?;
        let args = self.pad_arguments()?;
        Ok(Parsed::plain(InstKind::CleanupPad { parent, args }, Type::Token))
    }

    pub(super) fn catchret(&mut self) -> PResult<Parsed> {
        self.bump();
        self.expect_word("from")?;
        let pad = self.token_value()?;
        self.expect_word("to")?;
        let dest = self.label()?;
        Ok(Parsed::plain(InstKind::CatchRet { pad, dest }, Type::Void))
    }

    pub(super) fn cleanupret(&mut self) -> PResult<Parsed> {
        self.bump();
        self.expect_word("from")?;
        let pad = self.token_value()?;
        let unwind = self.unwind()?;
        Ok(Parsed::plain(InstKind::CleanupRet { pad, unwind }, Type::Void))
    }
}
