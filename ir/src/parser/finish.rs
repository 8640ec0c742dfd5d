//! What can only be decided when the whole text has been read: attribute groups, names that nothing defines.

use super::Parser;
use crate::attr::AttrSet;
use crate::diagnostic::Span;
use crate::module::ModuleItem;
use crate::types::Type;

impl<'a> Parser<'a> {
    pub(super) fn finish_module(&mut self) {
        self.merge_groups();
        self.declare_missing_intrinsics();
        self.upgrade_module();
        self.report_unresolved();
    }

    fn merge_groups(&mut self) {
        let groups = std::mem::take(&mut self.tables.groups);
        let merge = |set: &mut AttrSet, numbers: &[(u32, Span)]| {
            for (number, _) in numbers {
                if let Some(group) = groups.get(number) {
                    set.merge(group);
                }
            }
        };
        for (index, numbers) in std::mem::take(&mut self.tables.fn_groups) {
            if let Some(function) = self.module.functions.get_mut(index) {
                merge(&mut function.attrs, &numbers);
                super::upgrade::function_alignment(function);
            }
        }
        for (index, numbers) in std::mem::take(&mut self.tables.global_groups) {
            if let Some(global) = self.module.globals.get_mut(index) {
                merge(&mut global.attrs, &numbers);
            }
        }
        for (index, block, inst, numbers) in std::mem::take(&mut self.tables.call_groups) {
            let function = self.module.functions.get_mut(index);
            let inst = function.and_then(|f| f.blocks.get_mut(block.index())).and_then(|b| b.insts.get_mut(inst as usize));
            if let Some(call) = inst.and_then(|i| i.kind.call_mut()) {
                merge(&mut call.attrs, &numbers);
            }
        }
    }

    fn report_unresolved(&mut self) {
        let mut missing: Vec<(Span, &'static str, String)> = Vec::new();
        let types = std::mem::take(&mut self.tables.type_uses);
        missing
            .extend(types.into_iter().map(|(n, s)| (s, "undefined-type", format!("use of undefined type '%{}'", crate::quote::Name(&n)))));
        let md = std::mem::take(&mut self.tables.md_uses);
        let unknown = md.into_iter().filter(|(n, _)| !self.module.metadata.contains_key(n));
        missing.extend(unknown.map(|(n, s)| (s, "undefined-metadata", format!("use of undefined metadata '!{n}'"))));
        let comdats = std::mem::take(&mut self.tables.comdat_uses);
        let unknown = comdats.into_iter().filter(|(n, _)| !self.module.comdats.contains_key(n));
        missing.extend(unknown.map(|(n, s)| (s, "undefined-value", format!("use of undefined comdat '${}'", crate::quote::Name(&n)))));
        let globals = std::mem::take(&mut self.tables.global_uses);
        missing.extend(globals.into_iter().filter_map(|((name, addrspace), span)| self.global_problem(&name, addrspace, span)));
        let addresses = std::mem::take(&mut self.tables.block_addresses);
        missing.extend(addresses.into_iter().filter_map(|(function, block, span)| self.block_address_problem(&function, &block, span)));
        missing.sort();
        missing.dedup();
        for (span, id, message) in missing {
            self.error(id, span, message);
        }
    }

    fn global_problem(&self, name: &str, used: u32, span: Span) -> Option<(Span, &'static str, String)> {
        let shown = crate::quote::Name(name);
        let Some(item) = self.module.symbols.get(name) else {
            return Some((span, "undefined-value", format!("use of undefined value '@{shown}'")));
        };
        let actual = match item {
            ModuleItem::Global(i) => self.module.globals[*i].addrspace,
            ModuleItem::Function(i) => self.module.functions[*i].suffix.addrspace,
            ModuleItem::Alias(i) => match self.module.aliases[*i].target.ty {
                Type::Ptr { addrspace } => addrspace,
                _ => return None,
            },
        };
        let ptr = |addrspace| Type::Ptr { addrspace };
        (actual != used).then(|| (span, "W5", format!("'@{shown}' defined with type '{}' but expected '{}'", ptr(actual), ptr(used))))
    }

    fn block_address_problem(&self, function: &str, block: &str, span: Span) -> Option<(Span, &'static str, String)> {
        let shown = crate::quote::Name(function);
        let Some(f) = self.module.function(function) else {
            return Some((span, "undefined-value", format!("expected function name in blockaddress, '@{shown}' is none")));
        };
        if f.is_declaration() {
            return Some((span, "undefined-value", "cannot take the address of a block inside a declaration".to_owned()));
        }
        let numbered = crate::quote::is_number(block);
        if numbered && self.tables.renumbered.contains(function) {
            let message = "block address by number in a function whose numbers changed while it was read";
            return Some((span, "limit", message.to_owned()));
        }
        let found = if numbered {
            block.parse().is_ok_and(|n| crate::print::Numbering::of(f).block_with_number(n).is_some())
        } else {
            f.blocks.iter().any(|b| b.name.as_deref() == Some(block))
        };
        (!found).then(|| {
            (span, "undefined-value", format!("referenced value '%{}' is not a basic block of '@{shown}'", crate::quote::Name(block)))
        })
    }
}
