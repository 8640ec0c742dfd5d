//! Typing of calls: what a rule passes to a function and gets from it.

use super::ast::{CallStmt, Stmt};
use super::infer::{Infer, Outcome, fail};
use super::types::Ty;

impl Infer {
    /// All calls of a function have the same types.
    pub(super) fn call(&mut self, call: &CallStmt, ty: Ty, stmt: &Stmt, target: bool) -> Outcome {
        let span = stmt.span;
        if call.void && stmt.result.is_some() {
            return fail(span, format!("@{} returns nothing", call.callee));
        }
        if let Some(ret) = &call.ret {
            let written = self.written(ret);
            self.typer.unify(ty, written, span)?;
        } else if !call.void && stmt.result.is_none() {
            return fail(span, format!("a call of @{} needs a result type, or void", call.callee));
        }
        let mut args = Vec::new();
        for arg in &call.args {
            args.push(self.operand(arg, target)?);
        }
        let result = (!call.void).then_some(ty);
        let Some((known, params)) = self.functions.get(&call.callee) else {
            self.functions.insert(call.callee.clone(), (result, args));
            return Ok(());
        };
        if known.is_some() != result.is_some() || params.len() != args.len() {
            return fail(span, format!("calls of @{} differ in their types", call.callee));
        }
        let pairs = known.iter().copied().zip(result).chain(params.iter().copied().zip(args));
        pairs.collect::<Vec<_>>().into_iter().try_for_each(|(a, b)| self.typer.unify(a, b, span))
    }
}
