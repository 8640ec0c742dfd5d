//! Words for a counterexample: inputs, steps, the first difference, and one sentence why.

use llvet_encoder::concrete::{ArgValue, Event, text};
use llvet_ir::{Module, ValueId};

use super::Pair;
use crate::verdict::{Input, Reason, SideTrace, Step};

/// The inputs as a person reads them, named as in the source.
#[must_use]
pub fn inputs(pair: Pair<'_>, args: &[ArgValue]) -> Vec<Input> {
    let one = |(arg, value): (&llvet_ir::Arg, &ArgValue)| {
        let ty = &pair.src.value(arg.value).ty;
        Input {
            name: llvet_ir::print::value_name(pair.src, arg.value),
            ty: ty.to_string(),
            value: text::argument(pair.src_module, ty, value),
            irrelevant: false,
        }
    };
    pair.src.args.iter().zip(args).map(one).collect()
}

/// Adds an event of the outermost function to the story.
pub fn record(module: &Module, event: &Event<'_>, steps: &mut Vec<Step>) {
    match event {
        Event::Step { function, inst, value, poison, .. } => {
            let note = (!poison.is_empty()).then(|| poison.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
            let name = inst.result.map(|id: ValueId| llvet_ir::print::value_name(function, id));
            let text = llvet_ir::print::print_inst(module, function, inst).trim().to_owned();
            steps.push(Step { text, value: value.map(str::to_owned), note, name, span: inst.span });
        }
        Event::Jump { to, .. } => {
            steps.push(Step { text: format!("jump to %{to}"), value: None, note: None, name: None, span: llvet_ir::Span::default() });
        }
        Event::Ub { reason, .. } => {
            let text = "undefined behavior".to_owned();
            steps.push(Step { text, value: None, note: Some(reason.to_string()), name: None, span: llvet_ir::Span::default() });
        }
        Event::Enter { .. } | Event::Return { .. } | Event::Unwind { .. } => {}
    }
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
