//! Rules about floating point as Lesson 13.8 states them: Proposition 13.8.16, Theorem 13.8.17 and the table of Algorithm 13.8.9.

mod common;

use common::{check, fails, pair, refines};
use llvet_checker::verdict::{Method, Reason, Verdict, VerdictKind};

/// The verdict on a rule over `%x`, which is defined, in one type; `T` stands for the type.
fn rule(ty: &str, source: &str, target: &str) -> Verdict {
    let body = |text: &str| text.replace('T', ty);
    check(&pair(ty, &format!("{ty} noundef %x"), &body(source), &body(target)))
}

#[track_caller]
fn holds(ty: &str, source: &str, target: &str) {
    let verdict = rule(ty, source, target);
    assert_eq!(verdict.verdict, VerdictKind::Refines, "{ty} {source}: {verdict:?}");
}

/// The rule fails, and the first input of the counterexample starts with this text.
#[track_caller]
fn fails_at(input: &str, ty: &str, source: &str, target: &str) {
    let verdict = rule(ty, source, target);
    assert_eq!((verdict.verdict, verdict.reason), (VerdictKind::Counterexample, Some(Reason::ValueMismatch)), "{source}: {verdict:?}");
    let inputs = verdict.counterexample.expect("a replayed counterexample").inputs;
    assert!(inputs[0].value.ends_with(input), "{source}: {}", inputs[0].value);
}

const TYPES: [&str; 4] = ["half", "bfloat", "float", "double"];

#[test]
fn neutral_zeros_need_no_flag() {
    for ty in TYPES {
        holds(ty, "%r = fadd T %x, -0.0\nret T %r", "ret T %x");
        holds(ty, "%r = fsub T %x, 0.0\nret T %r", "ret T %x");
    }
}

#[test]
fn the_other_zeros_need_nsz() {
    for ty in TYPES {
        holds(ty, "%r = fadd nsz T %x, 0.0\nret T %r", "ret T %x");
        holds(ty, "%r = fsub nsz T %x, -0.0\nret T %r", "ret T %x");
        fails_at("-0.0", ty, "%r = fadd T %x, 0.0\nret T %r", "ret T %x");
        fails_at("-0.0", ty, "%r = fsub T %x, -0.0\nret T %r", "ret T %x");
        // The flags that say nothing about zeros do not help.
        fails_at("-0.0", ty, "%r = fadd nnan ninf T %x, 0.0\nret T %r", "ret T %x");
    }
}

#[test]
fn a_difference_with_itself_needs_nnan() {
    for ty in TYPES {
        holds(ty, "%r = fsub nnan T %x, %x\nret T %r", "ret T 0.0");
        for flags in ["", "nsz", "ninf"] {
            let verdict = rule(ty, &format!("%r = fsub {flags} T %x, %x\nret T %r"), "ret T 0.0");
            assert_eq!(verdict.verdict, VerdictKind::Counterexample, "{flags}: {verdict:?}");
        }
    }
}

#[test]
fn a_product_with_one_needs_no_flag() {
    for ty in TYPES {
        holds(ty, "%r = fmul T %x, 1.0\nret T %r", "ret T %x");
        holds(ty, "%r = fdiv T %x, 1.0\nret T %r", "ret T %x");
    }
    // A signalling NaN may come out quiet, so the way back is wrong.
    assert_eq!(rule("double", "ret T %x", "%r = fmul T %x, 1.0\nret T %r").reason, Some(Reason::ValueMismatch));
}

#[test]
fn regrouping_needs_the_licence_on_both() {
    for (op, args) in [
        ("fadd", "double noundef %a, double noundef %b, double noundef %c"),
        ("fmul", "double noundef %a, double noundef %b, double noundef %c"),
    ] {
        let source = |inner: &str, outer: &str| format!("%s = {op} {inner} double %a, %b\n%r = {op} {outer} double %s, %c\nret double %r");
        let target = format!("%s = {op} double %b, %c\n%r = {op} double %a, %s\nret double %r");
        let licensed = refines("double", args, &source("reassoc", "reassoc"), &target);
        assert_eq!((licensed.method, licensed.detail.as_str()), (Some(Method::Licence), "licensed by reassoc on %r, %s"));
        for (inner, outer) in [("", ""), ("reassoc", ""), ("", "reassoc"), ("reassoc", "contract arcp afn"), ("nsz", "reassoc")] {
            fails(Reason::ValueMismatch, "double", args, &source(inner, outer), &target);
        }
    }
}

#[test]
fn the_sum_of_one_and_two_powers_of_ten() {
    let source =
        |flags: [&str; 2]| format!("%s = fadd {} double 1.0, 1.0e16\n%r = fadd {} double %s, -1.0e16\nret double %r", flags[0], flags[1]);
    refines("double", "", &source(["", ""]), "ret double 0.0");
    refines("double", "", &source(["reassoc", "reassoc"]), "ret double 1.0");
    for flags in [["", ""], ["reassoc", ""], ["", "reassoc"]] {
        fails(Reason::ValueMismatch, "double", "", &source(flags), "ret double 1.0");
    }
    // No licence makes it 2.
    let verdict = check(&pair("double", "", &source(["reassoc", "reassoc"]), "ret double 2.0"));
    assert_ne!(verdict.verdict, VerdictKind::Refines);
}

/// Rules of the table with the flags under which each holds; without any one of them it does not.
#[test]
fn each_rule_needs_just_its_flags() {
    let rules: [(&str, &[&str], &str); 8] = [
        ("%r = fmul F T %x, 0.0\nret T %r", &["nnan", "nsz"], "ret T 0.0"),
        ("%r = fdiv F T %x, %x\nret T %r", &["nnan"], "ret T 1.0"),
        ("%r = fsub F T 0.0, %x\nret T %r", &["nsz"], "%r = fneg T %x\nret T %r"),
        ("%r = fsub F T -0.0, %x\nret T %r", &[], "%r = fneg T %x\nret T %r"),
        ("%r = fadd F T %x, 0.0\nret T %r", &["nsz"], "ret T %x"),
        ("%r = fmul F T %x, -1.0\nret T %r", &[], "%r = fneg T %x\nret T %r"),
        ("%r = fmul F T %x, 2.0\nret T %r", &[], "%r = fadd T %x, %x\nret T %r"),
        ("%r = fdiv F T %x, 4.0\nret T %r", &[], "%r = fmul T %x, 0.25\nret T %r"),
    ];
    for (source, flags, target) in rules {
        holds("float", &source.replace('F', &flags.join(" ")), target);
        for missing in flags {
            let rest: Vec<&str> = flags.iter().copied().filter(|flag| flag != missing).collect();
            let verdict = rule("float", &source.replace('F', &rest.join(" ")), target);
            assert_eq!(verdict.verdict, VerdictKind::Counterexample, "{source} without {missing}: {verdict:?}");
        }
    }
}

#[test]
fn flags_of_the_target_make_poison() {
    for flag in ["nnan", "ninf"] {
        fails(
            Reason::MorePoisonous,
            "float",
            "float noundef %x",
            "ret float %x",
            &format!("%r = fadd {flag} float %x, -0.0\nret float %r"),
        );
    }
    fails(Reason::ValueMismatch, "float", "float noundef %x", "ret float %x", "%r = fadd nsz float %x, -0.0\nret float %r");
}

#[test]
fn one_half_is_tried_in_full() {
    // Both sides round once.
    refines(
        "half",
        "half noundef %x",
        "%w = fpext half %x to float\n%s = fmul float %w, 3.0\n%r = fptrunc float %s to half\nret half %r",
        "%r = fmul half %x, 3.0\nret half %r",
    );
    fails(
        Reason::ValueMismatch,
        "half",
        "half noundef %x",
        "%r = fdiv half %x, 3.0\nret half %r",
        "%r = fmul half %x, 0xH3555\nret half %r",
    );
}

#[test]
fn what_is_not_modelled_is_named() {
    for (ty, source, named) in [
        ("x86_fp80", "%r = fadd x86_fp80 %x, %x\nret x86_fp80 %r", "x86_fp80"),
        ("ppc_fp128", "%r = fneg ppc_fp128 %x\nret ppc_fp128 %r", "ppc_fp128"),
        ("float", "%r = call float @llvm.sin.f32(float %x)\nret float %r", "llvm.sin"),
        ("float", "%r = call float @llvm.powi.f32.i32(float %x, i32 3)\nret float %r", "llvm.powi"),
    ] {
        let declarations = "declare float @llvm.sin.f32(float)\ndeclare float @llvm.powi.f32.i32(float, i32)\n";
        let verdict = check(&format!("{declarations}{}", pair(ty, &format!("{ty} noundef %x"), source, &format!("ret {ty} %x"))));
        assert_eq!(verdict.verdict, VerdictKind::Unsupported, "{verdict:?}");
        assert!(verdict.detail.contains(named), "{}", verdict.detail);
    }
}

#[test]
fn what_fails_at_small_formats_is_tried_at_the_real_one() {
    // 1.5 and 4 are no special values of any format, and a product of two doubles is much work for a solver.
    let product = |second: &str| {
        format!("%p = fmul double %x, %y\n%a = fcmp oeq double %p, 6.0\n%b = fcmp oeq double %x, {second}\n%r = and i1 %a, %b\nret i1 %r")
    };
    let verdict = fails(Reason::ValueMismatch, "i1", "double noundef %x, double noundef %y", &product("1.5"), "ret i1 false");
    assert_eq!(verdict.method, Some(Method::SmallWidths));
    let inputs = verdict.counterexample.expect("a replayed counterexample").inputs;
    assert_eq!(inputs.iter().map(|input| input.value.as_str()).collect::<Vec<_>>(), ["double 1.5", "double 4.0"]);
    // No number of few bits is near a third; what small formats find then does not fail here, and proves nothing.
    let options = common::options();
    let text = pair("i1", "double noundef %x", "%p = fmul double %x, %x\n%r = fcmp olt double %p, 0.0\nret i1 %r", "ret i1 false");
    assert_eq!(common::check_with(&text, &options).verdict, VerdictKind::Refines);
}
