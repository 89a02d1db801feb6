//! The suite's driver for Rust without standard input or an operating system: `run.mjs` passes it
//! each line.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
