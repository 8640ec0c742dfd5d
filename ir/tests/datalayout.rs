//! Data layouts: strings, sizes, alignments, offsets.

use std::sync::Arc;

use llvet_ir::types::{FloatKind, StructType};
use llvet_ir::{DataLayout, Module, Type};

fn int(bits: u32) -> Type {
    Type::Int(bits)
}

fn packed(fields: Vec<Type>) -> Type {
    Type::Struct(Arc::new(StructType { packed: true, fields }))
}

/// Size in bits, store size, allocation size, alignment.
fn measures(layout: &DataLayout, ty: &Type) -> [u64; 4] {
    [layout.size_in_bits(ty), layout.store_size(ty), layout.alloc_size(ty), layout.abi_align(ty)].map(Option::unwrap)
}

#[test]
fn defaults_are_those_of_llvm() {
    let layout = DataLayout::default();
    assert!(!layout.big_endian());
    assert_eq!((layout.pointer_bits(0), layout.index_bits(7)), (64, 64));
    assert_eq!(measures(&layout, &int(1)), [1, 1, 1, 1]);
    assert_eq!(measures(&layout, &int(24)), [24, 3, 4, 4]);
    assert_eq!(measures(&layout, &int(64)), [64, 8, 8, 4]);
    assert_eq!(measures(&layout, &int(65)), [65, 9, 12, 4]);
    assert_eq!(measures(&layout, &Type::Float(FloatKind::Double)), [64, 8, 8, 8]);
    assert_eq!(measures(&layout, &Type::Float(FloatKind::X86Fp80)), [80, 10, 16, 16]);
    assert_eq!(measures(&layout, &Type::PTR), [64, 8, 8, 8]);
    assert_eq!(measures(&layout, &Type::vector(3, int(8))), [24, 3, 4, 4]);
    assert_eq!(measures(&layout, &Type::vector(3, int(1))), [3, 1, 1, 1]);
    assert_eq!(measures(&layout, &Type::vector(4, int(32))), [128, 16, 16, 16]);
    assert_eq!(measures(&layout, &Type::array(3, int(24))), [96, 12, 12, 4]);
    assert_eq!(measures(&layout, &Type::structure(vec![])), [0, 0, 0, 1]);
    assert_eq!(DataLayout::parse(""), Ok(layout));
}

#[test]
fn a_string_overrides_single_defaults() {
    let layout =
        DataLayout::parse("E-m:e-p:32:32-p3:40:64:64:32-i64:64-i128:128-f64:32:64-v64:32-a:16-n8:16:32-S128-A5-G1-P2-ni:4").unwrap();
    assert!(layout.big_endian());
    assert_eq!((layout.pointer_bits(0), layout.pointer_bits(1), layout.pointer_bits(3)), (32, 32, 40));
    assert_eq!((layout.index_bits(0), layout.index_bits(3)), (32, 32));
    assert_eq!(layout.abi_align(&int(64)), Some(8));
    assert_eq!(layout.abi_align(&int(100)), Some(16));
    assert_eq!(layout.abi_align(&int(32)), Some(4));
    assert_eq!(layout.abi_align(&Type::Float(FloatKind::Double)), Some(4));
    assert_eq!(layout.abi_align(&Type::vector(2, int(32))), Some(4));
    assert_eq!(layout.abi_align(&Type::structure(vec![int(8)])), Some(2));
    assert_eq!(layout.native_ints(), [8, 16, 32]);
    assert_eq!(layout.stack_align(), Some(16));
    assert_eq!((layout.alloca_addrspace(), layout.global_addrspace(), layout.program_addrspace()), (5, 1, 2));
    assert!(layout.pointer(4).non_integral && !layout.pointer(0).non_integral);
    assert!(DataLayout::parse("pe1:128:128:128:64-pu2:64:64").unwrap().pointer(1).non_integral);
}

#[test]
fn wrong_strings_are_refused() {
    for text in [
        "x",
        "e-",
        "ee",
        "i32",
        "i0:8",
        "i8:16",
        "i32:24",
        "i32:64:32",
        "p:0:8",
        "p:32",
        "p:32:32:32:64",
        "p1x:32:32",
        "pz:32:32",
        "ni:0",
        "n",
        "n0",
        "S7",
        "m:q",
        "mm",
        "Fx32",
        "a:7",
        "a5:8",
        "f32:0",
        "v64:-8",
        "A",
        "A99999999",
        "i+8:8",
        "p1(a:32:32",
    ] {
        assert!(DataLayout::parse(text).is_err(), "{text}");
    }
    assert_eq!(DataLayout::parse("e-i8:16").unwrap_err().spec, "i8:16");
}

#[test]
fn fields_are_aligned_unless_packed() {
    let layout = DataLayout::default();
    let fields = vec![int(8), int(32), int(16), Type::PTR, int(1)];
    let s = layout.struct_layout(&Type::structure(fields.clone())).unwrap();
    assert_eq!(s.offsets, [0, 4, 8, 16, 24]);
    assert_eq!((s.size, s.align), (32, 8));
    assert_eq!((0..5).map(|i| s.padding_after(i)).collect::<Vec<_>>(), [3, 0, 6, 0, 7]);
    let p = layout.struct_layout(&packed(fields)).unwrap();
    assert_eq!(p.offsets, [0, 1, 5, 7, 15]);
    assert_eq!((p.size, p.align), (16, 1));
    let odd = layout.struct_layout(&Type::structure(vec![int(24), int(8)])).unwrap();
    assert_eq!((odd.offsets.clone(), odd.size, odd.padding_after(0)), (vec![0, 4], 8, 1));
}

#[test]
fn named_structs_come_from_the_module() {
    let mut module = Module::default();
    let named = |n: &str| Type::Named(n.into());
    module.types.insert("outer".into(), Some(Type::structure(vec![int(8), named("inner"), Type::array(2, named("inner"))])));
    module.types.insert("inner".into(), Some(Type::structure(vec![int(32), int(8)])));
    module.types.insert("opaque".into(), None);
    module.types.insert("holds_opaque".into(), Some(Type::structure(vec![named("opaque")])));
    module.types.insert("loop".into(), Some(Type::structure(vec![int(8), named("loop")])));
    module.types.insert("ring1".into(), Some(Type::structure(vec![named("ring2")])));
    module.types.insert("ring2".into(), Some(Type::structure(vec![named("inner"), named("ring1")])));
    let layout = DataLayout::of(&module).unwrap();
    assert_eq!(layout.struct_layout(&named("outer")).unwrap().offsets, [0, 4, 12]);
    assert_eq!(measures(&layout, &named("outer")), [224, 28, 28, 4]);
    for name in ["opaque", "holds_opaque", "loop", "ring1", "ring2", "unknown"] {
        assert_eq!(layout.alloc_size(&named(name)), None, "{name}");
        assert!(!layout.is_sized(&named(name)), "{name}");
    }
}

#[test]
fn type_graphs_that_double_cost_linear_time() {
    let mut module = Module::default();
    let name = |i: u32| Type::Named(format!("t{i}").into());
    module.types.insert("t0".into(), Some(Type::structure(vec![int(8)])));
    for i in 1..3000 {
        module.types.insert(format!("t{i}").into(), Some(Type::structure(vec![name(i - 1), name(i - 1)])));
    }
    module.types.reverse();
    let layout = DataLayout::of(&module).unwrap();
    assert_eq!(layout.alloc_size(&name(40)), Some(1 << 40));
    assert_eq!(layout.alloc_size(&name(70)), None); // more than 64 bits
    assert!(layout.is_sized(&name(2999)));
}

#[test]
fn types_without_a_fixed_size_have_none() {
    let layout = DataLayout::default();
    let scalable = Type::Vector { scalable: true, len: 2, elem: Arc::new(int(64)) };
    for ty in [Type::Void, Type::Label, Type::Metadata, Type::Token, scalable.clone(), Type::structure(vec![scalable])] {
        assert_eq!((layout.size_in_bits(&ty), layout.abi_align(&ty)), (None, None), "{ty}");
    }
    assert_eq!(layout.size_in_bits(&Type::array(u64::MAX, int(64))), None);
}
