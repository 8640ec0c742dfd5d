//! From a function to its "optimised" twin: some changes are right, some are not, which is for the checker to say.

use super::generate::{BINARY, constant};
use super::program::{Flow, Inst, Kind, Program, Ty, Value};
use super::random::Random;

/// Changes the function in one to three places.
pub fn mutate(program: &Program, random: &mut Random) -> Program {
    let mut out = program.clone();
    for _ in 0..1 + random.below(3) {
        for _ in 0..20 {
            let before = out.clone();
            change(&mut out, random);
            if out != before {
                break;
            }
        }
    }
    out
}

fn change(program: &mut Program, random: &mut Random) {
    if matches!(program.flow, Flow::Branch { .. }) && random.one_in(4) {
        return if_to_select(program, random);
    }
    if random.one_in(8) {
        return constant_operand(program, random);
    }
    let count = program.insts.len();
    let index = random.below(count);
    match random.below(12) {
        0 | 1 => flags(&mut program.insts[index], random),
        2 => operator(&mut program.insts[index], random),
        3 | 4 => rewrite(&mut program.insts[index], random),
        5 => swap(&mut program.insts[index]),
        6 => other_operand(program, index, random),
        7 | 8 => simplified(program, index),
        9 => freeze_result(program, random),
        10 => forwarded(program, index, random),
        _ => predicate(&mut program.insts[index], random),
    }
}

/// Another number, undef or poison in place of an operand that is one.
fn constant_operand(program: &mut Program, random: &mut Random) {
    let slots = program.insts.iter_mut().flat_map(|inst| &mut inst.args);
    let mut constants: Vec<&mut (Ty, Value)> = slots.filter(|(_, v)| !matches!(v, Value::Arg(_) | Value::Inst(_))).collect();
    if constants.is_empty() {
        return;
    }
    let index = random.below(constants.len());
    let (ty, value) = &mut *constants[index];
    *value = match (*value, random.below(3)) {
        (Value::Number(n), 0) => Value::Number(n + 1),
        (Value::Undef, 0) => Value::Poison,
        (Value::Poison, 0) => Value::Undef,
        _ => constant(random, *ty),
    };
}

fn flags(inst: &mut Inst, random: &mut Random) {
    let toggle = |list: &mut Vec<&'static str>, allowed: &[&'static str], random: &mut Random| {
        if allowed.is_empty() {
            return;
        }
        let flag = random.pick(allowed);
        match list.iter().position(|f| *f == flag) {
            Some(at) => drop(list.remove(at)),
            None => {
                list.push(flag);
                list.sort_by_key(|f| allowed.iter().position(|a| a == f));
            }
        }
    };
    match &mut inst.kind {
        Kind::Binary(op, list) => {
            let allowed = BINARY.iter().find(|(name, _)| name == op).map_or(&[][..], |(_, allowed)| allowed);
            toggle(list, allowed, random);
        }
        Kind::Cast("zext", list, _) => toggle(list, &["nneg"], random),
        Kind::Cast("trunc", list, _) => toggle(list, &["nuw", "nsw"], random),
        Kind::Compare(_, samesign, _) => *samesign = !*samesign,
        _ => {}
    }
}

fn operator(inst: &mut Inst, random: &mut Random) {
    match &mut inst.kind {
        Kind::Binary(op, list) => {
            *op = random.pick(BINARY).0;
            list.clear();
        }
        Kind::Cast(op, list, _) if *op != "trunc" => {
            *op = if *op == "zext" { "sext" } else { "zext" };
            list.clear();
        }
        _ => {}
    }
}

/// A familiar rewrite of the instruction alone; some of these are right.
fn rewrite(inst: &mut Inst, random: &mut Random) {
    let (a, b) = (inst.args[0].1, inst.args.get(1).map(|arg| arg.1));
    let width = inst.ty.width;
    let Kind::Binary(op, list) = &mut inst.kind else {
        if let (Kind::Select(condition), Ty { width: 1, .. }) = (&inst.kind, inst.ty)
            && *condition == inst.ty
        {
            // `select c, x, false` is a logical and.
            let (then, other) = (inst.args[1].1, inst.args[2].1);
            match (then, other) {
                (_, Value::Number(n)) if n & 1 == 0 => set(inst, "and", a, then),
                (Value::Number(n), _) if n & 1 == 1 => set(inst, "or", a, other),
                _ => {}
            }
        }
        return;
    };
    let (op, flagged): (&'static str, Vec<&'static str>) = (*op, list.clone());
    match (op, a, b) {
        ("mul", _, Some(Value::Number(2))) if random.one_in(2) => set(inst, "add", a, a),
        ("mul", _, Some(Value::Number(2))) => set(inst, "shl", a, Value::Number(1)),
        ("add", ..) if b == Some(a) => set(inst, "shl", a, Value::Number(1)),
        ("shl", _, Some(Value::Number(1))) => set(inst, "add", a, a),
        ("udiv", _, Some(Value::Number(2))) => set(inst, "lshr", a, Value::Number(1)),
        ("sdiv", _, Some(Value::Number(2))) => set(inst, "ashr", a, Value::Number(1)),
        ("sdiv" | "ashr", _, Some(b)) => set(inst, if op == "sdiv" { "udiv" } else { "lshr" }, a, b),
        ("urem", _, Some(Value::Number(2))) => set(inst, "and", a, Value::Number(1)),
        ("add", _, Some(Value::Number(n))) => set(inst, "sub", a, Value::Number(n.wrapping_neg())),
        ("sub", _, Some(Value::Number(n))) => set(inst, "add", a, Value::Number(n.wrapping_neg())),
        ("or", _, Some(b)) => set(inst, if flagged.is_empty() { "xor" } else { "add" }, a, b),
        ("xor", _, Some(Value::Number(-1))) => set(inst, "sub", Value::Number(-1), a),
        ("add" | "xor", _, Some(b)) if width == 1 => set(inst, if op == "add" { "xor" } else { "add" }, a, b),
        _ => {}
    }
    if let Kind::Binary(new, list) = &mut inst.kind
        && matches!(*new, "add" | "sub" | "shl")
        && random.one_in(2)
    {
        // Keeping flags over a rewrite is a classical mistake, and often right.
        *list = flagged.into_iter().filter(|f| matches!(*f, "nuw" | "nsw")).collect();
    }
}

fn set(inst: &mut Inst, op: &'static str, a: Value, b: Value) {
    inst.kind = Kind::Binary(op, Vec::new());
    inst.args = vec![(inst.ty, a), (inst.ty, b)];
}

fn swap(inst: &mut Inst) {
    match inst.args.len() {
        2 if inst.args[0].0 == inst.args[1].0 => inst.args.swap(0, 1),
        3 if matches!(inst.kind, Kind::Select(_)) => inst.args.swap(1, 2),
        _ => {}
    }
}

/// Another value of the same type that is defined earlier in the entry block.
fn other_operand(program: &mut Program, index: usize, random: &mut Random) {
    let slot = random.below(program.insts[index].args.len());
    let ty = program.insts[index].args[slot].0;
    let args = program.args.iter().enumerate().map(|(i, (t, _))| (*t, Value::Arg(i)));
    let insts = program.insts.iter().enumerate().take(index.min(program.first)).map(|(i, inst)| (inst.ty, Value::Inst(i)));
    let usable: Vec<Value> = args.chain(insts).filter(|(t, _)| *t == ty).map(|(_, v)| v).collect();
    if !usable.is_empty() {
        program.insts[index].args[slot].1 = random.pick(&usable);
    }
}

/// Uses of an instruction replaced by what it simplifies to.
fn simplified(program: &mut Program, index: usize) {
    let inst = &program.insts[index];
    let (a, b) = (inst.args[0].1, inst.args.get(1).map(|arg| arg.1));
    let same = b == Some(a);
    let zero = Value::Number(0);
    let to = match &inst.kind {
        Kind::Binary("sub" | "xor", _) if same => zero,
        Kind::Binary("and" | "or", _) if same => a,
        Kind::Binary("udiv" | "sdiv", _) if same => Value::Number(1),
        Kind::Binary("urem" | "srem", _) if same => zero,
        Kind::Binary("add" | "sub" | "or" | "xor" | "shl" | "lshr" | "ashr", _) if b == Some(zero) => a,
        Kind::Binary("mul" | "and", _) if b == Some(zero) => zero,
        Kind::Compare("eq" | "ule" | "uge" | "sle" | "sge", ..) if same => Value::Number(1),
        Kind::Compare(..) if same => zero,
        Kind::Select(_) if b == Some(inst.args[2].1) => inst.args[1].1,
        Kind::Select(condition) if !condition.vector => inst.args[1].1,
        Kind::Freeze | Kind::Member(0) => a,
        Kind::Member(_) => b.unwrap_or(a),
        Kind::Intrinsic("umin" | "umax" | "smin" | "smax", _) if same => a,
        Kind::Binary(_, _) if [a, b.unwrap_or(a)].contains(&Value::Undef) => Value::Undef,
        _ => return,
    };
    replace_uses(program, index, to);
}

fn replace_uses(program: &mut Program, index: usize, to: Value) {
    let old = Value::Inst(index);
    let mut all: Vec<&mut Value> = program.insts.iter_mut().flat_map(|inst| inst.args.iter_mut().map(|arg| &mut arg.1)).collect();
    all.extend(program.ret.iter_mut().map(|(_, value)| value));
    match &mut program.flow {
        Flow::Straight => {}
        Flow::Branch { on, phi, .. } => {
            all.push(on);
            all.extend(phi.1.iter_mut());
        }
        Flow::Switch { on, phi, .. } => {
            all.push(&mut on.1);
            all.extend(phi.1.iter_mut());
        }
    }
    all.into_iter().filter(|v| **v == old).for_each(|v| *v = to);
}

/// Replaces uses of an instruction by a constant, for making a failing case smaller.
pub fn dropped(program: &Program, index: usize) -> Program {
    let mut out = program.clone();
    replace_uses(&mut out, index, Value::Number(0));
    out
}

/// The result frozen.
fn freeze_result(program: &mut Program, random: &mut Random) {
    let (ty, value) = program.ret[0];
    if matches!(program.flow, Flow::Straight) || random.one_in(2) {
        program.insts.push(Inst { ty, kind: Kind::Freeze, args: vec![(ty, value)] });
        program.first += usize::from(matches!(program.flow, Flow::Straight));
        program.ret[0].1 = Value::Inst(program.insts.len() - 1);
    }
}

/// An operand replaced by an operand of the instruction that computes it, where types agree.
fn forwarded(program: &mut Program, index: usize, random: &mut Random) {
    let slot = random.below(program.insts[index].args.len());
    let (ty, Value::Inst(from)) = program.insts[index].args[slot] else { return };
    let Some(inner) = program.insts.get(from).and_then(|inst| inst.args.iter().find(|(t, _)| *t == ty)) else { return };
    program.insts[index].args[slot].1 = inner.1;
}

fn predicate(inst: &mut Inst, random: &mut Random) {
    const SWAPPED: &[(&str, &str)] = &[("ult", "ugt"), ("ule", "uge"), ("slt", "sgt"), ("sle", "sge")];
    if let Kind::Compare(pred, ..) = &mut inst.kind {
        let other = SWAPPED.iter().find_map(|(a, b)| {
            if a == pred {
                Some(*b)
            } else if b == pred {
                Some(*a)
            } else {
                None
            }
        });
        match other {
            Some(other) if random.one_in(2) => {
                *pred = other;
                inst.args.swap(0, 1);
            }
            _ => *pred = random.pick(&["eq", "ne", "ult", "ule", "slt", "sle", "sgt"]),
        }
    }
}

/// A branch whose arms only compute becomes a select: right unless the condition or an arm can go wrong.
fn if_to_select(program: &mut Program, random: &mut Random) {
    let Flow::Branch { on, join, phi: (ty, values), .. } = program.flow.clone() else { return };
    if join != program.insts.len() {
        return;
    }
    let mut condition = on;
    if random.one_in(2) {
        program.insts.push(Inst { ty: Ty::BOOL, kind: Kind::Freeze, args: vec![(Ty::BOOL, on)] });
        condition = Value::Inst(program.insts.len() - 1);
    }
    let args = vec![(Ty::BOOL, condition), (ty, values[0]), (ty, values[1])];
    program.insts.push(Inst { ty, kind: Kind::Select(Ty::BOOL), args });
    program.first = program.insts.len();
    program.flow = Flow::Straight;
    replace_uses(program, super::program::PHI, Value::Inst(program.insts.len() - 1));
}
