//! Pairs with loops: complete proofs, proofs up to a bound, counterexamples after many rounds, and loops that never end.

mod common;

use common::{check, check_with, options, pair};
use llvet_checker::refine::CheckOptions;
use llvet_checker::verdict::{Reason, Verdict, VerdictKind};

/// Asserts a proof and its bound.
#[track_caller]
fn refines_up_to(bound: Option<u32>, text: &str) {
    let verdict = check(text);
    assert_eq!((verdict.verdict, verdict.bounded), (VerdictKind::Refines, bound), "{verdict:?}\n{text}");
}

/// Asserts a counterexample.
#[track_caller]
fn fails(reason: Reason, text: &str) -> Verdict {
    let verdict = check(text);
    assert_eq!((verdict.verdict, verdict.reason), (VerdictKind::Counterexample, Some(reason)), "{verdict:?}\n{text}");
    assert!(verdict.counterexample.is_some());
    verdict
}

/// A body that adds `%x` a fixed number of times.
fn sum(times: u32) -> String {
    format!(
        "entry:\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]\n  %s = phi i32 [ 0, %entry ], [ %s2, %loop ]
  %s2 = add i32 %s, %x\n  %i2 = add i32 %i, 1\n  %c = icmp ult i32 %i2, {times}\n  br i1 %c, label %loop, label %done
done:\n  ret i32 %s2"
    )
}

#[test]
fn loops_of_a_fixed_number_of_rounds_are_unrolled_fully() {
    let times = |n: u32| format!("  %r = mul i32 %x, {n}\n  ret i32 %r");
    refines_up_to(None, &pair("i32", "i32 %x", &sum(5), &times(5)));
    refines_up_to(None, &pair("i32", "i32 %x", &sum(100), &times(100)));
    fails(Reason::ValueMismatch, &pair("i32", "i32 %x", &sum(5), &times(6)));
    fails(Reason::ValueMismatch, &pair("i32", "i32 %x", &sum(100), &times(99)));
}

/// A body that counts up to `%n`.
fn count(ty: &str) -> String {
    format!(
        "entry:\n  br label %head\nhead:\n  %i = phi {ty} [ 0, %entry ], [ %i2, %body ]\n  %c = icmp ult {ty} %i, %n
  br i1 %c, label %body, label %done\nbody:\n  %i2 = add {ty} %i, 1\n  br label %head\ndone:\n  ret {ty} %i"
    )
}

#[test]
fn a_proof_says_up_to_which_bound_it_holds() {
    refines_up_to(Some(16), &pair("i32", "i32 noundef %n", &count("i32"), "  ret i32 %n"));
    // At most 15 rounds: nothing is left out.
    refines_up_to(None, &pair("i4", "i4 noundef %n", &count("i4"), "  ret i4 %n"));
    // Whatever undef is, it may be something else at the next read; branching on what may differ is undefined.
    refines_up_to(None, &pair("i4", "i4 %n", &count("i4"), "  ret i4 %n"));
}

#[test]
fn bounds_can_be_given_and_refused() {
    let wrong_after_three = "  %c = icmp ugt i32 %n, 3\n  %r = select i1 %c, i32 7, i32 %n\n  ret i32 %r";
    let text = pair("i32", "i32 noundef %n", &count("i32"), wrong_after_three);
    let with = |src_unroll, tgt_unroll, strict_bounds| {
        let verdict = check_with(&text, &CheckOptions { src_unroll, tgt_unroll, strict_bounds, ..options() });
        (verdict.verdict, verdict.bounded)
    };
    assert_eq!(with(3, 3, false), (VerdictKind::Refines, Some(3)));
    assert_eq!(with(3, 0, false), (VerdictKind::Refines, Some(3)), "the other side gets the same bound");
    assert_eq!(with(0, 2, false), (VerdictKind::Refines, Some(2)));
    assert_eq!(with(3, 3, true), (VerdictKind::Inconclusive, Some(3)));
    assert_eq!(with(4, 4, false), (VerdictKind::Counterexample, None));
    assert_eq!(with(0, 0, true), (VerdictKind::Counterexample, None));
    // Where nothing is left out, there is nothing to be strict about.
    let complete = pair("i4", "i4 noundef %n", &count("i4"), "  ret i4 %n");
    let verdict = check_with(&complete, &CheckOptions { src_unroll: 15, tgt_unroll: 15, strict_bounds: true, ..options() });
    assert_eq!((verdict.verdict, verdict.bounded), (VerdictKind::Refines, None));
}

#[test]
fn what_is_wrong_after_many_rounds_is_found_by_execution() {
    let wrong_at_100 = "  %c = icmp eq i32 %n, 100\n  %r = select i1 %c, i32 99, i32 %n\n  ret i32 %r";
    let verdict = fails(Reason::ValueMismatch, &pair("i32", "i32 %n", &count("i32"), wrong_at_100));
    let counterexample = verdict.counterexample.expect("it has one");
    assert_eq!((&*counterexample.source.outcome, &*counterexample.target.outcome), ("i32 100", "i32 99"));
}

#[test]
fn irreducible_and_nested_loops() {
    let irreducible = |last: &str| {
        format!(
            "entry:\n  br i1 %c, label %a, label %b
a:\n  %x = phi i8 [ 1, %entry ], [ %y2, %b ]\n  %x2 = add i8 %x, 3\n  %e = icmp ugt i8 %x2, 40\n  br i1 %e, label %done, label %b
b:\n  %y = phi i8 [ 2, %entry ], [ %x2, %a ]\n  %y2 = shl i8 %y, 1\n  br label %a
done:\n  {last}\n  ret i8 %r"
        )
    };
    // From 1: 4, 11, 25, 53; from 2: 7, 17, 37, 77.
    let answer = |from_one: u32| format!("  %r = select i1 %c, i8 {from_one}, i8 77\n  ret i8 %r");
    refines_up_to(None, &pair("i8", "i1 noundef %c", &irreducible("%r = add i8 %x2, 0"), &answer(53)));
    fails(Reason::ValueMismatch, &pair("i8", "i1 noundef %c", &irreducible("%r = add i8 %x2, 0"), &answer(54)));
    let nested = "entry:\n  br label %outer
outer:\n  %i = phi i8 [ 0, %entry ], [ %i2, %latch ]\n  %s = phi i8 [ 0, %entry ], [ %t2, %latch ]\n  br label %inner
inner:\n  %j = phi i8 [ 0, %outer ], [ %j2, %inner ]\n  %t = phi i8 [ %s, %outer ], [ %t2, %inner ]\n  %t2 = add i8 %t, %x
  %j2 = add i8 %j, 1\n  %c = icmp eq i8 %j2, 3\n  br i1 %c, label %latch, label %inner
latch:\n  %i2 = add i8 %i, 1\n  %d = icmp eq i8 %i2, 4\n  br i1 %d, label %done, label %outer\ndone:\n  %r = add i8 %t2, %j\n  ret i8 %r";
    let times = |n: u32| format!("  %m = mul i8 %x, {n}\n  %r = add i8 %m, 2\n  ret i8 %r");
    refines_up_to(None, &pair("i8", "i8 %x", nested, &times(12)));
    fails(Reason::ValueMismatch, &pair("i8", "i8 %x", nested, &times(9)));
}

/// A body that goes on forever when `%x` is odd. `end` stands behind the branch that closes the loop.
fn endless_if_odd(end: &str) -> String {
    format!("entry:\n  %b = trunc i8 %x to i1\n  br label %loop\nloop:\n  br i1 %b, label %loop, label %done{end}\ndone:\n  ret i8 0")
}

#[test]
fn a_loop_that_never_ends_is_an_outcome() {
    let args = "i8 noundef %x";
    let endless = endless_if_odd("");
    refines_up_to(Some(16), &pair("i8", args, &endless, &endless));
    let returned = fails(Reason::ReturnDomain, &pair("i8", args, "  ret i8 0", &endless));
    assert_eq!(returned.counterexample.expect("it has one").target.outcome, "does not return");
    let removed = fails(Reason::ReturnDomain, &pair("i8", args, &endless, "  ret i8 0"));
    assert_eq!(removed.counterexample.expect("it has one").source.outcome, "does not return");
    // A bound that is given leaves out what the source does beyond it, but not that the target never ends where the source does.
    let bounded = |src: &str, tgt: &str| {
        let verdict = check_with(&pair("i8", args, src, tgt), &CheckOptions { src_unroll: 4, tgt_unroll: 4, ..options() });
        (verdict.verdict, verdict.bounded)
    };
    assert_eq!(bounded(&endless, "  ret i8 0"), (VerdictKind::Refines, Some(4)));
    assert_eq!(bounded("  ret i8 0", &endless), (VerdictKind::Counterexample, None));
}

#[test]
fn a_loop_that_must_make_progress_is_undefined_without() {
    let with_attribute = |attribute: &str| {
        let source = endless_if_odd("");
        format!(
            "define i8 @src(i8 noundef %x) {attribute} {{\n{source}\n}}\ndefine i8 @tgt(i8 noundef %x) {attribute} {{\n  ret i8 0\n}}\n"
        )
    };
    refines_up_to(Some(16), &with_attribute("mustprogress"));
    refines_up_to(Some(16), &with_attribute("willreturn"));
    fails(Reason::ReturnDomain, &with_attribute("nounwind"));
    let metadata = "\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.mustprogress\"}\n!2 = distinct !{!2, !3}\n!3 = !{!\"llvm.loop.disable_nonforced\"}\n";
    let with_metadata = |node: u32| {
        let source = endless_if_odd(&format!(", !llvm.loop !{node}"));
        format!("{}{metadata}", pair("i8", "i8 noundef %x", &source, "  ret i8 0"))
    };
    refines_up_to(Some(16), &with_metadata(0));
    fails(Reason::ReturnDomain, &with_metadata(2));
    // The inner loop makes progress: it ends each time. It is the outer one that does not end, and that has promised nothing.
    let outer_is_endless = format!(
        "{}{metadata}",
        pair(
            "i8",
            "i8 noundef %x",
            "entry:\n  br label %outer\nouter:\n  br label %inner
inner:\n  %i = phi i8 [ 0, %outer ], [ %i2, %inner ]\n  %i2 = add i8 %i, 1\n  %c = icmp eq i8 %i2, 3\n  br i1 %c, label %latch, label %inner, !llvm.loop !0
latch:\n  %d = icmp eq i8 %x, 0\n  br i1 %d, label %done, label %outer\ndone:\n  ret i8 0",
            "  ret i8 0"
        )
    );
    fails(Reason::ReturnDomain, &outer_is_endless);
}

#[test]
fn flags_and_poison_in_loops() {
    // By twos the counter reaches an even limit before it wraps; by fours it need not, and then never ends.
    let counting = |add: &str, step: u32| {
        format!(
            "entry:\n  %limit = and i4 %n, -2\n  br label %loop\nloop:\n  %i = phi i4 [ 0, %entry ], [ %i2, %loop ]
  %i2 = {add} i4 %i, {step}\n  %c = icmp ult i4 %i2, %limit\n  br i1 %c, label %loop, label %done\ndone:\n  ret i4 %i2"
        )
    };
    let args = "i4 noundef %n";
    refines_up_to(None, &pair("i4", args, &counting("add", 2), &counting("add nuw", 2)));
    fails(Reason::SourceMoreDefined, &pair("i4", args, &counting("add", 2), &counting("add nsw", 2)));
    fails(Reason::SourceMoreDefined, &pair("i4", args, &counting("add", 4), &counting("add nuw", 4)));
    refines_up_to(None, &pair("i4", args, &counting("add nsw", 2), &counting("add", 2)));
}

#[test]
fn undef_in_a_loop_is_picked_at_each_read_and_frozen_once() {
    // The sum of three readings of undef is anything; of a frozen value it is a multiple of three, which at eight bits is anything too, but
    // twice the value is even.
    let sum = |before: &str, value: &str| {
        format!(
            "entry:\n{before}  br label %loop\nloop:\n  %i = phi i8 [ 0, %entry ], [ %i2, %loop ]\n  %s = phi i8 [ 0, %entry ], [ %s2, %loop ]
  %s2 = add i8 %s, {value}\n  %i2 = add i8 %i, 1\n  %c = icmp eq i8 %i2, 2\n  br i1 %c, label %done, label %loop\ndone:\n  %r = and i8 %s2, 1\n  ret i8 %r"
        )
    };
    let frozen = sum("  %f = freeze i8 %x\n", "%f");
    let each = sum("", "%x");
    refines_up_to(None, &pair("i8", "i8 %x", &frozen, "  ret i8 0"));
    refines_up_to(None, &pair("i8", "i8 %x", &each, &frozen));
    let verdict = fails(Reason::MorePoisonous, &pair("i8", "i8 %x", &frozen, &each));
    assert!(verdict.counterexample.is_some());
}

#[test]
fn calls_in_loops_are_events_in_order() {
    let calls = |n: u32, from: u32| {
        format!(
            "entry:\n  br label %loop\nloop:\n  %i = phi i8 [ {from}, %entry ], [ %i2, %loop ]\n  call void @use(i8 %i)\n  %i2 = add i8 %i, 1
  %c = icmp eq i8 %i2, {n}\n  br i1 %c, label %done, label %loop\ndone:\n  ret void"
        )
    };
    let straight = "  call void @use(i8 0)\n  call void @use(i8 1)\n  call void @use(i8 2)\n  ret void";
    let with = |src: &str, tgt: &str| format!("declare void @use(i8)\n{}", pair("void", "", src, tgt));
    refines_up_to(None, &with(&calls(3, 0), straight));
    fails(Reason::SourceMoreDefined, &with(&calls(3, 1), straight));
    fails(Reason::SourceMoreDefined, &with(straight, &calls(4, 0)));
    // The target calls forever, and already the first calls are others.
    let forever = "entry:\n  br label %loop\nloop:\n  call void @use(i8 0)\n  br label %loop";
    fails(Reason::SourceMoreDefined, &with(straight, forever));
}

#[test]
fn loops_too_large_to_unroll_are_said_to_be() {
    let text = pair("i32", "i32 %x", &sum(5), &sum(5).replace("%s, %x", "%x, %s"));
    let verdict = check_with(&text, &CheckOptions { src_unroll: 1_000_000, ..options() });
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{verdict:?}");
    assert!(verdict.detail.contains("instructions"), "{}", verdict.detail);
}
