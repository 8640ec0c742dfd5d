//! The names of a function's values and blocks as LLVM prints them.

use llvet_ir::quote::Name;
use llvet_ir::{BlockId, Function, ValueId};

/// Printed names of one function, without sigils.
#[derive(Clone, Debug)]
pub struct Names {
    values: Vec<String>,
    blocks: Vec<String>,
}

impl Names {
    /// Numbers what has no name: arguments, then block by block the block and its results (LangRef, "Identifiers").
    #[must_use]
    pub fn of(function: &Function) -> Names {
        let mut next = 0u32;
        let mut number = || {
            next += 1;
            (next - 1).to_string()
        };
        let mut values = vec![String::new(); function.values.len()];
        let mut blocks = Vec::with_capacity(function.blocks.len());
        let mut set = |id: ValueId, number: &mut dyn FnMut() -> String| {
            values[id.index()] = match &function.value(id).name {
                Some(name) => Name(name).to_string(),
                None => number(),
            };
        };
        for arg in &function.args {
            set(arg.value, &mut number);
        }
        for block in &function.blocks {
            blocks.push(match &block.name {
                Some(name) => Name(name).to_string(),
                None => number(),
            });
            for result in block.insts.iter().filter_map(|inst| inst.result) {
                set(result, &mut number);
            }
        }
        Names { values, blocks }
    }

    /// Name of a value.
    #[must_use]
    pub fn value(&self, id: ValueId) -> &str {
        &self.values[id.index()]
    }

    /// Name of a block.
    #[must_use]
    pub fn block(&self, id: BlockId) -> &str {
        &self.blocks[id.index()]
    }
}

/// The block that a `blockaddress` names: by its name, or by its number when it has none.
pub(crate) fn block_named(function: &Function, name: &str) -> Option<BlockId> {
    let by_name = function.blocks_with_ids().find(|(_, b)| b.name.as_deref() == Some(name));
    match by_name {
        Some((id, _)) => Some(id),
        None => {
            let names = Names::of(function);
            function.blocks_with_ids().find(|(id, b)| b.name.is_none() && names.block(*id) == name).map(|(id, _)| id)
        }
    }
}
