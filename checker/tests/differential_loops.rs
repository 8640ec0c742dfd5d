//! Random pairs with loops: what is proved of unrolled functions, against execution of the functions themselves.
//!
//! `LLVET_DIFF_LOOPS` sets how many pairs are tried, `LLVET_DIFF_SEED` other ones.

#[path = "differential/oracle.rs"]
mod oracle;
#[path = "differential/random.rs"]
mod random;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_checker::verdict::{Method, Verdict, VerdictKind};
use rayon::prelude::*;

use oracle::{Truth, truth};
use random::Random;

/// Pairs in the normal suite.
const CASES: u64 = 300;

/// A function with a loop that has up to three exits, as the parts of its text.
type Parts = Vec<String>;

/// A random function on two numbers of two bits.
fn function(random: &mut Random) -> Parts {
    let op = |random: &mut Random| random.pick(&["add", "add nsw", "add nuw", "sub", "mul", "xor", "and", "or", "shl", "lshr", "udiv"]);
    let predicate = |random: &mut Random| random.pick(&["eq", "ne", "ult", "ugt", "sle", "sgt"]);
    let outer = ["%a", "%b", "0", "1", "2", "-1"];
    let inner = ["%a", "%b", "1", "3", "%i", "%s"];
    let mut parts: Parts = vec![
        "entry:".into(),
        "  br label %head".into(),
        "head:".into(),
        format!("  %i = phi i2 [ {}, %entry ], [ %i.next, %latch ]", random.pick(&outer)),
        format!("  %s = phi i2 [ {}, %entry ], [ %s.next, %latch ]", random.pick(&outer)),
    ];
    let exit_from_head = random.one_in(2);
    if exit_from_head {
        parts.push(format!("  %c = icmp {} i2 %i, {}", predicate(random), random.pick(&outer)));
        parts.push("  br i1 %c, label %body, label %exit".into());
    } else {
        parts.push("  br label %body".into());
    }
    parts.push("body:".into());
    parts.push(format!("  %t = {} i2 %s, {}", op(random), random.pick(&inner)));
    let frozen = if random.one_in(4) { "freeze i2 %t" } else { "add i2 %t, 0" };
    parts.push(format!("  %u = {frozen}"));
    parts.push(format!("  %d = icmp {} i2 %t, {}", predicate(random), random.pick(&inner)));
    let exit_from_body = random.one_in(3);
    let left = if exit_from_body { "%exit" } else { "%left" };
    parts.push(format!("  br i1 %d, label {left}, label %latch"));
    if !exit_from_body {
        parts.push("left:".into());
        parts.push(format!("  %l = {} i2 %u, {}", op(random), random.pick(&inner)));
        parts.push("  br label %latch".into());
    }
    parts.push("latch:".into());
    let from_left = if exit_from_body { "" } else { ", [ %l, %left ]" };
    parts.push(format!("  %s.next = phi i2 [ %u, %body ]{from_left}"));
    parts.push(format!("  %i.next = {} i2 %i, {}", op(random), random.pick(&["1", "-1", "%s", "%a", "2"])));
    let exit_from_latch = !(exit_from_head || exit_from_body) || random.one_in(3);
    if exit_from_latch {
        parts.push(format!("  %e = icmp {} i2 %i.next, {}", predicate(random), random.pick(&["%a", "%b", "0", "%s.next"])));
        parts.push("  br i1 %e, label %head, label %exit".into());
    } else {
        parts.push("  br label %head".into());
    }
    parts.push("exit:".into());
    let exits = [(exit_from_head, "[ %s, %head ]"), (exit_from_body, "[ %t, %body ]"), (exit_from_latch, "[ %s.next, %latch ]")];
    let exits: Vec<&str> = exits.iter().filter(|e| e.0).map(|e| e.1).collect();
    parts.push(format!("  %r = phi i2 {}", exits.join(", ")));
    // What always dominates the exit is read directly.
    let dominating = if exit_from_head { "%i" } else { "%u" };
    parts.push(format!("  %q = {} i2 %r, {}", op(random), random.pick(&[dominating, dominating, "%a", "1"])));
    parts.push("  ret i2 %q".into());
    parts
}

/// The function with one thing changed, or none.
fn changed(parts: &Parts, random: &mut Random) -> Parts {
    const CHANGES: [(&str, &str); 14] = [
        (" nsw", ""),
        (" nuw", ""),
        ("add i2", "add nuw i2"),
        ("add i2", "xor i2"),
        ("sub i2", "sub nsw i2"),
        ("shl", "add"),
        ("ult", "ule"),
        ("icmp ugt", "icmp ne"),
        ("sle", "slt"),
        ("freeze i2 %t", "add i2 0, %t"),
        ("add i2 %t, 0", "freeze i2 %t"),
        (", %a", ", %b"),
        (", 1", ", 3"),
        ("udiv", "lshr"),
    ];
    let mut parts = parts.clone();
    for _ in 0..random.below(200) {
        let (from, to) = random.pick(&CHANGES);
        let line = random.below(parts.len());
        if parts[line].contains(from) {
            parts[line] = parts[line].replacen(from, to, 1);
            break;
        }
    }
    parts
}

fn text(name: &str, parts: &Parts) -> String {
    format!("define i2 @{name}(i2 %a, i2 %b) {{\n{}\n}}\n", parts.join("\n"))
}

/// What became of the cases.
#[derive(Default)]
struct Tally {
    complete: AtomicU64,
    bounded: AtomicU64,
    fails: AtomicU64,
    undecided: AtomicU64,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A description of the disagreement, if there is one.
fn run_case(seed: u64, case: u64, tally: &Tally) -> Option<String> {
    let mut random = Random::new(seed, case);
    let src = function(&mut random);
    let tgt = changed(&src, &mut random);
    let (src, tgt) = if random.one_in(2) { (tgt, src) } else { (src, tgt) };
    let text = format!("{}{}", text("src", &src), text("tgt", &tgt));
    let parsed = llvet_ir::parse(text.as_bytes());
    let problems = llvet_ir::verify(&parsed.module);
    assert!(parsed.diagnostics.is_empty() && problems.is_empty(), "{:?} {problems:?}\n{text}", parsed.diagnostics);
    let module = &parsed.module;
    let (src, tgt) = (module.function("src")?, module.function("tgt")?);
    let pair = Pair { src_module: module, src, tgt_module: module, tgt, assume: None, unrolled: None };
    let truth = truth(module, src, tgt);
    // One that executes samples of the inputs, and one that only looks at what is unrolled.
    let timeout = Duration::from_millis(500);
    let ask = |method: Option<Method>| check_pair(pair, &CheckOptions { method, timeout, ..CheckOptions::default() });
    let wrong = |verdict: &Verdict| match (verdict.verdict, verdict.bounded) {
        (VerdictKind::Refines, None) => {
            count(&tally.complete);
            matches!(truth, Truth::Fails(_))
        }
        // Executions that are left out may fail.
        (VerdictKind::Refines, Some(_)) => {
            count(&tally.bounded);
            false
        }
        (VerdictKind::Counterexample, _) => {
            count(&tally.fails);
            truth == Truth::Refines
        }
        (VerdictKind::Inconclusive, _) => {
            count(&tally.undecided);
            false
        }
        (VerdictKind::Invalid | VerdictKind::Unsupported, _) => true,
    };
    let verdict = [ask(None), ask(Some(Method::Smt))].into_iter().find(wrong)?;
    Some(format!("--- seed {seed} case {case}: execution says {truth:?}, and we {verdict:?}\n{text}"))
}

#[test]
fn loops_unrolled_agree_with_loops_executed() {
    let (cases, seed) = (from_env("LLVET_DIFF_LOOPS", CASES), from_env("LLVET_DIFF_SEED", 1));
    let tally = Tally::default();
    let wrong: Vec<String> = (0..cases).into_par_iter().filter_map(|case| run_case(seed, case, &tally)).collect();
    let counts = [&tally.complete, &tally.bounded, &tally.fails, &tally.undecided].map(|counter| counter.load(Ordering::Relaxed));
    assert!(wrong.is_empty(), "{counts:?}\n{} disagree\n{}", wrong.len(), wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n"));
    let [complete, _, fails, undecided] = counts;
    // Each case is decided twice; the test is worth something only with enough of both kinds.
    assert!(complete > cases / 2 && fails > cases / 5 && undecided < cases / 5, "{counts:?}");
    #[expect(clippy::print_stdout, reason = "shown on request, for reports")]
    {
        println!("{cases} cases: complete, bounded, fails, undecided: {counts:?}");
    }
}
