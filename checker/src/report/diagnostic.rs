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
    let title = level.primary_title(&*diagnostic.message).id(diagnostic.id);
    let (line, column) = source.line_column(diagnostic.span.start);
    let origin = Origin::path(source.name()).line(line).char_column(column);
    let mut group = title.element(Element::from(origin));
    for snippet in snippets(diagnostic, source) {
        group = group.element(snippet);
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(&**note));
    }
    rendered(group, style)
}

/// A place in a file with a headline, for constructs that decide a verdict.
#[must_use]
pub fn place(message: &str, span: Span, source: &Source, style: Style) -> String {
    let (line, column) = source.line_column(span.start);
    let piece = Piece::new(source, span, AnnotationKind::Primary, None);
    let group = Group::with_title(Level::NOTE.primary_title(message))
        .element(Origin::path(source.name()).line(line).char_column(column))
        .element(piece.snippet());
    rendered(group, style)
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
    kind: AnnotationKind,
    label: Option<String>,
}

impl Piece {
    fn new(source: &Source, span: Span, kind: AnnotationKind, label: Option<String>) -> Piece {
        let (line, _) = source.line_column(span.start);
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
        Piece { line, text: before + &marked + &after, range, kind, label }
    }

    fn annotation(&self) -> Annotation<'static> {
        let annotation = self.kind.span(self.range.clone());
        annotation.label(self.label.clone())
    }

    fn snippet(&self) -> Snippet<'static, Annotation<'static>> {
        Snippet::source(self.text.clone()).line_start(self.line).annotation(self.annotation())
    }
}

/// One snippet for each line with a span on it, in textual order; short lines with several spans show them together.
fn snippets(diagnostic: &Diagnostic, source: &Source) -> Vec<Snippet<'static, Annotation<'static>>> {
    let mut pieces = vec![Piece::new(source, diagnostic.span, AnnotationKind::Primary, None)];
    let label = |(span, text): &(Span, String)| Piece::new(source, *span, AnnotationKind::Context, Some(text.clone()));
    pieces.extend(diagnostic.labels.iter().map(label));
    pieces.sort_by_key(|piece| piece.line);
    let mut snippets = Vec::new();
    for same_line in pieces.chunk_by(|a, b| a.line == b.line && a.text == b.text) {
        let first = &same_line[0];
        let snippet = Snippet::source(first.text.clone()).line_start(first.line);
        snippets.push(snippet.annotations(same_line.iter().map(|piece| piece.annotation())));
    }
    snippets
}
