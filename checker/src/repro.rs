//! A module that shows a counterexample when it is run: both functions, and a `@main` that calls them on the inputs and compares.
//!
//! `@main` returns 0 when nothing is wrong to see and 1 when the results differ; where the target is poison or undefined on the inputs,
//! so is `@main`. Leaves of the result that are poison in the source are not compared, as the target may have anything there.
//! Every text that is returned was parsed, verified and run. Deliberately absent: merging two modules whose functions need more than their
//! own bodies.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use llvet_encoder::concrete::enumerate::{Budget, enumerate};
use llvet_encoder::concrete::{ArgLane, ArgValue, Environment, Limits};
use llvet_encoder::fp::FpFormat;
use llvet_ir::inst::Operand;
use llvet_ir::quote::Name;
use llvet_ir::{Function, InstKind, Module, Type, print};

use crate::refine::Pair;
use crate::verdict::{Counterexample, Input};

/// Runs and steps that checking the module may take.
const RUNS: u64 = 1 << 12;
const STEPS: u64 = 1 << 20;

/// The text of the module.
///
/// # Errors
/// Why there is none, in words.
pub fn text(pair: Pair<'_>, counterexample: &Counterexample) -> Result<String, String> {
    if let Some(call) = counterexample.calls.first() {
        return Err(format!("it depends on what functions without a body answer, such as {}", call.call));
    }
    let (module, target) = combined(pair)?;
    if module.function("main").is_some() {
        return Err("the module has a function @main of its own".to_owned());
    }
    if pair.src.vararg {
        return Err(format!("@{} takes a variable number of arguments", pair.src.name));
    }
    let mut body = print::print_module(&module);
    body.push_str(&main(&module, pair.src, &target, counterexample)?);
    let outcomes = outcomes(&body)?;
    let head = format!(
        "; {}\n; `llvet run --all` of this file gives: {}.\n; 0 would mean that the results agree. LLVM's lli computes on where a value is poison, so it may not see that.\n\n",
        counterexample.why.replace('\n', " "),
        outcomes.into_iter().collect::<Vec<_>>().join(", or ")
    );
    Ok(head + &body)
}

/// One module with both functions, and the name of the target in it.
fn combined(pair: Pair<'_>) -> Result<(Module, String), String> {
    let mut module = pair.src_module.clone();
    if std::ptr::eq(pair.src_module, pair.tgt_module) {
        return Ok((module, pair.tgt.name.to_string()));
    }
    let name = (0..).map(|n| format!("{}.tgt{n}", pair.tgt.name)).find(|name| !module.symbols.contains_key(name.as_str()));
    let name = name.unwrap_or_default();
    let mut target = pair.tgt.clone();
    target.name = name.as_str().into();
    if let Some(what) = needs_its_module(&target, &module) {
        return Err(format!("the target's file cannot be joined with the source's: {what}"));
    }
    module.symbols.insert(target.name.clone(), llvet_ir::module::ModuleItem::Function(module.functions.len()));
    module.functions.push(target);
    Ok((module, name))
}

/// What a function refers to that another module may not have, or have otherwise.
fn needs_its_module(function: &Function, other: &Module) -> Option<String> {
    let insts = || function.blocks.iter().flat_map(|block| &block.insts);
    if insts().any(|inst| !inst.metadata.is_empty() || !inst.records.is_empty()) {
        return Some("an instruction of the target carries metadata".to_owned());
    }
    let named = |ty: &Type| ty.to_string().contains('%');
    if function.values.iter().any(|value| named(&value.ty)) {
        return Some("the target uses a named type".to_owned());
    }
    for inst in insts() {
        let intrinsic = match &inst.kind {
            InstKind::Call { call, .. } => call.direct_callee().filter(|name| name.starts_with("llvm.")),
            _ => None,
        };
        if let Some(name) = intrinsic.filter(|name| !other.symbols.contains_key(*name)) {
            return Some(format!("the source's file does not declare @{name}"));
        }
        for operand in inst.kind.operands() {
            let constant = matches!(operand, Operand::Const(_) | Operand::Metadata(_));
            let text = print::operand_text(other, function, operand);
            if constant && text.contains('@') && intrinsic.is_none_or(|name| !text.ends_with(name)) {
                return Some(format!("the target refers to {text}"));
            }
        }
    }
    None
}

/// `@main`, and what it needs.
fn main(module: &Module, src: &Function, target: &str, counterexample: &Counterexample) -> Result<String, String> {
    let args: Vec<String> = counterexample.inputs.iter().map(Input::typed).collect();
    let args = args.join(", ");
    let ret = &src.ret;
    let cc = if src.prefix.cc.is_empty() { String::new() } else { format!("{} ", src.prefix.cc) };
    let call = |name: &str| format!("call {cc}{ret} @{}({args})", Name(name));
    let mut out = String::from("\ndefine i32 @main() {\n");
    // Writing to a string cannot fail.
    if *ret == Type::Void {
        let _ = write!(out, "  {}\n  {}\n  ret i32 0\n}}\n", call(&src.name), call(target));
        return Ok(out);
    }
    let _ = write!(out, "  %source = {}\n  %target = {}\n", call(&src.name), call(target));
    let mut compare = Compare { module, out, names: 0, differ: "false".to_owned(), skip: poison_leaves(ret, counterexample) };
    compare.value(ret, "%source", "%target")?;
    let Compare { mut out, differ, .. } = compare;
    let _ = write!(out, "  br i1 {differ}, label %different, label %same\ndifferent:\n  ret i32 1\nsame:\n  ret i32 0\n}}\n");
    Ok(out)
}

/// Which leaves of the source's result are poison, in order; empty when that is not known.
fn poison_leaves(ret: &Type, counterexample: &Counterexample) -> Vec<bool> {
    let outcome = &counterexample.source.outcome;
    let value = if outcome == "poison" { format!("{ret} poison") } else { outcome.clone() };
    let parsed = llvet_ir::parse(format!("define {ret} @f() {{\n  ret {value}\n}}\n").as_bytes());
    let lanes = || {
        let inst = parsed.module.function("f")?.blocks.first()?.insts.first()?;
        let InstKind::Ret { value: Some(Operand::Const(constant)) } = &inst.kind else { return None };
        ArgValue::of_constant(&parsed.module, constant).ok()
    };
    let lanes = parsed.diagnostics.is_empty().then(lanes).flatten();
    lanes.map(|value| value.lanes.iter().map(|lane| *lane == ArgLane::Poison).collect()).unwrap_or_default()
}

/// The code that compares two values leaf by leaf.
struct Compare<'m> {
    module: &'m Module,
    out: String,
    names: usize,
    /// The operand that says whether a leaf differed so far.
    differ: String,
    /// Leaves to skip, in order.
    skip: Vec<bool>,
}

impl Compare<'_> {
    fn value(&mut self, ty: &Type, source: &str, target: &str) -> Result<(), String> {
        match self.module.resolve(ty) {
            Some(Type::Vector { len, elem, scalable: false }) => {
                (0..*len).try_for_each(|i| self.part(ty, elem, source, target, "extractelement", &format!("i64 {i}")))
            }
            Some(Type::Array { len, elem }) => {
                (0..*len).try_for_each(|i| self.part(ty, elem, source, target, "extractvalue", &i.to_string()))
            }
            Some(Type::Struct(body)) => {
                let fields = body.fields.iter().enumerate();
                fields.into_iter().try_for_each(|(i, f)| self.part(ty, f, source, target, "extractvalue", &i.to_string()))
            }
            Some(Type::Int(_) | Type::Ptr { .. }) => {
                self.leaf(&ty.to_string(), source, target);
                Ok(())
            }
            Some(Type::Float(kind)) => {
                let width = FpFormat::of(*kind).ok_or_else(|| format!("results of type {ty} are not compared"))?.width();
                let [source, target] = [source, target].map(|value| self.define(&format!("bitcast {ty} {value} to i{width}")));
                self.leaf(&format!("i{width}"), &source, &target);
                Ok(())
            }
            _ => Err(format!("results of type {ty} are not compared")),
        }
    }

    fn part(&mut self, whole: &Type, ty: &Type, source: &str, target: &str, how: &str, index: &str) -> Result<(), String> {
        let [source, target] = [source, target].map(|value| self.define(&format!("{how} {whole} {value}, {index}")));
        self.value(ty, &source, &target)
    }

    fn leaf(&mut self, ty: &str, source: &str, target: &str) {
        if !self.skip.is_empty() && self.skip.remove(0) {
            return;
        }
        let differs = self.define(&format!("icmp ne {ty} {source}, {target}"));
        let before = std::mem::take(&mut self.differ);
        self.differ = if before == "false" { differs } else { self.define(&format!("or i1 {before}, {differs}")) };
    }

    fn define(&mut self, instruction: &str) -> String {
        let name = format!("%v{}", self.names);
        self.names += 1;
        let _ = writeln!(self.out, "  {name} = {instruction}");
        name
    }
}

/// What `@main` may do.
fn outcomes(text: &str) -> Result<BTreeSet<String>, String> {
    let parsed = llvet_ir::parse(text.as_bytes());
    let problem =
        parsed.diagnostics.iter().cloned().chain(llvet_ir::verify(&parsed.module)).find(|d| d.severity == llvet_ir::Severity::Error);
    if let Some(problem) = problem {
        return Err(format!("the module to show it is not valid: {}", problem.message));
    }
    let main = parsed.module.function("main").ok_or("the module to show it has no @main")?;
    let budget = Budget { runs: RUNS, steps: STEPS, ..Budget::default() };
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let (found, incomplete) = enumerate(&parsed.module, main, &[], limits, budget, &Environment::default());
    let outcomes = found.outcomes();
    match incomplete {
        Some(why) if outcomes.is_empty() => Err(format!("it does not run: {why}")),
        _ => Ok(outcomes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refine::{CheckOptions, check_pair};

    fn repro(text_of_pair: &str) -> String {
        let parsed = llvet_ir::parse(text_of_pair.as_bytes());
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let module = &parsed.module;
        let [src, tgt] = ["src", "tgt"].map(|name| module.function(name).expect("it is there"));
        let pair = Pair { src_module: module, src, tgt_module: module, tgt, assume: None, unrolled: None };
        let verdict = check_pair(pair, &CheckOptions::default());
        text(pair, &verdict.counterexample.expect("a counterexample")).expect("a module")
    }

    #[test]
    fn a_value_a_poison_and_an_undefined_target_show() {
        let pair = |ret: &str, args: &str, src: &str, tgt: &str| {
            format!("define {ret} @src({args}) {{\n{src}\n}}\ndefine {ret} @tgt({args}) {{\n{tgt}\n}}\n")
        };
        let value = repro(&pair("float", "float %x", "ret float %x", "%r = fneg float %x\nret float %r"));
        assert!(value.contains("gives: i32 1.") && value.contains("bitcast float %source to i32"), "{value}");
        let poison = repro(&pair("i8", "i8 %x", "%r = add i8 %x, 1\nret i8 %r", "%r = add nsw i8 %x, 1\nret i8 %r"));
        assert!(poison.contains("gives: UB: branch on poison.") && poison.contains("call i8 @tgt(i8 127)"), "{poison}");
        let undefined = repro(&pair("void", "i8 %x", "ret void", "%r = udiv i8 1, %x\nret void"));
        assert!(undefined.contains("gives: UB: division by zero."), "{undefined}");
        let lanes = "%s = add nsw <2 x i8> %v, <i8 127, i8 127>\nret <2 x i8> %s";
        let vector = repro(&pair("<2 x i8>", "<2 x i8> %v", lanes, &lanes.replace("i8 127>", "i8 126>")));
        assert!(vector.contains("gives: i32 1."), "{vector}");
    }
}
