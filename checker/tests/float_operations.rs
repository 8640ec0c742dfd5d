//! Every floating-point operation that is said to be supported has a meaning: a result that is frozen refines the result.
//!
//! The source returns what the operation gives, the target freezes it first, so nothing is decided by the text alone.

mod common;

use common::{check, pair};
use llvet_checker::verdict::VerdictKind;

/// A type of results, parameters, and the operation on them.
type Row = (&'static str, &'static str, &'static str);

#[track_caller]
fn modelled(rows: &[Row]) {
    for (ret, params, operation) in rows {
        let source = format!("%r = {operation}\nret {ret} %r");
        let target = format!("%r = {operation}\n%f = freeze {ret} %r\nret {ret} %f");
        let params: Vec<String> = params.split(", ").map(|param| param.replacen(" %", " noundef %", 1)).collect();
        let verdict = check(&pair(ret, &params.join(", "), &source, &target));
        assert_eq!(verdict.verdict, VerdictKind::Refines, "{operation}: {}", verdict.detail);
        // Another result is no refinement, unless any is.
        let other = check(&pair(ret, &params.join(", "), &source, &format!("ret {ret} poison")));
        assert_eq!(other.verdict, VerdictKind::Counterexample, "{operation}: {}", other.detail);
    }
}

#[test]
fn instructions() {
    modelled(&[
        ("half", "half %x", "fneg half %x"),
        ("half", "half %x, half %y", "fadd half %x, %y"),
        ("half", "half %x, half %y", "fsub half %x, %y"),
        ("half", "half %x, half %y", "fmul half %x, %y"),
        ("half", "half %x, half %y", "fdiv half %x, %y"),
        ("half", "half %x, half %y", "frem half %x, %y"),
        ("<2 x half>", "<2 x half> %x, <2 x half> %y", "fadd nsz <2 x half> %x, %y"),
        ("bfloat", "bfloat %x, bfloat %y", "fmul bfloat %x, %y"),
        ("fp128", "fp128 %x, fp128 %y", "fadd fp128 %x, %y"),
        ("i1", "half %x, half %y", "fcmp ueq half %x, %y"),
        ("half", "i1 %c, half %x, half %y", "select nsz i1 %c, half %x, half %y"),
        ("half", "float %x", "fptrunc float %x to half"),
        ("double", "half %x", "fpext half %x to double"),
        ("i8", "half %x", "fptosi half %x to i8"),
        ("i8", "half %x", "fptoui half %x to i8"),
        ("half", "i32 %n", "sitofp i32 %n to half"),
        ("half", "i32 %n", "uitofp i32 %n to half"),
        ("i16", "half %x", "bitcast half %x to i16"),
    ]);
}

#[test]
fn intrinsics_of_numbers() {
    modelled(&[
        ("half", "half %x", "call half @llvm.fabs.f16(half %x)"),
        ("half", "half %x", "call half @llvm.sqrt.f16(half %x)"),
        ("half", "half %x", "call half @llvm.floor.f16(half %x)"),
        ("half", "half %x", "call half @llvm.ceil.f16(half %x)"),
        ("half", "half %x", "call half @llvm.trunc.f16(half %x)"),
        ("half", "half %x", "call half @llvm.rint.f16(half %x)"),
        ("half", "half %x", "call half @llvm.nearbyint.f16(half %x)"),
        ("half", "half %x", "call half @llvm.round.f16(half %x)"),
        ("half", "half %x", "call half @llvm.roundeven.f16(half %x)"),
        ("half", "half %x", "call half @llvm.canonicalize.f16(half %x)"),
        ("half", "half %x", "call half @llvm.arithmetic.fence.f16(half %x)"),
        ("half", "half %x", "call half @llvm.powi.f16.i32(half %x, i32 2)"),
        ("half", "half %x, half %y", "call half @llvm.copysign.f16(half %x, half %y)"),
        ("half", "half %x, half %y", "call half @llvm.minnum.f16(half %x, half %y)"),
        ("half", "half %x, half %y", "call half @llvm.maxnum.f16(half %x, half %y)"),
        ("half", "half %x, half %y", "call half @llvm.minimum.f16(half %x, half %y)"),
        ("half", "half %x, half %y", "call half @llvm.maximum.f16(half %x, half %y)"),
        ("half", "half %x, half %y", "call half @llvm.minimumnum.f16(half %x, half %y)"),
        ("half", "half %x, half %y", "call half @llvm.maximumnum.f16(half %x, half %y)"),
        ("half", "half %x, i32 %n", "call half @llvm.ldexp.f16.i32(half %x, i32 %n)"),
        ("half", "half %x, half %y, half %z", "call half @llvm.fma.f16(half %x, half %y, half %z)"),
        ("half", "half %x, half %y, half %z", "call half @llvm.fmuladd.f16(half %x, half %y, half %z)"),
        ("half", "float %x", "call half @llvm.fptrunc.round.f16.f32(float %x, metadata !\"round.upward\")"),
    ]);
}

#[test]
fn intrinsics_of_classes_and_integers() {
    modelled(&[
        ("i1", "half %x", "call i1 @llvm.is.fpclass.f16(half %x, i32 7)"),
        ("i8", "half %x", "call i8 @llvm.fptosi.sat.i8.f16(half %x)"),
        ("i8", "half %x", "call i8 @llvm.fptoui.sat.i8.f16(half %x)"),
        ("i8", "half %x", "call i8 @llvm.lrint.i8.f16(half %x)"),
        ("i8", "half %x", "call i8 @llvm.llrint.i8.f16(half %x)"),
        ("i8", "half %x", "call i8 @llvm.lround.i8.f16(half %x)"),
        ("i8", "half %x", "call i8 @llvm.llround.i8.f16(half %x)"),
        ("{ half, i32 }", "half %x", "call { half, i32 } @llvm.frexp.f16.i32(half %x)"),
    ]);
}

#[test]
fn reductions() {
    modelled(&[
        ("half", "half %x, <2 x half> %v", "call half @llvm.vector.reduce.fadd.v2f16(half %x, <2 x half> %v)"),
        ("half", "half %x, <2 x half> %v", "call half @llvm.vector.reduce.fmul.v2f16(half %x, <2 x half> %v)"),
        ("half", "<2 x half> %v", "call half @llvm.vector.reduce.fmin.v2f16(<2 x half> %v)"),
        ("half", "<2 x half> %v", "call half @llvm.vector.reduce.fmax.v2f16(<2 x half> %v)"),
        ("half", "<2 x half> %v", "call half @llvm.vector.reduce.fminimum.v2f16(<2 x half> %v)"),
        ("half", "<2 x half> %v", "call half @llvm.vector.reduce.fmaximum.v2f16(<2 x half> %v)"),
    ]);
}

#[test]
fn constrained_intrinsics() {
    let (mode, strict) = ("metadata !\"round.dynamic\"", "metadata !\"fpexcept.strict\"");
    let call = |ret: &str, name: &str, args: &str| format!("call {ret} @llvm.experimental.constrained.{name}({args})");
    let mut rows: Vec<(&str, &str, String)> = Vec::new();
    for name in ["fadd", "fsub", "fmul", "fdiv", "frem"] {
        rows.push(("half", "half %x, half %y", call("half", &format!("{name}.f16"), &format!("half %x, half %y, {mode}, {strict}"))));
    }
    for name in ["sqrt", "rint", "nearbyint"] {
        rows.push(("half", "half %x", call("half", &format!("{name}.f16"), &format!("half %x, {mode}, {strict}"))));
    }
    for name in ["floor", "ceil", "trunc", "round", "roundeven"] {
        rows.push(("half", "half %x", call("half", &format!("{name}.f16"), &format!("half %x, {strict}"))));
    }
    for name in ["minnum", "maxnum", "minimum", "maximum"] {
        rows.push(("half", "half %x, half %y", call("half", &format!("{name}.f16"), &format!("half %x, half %y, {strict}"))));
    }
    for name in ["lrint", "llrint"] {
        rows.push(("i8", "half %x", call("i8", &format!("{name}.i8.f16"), &format!("half %x, {mode}, {strict}"))));
    }
    for name in ["lround", "llround", "fptosi", "fptoui"] {
        rows.push(("i8", "half %x", call("i8", &format!("{name}.i8.f16"), &format!("half %x, {strict}"))));
    }
    for name in ["sitofp", "uitofp"] {
        rows.push(("half", "i32 %n", call("half", &format!("{name}.f16.i32"), &format!("i32 %n, {mode}, {strict}"))));
    }
    for name in ["fcmp", "fcmps"] {
        rows.push((
            "i1",
            "half %x, half %y",
            call("i1", &format!("{name}.f16"), &format!("half %x, half %y, metadata !\"olt\", {strict}")),
        ));
    }
    rows.push(("half", "float %x", call("half", "fptrunc.f16.f32", &format!("float %x, {mode}, {strict}"))));
    rows.push(("float", "half %x", call("float", "fpext.f32.f16", &format!("half %x, {strict}"))));
    for (ret, params, operation) in rows {
        let source = format!("%r = {operation} strictfp\nret {ret} %r");
        let target = format!("%r = {operation} strictfp\n%f = freeze {ret} %r\nret {ret} %f");
        let params: Vec<String> = params.split(", ").map(|param| param.replacen(" %", " noundef %", 1)).collect();
        let text = pair(ret, &params.join(", "), &source, &target).replace(") {", ") strictfp {");
        let verdict = check(&text);
        assert_eq!(verdict.verdict, VerdictKind::Refines, "{operation}: {}", verdict.detail);
    }
}
