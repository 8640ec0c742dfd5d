//! Everything outside function bodies, and what can only be decided when the whole text has been read.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attrs::{FnAttrs, Groups};
use super::metadata::Attachments;
use super::{PResult, Parser, PendingUses, SharedConstant, WrittenType};
use crate::attr::AttrSet;
use crate::diagnostic::Span;
use crate::entity::BlockId;
use crate::lexer::Tok;
use crate::module::{GlobalAlias, GlobalVar, ModuleItem};
use crate::types::{FuncType, Type};

/// What is known about the module besides the module itself.
#[derive(Default)]
pub(super) struct Tables<'a> {
    pub type_names: FxHashMap<Arc<str>, WrittenType>,
    pub type_uses: PendingUses<Arc<str>>,
    /// References to globals by name as written and address space.
    pub globals: FxHashMap<(&'a [u8], u32), SharedConstant>,
    pub global_uses: PendingUses<(Arc<str>, u32)>,
    /// Types of intrinsics at their first calls; LLVM declares them itself when the text does not.
    pub intrinsics: FxHashMap<Arc<str>, Arc<FuncType>>,
    pub block_addresses: Vec<(Arc<str>, Arc<str>, Span)>,
    pub md_uses: PendingUses<u32>,
    /// Nodes used as `!tbaa`.
    pub tbaa: FxHashSet<u32>,
    pub comdat_uses: PendingUses<Arc<str>>,
    pub groups: FxHashMap<u32, AttrSet>,
    pub fn_groups: Vec<(usize, Groups)>,
    pub global_groups: Vec<(usize, Groups)>,
    /// Function, block, instruction, groups.
    pub call_groups: Vec<(usize, BlockId, u32, Groups)>,
    /// Functions whose numbers are not those of the text.
    pub renumbered: FxHashSet<Arc<str>>,
    /// Names that intrinsics have got by an upgrade.
    pub upgraded_names: FxHashSet<Arc<str>>,
    next_global: u32,
    /// The empty string.
    pub empty: Arc<str>,
}

/// Words between a global's name and its kind, or between `define` and the return type.
#[derive(Default)]
pub(super) struct Header {
    pub linkage: Arc<str>,
    pub preemption: Arc<str>,
    pub visibility: Arc<str>,
    pub dll: Arc<str>,
    pub tls: Arc<str>,
    pub unnamed_addr: Arc<str>,
    /// `external` or `extern_weak` was written.
    pub declaration: bool,
}

/// Whether a word starts a top-level entity.
pub(super) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "define" | "declare" | "target" | "source_filename" | "module" | "attributes" | "uselistorder" | "uselistorder_bb" | "deplibs"
    )
}

/// Whether the parser stands at a word that cannot be in a function body.
pub(super) fn starts_entity(parser: &Parser<'_>) -> bool {
    parser.tok.first_on_line && is_keyword(parser.word())
}

impl<'a> Parser<'a> {
    /// The whole text.
    pub(super) fn module(&mut self) {
        while !self.at(Tok::Eof) {
            let start = self.tok.start;
            if self.entity().is_err() {
                self.func = super::function::FuncState::default();
                self.depth = 0;
                self.recover_entity(start);
            }
        }
        self.finish_module();
    }

    /// Skips to something that starts a top-level entity, over the body of a broken function.
    fn recover_entity(&mut self, start: u32) {
        if self.tok.start == start {
            self.bump();
        }
        while !self.at(Tok::Eof) {
            let token = self.tok;
            let entity = match token.kind {
                Tok::Word => is_keyword(self.word()) && !self.at_word("uselistorder"),
                Tok::Global | Tok::MdId | Tok::MdName | Tok::Comdat => self.peek().kind == Tok::Equal,
                Tok::Local => self.peek().kind == Tok::Equal && self.at_line_start(token.start),
                _ => false,
            };
            if token.first_on_line && entity {
                return;
            }
            self.bump();
        }
    }

    fn at_line_start(&self, at: u32) -> bool {
        at == 0 || self.text[at as usize - 1] == b'\n'
    }

    fn entity(&mut self) -> PResult<()> {
        match self.tok.kind {
            Tok::Global => self.global(),
            Tok::Local => self.type_definition(),
            Tok::MdId | Tok::Exclaim => self.numbered_metadata(),
            Tok::MdName => self.named_metadata(),
            Tok::Comdat => self.comdat_definition(),
            Tok::Summary => self.skip_summary(),
            Tok::Word => match self.word() {
                "define" => self.define_function(),
                "declare" => self.declare_function(),
                "target" => self.target(),
                "source_filename" => self.source_filename(),
                "module" => self.module_asm(),
                "attributes" => self.attribute_group(),
                "uselistorder" | "uselistorder_bb" => {
                    let text = self.uselistorder()?;
                    self.module.uselistorders.push(text);
                    Ok(())
                }
                // Libraries to link with, until LLVM 3.3; it had no effect.
                "deplibs" => self.deplibs(),
                _ => self.expected("top-level entity"),
            },
            _ => self.expected("top-level entity"),
        }
    }

    fn target(&mut self) -> PResult<()> {
        self.bump();
        let triple = self.at_word("triple");
        if !triple && !self.at_word("datalayout") {
            return self.expected("'triple' or 'datalayout'");
        }
        self.bump();
        self.expect(Tok::Equal, "'='")?;
        let text = self.string("string")?;
        if triple {
            self.module.triple = Some(text);
        } else {
            self.module.datalayout = Some(text);
        }
        Ok(())
    }

    fn source_filename(&mut self) -> PResult<()> {
        self.bump();
        self.expect(Tok::Equal, "'='")?;
        self.module.source_filename = Some(self.string("string")?);
        Ok(())
    }

    fn module_asm(&mut self) -> PResult<()> {
        self.bump();
        self.expect_word("asm")?;
        let token = self.expect(Tok::Str, "string")?;
        let bytes = self.string_bytes(token).into_owned();
        self.module.asm.push(bytes);
        Ok(())
    }

    fn deplibs(&mut self) -> PResult<()> {
        self.bump();
        self.expect(Tok::Equal, "'='")?;
        self.expect(Tok::LSquare, "'['")?;
        while self.eat(Tok::Str) {
            self.eat(Tok::Comma);
        }
        self.expect(Tok::RSquare, "']'")?;
        Ok(())
    }

    /// `attributes #0 = { … }`
    fn attribute_group(&mut self) -> PResult<()> {
        self.bump();
        let token = self.expect(Tok::AttrGroup, "attribute group id")?;
        let number = self.suffix_number(token)?;
        self.expect(Tok::Equal, "'='")?;
        self.expect(Tok::LBrace, "'{'")?;
        let set = self.group_attrs()?;
        self.expect(Tok::RBrace, "attribute or '}' at the end of an attribute group")?;
        self.tables.groups.entry(number).or_default().merge(&set);
        Ok(())
    }

    /// `$name = comdat any`
    fn comdat_definition(&mut self) -> PResult<()> {
        let token = self.bump();
        let raw = self.raw_name(token);
        let name = self.name_key(raw);
        self.expect(Tok::Equal, "'=' after a comdat's name")?;
        self.expect_word("comdat")?;
        let kind = self.word();
        // LLVM 3.6 to 12 said `noduplicates`.
        let kind = if kind == "noduplicates" { "nodeduplicate" } else { kind };
        if !matches!(kind, "any" | "exactmatch" | "largest" | "nodeduplicate" | "samesize") {
            return self.expected("comdat selection kind");
        }
        self.bump();
        let kind = self.intern(kind);
        if self.module.comdats.insert(name.clone(), kind).is_some() {
            self.error("multiple-definition", token.span(), format!("redefinition of comdat '${}'", crate::quote::Name(&name)));
        }
        Ok(())
    }

    /// `comdat`, `comdat($name)` or, in LLVM 3.6, `comdat $name`.
    pub(super) fn comdat(&mut self, own_name: &Arc<str>) -> PResult<Arc<str>> {
        let word = self.tok;
        self.expect_word("comdat")?;
        let parenthesised = self.eat(Tok::LParen);
        let (name, span) = if self.at(Tok::Comdat) {
            let token = self.bump();
            let raw = self.raw_name(token);
            (self.name_key(raw), token.span())
        } else if parenthesised {
            return self.expected("comdat name");
        } else {
            (own_name.clone(), word.span())
        };
        if parenthesised {
            self.expect(Tok::RParen, "')'")?;
        }
        self.tables.comdat_uses.entry(name.clone()).or_insert(span);
        Ok(name)
    }

    /// `^12 = …`: the index of a thin link, which says nothing about the code.
    fn skip_summary(&mut self) -> PResult<()> {
        self.bump();
        self.expect(Tok::Equal, "'='")?;
        self.expect(Tok::Label, "summary entry")?;
        if !self.at(Tok::LParen) {
            self.bump();
            return Ok(());
        }
        let mut depth = 0u64;
        loop {
            match self.bump().kind {
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                Tok::Eof => return self.expected("')' at the end of a summary entry"),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// `uselistorder T v, { 1, 0 }` and `uselistorder_bb @f, %b, { 1, 0 }` as text.
    pub(super) fn uselistorder(&mut self) -> PResult<String> {
        let start = self.bump().start;
        let mut braces = false;
        while !(self.at(Tok::Eof) || self.at(Tok::RBrace) && braces) {
            braces |= self.at(Tok::LBrace);
            if matches!(self.tok.kind, Tok::Equal | Tok::Label) {
                break;
            }
            self.bump();
        }
        self.expect(Tok::RBrace, "'}' at the end of a use-list order")?;
        let raw = &self.text[start as usize..self.last_end as usize];
        Ok(String::from_utf8_lossy(raw).split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub(super) fn uselistorder_statement(&mut self) {
        let start = self.tok.start;
        match self.uselistorder() {
            Ok(text) => self.func.uselistorders.push(text),
            Err(_) => self.recover(start),
        }
    }

    // Globals

    /// Linkage, visibility and the like, in any order.
    pub(super) fn header(&mut self) -> PResult<Header> {
        let mut header = Header::default();
        loop {
            let word = self.word();
            let slot = match word {
                "private"
                | "internal"
                | "weak"
                | "weak_odr"
                | "linkonce"
                | "linkonce_odr"
                | "available_externally"
                | "appending"
                | "common" => &mut header.linkage,
                "external" | "extern_weak" => {
                    header.declaration = true;
                    &mut header.linkage
                }
                // Spellings of LLVM 3.x.
                "linker_private" | "linker_private_weak" | "linkonce_odr_auto_hide" => {
                    header.linkage = self.intern(if word == "linkonce_odr_auto_hide" { "linkonce_odr" } else { "private" });
                    self.bump();
                    continue;
                }
                "dso_local" | "dso_preemptable" => &mut header.preemption,
                "default" | "hidden" | "protected" => &mut header.visibility,
                "dllimport" | "dllexport" => &mut header.dll,
                "unnamed_addr" | "local_unnamed_addr" => &mut header.unnamed_addr,
                "thread_local" => {
                    header.tls = self.thread_local()?;
                    continue;
                }
                _ => break,
            };
            *slot = word.into();
            self.bump();
        }
        header.normalise();
        Ok(header)
    }

    fn thread_local(&mut self) -> PResult<Arc<str>> {
        self.bump();
        if !self.eat(Tok::LParen) {
            return Ok(self.intern("thread_local"));
        }
        let mode = self.word();
        if !matches!(mode, "localdynamic" | "initialexec" | "localexec" | "generaldynamic") {
            return self.expected("localdynamic, initialexec or localexec");
        }
        self.bump();
        self.expect(Tok::RParen, "')'")?;
        Ok(if mode == "generaldynamic" { self.intern("thread_local") } else { self.intern(&format!("thread_local({mode})")) })
    }

    /// `@name = …`
    fn global(&mut self) -> PResult<()> {
        let token = self.bump();
        let raw = self.raw_name(token);
        let name = self.global_name(raw);
        self.check_global_number(&name, token.span());
        self.expect(Tok::Equal, "'=' in global variable")?;
        let header = self.header()?;
        match self.word() {
            "alias" | "ifunc" => self.alias(name, header, token.span()),
            _ => self.global_variable(name, header, token.span()),
        }
    }

    /// Numbers of unnamed globals go up.
    pub(super) fn check_global_number(&mut self, name: &str, span: Span) {
        if !crate::quote::is_number(name) {
            return;
        }
        let number = name.parse::<u32>().unwrap_or(u32::MAX);
        if number < self.tables.next_global {
            let message = format!("variable expected to be numbered '@{}' or greater", self.tables.next_global);
            self.error("multiple-definition", span, message);
        } else {
            self.tables.next_global = number.saturating_add(1);
        }
    }

    /// Enters a global's name; false when it is taken.
    pub(super) fn define_symbol(&mut self, name: &Arc<str>, item: ModuleItem, span: Span) -> bool {
        if self.module.symbols.contains_key(name) {
            self.error("multiple-definition", span, format!("redefinition of global '@{}'", crate::quote::Name(name)));
            return false;
        }
        self.module.symbols.insert(name.clone(), item);
        true
    }

    fn global_variable(&mut self, name: Arc<str>, header: Header, span: Span) -> PResult<()> {
        let addrspace = if self.at_word("addrspace") { self.addrspace()? } else { 0 };
        let externally_initialized = self.eat_word("externally_initialized");
        let constant = self.at_word("constant");
        if !constant && !self.at_word("global") {
            return self.expected("'global', 'constant', 'alias' or 'ifunc'");
        }
        self.bump();
        let ty_span = self.tok.span();
        let ty = self.ty()?;
        if matches!(ty, Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Func(_)) {
            return self.fail("type", ty_span, "invalid type for global variable");
        }
        let bare = header.declaration || (header.linkage.is_empty() && &*header.dll == "dllimport");
        let init = if bare { None } else { Some(self.constant(&ty)?) };
        let mut global = GlobalVar {
            name: name.clone(),
            linkage: header.linkage.clone(),
            qualifiers: header.qualifiers(),
            addrspace,
            externally_initialized,
            constant,
            ty,
            init,
            section: None,
            partition: None,
            comdat: None,
            code_model: None,
            align: None,
            sanitizer: Vec::new(),
            attrs: AttrSet::default(),
            metadata: Vec::new(),
            span,
        };
        while self.eat(Tok::Comma) {
            self.global_property(&mut global)?;
        }
        let FnAttrs { set, groups } = self.fn_attrs()?;
        global.attrs = set;
        super::upgrade::global_variable(&mut global);
        let index = self.module.globals.len();
        if self.define_symbol(&name, ModuleItem::Global(index), span) {
            if !groups.is_empty() {
                self.tables.global_groups.push((index, groups));
            }
            self.module.globals.push(global);
        }
        Ok(())
    }

    fn global_property(&mut self, global: &mut GlobalVar) -> PResult<()> {
        match self.word() {
            "section" => {
                self.bump();
                global.section = Some(self.string("section name")?);
            }
            "partition" => {
                self.bump();
                global.partition = Some(self.string("partition name")?);
            }
            "comdat" => global.comdat = Some(self.comdat(&global.name)?),
            "align" => global.align = Some(self.align()?),
            "code_model" => {
                self.bump();
                global.code_model = Some(self.string("code model")?);
            }
            word @ ("no_sanitize_address" | "no_sanitize_hwaddress" | "sanitize_memtag" | "sanitize_address_dyninit") => {
                global.sanitizer.push(word.into());
                self.bump();
            }
            _ if self.at(Tok::MdName) => global.metadata.push(self.attachment()?),
            _ => return self.expected("property of a global variable"),
        }
        Ok(())
    }

    fn alias(&mut self, name: Arc<str>, mut header: Header, span: Span) -> PResult<()> {
        let ifunc = self.at_word("ifunc");
        self.bump();
        // LLVM 3.x wrote the linkage here.
        let late = self.header()?;
        if header.linkage.is_empty() {
            header.linkage = late.linkage;
        }
        let (ty, target) = self.aliasee()?;
        let mut alias = GlobalAlias {
            name: name.clone(),
            ifunc,
            linkage: header.linkage.clone(),
            qualifiers: header.qualifiers(),
            ty,
            target,
            partition: None,
            metadata: Vec::new(),
            span,
        };
        while self.eat(Tok::Comma) {
            if self.eat_word("partition") {
                alias.partition = Some(self.string("partition name")?);
            } else if self.at(Tok::MdName) {
                alias.metadata.push(self.attachment()?);
            } else {
                return self.expected("property of an alias");
            }
        }
        let index = self.module.aliases.len();
        if self.define_symbol(&name, ModuleItem::Alias(index), span) {
            self.module.aliases.push(alias);
        }
        Ok(())
    }

    /// `T, ptr @target`, or `T* @target` of old text.
    fn aliasee(&mut self) -> PResult<(Type, SharedConstant)> {
        if matches!(self.word(), "bitcast" | "getelementptr" | "addrspacecast" | "inttoptr") {
            let target = self.constant(&Type::PTR)?;
            return Ok((Type::Int(8), target));
        }
        let start = self.tok.start;
        let first = self.written_type()?;
        if !self.eat(Tok::Comma) {
            let target = self.constant(&first.ty)?;
            let Some(pointee) = first.pointee else {
                return self.fail("syntax", self.since(start), "expected ',' after the type of an alias");
            };
            return Ok((pointee, target));
        }
        if matches!(self.word(), "bitcast" | "getelementptr" | "addrspacecast" | "inttoptr") {
            return Ok((first.ty, self.constant(&Type::PTR)?));
        }
        Ok((first.ty, self.any_constant()?))
    }

    /// The function's attachments before its body.
    pub(super) fn function_attachments(&mut self) -> PResult<Attachments> {
        let mut out = Vec::new();
        while self.at(Tok::MdName) {
            out.push(self.attachment()?);
        }
        Ok(out)
    }

    /// The attribute groups of the function that is added next.
    pub(super) fn remember_fn_groups(&mut self, groups: Groups) {
        if !groups.is_empty() {
            self.tables.fn_groups.push((self.module.functions.len(), groups));
        }
    }
}

impl Header {
    /// Leaves out what LLVM leaves out: defaults, and `dso_local` where it follows from the rest.
    fn normalise(&mut self) {
        if &*self.visibility == "default" {
            self.visibility = "".into();
        }
        let local = matches!(&*self.linkage, "private" | "internal");
        let implied = local || (!self.visibility.is_empty() && &*self.linkage != "extern_weak");
        if &*self.preemption == "dso_preemptable" || implied {
            self.preemption = "".into();
        }
    }

    /// The words of a global variable or alias in printing order.
    fn qualifiers(&self) -> Vec<Arc<str>> {
        [&self.preemption, &self.visibility, &self.dll, &self.tls, &self.unnamed_addr]
            .into_iter()
            .filter(|w| !w.is_empty())
            .cloned()
            .collect()
    }
}
