//! llvet: ir.
