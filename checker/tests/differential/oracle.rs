//! The verdict by concrete execution alone: every input, poison and undef included, and every choice of both sides.
//!
//! Shares nothing with the checker but the interpreter: no terms, no solver.

use std::collections::BTreeSet;

use llvet_checker::verdict::HoldsIf;
use llvet_encoder::bv::Bv;
use llvet_encoder::concrete::enumerate::{Behaviour, Behaviours, Budget, enumerate};
use llvet_encoder::concrete::{ArgLane, ArgValue, Environment, Limits, RtValue, Scalar};
use llvet_ir::{AttrKind, Function, Module, Type};

/// Runs of both sides on all inputs together; pairs that need more are left out.
const RUNS: u64 = 700;

/// What execution says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Refines,
    /// A violation, and the assumption under which there is none.
    Fails(Option<HoldsIf>),
    /// More runs than [`RUNS`].
    TooMany,
}

/// The two functions, and the runs that are left.
struct Execution<'m> {
    module: &'m Module,
    src: &'m Function,
    tgt: &'m Function,
    runs: u64,
}

/// An argument: whether it is `noundef`, its scalar width and its number of lanes.
type Shape = (bool, u32, usize);

/// Executes both functions on everything.
pub fn truth(module: &Module, src: &Function, tgt: &Function) -> Truth {
    let args = src.args.iter().map(|arg| (arg.attrs.has(AttrKind::NoUndef), &src.value(arg.value).ty));
    let args: Vec<Shape> = args.map(|(defined, ty)| (defined, int_width(ty), ty.lanes().unwrap_or(1) as usize)).collect();
    let leaves: Vec<Vec<ArgLane>> = args.iter().flat_map(|&(defined, width, count)| vec![leaf_values(width, defined); count]).collect();
    let mut execution = Execution { module, src, tgt, runs: RUNS };
    if leaves.iter().map(|values| values.len() as u64).product::<u64>() > RUNS {
        return Truth::TooMany;
    }
    // Violations by what the input contains: nothing special, poison, undef.
    let mut found = [false; 3];
    let mut digits = vec![0; leaves.len()];
    loop {
        let input: Vec<ArgLane> = digits.iter().zip(&leaves).map(|(&d, values)| values[d].clone()).collect();
        let class = if input.contains(&ArgLane::Undef) { 2 } else { usize::from(input.contains(&ArgLane::Poison)) };
        // A violation without undef settles what is said of those with undef.
        if !found[..=class].contains(&true) {
            let mut rest = input.into_iter();
            let args: Vec<ArgValue> = args.iter().map(|a| ArgValue { lanes: rest.by_ref().take(a.2).collect() }).collect();
            match execution.violates(&args) {
                Some(bad) => found[class] = bad,
                None => return Truth::TooMany,
            }
        }
        if found[0] || !advance(&mut digits, &leaves) {
            break;
        }
    }
    match found {
        [true, ..] => Truth::Fails(None),
        [false, true, _] => Truth::Fails(Some(HoldsIf::NoPoisonInput)),
        [false, false, true] => Truth::Fails(Some(HoldsIf::NoUndefInput)),
        [false, false, false] => Truth::Refines,
    }
}

fn int_width(ty: &Type) -> u32 {
    match ty.scalar() {
        Type::Int(width) => *width,
        other => panic!("the generator makes no {other}"),
    }
}

fn leaf_values(width: u32, defined: bool) -> Vec<ArgLane> {
    let numbers = (0..1u64 << width).map(|n| ArgLane::Bits(Bv::from_u64(width, n)));
    // Poison and undef in place of a `noundef` argument are undefined behavior of the source.
    if defined { numbers.collect() } else { numbers.chain([ArgLane::Poison, ArgLane::Undef]).collect() }
}

fn advance(digits: &mut [usize], leaves: &[Vec<ArgLane>]) -> bool {
    for (digit, values) in digits.iter_mut().zip(leaves) {
        *digit += 1;
        if *digit < values.len() {
            return true;
        }
        *digit = 0;
    }
    false
}

impl Execution<'_> {
    /// Whether the target can do on this input what the source cannot.
    fn violates(&mut self, args: &[ArgValue]) -> Option<bool> {
        let source = self.behaviours(self.src, args)?;
        if source.undefined().is_some() {
            return Some(false);
        }
        let target = self.behaviours(self.tgt, args)?;
        Some(!target.texts.keys().all(|t| source.texts.keys().any(|s| allows(s, t))))
    }

    fn behaviours(&mut self, function: &Function, args: &[ArgValue]) -> Option<Behaviours> {
        let budget = Budget { runs: self.runs, nan_payloads: true, ..Budget::default() };
        // Loops that choose anew in each round never come back to a state they were in.
        let limits = Limits { steps: 1 << 13, ..Limits::default() };
        let (found, incomplete) = enumerate(self.module, function, args, limits, budget, &Environment::default());
        self.runs -= found.runs.min(self.runs);
        incomplete.is_none().then_some(found)
    }
}

/// Lesson 13.8, Definition 13.8.4: the source can end like this too, whatever is read from the target's result.
fn allows(source: &Behaviour, target: &Behaviour) -> bool {
    let all_read = |s: &BTreeSet<RtValue>, t: &BTreeSet<RtValue>| t.iter().all(|t| s.iter().any(|s| refined(s, t)));
    match (source, target) {
        (Behaviour::Return { reads: s, .. }, Behaviour::Return { reads: t, .. }) => all_read(s, t),
        (Behaviour::Trap, Behaviour::Trap) => true,
        (Behaviour::Stopped { unwinds: s }, Behaviour::Stopped { unwinds: t }) => s == t,
        _ => false,
    }
}

/// Poison may become anything, another value only itself.
fn refined(source: &RtValue, target: &RtValue) -> bool {
    source.lanes.iter().zip(&target.lanes).all(|(s, t)| match (s, t) {
        (Scalar::Poison(_), _) => true,
        (Scalar::Word(_), Scalar::Poison(_)) => false,
        (Scalar::Word(s), Scalar::Word(t)) => s.bits == t.bits,
    })
}
