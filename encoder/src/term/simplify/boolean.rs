//! Negation and conjunction: a conjunction is a set of literals and of negated conjunctions (clauses).

use super::super::pool::Args;
use super::{Op, Pool, Sort, Term};

/// Conjunctions longer than this are not flattened into larger ones, so that a chain of 10,000 costs time linear in its length.
const MAX_LITERALS: usize = 24;

impl Pool {
    pub(super) fn simplify_not(&mut self, a: Term) -> Option<Term> {
        self.arg_of(a, Op::Not)
    }

    /// The negation of a term as a term that exists or costs one node.
    fn complement(&mut self, term: Term) -> Term {
        match self.op(term) {
            Op::Not => self.args(term)[0],
            Op::Bool(value) => self.bool(!value),
            _ => self.intern(Op::Not, Args::from_slice(&[term]), Sort::Bool),
        }
    }

    /// The literals of a conjunction; the term itself for anything else.
    pub(super) fn literals(&self, term: Term) -> Args {
        if self.op(term) == Op::And { self.args_vec(term) } else { Args::from_slice(&[term]) }
    }

    /// The literals of the conjunction that a clause negates.
    fn clause(&self, term: Term) -> Option<Args> {
        let negated = self.arg_of(term, Op::Not)?;
        (self.op(negated) == Op::And).then(|| self.args_vec(negated))
    }

    pub(super) fn simplify_and(&mut self, args: &[Term]) -> Option<Term> {
        let mut set = Args::from_slice(args);
        // Each round removes something, so that the rounds end.
        loop {
            if !self.clean(&mut set) {
                return Some(self.ff());
            }
            if self.reduce_by_comparisons(&mut set) || self.reduce_clauses(&mut set) {
                continue;
            }
            break;
        }
        Some(match set.len() {
            0 => self.tt(),
            1 => set[0],
            _ => self.intern(Op::And, set, Sort::Bool),
        })
    }

    /// Sorts, removes duplicates and `true`, flattens what rewriting put in; false if the conjunction is `false`.
    fn clean(&mut self, set: &mut Args) -> bool {
        let mut flat = Args::new();
        for (i, &term) in set.iter().enumerate() {
            let literals = self.literals(term);
            let remaining = set.len() - i - 1;
            if flat.len() + literals.len() + remaining <= MAX_LITERALS { flat.extend(literals) } else { flat.push(term) }
        }
        *set = flat;
        set.sort_unstable();
        set.dedup();
        let (tt, ff) = (self.tt(), self.ff());
        set.retain(|term| *term != tt);
        !set.iter().any(|&term| term == ff || self.arg_of(term, Op::Not).is_some_and(|negated| set.binary_search(&negated).is_ok()))
    }

    /// Uses the literals of the set on its clauses, and clauses on each other; whether something changed.
    fn reduce_clauses(&mut self, set: &mut Args) -> bool {
        for i in 0..set.len() {
            let Some(clause) = self.clause(set[i]) else { continue };
            let mut rest = Args::new();
            let mut satisfied = false;
            for &literal in &clause {
                match self.truth_in(set, literal) {
                    Some(true) => {}
                    Some(false) => satisfied = true,
                    None => rest.push(literal),
                }
            }
            if satisfied {
                set.remove(i);
                return true;
            }
            if rest.len() < clause.len() {
                set[i] = self.negated_and(&rest);
                return true;
            }
        }
        for i in 0..set.len() {
            for j in 0..set.len() {
                if i != j && self.reduce_clause_pair(set, i, j) {
                    return true;
                }
            }
        }
        false
    }

    /// The truth value of a literal of a clause when everything in the set holds.
    fn truth_in(&mut self, set: &Args, literal: Term) -> Option<bool> {
        if set.contains(&literal) {
            return Some(true);
        }
        if set.contains(&self.complement(literal)) {
            return Some(false);
        }
        let inner = self.clause(literal)?;
        if inner.iter().all(|part| set.contains(part)) {
            return Some(false);
        }
        inner.iter().any(|&part| set.contains(&self.complement(part))).then_some(true)
    }

    fn negated_and(&mut self, literals: &[Term]) -> Term {
        let all = literals.iter().fold(self.tt(), |acc, &literal| self.and(acc, literal));
        self.not(all)
    }

    /// Clauses `not(P)` and `not(Q)`: drops `Q` when it contains `P`; drops from `Q` what contradicts the rest of `P`.
    fn reduce_clause_pair(&mut self, set: &mut Args, i: usize, j: usize) -> bool {
        let (Some(p), Some(q)) = (self.clause(set[i]), self.clause(set[j])) else { return false };
        let only_p: Args = p.iter().copied().filter(|literal| !q.contains(literal)).collect();
        if only_p.is_empty() {
            set.remove(j);
            return true;
        }
        let opposite = match only_p[..] {
            [literal] => self.complement(literal),
            _ => self.negated_and(&only_p),
        };
        if !q.contains(&opposite) {
            return false;
        }
        let rest: Args = q.iter().copied().filter(|&literal| literal != opposite).collect();
        set[j] = self.negated_and(&rest);
        true
    }
}
