//! Calls: intrinsics are computed, unknown functions answered ([`super::unknown`]), everything else is not modelled.

use std::sync::Arc;

use llvet_ir::inst::CallInfo;
use llvet_ir::{AttrKind, AttrSet, Inst, IntrinsicId, Operand, intrinsic};

use super::domain::TermDomain;
use super::exec::{Exec, Read, TermLane};
use super::unknown::{Answer, Call};
use crate::outcome::Unsupported;
use crate::semantics::unknown::{self, Effect, Site};
use crate::semantics::{self, Cx, attr_table, attrs, intrinsics, scalar_width};
use crate::term::Term;
use crate::value::{Lane, Value, leaf_types};

impl<'p> Exec<'_, 'p> {
    /// A call on a path; the path ends where the call does not return.
    pub(super) fn call(&mut self, inst: &Inst, call: &CallInfo, path: &mut Term) -> Result<(), Unsupported> {
        if unknown::is_of_function(call) {
            return self.unknown(inst, call, path);
        }
        let name = call.direct_callee().unwrap_or_default();
        let id = intrinsic::lookup(name).ok_or_else(|| Unsupported::new(format!("call of @{name}")))?;
        match id {
            IntrinsicId::Trap | IntrinsicId::Ubsantrap => {
                *path = self.d.pool.ff();
                return Ok(());
            }
            _ if intrinsics::ignores_arguments(id) => {
                self.define(inst, Value::void(), Vec::new());
                return Ok(());
            }
            _ => {}
        }
        attr_table::check_call(call)?;
        let (args, mut undef) = self.arguments(call, *path)?;
        let before = self.d.choices.len();
        let value = if id == IntrinsicId::Assume {
            self.assume(call, &args, *path)?
        } else {
            let mut cx = Cx::new(&mut self.d, false);
            let value = intrinsics::call(&mut cx, self.place, id, call, &inst.ty, inst.flags, &args)?;
            let value = semantics::restrict_result(&mut cx, self.place, inst, value)?;
            let value = attrs::restrict_metadata(&mut cx, self.place.module, inst, &value)?;
            let value = attrs::restrict(&mut cx, &call.ret_attrs, &inst.ty, &value)?;
            let ub = std::mem::take(&mut cx.ub);
            for (condition, _) in ub {
                self.add_ub(*path, condition);
            }
            value
        };
        undef.extend(self.repicked_since(before, !undef.is_empty()));
        self.define(inst, value, undef);
        if let Some(result) = inst.result
            && attrs::is_noundef(&call.ret_attrs)
        {
            let bad = self.is_undef_or_poison(&Operand::Value(result))?;
            self.add_ub(*path, bad);
        }
        Ok(())
    }

    /// A call of an unknown function.
    fn unknown(&mut self, inst: &Inst, call: &CallInfo, path: &mut Term) -> Result<(), Unsupported> {
        let (module, function) = (self.place.module, self.place.function);
        let site = unknown::site(module, function, inst, call)?;
        let facts = self.calls.facts();
        let fact = facts.of(&site, self.calls.is_target())?;
        let made = self.passed_to(&site, fact.promises.effect, *path)?;
        let widths = leaf_types(module, &inst.ty).map_err(Unsupported::from)?;
        let widths: Vec<u32> = widths.iter().map(|leaf| scalar_width(module, leaf)).collect::<Result<_, _>>()?;
        let (params, undef) = (made.args.clone(), !made.picks.is_empty());
        let answered = self.calls.make(&mut self.d, made, &widths, &fact.promises);
        let (answer, matched, effect) = (answered.answer.clone(), answered.matched, answered.effect);
        self.end_of_call(&site, &answer, *path);
        self.stop(&answer, matched, effect, path);
        if site.promises.noreturn {
            *path = self.d.pool.ff();
        }
        if effect == Effect::Event {
            self.events = self.events.next(self.d.pool);
        }
        self.result_of_call(inst, &site, (&params, undef), &answer, *path)
    }

    /// The call with its arguments, not answered yet.
    fn passed_to(&mut self, site: &Site<'_>, effect: Effect, path: Term) -> Result<Call, Unsupported> {
        let (mut args, mut picks) = (Vec::new(), Vec::new());
        for (index, (operand, _)) in site.call.args.iter().enumerate() {
            let attributes = site.argument_attrs(index);
            let read = self.argument(operand, &attributes, path)?;
            let ty = self.place.type_of(operand);
            let value = attrs::restrict(&mut Cx::new(&mut self.d, false), &attributes, &ty, &read.value)?;
            args.push(value.lanes.iter().map(|lane| TermLane { bits: lane.bits, poison: lane.poison }).collect::<Vec<_>>());
            picks.extend(read.undef);
        }
        let terms: Vec<Term> = args.iter().flatten().flat_map(|lane| [lane.bits, lane.poison]).collect();
        let free = self.d.pool.free_vars(&terms);
        picks.retain(|pick| free.contains(pick));
        if effect.is_silent() {
            self.frozen.extend(picks.iter().copied());
        } else {
            self.passed.extend(picks.iter().copied());
        }
        let picks = picks.into_iter().map(|pick| (pick, self.d.input_of(pick))).collect();
        let defined = self.d.pool.not(self.ub);
        let reached = self.d.pool.and(path, defined);
        let (tt, ff) = (self.d.pool.tt(), self.d.pool.ff());
        let answer = Answer { lanes: Vec::new(), returns: tt, unwinds: ff };
        let (key, name) = (Arc::clone(&site.key), site.name.into());
        Ok(Call { key, name, effect, reached, before: self.events, args, picks, answer, matched: tt })
    }

    /// Undefined behavior where a call ends otherwise than was promised, by the call or by the function that makes it.
    fn end_of_call(&mut self, site: &Site<'_>, answer: &Answer, path: Term) {
        let own = |kind: AttrKind| self.place.function.attrs.has(kind);
        let (nounwind, willreturn) =
            (site.promises.nounwind || own(AttrKind::NoUnwind), site.promises.willreturn || own(AttrKind::WillReturn));
        let stops = self.d.pool.not(answer.returns);
        let unwinds = self.d.pool.and(stops, answer.unwinds);
        let stays = self.d.pool.not(answer.unwinds);
        let stays = self.d.pool.and(stops, stays);
        let broken = [(nounwind, unwinds), (willreturn, stays), (site.promises.noreturn, answer.returns)];
        for (_, condition) in broken.into_iter().filter(|(promised, _)| *promised) {
            self.add_ub(path, condition);
        }
    }

    /// The path ends where the call does not return.
    fn stop(&mut self, answer: &Answer, matched: Term, effect: Effect, path: &mut Term) {
        let pool = &mut *self.d.pool;
        let stops = pool.not(answer.returns);
        let here = pool.and(*path, stops);
        self.stops.stopped = pool.or(self.stops.stopped, here);
        if effect.is_silent() {
            let (alone, stays) = (pool.not(matched), pool.not(answer.unwinds));
            let (lost, diverged) = (pool.and(here, alone), pool.and(here, stays));
            self.stops.lost = pool.or(self.stops.lost, lost);
            self.stops.diverged = pool.or(self.stops.diverged, diverged);
        }
        *path = pool.and(*path, answer.returns);
    }

    /// Defines the result as attributes, flags and metadata restrict the answer.
    fn result_of_call(
        &mut self,
        inst: &Inst,
        site: &Site<'_>,
        (params, undef): (&[Vec<TermLane>], bool),
        answer: &Answer,
        path: Term,
    ) -> Result<(), Unsupported> {
        let lanes = |lanes: &[TermLane]| Value { lanes: lanes.iter().map(|l| Lane { bits: l.bits, poison: l.poison }).collect() };
        let (answered, picks) = self.leaves(&answer.lanes);
        let mut attributes = site.declaration.ret_attrs.clone();
        attributes.merge(&site.call.ret_attrs);
        let mut cx = Cx::new(&mut self.d, false);
        let value = semantics::restrict_result(&mut cx, self.place, inst, Value { lanes: answered })?;
        let value = attrs::restrict_metadata(&mut cx, self.place.module, inst, &value)?;
        let mut value = attrs::restrict(&mut cx, &attributes, &inst.ty, &value)?;
        for (index, param) in params.iter().enumerate() {
            if site.argument_attrs(index).has(AttrKind::Returned) {
                if undef {
                    return Err(Unsupported::new("returned argument that depends on undef"));
                }
                value = attrs::restrict_returned(&mut cx, &lanes(param), &value);
            }
        }
        self.define(inst, value, picks);
        if let (Some(result), true) = (inst.result, attrs::is_noundef(&attributes)) {
            let bad = self.is_undef_or_poison(&Operand::Value(result))?;
            self.add_ub(path, bad);
        }
        Ok(())
    }

    /// The arguments' values under their call-site attributes, and the picks of undef they depend on.
    fn arguments(&mut self, call: &CallInfo, path: Term) -> Result<(Vec<Value<TermDomain<'p>>>, Vec<Term>), Unsupported> {
        let (mut values, mut undef) = (Vec::new(), Vec::new());
        for (operand, attributes) in &call.args {
            let read = self.argument(operand, attributes, path)?;
            let ty = self.place.type_of(operand);
            values.push(attrs::restrict(&mut Cx::new(&mut self.d, false), attributes, &ty, &read.value)?);
            undef.extend(read.undef);
        }
        Ok((values, undef))
    }

    fn argument(&mut self, operand: &Operand, attributes: &AttrSet, path: Term) -> Result<Read<'p>, Unsupported> {
        if !attrs::is_noundef(attributes) {
            return self.read(operand);
        }
        let (read, mut bad) = self.read_fixed(operand)?;
        let ty = self.place.type_of(operand);
        let restricted = attrs::restrict(&mut Cx::new(&mut self.d, false), attributes, &ty, &read.value)?;
        for lane in &restricted.lanes {
            bad = self.d.pool.or(bad, lane.poison);
        }
        self.add_ub(path, bad);
        Ok(read)
    }

    fn assume(&mut self, call: &CallInfo, args: &[Value<TermDomain<'p>>], path: Term) -> Result<Value<TermDomain<'p>>, Unsupported> {
        let fixed = intrinsics::hints::noundef_inputs(call);
        let mut bundles = Vec::new();
        for (i, bundle) in call.bundles.iter().enumerate() {
            let mut inputs = Vec::new();
            for (j, operand) in bundle.args.iter().enumerate() {
                if fixed.contains(&(i, j)) {
                    let (read, bad) = self.read_fixed(operand)?;
                    self.add_ub(path, bad);
                    inputs.push(read.value);
                } else {
                    // Bundles without meaning here may name anything, even what is not modelled.
                    inputs.push(self.read(operand).map_or_else(|_| Value::void(), |read| read.value));
                }
            }
            bundles.push(inputs);
        }
        let mut cx = Cx::new(&mut self.d, false);
        let value = intrinsics::hints::assume(&mut cx, self.place, call, args, &bundles)?;
        let ub = std::mem::take(&mut cx.ub);
        for (condition, _) in ub {
            self.add_ub(path, condition);
        }
        Ok(value)
    }
}
