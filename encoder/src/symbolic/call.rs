//! Calls: intrinsics are computed, everything else is not modelled.

use llvet_ir::inst::CallInfo;
use llvet_ir::{AttrSet, Inst, IntrinsicId, Operand};

use super::domain::TermDomain;
use super::exec::{Exec, Read};
use crate::outcome::Unsupported;
use crate::semantics::{self, Cx, attr_table, attrs, intrinsics};
use crate::term::Term;
use crate::value::Value;

impl<'p> Exec<'_, 'p> {
    /// A call on a path; the path ends where the call does not return.
    pub(super) fn call(&mut self, inst: &Inst, call: &CallInfo, path: &mut Term) -> Result<(), Unsupported> {
        let Some(name) = call.direct_callee() else { return Err(Unsupported::new("indirect call")) };
        let id = llvet_ir::intrinsic::lookup(name).ok_or_else(|| Unsupported::new(format!("call of @{name}")))?;
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
