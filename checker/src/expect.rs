//! Expected verdicts in comments: `; expect: refines`, `; expect: counterexample more-poisonous`.
//!
//! A comment stands for the function it is in, or else for the next one defined below it; a pair has the comment of its source or its
//! target. When a file has only one such comment, it stands for every pair of the file. Works on text alone, so that a file that does
//! not parse can say `; expect: invalid`. What follows a second `;` on the line says why, for people.

use serde::{Deserialize, Serialize};

use crate::verdict::{Reason, Verdict, VerdictKind};

/// What a comment expects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// The verdict.
    pub verdict: VerdictKind,
    /// The reason, when the comment names one.
    pub reason: Option<Reason>,
    /// Why, in the words of whoever wrote the comment.
    pub why: Option<String>,
    /// The function it stands for (without `@`), if any follows.
    pub function: Option<String>,
    /// Line of the comment, from 1.
    pub line: usize,
}

impl Expectation {
    /// Whether a verdict is what was expected.
    #[must_use]
    pub fn is_met_by(&self, verdict: &Verdict) -> bool {
        self.verdict == verdict.verdict && self.reason.is_none_or(|reason| verdict.reason == Some(reason))
    }

    /// The words of the comment: `counterexample more-poisonous`.
    #[must_use]
    pub fn text(&self) -> String {
        match self.reason {
            Some(reason) => format!("{} {}", self.verdict.id(), reason.id()),
            None => self.verdict.id().to_owned(),
        }
    }
}

/// The expectations of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectations {
    /// All that could be read, in order.
    pub all: Vec<Expectation>,
    /// Comments that start with `expect:` but make no sense: line and why.
    pub malformed: Vec<(usize, String)>,
}

impl Expectations {
    /// Reads the comments of a text.
    #[must_use]
    pub fn read(text: &[u8]) -> Expectations {
        let mut found = Expectations::default();
        let mut inside: Option<String> = None;
        let mut waiting = Vec::new();
        for (line, bytes) in (1usize..).zip(text.split(|&b| b == b'\n')) {
            if let Some(words) = expectation_words(bytes) {
                match parse_words(words) {
                    Ok((verdict, reason)) => {
                        if inside.is_none() {
                            waiting.push(found.all.len());
                        }
                        let why = why(words);
                        found.all.push(Expectation { verdict, reason, why, function: inside.clone(), line });
                    }
                    Err(why) => found.malformed.push((line, why)),
                }
            } else if let Some(name) = defined_function(bytes) {
                for index in waiting.drain(..) {
                    found.all[index].function = Some(name.clone());
                }
                inside = Some(name);
            } else if bytes.first() == Some(&b'}') {
                inside = None;
            }
        }
        found
    }

    /// The expectation for a pair of functions (names without `@`).
    #[must_use]
    pub fn for_pair(&self, src: &str, tgt: &str) -> Option<&Expectation> {
        match self.all.as_slice() {
            [only] => Some(only),
            all => all.iter().find(|e| e.function.as_deref().is_some_and(|f| f == src || f == tgt)),
        }
    }
}

/// What follows `; expect:` on a line that is such a comment.
fn expectation_words(line: &[u8]) -> Option<&str> {
    let comment = line.trim_ascii_start().strip_prefix(b";")?;
    let start = comment.iter().position(|b| !matches!(b, b';' | b' ' | b'\t'))?;
    std::str::from_utf8(comment[start..].strip_prefix(b"expect:")?).ok()
}

fn parse_words(words: &str) -> Result<(VerdictKind, Option<Reason>), String> {
    let words = words.split([';', '#']).next().unwrap_or_default();
    let mut words = words.split_whitespace();
    let verdict = words.next().ok_or("expect: names no verdict")?;
    let kind = VerdictKind::ALL.into_iter().find(|k| k.id() == verdict).ok_or_else(|| format!("expect: unknown verdict `{verdict}`"))?;
    let reason = match words.next() {
        None => None,
        Some(id) => Some(Reason::ALL.into_iter().find(|r| r.id() == id).ok_or_else(|| format!("expect: unknown reason `{id}`"))?),
    };
    match words.next() {
        Some(extra) => Err(format!("expect: unexpected `{extra}`")),
        None => Ok((kind, reason)),
    }
}

/// What stands behind the verdict's own words.
fn why(words: &str) -> Option<String> {
    let (_, why) = words.split_once([';', '#'])?;
    let why = why.trim();
    (!why.is_empty()).then(|| why.to_owned())
}

/// The name on a `define` line.
fn defined_function(line: &[u8]) -> Option<String> {
    let rest = line.trim_ascii_start().strip_prefix(b"define")?;
    let at = rest.iter().position(|&b| b == b'@')?;
    let name = &rest[at + 1..];
    let name = match name.strip_prefix(b"\"") {
        Some(quoted) => quoted.split(|&b| b == b'"').next()?,
        None => name.split(|&b| !(b.is_ascii_alphanumeric() || b"-$._".contains(&b))).next()?,
    };
    Some(String::from_utf8_lossy(name).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, src: &str, tgt: &str) -> Option<String> {
        Expectations::read(text.as_bytes()).for_pair(src, tgt).map(Expectation::text)
    }

    #[test]
    fn one_comment_stands_for_the_file() {
        let text = "; expect: counterexample more-poisonous\ndefine i8 @src1() {\n}\ndefine i8 @src2() {\n}\n";
        assert_eq!(kinds(text, "src2", "tgt2").as_deref(), Some("counterexample more-poisonous"));
    }

    #[test]
    fn comments_belong_to_the_function_around_or_below() {
        let text = ";; expect: refines\ndefine i8 @src1() {\n}\ndefine i8 @\"src 2\"() {\n  ; expect: unsupported ; loops\n}\n";
        assert_eq!(kinds(text, "src1", "tgt1").as_deref(), Some("refines"));
        assert_eq!(kinds(text, "src 2", "tgt2").as_deref(), Some("unsupported"));
        assert_eq!(kinds(text, "src3", "tgt3"), None);
        let found = Expectations::read(text.as_bytes());
        assert_eq!(found.all.iter().map(|e| e.why.as_deref()).collect::<Vec<_>>(), [None, Some("loops")]);
    }

    #[test]
    fn nonsense_is_reported() {
        let text = b"; expect: maybe\n; expect:\n; expect: refines because\n; expect: refines signature x\n; we expect: nothing\n";
        let found = Expectations::read(text);
        assert!(found.all.is_empty());
        let lines: Vec<usize> = found.malformed.iter().map(|m| m.0).collect();
        assert_eq!(lines, [1, 2, 3, 4]);
        assert_eq!(found.malformed[0].1, "expect: unknown verdict `maybe`");
    }
}
