//! The single changes of a rule.
//!
//! **Invariants.** As for pairs; whether a changed rule still type-checks is for its check to say.

use llvet_ir::inst::{FloatPred, IntPred};
use num_bigint::BigInt;

use super::Kind;
use crate::flags::rule_edit::{self, RuleFlag, Side};
use crate::rules::ast::{BinaryOp, Expr, ExprKind, IcmpPred, OpStmt, Operand, Pred, PredKind, Rule, Stmt, StmtKind, UnOp};
use crate::rules::ops::Shape;
use crate::rules::show;

/// A changed rule.
#[derive(Clone, Debug)]
pub struct RuleMutant {
    /// What kind of change.
    pub kind: Kind,
    /// The change in words.
    pub what: String,
    /// The rule afterwards.
    pub rule: Rule,
}

/// The mutants of a rule, in a fixed order. `flags` are the legal flags of both sides.
#[must_use]
pub fn mutants(rule: &Rule, flags: &[RuleFlag], kinds: &[Kind]) -> Vec<RuleMutant> {
    let mut found: Vec<RuleMutant> = Vec::new();
    let mut seen = vec![text(rule)];
    for &kind in kinds {
        let changes = match kind {
            Kind::Flags => flag_changes(rule, flags),
            Kind::Constants => constants(rule),
            Kind::Predicates => predicates(rule),
            Kind::Operands => operands(rule),
        };
        for (what, rule) in changes {
            let text = text(&rule);
            if !seen.contains(&text) {
                seen.push(text);
                found.push(RuleMutant { kind, what, rule });
            }
        }
    }
    found
}

/// What the rule says, without its places in the text.
fn text(rule: &Rule) -> String {
    let pre = rule.pre.as_ref().map(show::pred).unwrap_or_default();
    let stmts = |list: &[Stmt]| list.iter().map(show::stmt).collect::<Vec<_>>().join("\n");
    format!("{pre}\n{}\n=>\n{}", stmts(&rule.src), stmts(&rule.tgt))
}

type Changes = Vec<(String, Rule)>;

/// Every flag that the target lacks, added; every flag that the source has, dropped.
fn flag_changes(rule: &Rule, flags: &[RuleFlag]) -> Changes {
    let change = |&at: &RuleFlag| match (at.side, at.is_in(rule)) {
        (Side::Target, false) => Some((format!("added {}", at.text(rule)), rule_edit::changed(rule, &[at], true))),
        (Side::Source, true) => Some((format!("dropped {} in the source", at.text(rule)), rule_edit::changed(rule, &[at], false))),
        (Side::Target, true) | (Side::Source, false) => None,
    };
    flags.iter().filter_map(change).collect()
}

/// A statement's operands, for change.
fn operands_mut(stmt: &mut Stmt) -> Vec<&mut Operand> {
    match &mut stmt.kind {
        StmtKind::Op(op) => op.args.iter_mut().collect(),
        StmtKind::Call(call) => call.args.iter_mut().collect(),
        StmtKind::Copy(operand) | StmtKind::Assume(operand) => vec![operand],
        StmtKind::Ret(operand) | StmtKind::Br(operand, _) => operand.iter_mut().collect(),
        StmtKind::Opaque(..) | StmtKind::Unreachable | StmtKind::Label(_) | StmtKind::Skip => Vec::new(),
    }
}

/// Calls `f` on every part of an expression that is not computed from others.
fn leaves<'e>(expr: &'e mut Expr, f: &mut impl FnMut(&'e mut Expr)) {
    if !expr.is_computed() && !matches!(expr.kind, ExprKind::Aggregate(..)) {
        return f(expr);
    }
    match &mut expr.kind {
        ExprKind::Aggregate(_, items) => items.iter_mut().for_each(|o| leaves(&mut o.expr, f)),
        ExprKind::Unary(_, a) => leaves(a, f),
        ExprKind::Binary(_, a, b) => {
            leaves(a, f);
            leaves(b, f);
        }
        ExprKind::Call(_, args) => args.iter_mut().for_each(|a| leaves(a, f)),
        ExprKind::Reg(_) | ExprKind::Sym(_) | ExprKind::Int(_) | ExprKind::Float(_) => {}
        ExprKind::Bool(_) | ExprKind::Undef | ExprKind::Poison | ExprKind::Null => {}
    }
}

/// The rule with each leaf of the target's expressions replaced by each of its alternatives, with the statement's name.
fn replaced(rule: &Rule, alternatives: impl Fn(&Expr, &mut usize) -> Vec<Expr>) -> Changes {
    let mut found = Changes::new();
    let mut shape = rule.clone();
    for (stmt, original) in shape.tgt.iter_mut().enumerate() {
        let name = rule_edit::name(original);
        let mut number = 0;
        for operand in operands_mut(original) {
            leaves(&mut operand.expr, &mut |leaf| {
                let mut exprs = rule.exprs;
                for new in alternatives(leaf, &mut exprs) {
                    let what = format!("{} became {} in {name}", show::expr(leaf), show::expr(&new));
                    found.push((what, with_leaf(rule, stmt, number, new, exprs)));
                }
                number += 1;
            });
        }
    }
    found
}

fn with_leaf(rule: &Rule, stmt: usize, number: usize, new: Expr, exprs: usize) -> Rule {
    let mut rule = Rule { exprs, ..rule.clone() };
    let (mut at, mut new) = (0, Some(new));
    for operand in operands_mut(&mut rule.tgt[stmt]) {
        leaves(&mut operand.expr, &mut |leaf| {
            if at == number
                && let Some(new) = new.take()
            {
                *leaf = new;
            }
            at += 1;
        });
    }
    rule
}

/// Integers by their neighbours, negation, complement and 0; symbolic constants by their successor, negation and complement.
fn constants(rule: &Rule) -> Changes {
    replaced(rule, |leaf, exprs| {
        let span = leaf.span;
        let mut fresh = |kind: ExprKind| {
            *exprs += 1;
            Expr { id: *exprs - 1, kind, span }
        };
        match &leaf.kind {
            ExprKind::Int(value) => {
                let one = BigInt::from(1);
                let values = [value + &one, value - &one, -value, -value - &one, BigInt::from(0)];
                values.into_iter().filter(|v| v != value).map(|v| fresh(ExprKind::Int(v))).collect()
            }
            ExprKind::Sym(_) => {
                let one = fresh(ExprKind::Int(BigInt::from(1)));
                let next = fresh(ExprKind::Binary(BinaryOp::Add, Box::new(leaf.clone()), Box::new(one)));
                let negated = fresh(ExprKind::Unary(UnOp::Neg, Box::new(leaf.clone())));
                let inverted = fresh(ExprKind::Unary(UnOp::Not, Box::new(leaf.clone())));
                vec![next, negated, inverted]
            }
            ExprKind::Bool(value) => vec![fresh(ExprKind::Bool(!value))],
            ExprKind::Reg(_) | ExprKind::Float(_) | ExprKind::Undef | ExprKind::Poison | ExprKind::Null => Vec::new(),
            ExprKind::Aggregate(..) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Call(..) => Vec::new(),
        }
    })
}

/// The rule with one operation of the target changed; `None` when the change does not apply.
fn with_operation(rule: &Rule, stmt: usize, change: impl FnOnce(&mut OpStmt) -> Option<()>) -> Option<Rule> {
    let mut rule = rule.clone();
    match &mut rule.tgt[stmt].kind {
        StmtKind::Op(op) => change(op)?,
        _ => return None,
    }
    Some(rule)
}

/// Every comparison of the target with every other predicate, and the precondition without each of its parts.
fn predicates(rule: &Rule) -> Changes {
    let mut found = Changes::new();
    for (number, stmt) in rule.tgt.iter().enumerate() {
        let what = |word: &str| format!("the predicate of {} became {word}", rule_edit::name(stmt));
        let Some(op) = rule_edit::operation(stmt) else { continue };
        if matches!(op.icmp, Some(IcmpPred::Fixed(_))) {
            for &new in IntPred::ALL {
                let changed = with_operation(rule, number, |op| {
                    op.icmp = Some(IcmpPred::Fixed(new));
                    Some(())
                });
                found.extend(changed.map(|rule| (what(new.name()), rule)));
            }
        }
        if op.fcmp.is_some() {
            for &new in FloatPred::ALL {
                let changed = with_operation(rule, number, |op| {
                    op.fcmp = Some(new);
                    Some(())
                });
                found.extend(changed.map(|rule| (what(new.name()), rule)));
            }
        }
    }
    found.extend(weaker_preconditions(rule));
    found
}

fn weaker_preconditions(rule: &Rule) -> Changes {
    let Some(pre) = &rule.pre else { return Changes::new() };
    let parts: Vec<Pred> = match &pre.kind {
        PredKind::And(parts) => parts.clone(),
        _ => vec![pre.clone()],
    };
    let without = |gone: usize| {
        let mut left = parts.clone();
        let what = format!("dropped {} from the precondition", show::pred(&left.remove(gone)));
        let pre = match left.len() {
            0 | 1 => left.pop(),
            _ => Some(Pred { kind: PredKind::And(left), span: pre.span }),
        };
        (what, Rule { pre, ..rule.clone() })
    };
    (0..parts.len()).map(without).collect()
}

/// Operands of operations that do not commute swapped, and every register operand replaced by each other input of the source.
fn operands(rule: &Rule) -> Changes {
    let mut found = Changes::new();
    for (number, stmt) in rule.tgt.iter().enumerate() {
        let what = format!("the operands of {} were swapped", rule_edit::name(stmt));
        found.extend(with_operation(rule, number, swap).map(|rule| (what, rule)));
    }
    let inputs = inputs(rule);
    found.extend(replaced(rule, |leaf, exprs| {
        let ExprKind::Reg(old) = &leaf.kind else { return Vec::new() };
        let others = inputs.iter().filter(|name| *name != old);
        others
            .map(|name| {
                *exprs += 1;
                Expr { id: *exprs - 1, kind: ExprKind::Reg(name.clone()), span: leaf.span }
            })
            .collect()
    }));
    found
}

/// Registers that the source reads and does not define.
fn inputs(rule: &Rule) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for operand in rule.src.iter().flat_map(crate::rules::infer::operands) {
        operand.expr.walk(&mut |e| {
            if let ExprKind::Reg(name) = &e.kind
                && !found.contains(name)
                && !rule.src.iter().any(|s| s.result.as_ref() == Some(name))
            {
                found.push(name.clone());
            }
        });
    }
    found
}

fn swap(op: &mut OpStmt) -> Option<()> {
    let commutes = ["add", "mul", "and", "or", "xor", "fadd", "fmul"].contains(&op.op.name);
    match op.op.shape {
        Shape::Binary(_) if !commutes => op.args.swap(0, 1),
        Shape::Icmp | Shape::Fcmp => op.args.swap(0, 1),
        Shape::Select => op.args.swap(1, 2),
        _ => return None,
    }
    Some(())
}
