//! Random well-typed functions.

use std::cmp::Ordering;

use super::program::{Flow, Inst, Kind, PHI, Program, Ty, Value};
use super::random::Random;

/// Operators with the flags they may have.
pub const BINARY: &[(&str, &[&str])] = &[
    ("add", &["nuw", "nsw"]),
    ("sub", &["nuw", "nsw"]),
    ("mul", &["nuw", "nsw"]),
    ("shl", &["nuw", "nsw"]),
    ("lshr", &["exact"]),
    ("ashr", &["exact"]),
    ("udiv", &["exact"]),
    ("sdiv", &["exact"]),
    ("urem", &[]),
    ("srem", &[]),
    ("and", &[]),
    ("or", &["disjoint"]),
    ("xor", &[]),
];

const PREDICATES: &[&str] = &["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];

/// Intrinsics by the number of operands, and what comes after these.
const INTRINSICS: &[(&str, usize, &str)] = &[
    ("umin", 2, ""),
    ("umax", 2, ""),
    ("smin", 2, ""),
    ("smax", 2, ""),
    ("uadd.sat", 2, ""),
    ("usub.sat", 2, ""),
    ("sadd.sat", 2, ""),
    ("ssub.sat", 2, ""),
    ("ushl.sat", 2, ""),
    ("sshl.sat", 2, ""),
    ("ctpop", 1, ""),
    ("bitreverse", 1, ""),
    ("ctlz", 1, ", i1 false"),
    ("ctlz", 1, ", i1 true"),
    ("cttz", 1, ", i1 false"),
    ("cttz", 1, ", i1 true"),
    ("abs", 1, ", i1 false"),
    ("abs", 1, ", i1 true"),
    ("fshl", 3, ""),
    ("fshr", 3, ""),
];

const OVERFLOW: &[&str] = &["uadd", "sadd", "usub", "ssub", "umul", "smul"];

/// A function under construction.
struct Builder<'r> {
    random: &'r mut Random,
    program: Program,
    /// What may be used here.
    scope: Vec<(Ty, Value)>,
    width: u32,
    /// Another width that casts lead to.
    other: u32,
    vectors: bool,
}

/// A random function over integers of about one width.
pub fn program(random: &mut Random) -> Program {
    let width = match random.below(20) {
        0..3 => 1,
        3..10 => 2,
        10..16 => 3,
        16..19 => 4,
        _ => 5 + random.below(4) as u32,
    };
    let vectors = width <= 2 && random.one_in(6);
    let ty = Ty { width, vector: vectors };
    let count = if width > 4 || vectors { 1 } else { 1 + random.below(if width <= 2 { 3 } else { 2 }) };
    let mut args: Vec<(Ty, &'static str)> = (0..count).map(|_| (ty, if random.one_in(5) { " noundef" } else { "" })).collect();
    if random.one_in(3) {
        args.push((Ty::BOOL, if random.one_in(4) { " noundef" } else { "" }));
    }
    let scope = args.iter().enumerate().map(|(i, (ty, _))| (*ty, Value::Arg(i))).collect();
    let program = Program { args, insts: Vec::new(), first: 0, flow: Flow::Straight, ret: Vec::new() };
    let other = 1 + random.below(width as usize + 2) as u32;
    let mut builder = Builder { random, program, scope, width, other, vectors };
    builder.fill();
    builder.program
}

impl Builder<'_> {
    fn fill(&mut self) {
        let entry = 1 + self.random.below(4);
        self.instructions(entry);
        self.program.first = self.program.insts.len();
        if self.random.one_in(3) {
            self.branches();
        }
        let results = if self.random.one_in(12) { 2 } else { 1 };
        for _ in 0..results {
            self.result();
        }
    }

    fn result(&mut self) {
        let wanted = if self.random.one_in(5) { Ty::BOOL } else { self.main() };
        // The last value of the type, mostly: what was computed should matter.
        let last = self.scope.iter().rev().find(|(ty, v)| *ty == wanted && matches!(v, Value::Inst(_))).map(|(_, v)| *v);
        let value = match last {
            Some(value) if !self.random.one_in(8) => value,
            _ => self.value(wanted),
        };
        self.program.ret.push((wanted, value));
    }

    fn main(&self) -> Ty {
        Ty { width: self.width, vector: self.vectors }
    }

    fn branches(&mut self) {
        let outside = self.scope.len();
        let switch = !self.vectors && self.random.one_in(3);
        let on_switch = (Ty { width: self.width, vector: false }, self.value(Ty { width: self.width, vector: false }));
        let on_branch = self.value(Ty::BOOL);
        let ty = self.main();
        let mut phi = [Value::Undef; 2];
        let mut bounds = [0; 2];
        for arm in 0..2 {
            let count = self.random.below(3);
            self.instructions(count);
            bounds[arm] = self.program.insts.len();
            phi[arm] = self.value(ty);
            self.scope.truncate(outside);
        }
        let ([split, join], phi) = (bounds, (ty, phi));
        self.program.flow = if switch {
            let mut cases: Vec<i64> = (0..1 + self.random.below(2)).map(|_| self.random.below(1 << self.width.min(4)) as i64).collect();
            cases.sort_unstable();
            cases.dedup();
            Flow::Switch { on: on_switch, cases, split, join, phi }
        } else {
            Flow::Branch { on: on_branch, split, join, phi }
        };
        self.scope.push((ty, Value::Inst(PHI)));
        let count = self.random.below(2);
        self.instructions(count);
    }

    fn instructions(&mut self, count: usize) {
        for _ in 0..count {
            let inst = self.instruction();
            let number = self.program.insts.len();
            self.scope.push((inst.ty, Value::Inst(number)));
            self.program.insts.push(inst);
        }
    }

    /// An operand: what is in scope, mostly.
    fn value(&mut self, ty: Ty) -> Value {
        let usable: Vec<Value> = self.scope.iter().filter(|(t, _)| *t == ty).map(|(_, v)| *v).collect();
        match self.random.below(24) {
            0 => Value::Undef,
            1 if self.random.one_in(2) => Value::Poison,
            2..6 => constant(self.random, ty),
            _ if usable.is_empty() => constant(self.random, ty),
            _ => self.random.pick(&usable),
        }
    }

    fn operands(&mut self, types: &[Ty]) -> Vec<(Ty, Value)> {
        types.iter().map(|&ty| (ty, self.value(ty))).collect()
    }

    fn instruction(&mut self) -> Inst {
        let ty = self.operand_type();
        let choice = self.random.below(if ty.vector { 26 } else { 22 });
        let (result, kind, types) = match choice {
            0..9 => {
                let (op, allowed) = self.random.pick(BINARY);
                let flags = allowed.iter().copied().filter(|_| self.random.one_in(4)).collect();
                (ty, Kind::Binary(op, flags), vec![ty, ty])
            }
            9..12 => {
                let samesign = self.random.one_in(6);
                (ty.condition(), Kind::Compare(self.random.pick(PREDICATES), samesign, ty), vec![ty, ty])
            }
            12..14 => {
                let condition = if self.vectors && self.random.one_in(2) { ty.condition() } else { Ty::BOOL };
                (ty, Kind::Select(condition), vec![condition, ty, ty])
            }
            14 => (Ty::BOOL, Kind::Binary(self.random.pick(&["and", "or", "xor"]), Vec::new()), vec![Ty::BOOL, Ty::BOOL]),
            15..17 => (ty, Kind::Freeze, vec![ty]),
            17 => self.cast(ty),
            18 | 19 => {
                let (name, count, more) = self.random.pick(INTRINSICS);
                (ty, Kind::Intrinsic(name, more), vec![ty; count])
            }
            20 => {
                let field = self.random.below(2);
                let result = if field == 0 { ty } else { ty.condition() };
                (result, Kind::Overflow(self.random.pick(OVERFLOW), field, ty), vec![ty, ty])
            }
            21 if !ty.vector && self.random.one_in(30) => {
                let (pred, op) =
                    (self.random.pick(&["oeq", "olt", "ult", "une", "uno"]), self.random.pick(&["fadd", "fsub", "fmul", "fdiv"]));
                (Ty::BOOL, Kind::Half(pred, op, self.random.one_in(2)), vec![ty, ty])
            }
            21 => {
                let member = self.random.below(2);
                (if member == 0 { ty } else { Ty::BOOL }, Kind::Member(member), vec![ty, Ty::BOOL])
            }
            22 | 23 => {
                let lanes = [0, 1].map(|_| (!self.random.one_in(8)).then(|| self.random.below(4)));
                (ty, Kind::Shuffle(lanes), vec![ty, ty])
            }
            24 => (ty, Kind::Insert(self.random.below(2)), vec![ty, Ty { vector: false, ..ty }]),
            _ => (Ty { vector: false, ..ty }, Kind::Extract(self.random.below(2)), vec![ty]),
        };
        let args = self.operands(&types);
        Inst { ty: result, kind, args }
    }

    /// The main type, or the other one when there are values of it.
    fn operand_type(&mut self) -> Ty {
        let other = Ty { width: self.other, vector: self.vectors };
        let there = self.scope.iter().any(|(ty, v)| *ty == other && matches!(v, Value::Inst(_)));
        if there && self.random.one_in(3) { other } else { self.main() }
    }

    /// A cast between a type, and truth values or the other width, where their widths differ.
    fn cast(&mut self, ty: Ty) -> (Ty, Kind, Vec<Ty>) {
        let (other, away) = (Ty { width: if ty.width == self.width { self.other } else { self.width }, ..ty }, self.random.one_in(2));
        let other = if self.random.one_in(2) { other } else { ty.condition() };
        let (from, to) = if away { (ty, other) } else { (other, ty) };
        let flags = |random: &mut Random, allowed: &[&'static str]| allowed.iter().copied().filter(|_| random.one_in(4)).collect();
        match from.width.cmp(&to.width) {
            Ordering::Equal => (ty, Kind::Freeze, vec![ty]),
            Ordering::Greater => (to, Kind::Cast("trunc", flags(self.random, &["nuw", "nsw"]), from), vec![from]),
            Ordering::Less if self.random.one_in(2) => (to, Kind::Cast("sext", Vec::new(), from), vec![from]),
            Ordering::Less => (to, Kind::Cast("zext", flags(self.random, &["nneg"]), from), vec![from]),
        }
    }
}

/// A number that is likely to matter.
pub fn constant(random: &mut Random, ty: Ty) -> Value {
    let min = -1i64 << (ty.width - 1);
    let near = [0, 1, -1, min, -(min + 1), 2, i64::from(ty.width) - 1, i64::from(ty.width), 3];
    Value::Number(if random.one_in(4) { random.below(1 << ty.width) as i64 } else { random.pick(&near) })
}
