//! Models of the lock: `core/engine/src/sys/lock.rs`.

use std::time::Duration;

use super::{Model, bounded, whole};
use crate::Sys;
use crate::model_os::{Thread, fork, spawn};
use crate::pair::{Pair, assert_lock_fails, pair, unless_timed_out};
use crate::sys::Deadline;
use crate::sys::lock::LockGuard;
use crate::sys::process::{self, Generation};
use sortid_reliability_common::product::ErrorCode;

pub(super) const MODELS: &[Model] = &[
    whole("one holder at a time", one_at_a_time),
    // With two preemptions, loom also runs endless schedules: two threads wait in turns, and the
    // holder never runs. The random schedules go further.
    bounded("three threads take turns", from_hand_to_hand, 1, 1),
    whole("a lock attempt without timeout", without_timeout),
    bounded(
        "a child takes over a lock held at the fork",
        left_behind,
        3,
        4,
    ),
    whole("a child of a handler does not take over", left_by_handler),
    bounded(
        "nor if two threads started at once",
        left_by_handler_soon,
        2,
        3,
    ),
];

fn held(lock: &Pair, generation: Generation) -> LockGuard<'_, Sys, (u64, u64)> {
    let held = lock.lock(generation, Deadline::NEVER);
    held.expect("no handler")
}

fn add(mut held: LockGuard<'_, Sys, (u64, u64)>) {
    held.0 += 1;
    let first = held.0;
    held.1 += 1;
    assert_eq!(held.1, first);
}

fn adding(lock: &Pair, generation: Generation, times: u64) -> Thread<()> {
    let lock = lock.clone();
    spawn(move || (0..times).for_each(|_| add(held(&lock, generation))))
}

fn one_at_a_time() {
    let (lock, generation) = (pair(), process::generation::<Sys>());
    let other = adding(&lock, generation, 1);
    add(held(&lock, generation));
    other.join().expect("joined");
    assert_eq!(*held(&lock, generation), (2, 2));
}

fn from_hand_to_hand() {
    let (lock, generation) = (pair(), process::generation::<Sys>());
    let others = [1, 1].map(|times| adding(&lock, generation, times));
    add(held(&lock, generation));
    for other in others {
        other.join().expect("joined");
    }
    assert_eq!(*held(&lock, generation), (3, 3));
}

fn without_timeout() {
    let (lock, generation) = (pair(), process::generation::<Sys>());
    let other = adding(&lock, generation, 1);
    let deadline = Deadline::after::<Sys>(Duration::ZERO);
    let try_lock = || unless_timed_out(lock.lock(generation, deadline));
    let mut added = 1;
    if let Some(held) = try_lock() {
        add(held);
        added += 1;
    }
    other.join().expect("joined");
    let first = held(&lock, generation);
    assert_eq!(*first, (added, added));
    // A signal handler that interrupts this thread now.
    assert!(try_lock().is_none());
    assert_lock_fails(&lock, Deadline::NEVER, ErrorCode::CounterExhausted);
}

fn left_behind() {
    let (lock, generation) = (pair(), process::generation::<Sys>());
    let theirs = lock.clone();
    let parents = spawn(move || {
        let mut held = held(&theirs, generation);
        held.0 += 1;
        // Still locked at the time of the fork.
        std::mem::forget(held);
    });
    parents.join().expect("joined");
    let child = fork(move || {
        let take = |lock: &Pair| {
            let mut held = held(lock, process::generation::<Sys>());
            if held.is_taken_over {
                assert_eq!(*held, (1, 0));
                held.1 = 1;
            }
            let is_taken_over = held.is_taken_over;
            add(held);
            is_taken_over
        };
        let theirs = lock.clone();
        let other = spawn(move || take(&theirs));
        let taken_over = [take(&lock), other.join().expect("joined")];
        assert_eq!(taken_over.iter().filter(|&&taken| taken).count(), 1);
        assert_eq!(*held(&lock, process::generation::<Sys>()), (3, 3));
    });
    child.join().expect("joined");
}

fn left_by_handler() {
    process::generation::<Sys>();
    forked_in_handler();
}

/// Threads that start at the same time must not be mistaken for forked ones.
fn left_by_handler_soon() {
    let other = spawn(process::generation::<Sys>);
    process::generation::<Sys>();
    other.join().expect("joined");
    forked_in_handler();
}

fn forked_in_handler() {
    let (lock, generation) = (pair(), process::generation::<Sys>());
    let interrupted = held(&lock, generation);
    let theirs = lock.clone();
    let child = fork(move || {
        assert_lock_fails(&theirs, Deadline::PASSED, ErrorCode::ForkedGenerator);
        let beside = spawn(move || {
            let held = theirs.lock(process::generation::<Sys>(), Deadline::PASSED);
            assert!(unless_timed_out(held).is_none());
        });
        beside.join().expect("joined");
    });
    child.join().expect("joined");
    drop(interrupted);
}
