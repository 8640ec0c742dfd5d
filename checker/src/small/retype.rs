//! Functions with their floating-point types replaced, consistently. Integers stay.
//!
//! The result is for encoding and execution only: intrinsics keep names that speak of the old types, as no text names the new ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use llvet_encoder::bv::Bv;
use llvet_encoder::fp::{FpFormat, FpOp, RoundingMode, fp_eval};
use llvet_ir::constant::{ConstKind, Constant, IntValue};
use llvet_ir::inst::{CastOp, InstKind, Operand};
use llvet_ir::types::{FloatKind, FuncType, StructType};
use llvet_ir::{Function, Type};

/// New formats for old ones.
pub(super) struct Retype(pub(super) BTreeMap<FloatKind, FloatKind>);

/// The floating-point types of a function; `None` when something in it has no counterpart at other formats.
pub(super) fn kinds(function: &Function) -> Option<BTreeSet<FloatKind>> {
    let mut kinds = BTreeSet::new();
    let mut collect = |ty: &Type| collect(ty, &mut kinds);
    function.values.iter().try_for_each(|value| collect(&value.ty))?;
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        let operands = inst.kind.operands();
        let float = |ty: &Type| ty.scalar().is_float();
        // The bits of a number mean something else in another format.
        if matches!(inst.kind, InstKind::Cast { op: CastOp::Bitcast, .. })
            && (float(&inst.ty) || operands.iter().any(|o| float(&function.operand_type(o))))
        {
            return None;
        }
        operands.iter().try_for_each(|operand| collect(&function.operand_type(operand)))?;
    }
    Some(kinds)
}

fn collect(ty: &Type, kinds: &mut BTreeSet<FloatKind>) -> Option<()> {
    match ty {
        Type::Float(kind) => {
            FpFormat::of(*kind)?;
            kinds.insert(*kind);
            Some(())
        }
        Type::Void | Type::Label | Type::Metadata | Type::Int(_) => Some(()),
        Type::Vector { elem, .. } | Type::Array { elem, .. } => collect(elem, kinds),
        Type::Struct(body) => body.fields.iter().try_for_each(|field| collect(field, kinds)),
        // The callee of a call is a pointer; whether memory is used is for the encoder to say.
        Type::Ptr { .. } => Some(()),
        Type::Token | Type::X86Amx | Type::Byte(_) | Type::Named(_) | Type::Target(_) | Type::Func(_) => None,
    }
}

impl Retype {
    /// The function at the new formats.
    pub(super) fn function(&self, function: &Function) -> Option<Function> {
        let mut out = function.clone();
        out.ret = self.ty(&out.ret)?;
        for value in &mut out.values {
            value.ty = self.ty(&value.ty)?;
        }
        for inst in out.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            inst.ty = self.ty(&inst.ty)?;
            if let InstKind::Call { call, .. } = &mut inst.kind {
                call.func_ty = self.ty(&call.func_ty)?;
            }
            let mut all = Some(());
            inst.kind.for_each_operand_mut(&mut |operand| {
                if let Operand::Const(constant) = operand {
                    match self.constant(constant) {
                        Some(new) => *constant = Arc::new(new),
                        None => all = None,
                    }
                }
            });
            all?;
        }
        Some(out)
    }

    fn ty(&self, ty: &Type) -> Option<Type> {
        let all = |types: &[Type]| types.iter().map(|ty| self.ty(ty)).collect::<Option<Vec<Type>>>();
        Some(match ty {
            Type::Float(kind) => Type::Float(*self.0.get(kind)?),
            Type::Vector { scalable, len, elem } => Type::Vector { scalable: *scalable, len: *len, elem: Arc::new(self.ty(elem)?) },
            Type::Array { len, elem } => Type::array(*len, self.ty(elem)?),
            Type::Struct(body) => Type::Struct(Arc::new(StructType { packed: body.packed, fields: all(&body.fields)? })),
            Type::Func(f) => Type::Func(Arc::new(FuncType { ret: self.ty(&f.ret)?, params: all(&f.params)?, vararg: f.vararg })),
            Type::Void | Type::Label | Type::Metadata | Type::Int(_) | Type::Ptr { .. } => ty.clone(),
            Type::Token | Type::X86Amx | Type::Byte(_) | Type::Named(_) | Type::Target(_) => return None,
        })
    }

    fn constant(&self, constant: &Constant) -> Option<Constant> {
        let kind = match &constant.kind {
            ConstKind::Float(bits) => {
                let (Type::Float(from), &Type::Float(to)) = (&constant.ty, &self.ty(&constant.ty)?) else { return None };
                let (from, to) = (FpFormat::of(*from)?, FpFormat::of(to)?);
                let bits = Bv::from_biguint(from.width(), bits.to_biguint());
                ConstKind::Float(IntValue::from_biguint(counterpart(from, to, &bits).to_biguint()))
            }
            ConstKind::Aggregate(parts) => {
                ConstKind::Aggregate(parts.iter().map(|part| self.constant(part).map(Arc::new)).collect::<Option<_>>()?)
            }
            ConstKind::Splat(lane) => ConstKind::Splat(Arc::new(self.constant(lane)?)),
            kind @ (ConstKind::Int(_)
            | ConstKind::Null
            | ConstKind::None
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Zero
            | ConstKind::Global(_)) => kind.clone(),
            ConstKind::Bytes(_)
            | ConstKind::BlockAddress { .. }
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::PtrAuth(_)
            | ConstKind::Expr(_) => return None,
        };
        Some(Constant { ty: self.ty(&constant.ty)?, kind })
    }
}

/// The number of another format that plays the part of a constant: the nearest one, but neither zero nor infinite for one that is not;
/// a NaN with the high bits of the payload.
fn counterpart(from: FpFormat, to: FpFormat, bits: &Bv) -> Bv {
    if from.is_nan(bits) {
        return nan(from, to, bits);
    }
    let special = |fmt: FpFormat, bits: &Bv| fmt.magnitude(bits).is_zero() || fmt.magnitude(bits) == fmt.infinity(false);
    let rounded = fp_eval(FpOp::Convert { to }, from, RoundingMode::NearestTiesToEven, std::slice::from_ref(bits));
    if special(from, bits) || !special(to, &rounded) {
        return rounded;
    }
    let unit = Bv::one(to.width());
    if to.magnitude(&rounded).is_zero() { rounded.add(&unit) } else { rounded.sub(&unit) }
}

/// A NaN in another format: sign, quiet bit, and as much of the payload as fits; never an infinity.
pub(super) fn nan(from: FpFormat, to: FpFormat, bits: &Bv) -> Bv {
    let fraction = bits.extract(from.frac_bits - 1, 0);
    let fraction = if from.frac_bits >= to.frac_bits {
        fraction.lshr_by(from.frac_bits - to.frac_bits).trunc(to.frac_bits)
    } else {
        fraction.zext(to.frac_bits).shl_by(to.frac_bits - from.frac_bits)
    };
    let fraction = if fraction.is_zero() { Bv::one(to.frac_bits) } else { fraction };
    let magnitude = to.infinity(false).or(&fraction.zext(to.width()));
    if bits.is_negative() { magnitude.or(&Bv::min_signed(to.width())) } else { magnitude }
}
