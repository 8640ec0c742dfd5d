//! Diagnostics of parser and verifier with the lines they are about.
//!
//! Only the lines concerned go to the renderer, and of a very long line only a piece, so that a message about a large file costs no more
//! than one about a small file.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use llvet_ir::{Diagnostic, Severity, Span};

use super::Style;
use crate::source::Source;

/// Bytes of a line that are shown on either side of a span's start.
const REACH: usize = 200;

/// Renders one diagnostic, several lines with a final line end.
#[must_use]
pub fn render(diagnostic: &Diagnostic, source: &Source, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level.primary_title(&*diagnostic.message).id(diagnostic.id).elements(pieces(diagnostic, source));
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(&**note));
    }
    rendered(group, style)
}

/// A place in a file with a headline, for constructs that decide a verdict.
#[must_use]
pub fn place(message: &str, span: Span, source: &Source, style: Style) -> String {
    let piece = Piece::new(source, span, AnnotationKind::Primary, None);
    rendered(Group::with_title(Level::NOTE.primary_title(message)).elements(snippet(&[piece], source)), style)
}

fn rendered(group: Group<'_>, style: Style) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(style.width);
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// The part of one line that a span starts on, as valid UTF-8, with the span in it.
struct Piece {
    line: usize,
    text: String,
    range: Range<usize>,
    /// The span's column, when this is only a piece of the line.
    cut_at: Option<usize>,
    kind: AnnotationKind,
    label: Option<String>,
}

impl Piece {
    fn new(source: &Source, span: Span, kind: AnnotationKind, label: Option<String>) -> Piece {
        let (line, column) = source.line_column(span.start);
        let (start, bytes) = source.line(line);
        let clamp = |offset: u32| (offset as usize).saturating_sub(start).min(bytes.len());
        let (from, to) = (clamp(span.start), clamp(span.end).max(clamp(span.start)));
        let (first, last) = (from.saturating_sub(REACH), bytes.len().min(from + REACH));
        let lossy = |range: Range<usize>| String::from_utf8_lossy(&bytes[range]).into_owned();
        let ellipsis = |cut: bool| if cut { "..." } else { "" };
        let before = format!("{}{}", ellipsis(first > 0), lossy(first..from));
        let marked = lossy(from..to.min(last));
        let after = format!("{}{}", lossy(to.min(last)..last), ellipsis(last < bytes.len()));
        let range = before.len()..before.len() + marked.len();
        let cut_at = (first > 0 || last < bytes.len()).then_some(column);
        Piece { line, text: before + &marked + &after, range, cut_at, kind, label }
    }

    fn annotation(&self) -> Annotation<'static> {
        let annotation = self.kind.span(self.range.clone());
        annotation.label(self.label.clone())
    }
}

/// A snippet for each line with a span on it, in textual order, the primary one first.
fn pieces(diagnostic: &Diagnostic, source: &Source) -> Vec<Element<'static>> {
    let mut pieces = vec![Piece::new(source, diagnostic.span, AnnotationKind::Primary, None)];
    let label = |(span, text): &(Span, String)| Piece::new(source, *span, AnnotationKind::Context, Some(text.clone()));
    pieces.extend(diagnostic.labels.iter().map(label));
    let primary = pieces[0].line;
    pieces.sort_by_key(|piece| (piece.line != primary, piece.line));
    pieces.chunk_by(|a, b| a.line == b.line && a.text == b.text).flat_map(|same_line| snippet(same_line, source)).collect()
}

/// The lines of spans on the same piece of text. The renderer counts columns in what it is given, so for a piece of a long line we say
/// ourselves where it is.
fn snippet(pieces: &[Piece], source: &Source) -> Vec<Element<'static>> {
    let Some(first) = pieces.first() else { return Vec::new() };
    let snippet = Snippet::source(first.text.clone()).line_start(first.line);
    let snippet = snippet.annotations(pieces.iter().map(Piece::annotation));
    match first.cut_at {
        None => vec![snippet.path(source.name().to_owned()).into()],
        Some(column) => {
            let origin = Origin::path(source.name().to_owned()).line(first.line).char_column(column);
            vec![origin.into(), snippet.into()]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str, span: Span, labels: &[(Span, &str)]) -> String {
        let mut diagnostic = Diagnostic::error("W6", span, "use is not dominated by its definition");
        diagnostic.labels = labels.iter().map(|(span, text)| (*span, (*text).to_owned())).collect();
        diagnostic.notes.push("see there".to_owned());
        render(&diagnostic, &Source::new("f.ll", source), Style::plain(100))
    }

    #[test]
    fn spans_and_labels_with_their_lines() {
        let source = "define i8 @f(i8 %x) {\n  %r = add i8 %s, 1\n  %s = add i8 %x, 1\n";
        let shown = text(source, Span { start: 36, end: 38 }, &[(Span { start: 44, end: 46 }, "defined here")]);
        let want = [
            "error[W6]: use is not dominated by its definition",
            " --> f.ll:2:15",
            "  |",
            "2 |   %r = add i8 %s, 1",
            "  |               ^^",
            "  |",
            " ::: f.ll:3:3",
            "  |",
            "3 |   %s = add i8 %x, 1",
            "  |   -- defined here",
            "  |",
            "  = note: see there",
        ];
        assert_eq!(shown.lines().collect::<Vec<_>>(), want, "{shown}");
    }

    #[test]
    fn long_lines_are_cut_and_keep_their_column() {
        let source = format!("{}%s{}", "x".repeat(100_000), "y".repeat(100_000));
        let shown = text(&source, Span { start: 100_000, end: 100_002 }, &[]);
        assert!(shown.contains("f.ll:1:100001") && shown.contains("^^") && shown.len() < 2000, "{shown}");
    }

    #[test]
    fn places_past_the_end_and_in_broken_text() {
        for (start, end) in [(0, 0), (2, 3), (3, 99), (50, 60), (5, 1)] {
            assert!(text("a\u{e9}\tb\n", Span { start, end }, &[]).contains("f.ll:"));
        }
    }
}
