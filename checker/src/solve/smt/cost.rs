//! An estimate of the circuit that a term becomes: how many gates bit-blasting makes of it.
//!
//! Only the order of magnitude matters. It decides which of Z3's engines may see an obligation: its general engine builds
//! the whole circuit before it looks at the clock or at its memory limit.

use llvet_encoder::fp::{FpFormat, FpOp};
use llvet_encoder::term::{Op, Pool, Term};

/// Gates for a term and all that it is made of.
pub fn circuit(pool: &Pool, root: Term) -> u64 {
    pool.topological(&[root]).into_iter().fold(0, |sum, node| sum.saturating_add(gates(pool, node)))
}

/// Gates for one node, its arguments not counted.
pub(super) fn gates(pool: &Pool, term: Term) -> u64 {
    let width = u64::from(pool.width(term));
    let args = pool.args(term);
    let operand = args.iter().map(|&arg| u64::from(pool.width(arg))).max().unwrap_or(0);
    let extra = (args.len() as u64).saturating_sub(1);
    match pool.op(term) {
        Op::Bool(_) | Op::Const(_) | Op::Var(_) | Op::Not | Op::BvNot => 0,
        Op::Concat | Op::Extract { .. } | Op::Zext { .. } | Op::Sext { .. } => 0,
        Op::App(_) => operand,
        Op::And | Op::BvAnd | Op::BvOr | Op::BvXor | Op::Ite => extra * width,
        Op::Eq | Op::Ult | Op::Slt => 2 * operand,
        Op::Add | Op::Neg => 5 * width * extra.max(1),
        Op::Mul => 6 * width * rows(pool, args, width),
        Op::Udiv | Op::Urem => 10 * width * width,
        Op::Sdiv | Op::Srem => 12 * width * width,
        Op::Shl | Op::Lshr | Op::Ashr if pool.as_const(args[1]).is_some() => 0,
        Op::Shl | Op::Lshr | Op::Ashr => 3 * width * u64::from(width.ilog2() + 1),
        Op::Fp { op, fmt, .. } => float_gates(op, fmt, operand.max(width)),
    }
}

/// Partial products to be added: one per bit of a factor, or per set bit of a constant one.
fn rows(pool: &Pool, args: &[Term], width: u64) -> u64 {
    args[1..]
        .iter()
        .fold((0, args[0]), |(rows, left), &right| {
            let set = [left, right].into_iter().filter_map(|factor| pool.as_const(factor)).map(|value| u64::from(value.ctpop_count()));
            (rows + set.min().unwrap_or(width), right)
        })
        .0
}

fn float_gates(op: FpOp, fmt: FpFormat, width: u64) -> u64 {
    let frac = u64::from(fmt.frac_bits) + 1;
    let shifter = 3 * width * u64::from(width.ilog2() + 1);
    match op {
        FpOp::Lt | FpOp::Le | FpOp::Eq => 4 * width,
        FpOp::Add | FpOp::Sub => 6 * shifter,
        FpOp::Mul => 24 * frac * frac + 4 * shifter,
        FpOp::Div | FpOp::Sqrt => 40 * frac * frac + 4 * shifter,
        FpOp::Fma => 24 * frac * frac + 16 * shifter,
        // The quotient may have as many bits as the exponent range is long.
        FpOp::Rem => {
            let span = frac + (1 << fmt.exp_bits.min(20));
            10 * span * span
        }
        FpOp::RoundToIntegral | FpOp::Convert { .. } => 4 * shifter,
        FpOp::FromSbv | FpOp::FromUbv | FpOp::ToSbv { .. } | FpOp::ToUbv { .. } => 6 * shifter,
    }
}
