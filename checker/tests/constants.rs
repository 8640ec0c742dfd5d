//! For which constants a rule holds: flags of rules whose conditions are known, and what happens where no predicate is found.

use llvet_checker::flags::rule::{RuleAnalysis, RuleAnswer, RuleQuestion, analyse};
use llvet_checker::flags::table::Decision;
use llvet_checker::refine::CheckOptions;
use llvet_checker::rules::ast::{RuleFile, Widths};
use llvet_checker::rules::check::{RuleOptions, check};
use llvet_checker::rules::constants::{self, Condition, Question};
use llvet_checker::rules::parser::parse;
use llvet_checker::verdict::VerdictKind;

fn read(text: &str) -> RuleFile {
    let file = parse(text.as_bytes());
    assert_eq!(file.diagnostics, [], "{text}");
    file
}

fn options(to: u32) -> CheckOptions {
    let rules = RuleOptions { widths: Some(Widths { from: 1, to }), root_only: false };
    CheckOptions { rules, ..CheckOptions::default() }
}

fn ask(text: &str, to: u32) -> RuleAnalysis {
    let file = read(text);
    analyse(RuleQuestion { rule: &file.rules[0], declared: None, options: &options(to) })
}

fn answer<'a>(analysis: &'a RuleAnalysis, flag: &str) -> &'a RuleAnswer {
    let found = analysis.answers.iter().rev().find(|a| a.at.flag.name() == flag);
    found.unwrap_or_else(|| panic!("no {flag}: {analysis:?}"))
}

/// The condition of a flag of the last instruction, proved in both directions.
#[track_caller]
fn condition(analysis: &RuleAnalysis, flag: &str) -> Condition {
    let answer = answer(analysis, flag);
    assert_eq!(answer.decision, Decision::Drop);
    let finding = answer.finding.clone().expect("constants were tried");
    let condition = finding.condition.unwrap_or_else(|| panic!("no predicate: {:?}", finding.counts));
    assert!(condition.is_proved(), "{condition:?}");
    condition
}

#[track_caller]
fn keeps(analysis: &RuleAnalysis, flag: &str) {
    assert_eq!(answer(analysis, flag).decision, Decision::Keep, "{flag}");
}

#[test]
fn subtraction_of_a_constant_as_addition() {
    let nsw = ask("%r = sub nsw %x, C\n=>\n%r = add %x, -C\n", 64);
    assert_eq!(condition(&nsw, "nsw").words, "C != INT_MIN");
    let fixed = ask("%r = sub nsw i32 %x, C\n=>\n%r = add i32 %x, -C\n", 64);
    assert_eq!(condition(&fixed, "nsw").words, "C != INT_MIN");
    let nuw = ask("%r = sub nuw %x, C\n=>\n%r = add %x, -C\n", 8);
    assert_eq!(condition(&nuw, "nuw").words, "C == 0");
}

#[test]
fn sums_of_constants() {
    let both = |flag: &str| format!("%a = add {flag} %x, C1\n%r = add {flag} %a, C2\n=>\n%r = add %x, C1 + C2\n");
    let nsw = condition(&ask(&both("nsw"), 8), "nsw");
    assert_eq!(nsw.words, "C1 + C2 does not overflow as signed numbers");
    // Twice INT_MIN is never defined and so keeps everything.
    assert!(nsw.aside && nsw.apart.is_none());
    // An unsigned overflow makes the source poison for every input.
    keeps(&ask(&both("nuw"), 8), "nuw");
}

#[test]
fn sums_of_constants_with_a_flag_on_one() {
    let between = |c: &str| format!("C1 + C2 == 0, or {c} and C1 + C2 have the same sign and |C1 + C2| <= |{c}|");
    let outer = ask("%a = add %x, C1\n%r = add nsw %a, C2\n=>\n%r = add %x, C1 + C2\n", 8);
    assert_eq!(condition(&outer, "nsw").words, between("C2"));
    let inner = ask("%a = add nsw %x, C1\n%r = add %a, C2\n=>\n%r = add %x, C1 + C2\n", 8);
    assert_eq!(condition(&inner, "nsw").words, between("C1"));
}

#[test]
fn conditions_are_proved_where_the_source_chooses() {
    // The target's flag is wrong for all choices of the source only where INT_MIN is subtracted.
    let rule = "%u = freeze undef\n%b = and %u, 1\n%s = add %x, %b\n%r = sub nsw %s, C\n=>\n%r = add %x, -C\n";
    let found = condition(&ask(rule, 8), "nsw");
    assert_eq!(found.words, "C != INT_MIN");
    assert!(found.apart.is_some_and(|a| a.place == "%x: i1, C: i1" && a.holds));
}

#[test]
fn multiplication_by_a_power_of_two_as_shift() {
    let pre = "Pre: C u< width(C)\n";
    let nsw = condition(&ask(&format!("{pre}%r = mul nsw %x, 1 << C\n=>\n%r = shl %x, C\n"), 12), "nsw");
    assert_eq!(nsw.words, "C < width - 1");
    // One bit wide, -1 is the only factor, and the source is defined for 0 only.
    assert!(nsw.apart.is_some_and(|a| a.place == "%x: i1, C: i1" && a.holds));
    keeps(&ask(&format!("{pre}%r = mul nuw %x, 1 << C\n=>\n%r = shl %x, C\n"), 12), "nuw");
}

#[test]
fn strict_comparisons_keep_samesign_where_the_constant_keeps_its_sign() {
    let largest = "C != -1 u>> 1";
    for (pre, from, to, change, words) in [
        ("!isSignBit(C)", "sge", "sgt", "C - 1", "C and C - 1 have the same sign"),
        (largest, "sle", "slt", "C + 1", "C and C + 1 have the same sign"),
        ("C != 0", "uge", "ugt", "C - 1", "C and C - 1 have the same sign"),
        ("C != -1", "ule", "ult", "C + 1", "C and C + 1 have the same sign"),
    ] {
        let rule = format!("Pre: {pre}\n%r = icmp samesign {from} %x, C\n=>\n%r = icmp {to} %x, {change}\n");
        assert_eq!(condition(&ask(&rule, 8), "samesign").words, words, "{rule}");
    }
}

#[test]
fn preconditions_that_repair() {
    let repaired = |text: &str| {
        let analysis = ask(text, 8);
        assert_eq!(analysis.given.verdict, VerdictKind::Counterexample, "{text}");
        for repair in &analysis.repairs {
            assert_eq!(check(&repair.rule, None, &options(8)).verdict, VerdictKind::Refines, "{}", repair.text);
        }
        analysis.repairs.into_iter().map(|r| r.text).collect::<Vec<_>>()
    };
    let strict = repaired("%r = icmp sge %x, C\n=>\n%r = icmp sgt %x, C - 1\n");
    assert_eq!(strict, ["add the precondition !isSignBit(C) (C != INT_MIN, the weakest such)"]);
    let negated = repaired("%r = sub nsw %x, C\n=>\n%r = add nsw %x, -C\n");
    assert_eq!(negated[0], "drop nsw on %r in the target");
    assert_eq!(negated[1], "add the precondition !isSignBit(C) (C != INT_MIN, the weakest such)");
    let result = repaired("%a = add nsw %x, C\n%r = freeze %a\n=>\n%r = add nsw %x, C\n");
    assert!(result.contains(&"freeze %r in the target".to_owned()), "{result:?}");
    let dropped = repaired("%f = freeze %x\n%r = add %f, C\n=>\n%r = add nsw %x, C\n");
    assert!(dropped.contains(&"freeze %x in the target and drop its flags".to_owned()), "{dropped:?}");
    let remainder = repaired("%r = urem %x, C\n=>\n%r = and %x, C - 1\n");
    assert_eq!(remainder, ["add the precondition isPowerOf2OrZero(C) (C is 0 or a power of two, the weakest such)"]);
}

#[test]
fn without_a_predicate_there_are_counts_and_examples() {
    // Holds for C = 0 and where the product of C with every odd number is itself: no predicate of the grammar.
    let file = read("%a = mul %x, C\n%r = and %a, C\n=>\n%r = and %a, 6\n");
    let options = CheckOptions { rules: RuleOptions { widths: Some(Widths { from: 4, to: 4 }), root_only: true }, ..options(4) };
    let question = Question { rule: &file.rules[0], declared: None, options: &options, signs_first: false };
    let finding = constants::find(question).expect("constants");
    assert_eq!(finding.counts.good + finding.counts.bad, 16);
    assert!(finding.counts.bad_examples.iter().all(|e| e.starts_with("C = i4 ")), "{:?}", finding.counts);
    // A rule without constants has nothing to find.
    let file = read("%r = add %x, 1\n=>\n%r = add nsw %x, 1\n");
    assert!(constants::find(Question { rule: &file.rules[0], ..question }).is_none());
}
