//! A second statement of the rules on integers, in unbounded arithmetic and without the code under test, compared with the rules
//! on every operand of small widths. The rules are shared between source and target of a pair and between terms and values, so a
//! wrong one would go unnoticed everywhere else.

mod attrs;
mod harness;
mod intrinsics;
mod ints;
mod wide;
mod x86;
