//! Attributes at every place, with the spellings that older LLVM used.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{PResult, Parser};
use crate::attr::{Attr, AttrKind, AttrSet};
use crate::constant::IntValue;
use crate::diagnostic::Span;
use crate::lexer::Tok;
use crate::types::Type;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Value,
    Function,
    /// In `attributes #0 = { … }`, where some payloads are written with `=`.
    Group,
}

/// Attribute groups by number, with the places that name them.
pub(super) type Groups = Vec<(u32, Span)>;

/// Function attributes with the groups they name.
#[derive(Default)]
pub(super) struct FnAttrs {
    pub set: AttrSet,
    pub groups: Groups,
}

/// Effects on each kind of memory: bit 0 reads, bit 1 writes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effects([u8; 6]);

/// The kinds of memory in LLVM's printing order; `other` is the last.
const LOCATIONS: [&str; 5] = ["argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1"];
const OTHER: usize = 5;

impl Effects {
    const UNKNOWN: Effects = Effects([3; 6]);

    fn access(name: &str) -> Option<u8> {
        ["none", "read", "write", "readwrite"].iter().position(|n| *n == name).map(|n| n as u8)
    }

    /// What an attribute of LLVM 15 and earlier leaves.
    fn legacy(name: &str) -> Option<Effects> {
        Some(match name {
            "readnone" => Effects([0; 6]),
            "readonly" => Effects([1; 6]),
            "writeonly" => Effects([2; 6]),
            "argmemonly" => Effects([3, 0, 0, 0, 0, 0]),
            "inaccessiblememonly" => Effects([0, 3, 0, 0, 0, 0]),
            "inaccessiblemem_or_argmemonly" => Effects([3, 3, 0, 0, 0, 0]),
            _ => return None,
        })
    }

    fn and(self, other: Effects) -> Effects {
        let mut out = self;
        for (a, b) in out.0.iter_mut().zip(other.0) {
            *a &= b;
        }
        out
    }

    fn text(self) -> String {
        let name = |access: u8| ["none", "read", "write", "readwrite"][usize::from(access & 3)];
        let other = self.0[OTHER];
        let mut parts = Vec::new();
        if other != 0 || self.0.iter().all(|a| *a == other) {
            parts.push(name(other).to_owned());
        }
        let named = LOCATIONS.iter().zip(self.0).filter(|(_, access)| *access != other);
        parts.extend(named.map(|(location, access)| format!("{location}: {}", name(access))));
        format!("memory({})", parts.join(", "))
    }
}

/// Names of floating-point classes with their bits, in the order in which LLVM looks for them when it prints a set.
pub(crate) const FP_CLASSES: [(&str, u16); 16] = [
    ("all", 0x3FF),
    ("nan", 0x3),
    ("snan", 0x1),
    ("qnan", 0x2),
    ("inf", 0x204),
    ("ninf", 0x4),
    ("pinf", 0x200),
    ("zero", 0x60),
    ("nzero", 0x20),
    ("pzero", 0x40),
    ("sub", 0x90),
    ("nsub", 0x10),
    ("psub", 0x80),
    ("norm", 0x108),
    ("nnorm", 0x8),
    ("pnorm", 0x100),
];

/// Allocation kinds in LLVM's printing order.
const ALLOC_KINDS: [&str; 6] = ["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];

impl<'a> Parser<'a> {
    /// Attributes of a parameter or argument; `pointee` is what its typed pointer points to.
    pub(super) fn value_attrs(&mut self, pointee: Option<&Type>) -> PResult<AttrSet> {
        let mut set = AttrSet::default();
        let mut effects = None;
        while matches!(self.tok.kind, Tok::Word | Tok::Str) && self.attribute(Place::Value, pointee, &mut set, &mut effects)? {}
        Ok(set)
    }

    /// Attributes after a parameter list, up to whatever is none.
    pub(super) fn fn_attrs(&mut self) -> PResult<FnAttrs> {
        let mut out = FnAttrs::default();
        let mut effects = None;
        loop {
            match self.tok.kind {
                Tok::AttrGroup => {
                    let token = self.bump();
                    let number = self.suffix_number(token)?;
                    out.groups.push((number, token.span()));
                }
                Tok::Word | Tok::Str => {
                    if !self.attribute(Place::Function, None, &mut out.set, &mut effects)? {
                        break;
                    }
                }
                _ => break,
            }
        }
        set_effects(&mut out.set, effects);
        Ok(out)
    }

    /// The attributes of a group, without the braces.
    pub(super) fn group_attrs(&mut self) -> PResult<AttrSet> {
        let mut set = AttrSet::default();
        let mut effects = None;
        while self.attribute(Place::Group, None, &mut set, &mut effects)? {}
        set_effects(&mut set, effects);
        super::upgrade::function_strings(&mut set);
        Ok(set)
    }

    /// The number behind `#`, `!` or `^`.
    pub(super) fn suffix_number(&mut self, token: crate::lexer::Token) -> PResult<u32> {
        match std::str::from_utf8(self.raw_name(token)).ok().and_then(|t| t.parse().ok()) {
            Some(number) => Ok(number),
            None => self.fail("limit", token.span(), "number does not fit 32 bits"),
        }
    }

    /// Reads one attribute into the set; false when there is none here.
    fn attribute(&mut self, place: Place, pointee: Option<&Type>, set: &mut AttrSet, effects: &mut Option<Effects>) -> PResult<bool> {
        if self.at(Tok::Str) {
            let attr = self.string_attr()?;
            set.insert(attr);
            return Ok(true);
        }
        let word = self.word();
        // What most often follows attributes, or stands where there are none.
        if place == Place::Value && self.at_type() {
            return Ok(false);
        }
        if let Some(legacy) = Effects::legacy(word).filter(|_| place != Place::Value) {
            self.bump();
            *effects = Some(effects.unwrap_or(Effects::UNKNOWN).and(legacy));
            return Ok(true);
        }
        match word {
            "nocapture" => {
                self.bump();
                set.insert(Attr::Text(AttrKind::Captures, "captures(none)".into()));
                return Ok(true);
            }
            "address_safety" => {
                self.bump();
                set.insert(Attr::Enum(AttrKind::SanitizeAddress));
                return Ok(true);
            }
            "memory" if place != Place::Value => {
                let written = self.memory_effects()?;
                *effects = Some(effects.unwrap_or(Effects::UNKNOWN).and(written));
                return Ok(true);
            }
            // Of a function, not of its attributes.
            "align" if place == Place::Function => return Ok(false),
            _ => {}
        }
        let Some(kind) = AttrKind::from_name(word) else { return Ok(false) };
        let attr = self.known_attr(kind, place, pointee)?;
        set.insert(attr);
        Ok(true)
    }

    fn string_attr(&mut self) -> PResult<Attr> {
        let key = self.string("attribute key")?;
        let value = if self.eat(Tok::Equal) { Some(self.string("attribute value")?) } else { None };
        Ok(Attr::String { key, value })
    }

    fn known_attr(&mut self, kind: AttrKind, place: Place, pointee: Option<&Type>) -> PResult<Attr> {
        let token = self.bump();
        match kind {
            AttrKind::Align => {
                let span = self.tok.span();
                self.eat(Tok::Equal);
                let value = if self.at(Tok::LParen) { self.parenthesised("alignment")? } else { self.number("alignment")? };
                Ok(Attr::Int(kind, self.check_align(value, span)?))
            }
            AttrKind::StackAlignment | AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull => {
                let value =
                    if place == Place::Group && self.eat(Tok::Equal) { self.number("number")? } else { self.parenthesised("number")? };
                Ok(Attr::Int(kind, value))
            }
            AttrKind::Byval
            | AttrKind::Byref
            | AttrKind::StructRet
            | AttrKind::InAlloca
            | AttrKind::Preallocated
            | AttrKind::ElementType => self.type_attr(kind, pointee, token.span()),
            AttrKind::Range => self.range_attr(),
            AttrKind::NofpClass => self.nofpclass_attr(),
            AttrKind::Initializes => self.initializes_attr(),
            AttrKind::Captures => self.captures_attr(),
            AttrKind::AllocKind => self.allockind_attr(),
            AttrKind::AllocSize => self.numbers_attr(kind, 1),
            AttrKind::VscaleRange => self.vscale_range_attr(),
            AttrKind::UwTable => self.uwtable_attr(),
            _ if self.at(Tok::LParen) => self.other_payload(kind),
            _ => Ok(Attr::Enum(kind)),
        }
    }

    fn type_attr(&mut self, kind: AttrKind, pointee: Option<&Type>, span: Span) -> PResult<Attr> {
        if self.eat(Tok::LParen) {
            let ty = self.ty()?;
            self.expect(Tok::RParen, "')'")?;
            return Ok(Attr::Type(kind, ty));
        }
        match pointee {
            Some(ty) => Ok(Attr::Type(kind, ty.clone())),
            None => self.fail("syntax", span, format!("attribute '{}' needs a type", kind.name())),
        }
    }

    /// `range(iN lo, hi)`
    fn range_attr(&mut self) -> PResult<Attr> {
        self.expect(Tok::LParen, "'('")?;
        let span = self.tok.span();
        let Type::Int(bits) = self.ty()? else {
            return self.fail("type", span, "the range must have integer type");
        };
        let lo = self.int_literal(bits)?;
        self.expect(Tok::Comma, "','")?;
        let hi = self.int_literal(bits)?;
        self.expect(Tok::RParen, "')'")?;
        if lo == hi && lo != IntValue::Small(0) {
            return self.fail("type", self.since(span.start), "the range should not represent the full or empty set");
        }
        Ok(Attr::Range { bits, lo, hi })
    }

    fn nofpclass_attr(&mut self) -> PResult<Attr> {
        self.expect(Tok::LParen, "'('")?;
        let mut mask = 0;
        if self.at(Tok::Int) {
            let span = self.tok.span();
            let value = self.number("mask of classes")?;
            if value == 0 || value > 0x3FF {
                return self.fail("type", span, "invalid mask value for 'nofpclass'");
            }
            mask = value as u16;
        } else {
            while let Some((_, bits)) = FP_CLASSES.iter().find(|(name, _)| self.at_word(name)) {
                self.bump();
                mask |= bits;
            }
            if mask == 0 {
                return self.expected("nofpclass test mask");
            }
        }
        self.expect(Tok::RParen, "')'")?;
        Ok(Attr::NofpClass(mask))
    }

    fn initializes_attr(&mut self) -> PResult<Attr> {
        self.expect(Tok::LParen, "'('")?;
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        loop {
            self.expect(Tok::LParen, "'('")?;
            let span = self.tok.span();
            let lo = self.signed_number("start of a range")?;
            self.expect(Tok::Comma, "','")?;
            let hi = self.signed_number("end of a range")?;
            self.expect(Tok::RParen, "')'")?;
            if lo >= hi || ranges.last().is_some_and(|(_, end)| *end >= lo) {
                return self.fail("type", self.since(span.start), "invalid (unordered or overlapping) range list");
            }
            ranges.push((lo, hi));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')'")?;
        Ok(Attr::Initializes(ranges))
    }

    /// `captures(address, ret: provenance)` in canonical form.
    fn captures_attr(&mut self) -> PResult<Attr> {
        self.expect(Tok::LParen, "'('")?;
        let (mut other, mut ret) = (0u8, None);
        let mut into_ret = false;
        loop {
            if self.at(Tok::Label) {
                if self.slice(self.tok) != b"ret:" {
                    return self.expected("'ret'");
                }
                self.bump();
                into_ret = true;
                ret = Some(0);
            }
            let Some(bits) = capture_bits(self.word()) else {
                return self.expected("one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'");
            };
            self.bump();
            if into_ret {
                ret = Some(ret.unwrap_or(0) | bits);
            } else {
                other |= bits;
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')'")?;
        let ret = ret.unwrap_or(other);
        let mut parts = Vec::new();
        if other != 0 || other == ret {
            parts.push(capture_text(other));
        }
        if other != ret {
            parts.push(format!("ret: {}", capture_text(ret)));
        }
        Ok(Attr::Text(AttrKind::Captures, format!("captures({})", parts.join(", ")).into()))
    }

    fn allockind_attr(&mut self) -> PResult<Attr> {
        self.expect(Tok::LParen, "'('")?;
        let token = self.expect(Tok::Str, "allockind value")?;
        let bytes = self.string_bytes(token);
        let words: Vec<&[u8]> = bytes.split(|b| *b == b',').collect();
        if let Some(bad) = words.iter().find(|w| !ALLOC_KINDS.iter().any(|k| k.as_bytes() == **w)) {
            let shown = String::from_utf8_lossy(bad).into_owned();
            return self.fail("syntax", token.span(), format!("unknown allockind {shown}"));
        }
        self.expect(Tok::RParen, "')'")?;
        let kinds: Vec<&str> = ALLOC_KINDS.into_iter().filter(|k| words.contains(&k.as_bytes())).collect();
        Ok(Attr::Text(AttrKind::AllocKind, format!("allockind(\"{}\")", kinds.join(",")).into()))
    }

    /// `name(N)` or `name(N,M)`
    fn numbers_attr(&mut self, kind: AttrKind, least: usize) -> PResult<Attr> {
        let numbers = self.number_list()?;
        if !(least..=2).contains(&numbers.len()) {
            return self.expected("one or two numbers");
        }
        let text: Vec<String> = numbers.iter().map(u64::to_string).collect();
        Ok(Attr::Text(kind, format!("{}({})", kind.name(), text.join(",")).into()))
    }

    fn number_list(&mut self) -> PResult<Vec<u64>> {
        self.expect(Tok::LParen, "'('")?;
        let mut numbers = vec![self.number("number")?];
        while self.eat(Tok::Comma) {
            numbers.push(self.number("number")?);
        }
        self.expect(Tok::RParen, "')'")?;
        Ok(numbers)
    }

    fn vscale_range_attr(&mut self) -> PResult<Attr> {
        let span = self.tok.span();
        let numbers = self.number_list()?;
        let (min, max) = match *numbers {
            [only] => (only, only),
            [min, max] => (min, max),
            _ => return self.fail("syntax", self.since(span.start), "vscale_range takes one or two numbers"),
        };
        if min == 0 || (max != 0 && min > max) {
            return self.fail("type", self.since(span.start), "vscale_range minimum must be greater than 0 and not above its maximum");
        }
        Ok(Attr::Text(AttrKind::VscaleRange, format!("vscale_range({min},{max})").into()))
    }

    fn uwtable_attr(&mut self) -> PResult<Attr> {
        if !self.eat(Tok::LParen) {
            return Ok(Attr::Enum(AttrKind::UwTable));
        }
        let sync = self.at_word("sync");
        if !sync && !self.at_word("async") {
            return self.expected("'sync' or 'async'");
        }
        self.bump();
        self.expect(Tok::RParen, "')'")?;
        Ok(if sync { Attr::Text(AttrKind::UwTable, "uwtable(sync)".into()) } else { Attr::Enum(AttrKind::UwTable) })
    }

    /// A payload that nothing here interprets, token by token.
    fn other_payload(&mut self, kind: AttrKind) -> PResult<Attr> {
        let mut text = kind.name().to_owned();
        let mut depth = 0usize;
        loop {
            let token = self.bump();
            let piece = String::from_utf8_lossy(self.slice(token));
            match token.kind {
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                Tok::Eof | Tok::Error | Tok::LBrace | Tok::RBrace => return self.expected("')' at the end of an attribute"),
                _ => {}
            }
            let _ = write!(text, "{piece}");
            if depth == 0 {
                break;
            }
            if matches!(token.kind, Tok::Comma | Tok::Label) || (token.kind == Tok::Word && self.at(Tok::Word)) {
                text.push(' ');
            }
        }
        Ok(Attr::Text(kind, Arc::from(text)))
    }

    /// `memory(…)`
    fn memory_effects(&mut self) -> PResult<Effects> {
        self.bump();
        self.expect(Tok::LParen, "'('")?;
        let mut effects = Effects([0; 6]);
        let mut seen_location = false;
        loop {
            let location = if self.at(Tok::Label) { Some(self.memory_location()?) } else { None };
            let Some(access) = Effects::access(self.word()) else {
                return self.expected("access kind (none, read, write, readwrite)");
            };
            let span = self.tok.span();
            self.bump();
            match location {
                Some(at) => effects.0[at] = access,
                None if seen_location => return self.fail("syntax", span, "default access kind must be specified first"),
                None => effects = Effects([access; 6]),
            }
            seen_location |= location.is_some();
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')'")?;
        Ok(effects)
    }

    fn memory_location(&mut self) -> PResult<usize> {
        let name = self.raw_label(self.tok);
        match LOCATIONS.iter().position(|l| l.as_bytes() == name) {
            Some(at) => {
                self.bump();
                Ok(at)
            }
            None => self.expected("memory location (argmem, inaccessiblemem, errnomem, …)"),
        }
    }
}

fn set_effects(set: &mut AttrSet, effects: Option<Effects>) {
    if let Some(effects) = effects {
        set.insert(Attr::Text(AttrKind::Memory, effects.text().into()));
    }
}

/// Bit 0 address_is_null, bit 1 the rest of the address, bit 2 read provenance, bit 3 the rest of the provenance.
fn capture_bits(word: &str) -> Option<u8> {
    Some(match word {
        "none" => 0,
        "address_is_null" => 1,
        "address" => 3,
        "read_provenance" => 4,
        "provenance" => 12,
        _ => return None,
    })
}

fn capture_text(bits: u8) -> String {
    let address = match bits & 3 {
        0 => None,
        1 => Some("address_is_null"),
        _ => Some("address"),
    };
    let provenance = match bits & 12 {
        0 => None,
        4 => Some("read_provenance"),
        _ => Some("provenance"),
    };
    match (address, provenance) {
        (None, None) => "none".to_owned(),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (Some(a), Some(p)) => format!("{a}, {p}"),
    }
}
