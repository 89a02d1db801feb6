//! A world of `loom`'s: see `core/src/world.rs`.
//!
//! All of an execution runs on one thread of the system; what is kept beside `loom`'s own objects is not seen by it, and never tells one thread what
//! another one did, but where a system call would.

mod execution;
mod files;
mod guarded;
mod memory;
mod seam;
mod threads;
mod word;

pub(crate) use execution::{leave_out, run, same_entropy};
pub(crate) use files::mark_on_disk;
pub(crate) use seam::Loomed;
pub(crate) use threads::{Process, Thread, Time, fork, set_time, spawn, time};
