//! The body of a function: its symbol table, blocks and what has to wait for the closing brace.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{PResult, Parser};
use crate::constant::Constant;
use crate::diagnostic::{Diagnostic, Span};
use crate::entity::{BlockId, ValueId};
use crate::function::{Block, Function, ValueDef, ValueKind};
use crate::inst::{Inst, Operand};
use crate::lexer::{Tok, Token};
use crate::metadata::{DebugRecord, MdOperand, MdRef};
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
    symbols: FxHashMap<Cow<'a, [u8]>, Symbol>,
    numbered: FxHashMap<u32, Symbol>,
    next_number: u32,
    /// First uses of values that are not defined yet.
    pending_values: FxHashMap<ValueId, Span>,
    pending_blocks: FxHashMap<BlockId, Span>,
    /// Values whose definition could not be read: their uses are not complained about.
    tainted: FxHashSet<ValueId>,
    /// Blocks by id (of mention).
    blocks: Vec<Block>,
    /// Ids in textual order.
    order: Vec<BlockId>,
    /// Whether the last block of `order` may take instructions.
    open: bool,
    /// Whether the statement read last could not be read: it may have been the block's terminator.
    broken: bool,
    /// What forward references to [`Symbol::Alias`] names stand for.
    pub replaced: FxHashMap<ValueId, Operand>,
    pub pending_records: Vec<DebugRecord>,
    /// Personality written on a landing pad, as LLVM did before 3.7.
    pub personality: Option<Arc<Constant>>,
    /// Whether names no longer count as they did in the text.
    pub renumbered: bool,
    /// Attribute groups of the function itself.
    pub fn_groups: Vec<(u32, Span)>,
    /// Calls of this function that name attribute groups: block, instruction, groups.
    pub call_groups: Vec<(BlockId, u32, Vec<(u32, Span)>)>,
    pub uselistorders: Vec<String>,
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

    fn token_name(&mut self, token: Token) -> PResult<LocalName<'a>> {
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
                let key = crate::quote::quoted_name(crate::quote::decode(bytes)).into_owned();
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

    fn new_value(&mut self, name: Option<Arc<str>>, ty: Type, kind: ValueKind) -> ValueId {
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
    fn define(&mut self, name: Option<(LocalName<'a>, Span)>, ty: Type, kind: ValueKind) -> ValueId {
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
    fn define_broken(&mut self, name: Option<(LocalName<'a>, Span)>) {
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
    fn open_block(&mut self, name: Option<(LocalName<'a>, Span)>, span: Span) {
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

    // The body

    /// From `{` to `}`.
    pub(super) fn body(&mut self) -> PResult<()> {
        let start = self.expect(Tok::LBrace, "'{' of the function body")?.start;
        loop {
            match self.tok.kind {
                Tok::RBrace => break,
                Tok::Eof => {
                    let _ = self.expected::<()>("'}' at the end of the function");
                    break;
                }
                Tok::Label => self.label_definition(),
                Tok::Hash => self.record_statement(),
                Tok::Word if self.at_word("uselistorder") => self.uselistorder_statement(),
                Tok::Word if super::toplevel::starts_entity(self) => {
                    let _ = self.expected::<()>("'}' before the next top-level entity");
                    self.end_block();
                    return Ok(());
                }
                _ => self.statement(),
            }
        }
        let end = self.tok.span();
        self.bump();
        if self.func.order.is_empty() {
            self.error("W1", Span { start, end: end.end }, "function body requires at least one basic block");
            self.open_block(None, end);
            self.func.open = false;
        }
        self.end_block();
        Ok(())
    }

    /// Complains when the block that ends here has no terminator.
    fn end_block(&mut self) {
        let Some(&last) = self.func.order.last() else { return };
        let records = std::mem::take(&mut self.func.pending_records);
        let block = &mut self.func.blocks[last.index()];
        block.trailing_records = records;
        let broken = std::mem::replace(&mut self.func.broken, false);
        if !std::mem::replace(&mut self.func.open, false) || broken {
            return;
        }
        let span = block.insts.last().map_or(block.span, |inst| inst.span);
        let name = self.block_text(last);
        self.error("W1", span, format!("block '{name}' does not end in a terminator"));
    }

    fn block_text(&self, id: BlockId) -> String {
        match &self.func.blocks[id.index()].name {
            Some(name) => crate::print::local(name),
            None => {
                let number = self.func.numbered.iter().find(|(_, s)| matches!(s, Symbol::Block(b) if *b == id)).map(|(n, _)| *n);
                number.map_or_else(|| "%?".to_owned(), |n| format!("%{n}"))
            }
        }
    }

    fn label_definition(&mut self) {
        self.end_block();
        let token = self.bump();
        let span = token.span();
        let name = self.local_name(self.raw_label(token), span).ok();
        self.open_block(name.map(|n| (n, span)), span);
    }

    fn record_statement(&mut self) {
        let start = self.tok.start;
        match self.debug_record() {
            Ok(record) => self.func.pending_records.push(record),
            Err(_) => self.recover(start),
        }
    }

    /// `%x = inst …` or `inst …`
    fn statement(&mut self) {
        let start = self.tok.start;
        if !self.func.open {
            let span = self.tok.span();
            self.open_block(None, span);
        }
        let mut name = None;
        let result = self.named_instruction(&mut name);
        self.func.broken = result.is_err();
        if result.is_err() {
            if name.is_some() {
                self.define_broken(name);
            }
            self.recover(start);
        }
    }

    fn named_instruction(&mut self, name: &mut Option<(LocalName<'a>, Span)>) -> PResult<()> {
        if self.at(Tok::Local) {
            let token = self.bump();
            *name = Some((self.token_name(token)?, token.span()));
            self.expect(Tok::Equal, "'=' after instruction name")?;
        }
        let start = name.as_ref().map_or(self.tok.start, |(_, span)| span.start);
        self.instruction(start, name)
    }

    /// Appends an instruction to the current block and defines its result.
    pub(super) fn push_inst(&mut self, mut inst: Inst, name: Option<(LocalName<'a>, Span)>) {
        let Some(&block) = self.func.order.last() else { return };
        let index = self.func.blocks[block.index()].insts.len() as u32;
        if inst.ty == Type::Void {
            if let Some((_, span)) = name {
                self.error("type", span, "instructions returning void cannot have a name");
            }
        } else {
            inst.result = Some(self.define(name, inst.ty.clone(), ValueKind::Inst(block, index)));
        }
        if !self.func.pending_records.is_empty() {
            inst.records = std::mem::take(&mut self.func.pending_records);
        }
        if inst.kind.is_terminator() {
            self.func.open = false;
        }
        self.func.blocks[block.index()].insts.push(inst);
    }

    /// Appends an instruction whose result has no name in the text.
    pub(super) fn push_unnumbered(&mut self, mut inst: Inst) -> ValueId {
        let (block, index) = self.next_place();
        let id = self.new_value(None, inst.ty.clone(), ValueKind::Inst(block, index));
        inst.result = Some(id);
        inst.records = std::mem::take(&mut self.func.pending_records);
        if let Some(block) = self.func.blocks.get_mut(block.index()) {
            block.insts.push(inst);
        }
        id
    }

    /// An instruction that has been read, by its block as it is numbered now.
    pub(super) fn inst_at(&self, block: BlockId, index: u32) -> Option<&Inst> {
        self.func.blocks.get(block.index())?.insts.get(index as usize)
    }

    /// Block and index of the instruction that will be pushed next.
    pub(super) fn next_place(&self) -> (BlockId, u32) {
        let block = self.func.order.last().copied().unwrap_or(BlockId(0));
        (block, self.func.blocks.get(block.index()).map_or(0, |b| b.insts.len() as u32))
    }

    // The end

    /// Moves the finished body into its function.
    pub(super) fn finish_function(&mut self, function: &mut Function) {
        self.report_undefined();
        let state = std::mem::take(&mut self.func);
        let (blocks, place) = in_textual_order(state.blocks, &state.order);
        function.values = state.values;
        function.blocks = blocks;
        if place.iter().enumerate().any(|(i, id)| id.index() != i) {
            renumber_blocks(function, &place);
        }
        if !state.replaced.is_empty() {
            replace_values(function, state.replaced);
        }
        if !state.renumbered {
            function.uselistorders = state.uselistorders;
        }
        if function.suffix.personality.is_none() {
            function.suffix.personality = state.personality;
        }
        let index = self.module.functions.len();
        self.tables
            .call_groups
            .extend(state.call_groups.into_iter().map(|(block, inst, groups)| (index, place[block.index()], inst, groups)));
        if state.renumbered {
            self.tables.renumbered.insert(function.name.clone());
        }
    }

    fn report_undefined(&mut self) {
        if self.func.pending_values.is_empty() && self.func.pending_blocks.is_empty() {
            return;
        }
        let mut value_numbers = FxHashMap::default();
        let mut block_numbers = FxHashMap::default();
        self.func.numbered.iter().for_each(|(n, symbol)| match symbol {
            Symbol::Value(id) => drop(value_numbers.insert(*id, *n)),
            Symbol::Block(id) => drop(block_numbers.insert(*id, *n)),
            Symbol::Alias(_) => {}
        });
        let state = &self.func;
        let values = state.pending_values.iter().map(|(id, span)| (*span, &state.values[id.index()].name, value_numbers.get(id)));
        let blocks = state.pending_blocks.iter().map(|(id, span)| (*span, &state.blocks[id.index()].name, block_numbers.get(id)));
        let mut missing: Vec<_> = values.chain(blocks).collect();
        missing.sort();
        let shown = |name: &Option<Arc<str>>, number: Option<&u32>| {
            name.as_deref().map_or_else(|| format!("%{}", number.copied().unwrap_or(0)), crate::print::local)
        };
        let errors: Vec<Diagnostic> = missing
            .into_iter()
            .map(|(span, name, number)| {
                Diagnostic::error("undefined-value", span, format!("use of undefined value '{}'", shown(name, number)))
            })
            .collect();
        for error in errors {
            self.report(error);
        }
    }
}

/// The blocks in textual order (those never defined last), and where each id went.
fn in_textual_order(blocks: Vec<Block>, order: &[BlockId]) -> (Vec<Block>, Vec<BlockId>) {
    let mut place = vec![BlockId(u32::MAX); blocks.len()];
    for (new, old) in order.iter().enumerate() {
        place[old.index()] = BlockId(new as u32);
    }
    let mut next = order.len() as u32;
    for slot in place.iter_mut().filter(|slot| slot.0 == u32::MAX) {
        *slot = BlockId(next);
        next += 1;
    }
    let mut sorted: Vec<Option<Block>> = Vec::new();
    sorted.resize_with(blocks.len(), || None);
    for (block, to) in blocks.into_iter().zip(&place) {
        sorted[to.index()] = Some(block);
    }
    (sorted.into_iter().flatten().collect(), place)
}

fn renumber_blocks(function: &mut Function, place: &[BlockId]) {
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        inst.kind.for_each_block_mut(&mut |id| *id = place[id.index()]);
    }
    for value in &mut function.values {
        if let ValueKind::Inst(block, _) = &mut value.kind {
            *block = place[block.index()];
        }
    }
}

/// Puts the operands behind aliases in the place of forward references to them.
fn replace_values(function: &mut Function, mut replaced: FxHashMap<ValueId, Operand>) {
    let ids: Vec<ValueId> = replaced.keys().copied().collect();
    for id in ids {
        resolve_chain(&mut replaced, id);
    }
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        inst.kind.for_each_operand_mut(&mut |operand| match operand {
            Operand::Value(id) => {
                if let Some(new) = replaced.get(id) {
                    *operand = new.clone();
                }
            }
            Operand::Metadata(md) => replace_metadata(md, &replaced),
            Operand::Const(_) | Operand::Asm(_) => {}
        });
        for record in &mut inst.records {
            record.args.iter_mut().for_each(|arg| replace_metadata(arg, &replaced));
        }
    }
}

fn replace_metadata(md: &mut MdOperand, replaced: &FxHashMap<ValueId, Operand>) {
    match md {
        MdOperand::Local(id) => match replaced.get(id) {
            Some(Operand::Value(new)) => *id = *new,
            Some(Operand::Const(c)) => *md = MdOperand::Ref(MdRef::Constant(c.clone())),
            _ => {}
        },
        MdOperand::ArgList(args) => args.iter_mut().for_each(|arg| replace_metadata(arg, replaced)),
        MdOperand::Ref(_) => {}
    }
}

/// Makes the entry of `id` final: no alias of an alias. Members of a cycle keep their own (undefined) name.
fn resolve_chain(replaced: &mut FxHashMap<ValueId, Operand>, id: ValueId) {
    let mut path = Vec::new();
    let mut at = id;
    let end = loop {
        match replaced.get(&at) {
            Some(Operand::Value(next)) if path.len() > replaced.len() => break Operand::Value(*next),
            Some(Operand::Value(next)) => {
                path.push(at);
                at = *next;
            }
            Some(other) => break other.clone(),
            None => break Operand::Value(at),
        }
    };
    for step in path {
        replaced.insert(step, end.clone());
    }
}
