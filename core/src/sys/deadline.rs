//! Deadlines of calls that may wait.

use std::time::Duration;

use super::{Os, Sys};
use crate::error::{Error, ErrorCode};

/// When a call gives up waiting, as a reading of the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<u64>);

impl Deadline {
    pub(crate) const NEVER: Deadline = Deadline(None);

    /// A deadline that has always passed.
    pub(crate) const PASSED: Deadline = Deadline(Some(0));

    /// A deadline at this time from now.
    pub(crate) fn after(time: Duration) -> Self {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self(Some(Sys::monotonic_ns().saturating_add(ns)))
    }

    /// The earlier of two deadlines.
    pub(crate) fn min(self, other: Self) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Self(Some(a.min(b))),
            (a, b) => Self(a.or(b)),
        }
    }

    pub(crate) fn has_passed(self) -> bool {
        self.0.is_some_and(|until| Sys::monotonic_ns() >= until)
    }

    /// Sleeps for `time`, or until the deadline if that is sooner.
    pub(crate) fn sleep(self, time: Duration) {
        let left = self
            .0
            .map(|until| until.saturating_sub(Sys::monotonic_ns()));
        Sys::sleep(left.map_or(time, |left| time.min(Duration::from_nanos(left))));
    }

    /// Why a signal handler cannot wait for the call that it interrupts: the deadline will pass
    /// first, or without one, the handler would wait forever.
    pub(crate) fn would_deadlock(self) -> Stopped {
        match self.0 {
            Some(_) => Stopped::TimedOut,
            None => Error::new(ErrorCode::CounterExhausted).into(),
        }
    }
}

/// The result of a call with a deadline.
pub(crate) type Timed<T> = Result<T, Stopped>;

/// Why a call with a deadline has no result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stopped {
    TimedOut,
    Failed(Error),
}

impl From<Error> for Stopped {
    #[inline(always)]
    fn from(error: Error) -> Self {
        Stopped::Failed(error)
    }
}

/// Returns `None` for a call that timed out.
pub(crate) fn unless_timed_out<T>(result: Timed<T>) -> Result<Option<T>, Error> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Stopped::TimedOut) => Ok(None),
        Err(Stopped::Failed(error)) => Err(error),
    }
}
