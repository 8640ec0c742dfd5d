//! SMT-LIB 2 text of assertions, for any solver that reads it.
//!
//! Every compound node becomes a `define-fun`, so that the text is linear in the terms. Floating-point results are fresh bit-vectors
//! constrained to denote the result, as SMT-LIB has no standard function from floating point to bits: the script is satisfiable
//! exactly when the assertions are. Deliberately absent: `check-sat` options, models, incremental use.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Op, Pool, Sort, Term};
use crate::bv::Bv;
use crate::fp::{FpFormat, FpOp, RoundingMode};

impl Pool {
    /// A script that asserts all of `assertions` and asks for satisfiability. Variables are named `v` and their number.
    pub fn to_smtlib(&self, assertions: &[Term]) -> String {
        let order = self.topological(assertions);
        let mut text = format!("(set-logic {})\n", self.logic(&order));
        self.declare_funcs(&order, &mut text);
        for &term in &order {
            self.define(term, &mut text);
        }
        for &assertion in assertions {
            line(&mut text, &format!("(assert {})", self.smtlib_name(assertion)));
        }
        line(&mut text, "(check-sat)");
        text
    }

    fn logic(&self, order: &[Term]) -> &'static str {
        let apps = order.iter().any(|&term| matches!(self.op(term), Op::App(_)));
        let fp = order.iter().any(|&term| matches!(self.op(term), Op::Fp { .. }));
        match (apps, fp) {
            (false, false) => "QF_BV",
            (true, false) => "QF_UFBV",
            (false, true) => "QF_BVFP",
            (true, true) => "QF_UFBVFP",
        }
    }

    fn declare_funcs(&self, order: &[Term], text: &mut String) {
        let funcs: BTreeSet<_> =
            order.iter().filter_map(|&term| if let Op::App(func) = self.op(term) { Some(func) } else { None }).collect();
        for func in funcs {
            let (args, result) = self.func_sorts(func);
            let args: Vec<String> = args.iter().map(|&arg| sort(arg)).collect();
            line(text, &format!("(declare-fun f{} ({}) {}) ; {}", func.0, args.join(" "), sort(result), comment(self.func_name(func))));
        }
    }

    /// How [`Pool::to_smtlib`] refers to a term that is part of its assertions.
    pub fn smtlib_name(&self, term: Term) -> String {
        match self.op(term) {
            Op::Bool(value) => value.to_string(),
            Op::Const(id) => constant(self.const_value(id)),
            Op::Var(id) => format!("v{}", id.0),
            _ => format!("t{}", term.index()),
        }
    }

    fn define(&self, term: Term, text: &mut String) {
        let name = self.smtlib_name(term);
        let sort = sort(self.sort(term));
        match self.op(term) {
            Op::Bool(_) | Op::Const(_) => {}
            Op::Var(id) => line(text, &format!("(declare-const {name} {sort}) ; {}", comment(&self.var_info(id).name))),
            Op::Fp { op, fmt, rm } => self.define_fp(term, op, fmt, rm, text),
            op => {
                let args: Vec<String> = self.args(term).iter().map(|&arg| self.smtlib_name(arg)).collect();
                let body = self.smt_head(op, self.width(self.args(term).first().copied().unwrap_or(term)));
                let body = if args.is_empty() { body } else { format!("({body} {})", args.join(" ")) };
                line(text, &format!("(define-fun {name} () {sort} {body})"));
            }
        }
    }

    fn smt_head(&self, op: Op, arg_width: u32) -> String {
        let name = match op {
            Op::Bool(_) | Op::Const(_) | Op::Var(_) | Op::Fp { .. } => unreachable!("{op:?} is written on its own"),
            Op::App(func) => return format!("f{}", func.0),
            Op::Extract { hi, lo } => return format!("(_ extract {hi} {lo})"),
            Op::Zext { width } => return format!("(_ zero_extend {})", width - arg_width),
            Op::Sext { width } => return format!("(_ sign_extend {})", width - arg_width),
            Op::Not => "not",
            Op::And => "and",
            Op::Ite => "ite",
            Op::Eq => "=",
            Op::Ult => "bvult",
            Op::Slt => "bvslt",
            Op::Add => "bvadd",
            Op::Mul => "bvmul",
            Op::Neg => "bvneg",
            Op::Udiv => "bvudiv",
            Op::Urem => "bvurem",
            Op::Sdiv => "bvsdiv",
            Op::Srem => "bvsrem",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvNot => "bvnot",
            Op::Shl => "bvshl",
            Op::Lshr => "bvlshr",
            Op::Ashr => "bvashr",
            Op::Concat => "concat",
        };
        name.to_owned()
    }

    fn define_fp(&self, term: Term, op: FpOp, fmt: FpFormat, rm: RoundingMode, text: &mut String) {
        let name = self.smtlib_name(term);
        let bits: Vec<String> = self.args(term).iter().map(|&arg| self.smtlib_name(arg)).collect();
        let floats: Vec<String> = bits.iter().map(|arg| from_bits(fmt, arg)).collect();
        let mode = mode(rm);
        let target = |fmt| to_fp(fmt);
        let (result, value) = match op {
            FpOp::Lt | FpOp::Le | FpOp::Eq => {
                let relation = [("fp.lt", FpOp::Lt), ("fp.leq", FpOp::Le), ("fp.eq", FpOp::Eq)].iter().find(|(_, other)| *other == op);
                let relation = relation.map_or("fp.eq", |(relation, _)| relation);
                return line(text, &format!("(define-fun {name} () Bool ({relation} {} {}))", floats[0], floats[1]));
            }
            FpOp::ToSbv { width } | FpOp::ToUbv { width } => {
                let value = to_integer(fmt, mode, &floats[0], width, matches!(op, FpOp::ToSbv { .. }));
                return line(text, &format!("(define-fun {name} () (_ BitVec {width}) {value})"));
            }
            FpOp::Add => (fmt, format!("(fp.add {mode} {})", floats.join(" "))),
            FpOp::Sub => (fmt, format!("(fp.sub {mode} {})", floats.join(" "))),
            FpOp::Mul => (fmt, format!("(fp.mul {mode} {})", floats.join(" "))),
            FpOp::Div => (fmt, format!("(fp.div {mode} {})", floats.join(" "))),
            FpOp::Fma => (fmt, format!("(fp.fma {mode} {})", floats.join(" "))),
            FpOp::Sqrt => (fmt, format!("(fp.sqrt {mode} {})", floats[0])),
            FpOp::RoundToIntegral => (fmt, format!("(fp.roundToIntegral {mode} {})", floats[0])),
            FpOp::Rem => (fmt, truncated_remainder(&floats[0], &floats[1])),
            FpOp::Convert { to } => (to, format!("({} {mode} {})", target(to), floats[0])),
            FpOp::FromSbv => (fmt, format!("({} {mode} {})", target(fmt), bits[0])),
            FpOp::FromUbv => (fmt, format!("((_ to_fp_unsigned {} {}) {mode} {})", fmt.exp_bits, fmt.frac_bits + 1, bits[0])),
        };
        line(text, &format!("(declare-const {name} (_ BitVec {}))", result.width()));
        let denoted = from_bits(result, &name);
        line(text, &format!("(assert (= {denoted} {value}))"));
        line(text, &format!("(assert (=> (fp.isNaN {denoted}) (= {name} {})))", constant(&result.canonical_nan())));
    }
}

fn line(text: &mut String, content: &str) {
    writeln!(text, "{content}").expect("writing to a string");
}

/// A name as the rest of a comment line.
fn comment(name: &str) -> String {
    name.replace(|c: char| c.is_control(), " ")
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
    }
}

fn constant(value: &Bv) -> String {
    format!("(_ bv{} {})", value.to_string_unsigned(), value.width())
}

fn mode(rm: RoundingMode) -> &'static str {
    match rm {
        RoundingMode::NearestTiesToEven => "RNE",
        RoundingMode::NearestTiesToAway => "RNA",
        RoundingMode::TowardPositive => "RTP",
        RoundingMode::TowardNegative => "RTN",
        RoundingMode::TowardZero => "RTZ",
    }
}

fn to_fp(fmt: FpFormat) -> String {
    format!("(_ to_fp {} {})", fmt.exp_bits, fmt.frac_bits + 1)
}

fn from_bits(fmt: FpFormat, bits: &str) -> String {
    format!("({} {bits})", to_fp(fmt))
}

/// C `fmod` from the IEEE remainder of the magnitudes: where that is negative, it is one divisor too low (adding it is exact). The sign is the dividend's.
fn truncated_remainder(x: &str, y: &str) -> String {
    let divisor = format!("(fp.abs {y})");
    let nearest = format!("(fp.rem (fp.abs {x}) {divisor})");
    let magnitude = format!("(let ((r {nearest})) (fp.abs (ite (fp.isNegative r) (ite (fp.isZero r) r (fp.add RNE r {divisor})) r)))");
    format!("(let ((m {magnitude})) (ite (fp.isNegative {x}) (fp.neg m) m))")
}

/// Conversion to an integer, 0 where the rounded value is not in range. The bounds are powers of two, hence exact where they are finite.
fn to_integer(fmt: FpFormat, mode: &str, x: &str, width: u32, signed: bool) -> String {
    let rounded = format!("(fp.roundToIntegral {mode} {x})");
    let bits = if signed { width - 1 } else { width };
    let mut conditions = format!("(not (fp.isNaN {x})) (not (fp.isInfinite {x}))");
    if let Some(power) = power_of_two(fmt, bits) {
        let limit = from_bits(fmt, &constant(&power));
        write!(conditions, " (fp.lt {rounded} {limit})").expect("writing to a string");
        if signed {
            write!(conditions, " (fp.leq (fp.neg {limit}) {rounded})").expect("writing to a string");
        }
    }
    if !signed {
        let zero = from_bits(fmt, &constant(&Bv::zero(fmt.width())));
        write!(conditions, " (fp.leq {zero} {rounded})").expect("writing to a string");
    }
    let conversion = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    format!("(ite (and {conditions}) ((_ {conversion} {width}) {mode} {x}) (_ bv0 {width}))")
}

/// The bit pattern of `2^exponent`; `None` if it is larger than all finite values.
fn power_of_two(fmt: FpFormat, exponent: u32) -> Option<Bv> {
    let bias = (1u32 << (fmt.exp_bits - 1)) - 1;
    (exponent <= bias).then(|| Bv::from_u64(fmt.width(), u64::from(exponent + bias)).shl_by(fmt.frac_bits))
}
