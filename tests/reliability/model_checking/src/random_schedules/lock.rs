//! Models of the lock with many threads: `core/engine/src/sys/lock.rs`.

use std::time::Duration;

use super::Model;
use crate::Sys;
use crate::model_os::{Thread, fork, spawn};
use crate::pair::{Pair, assert_lock_fails, pair, unless_timed_out};
use crate::sys::lock::LockGuard;
use crate::sys::{Deadline, process};
use sortid_reliability_common::product::ErrorCode;

pub(super) const MODELS: &[Model] = &[
    Model {
        name: "many threads take many turns",
        run: many_turns,
        schedules: 500,
    },
    Model {
        name: "waits with and without timeouts",
        run: timeouts,
        schedules: 500,
    },
    Model {
        name: "nested forks while the lock is in use",
        run: descendants,
        schedules: 500,
    },
    Model {
        name: "a fork in a handler while others lock",
        run: handlers_child,
        schedules: 500,
    },
];

fn held(lock: &Pair, deadline: Deadline) -> Option<LockGuard<'_, Sys, (u64, u64)>> {
    let held = lock.lock(process::generation::<Sys>(), deadline);
    unless_timed_out(held)
}

/// Increments both numbers. Returns whether the lock was taken over from a forking thread.
fn add(mut held: LockGuard<'_, Sys, (u64, u64)>) -> bool {
    if held.is_taken_over {
        held.1 = held.0;
    }
    let is_taken_over = held.is_taken_over;
    assert_eq!(held.0, held.1);
    held.0 += 1;
    held.1 += 1;
    is_taken_over
}

/// Locks `times` times. Returns how often it succeeded.
fn turns(lock: &Pair, times: u64, deadline: fn() -> Deadline) -> u64 {
    let taken = (0..times).filter_map(|_| held(lock, deadline()).map(add));
    taken.count() as u64
}

fn turning(lock: &Pair, times: u64, deadline: fn() -> Deadline) -> Thread<u64> {
    let lock = lock.clone();
    spawn(move || turns(&lock, times, deadline))
}

fn joined(threads: impl IntoIterator<Item = Thread<u64>>) -> u64 {
    let counts = threads
        .into_iter()
        .map(|thread| thread.join().expect("joined"));
    counts.sum()
}

fn never() -> Deadline {
    Deadline::NEVER
}

fn short() -> Deadline {
    Deadline::after::<Sys>(Duration::from_micros(70))
}

fn passed() -> Deadline {
    Deadline::PASSED
}

fn assert_count(lock: &Pair, count: u64) {
    assert_eq!(*held(lock, never()).expect("no timeout"), (count, count));
}

fn many_turns() {
    let lock = pair();
    let others = [8; 4].map(|times| turning(&lock, times, never));
    let mine = turns(&lock, 8, never);
    assert_eq!(mine + joined(others), 40);
    assert_count(&lock, 40);
}

fn timeouts() {
    let lock = pair();
    let others = [never, short, passed, short].map(|deadline| turning(&lock, 8, deadline));
    let mine = turns(&lock, 8, never);
    let count = mine + joined(others);
    assert!(count >= 16);
    assert_count(&lock, count);
}

/// Forks while other threads use the lock. The child uses its copy of it.
fn generations(lock: &Pair, left: u32) {
    let others = [4; 2].map(|times| turning(lock, times, never));
    let child = (left > 0).then(|| {
        let lock = lock.clone();
        fork(move || generations(&lock, left - 1))
    });
    turns(lock, 4, never);
    joined(others);
    if let Some(child) = child {
        child.join().expect("joined");
    }
    let held = held(lock, never()).expect("no timeout");
    assert_eq!(held.0, held.1);
    let generation = process::generation::<Sys>();
    assert!(process::is_current::<Sys>(generation));
}

fn descendants() {
    generations(&pair(), 3);
}

/// A child that is forked during a call cannot use the lock until that call returns, and neither
/// can its other threads.
fn handlers_child() {
    let lock = pair();
    process::generation::<Sys>();
    let others = [4; 2].map(|times| turning(&lock, times, never));
    let interrupted = held(&lock, never()).expect("no timeout");
    let theirs = lock.clone();
    let child = fork(move || {
        assert_lock_fails(&theirs, Deadline::PASSED, ErrorCode::ForkedGenerator);
        let beside = [4; 2].map(|times| turning(&theirs, times, short));
        assert_eq!(joined(beside), 0);
    });
    // A signal handler of this thread.
    assert_lock_fails(&lock, Deadline::NEVER, ErrorCode::CounterExhausted);
    assert!(held(&lock, short()).is_none());
    drop(interrupted);
    child.join().expect("joined");
    assert_count(&lock, joined(others));
}
