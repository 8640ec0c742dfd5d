//! Returning from the function that is executed.

use llvet_ir::{AttrKind, Operand};

use super::exec::{Exec, Read};
use crate::outcome::Unsupported;
use crate::semantics::{Cx, attrs};
use crate::term::Term;
use crate::value::Value;

impl<'p> Exec<'_, 'p> {
    pub(super) fn ret(&mut self, value: Option<&Operand>, path: Term) -> Result<(), Unsupported> {
        let returned = match value {
            None => Read { value: Value::void(), undef: Vec::new() },
            Some(operand) => {
                if attrs::is_noundef(&self.place.function.ret_attrs) {
                    let (read, mut bad) = self.read_fixed(operand)?;
                    for lane in &self.restrict_return(operand, read)?.value.lanes {
                        bad = self.d.pool.or(bad, lane.poison);
                    }
                    self.add_ub(path, bad);
                }
                let read = self.read(operand)?;
                self.restrict_return(operand, read)?
            }
        };
        if self.place.function.attrs.has(AttrKind::NoReturn) {
            let tt = self.d.pool.tt();
            self.add_ub(path, tt);
        }
        self.returned = self.d.pool.or(self.returned, path);
        self.ret_undef.extend(returned.undef);
        self.ret = Some(match self.ret.take() {
            None => returned.value,
            Some(so_far) => Value::ite(&mut self.d, &path, &returned.value, &so_far),
        });
        Ok(())
    }

    /// The return value as the return's attributes and parameters with `returned` restrict it.
    fn restrict_return(&mut self, operand: &Operand, mut ret: Read<'p>) -> Result<Read<'p>, Unsupported> {
        let (function, inputs) = (self.place.function, self.inputs);
        ret.value = attrs::restrict(&mut Cx::new(&mut self.d, false), &function.ret_attrs, &function.ret, &ret.value)?;
        for (arg, leaves) in function.args.iter().zip(&inputs.args) {
            if !arg.attrs.has(AttrKind::Returned) || *operand == Operand::Value(arg.value) {
                continue;
            }
            let mut param = self.read_value(arg.value)?;
            for (lane, leaf) in param.value.lanes.iter_mut().zip(leaves) {
                lane.poison = self.d.pool.or(lane.poison, leaf.undef);
            }
            ret.value = attrs::restrict_returned(&mut Cx::new(&mut self.d, false), &param.value, &ret.value);
            ret.undef.extend(param.undef);
        }
        Ok(ret)
    }
}
