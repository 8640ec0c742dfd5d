//! Flags of a function by place: which are legal, which are there, and the function with other ones.

use llvet_ir::flags::Flag;
use llvet_ir::{Flags, Function, Inst, InstKind, Operand, ValueKind, print};

/// Place of an instruction: index of its block and its index in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// Index of the block.
    pub block: usize,
    /// Index in the block.
    pub inst: usize,
}

impl Site {
    /// The instruction.
    #[must_use]
    pub fn of(self, function: &Function) -> &Inst {
        &function.blocks[self.block].insts[self.inst]
    }

    /// `%r`, or the opcode of an instruction without a result.
    #[must_use]
    pub fn name(self, function: &Function) -> String {
        let inst = self.of(function);
        inst.result.map_or_else(|| inst.kind.opcode().to_owned(), |id| print::value_name(function, id))
    }
}

/// A flag at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placed {
    /// The instruction.
    pub site: Site,
    /// The flag.
    pub flag: Flag,
}

impl Placed {
    /// Whether the function has the flag there.
    #[must_use]
    pub fn is_in(self, function: &Function) -> bool {
        self.site.of(function).flags.has(self.flag)
    }

    /// `nsw on %r`
    #[must_use]
    pub fn text(self, function: &Function) -> String {
        format!("{} on {}", self.flag.name(), self.site.name(function))
    }
}

/// Every place in textual order.
pub fn sites(function: &Function) -> impl Iterator<Item = Site> {
    let blocks = function.blocks.iter().enumerate();
    blocks.flat_map(|(block, b)| (0..b.insts.len()).map(move |inst| Site { block, inst }))
}

/// Every flag that may syntactically stand somewhere in the function, in textual order.
#[must_use]
pub fn legal(function: &Function) -> Vec<Placed> {
    let at = |site: Site| {
        let inst = site.of(function);
        inst.kind.legal_flags(&inst.ty).iter().map(move |&flag| Placed { site, flag })
    };
    sites(function).flat_map(at).collect()
}

/// Every flag that stands in the function, in textual order.
#[must_use]
pub fn present(function: &Function) -> Vec<Placed> {
    legal(function).into_iter().filter(|p| p.is_in(function)).collect()
}

/// The function with these flags added.
#[must_use]
pub fn with(function: &Function, flags: &[Placed]) -> Function {
    changed(function, flags, true)
}

/// The function with these flags dropped.
#[must_use]
pub fn without(function: &Function, flags: &[Placed]) -> Function {
    changed(function, flags, false)
}

fn changed(function: &Function, flags: &[Placed], on: bool) -> Function {
    let mut function = function.clone();
    for Placed { site, flag } in flags {
        function.blocks[site.block].insts[site.inst].flags.set(*flag, on);
    }
    function
}

/// The function without any flag on an instruction.
#[must_use]
pub fn flag_free(function: &Function) -> Function {
    let mut function = function.clone();
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        inst.flags = Flags::NONE;
    }
    function
}

/// The instruction that defines the returned value: that of the first `ret` whose operand is an instruction's result.
#[must_use]
pub fn root(function: &Function) -> Option<Site> {
    sites(function).find_map(|site| match &site.of(function).kind {
        InstKind::Ret { value: Some(Operand::Value(id)) } => match function.value(*id).kind {
            ValueKind::Inst(block, inst) => Some(Site { block: block.index(), inst: inst as usize }),
            ValueKind::Arg(_) | ValueKind::Undefined => None,
        },
        _ => None,
    })
}
