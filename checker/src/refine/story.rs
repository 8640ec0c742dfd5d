//! Words for a counterexample: inputs, steps, the first difference, and one sentence why.

use llvet_encoder::concrete::{ArgLane, ArgValue, Event, Names, StackEntry, text};
use llvet_encoder::outcome::{PoisonReason, UbReason};
use llvet_ir::print::Texts;
use llvet_ir::{Function, Inst, InstKind, Module, Operand, Span, ValueId};
use rustc_hash::FxHashMap;

use super::{Pair, words};
use crate::notation::Notation;
use crate::verdict::{Input, Reason, SideTrace, Step};

/// The inputs as a person reads them, named as in the source; those that do not matter are marked.
#[must_use]
pub fn inputs(pair: Pair<'_>, args: &[ArgValue], irrelevant: &[bool]) -> Vec<Input> {
    let one = |(index, (arg, value)): (usize, (&llvet_ir::Arg, &ArgValue))| {
        let ty = &pair.src.value(arg.value).ty;
        let (name, typed) = (llvet_ir::print::value_name(pair.src, arg.value), text::argument(pair.src_module, ty, value));
        let notation = match value.lanes.as_slice() {
            [ArgLane::Bits(bits)] => Notation::of(ty, bits),
            _ => Notation::default(),
        };
        let ty = ty.to_string();
        // Values that are poison or undef as a whole are written without their type, as outcomes are.
        let bare = typed.strip_prefix(&ty).map(str::trim_start).filter(|v| matches!(*v, "poison" | "undef"));
        let value = bare.map(str::to_owned).unwrap_or(typed);
        Input { name, ty, value, notation, irrelevant: irrelevant.get(index).copied().unwrap_or(false) }
    };
    pair.src.args.iter().zip(args).enumerate().map(one).collect()
}

/// What one side did, as it is told event by event.
pub struct Story<'m> {
    module: &'m Module,
    frames: Vec<Frame<'m>>,
    /// Why what the last call returned is poison.
    returned: Option<String>,
    /// What was executed so far.
    pub steps: Vec<Step>,
    /// Why the outcome is poison, or why behavior is undefined.
    pub cause: Option<String>,
}

/// A call in progress.
struct Frame<'m> {
    function: &'m Function,
    /// Names and instructions as text.
    print: Texts<'m>,
    /// Indices of blocks by name; made at the first jump.
    blocks: Option<FxHashMap<String, usize>>,
    /// Index of the block.
    block: usize,
    /// Texts of the values computed so far.
    values: FxHashMap<ValueId, String>,
    /// Why values are poison.
    causes: FxHashMap<ValueId, String>,
}

impl<'m> Story<'m> {
    /// A story that begins.
    #[must_use]
    pub fn new(module: &'m Module) -> Story<'m> {
        Story { module, frames: Vec::new(), returned: None, steps: Vec::new(), cause: None }
    }

    /// Adds an event.
    pub fn record(&mut self, event: &Event<'_>) {
        match event {
            Event::Enter { function, args } => self.enter(function, args),
            Event::Step { inst, value, poison, .. } => self.step(inst, *value, poison),
            Event::Jump { to, .. } => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.jump(to);
                }
                self.steps.push(Step { text: format!("jump to %{to}"), value: None, note: None, name: None, span: Span::default() });
            }
            Event::Return { .. } => {
                self.returned = self.frames.pop().and_then(|frame| match &frame.function.blocks[frame.block].insts.last()?.kind {
                    InstKind::Ret { value: Some(Operand::Value(id)) } => frame.causes.get(id).cloned(),
                    _ => None,
                });
                if self.frames.is_empty() {
                    self.cause = self.returned.clone();
                }
            }
            Event::Ub { reason, stack } => self.undefined(reason, stack),
            Event::Unwind { .. } => drop(self.frames.pop()),
        }
    }

    fn enter(&mut self, function: &Function, args: &[String]) {
        let Some(function) = self.module.function(&function.name) else { return };
        let (mut values, mut causes) = (FxHashMap::default(), FxHashMap::default());
        for (index, (arg, text)) in function.args.iter().zip(args).enumerate() {
            if is_poison(text) {
                // Why a caller's value is poison is why the callee's argument is.
                let passed = self.frames.last().and_then(|caller| caller.passed(index));
                let name = llvet_ir::print::value_name(function, arg.value);
                causes.insert(arg.value, passed.unwrap_or_else(|| format!("{name} is poison")));
            }
            values.insert(arg.value, text.clone());
        }
        let print = Texts::of(self.module, function);
        self.frames.push(Frame { function, print, blocks: None, block: 0, values, causes });
    }

    fn step(&mut self, inst: &Inst, value: Option<&str>, reasons: &[PoisonReason]) {
        let operands = if reasons.is_empty() { Vec::new() } else { self.operands(inst) };
        let told: Vec<words::Cause> = reasons.iter().map(|r| words::poison(inst, r, &operands, value.unwrap_or_default())).collect();
        let note = (!told.is_empty()).then(|| told.iter().map(words::Cause::note).collect::<Vec<_>>().join(", "));
        let returned = self.returned.take().filter(|_| matches!(inst.kind, InstKind::Call { .. } | InstKind::Invoke { .. }));
        if let (Some(frame), Some(id), Some(value)) = (self.frames.last_mut(), inst.result, value) {
            if is_poison(value) {
                let own = told.first().map(words::Cause::sentence).or(returned);
                if let Some(cause) = own.or_else(|| frame.inherited(inst)) {
                    frame.causes.insert(id, cause);
                }
            }
            frame.values.insert(id, value.to_owned());
        }
        let step = self.bare_step(inst);
        self.steps.push(Step { value: value.map(str::to_owned), note, ..step });
    }

    fn undefined(&mut self, reason: &UbReason, stack: &[StackEntry]) {
        let culprit = stack.first().and_then(|entry| executing(self.module, entry));
        let note = Some(format!("UB: {reason}"));
        let Some(inst) = culprit else {
            self.cause = Some(reason.to_string());
            self.steps.push(Step { text: "undefined behavior".to_owned(), value: None, note, name: None, span: Span::default() });
            return;
        };
        let what = words::undefined(inst, reason, &self.operands(inst));
        let why = self.frames.last().and_then(|frame| frame.inherited(inst));
        self.cause = Some(why.map_or(what.clone(), |why| format!("{what}, as {why}")));
        let step = self.bare_step(inst);
        self.steps.push(Step { note, ..step });
    }

    /// Texts of the values that an instruction of the function under way reads.
    fn operands(&mut self, inst: &Inst) -> Vec<String> {
        let Some(Frame { values, print, .. }) = self.frames.last_mut() else { return Vec::new() };
        let text = |operand: &Operand| match operand {
            Operand::Value(id) => values.get(id).cloned().unwrap_or_else(|| "?".to_owned()),
            constant => print.operand(constant),
        };
        match &inst.kind {
            InstKind::Call { call, .. } => call.args.iter().map(|(operand, _)| operand).map(text).collect(),
            kind => kind.operands().into_iter().map(text).collect(),
        }
    }

    /// An instruction of the function under way, without its result.
    fn bare_step(&mut self, inst: &Inst) -> Step {
        let Some(Frame { print, .. }) = self.frames.last_mut() else { return Step::default() };
        let name = inst.result.map(|id| print.value(id));
        Step { text: print.inst(inst).trim().to_owned(), value: None, note: None, name, span: inst.span }
    }
}

impl Frame<'_> {
    fn jump(&mut self, to: &str) {
        let function = self.function;
        let blocks = self.blocks.get_or_insert_with(|| {
            let names = Names::of(function);
            function.blocks_with_ids().map(|(id, _)| (names.block(id).to_owned(), id.index())).collect()
        });
        self.block = blocks.get(to).copied().unwrap_or(self.block);
    }

    /// Why an operand of the instruction is poison.
    fn inherited(&self, inst: &Inst) -> Option<String> {
        inst.kind.operands().into_iter().find_map(|operand| self.cause_of(operand))
    }

    fn cause_of(&self, operand: &Operand) -> Option<String> {
        match operand {
            Operand::Value(id) => self.causes.get(id).cloned(),
            Operand::Const(_) | Operand::Metadata(_) | Operand::Asm(_) => None,
        }
    }

    /// Why an argument of the call that this frame is about to make is poison: that of any call in the block, for lack of a place.
    fn passed(&self, index: usize) -> Option<String> {
        let calls = self.function.blocks[self.block].insts.iter().filter_map(|inst| match &inst.kind {
            InstKind::Call { call, .. } => call.args.get(index),
            _ => None,
        });
        calls.into_iter().find_map(|(operand, _)| self.cause_of(operand))
    }
}

/// Whether a value's text says that it is poison, at least in part.
fn is_poison(text: &str) -> bool {
    text == "poison" || text.ends_with(" poison") || text.contains(" poison,") || text.contains(" poison>") || text.contains(" poison }")
}

/// The instruction that a call in progress was executing.
fn executing<'m>(module: &'m Module, entry: &StackEntry) -> Option<&'m Inst> {
    let mut insts = module.function(&entry.function)?.blocks.iter().flat_map(|block| &block.insts);
    insts.find(|inst| inst.span == entry.span)
}

/// The first value that both sides name and compute differently.
#[must_use]
pub fn first_difference(source: &SideTrace, target: &SideTrace) -> Option<String> {
    let mut first: FxHashMap<&str, &Step> = FxHashMap::default();
    for step in &source.trace {
        if let Some(name) = &step.name {
            first.entry(name).or_insert(step);
        }
    }
    target.trace.iter().find_map(|t| {
        let name = t.name.as_ref()?;
        (first.get(name.as_str())?.value != t.value).then(|| name.clone())
    })
}

/// An outcome as what a function does.
fn ends(outcome: &str) -> String {
    match outcome {
        "does not return" | "unwinds" => outcome.to_owned(),
        "trap" => "ends in a trap".to_owned(),
        value => format!("returns {value}"),
    }
}

/// One sentence: what the target does that the source does not allow, and why it does. `cause` is why the target's outcome is poison or
/// undefined.
#[must_use]
pub fn why(reason: Reason, source: &SideTrace, target: &SideTrace, cause: Option<&str>) -> String {
    let source_says = match &source.outcomes {
        Some(outcomes) if outcomes.len() > 1 => "none of the source's outcomes allows it".to_owned(),
        _ => format!("the source {}", ends(&source.outcome)),
    };
    match (reason, cause) {
        (Reason::SourceMoreDefined, cause) => {
            let what = cause.or(target.outcome.strip_prefix("UB: ")).unwrap_or(&target.outcome);
            format!("the target has undefined behavior ({what}) where {source_says}")
        }
        (Reason::ReturnDomain, _) => format!("the target {} where {source_says}", ends(&target.outcome)),
        (Reason::MorePoisonous, Some(cause)) if target.outcome == "poison" => {
            format!("the target is poison here because {cause}; {source_says}")
        }
        (Reason::MorePoisonous, Some(cause)) => format!("the target returns {}, because {cause}; {source_says}", target.outcome),
        (Reason::MorePoisonous, None) => format!("the target returns {} where {source_says}", target.outcome),
        (Reason::MoreUndefined, _) => format!("the target's result depends on undef where {source_says}"),
        (Reason::Signature | Reason::Attributes | Reason::Globals | Reason::ValueMismatch | Reason::MemoryMismatch, _) => {
            format!("the target returns {}; {source_says}", target.outcome)
        }
    }
}
