//! The reports of `llvet flags`: a table for each instruction for people, and the object `llvet.flags/1`.

use std::io::{self, Write};
use std::time::Duration;

use llvet_ir::flags::Flag;
use llvet_ir::{Function, Module, Span, print};
use serde::Serialize;

use super::flags_rule::{self, ConstantsEntry, Ruled};
use super::json::{self, Tool};
use super::table::{Cell, Look, Table};
use super::{Output, PairReport, diagnostic, human};
use crate::flags::analysis::Analysis;
use crate::flags::edit::{self, Placed, Site};
use crate::flags::proved;
use crate::flags::rule::RuleAnalysis;
use crate::flags::table::{Answer, Decision};
use crate::source::{Loaded, Source};
use crate::verdict::{Counterexample, SecondOpinion, Verdict};

/// The answers for one pair with what is needed to name things.
#[derive(Clone, Copy, Debug)]
pub struct FlagsReport<'a> {
    /// The pair as given with its verdict.
    pub pair: &'a PairReport,
    /// The answers.
    pub answers: Answers<'a>,
}

/// The answers for one pair.
#[derive(Clone, Copy, Debug)]
pub enum Answers<'a> {
    /// There was nothing to ask (invalid input).
    None,
    /// About two functions.
    Functions(&'a Analysis, Functions<'a>),
    /// About a rule.
    Rule(&'a RuleAnalysis, Ruled<'a>),
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
    let (analysis, functions) = match report.answers {
        Answers::None => return Ok(()),
        Answers::Functions(analysis, functions) => (analysis, functions),
        Answers::Rule(analysis, ruled) => return flags_rule::human(out, analysis, ruled),
    };
    even_without_flags(out, &analysis.transfer.base, &analysis.transfer.given)?;
    for site in edit::sites(functions.tgt) {
        instruction(out, analysis, functions, site)?;
    }
    for answer in analysis.transfer.answers.iter().filter(|a| a.present && a.decision == Decision::Drop) {
        let message = format!("{} must go: {}", answer.at.flag.name(), one_line(answer));
        write!(out, "{}", diagnostic::place(&message, flag_span(functions, answer.at), functions.tgt_text, out.style))?;
    }
    summary(out, analysis, functions)
}

/// Says so when the target is wrong whatever its flags.
pub(super) fn even_without_flags<W: Write>(out: &mut Output<W>, base: &Verdict, given: &Verdict) -> io::Result<()> {
    if !proved(base) && given != base {
        let head = out.style.unsure("  even without any flag");
        writeln!(out, "{head}: {}{}", base.verdict.id(), detail(base))?;
    }
    Ok(())
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
        table.row(row(answer.at.flag, answer.decision, answer.present, one_line(answer)));
    }
    write!(out, "{}", table.render(&ROW_GAPS, out.style))
}

/// What stands before each cell of [`row`].
pub(super) const ROW_GAPS: [&str; 4] = ["    ", "  ", "  ", "  "];

/// The line of one flag.
pub(super) fn row(flag: Flag, decision: Decision, present: bool, text: String) -> Vec<Cell> {
    let look = match decision {
        Decision::Keep => Look::Strong,
        Decision::Drop => Look::Bad,
        Decision::Unknown => Look::Differs,
    };
    vec![
        Cell::new(flag.name(), Look::Plain),
        Cell::new(decision.id(), look),
        Cell::new(if present { "(there now)" } else { "" }, Look::Dim),
        Cell::new(text, Look::Plain),
    ]
}

fn one_line(answer: &Answer) -> String {
    with_inputs(answer.counterexample.as_ref(), &answer.reason)
}

/// The reason, with the inputs of a counterexample before it.
pub(super) fn with_inputs(counterexample: Option<&Counterexample>, reason: &str) -> String {
    let inputs = counterexample.into_iter().flat_map(|c| &c.inputs).filter(|i| !i.irrelevant);
    let inputs: Vec<String> = inputs.map(|i| format!("{} = {}", i.name, i.typed())).collect();
    if inputs.is_empty() { reason.to_owned() } else { format!("{}: {reason}", inputs.join(", ")) }
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
    let kept = analysis.transfer.answers.iter().filter(|a| a.decision == Decision::Keep).count();
    let sets: Vec<String> = joint.sets.iter().map(|set| placed_list(set, tgt)).collect();
    let source: Vec<(bool, String)> = analysis.source.iter().map(|f| (f.needed, f.at.text(src))).collect();
    let repairs: Vec<&str> = analysis.repairs.iter().map(|r| r.text.as_str()).collect();
    closing(out, (kept > 1).then_some((&sets, joint.complete)), &source, &repairs)
}

/// The lines below the tables: sets that hold together and whether these are all, flags of the source and whether they are needed, repairs.
pub(super) fn closing<W: Write>(
    out: &mut Output<W>,
    together: Option<(&[String], bool)>,
    source: &[(bool, String)],
    repairs: &[&str],
) -> io::Result<()> {
    if let Some((sets, complete)) = together {
        let head = if complete { "together" } else { "together (not every set was decided)" };
        writeln!(out, "  {}: {}", out.style.strong(head), sets.join("; or "))?;
    }
    if !source.is_empty() {
        let list = |needed: bool| {
            let flags: Vec<&str> = source.iter().filter(|f| f.0 == needed).map(|f| f.1.as_str()).collect();
            if flags.is_empty() { "none".to_owned() } else { flags.join(", ") }
        };
        writeln!(out, "  {}: needed {}; not needed {}", out.style.strong("flags of the source"), list(true), list(false))?;
    }
    for repair in repairs {
        writeln!(out, "  {}: {repair}", out.style.strong("repair"))?;
    }
    Ok(())
}

fn placed_list(flags: &[Placed], function: &Function) -> String {
    let texts: Vec<String> = flags.iter().map(|p| p.text(function)).collect();
    texts.join(", ")
}

#[derive(Serialize)]
pub(super) struct FlagEntry<'a> {
    pub flag: &'static str,
    pub verdict: &'static str,
    pub reason: &'a str,
    pub counterexample: Option<&'a Counterexample>,
    pub present: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<SecondOpinion>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constants: Option<ConstantsEntry<'a>>,
}

#[derive(Serialize)]
pub(super) struct InstructionEntry<'a> {
    pub name: String,
    pub opcode: &'static str,
    pub flags: Vec<FlagEntry<'a>>,
}

#[derive(Serialize)]
pub(super) struct Place {
    pub name: String,
    pub flag: &'static str,
}

#[derive(Serialize)]
pub(super) struct Together {
    pub sets: Vec<Vec<Place>>,
    pub complete: bool,
}

#[derive(Serialize)]
pub(super) struct SourceEntry {
    pub name: String,
    pub flag: &'static str,
    pub needed: bool,
    pub essential: bool,
}

#[derive(Serialize)]
pub(super) struct Outcome<'a> {
    verdict: &'static str,
    reason: Option<&'static str>,
    detail: &'a str,
}

#[derive(Serialize)]
pub(super) struct PairEntry<'a> {
    pub pair: &'a str,
    pub file: &'a str,
    pub root: Option<String>,
    pub given: Outcome<'a>,
    pub flag_free: Option<Outcome<'a>>,
    pub instructions: Vec<InstructionEntry<'a>>,
    pub together: Option<Together>,
    pub source: Vec<SourceEntry>,
    pub repairs: Vec<&'a str>,
    pub time_ms: f64,
}

fn place(at: Placed, function: &Function) -> Place {
    Place { name: at.site.name(function), flag: at.flag.name() }
}

impl<'a> Outcome<'a> {
    pub(super) fn new(verdict: &'a Verdict) -> Outcome<'a> {
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
        let (analysis, src, tgt) = match report.answers {
            Answers::None => return empty,
            Answers::Functions(analysis, Functions { src, tgt, .. }) => (analysis, src, tgt),
            Answers::Rule(analysis, ruled) => return flags_rule::entry(empty, analysis, ruled),
        };
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
        second_opinion: answer.second_opinion,
        constants: None,
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
