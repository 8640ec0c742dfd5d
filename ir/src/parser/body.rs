//! The body of a function: statements in blocks, and what is put in order at the closing brace.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::function::{LocalName, Symbol};
use super::{PResult, Parser};
use crate::diagnostic::{Diagnostic, Span};
use crate::entity::{BlockId, ValueId};
use crate::function::{Block, Function, ValueKind};
use crate::inst::{Inst, Operand};
use crate::lexer::Tok;
use crate::metadata::{MdOperand, MdRef};
use crate::types::Type;

impl<'a> Parser<'a> {
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
        let state = &mut self.func;
        let (blocks, place) = in_textual_order(std::mem::take(&mut state.blocks), &state.order);
        function.values = std::mem::take(&mut state.values);
        function.blocks = blocks;
        if place.iter().enumerate().any(|(i, id)| id.index() != i) {
            renumber_blocks(function, &place);
        }
        if !state.replaced.is_empty() {
            replace_values(function, std::mem::take(&mut state.replaced));
        }
        if !state.renumbered {
            function.uselistorders = std::mem::take(&mut state.uselistorders);
        }
        if function.suffix.personality.is_none() {
            function.suffix.personality = state.personality.take();
        }
        let index = self.module.functions.len();
        self.tables
            .call_groups
            .extend(state.call_groups.drain(..).map(|(block, inst, groups)| (index, place[block.index()], inst, groups)));
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
    if order.len() == blocks.len() && order.iter().enumerate().all(|(new, old)| old.index() == new) {
        return (blocks, order.to_vec());
    }
    let mut place = vec![BlockId(u32::MAX); blocks.len()];
    for (new, old) in order.iter().enumerate() {
        place[old.index()] = BlockId(new as u32);
    }
    let undefined = place.iter_mut().filter(|slot| slot.0 == u32::MAX);
    for (next, slot) in (order.len() as u32..).zip(undefined) {
        *slot = BlockId(next);
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
