//! `cargo run -p llvet-ir --example verify -- [verify] [--json] FILE`: the diagnostics of a file, as text or as JSON.

use std::io::Write as _;
use std::process::ExitCode;

use llvet_ir::diagnostic::line_column;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let json = args.iter().any(|a| a == "--json");
    let Some(path) = args.iter().rfind(|a| !a.starts_with("--") && *a != "verify") else { return ExitCode::from(2) };
    let Ok(text) = std::fs::read(path) else { return ExitCode::from(2) };
    let mut out = std::io::stdout().lock();
    match report(path, &text, json) {
        (text, true) if out.write_all(text.as_bytes()).is_ok() => ExitCode::SUCCESS,
        (text, _) => ExitCode::from(if out.write_all(text.as_bytes()).is_ok() { 2 } else { 101 }),
    }
}

/// The report, and whether the file is valid.
fn report(path: &str, bytes: &[u8], json: bool) -> (String, bool) {
    let parsed = llvet_ir::parse(bytes);
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(llvet_ir::verify(&parsed.module));
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = diagnostics
        .iter()
        .map(|d| {
            let (line, column) = line_column(&text, d.span.start);
            if json {
                let message = d.message.replace('\\', "\\\\").replace('"', "\\\"");
                format!("{{\"rule\":\"{}\",\"message\":\"{message}\",\"file\":\"{path}\",\"line\":{line},\"column\":{column}}}", d.id)
            } else {
                format!("{path}:{line}:{column}: {}: {}\n", d.id, d.message)
            }
        })
        .collect();
    let valid = diagnostics.is_empty();
    if json {
        (format!("{{\"schema\":\"llvet.verify/1\",\"diagnostics\":[{}]}}\n", lines.join(",")), valid)
    } else {
        (lines.concat(), valid)
    }
}
