//! Cross-check: the solver and enumeration decide the same pair, and must agree. Where there are too many inputs, those of small widths are
//! enumerated: what fails there and carries over must fail.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use llvet_ir::print::print_module;

use super::{CheckOptions, Pair, has_licence, stages};
use crate::small;
use crate::verdict::{Method, SecondOpinion, Verdict, VerdictKind};

/// The verdict of the ladder after both engines were asked on their own; its log says what each found.
///
/// # Panics
/// When both decide and differ: an internal error. The pair and both verdicts are in a file that the message names.
pub(super) fn check(pair: Pair<'_>, options: &CheckOptions) -> Verdict {
    let mut log = Vec::new();
    let ask = |method: Method, log: &mut Vec<String>| {
        let start = Instant::now();
        // What was remembered from earlier runs is no second opinion.
        // Enumeration does not rely on what is known about undef inputs either.
        let verdict = stages::check(
            pair,
            &CheckOptions { method: Some(method), every_undef: method == Method::Enumerate, proofs: None, ..options.clone() },
        );
        log.push(format!("cross-check by {}: {}", method.id(), said(&verdict)));
        log.push(format!("  {} ms", start.elapsed().as_millis()));
        verdict
    };
    let (solved, enumerated) = (ask(Method::Smt, &mut log), ask(Method::Enumerate, &mut log));
    if disagree(&solved, &enumerated) {
        complain(pair, &solved, &enumerated);
    }
    let verdict = super::check_with_licences(pair, options);
    let second_opinion = is_decided(&verdict).then(|| second_opinion(pair, options, &verdict, &enumerated, &mut log));
    Verdict { second_opinion, log: log.into_iter().chain(verdict.log.clone()).collect(), ..verdict }
}

/// What enumeration, or that of small widths, adds to a verdict.
fn second_opinion(pair: Pair<'_>, options: &CheckOptions, verdict: &Verdict, enumerated: &Verdict, log: &mut Vec<String>) -> SecondOpinion {
    if is_decided(enumerated) && enumerated.verdict == verdict.verdict {
        return SecondOpinion::Enumerate;
    }
    // Licences decide otherwise than what is executed.
    if is_decided(enumerated) || has_licence(pair) {
        return SecondOpinion::Unconfirmed;
    }
    let (small, said) = small::opinion(pair, options);
    log.push(format!("cross-check by small-widths: {said}"));
    match (small, verdict.verdict) {
        (None, _) => SecondOpinion::NotScalable,
        (Some(VerdictKind::Counterexample), VerdictKind::Refines) => {
            let small = Verdict::new(VerdictKind::Counterexample, said);
            complain(pair, verdict, &small)
        }
        (Some(small), decided) if small == decided => SecondOpinion::SmallWidths,
        (Some(_), _) => SecondOpinion::Unconfirmed,
    }
}

/// # Panics
/// Always: two engines disagree.
fn complain(pair: Pair<'_>, solved: &Verdict, enumerated: &Verdict) -> ! {
    let place = match dump(pair, solved, enumerated) {
        Ok(path) => format!("the pair and both answers are in {}", path.display()),
        Err(error) => format!("writing them down failed: {error}"),
    };
    panic!("the solver says {}, enumeration says {}; {place}", said(solved), said(enumerated));
}

fn said(verdict: &Verdict) -> String {
    let detail = if verdict.detail.is_empty() { String::new() } else { format!(" ({})", verdict.detail) };
    format!("{}{detail}", verdict.verdict.id())
}

fn is_decided(verdict: &Verdict) -> bool {
    matches!(verdict.verdict, VerdictKind::Refines | VerdictKind::Counterexample)
}

/// Whether both decide, and not the same. Assumptions under which a pair holds depend on the time there was for finding them.
fn disagree(a: &Verdict, b: &Verdict) -> bool {
    is_decided(a) && is_decided(b) && a.verdict != b.verdict
}

/// Writes everything that a report of the disagreement needs into a new file in the folder for temporary files.
fn dump(pair: Pair<'_>, solved: &Verdict, enumerated: &Verdict) -> std::io::Result<PathBuf> {
    let mut text = format!("; llvet {}: the solver and enumeration disagree\n", env!("CARGO_PKG_VERSION"));
    for (engine, verdict) in [("solver", solved), ("enumeration", enumerated)] {
        let line = format!("{engine}: {}", said(verdict)).replace('\n', " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "; {line}");
    }
    let _ = write!(text, "\n; source: @{}\n{}", pair.src.name, print_module(pair.src_module));
    if !std::ptr::eq(pair.src_module, pair.tgt_module) {
        let _ = write!(text, "\n; target: @{}\n{}", pair.tgt.name, print_module(pair.tgt_module));
    }
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let path = std::env::temp_dir().join(format!("llvet-disagreement-{}.ll", &hash[..16]));
    std::fs::write(&path, text)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: &str = "define i8 @src(i8 %x) {\n  %r = mul i8 %x, 2\n  ret i8 %r\n}\n\
                        define i8 @tgt(i8 %x) {\n  %r = shl i8 %x, 1\n  ret i8 %r\n}\n";

    fn with_pair<R>(run: impl FnOnce(Pair<'_>) -> R) -> R {
        let module = llvet_ir::parse(PAIR.as_bytes()).module;
        let function = |name| module.function(name).expect("both functions are there");
        run(Pair { src_module: &module, src: function("src"), tgt_module: &module, tgt: function("tgt"), assume: None, unrolled: None })
    }

    #[test]
    fn engines_that_agree_give_their_verdict_and_a_log() {
        let verdict = with_pair(|pair| check(pair, &CheckOptions::default()));
        assert_eq!(verdict.verdict, VerdictKind::Refines);
        assert!(verdict.log.iter().any(|line| line == "cross-check by enumerate: refines"), "{:?}", verdict.log);
    }

    #[test]
    fn a_disagreement_is_written_down_with_both_answers() {
        let refines = Verdict::new(VerdictKind::Refines, "");
        let fails = Verdict::new(VerdictKind::Counterexample, "made up");
        assert!(disagree(&refines, &fails));
        assert!(!disagree(&refines, &Verdict::new(VerdictKind::Inconclusive, "time limit")));
        let path = with_pair(|pair| dump(pair, &refines, &fails)).expect("the folder for temporary files can be written");
        let text = std::fs::read_to_string(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it is ours");
        assert!(text.contains("; enumeration: counterexample (made up)") && text.contains("shl i8 %x, 1"), "{text}");
    }
}
