//! Operations of rules as LLVM's text.

use std::fmt::Write;

use llvet_encoder::outcome::Unsupported;
use llvet_ir::inst::IntPred;
use llvet_ir::{FloatKind, Type};

use super::ast::{IcmpPred, OpStmt};
use super::instantiate::Builder;
use super::ops::{CastShape, Shape};
use super::value::bits;

/// Writes an operation whose result goes to `place` and returns the text of the result.
///
/// # Errors
/// What has no counterpart in LLVM.
pub(super) fn operation(
    builder: &mut Builder<'_>,
    op: &OpStmt,
    args: &[(Type, String)],
    result: &Type,
    place: &str,
) -> Result<String, Unsupported> {
    let flags: String = op.flags.iter().map(|f| format!("{f} ")).collect();
    let (ty, a) = &args[0];
    let values: Vec<&str> = args.iter().map(|(_, v)| v.as_str()).collect();
    let typed = args.iter().map(|(t, v)| format!("{t} {v}")).collect::<Vec<_>>().join(", ");
    let name = op.op.llvm;
    let text = match op.op.shape {
        Shape::Binary(_) => format!("{name} {flags}{ty} {}", values.join(", ")),
        Shape::Unary(_) | Shape::Freeze => format!("{name} {flags}{ty} {a}"),
        Shape::Icmp => format!("icmp {flags}{} {ty} {}", predicate(builder, op).name(), values.join(", ")),
        Shape::Fcmp => format!("fcmp {flags}{} {ty} {}", op.fcmp.map_or("", |p| p.name()), values.join(", ")),
        Shape::Select | Shape::ExtractElement | Shape::InsertElement => format!("{name} {flags}{typed}"),
        Shape::Shuffle => {
            // A lane that neither operand has is poison; LLVM's text has no such number.
            let lanes = if let Type::Vector { len, .. } = ty { 2 * *len } else { 0 };
            let lane = |l: &Option<u32>| l.filter(|&l| u64::from(l) < lanes).map_or("i32 poison".to_owned(), |l| format!("i32 {l}"));
            let mask = op.indices.iter().map(lane).collect::<Vec<_>>().join(", ");
            format!("shufflevector {typed}, <{} x i32> <{mask}>", op.indices.len())
        }
        Shape::ExtractValue | Shape::InsertValue => {
            let path = op.indices.iter().flatten().map(u32::to_string).collect::<Vec<_>>().join(", ");
            format!("{name} {typed}, {path}")
        }
        Shape::Cast(CastShape::WidenOrNarrow) => match bits(ty).cmp(&bits(result)) {
            std::cmp::Ordering::Equal => return Ok(a.clone()),
            std::cmp::Ordering::Less => format!("zext {ty} {a} to {result}"),
            std::cmp::Ordering::Greater => format!("trunc {ty} {a} to {result}"),
        },
        Shape::Cast(_) => format!("{name} {flags}{ty} {a} to {result}"),
        Shape::FixedPoint => {
            // LLVM wants a literal, and a signed one below the width. With a poison scale the operation is poison as any other is.
            if args[2].1 == "poison" {
                return Ok("poison".to_owned());
            }
            let limit = bits(result) + u32::from(op.op.name.starts_with('u'));
            if args[2].1.parse::<u32>().is_ok_and(|scale| scale < limit) {
                call(builder, name, &[ty], args, result, &flags)?
            } else {
                return Err(Unsupported::new(format!("{} with this scale", op.op.name)));
            }
        }
        Shape::Same(..) | Shape::WithFlag | Shape::Overflow | Shape::Reduce(_) => call(builder, name, &[ty], args, result, &flags)?,
        Shape::ThreeWay => call(builder, name, &[result, ty], args, result, &flags)?,
        Shape::Frexp => {
            let Type::Struct(both) = result else { return Err(Unsupported::new("frexp of this type")) };
            call(builder, name, &[ty, &both.fields[1]], args, result, &flags)?
        }
    };
    let _ = writeln!(builder.body, "  {place} = {text}");
    Ok(place.to_owned())
}

fn predicate(builder: &Builder<'_>, op: &OpStmt) -> IntPred {
    match &op.icmp {
        Some(IcmpPred::Fixed(pred)) => *pred,
        Some(IcmpPred::Var(name)) => builder.predicate(name),
        None => IntPred::Eq,
    }
}

fn call(
    builder: &mut Builder<'_>,
    name: &str,
    overloads: &[&Type],
    args: &[(Type, String)],
    result: &Type,
    flags: &str,
) -> Result<String, Unsupported> {
    let mut full = format!("llvm.{name}");
    for ty in overloads {
        let suffix = mangled(ty).ok_or_else(|| Unsupported::new(format!("{name} of this type")))?;
        let _ = write!(full, ".{suffix}");
    }
    let params = args.iter().map(|(t, _)| t.to_string()).collect::<Vec<_>>().join(", ");
    builder.declared.insert(full.clone(), format!("declare {result} @{full}({params})"));
    let args = args.iter().map(|(t, v)| format!("{t} {v}")).collect::<Vec<_>>().join(", ");
    Ok(format!("call {flags}{result} @{full}({args})"))
}

/// A type as intrinsics' names have it.
fn mangled(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Int(width) => format!("i{width}"),
        Type::Float(FloatKind::BFloat) => "bf16".into(),
        Type::Float(kind) => format!("f{}", kind.bits()),
        Type::Vector { len, elem, .. } => format!("v{len}{}", mangled(elem)?),
        _ => return None,
    })
}
