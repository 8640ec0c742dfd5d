//! Types, typed pointers of old text included.

use std::sync::Arc;

use super::{PResult, Parser, WrittenType};
use crate::diagnostic::Span;
use crate::lexer::Tok;
use crate::types::{FloatKind, FuncType, StructType, TargetType, Type};

/// Widest integer type (LangRef, "Integer Type").
pub const MAX_INT_BITS: u32 = 1 << 23;

/// How much a non-struct type name may stand for, so that chains of such names stay harmless.
const MAX_ALIAS_NODES: usize = 4096;

impl<'a> Parser<'a> {
    /// A type.
    pub(super) fn ty(&mut self) -> PResult<Type> {
        Ok(self.written_type()?.ty)
    }

    /// A type that values can have.
    pub(super) fn value_type(&mut self) -> PResult<WrittenType> {
        let span = self.tok.span();
        let written = self.written_type()?;
        if written.ty == Type::Void {
            return self.fail("type", span, "void type only allowed for function results");
        }
        Ok(written)
    }

    /// A type, with what a typed pointer points to.
    pub(super) fn written_type(&mut self) -> PResult<WrittenType> {
        if self.at(Tok::Word)
            && let Some(ty) = self.plain_word_type()
        {
            self.bump();
            return Ok(WrittenType { ty, pointee: None });
        }
        self.written_type_in_full()
    }

    /// The type that the word to read next is, when nothing after it belongs to the type.
    fn plain_word_type(&mut self) -> Option<Type> {
        let word = self.word();
        let ty = match width_of(word) {
            Some((b'i', bits @ 1..=64)) => Type::Int(bits as u32),
            Some(_) => return None,
            None => Self::keyword_type(word)?,
        };
        match self.peek().kind {
            Tok::Star | Tok::LParen | Tok::Word => None,
            _ => Some(ty),
        }
    }

    fn written_type_in_full(&mut self) -> PResult<WrittenType> {
        self.nested(|p| {
            let start = p.tok.start;
            let mut result = p.primary_type()?;
            loop {
                match p.tok.kind {
                    Tok::Star => {
                        if matches!(result.ty, Type::Label | Type::Metadata | Type::Token) {
                            return p.fail("type", p.since(start), "a pointer cannot point to this type");
                        }
                        p.bump();
                        // `void*` never was a type; reading it as a pointer harms nobody.
                        result = WrittenType { ty: Type::PTR, pointee: Some(result.ty) };
                    }
                    Tok::Word if p.at_word("addrspace") && p.after_addrspace_is_star() => {
                        let addrspace = p.addrspace()?;
                        p.expect(Tok::Star, "'*'")?;
                        result = WrittenType { ty: Type::Ptr { addrspace }, pointee: Some(result.ty) };
                    }
                    Tok::LParen => {
                        let (params, vararg) = p.param_types()?;
                        let func = FuncType { ret: result.ty, params, vararg };
                        result = WrittenType { ty: Type::Func(Arc::new(func)), pointee: None };
                    }
                    _ => return Ok(result),
                }
            }
        })
    }

    /// Whether the `addrspace(N)` to read next belongs to a typed pointer.
    fn after_addrspace_is_star(&self) -> bool {
        let mut ahead = self.lexer;
        ahead.next();
        ahead.next();
        ahead.next();
        ahead.next().kind == Tok::Star
    }

    /// `addrspace(N)`, `addrspace("A")`
    pub(super) fn addrspace(&mut self) -> PResult<u32> {
        self.expect_word("addrspace")?;
        self.expect(Tok::LParen, "'('")?;
        let value = if self.at(Tok::Str) {
            let token = self.bump();
            let letter = self.string_bytes(token).first().copied().unwrap_or(0);
            self.layout_addrspace(letter)
        } else {
            let span = self.tok.span();
            let value = self.number32("address space")?;
            if value >= 1 << 24 {
                return self.fail("limit", span, "address space must be smaller than 2^24");
            }
            value
        };
        self.expect(Tok::RParen, "')'")?;
        Ok(value)
    }

    /// The address space that the data layout gives for allocas (`A`), globals (`G`) or programs (`P`).
    pub(super) fn layout_addrspace(&self, letter: u8) -> u32 {
        let layout = self.module.datalayout.as_deref().unwrap_or("");
        layout.split('-').find_map(|part| part.strip_prefix(letter as char).and_then(|rest| rest.parse().ok())).unwrap_or(0)
    }

    fn param_types(&mut self) -> PResult<(Vec<Type>, bool)> {
        self.expect(Tok::LParen, "'('")?;
        let mut params = Vec::new();
        while !self.at(Tok::RParen) {
            if self.eat(Tok::Ellipsis) {
                self.expect(Tok::RParen, "')'")?;
                return Ok((params, true));
            }
            params.push(self.value_type()?.ty);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')'")?;
        Ok((params, false))
    }

    fn primary_type(&mut self) -> PResult<WrittenType> {
        match self.tok.kind {
            Tok::Word => {
                let ty = self.word_type()?;
                Ok(WrittenType { ty, pointee: None })
            }
            Tok::Local => self.named_type(),
            Tok::LBrace => self.structure(false),
            Tok::Less => {
                self.bump();
                if self.at(Tok::LBrace) {
                    let result = self.structure(true)?;
                    self.expect(Tok::Greater, "'>' at the end of a packed struct")?;
                    return Ok(result);
                }
                self.vector()
            }
            Tok::LSquare => self.array(),
            _ => self.expected("type"),
        }
    }

    /// The type a keyword stands for. `None` leaves the text alone.
    pub(super) fn keyword_type(word: &str) -> Option<Type> {
        Some(match word {
            "void" => Type::Void,
            "half" => Type::Float(FloatKind::Half),
            "bfloat" => Type::Float(FloatKind::BFloat),
            "float" => Type::Float(FloatKind::Float),
            "double" => Type::Float(FloatKind::Double),
            "fp128" => Type::Float(FloatKind::Fp128),
            "x86_fp80" => Type::Float(FloatKind::X86Fp80),
            "ppc_fp128" => Type::Float(FloatKind::PpcFp128),
            "label" => Type::Label,
            "metadata" => Type::Metadata,
            "token" => Type::Token,
            "x86_amx" => Type::X86Amx,
            // LLVM 20 replaced the MMX type by the vector it always was.
            "x86_mmx" => Type::vector(1, Type::Int(64)),
            "ptr" => Type::PTR,
            _ => return None,
        })
    }

    /// Whether the word to read next starts a type.
    pub(super) fn at_type(&self) -> bool {
        match self.tok.kind {
            Tok::Local | Tok::LBrace | Tok::Less | Tok::LSquare => true,
            Tok::Word => {
                let word = self.word();
                width_of(word).is_some() || Self::keyword_type(word).is_some() || word == "target" || word == "opaque"
            }
            _ => false,
        }
    }

    fn word_type(&mut self) -> PResult<Type> {
        let word = self.word();
        let span = self.tok.span();
        if let Some((letter, bits)) = width_of(word) {
            if bits == 0 || bits > u64::from(MAX_INT_BITS) {
                return self.fail("limit", span, "bitwidth for integer type out of range");
            }
            self.bump();
            return Ok(if letter == b'i' { Type::Int(bits as u32) } else { Type::Byte(bits as u32) });
        }
        match word {
            "ptr" => {
                self.bump();
                let addrspace = if self.at_word("addrspace") { self.addrspace()? } else { 0 };
                if self.at(Tok::Star) {
                    return self.expected("no '*' after 'ptr'");
                }
                Ok(Type::Ptr { addrspace })
            }
            "target" => self.target_type(),
            _ => match Self::keyword_type(word) {
                Some(ty) => {
                    self.bump();
                    Ok(ty)
                }
                None => self.expected("type"),
            },
        }
    }

    /// `target("name", types…, integers…)`
    fn target_type(&mut self) -> PResult<Type> {
        self.bump();
        self.expect(Tok::LParen, "'('")?;
        let name = self.string("name of a target extension type")?;
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while self.eat(Tok::Comma) {
            if self.at(Tok::Int) {
                ints.push(self.number32("integer parameter")?);
            } else if ints.is_empty() {
                types.push(self.ty()?);
            } else {
                return self.expected("integer parameter");
            }
        }
        self.expect(Tok::RParen, "')'")?;
        Ok(Type::Target(Arc::new(TargetType { name, types, ints })))
    }

    fn named_type(&mut self) -> PResult<WrittenType> {
        let token = self.bump();
        let name = self.name_key(self.raw_name(token));
        if let Some(known) = self.tables.type_names.get(&name) {
            return Ok(known.clone());
        }
        let result = WrittenType { ty: Type::Named(name.clone()), pointee: None };
        self.tables.type_uses.insert(name.clone(), token.span());
        self.tables.type_names.insert(name, result.clone());
        Ok(result)
    }

    /// `{ T, … }`, without the angle brackets of packed structs.
    fn structure(&mut self, packed: bool) -> PResult<WrittenType> {
        self.expect(Tok::LBrace, "'{'")?;
        let mut fields = Vec::new();
        if !self.at(Tok::RBrace) {
            loop {
                let span = self.tok.span();
                let field = self.written_type()?.ty;
                if matches!(field, Type::Void | Type::Label | Type::Metadata | Type::Func(_)) {
                    return self.fail("type", span, "invalid element type for struct");
                }
                fields.push(field);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RBrace, "'}' at the end of a struct")?;
        Ok(WrittenType { ty: Type::Struct(Arc::new(StructType { packed, fields })), pointee: None })
    }

    /// After `<`: `N x T>` or `vscale x N x T>`.
    fn vector(&mut self) -> PResult<WrittenType> {
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let span = self.tok.span();
        let len = self.number("number of elements")?;
        if len == 0 {
            return self.fail("type", span, "zero element vector is illegal");
        }
        if len > u64::from(u32::MAX) {
            return self.fail("limit", span, "size too large for vector");
        }
        self.expect_word("x")?;
        let elem_span = self.tok.span();
        let elem = self.written_type()?;
        if !matches!(elem.ty, Type::Int(_) | Type::Byte(_) | Type::Float(_) | Type::Ptr { .. } | Type::Target(_)) {
            return self.fail("type", elem_span, "invalid vector element type");
        }
        self.expect(Tok::Greater, "'>' at the end of a vector")?;
        Ok(WrittenType { ty: Type::Vector { scalable, len, elem: Arc::new(elem.ty) }, pointee: elem.pointee })
    }

    fn array(&mut self) -> PResult<WrittenType> {
        self.expect(Tok::LSquare, "'['")?;
        let len = self.number("number of elements")?;
        self.expect_word("x")?;
        let span = self.tok.span();
        let elem = self.written_type()?.ty;
        if matches!(elem, Type::Void | Type::Label | Type::Metadata | Type::Token | Type::X86Amx | Type::Func(_)) {
            return self.fail("type", span, "invalid array element type");
        }
        self.expect(Tok::RSquare, "']' at the end of an array")?;
        Ok(WrittenType { ty: Type::array(len, elem), pointee: None })
    }

    /// `%name = type …`
    pub(super) fn type_definition(&mut self) -> PResult<()> {
        let token = self.bump();
        let name = self.name_key(self.raw_name(token));
        self.expect(Tok::Equal, "'=' after name")?;
        self.expect_word("type")?;
        if self.module.types.contains_key(&name) || self.is_alias(&name) {
            return self.fail("multiple-definition", token.span(), format!("redefinition of type '{}'", crate::print::local(&name)));
        }
        if self.eat_word("opaque") {
            self.define_type(&name, None);
            return Ok(());
        }
        let is_struct = self.at(Tok::LBrace) || (self.at(Tok::Less) && self.peek().kind == Tok::LBrace);
        let body = self.written_type()?;
        match body.ty {
            // `{ i32 } *` starts like a struct, but is none.
            Type::Struct(_) if is_struct => self.define_type(&name, Some(body.ty)),
            _ => self.define_alias(&name, body, token.span())?,
        }
        Ok(())
    }

    fn is_alias(&self, name: &str) -> bool {
        self.tables.type_names.get(name).is_some_and(|t| !matches!(&t.ty, Type::Named(n) if **n == *name))
    }

    fn define_type(&mut self, name: &Arc<str>, body: Option<Type>) {
        self.tables.type_uses.remove(name);
        self.tables.type_names.insert(name.clone(), WrittenType { ty: Type::Named(name.clone()), pointee: None });
        self.module.types.insert(name.clone(), body);
    }

    /// A name for a type that is not a struct: it is replaced by the type wherever it stands.
    fn define_alias(&mut self, name: &Arc<str>, body: WrittenType, span: Span) -> PResult<()> {
        if self.tables.type_uses.remove(name).is_some() {
            return self.fail("type", span, "forward references to non-struct type");
        }
        if node_count(&body.ty, MAX_ALIAS_NODES).is_none() || nesting(&body.ty) > super::MAX_DEPTH / 2 {
            return self.fail("limit", span, "the type is too large for a name that is not a struct's");
        }
        self.tables.type_names.insert(name.clone(), body);
        Ok(())
    }
}

/// `i32` gives `(b'i', 32)`, `b8` gives `(b'b', 8)`; numbers that do not fit saturate.
fn width_of(word: &str) -> Option<(u8, u64)> {
    let (&letter, digits) = word.as_bytes().split_first()?;
    if !matches!(letter, b'i' | b'b') || digits.is_empty() {
        return None;
    }
    let mut bits = 0u64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        bits = bits.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    }
    Some((letter, bits))
}

/// Number of nodes of a type, unless there are more than `limit`.
fn node_count(ty: &Type, limit: usize) -> Option<usize> {
    let parts: &[Type] = match ty {
        Type::Vector { elem, .. } | Type::Array { elem, .. } => std::slice::from_ref(elem),
        Type::Struct(s) => &s.fields,
        Type::Func(f) => &f.params,
        Type::Target(t) => &t.types,
        _ => &[],
    };
    parts.iter().try_fold(1, |sum, part| node_count(part, limit.checked_sub(sum)?).map(|n| sum + n)).filter(|n| *n <= limit)
}

fn nesting(ty: &Type) -> u32 {
    match ty {
        Type::Vector { elem, .. } | Type::Array { elem, .. } => 1 + nesting(elem),
        Type::Struct(s) => 1 + s.fields.iter().map(nesting).max().unwrap_or(0),
        Type::Func(f) => 1 + f.params.iter().map(nesting).max().unwrap_or(0).max(nesting(&f.ret)),
        Type::Target(t) => 1 + t.types.iter().map(nesting).max().unwrap_or(0),
        _ => 0,
    }
}
