//! The corpus of the project is test data: every pair has the verdict that its comment names, and every comment says why.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use llvet_checker::corpus::discover::discover;
use llvet_checker::corpus::plan::{Choice, plan};
use llvet_checker::corpus::record::{Policy, Record, Status};
use llvet_checker::corpus::run::{Running, Settings, run};
use llvet_checker::refine::CheckOptions;

/// The records of one family, or of all for `""`.
fn check(family: &str) -> Vec<Record> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(family);
    let units = discover(&[root]).expect("the corpus is there");
    let options = CheckOptions { timeout: Duration::from_secs(60), ..CheckOptions::default() };
    let jobs = llvet_checker::parallel::default_jobs();
    let settings = Settings { options, jobs, fail_fast: false, isolation: None, cache: None, policy: Policy::default() };
    let mut records = Vec::new();
    let plan = plan(units, None, &Choice::default(), jobs);
    run(&plan, &settings, &Arc::new(Running::default()), |record| {
        let status = record.status;
        records.push(record);
        status
    });
    records
}

#[test]
fn every_verdict_is_the_expected_one() {
    let records = check("");
    assert!(records.len() >= 400, "{} rules", records.len());
    let mut wrong = Vec::new();
    for record in &records {
        let place = format!("{}:{}: {}", record.file, record.line, record.name);
        if record.status != Status::Pass {
            wrong.push(format!("{place}: {}", record.message()));
        }
        match &record.expected {
            None => wrong.push(format!("{place}: no expectation")),
            Some(e) if e.why.is_none() && !record.file.contains("/examples/") => wrong.push(format!("{place}: no reason")),
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
