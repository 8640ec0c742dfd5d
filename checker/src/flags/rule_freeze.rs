//! Freezing a register of a rule's target, as [`super::freeze`] does it to a function.

use llvet_ir::Span;

use crate::rules::ast::{Expr, ExprKind, OpStmt, Operand, Rule, Stmt, StmtKind};
use crate::rules::infer::operands;
use crate::rules::ops::{OPS, Shape};

/// Registers that the target reads or that it shares with the source, and that may be frozen: first what it does not define itself, then
/// its results. None where it branches, as there is then no place that is before everything.
#[must_use]
pub fn candidates(rule: &Rule) -> Vec<String> {
    if rule.tgt.iter().any(|s| matches!(s.kind, StmtKind::Br(..) | StmtKind::Label(_))) {
        return Vec::new();
    }
    let mut found: Vec<String> = inputs(rule);
    let freeze = |s: &Stmt| matches!(&s.kind, StmtKind::Op(op) if op.op.shape == Shape::Freeze);
    let frozen: Vec<&String> = rule.tgt.iter().filter(|s| freeze(s)).flat_map(operands).filter_map(|o| register(&o.expr)).collect();
    found.retain(|name| !frozen.contains(&name));
    let value = |s: &&Stmt| matches!(s.kind, StmtKind::Op(_)) && !freeze(s);
    found.extend(rule.tgt.iter().filter(value).filter_map(|s| s.result.clone()).filter(|name| !frozen.contains(&name)));
    found
}

/// Registers that the target reads and does not define.
#[must_use]
pub fn inputs(rule: &Rule) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for operand in rule.tgt.iter().flat_map(operands) {
        operand.expr.walk(&mut |e| {
            if let Some(name) = register(e).filter(|name| !defines(rule, name) && !found.contains(name)) {
                found.push(name.clone());
            }
        });
    }
    found
}

fn register(expr: &Expr) -> Option<&String> {
    if let ExprKind::Reg(name) = &expr.kind { Some(name) } else { None }
}

fn defines(rule: &Rule, name: &str) -> bool {
    rule.tgt.iter().any(|s| s.result.as_deref() == Some(name))
}

/// The rule with these registers frozen once each: results right after their definition, others at the start of the target. All of the
/// target, and whoever reads a register after it, then sees the frozen value.
#[must_use]
pub fn frozen(rule: &Rule, names: &[String]) -> Rule {
    let mut rule = rule.clone();
    for name in names {
        match rule.tgt.iter().position(|s| s.result.as_deref() == Some(name)) {
            Some(place) => {
                let raw = fresh(&rule, name, "raw");
                rule.tgt[place].result = Some(raw.clone());
                insert(&mut rule, place + 1, name, &raw);
            }
            None => {
                let copy = fresh(&rule, name, "fr");
                rule.tgt.iter_mut().for_each(|s| rename(s, name, &copy));
                insert(&mut rule, 0, &copy, name);
            }
        }
    }
    rule
}

/// `%result = freeze %of` at a place of the target.
fn insert(rule: &mut Rule, place: usize, result: &str, of: &str) {
    let span = rule.tgt.get(place).or(rule.tgt.last()).map_or(rule.arrow, |s| Span { end: s.span.start, ..s.span });
    let expr = Expr { id: rule.exprs, kind: ExprKind::Reg(of.to_owned()), span };
    rule.exprs += 1;
    let Some(op) = OPS.iter().find(|op| op.shape == Shape::Freeze).copied() else { return };
    let args = vec![Operand { ty: None, expr }];
    let op = OpStmt { op, flags: Vec::new(), icmp: None, fcmp: None, to: None, args, indices: Vec::new() };
    rule.tgt.insert(place, Stmt { result: Some(result.to_owned()), kind: StmtKind::Op(Box::new(op)), span });
}

fn rename(stmt: &mut Stmt, from: &str, to: &str) {
    let operands: Vec<&mut Operand> = match &mut stmt.kind {
        StmtKind::Copy(operand) | StmtKind::Assume(operand) => vec![operand],
        StmtKind::Op(op) => op.args.iter_mut().collect(),
        StmtKind::Call(call) => call.args.iter_mut().collect(),
        StmtKind::Ret(operand) | StmtKind::Br(operand, _) => operand.iter_mut().collect(),
        StmtKind::Opaque(_, operands) => operands.iter_mut().collect(),
        StmtKind::Unreachable | StmtKind::Label(_) | StmtKind::Skip => Vec::new(),
    };
    operands.into_iter().for_each(|o| rename_in(&mut o.expr, from, to));
}

fn rename_in(expr: &mut Expr, from: &str, to: &str) {
    match &mut expr.kind {
        ExprKind::Reg(name) if name == from => to.clone_into(name),
        ExprKind::Aggregate(_, items) => items.iter_mut().for_each(|o| rename_in(&mut o.expr, from, to)),
        ExprKind::Unary(_, a) => rename_in(a, from, to),
        ExprKind::Binary(_, a, b) => {
            rename_in(a, from, to);
            rename_in(b, from, to);
        }
        ExprKind::Call(_, args) => args.iter_mut().for_each(|a| rename_in(a, from, to)),
        ExprKind::Reg(_) | ExprKind::Sym(_) | ExprKind::Int(_) | ExprKind::Float(_) => {}
        ExprKind::Bool(_) | ExprKind::Undef | ExprKind::Poison | ExprKind::Null => {}
    }
}

/// `name.suffix`, or with a number that makes it a name that the rule does not have.
fn fresh(rule: &Rule, name: &str, suffix: &str) -> String {
    let mut taken: Vec<&String> = Vec::new();
    for stmt in rule.src.iter().chain(&rule.tgt) {
        taken.extend(&stmt.result);
        operands(stmt).into_iter().for_each(|o| o.expr.walk(&mut |e| taken.extend(register(e))));
    }
    let names = std::iter::once(format!("{name}.{suffix}")).chain((1..).map(|n| format!("{name}.{suffix}{n}")));
    names.into_iter().find(|n| !taken.contains(&n)).unwrap_or_default()
}
