//! Random pairs: what the solver says, what enumeration says, and, where it is small enough, what exhaustive execution by the
//! interpreter says, which uses neither terms nor a solver.
//!
//! `LLVET_DIFF_CASES` sets how many pairs are tried, `LLVET_DIFF_SEED` other ones.

mod generate;
mod mutate;
mod oracle;
mod program;
mod random;

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_checker::verdict::{Method, Verdict, VerdictKind};
use oracle::{Truth, truth};
use program::Program;
use random::Random;
use rayon::prelude::*;

/// Pairs in the normal suite.
const CASES: u64 = 20_000;

/// Pairs on request.
const MANY: u64 = 1_000_000;

/// A counter that all threads share.
#[derive(Default)]
struct Counter(AtomicU64);

impl Counter {
    fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What became of the cases.
#[derive(Default)]
struct Tally {
    refines: Counter,
    fails: Counter,
    /// Cases that execution decided too.
    executed: Counter,
    /// Cases that one of the engines left undecided.
    undecided: Counter,
    /// Microseconds.
    execution: Counter,
    solver: Counter,
    enumeration: Counter,
}

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn solver_enumeration_and_execution_agree() {
    compare_many(from_env("LLVET_DIFF_CASES", CASES));
}

#[test]
#[ignore = "takes an hour"]
fn a_million_times() {
    compare_many(from_env("LLVET_DIFF_CASES", MANY));
}

fn compare_many(cases: u64) {
    let seed = from_env("LLVET_DIFF_SEED", 1);
    let tally = Tally::default();
    let wrong: Vec<String> = (0..cases).into_par_iter().filter_map(|case| run_case(seed, case, &tally)).collect();
    let Tally { refines, fails, executed, undecided, execution, solver, enumeration } = &tally;
    let summary = format!(
        "{cases} cases: {} refine, {} do not, {} executed in full, {} undecided by one engine; {} s for execution, {} s for the solver, {} s for enumeration",
        refines.get(),
        fails.get(),
        executed.get(),
        undecided.get(),
        execution.get() / 1_000_000,
        solver.get() / 1_000_000,
        enumeration.get() / 1_000_000,
    );
    assert!(wrong.is_empty(), "{summary}\n{} disagree\n{}", wrong.len(), wrong.iter().take(10).cloned().collect::<Vec<_>>().join("\n"));
    // The test is worth something only with enough of both kinds, and enough answers.
    if cases >= 1000 {
        assert!(refines.get() > cases / 10 && fails.get() > cases / 10, "{summary}");
        assert!(executed.get() > cases / 4 && undecided.get() <= cases / 10, "{summary}");
    }
    #[expect(clippy::print_stdout, reason = "shown on request, for reports")]
    {
        println!("{summary}");
    }
}

/// A description of the disagreement, if there is one.
fn run_case(seed: u64, case: u64, tally: &Tally) -> Option<String> {
    let mut random = Random::new(seed, case);
    let src = generate::program(&mut random);
    let tgt = mutate::mutate(&src, &mut random);
    // Some pairs in the other direction: from complicated to simple and back.
    let (src, tgt) = if random.one_in(3) { (tgt, src) } else { (src, tgt) };
    let answers = std::panic::catch_unwind(AssertUnwindSafe(|| Answers::of(&src, &tgt, tally)));
    let Ok(answers) = answers else { return Some(format!("--- seed {seed} case {case}: a panic\n{}", text(&src, &tgt))) };
    let answers = answers?;
    answers.count(tally);
    answers.disagreement()?;
    let (src, tgt) = smaller(src, tgt, tally);
    let answers = Answers::of(&src, &tgt, tally)?;
    let what = answers.disagreement()?;
    Some(format!("--- seed {seed} case {case}: {what}\n{}", text(&src, &tgt)))
}

fn text(src: &Program, tgt: &Program) -> String {
    format!("{}{}{}", Program::declarations(&[src, tgt]), src.text("src"), tgt.text("tgt"))
}

/// What everyone says of a pair.
struct Answers {
    executed: Truth,
    solved: Verdict,
    enumerated: Verdict,
}

impl Answers {
    /// `None` when the types of the results differ.
    fn of(src: &Program, tgt: &Program, tally: &Tally) -> Option<Answers> {
        if src.ret_types() != tgt.ret_types() || src.args != tgt.args {
            return None;
        }
        let text = text(src, tgt);
        let parsed = llvet_ir::parse(text.as_bytes());
        assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
        let problems = llvet_ir::verify(&parsed.module);
        assert!(problems.is_empty(), "{problems:?}\n{text}");
        let module = &parsed.module;
        let (src, tgt) = (module.function("src")?, module.function("tgt")?);
        let start = Instant::now();
        let executed = truth(module, src, tgt);
        tally.execution.add(micros(start));
        let pair = Pair { src_module: module, src, tgt_module: module, tgt, assume: None, unrolled: None };
        let ask = |method: Method, spent: &Counter| {
            let start = Instant::now();
            let every_undef = method == Method::Enumerate;
            // The few pairs that take long would take most of the time.
            let timeout = if every_undef { Duration::from_millis(100) } else { Duration::from_secs(1) };
            let options = CheckOptions { timeout, method: Some(method), every_undef, vacuity: false, ..CheckOptions::default() };
            let verdict = check_pair(pair, &options);
            spent.add(micros(start));
            verdict
        };
        let (solved, enumerated) = (ask(Method::Smt, &tally.solver), ask(Method::Enumerate, &tally.enumeration));
        Some(Answers { executed, solved, enumerated })
    }

    fn count(&self, tally: &Tally) {
        let all = [&self.solved, &self.enumerated];
        match all.iter().find(|v| !is_undecided(v)).map(|v| v.verdict) {
            Some(VerdictKind::Refines) => tally.refines.add(1),
            Some(_) => tally.fails.add(1),
            None => {}
        }
        tally.executed.add(u64::from(self.executed != Truth::TooMany));
        tally.undecided.add(u64::from(all.iter().any(|v| is_undecided(v))));
    }

    /// The answers that contradict each other.
    fn disagreement(&self) -> Option<String> {
        let answers = [("the solver", &self.solved), ("enumeration", &self.enumerated)];
        let said = |name: &str, v: &Verdict| format!("{name} says {} {:?} {:?} ({})", v.verdict.id(), v.reason, v.holds_if, v.detail);
        for (name, verdict) in answers {
            let contradicts = match (verdict.verdict, self.executed) {
                (VerdictKind::Refines, Truth::Fails(_)) => true,
                (VerdictKind::Counterexample, Truth::Fails(holds_if)) => verdict.holds_if != holds_if && !leaves_open(name, verdict),
                (VerdictKind::Refines, _) | (VerdictKind::Counterexample, Truth::TooMany) => false,
                (VerdictKind::Counterexample, Truth::Refines) => true,
                _ => !is_undecided(verdict),
            };
            if contradicts {
                return Some(format!("execution says {:?}, {}", self.executed, said(name, verdict)));
            }
        }
        // Of several reasons, which one is given depends on the model that was found first.
        let differ = self.solved.verdict != self.enumerated.verdict
            || self.solved.holds_if != self.enumerated.holds_if && !leaves_open("enumeration", &self.enumerated);
        let decided = answers.iter().all(|(_, v)| !is_undecided(v));
        (decided && differ).then(|| answers.map(|(name, v)| said(name, v)).join(", "))
    }
}

/// Whether a counterexample may hold under an assumption that there was no time to look at; only enumeration has that little.
fn leaves_open(name: &str, verdict: &Verdict) -> bool {
    name == "enumeration" && verdict.verdict == VerdictKind::Counterexample && verdict.holds_if.is_none()
}

fn micros(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// Whether a limit was reached. A model that does not replay is another matter.
fn is_undecided(verdict: &Verdict) -> bool {
    verdict.verdict == VerdictKind::Inconclusive && !verdict.detail.contains("replay")
}

/// The pair with instructions replaced by constants as long as the disagreement stays.
fn smaller(mut src: Program, mut tgt: Program, tally: &Tally) -> (Program, Program) {
    let still = |src: &Program, tgt: &Program| Answers::of(src, tgt, tally).is_some_and(|answers| answers.disagreement().is_some());
    for index in (0..src.insts.len().max(tgt.insts.len())).rev() {
        let (s, t) = (mutate::dropped(&src, index), mutate::dropped(&tgt, index));
        let tries = [(s.clone(), t.clone()), (s, tgt.clone()), (src.clone(), t)];
        if let Some(pair) = tries.into_iter().find(|(s, t)| still(s, t)) {
            (src, tgt) = pair;
        }
    }
    (src, tgt)
}
