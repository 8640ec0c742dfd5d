//! `call`, `invoke` and `callbr`, with calling conventions.

use std::sync::Arc;

use super::attrs::{FnAttrs, Groups};
use super::insts::{Parsed, ResultName};
use super::upgrade::Upgraded;
use super::{PResult, Parser};
use crate::attr::AttrSet;
use crate::inst::{Bundle, CallInfo, InstKind, Operand, TailKind};
use crate::lexer::Tok;
use crate::types::{FuncType, Type};

/// Arguments with their attributes.
type Arguments = Vec<(Operand, AttrSet)>;

/// Calling conventions with keywords and their numbers, as LLVM prints them.
const CONVENTIONS: &[(&str, u32)] = &[
    ("ccc", 0),
    ("fastcc", 8),
    ("coldcc", 9),
    ("ghccc", 10),
    ("anyregcc", 13),
    ("preserve_mostcc", 14),
    ("preserve_allcc", 15),
    ("swiftcc", 16),
    ("cxx_fast_tlscc", 17),
    ("tailcc", 18),
    ("cfguard_checkcc", 19),
    ("swifttailcc", 20),
    ("preserve_nonecc", 21),
    ("x86_stdcallcc", 64),
    ("x86_fastcallcc", 65),
    ("arm_apcscc", 66),
    ("arm_aapcscc", 67),
    ("arm_aapcs_vfpcc", 68),
    ("msp430_intrcc", 69),
    ("x86_thiscallcc", 70),
    ("ptx_kernel", 71),
    ("ptx_device", 72),
    ("spir_func", 75),
    ("spir_kernel", 76),
    ("intel_ocl_bicc", 77),
    ("x86_64_sysvcc", 78),
    ("win64cc", 79),
    ("x86_vectorcallcc", 80),
    ("hhvmcc", 81),
    ("hhvm_ccc", 82),
    ("x86_intrcc", 83),
    ("avr_intrcc", 84),
    ("avr_signalcc", 85),
    ("amdgpu_vs", 87),
    ("amdgpu_gs", 88),
    ("amdgpu_ps", 89),
    ("amdgpu_cs", 90),
    ("amdgpu_kernel", 91),
    ("x86_regcallcc", 92),
    ("amdgpu_hs", 93),
    ("amdgpu_ls", 95),
    ("amdgpu_es", 96),
    ("aarch64_vector_pcs", 97),
    ("aarch64_sve_vector_pcs", 98),
    ("amdgpu_gfx", 100),
    ("aarch64_sme_preservemost_from_x0", 102),
    ("aarch64_sme_preservemost_from_x2", 103),
    ("amdgpu_cs_chain", 104),
    ("amdgpu_cs_chain_preserve", 105),
    ("m68k_rtdcc", 106),
    ("graalcc", 107),
    ("riscv_vector_cc", 110),
    ("aarch64_sme_preservemost_from_x1", 111),
];

/// Conventions that take parameters or whose numbers do not matter here.
const FURTHER_CONVENTIONS: &[&str] = &[
    "riscv_vls_cc",
    "cheriot_compartmentcallcc",
    "cheriot_compartmentcalleecc",
    "cheriot_librarycallcc",
    "amdgpu_gfx_whole_wave",
    "arm_aapcs_vfpcc_soft",
];

impl<'a> Parser<'a> {
    /// A calling convention, if one stands here, in canonical form (empty for `ccc`).
    pub(super) fn calling_convention(&mut self) -> PResult<Arc<str>> {
        let word = self.word();
        if self.at_type() {
            return Ok(self.tables.empty.clone());
        }
        if word == "ccc" {
            self.bump();
            return Ok(self.intern(""));
        }
        if CONVENTIONS.iter().any(|(name, _)| *name == word) || FURTHER_CONVENTIONS.contains(&word) {
            self.bump();
            if word == "riscv_vls_cc" && self.at(Tok::LParen) {
                let bits = self.parenthesised("vector length")?;
                return Ok(self.intern(&format!("riscv_vls_cc({bits})")));
            }
            return Ok(self.intern(word));
        }
        let span = self.tok.span();
        let number = match word.strip_prefix("cc") {
            Some("") => {
                self.bump();
                self.number32("calling convention")?
            }
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => match digits.parse() {
                Ok(number) => {
                    self.bump();
                    number
                }
                Err(_) => return self.fail("syntax", span, "calling convention does not fit 32 bits"),
            },
            _ => return Ok(self.intern("")),
        };
        let name = match CONVENTIONS.iter().find(|(_, n)| *n == number) {
            Some((_, 0)) => String::new(),
            Some((name, _)) => (*name).to_owned(),
            None => format!("cc{number}"),
        };
        Ok(self.intern(&name))
    }

    /// `call …`; the debug intrinsics of old text become records, other old intrinsics their successors.
    pub(super) fn call(&mut self, start: u32, name: &mut ResultName<'a>) -> PResult<()> {
        let tail = match self.word() {
            "call" => TailKind::None,
            word => {
                self.bump();
                TailKind::from_name(word).unwrap_or(TailKind::None)
            }
        };
        self.expect_word("call")?;
        let flags = self.flags();
        let (call, ret, attrs) = self.call_parts(name.is_some())?;
        let (block, index) = self.next_place();
        match self.upgrade_call(call, start, name)? {
            Upgraded::Done => Ok(()),
            Upgraded::Call(call) => {
                let ty = if let Type::Func(f) = &call.func_ty { f.ret.clone() } else { ret };
                self.remember_groups(attrs, block, index);
                self.finish(start, name, Parsed { kind: InstKind::Call { call, tail }, flags, ty })
            }
        }
    }

    fn remember_groups(&mut self, attrs: Groups, block: crate::entity::BlockId, index: u32) {
        if !attrs.is_empty() {
            self.func.call_groups.push((block, index, attrs));
        }
    }

    pub(super) fn invoke(&mut self) -> PResult<Parsed> {
        self.bump();
        let (call, ty, groups) = self.call_parts(false)?;
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        let (block, index) = self.next_place();
        self.remember_groups(groups, block, index);
        Ok(Parsed::plain(InstKind::Invoke { call, normal, unwind }, ty))
    }

    pub(super) fn callbr(&mut self) -> PResult<Parsed> {
        self.bump();
        let (call, ty, groups) = self.call_parts(false)?;
        self.expect_word("to")?;
        let fallthrough = self.label()?;
        let indirect = self.label_list()?;
        let (block, index) = self.next_place();
        self.remember_groups(groups, block, index);
        Ok(Parsed::plain(InstKind::CallBr { call, fallthrough, indirect }, ty))
    }

    /// From the calling convention to the operand bundles: the call, its result type and its attribute groups.
    fn call_parts(&mut self, named: bool) -> PResult<(Box<CallInfo>, Type, Groups)> {
        let cc = self.calling_convention()?;
        let ret_attrs = self.value_attrs(None)?;
        let addrspace = if self.at_word("addrspace") { Some(self.addrspace()?) } else { None };
        let written = self.written_type()?;
        let start = self.tok.start;
        let callee_ty = Type::Ptr { addrspace: addrspace.unwrap_or_else(|| self.layout_addrspace(b'P')) };
        let callee = self.operand(&callee_ty)?;
        let (args, types) = self.call_arguments()?;
        let FnAttrs { mut set, groups } = self.fn_attrs()?;
        super::upgrade::function_strings(&mut set);
        let bundles = self.bundles()?;
        // Before LLVM 3.7 the callee's pointer type stood here when the return type alone did not tell.
        let func = match (written.ty, written.pointee) {
            (Type::Func(func), _) => func,
            (_, Some(Type::Func(func))) if accepts(&func, &types) && !(named && func.ret == Type::Void) => func,
            (ret, _) => Arc::new(FuncType { ret, params: types.clone(), vararg: false }),
        };
        if !accepts(&func, &types) {
            let what = format!("the arguments do not match the callee's type '{}'", Type::Func(func.clone()));
            self.error("W5", self.since(start), what);
        }
        let ret = func.ret.clone();
        let func_ty = Type::Func(func);
        Ok((Box::new(CallInfo { cc, ret_attrs, addrspace, func_ty, callee, args, attrs: set, bundles }), ret, groups))
    }

    fn call_arguments(&mut self) -> PResult<(Arguments, Vec<Type>)> {
        self.expect(Tok::LParen, "'(' in call")?;
        let (mut args, mut types) = (Vec::new(), Vec::new());
        while !self.at(Tok::RParen) {
            // `musttail` calls in variadic functions say that the rest is passed on.
            if self.eat(Tok::Ellipsis) {
                break;
            }
            let written = self.value_type()?;
            let attrs = if written.ty == Type::Metadata { AttrSet::default() } else { self.value_attrs(written.pointee.as_ref())? };
            let value = self.operand(&written.ty)?;
            args.push((value, attrs));
            types.push(written.ty);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "')' at the end of the arguments")?;
        Ok((args, types))
    }

    /// `[ "tag"(T v, …), … ]`
    fn bundles(&mut self) -> PResult<Vec<Bundle>> {
        let mut bundles = Vec::new();
        // callbr's label list looks alike but holds no strings.
        if !self.at(Tok::LSquare) || self.peek().kind != Tok::Str {
            return Ok(bundles);
        }
        self.bump();
        loop {
            let tag = self.string("operand bundle tag")?;
            self.expect(Tok::LParen, "'(' in operand bundle")?;
            let mut args = Vec::new();
            while !self.at(Tok::RParen) {
                args.push(self.typed_operand()?.1);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RParen, "')' in operand bundle")?;
            bundles.push(Bundle { tag, args });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "']' at the end of the operand bundles")?;
        Ok(bundles)
    }
}

/// Whether arguments of these types can be passed.
fn accepts(func: &FuncType, types: &[Type]) -> bool {
    let fixed = func.params.len();
    (types.len() == fixed || (func.vararg && types.len() > fixed)) && func.params.iter().zip(types).all(|(p, t)| p == t)
}
