//! Limits, tracing, text of values.

use llvet_encoder::concrete::enumerate::{Budget, Incomplete, enumerate};
use llvet_encoder::concrete::{ArgValue, Counting, Environment, Event, Limits, Outcome, Seeded, Stop, execute};

use super::{check, int, parse, poison, undef};

#[test]
fn loops_run_and_are_limited() {
    let text = "define i32 @f(i32 %n) {\nentry:\nbr label %loop\nloop:\n%i = phi i32 [ 0, %entry ], [ %j, %loop ]\n%s = phi i32 [ 0, %entry ], [ %t, %loop ]\n\
                %j = add i32 %i, 1\n%t = add i32 %s, %i\n%c = icmp ult i32 %j, %n\nbr i1 %c, label %loop, label %done\ndone:\nret i32 %t\n}";
    let module = parse(text);
    let function = module.function("f").expect("@f");
    let limits = Limits { steps: 1000, ..Limits::default() };
    let run = |n| execute(&module, function, &[int(32, n)], &mut Counting::default(), limits, None);
    let report = run(10).expect("ten rounds fit");
    let Outcome::Return(value) = report.outcome else { panic!("{:?}", report.outcome) };
    let read = value.read(&mut Counting::default()).expect("a value");
    assert_eq!(value.text(&read, Default::default()), "i32 45");
    assert_eq!(run(1_000_000).map(|r| r.steps), Err(Stop::StepLimit));
}

#[test]
fn phis_are_read_together() {
    let body = "entry:\nbr label %loop\nloop:\n%a = phi i8 [ 1, %entry ], [ %b, %loop ]\n%b = phi i8 [ 2, %entry ], [ %a, %loop ]\n\
                %k = phi i8 [ 0, %entry ], [ %l, %loop ]\n%l = add i8 %k, 1\n%c = icmp ult i8 %l, %n\nbr i1 %c, label %loop, label %done\n\
                done:\nret i8 %a";
    check("i8 (i8 %n)", body, &[int(8, 1)], "i8 1");
    check("i8 (i8 %n)", body, &[int(8, 2)], "i8 2");
    check("i8 (i8 %n)", body, &[int(8, 3)], "i8 1");
}

#[test]
fn budgets_are_reported() {
    let module = parse("define i32 @f(i32 %x) {\n%r = freeze i32 %x\nret i32 %r\n}");
    let function = module.function("f").expect("@f");
    let budget = Budget { runs: 5, ..Budget::default() };
    let (found, why) = enumerate(&module, function, &[poison()], Limits::default(), budget, &Environment::default());
    assert_eq!((found.outcomes().len(), why), (5, Some(Incomplete::Budget)));
    let module = parse("define i32 @f(i32 %x) {\nret i32 %x\n}");
    let function = module.function("f").expect("@f");
    let (found, why) = enumerate(&module, function, &[undef()], Limits::default(), budget, &Environment::default());
    assert_eq!((found.outcomes().len(), why), (4, Some(Incomplete::Budget)));
}

#[test]
fn seeds_are_reproducible() {
    let module = parse("define i64 @f() {\n%r = freeze i64 poison\nret i64 %r\n}");
    let function = module.function("f").expect("@f");
    let run = |seed| {
        let report = execute(&module, function, &[], &mut Seeded::new(seed), Limits::default(), None).expect("it runs");
        let Outcome::Return(value) = report.outcome else { panic!("{:?}", report.outcome) };
        value.read(&mut Counting::default()).expect("a value")
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn observers_see_steps_poison_and_jumps() {
    let module = parse("define i8 @f(i8 %x) {\n%a = add nsw i8 %x, 1\nbr label %b\nb:\n%u = add i8 undef, 1\nret i8 %a\n}");
    let function = module.function("f").expect("@f");
    let mut lines = Vec::new();
    let mut observer = |event: &Event<'_>| {
        lines.push(match event {
            Event::Enter { function, args } => format!("enter {} {}", function.name, args.join(", ")),
            Event::Step { inst, names, value, poison, .. } => {
                let name = inst.result.map_or("", |id| names.value(id));
                format!("{name} = {} {poison:?}", value.unwrap_or_default())
            }
            Event::Jump { to, .. } => format!("jump {to}"),
            Event::Return { value, .. } => format!("return {}", value.unwrap_or_default()),
            Event::Unwind { .. } | Event::Ub { .. } => "other".to_owned(),
        });
    };
    execute(&module, function, &[int(8, 127)], &mut Counting::default(), Limits::default(), Some(&mut observer)).expect("it runs");
    assert_eq!(lines, ["enter f i8 127", "a = poison [SignedWrap]", "jump b", "u = i8 (depends on undef) []", "return poison"]);
}

#[test]
fn values_are_written_as_llvm_writes_them() {
    let ret = |ty: &str, value: &str, expected: &str| {
        let text = format!("define {ty} @f() {{\nret {ty} {value}\n}}");
        assert_eq!(super::outcomes(&text, &[]), expected);
    };
    ret("i1", "true", "i1 true");
    ret("i128", "-1", "i128 -1");
    ret("<2 x i8>", "<i8 1, i8 poison>", "<2 x i8> <i8 1, i8 poison>");
    ret("<2 x i8>", "poison", "poison");
    ret("{ i8, [2 x i1] }", "{ i8 -3, [2 x i1] [i1 true, i1 false] }", "{ i8, [2 x i1] } { i8 -3, [2 x i1] [i1 true, i1 false] }");
    ret("double", "1.0", "double 1.0");
    ret("double", "-0.0", "double -0.0");
    ret("double", "1.0e16", "double 1.0e16");
    ret("double", "0x7FF0000000000000", "double 0x7FF0000000000000");
    ret("double", "0x7FF8000000000001", "double nan");
    ret("float", "0x3FB99999A0000000", "float 0.10000000149011612");
    ret("half", "0xH3555", "half 0.333251953125");
    ret("half", "0xH0001", "half 5.960464477539063e-8");
    ret("bfloat", "0xR4049", "bfloat 3.140625");
    ret("ptr", "null", "ptr null");
    ret("ptr", "@f", "ptr @f");
}

#[test]
fn wrong_arguments_are_refused() {
    let module = parse("define i8 @f(i8 %x) {\nret i8 %x\n}");
    let function = module.function("f").expect("@f");
    let run = |args: &[ArgValue]| execute(&module, function, args, &mut Counting::default(), Limits::default(), None).is_err();
    assert!(run(&[]));
    assert!(run(&[int(16, 1)]));
    assert!(!run(&[int(8, 1)]));
}
