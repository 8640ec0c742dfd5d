//! Headers of functions.

use std::sync::Arc;

use super::attrs::{FnAttrs, Groups};
use super::toplevel::Header;
use super::{PResult, Parser};
use crate::attr::AttrSet;
use crate::diagnostic::Span;
use crate::entity::ValueId;
use crate::function::{Arg, Function, FunctionPrefix, FunctionSuffix};
use crate::lexer::Tok;
use crate::module::ModuleItem;
use crate::types::Type;

impl<'a> Parser<'a> {
    /// `define …`
    pub(super) fn define_function(&mut self) -> PResult<()> {
        let start = self.bump().start;
        let mut function = self.function_header(start, true)?;
        function.metadata = self.function_attachments()?;
        self.body()?;
        let groups = std::mem::take(&mut self.func.fn_groups);
        self.finish_function(&mut function);
        self.add_function(function, groups);
        Ok(())
    }

    /// `declare …`
    pub(super) fn declare_function(&mut self) -> PResult<()> {
        let start = self.bump().start;
        let before = self.function_attachments()?;
        let mut function = self.function_header(start, false)?;
        function.metadata = before;
        function.values = std::mem::take(&mut self.func.values);
        if !self.upgrade_declaration(&mut function) {
            let groups = std::mem::take(&mut self.func.fn_groups);
            self.add_function(function, groups);
        }
        Ok(())
    }

    fn add_function(&mut self, function: Function, groups: Groups) {
        let index = self.module.functions.len();
        if self.define_symbol(&function.name, ModuleItem::Function(index), function.span) {
            self.remember_fn_groups(groups);
            self.module.functions.push(function);
        }
    }

    fn function_header(&mut self, start: u32, definition: bool) -> PResult<Function> {
        self.func.reset();
        let Header { linkage, preemption, visibility, dll, .. } = self.header()?;
        let linkage = if &*linkage == "external" { self.intern("") } else { linkage };
        let cc = self.calling_convention()?;
        let ret_attrs = self.value_attrs(None)?;
        let ret_span = self.tok.span();
        let ret = self.ty()?;
        if matches!(ret, Type::Label | Type::Metadata | Type::Func(_)) {
            self.error("type", ret_span, "invalid function return type");
        }
        let name_token = self.expect(Tok::Global, "function name")?;
        let name = self.global_name(self.raw_name(name_token));
        self.check_global_number(&name, name_token.span());
        let (args, vararg) = self.parameters(definition)?;
        let mut function = Function {
            name,
            prefix: FunctionPrefix { linkage, preemption, visibility, dll, cc },
            ret,
            ret_attrs,
            args,
            vararg,
            attrs: AttrSet::default(),
            suffix: FunctionSuffix::default(),
            metadata: Vec::new(),
            values: Vec::new(),
            blocks: Vec::new(),
            uselistorders: Vec::new(),
            span: name_token.span(),
        };
        self.function_suffix(&mut function)?;
        let end = self.last_end;
        function.span = Span { start, end };
        Ok(function)
    }

    fn parameters(&mut self, definition: bool) -> PResult<(Vec<Arg>, bool)> {
        self.expect(Tok::LParen, "'(' in function argument list")?;
        let mut args = Vec::new();
        let mut vararg = false;
        while !self.at(Tok::RParen) {
            if self.eat(Tok::Ellipsis) {
                vararg = true;
                break;
            }
            let start = self.tok.start;
            let written = self.value_type()?;
            if matches!(written.ty, Type::Label | Type::Func(_)) {
                self.error("type", self.since(start), "invalid type for function argument");
            }
            let attrs = self.value_attrs(written.pointee.as_ref())?;
            let name = if self.at(Tok::Local) { Some(self.bump()) } else { None };
            let span = self.since(start);
            // Names of parameters that nothing can use are not kept, as in LLVM.
            let name = name.filter(|_| definition);
            let value: ValueId = self.define_argument(args.len() as u32, written.ty, name);
            args.push(Arg { value, attrs, span });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')' at the end of the argument list")?;
        Ok((args, vararg))
    }

    fn function_suffix(&mut self, function: &mut Function) -> PResult<()> {
        function.suffix.addrspace = self.layout_addrspace(b'P');
        let mut groups = Vec::new();
        loop {
            match self.word() {
                word @ ("unnamed_addr" | "local_unnamed_addr") => {
                    function.suffix.unnamed_addr = word.into();
                    self.bump();
                }
                "addrspace" => function.suffix.addrspace = self.addrspace()?,
                "section" => {
                    self.bump();
                    function.suffix.section = Some(self.string("section name")?);
                }
                "partition" => {
                    self.bump();
                    function.suffix.partition = Some(self.string("partition name")?);
                }
                "comdat" => function.suffix.comdat = Some(self.comdat(&function.name.clone())?),
                "align" => function.suffix.align = Some(self.align()?),
                "preferred_align" | "prefalign" => {
                    self.bump();
                    function.suffix.preferred_align = Some(self.parenthesised("alignment")?);
                }
                "gc" => {
                    self.bump();
                    function.suffix.gc = Some(self.string("name of a garbage collector")?);
                }
                "prefix" => {
                    self.bump();
                    function.suffix.prefix_data = Some(self.any_constant()?);
                }
                "prologue" => {
                    self.bump();
                    function.suffix.prologue = Some(self.any_constant()?);
                }
                "personality" => {
                    self.bump();
                    function.suffix.personality = Some(self.any_constant()?);
                }
                _ => {
                    let FnAttrs { set, groups: more } = self.fn_attrs()?;
                    if set.is_empty() && more.is_empty() {
                        break;
                    }
                    function.attrs.merge(&set);
                    groups.extend(more);
                }
            }
        }
        super::upgrade::function_strings(&mut function.attrs);
        self.func.fn_groups = groups;
        Ok(())
    }

    /// The key of a global's name, with the names of old intrinsics upgraded.
    pub(super) fn global_name(&mut self, raw: &'a [u8]) -> Arc<str> {
        let key = self.name_key(raw);
        if !key.starts_with("llvm.") {
            return key;
        }
        match super::upgrade::intrinsic_name(&key) {
            Some(new) => {
                let new = self.intern(&new);
                self.tables.upgraded_names.insert(new.clone());
                new
            }
            None => key,
        }
    }
}
