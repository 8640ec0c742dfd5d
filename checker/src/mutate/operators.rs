//! The single changes, one function for each kind.

use std::sync::Arc;

use llvet_ir::inst::{FloatPred, IntPred};
use llvet_ir::{BinOp, ConstKind, Constant, Function, InstKind, IntValue, Module, Operand, Type, ValueId, print};
use num_bigint::BigUint;

use super::{Kind, Mutant, Side};
use crate::flags::edit::{self, Placed, Site};

/// Every flag that the target lacks, added; every flag that the source has, dropped.
#[must_use]
pub fn flags(source: &Function, target: &Function) -> Vec<Mutant> {
    let mutant = |side, what, function| Mutant { kind: Kind::Flags, what, side, function };
    let add = |p: Placed| mutant(Side::Target, format!("added {}", p.text(target)), edit::with(target, &[p]));
    let drop = |p: Placed| mutant(Side::Source, format!("dropped {} in the source", p.text(source)), edit::without(source, &[p]));
    let absent = edit::legal(target).into_iter().filter(|p| !p.is_in(target));
    absent.map(add).chain(edit::present(source).into_iter().map(drop)).collect()
}

/// The target with one instruction changed; `None` when the change does not apply.
fn changed(target: &Function, site: Site, change: impl FnOnce(&mut InstKind) -> Option<()>) -> Option<Function> {
    let mut function = target.clone();
    change(&mut function.blocks[site.block].insts[site.inst].kind)?;
    Some(function)
}

/// Number of operands of the instruction as [`InstKind::for_each_operand_mut`] counts them.
fn operand_list(inst: &InstKind) -> Vec<Operand> {
    let mut list = Vec::new();
    inst.clone().for_each_operand_mut(&mut |operand| list.push(operand.clone()));
    list
}

fn replace_operand(kind: &mut InstKind, index: usize, new: &Operand) {
    let mut at = 0;
    kind.for_each_operand_mut(&mut |operand| {
        if at == index {
            *operand = new.clone();
        }
        at += 1;
    });
}

/// Every integer constant of the target replaced by its neighbours, its negation, its complement and 0.
#[must_use]
pub fn constants(module: &Module, target: &Function) -> Vec<Mutant> {
    let mut found = Vec::new();
    for site in edit::sites(target) {
        for (index, operand) in operand_list(&site.of(target).kind).into_iter().enumerate() {
            let Operand::Const(old) = &operand else { continue };
            for new in neighbours(old) {
                let new = Operand::Const(Arc::new(new));
                let (before, after) = (print::operand_text(module, target, &operand), print::operand_text(module, target, &new));
                let what = format!("{before} became {after} in {}", site.name(target));
                let function = changed(target, site, |kind| {
                    replace_operand(kind, index, &new);
                    Some(())
                });
                found.extend(function.map(|function| Mutant { kind: Kind::Constants, what, side: Side::Target, function }));
            }
        }
    }
    found
}

fn neighbours(constant: &Constant) -> Vec<Constant> {
    let (Type::Int(width), ConstKind::Int(value)) = (&constant.ty, &constant.kind) else { return Vec::new() };
    let modulus = BigUint::from(1_u32) << *width;
    let value = value.to_biguint();
    let one = BigUint::from(1_u32);
    let values = [
        (&value + &one) % &modulus,
        (&value + &modulus - &one) % &modulus,
        (&modulus - &value) % &modulus,
        &modulus - &one - &value,
        BigUint::default(),
    ];
    let integer = |v: BigUint| Constant { ty: constant.ty.clone(), kind: ConstKind::Int(IntValue::from_biguint(v)) };
    values.into_iter().filter(|v| *v != value).map(integer).collect()
}

/// Every comparison of the target with every other predicate.
#[must_use]
pub fn predicates(target: &Function) -> Vec<Mutant> {
    let mut found = Vec::new();
    for site in edit::sites(target) {
        let name = site.name(target);
        let mut add = |word: &str, function: Option<Function>| {
            let what = format!("the predicate of {name} became {word}");
            found.extend(function.map(|function| Mutant { kind: Kind::Predicates, what, side: Side::Target, function }));
        };
        match &site.of(target).kind {
            InstKind::Icmp { .. } => {
                for &new in IntPred::ALL {
                    let set = |kind: &mut InstKind| match kind {
                        InstKind::Icmp { pred, .. } => {
                            *pred = new;
                            Some(())
                        }
                        _ => None,
                    };
                    add(new.name(), changed(target, site, set));
                }
            }
            InstKind::Fcmp { .. } => {
                for &new in FloatPred::ALL {
                    let set = |kind: &mut InstKind| match kind {
                        InstKind::Fcmp { pred, .. } => {
                            *pred = new;
                            Some(())
                        }
                        _ => None,
                    };
                    add(new.name(), changed(target, site, set));
                }
            }
            _ => {}
        }
    }
    found
}

/// Operands of operations that do not commute swapped, and every value operand replaced by each argument of its type.
#[must_use]
pub fn operands(target: &Function) -> Vec<Mutant> {
    let mut found = Vec::new();
    for site in edit::sites(target) {
        let name = site.name(target);
        let mut add = |what: String, function: Option<Function>| {
            found.extend(function.map(|function| Mutant { kind: Kind::Operands, what, side: Side::Target, function }));
        };
        add(format!("the operands of {name} were swapped"), changed(target, site, swap));
        for (index, operand) in operand_list(&site.of(target).kind).into_iter().enumerate() {
            let Operand::Value(old) = operand else { continue };
            for new in others(target, old) {
                let what = format!("{} became {} in {name}", print::value_name(target, old), print::value_name(target, new));
                let function = changed(target, site, |kind| {
                    replace_operand(kind, index, &Operand::Value(new));
                    Some(())
                });
                add(what, function);
            }
        }
    }
    found
}

/// Arguments of the value's type, without the value.
fn others(function: &Function, value: ValueId) -> Vec<ValueId> {
    let ty = &function.value(value).ty;
    function.args.iter().map(|a| a.value).filter(|&a| a != value && function.value(a).ty == *ty).collect()
}

fn swap(kind: &mut InstKind) -> Option<()> {
    let commutes = |op: BinOp| matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Fadd | BinOp::Fmul);
    match kind {
        InstKind::Binary { op, args } if !commutes(*op) => args.swap(0, 1),
        InstKind::Icmp { args, .. } | InstKind::Fcmp { args, .. } | InstKind::Select { args, .. } => args.swap(0, 1),
        _ => return None,
    }
    Some(())
}
