//! Loads, stores, address arithmetic, lifetimes.

use super::{check, check_module, int, poison, undef};

#[test]
fn a_slot_keeps_values_poison_and_undef() {
    let body = "%p = alloca i8\nstore i8 %x, ptr %p\n%a = load i8, ptr %p\nret i8 %a";
    check("i8 (i8 %x)", body, &[int(8, 7)], "i8 7");
    check("i8 (i8 %x)", body, &[poison()], "poison");
    let body = "%p = alloca i1\nstore i1 %x, ptr %p\n%a = load i1, ptr %p\n%r = xor i1 %a, %a\nret i1 %r";
    check("i1 (i1 %x)", body, &[undef()], "i1 false | i1 true");
    check("i1 (i1 %x)", body, &[int(1, 1)], "i1 false");
}

#[test]
fn uninitialised_memory_is_undef() {
    let body = "%p = alloca i2\n%a = load i2, ptr %p\n%r = xor i2 %a, %a\nret i2 %r";
    check("i2 ()", body, &[], "i2 -1 | i2 -2 | i2 0 | i2 1");
    let body = "%p = alloca i2\n%a = load i2, ptr %p\n%b = freeze i2 %a\n%r = xor i2 %b, %b\nret i2 %r";
    check("i2 ()", body, &[], "i2 0");
}

#[test]
fn bytes_follow_the_byte_order() {
    let body = "%p = alloca i32\nstore i32 16909060, ptr %p\n%q = getelementptr i8, ptr %p, i64 1\n%r = load i8, ptr %q\nret i8 %r";
    check("i8 ()", body, &[], "i8 3");
    check_module(&format!("target datalayout = \"E\"\ndefine i8 @f() {{\n{body}\n}}"), &[], "i8 2");
}

#[test]
fn poison_is_tracked_byte_by_byte() {
    let body = "%p = alloca <2 x i8>\nstore <2 x i8> <i8 1, i8 poison>, ptr %p\n%q = getelementptr i8, ptr %p, i64 %i\n\
                %r = load i8, ptr %q\nret i8 %r";
    check("i8 (i64 %i)", body, &[int(64, 0)], "i8 1");
    check("i8 (i64 %i)", body, &[int(64, 1)], "poison");
    check(
        "i16 ()",
        "%p = alloca <2 x i8>\nstore <2 x i8> <i8 1, i8 poison>, ptr %p\n%r = load i16, ptr %p, align 1\nret i16 %r",
        &[],
        "poison",
    );
}

#[test]
fn values_of_odd_width_are_read_back_at_their_width_only() {
    check("i7 ()", "%p = alloca i7\nstore i7 5, ptr %p\n%r = load i7, ptr %p\nret i7 %r", &[], "i7 5");
    check("i6 ()", "%p = alloca i7\nstore i7 5, ptr %p\n%r = load i6, ptr %p\nret i6 %r", &[], "poison");
    let text = "define <4 x i1> @f() {\n%p = alloca <4 x i1>\nstore <4 x i1> <i1 true, i1 false, i1 poison, i1 true>, ptr %p\n\
                %r = load <4 x i1>, ptr %p\nret <4 x i1> %r\n}";
    check_module(text, &[], "<4 x i1> <i1 true, i1 false, i1 poison, i1 true>");
}

#[test]
fn accesses_must_be_in_bounds_alive_and_aligned() {
    let body = "%p = alloca i16, align 2\nstore i16 1, ptr %p\n%q = getelementptr i8, ptr %p, i64 %i\n%r = load i8, ptr %q\nret i8 %r";
    check("i8 (i64 %i)", body, &[int(64, 1)], "i8 0");
    check("i8 (i64 %i)", body, &[int(64, 2)], "UB: load out of bounds");
    check("i8 (i64 %i)", body, &[int(64, -1)], "UB: load out of bounds");
    check("i8 (i64 %i)", body, &[poison()], "UB: load through poison");
    let body = "%p = alloca i64, align 4\n%r = load i32, ptr %p, align 8\nret i8 0";
    check("i8 ()", body, &[], "UB: load at a misaligned address");
    check("i8 ()", &body.replace("align 4", "align 8"), &[], "i8 0");
    check("i8 ()", "%r = load i8, ptr null\nret i8 %r", &[], "UB: load through null");
    check("i8 ()", "store i8 0, ptr poison\nret i8 0", &[], "UB: store through poison");
    check_module("@g = constant i8 1\ndefine i8 @f() {\nstore i8 0, ptr @g\nret i8 0\n}", &[], "UB: store to a constant");
    check_module("@g = global i8 1\ndefine i8 @f() {\nstore i8 0, ptr @g\nret i8 0\n}", &[], "i8 0");
}

#[test]
fn stack_objects_end_with_their_call() {
    let text = "define i8 @f() {\n%p = call ptr @g()\n%r = load i8, ptr %p\nret i8 %r\n}\ndefine ptr @g() {\n%p = alloca i8\nret ptr %p\n}";
    check_module(text, &[], "UB: load of an object outside its lifetime");
}

#[test]
fn lifetime_markers_bound_an_object() {
    let text = |middle: &str| {
        format!(
            "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\ndefine i8 @f() {{\n%p = alloca i8\n{middle}\n\
             %r = load i8, ptr %p\n%z = and i8 %r, 0\nret i8 %z\n}}"
        )
    };
    let (start, end) = ("call void @llvm.lifetime.start.p0(ptr %p)", "call void @llvm.lifetime.end.p0(ptr %p)");
    check_module(&text(&format!("{start}\nstore i8 3, ptr %p")), &[], "i8 0");
    check_module(&text(&format!("store i8 3, ptr %p\n{start}")), &[], "UB: store of an object outside its lifetime");
    check_module(&text(&format!("{start}\n{end}")), &[], "UB: load of an object outside its lifetime");
}

#[test]
fn initialisers_and_layout() {
    let text = "%s = type { i8, i32, [2 x i16] }\n@g = constant %s { i8 1, i32 2, [2 x i16] [i16 3, i16 4] }\n\
                define i16 @f() {\n%p = getelementptr %s, ptr @g, i64 0, i32 2, i64 1\n%r = load i16, ptr %p\nret i16 %r\n}";
    check_module(text, &[], "i16 4");
    check_module(
        "@g = constant [3 x i8] c\"ab\\00\"\ndefine i8 @f() {\n%p = getelementptr i8, ptr @g, i64 1\n%r = load i8, ptr %p\nret i8 %r\n}",
        &[],
        "i8 98",
    );
    check_module("@g = constant i8 undef\ndefine i8 @f() {\n%a = load i8, ptr @g\n%r = and i8 %a, 1\nret i8 %r\n}", &[], "i8 0 | i8 1");
}

#[test]
fn address_arithmetic_flags() {
    let body =
        |flags: &str| format!("%p = alloca i32\n%q = getelementptr {flags} i8, ptr %p, i64 %i\n%c = icmp eq ptr %q, null\nret i1 %c");
    check("i1 (i64 %i)", &body("inbounds"), &[int(64, 4)], "i1 false");
    check("i1 (i64 %i)", &body("inbounds"), &[int(64, 5)], "poison");
    check("i1 (i64 %i)", &body(""), &[int(64, 5)], "i1 false");
    check("i1 (i64 %i)", &body("nuw"), &[int(64, -1)], "poison");
    check("i1 (i64 %i)", &body("nusw"), &[int(64, -1)], "i1 false");
    check("i1 (i64 %i)", &body("nusw"), &[int(64, i64::MIN)], "poison");
}

#[test]
fn pointers_through_memory_and_integers() {
    let body =
        "%p = alloca i8\nstore i8 5, ptr %p\n%i = ptrtoint ptr %p to i64\n%q = inttoptr i64 %i to ptr\n%r = load i8, ptr %q\nret i8 %r";
    check("i8 ()", body, &[], "i8 5");
    let body = "%q = inttoptr i64 64 to ptr\n%r = load i8, ptr %q\nret i8 %r";
    check("i8 ()", body, &[], "UB: load outside any object whose address was exposed");
    let body =
        "%s = alloca ptr\n%p = alloca i8\nstore i8 5, ptr %p\nstore ptr %p, ptr %s\n%q = load ptr, ptr %s\n%r = load i8, ptr %q\nret i8 %r";
    check("i8 ()", body, &[], "i8 5");
}

#[test]
fn copies_and_fills() {
    let text = |op: &str| {
        format!(
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n\
             declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n@g = constant [4 x i8] c\"abcd\"\ndefine i8 @f() {{\n%p = alloca [4 x i8]\n\
             %q = getelementptr i8, ptr %p, i64 1\ncall void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 4, i1 false)\n{op}\n\
             %r = load i8, ptr %q\nret i8 %r\n}}"
        )
    };
    check_module(&text(""), &[], "i8 98");
    check_module(&text("call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 3, i1 false)"), &[], "i8 97");
    check_module(&text("call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 3, i1 false)"), &[], "UB: memcpy of overlapping ranges");
    check_module(&text("call void @llvm.memset.p0.i64(ptr %q, i8 9, i64 3, i1 false)"), &[], "i8 9");
    check_module(&text("call void @llvm.memset.p0.i64(ptr %q, i8 9, i64 4, i1 false)"), &[], "UB: memset out of bounds");
    check_module(&text("call void @llvm.memset.p0.i64(ptr %q, i8 poison, i64 1, i1 false)"), &[], "poison");
}

#[test]
fn value_metadata_of_loads() {
    let text = |ty: &str, value: &str, md: &str| {
        format!(
            "define {ty} @f() {{\n%p = alloca {ty}\nstore {ty} {value}, ptr %p\n%r = load {ty}, ptr %p, {md}\nret {ty} %r\n}}\n\
             !0 = !{{i8 1, i8 3, i8 7, i8 9}}\n!1 = !{{}}\n!2 = !{{i64 8}}"
        )
    };
    check_module(&text("i8", "2", "!range !0"), &[], "i8 2");
    check_module(&text("i8", "8", "!range !0"), &[], "i8 8");
    check_module(&text("i8", "3", "!range !0"), &[], "poison");
    check_module(
        &text("i8", "3", "!range !0, !noundef !1"),
        &[],
        "UB: result of an instruction with !noundef is noundef but poison or undef",
    );
    check_module(&text("ptr", "null", "!nonnull !1"), &[], "poison");
    check_module(&text("ptr", "null", "!align !2"), &[], "ptr null");
    check_module(&text("ptr", "null", "!dereferenceable !2"), &[], "UB: loaded pointer is not dereferenceable(8)");
    check_module(&text("ptr", "null", "!dereferenceable_or_null !2"), &[], "ptr null");
}

#[test]
fn atomics_act_as_plain_accesses() {
    let body =
        "%p = alloca i8\nstore i8 5, ptr %p\n%o = atomicrmw sub ptr %p, i8 7 seq_cst\n%n = load i8, ptr %p\n%r = mul i8 %o, %n\nret i8 %r";
    check("i8 ()", body, &[], "i8 -10");
    let body = "%p = alloca i8\nstore i8 5, ptr %p\n%x = cmpxchg ptr %p, i8 %c, i8 9 seq_cst seq_cst\n%n = load i8, ptr %p\nret i8 %n";
    check("i8 (i8 %c)", body, &[int(8, 5)], "i8 9");
    check("i8 (i8 %c)", body, &[int(8, 4)], "i8 5");
}
