//! The assignments of some variables in a fixed order.
//!
//! Assignments come in blocks: a block says which guarded variables are poison, whose bits then do not matter and are zero. Within
//! a block, assignments are the numbers below a power of two, cut into the variables' bits, the first variable lowest. Blocks with
//! less poison come first, so the first hit in order is also the simplest.

use llvet_encoder::bv::Bv;
use llvet_encoder::term::tape::{LANES, Regs, Tape};
use llvet_encoder::term::{Assignment, Pool, Term};

use super::Refusal;

/// Most guarded variables that are blocks: these are listed. With more, guards are variables like others.
const MAX_GUARDS: usize = 8;

/// A variable whose bits mean something only while its guard is false.
pub type Guarded = (Term, Term);

/// One variable's place within the number of an assignment.
#[derive(Clone, Copy, Debug)]
struct Field {
    var: Term,
    shift: u32,
    width: u32,
}

/// Assignments that agree on what is poison.
#[derive(Clone, Debug)]
pub struct Block {
    fields: Vec<Field>,
    /// Variables that are the same in the whole block: guards, and bits of what is poison.
    fixed: Vec<(Term, bool)>,
    bits: u32,
}

/// All assignments of some variables.
#[derive(Clone, Debug)]
pub struct Space {
    /// The blocks in order.
    pub blocks: Vec<Block>,
}

impl Space {
    /// The assignments of `vars`; of `guards` (guard, bits), those of which both are among `vars` count. Refuses when there are more
    /// than 2^`max_bits` assignments in a block.
    pub fn new(pool: &Pool, vars: &[Term], guards: &[Guarded], max_bits: u32) -> Result<Space, Refusal> {
        let guards: Vec<Guarded> = guards.iter().copied().filter(|(g, b)| vars.contains(g) && vars.contains(b)).collect();
        let guards = if guards.len() > MAX_GUARDS { Vec::new() } else { guards };
        let mut sets: Vec<u32> = (0..1 << guards.len()).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        let mut blocks = Vec::with_capacity(sets.len());
        for set in sets {
            let mut block = Block { fields: Vec::new(), fixed: Vec::new(), bits: 0 };
            for &var in vars {
                let guard = guards.iter().position(|(g, _)| *g == var);
                let guarded = guards.iter().position(|(_, b)| *b == var);
                match (guard, guarded) {
                    (Some(i), _) => block.fixed.push((var, set >> i & 1 == 1)),
                    (None, Some(i)) if set >> i & 1 == 1 => block.fixed.push((var, false)),
                    _ => {
                        let width = pool.width(var);
                        block.fields.push(Field { var, shift: block.bits, width });
                        block.bits = block.bits.saturating_add(width);
                    }
                }
            }
            if block.bits > max_bits {
                return Err(Refusal::Size(block.bits));
            }
            blocks.push(block);
        }
        Ok(Space { blocks })
    }

    /// The block of a space without guards.
    #[must_use]
    pub fn only(&self) -> &Block {
        &self.blocks[0]
    }

    /// How many assignments there are.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.blocks.iter().map(|block| 1u128 << block.bits).sum()
    }
}

impl Block {
    /// How many assignments the block has, as a power of two.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Adds assignment number `index` to `out`.
    pub fn assign(&self, pool: &Pool, index: u64, out: &mut Assignment) {
        for &(var, value) in &self.fixed {
            out.set(var, Bv::from_u64(pool.width(var), u64::from(value)));
        }
        for field in &self.fields {
            out.set(field.var, Bv::from_u64(field.width, field.value(index)));
        }
    }

    /// Where a tape's inputs come from: those that are in the block.
    #[must_use]
    pub fn feed(&self, tape: &Tape) -> Feed {
        let mut feed = Feed { fixed: Vec::new(), fields: Vec::new() };
        for (input, var) in tape.inputs().iter().enumerate() {
            if let Some(&(_, value)) = self.fixed.iter().find(|(v, _)| v == var) {
                feed.fixed.push((input, value));
            } else if let Some(&field) = self.fields.iter().find(|f| f.var == *var) {
                feed.fields.push((input, field));
            }
        }
        feed
    }
}

impl Field {
    fn value(self, index: u64) -> u64 {
        // Blocks that are run have at most 2^40 assignments, so a field is narrower than a word.
        index >> self.shift & ((1 << self.width) - 1)
    }
}

/// Inputs of a tape that a block sets.
#[derive(Clone, Debug)]
pub struct Feed {
    fixed: Vec<(usize, bool)>,
    fields: Vec<(usize, Field)>,
}

impl Feed {
    /// Sets what is the same in the whole block.
    pub fn start(&self, tape: &Tape, regs: &mut Regs) {
        for &(input, value) in &self.fixed {
            tape.set_input(regs, input, |_| u128::from(value));
        }
    }

    /// Sets the fields of assignments `first`, `first + 1`, … in the lanes. `first` is a multiple of [`LANES`], and with `again` the
    /// registers were fed from this block before: then what depends on the low bits only is there.
    pub fn batch(&self, tape: &Tape, regs: &mut Regs, first: u64, again: bool) {
        for &(input, field) in &self.fields {
            if field.shift >= LANES.ilog2() {
                let value = u128::from(field.value(first));
                tape.set_input(regs, input, |_| value);
            } else if !again || field.shift + field.width > LANES.ilog2() {
                tape.set_input(regs, input, |lane| u128::from(field.value(first + lane as u64)));
            }
        }
    }

    /// Sets the fields in every lane to what `index` says for it.
    pub fn lanes(&self, tape: &Tape, regs: &mut Regs, index: impl Fn(usize) -> u64) {
        for &(input, field) in &self.fields {
            tape.set_input(regs, input, |lane| u128::from(field.value(index(lane))));
        }
    }
}
