//! Reading input files: from a path to text, and from text to a module with diagnostics.
//!
//! **Invariants.** Whatever a path holds, the answer is a [`Source`] or a one-line [`ReadError`]; nothing panics. Text need not be UTF-8.
//! Line numbers come from an index that is built once, so that many diagnostics in a large file stay cheap.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use llvet_ir::{Diagnostic, Module, Severity, Span};
use rustc_hash::FxHashSet;

use crate::rules::{self, ast::RuleFile};

/// Bytes at the start of a file in which a NUL byte means "not text".
const SNIFFED: u64 = 4096;

/// Why a file could not be read as text.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The path names a directory.
    #[error("{}: is a directory; name a file in it", .0.display())]
    Directory(PathBuf),
    /// The operating system says no.
    #[error("{}: cannot read: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// LLVM bitcode.
    #[error("{0}: LLVM bitcode, but llvet reads LLVM's text; convert it with llvm-dis")]
    Bitcode(String),
    /// Some other binary data.
    #[error("{0}: binary data, not the text of an LLVM module")]
    Binary(String),
    /// Positions would not fit.
    #[error("{0}: larger than 4 GiB")]
    TooLarge(String),
}

/// A text with its name.
#[derive(Clone, Debug, Default)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    /// A text that is already in memory. At most 4 GiB of it can be addressed.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Source {
        Source { name: name.into(), bytes: bytes.into(), line_starts: OnceLock::new() }
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be read or does not hold text.
    pub fn read(path: &Path) -> Result<Source, ReadError> {
        let io_error = |error| ReadError::Io { path: path.to_owned(), error };
        if path == Path::new("-") {
            return Source::read_from("<stdin>", io::stdin().lock()).map_err(io_error)?;
        }
        if path.is_dir() {
            return Err(ReadError::Directory(path.to_owned()));
        }
        let file = std::fs::File::open(path).map_err(io_error)?;
        Source::read_from(&path.display().to_string(), file).map_err(io_error)?
    }

    /// Looks at the first bytes before it reads the rest, which for a device may have no end.
    fn read_from(name: &str, mut reader: impl Read) -> io::Result<Result<Source, ReadError>> {
        let mut bytes = Vec::new();
        reader.by_ref().take(SNIFFED).read_to_end(&mut bytes)?;
        if bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B]) {
            return Ok(Err(ReadError::Bitcode(name.to_owned())));
        }
        if bytes.contains(&0) {
            return Ok(Err(ReadError::Binary(name.to_owned())));
        }
        reader.take(u64::from(u32::MAX)).read_to_end(&mut bytes)?;
        if u32::try_from(bytes.len()).is_err() {
            return Ok(Err(ReadError::TooLarge(name.to_owned())));
        }
        Ok(Ok(Source::new(name, bytes)))
    }

    /// The path as given, or `<stdin>`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text's bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether there is nothing in it but white space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    /// Whether it holds rewrite rules (`.opt`) rather than a module: by its name, or else by its first words.
    #[must_use]
    pub fn is_rules(&self) -> bool {
        if Path::new(&self.name).extension().is_some_and(|e| e == "opt") {
            return true;
        }
        let mut lines = self.bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii_start);
        let first = lines.find(|l| !l.is_empty() && !l.starts_with(b";"));
        first.is_some_and(|l| l.starts_with(b"Name:") || l.starts_with(b"Pre:"))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let after_newline = (1u32..).zip(&self.bytes).filter(|&(_, &b)| b == b'\n').map(|(i, _)| i);
            std::iter::once(0).chain(after_newline).collect()
        })
    }

    /// Line and column of a byte offset, both from 1, columns in characters. Offsets past the end count as the end.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let offset = (offset as usize).min(self.bytes.len());
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start as usize <= offset);
        let start = starts[line - 1] as usize;
        (line, String::from_utf8_lossy(&self.bytes[start..offset]).chars().count() + 1)
    }

    /// A line's first byte and its bytes, without the end of line. `line` counts from 1; lines past the end are empty.
    #[must_use]
    pub fn line(&self, line: usize) -> (usize, &[u8]) {
        let starts = self.line_starts();
        let bound = |i: usize| starts.get(i).map_or(self.bytes.len(), |&s| s as usize);
        let (start, end) = (bound(line.saturating_sub(1)), bound(line));
        let text = &self.bytes[start..end];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        (start, text.strip_suffix(b"\r").unwrap_or(text))
    }

    /// How many lines there are.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// `file:line:column` of a span's start.
    #[must_use]
    pub fn position(&self, span: Span) -> String {
        let (line, column) = self.line_column(span.start);
        format!("{}:{line}:{column}", self.name)
    }

    /// Text under a span, broken UTF-8 replaced.
    #[must_use]
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        let end = (span.end as usize).min(self.bytes.len());
        String::from_utf8_lossy(&self.bytes[(span.start as usize).min(end)..end])
    }
}

/// A module with the text it came from and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The text.
    pub source: Source,
    /// What could be read of it; empty for rules.
    pub module: Module,
    /// The rules, when that is what the text holds.
    pub rules: Option<RuleFile>,
    /// Errors and warnings of parser and verifier in textual order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Parses and verifies.
    #[must_use]
    pub fn new(source: Source) -> Loaded {
        if source.is_rules() {
            return Loaded::rules(source);
        }
        let (module, diagnostics) = parse_and_verify(source.bytes());
        Loaded { source, module, rules: None, diagnostics }
    }

    /// Parses a text that holds rules, whatever its name.
    #[must_use]
    pub fn rules(source: Source) -> Loaded {
        let mut rules = rules::parser::parse(source.bytes());
        let diagnostics = std::mem::take(&mut rules.diagnostics);
        Loaded { source, module: Module::default(), rules: Some(rules), diagnostics }
    }

    /// The errors among the diagnostics.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Error)
    }

    /// Whether the module is valid.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.errors().next().is_none()
    }

    /// The module in today's syntax.
    #[must_use]
    pub fn printed(&self) -> String {
        llvet_ir::print::print_module(&self.module)
    }
}

/// Errors that leave nothing out of the module: what the verifier says besides is no consequence of them.
const COMPLETE: [&str; 2] = ["undefined-value", "multiple-definition"];

/// Parses, and verifies what could be read. Where the parser had to skip text, the verifier's complaints about the same function (about
/// anything, when the gap is outside of functions) would only be echoes, and are left out.
fn parse_and_verify(text: &[u8]) -> (Module, Vec<Diagnostic>) {
    let llvet_ir::ParseResult { module, mut diagnostics } = llvet_ir::parse(text);
    let mut headers: Vec<u32> = module.functions.iter().map(|f| f.span.start).collect();
    headers.sort_unstable();
    let function_at = |span: Span| headers.partition_point(|&header| header <= span.start);
    let gaps: FxHashSet<usize> = diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error && !COMPLETE.contains(&d.id) && !d.id.starts_with('W'))
        .map(|d| function_at(d.span))
        .collect();
    if !gaps.contains(&0) {
        let verified = llvet_ir::verify::verify(&module);
        diagnostics.extend(verified.into_iter().filter(|d| !gaps.contains(&function_at(d.span))));
    }
    diagnostics.sort_by_key(|d| d.span.start);
    (module, diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_survive_bad_utf8() {
        let source = Source::new("f.ll", *b"a\n\xc3\xa9b\r\n\xff!");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(4), (2, 2));
        assert_eq!(source.line_column(8), (3, 2));
        assert_eq!(source.line_column(999), (3, 3));
        assert_eq!(source.line(2), (2, "\u{e9}b".as_bytes()));
        assert_eq!(source.line(9).1, b"");
        assert_eq!(source.line_count(), 3);
    }

    #[test]
    fn errors_without_their_echoes() {
        let rules = |text: &str| {
            let loaded = Loaded::new(Source::new("f.ll", text));
            loaded.errors().map(|d| d.id).collect::<Vec<_>>()
        };
        assert!(rules("define void @f() {\n  ret void\n}\n").is_empty());
        let broken = "define i8 @g(i8 %x) {\n  %r = add i8 %s, 1\n  %s = add i8 %x, 1\n  ret i8 %r\n}\n";
        assert_eq!(rules(broken), ["W6"]);
        let unread = "define i8 @f(i8 %x) {\n  %r = frobnicate i8 %x\n  ret i8 %x\n}\n";
        assert_eq!(rules(&format!("{unread}{broken}")), ["syntax", "W6"]);
        assert_eq!(rules(&format!("@g = nonsense\n{broken}")).iter().filter(|r| **r == "W6").count(), 0);
    }

    #[test]
    fn binary_data_is_told_from_text() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let read = |bytes: &[u8]| {
            let path = folder.path().join("input.ll");
            std::fs::write(&path, bytes).expect("writing succeeds");
            Source::read(&path)
        };
        assert!(matches!(read(b"BC\xC0\xDE1234"), Err(ReadError::Bitcode(_))));
        assert!(matches!(read(b"\x7fELF\0\0"), Err(ReadError::Binary(_))));
        assert!(matches!(Source::read(folder.path()), Err(ReadError::Directory(_))));
        assert!(matches!(Source::read(&folder.path().join("none.ll")), Err(ReadError::Io { .. })));
        assert!(read(b"; caf\xe9").is_ok());
    }
}
