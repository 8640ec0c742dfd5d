//! Extremes that are no errors: widths, sizes, time limits.

use crate::{check_json, llvet_with_input};

fn identity(ty: &str) -> String {
    let body = format!("{{\n  %r = xor {ty} %x, 0\n  ret {ty} %r\n}}\n");
    format!("define {ty} @src({ty} %x) {body}define {ty} @tgt({ty} %x) {{\n  ret {ty} %x\n}}\n")
}

#[test]
fn narrowest_and_widest() {
    for ty in ["i1", "i4096"] {
        assert_eq!(check_json(&identity(ty), &[]).code, 0, "{ty}");
    }
}

#[test]
fn ten_thousand_instructions_in_a_block() {
    let function = |name: &str, op: &str| {
        let steps: String = (1..10_000).map(|i| format!("  %v{i} = {op} i8 %v{}, {}\n", i - 1, i % 7)).collect();
        format!("define i8 @{name}(i8 %v0) {{\n{steps}  ret i8 %v9999\n}}\n")
    };
    let done = check_json(&(function("src", "xor") + &function("tgt", "xor")), &[]);
    assert_eq!(done.code, 0);
    let wrong = check_json(&(function("src", "add") + &function("tgt", "add nsw")), &[]);
    assert_eq!(wrong.code, 1);
}

#[test]
fn a_millisecond() {
    let text = "\
define i64 @src(i64 %a, i64 %b, i64 %c) {
  %m = mul i64 %a, %b
  %r = urem i64 %m, %c
  ret i64 %r
}
define i64 @tgt(i64 %a, i64 %b, i64 %c) {
  %x = urem i64 %a, %c
  %y = urem i64 %b, %c
  %m = mul i64 %x, %y
  %s = mul i64 %m, %m
  %t = udiv i64 %s, %c
  %n = sub i64 %s, %t
  %r = urem i64 %n, %c
  ret i64 %r
}
";
    let done = check_json(text, &["--timeout=1"]);
    assert!(matches!(done.code, 1 | 3), "{done:?}");
    let start = std::time::Instant::now();
    assert!(matches!(check_json(text, &["--timeout=0"]).code, 1 | 3));
    assert!(start.elapsed().as_secs() < 10);
}

#[test]
fn a_large_module() {
    let function = |i: usize| format!("define i32 @f{i}(i32 %x) {{\n  %r = add i32 %x, {i}\n  ret i32 %r\n}}\n");
    let mut text: String = (0..40_000).map(function).collect();
    text.push_str(&identity("i8"));
    let done = llvet_with_input(&["check", "--json", "-"], text.as_bytes());
    assert_eq!(done.code, 0, "{}", done.err);
    let broken = text.replace("@src(i8 %x)", "@src(i8 %y)");
    let done = llvet_with_input(&["check", "--json", "-"], broken.as_bytes());
    assert_eq!(done.code, 2);
    assert!(done.pair()["detail"].as_str().is_some_and(|d| d.starts_with("<stdin>:160002:15: ")), "{done:?}");
}
