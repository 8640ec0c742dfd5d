use super::*;
use crate::verify::verify;
use crate::{Cfg, parse};

/// A loop with two exits, whose values are used behind them.
const TWO_EXITS: &str = "define i32 @f(i32 %n, i32 %m) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %next = add i32 %i, 1
  %d = icmp eq i32 %next, %m
  br i1 %d, label %done, label %head
done:
  %r = phi i32 [ %i, %head ], [ %next, %body ]
  %s = add i32 %r, %i
  ret i32 %s
}";

/// A loop inside of another, each left in two ways, and a value of the inner one used at the very end.
const NESTED: &str = "define i8 @f(i8 %n) {
entry:
  br label %outer
outer:
  %i = phi i8 [ %n, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i8 [ 0, %outer ], [ %j2, %inner.more ]
  %j2 = add i8 %j, %i
  %c = icmp ugt i8 %j2, 100
  br i1 %c, label %latch, label %inner.more
inner.more:
  switch i8 %j2, label %inner [ i8 3, label %out i8 4, label %out ]
latch:
  %i2 = lshr i8 %i, 1
  %d = icmp eq i8 %i2, 0
  br i1 %d, label %out, label %outer
out:
  %r = phi i8 [ %j, %inner.more ], [ %j, %inner.more ], [ %i2, %latch ]
  %s = add i8 %r, %j2
  ret i8 %s
}";

/// Two blocks that go to each other, each entered from outside.
const IRREDUCIBLE: &str = "define i8 @f(i1 %c, i8 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = phi i8 [ 1, %entry ], [ %y2, %b ]
  %x2 = add i8 %x, %n
  %e = icmp ugt i8 %x2, 50
  br i1 %e, label %done, label %b
b:
  %y = phi i8 [ 2, %entry ], [ %x2, %a ]
  %y2 = shl i8 %y, 1
  br label %a
done:
  ret i8 %x2
}";

fn unrolled(text: &str, rounds: u32) -> Unrolled {
    let parsed = parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    unroll(&parsed.module.functions[0], rounds, 10_000).expect("it is small enough")
}

#[test]
fn the_result_has_no_loops_and_is_valid() {
    for text in [TWO_EXITS, NESTED, IRREDUCIBLE] {
        let mut module = parse(text.as_bytes()).module;
        for rounds in 1..=4 {
            let result = unrolled(text, rounds);
            assert!(!Cfg::new(&result.function).has_cycle(), "{rounds} rounds of {text}");
            assert!(result.cut.is_some());
            module.functions[0] = result.function;
            assert_eq!(verify(&module), [], "{rounds} rounds of {text}");
        }
    }
}

#[test]
fn each_round_copies_the_loop_once() {
    let blocks = |rounds| unrolled(TWO_EXITS, rounds).function.blocks.len();
    // entry, head, body, done, and the cut.
    assert_eq!([blocks(1), blocks(2), blocks(5)], [5, 7, 13]);
    let nested = |rounds| unrolled(NESTED, rounds).function.blocks.len();
    // The outer loop has four blocks, two of which are the inner one.
    assert_eq!([nested(1), nested(2), nested(3)], [7, 3 + 2 * (2 + 2 * 2), 3 + 3 * (2 + 3 * 2)]);
}

#[test]
fn without_loops_nothing_changes() {
    let straight = "define i8 @f(i8 %x) {\n  %y = add i8 %x, 1\n  ret i8 %y\n}";
    let result = unrolled(straight, 0);
    assert_eq!(result.cut, None);
    assert_eq!(result.function, parse(straight.as_bytes()).module.functions[0]);
}

#[test]
fn too_many_instructions_are_refused() {
    let parsed = parse(TWO_EXITS.as_bytes());
    let function = &parsed.module.functions[0];
    assert!(unroll(function, 0, 1000).is_none());
    assert!(unroll(function, 1000, 1000).is_none());
}

#[test]
fn code_that_is_never_reached_stays_as_it_is() {
    let text = "define i8 @f(i8 %n) {
entry:
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %i2, %head ], [ 7, %nowhere ]
  %i2 = add i8 %i, 1
  %c = icmp eq i8 %i2, %n
  br i1 %c, label %done, label %head
nowhere:
  br label %head
done:
  ret i8 %i2
}";
    let mut module = parse(text.as_bytes()).module;
    module.functions[0] = unrolled(text, 3).function;
    assert_eq!(verify(&module), []);
}
