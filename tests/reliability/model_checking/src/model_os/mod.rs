//! A world for checkers, which say in what order its threads run: see `core/src/world.rs`.
//!
//! All of an execution runs on one thread of the system; what is kept beside the checker's own objects is not seen by it, and never tells one thread what
//! another one did, but where a system call would.

mod execution;
mod files;
mod guarded;
mod memory;
mod os;
mod threads;
mod word;

pub(crate) use execution::{leave_out, run, same_entropy};
pub(crate) use files::mark_on_disk;
pub(crate) use os::ModelOs;
pub(crate) use threads::{Process, Thread, Time, fork, join_all, set_time, spawn, time};
pub(crate) use word::Role;
