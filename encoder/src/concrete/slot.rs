//! What a register holds: a value, or a thunk when the value depends on undef.
//!
//! A value that depends on undef is picked anew at every read (Lesson 13.8, Definition 13.8.1). A [`Thunk`] therefore keeps the
//! instruction and its operands, and [`Reader::read`] evaluates it again each time. Picks that are made once when the instruction
//! executes (NaN payloads, zero signs …) are kept in the thunk and replayed.
//!
//! **Invariants.** Thunks form a finite graph without cycles; evaluation and dropping use explicit stacks, so that long chains
//! cannot overflow the native one. Evaluation is charged to [`Reader::fuel`], as re-reading a deep graph can be exponential.

use std::cell::RefCell;
use std::rc::Rc;

use llvet_ir::{ConstKind, Constant, Function, Inst, InstKind, Type};

use super::bytes::{self, Byte};
use super::domain::Chooser;
use super::env::Env;
use super::exec::{Halt, Stop};
use super::pure;
use super::restrict::ValueRules;
use super::word::{ExecDomain, Memo, RtValue, Scalar, Word};
use crate::domain::ChoiceKind;
use crate::semantics::Cx;

/// The contents of a register.
#[derive(Clone, Debug)]
pub enum Slot<'m> {
    /// Does not depend on undef.
    Value(Rc<RtValue>),
    /// Depends on undef.
    Thunk(Rc<Thunk<'m>>),
}

impl From<RtValue> for Slot<'_> {
    fn from(value: RtValue) -> Self {
        Slot::Value(Rc::new(value))
    }
}

impl<'m> Slot<'m> {
    /// A thunk that has not been evaluated yet.
    pub(crate) fn thunk(node: Node<'m>) -> Slot<'m> {
        Slot::Thunk(Rc::new(Thunk { node, memo: RefCell::default() }))
    }
}

/// A leaf of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeafSource {
    /// Fixed.
    Fixed(Scalar),
    /// Undef of this many bits.
    Undef(u32),
}

/// How a thunk is evaluated.
#[derive(Debug)]
pub(crate) enum Node<'m> {
    /// Leaves of an argument.
    Leaves(Vec<LeafSource>),
    /// A constant that contains undef.
    Constant(&'m Constant),
    /// An instruction that only computes.
    Inst {
        /// Its function.
        function: &'m Function,
        /// The instruction.
        inst: &'m Inst,
        /// Its operands.
        args: Vec<Slot<'m>>,
    },
    /// A load from bytes some of which depend on undef.
    Bytes {
        /// Type of the load.
        ty: Type,
        /// The bytes.
        bytes: Vec<Byte<'m>>,
        /// The stored values among them, each once.
        args: Vec<Slot<'m>>,
    },
    /// A value restricted by attributes or metadata.
    Restrict {
        /// What restricts it.
        rules: Rc<ValueRules<'m>>,
        /// The value.
        args: Vec<Slot<'m>>,
    },
}

impl<'m> Node<'m> {
    fn args(&self) -> &[Slot<'m>] {
        match self {
            Node::Leaves(_) | Node::Constant(_) => &[],
            Node::Inst { args, .. } | Node::Bytes { args, .. } | Node::Restrict { args, .. } => args,
        }
    }

    /// Everything that keeps other thunks alive.
    fn take_slots(&mut self) -> Vec<Slot<'m>> {
        match self {
            Node::Leaves(_) | Node::Constant(_) => Vec::new(),
            Node::Bytes { args, bytes, .. } => {
                bytes.clear();
                std::mem::take(args)
            }
            Node::Inst { args, .. } | Node::Restrict { args, .. } => std::mem::take(args),
        }
    }

    /// A `select` on a scalar condition, of which only one arm is read.
    fn lazy_select(&self) -> bool {
        matches!(self, Node::Inst { function, inst, .. }
            if matches!(&inst.kind, InstKind::Select { cond, .. } if !function.operand_type(cond).is_vector()))
    }
}

/// A value that is computed at every read.
#[derive(Debug)]
pub struct Thunk<'m> {
    node: Node<'m>,
    memo: RefCell<Memo>,
}

impl Thunk<'_> {
    /// Whether it is undef itself, rather than computed from it.
    pub(crate) fn is_plain_undef(&self) -> bool {
        match &self.node {
            Node::Leaves(leaves) => leaves.iter().all(|leaf| matches!(leaf, LeafSource::Undef(_))),
            Node::Constant(c) => matches!(c.kind, ConstKind::Undef),
            Node::Bytes { bytes, .. } => bytes.iter().all(|byte| matches!(byte, Byte::Undef)),
            Node::Inst { .. } | Node::Restrict { .. } => false,
        }
    }
}

impl Drop for Thunk<'_> {
    fn drop(&mut self) {
        let mut pending = self.node.take_slots();
        while let Some(slot) = pending.pop() {
            if let Slot::Thunk(rc) = slot
                && let Ok(mut thunk) = Rc::try_unwrap(rc)
            {
                pending.extend(thunk.node.take_slots());
            }
        }
    }
}

/// The contents of a register with these leaves.
pub(crate) fn slot_of<'m>(leaves: Vec<LeafSource>) -> Slot<'m> {
    let fixed = leaves.iter().map(|leaf| match leaf {
        LeafSource::Fixed(scalar) => Some(scalar.clone()),
        LeafSource::Undef(_) => None,
    });
    match fixed.collect() {
        Some(lanes) => RtValue { lanes }.into(),
        None => Slot::thunk(Node::Leaves(leaves)),
    }
}

/// Reads slots.
pub(crate) struct Reader<'a, 'm> {
    /// The module and its addresses.
    pub env: &'a Env<'m>,
    /// Source of picks.
    pub chooser: &'a mut dyn Chooser,
    /// Evaluations left.
    pub fuel: &'a mut u64,
}

enum Task<'m> {
    Visit(Slot<'m>),
    /// The condition of a `select` has been read.
    Choose(Rc<Thunk<'m>>),
    Apply(Rc<Thunk<'m>>, usize),
}

impl<'m> Reader<'_, 'm> {
    /// One read of a slot: every undef in it is picked anew.
    pub fn read(&mut self, slot: &Slot<'m>) -> Result<Rc<RtValue>, Halt> {
        match slot {
            Slot::Value(v) => Ok(v.clone()),
            Slot::Thunk(t) => self.evaluate(t),
        }
    }

    fn evaluate(&mut self, root: &Rc<Thunk<'m>>) -> Result<Rc<RtValue>, Halt> {
        let mut tasks = vec![Task::Visit(Slot::Thunk(root.clone()))];
        let mut values: Vec<Rc<RtValue>> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(Slot::Value(v)) => values.push(v),
                Task::Visit(Slot::Thunk(t)) => {
                    *self.fuel = self.fuel.checked_sub(1).ok_or(Halt::Stop(Stop::StepLimit))?;
                    self.visit(t, &mut tasks);
                }
                Task::Choose(t) => {
                    let cond = values.last().ok_or_else(internal)?;
                    let arm = if cond.word().is_some_and(|w| w.bits.to_bool()) { 1 } else { 2 };
                    let slot = t.node.args()[arm].clone();
                    tasks.push(Task::Apply(t, 2));
                    tasks.push(Task::Visit(slot));
                }
                Task::Apply(t, count) => {
                    let args = values.split_off(values.len().saturating_sub(count));
                    values.push(Rc::new(self.apply(&t, &args)?));
                }
            }
        }
        values.pop().ok_or_else(internal)
    }

    fn visit(&mut self, t: Rc<Thunk<'m>>, tasks: &mut Vec<Task<'m>>) {
        if t.node.lazy_select() {
            let cond = t.node.args()[0].clone();
            tasks.push(Task::Choose(t));
            tasks.push(Task::Visit(cond));
            return;
        }
        let args = t.node.args().to_vec();
        tasks.push(Task::Apply(t, args.len()));
        tasks.extend(args.into_iter().rev().map(Task::Visit));
    }

    fn apply(&mut self, t: &Thunk<'m>, args: &[Rc<RtValue>]) -> Result<RtValue, Halt> {
        match &t.node {
            Node::Leaves(leaves) => Ok(RtValue { lanes: leaves.iter().map(|leaf| self.leaf(leaf)).collect() }),
            Node::Constant(c) => {
                let mut domain = ExecDomain::new(&mut *self.chooser);
                Ok(RtValue::from_rule(self.env.constant(&mut Cx::new(&mut domain, false), c)?))
            }
            Node::Inst { function, inst, .. } => {
                let memo = &mut *t.memo.borrow_mut();
                let mut domain = ExecDomain::with_memo(&mut *self.chooser, memo);
                match args {
                    // A select of which one arm was read.
                    [cond, arm] if t.node.lazy_select() => pure::evaluate(self.env, &mut domain, function, inst, &[cond, arm, arm], false),
                    _ => pure::evaluate(self.env, &mut domain, function, inst, &args.iter().collect::<Vec<_>>(), false),
                }
                .map(|done| done.value)
            }
            Node::Bytes { ty, bytes, args: slots } => {
                let resolved = bytes::resolve(self.env, bytes, slots, args)?;
                let mut pick = |width| self.chooser.pick(width, ChoiceKind::Undef);
                Ok(bytes::decode(self.env, ty, &resolved, &mut pick)?)
            }
            Node::Restrict { rules, .. } => {
                let value = args.first().ok_or_else(internal)?;
                Ok(rules.apply(&mut ExecDomain::new(&mut *self.chooser), value)?)
            }
        }
    }

    fn leaf(&mut self, leaf: &LeafSource) -> Scalar {
        match leaf {
            LeafSource::Fixed(scalar) => scalar.clone(),
            LeafSource::Undef(width) => Scalar::Word(Word::plain(self.chooser.pick(*width, ChoiceKind::Undef))),
        }
    }
}

/// A broken invariant of the executor, reported rather than panicked on.
pub(crate) fn internal() -> Halt {
    Halt::Stop(Stop::Unsupported(crate::outcome::Unsupported::new("internal: operand without a value")))
}
