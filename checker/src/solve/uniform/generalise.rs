//! From an obligation to the statement of which it is an instance.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Op, Pool, Sort, Term};
use rustc_hash::FxHashMap;

use super::statement::{Base, Formula, Id, MAX_BASES, Node, Pattern, Statement, Stream};

/// Larger obligations are left to others.
const MAX_NODES: usize = 400;

/// Longest low end of a constant.
const MAX_LOW: usize = 16;

/// Longest high end of a constant.
const MAX_HIGH: usize = 4;

/// Largest literal by which bits are shifted.
const MAX_SHIFT: u32 = 4;

/// Largest literal factor.
const MAX_FACTOR: u64 = 64;

impl Statement {
    /// The statement of an obligation, which is an instance of it. `None` when it has too many nodes or widths, or when a width has no room
    /// for the ends of constants.
    #[must_use]
    pub fn of(pool: &Pool, obligation: Term) -> Option<Statement> {
        if pool.size(obligation) > MAX_NODES {
            return None;
        }
        let mut state = State {
            pool,
            ids: FxHashMap::default(),
            widths: vec![1],
            present: widths(pool, obligation),
            the_width: FxHashMap::default(),
            unknowns: FxHashMap::default(),
            moves: FxHashMap::default(),
            facts: Vec::new(),
            statement: Statement { nodes: Vec::new(), least: vec![1], narrower: Vec::new() },
        };
        let root = state.id(obligation)?;
        state.finish(root)
    }
}

/// A statement under construction.
pub(super) struct State<'a> {
    pub(super) pool: &'a Pool,
    ids: FxHashMap<Term, Id>,
    /// The width that each base has in the obligation.
    widths: Vec<u32>,
    /// Widths in the obligation of which constants may be made.
    present: Vec<u32>,
    /// The variable that stands for the width of a base.
    the_width: FxHashMap<Base, Id>,
    /// Variables for operations that are not followed.
    pub(super) unknowns: FxHashMap<(Op, Term, Term), Id>,
    /// Shifted terms.
    pub(super) moves: FxHashMap<(Op, Term, Term), Id>,
    /// What is true of the variables for operations that are not followed.
    pub(super) facts: Vec<Id>,
    statement: Statement,
}

impl State<'_> {
    fn finish(mut self, root: Id) -> Option<Statement> {
        // The statement is the last node.
        let all = std::iter::once(root).chain(std::mem::take(&mut self.facts)).collect();
        self.add(Node::Formula(Formula::And(all)));
        self.statement.narrower.sort_unstable();
        self.statement.narrower.dedup();
        let near = self.statement.near();
        for least in &mut self.statement.least[1..] {
            *least = (*least).max(near).max(2);
        }
        let fits = self.widths.iter().zip(&self.statement.least).all(|(width, least)| width >= least);
        fits.then_some(self.statement)
    }

    pub(super) fn add(&mut self, node: Node) -> Id {
        self.statement.nodes.push(node);
        self.statement.nodes.len() - 1
    }

    fn base(&mut self, width: u32) -> Option<Base> {
        if let Some(base) = self.widths.iter().position(|&w| w == width) {
            return Some(base);
        }
        if self.widths.len() == MAX_BASES {
            return None;
        }
        self.widths.push(width);
        self.statement.least.push(2);
        Some(self.widths.len() - 1)
    }

    pub(super) fn base_of(&mut self, term: Term) -> Option<Base> {
        self.base(self.pool.width(term))
    }

    fn at_least(&mut self, base: Base, width: u32) {
        if base > 0 {
            self.statement.least[base] = self.statement.least[base].max(width);
        }
    }

    pub(super) fn narrower(&mut self, a: Base, b: Base) {
        self.statement.narrower.push((a, b));
    }

    /// The node of a term. Recursion is as deep as the term, whose size is bounded.
    pub(super) fn id(&mut self, term: Term) -> Option<Id> {
        if let Some(&known) = self.ids.get(&term) {
            return Some(known);
        }
        let id = match self.pool.sort(term) {
            Sort::Bool => self.formula(term)?,
            Sort::Bv(_) => self.stream(term)?,
        };
        self.ids.insert(term, id);
        Some(id)
    }

    fn ids(&mut self, terms: &[Term]) -> Option<Vec<Id>> {
        terms.iter().map(|&term| self.id(term)).collect()
    }

    fn formula(&mut self, term: Term) -> Option<Id> {
        let args = self.pool.args(term);
        let formula = match self.pool.op(term) {
            Op::Bool(value) => Formula::Truth(value),
            Op::Not => Formula::Not(self.id(args[0])?),
            Op::And => Formula::And(self.ids(args)?),
            Op::Ite => Formula::If(self.id(args[0])?, self.id(args[1])?, self.id(args[2])?),
            Op::Eq if self.pool.sort(args[0]) == Sort::Bool => Formula::Same(self.id(args[0])?, self.id(args[1])?),
            Op::Eq => Formula::Equal(self.id(args[0])?, self.id(args[1])?),
            Op::Ult => match self.below_width(args[0], args[1]) {
                Some(least) => {
                    let base = self.base_of(args[0])?;
                    self.at_least(base, least);
                    Formula::Truth(true)
                }
                None => Formula::Below { signed: false, a: self.id(args[0])?, b: self.id(args[1])? },
            },
            Op::Slt => Formula::Below { signed: true, a: self.id(args[0])?, b: self.id(args[1])? },
            // Whatever these are, a variable may be it.
            Op::Var(_) | Op::App(_) | Op::Fp { .. } => Formula::Free,
            Op::Const(_)
            | Op::Add
            | Op::Mul
            | Op::Neg
            | Op::Udiv
            | Op::Urem
            | Op::Sdiv
            | Op::Srem
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvNot
            | Op::Shl
            | Op::Lshr
            | Op::Ashr
            | Op::Concat
            | Op::Extract { .. }
            | Op::Zext { .. }
            | Op::Sext { .. } => return None,
        };
        Some(self.add(Node::Formula(formula)))
    }

    /// Whether a literal is compared with the width itself and below it: the least width at which it is.
    fn below_width(&self, a: Term, b: Term) -> Option<u32> {
        let width = self.pool.width(a);
        let (a, b) = (self.pool.as_const(a)?.to_u64()?, self.pool.as_const(b)?.to_u64()?);
        if b != u64::from(width) || width <= 2 || a >= b {
            return None;
        }
        // One below the width is below it whatever the width is.
        if a == b - 1 { Some(2) } else { u32::try_from(a + 1).ok() }
    }

    fn stream(&mut self, term: Term) -> Option<Id> {
        let base = self.base_of(term)?;
        let stream = self.shape(term, base)?;
        Some(self.add(Node::Stream(base, stream)))
    }

    fn shape(&mut self, term: Term, base: Base) -> Option<Stream> {
        let pool = self.pool;
        let args = pool.args(term);
        Some(match pool.op(term) {
            Op::Const(id) => return self.constant(pool.const_value(id), base),
            Op::Add => Stream::Add(self.ids(args)?),
            Op::Neg => Stream::Neg(self.id(args[0])?),
            Op::BvAnd => Stream::And(self.ids(args)?),
            Op::BvOr => Stream::Or(self.ids(args)?),
            Op::BvXor => Stream::Xor(self.ids(args)?),
            Op::BvNot => Stream::Not(self.id(args[0])?),
            Op::Ite => Stream::Choose(self.id(args[0])?, self.id(args[1])?, self.id(args[2])?),
            Op::Mul => self.product(args, base)?,
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => self.divided(pool.op(term), args[0], args[1], base)?,
            Op::Shl | Op::Lshr | Op::Ashr => self.shift(pool.op(term), args, base)?,
            Op::Zext { width } => self.extension(args[0], width, base, false)?,
            Op::Sext { width } => self.extension(args[0], width, base, true)?,
            Op::Extract { hi, lo } => self.slice(args[0], hi, lo, base)?,
            Op::Concat => self.concatenation(args, base)?,
            // Whatever these are, a variable may be it.
            Op::Var(_) | Op::App(_) | Op::Fp { .. } => Stream::Input,
            Op::Bool(_) | Op::Not | Op::And | Op::Eq | Op::Ult | Op::Slt => return None,
        })
    }

    fn constant(&mut self, value: &Bv, base: Base) -> Option<Stream> {
        let width = value.width();
        let is_width = width > 2 && value.to_u64() == Some(u64::from(width));
        // A number that happens to be the width is more likely a literal if it is a small one.
        if is_width && width > 8 {
            if let Some(&known) = self.the_width.get(&base) {
                return Some(Stream::And(vec![known]));
            }
            let known = self.add(Node::Stream(base, Stream::Input));
            self.the_width.insert(base, known);
            return Some(Stream::And(vec![known]));
        }
        if let Some(stream) = self.by_another_width(value, base) {
            return stream;
        }
        let pattern = pattern(value);
        if pattern.low.len() > MAX_LOW || pattern.high.len() > MAX_HIGH {
            return Some(Stream::Input);
        }
        self.at_least(base, u32::try_from(pattern.low.len() + pattern.high.len()).ok()?);
        Some(Stream::Pattern(pattern))
    }

    /// A constant that is made of another width `n`: `2^n - 1`, `2^n`, `-2^n`, or `2^(n - 1)`, its sign.
    fn by_another_width(&mut self, value: &Bv, base: Base) -> Option<Option<Stream>> {
        let width = value.width();
        for n in self.present.clone().into_iter().filter(|&n| n < width) {
            let (mask, sign) = (Bv::low_mask(width, n), Bv::bit_at(width, n - 1));
            let power = Bv::bit_at(width, n);
            let fill = value != &sign;
            if ![&mask, &sign, &power, &mask.not()].contains(&value) {
                continue;
            }
            let Some(narrow) = self.base(n) else { return Some(None) };
            self.narrower(narrow, base);
            let pattern = Pattern { low: Vec::new(), fill, high: if fill { Vec::new() } else { vec![true] } };
            let end = self.add(Node::Stream(narrow, Stream::Pattern(pattern)));
            if value == &mask || value == &sign {
                return Some(Some(Stream::Zext(end)));
            }
            let end = self.add(Node::Stream(base, Stream::Zext(end)));
            if value == &mask.not() {
                return Some(Some(Stream::Not(end)));
            }
            let one = Pattern { low: vec![true], fill: false, high: Vec::new() };
            let one = self.add(Node::Stream(base, Stream::Pattern(one)));
            return Some(Some(Stream::Add(vec![end, one])));
        }
        None
    }

    /// A product by a small literal is followed.
    fn product(&mut self, args: &[Term], base: Base) -> Option<Stream> {
        let [a, b] = *args else { return Some(Stream::Input) };
        let (factor, other) = match (self.pool.as_const(a), self.pool.as_const(b)) {
            (Some(factor), None) => (factor, b),
            (None, Some(factor)) => (factor, a),
            _ => return self.multiplied(a, b, base),
        };
        let small = |value: &Bv| value.to_u64().filter(|&v| v > 0 && v <= MAX_FACTOR).and_then(|v| u32::try_from(v).ok());
        let (positive, negative) = (small(factor), small(&factor.neg()));
        let Some(by) = positive.or(negative) else { return self.multiplied(a, b, base) };
        // The sign must be a sign at every width.
        self.at_least(base, 33 - by.leading_zeros());
        let scaled = Stream::Scale(by, self.id(other)?);
        if positive.is_some() {
            return Some(scaled);
        }
        Some(Stream::Neg(self.add(Node::Stream(base, scaled))))
    }

    fn shift(&mut self, op: Op, args: &[Term], base: Base) -> Option<Stream> {
        let amount = self.pool.as_const(args[1]).and_then(Bv::to_u64).and_then(|n| u32::try_from(n).ok());
        match amount {
            Some(by) if by <= MAX_SHIFT || by + 1 == self.widths[base] => self.shifted(op, args[0], by, base),
            _ => Some(Stream::And(vec![self.moved(op, args[0], args[1], base)?])),
        }
    }

    fn shifted(&mut self, op: Op, arg: Term, by: u32, base: Base) -> Option<Stream> {
        let width = self.widths[base];
        if by == 0 {
            return Some(Stream::And(vec![self.id(arg)?]));
        }
        if by + 1 == width && op != Op::Shl {
            // The sign alone, at every width.
            return self.sign(arg, base, op == Op::Ashr);
        }
        if by > MAX_SHIFT || by >= width {
            return Some(Stream::Input);
        }
        self.at_least(base, by + 1);
        let of = self.id(arg)?;
        if op == Op::Shl {
            return Some(Stream::Left(of, by));
        }
        let filler = if op == Op::Ashr { Formula::Top(of) } else { Formula::Truth(false) };
        let filler = self.add(Node::Formula(filler));
        Some(Stream::Right { of, by, filler })
    }

    fn sign(&mut self, arg: Term, base: Base, everywhere: bool) -> Option<Stream> {
        let of = self.id(arg)?;
        let top = self.add(Node::Formula(Formula::Top(of)));
        let single = self.add(Node::Stream(0, Stream::Single(top)));
        self.narrower(0, base);
        Some(if everywhere { Stream::Sext(single) } else { Stream::Zext(single) })
    }

    fn extension(&mut self, arg: Term, width: u32, base: Base, signed: bool) -> Option<Stream> {
        // The normal form of right shifts.
        if let Op::Extract { hi, lo } = self.pool.op(arg)
            && let whole = self.pool.args(arg)[0]
            && self.pool.width(whole) == width
            && hi + 1 == width
            && (lo <= MAX_SHIFT || lo + 1 == width)
        {
            return self.shifted(if signed { Op::Ashr } else { Op::Lshr }, whole, lo, base);
        }
        let id = self.id(arg)?;
        let narrow = self.base_of(arg)?;
        if narrow == base {
            return Some(Stream::And(vec![id]));
        }
        self.narrower(narrow, base);
        Some(if signed { Stream::Sext(id) } else { Stream::Zext(id) })
    }

    fn slice(&mut self, arg: Term, hi: u32, lo: u32, base: Base) -> Option<Stream> {
        let (whole, id) = (self.base_of(arg)?, self.id(arg)?);
        let width = self.pool.width(arg);
        if hi == lo && whole != 0 {
            let bit = if hi + 1 == width {
                Formula::Top(id)
            } else if hi <= MAX_SHIFT {
                self.at_least(whole, hi + 1);
                Formula::Bit(id, hi)
            } else {
                return Some(Stream::Input);
            };
            let bit = self.add(Node::Formula(bit));
            return Some(Stream::Single(bit));
        }
        if lo > 0 {
            return Some(Stream::Input);
        }
        if whole == base {
            return Some(Stream::And(vec![id]));
        }
        self.narrower(base, whole);
        Some(Stream::Trunc(id))
    }

    /// The normal form of left shifts; others are variables.
    fn concatenation(&mut self, args: &[Term], base: Base) -> Option<Stream> {
        if let [high, low] = *args
            && self.pool.as_const(low).is_some_and(Bv::is_zero)
            && let Op::Extract { hi, lo: 0 } = self.pool.op(high)
            && let whole = self.pool.args(high)[0]
            && self.pool.width(whole) == hi + 1 + self.pool.width(low)
        {
            return self.shifted(Op::Shl, whole, self.pool.width(low), base);
        }
        Some(Stream::Input)
    }
}

/// The widths in an obligation at which literals are told from numbers made of the width.
fn widths(pool: &Pool, obligation: Term) -> Vec<u32> {
    let mut all: Vec<u32> = pool.topological(&[obligation]).into_iter().map(|term| pool.width(term)).filter(|&w| w > 4).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Both ends of a constant, with the longest run of equal bits as the middle.
fn pattern(value: &Bv) -> Pattern {
    let width = value.width();
    let bits: Vec<bool> = (0..width).map(|i| value.bit(i)).collect();
    let (mut start, mut end, mut from) = (0, 0, 0);
    for i in 1..=bits.len() {
        if i == bits.len() || bits[i] != bits[from] {
            if i - from > end - start {
                (start, end) = (from, i);
            }
            from = i;
        }
    }
    Pattern { low: bits[..start].to_vec(), fill: bits[start], high: bits[end..].to_vec() }
}
