//! The slow path: calls that wait, and what follows a fork or a reseed.

use std::ffi::CStr;
use std::time::Duration;

use super::{Engine, Issued};
use crate::error::{Error, ErrorCode};
use crate::formats::options::ClockSource;
use crate::generator::clock_cache;
use crate::generator::identity::{ASSIGNED, draw_session_data};
use crate::generator::run::{Batch, Blocked};
use crate::generator::state::State;
use crate::generator::status::{NodeOrigin, Status};
use crate::store::StateFile;
use crate::sys::deadline::{CallDeadlines, Stopped, Timed, untimed};
use crate::sys::entropy::{self, Entropy};
use crate::sys::lock::LockGuard;
use crate::sys::process::{self, Generation};
use crate::sys::{Deadline, Os, Sys, cov_mark};
use crate::time::{Tick, Timestamp};

/// Typical sleep overshoot. Shorter waits spin.
const SPIN_TIME: Duration = Duration::from_micros(100);

/// The longest sleep: how late a call notices that the clock was set forward.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

/// How late a call notices that an expired lease was renewed.
const LEASE_PAUSE: Duration = Duration::from_millis(10);

impl Engine {
    /// Issues the next id, greater than all ids of the tick `after`.
    #[inline(never)]
    pub(super) fn next_slow(&self, after: Option<Tick>, deadline: Deadline) -> Timed<Issued> {
        let issued = self.issue_unblocked(deadline, |state, given_time| {
            self.read_clock_and_issue(state, after, given_time)
        });
        let (state, generation, bits) = issued?;
        let issued = self.finish(state, generation, bits)?;
        clock_cache::measure_if_due(&self.plan.hot, generation);
        Ok(issued)
    }

    /// Issues the next id for a clock that reads `time`.
    #[inline(never)]
    pub(super) fn next_manual(&self, time: Timestamp, after: Option<Tick>) -> Timed<Issued> {
        self.plan.expect_clock(ClockSource::Manual)?;
        if Sys::has_clock() {
            entropy::expire_keys(Sys::now());
        }
        let issued = self.issue_unblocked(Deadline::NEVER, |state, _| {
            self.issue_run(state, time, after, Batch::Ids(1))
        });
        let (state, generation, mut run) = issued?;
        let bits = run.pop(&self.plan.hot).unwrap_or_default();
        Ok(self.finish(state, generation, bits)?)
    }

    /// Calls `issue` with the locked state, until nothing blocks it, and with the time of the clock
    /// in place of the system's. Returns its result with the locked state.
    pub(super) fn issue_unblocked<R>(
        &self,
        deadline: Deadline,
        issue: impl Fn(&mut State, Option<Timestamp>) -> Result<R, Blocked>,
    ) -> Timed<(LockGuard<'_, State>, Generation, R)> {
        let mut deadlines = CallDeadlines::until(deadline);
        loop {
            let given_time = self.given_time()?;
            let (mut state, generation) = self.lock_ready(&mut deadlines)?;
            #[cfg(feature = "unmapped")]
            if let Some(file) = self.state_file.as_ref().filter(|_| self.plan.is_unmapped) {
                drop(state);
                let issue = |state: &mut State| issue(state, given_time);
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
    #[cfg(feature = "unmapped")]
    fn issue_unmapped<R>(
        &self,
        file: &StateFile,
        generation: Generation,
        deadlines: &mut CallDeadlines,
        issue: impl FnOnce(&mut State) -> Result<R, Blocked>,
    ) -> Timed<Result<(LockGuard<'_, State>, R), Blocked>> {
        let caller = deadlines.caller;
        file.with_current_page(generation, deadlines, |write_page| {
            let mut state = self.lock(generation, caller)?;
            if !Self::is_current(&self.plan, &mut state, generation) {
                return Err(Blocked::SlowPath);
            }
            let issued = state.issue_and_write(&self.plan, issue, || {
                // A child that a signal handler forked shares its parent's lock: it must not write.
                match process::is_current(generation) {
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
        mut state: LockGuard<'_, State>,
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
        self.complete(Self::own_plan, bits, generation)
    }

    /// Locks the state for issuing ids: flushed, and redrawn after a fork or reseed. First draws a
    /// key for this thread, so that nothing but the clock needs a system call under the lock.
    fn lock_ready(
        &self,
        deadlines: &mut CallDeadlines,
    ) -> Timed<(LockGuard<'_, State>, Generation)> {
        let generation = process::generation();
        // Ignore errors: if the key is needed, the draw reports it.
        let _ = entropy::prepare(generation);
        let mut state = self.lock(generation, deadlines.caller)?;
        if !Self::is_current(&self.plan, &mut state, generation) {
            state = self.reseed_after_fork(state, generation, deadlines)?;
        }
        Ok((state, generation))
    }

    /// Whether the clock reaches later times while a call waits.
    fn can_wait(&self) -> bool {
        let has_other = self.clock.is_some_and(|clock| !clock.has_ended());
        Sys::can_wait() && self.plan.clock == ClockSource::System && !has_other
    }

    /// The time of the clock in place of the system's. After that has ended, draws everything again.
    fn given_time(&self) -> Result<Option<Timestamp>, Error> {
        match self.clock {
            _ if self.plan.clock == ClockSource::Manual => Ok(None),
            Some(clock) if !clock.has_ended() => Ok(Some(clock.now())),
            Some(_) => self.leave_clock().map(|()| None),
            None => Ok(None),
        }
    }

    #[cold]
    fn leave_clock(&self) -> Result<(), Error> {
        let mut state = untimed(self.lock_flushed(process::generation(), Deadline::NEVER))?;
        if state.identity.entropy.is_seeded() {
            state.redraw(&self.plan, None, None, None)?;
            state.forget_position();
        }
        Ok(())
    }

    /// The node of the ids to come, if they have one. Redraws it first after a fork or reseed.
    pub(in crate::generator) fn node(&self) -> Result<Option<u64>, Error> {
        if self.plan.layout.node.is_none() {
            return Ok(self.fixed_node);
        }
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        let (state, generation) = untimed(self.lock_ready(&mut deadlines))?;
        let node = state.identity.node();
        drop(state);
        match self.state_file.as_ref().filter(|_| self.plan.is_leased) {
            Some(file) => untimed(file.current_lease(generation, &mut deadlines))
                .map(|lease| Some(lease.node)),
            None => Ok(Some(node)),
        }
    }

    /// The statistics, and the reason for the node's origin as a text of C.
    pub(in crate::generator) fn status(&self) -> (Status, &'static CStr) {
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
    pub(in crate::generator) fn reseed(
        &self,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        if self.plan.is_leased && seed.is_some() {
            return Err(Error::about(ErrorCode::InvalidOption, "seed"));
        }
        let generation = process::generation();
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        untimed(self.reopen_after_fork(generation, &mut deadlines))?;
        let mut state = untimed(self.lock_flushed(generation, Deadline::NEVER))?;
        if state.identity.only_node_differs(&self.plan) && node.is_none() {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // Other generators use the threads' keys, too. A new key does not harm them.
        entropy::invalidate_keys();
        state.redraw(&self.plan, self.state_file.as_ref(), seed, node)?;
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
        mut state: LockGuard<'a, State>,
        generation: Generation,
        deadlines: &mut CallDeadlines,
    ) -> Timed<LockGuard<'a, State>> {
        match state.is_poisoned {
            true => cov_mark!(Torn),
            false => cov_mark!(Renewed),
        }
        let is_seeded = state.identity.entropy.is_seeded();
        if is_seeded && state.is_poisoned {
            return Err(Error::new(ErrorCode::ForkedGenerator).into());
        }
        // A state file distinguishes processes, but not copies of a machine.
        let is_reseeded = state.generation.is_before_reseeding();
        if is_reseeded && state.identity.needs_user_reseed(&self.plan) && !self.allow_fork {
            return Err(Error::new(ErrorCode::ForkedGenerator).into());
        }
        let is_forked = |state: &State| state.generation.forks() != generation.forks();
        if let Some(state_file) = self.state_file.as_ref().filter(|_| is_forked(&state)) {
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
                return Err(Error::new(ErrorCode::ForkedGenerator).into());
            }
            // A reseed that was interrupted may have changed a part.
            if !needs_user || state.is_poisoned {
                state.redraw(&self.plan, self.state_file.as_ref(), None, None)?;
            }
        }
        state.is_poisoned = false;
        state.generation = state.generation.max(generation);
        Ok(state)
    }

    /// Reopens a state file that the parent opened, and rejoins after a lost member lock.
    fn reopen_after_fork(
        &self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
    ) -> Timed<()> {
        let must_rejoin = |file: &&StateFile| file.must_rejoin(generation);
        let Some(state_file) = self.state_file.as_ref().filter(must_rejoin) else {
            return Ok(());
        };
        let state = self.lock_flushed(generation, deadlines.caller)?;
        let node = state.identity.node();
        drop(state);
        cov_mark!(Rejoined);
        let mut data = || draw_session_data(&self.plan, node, &mut Entropy::Thread);
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
    ) -> Timed<()> {
        match (blocked, &self.state_file) {
            (Blocked::Failed(error), _) => return Err(error.into()),
            (Blocked::WaitUntil(_), _) if !self.can_wait() => {
                return Err(Error::new(ErrorCode::CounterExhausted).into());
            }
            (Blocked::WaitUntil(_), _) if deadlines.caller.has_passed() => {
                return Err(Stopped::TimedOut);
            }
            (Blocked::WaitUntil(time), _) => wait_until(time, deadlines.caller),
            (Blocked::Reserve(_) | Blocked::Contradicted, Some(state_file))
                if state_file.must_rejoin(generation) =>
            {
                self.reopen_after_fork(generation, deadlines)?;
                let mut state = self.lock_flushed(generation, deadlines.caller)?;
                state.join_session(&self.plan, state_file)?;
            }
            (Blocked::Reserve(reservation), Some(state_file)) => {
                match state_file.reserve(generation, deadlines, reservation) {
                    Err(Stopped::Failed(error)) if error.code() == ErrorCode::LeaseExpired => {
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
    fn wait_for_lease(&self, error: Error, deadlines: &mut CallDeadlines) -> Timed<()> {
        cov_mark!(Unleased);
        let for_lease = deadlines.for_lease(self.plan.policy.lease_wait);
        match (for_lease.has_passed(), deadlines.caller.has_passed()) {
            (true, _) => Err(error.into()),
            (false, true) => Err(Stopped::TimedOut),
            (false, false) => {
                for_lease.min(deadlines.caller).sleep(LEASE_PAUSE);
                Ok(())
            }
        }
    }
}

/// Sleeps until the clock reaches this time or the deadline passes, or for a part of that: the
/// caller reads the clock again.
#[cold]
fn wait_until(time: Timestamp, deadline: Deadline) {
    loop {
        let left = time.unix_ns() - Sys::now().unix_ns();
        if left <= 0 {
            return;
        }
        let left = Duration::from_nanos(u64::try_from(left).unwrap_or(u64::MAX));
        if left > SPIN_TIME {
            return deadline.sleep((left - SPIN_TIME / 2).min(LONGEST_SLEEP));
        }
        Sys::spin();
    }
}

#[cfg(test)]
mod tests;
