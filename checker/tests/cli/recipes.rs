//! The recipes under `scripts/ci` do what they say: shards that together are the whole, results that `merge` joins.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Folder, RIGHT, WRONG, llvet, numbered};

fn recipe(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/ci").join(name)
}

/// A folder with `rules/`: a pair that fails and several that do not.
fn work() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("rules")).expect("a folder");
    let pairs: Vec<String> = (0..12).map(|i| numbered(RIGHT, &i.to_string())).collect();
    folder.file("rules/right.ll", pairs.concat());
    folder.file("rules/wrong.ll", WRONG);
    folder
}

/// The shell with `llvet` on its path, in a folder.
fn shell(folder: &Path) -> Command {
    let bin = Path::new(env!("CARGO_BIN_EXE_llvet")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.current_dir(folder).env("PATH", format!("{}:{path}", bin.display()));
    command
}

/// Joins the results of all shards; the wrong pair must be among them.
fn assert_complete(folder: &Path, shards: usize) {
    let file = |i: usize| folder.join(format!("results/{i}.jsonl")).display().to_string();
    let files: Vec<String> = (1..=shards).map(file).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let done = llvet(&[&["corpus", "merge"], files.as_slice()].concat());
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.out.contains("13 pairs") && done.out.contains("12 passed"), "{done:?}");
}

#[test]
fn slurm_array() {
    let folder = work();
    for task in 1..=3 {
        let mut command = shell(&folder.path());
        command.arg(recipe("slurm-array.sbatch")).args(["rules", "results"]);
        command.env("SLURM_ARRAY_TASK_ID", task.to_string()).env("SLURM_ARRAY_TASK_COUNT", "3").env("SLURM_CPUS_PER_TASK", "2");
        let done = command.output().expect("bash starts");
        assert!(done.status.success(), "{done:?}");
    }
    assert_complete(&folder.path(), 3);
    assert!(folder.path().join("results/cache/units").is_dir());
}

#[test]
fn kubernetes_indexed_job() {
    let text = std::fs::read_to_string(recipe("k8s-indexed-job.yaml")).expect("the recipe");
    let setting = |name: &str| text.lines().find_map(|l| l.trim().strip_prefix(name)).map(|v| v.trim().to_owned());
    assert_eq!(setting("completions:").as_deref(), Some("8"));
    let script: Vec<&str> = text.lines().skip_while(|l| l.trim() != "- |").skip(1).take_while(|l| l.trim() != "resources:").collect();
    let script = script.iter().map(|l| l.trim()).collect::<Vec<_>>().join("\n");
    assert!(script.contains("/8\""), "{script}");
    let folder = work();
    let script = script.replace("/work/", "");
    for index in 0..8 {
        let mut command = shell(&folder.path());
        let done = command.arg("-c").arg(&script).env("JOB_COMPLETION_INDEX", index.to_string()).output().expect("bash starts");
        assert!(done.status.success(), "{done:?}");
    }
    assert_complete(&folder.path(), 8);
}

#[test]
fn github_matrix() {
    let text = std::fs::read_to_string(recipe("github-actions-matrix.yml")).expect("the recipe");
    let matrix = text.lines().find_map(|l| l.trim().strip_prefix("shard: [")).expect("a matrix");
    let shards: Vec<&str> = matrix.trim_end_matches(']').split(", ").collect();
    assert_eq!(shards, ["1", "2", "3", "4"]);
    assert!(text.contains("--shard ${{ matrix.shard }}/4"), "{text}");
}
