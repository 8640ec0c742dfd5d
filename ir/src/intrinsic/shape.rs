//! The notation for the types of intrinsics, and matching a signature against it.

use std::sync::Arc;

use super::{IntrinsicId, Signature};
use crate::types::{FloatKind, StructType, Type};

/// A type, or how a type follows from others. Slots number the `Any…` shapes of a signature in order, results first;
/// each fixes one overloaded type of the intrinsic's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `iN`
    Int(u32),
    /// A floating-point type.
    Float(FloatKind),
    /// A fixed vector.
    Fixed(u64, &'static Shape),
    /// `ptr` in address space 0.
    Ptr,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// A new slot: an integer or a vector of integers.
    AnyInt,
    /// A new slot: a floating-point type or a vector of them.
    AnyFloat,
    /// A new slot: a vector.
    AnyVector,
    /// A new slot: a pointer.
    AnyPtr,
    /// A new slot: any type.
    Any,
    /// A new slot: a vector of pointers with as many lanes as the slot named here.
    AnyPtrs(u8),
    /// The type of a slot.
    Same(u8),
    /// The lane type given, in the shape (scalar or vector) of a slot.
    Lanes(u8, &'static Shape),
    /// The lane type of a slot.
    Elem(u8),
    /// The vector of a slot with its number of lanes divided by a number.
    Part(u8, u32),
    /// A shape several times over.
    Times(u8, &'static Shape),
    /// Any further arguments.
    Varargs,
}

/// Where a signature differs from the intrinsic's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Number of parameters wanted.
    Count(usize),
    /// The result.
    Result,
    /// The parameter with this number, from 0.
    Param(usize),
    /// `...` is there and should not be, or the reverse.
    Varargs,
}

/// The types of the slots, or where the signature does not fit.
///
/// # Errors
/// The first mismatch in the order count, varargs, result, parameters.
pub fn match_signature(id: IntrinsicId, ret: &Type, params: &[Type], vararg: bool) -> Result<Vec<Type>, Mismatch> {
    let Signature { results, params: wanted, .. } = id.signature();
    let (results, mut wanted) = (expand(results), expand(wanted));
    let want_vararg = wanted.last() == Some(&Shape::Varargs);
    wanted.truncate(wanted.len() - usize::from(want_vararg));
    if params.len() != wanted.len() {
        return Err(Mismatch::Count(wanted.len()));
    }
    if vararg != want_vararg {
        return Err(Mismatch::Varargs);
    }
    let ret = split_result(ret, results.len()).ok_or(Mismatch::Result)?;
    let slots: Vec<Type> =
        results.iter().zip(&ret).chain(wanted.iter().zip(params)).filter(|(s, _)| s.is_slot()).map(|(_, t)| t.clone()).collect();
    if results.iter().zip(&ret).any(|(shape, ty)| !shape.accepts(ty, &slots)) {
        return Err(Mismatch::Result);
    }
    match wanted.iter().zip(params).position(|(shape, ty)| !shape.accepts(ty, &slots)) {
        Some(i) => Err(Mismatch::Param(i)),
        None => Ok(slots),
    }
}

fn expand(shapes: &'static [Shape]) -> Vec<Shape> {
    shapes
        .iter()
        .flat_map(|shape| match shape {
            Shape::Times(n, of) => std::iter::repeat_n(**of, usize::from(*n)),
            other => std::iter::repeat_n(*other, 1),
        })
        .collect()
}

/// The results as a list: none for `void`, the fields of a literal struct for several.
fn split_result(ret: &Type, count: usize) -> Option<Vec<Type>> {
    match (count, ret) {
        (0, Type::Void) => Some(Vec::new()),
        (0, _) | (1, Type::Void) => None,
        (1, other) => Some(vec![other.clone()]),
        (_, Type::Struct(s)) => {
            let StructType { packed, fields } = &**s;
            (!packed && fields.len() == count).then(|| fields.clone())
        }
        _ => None,
    }
}

impl Shape {
    /// Whether the shape opens a slot.
    #[must_use]
    pub fn is_slot(&self) -> bool {
        matches!(self, Shape::AnyInt | Shape::AnyFloat | Shape::AnyVector | Shape::AnyPtr | Shape::Any | Shape::AnyPtrs(_))
    }

    fn accepts(&self, ty: &Type, slots: &[Type]) -> bool {
        match self {
            Shape::Any => ty.is_first_class(),
            Shape::AnyInt => ty.scalar().is_int(),
            Shape::AnyFloat => ty.scalar().is_float(),
            Shape::AnyVector => ty.is_vector(),
            Shape::AnyPtr => ty.is_ptr(),
            Shape::AnyPtrs(n) => slots.get(usize::from(*n)).is_some_and(|slot| same_lanes(slot, ty) && ty.scalar().is_ptr()),
            Shape::Varargs | Shape::Times(..) => false, // taken apart before
            Shape::Int(_)
            | Shape::Float(_)
            | Shape::Fixed(..)
            | Shape::Ptr
            | Shape::Metadata
            | Shape::Token
            | Shape::Same(_)
            | Shape::Lanes(..)
            | Shape::Elem(_)
            | Shape::Part(..) => self.derive(slots).as_ref() == Some(ty),
        }
    }

    /// The type when it follows from the slots; `None` for shapes that leave a choice or do not fit the slots.
    #[must_use]
    pub fn derive(&self, slots: &[Type]) -> Option<Type> {
        let slot = |n: &u8| slots.get(usize::from(*n));
        match self {
            Shape::Int(bits) => Some(Type::Int(*bits)),
            Shape::Float(kind) => Some(Type::Float(*kind)),
            Shape::Fixed(len, elem) => Some(Type::vector(*len, elem.derive(slots)?)),
            Shape::Ptr => Some(Type::PTR),
            Shape::Metadata => Some(Type::Metadata),
            Shape::Token => Some(Type::Token),
            Shape::Same(n) => slot(n).cloned(),
            Shape::Lanes(n, elem) => Some(slot(n)?.with_scalar(elem.derive(slots)?)),
            Shape::Elem(n) => Some(slot(n)?.scalar().clone()),
            Shape::Part(n, parts) => match slot(n)? {
                Type::Vector { scalable, len, elem } if len % u64::from(*parts) == 0 => {
                    Some(Type::Vector { scalable: *scalable, len: len / u64::from(*parts), elem: Arc::clone(elem) })
                }
                _ => None,
            },
            Shape::AnyInt
            | Shape::AnyFloat
            | Shape::AnyVector
            | Shape::AnyPtr
            | Shape::Any
            | Shape::AnyPtrs(_)
            | Shape::Times(..)
            | Shape::Varargs => None,
        }
    }
}

fn same_lanes(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Vector { scalable: s, len: m, .. }, Type::Vector { scalable: t, len: n, .. }) => s == t && m == n,
        (Type::Vector { .. }, _) | (_, Type::Vector { .. }) => false,
        _ => true,
    }
}
