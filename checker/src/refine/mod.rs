//! Refinement of one pair: from two functions to a verdict.

mod answers;
pub mod assume;
pub mod calls;
mod cases;
mod cross;
pub mod encode;
pub mod everywhere;
mod explain;
mod given;
mod licence;
mod loops;
mod minimise;
mod replay;
mod signature;
mod stages;
mod story;
pub mod undef;
mod words;

pub(crate) use given::check_inputs;
pub use loops::Rounds;
pub use stages::budget;
pub(crate) use stages::{Failing, failing_inputs, game};

use std::sync::Arc;
use std::time::Duration;

use llvet_ir::{Function, Module};

use self::licence::Licensed;
use crate::small;
use crate::solve::progress::Progress;
use crate::solve::uniform::Statements;
use crate::solve::{Cancel, Proofs};
use crate::verdict::{Method, Reason, Verdict, VerdictKind};

/// A pair to check: plain data that can go to another thread.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// Module of the source.
    pub src_module: &'a Module,
    /// The source.
    pub src: &'a Function,
    /// Module of the target.
    pub tgt_module: &'a Module,
    /// The target.
    pub tgt: &'a Function,
    /// What may be taken for granted besides what the source says itself.
    pub assume: Option<&'a dyn assume::Assume>,
    /// The functions with their loops unrolled, where they have some: what is encoded, while the functions themselves are executed.
    pub unrolled: Option<&'a Rounds>,
}

/// Options of a check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Time for the whole pair.
    pub timeout: Duration,
    /// Memory for the solver in megabytes.
    pub memory_mb: u64,
    /// Inputs are not undef.
    pub disable_undef_input: bool,
    /// Inputs are not poison.
    pub disable_poison_input: bool,
    /// Only this rung, when set.
    pub method: Option<Method>,
    /// Run SMT and enumeration and compare.
    pub cross_check: bool,
    /// Try undef for every input, also where it is known not to matter.
    pub every_undef: bool,
    /// How often loops of the source are unrolled; 0: as often as the target's, or as seems useful.
    pub src_unroll: u32,
    /// How often loops of the target are unrolled; 0: as often as the source's, or as seems useful.
    pub tgt_unroll: u32,
    /// A proof that cut loops is inconclusive.
    pub strict_bounds: bool,
    /// Seed of everything random.
    pub seed: u32,
    /// Write obligations as SMT-LIB into this folder.
    pub emit_smt2: Option<std::path::PathBuf>,
    /// Another solver's command line.
    pub solver_cmd: Option<String>,
    /// How rules are instantiated and compared.
    pub rules: crate::rules::check::RuleOptions,
    /// Look for proofs that mean nothing, such as of a source that is always undefined.
    pub vacuity: bool,
    /// Keep a log of what each step of the search did.
    pub explain: bool,
    /// Stops everything early.
    pub cancel: Cancel,
    /// How far enumeration is, for whoever watches.
    pub progress: Progress,
    /// Obligations decided earlier; `None`: every check starts from nothing.
    pub proofs: Option<Arc<dyn Proofs>>,
    /// Statements about all widths decided so far; checks whose options are clones of each other share them.
    pub statements: Statements,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            timeout: Duration::from_secs(10),
            memory_mb: 2048,
            disable_undef_input: false,
            disable_poison_input: false,
            method: None,
            cross_check: false,
            every_undef: false,
            src_unroll: 0,
            tgt_unroll: 0,
            strict_bounds: false,
            seed: 0,
            emit_smt2: None,
            solver_cmd: None,
            rules: crate::rules::check::RuleOptions::default(),
            vacuity: true,
            explain: false,
            cancel: Cancel::new(),
            progress: Progress::default(),
            proofs: None,
            statements: Statements::default(),
        }
    }
}

/// Decides whether the target refines the source.
#[must_use]
pub fn check_pair(pair: Pair<'_>, options: &CheckOptions) -> Verdict {
    if let Some(why) = signature::signature_mismatch(pair) {
        return Verdict { reason: Some(Reason::Signature), method: Some(Method::Syntactic), ..Verdict::new(VerdictKind::Invalid, why) };
    }
    if let Some(why) = signature::attribute_mismatch(pair) {
        let verdict = Verdict::new(VerdictKind::Counterexample, why);
        return Verdict { reason: Some(Reason::Attributes), method: Some(Method::Syntactic), ..verdict };
    }
    let mut verdict = if options.cross_check {
        cross::check(pair, options)
    } else if options.method == Some(Method::SmallWidths) {
        small::check(pair, options)
    } else {
        ladder(pair, options)
    };
    if let (VerdictKind::Refines, granted @ [_, ..]) = (verdict.verdict, &calls::taken_for_granted(pair)[..]) {
        let names = granted.join(", @");
        verdict.warnings.push(format!("taken for granted: @{names} of the target refines that of the source"));
    }
    verdict
}

/// Part of the time that is kept for small widths, where these can say something.
const SMALL_WIDTHS_PART: u32 = 8;

/// All rungs: small widths say something of pairs that the others leave undecided.
fn ladder(pair: Pair<'_>, options: &CheckOptions) -> Verdict {
    if options.method.is_some() || !small::applies(pair) {
        return check_with_licences(pair, options);
    }
    let kept = options.timeout / SMALL_WIDTHS_PART;
    let verdict = check_with_licences(pair, &CheckOptions { timeout: options.timeout - kept, ..options.clone() });
    let open = verdict.verdict == VerdictKind::Inconclusive && !options.cancel.is_cancelled();
    if open { small::after(pair, options, verdict, kept) } else { verdict }
}

/// Decides a pair whose signatures and attributes agree: as executed, and under the rewrite-based fast-math flags of the source.
fn check_with_licences(pair: Pair<'_>, options: &CheckOptions) -> Verdict {
    let wanted = options.method.is_none_or(|method| method == Method::Licence);
    let licensed = licence::licensed(pair, !options.disable_undef_input);
    let verdict = match &licensed {
        Licensed::Yes(how) if wanted => {
            let method = if how.is_empty() { Method::Syntactic } else { Method::Licence };
            let log = vec![format!("{}: the target computes what the source computes", method.id())];
            return Verdict { method: Some(method), log, ..Verdict::new(VerdictKind::Refines, how.clone()) };
        }
        Licensed::Never(point) => given::check_at(pair, options, point).unwrap_or_else(|| loops::check(pair, options)),
        Licensed::Yes(_) | Licensed::NotApplicable | Licensed::Unknown => loops::check(pair, options),
    };
    match (verdict.verdict, licensed) {
        (VerdictKind::Counterexample, Licensed::Unknown | Licensed::Yes(_)) => {
            let certain = verdict.reason.is_some_and(|reason| reason != Reason::ValueMismatch) && !licence::may_add_poison(pair);
            if certain { verdict } else { undecided(&verdict) }
        }
        (VerdictKind::Refines, _) => match licence::new_licence(pair) {
            Some(why) => Verdict { warnings: verdict.warnings, log: verdict.log, ..Verdict::new(VerdictKind::Inconclusive, why) },
            None => verdict,
        },
        _ => verdict,
    }
}

/// Whether rewrite-based fast-math flags of the source license more than what it executes: then failing inputs prove nothing.
pub(crate) fn has_licence(pair: Pair<'_>) -> bool {
    licence::applies(pair)
}

/// A counterexample to what the source executes that its licences may allow.
fn undecided(verdict: &Verdict) -> Verdict {
    let detail = format!(
        "{}, but the source's rewrite-based fast-math flags license other evaluations, and whether one gives this result is not known",
        verdict.detail
    );
    Verdict { warnings: verdict.warnings.clone(), log: verdict.log.clone(), ..Verdict::new(VerdictKind::Inconclusive, detail) }
}
