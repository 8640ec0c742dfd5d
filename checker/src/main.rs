//! The `llvet` command.

fn main() {}
