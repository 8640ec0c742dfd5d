//! Values as LLVM's rules see them: scalar leaves, each with its own poison.

use llvet_ir::{Module, Type};

use crate::domain::Domain;

/// One scalar: its bits and whether it is poison (the bits then mean nothing).
pub struct Lane<D: Domain + ?Sized> {
    /// Bit pattern, as wide as the scalar type.
    pub bits: D::Bits,
    /// Whether the scalar is poison.
    pub poison: D::Bool,
}

impl<D: Domain + ?Sized> Clone for Lane<D> {
    fn clone(&self) -> Self {
        Lane { bits: self.bits.clone(), poison: self.poison.clone() }
    }
}

impl<D: Domain + ?Sized> Lane<D> {
    /// A scalar that is not poison.
    pub fn defined(d: &mut D, bits: D::Bits) -> Self {
        Lane { bits, poison: d.bool(false) }
    }

    /// Poison of `width` bits.
    pub fn poison(d: &mut D, width: u32) -> Self {
        Lane { bits: d.zero(width), poison: d.bool(true) }
    }

    /// The choice between two lanes of equal width.
    pub fn ite(d: &mut D, c: &D::Bool, a: &Self, b: &Self) -> Self {
        Lane { bits: d.ite(c, &a.bits, &b.bits), poison: d.ite_bool(c, &a.poison, &b.poison) }
    }
}

/// A value of any first-class type as its scalar leaves in order: one for a scalar, one per vector lane, and the
/// concatenation over the elements of an array or struct. Padding is not a leaf; empty aggregates have none.
pub struct Value<D: Domain + ?Sized> {
    /// The leaves.
    pub lanes: Vec<Lane<D>>,
}

impl<D: Domain + ?Sized> Clone for Value<D> {
    fn clone(&self) -> Self {
        Value { lanes: self.lanes.clone() }
    }
}

impl<D: Domain + ?Sized> Value<D> {
    /// A value with one leaf.
    pub fn scalar(lane: Lane<D>) -> Self {
        Value { lanes: vec![lane] }
    }

    /// The value of `void`.
    #[must_use]
    pub fn void() -> Self {
        Value { lanes: Vec::new() }
    }

    /// The only leaf.
    ///
    /// # Panics
    /// When there is none; callers know from the verified type that there is.
    #[must_use]
    pub fn lane(&self) -> &Lane<D> {
        &self.lanes[0]
    }

    /// The choice between two values of the same type.
    pub fn ite(d: &mut D, c: &D::Bool, a: &Self, b: &Self) -> Self {
        Value { lanes: a.lanes.iter().zip(&b.lanes).map(|(x, y)| Lane::ite(d, c, x, y)).collect() }
    }
}

/// Why a type has no leaves we can compute with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The type is not modelled.
    #[error("type {0} is not modelled")]
    Type(String),
    /// The type has more leaves than the limit.
    #[error("type has more than {0} scalar leaves")]
    TooLarge(u64),
}

/// Most leaves one value may have: larger ones are `unsupported` rather than slow.
pub const MAX_LEAVES: u64 = 1 << 16;

/// Width in bits of a pointer leaf: address space 0 of the data layout, 64 without one.
#[must_use]
pub fn pointer_bits(module: &Module) -> u32 {
    let layout = module.datalayout.as_deref().unwrap_or("");
    layout
        .split('-')
        .find_map(|spec| spec.strip_prefix("p:").or_else(|| spec.strip_prefix("p0:")))
        .and_then(|rest| rest.split(':').next()?.parse().ok())
        .unwrap_or(64)
}

/// The scalar leaf types of a type, in order.
///
/// # Errors
/// When a part of the type is not modelled (scalable vectors, `x86_amx`, `token`, target types, opaque structs) or there
/// are more than [`MAX_LEAVES`] leaves.
pub fn leaf_types(module: &Module, ty: &Type) -> Result<Vec<Type>, LayoutError> {
    let mut out = Vec::new();
    collect(module, ty, &mut out)?;
    Ok(out)
}

/// Number of scalar leaves of a type.
///
/// # Errors
/// As [`leaf_types`].
pub fn leaf_count(module: &Module, ty: &Type) -> Result<usize, LayoutError> {
    Ok(match ty {
        Type::Int(_) | Type::Float(_) | Type::Ptr { .. } => 1,
        _ => leaf_types(module, ty)?.len(),
    })
}

fn collect(module: &Module, ty: &Type, out: &mut Vec<Type>) -> Result<(), LayoutError> {
    if out.len() as u64 > MAX_LEAVES {
        return Err(LayoutError::TooLarge(MAX_LEAVES));
    }
    match ty {
        Type::Void => Ok(()),
        Type::Int(_) | Type::Byte(_) | Type::Float(_) | Type::Ptr { .. } => {
            out.push(ty.clone());
            Ok(())
        }
        Type::Vector { scalable: false, len, elem } | Type::Array { len, elem } => {
            if *len > MAX_LEAVES {
                return Err(LayoutError::TooLarge(MAX_LEAVES));
            }
            for _ in 0..*len {
                collect(module, elem, out)?;
            }
            Ok(())
        }
        Type::Struct(body) => body.fields.iter().try_for_each(|field| collect(module, field, out)),
        Type::Named(_) => match module.resolve(ty) {
            Some(body) => collect(module, body, out),
            None => Err(LayoutError::Type(ty.to_string())),
        },
        Type::Vector { scalable: true, .. }
        | Type::Label
        | Type::Metadata
        | Type::Token
        | Type::X86Amx
        | Type::Target { .. }
        | Type::Func(_) => Err(LayoutError::Type(ty.to_string())),
    }
}
