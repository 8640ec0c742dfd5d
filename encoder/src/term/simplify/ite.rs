//! If-then-else, and comparisons that look into one.

use super::{Op, Pool, Sort, Term};

impl Pool {
    fn ite_parts(&self, term: Term) -> Option<[Term; 3]> {
        match (self.op(term), self.args(term)) {
            (Op::Ite, &[condition, then, otherwise]) => Some([condition, then, otherwise]),
            _ => None,
        }
    }

    pub(super) fn simplify_ite(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        if let Some(value) = self.as_bool(c) {
            return Some(if value { a } else { b });
        }
        if a == b {
            return Some(a);
        }
        if let Some(negated) = self.arg_of(c, Op::Not) {
            return Some(self.ite(negated, b, a));
        }
        if self.sort(a) == Sort::Bool {
            if let Some(result) = self.simplify_boolean_ite(c, a, b) {
                return Some(result);
            }
        } else if let Some(result) = self.select_of_equal(c, a, b).or_else(|| self.extreme_in_order(c, a, b)) {
            return Some(result);
        }
        self.assume_in_branches(c, a, b).or_else(|| self.merge_nested_ite(c, a, b)).or_else(|| self.choose_operand(c, a, b))
    }

    fn simplify_boolean_ite(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let not_c = self.not(c);
        if a == c || self.as_bool(a) == Some(true) {
            return Some(self.or(c, b));
        }
        if a == not_c || self.as_bool(a) == Some(false) {
            return Some(self.and(not_c, b));
        }
        if b == c || self.as_bool(b) == Some(false) {
            return Some(self.and(c, a));
        }
        if b == not_c || self.as_bool(b) == Some(true) {
            return Some(self.or(not_c, a));
        }
        (self.not(a) == b).then(|| self.eq(c, a))
    }

    /// `ite(x == y, x, y)` is `y`.
    fn select_of_equal(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let (Op::Eq, &[x, y]) = (self.op(c), self.args(c)) else { return None };
        ((a, b) == (x, y) || (a, b) == (y, x)).then_some(b)
    }

    /// A branch that tests what the condition has settled loses the test.
    fn assume_in_branches(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let then = self.assume(c, true, a);
        let otherwise = self.assume(c, false, b);
        (then != a || otherwise != b).then(|| self.ite(c, then, otherwise))
    }

    fn assume(&mut self, condition: Term, holds: bool, branch: Term) -> Term {
        let Some([inner, then, otherwise]) = self.ite_parts(branch) else { return branch };
        match self.settled(condition, holds, inner) {
            Some(true) => then,
            Some(false) => otherwise,
            None => branch,
        }
    }

    /// The value of `inner` that is certain when `condition` is `holds`.
    fn settled(&mut self, condition: Term, holds: bool, inner: Term) -> Option<bool> {
        if inner == condition {
            return Some(holds);
        }
        let known = if holds { condition } else { self.not(condition) };
        let not_inner = self.not(inner);
        if self.and(known, not_inner) == self.ff() {
            return Some(true);
        }
        (self.and(known, inner) == self.ff()).then_some(false)
    }

    /// Two nested choices between the same two terms are one choice.
    fn merge_nested_ite(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        if let Some([d, x, y]) = self.ite_parts(a) {
            if y == b {
                let both = self.and(c, d);
                return Some(self.ite(both, x, b));
            }
            if x == b {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return Some(self.ite(both, y, b));
            }
        }
        if let Some([d, x, y]) = self.ite_parts(b) {
            if x == a {
                let either = self.or(c, d);
                return Some(self.ite(either, a, y));
            }
            if y == a {
                let not_d = self.not(d);
                let either = self.or(c, not_d);
                return Some(self.ite(either, a, x));
            }
        }
        None
    }

    /// `compare(ite(c, a, b), t)` where comparing one branch gives a truth value, or both sides have the same condition.
    pub(super) fn compare_ite(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if let (Some([c, x, y]), Some([d, p, q])) = (self.ite_parts(a), self.ite_parts(b))
            && c == d
        {
            let (then, otherwise) = (self.apply(op, &[x, p]), self.apply(op, &[y, q]));
            return Some(self.ite(c, then, otherwise));
        }
        for (choice, other, left) in [(a, b, true), (b, a, false)] {
            let Some([c, x, y]) = self.ite_parts(choice) else { continue };
            let decides = |branch: Term| branch == other || (self.as_value(branch).is_some() && self.as_value(other).is_some());
            if !decides(x) && !decides(y) {
                continue;
            }
            let compare = |pool: &mut Pool, branch| pool.apply(op, &if left { [branch, other] } else { [other, branch] });
            let (then, otherwise) = (compare(self, x), compare(self, y));
            if self.as_bool(then).is_some() || self.as_bool(otherwise).is_some() {
                return Some(self.ite(c, then, otherwise));
            }
        }
        None
    }
}
