//! Struct layouts. Named structs are laid out in dependency order with an explicit stack.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{DataLayout, NamedLayout};
use crate::module::Module;
use crate::types::{StructType, Type};

/// Where the fields of a struct are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// Offset of each field in bytes.
    pub offsets: Vec<u64>,
    /// Store size of each field in bytes, so that `offsets[i] + sizes[i]` is where padding starts.
    pub sizes: Vec<u64>,
    /// Size in bytes, padding at the end included.
    pub size: u64,
    /// ABI alignment in bytes.
    pub align: u64,
}

impl StructLayout {
    /// Bytes of padding between the end of a field's value and the next field or the end.
    #[must_use]
    pub fn padding_after(&self, field: usize) -> u64 {
        let next = self.offsets.get(field + 1).copied().unwrap_or(self.size);
        next - self.offsets[field] - self.sizes[field]
    }
}

/// Lays out a body whose named parts are already known to `layout`.
pub(super) fn lay_out(layout: &DataLayout, body: &StructType) -> Option<StructLayout> {
    let (mut offsets, mut sizes) = (Vec::with_capacity(body.fields.len()), Vec::with_capacity(body.fields.len()));
    let (mut at, mut align) = (0u64, 1u64);
    for field in &body.fields {
        let field_align = if body.packed { 1 } else { layout.abi_align(field)? };
        at = at.checked_next_multiple_of(field_align)?;
        align = align.max(field_align);
        offsets.push(at);
        sizes.push(layout.store_size(field)?);
        at = at.checked_add(layout.alloc_size(field)?)?;
    }
    let align_whole = if body.packed { 1 } else { align.max(layout.aggregate_align) };
    Some(StructLayout { offsets, sizes, size: at.checked_next_multiple_of(align)?, align: align_whole })
}

/// Lays out every named struct of the module.
pub(super) fn lay_out_named(layout: &mut DataLayout, module: &Module) {
    for start in module.types.keys() {
        let mut open: FxHashMap<Arc<str>, ()> = FxHashMap::default();
        let mut stack = vec![Arc::clone(start)];
        while let Some(name) = stack.last().cloned() {
            let body = module.types.get(&name).and_then(Option::as_ref);
            if layout.named.contains_key(&name) {
                stack.pop();
                continue;
            }
            let first_visit = open.insert(Arc::clone(&name), ()).is_none();
            let mut parts = Vec::new();
            if let (true, Some(body)) = (first_visit, body) {
                named_parts(body, &mut parts);
                parts.retain(|p| !layout.named.contains_key(p));
            }
            if parts.iter().any(|p| open.contains_key(p)) || parts.is_empty() {
                // An open part closes a cycle; otherwise all parts are known, or unknowable.
                let done = match body {
                    Some(ty @ Type::Struct(body)) if parts.is_empty() => match lay_out(layout, body) {
                        Some(fixed) => NamedLayout::Fixed(fixed),
                        None if layout.is_sized(ty) => NamedLayout::Sized,
                        None => NamedLayout::Unsized,
                    },
                    _ if !parts.is_empty() => NamedLayout::Recursive,
                    _ => NamedLayout::Unsized,
                };
                layout.named.insert(name, done);
                stack.pop();
            } else {
                stack.extend(parts);
            }
        }
    }
}

/// Names of the structs that are stored inside a type.
fn named_parts(ty: &Type, out: &mut Vec<Arc<str>>) {
    match ty {
        Type::Named(name) => out.push(Arc::clone(name)),
        Type::Array { elem, .. } | Type::Vector { elem, .. } => named_parts(elem, out),
        Type::Struct(body) => body.fields.iter().for_each(|f| named_parts(f, out)),
        Type::Void
        | Type::Label
        | Type::Metadata
        | Type::Token
        | Type::X86Amx
        | Type::Int(_)
        | Type::Byte(_)
        | Type::Float(_)
        | Type::Ptr { .. }
        | Type::Target { .. }
        | Type::Func(_) => {}
    }
}
