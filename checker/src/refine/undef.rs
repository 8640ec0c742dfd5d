//! Which undef inputs can matter at all.
//!
//! **Claim.** Let the pair refine for inputs that are not undef. Let S be arguments such that on every path the target reads
//! each of them at most once (counting the reads of values computed from it, which are computed anew at each read), and for
//! each of them either no such read reaches the target's returned value or the source, with that argument undef, makes no
//! choice that is fixed once per execution (`freeze`; a NaN payload or its kind chosen by an instruction that does not depend
//! on the argument: one that does is as good as executed at each read). Then the pair also refines when arguments of S are
//! undef, provided it refines for the other arguments, undef or not, with S defined.
//!
//! **Proof.** Take an execution of the target with x ∈ S undef that does not end in a read-back of x. It reads x at most once,
//! say as k, so it is an execution on x = k as well. By hypothesis some source execution on x = k allows its outcome; with x
//! undef the source may pick k at each of its reads, so it has that execution too (branching on x is undefined behavior there,
//! which allows everything). If the single read is in the returned value, the target's outcome is the set of values that
//! re-reading it gives, one per k. Each of them is allowed by a source execution on x = k. When the source has no fixed
//! choices with x undef (and then with all of S undef, as every undef argument frees more), these executions differ only in
//! choices that whoever reads the source's result makes anew: so either one of them is undefined behavior or poison, or the
//! source's result is read back as every one of the target's values. ∎
//!
//! With a fixed choice the last step fails: `ret (freeze poison)` → `ret %x` has a source execution for each k but none for
//! all. With two reads the first step fails: `mul %x, 2` → `add %x, %x`.

use llvet_ir::cfg::Cfg;
use llvet_ir::inst::CallInfo;
use llvet_ir::{AttrKind, BinOp, Function, InstKind, Operand, ValueKind};

/// Reads of each argument, saturating.
type Reads = Vec<u8>;

/// The arguments of `tgt` that may matter when undef, by number. `source_fixes` says of an argument whether the source makes choices
/// that are fixed once per execution when it is undef.
///
/// # Errors
/// Those of `source_fixes`.
pub fn undef_matters<E>(tgt: &Function, mut source_fixes: impl FnMut(usize) -> Result<bool, E>) -> Result<Vec<usize>, E> {
    let counts = Counts::new(tgt);
    let mut out = Vec::new();
    for arg in 0..tgt.args.len() {
        if counts.most_reads[arg] > 1 || counts.escapes[arg] && source_fixes(arg)? {
            out.push(arg);
        }
    }
    Ok(out)
}

/// Whether a function makes choices that are fixed once per execution.
#[must_use]
pub fn has_freeze(function: &Function) -> bool {
    function.blocks.iter().flat_map(|b| &b.insts).any(|i| matches!(i.kind, InstKind::Freeze { .. }))
}

struct Counts {
    /// Most reads of each argument on one path.
    most_reads: Reads,
    /// Whether a read of the argument reaches the returned value.
    escapes: Vec<bool>,
}

impl Counts {
    fn new(function: &Function) -> Counts {
        let args = function.args.len();
        let cfg = Cfg::new(function);
        let mut per_read: Vec<Reads> = vec![vec![0; args]; function.values.len()];
        for (index, def) in function.values.iter().enumerate() {
            if let ValueKind::Arg(number) = def.kind {
                per_read[index][number as usize] = 1;
            }
        }
        let mut counts = Counts { most_reads: vec![0; args], escapes: vec![false; args] };
        if cfg.has_cycle() {
            // Loops read any number of times.
            counts.most_reads.fill(u8::MAX);
            counts.escapes.fill(true);
            return counts;
        }
        // Longest path over the acyclic graph, argument by argument.
        let mut on_entry: Vec<Reads> = vec![vec![0; args]; function.blocks.len()];
        for &block in cfg.reverse_post_order() {
            let mut reads = on_entry[block.index()].clone();
            for inst in &function.block(block).insts {
                let one_read = reads_of_result(&inst.kind, &per_read, args);
                let at_once = reads_when_executed(function, &inst.kind, &per_read, args);
                add(&mut reads, &at_once);
                if let InstKind::Ret { value: Some(operand) } = &inst.kind {
                    for (escape, n) in counts.escapes.iter_mut().zip(operand_reads(operand, &per_read, args)) {
                        *escape |= n > 0;
                    }
                }
                if let Some(id) = inst.result {
                    per_read[id.index()] = one_read;
                }
            }
            for &next in cfg.successors(block) {
                join(&mut on_entry[next.index()], &reads);
            }
            join(&mut counts.most_reads, &reads);
        }
        counts
    }
}

fn operand_reads(operand: &Operand, per_read: &[Reads], args: usize) -> Reads {
    match operand {
        Operand::Value(id) => per_read[id.index()].clone(),
        Operand::Const(_) | Operand::Metadata(_) | Operand::Asm(_) => vec![0; args],
    }
}

fn add(total: &mut Reads, more: &Reads) {
    for (t, m) in total.iter_mut().zip(more) {
        *t = t.saturating_add(*m);
    }
}

fn join(total: &mut Reads, other: &Reads) {
    for (t, o) in total.iter_mut().zip(other) {
        *t = (*t).max(*o);
    }
}

fn sum<'a>(operands: impl IntoIterator<Item = &'a Operand>, per_read: &[Reads], args: usize) -> Reads {
    let mut total = vec![0; args];
    for operand in operands {
        add(&mut total, &operand_reads(operand, per_read, args));
    }
    total
}

/// Reads of each argument that one read of the instruction's result makes.
fn reads_of_result(kind: &InstKind, per_read: &[Reads], args: usize) -> Reads {
    match kind {
        // Fixed when executed.
        InstKind::Freeze { .. } => vec![0; args],
        InstKind::Phi { incoming } => {
            let mut most = vec![0; args];
            for (operand, _) in incoming {
                join(&mut most, &operand_reads(operand, per_read, args));
            }
            most
        }
        InstKind::Select { cond, args: arms } => {
            let mut most = operand_reads(&arms[0], per_read, args);
            join(&mut most, &operand_reads(&arms[1], per_read, args));
            add(&mut most, &operand_reads(cond, per_read, args));
            most
        }
        other => sum(other.reads(), per_read, args),
    }
}

/// Reads of each argument that executing the instruction makes whether or not its result is read.
fn reads_when_executed(function: &Function, kind: &InstKind, per_read: &[Reads], args: usize) -> Reads {
    match kind {
        // Two reads that differ are undefined behavior, so one undef read matters.
        InstKind::CondBr { .. } | InstKind::Switch { .. } => {
            let mut twice = sum(kind.operands(), per_read, args);
            let once = twice.clone();
            add(&mut twice, &once);
            twice
        }
        InstKind::Ret { value: Some(operand) } => {
            let mut reads = operand_reads(operand, per_read, args);
            if function.ret_attrs.has(AttrKind::NoUndef) {
                let once = reads.clone();
                add(&mut reads, &once);
                add(&mut reads, &once);
            }
            reads
        }
        InstKind::Binary { op: BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem, .. } | InstKind::Freeze { .. } => {
            sum(kind.operands(), per_read, args)
        }
        InstKind::Call { call, .. } if is_value_intrinsic(call) => vec![0; args],
        // Calls may have undefined behavior of their own and may require defined arguments: count generously.
        InstKind::Call { .. } | InstKind::Invoke { .. } | InstKind::CallBr { .. } => {
            let mut reads = sum(kind.operands(), per_read, args);
            let once = reads.clone();
            add(&mut reads, &once);
            reads
        }
        _ => vec![0; args],
    }
}

/// Whether a call is of an intrinsic that only computes its result, as any arithmetic instruction does.
fn is_value_intrinsic(call: &CallInfo) -> bool {
    let effects = ["llvm.assume", "llvm.vp.", "llvm.trap", "llvm.ubsantrap", "llvm.debugtrap", "llvm.experimental."];
    let named = call.direct_callee().is_some_and(|n| n.starts_with("llvm.") && !effects.iter().any(|e| n.starts_with(e)));
    named && call.bundles.is_empty() && !call.ret_attrs.has(AttrKind::NoUndef) && !call.args.iter().any(|(_, a)| a.has(AttrKind::NoUndef))
}
