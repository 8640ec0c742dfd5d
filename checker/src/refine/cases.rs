//! Cases of inputs that are undef: which can matter, and how they are split.

use llvet_encoder::outcome::Unsupported;
use llvet_encoder::term::Term;
use llvet_encoder::value::leaf_types;
use llvet_ir::AttrKind;

use super::encode::{Query, Side, UndefInputs, encode};
use super::undef::{has_freeze, undef_matters};
use super::{Pair, calls};

/// Most arguments whose undef-ness is split into cases; more are decided in one query with a variable for each leaf.
const MAX_SPLIT: usize = 3;

/// The same for the leaves of arguments that are vectors or aggregates.
const MAX_LEAVES_SPLIT: usize = 4;

/// The cases of undef inputs that can matter; together with the case of none they are all that need to be looked at.
pub(super) fn undef_cases(pair: Pair<'_>, poison: bool) -> Result<Vec<UndefInputs>, (Side, Unsupported)> {
    // What a call is answered is fixed once, and its arguments may be undef.
    let freezes = has_freeze(pair.src) || calls::has_calls(pair);
    let source_fixes = |arg: usize, lane: usize, result: Option<usize>| {
        if freezes || is_noundef(pair, arg) {
            return Ok(freezes);
        }
        let undef = if is_aggregate(pair, arg) { UndefInputs::Exactly(vec![arg]) } else { UndefInputs::Leaves(vec![(arg, lane)]) };
        encode(pair, poison, &undef).map(|query| fixes_result(&query, result))
    };
    let matter: Vec<usize> = undef_matters(pair.tgt, source_fixes)?.into_iter().filter(|&a| !is_noundef(pair, a)).collect();
    let mut cases = cases_among(pair, matter);
    if calls::uses_results(pair.tgt_module, pair.tgt) {
        let with_results: Vec<UndefInputs> =
            std::iter::once(&UndefInputs::None).chain(&cases).map(|case| UndefInputs::WithResults(Box::new(case.clone()))).collect();
        cases.extend(with_results);
    }
    Ok(cases)
}

/// Whether the source makes choices for a leaf of its result (`None`: any) that are fixed once per execution.
fn fixes_result(query: &Query, result: Option<usize>) -> bool {
    let all = &query.src.ret.lanes;
    let lanes = result.map_or(&all[..], |lane| all.get(lane..=lane).unwrap_or(all));
    let terms: Vec<Term> = lanes.iter().flat_map(|lane| [lane.bits, lane.poison]).collect();
    let free = query.pool.free_vars(&terms);
    query.src.fixed.iter().any(|choice| free.contains(&choice.var))
}

pub(super) fn is_noundef(pair: Pair<'_>, arg: usize) -> bool {
    pair.src.args[arg].attrs.has(AttrKind::NoUndef)
}

/// The cases in which some of these arguments are undef.
pub(super) fn cases_among(pair: Pair<'_>, args: Vec<usize>) -> Vec<UndefInputs> {
    if args.is_empty() {
        return Vec::new();
    }
    if args.iter().any(|&a| is_compound(pair, a)) {
        if let Some(leaves) = leaves(pair, &args).filter(|leaves| leaves.len() <= MAX_LEAVES_SPLIT) {
            return subsets(&leaves).map(UndefInputs::Leaves).collect();
        }
    } else if args.len() <= MAX_SPLIT {
        return subsets(&args).map(UndefInputs::Exactly).collect();
    }
    vec![UndefInputs::Among(args)]
}

/// The leaves of these arguments; `None` when one has a type without leaves.
fn leaves(pair: Pair<'_>, args: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut all = Vec::new();
    for &arg in args {
        let types = leaf_types(pair.src_module, &pair.src.value(pair.src.args[arg].value).ty).ok()?;
        all.extend((0..types.len()).map(|leaf| (arg, leaf)));
    }
    Some(all)
}

/// All subsets but the empty one.
fn subsets<T: Copy>(of: &[T]) -> impl Iterator<Item = Vec<T>> {
    let chosen = move |set: u32| (0..of.len()).filter(|i| set >> i & 1 == 1).map(|i| of[i]).collect();
    (1u32..1 << of.len()).map(chosen)
}

/// What a case is called in the log.
pub(super) fn undef_case(pair: Pair<'_>, case: &UndefInputs) -> String {
    let names = |args: &[usize]| {
        let names: Vec<String> = args.iter().map(|&a| llvet_ir::print::value_name(pair.src, pair.src.args[a].value)).collect();
        names.join(", ")
    };
    match case {
        UndefInputs::None => "no input is undef".to_owned(),
        UndefInputs::Exactly(args) => format!("{} undef", names(args)),
        UndefInputs::Leaves(leaves) => {
            let one = |&(arg, leaf): &(usize, usize)| format!("part {leaf} of {}", names(&[arg]));
            format!("{} undef", leaves.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        UndefInputs::Among(args) => format!("any of {} undef, in part or as a whole", names(args)),
        UndefInputs::WithResults(inputs) if **inputs == UndefInputs::None => "any result of a call undef".to_owned(),
        UndefInputs::WithResults(inputs) => format!("{}, and any result of a call", undef_case(pair, inputs)),
    }
}

fn is_compound(pair: Pair<'_>, arg: usize) -> bool {
    is_aggregate(pair, arg) || pair.src.value(pair.src.args[arg].value).ty.is_vector()
}

fn is_aggregate(pair: Pair<'_>, arg: usize) -> bool {
    pair.src.value(pair.src.args[arg].value).ty.is_aggregate()
}
