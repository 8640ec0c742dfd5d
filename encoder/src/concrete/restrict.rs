//! Restrictions on values by attributes and metadata: what makes a value poison when violated (LangRef, "Parameter Attributes",
//! "'range' Metadata", "'nonnull' Metadata", "'align' Metadata").

use std::rc::Rc;

use llvet_ir::metadata::{MdNode, MdRef};
use llvet_ir::{Attr, AttrKind, AttrSet, ConstKind, Function, Inst, IntValue, Module};

use super::slot::{Node, Reader, Slot};
use super::word::{ExecDomain, RtValue, Scalar};
use crate::outcome::Unsupported;
use crate::semantics::{self, Cx, Place, attrs};

/// What restricts a value.
#[derive(Debug, Default)]
pub(crate) struct ValueRules<'m> {
    /// Attributes, for the shared rule.
    attrs: Option<&'m AttrSet>,
    /// `!range`: the value is in one of them.
    ranges: Vec<(IntValue, IntValue)>,
    /// `nonnull`
    nonnull: bool,
    /// `align`, in bytes.
    align: Option<u64>,
    /// The call whose fast-math flags restrict its result.
    result_of: Option<(&'m Module, &'m Function, &'m Inst)>,
}

impl<'m> ValueRules<'m> {
    /// The rules of a set of attributes; `None` when there are none.
    pub fn of_attrs(set: &'m AttrSet) -> Option<ValueRules<'m>> {
        let mut rules = ValueRules::default();
        for attr in &set.attrs {
            match attr {
                Attr::Range { .. } | Attr::NofpClass(_) => rules.attrs = Some(set),
                Attr::Enum(AttrKind::NonNull) => rules.nonnull = true,
                // Of a `byval` argument, `align` is that of the callee's copy.
                Attr::Int(AttrKind::Align, align) if !set.has(AttrKind::Byval) => rules.align = Some(*align),
                _ => {}
            }
        }
        rules.is_needed().then_some(rules)
    }

    /// The rules of a call's fast-math flags on its result.
    pub fn of_result(module: &'m Module, function: &'m Function, inst: &'m Inst) -> Option<ValueRules<'m>> {
        let result_of = (!inst.flags.fmf.is_empty()).then_some((module, function, inst))?;
        Some(ValueRules { result_of: Some(result_of), ..ValueRules::default() })
    }

    /// The rules of a load's metadata; `None` when there are none.
    ///
    /// # Errors
    /// For metadata nodes of another form than LangRef's.
    pub fn of_metadata(module: &'m Module, inst: &'m Inst) -> Result<Option<ValueRules<'m>>, Unsupported> {
        let mut rules = ValueRules::default();
        for (kind, node) in &inst.metadata {
            match &**kind {
                "range" => rules.ranges = range_pairs(module, node)?,
                "nonnull" => rules.nonnull = true,
                "align" => rules.align = Some(metadata_number(module, node)?),
                _ => {}
            }
        }
        Ok(rules.is_needed().then_some(rules))
    }

    fn is_needed(&self) -> bool {
        self.attrs.is_some() || !self.ranges.is_empty() || self.nonnull || self.align.is_some() || self.result_of.is_some()
    }

    /// The value with those leaves poison that violate a rule.
    ///
    /// # Errors
    /// For attributes that are not modelled.
    pub fn apply(&self, domain: &mut ExecDomain<'_>, value: &RtValue) -> Result<RtValue, Unsupported> {
        let mut cx = Cx::new(domain, false);
        let mut ruled = value.to_rule();
        if let Some(set) = self.attrs {
            ruled = attrs::restrict(&mut cx, set, &ruled)?;
        }
        if let Some((module, function, inst)) = self.result_of {
            ruled = semantics::restrict_result(&mut cx, Place { module, function }, inst, ruled)?;
        }
        if !self.ranges.is_empty() {
            for lane in &mut ruled.lanes {
                lane.poison |= self.ranges.iter().all(|(lo, hi)| attrs::outside_range(&mut cx, lane, lo, hi));
            }
        }
        let mut out = RtValue::from_rule(ruled);
        for lane in &mut out.lanes {
            if lane
                .word()
                .is_some_and(|word| self.nonnull && word.address() == 0 || self.align.is_some_and(|a| a > 1 && word.address() % a != 0))
            {
                *lane = Scalar::Poison(lane.width());
            }
        }
        Ok(out)
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

/// The elements of a metadata tuple.
fn elements<'m>(module: &'m Module, node: &'m MdRef) -> Result<&'m [MdRef], Unsupported> {
    let node = match node {
        MdRef::Node(id) => module.metadata.get(id),
        MdRef::Inline(node) => Some(&**node),
        MdRef::String(_) | MdRef::Constant(_) | MdRef::Null => None,
    };
    match node {
        Some(MdNode::Tuple { elems, .. }) => Ok(elems),
        _ => Err(Unsupported::new("value metadata that is not a tuple")),
    }
}

fn number(elem: &MdRef) -> Result<&IntValue, Unsupported> {
    match elem {
        MdRef::Constant(c) => match &c.kind {
            ConstKind::Int(value) => Ok(value),
            _ => Err(Unsupported::new("value metadata with a constant that is not an integer")),
        },
        _ => Err(Unsupported::new("value metadata with an element that is not a constant")),
    }
}

fn range_pairs(module: &Module, node: &MdRef) -> Result<Vec<(IntValue, IntValue)>, Unsupported> {
    let elems = elements(module, node)?;
    let pairs = elems.chunks_exact(2).map(|pair| Ok((number(&pair[0])?.clone(), number(&pair[1])?.clone())));
    if elems.is_empty() || elems.len() % 2 != 0 {
        return Err(Unsupported::new("range metadata without pairs"));
    }
    pairs.collect()
}

/// The only number of a metadata node such as that of `!align` or `!dereferenceable`.
///
/// # Errors
/// When it is not one.
pub(crate) fn metadata_number(module: &Module, node: &MdRef) -> Result<u64, Unsupported> {
    match elements(module, node)? {
        [elem] => number(elem)?.to_u64().ok_or_else(|| Unsupported::new("value metadata with a huge number")),
        _ => Err(Unsupported::new("value metadata without exactly one number")),
    }
}
