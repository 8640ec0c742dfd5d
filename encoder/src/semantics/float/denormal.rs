//! How subnormal operands and results are treated (LangRef, `denormal_fpenv` and the older `"denormal-fp-math"` attributes).
//!
//! A subnormal operand of an operation that is not bitwise *must* be read as zero unless the input mode is `ieee`; a subnormal result
//! *may* be flushed unless the output mode is. `dynamic` stands for one of the other three, a fact of the environment.

use llvet_ir::{Attr, AttrKind, Function};

use super::pattern;
use crate::domain::{ChoiceKind, Domain};
use crate::fp::FpFormat;
use crate::outcome::Unsupported;

/// What happens to a subnormal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handling {
    /// Nothing.
    #[default]
    Ieee,
    /// It becomes the zero of its sign.
    PreserveSign,
    /// It becomes +0.
    PositiveZero,
    /// One of these, unknown.
    Dynamic,
}

/// Handling of results and of operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Denormals {
    /// Of results.
    pub output: Handling,
    /// Of operands.
    pub input: Handling,
    /// Whether it is that of `float`, for which a dynamic mode may differ from that of other types.
    pub float: bool,
}

impl Denormals {
    /// Every subnormal is kept.
    pub const IEEE: Denormals = Denormals { output: Handling::Ieee, input: Handling::Ieee, float: false };

    /// What a function's attributes say about a format.
    ///
    /// # Errors
    /// When an attribute's value is not one of LangRef's.
    pub fn of(function: &Function, fmt: FpFormat) -> Result<Denormals, Unsupported> {
        let float = fmt == FpFormat::FLOAT;
        let mut modes = Denormals::IEEE;
        if let Some(text) = function.attrs.string("denormal-fp-math") {
            modes = Self::parse(text, ',')?;
        }
        if let Some(text) = function.attrs.string("denormal-fp-math-f32").filter(|_| float) {
            modes = Self::parse(text, ',')?;
        }
        if let Some(Attr::Text(_, text)) = function.attrs.get(AttrKind::DenormalFpEnv) {
            let inner = text.trim_start_matches("denormal_fpenv").trim_matches(['(', ')']);
            for part in inner.split(',') {
                match part.trim().strip_prefix("float:") {
                    Some(own) if float => modes = Self::parse(own, '|')?,
                    Some(_) => {}
                    None => modes = Self::parse(part, '|')?,
                }
            }
        }
        Ok(Denormals { float, ..modes })
    }

    /// `output` or `output<separator>input`; the former means both.
    fn parse(text: &str, separator: char) -> Result<Denormals, Unsupported> {
        let (output, input) = text.split_once(separator).unwrap_or((text, text));
        Ok(Denormals { output: handling(output)?, input: handling(input)?, float: false })
    }
}

fn handling(text: &str) -> Result<Handling, Unsupported> {
    match text.trim() {
        "ieee" | "" => Ok(Handling::Ieee),
        "preserve-sign" | "preservesign" => Ok(Handling::PreserveSign),
        "positive-zero" | "positivezero" => Ok(Handling::PositiveZero),
        "dynamic" => Ok(Handling::Dynamic),
        other => Err(Unsupported::new(format!("denormal mode \"{other}\""))),
    }
}

/// An operand as an operation reads it.
pub fn read<D: Domain>(d: &mut D, fmt: FpFormat, modes: Denormals, a: &D::Bits) -> D::Bits {
    if modes.input == Handling::Ieee {
        return a.clone();
    }
    let subnormal = pattern::is_subnormal(d, fmt, a);
    if d.known(&subnormal) == Some(false) {
        return a.clone();
    }
    let flushed = flushed(d, fmt, modes.input, modes.float, 2, a);
    d.ite(&subnormal, &flushed, a)
}

/// A result as an operation leaves it: flushed or not, as it likes.
pub fn write<D: Domain>(d: &mut D, fmt: FpFormat, modes: Denormals, a: &D::Bits) -> D::Bits {
    if modes.output == Handling::Ieee {
        return a.clone();
    }
    let subnormal = pattern::is_subnormal(d, fmt, a);
    if d.known(&subnormal) == Some(false) {
        return a.clone();
    }
    let wants = d.choose_bool(ChoiceKind::DenormalFlush);
    let flushed = flushed(d, fmt, modes.output, modes.float, 0, a);
    let flush = d.and(&subnormal, &wants);
    d.ite(&flush, &flushed, a)
}

/// What a subnormal is flushed to. `low` is the place of the mode among the bits of the dynamic mode.
fn flushed<D: Domain>(d: &mut D, fmt: FpFormat, handling: Handling, float: bool, low: u32, a: &D::Bits) -> D::Bits {
    let positive = d.zero(fmt.width());
    let preserved = {
        let (sign, zero) = (pattern::sign(d, fmt, a), d.zero(fmt.width() - 1));
        pattern::signed(d, &sign, &zero)
    };
    match handling {
        Handling::Ieee => a.clone(),
        Handling::PreserveSign => preserved,
        Handling::PositiveZero => positive,
        Handling::Dynamic => {
            // Two bits each for results and operands: 1 preserves the sign, 2 makes +0, the others keep subnormals.
            let modes = d.choose(4, ChoiceKind::DenormalMode { float });
            let mode = d.extract(&modes, low + 1, low);
            let (one, two) = (d.num(2, 1), d.num(2, 2));
            let (preserves, makes_positive) = (d.eq(&mode, &one), d.eq(&mode, &two));
            let kept = d.ite(&makes_positive, &positive, a);
            d.ite(&preserves, &preserved, &kept)
        }
    }
}
