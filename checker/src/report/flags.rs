//! The reports of `llvet flags`: a table for each instruction for people, and the object `llvet.flags/1`.

use std::io::{self, Write};
use std::time::Duration;

use llvet_ir::flags::Flag;
use llvet_ir::{Function, Module, Span, print};
use serde::Serialize;

use super::json::{self, Tool};
use super::table::{Cell, Look, Table};
use super::{Output, PairReport, diagnostic, human};
use crate::flags::analysis::Analysis;
use crate::flags::edit::{self, Placed, Site};
use crate::flags::proved;
use crate::flags::table::{Answer, Decision};
use crate::source::{Loaded, Source};
use crate::verdict::{Counterexample, Verdict};

/// The answers for one pair with what is needed to name things.
#[derive(Clone, Copy, Debug)]
pub struct FlagsReport<'a> {
    /// The pair as given with its verdict.
    pub pair: &'a PairReport,
    /// The answers; `None` when there was nothing to ask (invalid input).
    pub analysis: Option<&'a Analysis>,
    /// The functions, when there are answers.
    pub functions: Option<Functions<'a>>,
}

/// The functions of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Functions<'a> {
    /// The source.
    pub src: &'a Function,
    /// The target's module, for the text of instructions.
    pub tgt_module: &'a Module,
    /// The target.
    pub tgt: &'a Function,
    /// The target's text, for carets.
    pub tgt_text: &'a Source,
}

/// Prints one pair: the verdict of the pair as given, then the tables.
///
/// # Errors
/// When writing fails.
pub fn human<W: Write>(out: &mut Output<W>, report: FlagsReport<'_>, files: &[Loaded]) -> io::Result<()> {
    human::pair(out, report.pair, files, false)?;
    let (Some(analysis), Some(functions)) = (report.analysis, report.functions) else { return Ok(()) };
    let base = &analysis.transfer.base;
    if !proved(base) && analysis.transfer.given != *base {
        let head = out.style.unsure("  even without any flag");
        writeln!(out, "{head}: {}{}", base.verdict.id(), detail(base))?;
    }
    for site in edit::sites(functions.tgt) {
        instruction(out, analysis, functions, site)?;
    }
    for answer in analysis.transfer.answers.iter().filter(|a| a.present && a.decision == Decision::Drop) {
        let message = format!("{} must go: {}", answer.at.flag.name(), one_line(answer));
        write!(out, "{}", diagnostic::place(&message, flag_span(functions, answer.at), functions.tgt_text, out.style))?;
    }
    summary(out, analysis, functions)
}

fn detail(verdict: &Verdict) -> String {
    if verdict.detail.is_empty() { String::new() } else { format!(": {}", verdict.detail) }
}

fn instruction<W: Write>(out: &mut Output<W>, analysis: &Analysis, functions: Functions<'_>, site: Site) -> io::Result<()> {
    let answers: Vec<&Answer> = analysis.transfer.answers.iter().filter(|a| a.at.site == site).collect();
    if answers.is_empty() {
        return Ok(());
    }
    let text = print::print_inst(functions.tgt_module, functions.tgt, site.of(functions.tgt));
    writeln!(out, "  {}", out.style.strong(&super::table::printable(&text)))?;
    let mut table = Table::default();
    for answer in answers {
        let look = match answer.decision {
            Decision::Keep => Look::Strong,
            Decision::Drop => Look::Bad,
            Decision::Unknown => Look::Differs,
        };
        table.row(vec![
            Cell::new(answer.at.flag.name(), Look::Plain),
            Cell::new(answer.decision.id(), look),
            Cell::new(if answer.present { "(there now)" } else { "" }, Look::Dim),
            Cell::new(one_line(answer), Look::Plain),
        ]);
    }
    write!(out, "{}", table.render(&["    ", "  ", "  ", "  "], out.style))
}

/// The reason, with the inputs of a counterexample before it.
fn one_line(answer: &Answer) -> String {
    let inputs = answer.counterexample.iter().flat_map(|c| &c.inputs).filter(|i| !i.irrelevant);
    let inputs: Vec<String> = inputs.map(|i| format!("{} = {}", i.name, human::typed(i))).collect();
    if inputs.is_empty() { answer.reason.clone() } else { format!("{}: {}", inputs.join(", "), answer.reason) }
}

/// Where the flag's word stands in the instruction's text.
fn flag_span(functions: Functions<'_>, at: Placed) -> Span {
    let span = at.site.of(functions.tgt).span;
    let (from, to) = (span.start as usize, (span.end as usize).min(functions.tgt_text.bytes().len()));
    let text = functions.tgt_text.bytes().get(from..to).unwrap_or_default();
    let word = at.flag.name().as_bytes();
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'%' | b'"' | b'-' | b'$');
    let free = |start: usize| {
        let before = start.checked_sub(1).and_then(|i| text.get(i));
        !before.is_some_and(is_part) && !text.get(start + word.len()).is_some_and(is_part)
    };
    let found = text.windows(word.len()).enumerate().find(|(start, window)| *window == word && free(*start));
    found.map_or(span, |(start, _)| Span { start: span.start + start as u32, end: span.start + (start + word.len()) as u32 })
}

fn summary<W: Write>(out: &mut Output<W>, analysis: &Analysis, functions: Functions<'_>) -> io::Result<()> {
    let Functions { src, tgt, .. } = functions;
    let joint = &analysis.transfer.joint;
    let more_than_one_kept = analysis.transfer.answers.iter().filter(|a| a.decision == Decision::Keep).count() > 1;
    if more_than_one_kept {
        let texts: Vec<String> = joint.sets.iter().map(|set| placed_list(set, tgt)).collect();
        let head = if joint.complete { "together" } else { "together (not every set was decided)" };
        writeln!(out, "  {}: {}", out.style.strong(head), texts.join("; or "))?;
    }
    if !analysis.source.is_empty() {
        let list = |needed: bool| {
            let flags = analysis.source.iter().filter(|f| f.needed == needed).map(|f| f.at).collect::<Vec<_>>();
            if flags.is_empty() { "none".to_owned() } else { placed_list(&flags, src) }
        };
        writeln!(out, "  {}: needed {}; not needed {}", out.style.strong("flags of the source"), list(true), list(false))?;
    }
    for repair in &analysis.repairs {
        writeln!(out, "  {}: {}", out.style.strong("repair"), repair.text)?;
    }
    Ok(())
}

fn placed_list(flags: &[Placed], function: &Function) -> String {
    let texts: Vec<String> = flags.iter().map(|p| p.text(function)).collect();
    texts.join(", ")
}

#[derive(Serialize)]
struct FlagEntry<'a> {
    flag: &'static str,
    verdict: &'static str,
    reason: &'a str,
    counterexample: Option<&'a Counterexample>,
    present: bool,
}

#[derive(Serialize)]
struct InstructionEntry<'a> {
    name: String,
    opcode: &'static str,
    flags: Vec<FlagEntry<'a>>,
}

#[derive(Serialize)]
struct Place {
    name: String,
    flag: &'static str,
}

#[derive(Serialize)]
struct Together {
    sets: Vec<Vec<Place>>,
    complete: bool,
}

#[derive(Serialize)]
struct SourceEntry {
    name: String,
    flag: &'static str,
    needed: bool,
    essential: bool,
}

#[derive(Serialize)]
struct Outcome<'a> {
    verdict: &'static str,
    reason: Option<&'static str>,
    detail: &'a str,
}

#[derive(Serialize)]
struct PairEntry<'a> {
    pair: &'a str,
    file: &'a str,
    root: Option<String>,
    given: Outcome<'a>,
    flag_free: Option<Outcome<'a>>,
    instructions: Vec<InstructionEntry<'a>>,
    together: Option<Together>,
    source: Vec<SourceEntry>,
    repairs: Vec<&'a str>,
    time_ms: f64,
}

fn place(at: Placed, function: &Function) -> Place {
    Place { name: at.site.name(function), flag: at.flag.name() }
}

impl<'a> Outcome<'a> {
    fn new(verdict: &'a Verdict) -> Outcome<'a> {
        Outcome { verdict: verdict.verdict.id(), reason: verdict.reason.map(crate::verdict::Reason::id), detail: &verdict.detail }
    }
}

impl<'a> PairEntry<'a> {
    fn new(report: FlagsReport<'a>) -> PairEntry<'a> {
        let empty = PairEntry {
            pair: &report.pair.name,
            file: &report.pair.file,
            root: None,
            given: Outcome::new(&report.pair.verdict),
            flag_free: None,
            instructions: Vec::new(),
            together: None,
            source: Vec::new(),
            repairs: Vec::new(),
            time_ms: milliseconds(report.pair.time),
        };
        let (Some(analysis), Some(Functions { src, tgt, .. })) = (report.analysis, report.functions) else { return empty };
        let transfer = &analysis.transfer;
        let sets = transfer.joint.sets.iter().map(|set| set.iter().map(|&p| place(p, tgt)).collect()).collect();
        let source = |f: &crate::flags::source::SourceFlag| {
            let Place { name, flag } = place(f.at, src);
            SourceEntry { name, flag, needed: f.needed, essential: f.essential }
        };
        PairEntry {
            root: edit::root(tgt).map(|site| site.name(tgt)),
            flag_free: Some(Outcome::new(&transfer.base)),
            instructions: edit::sites(tgt).filter(|s| s.of(tgt).result.is_some()).map(|s| entry(analysis, tgt, s)).collect(),
            together: Some(Together { sets, complete: transfer.joint.complete }),
            source: analysis.source.iter().map(source).collect(),
            repairs: analysis.repairs.iter().map(|r| r.text.as_str()).collect(),
            ..empty
        }
    }
}

fn entry<'a>(analysis: &'a Analysis, tgt: &Function, site: Site) -> InstructionEntry<'a> {
    let flag = |answer: &'a Answer| FlagEntry {
        flag: Flag::name(answer.at.flag),
        verdict: answer.decision.id(),
        reason: &answer.reason,
        counterexample: answer.counterexample.as_ref(),
        present: answer.present,
    };
    let flags = analysis.transfer.answers.iter().filter(|a| a.at.site == site).map(flag).collect();
    InstructionEntry { name: site.name(tgt), opcode: site.of(tgt).kind.opcode(), flags }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Writes the object of `llvet flags --json` (`llvet.flags/1`): the first pair's answers at the top, those of further pairs in `others`.
///
/// # Errors
/// When writing fails.
pub fn json(out: &mut impl Write, reports: &[FlagsReport<'_>]) -> io::Result<()> {
    #[derive(Serialize)]
    struct Flags<'a> {
        schema: &'static str,
        tool: Tool,
        #[serde(flatten)]
        first: Option<PairEntry<'a>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        others: Vec<PairEntry<'a>>,
    }
    let mut entries = reports.iter().map(|&r| PairEntry::new(r));
    let first = entries.next();
    json::object(out, &Flags { schema: "llvet.flags/1", tool: Tool::this(), first, others: entries.collect() })
}
