//! The order and form of everything at the top level.

use super::Writer;
use crate::constant::ConstKind;
use crate::module::{GlobalAlias, GlobalVar, Module};
use crate::quote::Name;

impl<'m> Writer<'m> {
    /// The whole module. Groups must have been collected.
    pub(super) fn module(&mut self) {
        let Some(module) = self.module else { return };
        self.heading(module);
        self.section(module.globals.iter(), |w, g| w.global_variable(g));
        self.section(module.aliases.iter().filter(|a| !a.ifunc), |w, a| w.alias(a));
        self.section(module.aliases.iter().filter(|a| a.ifunc), |w, a| w.alias(a));
        for function in &module.functions {
            self.blank_line();
            self.enter(function);
            self.function(function);
        }
        self.function = None;
        self.section(module.uselistorders.iter(), |w, line| w.fmt(format_args!("{line}\n")));
        if !self.groups.is_empty() {
            self.blank_line();
            self.attribute_groups();
        }
        self.section(module.named_metadata.iter(), |w, (name, nodes)| {
            w.md_name(name);
            w.text(" = !{");
            w.list(nodes, |w, n| w.md_ref(n));
            w.text("}\n");
        });
        self.section(module.metadata.iter(), |w, (number, node)| {
            w.fmt(format_args!("!{number} = "));
            w.md_node(node);
            w.text("\n");
        });
    }

    fn blank_line(&mut self) {
        if !self.out.is_empty() {
            self.text("\n");
        }
    }

    /// Lines with a blank line before the first.
    fn section<T>(&mut self, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let mut first = true;
        for item in items {
            if std::mem::take(&mut first) {
                self.blank_line();
            }
            write(self, item);
        }
    }

    fn heading(&mut self, module: &Module) {
        for (word, text) in
            [("source_filename", &module.source_filename), ("target datalayout", &module.datalayout), ("target triple", &module.triple)]
        {
            if let Some(text) = text {
                self.fmt(format_args!("{word} = "));
                self.quoted(text);
                self.text("\n");
            }
        }
        self.section(module.asm.iter(), |w, line| w.fmt(format_args!("module asm {}\n", crate::quote::Quoted(line))));
        self.section(module.types.iter(), |w, (name, body)| match body {
            Some(body) => w.fmt(format_args!("%{} = type {body}\n", Name(name))),
            None => w.fmt(format_args!("%{} = type opaque\n", Name(name))),
        });
        self.section(module.comdats.iter(), |w, (name, kind)| w.fmt(format_args!("${} = comdat {kind}\n", Name(name))));
    }

    fn global_variable(&mut self, g: &GlobalVar) {
        self.global_name(&g.name);
        self.text(" = ");
        self.word(&g.linkage);
        for word in &g.qualifiers {
            self.word(word);
        }
        if g.addrspace != 0 {
            self.fmt(format_args!("addrspace({}) ", g.addrspace));
        }
        if g.externally_initialized {
            self.text("externally_initialized ");
        }
        self.text(if g.constant { "constant " } else { "global " });
        self.fmt(format_args!("{}", g.ty));
        if let Some(init) = &g.init {
            self.text(" ");
            self.constant(init);
        }
        for (word, text) in [(", section ", &g.section), (", partition ", &g.partition), (", code_model ", &g.code_model)] {
            if let Some(text) = text {
                self.text(word);
                self.quoted(text);
            }
        }
        for word in &g.sanitizer {
            self.fmt(format_args!(", {word}"));
        }
        if let Some(comdat) = &g.comdat {
            self.text(", ");
            self.comdat(comdat, &g.name);
        }
        if let Some(align) = g.align {
            self.fmt(format_args!(", align {align}"));
        }
        self.attachments(&g.metadata);
        self.fn_attrs(&g.attrs);
        self.text("\n");
    }

    fn alias(&mut self, a: &GlobalAlias) {
        self.global_name(&a.name);
        self.text(" = ");
        self.word(&a.linkage);
        for word in &a.qualifiers {
            self.word(word);
        }
        self.text(if a.ifunc { "ifunc " } else { "alias " });
        self.fmt(format_args!("{}, ", a.ty));
        if matches!(a.target.kind, ConstKind::Expr(_)) && a.target.ty == crate::types::Type::PTR {
            self.constant(&a.target);
        } else {
            self.typed_constant(&a.target);
        }
        if let Some(partition) = &a.partition {
            self.text(", partition ");
            self.quoted(partition);
        }
        self.attachments(&a.metadata);
        self.text("\n");
    }
}
