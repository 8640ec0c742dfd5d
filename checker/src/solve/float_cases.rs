//! Cases of an obligation with floating point, each of which is much simpler than the whole.
//!
//! A NaN input makes results NaNs with a choice of payloads and no arithmetic; an input that is none has arithmetic and, mostly, no choice. A
//! condition that is known leaves one operation of two. So inputs that may be NaN and inputs of a single bit are decided case by case. The
//! cases together are the whole obligation, so nothing is approximated.

use llvet_encoder::fp::FpFormat;
use llvet_encoder::term::{Pool, Sort, Term};
use rustc_hash::FxHashSet;

use super::UnknownReason;
use super::falsify_float::formats;
use super::ladder::Answer;
use crate::verdict::Method;

/// Most inputs that are split by whether they are NaN.
const MAX_NANS: usize = 4;

/// Most inputs of one bit that are split.
const MAX_BITS: usize = 2;

/// Decides `formula` case by case with `decide`, when it has floating-point operations, else at once. `inputs` stand for arguments.
pub fn by_cases(pool: &mut Pool, formula: Term, inputs: &[Term], mut decide: impl FnMut(&mut Pool, Term) -> Answer) -> Answer {
    let formats = formats(pool, formula);
    if formats.is_empty() {
        return decide(pool, formula);
    }
    let (mut hardest, mut unknown) = (Method::Simplify, None);
    for case in cases(pool, formula, inputs, &formats) {
        match decide(pool, case) {
            Answer::Never(method) => hardest = hardest.max(method),
            Answer::Unknown(UnknownReason::Interrupted) => return Answer::Unknown(UnknownReason::Interrupted),
            Answer::Unknown(reason) => unknown = Some(reason),
            found @ Answer::Model(..) => return found,
        }
    }
    unknown.map_or(Answer::Never(hardest), Answer::Unknown)
}

/// Formulas of which one can hold exactly when `formula` can.
fn cases(pool: &mut Pool, formula: Term, inputs: &[Term], formats: &[FpFormat]) -> Vec<Term> {
    let free = pool.free_vars(&[formula]);
    let mut whole = vec![formula];
    for &var in inputs.iter().filter(|v| free.contains(v) && pool.sort(**v) == Sort::Bv(1)).take(MAX_BITS).collect::<Vec<_>>() {
        let one = pool.bv_u64(1, 1);
        let set = pool.eq(var, one);
        let mut split = Vec::new();
        for case in whole {
            split.extend([assume(pool, case, var, set, true), assume(pool, case, var, set, false)]);
        }
        whole = split;
    }
    // One after the other: the first that is a NaN makes the case, so there is one case more than there are tests.
    let mut out = Vec::new();
    for test in nan_tests(pool, formula, inputs, formats) {
        let mut rest = Vec::new();
        for case in whole {
            out.push(assume(pool, case, test, test, true));
            rest.push(assume(pool, case, test, test, false));
        }
        whole = rest;
    }
    out.extend(whole);
    out.retain(|case| pool.as_bool(*case) != Some(false));
    out
}

/// The tests of inputs for NaN that the formula makes.
fn nan_tests(pool: &mut Pool, formula: Term, inputs: &[Term], formats: &[FpFormat]) -> Vec<Term> {
    let made: FxHashSet<Term> = pool.topological(&[formula]).into_iter().collect();
    let mut out = Vec::new();
    for &var in inputs.iter().filter(|v| pool.as_var(**v).is_some()).collect::<Vec<_>>() {
        for &fmt in formats.iter().filter(|fmt| pool.sort(var) == Sort::Bv(fmt.width())).collect::<Vec<_>>() {
            let test = pool.fp_is_nan(fmt, var);
            if made.contains(&test) && !out.contains(&test) && out.len() < MAX_NANS {
                out.push(test);
            }
        }
    }
    out
}

/// The formula with `part`, the fact or the one bit it is about, replaced by what it is when the fact `holds`; and that fact.
fn assume(pool: &mut Pool, formula: Term, part: Term, fact: Term, holds: bool) -> Term {
    let value = if pool.sort(part) == Sort::Bool { pool.bool(holds) } else { pool.bv_u64(1, u64::from(holds)) };
    let simpler = pool.subst(formula, &[(part, value)]);
    let fact = if holds { fact } else { pool.not(fact) };
    pool.and(simpler, fact)
}

#[cfg(test)]
mod tests {
    use llvet_encoder::bv::Bv;
    use llvet_encoder::fp::{FpOp, RoundingMode};
    use llvet_encoder::term::Assignment;

    use super::*;

    const HALF: FpFormat = FpFormat::HALF;

    #[test]
    fn cases_cover_the_whole_and_are_simpler() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(16)));
        let c = pool.var("c", Sort::Bv(1));
        let (is_nan, one) = (pool.fp_is_nan(HALF, x), pool.bv_u64(1, 1));
        let set = pool.eq(c, one);
        let root = pool.fp(FpOp::Sqrt, HALF, RoundingMode::NearestTiesToEven, &[x]);
        let number = pool.eq(root, y);
        let either = pool.ite(is_nan, set, number);
        let formula = pool.ite(set, number, either);
        let cases = cases(&mut pool, formula, &[x, c], &[HALF]);
        let arithmetic = |pool: &Pool, case: Term| !formats(pool, case).is_empty();
        assert_eq!(cases.iter().filter(|&&case| arithmetic(&pool, case)).count(), 3, "NaN without the condition needs none");
        let union = pool.or_all(cases);
        for (bits, bit) in [(0x7e00, true), (0x7e00, false), (0x3c00, false), (0x4400, true), (0, false)] {
            for root in [0x7e00, 0x3c00, 0x4000, 0] {
                let mut here = Assignment::new();
                here.set(x, Bv::from_u64(16, bits));
                here.set(y, Bv::from_u64(16, root));
                here.set(c, Bv::from_bool(bit));
                assert_eq!(pool.eval(formula, &here), pool.eval(union, &here), "{bits:#x} {root:#x} {bit}");
            }
        }
    }

    #[test]
    fn other_obligations_are_decided_at_once() {
        let mut pool = Pool::new();
        let x = pool.var("x", Sort::Bv(1));
        let (one, mut asked) = (pool.bv_u64(1, 1), 0);
        let formula = pool.eq(x, one);
        let answer = by_cases(&mut pool, formula, &[x], |_, case| {
            assert_eq!(case, formula);
            asked += 1;
            Answer::Never(Method::Smt)
        });
        assert!(matches!(answer, Answer::Never(Method::Smt)));
        assert_eq!(asked, 1);
    }
}
