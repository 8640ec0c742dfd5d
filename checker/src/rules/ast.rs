//! Rules as they are written: names, preconditions, source and target, all with their places in the text.

use llvet_ir::inst::{FloatPred, IntPred};
use llvet_ir::{Diagnostic, FloatKind, Span};
use num_bigint::BigInt;

use super::ops::{ConstFn, Op, PredFn};

/// Widths that integer type variables range over, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// Smallest, in bits.
    pub from: u32,
    /// Largest, in bits.
    pub to: u32,
}

impl Default for Widths {
    fn default() -> Self {
        Widths { from: 1, to: 64 }
    }
}

impl Widths {
    /// Reads `8`, `1..64` or `1..=64` (both ends included either way).
    ///
    /// # Errors
    /// One line that says what is expected.
    pub fn parse(text: &str) -> Result<Widths, String> {
        let number = |t: &str| t.trim().parse::<u32>().ok().filter(|n| (1..=128).contains(n));
        let (from, to) = text.split_once("..").map_or((text, text), |(a, b)| (a, b.strip_prefix('=').unwrap_or(b)));
        match (number(from), number(to)) {
            (Some(from), Some(to)) if from <= to => Ok(Widths { from, to }),
            _ => Err(format!("widths are a number or a range like 1..64 between 1 and 128, not `{}`", text.trim())),
        }
    }
}

/// A comment: everything from `;` to the end of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text with its `;`, trailing white space removed.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether nothing but white space precedes it on its line.
    pub own_line: bool,
}

/// A rule file.
#[derive(Clone, Debug, Default)]
pub struct RuleFile {
    /// The rules, in order.
    pub rules: Vec<Rule>,
    /// `;! widths: 1..64`, for all rules of the file.
    pub widths: Option<Widths>,
    /// All comments, in order.
    pub comments: Vec<Comment>,
    /// What is wrong with the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// One rule: wherever the source stands and the precondition holds, the target may take its place.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The text after `Name:`, or the rule's number in the file.
    pub name: String,
    /// Whether the name was written.
    pub named: bool,
    /// From the rule's first token to its last.
    pub span: Span,
    /// The precondition.
    pub pre: Option<Pred>,
    /// The source.
    pub src: Vec<Stmt>,
    /// Where `=>` stands.
    pub arrow: Span,
    /// The target.
    pub tgt: Vec<Stmt>,
    /// Number of expressions of the rule: every [`Expr::id`] is below it.
    pub exprs: usize,
}

/// A type as it is written. What is left out is inferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeSyntax {
    /// `iN`
    Int(u32),
    /// `half`, `float`, …
    Float(FloatKind),
    /// `ptr`, `*`, or a typed pointer of old text.
    Ptr,
    /// `<N x T>`
    Vector(u64, Box<TypeSyntax>),
    /// `[N x T]`
    Array(u64, Box<TypeSyntax>),
    /// `{ T, … }`
    Struct(Vec<TypeSyntax>),
    /// `Ty`, `Ty1`: a type variable with a name.
    Named(String),
}

/// Unary operators of constant expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnOp {
    /// `~`
    Not,
    /// `-`
    Neg,
}

/// Binary operators of constant expressions; the binding strength is [`BinaryOp::strength`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after their operators")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Sdiv,
    Udiv,
    Srem,
    Urem,
    Shl,
    Ashr,
    Lshr,
    And,
    Or,
    Xor,
}

impl BinaryOp {
    /// Every operator with its token.
    pub const ALL: [(BinaryOp, &'static str); 13] = [
        (BinaryOp::Add, "+"),
        (BinaryOp::Sub, "-"),
        (BinaryOp::Mul, "*"),
        (BinaryOp::Sdiv, "/"),
        (BinaryOp::Udiv, "/u"),
        (BinaryOp::Srem, "%"),
        (BinaryOp::Urem, "%u"),
        (BinaryOp::Shl, "<<"),
        (BinaryOp::Ashr, ">>"),
        (BinaryOp::Lshr, "u>>"),
        (BinaryOp::And, "&"),
        (BinaryOp::Or, "|"),
        (BinaryOp::Xor, "^"),
    ];

    /// The token.
    #[must_use]
    pub fn token(self) -> &'static str {
        BinaryOp::ALL.iter().find(|(op, _)| *op == self).map_or("", |(_, t)| t)
    }

    /// Larger binds tighter. `&`, `^`, `|` bind tighter than comparisons, unlike C's.
    #[must_use]
    pub fn strength(self) -> u8 {
        match self {
            BinaryOp::Mul | BinaryOp::Sdiv | BinaryOp::Udiv | BinaryOp::Srem | BinaryOp::Urem => 6,
            BinaryOp::Add | BinaryOp::Sub => 5,
            BinaryOp::Shl | BinaryOp::Ashr | BinaryOp::Lshr => 4,
            BinaryOp::And => 3,
            BinaryOp::Xor => 2,
            BinaryOp::Or => 1,
        }
    }
}

/// Kinds of written aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AggKind {
    /// `< … >`
    Vector,
    /// `[ … ]`
    Array,
    /// `{ … }`
    Struct,
}

/// An operand or a constant expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Number within the rule.
    pub id: usize,
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of [`Expr`].
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `%x`, without the `%`.
    Reg(String),
    /// `C`, `C1`: a symbolic constant.
    Sym(String),
    /// An integer.
    Int(BigInt),
    /// A decimal floating-point number, as written.
    Float(String),
    /// `true` or `false`.
    Bool(bool),
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// `null`
    Null,
    /// `< i8 1, i8 2 >` and its kin.
    Aggregate(AggKind, Vec<Operand>),
    /// An operator before its operand.
    Unary(UnOp, Box<Expr>),
    /// An operator between its operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A function of constants.
    Call(ConstFn, Vec<Expr>),
}

impl Expr {
    /// Calls `f` on the expression and all its parts.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        f(self);
        match &self.kind {
            ExprKind::Aggregate(_, items) => items.iter().for_each(|o| o.expr.walk(f)),
            ExprKind::Unary(_, a) => a.walk(f),
            ExprKind::Binary(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            ExprKind::Call(_, args) => args.iter().for_each(|a| a.walk(f)),
            ExprKind::Reg(_) | ExprKind::Sym(_) | ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::Bool(_) | ExprKind::Undef | ExprKind::Poison | ExprKind::Null => {}
        }
    }

    /// Whether it has to be computed, as opposed to an operand that LLVM's text can name.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        matches!(self.kind, ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Call(..))
    }
}

/// An expression with the type written before it, if any.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The type.
    pub ty: Option<TypeSyntax>,
    /// The value.
    pub expr: Expr,
}

/// The predicate of an integer comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IcmpPred {
    /// A fixed one.
    Fixed(IntPred),
    /// A variable that ranges over all predicates; equal names are equal predicates.
    Var(String),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The register it defines, without `%`.
    pub result: Option<String>,
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of [`Stmt`].
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `%x = %y`, `%x = 3`
    Copy(Operand),
    /// An operation.
    Op(Box<OpStmt>),
    /// A call of a function.
    Call(Box<CallStmt>),
    /// `ret`
    Ret(Option<Operand>),
    /// `unreachable`
    Unreachable,
    /// `assume(%c)`
    Assume(Operand),
    /// `br label %a` or `br %c, label %a, label %b`
    Br(Option<Operand>, Vec<String>),
    /// `name:`
    Label(String),
    /// `skip`
    Skip,
    /// Something that is read but not modelled, by name; its operands' registers.
    Opaque(&'static str, Vec<Operand>),
}

/// A call of a function of which nothing is known but what the call says.
#[derive(Clone, Debug)]
pub struct CallStmt {
    /// The function's name, without `@`.
    pub callee: String,
    /// Whether it returns nothing.
    pub void: bool,
    /// Type of the result, if it was written.
    pub ret: Option<TypeSyntax>,
    /// Arguments.
    pub args: Vec<Operand>,
    /// Attributes of the call in LLVM's spelling.
    pub attrs: String,
}

/// An operation with all that can be written on it.
#[derive(Clone, Debug)]
pub struct OpStmt {
    /// Which.
    pub op: Op,
    /// Flags in LLVM's spelling, as written.
    pub flags: Vec<String>,
    /// The predicate of `icmp`.
    pub icmp: Option<IcmpPred>,
    /// The predicate of `fcmp`.
    pub fcmp: Option<FloatPred>,
    /// A result type: after `to`, or before the operands of `scmp` and `ucmp`.
    pub to: Option<TypeSyntax>,
    /// Operands.
    pub args: Vec<Operand>,
    /// Indices of `extractvalue` and `insertvalue`, lanes of `shufflevector`; `None` is a poison lane.
    pub indices: Vec<Option<u32>>,
}

/// Comparisons of preconditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cmp(pub IntPred);

impl Cmp {
    /// Every comparison with its token. `<` and its kin are signed.
    pub const ALL: [(IntPred, &'static str); 10] = [
        (IntPred::Eq, "=="),
        (IntPred::Ne, "!="),
        (IntPred::Slt, "<"),
        (IntPred::Sle, "<="),
        (IntPred::Sgt, ">"),
        (IntPred::Sge, ">="),
        (IntPred::Ult, "u<"),
        (IntPred::Ule, "u<="),
        (IntPred::Ugt, "u>"),
        (IntPred::Uge, "u>="),
    ];

    /// The token.
    #[must_use]
    pub fn token(self) -> &'static str {
        Cmp::ALL.iter().find(|(pred, _)| *pred == self.0).map_or("", |(_, t)| t)
    }
}

/// A precondition.
#[derive(Clone, Debug)]
pub struct Pred {
    /// What it says.
    pub kind: PredKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of [`Pred`].
#[derive(Clone, Debug)]
pub enum PredKind {
    /// `true`
    True,
    /// `!p`
    Not(Box<Pred>),
    /// `p && q`
    And(Vec<Pred>),
    /// `p || q`
    Or(Vec<Pred>),
    /// `a < b`; chains are conjunctions.
    Cmp(Cmp, Expr, Expr),
    /// `isPowerOf2(x)`
    Call(PredFn, Vec<Expr>),
}

impl Pred {
    /// Calls `f` on every expression in it.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        match &self.kind {
            PredKind::True => {}
            PredKind::Not(p) => p.walk(f),
            PredKind::And(ps) | PredKind::Or(ps) => ps.iter().for_each(|p| p.walk(f)),
            PredKind::Cmp(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            PredKind::Call(_, args) => args.iter().for_each(|a| a.walk(f)),
        }
    }
}
