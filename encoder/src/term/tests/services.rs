//! Substitution, import, hashing, printing, deep terms.

use super::*;
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode};
use crate::term::Assignment;

fn pair() -> (Pool, Term, Term) {
    let mut pool = Pool::new();
    let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)));
    (pool, x, y)
}

#[test]
fn substitution_is_simultaneous_and_simplifies() {
    let (mut p, x, y) = pair();
    let difference = p.sub(x, y);
    let swapped = p.subst(difference, &[(x, y), (y, x)]);
    assert_eq!(swapped, p.sub(y, x));
    assert_eq!(p.subst(difference, &[(x, y)]), p.bv_u64(8, 0));
    let seven = p.bv_u64(8, 7);
    let product = p.mul(difference, x);
    let expected = p.bv_u64(8, 42);
    let one = p.bv_u64(8, 1);
    assert_eq!(p.subst(product, &[(x, seven), (y, one)]), expected);
    assert_eq!(p.free_vars(&[product]), [x, y]);
}

#[test]
fn evaluation_reads_unset_variables_as_zero_and_functions_pointwise() {
    let (mut p, x, y) = pair();
    let f = p.func("f", &[Sort::Bv(8)], Sort::Bv(8));
    let call = p.app(f, &[x]);
    let sum = p.add(call, y);
    let mut assignment = Assignment::new();
    assignment.set(x, Bv::from_u64(8, 3));
    assert_eq!(p.eval(sum, &assignment), Bv::zero(8));
    assignment.set_app(f, vec![Bv::from_u64(8, 3)], Bv::from_u64(8, 200));
    assignment.set(y, Bv::from_u64(8, 100));
    assert_eq!(p.eval(sum, &assignment), Bv::from_u64(8, 44));
}

#[test]
fn alpha_hash_ignores_names_and_pools_and_nothing_else() {
    let build = |names: [&str; 2], width, extra: u64| {
        let mut p = Pool::new();
        for i in 0..extra {
            p.bv_u64(16, i);
        }
        let [x, y] = names.map(|name| p.var(name, Sort::Bv(width)));
        let (sum, product) = (p.add(x, y), p.mul(x, y));
        let root = p.ult(sum, product);
        (p.alpha_hash(&[root]), p.alpha_hash(&[root, sum]))
    };
    assert_eq!(build(["x", "y"], 8, 0), build(["a", "b"], 8, 5));
    assert_ne!(build(["x", "y"], 8, 0).0, build(["x", "y"], 9, 0).0);
    assert_ne!(build(["x", "y"], 8, 0).0, build(["x", "y"], 8, 0).1);
    let (mut p, x, y) = pair();
    let (xy, xx) = (p.udiv(x, y), p.lshr(x, x));
    assert_ne!(p.alpha_hash(&[xy]), p.alpha_hash(&[xx]));
    // The same variable twice is not two variables.
    let (a, b) = (p.shl(x, y), p.shl(x, x));
    assert_ne!(p.alpha_hash(&[a]), p.alpha_hash(&[b]));
    let (forward, backward) = (p.alpha_hash(&[x, y, xy]), p.alpha_hash(&[y, x, xy]));
    assert_ne!(forward, backward);
}

#[test]
fn smtlib_text_defines_each_node_once() {
    let (mut p, x, y) = pair();
    let quotient = p.udiv(x, y);
    let equal = p.eq(quotient, x);
    assert_eq!(
        p.to_smtlib(&[equal]),
        "(set-logic QF_BV)\n\
         (declare-const v0 (_ BitVec 8)) ; x\n\
         (declare-const v1 (_ BitVec 8)) ; y\n\
         (define-fun t4 () (_ BitVec 8) (bvudiv v0 v1))\n\
         (define-fun t5 () Bool (= v0 t4))\n\
         (assert t5)\n\
         (check-sat)\n"
    );
}

#[test]
fn smtlib_text_of_floating_point_denotes_results() {
    let mut p = Pool::new();
    // Simplified, comparisons are tests of patterns.
    p.set_simplify(false);
    let x = p.var("x", Sort::Bv(16));
    let root = p.fp(FpOp::Sqrt, FpFormat::HALF, RoundingMode::NearestTiesToEven, &[x]);
    let nan = p.fp(FpOp::Eq, FpFormat::HALF, RoundingMode::NearestTiesToEven, &[root, root]);
    assert_eq!(
        p.to_smtlib(&[nan]),
        "(set-logic QF_BVFP)\n\
         (declare-const v0 (_ BitVec 16)) ; x\n\
         (declare-const t3 (_ BitVec 16))\n\
         (assert (= ((_ to_fp 5 11) t3) (fp.sqrt RNE ((_ to_fp 5 11) v0))))\n\
         (assert (=> (fp.isNaN ((_ to_fp 5 11) t3)) (= t3 (_ bv32256 16))))\n\
         (define-fun t4 () Bool (fp.eq ((_ to_fp 5 11) t3) ((_ to_fp 5 11) t3)))\n\
         (assert t4)\n\
         (check-sat)\n"
    );
}

/// 10,000 operations deep: no recursion, no quadratic growth.
#[test]
fn deep_terms_are_cheap() {
    let (mut p, x, y) = pair();
    let (mut value, mut poison) = (x, p.ff());
    for i in 0..10_000u64 {
        let constant = p.bv_u64(8, i * 7);
        value = match i % 5 {
            0 => p.add(value, y),
            1 => p.mul(value, x),
            2 => p.bvxor(value, constant),
            3 => p.udiv(value, y),
            _ => p.sub(value, constant),
        };
        let overflow = p.uadd_overflow(value, constant);
        poison = p.or(poison, overflow);
    }
    let low = p.trunc(value, 3);
    let root = p.bvnot(low);
    let nodes = p.size(root) + p.size(poison);
    assert!(nodes < 100_000, "{nodes} nodes");
    assert!(p.len() < 1_500_000, "{} nodes built", p.len());
    let zero = p.bv_u64(8, 0);
    let at_zero = p.subst_all(&[root, poison], &[(x, zero)]);
    let mut assignment = Assignment::new();
    assignment.set(y, Bv::from_u64(8, 3));
    assert_eq!(p.eval_all(&at_zero, &assignment), p.eval_all(&[root, poison], &assignment));
    assert_ne!(p.alpha_hash(&[root]), p.alpha_hash(&[poison]));
    assert!(p.to_smtlib(&[poison]).len() < 20_000_000);
}
