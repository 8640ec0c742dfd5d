//! Rebuilding terms: substitution, and copying from one pool to another.

use rustc_hash::FxHashMap;

use super::{FuncId, Op, Pool, Term, VarId};

impl Pool {
    /// Replaces terms (usually variables) by others of the same sort, simultaneously, rebuilding through the smart constructors.
    pub fn subst(&mut self, term: Term, map: &[(Term, Term)]) -> Term {
        self.subst_all(&[term], map).pop().expect("one result per term")
    }

    /// [`Pool::subst`] on several terms, sharing the work.
    pub fn subst_all(&mut self, roots: &[Term], map: &[(Term, Term)]) -> Vec<Term> {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for &(from, to) in map {
            debug_assert_eq!(self.sort(from), self.sort(to), "substitution changes the sort");
            done.insert(from, to);
        }
        for term in self.topological(roots) {
            if done.contains_key(&term) {
                continue;
            }
            let args = self.args_vec(term);
            let changed = args.iter().any(|arg| done[arg] != *arg);
            let rebuilt = if changed { self.apply(self.op(term), &args.iter().map(|arg| done[arg]).collect::<Vec<_>>()) } else { term };
            done.insert(term, rebuilt);
        }
        roots.iter().map(|root| done[root]).collect()
    }

    /// Copies terms of another pool into this one. Each variable and function of the other pool becomes a new one here, with its name;
    /// `vars` lists those that are to be mapped to given terms instead.
    pub fn import(&mut self, other: &Pool, roots: &[Term], vars: &[(Term, Term)]) -> Vec<Term> {
        let mut done: FxHashMap<Term, Term> = vars.iter().copied().collect();
        let mut funcs: FxHashMap<FuncId, FuncId> = FxHashMap::default();
        for term in other.topological(roots) {
            if done.contains_key(&term) {
                continue;
            }
            let args: Vec<Term> = other.args(term).iter().map(|arg| done[arg]).collect();
            let copy = match other.op(term) {
                Op::Const(id) => self.constant(other.const_value(id).clone()),
                Op::Var(id) => self.import_var(other, id),
                Op::App(func) => {
                    let (sorts, result) = other.func_sorts(func);
                    let func = *funcs.entry(func).or_insert_with(|| self.func(other.func_name(func), sorts, result));
                    self.apply(Op::App(func), &args)
                }
                op => self.apply(op, &args),
            };
            done.insert(term, copy);
        }
        roots.iter().map(|root| done[root]).collect()
    }

    fn import_var(&mut self, other: &Pool, id: VarId) -> Term {
        let info = other.var_info(id);
        self.var(info.name.clone(), info.sort)
    }
}
