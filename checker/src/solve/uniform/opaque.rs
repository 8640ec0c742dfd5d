//! What the automaton cannot follow: shifts by unknowns, products and quotients of unknowns. They are variables, and as few as possible:
//! laws that hold at every width make one variable of what looks different on the two sides of an obligation.
//!
//! - Left and logical right shifts by an amount `c` distribute over bitwise operations and selections, left shifts over sums too. Each leaf
//!   `x` becomes `v & m` with a variable `v` of its own and `m`, the shifted `-1`, shared by all shifts by `c`: whatever `c` is, `x` shifted is
//!   covered by `-1` shifted, and it is zero exactly if `x` has no bit where `-1` shifted the other way has one. Shifting back and forth by `c` is masking with `m`. An arithmetic shift is the logical one with copies of the sign where `m` is 0.
//! - `x / y * y` is `x - x % y`, signed or not, modulo `2^width` even where `y` is 0 or the quotient overflows (operators are SMT-LIB's).
//! - An unsigned quotient is 0 if the divisor is above the dividend, and else 1 if the divisor has the highest bit.
//! - Quotient and remainder of zero-extended operands are those of the operands, extended, unless the divisor is 0.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Op, Term};

use super::generalise::State;
use super::statement::{Base, Formula, Id, Node, Pattern, Stream};

impl State<'_> {
    /// The variable for an operation on two terms; the same one for the same operation.
    fn unknown(&mut self, op: Op, a: Term, b: Term, base: Base) -> Id {
        if let Some(&known) = self.unknowns.get(&(op, a, b)) {
            return known;
        }
        let id = self.add(Node::Stream(base, Stream::Input));
        self.unknowns.insert((op, a, b), id);
        id
    }

    fn fill(&mut self, bit: bool, base: Base) -> Id {
        self.add(Node::Stream(base, Stream::Pattern(Pattern { low: Vec::new(), fill: bit, high: Vec::new() })))
    }

    /// `-1` shifted.
    fn mask(&mut self, op: Op, amount: Term, base: Base) -> Id {
        self.unknown(op, amount, amount, base)
    }

    fn move_parts(&mut self, op: Op, arg: Term, amount: Term, base: Base) -> Option<Stream> {
        if op == Op::Ashr {
            let logical = self.moved(Op::Lshr, arg, amount, base)?;
            let mask = self.mask(Op::Lshr, amount, base);
            let of = self.id(arg)?;
            let (outside, none) = (self.add(Node::Stream(base, Stream::Not(mask))), self.fill(false, base));
            let negative = self.add(Node::Formula(Formula::Top(of)));
            let signs = self.add(Node::Stream(base, Stream::Choose(negative, outside, none)));
            return Some(Stream::Or(vec![logical, signs]));
        }
        let args = self.pool.args(arg);
        Some(match self.pool.op(arg) {
            Op::BvAnd => Stream::And(self.all_moved(op, args, amount, base)?),
            Op::BvOr => Stream::Or(self.all_moved(op, args, amount, base)?),
            Op::BvXor => Stream::Xor(self.all_moved(op, args, amount, base)?),
            Op::Add if op == Op::Shl => Stream::Add(self.all_moved(op, args, amount, base)?),
            Op::Neg if op == Op::Shl => Stream::Neg(self.moved(op, args[0], amount, base)?),
            Op::BvNot => Stream::Xor(vec![self.moved(op, args[0], amount, base)?, self.mask(op, amount, base)]),
            // What was shifted out is all that is lost by shifting back.
            Op::Lshr | Op::Ashr if op == Op::Shl && args[1] == amount => Stream::And(vec![self.id(args[0])?, self.mask(op, amount, base)]),
            Op::Shl if op == Op::Lshr && args[1] == amount => Stream::And(vec![self.id(args[0])?, self.mask(op, amount, base)]),
            Op::Ite => {
                let (then, otherwise) = (self.moved(op, args[1], amount, base)?, self.moved(op, args[2], amount, base)?);
                Stream::Choose(self.id(args[0])?, then, otherwise)
            }
            Op::Const(id) if self.pool.const_value(id).is_ones() => Stream::And(vec![self.mask(op, amount, base)]),
            Op::Const(id) if self.pool.const_value(id).is_zero() => Stream::And(vec![self.fill(false, base)]),
            _ => {
                let (value, mask) = (self.add(Node::Stream(base, Stream::Input)), self.mask(op, amount, base));
                let value = self.add(Node::Stream(base, Stream::And(vec![value, mask])));
                self.nothing_left(op, arg, amount, value, base)?;
                Stream::And(vec![value])
            }
        })
    }

    /// A shifted value is zero exactly if the term has no bit that stays.
    fn nothing_left(&mut self, op: Op, arg: Term, amount: Term, value: Id, base: Base) -> Option<()> {
        let back = self.mask(if op == Op::Shl { Op::Lshr } else { Op::Shl }, amount, base);
        let arg = self.id(arg)?;
        let (stays, zero) = (self.add(Node::Stream(base, Stream::And(vec![arg, back]))), self.fill(false, base));
        let (nothing, none) = (self.add(Node::Formula(Formula::Equal(value, zero))), self.add(Node::Formula(Formula::Equal(stays, zero))));
        let fact = self.add(Node::Formula(Formula::Same(nothing, none)));
        self.facts.push(fact);
        Some(())
    }

    /// A quotient by a divisor above the dividend is 0, one by a divisor with the highest bit set is at most 1.
    fn small_quotient(&mut self, a: Term, b: Term, quotient: Id, base: Base) -> Option<()> {
        let (dividend, divisor) = (self.id(a)?, self.id(b)?);
        let below = self.add(Node::Formula(Formula::Below { signed: false, a: dividend, b: divisor }));
        let large = self.add(Node::Formula(Formula::Top(divisor)));
        let truth = self.add(Node::Formula(Formula::Truth(true)));
        let (zero, one) = (self.fill(false, base), self.number_one(base));
        let (is_zero, is_one) =
            (self.add(Node::Formula(Formula::Equal(quotient, zero))), self.add(Node::Formula(Formula::Equal(quotient, one))));
        let otherwise = self.add(Node::Formula(Formula::If(large, is_one, truth)));
        let fact = self.add(Node::Formula(Formula::If(below, is_zero, otherwise)));
        self.facts.push(fact);
        Some(())
    }

    fn number_one(&mut self, base: Base) -> Id {
        let pattern = Pattern { low: vec![true], fill: true, high: Vec::new() };
        let pattern = if base == 0 { Pattern { low: Vec::new(), ..pattern } } else { Pattern { fill: false, ..pattern } };
        self.add(Node::Stream(base, Stream::Pattern(pattern)))
    }

    fn all_moved(&mut self, op: Op, args: &[Term], amount: Term, base: Base) -> Option<Vec<Id>> {
        args.iter().map(|&arg| self.moved(op, arg, amount, base)).collect()
    }

    /// A shift by an unknown amount; the same node for the same shift.
    pub(super) fn moved(&mut self, op: Op, arg: Term, amount: Term, base: Base) -> Option<Id> {
        if let Some(&known) = self.moves.get(&(op, arg, amount)) {
            return Some(known);
        }
        let stream = self.move_parts(op, arg, amount, base)?;
        let id = self.add(Node::Stream(base, stream));
        self.moves.insert((op, arg, amount), id);
        Some(id)
    }

    /// A product of two unknowns.
    pub(super) fn multiplied(&mut self, a: Term, b: Term, base: Base) -> Option<Stream> {
        let (minus_a, minus_b) = (self.negated(a), self.negated(b));
        if minus_a.is_some() || minus_b.is_some() {
            let product = self.multiplied(minus_a.unwrap_or(a), minus_b.unwrap_or(b), base)?;
            if minus_a.is_some() && minus_b.is_some() {
                return Some(product);
            }
            return Some(Stream::Neg(self.add(Node::Stream(base, product))));
        }
        for (quotient, factor) in [(a, b), (b, a)] {
            let rest = match self.pool.op(quotient) {
                Op::Udiv => Op::Urem,
                Op::Sdiv => Op::Srem,
                _ => continue,
            };
            let [dividend, divisor] = *self.pool.args(quotient) else { continue };
            if divisor == factor {
                let rest = self.divided(rest, dividend, divisor, base)?;
                let rest = self.add(Node::Stream(base, rest));
                let minus = self.add(Node::Stream(base, Stream::Neg(rest)));
                return Some(Stream::Add(vec![self.id(dividend)?, minus]));
            }
        }
        Some(Stream::And(vec![self.unknown(Op::Mul, a.min(b), a.max(b), base)]))
    }

    /// `x` of `-x` or `0 - x`.
    fn negated(&self, term: Term) -> Option<Term> {
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::Neg => Some(args[0]),
            Op::Add if args.len() == 2 => {
                let zero = |&t: &Term| self.pool.as_const(t).is_some_and(Bv::is_zero);
                let at = args.iter().position(zero)?;
                self.negated(args[1 - at])
            }
            _ => None,
        }
    }

    /// A quotient or remainder.
    pub(super) fn divided(&mut self, op: Op, a: Term, b: Term, base: Base) -> Option<Stream> {
        if let ((Op::Udiv | Op::Urem, Op::Zext { .. }), Op::Zext { .. }) = ((op, self.pool.op(a)), self.pool.op(b))
            && let (x, y) = (self.pool.args(a)[0], self.pool.args(b)[0])
            && self.pool.width(x) == self.pool.width(y)
        {
            let narrow = self.base_of(x)?;
            if narrow != base {
                self.narrower(narrow, base);
                let inner = self.unknown(op, x, y, narrow);
                if op == Op::Urem {
                    return Some(Stream::Zext(inner));
                }
                let (divisor, zero) = (self.id(y)?, self.fill(false, narrow));
                let by_zero = self.add(Node::Formula(Formula::Equal(divisor, zero)));
                let (ones, wide) = (self.fill(true, base), self.add(Node::Stream(base, Stream::Zext(inner))));
                return Some(Stream::Choose(by_zero, ones, wide));
            }
        }
        let fresh = !self.unknowns.contains_key(&(op, a, b));
        let value = self.unknown(op, a, b, base);
        if op == Op::Udiv && fresh {
            self.small_quotient(a, b, value, base)?;
        }
        Some(Stream::And(vec![value]))
    }
}
