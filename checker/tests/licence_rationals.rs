//! Licensed rewrites against direct evaluation on rationals: random expressions, rearranged by the laws of algebra or changed at random.
//!
//! The licence engine compares polynomials; here both expressions are evaluated with fractions at many points instead.

mod common;

use common::{check_with, options, pair};
use llvet_checker::refine::CheckOptions;
use llvet_checker::verdict::{Method, VerdictKind};

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fraction {
    num: i128,
    den: i128,
}

impl Fraction {
    fn new(num: i128, den: i128) -> Fraction {
        let (mut a, mut b) = (num.unsigned_abs(), den.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = i128::try_from(a.max(1)).expect("small numbers") * den.signum();
        Fraction { num: num / divisor, den: den / divisor }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Var(usize),
    Num(i128),
    Neg(Box<Expr>),
    Op(&'static str, Box<Expr>, Box<Expr>),
}

use Expr::{Neg, Num, Op, Var};

const VARS: [&str; 3] = ["%a", "%b", "%c"];

fn op(name: &'static str, a: Expr, b: Expr) -> Expr {
    Op(name, Box::new(a), Box::new(b))
}

impl Expr {
    /// The value at a point; `None` when it divides by zero.
    fn at(&self, point: &[i128; 3]) -> Option<Fraction> {
        Some(match self {
            Var(i) => Fraction::new(point[*i], 1),
            Num(n) => Fraction::new(*n, 1),
            Neg(a) => {
                let a = a.at(point)?;
                Fraction::new(-a.num, a.den)
            }
            Op(name, a, b) => {
                let (a, b) = (a.at(point)?, b.at(point)?);
                match *name {
                    "fadd" => Fraction::new(a.num * b.den + b.num * a.den, a.den * b.den),
                    "fsub" => Fraction::new(a.num * b.den - b.num * a.den, a.den * b.den),
                    "fmul" => Fraction::new(a.num * b.num, a.den * b.den),
                    _ if b.num == 0 => return None,
                    _ => Fraction::new(a.num * b.den, a.den * b.num),
                }
            }
        })
    }

    /// The expression as instructions; returns the operand that has its value.
    fn emit(&self, flags: &str, lines: &mut Vec<String>) -> String {
        let line = match self {
            Var(i) => return VARS[*i].to_owned(),
            Num(n) => return format!("{n}.0"),
            Neg(a) => {
                let a = a.emit(flags, lines);
                format!("fneg {flags} double {a}")
            }
            Op(name, a, b) => {
                let (a, b) = (a.emit(flags, lines), b.emit(flags, lines));
                format!("{name} {flags} double {a}, {b}")
            }
        };
        let name = format!("%t{}", lines.len());
        lines.push(format!("{name} = {line}"));
        name
    }

    fn body(&self, flags: &str) -> String {
        let mut lines = Vec::new();
        let result = self.emit(flags, &mut lines);
        lines.push(format!("ret double {result}"));
        lines.join("\n")
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.below(6) == 0 {
            return if self.below(4) == 0 { Num(self.below(4) as i128 + 1) } else { Var(self.below(3) as usize) };
        }
        match self.below(9) {
            0 => Neg(Box::new(self.expr(depth - 1))),
            1 => op("fdiv", self.expr(depth - 1), Var(self.below(3) as usize)),
            2..=4 => op("fmul", self.expr(depth - 1), self.expr(depth - 1)),
            5 => op("fsub", self.expr(depth - 1), self.expr(depth - 1)),
            _ => op("fadd", self.expr(depth - 1), self.expr(depth - 1)),
        }
    }

    /// The same real function, written differently.
    fn rearranged(&mut self, expr: &Expr) -> Expr {
        let (name, a, b) = match expr {
            Var(_) | Num(_) => return expr.clone(),
            Neg(a) => return op("fsub", Num(0), self.rearranged(a)),
            Op(name, a, b) => (*name, self.rearranged(a), self.rearranged(b)),
        };
        match (name, a, b) {
            ("fadd", Op("fadd", x, y), z) => op("fadd", *x, op("fadd", z, *y)),
            ("fmul", Op("fmul", x, y), z) => op("fmul", *y, op("fmul", *x, z)),
            ("fmul", Op("fadd", x, y), z) if self.below(2) == 0 => op("fadd", op("fmul", *x, z.clone()), op("fmul", *y, z)),
            ("fmul", x, Op("fsub", y, z)) if self.below(2) == 0 => op("fsub", op("fmul", x.clone(), *y), op("fmul", *z, x)),
            ("fsub", x, y) => op("fadd", Neg(Box::new(y)), x),
            ("fdiv", x, y) => op("fmul", op("fdiv", Num(1), y), x),
            ("fadd" | "fmul", x, y) => op(name, y, x),
            (name, x, y) => op(name, x, y),
        }
    }

    /// The expression with one operation, constant or variable changed.
    fn changed(&mut self, expr: &Expr) -> Expr {
        match expr {
            Var(i) => Var((i + 1) % 3),
            Num(n) => Num(n + 1),
            Neg(a) if self.below(2) == 0 => (**a).clone(),
            Neg(a) => Neg(Box::new(self.changed(a))),
            Op(name, a, b) => match self.below(3) {
                0 => op(if *name == "fadd" { "fsub" } else { "fadd" }, (**a).clone(), (**b).clone()),
                1 => op(name, self.changed(a), (**b).clone()),
                _ => op(name, (**a).clone(), self.changed(b)),
            },
        }
    }
}

/// Points at which two expressions are compared.
fn equal(a: &Expr, b: &Expr) -> bool {
    let values = [-3i128, -1, 1, 2, 5];
    let points = (0..125).map(|i| [values[i % 5], values[i / 5 % 5], values[i / 25]]);
    points.into_iter().all(|point| match (a.at(&point), b.at(&point)) {
        (Some(x), Some(y)) => x == y,
        _ => true,
    })
}

#[test]
fn what_is_licensed_is_equal_on_rationals() {
    let args = "double noundef %a, double noundef %b, double noundef %c";
    let options = CheckOptions { method: Some(Method::Licence), ..options() };
    let mut random = Random(0x5eed_1234_abcd_0001);
    let (mut licensed, mut missed) = (0, 0);
    for round in 0..400 {
        let source = random.expr(3);
        let rearranged = random.rearranged(&source);
        let target = if round % 2 == 0 { rearranged } else { random.changed(&rearranged) };
        if matches!(source, Var(_) | Num(_)) {
            continue;
        }
        let verdict = check_with(&pair("double", args, &source.body("reassoc nsz arcp"), &target.body("")), &options);
        let accepted = verdict.verdict == VerdictKind::Refines;
        assert!(!accepted || equal(&source, &target), "{source:?}\n{target:?}\n{}", verdict.detail);
        licensed += usize::from(accepted);
        missed += usize::from(round % 2 == 0 && !accepted);
    }
    // Rearranging by the laws of algebra is what the licence is for.
    assert!(licensed > 120 && missed * 4 < licensed, "{licensed} licensed, {missed} rearranged ones not");
}

#[test]
fn without_the_licence_nothing_but_the_same_is_accepted() {
    let args = "double noundef %a, double noundef %b, double noundef %c";
    let options = CheckOptions { method: Some(Method::Licence), ..options() };
    let sum = |x, y, z| op("fadd", op("fadd", Var(x), Var(y)), Var(z));
    let source = sum(0, 1, 2);
    for target in [op("fadd", Var(0), op("fadd", Var(1), Var(2))), sum(0, 2, 1)] {
        let verdict = check_with(&pair("double", args, &source.body(""), &target.body("")), &options);
        assert_ne!(verdict.verdict, VerdictKind::Refines, "{target:?}");
    }
    let verdict = check_with(&pair("double", args, &source.body(""), &sum(1, 0, 2).body("")), &options);
    assert_eq!(verdict.verdict, VerdictKind::Refines, "a sum commutes: {}", verdict.detail);
}
