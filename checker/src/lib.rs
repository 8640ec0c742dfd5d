//! llvet: checker.
