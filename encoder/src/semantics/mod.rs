//! LLVM's instructions, each written once, generic over a [`Domain`].
//!
//! A rule is a function from operand values to the result value. It never returns early on undefined behavior: it records
//! `ub_if(condition, reason)` and computes on, so that both domains follow the same code. Control flow, memory and calls to
//! functions are the executors' business ([`crate::symbolic`], [`crate::concrete`]).

pub mod aggregate;
pub mod attr_table;
pub mod attrs;
pub mod cast;
pub mod cmp;
pub mod constant;
pub mod float;
pub mod int;
pub mod intrinsics;
mod library;
pub mod select;
pub mod support;
pub mod unknown;
pub mod vector;

use llvet_ir::{Function, Inst, InstKind, Module, Operand};

use crate::domain::Domain;
use crate::outcome::{PoisonReason, UbReason, Unsupported};
use crate::value::{Lane, Value};

/// What rules compute in: the domain, and where undefined behavior and reasons for poison are recorded.
pub struct Cx<'a, D: Domain> {
    /// The domain.
    pub d: &'a mut D,
    /// Conditions of immediate undefined behavior of the current instruction, given that it executes.
    pub ub: Vec<(D::Bool, UbReason)>,
    /// Conditions under which the current instruction itself creates poison; kept only while `explain` is set.
    pub poison: Vec<(D::Bool, PoisonReason)>,
    /// Whether to keep reasons for poison.
    pub explain: bool,
}

impl<'a, D: Domain> Cx<'a, D> {
    /// A context with nothing recorded.
    pub fn new(d: &'a mut D, explain: bool) -> Self {
        Cx { d, ub: Vec::new(), poison: Vec::new(), explain }
    }

    /// Records that the instruction has immediate undefined behavior when `condition` holds.
    pub fn ub_if(&mut self, condition: D::Bool, reason: UbReason) {
        if self.d.known(&condition) != Some(false) {
            self.ub.push((condition, reason));
        }
    }

    /// Adds `condition` to a poison condition, and its reason to the record.
    pub fn poison_if(&mut self, poison: &mut D::Bool, condition: D::Bool, reason: PoisonReason) {
        *poison = self.d.or(poison, &condition);
        if self.explain && self.d.known(&condition) != Some(false) {
            self.poison.push((condition, reason));
        }
    }

    /// Poison of either operand.
    pub fn either_poison(&mut self, a: &Lane<D>, b: &Lane<D>) -> D::Bool {
        self.d.or(&a.poison, &b.poison)
    }
}

/// Where an instruction stands.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// Its module.
    pub module: &'a Module,
    /// Its function.
    pub function: &'a Function,
}

impl Place<'_> {
    /// The type of an operand.
    #[must_use]
    pub fn type_of(&self, operand: &Operand) -> llvet_ir::Type {
        self.function.operand_type(operand)
    }
}

/// Computes an instruction that neither branches, nor touches memory, nor calls, nor is a `phi`.
/// `args` are the values of [`InstKind::reads`], in order; of [`InstKind::operands`] when none of them depends on undef.
///
/// # Errors
/// When the instruction, or a type it uses, is not modelled.
pub fn eval<D: Domain>(cx: &mut Cx<'_, D>, place: Place<'_>, inst: &Inst, args: &[Value<D>]) -> Result<Value<D>, Unsupported> {
    if inst.metadata.iter().any(|(kind, _)| &**kind == "fpmath") {
        // It allows results that are not correctly rounded, by a bound that nothing here knows.
        return Err(Unsupported::new("metadata !fpmath"));
    }
    match &inst.kind {
        InstKind::Binary { op, args: [a, _] } => {
            let ty = place.type_of(a);
            match float::arith::Arith::of(*op) {
                Some(op) => {
                    let mode = float::Mode::of(Some(place.function), &ty, inst.flags.fmf)?;
                    Ok(float::binary_value(cx, mode, op, &args[0], &args[1]))
                }
                None => int::binary_value(cx, *op, inst.flags, &ty, &args[0], &args[1]),
            }
        }
        InstKind::Icmp { pred, args: [a, _] } => cmp::icmp_value(cx, *pred, inst.flags, &place.type_of(a), &args[0], &args[1]),
        InstKind::Cast { op, arg } => {
            cast::cast_value(cx, place.module, Some(place.function), *op, inst.flags, [&place.type_of(arg), &inst.ty], &args[0])
        }
        InstKind::Select { cond, .. } => {
            let chosen = select::select(cx, &place.type_of(cond), &args[0], &args[1], &args[2]);
            restrict_result(cx, place, inst, chosen)
        }
        InstKind::Freeze { .. } => Ok(select::freeze(cx, &args[0])),
        InstKind::ExtractElement { .. } => Ok(vector::extract_element(cx, &args[0], args[1].lane())),
        InstKind::InsertElement { .. } => Ok(vector::insert_element(cx, &args[0], args[1].lane(), args[2].lane())),
        InstKind::ShuffleVector { mask, args: [a, _] } => vector::shuffle(cx, place.type_of(a).scalar(), pointer_width(place), mask, args),
        InstKind::ExtractValue { agg, indices } => aggregate::extract(place.module, &place.type_of(agg), indices, &args[0]),
        InstKind::InsertValue { indices, .. } => aggregate::insert(place.module, &inst.ty, indices, &args[0], &args[1]),
        InstKind::Fneg { .. } => {
            let mode = float::Mode::of(Some(place.function), &inst.ty, inst.flags.fmf)?;
            Ok(map_lanes(cx, &args[0], |cx, lane| float::fneg(cx, mode, lane)))
        }
        InstKind::Fcmp { pred, args: [a, _] } => {
            let mode = float::Mode::of(Some(place.function), &place.type_of(a), inst.flags.fmf)?;
            Ok(zip_lanes(cx, &args[0], &args[1], |cx, x, y| float::cmp::fcmp(cx, mode, *pred, x, y)))
        }
        InstKind::GetElementPtr { .. } => Err(Unsupported::new("getelementptr")),
        InstKind::Alloca { .. }
        | InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::Fence { .. }
        | InstKind::CmpXchg { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::VaArg { .. } => Err(Unsupported::new("memory instruction")),
        InstKind::Call { .. }
        | InstKind::Invoke { .. }
        | InstKind::CallBr { .. }
        | InstKind::CatchPad { .. }
        | InstKind::CleanupPad { .. }
        | InstKind::LandingPad { .. }
        | InstKind::Phi { .. }
        | InstKind::Ret { .. }
        | InstKind::Br { .. }
        | InstKind::CondBr { .. }
        | InstKind::Switch { .. }
        | InstKind::IndirectBr { .. }
        | InstKind::Resume { .. }
        | InstKind::CatchSwitch { .. }
        | InstKind::CatchRet { .. }
        | InstKind::CleanupRet { .. }
        | InstKind::Unreachable => Err(Unsupported::new("instruction that an executor must handle")),
    }
}

/// Width of a pointer leaf.
fn pointer_width(place: Place<'_>) -> u32 {
    crate::value::pointer_bits(place.module)
}

/// Width in bits of a scalar leaf type.
///
/// # Errors
/// For types without a modelled bit pattern.
pub fn scalar_width(module: &Module, ty: &llvet_ir::Type) -> Result<u32, Unsupported> {
    match ty {
        llvet_ir::Type::Ptr { .. } => Ok(crate::value::pointer_bits(module)),
        other => other.scalar_bits().ok_or_else(|| Unsupported::new(format!("type {other}"))),
    }
}

/// Maps a lane-wise binary rule over two values of equal shape.
pub fn zip_lanes<D: Domain>(
    cx: &mut Cx<'_, D>,
    a: &Value<D>,
    b: &Value<D>,
    mut rule: impl FnMut(&mut Cx<'_, D>, &Lane<D>, &Lane<D>) -> Lane<D>,
) -> Value<D> {
    Value { lanes: a.lanes.iter().zip(&b.lanes).map(|(x, y)| rule(cx, x, y)).collect() }
}

/// Maps a lane-wise unary rule over a value.
pub fn map_lanes<D: Domain>(cx: &mut Cx<'_, D>, a: &Value<D>, mut rule: impl FnMut(&mut Cx<'_, D>, &Lane<D>) -> Lane<D>) -> Value<D> {
    Value { lanes: a.lanes.iter().map(|x| rule(cx, x)).collect() }
}

/// Applies an instruction's value-based fast-math flags to the result of a `phi`, `select` or call; see [`float::fastmath::restrict_result`].
///
/// # Errors
/// When the type is not modelled.
pub fn restrict_result<D: Domain>(cx: &mut Cx<'_, D>, place: Place<'_>, inst: &Inst, value: Value<D>) -> Result<Value<D>, Unsupported> {
    if inst.flags.fmf.is_empty() {
        return Ok(value);
    }
    let leaves = crate::value::leaf_types(place.module, &inst.ty)?;
    let is_operand = matches!(inst.kind, InstKind::Phi { .. } | InstKind::Select { .. });
    float::fastmath::restrict_result(cx, inst.flags.fmf, &leaves, value, is_operand)
}

/// Folds a list by an associative operation as a balanced tree, which keeps terms shallow. The list is not empty.
pub(crate) fn fold<D: Domain, T: Clone>(d: &mut D, mut items: Vec<T>, mut combine: impl FnMut(&mut D, &T, &T) -> T) -> T {
    while items.len() > 1 {
        items = items.chunks(2).map(|pair| if let [a, b] = pair { combine(d, a, b) } else { pair[0].clone() }).collect();
    }
    items.swap_remove(0)
}

/// Concatenates a list of bit-vectors, the highest bits first. The list is not empty.
pub(crate) fn join<D: Domain>(d: &mut D, parts: Vec<D::Bits>) -> D::Bits {
    fold(d, parts, |d, high, low| d.concat(high, low))
}

/// Whether any of the lanes is poison.
pub(crate) fn any_poison<D: Domain>(d: &mut D, lanes: &[Lane<D>]) -> D::Bool {
    let flags: Vec<D::Bool> = lanes.iter().map(|lane| lane.poison.clone()).collect();
    if flags.is_empty() { d.bool(false) } else { fold(d, flags, D::or) }
}
