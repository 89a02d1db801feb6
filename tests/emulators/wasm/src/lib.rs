//! The suite's driver for Rust without standard input or an operating system, for `run.mjs`.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
