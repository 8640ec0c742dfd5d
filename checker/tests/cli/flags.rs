//! `llvet flags`.

use crate::{Folder, RIGHT, WRONG, check, llvet, llvet_with_input};

const CHAIN: &str = "\
define i8 @src(i8 %x) {
  %a = add nsw i8 %x, 10
  %r = add nsw i8 %a, 20
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = add i8 %x, 30
  ret i8 %r
}
";

#[test]
fn the_report_for_scripts() {
    let done = llvet_with_input(&["flags", "--json", "-"], CHAIN.as_bytes());
    let json = done.json();
    assert_eq!((done.code, &json["root"]), (0, &"%r".into()));
    let flags = json["instructions"][0]["flags"].as_array().expect("flags");
    let verdicts: Vec<_> = flags.iter().map(|f| (f["flag"].as_str(), f["verdict"].as_str())).collect();
    assert_eq!(verdicts, [(Some("nuw"), Some("drop")), (Some("nsw"), Some("keep"))]);
    assert!(flags[0]["counterexample"]["inputs"][0]["value"].is_string(), "{json}");
    assert_eq!(flags[1]["reason"], "equal as polynomials when constants are read as signed");
    assert_eq!(json["source"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_flag_that_must_go_is_pointed_at() {
    let done = llvet_with_input(&["flags", "-"], WRONG.as_bytes());
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.out.contains("nsw must go") && done.out.contains("6 |   %r = add nsw i8 %x, 1"), "{}", done.out);
    assert!(done.out.contains("repair: drop nsw on %r in the target"), "{}", done.out);
}

#[test]
fn a_fixed_module_checks() {
    let done = llvet_with_input(&["flags", "--fix", "-"], WRONG.as_bytes());
    assert_eq!((done.code, done.err.as_str()), (0, "src -> tgt: drop nsw on %r in the target\n"));
    assert_eq!(check(&done.out, &[]).code, 0, "{}", done.out);
    let value = WRONG.replace("add nsw i8 %x, 1", "add i8 %x, 2");
    let done = llvet_with_input(&["flags", "--fix", "-"], value.as_bytes());
    assert_eq!(done.code, 1);
    assert!(done.err.contains("no change of the target was found"), "{}", done.err);
}

#[test]
fn several_pairs_and_bad_input() {
    let folder = Folder::new();
    let two = folder.file("two.ll", crate::numbered(RIGHT, "1") + &crate::numbered(WRONG, "2"));
    let done = llvet(&["flags", "--json", &two]);
    let json = done.json();
    assert_eq!((done.code, json["others"].as_array().map(Vec::len)), (1, Some(1)));
    let done = llvet_with_input(&["flags", "--json", "-"], b"define i8 @src(");
    let json = done.json();
    assert_eq!((done.code, json["given"]["verdict"].as_str()), (2, Some("invalid")));
}

const RULE: &str = "Name: negate\n%r = sub nsw %x, C\n=>\n%r = add nsw %x, -C\n";

#[test]
fn rules_say_for_which_constants_a_flag_may_stay() {
    let folder = Folder::new();
    let file = folder.file("negate.opt", format!(";! widths: 1..8\n{RULE}"));
    let done = llvet(&["flags", "--json", &file]);
    let json = done.json();
    assert_eq!((done.code, &json["root"], &json["pair"]), (1, &"%r".into(), &"negate".into()));
    let nsw = &json["instructions"][0]["flags"][1];
    assert_eq!((&nsw["flag"], &nsw["verdict"], &nsw["present"]), (&"nsw".into(), &"drop".into(), &true.into()));
    let condition = &nsw["constants"]["condition"];
    assert_eq!((&condition["words"], &condition["proved"]), (&"C != INT_MIN".into(), &true.into()));
    let done = llvet(&["flags", &file]);
    assert!(done.out.contains("nsw iff C != INT_MIN (proved at 8 typings)"), "{}", done.out);
    assert!(done.out.contains("repair: add the precondition !isSignBit(C)"), "{}", done.out);
    let done = llvet(&["flags", "--fix", &file]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.ends_with("Name: negate\n%r = sub nsw %x, C\n  =>\n%r = add %x, -C\n"), "{}", done.out);
    let fixed = folder.file("fixed.opt", &done.out);
    assert_eq!(llvet(&["check", &fixed]).code, 0);
}

#[test]
fn a_rule_is_repaired_by_a_freeze() {
    let folder = Folder::new();
    let file = folder.file("and.opt", "Name: both\n%r = select i1 %a, i1 %b, i1 false\n=>\n%r = and i1 %a, %b\n");
    let done = llvet(&["flags", &file]);
    assert!(done.out.contains("repair: freeze %b in the target"), "{}", done.out);
    // No single one will do, but not all are needed.
    let several = "%c = icmp ne %x, 0\n%n = select %c, i1 %a, i1 false\n%r = select i1 %n, i1 %b, i1 false\n=>\n\
                   %c = icmp ne %x, 0\n%n = and %c, %a\n%r = and %n, %b\n";
    let done = llvet(&["flags", "--widths=1..4", &folder.file("several.opt", several)]);
    assert!(done.out.contains("repair: freeze %a and %b in the target"), "{}", done.out);
    let done = llvet(&["flags", "--fix", &file]);
    assert_eq!((done.code, done.err.as_str()), (0, "both: freeze %b in the target\n"));
    assert!(done.out.ends_with("=>\n%b.fr = freeze %b\n%r = and i1 %a, %b.fr\n"), "{}", done.out);
    let fixed = folder.file("fixed.opt", &done.out);
    assert_eq!(llvet(&["check", &fixed]).code, 0);
}
