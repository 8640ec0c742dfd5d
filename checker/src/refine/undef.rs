//! Which undef inputs can matter at all.
//!
//! An input is an argument, or a lane of one that is a vector; a result is the returned value, or a lane of it.
//!
//! **Claim.** Let the pair refine for inputs that are not undef. Let S be inputs such that on every path the target reads
//! each of them at most once (counting the reads of values computed from it, which are computed anew at each read), and for
//! each of them either no such read reaches a result of the target or the source, with that input undef, makes no
//! choice on which the same result depends and that is fixed once per execution (`freeze`; a NaN payload or its kind chosen by an
//! instruction that does not depend on the input: one that does is as good as executed at each read). Then the pair also refines when
//! inputs of S are undef, provided it refines for the other inputs, undef or not, with S defined.
//!
//! **Proof.** Take an execution of the target with x ∈ S undef that does not end in a read-back of x. It reads x at most once,
//! say as k, so it is an execution on x = k as well. By hypothesis some source execution on x = k allows its outcome; with x
//! undef the source may pick k at each of its reads, so it has that execution too (branching on x is undefined behavior there,
//! which allows everything). If the single read is in a result, the target's outcome is there the set of values that
//! re-reading it gives, one per k, and one value in every other result. Each is allowed by a source execution on x = k. If one of these is
//! undefined behavior, so is the source's with x undef. Otherwise take the fixed choices of any one of them: other results have the value
//! they have there. The result that reads x does not depend on the source's fixed choices with x undef (nor with all of S undef, as every
//! undef input frees more), so the values for all k differ only in choices that whoever reads it makes anew: either one of them is poison, or
//! the source's result is read back as every one of the target's values. ∎
//!
//! With a fixed choice the last step fails: `ret (freeze poison)` → `ret %x` has a source execution for each k but none for
//! all. With two reads the first step fails: `mul %x, 2` → `add %x, %x`.

use llvet_ir::cfg::Cfg;
use llvet_ir::inst::CallInfo;
use llvet_ir::{Arg, AttrKind, BinOp, ConstKind, Function, Inst, InstKind, IntValue, Operand, Type, ValueId};

/// Reads of each input, saturating.
type Reads = Vec<u8>;

/// The reads that reading a value makes.
#[derive(Clone, Debug, Default)]
struct PerRead {
    /// The whole of it.
    whole: Reads,
    /// Each lane alone; a value that is no vector has one.
    lanes: Vec<Reads>,
}

/// The arguments of `tgt` that may matter when undef, by number. `source_fixes` says of a lane of an argument and of a lane of the result
/// (`None`: any) whether the source, with the former undef, makes choices for the latter that are fixed once per execution.
///
/// # Errors
/// Those of `source_fixes`.
pub fn undef_matters<E>(
    tgt: &Function,
    mut source_fixes: impl FnMut(usize, usize, Option<usize>) -> Result<bool, E>,
) -> Result<Vec<usize>, E> {
    let counts = Counts::new(tgt);
    let mut out: Vec<usize> = Vec::new();
    for (input, &(arg, lane)) in counts.inputs.iter().enumerate() {
        let mut matters = counts.most_reads[input] > 1;
        for &result in &counts.escapes[input] {
            matters = matters || source_fixes(arg, lane, result)?;
        }
        if matters && out.last() != Some(&arg) {
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
    /// Argument and lane of each input.
    inputs: Vec<(usize, usize)>,
    /// Most reads of each input on one path.
    most_reads: Reads,
    /// The lanes of the returned value that a read of the input reaches; `None` for a value that is no vector.
    escapes: Vec<Vec<Option<usize>>>,
}

impl Counts {
    fn new(function: &Function) -> Counts {
        let width = |id: ValueId| lanes_of(&function.value(id).ty);
        let lanes = |(number, arg): (usize, &Arg)| (0..width(arg.value)).map(move |lane| (number, lane));
        let inputs: Vec<(usize, usize)> = function.args.iter().enumerate().flat_map(lanes).collect();
        let none = vec![0; inputs.len()];
        let cfg = Cfg::new(function);
        let mut counts = Counts { most_reads: none.clone(), escapes: vec![Vec::new(); inputs.len()], inputs };
        if cfg.has_cycle() {
            // Loops read any number of times.
            counts.most_reads.fill(u8::MAX);
            return counts;
        }
        let mut reader = Reader { function, inputs: counts.inputs.len(), per_read: vec![PerRead::default(); function.values.len()] };
        for (input, &(arg, _)) in counts.inputs.iter().enumerate() {
            let (mut one, value) = (none.clone(), &mut reader.per_read[function.args[arg].value.index()]);
            one[input] = 1;
            value.whole.resize(none.len(), 0);
            add(&mut value.whole, &one);
            value.lanes.push(one);
        }
        // Longest path over the acyclic graph, input by input.
        let mut on_entry: Vec<Reads> = vec![none; function.blocks.len()];
        for &block in cfg.reverse_post_order() {
            let mut reads = on_entry[block.index()].clone();
            for inst in &function.block(block).insts {
                add(&mut reads, &reader.when_executed(&inst.kind));
                if let InstKind::Ret { value: Some(operand) } = &inst.kind {
                    counts.escape(&reader.of(operand).lanes);
                }
                if let Some(id) = inst.result {
                    reader.per_read[id.index()] = reader.of_result(inst);
                }
            }
            for &next in cfg.successors(block) {
                join(&mut on_entry[next.index()], &reads);
            }
            join(&mut counts.most_reads, &reads);
        }
        counts
    }

    fn escape(&mut self, result: &[Reads]) {
        for (lane, reads) in result.iter().enumerate() {
            let lane = (result.len() > 1).then_some(lane);
            for (escapes, _) in self.escapes.iter_mut().zip(reads).filter(|(escapes, reads)| **reads > 0 && !escapes.contains(&lane)) {
                escapes.push(lane);
            }
        }
    }
}

/// The lanes of a vector of fixed length, else 1.
fn lanes_of(ty: &Type) -> usize {
    ty.lanes().map_or(1, |lanes| lanes as usize)
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

fn least(a: &Reads, b: &Reads) -> Reads {
    a.iter().zip(b).map(|(a, b)| *a.min(b)).collect()
}

/// Counts reads of inputs.
struct Reader<'a> {
    function: &'a Function,
    inputs: usize,
    /// Of each value that was computed.
    per_read: Vec<PerRead>,
}

impl Reader<'_> {
    fn none(&self) -> Reads {
        vec![0; self.inputs]
    }

    fn of(&self, operand: &Operand) -> PerRead {
        match operand {
            Operand::Value(id) if !self.per_read[id.index()].lanes.is_empty() => self.per_read[id.index()].clone(),
            _ => PerRead { whole: self.none(), lanes: vec![self.none(); lanes_of(&self.function.operand_type(operand))] },
        }
    }

    /// A read of one lane, in a vector of another length of the whole.
    fn lane(&self, operand: &Operand, lane: usize, of: usize) -> Reads {
        let reads = self.of(operand);
        if reads.lanes.len() == of { reads.lanes[lane].clone() } else { reads.whole }
    }

    fn sum(&self, all: impl IntoIterator<Item = Reads>) -> Reads {
        all.into_iter().fold(self.none(), |mut total, more| {
            add(&mut total, &more);
            total
        })
    }

    fn most(&self, all: impl IntoIterator<Item = Reads>) -> Reads {
        all.into_iter().fold(self.none(), |mut most, other| {
            join(&mut most, &other);
            most
        })
    }

    /// A read of the whole of operands.
    fn all<'o>(&self, operands: impl IntoIterator<Item = &'o Operand>) -> Reads {
        self.sum(operands.into_iter().map(|operand| self.of(operand).whole))
    }

    /// Reads that one read of the instruction's result makes.
    fn of_result(&self, inst: &Inst) -> PerRead {
        let width = lanes_of(&inst.ty);
        let lanes: Vec<Reads> = (0..width).map(|lane| self.of_lane(&inst.kind, lane, width)).collect();
        let whole = match &inst.kind {
            InstKind::Freeze { .. } => self.none(),
            InstKind::Phi { incoming } => self.most(incoming.iter().map(|(operand, _)| self.of(operand).whole)),
            InstKind::Select { cond, args } => self.sum([self.of(cond).whole, self.most(args.iter().map(|arm| self.of(arm).whole))]),
            InstKind::ExtractElement { .. } => lanes[0].clone(),
            // A scalar that every lane reads is read once for the whole, a lane that is left out not at all.
            InstKind::InsertElement { .. } | InstKind::ShuffleVector { .. } => {
                least(&self.sum(lanes.clone()), &self.all(inst.kind.reads()))
            }
            other => self.all(other.operands()),
        };
        PerRead { whole, lanes }
    }

    fn of_lane(&self, kind: &InstKind, lane: usize, width: usize) -> Reads {
        match kind {
            // Fixed when executed.
            InstKind::Freeze { .. } => self.none(),
            InstKind::Phi { incoming } => self.most(incoming.iter().map(|(operand, _)| self.lane(operand, lane, width))),
            InstKind::Select { cond, args } => {
                let arms = self.most(args.iter().map(|arm| self.lane(arm, lane, width)));
                self.sum([self.lane(cond, lane, width), arms])
            }
            InstKind::Binary { .. } | InstKind::Fneg { .. } | InstKind::Icmp { .. } | InstKind::Fcmp { .. } | InstKind::Cast { .. } => {
                self.sum(kind.operands().into_iter().map(|operand| self.lane(operand, lane, width)))
            }
            InstKind::ExtractElement { vector, index } => match self.index(vector, index) {
                Some(lane) => self.of(vector).lanes[lane].clone(),
                None => self.all([vector, index]),
            },
            InstKind::InsertElement { vector, elem, index } => match self.index(vector, index) {
                Some(at) if at == lane => self.all([elem]),
                Some(_) => self.lane(vector, lane, width),
                None => self.all([vector, elem, index]),
            },
            InstKind::ShuffleVector { args: [a, b], mask } if mask.len() == width => match mask[lane] {
                Some(read) => {
                    let (first, second) = (self.of(a).lanes, self.of(b).lanes);
                    first.iter().chain(&second).nth(read as usize).cloned().unwrap_or_else(|| self.all([a, b]))
                }
                None => self.none(),
            },
            other => self.all(other.operands()),
        }
    }

    /// A constant index within a vector of fixed length.
    fn index(&self, vector: &Operand, index: &Operand) -> Option<usize> {
        let Operand::Const(constant) = index else { return None };
        let ConstKind::Int(IntValue::Small(index)) = constant.kind else { return None };
        let lanes = self.function.operand_type(vector).lanes()?;
        usize::try_from(index).ok().filter(|_| index < lanes)
    }

    /// Reads of each input that executing the instruction makes whether or not its result is read.
    fn when_executed(&self, kind: &InstKind) -> Reads {
        let times = |n: usize| {
            let once = self.all(kind.operands());
            once.iter().map(|reads| reads.saturating_mul(n as u8)).collect()
        };
        match kind {
            // Two reads that differ are undefined behavior, so one undef read matters.
            InstKind::CondBr { .. } | InstKind::Switch { .. } => times(2),
            InstKind::Ret { value: Some(_) } => times(if self.function.ret_attrs.has(AttrKind::NoUndef) { 3 } else { 1 }),
            InstKind::Binary { op: BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem, .. } | InstKind::Freeze { .. } => times(1),
            InstKind::Call { call, .. } if is_value_intrinsic(call) => self.none(),
            // Calls may have undefined behavior of their own and may require defined arguments: count generously.
            InstKind::Call { .. } | InstKind::Invoke { .. } | InstKind::CallBr { .. } => times(2),
            _ => self.none(),
        }
    }
}

/// Whether a call is of an intrinsic that only computes its result, as any arithmetic instruction does.
fn is_value_intrinsic(call: &CallInfo) -> bool {
    let effects = ["llvm.assume", "llvm.vp.", "llvm.trap", "llvm.ubsantrap", "llvm.debugtrap", "llvm.experimental."];
    let named = call.direct_callee().is_some_and(|n| n.starts_with("llvm.") && !effects.iter().any(|e| n.starts_with(e)));
    named && call.bundles.is_empty() && !call.ret_attrs.has(AttrKind::NoUndef) && !call.args.iter().any(|(_, a)| a.has(AttrKind::NoUndef))
}
