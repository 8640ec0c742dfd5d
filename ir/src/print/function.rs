//! Functions: headers, blocks.

use super::Writer;
use crate::entity::BlockId;
use crate::function::{Arg, Block, Function};

impl<'m> Writer<'m> {
    /// A definition or declaration; the writer must have entered it.
    pub(super) fn function(&mut self, f: &'m Function) {
        if f.is_declaration() {
            self.text("declare ");
            for (kind, node) in &f.metadata {
                self.md_name(kind);
                self.text(" ");
                self.md_ref(node);
                self.text(" ");
            }
        } else {
            self.text("define ");
        }
        self.header(f);
        if f.is_declaration() {
            self.text("\n");
            return;
        }
        for (kind, node) in &f.metadata {
            self.text(" ");
            self.md_name(kind);
            self.text(" ");
            self.md_ref(node);
        }
        self.text(" {\n");
        for (index, block) in f.blocks.iter().enumerate().filter(|(_, b)| b.defined) {
            self.block(BlockId(index as u32), block);
        }
        for line in &f.uselistorders {
            self.fmt(format_args!("  {line}\n"));
        }
        self.text("}\n");
    }

    fn header(&mut self, f: &Function) {
        let prefix = &f.prefix;
        for word in [&prefix.linkage, &prefix.preemption, &prefix.visibility, &prefix.dll, &prefix.cc] {
            self.word(word);
        }
        self.attrs_before(&f.ret_attrs);
        self.fmt(format_args!("{} ", f.ret));
        self.global_name(&f.name);
        self.text("(");
        let named = !f.is_declaration();
        self.list(&f.args, |w, arg| w.parameter(f, arg, named));
        if f.vararg {
            self.text(if f.args.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        self.suffix(f);
    }

    fn parameter(&mut self, f: &Function, arg: &Arg, named: bool) {
        self.fmt(format_args!("{}", f.value(arg.value).ty));
        self.attrs_after(&arg.attrs);
        if named {
            self.text(" ");
            self.value_name(arg.value);
        }
    }

    fn suffix(&mut self, f: &Function) {
        let suffix = &f.suffix;
        if !suffix.unnamed_addr.is_empty() {
            self.fmt(format_args!(" {}", suffix.unnamed_addr));
        }
        if suffix.addrspace != 0 {
            self.fmt(format_args!(" addrspace({})", suffix.addrspace));
        }
        self.fn_attrs(&f.attrs);
        for (word, text) in [(" section ", &suffix.section), (" partition ", &suffix.partition)] {
            if let Some(text) = text {
                self.text(word);
                self.quoted(text);
            }
        }
        if let Some(comdat) = &suffix.comdat {
            self.text(" ");
            self.comdat(comdat, &f.name);
        }
        if let Some(align) = suffix.align {
            self.fmt(format_args!(" align {align}"));
        }
        if let Some(align) = suffix.preferred_align {
            self.fmt(format_args!(" prefalign({align})"));
        }
        if let Some(gc) = &suffix.gc {
            self.text(" gc ");
            self.quoted(gc);
        }
        let data = [(" prefix ", &suffix.prefix_data), (" prologue ", &suffix.prologue), (" personality ", &suffix.personality)];
        for (word, constant) in data {
            if let Some(constant) = constant {
                self.text(word);
                self.typed_constant(constant);
            }
        }
    }

    /// `comdat` or `comdat($name)`
    pub(super) fn comdat(&mut self, comdat: &str, owner: &str) {
        if comdat == owner {
            self.text("comdat");
        } else {
            self.fmt(format_args!("comdat(${})", crate::quote::Name(comdat)));
        }
    }

    fn block(&mut self, id: BlockId, block: &'m Block) {
        match (&block.name, id.0) {
            (None, 0) => {}
            (Some(name), 0) => self.fmt(format_args!("{}:\n", crate::quote::Name(name))),
            (Some(name), _) => self.fmt(format_args!("\n{}:\n", crate::quote::Name(name))),
            (None, _) => {
                let number = self.numbering.block(id).unwrap_or(0);
                self.fmt(format_args!("\n{number}:\n"));
            }
        }
        for inst in &block.insts {
            for record in &inst.records {
                self.debug_record(record);
            }
            self.text("  ");
            self.inst(inst);
            self.text("\n");
        }
        for record in &block.trailing_records {
            self.debug_record(record);
        }
    }
}
