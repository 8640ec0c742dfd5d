//! The assumption ladder: inputs that are defined or poison first, then undef inputs where they can matter at all.

use std::time::Instant;

use llvet_encoder::concrete::ArgValue;
use llvet_encoder::outcome::Unsupported;
use llvet_encoder::term::{Pool, Term};

use super::cases::{cases_among, is_noundef, undef_case, undef_cases};
use super::encode::{Query, Side, UndefInputs, encode};
use super::{CheckOptions, Pair, calls, explain};
use crate::small;
use crate::solve::candidates::SeedTerms;
use crate::solve::external::SolverCommand;
use crate::solve::falsify_float::{Candidates, falsify_float};
use crate::solve::float_cases::by_cases;
use crate::solve::instantiate::{Game, decide};
use crate::solve::ladder::{Answer, Budget, Executions, satisfiable, satisfiable_among};
use crate::solve::log::Log;
use crate::solve::smt::cost;
use crate::solve::{Proofs, UnknownReason};
use crate::verdict::{HoldsIf, Method, Problem, Reason, Verdict, VerdictKind};

/// Most result leaves that are decided one by one.
const MAX_LANES_APART: usize = 16;

/// Gates above which the leaves of a result are decided one by one: small questions are better asked together.
const LANES_APART: u64 = 20_000;

/// What one stage found.
pub(super) enum Stage {
    /// No counterexample among the stage's inputs.
    Holds(Method),
    /// A counterexample, with the query it belongs to.
    Fails(Box<explain::Failure>),
    /// Gave up.
    Unknown(UnknownReason),
}

/// Decides a pair whose signatures and attributes agree.
pub(super) fn check(pair: Pair<'_>, options: &CheckOptions) -> Verdict {
    if let Some(line) = options.solver_cmd.as_deref()
        && SolverCommand::parse(line).is_none()
    {
        return Verdict::new(VerdictKind::Inconclusive, format!("not a solver command: {line:?}"));
    }
    let budget = budget(options);
    let verdict = match decide_pair(pair, options, &budget) {
        Ok(verdict) => verdict,
        Err((side, error)) => unsupported(side, error),
    };
    Verdict { log: budget.log.take(), ..verdict }
}

/// The inputs for which a pair fails first.
#[derive(Debug)]
pub(crate) enum Failing {
    /// These do.
    Inputs(Vec<ArgValue>),
    /// None does.
    Nothing,
    /// Not known.
    Unknown(UnknownReason),
}

/// Looks for inputs for which a pair fails, without asking why.
///
/// # Errors
/// What is not modelled, and on which side.
pub(crate) fn failing_inputs(pair: Pair<'_>, options: &CheckOptions, budget: &Budget) -> Result<Failing, (Side, Unsupported)> {
    let poison = !options.disable_poison_input;
    let mut stage = run_stage("inputs that are not undef", encode(pair, poison, &UndefInputs::None)?, &mut Candidates::none(), budget);
    if let (Stage::Holds(method), false) = (&stage, options.disable_undef_input) {
        stage = undef_stage(pair, poison, *method, options.every_undef, budget)?.0.unwrap_or(stage);
    }
    Ok(match stage {
        Stage::Holds(_) => Failing::Nothing,
        Stage::Fails(failure) => Failing::Inputs(failure.inputs()),
        Stage::Unknown(reason) => Failing::Unknown(reason),
    })
}

/// What a check with these options may spend from now on.
#[must_use]
pub fn budget(options: &CheckOptions) -> Budget {
    Budget {
        deadline: Instant::now() + options.timeout,
        memory_mb: options.memory_mb,
        seed: options.seed,
        cancel: options.cancel.clone(),
        method: options.method,
        solver: options.solver_cmd.as_deref().and_then(SolverCommand::parse),
        emit_smt2: options.emit_smt2.clone(),
        proofs: options.proofs.clone(),
        statements: options.statements.clone(),
        executions: Executions::default(),
        progress: options.progress.clone(),
        log: Log::new(options.explain),
    }
}

pub(super) fn unsupported(side: Side, error: Unsupported) -> Verdict {
    let (file, place) = match side {
        Side::Source => (0, "source"),
        Side::Target => (1, "target"),
    };
    let detail = format!("{} in the {place}", error.what);
    let kind = if error.is_limit { VerdictKind::Inconclusive } else { VerdictKind::Unsupported };
    let problem = error.span.map(|span| Problem { file, span, message: error.what });
    Verdict { problem, ..Verdict::new(kind, detail) }
}

fn decide_pair(pair: Pair<'_>, options: &CheckOptions, budget: &Budget) -> Result<Verdict, (Side, Unsupported)> {
    let poison = !options.disable_poison_input;
    let start = Instant::now();
    let mut query = encode(pair, poison, &UndefInputs::None)?;
    budget.log.timed(start, || format!("encode: {} terms", query.pool.len()));
    let warnings = if options.vacuity { vacuity(&mut query, budget) } else { Vec::new() };
    let inputs = if poison { "inputs that are defined or poison" } else { "inputs that are defined" };
    let mut candidates = Candidates::made_by(|budget| small::candidates(pair, options, budget));
    let method = match run_stage(inputs, query, &mut candidates, budget) {
        Stage::Holds(method) => method,
        Stage::Unknown(reason) => return Ok(Verdict { warnings, ..Verdict::new(VerdictKind::Inconclusive, reason.to_string()) }),
        Stage::Fails(failure) => return Ok(Verdict { warnings, ..failed_without_undef(pair, *failure, budget)? }),
    };
    let (undef, method) =
        if options.disable_undef_input { (None, method) } else { undef_stage(pair, poison, method, options.every_undef, budget)? };
    // That it refines without undef inputs was shown with results of calls that are not undef either.
    let results = calls::uses_results(pair.tgt_module, pair.tgt);
    let holds_if = (!results).then_some(HoldsIf::NoUndefInput);
    Ok(match undef {
        None => Verdict { method: Some(method), warnings, ..Verdict::new(VerdictKind::Refines, "") },
        Some(Stage::Fails(failure)) => {
            let verdict = explain::verdict(pair, *failure, budget);
            Verdict { holds_if, warnings, ..verdict }
        }
        Some(Stage::Unknown(reason)) => {
            let detail = match holds_if {
                Some(_) => format!("{reason}; it refines for inputs that are not undef"),
                None => format!("{reason}; it refines for inputs and results of calls that are not undef"),
            };
            Verdict { holds_if, warnings, ..Verdict::new(VerdictKind::Inconclusive, detail) }
        }
        Some(Stage::Holds(method)) => Verdict { method: Some(method), warnings, ..Verdict::new(VerdictKind::Refines, "") },
    })
}

/// A counterexample without undef was found: look for one without poison too, and say under which assumption the pair holds.
fn failed_without_undef(pair: Pair<'_>, failure: explain::Failure, budget: &Budget) -> Result<Verdict, (Side, Unsupported)> {
    if !failure.has_poison_input() {
        return Ok(explain::verdict(pair, failure, budget));
    }
    let plain = encode(pair, false, &UndefInputs::None)?;
    Ok(match run_stage("inputs that are defined", plain, &mut Candidates::none(), budget) {
        Stage::Fails(simpler) => explain::verdict(pair, *simpler, budget),
        Stage::Holds(_) => Verdict { holds_if: Some(HoldsIf::NoPoisonInput), ..explain::verdict(pair, failure, budget) },
        Stage::Unknown(_) => explain::verdict(pair, failure, budget),
    })
}

/// The cases in which inputs are undef, and how they were decided. `None` when no undef input can matter. With `every`, those that
/// cannot are tried too, as far as that can be decided: only a counterexample says something then.
fn undef_stage(
    pair: Pair<'_>,
    poison: bool,
    before: Method,
    every: bool,
    budget: &Budget,
) -> Result<(Option<Stage>, Method), (Side, Unsupported)> {
    let cases = undef_cases(pair, poison)?;
    if cases.is_empty() {
        budget.log.line(|| "undef inputs cannot matter: the target reads each at most once and does not fix it".to_owned());
    }
    let found = decide_cases(pair, poison, before, &cases, budget)?;
    if every && matches!(found.0, None | Some(Stage::Holds(_))) {
        let all = cases_among(pair, (0..pair.src.args.len()).filter(|&a| !is_noundef(pair, a)).collect());
        let more: Vec<UndefInputs> = all.into_iter().filter(|case| !cases.contains(case)).collect();
        let more = decide_cases(pair, poison, before, &more, budget)?;
        if let Some(Stage::Fails(_)) = more.0 {
            return Ok(more);
        }
    }
    Ok(found)
}

/// Decides cases in turn, up to the first that fails. `None` when there is none.
fn decide_cases(
    pair: Pair<'_>,
    poison: bool,
    before: Method,
    cases: &[UndefInputs],
    budget: &Budget,
) -> Result<(Option<Stage>, Method), (Side, Unsupported)> {
    let mut hardest = before;
    let mut unknown = None;
    for case in cases {
        // Encoding alone takes its time where loops are unrolled often.
        if budget.left().is_zero() {
            unknown = Some(UnknownReason::Timeout);
            break;
        }
        let query = match encode(pair, poison, case) {
            Err((_, error)) if error.is_limit => {
                unknown = Some(UnknownReason::NotByMethod(error.what));
                continue;
            }
            query => query?,
        };
        match run_stage(&undef_case(pair, case), query, &mut Candidates::none(), budget) {
            Stage::Holds(method) => hardest = hardest.max(method),
            Stage::Unknown(reason) => unknown = Some(reason),
            fails @ Stage::Fails(_) => return Ok((Some(fails), hardest)),
        }
    }
    Ok((unknown.map(Stage::Unknown), hardest))
}

/// Decides one query. `inputs` says of the log's reader which inputs it is about.
pub(super) fn run_stage(inputs: &str, mut query: Query, candidates: &mut Candidates<'_>, budget: &Budget) -> Stage {
    budget.log.line(|| format!("stage: {inputs}"));
    let budget = &Budget { log: budget.log.deeper(), ..budget.clone() };
    let game = game(&mut query);
    let remembered = remembered(&query, &game, budget);
    if let Some((_, _, Some(method))) = remembered {
        budget.log.line(|| format!("cache: proved earlier, by {}", method.id()));
        return Stage::Holds(method);
    }
    emit(&query, budget);
    match refute_alike(&mut query, &game, candidates, budget) {
        Answer::Never(method) => {
            if let Some((proofs, obligation, None)) = remembered {
                proofs.keep(&obligation, method);
            }
            Stage::Holds(method)
        }
        Answer::Unknown(reason) => Stage::Unknown(reason),
        Answer::Model(model, method) => Stage::Fails(Box::new(explain::Failure { query, game, model, method })),
    }
}

/// Looks for a violation where calls without effects give the target the same answer each time, and then without relying on that: a
/// violation of that kind is not shown.
fn refute_alike(query: &mut Query, game: &Game, candidates: &mut Candidates<'_>, budget: &Budget) -> Answer {
    if query.pool.as_bool(query.alike) == Some(true) {
        return refute(query, game, candidates, budget);
    }
    let whatever_is_answered = query.bad;
    query.assume(query.alike);
    let method = match refute(query, game, candidates, budget) {
        Answer::Never(method) => method,
        other => return other,
    };
    budget.log.line(|| "calls without effects may be answered differently each time".to_owned());
    match decide(&mut query.pool, whatever_is_answered, game, candidates, budget) {
        Answer::Never(other) => Answer::Never(method.max(other)),
        Answer::Unknown(reason) => Answer::Unknown(reason),
        Answer::Model(..) => {
            let why = "it refines if a function without effects gives the same answer each time it is called with the same arguments";
            Answer::Unknown(UnknownReason::Incomplete(why.to_owned()))
        }
    }
}

/// Looks for a violation. Without choices of the source each condition is an obligation of its own, in the order of reports:
/// smaller obligations, and the first that can hold gives the reason.
fn refute(query: &mut Query, game: &Game, candidates: &mut Candidates<'_>, budget: &Budget) -> Answer {
    let free = query.pool.free_vars(&[query.bad]);
    let chosen = |v: &Term| game.source_fixed.contains(v) || game.source_reread.contains(v);
    if free.iter().any(chosen) {
        return decide(&mut query.pool, query.bad, game, candidates, budget);
    }
    if let Some(found) = falsify_float(&mut query.pool, query.bad, &[], &game.seeds.inputs, candidates, budget) {
        return found;
    }
    let (mut hardest, mut unknown) = (Method::Simplify, None);
    let lanes = 2..=MAX_LANES_APART;
    let values = if lanes.contains(&query.bad_values.len()) && cost::circuit(&query.pool, query.bad_value) > LANES_APART {
        query.bad_values.clone()
    } else {
        vec![query.bad_value]
    };
    let first =
        [(query.bad_ub, Reason::SourceMoreDefined), (query.bad_domain, Reason::ReturnDomain), (query.bad_poison, Reason::MorePoisonous)];
    let last = [(query.bad_effect, Reason::MemoryMismatch)];
    for (condition, reason) in first.into_iter().chain(values.into_iter().map(|value| (value, Reason::ValueMismatch))).chain(last) {
        budget.log.line(|| match query.pool.as_bool(condition) {
            Some(false) => format!("{}: never holds, by simplification", reason.id()),
            Some(true) => format!("{}: always holds, by simplification", reason.id()),
            None => format!("{}: {} terms", reason.id(), query.pool.topological(&[condition]).len()),
        });
        let budget = &Budget { log: budget.log.deeper(), ..budget.clone() };
        let decide = |pool: &mut Pool, case| satisfiable_among(pool, case, game, budget);
        match by_cases(&mut query.pool, condition, &game.seeds.inputs, decide) {
            Answer::Never(method) => hardest = hardest.max(method),
            Answer::Unknown(reason) => unknown = Some(reason),
            found @ Answer::Model(..) => return found,
        }
    }
    unknown.map_or(Answer::Never(hardest), Answer::Unknown)
}

/// Writes the obligation as SMT-LIB, when asked for. Files are numbered in the order of the stages; one that cannot be
/// written is left out, as the verdict does not depend on it.
fn emit(query: &Query, budget: &Budget) {
    let Some(folder) = &budget.emit_smt2 else { return };
    if std::fs::create_dir_all(folder).is_err() {
        return;
    }
    let number = (1u32..).find(|n| !folder.join(format!("{n}.smt2")).exists()).unwrap_or(0);
    let text = query.pool.to_smtlib(&[query.bad]);
    let _ = std::fs::write(folder.join(format!("{number}.smt2")), text);
}

/// Where proofs are remembered, the query's key there, and what is known of it. `None` where nothing is remembered, or nothing would be
/// gained.
fn remembered<'a>(query: &Query, game: &Game, budget: &'a Budget) -> Option<(&'a dyn Proofs, [u8; 32], Option<Method>)> {
    let proofs = budget.proofs.as_deref()?;
    if query.pool.as_bool(query.bad).is_some() {
        return None;
    }
    // Who chooses a variable, and when, is part of the question.
    let groups = [&game.source_fixed, &game.target_reread, &game.source_reread];
    let roots: Vec<Term> = std::iter::once(query.bad).chain(groups.into_iter().flatten().copied()).collect();
    let mut hasher = blake3::Hasher::new();
    for group in groups {
        hasher.update(&(group.len() as u64).to_le_bytes());
    }
    let obligation = *hasher.update(&query.pool.alpha_hash(&roots)).finalize().as_bytes();
    Some((proofs, obligation, proofs.known(&obligation)))
}

/// Who chooses what in a query.
pub(crate) fn game(query: &mut Query) -> Game {
    let inputs: Vec<Term> = query.inputs.args.iter().flatten().map(|leaf| leaf.bits).collect();
    let choices = query.target_once().into_iter().chain(query.tgt.ret.per_use.iter().chain(&query.tgt.passed).copied()).collect();
    let paired = calls::paired_picks(&query.pool, &query.src.calls, &query.tgt.calls);
    let (results, plain_results) = (query.results_of_undef(), query.results());
    // Where picks that only decide undefined behavior stand among the quantifiers makes no difference; see `Summary::consumed`.
    let source_reread = query.src.ret.per_use.iter().chain(&query.src.passed).copied();
    let source_reread = source_reread.chain(query.src.consumed.iter().map(|c| c.var)).collect();
    let mut target_reread: Vec<Term> = query.tgt.ret.per_use.iter().chain(&query.tgt.passed).copied().collect();
    if !query.src.fixed.is_empty() {
        // What the source calls may depend on its choices, so the environment answers after them.
        target_reread.extend(&query.src.own_answers);
    }
    Game {
        source_fixed: query.src.fixed.iter().map(|c| c.var).collect(),
        target_reread,
        source_reread,
        seeds: SeedTerms {
            choices,
            inputs,
            results,
            plain_results,
            undefined: query.equal_where_undefined(),
            picked: query.picked_inputs(),
            paired,
        },
        guards: guards(query),
    }
}

/// The inputs that a variable makes poison. An assumption may speak of the bits of an input whether it is poison or not; such
/// inputs are left out.
fn guards(query: &Query) -> Vec<(Term, Term)> {
    let assumed = query.pool.free_vars(&[query.assumed]);
    query.inputs.args.iter().flatten().map(|leaf| (leaf.poison, leaf.bits)).filter(|(_, bits)| !assumed.contains(bits)).collect()
}

/// Ways in which a proof would mean nothing.
fn vacuity(query: &mut Query, budget: &Budget) -> Vec<String> {
    // A remark is worth a part of the time only.
    let budget = &Budget { deadline: Instant::now() + budget.left() / 10, method: None, log: Log::default(), ..budget.clone() };
    let mut warnings = Vec::new();
    let src_defined = query.pool.not(query.src.ub);
    let src_defined = query.pool.and(query.assumed, src_defined);
    if let Answer::Never(_) = satisfiable(&mut query.pool, src_defined, budget) {
        warnings.push("the source has undefined behavior for every input, so any target refines it".to_owned());
        return warnings;
    }
    let poison: Vec<Term> = query.src.ret.lanes.iter().map(|l| query.pool.not(l.poison)).collect();
    if !poison.is_empty() {
        let some_defined = query.pool.or_all(poison);
        let returned = query.pool.and(query.src.returned, some_defined);
        let meaningful = query.pool.and(src_defined, returned);
        let trivial = query.pool.as_bool(query.src.returned) == Some(false);
        if !trivial && matches!(satisfiable(&mut query.pool, meaningful, budget), Answer::Never(_)) {
            warnings.push("the source returns poison for every input, so any target without undefined behavior refines it".to_owned());
        }
    }
    warnings
}
