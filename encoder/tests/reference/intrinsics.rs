//! The reference of integer intrinsics.

use llvet_encoder::domain::Domain;
use llvet_encoder::semantics::{Cx, intrinsics};
use llvet_encoder::value::Value;
use llvet_ir::inst::{Bundle, CallInfo, IntPred};
use llvet_ir::metadata::{MdOperand, MdRef};
use llvet_ir::{AttrSet, BinOp, ConstKind, Constant, Flags, IntrinsicId as I, Operand as IrOperand, Type, ValueId};

use super::harness::{Operand, Outcome, Outcomes, Rule, Scalar, any, check, imm, only, somewhere, vector};
use super::ints::{binary, compare, fits_signed, fits_unsigned, outcomes, s, u, wrap};

/// The common part of a call of `name`.
pub fn call_info(name: &str, args: Vec<(IrOperand, AttrSet)>, bundles: Vec<Bundle>) -> CallInfo {
    let callee = Constant { ty: Type::PTR, kind: ConstKind::Global(name.into()) };
    CallInfo {
        cc: "".into(),
        ret_attrs: AttrSet::default(),
        addrspace: None,
        func_ty: Type::Void,
        callee: IrOperand::Const(callee.into()),
        args,
        attrs: AttrSet::default(),
        bundles,
    }
}

/// A call of an intrinsic with a result type. Operands without lanes are metadata.
pub struct Call(pub I, pub Type, pub Option<&'static str>);

impl Rule for Call {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        let mut operands: Vec<(IrOperand, AttrSet)> = args.iter().map(|_| (IrOperand::Value(ValueId(0)), AttrSet::default())).collect();
        let mut args = args.to_vec();
        if let Some(text) = self.2 {
            // The metadata operand of a comparison comes third.
            let text = MdOperand::Ref(MdRef::String(text.as_bytes().into()));
            operands.insert(2, (IrOperand::Metadata(Box::new(text)), AttrSet::default()));
            args.insert(2, Value::void());
        }
        let call = call_info(&format!("llvm.{}", self.0.base_name()), operands, Vec::new());
        somewhere(|place| intrinsics::call(cx, place, self.0, &call, &self.1, Flags::NONE, &args)).expect("modelled")
    }
}

/// Compares a call with an integer result.
fn scalar(id: I, result: u32, operands: &[Operand], expected: impl Fn(&[Scalar]) -> Scalar) {
    check(id.base_name(), &Call(id, Type::Int(result), None), operands, |args| {
        let args: Vec<Scalar> = args.iter().map(|lanes| lanes[0]).collect();
        only(vec![expected(&args)])
    });
}

/// Both operands, when neither is poison.
fn both(args: &[Scalar]) -> Option<(u128, u128)> {
    Some((args[0]?, args[1]?))
}

#[test]
fn overflow_checks() {
    type Exact = fn(i128, i128) -> i128;
    let rows: [(I, bool, Exact); 6] = [
        (I::SaddWithOverflow, true, |a, b| a + b),
        (I::UaddWithOverflow, false, |a, b| a + b),
        (I::SsubWithOverflow, true, |a, b| a - b),
        (I::UsubWithOverflow, false, |a, b| a - b),
        (I::SmulWithOverflow, true, |a, b| a * b),
        (I::UmulWithOverflow, false, |a, b| a * b),
    ];
    for (id, signed, op) in rows {
        let leaves = |width: u32, a: Scalar, b: Scalar| {
            let exact = a.zip(b).map(|(a, b)| if signed { op(s(width, a), s(width, b)) } else { op(u(a), u(b)) });
            let fits = |e| if signed { fits_signed(width, e) } else { fits_unsigned(width, e) };
            (exact.map(|e| wrap(width, e)), exact.map(|e| u128::from(!fits(e))))
        };
        for width in 1..=4 {
            let ty = Type::structure(vec![Type::Int(width), Type::I1]);
            check(id.base_name(), &Call(id, ty, None), &[any(width), any(width)], |args| {
                let (value, overflow) = leaves(width, args[0][0], args[1][0]);
                only(vec![value, overflow])
            });
        }
        let ty = Type::structure(vec![Type::vector(2, Type::Int(1)), Type::vector(2, Type::I1)]);
        check(id.base_name(), &Call(id, ty, None), &[vector(1, 2), vector(1, 2)], |args| {
            let (x, y) = (leaves(1, args[0][0], args[1][0]), leaves(1, args[0][1], args[1][1]));
            only(vec![x.0, y.0, x.1, y.1])
        });
    }
}

#[test]
fn saturation() {
    let clamp_s = |w: u32, v: i128| wrap(w, v.clamp(-(1 << (w - 1)), (1 << (w - 1)) - 1));
    let clamp_u = |w: u32, v: i128| wrap(w, v.clamp(0, (1 << w) - 1));
    for w in 1..=4 {
        let two = [any(w), any(w)];
        scalar(I::SaddSat, w, &two, |x| both(x).map(|(a, b)| clamp_s(w, s(w, a) + s(w, b))));
        scalar(I::UaddSat, w, &two, |x| both(x).map(|(a, b)| clamp_u(w, u(a) + u(b))));
        scalar(I::SsubSat, w, &two, |x| both(x).map(|(a, b)| clamp_s(w, s(w, a) - s(w, b))));
        scalar(I::UsubSat, w, &two, |x| both(x).map(|(a, b)| clamp_u(w, u(a) - u(b))));
        let shift = |x: &[Scalar]| both(x).filter(|&(_, b)| b < u128::from(w));
        scalar(I::SshlSat, w, &two, |x| shift(x).map(|(a, b)| clamp_s(w, s(w, a) << b)));
        scalar(I::UshlSat, w, &two, |x| shift(x).map(|(a, b)| clamp_u(w, u(a) << b)));
    }
}

#[test]
fn minima_maxima_and_orders() {
    for w in 1..=4 {
        let two = [any(w), any(w)];
        scalar(I::Smin, w, &two, |x| both(x).map(|(a, b)| wrap(w, s(w, a).min(s(w, b)))));
        scalar(I::Smax, w, &two, |x| both(x).map(|(a, b)| wrap(w, s(w, a).max(s(w, b)))));
        scalar(I::Umin, w, &two, |x| both(x).map(|(a, b)| a.min(b)));
        scalar(I::Umax, w, &two, |x| both(x).map(|(a, b)| a.max(b)));
        for result in 2..=3 {
            scalar(I::Scmp, result, &two, |x| both(x).map(|(a, b)| wrap(result, (s(w, a) - s(w, b)).signum())));
            scalar(I::Ucmp, result, &two, |x| both(x).map(|(a, b)| wrap(result, (u(a) - u(b)).signum())));
        }
        for strict in 0..2 {
            scalar(I::Abs, w, &[any(w), imm(1, strict)], |x| {
                let magnitude = s(w, x[0]?).abs();
                (strict == 0 || fits_signed(w, magnitude)).then(|| wrap(w, magnitude))
            });
        }
    }
}

/// The bits, lowest first.
fn bits(w: u32, a: u128) -> Vec<bool> {
    (0..w).map(|i| a >> i & 1 == 1).collect()
}

/// The value of bits, lowest first.
fn from_bits(bits: impl IntoIterator<Item = bool>) -> u128 {
    bits.into_iter().enumerate().map(|(i, bit)| u128::from(bit) << i).sum()
}

#[test]
fn counts_of_bits() {
    for w in 1..=6 {
        for strict in 0..2 {
            let count = |zeros: &mut dyn Iterator<Item = bool>| {
                let n = zeros.take_while(|&bit| !bit).count() as u128;
                (strict == 0 || n < u128::from(w)).then(|| n % (1 << w))
            };
            scalar(I::Ctlz, w, &[any(w), imm(1, strict)], |x| count(&mut bits(w, x[0]?).into_iter().rev()));
            scalar(I::Cttz, w, &[any(w), imm(1, strict)], |x| count(&mut bits(w, x[0]?).into_iter()));
        }
        scalar(I::Ctpop, w, &[any(w)], |x| Some(bits(w, x[0]?).iter().filter(|&&bit| bit).count() as u128 % (1 << w)));
        scalar(I::Bitreverse, w, &[any(w)], |x| Some(from_bits(bits(w, x[0]?).into_iter().rev())));
    }
}

#[test]
fn byte_swaps() {
    let swapped = |width: u32, a: u128| {
        let bytes = a.to_le_bytes();
        bytes[..width as usize / 8].iter().fold(0, |acc, &byte| acc << 8 | u128::from(byte))
    };
    for (width, value) in [(16, 0x1234), (16, 0xff00), (32, 0x0102_0384), (48, 0x1122_3344_5566), (64, 0x8877_6655_4433_2211), (128, 0x1f)]
    {
        scalar(I::Bswap, width, &[imm(width, value)], |x| x[0].map(|a| swapped(width, a)));
    }
}

#[test]
fn funnel_shifts() {
    for w in 1..=3u32 {
        // The 2w bits a:b, moved one place at a time.
        let funnel = |x: &[Scalar], left: bool| -> Scalar {
            let (a, b, amount) = (x[0]?, x[1]?, x[2]? % u128::from(w));
            let mut all: Vec<bool> = bits(w, b).into_iter().chain(bits(w, a)).collect();
            for _ in 0..amount {
                if left { all.rotate_right(1) } else { all.rotate_left(1) }
            }
            let half = w as usize;
            Some(from_bits(if left { all[half..].to_vec() } else { all[..half].to_vec() }))
        };
        let three = [any(w), any(w), any(w)];
        scalar(I::Fshl, w, &three, |x| funnel(x, true));
        scalar(I::Fshr, w, &three, |x| funnel(x, false));
        scalar(I::Clmul, w, &[any(w), any(w)], |x| {
            let (a, b) = both(x)?;
            Some((0..w).filter(|i| b >> i & 1 == 1).fold(0, |acc, i| acc ^ (a << i)) % (1 << w))
        });
    }
}

/// Both integers next to n / d; one when it is an integer.
fn neighbours(n: i128, d: i128) -> Vec<i128> {
    let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
    let floor = n.div_euclid(d);
    if n.rem_euclid(d) == 0 { vec![floor] } else { vec![floor, floor + 1] }
}

#[test]
fn fixed_point() {
    let rows = [
        (I::SmulFix, true, false),
        (I::SmulFixSat, true, true),
        (I::UmulFix, false, false),
        (I::UmulFixSat, false, true),
        (I::SdivFix, true, false),
        (I::SdivFixSat, true, true),
        (I::UdivFix, false, false),
        (I::UdivFixSat, false, true),
    ];
    for (id, signed, saturating) in rows {
        let divide = matches!(id, I::SdivFix | I::SdivFixSat | I::UdivFix | I::UdivFixSat);
        for w in 1..=3u32 {
            let (min, max) = if signed { (-(1i128 << (w - 1)), (1 << (w - 1)) - 1) } else { (0, (1 << w) - 1) };
            for scale in 0..=if signed { w - 1 } else { w } {
                let read = |bits| if signed { s(w, bits) } else { u(bits) };
                let results = |a: u128, b: u128| {
                    let (a, b) = (read(a), read(b));
                    if divide { neighbours(a << scale, b) } else { neighbours(a * b, 1 << scale) }
                };
                let operands = [any(w), any(w), imm(32, scale.into())];
                check(id.base_name(), &Call(id, Type::Int(w), None), &operands, |args| {
                    let (a, b) = (args[0][0], args[1][0]);
                    if divide && b.is_none_or(|b| b == 0) {
                        return Outcomes::from([Outcome::Ub]);
                    }
                    let (Some(x), Some(b)) = (a.or(Some(0)), b) else { return only(vec![None]) };
                    if a.is_none() {
                        // A poison dividend may be the one whose quotient does not fit, however rounded.
                        let some = |a| results(a, b).iter().any(|r| !(min..=max).contains(r));
                        let may_fail = divide && !saturating && (0..1 << w).any(some);
                        return if may_fail { poison_or_ub(&results, b, w, min, max) } else { only(vec![None]) };
                    }
                    let each = results(x, b).into_iter().map(|r| match (min..=max).contains(&r) {
                        true => Outcome::Value(vec![Some(wrap(w, r))]),
                        false if saturating => Outcome::Value(vec![Some(wrap(w, r.clamp(min, max)))]),
                        false if divide => Outcome::Ub,
                        false => Outcome::Value(vec![None]),
                    });
                    each.collect()
                });
            }
        }
    }
}

/// What a division of poison comes to when some dividend overflows: what the dividend of the largest magnitude does, with poison
/// for each rounding that fits.
fn poison_or_ub(results: &dyn Fn(u128, u128) -> Vec<i128>, b: u128, w: u32, min: i128, max: i128) -> Outcomes {
    let extreme = if min < 0 { 1 << (w - 1) } else { (1 << w) - 1 };
    let fits = results(extreme, b).into_iter().map(|r| (min..=max).contains(&r));
    fits.map(|fits| if fits { Outcome::Value(vec![None]) } else { Outcome::Ub }).collect()
}

#[test]
fn reductions() {
    let fold = |id: I, w: u32, a: u128, b: u128| match id {
        I::VectorReduceAdd => wrap(w, u(a) + u(b)),
        I::VectorReduceMul => wrap(w, u(a) * u(b)),
        I::VectorReduceAnd => a & b,
        I::VectorReduceOr => a | b,
        I::VectorReduceXor => a ^ b,
        I::VectorReduceSmin => wrap(w, s(w, a).min(s(w, b))),
        I::VectorReduceSmax => wrap(w, s(w, a).max(s(w, b))),
        I::VectorReduceUmin => a.min(b),
        I::VectorReduceUmax => a.max(b),
        _ => panic!("not a reduction"),
    };
    let ids = [
        I::VectorReduceAdd,
        I::VectorReduceMul,
        I::VectorReduceAnd,
        I::VectorReduceOr,
        I::VectorReduceXor,
        I::VectorReduceSmin,
        I::VectorReduceSmax,
        I::VectorReduceUmin,
        I::VectorReduceUmax,
    ];
    for id in ids {
        for lanes in 1..=3 {
            check(id.base_name(), &Call(id, Type::Int(2), None), &[vector(2, lanes)], |args| {
                let all: Option<Vec<u128>> = args[0].iter().copied().collect();
                only(vec![all.and_then(|all| all.into_iter().reduce(|a, b| fold(id, 2, a, b)))])
            });
        }
    }
}

#[test]
fn partial_reductions_add_each_lane_somewhere() {
    let ty = Type::vector(2, Type::Int(2));
    check("partial", &Call(I::VectorPartialReduceAdd, ty, None), &[vector(2, 2), vector(1, 0)], |args| {
        let mut all = Outcomes::new();
        for place in 0..4u32 {
            let mut sums: Vec<Scalar> = vec![Some(0); 2];
            for (i, lane) in args[0].iter().enumerate() {
                let sum = &mut sums[(place >> i & 1) as usize];
                *sum = sum.zip(*lane).map(|(a, b)| (a + b) % 4);
            }
            all.insert(Outcome::Value(sums));
        }
        all
    });
    // One lane leaves no freedom.
    check("partial", &Call(I::VectorPartialReduceAdd, Type::vector(1, Type::Int(2)), None), &[vector(2, 1), vector(2, 2)], |args| {
        let all = args.concat().into_iter().try_fold(0, |sum, lane| lane.map(|a| (sum + a) % 4));
        only(vec![all])
    });
}

#[test]
fn rearrangements() {
    let v = |n| Type::vector(n, Type::Int(1));
    check("reverse", &Call(I::VectorReverse, v(3), None), &[vector(1, 3)], |x| only(vec![x[0][2], x[0][1], x[0][0]]));
    check("insert", &Call(I::VectorInsert, v(4), None), &[vector(1, 4), vector(1, 2), imm(64, 2)], |x| {
        only(vec![x[0][0], x[0][1], x[1][0], x[1][1]])
    });
    check("extract", &Call(I::VectorExtract, v(2), None), &[vector(1, 4), imm(64, 2)], |x| only(vec![x[0][2], x[0][3]]));
    check("interleave2", &Call(I::VectorInterleave2, v(4), None), &[vector(1, 2), vector(1, 2)], |x| {
        only(vec![x[0][0], x[1][0], x[0][1], x[1][1]])
    });
    let three = Type::structure(vec![v(2), v(2), v(2)]);
    check("deinterleave3", &Call(I::VectorDeinterleave3, three, None), &[vector(1, 6)], |x| {
        only([0, 3, 1, 4, 2, 5].map(|i| x[0][i]).to_vec())
    });
    check("stepvector", &Call(I::Stepvector, Type::vector(5, Type::Int(2)), None), &[], |_| only([0, 1, 2, 3, 0].map(Some).to_vec()));
}

#[test]
fn splices() {
    let v = Type::vector(2, Type::Int(1));
    let two = |offset: Operand| [vector(1, 2), vector(1, 2), offset];
    // The offset is any i3, so that poison and too large ones come up.
    for (id, start) in [(I::VectorSpliceLeft, [0, 1, 2]), (I::VectorSpliceRight, [2, 1, 0])] {
        check(id.base_name(), &Call(id, v.clone(), None), &two(any(3)), |x| {
            let start = x[2][0].and_then(|offset| start.get(usize::try_from(offset).expect("small")).copied());
            let both = x[..2].concat();
            only(start.map_or(vec![None; 2], |start| both[start..start + 2].to_vec()))
        });
    }
    for (offset, start) in [(0, 0), (1, 1), ((1 << 32) - 1, 1), ((1 << 32) - 2, 0)] {
        check("splice", &Call(I::VectorSplice, v.clone(), None), &two(imm(32, offset)), |x| {
            only(x[..2].concat()[start..start + 2].to_vec())
        });
    }
}

#[test]
fn masks_and_counts_of_lanes() {
    for w in 1..=3 {
        check("mask", &Call(I::GetActiveLaneMask, Type::vector(3, Type::I1), None), &[any(w), any(w)], |x| {
            let lanes = x[0][0].zip(x[1][0]).map(|(base, n)| (0..3).map(|i| Some(u128::from(base + i < n))).collect());
            only(lanes.unwrap_or(vec![None; 3]))
        });
    }
    for strict in 0..2 {
        for width in 1..=3 {
            check("cttz.elts", &Call(I::CttzElts, Type::Int(width), None), &[vector(2, 3), imm(1, strict)], |x| {
                let all: Option<Vec<u128>> = x[0].iter().copied().collect();
                let count = all.map(|all| all.iter().take_while(|&&lane| lane == 0).count() as u128);
                only(vec![count.filter(|&n| width >= 2 && (strict == 0 || n < 3))])
            });
        }
    }
}

#[test]
fn compressions() {
    let operands = [vector(1, 3), vector(1, 3), vector(1, 3)];
    check("compress", &Call(I::VectorCompress, Type::vector(3, Type::Int(1)), None), &operands, |x| {
        let Some(mask) = x[1].iter().copied().collect::<Option<Vec<u128>>>() else { return only(vec![None; 3]) };
        let mut out: Vec<Scalar> = x[0].iter().zip(&mask).filter(|(_, set)| **set == 1).map(|(lane, _)| *lane).collect();
        out.extend_from_slice(&x[2][out.len()..]);
        only(out)
    });
}

#[test]
fn hints() {
    check("is.constant", &Call(I::IsConstant, Type::I1, None), &[any(2)], |_| [0, 1].map(|bit| Outcome::Value(vec![Some(bit)])).into());
    scalar(I::Expect, 2, &[any(2), any(2)], |x| x[0]);
    scalar(I::SsaCopy, 2, &[any(2)], |x| x[0]);
    check("assume", &Call(I::Assume, Type::Void, None), &[any(1)], |x| match x[0][0] {
        Some(1) => only(vec![]),
        _ => Outcomes::from([Outcome::Ub]),
    });
}

/// Which of the lanes are active, when that is certain; `Err` is undefined behavior.
fn active(mask: &[Scalar], evl: Scalar) -> Result<Vec<Option<bool>>, Outcomes> {
    match evl {
        Some(evl) if evl <= mask.len() as u128 => {
            Ok(mask.iter().zip(0..).map(|(set, i)| if i < evl { set.map(|set| set == 1) } else { Some(false) }).collect())
        }
        _ => Err(Outcomes::from([Outcome::Ub])),
    }
}

#[test]
fn predicated_operations() {
    let v = |w| Type::vector(2, Type::Int(w));
    for (id, op) in [(I::VpAdd, BinOp::Add), (I::VpUdiv, BinOp::Udiv), (I::VpShl, BinOp::Shl), (I::VpSdiv, BinOp::Sdiv)] {
        check(id.base_name(), &Call(id, v(1), None), &[vector(1, 2), vector(1, 2), vector(1, 2), any(2)], |x| {
            let on = match active(&x[2], x[3][0]) {
                Ok(on) => on,
                Err(ub) => return ub,
            };
            let mut lanes = Vec::new();
            for (i, on) in on.into_iter().enumerate() {
                match (on, binary(op, Flags::NONE, 1, x[0][i], x[1][i])) {
                    (Some(false), _) => lanes.push(None),
                    (_, None) => return Outcomes::from([Outcome::Ub]),
                    (Some(true), Some(lane)) => lanes.push(lane),
                    (None, Some(_)) => lanes.push(None),
                }
            }
            only(lanes)
        });
    }
}

#[test]
fn predicated_comparisons_and_casts() {
    let v = |w| Type::vector(2, Type::Int(w));
    check("vp.icmp", &Call(I::VpIcmp, v(1), Some("slt")), &[vector(1, 2), vector(1, 2), vector(1, 2), any(2)], |x| {
        let lane = |(i, on): (usize, Option<bool>)| {
            let (a, b) = x[0][i].zip(x[1][i])?;
            on.filter(|&on| on).map(|_| u128::from(compare(IntPred::Slt, 1, a, b)))
        };
        active(&x[2], x[3][0]).map_or_else(|ub| ub, |on| only(on.into_iter().enumerate().map(lane).collect()))
    });
    check("vp.sext", &Call(I::VpSext, v(3), None), &[vector(1, 2), vector(1, 2), any(2)], |x| {
        let lane = |(i, on): (usize, Option<bool>)| x[0][i].filter(|_| on == Some(true)).map(|a| wrap(3, s(1, a)));
        active(&x[1], x[2][0]).map_or_else(|ub| ub, |on| only(on.into_iter().enumerate().map(lane).collect()))
    });
}

#[test]
fn predicated_reductions_and_selections() {
    check("vp.reduce.add", &Call(I::VpReduceAdd, Type::Int(2), None), &[any(2), vector(2, 2), vector(1, 2), any(2)], |x| {
        let on = match active(&x[2], x[3][0]) {
            Ok(on) => on,
            Err(ub) => return ub,
        };
        let sum = on.iter().zip(&x[1]).fold(x[0][0], |sum, (on, lane)| match on {
            Some(false) => sum,
            Some(true) => sum.zip(*lane).map(|(a, b)| a + b),
            None => None,
        });
        outcomes(Some(sum.map(|sum| sum % 4)))
    });
    let operands = [vector(1, 2), vector(1, 2), vector(1, 2), any(2)];
    let pick = |c: Scalar, a: Scalar, b: Scalar| c.and_then(|c| if c == 1 { a } else { b });
    for id in [I::VpSelect, I::VpMerge] {
        check(id.base_name(), &Call(id, Type::vector(2, Type::Int(1)), None), &operands, |x| {
            let Some(evl) = x[3][0].filter(|&evl| evl <= 2) else { return Outcomes::from([Outcome::Ub]) };
            let lane = |i: usize| match (i as u128) < evl {
                true => pick(x[0][i], x[1][i], x[2][i]),
                false if id == I::VpMerge => x[2][i],
                false => None,
            };
            only(vec![lane(0), lane(1)])
        });
    }
    for strict in 0..2 {
        check("vp.cttz.elts", &Call(I::VpCttzElts, Type::Int(2), None), &[vector(1, 2), imm(1, strict), vector(1, 2), any(2)], |x| {
            let on = match active(&x[2], x[3][0]) {
                Ok(on) => on,
                Err(ub) => return ub,
            };
            // Poison in a lane that is not active does not count.
            let lane = |(on, lane): (&Option<bool>, &Scalar)| if (*on)? { lane.map(|lane| lane == 1) } else { Some(false) };
            let set: Option<Vec<bool>> = on.iter().zip(&x[0]).map(lane).collect();
            let first = set.map(|set| set.iter().position(|&set| set));
            only(vec![first.and_then(|first| match first {
                Some(first) => Some(first as u128),
                None => x[3][0].filter(|_| strict == 0),
            })])
        });
    }
}
