//! Mutants: each kind makes the changes it should, and wrong twins are wrong in a module of their own.

use llvet_checker::flags::proved;
use llvet_checker::mutate::score::{Tally, judge, twin};
use llvet_checker::mutate::{Kind, mutants};
use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_checker::verdict::VerdictKind;
use llvet_ir::Module;

const TWO_PAIRS: &str = "\
define i1 @src1(i8 %x, i8 %y) {
  %r = icmp sgt i8 %x, %y
  ret i1 %r
}
define i1 @tgt1(i8 %x, i8 %y) {
  %r = icmp slt i8 %y, %x
  ret i1 %r
}
define i8 @src2(i8 %x) {
  %a = add nsw i8 %x, 1
  %r = add nsw i8 %a, 2
  ret i8 %r
}
define i8 @tgt2(i8 %x) {
  %r = add nsw i8 %x, 3
  ret i8 %r
}
";

fn module(text: &str) -> Module {
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    parsed.module
}

fn changes(kind: Kind, src: usize, tgt: usize) -> Vec<String> {
    mutants(&module(TWO_PAIRS), src, tgt, &[kind]).into_iter().map(|m| m.what).collect()
}

#[test]
fn each_kind_changes_one_thing() {
    let flags = ["added nuw on %r", "dropped nsw on %a in the source", "dropped nsw on %r in the source"];
    assert_eq!(changes(Kind::Flags, 2, 3), flags);
    let constants = ["i8 4", "i8 2", "i8 -3", "i8 -4", "i8 0"].map(|c| format!("i8 3 became {c} in %r"));
    assert_eq!(changes(Kind::Constants, 2, 3), constants);
    assert_eq!(changes(Kind::Predicates, 0, 1).len(), 9);
    // %y or %x in place of the other, and both swapped; the result has another type than the arguments.
    assert_eq!(changes(Kind::Operands, 0, 1).len(), 3);
}

#[test]
fn counts_and_twins() {
    let module = module(TWO_PAIRS);
    let options = CheckOptions::default();
    let judged = judge(&module, 2, 3, &Kind::ALL, &options).expect("the rule is right");
    let mut tally = Tally::default();
    for one in &judged {
        tally.count(&one.verdict);
    }
    // nuw, two flags of the source, five constants, %x in place of %r in the return.
    assert_eq!(tally, Tally { killed: 9, equivalent: 0, undecided: 0 });
    for one in judged {
        let twin = twin(&module, 2, 3, &one.mutant, &[0, 1, 2, 3]);
        let text = llvet_ir::print::print_module(&twin);
        let again = self::module(&text);
        let names: Vec<&str> = again.functions.iter().map(|f| &*f.name).collect();
        assert_eq!(names, ["src2", "tgt2"]);
        assert_eq!(twin.function("tgt2").map(|f| &*f.name), Some("tgt2"));
        let pair = Pair {
            src_module: &again,
            src: &again.functions[0],
            tgt_module: &again,
            tgt: &again.functions[1],
            assume: None,
            unrolled: None,
        };
        assert_eq!(check_pair(pair, &options).verdict, VerdictKind::Counterexample, "{text}");
    }
}

#[test]
fn an_equivalent_mutant_is_no_wrong_twin() {
    let text = TWO_PAIRS.replace("%a = add nsw i8 %x, 1", "%a = and i8 %x, 7");
    let text = text.replace("%r = add nsw i8 %x, 3", "%a = and i8 %x, 7\n  %r = add i8 %a, 2");
    let judged = judge(&module(&text), 2, 3, &[Kind::Flags], &CheckOptions::default()).expect("the rule is right");
    assert!(judged.len() == 3 && judged.iter().all(|j| proved(&j.verdict)), "{judged:?}");
}

#[test]
fn a_rule_that_is_wrong_has_no_mutants() {
    let text = TWO_PAIRS.replace("%x, 3", "%x, 4");
    assert_eq!(judge(&module(&text), 2, 3, &Kind::ALL, &CheckOptions::default()), None);
}
