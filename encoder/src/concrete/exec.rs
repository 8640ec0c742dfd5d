//! Runs a function on concrete arguments, one step after the other, with an explicit stack of frames.
//!
//! **Invariants.** No native recursion on the program's calls. Every step and every evaluation of an undef-dependent value is
//! charged to the step limit. What is not modelled stops the run with [`Stop::Unsupported`]; promises that are neither modelled nor
//! needed to compute the outcome, but whose violation would be undefined behavior, are listed in [`Report::unchecked`].

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use llvet_ir::{BlockId, Function, Inst, InstKind, Module, Operand, Span, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::argument::{ArgLane, ArgValue};
use super::constants::constant_slot;
use super::domain::Chooser;
use super::endless::{Counted, Happenings, Watch};
use super::env::Env;
use super::memory::Memory;
use super::names::Names;
use super::oracle::{Made, Oracle};
use super::slot::{LeafSource, Reader, Slot, slot_of};
use super::text;
use super::trace::{Event, Observer};
use super::word::{Provenance, RtValue, Scalar, Word};
use crate::outcome::{PoisonReason, UbReason, Unsupported};
use crate::semantics::scalar_width;
use crate::value::leaf_types;

/// How far a run may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions executed and undef-dependent values evaluated, together.
    pub steps: u64,
    /// Calls in progress at the same time.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 10_000_000, depth: 10_000 }
    }
}

/// Why a run was given up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Something that is not modelled.
    #[error("{0}")]
    Unsupported(Unsupported),
    /// [`Limits::steps`] is used up.
    #[error("step limit reached")]
    StepLimit,
    /// [`Limits::depth`] is reached.
    #[error("depth limit reached")]
    DepthLimit,
}

/// Why execution cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Immediate undefined behavior.
    Ub(UbReason),
    /// The run is given up.
    Stop(Stop),
}

impl From<Unsupported> for Halt {
    fn from(error: Unsupported) -> Halt {
        Halt::Stop(Stop::Unsupported(error))
    }
}

/// A call in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackEntry {
    /// The function.
    pub function: Arc<str>,
    /// The instruction it was executing.
    pub span: Span,
}

/// How a run ended.
#[derive(Debug)]
pub enum Outcome<'m> {
    /// The function returned.
    Return(RetValue<'m>),
    /// Immediate undefined behavior.
    Ub {
        /// Why.
        reason: UbReason,
        /// The calls in progress, the innermost first. Empty when an argument of the run itself violates an attribute.
        stack: Vec<StackEntry>,
    },
    /// `llvm.trap` and its like ended the program.
    Trap,
    /// The function unwound with this exception.
    Unwind(RetValue<'m>),
    /// It did not return: a call of an unknown function did not, or the run goes in circles.
    Stopped {
        /// Whether it unwound; if not, it ran forever or ended the program.
        unwinds: bool,
    },
}

/// A finished run.
#[derive(Debug)]
pub struct Report<'m> {
    /// How it ended.
    pub outcome: Outcome<'m>,
    /// Steps it took.
    pub steps: u64,
    /// Promises of the program that were not checked, by LangRef's names: their violation would be undefined behavior.
    pub unchecked: BTreeSet<String>,
    /// Calls of unknown functions that others can observe, in order.
    pub events: Vec<Made>,
}

/// A returned value. When it depends on undef, every read picks anew.
#[derive(Clone)]
pub struct RetValue<'m> {
    pub(crate) slot: Slot<'m>,
    pub(crate) env: Rc<Env<'m>>,
    /// Its type.
    pub ty: Type,
    fuel: u64,
}

impl std::fmt::Debug for RetValue<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RetValue").field("slot", &self.slot).field("ty", &self.ty).finish_non_exhaustive()
    }
}

impl RetValue<'_> {
    /// One read: every undef in the value is picked anew.
    ///
    /// # Errors
    /// When a re-evaluated operation has undefined behavior for the picks, or takes too many steps.
    pub fn read(&self, chooser: &mut dyn Chooser) -> Result<Rc<RtValue>, Halt> {
        let mut fuel = self.fuel;
        Reader { env: &self.env, chooser, fuel: &mut fuel }.read(&self.slot)
    }

    /// Whether two reads may give different values.
    #[must_use]
    pub fn is_undef_dependent(&self) -> bool {
        matches!(self.slot, Slot::Thunk(_))
    }

    /// A value read from this as text.
    #[must_use]
    pub fn text(&self, value: &RtValue, nans: text::Nans) -> String {
        text::value(&self.env, &self.ty, value, nans)
    }
}

/// Runs `function` of `module` on `args`.
///
/// # Errors
/// When the run is given up: see [`Stop`].
pub fn execute<'m>(
    module: &'m Module,
    function: &'m Function,
    args: &[ArgValue],
    chooser: &mut dyn Chooser,
    limits: Limits,
    observer: Option<&mut dyn Observer>,
) -> Result<Report<'m>, Stop> {
    Interpreter::new(module)?.execute(function, args, chooser, limits, observer)
}

/// A module laid out for execution, for callers that run it many times.
pub struct Interpreter<'m> {
    env: Rc<Env<'m>>,
    oracle: Option<Arc<Oracle>>,
}

impl<'m> Interpreter<'m> {
    /// Lays out a module.
    ///
    /// # Errors
    /// When its data layout or a global is not modelled.
    pub fn new(module: &'m Module) -> Result<Interpreter<'m>, Stop> {
        Ok(Interpreter { env: Rc::new(Env::new(module).map_err(Stop::Unsupported)?), oracle: None })
    }

    /// With answers for functions that have no body, if there are any.
    #[must_use]
    pub fn answering(self, oracle: Option<Arc<Oracle>>) -> Interpreter<'m> {
        Interpreter { oracle, ..self }
    }

    /// Runs a function of the module as [`execute`] does. Nothing is left of earlier runs.
    ///
    /// # Errors
    /// When the run is given up.
    pub fn execute(
        &self,
        function: &'m Function,
        args: &[ArgValue],
        chooser: &mut dyn Chooser,
        limits: Limits,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Report<'m>, Stop> {
        self.env.restart();
        let happened = Happenings::default();
        let mut chooser = Counted { inner: chooser, count: Rc::clone(&happened) };
        let mut machine = Machine {
            env: Rc::clone(&self.env),
            memory: Memory::new(&self.env),
            frames: Vec::new(),
            chooser: &mut chooser,
            happened,
            watch: Watch::default(),
            fuel: limits.steps,
            limits,
            observer: match observer {
                Some(observer) => Some(observer),
                None => None,
            },
            unchecked: BTreeSet::new(),
            names: FxHashMap::default(),
            scoped: FxHashMap::default(),
            oracle: self.oracle.clone(),
            events: Vec::new(),
        };
        let outcome = machine.run(function, args)?;
        Ok(Report { outcome, steps: limits.steps - machine.fuel, unchecked: machine.unchecked, events: machine.events })
    }
}

/// A call in progress.
pub(crate) struct Frame<'m> {
    pub function: &'m Function,
    pub block: BlockId,
    /// Next instruction of the block.
    pub index: usize,
    pub values: Vec<Option<Slot<'m>>>,
    /// Stack objects, which end with the call.
    pub allocas: Vec<u32>,
    /// Stack objects of the caller that this `tail` call must not access.
    pub hidden: Vec<u32>,
    /// An exception that has been thrown into this frame, for its `landingpad`.
    pub exception: Option<(Slot<'m>, Type)>,
}

/// A run in progress.
pub(crate) struct Machine<'m, 'c> {
    pub env: Rc<Env<'m>>,
    pub memory: Memory<'m>,
    pub frames: Vec<Frame<'m>>,
    pub chooser: &'c mut dyn Chooser,
    /// Choices and effects so far.
    pub happened: Happenings,
    pub watch: Watch<'m>,
    pub fuel: u64,
    pub limits: Limits,
    pub observer: Option<&'c mut dyn Observer>,
    pub unchecked: BTreeSet<String>,
    /// Answers for functions that have no body.
    pub oracle: Option<Arc<Oracle>>,
    /// Calls of such functions that others can observe.
    pub events: Vec<Made>,
    names: FxHashMap<&'m str, Rc<Names>>,
    /// By function: its `alloca`s whose lifetime is marked.
    scoped: FxHashMap<&'m str, Rc<FxHashSet<ValueId>>>,
}

/// What a step leads to.
pub(crate) enum Flow<'m> {
    Continue,
    Done(Outcome<'m>),
}

impl<'m> Machine<'m, '_> {
    fn run(&mut self, function: &'m Function, args: &[ArgValue]) -> Result<Outcome<'m>, Stop> {
        let mut result = self.start(function, args);
        loop {
            match result {
                Ok(Flow::Continue) => {}
                Ok(Flow::Done(outcome)) => return Ok(outcome),
                Err(Halt::Ub(reason)) => return Ok(self.undefined(reason)),
                Err(Halt::Stop(Stop::Unsupported(error))) => {
                    let span = self.frames.last().and_then(current).map(|inst| inst.span);
                    return Err(Stop::Unsupported(match span {
                        Some(span) => error.at(span),
                        None => error,
                    }));
                }
                Err(Halt::Stop(stop)) => return Err(stop),
            }
            result = self.step();
        }
    }

    fn undefined(&mut self, reason: UbReason) -> Outcome<'m> {
        let entry = |frame: &Frame<'m>| StackEntry {
            function: frame.function.name.clone(),
            span: current(frame).map_or(frame.function.span, |inst| inst.span),
        };
        let stack: Vec<StackEntry> = self.frames.iter().rev().map(entry).collect();
        self.tell(|_| Event::Ub { reason: &reason, stack: &stack });
        Outcome::Ub { reason, stack }
    }

    fn start(&mut self, function: &'m Function, args: &[ArgValue]) -> Result<Flow<'m>, Halt> {
        if args.len() != function.args.len() {
            let message = format!("@{} with {} arguments instead of {}", function.name, args.len(), function.args.len());
            return Err(Unsupported::new(message).into());
        }
        let slots = function.args.iter().zip(args).map(|(param, arg)| self.argument(&function.value(param.value).ty, arg));
        let slots = slots.collect::<Result<Vec<_>, _>>()?;
        self.enter(function, slots, Vec::new())?;
        Ok(Flow::Continue)
    }

    fn argument(&self, ty: &Type, arg: &ArgValue) -> Result<Slot<'m>, Halt> {
        let leaves = leaf_types(self.env.module, ty).map_err(Unsupported::from)?;
        if leaves.len() != arg.lanes.len() {
            return Err(Unsupported::new(format!("argument with {} leaves for type {ty}", arg.lanes.len())).into());
        }
        let mut sources = Vec::with_capacity(leaves.len());
        for (leaf, lane) in leaves.iter().zip(&arg.lanes) {
            let width = scalar_width(self.env.module, leaf)?;
            sources.push(match lane {
                ArgLane::Poison => LeafSource::Fixed(Scalar::Poison(width)),
                ArgLane::Undef => LeafSource::Undef(width),
                ArgLane::Bits(bits) if bits.width() != width => {
                    return Err(Unsupported::new(format!("{}-bit argument for {leaf}", bits.width())).into());
                }
                ArgLane::Bits(bits) if leaf.is_ptr() && !bits.is_zero() => {
                    LeafSource::Fixed(Scalar::Word(Word { bits: bits.clone(), provenance: Provenance::Wildcard }))
                }
                ArgLane::Bits(bits) => LeafSource::Fixed(Scalar::bits(bits.clone())),
                ArgLane::Pointer(word) => LeafSource::Fixed(Scalar::Word(word.clone())),
            });
        }
        Ok(slot_of(sources))
    }

    /// The frame that is executing.
    pub fn frame(&mut self) -> Result<&mut Frame<'m>, Halt> {
        self.frames.last_mut().ok_or_else(super::slot::internal)
    }

    /// The instruction that is executing, with its function.
    pub fn here(&self) -> Result<(&'m Function, &'m Inst), Halt> {
        let frame = self.frames.last().ok_or_else(super::slot::internal)?;
        match current(frame) {
            Some(inst) => Ok((frame.function, inst)),
            None => Err(Unsupported::new("block without a terminator").at(frame.function.block(frame.block).span).into()),
        }
    }

    /// Something to read slots with.
    pub fn reader<'a>(&'a mut self, env: &'a Env<'m>) -> Reader<'a, 'm> {
        Reader { env, chooser: &mut *self.chooser, fuel: &mut self.fuel }
    }

    /// One read of a slot.
    pub fn read(&mut self, slot: &Slot<'m>) -> Result<Rc<RtValue>, Halt> {
        let env = Rc::clone(&self.env);
        self.reader(&env).read(slot)
    }

    /// The contents of an operand.
    pub fn operand(&mut self, operand: &'m Operand) -> Result<Slot<'m>, Halt> {
        match operand {
            Operand::Value(id) => match self.frame()?.values.get(id.index()) {
                Some(Some(slot)) => Ok(slot.clone()),
                _ => Err(Unsupported::new("use of a value that has not been computed").into()),
            },
            Operand::Const(c) => Ok(constant_slot(&self.env, c)?),
            Operand::Metadata(_) => Ok(RtValue::default().into()),
            Operand::Asm(_) => Err(Unsupported::new("inline assembly").into()),
        }
    }

    /// One read of an operand.
    pub fn read_operand(&mut self, operand: &'m Operand) -> Result<Rc<RtValue>, Halt> {
        let slot = self.operand(operand)?;
        self.read(&slot)
    }

    /// A read that must be defined: poison, or a second read that differs, is undefined behavior.
    pub fn read_fixed(
        &mut self,
        slot: &Slot<'m>,
        on_poison: impl Fn() -> UbReason,
        on_undef: impl Fn() -> UbReason,
    ) -> Result<Rc<RtValue>, Halt> {
        let first = self.read(slot)?;
        if first.any_poison() {
            return Err(Halt::Ub(on_poison()));
        }
        if matches!(slot, Slot::Thunk(_)) {
            let second = self.read(slot)?;
            if second != first {
                return Err(Halt::Ub(if second.any_poison() { on_poison() } else { on_undef() }));
            }
        }
        Ok(first)
    }

    /// Gives the current instruction its result, and goes on to the next.
    pub fn define(&mut self, inst: &'m Inst, slot: Slot<'m>, poison: &[PoisonReason]) -> Result<(), Halt> {
        self.show(inst, &slot, poison);
        let frame = self.frame()?;
        if let Some(result) = inst.result {
            frame.values[result.index()] = Some(slot);
        }
        frame.index += 1;
        Ok(())
    }

    /// Tells the observer about a result.
    pub fn show(&mut self, inst: &'m Inst, slot: &Slot<'m>, poison: &[PoisonReason]) {
        let Some(function) = self.frames.last().map(|f| f.function).filter(|_| self.observer.is_some()) else { return };
        let value = inst.result.map(|_| text::slot(&self.env, &inst.ty, slot));
        let names = self.names(function);
        self.tell(|_| Event::Step { function, inst, names: &names, value: value.as_deref(), poison });
    }

    /// Tells the observer, if there is one.
    pub fn tell<'e>(&mut self, event: impl FnOnce(&Env<'m>) -> Event<'e>) {
        if let Some(observer) = &mut self.observer {
            observer.event(&event(&self.env));
        }
    }

    /// The printed names of a function.
    pub fn names(&mut self, function: &'m Function) -> Rc<Names> {
        Rc::clone(self.names.entry(&function.name).or_insert_with(|| Rc::new(Names::of(function))))
    }

    /// The `alloca`s of a function whose lifetime is marked: they are dead until it starts.
    pub fn scoped(&mut self, function: &'m Function) -> Rc<FxHashSet<ValueId>> {
        Rc::clone(self.scoped.entry(&function.name).or_insert_with(|| Rc::new(scoped_allocas(function))))
    }

    /// A value that leaves the run.
    pub fn returned(&self, slot: Slot<'m>, ty: Type) -> RetValue<'m> {
        RetValue { slot, env: Rc::clone(&self.env), ty, fuel: self.limits.steps }
    }
}

fn scoped_allocas(function: &Function) -> FxHashSet<ValueId> {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let starts = insts.filter_map(|inst| match &inst.kind {
        InstKind::Call { call, .. } if call.direct_callee().is_some_and(|name| name.starts_with("llvm.lifetime.start")) => {
            call.args.last().and_then(|(operand, _)| match operand {
                Operand::Value(id) => Some(*id),
                _ => None,
            })
        }
        _ => None,
    });
    starts.collect()
}

/// The instruction a frame is executing.
fn current<'m>(frame: &Frame<'m>) -> Option<&'m Inst> {
    frame.function.blocks.get(frame.block.index())?.insts.get(frame.index)
}
