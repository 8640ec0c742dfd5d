//! Every answer about a flag of the project's corpus, decided a second time by trying all inputs.

use std::path::Path;
use std::time::Duration;

use llvet_checker::corpus::discover::discover;
use llvet_checker::flags::table::Decision;
use llvet_checker::flags::{edit, polynomial};
use llvet_checker::pairs::{Match, Selection, in_one_module};
use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_checker::verdict::VerdictKind;
use llvet_ir::{Function, Module, Type};

/// Bits of all arguments up to which a pair is tried.
const MAX_BITS: u32 = 16;

/// Bits of a type; `None` for one that enumeration is not meant for here.
fn bits(ty: &Type) -> Option<u32> {
    match ty {
        Type::Int(width) => Some(*width),
        Type::Vector { len, elem, .. } => Some(u32::try_from(*len).ok()? * bits(elem)?),
        _ => None,
    }
}

fn is_small(function: &Function) -> bool {
    let total: Option<u32> = function.args.iter().map(|a| bits(&function.value(a.value).ty)).sum();
    total.is_some_and(|bits| bits <= MAX_BITS)
}

/// Decides each flag of one pair both ways; returns how many were decided twice.
fn check(module: &Module, found: Match, place: &str) -> usize {
    let (src, tgt) = (&module.functions[found.src], &module.functions[found.tgt]);
    let options = CheckOptions { vacuity: false, timeout: Duration::from_secs(20), ..CheckOptions::default() };
    let bare = edit::flag_free(tgt);
    let verdict = |tgt: &Function, options: &CheckOptions| {
        check_pair(Pair { src_module: module, src, tgt_module: module, tgt, assume: None, unrolled: None }, options)
    };
    if verdict(&bare, &options).verdict != VerdictKind::Refines {
        return 0;
    }
    let mut twice = 0;
    for flag in edit::legal(tgt) {
        let with_flag = edit::with(&bare, &[flag]);
        // A disagreement of the two ways is an internal error, which ends the test.
        let verdict = verdict(&with_flag, &CheckOptions { cross_check: true, ..options.clone() });
        let decision = Decision::of(&verdict);
        assert_ne!(decision, Decision::Unknown, "{place}: {}: {}", flag.text(tgt), verdict.detail);
        let by = |engine: &str| verdict.log.iter().any(|l| l.starts_with(&format!("cross-check by {engine}: {}", verdict.verdict.id())));
        twice += usize::from(by("smt") && by("enumerate"));
        // The argument by exact values may only ever explain a flag that may stay.
        if edit::root(tgt) == Some(flag.site) && polynomial::exact_equal(src, tgt, flag.flag) {
            assert_eq!(decision, Decision::Keep, "{place}: {}", flag.text(tgt));
        }
    }
    twice
}

#[test]
fn every_answer_is_found_twice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut twice = 0;
    for unit in discover(&[root]).expect("the corpus is there") {
        let text = std::fs::read(&unit.files[0]).expect("a file of the corpus");
        let module = llvet_ir::parse(&text).module;
        let Ok(found) = in_one_module(&module, &Selection::default()) else { continue };
        for pair in found.pairs {
            if is_small(&module.functions[pair.src]) {
                twice += check(&module, pair, &format!("{}: @{}", unit.name, module.functions[pair.src].name));
            }
        }
    }
    assert!(twice >= 100, "{twice} answers");
}
