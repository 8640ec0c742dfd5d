//! Pointers: address arithmetic, casts and comparison (LangRef, "'getelementptr' Instruction", "'ptrtoint .. to' Instruction").

use llvet_ir::inst::IntPred;
use llvet_ir::{CastOp, Flags, Type};

use super::env::Env;
use super::word::{ExecDomain, Provenance, Word};
use crate::bv::Bv;
use crate::outcome::{PoisonReason, Unsupported};
use crate::semantics::{Cx, cmp, zip_lanes};
use crate::value::{Lane, Value};

/// The static part of a `getelementptr`.
pub(crate) struct Gep<'a> {
    /// Source element type.
    pub elem_ty: &'a Type,
    /// `inbounds`, `nusw`, `nuw`.
    pub flags: Flags,
    /// Result type: a pointer or a vector of them.
    pub result: &'a Type,
    /// Types of the base and of the indices.
    pub types: &'a [Type],
}

/// One step of an address computation: an index times a stride in bytes.
struct Step {
    /// The index at the index width, as a signed number.
    index: i128,
    /// Whether truncation to the index width changed the signed number.
    lost_signed: bool,
    /// Whether truncation to the index width changed the unsigned number.
    lost_unsigned: bool,
    stride: i128,
}

impl Step {
    /// A step by an index of any width: sign-extended or truncated to the index width.
    fn new(index: &Bv, width: u32, stride: u64) -> Step {
        let wide = index.width() > width;
        let bits = if wide { index.trunc(width) } else { index.clone() };
        Step {
            index: bits.to_i128().unwrap_or(0),
            lost_signed: wide && bits.sext(index.width()) != *index,
            lost_unsigned: wide && bits.zext(index.width()) != *index,
            stride: i128::from(stride),
        }
    }

    /// A constant offset.
    fn offset(offset: u64) -> Step {
        Step { index: i128::from(offset), lost_signed: false, lost_unsigned: false, stride: 1 }
    }
}

/// `getelementptr`, lane by lane when the result is a vector. Poison when an operand is, or when `inbounds`, `nusw` or `nuw` is violated.
///
/// # Errors
/// For types without a size and for `inbounds` on a pointer whose object is not known.
pub(crate) fn gep<'c>(
    env: &Env<'_>,
    cx: &mut Cx<'_, ExecDomain<'c>>,
    gep: &Gep<'_>,
    args: &[Value<ExecDomain<'c>>],
) -> Result<Value<ExecDomain<'c>>, Unsupported> {
    let count = match gep.result {
        Type::Vector { scalable: true, .. } => return Err(Unsupported::new(format!("getelementptr of type {}", gep.result))),
        other => other.lanes().unwrap_or(1),
    };
    let mut lanes = Vec::new();
    for i in 0..count {
        let lane = |n: usize| {
            let at = if gep.types[n].is_vector() { i as usize } else { 0 };
            args[n].lanes.get(at).ok_or_else(|| Unsupported::new("getelementptr with an operand of another shape"))
        };
        let operands = (0..args.len()).map(lane).collect::<Result<Vec<_>, _>>()?;
        lanes.push(gep_lane(env, cx, gep, &operands)?);
    }
    Ok(Value { lanes })
}

fn gep_lane<'c>(
    env: &Env<'_>,
    cx: &mut Cx<'_, ExecDomain<'c>>,
    gep: &Gep<'_>,
    operands: &[&Lane<ExecDomain<'c>>],
) -> Result<Lane<ExecDomain<'c>>, Unsupported> {
    let base = &operands[0].bits;
    let Type::Ptr { addrspace } = gep.types[0].scalar() else {
        return Err(Unsupported::new(format!("getelementptr on {}", gep.types[0])));
    };
    let width = env.layout.index_bits(*addrspace);
    let mut poison = operands.iter().any(|lane| lane.poison);
    if width != env.pointer_bits || width > 64 {
        return Err(Unsupported::new(format!("getelementptr with {width}-bit indices and {}-bit pointers", env.pointer_bits)));
    }
    let steps = steps(env, gep.elem_ty, &operands[1..], width)?;
    let total: i128 = steps.iter().map(|s| s.index.wrapping_mul(s.stride)).fold(0, i128::wrapping_add);
    let modulus = 1i128 << width;
    let start = i128::from(base.address());
    let address = start.wrapping_add(total).rem_euclid(modulus);
    if !poison {
        let (signed, unsigned) = (wraps_signed(&steps, start, width), wraps_unsigned(&steps, start, width));
        if gep.flags.nusw || gep.flags.inbounds {
            cx.poison_if(&mut poison, signed, PoisonReason::Other("address computation wraps (nusw)"));
        }
        if gep.flags.nuw {
            cx.poison_if(&mut poison, unsigned, PoisonReason::Other("address computation wraps (nuw)"));
        }
        if gep.flags.inbounds {
            let outside = leaves_object(&steps, base)?;
            cx.poison_if(&mut poison, outside, PoisonReason::Other("address is outside its object (inbounds)"));
        }
    }
    let address = u64::try_from(address).map_err(|_| Unsupported::new("address beyond 64 bits"))?;
    Ok(Lane { bits: env.pointer(address, base.provenance), poison })
}

fn steps<'c>(env: &Env<'_>, elem_ty: &Type, indices: &[&Lane<ExecDomain<'c>>], width: u32) -> Result<Vec<Step>, Unsupported> {
    let no_size = |ty: &Type| Unsupported::new(format!("size of type {ty}"));
    let mut steps = Vec::with_capacity(indices.len());
    let mut ty = elem_ty.clone();
    for (n, lane) in indices.iter().enumerate() {
        let index = &lane.bits.bits;
        let stride = if n == 0 {
            env.layout.alloc_size(&ty).ok_or_else(|| no_size(&ty))?
        } else {
            match env.module.resolve(&ty).cloned() {
                Some(Type::Struct(body)) => {
                    let layout = env.layout.struct_layout(&ty).ok_or_else(|| no_size(&ty))?;
                    let field = index.to_u64().and_then(|f| usize::try_from(f).ok()).filter(|f| *f < body.fields.len());
                    let field = field.ok_or_else(|| Unsupported::new(format!("field {} of {ty}", index.to_string_unsigned())))?;
                    steps.push(Step::offset(layout.offsets[field]));
                    ty = body.fields[field].clone();
                    continue;
                }
                Some(Type::Array { elem, .. } | Type::Vector { scalable: false, elem, .. }) => {
                    ty = (*elem).clone();
                    env.layout.alloc_size(&ty).ok_or_else(|| no_size(&ty))?
                }
                _ => return Err(Unsupported::new(format!("getelementptr into {ty}"))),
            }
        };
        steps.push(Step::new(index, width, stride));
    }
    Ok(steps)
}

fn fits_signed(value: i128, width: u32) -> bool {
    let half = 1i128 << (width - 1);
    (-half..half).contains(&value)
}

/// Whether a truncation, product or sum leaves the signed range, or the address the unsigned one (`nusw`).
fn wraps_signed(steps: &[Step], start: i128, width: u32) -> bool {
    let (mut offset, mut address) = (0i128, start);
    for step in steps {
        let product = step.index.saturating_mul(step.stride);
        offset = offset.saturating_add(product);
        address = address.saturating_add(product);
        if step.lost_signed || !fits_signed(product, width) || !fits_signed(offset, width) || !(0..1i128 << width).contains(&address) {
            return true;
        }
    }
    false
}

/// Whether a product or sum leaves the unsigned range (`nuw`).
fn wraps_unsigned(steps: &[Step], start: i128, width: u32) -> bool {
    let modulus = 1i128 << width;
    let (mut offset, mut address) = (0i128, start);
    for step in steps {
        // A negative index is a large unsigned number.
        let index = step.index.rem_euclid(modulus);
        let product = index.saturating_mul(step.stride);
        offset = offset.saturating_add(product);
        address = address.saturating_add(product);
        if step.lost_unsigned || product >= modulus || offset >= modulus || address >= modulus {
            return true;
        }
    }
    false
}

/// Whether the base or an intermediate address is out of bounds of its object. Adding nothing is always in bounds.
fn leaves_object(steps: &[Step], base: &Word) -> Result<bool, Unsupported> {
    if steps.iter().all(|s| s.index == 0 || s.stride == 0) {
        return Ok(false);
    }
    match base.provenance {
        Provenance::Object { base: first, size, .. } => {
            let bounds = i128::from(first)..=i128::from(first) + i128::from(size);
            let mut address = i128::from(base.address());
            let mut outside = !bounds.contains(&address);
            for step in steps {
                address = address.saturating_add(step.index.saturating_mul(step.stride));
                outside |= !bounds.contains(&address);
            }
            Ok(outside)
        }
        Provenance::None => Ok(true),
        Provenance::Wildcard | Provenance::Punned => Err(Unsupported::new("getelementptr inbounds on a pointer made from an integer")),
    }
}

/// Casts from and to pointers.
///
/// # Errors
/// For `addrspacecast`, and bit casts between pointers and other types.
pub(crate) fn cast<'c>(
    env: &Env<'_>,
    op: CastOp,
    from: &Type,
    to: &Type,
    a: &Value<ExecDomain<'c>>,
) -> Result<Value<ExecDomain<'c>>, Unsupported> {
    let rule: &dyn Fn(&Word, u32) -> Word = match op {
        CastOp::Ptrtoint => &|word, width| {
            env.expose(word);
            resize(word, width, Provenance::None)
        },
        CastOp::Ptrtoaddr => &|word, width| resize(word, width, Provenance::None),
        CastOp::Inttoptr => &|word, width| {
            let provenance = if word.bits.is_zero() { Provenance::None } else { Provenance::Wildcard };
            resize(word, width, provenance)
        },
        _ => return Err(Unsupported::new(format!("{} from {from} to {to}", op.name()))),
    };
    let width = crate::semantics::scalar_width(env.module, to.scalar())?;
    let lanes = a.lanes.iter().map(|lane| Lane { bits: rule(&lane.bits, width), poison: lane.poison });
    Ok(Value { lanes: lanes.collect() })
}

fn resize(word: &Word, width: u32, provenance: Provenance) -> Word {
    let bits = if width <= word.bits.width() { word.bits.trunc(width) } else { word.bits.zext(width) };
    Word { bits, provenance }
}

/// `icmp` of pointers: of their addresses, lane by lane.
pub(crate) fn icmp<'c>(
    cx: &mut Cx<'_, ExecDomain<'c>>,
    pred: IntPred,
    flags: Flags,
    a: &Value<ExecDomain<'c>>,
    b: &Value<ExecDomain<'c>>,
) -> Value<ExecDomain<'c>> {
    zip_lanes(cx, a, b, |cx, x, y| cmp::icmp(cx, pred, flags, x, y))
}
