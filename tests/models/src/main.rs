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

#[path = "../../../core/src/codec/mod.rs"]
mod codec;
#[path = "../../../core/src/convert.rs"]
mod convert;
#[path = "../../../core/src/error.rs"]
mod error;
#[path = "../../../core/src/formats/mod.rs"]
mod formats;
#[path = "../../../core/src/fraction.rs"]
mod fraction;
#[path = "../../../core/src/generator/mod.rs"]
mod generator;
#[path = "../../../core/src/id.rs"]
mod id;
#[path = "../../../core/src/inspect.rs"]
mod inspect;
#[path = "../../../core/src/layout.rs"]
mod layout;
#[path = "../../../core/src/node.rs"]
mod node;
#[path = "../../../core/src/options.rs"]
mod options;
#[path = "../../../core/src/process/mod.rs"]
mod process;
#[path = "../../../core/src/range.rs"]
mod range;
#[path = "../../../core/src/store/mod.rs"]
mod store;
#[path = "../../../core/src/stream.rs"]
mod stream;
#[path = "../../../core/src/text.rs"]
mod text;
#[path = "../../../core/src/time.rs"]
mod time;
#[path = "../../../core/src/typed.rs"]
mod typed;
#[path = "../../../core/src/value.rs"]
mod value;
#[path = "../../../core/src/world.rs"]
mod world;

mod args;
mod loomed;
mod models;
mod report;
mod sites;

/// Which world this is: see `core/src/world.rs`.
use loomed::Loomed as Here;

pub use codec::Form;
pub use error::{Error, ErrorCode};
pub use formats::*;
pub use generator::{new, new_within};
pub use id::{Bytes, Id};
pub use options::{ClockSource, Options};
pub use text::Text;
pub use time::Timestamp;
pub use typed::{Target, TypedId};

fn main() -> std::process::ExitCode {
    match args::read() {
        Ok(asked) => report::answer(asked),
        Err(error) => {
            eprintln!("sortid-models: {error}");
            std::process::ExitCode::from(2)
        }
    }
}
