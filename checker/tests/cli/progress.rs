//! A long enumeration on a terminal: how far it is, and how it ends. A Python script is the terminal.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::{Folder, command};

/// Runs its arguments on a terminal of their own, with what it reads as what is typed, and ends as they do.
const TERMINAL: &str = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/// A pair with 2^40 inputs.
const LONG: &str = "\
define i8 @src(i40 noundef %x) {
  %a = or i40 %x, 252645135
  %b = and i40 %x, 252645135
  %s = add i40 %a, %b
  %q = udiv i40 %s, 7
  %r = trunc i40 %q to i8
  ret i8 %r
}
define i8 @tgt(i40 noundef %x) {
  %s = add i40 %x, 252645135
  %q = udiv i40 %s, 7
  %r = trunc i40 %q to i8
  ret i8 %r
}
";

const ENUMERATE: [&str; 3] = ["check", "--method=enumerate", "--timeout=600000"];

/// The pair on a terminal.
fn on_terminal(path: &str) -> Child {
    let mut terminal = Command::new("python3");
    terminal.args(["-c", TERMINAL, env!("CARGO_BIN_EXE_llvet")]).args(ENUMERATE).arg(path);
    terminal.env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts")
}

/// Reads until the text is there; what was read.
fn read_until(out: &mut impl Read, wanted: &str) -> String {
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).contains(wanted) && out.read(&mut byte).expect("output") == 1 {
        seen.push(byte[0]);
    }
    String::from_utf8_lossy(&seen).into_owned()
}

#[test]
fn a_terminal_shows_how_far_it_is_until_it_is_interrupted() {
    let folder = Folder::new();
    let mut child = on_terminal(&folder.file("long.ll", LONG));
    let mut out = child.stdout.take().expect("a pipe");
    let shown = read_until(&mut out, " million/s");
    assert!(shown.contains(" of 1,099,511,627,776 executions, "), "{shown:?}");
    // Ctrl-C.
    child.stdin.take().expect("a pipe").write_all(b"\x03").expect("it still runs");
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest:?}");
    let verdict = rest.split("interrupted; stopped after ").nth(1).unwrap_or_else(|| panic!("no verdict: {rest:?}"));
    let (done, after) = verdict.split_once(" of 1099511627776 executions").unwrap_or_else(|| panic!("no number: {rest:?}"));
    assert!(done.parse::<u64>().is_ok_and(|n| n > 0), "{done:?}");
    // The line that showed it is cleared, and nothing comes after it.
    assert!(after.ends_with("\r\x1b[2K"), "{after:?}");
}

#[test]
fn a_pipe_shows_nothing() {
    let folder = Folder::new();
    let path = folder.file("long.ll", LONG);
    let done = command(&["check", "--method=enumerate", "--timeout=2500", &path]).output().expect("the binary starts");
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(3), ""));
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(out.contains("inconclusive: time limit; stopped after ") && out.contains(" of 1099511627776 executions"), "{out}");
    assert!(!out.contains(" left") && !out.contains('\x1b') && !out.contains('\r'), "{out:?}");
}
