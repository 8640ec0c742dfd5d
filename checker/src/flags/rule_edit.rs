//! Flags of a rule by place: which are legal, which are there, and the rule with other ones.

use llvet_ir::Function;
use llvet_ir::flags::{FastMath, Flag};

use crate::rules::ast::{OpStmt, Rule, Stmt, StmtKind};
use crate::rules::ops::{CastShape, Shape};

/// A side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before `=>`.
    Source,
    /// After it.
    Target,
}

/// A flag at a statement of one side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleFlag {
    /// The side.
    pub side: Side,
    /// The statement, as an index into that side.
    pub stmt: usize,
    /// The flag.
    pub flag: Flag,
}

impl RuleFlag {
    /// Whether the rule has the flag there.
    #[must_use]
    pub fn is_in(self, rule: &Rule) -> bool {
        let has = |op: &OpStmt| op.flags.iter().any(|f| stands_for(f, self.flag));
        stmts(rule, self.side).get(self.stmt).and_then(operation).is_some_and(has)
    }

    /// `nsw on %r`
    #[must_use]
    pub fn text(self, rule: &Rule) -> String {
        format!("{} on {}", self.flag.name(), name(&stmts(rule, self.side)[self.stmt]))
    }
}

/// The word for all fast-math flags.
const FAST: &str = "fast";

/// Whether a written flag is, or includes, this one.
fn stands_for(written: &str, flag: Flag) -> bool {
    written == flag.name() || written == FAST && FastMath::NAMES.iter().any(|(_, name)| *name == flag.name())
}

/// `%r`, or nothing for a statement without a register.
#[must_use]
pub fn name(stmt: &Stmt) -> String {
    stmt.result.as_ref().map(|r| format!("%{r}")).unwrap_or_default()
}

/// The statements of a side.
#[must_use]
pub fn stmts(rule: &Rule, side: Side) -> &[Stmt] {
    if side == Side::Source { &rule.src } else { &rule.tgt }
}

/// The operation of a statement.
#[must_use]
pub fn operation(stmt: &Stmt) -> Option<&OpStmt> {
    match &stmt.kind {
        StmtKind::Op(op) => Some(op),
        StmtKind::Copy(_)
        | StmtKind::Call(_)
        | StmtKind::Ret(_)
        | StmtKind::Unreachable
        | StmtKind::Assume(_)
        | StmtKind::Br(..)
        | StmtKind::Label(_)
        | StmtKind::Skip
        | StmtKind::Opaque(..) => None,
    }
}

/// Every flag that may stand somewhere on a side; `function` is that side at some typing.
#[must_use]
pub fn legal(rule: &Rule, side: Side, function: &Function) -> Vec<RuleFlag> {
    let at = |(stmt, s): (usize, &Stmt)| {
        let written = operation(s).filter(|op| op.op.shape != Shape::Cast(CastShape::WidenOrNarrow));
        let inst = written.and(s.result.as_deref()).and_then(|name| definition(function, name));
        inst.into_iter().flat_map(move |flags| flags.iter().map(move |&flag| RuleFlag { side, stmt, flag }))
    };
    stmts(rule, side).iter().enumerate().flat_map(at).collect()
}

/// Legal flags of the instruction that defines a name.
fn definition(function: &Function, name: &str) -> Option<&'static [Flag]> {
    let insts = function.blocks.iter().flat_map(|b| &b.insts);
    let named = |id| function.value(id).name.as_deref() == Some(name);
    insts.into_iter().find(|i| i.result.is_some_and(named)).map(|inst| inst.kind.legal_flags(&inst.ty))
}

/// The rule with these flags added (`on`) or dropped.
#[must_use]
pub fn changed(rule: &Rule, flags: &[RuleFlag], on: bool) -> Rule {
    let mut rule = rule.clone();
    for &RuleFlag { side, stmt, flag } in flags {
        let list = if side == Side::Source { &mut rule.src } else { &mut rule.tgt };
        let Some(StmtKind::Op(op)) = list.get_mut(stmt).map(|s| &mut s.kind) else { continue };
        set(&mut op.flags, flag, on);
    }
    rule
}

fn set(flags: &mut Vec<String>, flag: Flag, on: bool) {
    let there = flags.iter().any(|f| stands_for(f, flag));
    if on && !there {
        flags.push(flag.name().to_owned());
    }
    if !on && there {
        if flags.iter().any(|f| f == FAST) {
            *flags = FastMath::NAMES.iter().map(|(_, name)| (*name).to_owned()).collect();
        }
        flags.retain(|f| f != flag.name());
    }
}

/// Whether the target has a flag anywhere.
#[must_use]
pub fn carries_flags(rule: &Rule) -> bool {
    rule.tgt.iter().filter_map(operation).any(|op| !op.flags.is_empty())
}

/// The rule with a target without flags.
#[must_use]
pub fn flag_free(rule: &Rule) -> Rule {
    let mut rule = rule.clone();
    for stmt in &mut rule.tgt {
        if let StmtKind::Op(op) = &mut stmt.kind {
            op.flags.clear();
        }
    }
    rule
}
