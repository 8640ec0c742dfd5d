//! Random pairs of expressions of one `half`: the solver against enumeration of all 65536 arguments and of all choices.

mod common;

use std::time::Duration;

use common::{check_with, options, pair};
use llvet_checker::refine::CheckOptions;
use llvet_checker::verdict::{Method, VerdictKind};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const BINARY: [&str; 6] = ["fadd", "fsub", "fmul", "fdiv", "fadd", "fmul"];
const CALLS: [&str; 6] = ["fabs", "sqrt", "minnum", "maximum", "copysign", "fma"];
const CONSTANTS: [&str; 7] = ["0.0", "-0.0", "1.0", "-1.0", "2.0", "0xH7C00", "3.0"];

/// Instructions, each with the place of its flags marked, whose last result is the value.
type Body = Vec<String>;

fn operand(random: &mut Random, defined: usize) -> String {
    match random.below(4) {
        0 => random.pick(&CONSTANTS).to_owned(),
        1 if defined > 0 => format!("%v{}", random.below(defined)),
        2 if defined > 0 => format!("%v{}", defined - 1),
        _ => "%x".to_owned(),
    }
}

fn instruction(random: &mut Random, at: usize) -> String {
    let [a, b, c] = [0; 3].map(|_| operand(random, at));
    let flags = random.pick(&["", "", "nnan", "nsz", "nnan nsz", "ninf"]);
    let text = match random.below(8) {
        0 => format!("fneg {flags} half {a}"),
        1 => format!("select {flags} i1 true, half {a}, half {b}"),
        2..=4 => match random.pick(&CALLS) {
            name @ ("fabs" | "sqrt") => format!("call {flags} half @llvm.{name}.f16(half {a})"),
            "fma" => format!("call {flags} half @llvm.fma.f16(half {a}, half {b}, half {c})"),
            name => format!("call {flags} half @llvm.{name}.f16(half {a}, half {b})"),
        },
        _ => format!("{} {flags} half {a}, {b}", random.pick(&BINARY)),
    };
    format!("%v{at} = {text}")
}

fn body(random: &mut Random) -> Body {
    let length = 1 + random.below(3);
    (0..length).map(|at| instruction(random, at)).collect()
}

/// The same with one change: an instruction replaced, flags dropped, operands exchanged, or the result negated twice.
fn changed(random: &mut Random, body: &Body) -> Body {
    let mut out = body.clone();
    let at = random.below(out.len());
    match random.below(5) {
        0 => out[at] = instruction(random, at),
        1 => ["nnan ", "nsz ", "ninf "].iter().for_each(|flag| out[at] = out[at].replace(flag, "")),
        2 => {
            let (head, last) = out[at].rsplit_once(", ").map(|(h, l)| (h.to_owned(), l.to_owned())).unwrap_or_default();
            if let Some((operation, first)) = head.rsplit_once(' ').filter(|_| !last.contains([')', ' '])) {
                out[at] = format!("{operation} {last}, {first}");
            }
        }
        3 => {
            let n = out.len();
            out.push(format!("%v{n} = fneg half %v{}", n - 1));
            out.push(format!("%v{} = fneg half %v{n}", n + 1));
        }
        _ => {
            let n = out.len();
            out.push(format!("%v{n} = fmul half %v{}, 1.0", n - 1));
        }
    }
    out
}

fn text(source: &Body, target: &Body) -> String {
    let finished = |body: &Body| format!("{}\nret half %v{}", body.join("\n"), body.len() - 1);
    pair("half", "half noundef %x", &finished(source), &finished(target))
}

#[test]
fn the_solver_agrees_with_enumeration_on_one_half() {
    let limited = |method| CheckOptions { method: Some(method), timeout: Duration::from_secs(5), vacuity: false, ..options() };
    let mut random = Random(0x0ff1_ce00_f10a_7000);
    let (mut agreed, mut refuted) = (0, 0);
    for _ in 0..PAIRS {
        let source = body(&mut random);
        let text = text(&source, &changed(&mut random, &source));
        let [solved, enumerated] = [Method::Smt, Method::Enumerate].map(|method| check_with(&text, &limited(method)));
        let decided = [&solved, &enumerated].iter().all(|v| v.verdict != VerdictKind::Inconclusive);
        if decided {
            assert_eq!(solved.verdict, enumerated.verdict, "{text}\n{solved:?}\n{enumerated:?}");
            agreed += 1;
            refuted += usize::from(solved.verdict == VerdictKind::Counterexample);
        }
    }
    assert!(agreed * 2 > PAIRS && refuted > 2 && agreed - refuted > 2, "{agreed} agreed, {refuted} refuted");
}

const PAIRS: usize = 24;
