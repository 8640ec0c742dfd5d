//! Runs a rule over values, over constant terms and over terms with variables, on every operand, and compares all its outcomes
//! with those the reference allows.

use std::collections::BTreeSet;

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::domain::ConcreteDomain;
use llvet_encoder::domain::{ChoiceKind, Domain};
use llvet_encoder::outcome::UbReason;
use llvet_encoder::semantics::{Cx, Place};
use llvet_encoder::symbolic::domain::TermDomain;
use llvet_encoder::term::{Assignment, Pool, Sort, Term};
use llvet_encoder::value::{Lane, Value};
use llvet_ir::diagnostic::Span;
use llvet_ir::function::{FunctionPrefix, FunctionSuffix};
use llvet_ir::{AttrSet, Function, Module, Type};

/// A scalar; `None` is poison.
pub type Scalar = Option<u128>;

/// What an execution of a rule comes to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Immediate undefined behavior.
    Ub,
    /// A value, leaf by leaf.
    Value(Vec<Scalar>),
}

/// The outcomes of all executions.
pub type Outcomes = BTreeSet<Outcome>;

/// The one outcome.
pub fn only(value: Vec<Scalar>) -> Outcomes {
    BTreeSet::from([Outcome::Value(value)])
}

/// An operand.
#[derive(Clone, Debug)]
pub enum Operand {
    /// Every value of that many lanes of a width, each lane poison too.
    Any {
        /// Width of each lane.
        width: u32,
        /// Number of lanes.
        lanes: usize,
    },
    /// One immediate.
    Imm {
        /// Width.
        width: u32,
        /// Value.
        value: u128,
    },
}

/// A scalar operand.
pub fn any(width: u32) -> Operand {
    Operand::Any { width, lanes: 1 }
}

/// A vector operand.
pub fn vector(width: u32, lanes: usize) -> Operand {
    Operand::Any { width, lanes }
}

/// An immediate.
pub fn imm(width: u32, value: u128) -> Operand {
    Operand::Imm { width, value }
}

/// The rule under test.
pub trait Rule {
    /// Computes the result.
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D>;
}

/// A function to stand in, for rules that want to know where they are.
pub fn function() -> Function {
    Function {
        name: "f".into(),
        prefix: FunctionPrefix::default(),
        ret: Type::Void,
        ret_attrs: AttrSet::default(),
        args: Vec::new(),
        vararg: false,
        attrs: AttrSet::default(),
        suffix: FunctionSuffix::default(),
        metadata: Vec::new(),
        values: Vec::new(),
        blocks: Vec::new(),
        uselistorders: Vec::new(),
        span: Span::default(),
    }
}

/// Calls `with` at a place in an empty module.
pub fn somewhere<R>(with: impl FnOnce(Place<'_>) -> R) -> R {
    let (module, function) = (Module::default(), function());
    with(Place { module: &module, function: &function })
}

/// The scalars of an operand, in order; a run fixes one value of each.
fn scalars(operands: &[Operand]) -> Vec<(u32, Option<u128>)> {
    let leaves = operands.iter().flat_map(|operand| match *operand {
        Operand::Any { width, lanes } => vec![(width, None); lanes],
        Operand::Imm { width, value } => vec![(width, Some(value))],
    });
    leaves.collect()
}

/// Regroups leaves by operand.
fn regroup<T: Clone>(operands: &[Operand], leaves: &[T]) -> Vec<Vec<T>> {
    let mut rest = leaves;
    let groups = operands.iter().map(|operand| {
        let count = if let Operand::Any { lanes, .. } = operand { *lanes } else { 1 };
        let (here, after) = rest.split_at(count);
        rest = after;
        here.to_vec()
    });
    groups.collect()
}

/// Compares the rule with the reference on every operand.
pub fn check<R: Rule>(name: &str, rule: &R, operands: &[Operand], expected: impl Fn(&[Vec<Scalar>]) -> Outcomes) {
    let scalars = scalars(operands);
    let choices: Vec<Vec<Scalar>> = scalars
        .iter()
        .map(|&(width, fixed)| match fixed {
            Some(value) => vec![Some(value)],
            None => (0..1 << width).map(Some).chain([None]).collect(),
        })
        .collect();
    let total: usize = choices.iter().map(Vec::len).product();
    let inputs = (0..total).map(|mut index| {
        let pick = choices.iter().map(|values| {
            let value = values[index % values.len()];
            index /= values.len();
            value
        });
        pick.collect()
    });
    check_on(name, rule, operands, inputs, expected);
}

/// Compares the rule with the reference on the given leaves of operands.
pub fn check_on<R: Rule>(
    name: &str,
    rule: &R,
    operands: &[Operand],
    inputs: impl Iterator<Item = Vec<Scalar>>,
    expected: impl Fn(&[Vec<Scalar>]) -> Outcomes,
) {
    let symbolic = Symbolic::new(rule, operands);
    for (i, input) in inputs.enumerate() {
        let args = regroup(operands, &input);
        let want = expected(&args);
        assert_eq!(concrete(rule, operands, &args), want, "{name} on {args:?}, over values");
        assert_eq!(symbolic.outcomes(&input), want, "{name} on {args:?}, over variables");
        // Building terms anew is slow, and constants take one path through the rules.
        if i % 7 == 0 {
            assert_eq!(constant_terms(rule, operands, &args), want, "{name} on {args:?}, over constant terms");
        }
    }
}

fn lanes<D: Domain>(d: &mut D, operands: &[Operand], args: &[Vec<Scalar>]) -> Vec<Value<D>> {
    let values = operands.iter().zip(args).map(|(operand, lanes)| {
        let (Operand::Any { width, .. } | Operand::Imm { width, .. }) = *operand;
        // The bits of a poison scalar mean nothing, so any will do.
        let lanes = lanes.iter().map(|s| Lane { bits: d.bits(Bv::from_u128(width, s.unwrap_or(0x5a5a))), poison: d.bool(s.is_none()) });
        Value { lanes: lanes.collect() }
    });
    values.collect()
}

/// Outcomes over values, by trying every tape of picks.
fn concrete<R: Rule>(rule: &R, operands: &[Operand], args: &[Vec<Scalar>]) -> Outcomes {
    let mut outcomes = Outcomes::new();
    let mut tape: Vec<(u32, u128)> = Vec::new();
    loop {
        let mut at = 0;
        let mut chooser = |width: u32, _: ChoiceKind| {
            if at == tape.len() {
                tape.push((width, 0));
            }
            at += 1;
            Bv::from_u128(width, tape[at - 1].1)
        };
        let mut d = ConcreteDomain { chooser: &mut chooser };
        let args = lanes(&mut d, operands, args);
        let mut cx = Cx::new(&mut d, true);
        let value = rule.apply(&mut cx, &args);
        outcomes.insert(if cx.ub.iter().any(|(ub, _)| *ub) { Outcome::Ub } else { Outcome::Value(read(&value)) });
        // The next tape, in the order of a counter whose last digit turns fastest.
        while tape.last().is_some_and(|&(width, pick)| pick + 1 == 1 << width) {
            tape.pop();
        }
        match tape.last_mut() {
            Some((_, pick)) => *pick += 1,
            None => return outcomes,
        }
    }
}

fn read(value: &Value<ConcreteDomain<'_>>) -> Vec<Scalar> {
    value.lanes.iter().map(|lane| if lane.poison { None } else { lane.bits.to_u128() }).collect()
}

/// A result as terms: undefined behavior, then bits and poison of each leaf, and the picks it depends on.
struct Symbolic {
    pool: Pool,
    inputs: Vec<(Term, Term)>,
    picks: Vec<Term>,
    roots: Vec<Term>,
}

fn roots(d: &mut TermDomain<'_>, ub: Vec<(Term, UbReason)>, value: &Value<TermDomain<'_>>) -> Vec<Term> {
    let ub = d.pool.or_all(ub.into_iter().map(|(condition, _)| condition));
    std::iter::once(ub).chain(value.lanes.iter().flat_map(|lane| [lane.bits, lane.poison])).collect()
}

impl Symbolic {
    fn new<R: Rule>(rule: &R, operands: &[Operand]) -> Symbolic {
        let mut pool = Pool::new();
        let inputs: Vec<(Term, Term)> = scalars(operands)
            .into_iter()
            .map(|(width, fixed)| match fixed {
                Some(value) => (pool.constant(Bv::from_u128(width, value)), pool.ff()),
                None => (pool.var("x", Sort::Bv(width)), pool.var("p", Sort::Bool)),
            })
            .collect();
        let args = regroup(operands, &inputs);
        let mut d = TermDomain::new(&mut pool, "t");
        let args: Vec<_> =
            args.iter().map(|lanes| Value { lanes: lanes.iter().map(|&(bits, poison)| Lane { bits, poison }).collect() }).collect();
        let mut cx = Cx::new(&mut d, false);
        let value = rule.apply(&mut cx, &args);
        let ub = std::mem::take(&mut cx.ub);
        let roots = roots(&mut d, ub, &value);
        let picks = d.choices.iter().map(|choice| choice.var).collect();
        Symbolic { pool, inputs, picks, roots }
    }

    fn outcomes(&self, input: &[Scalar]) -> Outcomes {
        let mut assignment = Assignment::new();
        for (&(bits, poison), scalar) in self.inputs.iter().zip(input) {
            assignment.set(bits, Bv::from_u128(self.pool.width(bits), scalar.unwrap_or(0x5a5a)));
            assignment.set(poison, Bv::from_bool(scalar.is_none()));
        }
        let widths: Vec<u32> = self.picks.iter().map(|&pick| self.pool.width(pick)).collect();
        let count = 1u64 << widths.iter().sum::<u32>();
        let mut outcomes = Outcomes::new();
        for mut index in 0..count {
            for (&pick, &width) in self.picks.iter().zip(&widths) {
                assignment.set(pick, Bv::from_u64(width, index));
                index >>= width;
            }
            outcomes.insert(outcome(&self.pool.eval_all(&self.roots, &assignment)));
        }
        outcomes
    }
}

fn outcome(values: &[Bv]) -> Outcome {
    if values[0].to_bool() {
        return Outcome::Ub;
    }
    Outcome::Value(values[1..].chunks(2).map(|lane| if lane[1].to_bool() { None } else { lane[0].to_u128() }).collect())
}

/// Outcomes over terms built from constants: all is known but the picks.
fn constant_terms<R: Rule>(rule: &R, operands: &[Operand], args: &[Vec<Scalar>]) -> Outcomes {
    let mut pool = Pool::new();
    let mut d = TermDomain::new(&mut pool, "t");
    let args = lanes(&mut d, operands, args);
    let mut cx = Cx::new(&mut d, true);
    let value = rule.apply(&mut cx, &args);
    let ub = std::mem::take(&mut cx.ub);
    let roots = roots(&mut d, ub, &value);
    let picks: Vec<Term> = d.choices.iter().map(|choice| choice.var).collect();
    if picks.is_empty() {
        let known = roots.iter().all(|&root| pool.as_value(root).is_some());
        assert!(known, "constants do not fold: {roots:?}");
    }
    Symbolic { pool, inputs: Vec::new(), picks, roots }.outcomes(&[])
}
