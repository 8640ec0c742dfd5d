//! The state of a function that is being read: its names, what they stand for, and what is still to be defined.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attrs::Groups;
use super::{PResult, Parser};
use crate::constant::Constant;
use crate::diagnostic::{Diagnostic, Span};
use crate::entity::{BlockId, ValueId};
use crate::function::{Block, ValueDef, ValueKind};
use crate::inst::Operand;
use crate::lexer::{Tok, Token};
use crate::metadata::DebugRecord;
use crate::types::Type;

/// What a local name stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Value(ValueId),
    Block(BlockId),
    /// A pointer cast of old text: another name for the same thing.
    Alias(Operand),
}

/// A local name: a number, or the bytes of a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum LocalName<'a> {
    Number(u32),
    Name(Cow<'a, [u8]>),
}

/// The state of the function that is being read. Values and blocks get their ids when they are first mentioned; blocks are brought into
/// textual order at the end.
#[derive(Default)]
pub(super) struct FuncState<'a> {
    pub values: Vec<ValueDef>,
    pub symbols: FxHashMap<Cow<'a, [u8]>, Symbol>,
    pub numbered: FxHashMap<u32, Symbol>,
    pub next_number: u32,
    /// First uses of values that are not defined yet.
    pub pending_values: FxHashMap<ValueId, Span>,
    pub pending_blocks: FxHashMap<BlockId, Span>,
    /// Values whose definition could not be read: their uses are not complained about.
    pub tainted: FxHashSet<ValueId>,
    /// Blocks by id (of mention).
    pub blocks: Vec<Block>,
    /// Ids in textual order.
    pub order: Vec<BlockId>,
    /// Whether the last block of `order` may take instructions.
    pub open: bool,
    /// Whether the statement read last could not be read: it may have been the block's terminator.
    pub broken: bool,
    /// What forward references to [`Symbol::Alias`] names stand for.
    pub replaced: FxHashMap<ValueId, Operand>,
    pub pending_records: Vec<DebugRecord>,
    /// Personality written on a landing pad, as LLVM did before 3.7.
    pub personality: Option<Arc<Constant>>,
    /// Whether names no longer count as they did in the text.
    pub renumbered: bool,
    /// Attribute groups of the function itself.
    pub fn_groups: Groups,
    /// Calls of this function that name attribute groups: block, instruction, groups.
    pub call_groups: Vec<(BlockId, u32, Groups)>,
    pub uselistorders: Vec<String>,
}

impl FuncState<'_> {
    /// Makes ready for the next function. The tables keep their memory unless a huge function made them huge.
    pub(super) fn reset(&mut self) {
        let symbols = emptied(std::mem::take(&mut self.symbols));
        let numbered = emptied(std::mem::take(&mut self.numbered));
        let pending_values = emptied(std::mem::take(&mut self.pending_values));
        let pending_blocks = emptied(std::mem::take(&mut self.pending_blocks));
        *self = FuncState { symbols, numbered, pending_values, pending_blocks, ..FuncState::default() };
    }
}

fn emptied<K, V>(mut table: FxHashMap<K, V>) -> FxHashMap<K, V> {
    if table.capacity() > 4096 {
        return FxHashMap::default();
    }
    table.clear();
    table
}

impl<'a> Parser<'a> {
    /// The local name of a `%` token, or of a label when `raw` comes from one.
    pub(super) fn local_name(&mut self, raw: &'a [u8], span: Span) -> PResult<LocalName<'a>> {
        match raw {
            [b'"', inner @ .., b'"'] => Ok(LocalName::Name(crate::quote::unescape(inner))),
            [first, ..] if first.is_ascii_digit() && raw.iter().all(u8::is_ascii_digit) => {
                match std::str::from_utf8(raw).ok().and_then(|t| t.parse().ok()) {
                    Some(number) => Ok(LocalName::Number(number)),
                    None => self.fail("limit", span, "local number does not fit 32 bits"),
                }
            }
            _ => Ok(LocalName::Name(Cow::Borrowed(raw))),
        }
    }

    pub(super) fn token_name(&mut self, token: Token) -> PResult<LocalName<'a>> {
        self.local_name(self.raw_name(token), token.span())
    }

    fn symbol(&self, name: &LocalName<'a>) -> Option<&Symbol> {
        match name {
            LocalName::Number(n) => self.func.numbered.get(n),
            LocalName::Name(n) => self.func.symbols.get(n),
        }
    }

    fn bind(&mut self, name: LocalName<'a>, symbol: Symbol) {
        match name {
            LocalName::Number(n) => self.func.numbered.insert(n, symbol),
            LocalName::Name(n) => self.func.symbols.insert(n, symbol),
        };
    }

    /// The key under which a name is stored in the function; numbers have none.
    fn stored_name(&mut self, name: &LocalName<'a>) -> Option<Arc<str>> {
        match name {
            LocalName::Number(_) => None,
            LocalName::Name(bytes) => {
                let key = crate::quote::quoted_name(crate::quote::decode(bytes));
                Some(self.intern(&key))
            }
        }
    }

    fn display(&self, name: &LocalName<'a>) -> String {
        match name {
            LocalName::Number(n) => format!("%{n}"),
            LocalName::Name(bytes) => crate::print::local(&crate::quote::quoted_name(crate::quote::decode(bytes))),
        }
    }

    pub(super) fn new_value(&mut self, name: Option<Arc<str>>, ty: Type, kind: ValueKind) -> ValueId {
        let id = ValueId(self.func.values.len() as u32);
        self.func.values.push(ValueDef { name, ty, kind });
        id
    }

    fn new_block(&mut self, name: Option<Arc<str>>, span: Span) -> BlockId {
        let id = BlockId(self.func.blocks.len() as u32);
        self.func.blocks.push(Block { name, insts: Vec::new(), trailing_records: Vec::new(), span, defined: false });
        id
    }

    // Uses

    /// The value of a `%` token where a value of type `ty` is expected.
    pub(super) fn local_operand(&mut self, token: Token, ty: &Type) -> PResult<Operand> {
        let name = self.token_name(token)?;
        let span = token.span();
        match self.symbol(&name) {
            Some(Symbol::Value(id)) => {
                let id = *id;
                self.check_use(id, &name, ty, span);
                Ok(Operand::Value(id))
            }
            Some(Symbol::Alias(operand)) => Ok(operand.clone()),
            Some(Symbol::Block(_)) => {
                let shown = self.display(&name);
                self.fail("W5", span, format!("'{shown}' is a basic block where a value of type '{ty}' is expected"))
            }
            None => {
                let stored = self.stored_name(&name);
                let id = self.new_value(stored, ty.clone(), ValueKind::Undefined);
                self.func.pending_values.insert(id, span);
                self.bind(name, Symbol::Value(id));
                Ok(Operand::Value(id))
            }
        }
    }

    fn check_use(&mut self, id: ValueId, name: &LocalName<'a>, ty: &Type, span: Span) {
        let actual = &self.func.values[id.index()].ty;
        if actual == ty || self.func.tainted.contains(&id) {
            return;
        }
        let verb = if self.func.pending_values.contains_key(&id) { "used before" } else { "defined" };
        let message = format!("'{}' {verb} with type '{actual}' but expected '{ty}'", self.display(name));
        self.error("W5", span, message);
    }

    /// A `%` token that must be a value of type token.
    pub(super) fn token_value(&mut self) -> PResult<ValueId> {
        let token = self.expect(Tok::Local, "token value")?;
        match self.local_operand(token, &Type::Token)? {
            Operand::Value(id) => Ok(id),
            _ => self.fail("W5", token.span(), "expected a token value"),
        }
    }

    /// `label %name`
    pub(super) fn label(&mut self) -> PResult<BlockId> {
        self.expect_word("label")?;
        self.block_reference()
    }

    /// `%name` as a block.
    pub(super) fn block_reference(&mut self) -> PResult<BlockId> {
        let token = self.expect(Tok::Local, "basic block name")?;
        let name = self.token_name(token)?;
        match self.symbol(&name) {
            Some(Symbol::Block(id)) => Ok(*id),
            Some(Symbol::Value(id)) if self.func.pending_values.contains_key(id) => {
                let shown = self.display(&name);
                self.fail("W5", token.span(), format!("'{shown}' is used both as a value and as a basic block"))
            }
            Some(Symbol::Value(_) | Symbol::Alias(_)) => {
                let shown = self.display(&name);
                let known = self.stored_name(&name);
                self.error("W5", token.span(), format!("'{shown}' is not a basic block"));
                Ok(self.new_block(known, token.span()))
            }
            None => {
                let stored = self.stored_name(&name);
                let id = self.new_block(stored, token.span());
                self.func.pending_blocks.insert(id, token.span());
                self.bind(name, Symbol::Block(id));
                Ok(id)
            }
        }
    }

    // Definitions

    /// A parameter, written `%x`, `%3` or nothing.
    pub(super) fn define_argument(&mut self, index: u32, ty: Type, written: Option<Token>) -> ValueId {
        let name = written.and_then(|token| Some((self.token_name(token).ok()?, token.span())));
        self.define(name, ty, ValueKind::Arg(index))
    }

    /// Gives a value its name; without one it takes the next number.
    pub(super) fn define(&mut self, name: Option<(LocalName<'a>, Span)>, ty: Type, kind: ValueKind) -> ValueId {
        let Some((name, span)) = self.definition_name(name, "instruction") else {
            return self.new_value(None, ty, kind);
        };
        match self.symbol(&name) {
            Some(Symbol::Value(id)) if self.func.pending_values.contains_key(id) => {
                let id = *id;
                self.resolve_forward(id, &name, ty, kind, span);
                id
            }
            Some(_) => {
                let shown = self.display(&name);
                self.error("multiple-definition", span, format!("multiple definition of local value named '{shown}'"));
                let stored = self.stored_name(&name);
                self.new_value(stored, ty, kind)
            }
            None => {
                let stored = self.stored_name(&name);
                let id = self.new_value(stored, ty, kind);
                self.bind(name, Symbol::Value(id));
                id
            }
        }
    }

    /// The name to define, with numbers checked and counted. `None` after an error.
    fn definition_name(&mut self, name: Option<(LocalName<'a>, Span)>, what: &str) -> Option<(LocalName<'a>, Span)> {
        match name {
            Some((LocalName::Number(n), span)) => {
                if n < self.func.next_number {
                    let message = format!("{what} expected to be numbered '%{}' or greater", self.func.next_number);
                    self.error("multiple-definition", span, message);
                    return None;
                }
                self.func.renumbered |= n != self.func.next_number;
                self.func.next_number = n.saturating_add(1);
                Some((LocalName::Number(n), span))
            }
            Some(named) => Some(named),
            None => {
                let n = self.func.next_number;
                self.func.next_number = n.saturating_add(1);
                Some((LocalName::Number(n), Span::default()))
            }
        }
    }

    fn resolve_forward(&mut self, id: ValueId, name: &LocalName<'a>, ty: Type, kind: ValueKind, span: Span) {
        let used = self.func.pending_values.remove(&id).unwrap_or(span);
        let expected = &self.func.values[id.index()].ty;
        if *expected != ty && !self.func.tainted.contains(&id) {
            let shown = self.display(name);
            let mut error = Diagnostic::error("W5", span, format!("'{shown}' defined with type '{ty}' but used with type '{expected}'"));
            error.labels.push((used, "used here".to_owned()));
            self.report(error);
        }
        let value = &mut self.func.values[id.index()];
        value.ty = ty;
        value.kind = kind;
    }

    /// A name whose definition could not be read: its uses are not reported.
    pub(super) fn define_broken(&mut self, name: Option<(LocalName<'a>, Span)>) {
        let Some((name, _)) = self.definition_name(name, "instruction") else { return };
        match self.symbol(&name) {
            Some(Symbol::Value(id)) => {
                let id = *id;
                self.func.pending_values.remove(&id);
                self.func.tainted.insert(id);
            }
            Some(_) => {}
            None => {
                let stored = self.stored_name(&name);
                let id = self.new_value(stored, Type::I1, ValueKind::Undefined);
                self.func.tainted.insert(id);
                self.bind(name, Symbol::Value(id));
            }
        }
    }

    /// Lets a name stand for an operand, as old text's pointer casts do.
    pub(super) fn define_alias_of(&mut self, name: Option<(LocalName<'a>, Span)>, ty: &Type, operand: Operand) {
        self.func.renumbered = true;
        let Some((name, span)) = self.definition_name(name, "instruction") else { return };
        match self.symbol(&name) {
            Some(Symbol::Value(id)) if self.func.pending_values.contains_key(id) => {
                let id = *id;
                self.resolve_forward(id, &name, ty.clone(), ValueKind::Undefined, span);
                self.func.replaced.insert(id, operand.clone());
                self.bind(name, Symbol::Alias(operand));
            }
            Some(_) => {
                let shown = self.display(&name);
                self.error("multiple-definition", span, format!("multiple definition of local value named '{shown}'"));
            }
            None => self.bind(name, Symbol::Alias(operand)),
        }
    }

    /// Opens a block. Unnamed ones take the next number.
    pub(super) fn open_block(&mut self, name: Option<(LocalName<'a>, Span)>, span: Span) {
        let named = self.definition_name(name, "label");
        let id = match named {
            None => self.new_block(None, span),
            Some((name, _)) => match self.symbol(&name) {
                Some(Symbol::Block(id)) if self.func.pending_blocks.contains_key(id) => {
                    let id = *id;
                    self.func.pending_blocks.remove(&id);
                    id
                }
                Some(_) => {
                    let shown = self.display(&name);
                    self.error("multiple-definition", span, format!("unable to create block named '{shown}': the name is taken"));
                    let stored = self.stored_name(&name);
                    self.new_block(stored, span)
                }
                None => {
                    let stored = self.stored_name(&name);
                    let id = self.new_block(stored, span);
                    self.bind(name, Symbol::Block(id));
                    id
                }
            },
        };
        let block = &mut self.func.blocks[id.index()];
        block.defined = true;
        block.span = span;
        self.func.order.push(id);
        self.func.open = true;
    }
}
