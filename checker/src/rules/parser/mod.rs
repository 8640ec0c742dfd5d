//! Parser of rule files: the union of the languages of Alive and Alive2.
//!
//! **Invariants.** Never panics; after an error the rest of the rule is skipped and the next `Name:` starts afresh. Every expression of a
//! rule has its own number.

mod call;
mod expr;
mod stmt;

use llvet_ir::{Diagnostic, Span};

use super::ast::{Pred, Rule, RuleFile, Stmt, Widths};
use super::lexer::{Lexed, Token, lex};

/// Nesting of expressions and types; deeper text is refused rather than recursed into.
const MAX_DEPTH: usize = 200;

/// Parses a rule file.
#[must_use]
pub fn parse(text: &[u8]) -> RuleFile {
    let tokens = lex(text);
    let mut file = RuleFile { comments: tokens.comments, diagnostics: tokens.errors, ..RuleFile::default() };
    for comment in &file.comments {
        let Some(widths) = comment.text.strip_prefix(";!").and_then(|t| t.trim_start().strip_prefix("widths:")) else { continue };
        match Widths::parse(widths) {
            Ok(widths) => file.widths = Some(widths),
            Err(why) => file.diagnostics.push(Diagnostic::error("syntax", comment.span, why)),
        }
    }
    let mut parser = Parser { tokens: &tokens.tokens, at: 0, depth: 0, exprs: 0 };
    while *parser.peek() != Token::End {
        let number = file.rules.len() + 1;
        match parser.rule(number) {
            Ok(rule) => file.rules.push(rule),
            Err(error) => {
                file.diagnostics.push(*error);
                parser.skip_rule();
            }
        }
    }
    file.diagnostics.sort_by_key(|d| d.span);
    file
}

/// What goes wrong, boxed because it is large and rare.
type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser<'a> {
    tokens: &'a [Lexed],
    at: usize,
    depth: usize,
    exprs: usize,
}

impl<'a> Parser<'a> {
    fn lexed(&self) -> &'a Lexed {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &'a Token {
        &self.lexed().token
    }

    fn peek_at(&self, ahead: usize) -> &'a Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].token
    }

    fn span(&self) -> Span {
        self.lexed().span
    }

    /// The place of the last token taken.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    fn bump(&mut self) -> &'a Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_sym(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Sym(s) if *s == symbol)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let there = self.is_sym(symbol);
        if there {
            self.bump();
        }
        there
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { self.wanted(&format!("`{symbol}`")) }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let there = matches!(self.peek(), Token::Word(w) if w == word);
        if there {
            self.bump();
        }
        there
    }

    fn error<T>(span: Span, message: impl Into<String>) -> Parsed<T> {
        Err(Box::new(Diagnostic::error("syntax", span, message)))
    }

    fn wanted<T>(&self, what: &str) -> Parsed<T> {
        Self::error(self.span(), format!("expected {what}, found {}", describe(self.peek())))
    }

    /// Runs `f` one level deeper.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Self::error(self.span(), "nested too deeply");
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn skip_rule(&mut self) {
        self.depth = 0;
        while !matches!(self.peek(), Token::Name(_) | Token::End) {
            self.bump();
        }
    }

    fn rule(&mut self, number: usize) -> Parsed<Rule> {
        let start = self.span();
        self.exprs = 0;
        let (mut name, mut named, mut pre) = (number.to_string(), false, None::<Pred>);
        loop {
            match self.peek() {
                Token::Name(_) if named || pre.is_some() => return Self::error(self.span(), "this rule has a name, but no source"),
                Token::Name(text) => {
                    (name, named) = (text.clone(), true);
                    self.bump();
                }
                Token::Pre if pre.is_some() => return Self::error(self.span(), "a rule has one precondition"),
                Token::Pre => {
                    self.bump();
                    pre = Some(self.pred()?);
                }
                _ => break,
            }
        }
        let src = self.stmts()?;
        if src.is_empty() {
            return self.wanted("an instruction of the source");
        }
        let arrow = self.span();
        self.expect("=>")?;
        let tgt = self.stmts()?;
        if tgt.is_empty() {
            return self.wanted("an instruction of the target");
        }
        if !matches!(self.peek(), Token::Name(_) | Token::Pre | Token::End) {
            return self.wanted("an instruction or the next rule");
        }
        Ok(Rule { name, named, span: start.to(self.last_span()), pre, src, arrow, tgt, exprs: self.exprs })
    }

    fn stmts(&mut self) -> Parsed<Vec<Stmt>> {
        let mut all = Vec::new();
        while !self.is_sym("=>") && !matches!(self.peek(), Token::Name(_) | Token::Pre | Token::End) {
            all.push(self.stmt()?);
        }
        Ok(all)
    }
}

/// A token as messages show it.
fn describe(token: &Token) -> String {
    match token {
        Token::Name(_) => "`Name:`".into(),
        Token::Pre => "`Pre:`".into(),
        Token::Reg(name) => format!("`%{name}`"),
        Token::Global(name) => format!("`@{name}`"),
        Token::Word(text) | Token::Int(text) | Token::Float(text) => format!("`{text}`"),
        Token::Label(name) => format!("`{name}:`"),
        Token::Sym(symbol) => format!("`{symbol}`"),
        Token::End => "the end of the file".into(),
    }
}
