//! `run`: outcomes, traces, exit codes, and calls that make no sense.

use crate::{Done, llvet, llvet_with_input};

const MODULE: &str = "\
define i8 @inner(i8 %x) {
  %m = mul nsw i8 %x, %x
  ret i8 %m
}
define i8 @f(i8 %x) {
  %a = call i8 @inner(i8 %x)
  %r = udiv i8 100, %a
  ret i8 %r
}
define i1 @same(i1 %x) {
  %r = icmp eq i1 %x, %x
  ret i1 %r
}
define i8 @count(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  %c = icmp eq i8 %j, %n
  br i1 %c, label %done, label %loop
done:
  ret i8 %i
}
define double @nan() {
  %r = fsub double 0x7FF0000000000000, 0x7FF0000000000000
  ret double %r
}
define i8 @main(i32 %argc, ptr %argv) {
  %t = trunc i32 %argc to i8
  ret i8 %t
}
declare i8 @extern()
define i8 @calls_extern() {
  %r = call i8 @extern()
  ret i8 %r
}
";

fn run(args: &[&str]) -> Done {
    llvet_with_input(&[&["run", "-"], args].concat(), MODULE.as_bytes())
}

fn outcomes(done: &Done) -> Vec<String> {
    let json = done.json();
    json["outcomes"].as_array().expect("a list").iter().map(|o| o.as_str().expect("text").to_owned()).collect()
}

#[test]
fn a_call_prints_its_outcome() {
    let done = run(&["--call", "@f(i8 5)"]);
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "i8 4\n", ""));
    assert_eq!(run(&[]).out, "i8 0\n");
    let done = run(&["--json", "--call", "@f(i8 poison)"]);
    assert_eq!((done.code, outcomes(&done)), (1, vec!["UB: division by poison".to_owned()]));
}

#[test]
fn undefined_behavior_is_shown_with_its_place_and_stack() {
    let done = run(&["--trace", "--call", "@f(i8 100)"]);
    assert_eq!(done.code, 1);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(
        lines[..7],
        [
            "enter @f(i8 100)",
            "  enter @inner(i8 100)",
            "    %m = mul nsw i8 %x, %x => poison (signed wrap (nsw))",
            "  leave @inner with poison",
            "  %a = call i8 @inner(i8 %x) => poison",
            "  %r = udiv i8 100, %a => UB: division by poison",
            "UB: division by poison",
        ]
    );
    assert!(done.out.contains("--> <stdin>:7:3"), "{}", done.out);
    let text = MODULE.replace("mul nsw i8 %x, %x", "udiv i8 %x, 0");
    let done = llvet_with_input(&["run", "-", "--call", "@f(i8 1)"], text.as_bytes());
    assert!(done.out.contains("--> <stdin>:2:3") && done.out.contains("called from @f at <stdin>:6:3"), "{}", done.out);
}

#[test]
fn all_prints_the_set_of_outcomes() {
    let done = run(&["--all", "--json", "--call", "@same(i1 undef)"]);
    assert_eq!((done.code, outcomes(&done)), (0, vec!["i1 false".to_owned(), "i1 true".to_owned()]));
    let done = run(&["--all", "--call", "@same(i1 true)"]);
    assert_eq!((done.code, done.out.as_str()), (0, "i1 true\n"));
    let done = run(&["--all", "--json", "--call", "@nan()"]);
    assert_eq!(outcomes(&done), ["double nan"]);
}

#[test]
fn limits_are_reported() {
    let done = run(&["--max-steps=50", "--call", "@count(i8 0)"]);
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (3, "", "incomplete: step limit reached\n"));
    assert_eq!(run(&["--call", "@count(i8 0)"]).out, "i8 -1\n");
    let done = run(&["--all", "--json", "--max-runs=1", "--nan-payloads", "--call", "@nan()"]);
    assert_eq!((done.code, done.json()["complete"].as_bool()), (3, Some(false)));
    assert!(outcomes(&done).iter().all(|o| o.starts_with("double 0x")), "{done:?}");
}

#[test]
fn functions_without_a_body_are_unsupported() {
    let done = run(&["--json", "--call", "@calls_extern()"]);
    assert_eq!((done.code, outcomes(&done).len()), (3, 0));
    let error = done.json()["error"].as_str().expect("an error").to_owned();
    assert!(error.contains("@extern") && error.contains("<stdin>:35:3"), "{error}");
}

#[test]
fn seeds_pick_reproducibly() {
    let text = "define i64 @main() {\n  %r = freeze i64 poison\n  ret i64 %r\n}\n";
    let run = |seed: &str| llvet_with_input(&["run", "-", "--seed", seed], text.as_bytes()).out;
    assert_eq!(run("1"), run("1"));
    assert_ne!(run("1"), run("2"));
}

#[test]
fn bad_calls_are_refused() {
    for (call, says) in [
        ("@f(i8 1, i8 2)", "@f takes (i8), not (i8, i8)"),
        ("@f(i16 1)", "@f takes (i8), not (i16)"),
        ("@f(i8 %x)", "undefined value"),
        ("@none()", "undefined value"),
        ("f(i8 1)", "--call"),
        ("", "--call"),
    ] {
        let done = run(&["--call", call]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{call}: {done:?}");
        assert!(done.err.contains(says), "{call}: {}", done.err);
        assert_eq!(run(&["--json", "--call", call]).json()["complete"], false);
    }
    let done = llvet(&["run", "--json", "/nonexistent/x.ll"]);
    assert_eq!((done.code, outcomes(&done).len()), (2, 0));
    let done = llvet_with_input(&["run", "-"], b"define i8 @main() {\n  ret i8 %x\n}\n");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("undefined"), "{}", done.err);
}
