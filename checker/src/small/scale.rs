//! Functions with all integers made narrower, consistently.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use llvet_encoder::bv::Bv;
use llvet_ir::constant::{ConstKind, Constant, IntValue};
use llvet_ir::inst::{CallInfo, CastOp, Inst, InstKind, Operand};
use llvet_ir::module::ModuleItem;
use llvet_ir::types::{FuncType, StructType};
use llvet_ir::{AttrKind, AttrSet, Function, Module, Type, intrinsic};

use super::constant::counterpart;
use crate::refine::Pair;

/// Why a pair has no counterpart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unscalable(pub(super) String);

impl Unscalable {
    fn because<T>(why: impl Into<String>) -> Result<T, Unscalable> {
        Err(Unscalable(why.into()))
    }
}

/// The width of the widest integers of a pair.
pub(super) fn widest(pair: Pair<'_>) -> Result<u32, Unscalable> {
    Ok(widths(pair)?.last().copied().unwrap_or(1))
}

/// All widths of a pair but 1.
fn widths(pair: Pair<'_>) -> Result<BTreeSet<u32>, Unscalable> {
    let mut widths = BTreeSet::new();
    for function in [pair.src, pair.tgt] {
        for value in &function.values {
            collect(&value.ty, &mut widths)?;
        }
        let mut operand = |operand: &Operand| match operand {
            Operand::Const(constant) if !matches!(constant.kind, ConstKind::Global(_)) => collect(&constant.ty, &mut widths),
            _ => Ok(()),
        };
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            match &inst.kind {
                // The width of a lane's number says nothing.
                InstKind::ExtractElement { vector, .. } => operand(vector)?,
                InstKind::InsertElement { vector, elem, .. } => {
                    operand(vector)?;
                    operand(elem)?;
                }
                kind => kind.operands().into_iter().try_for_each(&mut operand)?,
            }
        }
    }
    widths.remove(&1);
    Ok(widths)
}

fn collect(ty: &Type, widths: &mut BTreeSet<u32>) -> Result<(), Unscalable> {
    match ty {
        Type::Int(width) => {
            widths.insert(*width);
            Ok(())
        }
        Type::Void | Type::Label | Type::Metadata => Ok(()),
        Type::Vector { elem, .. } | Type::Array { elem, .. } => collect(elem, widths),
        Type::Struct(body) => body.fields.iter().try_for_each(|field| collect(field, widths)),
        Type::Token
        | Type::X86Amx
        | Type::Byte(_)
        | Type::Float(_)
        | Type::Ptr { .. }
        | Type::Named(_)
        | Type::Target(_)
        | Type::Func(_) => Unscalable::because(format!("values of type {ty}")),
    }
}

/// New widths for all integers of a pair.
pub(super) struct Scale {
    widths: BTreeMap<u32, u32>,
}

/// Intrinsics whose meaning is the same at every width.
const INTRINSICS: &[&str] = &[
    "abs",
    "smax",
    "smin",
    "umax",
    "umin",
    "ctpop",
    "ctlz",
    "cttz",
    "bitreverse",
    "fshl",
    "fshr",
    "sadd.with.overflow",
    "uadd.with.overflow",
    "ssub.with.overflow",
    "usub.with.overflow",
    "smul.with.overflow",
    "umul.with.overflow",
    "sadd.sat",
    "uadd.sat",
    "ssub.sat",
    "usub.sat",
    "sshl.sat",
    "ushl.sat",
    "scmp",
    "ucmp",
    "assume",
    "vector.reduce.add",
    "vector.reduce.mul",
    "vector.reduce.and",
    "vector.reduce.or",
    "vector.reduce.xor",
    "vector.reduce.smax",
    "vector.reduce.smin",
    "vector.reduce.umax",
    "vector.reduce.umin",
];

/// Metadata that says nothing about values.
const HARMLESS: &[&str] = &["dbg", "prof", "srcloc", "annotation", "unpredictable"];

impl Scale {
    /// Widths in proportion, the widest at `width` bits.
    pub(super) fn new(pair: Pair<'_>, width: u32) -> Result<Scale, Unscalable> {
        let all = widths(pair)?;
        let Some(&widest) = all.last() else { return Unscalable::because("it has no integers to make smaller") };
        let mut scaled = BTreeMap::from([(1, 1)]);
        let mut last = 0;
        for &old in &all {
            let away = widest - old;
            let new = if widest.is_multiple_of(old) {
                (width * old).is_multiple_of(widest).then(|| width * old / widest)
            } else if away < width {
                // Next to the widest: overflow into the next bit and the like.
                Some(width - away)
            } else {
                Some((width * old + widest / 2) / widest)
            };
            let Some(new) = new.filter(|&new| new > last) else {
                return Unscalable::because(format!("i{old} beside i{widest} has no counterpart beside i{width}"));
            };
            last = new;
            scaled.insert(old, new);
        }
        Ok(Scale { widths: scaled })
    }

    /// A module with the scaled function and the declarations it needs.
    pub(super) fn module(&self, module: &Module, function: &Function) -> Result<Module, Unscalable> {
        let mut out = Module { datalayout: module.datalayout.clone(), ..Module::default() };
        let mut called = BTreeSet::new();
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Call { call, .. } = &inst.kind {
                called.extend(call.direct_callee());
            }
        }
        let scaled = self.function(function)?;
        let mut add = |function: Function| {
            out.symbols.insert(function.name.clone(), ModuleItem::Function(out.functions.len()));
            out.functions.push(function);
        };
        add(scaled);
        for name in called {
            let declaration = module.function(name).ok_or_else(|| Unscalable(format!("a call of @{name}")))?;
            add(Function { name: self.callee(name)?, ..self.function(declaration)? });
        }
        match llvet_ir::verify(&out).first() {
            None => Ok(out),
            Some(problem) => Unscalable::because(format!("made smaller, it is not valid: {}", problem.message)),
        }
    }

    fn function(&self, function: &Function) -> Result<Function, Unscalable> {
        let mut out = function.clone();
        out.metadata.clear();
        out.ret = self.ty(&out.ret)?;
        no_range(&out.ret_attrs)?;
        out.args.iter().try_for_each(|arg| no_range(&arg.attrs))?;
        for value in &mut out.values {
            value.ty = self.ty(&value.ty)?;
        }
        for inst in out.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            self.inst(inst)?;
        }
        Ok(out)
    }

    fn inst(&self, inst: &mut Inst) -> Result<(), Unscalable> {
        if let Some((kind, _)) = inst.metadata.iter().find(|(kind, _)| !HARMLESS.contains(&&**kind)) {
            return Unscalable::because(format!("metadata !{kind}"));
        }
        inst.metadata.clear();
        inst.records.clear();
        inst.ty = self.ty(&inst.ty)?;
        match &mut inst.kind {
            InstKind::ExtractElement { vector, index: Operand::Const(_) } => self.operand(vector),
            InstKind::InsertElement { vector, elem, index: Operand::Const(_) } => {
                self.operand(vector)?;
                self.operand(elem)
            }
            InstKind::Call { call, .. } => self.call(call),
            InstKind::Switch { value, cases, .. } => {
                for (case, _) in cases {
                    *case = self.constant(case)?;
                }
                self.operand(value)
            }
            kind @ (InstKind::Ret { .. }
            | InstKind::Br { .. }
            | InstKind::CondBr { .. }
            | InstKind::Unreachable
            | InstKind::Binary { .. }
            | InstKind::Cast { op: CastOp::Trunc | CastOp::Zext | CastOp::Sext, .. }
            | InstKind::Icmp { .. }
            | InstKind::Select { .. }
            | InstKind::Freeze { .. }
            | InstKind::Phi { .. }
            | InstKind::ShuffleVector { .. }
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. }) => {
                let mut all = Ok(());
                kind.for_each_operand_mut(&mut |operand| {
                    if all.is_ok() {
                        all = self.operand(operand);
                    }
                });
                all
            }
            other => Unscalable::because(format!("instruction {}", other.opcode())),
        }
    }

    fn call(&self, call: &mut CallInfo) -> Result<(), Unscalable> {
        let Some(name) = call.direct_callee() else { return Unscalable::because("an indirect call") };
        if !call.bundles.is_empty() {
            return Unscalable::because("operand bundles");
        }
        let name = self.callee(name)?;
        no_range(&call.ret_attrs)?;
        let Operand::Const(callee) = &call.callee else { return Unscalable::because("an indirect call") };
        call.callee = Operand::Const(Arc::new(Constant { ty: callee.ty.clone(), kind: ConstKind::Global(name) }));
        call.func_ty = self.ty(&call.func_ty)?;
        call.args.iter_mut().try_for_each(|(arg, attrs)| {
            no_range(attrs)?;
            self.operand(arg)
        })
    }

    /// The name of an intrinsic at the new widths.
    fn callee(&self, name: &str) -> Result<Arc<str>, Unscalable> {
        let base = intrinsic::lookup(name).map(intrinsic::IntrinsicId::base_name).filter(|base| INTRINSICS.contains(base));
        let Some(base) = base else { return Unscalable::because(format!("a call of @{name}")) };
        let fixed = "llvm.".len() + base.len();
        let mut out = name[..fixed].to_owned();
        for part in name[fixed..].split('.').filter(|part| !part.is_empty()) {
            let (lanes, width) = part.rsplit_once('i').ok_or_else(|| Unscalable(format!("a call of @{name}")))?;
            let width = width.parse().ok().and_then(|width: u32| self.widths.get(&width));
            let Some(width) = width else { return Unscalable::because(format!("a call of @{name}")) };
            out.push_str(&format!(".{lanes}i{width}"));
        }
        Ok(out.into())
    }

    fn ty(&self, ty: &Type) -> Result<Type, Unscalable> {
        let all = |types: &[Type]| types.iter().map(|ty| self.ty(ty)).collect::<Result<Vec<Type>, Unscalable>>();
        Ok(match ty {
            Type::Int(width) => match self.widths.get(width) {
                Some(&width) => Type::Int(width),
                None => return Unscalable::because(format!("values of type {ty}")),
            },
            Type::Void | Type::Label | Type::Metadata => ty.clone(),
            Type::Vector { scalable, len, elem } => Type::Vector { scalable: *scalable, len: *len, elem: Arc::new(self.ty(elem)?) },
            Type::Array { len, elem } => Type::Array { len: *len, elem: Arc::new(self.ty(elem)?) },
            Type::Struct(body) => Type::Struct(Arc::new(StructType { packed: body.packed, fields: all(&body.fields)? })),
            Type::Func(f) => Type::Func(Arc::new(FuncType { ret: self.ty(&f.ret)?, params: all(&f.params)?, vararg: f.vararg })),
            Type::Token | Type::X86Amx | Type::Byte(_) | Type::Float(_) | Type::Ptr { .. } | Type::Named(_) | Type::Target(_) => {
                return Unscalable::because(format!("values of type {ty}"));
            }
        })
    }

    fn operand(&self, operand: &mut Operand) -> Result<(), Unscalable> {
        match operand {
            Operand::Value(_) => Ok(()),
            Operand::Const(constant) => {
                *constant = self.constant(constant)?;
                Ok(())
            }
            Operand::Metadata(_) => Unscalable::because("metadata as an operand"),
            Operand::Asm(_) => Unscalable::because("inline assembly"),
        }
    }

    fn constant(&self, constant: &Constant) -> Result<Arc<Constant>, Unscalable> {
        let ty = self.ty(&constant.ty)?;
        let kind = match &constant.kind {
            ConstKind::Int(value) => {
                let (Type::Int(from), Type::Int(to)) = (&constant.ty, &ty) else { return Unscalable::because("a constant") };
                let value = Bv::from_biguint(*from, value.to_biguint());
                match counterpart(&value, *to) {
                    Some(scaled) => ConstKind::Int(IntValue::from_biguint(scaled.to_biguint())),
                    None => {
                        return Unscalable::because(format!("the constant {} has no counterpart at {to} bits", value.to_string_signed()));
                    }
                }
            }
            ConstKind::Undef => ConstKind::Undef,
            ConstKind::Poison => ConstKind::Poison,
            ConstKind::Zero => ConstKind::Zero,
            ConstKind::Aggregate(parts) => {
                ConstKind::Aggregate(parts.iter().map(|part| self.constant(part)).collect::<Result<_, Unscalable>>()?)
            }
            ConstKind::Splat(lane) => ConstKind::Splat(self.constant(lane)?),
            ConstKind::Float(_)
            | ConstKind::Null
            | ConstKind::None
            | ConstKind::Bytes(_)
            | ConstKind::Global(_)
            | ConstKind::BlockAddress { .. }
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::PtrAuth(_)
            | ConstKind::Expr(_) => return Unscalable::because("a constant that is no integer"),
        };
        Ok(Arc::new(Constant { ty, kind }))
    }
}

fn no_range(attrs: &AttrSet) -> Result<(), Unscalable> {
    if attrs.has(AttrKind::Range) { Unscalable::because("a range attribute") } else { Ok(()) }
}
