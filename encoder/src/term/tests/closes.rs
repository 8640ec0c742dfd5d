//! Peephole identities that must become the same term, and the solver be spared.

use super::*;
use crate::bv::Bv;

struct Ctx {
    p: Pool,
    x: Term,
    y: Term,
    z: Term,
    c: Term,
    d: Term,
}

fn ctx(width: u32) -> Ctx {
    let mut p = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| p.var(name, Sort::Bv(width)));
    let [c, d] = ["c", "d"].map(|name| p.var(name, Sort::Bool));
    Ctx { p, x, y, z, c, d }
}

/// Checks at several widths that both sides of an identity are one term.
fn same(build: impl Fn(&mut Ctx) -> (Term, Term)) {
    for width in [8, 32, 64, 128] {
        let mut ctx = ctx(width);
        let (a, b) = build(&mut ctx);
        assert_eq!(a, b, "at width {width}:\n{}\nis not\n{}", ctx.p.display(a), ctx.p.display(b));
    }
}

fn k(ctx: &mut Ctx, value: i64) -> Term {
    let width = ctx.p.width(ctx.x);
    ctx.p.bv_i64(width, value)
}

#[test]
fn sums_cancel() {
    same(|t| {
        let s = t.p.add(t.x, t.y);
        (t.p.sub(s, t.x), t.y)
    });
    same(|t| {
        let three = k(t, 3);
        let m = t.p.mul(t.x, three);
        let one = k(t, 1);
        let shifted = t.p.shl(t.x, one);
        (t.p.sub(m, t.x), shifted)
    });
    same(|t| {
        let not = t.p.bvnot(t.x);
        let one = k(t, 1);
        (t.p.add(not, one), t.p.neg(t.x))
    });
    same(|t| {
        let (a, b) = (t.p.add(t.x, t.z), t.p.add(t.z, t.y));
        (t.p.eq(a, b), t.p.eq(t.x, t.y))
    });
    same(|t| {
        let (two, four) = (k(t, 2), k(t, 4));
        let xy = t.p.mul(t.x, t.y);
        let shifted = t.p.shl(xy, two);
        (t.p.mul(four, xy), shifted)
    });
    same(|t| {
        let (seven, minus) = (k(t, 7), k(t, -7));
        let a = t.p.add(t.x, seven);
        let e = t.p.eq(a, t.y);
        let b = t.p.add(t.y, minus);
        (e, t.p.eq(t.x, b))
    });
}

#[test]
fn sign_bit_flips_are_additions() {
    same(|t| {
        let width = t.p.width(t.x);
        let min = t.p.constant(Bv::min_signed(width));
        (t.p.bvxor(t.x, min), t.p.add(t.x, min))
    });
    same(|t| {
        let width = t.p.width(t.x);
        let min = t.p.constant(Bv::min_signed(width));
        let (a, b) = (t.p.bvxor(t.x, min), t.p.bvxor(t.y, min));
        (t.p.slt(a, b), t.p.ult(t.x, t.y))
    });
}

#[test]
fn equal_exclusive_ors_cancel() {
    for constant in [0, 5, -1, i64::MIN] {
        same(|t| {
            let value = if constant == i64::MIN { Bv::min_signed(t.p.width(t.x)) } else { Bv::from_i64(t.p.width(t.x), constant) };
            let value = t.p.constant(value);
            let (a, b) = (t.p.bvxor(t.x, value), t.p.bvxor(t.y, value));
            let xor = t.p.bvxor(t.x, t.y);
            let equal = t.p.eq(xor, value);
            let swapped = t.p.bvxor(t.y, value);
            assert_eq!(equal == t.p.eq(t.x, t.y), constant == 0);
            assert!(t.p.deepest < super::MAX_DEPTH / 2 && t.p.eq(swapped, b) == t.p.tt());
            (t.p.eq(a, b), t.p.eq(t.x, t.y))
        });
    }
}

#[test]
fn shifts_and_masks_are_wires() {
    same(|t| {
        let three = k(t, 3);
        let s = t.p.shl(t.x, three);
        let back = t.p.lshr(s, three);
        let width = t.p.width(t.x);
        let mask = t.p.constant(Bv::low_mask(width, width - 3));
        (back, t.p.bvand(t.x, mask))
    });
    same(|t| {
        let three = k(t, 3);
        let s = t.p.lshr(t.x, three);
        let back = t.p.shl(s, three);
        let mask = k(t, -8);
        (back, t.p.bvand(t.x, mask))
    });
    same(|t| {
        let (low, high) = (k(t, 15), k(t, -16));
        let (a, b) = (t.p.bvand(t.x, low), t.p.bvand(t.x, high));
        (t.p.add(a, b), t.x)
    });
    same(|t| {
        let (low, high) = (k(t, 15), k(t, -16));
        let (a, b) = (t.p.bvand(t.x, low), t.p.bvand(t.y, high));
        (t.p.bvor(a, b), t.p.bvxor(a, b))
    });
    same(|t| {
        let width = t.p.width(t.x);
        let wide = t.p.sext(t.x, width + 7);
        (t.p.trunc(wide, width), t.x)
    });
    same(|t| {
        let width = t.p.width(t.x);
        let (a, b) = (t.p.zext(t.x, 2 * width), t.p.zext(t.y, 2 * width));
        let sum = t.p.add(a, b);
        (t.p.trunc(sum, width), t.p.add(t.x, t.y))
    });
    same(|t| {
        let eight = k(t, 8);
        let three = k(t, 3);
        (t.p.udiv(t.x, eight), t.p.lshr(t.x, three))
    });
    same(|t| {
        let one = k(t, 1);
        let power = t.p.shl(one, t.y);
        (t.p.mul(t.x, power), t.p.shl(t.x, t.y))
    });
}

#[test]
fn boolean_laws() {
    same(|t| {
        let not_d = t.p.not(t.d);
        let (a, b) = (t.p.and(t.c, t.d), t.p.and(t.c, not_d));
        (t.p.or(a, b), t.c)
    });
    same(|t| {
        let (e, f) = (t.p.ult(t.x, t.y), t.p.ult(t.y, t.z));
        let guard = t.p.and(e, f);
        let not_guard = t.p.not(guard);
        let (a, b) = (t.p.and(t.c, guard), t.p.and(t.c, not_guard));
        (t.p.or(a, b), t.c)
    });
    same(|t| {
        let not_c = t.p.not(t.c);
        let either = t.p.or(not_c, t.d);
        (t.p.and(t.c, either), t.p.and(t.c, t.d))
    });
    same(|t| {
        let (ten, five) = (k(t, 10), k(t, 5));
        let (a, b) = (t.p.ult(t.x, ten), t.p.ult(t.x, five));
        (t.p.and(a, b), b)
    });
    same(|t| {
        let (a, b) = (t.p.ule(t.x, t.y), t.p.ule(t.y, t.x));
        (t.p.and(a, b), t.p.eq(t.x, t.y))
    });
    same(|t| {
        let (a, b) = (t.p.ult(t.x, t.y), t.p.eq(t.x, t.y));
        (t.p.or(a, b), t.p.ule(t.x, t.y))
    });
    same(|t| {
        let (zero, top) = (k(t, 0), k(t, -1));
        let (a, b) = (t.p.slt(t.x, zero), t.p.sgt(t.x, top));
        (t.p.or(a, b), t.p.tt())
    });
}

#[test]
fn choices_merge() {
    same(|t| {
        let inner = t.p.ite(t.c, t.x, t.y);
        (t.p.ite(t.c, inner, t.z), t.p.ite(t.c, t.x, t.z))
    });
    same(|t| {
        let both = t.p.and(t.c, t.d);
        let inner = t.p.ite(t.c, t.x, t.y);
        (t.p.ite(both, inner, t.z), t.p.ite(both, t.x, t.z))
    });
    same(|t| {
        let b = t.p.bool_to_bv(t.c);
        (t.p.bv_to_bool(b), t.c)
    });
    same(|t| {
        let width = t.p.width(t.x);
        let b = t.p.bool_to_bv(t.c);
        let mask = t.p.sext(b, width);
        let zero = k(t, 0);
        (t.p.bvand(mask, t.x), t.p.ite(t.c, t.x, zero))
    });
    same(|t| {
        let (one, two) = (k(t, 1), k(t, 2));
        let choice = t.p.ite(t.c, one, two);
        (t.p.eq(choice, two), t.p.not(t.c))
    });
    same(|t| {
        let e = t.p.eq(t.x, t.y);
        (t.p.ite(e, t.x, t.y), t.y)
    });
}

#[test]
fn overflow_checks_have_one_form() {
    for width in [8, 32, 64] {
        let mut t = ctx(width);
        // Carry: the sum is less than an operand; the extended sum has its top bit set.
        let sum = t.p.add(t.x, t.y);
        let (a, b) = (t.p.ult(sum, t.x), t.p.ult(sum, t.y));
        let (wide_x, wide_y) = (t.p.zext(t.x, width + 1), t.p.zext(t.y, width + 1));
        let wide = t.p.add(wide_x, wide_y);
        let c = t.p.bit(wide, width);
        assert_eq!(a, b);
        assert_eq!(a, c);
        assert_eq!(c, t.p.uadd_overflow(t.x, t.y));
        let difference = t.p.sub(wide_x, wide_y);
        let borrow = t.p.bit(difference, width);
        assert_eq!(borrow, t.p.ult(t.x, t.y));
        assert_eq!(borrow, t.p.usub_overflow(t.x, t.y));
        // Neither overflow is possible on halves.
        let half = t.p.constant(Bv::max_signed(width));
        let one = t.p.bv_u64(width, 1);
        let (hx, hy) = (t.p.lshr(t.x, one), t.p.lshr(t.y, one));
        assert_eq!(t.p.uadd_overflow(hx, hy), t.p.ff());
        let (ax, ay) = (t.p.ashr(t.x, one), t.p.ashr(t.y, one));
        assert_eq!(t.p.sadd_overflow(ax, ay), t.p.ff());
        assert_eq!(t.p.ssub_overflow(ax, ay), t.p.ff());
        // By a constant an overflow is a comparison.
        let five = t.p.bv_u64(width, 5);
        let (last, overflows) = (t.p.sub(half, five), t.p.sadd_overflow(t.x, five));
        assert_eq!(overflows, t.p.sgt(t.x, last));
        assert_eq!(t.p.sadd_overflow(t.x, t.y), t.p.sadd_overflow(t.y, t.x));
    }
}

#[test]
fn signed_division_normalizes_through_magnitudes() {
    same(|t| {
        let minus = t.p.neg(t.x);
        (t.p.abs(minus), t.p.abs(t.x))
    });
    same(|t| {
        let four = k(t, 4);
        let (a, b) = (t.p.sdiv(t.x, four), k(t, -4));
        let c = t.p.sdiv(t.x, b);
        (t.p.neg(a), c)
    });
    for width in [3, 4] {
        let mut t = ctx(width);
        let terms = [t.p.sdiv(t.x, t.y), t.p.srem(t.x, t.y)];
        let normal = t.p.normalize_division(&terms);
        assert!(t.p.topological(&normal).iter().all(|&term| !matches!(t.p.op(term), crate::term::Op::Sdiv | crate::term::Op::Srem)));
        assert_equal(&t.p, &terms, &t.p, &normal);
    }
}

#[test]
fn products_of_sums_are_multiplied_out() {
    let truth = |t: &mut Ctx, a: Term, b: Term| {
        let equal = t.p.eq(a, b);
        (equal, t.p.tt())
    };
    // (x + y) * (x - y) is x * x - y * y.
    same(|t| {
        let (sum, difference) = (t.p.add(t.x, t.y), t.p.sub(t.x, t.y));
        let (xx, yy) = (t.p.mul(t.x, t.x), t.p.mul(t.y, t.y));
        let (product, squares) = (t.p.mul(sum, difference), t.p.sub(xx, yy));
        truth(t, product, squares)
    });
    // (2 * x + y) * y + x * x is (x + y) * (x + y).
    same(|t| {
        let two = k(t, 2);
        let (double, xx) = (t.p.mul(two, t.x), t.p.mul(t.x, t.x));
        let sum = t.p.add(double, t.y);
        let product = t.p.mul(sum, t.y);
        let left = t.p.add(product, xx);
        let whole = t.p.add(t.x, t.y);
        let square = t.p.mul(whole, whole);
        truth(t, left, square)
    });
    // (x + 1) * (y + 1) and x * y + x + y differ by 1.
    same(|t| {
        let one = k(t, 1);
        let (a, b, xy) = (t.p.add(t.x, one), t.p.add(t.y, one), t.p.mul(t.x, t.y));
        let product = t.p.mul(a, b);
        let sum = t.p.add(xy, t.x);
        let sum = t.p.add(sum, t.y);
        (t.p.eq(product, sum), t.p.ff())
    });
}

#[test]
fn the_magnitude_of_a_magnitude_is_the_same() {
    same(|t| {
        let magnitude = t.p.abs(t.x);
        (t.p.abs(magnitude), magnitude)
    });
    same(|t| {
        let (negated, magnitude) = (t.p.neg(t.x), t.p.abs(t.x));
        (t.p.abs(negated), magnitude)
    });
}
