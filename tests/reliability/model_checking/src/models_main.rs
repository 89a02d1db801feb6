//! Model checking of the core's concurrency with `loom`: all orders of a few threads, and all
//! values that weakly ordered memory may return.
//!
//! `models` checks all models, then weakens each memory ordering of the core and disables each
//! guard in turn: a model must fail.

#![allow(
    dead_code,
    unused_imports,
    reason = "each program uses a part of the shared modules"
)]

include!("shared_modules.rs");

#[path = "checker/loom.rs"]
mod checker;
mod models;
mod orderings;
mod run;

fn main() -> std::process::ExitCode {
    run::main()
}
