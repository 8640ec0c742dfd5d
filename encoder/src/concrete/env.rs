//! What does not change while a module runs: its layout and the addresses of its globals, functions and blocks.
//!
//! Addresses are one fixed choice per module: every object gets the least alignment it asks for, so that an access that
//! relies on more is found, and a gap keeps objects apart.

use std::cell::{Cell, RefCell};

use llvet_ir::datalayout::DataLayout;
use llvet_ir::module::GlobalVar;
use llvet_ir::{BlockId, ConstExpr, ConstKind, Constant, Flags, Function, Module, ModuleItem, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::block_named;
use super::pointer;
use super::word::{ExecDomain, Provenance, RtValue, Word};
use crate::bv::Bv;
use crate::outcome::Unsupported;
use crate::semantics::Cx;
use crate::semantics::constant::{Addresses, constant_with};
use crate::value::{Lane, Value, pointer_bits};

/// Where objects start.
const FIRST_ADDRESS: u64 = 0x1000;
/// Distance between objects, at least.
const GAP: u64 = 16;
/// Distance between the addresses of a function and of its blocks.
const BLOCK_STRIDE: u64 = 16;

/// A module with its addresses.
pub struct Env<'m> {
    /// The module.
    pub(crate) module: &'m Module,
    /// Its layout.
    pub(crate) layout: DataLayout,
    /// Width of a pointer.
    pub(crate) pointer_bits: u32,
    /// Base address and size of each global variable.
    pub(crate) globals: Vec<(u64, u64)>,
    /// Base address of each function.
    functions: Vec<u64>,
    /// Where the next object goes.
    next: Cell<u64>,
    /// Where the first object of a run goes.
    after_module: u64,
    /// Objects whose address has become an integer.
    pub(crate) exposed: RefCell<FxHashSet<u32>>,
    names: FxHashMap<&'m str, ModuleItem>,
}

/// What stands at a code address.
pub(crate) enum Code<'m> {
    /// The entry of a function.
    Function(&'m Function),
    /// A block.
    Block(&'m Function, BlockId),
}

impl<'m> Env<'m> {
    /// Lays out a module.
    ///
    /// # Errors
    /// When the layout string is wrong, or the address space too small.
    pub(crate) fn new(module: &'m Module) -> Result<Env<'m>, Unsupported> {
        let layout = DataLayout::of(module).map_err(|e| Unsupported::new(e.to_string()))?;
        if !matches!(pointer_bits(module), 16 | 32 | 64) {
            return Err(Unsupported::new(format!("pointers of {} bits", pointer_bits(module))));
        }
        let mut env = Env {
            module,
            layout,
            pointer_bits: pointer_bits(module),
            globals: Vec::new(),
            functions: Vec::new(),
            next: Cell::new(FIRST_ADDRESS),
            after_module: FIRST_ADDRESS,
            exposed: RefCell::default(),
            names: module.symbols.iter().map(|(name, item)| (&**name, *item)).collect(),
        };
        for global in &module.globals {
            let place = env.place_global(global)?;
            env.globals.push(place);
        }
        for function in &module.functions {
            let base = env.reserve((function.blocks.len() as u64 + 1) * BLOCK_STRIDE, BLOCK_STRIDE)?;
            env.functions.push(base);
        }
        env.after_module = env.next.get();
        Ok(env)
    }

    /// Forgets the objects of the last run.
    pub(crate) fn restart(&self) {
        self.next.set(self.after_module);
        self.exposed.borrow_mut().clear();
    }

    fn place_global(&self, global: &GlobalVar) -> Result<(u64, u64), Unsupported> {
        // A type without a size can only be that of a declaration, which is not accessed.
        let size = self.layout.alloc_size(&global.ty).unwrap_or(0);
        let align = global.align.unwrap_or_else(|| self.default_align(&global.ty));
        Ok((self.reserve(size, align)?, size))
    }

    /// Alignment of an object of a type when none is given: LLVM's preferred one, natural up to eight bytes.
    pub(crate) fn default_align(&self, ty: &Type) -> u64 {
        let abi = self.layout.abi_align(ty).unwrap_or(1);
        let natural = match ty {
            Type::Int(_) | Type::Byte(_) | Type::Float(_) => self.layout.store_size(ty).unwrap_or(1).next_power_of_two().min(8),
            _ => 1,
        };
        abi.max(natural)
    }

    /// Lets wildcard pointers access the object a pointer is based on.
    pub(crate) fn expose(&self, word: &Word) {
        if let Provenance::Object { id, .. } = word.provenance {
            self.exposed.borrow_mut().insert(id);
        }
    }

    /// Takes `size` bytes of address space, aligned to `align` bytes and no more.
    ///
    /// # Errors
    /// When the address space is used up.
    pub(crate) fn reserve(&self, size: u64, align: u64) -> Result<u64, Unsupported> {
        let full = || Unsupported::new("more memory than the address space holds");
        let align = align.max(1);
        let mut base = self.next.get().checked_next_multiple_of(align).ok_or_else(full)?;
        if (base / align).is_multiple_of(2) {
            base = base.checked_add(align).ok_or_else(full)?;
        }
        let end = base.checked_add(size).and_then(|e| e.checked_add(GAP)).ok_or_else(full)?;
        if self.pointer_bits < 64 && end >> self.pointer_bits != 0 || end > 1 << 62 {
            return Err(full());
        }
        self.next.set(end);
        Ok(base)
    }

    /// A pointer to an address, as wide as pointers are.
    pub(crate) fn pointer(&self, address: u64, provenance: Provenance) -> Word {
        Word { bits: Bv::from_u64(self.pointer_bits, address), provenance }
    }

    /// What stands at a code address.
    pub(crate) fn code_at(&self, address: u64) -> Option<Code<'m>> {
        let index = self.functions.partition_point(|base| *base <= address).checked_sub(1)?;
        let (function, offset) = (self.module.functions.get(index)?, address - self.functions[index]);
        if offset == 0 {
            return Some(Code::Function(function));
        }
        let number = (offset / BLOCK_STRIDE).checked_sub(1)?;
        let block = BlockId(u32::try_from(number).ok()?);
        (offset % BLOCK_STRIDE == 0 && block.index() < function.blocks.len()).then_some(Code::Block(function, block))
    }

    /// The address of a block.
    fn block_address(&self, function: usize, block: BlockId) -> Word {
        self.pointer(self.functions[function] + (u64::from(block.0) + 1) * BLOCK_STRIDE, Provenance::None)
    }

    /// The value of a constant.
    ///
    /// # Errors
    /// When it is not modelled.
    pub(crate) fn constant<'c>(&self, cx: &mut Cx<'_, ExecDomain<'c>>, c: &Constant) -> Result<Value<ExecDomain<'c>>, Unsupported> {
        constant_with(cx, self.module, c, self)
    }

    /// The value of a constant without undef.
    ///
    /// # Errors
    /// When it is not modelled.
    pub(crate) fn fixed_constant(&self, c: &Constant) -> Result<RtValue, Unsupported> {
        let mut no_pick = |width, _| Bv::zero(width);
        let mut domain = ExecDomain::new(&mut no_pick);
        let mut cx = Cx::new(&mut domain, false);
        let value = RtValue::from_rule(self.constant(&mut cx, c)?);
        // A division by zero; today's LLVM forms no such expressions.
        if cx.ub.iter().any(|(holds, _)| *holds) {
            return Err(Unsupported::new("constant expression with undefined behavior"));
        }
        Ok(value)
    }

    /// The address of a symbol; aliases are followed.
    fn symbol_address(&self, name: &str, depth: u32) -> Result<Word, Unsupported> {
        match self.names.get(name) {
            Some(ModuleItem::Global(i)) => {
                let (base, size) = self.globals[*i];
                let id = u32::try_from(*i).map_err(|_| Unsupported::new("too many globals"))?;
                Ok(self.pointer(base, Provenance::Object { id, base, size }))
            }
            Some(ModuleItem::Function(i)) => Ok(self.pointer(self.functions[*i], Provenance::None)),
            Some(ModuleItem::Alias(i)) => {
                let alias = &self.module.aliases[*i];
                match &alias.target.kind {
                    _ if alias.ifunc => Err(Unsupported::new(format!("ifunc @{name}"))),
                    ConstKind::Global(target) if depth < 64 => self.symbol_address(target, depth + 1),
                    _ => Err(Unsupported::new(format!("alias @{name} of an expression"))),
                }
            }
            None => Err(Unsupported::new(format!("address of @{name}, which is not in the module"))),
        }
    }
}

impl<'c> Addresses<ExecDomain<'c>> for Env<'_> {
    fn symbol(&self, _: &mut Cx<'_, ExecDomain<'c>>, c: &Constant) -> Result<Value<ExecDomain<'c>>, Unsupported> {
        let word = match &c.kind {
            ConstKind::Global(name) => self.symbol_address(name, 0)?,
            ConstKind::BlockAddress { function, block } => {
                let missing = || Unsupported::new(format!("blockaddress(@{function}, %{block})"));
                let Some(ModuleItem::Function(i)) = self.names.get(&**function) else { return Err(missing()) };
                let id = block_named(&self.module.functions[*i], block).ok_or_else(missing)?;
                self.block_address(*i, id)
            }
            ConstKind::DsoLocalEquivalent(_) => return Err(Unsupported::new("dso_local_equivalent")),
            ConstKind::NoCfi(_) => return Err(Unsupported::new("no_cfi")),
            _ => return Err(Unsupported::new(format!("address constant of type {}", c.ty))),
        };
        Ok(Value::scalar(Lane { bits: word, poison: false }))
    }

    fn expression(
        &self,
        cx: &mut Cx<'_, ExecDomain<'c>>,
        ty: &Type,
        e: &ConstExpr,
        args: &[Value<ExecDomain<'c>>],
    ) -> Result<Value<ExecDomain<'c>>, Unsupported> {
        match e {
            ConstExpr::Gep { elem_ty, flags, args: consts, .. } => {
                let types: Vec<Type> = consts.iter().map(|c| c.ty.clone()).collect();
                pointer::gep(self, cx, &pointer::Gep { elem_ty, flags: *flags, result: ty, types: &types }, args)
            }
            ConstExpr::Cast { op, arg, .. } => pointer::cast(self, *op, &arg.ty, ty, &args[0]),
            ConstExpr::Icmp { pred, .. } => Ok(pointer::icmp(cx, *pred, Flags::NONE, &args[0], &args[1])),
            _ => Err(Unsupported::new(format!("constant expression of type {ty}"))),
        }
    }
}
