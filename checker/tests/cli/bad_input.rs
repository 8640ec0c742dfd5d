//! Input that is wrong: one clear message, exit code 2, and with `--json` one pair that says `invalid`.

use crate::{Folder, RIGHT, check, check_json, llvet, llvet_with_input};

/// The detail of the only pair, which must be invalid.
fn invalid(path: &str) -> String {
    let done = llvet(&["check", "--json", path]);
    assert_eq!(done.code, 2, "{done:?}");
    let pair = done.pair();
    assert_eq!(pair["verdict"], "invalid");
    let human = llvet(&["check", path]);
    assert_eq!(human.code, 2);
    assert_eq!(human.out.lines().count(), 1, "one line: {}", human.out);
    pair["detail"].as_str().expect("a detail").to_owned()
}

#[test]
fn files_that_are_no_text() {
    let folder = Folder::new();
    assert!(invalid("/nonexistent/x.ll").contains("cannot read"));
    assert!(invalid(&folder.path().display().to_string()).contains("is a directory"));
    assert!(invalid(&folder.file("a.bc", b"BC\xC0\xDE\x35\x14\0\0")).contains("llvm-dis"));
    assert!(invalid(&folder.file("a.out", b"\x7fELF\x02\x01\x01\0\0\0")).contains("binary data"));
    assert!(invalid(&folder.file("empty.ll", b"")).contains("empty file"));
    assert!(invalid(&folder.file("blank.ll", b" \n\n")).contains("empty file"));
}

#[test]
fn one_of_two_files_is_missing() {
    let folder = Folder::new();
    let good = folder.file("good.ll", RIGHT);
    let done = llvet(&["check", "--json", &good, "/nonexistent/x.ll"]);
    assert_eq!((done.code, done.verdicts()), (2, vec!["invalid".to_owned()]));
}

#[test]
fn text_that_is_no_module() {
    let folder = Folder::new();
    let path = folder.file("bad.ll", "define i8 @src(i8 %x) {\n  %r = frobnicate i8 %x\n  ret i8 %r\n}\n");
    let done = llvet(&["check", "--json", &path]);
    assert_eq!(done.code, 2);
    let detail = done.pair()["detail"].as_str().expect("a detail").to_owned();
    assert!(detail.starts_with(&format!("{path}:2:8: ")), "{detail}");
    assert!(done.err.contains(&format!("--> {path}:2:8")) && done.err.contains("^^^^"), "{}", done.err);
    assert_eq!(check("hello\n", &[]).code, 2);
}

#[test]
fn bytes_that_are_no_utf8() {
    let comment = llvet_with_input(&["check", "--json", "-"], format!("{RIGHT}; caf\u{e9}").as_bytes());
    assert_eq!(comment.code, 0);
    let mut bytes = b"; caf\xe9 \xff\n".to_vec();
    bytes.extend(RIGHT.as_bytes());
    assert_eq!(llvet_with_input(&["check", "--json", "-"], &bytes).code, 0);
    let broken = llvet_with_input(&["check", "--json", "-"], b"define \xff\xfe i8 @src() {\n");
    assert_eq!((broken.code, broken.verdicts()), (2, vec!["invalid".to_owned()]));
}

#[test]
fn invalid_modules_are_invalid_wherever_the_error_is() {
    let text = format!("{RIGHT}define i8 @other(i8 %x) {{\n  ret i8 %y\n}}\n");
    let done = check_json(&text, &[]);
    assert_eq!(done.code, 2);
    assert!(done.pair()["detail"].as_str().is_some_and(|d| d.starts_with("<stdin>:10:10: ")), "{done:?}");
    let twice = check_json(&format!("{RIGHT}{RIGHT}"), &[]);
    assert_eq!((twice.code, twice.verdicts()), (2, vec!["invalid".to_owned()]));
}

#[test]
fn no_pairs() {
    let detail = |text: &str| {
        let done = check_json(text, &[]);
        assert_eq!(done.code, 2);
        done.pair()["detail"].as_str().expect("a detail").to_owned()
    };
    let only = detail("define void @src() {\n  ret void\n}\n");
    assert!(only.contains("@src is not checked: no function @tgt"), "{only}");
    let declared = detail("define void @src() {\n  ret void\n}\ndeclare void @tgt()\n");
    assert!(declared.contains("function @tgt has no body"), "{declared}");
    let none = detail("define void @f() {\n  ret void\n}\n");
    assert!(none.contains("this file defines @f") && none.contains("--pair A=B"), "{none}");
    assert!(detail("declare void @f()\n").contains("this file defines no function"));
}

#[test]
fn signatures_differ() {
    let text = "define i8 @src(i8 %x) {\n  ret i8 %x\n}\ndefine i16 @tgt(i16 %x) {\n  ret i16 %x\n}\n";
    let done = check_json(text, &[]);
    assert_eq!(done.code, 2);
    let pair = done.pair();
    assert_eq!((&pair["verdict"], &pair["reason"]), (&"invalid".into(), &"signature".into()));
}

#[test]
fn bad_usage() {
    for args in [
        &["check"][..],
        &["check", "a.ll", "b.ll", "c.ll"],
        &["check", "--method=magic", "a.ll"],
        &["check", "--timeout=soon", "a.ll"],
        &["check", "--pair=a", "a.ll"],
        &["frobnicate"],
        &[],
    ] {
        let done = llvet(args);
        assert_eq!(done.code, 2, "{args:?}");
        assert!(!done.err.is_empty() && done.out.is_empty(), "{args:?}");
    }
}

#[test]
fn rules_are_recognised_by_their_text_and_their_name() {
    let done = check_json("Name: add zero\n%r = add %x, 0\n=>\n%r = %x\n", &[]);
    assert_eq!((done.code, done.verdicts()), (0, vec!["refines".to_owned()]));
    let folder = Folder::new();
    assert_eq!(llvet(&["check", &folder.file("rule.opt", "%r = add %x, 0\n=>\n%r = %x\n")]).code, 0);
}
