//! Corpus results as workflow commands, which GitHub Actions turns into annotations of the pull request.
//!
//! GitHub shows ten errors and ten warnings of a step, so a summary line that counts all of them comes last, for the log.

use std::io::{self, Write};

use super::corpus::Totals;
use crate::corpus::record::{Record, Status};

/// Writes a command for everything that does not pass.
///
/// # Errors
/// When writing fails.
pub fn write(out: &mut impl Write, records: &[Record], totals: &Totals) -> io::Result<()> {
    let worst_first = [Status::Fail, Status::Tolerated, Status::Known];
    for status in worst_first {
        for record in records.iter().filter(|r| r.status == status) {
            annotation(out, record)?;
        }
    }
    for failure in &totals.fixed {
        let text = format!("{} no longer fails; remove it from the baseline", failure.name);
        writeln!(out, "::notice file={},title=llvet: fixed::{}", property(&failure.file), data(&text))?;
    }
    let parts = totals.statuses.iter().filter(|s| s.1 > 0).map(|(id, n)| format!("{n} {id}"));
    writeln!(out, "llvet: {} pairs: {}", totals.pairs, parts.collect::<Vec<_>>().join(", "))?;
    out.flush()
}

fn annotation(out: &mut impl Write, record: &Record) -> io::Result<()> {
    let command = match record.status {
        Status::Pass => return Ok(()),
        Status::Fail => "error",
        Status::Tolerated => "warning",
        Status::Known => "notice",
    };
    let inputs = record.inputs().map(|i| format!("\nfor {i}")).unwrap_or_default();
    let why = record.expected.as_ref().and_then(|e| e.why.as_ref()).map(|w| format!("\nthe rule says: {w}")).unwrap_or_default();
    let text = format!("{}{inputs}{why}", record.message());
    let (file, title) = (property(&record.file), property(&format!("llvet: {}", record.name)));
    writeln!(out, "::{command} file={file},line={},title={title}::{}", record.line, data(&text))
}

/// Escapes a message, as the runner unescapes it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, in which colons and commas mean something, too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::record::{Policy, tests::record};
    use crate::verdict::{Verdict, VerdictKind};

    #[test]
    fn annotations_are_escaped() {
        let verdict = Verdict::new(VerdictKind::Counterexample, "50%\nmore");
        let records = [record("a,b.ll", "src: x", verdict, "refines ; because", &Policy::default())];
        let mut out = Vec::new();
        write(&mut out, &records, &Totals::of(&records)).expect("written");
        let text = String::from_utf8(out).expect("text");
        let want = "::error file=a%2Cb.ll,line=3,title=llvet%3A src%3A x::counterexample, expected refines: 50%25%0Amore%0Athe rule says: because\n\
                    llvet: 1 pairs: 1 fail\n";
        assert_eq!(text, want);
    }
}
