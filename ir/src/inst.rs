//! Instructions as data: no logic beyond naming operands. [`InstKind`] has one variant per LLVM instruction
//! (binary operations and casts share one each).

use std::sync::Arc;

use crate::attr::AttrSet;
use crate::constant::Constant;
use crate::diagnostic::Span;
use crate::entity::{BlockId, ValueId};
use crate::flags::Flags;
use crate::metadata::{DebugRecord, MdOperand, MdRef};
use crate::types::Type;

/// An operand. Its type is [`crate::Function::operand_type`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// An argument or an instruction's result.
    Value(ValueId),
    /// A constant.
    Const(Arc<Constant>),
    /// `metadata …` as a call argument.
    Metadata(Box<MdOperand>),
    /// Inline assembly as a callee.
    Asm(Arc<InlineAsm>),
}

/// `asm sideeffect alignstack inteldialect unwind "template", "constraints"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InlineAsm {
    /// Has effects that are not in its constraints.
    pub sideeffect: bool,
    /// Needs the stack aligned.
    pub alignstack: bool,
    /// Intel syntax.
    pub inteldialect: bool,
    /// May unwind.
    pub unwind: bool,
    /// Template bytes.
    pub template: Vec<u8>,
    /// Constraint bytes.
    pub constraints: Vec<u8>,
}

macro_rules! keyword_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every member, in LangRef's order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The keyword.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The member with this keyword.
            #[must_use]
            pub fn from_name(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

keyword_enum!(
    /// Binary operations, integer then floating point.
    BinOp {
        /// `add`
        Add = "add",
        /// `sub`
        Sub = "sub",
        /// `mul`
        Mul = "mul",
        /// `udiv`
        Udiv = "udiv",
        /// `sdiv`
        Sdiv = "sdiv",
        /// `urem`
        Urem = "urem",
        /// `srem`
        Srem = "srem",
        /// `shl`
        Shl = "shl",
        /// `lshr`
        Lshr = "lshr",
        /// `ashr`
        Ashr = "ashr",
        /// `and`
        And = "and",
        /// `or`
        Or = "or",
        /// `xor`
        Xor = "xor",
        /// `fadd`
        Fadd = "fadd",
        /// `fsub`
        Fsub = "fsub",
        /// `fmul`
        Fmul = "fmul",
        /// `fdiv`
        Fdiv = "fdiv",
        /// `frem`
        Frem = "frem",
    }
);

keyword_enum!(
    /// Casts.
    CastOp {
        /// `trunc`
        Trunc = "trunc",
        /// `zext`
        Zext = "zext",
        /// `sext`
        Sext = "sext",
        /// `fptrunc`
        Fptrunc = "fptrunc",
        /// `fpext`
        Fpext = "fpext",
        /// `fptoui`
        Fptoui = "fptoui",
        /// `fptosi`
        Fptosi = "fptosi",
        /// `uitofp`
        Uitofp = "uitofp",
        /// `sitofp`
        Sitofp = "sitofp",
        /// `ptrtoint`
        Ptrtoint = "ptrtoint",
        /// `ptrtoaddr`
        Ptrtoaddr = "ptrtoaddr",
        /// `inttoptr`
        Inttoptr = "inttoptr",
        /// `bitcast`
        Bitcast = "bitcast",
        /// `addrspacecast`
        Addrspacecast = "addrspacecast",
    }
);

keyword_enum!(
    /// Predicates of `icmp`.
    IntPred {
        /// `eq`
        Eq = "eq",
        /// `ne`
        Ne = "ne",
        /// `ugt`
        Ugt = "ugt",
        /// `uge`
        Uge = "uge",
        /// `ult`
        Ult = "ult",
        /// `ule`
        Ule = "ule",
        /// `sgt`
        Sgt = "sgt",
        /// `sge`
        Sge = "sge",
        /// `slt`
        Slt = "slt",
        /// `sle`
        Sle = "sle",
    }
);

keyword_enum!(
    /// Predicates of `fcmp`.
    FloatPred {
        /// `false`
        False = "false",
        /// `oeq`
        Oeq = "oeq",
        /// `ogt`
        Ogt = "ogt",
        /// `oge`
        Oge = "oge",
        /// `olt`
        Olt = "olt",
        /// `ole`
        Ole = "ole",
        /// `one`
        One = "one",
        /// `ord`
        Ord = "ord",
        /// `ueq`
        Ueq = "ueq",
        /// `ugt`
        Ugt = "ugt",
        /// `uge`
        Uge = "uge",
        /// `ult`
        Ult = "ult",
        /// `ule`
        Ule = "ule",
        /// `une`
        Une = "une",
        /// `uno`
        Uno = "uno",
        /// `true`
        True = "true",
    }
);

keyword_enum!(
    /// Memory orderings.
    Ordering {
        /// `unordered`
        Unordered = "unordered",
        /// `monotonic`
        Monotonic = "monotonic",
        /// `acquire`
        Acquire = "acquire",
        /// `release`
        Release = "release",
        /// `acq_rel`
        AcqRel = "acq_rel",
        /// `seq_cst`
        SeqCst = "seq_cst",
    }
);

keyword_enum!(
    /// Operations of `atomicrmw`.
    RmwOp {
        /// `xchg`
        Xchg = "xchg",
        /// `add`
        Add = "add",
        /// `sub`
        Sub = "sub",
        /// `and`
        And = "and",
        /// `nand`
        Nand = "nand",
        /// `or`
        Or = "or",
        /// `xor`
        Xor = "xor",
        /// `max`
        Max = "max",
        /// `min`
        Min = "min",
        /// `umax`
        Umax = "umax",
        /// `umin`
        Umin = "umin",
        /// `fadd`
        Fadd = "fadd",
        /// `fsub`
        Fsub = "fsub",
        /// `fmax`
        Fmax = "fmax",
        /// `fmin`
        Fmin = "fmin",
        /// `fmaximum`
        Fmaximum = "fmaximum",
        /// `fminimum`
        Fminimum = "fminimum",
        /// `fmaximumnum`
        Fmaximumnum = "fmaximumnum",
        /// `fminimumnum`
        Fminimumnum = "fminimumnum",
        /// `uinc_wrap`
        UincWrap = "uinc_wrap",
        /// `udec_wrap`
        UdecWrap = "udec_wrap",
        /// `usub_cond`
        UsubCond = "usub_cond",
        /// `usub_sat`
        UsubSat = "usub_sat",
    }
);

keyword_enum!(
    /// Tail-call markers of `call`.
    TailKind {
        /// No marker.
        None = "",
        /// `tail`
        Tail = "tail",
        /// `musttail`
        MustTail = "musttail",
        /// `notail`
        NoTail = "notail",
    }
);

/// Atomic part of a memory access.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atomic {
    /// Synchronisation scope, empty for the system scope.
    pub syncscope: Arc<str>,
    /// Ordering.
    pub ordering: Ordering,
}

/// An operand bundle `"tag"(args…)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bundle {
    /// Tag.
    pub tag: Arc<str>,
    /// Inputs.
    pub args: Vec<Operand>,
}

/// The common part of `call`, `invoke` and `callbr`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CallInfo {
    /// Calling convention as LLVM prints it, empty for `ccc`.
    pub cc: Arc<str>,
    /// Return attributes.
    pub ret_attrs: AttrSet,
    /// `addrspace(N)` of the callee when written.
    pub addrspace: Option<u32>,
    /// Function type of the callee.
    pub func_ty: Type,
    /// Callee: a global constant for direct calls.
    pub callee: Operand,
    /// Arguments with their attributes.
    pub args: Vec<(Operand, AttrSet)>,
    /// Function attributes at the call site, with the numbers of the attribute groups they came from.
    pub attrs: AttrSet,
    /// Bundles.
    pub bundles: Vec<Bundle>,
}

impl CallInfo {
    /// Name of the called function when the call is direct.
    #[must_use]
    pub fn direct_callee(&self) -> Option<&str> {
        match &self.callee {
            Operand::Const(c) => match &c.kind {
                crate::constant::ConstKind::Global(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A clause of `landingpad`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LandingClause {
    /// `catch T v`
    Catch(Operand),
    /// `filter T v`
    Filter(Operand),
}

/// The parent of a funclet pad: `none` or another pad's token.
pub type PadParent = Option<ValueId>;

/// What an instruction does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "operand names are LangRef's")]
pub enum InstKind {
    Ret { value: Option<Operand> },
    Br { dest: BlockId },
    CondBr { cond: Operand, then_dest: BlockId, else_dest: BlockId },
    Switch { value: Operand, default: BlockId, cases: Vec<(Arc<Constant>, BlockId)> },
    IndirectBr { addr: Operand, dests: Vec<BlockId> },
    Invoke { call: Box<CallInfo>, normal: BlockId, unwind: BlockId },
    CallBr { call: Box<CallInfo>, fallthrough: BlockId, indirect: Vec<BlockId> },
    Resume { value: Operand },
    CatchSwitch { parent: PadParent, handlers: Vec<BlockId>, unwind: Option<BlockId> },
    CatchRet { pad: ValueId, dest: BlockId },
    CleanupRet { pad: ValueId, unwind: Option<BlockId> },
    Unreachable,
    CatchPad { switch: ValueId, args: Vec<Operand> },
    CleanupPad { parent: PadParent, args: Vec<Operand> },
    LandingPad { cleanup: bool, clauses: Vec<LandingClause> },
    Fneg { arg: Operand },
    Binary { op: BinOp, args: [Operand; 2] },
    Cast { op: CastOp, arg: Operand },
    Icmp { pred: IntPred, args: [Operand; 2] },
    Fcmp { pred: FloatPred, args: [Operand; 2] },
    Select { cond: Operand, args: [Operand; 2] },
    Freeze { arg: Operand },
    Phi { incoming: Vec<(Operand, BlockId)> },
    ExtractElement { vector: Operand, index: Operand },
    InsertElement { vector: Operand, elem: Operand, index: Operand },
    ShuffleVector { args: [Operand; 2], mask: Vec<Option<u32>> },
    ExtractValue { agg: Operand, indices: Vec<u32> },
    InsertValue { agg: Operand, elem: Operand, indices: Vec<u32> },
    Alloca { allocated: Type, count: Option<Operand>, align: Option<u64>, inalloca: bool, swifterror: bool, addrspace: u32 },
    Load { ptr: Operand, align: Option<u64>, volatile: bool, atomic: Option<Atomic> },
    Store { value: Operand, ptr: Operand, align: Option<u64>, volatile: bool, atomic: Option<Atomic> },
    Fence { atomic: Atomic },
    CmpXchg { ptr: Operand, cmp: Operand, new: Operand, weak: bool, volatile: bool, success: Atomic, failure: Ordering, align: Option<u64> },
    AtomicRmw { op: RmwOp, elementwise: bool, ptr: Operand, value: Operand, volatile: bool, atomic: Atomic, align: Option<u64> },
    GetElementPtr { elem_ty: Type, base: Operand, indices: Vec<Operand> },
    VaArg { list: Operand },
    Call { call: Box<CallInfo>, tail: TailKind },
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// Its flags.
    pub flags: Flags,
    /// Type of the result; `void` when there is none.
    pub ty: Type,
    /// The value it defines, unless its type is `void`.
    pub result: Option<ValueId>,
    /// Metadata attachments `!kind !node`, in order.
    pub metadata: Vec<(Arc<str>, MdRef)>,
    /// Debug records that stand before it.
    pub records: Vec<DebugRecord>,
    /// Where it stands in the text.
    pub span: Span,
}
