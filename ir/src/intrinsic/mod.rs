//! Intrinsics by name and signature (LangRef, "Intrinsic Functions").
//!
//! **Invariants.** The table is the only place that knows names, types and immediates; what an intrinsic computes lives with
//! the semantics, which match on [`IntrinsicId`]. Names are looked up as LLVM does: the longest known prefix that ends at a
//! dot, the rest being the mangled overloaded types. Old names are the
//! parser's matter, which renames them. Deliberately absent: checking the mangled types themselves, which old
//! text spells in ways that today's does not, and every intrinsic nobody has needed here, for which `lookup` says `None`.

mod shape;
mod table;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

pub use shape::{Mismatch, Shape, match_signature};
pub use table::IntrinsicId;

/// Families of intrinsics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Integers, vectors of them, and vector rearrangement.
    Integer,
    /// Assumptions, hints, traps, debugging.
    Control,
    /// Floating point in the default environment.
    Float,
    /// `llvm.experimental.constrained.*`
    Constrained,
    /// Memory, pointers and variable arguments.
    Memory,
    /// `llvm.vp.*`
    VectorPredicated,
    /// x86 vector instructions on integers.
    X86,
}

/// Types of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// None for `void`, several for a literal struct.
    pub results: &'static [Shape],
    /// Parameters.
    pub params: &'static [Shape],
    /// Parameters (from 0) that must be constants at every call (`immarg`).
    pub immediates: &'static [u8],
}

fn by_name() -> &'static FxHashMap<&'static str, IntrinsicId> {
    static MAP: OnceLock<FxHashMap<&'static str, IntrinsicId>> = OnceLock::new();
    MAP.get_or_init(|| IntrinsicId::ALL.iter().map(|&id| (id.base_name(), id)).collect())
}

/// Whether a function name is reserved for intrinsics.
#[must_use]
pub fn is_intrinsic_name(name: &str) -> bool {
    name.starts_with("llvm.")
}

/// The intrinsic with this full name (`llvm.…`, mangled types included), if the table has it.
#[must_use]
pub fn lookup(name: &str) -> Option<IntrinsicId> {
    let name = name.strip_prefix("llvm.")?;
    if let Some(&id) = by_name().get(name) {
        return Some(id);
    }
    name.rmatch_indices('.').find_map(|(dot, _)| {
        let &id = by_name().get(&name[..dot])?;
        (id.is_overloaded() && is_mangled_type(&name[dot + 1..])).then_some(id)
    })
}

/// Whether a text starts as LLVM mangles types: `i32`, `v4f32`, `nxv2i64`, `p0`, `a4i8`, `s_name`, `sl_…`, a number for unnamed types …
fn is_mangled_type(text: &str) -> bool {
    let digit_after = |prefix: &str| text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    ["", "i", "b", "f", "bf", "v", "nxv", "p", "a", "ppcf", "x86_"].iter().any(|p| digit_after(p))
        || ["s_", "sl_", "f_", "t", "isVoid", "Metadata", "x86"].iter().any(|p| text.starts_with(p))
}

impl IntrinsicId {
    /// Whether the name carries types, that is, whether the signature leaves a choice.
    #[must_use]
    pub fn is_overloaded(self) -> bool {
        let Signature { results, params, .. } = self.signature();
        results.iter().chain(params).any(Shape::is_slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{FloatKind, Type};

    #[test]
    fn names_are_found_with_and_without_types() {
        assert_eq!(lookup("llvm.sadd.with.overflow.v4i32"), Some(IntrinsicId::SaddWithOverflow));
        assert_eq!(lookup("llvm.expect.i1"), Some(IntrinsicId::Expect));
        assert_eq!(lookup("llvm.expect.with.probability.i1"), Some(IntrinsicId::ExpectWithProbability));
        assert_eq!(lookup("llvm.assume"), Some(IntrinsicId::Assume));
        assert_eq!(lookup("llvm.memcpy.p0.p1.i64"), Some(IntrinsicId::Memcpy));
        assert_eq!(lookup("llvm.memcpy.inline.p0.p1.i64"), Some(IntrinsicId::MemcpyInline));
        assert_eq!(lookup("llvm.x86.avx2.psrlv.d.256"), Some(IntrinsicId::X86Avx2PsrlvD256));
        assert_eq!(lookup("llvm.x86.avx2.psrlv.d"), Some(IntrinsicId::X86Avx2PsrlvD));
        assert_eq!(lookup("llvm.ssa.copy.s_struct.a.b"), Some(IntrinsicId::SsaCopy));
    }

    #[test]
    fn other_names_are_not_found() {
        for name in ["llvm.nosuch.i32", "sadd.sat.i8", "llvm.", "llvm.fabs.unknown.f32", "llvm.assume.i1", "llvm.x86.avx2.psrlv.d.512"] {
            assert_eq!(lookup(name), None, "{name}");
        }
    }

    #[test]
    fn every_base_name_leads_back_to_its_row() {
        for &id in IntrinsicId::ALL {
            assert_eq!(lookup(&format!("llvm.{}", id.base_name())), Some(id));
            let suffixed = lookup(&format!("llvm.{}.i8", id.base_name()));
            assert_eq!(suffixed.is_some(), id.is_overloaded() || suffixed.is_some_and(|other| other != id), "{id:?}");
        }
    }

    #[test]
    fn slots_named_by_a_signature_exist() {
        for &id in IntrinsicId::ALL {
            let Signature { results, params, immediates } = id.signature();
            let slots = results.iter().chain(params).filter(|s| s.is_slot()).count();
            for shape in results.iter().chain(params) {
                let named = match shape {
                    Shape::Same(n) | Shape::Lanes(n, _) | Shape::Elem(n) | Shape::Part(n, _) | Shape::AnyPtrs(n) => usize::from(*n),
                    Shape::Times(_, Shape::Part(n, _)) => usize::from(*n),
                    _ => continue,
                };
                assert!(named < slots, "{id:?}");
            }
            assert!(immediates.iter().all(|&i| usize::from(i) < params.len()), "{id:?}");
        }
    }

    #[test]
    fn signatures_match_or_say_where_they_do_not() {
        let i8s = |n| vec![Type::Int(8); n];
        let pair = Type::structure(vec![Type::Int(8), Type::I1]);
        let id = IntrinsicId::SaddWithOverflow;
        assert_eq!(match_signature(id, &pair, &i8s(2), false), Ok(vec![Type::Int(8)]));
        assert_eq!(match_signature(id, &pair, &i8s(3), false), Err(Mismatch::Count(2)));
        assert_eq!(match_signature(id, &pair, &i8s(2), true), Err(Mismatch::Varargs));
        assert_eq!(match_signature(id, &Type::Int(8), &i8s(2), false), Err(Mismatch::Result));
        assert_eq!(match_signature(id, &pair, &[Type::Int(8), Type::Int(9)], false), Err(Mismatch::Param(1)));

        let v = |n, bits| Type::vector(n, Type::Int(bits));
        assert_eq!(match_signature(IntrinsicId::VectorReduceAdd, &Type::Int(8), &[v(4, 8)], false), Ok(vec![v(4, 8)]));
        assert_eq!(match_signature(IntrinsicId::VectorReduceAdd, &Type::Int(9), &[v(4, 8)], false), Err(Mismatch::Result));
        assert_eq!(match_signature(IntrinsicId::VectorInterleave3, &v(6, 8), &[v(2, 8), v(2, 8), v(2, 8)], false), Ok(vec![v(6, 8)]));
        assert_eq!(match_signature(IntrinsicId::VectorInterleave3, &v(7, 8), &[v(2, 8), v(2, 8), v(2, 8)], false), Err(Mismatch::Param(0)));
        assert_eq!(match_signature(IntrinsicId::X86Sse2PmaddWd, &v(4, 32), &[v(8, 16), v(8, 16)], false), Ok(vec![]));
        assert_eq!(match_signature(IntrinsicId::X86Sse2PmaddWd, &v(4, 32), &[v(8, 16), v(8, 8)], false), Err(Mismatch::Param(1)));
        let float = Type::Float(FloatKind::Float);
        assert_eq!(match_signature(IntrinsicId::Fabs, &float, std::slice::from_ref(&float), false), Ok(vec![float.clone()]));
        assert_eq!(match_signature(IntrinsicId::Fabs, &Type::Int(32), &[Type::Int(32)], false), Err(Mismatch::Result));
        assert_eq!(match_signature(IntrinsicId::Localescape, &Type::Void, &[], true), Ok(vec![]));
        assert_eq!(match_signature(IntrinsicId::DbgLabel, &Type::Void, &[Type::Metadata], false), Ok(vec![]));
    }
}
