//! The core's own sources under long schedules that `shuttle` draws: more threads and processes, and more of what they do, than `sortid-models` can try
//! in every order. Memory is never late here.
//!
//! `sortid-schedules` runs all models, then leaves out each guard that they must miss; `--deep` draws fifty times as many schedules. `--model NAME` runs
//! one, `--seed N` draws others, `--without GUARD` breaks it, `--replay SCHEDULE` runs it once, as it failed.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    unexpected_cfgs,
    unused_imports,
    reason = "the core's sources, compiled for a part of what they do"
)]

include!("../../engine.rs");

mod apart;
#[path = "checker/shuttle.rs"]
mod checker;
mod ids;
mod long;
mod modelled;

/// Which world this is: see `core/src/world.rs`.
use modelled::Modelled as Here;

fn main() -> std::process::ExitCode {
    match long::run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sortid-schedules: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
