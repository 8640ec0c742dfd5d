//! A rule at one typing, as a module that other tools read too.

use std::fmt::Write;

use llvet_encoder::outcome::Unsupported;
use llvet_ir::Span;

use super::ast::{Rule, Widths};
use super::infer::{Instance, Typed, infer};
use super::instantiate::{build, local};
use super::show;

/// Why a rule cannot be written out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExpandError {
    /// One line.
    pub message: String,
    /// Where in the rule file.
    pub span: Span,
}

/// The module with `@src` and `@tgt` for integers of this width; where the rule's types differ in width, the smallest typing in which the
/// width occurs. Comments say what a module cannot: the precondition, and which parameters are computed from others.
///
/// # Errors
/// When the rule does not type-check, has no such typing, or uses what is not modelled.
pub fn expand(rule: &Rule, width: u32, root_only: bool) -> Result<String, ExpandError> {
    let typed = infer(rule).map_err(|e| ExpandError { message: e.message, span: e.span })?;
    let Some(instance) = pick(&typed, width) else {
        return Err(ExpandError { message: format!("no typing of the rule has integers of {width} bits"), span: rule.span });
    };
    let unsupported = |e: Unsupported| ExpandError { message: format!("not modelled: {}", e.what), span: e.span.unwrap_or(rule.span) };
    let built = build(rule, &typed, &instance, root_only).map_err(unsupported)?;
    let mut text = format!("; rule {}\n; at {}\n", rule.name, typed.describe(&instance));
    if let Some(pre) = &rule.pre {
        let _ = writeln!(text, "; where {}", show::pred(pre));
    }
    for (_, expr) in &built.assumption.computed {
        let shown = show::expr(expr);
        let _ = writeln!(text, "; where {} is {shown}", local(&shown));
    }
    text.push_str(&built.text);
    Ok(text)
}

fn pick(typed: &Typed, width: u32) -> Option<Instance> {
    let only = typed.instances(Widths { from: width, to: width });
    let mixed = || typed.instances(Widths { from: 1, to: 128.min(2 * width) }).into_iter().find(|i| i.typing.mentions(width));
    only.into_iter().next().or_else(mixed)
}
