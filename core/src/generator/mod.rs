//! Generators: one algorithm for every format, shared by threads, safe across `fork`.
//!
//! The path of a call: `api` or `defaults` → `call` (locks, waits, files) → `clock_cache` and `run`
//! (ids without a clock read) or `state` (the algorithm). See `docs/generator.md`.

mod api;
mod call;
mod clock_cache;
#[cfg(any(
    feature = "js",
    sortid_clock = "host",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
mod defaults;
mod file_position;
#[cfg(any(
    feature = "js",
    sortid_clock = "host",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
mod fill;
mod hot_layout;
mod identity;
#[cfg(feature = "lease")]
mod lease_file;
mod permutation;
mod plan;
mod position_codec;
mod request;
mod run;
mod state;
#[cfg_attr(
    not(feature = "testing"),
    allow(dead_code, unreachable_pub, reason = "only tests begin a scope")
)]
mod testing;
mod ticks;

pub use api::{Generator, Reseed, Status, in_one_process, reseed};
#[cfg(any(
    feature = "js",
    sortid_clock = "host",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub(crate) use defaults::new_at;
#[cfg(any(
    feature = "js",
    sortid_clock = "host",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub use defaults::{default_generator, new, new_id, new_id_at, new_of, new_of_within, new_within};
#[cfg(any(
    feature = "js",
    sortid_clock = "host",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub use fill::{Filled, Ids};
#[cfg(feature = "lease")]
pub use lease_file::{LeaseFile, Leased, Stretch, read_lease, retire};
#[cfg(feature = "testing")]
pub use testing::{Settings, TestClock};
