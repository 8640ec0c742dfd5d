//! Values as bytes in memory (LangRef, "'store' Instruction", "'load' Instruction").
//!
//! Integers and floats are written as their store size, in the layout's byte order; vectors are packed bit by bit; aggregates leave
//! undef in their padding. A value whose width is no multiple of eight marks its bytes with its width: reading them at another
//! width is poison, as LangRef leaves the result open. Pointer bytes keep their provenance; see [`Byte`].

use std::rc::Rc;

use llvet_ir::Type;
use smallvec::SmallVec;

use super::env::Env;
use super::exec::Halt;
use super::slot::{Slot, Thunk, internal};
use super::word::{Provenance, RtValue, Scalar, Word};
use crate::bv::Bv;
use crate::outcome::Unsupported;
use crate::semantics::scalar_width;
use crate::value::leaf_types;

/// One byte of memory.
#[derive(Clone, Debug)]
pub enum Byte<'m> {
    /// Not initialised: undef, picked at every read.
    Undef,
    /// Bits, some of which may be poison.
    Bits {
        /// The bits.
        bits: u8,
        /// Which of them are poison.
        poison: u8,
        /// Width of the value it is part of, when that is no multiple of eight; else 0.
        width: u32,
    },
    /// Part of a pointer.
    Pointer {
        /// What the pointer may access.
        provenance: Provenance,
        /// Byte of the address.
        bits: u8,
        /// Which byte of the pointer it is, in memory order.
        index: u8,
    },
    /// Part of a stored value that depends on undef.
    Lazy {
        /// The value.
        value: Rc<Thunk<'m>>,
        /// Its type.
        ty: Type,
        /// Which byte of it.
        index: usize,
    },
}

impl Byte<'_> {
    /// A byte of poison.
    pub(crate) const POISON: Byte<'static> = Byte::Bits { bits: 0, poison: 0xff, width: 0 };

    /// A byte of an ordinary value.
    pub(crate) fn of(bits: u8) -> Byte<'static> {
        Byte::Bits { bits, poison: 0, width: 0 }
    }

    /// Whether reading it needs a pick.
    pub(crate) fn depends_on_undef(&self) -> bool {
        matches!(self, Byte::Undef | Byte::Lazy { .. })
    }
}

/// Bits in memory order before they are cut into bytes: value and poison.
struct Packed {
    bits: Bv,
    poison: Bv,
}

/// A piece of a type that is written as one number: a scalar or a whole vector.
struct Piece {
    /// Offset in bytes.
    offset: u64,
    /// The scalar or vector type.
    ty: Type,
}

/// The pieces of a type in order.
fn pieces(env: &Env<'_>, ty: &Type) -> Result<Vec<Piece>, Unsupported> {
    // Bounds the work below.
    leaf_types(env.module, ty)?;
    let mut out = Vec::new();
    collect(env, ty, 0, &mut out)?;
    Ok(out)
}

fn collect(env: &Env<'_>, ty: &Type, offset: u64, out: &mut Vec<Piece>) -> Result<(), Unsupported> {
    let no_size = || Unsupported::new(format!("size of type {ty}"));
    match ty {
        Type::Array { len, elem } => {
            let stride = env.layout.alloc_size(elem).ok_or_else(no_size)?;
            (0..*len).try_for_each(|i| collect(env, elem, offset + i * stride, out))
        }
        Type::Struct(_) | Type::Named(_) => {
            let layout = env.layout.struct_layout(ty).ok_or_else(no_size)?;
            match env.module.resolve(ty) {
                Some(Type::Struct(body)) => {
                    body.fields.iter().zip(&layout.offsets).try_for_each(|(field, at)| collect(env, field, offset + at, out))
                }
                _ => Err(no_size()),
            }
        }
        Type::Byte(_) => Err(Unsupported::new(format!("memory access of type {ty}"))),
        Type::Vector { elem, .. } if matches!(**elem, Type::Byte(_)) => Err(Unsupported::new(format!("memory access of type {ty}"))),
        _ => {
            out.push(Piece { offset, ty: ty.clone() });
            Ok(())
        }
    }
}

/// Number of bytes a value of the type occupies.
pub(crate) fn store_size(env: &Env<'_>, ty: &Type) -> Result<usize, Unsupported> {
    let size = env.layout.store_size(ty).ok_or_else(|| Unsupported::new(format!("size of type {ty}")))?;
    match usize::try_from(size) {
        Ok(size) if size <= super::memory::MAX_OBJECT_BYTES => Ok(size),
        _ => Err(Unsupported::new(format!("memory access of {size} bytes"))),
    }
}

/// The bytes of a value.
pub(crate) fn encode<'m>(env: &Env<'_>, ty: &Type, value: &RtValue) -> Result<Vec<Byte<'m>>, Unsupported> {
    let mut out = vec![Byte::Undef; store_size(env, ty)?];
    let mut lanes = value.lanes.iter();
    for piece in pieces(env, ty)? {
        let lane_ty = piece.ty.scalar();
        let count = usize::try_from(piece.ty.lanes().unwrap_or(1)).map_err(|_| Unsupported::new("huge vector"))?;
        let taken: Vec<&Scalar> = lanes.by_ref().take(count).collect();
        let start = usize::try_from(piece.offset).map_err(|_| Unsupported::new("huge offset"))?;
        if lane_ty.is_ptr() {
            let size = (env.pointer_bits as usize).div_ceil(8);
            for (i, lane) in taken.iter().enumerate() {
                encode_pointer(env, lane, &mut out[start + i * size..start + (i + 1) * size]);
            }
        } else if count > 0 {
            let width = scalar_width(env.module, lane_ty)?;
            encode_packed(env, &pack(env, width, &taken), &mut out[start..]);
        }
    }
    Ok(out)
}

fn encode_pointer<'m>(env: &Env<'_>, lane: &Scalar, out: &mut [Byte<'m>]) {
    let size = out.len();
    for (i, byte) in out.iter_mut().enumerate() {
        *byte = match lane {
            Scalar::Poison(_) => Byte::POISON,
            Scalar::Word(word) => Byte::Pointer {
                provenance: word.provenance,
                bits: byte_of(&word.bits, if env.layout.big_endian() { size - 1 - i } else { i }),
                index: u8::try_from(i).unwrap_or(u8::MAX),
            },
        };
    }
}

/// Byte `i` of a number, counted from the least significant one; bits beyond its width are 0.
fn byte_of(bits: &Bv, i: usize) -> u8 {
    let low = u32::try_from(i * 8).unwrap_or(u32::MAX);
    if low >= bits.width() {
        return 0;
    }
    let high = (low + 7).min(bits.width() - 1);
    bits.extract(high, low).to_u64().and_then(|b| u8::try_from(b).ok()).unwrap_or(0)
}

/// The lanes of a vector as one number: lane 0 lowest on little-endian layouts, highest on big-endian ones.
fn pack(env: &Env<'_>, width: u32, lanes: &[&Scalar]) -> Packed {
    let part = |lane: &Scalar| match lane {
        Scalar::Word(w) => Packed { bits: w.bits.clone(), poison: Bv::zero(width) },
        Scalar::Poison(_) => Packed { bits: Bv::zero(width), poison: Bv::ones(width) },
    };
    let mut parts = lanes.iter().map(|lane| part(lane));
    let first = parts.next().unwrap_or(Packed { bits: Bv::zero(width), poison: Bv::zero(width) });
    parts.fold(first, |acc, next| {
        let (high, low) = if env.layout.big_endian() { (acc, next) } else { (next, acc) };
        Packed { bits: high.bits.concat(&low.bits), poison: high.poison.concat(&low.poison) }
    })
}

fn encode_packed<'m>(env: &Env<'_>, packed: &Packed, out: &mut [Byte<'m>]) {
    let total = packed.bits.width();
    let size = (total as usize).div_ceil(8);
    let width = if total.is_multiple_of(8) { 0 } else { total };
    for (i, byte) in out.iter_mut().take(size).enumerate() {
        let at = if env.layout.big_endian() { size - 1 - i } else { i };
        *byte = Byte::Bits { bits: byte_of(&packed.bits, at), poison: byte_of(&packed.poison, at), width };
    }
}

/// Replaces lazy bytes by those of the values just read, `values[i]` being a read of `slots[i]`.
pub(crate) fn resolve<'m>(env: &Env<'m>, bytes: &[Byte<'m>], slots: &[Slot<'m>], values: &[Rc<RtValue>]) -> Result<Vec<Byte<'m>>, Halt> {
    let mut encoded: SmallVec<[Option<Vec<Byte<'m>>>; 2]> = SmallVec::new();
    encoded.resize(slots.len(), None);
    let mut out = Vec::with_capacity(bytes.len());
    for byte in bytes {
        let Byte::Lazy { value, ty, index } = byte else {
            out.push(byte.clone());
            continue;
        };
        let which = slots.iter().position(|slot| matches!(slot, Slot::Thunk(t) if Rc::ptr_eq(t, value))).ok_or_else(internal)?;
        if encoded[which].is_none() {
            encoded[which] = Some(encode(env, ty, &values[which])?);
        }
        let all = encoded[which].as_ref().ok_or_else(internal)?;
        out.push(all.get(*index).cloned().ok_or_else(internal)?);
    }
    Ok(out)
}

/// The stored values that `bytes` depend on, each once.
pub(crate) fn lazy_values<'m>(bytes: &[Byte<'m>]) -> Vec<Slot<'m>> {
    let mut out: Vec<Slot<'m>> = Vec::new();
    for byte in bytes {
        if let Byte::Lazy { value, .. } = byte
            && !out.iter().any(|slot| matches!(slot, Slot::Thunk(t) if Rc::ptr_eq(t, value)))
        {
            out.push(Slot::Thunk(value.clone()));
        }
    }
    out
}

/// The value of the type that `bytes` hold. They hold no lazy bytes; `pick` gives undef ones, by width in bits.
pub(crate) fn decode(env: &Env<'_>, ty: &Type, bytes: &[Byte<'_>], pick: &mut dyn FnMut(u32) -> Bv) -> Result<RtValue, Unsupported> {
    let mut out = RtValue::default();
    for piece in pieces(env, ty)? {
        let lane_ty = piece.ty.scalar();
        let count = usize::try_from(piece.ty.lanes().unwrap_or(1)).map_err(|_| Unsupported::new("huge vector"))?;
        let start = usize::try_from(piece.offset).map_err(|_| Unsupported::new("huge offset"))?;
        if lane_ty.is_ptr() {
            let size = (env.pointer_bits as usize).div_ceil(8);
            for i in 0..count {
                out.lanes.push(decode_pointer(env, &bytes[start + i * size..start + (i + 1) * size], pick));
            }
        } else if count > 0 {
            let width = scalar_width(env.module, lane_ty)?;
            let total = u64::from(width) * count as u64;
            let total = u32::try_from(total).map_err(|_| Unsupported::new(format!("load of {total} bits")))?;
            let size = (total as usize).div_ceil(8);
            unpack(env, width, count, &decode_packed(env, total, &bytes[start..start + size], pick), &mut out);
        }
    }
    Ok(out)
}

fn decode_pointer(env: &Env<'_>, bytes: &[Byte<'_>], pick: &mut dyn FnMut(u32) -> Bv) -> Scalar {
    let packed = decode_packed(env, env.pointer_bits, bytes, pick);
    if !packed.poison.is_zero() {
        return Scalar::Poison(env.pointer_bits);
    }
    let mut whole = None;
    for (i, byte) in bytes.iter().enumerate() {
        let part = match byte {
            Byte::Pointer { provenance, index, .. } if usize::from(*index) == i => Some(*provenance),
            _ => None,
        };
        whole = match (i, part, whole) {
            (0, part, _) => part,
            (_, Some(part), Some(before)) if part == before => Some(part),
            _ => None,
        };
    }
    let provenance = whole.unwrap_or(if packed.bits.is_zero() { Provenance::None } else { Provenance::Punned });
    Scalar::Word(Word { bits: packed.bits, provenance })
}

fn decode_packed(env: &Env<'_>, total: u32, bytes: &[Byte<'_>], pick: &mut dyn FnMut(u32) -> Bv) -> Packed {
    let expected = if total.is_multiple_of(8) { 0 } else { total };
    let all_undef = bytes.iter().all(|b| matches!(b, Byte::Undef));
    if all_undef {
        return Packed { bits: pick(total), poison: Bv::zero(total) };
    }
    let mut mismatch = false;
    let parts = bytes.iter().map(|byte| match byte {
        Byte::Undef | Byte::Lazy { .. } => (pick(8), 0),
        Byte::Bits { bits, poison, width } => {
            mismatch |= *width != expected;
            (Bv::from_u64(8, u64::from(*bits)), *poison)
        }
        Byte::Pointer { bits, .. } => {
            mismatch |= expected != 0;
            (Bv::from_u64(8, u64::from(*bits)), 0)
        }
    });
    let mut parts: Vec<(Bv, u8)> = parts.collect();
    if !env.layout.big_endian() {
        parts.reverse();
    }
    // The most significant byte comes first now.
    let join = |get: &dyn Fn(&(Bv, u8)) -> Bv| parts.iter().map(get).reduce(|high, low| high.concat(&low));
    let bits = join(&|(bits, _)| bits.clone()).unwrap_or_else(|| Bv::zero(total));
    let poison = join(&|(_, poison)| Bv::from_u64(8, u64::from(*poison))).unwrap_or_else(|| Bv::zero(total));
    let poison = if mismatch { Bv::ones(total) } else { poison.trunc(total) };
    Packed { bits: bits.trunc(total), poison }
}

fn unpack(env: &Env<'_>, width: u32, count: usize, packed: &Packed, out: &mut RtValue) {
    for i in 0..count {
        let at = if env.layout.big_endian() { count - 1 - i } else { i };
        let low = u32::try_from(at).unwrap_or(0) * width;
        let poison = packed.poison.extract(low + width - 1, low);
        out.lanes.push(match poison.is_zero() {
            true => Scalar::bits(packed.bits.extract(low + width - 1, low)),
            false => Scalar::Poison(width),
        });
    }
}
