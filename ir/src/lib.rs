//! LLVM IR as data: parse, print and verify textual modules of LLVM 3.0 to 23.
//!
//! **Invariants.** No I/O and no solver here. Parsing never panics and returns whatever it could read together with its
//! diagnostics. Everything old is upgraded while it is read, so that the rest of the project sees today's IR only.

pub mod attr;
pub mod cfg;
pub mod constant;
pub mod datalayout;
pub mod diagnostic;
pub mod entity;
pub mod flags;
pub mod function;
pub mod inst;
pub mod intrinsic;
pub mod lexer;
pub mod metadata;
pub mod module;
pub mod opcode;
pub mod operands;
pub mod parser;
pub mod print;
pub mod quote;
mod rewrite;
pub mod types;
pub mod unroll;
pub mod verify;

pub use attr::{Attr, AttrKind, AttrSet};
pub use cfg::{Cfg, DomTree};
pub use constant::{ConstExpr, ConstKind, Constant, IntValue};
pub use datalayout::DataLayout;
pub use diagnostic::{Diagnostic, Severity, Span};
pub use entity::{BlockId, ValueId};
pub use flags::{FastMath, Flags};
pub use function::{Arg, Block, Function, ValueDef, ValueKind};
pub use inst::{BinOp, CastOp, Inst, InstKind, Operand};
pub use intrinsic::IntrinsicId;
pub use module::{Module, ModuleItem};
pub use parser::{ParseResult, parse};
pub use types::{FloatKind, FuncType, StructType, TargetType, Type};
pub use unroll::{Unrolled, unroll};
pub use verify::verify;
