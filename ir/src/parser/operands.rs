//! Operands of instructions: local values, constants, metadata, inline assembly.

use std::sync::Arc;

use super::{PResult, Parser, WrittenType};
use crate::inst::{InlineAsm, Operand};
use crate::lexer::Tok;
use crate::types::Type;

impl<'a> Parser<'a> {
    /// A value of a known type.
    pub(super) fn operand(&mut self, ty: &Type) -> PResult<Operand> {
        match self.tok.kind {
            Tok::Local => {
                let token = self.bump();
                self.local_operand(token, ty)
            }
            _ if *ty == Type::Metadata => Ok(Operand::Metadata(Box::new(self.metadata_operand()?))),
            _ if self.at_word("asm") => Ok(Operand::Asm(self.inline_asm()?)),
            _ => Ok(Operand::Const(self.constant(ty)?)),
        }
    }

    /// `T value`
    pub(super) fn typed_operand(&mut self) -> PResult<(WrittenType, Operand)> {
        let written = self.value_type()?;
        let value = self.operand(&written.ty)?;
        Ok((written, value))
    }

    /// `, T value`
    pub(super) fn comma_operand(&mut self) -> PResult<(WrittenType, Operand)> {
        self.comma()?;
        self.typed_operand()
    }

    pub(super) fn comma(&mut self) -> PResult<()> {
        self.expect(Tok::Comma, "','")?;
        Ok(())
    }

    /// Eats a comma unless a metadata attachment follows it.
    pub(super) fn eat_comma(&mut self) -> bool {
        self.at(Tok::Comma) && self.peek().kind != Tok::MdName && self.eat(Tok::Comma)
    }

    /// Eats a comma when the given word follows it; the word stays.
    pub(super) fn eat_comma_before(&mut self, word: &str) -> bool {
        let next = self.peek();
        self.at(Tok::Comma) && next.kind == Tok::Word && self.slice(next) == word.as_bytes() && self.eat(Tok::Comma)
    }

    /// `, N, N, …`, at least one.
    pub(super) fn index_path(&mut self) -> PResult<Vec<u32>> {
        self.comma()?;
        let mut indices = vec![self.number32("index")?];
        while self.eat_comma() {
            indices.push(self.number32("index")?);
        }
        Ok(indices)
    }

    fn inline_asm(&mut self) -> PResult<Arc<InlineAsm>> {
        self.bump();
        let sideeffect = self.eat_word("sideeffect");
        let alignstack = self.eat_word("alignstack");
        let inteldialect = self.eat_word("inteldialect");
        let unwind = self.eat_word("unwind");
        let template = self.expect(Tok::Str, "asm template")?;
        self.comma()?;
        let constraints = self.expect(Tok::Str, "asm constraints")?;
        let (template, constraints) = (self.string_bytes(template).into_owned(), self.string_bytes(constraints).into_owned());
        Ok(Arc::new(InlineAsm { sideeffect, alignstack, inteldialect, unwind, template, constraints }))
    }
}
