//! Two facts that the code cannot know by itself.
//!
//! The folder of the libz3 that was linked goes into the run path of the binary and of the tests, so that they find it without
//! `LD_LIBRARY_PATH`; `scripts/setup` names the folder in `.cargo/config.toml`. With `vendored-z3` the C++ library of GCC is linked
//! statically too, so that the binary runs where there is none, or an older one. A hash of the sources that decide verdicts becomes
//! `LLVET_SOURCES_HASH`, part of the keys of cached verdicts.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    sources_hash();
    run_path();
}

fn run_path() {
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if env::var_os("CARGO_FEATURE_VENDORED_Z3").is_some() {
        static_cxx_library();
        // Z3's debugging information alone is half a gigabyte.
        println!("cargo:rustc-link-arg=-Wl,-S");
        return;
    }
    if let Ok(folder) = env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}

/// Makes the `-lstdc++` that z3-sys asks for find the static library: a folder that holds nothing else is searched first. Where there
/// is no static libstdc++ (another C++ library, another system) the shared one is linked, as always.
fn static_cxx_library() {
    println!("cargo:rerun-if-env-changed=CXX");
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let Ok(answer) = Command::new(compiler).arg("-print-file-name=libstdc++.a").output() else { return };
    let library = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("cxx");
    if library.is_absolute() && fs::create_dir_all(&folder).is_ok() && fs::copy(&library, folder.join("libstdc++.a")).is_ok() {
        println!("cargo:rustc-link-search=native={}", folder.display());
    }
}

/// Folders and files whose text decides verdicts, relative to this crate. What does not exist (outside of the workspace) counts by the
/// versions in the manifest.
const DECIDING: [&str; 5] = ["../ir/src", "../encoder/src", "src", "../Cargo.lock", "Cargo.toml"];

fn sources_hash() {
    let mut files = Vec::new();
    for place in DECIDING {
        println!("cargo:rerun-if-changed={place}");
        collect(Path::new(place), &mut files);
    }
    files.sort();
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    for file in files {
        hash.add(file.to_string_lossy().as_bytes());
        hash.add(&fs::read(&file).unwrap_or_default());
    }
    println!("cargo:rustc-env=LLVET_SOURCES_HASH={:016x}", hash.0);
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        files.push(path.to_owned());
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        collect(&entry.path(), files);
    }
}

/// 64-bit FNV-1a of length-prefixed pieces. Nobody chooses sources to make it collide.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
