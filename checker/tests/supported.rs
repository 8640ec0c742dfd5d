//! The table of instructions against what a check says of each, and the published file against the tables.

mod common;

use common::check;
use llvet_checker::verdict::VerdictKind;
use llvet_encoder::semantics::support::{InstSupport, supported_instructions};

/// A function that executes an instruction, and declarations it needs. Instructions for exceptions have none: they need a setting of
/// their own.
fn example(opcode: &str) -> Option<String> {
    let body = |signature: &str, body: &str| Some(format!("define {signature} {{\n{body}\n}}\n"));
    let value = |instruction: String| body("i8 @F(i8 %x, ptr %p)", &format!("%r = {instruction}\nret i8 0"));
    match opcode {
        "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => value(format!("{opcode} half 1.0, 1.0")),
        "fptrunc" => value("fptrunc float 1.0 to half".into()),
        "fpext" => value("fpext half 1.0 to float".into()),
        "fptoui" | "fptosi" => value(format!("{opcode} half 1.0 to i8")),
        "uitofp" | "sitofp" => value(format!("{opcode} i8 %x to half")),
        "trunc" => value("trunc i8 %x to i4".into()),
        "zext" | "sext" => value(format!("{opcode} i8 %x to i16")),
        "ptrtoint" | "ptrtoaddr" => value(format!("{opcode} ptr %p to i64")),
        "inttoptr" => value("inttoptr i64 0 to ptr".into()),
        "bitcast" => value("bitcast i8 %x to <8 x i1>".into()),
        "addrspacecast" => value("addrspacecast ptr %p to ptr addrspace(1)".into()),
        "fneg" => value("fneg half 1.0".into()),
        "icmp" => value("icmp eq i8 %x, 0".into()),
        "fcmp" => value("fcmp oeq half 1.0, 1.0".into()),
        "select" => value("select i1 true, i8 %x, i8 0".into()),
        "freeze" => value("freeze i8 %x".into()),
        "phi" => body("i8 @F(i8 %x)", "a:\nbr label %b\nb:\n%r = phi i8 [ %x, %a ]\nret i8 %r"),
        "br" => body("i8 @F(i8 %x)", "a:\nbr label %b\nb:\nret i8 %x"),
        "ret" => body("i8 @F(i8 %x)", "ret i8 %x"),
        "switch" => body("i8 @F(i8 noundef %x)", "switch i8 %x, label %d [ i8 1, label %a ]\na:\nret i8 1\nd:\nret i8 0"),
        "unreachable" => body("i8 @F(i1 noundef %c)", "br i1 %c, label %a, label %b\na:\nret i8 0\nb:\nunreachable"),
        "extractelement" => value("extractelement <2 x i8> zeroinitializer, i8 0".into()),
        "insertelement" => value("insertelement <2 x i8> zeroinitializer, i8 %x, i8 0".into()),
        "shufflevector" => value("shufflevector <2 x i8> zeroinitializer, <2 x i8> zeroinitializer, <1 x i32> zeroinitializer".into()),
        "extractvalue" => value("extractvalue { i8, i8 } zeroinitializer, 0".into()),
        "insertvalue" => value("insertvalue { i8, i8 } zeroinitializer, i8 %x, 0".into()),
        "alloca" => value("alloca i8".into()),
        "load" => value("load i8, ptr %p".into()),
        "store" => body("i8 @F(i8 %x, ptr %p)", "store i8 %x, ptr %p\nret i8 0"),
        "fence" => body("i8 @F(i8 %x)", "fence seq_cst\nret i8 0"),
        "cmpxchg" => value("cmpxchg ptr %p, i8 0, i8 1 seq_cst seq_cst".into()),
        "atomicrmw" => value("atomicrmw add ptr %p, i8 1 seq_cst".into()),
        "getelementptr" => value("getelementptr i8, ptr %p, i64 1".into()),
        "va_arg" => value("va_arg ptr %p, i8".into()),
        "call" => value("call i8 @llvm.ctpop.i8(i8 %x)".into()).map(|text| text + "declare i8 @llvm.ctpop.i8(i8)\n"),
        "indirectbr" | "invoke" | "callbr" | "resume" | "catchswitch" | "catchret" | "cleanupret" | "catchpad" | "cleanuppad"
        | "landingpad" => None,
        binary => value(format!("{binary} i8 %x, 1")),
    }
}

#[test]
fn every_row_is_what_a_check_says() {
    for (opcode, support) in supported_instructions() {
        let Some(function) = example(opcode) else { continue };
        let (definition, declarations) =
            function.split_once("declare").map_or((function.as_str(), String::new()), |(a, b)| (a, format!("declare{b}")));
        // The target differs a little, so that it is not the same text.
        let target = definition.replace("ret i8 0", "%same = add i8 0, 0\nret i8 %same");
        let text = definition.replace("@F", "@src") + &target.replace("@F", "@tgt") + &declarations;
        let unsupported = check(&text).verdict == VerdictKind::Unsupported;
        assert_eq!(unsupported, support == InstSupport::Unsupported, "{opcode}: {support:?}\n{text}");
    }
}
