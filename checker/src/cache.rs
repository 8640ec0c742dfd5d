//! Verdicts that need not be found again.
//!
//! Two levels. A *unit* entry holds everything about the pairs of one file (or two), under the hash of the exact text; with it, an
//! unchanged corpus is not even parsed. A *proof* entry says that an obligation cannot hold, under its hash up to the names of variables;
//! it serves whatever text leads to the same obligation. Every key also covers llvet's version, a hash of the sources that decide
//! verdicts, the solver's version and the options that change what a verdict means, so a change of the semantics finds an empty cache.
//!
//! **Invariants.** No internal error is kept, and what ran into a limit only together with the limit: with more time it is tried again. An
//! entry appears under its name complete or not at all (written aside, then renamed) and carries a checksum, so that concurrent runs, crashes
//! and full disks cost time, never a wrong verdict. Failing to read or write is never an error.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::corpus::plan::Pair;
use crate::refine::CheckOptions;
use crate::solve::Proofs;
use crate::verdict::Method;

/// Where an entry is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(blake3::Hash);

/// A folder with entries.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Hash of all that decides verdicts besides the text.
    context: blake3::Hash,
}

const UNITS: &str = "units";
const PROOFS: &str = "proofs";

/// Entries that are not used for this long go with [`gc`], by default.
pub const DEFAULT_AGE: Duration = Duration::from_secs(30 * 24 * 3600);

/// How old a file that was being written must be to count as left behind.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The folder used when the user names none: `$LLVET_CACHE`, else `llvet/verdicts` in the user's cache folder.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    var("LLVET_CACHE").or_else(|| {
        let base = var("XDG_CACHE_HOME").or_else(|| var("HOME").map(|home| home.join(".cache")));
        base.map(|base| base.join("llvet").join("verdicts"))
    })
}

/// Identifies the sources of this build that decide verdicts.
#[must_use]
pub fn semantics_version() -> &'static str {
    env!("LLVET_SOURCES_HASH")
}

impl Cache {
    /// A cache in `folder`, which need not exist, for checks with these options.
    #[must_use]
    pub fn new(folder: PathBuf, options: &CheckOptions) -> Cache {
        Cache { folder, context: context(options, semantics_version()) }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The key of a unit with these texts.
    #[must_use]
    pub fn unit_key(&self, texts: &[Vec<u8>]) -> Key {
        let mut hasher = blake3::Hasher::new_keyed(self.context.as_bytes());
        for text in texts {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text);
        }
        Key(hasher.finalize())
    }

    /// What is known about a unit's pairs.
    #[must_use]
    pub fn unit(&self, key: &Key) -> Option<Vec<Pair>> {
        serde_json::from_slice(&read(&self.path(UNITS, key.0.as_bytes()))?).ok()
    }

    /// Keeps what is known about a unit's pairs, together with what others found out meanwhile.
    pub fn keep_unit(&self, key: &Key, mut pairs: Vec<Pair>) {
        for (pair, other) in pairs.iter_mut().zip(self.unit(key).unwrap_or_default()) {
            if other.worth() > pair.worth() {
                *pair = other;
            }
        }
        if let Ok(text) = serde_json::to_vec(&pairs) {
            write(&self.path(UNITS, key.0.as_bytes()), &text);
        }
    }

    fn path(&self, level: &str, key: &[u8; 32]) -> PathBuf {
        let name = blake3::Hash::from_bytes(*key).to_hex();
        self.folder.join(level).join(&name[..2]).join(&name[2..])
    }
}

impl Proofs for Cache {
    fn known(&self, obligation: &[u8; 32]) -> Option<Method> {
        let id = read(&self.path(PROOFS, &self.proof_key(obligation)))?;
        Method::ALL.into_iter().find(|m| m.id().as_bytes() == id)
    }

    fn keep(&self, obligation: &[u8; 32], method: Method) {
        write(&self.path(PROOFS, &self.proof_key(obligation)), method.id().as_bytes());
    }
}

impl Cache {
    fn proof_key(&self, obligation: &[u8; 32]) -> [u8; 32] {
        *blake3::keyed_hash(self.context.as_bytes(), obligation).as_bytes()
    }
}

/// Time, memory and seed are left out: what they cut short is not taken for an answer.
fn context(options: &CheckOptions, sources: &str) -> blake3::Hash {
    let CheckOptions {
        timeout: _,
        memory_mb: _,
        seed: _,
        cancel: _,
        emit_smt2: _,
        progress: _,
        proofs: _,
        statements: _,
        rules,
        vacuity,
        every_undef,
        explain,
        disable_undef_input,
        disable_poison_input,
        method,
        cross_check,
        src_unroll,
        tgt_unroll,
        strict_bounds,
        solver_cmd,
    } = options;
    let version = (env!("CARGO_PKG_VERSION"), sources, crate::solve::smt::z3_version());
    let rules = (rules, vacuity, every_undef, explain);
    let meaning =
        (rules, disable_undef_input, disable_poison_input, method, cross_check, src_unroll, tgt_unroll, strict_bounds, solver_cmd);
    blake3::hash(format!("{version:?} {meaning:?}").as_bytes())
}

/// The payload of an entry, unless the entry is missing or damaged.
fn read(path: &Path) -> Option<Vec<u8>> {
    let bytes = fs::read(path).ok()?;
    let (checksum, payload) = bytes.split_first_chunk::<32>()?;
    if blake3::hash(payload) != *checksum {
        return None;
    }
    refresh(path);
    Some(payload.to_vec())
}

/// Marks an entry as used, for [`gc`]; at most about once a day, to keep reading cheap.
fn refresh(path: &Path) {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let age = fs::metadata(path).and_then(|m| m.modified()).ok().and_then(|t| t.elapsed().ok());
    if age.is_some_and(|age| age > DAY)
        && let Ok(file) = fs::File::options().append(true).open(path)
    {
        // A folder that may not be written to only ages faster.
        let _ = file.set_modified(SystemTime::now());
    }
}

/// Writes an entry aside and renames it into place.
fn write(path: &Path, payload: &[u8]) {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let attempt = || -> io::Result<()> {
        let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
        fs::create_dir_all(folder)?;
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        // Machines that share the folder may use the same process id.
        let aside = folder.join(format!(".new-{}-{nanos}-{number}", std::process::id()));
        let mut file = fs::File::create_new(&aside)?;
        let written = file.write_all(blake3::hash(payload).as_bytes()).and_then(|()| file.write_all(payload));
        drop(file);
        let result = written.and_then(|()| fs::rename(&aside, path));
        if result.is_err() {
            let _ = fs::remove_file(&aside);
        }
        result
    };
    // A cache that cannot be written to is no use, but no harm.
    let _ = attempt();
}

/// What a cache holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Stats {
    /// Entries of files.
    pub units: u64,
    /// Entries of obligations.
    pub proofs: u64,
    /// Size of all together.
    pub bytes: u64,
}

/// Counts the entries of a folder.
#[must_use]
pub fn stats(folder: &Path) -> Stats {
    let mut stats = Stats::default();
    for (level, count) in [(UNITS, &mut stats.units), (PROOFS, &mut stats.proofs)] {
        for (_, data) in entries(folder, level) {
            *count += 1;
            stats.bytes += data.len();
        }
    }
    stats
}

/// Removes entries that were not used for `age`, and what crashed runs left behind; returns what went.
///
/// # Errors
/// When something cannot be removed.
pub fn gc(folder: &Path, age: Duration) -> io::Result<Stats> {
    let mut gone = Stats::default();
    for (level, count) in [(UNITS, &mut gone.units), (PROOFS, &mut gone.proofs)] {
        for (path, data) in entries(folder, level) {
            let unused = data.modified()?.elapsed().unwrap_or_default();
            let aside = path.file_name().is_some_and(|n| n.as_encoded_bytes().starts_with(b"."));
            if unused < if aside { ABANDONED } else { age } {
                continue;
            }
            match fs::remove_file(&path) {
                Ok(()) => {
                    *count += 1;
                    gone.bytes += data.len();
                }
                // Another run was faster.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(gone)
}

fn entries(folder: &Path, level: &str) -> impl Iterator<Item = (PathBuf, fs::Metadata)> {
    let children = |path: PathBuf| fs::read_dir(path).into_iter().flatten().flatten();
    let files = children(folder.join(level)).flat_map(move |sub| children(sub.path()));
    files.filter_map(|file| Some((file.path(), file.metadata().ok().filter(fs::Metadata::is_file)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::{Verdict, VerdictKind};

    fn pair(name: &str, verdict: Option<VerdictKind>) -> Pair {
        let verdict = verdict.map(|kind| Verdict::new(kind, ""));
        Pair { name: name.to_owned(), line: 1, expected: None, verdict, time_us: 7, gave_up_ms: None }
    }

    fn kinds(pairs: &[Pair]) -> Vec<Option<VerdictKind>> {
        pairs.iter().map(|p| p.verdict.as_ref().map(|v| v.verdict)).collect()
    }

    #[test]
    fn what_two_runs_find_is_kept_together() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::new(folder.path().join("deep/er"), &CheckOptions::default());
        let key = cache.unit_key(&[b"text".to_vec()]);
        assert!(cache.unit(&key).is_none());
        cache.keep_unit(&key, vec![pair("a", Some(VerdictKind::Refines)), pair("b", None)]);
        cache.keep_unit(&key, vec![pair("a", None), pair("b", Some(VerdictKind::Counterexample))]);
        let both = cache.unit(&key).expect("an entry");
        cache.keep_unit(&key, vec![Pair { gave_up_ms: Some(9), ..pair("a", Some(VerdictKind::Inconclusive)) }, pair("b", None)]);
        assert_eq!(kinds(&cache.unit(&key).expect("an entry")), kinds(&both));
        assert_eq!(kinds(&both), [Some(VerdictKind::Refines), Some(VerdictKind::Counterexample)]);
    }

    #[test]
    fn keys_cover_text_options_and_sources() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let options = CheckOptions::default();
        let cache = Cache::new(folder.path().to_owned(), &options);
        let key = |cache: &Cache, texts: &[&[u8]]| cache.unit_key(&texts.iter().map(|t| t.to_vec()).collect::<Vec<_>>());
        assert_ne!(key(&cache, &[b"a", b"b"]), key(&cache, &[b"ab"]));
        assert_ne!(key(&cache, &[b"a", b"b"]), key(&cache, &[b"ab", b""]));
        let other = CheckOptions { disable_undef_input: true, ..options.clone() };
        assert_ne!(context(&options, "1"), context(&other, "1"));
        assert_ne!(context(&options, "1"), context(&options, "2"));
        let slower = CheckOptions { timeout: Duration::from_secs(99), ..options.clone() };
        assert_eq!(context(&options, "1"), context(&slower, "1"));
        cache.keep(&[1; 32], Method::Smt);
        assert_eq!(cache.known(&[1; 32]), Some(Method::Smt));
        assert_eq!(cache.known(&[2; 32]), None);
        assert_eq!(Cache::new(folder.path().to_owned(), &other).known(&[1; 32]), None);
    }

    #[test]
    fn damaged_entries_do_not_exist() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::new(folder.path().to_owned(), &CheckOptions::default());
        let key = cache.unit_key(&[b"text".to_vec()]);
        cache.keep_unit(&key, vec![pair("a", Some(VerdictKind::Refines))]);
        let path = cache.path(UNITS, key.0.as_bytes());
        let good = fs::read(&path).expect("an entry");
        for damaged in [&good[..good.len() - 1], &good[..5], b""] {
            fs::write(&path, damaged).expect("written");
            assert!(cache.unit(&key).is_none());
        }
        let mut flipped = good.clone();
        *flipped.last_mut().expect("not empty") ^= 1;
        fs::write(&path, flipped).expect("written");
        assert!(cache.unit(&key).is_none());
        fs::write(&path, good).expect("written");
        assert!(cache.unit(&key).is_some());
    }

    #[test]
    fn stats_and_gc() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::new(folder.path().to_owned(), &CheckOptions::default());
        assert_eq!(stats(folder.path()), Stats::default());
        let key = cache.unit_key(&[b"text".to_vec()]);
        cache.keep_unit(&key, vec![pair("a", Some(VerdictKind::Refines))]);
        cache.keep(&[1; 32], Method::Smt);
        let before = stats(folder.path());
        assert_eq!((before.units, before.proofs), (1, 1));
        assert_eq!(gc(folder.path(), DEFAULT_AGE).expect("removable"), Stats::default());
        assert_eq!(gc(folder.path(), Duration::ZERO).expect("removable"), before);
        assert_eq!(stats(folder.path()), Stats::default());
    }
}
