//! The commands, one file each: a clap `Args` and `run(args, context)`.

pub mod assumptions;
pub mod check;
pub mod completions;
pub mod corpus;
pub mod corpus_args;
pub mod flags;
pub mod man;
pub mod mutate;
pub mod print;
pub mod rules;
pub mod run;
pub mod supported;
pub mod verify;
pub mod which;
