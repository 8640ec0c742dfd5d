//! No text makes the parser panic, overflow the stack or take long: mutated samples, deep nesting, long lines, absurd numbers.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use llvet_ir::{ParseResult, parse, print::print_module};

/// A small generator of numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn samples() -> Vec<Vec<u8>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut texts = Vec::new();
    for kind in ["ok", "old", "err"] {
        let mut paths: Vec<_> = fs::read_dir(data.join(kind)).expect("samples").map(|e| e.expect("entry").path()).collect();
        paths.sort();
        texts.extend(paths.iter().filter(|p| p.is_file()).map(|p| fs::read(p).expect("a sample")));
    }
    texts
}

/// Parses and, as far as possible, prints: neither may panic.
fn exercise(text: &[u8]) -> ParseResult {
    let result = parse(text);
    let printed = print_module(&result.module);
    if result.diagnostics.is_empty() {
        let again = parse(printed.as_bytes());
        assert!(again.diagnostics.is_empty(), "{:?}\n{}\n{printed}", again.diagnostics, String::from_utf8_lossy(text));
    }
    result
}

fn mutate(text: &mut Vec<u8>, others: &[Vec<u8>], numbers: &mut Numbers) {
    const PIECES: [&[u8]; 16] =
        [b"*", b"(", b")", b"<", b"{", b"}", b"\"", b"!", b"#0", b"\0", b"\xff", b"99999999999", b"ptr", b"i32 ", b"%x", b" = "];
    let at = numbers.below(text.len() + 1);
    let len = numbers.below(40).min(text.len() - at);
    match numbers.below(6) {
        0 => text.truncate(at),
        1 if at < text.len() => text[at] = numbers.below(256) as u8,
        2 => {
            let copy = text[at..at + len].to_vec();
            let to = numbers.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        3 => drop(text.drain(at..at + len)),
        4 => drop(text.splice(at..at, PIECES[numbers.below(PIECES.len())].iter().copied())),
        _ => {
            let other = &others[numbers.below(others.len())];
            let from = numbers.below(other.len());
            let to = (from + numbers.below(60)).min(other.len());
            text.splice(at..at, other[from..to].iter().copied());
        }
    }
}

#[test]
fn mutated_samples() {
    let samples = samples();
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for text in &samples {
        for round in 0..60 {
            let mut text = text.clone();
            for _ in 0..=round % 4 {
                mutate(&mut text, &samples, &mut numbers);
            }
            exercise(&text);
        }
    }
}

#[test]
fn every_prefix_of_the_small_samples() {
    for text in samples().iter().filter(|t| t.len() < 3000) {
        for end in (0..text.len()).step_by(3) {
            exercise(&text[..end]);
        }
    }
}

/// Ids of the diagnostics on a text.
fn ids(text: &str) -> Vec<&'static str> {
    exercise(text.as_bytes()).diagnostics.iter().map(|d| d.id).collect()
}

#[test]
fn deep_nesting_is_a_limit() {
    let deep = 100_000;
    let array = format!("@g = external global {}i8{}\n", "[1 x ".repeat(deep), "]".repeat(deep));
    assert_eq!(ids(&array), ["limit"]);
    let structure = format!("%t = type {}i8{}\n", "{ ".repeat(deep), " }".repeat(deep));
    assert_eq!(ids(&structure), ["limit"]);
    let constant = format!("@g = global i64 {}1{}\n", "add (i64 1, i64 ".repeat(deep), ")".repeat(deep));
    assert_eq!(ids(&constant), ["limit"]);
    let metadata = format!("!0 = {}{}\n", "!{".repeat(deep), "}".repeat(deep));
    assert_eq!(ids(&metadata), ["limit"]);
    let function = format!("@g = external global {}\n", "i8 (".repeat(deep));
    assert_eq!(ids(&function), ["limit"]);
    assert_eq!(ids(&format!("@g = external global i8{}\n", "*".repeat(deep))), Vec::<&str>::new());
}

#[test]
fn names_for_types_do_not_add_up() {
    let mut arrays = "%t0 = type [1 x i8]\n".to_owned();
    let mut targets = "%t0 = type target(\"x\")\n".to_owned();
    for i in 1..2000 {
        arrays.push_str(&format!("%t{i} = type [1 x %t{}]\n", i - 1));
        targets.push_str(&format!("%t{i} = type target(\"x\", %t{0}, %t{0})\n", i - 1));
    }
    assert!(ids(&arrays).contains(&"limit"));
    assert!(ids(&targets).contains(&"limit"));
}

#[test]
fn absurd_numbers() {
    assert_eq!(ids("@g = global [18446744073709551615 x i8] zeroinitializer"), Vec::<&str>::new());
    assert_eq!(ids("@g = external global [18446744073709551616 x i8]"), ["syntax"]);
    assert_eq!(ids("@g = global i8388608 -1"), Vec::<&str>::new());
    assert_eq!(ids("@g = global i8388609 0"), ["limit"]);
    assert_eq!(ids("@g = global i99999999999999999999 0"), ["limit"]);
    assert_eq!(ids(&format!("@g = global i8388608 {}", "9".repeat(100_000))), ["limit"]);
    assert_eq!(ids(&format!("@g = global i8388608 u0x{}", "F".repeat(100_000))), Vec::<&str>::new());
    assert_eq!(ids(&format!("@g = global double {}.0", "9".repeat(100_000))), Vec::<&str>::new());
    assert_eq!(ids("@g = global <4294967295 x i8> splat (i8 1)"), Vec::<&str>::new());
    let mask =
        "define void @f(<2 x i8> %v) {\n  %s = shufflevector <2 x i8> %v, <2 x i8> %v, <4294967295 x i32> zeroinitializer\n  ret void\n}\n";
    assert_eq!(ids(mask), ["limit"]);
    assert_eq!(ids("@99999999999999999999 = global i8 0"), Vec::<&str>::new());
    assert_eq!(ids("!4294967296 = !{}"), ["limit"]);
    assert_eq!(ids("define void @f() {\n  br label %4294967296\n}\n"), ["limit"]);
}

#[test]
fn wide_literals_are_paid_for_by_the_text() {
    let many = format!("@g = global [1000 x i8388608] [{}i8388608 -1]", "i8388608 -1, ".repeat(999));
    assert_eq!(ids(&many), ["limit"]);
}

/// Parsing text of twice the size may not take much more than twice as long.
#[test]
fn odd_texts_take_linear_time() {
    let size = 400_000;
    let body = |statement: &str| format!("define void @f() {{\n{}  ret void\n}}\n", statement.repeat(size / statement.len()));
    let texts = [
        "1-".repeat(size / 2),
        ".".repeat(size),
        "$".repeat(size),
        "a.".repeat(size / 2),
        "\"".repeat(size),
        "/*".repeat(size / 2),
        "!".repeat(size),
        "-".repeat(size),
        "#".repeat(size),
        "\0".repeat(size),
        "x ".repeat(size / 2),
        "@g = global i32 x\n".repeat(size / 18),
        "\n%".repeat(size / 2),
        "@a = ".repeat(size / 5),
        format!("@g = global [{0} x i8] c\"{1}\"", size, "a".repeat(size)),
        format!("@g = global [{0} x i32] [i32 0{1}]", size / 7, ", i32 1".repeat(size / 7 - 1)),
        body("  %x = frobnicate\n"),
        body("  br label %b\n"),
        body("  %1 = add i32 %2, %3\n"),
        body("  call void @llvm.dbg.value()\n"),
        body("  store i32 %undefined, ptr %missing\n"),
        body("  #dbg_value(i32 0)\n"),
        body("b:\n"),
    ];
    for text in &texts {
        let start = Instant::now();
        exercise(text.as_bytes());
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?} for {:?}…", &text[..40]);
    }
}

/// Chains of pointer casts that are used before they are defined.
#[test]
fn forward_casts_take_linear_time() {
    let count = 20_000;
    let mut text = "define void @f(i8* %end) {\n  br label %b0\n".to_owned();
    for i in 0..count {
        text.push_str(&format!("b{i}:\n  %c{i} = bitcast i8* %c{} to i8*\n  br label %b{}\n", i + 1, i + 1));
    }
    text.push_str(&format!("b{count}:\n  %c{count} = bitcast i8* %end to i8*\n  ret void\n}}\n"));
    let start = Instant::now();
    assert_eq!(ids(&text), Vec::<&str>::new());
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn odd_files() {
    assert_eq!(ids(""), Vec::<&str>::new());
    assert_eq!(ids("; only a comment"), Vec::<&str>::new());
    assert!(!exercise(b"\x7fELF\x02\x01\x01\0\0\0").diagnostics.is_empty());
    assert!(!ids("@src").is_empty());
    assert_eq!(exercise(b"@\"\xff\xfe\" = global i8 0 ; \xff\n").diagnostics.len(), 0);
}
