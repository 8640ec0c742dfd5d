//! Puts the folder of the libz3 that was linked into the run path of the binary and of the tests, so that they find it
//! without `LD_LIBRARY_PATH`. `scripts/setup` names the folder in `.cargo/config.toml`.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if std::env::var_os("CARGO_FEATURE_VENDORED_Z3").is_some() {
        return;
    }
    if let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
