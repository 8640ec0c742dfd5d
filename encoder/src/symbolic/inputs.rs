//! The arguments that both functions of a pair are given.

use llvet_ir::{Function, Module};

use crate::outcome::Unsupported;
use crate::semantics;
use crate::term::{Pool, Sort, Term};
use crate::value::leaf_types;

/// One scalar leaf of an argument, shared by source and target.
#[derive(Clone, Debug)]
pub struct InputLeaf {
    /// Its bits when it is neither poison nor undef.
    pub bits: Term,
    /// Whether it is poison.
    pub poison: Term,
    /// Whether it is undef.
    pub undef: Term,
}

/// The arguments of both functions.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Leaves of each argument.
    pub args: Vec<Vec<InputLeaf>>,
}

/// Fresh inputs for a function's parameters. Leaves of arguments for which `may_be_undef`/`may_be_poison` is false never are.
///
/// # Errors
/// When a parameter's type is not modelled.
pub fn fresh_inputs(
    pool: &mut Pool,
    module: &Module,
    function: &Function,
    may_be_poison: impl Fn(usize) -> bool,
    undef: impl Fn(&mut Pool, usize, usize) -> Term,
) -> Result<Inputs, Unsupported> {
    let mut inputs = Inputs::default();
    for (index, arg) in function.args.iter().enumerate() {
        let def = function.value(arg.value);
        let mut leaves = Vec::new();
        for (leaf, ty) in leaf_types(module, &def.ty).map_err(|e| Unsupported::from(e).at(arg.span))?.iter().enumerate() {
            let width = semantics::scalar_width(module, ty).map_err(|e| e.at(arg.span))?;
            let name = format!("a{index}_{leaf}");
            let bits = pool.var(name.clone(), Sort::Bv(width));
            let is_undef = undef(pool, index, leaf);
            let mut poison = if may_be_poison(index) { pool.var(format!("{name}_poison"), Sort::Bool) } else { pool.ff() };
            // An undef leaf is not poison too.
            if pool.as_bool(is_undef) == Some(true) {
                poison = pool.ff();
            }
            leaves.push(InputLeaf { bits, poison, undef: is_undef });
        }
        inputs.args.push(leaves);
    }
    Ok(inputs)
}
