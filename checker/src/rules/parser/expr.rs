//! Expressions, types and preconditions.

use llvet_ir::{FloatKind, Span};
use num_bigint::BigInt;

use super::{Parsed, Parser};
use crate::rules::ast::{AggKind, BinaryOp, Cmp, Expr, ExprKind, Operand, Pred, PredKind, TypeSyntax, UnOp};
use crate::rules::lexer::{Token, is_symbolic};
use crate::rules::ops::{ConstFn, PredFn};

impl Parser<'_> {
    pub(super) fn new_expr(&mut self, kind: ExprKind, span: Span) -> Expr {
        let id = self.exprs;
        self.exprs += 1;
        Expr { id, kind, span }
    }

    /// An operand: an optional type, then an expression.
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let ty = self.optional_type()?;
        Ok(Operand { ty, expr: self.expr()? })
    }

    /// An expression of constants and registers.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|p| p.binary(0))
    }

    fn binary(&mut self, weakest: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        while let Token::Sym(symbol) = self.peek()
            && let Some((op, _)) = BinaryOp::ALL.iter().find(|(_, token)| token == symbol)
            && op.strength() > weakest
        {
            self.bump();
            let right = self.nested(|p| p.binary(op.strength()))?;
            let span = left.span.to(right.span);
            left = self.new_expr(ExprKind::Binary(*op, Box::new(left), Box::new(right)), span);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let minus = self.is_sym("-");
        if (minus || self.is_sym("+")) && matches!(self.peek_at(1), Token::Int(_) | Token::Float(_)) {
            self.bump();
            return self.number(start, minus);
        }
        let op = match self.peek() {
            Token::Sym("-") => UnOp::Neg,
            Token::Sym("~") => UnOp::Not,
            _ => return self.primary(),
        };
        self.bump();
        let inner = self.nested(Self::unary)?;
        let span = start.to(inner.span);
        Ok(self.new_expr(ExprKind::Unary(op, Box::new(inner)), span))
    }

    fn number(&mut self, start: Span, negative: bool) -> Parsed<Expr> {
        let span = start.to(self.span());
        let kind = match self.bump() {
            Token::Float(text) => ExprKind::Float(if negative { format!("-{text}") } else { text.clone() }),
            Token::Int(text) => {
                let digits = text.strip_prefix("0x").map_or((text.as_str(), 10), |hex| (hex, 16));
                let Some(value) = BigInt::parse_bytes(digits.0.as_bytes(), digits.1) else {
                    return Self::error(span, "not a number");
                };
                ExprKind::Int(if negative { -value } else { value })
            }
            _ => return Self::error(span, "not a number"),
        };
        Ok(self.new_expr(kind, span))
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.peek() {
            Token::Int(_) | Token::Float(_) => return self.number(start, false),
            Token::Sym("(") => {
                self.bump();
                let inner = self.expr()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Token::Sym("<") => return self.aggregate(AggKind::Vector, ">"),
            Token::Sym("[") => return self.aggregate(AggKind::Array, "]"),
            Token::Sym("{") => return self.aggregate(AggKind::Struct, "}"),
            Token::Reg(name) => ExprKind::Reg(name.clone()),
            Token::Word(word) if *self.peek_at(1) == Token::Sym("(") => return self.call(word),
            Token::Word(word) => match word.as_str() {
                "true" => ExprKind::Bool(true),
                "false" => ExprKind::Bool(false),
                "undef" => ExprKind::Undef,
                "poison" => ExprKind::Poison,
                "null" => ExprKind::Null,
                _ if is_symbolic(word) => ExprKind::Sym(word.clone()),
                _ => return self.wanted("a value"),
            },
            _ => return self.wanted("a value"),
        };
        self.bump();
        Ok(self.new_expr(kind, start))
    }

    fn aggregate(&mut self, kind: AggKind, close: &str) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let mut items = Vec::new();
        while !self.is_sym(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(self.nested(Self::operand)?);
        }
        self.bump();
        let span = start.to(self.last_span());
        Ok(self.new_expr(ExprKind::Aggregate(kind, items), span))
    }

    fn call(&mut self, name: &str) -> Parsed<Expr> {
        let start = self.span();
        let Some((function, arity)) = ConstFn::from_name(name) else {
            return Self::error(start, format!("unknown function `{name}`"));
        };
        let args = self.arguments()?;
        let span = start.to(self.last_span());
        if args.len() != arity {
            return Self::error(span, format!("{name} takes {arity} arguments, not {}", args.len()));
        }
        Ok(self.new_expr(ExprKind::Call(function, args), span))
    }

    /// The arguments of a function or predicate, whose name is the current token.
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.bump();
        self.expect("(")?;
        let mut args = Vec::new();
        while !self.is_sym(")") {
            if !args.is_empty() {
                self.expect(",")?;
            }
            args.push(self.expr()?);
        }
        self.bump();
        Ok(args)
    }
}

impl Parser<'_> {
    /// A type, when one stands here.
    pub(super) fn optional_type(&mut self) -> Parsed<Option<TypeSyntax>> {
        if !self.at_type() {
            return Ok(None);
        }
        let (start, exprs) = (self.at, self.exprs);
        // `{ i8 1 }` is a value and `{ i8 }` a type: they differ only further on.
        let braces = self.is_sym("{");
        let ty = match self.ty() {
            Ok(ty) if !braces || self.at_value() => ty,
            Err(error) if !braces => return Err(error),
            Ok(_) | Err(_) => {
                (self.at, self.exprs) = (start, exprs);
                return Ok(None);
            }
        };
        Ok(Some(ty))
    }

    fn at_value(&self) -> bool {
        match self.peek() {
            Token::Reg(_) | Token::Int(_) | Token::Float(_) | Token::Word(_) => !self.lexed().first,
            Token::Sym(symbol) => matches!(*symbol, "<" | "[" | "{" | "(" | "-" | "~" | "+"),
            _ => false,
        }
    }

    fn at_type(&self) -> bool {
        let counted = || matches!(self.peek_at(1), Token::Int(_)) && matches!(self.peek_at(2), Token::Word(w) if w.starts_with('x'));
        match self.peek() {
            Token::Word(word) => scalar_type(word).is_some(),
            Token::Sym("<" | "[") => counted(),
            Token::Sym("*") => true,
            Token::Sym("{") => {
                let after = self.peek_at(1);
                matches!(after, Token::Sym("<" | "[" | "{")) || matches!(after, Token::Word(w) if scalar_type(w).is_some())
            }
            _ => false,
        }
    }

    /// A type.
    pub(super) fn ty(&mut self) -> Parsed<TypeSyntax> {
        let mut ty = self.nested(Self::type_without_stars)?;
        while self.eat("*") {
            ty = TypeSyntax::Ptr;
        }
        Ok(ty)
    }

    fn type_without_stars(&mut self) -> Parsed<TypeSyntax> {
        match self.peek() {
            Token::Word(word) => match scalar_type(word) {
                Some(ty) => {
                    self.bump();
                    Ok(ty)
                }
                None => self.wanted("a type"),
            },
            Token::Sym("*") => Ok(TypeSyntax::Ptr),
            Token::Sym("<") => self.sequence(">", TypeSyntax::Vector),
            Token::Sym("[") => self.sequence("]", TypeSyntax::Array),
            Token::Sym("{") => {
                self.bump();
                let mut fields = Vec::new();
                while !self.is_sym("}") {
                    if !fields.is_empty() {
                        self.expect(",")?;
                    }
                    fields.push(self.ty()?);
                }
                self.bump();
                Ok(TypeSyntax::Struct(fields))
            }
            _ => self.wanted("a type"),
        }
    }

    fn sequence(&mut self, close: &str, make: fn(u64, Box<TypeSyntax>) -> TypeSyntax) -> Parsed<TypeSyntax> {
        self.bump();
        let span = self.span();
        let len = match self.bump() {
            Token::Int(text) => text.parse::<u64>().ok().filter(|&n| n <= 1 << 16),
            _ => None,
        };
        let Some(len) = len else { return Self::error(span, "expected a number of elements, at most 65536") };
        let elem = match self.peek() {
            Token::Word(word) if word == "x" => {
                self.bump();
                self.ty()?
            }
            // `<2xi8>` is fine too.
            Token::Word(word) => match word.strip_prefix('x').and_then(scalar_type) {
                Some(ty) => {
                    self.bump();
                    ty
                }
                None => return self.wanted("`x`"),
            },
            _ => return self.wanted("`x`"),
        };
        self.expect(close)?;
        Ok(make(len, Box::new(elem)))
    }

    /// A precondition.
    pub(super) fn pred(&mut self) -> Parsed<Pred> {
        self.nested(|p| p.alternatives("||", |p| p.alternatives("&&", Self::negation, PredKind::And), PredKind::Or))
    }

    fn alternatives(
        &mut self,
        symbol: &str,
        mut part: impl FnMut(&mut Self) -> Parsed<Pred>,
        make: fn(Vec<Pred>) -> PredKind,
    ) -> Parsed<Pred> {
        let first = part(self)?;
        let mut all = vec![first];
        while self.eat(symbol) {
            all.push(part(self)?);
        }
        let span = all[0].span.to(self.last_span());
        Ok(if all.len() == 1 { all.swap_remove(0) } else { Pred { kind: make(all), span } })
    }

    fn negation(&mut self) -> Parsed<Pred> {
        let start = self.span();
        if self.eat("!") {
            let inner = self.nested(Self::negation)?;
            let span = start.to(inner.span);
            return Ok(Pred { kind: PredKind::Not(Box::new(inner)), span });
        }
        if let Token::Word(word) = self.peek()
            && *self.peek_at(1) == Token::Sym("(")
            && ConstFn::from_name(word).is_none()
        {
            return self.predicate(word);
        }
        let (saved, exprs) = (self.at, self.exprs);
        match self.comparison() {
            Ok(pred) => Ok(pred),
            // Not a comparison: a precondition in parentheses, or `true`.
            Err(error) => {
                let furthest = self.at;
                (self.at, self.exprs) = (saved, exprs);
                if self.eat_word("true") {
                    return Ok(Pred { kind: PredKind::True, span: start });
                }
                if !self.eat("(") {
                    return Err(error);
                }
                let inner = self.pred()?;
                if !self.eat(")") {
                    return if furthest > self.at { Err(error) } else { self.wanted("`)`") };
                }
                Ok(inner)
            }
        }
    }

    fn predicate(&mut self, name: &str) -> Parsed<Pred> {
        let start = self.span();
        let Some((function, arity)) = PredFn::from_name(name) else {
            return Self::error(start, format!("unknown predicate `{name}`"));
        };
        let args = self.arguments()?;
        let span = start.to(self.last_span());
        if args.len() != arity {
            return Self::error(span, format!("{name} takes {arity} arguments, not {}", args.len()));
        }
        Ok(Pred { kind: PredKind::Call(function, args), span })
    }

    fn comparison(&mut self) -> Parsed<Pred> {
        let mut left = self.expr()?;
        let mut chain = Vec::new();
        while let Token::Sym(symbol) = self.peek()
            && let Some((op, _)) = Cmp::ALL.iter().find(|(_, token)| token == symbol)
        {
            self.bump();
            let right = self.expr()?;
            let span = left.span.to(right.span);
            let again = right.clone();
            chain.push(Pred { kind: PredKind::Cmp(Cmp(*op), left, right), span });
            left = again;
        }
        if chain.is_empty() {
            return self.wanted("a comparison");
        }
        let span = chain[0].span.to(self.last_span());
        Ok(if chain.len() == 1 { chain.swap_remove(0) } else { Pred { kind: PredKind::And(chain), span } })
    }
}

/// Types that are one word.
fn scalar_type(word: &str) -> Option<TypeSyntax> {
    let digits = |prefix: &str| word.strip_prefix(prefix).filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    let kind = match word {
        "half" => FloatKind::Half,
        "bfloat" => FloatKind::BFloat,
        "float" => FloatKind::Float,
        "double" => FloatKind::Double,
        "fp128" => FloatKind::Fp128,
        "ptr" => return Some(TypeSyntax::Ptr),
        _ => {
            if digits("Ty").is_some() {
                return Some(TypeSyntax::Named(word.to_owned()));
            }
            let width = digits("i")?.parse::<u32>().ok()?;
            return (1..=1 << 23).contains(&width).then_some(TypeSyntax::Int(width));
        }
    };
    Some(TypeSyntax::Float(kind))
}
