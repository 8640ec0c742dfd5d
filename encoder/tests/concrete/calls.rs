//! Calls, recursion, unwinding, attributes at both ends of a call.

use super::{check_module, int, outcomes, poison};

#[test]
fn calls_pass_values_and_return() {
    let text = "define i8 @f(i8 %x) {\n%a = call i8 @g(i8 %x, i8 2)\n%r = call i8 @g(i8 %a, i8 3)\nret i8 %r\n}\n\
                define i8 @g(i8 %x, i8 %y) {\n%r = mul i8 %x, %y\nret i8 %r\n}";
    check_module(text, &[int(8, 4)], "i8 24");
    check_module(text, &[poison()], "poison");
}

#[test]
fn recursion_ends_or_reaches_the_limit() {
    let text = "define i32 @f(i32 %n) {\n%z = icmp eq i32 %n, 0\nbr i1 %z, label %done, label %more\ndone:\nret i32 0\nmore:\n\
                %m = sub i32 %n, 1\n%s = call i32 @f(i32 %m)\n%r = add i32 %s, %n\nret i32 %r\n}";
    check_module(text, &[int(32, 100)], "i32 5050");
    assert_eq!(outcomes(text, &[int(32, -1)]), "incomplete: depth limit reached");
}

#[test]
fn a_tail_call_must_not_touch_the_callers_stack() {
    let text = |tail: &str| {
        format!(
            "define i8 @f() {{\n%p = alloca i8\nstore i8 4, ptr %p\n%r = {tail} call i8 @g(ptr %p)\nret i8 %r\n}}\n\
             define i8 @g(ptr %p) {{\n%r = load i8, ptr %p\nret i8 %r\n}}"
        )
    };
    check_module(&text(""), &[], "i8 4");
    check_module(&text("tail"), &[], "UB: load of the caller's stack object in a tail call");
}

#[test]
fn indirect_calls() {
    let text = "define i8 @f(i1 %c) {\n%p = select i1 %c, ptr @g, ptr @h\n%r = call i8 %p(i8 1)\nret i8 %r\n}\n\
                define i8 @g(i8 %x) {\nret i8 %x\n}\ndefine i8 @h() {\nret i8 9\n}";
    check_module(text, &[int(1, 1)], "i8 1");
    check_module(text, &[int(1, 0)], "UB: call of @h with another function type");
    check_module(text, &[poison()], "UB: call through poison");
    check_module("define i8 @f() {\n%r = call i8 null()\nret i8 %r\n}", &[], "UB: call of an address that is no function");
}

#[test]
fn functions_without_a_body_are_unsupported() {
    let text = "declare i8 @g()\ndefine i8 @f() {\n%r = call i8 @g()\nret i8 %r\n}";
    assert_eq!(outcomes(text, &[]), "incomplete: call of @g, which has no body");
}

#[test]
fn attributes_at_the_call_site_count_too() {
    let text = |site: &str, callee: &str| {
        format!("define i8 @f(i8 %x) {{\n%r = call i8 @g(i8 {site} %x)\nret i8 %r\n}}\ndefine i8 @g(i8 {callee} %x) {{\nret i8 0\n}}")
    };
    check_module(&text("", ""), &[poison()], "i8 0");
    check_module(&text("noundef", ""), &[poison()], "UB: argument 0 of a call of @g is noundef but poison or undef");
    check_module(&text("", "noundef"), &[poison()], "UB: argument 0 of @g is noundef but poison or undef");
}

#[test]
fn byval_arguments_are_copies() {
    let text = "define i8 @f() {\n%p = alloca i8\nstore i8 4, ptr %p\ncall void @g(ptr byval(i8) %p)\n%r = load i8, ptr %p\nret i8 %r\n}\n\
                define void @g(ptr byval(i8) %p) {\nstore i8 5, ptr %p\nret void\n}";
    check_module(text, &[], "i8 4");
}

const THROWS: &str = "define i32 @throws(i32 %n) personality ptr @pers {\n%c = icmp slt i32 %n, 0\nbr i1 %c, label %t, label %r\nt:\n\
                      %e = insertvalue { ptr, i32 } zeroinitializer, i32 %n, 1\nresume { ptr, i32 } %e\nr:\nret i32 %n\n}\ndeclare i32 @pers(...)\n";

#[test]
fn exceptions_reach_the_landing_pad() {
    let text = |through: &str, clause: &str| {
        format!(
            "{THROWS}define i32 @f(i32 %n) personality ptr @pers {{\n%v = invoke i32 @{through}(i32 %n) to label %ok unwind label %bad\nok:\nret i32 %v\n\
             bad:\n%e = landingpad {{ ptr, i32 }} {clause}\n%s = extractvalue {{ ptr, i32 }} %e, 1\n%r = mul i32 %s, 10\nret i32 %r\n}}\n\
             define i32 @middle(i32 %n) {{\n%r = call i32 @throws(i32 %n)\nret i32 %r\n}}"
        )
    };
    check_module(&text("throws", "cleanup"), &[int(32, 5)], "i32 5");
    check_module(&text("throws", "cleanup"), &[int(32, -3)], "i32 -30");
    check_module(&text("middle", "catch ptr null"), &[int(32, -3)], "i32 -30");
    assert_eq!(outcomes(&text("throws", "catch ptr @pers"), &[int(32, -3)]), "incomplete: landingpad with typed clauses only");
}

#[test]
fn exceptions_leave_the_run_or_break_nounwind() {
    let text = |attr: &str| format!("{THROWS}define i32 @f(i32 %n) {attr} {{\n%r = call i32 @throws(i32 %n)\nret i32 %r\n}}");
    check_module(&text(""), &[int(32, -1)], "unwind: { ptr, i32 } { ptr null, i32 -1 }");
    check_module(&text("nounwind"), &[int(32, -1)], "UB: unwinding out of @f, which is nounwind");
    check_module(&text("nounwind"), &[int(32, 1)], "i32 1");
}

#[test]
fn traps_end_the_program() {
    check_module("declare void @llvm.trap()\ndefine void @f() {\ncall void @llvm.trap()\nunreachable\n}", &[], "trap");
}

#[test]
fn returned_arguments_are_the_result_or_poison() {
    check_module("define i8 @f(i8 returned %x) {\nret i8 %x\n}", &[int(8, 3)], "i8 3");
    check_module("define i8 @f(i8 returned %x) {\nret i8 4\n}", &[int(8, 3)], "poison");
}
