//! Reference evaluation of terms on [`Bv`] values, any width. Booleans are carried as 1-bit values.

use rustc_hash::FxHashMap;

use super::{FuncId, Op, Pool, Term};
use crate::bv::Bv;
use crate::fp::fp_eval;

/// Values of variables and of uninterpreted functions. What is not set is 0 (false).
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    vars: FxHashMap<Term, Bv>,
    apps: FxHashMap<(FuncId, Vec<Bv>), Bv>,
}

impl Assignment {
    /// The assignment of 0 to everything.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Sets a variable; a Boolean takes a 1-bit value.
    pub fn set(&mut self, var: Term, value: Bv) {
        self.vars.insert(var, value);
    }

    /// The value of a variable, if it was set.
    pub fn get(&self, var: Term) -> Option<&Bv> {
        self.vars.get(&var)
    }

    /// Sets the value of an uninterpreted function at one point.
    pub fn set_app(&mut self, func: FuncId, args: Vec<Bv>, value: Bv) {
        self.apps.insert((func, args), value);
    }
}

/// The value of an interpreted operator on constant arguments; `None` for variables, constants and uninterpreted functions.
///
/// # Panics
/// If the number or the widths of the arguments do not fit the operator.
pub fn apply(op: Op, args: &[Bv]) -> Option<Bv> {
    let fold = |f: fn(&Bv, &Bv) -> Bv| args[1..].iter().fold(args[0].clone(), |acc, arg| f(&acc, arg));
    Some(match op {
        Op::Const(_) | Op::Var(_) | Op::App(_) => return None,
        Op::Bool(value) => Bv::from_bool(value),
        Op::Not | Op::BvNot => args[0].not(),
        Op::And | Op::BvAnd => fold(Bv::and),
        Op::Ite => args[if args[0].to_bool() { 1 } else { 2 }].clone(),
        Op::Eq => Bv::from_bool(args[0] == args[1]),
        Op::Ult => Bv::from_bool(args[0].ult(&args[1])),
        Op::Slt => Bv::from_bool(args[0].slt(&args[1])),
        Op::Add => fold(Bv::add),
        Op::Mul => fold(Bv::mul),
        Op::Neg => args[0].neg(),
        Op::Udiv => args[0].udiv(&args[1]),
        Op::Urem => args[0].urem(&args[1]),
        Op::Sdiv => args[0].sdiv(&args[1]),
        Op::Srem => args[0].srem(&args[1]),
        Op::BvOr => fold(Bv::or),
        Op::BvXor => fold(Bv::xor),
        Op::Shl => args[0].shl(&args[1]),
        Op::Lshr => args[0].lshr(&args[1]),
        Op::Ashr => args[0].ashr(&args[1]),
        Op::Concat => fold(Bv::concat),
        Op::Extract { hi, lo } => args[0].extract(hi, lo),
        Op::Zext { width } => args[0].zext(width),
        Op::Sext { width } => args[0].sext(width),
        Op::Fp { op, fmt, rm } => fp_eval(op, fmt, rm, args),
    })
}

impl Pool {
    /// The value of a term under an assignment; a Boolean is 1 bit wide.
    pub fn eval(&self, term: Term, assignment: &Assignment) -> Bv {
        self.eval_all(&[term], assignment).pop().expect("one value per term")
    }

    /// The values of several terms under an assignment, sharing the work.
    pub fn eval_all(&self, roots: &[Term], assignment: &Assignment) -> Vec<Bv> {
        let mut values: FxHashMap<Term, Bv> = FxHashMap::default();
        for term in self.topological(roots) {
            let args: Vec<Bv> = self.args(term).iter().map(|arg| values[arg].clone()).collect();
            let value = match self.op(term) {
                Op::Const(id) => self.const_value(id).clone(),
                Op::Var(_) => assignment.get(term).cloned().unwrap_or_else(|| Bv::zero(self.width(term))),
                Op::App(func) => {
                    let known = assignment.apps.get(&(func, args)).cloned();
                    known.unwrap_or_else(|| Bv::zero(self.width(term)))
                }
                op => apply(op, &args).expect("an interpreted operator"),
            };
            values.insert(term, value);
        }
        roots.iter().map(|root| values[root].clone()).collect()
    }
}
