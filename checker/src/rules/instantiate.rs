//! From a rule and an instance to a pair of functions.
//!
//! **Parameters.** First the inputs of the source, then the symbolic constants, which are neither poison nor undef (`noundef`), then one
//! for each constant expression that the pair uses; what these are is for [`Assumption`] to say.
//!
//! **Result.** What is compared: the returned value if the rule says `ret`, and the registers that both sides define, in one structure
//! when there are several, so that all of them must be explained by the same choices of the source. A register that the source uses and
//! that `hasOneUse` names has no other user, so its value is not compared.

use std::fmt::Write;

use indexmap::IndexMap;
use llvet_encoder::bv::Bv;
use llvet_encoder::outcome::Unsupported;
use llvet_encoder::symbolic::Inputs;
use llvet_encoder::term::Pool;
use llvet_ir::inst::IntPred;
use llvet_ir::{FloatKind, Module, Type};
use rustc_hash::FxHashMap;

use super::ast::{AggKind, CallStmt, Expr, ExprKind, Operand, Pred, PredKind, Rule, Stmt, StmtKind};
use super::float::literal;
use super::infer::{Instance, Typed, operands};
use super::ops::{ConstFn, PredFn};
use super::predicates::Assumption;
use super::show;
use super::value::{Values, bits, has_register};
use super::write;

/// An instance as a module with `@src` and `@tgt`.
#[derive(Debug)]
pub struct Built<'a> {
    /// The module's text.
    pub text: String,
    /// What its parameters have to satisfy.
    pub assumption: Assumption<'a>,
}

/// Builds an instance. `root_only` compares the last register of the source only.
///
/// # Errors
/// What is not modelled.
pub fn build<'a>(rule: &'a Rule, typed: &'a Typed, instance: &'a Instance, root_only: bool) -> Result<Built<'a>, Unsupported> {
    if let Some((what, span)) = &typed.unsupported {
        return Err(Unsupported::new(what.clone()).at(*span));
    }
    let mut builder = Builder {
        rule,
        typed,
        instance,
        computed: IndexMap::default(),
        declared: IndexMap::default(),
        source: FxHashMap::default(),
        target: FxHashMap::default(),
        copied: FxHashMap::default(),
        body: String::new(),
        copying: false,
    };
    let compared = compared(rule, typed, root_only);
    let (result, src) = builder.side(false, &compared)?;
    let (_, tgt) = builder.side(true, &compared)?;
    let params = builder.params();
    let mut text = String::new();
    for (name, body) in [("src", src), ("tgt", tgt)] {
        let _ = writeln!(text, "define {result} @{name}({params}) {{\n{body}}}\n");
    }
    for declaration in builder.declared.values() {
        let _ = writeln!(text, "{declaration}");
    }
    let first = typed.inputs.len();
    let positions = typed.symbols.keys().enumerate().map(|(i, name)| (name.clone(), first + i)).collect();
    let first = first + typed.symbols.len();
    let computed = builder.computed.values().enumerate().map(|(i, &(_, expr))| (first + i, expr)).collect();
    Ok(Built { text, assumption: Assumption { rule, typed, instance, positions, computed } })
}

/// Registers whose values are compared, in the source's order.
#[must_use]
pub fn compared(rule: &Rule, typed: &Typed, root_only: bool) -> Vec<String> {
    let returns = rule.src.iter().any(|s| matches!(s.kind, StmtKind::Ret(_)));
    if root_only {
        let root = typed.defined.keys().next_back().filter(|_| !returns);
        return root.cloned().into_iter().collect();
    }
    let branches = |stmts: &[Stmt]| stmts.iter().any(|s| matches!(s.kind, StmtKind::Br(..) | StmtKind::Label(_)));
    if branches(&rule.src) || branches(&rule.tgt) {
        return Vec::new();
    }
    let private = |name: &&String| rule.pre.as_ref().is_some_and(|p| is_private(p, name, rule));
    typed.defined.keys().filter(|name| typed.target.contains_key(*name)).filter(|name| !private(name)).cloned().collect()
}

/// Whether the precondition makes the source's own use of a register its only one: nobody else sees its value.
fn is_private(pre: &Pred, name: &str, rule: &Rule) -> bool {
    match &pre.kind {
        PredKind::And(parts) => parts.iter().any(|p| is_private(p, name, rule)),
        PredKind::Call(PredFn::HasOneUse, args) => {
            let is_it = |e: &Expr| matches!(&e.kind, ExprKind::Reg(n) if n == name);
            let uses_it = |s: &Stmt| {
                let mut used = false;
                operands(s).into_iter().for_each(|o| o.expr.walk(&mut |e| used |= is_it(e)));
                used
            };
            args.iter().any(is_it) && rule.src.iter().any(uses_it)
        }
        PredKind::True | PredKind::Not(_) | PredKind::Or(_) | PredKind::Cmp(..) | PredKind::Call(..) => false,
    }
}

/// The module of a built text.
///
/// # Errors
/// What LLVM does not allow, in one line.
pub fn parse(text: &str, verify: bool) -> Result<Module, String> {
    let parsed = llvet_ir::parse(text.as_bytes());
    let mut problems: Vec<String> =
        parsed.diagnostics.into_iter().filter(|d| d.severity == llvet_ir::Severity::Error).map(|d| d.message).collect();
    if verify {
        problems
            .extend(llvet_ir::verify(&parsed.module).into_iter().filter(|d| d.severity == llvet_ir::Severity::Error).map(|d| d.message));
    }
    match problems.into_iter().next() {
        Some(first) => Err(first),
        None => Ok(parsed.module),
    }
}

/// A name after `%`, quoted where LLVM would read it as a number or not at all.
#[must_use]
pub fn local(name: &str) -> String {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$' | b'-'));
    let digit = name.bytes().next().is_none_or(|b| b.is_ascii_digit());
    if plain && !digit { format!("%{name}") } else { format!("%\"{}\"", name.replace('"', "'")) }
}

/// Builds both sides.
pub(super) struct Builder<'a> {
    rule: &'a Rule,
    typed: &'a Typed,
    instance: &'a Instance,
    /// Parameters for constant expressions, by name: type and expression.
    computed: IndexMap<String, (Type, &'a Expr)>,
    /// Declarations by name of the function.
    pub(super) declared: IndexMap<String, String>,
    /// Text of each register that the source has defined.
    source: FxHashMap<String, String>,
    /// Text of each register that the target has defined.
    target: FxHashMap<String, String>,
    /// Text of the source's registers in the target.
    copied: FxHashMap<String, String>,
    pub(super) body: String,
    /// A statement of the source is being copied into the target.
    copying: bool,
}

impl<'a> Builder<'a> {
    fn params(&self) -> String {
        let typed = self.typed;
        let ty = |ty| typed.solved.ty(ty, &self.instance.typing);
        let inputs = typed.inputs.iter().map(|(name, t)| format!("{} {}", ty(*t), local(name)));
        let symbols = typed.symbols.iter().map(|(name, t)| format!("{} noundef {}", ty(*t), local(name)));
        let computed = self.computed.iter().map(|(name, (t, _))| format!("{t} noundef {}", local(name)));
        inputs.chain(symbols).chain(computed).collect::<Vec<_>>().join(", ")
    }

    /// The value of a predicate variable.
    pub(super) fn predicate(&self, name: &str) -> IntPred {
        let index = self.typed.predicates.iter().position(|p| p == name);
        index.and_then(|i| self.instance.predicates.get(i)).copied().unwrap_or(IntPred::Eq)
    }

    fn ty(&self, expr: &Expr) -> Type {
        self.typed.type_of(expr, self.instance)
    }

    fn register_type(&self, name: &str) -> Type {
        let ty = self.typed.defined.get(name).or_else(|| self.typed.target.get(name));
        ty.map_or(Type::Void, |&t| self.typed.solved.ty(t, &self.instance.typing))
    }

    /// One side: type of the result and body.
    fn side(&mut self, target: bool, compared: &[String]) -> Result<(Type, String), Unsupported> {
        self.body.clear();
        let rule = self.rule;
        let mut returned = None;
        let mut ended = false;
        let stmts = if target { &rule.tgt } else { &rule.src };
        for stmt in stmts {
            ended = false;
            if target {
                self.keep_calls_before(stmt)?;
            }
            match &stmt.kind {
                StmtKind::Ret(None) => {
                    self.body.push_str("  ret void\n");
                    (returned, ended) = (Some(Type::Void), true);
                }
                StmtKind::Ret(Some(operand)) => {
                    let (ty, value) = self.typed_operand(operand, target)?;
                    let whole = self.gather(Some((ty, value)), compared, target)?;
                    let _ = writeln!(self.body, "  ret {} {}", whole.0, whole.1);
                    (returned, ended) = (Some(whole.0), true);
                }
                StmtKind::Unreachable => {
                    self.body.push_str("  unreachable\n");
                    ended = true;
                }
                StmtKind::Br(..) => {
                    self.stmt(stmt, target)?;
                    ended = true;
                }
                _ => self.stmt(stmt, target)?,
            }
        }
        if !ended {
            if target {
                self.keep_calls(rule.src.len())?;
            }
            let (ty, value) = self.gather(None, compared, target)?;
            let _ = writeln!(self.body, "  ret {ty} {value}");
            returned = Some(ty);
        }
        let ty = match returned {
            Some(ty) => ty,
            None => self.gather(None, compared, false)?.0,
        };
        Ok((ty, std::mem::take(&mut self.body)))
    }

    /// Copies calls of the source that the target leaves alone: those that come before what a statement of the target defines again, and
    /// all of them before the end.
    fn keep_calls_before(&mut self, stmt: &Stmt) -> Result<(), Unsupported> {
        let src = &self.rule.src;
        let place = match (&stmt.result, &stmt.kind) {
            (Some(name), _) => src.iter().position(|s| s.result.as_ref() == Some(name)),
            (None, StmtKind::Ret(_) | StmtKind::Unreachable | StmtKind::Br(..)) => Some(src.len()),
            (None, _) => None,
        };
        place.map_or(Ok(()), |place| self.keep_calls(place))
    }

    /// Copies the calls among the first statements of the source whose results the target does not define.
    fn keep_calls(&mut self, first: usize) -> Result<(), Unsupported> {
        let rule = self.rule;
        for stmt in rule.src[..first].iter().filter(|stmt| matches!(stmt.kind, StmtKind::Call(_))) {
            if let Some(name) = stmt.result.as_deref().filter(|name| !self.typed.target.contains_key(*name)) {
                self.register(name, true)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, stmt: &Stmt, call: &'a CallStmt, target: bool) -> Result<(), Unsupported> {
        let mut args = Vec::new();
        for arg in &call.args {
            args.push(self.typed_operand(arg, target)?);
        }
        let ret = match (&stmt.result, call.void) {
            (Some(name), _) => self.register_type(name),
            (None, true) => Type::Void,
            (None, false) => return Err(Unsupported::new("call whose result has no name").at(stmt.span)),
        };
        let function = llvet_ir::quote::Name(&call.callee);
        let types = args.iter().map(|(ty, _)| ty.to_string()).collect::<Vec<_>>().join(", ");
        self.declared.insert(call.callee.clone(), format!("declare {ret} @{function}({types})"));
        let values = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect::<Vec<_>>().join(", ");
        let place = stmt.result.as_deref().map(|name| local(&self.name_for(name, target)));
        let result = place.as_ref().map(|place| format!("{place} = ")).unwrap_or_default();
        let attrs = if call.attrs.is_empty() { String::new() } else { format!(" {}", call.attrs) };
        let _ = writeln!(self.body, "  {result}call {ret} @{function}({values}){attrs}");
        if let Some(place) = place {
            self.define(stmt, place, target);
        }
        Ok(())
    }

    /// The result: the returned value and the compared registers.
    fn gather(&mut self, returned: Option<(Type, String)>, compared: &[String], target: bool) -> Result<(Type, String), Unsupported> {
        let mut all: Vec<(Type, String)> = returned.into_iter().collect();
        for name in compared {
            let value = self.register(name, target)?;
            all.push((self.register_type(name), value));
        }
        match all.len() {
            0 => return Ok((Type::Void, String::new())),
            1 => return Ok(all.swap_remove(0)),
            _ => {}
        }
        let whole = Type::structure(all.iter().map(|(ty, _)| ty.clone()).collect());
        let mut so_far = "poison".to_owned();
        for (index, (ty, value)) in all.iter().enumerate() {
            let name = local(&format!("result.{index}"));
            let _ = writeln!(self.body, "  {name} = insertvalue {whole} {so_far}, {ty} {value}, {index}");
            so_far = name;
        }
        Ok((whole, so_far))
    }

    fn stmt(&mut self, stmt: &'a Stmt, target: bool) -> Result<(), Unsupported> {
        match &stmt.kind {
            StmtKind::Copy(operand) => {
                let (_, value) = self.typed_operand(operand, target)?;
                self.define(stmt, value, target);
            }
            StmtKind::Op(op) => {
                let mut args = Vec::new();
                for arg in &op.args {
                    args.push(self.typed_operand(arg, target)?);
                }
                let name = stmt.result.as_deref().unwrap_or_default();
                let result = self.register_type(name);
                let place = local(&self.name_for(name, target));
                let value = write::operation(self, op, &args, &result, &place).map_err(|e| e.at(stmt.span))?;
                self.define(stmt, value, target);
            }
            StmtKind::Call(call) => self.call(stmt, call, target)?,
            StmtKind::Assume(operand) => {
                let (ty, value) = self.typed_operand(operand, target)?;
                self.declared.insert("llvm.assume".into(), "declare void @llvm.assume(i1)".into());
                let _ = writeln!(self.body, "  call void @llvm.assume({ty} {value})");
            }
            StmtKind::Br(None, labels) => {
                let _ = writeln!(self.body, "  br label {}", local(&labels[0]));
            }
            StmtKind::Br(Some(operand), labels) => {
                let (ty, value) = self.typed_operand(operand, target)?;
                let _ = writeln!(self.body, "  br {ty} {value}, label {}, label {}", local(&labels[0]), local(&labels[1]));
            }
            StmtKind::Label(name) => {
                let name = local(name);
                let _ = writeln!(self.body, "{}:", name.trim_start_matches('%'));
            }
            StmtKind::Ret(_) | StmtKind::Unreachable | StmtKind::Skip => {}
            StmtKind::Opaque(name, _) => return Err(Unsupported::new(*name).at(stmt.span)),
        }
        Ok(())
    }

    fn name_for(&self, name: &str, target: bool) -> String {
        if target && self.copying && self.typed.target.contains_key(name) { format!("{name}.source") } else { name.to_owned() }
    }

    fn define(&mut self, stmt: &Stmt, value: String, target: bool) {
        let Some(name) = stmt.result.clone() else { return };
        let scope = match (target, self.copying) {
            (false, _) => &mut self.source,
            (true, true) => &mut self.copied,
            (true, false) => &mut self.target,
        };
        scope.insert(name, value);
    }

    /// The text of a register, copying its definition from the source into the target where needed.
    fn register(&mut self, name: &str, target: bool) -> Result<String, Unsupported> {
        if self.typed.inputs.contains_key(name) {
            return Ok(local(name));
        }
        if !target {
            return Ok(self.source.get(name).cloned().unwrap_or_else(|| local(name)));
        }
        if !self.copying
            && let Some(value) = self.target.get(name)
        {
            return Ok(value.clone());
        }
        if let Some(value) = self.copied.get(name) {
            return Ok(value.clone());
        }
        let rule = self.rule;
        let Some(stmt) = rule.src.iter().find(|s| s.result.as_deref() == Some(name)) else {
            return Err(Unsupported::new(format!("%{name} without a definition")));
        };
        if rule.src.iter().chain(&rule.tgt).any(|s| matches!(s.kind, StmtKind::Label(_))) {
            return Err(Unsupported::new("use of a register of the source in a target with branches").at(stmt.span));
        }
        if let (StmtKind::Call(_), Some(place)) = (&stmt.kind, rule.src.iter().position(|s| std::ptr::eq(s, stmt))) {
            // Calls stay in their order.
            self.keep_calls(place)?;
        }
        let outer = std::mem::replace(&mut self.copying, true);
        let result = self.stmt(stmt, true);
        self.copying = outer;
        result?;
        Ok(self.copied.get(name).cloned().unwrap_or_else(|| local(name)))
    }

    fn typed_operand(&mut self, operand: &'a Operand, target: bool) -> Result<(Type, String), Unsupported> {
        let value = self.value(&operand.expr, target)?;
        Ok((self.ty(&operand.expr), value))
    }

    /// The text of an operand, without its type.
    fn value(&mut self, expr: &'a Expr, target: bool) -> Result<String, Unsupported> {
        let ty = self.ty(expr);
        Ok(match &expr.kind {
            ExprKind::Reg(name) => self.register(name, target)?,
            ExprKind::Sym(name) => local(name),
            ExprKind::Int(value) => splat(&ty, |lane| scalar(lane, &Bv::from_bigint(bits(lane), value))),
            ExprKind::Float(text) => {
                let Type::Float(kind) = ty.scalar() else {
                    return Err(Unsupported::new("number with a fraction that is no float").at(expr.span));
                };
                let value = literal(text, *kind).ok_or_else(|| Unsupported::new("literal of this type").at(expr.span))?;
                splat(&ty, |lane| scalar(lane, &value))
            }
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Undef => "undef".into(),
            ExprKind::Poison => "poison".into(),
            ExprKind::Null => "null".into(),
            ExprKind::Aggregate(kind, items) => {
                let mut texts = Vec::new();
                for item in items {
                    if has_register(&item.expr) || item.expr.is_computed() || matches!(item.expr.kind, ExprKind::Sym(_)) {
                        return Err(Unsupported::new("aggregate of values that are not literal").at(item.expr.span));
                    }
                    let (ty, value) = self.typed_operand(item, target)?;
                    texts.push(format!("{ty} {value}"));
                }
                let texts = texts.join(", ");
                match kind {
                    AggKind::Vector => format!("<{texts}>"),
                    AggKind::Array => format!("[{texts}]"),
                    AggKind::Struct => format!("{{ {texts} }}"),
                }
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Call(..) => self.constant_expression(expr, ty)?,
        })
    }

    /// A literal where the numbers are known already, else a parameter.
    fn constant_expression(&mut self, expr: &'a Expr, ty: Type) -> Result<String, Unsupported> {
        if has_register(expr) {
            return Err(Unsupported::new("constant expression over a register").at(expr.span));
        }
        let mut symbolic = false;
        expr.walk(&mut |e| symbolic |= matches!(e.kind, ExprKind::Sym(_)));
        if let (false, Type::Int(_)) = (symbolic && !is_width_only(expr), &ty)
            && let Some(value) = self.fold(expr)
        {
            return Ok(scalar(&ty, &value));
        }
        let mut name = show::expr(expr);
        if self.computed.get(&name).is_some_and(|(known, _)| *known != ty) {
            name = format!("{name} as {ty}");
        }
        self.computed.entry(name.clone()).or_insert((ty, expr));
        Ok(local(&name))
    }

    fn fold(&self, expr: &Expr) -> Option<Bv> {
        let (positions, inputs) = (FxHashMap::default(), Inputs::default());
        let mut values = Values::of_constants(self.typed, self.instance, &positions, &inputs);
        let mut pool = Pool::new();
        let term = values.term(&mut pool, expr).ok()?;
        let defined = values.defined.iter().all(|&d| pool.as_bool(d) == Some(true));
        pool.as_const(term).filter(|_| defined).cloned()
    }
}

/// Whether all symbolic constants stand inside `width(…)`.
fn is_width_only(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Sym(_) => false,
        ExprKind::Call(ConstFn::Width, _) => true,
        ExprKind::Unary(_, a) => is_width_only(a),
        ExprKind::Binary(_, a, b) => is_width_only(a) && is_width_only(b),
        ExprKind::Call(_, args) => args.iter().all(is_width_only),
        _ => true,
    }
}

/// The same literal in every lane.
fn splat(ty: &Type, text: impl Fn(&Type) -> String) -> String {
    match ty {
        Type::Vector { elem, .. } => format!("splat ({elem} {})", text(elem)),
        _ => text(ty),
    }
}

/// A literal of a scalar type from its bits.
fn scalar(ty: &Type, value: &Bv) -> String {
    match ty {
        Type::Int(1) => value.to_bool().to_string(),
        Type::Float(kind) => float(*kind, value),
        _ => value.to_string_signed(),
    }
}

/// A floating-point literal from its bits.
fn float(kind: FloatKind, value: &Bv) -> String {
    let bits = value.to_u128().unwrap_or_default();
    match kind {
        FloatKind::Half => format!("0xH{bits:04X}"),
        FloatKind::BFloat => format!("0xR{bits:04X}"),
        FloatKind::Float => format!("bitcast (i32 {bits} to float)"),
        FloatKind::Double => format!("0x{bits:016X}"),
        _ => format!("bitcast (i{} {bits} to {})", kind.bits(), kind.name()),
    }
}
