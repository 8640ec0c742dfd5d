//! Obligations decided for all widths at once.
//!
//! An obligation of fixed widths is read as an instance of a [`Statement`], in which every width above 1 is unknown, and a statement is
//! decided by a finite automaton that reads the bits of all variables from the lowest to the highest.
//!
//! **Statements.** Terms whose widths are *bases*: unknown numbers, one for each width above 1 in the obligation. A constant is its lowest
//! bits, its highest bits, and one bit that fills the middle, so `1`, `-1`, `MIN`, `MAX - 2` are the same at every width that has room for
//! both ends. What the automaton cannot follow (products and quotients of unknowns, shifts by unknowns, floats) is made of fresh
//! variables ([`opaque`]), and the number that is the width itself is one, too. A statement demands of its bases that there is room for the ends of constants, that
//! literal shift amounts are below the width, and the order that its extensions and truncations imply.
//!
//! **Theorem.** Let `S` be the statement of an obligation `F` at widths `w`. If [`Statement::never_holds`], then no assignment satisfies `F`,
//! and none satisfies any other obligation whose statement is `S`, at whatever widths.
//!
//! **Proof.** (1) *Instance.* Putting `w` for the bases of `S`, the values of the opaque subterms for the fresh variables, and the constants
//! for their ends and middle gives `F`, and `w` meets the demands of `S`, since both are checked when `S` is made. So an assignment that
//! satisfies `F` yields one that satisfies `S` at `w`. (2) *Run.* Bit `i` of a sum, difference, product by a literal, bitwise operation,
//! selection, extension, truncation or left shift by a literal is a function of bit `i` of the operands and of a state that depends on bits
//! below `i` only (carries, the last bit, the last `k` bits); a right shift by `k` is a variable whose bit `i` is bit `i + k` of the operand
//! and whose highest `k` bits are 0 or the sign. A comparison is a state, too: the highest bit at which the operands differ decides it, with
//! the roles exchanged for signed ones if that is the highest of all. A condition on which bits depend before it is known is guessed at the start
//! and checked at the end. Hence an assignment that satisfies `S` at `w` is a run of the automaton with the right guesses that reads the
//! highest bit of each base `b` at step `w_b - 1` and ends in a state in which `S` is true. (3) *Search.* The automaton decides at every step, for
//! every base, whether the top is near, subject to the demands only, so every `w` that meets them has its runs. [`Statement::never_holds`]
//! visits all reachable states (they are finite in number) and finds no such end. States that it leaves out can reach none: a guess or the
//! statement is already known to be wrong there, by parts of it that later bits do not change. ∎
//!
//! The converse does not hold: a statement may fail at other widths, or because of an abstraction, and then nothing is known of `F`.
//!
//! Deliberately absent: models. The idea of deciding bit-vector predicates of unknown width by automata is older; see Bhat et al., "Certified
//! Decision Procedures for Width-Independent Bitvector Predicates" (OOPSLA 2025).

mod generalise;
mod machine;
mod opaque;
mod search;
mod statement;

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex};

use llvet_encoder::term::{Pool, Term};
use rustc_hash::FxHashMap;

pub use statement::Statement;

/// Steps of the automaton that one statement may take, each for up to 64 states; some hundred thousand are a second.
pub const STEPS: usize = 20_000;

/// Statements decided so far. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Statements(Arc<Mutex<FxHashMap<Statement, Known>>>);

#[derive(Clone, Copy, Debug)]
enum Known {
    NeverHolds,
    /// So many steps were not enough, or showed that it may hold.
    Open(usize),
}

impl Statements {
    /// Whether the obligation cannot hold because its statement cannot at any widths.
    #[must_use]
    pub fn refute(&self, pool: &Pool, obligation: Term, steps: usize) -> bool {
        Statement::of(pool, obligation).is_some_and(|statement| self.never_holds(statement, steps))
    }

    /// Whether a statement cannot hold at any widths; decided once. `false` when it can or when that takes more steps.
    #[must_use]
    pub fn never_holds(&self, statement: Statement, steps: usize) -> bool {
        let known = self.0.lock().ok().and_then(|known| known.get(&statement).copied());
        match known {
            Some(Known::NeverHolds) => return true,
            Some(Known::Open(tried)) if tried >= steps => return false,
            Some(Known::Open(_)) | None => {}
        }
        let answer = statement.never_holds(steps);
        if let Ok(mut known) = self.0.lock() {
            known.insert(statement, if answer { Known::NeverHolds } else { Known::Open(steps) });
        }
        answer
    }
}
