//! A hash of terms that does not depend on the pool, on names, or on the numbering of variables: the key of the verdict cache.

use rustc_hash::FxHashMap;

use super::{FuncId, Op, Pool, Sort, Term};
use crate::fp::FpFormat;

impl Pool {
    /// Hashes `roots` up to renaming of variables and functions, which count by sort and order of first occurrence. Equal hashes mean equal
    /// terms up to renaming (as far as blake3 has no collisions); terms built in different orders may hash differently, as the order of
    /// the arguments of a commutative operator depends on that.
    pub fn alpha_hash(&self, roots: &[Term]) -> [u8; 32] {
        let mut encoder = Encoder { pool: self, bytes: Vec::new(), numbers: FxHashMap::default(), funcs: FxHashMap::default() };
        for &root in roots {
            encoder.visit(root);
            encoder.text("root");
            encoder.word(encoder.numbers[&root]);
        }
        *blake3::hash(&encoder.bytes).as_bytes()
    }
}

/// Writes each node once, after its arguments, in the order of a depth-first walk.
struct Encoder<'a> {
    pool: &'a Pool,
    bytes: Vec<u8>,
    numbers: FxHashMap<Term, u32>,
    funcs: FxHashMap<FuncId, u32>,
}

impl Encoder<'_> {
    fn visit(&mut self, root: Term) {
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.numbers.contains_key(&term) {
                continue;
            }
            if ready {
                self.node(term);
            } else {
                stack.push((term, true));
                stack.extend(self.pool.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
    }

    fn word(&mut self, word: u32) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    fn sort(&mut self, sort: Sort) {
        self.word(match sort {
            Sort::Bool => 0,
            Sort::Bv(width) => width,
        });
    }

    fn format(&mut self, fmt: FpFormat) {
        self.word(fmt.exp_bits);
        self.word(fmt.frac_bits);
    }

    fn node(&mut self, term: Term) {
        match self.pool.op(term) {
            Op::Const(id) => {
                self.text("const");
                self.text(&self.pool.const_value(id).to_string_hex());
            }
            Op::Var(_) => self.text("var"),
            Op::App(func) => {
                self.text("app");
                let next = self.funcs.len() as u32;
                let number = *self.funcs.entry(func).or_insert(next);
                self.word(number);
            }
            Op::Extract { hi, lo } => {
                self.text("extract");
                self.word(hi);
                self.word(lo);
            }
            Op::Fp { op, fmt, rm } => {
                self.text(&format!("{op:?} {rm:?}"));
                self.format(fmt);
            }
            // The sort, written below, completes the rest.
            op @ (Op::Bool(_) | Op::Not | Op::And | Op::Ite | Op::Eq | Op::Ult | Op::Slt | Op::Add | Op::Mul | Op::Neg) => {
                self.text(&format!("{op:?}"))
            }
            op @ (Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot) => {
                self.text(&format!("{op:?}"))
            }
            op @ (Op::Shl | Op::Lshr | Op::Ashr | Op::Concat | Op::Zext { .. } | Op::Sext { .. }) => self.text(&format!("{op:?}")),
        }
        self.sort(self.pool.sort(term));
        let args = self.pool.args(term);
        self.word(args.len() as u32);
        for arg in args {
            self.word(self.numbers[arg]);
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(term, number);
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u32);
        self.bytes.extend_from_slice(text.as_bytes());
    }
}
