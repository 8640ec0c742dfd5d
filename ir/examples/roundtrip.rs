//! `roundtrip print FILE|-`: parses and verifies a module and prints it again. Errors go to standard error, and the exit status is 2.

use std::io::{Read, Write};
use std::process::ExitCode;

use llvet_ir::diagnostic::line_column;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some("print"), Some(path)) = (args.next().as_deref(), args.next()) else {
        return complain("usage: roundtrip print FILE|-");
    };
    let mut text = Vec::new();
    let read = if path == "-" { std::io::stdin().read_to_end(&mut text).map(drop) } else { std::fs::read(&path).map(|bytes| text = bytes) };
    if let Err(error) = read {
        return complain(&format!("{path}: {error}"));
    }
    let mut result = llvet_ir::parse(&text);
    if result.diagnostics.is_empty() {
        result.diagnostics = llvet_ir::verify(&result.module);
    }
    if result.diagnostics.is_empty() {
        let printed = llvet_ir::print::print_module(&result.module);
        return if std::io::stdout().write_all(printed.as_bytes()).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let shown = String::from_utf8_lossy(&text);
    let lines = result.diagnostics.iter().map(|d| {
        let (line, column) = line_column(&shown, d.span.start);
        format!("{path}:{line}:{column}: {}: {}", d.id, d.message)
    });
    complain(&lines.collect::<Vec<_>>().join("\n"))
}

fn complain(message: &str) -> ExitCode {
    // Nothing is left to do when standard error is closed.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(2)
}
