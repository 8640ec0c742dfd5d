//! Messages about a text, with positions.

/// A half-open range of bytes in the text that was parsed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The module is not valid.
    Error,
    /// The module is valid, but something deserves a look.
    Warning,
}

/// One message about the text. `id` is stable: `W1`…`W7` (Lesson 9.3's rules), `syntax`, `undefined-value`,
/// `multiple-definition`, `type`, `limit`, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable id.
    pub id: &'static str,
    /// Severity.
    pub severity: Severity,
    /// One line, lower case, no final stop.
    pub message: String,
    /// Where the caret goes.
    pub span: Span,
    /// Secondary places with a word on each.
    pub labels: Vec<(Span, String)>,
    /// Further remarks or help.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error with a primary span only.
    #[must_use]
    pub fn error(id: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { id, severity: Severity::Error, message: message.into(), span, labels: Vec::new(), notes: Vec::new() }
    }
}

/// Line and column of a byte offset, both counted from 1, columns in characters.
#[must_use]
pub fn line_column(text: &str, offset: u32) -> (usize, usize) {
    let mut end = (offset as usize).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |p| p + 1);
    (line, before[start..].chars().count() + 1)
}
