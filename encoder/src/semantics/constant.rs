//! Constants as values (LangRef, "Constants"). An `undef` leaf is one pick; the executor evaluates a constant anew at every use.

use llvet_ir::operands::shuffle_reads;
use llvet_ir::{CastOp, ConstExpr, ConstKind, Constant, FastMath, Flags, IntValue, Module, Type};

use super::{Cx, aggregate, cast, cmp, float, int, map_lanes, scalar_width, select, vector, zip_lanes};
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

/// What an executor knows about addresses, which these rules do not.
pub trait Addresses<D: Domain> {
    /// The value of a constant that names an address: a global, a block address, or one of their variants.
    ///
    /// # Errors
    /// When such addresses are not modelled.
    fn symbol(&self, cx: &mut Cx<'_, D>, c: &Constant) -> Result<Value<D>, Unsupported>;

    /// The value of a constant expression of type `ty` on pointers: `getelementptr`, a cast from or to pointers, or `icmp` of them.
    ///
    /// # Errors
    /// When such expressions are not modelled.
    fn expression(&self, cx: &mut Cx<'_, D>, ty: &Type, e: &ConstExpr, args: &[Value<D>]) -> Result<Value<D>, Unsupported>;
}

/// Models no address.
pub struct NoAddresses;

impl<D: Domain> Addresses<D> for NoAddresses {
    fn symbol(&self, _: &mut Cx<'_, D>, c: &Constant) -> Result<Value<D>, Unsupported> {
        Err(Unsupported::new(match &c.kind {
            ConstKind::Global(name) => format!("address of @{name}"),
            ConstKind::BlockAddress { .. } => "blockaddress".to_owned(),
            _ => format!("address constant of type {}", c.ty),
        }))
    }

    fn expression(&self, _: &mut Cx<'_, D>, ty: &Type, _: &ConstExpr, _: &[Value<D>]) -> Result<Value<D>, Unsupported> {
        Err(Unsupported::new(format!("constant expression on pointers of type {ty}")))
    }
}

/// The value of a constant.
///
/// # Errors
/// When it names an address or has a type that is not modelled.
pub fn constant<D: Domain>(cx: &mut Cx<'_, D>, module: &Module, c: &Constant) -> Result<Value<D>, Unsupported> {
    constant_with(cx, module, c, &NoAddresses)
}

/// The value of a constant, with addresses.
///
/// # Errors
/// When its type, or an address in it, is not modelled.
pub fn constant_with<D: Domain, A: Addresses<D>>(
    cx: &mut Cx<'_, D>,
    module: &Module,
    c: &Constant,
    addresses: &A,
) -> Result<Value<D>, Unsupported> {
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
                lanes.extend(constant_with(cx, module, elem, addresses)?.lanes);
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
                lanes.extend(constant_with(cx, module, elem, addresses)?.lanes);
            }
            Ok(Value { lanes })
        }
        ConstKind::None => Err(Unsupported::new("token none")),
        ConstKind::Global(_) | ConstKind::BlockAddress { .. } | ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => {
            addresses.symbol(cx, c)
        }
        ConstKind::PtrAuth(_) => Err(Unsupported::new("ptrauth")),
        ConstKind::Expr(e) => expression(cx, module, &c.ty, e, addresses),
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

fn expression<D: Domain, A: Addresses<D>>(
    cx: &mut Cx<'_, D>,
    module: &Module,
    ty: &Type,
    e: &ConstExpr,
    addresses: &A,
) -> Result<Value<D>, Unsupported> {
    let args = expression_args(e).into_iter().map(|arg| constant_with(cx, module, arg, addresses)).collect::<Result<Vec<_>, _>>()?;
    if on_pointers(ty, e) {
        return addresses.expression(cx, ty, e, &args);
    }
    match e {
        ConstExpr::Binary { op, flags, .. } => match float::arith::Arith::of(*op) {
            Some(op) => Ok(float::binary_value(cx, float::Mode::of(None, ty, flags.fmf)?, op, &args[0], &args[1])),
            None => int::binary_value(cx, *op, *flags, ty, &args[0], &args[1]),
        },
        ConstExpr::Cast { op, flags, arg } => cast::cast_value(cx, module, None, *op, *flags, [&arg.ty, ty], &args[0]),
        ConstExpr::Icmp { pred, args: [a, _] } => cmp::icmp_value(cx, *pred, Flags::NONE, &a.ty, &args[0], &args[1]),
        ConstExpr::Select { args: [c, ..] } => Ok(select::select(cx, &c.ty, &args[0], &args[1], &args[2])),
        ConstExpr::ExtractElement { .. } => Ok(vector::extract_element(cx, &args[0], args[1].lane())),
        ConstExpr::InsertElement { .. } => Ok(vector::insert_element(cx, &args[0], args[1].lane(), args[2].lane())),
        ConstExpr::ShuffleVector { args: [a, _], mask } => {
            vector::shuffle(cx, a.ty.scalar(), crate::value::pointer_bits(module), mask, &args)
        }
        ConstExpr::ExtractValue { agg, indices } => aggregate::extract(module, &agg.ty, indices, &args[0]),
        ConstExpr::InsertValue { indices, .. } => aggregate::insert(module, ty, indices, &args[0], &args[1]),
        ConstExpr::Gep { .. } => Err(Unsupported::new("constant getelementptr")),
        ConstExpr::Fcmp { pred, args: [a, _] } => {
            let mode = float::Mode::of(None, &a.ty, FastMath::default())?;
            Ok(zip_lanes(cx, &args[0], &args[1], |cx, x, y| float::cmp::fcmp(cx, mode, *pred, x, y)))
        }
        ConstExpr::Fneg { .. } => {
            let mode = float::Mode::of(None, ty, FastMath::default())?;
            Ok(map_lanes(cx, &args[0], |cx, lane| float::fneg(cx, mode, lane)))
        }
    }
}

/// Whether an expression computes with addresses.
fn on_pointers(ty: &Type, e: &ConstExpr) -> bool {
    match e {
        ConstExpr::Gep { .. } => true,
        ConstExpr::Cast { op, arg, .. } => {
            matches!(op, CastOp::Ptrtoint | CastOp::Ptrtoaddr | CastOp::Inttoptr | CastOp::Addrspacecast)
                || (ty.scalar().is_ptr() != arg.ty.scalar().is_ptr())
        }
        ConstExpr::Icmp { args: [a, _], .. } => a.ty.scalar().is_ptr(),
        ConstExpr::Binary { .. }
        | ConstExpr::Fcmp { .. }
        | ConstExpr::Select { .. }
        | ConstExpr::ExtractElement { .. }
        | ConstExpr::InsertElement { .. }
        | ConstExpr::ShuffleVector { .. }
        | ConstExpr::Fneg { .. }
        | ConstExpr::ExtractValue { .. }
        | ConstExpr::InsertValue { .. } => false,
    }
}

fn expression_args(e: &ConstExpr) -> Vec<&Constant> {
    match e {
        ConstExpr::Binary { args, .. }
        | ConstExpr::Icmp { args, .. }
        | ConstExpr::Fcmp { args, .. }
        | ConstExpr::ExtractElement { args }
        | ConstExpr::InsertValue { args, .. } => args.iter().map(|a| &**a).collect(),
        ConstExpr::ShuffleVector { args, mask } => {
            let once: Vec<&Constant> = args.iter().map(|a| &**a).collect();
            once.repeat(shuffle_reads(mask))
        }
        ConstExpr::Select { args } | ConstExpr::InsertElement { args } => args.iter().map(|a| &**a).collect(),
        ConstExpr::Cast { arg, .. } | ConstExpr::Fneg { arg } => vec![arg],
        ConstExpr::ExtractValue { agg, .. } => vec![agg],
        ConstExpr::Gep { args, .. } => args.iter().map(|a| &**a).collect(),
    }
}
