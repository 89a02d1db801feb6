//! The operating system for the checkers, see `core/engine/src/sys/mod.rs`.
//!
//! An execution runs on one native thread. The checkers only observe their own objects; other state
//! never carries information between threads, except as a system call would.

mod execution;
mod files;
mod guarded;
mod memory;
mod os;
mod threads;
mod word;

pub(crate) use execution::{leave_out, may_be_copied, run, same_entropy};
pub(crate) use files::{lose_locks, lose_node_locks, mark_on_disk};
pub(crate) use os::ModelOs;
pub(crate) use threads::{Process, Thread, Time, fork, join_all, set_time, spawn, time};
pub(crate) use word::Role;
