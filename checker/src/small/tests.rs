use super::*;

fn with_pair<R>(text: &str, run: impl FnOnce(Pair<'_>) -> R) -> R {
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let module = parsed.module;
    let function = |name| module.function(name).expect("both functions are there");
    run(Pair { src_module: &module, src: function("src"), tgt_module: &module, tgt: function("tgt"), assume: None, unrolled: None })
}

fn text(args: &str, src: &str, tgt: &str) -> String {
    format!("define i32 @src({args}) {{\n{src}\n}}\ndefine i32 @tgt({args}) {{\n{tgt}\n}}\n")
}

fn decided(text: &str) -> Verdict {
    // Far more than it takes on a machine that is busy with something else.
    let options = CheckOptions { timeout: Duration::from_secs(3600), ..CheckOptions::default() };
    with_pair(text, |pair| check(pair, &options))
}

#[test]
fn what_holds_is_only_evidence() {
    let verdict = decided(&text("i32 %x", "%r = mul i32 %x, -1\nret i32 %r", "%r = sub i32 0, %x\nret i32 %r"));
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Inconclusive, None));
    let start = "no counterexample at widths 1, 2, 3, 4, 5, 6, 7, 8 (";
    assert!(verdict.detail.starts_with(start) && verdict.detail.ends_with(" executions)"), "{}", verdict.detail);
}

#[test]
fn a_hit_is_carried_over_and_replayed() {
    // MIN / -1 is undefined only in the target.
    let verdict = decided(&text("i32 %x, i32 %y", "%r = sub i32 0, %x\nret i32 %r", "%r = sdiv i32 %x, -1\nret i32 %r"));
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Counterexample, Some(Method::SmallWidths)));
    let inputs = verdict.counterexample.expect("a replayed counterexample").inputs;
    assert_eq!(inputs[0].value, "i32 -2147483648");
}

#[test]
fn failing_inputs_are_counted_among_all() {
    let text = text("i32 %x", "%r = add i32 %x, 1\nret i32 %r", "%r = shl i32 %x, 1\nret i32 %r").replace("i32", "i8");
    let counterexample = decided(&text).counterexample.expect("a replayed counterexample");
    assert_eq!(counterexample.failing_inputs, Some(("255".to_owned(), "256".to_owned())));
}

#[test]
fn what_fails_at_small_widths_only_is_no_counterexample() {
    // 2 is as large as the width of i2, and the lower half of i32.
    let source = "%a = and i32 %x, 65535\n%b = udiv i32 %a, 65536\nret i32 %b";
    let verdict = decided(&text("i32 %x", source, "ret i32 0"));
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{}", verdict.detail);
    let source = "%a = lshr i32 %x, 30\n%b = and i32 %a, 3\nret i32 %b";
    let verdict = decided(&text("i32 %x", source, "%a = lshr i32 %x, 30\nret i32 %a"));
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive, "{}", verdict.detail);
}

#[test]
fn what_cannot_be_made_smaller_says_so() {
    let verdict = decided(&text("i32 %x", "%r = add i32 %x, 123456\nret i32 %r", "%r = sub i32 %x, -123456\nret i32 %r"));
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
    let why = "small widths cannot stand for this pair: the constant 123456 has no counterpart at 8 bits";
    assert_eq!(verdict.detail, why);
    let memory = text("ptr %p", "%r = load i32, ptr %p\nret i32 %r", "%r = load i32, ptr %p\nret i32 %r");
    assert_eq!(decided(&memory).detail, "small widths cannot stand for this pair: values of type ptr");
}

#[test]
fn types_keep_their_proportions() {
    let wide = "define i64 @src(i32 %x, <2 x i64> %v) {\n%z = zext i32 %x to i64\n%e = extractelement <2 x i64> %v, i32 1\n\
                %m = call i64 @llvm.umax.i64(i64 %z, i64 %e)\n%r = lshr i64 %m, 32\nret i64 %r\n}\ndeclare i64 @llvm.umax.i64(i64, i64)\n\
                define i64 @tgt(i32 %x, <2 x i64> %v) {\nret i64 0\n}\n";
    with_pair(wide, |pair| {
        let small = small_pair(pair, 4).expect("a small pair");
        let text = llvet_ir::print::print_module(&small.src);
        for part in ["zext i2 %x to i4", "extractelement <2 x i4> %v, i32 1", "@llvm.umax.i4(i4 %z, i4 %e)", "lshr i4 %m, 2"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(small_pair(pair, 3).is_err(), "3 bits have no half");
    });
}

fn float(src: &str, tgt: &str) -> String {
    format!("define float @src(float noundef %x) {{\n{src}\n}}\ndefine float @tgt(float noundef %x) {{\n{tgt}\n}}\n")
}

#[test]
fn numbers_are_tried_at_formats_of_a_few_bits() {
    // Halving loses the last bit of a subnormal number.
    let verdict =
        decided(&float("%r = fmul float %x, 1.0\nret float %r", "%h = fmul float %x, 0.5\n%r = fmul float %h, 2.0\nret float %r"));
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Counterexample, Some(Method::SmallWidths)), "{}", verdict.detail);
    let verdict = decided(&float("%r = fdiv float %x, 4.0\nret float %r", "%r = fmul float %x, 0.25\nret float %r"));
    assert_eq!((verdict.verdict, verdict.method), (VerdictKind::Inconclusive, None));
    assert!(verdict.detail.starts_with("no counterexample at formats of 6, 7, 8, 16 bits ("), "{}", verdict.detail);
}

#[test]
fn two_formats_stay_apart() {
    let twice = "%w = fpext float %x to double\n%d = fmul double %w, 3.0\n%r = fptrunc double %d to float\nret float %r";
    let verdict = decided(&float(twice, "%r = fmul float %x, 3.0\nret float %r"));
    assert!(verdict.detail.starts_with("no counterexample at formats of 12 bits ("), "{}", verdict.detail);
    let verdict = decided(&float("%r = fmul float %x, 3.0\nret float %r", &twice.replace("3.0", "3.5")));
    assert_eq!(verdict.verdict, VerdictKind::Counterexample, "{}", verdict.detail);
}

#[test]
fn bits_of_numbers_have_no_counterpart() {
    let bits = "%i = bitcast float %x to i32\n%r = bitcast i32 %i to float\nret float %r";
    let verdict = decided(&float("ret float %x", bits));
    assert_eq!(verdict.detail, "small widths cannot stand for this pair: values of type float");
}
