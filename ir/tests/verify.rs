//! The verifier's rules, each with modules that keep it and modules that break it. The cases are in `tests/verify/*.ll`:
//! `; ==== RULE: what` starts a module that must be reported under that rule, `; ==== ok: what` one that must be accepted.

use std::path::Path;

use llvet_ir::diagnostic::line_column;
use llvet_ir::verify::rule;

/// `(title, text)` of every case of a file.
fn cases(text: &str) -> Vec<(&str, &str)> {
    text.split("; ==== ").skip(1).filter_map(|case| case.split_once('\n')).collect()
}

fn ids(text: &str) -> Vec<(&'static str, String)> {
    let parsed = llvet_ir::parse(text.as_bytes());
    let found = parsed.diagnostics.into_iter().chain(llvet_ir::verify(&parsed.module));
    found.map(|d| (d.id, format!("{:?}: {}", line_column(text, d.span.start), d.message))).collect()
}

#[test]
fn every_case_is_judged_as_its_title_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify");
    let mut failures = Vec::new();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for (title, module) in cases(&text) {
            seen += 1;
            let want = title.split(':').next().unwrap();
            let found = ids(module);
            let fine = if want == "ok" { found.is_empty() } else { found.iter().any(|(id, _)| *id == want) };
            if !fine {
                failures.push(format!("{}: {title}: {found:?}", path.display()));
            }
        }
    }
    assert!(seen > 150);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn all_errors_come_in_one_run_in_the_order_of_the_text() {
    let text = "define i8 @f(i8 %a, i16 %b) {\n  %x = add i8 %y, 1\n  %y = add i8 %a, %b\n  %z = load atomic i8, ptr null release, align 1\n  ret i16 %b\n}\n";
    let parsed = llvet_ir::parse(text.as_bytes());
    let found: Vec<_> = llvet_ir::verify(&parsed.module).iter().map(|d| (d.id, line_column(text, d.span.start).0)).collect();
    assert_eq!(found, [(rule::W6, 2), (rule::W5, 3), (rule::ATOMIC, 4), (rule::W5, 5)]);
    assert_eq!(llvet_ir::verify(&parsed.module), llvet_ir::verify(&parsed.module));
}

#[test]
fn a_use_before_its_definition_points_at_both() {
    let text = "define i8 @f(i8 %a) {\n  %x = add i8 %y, 1\n  %y = add i8 %a, 2\n  ret i8 %x\n}\n";
    let found = llvet_ir::verify(&llvet_ir::parse(text.as_bytes()).module);
    assert_eq!(found.len(), 1);
    assert_eq!(line_column(text, found[0].span.start), (2, 3));
    assert_eq!(line_column(text, found[0].labels[0].0.start), (3, 3));
}

#[test]
fn undefined_names_are_the_parsers_matter_only() {
    let parsed = llvet_ir::parse(b"define i8 @f() {\n  %x = add i8 %gone, 1\n  br label %nowhere\n}\n");
    assert!(parsed.diagnostics.iter().any(|d| d.id == "undefined-value"));
    assert_eq!(llvet_ir::verify(&parsed.module), []);
}
