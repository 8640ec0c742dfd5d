//! `llvet check` on good input: verdicts, exit codes, which functions are compared, what reports say.

use crate::{Folder, RIGHT, WRONG, check, check_json, llvet, llvet_with_input, numbered};

#[test]
fn a_right_rewrite_refines() {
    let done = check_json(RIGHT, &[]);
    assert_eq!((done.code, done.verdicts()), (0, vec!["refines".to_owned()]));
    let pair = done.pair();
    assert_eq!((pair["name"].as_str(), pair["file"].as_str()), (Some("src -> tgt"), Some("<stdin>")));
    assert!(pair["method"].is_string() && pair["counterexample"].is_null());
    let human = check(RIGHT, &[]);
    assert_eq!(human.code, 0);
    assert!(human.out.starts_with("src -> tgt: refines (proved by "), "{}", human.out);
    assert_eq!(human.out.lines().count(), 1);
}

#[test]
fn a_wrong_rewrite_has_a_counterexample() {
    let done = check_json(WRONG, &[]);
    assert_eq!((done.code, done.verdicts()), (1, vec!["counterexample".to_owned()]));
    let pair = done.pair();
    assert_eq!(pair["reason"], "more-poisonous");
    assert_eq!(pair["counterexample"]["inputs"][0]["name"], "%x");
    assert_eq!(pair["counterexample"]["inputs"][0]["value"], "i8 127");
    assert_eq!(pair["counterexample"]["target"]["outcome"], "poison");
    let human = check(WRONG, &[]);
    assert!(human.out.starts_with("src -> tgt: counterexample: target is more poisonous than source"), "{}", human.out);
    assert!(human.out.contains("%x = i8 127   0x7F"), "{}", human.out);
    assert!(human.out.contains("source @src") && human.out.contains("|  target @tgt"), "{}", human.out);
    assert!(human.out.contains("  why: "), "{}", human.out);
    assert!(!human.out.contains('\u{1b}'), "no colour in a pipe");
    assert!(check(WRONG, &["--color=always"]).out.contains('\u{1b}'));
}

#[test]
fn undefined_behavior_is_shown_where_it_happens() {
    let text = "\
define i8 @src(i8 %x) {
  %r = sub i8 0, %x
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = sdiv i8 %x, -1
  ret i8 %r
}
";
    let done = check_json(text, &[]);
    assert_eq!(done.code, 1);
    let pair = done.pair();
    assert_eq!(pair["reason"], "source-more-defined");
    let step = &pair["counterexample"]["target"]["trace"][0];
    assert_eq!(step["text"], "%r = sdiv i8 %x, -1");
    assert_eq!((&step["value"], &step["note"]), (&serde_json::Value::Null, &"UB: signed division overflow".into()));
    assert_eq!(pair["counterexample"]["first_difference"], "%r");
    assert!(check(text, &[]).out.contains("> %r  sub i8 0, %x"));
}

#[test]
fn the_worst_of_several_pairs_decides() {
    let two = format!("{}{}", numbered(RIGHT, "1"), numbered(WRONG, "_x"));
    let done = check_json(&two, &[]);
    assert_eq!((done.code, done.verdicts()), (1, vec!["refines".to_owned(), "counterexample".to_owned()]));
    let human = check(&two, &[]);
    assert!(human.out.ends_with("2 pairs: 1 refines, 1 counterexample\n"), "{}", human.out);
    let quiet = check(&two, &["--quiet"]);
    assert!(quiet.out.starts_with("src_x -> tgt_x: counterexample"), "{}", quiet.out);
    assert_eq!(check_json(&two, &["--func=@src1"]).code, 0);
}

#[test]
fn order_does_not_depend_on_jobs() {
    let many: String = (0..20).map(|i| numbered(if i % 3 == 0 { WRONG } else { RIGHT }, &i.to_string())).collect();
    let names = |args: &[&str]| {
        let json = check_json(&many, args).json();
        let pairs = json["pairs"].as_array().expect("pairs").clone();
        pairs.iter().map(|p| p["name"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&["--jobs=1"]), names(&["--jobs=8"]));
}

#[test]
fn functions_can_be_named() {
    let text = RIGHT.replace("@src", "@slow").replace("@tgt", "@fast");
    assert_eq!(check_json(&text, &["--src-fn=slow", "--tgt-fn=fast"]).code, 0);
    assert_eq!(check_json(&text, &["-src-fn=@slow", "--tgt_fn=fast"]).code, 0);
    assert_eq!(check_json(&text, &["--pair", "slow=fast"]).pair()["name"], "slow -> fast");
    let missing = check_json(&text, &["--pair=slow=quick"]);
    assert_eq!(missing.code, 2);
    assert!(missing.pair()["detail"].as_str().is_some_and(|d| d.contains("no function @quick")));
}

#[test]
fn two_files_match_by_name() {
    let folder = Folder::new();
    let before = folder.file("before.ll", "define i8 @f(i8 %x) {\n  ret i8 %x\n}\ndefine void @only() {\n  ret void\n}\n");
    let after = folder.file("after.ll", "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n");
    let done = llvet(&["check", "--json", &before, &after]);
    assert_eq!(done.code, 0, "{}", done.err);
    let json = done.json();
    assert_eq!(json["pairs"][0]["name"], "f");
    assert_eq!(json["pairs"][0]["target_file"], after);
    assert_eq!(json["skipped"][0], "@only is not checked: the second file does not define it");
    assert!(done.err.contains("@only is not checked"));
    let piped = llvet_with_input(&["check", "--json", &before, "-"], &std::fs::read(&after).expect("readable"));
    assert_eq!(piped.json()["pairs"][0]["target_file"], "<stdin>");
    let source = folder.file("source.ll", "define i8 @src(i8 %x) {\n  ret i8 %x\n}\n");
    let target = folder.file("target.ll", "define i8 @tgt(i8 %x) {\n  ret i8 %x\n}\n");
    assert_eq!(llvet(&["check", "--json", &source, &target]).pair()["name"], "src -> tgt");
}

#[test]
fn unnamed_functions_match_by_order() {
    let folder = Folder::new();
    let before = folder.file("before.ll", "@0 = global i8 0\ndefine i8 @1(i8 %x) {\n  ret i8 %x\n}\n");
    let after = folder.file("after.ll", "define i8 @0(i8 %x) {\n  ret i8 %x\n}\n");
    assert_eq!(llvet(&["check", "--json", "--disable-undef-input", &before, &after]).pair()["name"], "1 -> 0");
}

#[test]
fn both_directions() {
    let done = check_json(WRONG, &["--bidirectional"]);
    assert_eq!(done.verdicts(), ["counterexample", "refines"]);
    assert_eq!(done.json()["pairs"][1]["name"], "tgt -> src");
    assert_eq!(done.json()["pairs"][1]["reverse"], true);
}

#[test]
fn expectations_are_shown_and_do_not_change_the_exit_code() {
    let met = format!("; expect: counterexample more-poisonous\n{WRONG}");
    let done = check_json(&met, &[]);
    assert_eq!((done.code, &done.pair()["expected"]["met"]), (1, &true.into()));
    assert!(check(&met, &[]).out.starts_with("src -> tgt: counterexample, as expected: target is"));
    let missed = format!("; expect: refines\n{WRONG}");
    let done = check(&missed, &[]);
    assert_eq!(done.code, 1);
    assert!(done.out.contains("NOT AS EXPECTED: the file says: refines (line 1)"), "{}", done.out);
}

#[test]
fn a_source_that_is_always_undefined_warns() {
    let text = "define i8 @src(i8 %x) {\n  %r = udiv i8 %x, 0\n  ret i8 %r\n}\ndefine i8 @tgt(i8 %x) {\n  ret i8 %x\n}\n";
    let done = check_json(text, &[]);
    assert_eq!(done.code, 0);
    assert!(!done.pair()["warnings"].as_array().expect("warnings").is_empty());
}

#[test]
fn habits_of_alive_tv_are_accepted() {
    let args = ["--disable-undef-input", "--smt-to=5000", "-smt-max-mem=1000", "--src-unroll=2", "-tgt-unroll=2", "--smt_random_seed=3"];
    assert_eq!(check_json(RIGHT, &args).code, 0);
    for mode in ["--tgt-is-asm", "--disallow-ub-exploitation"] {
        let done = check_json(RIGHT, &[mode]);
        assert_eq!((done.code, done.verdicts()), (3, vec!["unsupported".to_owned()]));
    }
}

#[test]
fn explain_shows_the_log() {
    assert!(check_json(RIGHT, &["--explain"]).pair()["log"].is_array());
    assert!(check_json(RIGHT, &[]).pair().get("log").is_none());
}

#[test]
fn a_reproduction_shows_the_difference_when_it_is_run() {
    let folder = Folder::new();
    let path = folder.path().join("repro.ll").display().to_string();
    let done = check(WRONG, &["--repro", &path]);
    assert_eq!((done.code, done.err.as_str()), (1, ""));
    let run = llvet(&["run", &path]);
    assert_eq!((run.code, run.out.lines().next()), (1, Some("UB: branch on poison")));
    let unneeded = folder.path().join("none.ll").display().to_string();
    let done = check(RIGHT, &["--repro", &unneeded]);
    assert!(done.code == 0 && done.err.contains("is not written: there is no counterexample"), "{done:?}");
    assert!(!folder.path().join("none.ll").exists());
}

#[test]
fn answers_of_unknown_functions_are_in_both_reports() {
    let pair = "declare i8 @f(i8)\ndefine i8 @src() {\n  %r = call i8 @f(i8 3)\n  ret i8 %r\n}\n\
                define i8 @tgt() {\n  %r = call i8 @f(i8 3)\n  ret i8 1\n}\n";
    let answer = serde_json::json!([{ "call": "@f(i8 3)", "answer": "returns i8 0", "after": 0 }]);
    assert_eq!(check_json(pair, &[]).pair()["counterexample"]["calls"], answer);
    let shown = check(pair, &[]).out;
    assert!(shown.contains("\n  @f(i8 3) returns i8 0\n"), "{shown}");
    let folder = Folder::new();
    let path = folder.path().join("repro.ll").display().to_string();
    let done = check(pair, &["--repro", &path]);
    assert!(done.code == 1 && done.err.contains("functions without a body"), "{done:?}");
    assert!(check_json(WRONG, &[]).pair()["counterexample"].get("calls").is_none());
}

#[test]
fn a_rule_is_reproduced_and_blamed_at_its_smallest_failing_types() {
    let folder = Folder::new();
    let file = folder.file("rule.opt", "Pre: C != 0\n%r = sub %x, C\n=>\n%r = add nsw %x, -C\n");
    let path = folder.path().join("repro.ll").display().to_string();
    let done = llvet(&["check", "--widths=2..8", "--repro", &path, &file]);
    assert_eq!((done.code, done.err.as_str()), (1, ""));
    assert!(done.out.contains("without `nsw on %r` in the target"), "{}", done.out);
    let run = llvet(&["run", &path]);
    assert_eq!((run.code, run.out.lines().next()), (1, Some("UB: branch on poison")));
    let text = std::fs::read_to_string(&path).expect("it was written");
    assert!(text.contains("call i2 @tgt(i2 "), "{text}");
}

#[test]
fn counterexamples_say_more_in_json_too() {
    let pair = check_json(WRONG, &["--explain"]).pair();
    let counterexample = &pair["counterexample"];
    assert_eq!(counterexample["inputs"][0]["hex"], "0x7F");
    assert_eq!(counterexample["inputs"][0]["unsigned"], "127");
    assert_eq!(counterexample["blame"], "nsw on %r");
    assert_eq!(counterexample["failing_inputs"], serde_json::json!(["1", "256"]));
    assert!(counterexample["why"].as_str().is_some_and(|why| why.contains("`add nsw` overflows: 127 + 1")));
    assert!(pair["log"].as_array().is_some_and(|log| log.iter().any(|line| line.as_str().is_some_and(|l| l.contains("falsify: a hit")))));
    assert!(check(WRONG, &[]).out.contains("note: this is the only input of 256 that fails"));
}
