# Shared by the scripts here; source it first. Changes to the root of the clone, runs the set-up, and settles where cargo builds.
#
# Locally that is ./target. In CI (CI=true), where every run starts from a fresh clone, compiled dependencies are kept in a
# cache folder instead; and so they are where Z3 is among them (setup_options=--vendored), which takes an hour to compile.
# Cargo tells stale from fresh by modification time, relative to the workspace, so two clones that share a target folder
# could take each other's code for their own: a lock admits one clone at a time, and the sources are made newer than
# anything the folder holds. A clone that does not get the lock uses ./target.

set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for tool in cargo python3; do
    command -v "$tool" >/dev/null || { echo "llvet needs $tool on PATH" >&2; exit 1; }
done
python3 scripts/setup ${setup_options:-}

share_target() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/llvet key folder
    command -v flock >/dev/null || return 0
    key=$({ cat Cargo.lock; rustc -vV; } | python3 -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest()[:16])')
    folder=$cache/target-$key
    mkdir -p "$folder"
    exec 8>"$folder/clone.lock" # held until the outermost script ends
    flock --nonblock 8 || { exec 8>&-; return 0; }
    find "$cache" -maxdepth 1 -name 'target-*' -mtime +14 ! -path "$folder" -exec rm -rf {} +
    touch "$folder"
    git ls-files -z -- '*.rs' '*.toml' | xargs -0 touch
    export CARGO_TARGET_DIR=$folder
}

if { [ "${CI:-}" = true ] || [ -n "${setup_options:-}" ]; } && [ -z "${CARGO_TARGET_DIR:-}" ]; then
    share_target
fi
target=${CARGO_TARGET_DIR:-target}
