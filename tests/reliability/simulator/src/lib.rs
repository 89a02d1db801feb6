//! The generator and the state file, compiled a second time, in a world that is drawn from a seed. See `main.rs`.

// Coroutines are not to be had everywhere; the real half of `worlds/` is.
#![cfg(not(target_arch = "s390x"))]
#![allow(
    dead_code,
    unexpected_cfgs,
    missing_docs,
    unused_imports,
    unreachable_pub,
    reason = "the core's sources are compiled as they are, and not all of them is used"
)]

include!("../../engine.rs");

use sim::seam::Sim as Here;

pub mod about;
pub mod campaign;
mod check;
#[path = "worlds/sim.rs"]
pub mod harness;
mod program;
#[path = "worlds/programs.rs"]
mod programs;
pub mod run;
pub mod sabotage;
pub mod shrink;
mod sim;
