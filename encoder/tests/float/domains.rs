//! Terms against concrete execution: whatever a rule's term evaluates to is an outcome of the rule.

use llvet_encoder::bv::Bv;
use llvet_encoder::domain::{ChoiceKind, Domain};
use llvet_encoder::fp::{FpFormat, RoundingMode};
use llvet_encoder::semantics::Cx;
use llvet_encoder::semantics::float::arith::{self, Arith};
use llvet_encoder::semantics::float::minmax::{self, MinMax};
use llvet_encoder::semantics::float::{self, Mode, cast, cmp, round, scale};
use llvet_encoder::symbolic::TermDomain;
use llvet_encoder::term::{Assignment, Pool, Sort};
use llvet_encoder::value::Lane;
use llvet_ir::FastMath;
use llvet_ir::inst::FloatPred;

use crate::outcomes::{lane, out, outcomes_in};

const NEAREST: RoundingMode = RoundingMode::NearestTiesToEven;
const TINY: FpFormat = FpFormat { exp_bits: 3, frac_bits: 2 };
const NONE: FastMath = FastMath(0);

/// A rule that both domains can run.
trait Rule {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D>;
}

/// Evaluates the rule's term on inputs of a tiny format (every `step`th combination) and pseudo-random picks, and compares with concrete execution.
fn domains_agree(name: &str, arity: u32, step: usize, rule: &impl Rule) {
    let width = TINY.width();
    let mut pool = Pool::new();
    let inputs: Vec<_> = (0..arity).map(|i| pool.var(format!("x{i}"), Sort::Bv(width))).collect();
    let (roots, choices) = {
        let mut terms = TermDomain::new(&mut pool, "s");
        let lanes: Vec<_> = inputs.iter().map(|&x| Lane::defined(&mut terms, x)).collect();
        let result = rule.apply(&mut Cx::new(&mut terms, false), &lanes);
        ([result.bits, result.poison], terms.choices)
    };
    let extra = TermDomain::environment(&mut pool, TINY.frac_bits - 1, ChoiceKind::TargetNan);
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    for bits in (0..1u64 << (width * arity)).step_by(step) {
        let mut assignment = Assignment::new();
        for (i, &input) in inputs.iter().enumerate() {
            assignment.set(input, Bv::from_u64(width, bits >> (width * i as u32)));
        }
        for choice in &choices {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            assignment.set(choice.var, Bv::from_u64(pool.width(choice.var), random));
        }
        assignment.set(extra, Bv::one(TINY.frac_bits - 1));
        let got = pool.eval_all(&roots, &assignment);
        let got = (!got[1].to_bool()).then(|| got[0].clone());
        let possible = outcomes_in(1, |cx| {
            let lanes: Vec<_> = (0..arity).map(|i| lane(cx.d, &Bv::from_u64(width, bits >> (width * i)))).collect();
            out(rule.apply(cx, &lanes))
        });
        assert!(possible.contains(&got), "{name} at {bits:#x}: {got:?} not in {possible:?}");
    }
}

struct Chain;
impl Rule for Chain {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        let mode = Mode::plain(TINY);
        let sum = arith::binary(cx, mode, Arith::Add, NEAREST, &args[0], &args[1]);
        let negated = float::fneg(cx, mode, &sum);
        arith::binary(cx, mode, Arith::Mul, NEAREST, &negated, &args[0])
    }
}

struct Compared;
impl Rule for Compared {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        let mode = Mode::plain(TINY);
        let quotient = arith::binary(cx, mode, Arith::Div, NEAREST, &args[0], &args[1]);
        let root = arith::sqrt(cx, mode, NEAREST, &quotient);
        let absolute = float::fabs(cx, mode, &root);
        cmp::fcmp(cx, mode, FloatPred::Ult, &absolute, &args[1])
    }
}

struct Flagged(FastMath, Arith);
impl Rule for Flagged {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        arith::binary(cx, Mode { flags: self.0, ..Mode::plain(TINY) }, self.1, NEAREST, &args[0], &args[1])
    }
}

struct WithConstant(Arith, u64);
impl Rule for WithConstant {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        let constant = lane(cx.d, &Bv::from_u64(TINY.width(), self.1));
        arith::binary(cx, Mode::plain(TINY), self.0, NEAREST, &args[0], &constant)
    }
}

struct Extremum(MinMax, FastMath);
impl Rule for Extremum {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        let mode = Mode { flags: self.1, ..Mode::plain(TINY) };
        let first = minmax::minmax(cx, mode, self.0, &args[0], &args[1]);
        minmax::minmax(cx, mode, self.0, &first, &args[0])
    }
}

struct MulAdd(bool);
impl Rule for MulAdd {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        let args = [&args[0], &args[1], &args[2]];
        if self.0 { arith::fma(cx, Mode::plain(TINY), NEAREST, args) } else { arith::fmuladd(cx, Mode::plain(TINY), NEAREST, args) }
    }
}

struct Conversions;
impl Rule for Conversions {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        let (tiny, wide) = (Mode::plain(TINY), Mode::plain(FpFormat { exp_bits: 4, frac_bits: 5 }));
        let up = cast::convert(cx, tiny, wide, NEAREST, &args[0]);
        let other = cast::convert(cx, tiny, wide, NEAREST, &args[1]);
        let sum = arith::binary(cx, wide, Arith::Add, NEAREST, &up, &other);
        let down = cast::convert(cx, wide, tiny, NEAREST, &sum);
        let integer = cast::to_int(cx, tiny, 5, true, &down);
        cast::from_int(cx, tiny, NEAREST, true, false, &integer)
    }
}

struct Scaled;
impl Rule for Scaled {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Lane<D>]) -> Lane<D> {
        let mode = Mode::plain(TINY);
        let scaled = scale::ldexp(cx, mode, &args[0], &args[1]);
        round::to_integral(cx, mode, RoundingMode::TowardNegative, &scaled)
    }
}

#[test]
fn arithmetic_agrees() {
    domains_agree("chain", 2, 31, &Chain);
    domains_agree("compared", 2, 1, &Compared);
    for op in [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Rem] {
        domains_agree("plain", 2, 1, &Flagged(NONE, op));
        domains_agree("flags", 2, 1, &Flagged(FastMath::NNAN.with(FastMath::NINF).with(FastMath::NSZ), op));
        for constant in 0..1 << TINY.width() {
            domains_agree("constant", 1, 1, &WithConstant(op, constant));
        }
    }
    domains_agree("fma", 3, 37, &MulAdd(true));
    domains_agree("fmuladd", 3, 37, &MulAdd(false));
}

#[test]
fn other_operations_agree() {
    for op in [minmax::MINNUM, minmax::MAXNUM, minmax::MINIMUM, minmax::MAXIMUM, minmax::MINIMUMNUM, minmax::MAXIMUMNUM] {
        domains_agree("extremum", 2, 61, &Extremum(op, NONE));
        domains_agree("extremum nsz", 2, 61, &Extremum(op, FastMath::NSZ));
    }
    domains_agree("conversions", 2, 7, &Conversions);
    domains_agree("scaled", 2, 7, &Scaled);
}
