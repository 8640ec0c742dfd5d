//! Executes a function over terms: every path at once, merged where blocks join.
//!
//! **Invariants.** Blocks are visited once, in reverse post-order; a block's path condition is the disjunction over its
//! incoming edges, so sequential diamonds cost linear work. Values are computed unconditionally and guarded where they are
//! used. Undefined behavior anywhere on a path makes the whole execution undefined, so its condition is one disjunction.
//!
//! **Undef.** A value that depends on undef remembers the picks it depends on. Every read after the first replaces them by
//! fresh ones (Lesson 13.8, Definition 13.8.1: undef is picked per use); `freeze` reads once and fixes them.
//!
//! **Loops** are unrolled before; the block in which executions end that the unrolled loop leaves out is the *cut*.
//!
//! Deliberately absent: memory, the bodies of functions that are called.

use std::rc::Rc;

use llvet_ir::cfg::Cfg;
use llvet_ir::{BlockId, Function, Inst, InstKind, Module, Operand, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::domain::{Choice, TermDomain};
use super::inputs::{InputLeaf, Inputs};
use super::unknown::{Call, Calls, Count};
use crate::domain::Domain;
use crate::outcome::Unsupported;
use crate::semantics::{self, Cx, Place, attr_table, attrs, cmp, constant};
use crate::term::{Pool, Term};
use crate::value::{Lane, Value};

/// Most choices of an execution. A value that is read twice in each round of a loop depends on twice as many readings of undef after
/// each.
const MOST_CHOICES: usize = 1 << 12;

/// A scalar leaf over terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermLane {
    /// Its bits.
    pub bits: Term,
    /// Whether it is poison.
    pub poison: Term,
}

/// A value with the picks of undef that it depends on.
#[derive(Clone, Debug)]
pub struct TermValue {
    /// Its leaves.
    pub lanes: Vec<TermLane>,
    /// Picks of undef: whoever reads the value picks anew.
    pub per_use: Vec<Term>,
}

/// What a function does on symbolic inputs.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The execution has undefined behavior.
    pub ub: Term,
    /// The execution reaches a `ret`.
    pub returned: Term,
    /// The execution reaches the cut: what it does there is not known.
    pub cut: Term,
    /// The returned value, meaningful where `returned` holds.
    pub ret: TermValue,
    /// Choices made once per execution: all that are not of undef, and frozen ones.
    pub fixed: Vec<Choice>,
    /// Picks of undef that only undefined behavior and branches depend on. Two readings of a branch condition that differ are
    /// undefined behavior, so either some of these picks lead there, or none of them changes anything.
    pub consumed: Vec<Choice>,
    /// Picks of undef that a callee makes when it reads an argument of an event.
    pub passed: Vec<Term>,
    /// Calls of unknown functions.
    pub calls: Vec<Call>,
    /// Answers of the environment to calls that the target does not make.
    pub own_answers: Vec<Term>,
    /// The execution ends in a call that does not return.
    pub stopped: Term,
    /// That call has no effect, and the target makes none that would serve for it.
    pub lost: Term,
    /// That call has no effect and does not unwind.
    pub diverged: Term,
    /// Every choice, in the order in which they were made.
    pub picks: Vec<Choice>,
    /// Blocks with the condition under which they execute (undefined behavior aside).
    pub paths: Vec<Option<Term>>,
    /// Values of the function; `None` for values that were not computed.
    pub values: Vec<Option<TermValue>>,
}

/// A value with the undef picks it depends on.
struct Stored<'p> {
    value: Value<TermDomain<'p>>,
    undef: Rc<Vec<Term>>,
    /// Whether the first read, which may use the original picks, has happened.
    was_read: bool,
}

/// What reading an operand gives.
pub(super) struct Read<'p> {
    pub(super) value: Value<TermDomain<'p>>,
    pub(super) undef: Vec<Term>,
}

pub(super) struct Exec<'a, 'p> {
    pub(super) place: Place<'a>,
    pub(super) d: TermDomain<'p>,
    pub(super) inputs: &'a Inputs,
    env: FxHashMap<ValueId, Stored<'p>>,
    pub(super) calls: Calls<'a>,
    /// Events so far in the block at hand, and at the end of those that are done.
    pub(super) events: Count,
    events_after: Vec<Count>,
    pub(super) stops: Stops,
    pub(super) passed: Vec<Term>,
    pub(super) ub: Term,
    pub(super) returned: Term,
    cut: Term,
    pub(super) ret: Option<Value<TermDomain<'p>>>,
    pub(super) ret_undef: Vec<Term>,
    /// Picks of undef that a `freeze` or a call has fixed.
    pub(super) frozen: FxHashSet<Term>,
    /// Conditions of the edges into each block, in the order of its predecessors' visits.
    incoming: Vec<Vec<(BlockId, Term)>>,
    paths: Vec<Option<Term>>,
}

/// Ends in calls that do not return; see [`Summary`].
pub(super) struct Stops {
    pub(super) stopped: Term,
    pub(super) lost: Term,
    pub(super) diverged: Term,
}

/// Executes `function`, which has no loops, on `inputs`, with calls of unknown functions answered by `calls`. `cut` is the block that
/// stands for what unrolling left out.
///
/// # Errors
/// When something that is reachable is not modelled.
pub fn execute(
    pool: &mut Pool,
    prefix: &'static str,
    module: &Module,
    function: &Function,
    cut: Option<BlockId>,
    inputs: &Inputs,
    calls: Calls<'_>,
) -> Result<Summary, Unsupported> {
    let cfg = Cfg::new(function);
    if cfg.has_cycle() {
        return Err(Unsupported::new("loop").at(function.span));
    }
    attr_table::check_function(function)?;
    let (ff, tt) = (pool.ff(), pool.tt());
    let blocks = function.blocks.len();
    let mut exec = Exec {
        place: Place { module, function },
        d: TermDomain::new(pool, prefix),
        inputs,
        env: FxHashMap::default(),
        calls,
        events: Count::Fixed(0),
        events_after: vec![Count::Fixed(0); blocks],
        stops: Stops { stopped: ff, lost: ff, diverged: ff },
        passed: Vec::new(),
        ub: ff,
        returned: ff,
        cut: ff,
        ret: None,
        ret_undef: Vec::new(),
        frozen: FxHashSet::default(),
        incoming: vec![Vec::new(); blocks],
        paths: vec![None; blocks],
    };
    exec.bind_arguments(tt)?;
    for &block in cfg.reverse_post_order() {
        if cut == Some(block) {
            exec.cut = exec.entering(block).0;
        } else {
            exec.block(block)?;
        }
    }
    Ok(exec.finish())
}

fn plain(value: &Value<TermDomain<'_>>, undef: &[Term]) -> TermValue {
    let lanes = value.lanes.iter().map(|l| TermLane { bits: l.bits, poison: l.poison }).collect();
    TermValue { lanes, per_use: undef.to_vec() }
}

impl<'p> Exec<'_, 'p> {
    fn finish(self) -> Summary {
        let values = (0..self.place.function.values.len()).map(|index| {
            let stored = self.env.get(&ValueId(u32::try_from(index).ok()?))?;
            Some(plain(&stored.value, &stored.undef))
        });
        let values = values.collect();
        // When no path returns, any value will do.
        let ret = plain(&self.ret.unwrap_or_else(Value::void), &self.ret_undef);
        let per_use: FxHashSet<Term> = ret.per_use.iter().chain(&self.passed).copied().collect();
        let frozen = self.frozen;
        let picks = self.d.choices;
        let once = picks.iter().filter(|c| !per_use.contains(&c.var)).cloned();
        let (fixed, consumed) = once.partition(|c| !c.kind.is_per_use() || frozen.contains(&c.var));
        Summary {
            ub: self.ub,
            returned: self.returned,
            cut: self.cut,
            ret,
            fixed,
            consumed,
            passed: self.passed,
            calls: self.calls.made,
            own_answers: self.calls.own_answers,
            stopped: self.stops.stopped,
            lost: self.stops.lost,
            diverged: self.stops.diverged,
            picks,
            paths: self.paths,
            values,
        }
    }

    /// Adds undefined behavior on a path.
    pub(super) fn add_ub(&mut self, path: Term, condition: Term) {
        let here = self.d.pool.and(path, condition);
        self.ub = self.d.pool.or(self.ub, here);
    }

    /// Binds the arguments and applies their attributes.
    fn bind_arguments(&mut self, path: Term) -> Result<(), Unsupported> {
        let function = self.place.function;
        for (arg, leaves) in function.args.iter().zip(&self.inputs.args) {
            let (lanes, undef) = self.leaves(leaves);
            let value = Value { lanes };
            let value = {
                let mut cx = Cx::new(&mut self.d, false);
                attrs::restrict(&mut cx, &arg.attrs, &self.place.function.value(arg.value).ty, &value)?
            };
            self.env.insert(arg.value, Stored { value, undef: Rc::new(undef), was_read: false });
            if attrs::is_noundef(&arg.attrs) {
                let bad = self.is_undef_or_poison(&Operand::Value(arg.value))?;
                self.add_ub(path, bad);
            }
        }
        Ok(())
    }

    /// Leaves that come from elsewhere, with picks of those that may be undef.
    pub(super) fn leaves(&mut self, leaves: &[InputLeaf]) -> (Vec<Lane<TermDomain<'p>>>, Vec<Term>) {
        let (mut lanes, mut undef) = (Vec::new(), Vec::new());
        for leaf in leaves {
            let mut bits = leaf.bits;
            if self.d.pool.as_bool(leaf.undef) != Some(false) {
                let width = self.d.pool.width(bits);
                let pick = self.d.pick_input(width, Some(leaf.bits));
                undef.push(pick);
                bits = self.d.pool.ite(leaf.undef, pick, bits);
            }
            lanes.push(Lane { bits, poison: leaf.poison });
        }
        (lanes, undef)
    }

    /// Reads an operand: constants are evaluated anew, values that depend on undef get fresh picks.
    pub(super) fn read(&mut self, operand: &Operand) -> Result<Read<'p>, Unsupported> {
        match operand {
            Operand::Value(id) => self.read_value(*id),
            Operand::Const(c) => {
                let before = self.d.choices.len();
                let mut cx = Cx::new(&mut self.d, false);
                let value = constant::constant(&mut cx, self.place.module, c)?;
                // Undefined behavior of a constant expression (a division) would need a path; none is formed today.
                if !cx.ub.is_empty() {
                    return Err(Unsupported::new("constant expression with undefined behavior"));
                }
                Ok(Read { value, undef: self.undef_since(before) })
            }
            Operand::Metadata(_) => Ok(Read { value: Value::void(), undef: Vec::new() }),
            Operand::Asm(_) => Err(Unsupported::new("inline assembly")),
        }
    }

    pub(super) fn read_value(&mut self, id: ValueId) -> Result<Read<'p>, Unsupported> {
        let Some(stored) = self.env.get_mut(&id) else {
            // Only reads in unreachable code, or of broken modules, get here.
            return Err(Unsupported::new("use of a value that is not computed"));
        };
        if stored.undef.is_empty() || !stored.was_read {
            stored.was_read = true;
            return Ok(Read { value: stored.value.clone(), undef: stored.undef.to_vec() });
        }
        let (old, value) = (Rc::clone(&stored.undef), stored.value.clone());
        if self.d.choices.len() + old.len() > MOST_CHOICES {
            return Err(Unsupported::limit(format!("more than {MOST_CHOICES} readings of undef")));
        }
        let mut map = Vec::with_capacity(old.len());
        for &var in old.iter() {
            let width = self.d.pool.width(var);
            let input = self.d.input_of(var);
            map.push((var, self.d.pick_input(width, input)));
        }
        let terms: Vec<Term> = value.lanes.iter().flat_map(|l| [l.bits, l.poison]).collect();
        let renamed = self.d.pool.subst_all(&terms, &map);
        let lanes = renamed.chunks(2).map(|pair| Lane { bits: pair[0], poison: pair[1] }).collect();
        Ok(Read { value: Value { lanes }, undef: map.into_iter().map(|(_, fresh)| fresh).collect() })
    }

    pub(super) fn undef_since(&self, start: usize) -> Vec<Term> {
        self.d.choices[start..].iter().filter(|c| c.kind.is_per_use()).map(|c| c.var).collect()
    }

    /// The picks of an instruction that are made anew at every read of its result: those of undef, and, when an operand depends on undef so
    /// that the instruction is as good as executed at every read, all others too.
    pub(super) fn repicked_since(&self, start: usize, operands_undef: bool) -> Vec<Term> {
        if operands_undef { self.d.choices[start..].iter().map(|c| c.var).collect() } else { self.undef_since(start) }
    }

    /// Whether a use that must be fixed and defined sees poison or undef: some lane is poison, or two reads differ.
    pub(super) fn is_undef_or_poison(&mut self, operand: &Operand) -> Result<Term, Unsupported> {
        let (_, bad) = self.read_fixed(operand)?;
        Ok(bad)
    }

    /// Reads an operand whose use must be defined: one reading, and whether it is poison or differs from another reading.
    pub(super) fn read_fixed(&mut self, operand: &Operand) -> Result<(Read<'p>, Term), Unsupported> {
        let first = self.read(operand)?;
        let mut bad = self.d.pool.or_all(first.value.lanes.iter().map(|l| l.poison).collect::<Vec<_>>());
        if !first.undef.is_empty() {
            let second = self.read(operand)?;
            for (x, y) in first.value.lanes.iter().zip(&second.value.lanes) {
                let differ = self.d.pool.ne(x.bits, y.bits);
                let either = self.d.pool.or(differ, y.poison);
                bad = self.d.pool.or(bad, either);
            }
        }
        Ok((first, bad))
    }

    /// The condition under which a block executes, and the edges into it.
    fn entering(&mut self, id: BlockId) -> (Term, Vec<(BlockId, Term)>) {
        let edges = std::mem::take(&mut self.incoming[id.index()]);
        let conditions: Vec<Term> = edges.iter().map(|(_, c)| *c).collect();
        let entry = id.index() == 0;
        (if entry { self.d.pool.tt() } else { self.d.pool.or_all(conditions) }, edges)
    }

    fn block(&mut self, id: BlockId) -> Result<(), Unsupported> {
        let (path, edges) = self.entering(id);
        if self.d.pool.as_bool(path) == Some(false) {
            return Ok(());
        }
        self.paths[id.index()] = Some(path);
        self.events = self.events_before(&edges);
        let function = self.place.function;
        let block = function.block(id);
        self.phis(block.insts.iter().take_while(|i| matches!(i.kind, InstKind::Phi { .. })), &edges)?;
        let mut path = path;
        for inst in block.insts.iter().skip_while(|i| matches!(i.kind, InstKind::Phi { .. })) {
            self.instruction(id, inst, &mut path).map_err(|e| e.at(inst.span))?;
            if self.d.pool.as_bool(path) == Some(false) {
                break;
            }
        }
        self.events_after[id.index()] = self.events;
        Ok(())
    }

    /// Events on the way into a block.
    fn events_before(&mut self, edges: &[(BlockId, Term)]) -> Count {
        let counts = edges.iter().map(|&(pred, condition)| (condition, self.events_after[pred.index()]));
        let pool = &mut *self.d.pool;
        let merged = counts.reduce(|(_, so_far), (condition, count)| (condition, Count::ite(pool, condition, count, so_far)));
        merged.map_or(Count::Fixed(0), |(_, count)| count)
    }

    /// All phis of a block, read simultaneously.
    fn phis<'i>(&mut self, phis: impl Iterator<Item = &'i Inst>, edges: &[(BlockId, Term)]) -> Result<(), Unsupported> {
        let mut results = Vec::new();
        for inst in phis {
            let InstKind::Phi { incoming } = &inst.kind else { continue };
            results.push((inst, self.phi(incoming, edges).map_err(|e| e.at(inst.span))?));
        }
        for (inst, mut read) in results {
            let before = self.d.choices.len();
            let value = semantics::restrict_result(&mut Cx::new(&mut self.d, false), self.place, inst, read.value)?;
            read.undef.extend(self.repicked_since(before, !read.undef.is_empty()));
            self.define(inst, value, read.undef);
        }
        Ok(())
    }

    fn phi(&mut self, incoming: &[(Operand, BlockId)], edges: &[(BlockId, Term)]) -> Result<Read<'p>, Unsupported> {
        // Conditions of several edges from one predecessor (a switch) are joined: the phi has the same value for each.
        let mut by_pred: Vec<(BlockId, Term)> = Vec::new();
        for &(pred, condition) in edges {
            match by_pred.iter_mut().find(|(p, _)| *p == pred) {
                Some(entry) => entry.1 = self.d.pool.or(entry.1, condition),
                None => by_pred.push((pred, condition)),
            }
        }
        let mut result: Option<Read<'p>> = None;
        for (pred, condition) in by_pred {
            let operand = incoming.iter().find(|(_, b)| *b == pred).map(|(v, _)| v);
            let operand = operand.ok_or_else(|| Unsupported::new("phi without a value for a predecessor"))?;
            let read = self.read(operand)?;
            result = Some(match result {
                None => read,
                Some(mut so_far) => {
                    so_far.value = Value::ite(&mut self.d, &condition, &read.value, &so_far.value);
                    so_far.undef.extend(read.undef);
                    so_far
                }
            });
        }
        result.ok_or_else(|| Unsupported::new("phi in a block without predecessors"))
    }

    pub(super) fn define(&mut self, inst: &Inst, value: Value<TermDomain<'p>>, undef: Vec<Term>) {
        let Some(id) = inst.result else { return };
        // Picks that simplification removed no longer matter.
        let undef = if undef.is_empty() {
            undef
        } else {
            let terms: Vec<Term> = value.lanes.iter().flat_map(|l| [l.bits, l.poison]).collect();
            let free = self.d.pool.free_vars(&terms);
            undef.into_iter().filter(|v| free.contains(v)).collect()
        };
        self.env.insert(id, Stored { value, undef: Rc::new(undef), was_read: false });
    }

    fn instruction(&mut self, block: BlockId, inst: &Inst, path: &mut Term) -> Result<(), Unsupported> {
        attrs::check_metadata(inst)?;
        match &inst.kind {
            InstKind::Ret { value } => self.ret(value.as_ref(), *path),
            InstKind::Br { dest } => {
                self.incoming[dest.index()].push((block, *path));
                Ok(())
            }
            InstKind::CondBr { cond, then_dest, else_dest } => {
                let (read, bad) = self.read_fixed(cond)?;
                self.add_ub(*path, bad);
                let taken = self.d.bits_bool(&read.value.lane().bits);
                self.edge(block, *then_dest, *path, taken);
                let not_taken = self.d.pool.not(taken);
                self.edge(block, *else_dest, *path, not_taken);
                Ok(())
            }
            InstKind::Switch { value, default, cases } => self.switch(block, value, *default, cases, *path),
            InstKind::Unreachable => {
                let tt = self.d.pool.tt();
                self.add_ub(*path, tt);
                *path = self.d.pool.ff();
                Ok(())
            }
            InstKind::Call { call, .. } => self.call(inst, call, path),
            _ => self.pure(inst, *path),
        }
    }

    fn edge(&mut self, from: BlockId, to: BlockId, path: Term, condition: Term) {
        let taken = self.d.pool.and(path, condition);
        if self.d.pool.as_bool(taken) != Some(false) {
            self.incoming[to.index()].push((from, taken));
        }
    }

    fn switch(
        &mut self,
        block: BlockId,
        value: &Operand,
        default: BlockId,
        cases: &[(std::sync::Arc<llvet_ir::Constant>, BlockId)],
        path: Term,
    ) -> Result<(), Unsupported> {
        let (read, bad) = self.read_fixed(value)?;
        self.add_ub(path, bad);
        let bits = read.value.lane().bits;
        let mut none = self.d.pool.tt();
        for (case, dest) in cases {
            let wanted = self.read(&Operand::Const(std::sync::Arc::clone(case)))?.value.lane().bits;
            let equal = cmp::compare(&mut self.d, llvet_ir::inst::IntPred::Eq, &bits, &wanted);
            self.edge(block, *dest, path, equal);
            let differs = self.d.pool.not(equal);
            none = self.d.pool.and(none, differs);
        }
        self.edge(block, default, path, none);
        Ok(())
    }

    /// An instruction whose rule is a function of its operands.
    fn pure(&mut self, inst: &Inst, path: Term) -> Result<(), Unsupported> {
        let (mut args, mut undef) = self.read_all(inst.kind.operands())?;
        if !undef.is_empty() {
            let (more, picks) = self.read_all(inst.kind.reads().split_off(args.len()))?;
            args.extend(more);
            undef.extend(picks);
        }
        let before = self.d.choices.len();
        let mut cx = Cx::new(&mut self.d, false);
        let value = semantics::eval(&mut cx, self.place, inst, &args)?;
        let ub = std::mem::take(&mut cx.ub);
        for (condition, _) in ub {
            self.add_ub(path, condition);
        }
        undef.extend(self.repicked_since(before, !undef.is_empty()));
        if matches!(inst.kind, InstKind::Freeze { .. }) {
            // A frozen value is one fixed pick.
            self.frozen.extend(undef.drain(..));
        }
        self.define(inst, value, undef);
        Ok(())
    }

    fn read_all(&mut self, operands: Vec<&Operand>) -> Result<(Vec<Value<TermDomain<'p>>>, Vec<Term>), Unsupported> {
        let (mut values, mut undef) = (Vec::with_capacity(operands.len()), Vec::new());
        for operand in operands {
            let read = self.read(operand)?;
            values.push(read.value);
            undef.extend(read.undef);
        }
        Ok((values, undef))
    }
}
