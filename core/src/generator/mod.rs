//! Generators: one algorithm for every format, shared by threads, safe across `fork`.
//!
//! The path of a call: `system_clock` → `call` (locks, waits, files) → `clock_cache` and `run` (ids
//! without a clock read) or `state` (the algorithm). See `docs/generator.md`.

mod api;
mod call;
mod clock_cache;
mod environment;
mod example;
mod file_position;
mod hot_layout;
mod identity;
#[cfg(feature = "lease")]
mod lease_file;
mod nodes;
mod permutation;
mod plan;
mod plans;
mod position_codec;
mod run;
mod state;
mod status;
#[cfg(any(
    feature = "js",
    sortid_clock = "host",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
mod system_clock;
#[cfg_attr(
    not(feature = "testing"),
    allow(dead_code, unreachable_pub, reason = "only tests begin a scope")
)]
mod testing;
mod ticks;

pub use api::{Generator, Reseed, in_one_process, reseed};
#[cfg(feature = "lease")]
pub use lease_file::{LeaseFile, Leased, Stretch, read_lease, retire};
pub use status::{NodeOrigin, Status};
#[cfg(any(
    feature = "js",
    sortid_clock = "host",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub use system_clock::*;
#[cfg(feature = "testing")]
pub use testing::{Settings, TestClock};
