//! Rule files in canonical layout: one statement a line, comments where they were, one empty line between rules.
//!
//! **Invariants.** Formatting changes no rule: the text parses to the same rules. Formatting twice changes nothing more.

use llvet_ir::Span;

use super::ast::{Rule, RuleFile, Stmt, StmtKind};
use super::show;

/// The text in canonical layout. `file` is what [`super::parser::parse`] made of it, without errors.
#[must_use]
pub fn format(text: &[u8], file: &RuleFile) -> String {
    let mut writer = Writer { file, comment: 0, out: String::new() };
    for (index, rule) in file.rules.iter().enumerate() {
        if index > 0 {
            writer.trailing(rule.span.start);
            writer.out.push('\n');
        }
        for (span, line) in lines(text, rule) {
            writer.comments_before(span.start);
            writer.out.push_str(&line);
            writer.out.push('\n');
        }
    }
    writer.comments_before(u32::MAX);
    writer.out
}

/// The lines of a rule, with the places they come from.
fn lines(text: &[u8], rule: &Rule) -> Vec<(Span, String)> {
    let mut lines = Vec::new();
    if rule.named {
        lines.push((rule.span, format!("Name: {}", rule.name)));
    }
    if let Some(pre) = &rule.pre {
        lines.push((pre.span, format!("Pre: {}", show::pred(pre))));
    }
    let line = |s: &Stmt| (s.span, statement(text, s));
    lines.extend(rule.src.iter().map(line));
    lines.push((rule.arrow, "  =>".to_owned()));
    lines.extend(rule.tgt.iter().map(line));
    lines
}

/// A statement; what is not modelled stays as it was written.
fn statement(text: &[u8], stmt: &Stmt) -> String {
    if let StmtKind::Opaque(..) = stmt.kind {
        let end = (stmt.span.end as usize).min(text.len());
        return String::from_utf8_lossy(&text[(stmt.span.start as usize).min(end)..end]).trim().to_owned();
    }
    show::stmt(stmt)
}

struct Writer<'a> {
    file: &'a RuleFile,
    /// The next comment.
    comment: usize,
    out: String,
}

impl Writer<'_> {
    /// Comments that stand before a place: each on its own line, or behind the line it was written behind.
    fn comments_before(&mut self, place: u32) {
        while let Some(comment) = self.file.comments.get(self.comment).filter(|c| c.span.start < place) {
            self.comment += 1;
            if !comment.own_line && self.out.ends_with('\n') {
                self.out.pop();
                self.out.push_str("  ");
            }
            self.out.push_str(&comment.text);
            self.out.push('\n');
        }
    }

    /// Comments behind the last line.
    fn trailing(&mut self, place: u32) {
        if self.file.comments.get(self.comment).is_some_and(|c| !c.own_line && c.span.start < place) {
            let end = self.file.comments[self.comment].span.end;
            self.comments_before(end.min(place));
        }
    }
}
