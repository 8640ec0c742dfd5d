//! Joining the results of shards, with the checks that none is missing, doubled or cut short.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::record::{Policy, Record};
use super::shard::Shard;
use crate::report::jsonl;

/// Why results cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file cannot be read.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A line is no part of a result.
    #[error("{}:{line}: {why}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A run did not get to its end.
    #[error("{}: the run was cut short: {why}", .path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// In which way.
        why: String,
    },
    /// The files are not all parts of one whole.
    #[error("{0}")]
    Parts(String),
}

/// What a file of results says.
#[derive(Debug, Default)]
struct Part {
    shard: Option<Shard>,
    records: Vec<Record>,
}

/// The records of all files in the order of one undivided run, judged anew by `policy`.
///
/// # Errors
/// When a file is not the complete result of `corpus run --format jsonl`, or shards are missing, doubled or of different splits.
pub fn merge(paths: &[PathBuf], policy: &Policy) -> Result<Vec<Record>, MergeError> {
    let parts: Vec<Part> = paths.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    check_parts(&parts)?;
    let mut records: Vec<Record> = parts.into_iter().flat_map(|p| p.records).collect();
    records.sort_by(|a, b| a.order().cmp(&b.order()));
    if let Some((a, _)) = records.iter().zip(records.iter().skip(1)).find(|(a, b)| a.order() == b.order() && a.name == b.name) {
        return Err(MergeError::Parts(format!("{}: {} is in several files", a.file, a.name)));
    }
    for record in &mut records {
        record.status = policy.judge(record);
        if !policy.timing {
            (record.time_ms, record.cached) = (None, None);
        }
    }
    Ok(records)
}

fn check_parts(parts: &[Part]) -> Result<(), MergeError> {
    let shards: Vec<(u64, u64)> = parts.iter().filter_map(|p| p.shard).map(Shard::parts).collect();
    let wrong = |why: String| Err(MergeError::Parts(why));
    if shards.is_empty() {
        return Ok(());
    }
    if shards.len() != parts.len() {
        return wrong("some files are shards and some are not".to_owned());
    }
    let counts: BTreeSet<u64> = shards.iter().map(|s| s.1).collect();
    let indices: BTreeSet<u64> = shards.iter().map(|s| s.0).collect();
    let [count] = counts.iter().copied().collect::<Vec<_>>()[..] else {
        return wrong(format!("shards of different splits: {counts:?}"));
    };
    if indices.len() != shards.len() {
        return wrong("a shard is given twice".to_owned());
    }
    if let Some(missing) = (1..=count).find(|i| !indices.contains(i)) {
        return wrong(format!("shard {missing}/{count} is missing"));
    }
    Ok(())
}

#[derive(Deserialize)]
struct Header {
    schema: String,
    shard: Option<String>,
}

#[derive(Deserialize)]
struct Kind {
    kind: String,
}

#[derive(Deserialize)]
struct Footer {
    pairs: usize,
    #[serde(default)]
    unreached: usize,
}

fn read(path: &Path) -> Result<Part, MergeError> {
    let error = |error| MergeError::Io { path: path.to_owned(), error };
    let lines = BufReader::new(std::fs::File::open(path).map_err(error)?).lines();
    let mut part = Part::default();
    let mut footer: Option<Footer> = None;
    for (number, line) in (1..).zip(lines) {
        let line = line.map_err(error)?;
        let malformed = |why: String| MergeError::Malformed { path: path.to_owned(), line: number, why };
        let json = |e: serde_json::Error| malformed(e.to_string());
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Kind>(&line).map_err(json)?.kind.as_str() {
            "run" => {
                let header: Header = serde_json::from_str(&line).map_err(json)?;
                if header.schema != jsonl::SCHEMA {
                    return Err(malformed(format!("schema {}, but this llvet reads {}", header.schema, jsonl::SCHEMA)));
                }
                part.shard = header.shard.map(|s| s.parse()).transpose().map_err(malformed)?;
            }
            "pair" => part.records.push(serde_json::from_str(&line).map_err(json)?),
            "summary" => footer = Some(serde_json::from_str(&line).map_err(json)?),
            other => return Err(malformed(format!("unknown kind `{other}`"))),
        }
    }
    let incomplete = |why: String| Err(MergeError::Incomplete { path: path.to_owned(), why });
    match footer {
        None => incomplete("no summary at the end".to_owned()),
        Some(f) if f.unreached > 0 => incomplete(format!("{} pairs were not checked", f.unreached)),
        Some(f) if f.pairs != part.records.len() => incomplete(format!("{} of {} records", part.records.len(), f.pairs)),
        Some(_) => Ok(part),
    }
}
