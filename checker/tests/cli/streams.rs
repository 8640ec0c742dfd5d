//! Closed pipes and interruptions.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{Folder, RIGHT, WRONG, command, numbered};

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    let many: String = (0..200).map(|i| numbered(WRONG, &i.to_string())).collect();
    let path = folder.file("many.ll", many);
    for args in [&["check", &path][..], &["check", "--json", &path], &["print", &path]] {
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("the binary ends");
        let want = if args[0] == "check" { 1 } else { 0 };
        assert_eq!(done.status.code(), Some(want), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{args:?}");
    }
}

/// A pair that no rung decides soon.
fn hard(suffix: &str) -> String {
    let text = "\
define i1 @src(i128 %a, i128 %b, i128 %c) {
  ret i1 false
}
define i1 @tgt(i128 %a, i128 %b, i128 %c) {
  %p = mul nuw i128 %a, %a
  %q = mul nuw i128 %p, %a
  %s = mul nuw i128 %b, %b
  %t = mul nuw i128 %s, %b
  %u = mul nuw i128 %c, %c
  %v = mul nuw i128 %u, %c
  %w = add nuw i128 %q, %t
  %e = icmp eq i128 %w, %v
  %n = icmp ne i128 %q, 0
  %o = icmp ne i128 %t, 0
  %x = and i1 %n, %o
  %r = and i1 %e, %x
  %f = freeze i1 %r
  ret i1 %f
}
";
    numbered(text, suffix)
}

#[cfg(unix)]
#[test]
fn an_interruption_prints_what_is_done() {
    let folder = Folder::new();
    let path = folder.file("hard.ll", numbered(RIGHT, "0") + &hard("1") + &numbered(RIGHT, "2"));
    let start = Instant::now();
    let mut child = command(&["check", "--jobs=1", "--timeout=600000", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut out = child.stdout.take().expect("a pipe");
    let mut first = [0; 16];
    out.read_exact(&mut first).expect("the first pair is printed at once");
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    let status = child.wait().expect("the binary ends");
    assert!(start.elapsed() < Duration::from_secs(60));
    assert_eq!(status.code(), Some(130), "{rest}");
    assert!(rest.contains("src1 -> tgt1: inconclusive: interrupted"), "{rest}");
    assert!(rest.contains("3 pairs: 1 refines, 2 inconclusive, 2 of them interrupted"), "{rest}");
}
