//! From files on the command line to pairs that can be checked, one by one, on any thread.
//!
//! **Invariants.** Whatever is wrong with the input becomes a report with verdict `invalid`: a session always has at least one job or one
//! report.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use llvet_ir::Function;

use crate::expect::{Expectation, Expectations};
use crate::pairs::{self, Found, Match, Selection};
use crate::refine::{self, CheckOptions, Pair};
use crate::report::PairReport;
use crate::rules;
use crate::rules::ast::{Rule, RuleFile};
use crate::source::{Loaded, Source};
use crate::verdict::{Problem, Verdict, VerdictKind};

/// A function: index of its file in the session and of the function in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Into [`Session::files`].
    pub file: usize,
    /// Into the module's functions.
    pub function: usize,
}

/// One pair to check: two functions, or a rule at all its types.
#[derive(Clone, Debug)]
pub struct Job {
    /// The source. Of a rule, only the file counts.
    pub src: Place,
    /// The target. Of a rule, only the file counts.
    pub tgt: Place,
    /// The rule, as an index into the rules of its file; such a job has no functions.
    pub rule: Option<usize>,
    /// Whether this is the way back of a check in both directions.
    pub reverse: bool,
    /// What a comment expects.
    pub expected: Option<Expectation>,
}

/// Everything that one check works on.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The files, parsed and verified.
    pub files: Vec<Loaded>,
    /// The pairs.
    pub jobs: Vec<Job>,
    /// What has its answer already: files that cannot be read or are not valid, missing functions.
    pub settled: Vec<PairReport>,
    /// Remarks about functions that are not checked.
    pub skipped: Vec<String>,
    /// Remarks about comments that make no sense, with their place.
    pub remarks: Vec<String>,
}

impl Session {
    /// Reads one file with its pairs, or two files whose functions are matched.
    #[must_use]
    pub fn open(paths: &[PathBuf], selection: &Selection, both_ways: bool) -> Session {
        let mut session = Session::default();
        for path in paths {
            match Source::read(path) {
                Ok(source) => session.load(source),
                Err(error) => session.settle(&path.display().to_string(), Verdict::new(VerdictKind::Invalid, error.to_string())),
            }
        }
        if session.settled.is_empty() {
            session.find_pairs(selection, both_ways);
        }
        session
    }

    fn settle(&mut self, file: &str, verdict: Verdict) {
        self.settled.push(PairReport {
            name: file.to_owned(),
            file: file.to_owned(),
            target_file: None,
            reverse: false,
            expected: None,
            verdict,
            time: Duration::ZERO,
        });
    }

    fn load(&mut self, source: Source) {
        let name = source.name().to_owned();
        if source.is_blank() {
            self.settle(&name, Verdict::new(VerdictKind::Invalid, format!("{name}: empty file: nothing to check")));
            return;
        }
        let loaded = Loaded::new(source);
        if let Some(first) = loaded.errors().next() {
            let more = loaded.errors().count() - 1;
            let rest = if more > 0 { format!(" (and {more} more)") } else { String::new() };
            let detail = format!("{}: {}{rest}", loaded.source.position(first.span), first.message);
            let mut verdict = Verdict::new(VerdictKind::Invalid, detail);
            verdict.problem = Some(Problem { file: self.files.len(), span: first.span, message: first.message.clone() });
            self.settle(&name, verdict);
            let expectations = Expectations::read(loaded.source.bytes());
            if let (Some(report), [only]) = (self.settled.last_mut(), expectations.all.as_slice()) {
                report.expected = Some(only.clone());
            }
        }
        self.files.push(loaded);
    }

    fn find_pairs(&mut self, selection: &Selection, both_ways: bool) {
        if self.files.iter().any(|f| f.rules.is_some()) {
            return self.add_rules(selection);
        }
        let found = match self.files.as_slice() {
            [one] => pairs::in_one_module(&one.module, selection),
            [src, tgt] => pairs::in_two_modules(&src.module, &tgt.module, selection),
            _ => Err("a check takes one file or two".to_owned()),
        };
        match found {
            Ok(found) => self.add_jobs(found, both_ways),
            Err(why) => {
                let name = self.files.first().map(|f| f.source.name().to_owned()).unwrap_or_default();
                self.settle(&name, Verdict::new(VerdictKind::Invalid, format!("{name}: {why}")));
            }
        }
    }

    fn add_rules(&mut self, selection: &Selection) {
        let [Loaded { rules: Some(rules), source, .. }] = self.files.as_slice() else {
            let name = self.files.first().map(|f| f.source.name().to_owned()).unwrap_or_default();
            let why = format!("{name}: a rule file holds sources and targets, and is checked alone");
            return self.settle(&name, Verdict::new(VerdictKind::Invalid, why));
        };
        let all = Expectations::read(source.bytes());
        self.remarks.extend(all.malformed.iter().map(|(line, why)| format!("{}:{line}: {why}", source.name())));
        let chosen = |name: &str| selection.funcs.is_empty() || selection.funcs.iter().any(|f| f == name);
        let mut last_line = 0;
        let mut jobs = Vec::new();
        for (index, rule) in rules.rules.iter().enumerate() {
            // A comment stands for the rule it is in, or for the next.
            let end = source.line_column(rule.span.end).0;
            let mut own = all.all.iter().filter(|e| e.line > last_line && e.line <= end);
            let expected = if let [only] = all.all.as_slice() { Some(only.clone()) } else { own.next().cloned() };
            last_line = end;
            if chosen(&rule.name) {
                let place = Place { file: 0, function: 0 };
                jobs.push(Job { src: place, tgt: place, rule: Some(index), reverse: false, expected });
            }
        }
        if jobs.is_empty() {
            let name = source.name().to_owned();
            let why = format!("{name}: no rule to check");
            return self.settle(&name, Verdict::new(VerdictKind::Invalid, why));
        }
        self.jobs = jobs;
    }

    fn add_jobs(&mut self, found: Found, both_ways: bool) {
        self.skipped = found.skipped;
        let expectations: Vec<Expectations> = self.files.iter().map(|f| Expectations::read(f.source.bytes())).collect();
        for (file, expectations) in self.files.iter().zip(&expectations) {
            let remark = |(line, why): &(usize, String)| format!("{}:{line}: {why}", file.source.name());
            self.remarks.extend(expectations.malformed.iter().map(remark));
        }
        let last = self.files.len() - 1;
        for Match { src, tgt } in found.pairs {
            let (src, tgt) = (Place { file: 0, function: src }, Place { file: last, function: tgt });
            let (a, b) = (&self.function(src).name, &self.function(tgt).name);
            let expected = expectations.iter().find_map(|e| e.for_pair(a, b)).cloned();
            self.jobs.push(Job { src, tgt, rule: None, reverse: false, expected });
            if both_ways {
                self.jobs.push(Job { src: tgt, tgt: src, rule: None, reverse: true, expected: None });
            }
        }
    }

    /// The function at a place.
    #[must_use]
    pub fn function(&self, place: Place) -> &Function {
        &self.files[place.file].module.functions[place.function]
    }

    /// The rule of a job with the file it is in, when it has one.
    #[must_use]
    pub fn rule(&self, job: &Job) -> Option<(&Rule, &RuleFile)> {
        let rules = self.files[job.src.file].rules.as_ref()?;
        Some((rules.rules.get(job.rule?)?, rules))
    }

    /// How a job is called in reports.
    #[must_use]
    pub fn name(&self, job: &Job) -> String {
        if let Some((rule, _)) = self.rule(job) {
            return rule.name.clone();
        }
        let (src, tgt) = (&self.function(job.src).name, &self.function(job.tgt).name);
        if src == tgt { src.to_string() } else { format!("{src} -> {tgt}") }
    }

    /// The line on which a job's source begins, from 1.
    #[must_use]
    pub fn line(&self, job: &Job) -> usize {
        let start = self.rule(job).map_or_else(|| self.function(job.src).span.start, |(rule, _)| rule.span.start);
        self.files[job.src.file].source.line_column(start).0
    }

    /// The file a job's source comes from.
    #[must_use]
    pub fn file(&self, job: &Job) -> String {
        self.files[job.src.file].source.name().to_owned()
    }

    /// The functions of a job.
    ///
    /// # Panics
    /// When the job is a rule.
    #[must_use]
    pub fn pair(&self, job: &Job) -> Pair<'_> {
        Pair {
            src_module: &self.files[job.src.file].module,
            src: self.function(job.src),
            tgt_module: &self.files[job.tgt.file].module,
            tgt: self.function(job.tgt),
            assume: None,
            unrolled: None,
        }
    }

    /// Checks one pair.
    #[must_use]
    pub fn check(&self, job: &Job, options: &CheckOptions) -> (Verdict, Duration) {
        let start = Instant::now();
        let verdict = match self.rule(job) {
            Some((rule, file)) => rules::check::check(rule, file.widths, options),
            None => refine::check_pair(self.pair(job), options),
        };
        (verdict, start.elapsed())
    }

    /// The report on a job with this verdict.
    #[must_use]
    pub fn report(&self, job: &Job, verdict: Verdict, time: Duration) -> PairReport {
        let target_file = self.files[job.tgt.file].source.name();
        PairReport {
            name: self.name(job),
            file: self.file(job),
            target_file: (job.src.file != job.tgt.file).then(|| target_file.to_owned()),
            reverse: job.reverse,
            expected: job.expected.clone(),
            verdict,
            time,
        }
    }
}
