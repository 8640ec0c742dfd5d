//! Splits a text into tokens, without copying and without tables of keywords: a word is a word, and whoever reads it decides.
//!
//! **Invariants.** Every call of [`Lexer::next`] consumes at least one byte or returns [`Tok::Eof`]; the whole text is read in linear
//! time (an unterminated string or comment swallows the rest). Bytes need not be UTF-8. Offsets fit `u32`, which the parser checks.

use crate::diagnostic::Span;

/// Kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tok {
    /// End of the text.
    Eof,
    /// Bytes that start no token, or a string that never ends.
    Error,
    /// A keyword, type name, opcode, enumerator: `[A-Za-z_][A-Za-z0-9_]*`.
    Word,
    /// `name:`, `"name":` or `12:`; the span includes the colon.
    Label,
    /// `%name`, `%"name"`, `%12`
    Local,
    /// `@name`, `@"name"`, `@12`
    Global,
    /// `$name`, `$"name"`
    Comdat,
    /// `!name`
    MdName,
    /// `!12`
    MdId,
    /// `!` before something else.
    Exclaim,
    /// `#12`
    AttrGroup,
    /// `^12`
    Summary,
    /// `"…"`; the span includes the quotes.
    Str,
    /// A decimal integer with an optional minus sign, or `u0x…`, `s0x…`.
    Int,
    /// A floating-point literal of any form.
    Float,
    /// `...`
    Ellipsis,
    /// `=`
    Equal,
    /// `,`
    Comma,
    /// `*`
    Star,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LSquare,
    /// `]`
    RSquare,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `|`
    Bar,
    /// `:`
    Colon,
    /// `#`
    Hash,
    /// `/`, which no production uses outside comments.
    Slash,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind.
    pub kind: Tok,
    /// Whether only blanks stand before it on its line.
    pub first_on_line: bool,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Its bytes in the text.
    #[must_use]
    pub fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// Reads tokens from left to right. Copying it gives a second reader at the same place, which is how the parser looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Lexer<'a> {
    text: &'a [u8],
    pos: usize,
    fresh_line: bool,
    /// End of the run of name bytes that was looked at last, so that no run is scanned twice.
    run_end: usize,
}

/// Classes of bytes, as bits.
const NAME: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;
const BLANK: u8 = 8;

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        if b.is_ascii_alphanumeric() || b == b'_' {
            table[i] = NAME | WORD;
        }
        if matches!(b, b'-' | b'$' | b'.') {
            table[i] = NAME;
        }
        if b.is_ascii_digit() {
            table[i] |= DIGIT;
        }
        if matches!(b, b' ' | b'\t' | b'\r' | 0) {
            table[i] = BLANK;
        }
        i += 1;
    }
    table
};

/// Whether a byte may stand in an unquoted name after its first byte.
#[must_use]
pub fn is_name_byte(byte: u8) -> bool {
    CLASSES[byte as usize] & NAME != 0
}

impl<'a> Lexer<'a> {
    /// A reader at the start of a text.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Lexer<'a> {
        Lexer { text, pos: 0, fresh_line: true, run_end: 0 }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, test: impl Fn(u8) -> bool) {
        let rest = self.text.get(self.pos..).unwrap_or(&[]);
        self.pos += rest.iter().position(|&b| !test(b)).unwrap_or(rest.len());
    }

    /// Skips bytes of the given classes.
    fn skip(&mut self, classes: u8) {
        self.skip_while(|b| CLASSES[b as usize] & classes != 0);
    }

    /// Skips blanks and comments. False when a block comment never ends.
    fn skip_blanks(&mut self) -> bool {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b'\n' => {
                    self.fresh_line = true;
                    self.pos += 1;
                }
                b' ' | b'\t' | b'\r' | 0 => self.skip(BLANK),
                b';' => self.skip_while(|b| b != b'\n'),
                b'/' if self.peek(1) == b'*' => {
                    let rest = &self.text[self.pos + 2..];
                    match rest.windows(2).position(|w| w == b"*/") {
                        Some(at) => self.pos += at + 4,
                        None => {
                            self.pos = self.text.len();
                            return false;
                        }
                    }
                }
                _ => break,
            }
        }
        true
    }

    /// The next token.
    #[expect(clippy::should_implement_trait, reason = "it has no end: Eof repeats")]
    pub fn next(&mut self) -> Token {
        let from = self.pos;
        let closed = self.skip_blanks();
        let first_on_line = std::mem::replace(&mut self.fresh_line, false);
        let start = self.pos;
        let kind = if closed {
            match self.text.get(start) {
                None => Tok::Eof,
                Some(&byte) => self.token(byte),
            }
        } else {
            return Token { kind: Tok::Error, first_on_line, start: from as u32, end: self.pos as u32 };
        };
        Token { kind, first_on_line, start: start as u32, end: self.pos as u32 }
    }

    fn token(&mut self, byte: u8) -> Tok {
        self.pos += 1;
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'%' => self.sigil(Tok::Local),
            b'@' => self.sigil(Tok::Global),
            b'$' => self.dollar(),
            b'0'..=b'9' | b'-' | b'+' => self.number(),
            b'"' => self.string_or_label(),
            b'!' => self.exclaim(),
            b'#' => self.numbered(Tok::AttrGroup, Tok::Hash),
            b'^' => self.numbered(Tok::Summary, Tok::Error),
            b'.' => self.dots(),
            b'=' => Tok::Equal,
            b',' => Tok::Comma,
            b'*' => Tok::Star,
            b'(' => Tok::LParen,
            b')' => Tok::RParen,
            b'[' => Tok::LSquare,
            b']' => Tok::RSquare,
            b'{' => Tok::LBrace,
            b'}' => Tok::RBrace,
            b'<' => Tok::Less,
            b'>' => Tok::Greater,
            b'|' => Tok::Bar,
            b':' => Tok::Colon,
            b'/' => Tok::Slash,
            _ => Tok::Error,
        }
    }

    /// When the run of name bytes at the cursor ends in a colon: the place after the colon.
    fn label_tail(&mut self) -> Option<usize> {
        if self.run_end < self.pos {
            let start = self.pos;
            self.skip(NAME);
            self.run_end = std::mem::replace(&mut self.pos, start);
        }
        (self.text.get(self.run_end) == Some(&b':')).then_some(self.run_end + 1)
    }

    fn word(&mut self) -> Tok {
        let start = self.pos - 1;
        self.skip(WORD);
        // Most words end before a blank or a comma.
        if !matches!(self.peek(0), b' ' | b',' | b'\n' | b'*' | b'(' | b')')
            && let Some(end) = self.label_tail()
        {
            self.pos = end;
            return Tok::Label;
        }
        let word = &self.text[start..self.pos];
        if word.len() > 3 && word[1] == b'0' && word[2] == b'x' {
            return match word[0] {
                b'u' | b's' => Tok::Int,
                b'f' => Tok::Float,
                _ => Tok::Word,
            };
        }
        Tok::Word
    }

    fn sigil(&mut self, kind: Tok) -> Tok {
        match self.peek(0) {
            b'"' => {
                self.pos += 1;
                if self.string_body() { kind } else { Tok::Error }
            }
            b'0'..=b'9' => {
                self.skip(DIGIT);
                kind
            }
            byte if is_name_byte(byte) => {
                self.skip(NAME);
                kind
            }
            _ => Tok::Error,
        }
    }

    fn dollar(&mut self) -> Tok {
        if let Some(end) = self.label_tail() {
            self.pos = end;
            return Tok::Label;
        }
        self.sigil(Tok::Comdat)
    }

    fn exclaim(&mut self) -> Tok {
        match self.peek(0) {
            b'0'..=b'9' => {
                self.skip(DIGIT);
                Tok::MdId
            }
            byte if is_name_byte(byte) || byte == b'\\' => {
                self.skip_while(|b| is_name_byte(b) || b == b'\\');
                Tok::MdName
            }
            _ => Tok::Exclaim,
        }
    }

    fn numbered(&mut self, with: Tok, without: Tok) -> Tok {
        if !self.peek(0).is_ascii_digit() {
            return without;
        }
        self.skip(DIGIT);
        with
    }

    fn dots(&mut self) -> Tok {
        if let Some(end) = self.label_tail() {
            self.pos = end;
            return Tok::Label;
        }
        if self.peek(0) == b'.' && self.peek(1) == b'.' {
            self.pos += 2;
            return Tok::Ellipsis;
        }
        Tok::Error
    }

    /// Moves past the closing quote; false (and to the end of the text) when there is none.
    fn string_body(&mut self) -> bool {
        match self.text[self.pos..].iter().position(|&b| b == b'"') {
            Some(at) => {
                self.pos += at + 1;
                true
            }
            None => {
                self.pos = self.text.len();
                false
            }
        }
    }

    fn string_or_label(&mut self) -> Tok {
        if !self.string_body() {
            return Tok::Error;
        }
        if self.peek(0) == b':' {
            self.pos += 1;
            return Tok::Label;
        }
        Tok::Str
    }

    fn number(&mut self) -> Tok {
        let first = self.text[self.pos - 1];
        if let Some(end) = if first == b'+' { None } else { self.label_tail() } {
            self.pos = end;
            return Tok::Label;
        }
        if !first.is_ascii_digit() && !self.peek(0).is_ascii_digit() {
            return self.signed_word();
        }
        if first == b'0' && self.peek(0) == b'x' {
            self.pos += 1;
            if matches!(self.peek(0), b'K' | b'L' | b'M' | b'H' | b'R') {
                self.pos += 1;
            }
            let digits = self.pos;
            self.skip_while(|b| b.is_ascii_hexdigit());
            return if self.pos == digits { Tok::Error } else { Tok::Float };
        }
        self.skip(DIGIT);
        if self.peek(0) != b'.' {
            return if first == b'+' { Tok::Error } else { Tok::Int };
        }
        self.pos += 1;
        self.skip(DIGIT);
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'-' | b'+'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.pos += 1 + sign;
                self.skip(DIGIT);
            }
        }
        Tok::Float
    }

    /// `+inf`, `-qnan`, `+nan(0x1)` and their like, as LLVM 23 writes them.
    fn signed_word(&mut self) -> Tok {
        let start = self.pos;
        self.skip_while(|b| b.is_ascii_lowercase());
        match &self.text[start..self.pos] {
            b"inf" | b"qnan" => Tok::Float,
            b"nan" | b"snan" if self.peek(0) == b'(' => {
                self.pos += 1;
                self.skip_while(|b| b.is_ascii_alphanumeric());
                if self.peek(0) != b')' {
                    return Tok::Error;
                }
                self.pos += 1;
                Tok::Float
            }
            _ => Tok::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Tok, &str)> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut out = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == Tok::Eof {
                return out;
            }
            out.push((token.kind, &text[token.start as usize..token.end as usize]));
        }
    }

    #[test]
    fn names_and_labels() {
        assert_eq!(
            kinds("%a.b-c @\"x y\" $c.d !md.k !12 foo: \"q r\": 7: #3 # ^4"),
            [
                (Tok::Local, "%a.b-c"),
                (Tok::Global, "@\"x y\""),
                (Tok::Comdat, "$c.d"),
                (Tok::MdName, "!md.k"),
                (Tok::MdId, "!12"),
                (Tok::Label, "foo:"),
                (Tok::Label, "\"q r\":"),
                (Tok::Label, "7:"),
                (Tok::AttrGroup, "#3"),
                (Tok::Hash, "#"),
                (Tok::Summary, "^4"),
            ]
        );
    }

    #[test]
    fn numbers() {
        assert_eq!(
            kinds("1 -2 u0x1F s0x80 1.5e+3 -0.0 0x7FF0 0xK1 0xH7C00 f0x7F80 +inf -nan(0x2) 4x"),
            [
                (Tok::Int, "1"),
                (Tok::Int, "-2"),
                (Tok::Int, "u0x1F"),
                (Tok::Int, "s0x80"),
                (Tok::Float, "1.5e+3"),
                (Tok::Float, "-0.0"),
                (Tok::Float, "0x7FF0"),
                (Tok::Float, "0xK1"),
                (Tok::Float, "0xH7C00"),
                (Tok::Float, "f0x7F80"),
                (Tok::Float, "+inf"),
                (Tok::Float, "-nan(0x2)"),
                (Tok::Int, "4"),
                (Tok::Word, "x"),
            ]
        );
    }

    #[test]
    fn unterminated_swallows_the_rest() {
        assert_eq!(kinds("a \"b c"), [(Tok::Word, "a"), (Tok::Error, "\"b c")]);
        assert_eq!(kinds("a /* b").last().map(|k| k.0), Some(Tok::Error));
        assert_eq!(kinds("a /* b */ c ; d\n e").len(), 3);
    }

    #[test]
    fn line_starts() {
        let mut lexer = Lexer::new(b"a b\n  c");
        let flags: Vec<bool> = (0..3).map(|_| lexer.next().first_on_line).collect();
        assert_eq!(flags, [true, false, true]);
    }
}
