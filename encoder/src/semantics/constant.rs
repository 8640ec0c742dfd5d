//! Constants as values (LangRef, "Constants"). An `undef` leaf is one pick; the executor evaluates a constant anew at every use.

use llvet_ir::{ConstExpr, ConstKind, Constant, Flags, IntValue, Module, Type};

use super::{Cx, aggregate, cast, cmp, int, scalar_width, select, vector};
use crate::bv::Bv;
use crate::domain::{ChoiceKind, Domain};
use crate::outcome::Unsupported;
use crate::value::{Lane, Value, leaf_types};

/// A literal's bits at a width.
#[must_use]
pub fn literal(width: u32, value: &IntValue) -> Bv {
    match value {
        IntValue::Small(v) => Bv::from_u64(width, *v),
        IntValue::Big(v) => Bv::from_biguint(width, (**v).clone()),
    }
}

/// The value of a constant.
///
/// # Errors
/// When it names an address or has a type that is not modelled.
pub fn constant<D: Domain>(cx: &mut Cx<'_, D>, module: &Module, c: &Constant) -> Result<Value<D>, Unsupported> {
    match &c.kind {
        ConstKind::Int(v) | ConstKind::Float(v) => {
            let bits = cx.d.bits(literal(scalar_width(module, &c.ty)?, v));
            Ok(Value::scalar(Lane::defined(cx.d, bits)))
        }
        ConstKind::Null | ConstKind::Zero => each_leaf(cx, module, &c.ty, |cx, width| {
            let zero = cx.d.zero(width);
            Lane::defined(cx.d, zero)
        }),
        ConstKind::Poison => each_leaf(cx, module, &c.ty, |cx, width| Lane::poison(cx.d, width)),
        ConstKind::Undef => each_leaf(cx, module, &c.ty, |cx, width| {
            let pick = cx.d.choose(width, ChoiceKind::Undef);
            Lane::defined(cx.d, pick)
        }),
        ConstKind::Aggregate(elems) => {
            let mut lanes = Vec::new();
            for elem in elems {
                lanes.extend(constant(cx, module, elem)?.lanes);
            }
            Ok(Value { lanes })
        }
        ConstKind::Bytes(bytes) => {
            let mut lanes = Vec::with_capacity(bytes.len());
            for byte in bytes.iter() {
                let bits = cx.d.num(8, u64::from(*byte));
                lanes.push(Lane::defined(cx.d, bits));
            }
            Ok(Value { lanes })
        }
        ConstKind::Splat(elem) => {
            let count = c.ty.lanes().ok_or_else(|| Unsupported::new(format!("splat of {}", c.ty)))?;
            let mut lanes = Vec::new();
            for _ in 0..count {
                lanes.extend(constant(cx, module, elem)?.lanes);
            }
            Ok(Value { lanes })
        }
        ConstKind::None => Err(Unsupported::new("token none")),
        ConstKind::Global(name) => Err(Unsupported::new(format!("address of @{name}"))),
        ConstKind::BlockAddress { .. } => Err(Unsupported::new("blockaddress")),
        ConstKind::DsoLocalEquivalent(_) => Err(Unsupported::new("dso_local_equivalent")),
        ConstKind::NoCfi(_) => Err(Unsupported::new("no_cfi")),
        ConstKind::PtrAuth(_) => Err(Unsupported::new("ptrauth")),
        ConstKind::Expr(e) => expression(cx, module, &c.ty, e),
    }
}

fn each_leaf<D: Domain>(
    cx: &mut Cx<'_, D>,
    module: &Module,
    ty: &Type,
    mut make: impl FnMut(&mut Cx<'_, D>, u32) -> Lane<D>,
) -> Result<Value<D>, Unsupported> {
    let mut lanes = Vec::new();
    for leaf in leaf_types(module, ty)? {
        let width = scalar_width(module, &leaf)?;
        lanes.push(make(cx, width));
    }
    Ok(Value { lanes })
}

fn expression<D: Domain>(cx: &mut Cx<'_, D>, module: &Module, ty: &Type, e: &ConstExpr) -> Result<Value<D>, Unsupported> {
    let args = expression_args(e).into_iter().map(|arg| constant(cx, module, arg)).collect::<Result<Vec<_>, _>>()?;
    match e {
        ConstExpr::Binary { op, flags, .. } => int::binary_value(cx, *op, *flags, ty, &args[0], &args[1]),
        ConstExpr::Cast { op, flags, arg } => cast::cast_value(cx, module, *op, *flags, &arg.ty, ty, &args[0]),
        ConstExpr::Icmp { pred, args: [a, _] } => cmp::icmp_value(cx, *pred, Flags::NONE, &a.ty, &args[0], &args[1]),
        ConstExpr::Select { args: [c, ..] } => Ok(select::select(cx, &c.ty, &args[0], &args[1], &args[2])),
        ConstExpr::ExtractElement { .. } => Ok(vector::extract_element(cx, &args[0], args[1].lane())),
        ConstExpr::InsertElement { .. } => Ok(vector::insert_element(cx, &args[0], args[1].lane(), args[2].lane())),
        ConstExpr::ShuffleVector { args: [a, _], mask } => {
            vector::shuffle(cx, a.ty.scalar(), crate::value::pointer_bits(module), mask, &args[0], &args[1])
        }
        ConstExpr::ExtractValue { agg, indices } => aggregate::extract(module, &agg.ty, indices, &args[0]),
        ConstExpr::InsertValue { indices, .. } => aggregate::insert(module, ty, indices, &args[0], &args[1]),
        ConstExpr::Gep { .. } => Err(Unsupported::new("constant getelementptr")),
        ConstExpr::Fcmp { .. } | ConstExpr::Fneg { .. } => Err(Unsupported::new("floating-point constant expression")),
    }
}

fn expression_args(e: &ConstExpr) -> Vec<&Constant> {
    match e {
        ConstExpr::Binary { args, .. }
        | ConstExpr::Icmp { args, .. }
        | ConstExpr::Fcmp { args, .. }
        | ConstExpr::ExtractElement { args }
        | ConstExpr::ShuffleVector { args, .. }
        | ConstExpr::InsertValue { args, .. } => args.iter().map(|a| &**a).collect(),
        ConstExpr::Select { args } | ConstExpr::InsertElement { args } => args.iter().map(|a| &**a).collect(),
        ConstExpr::Cast { arg, .. } | ConstExpr::Fneg { arg } => vec![arg],
        ConstExpr::ExtractValue { agg, .. } => vec![agg],
        ConstExpr::Gep { args, .. } => args.iter().map(|a| &**a).collect(),
    }
}
