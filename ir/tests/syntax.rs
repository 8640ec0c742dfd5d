//! The textual language on our own samples: everything parses, printing is a fixpoint, old text prints as its modern form, and wrong text
//! is reported where it is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use llvet_ir::diagnostic::line_column;
use llvet_ir::{Diagnostic, parse, print::print_module};

fn samples(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(kind);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no samples in {}", folder.display());
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
    let lines = diagnostics.iter().map(|d| format!("{:?} {}: {}", line_column(text, d.span.start), d.id, d.message));
    lines.collect::<Vec<_>>().join("\n")
}

/// The printed form; the text must be right.
fn printed(name: &str, text: &str) -> String {
    let result = parse(text.as_bytes());
    assert!(result.diagnostics.is_empty(), "{name}:\n{}", shown(text, &result.diagnostics));
    print_module(&result.module)
}

#[test]
fn printing_is_a_fixpoint() {
    for path in samples("ok").into_iter().chain(samples("old")) {
        let name = path.display().to_string();
        let once = printed(&name, &read(&path));
        let first = parse(once.as_bytes());
        assert!(first.diagnostics.is_empty(), "{name}, own output:\n{}\n{once}", shown(&once, &first.diagnostics));
        assert_eq!(once, print_module(&first.module), "{name}");
    }
}

/// A sample in `old` has the text it must print as in `old/modern`.
#[test]
fn old_text_prints_as_its_modern_form() {
    for path in samples("old") {
        let modern = path.with_file_name("modern").join(path.file_name().expect("a file"));
        let name = path.display().to_string();
        assert_eq!(printed(&name, &read(&path)), printed(&name, &read(&modern)), "{name}");
    }
}

/// Lines of samples in `err` say what is reported on them: `; error: id message part`.
#[test]
fn errors_are_reported_where_they_are() {
    for path in samples("err") {
        let text = read(&path);
        let result = parse(text.as_bytes());
        let mut found: Vec<(usize, String)> =
            result.diagnostics.iter().map(|d| (line_column(&text, d.span.start).0, format!("{} {}", d.id, d.message))).collect();
        for (index, line) in text.lines().enumerate() {
            let Some((_, expected)) = line.split_once("; error: ") else { continue };
            let (id, part) = expected.split_once(' ').unwrap_or((expected, ""));
            let at = found.iter().position(|(n, message)| *n == index + 1 && message.starts_with(id) && message.contains(part));
            let at = at.unwrap_or_else(|| panic!("{}:{}: missing '{expected}' among {found:?}", path.display(), index + 1));
            found.remove(at);
        }
        assert!(found.is_empty(), "{}: not expected: {found:?}", path.display());
    }
}
