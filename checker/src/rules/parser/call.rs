//! Calls of functions that a rule says nothing else about: `call i32 @f(i32 %x, i32 3) memory(none) willreturn`.

use super::{Parsed, Parser};
use crate::rules::ast::{CallStmt, StmtKind};
use crate::rules::lexer::Token;

impl Parser<'_> {
    /// A call, whose word is the current token. One of another form is read and not modelled.
    pub(super) fn call_statement(&mut self, name: &'static str) -> StmtKind {
        let (start, exprs) = (self.at, self.exprs);
        match self.plain_call() {
            Ok(call) => StmtKind::Call(Box::new(call)),
            Err(_) => {
                (self.at, self.exprs) = (start, exprs);
                self.opaque(name)
            }
        }
    }

    fn plain_call(&mut self) -> Parsed<CallStmt> {
        self.bump();
        let void = self.eat_word("void");
        let ret = if void || matches!(self.peek(), Token::Global(_)) { None } else { Some(self.ty()?) };
        let Token::Global(callee) = self.peek() else { return self.wanted("a function") };
        self.bump();
        self.expect("(")?;
        let mut args = Vec::new();
        while !self.is_sym(")") {
            if !args.is_empty() {
                self.expect(",")?;
            }
            args.push(self.operand()?);
        }
        self.bump();
        Ok(CallStmt { callee: callee.clone(), void, ret, args, attrs: self.call_attributes() })
    }

    /// The attributes of a call, which take the rest of the line, in LLVM's spelling.
    fn call_attributes(&mut self) -> String {
        let mut text = String::new();
        let mut tight = true;
        while *self.peek() != Token::End && !self.lexed().first && !self.is_sym("=>") {
            let (part, opens) = match self.bump() {
                Token::Word(word) | Token::Int(word) => (word.clone(), false),
                Token::Label(word) => (format!("{word}:"), false),
                Token::Sym(symbol) => ((*symbol).to_owned(), *symbol == "("),
                Token::Global(_) | Token::Reg(_) | Token::Float(_) | Token::Name(_) | Token::Pre | Token::End => break,
            };
            if !tight && !matches!(part.as_str(), "(" | ")" | ",") {
                text.push(' ');
            }
            text.push_str(&part);
            tight = opens;
        }
        text
    }
}
