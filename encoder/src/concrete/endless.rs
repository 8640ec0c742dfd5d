//! Executions that never end: one that comes back to a state in which it was, without a choice or an effect in between, does so forever.
//!
//! Whether that is undefined is for `mustprogress` and `willreturn` to say (LangRef, "Function Attributes"), and for
//! `llvm.loop.mustprogress` of the loop it is in ("'llvm.loop.mustprogress' Metadata").

use std::cell::Cell;
use std::rc::Rc;

use llvet_ir::inst::CallInfo;
use llvet_ir::metadata::{MdNode, MdRef};
use llvet_ir::{AttrKind, BlockId, Cfg, DomTree, Function, Inst, InstKind, Module, Operand, intrinsic};
use rustc_hash::FxHashSet;

use super::domain::Chooser;
use super::exec::{Frame, Halt, Machine};
use super::slot::Slot;
use crate::bv::Bv;
use crate::domain::ChoiceKind;
use crate::outcome::UbReason;

/// Counts what happens in a run that another run of the same code need not repeat: choices and effects.
pub(crate) type Happenings = Rc<Cell<u64>>;

/// A chooser that counts its choices.
pub(crate) struct Counted<'c> {
    pub inner: &'c mut dyn Chooser,
    pub count: Happenings,
}

impl Chooser for Counted<'_> {
    fn pick(&mut self, width: u32, kind: ChoiceKind) -> Bv {
        if !kind.is_environment() {
            self.count.set(self.count.get() + 1);
        }
        self.inner.pick(width, kind)
    }
}

/// Whether executing an instruction may change more than its result, or do what others can observe.
pub(crate) fn has_effect(kind: &InstKind) -> bool {
    match kind {
        InstKind::Call { call, .. } => !is_plain_intrinsic(call),
        InstKind::Load { volatile, atomic, .. } => *volatile || atomic.is_some(),
        InstKind::Ret { .. }
        | InstKind::Br { .. }
        | InstKind::CondBr { .. }
        | InstKind::Switch { .. }
        | InstKind::IndirectBr { .. }
        | InstKind::Unreachable
        | InstKind::Fneg { .. }
        | InstKind::Binary { .. }
        | InstKind::Cast { .. }
        | InstKind::Icmp { .. }
        | InstKind::Fcmp { .. }
        | InstKind::Select { .. }
        | InstKind::Freeze { .. }
        | InstKind::Phi { .. }
        | InstKind::ExtractElement { .. }
        | InstKind::InsertElement { .. }
        | InstKind::ShuffleVector { .. }
        | InstKind::ExtractValue { .. }
        | InstKind::InsertValue { .. }
        | InstKind::GetElementPtr { .. } => false,
        _ => true,
    }
}

/// A call of an intrinsic that has neither pointers nor anything else to write to.
fn is_plain_intrinsic(call: &CallInfo) -> bool {
    let of_values = |operand: &Operand| matches!(operand, Operand::Value(_) | Operand::Const(_));
    let no_pointer = match &call.func_ty {
        llvet_ir::Type::Func(ty) => !ty.params.iter().any(|param| param.is_ptr() || param.is_vector() && param.scalar().is_ptr()),
        _ => false,
    };
    call.direct_callee().is_some_and(intrinsic::is_intrinsic_name)
        && no_pointer
        && call.bundles.is_empty()
        && call.args.iter().all(|(operand, _)| of_values(operand))
}

/// A state of the innermost call in progress.
struct State<'m> {
    depth: usize,
    block: BlockId,
    values: Vec<Option<Slot<'m>>>,
    happened: u64,
}

impl<'m> State<'m> {
    fn of(depth: usize, frame: &Frame<'m>, happened: u64) -> State<'m> {
        State { depth, block: frame.block, values: frame.values.clone(), happened }
    }

    fn is(&self, depth: usize, frame: &Frame<'m>, happened: u64) -> bool {
        let same = |a: &Option<Slot<'_>>, b: &Option<Slot<'_>>| match (a, b) {
            (None, None) => true,
            (Some(Slot::Value(a)), Some(Slot::Value(b))) => a == b,
            (Some(Slot::Thunk(a)), Some(Slot::Thunk(b))) => Rc::ptr_eq(a, b),
            _ => false,
        };
        (self.depth, self.block, self.happened) == (depth, frame.block, happened)
            && self.values.len() == frame.values.len()
            && self.values.iter().zip(&frame.values).all(|(a, b)| same(a, b))
    }
}

/// Looks for a state that comes again (Brent 1980: the state at every jump whose number is a power of two is kept).
#[derive(Default)]
pub(crate) struct Watch<'m> {
    jumps: u64,
    kept: Option<State<'m>>,
    /// Edges taken since a state came again for the first time: at the second time they are all that will ever be taken.
    edges: Option<FxHashSet<(BlockId, BlockId)>>,
}

impl<'m> Machine<'m, '_> {
    /// Called after each jump; says whether the run will never end.
    ///
    /// # Errors
    /// When it is undefined that it does not.
    pub fn is_endless(&mut self, from: BlockId) -> Result<bool, Halt> {
        let (depth, happened) = (self.frames.len(), self.happened.get());
        let Some(frame) = self.frames.last() else { return Ok(false) };
        let watch = &mut self.watch;
        watch.jumps += 1;
        if let Some(edges) = &mut watch.edges {
            edges.insert((from, frame.block));
        }
        if watch.kept.as_ref().is_some_and(|kept| kept.is(depth, frame, happened)) {
            let Some(edges) = watch.edges.take() else {
                watch.edges = Some(FxHashSet::default());
                return Ok(false);
            };
            let promised = |f: &Frame<'_>| f.function.attrs.has(AttrKind::MustProgress) || f.function.attrs.has(AttrKind::WillReturn);
            if self.frames.iter().any(promised) || in_progressing_loop(self.env.module, frame.function, &edges) {
                return Err(Halt::Ub(UbReason::Other("endless loop that must make progress".into())));
            }
            return Ok(true);
        }
        if watch.jumps.is_power_of_two() {
            watch.kept = Some(State::of(depth, frame, happened));
            watch.edges = None;
        }
        Ok(false)
    }
}

/// Whether edges that are taken forever stay in one loop that promises to make progress.
fn in_progressing_loop(module: &Module, function: &Function, edges: &FxHashSet<(BlockId, BlockId)>) -> bool {
    let promises = |from: BlockId| function.block(from).terminator().is_some_and(|inst| has_progress_metadata(module, inst));
    let cfg = Cfg::new(function);
    let dominators = DomTree::new(&cfg);
    let closes = |&(from, to): &(BlockId, BlockId)| dominators.dominates(to, from) && promises(from);
    let latches: Vec<(BlockId, BlockId)> = edges.iter().copied().filter(closes).collect();
    let headers: FxHashSet<BlockId> = latches.iter().map(|(_, header)| *header).collect();
    headers.into_iter().any(|header| {
        // The natural loop: whatever leads to a latch without passing the header.
        let mut body = FxHashSet::from_iter([header]);
        let mut work: Vec<BlockId> = latches.iter().filter(|(_, to)| *to == header).map(|(from, _)| *from).collect();
        while let Some(block) = work.pop() {
            if body.insert(block) {
                work.extend(cfg.predecessors(block));
            }
        }
        edges.iter().all(|(from, to)| body.contains(from) && body.contains(to))
    })
}

/// Whether a terminator has `!llvm.loop` with `!{!"llvm.loop.mustprogress"}`.
fn has_progress_metadata(module: &Module, inst: &Inst) -> bool {
    let node = |reference: &MdRef| match reference {
        MdRef::Node(id) => module.metadata.get(id).cloned(),
        MdRef::Inline(node) => Some((**node).clone()),
        MdRef::String(_) | MdRef::Constant(_) | MdRef::Null => None,
    };
    let elements = |reference: &MdRef| match node(reference) {
        Some(MdNode::Tuple { elems, .. }) => elems,
        Some(MdNode::Specialized { .. }) | None => Vec::new(),
    };
    let property =
        |reference: &MdRef| matches!(elements(reference).first(), Some(MdRef::String(name)) if **name == *b"llvm.loop.mustprogress");
    inst.metadata.iter().any(|(kind, reference)| &**kind == "llvm.loop" && elements(reference).iter().any(property))
}
