//! Which instructions a symbolic check of a pair models: the table that documentation is made from.
//!
//! Instructions that are missing here count as unsupported, and a test compares each row with what a check says.

use llvet_ir::{BinOp, CastOp, opcode};

/// How far an instruction is modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstSupport {
    /// With all its flags.
    Modelled,
    /// Within the limits that the text names.
    Partly(&'static str),
    /// Not at all: functions that execute it are `unsupported`.
    Unsupported,
}

/// Every instruction by its opcode: binary operations, casts, then the others in LangRef's order.
pub fn supported_instructions() -> impl Iterator<Item = (&'static str, InstSupport)> {
    let binary = BinOp::ALL.iter().map(|op| (op.name(), InstSupport::Modelled));
    let casts = CastOp::ALL.iter().map(|&op| (op.name(), cast(op)));
    binary.chain(casts).chain(opcode::OTHERS.iter().map(|&name| (name, other(name))))
}

fn cast(op: CastOp) -> InstSupport {
    match op {
        CastOp::Trunc
        | CastOp::Zext
        | CastOp::Sext
        | CastOp::Fptrunc
        | CastOp::Fpext
        | CastOp::Fptoui
        | CastOp::Fptosi
        | CastOp::Uitofp
        | CastOp::Sitofp => InstSupport::Modelled,
        CastOp::Bitcast => InstSupport::Partly("not of pointers"),
        CastOp::Ptrtoint | CastOp::Ptrtoaddr | CastOp::Inttoptr | CastOp::Addrspacecast => InstSupport::Unsupported,
    }
}

fn other(name: &str) -> InstSupport {
    match name {
        "ret" | "br" | "switch" | "unreachable" | "fneg" | "icmp" | "fcmp" | "select" | "freeze" | "phi" => InstSupport::Modelled,
        "extractelement" | "insertelement" | "shufflevector" => InstSupport::Partly("not of scalable vectors"),
        "extractvalue" | "insertvalue" => InstSupport::Modelled,
        "call" => InstSupport::Partly("of intrinsics, and of functions that take and return numbers"),
        _ => InstSupport::Unsupported,
    }
}
