//! Data layout: endianness, sizes, alignments, offsets (LangRef, "Data Layout").
//!
//! **Invariants.** All answers are bytes unless the name says bits. Named structs are laid out once, when the layout is made for a
//! module, without recursion, so hostile type graphs cost linear time. `None` means that the type has no fixed size: scalable
//! vectors, `void`, opaque and recursive structs, target types, and sizes that do not fit 64 bits.

mod spec;
mod structs;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::module::Module;
use crate::types::{FloatKind, Type};

pub use spec::LayoutError;
pub use structs::StructLayout;

/// Layout of the pointers of one address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerSpec {
    /// Address space.
    pub addrspace: u32,
    /// Width of the representation in bits.
    pub bits: u32,
    /// ABI alignment in bytes.
    pub align: u64,
    /// Width in bits of the integers that index it.
    pub index_bits: u32,
    /// Whether its bits are not just an address (`ni`, or the flags `u` and `e`).
    pub non_integral: bool,
}

/// What is known of a named struct.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NamedLayout {
    /// Its layout.
    Fixed(StructLayout),
    /// It has a size, but not one that is known here: scalable vectors, target types, more than 64 bits.
    Sized,
    /// Opaque, or with a part that has no size.
    Unsized,
    /// Stored inside itself.
    Recursive,
}

/// A data layout, with the named structs of its module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    big_endian: bool,
    /// Sorted by address space; 0 is always there.
    pointers: Vec<PointerSpec>,
    /// `(width in bits, alignment in bytes)`, sorted, never empty.
    ints: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    aggregate_align: u64,
    stack_align: Option<u64>,
    alloca_addrspace: u32,
    program_addrspace: u32,
    global_addrspace: u32,
    native_ints: Vec<u32>,
    named: FxHashMap<Arc<str>, NamedLayout>,
}

impl Default for DataLayout {
    /// LLVM's layout for modules without `target datalayout`.
    fn default() -> DataLayout {
        DataLayout {
            big_endian: false,
            pointers: vec![PointerSpec { addrspace: 0, bits: 64, align: 8, index_bits: 64, non_integral: false }],
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
            stack_align: None,
            alloca_addrspace: 0,
            program_addrspace: 0,
            global_addrspace: 0,
            native_ints: Vec::new(),
            named: FxHashMap::default(),
        }
    }
}

impl DataLayout {
    /// The layout of a module, its named structs included.
    ///
    /// # Errors
    /// When the module's string does not parse.
    pub fn of(module: &Module) -> Result<DataLayout, LayoutError> {
        let mut layout = match &module.datalayout {
            Some(text) => DataLayout::parse(text)?,
            None => DataLayout::default(),
        };
        structs::lay_out_named(&mut layout, module);
        Ok(layout)
    }

    /// Reads a layout string. It knows no named structs.
    ///
    /// # Errors
    /// Says which specification is wrong and why.
    pub fn parse(text: &str) -> Result<DataLayout, LayoutError> {
        spec::parse(text)
    }

    /// Whether the most significant byte comes first.
    #[must_use]
    pub fn big_endian(&self) -> bool {
        self.big_endian
    }

    /// Natural alignment of the stack in bytes, when given.
    #[must_use]
    pub fn stack_align(&self) -> Option<u64> {
        self.stack_align
    }

    /// Address space of `alloca`.
    #[must_use]
    pub fn alloca_addrspace(&self) -> u32 {
        self.alloca_addrspace
    }

    /// Address space of functions.
    #[must_use]
    pub fn program_addrspace(&self) -> u32 {
        self.program_addrspace
    }

    /// Default address space of globals.
    #[must_use]
    pub fn global_addrspace(&self) -> u32 {
        self.global_addrspace
    }

    /// Widths of the native integers in bits.
    #[must_use]
    pub fn native_ints(&self) -> &[u32] {
        &self.native_ints
    }

    /// Pointers of an address space; spaces without a specification are like space 0.
    #[must_use]
    pub fn pointer(&self, addrspace: u32) -> PointerSpec {
        let found = self.pointers.iter().find(|p| p.addrspace == addrspace);
        found.copied().unwrap_or(PointerSpec { addrspace, ..self.pointers[0] })
    }

    /// Width of a pointer's representation in bits.
    #[must_use]
    pub fn pointer_bits(&self, addrspace: u32) -> u32 {
        self.pointer(addrspace).bits
    }

    /// Width of an address space's indices (and addresses) in bits.
    #[must_use]
    pub fn index_bits(&self, addrspace: u32) -> u32 {
        self.pointer(addrspace).index_bits
    }

    /// Size of the value in bits; padding between fields and elements counts, padding after the whole does not.
    #[must_use]
    pub fn size_in_bits(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Int(bits) | Type::Byte(bits) => Some(u64::from(*bits)),
            Type::Float(kind) => Some(u64::from(kind.bits())),
            Type::Ptr { addrspace } => Some(u64::from(self.pointer_bits(*addrspace))),
            Type::Vector { scalable: false, len, elem } => self.size_in_bits(elem)?.checked_mul(*len),
            Type::Array { len, elem } => self.alloc_size(elem)?.checked_mul(*len)?.checked_mul(8),
            Type::Struct(_) | Type::Named(_) => self.with_struct(ty, |s| s.size.checked_mul(8))?,
            Type::X86Amx => Some(8192),
            Type::Vector { scalable: true, .. }
            | Type::Void
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Target { .. }
            | Type::Func(_) => None,
        }
    }

    /// Bytes that a store of the type may write.
    #[must_use]
    pub fn store_size(&self, ty: &Type) -> Option<u64> {
        Some(self.size_in_bits(ty)?.div_ceil(8))
    }

    /// Distance of consecutive elements: the store size rounded up to the ABI alignment.
    #[must_use]
    pub fn alloc_size(&self, ty: &Type) -> Option<u64> {
        self.store_size(ty)?.checked_next_multiple_of(self.abi_align(ty)?)
    }

    /// ABI alignment in bytes, a power of two.
    #[must_use]
    pub fn abi_align(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Int(bits) | Type::Byte(bits) => Some(self.int_align(*bits)),
            Type::Float(kind) => Some(self.float_align(*kind)),
            Type::Ptr { addrspace } => Some(self.pointer(*addrspace).align),
            Type::Vector { scalable: false, .. } => {
                let bits = self.size_in_bits(ty)?;
                match self.vectors.iter().find(|(width, _)| u64::from(*width) == bits) {
                    Some((_, align)) => Some(*align),
                    None => bits.div_ceil(8).checked_next_power_of_two(),
                }
            }
            Type::Array { elem, .. } => self.abi_align(elem),
            Type::Struct(_) | Type::Named(_) => self.with_struct(ty, |s| s.align),
            Type::X86Amx => Some(64),
            Type::Vector { scalable: true, .. }
            | Type::Void
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Target { .. }
            | Type::Func(_) => None,
        }
    }

    /// Whether the type has a size at all, be it known only at run time (LangRef, "sized"). Opaque and recursive structs have none.
    #[must_use]
    pub fn is_sized(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(_) | Type::Byte(_) | Type::Float(_) | Type::Ptr { .. } | Type::X86Amx | Type::Target { .. } => true,
            Type::Vector { elem, .. } | Type::Array { elem, .. } => self.is_sized(elem),
            Type::Struct(body) => body.fields.iter().all(|f| self.is_sized(f)),
            Type::Named(name) => matches!(self.named.get(name), Some(NamedLayout::Fixed(_) | NamedLayout::Sized)),
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Func(_) => false,
        }
    }

    /// Whether a named struct closes a cycle of structs stored inside each other, which LLVM does not allow.
    #[must_use]
    pub fn is_recursive(&self, name: &str) -> bool {
        matches!(self.named.get(name), Some(NamedLayout::Recursive))
    }

    /// Offsets, size and alignment of a struct.
    #[must_use]
    pub fn struct_layout(&self, ty: &Type) -> Option<StructLayout> {
        self.with_struct(ty, Clone::clone)
    }

    fn with_struct<R>(&self, ty: &Type, read: impl FnOnce(&StructLayout) -> R) -> Option<R> {
        match ty {
            Type::Struct(body) => structs::lay_out(self, body).as_ref().map(read),
            Type::Named(name) => match self.named.get(name)? {
                NamedLayout::Fixed(layout) => Some(read(layout)),
                NamedLayout::Sized | NamedLayout::Unsized | NamedLayout::Recursive => None,
            },
            _ => None,
        }
    }

    /// Exact width, else the next wider one, else the widest.
    fn int_align(&self, bits: u32) -> u64 {
        let at = self.ints.partition_point(|(width, _)| *width < bits).min(self.ints.len() - 1);
        self.ints[at].1
    }

    fn float_align(&self, kind: FloatKind) -> u64 {
        let exact = self.floats.iter().find(|(width, _)| *width == kind.bits());
        exact.map_or(u64::from(kind.bits() / 8).next_power_of_two(), |(_, align)| *align)
    }
}
