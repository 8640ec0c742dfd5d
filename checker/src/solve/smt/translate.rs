//! From terms to Z3's nodes, each term once, without recursion.

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::FpFormat;
use llvet_encoder::term::{Assignment, FuncId, Op, Pool, Sort, Term};
use rustc_hash::FxHashMap;
use z3::ast::{Ast, BV, Bool, Dynamic, Float};
use z3::{FuncDecl, Model, Symbol};

use super::cost;
use super::float::{self, Form};

/// A term in Z3: a truth value or a bit-vector.
#[derive(Clone)]
pub(super) enum Node {
    Bool(Bool),
    Bv(BV),
}

impl Node {
    fn bool(&self) -> &Bool {
        match self {
            Node::Bool(node) => node,
            Node::Bv(_) => unreachable!("terms are well-sorted"),
        }
    }

    fn bv(&self) -> &BV {
        match self {
            Node::Bv(node) => node,
            Node::Bool(_) => unreachable!("terms are well-sorted"),
        }
    }

    fn ast(&self) -> &dyn Ast {
        match self {
            Node::Bool(node) => node,
            Node::Bv(node) => node,
        }
    }

    fn of(node: Dynamic) -> Node {
        match node.as_bool() {
            Some(node) => Node::Bool(node),
            None => Node::Bv(node.as_bv().expect("results are truth values or bit-vectors")),
        }
    }

    /// The value in a model; 1 bit for a truth value, 0 where the model leaves it open.
    fn value(&self, model: &Model) -> Option<Bv> {
        match self {
            Node::Bool(node) => Some(Bv::from_bool(model.eval(node, true)?.as_bool()?)),
            Node::Bv(node) => {
                let width = node.get_size();
                let mut value: Option<Bv> = None;
                let mut high = width;
                while high > 0 {
                    let low = (high - 1) / 64 * 64;
                    let part = model.eval(&node.extract(high - 1, low), true)?.as_u64()?;
                    let part = Bv::from_u64(high - low, part);
                    value = Some(value.map_or_else(|| part.clone(), |v| v.concat(&part)));
                    high = low;
                }
                value
            }
        }
    }
}

/// What a term is wanted as.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    /// As what it is.
    Node(Term),
    /// As the number with its bit pattern.
    Number(Term, FpFormat),
}

/// One application of an uninterpreted function.
struct Application {
    func: FuncId,
    args: Vec<Node>,
    value: Node,
}

/// The terms of one pool that Z3 knows.
#[derive(Default)]
pub(super) struct Translator {
    nodes: FxHashMap<Term, Node>,
    numbers: FxHashMap<(Term, FpFormat), Float>,
    variables: Vec<(Term, Node)>,
    applications: Vec<Application>,
    gates: u64,
    floats: bool,
}

impl Translator {
    /// Estimated size of the circuit of everything translated.
    pub(super) fn gates(&self) -> u64 {
        self.gates
    }

    /// Whether there are uninterpreted functions.
    pub(super) fn has_functions(&self) -> bool {
        !self.applications.is_empty()
    }

    /// Whether there are floating-point operations.
    pub(super) fn has_floats(&self) -> bool {
        self.floats
    }

    /// A term of sort `Bool` in Z3.
    pub(super) fn formula(&mut self, pool: &Pool, term: Term) -> Bool {
        let mut stack = vec![Goal::Node(term)];
        let mut missing = Vec::new();
        while let Some(&goal) = stack.last() {
            if self.is_known(goal) {
                stack.pop();
                continue;
            }
            self.missing(pool, goal, &mut missing);
            if missing.is_empty() {
                self.build(pool, goal);
                stack.pop();
            }
            stack.append(&mut missing);
        }
        self.nodes[&term].bool().clone()
    }

    /// The values that a model gives to all variables and function applications; `None` if the model is not complete.
    pub(super) fn assignment(&self, model: &Model) -> Option<Assignment> {
        let mut assignment = Assignment::new();
        for (term, node) in &self.variables {
            assignment.set(*term, node.value(model)?);
        }
        for application in &self.applications {
            let args = application.args.iter().map(|arg| arg.value(model));
            let args = args.collect::<Option<Vec<Bv>>>()?;
            assignment.set_app(application.func, args, application.value.value(model)?);
        }
        Some(assignment)
    }

    fn is_known(&self, goal: Goal) -> bool {
        match goal {
            Goal::Node(term) => self.nodes.contains_key(&term),
            Goal::Number(term, fmt) => self.numbers.contains_key(&(term, fmt)),
        }
    }

    /// Adds to `missing` what has to be built before `goal`.
    fn missing(&self, pool: &Pool, goal: Goal, missing: &mut Vec<Goal>) {
        let mut want = |goal: Goal| {
            if !self.is_known(goal) {
                missing.push(goal);
            }
        };
        match goal {
            Goal::Node(term) => match pool.op(term) {
                Op::Fp { op, fmt, .. } => match float::result_format(op, fmt) {
                    Some(result) => want(Goal::Number(term, result)),
                    None => operands(pool, term).for_each(want),
                },
                _ => pool.args(term).iter().for_each(|&arg| want(Goal::Node(arg))),
            },
            Goal::Number(term, fmt) => match float::form(pool, term, fmt) {
                Form::Operation => operands(pool, term).for_each(want),
                Form::Choice => {
                    want(Goal::Node(pool.args(term)[0]));
                    want(Goal::Number(pool.args(term)[1], fmt));
                    want(Goal::Number(pool.args(term)[2], fmt));
                }
                Form::Negated(arg) | Form::Absolute(arg) => want(Goal::Number(arg, fmt)),
                Form::Pattern => want(Goal::Node(term)),
            },
        }
    }

    fn build(&mut self, pool: &Pool, goal: Goal) {
        match goal {
            Goal::Node(term) => {
                let node = self.node(pool, term);
                self.gates = self.gates.saturating_add(cost::gates(pool, term));
                self.nodes.insert(term, node);
            }
            Goal::Number(term, fmt) => {
                let number = self.number(pool, term, fmt);
                self.floats = true;
                self.numbers.insert((term, fmt), number);
            }
        }
    }

    fn number(&self, pool: &Pool, term: Term, fmt: FpFormat) -> Float {
        let known = |term: Term| &self.numbers[&(term, fmt)];
        match float::form(pool, term, fmt) {
            Form::Operation => {
                let Op::Fp { op, fmt: of, rm } = pool.op(term) else { unreachable!("an operation is an `Op::Fp`") };
                let args = pool.args(term);
                if float::takes_integer(op) {
                    return float::from_integer(op, of, rm, self.nodes[&args[0]].bv());
                }
                let args: Vec<Float> = args.iter().map(|&a| self.numbers[&(a, of)].clone()).collect();
                float::arithmetic(op, rm, &args)
            }
            Form::Choice => {
                let args = pool.args(term);
                self.nodes[&args[0]].bool().ite(known(args[1]), known(args[2]))
            }
            Form::Negated(arg) => known(arg).unary_neg(),
            Form::Absolute(arg) => known(arg).unary_abs(),
            Form::Pattern => float::from_pattern(self.nodes[&term].bv(), fmt),
        }
    }

    fn node(&mut self, pool: &Pool, term: Term) -> Node {
        let args = pool.args(term);
        match pool.op(term) {
            Op::Var(id) => {
                let node = variable(id.0, pool.sort(term));
                self.variables.push((term, node.clone()));
                node
            }
            Op::App(func) => self.application(pool, func, args),
            Op::Fp { op, fmt, rm } => match float::result_format(op, fmt) {
                Some(result) => Node::Bv(float::to_pattern(&self.numbers[&(term, result)], result)),
                None => self.float_test(op, fmt, rm, args),
            },
            op => {
                let args: Vec<&Node> = args.iter().map(|arg| &self.nodes[arg]).collect();
                plain(pool, op, &args)
            }
        }
    }

    fn float_test(&mut self, op: llvet_encoder::fp::FpOp, fmt: FpFormat, rm: llvet_encoder::fp::RoundingMode, args: &[Term]) -> Node {
        let number = |index: usize| &self.numbers[&(args[index], fmt)];
        match op.result_width(fmt) {
            Some(_) => Node::Bv(float::to_integer(op, fmt, rm, number(0))),
            None => Node::Bool(float::comparison(op, number(0), number(1))),
        }
    }

    fn application(&mut self, pool: &Pool, func: FuncId, args: &[Term]) -> Node {
        let (domain, range) = pool.func_sorts(func);
        let domain: Vec<z3::Sort> = domain.iter().map(|&sort| z3_sort(sort)).collect();
        let decl = FuncDecl::new(format!("f{}", func.0), &domain.iter().collect::<Vec<_>>(), &z3_sort(range));
        let args: Vec<Node> = args.iter().map(|arg| self.nodes[arg].clone()).collect();
        let value = Node::of(decl.apply(&args.iter().map(Node::ast).collect::<Vec<_>>()));
        self.applications.push(Application { func, args, value: value.clone() });
        value
    }
}

/// What the operands of a floating-point operation are wanted as.
fn operands(pool: &Pool, term: Term) -> impl Iterator<Item = Goal> + '_ {
    let op = pool.op(term);
    pool.args(term).iter().map(move |&arg| match op {
        Op::Fp { op, fmt, .. } if !float::takes_integer(op) => Goal::Number(arg, fmt),
        _ => Goal::Node(arg),
    })
}

fn z3_sort(sort: Sort) -> z3::Sort {
    match sort {
        Sort::Bool => z3::Sort::bool(),
        Sort::Bv(width) => z3::Sort::bitvector(width),
    }
}

/// Numbered, not named: names need not be unique in a pool.
fn variable(number: u32, sort: Sort) -> Node {
    match sort {
        Sort::Bool => Node::Bool(Bool::new_const(Symbol::Int(number))),
        Sort::Bv(width) => Node::Bv(BV::new_const(Symbol::Int(number), width)),
    }
}

/// A constant of any width.
pub(super) fn constant(value: &Bv) -> BV {
    match value.to_u64() {
        Some(small) => BV::from_u64(small, value.width()),
        None => BV::from_str(value.width(), &value.to_string_unsigned()).expect("a decimal number is a constant"),
    }
}

/// Every operator that is neither a variable nor an uninterpreted function nor floating-point.
fn plain(pool: &Pool, op: Op, args: &[&Node]) -> Node {
    let fold = |f: fn(&BV, &BV) -> BV| {
        let first = args[0].bv().clone();
        Node::Bv(args[1..].iter().fold(first, |acc, arg| f(&acc, arg.bv())))
    };
    let binary = |f: fn(&BV, &BV) -> BV| Node::Bv(f(args[0].bv(), args[1].bv()));
    let compare = |f: fn(&BV, &BV) -> Bool| Node::Bool(f(args[0].bv(), args[1].bv()));
    match op {
        Op::Var(_) | Op::App(_) | Op::Fp { .. } => unreachable!("not a plain operator"),
        Op::Bool(value) => Node::Bool(Bool::from_bool(value)),
        Op::Const(id) => Node::Bv(constant(pool.const_value(id))),
        Op::Not => Node::Bool(args[0].bool().not()),
        Op::And => Node::Bool(Bool::and(&args.iter().map(|arg| arg.bool().clone()).collect::<Vec<_>>())),
        Op::Ite => match (args[1], args[2]) {
            (Node::Bool(a), Node::Bool(b)) => Node::Bool(args[0].bool().ite(a, b)),
            (a, b) => Node::Bv(args[0].bool().ite(a.bv(), b.bv())),
        },
        Op::Eq => match (args[0], args[1]) {
            (Node::Bool(a), Node::Bool(b)) => Node::Bool(a.iff(b)),
            (a, b) => Node::Bool(a.bv().eq(b.bv())),
        },
        Op::Ult => compare(|a, b| a.bvult(b)),
        Op::Slt => compare(|a, b| a.bvslt(b)),
        Op::Add => fold(|a, b| a.bvadd(b)),
        Op::Mul => fold(|a, b| a.bvmul(b)),
        Op::Neg => Node::Bv(args[0].bv().bvneg()),
        Op::Udiv => binary(|a, b| a.bvudiv(b)),
        Op::Urem => binary(|a, b| a.bvurem(b)),
        Op::Sdiv => binary(|a, b| a.bvsdiv(b)),
        Op::Srem => binary(|a, b| a.bvsrem(b)),
        Op::BvAnd => fold(|a, b| a.bvand(b)),
        Op::BvOr => fold(|a, b| a.bvor(b)),
        Op::BvXor => fold(|a, b| a.bvxor(b)),
        Op::BvNot => Node::Bv(args[0].bv().bvnot()),
        Op::Shl => binary(|a, b| a.bvshl(b)),
        Op::Lshr => binary(|a, b| a.bvlshr(b)),
        Op::Ashr => binary(|a, b| a.bvashr(b)),
        Op::Concat => fold(|a, b| a.concat(b)),
        Op::Extract { hi, lo } => Node::Bv(args[0].bv().extract(hi, lo)),
        Op::Zext { width } => extended(args[0].bv(), width, BV::zero_ext),
        Op::Sext { width } => extended(args[0].bv(), width, BV::sign_ext),
    }
}

fn extended(bits: &BV, width: u32, extend: fn(&BV, u32) -> BV) -> Node {
    Node::Bv(extend(bits, width - bits.get_size()))
}
