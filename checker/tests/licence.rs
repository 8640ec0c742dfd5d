//! Rewrite-based fast-math flags: right rules are licensed, wrong twins fail, and what is not known is said to be so.

use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_checker::verdict::{Method, Reason, Verdict, VerdictKind};

fn check(ty: &str, params: &str, source: &str, target: &str) -> Verdict {
    let declarations = "declare double @llvm.fma.f64(double, double, double)\ndeclare double @llvm.fmuladd.f64(double, double, double)\n";
    let params: Vec<String> = params.split_whitespace().map(|p| format!("{ty} noundef %{p}")).collect();
    let function =
        |name: &str, body: &str| format!("define {ty} @{name}({}) {{\n{body}\n}}\n", params.join(", ")).replace("T ", &format!("{ty} "));
    check_text(&format!("{declarations}{}{}", function("src", source), function("tgt", target)))
}

fn check_text(text: &str) -> Verdict {
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    let module = parsed.module;
    let [src, tgt] = ["src", "tgt"].map(|name| module.function(name).unwrap());
    check_pair(Pair { src_module: &module, src, tgt_module: &module, tgt, assume: None, unrolled: None }, &CheckOptions::default())
}

#[track_caller]
fn licensed(verdict: &Verdict, how: &str) {
    assert_eq!(verdict.verdict, VerdictKind::Refines, "{}", verdict.detail);
    assert_eq!(verdict.method, Some(Method::Licence));
    assert_eq!(verdict.detail, how);
}

#[track_caller]
fn wrong(verdict: &Verdict, reason: Reason) {
    assert_eq!((verdict.verdict, verdict.reason), (VerdictKind::Counterexample, Some(reason)), "{}", verdict.detail);
}

#[track_caller]
fn undecided(verdict: &Verdict) {
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{}", verdict.detail);
}

#[test]
fn reassociation_needs_the_flag_on_every_instruction() {
    let source = |inner: &str, outer: &str| format!("%s = fadd {inner} T %a, %b\n%r = fadd {outer} T %s, %c\nret T %r");
    let target = "%s = fadd T %b, %c\n%r = fadd T %a, %s\nret T %r";
    licensed(&check("double", "a b c", &source("reassoc", "reassoc"), target), "licensed by reassoc on %r, %s");
    wrong(&check("double", "a b c", &source("reassoc", ""), target), Reason::ValueMismatch);
    wrong(&check("double", "a b c", &source("", "reassoc"), target), Reason::ValueMismatch);
    wrong(&check("double", "a b c", &source("", ""), target), Reason::ValueMismatch);
}

#[test]
fn constants_fold_under_the_licence_only() {
    let source = |inner: &str| format!("%s = fadd {inner} double 1.0, 1.0e16\n%r = fadd reassoc double %s, -1.0e16\nret double %r");
    licensed(&check("double", "", &source("reassoc"), "ret double 1.0"), "licensed by reassoc on %r, %s");
    wrong(&check("double", "", &source(""), "ret double 1.0"), Reason::ValueMismatch);
}

#[test]
fn cancelling_needs_nsz_as_zeros_change_sign() {
    let source = |flags: &str| format!("%s = fadd {flags} T %a, %b\n%r = fsub {flags} T %s, %a\nret T %r");
    licensed(&check("double", "a b", &source("reassoc nsz"), "ret T %b"), "licensed by reassoc nsz on %r, %s");
    undecided(&check("double", "a b", &source("reassoc"), "ret T %b"));
    wrong(&check("double", "a b", &source("nsz"), "ret T %b"), Reason::ValueMismatch);
}

#[test]
fn distribution_is_algebra_and_other_polynomials_are_not() {
    let source = "%x = fmul reassoc nsz T %a, %b\n%y = fmul reassoc nsz T %a, %c\n%r = fadd reassoc nsz T %x, %y\nret T %r";
    let target = |op: &str| format!("%s = {op} T %b, %c\n%r = fmul T %a, %s\nret T %r");
    licensed(&check("double", "a b c", source, &target("fadd")), "licensed by reassoc nsz on %r, %x, %y");
    // At small integers every evaluation is exact, so no licence gives the other polynomial.
    wrong(&check("double", "a b c", source, &target("fsub")), Reason::ValueMismatch);
    let twice = "%s = fadd reassoc T %a, %a\n%r = fadd reassoc T %s, %a\nret T %r";
    licensed(&check("double", "a", twice, "%r = fmul T %a, 3.0\nret T %r"), "licensed by reassoc on %r, %s");
    wrong(&check("double", "a", twice, "%r = fmul T %a, 4.0\nret T %r"), Reason::ValueMismatch);
}

#[test]
fn new_instructions_carry_the_intersection_at_most() {
    let source = "%s = fadd reassoc nnan T %a, %b\n%r = fadd reassoc T %s, %c\nret T %r";
    let target = |flags: &str| format!("%s = fadd reassoc T %b, %c\n%r = fadd {flags} T %a, %s\nret T %r");
    licensed(&check("double", "a b c", source, &target("reassoc")), "licensed by reassoc on %r, %s");
    wrong(&check("double", "a b c", source, &target("reassoc nnan")), Reason::MorePoisonous);
}

#[test]
fn contraction_needs_the_flag_on_both() {
    let source = |mul: &str, add: &str| format!("%p = fmul {mul} T %a, %b\n%r = fadd {add} T %c, %p\nret T %r");
    let fused = "%r = call double @llvm.fma.f64(double %a, double %b, double %c)\nret T %r";
    licensed(&check("double", "a b c", &source("contract", "contract"), fused), "licensed by contract on %r, %p");
    wrong(&check("double", "a b c", &source("contract", ""), fused), Reason::ValueMismatch);
    wrong(&check("double", "a b c", &source("", "contract"), fused), Reason::ValueMismatch);
    let minus = "%p = fmul contract T %a, %b\n%r = fsub contract T %p, %c\nret T %r";
    let negated = "%n = fneg T %c\n%r = call double @llvm.fma.f64(double %a, double %b, double %n)\nret T %r";
    licensed(&check("double", "a b c", minus, negated), "licensed by contract on %r, %p");
    undecided(&check("double", "a b c", minus, fused));
}

#[test]
fn fmuladd_is_either_form_without_a_licence() {
    let source = "%r = call double @llvm.fmuladd.f64(double %a, double %b, double %c)\nret T %r";
    let split = "%p = fmul T %b, %a\n%r = fadd T %p, %c\nret T %r";
    let verdict = check("double", "a b c", source, split);
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Refines, Some(Method::Syntactic)));
}

#[test]
fn reciprocals_need_arcp() {
    let source = |flags: &str| format!("%r = fdiv {flags} T %a, %b\nret T %r");
    let target = "%q = fdiv T 1.0, %b\n%r = fmul T %a, %q\nret T %r";
    licensed(&check("double", "a b", &source("arcp"), target), "licensed by arcp on %r");
    wrong(&check("double", "a b", &source(""), target), Reason::ValueMismatch);
    licensed(&check("double", "a", "%r = fdiv arcp T %a, 10.0\nret T %r", "%r = fmul T %a, 0.1\nret T %r"), "licensed by arcp on %r");
    let nested = "%q = fdiv arcp T %b, %c\n%r = fdiv arcp T %a, %q\nret T %r";
    let flipped = "%q = fdiv arcp T %c, %b\n%r = fmul arcp T %a, %q\nret T %r";
    licensed(&check("double", "a b c", nested, flipped), "licensed by arcp on %r, %q");
}

#[test]
fn a_licence_may_be_dropped_but_not_added() {
    let sum = |flags: &str| format!("%s = fadd {flags} T %a, %b\n%r = fadd {flags} T %s, %c\nret T %r");
    assert_eq!(check("half", "a b c", &sum("reassoc"), &sum("")).verdict, VerdictKind::Refines);
    undecided(&check("half", "a b c", &sum(""), &sum("reassoc")));
}

#[test]
fn using_an_argument_more_often_needs_it_defined() {
    let text = |attr: &str| {
        format!(
            "define double @src(double {attr} %a, double %b, double %c) {{\n%s = fadd reassoc nsz double %b, %c\n\
             %r = fmul reassoc nsz double %a, %s\nret double %r\n}}\n\
             define double @tgt(double {attr} %a, double %b, double %c) {{\n%x = fmul double %a, %b\n%y = fmul double %a, %c\n\
             %r = fadd double %x, %y\nret double %r\n}}\n"
        )
    };
    licensed(&check_text(&text("noundef")), "licensed by reassoc nsz on %r, %s");
    undecided(&check_text(&text("")));
}

#[test]
fn one_value_is_not_two_picks() {
    // The same sum computed twice may be two different NaNs.
    let body = |second: &str| {
        format!(
            "%x = fadd half %a, %b\n%y = fadd half %a, %b\n%i = bitcast half %x to i16\n%j = bitcast half {second} to i16\n\
             %r = icmp eq i16 %i, %j\nret i1 %r"
        )
    };
    let text = |a: &str, b: &str| {
        format!(
            "define i1 @src(half noundef %a, half noundef %b) {{\n{a}\n}}\ndefine i1 @tgt(half noundef %a, half noundef %b) {{\n{b}\n}}\n"
        )
    };
    wrong(&check_text(&text(&body("%x"), &body("%y"))), Reason::ValueMismatch);
    assert_eq!(check_text(&text(&body("%y"), &body("%x"))).verdict, VerdictKind::Refines);
}

/// The verdict on bodies over `%a` in `double`, with the library functions declared.
fn library(source: &str, target: &str) -> Verdict {
    let mut text = String::new();
    for (name, params) in
        [("pow", "double, double"), ("sqrt", "double"), ("exp2", "double"), ("exp10", "double"), ("sin", "double"), ("cos", "double")]
    {
        text.push_str(&format!("declare double @llvm.{name}.f64({params})\n"));
    }
    text.push_str("declare double @llvm.powi.f64.i32(double, i32)\n");
    let call = |body: &str| {
        let calls = ["pow", "sqrt", "exp2", "exp10", "sin", "cos"]
            .iter()
            .fold(body.to_owned(), |body, name| body.replace(&format!(" {name}("), &format!(" double @llvm.{name}.f64(")));
        calls.replace(" powi(", " double @llvm.powi.f64.i32(")
    };
    for (name, body) in [("src", source), ("tgt", target)] {
        text.push_str(&format!("define double @{name}(double noundef %a) {{\n{}\n}}\n", call(body)));
    }
    check_text(&text)
}

#[track_caller]
fn approximated(source: &str, target: &str) {
    let verdict = library(source, target);
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Refines, Some(Method::Licence)), "{source}: {}", verdict.detail);
    assert!(verdict.detail.contains("afn"), "{}", verdict.detail);
}

/// Nothing is claimed: the functions are not modelled, or the licence may allow more than is known.
#[track_caller]
fn open(source: &str, target: &str) {
    let verdict = library(source, target);
    assert!(matches!(verdict.verdict, VerdictKind::Unsupported | VerdictKind::Inconclusive), "{source}: {verdict:?}");
    assert!(!verdict.detail.is_empty());
}

#[test]
fn powers_are_computed_in_other_ways_under_afn() {
    let cube = "%s = fmul double %a, %a\n%r = fmul double %s, %a\nret double %r";
    approximated("%r = call afn powi(double %a, i32 3)\nret double %r", cube);
    open("%r = call powi(double %a, i32 3)\nret double %r", cube);
    open("%r = call afn powi(double %a, i32 4)\nret double %r", cube);
    approximated("%r = call afn pow(double %a, double 2.0)\nret double %r", "%r = fmul double %a, %a\nret double %r");
    approximated("%r = call afn powi(double %a, i32 -1)\nret double %r", "%r = fdiv double 1.0, %a\nret double %r");
    approximated("%r = call afn pow(double 2.0, double %a)\nret double %r", "%r = call exp2(double %a)\nret double %r");
    open("%r = call afn pow(double 2.0, double %a)\nret double %r", "%r = call exp10(double %a)\nret double %r");
}

#[test]
fn roots_differ_at_zero_and_infinity() {
    let power = |flags: &str| format!("%r = call {flags} pow(double %a, double 0.5)\nret double %r");
    let root = "%r = call sqrt(double %a)\nret double %r";
    approximated(&power("afn nsz ninf"), root);
    for flags in ["nsz ninf", "afn nsz", "afn ninf", "afn"] {
        open(&power(flags), root);
    }
    let nested = |inner: &str| format!("%s = call {inner} sqrt(double %a)\n%r = call afn nsz ninf sqrt(double %s)\nret double %r");
    let quarter = "%r = call pow(double %a, double 0.25)\nret double %r";
    approximated(&nested("afn nsz ninf"), quarter);
    open(&nested("nsz ninf"), quarter);
    // The root of a square is defined where the number may not be.
    let square = |flags: &str| format!("%s = call {flags} sqrt(double %a)\n%r = call {flags} pow(double %s, double 2.0)\nret double %r");
    approximated(&square("afn nnan nsz ninf"), "ret double %a");
    open(&square("afn nsz ninf"), "ret double %a");
}

#[test]
fn approximations_of_other_functions_are_not_known() {
    let verdict = library("%r = call afn sqrt(double %a)\nret double %r", "ret double %a");
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{verdict:?}");
    assert!(verdict.detail.contains("fast-math flags license other evaluations"), "{}", verdict.detail);
    open("%r = call afn sin(double %a)\nret double %r", "%r = call cos(double %a)\nret double %r");
    let same = library("%r = call afn sin(double %a)\nret double %r", "%r = call sin(double %a)\nret double %r");
    assert_eq!(same.verdict, VerdictKind::Refines, "{}", same.detail);
    open("%r = call sin(double %a)\nret double %r", "%r = call afn sin(double %a)\nret double %r");
}
