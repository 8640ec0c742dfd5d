//! The built binary, driven as a user or a script does: exit codes, output, JSON against the published schemas, and bad input of every kind.

mod bad_input;
mod check;
mod corpus;
mod cross_check;
mod flags;
mod limits;
mod mutate;
mod other_commands;
#[cfg(unix)]
mod progress;
mod recipes;
mod run;
mod schema;
mod streams;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the binary gave.
#[derive(Debug)]
struct Done {
    code: i32,
    out: String,
    err: String,
}

impl Done {
    /// The one JSON object on standard output, checked against its schema.
    fn json(&self) -> Value {
        let value: Value = serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("one JSON object ({e}): {self:?}"));
        schema::validate(&value);
        value
    }

    /// Verdicts of all pairs, in order.
    fn verdicts(&self) -> Vec<String> {
        let json = self.json();
        let pairs = json["pairs"].as_array().expect("pairs");
        pairs.iter().map(|p| p["verdict"].as_str().expect("a verdict").to_owned()).collect()
    }

    /// The only pair.
    fn pair(&self) -> Value {
        let json = self.json();
        assert_eq!(json["pairs"].as_array().map(Vec::len), Some(1), "{json}");
        json["pairs"][0].clone()
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_llvet"));
    command.args(args).env_remove("RUST_BACKTRACE").env_remove("COLUMNS");
    command
}

fn llvet_with_input(args: &[&str], input: &[u8]) -> Done {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let done = child.wait_with_output().expect("the binary ends");
    writer.join().expect("writing does not panic");
    Done {
        code: done.status.code().expect("no signal"),
        out: String::from_utf8_lossy(&done.stdout).into_owned(),
        err: String::from_utf8_lossy(&done.stderr).into_owned(),
    }
}

fn llvet(args: &[&str]) -> Done {
    llvet_with_input(args, b"")
}

/// `llvet check` of a text on standard input.
fn check(text: &str, args: &[&str]) -> Done {
    llvet_with_input(&[&["check", "-"], args].concat(), text.as_bytes())
}

/// `llvet check --json` of a text on standard input.
fn check_json(text: &str, args: &[&str]) -> Done {
    check(text, &[&["--json"], args].concat())
}

/// A folder with files in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).expect("writing succeeds");
        path.display().to_string()
    }

    fn path(&self) -> PathBuf {
        self.0.path().to_owned()
    }
}

/// A pair that refines and one that does not.
const RIGHT: &str = "\
define i8 @src(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = shl i8 %x, 1
  ret i8 %r
}
";
const WRONG: &str = "\
define i8 @src(i8 %x) {
  %r = add i8 %x, 1
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = add nsw i8 %x, 1
  ret i8 %r
}
";

/// The same text with a suffix on the functions' names.
fn numbered(text: &str, suffix: &str) -> String {
    text.replace("@src", &format!("@src{suffix}")).replace("@tgt", &format!("@tgt{suffix}"))
}
