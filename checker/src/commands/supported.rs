//! `llvet supported`: which instructions, intrinsics and attributes a check models, from the tables that decide it.

use std::io::Write;

use llvet_encoder::semantics::attr_table::{AttrClass, AttrPlace, supported_attributes};
use llvet_encoder::semantics::intrinsics::{Support, supported_intrinsics};
use llvet_encoder::semantics::support::{InstSupport, supported_instructions};
use serde::Serialize;

use crate::cli::Context;
use crate::exit::Exit;
use crate::report::{self, json};

/// List the instructions, intrinsics and attributes that `llvet check` models
///
/// What is not modelled makes a pair `unsupported` where it can decide the answer. The text is Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llvet supported
  llvet supported --json | jq -r '.intrinsics[] | select(.support == \"unsupported\") | .name'")]
pub struct Args {
    /// Print one JSON object (schema llvet.supported/1)
    #[arg(long)]
    json: bool,
}

/// An instruction or intrinsic.
#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    support: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<&'static str>,
}

/// An attribute: what it means at each place.
#[derive(Debug, Serialize)]
struct AttributeEntry {
    name: &'static str,
    places: Vec<PlaceEntry>,
}

#[derive(Debug, Serialize)]
struct PlaceEntry {
    place: &'static str,
    support: &'static str,
}

/// Everything, as `--json` prints it.
#[derive(Debug, Serialize)]
struct Supported {
    schema: &'static str,
    tool: json::Tool,
    instructions: Vec<Entry>,
    intrinsics: Vec<Entry>,
    attributes: Vec<AttributeEntry>,
}

impl Supported {
    fn new() -> Supported {
        let instruction = |(name, support): (&'static str, InstSupport)| match support {
            InstSupport::Modelled => Entry { name, support: MODELLED, limits: None },
            InstSupport::Partly(limits) => Entry { name, support: "partly", limits: Some(limits) },
            InstSupport::Unsupported => Entry { name, support: UNSUPPORTED, limits: None },
        };
        let intrinsic = |(name, support): (&'static str, Support)| {
            let support = match support {
                Support::Modelled | Support::Executor => MODELLED,
                Support::NoEffect => NO_EFFECT,
                Support::Unsupported => UNSUPPORTED,
            };
            Entry { name, support, limits: None }
        };
        let mut intrinsics: Vec<Entry> = supported_intrinsics().map(intrinsic).collect();
        intrinsics.sort_by_key(|entry| entry.name);
        Supported {
            schema: "llvet.supported/1",
            tool: json::Tool::this(),
            instructions: supported_instructions().map(instruction).collect(),
            intrinsics,
            attributes: supported_attributes().map(attribute).collect(),
        }
    }
}

const MODELLED: &str = "modelled";
const NO_EFFECT: &str = "no-effect";
const UNSUPPORTED: &str = "unsupported";

fn attribute((name, classes): (&'static str, [AttrClass; 9])) -> AttributeEntry {
    let one = |(place, class): (AttrPlace, AttrClass)| {
        let support = match class {
            AttrClass::Modelled => MODELLED,
            AttrClass::Nothing => NO_EFFECT,
            AttrClass::Unsupported => UNSUPPORTED,
        };
        PlaceEntry { place: place_name(place), support }
    };
    AttributeEntry { name, places: AttrPlace::ALL.into_iter().zip(classes).map(one).collect() }
}

fn place_name(place: AttrPlace) -> &'static str {
    match place {
        AttrPlace::Param => "parameter",
        AttrPlace::Return => "return value",
        AttrPlace::Function => "function",
        AttrPlace::CallParam => "argument",
        AttrPlace::CallReturn => "result",
        AttrPlace::CallSite => "call",
        AttrPlace::CalleeParam => "argument of a function",
        AttrPlace::CalleeReturn => "result of a function",
        AttrPlace::Callee => "call of a function",
    }
}

/// Runs the command.
///
/// # Errors
/// When writing fails.
pub fn run(args: Args, context: Context) -> anyhow::Result<Exit> {
    let mut out = report::stdout(context.color);
    let supported = Supported::new();
    if args.json {
        json::object(&mut out, &supported)?;
    } else {
        out.write_all(markdown(&supported).as_bytes())?;
        out.flush()?;
    }
    Ok(Exit::Success)
}

/// The tables for people.
fn markdown(supported: &Supported) -> String {
    let mut text = String::from(
        "# What llvet models\n\nThis is what `llvet supported` prints. Anything else makes a pair `unsupported` where it can decide the answer.\n",
    );
    text.push_str("\n## Instructions\n\n");
    for support in [MODELLED, UNSUPPORTED] {
        text.push_str(&line(support, &supported.instructions));
    }
    let partly = supported.instructions.iter().filter_map(|entry| Some((entry.name, entry.limits?)));
    text.push_str("\n| in part | |\n|---|---|\n");
    partly.for_each(|(name, limits)| text.push_str(&format!("| `{name}` | {limits} |\n")));
    text.push_str("\n## Intrinsics\n\nNames are without `llvm.` and without types.\n\n");
    for support in [MODELLED, NO_EFFECT, UNSUPPORTED] {
        text.push_str(&line(support, &supported.intrinsics));
    }
    text.push_str("\n## Attributes\n\n");
    text.push_str(
        "On parameters, return values and functions, on arguments, results and calls of intrinsics, and on those of functions without a body: + modelled, o changes nothing.\n",
    );
    text.push_str("Attributes that are not listed are unsupported.\n\n");
    let places: Vec<&str> = AttrPlace::ALL.into_iter().map(place_name).collect();
    text.push_str(&format!("| | {} |\n|---|{}\n", places.join(" | "), "---|".repeat(places.len())));
    for entry in supported.attributes.iter().filter(|a| a.places.iter().any(|p| p.support != UNSUPPORTED)) {
        let mark = |place: &PlaceEntry| match place.support {
            MODELLED => "+",
            NO_EFFECT => "o",
            _ => "",
        };
        let marks: Vec<&str> = entry.places.iter().map(mark).collect();
        text.push_str(&format!("| `{}` | {} |\n", entry.name, marks.join(" | ")));
    }
    text
}

/// The names with this support, as one item of a list.
fn line(support: &str, entries: &[Entry]) -> String {
    let names: Vec<String> = entries.iter().filter(|e| e.support == support).map(|e| format!("`{}`", e.name)).collect();
    format!("- {} ({}): {}\n", support.replace('-', " "), names.len(), names.join(", "))
}
