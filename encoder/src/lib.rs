//! llvet: encoder.
