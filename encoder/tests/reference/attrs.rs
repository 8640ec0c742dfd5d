//! The reference of attributes, metadata and assumptions that restrict values.

use std::sync::Arc;

use llvet_encoder::domain::Domain;
use llvet_encoder::semantics::intrinsics::hints;
use llvet_encoder::semantics::{Cx, attrs};
use llvet_encoder::value::Value;
use llvet_ir::inst::{Bundle, CallInfo, InstKind, TailKind};
use llvet_ir::metadata::{MdNode, MdRef};
use llvet_ir::{Attr, AttrKind, AttrSet, Constant, Flags, Inst, IntValue, Module, Operand, Type, ValueId};

use super::harness::{Outcome, Outcomes, Rule, Scalar, any, check, imm, only, somewhere, vector};
use super::intrinsics::call_info;

struct Restrict(AttrSet);

impl Rule for Restrict {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        attrs::restrict(cx, &self.0, &Type::Int(8), &args[0]).expect("modelled")
    }
}

/// Whether a value lies in the range that starts at `lo` and goes up, past the wrap point if need be, to before `hi`.
fn in_range(width: u32, lo: u128, hi: u128, value: u128) -> bool {
    let mut at = lo;
    loop {
        if at == value {
            return true;
        }
        at = (at + 1) % (1 << width);
        if at == hi {
            return false;
        }
    }
}

fn number(value: u128) -> IntValue {
    IntValue::Small(u64::try_from(value).expect("small"))
}

#[test]
fn ranges_and_pointer_attributes() {
    for (lo, hi) in (0..8).flat_map(|lo| (0..8).map(move |hi| (lo, hi))) {
        let attr = Attr::Range { bits: 3, lo: number(lo), hi: number(hi) };
        check("range", &Restrict(AttrSet { attrs: vec![attr] }), &[vector(3, 2)], |args| {
            only(args[0].iter().map(|lane| lane.filter(|&a| in_range(3, lo, hi, a))).collect())
        });
    }
    let set = |attrs| Restrict(AttrSet { attrs });
    check("nonnull", &set(vec![Attr::Enum(AttrKind::NonNull)]), &[any(4)], |x| only(vec![x[0][0].filter(|&a| a != 0)]));
    for align in [1, 2, 4, 8] {
        let attr = Attr::Int(AttrKind::Align, align);
        check("align", &set(vec![attr.clone()]), &[any(4)], |x| only(vec![x[0][0].filter(|&a| a % u128::from(align) == 0)]));
        // Of an argument passed by value it is that of the callee's copy.
        check("byval align", &set(vec![attr, Attr::Type(AttrKind::Byval, Type::Int(8))]), &[any(4)], |x| only(vec![x[0][0]]));
    }
    check("noundef", &set(vec![Attr::Enum(AttrKind::NoUndef)]), &[any(2)], |x| only(vec![x[0][0]]));
}

struct Returned;

impl Rule for Returned {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        attrs::restrict_returned(cx, &args[0], &args[1])
    }
}

#[test]
fn returned_arguments() {
    check("returned", &Returned, &[vector(1, 2), vector(1, 2)], |x| {
        only(x[1].iter().zip(&x[0]).map(|(ret, arg)| ret.filter(|ret| arg.is_none_or(|arg| arg == *ret))).collect())
    });
}

struct RangeMetadata(Vec<u64>);

impl Rule for RangeMetadata {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        let elems = self.0.iter().map(|&n| MdRef::Constant(Arc::new(Constant::int(3, n)))).collect();
        let mut module = Module::default();
        module.metadata.insert(0, MdNode::Tuple { distinct: false, elems });
        let call = Box::new(call_info("llvm.ctpop.i3", Vec::new(), Vec::new()));
        let inst = Inst {
            kind: InstKind::Call { call, tail: TailKind::None },
            flags: Flags::NONE,
            ty: Type::Int(3),
            result: None,
            metadata: vec![("range".into(), MdRef::Node(0))],
            records: Vec::new(),
            span: llvet_ir::Span::default(),
        };
        assert!(attrs::check_metadata(&inst).is_ok());
        attrs::restrict_metadata(cx, &module, &inst, &args[0]).expect("modelled")
    }
}

#[test]
fn range_metadata_of_calls() {
    check("!range", &RangeMetadata(vec![1, 3, 6, 7]), &[any(3)], |x| {
        only(vec![x[0][0].filter(|&a| in_range(3, 1, 3, a) || in_range(3, 6, 7, a))])
    });
}

/// `llvm.assume(i1 true)` with one bundle, whose inputs are the operands.
struct Assume(&'static str);

impl Rule for Assume {
    fn apply<D: Domain>(&self, cx: &mut Cx<'_, D>, args: &[Value<D>]) -> Value<D> {
        let inputs = vec![Operand::Value(ValueId(0)); args.len()];
        let call = assume_call(self.0, inputs);
        let bits = cx.d.num(1, 1);
        let condition = Value::scalar(llvet_encoder::value::Lane::defined(cx.d, bits));
        let mut function = super::harness::function();
        function.values.push(llvet_ir::ValueDef { name: None, ty: Type::PTR, kind: llvet_ir::ValueKind::Arg(0) });
        let module = Module::default();
        let place = llvet_encoder::semantics::Place { module: &module, function: &function };
        hints::assume(cx, place, &call, &[condition], &[args.to_vec()]).expect("modelled")
    }
}

fn assume_call(tag: &str, inputs: Vec<Operand>) -> CallInfo {
    let condition = (Operand::Value(ValueId(0)), AttrSet::default());
    call_info("llvm.assume", vec![condition], vec![Bundle { tag: tag.into(), args: inputs }])
}

#[test]
fn assumptions_in_bundles() {
    let holds = |holds: bool| if holds { only(vec![]) } else { Outcomes::from([Outcome::Ub]) };
    let plain = |x: &[Vec<Scalar>]| x[0][0];
    check("noundef", &Assume("noundef"), &[any(3)], |x| holds(plain(x).is_some()));
    check("nonnull", &Assume("nonnull"), &[any(3)], |x| holds(plain(x).is_some_and(|a| a != 0)));
    check("align", &Assume("align"), &[any(4), imm(4, 4)], |x| holds(plain(x).is_some_and(|a| a % 4 == 0)));
    check("align with offset", &Assume("align"), &[any(3), imm(4, 4), any(3)], |x| {
        // The address modulo 8, less the offset, which is signed.
        let base = x[0][0].zip(x[2][0]).map(|(a, offset)| super::ints::u(a) - super::ints::s(3, offset));
        holds(base.is_some_and(|a| a.rem_euclid(4) == 0))
    });
    check("cold", &Assume("cold"), &[], |_| holds(true));
}

#[test]
fn unknown_bundles_are_unsupported() {
    for (tag, inputs) in [("separate_storage", 2), ("dereferenceable", 2), ("my-own", 0), ("align", 1)] {
        somewhere(|place| {
            let call = assume_call(tag, vec![Operand::Value(ValueId(0)); inputs]);
            let mut none = |_: u32, _| panic!("nothing is chosen");
            let mut d = llvet_encoder::concrete::domain::ConcreteDomain { chooser: &mut none };
            let lane = |d: &mut _, width, value| {
                let bits = Domain::num(d, width, value);
                Value::scalar(llvet_encoder::value::Lane::defined(d, bits))
            };
            let (condition, input) = (lane(&mut d, 1, 1), lane(&mut d, 64, 8));
            let mut cx = Cx::new(&mut d, false);
            let result = hints::assume(&mut cx, place, &call, &[condition], &[vec![input; inputs]]);
            assert_eq!(result.err().map(|e| e.what), Some(format!("assume bundle \"{tag}\"")));
        });
    }
}
