//! Licences of expressions that are not plain scalar arithmetic in one block: reductions and lanes of vectors, roots, branches, `select`.

mod common;

use common::{check_with, options, pair};
use llvet_checker::verdict::{Method, Reason, Verdict, VerdictKind};

const DECLARATIONS: &str = "declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)\n\
    declare float @llvm.vector.reduce.fmul.v4f32(float, <4 x float>)\n\
    declare double @llvm.sqrt.f64(double)\n";

fn verdict(ret: &str, args: &str, src: &str, tgt: &str) -> Verdict {
    check_with(&format!("{DECLARATIONS}{}", pair(ret, args, src, tgt)), &options())
}

#[track_caller]
fn licensed(verdict: &Verdict, how: &str) {
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Refines, Some(Method::Licence)), "{}", verdict.detail);
    assert_eq!(verdict.detail, how);
}

#[track_caller]
fn wrong(verdict: &Verdict, reason: Reason) {
    assert_eq!((verdict.verdict, verdict.reason), (VerdictKind::Counterexample, Some(reason)), "{}", verdict.detail);
}

#[track_caller]
fn open(verdict: &Verdict) {
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{}", verdict.detail);
    assert!(verdict.detail.contains("license"), "{}", verdict.detail);
}

const VECTOR: &str = "<4 x float> noundef %v";

fn reduction(flags: &str, op: &str, start: &str) -> String {
    format!("%r = call {flags} float @llvm.vector.reduce.{op}.v4f32(float {start}, <4 x float> %v)\nret float %r")
}

/// The four lanes, and `op` of them as a tree, or one after the other.
fn unrolled(op: &str, tree: bool, last: &str) -> String {
    let mut text = String::new();
    for lane in 0..4 {
        text.push_str(&format!("%e{lane} = extractelement <4 x float> %v, i64 {lane}\n"));
    }
    text.push_str(&format!("%s = {op} float %e0, %e1\n"));
    let rest = if tree {
        format!("%t = {op} float %e2, {last}\n%r = {op} float %t, %s\n")
    } else {
        format!("%t = {op} float %s, %e2\n%r = {op} float %t, {last}\n")
    };
    text + &rest + "ret float %r"
}

/// Halves of the vector added until one lane is left.
const SHUFFLED: &str = "%h = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 2, i32 3, i32 poison, i32 poison>\n\
    %s = fadd <4 x float> %v, %h\n%i = shufflevector <4 x float> %s, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>\n\
    %t = fadd <4 x float> %s, %i\n%r = extractelement <4 x float> %t, i32 0\nret float %r";

#[test]
fn reductions_with_reassoc_have_any_order() {
    for (op, start) in [("fadd", "-0.0"), ("fmul", "1.0")] {
        for tree in [true, false] {
            licensed(&verdict("float", VECTOR, &reduction("reassoc", op, start), &unrolled(op, tree, "%e3")), "licensed by reassoc on %r");
        }
    }
    licensed(&verdict("float", VECTOR, &reduction("reassoc", "fadd", "-0.0"), SHUFFLED), "licensed by reassoc on %r");
    // Starting at +0 makes a sum of negative zeros +0.
    licensed(&verdict("float", VECTOR, &reduction("reassoc nsz", "fadd", "0.0"), SHUFFLED), "licensed by reassoc nsz on %r");
    open(&verdict("float", VECTOR, &reduction("reassoc", "fadd", "0.0"), SHUFFLED));
}

#[test]
fn reductions_without_reassoc_go_in_order() {
    let chain = unrolled("fadd", false, "%e3");
    let in_order = verdict("float", VECTOR, &reduction("", "fadd", "-0.0"), &chain);
    assert_eq!(in_order.verdict, VerdictKind::Refines, "{}", in_order.detail);
    wrong(&verdict("float", VECTOR, &reduction("", "fadd", "-0.0"), &unrolled("fadd", true, "%e3")), Reason::ValueMismatch);
    wrong(&verdict("float", VECTOR, &reduction("", "fadd", "-0.0"), SHUFFLED), Reason::ValueMismatch);
    wrong(&verdict("float", VECTOR, &reduction("", "fmul", "1.0"), &unrolled("fmul", true, "%e3")), Reason::ValueMismatch);
}

#[test]
fn a_licence_does_not_excuse_another_sum() {
    wrong(&verdict("float", VECTOR, &reduction("reassoc", "fadd", "-0.0"), &unrolled("fadd", true, "%e2")), Reason::ValueMismatch);
    wrong(&verdict("float", VECTOR, &reduction("reassoc nsz", "fadd", "1.0"), SHUFFLED), Reason::ValueMismatch);
    wrong(&verdict("float", VECTOR, &reduction("reassoc", "fmul", "2.0"), &unrolled("fmul", true, "%e3")), Reason::ValueMismatch);
}

#[test]
fn an_unrolled_tree_may_become_a_reduction() {
    let flagged = unrolled("fadd reassoc", true, "%e3");
    licensed(&verdict("float", VECTOR, &flagged, &reduction("reassoc", "fadd", "-0.0")), "licensed by reassoc on %r, %t, %s");
    licensed(&verdict("float", VECTOR, &flagged, &reduction("", "fadd", "-0.0")), "licensed by reassoc on %r, %t, %s");
    let one_missing = flagged.replace("%s = fadd reassoc", "%s = fadd");
    // What is left of the licence is that of the other two.
    open(&verdict("float", VECTOR, &one_missing, &reduction("", "fadd", "-0.0")));
    let outer_missing = flagged.replace("%r = fadd reassoc", "%r = fadd");
    wrong(&verdict("float", VECTOR, &outer_missing, &reduction("", "fadd", "-0.0")), Reason::ValueMismatch);
    // The new instruction has no flag that an old one lacks.
    wrong(&verdict("float", VECTOR, &flagged, &reduction("reassoc nnan", "fadd", "-0.0")), Reason::MorePoisonous);
}

#[test]
fn lanes_are_followed_to_where_they_are_computed() {
    let args = "<2 x double> noundef %a, <2 x double> noundef %b, double noundef %c";
    let source = |inner: &str| {
        format!(
            "%p = fadd {inner} <2 x double> %a, %b\n%x = extractelement <2 x double> %p, i32 1\n%r = fadd reassoc double %x, %c\nret double %r"
        )
    };
    let target = "%x = extractelement <2 x double> %a, i32 1\n%y = extractelement <2 x double> %b, i32 1\n%s = fadd double %y, %c\n\
        %r = fadd double %x, %s\nret double %r";
    licensed(&verdict("double", args, &source("reassoc"), target), "licensed by reassoc on %r, %p");
    wrong(&verdict("double", args, &source(""), target), Reason::ValueMismatch);
    let other_lane = target.replace("%b, i32 1", "%b, i32 0");
    wrong(&verdict("double", args, &source("reassoc"), &other_lane), Reason::ValueMismatch);
}

#[test]
fn vectors_are_compared_lane_by_lane() {
    let args = "<2 x double> noundef %a, double noundef %b, double noundef %c";
    let source = |flags: &str| {
        format!(
            "%i = insertelement <2 x double> poison, double %b, i32 0\n%j = insertelement <2 x double> %i, double %c, i32 1\n\
             %s = fadd {flags} <2 x double> %a, %j\n%r = fadd reassoc <2 x double> %s, <double 1.0, double 2.0>\nret <2 x double> %r"
        )
    };
    let target = "%x = fadd double %b, 1.0\n%y = fadd double %c, 2.0\n%i = insertelement <2 x double> poison, double %x, i32 0\n\
        %j = insertelement <2 x double> %i, double %y, i32 1\n%r = fadd <2 x double> %a, %j\nret <2 x double> %r";
    licensed(&verdict("<2 x double>", args, &source("reassoc"), target), "licensed by reassoc on %r, %s");
    wrong(&verdict("<2 x double>", args, &source(""), target), Reason::ValueMismatch);
}

fn root(flags: &str) -> String {
    format!("%s = call {flags} double @llvm.sqrt.f64(double %a)\n")
}

#[test]
fn the_square_of_a_root_is_its_operand() {
    let square = |root_flags: &str, mul: &str| format!("{}%r = fmul {mul} double %s, %s\nret double %r", root(root_flags));
    let all = "reassoc nnan nsz";
    licensed(&verdict("double", "double noundef %a", &square(all, all), "ret double %a"), "licensed by reassoc nnan nsz on %r, %s");
    // A NaN below zero; −0.
    open(&verdict("double", "double noundef %a", &square("reassoc nsz", "reassoc nsz"), "ret double %a"));
    open(&verdict("double", "double noundef %a", &square("reassoc nnan", "reassoc nnan"), "ret double %a"));
    // One instruction lacks the licence.
    wrong(&verdict("double", "double noundef %a", &square(all, "nnan nsz"), "ret double %a"), Reason::ValueMismatch);
    open(&verdict("double", "double noundef %a", &square("nnan nsz", all), "ret double %a"));
}

#[test]
fn quotients_and_products_of_roots() {
    let all = "reassoc nnan";
    let quotient = |flags: &str, div: &str| format!("{}%r = fdiv {div} double %a, %s\nret double %r", root(flags));
    let plain = root("") + "ret double %s";
    licensed(&verdict("double", "double noundef %a", &quotient(all, all), &plain), "licensed by reassoc nnan on %r, %s");
    wrong(&verdict("double", "double noundef %a", &quotient(all, "nnan"), &plain), Reason::ValueMismatch);
    let both = "double noundef %a, double noundef %b";
    let product = |flags: &str, mul: &str| {
        format!("{}%t = call {flags} double @llvm.sqrt.f64(double %b)\n%r = fmul {mul} double %s, %t\nret double %r", root(flags))
    };
    let one_root =
        |flags: &str| format!("%p = fmul {flags} double %a, %b\n%r = call {flags} double @llvm.sqrt.f64(double %p)\nret double %r");
    licensed(&verdict("double", both, &product(all, all), &one_root(all)), "licensed by reassoc nnan on %r, %s, %t");
    wrong(&verdict("double", both, &product(all, ""), &one_root("")), Reason::ValueMismatch);
    // The factors of a product under a root may be negative, both.
    open(&verdict("double", both, &one_root(all), &product("", "")));
    let squared =
        format!("{}%q = fdiv {all} nsz double %b, %s\n%r = fmul {all} nsz double %q, %q\nret double %r", root("reassoc nnan nsz"));
    let simple = "%p = fmul double %b, %b\n%r = fdiv double %p, %a\nret double %r";
    licensed(&verdict("double", both, &squared, simple), "licensed by reassoc nnan nsz on %r, %q, %s");
}

#[test]
fn quotients_stay_quotients_without_arcp() {
    let args = "double noundef %a, double noundef %b, double noundef %c";
    let source = |div: &str| format!("%q = fdiv {div} double %a, %b\n%r = fmul reassoc double %q, %c\nret double %r");
    let target = "%p = fmul double %a, %c\n%r = fdiv double %p, %b\nret double %r";
    licensed(&verdict("double", args, &source("reassoc"), target), "licensed by reassoc on %r, %q");
    wrong(&verdict("double", args, &source(""), target), Reason::ValueMismatch);
    let reciprocal = "%p = fmul double %a, %c\n%q = fdiv double 1.0, %b\n%r = fmul double %p, %q\nret double %r";
    open(&verdict("double", args, &source("reassoc"), reciprocal));
    let tenth = "%q = fdiv FLAGS double %a, 10.0\n%r = fmul FLAGS double %q, %b\nret double %r";
    let product = "%q = fmul double %a, 0.1\n%r = fmul double %q, %b\nret double %r";
    licensed(&verdict("double", args, &tenth.replace("FLAGS", "reassoc arcp"), product), "licensed by arcp on %q");
    open(&verdict("double", args, &tenth.replace("FLAGS", "reassoc"), product));
}

const BRANCH: &str = "double noundef %a, double noundef %b, double noundef %c, i1 noundef %k";

#[test]
fn regions_go_across_blocks() {
    let source =
        |flags: &str| format!("%s = fadd {flags} double %a, %b\nbr label %next\nnext:\n%r = fadd reassoc double %s, %c\nret double %r");
    let target = "%s = fadd double %b, %c\n%r = fadd double %a, %s\nret double %r";
    licensed(&verdict("double", BRANCH, &source("reassoc"), target), "licensed by reassoc on %r, %s");
    wrong(&verdict("double", BRANCH, &source(""), target), Reason::ValueMismatch);
    let branches = |flags: &str, sum: &str| {
        format!(
            "%s = fadd {flags} double %a, %b\nbr i1 %k, label %yes, label %no\nyes:\n%r = fadd reassoc double %s, %c\nret double %r\n\
             no:\n{sum}ret double %s2"
        )
    };
    let src = |flags: &str| branches(flags, "%s2 = fmul double %s, 2.0\n");
    let tgt = |third: &str| {
        format!(
            "br i1 %k, label %yes, label %no\nyes:\n%s = fadd double %b, {third}\n%r = fadd double %a, %s\nret double %r\n\
             no:\n%t = fadd double %a, %b\n%s2 = fmul double %t, 2.0\nret double %s2"
        )
    };
    licensed(&verdict("double", BRANCH, &src("reassoc"), &tgt("%c")), "licensed by reassoc on %r, %s");
    wrong(&verdict("double", BRANCH, &src(""), &tgt("%c")), Reason::ValueMismatch);
    open(&verdict("double", BRANCH, &src("reassoc"), &tgt("%b")));
    let swapped = tgt("%c").replace("label %yes, label %no", "label %no, label %yes");
    open(&verdict("double", BRANCH, &src("reassoc"), &swapped));
}

#[test]
fn a_phi_is_one_value_on_each_way() {
    let function = |flags: &str, phi: &str, last: &str| {
        format!(
            "br i1 %k, label %yes, label %no\nyes:\n%s = fadd {flags} double %a, %b\nbr label %end\nno:\nbr label %end\n\
             end:\n%m = phi {phi} double [ %s, %yes ], [ %b, %no ]\n%r = fadd {last} double %m, %c\nret double %r"
        )
    };
    let target = "br i1 %k, label %yes, label %no\nyes:\n%s = fadd double %b, %c\n%t = fadd double %a, %s\nbr label %end\nno:\n\
        %u = fadd double %b, %c\nbr label %end\nend:\n%r = phi double [ %t, %yes ], [ %u, %no ]\nret double %r";
    licensed(&verdict("double", BRANCH, &function("reassoc", "reassoc", "reassoc"), target), "licensed by reassoc on %r, %m, %s");
    for (sum, phi, last) in [("", "reassoc", "reassoc"), ("reassoc", "", "reassoc"), ("reassoc", "reassoc", "")] {
        let refuted = verdict("double", BRANCH, &function(sum, phi, last), target);
        assert_ne!(refuted.verdict, VerdictKind::Refines, "{sum:?} {phi:?} {last:?}");
    }
    wrong(&verdict("double", BRANCH, &function("", "", "reassoc"), target), Reason::ValueMismatch);
}

#[test]
fn regions_go_through_select() {
    let source = |sum: &str, choice: &str| {
        format!(
            "%s = fadd {sum} double %a, %b\n%m = select {choice} i1 %k, double %s, double %b\n%r = fadd reassoc double %m, %c\nret double %r"
        )
    };
    let target = "%s = fadd double %b, %c\n%t = fadd double %a, %s\n%r = select i1 %k, double %t, double %s\nret double %r";
    licensed(&verdict("double", BRANCH, &source("reassoc", "reassoc"), target), "licensed by reassoc on %r, %m, %s");
    wrong(&verdict("double", BRANCH, &source("", ""), target), Reason::ValueMismatch);
    wrong(&verdict("double", BRANCH, &source("reassoc", ""), target), Reason::ValueMismatch);
    wrong(&verdict("double", BRANCH, &source("", "reassoc"), target), Reason::ValueMismatch);
    let crossed = target.replace("double %t, double %s", "double %s, double %t");
    assert_ne!(verdict("double", BRANCH, &source("reassoc", "reassoc"), &crossed).verdict, VerdictKind::Refines);
    // The choice is read once; a target that reads it twice may see two values of undef.
    let maybe_undef = BRANCH.replace("i1 noundef", "i1");
    let twice = "%x = select i1 %k, double %a, double -0.0\n%y = select i1 %k, double %b, double %b\n%s = fadd double %y, %c\n\
        %r = fadd double %x, %s\nret double %r";
    licensed(&verdict("double", BRANCH, &source("reassoc", "reassoc"), twice), "licensed by reassoc on %r, %m, %s");
    assert_ne!(verdict("double", &maybe_undef, &source("reassoc", "reassoc"), twice).verdict, VerdictKind::Refines);
    licensed(&verdict("double", &maybe_undef, &source("reassoc", "reassoc"), target), "licensed by reassoc on %r, %m, %s");
}
