//! Freezing a value: the function with one more `freeze` whose result is used in place of the value.

use std::sync::Arc;

use llvet_ir::diagnostic::Span;
use llvet_ir::{BlockId, Flags, Function, Inst, InstKind, Operand, Type, ValueDef, ValueId, ValueKind};

/// Values that can be frozen: arguments and results, of first-class types, that something uses. Not results of terminators, after which
/// there is no place in the same block.
#[must_use]
pub fn candidates(function: &Function) -> Vec<ValueId> {
    let used = |id: ValueId| {
        let is_use = |o: &&Operand| **o == Operand::Value(id);
        function.blocks.iter().flat_map(|b| &b.insts).any(|inst| inst.kind.operands().iter().any(is_use))
    };
    let has_place = |id: ValueId| match function.value(id).kind {
        ValueKind::Arg(_) => true,
        ValueKind::Inst(block, index) => (index as usize) + 1 < function.block(block).insts.len(),
        ValueKind::Undefined => false,
    };
    let already = |id: ValueId| match function.value(id).kind {
        ValueKind::Inst(block, index) => matches!(function.block(block).insts[index as usize].kind, InstKind::Freeze { .. }),
        ValueKind::Arg(_) | ValueKind::Undefined => false,
    };
    let first_class = |ty: &Type| !matches!(ty, Type::Void | Type::Label | Type::Metadata | Type::Token | Type::X86Amx | Type::Func(_));
    let ids = (0..).map(ValueId).take(function.values.len());
    ids.filter(|&id| first_class(&function.value(id).ty) && used(id) && has_place(id) && !already(id)).collect()
}

/// The function with these values frozen once each, right after their definition (arguments: at the start), and the frozen values used
/// everywhere instead.
#[must_use]
pub fn frozen(function: &Function, values: &[ValueId]) -> Function {
    values.iter().fold(function.clone(), |function, &value| freeze_one(function, value))
}

fn freeze_one(mut function: Function, value: ValueId) -> Function {
    let (block, after) = match function.value(value).kind {
        ValueKind::Inst(block, index) => (block, index as usize + 1),
        ValueKind::Arg(_) | ValueKind::Undefined => (BlockId(0), 0),
    };
    let new = ValueId(function.values.len() as u32);
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        inst.kind.for_each_operand_mut(&mut |operand| {
            if *operand == Operand::Value(value) {
                *operand = Operand::Value(new);
            }
        });
    }
    let ty = function.value(value).ty.clone();
    let name = function.value(value).name.as_ref().map(|name| fresh(&function, name));
    let insts = &mut function.blocks[block.index()].insts;
    let phis = insts.iter().take_while(|i| matches!(i.kind, InstKind::Phi { .. })).count();
    let place = after.max(phis);
    let span = insts.get(place).map_or(Span { start: 0, end: 0 }, |i| i.span);
    let kind = InstKind::Freeze { arg: Operand::Value(value) };
    let freeze = Inst { kind, flags: Flags::NONE, ty: ty.clone(), result: Some(new), metadata: Vec::new(), records: Vec::new(), span };
    insts.insert(place, freeze);
    function.values.push(ValueDef { name, ty, kind: ValueKind::Inst(block, place as u32) });
    renumber(&mut function, block);
    function
}

/// Says again where the results of a block are defined.
fn renumber(function: &mut Function, block: BlockId) {
    let results: Vec<Option<ValueId>> = function.blocks[block.index()].insts.iter().map(|i| i.result).collect();
    for (index, id) in results.into_iter().enumerate() {
        if let Some(id) = id {
            function.values[id.index()].kind = ValueKind::Inst(block, index as u32);
        }
    }
}

/// `name.fr`, or with a number that no other value or block has.
fn fresh(function: &Function, name: &str) -> Arc<str> {
    let taken = |text: &str| {
        let is = |n: &Option<Arc<str>>| n.as_deref() == Some(text);
        function.values.iter().any(|v| is(&v.name)) || function.blocks.iter().any(|b| is(&b.name))
    };
    let names = std::iter::once(format!("{name}.fr")).chain((1..).map(|n| format!("{name}.fr{n}")));
    names.into_iter().find(|n| !taken(n)).unwrap_or_default().into()
}
