//! From paths to files that hold pairs.
//!
//! In a folder: every `.opt` file, every `.ll` file, and `x.src.ll` together with `x.tgt.ll` as one pair of modules. Folders are searched
//! in full; names that start with a dot, and links to folders, are passed over. A file that is named is taken whatever its name is.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// Files that are checked together: one with its pairs, or a source's and its target's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// One path or two.
    pub files: Vec<PathBuf>,
    /// The first path as reports show it, with `/` between folders.
    pub name: String,
    /// The first path below the folder that was searched: the same wherever that folder lies.
    pub key: String,
}

impl Unit {
    fn new(files: Vec<PathBuf>, root: &Path) -> Unit {
        let first = &files[0];
        let below = first.strip_prefix(root).ok().filter(|p| !p.as_os_str().is_empty());
        let key = below.map_or_else(|| first.file_name().map_or_else(|| slashes(first), |n| n.to_string_lossy().into_owned()), slashes);
        Unit { name: slashes(first), key, files }
    }
}

/// A path as reports show it: `/` between folders, no `./` in front.
#[must_use]
pub fn slashes(path: &Path) -> String {
    let path = path.strip_prefix(".").ok().filter(|p| !p.as_os_str().is_empty()).unwrap_or(path);
    let text = path.display().to_string();
    if std::path::MAIN_SEPARATOR == '/' { text } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}

/// Why a path could not be searched.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot read: {error}", .path.display())]
pub struct DiscoverError {
    /// The path.
    pub path: PathBuf,
    /// What went wrong.
    pub error: io::Error,
}

/// The units below these paths in the order of their names, each once.
///
/// # Errors
/// When a path does not exist or a folder cannot be read.
pub fn discover(paths: &[PathBuf]) -> Result<Vec<Unit>, DiscoverError> {
    let mut units = BTreeMap::new();
    for path in paths {
        let error = |error| DiscoverError { path: path.clone(), error };
        let mut files = BTreeSet::new();
        if std::fs::metadata(path).map_err(error)?.is_dir() {
            search(path, &mut files)?;
        } else {
            files.insert(path.clone());
            files.extend(partner(path).filter(|p| p.is_file()));
        }
        for unit in group(&files, path) {
            units.entry(unit.name.clone()).or_insert(unit);
        }
    }
    Ok(units.into_values().collect())
}

fn search(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), DiscoverError> {
    let error = |error| DiscoverError { path: folder.to_owned(), error };
    for entry in std::fs::read_dir(folder).map_err(error)? {
        let entry = entry.map_err(error)?;
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let (path, kind) = (entry.path(), entry.file_type().map_err(error)?);
        if kind.is_dir() {
            search(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "ll" || e == "opt") && path.is_file() {
            files.insert(path);
        }
    }
    Ok(())
}

/// `x.tgt.ll` for `x.src.ll` and the other way round.
fn partner(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let other = match name.strip_suffix(".src.ll") {
        Some(stem) => format!("{stem}.tgt.ll"),
        None => format!("{}.src.ll", name.strip_suffix(".tgt.ll")?),
    };
    Some(path.with_file_name(other))
}

fn group(files: &BTreeSet<PathBuf>, root: &Path) -> Vec<Unit> {
    let is_target = |path: &Path| path.file_name().is_some_and(|n| n.as_encoded_bytes().ends_with(b".tgt.ll"));
    let mut units = Vec::new();
    for file in files {
        match partner(file).filter(|p| files.contains(p)) {
            Some(_) if is_target(file) => {}
            Some(target) => units.push(Unit::new(vec![file.clone(), target], root)),
            None => units.push(Unit::new(vec![file.clone()], root)),
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_files_and_pairs_of_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        for name in ["b/2.ll", "b/1.opt", "a.src.ll", "a.tgt.ll", "c.tgt.ll", ".hidden/x.ll", "b/.y.ll", "notes.txt"] {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        let found = |paths: &[PathBuf]| -> Vec<(String, usize)> {
            let units = discover(paths).expect("readable");
            units.into_iter().map(|u| (u.key, u.files.len())).collect()
        };
        let all = [("a.src.ll", 2), ("b/1.opt", 1), ("b/2.ll", 1), ("c.tgt.ll", 1)].map(|(k, n)| (k.to_owned(), n));
        assert_eq!(found(&[root.to_owned()]), all);
        assert_eq!(found(&[root.to_owned(), root.to_owned()]), all);
        assert_eq!(found(&[root.join("a.tgt.ll")]), [("a.src.ll".to_owned(), 2)]);
        assert_eq!(found(&[root.join("notes.txt")]), [("notes.txt".to_owned(), 1)]);
        assert!(discover(&[root.join("nothing")]).is_err());
    }

    #[test]
    fn names_have_slashes_and_no_dot() {
        assert_eq!(slashes(Path::new("./a/b.ll")), "a/b.ll");
        assert_eq!(slashes(Path::new(".")), ".");
    }
}
