//! Small functions as data: what the generator makes, mutations change, and printing turns into LLVM's text.

use std::fmt::Write;

/// A type: an integer, or a vector of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ty {
    pub width: u32,
    pub vector: bool,
}

impl Ty {
    pub const BOOL: Ty = Ty { width: 1, vector: false };

    /// The type of a comparison of two values of this type.
    pub fn condition(self) -> Ty {
        Ty { width: 1, ..self }
    }

    pub fn text(self) -> String {
        if self.vector { format!("<2 x i{}>", self.width) } else { format!("i{}", self.width) }
    }

    /// As in the names of overloaded intrinsics.
    fn mangled(self) -> String {
        format!("{}i{}", if self.vector { "v2" } else { "" }, self.width)
    }
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// `%aN`
    Arg(usize),
    /// `%vN`
    Inst(usize),
    /// A number, in every lane.
    Number(i64),
    Undef,
    Poison,
}

/// What an instruction computes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Operator with its flags.
    Binary(&'static str, Vec<&'static str>),
    /// Predicate, and the type of the operands.
    Compare(&'static str, bool, Ty),
    /// Select, and the type of the condition.
    Select(Ty),
    Freeze,
    /// Cast from a type, with its flags.
    Cast(&'static str, Vec<&'static str>, Ty),
    /// Name of an intrinsic on operands of the result's type, and arguments that are constants after them.
    Intrinsic(&'static str, &'static str),
    /// The result (0) or flag (1) of an arithmetic intrinsic with overflow, on operands of this type.
    Overflow(&'static str, usize, Ty),
    /// A lane of a vector.
    Extract(usize),
    /// A vector with a lane changed.
    Insert(usize),
    /// Two lanes out of four; `None` is poison.
    Shuffle([Option<usize>; 2]),
    /// A member of a structure that two operands were inserted into.
    Member(usize),
    /// The operands as halves, signed when so: the result of an operation compared with the first one.
    Half(&'static str, &'static str, bool),
}

/// An instruction; its number is its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    pub ty: Ty,
    pub kind: Kind,
    pub args: Vec<(Ty, Value)>,
}

/// How the entry block goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the end.
    Straight,
    /// To one of two blocks of instructions, joined by a phi: the condition, where the second block starts among the
    /// instructions, where the end starts, and the phi's operands.
    Branch { on: Value, split: usize, join: usize, phi: (Ty, [Value; 2]) },
    /// The same with a switch: the second block is taken for these numbers.
    Switch { on: (Ty, Value), cases: Vec<i64>, split: usize, join: usize, phi: (Ty, [Value; 2]) },
}

/// A function. Instructions before `first` are in the entry block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub args: Vec<(Ty, &'static str)>,
    pub insts: Vec<Inst>,
    /// Where the first branch starts (all instructions when there is none).
    pub first: usize,
    pub flow: Flow,
    /// One value, or two that are returned as a structure.
    pub ret: Vec<(Ty, Value)>,
}

/// The number of the phi, which has no place among the instructions.
pub const PHI: usize = 1000;

impl Program {
    /// The text of the function.
    pub fn text(&self, name: &str) -> String {
        let args: Vec<String> = self.args.iter().enumerate().map(|(i, (ty, attr))| format!("{}{attr} %a{i}", ty.text())).collect();
        let types: Vec<String> = self.ret.iter().map(|(ty, _)| ty.text()).collect();
        let whole = if let [only] = types.as_slice() { only.clone() } else { format!("{{ {} }}", types.join(", ")) };
        let mut out = format!("define {whole} @{name}({}) {{\n", args.join(", "));
        self.lines(&mut out, 0, self.first);
        match &self.flow {
            Flow::Straight => {}
            Flow::Branch { on, split, join, phi } => {
                let _ = writeln!(out, "br i1 {}, label %then, label %else", operand(Ty::BOOL, *on));
                self.arms(&mut out, *split, *join, phi);
            }
            Flow::Switch { on, cases, split, join, phi } => {
                let ty = on.0.text();
                let cases: Vec<String> = cases.iter().map(|n| format!("{ty} {}, label %else", number(on.0.width, *n))).collect();
                let _ = writeln!(out, "switch {ty} {}, label %then [ {} ]", operand(on.0, on.1), cases.join(" "));
                self.arms(&mut out, *split, *join, phi);
            }
        }
        let typed = |i: usize| format!("{} {}", types[i], operand(self.ret[i].0, self.ret[i].1));
        let _ = if self.ret.len() == 1 {
            writeln!(out, "ret {}\n}}", typed(0))
        } else {
            let first = format!("%first = insertvalue {whole} undef, {}, 0", typed(0));
            writeln!(out, "{first}\n%both = insertvalue {whole} %first, {}, 1\nret {whole} %both\n}}", typed(1))
        };
        out
    }

    fn arms(&self, out: &mut String, split: usize, join: usize, (ty, values): &(Ty, [Value; 2])) {
        out.push_str("then:\n");
        self.lines(out, self.first, split);
        out.push_str("br label %end\nelse:\n");
        self.lines(out, split, join);
        let [then, other] = values.map(|v| operand(*ty, v));
        let _ = writeln!(out, "br label %end\nend:\n%v{PHI} = phi {} [ {then}, %then ], [ {other}, %else ]", ty.text());
        self.lines(out, join, self.insts.len());
    }

    fn lines(&self, out: &mut String, from: usize, to: usize) {
        for (index, inst) in self.insts.iter().enumerate().take(to).skip(from) {
            inst.write(out, index);
        }
    }

    /// The types of what is returned.
    pub fn ret_types(&self) -> Vec<Ty> {
        self.ret.iter().map(|(ty, _)| *ty).collect()
    }

    /// Declarations that the functions need.
    pub fn declarations(programs: &[&Program]) -> String {
        let mut out: Vec<String> = programs.iter().flat_map(|p| &p.insts).filter_map(Inst::declaration).collect();
        out.sort();
        out.dedup();
        out.concat()
    }
}

fn flags(list: &[&str]) -> String {
    list.iter().map(|flag| format!("{flag} ")).collect()
}

fn number(width: u32, n: i64) -> String {
    match width {
        1 if n & 1 == 1 => "true".to_owned(),
        1 => "false".to_owned(),
        _ => (n << (64 - width) >> (64 - width)).to_string(),
    }
}

/// An operand without its type.
fn operand(ty: Ty, value: Value) -> String {
    match value {
        Value::Arg(n) => format!("%a{n}"),
        Value::Inst(n) => format!("%v{n}"),
        Value::Undef => "undef".to_owned(),
        Value::Poison => "poison".to_owned(),
        Value::Number(n) if ty.vector => format!("<i{0} {1}, i{0} {1}>", ty.width, number(ty.width, n)),
        Value::Number(n) => number(ty.width, n),
    }
}

impl Inst {
    fn write(&self, out: &mut String, index: usize) {
        let ty = self.ty.text();
        let value = |i: usize| operand(self.args[i].0, self.args[i].1);
        let typed = |i: usize| format!("{} {}", self.args[i].0.text(), value(i));
        let all = || (0..self.args.len()).map(typed).collect::<Vec<_>>().join(", ");
        let text = match &self.kind {
            Kind::Binary(op, list) => format!("{op} {}{ty} {}, {}", flags(list), value(0), value(1)),
            Kind::Compare(pred, samesign, of) => {
                format!("icmp {}{pred} {} {}, {}", if *samesign { "samesign " } else { "" }, of.text(), value(0), value(1))
            }
            Kind::Select(_) => format!("select {}", all()),
            Kind::Freeze => format!("freeze {}", typed(0)),
            Kind::Cast(op, list, _) => format!("{op} {}{} to {ty}", flags(list), typed(0)),
            Kind::Intrinsic(name, more) => format!("call {ty} @llvm.{name}.{}({}{more})", self.ty.mangled(), all()),
            Kind::Overflow(name, field, of) => {
                let (pair, mangled) = (format!("{{ {}, {} }}", of.text(), of.condition().text()), of.mangled());
                let _ = writeln!(out, "%w{index} = call {pair} @llvm.{name}.with.overflow.{mangled}({})", all());
                format!("extractvalue {pair} %w{index}, {field}")
            }
            Kind::Extract(lane) => format!("extractelement {}, i32 {lane}", typed(0)),
            Kind::Insert(lane) => format!("insertelement {}, i32 {lane}", all()),
            Kind::Shuffle(lanes) => {
                let lanes = lanes.map(|lane| lane.map_or("i32 poison".to_owned(), |n| format!("i32 {n}")));
                format!("shufflevector {}, <2 x i32> <{}>", all(), lanes.join(", "))
            }
            Kind::Member(member) => {
                let whole = format!("{{ {}, {} }}", self.args[0].0.text(), self.args[1].0.text());
                let _ = writeln!(out, "%w{index} = insertvalue {whole} poison, {}, 1", typed(1));
                let _ = writeln!(out, "%x{index} = insertvalue {whole} %w{index}, {}, 0", typed(0));
                format!("extractvalue {whole} %x{index}, {member}")
            }
            Kind::Half(pred, op, signed) => {
                let cast = if *signed { "sitofp" } else { "uitofp" };
                let _ = writeln!(out, "%w{index} = {cast} {} to half\n%x{index} = {cast} {} to half", typed(0), typed(1));
                let _ = writeln!(out, "%y{index} = {op} half %w{index}, %x{index}");
                format!("fcmp {pred} half %y{index}, %w{index}")
            }
        };
        let _ = writeln!(out, "%v{index} = {text}");
    }

    fn declaration(&self) -> Option<String> {
        let of = |ty: Ty| vec![ty.text(); self.args.len()].join(", ");
        match &self.kind {
            Kind::Intrinsic(name, more) => {
                let more = if more.is_empty() { "" } else { ", i1 immarg" };
                Some(format!("declare {} @llvm.{name}.{}({}{more})\n", self.ty.text(), self.ty.mangled(), of(self.ty)))
            }
            Kind::Overflow(name, _, ty) => {
                let pair = format!("{{ {}, {} }}", ty.text(), ty.condition().text());
                Some(format!("declare {pair} @llvm.{name}.with.overflow.{}({})\n", ty.mangled(), of(*ty)))
            }
            _ => None,
        }
    }
}
