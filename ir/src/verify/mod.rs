//! Whether a module means anything: the rules W1–W7 of Lesson 9.3 (Definition 9.3.4, Algorithm 9.3.7) and LangRef's rules for
//! types, attributes, calls, memory, exception handling, constants and metadata. LLVM's own Verifier is the reference.
//!
//! **Invariants.** All errors of a module come out of one run, ordered by position and, at one position, in the order of the rules.
//! A rule that needs an earlier one to hold (dominance needs terminators) is left out where the earlier one fails, so that one
//! mistake gives one message. Broken modules, even those that the parser complained about, never make it panic; names that the
//! parser reported as undefined are not reported again. Deliberately absent: debug-info nodes, TBAA beyond its shape, the nesting
//! of funclets beyond parents and unwind edges, and target-specific rules.

mod attrs;
mod blocks;
mod call;
mod cast;
mod constant;
mod eh;
mod global;
mod intrinsics;
mod memory;
mod metadata;
mod musttail;
mod positions;
mod ssa;
mod types;

use rustc_hash::FxHashSet;

use crate::cfg::{Cfg, DomTree};
use crate::datalayout::DataLayout;
use crate::diagnostic::{Diagnostic, Span};
use crate::entity::BlockId;
use crate::function::{Function, ValueKind};
use crate::inst::{Inst, Operand};
use crate::module::Module;
use crate::types::Type;

/// The stable ids of the verifier's diagnostics.
pub mod rule {
    /// Every block ends in its only terminator.
    pub const W1: &str = "W1";
    /// The entry block has no predecessors.
    pub const W2: &str = "W2";
    /// Phis, then pads, come first in their block.
    pub const W3: &str = "W3";
    /// A phi has one entry per incoming edge.
    pub const W4: &str = "W4";
    /// Operands and results have the types that the instruction asks for.
    pub const W5: &str = "W5";
    /// Definitions dominate uses.
    pub const W6: &str = "W6";
    /// Exception handling is consistent.
    pub const W7: &str = "W7";
    /// A flag stands on an instruction that cannot have it.
    pub const FLAG: &str = "flag";
    /// An attribute stands where it cannot, or contradicts another or its type.
    pub const ATTRIBUTE: &str = "attribute";
    /// An alignment is not a power of two, or too large.
    pub const ALIGNMENT: &str = "alignment";
    /// An atomic access has an ordering, type or size it cannot have.
    pub const ATOMIC: &str = "atomic";
    /// A `musttail` call cannot be one.
    pub const MUSTTAIL: &str = "musttail";
    /// A call or declaration of an intrinsic does not follow its signature or rules.
    pub const INTRINSIC: &str = "intrinsic";
    /// A constant contradicts itself.
    pub const CONSTANT: &str = "constant";
    /// A global, alias, function header or named type breaks a rule.
    pub const GLOBAL: &str = "global";
    /// Metadata is attached where it cannot be, or is malformed.
    pub const METADATA: &str = "metadata";
    /// The data layout string does not parse.
    pub const DATALAYOUT: &str = "datalayout";
}

/// Every violation in a module, ordered by position; empty when the module is valid.
#[must_use]
pub fn verify(module: &Module) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let layout = DataLayout::of(module).unwrap_or_else(|error| {
        out.push(Diagnostic::error(rule::DATALAYOUT, Span::default(), error.to_string()));
        let without = Module { types: module.types.clone(), ..Module::default() };
        DataLayout::of(&without).unwrap_or_default()
    });
    global::check_module(module, &layout, &mut out);
    for func in &module.functions {
        verify_function(module, &layout, func, &mut out);
    }
    let mut seen = FxHashSet::default();
    out.retain(|d| seen.insert((d.span, d.id, d.message.clone())));
    out.sort_by_key(|d| d.span.start);
    out
}

fn verify_function(module: &Module, layout: &DataLayout, func: &Function, out: &mut Vec<Diagnostic>) {
    let cfg = Cfg::new(func);
    let dom = DomTree::new(&cfg);
    let mut scope = Scope { module, layout, func, cfg, dom, out: Vec::new() };
    global::check_function_header(&mut scope);
    attrs::check_function(&mut scope);
    if !func.is_declaration() {
        let terminated = blocks::check_terminators(&mut scope);
        blocks::check_entry(&mut scope);
        blocks::check_phis(&mut scope, terminated);
        for (block, body) in func.blocks_with_ids() {
            for inst in &body.insts {
                check_instruction(&mut At { scope: &mut scope, block, inst });
            }
        }
        eh::check_function(&mut scope);
        musttail::check_function(&mut scope);
        if terminated {
            ssa::check_dominance(&mut scope);
        }
    }
    out.append(&mut scope.out);
}

fn check_instruction(at: &mut At<'_, '_>) {
    // A name without definition has no type to check: the parser has reported it.
    if !at.inst.kind.operands().into_iter().any(|o| at.is_undefined(o)) {
        types::check(at);
    }
    constant::check_operands(at);
    metadata::check_attachments(at);
    eh::check_instruction(at);
}

/// What the rules of one function share.
struct Scope<'a> {
    module: &'a Module,
    layout: &'a DataLayout,
    func: &'a Function,
    cfg: Cfg,
    dom: DomTree,
    out: Vec<Diagnostic>,
}

impl Scope<'_> {
    fn error(&mut self, id: &'static str, span: Span, message: impl Into<String>) {
        self.out.push(Diagnostic::error(id, span, message));
    }

    fn require(&mut self, holds: bool, id: &'static str, span: Span, message: &str) {
        if !holds {
            self.error(id, span, message);
        }
    }

    /// How messages name a block.
    fn block_name(&self, block: BlockId) -> String {
        match &self.func.block(block).name {
            Some(name) => format!("%{}", crate::quote::Name(name)),
            None => format!("block {} of the function", block.0),
        }
    }
}

/// One instruction in its function.
struct At<'s, 'a> {
    scope: &'s mut Scope<'a>,
    block: BlockId,
    inst: &'a Inst,
}

impl<'a> At<'_, 'a> {
    fn error(&mut self, id: &'static str, message: impl Into<String>) {
        self.scope.error(id, self.inst.span, message);
    }

    fn require(&mut self, holds: bool, id: &'static str, message: &str) {
        self.scope.require(holds, id, self.inst.span, message);
    }

    /// A type rule.
    fn typed(&mut self, holds: bool, message: &str) {
        self.require(holds, rule::W5, message);
    }

    /// The rule that two types are the same.
    fn same_type(&mut self, have: &Type, want: &Type, what: &str) {
        if have != want {
            self.error(rule::W5, format!("{what} has type {have} but {want} is expected"));
        }
    }

    fn ty(&self, operand: &Operand) -> Type {
        self.scope.func.operand_type(operand)
    }

    fn is_undefined(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Value(id) if self.scope.func.value(*id).kind == ValueKind::Undefined)
    }

    fn func(&self) -> &'a Function {
        self.scope.func
    }

    fn module(&self) -> &'a Module {
        self.scope.module
    }

    fn layout(&self) -> &'a DataLayout {
        self.scope.layout
    }
}

/// Whether the alignment in bytes is a power of two that LLVM can hold.
fn is_alignment(align: u64) -> bool {
    align.is_power_of_two() && align <= 1 << 32
}
