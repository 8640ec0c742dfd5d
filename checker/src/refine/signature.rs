//! What must agree before behavior is compared: signatures and attributes.

use llvet_encoder::fp::FpFormat;
use llvet_encoder::semantics::float::denormal::Denormals;
use llvet_ir::{AttrKind, AttrSet, Type};

use super::Pair;

/// Why the signatures differ, if they do.
#[must_use]
pub fn signature_mismatch(pair: Pair<'_>) -> Option<String> {
    let (src, tgt) = (pair.src, pair.tgt);
    if src.args.len() != tgt.args.len() {
        return Some(format!("the source has {} parameters, the target {}", src.args.len(), tgt.args.len()));
    }
    if src.vararg != tgt.vararg {
        return Some("only one of the functions takes variable arguments".into());
    }
    let param = |f: &llvet_ir::Function, i: usize| f.value(f.args[i].value).ty.clone();
    let differing = (0..src.args.len()).find(|&i| !same_type(pair, &param(src, i), &param(tgt, i)));
    if let Some(i) = differing {
        return Some(format!("parameter {} is {} in the source and {} in the target", i + 1, param(src, i), param(tgt, i)));
    }
    (!same_type(pair, &src.ret, &tgt.ret)).then(|| format!("the source returns {}, the target {}", src.ret, tgt.ret))
}

/// Equality of types across modules: named structs by their bodies.
fn same_type(pair: Pair<'_>, a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Named(_), _) | (_, Type::Named(_)) => match (pair.src_module.resolve(a), pair.tgt_module.resolve(b)) {
            (Some(x), Some(y)) if (x, y) != (a, b) => same_type(pair, x, y),
            _ => a == b,
        },
        (Type::Struct(x), Type::Struct(y)) => {
            x.packed == y.packed && x.fields.len() == y.fields.len() && x.fields.iter().zip(&y.fields).all(|(p, q)| same_type(pair, p, q))
        }
        (Type::Array { len: n, elem: x }, Type::Array { len: m, elem: y }) => n == m && same_type(pair, x, y),
        _ => a == b,
    }
}

/// Attributes that change how arguments are passed: both sides must have the same.
const ABI: [AttrKind; 4] = [AttrKind::ZeroExt, AttrKind::SignExt, AttrKind::InReg, AttrKind::NoExt];

/// Why the target's attributes do not refine the source's, if so: callers of the source rely on its parameter attributes only,
/// so the target may not demand more, and the calling convention must stay.
#[must_use]
pub fn attribute_mismatch(pair: Pair<'_>) -> Option<String> {
    let (src, tgt) = (pair.src, pair.tgt);
    for (i, (s, t)) in src.args.iter().zip(&tgt.args).enumerate() {
        if t.attrs.has(AttrKind::NoUndef) && !s.attrs.has(AttrKind::NoUndef) {
            return Some(format!("the target adds noundef to parameter {}", i + 1));
        }
        if let Some(kind) = abi_difference(&s.attrs, &t.attrs) {
            return Some(format!("parameter {} is {} on one side only", i + 1, kind.name()));
        }
    }
    if src.prefix.cc != tgt.prefix.cc {
        return Some("the calling conventions differ".into());
    }
    if denormal_modes(src) != denormal_modes(tgt) {
        return Some("the functions treat denormal numbers differently".into());
    }
    abi_difference(&src.ret_attrs, &tgt.ret_attrs).map(|kind| format!("the return value is {} on one side only", kind.name()))
}

/// How a function treats subnormal numbers, of `float` and of other types; `None` when its attributes are not understood.
fn denormal_modes(function: &llvet_ir::Function) -> [Option<Denormals>; 2] {
    [FpFormat::FLOAT, FpFormat::DOUBLE].map(|fmt| Denormals::of(function, fmt).ok())
}

fn abi_difference(a: &AttrSet, b: &AttrSet) -> Option<AttrKind> {
    ABI.into_iter().find(|&kind| a.has(kind) != b.has(kind))
}
