//! The generator and the state file on a simulated operating system.
//!
//! [`sim`] is the operating system (`core/engine/src/sys/mod.rs` is the interface) for the crate
//! `sortid-engine`, which contains the generators. One native thread runs one simulation. Simulated
//! threads are coroutines, and every system call may switch to another one. All decisions follow
//! from a seed, so the same seed repeats the same run.
//!
//! - `sim`: the operating system: clocks, memory, processes, files and locks. `sim/events.rs`
//!   injects events.
//! - `program`: the programs that use generators.
//! - `check`: the checker, which knows the guarantees but not their implementation.
//! - `conformance`: small programs whose results must be the same on a real system.
//! - [`shrink`] reduces a failing run, [`sabotage`] disables the core's guards one by one.

// The coroutines do not support s390x, which only runs the native half of the conformance programs.
#![cfg(not(target_arch = "s390x"))]
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "the protocol's sources are compiled unchanged, and only partly used"
)]

// The protocol's sources import the library by this name.
extern crate self as sortid;

pub mod campaign;
mod check;
#[path = "conformance/simulated.rs"]
pub mod conformance_platform;
#[path = "conformance/programs.rs"]
mod conformance_programs;
pub mod focus;
mod lease;
mod leasing;
mod program;
pub mod run;
pub mod sabotage;
pub mod shrink;
mod sim;

use sim::os::Sim as Sys;
use sortid_engine::sys;

pub use sortid_reliability_common::product::{Error, ErrorCode, Format, Options, options};
