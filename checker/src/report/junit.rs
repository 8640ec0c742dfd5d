//! Corpus results as JUnit XML: a suite for every file, a test case for every pair.
//!
//! A failing pair is a `failure`, an internal error an `error`; known and tolerated ones are `skipped`.

use std::io::{self, Write};
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Output, Style, human};
use crate::corpus::record::{Record, Status};

/// Columns of counterexamples inside the report.
const WIDTH: usize = 120;

/// Writes the report.
///
/// # Errors
/// When writing fails.
pub fn write(out: &mut impl Write, records: &[Record]) -> io::Result<()> {
    let mut report = Report::new("llvet");
    for of_file in records.chunk_by(|a, b| a.file == b.file) {
        let mut suite = TestSuite::new(of_file[0].file.as_str());
        for record in of_file {
            suite.add_test_case(case(record)?);
        }
        suite.set_time(of_file.iter().map(time).sum());
        report.add_test_suite(suite);
    }
    report.set_time(records.iter().map(time).sum());
    report.serialize(&mut *out).map_err(io::Error::other)?;
    out.flush()
}

fn time(record: &Record) -> Duration {
    Duration::from_secs_f64(record.time_ms.unwrap_or_default().max(0.0) / 1e3)
}

fn case(record: &Record) -> io::Result<TestCase> {
    let status = match record.status {
        Status::Pass => TestCaseStatus::success(),
        Status::Tolerated | Status::Known => {
            let mut status = TestCaseStatus::skipped();
            // As text, since the older schemas know no attributes here.
            status.set_description(format!("{}: {}", record.status.id(), record.message()));
            status
        }
        Status::Fail => {
            let kind = if record.error.is_some() { NonSuccessKind::Error } else { NonSuccessKind::Failure };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_type(record.verdict_id()).set_message(record.message()).set_description(text(record)?);
            status
        }
    };
    let mut case = TestCase::new(record.name.as_str(), status);
    case.set_classname(record.file.as_str());
    case.set_time(time(record));
    Ok(case)
}

/// The record as `check` prints it.
fn text(record: &Record) -> io::Result<String> {
    let mut output = Output::new(Vec::new(), Style::plain(WIDTH));
    human::pair(&mut output, &record.pair_report(), &[], false)?;
    Ok(String::from_utf8_lossy(output.get_ref()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::record::{Policy, tests::record};
    use crate::verdict::{Verdict, VerdictKind};

    #[test]
    fn suites_and_cases() {
        let policy = Policy { timing: false, ..Policy::default() };
        let pair = |file: &str, name: &str, kind| record(file, name, Verdict::new(kind, "a < b"), "", &policy);
        let mut records = vec![
            pair("a.ll", "p", VerdictKind::Refines),
            pair("a.ll", "q", VerdictKind::Counterexample),
            pair("b.ll", "p", VerdictKind::Inconclusive),
        ];
        records[2].status = Status::Known;
        let mut out = Vec::new();
        write(&mut out, &records).expect("written");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains(r#"<testsuite name="a.ll" tests="2" disabled="0" errors="0" failures="1""#), "{text}");
        assert!(text.contains(r#"<failure message="counterexample: a &lt; b" type="counterexample">"#), "{text}");
        assert!(text.contains("<skipped>known: inconclusive: a &lt; b</skipped>"), "{text}");
    }
}
