//! The automaton of a statement: one step for 64 combinations of input bits at once.

use super::statement::{Base, Formula, Id, MAX_BASES, Node, Statement, Stream};

/// The top of a base is not near yet.
pub(super) const FAR: u8 = 200;

/// The top of a base lies behind.
pub(super) const DONE: u8 = 255;

/// Most input bits of a step.
const MAX_INPUTS: usize = 12;

/// Most formulas that are guessed.
const MAX_GUESSED: usize = 24;

/// Bits that a state has.
const MAX_BITS: u32 = 64;

/// Lanes in which the n-th input bit is set.
const LANES: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Where a run is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Moment {
    /// Position of the bits that are read next; stands still when positions need not be told apart any more.
    pub step: u8,
    /// How many bits of each base follow the one read next: [`FAR`] for some number, [`DONE`] when none is left to read.
    pub left: [u8; MAX_BASES],
}

/// A state: where the run is, and what its nodes remember.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    /// Where the run is.
    pub at: Moment,
    /// What nodes remember, by [`Machine::slots`].
    pub bits: u64,
}

/// What is possible in each lane: true, false.
type May = (u64, u64);

/// The automaton.
pub(super) struct Machine<'a> {
    statement: &'a Statement,
    /// Formulas that are guessed.
    pub guessed: Vec<Id>,
    /// First bit of each node's memory.
    slots: Vec<u32>,
    /// Bits of a state.
    size: u32,
    /// Variables.
    inputs: Vec<Id>,
    /// Positions from here on are not told apart.
    horizon: u8,
}

/// A step of 64 lanes.
pub(super) struct Lanes {
    /// Lanes in which the statement can still become true.
    pub valid: u64,
    /// What each bit of the next state is.
    next: Vec<u64>,
}

impl<'a> Machine<'a> {
    /// `None` when the automaton would be too large.
    pub fn new(statement: &'a Statement) -> Option<Machine<'a>> {
        let (mut slots, mut size, mut inputs, mut guessed) = (Vec::new(), 0, Vec::new(), Vec::new());
        for (id, node) in statement.nodes.iter().enumerate() {
            slots.push(size);
            size += memory(node);
            match node {
                Node::Stream(_, Stream::Input) => inputs.push(id),
                Node::Stream(_, Stream::Right { filler, .. }) => {
                    inputs.push(id);
                    guessed.push(*filler);
                }
                Node::Stream(_, Stream::Choose(condition, ..) | Stream::Single(condition)) => guessed.push(*condition),
                Node::Formula(Formula::Free) => guessed.push(id),
                Node::Stream(..) | Node::Formula(_) => {}
            }
        }
        guessed.sort_unstable();
        guessed.dedup();
        let horizon = 1 + statement.nodes.iter().map(farthest).chain(statement.least.iter().copied()).max().unwrap_or(0);
        let small = inputs.len() <= MAX_INPUTS && guessed.len() <= MAX_GUESSED && size <= MAX_BITS;
        let horizon = u8::try_from(horizon).ok().filter(|_| small)?;
        Some(Machine { statement, guessed, slots, size, inputs, horizon })
    }

    /// Before the first step.
    pub fn start(&self) -> State {
        let mut left = [DONE; MAX_BASES];
        left[0] = 0;
        left[1..self.statement.least.len()].fill(FAR);
        let negations = self.statement.nodes.iter().zip(&self.slots).filter(|(n, _)| matches!(n, Node::Stream(_, Stream::Neg(_))));
        // A negation adds 1 to the complement.
        let bits = negations.fold(0, |bits, (_, &slot)| bits | 1 << slot);
        State { at: Moment { step: 0, left }, bits }
    }

    /// The moment after a step.
    pub fn after(&self, at: Moment) -> Moment {
        let next = |left: u8| match left {
            FAR | DONE => left,
            0 => DONE,
            n => n - 1,
        };
        Moment { step: (at.step + 1).min(self.horizon), left: at.left.map(next) }
    }

    /// How many steps of 64 lanes cover all input bits, and which lanes count.
    pub fn blocks(&self, at: &Moment) -> (u32, u64) {
        let active = self.inputs.iter().filter(|&&id| at.left[self.statement.base(id)] != DONE).count();
        let lanes = if active < LANES.len() { (1 << (1 << active)) - 1 } else { u64::MAX };
        (1 << active.saturating_sub(LANES.len()), lanes)
    }

    /// What can still be true before anything is read, with some guesses made.
    pub fn outlook(&self, guesses: &[Option<bool>]) -> bool {
        self.formulas(guesses, |_| (u64::MAX, u64::MAX)) != 0
    }

    /// One step; `block` chooses the input bits beyond the first six.
    pub fn step(&self, at: &Moment, bits: u64, block: u32, guesses: &[Option<bool>]) -> Lanes {
        let mut frame = Frame {
            machine: self,
            at,
            bits,
            guesses,
            values: vec![0; self.slots.len()],
            next: vec![0; self.size as usize],
            valid: u64::MAX,
        };
        frame.set_inputs(block);
        for id in 0..self.statement.nodes.len() {
            frame.node(id);
        }
        let valid = frame.valid & self.formulas(guesses, |id| frame.may(id));
        Lanes { valid, next: frame.next }
    }

    /// Evaluates the formulas with what is known of comparisons, and returns the lanes in which the statement can become true and no guess
    /// is known to be wrong.
    fn formulas(&self, guesses: &[Option<bool>], atom: impl Fn(Id) -> May) -> u64 {
        let mut may: Vec<May> = Vec::with_capacity(self.slots.len());
        let mut valid = u64::MAX;
        for (id, node) in self.statement.nodes.iter().enumerate() {
            let Node::Formula(formula) = node else {
                may.push((0, 0));
                continue;
            };
            let mut here = match formula {
                Formula::Truth(value) => known(*value),
                Formula::Free => (u64::MAX, u64::MAX),
                Formula::Not(a) => (may[*a].1, may[*a].0),
                Formula::And(args) => args.iter().fold(known(true), |(t, f), &a| (t & may[a].0, f | may[a].1)),
                Formula::If(c, t, e) => choose(may[*c], may[*t], may[*e]),
                Formula::Same(a, b) => choose(may[*a], may[*b], (may[*b].1, may[*b].0)),
                Formula::Equal(..) | Formula::Below { .. } | Formula::Top(_) | Formula::Bit(..) => atom(id),
            };
            if let Some(guess) = guesses[id] {
                valid &= if guess { here.0 } else { here.1 };
                here = known(guess);
            }
            may.push(here);
        }
        valid & may.last().map_or(0, |last| last.0)
    }
}

impl Lanes {
    /// What nodes remember after the step in one lane.
    pub fn memory(&self, lane: u32) -> u64 {
        self.next.iter().enumerate().fold(0, |bits, (i, word)| bits | (word >> lane & 1) << i)
    }
}

fn known(value: bool) -> May {
    if value { (u64::MAX, 0) } else { (0, u64::MAX) }
}

fn choose(c: May, t: May, e: May) -> May {
    (c.0 & t.0 | c.1 & e.0, c.0 & t.1 | c.1 & e.1)
}

/// Bits that a node remembers.
fn memory(node: &Node) -> u32 {
    let carries = |most: u32| 32 - most.leading_zeros();
    match node {
        Node::Formula(Formula::Equal(..) | Formula::Below { .. } | Formula::Top(_) | Formula::Bit(..)) => 1,
        Node::Formula(_) => 0,
        // What is carried from `n` operands, or from a product by `n`, is below `n`.
        Node::Stream(_, Stream::Add(args)) => carries(u32::try_from(args.len()).unwrap_or(u32::MAX) - 1),
        Node::Stream(_, Stream::Scale(factor, _)) => carries(factor - 1),
        Node::Stream(_, Stream::Neg(_) | Stream::Sext(_)) => 1,
        Node::Stream(_, Stream::Left(_, by) | Stream::Right { by, .. }) => *by,
        Node::Stream(_, _) => 0,
    }
}

/// The last position that a node tells apart.
fn farthest(node: &Node) -> u32 {
    match node {
        Node::Formula(Formula::Bit(_, at)) => *at,
        Node::Stream(_, Stream::Right { by, .. }) => *by,
        Node::Stream(_, Stream::Pattern(pattern)) => u32::try_from(pattern.low.len()).unwrap_or(u32::MAX),
        Node::Stream(..) | Node::Formula(_) => 0,
    }
}

/// A step in progress.
struct Frame<'m, 'a> {
    machine: &'m Machine<'a>,
    at: &'m Moment,
    bits: u64,
    guesses: &'m [Option<bool>],
    values: Vec<u64>,
    next: Vec<u64>,
    valid: u64,
}

impl Frame<'_, '_> {
    fn set_inputs(&mut self, block: u32) {
        let mut number = 0;
        for &id in &self.machine.inputs {
            if self.active(self.machine.statement.base(id)) {
                self.values[id] = match LANES.get(number) {
                    Some(&lanes) => lanes,
                    None => fill(block >> (number - LANES.len()) & 1 == 1),
                };
                number += 1;
            }
        }
    }

    fn active(&self, base: Base) -> bool {
        self.at.left[base] != DONE
    }

    /// Bit `index` of what a node remembers.
    fn old(&self, id: Id, index: u32) -> u64 {
        fill(self.bits >> (self.machine.slots[id] + index) & 1 == 1)
    }

    fn remember(&mut self, id: Id, index: u32, word: u64) {
        self.next[(self.machine.slots[id] + index) as usize] = word;
    }

    fn guess(&self, id: Id) -> u64 {
        match &self.machine.statement.nodes[id] {
            Node::Formula(Formula::Truth(value)) => fill(*value),
            _ => fill(self.guesses[id] == Some(true)),
        }
    }

    fn node(&mut self, id: Id) {
        let statement = self.machine.statement;
        match &statement.nodes[id] {
            Node::Formula(formula) => self.comparison(id, formula),
            // Nobody reads what lies beyond the top.
            Node::Stream(base, _) if !self.active(*base) => {}
            Node::Stream(base, stream) => self.values[id] = self.stream(id, *base, stream),
        }
    }

    fn comparison(&mut self, id: Id, formula: &Formula) {
        let old = match formula {
            Formula::Equal(..) | Formula::Below { .. } | Formula::Top(_) | Formula::Bit(..) => self.old(id, 0),
            Formula::Truth(_) | Formula::Free | Formula::Not(_) | Formula::And(_) | Formula::If(..) | Formula::Same(..) => return,
        };
        let (Formula::Equal(a, _) | Formula::Below { a, .. } | Formula::Top(a) | Formula::Bit(a, _)) = formula else { return };
        let base = self.machine.statement.base(*a);
        if !self.active(base) {
            self.remember(id, 0, old);
            return;
        }
        let (x, top) = (self.values[*a], self.at.left[base] == 0);
        let word = match formula {
            Formula::Equal(_, b) => old | x ^ self.values[*b],
            Formula::Below { signed, b, .. } => {
                let y = self.values[*b];
                let less = if *signed && top { x & !y } else { !x & y };
                less | !(x ^ y) & old
            }
            Formula::Top(_) => x & fill(top),
            Formula::Bit(_, at) if u32::from(self.at.step) == *at => x,
            _ => old,
        };
        self.remember(id, 0, word);
    }

    fn stream(&mut self, id: Id, base: Base, stream: &Stream) -> u64 {
        match stream {
            Stream::Input => self.values[id],
            Stream::Pattern(pattern) => {
                let (step, left) = (usize::from(self.at.step), usize::from(self.at.left[base]));
                let high = pattern.high.len().checked_sub(left + 1).map(|i| pattern.high[i]);
                fill(pattern.low.get(step).copied().or(high).unwrap_or(pattern.fill))
            }
            Stream::Not(a) => !self.values[*a],
            Stream::And(args) => args.iter().fold(u64::MAX, |acc, &a| acc & self.values[a]),
            Stream::Or(args) => args.iter().fold(0, |acc, &a| acc | self.values[a]),
            Stream::Xor(args) => args.iter().fold(0, |acc, &a| acc ^ self.values[a]),
            Stream::Add(args) => self.sum(id, args.iter().map(|&a| (0, self.values[a])).collect()),
            Stream::Scale(factor, a) => {
                let positions = (0..32).filter(|i| factor >> i & 1 == 1);
                self.sum(id, positions.map(|i| (i, self.values[*a])).collect())
            }
            Stream::Neg(a) => {
                let (inverse, carry) = (!self.values[*a], self.old(id, 0));
                self.remember(id, 0, inverse & carry);
                inverse ^ carry
            }
            Stream::Choose(condition, t, e) => {
                let condition = self.guess(*condition);
                condition & self.values[*t] | !condition & self.values[*e]
            }
            Stream::Single(condition) => self.guess(*condition),
            Stream::Left(a, by) => {
                self.delay(id, *by, self.values[*a]);
                self.old(id, by - 1)
            }
            Stream::Right { of, by, filler } => {
                let result = self.values[id];
                if u32::from(self.at.left[base]) < *by {
                    self.valid &= !(result ^ self.guess(*filler));
                }
                if u32::from(self.at.step) >= *by {
                    self.valid &= !(self.values[*of] ^ self.old(id, by - 1));
                }
                self.delay(id, *by, result);
                result
            }
            Stream::Trunc(a) | Stream::Zext(a) => self.values[*a],
            Stream::Sext(a) => {
                let value = if self.active(self.machine.statement.base(*a)) { self.values[*a] } else { self.old(id, 0) };
                self.remember(id, 0, value);
                value
            }
        }
    }

    /// Remembers the last `by` bits, the latest first.
    fn delay(&mut self, id: Id, by: u32, latest: u64) {
        self.remember(id, 0, latest);
        for i in 1..by {
            self.remember(id, i, self.old(id, i - 1));
        }
    }

    /// Adds bits at their positions to what is carried, and carries what is above the lowest bit of the sum.
    fn sum(&mut self, id: Id, bits: Vec<(usize, u64)>) -> u64 {
        let carried = memory(&self.machine.statement.nodes[id]);
        let mut total: Vec<u64> = (0..carried).map(|i| self.old(id, i)).collect();
        total.resize(carried as usize + 2, 0);
        for (position, mut carry) in bits {
            for digit in &mut total[position..] {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        for i in 0..carried {
            self.remember(id, i, total[i as usize + 1]);
        }
        total[0]
    }

    /// What is known of a comparison after the step.
    fn may(&self, id: Id) -> May {
        let Node::Formula(formula) = &self.machine.statement.nodes[id] else { return (0, 0) };
        let word = self.next.get(self.machine.slots[id] as usize).copied().unwrap_or(0);
        let ended = |a: Id| matches!(self.at.left[self.machine.statement.base(a)], 0 | DONE);
        match formula {
            Formula::Equal(a, _) => (!word, if ended(*a) { word } else { u64::MAX }),
            Formula::Below { a, .. } | Formula::Top(a) if ended(*a) => (word, !word),
            Formula::Bit(_, at) if u32::from(self.at.step) >= *at => (word, !word),
            _ => (u64::MAX, u64::MAX),
        }
    }
}

fn fill(bit: bool) -> u64 {
    if bit { u64::MAX } else { 0 }
}
