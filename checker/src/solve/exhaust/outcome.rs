//! One side's executions: for an input, the outcome of every choice, and the different outcomes among these.

use llvet_encoder::term::tape::{LANES, Regs, Tape};
use llvet_encoder::term::{Pool, Term};
use rustc_hash::FxHashMap;

use super::Refusal;
use super::space::{Block, Feed, Space};

/// Terms below the cut that become one number.
pub(super) struct Outcome {
    pub(super) tape: Tape,
    /// Position of each term's bits in the number.
    shifts: Vec<u32>,
    bits: u32,
}

impl Outcome {
    /// Refuses when the bits do not fit a number or a term cannot be compiled.
    pub(super) fn new(pool: &Pool, terms: &[Term]) -> Result<Outcome, Refusal> {
        let mut bits = 0;
        let mut shifts = Vec::new();
        for &term in terms {
            shifts.push(bits);
            bits += pool.width(term);
        }
        if bits > u128::BITS {
            return Err(Refusal::Form);
        }
        Ok(Outcome { tape: Tape::compile(pool, terms).ok_or(Refusal::Form)?, shifts, bits })
    }

    /// Writes the outcomes of the first lanes to `out`.
    fn collect(&self, regs: &Regs, out: &mut [u128]) {
        for (root, &shift) in self.shifts.iter().enumerate() {
            self.tape.each_value(regs, root, out.len(), |lane, value| out[lane] |= value << shift);
        }
    }
}

/// One side's choices, by when they are made.
pub(super) struct Choices {
    /// Once per execution.
    pub(super) fixed: Space,
    /// At every read of the result.
    pub(super) reread: Space,
}

impl Choices {
    pub(super) fn bits(&self) -> u32 {
        self.fixed.only().bits() + self.reread.only().bits()
    }
}

/// Registers of a tape and where its inputs come from: one per thread.
pub(super) struct Runner<'a> {
    outcome: &'a Outcome,
    regs: Regs,
    inputs: Feed,
    fixed: Feed,
    reread: Feed,
    reread_bits: u32,
    choice_bits: u32,
    buffer: Vec<u128>,
}

impl<'a> Runner<'a> {
    pub(super) fn new(outcome: &'a Outcome, block: &Block, choices: &Choices) -> Runner<'a> {
        let mut regs = outcome.tape.regs();
        let inputs = block.feed(&outcome.tape);
        inputs.start(&outcome.tape, &mut regs);
        let (fixed, reread) = (choices.fixed.only(), choices.reread.only());
        let feed = |block: &Block| block.feed(&outcome.tape);
        let (fixed, reread, reread_bits, choice_bits) = (feed(fixed), feed(reread), reread.bits(), choices.bits());
        let mut runner = Runner { outcome, regs, inputs, fixed, reread, reread_bits, choice_bits, buffer: Vec::new() };
        runner.choose(0);
        runner
    }

    /// Puts the choices from `start` on into the lanes, again and again when there are fewer than lanes.
    fn choose(&mut self, start: u64) {
        let (tape, reread_bits, mask) = (&self.outcome.tape, self.reread_bits, (1 << self.choice_bits) - 1);
        let choice = |lane: usize| (start + lane as u64) & mask;
        self.fixed.lanes(tape, &mut self.regs, |lane| choice(lane) >> reread_bits);
        self.reread.lanes(tape, &mut self.regs, |lane| choice(lane) & ((1 << reread_bits) - 1));
    }

    /// The outcomes of `count` inputs from `first` on: those of each input together, and among these those of the same fixed choice.
    pub(super) fn run(&mut self, first: u64, count: u64) {
        let choice_bits = self.choice_bits;
        let total = usize::try_from(count << choice_bits).expect("outcomes that fit memory");
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        buffer.resize(total, 0);
        for (batch, out) in buffer.chunks_mut(LANES).enumerate() {
            let start = (batch * LANES) as u64;
            let tape = &self.outcome.tape;
            if choice_bits >= LANES.ilog2() {
                let input = first + (start >> choice_bits);
                self.inputs.lanes(tape, &mut self.regs, |_| input);
            } else {
                self.inputs.lanes(tape, &mut self.regs, |lane| first + ((start + lane as u64) >> choice_bits).min(count - 1));
            }
            if choice_bits > LANES.ilog2() {
                self.choose(start);
            }
            self.outcome.tape.run(&mut self.regs);
            self.outcome.collect(&self.regs, out);
        }
        self.buffer = buffer;
    }

    /// The outcomes of the input at this place in the last run, by choice.
    pub(super) fn of(&self, place: u64) -> &[u128] {
        let start = usize::try_from(place << self.choice_bits).expect("outcomes that fit memory");
        &self.buffer[start..start + (1 << self.choice_bits)]
    }
}

/// Outcomes with at most this many bits are looked up in a table.
const TABLE_BITS: u32 = 12;

/// Where outcomes stand in a list: memory that is used again for every input.
enum Index {
    /// For each outcome the round in which it was last seen, and its place then.
    Table(u32, Vec<(u32, u32)>),
    Map(FxHashMap<u128, u32>),
}

/// The different outcomes of one input, in the order of the first choices that give them.
pub(super) struct Distinct {
    /// Each outcome with the first choice that gives it.
    pub(super) list: Vec<(u128, u64)>,
    index: Index,
}

impl Distinct {
    pub(super) fn new(outcome: &Outcome) -> Distinct {
        let table = || Index::Table(0, vec![(0, 0); 1 << outcome.bits]);
        Distinct { list: Vec::new(), index: if outcome.bits <= TABLE_BITS { table() } else { Index::Map(FxHashMap::default()) } }
    }

    /// Takes the outcomes of another input, in the order of choices.
    pub(super) fn fill(&mut self, outcomes: &[u128]) {
        self.list.clear();
        match &mut self.index {
            Index::Map(map) => map.clear(),
            Index::Table(round, table) if *round == u32::MAX => {
                table.fill((0, 0));
                *round = 1;
            }
            Index::Table(round, _) => *round += 1,
        }
        let mut last = None;
        for (choice, &outcome) in (0..).zip(outcomes) {
            // Consecutive choices with one outcome are the usual case.
            if last.replace(outcome) == Some(outcome) || self.position(outcome).is_some() {
                continue;
            }
            let place = u32::try_from(self.list.len()).expect("outcomes that fit memory");
            match &mut self.index {
                Index::Table(round, table) => table[usize::try_from(outcome).expect("a short outcome")] = (*round, place),
                Index::Map(map) => drop(map.insert(outcome, place)),
            }
            self.list.push((outcome, choice));
        }
    }

    /// Where an outcome stands in the list.
    pub(super) fn position(&self, outcome: u128) -> Option<usize> {
        let place = match &self.index {
            Index::Table(round, table) => {
                table.get(usize::try_from(outcome).ok()?).filter(|(seen, _)| seen == round).map(|(_, place)| *place)
            }
            Index::Map(map) => map.get(&outcome).copied(),
        };
        place.map(|place| place as usize)
    }
}
