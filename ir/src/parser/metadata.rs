//! Metadata: attachments, nodes, operands, debug records.

use std::sync::Arc;

use super::{PResult, Parser};
use crate::lexer::{Tok, Token};
use crate::metadata::{DebugRecord, MdField, MdNode, MdOperand, MdRef};

/// Attachments of one place.
pub(super) type Attachments = Vec<(Arc<str>, MdRef)>;

impl<'a> Parser<'a> {
    /// `, !kind !node, …`
    pub(super) fn attachments(&mut self) -> PResult<Attachments> {
        let mut out = Vec::new();
        while self.eat(Tok::Comma) {
            if !self.at(Tok::MdName) {
                return self.expected("metadata after comma");
            }
            out.push(self.attachment()?);
        }
        Ok(out)
    }

    /// `!kind !node`
    pub(super) fn attachment(&mut self) -> PResult<(Arc<str>, MdRef)> {
        let token = self.expect(Tok::MdName, "metadata kind")?;
        let kind = self.md_name(token);
        let node = self.md_node_ref()?;
        if let MdRef::Node(n) = node
            && &*kind == "tbaa"
        {
            self.tables.tbaa.insert(n);
        }
        Ok((kind, node))
    }

    /// The name of a `!name` token.
    pub(super) fn md_name(&mut self, token: Token) -> Arc<str> {
        let raw = self.raw_name(token);
        let bytes = crate::quote::unescape(raw);
        self.intern(&crate::quote::decode(&bytes))
    }

    /// A node, by number or inline.
    pub(super) fn md_node_ref(&mut self) -> PResult<MdRef> {
        let span = self.tok.span();
        match self.md_ref()? {
            node @ (MdRef::Node(_) | MdRef::Inline(_)) => Ok(node),
            MdRef::String(_) | MdRef::Constant(_) | MdRef::Null => self.fail("syntax", span, "expected metadata node"),
        }
    }

    fn numbered_node(&mut self, digits: &[u8], token: Token) -> PResult<MdRef> {
        let Some(number) = std::str::from_utf8(digits).ok().and_then(|t| t.parse().ok()) else {
            return self.fail("limit", token.span(), "metadata number does not fit 32 bits");
        };
        self.tables.md_uses.entry(number).or_insert(token.span());
        Ok(MdRef::Node(number))
    }

    /// Metadata where any kind may stand.
    pub(super) fn md_ref(&mut self) -> PResult<MdRef> {
        match self.tok.kind {
            Tok::MdId => {
                let token = self.bump();
                let digits = self.raw_name(token);
                self.numbered_node(digits, token)
            }
            Tok::MdName => Ok(MdRef::Inline(Arc::new(self.nested(|p| p.specialized(false))?))),
            Tok::Exclaim => {
                self.bump();
                self.after_exclaim(false)
            }
            Tok::Word => match self.word() {
                "null" => {
                    self.bump();
                    Ok(MdRef::Null)
                }
                // The type was written until LLVM 3.5.
                "metadata" => {
                    self.bump();
                    self.nested(Parser::md_ref)
                }
                "distinct" => {
                    self.bump();
                    self.distinct_node()
                }
                _ => Ok(MdRef::Constant(self.any_constant()?)),
            },
            Tok::Less | Tok::LBrace | Tok::LSquare | Tok::Local => Ok(MdRef::Constant(self.any_constant()?)),
            _ => self.expected("metadata"),
        }
    }

    fn distinct_node(&mut self) -> PResult<MdRef> {
        if self.eat_word("metadata") && !self.at(Tok::Exclaim) {
            return self.expected("metadata node");
        }
        if self.at(Tok::MdName) {
            return Ok(MdRef::Inline(Arc::new(self.nested(|p| p.specialized(true))?)));
        }
        self.expect(Tok::Exclaim, "metadata node after 'distinct'")?;
        self.after_exclaim(true)
    }

    /// What follows a lone `!`: `{…}`, `"…"`, or a number after a blank.
    fn after_exclaim(&mut self, distinct: bool) -> PResult<MdRef> {
        match self.tok.kind {
            Tok::LBrace => {
                let elems = self.nested(Parser::md_elements)?;
                Ok(MdRef::Inline(Arc::new(MdNode::Tuple { distinct, elems })))
            }
            Tok::Str if !distinct => {
                let token = self.bump();
                Ok(MdRef::String(self.string_bytes(token)[..].into()))
            }
            Tok::Int if !distinct => {
                let token = self.bump();
                let digits = self.slice(token);
                self.numbered_node(digits, token)
            }
            _ => self.expected("metadata node or string"),
        }
    }

    /// `{ a, b, … }`
    fn md_elements(&mut self) -> PResult<Vec<MdRef>> {
        self.expect(Tok::LBrace, "'{'")?;
        let mut elems = Vec::new();
        while !self.at(Tok::RBrace) {
            elems.push(self.md_ref()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "'}' at the end of a metadata node")?;
        Ok(elems)
    }

    /// `!DIName(…)`
    fn specialized(&mut self, distinct: bool) -> PResult<MdNode> {
        let token = self.expect(Tok::MdName, "metadata node")?;
        let raw = self.md_name(token);
        let name = match super::upgrade::node_name(&raw) {
            Some(new) => self.intern(&new),
            None => raw,
        };
        self.expect(Tok::LParen, "'(' after the name of a metadata node")?;
        let mut fields = Vec::new();
        let empty = self.intern("");
        while !self.at(Tok::RParen) {
            let label = if self.at(Tok::Label) {
                let token = self.bump();
                let raw = self.raw_label(token);
                self.name_key(raw)
            } else {
                empty.clone()
            };
            fields.push((label, self.md_field()?));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')' at the end of a metadata node")?;
        Ok(MdNode::Specialized { distinct, name, fields })
    }

    fn md_field(&mut self) -> PResult<MdField> {
        match self.tok.kind {
            Tok::Int => {
                let token = self.bump();
                let text = String::from_utf8_lossy(self.slice(token));
                let text = super::upgrade::plain_integer(&text);
                Ok(MdField::Int(self.intern(&text)))
            }
            Tok::Float => {
                let token = self.bump();
                let text = String::from_utf8_lossy(self.slice(token));
                Ok(MdField::Word(self.intern(&text)))
            }
            Tok::Str => {
                let token = self.bump();
                Ok(MdField::String(self.string_bytes(token)[..].into()))
            }
            Tok::LBrace => self.nested(|p| {
                p.bump();
                let mut list = Vec::new();
                while !p.at(Tok::RBrace) {
                    list.push(p.md_field()?);
                    if !p.eat(Tok::Comma) {
                        break;
                    }
                }
                p.expect(Tok::RBrace, "'}'")?;
                Ok(MdField::List(list))
            }),
            Tok::Word if self.at_word("null") || self.at_word("distinct") || self.at_type() => Ok(MdField::Ref(self.md_ref()?)),
            Tok::Word => self.md_words(),
            _ => Ok(MdField::Ref(self.md_ref()?)),
        }
    }

    /// `Word` or `Word | Word | …`
    fn md_words(&mut self) -> PResult<MdField> {
        let mut text = String::new();
        loop {
            if !matches!(self.tok.kind, Tok::Word | Tok::Int) {
                return self.expected("enumerator or flag");
            }
            let token = self.bump();
            text.push_str(&String::from_utf8_lossy(self.slice(token)));
            if !self.eat(Tok::Bar) {
                return Ok(MdField::Word(self.intern(&text)));
            }
            text.push_str(" | ");
        }
    }

    // Operands

    /// What follows the type `metadata` of an operand, or stands in a debug record.
    pub(super) fn metadata_operand(&mut self) -> PResult<MdOperand> {
        let next = self.peek().kind;
        match self.tok.kind {
            Tok::MdName if self.slice(self.tok) == b"!DIArgList" => self.arg_list(),
            Tok::Exclaim if next == Tok::LBrace => self.local_node(),
            _ if self.at_type() && !self.at_word("metadata") => self.typed_md_operand(),
            _ => Ok(MdOperand::Ref(self.md_ref()?)),
        }
    }

    fn typed_md_operand(&mut self) -> PResult<MdOperand> {
        let written = self.value_type()?;
        if self.at(Tok::Local) {
            let token = self.bump();
            return Ok(match self.local_operand(token, &written.ty)? {
                crate::inst::Operand::Value(id) => MdOperand::Local(id),
                crate::inst::Operand::Const(c) => MdOperand::Ref(MdRef::Constant(c)),
                crate::inst::Operand::Metadata(_) | crate::inst::Operand::Asm(_) => MdOperand::Ref(MdRef::Null),
            });
        }
        Ok(MdOperand::Ref(MdRef::Constant(self.constant(&written.ty)?)))
    }

    fn arg_list(&mut self) -> PResult<MdOperand> {
        self.bump();
        self.expect(Tok::LParen, "'('")?;
        let mut args = Vec::new();
        while !self.at(Tok::RParen) {
            args.push(self.typed_md_operand()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')'")?;
        Ok(MdOperand::ArgList(args))
    }

    /// `!{…}` as an operand; until LLVM 3.5 a function-local value was written `!{T %v}`.
    fn local_node(&mut self) -> PResult<MdOperand> {
        let ahead = {
            let mut lexer = self.lexer;
            lexer.next();
            lexer.next()
        };
        if !matches!(ahead.kind, Tok::Word | Tok::Local | Tok::Less | Tok::LBrace | Tok::LSquare) {
            return Ok(MdOperand::Ref(self.md_ref()?));
        }
        self.bump();
        self.expect(Tok::LBrace, "'{'")?;
        if self.at_word("metadata") || !self.at_type() {
            return self.rest_of_tuple(Vec::new());
        }
        match self.typed_md_operand()? {
            MdOperand::Ref(first) => {
                if self.eat(Tok::Comma) {
                    self.rest_of_tuple(vec![first])
                } else {
                    self.close_tuple(vec![first])
                }
            }
            local => {
                self.expect(Tok::RBrace, "'}' after a function-local value")?;
                Ok(local)
            }
        }
    }

    fn rest_of_tuple(&mut self, mut elems: Vec<MdRef>) -> PResult<MdOperand> {
        while !self.at(Tok::RBrace) {
            elems.push(self.nested(Parser::md_ref)?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close_tuple(elems)
    }

    fn close_tuple(&mut self, elems: Vec<MdRef>) -> PResult<MdOperand> {
        self.expect(Tok::RBrace, "'}' at the end of a metadata node")?;
        Ok(MdOperand::Ref(MdRef::Inline(Arc::new(MdNode::Tuple { distinct: false, elems }))))
    }

    /// `#dbg_kind(operand, …)`
    pub(super) fn debug_record(&mut self) -> PResult<DebugRecord> {
        self.expect(Tok::Hash, "'#'")?;
        let Some(kind) = self.word().strip_prefix("dbg_") else { return self.expected("debug record type here") };
        let kind = self.intern(kind);
        self.bump();
        self.expect(Tok::LParen, "'(' of a debug record")?;
        let mut args = Vec::new();
        while !self.at(Tok::RParen) {
            args.push(self.metadata_operand()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')' of a debug record")?;
        Ok(DebugRecord { kind, args })
    }

    // Top level

    /// `!12 = node`
    pub(super) fn numbered_metadata(&mut self) -> PResult<()> {
        let token = self.bump();
        let digits = if token.kind == Tok::Exclaim {
            let token = self.expect(Tok::Int, "metadata number")?;
            self.slice(token)
        } else {
            self.raw_name(token)
        };
        let Some(number) = std::str::from_utf8(digits).ok().and_then(|t| t.parse::<u32>().ok()) else {
            return self.fail("limit", token.span(), "metadata number does not fit 32 bits");
        };
        self.expect(Tok::Equal, "'=' after a metadata number")?;
        let span = self.tok.span();
        let MdRef::Inline(node) = self.md_ref()? else {
            return self.fail("syntax", span, "expected metadata node");
        };
        let node = Arc::try_unwrap(node).unwrap_or_else(|shared| (*shared).clone());
        if self.module.metadata.contains_key(&number) {
            return self.fail("multiple-definition", token.span(), format!("metadata id '!{number}' is already used"));
        }
        self.module.metadata.insert(number, node);
        Ok(())
    }

    /// `!name = !{!0, …}`
    pub(super) fn named_metadata(&mut self) -> PResult<()> {
        let token = self.bump();
        let name = self.md_name(token);
        self.expect(Tok::Equal, "'=' after a metadata name")?;
        self.expect(Tok::Exclaim, "'!'")?;
        self.expect(Tok::LBrace, "'{'")?;
        let mut nodes = Vec::new();
        while !self.at(Tok::RBrace) {
            nodes.push(self.md_node_ref()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "'}' at the end of named metadata")?;
        // Named metadata of the same name is one list.
        self.module.named_metadata.entry(name).or_default().extend(nodes);
        Ok(())
    }
}
