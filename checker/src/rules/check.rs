//! Checks a rule: all its instances, in parallel, smallest first.
//!
//! **Time.** A rule has the time of one pair. Every instance first gets a short slice, so that the easy ones are decided whatever the hard
//! ones cost; those left undecided then share what remains, smallest first. From the first undecided instance on, they are tried constant
//! by constant before anything else.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use llvet_encoder::outcome::Unsupported;
use llvet_ir::Span;

use super::ast::{Rule, Widths};
use super::everywhere;
use super::infer::{Instance, Typed, infer};
use super::instantiate::{build, parse};
use super::predicates::Assumption;
use super::split::one_by_one;
use crate::refine::encode::{UndefInputs, encode};
use crate::refine::everywhere::statements;
use crate::refine::{CheckOptions, Pair, budget, check_pair};
use crate::solve::ladder::{Answer, Budget, satisfiable};
use crate::verdict::{Problem, Verdict, VerdictKind};

/// Time for an instance before harder ones are tried at all.
pub(super) const FIRST_SLICE: Duration = Duration::from_millis(100);

/// Options of rules, besides those of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleOptions {
    /// Widths to try, when the command line says so.
    pub widths: Option<Widths>,
    /// Compare only the last register of the source.
    pub root_only: bool,
}

/// Decides whether a rule is right at all its types. `declared` are the widths that its file asks for.
#[must_use]
pub fn check(rule: &Rule, declared: Option<Widths>, options: &CheckOptions) -> Verdict {
    let rules = options.rules;
    let typed = match infer(rule) {
        Ok(typed) => typed,
        Err(error) => return invalid(error.span, error.message),
    };
    if let Some((what, span)) = &typed.unsupported {
        return unsupported(rule, &Unsupported::new(what.clone()).at(*span));
    }
    let instances = typed.instances(rules.widths.or(declared).unwrap_or_default());
    if instances.is_empty() {
        return invalid(rule.span, "does not type-check: no widths satisfy the rule's constraints".into());
    }
    let job = Job { rule, typed: &typed, options, deadline: Instant::now() + options.timeout };
    if let Err(verdict) = job.try_build(&instances[0]) {
        return *verdict;
    }
    if rule.pre.is_some() && job.precondition_is_never_true(&instances) {
        return invalid(rule.pre.as_ref().map_or(rule.span, |p| p.span), "the precondition is never true".into());
    }
    let mut verdicts = job.run(&instances);
    job.explain(&instances, &mut verdicts);
    summary(&job, &instances, verdicts)
}

fn invalid(span: Span, message: String) -> Verdict {
    let problem = Some(Problem { file: 0, span, message: message.clone() });
    Verdict { problem, ..Verdict::new(VerdictKind::Invalid, message) }
}

fn unsupported(rule: &Rule, error: &Unsupported) -> Verdict {
    let problem = Some(Problem { file: 0, span: error.span.unwrap_or(rule.span), message: error.what.clone() });
    Verdict { problem, ..Verdict::new(VerdictKind::Unsupported, error.what.clone()) }
}

struct Job<'a> {
    rule: &'a Rule,
    typed: &'a Typed,
    options: &'a CheckOptions,
    deadline: Instant,
}

impl Job<'_> {
    /// Whether an instance makes a valid module; the others then do too.
    fn try_build(&self, instance: &Instance) -> Result<(), Box<Verdict>> {
        let built = build(self.rule, self.typed, instance, self.options.rules.root_only).map_err(|e| unsupported(self.rule, &e))?;
        match parse(&built.text, true) {
            Ok(module) => match module.function("src") {
                Some(src) if src.ret == llvet_ir::Type::Void && self.compares_nothing() => {
                    let message = "nothing to compare: the target defines no register of the source".to_owned();
                    Err(Box::new(invalid(self.rule.arrow, message)))
                }
                _ => Ok(()),
            },
            Err(message) => Err(Box::new(invalid(self.rule.span, format!("the rule is not valid LLVM IR: {message}")))),
        }
    }

    fn compares_nothing(&self) -> bool {
        use super::ast::StmtKind;
        let ends =
            |s: &super::ast::Stmt| matches!(s.kind, StmtKind::Ret(_) | StmtKind::Unreachable | StmtKind::Assume(_) | StmtKind::Call(_));
        !self.rule.src.iter().chain(&self.rule.tgt).any(ends)
    }

    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    fn precondition_is_never_true(&self, instances: &[Instance]) -> bool {
        for instance in instances {
            if self.left().is_zero() || self.precondition_can_hold(instance) {
                return false;
            }
        }
        true
    }

    fn precondition_can_hold(&self, instance: &Instance) -> bool {
        let options = self.options;
        let budget = Budget { deadline: self.deadline, ..budget(options) };
        self.with_pair(instance, |pair| match encode(pair, !options.disable_poison_input, &UndefInputs::None) {
            Ok(mut query) => !matches!(satisfiable(&mut query.pool, query.assumed, &budget), Answer::Never(_)),
            // The check itself says what is not modelled.
            Err(_) => true,
        })
        .unwrap_or(true)
    }

    fn with_pair<R>(&self, instance: &Instance, f: impl FnOnce(Pair<'_>) -> R) -> Result<R, Box<Verdict>> {
        with_pair(self.rule, self.typed, instance, self.options.rules.root_only, |pair, _| f(pair))
    }

    fn check_one(&self, instance: &Instance, first: bool, slice: Duration, split: bool) -> Verdict {
        let timeout = slice.min(self.left());
        if timeout.is_zero() {
            return Verdict::new(VerdictKind::Inconclusive, "time limit");
        }
        let options = CheckOptions { timeout, vacuity: first, ..self.options.clone() };
        let ask = |pair: Pair<'_>, assumption: &Assumption<'_>| {
            let split = if split { one_by_one(pair, assumption, &options) } else { None };
            split.unwrap_or_else(|| check_pair(pair, &options))
        };
        let root_only = options.rules.root_only;
        let mut verdict = with_pair(self.rule, self.typed, instance, root_only, ask).unwrap_or_else(|v| *v);
        // Places in the generated text mean nothing to the reader.
        if let Some(problem) = &mut verdict.problem {
            problem.span = self.rule.span;
            problem.file = 0;
        }
        verdict
    }

    /// Whether the rule holds at all widths at once; asked when it does at those tried.
    fn holds_at_all_widths(&self, instances: &[Instance]) -> bool {
        let statements = |instance: &Instance| {
            let statements = self.with_pair(instance, |pair| statements(pair, self.options)).ok().flatten();
            statements.filter(|_| !self.left().is_zero() && !self.options.cancel.is_cancelled())
        };
        instances.len() > 1 && everywhere::holds(self.typed, instances, &self.options.statements, statements)
    }

    /// Verdicts by instance; those past the smallest failing one may be missing.
    fn run(&self, instances: &[Instance]) -> Vec<Option<Verdict>> {
        let mut verdicts: Vec<Option<Verdict>> = vec![None; instances.len()];
        self.pass(instances, &mut verdicts, FIRST_SLICE.min(self.options.timeout));
        let open = verdicts.iter().filter(|v| v.as_ref().is_some_and(|v| v.verdict == VerdictKind::Inconclusive)).count();
        let share = self.left() / u32::try_from(open.div_ceil(rayon::current_num_threads())).unwrap_or(u32::MAX).max(1);
        self.pass(instances, &mut verdicts, share.max(self.options.timeout / 4));
        verdicts
    }

    /// Looks at the smallest failing instance again with all the time there is: a short slice may find a counterexample, but not the first
    /// reason and the simplest inputs.
    fn explain(&self, instances: &[Instance], verdicts: &mut [Option<Verdict>]) {
        let failing = verdicts.iter().position(|v| v.as_ref().is_some_and(stops));
        let Some(index) = failing.filter(|&i| verdicts[i].as_ref().is_some_and(|v| v.verdict == VerdictKind::Counterexample)) else {
            return;
        };
        let again = self.check_one(&instances[index], true, self.options.timeout, false);
        if again.verdict == VerdictKind::Counterexample {
            verdicts[index] = Some(again);
        }
    }

    fn pass(&self, instances: &[Instance], verdicts: &mut [Option<Verdict>], slice: Duration) {
        let open = |v: &Option<Verdict>| v.as_ref().is_none_or(|v| v.verdict == VerdictKind::Inconclusive);
        let failing = verdicts.iter().position(|v| v.as_ref().is_some_and(stops));
        let todo: Vec<usize> = (0..failing.unwrap_or(verdicts.len())).filter(|&i| open(&verdicts[i])).collect();
        if todo.is_empty() {
            return;
        }
        let (next, stop) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        // Where one instance is hard, the larger ones are.
        let hard = AtomicBool::new(slice > FIRST_SLICE);
        let found = Mutex::new(Vec::new());
        let work = || {
            while let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                if index > stop.load(Ordering::Relaxed) || self.options.cancel.is_cancelled() {
                    continue;
                }
                let verdict = self.check_one(&instances[index], index == 0, slice, hard.load(Ordering::Relaxed));
                if verdict.verdict == VerdictKind::Inconclusive {
                    hard.store(true, Ordering::Relaxed);
                }
                if stops(&verdict) {
                    stop.fetch_min(index, Ordering::Relaxed);
                }
                if let Ok(mut found) = found.lock() {
                    found.push((index, verdict));
                }
            }
        };
        if todo.len() == 1 {
            work();
        } else {
            rayon::scope(|scope| (0..rayon::current_num_threads()).for_each(|_| scope.spawn(|_| work())));
        }
        for (index, verdict) in found.into_inner().unwrap_or_default() {
            verdicts[index] = Some(verdict);
        }
    }
}

/// Runs `f` on the pair of functions of a rule at the typing with this number, as in [`Verdict::typing`]. `None` when there is no such.
pub fn at_typing<R>(
    rule: &Rule,
    declared: Option<Widths>,
    options: RuleOptions,
    typing: usize,
    f: impl FnOnce(Pair<'_>) -> R,
) -> Option<R> {
    let typed = infer(rule).ok()?;
    let instances = typed.instances(options.widths.or(declared).unwrap_or_default());
    with_pair(rule, &typed, instances.get(typing)?, options.root_only, |pair, _| f(pair)).ok()
}

/// Runs `f` on the pair of functions of an instance and what its arguments have to satisfy.
///
/// # Errors
/// The verdict on the rule when it makes no pair.
pub fn with_pair<R>(
    rule: &Rule,
    typed: &Typed,
    instance: &Instance,
    root_only: bool,
    f: impl FnOnce(Pair<'_>, &Assumption<'_>) -> R,
) -> Result<R, Box<Verdict>> {
    let built = build(rule, typed, instance, root_only).map_err(|e| unsupported(rule, &e))?;
    let module = parse(&built.text, false).map_err(|m| invalid(rule.span, m))?;
    match (module.function("src"), module.function("tgt")) {
        (Some(src), Some(tgt)) => {
            let assume = Some(&built.assumption as _);
            Ok(f(Pair { src_module: &module, src, tgt_module: &module, tgt, assume, unrolled: None }, &built.assumption))
        }
        _ => Err(Box::new(invalid(rule.span, "the rule makes no pair of functions".into()))),
    }
}

/// Whether larger instances need not be looked at.
fn stops(verdict: &Verdict) -> bool {
    matches!(verdict.verdict, VerdictKind::Counterexample | VerdictKind::Invalid | VerdictKind::Unsupported)
}

fn summary(job: &Job<'_>, instances: &[Instance], verdicts: Vec<Option<Verdict>>) -> Verdict {
    let log: Vec<String> =
        verdicts.iter().zip(instances).filter_map(|(v, i)| Some(log_lines(&job.typed.describe(i), v.as_ref()?))).flatten().collect();
    if let Some(index) = verdicts.iter().position(|v| v.as_ref().is_some_and(stops)) {
        let mut verdict = verdicts.into_iter().nth(index).flatten().unwrap_or_else(|| Verdict::new(VerdictKind::Inconclusive, ""));
        verdict.detail = format!("at {}: {}", job.typed.describe(&instances[index]), verdict.detail);
        if let Some(counterexample) = &mut verdict.counterexample {
            for input in &mut counterexample.inputs {
                // What is no input of the source is a constant, which has no `%` in the rule.
                let bare = input.name.trim_start_matches('%').trim_matches('"');
                if !job.typed.inputs.contains_key(bare) {
                    input.name = bare.to_owned();
                }
            }
        }
        return Verdict { log, typing: Some(index), ..verdict };
    }
    let total = instances.len();
    let open: Vec<usize> = (0..total).filter(|&i| verdicts[i].as_ref().is_none_or(|v| v.verdict == VerdictKind::Inconclusive)).collect();
    if let Some(&first) = open.first() {
        let why = verdicts[first].as_ref().map_or("interrupted", |v| v.detail.as_str());
        let place = job.typed.describe(&instances[first]);
        let detail = format!("{} of {total} typings not decided, the smallest at {place}: {why}; it refines at the others", open.len());
        let holds_if = if open.iter().all(|&i| verdicts[i].as_ref().is_some_and(|v| v.holds_if.is_some())) {
            verdicts[first].as_ref().and_then(|v| v.holds_if)
        } else {
            None
        };
        return Verdict { log, holds_if, ..Verdict::new(VerdictKind::Inconclusive, detail) };
    }
    let method = verdicts.iter().flatten().filter_map(|v| v.method).max();
    let mut warnings: Vec<String> = verdicts.iter().flatten().flat_map(|v| v.warnings.iter().cloned()).collect();
    warnings.dedup();
    let detail = match instances {
        [only] => format!("at {}", job.typed.describe(only)),
        all => format!("at all {total} typings from {} to {}", job.typed.describe(&all[0]), job.typed.describe(&all[total - 1])),
    };
    let all_widths = job.holds_at_all_widths(instances);
    Verdict { method, all_widths, warnings, log, ..Verdict::new(VerdictKind::Refines, detail) }
}

fn log_lines(place: &str, verdict: &Verdict) -> Vec<String> {
    let method = verdict.method.map(|m| format!(" ({})", m.id())).unwrap_or_default();
    let head = format!("{place}: {}{method}", verdict.verdict.id());
    std::iter::once(head).chain(verdict.log.iter().map(|line| format!("  {line}"))).collect()
}
