//! Rules as canonical text, piece by piece.

use super::ast::{AggKind, CallStmt, Expr, ExprKind, IcmpPred, OpStmt, Operand, Pred, PredKind, Stmt, StmtKind, TypeSyntax, UnOp};
use super::ops::Shape;

/// An expression, with the parentheses it needs.
#[must_use]
pub fn expr(e: &Expr) -> String {
    strength(e, 0)
}

fn strength(e: &Expr, outer: u8) -> String {
    match &e.kind {
        ExprKind::Reg(name) => format!("%{}", register(name)),
        ExprKind::Sym(name) => name.clone(),
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Float(text) => text.clone(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Undef => "undef".into(),
        ExprKind::Poison => "poison".into(),
        ExprKind::Null => "null".into(),
        ExprKind::Aggregate(kind, items) => {
            let items = items.iter().map(operand).collect::<Vec<_>>().join(", ");
            match kind {
                AggKind::Vector => format!("<{items}>"),
                AggKind::Array => format!("[{items}]"),
                AggKind::Struct => format!("{{ {items} }}"),
            }
        }
        ExprKind::Unary(op, inner) => {
            let sign = if *op == UnOp::Not { "~" } else { "-" };
            format!("{sign}{}", strength(inner, 7))
        }
        ExprKind::Binary(op, a, b) => {
            let own = op.strength();
            // Equal strength associates to the left.
            let text = format!("{} {} {}", strength(a, own), op.token(), strength(b, own + 1));
            if own < outer { format!("({text})") } else { text }
        }
        ExprKind::Call(function, args) => call(function.name(), args),
    }
}

fn call(name: &str, args: &[Expr]) -> String {
    format!("{name}({})", args.iter().map(expr).collect::<Vec<_>>().join(", "))
}

/// A register's name, in quotes where the lexer needs them.
fn register(name: &str) -> String {
    let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$'));
    if plain { name.to_owned() } else { format!("\"{name}\"") }
}

/// A type.
#[must_use]
pub fn ty(t: &TypeSyntax) -> String {
    match t {
        TypeSyntax::Int(width) => format!("i{width}"),
        TypeSyntax::Float(kind) => kind.name().to_owned(),
        TypeSyntax::Ptr => "ptr".into(),
        TypeSyntax::Vector(len, elem) => format!("<{len} x {}>", ty(elem)),
        TypeSyntax::Array(len, elem) => format!("[{len} x {}]", ty(elem)),
        TypeSyntax::Struct(fields) => format!("{{ {} }}", fields.iter().map(ty).collect::<Vec<_>>().join(", ")),
        TypeSyntax::Named(name) => name.clone(),
    }
}

/// An operand with its type, if one was written.
#[must_use]
pub fn operand(o: &Operand) -> String {
    match &o.ty {
        Some(t) => format!("{} {}", ty(t), expr(&o.expr)),
        None => expr(&o.expr),
    }
}

/// A precondition.
#[must_use]
pub fn pred(p: &Pred) -> String {
    let join = |ps: &[Pred], symbol: &str| {
        let part = |p: &Pred| if matches!(p.kind, PredKind::Or(_)) { format!("({})", pred(p)) } else { pred(p) };
        ps.iter().map(part).collect::<Vec<_>>().join(symbol)
    };
    match &p.kind {
        PredKind::True => "true".into(),
        PredKind::Not(inner) if matches!(inner.kind, PredKind::Call(..) | PredKind::True) => format!("!{}", pred(inner)),
        PredKind::Not(inner) => format!("!({})", pred(inner)),
        PredKind::And(ps) => join(ps, " && "),
        PredKind::Or(ps) => join(ps, " || "),
        PredKind::Cmp(op, a, b) => format!("{} {} {}", expr(a), op.token(), expr(b)),
        PredKind::Call(function, args) => call(function.name(), args),
    }
}

/// A statement on one line.
#[must_use]
pub fn stmt(s: &Stmt) -> String {
    let body = match &s.kind {
        StmtKind::Copy(o) => operand(o),
        StmtKind::Op(op) => operation(op, s.result.as_deref()),
        StmtKind::Call(stmt) => call_of(stmt),
        StmtKind::Ret(None) => "ret void".into(),
        StmtKind::Ret(Some(o)) => format!("ret {}", operand(o)),
        StmtKind::Unreachable => "unreachable".into(),
        StmtKind::Assume(o) => format!("assume({})", operand(o)),
        StmtKind::Br(None, labels) => format!("br label %{}", labels[0]),
        StmtKind::Br(Some(o), labels) => format!("br {}, label %{}, label %{}", operand(o), labels[0], labels[1]),
        StmtKind::Label(name) => format!("{name}:"),
        StmtKind::Skip => "skip".into(),
        StmtKind::Opaque(name, _) => (*name).to_owned(),
    };
    match &s.result {
        Some(name) => format!("%{} = {body}", register(name)),
        None => body,
    }
}

fn call_of(stmt: &CallStmt) -> String {
    let mut words = vec!["call".to_owned()];
    words.extend(stmt.void.then(|| "void".to_owned()));
    words.extend(stmt.ret.as_ref().map(ty));
    words.push(format!("@{}({})", stmt.callee, stmt.args.iter().map(operand).collect::<Vec<_>>().join(", ")));
    words.extend((!stmt.attrs.is_empty()).then(|| stmt.attrs.clone()));
    words.join(" ")
}

fn operation(op: &OpStmt, result: Option<&str>) -> String {
    let mut words = vec![op.op.name.to_owned()];
    words.extend(op.flags.iter().cloned());
    match &op.icmp {
        Some(IcmpPred::Fixed(pred)) => words.push(pred.name().to_owned()),
        // The predicate that was left out is named after the result.
        Some(IcmpPred::Var(name)) if Some(name.trim_start_matches('%')) != result => words.push(name.clone()),
        _ => {}
    }
    words.extend(op.fcmp.map(|pred| pred.name().to_owned()));
    if op.op.shape == Shape::ThreeWay {
        words.extend(op.to.as_ref().map(ty));
    }
    let mut args: Vec<String> = op.args.iter().map(operand).collect();
    args.extend(op.indices.iter().map(|i| i.map_or("poison".to_owned(), |i| i.to_string())));
    let mut text = format!("{} {}", words.join(" "), args.join(", "));
    if let (Shape::Cast(_), Some(to)) = (op.op.shape, &op.to) {
        text.push_str(&format!(" to {}", ty(to)));
    }
    text
}
