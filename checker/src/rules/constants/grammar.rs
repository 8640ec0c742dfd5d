//! The predicates that are tried, simplest first.
//!
//! They speak of *atoms*: the symbolic constants and the constant expressions that the rule computes from them. There are predicates of one
//! atom, and of two atoms of the same type. Numbers in them are 0, 1, −1, the extremes and the width, so that they mean the same at every
//! width.

use llvet_encoder::bv::Bv;
use llvet_encoder::symbolic::{InputLeaf, Inputs};
use llvet_encoder::term::{Assignment, Pool, Sort, Term};
use llvet_ir::Span;
use llvet_ir::inst::IntPred;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::sample::Sample;
use super::search::{Bits, Formula};
use super::{Asked, Variant};
use crate::rules::ast::{BinaryOp, Cmp, Expr, ExprKind, Pred, PredKind, Rule, UnOp};
use crate::rules::infer::{Instance, operands};
use crate::rules::ops::{ConstFn, PredFn};
use crate::rules::predicates::on_constants;
use crate::rules::show;
use crate::rules::value::has_register;

/// Atoms that are considered.
const MAX_ATOMS: usize = 6;

/// A predicate.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// As a precondition.
    pub pred: Pred,
    /// In words.
    pub words: String,
    /// Whether it compares signs.
    signs: bool,
}

/// The candidates for one rule.
#[derive(Clone, Debug)]
pub struct Grammar {
    /// Simplest first.
    pub candidates: Vec<Candidate>,
    /// Number of expressions of the rule together with all candidates.
    pub exprs: usize,
    span: Span,
}

impl Grammar {
    /// The candidates for a rule; `None` when they would change its typing.
    pub(super) fn of(asked: &Asked<'_>, signs_first: bool) -> Option<Grammar> {
        let rule = asked.question.rule;
        let mut build = Builder { next: rule.exprs, span: rule.span, candidates: Vec::new() };
        let atoms: Vec<Atom> = atoms(asked).into_iter().map(|(expr, ty)| build.atom(expr, ty)).collect();
        for atom in &atoms {
            build.about_one(atom);
        }
        for (index, a) in atoms.iter().enumerate() {
            let partners = atoms[index + 1..].iter().filter(|b| b.ty == a.ty && (a.is_symbol() || b.is_symbol()));
            partners.for_each(|b| build.about_two(a, b));
        }
        let Builder { next: exprs, span, mut candidates } = build;
        if signs_first {
            candidates.sort_by_key(|c| !c.signs);
        }
        Some(Grammar { candidates, exprs, span })
    }

    /// On which rows of the sample each candidate holds; `None` when the candidates change the rule's typing.
    pub(super) fn evaluate(&self, asked: &Asked<'_>, sample: &Sample) -> Option<Vec<Bits>> {
        let all = Pred { kind: PredKind::Or(self.candidates.iter().map(|c| c.pred.clone()).collect()), span: self.span };
        let variant = asked.variant(Rule { pre: Some(all), exprs: self.exprs, ..asked.question.rule.clone() })?;
        let mut columns: Vec<Vec<bool>> = vec![Vec::with_capacity(sample.rows.len()); self.candidates.len()];
        for rows in sample.rows.chunk_by(|a, b| a.instance == b.instance) {
            let values: Vec<&[Bv]> = rows.iter().map(|r| r.values.as_slice()).collect();
            for held in self.hold(&variant, &variant.instances[rows[0].instance], &values)? {
                columns.iter_mut().zip(held).for_each(|(column, held)| column.push(held));
            }
        }
        Some(columns.into_iter().map(|c| c.into_iter().collect()).collect())
    }

    /// Whether each candidate holds, for each choice of the constants at one typing.
    fn hold(&self, variant: &Variant, instance: &Instance, choices: &[&[Bv]]) -> Option<Vec<Vec<bool>>> {
        let mut pool = Pool::new();
        let mut inputs = Inputs::default();
        let mut positions = FxHashMap::default();
        for (position, name) in variant.typed.symbols.keys().enumerate() {
            let no = pool.ff();
            let bits = pool.var(name.clone(), Sort::Bv(choices.first()?[position].width()));
            inputs.args.push(vec![InputLeaf { bits, poison: no, undef: no }]);
            positions.insert(name.clone(), position);
        }
        let mut terms: Vec<Term> = Vec::new();
        for candidate in &self.candidates {
            terms.push(on_constants(&mut pool, &variant.typed, instance, &positions, &inputs, &candidate.pred).ok()?);
        }
        let at = |choice: &&[Bv]| {
            let mut assignment = Assignment::new();
            for (leaves, value) in inputs.args.iter().zip(*choice) {
                assignment.set(leaves[0].bits, value.clone());
            }
            pool.eval_all(&terms, &assignment).iter().map(Bv::to_bool).collect()
        };
        Some(choices.iter().map(at).collect())
    }

    /// A combination as a predicate.
    #[must_use]
    pub fn predicate(&self, formula: &Formula) -> Candidate {
        let pick = |indices: &[usize]| indices.iter().map(|&i| self.candidates[i].clone()).collect::<Vec<_>>();
        let yes = Candidate { pred: Pred { kind: PredKind::True, span: self.span }, words: "always".to_owned(), signs: false };
        match formula {
            Formula::True => yes,
            Formula::False => Candidate {
                pred: Pred { kind: PredKind::Not(Box::new(yes.pred)), span: self.span },
                words: "never".to_owned(),
                signs: false,
            },
            Formula::And(indices) => self.join(pick(indices), PredKind::And, " and "),
            Formula::Or(indices) => self.join(pick(indices), PredKind::Or, " or "),
            Formula::OrAnd(first, rest) => {
                let both = self.join(pick(rest), PredKind::And, " and ");
                self.join(vec![self.candidates[*first].clone(), both], PredKind::Or, ", or ")
            }
        }
    }

    fn join(&self, mut parts: Vec<Candidate>, make: fn(Vec<Pred>) -> PredKind, word: &str) -> Candidate {
        if parts.len() == 1 {
            return parts.swap_remove(0);
        }
        let words = parts.iter().map(|p| p.words.as_str()).collect::<Vec<_>>().join(word);
        Candidate { pred: Pred { kind: make(parts.into_iter().map(|p| p.pred).collect()), span: self.span }, words, signs: false }
    }
}

/// A constant with the numbers of its type that predicates compare it with.
struct Atom {
    expr: Expr,
    /// Which atoms have the same type.
    ty: usize,
    words: String,
    zero: Expr,
    one: Expr,
    minus_one: Expr,
    width: Expr,
}

impl Atom {
    fn is_symbol(&self) -> bool {
        matches!(self.expr.kind, ExprKind::Sym(_))
    }
}

/// Symbolic constants, then constant expressions over them, each with the number of its type.
fn atoms(asked: &Asked<'_>) -> Vec<(ExprKind, usize)> {
    let typed = &asked.typed;
    let types = |ty| asked.instances.iter().map(|i| typed.solved.ty(ty, &i.typing)).collect::<Vec<_>>();
    let mut found: Vec<(ExprKind, Vec<llvet_ir::Type>)> =
        typed.symbols.iter().map(|(name, &ty)| (ExprKind::Sym(name.clone()), types(ty))).collect();
    let mut seen: Vec<String> = Vec::new();
    let rule = asked.question.rule;
    for operand in rule.tgt.iter().chain(&rule.src).flat_map(operands) {
        let mut symbolic = false;
        operand.expr.walk(&mut |e| symbolic |= matches!(e.kind, ExprKind::Sym(_)));
        let text = show::expr(&operand.expr);
        if operand.expr.is_computed() && symbolic && !has_register(&operand.expr) && !seen.contains(&text) {
            found.push((operand.expr.kind.clone(), types(typed.exprs[operand.expr.id])));
            seen.push(text);
        }
    }
    found.retain(|(_, types)| types.iter().all(|t| matches!(t, llvet_ir::Type::Int(_))));
    let mut kinds: Vec<Vec<llvet_ir::Type>> = Vec::new();
    let number = |types: Vec<llvet_ir::Type>| {
        let known = kinds.iter().position(|k| *k == types);
        known.unwrap_or_else(|| {
            kinds.push(types);
            kinds.len() - 1
        })
    };
    let mut number = number;
    found.into_iter().take(MAX_ATOMS).map(|(expr, types)| (expr, number(types))).collect()
}

/// Makes expressions with numbers of their own.
struct Builder {
    next: usize,
    span: Span,
    candidates: Vec<Candidate>,
}

impl Builder {
    fn expr(&mut self, kind: ExprKind) -> Expr {
        self.next += 1;
        Expr { id: self.next - 1, kind, span: self.span }
    }

    /// A copy with new numbers, so that the rule's own places do not constrain it.
    fn renumbered(&mut self, kind: &ExprKind) -> Expr {
        let kind = match kind {
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, Box::new(self.renumbered(&a.kind))),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.renumbered(&a.kind), self.renumbered(&b.kind));
                ExprKind::Binary(*op, Box::new(a), Box::new(b))
            }
            ExprKind::Call(function, args) => ExprKind::Call(*function, args.iter().map(|a| self.renumbered(&a.kind)).collect()),
            ExprKind::Aggregate(..)
            | ExprKind::Reg(_)
            | ExprKind::Sym(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Bool(_)
            | ExprKind::Undef
            | ExprKind::Poison
            | ExprKind::Null => kind.clone(),
        };
        self.expr(kind)
    }

    fn int(&mut self, value: i8) -> Expr {
        self.expr(ExprKind::Int(BigInt::from(value)))
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
        self.expr(ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())))
    }

    fn atom(&mut self, kind: ExprKind, ty: usize) -> Atom {
        let expr = self.renumbered(&kind);
        let width = self.expr(ExprKind::Call(ConstFn::Width, vec![expr.clone()]));
        let (zero, one, minus_one) = (self.int(0), self.int(1), self.int(-1));
        Atom { words: show::expr(&expr), expr, ty, zero, one, minus_one, width }
    }

    fn add(&mut self, kind: PredKind, words: String, signs: bool) {
        let pred = Pred { kind, span: self.span };
        self.candidates.push(Candidate { pred, words, signs });
    }

    fn compare(&mut self, pred: IntPred, a: &Expr, b: &Expr) {
        let unsigned = matches!(pred, IntPred::Ult | IntPred::Ule | IntPred::Ugt | IntPred::Uge);
        let kind = PredKind::Cmp(Cmp(pred), a.clone(), b.clone());
        let shown = show::pred(&Pred { kind: kind.clone(), span: self.span }).replace("u<", "<");
        self.add(kind, if unsigned { format!("{shown} (unsigned)") } else { shown }, false);
    }

    /// `=` and its negation, in words of their own.
    fn equal(&mut self, a: &Expr, b: &Expr, words: &str) {
        let left = show::expr(a);
        for (pred, sign) in [(IntPred::Ne, "!="), (IntPred::Eq, "==")] {
            self.add(PredKind::Cmp(Cmp(pred), a.clone(), b.clone()), format!("{left} {sign} {words}"), false);
        }
    }

    /// A predicate with a name, and its negation.
    fn named(&mut self, function: PredFn, args: &[&Expr], [yes, no]: [String; 2]) {
        let pred = Pred { kind: PredKind::Call(function, args.iter().map(|&a| a.clone()).collect()), span: self.span };
        self.add(pred.kind.clone(), yes, false);
        self.add(PredKind::Not(Box::new(pred)), no, false);
    }

    fn about_one(&mut self, a: &Atom) {
        let (x, words) = (&a.expr, &a.words);
        self.equal(x, &a.zero, "0");
        self.named(PredFn::IsSignBit, &[x], [format!("{words} == INT_MIN"), format!("{words} != INT_MIN")]);
        let largest = self.binary(BinaryOp::Lshr, &a.minus_one, &a.one);
        self.equal(x, &largest, "INT_MAX");
        self.equal(x, &a.minus_one, "-1");
        self.equal(x, &a.one, "1");
        self.compare(IntPred::Sge, x, &a.zero);
        self.compare(IntPred::Slt, x, &a.zero);
        self.compare(IntPred::Sgt, x, &a.zero);
        self.compare(IntPred::Sle, x, &a.zero);
        let last = self.binary(BinaryOp::Sub, &a.width, &a.one);
        for (bound, name) in [(&last, "width - 1"), (&a.width, "width")] {
            self.add(PredKind::Cmp(Cmp(IntPred::Ult), x.clone(), bound.clone()), format!("{words} < {name}"), false);
            self.add(PredKind::Cmp(Cmp(IntPred::Uge), x.clone(), bound.clone()), format!("{words} >= {name}"), false);
            self.equal(x, bound, name);
        }
        self.named(PredFn::IsPowerOf2, &[x], [format!("{words} is a power of two"), format!("{words} is no power of two")]);
        let zero_too = [format!("{words} is 0 or a power of two"), format!("{words} is neither 0 nor a power of two")];
        self.named(PredFn::IsPowerOf2OrZero, &[x], zero_too);
        let negated = self.expr(ExprKind::Unary(UnOp::Neg, Box::new(x.clone())));
        self.named(PredFn::IsPowerOf2, &[&negated], [format!("-({words}) is a power of two"), format!("-({words}) is no power of two")]);
        let shifted = [format!("the ones of {words} are contiguous"), format!("the ones of {words} are not contiguous")];
        self.named(PredFn::IsShiftedMask, &[x], shifted);
        let odd = self.binary(BinaryOp::And, x, &a.one);
        self.add(PredKind::Cmp(Cmp(IntPred::Eq), odd.clone(), a.zero.clone()), format!("{words} is even"), false);
        self.add(PredKind::Cmp(Cmp(IntPred::Ne), odd, a.zero.clone()), format!("{words} is odd"), false);
        let above = self.binary(BinaryOp::Add, x, &a.one);
        let common = self.binary(BinaryOp::And, x, &above);
        self.add(PredKind::Cmp(Cmp(IntPred::Eq), common.clone(), a.zero.clone()), format!("{words} is 2^k - 1"), false);
        self.add(PredKind::Cmp(Cmp(IntPred::Ne), common, a.zero.clone()), format!("{words} is not 2^k - 1"), false);
    }

    fn about_two(&mut self, a: &Atom, b: &Atom) {
        let (x, y) = (&a.expr, &b.expr);
        let both = format!("{} and {}", a.words, b.words);
        let mixed = self.binary(BinaryOp::Xor, x, y);
        self.add(PredKind::Cmp(Cmp(IntPred::Sge), mixed.clone(), a.zero.clone()), format!("{both} have the same sign"), true);
        self.add(PredKind::Cmp(Cmp(IntPred::Slt), mixed, a.zero.clone()), format!("{both} differ in sign"), true);
        self.equal(x, y, &b.words);
        for pred in [IntPred::Ult, IntPred::Ule, IntPred::Slt, IntPred::Sle] {
            self.compare(pred, x, y);
            self.compare(pred, y, x);
        }
        let common = self.binary(BinaryOp::And, x, y);
        self.equal(&common, &a.zero, "0");
        self.equal(&common, x, &a.words);
        self.equal(&common, y, &b.words);
        let union = self.binary(BinaryOp::Or, x, y);
        self.equal(&union, &a.minus_one, "-1");
        let negated = self.expr(ExprKind::Unary(UnOp::Neg, Box::new(y.clone())));
        self.equal(x, &negated, &format!("-{}", show::expr(y)));
        self.closer_to_zero(a, b);
        self.closer_to_zero(b, a);
        if a.is_symbol() && b.is_symbol() {
            self.overflows(a, b);
            let sum = self.binary(BinaryOp::Add, x, y);
            self.compare(IntPred::Ult, &sum, &a.width);
            self.compare(IntPred::Uge, &sum, &a.width);
        }
    }

    /// The magnitudes of two numbers compared; that of INT_MIN is the largest.
    fn closer_to_zero(&mut self, a: &Atom, b: &Atom) {
        let [x, y] = [a, b].map(|atom| self.expr(ExprKind::Call(ConstFn::Abs, vec![atom.expr.clone()])));
        for (pred, sign) in [(IntPred::Ule, "<="), (IntPred::Ult, "<")] {
            let words = format!("|{}| {sign} |{}|", a.words, b.words);
            self.add(PredKind::Cmp(Cmp(pred), x.clone(), y.clone()), words, false);
        }
    }

    fn overflows(&mut self, a: &Atom, b: &Atom) {
        const COMMUTING: [(PredFn, &str, &str); 4] = [
            (PredFn::NoSignedAdd, "+", "signed"),
            (PredFn::NoUnsignedAdd, "+", "unsigned"),
            (PredFn::NoSignedMul, "*", "signed"),
            (PredFn::NoUnsignedMul, "*", "unsigned"),
        ];
        const ORDERED: [(PredFn, &str, &str); 3] =
            [(PredFn::NoSignedSub, "-", "signed"), (PredFn::NoSignedShl, "<<", "signed"), (PredFn::NoUnsignedShl, "<<", "unsigned")];
        let both_ways = ORDERED.into_iter().flat_map(|f| [(f, a, b), (f, b, a)]);
        for ((function, op, sign), a, b) in COMMUTING.into_iter().map(|f| (f, a, b)).chain(both_ways) {
            let text = format!("{} {op} {}", a.words, b.words);
            let words = [format!("{text} does not overflow as {sign} numbers"), format!("{text} overflows as {sign} numbers")];
            self.named(function, &[&a.expr, &b.expr], words);
        }
    }
}
