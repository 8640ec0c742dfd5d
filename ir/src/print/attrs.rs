//! Attributes.

use super::Writer;
use crate::attr::{Attr, AttrKind, AttrSet};
use crate::parser::FP_CLASSES;

impl Writer<'_> {
    /// Each attribute with a blank after it.
    pub(super) fn attrs_before(&mut self, set: &AttrSet) {
        for attr in &set.attrs {
            self.attr(attr, false);
            self.text(" ");
        }
    }

    /// Each attribute with a blank before it.
    pub(super) fn attrs_after(&mut self, set: &AttrSet) {
        for attr in &set.attrs {
            self.text(" ");
            self.attr(attr, false);
        }
    }

    /// ` #0`, or the attributes themselves when there are no groups.
    pub(super) fn fn_attrs(&mut self, set: &AttrSet) {
        if set.is_empty() {
            return;
        }
        match self.groups.get_index_of(set) {
            Some(number) => self.fmt(format_args!(" #{number}")),
            None => self.attrs_after(set),
        }
    }

    /// `attributes #0 = { … }`
    pub(super) fn attribute_groups(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        for (number, set) in groups.keys().enumerate() {
            self.fmt(format_args!("attributes #{number} = {{"));
            for attr in &set.attrs {
                self.text(" ");
                self.attr(attr, true);
            }
            self.text(" }\n");
        }
        self.groups = groups;
    }

    fn attr(&mut self, attr: &Attr, group: bool) {
        match attr {
            Attr::Enum(kind) => self.text(kind.name()),
            Attr::Int(AttrKind::Align, n) => self.fmt(format_args!("align{}{n}", if group { "=" } else { " " })),
            Attr::Int(kind, n) if group => self.fmt(format_args!("{}={n}", kind.name())),
            Attr::Int(kind, n) => self.fmt(format_args!("{}({n})", kind.name())),
            Attr::Type(kind, ty) => self.fmt(format_args!("{}({ty})", kind.name())),
            Attr::Range { bits, lo, hi } => {
                let (lo, hi) = (super::int_text(*bits, lo), super::int_text(*bits, hi));
                self.fmt(format_args!("range(i{bits} {lo}, {hi})"));
            }
            Attr::NofpClass(mask) => self.nofpclass(*mask),
            Attr::Initializes(ranges) => {
                self.text("initializes(");
                self.list(ranges, |w, (lo, hi)| w.fmt(format_args!("({lo}, {hi})")));
                self.text(")");
            }
            Attr::Text(_, text) => self.text(text),
            Attr::String { key, value } => {
                self.quoted(key);
                if let Some(value) = value.as_deref().filter(|v| !v.is_empty()) {
                    self.text("=");
                    self.quoted(value);
                }
            }
        }
    }

    fn nofpclass(&mut self, mask: u16) {
        let mut left = mask;
        let mut names = Vec::new();
        for (name, bits) in FP_CLASSES {
            if left & bits == bits {
                names.push(name);
                left &= !bits;
            }
        }
        self.fmt(format_args!("nofpclass({})", names.join(" ")));
    }
}
