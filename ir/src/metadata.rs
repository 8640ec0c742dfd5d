//! Metadata and debug records (LangRef, "Metadata"; "Source Level Debugging with LLVM").

use std::sync::Arc;

use crate::constant::Constant;
use crate::entity::ValueId;

/// A reference to metadata where a node may stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MdRef {
    /// `!7`
    Node(u32),
    /// An inline node: `!{…}`, `!DILocation(…)`, `!DIExpression(…)`, `!DIArgList(…)`.
    Inline(Arc<MdNode>),
    /// `!"text"`
    String(Arc<[u8]>),
    /// `T constant`
    Constant(Arc<Constant>),
    /// `null`
    Null,
}

/// A metadata node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MdNode {
    /// `!{…}`
    Tuple {
        /// `distinct`
        distinct: bool,
        /// Elements.
        elems: Vec<MdRef>,
    },
    /// `!DIName(field: value, …)` and the positional forms.
    Specialized {
        /// `distinct`
        distinct: bool,
        /// Name without `!`, e.g. `DILocation`.
        name: Arc<str>,
        /// Fields; the name is empty for positional ones.
        fields: Vec<(Arc<str>, MdField)>,
    },
}

/// A field value of a specialized node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MdField {
    /// A metadata reference.
    Ref(MdRef),
    /// An integer as written, canonical (no `u0x`).
    Int(Arc<str>),
    /// A quoted string.
    String(Arc<[u8]>),
    /// A word or words joined by ` | `: enumerators, flags, `true`, `false`.
    Word(Arc<str>),
    /// A function-local value (`DIArgList`, `dbg` operands).
    Local(ValueId),
    /// A list in parentheses or braces, as in `DIArgList` or `templateParams`.
    List(Vec<MdField>),
}

/// `metadata …` as an operand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MdOperand {
    /// A node, string or constant.
    Ref(MdRef),
    /// `metadata T %v`
    Local(ValueId),
    /// `!DIArgList(T %a, T c, …)`
    ArgList(Vec<MdOperand>),
}

/// A debug record `#dbg_kind(operands…)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DebugRecord {
    /// `value`, `declare`, `assign`, `label`, `declare_value`.
    pub kind: Arc<str>,
    /// Operands in order.
    pub args: Vec<MdOperand>,
}
