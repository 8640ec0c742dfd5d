//! Constants and constant expressions, brought into one form as LLVM's uniquing does: an aggregate of zeros is `zeroinitializer`, one of
//! poison `poison`, a vector of equal numbers a splat, an array of `i8` a string.

use std::sync::Arc;

use super::{PResult, Parser, SharedConstant, WrittenType};
use crate::constant::{ConstExpr, ConstKind, Constant, IntValue};
use crate::diagnostic::Span;
use crate::flags::Flags;
use crate::inst::{BinOp, CastOp, FloatPred, IntPred};
use crate::lexer::{Tok, Token};
use crate::types::{StructType, Type};

impl<'a> Parser<'a> {
    /// `T constant`
    pub(super) fn typed_constant(&mut self) -> PResult<(WrittenType, SharedConstant)> {
        let written = self.value_type()?;
        let value = self.constant(&written.ty)?;
        Ok((written, value))
    }

    /// `T constant` without the written type.
    pub(super) fn any_constant(&mut self) -> PResult<SharedConstant> {
        Ok(self.typed_constant()?.1)
    }

    /// A constant of a type.
    pub(super) fn constant(&mut self, ty: &Type) -> PResult<SharedConstant> {
        match self.tok.kind {
            Tok::Global => {
                let token = self.bump();
                self.global_reference(token, ty)
            }
            Tok::Int | Tok::Float | Tok::Str => {
                let kind = self.literal(ty)?;
                Ok(Arc::new(Constant { ty: ty.clone(), kind }))
            }
            Tok::Word => self.nested(|p| p.word_constant(ty)),
            Tok::LSquare | Tok::LBrace | Tok::Less => self.nested(|p| p.bracketed(ty)),
            _ => self.expected("value"),
        }
    }

    fn literal(&mut self, ty: &Type) -> PResult<ConstKind> {
        let span = self.tok.span();
        match (self.tok.kind, ty) {
            (Tok::Int, Type::Int(bits) | Type::Byte(bits)) => Ok(ConstKind::Int(self.int_literal(*bits)?)),
            (Tok::Float, Type::Float(kind)) => Ok(ConstKind::Float(self.float_literal(*kind)?)),
            (Tok::Int, _) => self.fail("type", span, "integer constant must have integer type"),
            (Tok::Float, _) => self.fail("type", span, "floating point constant invalid for type"),
            _ => self.expected("value"),
        }
    }

    /// `@name` as a value of a pointer type.
    pub(super) fn global_reference(&mut self, token: Token, ty: &Type) -> PResult<SharedConstant> {
        let Type::Ptr { addrspace } = *ty else {
            return self.fail("W5", token.span(), "global variable reference must have pointer type");
        };
        let raw = self.raw_name(token);
        if let Some(known) = self.tables.globals.get(&(raw, addrspace)) {
            return Ok(known.clone());
        }
        let name = self.global_name(raw);
        self.tables.global_uses.entry((name.clone(), addrspace)).or_insert(token.span());
        let constant = Arc::new(Constant { ty: ty.clone(), kind: ConstKind::Global(name) });
        self.tables.globals.insert((raw, addrspace), constant.clone());
        Ok(constant)
    }

    fn word_constant(&mut self, ty: &Type) -> PResult<SharedConstant> {
        let span = self.tok.span();
        let kind = match self.word() {
            "true" | "false" if *ty == Type::I1 => ConstKind::Int(IntValue::Small(u64::from(self.word() == "true"))),
            "true" | "false" => return self.fail("W5", span, "constant of type 'i1' where another type is expected"),
            "null" if ty.is_ptr() => ConstKind::Null,
            "null" => return self.fail("type", span, "null must be a pointer type"),
            "none" if matches!(ty, Type::Token) => ConstKind::None,
            "none" => return self.fail("type", span, "invalid type for none constant"),
            "undef" | "poison" | "zeroinitializer" if matches!(ty, Type::Label | Type::Void | Type::Func(_)) => {
                return self.fail("type", span, "invalid type for a constant");
            }
            "undef" => ConstKind::Undef,
            "poison" => ConstKind::Poison,
            "zeroinitializer" => zero_of(ty),
            "c" => return self.byte_string(ty),
            "splat" => return self.splat(ty),
            "blockaddress" => return self.block_address(ty),
            "dso_local_equivalent" | "no_cfi" => return self.marked_global(ty),
            "ptrauth" => return self.ptrauth(ty),
            word => return self.expression(word, ty, span),
        };
        self.bump();
        Ok(Arc::new(Constant { ty: ty.clone(), kind }))
    }

    fn byte_string(&mut self, ty: &Type) -> PResult<SharedConstant> {
        self.bump();
        let token = self.expect(Tok::Str, "string")?;
        let bytes = self.string_bytes(token);
        match ty {
            Type::Array { len, elem } if **elem == Type::Int(8) && *len == bytes.len() as u64 => {}
            Type::Array { elem, .. } if **elem == Type::Int(8) => {
                return self.fail("W5", token.span(), format!("constant string of {} bytes in a type of another size", bytes.len()));
            }
            _ => return self.fail("W5", token.span(), "constant string needs an array of i8"),
        }
        let kind = if bytes.iter().all(|b| *b == 0) { ConstKind::Zero } else { ConstKind::Bytes(bytes[..].into()) };
        Ok(Arc::new(Constant { ty: ty.clone(), kind }))
    }

    fn splat(&mut self, ty: &Type) -> PResult<SharedConstant> {
        let start = self.bump().start;
        self.expect(Tok::LParen, "'('")?;
        let lane = self.any_constant()?;
        self.expect(Tok::RParen, "')'")?;
        match ty {
            Type::Vector { elem, .. } if **elem == lane.ty => {}
            _ => return self.fail("W5", self.since(start), "splat needs a vector type with the same element type"),
        }
        let kind = match lane.kind {
            ConstKind::Undef => ConstKind::Undef,
            ConstKind::Poison => ConstKind::Poison,
            _ if is_zero(&lane) => ConstKind::Zero,
            _ => ConstKind::Splat(lane),
        };
        Ok(Arc::new(Constant { ty: ty.clone(), kind }))
    }

    /// `blockaddress(@function, %block)`
    fn block_address(&mut self, ty: &Type) -> PResult<SharedConstant> {
        let start = self.bump().start;
        self.expect(Tok::LParen, "'('")?;
        let function = self.expect(Tok::Global, "function name in blockaddress")?;
        self.expect(Tok::Comma, "','")?;
        let block = self.expect(Tok::Local, "basic block name in blockaddress")?;
        self.expect(Tok::RParen, "')'")?;
        let span = self.since(start);
        if !ty.is_ptr() {
            return self.fail("W5", span, "blockaddress must have pointer type");
        }
        let function = self.global_name(self.raw_name(function));
        let block = self.name_key(self.raw_name(block));
        self.tables.block_addresses.push((function.clone(), block.clone(), span));
        Ok(Arc::new(Constant { ty: ty.clone(), kind: ConstKind::BlockAddress { function, block } }))
    }

    /// `dso_local_equivalent @f`, `no_cfi @f`
    fn marked_global(&mut self, ty: &Type) -> PResult<SharedConstant> {
        let marker = self.word();
        self.bump();
        let token = self.expect(Tok::Global, "global name")?;
        let reference = self.global_reference(token, ty)?;
        let ConstKind::Global(name) = &reference.kind else { return self.expected("global name") };
        let name = name.clone();
        let kind = if marker == "no_cfi" { ConstKind::NoCfi(name) } else { ConstKind::DsoLocalEquivalent(name) };
        Ok(Arc::new(Constant { ty: ty.clone(), kind }))
    }

    fn ptrauth(&mut self, ty: &Type) -> PResult<SharedConstant> {
        let start = self.bump().start;
        let parts = self.parenthesised_constants()?;
        if !(2..=5).contains(&parts.len()) || parts[0].ty != *ty {
            return self.fail("type", self.since(start), "malformed ptrauth constant");
        }
        Ok(Arc::new(Constant { ty: ty.clone(), kind: ConstKind::PtrAuth(parts) }))
    }

    fn parenthesised_constants(&mut self) -> PResult<Vec<SharedConstant>> {
        self.expect(Tok::LParen, "'('")?;
        let mut parts = vec![self.any_constant()?];
        while self.eat(Tok::Comma) {
            parts.push(self.any_constant()?);
        }
        self.expect(Tok::RParen, "')'")?;
        Ok(parts)
    }

    // Aggregates

    fn bracketed(&mut self, ty: &Type) -> PResult<SharedConstant> {
        let start = self.tok.start;
        let (close, packed) = match self.bump().kind {
            Tok::LSquare => (Tok::RSquare, false),
            Tok::LBrace => (Tok::RBrace, false),
            _ if self.at(Tok::LBrace) => {
                self.bump();
                (Tok::RBrace, true)
            }
            _ => (Tok::Greater, false),
        };
        let mut elems = Vec::new();
        if !self.at(close) {
            loop {
                elems.push(self.any_constant()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(close, "the end of a constant")?;
        if packed {
            self.expect(Tok::Greater, "'>' at the end of a packed struct")?;
        }
        let span = self.since(start);
        self.check_elements(ty, close, packed, &elems, span)?;
        Ok(Arc::new(aggregate(ty.clone(), elems)))
    }

    fn check_elements(&mut self, ty: &Type, close: Tok, packed: bool, elems: &[SharedConstant], span: Span) -> PResult<()> {
        let body = self.module.resolve(ty).cloned();
        let fits = match (&body, close) {
            (Some(Type::Array { len, elem }), Tok::RSquare) => *len == elems.len() as u64 && elems.iter().all(|e| e.ty == **elem),
            (Some(Type::Vector { len, elem, scalable: false }), Tok::Greater) => {
                *len == elems.len() as u64 && elems.iter().all(|e| e.ty == **elem)
            }
            (Some(Type::Struct(s)), Tok::RBrace) => self.fields_match(s, packed, elems),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        self.fail("W5", span, format!("the constant does not have type '{ty}'"))
    }

    fn fields_match(&self, s: &StructType, packed: bool, elems: &[SharedConstant]) -> bool {
        s.packed == packed && s.fields.len() == elems.len() && s.fields.iter().zip(elems).all(|(field, elem)| *field == elem.ty)
    }

    // Expressions

    fn expression(&mut self, word: &'a str, ty: &Type, span: Span) -> PResult<SharedConstant> {
        let expr = if let Some(op) = BinOp::from_name(word) {
            self.bump();
            let flags = self.flags();
            ConstExpr::Binary { op, flags, args: self.operands_of(span)? }
        } else if let Some(op) = CastOp::from_name(word) {
            return self.cast_expression(op, ty);
        } else {
            match word {
                "getelementptr" => return self.gep_expression(ty),
                "icmp" => self.icmp_expression(span)?,
                "fcmp" => self.fcmp_expression(span)?,
                "select" => self.simple_expression(span, |args| ConstExpr::Select { args })?,
                "extractelement" => self.simple_expression(span, |args| ConstExpr::ExtractElement { args })?,
                "insertelement" => self.simple_expression(span, |args| ConstExpr::InsertElement { args })?,
                "fneg" => self.simple_expression(span, |[arg]| ConstExpr::Fneg { arg })?,
                "shufflevector" => self.shuffle_expression(span)?,
                "extractvalue" => self.extractvalue_expression()?,
                "insertvalue" => self.insertvalue_expression(span)?,
                _ => return self.expected("value"),
            }
        };
        let actual = self.expression_type(&expr);
        if actual.as_ref().is_some_and(|actual| actual != ty) {
            return self.fail("W5", self.since(span.start), format!("the constant expression does not have type '{ty}'"));
        }
        Ok(Arc::new(Constant { ty: ty.clone(), kind: ConstKind::Expr(Box::new(expr)) }))
    }

    /// `(T a, T b, …)` with exactly `N` constants.
    fn operands_of<const N: usize>(&mut self, span: Span) -> PResult<[SharedConstant; N]> {
        let parts = self.parenthesised_constants()?;
        match <[SharedConstant; N]>::try_from(parts) {
            Ok(parts) => Ok(parts),
            Err(_) => self.fail("syntax", span, format!("expected {N} operands of the constant expression")),
        }
    }

    fn simple_expression<const N: usize>(&mut self, span: Span, build: fn([SharedConstant; N]) -> ConstExpr) -> PResult<ConstExpr> {
        self.bump();
        self.flags();
        Ok(build(self.operands_of(span)?))
    }

    fn cast_expression(&mut self, op: CastOp, ty: &Type) -> PResult<SharedConstant> {
        let start = self.bump().start;
        let flags = self.flags();
        self.expect(Tok::LParen, "'('")?;
        let arg = self.any_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect(Tok::RParen, "')'")?;
        if to != *ty {
            return self.fail("W5", self.since(start), format!("the constant expression does not have type '{ty}'"));
        }
        // Casts between what used to be different pointer types.
        if op == CastOp::Bitcast && arg.ty == to {
            return Ok(arg);
        }
        let expr = ConstExpr::Cast { op, flags, arg };
        Ok(Arc::new(Constant { ty: to, kind: ConstKind::Expr(Box::new(expr)) }))
    }

    fn gep_expression(&mut self, ty: &Type) -> PResult<SharedConstant> {
        let start = self.bump().start;
        let flags = self.flags();
        let inrange = if self.eat_word("inrange") { Some(self.inrange()?) } else { None };
        self.expect(Tok::LParen, "'('")?;
        let first = self.value_type()?;
        let (elem_ty, base) =
            if self.eat(Tok::Comma) { (Some(first.ty), self.any_constant()?) } else { (first.pointee, self.constant(&first.ty)?) };
        let Some(elem_ty) = elem_ty else {
            return self.fail("type", self.since(start), "getelementptr needs a source element type");
        };
        let mut args = vec![base];
        while self.eat(Tok::Comma) {
            // Before LLVM 19 single indices were marked.
            self.eat_word("inrange");
            args.push(self.any_constant()?);
        }
        self.expect(Tok::RParen, "')'")?;
        let span = self.since(start);
        let result =
            args.iter().map(|a| &a.ty).find(|t| t.is_vector()).map_or(args[0].ty.clone(), |v| v.with_scalar(args[0].ty.scalar().clone()));
        if !result.scalar().is_ptr() || args[1..].iter().any(|a| !a.ty.scalar().is_int()) {
            return self.fail("type", span, "malformed getelementptr constant expression");
        }
        if result != *ty {
            return self.fail("W5", span, format!("the constant expression does not have type '{ty}'"));
        }
        let expr = ConstExpr::Gep { elem_ty, flags, inrange, args };
        Ok(Arc::new(Constant { ty: result, kind: ConstKind::Expr(Box::new(expr)) }))
    }

    /// `(start, end)`
    fn inrange(&mut self) -> PResult<(i64, i64)> {
        self.expect(Tok::LParen, "'('")?;
        let start = self.signed_number("start of inrange")?;
        self.expect(Tok::Comma, "','")?;
        let end = self.signed_number("end of inrange")?;
        self.expect(Tok::RParen, "')'")?;
        Ok((start, end))
    }

    fn icmp_expression(&mut self, span: Span) -> PResult<ConstExpr> {
        self.bump();
        let Some(pred) = IntPred::from_name(self.word()) else { return self.expected("icmp predicate") };
        self.bump();
        Ok(ConstExpr::Icmp { pred, args: self.operands_of(span)? })
    }

    fn fcmp_expression(&mut self, span: Span) -> PResult<ConstExpr> {
        self.bump();
        let Some(pred) = FloatPred::from_name(self.word()) else { return self.expected("fcmp predicate") };
        self.bump();
        Ok(ConstExpr::Fcmp { pred, args: self.operands_of(span)? })
    }

    fn shuffle_expression(&mut self, span: Span) -> PResult<ConstExpr> {
        self.bump();
        let [a, b, mask] = self.operands_of(span)?;
        match self.shuffle_mask(&mask, self.since(span.start)) {
            Ok(mask) => Ok(ConstExpr::ShuffleVector { args: [a, b], mask }),
            Err(failed) => Err(failed),
        }
    }

    fn extractvalue_expression(&mut self) -> PResult<ConstExpr> {
        self.bump();
        self.expect(Tok::LParen, "'('")?;
        let agg = self.any_constant()?;
        let indices = self.index_path()?;
        self.expect(Tok::RParen, "')'")?;
        Ok(ConstExpr::ExtractValue { agg, indices })
    }

    fn insertvalue_expression(&mut self, _span: Span) -> PResult<ConstExpr> {
        self.bump();
        self.expect(Tok::LParen, "'('")?;
        let agg = self.any_constant()?;
        self.expect(Tok::Comma, "','")?;
        let elem = self.any_constant()?;
        let indices = self.index_path()?;
        self.expect(Tok::RParen, "')'")?;
        Ok(ConstExpr::InsertValue { args: [agg, elem], indices })
    }

    /// The type of an expression, as far as its operands tell.
    fn expression_type(&self, expr: &ConstExpr) -> Option<Type> {
        match expr {
            ConstExpr::Binary { args, .. } => Some(args[0].ty.clone()),
            ConstExpr::Fneg { arg } => Some(arg.ty.clone()),
            ConstExpr::Icmp { args, .. } | ConstExpr::Fcmp { args, .. } => Some(args[0].ty.with_scalar(Type::I1)),
            ConstExpr::Select { args } => Some(args[1].ty.clone()),
            ConstExpr::ExtractElement { args } => Some(args[0].ty.scalar().clone()),
            ConstExpr::InsertElement { args } => Some(args[0].ty.clone()),
            ConstExpr::InsertValue { args, .. } => Some(args[0].ty.clone()),
            ConstExpr::ExtractValue { agg, indices } => self.module.element_type(&agg.ty, indices),
            ConstExpr::ShuffleVector { .. } | ConstExpr::Cast { .. } | ConstExpr::Gep { .. } => None,
        }
    }

    /// The lanes of a shuffle mask given as a constant vector of `i32`.
    pub(super) fn shuffle_mask(&mut self, mask: &Constant, span: Span) -> PResult<Vec<Option<u32>>> {
        let Type::Vector { len, elem, .. } = &mask.ty else {
            return self.fail("W5", span, "invalid shufflevector mask");
        };
        if **elem != Type::Int(32) {
            return self.fail("W5", span, "invalid shufflevector mask");
        }
        let lane = |c: &Constant| match &c.kind {
            ConstKind::Undef | ConstKind::Poison => Some(None),
            ConstKind::Int(v) => v.to_u64().and_then(|v| u32::try_from(v).ok()).map(Some),
            _ => None,
        };
        let every = match &mask.kind {
            ConstKind::Aggregate(elems) => {
                let lanes: Option<Vec<Option<u32>>> = elems.iter().map(|e| lane(e)).collect();
                return lanes.map_or_else(|| self.fail("W5", span, "invalid shufflevector mask"), Ok);
            }
            ConstKind::Zero => Some(Some(0)),
            ConstKind::Undef | ConstKind::Poison => Some(None),
            ConstKind::Splat(c) => lane(c),
            _ => None,
        };
        let Some(every) = every else { return self.fail("W5", span, "invalid shufflevector mask") };
        self.charge(len.saturating_mul(8), span)?;
        Ok(vec![every; *len as usize])
    }

    /// Flags in any order, as far as they stand here.
    pub(super) fn flags(&mut self) -> Flags {
        let mut flags = Flags::NONE;
        while self.tok.kind == Tok::Word {
            if self.at_word("fast") {
                flags.fmf = crate::flags::FastMath::FAST;
            } else if let Some(flag) = crate::flags::Flag::from_name(self.word()) {
                flags.set(flag, true);
            } else {
                break;
            }
            self.bump();
        }
        flags
    }
}

/// `zeroinitializer` of a type: scalars have their own zero.
fn zero_of(ty: &Type) -> ConstKind {
    match ty {
        Type::Int(_) | Type::Byte(_) => ConstKind::Int(IntValue::Small(0)),
        Type::Float(_) => ConstKind::Float(IntValue::Small(0)),
        Type::Ptr { .. } => ConstKind::Null,
        Type::Token => ConstKind::None,
        _ => ConstKind::Zero,
    }
}

/// Whether all bits of a constant are zero.
fn is_zero(c: &Constant) -> bool {
    match &c.kind {
        ConstKind::Int(v) | ConstKind::Float(v) => *v == IntValue::Small(0),
        ConstKind::Null | ConstKind::Zero => true,
        _ => false,
    }
}

/// An aggregate in its canonical form. The elements must fit the type.
fn aggregate(ty: Type, elems: Vec<SharedConstant>) -> Constant {
    let all = |test: fn(&Constant) -> bool| elems.iter().all(|e| test(e));
    let kind = if all(is_zero) {
        ConstKind::Zero
    } else if all(|c| c.kind == ConstKind::Poison) {
        ConstKind::Poison
    } else if all(|c| c.kind == ConstKind::Undef) {
        ConstKind::Undef
    } else if ty.is_vector() && all(|c| matches!(c.kind, ConstKind::Int(_) | ConstKind::Float(_))) && elems.iter().all(|e| **e == *elems[0])
    {
        ConstKind::Splat(elems[0].clone())
    } else if matches!(&ty, Type::Array { elem, .. } if **elem == Type::Int(8)) && all(|c| matches!(c.kind, ConstKind::Int(_))) {
        let byte = |c: &Constant| if let ConstKind::Int(v) = &c.kind { v.to_u64().unwrap_or(0) as u8 } else { 0 };
        ConstKind::Bytes(elems.iter().map(|e| byte(e)).collect())
    } else {
        ConstKind::Aggregate(elems)
    };
    Constant { ty, kind }
}
