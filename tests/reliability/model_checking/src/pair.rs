//! A lock around two numbers that are equal whenever the lock is free.

use std::sync::Arc;

use crate::Sys;
use crate::sys::deadline::{Deadline, TIMED_OUT};
use crate::sys::lock::Lock;
use crate::sys::process::{self, Generation};
use sortid_engine::error::{Error, ErrorCode};

pub(crate) type Pair = Arc<Lock<Sys, (u64, u64)>>;

pub(crate) fn pair() -> Pair {
    Arc::new(Lock::new((0, 0)))
}

/// Checks that locking fails with this error.
pub(crate) fn assert_lock_fails(lock: &Pair, deadline: Deadline, expected: ErrorCode) {
    let error = lock.lock(process::generation::<Sys>(), deadline).err();
    assert_eq!(error.map(|error| error.code()), Some(expected));
}

/// The result of an attempt, `None` if it timed out.
pub(crate) fn unless_timed_out<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Ok(done) => Some(done),
        Err(TIMED_OUT) => None,
        Err(error) => panic!("{error:?}"),
    }
}
