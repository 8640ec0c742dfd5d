//! Floating-point rewriting at tiny formats: simplified and unsimplified terms have the same value for every input.

use crate::bv::Bv;
use crate::fp::special::special_values;
use crate::fp::{FpFormat, FpOp, RoundingMode};
use crate::term::{Assignment, Op, Pool, Sort, Term};

const TINY: FpFormat = FpFormat { exp_bits: 3, frac_bits: 2 };
const WIDER: FpFormat = FpFormat { exp_bits: 4, frac_bits: 3 };
const NEAREST: RoundingMode = RoundingMode::NearestTiesToEven;
const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestTiesToEven,
    RoundingMode::NearestTiesToAway,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// A term over `x` and `y` (patterns of the tiny format) and `n` (an integer), built in a pool.
type Build<'a> = &'a dyn Fn(&mut Pool, [Term; 3]) -> Term;

const INT_WIDTH: u32 = 4;

/// Checks that simplification keeps the value for all `x` and some `y` and `n`; returns the number of nodes it leaves.
fn keeps_value(what: &str, build: Build<'_>) -> usize {
    keeps_value_at(what, build, (0..1 << TINY.width()).map(|x| (x, (x * 11 + 5) % 64)))
}

/// Checks that simplification keeps the value for all `x` and `y`.
fn keeps_value_everywhere(what: &str, build: Build<'_>) {
    keeps_value_at(what, build, (0..1 << TINY.width()).flat_map(|x| (0..1 << TINY.width()).map(move |y| (x, y))));
}

fn keeps_value_at(what: &str, build: Build<'_>, points: impl Iterator<Item = (u64, u64)>) -> usize {
    let mut pools = [Pool::new(), Pool::new()];
    pools[0].set_simplify(false);
    let mut roots = Vec::new();
    let mut vars = Vec::new();
    for pool in &mut pools {
        let x = pool.var("x", Sort::Bv(TINY.width()));
        let y = pool.var("y", Sort::Bv(TINY.width()));
        let n = pool.var("n", Sort::Bv(INT_WIDTH));
        roots.push(build(pool, [x, y, n]));
        vars.push([x, y, n]);
    }
    for (x, y) in points {
        let values = [Bv::from_u64(TINY.width(), x), Bv::from_u64(TINY.width(), y), Bv::from_u64(INT_WIDTH, x)];
        let results: Vec<Bv> = (0..2)
            .map(|i| {
                let mut assignment = Assignment::new();
                vars[i].iter().zip(&values).for_each(|(&var, value)| assignment.set(var, value.clone()));
                pools[i].eval(roots[i], &assignment)
            })
            .collect();
        assert_eq!(results[0], results[1], "{what} at {values:?}: {}", pools[1].display(roots[1]));
    }
    pools[1].size(roots[1])
}

fn negated(pool: &mut Pool, a: Term) -> Term {
    let top = TINY.width() - 1;
    let (sign, rest) = (pool.extract(a, top, top), pool.extract(a, top - 1, 0));
    let flipped = pool.bvnot(sign);
    pool.concat(flipped, rest)
}

fn absolute(pool: &mut Pool, a: Term) -> Term {
    let magnitude = pool.extract(a, TINY.width() - 2, 0);
    pool.zext(magnitude, TINY.width())
}

/// The magnitude of `a` with the sign of `b`.
fn with_sign(pool: &mut Pool, a: Term, b: Term) -> Term {
    let top = TINY.width() - 1;
    let (sign, magnitude) = (pool.extract(b, top, top), pool.extract(a, top - 1, 0));
    pool.concat(sign, magnitude)
}

/// `x` or `y` with its sign changed: not, flipped, cleared, set, taken from the other.
fn resigned(pool: &mut Pool, [x, y]: [Term; 2], change: usize) -> Term {
    match change {
        0 => x,
        1 => negated(pool, x),
        2 => absolute(pool, x),
        3 => {
            let positive = absolute(pool, x);
            negated(pool, positive)
        }
        _ => with_sign(pool, x, y),
    }
}

const CHANGES: usize = 5;

/// Operands of several shapes.
fn operand(pool: &mut Pool, [x, y, n]: [Term; 3], shape: usize) -> Term {
    match shape {
        0 => x,
        1 => negated(pool, x),
        2 => {
            let sign = pool.constant(Bv::min_signed(TINY.width()));
            pool.bvxor(x, sign)
        }
        3 => y,
        4 => negated(pool, y),
        5 => pool.fp(FpOp::Add, TINY, NEAREST, &[x, y]),
        6 => pool.fp(FpOp::FromSbv, TINY, NEAREST, &[n]),
        7 => pool.fp(FpOp::FromUbv, TINY, NEAREST, &[n]),
        _ => {
            let minus_zero = pool.constant(Bv::min_signed(TINY.width()));
            pool.fp(FpOp::Add, TINY, NEAREST, &[x, minus_zero])
        }
    }
}

const SHAPES: usize = 9;

#[test]
fn binary_operations_keep_their_value() {
    for op in [FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div, FpOp::Rem, FpOp::Lt, FpOp::Le, FpOp::Eq] {
        for rm in MODES {
            for a in 0..SHAPES {
                for b in 0..SHAPES {
                    keeps_value(&format!("{op:?} {rm:?} {a} {b}"), &|pool, vars| {
                        let args = [operand(pool, vars, a), operand(pool, vars, b)];
                        pool.fp(op, TINY, rm, &args)
                    });
                }
            }
        }
    }
}

#[test]
fn signs_are_moved_out_of_operations() {
    for op in [FpOp::Add, FpOp::Mul, FpOp::Div, FpOp::Rem] {
        for rm in [RoundingMode::NearestTiesToEven, RoundingMode::TowardNegative] {
            for (a, b) in (0..CHANGES).flat_map(|a| (0..CHANGES).map(move |b| (a, b))) {
                keeps_value_everywhere(&format!("{op:?} {rm:?} {a} {b}"), &|pool, [x, y, _]| {
                    let args = [resigned(pool, [x, y], a), resigned(pool, [y, x], b)];
                    pool.fp(op, TINY, rm, &args)
                });
                keeps_value(&format!("{op:?} {rm:?} {a} {b} of one pattern"), &|pool, [x, y, _]| {
                    let args = [resigned(pool, [x, y], a), resigned(pool, [x, y], b)];
                    pool.fp(op, TINY, rm, &args)
                });
            }
        }
    }
}

#[test]
fn whether_a_result_is_nan_is_told_from_the_operands() {
    let asks = |pool: &mut Pool, a: Term| {
        let is_nan = pool.fp_is_nan(TINY, a);
        let (one, zero) = (pool.bv_u64(1, 1), pool.bv_u64(1, 0));
        pool.ite(is_nan, one, zero)
    };
    for op in [FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div, FpOp::Rem] {
        keeps_value_everywhere(&format!("NaN of {op:?}"), &|pool, [x, y, _]| {
            let result = pool.fp(op, TINY, NEAREST, &[x, y]);
            asks(pool, result)
        });
    }
    for shape in 0..SHAPES {
        keeps_value_everywhere(&format!("NaN of fma {shape}"), &|pool, [x, y, n]| {
            let addend = operand(pool, [x, y, n], shape);
            let result = pool.fp(FpOp::Fma, TINY, NEAREST, &[x, y, addend]);
            asks(pool, result)
        });
        for op in [FpOp::Sqrt, FpOp::RoundToIntegral] {
            keeps_value_everywhere(&format!("NaN of {op:?} {shape}"), &|pool, vars| {
                let a = operand(pool, vars, shape);
                let result = pool.fp(op, TINY, NEAREST, &[a]);
                asks(pool, result)
            });
        }
        keeps_value_everywhere(&format!("NaN of a conversion {shape}"), &|pool, vars| {
            let a = operand(pool, vars, shape);
            let wide = pool.fp(FpOp::Convert { to: WIDER }, TINY, NEAREST, &[a]);
            let back = pool.fp(FpOp::Convert { to: TINY }, WIDER, NEAREST, &[wide]);
            asks(pool, back)
        });
    }
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(6)));
    let product = pool.fp(FpOp::Mul, TINY, NEAREST, &[x, y]);
    let is_nan = pool.fp_is_nan(TINY, product);
    assert!(pool.topological(&[is_nan]).into_iter().all(|t| !matches!(pool.op(t), Op::Fp { .. })));
}

/// The smaller (or larger) pattern, −0 below +0.
fn extreme(pool: &mut Pool, a: Term, b: Term, max: bool) -> Term {
    let [x, y] = [a, b].map(|a| {
        let (mask, negative) = (pool.constant(Bv::max_signed(TINY.width())), pool.is_negative(a));
        let flipped = pool.bvxor(a, mask);
        pool.ite(negative, flipped, a)
    });
    let first = if max { pool.slt(y, x) } else { pool.slt(x, y) };
    pool.ite(first, a, b)
}

#[test]
fn the_extreme_of_two_is_that_in_either_order() {
    for max in [false, true] {
        keeps_value_everywhere("extreme", &|pool, [x, y, _]| extreme(pool, x, y, max));
        keeps_value_everywhere("extreme, swapped", &|pool, [x, y, _]| extreme(pool, y, x, max));
    }
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(6)));
    let [least, swapped] = [(x, y), (y, x)].map(|(a, b)| extreme(&mut pool, a, b, false));
    assert_eq!(least, swapped);
    assert_ne!(least, extreme(&mut pool, x, y, true));
}

#[test]
fn one_circuit_serves_all_signs() {
    let arithmetic =
        |pool: &Pool, t: Term| pool.topological(&[t]).into_iter().filter(|t| matches!(pool.op(*t), Op::Fp { .. })).collect::<Vec<_>>();
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(6)));
    for op in [FpOp::Mul, FpOp::Div, FpOp::Rem, FpOp::Add] {
        let plain = pool.fp(op, TINY, NEAREST, &[x, y]);
        for (a, b) in (0..CHANGES).flat_map(|a| (0..CHANGES).map(move |b| (a, b))) {
            // The signs of a sum make two sums.
            if op == FpOp::Add && (a, b) != (1, 1) {
                continue;
            }
            let args = [resigned(&mut pool, [x, y], a), resigned(&mut pool, [y, x], b)];
            let result = pool.fp(op, TINY, NEAREST, &args);
            assert_eq!(arithmetic(&pool, result), [plain], "{op:?} {a} {b}");
        }
    }
    let (minus_x, minus_y) = (negated(&mut pool, x), negated(&mut pool, y));
    let (difference, opposite) = (pool.fp(FpOp::Add, TINY, NEAREST, &[x, minus_y]), pool.fp(FpOp::Add, TINY, NEAREST, &[minus_x, y]));
    assert_eq!(arithmetic(&pool, difference), arithmetic(&pool, opposite));
    // Zeros of any sign, as `nsz` makes them.
    let signs = ["p", "q"].map(|name| pool.var(name, Sort::Bv(1)));
    let [p, q] = [(signs[0], x), (signs[1], y)].map(|(sign, a)| {
        let magnitude = pool.extract(a, 4, 0);
        pool.concat(sign, magnitude)
    });
    let (minus_p, minus_q) = (negated(&mut pool, p), negated(&mut pool, q));
    let (difference, opposite) = (pool.fp(FpOp::Add, TINY, NEAREST, &[p, minus_q]), pool.fp(FpOp::Add, TINY, NEAREST, &[minus_p, q]));
    assert_eq!(arithmetic(&pool, difference), arithmetic(&pool, opposite));
    for (a, b) in [(x, x), (x, minus_x)] {
        let quotient = pool.fp(FpOp::Div, TINY, NEAREST, &[a, b]);
        assert!(arithmetic(&pool, quotient).is_empty());
    }
}

#[test]
fn operations_with_constants_keep_their_value() {
    for op in [FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div, FpOp::Lt, FpOp::Le, FpOp::Eq] {
        for constant in 0..1 << TINY.width() {
            for (i, shape) in [0, 1, 6, 7].into_iter().enumerate() {
                let rm = MODES[(constant as usize + i) % 5];
                keeps_value(&format!("{op:?} {rm:?} {shape} {constant:#x}"), &|pool, vars| {
                    let (a, c) = (operand(pool, vars, shape), pool.bv_u64(TINY.width(), constant));
                    pool.fp(op, TINY, rm, &[a, c])
                });
                keeps_value(&format!("{op:?} {rm:?} {constant:#x} {shape}"), &|pool, vars| {
                    let (a, c) = (operand(pool, vars, shape), pool.bv_u64(TINY.width(), constant));
                    pool.fp(op, TINY, rm, &[c, a])
                });
            }
        }
    }
}

#[test]
fn fused_multiply_add_keeps_its_value() {
    for constant in special_values(TINY) {
        for rm in MODES {
            for place in 0..3 {
                for shape in [0, 1, 4] {
                    keeps_value(&format!("fma {rm:?} {constant:?} {place} {shape}"), &|pool, vars| {
                        let mut args = vec![operand(pool, vars, shape), operand(pool, vars, 4)];
                        args.insert(place, pool.constant(constant.clone()));
                        pool.fp(FpOp::Fma, TINY, rm, &args)
                    });
                }
            }
        }
    }
}

#[test]
fn conversions_keep_their_value() {
    let wide = |pool: &mut Pool, a: Term| pool.fp(FpOp::Convert { to: WIDER }, TINY, NEAREST, &[a]);
    for rm in MODES {
        for shape in 0..SHAPES {
            keeps_value("up and down", &|pool, vars| {
                let a = operand(pool, vars, shape);
                let up = wide(pool, a);
                pool.fp(FpOp::Convert { to: TINY }, WIDER, rm, &[up])
            });
            keeps_value("integer through a format", &|pool, vars| {
                let up = pool.fp(FpOp::FromSbv, WIDER, NEAREST, &[vars[2]]);
                pool.fp(FpOp::Convert { to: TINY }, WIDER, rm, &[up])
            });
            keeps_value("integral", &|pool, vars| {
                let a = operand(pool, vars, shape);
                pool.fp(FpOp::RoundToIntegral, TINY, rm, &[a])
            });
            for width in 2..6 {
                for op in [FpOp::ToSbv { width }, FpOp::ToUbv { width }] {
                    keeps_value("to integer", &|pool, vars| {
                        let a = operand(pool, vars, shape);
                        pool.fp(op, TINY, rm, &[a])
                    });
                    keeps_value("there and back", &|pool, vars| {
                        let up = pool.fp(FpOp::FromUbv, WIDER, NEAREST, &[vars[2]]);
                        pool.fp(op, WIDER, rm, &[up])
                    });
                }
            }
        }
    }
    for constant in 0..1 << WIDER.width() {
        for op in [FpOp::Lt, FpOp::Le, FpOp::Eq] {
            for flip in [false, true] {
                keeps_value(&format!("widened {op:?} {constant:#x} {flip}"), &|pool, vars| {
                    let (up, c) = (wide(pool, vars[0]), pool.bv_u64(WIDER.width(), constant));
                    pool.fp(op, WIDER, NEAREST, &if flip { [c, up] } else { [up, c] })
                });
            }
        }
    }
}

#[test]
fn choices_between_results_keep_their_value() {
    for (op, shapes) in [(FpOp::Add, [0, 3, 4]), (FpOp::Mul, [3, 0, 1]), (FpOp::Div, [0, 3, 6]), (FpOp::Rem, [3, 0, 7])] {
        for swap in [false, true] {
            let merged = keeps_value(&format!("choice of {op:?} {swap}"), &|pool, vars| {
                let [a, b, c] = shapes.map(|shape| operand(pool, vars, shape));
                let then = pool.fp(op, TINY, NEAREST, &[a, b]);
                let otherwise = pool.fp(op, TINY, NEAREST, &if swap { [c, b] } else { [a, c] });
                let condition = pool.bit(vars[2], 1);
                pool.ite(condition, then, otherwise)
            });
            assert!(merged > 0);
        }
    }
}

#[test]
fn one_operation_serves_two_branches() {
    let mut pool = Pool::new();
    let [c, d] = ["c", "d"].map(|name| pool.var(name, Sort::Bool));
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, Sort::Bv(6)));
    let (a, b) = (pool.fp(FpOp::Add, TINY, NEAREST, &[x, y]), pool.fp(FpOp::Add, TINY, NEAREST, &[z, x]));
    let operand = pool.ite(c, y, z);
    let merged = pool.fp(FpOp::Add, TINY, NEAREST, &[x, operand]);
    assert_eq!(pool.ite(c, a, b), merged);
    // Behind guards with one other branch each, too.
    let (guarded_a, guarded_b) = (pool.ite(d, x, a), pool.ite(d, z, b));
    let (guard, other) = (d, pool.ite(c, x, z));
    let expected = pool.ite(guard, other, merged);
    assert_eq!(pool.ite(c, guarded_a, guarded_b), expected);
    // Another operation stays apart.
    let product = pool.fp(FpOp::Mul, TINY, NEAREST, &[x, z]);
    let choice = pool.ite(c, a, product);
    assert_eq!(pool.op(choice), Op::Ite);
}

#[test]
fn identities_leave_no_arithmetic() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var("x", Sort::Bv(6)), pool.var("y", Sort::Bv(6)));
    let minus_zero = pool.constant(Bv::min_signed(6));
    let one = pool.bv_u64(6, 0b00_1100);
    let arithmetic = |pool: &Pool, t: Term| pool.topological(&[t]).into_iter().any(|t| matches!(pool.op(t), Op::Fp { .. }));
    let sum = pool.fp(FpOp::Add, TINY, NEAREST, &[x, minus_zero]);
    let product = pool.fp(FpOp::Mul, TINY, NEAREST, &[x, one]);
    assert_eq!(sum, product);
    assert!(!arithmetic(&pool, sum));
    let less = pool.fp(FpOp::Lt, TINY, NEAREST, &[x, y]);
    assert!(!arithmetic(&pool, less));
    // Guards vanish inside other operations, and x · −y is −x · y.
    let direct = pool.fp(FpOp::Mul, TINY, NEAREST, &[x, y]);
    let guarded = pool.fp(FpOp::Mul, TINY, NEAREST, &[sum, y]);
    assert_eq!(direct, guarded);
    let (minus_x, minus_y) = (negated(&mut pool, x), negated(&mut pool, y));
    let left = pool.fp(FpOp::Mul, TINY, NEAREST, &[minus_x, y]);
    let right = pool.fp(FpOp::Mul, TINY, NEAREST, &[x, minus_y]);
    assert_eq!(left, right);
    let both = pool.fp(FpOp::Mul, TINY, NEAREST, &[minus_x, minus_y]);
    assert_eq!(both, direct);
    // A quotient by a power of two is a product; one by 3 is not.
    let (two, half, three) = (pool.bv_u64(6, 0b01_0000), pool.bv_u64(6, 0b00_1000), pool.bv_u64(6, 0b01_0010));
    let quotient = pool.fp(FpOp::Div, TINY, NEAREST, &[x, two]);
    let product = pool.fp(FpOp::Mul, TINY, NEAREST, &[x, half]);
    assert_eq!(quotient, product);
    let third = pool.fp(FpOp::Div, TINY, NEAREST, &[x, three]);
    assert!(matches!(pool.op(third), Op::Fp { op: FpOp::Div, .. }));
}
