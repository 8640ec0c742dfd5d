//! Why an instruction makes poison or has undefined behavior, in words with the numbers at hand: "`add nsw` overflows: 127 + 1".

use llvet_encoder::outcome::{PoisonReason, UbReason};
use llvet_ir::{BinOp, CastOp, Inst, InstKind};
use num_bigint::BigInt;

/// Texts of operands longer than this are left out.
const MAX_OPERAND: usize = 40;

/// What happened at an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cause {
    /// What the instruction is called: `add nsw`.
    pub subject: String,
    /// What it does: `overflows: 127 + 1`.
    pub predicate: String,
    /// The flag that forbids it.
    flag: Option<&'static str>,
}

impl Cause {
    /// One sentence: "`add nsw` overflows: 127 + 1".
    pub(super) fn sentence(&self) -> String {
        format!("`{}` {}", self.subject, self.predicate)
    }

    /// A remark beside the instruction: "nsw overflows: 127 + 1".
    pub(super) fn note(&self) -> String {
        match self.flag {
            Some(flag) => format!("{flag} {}", self.predicate),
            None => self.predicate.clone(),
        }
    }
}

/// Why an instruction's own rule makes its result poison. `operands` are texts of the values that it read, `result` that of its result.
pub(super) fn poison(inst: &Inst, reason: &PoisonReason, operands: &[String], result: &str) -> Cause {
    let flag = flag(reason).filter(|name| llvet_ir::flags::Flag::from_name(name).is_some_and(|f| inst.flags.has(f)));
    let name = name(inst);
    let subject = flag.map_or_else(|| name.clone(), |flag| format!("{name} {flag}"));
    let (operands, lane) = at_lane(operands, result);
    let unsigned = matches!(reason, PoisonReason::UnsignedWrap | PoisonReason::Inexact) && !is_signed(inst);
    let numbers: Vec<String> = operands.iter().map(|o| number(o, unsigned)).collect();
    let short = numbers.iter().all(|n| n.len() <= MAX_OPERAND);
    let values = if short && !numbers.is_empty() { format!(": {}", expression(inst, &numbers)) } else { String::new() };
    let lane = lane.map(|lane| format!(" (lane {lane})")).unwrap_or_default();
    Cause { subject, predicate: format!("{}{values}{lane}", verb(inst, reason)), flag }
}

/// Why an instruction has undefined behavior.
pub(super) fn undefined(inst: &Inst, reason: &UbReason, operands: &[String]) -> String {
    let division = matches!(reason, UbReason::DivisionByZero | UbReason::DivisionOverflow | UbReason::DivisionByPoison);
    let numbers: Vec<String> = operands.iter().map(|o| number(o, !is_signed(inst))).collect();
    if division && numbers.iter().all(|n| n.len() <= MAX_OPERAND) {
        return format!("{reason}: {}", expression(inst, &numbers));
    }
    reason.to_string()
}

/// The flag that a reason is about.
fn flag(reason: &PoisonReason) -> Option<&'static str> {
    match reason {
        PoisonReason::SignedWrap => Some("nsw"),
        PoisonReason::UnsignedWrap => Some("nuw"),
        PoisonReason::Inexact => Some("exact"),
        PoisonReason::NotDisjoint => Some("disjoint"),
        PoisonReason::SignsDiffer => Some("samesign"),
        PoisonReason::Negative => Some("nneg"),
        PoisonReason::Nan => Some("nnan"),
        PoisonReason::Infinite => Some("ninf"),
        PoisonReason::ShiftTooLarge | PoisonReason::IndexOutOfRange | PoisonReason::OutOfRange | PoisonReason::Other(_) => None,
    }
}

fn verb(inst: &Inst, reason: &PoisonReason) -> &'static str {
    let truncates = matches!(inst.kind, InstKind::Cast { op: CastOp::Trunc, .. });
    let subtracts = matches!(inst.kind, InstKind::Binary { op: BinOp::Sub, .. });
    let divides = matches!(inst.kind, InstKind::Binary { op: BinOp::Udiv | BinOp::Sdiv, .. });
    match reason {
        PoisonReason::SignedWrap | PoisonReason::UnsignedWrap if truncates => "changes the value",
        PoisonReason::UnsignedWrap if subtracts => "goes below zero",
        PoisonReason::SignedWrap | PoisonReason::UnsignedWrap => "overflows",
        PoisonReason::Inexact if divides => "leaves a remainder",
        PoisonReason::Inexact => "drops set bits",
        PoisonReason::NotDisjoint => "has a bit in both operands",
        PoisonReason::SignsDiffer => "compares different signs",
        PoisonReason::Negative => "has a negative operand",
        PoisonReason::ShiftTooLarge => "shifts by its width or more",
        PoisonReason::IndexOutOfRange => "has an index out of range",
        PoisonReason::Nan => "meets a NaN",
        PoisonReason::Infinite => "meets an infinity",
        PoisonReason::OutOfRange => "does not fit its type",
        PoisonReason::Other(text) => text,
    }
}

/// `add`, or the function that a call is of.
fn name(inst: &Inst) -> String {
    match &inst.kind {
        InstKind::Call { call, .. } => call.direct_callee().map_or_else(|| "call".to_owned(), |name| format!("@{name}")),
        kind => kind.opcode().to_owned(),
    }
}

/// Whether an instruction reads its operands as signed.
fn is_signed(inst: &Inst) -> bool {
    matches!(inst.kind, InstKind::Binary { op: BinOp::Sdiv | BinOp::Srem | BinOp::Ashr, .. })
}

fn expression(inst: &Inst, numbers: &[String]) -> String {
    match (&inst.kind, numbers) {
        (InstKind::Binary { op, .. }, [a, b]) => format!("{a} {} {b}", symbol(*op)),
        _ => numbers.join(", "),
    }
}

fn symbol(op: BinOp) -> &'static str {
    match op {
        BinOp::Add | BinOp::Fadd => "+",
        BinOp::Sub | BinOp::Fsub => "-",
        BinOp::Mul | BinOp::Fmul => "*",
        BinOp::Udiv | BinOp::Sdiv | BinOp::Fdiv => "/",
        BinOp::Urem | BinOp::Srem | BinOp::Frem => "%",
        BinOp::Shl => "<<",
        BinOp::Lshr | BinOp::Ashr => ">>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
    }
}

/// The value without its type; integers unsigned on demand.
fn number(text: &str, unsigned: bool) -> String {
    let Some((ty, value)) = text.split_once(' ') else { return text.to_owned() };
    let width = ty.strip_prefix('i').and_then(|w| w.parse::<u32>().ok());
    match (width, value.parse::<BigInt>()) {
        (Some(width), Ok(value)) if unsigned && value < BigInt::ZERO => (value + (BigInt::from(1) << width)).to_string(),
        (Some(_), _) => value.to_owned(),
        (None, _) if ty.starts_with(['<', '{', '[']) => text.to_owned(),
        (None, _) => value.to_owned(),
    }
}

/// Of vectors, the lane to blame: the first that is poison in the result and in no operand.
fn at_lane(operands: &[String], result: &str) -> (Vec<String>, Option<usize>) {
    let Some(all) = operands.iter().map(|o| lanes(o)).collect::<Option<Vec<_>>>() else { return (operands.to_vec(), None) };
    let count = all.iter().map(Vec::len).max().unwrap_or(0);
    let poisoned = |text: &str| text == "poison" || text.ends_with(" poison");
    let results = lanes(result).unwrap_or_else(|| vec![result.to_owned(); count]);
    let blamed = |&i: &usize| {
        let bad = results.get(i).is_some_and(|r| poisoned(r));
        bad && all.iter().all(|lanes| lanes.get(i).is_some_and(|l| !poisoned(l)))
    };
    match (0..count).find(blamed) {
        Some(lane) => (all.iter().map(|lanes| lanes[lane].clone()).collect(), Some(lane)),
        None => (operands.to_vec(), None),
    }
}

/// The lanes of a vector's text, each with its type.
fn lanes(text: &str) -> Option<Vec<String>> {
    let (ty, value) = text.strip_prefix('<')?.split_once("> ")?;
    let (count, elem) = ty.split_once(" x ")?;
    let count: usize = count.parse().ok()?;
    if let Some(list) = value.strip_prefix('<') {
        let list = list.strip_suffix('>')?.split(", ").map(str::to_owned).collect::<Vec<_>>();
        return (list.len() == count).then_some(list);
    }
    let one = match value.strip_prefix("splat (") {
        Some(rest) => rest.strip_suffix(')')?.to_owned(),
        None if value == "zeroinitializer" => format!("{elem} 0"),
        None => format!("{elem} {value}"),
    };
    Some(vec![one; count])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(body: &str, reason: &PoisonReason, operands: &[&str], result: &str) -> String {
        let text = format!("define void @f(i8 %x, <2 x i8> %v) {{\n  {body}\n  ret void\n}}\n");
        let parsed = llvet_ir::parse(text.as_bytes());
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let inst = &parsed.module.function("f").expect("it is there").blocks[0].insts[0];
        let operands: Vec<String> = operands.iter().map(|o| (*o).to_owned()).collect();
        poison(inst, reason, &operands, result).sentence()
    }

    #[test]
    fn sentences_name_flag_and_numbers() {
        let two = |body, reason, a, b| cause(body, &reason, &[a, b], "poison");
        assert_eq!(two("%r = add nsw i8 %x, 1", PoisonReason::SignedWrap, "i8 127", "i8 1"), "`add nsw` overflows: 127 + 1");
        assert_eq!(two("%r = add nuw i8 %x, 1", PoisonReason::UnsignedWrap, "i8 -1", "i8 1"), "`add nuw` overflows: 255 + 1");
        assert_eq!(two("%r = sub nuw i8 0, %x", PoisonReason::UnsignedWrap, "i8 0", "i8 -1"), "`sub nuw` goes below zero: 0 - 255");
        assert_eq!(two("%r = shl i8 %x, 9", PoisonReason::ShiftTooLarge, "i8 1", "i8 9"), "`shl` shifts by its width or more: 1 << 9");
        assert_eq!(
            cause("%r = trunc nuw i8 %x to i4", &PoisonReason::UnsignedWrap, &["i8 -1"], "poison"),
            "`trunc nuw` changes the value: 255"
        );
    }

    #[test]
    fn vectors_name_the_lane() {
        let operands = ["<2 x i8> <i8 0, i8 127>", "<2 x i8> splat (i8 1)"];
        let text = cause("%r = add nsw <2 x i8> %v, splat (i8 1)", &PoisonReason::SignedWrap, &operands, "<2 x i8> <i8 1, i8 poison>");
        assert_eq!(text, "`add nsw` overflows: 127 + 1 (lane 1)");
    }
}
