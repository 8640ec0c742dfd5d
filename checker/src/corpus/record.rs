//! The result for one pair of a corpus, as reports, shards and baselines see it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::crash::Crash;
use crate::exit::Exit;
use crate::expect::Expectation;
use crate::report::PairReport;
use crate::verdict::{Counterexample, HoldsIf, Method, Reason, Verdict, VerdictKind};

/// Whether a result is good enough for the run to succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// As expected; or it refines, where nothing is said.
    Pass,
    /// Not what one wants, but not among the verdicts that fail the run.
    Tolerated,
    /// A failure that the baseline knows.
    Known,
    /// A failure.
    Fail,
}

impl Status {
    /// Every status, best first.
    pub const ALL: [Status; 4] = [Status::Pass, Status::Tolerated, Status::Known, Status::Fail];

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Tolerated => "tolerated",
            Status::Known => "known",
            Status::Fail => "fail",
        }
    }
}

/// What a comment expects, as reports show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expected {
    /// The verdict.
    pub verdict: VerdictKind,
    /// The reason, when named.
    pub reason: Option<Reason>,
    /// Line of the comment, from 1.
    pub line: usize,
    /// Whether the verdict is what was expected.
    pub met: bool,
    /// The comment's explanation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Expected {
    /// The words of the comment: `counterexample more-poisonous`.
    #[must_use]
    pub fn text(&self) -> String {
        match self.reason {
            Some(reason) => format!("{} {}", self.verdict.id(), reason.id()),
            None => self.verdict.id().to_owned(),
        }
    }
}

/// Loops were cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounded {
    /// How often they were unrolled.
    pub unroll: u32,
}

/// The result for one pair. The members have the names of `llvet.check/1` where both have them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// `src -> tgt`, or one name.
    pub name: String,
    /// The source's file, with `/` between folders.
    pub file: String,
    /// The target's file, when it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_file: Option<String>,
    /// The pair's place among those of its file, from 0.
    pub ordinal: usize,
    /// The line in `file` where the pair begins, from 1.
    pub line: usize,
    /// Whether the run may succeed with this.
    pub status: Status,
    /// What a comment expects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
    /// The answer; `None` when `error` says what went wrong inside llvet.
    pub verdict: Option<VerdictKind>,
    /// As in [`Verdict`].
    pub reason: Option<Reason>,
    /// As in [`Verdict`].
    pub detail: String,
    /// As in [`Verdict`].
    pub method: Option<Method>,
    /// As in [`Verdict`].
    pub bounded: Option<Bounded>,
    /// As in [`Verdict`].
    pub holds_if: Option<HoldsIf>,
    /// As in [`Verdict`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_widths: bool,
    /// As in [`Verdict`].
    pub warnings: Vec<String>,
    /// Milliseconds that the check took when it was made; `None` when times are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<f64>,
    /// Whether the verdict comes from the cache; `None` when times are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<bool>,
    /// As in [`Verdict`].
    pub counterexample: Option<Counterexample>,
    /// An internal error, which is no verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Which pair a record is about.
#[derive(Clone, Debug)]
pub struct Identity {
    /// As in [`Record`].
    pub name: String,
    /// As in [`Record`].
    pub file: String,
    /// As in [`Record`].
    pub target_file: Option<String>,
    /// As in [`Record`].
    pub ordinal: usize,
    /// As in [`Record`].
    pub line: usize,
    /// What a comment expects.
    pub expected: Option<Expectation>,
}

/// How a pair was answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict, or an internal error.
    pub verdict: Result<Verdict, Crash>,
    /// How long it took.
    pub time: Duration,
    /// Whether it comes from the cache.
    pub cached: bool,
}

impl Record {
    /// A record, judged by `policy`.
    #[must_use]
    pub fn new(identity: Identity, answer: Answer, policy: &Policy) -> Record {
        let Identity { name, file, target_file, ordinal, line, expected } = identity;
        let (verdict, error) = match answer.verdict {
            Ok(verdict) => (verdict, None),
            Err(crash) => (Verdict::new(VerdictKind::Inconclusive, "internal error"), Some(crash.to_string())),
        };
        let expected = expected.map(|e| Expected {
            verdict: e.verdict,
            reason: e.reason,
            line: e.line,
            met: error.is_none() && e.is_met_by(&verdict),
            why: e.why,
        });
        let mut record = Record {
            name,
            file,
            target_file,
            ordinal,
            line,
            status: Status::Pass,
            expected,
            verdict: error.is_none().then_some(verdict.verdict),
            reason: verdict.reason,
            detail: verdict.detail,
            method: verdict.method,
            bounded: verdict.bounded.map(|unroll| Bounded { unroll }),
            holds_if: verdict.holds_if,
            all_widths: verdict.all_widths,
            warnings: verdict.warnings,
            time_ms: policy.timing.then(|| (answer.time.as_secs_f64() * 1e6).round() / 1e3),
            cached: policy.timing.then_some(answer.cached),
            counterexample: verdict.counterexample,
            error,
        };
        record.status = policy.judge(&record);
        record
    }

    /// What the record contributes to the exit code.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match (self.status, self.verdict) {
            (Status::Pass | Status::Tolerated | Status::Known, _) => Exit::Success,
            (Status::Fail, None) => Exit::Internal,
            // It should have been something else.
            (Status::Fail, Some(VerdictKind::Refines)) => Exit::Counterexample,
            (Status::Fail, Some(kind)) => kind.into(),
        }
    }

    /// The verdict's id, or `error`.
    #[must_use]
    pub fn verdict_id(&self) -> &'static str {
        self.verdict.map_or("error", VerdictKind::id)
    }

    /// One line for annotations and test reports: what came out, and what was expected.
    #[must_use]
    pub fn message(&self) -> String {
        let mut text = self.verdict_id().to_owned();
        if let Some(reason) = self.reason {
            text = format!("{text} ({})", reason.id());
        }
        if let Some(expected) = self.expected.as_ref().filter(|e| !e.met) {
            text = format!("{text}, expected {}", expected.text());
        }
        let detail = self.error.as_deref().unwrap_or(&self.detail);
        let why = self.counterexample.as_ref().map_or(detail, |c| &c.why);
        if why.is_empty() { text } else { format!("{text}: {why}") }
    }

    /// Inputs of the counterexample in one line.
    #[must_use]
    pub fn inputs(&self) -> Option<String> {
        let counterexample = self.counterexample.as_ref().filter(|c| !c.inputs.is_empty())?;
        Some(counterexample.inputs.iter().map(|i| format!("{} = {}", i.name, i.value)).collect::<Vec<_>>().join(", "))
    }

    /// The record as `check` reports a pair.
    #[must_use]
    pub fn pair_report(&self) -> PairReport {
        let verdict = Verdict {
            reason: self.reason,
            method: self.method,
            bounded: self.bounded.map(|b| b.unroll),
            holds_if: self.holds_if,
            all_widths: self.all_widths,
            warnings: self.warnings.clone(),
            counterexample: self.counterexample.clone(),
            ..Verdict::new(self.verdict.unwrap_or(VerdictKind::Inconclusive), self.detail.clone())
        };
        PairReport {
            name: if self.name == self.file { self.name.clone() } else { format!("{}: {}", self.file, self.name) },
            file: self.file.clone(),
            target_file: self.target_file.clone(),
            reverse: false,
            expected: self.expected.as_ref().map(|e| Expectation {
                verdict: e.verdict,
                reason: e.reason,
                why: e.why.clone(),
                function: None,
                line: e.line,
            }),
            verdict,
            time: Duration::from_secs_f64(self.time_ms.unwrap_or_default().max(0.0) / 1e3),
        }
    }

    /// Where the record stands among all, independent of how the work was split.
    #[must_use]
    pub fn order(&self) -> (&str, usize) {
        (&self.file, self.ordinal)
    }
}

/// What makes a run fail, and what its records hold.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Verdicts that fail a pair without expectation. `unsupported` and `inconclusive` are tolerated where something else is expected,
    /// too, unless they are listed.
    pub fail_on: Vec<VerdictKind>,
    /// Whether records hold times and where verdicts come from.
    pub timing: bool,
}

impl Default for Policy {
    fn default() -> Self {
        let fail_on = VerdictKind::ALL.into_iter().filter(|&k| k != VerdictKind::Refines).collect();
        Policy { fail_on, timing: true }
    }
}

impl Policy {
    /// The status of a record, before any baseline.
    #[must_use]
    pub fn judge(&self, record: &Record) -> Status {
        let Some(kind) = record.verdict else { return Status::Fail };
        let undecided = matches!(kind, VerdictKind::Unsupported | VerdictKind::Inconclusive);
        match &record.expected {
            Some(expected) if expected.met => Status::Pass,
            Some(_) if undecided && !self.fail_on.contains(&kind) => Status::Tolerated,
            Some(_) => Status::Fail,
            None if self.fail_on.contains(&kind) => Status::Fail,
            None if kind == VerdictKind::Refines => Status::Pass,
            None => Status::Tolerated,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record with this verdict, `expected` written as in a comment.
    pub(crate) fn record(file: &str, name: &str, verdict: Verdict, expected: &str, policy: &Policy) -> Record {
        let comment = format!("; expect: {expected}");
        let expected = crate::expect::Expectations::read(comment.as_bytes()).all.into_iter().next();
        let identity = Identity { name: name.to_owned(), file: file.to_owned(), target_file: None, ordinal: 0, line: 3, expected };
        let answer = Answer { verdict: Ok(verdict), time: Duration::from_millis(2), cached: false };
        Record::new(identity, answer, policy)
    }

    fn status(kind: VerdictKind, expected: &str, fail_on: &[VerdictKind]) -> (Status, Exit) {
        let policy = Policy { fail_on: fail_on.to_vec(), timing: false };
        let verdict = Verdict { reason: (kind == VerdictKind::Counterexample).then_some(Reason::ValueMismatch), ..Verdict::new(kind, "") };
        let record = record("f.ll", "p", verdict, expected, &policy);
        (record.status, record.exit())
    }

    #[test]
    fn expectations_and_fail_on_decide() {
        use VerdictKind::{Counterexample, Inconclusive, Invalid, Refines, Unsupported};
        let all = Policy::default().fail_on;
        assert_eq!(status(Refines, "", &all), (Status::Pass, Exit::Success));
        assert_eq!(status(Refines, "refines", &all), (Status::Pass, Exit::Success));
        assert_eq!(status(Refines, "counterexample", &[]), (Status::Fail, Exit::Counterexample));
        assert_eq!(status(Counterexample, "counterexample value-mismatch", &all), (Status::Pass, Exit::Success));
        assert_eq!(status(Counterexample, "counterexample more-poisonous", &all), (Status::Fail, Exit::Counterexample));
        assert_eq!(status(Counterexample, "refines", &[]), (Status::Fail, Exit::Counterexample));
        assert_eq!(status(Counterexample, "", &[Invalid]), (Status::Tolerated, Exit::Success));
        assert_eq!(status(Invalid, "", &all), (Status::Fail, Exit::Invalid));
        assert_eq!(status(Inconclusive, "refines", &all), (Status::Fail, Exit::Undecided));
        assert_eq!(status(Inconclusive, "refines", &[Counterexample]), (Status::Tolerated, Exit::Success));
        assert_eq!(status(Unsupported, "unsupported", &all), (Status::Pass, Exit::Success));
        assert_eq!(status(Unsupported, "", &[Unsupported]), (Status::Fail, Exit::Undecided));
    }

    #[test]
    fn an_internal_error_always_fails() {
        let identity = Identity { name: "p".to_owned(), file: "f.ll".to_owned(), target_file: None, ordinal: 0, line: 1, expected: None };
        let crash = Crash { message: "boom".to_owned(), place: None };
        let answer = Answer { verdict: Err(crash), time: Duration::ZERO, cached: false };
        let record = Record::new(identity, answer, &Policy { fail_on: Vec::new(), timing: false });
        assert_eq!((record.status, record.exit(), record.verdict), (Status::Fail, Exit::Internal, None));
        assert_eq!(record.message(), "error: boom");
    }

    #[test]
    fn records_survive_json() {
        let verdict = Verdict { reason: Some(Reason::Attributes), ..Verdict::new(VerdictKind::Counterexample, "why") };
        let before = record("f.ll", "p", verdict, "refines ; because", &Policy::default());
        let text = serde_json::to_string(&before).expect("a record is JSON");
        let after: Record = serde_json::from_str(&text).expect("and reads back");
        assert_eq!(before, after);
        assert_eq!(after.message(), "counterexample (attributes), expected refines: why");
    }
}
