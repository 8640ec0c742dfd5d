//! Any bytes: parsing and printing return, and what is right prints as text that is right and prints the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use llvet_ir::{parse, print::print_module};

fuzz_target!(|text: &[u8]| {
    let first = parse(text);
    let printed = print_module(&first.module);
    if first.diagnostics.is_empty() {
        let second = parse(printed.as_bytes());
        assert!(second.diagnostics.is_empty(), "{:?}", second.diagnostics);
        assert_eq!(printed, print_module(&second.module));
    }
});
