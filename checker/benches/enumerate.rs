//! Enumeration of whole pairs at 8 bits: from parsed functions to the verdict, and of the questions alone.
#![expect(missing_docs, reason = "criterion's macros define undocumented items")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use llvet_checker::refine::encode::{Query, UndefInputs, encode};
use llvet_checker::refine::{CheckOptions, Pair, budget, check_pair};
use llvet_checker::solve::exhaust;
use llvet_checker::solve::instantiate::Game;
use llvet_checker::solve::ladder::Answer;
use llvet_checker::verdict::{Method, VerdictKind};
use llvet_ir::Module;

/// Values of two `i8`, each of which may be poison too.
const INPUTS: u64 = 257 * 257;

/// Four instructions on each side; they agree, but no term of one is a term of the other.
const ARITHMETIC: &str = "define i8 @src(i8 %x, i8 %y) {
  %a = or i8 %x, %y
  %b = and i8 %x, %y
  %c = mul i8 %a, %b
  %r = sub nsw i8 %c, %x
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) {
  %a = xor i8 %x, %y
  %b = and i8 %y, %x
  %o = add i8 %a, %b
  %c = mul i8 %b, %o
  %r = sub i8 %c, %x
  ret i8 %r
}
";

const FREEZE: &str = "define i8 @src(i8 %x, i8 %y) {
  %f = freeze i8 %x
  %a = or i8 %f, %y
  %b = and i8 %f, %y
  %r = mul i8 %a, %b
  ret i8 %r
}
define i8 @tgt(i8 %x, i8 %y) {
  %f = freeze i8 %x
  %a = xor i8 %f, %y
  %b = and i8 %y, %f
  %o = add i8 %a, %b
  %r = mul i8 %b, %o
  ret i8 %r
}
";

fn pair(module: &Module) -> Pair<'_> {
    let function = |name| module.function(name).expect("both functions are there");
    Pair { src_module: module, src: function("src"), tgt_module: module, tgt: function("tgt"), assume: None, unrolled: None }
}

fn options() -> CheckOptions {
    CheckOptions {
        method: Some(Method::Enumerate),
        timeout: Duration::from_secs(60),
        disable_undef_input: true,
        vacuity: false,
        ..CheckOptions::default()
    }
}

/// The obligation of the pair for all values and poison, and who chooses what in it (nobody anything but inputs).
fn question(module: &Module) -> (Query, Game) {
    let query = encode(pair(module), true, &UndefInputs::None).expect("modelled");
    let guards = query.inputs.args.iter().flatten().map(|leaf| (leaf.poison, leaf.bits)).collect();
    (query, Game { guards, ..Game::default() })
}

fn benches(c: &mut Criterion) {
    let [arithmetic, freeze] = [ARITHMETIC, FREEZE].map(|text| llvet_ir::parse(text.as_bytes()).module);
    let mut group = c.benchmark_group("enumerate");
    group.sample_size(20).measurement_time(Duration::from_secs(4)).throughput(Throughput::Elements(INPUTS));
    let (mut query, game) = question(&arithmetic);
    group.bench_function("question/4_instructions_i8_i8", |b| {
        b.iter(|| {
            let answer = exhaust::decide(&mut query.pool, black_box(query.bad), &game, &budget(&options()));
            assert!(matches!(answer, Some(Answer::Never(Method::Enumerate))), "{answer:?}");
        });
    });
    let whole = |name: &str, module: &Module, group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>| {
        let options =
            CheckOptions { method: Some(Method::Enumerate), disable_undef_input: true, vacuity: false, ..CheckOptions::default() };
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(check_pair(black_box(pair(module)), &options).verdict, VerdictKind::Refines));
        });
    };
    whole("check/4_instructions_i8_i8", &arithmetic, &mut group);
    whole("check/freeze_i8_i8", &freeze, &mut group);
    group.finish();
}

criterion_group!(enumerate, benches);
criterion_main!(enumerate);
