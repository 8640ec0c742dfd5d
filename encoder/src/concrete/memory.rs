//! Objects in memory: allocation, lifetime, bounds and alignment of accesses (LangRef, "Memory Access", "Object Lifetime").
//!
//! **Invariants.** Object `i` below the number of global variables is global variable `i`; addresses are never reused. Deliberately
//! absent: data races, volatile side effects, type-based and scoped alias rules.

use std::rc::Rc;

use llvet_ir::{AttrKind, ConstKind, Constant, Function, Type};

use super::bytes::{self, Byte};
use super::constants::constant_slot;
use super::env::Env;
use super::exec::Halt;
use super::slot::Slot;
use super::word::{Provenance, Word};
use crate::outcome::{UbReason, Unsupported};

/// Largest object whose bytes are kept.
pub(crate) const MAX_OBJECT_BYTES: usize = 1 << 20;

#[derive(Debug)]
struct Object<'m> {
    base: u64,
    size: u64,
    alive: bool,
    writable: bool,
    /// How many running `tail` calls forbid access to it.
    hidden: u32,
    /// The contents; `None` while they are as they were when it was allocated.
    bytes: Option<Vec<Byte<'m>>>,
}

/// All objects of a running module.
pub(crate) struct Memory<'m> {
    objects: Vec<Object<'m>>,
}

/// What an access does, for messages and checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Load,
    Store,
}

impl Access {
    fn name(self) -> &'static str {
        match self {
            Access::Load => "load",
            Access::Store => "store",
        }
    }

    fn ub(self, why: &str) -> Halt {
        Halt::Ub(UbReason::Memory(format!("{} {why}", self.name())))
    }
}

impl<'m> Memory<'m> {
    /// The memory in which a module starts.
    pub fn new(env: &Env<'m>) -> Memory<'m> {
        let globals = env.module.globals.iter().zip(&env.globals);
        let objects = globals.map(|(global, (base, size))| Object {
            base: *base,
            size: *size,
            alive: true,
            writable: !global.constant,
            hidden: 0,
            bytes: None,
        });
        Memory { objects: objects.collect() }
    }

    /// A new stack object, its contents undef.
    pub fn allocate(&mut self, env: &Env<'m>, size: u64, align: u64, alive: bool) -> Result<Word, Unsupported> {
        let base = env.reserve(size, align)?;
        let id = u32::try_from(self.objects.len()).map_err(|_| Unsupported::new("too many objects"))?;
        self.objects.push(Object { base, size, alive, writable: true, hidden: 0, bytes: None });
        Ok(env.pointer(base, Provenance::Object { id, base, size }))
    }

    /// Starts or ends an object's life. Its contents become undef.
    pub fn set_alive(&mut self, id: u32, alive: bool) {
        if let Some(object) = self.objects.get_mut(id as usize) {
            object.alive = alive;
            object.bytes = None;
        }
    }

    /// Forbids or allows access to an object for the duration of a `tail` call.
    pub fn hide(&mut self, id: u32, hide: bool) {
        if let Some(object) = self.objects.get_mut(id as usize) {
            object.hidden = if hide { object.hidden + 1 } else { object.hidden.saturating_sub(1) };
        }
    }

    /// Whether the bytes `[p, p + size)` may be accessed.
    pub fn dereferenceable(&self, env: &Env<'m>, p: &Word, size: u64) -> Result<bool, Halt> {
        match self.locate(env, p, size, Access::Load) {
            Ok(_) => Ok(true),
            Err(Halt::Ub(_)) => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    /// The object and offset of an access of `size` > 0 bytes.
    fn locate(&self, env: &Env<'m>, p: &Word, size: u64, access: Access) -> Result<(usize, usize), Halt> {
        let address = p.address();
        let within = |object: &Object<'_>| address >= object.base && size <= object.size && address - object.base <= object.size - size;
        let index = match p.provenance {
            Provenance::Object { id, .. } => id as usize,
            Provenance::Wildcard => {
                let exposed = env.exposed.borrow();
                let found = self.objects.iter().enumerate().find(|(i, o)| exposed.contains(&(*i as u32)) && within(o));
                found.map(|(i, _)| i).ok_or_else(|| access.ub("outside any object whose address was exposed"))?
            }
            Provenance::Punned => {
                return Err(Unsupported::new(format!("{} through a pointer made from integer bytes", access.name())).into());
            }
            Provenance::None if address == 0 => return Err(access.ub("through null")),
            Provenance::None => return Err(access.ub("through a pointer that is based on no object")),
        };
        let object = self.objects.get(index).ok_or_else(|| access.ub("of an unknown object"))?;
        if !object.alive {
            return Err(access.ub("of an object outside its lifetime"));
        }
        if object.hidden > 0 {
            return Err(access.ub("of the caller's stack object in a tail call"));
        }
        if !within(object) {
            return Err(access.ub("out of bounds"));
        }
        if access == Access::Store && !object.writable {
            return Err(access.ub("to a constant"));
        }
        let offset = usize::try_from(address - object.base).map_err(|_| Unsupported::new("huge offset"))?;
        Ok((index, offset))
    }

    /// Checks an access: bounds, lifetime, alignment. `None` when it touches no byte.
    fn check(
        &self,
        env: &Env<'m>,
        function: &Function,
        p: &Word,
        size: usize,
        align: u64,
        access: Access,
    ) -> Result<Option<(usize, usize)>, Halt> {
        let address = p.address();
        if address == 0 && size > 0 && function.attrs.has(AttrKind::NullPointerIsValid) {
            return Err(Unsupported::new(format!("{} through null where it is valid", access.name())).into());
        }
        let place = if size == 0 { None } else { Some(self.locate(env, p, size as u64, access)?) };
        if align > 1 && !address.is_multiple_of(align) {
            return Err(access.ub("at a misaligned address"));
        }
        Ok(place)
    }

    /// Reads `size` bytes.
    pub fn read(&mut self, env: &Env<'m>, function: &Function, p: &Word, size: usize, align: u64) -> Result<Vec<Byte<'m>>, Halt> {
        match self.check(env, function, p, size, align, Access::Load)? {
            None => Ok(Vec::new()),
            Some((index, offset)) => {
                self.initialise(env, index)?;
                match &self.objects[index].bytes {
                    Some(bytes) => Ok(bytes[offset..offset + size].to_vec()),
                    None => Ok(vec![Byte::Undef; size]),
                }
            }
        }
    }

    /// Writes bytes.
    pub fn write(&mut self, env: &Env<'m>, function: &Function, p: &Word, bytes: Vec<Byte<'m>>, align: u64) -> Result<(), Halt> {
        let Some((index, offset)) = self.check(env, function, p, bytes.len(), align, Access::Store)? else { return Ok(()) };
        self.initialise(env, index)?;
        let object = &mut self.objects[index];
        let size = usize::try_from(object.size).ok().filter(|size| *size <= MAX_OBJECT_BYTES);
        let size = size.ok_or_else(|| Unsupported::new(format!("object of {} bytes", object.size)))?;
        let all = object.bytes.get_or_insert_with(|| vec![Byte::Undef; size]);
        for (slot, byte) in all[offset..].iter_mut().zip(bytes) {
            *slot = byte;
        }
        Ok(())
    }

    /// Fills in a global variable's initialiser when it is first accessed.
    fn initialise(&mut self, env: &Env<'m>, index: usize) -> Result<(), Halt> {
        let Some(global) = env.module.globals.get(index) else { return Ok(()) };
        if self.objects[index].bytes.is_some() {
            return Ok(());
        }
        let init = match &global.init {
            Some(init) if !global.externally_initialized => init,
            _ => return Err(Unsupported::new(format!("contents of external global @{}", global.name)).into()),
        };
        let mut bytes = initial_bytes(env, init)?;
        // The object ends with the padding of its type.
        bytes.resize(usize::try_from(self.objects[index].size).unwrap_or(bytes.len()), Byte::Undef);
        self.objects[index].bytes = Some(bytes);
        Ok(())
    }
}

/// The bytes of an initialiser.
fn initial_bytes<'m>(env: &Env<'m>, init: &'m Constant) -> Result<Vec<Byte<'m>>, Unsupported> {
    let size = bytes::store_size(env, &init.ty)?;
    if matches!(init.kind, ConstKind::Zero) && whole_bytes(&init.ty) {
        return Ok(vec![Byte::of(0); size]);
    }
    match constant_slot(env, init)? {
        Slot::Value(value) => bytes::encode(env, &init.ty, &value),
        Slot::Thunk(value) => Ok(lazy_bytes(&value, &init.ty, size)),
    }
}

/// The bytes of a stored value that depends on undef.
pub(crate) fn lazy_bytes<'m>(value: &Rc<super::slot::Thunk<'m>>, ty: &Type, size: usize) -> Vec<Byte<'m>> {
    (0..size).map(|index| Byte::Lazy { value: value.clone(), ty: ty.clone(), index }).collect()
}

/// Whether a type is an array of integers of whole bytes, so that zero bytes are its zero.
fn whole_bytes(ty: &Type) -> bool {
    match ty {
        Type::Array { elem, .. } => whole_bytes(elem),
        Type::Int(bits) => bits % 8 == 0,
        _ => false,
    }
}
