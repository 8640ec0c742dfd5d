//! The obligations of a pair as statements about all widths.

use llvet_encoder::term::{Pool, Term};

use super::cases::undef_cases;
use super::encode::{Query, UndefInputs, encode_in};
use super::licence::{Licensed, licensed};
use super::signature::{attribute_mismatch, signature_mismatch};
use super::stages::game;
use super::{CheckOptions, Pair};
use crate::solve::instantiate::relaxations;
use crate::solve::uniform::Statement;

/// Statements in groups: the pair refines when in each group one statement never holds. `None` when the pair is not of a kind for which
/// there are such statements.
///
/// They are made from terms as the semantics build them, without simplification: what simplifies at one width may not at another, and two
/// pairs that differ in their widths only have the same statements.
#[must_use]
pub fn statements(pair: Pair<'_>, options: &CheckOptions) -> Option<Vec<Vec<Statement>>> {
    if signature_mismatch(pair).is_some() || attribute_mismatch(pair).is_some() {
        return None;
    }
    if licensed(pair, !options.disable_undef_input) != Licensed::NotApplicable {
        return None;
    }
    let poison = !options.disable_poison_input;
    let mut cases = vec![UndefInputs::None];
    if !options.disable_undef_input {
        cases.extend(undef_cases(pair, poison).ok()?);
    }
    let mut groups = Vec::new();
    for case in cases {
        let mut pool = Pool::new();
        pool.set_simplify(false);
        let query = encode_in(pool, pair, poison, &case).ok()?;
        groups.extend(of_query(query)?);
    }
    Some(groups)
}

/// One group for each condition, or one for all of them where the source has choices, which must be the same for all.
fn of_query(mut query: Query) -> Option<Vec<Vec<Statement>>> {
    let game = game(&mut query);
    let pool = &mut query.pool;
    let free = pool.free_vars(&[query.bad]);
    let chosen = |v: &Term| game.source_fixed.contains(v) || game.source_reread.contains(v);
    if free.iter().any(chosen) {
        let relaxed = relaxations(pool, query.bad, &game);
        let group: Vec<Statement> = relaxed.iter().filter_map(|&term| Statement::of(pool, term)).collect();
        return Some(vec![group]);
    }
    let effects = (!query.src.calls.is_empty()).then_some(query.bad_effect);
    let conditions = [query.bad_ub, query.bad_domain, query.bad_poison, query.bad_value].into_iter().chain(effects);
    conditions.map(|t| Some(vec![Statement::of(pool, t)?])).collect()
}
