//! `extractvalue` and `insertvalue` (LangRef, "Aggregate Operations"): selection of a range of leaves.

use std::ops::Range;

use llvet_ir::{Module, Type};

use crate::domain::Domain;
use crate::outcome::Unsupported;
use crate::value::{Value, leaf_count};

/// The leaves of the part that `indices` names.
fn leaf_range(module: &Module, ty: &Type, indices: &[u32]) -> Result<Range<usize>, Unsupported> {
    let (mut start, mut ty) = (0, ty.clone());
    for &index in indices {
        let body = module.resolve(&ty).ok_or_else(|| Unsupported::new(format!("type {ty}")))?.clone();
        ty = match &body {
            Type::Struct(fields) => {
                for field in fields.fields.iter().take(index as usize) {
                    start += leaf_count(module, field)?;
                }
                fields.fields.get(index as usize).cloned()
            }
            Type::Array { len, elem } if u64::from(index) < *len => {
                start += leaf_count(module, elem)? * index as usize;
                Some((**elem).clone())
            }
            _ => None,
        }
        .ok_or_else(|| Unsupported::new(format!("index {index} into {body}")))?;
    }
    Ok(start..start + leaf_count(module, &ty)?)
}

/// `extractvalue`: the part of an aggregate of type `ty`.
///
/// # Errors
/// When the type is not modelled.
pub fn extract<D: Domain>(module: &Module, ty: &Type, indices: &[u32], agg: &Value<D>) -> Result<Value<D>, Unsupported> {
    Ok(Value { lanes: agg.lanes[leaf_range(module, ty, indices)?].to_vec() })
}

/// `insertvalue`: the aggregate of type `ty` with a part replaced.
///
/// # Errors
/// When the type is not modelled.
pub fn insert<D: Domain>(module: &Module, ty: &Type, indices: &[u32], agg: &Value<D>, elem: &Value<D>) -> Result<Value<D>, Unsupported> {
    let range = leaf_range(module, ty, indices)?;
    let mut lanes = agg.lanes.clone();
    lanes.splice(range, elem.lanes.iter().cloned());
    Ok(Value { lanes })
}
