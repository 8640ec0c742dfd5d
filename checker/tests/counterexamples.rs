//! Counterexamples that a person can read: simple inputs, those that do not matter, the cause in words, and the log of the search.

mod common;

use common::{check, check_with, fails, options, pair};
use llvet_checker::flags::{Question, blame};
use llvet_checker::refine::{CheckOptions, Pair};
use llvet_checker::verdict::{Counterexample, Reason};

/// The counterexample of a pair, which must fail for this reason.
#[track_caller]
fn counterexample(reason: Reason, ret: &str, args: &str, src: &str, tgt: &str) -> Counterexample {
    fails(reason, ret, args, src, tgt).counterexample.expect("a counterexample")
}

/// The inputs as text, those that do not matter in brackets.
fn inputs(counterexample: &Counterexample) -> Vec<String> {
    let text = |i: &llvet_checker::verdict::Input| if i.irrelevant { format!("[{}]", i.value) } else { i.value.clone() };
    counterexample.inputs.iter().map(text).collect()
}

#[test]
fn inputs_are_zero_or_small_where_they_can_be() {
    let small = |ret: &str, args: &str, src: &str, tgt: &str| inputs(&counterexample(Reason::ValueMismatch, ret, args, src, tgt));
    assert_eq!(small("i32", "i32 %x", "ret i32 %x", "%r = sub i32 0, %x\nret i32 %r"), ["i32 1"]);
    // Any number above 100 fails: the smallest is shown, not the largest.
    assert_eq!(small("i1", "i32 %x", "%r = icmp sgt i32 %x, 100\nret i1 %r", "ret i1 false"), ["i32 101"]);
    assert_eq!(small("i1", "i8 %x", "%r = icmp slt i8 %x, -100\nret i1 %r", "ret i1 false"), ["i8 -101"]);
    assert_eq!(small("float", "float %x", "ret float %x", "%r = fneg float %x\nret float %r"), ["[float 0.0]"]);
    let above = "%r = fcmp ogt double %x, 1.0e2\nret i1 %r";
    assert_eq!(small("i1", "double %x", above, "ret i1 false"), ["double 256.0"]);
}

#[test]
fn inputs_that_do_not_matter_are_marked() {
    let args = "i8 %x, i8 %y, i8 %z";
    let source = "%r = add i8 %x, 1\nret i8 %r";
    let unused = counterexample(Reason::ValueMismatch, "i8", args, source, "%r = add i8 %x, 2\nret i8 %r");
    assert_eq!(inputs(&unused), ["[i8 0]", "[i8 0]", "[i8 0]"]);
    // y decides whether it fails, z does not although it is used.
    let target = "%c = icmp eq i8 %y, 7\n%o = or i8 %z, 1\n%a = select i1 %c, i8 %o, i8 0\n%r = add i8 %a, %x\nret i8 %r";
    let used = counterexample(Reason::ValueMismatch, "i8", args, "ret i8 %x", target);
    assert_eq!(inputs(&used), ["[i8 0]", "i8 7", "[i8 0]"]);
    // A poison input does matter.
    let poison = counterexample(Reason::MorePoisonous, "i8", "i8 %x", "%r = freeze i8 %x\nret i8 %r", "ret i8 %x");
    assert_eq!(inputs(&poison), ["poison"]);
}

#[test]
fn the_cause_is_said_in_words() {
    let why = |reason, ret: &str, args: &str, src: &str, tgt: &str| counterexample(reason, ret, args, src, tgt).why;
    let poison = |args: &str, src: &str, tgt: &str| why(Reason::MorePoisonous, "i8", args, src, tgt);
    assert_eq!(
        poison("i8 %x", "%r = add i8 %x, 1\nret i8 %r", "%r = add nsw i8 %x, 1\nret i8 %r"),
        "the target is poison here because `add nsw` overflows: 127 + 1; the source returns i8 -128"
    );
    // The cause is found through other instructions, and a poison value that does not reach the result is not it.
    let target = "%u = add nuw i8 %x, 1\n%d = shl i8 %x, 8\n%r = xor i8 %u, 0\nret i8 %r";
    assert!(poison("i8 %x", "%r = add i8 %x, 1\nret i8 %r", target).contains("because `add nuw` overflows: 255 + 1;"));
    assert!(poison("i8 %x", "%r = freeze i8 %x\nret i8 %r", "ret i8 %x").starts_with("the target is poison here because %x is poison;"));
    let ub = why(Reason::SourceMoreDefined, "i8", "i8 %x", "%r = sub i8 0, %x\nret i8 %r", "%r = sdiv i8 %x, -1\nret i8 %r");
    assert!(ub.contains("(signed division overflow: -128 / -1)"), "{ub}");
    let branch = "%c = icmp samesign ult i8 %x, 1\nbr i1 %c, label %a, label %b\na:\nret i8 1\nb:\nret i8 0";
    let source = branch.replace("samesign ", "");
    let ub = why(Reason::SourceMoreDefined, "i8", "i8 noundef %x", &source, branch);
    assert!(ub.contains("(branch on poison, as `icmp samesign` compares different signs: -1, 1)"), "{ub}");
}

#[test]
fn floating_point_inputs_say_what_they_are() {
    let differs = counterexample(Reason::ValueMismatch, "float", "float %x", "%r = fadd float %x, 0.0\nret float %r", "ret float %x");
    let notation = &differs.inputs[0].notation;
    assert_eq!((differs.inputs[0].value.as_str(), notation.class.as_deref()), ("float -0.0", Some("-0.0")));
    assert_eq!(notation.hex.as_deref(), Some("0x80000000"));
}

#[test]
fn flags_are_blamed_only_when_dropping_them_repairs_the_pair() {
    let blamed = |args: &str, src: &str, tgt: &str| {
        let text = pair("i8", args, src, tgt);
        let parsed = llvet_ir::parse(text.as_bytes());
        let [source, target] = ["src", "tgt"].map(|name| parsed.module.function(name).expect("it is there"));
        let pair = Pair { src_module: &parsed.module, src: source, tgt_module: &parsed.module, tgt: target, assume: None, unrolled: None };
        blame::blame(Question { pair, options: &options() })
    };
    let source = "%r = add i8 %x, 1\nret i8 %r";
    assert_eq!(blamed("i8 %x", source, "%r = add nsw i8 %x, 1\nret i8 %r").as_deref(), Some("nsw on %r"));
    assert_eq!(blamed("i8 %x", source, "%r = add nuw nsw i8 %x, 1\nret i8 %r").as_deref(), Some("nuw on %r and nsw on %r"));
    let one_of_two = "%a = or disjoint i8 %x, 0\n%r = add nuw i8 %a, 1\nret i8 %r";
    assert_eq!(blamed("i8 %x", source, one_of_two).as_deref(), Some("nuw on %r"));
    assert_eq!(blamed("i8 %x", source, "%r = add nsw i8 %x, 2\nret i8 %r"), None, "it is wrong without the flag, too");
    assert_eq!(blamed("i8 %x", source, "%r = add i8 %x, 2\nret i8 %r"), None);
    let many = (1..9).map(|i| format!("%v{i} = add nsw i8 %v{}, 1\n", i - 1)).collect::<String>() + "ret i8 %v8";
    let text = blamed("i8 %v0", &many.replace("nsw ", ""), &many);
    assert_eq!(text.as_deref(), Some("nsw on %v1 and nsw on %v2 and nsw on %v3 and 5 more flags"));
}

#[test]
fn the_log_names_every_rung() {
    let text =
        pair("i8", "i8 %x, i8 %y", "%r = mul i8 %x, %y\nret i8 %r", "%a = add i8 %x, 1\n%b = mul i8 %a, %y\n%r = sub i8 %b, %y\nret i8 %r");
    let log = check_with(&text, &CheckOptions { explain: true, ..options() }).log;
    let has = |what: &str| log.iter().any(|line| line.contains(what));
    assert!(has("encode: ") && has("stage: inputs that are defined or poison") && has("stage: %y undef"), "{log:#?}");
    assert!(check(&text).log.is_empty(), "nobody asked");
    let wrong = pair("i8", "i8 %x", "ret i8 %x", "%r = add nsw i8 %x, 1\nret i8 %r");
    let log = check_with(&wrong, &CheckOptions { explain: true, ..options() }).log;
    let has = |what: &str| log.iter().any(|line| line.contains(what));
    assert!(has("falsify: a hit") && has("reason: ") && has("inputs: made simple in") && has("replay: it fails"), "{log:#?}");
}
