//! Floating-point rules: the outcomes LangRef lists, at the corners, and terms against concrete execution at a tiny format.

mod domains;
mod outcomes;
