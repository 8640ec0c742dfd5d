//! Metadata and debug records.

use super::Writer;
use crate::metadata::{DebugRecord, MdField, MdNode, MdOperand, MdRef};
use crate::quote::{Name, Quoted};

/// A metadata name: bytes that may not stand in it become `\XX`.
fn md_name(name: &str) -> String {
    let bytes = crate::quote::encode(name);
    let mut out = String::new();
    for (index, &byte) in bytes.iter().enumerate() {
        let plain = crate::lexer::is_name_byte(byte) && !(index == 0 && byte.is_ascii_digit());
        if plain { out.push(char::from(byte)) } else { out.push_str(&format!("\\{byte:02X}")) }
    }
    out
}

impl Writer<'_> {
    /// `!name`
    pub(super) fn md_name(&mut self, name: &str) {
        let name = md_name(name);
        self.fmt(format_args!("!{name}"));
    }

    pub(super) fn md_ref(&mut self, md: &MdRef) {
        match md {
            MdRef::Node(n) => self.fmt(format_args!("!{n}")),
            MdRef::Inline(node) => self.md_node(node),
            MdRef::String(bytes) => self.fmt(format_args!("!{}", Quoted(bytes))),
            MdRef::Constant(c) => self.typed_constant(c),
            MdRef::Null => self.text("null"),
        }
    }

    pub(super) fn md_node(&mut self, node: &MdNode) {
        match node {
            MdNode::Tuple { distinct, elems } => {
                self.text(if *distinct { "distinct !{" } else { "!{" });
                self.list(elems, |w, e| w.md_ref(e));
                self.text("}");
            }
            MdNode::Specialized { distinct, name, fields } => {
                self.text(if *distinct { "distinct " } else { "" });
                self.md_name(name);
                self.text("(");
                self.list(fields, |w, (label, field)| {
                    if !label.is_empty() {
                        w.fmt(format_args!("{}: ", Name(label)));
                    }
                    w.md_field(field);
                });
                self.text(")");
            }
        }
    }

    fn md_field(&mut self, field: &MdField) {
        match field {
            MdField::Ref(md) => self.md_ref(md),
            MdField::Int(text) | MdField::Word(text) => self.text(text),
            MdField::String(bytes) => self.fmt(format_args!("{}", Quoted(bytes))),
            MdField::Local(id) => self.typed_value(*id),
            MdField::List(list) => {
                self.text("{");
                self.list(list, |w, f| w.md_field(f));
                self.text("}");
            }
        }
    }

    pub(super) fn md_operand(&mut self, md: &MdOperand) {
        match md {
            MdOperand::Ref(md) => self.md_ref(md),
            MdOperand::Local(id) => self.typed_value(*id),
            MdOperand::ArgList(args) => {
                self.text("!DIArgList(");
                self.list(args, |w, a| w.md_operand(a));
                self.text(")");
            }
        }
    }

    /// `#dbg_kind(…)` on a line of its own.
    pub(super) fn debug_record(&mut self, record: &DebugRecord) {
        self.fmt(format_args!("    #dbg_{}(", record.kind));
        self.list(&record.args, |w, a| w.md_operand(a));
        self.text(")\n");
    }
}
