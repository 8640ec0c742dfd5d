//! `--cross-check`: two engines that agree, and one that lies.

use crate::{Folder, RIGHT, WRONG, check_json, command};

#[test]
fn engines_that_agree_have_one_verdict() {
    for (text, code, verdict) in [(RIGHT, 0, "refines"), (WRONG, 1, "counterexample")] {
        let done = check_json(text, &["--cross-check"]);
        assert_eq!((done.code, done.verdicts().join(" ").as_str()), (code, verdict), "{done:?}");
    }
}

#[test]
fn a_disagreement_is_an_internal_error_with_a_file_for_the_report() {
    let folder = Folder::new();
    let pair = folder.file("pair.ll", WRONG);
    // A solver that calls everything impossible.
    let liar = "sh -c 'cat >/dev/null; echo unsat'";
    let output = command(&["check", &pair, "--cross-check", "--solver-cmd", liar]).env("TMPDIR", folder.path()).output();
    let output = output.expect("the binary runs");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(101), "{text}");
    let start = text.find(&folder.path().display().to_string()).filter(|_| text.contains("llvet-disagreement-"));
    let place = text[start.expect("the message names the file")..].split_whitespace().next().expect("a path");
    let dump = std::fs::read_to_string(place.trim_end_matches(['.', ',', ')'])).or_else(|_| std::fs::read_to_string(place));
    let dump = dump.expect("the file is there");
    for part in ["; solver: refines", "; enumeration: counterexample", "add nsw i8 %x, 1"] {
        assert!(dump.contains(part), "{part} in {dump}");
    }
}
