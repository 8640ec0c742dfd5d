//! Random term graphs, built raw.

use crate::bv::Bv;
use crate::term::{Op, Pool, Sort, Term};

/// xorshift64*: reproducible test data.
pub(super) struct Rng(pub(super) u64);

impl Rng {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    pub(super) fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A value with special ones overrepresented.
    pub(super) fn value(&mut self, width: u32) -> Bv {
        match self.below(8) {
            0 => Bv::zero(width),
            1 => Bv::one(width),
            2 => Bv::ones(width),
            3 => Bv::min_signed(width),
            4 => Bv::bit_at(width, self.below(width as usize) as u32),
            5 => Bv::low_mask(width, self.below(width as usize) as u32),
            6 => Bv::from_u64(width, width.into()),
            _ => (0..width.div_ceil(64)).fold(Bv::zero(width), |acc, _| acc.shl_by(64).or(&Bv::from_u64(width, self.next()))),
        }
    }
}

/// A pool with simplification off and the nodes built in it, later ones using earlier ones.
pub(super) struct Graph {
    pub(super) pool: Pool,
    pub(super) terms: Vec<Term>,
}

/// Nodes wider than this are not extended or concatenated further.
const MAX_WIDTH: u32 = 64;

impl Graph {
    pub(super) fn random(rng: &mut Rng, sorts: &[Sort], steps: usize) -> Graph {
        let mut pool = Pool::new();
        pool.set_simplify(false);
        let terms = sorts.iter().enumerate().map(|(i, &sort)| pool.var(format!("v{i}"), sort)).collect();
        let mut graph = Graph { pool, terms };
        for _ in 0..steps {
            graph.step(rng);
        }
        graph
    }

    pub(super) fn text(&self) -> String {
        self.terms.iter().map(|&term| format!("{}\n\n", self.pool.display(term))).collect()
    }

    /// A random node, recent ones more often.
    fn pick(&self, rng: &mut Rng, wanted: impl Fn(Sort) -> bool) -> Option<Term> {
        let candidates: Vec<Term> = self.terms.iter().copied().filter(|&term| wanted(self.pool.sort(term))).collect();
        if candidates.is_empty() {
            return None;
        }
        let from = if rng.flip() { candidates.len().saturating_sub(4) } else { 0 };
        Some(candidates[from + rng.below(candidates.len() - from)])
    }

    fn any_bv(&self, rng: &mut Rng) -> Term {
        self.pick(rng, |sort| sort != Sort::Bool).expect("some bit-vector")
    }

    /// A node or constant of a width.
    fn of_width(&mut self, rng: &mut Rng, width: u32) -> Term {
        match self.pick(rng, |sort| sort == Sort::Bv(width)) {
            Some(term) if rng.below(4) != 0 => term,
            _ => {
                let value = rng.value(width);
                self.pool.constant(value)
            }
        }
    }

    fn condition(&mut self, rng: &mut Rng) -> Term {
        match self.pick(rng, |sort| sort == Sort::Bool) {
            Some(term) if rng.below(10) != 0 => term,
            _ => self.compare(rng),
        }
    }

    fn compare(&mut self, rng: &mut Rng) -> Term {
        let a = self.any_bv(rng);
        let b = self.of_width(rng, self.pool.width(a));
        let (a, b) = if rng.flip() { (a, b) } else { (b, a) };
        match rng.below(5) {
            0 => self.pool.ult(a, b),
            1 => self.pool.ule(a, b),
            2 => self.pool.slt(a, b),
            3 => self.pool.sle(a, b),
            _ => self.pool.eq(a, b),
        }
    }

    fn step(&mut self, rng: &mut Rng) {
        let term = match rng.below(12) {
            0 | 1 => self.compare(rng),
            2 | 3 => self.connective(rng),
            4 => {
                let c = self.condition(rng);
                let a = self.any_bv(rng);
                let b = self.of_width(rng, self.pool.width(a));
                if rng.flip() { self.pool.ite(c, a, b) } else { self.pool.ite(c, b, a) }
            }
            5 | 6 => self.resize(rng),
            _ => self.binary(rng),
        };
        self.terms.push(term);
    }

    fn connective(&mut self, rng: &mut Rng) -> Term {
        let (a, b, c) = (self.condition(rng), self.condition(rng), self.condition(rng));
        match rng.below(5) {
            0 => self.pool.and(a, b),
            1 => self.pool.or(a, b),
            2 => self.pool.xor(a, b),
            3 => self.pool.not(a),
            _ => self.pool.ite(a, b, c),
        }
    }

    fn binary(&mut self, rng: &mut Rng) -> Term {
        const OPS: [Op; 15] = [
            Op::Add,
            Op::Add,
            Op::Mul,
            Op::Udiv,
            Op::Urem,
            Op::Sdiv,
            Op::Srem,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::Shl,
            Op::Lshr,
            Op::Ashr,
            Op::Neg,
            Op::BvNot,
        ];
        let a = self.any_bv(rng);
        let b = self.of_width(rng, self.pool.width(a));
        match OPS[rng.below(OPS.len())] {
            op @ (Op::Neg | Op::BvNot) => self.pool.apply(op, &[a]),
            op if rng.flip() => self.pool.apply(op, &[a, b]),
            op => self.pool.apply(op, &[b, a]),
        }
    }

    fn resize(&mut self, rng: &mut Rng) -> Term {
        let a = self.any_bv(rng);
        let width = self.pool.width(a);
        let choice = if 2 * width > MAX_WIDTH { 0 } else { rng.below(5) };
        match choice {
            0 | 1 => {
                let lo = rng.below(width as usize) as u32;
                let hi = lo + rng.below((width - lo) as usize) as u32;
                self.pool.extract(a, hi, lo)
            }
            2 | 3 => {
                let to = if rng.flip() { width + 1 } else { 2 * width };
                if rng.flip() { self.pool.zext(a, to) } else { self.pool.sext(a, to) }
            }
            _ => {
                let b = self.any_bv(rng);
                if self.pool.width(b) + width > MAX_WIDTH { a } else { self.pool.concat(a, b) }
            }
        }
    }
}
