//! Rules: each predicate, each function of constants, typing, what is compared, and the layout, with a passing and a failing case.

use llvet_checker::refine::CheckOptions;
use llvet_checker::rules::ast::{RuleFile, Widths};
use llvet_checker::rules::check::{RuleOptions, check};
use llvet_checker::rules::expand::expand;
use llvet_checker::rules::fmt::format;
use llvet_checker::rules::infer::infer;
use llvet_checker::rules::parser::parse;
use llvet_checker::verdict::{HoldsIf, Reason, Verdict, VerdictKind};
use llvet_ir::{Module, Severity};

fn read(text: &str) -> RuleFile {
    let file = parse(text.as_bytes());
    assert_eq!(file.diagnostics, [], "{text}");
    file
}

fn verdict_with(text: &str, options: &CheckOptions) -> Verdict {
    let file = read(text);
    assert_eq!(file.rules.len(), 1, "{text}");
    check(&file.rules[0], file.widths, options)
}

fn verdict(text: &str) -> Verdict {
    let rules = RuleOptions { widths: Some(Widths { from: 1, to: 6 }), root_only: false };
    verdict_with(text, &CheckOptions { rules, ..CheckOptions::default() })
}

#[track_caller]
fn refines(text: &str) {
    let verdict = verdict(text);
    assert_eq!(verdict.verdict, VerdictKind::Refines, "{text}\n{}", verdict.detail);
}

#[track_caller]
fn fails(text: &str) -> Verdict {
    let verdict = verdict(text);
    assert_eq!(verdict.verdict, VerdictKind::Counterexample, "{text}\n{}", verdict.detail);
    assert!(verdict.counterexample.is_some());
    verdict
}

#[track_caller]
fn invalid(text: &str, says: &str) {
    let verdict = verdict(text);
    assert_eq!(verdict.verdict, VerdictKind::Invalid, "{text}\n{}", verdict.detail);
    assert!(verdict.detail.contains(says), "{}", verdict.detail);
}

/// A rule that holds with its precondition and not without it, nor with `!` before it.
#[track_caller]
fn needs(pre: &str, body: &str) {
    refines(&format!("Pre: {pre}\n{body}"));
    fails(body);
}

#[test]
fn all_widths_and_the_smallest_failing_one() {
    let right = verdict_with("%r = add %x, %x\n=>\n%r = mul %x, 2\n", &CheckOptions::default());
    assert_eq!((right.verdict, right.holds_if), (VerdictKind::Refines, None), "{}", right.detail);
    assert_eq!(right.detail, "at all 63 typings from %x: i2 to %x: i64");
    let wrong = fails("%r = and %x, 4\n=>\n%r = urem %x, 8\n");
    assert!(wrong.detail.starts_with("at %x: i4: "), "{}", wrong.detail);
    assert_eq!(wrong.reason, Some(Reason::ValueMismatch));
}

/// Whether a right rule is said to hold at all widths at once.
#[track_caller]
fn at_all_widths(text: &str) -> bool {
    let verdict = verdict_with(text, &CheckOptions::default());
    assert_eq!(verdict.verdict, VerdictKind::Refines, "{text}\n{}", verdict.detail);
    verdict.all_widths
}

#[test]
fn rules_that_hold_at_all_widths_at_once() {
    for text in [
        "%a = xor %x, C\n%r = xor %a, -1\n=>\n%r = xor %x, ~C\n",
        "%a = add nsw %x, C\n%r = icmp slt %a, %x\n=>\n%r = icmp slt C, 0\n",
        "%r = mul C, 5\n=>\n%a = shl C, 2\n%r = add %a, C\n",
        "Pre: isPowerOf2(C)\n%a = and %x, C\n%r = icmp ne %a, 0\n=>\n%r = icmp eq %a, C\n",
        "%a = zext %x\n%r = zext %a\n=>\n%r = zext %x\n",
        "%a = lshr %x, 2\n%r = shl %a, 2\n=>\n%r = and %x, -4\n",
        "%r = select %c, C, 0\n=>\n%s = sext %c\n%r = and %s, C\n",
        "%r = add %x, undef\n=>\n%r = undef\n",
    ] {
        assert!(at_all_widths(text), "{text}");
    }
}

#[test]
fn rules_that_hold_where_they_were_tried_are_not_said_to_hold_everywhere() {
    let eight_times = "%a = add C, C\n%b = add %a, %a\n%r = add %b, %b\n=>\n%r = 0\n";
    assert!(!at_all_widths(&format!(";! widths: 1..3\n{eight_times}")));
    assert_eq!(verdict_with(eight_times, &CheckOptions::default()).verdict, VerdictKind::Counterexample);
    // Wrong from width 65 on.
    assert!(!at_all_widths("%r = shl %x, 64\n=>\n%r = poison\n"));
    // One typing is no reason to speak of others.
    assert!(!at_all_widths("%r = xor i32 %x, 0\n=>\n%r = %x\n"));
    // Nor are kinds of floats widths.
    assert!(!at_all_widths("%a = fneg %x\n%r = fneg %a\n=>\n%r = %x\n"));
}

#[test]
fn declared_widths_restrict() {
    let file = ";! widths: 3..5\n%r = add %x, 0\n=>\n%r = %x\n";
    let verdict = verdict_with(file, &CheckOptions::default());
    assert_eq!(verdict.detail, "at all 3 typings from %x: i3 to %x: i5");
    assert_eq!(parse(b";! widths: 0..9\n").diagnostics.len(), 1);
}

#[test]
fn casts_order_widths() {
    refines("%a = zext %x\n%b = zext %y\n%r = and %a, %b\n=>\n%c = and %x, %y\n%r = zext %c\n");
    refines("%a = zext i1 %x\n%r = sub 0, %a\n=>\n%r = sext %x\n");
    fails("%r = sext %x\n=>\n%r = zext %x\n");
    invalid("%a = zext i8 %x to i8\n%r = add %a, 1\n=>\n%r = add %a, 1\n", "does not type-check");
    invalid("%a = add i8 %x, 1\n%r = add i9 %a, 1\n=>\n%r = %a\n", "does not type-check");
}

#[test]
fn preconditions_on_constants_are_exact() {
    needs("C1 & C2 == C1", "%a = or %x, C1\n%r = and %a, C2\n=>\n%b = and %x, C2\n%r = or %b, C1\n");
    needs("C1 == -C2", "%a = add %x, C1\n%r = add %a, C2\n=>\n%r = %x\n");
    needs("isPowerOf2(C)", "%r = urem %x, C\n=>\n%r = and %x, C - 1\n");
    needs("isPowerOf2OrZero(C)", "%a = and %x, C\n%c = icmp ne %a, 0\n%r = select %c, C, 0\n=>\n%r = and %x, C\n");
    needs("isSignBit(C)", "%r = add %x, C\n=>\n%r = xor %x, C\n");
    needs("C u< 2 && !isSignBit(C) || C == 0", "%r = udiv %x, C\n=>\n%r = %x\n");
    needs("isShiftedMask(C) && C & 1 != 0", "%a = add C, 1\n%r = and %a, C\n=>\n%r = 0\n");
    needs("WillNotOverflowUnsignedMul(C1, C2)", "%a = udiv %x, C1\n%r = udiv %a, C2\n=>\n%r = udiv %x, C1 * C2\n");
    needs(
        "WillNotOverflowUnsignedShl(C1, C2) && C2 u< width(%x)",
        "%r = mul nuw %x, C1 << C2\n=>\n%a = mul nuw %x, C1\n%r = shl nuw %a, C2\n",
    );
}

#[test]
fn preconditions_on_registers_are_must_analyses() {
    needs("MaskedValueIsZero(%y, ~C)", "%a = xor %x, %y\n%r = and %a, C\n=>\n%b = and %x, C\n%r = xor %b, %y\n");
    needs("isPowerOf2(%y)", "%r = urem %x, %y\n=>\n%m = add %y, -1\n%r = and %x, %m\n");
    needs("CannotBeNegative(%x)", "%r = sext %x\n=>\n%r = zext %x\n");
    needs("(computeKnownZeroBits(%x) | computeKnownZeroBits(%y)) == -1", "%r = add %x, %y\n=>\n%r = or %x, %y\n");
    needs("computeKnownOneBits(%x) & C != 0", "%a = and %x, C\n%r = icmp eq %a, 0\n=>\n%r = false\n");
    needs("ComputeNumSignBits(%x) > 1", "%r = add %x, %x\n=>\n%r = add nsw %x, %x\n");
    for (name, op, flag) in [("Add", "add", "nsw"), ("Sub", "sub", "nsw"), ("Mul", "mul", "nsw"), ("Shl", "shl", "nsw")] {
        needs(&format!("WillNotOverflowSigned{name}(%x, %y)"), &format!("%r = {op} %x, %y\n=>\n%r = {op} {flag} %x, %y\n"));
        needs(&format!("WillNotOverflowUnsigned{name}(%x, %y)"), &format!("%r = {op} %x, %y\n=>\n%r = {op} nuw %x, %y\n"));
    }
    // Not to know a fact does not mean that it is false.
    fails("Pre: !isPowerOf2(%x)\n%r = icmp eq %x, 1\n=>\n%r = false\n");
    // Neither of these tells anything about a value.
    fails("Pre: hasOneUse(%x) && !isConstant(%x)\n%r = xor %x, %y\n=>\n%r = %y\n");
    // What is known both ways in one precondition is one fact.
    invalid("Pre: isPowerOf2(%x) && !isPowerOf2(%x)\n%r = add %x, 0\n=>\n%r = 0\n", "never true");
}

#[test]
fn analyses_hold_for_all_picks_of_undef_and_say_nothing_of_poison() {
    refines("Pre: MaskedValueIsZero(%x, -1)\n%r = freeze %x\n=>\n%r = freeze %x\n");
    fails("Pre: MaskedValueIsZero(%x, -1)\n%u = xor %x, %x\n%r = add %y, 0\n=>\n%f = freeze %x\n%r = add %y, %f\n");
    refines("Pre: MaskedValueIsZero(%x, -1)\n%r = add %x, %x\n=>\n%r = 0\n");
}

#[test]
fn constant_functions() {
    let cases = [
        ("isPowerOf2(C)", "%r = udiv %x, C\n=>\n%r = lshr %x, log2(C)\n"),
        ("isPowerOf2(C)", "%r = mul %x, C\n=>\n%r = shl %x, countTrailingZeros(C)\n"),
        ("C != 0", "%r = lshr C, countLeadingZeros(C) - countLeadingZeros(C)\n=>\n%r = C\n"),
        ("true", "%r = ashr %x, width(%x) - 1\n=>\n%c = icmp slt %x, 0\n%r = sext %c\n"),
        ("C > 0", "%a = icmp sgt %x, abs(C)\n%r = and %a, true\n=>\n%r = icmp sgt %x, C\n"),
        ("C1 u< C2", "%r = umax i5 C1, C2\n=>\n%r = umax(C1, C2)\n"),
        ("C1 < C2", "%r = smin i5 C1, C2\n=>\n%r = min(C1, C2)\n"),
        ("C1 < C2", "%r = smax i5 C1, C2\n=>\n%r = max(C1, C2)\n"),
        ("C1 < C2", "%r = umin i5 C1, C2\n=>\n%r = umin(C2, C1)\n"),
        ("true", "%a = trunc %x\n%r = and %a, trunc(C)\n=>\n%b = and %x, C\n%r = trunc %b\n"),
        ("true", "%a = sext %x\n%r = icmp eq %a, sext(C)\n=>\n%r = icmp eq %x, C\n"),
        ("true", "%a = zext %x\n%r = icmp eq %a, zext(C)\n=>\n%r = icmp eq %x, C\n"),
        ("C1 u< width(%x)", "%a = lshr %x, C1\n%r = xor %a, lshr(C, C1)\n=>\n%b = xor %x, C\n%r = lshr %b, C1\n"),
        ("C1 u< width(%x)", "%a = ashr %x, C1\n%r = xor %a, ashr(C, C1)\n=>\n%b = xor %x, C\n%r = ashr %b, C1\n"),
        ("true", "%r = xor %x, ~C\n=>\n%a = xor %x, C\n%r = xor %a, -1\n"),
        ("computeKnownZeroBits(C) == 0", "%r = and %x, C\n=>\n%r = %x\n"),
        ("computeKnownOneBits(C) == 0", "%r = or %x, C\n=>\n%r = %x\n"),
        ("ComputeNumSignBits(C) == width(C)", "%r = icmp slt C, -1\n=>\n%r = false\n"),
    ];
    for (pre, body) in cases {
        refines(&format!("Pre: {pre}\n{body}"));
        // The same target with another source shows that the function was evaluated at all.
        let (source, target) = body.split_once("=>").expect("an arrow");
        let wrong = format!("Pre: {pre}\n{}%r = xor %other, -1\n=>{target}", source.replace("%r =", "%other ="));
        assert_ne!(verdict(&wrong).verdict, VerdictKind::Refines, "{wrong}");
    }
}

#[test]
fn division_by_zero_in_a_constant_expression_makes_the_rule_not_apply() {
    refines("Pre: C1 % C2 == 0\n%r = mul C2, C1 / C2\n=>\n%r = C1\n");
    refines("Pre: C2 == 0 || C1 %u C2 == 0\n%a = icmp eq C2, 0\n%m = urem C1, C2\n%r = select %a, 0, %m\n=>\n%r = 0\n");
    invalid("Pre: C2 == 0\n%r = add %x, C1 / C2\n=>\n%r = %x\n", "never true");
}

#[test]
fn preconditions_that_cannot_hold_are_errors() {
    invalid("Pre: C != C\n%r = add %x, C\n=>\n%r = %x\n", "never true");
    invalid("Pre: C1 == zext(C1)\n%r = add %x, C1\n=>\n%r = %x\n", "does not type-check");
    invalid("Pre: isPowerOf2(%nothing)\n%r = add %x, C1\n=>\n%r = %x\n", "%nothing");
}

#[test]
fn what_is_compared() {
    let other = "%a = add %x, 1\n%r = add %a, 1\n=>\n%a = add %x, 0\n%r = add %x, 2\n";
    fails(other);
    let options =
        CheckOptions { rules: RuleOptions { widths: Some(Widths { from: 2, to: 4 }), root_only: true }, ..CheckOptions::default() };
    assert_eq!(verdict_with(other, &options).verdict, VerdictKind::Refines);
    // Nobody sees the value of a register whose only use is in the source itself.
    let private = "Pre: hasOneUse(%a) && C != 0\n%a = ashr i4 %x, 3\n%r = and %a, 1\n=>\n%a = lshr %x, 3\n%r = and %a, 1\n";
    refines(&private.replace(" && C != 0", ""));
    fails(&private.replace("hasOneUse(%a) && C != 0", "true"));
    // All registers must be explained by the same choices.
    fails("%a = freeze i2 %x\n%b = xor %a, 1\n=>\n%a = freeze %x\n%f = freeze %x\n%b = xor %f, 1\n");
    invalid("%r = add %x, 1\n=>\n%s = add %x, 1\n", "nothing to compare");
    // Registers that the target does not define are the source's.
    refines("%a = add %x, %y\n%b = mul %a, 2\n%r = mul %b, 2\n=>\n%r = mul %a, 4\n");
    refines("%a = add i8 %x, %y\nret %a\n=>\nret %a\n");
}

#[test]
fn undef_and_poison() {
    refines("%r = add %x, undef\n=>\n%r = undef\n");
    fails("%r = and %x, undef\n=>\n%r = undef\n");
    refines("%r = select %c, %x, poison\n=>\n%r = %x\n");
    let doubled = verdict("%r = mul i4 %x, 2\n=>\n%r = add %x, %x\n");
    assert_eq!((doubled.verdict, doubled.holds_if), (VerdictKind::Counterexample, Some(HoldsIf::NoUndefInput)));
    // Symbolic constants are neither.
    refines("%r = mul i4 C, 2\n=>\n%r = add C, C\n");
    refines("%r = add i4 C, 0\n=>\n%r = freeze C\n");
}

#[test]
fn predicates_of_comparisons_may_be_left_open() {
    refines("%r = icmp %x, %y\n=>\n%r = icmp %x, %y\n");
    fails("%r = icmp %x, %y\n=>\n%r = icmp %y, %x\n");
    refines("%a = xor %x, -1\n%b = xor %y, -1\n%r = icmp eq %a, %b\n=>\n%r = icmp eq %x, %y\n");
    fails("%a = icmp P i3 %x, %y\n%r = xor %a, true\n=>\n%r = icmp P %y, %x\n");
}

#[test]
fn intrinsics_vectors_and_aggregates() {
    refines("%s = uadd_overflow i4 C, %y\n%o = extractvalue %s, 1\n=>\n%t = add C, %y\n%o = icmp ult %t, C\n");
    refines("%a = icmp slt i4 %x, 0\n%n = sub 0, %x\n%r = select %a, %n, %x\n=>\n%r = abs %x, false\n");
    fails("%r = abs i4 %x, false\n=>\n%r = abs %x, true\n");
    refines("%r = extractelement <2 x i4> <i4 3, i4 5>, 1\n=>\n%r = 5\n");
    fails("%r = extractelement <2 x i4> <i4 3, i4 5>, 0\n=>\n%r = 5\n");
    refines("%r = shufflevector <2xi4> %x, <2xi4> poison, 0, 1\n=>\n%r = %x\n");
    refines("%r = reduce_add <2 x i4> %x\n=>\n%a = extractelement %x, 0\n%b = extractelement %x, 1\n%r = add %a, %b\n");
    refines("%r = add <2 x i4> %x, C\n=>\n%r = sub %x, -C\n");
    refines("%r = insertvalue { i4, i1 } { i4 1, i1 true }, i4 2, 0\n=>\n%r = { i4 2, i1 true }\n");
    refines("%r = fadd half %x, -0.0\n=>\n%r = fadd %x, -0.0\n");
    refines("%r = ucmp i4 i8 3, 5\n=>\n%r = -1\n");
}

#[test]
fn what_a_rule_leaves_open_is_as_in_langref() {
    // The power is an i32, so that its bits can be written.
    let halved = "%a = frexp half 4.0\n%p = extractvalue %a, 1\n%q = sub %p, 4\n%r = add %q, -1\n=>\n%r = ";
    refines(&format!("{halved}0xfffffffe\n"));
    fails(&format!("{halved}0xfffffffd\n"));
    // A lane that neither operand has is poison.
    let shuffled = "%r = shufflevector <2 x i4> <i4 3, i4 5>, <2 x i4> <i4 4, i4 6>, ";
    refines(&format!("{shuffled}1, 4\n=>\n%r = <2 x i4> <i4 5, i4 7>\n"));
    fails(&format!("{shuffled}1, 3\n=>\n%r = <2 x i4> <i4 5, i4 7>\n"));
    // A signed scale is below the width, an unsigned one may be the width.
    refines("%r = smul_fix_sat 0, %x, i32 3\n=>\n%r = 0\n");
    let scales = |text: &str| infer(&read(text).rules[0]).expect("types").instances(Widths { from: 1, to: 6 }).len();
    assert_eq!(scales("%r = smul_fix 0, %x, i32 3\n=>\n%r = 0\n"), 3);
    assert_eq!(verdict("%r = smul_fix i4 %x, %y, i32 4\n=>\n%r = 0\n").verdict, VerdictKind::Unsupported);
    assert_eq!(scales("%r = umul_fix 0, %x, i32 3\n=>\n%r = 0\n"), 4);
    refines("%r = smul_fix i4 %x, %y, i32 poison\n=>\n%r = poison\n");
    fails("%r = smul_fix i4 %x, %y, i32 3\n=>\n%r = poison\n");
}

#[test]
fn branches() {
    let diamond = "br i1 %c, label %a, label %b\na:\nret i4 1\nb:\nret i4 0\n=>\n%r = zext i1 %c to i4\nret i4 %r\n";
    refines(diamond);
    fails(&diamond.replace("ret i4 1", "ret i4 2"));
}

#[test]
fn memory_is_unsupported() {
    let verdict = verdict("%p = alloca i8\nstore %x, %p\n%r = load %p\n=>\n%r = %x\n");
    assert_eq!((verdict.verdict, verdict.detail.as_str()), (VerdictKind::Unsupported, "alloca"));
}

#[test]
fn expressions_bind_as_in_alive() {
    let file = read("Pre: C1 & C2 == C1 | 1 ^ C2 << 1 + 2 * 3\n%r = add %x, (C1 + C2) * -C1 - (C1 - C2)\n=>\n%r = %x\n");
    let text = format(b"", &file);
    assert!(text.contains("Pre: C1 & C2 == C1 | 1 ^ C2 << 1 + 2 * 3\n"), "{text}");
    assert!(text.contains("add %x, (C1 + C2) * -C1 - (C1 - C2)\n"), "{text}");
}

#[test]
fn formatting_keeps_rules_and_comments_and_settles() {
    let text = "; first\nName:  two  words \nPre:   C1==C2 &&(isPowerOf2( C1 )||!hasOneUse(%x))\n  %r   = add nsw i8 %x ,C1 ; why\n; between\n=>\n  %r= sub %x,-C2\nName: next\n%s = select i1 %c, %x, 0x10\n=>\n%s = load i8* %p, align 4\n; last\n";
    let want = "; first\nName: two  words\nPre: C1 == C2 && (isPowerOf2(C1) || !hasOneUse(%x))\n%r = add nsw i8 %x, C1  ; why\n; between\n  =>\n%r = sub %x, -C2\n\nName: next\n%s = select i1 %c, %x, 16\n  =>\n%s = load i8* %p, align 4\n; last\n";
    let once = format(text.as_bytes(), &read(text));
    assert_eq!(once, want);
    assert_eq!(format(once.as_bytes(), &read(&once)), once);
}

#[test]
fn errors_have_places_and_the_next_rule_is_read() {
    let file = parse(b"Name: bad\n%r = add %x,\n=>\n%r = %x\nName: good\n%r = add %x, 0\n=>\n%r = %x\n");
    assert_eq!(file.rules.len(), 1);
    assert_eq!(file.diagnostics.len(), 1);
    assert_eq!(file.diagnostics[0].message, "expected a value, found `=>`");
    for text in ["Pre: frobnicate(C)\n", "Pre: isPowerOf2(C, C)\n", "%r = \n=>\n", "%r = add %x, f(C)\n", "Pre: ((((\n", "%r"] {
        assert!(!parse(text.as_bytes()).diagnostics.is_empty(), "{text:?}");
    }
    let deep = format!("%r = add %x, {}C{}\n=>\n%r = %x\n", "(".repeat(5000), ")".repeat(5000));
    assert!(!parse(deep.as_bytes()).diagnostics.is_empty());
}

#[test]
fn expanding_gives_a_valid_module() {
    let file = read("Name: r\nPre: isPowerOf2(C)\n%r = mul %x, C\n=>\n%r = shl %x, log2(C)\n");
    let text = expand(&file.rules[0], 8, false).expect("the rule expands");
    assert!(text.contains("; where isPowerOf2(C)\n"), "{text}");
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.iter().all(|d| d.severity != Severity::Error), "{:?}", parsed.diagnostics);
    let names = |m: &Module| m.functions.iter().map(|f| f.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&parsed.module), ["src", "tgt"]);
    assert!(expand(&read("%r = add i4 %x, 0\n=>\n%r = %x\n").rules[0], 8, false).is_ok());
}

#[test]
fn typings_are_enumerated_smallest_first() {
    let count = |text: &str| infer(&read(text).rules[0]).expect("types").instances(Widths::default()).len();
    assert_eq!(count("%r = add %x, %y\n=>\n%r = add %y, %x\n"), 64);
    assert_eq!(count("%r = zext %x\n=>\n%r = zext %x\n"), 64 * 63 / 2);
    assert_eq!(count("%r = bswap %x\n=>\n%r = bswap %x\n"), 4);
    assert_eq!(count("%r = add %x, 5\n=>\n%r = add 5, %x\n"), 62);
    assert_eq!(count("%r = fneg %x\n=>\n%r = fneg %x\n"), 3);
}

#[test]
fn few_constants_are_tried_one_by_one() {
    let options = |from: u32, to: u32| {
        let rules = RuleOptions { widths: Some(Widths { from, to }), root_only: false };
        CheckOptions { rules, ..CheckOptions::default() }
    };
    // With the factor unknown, the multiplication is a whole circuit; as one of 24 numbers it is a shift.
    let right = "Pre: isPowerOf2(C)\n%r = mul nuw %x, C\n=>\n%r = shl nuw %x, log2(C)\n";
    assert_eq!(verdict_with(right, &options(24, 24)).verdict, VerdictKind::Refines);
    let wrong = right.replace("nuw", "nsw");
    let wrong = verdict_with(&wrong, &options(24, 24));
    assert_eq!(wrong.reason, Some(Reason::MorePoisonous), "{}", wrong.detail);
    let inputs = wrong.counterexample.expect("an input").inputs;
    assert_eq!(inputs.iter().map(|i| i.name.as_str()).collect::<Vec<_>>(), ["%x", "C", "log2(C)"]);
}

#[test]
fn calls_are_typed_written_and_kept() {
    let file = read("Name: call\n%a = call i8 @f(%x, <2 x i4> %v) memory(argmem: read) nounwind\ncall void @g(%a)\n=>\ncall void @g(%a)\n");
    let text = expand(&file.rules[0], 8, false).expect("it has typings");
    assert!(text.contains("%a = call i8 @f(i8 %x, <2 x i4> %v) memory(argmem: read) nounwind\n  call void @g(i8 %a)"), "{text}");
    assert_eq!(text.matches("call i8 @f").count(), 2, "the target keeps the call: {text}");
    assert!(text.contains("declare i8 @f(i8, <2 x i4>)") && text.contains("declare void @g(i8)"), "{text}");
    let source = "Name: call\n%a = call i8 @f(i8 %x) memory(none) willreturn\n  =>\n%a = call i8 @f(i8 %x)\n";
    assert_eq!(format(source.as_bytes(), &read(source)), source);
    invalid("%a = call i8 @f(i8 %x)\n%b = call i8 @f(i4 %y)\n=>\n%b = call i8 @f(i4 %y)\n", "");
    invalid("%a = call i8 @f(i8 %x)\n%b = call i8 @f()\n=>\n%b = call i8 @f()\n", "calls of @f differ in their types");
    invalid("%a = call i8 @f(i8 %x) nonsense\n=>\n%a = call i8 @f(i8 %x)\n", "not valid LLVM IR");
    refines("%a = call i8 @f(i8 poison)\n=>\n%a = call i8 @f(i8 3)\n");
    fails("%a = call i8 @f(i8 3)\n=>\n%a = call i8 @f(i8 poison)\n");
}
