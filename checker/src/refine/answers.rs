//! What a counterexample says of unknown functions: a table of answers for replaying it, and the same as text.

use std::sync::Arc;

use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::{ArgLane, ArgValue, Entry, Oracle, Reply, text};
use llvet_encoder::symbolic::{Call, Count, InputLeaf, TermLane};
use llvet_encoder::term::{Assignment, Term};
use llvet_ir::Module;

use super::encode::Query;
use super::{Pair, replay};
use crate::verdict::CallAnswer;

/// The table that a model stands for; `None` when nothing is called.
#[must_use]
pub fn oracle(query: &Query, model: &Assignment) -> Option<Oracle> {
    if query.src.calls.is_empty() && query.tgt.calls.is_empty() {
        return None;
    }
    let reader = Reader { query, model };
    let mut entries: Vec<Entry> = Vec::new();
    let target = query.tgt.calls.iter().zip(&query.unjustified).map(|(call, unjustified)| (call, *unjustified));
    let nothing = query.pool.ff();
    for (call, unjustified) in
        target.chain(query.src.calls.iter().map(|call| (call, nothing))).filter(|(call, _)| reader.holds(call.reached))
    {
        let wrong = reader.holds(unjustified);
        let undefined = call.effect.is_silent() && wrong;
        let entry = Entry {
            key: Arc::clone(&call.key),
            after: usize::try_from(reader.count(call)).unwrap_or(0),
            args: call.args.iter().flatten().map(|lane| reader.lane(lane)).collect(),
            reply: if undefined {
                Reply::Undefined
            } else if wrong && reader.holds(query.tgt.cut) {
                // What would come after an event that is wrong anyway is not known, so the event had better be the end.
                reader.reply_that_ends(call)
            } else {
                reader.reply(call)
            },
        };
        let known =
            |other: &Entry| other.key == entry.key && other.args == entry.args && (call.is_timeless() || other.after == entry.after);
        if !entries.iter().any(known) {
            entries.push(entry);
        }
    }
    Some(Oracle { facts: query.facts.clone(), entries })
}

struct Reader<'a> {
    query: &'a Query,
    model: &'a Assignment,
}

impl Reader<'_> {
    fn value(&self, term: Term) -> Bv {
        self.query.pool.eval(term, self.model)
    }

    fn holds(&self, term: Term) -> bool {
        self.value(term).to_bool()
    }

    fn lane(&self, lane: &TermLane) -> Option<Bv> {
        (!self.holds(lane.poison)).then(|| self.value(lane.bits))
    }

    fn leaf(&self, leaf: &InputLeaf) -> ArgLane {
        replay::leaf(self.holds(leaf.undef) && !self.holds(leaf.poison), self.holds(leaf.poison), self.value(leaf.bits))
    }

    fn count(&self, call: &Call) -> u64 {
        match call.before {
            Count::Fixed(n) => u64::from(n),
            Count::Varies(term) => self.value(term).to_u64().unwrap_or(0),
        }
    }

    fn reply_that_ends(&self, call: &Call) -> Reply {
        let returns = call.answer.returns;
        let mut model = self.model.clone();
        if self.query.pool.as_var(returns).is_some() {
            model.set(returns, Bv::from_bool(false));
        }
        Reader { query: self.query, model: &model }.reply(call)
    }

    fn reply(&self, call: &Call) -> Reply {
        match (self.holds(call.answer.returns), self.holds(call.answer.unwinds)) {
            (true, _) => Reply::Return(call.answer.lanes.iter().map(|lane| self.leaf(lane)).collect()),
            (false, true) => Reply::Unwind,
            (false, false) => Reply::Stop,
        }
    }
}

/// The table as text, in the order of the target's calls, then the source's.
#[must_use]
pub fn described(pair: Pair<'_>, oracle: &Oracle) -> Vec<CallAnswer> {
    let entries = oracle.entries.iter().filter_map(|entry| {
        let name = entry.key.split_once('@').and_then(|(_, rest)| rest.split_once('(')).map(|(name, _)| name)?;
        let declared = |module: &'_ Module| module.function(name).is_some();
        let module = if declared(pair.src_module) { pair.src_module } else { pair.tgt_module };
        one(module, name, entry)
    });
    entries.collect()
}

fn one(module: &Module, name: &str, entry: &Entry) -> Option<CallAnswer> {
    let declaration = module.function(name)?;
    let mut leaves = entry.args.iter();
    let mut args = Vec::new();
    for param in &declaration.args {
        let ty = &declaration.value(param.value).ty;
        let count = llvet_encoder::value::leaf_types(module, ty).ok()?.len();
        args.push(text::argument(module, ty, &value(leaves.by_ref().take(count))));
    }
    let answer = match &entry.reply {
        Reply::Return(_) if declaration.ret == llvet_ir::Type::Void => "returns".to_owned(),
        Reply::Return(leaves) => {
            format!("returns {}", text::argument(module, &declaration.ret, &ArgValue { lanes: leaves.clone() }))
        }
        Reply::Unwind => "unwinds".to_owned(),
        Reply::Stop => "does not return".to_owned(),
        Reply::Undefined => "has undefined behavior".to_owned(),
    };
    Some(CallAnswer { call: format!("@{name}({})", args.join(", ")), answer, after: entry.after })
}

fn value<'a>(leaves: impl Iterator<Item = &'a Option<Bv>>) -> ArgValue {
    ArgValue { lanes: leaves.map(|leaf| leaf.clone().map_or(ArgLane::Poison, ArgLane::Bits)).collect() }
}
