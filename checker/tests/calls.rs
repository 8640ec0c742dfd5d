//! Calls of functions: what is not modelled, what a counterexample says of the answers, and that the engines agree. The
//! verdicts of each rule and of its wrong twin are in the corpus.

mod common;

use common::{check_with, options};
use llvet_checker::refine::{CheckOptions, Pair};
use llvet_checker::repro;
use llvet_checker::verdict::{Counterexample, Method, Verdict, VerdictKind};

/// A pair of functions that call what `declarations` declare.
fn text(declarations: &str, signature: &str, src: &str, tgt: &str) -> String {
    let (ret, args) = signature.split_once(' ').expect("a type and parameters");
    let function = |name: &str, body: &str| format!("define {ret} @{name}{args} {{\n{body}\n}}\n");
    function("src", src) + &function("tgt", tgt) + declarations
}

fn check(declarations: &str, signature: &str, src: &str, tgt: &str) -> Verdict {
    check_with(&text(declarations, signature, src, tgt), &options())
}

#[track_caller]
fn counterexample(declarations: &str, signature: &str, src: &str, tgt: &str) -> Counterexample {
    let verdict = check(declarations, signature, src, tgt);
    assert_eq!(verdict.verdict, VerdictKind::Counterexample, "{verdict:?}");
    verdict.counterexample.expect("a counterexample")
}

/// The answers of a counterexample, `@f(i8 3) returns i8 0`.
fn answers(counterexample: &Counterexample) -> Vec<String> {
    counterexample.calls.iter().map(|call| format!("{} {}", call.call, call.answer)).collect()
}

const PURE: &str = "declare i8 @f(i8) memory(none) nounwind willreturn\n";

#[test]
fn a_counterexample_names_the_answers_it_needs() {
    let found = counterexample(PURE, "i8 ()", "%a = call i8 @f(i8 3)\nret i8 %a", "%a = call i8 @f(i8 3)\n%r = or i8 %a, 1\nret i8 %r");
    assert_eq!(answers(&found), ["@f(i8 3) returns i8 0"]);
    assert_eq!((found.source.outcome.as_str(), found.target.outcome.as_str()), ("i8 0", "i8 1"));
    let events = "declare i8 @g()\n";
    let body = |last: &str| format!("%a = call i8 @g()\n%b = call i8 @g()\n%r = {last}\nret i8 %r");
    let found = counterexample(events, "i8 ()", &body("sub i8 %a, %b"), &body("sub i8 %b, %a"));
    assert_eq!(found.calls.iter().map(|call| call.after).collect::<Vec<_>>(), [0, 1]);
    assert!(found.calls[0].answer != found.calls[1].answer, "{:?}", found.calls);
}

#[test]
fn a_call_that_does_not_return_or_unwinds_is_an_answer() {
    let found = counterexample("declare void @g()\n", "void ()", "call void @g()\nret void", "unreachable");
    assert_eq!(answers(&found), ["@g() does not return"]);
    assert_eq!(found.source.outcome, "does not return");
    let unwinds = "declare void @g() willreturn\n";
    let found = counterexample(unwinds, "void ()", "call void @g()\nret void", "unreachable");
    assert_eq!(answers(&found), ["@g() unwinds"]);
    let undefined = counterexample(PURE, "i8 ()", "ret i8 0", "%a = call i8 @f(i8 3)\nret i8 0");
    assert_eq!(answers(&undefined), ["@f(i8 3) has undefined behavior"]);
}

#[test]
fn calls_that_differ_are_named() {
    let decl = "declare void @g(i8)\n";
    let why = |src: &str, tgt: &str| counterexample(decl, "void ()", &format!("{src}\nret void"), &format!("{tgt}\nret void")).why;
    let [one, two] = ["call void @g(i8 1)", "call void @g(i8 2)"];
    assert_eq!(why(one, two), "the target calls @g(i8 2) where the source calls @g(i8 1)");
    assert_eq!(why(one, ""), "the source calls @g(i8 1), which the target does not");
    assert_eq!(why("", one), "the target calls @g(i8 1), which the source does not");
}

#[test]
fn what_is_not_modelled_is_named() {
    let same = |declarations: &str, call: &str, says: &str| {
        let verdict =
            check(declarations, "void (ptr %p, i8 %x)", &format!("{call}\nret void"), &format!("{call}\nbr label %end\nend:\nret void"));
        assert_eq!(verdict.verdict, VerdictKind::Unsupported, "{call}: {verdict:?}");
        assert!(verdict.detail.contains(says), "{call}: {}", verdict.detail);
    };
    same("declare void @g(ptr)\n", "call void @g(ptr %p)", "call of @g with a pointer");
    same("declare ptr @g()\n", "%r = call ptr @g()", "call of @g with a pointer");
    same("declare void @g(...)\n", "call void (...) @g(i8 %x)", "call of @g, which takes variable arguments");
    same("declare void @g()\n", "call void @g() [ \"deopt\"(i8 1) ]", "operand bundle \"deopt\"");
    same("", "call void %p()", "indirect call");
    same("declare i32 @toupper(i32)\n", "%r = call i32 @toupper(i32 65)", "call of @toupper, a library function");
    same("declare void @g() convergent\n", "call void @g()", "attribute convergent");
    same("declare void @g()\n", "call void @g() \"mine\"", "attribute \"mine\"");
    let musttail = "declare i8 @g(i8)\n";
    let body = "%r = musttail call i8 @g(i8 %x)\nret i8 %r";
    let verdict = check(musttail, "i8 (i8 %x)", body, &body.replace("%r", "%s"));
    assert_eq!((verdict.verdict, verdict.detail.contains("musttail call")), (VerdictKind::Unsupported, true), "{}", verdict.detail);
}

#[test]
fn promises_without_a_meaning_may_not_be_added() {
    let with = |src: &str, tgt: &str| {
        let call = |attrs: &str| format!("call void @g() {attrs}\nret void");
        check("declare void @g()\n", "void ()", &call(src), &call(tgt)).verdict
    };
    assert_eq!(with("nofree", ""), VerdictKind::Refines);
    assert_eq!(with("", "nofree"), VerdictKind::Unsupported);
    assert_eq!(with("", "memory(read)"), VerdictKind::Unsupported);
    assert_eq!(with("cold", "nomerge"), VerdictKind::Refines);
}

#[test]
fn a_copy_of_a_call_without_effects_needs_the_same_answer() {
    let one = "%a = call i8 @f(i8 %x)\n%r = shl i8 %a, 1\nret i8 %r";
    let two = "%a = call i8 @f(i8 %x)\n%b = call i8 @f(i8 %x)\n%r = add i8 %a, %b\nret i8 %r";
    let verdict = check(PURE, "i8 (i8 noundef %x)", one, two);
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{verdict:?}");
    assert!(verdict.detail.contains("gives the same answer each time"), "{}", verdict.detail);
    // The way back is right, and calls that are copied as they are need nothing.
    assert_eq!(check(PURE, "i8 (i8 noundef %x)", two, one).verdict, VerdictKind::Refines);
    let other = two.replace("add i8 %a, %b", "add i8 %b, %a");
    assert_eq!(check(PURE, "i8 (i8 noundef %x)", two, &other).verdict, VerdictKind::Refines);
}

#[test]
fn a_choice_before_a_call_is_no_answer_to_it() {
    // The source may choose its argument, but not an argument that is answered by itself.
    let src = "%c = freeze i8 undef\n%a = call i8 @f(i8 %c)\n%r = sub i8 %a, %c\nret i8 %r";
    let verdict = check(PURE, "i8 ()", src, "ret i8 0");
    assert_ne!(verdict.verdict, VerdictKind::Refines, "{verdict:?}");
}

#[test]
fn the_solver_and_enumeration_agree() {
    let narrow = "declare i4 @f(i4) memory(none) nounwind willreturn\ndeclare void @g(i4)\n";
    let pairs = [
        ("%a = call i4 @f(i4 %x)\n%r = add i4 %a, %a\nret i4 %r", "%a = call i4 @f(i4 %x)\n%r = shl i4 %a, 1\nret i4 %r"),
        ("%a = call i4 @f(i4 %x)\nret i4 %a", "%a = call i4 @f(i4 %x)\n%r = and i4 %a, 7\nret i4 %r"),
        ("call void @g(i4 %x)\nret i4 0", "%y = add i4 %x, 0\ncall void @g(i4 %y)\nret i4 0"),
        ("call void @g(i4 %x)\nret i4 0", "%y = xor i4 %x, 1\ncall void @g(i4 %y)\nret i4 0"),
    ];
    for ((src, tgt), expected) in pairs.into_iter().zip([true, false, true, false]) {
        let text = text(narrow, "i4 (i4 noundef %x)", src, tgt);
        let expected = if expected { VerdictKind::Refines } else { VerdictKind::Counterexample };
        for method in [Method::Smt, Method::Enumerate] {
            let verdict = check_with(&text, &CheckOptions { method: Some(method), ..options() });
            assert_eq!(verdict.verdict, expected, "{method:?}: {verdict:?}\n{text}");
        }
    }
}

#[test]
fn a_module_that_shows_it_would_need_the_functions() {
    let text = text(PURE, "i8 ()", "%a = call i8 @f(i8 3)\nret i8 %a", "ret i8 0");
    let parsed = llvet_ir::parse(text.as_bytes());
    let [src, tgt] = ["src", "tgt"].map(|name| parsed.module.function(name).expect("it is there"));
    let pair = Pair { src_module: &parsed.module, src, tgt_module: &parsed.module, tgt, assume: None, unrolled: None };
    let found = check_with(&text, &options()).counterexample.expect("a counterexample");
    let why = repro::text(pair, &found).expect_err("no module");
    assert!(why.contains("functions without a body answer, such as @f(i8 3)"), "{why}");
}

#[test]
fn the_target_may_not_promise_more_of_itself() {
    let pair = |src: &str, tgt: &str| {
        let function = |name: &str, attrs: &str| format!("define void @{name}() {attrs} {{\ncall void @g()\nret void\n}}\n");
        check_with(&(function("src", src) + &function("tgt", tgt) + "declare void @g()\n"), &options()).verdict
    };
    assert_eq!(pair("", "nounwind"), VerdictKind::Counterexample);
    assert_eq!(pair("nounwind", ""), VerdictKind::Refines);
    assert_eq!(pair("", "willreturn"), VerdictKind::Counterexample);
    assert_eq!(pair("", "nosync"), VerdictKind::Unsupported);
    assert_eq!(pair("nosync", "nosync"), VerdictKind::Refines);
    assert_eq!(pair("", "memory(none)"), VerdictKind::Unsupported);
}

#[test]
fn leaves_that_share_a_pick_are_passed_together() {
    // The source passes one value twice, the target two values of which only one is fixed.
    let both = "declare i8 @f(i8, i8) memory(none) nounwind willreturn\n";
    let src = "%r = call i8 @f(i8 %x, i8 %x)\nret i8 %r";
    let tgt = "%z = xor i8 %x, %x\n%r = call i8 @f(i8 %z, i8 %x)\nret i8 %r";
    assert_ne!(check(both, "i8 (i8 %x)", src, tgt).verdict, VerdictKind::Refines);
    assert_eq!(check(both, "i8 (i8 %x)", src, src).verdict, VerdictKind::Refines);
}

#[test]
fn answers_after_a_choice_of_the_source_are_replayed_as_they_were_found() {
    // The target makes two calls that may serve for the source's, which chooses; the call that is left out may run forever.
    let declarations = "declare noundef i1 @r(i1) memory(read) nounwind willreturn\ndeclare noundef i1 @d(i1) memory(none) nounwind\n";
    let reads = "%a = call i1 @r(i1 %x)\n%b = call i1 @r(i1 false)\n";
    let found = counterexample(
        declarations,
        "i1 (i1 noundef %x)",
        &format!("{reads}%c = call i1 @d(i1 %b)\nret i1 %x"),
        &format!("{reads}ret i1 %x"),
    );
    assert_eq!(found.source.outcome, "does not return");
    assert!(answers(&found).iter().any(|answer| answer.starts_with("@d(") && answer.ends_with(" does not return")), "{:?}", found.calls);
}

#[test]
fn a_body_is_executed_but_not_proved_about() {
    let helper = "define i8 @f(i8 %x) {\n%r = or i8 %x, 1\nret i8 %r\n}\n";
    let body = |tail: &str| format!("%a = call i8 @f(i8 %x)\n{tail}");
    let check = |src: &str, tgt: &str| check(helper, "i8 (i8 noundef %x)", src, tgt);
    // True of every function.
    let verdict = check(&body("%r = add i8 %a, %a\nret i8 %r"), &body("%r = shl i8 %a, 1\nret i8 %r"));
    assert_eq!((verdict.verdict, &verdict.warnings[..]), (VerdictKind::Refines, &[][..]), "{verdict:?}");
    // False of this one.
    let verdict = check(&body("ret i8 %a"), "ret i8 %x");
    assert_eq!(verdict.verdict, VerdictKind::Counterexample, "{verdict:?}");
    let found = verdict.counterexample.expect("a counterexample");
    assert_eq!((&*found.source.outcome, &*found.target.outcome, &found.calls[..]), ("i8 1", "i8 0", &[][..]));
    // True of this one only.
    let verdict = check(&body("ret i8 %a"), "%r = or i8 %x, 1\nret i8 %r");
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{verdict:?}");
    assert!(verdict.detail.contains("some function in place of @f"), "{}", verdict.detail);
}

#[test]
fn another_body_in_the_target_is_taken_for_granted_aloud() {
    let with_tail = |src_body: &str, tgt_body: &str, tail: &str| {
        let module = |body: &str, more: &str| {
            format!(
                "declare i8 @g(i8)\ndefine internal i8 @f(i8 %x) {{\n{body}\n}}\ndefine i8 @both(i8 %x) {{\n%a = call i8 @f(i8 %x)\n{more}ret i8 %a\n}}\n"
            )
        };
        let [src, tgt] = [module(src_body, ""), module(tgt_body, tail)].map(|text| {
            let parsed = llvet_ir::parse(text.as_bytes());
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            parsed.module
        });
        let function = |module: &'_ llvet_ir::Module| module.functions.iter().position(|f| &*f.name == "both").expect("it is there");
        let (s, t) = (&src.functions[function(&src)], &tgt.functions[function(&tgt)]);
        let pair = Pair { src_module: &src, src: s, tgt_module: &tgt, tgt: t, assume: None, unrolled: None };
        let verdict = llvet_checker::refine::check_pair(pair, &options());
        assert_eq!(verdict.verdict, VerdictKind::Refines, "{verdict:?}");
        verdict.warnings
    };
    let modules = |src_body: &str, tgt_body: &str| with_tail(src_body, tgt_body, "%b = add i8 %a, 0\n");
    assert_eq!(modules("ret i8 %x", "ret i8 %x"), [""; 0]);
    let granted = ["taken for granted: @f of the target refines that of the source"];
    assert_eq!(modules("%r = add i8 %x, %x\nret i8 %r", "%r = shl i8 %x, 1\nret i8 %r"), granted);
    assert_eq!(
        with_tail("%r = add i8 %x, %x\nret i8 %r", "%r = shl i8 %x, 1\nret i8 %r", ""),
        granted,
        "also where the callers are the same"
    );
    // What it calls may differ in its turn.
    let calls = "%r = call i8 @g(i8 %x)\nret i8 %r";
    assert_eq!(modules(calls, calls), granted);
}

#[test]
fn a_body_that_may_break_its_promises_shows_nothing() {
    // Writing a global breaks `memory(none)`: the source may be undefined, which would excuse the target.
    let helper = |attributes: &str, body: &str| format!("@g = global i8 0\ndefine i8 @f(i8 %x) {attributes} {{\n{body}\nret i8 %x\n}}\n");
    let call = "%a = call i8 @f(i8 %x)\nret i8 %a";
    let verdict = |attributes: &str, body: &str| check(&helper(attributes, body), "i8 (i8 noundef %x)", call, "ret i8 1").verdict;
    let writes = "store i8 1, ptr @g";
    assert_eq!(verdict("memory(none)", writes), VerdictKind::Inconclusive);
    assert_eq!(verdict("", writes), VerdictKind::Counterexample);
    assert_eq!(verdict("memory(none)", ""), VerdictKind::Counterexample);
    let recurses =
        "%y = lshr i8 %x, 1\n%c = icmp eq i8 %x, 0\nbr i1 %c, label %end, label %more\nmore:\n%r = call i8 @f(i8 %y)\nbr label %end\nend:";
    assert_eq!(verdict("norecurse", recurses), VerdictKind::Inconclusive);
    assert_eq!(verdict("", recurses), VerdictKind::Counterexample);
}
