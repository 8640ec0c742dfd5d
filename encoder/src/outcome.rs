//! Why executions go wrong, and why we cannot follow them.

use std::fmt;

use llvet_ir::Span;

/// Why an execution has immediate undefined behavior (LangRef, "Undefined Values" and the instructions' own sections).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UbReason {
    /// Divisor is zero.
    DivisionByZero,
    /// Divisor is poison.
    DivisionByPoison,
    /// `MIN / −1`
    DivisionOverflow,
    /// Branch on a poison condition.
    BranchOnPoison,
    /// Branch on a condition that depends on undef.
    BranchOnUndef,
    /// Switch on a poison value.
    SwitchOnPoison,
    /// Switch on a value that depends on undef.
    SwitchOnUndef,
    /// `unreachable` was reached.
    Unreachable,
    /// `llvm.assume` of false.
    AssumeFalse,
    /// `llvm.assume` of poison.
    AssumePoison,
    /// A `noundef` argument, return value or load is poison or depends on undef. The text says which.
    NoundefViolated(String),
    /// A value attribute together with `noundef` is violated. The text says which.
    AttributeViolated(String),
    /// A memory access that is not allowed. The text says why.
    Memory(String),
    /// A call that is not allowed. The text says why.
    Call(String),
    /// Anything else, in LangRef's words.
    Other(String),
}

impl fmt::Display for UbReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UbReason::DivisionByZero => write!(f, "division by zero"),
            UbReason::DivisionByPoison => write!(f, "division by poison"),
            UbReason::DivisionOverflow => write!(f, "signed division overflow"),
            UbReason::BranchOnPoison => write!(f, "branch on poison"),
            UbReason::BranchOnUndef => write!(f, "branch on undef"),
            UbReason::SwitchOnPoison => write!(f, "switch on poison"),
            UbReason::SwitchOnUndef => write!(f, "switch on undef"),
            UbReason::Unreachable => write!(f, "unreachable reached"),
            UbReason::AssumeFalse => write!(f, "assume of false"),
            UbReason::AssumePoison => write!(f, "assume of poison"),
            UbReason::NoundefViolated(what) => write!(f, "{what} is noundef but poison or undef"),
            UbReason::AttributeViolated(what) | UbReason::Memory(what) | UbReason::Call(what) | UbReason::Other(what) => {
                write!(f, "{what}")
            }
        }
    }
}

/// Why an instruction's own rule makes its result poison.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PoisonReason {
    /// `nsw` is violated.
    SignedWrap,
    /// `nuw` is violated.
    UnsignedWrap,
    /// `exact` is violated.
    Inexact,
    /// `disjoint` is violated.
    NotDisjoint,
    /// `samesign` is violated.
    SignsDiffer,
    /// `nneg` is violated.
    Negative,
    /// Shift amount is at least the width.
    ShiftTooLarge,
    /// Lane index out of range.
    IndexOutOfRange,
    /// `nnan` is violated.
    Nan,
    /// `ninf` is violated.
    Infinite,
    /// The result does not fit the result type.
    OutOfRange,
    /// Another rule; the text says which.
    Other(&'static str),
}

impl fmt::Display for PoisonReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PoisonReason::SignedWrap => "signed wrap (nsw)",
            PoisonReason::UnsignedWrap => "unsigned wrap (nuw)",
            PoisonReason::Inexact => "inexact (exact)",
            PoisonReason::NotDisjoint => "operands share a bit (disjoint)",
            PoisonReason::SignsDiffer => "operands differ in sign (samesign)",
            PoisonReason::Negative => "operand is negative (nneg)",
            PoisonReason::ShiftTooLarge => "shift amount is at least the width",
            PoisonReason::IndexOutOfRange => "index is out of range",
            PoisonReason::Nan => "NaN (nnan)",
            PoisonReason::Infinite => "infinity (ninf)",
            PoisonReason::OutOfRange => "result does not fit",
            PoisonReason::Other(text) => text,
        })
    }
}

/// Something that is not modelled and decides the answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Unsupported {
    /// The construct, by LangRef's name.
    pub what: String,
    /// Where it stands, when known.
    pub span: Option<Span>,
    /// It is modelled, but there is too much of it.
    pub is_limit: bool,
}

impl Unsupported {
    /// A construct without a place; the executor adds the instruction's.
    pub fn new(what: impl Into<String>) -> Unsupported {
        Unsupported { what: what.into(), span: None, is_limit: false }
    }

    /// Too much of something.
    pub fn limit(what: impl Into<String>) -> Unsupported {
        Unsupported { is_limit: true, ..Unsupported::new(what) }
    }

    /// The same with a place, unless it has one.
    #[must_use]
    pub fn at(mut self, span: Span) -> Unsupported {
        self.span.get_or_insert(span);
        self
    }
}

impl From<crate::value::LayoutError> for Unsupported {
    fn from(error: crate::value::LayoutError) -> Self {
        Unsupported::new(error.to_string())
    }
}
