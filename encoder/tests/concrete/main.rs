//! Concrete execution: outcomes of small functions, each rule with a case that passes and one that fails.

mod calls;
mod memory;
mod picks;
mod runs;
mod ub;

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::enumerate::{Behaviours, Budget, Incomplete, enumerate};
use llvet_encoder::concrete::{ArgLane, ArgValue, Environment, Limits};
use llvet_ir::Module;

/// Parses a module that must be valid.
fn parse(text: &str) -> Module {
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    parsed.module
}

/// An argument with one defined leaf.
fn int(width: u32, value: i64) -> ArgValue {
    ArgValue { lanes: vec![ArgLane::Bits(Bv::from_i64(width, value))] }
}

/// Poison as an argument with one leaf.
fn poison() -> ArgValue {
    ArgValue { lanes: vec![ArgLane::Poison] }
}

/// Undef as an argument with one leaf.
fn undef() -> ArgValue {
    ArgValue { lanes: vec![ArgLane::Undef] }
}

/// All behaviours of `@f`.
fn behaviours(text: &str, args: &[ArgValue]) -> (Behaviours, Option<Incomplete>) {
    let module = parse(text);
    let function = module.function("f").expect("the text defines @f");
    enumerate(&module, function, args, Limits::default(), Budget::default(), &Environment::default())
}

/// Outcomes of `@f`, joined.
fn outcomes(text: &str, args: &[ArgValue]) -> String {
    match behaviours(text, args) {
        (found, None) => found.outcomes().into_iter().collect::<Vec<_>>().join(" | "),
        (_, Some(why)) => format!("incomplete: {why}"),
    }
}

/// Outcomes of `@f` with a body, its signature given as return type and parameters: `i8 (i8 %x)`.
#[track_caller]
fn check(signature: &str, body: &str, args: &[ArgValue], expected: &str) {
    let (ret, params) = signature.split_once(" (").expect("return type, then parameters");
    let text = format!("define {ret} @f({params} {{\n{body}\n}}");
    assert_eq!(outcomes(&text, args), expected, "{text}");
}

/// Outcomes of `@f` in a module.
#[track_caller]
fn check_module(text: &str, args: &[ArgValue], expected: &str) {
    assert_eq!(outcomes(text, args), expected, "{text}");
}
