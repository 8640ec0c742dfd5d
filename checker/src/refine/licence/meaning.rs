//! Licensed regions and their real meaning (`reassoc`).
//!
//! A region is what the source computes with instructions that all carry the licence, down to its leaves. A `select` in it makes two cases, in
//! each of which the region is one expression. The target may compute the same real function of the leaves in any way.
//!
//! A root is opened where a NaN is poison (`nnan`), so its operand is not negative; this is what makes the product of two equal roots their
//! operand. A quotient may stay one without `arcp`, but is not made a product with a reciprocal, not even with that of a constant.

use llvet_encoder::fp::{FpFormat, RoundingMode};
use llvet_ir::{AttrKind, FastMath, Inst, Operand, ValueId};
use num_bigint::BigInt;

use super::matching::{MAX_STEPS, Matcher, common, is_fixed, within};
use super::parts::{Op, Part};
use super::poly::{Poly, Ratio};
use super::view::{Arith, View};

/// Most conditions that a region is split by.
const MAX_CONDITIONS: usize = 4;

/// Most points at which two polynomials are compared.
const MAX_POINTS: usize = 50_000;

/// Most levels of a target's expression.
const MAX_DEPTH: u32 = 64;

/// A licensed region of the source.
#[derive(Clone, Default)]
struct Region<'a> {
    leaves: Vec<Leaf<'a>>,
    /// Conditions of selects that are known in the case at hand.
    known: Vec<(Leaf<'a>, bool)>,
    insts: Vec<&'a Inst>,
    /// Whether there are quotients among them.
    quotients: bool,
}

/// What a region is made of.
#[derive(Clone)]
struct Leaf<'a> {
    part: Part<'a>,
    /// How often the source reads it.
    source: u32,
    /// How often the target does.
    target: u32,
    /// Whether it is under a root.
    rooted: bool,
}

impl<'a> Leaf<'a> {
    fn new(part: Part<'a>) -> Leaf<'a> {
        Leaf { part, source: 0, target: 0, rooted: false }
    }
}

/// Why an expression of the source has no meaning.
enum Stop<'a> {
    /// It depends on this condition.
    Condition(Part<'a>),
    /// It is too large, or not of a kind that is known.
    Other,
}

/// What the target computes from a region's leaves.
#[derive(Default)]
struct Made<'a> {
    insts: Vec<&'a Inst>,
    /// Quotients.
    quotients: u32,
    /// Quotients that are not the whole result.
    inner_quotients: u32,
    /// Arguments that the region does not read, where reading them is allowed.
    more: Option<Vec<Part<'a>>>,
}

impl<'a> Matcher<'a> {
    /// Equal real meaning of the source's maximal `reassoc` region and of what the target computes from its leaves; of vectors perhaps only
    /// lane by lane.
    pub(super) fn reassociated(&mut self, s: Part<'a>, t: Part<'a>) -> bool {
        self.same_meaning(s, t, &mut Vec::new()) || s.lane.is_none() && self.lane_by_lane(s.operand, t.operand)
    }

    fn lane_by_lane(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        if !self.src.carries(s, FastMath::REASSOC) {
            return false;
        }
        let (Some(lanes), Some(others)) = (self.src.lanes(s), self.tgt.lanes(t)) else { return false };
        self.apart.push((s, t));
        let same = lanes == others && lanes.map(Some).all(|lane| self.part(Part { operand: s, lane }, Part { operand: t, lane }));
        self.apart.pop();
        same
    }

    /// [`Matcher::reassociated`] where some conditions are known.
    fn same_meaning(&mut self, s: Part<'a>, t: Part<'a>, known: &mut Vec<(Part<'a>, bool)>) -> bool {
        let mut region = Region { known: known.iter().map(|&(part, value)| (Leaf::new(part), value)).collect(), ..Region::default() };
        match self.source_meaning(s, &mut region) {
            Ok(meaning) => !region.insts.is_empty() && self.made(&meaning, region, s, t),
            Err(Stop::Condition(condition)) if known.len() < MAX_CONDITIONS => [true, false].into_iter().all(|value| {
                known.push((condition, value));
                let same = self.same_meaning(s, t, known);
                known.pop();
                same
            }),
            Err(_) => false,
        }
    }

    /// Whether the target computes this meaning from the region's leaves.
    fn made(&mut self, meaning: &Poly, mut region: Region<'a>, s: Part<'a>, t: Part<'a>) -> bool {
        let Some(fmt) = self.src.format(s.operand) else { return false };
        let (mut made, flags) = (Made::default(), common(&region.insts));
        let Some(other) = self.target_meaning(t, &mut region, &mut made, flags, 0) else { return false };
        let reciprocals = made.inner_quotients > 0 && !flags.has(FastMath::ARCP);
        let exactly = !flags.has(FastMath::ARCP) && (region.quotients || made.quotients > 0);
        let mut read = region.leaves.iter().chain(region.known.iter().map(|(leaf, _)| leaf));
        let kept = read.all(|leaf| leaf.target <= leaf.source || self.is_defined(leaf.part.operand));
        if reciprocals || !kept || !within(&made.insts, flags) || !equal(fmt, exactly, meaning, &other) {
            return false;
        }
        let loses_signs = meaning.loses_signs || other.loses_signs;
        if loses_signs && !flags.has(FastMath::NSZ) {
            return false;
        }
        let mut licence = FastMath::REASSOC;
        if loses_signs {
            licence = licence.with(FastMath::NSZ);
        }
        if region.leaves.iter().any(|leaf| leaf.rooted) {
            licence = licence.with(FastMath::NNAN);
        }
        if made.inner_quotients > 0 || (region.quotients || made.quotients > 0) && !equal(fmt, true, meaning, &other) {
            licence = licence.with(FastMath::ARCP);
        }
        self.used.add(licence, &region.insts);
        true
    }

    /// Whether an operand of the source has one value for all its reads: it does not depend on undef.
    pub(super) fn is_defined(&self, operand: &'a Operand) -> bool {
        let (mut todo, mut seen) = (vec![operand], Vec::new());
        while let Some(at) = todo.pop() {
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            let defined = match at {
                Operand::Const(constant) => is_fixed(constant),
                _ => match (self.src.arg(at), self.src.inst(at)) {
                    (Some(number), _) => !self.undef_inputs || self.src.function.args[number as usize].attrs.has(AttrKind::NoUndef),
                    (None, Some(inst)) => {
                        todo.extend(super::matching::operands(&inst.kind));
                        true
                    }
                    (None, None) => false,
                },
            };
            if !defined {
                return false;
            }
        }
        true
    }

    /// The polynomial of a number of the source: its instruction opened when it carries the licence, else a leaf.
    fn source_meaning(&mut self, s: Part<'a>, region: &mut Region<'a>) -> Result<Poly, Stop<'a>> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Stop::Other);
        }
        let s = self.src.moved(s);
        if let Some(constant) = self.src.number(s) {
            return Ok(constant);
        }
        if let Some((operand, phi)) = self.src.phi(s.operand).filter(|(_, phi)| phi.flags.fmf.has(FastMath::REASSOC)) {
            region.insts.push(phi);
            return self.source_meaning(Part { operand, ..s }, region);
        }
        let opened = self.src.opened(s).filter(|(op, inst, _)| is_licensed(*op, inst.flags.fmf));
        let Some((op, inst, args)) = opened else { return Ok(Poly::generator(region.leaf(s))) };
        region.insts.push(inst);
        region.quotients |= op == Op::Arith(Arith::Div);
        match op {
            Op::Select(condition) => {
                let Some((leaf, value)) = region.known.iter_mut().find(|(leaf, _)| leaf.part == condition) else {
                    return Err(Stop::Condition(condition));
                };
                leaf.source += 1;
                let arm = args[usize::from(!*value)];
                self.source_meaning(arm, region)
            }
            Op::Root => {
                let operand = self.src.moved(args[0]);
                if self.src.number(operand).is_some() {
                    return Err(Stop::Other);
                }
                let leaf = region.leaf(operand);
                region.leaves[leaf].rooted = true;
                Poly::generator(leaf).root().ok_or(Stop::Other)
            }
            _ => {
                let parts = args.into_iter().map(|arg| self.source_meaning(arg, region)).collect::<Result<Vec<_>, _>>()?;
                combine(op, &parts).ok_or(Stop::Other)
            }
        }
    }

    /// The polynomial of a number of the target over the source's leaves: whatever is not a leaf is opened.
    fn target_meaning(&mut self, t: Part<'a>, region: &mut Region<'a>, made: &mut Made<'a>, flags: FastMath, depth: u32) -> Option<Poly> {
        let t = self.tgt.origin(t, false);
        if let Some(constant) = self.tgt.number(t) {
            return Some(constant);
        }
        for index in 0..region.leaves.len() {
            let leaf = region.leaves[index].part;
            if self.part(leaf, t) {
                region.leaves[index].target += 1;
                return Some(Poly::generator(index));
            }
        }
        if let (Some(more), Some(_)) = (&mut made.more, self.tgt.arg(t.operand)) {
            let index = more.iter().position(|part| *part == t).unwrap_or(more.len());
            more.extend((index == more.len()).then_some(t));
            return Some(Poly::generator(region.leaves.len() + index));
        }
        let (op, inst, args) = self.tgt.opened(t)?;
        if depth > MAX_DEPTH || matches!(op, Op::Arith(Arith::Fma | Arith::Fmuladd)) && !flags.has(FastMath::CONTRACT) {
            return None;
        }
        made.insts.push(inst);
        made.quotients += u32::from(op == Op::Arith(Arith::Div));
        made.inner_quotients += u32::from(op == Op::Arith(Arith::Div) && depth > 0);
        match op {
            Op::Select(condition) => {
                let known = region.known.iter().position(|(leaf, _)| {
                    let part = leaf.part;
                    part.lane == condition.lane && self.operand(part.operand, condition.operand)
                })?;
                let (leaf, value) = &mut region.known[known];
                leaf.target += 1;
                let arm = args[usize::from(!*value)];
                self.target_meaning(arm, region, made, flags, depth)
            }
            Op::Root => {
                let operand = self.target_meaning(args[0], region, made, flags, depth + 1)?;
                operand.generators().all(|index| region.leaves.get(index).is_some_and(|leaf| leaf.rooted)).then(|| operand.root())?
            }
            _ => {
                let parts =
                    args.into_iter().map(|arg| self.target_meaning(arg, region, made, flags, depth + 1)).collect::<Option<Vec<_>>>()?;
                combine(op, &parts)
            }
        }
    }

    /// A point of small integers at which every evaluation of both expressions is exact and they differ: proof that no licence helps. The
    /// values of the arguments by number and lane.
    pub fn difference(&mut self, s: &'a Operand, t: &'a Operand) -> Option<Vec<Vec<i64>>> {
        let fmt = self.src.format(s)?;
        let mut region = Region::default();
        let meaning = self.source_meaning(Part::whole(s), &mut region).ok()?;
        if region.insts.is_empty() || self.src.function.operand_type(s).is_vector() {
            return None;
        }
        let mut made = Made { more: Some(Vec::new()), ..Made::default() };
        let other = self.target_meaning(Part::whole(t), &mut region, &mut made, FastMath::CONTRACT, 0)?;
        let place = |view: View<'a>, part: Part<'a>| Some((view.arg(part.operand)? as usize, part.lane.unwrap_or(0) as usize));
        let read = region.leaves.iter().map(|leaf| place(self.src, leaf.part));
        let places: Vec<(usize, usize)> =
            read.chain(made.more.into_iter().flatten().map(|part| place(self.tgt, part))).collect::<Option<_>>()?;
        let exact = BigInt::from(1) << (fmt.frac_bits + 1);
        if meaning.bound(3)? > exact || other.bound(3)? > exact {
            return None;
        }
        let count = u32::try_from(places.len()).ok()?;
        for index in 0..6usize.saturating_pow(count).min(MAX_POINTS) {
            let digit = |i| 6usize.checked_pow(i).map_or(0, |power| index / power % 6);
            let point: Vec<i64> = (0..count).map(|i| [1, 2, 3, -1, -2, -3][digit(i)]).collect();
            if meaning.at(&point)? != other.at(&point)? {
                let mut all: Vec<Vec<i64>> = self.src.function.args.iter().map(|arg| self.ones(arg.value)).collect();
                places.iter().zip(&point).for_each(|(&(arg, lane), &value)| all[arg][lane] = value);
                return Some(all);
            }
        }
        None
    }

    /// 1 for each lane of an argument.
    fn ones(&self, value: ValueId) -> Vec<i64> {
        vec![1; self.src.function.value(value).ty.lanes().map_or(1, |lanes| lanes as usize)]
    }
}

impl<'a> Region<'a> {
    /// The number of a leaf, which is read once more.
    fn leaf(&mut self, part: Part<'a>) -> usize {
        let index = self.leaves.iter().position(|leaf| leaf.part == part).unwrap_or_else(|| {
            self.leaves.push(Leaf::new(part));
            self.leaves.len() - 1
        });
        self.leaves[index].source += 1;
        index
    }
}

/// Whether an instruction with these flags may be computed in another way together with its operands.
fn is_licensed(op: Op<'_>, flags: FastMath) -> bool {
    flags.has(FastMath::REASSOC)
        && match op {
            Op::Arith(Arith::Fma | Arith::Fmuladd) => flags.has(FastMath::CONTRACT),
            Op::Root => flags.has(FastMath::NNAN),
            Op::Arith(Arith::Add | Arith::Sub | Arith::Mul | Arith::Div | Arith::Neg) | Op::Sum | Op::Product | Op::Select(_) => true,
        }
}

fn combine(op: Op<'_>, parts: &[Poly]) -> Option<Poly> {
    match (op, parts) {
        (Op::Arith(Arith::Add), [a, b]) => Some(a.add(b)),
        (Op::Arith(Arith::Sub), [a, b]) => Some(a.add(&b.negated())),
        (Op::Arith(Arith::Mul), [a, b]) => a.mul(b),
        (Op::Arith(Arith::Div), [a, b]) => a.mul(&b.inverse()?),
        (Op::Arith(Arith::Neg), [a]) => Some(a.negated()),
        (Op::Arith(Arith::Fma | Arith::Fmuladd), [a, b, c]) => Some(a.mul(b)?.add(c)),
        (Op::Sum, [first, rest @ ..]) => Some(rest.iter().fold(first.clone(), |sum, part| sum.add(part))),
        (Op::Product, [first, rest @ ..]) => rest.iter().try_fold(first.clone(), |product, part| product.mul(part)),
        _ => None,
    }
}

/// Whether two polynomials have the same monomials with coefficients that round to the same number, or are `exactly` the same.
fn equal(fmt: FpFormat, exactly: bool, a: &Poly, b: &Poly) -> bool {
    let rounded = |c: &Ratio| fmt.round_rational(RoundingMode::NearestTiesToEven, &c.num, &c.den);
    a.terms.len() == b.terms.len()
        && a.terms.iter().zip(&b.terms).all(|((m, c), (n, e))| m == n && (c == e || !exactly && rounded(c) == rounded(e)))
}
