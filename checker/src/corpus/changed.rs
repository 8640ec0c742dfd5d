//! `--changed-since REV`: which files differ from a git revision.
//!
//! What counts is the state of the working tree, files that git does not know yet included, against the point where the current branch
//! left REV; against REV itself where there is no such point.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::discover::Unit;

/// Files that differ, by canonical path.
#[derive(Debug, Default)]
pub struct Changed(BTreeSet<PathBuf>);

/// Why git could not tell.
#[derive(Debug, thiserror::Error)]
#[error("git {command}: {message}")]
pub struct GitError {
    command: String,
    message: String,
}

fn git(folder: &Path, args: &[&str]) -> Result<String, GitError> {
    let error = |message: String| GitError { command: args.join(" "), message };
    let done = Command::new("git").arg("-C").arg(folder).args(args).output().map_err(|e| error(e.to_string()))?;
    if !done.status.success() {
        return Err(error(String::from_utf8_lossy(&done.stderr).trim().to_owned()));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

impl Changed {
    /// Asks the git repository around `folder`.
    ///
    /// # Errors
    /// When git is missing, `folder` is in no repository, or it has no such revision.
    pub fn since(revision: &str, folder: &Path) -> Result<Changed, GitError> {
        let top = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"])?.trim_end());
        // Resolved first, so that it can be neither an option nor a path.
        let commit = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")])
            .map_err(|_| GitError { command: "rev-parse".to_owned(), message: format!("no revision `{revision}`") })?;
        let commit = commit.trim();
        let base = git(&top, &["merge-base", commit, "HEAD"]).unwrap_or_else(|_| commit.to_owned());
        let differing = git(&top, &["diff", "--name-only", "-z", "--no-renames", base.trim(), "--"])?;
        let unknown = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
        let names = differing.split('\0').chain(unknown.split('\0')).filter(|n| !n.is_empty());
        Ok(Changed(names.filter_map(|name| top.join(name).canonicalize().ok()).collect()))
    }

    /// Whether any of a unit's files differs.
    #[must_use]
    pub fn touches(&self, unit: &Unit) -> bool {
        unit.files.iter().any(|file| file.canonicalize().is_ok_and(|path| self.0.contains(&path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::discover::discover;

    #[test]
    fn changed_and_new_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        let write = |name: &str, text: &str| std::fs::write(root.join(name), text).expect("a file");
        let run = |args: &[&str]| git(root, args).expect("git works");
        run(&["init", "-q"]);
        for (key, value) in [("user.name", "t"), ("user.email", "t@example.org"), ("commit.gpgsign", "false")] {
            run(&["config", key, value]);
        }
        write("same.ll", "1");
        write("edited.ll", "1");
        run(&["add", "."]);
        run(&["commit", "-q", "-m", "first"]);
        write("edited.ll", "2");
        write("new.ll", "1");
        let changed = Changed::since("HEAD", root).expect("a revision");
        let units = discover(&[root.to_owned()]).expect("readable");
        let touched: Vec<&str> = units.iter().filter(|u| changed.touches(u)).map(|u| u.key.as_str()).collect();
        assert_eq!(touched, ["edited.ll", "new.ll"]);
        assert!(Changed::since("nonsense", root).is_err());
        assert!(Changed::since("--all", root).is_err());
    }
}
