//! Corpus results for machines: a line for every pair as soon as it is known (`jsonl`), or one object (`json`); schema `llvet.corpus/1`.

use std::io::{self, Write};

use serde::Serialize;

use super::corpus::Totals;
use super::json::{Tool, object};
use crate::corpus::record::Record;

/// The schema's name.
pub const SCHEMA: &str = "llvet.corpus/1";

#[derive(Serialize)]
struct Header<'a> {
    schema: &'static str,
    kind: &'static str,
    tool: Tool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<&'a str>,
}

/// Writes the first line. `shard` is `I/N` when this is a part of a run.
///
/// # Errors
/// When writing fails.
pub fn header(out: &mut impl Write, shard: Option<&str>) -> io::Result<()> {
    object(out, &Header { schema: SCHEMA, kind: "run", tool: Tool::this(), shard })
}

#[derive(Serialize)]
struct Line<'a, T> {
    kind: &'static str,
    #[serde(flatten)]
    value: &'a T,
}

/// Writes the line of one pair.
///
/// # Errors
/// When writing fails.
pub fn record(out: &mut impl Write, record: &Record) -> io::Result<()> {
    object(out, &Line { kind: "pair", value: record })
}

/// Writes the last line. A file without it is the result of a run that was cut short.
///
/// # Errors
/// When writing fails.
pub fn summary(out: &mut impl Write, totals: &Totals) -> io::Result<()> {
    object(out, &Line { kind: "summary", value: totals })
}

/// Writes everything as one object.
///
/// # Errors
/// When writing fails.
pub fn whole(out: &mut impl Write, shard: Option<&str>, records: &[Record], totals: &Totals) -> io::Result<()> {
    #[derive(Serialize)]
    struct Whole<'a> {
        schema: &'static str,
        tool: Tool,
        #[serde(skip_serializing_if = "Option::is_none")]
        shard: Option<&'a str>,
        pairs: &'a [Record],
        summary: &'a Totals,
    }
    object(out, &Whole { schema: SCHEMA, tool: Tool::this(), shard, pairs: records, summary: totals })
}
