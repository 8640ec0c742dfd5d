//! Restrictions on values by attributes and metadata: what makes a value poison when violated (LangRef, "Parameter Attributes",
//! "'range' Metadata", "'nonnull' Metadata", "'align' Metadata"). The rules are [`attrs`]'s; here is when they are applied.

use std::rc::Rc;

use llvet_ir::metadata::{MdNode, MdRef};
use llvet_ir::{Attr, AttrKind, AttrSet, ConstKind, Function, Inst, Module, Type};

use super::slot::{Node, Reader, Slot};
use super::word::{ExecDomain, RtValue};
use crate::outcome::Unsupported;
use crate::semantics::{self, Cx, Place, attrs};

/// What restricts a value.
#[derive(Debug)]
pub(crate) enum ValueRules<'m> {
    /// Attributes.
    Attrs(&'m AttrSet, Type),
    /// `!range`, `!nonnull` and `!align` of an instruction.
    Metadata {
        module: &'m Module,
        inst: &'m Inst,
        /// `!nonnull` and `!align` as the attributes of the same meaning.
        pointer: AttrSet,
    },
    /// Fast-math flags of a `phi` or call.
    Flags(&'m Module, &'m Function, &'m Inst),
    /// The argument that `returned` says is the result.
    Returned(Rc<RtValue>),
}

impl<'m> ValueRules<'m> {
    /// The rules of a set of attributes for a value of type `ty`; `None` when there are none.
    pub fn of_attrs(set: &'m AttrSet, ty: &Type) -> Option<ValueRules<'m>> {
        let restricts =
            |attr: &Attr| matches!(attr.kind(), Some(AttrKind::Range | AttrKind::NofpClass | AttrKind::NonNull | AttrKind::Align));
        set.attrs.iter().any(restricts).then(|| ValueRules::Attrs(set, ty.clone()))
    }

    /// The rules of the fast-math flags of a `phi` or call; `None` when it has none.
    pub fn of_flags(module: &'m Module, function: &'m Function, inst: &'m Inst) -> Option<ValueRules<'m>> {
        (!inst.flags.fmf.is_empty()).then_some(ValueRules::Flags(module, function, inst))
    }

    /// The rules of an instruction's metadata; `None` when there are none.
    ///
    /// # Errors
    /// For metadata nodes of another form than LangRef's.
    pub fn of_metadata(module: &'m Module, inst: &'m Inst) -> Result<Option<ValueRules<'m>>, Unsupported> {
        let (mut pointer, mut needed) = (AttrSet::default(), false);
        for (kind, node) in &inst.metadata {
            match &**kind {
                "range" => needed = true,
                "nonnull" => pointer.attrs.push(Attr::Enum(AttrKind::NonNull)),
                "align" => pointer.attrs.push(Attr::Int(AttrKind::Align, metadata_number(module, node)?)),
                _ => {}
            }
        }
        Ok((needed || !pointer.attrs.is_empty()).then_some(ValueRules::Metadata { module, inst, pointer }))
    }

    /// The value with those leaves poison that violate a rule.
    ///
    /// # Errors
    /// For attributes and metadata that are not modelled.
    pub fn apply(&self, domain: &mut ExecDomain<'_>, value: &RtValue) -> Result<RtValue, Unsupported> {
        let mut cx = Cx::new(domain, false);
        let ruled = value.to_rule();
        Ok(RtValue::from_rule(match self {
            ValueRules::Attrs(set, ty) => attrs::restrict(&mut cx, set, ty, &ruled)?,
            ValueRules::Metadata { module, inst, pointer } => {
                let ruled = attrs::restrict_metadata(&mut cx, module, inst, &ruled)?;
                attrs::restrict(&mut cx, pointer, &inst.ty, &ruled)?
            }
            ValueRules::Flags(module, function, inst) => semantics::restrict_result(&mut cx, Place { module, function }, inst, ruled)?,
            ValueRules::Returned(argument) => attrs::restrict_returned(&mut cx, &argument.to_rule(), &ruled),
        }))
    }

    /// The slot with the rules applied, at every read when it depends on undef.
    ///
    /// # Errors
    /// For attributes that are not modelled.
    pub fn restrict(self, reader: &mut Reader<'_, 'm>, slot: Slot<'m>) -> Result<Slot<'m>, Unsupported> {
        match slot {
            Slot::Value(value) => Ok(self.apply(&mut ExecDomain::new(&mut *reader.chooser), &value)?.into()),
            thunk @ Slot::Thunk(_) => Ok(Slot::thunk(Node::Restrict { rules: Rc::new(self), args: vec![thunk] })),
        }
    }
}

/// The only number of a metadata node such as that of `!align` or `!dereferenceable`.
///
/// # Errors
/// When it is not one.
pub(crate) fn metadata_number(module: &Module, node: &MdRef) -> Result<u64, Unsupported> {
    let node = match node {
        MdRef::Node(id) => module.metadata.get(id),
        MdRef::Inline(node) => Some(&**node),
        MdRef::String(_) | MdRef::Constant(_) | MdRef::Null => None,
    };
    let number = match node {
        Some(MdNode::Tuple { elems, .. }) => match &elems[..] {
            [MdRef::Constant(c)] => match &c.kind {
                ConstKind::Int(value) => value.to_u64(),
                _ => None,
            },
            _ => None,
        },
        Some(MdNode::Specialized { .. }) | None => None,
    };
    number.ok_or_else(|| Unsupported::new("value metadata without exactly one number"))
}
