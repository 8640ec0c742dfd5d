//! `verify`, `print`, `completions`, `man`, help and version.

use crate::{Folder, RIGHT, llvet, llvet_with_input};

const BROKEN: &str = "\
define i8 @f(i8 %x) {
  %r = add i8 %s, 1
  %s = add i8 %x, 1
}
";

#[test]
fn verify_accepts() {
    let folder = Folder::new();
    let good = folder.file("good.ll", RIGHT);
    let done = llvet(&["verify", &good]);
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let json = llvet(&["verify", "--json", &good, &good]).json();
    assert_eq!(json["diagnostics"].as_array().map(Vec::len), Some(0));
}

#[test]
fn verify_reports_every_rule_that_is_broken() {
    let done = llvet_with_input(&["verify", "--json", "-"], BROKEN.as_bytes());
    assert_eq!(done.code, 2);
    let json = done.json();
    let rules: Vec<&str> = json["diagnostics"].as_array().expect("a list").iter().filter_map(|d| d["rule"].as_str()).collect();
    assert!(rules.contains(&"W1"), "{json}");
    let human = llvet_with_input(&["verify", "-"], BROKEN.as_bytes());
    assert_eq!(human.code, 2);
    assert!(human.err.contains("error[W1]") && human.err.contains("--> <stdin>:"), "{}", human.err);
}

#[test]
fn verify_goes_on_after_a_file_it_cannot_read() {
    let done = llvet_with_input(&["verify", "--json", "/nonexistent/x.ll", "-"], BROKEN.as_bytes());
    assert_eq!(done.code, 2);
    let json = done.json();
    assert_eq!(json["diagnostics"][0]["rule"], "unreadable");
    assert!(json["diagnostics"].as_array().is_some_and(|d| d.len() > 1));
}

#[test]
fn print_is_a_fixpoint() {
    let once = llvet_with_input(&["print", "-"], RIGHT.as_bytes());
    assert_eq!(once.code, 0);
    assert!(once.out.contains("shl i8 %x, 1"));
    let twice = llvet_with_input(&["print", "-"], once.out.as_bytes());
    assert_eq!(once.out, twice.out);
}

#[test]
fn print_rejects() {
    let done = llvet_with_input(&["print", "-"], BROKEN.as_bytes());
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(!done.err.is_empty());
    assert_eq!(llvet(&["print", "/nonexistent/x.ll"]).code, 2);
}

#[test]
fn help_has_examples_for_every_command() {
    for command in ["check", "verify", "print", "completions", "man"] {
        let done = llvet(&[command, "--help"]);
        assert_eq!(done.code, 0);
        assert!(done.out.contains("Examples:"), "{command}");
    }
    assert!(llvet(&["--help"]).out.contains("Examples:"));
}

#[test]
fn version_names_the_solver() {
    let done = llvet(&["--version"]);
    assert_eq!(done.code, 0);
    assert!(done.out.starts_with(concat!("llvet ", env!("CARGO_PKG_VERSION"), " (Z3 ")), "{}", done.out);
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(llvet(&["completions", shell]).out.contains("disable-undef-input"), "{shell}");
    }
    assert!(llvet(&["man"]).out.contains(".TH llvet 1"));
    assert!(llvet(&["man", "check"]).out.contains("llvet\\-check"));
    assert_eq!(llvet(&["man", "nothing"]).code, 2);
}

#[test]
fn the_published_list_of_what_is_supported_is_this_one() {
    let done = llvet(&["supported"]);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("SUPPORTED.md");
    let published = std::fs::read_to_string(path).expect("it is there");
    assert!(done.code == 0 && done.out == published, "bring it up to date: llvet supported > checker/SUPPORTED.md");
    let json = llvet(&["supported", "--json"]).json();
    assert!(json["instructions"].as_array().is_some_and(|i| i.iter().any(|i| i["name"] == "add" && i["support"] == "modelled")));
}
