//! What a call waits for, without the lock: the clock, and a state file.

use std::time::Duration;

use super::Engine;
use crate::error::{Error, ErrorCode};
use crate::generator::ask::No;
use crate::sys::deadline::{CallDeadlines, unless_timed_out};
use crate::sys::process::Generation;
use crate::sys::{Os, Sys, cov_mark};
use crate::time::Timestamp;

/// A sleep is late by about this much; what is shorter is spun.
const SHORT_WAIT: Duration = Duration::from_micros(100);

/// A clock that is set forward meanwhile is noticed this soon.
const LONG_WAIT: Duration = Duration::from_millis(50);

/// How soon a lease that was renewed meanwhile is noticed.
const LEASE_PAUSE: Duration = Duration::from_millis(10);

impl Engine {
    /// Does what must be done before there is an id, by who has no lock; `false` where the patience is over before.
    #[cold]
    pub(super) fn make_way(
        &self,
        no: No,
        generation: Generation,
        waiting: &mut CallDeadlines,
    ) -> Result<bool, Error> {
        match (no, &self.store) {
            (No::Refused(error), _) => return Err(error),
            (No::Wait(_), _) if !Sys::can_wait() => {
                return Err(Error::new(ErrorCode::CounterExhausted));
            }
            (No::Wait(_), _) if waiting.caller.has_passed() => return Ok(false),
            (No::Wait(until), _) => wait_for(until),
            (No::Reserve(_), Some(store)) if store.must_rejoin(generation) => {
                return self.joined_again(store, generation, waiting);
            }
            (No::Reserve(ahead), Some(store)) => {
                return match unless_timed_out(store.reserve(generation, waiting, ahead)) {
                    Err(error) if error.code() == ErrorCode::LeaseExpired => {
                        self.wait_for_lease(error, waiting)
                    }
                    reserved => Ok(reserved?.is_some()),
                };
            }
            (No::Turn, Some(store)) => {
                let Some(grant) = unless_timed_out(store.current_lease(generation, waiting))?
                else {
                    return Ok(false);
                };
                let Some(mut state) = self.settled(generation, waiting.caller)? else {
                    return Ok(false);
                };
                state.turn_to(&self.plan, &grant);
            }
            (No::Reserve(_) | No::Turn, None) | (No::Overtaken, _) => {}
        }
        Ok(true)
    }
}

impl Engine {
    /// Waits for the keeper of a lease that has run out, as long as may be; then that is the error.
    fn wait_for_lease(&self, error: Error, waiting: &mut CallDeadlines) -> Result<bool, Error> {
        cov_mark!(Unleased);
        let for_lease = waiting.for_lease(self.plan.policy.lease_patience);
        match (for_lease.has_passed(), waiting.caller.has_passed()) {
            (true, _) => Err(error),
            (false, true) => Ok(false),
            (false, false) => {
                for_lease.min(waiting.caller).sleep(LEASE_PAUSE);
                Ok(true)
            }
        }
    }
}

/// Sleeps until the clock should read this, or for a part of that: the caller looks again.
#[cold]
fn wait_for(until: Timestamp) {
    loop {
        let left = until.unix_ns() - Sys::now().unix_ns();
        let Ok(left) = u64::try_from(left).map(Duration::from_nanos) else {
            return;
        };
        if left > SHORT_WAIT {
            return Sys::sleep((left - SHORT_WAIT / 2).min(LONG_WAIT));
        }
        Sys::spin();
    }
}
