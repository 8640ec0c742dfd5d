//! Typing constraints of a rule, instruction by instruction, and the checks that need no types: what is defined, used, compared.

use indexmap::IndexMap;
use llvet_ir::Span;
use llvet_ir::inst::IntPred;
use num_bigint::{BigInt, Sign};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ast::{AggKind, BinaryOp, Expr, ExprKind, IcmpPred, OpStmt, Operand, Pred, PredKind, Rule, Stmt, StmtKind, TypeSyntax, Widths};
use super::ops::{CastShape, Class, FnShape, PredFn, Shape};
use super::types::{Solved, Ty, TypeError, Typer, Typing};

/// A rule with types up to numbers.
#[derive(Clone, Debug)]
pub struct Typed {
    /// Solved constraints.
    pub solved: Solved,
    /// Type of each expression, by [`Expr::id`].
    pub exprs: Vec<Ty>,
    /// Registers that the source reads and does not define: its inputs, in order of first use.
    pub inputs: IndexMap<String, Ty>,
    /// Symbolic constants, in order of first use.
    pub symbols: IndexMap<String, Ty>,
    /// Registers that the source defines, in order.
    pub defined: IndexMap<String, Ty>,
    /// Registers that the target defines, in order.
    pub target: IndexMap<String, Ty>,
    /// Variables for predicates of `icmp`, in order of first use.
    pub predicates: Vec<String>,
    /// The first construct that is not modelled, with its place.
    pub unsupported: Option<(String, Span)>,
}

/// One instance of a rule: its numbers and its comparison predicates.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Widths and their like.
    pub typing: Typing,
    /// A predicate for each of [`Typed::predicates`].
    pub predicates: Vec<IntPred>,
}

/// Predicates that a predicate variable ranges over.
const PREDICATES: [IntPred; 10] = [
    IntPred::Eq,
    IntPred::Ne,
    IntPred::Ugt,
    IntPred::Uge,
    IntPred::Ult,
    IntPred::Ule,
    IntPred::Sgt,
    IntPred::Sge,
    IntPred::Slt,
    IntPred::Sle,
];

/// Infers the types of a rule.
///
/// # Errors
/// When it does not type-check, or uses what nothing defines.
pub fn infer(rule: &Rule) -> Result<Typed, TypeError> {
    let mut typer = Typer::default();
    let exprs = (0..rule.exprs).map(|_| typer.fresh()).collect();
    let mut infer = Infer {
        typer,
        exprs,
        names: IndexMap::default(),
        inputs: IndexMap::default(),
        symbols: IndexMap::default(),
        source: IndexMap::default(),
        target: IndexMap::default(),
        defined_before: FxHashSet::default(),
        predicates: Vec::new(),
        functions: FxHashMap::default(),
        unsupported: None,
        result: None,
    };
    infer.side(rule, false)?;
    infer.side(rule, true)?;
    for ty in infer.inputs.values().chain(infer.symbols.values()).chain(infer.source.values()).chain(infer.target.values()) {
        infer.typer.anchor(*ty);
    }
    for stmt in rule.src.iter().chain(&rule.tgt) {
        operands(stmt).into_iter().for_each(|o| o.expr.walk(&mut |e| infer.typer.anchor(infer.exprs[e.id])));
    }
    if let Some(pre) = &rule.pre {
        infer.pred(pre)?;
    }
    for ty in infer.symbols.values() {
        infer.typer.anchor(*ty);
    }
    let solved = infer.typer.solve()?;
    Ok(Typed {
        solved,
        exprs: infer.exprs,
        inputs: infer.inputs,
        symbols: infer.symbols,
        defined: infer.source,
        target: infer.target,
        predicates: infer.predicates,
        unsupported: infer.unsupported,
    })
}

impl Typed {
    /// All instances, smallest first.
    #[must_use]
    pub fn instances(&self, widths: Widths) -> Vec<Instance> {
        let mut choices: Vec<Vec<IntPred>> = vec![Vec::new()];
        for _ in &self.predicates {
            let longer = |c: &Vec<IntPred>| {
                let c = c.clone();
                PREDICATES.into_iter().map(move |p| c.iter().copied().chain([p]).collect::<Vec<_>>())
            };
            choices = choices.iter().flat_map(longer).collect();
        }
        let typings = self.solved.typings(widths);
        let pair = |typing: &Typing| {
            let typing = typing.clone();
            choices.iter().map(move |p| Instance { typing: typing.clone(), predicates: p.clone() }).collect::<Vec<_>>()
        };
        typings.iter().flat_map(pair).collect()
    }

    /// The types of an instance, for people: `%x: i4, C: i8`.
    #[must_use]
    pub fn describe(&self, instance: &Instance) -> String {
        let show = |prefix: &str, name: &String, ty: Ty| format!("{prefix}{name}: {}", self.solved.ty(ty, &instance.typing));
        let mut parts: Vec<String> = self.inputs.iter().map(|(n, t)| show("%", n, *t)).collect();
        parts.extend(self.symbols.iter().map(|(n, t)| show("", n, *t)));
        if parts.is_empty() {
            parts.extend(self.defined.iter().map(|(n, t)| show("%", n, *t)));
        }
        parts.extend(self.predicates.iter().zip(&instance.predicates).map(|(n, p)| format!("predicate of {n}: {}", p.name())));
        parts.join(", ")
    }

    /// The type of an expression in an instance.
    #[must_use]
    pub fn type_of(&self, expr: &Expr, instance: &Instance) -> llvet_ir::Type {
        self.solved.ty(self.exprs[expr.id], &instance.typing)
    }
}

/// A statement's operands.
#[must_use]
pub fn operands(stmt: &Stmt) -> Vec<&Operand> {
    match &stmt.kind {
        StmtKind::Copy(operand) | StmtKind::Assume(operand) => vec![operand],
        StmtKind::Op(op) => op.args.iter().collect(),
        StmtKind::Call(call) => call.args.iter().collect(),
        StmtKind::Ret(operand) | StmtKind::Br(operand, _) => operand.iter().collect(),
        StmtKind::Opaque(_, operands) => operands.iter().collect(),
        StmtKind::Unreachable | StmtKind::Label(_) | StmtKind::Skip => Vec::new(),
    }
}

pub(super) struct Infer {
    pub(super) typer: Typer,
    exprs: Vec<Ty>,
    names: IndexMap<String, Ty>,
    inputs: IndexMap<String, Ty>,
    symbols: IndexMap<String, Ty>,
    source: IndexMap<String, Ty>,
    target: IndexMap<String, Ty>,
    /// What the side at hand has defined so far.
    defined_before: FxHashSet<String>,
    predicates: Vec<String>,
    /// Types of the result and the arguments of each function that is called.
    pub(super) functions: FxHashMap<String, (Option<Ty>, Vec<Ty>)>,
    unsupported: Option<(String, Span)>,
    /// Type of `ret`.
    result: Option<Ty>,
}

pub(super) type Outcome = Result<(), TypeError>;

pub(super) fn fail<T>(span: Span, message: impl Into<String>) -> Result<T, TypeError> {
    Err(TypeError { message: message.into(), span })
}

impl Infer {
    fn side(&mut self, rule: &Rule, target: bool) -> Outcome {
        self.defined_before.clear();
        for stmt in if target { &rule.tgt } else { &rule.src } {
            self.stmt(stmt, target)?;
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt, target: bool) -> Outcome {
        let span = stmt.span;
        let ty = self.typer.fresh();
        match &stmt.kind {
            StmtKind::Copy(operand) => {
                let operand = self.operand(operand, target)?;
                self.typer.unify(ty, operand, span)?;
            }
            StmtKind::Op(op) => self.op(op, ty, span, target)?,
            StmtKind::Call(call) => self.call(call, ty, stmt, target)?,
            StmtKind::Ret(operand) => {
                if let Some(operand) = operand {
                    let operand = self.operand(operand, target)?;
                    let result = *self.result.get_or_insert(operand);
                    self.typer.unify(result, operand, span)?;
                }
            }
            StmtKind::Assume(operand) | StmtKind::Br(Some(operand), _) => {
                let operand = self.operand(operand, target)?;
                let bit = self.typer.int(1);
                self.typer.unify(operand, bit, span)?;
            }
            StmtKind::Opaque(name, operands) => {
                self.unsupported.get_or_insert_with(|| ((*name).to_owned(), span));
                for operand in operands {
                    self.operand(operand, target)?;
                }
            }
            StmtKind::Br(None, _) | StmtKind::Unreachable | StmtKind::Label(_) | StmtKind::Skip => {}
        }
        let Some(name) = &stmt.result else { return Ok(()) };
        if !self.defined_before.insert(name.clone()) {
            return fail(span, format!("%{name} is defined twice"));
        }
        let defined = if target { &mut self.target } else { &mut self.source };
        defined.insert(name.clone(), ty);
        if target {
            if self.inputs.contains_key(name) {
                return fail(span, format!("the target defines %{name}, which is an input of the source"));
            }
            if let Some(&source) = self.source.get(name) {
                self.typer.unify(ty, source, span)?;
            }
        } else if self.inputs.contains_key(name) {
            return fail(span, format!("%{name} is used before it is defined"));
        }
        Ok(())
    }

    pub(super) fn written(&mut self, syntax: &TypeSyntax) -> Ty {
        let names = &mut self.names;
        let mut named = |typer: &mut Typer, name: &str| *names.entry(name.to_owned()).or_insert_with(|| typer.fresh());
        self.typer.written(syntax, &mut named)
    }

    pub(super) fn operand(&mut self, operand: &Operand, target: bool) -> Result<Ty, TypeError> {
        let ty = self.expr(&operand.expr, Some(target))?;
        // `true` and `false` are `i1` whatever is written before them, as in Alive2.
        if let Some(syntax) = &operand.ty
            && !matches!(operand.expr.kind, ExprKind::Bool(_))
        {
            let written = self.written(syntax);
            self.typer.unify(ty, written, operand.expr.span)?;
        }
        Ok(ty)
    }

    /// Constraints of an expression. `side` is the target, the source, or neither: the precondition, which sees the source's registers.
    fn expr(&mut self, expr: &Expr, side: Option<bool>) -> Result<Ty, TypeError> {
        let (ty, span) = (self.exprs[expr.id], expr.span);
        match &expr.kind {
            ExprKind::Reg(name) => {
                let register = self.register(name, span, side)?;
                self.typer.unify(ty, register, span)?;
            }
            ExprKind::Sym(name) => {
                let typer = &mut self.typer;
                let symbol = *self.symbols.entry(name.clone()).or_insert_with(|| typer.fresh());
                self.typer.unify(ty, symbol, span)?;
            }
            ExprKind::Int(value) => self.typer.at_least(ty, bits_needed(value)),
            ExprKind::Float(_) => self.typer.class(ty, Class::Float, span),
            ExprKind::Bool(_) => {
                let bit = self.typer.int(1);
                self.typer.unify(ty, bit, span)?;
            }
            ExprKind::Undef | ExprKind::Poison | ExprKind::Null => {}
            ExprKind::Aggregate(kind, items) => self.aggregate(*kind, items, ty, span, side)?,
            ExprKind::Unary(_, inner) => {
                let inner = self.expr(inner, side)?;
                self.typer.unify(ty, inner, span)?;
                self.typer.class(ty, Class::Int, span);
            }
            ExprKind::Binary(_, a, b) => {
                for part in [a, b] {
                    let part = self.expr(part, side)?;
                    self.typer.unify(ty, part, span)?;
                }
                self.typer.class(ty, Class::Int, span);
            }
            ExprKind::Call(function, args) => {
                for arg in args {
                    let arg = self.expr(arg, side)?;
                    if function.shape() != FnShape::TypeOnly {
                        self.typer.class(arg, Class::Int, span);
                    }
                    match function.shape() {
                        FnShape::Same => self.typer.unify(ty, arg, span)?,
                        FnShape::Widen => {
                            self.typer.same_shape(ty, arg, span);
                            self.typer.less(arg, ty);
                        }
                        FnShape::Narrow => {
                            self.typer.same_shape(ty, arg, span);
                            self.typer.less(ty, arg);
                        }
                        FnShape::Free | FnShape::TypeOnly => {}
                    }
                }
                self.typer.class(ty, Class::Int, span);
            }
        }
        Ok(ty)
    }

    fn register(&mut self, name: &str, span: Span, side: Option<bool>) -> Result<Ty, TypeError> {
        if side == Some(true)
            && self.defined_before.contains(name)
            && let Some(&ty) = self.target.get(name)
        {
            return Ok(ty);
        }
        if let Some(&ty) = self.source.get(name).or_else(|| self.inputs.get(name)) {
            return Ok(ty);
        }
        match side {
            Some(false) => {
                let ty = self.typer.fresh();
                self.inputs.insert(name.to_owned(), ty);
                Ok(ty)
            }
            Some(true) => {
                fail(span, format!("the target uses %{name}, which neither side defines before and which is no input of the source"))
            }
            None => fail(span, format!("the precondition uses %{name}, which the source does not have")),
        }
    }

    /// Whether an expression is a register that has its type from an instruction.
    fn is_defined(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Reg(name) if self.source.contains_key(name) || self.target.contains_key(name))
    }

    fn aggregate(&mut self, kind: AggKind, items: &[Operand], ty: Ty, span: Span, side: Option<bool>) -> Outcome {
        let mut types = Vec::new();
        for item in items {
            types.push(self.operand(item, side.unwrap_or(false))?);
        }
        let whole = if kind == AggKind::Struct {
            self.typer.structure(types)
        } else {
            let elem = self.typer.fresh();
            for item in types {
                self.typer.unify(elem, item, span)?;
            }
            match kind {
                AggKind::Vector => self.typer.vector(u32::try_from(items.len()).unwrap_or(u32::MAX), elem),
                AggKind::Array | AggKind::Struct => self.typer.array(items.len() as u64, elem),
            }
        };
        self.typer.unify(ty, whole, span)
    }

    fn op(&mut self, stmt: &OpStmt, ty: Ty, span: Span, target: bool) -> Outcome {
        let mut args = Vec::new();
        for (index, arg) in stmt.args.iter().enumerate() {
            // Alive2 does not look at the type before the condition of a select.
            let condition = stmt.op.shape == Shape::Select && index == 0 && self.is_defined(&arg.expr);
            args.push(if condition { self.expr(&arg.expr, Some(target))? } else { self.operand(arg, target)? });
        }
        if let Some(IcmpPred::Var(name)) = &stmt.icmp
            && !self.predicates.contains(name)
        {
            self.predicates.push(name.clone());
        }
        let to = stmt.to.as_ref().map(|to| self.written(to));
        if let Some(to) = to {
            self.typer.unify(ty, to, span)?;
        }
        let typer = &mut self.typer;
        match stmt.op.shape {
            Shape::Binary(class) | Shape::Unary(class) | Shape::Same(class, _) => {
                typer.class(ty, class, span);
                for arg in args {
                    typer.unify(ty, arg, span)?;
                }
                if stmt.op.name == "bswap" {
                    typer.multiple_of(ty, 16);
                }
            }
            Shape::WithFlag => {
                typer.class(ty, Class::Int, span);
                typer.unify(ty, args[0], span)?;
                let bit = typer.int(1);
                typer.unify(args[1], bit, span)?;
            }
            Shape::Overflow => {
                typer.class(args[0], Class::Int, span);
                typer.unify(args[0], args[1], span)?;
                let overflow = typer.fresh();
                typer.boolean(overflow, span);
                typer.same_shape(overflow, args[0], span);
                let both = typer.structure(vec![args[0], overflow]);
                typer.unify(ty, both, span)?;
            }
            Shape::ThreeWay => {
                typer.class(args[0], Class::Int, span);
                typer.unify(args[0], args[1], span)?;
                typer.class(ty, Class::Int, span);
                typer.same_shape(ty, args[0], span);
                typer.at_least(ty, 2);
            }
            Shape::FixedPoint => {
                typer.class(ty, Class::Int, span);
                typer.unify(ty, args[0], span)?;
                typer.unify(ty, args[1], span)?;
                let scale = typer.int(32);
                typer.unify(args[2], scale, span)?;
                if let ExprKind::Int(value) = &stmt.args[2].expr.kind {
                    // A sign takes a bit of its own; where the rule writes a width, what it writes is not modelled.
                    let sign = u32::from(stmt.op.name.starts_with('s') && typer.is_open(ty));
                    typer.at_least(ty, u32::try_from(value).unwrap_or(u32::MAX).saturating_add(sign));
                }
            }
            Shape::Reduce(class) => {
                let vector = typer.any_vector(ty);
                typer.class(ty, class, span);
                typer.unify(args[0], vector, span)?;
            }
            Shape::Frexp => {
                let exponent = typer.fresh();
                typer.class(args[0], Class::Float, span);
                typer.class(exponent, Class::Int, span);
                // LangRef's own choice, where the rule makes none.
                typer.default_int(exponent, 32);
                typer.same_shape(exponent, args[0], span);
                let both = typer.structure(vec![args[0], exponent]);
                typer.unify(ty, both, span)?;
            }
            Shape::Cast(cast) => self.cast(cast, args[0], ty, span),
            Shape::Icmp | Shape::Fcmp => {
                typer.class(args[0], if stmt.op.shape == Shape::Icmp { Class::Int } else { Class::Float }, span);
                typer.unify(args[0], args[1], span)?;
                typer.boolean(ty, span);
                typer.same_shape(ty, args[0], span);
            }
            Shape::Select => {
                typer.unify(ty, args[1], span)?;
                typer.unify(ty, args[2], span)?;
                typer.selects(args[0], ty, span);
            }
            Shape::Freeze => typer.unify(ty, args[0], span)?,
            Shape::ExtractElement => {
                let vector = typer.any_vector(ty);
                typer.unify(args[0], vector, span)?;
                lane_index(typer, args[1], span)?;
            }
            Shape::InsertElement => {
                let vector = typer.any_vector(args[1]);
                typer.unify(args[0], vector, span)?;
                typer.unify(ty, vector, span)?;
                lane_index(typer, args[2], span)?;
            }
            Shape::Shuffle => {
                let elem = typer.fresh();
                let vector = typer.any_vector(elem);
                typer.unify(args[0], vector, span)?;
                typer.unify(args[1], vector, span)?;
                let result = typer.vector(u32::try_from(stmt.indices.len()).unwrap_or(u32::MAX), elem);
                typer.unify(ty, result, span)?;
            }
            Shape::ExtractValue | Shape::InsertValue => {
                let mut at = args[0];
                for index in &stmt.indices {
                    at = match index.and_then(|i| self.typer.field(at, i)) {
                        Some(field) => field,
                        None => return fail(span, "does not type-check: the operand has no such field, or its type is not known"),
                    };
                }
                let whole = stmt.op.shape == Shape::InsertValue;
                self.typer.unify(ty, if whole { args[0] } else { at }, span)?;
                if whole {
                    self.typer.unify(at, args[1], span)?;
                }
            }
        }
        Ok(())
    }

    fn cast(&mut self, cast: CastShape, from: Ty, to: Ty, span: Span) {
        let typer = &mut self.typer;
        let (a, b) = match cast {
            CastShape::Widen | CastShape::Narrow | CastShape::WidenOrNarrow => (Some(Class::Int), Some(Class::Int)),
            CastShape::FloatToInt => (Some(Class::Float), Some(Class::Int)),
            CastShape::IntToFloat => (Some(Class::Int), Some(Class::Float)),
            CastShape::FloatWiden | CastShape::FloatNarrow => (Some(Class::Float), Some(Class::Float)),
            CastShape::Bits => (None, None),
        };
        for (ty, class) in [(from, a), (to, b)] {
            if let Some(class) = class {
                typer.class(ty, class, span);
            }
        }
        match cast {
            CastShape::Widen | CastShape::FloatWiden => typer.less(from, to),
            CastShape::Narrow | CastShape::FloatNarrow => typer.less(to, from),
            CastShape::Bits => typer.same_bits(from, to),
            CastShape::WidenOrNarrow | CastShape::FloatToInt | CastShape::IntToFloat => {}
        }
        if cast != CastShape::Bits {
            typer.same_shape(from, to, span);
        }
    }

    fn pred(&mut self, pred: &Pred) -> Outcome {
        let span = pred.span;
        match &pred.kind {
            PredKind::True => Ok(()),
            PredKind::Not(p) => self.pred(p),
            PredKind::And(ps) | PredKind::Or(ps) => ps.iter().try_for_each(|p| self.pred(p)),
            PredKind::Cmp(_, a, b) => {
                let (a, b) = (self.expr(a, None)?, self.expr(b, None)?);
                self.typer.unify(a, b, span)?;
                self.typer.class(a, Class::Int, span);
                Ok(())
            }
            PredKind::Call(function, args) => {
                let mut types = Vec::new();
                for arg in args {
                    types.push(self.expr(arg, None)?);
                }
                match function {
                    PredFn::HasOneUse | PredFn::IsConstant => {}
                    PredFn::EquivalentAddresses => {
                        self.unsupported.get_or_insert_with(|| (function.name().to_owned(), span));
                    }
                    _ => {
                        for &ty in &types {
                            self.typer.class(ty, Class::Int, span);
                            self.typer.unify(types[0], ty, span)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// Lane indices may have any integer type; one that nothing fixes is `i32`.
fn lane_index(typer: &mut Typer, index: Ty, span: Span) -> Outcome {
    typer.class(index, Class::Int, span);
    typer.default_int(index, 32);
    Ok(())
}

/// Bits that a literal takes: unsigned when it is positive, two's complement when it is negative.
fn bits_needed(value: &BigInt) -> u32 {
    let bits = match value.sign() {
        Sign::Minus => (value + 1u8).bits() + 1,
        Sign::NoSign | Sign::Plus => value.bits().max(1),
    };
    u32::try_from(bits).unwrap_or(u32::MAX)
}

/// Whether an operator divides.
#[must_use]
pub fn is_division(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Sdiv | BinaryOp::Udiv | BinaryOp::Srem | BinaryOp::Urem)
}
