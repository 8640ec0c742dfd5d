//! Undef per use, `freeze` once, and which undef inputs can matter: both sides of the claim in `refine::undef`.

mod common;

use common::{check, check_with, fails, fails_if_undef, options, pair, refines};
use llvet_checker::refine::CheckOptions;
use llvet_checker::verdict::{HoldsIf, Method, Reason, VerdictKind};

#[test]
fn one_read_of_an_argument_cannot_matter() {
    refines("i8", "i8 %x", "%r = add i8 %x, %x\nret i8 %r", "%r = mul i8 %x, 2\nret i8 %r");
    refines("i8", "i8 %x", "%r = mul i8 %x, 6\nret i8 %r", "%a = mul i8 %x, 3\n%r = shl i8 %a, 1\nret i8 %r");
}

#[test]
fn two_reads_where_the_source_has_one() {
    fails_if_undef(Reason::ValueMismatch, "i8", "i8 %x", "%r = mul i8 %x, 2\nret i8 %r", "%r = add i8 %x, %x\nret i8 %r");
    // Reads through a computed value count as reads of the argument.
    let target = "%a = xor i8 %x, 5\n%n = sub i8 0, %a\n%r = sub i8 %a, %n\nret i8 %r";
    fails_if_undef(Reason::ValueMismatch, "i8", "i8 %x", "%a = xor i8 %x, 5\n%r = shl i8 %a, 1\nret i8 %r", target);
}

#[test]
fn two_reads_of_a_frozen_argument_are_one_pick() {
    let target = "%f = freeze i8 %x\n%r = add i8 %f, %f\nret i8 %r";
    refines("i8", "i8 %x", "%r = mul i8 %x, 2\nret i8 %r", target);
}

#[test]
fn reads_on_exclusive_paths_are_one_read() {
    let target = "br i1 %c, label %a, label %b\na:\n%p = add i8 %x, 1\nret i8 %p\nb:\n%q = sub i8 %x, 1\nret i8 %q";
    let source = "br i1 %c, label %a, label %b\na:\n%p = sub i8 %x, -1\nret i8 %p\nb:\n%q = add i8 %x, -1\nret i8 %q";
    refines("i8", "i1 noundef %c, i8 %x", source, target);
}

#[test]
fn an_escaping_read_matters_where_the_source_is_fixed() {
    fails(Reason::MoreUndefined, "i8", "i8 %x", "%f = freeze i8 poison\nret i8 %f", "ret i8 undef");
    // For a poison input the target is poison where the source has one fixed value.
    fails(Reason::MorePoisonous, "i8", "i8 %x", "%f = freeze i8 %x\nret i8 %f", "ret i8 %x");
}

#[test]
fn lanes_are_read_apart() {
    let lanes = |op: &str, second: u32| {
        format!(
            "%a = extractelement <2 x i8> %v, i64 0\n%b = extractelement <2 x i8> %v, i64 {second}\n%x = {op} i8 %a, 1\n%y = {op} i8 %b, 1\n\
             %p = insertelement <2 x i8> poison, i8 %x, i64 0\n%r = insertelement <2 x i8> %p, i8 %y, i64 1\nret <2 x i8> %r"
        )
    };
    let source = "%r = add <2 x i8> %v, splat (i8 1)\nret <2 x i8> %r";
    refines("<2 x i8>", "<2 x i8> %v", source, &lanes("add", 1));
    // One lane twice is two reads of it, of which the source makes one.
    let both = "%s = shufflevector <2 x i8> %v, <2 x i8> poison, <2 x i32> <i32 0, i32 poison>\n%a = extractelement <2 x i8> %s, i64 0\n\
        %r = shl i8 %a, 1\nret i8 %r";
    let twice = "%a = extractelement <2 x i8> %v, i64 0\n%b = extractelement <2 x i8> %v, i64 0\n%r = add i8 %a, %b\nret i8 %r";
    fails_if_undef(Reason::ValueMismatch, "i8", "<2 x i8> %v", both, twice);
}

#[test]
fn a_fixed_choice_for_another_lane_does_not_matter() {
    // Which NaN lane 1 is, is fixed while lane 0 is undef; lane 0 does not depend on it.
    let source = "%r = fadd <2 x half> %v, %v\nret <2 x half> %r";
    let target = "%a = extractelement <2 x half> %v, i64 0\n%b = extractelement <2 x half> %v, i64 1\n%x = fmul half %a, 2.0\n\
        %y = fmul half %b, 2.0\n%p = insertelement <2 x half> poison, half %x, i64 0\n%r = insertelement <2 x half> %p, half %y, i64 1\n\
        ret <2 x half> %r";
    let verdict = refines("<2 x half>", "<2 x half> %v", source, target);
    assert_eq!(verdict.holds_if, None);
    // A frozen lane is one value, the other may be read anew.
    let frozen = "%f = freeze half %a\n%g = freeze half poison\n%p = insertelement <2 x half> poison, half %f, i64 0\n\
        %r = insertelement <2 x half> %p, half %g, i64 1\nret <2 x half> %r";
    let plain = "%p = insertelement <2 x half> poison, half %a, i64 0\n%r = insertelement <2 x half> %p, half %b, i64 1\nret <2 x half> %r";
    let text = common::pair("<2 x half>", "half %a, half %b", frozen, plain);
    let verdict = common::check_with(&text, &CheckOptions { disable_poison_input: true, ..common::options() });
    assert_eq!((verdict.reason, verdict.holds_if), (Some(Reason::MoreUndefined), Some(HoldsIf::NoUndefInput)), "{verdict:?}");
}

#[test]
fn choices_of_an_instruction_on_undef_are_made_at_each_read() {
    // Which NaN comes out is open, and open anew whenever the undef operand is read.
    refines("half", "half %x", "%r = fadd half %x, %x\nret half %r", "%r = fmul half %x, 2.0\nret half %r");
    // The NaN of the source does not depend on %c, so its sign is one for all readers; the target's is not.
    let source = "%r = fadd half %y, 0xH7E00\nret half %r";
    let target = "%r = select i1 %c, half 0xH7E00, half 0xHFE00\nret half %r";
    refines("half", "i1 noundef %c, half noundef %y", source, target);
    let text = common::pair("half", "i1 %c, half noundef %y", source, target);
    let verdict = common::check_with(&text, &CheckOptions { disable_poison_input: true, ..common::options() });
    assert_eq!((verdict.reason, verdict.holds_if), (Some(Reason::MoreUndefined), Some(HoldsIf::NoUndefInput)), "{verdict:?}");
}

#[test]
fn branch_on_undef_is_undefined() {
    let branch = "br i1 %c, label %a, label %b\na:\nret i8 1\nb:\nret i8 2";
    fails(Reason::SourceMoreDefined, "i8", "i1 %c", "%r = select i1 %c, i8 1, i8 2\nret i8 %r", branch);
    refines("i8", "i1 %c", branch, "%r = select i1 %c, i8 1, i8 2\nret i8 %r");
    refines(
        "i8",
        "i1 %c",
        "%r = select i1 %c, i8 1, i8 2\nret i8 %r",
        "%f = freeze i1 %c\nbr i1 %f, label %a, label %b\na:\nret i8 1\nb:\nret i8 2",
    );
}

#[test]
fn a_value_computed_from_undef_is_picked_per_read() {
    refines("i8", "", "%v = add i8 undef, 0\n%r = sub i8 %v, %v\nret i8 %r", "ret i8 77");
    fails(Reason::ValueMismatch, "i8", "", "%v = freeze i8 undef\n%r = sub i8 %v, %v\nret i8 %r", "ret i8 77");
    refines("i8", "", "%v = freeze i8 undef\n%r = sub i8 %v, %v\nret i8 %r", "ret i8 0");
}

#[test]
fn one_freeze_is_not_two() {
    let two = "%f = freeze i8 %x\n%g = freeze i8 %x\n%r = sub i8 %f, %g\nret i8 %r";
    let one = "%f = freeze i8 %x\n%r = sub i8 %f, %f\nret i8 %r";
    refines("i8", "i8 %x", two, one);
    fails(Reason::ValueMismatch, "i8", "i8 %x", one, two);
}

#[test]
fn the_order_of_unknowns() {
    // Lesson 13.8, Proposition 13.8.12: poison, undef, freeze poison, constant, each refining the one before.
    let steps = ["ret i8 poison", "ret i8 undef", "%f = freeze i8 poison\nret i8 %f", "ret i8 3"];
    for (i, source) in steps.iter().enumerate() {
        for (j, target) in steps.iter().enumerate() {
            if i <= j {
                refines("i8", "", source, target);
            } else {
                let reason = match (i, j) {
                    (_, 0) => Reason::MorePoisonous,
                    (_, 1) => Reason::MoreUndefined,
                    _ => Reason::ValueMismatch,
                };
                fails(reason, "i8", "", source, target);
            }
        }
    }
}

#[test]
fn pieces_of_picks_are_put_together_in_another_order() {
    let source = "%a = and i32 %x, 3\n%b = and i32 %x, 12\n%c = and i32 %x, 48\n%p = shl i32 %a, 8\n%q = shl i32 %b, 8\n%r = lshr i32 %c, 4\n\
                  %pq = or i32 %p, %q\n%s = or i32 %pq, %r\nret i32 %s";
    let target =
        "%l = shl i32 %x, 8\n%a = and i32 %l, 3840\n%h = lshr i32 %x, 4\n%b = and i32 %h, 3\n%s = or disjoint i32 %b, %a\nret i32 %s";
    refines("i32", "i32 %x", source, target);
    // The other way round, two reads stand where one pick was: its pieces fit together in the target's place of `3840` only by luck.
    let one_pick = "%l = shl i32 %x, 8\n%a = and i32 %l, 768\nret i32 %a";
    let two_picks = "%l = shl i32 %x, 8\n%a = and i32 %l, 256\n%b = and i32 %l, 512\n%s = or i32 %a, %b\nret i32 %s";
    refines("i32", "i32 %x", one_pick, two_picks);
    let repeated = "%a = and i32 %x, 1\n%s = mul i32 %a, 3\nret i32 %s";
    let apart = "%a = and i32 %x, 1\n%b = shl i32 %a, 1\n%s = or i32 %a, %b\nret i32 %s";
    fails_if_undef(Reason::ValueMismatch, "i32", "i32 %x", repeated, apart);
}

#[test]
fn a_frozen_source_lets_its_reader_pick_where_branching_excludes_undef() {
    let source = "switch i8 %x, label %d [ i8 1, label %one ]\nd:\n%f = freeze i8 %x\nret i8 %f\none:\nret i8 1";
    let target = "switch i8 %x, label %d [ i8 1, label %one ]\nd:\nret i8 %x\none:\nret i8 1";
    refines("i8", "i8 %x", source, target);
    // A branch on something else excludes neither undef nor poison.
    let other = |text: &str| text.replace("switch i8 %x", "switch i8 %y");
    fails(Reason::MorePoisonous, "i8", "i8 %x, i8 noundef %y", &other(source), &other(target));
}

#[test]
fn picks_of_a_polynomial_are_matched_by_monomials() {
    // x * x + 3 * x * y  ->  (x + 3 * y) * x
    let source = "%s = mul i32 %x, %x\n%t = mul i32 %x, 3\n%u = mul i32 %t, %y\n%r = add i32 %s, %u\nret i32 %r";
    let target = "%t = mul i32 %y, 3\n%s = add i32 %x, %t\n%r = mul i32 %s, %x\nret i32 %r";
    refines("i32", "i32 %x, i32 %y", source, target);
    // Two picks where the source has one.
    let source = "%t = mul i32 %x, 2\n%r = mul i32 %t, %y\nret i32 %r";
    fails_if_undef(Reason::ValueMismatch, "i32", "i32 %x, i32 %y", source, "%s = add i32 %x, %x\n%r = mul i32 %s, %y\nret i32 %r");
}

#[test]
fn undef_of_the_program_makes_up_for_undef_inputs() {
    // The source picks the same shift as the target, and another undef that makes the sums equal.
    let rewritten = |operation: &str, lanes: &str| {
        format!("%s = lshr <2 x i32> %x, %n\n%r = {operation} <2 x i32> %s, <i32 {lanes}>\nret <2 x i32> %r")
    };
    let (ty, args) = ("<2 x i32>", "<2 x i32> %x, <2 x i32> %n");
    refines(ty, args, &rewritten("sub", "undef, i32 -9"), &rewritten("add", "undef, i32 9"));
    fails(Reason::ValueMismatch, ty, args, &rewritten("sub", "undef, i32 -9"), &rewritten("add", "undef, i32 -9"));
}

#[test]
fn nested_selections_of_undef_reach_every_value() {
    let clamp = |inner: &str, outer: &str| {
        format!("%c = icmp sgt i32 %x, 0\n%n = sub i32 0, %x\n%s = select i1 %c, i32 %x, i32 %n\n{inner}ret i32 {outer}")
    };
    let again = "%d = icmp sgt i32 %s, -1\n%m = sub i32 0, %s\n%t = select i1 %d, i32 %s, i32 %m\n";
    refines("i32", "i32 %x", &clamp(again, "%t"), &clamp("", "%s"));
    let other = "%d = icmp sgt i32 %s, -1\n%m = sub i32 0, %s\n%t = select i1 %d, i32 %m, i32 %s\n";
    fails(Reason::ValueMismatch, "i32", "i32 %x", &clamp(other, "%t"), &clamp("", "%s"));
}

#[test]
fn parts_of_vectors_may_be_undef() {
    let (ty, args) = ("<2 x i8>", "<2 x i8> %x, <2 x i8> %y");
    let source = "%a = add <2 x i8> %x, %y\n%r = add <2 x i8> %a, %x\nret <2 x i8> %r";
    refines(ty, args, source, "%b = add <2 x i8> %x, %x\n%r = add <2 x i8> %y, %b\nret <2 x i8> %r");
    let twice = "%b = mul <2 x i8> %x, <i8 2, i8 2>\n%r = add <2 x i8> %b, %y\nret <2 x i8> %r";
    refines(ty, args, source, twice);
    fails_if_undef(Reason::ValueMismatch, ty, args, twice, source);
    // Only the second part is read twice.
    let target = "%b = mul <2 x i8> %x, <i8 2, i8 0>\n%c = mul <2 x i8> %x, <i8 0, i8 1>\n%d = add <2 x i8> %b, %c\n\
                  %e = add <2 x i8> %d, %c\n%r = add <2 x i8> %e, %y\nret <2 x i8> %r";
    fails_if_undef(Reason::ValueMismatch, ty, args, twice, target);
}

#[test]
fn what_breaks_all_choices_of_the_source_is_found_without_a_solver() {
    let wrong = "%f = freeze i32 %a\n%r = sub i32 %b, %f\nret i32 %r";
    let text = pair("i32", "i32 %a, i32 %b", "%f = freeze i32 %a\n%r = add i32 %f, %b\nret i32 %r", wrong);
    let verdict = check_with(&text, &options());
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Counterexample, Some(Method::Falsify)));
    // So is what only an undef input breaks.
    let text = pair("i64", "i64 %a", "%r = mul i64 %a, 2\nret i64 %r", "%r = add i64 %a, %a\nret i64 %r");
    let verdict = check_with(&text, &options());
    assert_eq!(verdict.holds_if, Some(HoldsIf::NoUndefInput));
    assert!(verdict.method.is_some_and(|method| method < Method::Smt), "{:?}", verdict.method);
}

#[test]
fn readings_that_double_each_time_are_given_up() {
    let square = |n: u32| format!("  %x{} = mul i32 %x{n}, %x{n}\n", n + 1);
    let squares: String = (0..40).map(square).collect();
    let text = pair("i32", "i32 %x0", &format!("{squares}  ret i32 %x40"), &format!("{squares}  %y = add i32 %x40, 0\n  ret i32 %y"));
    let verdict = check(&text);
    assert_eq!((verdict.verdict, verdict.holds_if), (VerdictKind::Inconclusive, Some(HoldsIf::NoUndefInput)), "{verdict:?}");
    assert!(verdict.detail.starts_with("more than 4096 readings of undef"), "{}", verdict.detail);
}
