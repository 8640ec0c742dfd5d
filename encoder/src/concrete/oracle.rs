//! Unknown functions that answer from a table: what a counterexample says of them.
//!
//! The functions of a table freeze what they are passed and then look it up, so what they do on poison is what they do on some defined value,
//! and such functions exist. A call with an effect is recorded as [`Made`]; its arguments stay as they were passed, as what is poison may
//! be observed as anything. Arguments that depend on undef are read once.

use std::rc::Rc;
use std::sync::Arc;

use llvet_ir::inst::CallInfo;
use llvet_ir::{AttrKind, Inst};

use super::argument::ArgLane;
use super::exec::{Flow, Halt, Machine, Outcome};
use super::restrict::ValueRules;
use super::slot::{LeafSource, slot_of};
use super::text::{self, Nans};
use super::trace::Event;
use super::word::{RtValue, Scalar};
use crate::bv::Bv;
use crate::domain::ChoiceKind;
use crate::outcome::{UbReason, Unsupported};
use crate::semantics::scalar_width;
use crate::semantics::unknown::{self, Effect, Facts, Site};
use crate::value::leaf_types;

/// What a call is answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// It returns these leaves.
    Return(Vec<ArgLane>),
    /// It unwinds.
    Unwind,
    /// It neither returns nor unwinds.
    Stop,
    /// It has undefined behavior.
    Undefined,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The function and how it is called, as [`Site::key`].
    pub key: Arc<str>,
    /// How many events come before; it does not matter to functions that neither read memory nor have effects.
    pub after: usize,
    /// Leaves of all arguments; `None` stands for any value.
    pub args: Vec<Option<Bv>>,
    /// The answer.
    pub reply: Reply,
}

impl Entry {
    /// Whether the line is about exactly these defined arguments.
    fn is_exactly(&self, args: &[Scalar]) -> bool {
        self.args.iter().zip(args).all(|(own, arg)| matches!((own, arg), (Some(bits), Scalar::Word(word)) if *bits == word.bits))
    }

    /// Whether some values of the arguments are among the line's.
    fn meets(&self, args: &[Scalar]) -> bool {
        self.args.iter().zip(args).all(|(own, arg)| match (own, arg) {
            (Some(bits), Scalar::Word(word)) => *bits == word.bits,
            _ => true,
        })
    }

    /// Whether all values of the arguments are among the line's.
    fn contains(&self, args: &[Scalar]) -> bool {
        self.args.iter().zip(args).all(|(own, arg)| match (own, arg) {
            (None, _) => true,
            (Some(bits), Scalar::Word(word)) => *bits == word.bits,
            (Some(_), Scalar::Poison(_)) => false,
        })
    }
}

/// The table.
#[derive(Clone, Debug, Default)]
pub struct Oracle {
    /// What the functions may do.
    pub facts: Facts,
    /// Its lines; the first that is about a call counts.
    pub entries: Vec<Entry>,
}

impl Oracle {
    /// What a call may be answered: one answer when its arguments are defined, else the answers for the values that they may have.
    fn replies(&self, key: &str, after: usize, effect: Effect, args: &[Scalar], zero: &Reply) -> Vec<Reply> {
        let of_key = || self.entries.iter().filter(|entry| &*entry.key == key);
        let lines: Vec<&Entry> = of_key().filter(|entry| effect == Effect::None || entry.after == after).collect();
        let defined = args.iter().all(|arg| matches!(arg, Scalar::Word(_)));
        let other = of_key().map(|entry| &entry.reply).find(|reply| matches!(reply, Reply::Return(_))).unwrap_or(zero);
        if defined {
            let exact = lines.iter().find(|entry| entry.is_exactly(args)).or_else(|| lines.iter().find(|entry| entry.meets(args)));
            return vec![exact.map_or(other, |entry| &entry.reply).clone()];
        }
        let mut replies: Vec<Reply> = Vec::new();
        let rest = (!lines.iter().any(|entry| entry.contains(args))).then_some(other);
        for reply in lines.iter().filter(|entry| entry.meets(args)).map(|entry| &entry.reply).chain(rest) {
            if !replies.contains(reply) {
                replies.push(reply.clone());
            }
        }
        replies
    }
}

/// An event: a call of an unknown function that others can observe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Made {
    /// The function and how it is called, as [`Site::key`].
    pub key: Arc<str>,
    /// Leaves of all arguments.
    pub args: Vec<Scalar>,
    /// The call as text: `@f(i8 3)`.
    pub text: String,
}

impl Made {
    /// Whether another event may stand for this one: the same function, with arguments that these refine to.
    #[must_use]
    pub fn covers(&self, other: &Made) -> bool {
        let covers = |(s, t): (&Scalar, &Scalar)| matches!(s, Scalar::Poison(_)) || s == t;
        self.key == other.key && self.args.iter().zip(&other.args).all(covers)
    }
}

impl<'m> Machine<'m, '_> {
    /// A call of a function without a body, answered by the table.
    pub(super) fn unknown_call(&mut self, inst: &'m Inst, call: &'m CallInfo, oracle: &Oracle) -> Result<Flow<'m>, Halt> {
        let caller = self.frame()?.function;
        let site = unknown::site(self.env.module, caller, inst, call)?;
        let values = self.pass(&site)?;
        let args: Vec<Scalar> = values.iter().flat_map(|value| value.lanes.iter().cloned()).collect();
        let effect = oracle.facts.effect(&site.key).unwrap_or(site.promises.effect);
        let zero = Reply::Return(self.zeros(inst)?);
        let replies = oracle.replies(&site.key, self.events.len(), effect, &args, &zero);
        let reply = self.one_of(replies).unwrap_or(zero);
        if effect == Effect::Event {
            let text = self.call_text(&site, &values);
            self.events.push(Made { key: Arc::clone(&site.key), args, text });
        }
        let own = |kind: AttrKind| caller.attrs.has(kind);
        let broken = |promise: &str| Err(Halt::Ub(UbReason::Call(format!("@{} {promise}", site.name))));
        match reply {
            Reply::Undefined => broken("may have undefined behavior on these arguments"),
            Reply::Stop if site.promises.willreturn || own(AttrKind::WillReturn) => broken("does not return, which was promised"),
            Reply::Unwind if site.promises.nounwind || own(AttrKind::NoUnwind) => broken("unwinds, which was promised not to happen"),
            Reply::Return(_) if site.promises.noreturn => broken("returns, which was promised not to happen"),
            Reply::Stop | Reply::Unwind => {
                let names = self.names(caller);
                self.tell(|_| Event::Step { function: caller, inst, names: &names, value: None, poison: &[] });
                Ok(Flow::Done(Outcome::Stopped { unwinds: reply == Reply::Unwind }))
            }
            Reply::Return(leaves) => self.answered(inst, &site, &values, &leaves),
        }
    }

    /// The arguments as the function receives them.
    fn pass(&mut self, site: &Site<'m>) -> Result<Vec<Rc<RtValue>>, Halt> {
        let mut values = Vec::new();
        for (i, ((operand, attrs), param)) in site.call.args.iter().zip(&site.declaration.args).enumerate() {
            let slot = self.operand(operand)?;
            let ty = self.frame()?.function.operand_type(operand);
            let what = || format!("argument {i} of a call of @{}", site.name);
            let slot = self.apply_attributes(attrs, &ty, slot, &what)?;
            let slot = self.apply_attributes(&param.attrs, &ty, slot, &what)?;
            if attrs.has(AttrKind::NoUndef) {
                let violated = || UbReason::AttributeViolated(format!("{} violates one of its attributes", what()));
                self.read_fixed(&slot, violated, violated)?;
            }
            values.push(self.read(&slot)?);
        }
        Ok(values)
    }

    fn answered(&mut self, inst: &'m Inst, site: &Site<'m>, values: &[Rc<RtValue>], leaves: &[ArgLane]) -> Result<Flow<'m>, Halt> {
        let types = leaf_types(self.env.module, &inst.ty).map_err(Unsupported::from)?;
        let mut sources = Vec::with_capacity(types.len());
        for (leaf, ty) in leaves.iter().zip(&types) {
            let width = scalar_width(self.env.module, ty)?;
            sources.push(match leaf {
                ArgLane::Bits(bits) => LeafSource::Fixed(Scalar::bits(bits.clone())),
                ArgLane::Pointer(word) => LeafSource::Fixed(Scalar::Word(word.clone())),
                ArgLane::Poison => LeafSource::Fixed(Scalar::Poison(width)),
                ArgLane::Undef => LeafSource::Undef(width),
            });
        }
        let mut slot = slot_of(sources);
        for (index, value) in values.iter().enumerate() {
            if site.argument_attrs(index).has(AttrKind::Returned) {
                slot = self.restrict(Some(ValueRules::Returned(Rc::clone(value))), slot)?;
            }
        }
        let declaration = site.declaration;
        let slot = self.apply_attributes(&declaration.ret_attrs, &inst.ty, slot, &|| format!("result of @{}", declaration.name))?;
        let slot = self.call_result(inst, site.call, slot)?;
        if declaration.ret_attrs.has(AttrKind::NoUndef) {
            let violated = || UbReason::AttributeViolated(format!("result of @{} violates one of its attributes", declaration.name));
            self.read_fixed(&slot, violated, violated)?;
        }
        self.finish_call(inst, slot)
    }

    fn zeros(&self, inst: &Inst) -> Result<Vec<ArgLane>, Halt> {
        let types = leaf_types(self.env.module, &inst.ty).map_err(Unsupported::from)?;
        let zero = |ty| Ok(ArgLane::Bits(Bv::zero(scalar_width(self.env.module, ty)?)));
        Ok(types.iter().map(zero).collect::<Result<_, Unsupported>>()?)
    }

    fn one_of(&mut self, mut replies: Vec<Reply>) -> Option<Reply> {
        if replies.len() < 2 {
            return replies.pop();
        }
        let width = usize::BITS - (replies.len() - 1).leading_zeros();
        let pick = self.chooser.pick(width, ChoiceKind::Unspecified).to_u64().unwrap_or(0);
        let index = usize::try_from(pick).unwrap_or(0).min(replies.len() - 1);
        Some(replies.swap_remove(index))
    }

    fn call_text(&self, site: &Site<'m>, values: &[Rc<RtValue>]) -> String {
        let arg = |(param, value): (&llvet_ir::Arg, &Rc<RtValue>)| {
            let ty = &site.declaration.value(param.value).ty;
            match text::value(&self.env, ty, value, Nans::Exact) {
                whole if whole == "poison" => format!("{ty} poison"),
                typed => typed,
            }
        };
        let args: Vec<String> = site.declaration.args.iter().zip(values).map(arg).collect();
        format!("@{}({})", site.name, args.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(args: Vec<Option<u64>>, value: u64) -> Entry {
        let args = args.into_iter().map(|arg| arg.map(|v| Bv::from_u64(8, v))).collect();
        Entry { key: "f".into(), after: 0, args, reply: Reply::Return(vec![ArgLane::Bits(Bv::from_u64(8, value))]) }
    }

    #[test]
    fn poison_is_answered_as_the_values_it_may_be() {
        let oracle = Oracle { facts: Facts::default(), entries: vec![entry(vec![Some(3)], 1), entry(vec![Some(4)], 2)] };
        let zero = Reply::Return(vec![ArgLane::Bits(Bv::zero(8))]);
        let ask = |oracle: &Oracle, arg: Scalar| oracle.replies("f", 0, Effect::None, &[arg], &zero).len();
        assert_eq!(ask(&oracle, Scalar::bits(Bv::from_u64(8, 3))), 1);
        assert_eq!(ask(&oracle, Scalar::bits(Bv::from_u64(8, 9))), 1, "another value has one answer too");
        assert_eq!(ask(&oracle, Scalar::Poison(8)), 2);
        let any = Oracle { entries: vec![entry(vec![None], 7), entry(vec![Some(4)], 2)], ..oracle };
        assert_eq!(ask(&any, Scalar::Poison(8)), 2, "4, and all others");
    }
}
