//! Evaluation in lanes: terms compiled to a register tape that runs on [`LANES`] assignments at a time.
//!
//! Purpose: falsification by special and random values, and exhaustion of small input spaces, at a rate bound by memory bandwidth of the
//! first-level cache. Invariants: a register holds one value per lane, zero-extended; the lane type is the narrowest of
//! `u8`…`u128` that holds every node; temporaries are reused after their last use; running a tape allocates nothing.
//! Deliberately absent: widths above 128 and uninterpreted functions ([`Tape::compile`] returns `None`).

mod lane;
mod step;

use rustc_hash::FxHashMap;

use self::lane::Lane;
use self::step::{Code, Step};
use super::{Op, Pool, Term};
use crate::bv::Bv;

/// Assignments evaluated by one [`Tape::run`].
pub const LANES: usize = 256;

type Register<L> = Box<[L; LANES]>;

/// A compiled set of root terms.
#[derive(Clone, Debug)]
pub struct Tape {
    inputs: Vec<Term>,
    roots: Vec<Root>,
    constants: Vec<(u32, u128)>,
    steps: Vec<Step>,
    registers: u32,
    max_width: u32,
}

#[derive(Clone, Copy, Debug)]
struct Root {
    register: u32,
    width: u32,
}

/// The registers of a [`Tape`]: reusable from batch to batch, one set per thread.
#[derive(Clone, Debug)]
pub struct Regs(Bank);

#[derive(Clone, Debug)]
enum Bank {
    U8(Vec<Register<u8>>),
    U16(Vec<Register<u16>>),
    U32(Vec<Register<u32>>),
    U64(Vec<Register<u64>>),
    U128(Vec<Register<u128>>),
}

/// Runs `$body` with `$regs` bound to the registers of whichever lane type the bank has.
macro_rules! with_bank {
    ($bank:expr, $regs:ident => $body:expr) => {
        match $bank {
            Bank::U8($regs) => $body,
            Bank::U16($regs) => $body,
            Bank::U32($regs) => $body,
            Bank::U64($regs) => $body,
            Bank::U128($regs) => $body,
        }
    };
}

impl Tape {
    /// Compiles `roots`. `None` if a node is wider than 128 bits or is an uninterpreted function.
    pub fn compile(pool: &Pool, roots: &[Term]) -> Option<Tape> {
        let order = pool.topological(roots);
        let max_width = order.iter().map(|&term| pool.width(term)).max().unwrap_or(1);
        if max_width > 128 {
            return None;
        }
        let mut compiler = Compiler::new(pool, &order, roots);
        for &term in &order {
            compiler.node(term)?;
        }
        let root = |term: &Term| Root { register: compiler.place[term], width: pool.width(*term) };
        let roots = roots.iter().map(root).collect();
        let Compiler { inputs, constants, steps, registers, .. } = compiler;
        Some(Tape { inputs, roots, constants, steps, registers, max_width })
    }

    /// The variables the roots depend on, in order of creation: the inputs of the tape.
    pub fn inputs(&self) -> &[Term] {
        &self.inputs
    }

    /// The number of elementary operations of one evaluation.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the roots are inputs and constants only.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Registers for this tape, inputs all 0.
    pub fn regs(&self) -> Regs {
        Regs(match self.max_width {
            0..=8 => Bank::U8(self.bank()),
            9..=16 => Bank::U16(self.bank()),
            17..=32 => Bank::U32(self.bank()),
            33..=64 => Bank::U64(self.bank()),
            _ => Bank::U128(self.bank()),
        })
    }

    /// One register per number, and a spare one at the end that [`run`] writes results to.
    fn bank<L: Lane>(&self) -> Vec<Register<L>> {
        let mut registers = vec![Box::new([L::zero(); LANES]); self.registers as usize + 1];
        for &(register, value) in &self.constants {
            registers[register as usize].fill(L::from_u128(value));
        }
        registers
    }

    /// Sets input number `input` (an index into [`Tape::inputs`]): `value` maps a lane to a value below `2^width` of that variable.
    pub fn set_input(&self, regs: &mut Regs, input: usize, value: impl FnMut(usize) -> u128) {
        with_bank!(&mut regs.0, registers => fill(&mut registers[input], value));
    }

    /// Evaluates all roots in all lanes.
    pub fn run(&self, regs: &mut Regs) {
        with_bank!(&mut regs.0, registers => run(&self.steps, registers));
    }

    /// The first of the first `lanes` lanes in which root number `root` is not 0 (is true).
    pub fn first_true(&self, regs: &Regs, root: usize, lanes: usize) -> Option<usize> {
        let register = self.roots[root].register as usize;
        with_bank!(&regs.0, registers => registers[register][..lanes].iter().position(|&value| value != 0))
    }

    /// Calls `visit` with the value of root number `root` in each of the first `lanes` lanes.
    pub fn each_value(&self, regs: &Regs, root: usize, lanes: usize, mut visit: impl FnMut(usize, u128)) {
        let register = self.roots[root].register as usize;
        with_bank!(&regs.0, registers => {
            for (lane, &value) in registers[register][..lanes].iter().enumerate() {
                visit(lane, value.wide());
            }
        });
    }

    /// The value of root number `root` in a lane; Booleans as 1 bit.
    pub fn value(&self, regs: &Regs, root: usize, lane: usize) -> Bv {
        let Root { register, width } = self.roots[root];
        Bv::from_u128(width, with_bank!(&regs.0, registers => registers[register as usize][lane].wide()))
    }
}

fn fill<L: Lane>(register: &mut [L; LANES], mut value: impl FnMut(usize) -> u128) {
    for (lane, slot) in register.iter_mut().enumerate() {
        *slot = L::from_u128(value(lane));
    }
}

fn run<L: Lane>(steps: &[Step], registers: &mut [Register<L>]) {
    let (spare, registers) = registers.split_last_mut().expect("a spare register");
    for step in steps {
        step.run(spare, [&registers[step.args[0] as usize], &registers[step.args[1] as usize], &registers[step.args[2] as usize]]);
        std::mem::swap(spare, &mut registers[step.dst as usize]);
    }
}

struct Compiler<'a> {
    pool: &'a Pool,
    /// The register of each live term.
    place: FxHashMap<Term, u32>,
    /// Uses of each term still to come; roots have one more.
    uses: FxHashMap<Term, usize>,
    free: Vec<u32>,
    inputs: Vec<Term>,
    constants: Vec<(u32, u128)>,
    steps: Vec<Step>,
    registers: u32,
}

impl<'a> Compiler<'a> {
    /// Places the inputs in the first registers, in order.
    fn new(pool: &'a Pool, order: &[Term], roots: &[Term]) -> Compiler<'a> {
        let mut uses = FxHashMap::default();
        for arg in order.iter().flat_map(|&term| pool.args(term)).chain(roots) {
            *uses.entry(*arg).or_insert(0) += 1;
        }
        let inputs: Vec<Term> = order.iter().copied().filter(|&term| pool.as_var(term).is_some()).collect();
        let place = inputs.iter().zip(0..).map(|(&term, register)| (term, register)).collect();
        let registers = inputs.len() as u32;
        let (free, constants, steps) = (Vec::new(), Vec::new(), Vec::new());
        Compiler { pool, place, uses, free, inputs, constants, steps, registers }
    }

    fn fresh(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.registers += 1;
            self.registers - 1
        })
    }

    /// A register that nothing else ever writes.
    fn reserve(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    fn node(&mut self, term: Term) -> Option<()> {
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::App(_) => return None,
            Op::Var(_) => {}
            Op::Bool(_) | Op::Const(_) => {
                let value = self.pool.as_value(term).and_then(|value| value.to_u128())?;
                let register = self.reserve();
                self.constants.push((register, value));
                self.place.insert(term, register);
            }
            op @ (Op::And | Op::Add | Op::Mul | Op::BvAnd | Op::BvOr | Op::BvXor) => {
                let code = Code::new(self.pool, op, term);
                self.chain(term, args, |_, _| code);
            }
            Op::Concat => {
                let pool = self.pool;
                self.chain(term, args, |_, low| Code::Concat { low: pool.width(low) });
            }
            op => {
                let code = Code::new(self.pool, op, term);
                let registers = self.registers_of(args);
                self.emit(term, code, registers);
            }
        }
        for &arg in args {
            self.release(arg);
        }
        Some(())
    }

    fn registers_of(&self, args: &[Term]) -> [u32; 3] {
        std::array::from_fn(|i| args.get(i).map_or(0, |arg| self.place[arg]))
    }

    fn emit(&mut self, term: Term, code: Code, args: [u32; 3]) {
        let dst = self.fresh();
        self.steps.push(Step { code, dst, args });
        self.place.insert(term, dst);
    }

    /// An n-ary operation as binary steps from the left, all in one register.
    fn chain(&mut self, term: Term, args: &[Term], code: impl Fn(Term, Term) -> Code) {
        let dst = self.fresh();
        let mut left = self.place[&args[0]];
        for pair in args.windows(2) {
            self.steps.push(Step { code: code(pair[0], pair[1]), dst, args: [left, self.place[&pair[1]], 0] });
            left = dst;
        }
        self.place.insert(term, dst);
    }

    fn release(&mut self, term: Term) {
        let uses = self.uses.get_mut(&term).expect("every argument was counted");
        *uses -= 1;
        let computed = !matches!(self.pool.op(term), Op::Bool(_) | Op::Const(_) | Op::Var(_));
        if *uses == 0 && computed {
            self.free.push(self.place[&term]);
        }
    }
}
