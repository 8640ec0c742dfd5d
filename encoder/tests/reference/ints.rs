//! The integers behind the bits, and the reference of instructions on them: exact results first, then whether they fit
//! (Lesson 13.8, Definition 13.8.6).

use llvet_encoder::semantics::{Cx, cast, cmp, int, select, vector};
use llvet_encoder::value::Value;
use llvet_ir::inst::IntPred;
use llvet_ir::{BinOp, CastOp, Flags, Type};

use super::harness::{Outcome, Outcomes, Rule, Scalar, any, check, only, vector as vec_of};
use llvet_encoder::domain::Domain;

/// The unsigned reading.
pub fn u(bits: u128) -> i128 {
    i128::try_from(bits).expect("test widths are small")
}

/// The signed reading at a width.
pub fn s(width: u32, bits: u128) -> i128 {
    let value = u(bits);
    if value >= 1 << (width - 1) { value - (1 << width) } else { value }
}

/// The bits of an integer modulo 2^width.
pub fn wrap(width: u32, value: i128) -> u128 {
    value.rem_euclid(1 << width).unsigned_abs()
}

/// Whether an integer is in the signed range of a width.
pub fn fits_signed(width: u32, value: i128) -> bool {
    (-(1 << (width - 1))..1 << (width - 1)).contains(&value)
}

/// Whether an integer is in the unsigned range of a width.
pub fn fits_unsigned(width: u32, value: i128) -> bool {
    (0..1 << width).contains(&value)
}

/// A result that wraps, given its exact signed and unsigned value.
fn wrapping(width: u32, flags: Flags, signed: i128, unsigned: i128) -> Scalar {
    let bad = flags.nsw && !fits_signed(width, signed) || flags.nuw && !fits_unsigned(width, unsigned);
    (!bad).then(|| wrap(width, signed))
}

/// The reference of a binary instruction; `None` is undefined behavior.
pub fn binary(op: BinOp, flags: Flags, width: u32, a: Scalar, b: Scalar) -> Option<Scalar> {
    if matches!(op, BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem) {
        return division(op, flags, width, a, b);
    }
    let (Some(a), Some(b)) = (a, b) else { return Some(None) };
    let (sa, sb, ua, ub) = (s(width, a), s(width, b), u(a), u(b));
    let shift = (ub < i128::from(width)).then(|| 1i128 << ub);
    Some(match op {
        BinOp::Add => wrapping(width, flags, sa + sb, ua + ub),
        BinOp::Sub => wrapping(width, flags, sa - sb, ua - ub),
        BinOp::Mul => wrapping(width, flags, sa * sb, ua * ub),
        BinOp::Shl => shift.and_then(|factor| wrapping(width, flags, sa * factor, ua * factor)),
        BinOp::Lshr => shift.and_then(|factor| exact(flags, ua, factor).map(|q| wrap(width, q))),
        BinOp::Ashr => shift.and_then(|factor| exact(flags, sa, factor).map(|q| wrap(width, q))),
        BinOp::And => Some(bitwise(width, a, b, |x, y| x && y)),
        BinOp::Or if flags.disjoint && bitwise(width, a, b, |x, y| x && y) != 0 => None,
        BinOp::Or => Some(bitwise(width, a, b, |x, y| x || y)),
        BinOp::Xor => Some(bitwise(width, a, b, |x, y| x != y)),
        _ => panic!("{op:?} is not here"),
    })
}

/// The quotient rounded down; poison when `exact` and there is a remainder.
fn exact(flags: Flags, a: i128, factor: i128) -> Option<i128> {
    (!flags.exact || a.rem_euclid(factor) == 0).then(|| a.div_euclid(factor))
}

fn bitwise(width: u32, a: u128, b: u128, op: impl Fn(bool, bool) -> bool) -> u128 {
    (0..width).filter(|i| op(a >> i & 1 == 1, b >> i & 1 == 1)).map(|i| 1 << i).sum()
}

fn division(op: BinOp, flags: Flags, width: u32, a: Scalar, b: Scalar) -> Option<Scalar> {
    let signed = matches!(op, BinOp::Sdiv | BinOp::Srem);
    let divisor = b?;
    if divisor == 0 {
        return None;
    }
    let read = |bits| if signed { s(width, bits) } else { u(bits) };
    // A poison dividend may be any value: undefined behavior if it is for one of them.
    let dividends: Vec<u128> = a.map_or((0..1 << width).collect(), |a| vec![a]);
    if signed && dividends.iter().any(|&a| !fits_signed(width, read(a) / read(divisor))) {
        return None;
    }
    let Some(a) = a else { return Some(None) };
    let (q, r) = (read(a) / read(divisor), read(a) % read(divisor));
    Some(match op {
        BinOp::Udiv | BinOp::Sdiv => (!flags.exact || r == 0).then(|| wrap(width, q)),
        _ => Some(wrap(width, r)),
    })
}

/// Outcomes of one scalar; `None` is undefined behavior.
pub fn outcomes(result: Option<Scalar>) -> Outcomes {
    result.map_or(Outcomes::from([Outcome::Ub]), |scalar| only(vec![scalar]))
}

struct Binary(BinOp, Flags);

impl Rule for Binary {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        // Whether the type is a vector makes no difference to the rule, which goes lane by lane.
        int::binary_value(cx, self.0, self.1, &Type::Int(1), &args[0], &args[1]).expect("modelled")
    }
}

/// Every subset of some flags.
fn subsets(flags: &[fn(&mut Flags)]) -> Vec<Flags> {
    let all = (0..1usize << flags.len()).map(|set| {
        let mut out = Flags::NONE;
        flags.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).for_each(|(_, on)| on(&mut out));
        out
    });
    all.collect()
}

const NUW: fn(&mut Flags) = |f| f.nuw = true;
const NSW: fn(&mut Flags) = |f| f.nsw = true;
const EXACT: fn(&mut Flags) = |f| f.exact = true;
const DISJOINT: fn(&mut Flags) = |f| f.disjoint = true;
const SAMESIGN: fn(&mut Flags) = |f| f.samesign = true;
const NNEG: fn(&mut Flags) = |f| f.nneg = true;

#[test]
fn binary_instructions() {
    for &op in BinOp::ALL {
        let flags: &[fn(&mut Flags)] = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => &[NUW, NSW],
            BinOp::Udiv | BinOp::Sdiv | BinOp::Lshr | BinOp::Ashr => &[EXACT],
            BinOp::Or => &[DISJOINT],
            BinOp::Urem | BinOp::Srem | BinOp::And | BinOp::Xor => &[],
            BinOp::Fadd | BinOp::Fsub | BinOp::Fmul | BinOp::Fdiv | BinOp::Frem => continue,
        };
        for flags in subsets(flags) {
            for width in 1..=4 {
                let name = format!("{} i{width} {flags:?}", op.name());
                check(&name, &Binary(op, flags), &[any(width), any(width)], |args| {
                    outcomes(binary(op, flags, width, args[0][0], args[1][0]))
                });
            }
        }
    }
}

#[test]
fn binary_instructions_go_lane_by_lane() {
    let flags = Flags { nsw: true, ..Flags::NONE };
    check("add nsw <2 x i2>", &Binary(BinOp::Add, flags), &[vec_of(2, 2), vec_of(2, 2)], |args| {
        only((0..2).map(|i| binary(BinOp::Add, flags, 2, args[0][i], args[1][i]).expect("no UB")).collect())
    });
    // One lane's undefined behavior is the instruction's.
    check("udiv <2 x i1>", &Binary(BinOp::Udiv, Flags::NONE), &[vec_of(1, 2), vec_of(1, 2)], |args| {
        let lanes: Option<Vec<Scalar>> = (0..2).map(|i| binary(BinOp::Udiv, Flags::NONE, 1, args[0][i], args[1][i])).collect();
        lanes.map_or(Outcomes::from([Outcome::Ub]), only)
    });
}

struct Icmp(IntPred, Flags);

impl Rule for Icmp {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        Value::scalar(cmp::icmp(cx, self.0, self.1, args[0].lane(), args[1].lane()))
    }
}

/// Whether a predicate holds.
pub fn compare(pred: IntPred, width: u32, a: u128, b: u128) -> bool {
    let order = if pred.name().starts_with('s') { s(width, a).cmp(&s(width, b)) } else { a.cmp(&b) };
    match pred {
        IntPred::Eq => order.is_eq(),
        IntPred::Ne => order.is_ne(),
        IntPred::Ugt | IntPred::Sgt => order.is_gt(),
        IntPred::Uge | IntPred::Sge => order.is_ge(),
        IntPred::Ult | IntPred::Slt => order.is_lt(),
        IntPred::Ule | IntPred::Sle => order.is_le(),
    }
}

#[test]
fn comparisons() {
    for &pred in IntPred::ALL {
        for flags in subsets(&[SAMESIGN]) {
            for width in 1..=4 {
                check(&format!("icmp {} i{width} {flags:?}", pred.name()), &Icmp(pred, flags), &[any(width), any(width)], |args| {
                    let (Some(a), Some(b)) = (args[0][0], args[1][0]) else { return only(vec![None]) };
                    let bad = flags.samesign && s(width, a).signum().min(0) != s(width, b).signum().min(0);
                    only(vec![(!bad).then(|| compare(pred, width, a, b).into())])
                });
            }
        }
    }
}

struct Cast(CastOp, Flags, u32);

impl Rule for Cast {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        let from = Type::Int(cx.d.width(&args[0].lane().bits));
        super::harness::somewhere(|place| {
            cast::cast_value(cx, place.module, Some(place.function), self.0, self.1, [&from, &Type::Int(self.2)], &args[0])
                .expect("modelled")
        })
    }
}

#[test]
fn integer_casts() {
    for (from, to) in (1..=4).flat_map(|from| (from + 1..=6).map(move |to| (from, to))) {
        for flags in subsets(&[NUW, NSW]) {
            check(&format!("trunc i{to} to i{from} {flags:?}"), &Cast(CastOp::Trunc, flags, from), &[any(to)], |args| {
                only(vec![args[0][0].and_then(|a| {
                    let bad = flags.nuw && !fits_unsigned(from, u(a)) || flags.nsw && !fits_signed(from, s(to, a));
                    (!bad).then(|| wrap(from, u(a)))
                })])
            });
        }
        for flags in subsets(&[NNEG]) {
            check(&format!("zext i{from} to i{to} {flags:?}"), &Cast(CastOp::Zext, flags, to), &[any(from)], |args| {
                only(vec![args[0][0].filter(|&a| !flags.nneg || s(from, a) >= 0)])
            });
        }
        check(&format!("sext i{from} to i{to}"), &Cast(CastOp::Sext, Flags::NONE, to), &[any(from)], |args| {
            only(vec![args[0][0].map(|a| wrap(to, s(from, a)))])
        });
    }
}

struct Select {
    vector: bool,
}

impl Rule for Select {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        let ty = if self.vector { Type::vector(2, Type::I1) } else { Type::I1 };
        select::select(cx, &ty, &args[0], &args[1], &args[2])
    }
}

#[test]
fn selects() {
    let pick = |c: Scalar, a: Scalar, b: Scalar| c.and_then(|c| if c == 1 { a } else { b });
    check("select", &Select { vector: false }, &[any(1), vec_of(2, 2), vec_of(2, 2)], |args| {
        only((0..2).map(|i| pick(args[0][0], args[1][i], args[2][i])).collect())
    });
    check("select by lane", &Select { vector: true }, &[vec_of(1, 2), vec_of(1, 2), vec_of(1, 2)], |args| {
        only((0..2).map(|i| pick(args[0][i], args[1][i], args[2][i])).collect())
    });
}

struct Freeze;

impl Rule for Freeze {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        select::freeze(cx, &args[0])
    }
}

#[test]
fn freezes() {
    check("freeze", &Freeze, &[vec_of(2, 2)], |args| {
        let each = |lane: Scalar| lane.map_or((0..4).collect(), |a| vec![a]);
        let pairs = each(args[0][0]).into_iter().flat_map(|a| each(args[0][1]).into_iter().map(move |b| vec![Some(a), Some(b)]));
        pairs.map(Outcome::Value).collect()
    });
}

struct Extract;
struct Insert;

impl Rule for Extract {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        vector::extract_element(cx, &args[0], args[1].lane())
    }
}

impl Rule for Insert {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        vector::insert_element(cx, &args[0], args[1].lane(), args[2].lane())
    }
}

#[test]
fn elements() {
    for lanes in 1..=3 {
        for index in 1..=3 {
            check("extractelement", &Extract, &[vec_of(1, lanes), any(index)], |args| {
                only(vec![args[1][0].and_then(|i| args[0].get(usize::try_from(i).expect("small")).copied().flatten())])
            });
            check("insertelement", &Insert, &[vec_of(1, lanes), any(1), any(index)], |args| {
                let place = args[2][0].map(|i| usize::try_from(i).expect("small")).filter(|&i| i < lanes);
                only((0..lanes).map(|i| place.and_then(|at| if at == i { args[1][0] } else { args[0][i] })).collect())
            });
        }
    }
}

struct Bitcast {
    from: Type,
    to: Type,
    big_endian: bool,
}

impl Rule for Bitcast {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        let module = llvet_ir::Module { datalayout: self.big_endian.then(|| "E".into()), ..llvet_ir::Module::default() };
        cast::cast_value(cx, &module, None, CastOp::Bitcast, Flags::NONE, [&self.from, &self.to], &args[0]).expect("modelled")
    }
}

/// Bits in the order of memory: of each lane the lowest first, or in big-endian layouts the highest.
fn in_memory(width: u32, lanes: &[Scalar], big_endian: bool) -> Vec<Option<bool>> {
    let bit = |lane: Scalar, i: u32| lane.map(|a| a >> (if big_endian { width - 1 - i } else { i }) & 1 == 1);
    lanes.iter().flat_map(|&lane| (0..width).map(move |i| bit(lane, i))).collect()
}

#[test]
fn bitcasts() {
    for (from, to) in [((2, 3), (6, 1)), ((6, 1), (2, 3)), ((4, 3), (6, 2)), ((1, 6), (3, 2)), ((3, 2), (2, 3)), ((2, 2), (2, 2))] {
        for big_endian in [false, true] {
            let ty =
                |(width, lanes): (u32, usize)| if lanes == 1 { Type::Int(width) } else { Type::vector(lanes as u64, Type::Int(width)) };
            let rule = Bitcast { from: ty(from), to: ty(to), big_endian };
            check(&format!("bitcast {} to {}", rule.from, rule.to), &rule, &[vec_of(from.0, from.1)], |args| {
                let bits = in_memory(from.0, &args[0], big_endian);
                let lanes = bits.chunks(to.0 as usize).map(|bits| {
                    let place = |i: usize| if big_endian { bits.len() - 1 - i } else { i };
                    (0..bits.len()).try_fold(0, |sum, i| bits[i].map(|bit| sum + (u128::from(bit) << place(i))))
                });
                only(lanes.collect())
            });
        }
    }
}

struct Shuffle(Vec<Option<u32>>);

impl Rule for Shuffle {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        vector::shuffle(cx, &Type::Int(1), 64, &self.0, args).expect("modelled")
    }
}

#[test]
fn shuffles() {
    let masks = [vec![Some(0), Some(3)], vec![None, Some(1), Some(1)], vec![Some(2)], vec![Some(0), Some(0), Some(0), None], vec![Some(4)]];
    for mask in masks {
        check("shufflevector", &Shuffle(mask.clone()), &[vec_of(1, 2), vec_of(1, 2)], |args| {
            let both = args.concat();
            only(mask.iter().map(|lane| lane.and_then(|i| both.get(i as usize).copied().flatten())).collect())
        });
    }
}

#[test]
fn repeated_lanes_of_a_shuffle_are_reads_of_their_own() {
    let mask = vec![Some(0), Some(1), Some(0), Some(2), Some(0)];
    assert_eq!(llvet_ir::operands::shuffle_reads(&mask), 3);
    assert_eq!(llvet_ir::operands::shuffle_reads(&[None]), 1);
    let reads = [vec_of(1, 2), vec_of(1, 1), vec_of(1, 2), vec_of(1, 1), vec_of(1, 2), vec_of(1, 1)];
    check("shufflevector of reads", &Shuffle(mask), &reads, |x| only(vec![x[0][0], x[0][1], x[2][0], x[1][0], x[4][0]]));
}
