# WebAssembly without a system, run by Node: std from source, this machine's Rust linker.

. "$here/source.sh"
linker=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld | head -n 1)
[ -n "$linker" ] || { echo "this machine's Rust has no rust-lld" >&2; exit 1; }
runs wasm32-cc "$linker"
command -v node > /dev/null || { echo "node is not installed" >&2; exit 1; }
runs wasm32-run node "$here/wasm/run.mjs"
compiled wasm32-unknown-unknown std,panic_abort
