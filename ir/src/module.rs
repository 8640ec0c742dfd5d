//! Modules: everything at the top level of a file.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::attr::AttrSet;
use crate::constant::Constant;
use crate::diagnostic::Span;
use crate::function::Function;
use crate::metadata::{MdNode, MdRef};
use crate::types::Type;

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalVar {
    /// Name without `@`.
    pub name: Arc<str>,
    /// Linkage keyword, empty for plain definitions, `external` for declarations without another linkage.
    pub linkage: Arc<str>,
    /// `dso_local` …, visibility, DLL storage, thread-local mode (`thread_local` or `thread_local(mode)`),
    /// `unnamed_addr` kind, in printing order; empty words left out.
    pub qualifiers: Vec<Arc<str>>,
    /// Address space.
    pub addrspace: u32,
    /// `externally_initialized`
    pub externally_initialized: bool,
    /// `constant` rather than `global`.
    pub constant: bool,
    /// Value type.
    pub ty: Type,
    /// Initialiser, none for declarations.
    pub init: Option<Arc<Constant>>,
    /// Section.
    pub section: Option<Arc<str>>,
    /// Partition.
    pub partition: Option<Arc<str>>,
    /// Comdat.
    pub comdat: Option<Arc<str>>,
    /// Code model.
    pub code_model: Option<Arc<str>>,
    /// Alignment in bytes.
    pub align: Option<u64>,
    /// `no_sanitize_address` and its like, in order.
    pub sanitizer: Vec<Arc<str>>,
    /// Attributes.
    pub attrs: AttrSet,
    /// Metadata attachments.
    pub metadata: Vec<(Arc<str>, MdRef)>,
    /// Where it stands.
    pub span: Span,
}

/// An alias or ifunc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalAlias {
    /// Name without `@`.
    pub name: Arc<str>,
    /// Whether it is an `ifunc`.
    pub ifunc: bool,
    /// Linkage keyword, or empty.
    pub linkage: Arc<str>,
    /// As for [`GlobalVar::qualifiers`].
    pub qualifiers: Vec<Arc<str>>,
    /// Value type.
    pub ty: Type,
    /// Aliasee or resolver.
    pub target: Arc<Constant>,
    /// Partition.
    pub partition: Option<Arc<str>>,
    /// Metadata attachments (ifuncs).
    pub metadata: Vec<(Arc<str>, MdRef)>,
    /// Where it stands.
    pub span: Span,
}

/// Globals in textual order, by kind and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleItem {
    /// Index into [`Module::globals`].
    Global(usize),
    /// Index into [`Module::aliases`].
    Alias(usize),
    /// Index into [`Module::functions`].
    Function(usize),
}

/// A module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// `source_filename`
    pub source_filename: Option<Arc<str>>,
    /// `target datalayout`
    pub datalayout: Option<Arc<str>>,
    /// `target triple`
    pub triple: Option<Arc<str>>,
    /// `module asm` lines with their properties, as bytes.
    pub asm: Vec<Vec<u8>>,
    /// Named struct types in order of definition; `None` is opaque.
    pub types: IndexMap<Arc<str>, Option<Type>>,
    /// Comdats: name and selection kind.
    pub comdats: IndexMap<Arc<str>, Arc<str>>,
    /// Global variables.
    pub globals: Vec<GlobalVar>,
    /// Aliases and ifuncs.
    pub aliases: Vec<GlobalAlias>,
    /// Functions, declarations included.
    pub functions: Vec<Function>,
    /// Names of globals, aliases and functions.
    pub symbols: IndexMap<Arc<str>, ModuleItem>,
    /// Numbered metadata.
    pub metadata: IndexMap<u32, MdNode>,
    /// Named metadata: `!name = !{!0, …}`.
    pub named_metadata: IndexMap<Arc<str>, Vec<MdRef>>,
    /// Module-level `uselistorder` directives, as canonical text.
    pub uselistorders: Vec<String>,
}

impl Module {
    /// The function with this name (without `@`).
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        match self.symbols.get(name)? {
            ModuleItem::Function(i) => self.functions.get(*i),
            _ => None,
        }
    }

    /// The body of a named struct, or the type itself when it is not named. `None` for opaque and unknown names.
    #[must_use]
    pub fn resolve<'a>(&'a self, ty: &'a Type) -> Option<&'a Type> {
        match ty {
            Type::Named(name) => self.types.get(name).and_then(Option::as_ref),
            other => Some(other),
        }
    }

    /// The type at the end of a path of indices into structs and arrays. `None` when the path leads nowhere.
    #[must_use]
    pub fn element_type(&self, ty: &Type, path: &[u32]) -> Option<Type> {
        let mut at = self.resolve(ty)?;
        for &index in path {
            let next = match at {
                Type::Struct(body) => body.fields.get(index as usize)?,
                Type::Array { len, elem } if u64::from(index) < *len => elem,
                _ => return None,
            };
            at = next;
            if let Type::Named(_) = at {
                at = self.resolve(at).unwrap_or(at);
            }
        }
        Some(if path.is_empty() { ty.clone() } else { at.clone() })
    }
}
