//! Reads textual LLVM IR into a [`Module`].
//!
//! Today's language is LLVM 23's; older text (LLVM 3.0 and later: typed pointers, `metadata !{…}`, debug intrinsics, renamed attributes and
//! intrinsics) is upgraded on the fly. **Invariants.** Nothing panics; nesting is bounded by [`MAX_DEPTH`]; time and memory are linear
//! in the text (a literal that would blow up is charged against a budget and reported as `limit`). A broken statement is reported and
//! skipped, so that one run shows many errors; everything that could be read is in the module. Deliberately absent: the rules of the
//! verifier, except those without which an instruction has no type.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::constant::Constant;
use crate::diagnostic::{Diagnostic, Span};
use crate::lexer::{Lexer, Tok, Token};
use crate::module::Module;
use crate::quote::{decode, quoted_name, unescape};
use crate::types::Type;

mod attrs;
mod body;
mod calls;
mod constants;
mod finish;
mod function;
mod insts;
mod literal;
mod mangle;
mod memory;
mod metadata;
mod operands;
mod signature;
mod terminators;
mod toplevel;
mod types;
mod upgrade;

pub(crate) use attrs::FP_CLASSES;

/// Deepest nesting of types, constants and metadata that is read.
pub const MAX_DEPTH: u32 = 200;
/// After this many diagnostics the parser gives up.
const MAX_DIAGNOSTICS: usize = 200;

/// What [`parse`] returns.
#[derive(Debug)]
pub struct ParseResult {
    /// Everything that could be read.
    pub module: Module,
    /// Errors in order of discovery. The module is syntactically valid when this is empty.
    pub diagnostics: Vec<Diagnostic>,
}

/// A failure that has been reported already.
#[derive(Debug)]
pub(crate) struct Failed;

pub(crate) type PResult<T> = Result<T, Failed>;

/// Reads a module. Never panics; invalid UTF-8 is tolerated in strings, names and comments.
#[must_use]
pub fn parse(text: &[u8]) -> ParseResult {
    if u32::try_from(text.len()).is_err() {
        let error = Diagnostic::error("limit", Span::default(), "text of 4 GiB or more");
        return ParseResult { module: Module::default(), diagnostics: vec![error] };
    }
    let mut parser = Parser::new(text);
    parser.module();
    ParseResult { module: parser.module, diagnostics: parser.diagnostics }
}

/// The state of one run.
pub(crate) struct Parser<'a> {
    text: &'a [u8],
    lexer: Lexer<'a>,
    /// The text, when all of it is UTF-8.
    utf8: Option<&'a str>,
    /// The token to read next.
    tok: Token,
    /// The token after it, once somebody looked, with the lexer behind it.
    ahead: Option<(Token, Lexer<'a>)>,
    /// End of the token read last.
    last_end: u32,
    diagnostics: Vec<Diagnostic>,
    /// Set when the parser gave up.
    exhausted: bool,
    depth: u32,
    /// Bytes that expanded literals may still take.
    budget: u64,
    module: Module,
    names: FxHashSet<Arc<str>>,
    tables: toplevel::Tables<'a>,
    func: function::FuncState<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8]) -> Parser<'a> {
        let mut lexer = Lexer::new(text);
        let tok = lexer.next();
        Parser {
            text,
            lexer,
            utf8: std::str::from_utf8(text).ok(),
            tok,
            ahead: None,
            last_end: 0,
            diagnostics: Vec::new(),
            exhausted: false,
            depth: 0,
            budget: text.len() as u64 * 32 + (1 << 24),
            module: Module::default(),
            names: FxHashSet::default(),
            tables: toplevel::Tables::default(),
            func: function::FuncState::default(),
        }
    }

    // Diagnostics

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.exhausted {
            return;
        }
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            self.exhausted = true;
            self.diagnostics.push(Diagnostic::error("limit", diagnostic.span, "too many errors; the rest of the text is not read"));
            return;
        }
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, id: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(id, span, message));
    }

    fn fail<T>(&mut self, id: &'static str, span: Span, message: impl Into<String>) -> PResult<T> {
        self.error(id, span, message);
        Err(Failed)
    }

    /// Fails at the token to read next: `expected …`.
    fn expected<T>(&mut self, what: &str) -> PResult<T> {
        let span = self.tok.span();
        let message = match self.tok.kind {
            Tok::Eof => format!("expected {what}, found the end of the text"),
            Tok::Error if self.text.get(span.start as usize) == Some(&b'"') => "end of file in a string constant".to_owned(),
            Tok::Error => format!("expected {what}, found an invalid token"),
            _ => format!("expected {what}"),
        };
        self.fail("syntax", span, message)
    }

    // Tokens

    fn bump(&mut self) -> Token {
        let next = if self.exhausted {
            Token { kind: Tok::Eof, first_on_line: true, start: self.text.len() as u32, end: self.text.len() as u32 }
        } else if let Some((token, lexer)) = self.ahead.take() {
            self.lexer = lexer;
            token
        } else {
            self.lexer.next()
        };
        self.last_end = self.tok.end;
        std::mem::replace(&mut self.tok, next)
    }

    /// The token after the next one.
    fn peek(&mut self) -> Token {
        if let Some((token, _)) = self.ahead {
            return token;
        }
        let mut lexer = self.lexer;
        let token = lexer.next();
        self.ahead = Some((token, lexer));
        token
    }

    fn slice(&self, token: Token) -> &'a [u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    /// A token that is ASCII by its kind.
    fn ascii(&self, token: Token) -> &'a str {
        let range = token.start as usize..token.end as usize;
        match self.utf8 {
            Some(text) => text.get(range).unwrap_or(""),
            None => std::str::from_utf8(&self.text[range]).unwrap_or(""),
        }
    }

    /// The word to read next, or the empty string.
    fn word(&self) -> &'a str {
        if self.tok.kind == Tok::Word { self.ascii(self.tok) } else { "" }
    }

    fn at(&self, kind: Tok) -> bool {
        self.tok.kind == kind
    }

    fn eat(&mut self, kind: Tok) -> bool {
        let hit = self.tok.kind == kind;
        if hit {
            self.bump();
        }
        hit
    }

    fn at_word(&self, word: &str) -> bool {
        self.tok.kind == Tok::Word && self.slice(self.tok) == word.as_bytes()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let hit = self.at_word(word);
        if hit {
            self.bump();
        }
        hit
    }

    fn expect(&mut self, kind: Tok, what: &str) -> PResult<Token> {
        if self.tok.kind == kind { Ok(self.bump()) } else { self.expected(what) }
    }

    fn expect_word(&mut self, word: &str) -> PResult<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }

    /// Span from a start to the end of the token read last.
    fn since(&self, start: u32) -> Span {
        Span { start, end: self.last_end.max(start) }
    }

    // Names and strings

    fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.names.get(text) {
            return known.clone();
        }
        let new: Arc<str> = text.into();
        self.names.insert(new.clone());
        new
    }

    /// The name behind a sigil (or before a label's colon) as a key: digits for numbers, see [`crate::quote`].
    fn name_key(&mut self, raw: &'a [u8]) -> Arc<str> {
        match raw {
            [b'"', inner @ .., b'"'] => {
                let bytes = unescape(inner);
                let key = quoted_name(decode(&bytes)).into_owned();
                self.intern(&key)
            }
            _ => self.intern(&decode(raw)),
        }
    }

    /// The name of a `%`, `@` or `$` token without its sigil, as written.
    fn raw_name(&self, token: Token) -> &'a [u8] {
        &self.text[token.start as usize + 1..token.end as usize]
    }

    /// The name of a label without its colon, as written.
    fn raw_label(&self, token: Token) -> &'a [u8] {
        &self.text[token.start as usize..token.end as usize - 1]
    }

    /// The contents of a string token.
    fn string_bytes(&self, token: Token) -> std::borrow::Cow<'a, [u8]> {
        unescape(&self.text[token.start as usize + 1..token.end as usize - 1])
    }

    fn string(&mut self, what: &str) -> PResult<Arc<str>> {
        let token = self.expect(Tok::Str, what)?;
        let bytes = self.string_bytes(token);
        Ok(self.intern(&decode(&bytes)))
    }

    // Limits

    /// Runs `body` one level deeper, or reports that the text nests too deeply.
    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.tok.span();
            return self.fail("limit", span, format!("nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// Takes `bytes` of memory that the text does not pay for by its own length.
    fn charge(&mut self, bytes: u64, span: Span) -> PResult<()> {
        match self.budget.checked_sub(bytes) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => self.fail("limit", span, "expanded constants take too much memory"),
        }
    }

    // Numbers

    /// An unsigned number of at most 64 bits.
    fn number(&mut self, what: &str) -> PResult<u64> {
        let token = self.tok;
        if token.kind != Tok::Int {
            return self.expected(what);
        }
        match self.ascii(token).parse().ok() {
            Some(value) => {
                self.bump();
                Ok(value)
            }
            None => self.fail("syntax", token.span(), format!("expected {what} that fits 64 bits")),
        }
    }

    fn number32(&mut self, what: &str) -> PResult<u32> {
        let span = self.tok.span();
        let value = self.number(what)?;
        match u32::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => self.fail("syntax", span, format!("expected {what} that fits 32 bits")),
        }
    }

    fn signed_number(&mut self, what: &str) -> PResult<i64> {
        let token = self.tok;
        if token.kind != Tok::Int {
            return self.expected(what);
        }
        match self.ascii(token).parse().ok() {
            Some(value) => {
                self.bump();
                Ok(value)
            }
            None => self.fail("syntax", token.span(), format!("expected {what} that fits 64 bits")),
        }
    }

    /// `(N)`
    fn parenthesised(&mut self, what: &str) -> PResult<u64> {
        self.expect(Tok::LParen, "'('")?;
        let value = self.number(what)?;
        self.expect(Tok::RParen, "')'")?;
        Ok(value)
    }

    // Recovery

    /// Skips to the start of the next line that looks like a statement or a top-level entity.
    fn recover(&mut self, start: u32) {
        if self.tok.start == start {
            self.bump();
        }
        while !(self.at(Tok::Eof) || self.tok.first_on_line && self.looks_like_start()) {
            self.bump();
        }
    }

    fn looks_like_start(&mut self) -> bool {
        match self.tok.kind {
            Tok::RBrace | Tok::Label | Tok::Hash => true,
            Tok::Local | Tok::Global | Tok::MdId | Tok::MdName | Tok::Comdat => self.peek().kind == Tok::Equal,
            Tok::Word => {
                let word = self.word();
                crate::opcode::is_opcode(word) || toplevel::is_keyword(word) || matches!(word, "tail" | "musttail" | "notail")
            }
            _ => false,
        }
    }
}

/// A type as written: old text's typed pointers keep what they point to until the instruction has been read.
#[derive(Clone, Debug)]
pub(crate) struct WrittenType {
    /// The type, with opaque pointers.
    pub ty: Type,
    /// What a typed pointer (or a vector of them) points to.
    pub pointee: Option<Type>,
}

/// A constant shared by all who mention it.
pub(crate) type SharedConstant = Arc<Constant>;

/// Names of one kind that were used, with the first use, until they are defined.
pub(crate) type PendingUses<K> = FxHashMap<K, Span>;
