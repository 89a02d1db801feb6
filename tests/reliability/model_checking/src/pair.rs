//! A lock around two numbers that are equal whenever the lock is free.

use std::sync::Arc;

use crate::ErrorCode;
use crate::process::lock::{Lock, Patience};
use crate::process::{self, Generation};

pub(crate) type Pair = Arc<Lock<(u64, u64)>>;

pub(crate) fn pair() -> Pair {
    Arc::new(Lock::new((0, 0)))
}

/// Checks that locking fails with this error.
pub(crate) fn assert_lock_fails(lock: &Pair, patience: Patience, expected: ErrorCode) {
    let error = lock.lock(process::generation(), patience).err();
    assert_eq!(error.map(|error| error.code()), Some(expected));
}
