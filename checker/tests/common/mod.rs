//! What verdict tests share: a pair as text, and the verdict on it.
#![allow(dead_code, reason = "each test file uses a part")]

use std::time::Duration;

use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_checker::verdict::{HoldsIf, Reason, Verdict, VerdictKind};

/// Options with a generous time limit: these tests are about verdicts.
pub fn options() -> CheckOptions {
    CheckOptions { timeout: Duration::from_secs(60), ..CheckOptions::default() }
}

/// The verdict on `@src` and `@tgt` of a text.
pub fn check_with(text: &str, options: &CheckOptions) -> Verdict {
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    let problems = llvet_ir::verify(&parsed.module);
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    let module = &parsed.module;
    let function = |name| module.function(name).unwrap_or_else(|| panic!("no @{name}"));
    check_pair(
        Pair { src_module: module, src: function("src"), tgt_module: module, tgt: function("tgt"), assume: None, unrolled: None },
        options,
    )
}

/// The verdict with default options.
pub fn check(text: &str) -> Verdict {
    check_with(text, &options())
}

/// Builds the text of a pair from a signature and two bodies.
pub fn pair(ret: &str, args: &str, src: &str, tgt: &str) -> String {
    format!("define {ret} @src({args}) {{\n{src}\n}}\ndefine {ret} @tgt({args}) {{\n{tgt}\n}}\n")
}

/// Asserts that the target refines the source.
#[track_caller]
pub fn refines(ret: &str, args: &str, src: &str, tgt: &str) -> Verdict {
    let text = pair(ret, args, src, tgt);
    let verdict = check(&text);
    assert_eq!(verdict.verdict, VerdictKind::Refines, "{verdict:?}\n{text}");
    verdict
}

/// Asserts that it does not, for this reason.
#[track_caller]
pub fn fails(reason: Reason, ret: &str, args: &str, src: &str, tgt: &str) -> Verdict {
    let text = pair(ret, args, src, tgt);
    let verdict = check(&text);
    assert_eq!((verdict.verdict, verdict.reason), (VerdictKind::Counterexample, Some(reason)), "{verdict:?}\n{text}");
    verdict
}

/// Asserts that it fails only when an input is undef.
#[track_caller]
pub fn fails_if_undef(reason: Reason, ret: &str, args: &str, src: &str, tgt: &str) {
    let verdict = fails(reason, ret, args, src, tgt);
    assert_eq!(verdict.holds_if, Some(HoldsIf::NoUndefInput), "{verdict:?}");
}
