//! Time of each stage before the solver on pinned inputs: text to module, module to terms, term construction with its rewriting, and whole
//! checks that no solver is needed for.
#![expect(missing_docs, reason = "criterion's macros define undocumented items")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use llvet_checker::refine::encode::{UndefInputs, encode};
use llvet_checker::refine::{CheckOptions, Pair, check_pair};
use llvet_encoder::term::{Pool, Sort, Term};
use llvet_ir::Module;

/// A name and a pair as a text with `@src` and `@tgt`.
type PairText = (&'static str, &'static str);

const PAIRS: &[PairText] = &[
    (
        "mul_to_shl",
        "define i32 @src(i32 %x) {\n  %r = mul i32 %x, 8\n  ret i32 %r\n}\n\
         define i32 @tgt(i32 %x) {\n  %r = shl i32 %x, 3\n  ret i32 %r\n}\n",
    ),
    (
        "nsw_too_many",
        "define i32 @src(i32 %x) {\n  %r = add i32 %x, 1\n  ret i32 %r\n}\n\
         define i32 @tgt(i32 %x) {\n  %r = add nsw i32 %x, 1\n  ret i32 %r\n}\n",
    ),
    (
        "demorgan",
        "define i64 @src(i64 %x, i64 %y) {\n  %a = xor i64 %x, -1\n  %b = xor i64 %y, -1\n  %r = and i64 %a, %b\n  ret i64 %r\n}\n\
         define i64 @tgt(i64 %x, i64 %y) {\n  %o = or i64 %x, %y\n  %r = xor i64 %o, -1\n  ret i64 %r\n}\n",
    ),
    (
        "branch_to_select",
        "define i16 @src(i1 noundef %c, i16 %x) {\n  br i1 %c, label %a, label %b\na:\n  %n = sub i16 0, %x\n  br label %b\nb:\n  \
         %r = phi i16 [ %x, %0 ], [ %n, %a ]\n  ret i16 %r\n}\n\
         define i16 @tgt(i1 noundef %c, i16 %x) {\n  %n = sub i16 0, %x\n  %r = select i1 %c, i16 %n, i16 %x\n  ret i16 %r\n}\n",
    ),
    (
        "vector_of_mins",
        "define <4 x i32> @src(<4 x i32> %x, <4 x i32> %y) {\n  %c = icmp slt <4 x i32> %x, %y\n  \
         %r = select <4 x i1> %c, <4 x i32> %x, <4 x i32> %y\n  ret <4 x i32> %r\n}\n\
         define <4 x i32> @tgt(<4 x i32> %x, <4 x i32> %y) {\n  %c = icmp sgt <4 x i32> %y, %x\n  \
         %r = select <4 x i1> %c, <4 x i32> %x, <4 x i32> %y\n  ret <4 x i32> %r\n}\n",
    ),
];

/// A module of many functions of a dozen instructions each.
fn module_text(functions: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "define i32 @f{f}(i32 %x, ptr %p) {{\nentry:");
        for i in 0..10 {
            let op = ["add nsw", "mul", "lshr exact", "xor", "or disjoint"][i % 5];
            let before = if i == 0 { "%x".to_owned() } else { format!("%v{}", i - 1) };
            let _ = writeln!(text, "  %v{i} = {op} i32 {before}, {}", i + f);
        }
        let _ = writeln!(text, "  store i32 %v9, ptr %p, align 4\n  ret i32 %v9\n}}\n");
    }
    text
}

fn module(text: &str) -> Module {
    let parsed = llvet_ir::parse(text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    parsed.module
}

fn pair(module: &Module) -> Pair<'_> {
    let [src, tgt] = ["src", "tgt"].map(|name| module.function(name).expect("it is there"));
    Pair { src_module: module, src, tgt_module: module, tgt, assume: None, unrolled: None }
}

fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for functions in [1, 1000] {
        let text = module_text(functions);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("functions", functions), &text, |b, text| {
            b.iter(|| black_box(llvet_ir::parse(black_box(text.as_bytes()))));
        });
    }
    group.finish();
}

fn encode_pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("encode");
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (name, text) in PAIRS {
        let module = module(text);
        group.bench_function(*name, |b| b.iter(|| black_box(encode(pair(&module), true, &UndefInputs::None))));
    }
    group.finish();
}

/// A name and how to build a term of a size.
type Builder = (&'static str, fn(&mut Pool, u64) -> Term);

const BUILDERS: [Builder; 2] = [("cancelling", cancelling), ("tower", tower)];

/// A sum of products that cancels: hash-consing and the linear normal form at work.
fn cancelling(pool: &mut Pool, size: u64) -> Term {
    let vars: Vec<Term> = (0..8).map(|i| pool.var(format!("x{i}"), Sort::Bv(32))).collect();
    let mut sum = pool.bv_u64(32, 0);
    for i in 0..size {
        let factor = pool.bv_u64(32, i * 7 + 1);
        let product = pool.mul(vars[(i % 8) as usize], factor);
        sum = pool.add(sum, product);
    }
    for i in 0..size {
        let factor = pool.bv_u64(32, i * 7 + 1);
        let product = pool.mul(vars[(i % 8) as usize], factor);
        sum = pool.sub(sum, product);
    }
    sum
}

/// A tower of selects and masks over one variable.
fn tower(pool: &mut Pool, size: u64) -> Term {
    let x = pool.var("x", Sort::Bv(64));
    let mut term = x;
    for i in 0..size {
        let constant = pool.bv_u64(64, i * 0x9E37_79B9 + 1);
        let masked = pool.bvand(term, constant);
        let condition = pool.ult(masked, x);
        let other = pool.bvxor(term, constant);
        term = pool.ite(condition, masked, other);
    }
    term
}

fn simplify(c: &mut Criterion) {
    let mut group = c.benchmark_group("simplify");
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (name, build) in BUILDERS {
        for size in [16, 256] {
            group.bench_with_input(BenchmarkId::new(name, size), &size, |b, &size| {
                b.iter(|| {
                    let mut pool = Pool::new();
                    black_box(build(&mut pool, size));
                });
            });
        }
    }
    group.finish();
}

fn check(c: &mut Criterion) {
    let mut group = c.benchmark_group("check");
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (name, text) in PAIRS {
        let module = module(text);
        group.bench_function(*name, |b| b.iter(|| black_box(check_pair(pair(&module), &CheckOptions::default()))));
    }
    group.finish();
}

criterion_group!(benches, parse, encode_pairs, simplify, check);
criterion_main!(benches);
