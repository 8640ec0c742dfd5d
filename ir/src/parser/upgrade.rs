//! What older LLVM wrote differently: intrinsics, debug calls, attributes, globals, TBAA (as LLVM's `AutoUpgrade` does).

use std::sync::Arc;

use num_bigint::BigUint;

use super::insts::{ResultName, is_int};
use super::{PResult, Parser};
use crate::attr::{Attr, AttrKind, AttrSet};
use crate::constant::{ConstKind, Constant};
use crate::function::{Arg, Function, ValueDef, ValueKind};
use crate::inst::{CallInfo, CastOp, InstKind, Operand};
use crate::metadata::{DebugRecord, MdField, MdNode, MdOperand, MdRef};
use crate::module::{GlobalVar, ModuleItem};
use crate::types::{FuncType, Type};

/// What became of a call.
pub(super) enum Upgraded {
    /// It is another statement now, which has been appended.
    Done,
    /// It stays a call.
    Call(Box<CallInfo>),
}

/// Renamed intrinsics: old name without mangled types, new name.
const RENAMED: &[(&str, &str)] = &[
    ("llvm.experimental.vector.reduce.add", "llvm.vector.reduce.add"),
    ("llvm.experimental.vector.reduce.mul", "llvm.vector.reduce.mul"),
    ("llvm.experimental.vector.reduce.and", "llvm.vector.reduce.and"),
    ("llvm.experimental.vector.reduce.or", "llvm.vector.reduce.or"),
    ("llvm.experimental.vector.reduce.xor", "llvm.vector.reduce.xor"),
    ("llvm.experimental.vector.reduce.smax", "llvm.vector.reduce.smax"),
    ("llvm.experimental.vector.reduce.smin", "llvm.vector.reduce.smin"),
    ("llvm.experimental.vector.reduce.umax", "llvm.vector.reduce.umax"),
    ("llvm.experimental.vector.reduce.umin", "llvm.vector.reduce.umin"),
    ("llvm.experimental.vector.reduce.fmax", "llvm.vector.reduce.fmax"),
    ("llvm.experimental.vector.reduce.fmin", "llvm.vector.reduce.fmin"),
    ("llvm.experimental.vector.insert", "llvm.vector.insert"),
    ("llvm.experimental.vector.extract", "llvm.vector.extract"),
    ("llvm.experimental.vector.reverse", "llvm.vector.reverse"),
    ("llvm.experimental.vector.splice", "llvm.vector.splice"),
    ("llvm.experimental.vector.interleave2", "llvm.vector.interleave2"),
    ("llvm.experimental.vector.deinterleave2", "llvm.vector.deinterleave2"),
    ("llvm.experimental.vector.partial.reduce.add", "llvm.vector.partial.reduce.add"),
    ("llvm.experimental.stepvector", "llvm.stepvector"),
    ("llvm.experimental.vscale", "llvm.vscale"),
    ("llvm.flt.rounds", "llvm.get.rounding"),
];

/// Reductions whose name held the type of the start value too.
const REDUCTIONS_WITH_START: &[(&str, &str)] = &[
    ("llvm.experimental.vector.reduce.v2.fadd.", "llvm.vector.reduce.fadd."),
    ("llvm.experimental.vector.reduce.v2.fmul.", "llvm.vector.reduce.fmul."),
];

/// Intrinsics whose names had no pointer type before and have one (or two) now.
const POINTER_SUFFIX: &[(&str, &str)] = &[
    ("llvm.lifetime.start", ".p0"),
    ("llvm.lifetime.end", ".p0"),
    ("llvm.invariant.start", ".p0"),
    ("llvm.invariant.end", ".p0"),
    ("llvm.launder.invariant.group", ".p0"),
    ("llvm.strip.invariant.group", ".p0"),
    ("llvm.prefetch", ".p0"),
    ("llvm.va_start", ".p0"),
    ("llvm.va_end", ".p0"),
    ("llvm.va_copy", ".p0"),
    ("llvm.stacksave", ".p0"),
    ("llvm.stackrestore", ".p0"),
    ("llvm.eh.typeid.for", ".p0"),
    ("llvm.thread.pointer", ".p0"),
    ("llvm.frameaddress", ".p0"),
    ("llvm.addressofreturnaddress", ".p0"),
    ("llvm.sponentry", ".p0"),
    ("llvm.var.annotation", ".p0.p0"),
    ("llvm.ptr.annotation.p0", ".p0"),
    ("llvm.objectsize.i32", ".p0"),
    ("llvm.objectsize.i64", ".p0"),
];

/// The name an intrinsic has today, when it is another one.
pub(super) fn intrinsic_name(key: &str) -> Option<String> {
    let mut name = without_pointees(key);
    for (old, new) in RENAMED {
        if let Some(rest) = name.strip_prefix(old)
            && (rest.is_empty() || rest.starts_with('.'))
        {
            // Reductions had the result's type too.
            let types = if old.contains(".reduce.") { rest.rfind('.').map_or(rest, |at| &rest[at..]) } else { rest };
            name = format!("{new}{types}");
            break;
        }
    }
    for (old, new) in REDUCTIONS_WITH_START {
        if let Some((_, vector)) = name.strip_prefix(old).and_then(|types| types.split_once('.')) {
            name = format!("{new}{vector}");
            break;
        }
    }
    if let Some((_, suffix)) = POINTER_SUFFIX.iter().find(|(old, _)| *old == name) {
        name.push_str(suffix);
    } else if let Some(ty) = name.strip_prefix("llvm.annotation.").filter(|ty| !ty.contains('.')) {
        name = format!("llvm.annotation.{ty}.p0");
    } else if let Some(suffix) = missing_mask_pointer(&name) {
        name.push_str(&suffix);
    }
    (name != key).then_some(name)
}

/// `llvm.masked.load.v4i32` of LLVM 3.6 to 5 has the pointer's type too by now.
fn missing_mask_pointer(name: &str) -> Option<String> {
    let operation = name.strip_prefix("llvm.masked.")?;
    let (operation, ty) = operation.split_once('.')?;
    if ty.contains('.') {
        return None;
    }
    match operation {
        "load" | "store" => Some(".p0".to_owned()),
        "gather" | "scatter" => {
            let lanes: String = ty.strip_prefix('v')?.chars().take_while(char::is_ascii_digit).collect();
            Some(format!(".v{lanes}p0"))
        }
        _ => None,
    }
}

/// Mangled pointer types lose what they point to: `p0i8`, `v4p1f32`, `p0s_struct.names`.
fn without_pointees(key: &str) -> String {
    let mut parts = Vec::new();
    let mut skipping = false;
    for part in key.split('.') {
        if skipping {
            skipping = !part.ends_with('s');
            continue;
        }
        match pointer_prefix(part) {
            Some(len) if parts.len() > 1 && len < part.len() => {
                skipping = part[len..].starts_with("s_") && !part.ends_with('s');
                parts.push(&part[..len]);
            }
            _ => parts.push(part),
        }
    }
    parts.join(".")
}

/// Length of `pN`, `vNpN` or `nxvNpN` at the start of a mangled type.
fn pointer_prefix(part: &str) -> Option<usize> {
    let digits = |from: usize| part[from..].bytes().take_while(u8::is_ascii_digit).count();
    let vector = if part.starts_with("nxv") { 3 } else { usize::from(part.starts_with('v')) };
    let lanes = if vector == 0 { 0 } else { vector + digits(vector) };
    if !part[lanes..].starts_with('p') {
        return None;
    }
    let space = digits(lanes + 1);
    let end = lanes + 1 + space;
    let next = part.as_bytes().get(end);
    (space > 0 && next.is_none_or(u8::is_ascii_alphabetic)).then_some(end)
}

/// The name a specialized metadata node has today; LLVM 3.6 and 3.7 said `MD` for `DI`.
pub(super) fn node_name(name: &str) -> Option<String> {
    if name == "GenericDebugNode" {
        return Some("GenericDINode".to_owned());
    }
    name.strip_prefix("MD").map(|rest| format!("DI{rest}"))
}

/// Hexadecimal integers of metadata fields in decimal.
pub(super) fn plain_integer(text: &str) -> String {
    match text.strip_prefix("u0x").or_else(|| text.strip_prefix("s0x")) {
        Some(hex) if hex.len() <= 64 => BigUint::parse_bytes(hex.as_bytes(), 16).map_or_else(|| text.to_owned(), |v| v.to_string()),
        _ => text.to_owned(),
    }
}

/// String attributes that have become attributes of another form.
pub(super) fn function_strings(set: &mut AttrSet) {
    if set.is_empty() {
        return;
    }
    let leaf = set.remove_string("no-frame-pointer-elim-non-leaf");
    let all = set.remove_string("no-frame-pointer-elim");
    let pointer = match (leaf.as_deref(), all.as_deref()) {
        (_, Some("true")) => Some("all"),
        (Some(_), _) => Some("non-leaf"),
        (None, Some(_)) => Some("none"),
        (None, None) => None,
    };
    if let Some(value) = pointer {
        set.insert(Attr::String { key: "frame-pointer".into(), value: Some(value.into()) });
    }
    if set.remove_string("null-pointer-is-valid").as_deref() == Some("true") {
        set.insert(Attr::Enum(AttrKind::NullPointerIsValid));
    }
}

/// An alignment among the attributes is the function's.
pub(super) fn function_alignment(function: &mut Function) {
    if let Some(Attr::Int(_, align)) = function.attrs.remove(AttrKind::Align) {
        function.suffix.align = Some(align);
    }
}

/// Constructor tables got a third field.
pub(super) fn global_variable(global: &mut GlobalVar) {
    if !matches!(&*global.name, "llvm.global_ctors" | "llvm.global_dtors") {
        return;
    }
    let Type::Array { len, elem } = &global.ty else { return };
    let Type::Struct(body) = &**elem else { return };
    if body.fields.len() != 2 {
        return;
    }
    let new_elem = Type::structure(vec![body.fields[0].clone(), body.fields[1].clone(), Type::PTR]);
    let null = Arc::new(Constant { ty: Type::PTR, kind: ConstKind::Null });
    let new_ty = Type::array(*len, new_elem.clone());
    if let Some(init) = &global.init
        && let ConstKind::Aggregate(entries) = &init.kind
    {
        let entries = entries.iter().map(|entry| match &entry.kind {
            ConstKind::Aggregate(fields) => {
                let fields = fields.iter().cloned().chain([null.clone()]).collect();
                Arc::new(Constant { ty: new_elem.clone(), kind: ConstKind::Aggregate(fields) })
            }
            kind => Arc::new(Constant { ty: new_elem.clone(), kind: kind.clone() }),
        });
        global.init = Some(Arc::new(Constant { ty: new_ty.clone(), kind: ConstKind::Aggregate(entries.collect()) }));
    } else if let Some(init) = &global.init {
        global.init = Some(Arc::new(Constant { ty: new_ty.clone(), kind: init.kind.clone() }));
    }
    global.ty = new_ty;
}

impl<'a> Parser<'a> {
    // Declarations

    /// Brings the declaration of an intrinsic up to date; true when it goes away.
    pub(super) fn upgrade_declaration(&mut self, function: &mut Function) -> bool {
        if !function.name.starts_with("llvm.") {
            return false;
        }
        // Two old names may have become one.
        if let Some(ModuleItem::Function(index)) = self.module.symbols.get(&function.name) {
            return self.module.functions[*index].is_declaration() && self.tables.upgraded_names.contains(&function.name);
        }
        let name = function.name.clone();
        if let Some(kind) = name.strip_prefix("llvm.dbg.") {
            return matches!(kind, "value" | "declare" | "addr" | "label" | "assign");
        }
        let pointers = function.args.len();
        if let Some(index) = superfluous_parameter(&name, pointers) {
            drop_parameter(function, index);
        } else if let Some(types) = missing_parameters(&name, pointers) {
            for ty in types {
                add_parameter(function, ty);
            }
        } else {
            return false;
        }
        if name.starts_with("llvm.lifetime.") {
            function.args[0].attrs.insert(Attr::Text(AttrKind::Captures, "captures(none)".into()));
        }
        function.attrs = AttrSet::default();
        self.func.fn_groups.clear();
        false
    }

    /// LLVM declares intrinsics that the text only calls.
    pub(super) fn declare_missing_intrinsics(&mut self) {
        let mut missing: Vec<_> = self.tables.intrinsics.drain().filter(|(name, _)| !self.module.symbols.contains_key(name)).collect();
        missing.sort_by(|a, b| a.0.cmp(&b.0));
        for (name, ty) in missing {
            let function = declaration(&name, &ty);
            self.module.symbols.insert(name, ModuleItem::Function(self.module.functions.len()));
            self.module.functions.push(function);
        }
    }

    // Calls

    /// Brings a call up to date.
    pub(super) fn upgrade_call(&mut self, mut call: Box<CallInfo>, start: u32, result: &mut ResultName<'a>) -> PResult<Upgraded> {
        let name: Arc<str> = match call.direct_callee() {
            Some(name) if name.starts_with("llvm.") => name.into(),
            _ => return Ok(Upgraded::Call(call)),
        };
        if let Some(kind) = name.strip_prefix("llvm.dbg.")
            && result.is_none()
            && matches!(kind, "value" | "declare" | "addr" | "label" | "assign")
        {
            self.tables.global_uses.remove(&(name.clone(), 0));
            return self.debug_call(kind, *call, start);
        }
        let count = call.args.len();
        if let Some(index) = superfluous_parameter(&name, count) {
            let (value, _) = call.args.remove(index);
            if name.starts_with("llvm.lifetime.") {
                call.args[0].1 = AttrSet::default();
                match self.alloca_behind(&call.args[0].0) {
                    Some(alloca) => call.args[0].0 = alloca,
                    // The marker says nothing about other memory.
                    None => {
                        self.attachments()?;
                        self.func.renumbered |= result.is_some();
                        return Ok(Upgraded::Done);
                    }
                }
            }
            keep_alignment(&name, &mut call, &value);
            retype(&mut call, |params| drop(params.remove(index)));
        } else if let Some(types) = missing_parameters(&name, count) {
            for ty in types {
                let zero = if ty.is_ptr() { ConstKind::Null } else { ConstKind::Int(crate::constant::IntValue::Small(0)) };
                call.args.push((Operand::Const(Arc::new(Constant { ty: ty.clone(), kind: zero })), AttrSet::default()));
                retype(&mut call, |params| params.push(ty));
            }
        }
        self.note_intrinsic(name, &mut call);
        Ok(Upgraded::Call(call))
    }

    /// Remembers an intrinsic's type. A name that is called with another type than before becomes the name of that type, as LLVM renames
    /// intrinsics whose names do not say their types.
    fn note_intrinsic(&mut self, name: Arc<str>, call: &mut CallInfo) {
        let Type::Func(ty) = &call.func_ty else { return };
        match self.tables.intrinsics.get(&name) {
            None => drop(self.tables.intrinsics.insert(name, ty.clone())),
            Some(known) if known == ty => {}
            Some(_) => {
                let Some(new) = super::mangle::name_for_type(&name, ty).filter(|new| **new != *name) else { return };
                let new = self.intern(&new);
                self.tables.intrinsics.entry(new.clone()).or_insert_with(|| ty.clone());
                let addrspace = call.addrspace.unwrap_or(0);
                call.callee = Operand::Const(Arc::new(Constant { ty: Type::Ptr { addrspace }, kind: ConstKind::Global(new) }));
            }
        }
    }

    /// The stack slot that a pointer is, casts and steps by zero looked through; what is not known yet stays.
    fn alloca_behind(&self, pointer: &Operand) -> Option<Operand> {
        let mut at = pointer;
        // Only unreachable code can step in a circle.
        for _ in 0..64 {
            let Operand::Value(id) = at else { return None };
            let ValueKind::Inst(block, index) = self.func.values[id.index()].kind else {
                let forward = self.func.values[id.index()].kind == ValueKind::Undefined;
                return forward.then(|| at.clone());
            };
            match &self.inst_at(block, index)?.kind {
                InstKind::Alloca { .. } => return Some(at.clone()),
                InstKind::Cast { op: CastOp::Bitcast | CastOp::Addrspacecast, arg } => at = arg,
                InstKind::GetElementPtr { base, indices, .. } if indices.iter().all(|i| is_int(i, 0)) => at = base,
                _ => return None,
            }
        }
        None
    }

    /// `call void @llvm.dbg.kind(…)` as a record before the next instruction.
    fn debug_call(&mut self, kind: &str, call: CallInfo, start: u32) -> PResult<Upgraded> {
        let attachments = self.attachments()?;
        let location = attachments.into_iter().find(|(kind, _)| &**kind == "dbg").map(|(_, node)| node);
        let mut args = Vec::new();
        // Until LLVM 6 a value had an offset, and until 3.6 no expression.
        let old_offset = kind == "value" && call.args.len() >= 3 && matches!(&call.args[1].0, Operand::Const(_));
        for (index, (arg, _)) in call.args.into_iter().enumerate() {
            match arg {
                Operand::Metadata(md) => args.push(*md),
                offset if old_offset && index == 1 => {
                    if !is_int(&offset, 0) {
                        return Ok(Upgraded::Done);
                    }
                }
                _ => return self.fail("syntax", self.since(start), "debug intrinsics take metadata"),
            }
        }
        let expressions = match kind {
            "label" => 1,
            "assign" => 6,
            _ => 3,
        };
        if expressions == 3 && args.len() == 2 {
            args.push(MdOperand::Ref(MdRef::Inline(Arc::new(self.empty_expression()))));
        }
        if args.len() != expressions {
            return self.fail("syntax", self.since(start), "wrong number of arguments of a debug intrinsic");
        }
        // Without a location there is nothing a record could be attached to.
        let Some(location) = location else { return Ok(Upgraded::Done) };
        let kind = if kind == "addr" {
            dereference(&mut args[2], &self.intern("DW_OP_deref"), &self.intern(""));
            "value"
        } else {
            kind
        };
        args.push(MdOperand::Ref(location));
        let kind = self.intern(kind);
        self.func.pending_records.push(DebugRecord { kind, args });
        Ok(Upgraded::Done)
    }

    fn empty_expression(&mut self) -> MdNode {
        MdNode::Specialized { distinct: false, name: self.intern("DIExpression"), fields: Vec::new() }
    }

    // The module

    /// TBAA tags that are type nodes themselves get a node of their own.
    pub(super) fn upgrade_module(&mut self) {
        let mut old: Vec<u32> =
            self.tables.tbaa.iter().copied().filter(|n| self.module.metadata.get(n).is_some_and(is_scalar_tag)).collect();
        if old.is_empty() {
            return;
        }
        old.sort_unstable();
        let mut next = self.module.metadata.keys().max().map_or(0, |n| n.saturating_add(1));
        let mut tags = rustc_hash::FxHashMap::default();
        let zero = Arc::new(Constant::int(64, 0));
        for scalar in old {
            let Some(MdNode::Tuple { elems, .. }) = self.module.metadata.get(&scalar) else { continue };
            let (base, rest) = match &elems[..] {
                // The third element says that the memory is constant.
                [name, parent, constant] => {
                    let base = MdNode::Tuple { distinct: false, elems: vec![name.clone(), parent.clone()] };
                    let constant = constant.clone();
                    self.module.metadata.insert(next, base);
                    next = next.saturating_add(1);
                    (next - 1, vec![constant])
                }
                _ => (scalar, Vec::new()),
            };
            let mut elems = vec![MdRef::Node(base), MdRef::Node(base), MdRef::Constant(zero.clone())];
            elems.extend(rest);
            self.module.metadata.insert(next, MdNode::Tuple { distinct: false, elems });
            tags.insert(scalar, next);
            next = next.saturating_add(1);
        }
        for inst in self.module.functions.iter_mut().flat_map(|f| &mut f.blocks).flat_map(|b| &mut b.insts) {
            for (kind, node) in &mut inst.metadata {
                if let MdRef::Node(n) = node
                    && &**kind == "tbaa"
                    && let Some(tag) = tags.get(n)
                {
                    *n = *tag;
                }
            }
        }
    }
}

/// Whether a node used as a tag is a scalar type of LLVM 3.3 and earlier: its first element is a name.
fn is_scalar_tag(node: &MdNode) -> bool {
    matches!(node, MdNode::Tuple { elems, .. } if matches!(elems.first(), Some(MdRef::String(_))))
}

/// `DW_OP_deref` at the end of an expression.
fn dereference(arg: &mut MdOperand, deref: &Arc<str>, empty: &Arc<str>) {
    if let MdOperand::Ref(MdRef::Inline(node)) = arg
        && let MdNode::Specialized { fields, .. } = Arc::make_mut(node)
    {
        fields.push((empty.clone(), MdField::Word(deref.clone())));
    }
}

/// A parameter that the intrinsic no longer has, given how many there are.
fn superfluous_parameter(name: &str, count: usize) -> Option<usize> {
    let base = |prefix: &str| name.starts_with(prefix);
    match count {
        // The size of the object.
        2 if base("llvm.lifetime.start.") || base("llvm.lifetime.end.") => Some(0),
        // The alignment of both pointers.
        5 if base("llvm.memcpy.p") || base("llvm.memmove.p") || base("llvm.memset.p") => Some(3),
        4 if base("llvm.masked.load.") || base("llvm.masked.gather.") => Some(1),
        4 if base("llvm.masked.store.") || base("llvm.masked.scatter.") => Some(2),
        _ => None,
    }
}

/// Parameters that the intrinsic has got since; zero keeps their old meaning.
fn missing_parameters(name: &str, count: usize) -> Option<Vec<Type>> {
    let base = |prefix: &str| name.starts_with(prefix);
    match count {
        1 if base("llvm.ctlz.") || base("llvm.cttz.") => Some(vec![Type::I1]),
        2 if base("llvm.objectsize.") => Some(vec![Type::I1, Type::I1]),
        3 if base("llvm.objectsize.") => Some(vec![Type::I1]),
        4 if base("llvm.var.annotation.") || base("llvm.ptr.annotation.") => Some(vec![Type::PTR]),
        _ => None,
    }
}

/// An alignment that was an argument becomes an attribute.
fn keep_alignment(name: &str, call: &mut CallInfo, value: &Operand) {
    let Operand::Const(constant) = value else { return };
    let ConstKind::Int(align) = &constant.kind else { return };
    let Some(align) = align.to_u64().filter(|a| a.is_power_of_two()) else { return };
    let pointers: &[usize] =
        if name.starts_with("llvm.memset.") || name.starts_with("llvm.masked.load.") || name.starts_with("llvm.masked.gather.") {
            &[0]
        } else if name.starts_with("llvm.mem") {
            &[0, 1]
        } else if name.starts_with("llvm.masked.") {
            &[1]
        } else {
            &[]
        };
    for index in pointers {
        if let Some((_, attrs)) = call.args.get_mut(*index) {
            attrs.insert(Attr::Int(AttrKind::Align, align));
        }
    }
}

fn retype(call: &mut CallInfo, change: impl FnOnce(&mut Vec<Type>)) {
    if let Type::Func(func) = &mut call.func_ty {
        change(&mut Arc::make_mut(func).params);
    }
}

fn drop_parameter(function: &mut Function, index: usize) {
    if index >= function.args.len() {
        return;
    }
    let gone = function.args.remove(index).value;
    function.values.remove(gone.index());
    for (number, arg) in (0..).zip(&mut function.args) {
        arg.value.0 -= u32::from(arg.value > gone);
        function.values[arg.value.index()].kind = ValueKind::Arg(number);
    }
}

fn add_parameter(function: &mut Function, ty: Type) {
    let value = crate::entity::ValueId(function.values.len() as u32);
    function.values.push(ValueDef { name: None, ty, kind: ValueKind::Arg(function.args.len() as u32) });
    function.args.push(Arg { value, attrs: AttrSet::default(), span: function.span });
}

/// A declaration of a function type.
fn declaration(name: &Arc<str>, ty: &FuncType) -> Function {
    let mut function = Function {
        name: name.clone(),
        prefix: crate::function::FunctionPrefix::default(),
        ret: ty.ret.clone(),
        ret_attrs: AttrSet::default(),
        args: Vec::new(),
        vararg: ty.vararg,
        attrs: AttrSet::default(),
        suffix: crate::function::FunctionSuffix::default(),
        metadata: Vec::new(),
        values: Vec::new(),
        blocks: Vec::new(),
        uselistorders: Vec::new(),
        span: crate::diagnostic::Span::default(),
    };
    for param in &ty.params {
        add_parameter(&mut function, param.clone());
    }
    function
}

impl InstKind {
    /// The call inside `call`, `invoke` and `callbr`.
    pub(super) fn call_mut(&mut self) -> Option<&mut CallInfo> {
        match self {
            InstKind::Call { call, .. } | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let new = |old: &str| intrinsic_name(old);
        assert_eq!(new("llvm.memcpy.p0i8.p1i8.i64").as_deref(), Some("llvm.memcpy.p0.p1.i64"));
        assert_eq!(new("llvm.masked.gather.v4i32.v4p0i32").as_deref(), Some("llvm.masked.gather.v4i32.v4p0"));
        assert_eq!(new("llvm.masked.load.v4i32").as_deref(), Some("llvm.masked.load.v4i32.p0"));
        assert_eq!(new("llvm.lifetime.start").as_deref(), Some("llvm.lifetime.start.p0"));
        assert_eq!(new("llvm.ssa.copy.p0s_struct.foos").as_deref(), Some("llvm.ssa.copy.p0"));
        assert_eq!(new("llvm.experimental.vector.reduce.v2.fadd.f32.v4f32").as_deref(), Some("llvm.vector.reduce.fadd.v4f32"));
        assert_eq!(new("llvm.experimental.vector.reduce.add.v4i32").as_deref(), Some("llvm.vector.reduce.add.v4i32"));
        assert_eq!(new("llvm.experimental.vector.reduce.umax.i8.v4i8").as_deref(), Some("llvm.vector.reduce.umax.v4i8"));
        assert_eq!(new("llvm.ctpop.i32"), None);
        assert_eq!(new("llvm.x86.sse2.padds.w"), None);
        assert_eq!(new("llvm.lifetime.end.p5"), None);
    }
}
