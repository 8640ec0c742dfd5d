//! Functions: values, blocks and instructions.

use std::sync::Arc;

use crate::attr::AttrSet;
use crate::constant::Constant;
use crate::diagnostic::Span;
use crate::entity::{BlockId, ValueId};
use crate::inst::{Inst, Operand};
use crate::metadata::{DebugRecord, MdRef};
use crate::types::Type;

/// What defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// The argument with this number.
    Arg(u32),
    /// The instruction at this place.
    Inst(BlockId, u32),
    /// Nothing: the name was used but never defined (reported as `undefined-value` by the parser).
    Undefined,
}

/// An entry of the value table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueDef {
    /// Name without `%`; `None` for unnamed values, which print as LLVM numbers them.
    pub name: Option<Arc<str>>,
    /// Type.
    pub ty: Type,
    /// What defines it.
    pub kind: ValueKind,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Its value (in declarations too).
    pub value: ValueId,
    /// Its attributes.
    pub attrs: AttrSet,
    /// Where it stands.
    pub span: Span,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Name without `%`; `None` for blocks that LLVM numbers.
    pub name: Option<Arc<str>>,
    /// Instructions; the last one of a valid block is a terminator.
    pub insts: Vec<Inst>,
    /// Debug records after the last instruction (only in broken blocks).
    pub trailing_records: Vec<DebugRecord>,
    /// Where its label stands (its first instruction when it has none).
    pub span: Span,
    /// False when the label was used but never defined (reported by the parser).
    pub defined: bool,
}

/// A function definition or declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Name without `@`; numbered functions have their number.
    pub name: Arc<str>,
    /// Linkage, visibility, DLL storage, `dso_local` …: the words before the return type, canonical order.
    pub prefix: FunctionPrefix,
    /// Return type.
    pub ret: Type,
    /// Return attributes.
    pub ret_attrs: AttrSet,
    /// Parameters.
    pub args: Vec<Arg>,
    /// `...` follows the parameters.
    pub vararg: bool,
    /// Function attributes, groups merged in.
    pub attrs: AttrSet,
    /// What stands between the parameter list and the body.
    pub suffix: FunctionSuffix,
    /// Metadata attachments.
    pub metadata: Vec<(Arc<str>, MdRef)>,
    /// Every value of the function. Ids index it.
    pub values: Vec<ValueDef>,
    /// Blocks in textual order; the first is the entry. Empty for declarations.
    pub blocks: Vec<Block>,
    /// `uselistorder` directives in the body, as canonical text.
    pub uselistorders: Vec<String>,
    /// Where the header stands.
    pub span: Span,
}

/// Words before a function's return type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionPrefix {
    /// Linkage keyword, empty for `external`.
    pub linkage: Arc<str>,
    /// `dso_local` / `dso_preemptable`, or empty.
    pub preemption: Arc<str>,
    /// `hidden` / `protected`, or empty.
    pub visibility: Arc<str>,
    /// `dllimport` / `dllexport`, or empty.
    pub dll: Arc<str>,
    /// Calling convention as LLVM prints it, empty for `ccc`.
    pub cc: Arc<str>,
}

/// What follows a function's parameter list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionSuffix {
    /// `unnamed_addr` / `local_unnamed_addr`, or empty.
    pub unnamed_addr: Arc<str>,
    /// `addrspace(N)`
    pub addrspace: u32,
    /// Section.
    pub section: Option<Arc<str>>,
    /// Partition.
    pub partition: Option<Arc<str>>,
    /// Comdat name (`Some` of the function's own name for plain `comdat`).
    pub comdat: Option<Arc<str>>,
    /// Alignment in bytes.
    pub align: Option<u64>,
    /// `preferred_align`, in bytes
    pub preferred_align: Option<u64>,
    /// Garbage collector.
    pub gc: Option<Arc<str>>,
    /// `prefix` data.
    pub prefix_data: Option<Arc<Constant>>,
    /// `prologue` data.
    pub prologue: Option<Arc<Constant>>,
    /// Personality function.
    pub personality: Option<Arc<Constant>>,
}

impl Function {
    /// Whether the function has no body.
    #[must_use]
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The definition of a value.
    #[must_use]
    pub fn value(&self, id: ValueId) -> &ValueDef {
        &self.values[id.index()]
    }

    /// The block with this id.
    #[must_use]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// Blocks with their ids, in textual order.
    pub fn blocks_with_ids(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        (0u32..).map(BlockId).zip(&self.blocks)
    }

    /// The type of an operand.
    #[must_use]
    pub fn operand_type(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Value(id) => self.value(*id).ty.clone(),
            Operand::Const(c) => c.ty.clone(),
            Operand::Metadata(_) => Type::Metadata,
            Operand::Asm(_) => Type::PTR,
        }
    }

    /// The function's type.
    #[must_use]
    pub fn func_type(&self) -> crate::types::FuncType {
        crate::types::FuncType {
            ret: self.ret.clone(),
            params: self.args.iter().map(|a| self.value(a.value).ty.clone()).collect(),
            vararg: self.vararg,
        }
    }
}
