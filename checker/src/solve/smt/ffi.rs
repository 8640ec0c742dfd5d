//! The conversions that the crate `z3` has no safe form for: from a bit-vector to a floating-point number.
//!
//! Every function asks Z3 for one new node of the context of its argument and hands it to the crate's reference counting at once.
#![expect(unsafe_code, reason = "z3 0.22 has no safe constructor for these nodes; this is the only unsafe file")]

use z3::ast::{Ast, BV, Float, RoundingMode};
use z3::{Context, Sort};
use z3_sys::{Z3_ast, Z3_context, Z3_mk_fpa_to_fp_bv, Z3_mk_fpa_to_fp_signed, Z3_mk_fpa_to_fp_unsigned, Z3_sort};

/// The number whose IEEE 754 bit pattern is `bits`; `sort` has the width of `bits`.
pub(super) fn from_pattern(bits: &BV, sort: &Sort) -> Float {
    // SAFETY: node and sort live in the context of `bits`, the thread's own, and Z3 checks the widths.
    let node = unsafe { Z3_mk_fpa_to_fp_bv(raw(bits), bits.get_z3_ast(), sort.get_z3_sort()) };
    wrap(bits.get_ctx(), node)
}

/// The number nearest to the signed integer `bits` in the rounding mode.
pub(super) fn from_signed(rounding: &RoundingMode, bits: &BV, sort: &Sort) -> Float {
    from_integer(Z3_mk_fpa_to_fp_signed, rounding, bits, sort)
}

/// The number nearest to the unsigned integer `bits` in the rounding mode.
pub(super) fn from_unsigned(rounding: &RoundingMode, bits: &BV, sort: &Sort) -> Float {
    from_integer(Z3_mk_fpa_to_fp_unsigned, rounding, bits, sort)
}

type Conversion = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_sort) -> Option<Z3_ast>;

fn from_integer(make: Conversion, rounding: &RoundingMode, bits: &BV, sort: &Sort) -> Float {
    // SAFETY: as in `from_pattern`; the rounding mode is a node of the same context.
    let node = unsafe { make(raw(bits), rounding.get_z3_ast(), bits.get_z3_ast(), sort.get_z3_sort()) };
    wrap(bits.get_ctx(), node)
}

fn raw(bits: &BV) -> Z3_context {
    bits.get_ctx().get_z3_context()
}

fn wrap(context: &Context, node: Option<Z3_ast>) -> Float {
    let node = node.expect("Z3 makes a node from well-sorted arguments");
    // SAFETY: `node` was just made in `context`; nothing else has run in it, so it is still alive.
    unsafe { Float::wrap(context, node) }
}
