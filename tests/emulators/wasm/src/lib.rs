//! The suite's driver for Rust where there is neither standard input nor a system: `run.mjs` hands it one line after the other.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
