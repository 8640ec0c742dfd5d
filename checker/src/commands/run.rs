//! `llvet run`: executes a function on given arguments.

use std::io::Write;
use std::path::PathBuf;

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::enumerate::{self, Behaviours, Budget, enumerate};
use llvet_encoder::concrete::text::Nans;
use llvet_encoder::concrete::{
    ArgLane, ArgValue, Chooser, Counting, Environment, Event, Halt, Limits, Observer, Outcome, RetValue, Seeded, StackEntry, Stop, execute,
};
use llvet_encoder::outcome::UbReason;
use llvet_ir::{Function, InstKind, Operand, Span, Type};
use serde::Serialize;

use crate::cli::Context;
use crate::commands::verify::print_diagnostics;
use crate::exit::Exit;
use crate::report::json::{self, Tool};
use crate::report::{self, Output, diagnostic};
use crate::source::{Loaded, Source};

/// Execute a function on given arguments
///
/// Runs LLVM IR exactly: undef is picked anew at every use, poison spreads, and undefined behavior is reported with its reason, place and
/// call stack. Functions of the module may call each other; functions without a body are not supported.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet run --call '@f(i8 127, i8 poison)' module.ll
  llvet run --trace --call '@f(i8 1)' module.ll     every step with its value
  llvet run --all --call '@f(i2 undef)' module.ll   every outcome that the nondeterministic picks allow
  llvet run module.ll                               @main

Exit codes: 0 it ran, 1 undefined behavior, 2 invalid input, 3 unsupported, or a limit was reached.")]
pub struct Args {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What to call, with constants as arguments, such as `@f(i8 127, i8 poison)`; default @main
    #[arg(long, value_name = "CALL")]
    call: Option<String>,
    /// Print every step with its result
    #[arg(long, conflicts_with = "all")]
    trace: bool,
    /// Run with every sequence of nondeterministic picks and print the set of outcomes. Undefined behavior stands for every outcome
    #[arg(long, conflicts_with = "seed")]
    all: bool,
    /// Make pseudo-random picks; without it they count up from 0
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print one JSON object (schema llvet.run/1)
    #[arg(long)]
    json: bool,
    /// With --all, try every sign and payload that a NaN may have, and tell NaNs apart; otherwise each NaN has one
    #[arg(long)]
    nan_payloads: bool,
    /// Steps after which a run is given up
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    max_steps: u64,
    /// Calls in progress after which a run is given up
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    max_depth: usize,
    /// With --all, runs after which the enumeration is given up
    #[arg(long, value_name = "N", default_value_t = Budget::default().runs)]
    max_runs: u64,
}

/// What a run found, as `--json` prints it.
#[derive(Debug, Serialize)]
struct RunReport {
    schema: &'static str,
    tool: Tool,
    /// Sorted; several with `--all` only.
    outcomes: Vec<String>,
    /// Whether these are all that was asked for.
    complete: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Promises of the program whose violation was not looked for.
    unchecked: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<String>,
    #[serde(skip)]
    stack: Vec<StackEntry>,
    #[serde(skip)]
    exit: Exit,
}

impl RunReport {
    fn new() -> RunReport {
        RunReport {
            schema: "llvet.run/1",
            tool: Tool::this(),
            outcomes: Vec::new(),
            complete: true,
            error: None,
            unchecked: Vec::new(),
            trace: Vec::new(),
            stack: Vec::new(),
            exit: Exit::Success,
        }
    }

    fn failed(error: String, exit: Exit) -> RunReport {
        RunReport { complete: false, error: Some(error), exit, ..RunReport::new() }
    }
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be read or writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let source = match Source::read(&args.file) {
        Ok(source) => source,
        Err(error) if args.json => {
            json::object(&mut report::stdout(context.color), &RunReport::failed(error.to_string(), Exit::Invalid))?;
            return Ok(Exit::Invalid);
        }
        Err(error) => return Err(error.into()),
    };
    let length = source.bytes().len();
    let loaded = Loaded::new(with_call(&source, args.call.as_deref()));
    let report = if loaded.is_valid() {
        match prepare(&loaded, args.call.is_some()) {
            Ok((function, values)) => execute_call(&args, &loaded, function, &values),
            Err(error) => RunReport::failed(error, Exit::Invalid),
        }
    } else {
        // Errors in the text that was added are errors in the call.
        let in_call = loaded.errors().all(|d| d.span.start as usize >= length);
        let first = loaded.errors().next().map_or("", |d| &d.message);
        let what = if in_call { "--call is not a call with constants" } else { "the module is not valid" };
        if !in_call && !args.json {
            print_diagnostics(&loaded, &mut report::stderr(context.color))?;
        }
        RunReport::failed(format!("{what}: {first}"), Exit::Invalid)
    };
    if args.json {
        json::object(&mut report::stdout(context.color), &report)?;
    } else {
        print(&report, &loaded.source, context)?;
    }
    Ok(report.exit)
}

/// Name of the function that is added to make the call.
const DRIVER: &str = "llvet run";

/// The text with a function that makes the call, so that the call is read by the rules of the module.
fn with_call(source: &Source, call: Option<&str>) -> Source {
    let mut text = source.bytes().to_vec();
    if let Some(call) = call {
        text.extend_from_slice(format!("\ndefine private void @\"{DRIVER}\"() {{\n  call void {call}\n  ret void\n}}\n").as_bytes());
    }
    Source::new(source.name(), text)
}

/// The function to call and its arguments.
fn prepare(loaded: &Loaded, with_call: bool) -> Result<(&Function, Vec<ArgValue>), String> {
    let module = &loaded.module;
    if !with_call {
        let main = module.function("main").ok_or("no function @main; name one with --call '@f(i8 1)'")?;
        let args = main.args.iter().map(|arg| main_argument(loaded, &main.value(arg.value).ty));
        return Ok((main, args.collect::<Result<_, _>>()?));
    }
    let malformed = || "--call is not a call with constants".to_owned();
    let driver = module.function(DRIVER).ok_or_else(malformed)?;
    let first = driver.blocks.first().and_then(|block| block.insts.first());
    let Some(InstKind::Call { call, .. }) = first.map(|inst| &inst.kind) else { return Err(malformed()) };
    let name = call.direct_callee().ok_or_else(malformed)?;
    let function = module.function(name).ok_or_else(|| format!("@{name} is not a function"))?;
    let types: Vec<Type> = call.args.iter().map(|(operand, _)| driver.operand_type(operand)).collect();
    let expected: Vec<Type> = function.args.iter().map(|arg| function.value(arg.value).ty.clone()).collect();
    if types != expected {
        let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
        return Err(format!("@{name} takes ({}), not ({})", list(&expected), list(&types)));
    }
    let args = call.args.iter().map(|(operand, _)| match operand {
        Operand::Const(constant) => ArgValue::of_constant(module, constant).map_err(|error| error.to_string()),
        Operand::Value(_) | Operand::Metadata(_) | Operand::Asm(_) => Err(malformed()),
    });
    Ok((function, args.collect::<Result<_, _>>()?))
}

/// `main` is called as a program without a name and arguments.
fn main_argument(loaded: &Loaded, ty: &Type) -> Result<ArgValue, String> {
    let zero = |width| ArgValue { lanes: vec![ArgLane::Bits(Bv::zero(width))] };
    match ty {
        Type::Int(width) => Ok(zero(*width)),
        Type::Ptr { .. } => Ok(zero(llvet_encoder::value::pointer_bits(&loaded.module))),
        other => Err(format!("@main has a parameter of type {other}; give its arguments with --call")),
    }
}

fn execute_call(args: &Args, loaded: &Loaded, function: &Function, values: &[ArgValue]) -> RunReport {
    let limits = Limits { steps: args.max_steps, depth: args.max_depth };
    if args.all {
        let budget = Budget { runs: args.max_runs, nan_payloads: args.nan_payloads, ..Budget::default() };
        let (found, incomplete) = enumerate(&loaded.module, function, values, limits, budget, &Environment::default());
        return all_outcomes(found, incomplete.map(|why| why.to_string()));
    }
    let mut counting = Counting::default();
    let mut seeded;
    let chooser: &mut dyn Chooser = match args.seed {
        Some(seed) => {
            seeded = Seeded::new(seed);
            &mut seeded
        }
        None => &mut counting,
    };
    let mut tracer = Tracer { source: &loaded.source, depth: 0, lines: Vec::new() };
    let observer = args.trace.then_some(&mut tracer as &mut dyn Observer);
    let nans = if args.nan_payloads { Nans::Exact } else { Nans::Alike };
    let mut report = match execute(&loaded.module, function, values, chooser, limits, observer) {
        Ok(done) => {
            let mut report = one_outcome(done.outcome, chooser, nans);
            report.unchecked = done.unchecked.into_iter().collect();
            report
        }
        Err(stop) => stopped(&stop, &loaded.source),
    };
    report.trace = tracer.lines;
    report
}

fn all_outcomes(found: Behaviours, incomplete: Option<String>) -> RunReport {
    let undefined = found.undefined().is_some();
    RunReport {
        outcomes: found.outcomes().into_iter().collect(),
        // Undefined behavior allows everything, so nothing is missing beside it.
        complete: undefined || incomplete.is_none(),
        exit: match (undefined, &incomplete) {
            (true, _) => Exit::Counterexample,
            (false, Some(_)) => Exit::Undecided,
            (false, None) => Exit::Success,
        },
        error: incomplete.filter(|_| !undefined),
        unchecked: found.unchecked.into_iter().collect(),
        stack: found.ub_stack,
        ..RunReport::new()
    }
}

fn one_outcome(outcome: Outcome<'_>, chooser: &mut dyn Chooser, nans: Nans) -> RunReport {
    let undefined = |reason: &UbReason, stack| RunReport {
        outcomes: vec![format!("UB: {reason}")],
        stack,
        exit: Exit::Counterexample,
        ..RunReport::new()
    };
    let mut read = |value: &RetValue<'_>, prefix: &str| match value.read(chooser) {
        Ok(read) => RunReport { outcomes: vec![format!("{prefix}{}", value.text(&read, nans))], ..RunReport::new() },
        Err(Halt::Ub(reason)) => undefined(&reason, Vec::new()),
        Err(Halt::Stop(stop)) => RunReport::failed(stop.to_string(), Exit::Undecided),
    };
    match outcome {
        Outcome::Return(value) => read(&value, ""),
        Outcome::Unwind(value) => read(&value, "unwind: "),
        Outcome::Trap => RunReport { outcomes: vec!["trap".to_owned()], ..RunReport::new() },
        Outcome::Stopped { unwinds } => RunReport { outcomes: vec![enumerate::stopped(unwinds).to_owned()], ..RunReport::new() },
        Outcome::Ub { reason, stack } => undefined(&reason, stack),
    }
}

fn stopped(stop: &Stop, source: &Source) -> RunReport {
    let message = match stop {
        Stop::Unsupported(error) => match error.span {
            Some(span) => format!("unsupported: {error} at {}", source.position(span)),
            None => format!("unsupported: {error}"),
        },
        Stop::StepLimit | Stop::DepthLimit => stop.to_string(),
    };
    RunReport::failed(message, Exit::Undecided)
}

/// Collects the trace.
struct Tracer<'s> {
    source: &'s Source,
    depth: usize,
    lines: Vec<String>,
}

impl Tracer<'_> {
    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "  ".repeat(self.depth)));
    }

    /// An instruction as it is written, on one line.
    fn instruction(&self, span: Span) -> String {
        self.source.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl Observer for Tracer<'_> {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Enter { function, args } => {
                self.line(&format!("enter @{}({})", function.name, args.join(", ")));
                self.depth += 1;
            }
            Event::Step { inst, value, poison, .. } => {
                let mut line = self.instruction(inst.span);
                if let Some(value) = value {
                    line += &format!(" => {value}");
                }
                if !poison.is_empty() {
                    line += &format!(" ({})", poison.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
                }
                self.line(&line);
            }
            Event::Jump { to, .. } => self.line(&format!("jump to %{to}")),
            Event::Return { function, value } => {
                self.depth = self.depth.saturating_sub(1);
                self.line(&format!("leave @{} with {}", function.name, value.unwrap_or("void")));
            }
            Event::Unwind { function } => {
                self.depth = self.depth.saturating_sub(1);
                self.line(&format!("unwind out of @{}", function.name));
            }
            Event::Ub { reason, stack } => match stack.first() {
                Some(here) => {
                    let line = self.instruction(here.span);
                    self.line(&format!("{line} => UB: {reason}"));
                }
                None => self.line(&format!("UB: {reason}")),
            },
        }
    }
}

/// Prints a report for people.
fn print(report: &RunReport, source: &Source, context: Context) -> anyhow::Result<()> {
    let mut out = report::stdout(context.color);
    for line in &report.trace {
        writeln!(out, "{line}")?;
    }
    for outcome in &report.outcomes {
        let text = if outcome.starts_with("UB: ") { out.style.bad(outcome) } else { outcome.clone() };
        writeln!(out, "{text}")?;
    }
    print_stack(&report.stack, source, &mut out)?;
    out.flush()?;
    let mut err = report::stderr(context.color);
    if let Some(error) = &report.error {
        let head = if report.exit == Exit::Invalid { err.style.bad("error") } else { err.style.unsure("incomplete") };
        writeln!(err, "{head}: {error}")?;
    }
    if !report.unchecked.is_empty() {
        let head = err.style.unsure("note");
        writeln!(err, "{head}: not checked: {}", report.unchecked.join(", "))?;
    }
    Ok(())
}

fn print_stack<W: Write>(stack: &[StackEntry], source: &Source, out: &mut Output<W>) -> std::io::Result<()> {
    let Some((innermost, callers)) = stack.split_first() else { return Ok(()) };
    let text = diagnostic::place(&format!("in @{}", innermost.function), innermost.span, source, out.style);
    write!(out, "{text}")?;
    for caller in callers {
        writeln!(out, "called from @{} at {}", caller.function, source.position(caller.span))?;
    }
    Ok(())
}
