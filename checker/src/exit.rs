//! Exit codes of the `llvet` command: a stable contract.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | everything asked for holds: all pairs refine, all files are valid |
//! | 1 | a counterexample was found |
//! | 2 | the input does not parse, verify or type-check, signatures differ, a file cannot be read, or bad usage |
//! | 3 | unsupported or inconclusive |
//! | 101 | an internal error; never a verdict |
//! | 130 | interrupted (Ctrl-C, termination); what was done so far has been printed |
//!
//! Of several pairs the worst counts, by 2 > 1 > 3 > 0; an internal error is worse than all, and an interruption is reported unless
//! something worse than `undecided` was already found.

use std::process::ExitCode;

use crate::verdict::VerdictKind;

/// How the command ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exit {
    /// 0
    #[default]
    Success,
    /// 1
    Counterexample,
    /// 2
    Invalid,
    /// 3
    Undecided,
    /// 101
    Internal,
    /// 130
    Interrupted,
}

impl Exit {
    /// The process's exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Counterexample => 1,
            Exit::Invalid => 2,
            Exit::Undecided => 3,
            Exit::Internal => 101,
            Exit::Interrupted => 130,
        }
    }

    fn rank(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Undecided => 1,
            Exit::Interrupted => 2,
            Exit::Counterexample => 3,
            Exit::Invalid => 4,
            Exit::Internal => 5,
        }
    }

    /// The worse of two.
    #[must_use]
    pub fn worst(self, other: Exit) -> Exit {
        if other.rank() > self.rank() { other } else { self }
    }
}

impl From<VerdictKind> for Exit {
    fn from(kind: VerdictKind) -> Exit {
        match kind {
            VerdictKind::Refines => Exit::Success,
            VerdictKind::Counterexample => Exit::Counterexample,
            VerdictKind::Invalid => Exit::Invalid,
            VerdictKind::Unsupported | VerdictKind::Inconclusive => Exit::Undecided,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worst_is_two_one_three_zero() {
        let order = [Exit::Success, Exit::Undecided, Exit::Interrupted, Exit::Counterexample, Exit::Invalid, Exit::Internal];
        for (i, &a) in order.iter().enumerate() {
            for (j, &b) in order.iter().enumerate() {
                assert_eq!(a.worst(b), order[i.max(j)]);
            }
        }
        assert_eq!(order.map(Exit::code), [0, 3, 130, 1, 2, 101]);
    }
}
