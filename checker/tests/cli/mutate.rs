//! `llvet mutate`.

use crate::{Folder, RIGHT, WRONG, llvet};

#[test]
fn wrong_twins_are_a_corpus_that_passes() {
    let folder = Folder::new();
    let rules = folder.file("rules.ll", crate::numbered(RIGHT, "1") + &crate::numbered(WRONG, "2"));
    let out = folder.path().join("wrong");
    let out = out.to_str().expect("a path in UTF-8");
    let done = llvet(&["mutate", "--json", "--out", out, &rules]);
    let json = done.json();
    assert_eq!((done.code, json["unproved"].as_u64()), (0, Some(1)), "{done:?}");
    // Of the right pair: two flags, five constants less those that mean the same, %x in place of %r.
    let killed = json["totals"]["killed"].as_u64().expect("a count");
    assert_eq!(std::fs::read_dir(out).expect("the folder").count() as u64, killed);
    assert!(killed >= 6, "{json}");
    let done = llvet(&["corpus", "run", out]);
    assert_eq!(done.code, 0, "{done:?}");
}

#[test]
fn files_that_are_no_pairs_are_named() {
    let folder = Folder::new();
    let bad = folder.file("bad.ll", "define i8 @f(");
    let done = llvet(&["mutate", &bad]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("bad.ll"), "{}", done.err);
}

#[test]
fn rules_are_changed_as_rules() {
    let folder = Folder::new();
    let rules = folder.file("rem.opt", ";! widths: 2..4\nName: rem\nPre: isPowerOf2(C)\n%r = urem %x, C\n=>\n%r = and %x, C - 1\n");
    let out = folder.path().join("wrong");
    let out = out.to_str().expect("a path in UTF-8");
    let done = llvet(&["mutate", "--json", "--out", out, &rules]);
    let json = done.json();
    assert_eq!((done.code, json["unproved"].as_u64()), (0, Some(0)), "{done:?}");
    let read = |entry: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(entry.expect("a file").path()).expect("its text");
    let twins: Vec<String> = std::fs::read_dir(out).expect("the folder").map(read).collect();
    assert_eq!(Some(twins.len() as u64), json["totals"]["killed"].as_u64());
    let has = |what: &str| twins.iter().any(|t| t.contains(what));
    assert!(has("dropped isPowerOf2(C) from the precondition") && has("C became C + 1 in %r"), "{twins:?}");
    assert!(twins.iter().all(|t| t.starts_with("; expect: counterexample ") && t.contains(";! widths: 2..4\n")), "{twins:?}");
    assert_eq!(llvet(&["corpus", "run", "--cache=off", "--no-isolation", out]).code, 0);
}
