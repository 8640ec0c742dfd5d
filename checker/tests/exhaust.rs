//! Decisions by enumeration alone, against those of the solver.

mod common;

use std::time::Duration;

use common::{check_with, options, pair};
use llvet_checker::refine::CheckOptions;
use llvet_checker::verdict::{HoldsIf, Method, Reason, Verdict, VerdictKind};

fn enumerate(ret: &str, args: &str, src: &str, tgt: &str) -> Verdict {
    let text = pair(ret, args, src, tgt);
    let enumerated = check_with(&text, &CheckOptions { method: Some(Method::Enumerate), ..options() });
    let solved = check_with(&text, &CheckOptions { method: Some(Method::Smt), ..options() });
    let summary = |v: &Verdict| (v.verdict, v.reason, v.holds_if);
    assert_eq!(summary(&enumerated), summary(&solved), "{text}");
    enumerated
}

#[test]
fn small_rules_need_no_solver() {
    let absorbed = "%a = or i8 %x, %y\n%r = and i8 %a, %x\nret i8 %r";
    let summed = "%a = or i8 %x, %y\n%b = and i8 %x, %y\n%r = mul i8 %a, %b\nret i8 %r";
    let other = "%n = xor i8 %x, -1\n%a = and i8 %n, %y\n%s = add i8 %a, %x\n%b = and i8 %y, %x\n%r = mul i8 %b, %s\nret i8 %r";
    let verdict = enumerate("i8", "i8 noundef %x, i8 noundef %y", summed, other);
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Refines, Some(Method::Enumerate)));
    // The other way round, a poison %y poisons what did not depend on it.
    let verdict = enumerate("i8", "i8 %x, i8 %y", "ret i8 %x", absorbed);
    assert_eq!((verdict.reason, verdict.method), (Some(Reason::MorePoisonous), Some(Method::Enumerate)));
    assert_eq!(verdict.holds_if, Some(HoldsIf::NoPoisonInput));
}

#[test]
fn the_only_failing_input_is_found() {
    let source = "%a = mul i8 %x, 3\n%b = xor i8 %a, %y\n%r = sub i8 %b, 7\nret i8 %r";
    let target = "%c = icmp eq i8 %x, 93\n%d = icmp eq i8 %y, 201\n%e = and i1 %c, %d\n%z = zext i1 %e to i8\n%a = mul i8 %x, 3\n%b = xor i8 %a, %y\n%s = sub i8 %b, 7\n%r = add i8 %s, %z\nret i8 %r";
    let args = "i8 noundef %x, i8 noundef %y";
    let verdict = enumerate("i8", args, source, target);
    assert_eq!(verdict.reason, Some(Reason::ValueMismatch));
    let inputs = verdict.counterexample.expect("a counterexample").inputs;
    assert_eq!(inputs.iter().map(|i| i.value.as_str()).collect::<Vec<_>>(), ["i8 93", "i8 -55"]);
}

#[test]
fn choices_of_the_source_are_sets() {
    let verdict = enumerate(
        "i8",
        "i8 %x, i8 %y",
        "%f = freeze i8 %x\n%r = add i8 %f, %y\nret i8 %r",
        "%f = freeze i8 %x\n%r = add i8 %y, %f\nret i8 %r",
    );
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Refines, Some(Method::Enumerate)));
    // What a freeze doubles is even: an odd outcome is not allowed.
    let verdict = enumerate(
        "i8",
        "i8 %x",
        "%f = freeze i8 %x\n%r = shl i8 %f, 1\nret i8 %r",
        "%f = freeze i8 %x\n%s = shl i8 %f, 1\n%r = or i8 %s, 1\nret i8 %r",
    );
    assert_eq!(verdict.reason, Some(Reason::ValueMismatch));
}

#[test]
fn fixed_choices_come_before_the_readers() {
    let verdict = enumerate("i4", "", "%f = freeze i4 poison\nret i4 %f", "ret i4 undef");
    assert_eq!(verdict.reason, Some(Reason::MoreUndefined));
    assert_eq!(enumerate("i4", "", "ret i4 undef", "%f = freeze i4 poison\nret i4 %f").verdict, VerdictKind::Refines);
    assert_eq!(
        enumerate("i4", "i4 %x", "%f = freeze i4 %x\n%r = and i4 %f, 0\nret i4 %r", "%r = and i4 undef, 0\nret i4 %r").verdict,
        VerdictKind::Refines
    );
}

#[test]
fn undef_inputs_are_enumerated() {
    let verdict = enumerate("i8", "i8 %x", "%r = mul i8 %x, 2\nret i8 %r", "%r = add i8 %x, %x\nret i8 %r");
    assert_eq!((verdict.verdict, verdict.holds_if), (VerdictKind::Counterexample, Some(HoldsIf::NoUndefInput)));
}

#[test]
fn choices_that_nothing_depends_on_are_none() {
    let wrong = "%r = or i8 %x, 1\nret i8 %r";
    let dead = "%f = freeze i8 poison\n%u = xor i8 undef, %f\nret i8 %x";
    let after = "br label %end\ndead:\n%f = freeze i8 poison\nbr label %end\nend:\n%r = phi i8 [ %f, %dead ], [ %x, %0 ]\nret i8 %r";
    let never = "br i1 false, label %choose, label %end\nchoose:\n%f = freeze i8 undef\nret i8 %f\nend:\nret i8 %x";
    for source in [dead, after, never] {
        assert_eq!(enumerate("i8", "i8 %x", source, "ret i8 %x").verdict, VerdictKind::Refines, "{source}");
        assert_eq!(enumerate("i8", "i8 %x", source, wrong).reason, Some(Reason::ValueMismatch), "{source}");
        // And of the target.
        assert_eq!(enumerate("i8", "i8 %x", "ret i8 %x", source).verdict, VerdictKind::Refines, "{source}");
    }
    // A choice that only decides where control goes: both ways lead to one value, or do not.
    let branch = |other: &str| format!("%f = freeze i1 poison\nbr i1 %f, label %a, label %b\na:\nret i8 %x\nb:\nret i8 {other}");
    assert_eq!(enumerate("i8", "i8 %x", &branch("%x"), "ret i8 %x").verdict, VerdictKind::Refines);
    assert_eq!(enumerate("i8", "i8 %x", &branch("7"), "ret i8 7").verdict, VerdictKind::Refines);
    assert_eq!(enumerate("i8", "i8 %x", &branch("7"), "ret i8 8").reason, Some(Reason::ValueMismatch));
}

#[test]
fn too_many_inputs_are_said_to_be_too_many() {
    let text = pair("i64", "i64 %x, i64 %y", "%r = mul i64 %x, %y\nret i64 %r", "%r = mul i64 %y, %y\nret i64 %r");
    let verdict = check_with(&text, &CheckOptions { method: Some(Method::Enumerate), ..options() });
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
    assert_eq!(verdict.detail, "2^128 inputs or choices are too many to enumerate");
}

#[test]
fn one_value_of_many_picks_is_found_when_replayed() {
    // Only undef = MAX overflows.
    let verdict = enumerate("i4", "i4 %x", "%r = add i4 %x, undef\nret i4 %r", "%r = add nsw i4 %x, undef\nret i4 %r");
    assert_eq!(verdict.reason, Some(Reason::MorePoisonous));
    // Only undef = MIN is undefined behavior, before the result is read.
    let source = "%b = srem i3 0, %x\nret i3 0";
    let target = "%w = call { i3, i1 } @llvm.ssub.with.overflow.i3(i3 undef, i3 0)\n%a = extractvalue { i3, i1 } %w, 0\n\
                  %r = srem i3 %a, %x\nret i3 %r";
    let declared = format!("declare {{ i3, i1 }} @llvm.ssub.with.overflow.i3(i3, i3)\n{}", pair("i3", "i3 %x", source, target));
    let verdict = check_with(&declared, &options());
    assert_eq!(verdict.reason, Some(Reason::SourceMoreDefined), "{verdict:?}");
}

#[test]
fn a_search_that_runs_out_of_time_ends() {
    // The source has a choice, and there are 2^32 inputs.
    let source = "%f = freeze i8 poison\n%a = and i8 %f, 1\n%b = trunc i32 %x to i8\n%c = mul i8 %b, %b\n%r = or i8 %c, %a\nret i8 %r";
    let target = "%b = trunc i32 %x to i8\n%c = mul i8 %b, %b\n%r = or i8 %c, 1\nret i8 %r";
    let text = pair("i8", "i32 noundef %x", source, target);
    let limited = CheckOptions { method: Some(Method::Enumerate), timeout: Duration::from_millis(100), ..options() };
    let verdict = check_with(&text, &limited);
    assert_eq!((verdict.verdict, verdict.detail.starts_with("time limit")), (VerdictKind::Inconclusive, true), "{verdict:?}");
}
