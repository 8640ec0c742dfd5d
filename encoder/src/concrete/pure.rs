//! Instructions that only compute, evaluated by the shared rules; pointers by [`super::pointer`].

use std::rc::Rc;

use llvet_ir::{BinOp, CastOp, Function, Inst, InstKind, Type, intrinsic};

use super::env::Env;
use super::exec::Halt;
use super::pointer;
use super::word::{ExecDomain, RtValue};
use crate::outcome::{PoisonReason, Unsupported};
use crate::semantics::{self, Cx, Place};
use crate::value::Value;

/// What an instruction computed.
pub(crate) struct Done {
    /// Its result.
    pub value: RtValue,
    /// Why the instruction itself made poison, when asked for.
    pub poison: Vec<PoisonReason>,
}

/// Evaluates an instruction on values.
pub(crate) fn evaluate(
    env: &Env<'_>,
    domain: &mut ExecDomain<'_>,
    function: &Function,
    inst: &Inst,
    args: &[&Rc<RtValue>],
    explain: bool,
) -> Result<Done, Halt> {
    let args: Vec<Value<ExecDomain<'_>>> = args.iter().map(|v| v.to_rule()).collect();
    let mut cx = Cx::new(domain, explain);
    let value = rule(env, &mut cx, function, inst, &args).map_err(|e| e.at(inst.span))?;
    if let Some((_, reason)) = cx.ub.iter().find(|(holds, _)| *holds) {
        return Err(Halt::Ub(reason.clone()));
    }
    let poison = cx.poison.into_iter().filter_map(|(holds, reason)| holds.then_some(reason)).collect();
    Ok(Done { value: RtValue::from_rule(value), poison })
}

fn rule<'c>(
    env: &Env<'_>,
    cx: &mut Cx<'_, ExecDomain<'c>>,
    function: &Function,
    inst: &Inst,
    args: &[Value<ExecDomain<'c>>],
) -> Result<Value<ExecDomain<'c>>, Unsupported> {
    let place = Place { module: env.module, function };
    match &inst.kind {
        InstKind::GetElementPtr { elem_ty, base, indices } => {
            let types: Vec<Type> = std::iter::once(base).chain(indices).map(|op| place.type_of(op)).collect();
            pointer::gep(env, cx, &pointer::Gep { elem_ty, flags: inst.flags, result: &inst.ty, types: &types }, args)
        }
        InstKind::Cast { op: op @ (CastOp::Ptrtoint | CastOp::Ptrtoaddr | CastOp::Inttoptr | CastOp::Addrspacecast), arg } => {
            pointer::cast(env, *op, &place.type_of(arg), &inst.ty, &args[0])
        }
        InstKind::Icmp { pred, args: [a, _] } if place.type_of(a).scalar().is_ptr() => {
            Ok(pointer::icmp(cx, *pred, inst.flags, &args[0], &args[1]))
        }
        InstKind::Call { call, .. } | InstKind::Invoke { call, .. } => {
            let name = call.direct_callee().unwrap_or("an indirect callee");
            let id = intrinsic::lookup(name).ok_or_else(|| Unsupported::new(name))?;
            semantics::intrinsics::call(cx, place, id, call, &inst.ty, inst.flags, args)
        }
        _ => semantics::eval(cx, place, inst, args),
    }
}

/// Whether executing the instruction may be undefined behavior, so that it cannot be left until its result is read.
pub(crate) fn may_be_undefined(inst: &Inst) -> bool {
    match &inst.kind {
        InstKind::Binary { op, .. } => matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem),
        InstKind::Call { .. } => true,
        _ => false,
    }
}
