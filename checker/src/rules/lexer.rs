//! Tokens of rule files. Lines matter twice: `Name:` takes the rest of its line, and a register at the start of a line begins a statement.

use llvet_ir::{Diagnostic, Span};

use super::ast::Comment;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `Name:` with the rest of its line.
    Name(String),
    /// `Pre:`
    Pre,
    /// `%x`, without the `%`
    Reg(String),
    /// `@f`, without the `@`
    Global(String),
    /// A word.
    Word(String),
    /// `name:`
    Label(String),
    /// Decimal or hexadecimal digits, as written.
    Int(String),
    /// A decimal number with a point or an exponent.
    Float(String),
    /// Anything else: operators and brackets.
    Sym(&'static str),
    /// The end.
    End,
}

/// A token with its place.
#[derive(Clone, Debug)]
pub struct Lexed {
    /// The token.
    pub token: Token,
    /// Where it stands.
    pub span: Span,
    /// Whether it is the first on its line.
    pub first: bool,
}

/// Tokens of a text, its comments, and what could not be read.
#[derive(Debug, Default)]
pub struct Tokens {
    /// The tokens; the last is [`Token::End`].
    pub tokens: Vec<Lexed>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// Errors.
    pub errors: Vec<Diagnostic>,
}

/// Operators and brackets, longer ones first.
const SYMBOLS: [&str; 38] = [
    "u>>", "u<=", "u>=", "/u", "%u", "<<", ">>", "=>", "==", "!=", "<=", ">=", "u<", "u>", "&&", "||", "=", "<", ">", "!", "&", "|", "^",
    "~", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", "@", ":",
];

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$')
}

/// Splits a text into tokens.
#[must_use]
pub fn lex(text: &[u8]) -> Tokens {
    let mut lexer = Lexer { text, at: 0, first: true, out: Tokens::default() };
    while lexer.step() {}
    lexer.push(Token::End, text.len());
    lexer.out
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    first: bool,
    out: Tokens,
}

impl Lexer<'_> {
    fn span(&self, start: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(self.at) }
    }

    fn push(&mut self, token: Token, start: usize) {
        let span = self.span(start);
        self.out.tokens.push(Lexed { token, span, first: self.first });
        self.first = false;
    }

    fn rest_of_line(&mut self) -> String {
        let start = self.at;
        while self.at < self.text.len() && self.text[self.at] != b'\n' {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).trim().to_owned()
    }

    fn take_while(&mut self, keep: impl Fn(u8) -> bool) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|&b| keep(b)) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }

    /// Reads one token, comment or blank; false at the end.
    fn step(&mut self) -> bool {
        let Some(&byte) = self.text.get(self.at) else { return false };
        let start = self.at;
        match byte {
            b'\n' => {
                self.at += 1;
                self.first = true;
            }
            b' ' | b'\t' | b'\r' => self.at += 1,
            b';' => {
                let text = self.rest_of_line();
                let comment = Comment { text, span: self.span(start), own_line: self.first };
                self.out.comments.push(comment);
            }
            b'%' => self.percent(start),
            b'0'..=b'9' => self.number(start),
            b'"' | b'@' => self.global(start),
            b if is_word(b) => self.word(start),
            _ => self.symbol(start),
        }
        true
    }

    fn percent(&mut self, start: usize) {
        let next = self.text.get(self.at + 1).copied();
        let quoted = next == Some(b'"');
        if quoted {
            self.at += 2;
            let name = self.take_while(|b| b != b'"' && b != b'\n');
            self.at = (self.at + 1).min(self.text.len());
            return self.push(Token::Reg(name), start);
        }
        if !next.is_some_and(is_word) || self.is_remainder() {
            return self.symbol(start);
        }
        self.at += 1;
        let name = self.take_while(is_word);
        self.push(Token::Reg(name), start);
    }

    /// Whether `%u` here is the operator: after an operand on the same line, and followed by something other than a name's letters.
    fn is_remainder(&self) -> bool {
        let after_operand = !self.first
            && self.out.tokens.last().is_some_and(|t| match &t.token {
                Token::Int(_) | Token::Sym(")") => true,
                Token::Word(word) => is_symbolic(word),
                _ => false,
            });
        after_operand && self.text.get(self.at + 1) == Some(&b'u') && !self.text.get(self.at + 2).is_some_and(|&b| is_word(b))
    }

    fn number(&mut self, start: usize) {
        if self.text[self.at..].starts_with(b"0x") && self.text.get(self.at + 2).is_some_and(u8::is_ascii_hexdigit) {
            self.at += 2;
            self.take_while(|b| b.is_ascii_hexdigit());
        } else {
            self.take_while(|b| b.is_ascii_digit());
            if self.text.get(self.at) == Some(&b':') {
                let name = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
                self.at += 1;
                return self.push(Token::Label(name), start);
            }
            let digit_after = |at: usize| self.text.get(at).is_some_and(u8::is_ascii_digit);
            let fraction = self.text.get(self.at) == Some(&b'.') && digit_after(self.at + 1);
            if fraction {
                self.at += 1;
                self.take_while(|b| b.is_ascii_digit());
            }
            let exponent = self.exponent();
            if fraction || exponent {
                let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
                return self.push(Token::Float(text), start);
            }
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        self.push(Token::Int(text), start);
    }

    fn exponent(&mut self) -> bool {
        let signed = matches!(self.text.get(self.at + 1), Some(b'+' | b'-'));
        let digits = self.at + 1 + usize::from(signed);
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) && self.text.get(digits).is_some_and(u8::is_ascii_digit) {
            self.at = digits;
            self.take_while(|b| b.is_ascii_digit());
            return true;
        }
        false
    }

    fn global(&mut self, start: usize) {
        if self.text[self.at] == b'@' && self.text.get(self.at + 1).copied().is_some_and(is_word) {
            self.at += 1;
            let name = self.take_while(is_word);
            return self.push(Token::Global(name), start);
        }
        self.symbol(start);
    }

    fn word(&mut self, start: usize) {
        // `u<`, `u>>` … are operators, not words.
        if self.text[self.at] == b'u' && matches!(self.text.get(self.at + 1), Some(b'<' | b'>')) {
            return self.symbol(start);
        }
        let word = self.take_while(is_word);
        if self.text.get(self.at) == Some(&b':') {
            self.at += 1;
            match word.as_str() {
                "Name" if self.first => {
                    let name = self.rest_of_line();
                    return self.push(Token::Name(name), start);
                }
                "Pre" if self.first => return self.push(Token::Pre, start),
                _ => return self.push(Token::Label(word), start),
            }
        }
        self.push(Token::Word(word), start);
    }

    fn symbol(&mut self, start: usize) {
        let rest = &self.text[self.at..];
        let unsigned_divisor = |s: &str| s != "/u" && s != "%u" || !rest.get(2).copied().is_some_and(is_word);
        match SYMBOLS.iter().find(|s| rest.starts_with(s.as_bytes()) && unsigned_divisor(s)) {
            Some(symbol) => {
                self.at += symbol.len();
                self.push(Token::Sym(symbol), start);
            }
            None => {
                // A whole character, so that the message shows it.
                self.at += 1;
                while self.text.get(self.at).is_some_and(|b| b & 0xC0 == 0x80) {
                    self.at += 1;
                }
                let shown = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
                let span = self.span(start);
                self.out.errors.push(Diagnostic::error("syntax", span, format!("unexpected character `{}`", shown.escape_debug())));
                self.first = false;
            }
        }
    }
}

/// Whether a word names a symbolic constant: `C` and digits.
#[must_use]
pub fn is_symbolic(word: &str) -> bool {
    word.strip_prefix('C').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
}
