//! The core's own sources in a world of `loom`'s: every order in which threads may run, and every value that the memory may show them.
//!
//! `sortid-models` checks all models, then weakens each ordering of the core in turn and asks which model fails; with `--deep` threads are switched
//! more often. `--model NAME` runs one, `--weaken SITE` and `--without GUARD` break it.
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
mod args;
#[path = "checker/loom.rs"]
mod checker;
mod ids;
mod modelled;
mod models;
mod report;
mod sites;

/// Which world this is: see `core/src/world.rs`.
use modelled::Modelled as Here;

fn main() -> std::process::ExitCode {
    match args::read() {
        Ok(asked) => report::answer(asked),
        Err(error) => {
            eprintln!("sortid-models: {error}");
            std::process::ExitCode::from(2)
        }
    }
}
