//! Statements.

use llvet_ir::Span;
use llvet_ir::flags::Flag;
use llvet_ir::inst::{FloatPred, IntPred};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::{Parsed, Parser};
use crate::rules::ast::{ExprKind, IcmpPred, OpStmt, Operand, Stmt, StmtKind};
use crate::rules::lexer::{Token, is_symbolic};
use crate::rules::ops::{ConstFn, OPAQUE, OPS, Op, Shape};

impl Parser<'_> {
    pub(super) fn stmt(&mut self) -> Parsed<Stmt> {
        let start = self.span();
        let (result, kind) = match self.peek() {
            Token::Reg(name) => {
                self.bump();
                self.expect("=")?;
                (Some(name.clone()), self.right_hand_side(name)?)
            }
            Token::Label(name) => {
                self.bump();
                (None, StmtKind::Label(name.clone()))
            }
            Token::Word(word) => (None, self.effect(word)?),
            _ => return self.wanted("an instruction"),
        };
        Ok(Stmt { result, kind, span: start.to(self.last_span()) })
    }

    fn right_hand_side(&mut self, result: &str) -> Parsed<StmtKind> {
        if let Token::Word(word) = self.peek() {
            let function = *self.peek_at(1) == Token::Sym("(") && ConstFn::from_name(word).is_some();
            if let Some(op) = OPS.iter().find(|op| op.name == word && !function) {
                self.bump();
                return self.operation(*op, result);
            }
            if let Some(name) = OPAQUE.iter().find(|name| *name == word) {
                return Ok(if *name == "call" { self.call_statement(name) } else { self.opaque(name) });
            }
        }
        Ok(StmtKind::Copy(self.operand()?))
    }

    fn effect(&mut self, word: &str) -> Parsed<StmtKind> {
        if let Some(name) = OPAQUE.iter().find(|name| **name == word) {
            return Ok(if *name == "call" { self.call_statement(name) } else { self.opaque(name) });
        }
        match word {
            "ret" => {
                self.bump();
                let void = self.eat_word("void") || self.lexed().first || *self.peek() == Token::End;
                Ok(StmtKind::Ret(if void { None } else { Some(self.operand()?) }))
            }
            "unreachable" => {
                self.bump();
                Ok(StmtKind::Unreachable)
            }
            "skip" => {
                self.bump();
                Ok(StmtKind::Skip)
            }
            "assume" => {
                self.bump();
                self.expect("(")?;
                let condition = self.operand()?;
                self.expect(")")?;
                Ok(StmtKind::Assume(condition))
            }
            "br" => {
                self.bump();
                self.branch()
            }
            _ => self.wanted("an instruction"),
        }
    }

    fn branch(&mut self) -> Parsed<StmtKind> {
        let unconditional = matches!(self.peek(), Token::Word(w) if w == "label");
        let condition = if unconditional {
            None
        } else {
            let condition = self.operand()?;
            self.expect(",")?;
            Some(condition)
        };
        let mut labels = vec![self.label()?];
        if condition.is_some() {
            self.expect(",")?;
            labels.push(self.label()?);
        }
        Ok(StmtKind::Br(condition, labels))
    }

    fn label(&mut self) -> Parsed<String> {
        self.eat_word("label");
        match self.peek() {
            Token::Reg(name) | Token::Word(name) => {
                self.bump();
                Ok(name.clone())
            }
            _ => self.wanted("a label"),
        }
    }

    /// Takes the rest of the line; its registers are the operands.
    pub(super) fn opaque(&mut self, name: &'static str) -> StmtKind {
        self.bump();
        let mut operands = Vec::new();
        while *self.peek() != Token::End && !self.lexed().first && !self.is_sym("=>") {
            let span = self.span();
            if let Token::Reg(register) = self.bump() {
                let expr = self.new_expr(ExprKind::Reg(register.clone()), span);
                operands.push(Operand { ty: None, expr });
            }
        }
        StmtKind::Opaque(name, operands)
    }

    fn operation(&mut self, op: Op, result: &str) -> Parsed<StmtKind> {
        let mut stmt = OpStmt { op, flags: self.flags(), icmp: None, fcmp: None, to: None, args: Vec::new(), indices: Vec::new() };
        match op.shape {
            Shape::Icmp => stmt.icmp = Some(self.icmp_predicate(result)),
            Shape::Fcmp => stmt.fcmp = Some(self.fcmp_predicate()?),
            Shape::ThreeWay => stmt.to = self.optional_type()?,
            _ => {}
        }
        let count = operands(op.shape);
        for index in 0..count {
            if index > 0 {
                self.expect(",")?;
            }
            stmt.args.push(self.operand()?);
        }
        match op.shape {
            Shape::Cast(_) if self.eat_word("to") => stmt.to = Some(self.ty()?),
            Shape::ExtractValue | Shape::InsertValue | Shape::Shuffle => {
                while self.eat(",") {
                    self.indices(&mut stmt.indices)?;
                }
                if stmt.indices.is_empty() {
                    return self.wanted("`,` and an index");
                }
            }
            _ => {}
        }
        Ok(StmtKind::Op(Box::new(stmt)))
    }

    fn flags(&mut self) -> Vec<String> {
        let mut flags = Vec::new();
        while let Token::Word(word) = self.peek()
            && (Flag::from_name(word).is_some() || word == "fast")
        {
            flags.push(word.clone());
            self.bump();
        }
        flags
    }

    fn icmp_predicate(&mut self, result: &str) -> IcmpPred {
        let Token::Word(word) = self.peek() else { return IcmpPred::Var(format!("%{result}")) };
        if let Some(pred) = IntPred::from_name(word) {
            self.bump();
            return IcmpPred::Fixed(pred);
        }
        let operand = is_symbolic(word) || self.starts_operand(word);
        if operand {
            return IcmpPred::Var(format!("%{result}"));
        }
        self.bump();
        IcmpPred::Var(word.clone())
    }

    fn starts_operand(&self, word: &str) -> bool {
        let literal = matches!(word, "true" | "false" | "undef" | "poison" | "null");
        let mut probe = Parser { tokens: self.tokens, at: self.at, depth: self.depth, exprs: 0 };
        literal || *self.peek_at(1) == Token::Sym("(") || probe.optional_type().is_ok_and(|ty| ty.is_some())
    }

    fn fcmp_predicate(&mut self) -> Parsed<FloatPred> {
        let Token::Word(word) = self.peek() else { return self.wanted("a predicate of fcmp") };
        match FloatPred::from_name(word) {
            Some(pred) => {
                self.bump();
                Ok(pred)
            }
            None => self.wanted("a predicate of fcmp"),
        }
    }

    /// An index, a poison lane, or a constant vector of lanes.
    fn indices(&mut self, into: &mut Vec<Option<u32>>) -> Parsed<()> {
        let operand = self.operand()?;
        let lanes = match operand.expr.kind {
            ExprKind::Aggregate(_, items) => items.into_iter().map(|o| o.expr).collect(),
            _ => vec![operand.expr],
        };
        for lane in lanes {
            match lane.kind {
                ExprKind::Poison | ExprKind::Undef => into.push(None),
                // LLVM's own spelling of a poison lane.
                ExprKind::Int(ref value) if *value == BigInt::from(-1) => into.push(None),
                ExprKind::Int(ref value) => into.push(Some(index(value.to_u32(), lane.span)?)),
                _ => return Self::error(lane.span, "expected an index"),
            }
        }
        Ok(())
    }
}

fn index(value: Option<u32>, span: Span) -> Parsed<u32> {
    match value {
        Some(value) => Ok(value),
        None => Parser::error(span, "index out of range"),
    }
}

/// Number of operands.
fn operands(shape: Shape) -> usize {
    match shape {
        Shape::Unary(_) | Shape::Reduce(_) | Shape::Frexp | Shape::Cast(_) | Shape::Freeze | Shape::ExtractValue => 1,
        Shape::Binary(_) | Shape::WithFlag | Shape::Overflow | Shape::ThreeWay | Shape::Icmp | Shape::Fcmp => 2,
        Shape::ExtractElement | Shape::InsertValue | Shape::Shuffle => 2,
        Shape::FixedPoint | Shape::Select | Shape::InsertElement => 3,
        Shape::Same(_, n) => usize::from(n),
    }
}
