//! Words for a counterexample: inputs, steps, the first difference, and one sentence why.

use llvet_encoder::concrete::{ArgValue, Event, StackEntry, text};
use llvet_ir::{Function, Inst, Module, Span};

use super::Pair;
use crate::verdict::{Input, Reason, SideTrace, Step};

/// The inputs as a person reads them, named as in the source.
#[must_use]
pub fn inputs(pair: Pair<'_>, args: &[ArgValue]) -> Vec<Input> {
    let one = |(arg, value): (&llvet_ir::Arg, &ArgValue)| {
        let ty = &pair.src.value(arg.value).ty;
        let (name, typed) = (llvet_ir::print::value_name(pair.src, arg.value), text::argument(pair.src_module, ty, value));
        let ty = ty.to_string();
        // Values that are poison or undef as a whole are written without their type, as outcomes are.
        let bare = typed.strip_prefix(&ty).map(str::trim_start).filter(|v| matches!(*v, "poison" | "undef"));
        let value = bare.map(str::to_owned).unwrap_or(typed);
        Input { name, ty, value, irrelevant: false }
    };
    pair.src.args.iter().zip(args).map(one).collect()
}

/// Adds an event of the outermost function to the story.
pub fn record(module: &Module, event: &Event<'_>, steps: &mut Vec<Step>) {
    match event {
        Event::Step { function, inst, value, poison, .. } => {
            let note = (!poison.is_empty()).then(|| poison.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
            steps.push(Step { value: value.map(str::to_owned), note, ..step(module, function, inst) });
        }
        Event::Jump { to, .. } => {
            steps.push(Step { text: format!("jump to %{to}"), value: None, note: None, name: None, span: Span::default() });
        }
        Event::Ub { reason, stack } => {
            let note = Some(format!("UB: {reason}"));
            let culprit = stack.first().and_then(|entry| executing(module, entry));
            steps.push(match culprit {
                Some((function, inst)) => Step { note, ..step(module, function, inst) },
                None => Step { text: "undefined behavior".to_owned(), value: None, note, name: None, span: Span::default() },
            });
        }
        Event::Enter { .. } | Event::Return { .. } | Event::Unwind { .. } => {}
    }
}

/// An instruction without its result.
fn step(module: &Module, function: &Function, inst: &Inst) -> Step {
    let name = inst.result.map(|id| llvet_ir::print::value_name(function, id));
    let text = llvet_ir::print::print_inst(module, function, inst).trim().to_owned();
    Step { text, value: None, note: None, name, span: inst.span }
}

/// The instruction that a call in progress was executing.
fn executing<'m>(module: &'m Module, entry: &StackEntry) -> Option<(&'m Function, &'m Inst)> {
    let function = module.function(&entry.function)?;
    let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.find(|inst| inst.span == entry.span).map(|inst| (function, inst))
}

/// The first value that both sides name and compute differently.
#[must_use]
pub fn first_difference(source: &SideTrace, target: &SideTrace) -> Option<String> {
    target.trace.iter().find_map(|t| {
        let name = t.name.as_ref()?;
        let s = source.trace.iter().find(|s| s.name.as_ref() == Some(name))?;
        (s.value != t.value).then(|| name.clone())
    })
}

/// One sentence: what the target does that the source does not allow.
#[must_use]
pub fn why(reason: Reason, source: &SideTrace, target: &SideTrace) -> String {
    let source_says = match &source.outcomes {
        Some(outcomes) if outcomes.len() > 1 => "none of the source's outcomes allows it".to_owned(),
        _ => format!("the source returns {}", source.outcome),
    };
    let poison_step = target.trace.iter().find(|s| s.value.as_deref().is_some_and(|v| v.ends_with("poison")) && s.note.is_some());
    match reason {
        Reason::SourceMoreDefined => {
            let what = target.outcome.strip_prefix("UB: ").unwrap_or(&target.outcome);
            format!("the target has undefined behavior ({what}) where {source_says}")
        }
        Reason::ReturnDomain => format!("the target ends with {} where {source_says}", target.outcome),
        Reason::MorePoisonous => match poison_step.and_then(|s| Some((s.name.as_ref()?, s.note.as_ref()?))) {
            Some((name, note)) => format!("the target returns {}: {name} is poison, {note}; {source_says}", target.outcome),
            None => format!("the target returns {} where {source_says}", target.outcome),
        },
        Reason::MoreUndefined => format!("the target's result depends on undef where {source_says}"),
        _ => format!("the target returns {}; {source_says}", target.outcome),
    }
}
