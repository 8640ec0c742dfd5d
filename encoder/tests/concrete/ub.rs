//! Each kind of immediate undefined behavior, beside a case that just avoids it.

use super::{check, check_module, int, poison, undef};

#[test]
fn division() {
    let body = "%r = udiv i8 %x, %y\nret i8 %r";
    check("i8 (i8 %x, i8 %y)", body, &[int(8, 7), int(8, 0)], "UB: division by zero");
    check("i8 (i8 %x, i8 %y)", body, &[int(8, 7), poison()], "UB: division by poison");
    check("i8 (i8 %x, i8 %y)", body, &[int(8, 7), undef()], "UB: division by zero");
    check("i8 (i8 %x, i8 %y)", body, &[poison(), int(8, 7)], "poison");
    check("i8 (i8 %x, i8 %y)", body, &[int(8, 7), int(8, 2)], "i8 3");
    let body = "%r = srem i8 %x, %y\nret i8 %r";
    check("i8 (i8 %x, i8 %y)", body, &[int(8, -128), int(8, -1)], "UB: signed division overflow");
    check("i8 (i8 %x, i8 %y)", body, &[int(8, -127), int(8, -1)], "i8 0");
}

#[test]
fn unread_division_by_undef_is_still_undefined() {
    check("i8 ()", "%r = udiv i8 1, undef\nret i8 0", &[], "UB: division by zero");
}

#[test]
fn branch_conditions_must_be_defined() {
    let body = "br i1 %c, label %a, label %b\na:\nret i8 1\nb:\nret i8 2";
    check("i8 (i1 %c)", body, &[poison()], "UB: branch on poison");
    check("i8 (i1 %c)", body, &[undef()], "UB: branch on undef");
    check("i8 (i1 %c)", body, &[int(1, 1)], "i8 1");
    // Depends on undef, but every read gives the same.
    let body = "%k = and i1 %c, false\nbr i1 %k, label %a, label %b\na:\nret i8 1\nb:\nret i8 2";
    check("i8 (i1 %c)", body, &[undef()], "i8 2");
}

#[test]
fn switch_values_must_be_defined() {
    let body = "switch i8 %x, label %d [ i8 1, label %a\n i8 2, label %a ]\na:\nret i8 1\nd:\nret i8 2";
    check("i8 (i8 %x)", body, &[poison()], "UB: switch on poison");
    check("i8 (i8 %x)", body, &[undef()], "UB: switch on undef");
    check("i8 (i8 %x)", body, &[int(8, 2)], "i8 1");
    check("i8 (i8 %x)", body, &[int(8, 3)], "i8 2");
}

#[test]
fn unreachable_is_undefined() {
    let body = "br i1 %c, label %a, label %b\na:\nret i8 1\nb:\nunreachable";
    check("i8 (i1 %c)", body, &[int(1, 0)], "UB: unreachable reached");
    check("i8 (i1 %c)", body, &[int(1, 1)], "i8 1");
}

#[test]
fn assumptions_must_hold() {
    let text = "define i8 @f(i1 %c) {\ncall void @llvm.assume(i1 %c)\nret i8 1\n}\ndeclare void @llvm.assume(i1)";
    check_module(text, &[int(1, 1)], "i8 1");
    check_module(text, &[int(1, 0)], "UB: assume of false");
    check_module(text, &[poison()], "UB: assume of poison");
    check_module(text, &[undef()], "UB: assume of false");
}

#[test]
fn noundef_is_checked_on_arguments_returns_and_loads() {
    let text = "define i8 @f(i8 noundef %x) {\nret i8 %x\n}";
    check_module(text, &[poison()], "UB: argument 0 of @f is noundef but poison or undef");
    check_module(text, &[undef()], "UB: argument 0 of @f is noundef but poison or undef");
    check_module(text, &[int(8, 1)], "i8 1");
    let text = "define noundef i8 @f(i8 %x) {\nret i8 %x\n}";
    check_module(text, &[poison()], "UB: return value of @f is noundef but poison or undef");
    check_module(text, &[int(8, 1)], "i8 1");
    let text = "define i8 @f(i8 %x) {\n%p = alloca i8\nstore i8 %x, ptr %p\n%r = load i8, ptr %p, !noundef !0\nret i8 %r\n}\n!0 = !{}";
    check_module(text, &[poison()], "UB: result of an instruction with !noundef is noundef but poison or undef");
    check_module(text, &[undef()], "UB: result of an instruction with !noundef is noundef but poison or undef");
    check_module(text, &[int(8, 1)], "i8 1");
}

#[test]
fn range_violated_is_poison_and_with_noundef_undefined() {
    check("i8 (i8 range(i8 0, 5) %x)", "ret i8 %x", &[int(8, 5)], "poison");
    check("i8 (i8 range(i8 0, 5) %x)", "ret i8 %x", &[int(8, 4)], "i8 4");
    check("i8 (i8 noundef range(i8 0, 5) %x)", "ret i8 %x", &[int(8, 5)], "UB: argument 0 of @f violates one of its attributes");
}

#[test]
fn noreturn_functions_do_not_return() {
    check_module("define void @f() noreturn {\nret void\n}", &[], "UB: return from @f, which is noreturn");
    check_module("define void @f() {\nret void\n}", &[], "void");
}

#[test]
fn indirect_branches_go_to_listed_blocks() {
    let text = "define i8 @f(i1 %c) {\n%t = select i1 %c, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)\n\
                indirectbr ptr %t, [label %a]\na:\nret i8 1\nb:\nret i8 2\n}";
    check_module(text, &[int(1, 1)], "i8 1");
    check_module(text, &[int(1, 0)], "UB: indirectbr to an address that is not in its list");
    check_module(text, &[poison()], "UB: indirectbr on poison");
}

#[test]
fn undefined_behavior_hides_other_outcomes() {
    let body = "%f = freeze i1 poison\nbr i1 %f, label %a, label %b\na:\nret i8 1\nb:\nunreachable";
    check("i8 ()", body, &[], "UB: unreachable reached");
}
