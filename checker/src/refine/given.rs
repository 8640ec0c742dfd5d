//! Counterexamples at inputs that are given: found at small widths, or those that no licence allows.

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::{ArgLane, ArgValue};
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use llvet_encoder::term::Term;
use llvet_ir::Type;

use super::encode::{Query, UndefInputs, encode};
use super::stages::{Stage, budget, game, run_stage};
use super::{CheckOptions, Pair, explain};
use crate::solve::falsify_float::Candidates;
use crate::solve::instantiate::{completed, decide};
use crate::solve::ladder::{Answer, Budget};
use crate::verdict::{Verdict, VerdictKind};

/// The counterexample at given arguments (integers, or numbers equal to them, lane by lane), if there is one.
pub(super) fn check_at(pair: Pair<'_>, options: &CheckOptions, point: &[Vec<i64>]) -> Option<Verdict> {
    let budget = budget(options);
    let mut query = encode(pair, false, &UndefInputs::None).ok()?;
    let mut here = query.pool.tt();
    for (i, leaves) in query.inputs.args.iter().enumerate() {
        let ty = &pair.src.value(pair.src.args[i].value).ty;
        for (leaf, &value) in leaves.iter().zip(&point[i]) {
            let number = Bv::from_i64(query.pool.width(leaf.bits).max(64), value);
            let bits = match ty.scalar() {
                Type::Float(kind) => fp_eval(FpOp::FromSbv, FpFormat::of(*kind)?, RoundingMode::NearestTiesToEven, &[number]),
                _ => number.trunc(query.pool.width(leaf.bits)),
            };
            let bits = query.pool.constant(bits);
            let same = query.pool.eq(leaf.bits, bits);
            here = query.pool.and(here, same);
        }
    }
    query.assume(here);
    match run_stage("inputs that no licence allows", query, &mut Candidates::none(), &budget) {
        Stage::Fails(failure) => Some(explain::verdict(pair, *failure, &budget))
            .filter(|v| v.verdict == VerdictKind::Counterexample)
            .map(|verdict| Verdict { log: budget.log.take(), ..verdict }),
        Stage::Holds(_) | Stage::Unknown(_) => None,
    }
}

/// The counterexample that given inputs show, if they do.
pub(crate) fn check_inputs(pair: Pair<'_>, options: &CheckOptions, inputs: &[ArgValue], budget: &Budget) -> Option<Verdict> {
    let undef: Vec<usize> = (0..inputs.len()).filter(|&i| inputs[i].lanes.contains(&ArgLane::Undef)).collect();
    let undef = if undef.is_empty() { UndefInputs::None } else { UndefInputs::Among(undef) };
    let mut query = encode(pair, !options.disable_poison_input, &undef).ok()?;
    let given = given(&mut query, inputs)?;
    budget.log.line(|| "stage: given inputs".to_owned());
    let mut game = game(&mut query);
    let pool = &mut query.pool;
    let values: Vec<(Term, Term)> = given.iter().map(|(var, value)| (*var, pool.value(pool.sort(*var), value))).collect();
    let free = std::mem::take(&mut game.seeds.results);
    game.seeds.results = free.iter().map(|&(s, t)| (pool.subst(s, &values), pool.subst(t, &values))).collect();
    let bad_here = pool.subst(query.bad, &values);
    let (chosen, method) =
        match decide(pool, bad_here, &game, &mut Candidates::none(), &Budget { log: budget.log.deeper(), ..budget.clone() }) {
            Answer::Model(chosen, method) => (chosen, method),
            Answer::Never(_) | Answer::Unknown(_) => return None,
        };
    let mut model = completed(pool, &pool.free_vars(&[bad_here]), &chosen);
    given.into_iter().for_each(|(var, value)| model.set(var, value));
    game.seeds.results = free;
    let verdict = explain::verdict(pair, explain::Failure { query, game, model, method }, budget);
    (verdict.verdict == VerdictKind::Counterexample).then_some(verdict)
}

/// Values of the variables that stand for the inputs; `None` when they cannot have them.
fn given(query: &mut Query, inputs: &[ArgValue]) -> Option<Vec<(Term, Bv)>> {
    let mut values = Vec::new();
    for (leaf, lane) in query.inputs.args.iter().flatten().zip(inputs.iter().flat_map(|value| &value.lanes)) {
        let bits = match lane {
            ArgLane::Bits(bits) => bits.clone(),
            // Where memory is, is not an input of terms.
            ArgLane::Pointer(_) => return None,
            ArgLane::Poison | ArgLane::Undef => Bv::zero(query.pool.width(leaf.bits)),
        };
        let flags = [(leaf.poison, *lane == ArgLane::Poison), (leaf.undef, *lane == ArgLane::Undef)];
        for (var, value) in flags.map(|(flag, set)| (flag, Bv::from_bool(set))).into_iter().chain([(leaf.bits, bits)]) {
            match query.pool.as_value(var) {
                Some(fixed) if fixed == value => {}
                Some(_) => return None,
                None => values.push((var, value)),
            }
        }
    }
    Some(values)
}
