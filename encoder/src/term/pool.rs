//! Storage: interning of nodes, constants, variables and functions, and access to them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::facts::Facts;
use super::{ConstId, FuncId, Op, Sort, Term, VarId};
use crate::bv::Bv;

/// Arguments of a node under construction.
pub(super) type Args = SmallVec<[Term; 4]>;

/// The operator and arguments of a node.
pub(super) type Key = (Op, Args);

/// What is known about a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarInfo {
    /// A name for people; not necessarily unique.
    pub name: String,
    /// The sort of its values.
    pub sort: Sort,
    /// The variable as a term.
    pub term: Term,
}

#[derive(Clone, Debug)]
struct FuncInfo {
    name: String,
    args: Vec<Sort>,
    result: Sort,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    first_arg: u32,
    arity: u32,
}

/// A set of hash-consed nodes. Plain data, so it can move to another thread together with its terms.
#[derive(Clone, Debug)]
pub struct Pool {
    nodes: Vec<Node>,
    args: Vec<Term>,
    pub(super) facts: Vec<Option<Facts>>,
    consts: Vec<Bv>,
    const_ids: FxHashMap<Bv, Term>,
    vars: Vec<VarInfo>,
    funcs: Vec<FuncInfo>,
    interned: FxHashMap<Key, Term>,
    /// Results of requests to build a node, so that rewriting a shared graph costs its nodes and not its paths.
    pub(super) memo: FxHashMap<Key, Term>,
    /// Nesting of the rewriting in progress.
    pub(super) depth: u32,
    /// The deepest nesting so far: rules that undo each other would reach the limit on small terms.
    #[cfg(test)]
    pub(super) deepest: u32,
    simplify: bool,
}

impl Default for Pool {
    fn default() -> Self {
        Pool::new()
    }
}

impl Pool {
    /// An empty pool that simplifies what it builds.
    pub fn new() -> Pool {
        let mut pool = Pool {
            nodes: Vec::new(),
            args: Vec::new(),
            facts: Vec::new(),
            consts: Vec::new(),
            const_ids: FxHashMap::default(),
            vars: Vec::new(),
            funcs: Vec::new(),
            interned: FxHashMap::default(),
            memo: FxHashMap::default(),
            depth: 0,
            #[cfg(test)]
            deepest: 0,
            simplify: true,
        };
        pool.intern(Op::Bool(false), Args::new(), Sort::Bool);
        pool.intern(Op::Bool(true), Args::new(), Sort::Bool);
        pool
    }

    /// Turns rewriting on or off for nodes built from now on. Off, constructors only intern (and expand operations that have no node),
    /// which tests use to compare a term with its simplified form.
    pub fn set_simplify(&mut self, on: bool) {
        self.simplify = on;
        self.memo.clear();
    }

    pub(super) fn simplifies(&self) -> bool {
        self.simplify
    }

    /// The node with exactly this operator and these arguments.
    pub(super) fn intern(&mut self, op: Op, args: Args, sort: Sort) -> Term {
        let key = (op, args);
        if let Some(&term) = self.interned.get(&key) {
            return term;
        }
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        let first_arg = u32::try_from(self.args.len()).expect("fewer than 2^32 arguments");
        let facts = self.compute_facts(op, &key.1, sort);
        self.facts.push(facts);
        self.nodes.push(Node { op, sort, first_arg, arity: key.1.len() as u32 });
        self.args.extend_from_slice(&key.1);
        self.interned.insert(key, term);
        term
    }

    /// The truth value as a term.
    pub fn bool(&self, value: bool) -> Term {
        Term(value.into())
    }

    /// True.
    pub fn tt(&self) -> Term {
        self.bool(true)
    }

    /// False.
    pub fn ff(&self) -> Term {
        self.bool(false)
    }

    /// The constant as a term.
    pub fn constant(&mut self, value: Bv) -> Term {
        if let Some(&term) = self.const_ids.get(&value) {
            return term;
        }
        let id = ConstId(self.consts.len() as u32);
        let sort = Sort::Bv(value.width());
        self.consts.push(value.clone());
        let term = self.intern(Op::Const(id), Args::new(), sort);
        self.const_ids.insert(value, term);
        term
    }

    /// A constant of `width` bits, `value` modulo `2^width`.
    pub fn bv_u64(&mut self, width: u32, value: u64) -> Term {
        self.constant(Bv::from_u64(width, value))
    }

    /// A constant of `width` bits, `value` modulo `2^width` in two's complement.
    pub fn bv_i64(&mut self, width: u32, value: i64) -> Term {
        self.constant(Bv::from_i64(width, value))
    }

    /// The constant of the given sort for a value: a Boolean for [`Sort::Bool`], whose values are carried as 1 bit.
    pub fn value(&mut self, sort: Sort, value: &Bv) -> Term {
        match sort {
            Sort::Bool => self.bool(value.to_bool()),
            Sort::Bv(_) => self.constant(value.clone()),
        }
    }

    /// A new variable, different from all others even if the name is taken.
    pub fn var(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        let id = VarId(self.vars.len() as u32);
        let term = self.intern(Op::Var(id), Args::new(), sort);
        self.vars.push(VarInfo { name: name.into(), sort, term });
        term
    }

    /// A new uninterpreted function.
    pub fn func(&mut self, name: impl Into<String>, args: &[Sort], result: Sort) -> FuncId {
        let id = FuncId(self.funcs.len() as u32);
        self.funcs.push(FuncInfo { name: name.into(), args: args.to_vec(), result });
        id
    }

    /// All variables in order of creation.
    pub fn vars(&self) -> &[VarInfo] {
        &self.vars
    }

    /// Name, sort and term of a variable.
    pub fn var_info(&self, id: VarId) -> &VarInfo {
        &self.vars[id.0 as usize]
    }

    /// The name of an uninterpreted function; not necessarily unique.
    pub fn func_name(&self, id: FuncId) -> &str {
        &self.funcs[id.0 as usize].name
    }

    /// Argument sorts and result sort of an uninterpreted function.
    pub fn func_sorts(&self, id: FuncId) -> (&[Sort], Sort) {
        let func = &self.funcs[id.0 as usize];
        (&func.args, func.result)
    }

    /// The number of nodes ever built.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether only the two truth values exist.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 2
    }

    /// The operator of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The arguments of a term.
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.args[node.first_arg as usize..][..node.arity as usize]
    }

    /// A copy of the arguments, to build new terms while looking at them.
    pub(super) fn args_vec(&self, term: Term) -> Args {
        Args::from_slice(self.args(term))
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The width of the values of a term: that of a bit-vector, 1 for a Boolean.
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    /// The value of a constant node.
    pub fn const_value(&self, id: ConstId) -> &Bv {
        &self.consts[id.0 as usize]
    }

    /// The value if the term is a bit-vector constant.
    pub fn as_const(&self, term: Term) -> Option<&Bv> {
        match self.op(term) {
            Op::Const(id) => Some(self.const_value(id)),
            _ => None,
        }
    }

    /// The value if the term is a Boolean constant.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.op(term) {
            Op::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The variable if the term is one.
    pub fn as_var(&self, term: Term) -> Option<VarId> {
        match self.op(term) {
            Op::Var(id) => Some(id),
            _ => None,
        }
    }

    /// The value if the term is a constant of either sort; Booleans as 1 bit.
    pub fn as_value(&self, term: Term) -> Option<Bv> {
        match self.op(term) {
            Op::Bool(value) => Some(Bv::from_bool(value)),
            Op::Const(id) => Some(self.const_value(id).clone()),
            _ => None,
        }
    }

    /// All terms reachable from `roots`, arguments before their users, each once.
    pub fn topological(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = roots.to_vec();
        let mut reached = Vec::new();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                reached.push(term);
                stack.extend_from_slice(self.args(term));
            }
        }
        reached.sort_unstable();
        reached
    }

    /// The variables that occur in `roots`, in order of creation.
    pub fn free_vars(&self, roots: &[Term]) -> Vec<Term> {
        let mut vars = self.topological(roots);
        vars.retain(|&term| self.as_var(term).is_some());
        vars
    }

    /// The number of distinct nodes of a term.
    pub fn size(&self, term: Term) -> usize {
        self.topological(&[term]).len()
    }
}
