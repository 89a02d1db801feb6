//! Deadlines of calls that may wait.

use std::time::Duration;

use super::{Os, guard};
use crate::error::{Error, ErrorCode};

/// When a call gives up waiting, as a reading of the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<u64>);

impl Deadline {
    pub const NEVER: Deadline = Deadline(None);

    /// A deadline that has always passed.
    pub const PASSED: Deadline = Deadline(Some(0));

    pub fn after<S: Os>(time: Duration) -> Self {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self(Some(S::monotonic_ns().saturating_add(ns)))
    }

    pub fn min(self, other: Self) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Self(Some(a.min(b))),
            (a, b) => Self(a.or(b)),
        }
    }

    pub fn has_passed<S: Os>(self) -> bool {
        self.0.is_some_and(|until| S::monotonic_ns() >= until)
    }

    /// Sleeps for `time`, or until the deadline if that is sooner.
    pub fn sleep<S: Os>(self, time: Duration) {
        let left = self.0.map(|until| until.saturating_sub(S::monotonic_ns()));
        S::sleep(left.map_or(time, |left| time.min(Duration::from_nanos(left))));
    }

    /// Why a signal handler cannot wait for the call that it interrupts: the deadline will pass
    /// first, or without one, the handler would wait forever.
    pub fn would_deadlock(self) -> Error {
        match self.0 {
            Some(_) => TIMED_OUT,
            None => Error::new(ErrorCode::CounterExhausted),
        }
    }
}

/// The error of a wait that a deadline ended. A call with a timeout then returns `None`.
pub const TIMED_OUT: Error = Error::about(ErrorCode::CounterExhausted, "timeout");

pub struct CallDeadlines {
    pub caller: Deadline,
    /// The rest of the time that the call may wait for files.
    file_time: Duration,
    /// When an expired lease becomes an error. Set when the call first finds it expired.
    lease: Option<Deadline>,
}

impl CallDeadlines {
    /// The maximum time that a call waits for a file, its locks, and other threads that wait for
    /// them.
    pub const MAX_FILE_TIME: Duration = Duration::from_secs(3);

    pub const fn until(caller: Deadline) -> Self {
        Self {
            caller,
            file_time: Self::MAX_FILE_TIME,
            lease: None,
        }
    }

    /// The deadline for an expired lease: `time` after the first call of this function.
    pub fn for_lease<S: Os>(&mut self, time: Duration) -> Deadline {
        let deadline = self.lease.unwrap_or_else(|| Deadline::after::<S>(time));
        self.lease = Some(deadline);
        deadline
    }

    /// Calls `wait`, which may wait for a file, with a deadline that respects `MAX_FILE_TIME` in
    /// total.
    pub fn limit_file_time<S: Os, R>(&mut self, wait: impl FnOnce(Deadline) -> R) -> R {
        if !guard!(FilePatience) {
            return wait(self.caller);
        }
        let (left, began) = (self.file_time, S::monotonic_ns());
        let done = wait(self.caller.min(Deadline::after::<S>(left)));
        let took = Duration::from_nanos(S::monotonic_ns().saturating_sub(began));
        self.file_time = left.saturating_sub(took);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::S;

    #[test]
    fn min_returns_the_earlier_deadline() {
        let (passed, later) = (
            Deadline::PASSED,
            Deadline::after::<S>(Duration::from_secs(3600)),
        );
        for (a, b) in [(passed, later), (passed, Deadline::NEVER)] {
            assert!(a.min(b).has_passed::<S>() && b.min(a).has_passed::<S>());
        }
        assert!(!later.min(Deadline::NEVER).has_passed::<S>());
    }

    #[test]
    fn waits_for_files_share_one_time() {
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        let mut total = Duration::ZERO;
        for time in [1, 2, 3].map(Duration::from_millis) {
            deadlines.limit_file_time::<S, _>(|_| S::sleep(time));
            total += time;
            assert!(deadlines.file_time <= CallDeadlines::MAX_FILE_TIME - total);
        }
    }
}
