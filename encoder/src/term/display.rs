//! Terms as text for people: s-expressions, with shared or long subterms on lines of their own.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{Op, Pool, Term};

/// A subterm longer than this many characters gets a line of its own, so that the text stays linear in the term.
const INLINE: usize = 80;

/// A term to be printed; see [`Pool::display`].
pub struct DisplayTerm<'a> {
    pool: &'a Pool,
    root: Term,
}

impl Pool {
    /// The term as text for debugging: `%12 = (add x 1)` lines for subterms, the term itself last.
    pub fn display(&self, root: Term) -> DisplayTerm<'_> {
        DisplayTerm { pool: self, root }
    }

    fn head(&self, term: Term) -> String {
        match self.op(term) {
            Op::Bool(value) => value.to_string(),
            Op::Const(id) => format!("{:?}", self.const_value(id)),
            Op::Var(id) => self.var_info(id).name.clone(),
            Op::App(func) => self.func_name(func).to_owned(),
            Op::Extract { hi, lo } => format!("extract[{hi}:{lo}]"),
            Op::Zext { width } => format!("zext[{width}]"),
            Op::Sext { width } => format!("sext[{width}]"),
            Op::Fp { op, fmt, rm } => format!("fp[{op:?} {}/{} {rm:?}]", fmt.exp_bits, fmt.frac_bits),
            op => format!("{op:?}").to_lowercase(),
        }
    }
}

impl fmt::Display for DisplayTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.pool.topological(&[self.root]);
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        for arg in order.iter().flat_map(|&term| self.pool.args(term)) {
            *uses.entry(*arg).or_insert(0) += 1;
        }
        let mut texts: FxHashMap<Term, String> = FxHashMap::default();
        for &term in &order {
            let args = self.pool.args(term);
            let mut text = self.pool.head(term);
            if !args.is_empty() {
                for arg in args {
                    text = format!("{text} {}", texts[arg]);
                }
                text = format!("({text})");
            }
            let shared = uses.get(&term).is_some_and(|&uses| uses > 1) && !args.is_empty();
            if term != self.root && (shared || text.len() > INLINE) {
                writeln!(f, "%{} = {text}", term.index())?;
                text = format!("%{}", term.index());
            }
            texts.insert(term, text);
        }
        f.write_str(&texts[&self.root])
    }
}
