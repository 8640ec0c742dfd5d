//! LLVM's own syntax for everything, and short texts of single things for messages.
//!
//! **Invariants.** What is printed parses to the same module again, and printing that gives the same text. `llvm-as` 22 accepts it,
//! unless the module holds constant expressions that LLVM no longer has. Numbers of unnamed values, blocks and globals are assigned here
//! and nowhere else ([`Numbering`]); attribute groups are numbered by first use. Deliberately absent: comments about predecessors.

use std::fmt::{self, Write as _};

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::attr::AttrSet;
use crate::constant::Constant;
use crate::entity::{BlockId, ValueId};
use crate::function::Function;
use crate::inst::{Inst, InstKind, Operand};
use crate::module::{Module, ModuleItem};
use crate::quote::Name;

mod attrs;
mod constants;
mod function;
mod insts;
mod metadata;
mod toplevel;

pub use constants::{float_text, int_text};

/// The numbers of a function's unnamed values and blocks, counted as LLVM does: parameters, then blocks and results in textual order.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    values: Vec<Option<u32>>,
    blocks: Vec<Option<u32>>,
}

impl Numbering {
    /// Numbers a function.
    #[must_use]
    pub fn of(function: &Function) -> Numbering {
        let mut numbering = Numbering { values: vec![None; function.values.len()], blocks: vec![None; function.blocks.len()] };
        let mut next = 0;
        let mut count = |slot: Option<&mut Option<u32>>| {
            if let Some(slot) = slot {
                *slot = Some(next);
                next += 1;
            }
        };
        let unnamed = |id: ValueId| function.values.get(id.index()).is_some_and(|v| v.name.is_none());
        for arg in function.args.iter().filter(|arg| unnamed(arg.value)) {
            count(numbering.values.get_mut(arg.value.index()));
        }
        for (index, block) in function.blocks.iter().enumerate() {
            if block.name.is_none() {
                count(numbering.blocks.get_mut(index));
            }
            for id in block.insts.iter().filter_map(|inst| inst.result).filter(|id| unnamed(*id)) {
                count(numbering.values.get_mut(id.index()));
            }
        }
        numbering
    }

    /// The number of an unnamed value that is defined.
    #[must_use]
    pub fn value(&self, id: ValueId) -> Option<u32> {
        self.values.get(id.index()).copied().flatten()
    }

    /// The number of an unnamed block.
    #[must_use]
    pub fn block(&self, id: BlockId) -> Option<u32> {
        self.blocks.get(id.index()).copied().flatten()
    }

    /// The block with a number.
    #[must_use]
    pub fn block_with_number(&self, number: u32) -> Option<BlockId> {
        self.blocks.iter().position(|n| *n == Some(number)).map(|index| BlockId(index as u32))
    }
}

/// `%name`, quoted where needed, from a stored name.
#[must_use]
pub fn local(name: &str) -> String {
    format!("%{}", Name(name))
}

/// The text of a whole module.
#[must_use]
pub fn print_module(module: &Module) -> String {
    let mut writer = Writer::new(module);
    writer.collect_groups();
    writer.module();
    writer.out
}

/// The text of one function, with attributes written out in place of groups.
#[must_use]
pub fn print_function(module: &Module, function: &Function) -> String {
    let mut writer = Writer::new(module);
    writer.enter(function);
    writer.function(function);
    writer.out
}

/// The text of one instruction on one line, without its debug records.
#[must_use]
pub fn print_inst(module: &Module, function: &Function, inst: &Inst) -> String {
    Texts::of(module, function).inst(inst)
}

/// `%x`, or `%7` as LLVM numbers the function's unnamed values. Use [`Numbering`] to name many.
#[must_use]
pub fn value_name(function: &Function, id: ValueId) -> String {
    match &function.value(id).name {
        Some(name) => local(name),
        None => Numbering::of(function).value(id).map_or_else(|| "%?".to_owned(), |n| format!("%{n}")),
    }
}

/// `%b`, or `%7` as LLVM numbers the function's unnamed blocks.
#[must_use]
pub fn block_name(function: &Function, id: BlockId) -> String {
    match &function.block(id).name {
        Some(name) => local(name),
        None => Numbering::of(function).block(id).map_or_else(|| "%?".to_owned(), |n| format!("%{n}")),
    }
}

/// An operand with its type: `i32 %x`, `ptr @g`, `i8 poison`.
#[must_use]
pub fn operand_text(module: &Module, function: &Function, operand: &Operand) -> String {
    Texts::of(module, function).operand(operand)
}

/// Texts of many things of one function, whose values are numbered once.
pub struct Texts<'m>(Writer<'m>);

impl<'m> Texts<'m> {
    /// Numbers a function of a module.
    #[must_use]
    pub fn of(module: &'m Module, function: &'m Function) -> Texts<'m> {
        let mut writer = Writer::new(module);
        writer.enter(function);
        Texts(writer)
    }

    /// As [`print_inst`].
    pub fn inst(&mut self, inst: &Inst) -> String {
        self.0.inst(inst);
        let lines = std::mem::take(&mut self.0.out);
        lines.split('\n').map(str::trim).collect::<Vec<&str>>().join(" ")
    }

    /// As [`operand_text`].
    pub fn operand(&mut self, operand: &Operand) -> String {
        self.0.typed_operand(operand);
        std::mem::take(&mut self.0.out)
    }

    /// `%x`, or `%7` for an unnamed value.
    pub fn value(&mut self, id: ValueId) -> String {
        self.0.value_name(id);
        std::mem::take(&mut self.0.out)
    }
}

/// The text of everything, being written.
struct Writer<'m> {
    out: String,
    module: Option<&'m Module>,
    /// Function attributes in order of first use. Without any, attributes are written out.
    groups: IndexMap<&'m AttrSet, ()>,
    /// New numbers of globals whose names are numbers.
    globals: FxHashMap<&'m str, u32>,
    function: Option<&'m Function>,
    numbering: Numbering,
}

impl<'m> Writer<'m> {
    fn new(module: &'m Module) -> Writer<'m> {
        Writer { module: Some(module), globals: global_numbers(module), ..Writer::detached() }
    }

    /// A writer for constants on their own.
    fn detached() -> Writer<'m> {
        Writer {
            out: String::new(),
            module: None,
            groups: IndexMap::new(),
            globals: FxHashMap::default(),
            function: None,
            numbering: Numbering::default(),
        }
    }

    fn enter(&mut self, function: &'m Function) {
        self.numbering = Numbering::of(function);
        self.function = Some(function);
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn fmt(&mut self, args: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(args);
    }

    /// A word and a blank, unless the word is empty.
    fn word(&mut self, word: &str) {
        if !word.is_empty() {
            self.out.push_str(word);
            self.out.push(' ');
        }
    }

    fn quoted(&mut self, text: &str) {
        let bytes = crate::quote::encode(text);
        self.fmt(format_args!("{}", crate::quote::Quoted(&bytes)));
    }

    fn global_name(&mut self, name: &str) {
        match self.globals.get(name).copied() {
            Some(number) => self.fmt(format_args!("@{number}")),
            None => self.fmt(format_args!("@{}", Name(name))),
        }
    }

    fn value_name(&mut self, id: ValueId) {
        let function = self.function;
        match function.and_then(|f| f.values.get(id.index())).and_then(|v| v.name.as_deref()) {
            Some(name) => {
                self.out.push('%');
                let _ = crate::quote::write_name(&mut self.out, name);
            }
            None => match self.numbering.value(id) {
                Some(number) => self.fmt(format_args!("%{number}")),
                None => self.text("%\"<undefined>\""),
            },
        }
    }

    fn block_name(&mut self, id: BlockId) {
        let function = self.function;
        match function.and_then(|f| f.blocks.get(id.index())).and_then(|b| b.name.as_deref()) {
            Some(name) => {
                self.out.push('%');
                let _ = crate::quote::write_name(&mut self.out, name);
            }
            None => match self.numbering.block(id) {
                Some(number) => self.fmt(format_args!("%{number}")),
                None => self.text("%\"<undefined>\""),
            },
        }
    }

    /// Items with `, ` between them.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            write(self, item);
        }
    }

    /// Numbers the attribute groups: functions first, then the calls in them, as LLVM does.
    fn collect_groups(&mut self) {
        let Some(module) = self.module else { return };
        let globals = module.globals.iter().map(|g| &g.attrs);
        let functions = module.functions.iter().map(|f| &f.attrs);
        let insts = module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.insts);
        let calls = insts.filter_map(|inst| match &inst.kind {
            InstKind::Call { call, .. } | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => Some(&call.attrs),
            _ => None,
        });
        self.groups = globals.chain(functions).chain(calls).filter(|set| !set.is_empty()).map(|set| (set, ())).collect();
    }
}

/// LLVM numbers unnamed globals by kind; names that are numbers already get the numbers of today.
fn global_numbers(module: &Module) -> FxHashMap<&str, u32> {
    let names = module
        .globals
        .iter()
        .map(|g| &*g.name)
        .chain(module.aliases.iter().filter(|a| !a.ifunc).map(|a| &*a.name))
        .chain(module.aliases.iter().filter(|a| a.ifunc).map(|a| &*a.name))
        .chain(module.functions.iter().map(|f| &*f.name));
    names.filter(|name| crate::quote::is_number(name)).zip(0..).collect()
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_module(self))
    }
}

impl fmt::Display for Constant {
    /// With its type, as an operand is written: `i8 -1`, `<2 x i8> <i8 1, i8 poison>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::detached();
        writer.typed_constant(self);
        f.write_str(&writer.out)
    }
}

impl Module {
    /// The globals, aliases and functions in textual order.
    pub fn items(&self) -> impl Iterator<Item = ModuleItem> + '_ {
        self.symbols.values().copied()
    }
}
