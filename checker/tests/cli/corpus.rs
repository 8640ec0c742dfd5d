//! `llvet corpus`: expectations, formats, cache, shards, baselines, isolation.

use std::process::Command;

use serde_json::Value;

use super::{Done, Folder, RIGHT, WRONG, llvet, numbered, schema};

/// A corpus with a right pair, a wrong one and one without expectation, in two files.
fn corpus() -> Folder {
    let folder = Folder::new();
    let text = format!("; expect: refines ; doubling\n{RIGHT}; expect: counterexample more-poisonous\n{}", numbered(WRONG, "_flag"));
    folder.file("a.ll", text);
    folder.file("b.ll", numbered(RIGHT, "1"));
    folder
}

fn run(folder: &Folder, args: &[&str]) -> Done {
    let path = folder.path().display().to_string();
    llvet(&[&["corpus", "run", "--cache=off", "--no-isolation", &path], args].concat())
}

/// The object of `--format json`, checked against its schema.
fn json(folder: &Folder, args: &[&str]) -> Value {
    let done = run(folder, &[&["--format=json"], args].concat());
    let value: Value = serde_json::from_str(&done.out).unwrap_or_else(|e| panic!("{e}: {done:?}"));
    schema::validate(&value);
    value
}

fn statuses(value: &Value) -> Vec<(String, String)> {
    let text = |v: &Value| v.as_str().expect("text").to_owned();
    value["pairs"].as_array().expect("pairs").iter().map(|p| (text(&p["name"]), text(&p["status"]))).collect()
}

#[test]
fn expectations_decide() {
    let folder = corpus();
    let done = run(&folder, &[]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.ends_with(": 3 passed\n"), "{done:?}");
    let value = json(&folder, &[]);
    assert_eq!(statuses(&value).len(), 3);
    assert_eq!(value["pairs"][0]["expected"]["why"], "doubling");
    assert_eq!(value["summary"]["verdicts"]["counterexample"], 1);

    folder.file("c.ll", format!("; expect: refines\n{WRONG}"));
    assert_eq!(run(&folder, &[]).code, 1);
    folder.file("c.ll", format!("; expect: counterexample\n{RIGHT}"));
    assert_eq!(run(&folder, &[]).code, 1);
    folder.file("c.ll", WRONG);
    assert_eq!(run(&folder, &["--fail-on=invalid"]).code, 0);
    let failing = json(&folder, &["--filter=file:*c.ll"]);
    assert_eq!(statuses(&failing), [("src -> tgt".to_owned(), "fail".to_owned())]);
}

#[test]
fn what_was_found_is_never_left_out() {
    for (text, detail) in [("; expect: maybe\n", "unknown verdict"), ("define i8 @src5(i8 %x) {\n  ret i8 %x\n}\n", "@src5 is not checked")]
    {
        let folder = corpus();
        folder.file("c.ll", format!("{text}{RIGHT}"));
        let done = run(&folder, &["--verbose"]);
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.out.contains(detail), "{done:?}");
    }
    let folder = corpus();
    folder.file("c.ll", "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n");
    assert_eq!(run(&folder, &[]).code, 2);
    let empty = Folder::new();
    assert_eq!(run(&empty, &[]).code, 2);
    assert_eq!(run(&empty, &["--allow-empty"]).code, 0);
    assert_eq!(llvet(&["corpus", "run", "/nonexistent"]).code, 2);
}

#[test]
fn same_output_whatever_the_jobs_and_however_split() {
    let folder = corpus();
    let path = folder.path().display().to_string();
    let whole = run(&folder, &["--no-timing", "--format=jsonl", "-j1"]);
    assert_eq!(whole.code, 0);
    assert_eq!(whole.out, run(&folder, &["--no-timing", "--format=jsonl", "-j4"]).out);
    let isolated = llvet(&["corpus", "run", "--cache=off", "--no-timing", "--format=jsonl", "-j2", &path]);
    assert_eq!(whole.out, isolated.out);

    let parts = Folder::new();
    let part = |i: usize| {
        let done = run(&folder, &["--no-timing", "--format=jsonl", &format!("--shard={i}/3")]);
        assert_eq!(done.code, 0, "{done:?}");
        parts.file(&format!("{i}.jsonl"), done.out)
    };
    let files = [part(3), part(1), part(2)];
    let merge = |files: &[String], format: &str| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        llvet(&[&["corpus", "merge", "--no-timing", "--format", format], files.as_slice()].concat())
    };
    assert_eq!(merge(&files, "jsonl").out, whole.out);
    assert_eq!(merge(&files[..2], "jsonl").code, 2);
    assert_eq!(merge(&[files.as_slice(), &files[..1]].concat(), "jsonl").code, 2);
    let cut = whole.out.lines().take(2).collect::<Vec<_>>().join("\n");
    let cut = merge(&[parts.file("cut.jsonl", cut)], "human");
    assert_eq!(cut.code, 2);
    assert!(cut.err.contains("cut short"), "{cut:?}");
}

#[test]
fn verdicts_come_back_from_the_cache() {
    let folder = corpus();
    let cache = Folder::new();
    let (path, store) = (folder.path().display().to_string(), cache.path().display().to_string());
    let run = |args: &[&str]| {
        let done = llvet(&[&["corpus", "run", "--no-isolation", "--format=json", &path, "--cache", &store], args].concat());
        serde_json::from_str::<Value>(&done.out).unwrap_or_else(|e| panic!("{e}: {done:?}"))
    };
    assert_eq!(run(&[])["summary"]["cached"], 0);
    let warm = run(&[]);
    assert_eq!(warm["summary"]["cached"], 3);
    assert_eq!(warm["summary"]["verdicts"]["counterexample"], 1);
    assert_eq!(run(&["--disable-undef-input"])["summary"]["cached"], 0);
    let part = run(&["--filter=file:*b.ll"]);
    assert_eq!(part["summary"]["cached"], 1);
    folder.file("b.ll", numbered(WRONG, "1"));
    let changed = run(&[]);
    assert_eq!((&changed["summary"]["cached"], &changed["summary"]["verdicts"]["counterexample"]), (&Value::from(2), &Value::from(2)));

    let stats: Value = serde_json::from_str(&llvet(&["corpus", "cache", "stats", "--json", "--cache", &store]).out).expect("JSON");
    assert_eq!(stats["units"], 5);
    let gc = llvet(&["corpus", "cache", "gc", "--unused-for=0", "--cache", &store]);
    assert_eq!(gc.code, 0, "{gc:?}");
    assert_eq!(run(&[])["summary"]["cached"], 0);
}

#[test]
fn known_failures_do_not_count() {
    let folder = corpus();
    folder.file("c.ll", WRONG);
    let files = Folder::new();
    let baseline = files.path().join("known.json").display().to_string();
    assert_eq!(run(&folder, &["--baseline", &baseline]).code, 2);
    let first = run(&folder, &["--baseline", &baseline, "--update-baseline"]);
    assert_eq!(first.code, 1, "{first:?}");
    let second = run(&folder, &["--baseline", &baseline]);
    assert_eq!(second.code, 0, "{second:?}");
    folder.file("c.ll", RIGHT);
    let fixed = run(&folder, &["--baseline", &baseline]);
    assert!(fixed.out.contains("no longer fails"), "{fixed:?}");
    folder.file("d.ll", WRONG);
    assert_eq!(run(&folder, &["--baseline", &baseline]).code, 1);
}

#[test]
fn several_reports_at_once() {
    let folder = corpus();
    folder.file("c.ll", WRONG);
    let files = Folder::new();
    let (sarif, junit) = (files.path().join("s"), files.path().join("j"));
    let (to_sarif, to_junit) = (format!("sarif={}", sarif.display()), format!("junit={}", junit.display()));
    let done = run(&folder, &["--format=github", "--report", &to_sarif, "--report", &to_junit]);
    assert_eq!(done.code, 1);
    assert!(done.out.starts_with("::error file="), "{done:?}");
    let sarif: Value = serde_json::from_slice(&std::fs::read(sarif).expect("a report")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "counterexample/more-poisonous");
    let junit = std::fs::read_to_string(junit).expect("a report");
    assert!(junit.contains("tests=\"4\" failures=\"1\" errors=\"0\""), "{junit}");
}

#[test]
fn fail_fast_leaves_the_rest_undone() {
    let folder = corpus();
    folder.file("a.ll", WRONG);
    let value = json(&folder, &["--fail-fast", "-j1"]);
    assert_eq!((statuses(&value).len(), &value["summary"]["unreached"]), (1, &Value::from(1)));
}

#[test]
fn only_what_changed() {
    let folder = corpus();
    let git = |args: &[&str]| {
        let done = Command::new("git").arg("-C").arg(folder.path()).args(args).output().expect("git starts");
        assert!(done.status.success(), "{done:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "first"]);
    folder.file("b.ll", numbered(RIGHT, "2"));
    let value = json(&folder, &["--changed-since=HEAD"]);
    assert_eq!(statuses(&value), [("src2 -> tgt2".to_owned(), "pass".to_owned())]);
    assert_eq!(run(&folder, &["--changed-since=nonsense"]).code, 2);
}

/// A pair that no short time limit decides: that 2^61 - 1 is prime.
const HARD: &str = "\
define i1 @src(i32 %x, i32 %y) {
  %a = zext i32 %x to i64
  %b = zext i32 %y to i64
  %m = mul i64 %a, %b
  %r = icmp eq i64 %m, 2305843009213693951
  ret i1 %r
}
define i1 @tgt(i32 %x, i32 %y) {
  ret i1 false
}
";

#[test]
fn what_ran_into_a_limit_is_tried_again_with_more_time() {
    let (folder, cache) = (Folder::new(), Folder::new());
    folder.file("hard.ll", HARD);
    let (path, store) = (folder.path().display().to_string(), cache.path().display().to_string());
    let run = |timeout: &str, args: &[&str]| {
        let done = llvet(&[&["corpus", "run", "--format=json", &path, "--cache", &store, timeout], args].concat());
        assert_eq!(done.code, 3, "{done:?}");
        let value: Value = serde_json::from_str(&done.out).expect("JSON");
        value["summary"]["cached"].clone()
    };
    assert_eq!(run("--timeout=30", &[]), 0);
    assert_eq!(run("--timeout=30", &["--retry-inconclusive"]), 0);
    assert_eq!(run("--timeout=30", &[]), 1);
    assert_eq!(run("--timeout=60", &[]), 0);
}

#[test]
fn a_mutation_score_says_how_well_rules_are_pinned() {
    let folder = corpus();
    // Neither function needs its flag, so that nothing notices when the source loses it.
    let loose =
        "define i8 @src(i8 %x) {\n  %r = add nsw i8 %x, 1\n  ret i8 %r\n}\ndefine i8 @tgt(i8 %x) {\n  %r = add i8 %x, 1\n  ret i8 %r\n}\n";
    folder.file("c.ll", loose);
    assert!(json(&folder, &[])["summary"]["mutation"].is_null());
    let mutation = json(&folder, &["--mutation-score"])["summary"]["mutation"].clone();
    let names: Vec<_> =
        mutation["pairs"].as_array().expect("pairs").iter().map(|p| p["file"].as_str().expect("a file").to_owned()).collect();
    assert!(names.len() == 3 && mutation["left_out"] == 1, "{mutation}");
    let survivors = mutation["pairs"][2]["survivors"].as_array().expect("survivors").clone();
    assert!(survivors.contains(&"dropped nsw on %r in the source".into()), "{mutation}");
    assert!(mutation["percent"].as_f64().is_some_and(|p| p > 50.0 && p < 100.0), "{mutation}");
    let done = run(&folder, &["--mutation-score", "--min-mutation-score=50"]);
    assert!(done.code == 0 && done.out.contains("survives: ") && done.out.contains("mutation score: "), "{done:?}");
    assert_eq!(run(&folder, &["--mutation-score", "--min-mutation-score=100"]).code, 1);
    assert_eq!(run(&folder, &["--min-mutation-score=50"]).code, 2);
}
