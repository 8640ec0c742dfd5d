//! What a check says: plain data that a report, a server, a cache or a worker process can hold.

use llvet_ir::Span;
use serde::{Deserialize, Serialize};

use crate::notation::Notation;

/// The answer for one pair (design: "Verdicts and the command line").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// Proved.
    Refines,
    /// A replayed input breaks refinement.
    Counterexample,
    /// The input does not parse, verify or type-check, or the signatures differ.
    Invalid,
    /// A construct that is not modelled decides the answer.
    Unsupported,
    /// Time, memory or step limit.
    Inconclusive,
}

impl VerdictKind {
    /// Every verdict.
    pub const ALL: [VerdictKind; 5] =
        [VerdictKind::Refines, VerdictKind::Counterexample, VerdictKind::Invalid, VerdictKind::Unsupported, VerdictKind::Inconclusive];

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            VerdictKind::Refines => "refines",
            VerdictKind::Counterexample => "counterexample",
            VerdictKind::Invalid => "invalid",
            VerdictKind::Unsupported => "unsupported",
            VerdictKind::Inconclusive => "inconclusive",
        }
    }
}

/// The condition that failed, in the order in which conditions are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Parameter or return types differ.
    Signature,
    /// Parameter or function attributes are not refined.
    Attributes,
    /// Globals are not refined.
    Globals,
    /// The target has undefined behavior where the source has none.
    SourceMoreDefined,
    /// One returns where the other does not.
    ReturnDomain,
    /// The target's result is poison where the source's is not.
    MorePoisonous,
    /// The target's result depends on undef where the source's is one fixed value.
    MoreUndefined,
    /// The results differ.
    ValueMismatch,
    /// The memories differ.
    MemoryMismatch,
}

impl Reason {
    /// Every reason, in the order in which conditions are tried.
    pub const ALL: [Reason; 9] = [
        Reason::Signature,
        Reason::Attributes,
        Reason::Globals,
        Reason::SourceMoreDefined,
        Reason::ReturnDomain,
        Reason::MorePoisonous,
        Reason::MoreUndefined,
        Reason::ValueMismatch,
        Reason::MemoryMismatch,
    ];

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Reason::Signature => "signature",
            Reason::Attributes => "attributes",
            Reason::Globals => "globals",
            Reason::SourceMoreDefined => "source-more-defined",
            Reason::ReturnDomain => "return-domain",
            Reason::MorePoisonous => "more-poisonous",
            Reason::MoreUndefined => "more-undefined",
            Reason::ValueMismatch => "value-mismatch",
            Reason::MemoryMismatch => "memory-mismatch",
        }
    }
}

/// The rung of the ladder that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Decided without looking at behavior: signatures, attributes, the same text.
    Syntactic,
    /// The obligation simplified to false.
    Simplify,
    /// Special values and random vectors.
    Falsify,
    /// The obligation is one that cannot hold at any widths.
    AllWidths,
    /// Every input and choice.
    Enumerate,
    /// The solver.
    Smt,
    /// Enumeration at widths 1 to 8.
    SmallWidths,
    /// A licence of rewrite-based fast-math flags.
    Licence,
}

impl Method {
    /// Every method.
    pub const ALL: [Method; 8] = [
        Method::Syntactic,
        Method::Simplify,
        Method::Falsify,
        Method::AllWidths,
        Method::Enumerate,
        Method::Smt,
        Method::SmallWidths,
        Method::Licence,
    ];

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Method::Syntactic => "syntactic",
            Method::Simplify => "simplify",
            Method::Falsify => "falsify",
            Method::AllWidths => "all-widths",
            Method::Enumerate => "enumerate",
            Method::Smt => "smt",
            Method::SmallWidths => "small-widths",
            Method::Licence => "licence",
        }
    }
}

/// The weakest assumption under which a failing pair holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HoldsIf {
    /// No input is undef.
    NoUndefInput,
    /// No input is poison (or undef).
    NoPoisonInput,
}

impl HoldsIf {
    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            HoldsIf::NoUndefInput => "no-undef-input",
            HoldsIf::NoPoisonInput => "no-poison-input",
        }
    }
}

/// What a second way of deciding said, where one was asked for (`--cross-check`). One that said the opposite is an internal error and no
/// verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecondOpinion {
    /// The same, after trying every input.
    Enumerate,
    /// The same at small widths: all inputs there were tried, or one was found whose counterpart fails.
    SmallWidths,
    /// Nothing: what fails is not seen at small widths.
    Unconfirmed,
    /// Nothing: too many inputs, and nothing smaller stands for the pair.
    NotScalable,
}

/// An input of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// `%x`
    pub name: String,
    /// LLVM type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Value as LLVM writes it, with its type.
    pub value: String,
    /// The value in other notations.
    #[serde(flatten)]
    pub notation: Notation,
    /// Whether every other defined value of this input fails too, whatever the other inputs so marked are: it does not matter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub irrelevant: bool,
}

impl Input {
    /// The value with its type; `poison` and `undef` as a whole stand in [`Input::value`] without one.
    #[must_use]
    pub fn typed(&self) -> String {
        if self.value.contains(' ') { self.value.clone() } else { format!("{} {}", self.ty, self.value) }
    }
}

/// One executed instruction of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The instruction as LLVM writes it.
    pub text: String,
    /// Result as LLVM writes it, when there is one.
    pub value: Option<String>,
    /// A remark: the jump taken, why the result is poison, why behavior is undefined.
    pub note: Option<String>,
    /// Name of the defined value, to line source and target up.
    pub name: Option<String>,
    /// Byte range in the text it came from.
    #[serde(skip)]
    pub span: Span,
}

/// One side of a counterexample: what this function does on the inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideTrace {
    /// Returned value, `UB: reason`, or another outcome.
    pub outcome: String,
    /// Whether the source could also have had other outcomes (choices), and how many when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Vec<String>>,
    /// What was executed.
    pub trace: Vec<Step>,
}

/// What a function without a body answers to a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallAnswer {
    /// The call with its arguments: `@f(i8 3)`. `poison` stands for any value that is not listed.
    pub call: String,
    /// `returns i8 0`, `does not return`, `unwinds`, `has undefined behavior`
    pub answer: String,
    /// Number of calls with effects before this one.
    pub after: usize,
}

impl CallAnswer {
    /// Whether it is about a function of this name.
    #[must_use]
    pub fn is_of(&self, name: &str) -> bool {
        self.call.strip_prefix('@').and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('('))
    }
}

/// A replayed counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// Inputs in order.
    pub inputs: Vec<Input>,
    /// What functions without a body answer, when there are calls of any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallAnswer>,
    /// The source on them.
    pub source: SideTrace,
    /// The target on them.
    pub target: SideTrace,
    /// Why this breaks refinement, one sentence.
    pub why: String,
    /// Name of the first value present on both sides that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_difference: Option<String>,
    /// How many inputs fail, when counted, out of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_inputs: Option<(String, String)>,
    /// A flag of the target whose removal repairs the pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blame: Option<String>,
}

/// A problem with the input text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Which file: index into the files of the check.
    pub file: usize,
    /// Byte range.
    #[serde(skip)]
    pub span: Span,
    /// Message.
    pub message: String,
}

/// What is said about one pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The answer.
    pub verdict: VerdictKind,
    /// The failed condition of a counterexample.
    pub reason: Option<Reason>,
    /// One line: the sentence of the counterexample, the construct that is not modelled, the limit that was hit.
    pub detail: String,
    /// The rung that decided.
    pub method: Option<Method>,
    /// Unroll bound, when loops were cut.
    pub bounded: Option<u32>,
    /// The weakest assumption under which a failing or undecided pair holds.
    pub holds_if: Option<HoldsIf>,
    /// The second opinion, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<SecondOpinion>,
    /// Of a rule that fails: the number of the typing at which it does.
    #[serde(skip)]
    pub typing: Option<usize>,
    /// The proof is about all widths at once, not only about those that were tried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_widths: bool,
    /// Remarks: vacuous proofs and their kind.
    pub warnings: Vec<String>,
    /// The counterexample.
    pub counterexample: Option<Counterexample>,
    /// Where the construct stands that is not modelled or not valid.
    pub problem: Option<Problem>,
    /// What each rung did, for `--explain`.
    pub log: Vec<String>,
}

impl Verdict {
    /// A verdict with nothing but its kind and detail.
    #[must_use]
    pub fn new(verdict: VerdictKind, detail: impl Into<String>) -> Verdict {
        Verdict {
            verdict,
            reason: None,
            detail: detail.into(),
            method: None,
            bounded: None,
            holds_if: None,
            second_opinion: None,
            typing: None,
            all_widths: false,
            warnings: Vec::new(),
            counterexample: None,
            problem: None,
            log: Vec::new(),
        }
    }
}
