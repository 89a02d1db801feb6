//! Generators: one algorithm for every format, shared by threads, safe across `fork`.
//!
//! The crate `sortid-engine` has the algorithm. Here is what knows formats and options.

use sortid_engine::call;

use crate::Sys;
use crate::sys::Os;

type Engine = call::Engine<Sys>;
type AtomicU64 = <Sys as Os>::AtomicU64;

mod api;
mod environment;
mod example;
mod outlined;
pub mod plans;
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

pub use api::{Generator, Reseed, in_one_process, reseed};
pub use sortid_engine::status::{NodeOrigin, Status};
#[cfg(feature = "testing")]
pub use testing::{Settings, TestClock};

with_clock! {
    pub use system_clock::*;
}
