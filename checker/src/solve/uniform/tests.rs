//! The automaton against exhaustive evaluation, and both ways of each claim.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Pool, Sort, Term};

use super::{STEPS, Statement};

fn never(pool: &Pool, term: Term) -> bool {
    Statement::of(pool, term).is_some_and(|s| s.never_holds(STEPS))
}

/// Whether some assignment satisfies the term, by trying all.
fn possible(pool: &Pool, term: Term) -> bool {
    let vars = pool.free_vars(&[term]);
    let bits: u32 = vars.iter().map(|&v| pool.width(v)).sum();
    (0u64..1 << bits).any(|mut all| {
        let mut assignment = Assignment::new();
        for &var in &vars {
            let width = pool.width(var);
            assignment.set(var, Bv::from_u64(width, all & ((1 << width) - 1)));
            all >>= width;
        }
        pool.eval(term, &assignment).to_bool()
    })
}

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap_or(0)
    }
}

/// A random comparison over two widths, with variables of both sorts.
fn random(pool: &mut Pool, random: &mut Random, (narrow, wide): (u32, u32)) -> Term {
    let mut words = vec![pool.var("x", Sort::Bv(wide)), pool.var("y", Sort::Bv(wide))];
    let small = pool.var("s", Sort::Bv(narrow));
    for value in [0, 1, 2, -1, -2] {
        words.push(pool.bv_i64(wide, value));
    }
    words.push(pool.constant(Bv::min_signed(wide)));
    words.push(pool.zext(small, wide));
    words.push(pool.sext(small, wide));
    let mut facts = vec![pool.var("b", Sort::Bool)];
    for _ in 0..6 {
        let (a, b, c) = (words[random.below(words.len())], words[random.below(words.len())], facts[random.below(facts.len())]);
        let (one, three, amount) = (pool.bv_u64(wide, 1), pool.bv_i64(wide, 3), pool.bv_u64(wide, 1 + random.below(2) as u64));
        let word = match random.below(24) {
            0 => pool.add(a, b),
            1 => pool.sub(a, b),
            2 => pool.neg(a),
            3 => pool.bvand(a, b),
            4 => pool.bvor(a, b),
            5 => pool.bvxor(a, b),
            6 => pool.bvnot(a),
            7 => pool.ite(c, a, b),
            8 => pool.shl(a, amount),
            9 => pool.lshr(a, amount),
            10 => pool.ashr(a, amount),
            11 => pool.mul(three, a),
            12 => pool.lshr(a, one),
            13 => {
                let low = pool.trunc(a, narrow);
                pool.sext(low, wide)
            }
            14 => {
                let sign = pool.extract(a, wide - 1, wide - 1);
                pool.zext(sign, wide)
            }
            15 => pool.mul(a, b),
            16 => pool.shl(a, b),
            17 => pool.lshr(a, b),
            18 => pool.ashr(a, b),
            19 => pool.udiv(a, b),
            20 => pool.srem(a, b),
            21 => {
                let quotient = if random.below(2) == 0 { pool.udiv(a, b) } else { pool.sdiv(a, b) };
                pool.mul(quotient, b)
            }
            22 => pool.urem(a, b),
            _ => {
                let product = pool.neg(b);
                pool.mul(a, product)
            }
        };
        words.push(word);
        let fact = match random.below(5) {
            0 => pool.eq(word, b),
            1 => pool.ult(word, b),
            2 => pool.slt(word, b),
            3 => pool.bit(word, 1),
            _ => pool.is_negative(word),
        };
        facts.push(fact);
    }
    let last: Vec<Term> = (0..3).map(|i| facts[facts.len() - 1 - i]).collect();
    let either = pool.xor(last[0], last[1]);
    pool.and(either, last[2])
}

/// A shift of the first term by the second.
type Shift = fn(&mut Pool, Term, Term) -> Term;

#[test]
fn what_never_holds_never_holds() {
    let mut numbers = Random(7);
    let (mut claims, mut decided) = (0, 0);
    for round in 0..4000 {
        let mut pool = Pool::new();
        pool.set_simplify(round % 2 == 0);
        let term = random(&mut pool, &mut numbers, [(2, 3), (1, 3), (2, 4), (3, 4)][round % 4]);
        let claim = never(&pool, term);
        let fact = possible(&pool, term);
        assert!(!(claim && fact), "{}", pool.display(term));
        claims += usize::from(claim);
        decided += usize::from(claim || fact);
    }
    // Obligations without products of unknowns are decided unless they fail at other widths only.
    assert!(claims > 300 && decided > 3000, "{claims} of {decided}");
}

/// Builds an obligation at a width with simplification off, so that nothing is closed before.
fn at(width: u32, build: impl Fn(&mut Pool, Term, Term) -> Term) -> bool {
    let mut pool = Pool::new();
    pool.set_simplify(false);
    let (x, y) = (pool.var("x", Sort::Bv(width)), pool.var("y", Sort::Bv(width)));
    let term = build(&mut pool, x, y);
    never(&pool, term)
}

#[test]
fn identities_hold_at_all_widths_and_near_misses_do_not() {
    for width in [8, 23, 64, 200] {
        // x + y = (x ^ y) + 2 (x & y), and not with a 3.
        for (factor, holds) in [(2, true), (3, false)] {
            let sum = at(width, |p, x, y| {
                let (sum, xor, and) = (p.add(x, y), p.bvxor(x, y), p.bvand(x, y));
                let factor = p.bv_u64(width, factor);
                let twice = p.mul(factor, and);
                let other = p.add(xor, twice);
                p.ne(sum, other)
            });
            assert_eq!(sum, holds, "{width}");
        }
        // x <s 0 is x & MIN ≠ 0, and not x & 1 ≠ 0.
        for (mask, holds) in [(Bv::min_signed(width), true), (Bv::one(width), false)] {
            let sign = at(width, |p, x, _| {
                let (negative, mask) = (p.is_negative(x), p.constant(mask.clone()));
                let masked = p.bvand(x, mask);
                let clear = p.is_zero(masked);
                p.eq(negative, clear)
            });
            assert_eq!(sign, holds, "{width}");
        }
        // (x >> 2) << 2 is x & -4; with an arithmetic shift as well, but not with another mask.
        for (mask, holds) in [(-4, true), (-2, false)] {
            let cleared = at(width, |p, x, _| {
                let (two, mask) = (p.bv_u64(width, 2), p.bv_i64(width, mask));
                let (logical, arithmetic) = (p.lshr(x, two), p.ashr(x, two));
                let (a, b, masked) = (p.shl(logical, two), p.shl(arithmetic, two), p.bvand(x, mask));
                let (a, b) = (p.ne(a, masked), p.ne(b, masked));
                p.or(a, b)
            });
            assert_eq!(cleared, holds, "{width}");
        }
    }
}

#[test]
fn shifts_and_divisions_by_unknowns_follow_their_laws() {
    for width in [8, 33] {
        // (x ^ y) >> c = (x >> c) ^ (y >> c) for every shift, and not with + except for the left one.
        let shifts: [(Shift, bool); 3] = [(Pool::shl, true), (Pool::lshr, false), (Pool::ashr, false)];
        for (shift, over_sums) in shifts {
            for (inner, holds) in [(Pool::bvxor as fn(&mut Pool, Term, Term) -> Term, true), (Pool::add, over_sums)] {
                let distributes = at(width, |p, x, y| {
                    let c = p.var("c", Sort::Bv(width));
                    let (both, x, y) = (inner(p, x, y), shift(p, x, c), shift(p, y, c));
                    let (outside, inside) = (shift(p, both, c), inner(p, x, y));
                    p.ne(outside, inside)
                });
                assert_eq!(distributes, holds, "{width}");
            }
        }
        // x / -y * y = -(x - x % y) only if the divisor is the factor.
        for (divisor_is_factor, holds) in [(true, true), (false, false)] {
            let multiplied = at(width, |p, x, y| {
                let z = p.var("z", Sort::Bv(width));
                let (quotient, rest, minus) = (p.sdiv(x, y), p.srem(x, y), p.neg(if divisor_is_factor { y } else { z }));
                let (back, whole) = (p.mul(quotient, minus), p.sub(rest, x));
                p.ne(back, whole)
            });
            assert_eq!(multiplied, holds, "{width}");
        }
        // Division commutes with zero extension where the divisor is not 0.
        for (guarded, holds) in [(true, true), (false, false)] {
            let extended = at(width, |p, x, y| {
                let (wide_x, wide_y, narrow) = (p.zext(x, 2 * width), p.zext(y, 2 * width), p.udiv(x, y));
                let (wide, narrow, by_zero) = (p.udiv(wide_x, wide_y), p.zext(narrow, 2 * width), p.is_zero(y));
                let (differ, allowed) = (p.ne(wide, narrow), p.not(by_zero));
                if guarded { p.and(differ, allowed) } else { differ }
            });
            assert_eq!(extended, holds, "{width}");
        }
    }
}

#[test]
fn shifts_lose_bits_and_large_divisors_leave_little() {
    for width in [9, 64] {
        // A power of two that a shift does not make zero is not changed by shifting it back; other numbers are.
        for (power, holds) in [(true, true), (false, false)] {
            for (there, back) in
                [(Pool::shl as fn(&mut Pool, Term, Term) -> Term, Pool::lshr as fn(&mut Pool, Term, Term) -> Term), (Pool::lshr, Pool::shl)]
            {
                let kept = at(width, |p, x, c| {
                    let ones = p.constant(Bv::ones(width));
                    let below = p.add(x, ones);
                    let (common, shifted) = (p.bvand(x, below), there(p, x, c));
                    let (is_power, gone, again) = (p.is_zero(common), p.is_zero(shifted), back(p, shifted, c));
                    let (changed, left) = (p.ne(again, x), p.not(gone));
                    let both = p.and(changed, left);
                    if power { p.and(both, is_power) } else { both }
                });
                assert_eq!(kept, holds, "{width}");
            }
        }
        // x / y for a negative y is 0 or 1, and for others it is not.
        for (negative, holds) in [(true, true), (false, false)] {
            let quotient = at(width, |p, x, y| {
                let (quotient, below, large) = (p.udiv(x, y), p.ult(x, y), p.is_negative(y));
                let (zero, one) = (p.bv_u64(width, 0), p.bv_u64(width, 1));
                let expected = p.ite(below, zero, one);
                let differ = p.ne(quotient, expected);
                if negative { p.and(differ, large) } else { differ }
            });
            assert_eq!(quotient, holds, "{width}");
        }
    }
}

#[test]
fn what_holds_at_small_widths_only_is_not_claimed() {
    // 8 x = 0 up to width 3.
    let eight_times = |width: u32| {
        at(width, |p, x, _| {
            let twice = p.add(x, x);
            let four_times = p.add(twice, twice);
            let eight_times = p.add(four_times, four_times);
            let zero = p.is_zero(eight_times);
            p.not(zero)
        })
    };
    assert!((2..=64).all(|width| !eight_times(width)));
    // Three different numbers need two bits; a width of 1 is known to be 1.
    let three_values = |width: u32| {
        at(width, |p, x, y| {
            let (same, x_zero, y_zero) = (p.eq(x, y), p.is_zero(x), p.is_zero(y));
            let some = p.or_all([same, x_zero, y_zero]);
            p.not(some)
        })
    };
    assert!(three_values(1));
    assert!((2..=64).all(|width| !three_values(width)));
}

#[test]
fn obligations_of_one_shape_have_one_statement() {
    let statement = |width: u32| {
        let mut pool = Pool::new();
        let (x, c) = (pool.var("x", Sort::Bv(width)), pool.var("c", Sort::Bv(width)));
        let (limit, two, top) = (pool.bv_u64(width, width.into()), pool.bv_u64(width, 2), pool.constant(Bv::max_signed(width)));
        let (fits, shifted) = (pool.ult(c, limit), pool.shl(x, two));
        let small = pool.slt(shifted, top);
        let both = pool.and(fits, small);
        Statement::of(&pool, both).expect("small")
    };
    assert_eq!(statement(16), statement(64));
    assert_ne!(statement(2), statement(64));
}
