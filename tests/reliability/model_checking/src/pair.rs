//! A lock around two numbers that are equal whenever the lock is free.

use std::sync::Arc;

use crate::ErrorCode;
use crate::sys::deadline::{Deadline, Stopped, Timed};
use crate::sys::lock::Lock;
use crate::sys::process::{self, Generation};

pub(crate) type Pair = Arc<Lock<(u64, u64)>>;

pub(crate) fn pair() -> Pair {
    Arc::new(Lock::new((0, 0)))
}

/// Checks that locking fails with this error.
pub(crate) fn assert_lock_fails(lock: &Pair, deadline: Deadline, expected: ErrorCode) {
    match lock.lock(process::generation(), deadline).err() {
        Some(Stopped::Failed(error)) => assert_eq!(error.code(), expected),
        other => panic!("{other:?}"),
    }
}

/// The result of an attempt, `None` if it timed out.
pub(crate) fn unless_timed_out<T>(result: Timed<T>) -> Option<T> {
    match result {
        Ok(done) => Some(done),
        Err(Stopped::TimedOut) => None,
        Err(Stopped::Failed(error)) => panic!("{error}"),
    }
}
