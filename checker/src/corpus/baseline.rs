//! Known failures: recorded once, they no longer fail a run; new ones do, and fixed ones are reported.
//!
//! A failure is known when file, pair and verdict (with its reason) are those recorded. A baseline never makes a failing pair pass.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::{Record, Status};
use crate::verdict::{Reason, VerdictKind};

const SCHEMA: &str = "llvet.baseline/1";

/// One known failure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Failure {
    /// The pair's file.
    pub file: String,
    /// The pair.
    pub name: String,
    /// Its verdict; `None` for an internal error.
    pub verdict: Option<VerdictKind>,
    /// The verdict's reason.
    pub reason: Option<Reason>,
}

impl Failure {
    fn of(record: &Record) -> Failure {
        Failure { file: record.file.clone(), name: record.name.clone(), verdict: record.verdict, reason: record.reason }
    }
}

/// A baseline file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    schema: String,
    failures: Vec<Failure>,
}

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// It is something else.
    #[error("{}: not a baseline of this version of llvet: {why}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// In which way.
        why: String,
    },
}

impl Default for Baseline {
    fn default() -> Self {
        Baseline { schema: SCHEMA.to_owned(), failures: Vec::new() }
    }
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or is not a baseline.
    pub fn read(path: &Path) -> Result<Baseline, BaselineError> {
        let bytes = std::fs::read(path).map_err(|error| BaselineError::Io { path: path.to_owned(), error })?;
        let malformed = |why: String| BaselineError::Malformed { path: path.to_owned(), why };
        let baseline: Baseline = serde_json::from_slice(&bytes).map_err(|e| malformed(e.to_string()))?;
        if baseline.schema == SCHEMA { Ok(baseline) } else { Err(malformed(format!("schema {}", baseline.schema))) }
    }

    /// The failures, known or not, among these records.
    #[must_use]
    pub fn of(records: &[Record]) -> Baseline {
        let failing = records.iter().filter(|r| matches!(r.status, Status::Fail | Status::Known));
        let mut failures: Vec<Failure> = failing.map(Failure::of).collect();
        failures.sort();
        Baseline { failures, ..Baseline::default() }
    }

    /// This baseline with what it says about the pairs of a run replaced by the run's failures.
    #[must_use]
    pub fn updated(&self, records: &[Record]) -> Baseline {
        let seen = |f: &Failure| records.iter().any(|r| r.file == f.file && r.name == f.name);
        let mut new = Baseline::of(records);
        new.failures.extend(self.failures.iter().filter(|f| !seen(f)).cloned());
        new.failures.sort();
        new
    }

    /// Writes a file, one failure on a line, so that versions compare well.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), BaselineError> {
        let error = |error: io::Error| BaselineError::Io { path: path.to_owned(), error };
        let lines: Result<Vec<String>, _> = self.failures.iter().map(serde_json::to_string).collect();
        let lines = lines.map_err(|e| error(e.into()))?;
        let body = if lines.is_empty() { String::new() } else { format!("\n  {}\n", lines.join(",\n  ")) };
        std::fs::write(path, format!("{{\"schema\":\"{SCHEMA}\",\"failures\":[{body}]}}\n")).map_err(error)
    }

    /// Turns a failure that is known into [`Status::Known`].
    pub fn apply(&self, record: &mut Record) {
        if record.status == Status::Fail && self.failures.contains(&Failure::of(record)) {
            record.status = Status::Known;
        }
    }

    /// Recorded failures whose pair no longer fails.
    #[must_use]
    pub fn fixed(&self, records: &[Record]) -> Vec<Failure> {
        let passes = |f: &&Failure| {
            let same = |r: &&Record| r.file == f.file && r.name == f.name;
            records.iter().find(same).is_some_and(|r| matches!(r.status, Status::Pass | Status::Tolerated))
        };
        self.failures.iter().filter(passes).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::record::{Policy, tests::record};
    use crate::verdict::Verdict;

    fn failing(name: &str, kind: VerdictKind) -> Record {
        record("f.ll", name, Verdict::new(kind, ""), "", &Policy::default())
    }

    #[test]
    fn known_new_and_fixed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("baseline.json");
        let before = [failing("a", VerdictKind::Counterexample), failing("b", VerdictKind::Inconclusive)];
        Baseline::of(&before).write(&path).expect("written");
        let baseline = Baseline::read(&path).expect("read back");
        let mut now =
            [failing("a", VerdictKind::Counterexample), failing("b", VerdictKind::Refines), failing("c", VerdictKind::Counterexample)];
        now.iter_mut().for_each(|r| baseline.apply(r));
        assert_eq!(now.each_ref().map(|r| r.status), [Status::Known, Status::Pass, Status::Fail]);
        assert_eq!(baseline.fixed(&now).iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["b"]);
        let names = |b: &Baseline| b.failures.iter().map(|f| f.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&baseline.updated(&now)), ["a", "c"]);
        assert_eq!(names(&baseline.updated(&now[1..])), ["a", "c"]);
    }

    #[test]
    fn another_verdict_is_a_new_failure() {
        let baseline = Baseline::of(&[failing("a", VerdictKind::Inconclusive)]);
        let mut worse = failing("a", VerdictKind::Counterexample);
        baseline.apply(&mut worse);
        assert_eq!(worse.status, Status::Fail);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("x.json");
        assert!(matches!(Baseline::read(&path), Err(BaselineError::Io { .. })));
        std::fs::write(&path, "{\"schema\":\"other\",\"failures\":[]}").expect("written");
        assert!(matches!(Baseline::read(&path), Err(BaselineError::Malformed { .. })));
    }
}
