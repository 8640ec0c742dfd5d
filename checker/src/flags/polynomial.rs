//! The exact-value argument for keeping `nsw` or `nuw` (Lesson 13.8, Algorithm 13.8.7 and Theorem 13.8.13).
//!
//! When source and target compute the same polynomial of the inputs over the integers, constants read in the flag's signedness, and no
//! step of the source wraps, then the target's last step does not wrap either. "No step of the source wraps" needs the flag on **every**
//! source node between the root and the leaves, not only on the root: `(x + 10) +nsw 20` is `x + 30` as a polynomial, and yet
//! `x +nsw 30` overflows where the inner addition wraps. Steps of the target before its root may wrap as well, so they count as leaves.

use std::collections::BTreeMap;

use llvet_ir::flags::Flag;
use llvet_ir::{BinOp, ConstKind, Function, Inst, InstKind, Operand, Type, ValueId, ValueKind};
use num_bigint::BigInt;
use num_traits::Zero;

use super::edit;

/// Terms after which a polynomial is too large to be worth comparing.
const MAX_TERMS: usize = 64;

/// What a polynomial is over. Arguments are shared between source and target, everything else belongs to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Leaf {
    Arg(u32),
    Source(ValueId),
    Target(ValueId),
}

/// Coefficients by monomial (its leaves sorted, repeated for powers); no coefficient is zero.
type Polynomial = BTreeMap<Vec<Leaf>, BigInt>;

/// Whether the exact results of source root and target root are the same polynomial, by an argument that proves that the target's root
/// may keep `flag`. `false` for flags other than `nsw` and `nuw`, and for anything the argument does not cover.
#[must_use]
pub fn exact_equal(src: &Function, tgt: &Function, flag: Flag) -> bool {
    let side = |function, is_source| Expansion { function, flag, is_source }.root();
    matches!(flag, Flag::Nsw | Flag::Nuw) && side(src, true).is_some_and(|s| side(tgt, false) == Some(s))
}

struct Expansion<'a> {
    function: &'a Function,
    flag: Flag,
    is_source: bool,
}

impl Expansion<'_> {
    /// The polynomial of the only returned value.
    fn root(&self) -> Option<Polynomial> {
        let rets = edit::sites(self.function).filter(|s| matches!(s.of(self.function).kind, InstKind::Ret { .. })).count();
        if rets != 1 {
            return None;
        }
        let inst = edit::root(self.function)?.of(self.function);
        if self.is_source && !inst.flags.has(self.flag) {
            return None;
        }
        self.node(inst)
    }

    /// The polynomial of an instruction that is known not to wrap; `None` when its operation is none of `add`, `sub`, `mul` and `shl` by a
    /// constant, on scalars.
    fn node(&self, inst: &Inst) -> Option<Polynomial> {
        let (InstKind::Binary { op, args: [a, b] }, Type::Int(width)) = (&inst.kind, &inst.ty) else { return None };
        match op {
            BinOp::Add => sum(self.operand(a)?, &self.operand(b)?, 1),
            BinOp::Sub => sum(self.operand(a)?, &self.operand(b)?, -1),
            BinOp::Mul => product(&self.operand(a)?, &self.operand(b)?),
            BinOp::Shl => {
                let amount = unsigned(b).and_then(|k| u32::try_from(k).ok()).filter(|k| k < width)?;
                Some(self.operand(a)?.into_iter().map(|(m, c)| (m, c << amount)).collect())
            }
            _ => None,
        }
    }

    fn operand(&self, operand: &Operand) -> Option<Polynomial> {
        let Operand::Value(id) = operand else { return self.constant(operand) };
        match self.function.value(*id).kind {
            ValueKind::Arg(number) => Some(leaf(Leaf::Arg(number))),
            ValueKind::Inst(block, index) => {
                let inst = &self.function.block(block).insts[index as usize];
                let expanded = if self.is_source && inst.flags.has(self.flag) { self.node(inst) } else { None };
                let opaque = if self.is_source { Leaf::Source(*id) } else { Leaf::Target(*id) };
                Some(expanded.unwrap_or_else(|| leaf(opaque)))
            }
            ValueKind::Undefined => None,
        }
    }

    /// A constant as the flag reads it.
    fn constant(&self, operand: &Operand) -> Option<Polynomial> {
        let value = unsigned(operand)?;
        let Type::Int(width) = self.function.operand_type(operand) else { return None };
        let negative = self.flag == Flag::Nsw && value.bit(u64::from(width) - 1);
        let value = if negative { value - (BigInt::from(1) << width) } else { value };
        Some(if value.is_zero() { Polynomial::new() } else { Polynomial::from([(Vec::new(), value)]) })
    }
}

/// The bits of an integer constant as an unsigned number.
fn unsigned(operand: &Operand) -> Option<BigInt> {
    match operand {
        Operand::Const(c) => match &c.kind {
            ConstKind::Int(value) => Some(value.to_biguint().into()),
            ConstKind::Zero => Some(BigInt::zero()),
            _ => None,
        },
        Operand::Value(_) | Operand::Metadata(_) | Operand::Asm(_) => None,
    }
}

fn leaf(leaf: Leaf) -> Polynomial {
    Polynomial::from([(vec![leaf], BigInt::from(1))])
}

fn add_term(polynomial: &mut Polynomial, monomial: Vec<Leaf>, coefficient: BigInt) {
    let slot = polynomial.entry(monomial).or_default();
    *slot += coefficient;
}

/// Without zero coefficients; `None` when it is too large.
fn tidy(mut polynomial: Polynomial) -> Option<Polynomial> {
    polynomial.retain(|_, c| !c.is_zero());
    (polynomial.len() <= MAX_TERMS).then_some(polynomial)
}

fn sum(mut a: Polynomial, b: &Polynomial, sign: i32) -> Option<Polynomial> {
    for (monomial, coefficient) in b {
        add_term(&mut a, monomial.clone(), coefficient * sign);
    }
    tidy(a)
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut out = Polynomial::new();
    for (m, c) in a {
        for (n, d) in b {
            let mut monomial = [m.as_slice(), n.as_slice()].concat();
            monomial.sort_unstable();
            add_term(&mut out, monomial, c * d);
        }
    }
    tidy(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(flag: Flag, src: &str, tgt: &str) -> bool {
        let text =
            format!("define i8 @src(i8 %x, i8 %y) {{\n{src}\n  ret i8 %r\n}}\ndefine i8 @tgt(i8 %x, i8 %y) {{\n{tgt}\n  ret i8 %r\n}}\n");
        let module = llvet_ir::parse(text.as_bytes()).module;
        exact_equal(&module.functions[0], &module.functions[1], flag)
    }

    #[test]
    fn the_flag_must_be_on_every_source_node() {
        let tgt = "%r = add i8 %x, 30";
        assert!(equal(Flag::Nsw, "%a = add nsw i8 %x, 10\n%r = add nsw i8 %a, 20", tgt));
        assert!(!equal(Flag::Nsw, "%a = add i8 %x, 10\n%r = add nsw i8 %a, 20", tgt));
        assert!(!equal(Flag::Nsw, "%a = add nsw i8 %x, 10\n%r = add i8 %a, 20", tgt));
        assert!(!equal(Flag::Nuw, "%a = add nsw i8 %x, 10\n%r = add nsw i8 %a, 20", tgt));
    }

    #[test]
    fn constants_are_read_in_the_flags_signedness() {
        let by = |op: &str, c: i32| format!("%r = {op} i8 %x, {c}");
        assert!(equal(Flag::Nsw, &by("sub nsw", 5), &by("add", -5)));
        assert!(!equal(Flag::Nuw, &by("sub nuw", 5), &by("add", -5)));
        assert!(!equal(Flag::Nsw, &by("sub nsw", -128), &by("add", -128)));
        for k in 0..8 {
            assert_eq!(equal(Flag::Nsw, &by("mul nsw", 1 << k), &by("shl", k)), k < 7, "nsw {k}");
            assert!(equal(Flag::Nuw, &by("mul nuw", 1 << k), &by("shl", k)), "nuw {k}");
        }
    }

    #[test]
    fn products_and_inner_steps_of_the_target() {
        assert!(equal(Flag::Nsw, "%a = mul nsw i8 %x, %y\n%r = mul nsw i8 %a, 1", "%r = mul i8 %y, %x"));
        // The target's inner addition may wrap once its flag is gone.
        assert!(!equal(Flag::Nsw, "%a = add nsw i8 %x, 1\n%r = add nsw i8 %a, %y", "%a = add i8 %y, 1\n%r = add i8 %x, %a"));
        assert!(!equal(Flag::Exact, "%r = add nsw i8 %x, %y", "%r = add i8 %x, %y"));
    }
}
