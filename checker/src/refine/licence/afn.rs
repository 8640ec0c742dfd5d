//! Approximate functions (`afn`): library functions and products of them with the same real meaning.
//!
//! The licence replaces a library function by another computation of the same function of real numbers. Two families are known, as
//! [`Power`] says: real powers of one operand (`sqrt`, `pow` and `powi` with a constant, products and quotients of these), and
//! powers of a constant base (`exp2`, `exp10`, `pow` of 2 or 10). Everything else is compared by name only.
//!
//! The real meaning of a power that is not an integer, or of a root, is undefined below zero, and the functions differ at −0 and at
//! infinity: `pow(-∞, 0.5)` is ∞, `sqrt(-∞)` a NaN. So a rewrite between such forms also needs `nsz` and `ninf`, and one to a form that is
//! defined where the source's is a NaN needs `nnan`.

use llvet_ir::{FastMath, Inst, IntrinsicId, Operand};

use super::matching::{Matcher, common, within};
use super::poly::Ratio;
use super::view::{Arith, View};

/// Most instructions that one power opens.
const MAX_INSTS: usize = 32;

/// What an expression is a power of.
#[derive(Clone, Copy)]
enum Base<'a> {
    /// An operand, to a constant power.
    Operand(&'a Operand),
    /// 2 or 10, to an operand's power.
    Constant(u32, &'a Operand),
}

/// An expression read as a power.
struct Power<'a> {
    /// Its base.
    base: Base<'a>,
    /// The exponent of an operand; 1 for a constant base.
    exponent: Ratio,
    /// Whether a function on the way is undefined below zero.
    rooted: bool,
    /// The instructions that were opened.
    insts: Vec<&'a Inst>,
    /// How often the base is used.
    uses: u32,
}

impl<'a> Matcher<'a> {
    /// A power, each of whose instructions carries `afn`, as another computation of the same power.
    pub(super) fn approximated(&mut self, s: &'a Operand, t: &'a Operand) -> bool {
        let Some(source) = source_power(self.src, s) else { return false };
        let flags = common(&source.insts);
        let made = match source.base {
            Base::Operand(base) => self.power_of(base, t, 0),
            Base::Constant(base, exponent) => constant_power(self.tgt, t)
                .filter(|(other, ..)| *other == base)
                .and_then(|(_, argument, inst)| self.operand(exponent, argument).then_some((Ratio::integer(1), false, vec![inst], 1))),
        };
        let Some((exponent, rooted, insts, uses)) = made else { return false };
        let kept = match source.base {
            Base::Operand(base) => uses <= source.uses || self.is_defined(base),
            Base::Constant(..) => true,
        };
        if exponent != source.exponent || !kept || !within(&insts, flags) {
            return false;
        }
        let mut needed = FastMath::AFN;
        if source.rooted || rooted {
            needed = needed.with(FastMath::NSZ).with(FastMath::NINF);
        }
        if source.rooted && !rooted {
            needed = needed.with(FastMath::NNAN);
        }
        // A root of what the source raises to a whole power is a NaN where the source is none.
        if !flags.has(needed) || rooted && !source.rooted {
            return false;
        }
        self.used.add(needed, &source.insts);
        true
    }

    /// The target's operand as a power of the source's `base`: exponent, whether it is rooted, instructions, uses of the base.
    fn power_of(&mut self, base: &'a Operand, t: &'a Operand, depth: usize) -> Option<(Ratio, bool, Vec<&'a Inst>, u32)> {
        if self.tgt.is_one(t) {
            return Some((Ratio::integer(0), false, Vec::new(), 0));
        }
        if self.operand(base, t) {
            return Some((Ratio::integer(1), false, Vec::new(), 1));
        }
        if depth > MAX_INSTS {
            return None;
        }
        if let Some((inner, exponent, rooted, inst)) = step(self.tgt, t) {
            let (below, below_rooted, mut insts, uses) = self.power_of(base, inner, depth + 1)?;
            insts.push(inst);
            return Some((below.mul(&exponent), below_rooted || rooted, insts, uses));
        }
        let (op @ (Arith::Mul | Arith::Div), inst, args) = self.tgt.arith(t)? else { return None };
        let (left, left_rooted, mut insts, left_uses) = self.power_of(base, args[0], depth + 1)?;
        let (right, right_rooted, more, right_uses) = self.power_of(base, args[1], depth + 1)?;
        insts.extend(more);
        insts.push(inst);
        let right = if op == Arith::Div { right.mul(&Ratio::integer(-1)) } else { right };
        (insts.len() <= MAX_INSTS).then(|| (left.add(&right), left_rooted || right_rooted, insts, left_uses + right_uses))
    }
}

/// The source's operand as a power, every instruction of which carries `afn`.
fn source_power<'a>(view: View<'a>, s: &'a Operand) -> Option<Power<'a>> {
    let licensed = |inst: &Inst| inst.flags.fmf.has(FastMath::AFN);
    if let Some((base, exponent, inst)) = constant_power(view, s) {
        let power = Power { base: Base::Constant(base, exponent), exponent: Ratio::integer(1), rooted: false, insts: vec![inst], uses: 1 };
        return licensed(inst).then_some(power);
    }
    let (mut at, mut exponent, mut rooted, mut insts) = (s, Ratio::integer(1), false, Vec::new());
    while let Some((inner, factor, root, inst)) = step(view, at).filter(|(.., inst)| licensed(inst) && insts.len() < MAX_INSTS) {
        insts.push(inst);
        exponent = exponent.mul(&factor);
        rooted |= root;
        at = inner;
    }
    (!insts.is_empty()).then_some(Power { base: Base::Operand(at), exponent, rooted, insts, uses: 1 })
}

/// A call that raises its operand to a constant power: operand, power, whether it is undefined below zero.
fn step<'a>(view: View<'a>, operand: &Operand) -> Option<(&'a Operand, Ratio, bool, &'a Inst)> {
    let (id, inst, args) = view.call(operand)?;
    match id {
        IntrinsicId::Sqrt => Some((args[0], Ratio { num: 1.into(), den: 2.into() }, true, inst)),
        IntrinsicId::Pow => {
            let power = view.real(args[1])?;
            let rooted = !power.is_integer();
            Some((args[0], power, rooted, inst))
        }
        IntrinsicId::Powi => Some((args[0], Ratio::integer(view.integer(args[1])?), false, inst)),
        _ => None,
    }
}

/// A call that raises 2 or 10 to its operand's power.
fn constant_power<'a>(view: View<'a>, operand: &Operand) -> Option<(u32, &'a Operand, &'a Inst)> {
    let (id, inst, args) = view.call(operand)?;
    match id {
        IntrinsicId::Exp2 => Some((2, args[0], inst)),
        IntrinsicId::Exp10 => Some((10, args[0], inst)),
        IntrinsicId::Pow => {
            let base = view.real(args[0])?;
            let base = [2, 10].into_iter().find(|&n| base == Ratio::integer(n.into()))?;
            Some((base, args[1], inst))
        }
        _ => None,
    }
}

/// Whether an intrinsic stands for a library function, which `afn` may approximate.
pub(super) fn is_library_function(id: IntrinsicId) -> bool {
    use IntrinsicId as I;
    matches!(
        id,
        I::Sin
            | I::Cos
            | I::Tan
            | I::Asin
            | I::Acos
            | I::Atan
            | I::Atan2
            | I::Sinh
            | I::Cosh
            | I::Tanh
            | I::Sincos
            | I::Sincospi
            | I::Pow
            | I::Powi
            | I::Exp
            | I::Exp2
            | I::Exp10
            | I::Log
            | I::Log2
            | I::Log10
    )
}
