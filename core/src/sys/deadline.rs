//! Deadlines of calls that may wait.

use std::time::Duration;

use super::{Os, Sys, guard};
use crate::error::{Error, ErrorCode};

/// When a call gives up waiting, as a reading of the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<u64>);

impl Deadline {
    pub(crate) const NEVER: Deadline = Deadline(None);

    /// A deadline that has always passed.
    pub(crate) const PASSED: Deadline = Deadline(Some(0));

    pub(crate) fn after(time: Duration) -> Self {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self(Some(Sys::monotonic_ns().saturating_add(ns)))
    }

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

/// The result of a call without a deadline, which never times out.
pub(crate) fn untimed<T>(result: Timed<T>) -> Result<T, Error> {
    result.map_err(|stopped| match stopped {
        Stopped::TimedOut => Error::new(ErrorCode::CounterExhausted),
        Stopped::Failed(error) => error,
    })
}

pub(crate) struct CallDeadlines {
    pub(crate) caller: Deadline,
    /// The rest of the time that the call may wait for files.
    file_time: Duration,
    /// When an expired lease becomes an error. Set when the call first finds it expired.
    lease: Option<Deadline>,
}

impl CallDeadlines {
    /// The maximum time that a call waits for a file, its locks, and other threads that wait for
    /// them.
    pub(crate) const MAX_FILE_TIME: Duration = Duration::from_secs(3);

    pub(crate) const fn until(caller: Deadline) -> Self {
        Self {
            caller,
            file_time: Self::MAX_FILE_TIME,
            lease: None,
        }
    }

    /// The deadline for an expired lease: `time` after the first call of this function.
    pub(crate) fn for_lease(&mut self, time: Duration) -> Deadline {
        let deadline = self.lease.unwrap_or_else(|| Deadline::after(time));
        self.lease = Some(deadline);
        deadline
    }

    /// Calls `wait`, which may wait for a file, with a deadline that respects `MAX_FILE_TIME` in
    /// total.
    pub(crate) fn limit_file_time<R>(&mut self, wait: impl FnOnce(Deadline) -> R) -> R {
        if !guard!(FilePatience) {
            return wait(self.caller);
        }
        let (left, began) = (self.file_time, Sys::monotonic_ns());
        let done = wait(self.caller.min(Deadline::after(left)));
        let took = Duration::from_nanos(Sys::monotonic_ns().saturating_sub(began));
        self.file_time = left.saturating_sub(took);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn min_returns_the_earlier_deadline() {
        let (passed, later) = (Deadline::PASSED, Deadline::after(Duration::from_secs(3600)));
        for (a, b) in [(passed, later), (passed, Deadline::NEVER)] {
            assert!(a.min(b).has_passed() && b.min(a).has_passed());
        }
        assert!(!later.min(Deadline::NEVER).has_passed());
    }

    #[test]
    fn waits_for_files_share_one_time() {
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        let mut total = Duration::ZERO;
        for time in [1, 2, 3].map(Duration::from_millis) {
            deadlines.limit_file_time(|_| Sys::sleep(time));
            total += time;
            assert!(deadlines.file_time <= CallDeadlines::MAX_FILE_TIME - total);
        }
    }
}
