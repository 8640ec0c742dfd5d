//! Flags: the transfer table against plain enumeration, sets that hold together, flags of the source, repairs.

use llvet_checker::flags::analysis::{Analysis, analyse};
use llvet_checker::flags::edit;
use llvet_checker::flags::repair::Changed;
use llvet_checker::flags::table::Decision;
use llvet_checker::flags::{Question, proved};
use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_checker::verdict::VerdictKind;
use llvet_ir::{BinOp, ConstKind, Flags, Function, InstKind, Module, Operand};

fn module(src: &str, tgt: &str) -> Module {
    let text = format!("define {src}\n}}\ndefine {tgt}\n}}\n");
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    parsed.module
}

fn analyse_module(module: &Module) -> Analysis {
    let pair =
        Pair { src_module: module, src: &module.functions[0], tgt_module: module, tgt: &module.functions[1], assume: None, unrolled: None };
    analyse(Question { pair, options: &CheckOptions::default() })
}

/// A pair of two bodies over `i8 %x, i8 %y`.
fn bytes(src: &str, tgt: &str) -> Module {
    let body = |name: &str, text: &str| format!("i8 @{name}(i8 %x, i8 %y) {{\n{text}\nret i8 %r");
    module(&body("src", src), &body("tgt", tgt))
}

/// Flags with this decision, as `flag on %name`.
fn flags(module: &Module, analysis: &Analysis, decision: Decision) -> Vec<String> {
    let answers = analysis.transfer.answers.iter().filter(|a| a.decision == decision);
    answers.map(|a| a.at.text(&module.functions[1])).collect()
}

/// Keep and drop of a pair of two bodies.
fn table(src: &str, tgt: &str) -> [Vec<String>; 2] {
    let module = bytes(src, tgt);
    let analysis = analyse_module(&module);
    assert!(proved(&analysis.transfer.base), "{:?}", analysis.transfer.base);
    for answer in &analysis.transfer.answers {
        assert_eq!(answer.counterexample.is_some(), answer.decision == Decision::Drop, "{answer:?}");
    }
    [Decision::Keep, Decision::Drop].map(|d| flags(&module, &analysis, d))
}

#[test]
fn a_chain_of_additions_keeps_what_does_not_overflow() {
    let chain = |flag: &str, a: i32, b: i32| format!("%a = add {flag} i8 %x, {a}\n%r = add {flag} i8 %a, {b}");
    let one = |c: i32| format!("%r = add i8 %x, {c}");
    assert_eq!(table(&chain("nsw", 10, 20), &one(30)), [vec!["nsw on %r"], vec!["nuw on %r"]]);
    assert_eq!(table(&chain("nsw", 100, 100), &one(-56)), [vec![], vec!["nuw on %r", "nsw on %r"]]);
    // The source is never defined: everything may stay.
    assert_eq!(table(&chain("nuw", 200, 100), &one(44)), [vec!["nuw on %r", "nsw on %r"], vec![]]);
}

#[test]
fn the_flag_on_the_root_alone_is_not_enough() {
    let src = "%a = add i8 %x, 10\n%r = add nsw i8 %a, 20";
    assert_eq!(table(src, "%r = add i8 %x, 30"), [vec![], vec!["nuw on %r", "nsw on %r"]]);
}

#[test]
fn reasons_name_the_argument() {
    let reason = |src: &str, tgt: &str, flag: usize| analyse_module(&bytes(src, tgt)).transfer.answers[flag].reason.clone();
    let polynomials = |how: &str| format!("equal as polynomials when constants are read as {how}");
    assert_eq!(reason("%r = mul nuw i8 %x, 8", "%r = shl i8 %x, 3", 0), polynomials("unsigned"));
    assert_eq!(reason("%r = sub nsw i8 %x, 5", "%r = add i8 %x, -5", 1), polynomials("signed"));
    let other = reason("%a = lshr i8 %x, 1\n%r = add i8 %a, 1", "%a = lshr i8 %x, 1\n%r = add i8 %a, 1", 1);
    assert!(other.starts_with("proved by "), "{other}");
}

#[test]
fn samesign_goes_where_the_constant_changes_sign() {
    let pair = |flag: &str, src: &str, tgt: &str| {
        let body = |name: &str, text: &str| format!("i1 @{name}(i8 %x) {{\n%r = icmp {text}\nret i1 %r");
        let module = module(&body("src", &format!("{flag} {src}")), &body("tgt", tgt));
        let analysis = analyse_module(&module);
        flags(&module, &analysis, Decision::Keep).len()
    };
    assert_eq!(pair("samesign", "sge i8 %x, 5", "sgt i8 %x, 4"), 1);
    assert_eq!(pair("samesign", "sge i8 %x, 0", "sgt i8 %x, -1"), 0);
    assert_eq!(pair("samesign", "ule i8 %x, 127", "ult i8 %x, 128"), 0);
    assert_eq!(pair("", "sge i8 %x, 5", "sgt i8 %x, 4"), 0);
}

#[test]
fn flags_that_each_may_stay_can_be_too_much_together() {
    let tgt = "\
%x1 = freeze i8 %x
%hx = and i8 %x1, -128
%a = shl i8 %hx, 1
%fa = freeze i8 %a
%y1 = freeze i8 %y
%hy = and i8 %y1, -128
%b = shl i8 %hy, 1
%fb = freeze i8 %b
%r = and i8 %fa, %fb";
    let module = bytes("%r = and i8 %x, 0", tgt);
    let analysis = analyse_module(&module);
    assert_eq!(flags(&module, &analysis, Decision::Keep), ["nuw on %a", "nsw on %a", "nuw on %b", "nsw on %b"]);
    let sets = &analysis.transfer.joint.sets;
    let texts: Vec<Vec<String>> = sets.iter().map(|s| s.iter().map(|p| p.text(&module.functions[1])).collect()).collect();
    assert_eq!(texts, [vec!["nuw on %a", "nsw on %a"], vec!["nuw on %b", "nsw on %b"]]);
    assert!(analysis.transfer.joint.complete);
}

/// A pair of two bodies over `half %x, half %y, half %z`.
fn halves(src: &str, tgt: &str) -> Module {
    let body = |name: &str, text: &str| format!("half @{name}(half %x, half %y, half %z) {{\n{text}\nret half %r");
    module(&body("src", src), &body("tgt", tgt))
}

#[test]
fn fast_math_flags_that_make_poison_or_change_zeros() {
    let commuted = halves("%r = fadd nnan half %x, %y", "%r = fadd half %y, %x");
    let analysis = analyse_module(&commuted);
    assert_eq!(flags(&commuted, &analysis, Decision::Drop), ["ninf on %r", "nsz on %r"]);
    // Of a single addition there is nothing to rewrite.
    let keep = ["reassoc", "nnan", "arcp", "contract", "afn"].map(|f| format!("{f} on %r"));
    assert_eq!(flags(&commuted, &analysis, Decision::Keep), keep);
    let zero = halves("%r = fadd nsz half %x, 0xH0000", "%r = fadd half %x, 0xH8000");
    let analysis = analyse_module(&zero);
    assert!(flags(&zero, &analysis, Decision::Keep).contains(&"nsz on %r".to_owned()));
    assert!(analysis.source.iter().all(|f| f.needed) && analysis.source.len() == 1);
}

#[test]
fn rewrite_based_flags_are_as_the_licence_says_or_unknown() {
    let regrouped = halves(
        "%p = fadd reassoc half %x, %y\n%r = fadd reassoc half %p, %z",
        "%p = fadd reassoc half %y, %z\n%r = fadd reassoc half %x, %p",
    );
    let analysis = analyse_module(&regrouped);
    let answer = |text: &str| {
        let found = analysis.transfer.answers.iter().find(|a| a.at.text(&regrouped.functions[1]) == text);
        found.map(|a| (a.decision, a.reason.clone())).expect("a legal flag")
    };
    assert_eq!(answer("reassoc on %r"), (Decision::Keep, "proved by a fast-math licence".to_owned()));
    assert_eq!(answer("nnan on %r").0, Decision::Drop);
    let (decision, why) = answer("arcp on %r");
    assert!(decision == Decision::Unknown && why.contains("rewrite-based"), "{why}");
}

#[test]
fn the_weakest_source() {
    let module = bytes("%a = add nuw nsw i8 %x, 10\n%r = add nuw nsw i8 %a, 20", "%r = add nsw i8 %x, 30");
    let analysis = analyse_module(&module);
    let needed: Vec<String> = analysis.source.iter().filter(|f| f.needed).map(|f| f.at.text(&module.functions[0])).collect();
    // Without unsigned wrap twice, x is at most 225; the signed flags alone suffice and the others do not.
    assert_eq!(needed, ["nsw on %a", "nsw on %r"]);
    assert!(analysis.source.iter().filter(|f| f.needed).all(|f| f.essential));
    assert_eq!(analysis.source.len(), 4);
}

/// Repairs in words, each checked again.
fn repairs(module: &Module) -> Vec<String> {
    let analysis = analyse_module(module);
    assert_eq!(analysis.transfer.given.verdict, VerdictKind::Counterexample);
    for repair in &analysis.repairs {
        let (src, tgt) = match &repair.changed {
            Changed::Source(src) => (src, &module.functions[1]),
            Changed::Target(tgt) => (&module.functions[0], tgt),
        };
        let mut fixed = module.clone();
        fixed.functions = vec![src.clone(), tgt.clone()];
        let text = llvet_ir::print::print_module(&fixed);
        let again = llvet_ir::parse(text.as_bytes());
        assert!(again.diagnostics.is_empty() && llvet_ir::verify(&again.module).is_empty(), "{text}");
        let module = &again.module;
        let pair = Pair {
            src_module: module,
            src: &module.functions[0],
            tgt_module: module,
            tgt: &module.functions[1],
            assume: None,
            unrolled: None,
        };
        assert!(proved(&check_pair(pair, &CheckOptions::default())), "{text}");
    }
    analysis.repairs.into_iter().map(|r| r.text).collect()
}

#[test]
fn repairs_by_dropping_as_little_as_possible_and_by_asking_more_of_the_source() {
    let wrong = bytes("%r = add nuw i8 %x, 1", "%r = add nuw nsw i8 %x, 1");
    assert_eq!(repairs(&wrong), ["drop nsw on %r in the target", "require nsw on %r in the source"]);
}

#[test]
fn repairs_by_freezing() {
    let twice = bytes("%r = mul i8 %x, 2", "%r = add i8 %x, %x");
    assert_eq!(repairs(&twice), ["freeze %x in the target", "require nuw on %r in the source"]);
    let body = |name: &str, text: &str| format!("i1 @{name}(i1 %a, i1 %b) {{\n%r = {text}\nret i1 %r");
    let and = module(&body("src", "select i1 %a, i1 %b, i1 false"), &body("tgt", "and i1 %a, %b"));
    assert_eq!(repairs(&and), ["freeze %b in the target"]);
}

#[test]
fn nothing_is_judged_when_the_target_is_wrong_anyway() {
    let module = bytes("%r = add nsw i8 %x, 1", "%r = add i8 %x, 2");
    let analysis = analyse_module(&module);
    assert_eq!(flags(&module, &analysis, Decision::Unknown), ["nuw on %r", "nsw on %r"]);
    assert_eq!(repairs(&module), Vec::<String>::new());
}

/// What a function of `i4` arithmetic returns, `None` for poison: flags judged by the exact result (Lesson 13.8, Definition 13.8.6),
/// independently of the checker.
fn run(function: &Function, args: [i64; 2]) -> Option<i64> {
    let mut values: Vec<Option<i64>> = vec![None; function.values.len()];
    for (arg, value) in function.args.iter().zip(args) {
        values[arg.value.index()] = Some(value);
    }
    for inst in &function.blocks[0].insts {
        let get = |operand: &Operand| match operand {
            Operand::Value(id) => values[id.index()],
            Operand::Const(c) => match &c.kind {
                ConstKind::Int(v) => v.to_u64().map(|v| v as i64),
                other => panic!("no constant of these rules: {other:?}"),
            },
            other => panic!("no operand of these rules: {other:?}"),
        };
        match &inst.kind {
            InstKind::Binary { op, args: [a, b] } => {
                let result = get(a).zip(get(b)).and_then(|(a, b)| step(*op, inst.flags, a, b));
                values[inst.result.expect("a result").index()] = result;
            }
            InstKind::Ret { value: Some(value) } => return get(value),
            other => panic!("no instruction of these rules: {other:?}"),
        }
    }
    panic!("no return")
}

/// One operation on unsigned four-bit operands.
fn step(op: BinOp, flags: Flags, a: i64, b: i64) -> Option<i64> {
    let signed = |v: i64| if v >= 8 { v - 16 } else { v };
    let exact = |a: i64, b: i64| match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        other => panic!("{other:?} has no exact result here"),
    };
    let (unsigned_result, signed_result) = match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul => (exact(a, b), exact(signed(a), signed(b))),
        BinOp::Shl if b < 4 => (a << b, signed(a) << b),
        BinOp::Lshr if b < 4 => (a >> b, a >> b),
        BinOp::And => (a & b, a & b),
        BinOp::Or => (a | b, a | b),
        BinOp::Xor => (a ^ b, a ^ b),
        _ => return None,
    };
    let poison = flags.nuw && !(0..16).contains(&unsigned_result)
        || flags.nsw && !(-8..8).contains(&signed_result)
        || flags.exact && a & ((1 << b) - 1) != 0
        || flags.disjoint && a & b != 0;
    (!poison).then_some(unsigned_result & 15)
}

/// Rules over `i4` with every flag of the source on and off: each answer must be what trying every input says.
#[test]
fn answers_agree_with_enumeration() {
    let rules = [
        ("%a = add F i4 %x, 3\n%r = add F i4 %a, 4", "%r = add i4 %x, 7"),
        ("%a = add F i4 %x, 6\n%r = add F i4 %a, 5", "%r = add i4 %x, -5"),
        ("%r = sub F i4 %x, -8", "%r = add i4 %x, -8"),
        ("%r = mul F i4 %x, -8", "%r = shl i4 %x, 3"),
        ("%a = sub F i4 %x, %y\n%r = sub F i4 0, %a", "%r = sub i4 %y, %x"),
        ("%a = shl F i4 %x, 1\n%r = shl F i4 %a, 1", "%r = shl i4 %x, 2"),
        ("%a = shl F i4 %x, 2\n%r = lshr i4 %a, 2", "%r = and i4 %x, 3"),
        ("%a = and i4 %x, %y\n%b = xor i4 %x, %y\n%r = add F i4 %a, %b", "%r = or i4 %x, %y"),
        ("%a = and i4 %x, 3\n%b = and i4 %y, 4\n%r = add F i4 %a, %b", "%a = and i4 %x, 3\n%b = and i4 %y, 4\n%r = or i4 %a, %b"),
    ];
    for (src, tgt) in rules {
        for flag in ["", "nsw", "nuw", "nuw nsw"] {
            let body = |name: &str, text: &str| format!("i4 @{name}(i4 %x, i4 %y) {{\n{text}\nret i4 %r");
            let module = module(&body("src", &src.replace('F', flag)), &body("tgt", tgt));
            let analysis = analyse_module(&module);
            assert!(proved(&analysis.transfer.base), "{src} {flag}");
            for answer in &analysis.transfer.answers {
                let tgt = edit::with(&module.functions[1], &[answer.at]);
                let allowed = |args| run(&module.functions[0], args).is_none_or(|s| run(&tgt, args) == Some(s));
                let refines = (0..16).all(|x| (0..16).all(|y| allowed([x, y])));
                let want = if refines { Decision::Keep } else { Decision::Drop };
                assert_eq!(answer.decision, want, "{src} => {tgt:?} with {:?}", answer.at);
            }
        }
    }
}
