//! Names of overloaded intrinsics from the types of a call (LangRef, "Intrinsic Functions").

use std::fmt::Write as _;

use crate::intrinsic::{IntrinsicId, lookup, match_signature};
use crate::types::{FloatKind, FuncType, Type};

/// The name of the intrinsic that `name` calls with this type. `None` for intrinsics that are not known, not overloaded, or do not have
/// this type.
pub(super) fn name_for_type(name: &str, ty: &FuncType) -> Option<String> {
    let id: IntrinsicId = lookup(name).filter(|id| id.is_overloaded())?;
    let slots = match_signature(id, &ty.ret, &ty.params, ty.vararg).ok()?;
    let mut out = format!("llvm.{}", id.base_name());
    for slot in &slots {
        out.push('.');
        mangle(slot, &mut out)?;
    }
    Some(out)
}

fn mangle(ty: &Type, out: &mut String) -> Option<()> {
    match ty {
        Type::Int(bits) => write!(out, "i{bits}").ok(),
        Type::Float(kind) => {
            out.push_str(match kind {
                FloatKind::Half => "f16",
                FloatKind::BFloat => "bf16",
                FloatKind::Float => "f32",
                FloatKind::Double => "f64",
                FloatKind::X86Fp80 => "f80",
                FloatKind::Fp128 => "f128",
                FloatKind::PpcFp128 => "ppcf128",
                FloatKind::Tiny { .. } => return None,
            });
            Some(())
        }
        Type::Ptr { addrspace } => write!(out, "p{addrspace}").ok(),
        Type::Vector { scalable, len, elem } => {
            write!(out, "{}v{len}", if *scalable { "nx" } else { "" }).ok()?;
            mangle(elem, out)
        }
        Type::Array { len, elem } => {
            write!(out, "a{len}").ok()?;
            mangle(elem, out)
        }
        Type::Struct(body) if !body.packed => {
            out.push_str("sl_");
            body.fields.iter().try_for_each(|field| mangle(field, out))?;
            out.push('s');
            Some(())
        }
        Type::Named(name) => write!(out, "s_{name}s").ok(),
        Type::Metadata => write!(out, "Metadata").ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_types() {
        let i8s = Type::vector(4, Type::Int(8));
        let ty = FuncType { ret: i8s.clone(), params: vec![i8s.clone(), i8s], vararg: false };
        assert_eq!(name_for_type("llvm.umax.i32", &ty).as_deref(), Some("llvm.umax.v4i8"));
        let wrong = FuncType { ret: Type::Int(8), params: vec![Type::Int(8)], vararg: false };
        assert_eq!(name_for_type("llvm.umax.i32", &wrong), None);
        assert_eq!(name_for_type("llvm.nosuch.i32", &wrong), None);
        let scalable = Type::Vector { scalable: true, len: 2, elem: std::sync::Arc::new(Type::PTR) };
        let copy = FuncType { ret: scalable.clone(), params: vec![scalable], vararg: false };
        assert_eq!(name_for_type("llvm.ssa.copy.p0", &copy).as_deref(), Some("llvm.ssa.copy.nxv2p0"));
    }
}
