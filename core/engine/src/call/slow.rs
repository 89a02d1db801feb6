//! The slow path: calls that wait, and what follows a fork or a reseed.

use std::ffi::CStr;
use std::marker::PhantomData;
use std::time::Duration;

use super::{Engine, Issued, Own, StateGuard};
use crate::claim;
use crate::clock_cache;
use crate::error::{Error, ErrorCode};
use crate::identity::{ASSIGNED, draw_session_data};
use crate::run::{Batch, Blocked};
use crate::state::State;
use crate::status::{NodeOrigin, Status};
use crate::store::StateFile;
use crate::sys::deadline::{CallDeadlines, TIMED_OUT};
use crate::sys::entropy::{self, Entropy};
use crate::sys::process::{self, Generation};
use crate::sys::{Deadline, Os, cov_mark};
use crate::time::{Tick, UnixTime};

/// Typical sleep overshoot. Shorter waits spin.
const SPIN_TIME: Duration = Duration::from_micros(100);

/// The longest sleep: how late a call notices that the clock was set forward.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

/// How late a call notices that an expired lease was renewed.
const LEASE_PAUSE: Duration = Duration::from_millis(10);

impl<S: Os> Engine<S> {
    /// Issues the next id, greater than all ids of the tick `after`.
    pub fn next_slow(&self, after: Option<Tick>, deadline: Deadline) -> Result<Issued, Error> {
        let issued = self.issue_unblocked(deadline, |state, given_time| {
            self.read_clock_and_issue(state, after, given_time)
        });
        let (state, generation, bits) = issued?;
        let issued = self.finish(state, generation, bits)?;
        clock_cache::measure_if_due::<S>(&self.plan.hot, generation);
        Ok(issued)
    }

    /// Issues the next id for a clock that reads `time`.
    pub fn next_manual(&self, time: UnixTime, after: Option<Tick>) -> Result<Issued, Error> {
        self.plan.expect_manual_clock()?;
        if S::has_clock() {
            entropy::expire_keys::<S>(S::now());
        }
        let issued = self.issue_unblocked(Deadline::NEVER, |state, _| {
            self.issue_run(state, time, after, Batch::Ids(1))
        });
        let (state, generation, mut run) = issued?;
        let bits = run.pop(&self.plan.hot).unwrap_or_default();
        self.finish(state, generation, bits)
    }

    /// Calls `issue` with the locked state, until nothing blocks it, and with the time of the clock
    /// in place of the system's. Returns its result with the locked state.
    pub(super) fn issue_unblocked<R>(
        &self,
        deadline: Deadline,
        issue: impl Fn(&mut State<S>, Option<UnixTime>) -> Result<R, Blocked>,
    ) -> Result<(StateGuard<'_, S>, Generation, R), Error> {
        let mut deadlines = CallDeadlines::until(deadline);
        loop {
            let given_time = self.given_time()?;
            let (mut state, generation) = self.lock_ready(&mut deadlines)?;
            if let Some(file) = self.file().filter(|_| self.plan.policy.is_unmapped) {
                drop(state);
                let issue = |state: &mut State<S>| issue(state, given_time);
                match self.issue_unmapped(file, generation, &mut deadlines, issue)? {
                    Ok((state, issued)) => return Ok((state, generation, issued)),
                    Err(blocked) => self.unblock(blocked, generation, &mut deadlines)?,
                }
                continue;
            }
            match issue(&mut state, given_time) {
                Ok(issued) => return Ok((state, generation, issued)),
                Err(blocked) => {
                    drop(state);
                    self.unblock(blocked, generation, &mut deadlines)?;
                }
            }
        }
    }

    /// Calls `issue` with the locked state while no other process uses the file, and stores the
    /// position in the file.
    fn issue_unmapped<R>(
        &self,
        file: &StateFile<S>,
        generation: Generation,
        deadlines: &mut CallDeadlines,
        issue: impl FnOnce(&mut State<S>) -> Result<R, Blocked>,
    ) -> Result<Result<(StateGuard<'_, S>, R), Blocked>, Error> {
        let caller = deadlines.caller;
        file.with_current_page(generation, deadlines, |write_page| {
            let mut state = self.lock(generation, caller)?;
            if !Self::is_current(&self.plan, &mut state, generation) {
                return Err(Blocked::SlowPath);
            }
            let issued = state.issue_and_write(&self.plan, issue, || {
                // A child that a signal handler forked shares its parent's lock: it must not write.
                match process::is_current::<S>(generation) {
                    true => Ok(write_page()?),
                    false => Err(Blocked::SlowPath),
                }
            })?;
            Ok((state, issued))
        })
    }

    /// Completes an id with random bits, and unlocks the state.
    fn finish(
        &self,
        mut state: StateGuard<'_, S>,
        generation: Generation,
        bits: u128,
    ) -> Result<Issued, Error> {
        // Seeded streams are consumed in id order, hence under the lock.
        if state.identity.entropy.is_seeded() {
            let entropy = &mut state.identity.entropy;
            let value = entropy.with(|rng| self.plan.hot.complete(bits, rng))?;
            return Ok(Issued { value, generation });
        }
        drop(state);
        self.complete::<Own>(bits, generation)
    }

    /// Locks the state for issuing ids: flushed, and redrawn after a fork or reseed. First draws a
    /// key for this thread, so that nothing but the clock needs a system call under the lock.
    fn lock_ready(
        &self,
        deadlines: &mut CallDeadlines,
    ) -> Result<(StateGuard<'_, S>, Generation), Error> {
        let generation = process::generation::<S>();
        // Ignore errors: if the key is needed, the draw reports it.
        let _ = entropy::prepare::<S>(generation);
        let mut state = self.lock(generation, deadlines.caller)?;
        if !Self::is_current(&self.plan, &mut state, generation) {
            state = self.reseed_after_fork(state, generation, deadlines)?;
        }
        Ok((state, generation))
    }

    /// Whether the clock reaches later times while a call waits.
    fn can_wait(&self) -> bool {
        let has_other = self.clock.is_some_and(|clock| !clock.has_ended());
        S::can_wait() && !self.plan.policy.is_manual && !has_other
    }

    /// The time of the clock in place of the system's. After that has ended, draws everything again.
    fn given_time(&self) -> Result<Option<UnixTime>, Error> {
        match self.clock {
            _ if self.plan.policy.is_manual => Ok(None),
            Some(clock) if !clock.has_ended() => Ok(Some(clock.now())),
            Some(_) => self.leave_clock().map(|()| None),
            None => Ok(None),
        }
    }

    #[cold]
    fn leave_clock(&self) -> Result<(), Error> {
        let mut state = self.lock_flushed(process::generation::<S>(), Deadline::NEVER)?;
        if state.identity.entropy.is_seeded() {
            state.redraw(&self.plan, None, None, None)?;
            state.forget_position();
        }
        Ok(())
    }

    /// The node of the ids to come, if they have one. Redraws it first after a fork or reseed.
    pub fn node(&self) -> Result<Option<u64>, Error> {
        if self.plan.layout.node.is_none() {
            return Ok(self.fixed_node);
        }
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        let (state, generation) = self.lock_ready(&mut deadlines)?;
        let node = state.identity.node();
        drop(state);
        match self.file().filter(|_| self.plan.policy.is_leased) {
            Some(file) => file
                .current_lease(generation, &mut deadlines)
                .map(|lease| Some(lease.node)),
            None => Ok(Some(node)),
        }
    }

    /// The statistics, and the reason for the node's origin as a text of C.
    pub fn status(&self) -> (Status, &'static CStr) {
        let plan = &self.plan;
        let known = self.with_state(|state| {
            let origin = match (self.fixed_node, plan.layout.node) {
                (Some(_), _) => ASSIGNED,
                (None, Some(_)) => state.identity.origin(plan),
                (None, None) => (NodeOrigin::Absent, c"the ids have no node"),
            };
            (state.ids, state.lead_ns(plan), state.rollbacks, origin)
        });
        let interrupted = c"a signal handler interrupted a call of the generator";
        let (ids, lead_ns, rollbacks, (node_origin, reason)) =
            known.unwrap_or((0, 0, 0, (NodeOrigin::Absent, interrupted)));
        let status = Status {
            ids,
            lead_ns,
            rollbacks,
            node_origin,
            node_reason: reason.to_str().unwrap_or_default(),
        };
        (status, reason)
    }

    // Forks and reseeds

    /// Draws everything again, or uses the user's seed or node.
    pub fn reseed(&self, seed: Option<[u8; 32]>, node: Option<u64>) -> Result<(), Error> {
        let given = seed.map(|_| "seed").or(node.map(|_| "node"));
        if let (Some(option), true) = (given, self.plan.policy.is_leased) {
            return Err(Error::about(ErrorCode::InvalidOption, option));
        }
        let generation = process::generation::<S>();
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        self.reopen_after_fork(generation, &mut deadlines)?;
        let mut state = self.lock_flushed(generation, Deadline::NEVER)?;
        if state.identity.only_node_differs(&self.plan) && node.is_none() {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // Other generators use the threads' keys, too. A new key does not harm them.
        entropy::invalidate_keys::<S>();
        state.redraw(&self.plan, self.file(), seed, node)?;
        state.is_poisoned = false;
        state.generation = state.generation.max(generation);
        Ok(())
    }

    /// Draws everything again in a forked child, or after a process-wide reseed. Fails if only the
    /// user can provide something new.
    #[cold]
    #[inline(never)]
    fn reseed_after_fork<'a>(
        &'a self,
        mut state: StateGuard<'a, S>,
        generation: Generation,
        deadlines: &mut CallDeadlines,
    ) -> Result<StateGuard<'a, S>, Error> {
        match state.is_poisoned {
            true => cov_mark!(Torn),
            false => cov_mark!(Renewed),
        }
        let is_seeded = state.identity.entropy.is_seeded();
        if is_seeded && state.is_poisoned {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // A state file distinguishes processes, but not copies of a machine.
        let is_reseeded = state.generation.is_before_reseeding::<S>();
        if is_reseeded && state.identity.needs_user_reseed(&self.plan) && !self.allow_fork {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        let is_forked = |state: &State<S>| state.generation.forks() != generation.forks();
        if let Some(state_file) = self.file().filter(|_| is_forked(&state)) {
            if state_file.must_rejoin(generation) {
                drop(state);
                // Before anything is drawn: a child that fails uses up no node.
                self.reopen_after_fork(generation, deadlines)?;
                state = self.lock_flushed(generation, deadlines.caller)?;
            }
            // Unless another thread has done so in the meantime.
            if is_forked(&state) {
                // The file keeps the ids apart: the parent's seed or node may continue.
                match is_seeded {
                    true => state.join_session(&self.plan, state_file)?,
                    false => state.redraw(&self.plan, Some(state_file), None, None)?,
                }
            }
        } else {
            let needs_user = state.identity.needs_user_reseed(&self.plan);
            if needs_user && is_forked(&state) && !self.allow_fork {
                return Err(Error::new(ErrorCode::ForkedGenerator));
            }
            // A reseed that was interrupted may have changed a part.
            if !needs_user || state.is_poisoned {
                state.redraw(&self.plan, self.file(), None, None)?;
            }
        }
        state.is_poisoned = false;
        state.generation = state.generation.max(generation);
        Ok(state)
    }

    /// Leaves the state file at the last issued position. No calls may follow.
    pub fn leave(&self) {
        let generation = process::generation::<S>();
        let Some(state_file) = self.file() else {
            return;
        };
        if !state_file.must_rejoin(generation)
            && let Ok(state) = self.lock_flushed(generation, Deadline::NEVER)
        {
            state_file.leave(generation, |seen| state.last_issued(seen));
        }
    }

    /// Reopens a state file that the parent opened, and rejoins after a lost member lock.
    fn reopen_after_fork(
        &self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
    ) -> Result<(), Error> {
        let must_rejoin = |file: &&StateFile<S>| file.must_rejoin(generation);
        let Some(state_file) = self.file().filter(must_rejoin) else {
            return Ok(());
        };
        let state = self.lock_flushed(generation, deadlines.caller)?;
        let node = state.identity.node();
        drop(state);
        cov_mark!(Rejoined);
        let mut data =
            || draw_session_data::<S>(&self.plan, node, &mut Entropy::Thread(PhantomData));
        state_file.rejoin(generation, deadlines, &mut data)
    }

    // Waiting

    /// Resolves whatever blocks the next id. Call unlocked.
    #[cold]
    fn unblock(
        &self,
        blocked: Blocked,
        generation: Generation,
        deadlines: &mut CallDeadlines,
    ) -> Result<(), Error> {
        match (blocked, self.file()) {
            (Blocked::Failed(error), _) => return Err(error),
            (Blocked::WaitUntil(_), _) if !self.can_wait() => {
                return Err(Error::new(ErrorCode::CounterExhausted));
            }
            (Blocked::WaitUntil(_), _) if deadlines.caller.has_passed::<S>() => {
                return Err(TIMED_OUT);
            }
            (Blocked::WaitUntil(time), _) => wait_until::<S>(time, deadlines.caller),
            (Blocked::Reserve(_) | Blocked::Contradicted, Some(state_file))
                if state_file.must_rejoin(generation) =>
            {
                self.reopen_after_fork(generation, deadlines)?;
                let mut state = self.lock_flushed(generation, deadlines.caller)?;
                state.join_session(&self.plan, state_file)?;
            }
            (Blocked::Reserve(reservation), Some(state_file)) => {
                match state_file.reserve(generation, deadlines, reservation) {
                    Err(error) if error.code() == ErrorCode::LeaseExpired => {
                        self.wait_for_lease(error, deadlines)?;
                    }
                    reserved => reserved?,
                }
            }
            (Blocked::Contradicted, Some(state_file)) => {
                state_file.examine(generation, deadlines)?;
            }
            (Blocked::NodeChanged, Some(state_file)) => {
                let lease = state_file.current_lease(generation, deadlines)?;
                let mut state = self.lock_flushed(generation, deadlines.caller)?;
                state.set_lease(&self.plan, &lease);
            }
            (Blocked::Fenced(tick), _) => {
                let mut state = self.lock_flushed(generation, deadlines.caller)?;
                if Self::is_current(&self.plan, &mut state, generation) {
                    state.pass_fence(&self.plan, tick)?;
                }
            }
            (Blocked::Reserve(_) | Blocked::Contradicted | Blocked::NodeChanged, None)
            | (Blocked::SlowPath, _) => {}
        }
        Ok(())
    }

    /// Waits a little for the agent to renew an expired lease. Fails with `error` once the option's
    /// time is over.
    fn wait_for_lease(&self, error: Error, deadlines: &mut CallDeadlines) -> Result<(), Error> {
        cov_mark!(Unleased);
        let for_lease = deadlines.for_lease::<S>(self.plan.policy.lease_wait);
        match (
            for_lease.has_passed::<S>(),
            deadlines.caller.has_passed::<S>(),
        ) {
            (true, _) => Err(error),
            (false, true) => Err(TIMED_OUT),
            (false, false) => {
                for_lease.min(deadlines.caller).sleep::<S>(LEASE_PAUSE);
                Ok(())
            }
        }
    }
}

/// Makes every generator of this process draw everything again, as after a fork, and closes the
/// table of claimed nodes.
///
/// # Errors
/// `entropy_unavailable`.
pub fn reseed<S: Os>() -> Result<(), Error> {
    process::reseed::<S>();
    claim::close::<S>();
    entropy::prepare::<S>(process::generation::<S>())
}

/// Sleeps until the clock reaches this time or the deadline passes, or for a part of that: the
/// caller reads the clock again.
#[cold]
fn wait_until<S: Os>(time: UnixTime, deadline: Deadline) {
    loop {
        let left = time.unix_ns() - S::now().unix_ns();
        if left <= 0 {
            return;
        }
        let left = Duration::from_nanos(u64::try_from(left).unwrap_or(u64::MAX));
        if left > SPIN_TIME {
            return deadline.sleep::<S>((left - SPIN_TIME / 2).min(LONGEST_SLEEP));
        }
        S::spin();
    }
}

#[cfg(test)]
mod tests;
