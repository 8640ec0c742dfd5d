//! Corpus results as SARIF 2.1.0, which code-scanning services show beside the code.
//!
//! A result for every pair that does not pass: `error` for failures, `warning` for what is tolerated; known failures are suppressed. The
//! rule is the verdict, with the reason where there is one. Fingerprints hold file and pair, so that a moved pair keeps its history.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::json::{Tool, object};
use crate::corpus::record::{Record, Status};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes the log.
///
/// # Errors
/// When writing fails.
pub fn write(out: &mut impl Write, records: &[Record]) -> io::Result<()> {
    let tool = Tool::this();
    let shown: Vec<&Record> = records.iter().filter(|r| r.status != Status::Pass).collect();
    let rules: BTreeSet<String> = shown.iter().map(|r| rule(r)).collect();
    let rules: Vec<String> = rules.into_iter().collect();
    let results: Vec<Value> = shown.iter().map(|r| result(r, &rules)).collect();
    let described: Vec<Value> = rules.iter().map(|id| json!({ "id": id, "shortDescription": { "text": description(id) } })).collect();
    let driver = json!({
        "name": tool.name,
        "version": tool.version,
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": described,
    });
    let run = json!({ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results });
    object(out, &json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] }))
}

fn rule(record: &Record) -> String {
    match record.reason {
        Some(reason) => format!("{}/{}", record.verdict_id(), reason.id()),
        None => record.verdict_id().to_owned(),
    }
}

fn description(rule: &str) -> String {
    match rule.split_once('/') {
        Some((verdict, reason)) => format!("{verdict}: {}", reason.replace('-', " ")),
        None if rule == "refines" => "refines, where something else is expected".to_owned(),
        None => rule.to_owned(),
    }
}

fn result(record: &Record, rules: &[String]) -> Value {
    let id = rule(record);
    let index = rules.iter().position(|r| *r == id);
    let level = if record.status == Status::Tolerated { "warning" } else { "error" };
    let inputs = record.inputs().map(|i| format!(" For {i}.")).unwrap_or_default();
    let text = format!("{}: {}{inputs}", record.name, record.message());
    let location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&record.file) }, "region": { "startLine": record.line } },
        "logicalLocations": [{ "name": record.name, "kind": "function" }],
    });
    let print = blake3::hash(format!("{}\0{}", record.file, record.name).as_bytes()).to_hex();
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": index,
        "level": level,
        "message": { "text": text },
        "locations": [location],
        "partialFingerprints": { "pair/v1": &print[..32] },
    });
    if record.status == Status::Known {
        result["suppressions"] = json!([{ "kind": "external", "justification": "in the baseline" }]);
    }
    result
}

/// A path as a URI reference: everything outside of RFC 3986's path characters escaped.
fn uri(path: &str) -> String {
    let escape = |b: u8| {
        let plain = b.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&b);
        if plain { char::from(b).to_string() } else { format!("%{b:02X}") }
    };
    let escaped: String = path.bytes().map(escape).collect();
    if path.starts_with('/') { format!("file://{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::record::{Policy, tests::record};
    use crate::verdict::{Reason, Verdict, VerdictKind};

    #[test]
    fn results_of_what_does_not_pass() {
        let wrong = Verdict { reason: Some(Reason::MorePoisonous), ..Verdict::new(VerdictKind::Counterexample, "it is") };
        let policy = Policy::default();
        let mut records = vec![
            record("a b.ll", "p", Verdict::new(VerdictKind::Refines, ""), "", &policy),
            record("a b.ll", "q", wrong, "refines", &policy),
            record("c.ll", "q", Verdict::new(VerdictKind::Inconclusive, "time"), "", &policy),
        ];
        records[2].status = Status::Known;
        let mut out = Vec::new();
        write(&mut out, &records).expect("written");
        let log: Value = serde_json::from_slice(&out).expect("JSON");
        let results = &log["runs"][0]["results"];
        assert_eq!(results.as_array().map(Vec::len), Some(2));
        assert_eq!(results[0]["ruleId"], "counterexample/more-poisonous");
        assert_eq!(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b.ll");
        assert_eq!(results[1]["suppressions"][0]["kind"], "external");
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][1]["id"], "inconclusive");
        assert_eq!(results[1]["ruleIndex"], 1);
    }
}
