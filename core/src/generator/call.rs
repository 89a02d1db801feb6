//! The path of a call to its id: locks, clock reads, waits and files. Never waits while holding the
//! generator's lock.
//!
//! [`next`](Engine::next) tries these ways in order:
//! 1. [`next_prefetched`](Engine::next_prefetched): from the prefetched run, or the first id of a
//!    new one, if the cycle counter is usable;
//! 2. [`next_by_clock`](Engine::next_by_clock): by a clock read of its own, if it is not;
//! 3. [`next_slow`](Engine::next_slow): everything else, such as waits, forks and files.

use std::sync::atomic::{Ordering, compiler_fence};
use std::time::Duration;

use super::clock_cache;
use super::file_position::FilePosition;
use super::identity::{Identity, draw_session_data};
use super::plan::Plan;
use super::request::{Batch, Blocked, Request};
use super::run::Run;
use super::state::State;
use super::testing::{self, TestSource};
use crate::codec::value::Value;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::options::{ClockSource, Options};
use crate::store::StateFile;
use crate::sys::deadline::{CallDeadlines, Stopped, Timed, unless_timed_out};
use crate::sys::entropy::{self, Entropy};
use crate::sys::lock::{Lock, LockGuard};
use crate::sys::process::{self, Generation};
use crate::sys::rng::Rng;
use crate::sys::{Deadline, Os, Sys, cov_mark, guard};
use crate::time::{Tick, Timestamp};

/// Typical sleep overshoot. Shorter waits spin.
const SPIN_TIME: Duration = Duration::from_micros(100);

/// The longest sleep: how late a call notices that the clock was set forward.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

/// How late a call notices that an expired lease was renewed.
const LEASE_PAUSE: Duration = Duration::from_millis(10);

/// A generator without the type of its ids.
#[repr(C)]
pub(super) struct Engine {
    state: Lock<State>,
    pub(super) plan: Plan,
    allow_fork: bool,
    state_file: Option<StateFile>,
    /// In place of the system's clock, for a default generator during a test.
    pub(super) test_source: Option<&'static TestSource>,
}

/// An id, and the generation of the process that issued it.
struct Issued {
    value: Value,
    generation: Generation,
}

/// Why a call has no id yet.
pub(super) enum Detour {
    SlowPath,
    Failed(Error),
}

impl From<Error> for Detour {
    #[inline(always)]
    fn from(error: Error) -> Self {
        Detour::Failed(error)
    }
}

impl From<Stopped> for Detour {
    #[inline(always)]
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::TimedOut => Detour::SlowPath,
            Stopped::Failed(error) => Detour::Failed(error),
        }
    }
}

/// [`Engine::next_by_clock`] for any plan, or compiled for a constant one.
pub(super) type NextByClock = fn(&Engine, Generation, Deadline) -> Result<u128, Detour>;

impl Engine {
    /// Builds an engine from a default plan. Mentions no other format, so that the linker can drop
    /// formats that a program does not use.
    pub(super) fn of(plan: Plan) -> Result<Self, Error> {
        const NO_OPTIONS: &Options = &Options::new();
        let test_source = testing::current();
        let generation = process::generation();
        let identity = match test_source {
            Some(source) => Identity::new(&plan, &NO_OPTIONS.clone().seed(source.seed))?,
            None => Identity::new(&plan, NO_OPTIONS)?,
        };
        Ok(Self {
            state: Lock::new(State::new(identity, None, generation)),
            plan,
            allow_fork: test_source.is_some(),
            state_file: None,
            test_source,
        })
    }

    pub(super) fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let plan = Plan::new(format, options)?;
        let generation = process::generation();
        let mut identity = Identity::new(&plan, options)?;
        let mut state_file = None;
        let mut file_position = None;
        if let (Some(path), Some(time), Some(codec)) =
            (options.file(), &plan.layout.time, plan.codec)
        {
            if testing::current().is_some() {
                return Err(Error::about(ErrorCode::NotApplicable, "state_file"));
            }
            let header = plan.file_header(time);
            let node = identity.node();
            let mut data = || draw_session_data(&plan, node, &mut identity.entropy);
            state_file = Some(StateFile::open(path, header, generation, &mut data)?);
            file_position = Some(FilePosition::new(&plan, codec));
        }
        let mut state = State::new(identity, file_position, generation);
        if let Some(state_file) = &state_file {
            state.join_session(&plan, state_file)?;
            testing::STATE_FILES.fetch_add(1, Ordering::SeqCst);
        }
        Ok(Self {
            state: Lock::new(state),
            plan,
            allow_fork: options.allow_fork.unwrap_or(false),
            state_file,
            test_source: None,
        })
    }

    pub(super) fn expect_clock(&self, clock: ClockSource) -> Result<(), Error> {
        self.plan.expect_clock(clock)
    }

    // Calls for one id. If the process was forked or reseeded during the call, they issue another.

    /// The plan of an engine that is not a constant.
    #[inline(always)]
    pub(super) fn own_plan(&self) -> &Plan {
        &self.plan
    }

    /// The next id by the system clock.
    ///
    /// `plan` is a function that returns the engine's plan, called at each use, so that a constant
    /// plan folds there. A reference would not fold within closures.
    #[inline(always)]
    pub(super) fn next<R>(
        &self,
        plan: impl Fn(&Engine) -> &Plan + Copy,
        by_clock: NextByClock,
        convert: impl Fn(Value) -> R,
    ) -> Result<R, Error> {
        loop {
            let generation = process::generation();
            let issued = match self.next_fast(plan, by_clock, generation, Deadline::NEVER) {
                Ok(bits) => self.complete(plan, bits, generation)?,
                Err(Detour::SlowPath) => self.next_slow_untimed(None)?,
                Err(Detour::Failed(error)) => return Err(error),
            };
            if let Some(id) = issued.convert(&convert) {
                return Ok(id);
            }
        }
    }

    /// [`next`](Self::next), or `None` if about `timeout` passes first.
    #[inline(always)]
    pub(super) fn next_within<R>(
        &self,
        plan: impl Fn(&Engine) -> &Plan + Copy,
        by_clock: NextByClock,
        timeout: Duration,
        convert: impl Fn(Value) -> R,
    ) -> Result<Option<R>, Error> {
        loop {
            let generation = process::generation();
            let issued = match self.next_fast(plan, by_clock, generation, Deadline::PASSED) {
                Ok(bits) => self.complete(plan, bits, generation)?,
                Err(Detour::SlowPath) => match self.next_slow(None, Deadline::after(timeout)) {
                    Ok(issued) => issued,
                    Err(Stopped::TimedOut) => return Ok(None),
                    Err(Stopped::Failed(error)) => return Err(error),
                },
                Err(Detour::Failed(error)) => return Err(error),
            };
            if let Some(id) = issued.convert(&convert) {
                return Ok(Some(id));
            }
        }
    }

    /// The next id by the system clock, greater than all ids of the tick `after`.
    pub(super) fn next_after<R>(
        &self,
        after: Option<Tick>,
        convert: impl Fn(Value) -> R,
    ) -> Result<R, Error> {
        loop {
            if let Some(id) = self.next_slow_untimed(after)?.convert(&convert) {
                return Ok(id);
            }
        }
    }

    /// The next id for a clock that reads `time`.
    pub(super) fn next_at<R>(
        &self,
        time: Timestamp,
        after: Option<Tick>,
        convert: impl Fn(Value) -> R,
    ) -> Result<R, Error> {
        loop {
            if let Some(issued) = unless_timed_out(self.next_manual(time, after))?
                && let Some(id) = issued.convert(&convert)
            {
                return Ok(id);
            }
        }
    }

    /// Issues at most `most` ids, and passes them to `sink` with the generator for their random
    /// bits. Returns how many.
    ///
    /// Before using the ids, the caller must check that the process is still the same.
    pub(super) fn fill(&self, most: u64, sink: impl FnOnce(Run, &mut Rng)) -> Result<u64, Error> {
        let Some((mut state, generation, run)) = unless_timed_out(self.next_run(most))? else {
            return Ok(0);
        };
        let issued = run.count;
        // Seeded streams are consumed in id order, hence under the lock.
        if state.identity.entropy.is_seeded() {
            state.identity.entropy.with(|rng| sink(run, rng))?;
            drop(state);
        } else {
            drop(state);
            entropy::with_thread_rng(generation, |rng| sink(run, rng))?;
        }
        Ok(issued)
    }

    // The fast path: nothing to wait for but the lock

    /// Issues the next id (random bits not filled in).
    #[inline(always)]
    fn next_fast(
        &self,
        plan: impl Fn(&Engine) -> &Plan + Copy,
        by_clock: NextByClock,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<u128, Detour> {
        match clock_cache::cycle_counter(&plan(self).hot) {
            Some(counter) => self.next_prefetched(plan(self), generation, deadline, counter),
            None => by_clock(self, generation, deadline),
        }
    }

    /// Takes the next id from the prefetched run (random bits not filled in), starting a new run if
    /// needed.
    #[inline(always)]
    fn next_prefetched(
        &self,
        plan: &Plan,
        generation: Generation,
        deadline: Deadline,
        counter: u64,
    ) -> Result<u128, Detour> {
        let mut state = self.lock(generation, deadline)?;
        match state.take_prefetched(&plan.hot, self.state_file(plan), generation, counter) {
            Some(bits) => Ok(bits),
            None => self.prefetch(state, generation),
        }
    }

    /// Starts a new run, and takes its first id.
    #[inline(never)]
    fn prefetch(
        &self,
        mut state: LockGuard<'_, State>,
        generation: Generation,
    ) -> Result<u128, Detour> {
        if !Self::is_ready(&self.plan, &mut state, generation) {
            return Err(Detour::SlowPath);
        }
        let issued = self.read_clock_and_issue(&mut state, None, None);
        drop(state);
        Self::finish_clock_read(&self.plan, generation, issued)
    }

    /// Issues the next id by a clock read, if the cycle counter is not usable.
    #[inline(never)]
    pub(super) fn next_by_clock(
        &self,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<u128, Detour> {
        self.next_by_clock_of(&self.plan, false, generation, deadline)
    }

    /// [`next_by_clock`](Self::next_by_clock) for a plan that may be a constant. If so, the
    /// algorithm is compiled for it.
    ///
    /// Reads the clock before locking, which shortens the time under the lock. A reading that other
    /// threads have overtaken is retaken on the slow path.
    #[inline(always)]
    pub(super) fn next_by_clock_of(
        &self,
        plan: &Plan,
        is_constant: bool,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<u128, Detour> {
        // Load `resets` before reading the clock: if the generator is reset in between, the reading
        // is stale and must be retaken. The clock read preserves this order.
        let resets = || Sys::statics().resets.load(Ordering::Relaxed);
        let (before, reading) = (resets(), Sys::now());
        entropy::expire_keys(reading);
        let mut state = self.lock(generation, deadline)?;
        let is_stale = resets() != before && guard!(LateLook);
        if is_stale || !Self::is_ready(plan, &mut state, generation) {
            return Err(Detour::SlowPath);
        }
        let request = Request {
            plan,
            state_file: self.state_file(plan),
            reading,
            is_early: true,
            after: None,
            batch: Batch::Ids(1),
        };
        let run = match is_constant {
            true => state.next_run(request),
            false => state.next_run_outlined(request),
        };
        drop(state);
        let bits = run.map(|mut run| run.pop(&plan.hot).unwrap_or_default());
        Self::finish_clock_read(plan, generation, bits)
    }

    /// Maps the outcome of a clock read to the call's result. Call unlocked.
    #[inline(always)]
    fn finish_clock_read(
        plan: &Plan,
        generation: Generation,
        issued: Result<u128, Blocked>,
    ) -> Result<u128, Detour> {
        clock_cache::measure_if_due(&plan.hot, generation);
        issued.map_err(|blocked| match blocked {
            Blocked::Failed(error) => Detour::Failed(error),
            _ => Detour::SlowPath,
        })
    }

    /// The state file of a generator with this plan.
    #[inline(always)]
    fn state_file(&self, plan: &Plan) -> Option<&StateFile> {
        plan.codec.and(self.state_file.as_ref())
    }

    /// Completes an id with random bits. Call unlocked.
    #[inline(always)]
    fn complete(
        &self,
        plan: impl Fn(&Engine) -> &Plan + Copy,
        bits: u128,
        generation: Generation,
    ) -> Result<Issued, Error> {
        let hot = || &plan(self).hot;
        let value = match hot().is_random() {
            true => entropy::with_thread_rng(generation, |rng| hot().complete(bits, rng))?,
            false => Value::from_u128(bits),
        };
        Ok(Issued { value, generation })
    }

    // The slow path

    /// Issues the next id, greater than all ids of the tick `after`. Resolves whatever blocks it.
    #[inline(never)]
    fn next_slow(&self, after: Option<Tick>, deadline: Deadline) -> Timed<Issued> {
        let mut deadlines = CallDeadlines::until(deadline);
        loop {
            let test_time = self.test_time()?;
            let (mut state, generation) = self.lock_ready(&mut deadlines)?;
            match self.read_clock_and_issue(&mut state, after, test_time) {
                // Seeded streams are consumed in id order, hence under the lock.
                Ok(bits) if state.identity.entropy.is_seeded() => {
                    let value = state.complete(&self.plan, bits)?;
                    return Ok(Issued { value, generation });
                }
                Ok(bits) => {
                    drop(state);
                    clock_cache::measure_if_due(&self.plan.hot, generation);
                    return Ok(self.complete(Self::own_plan, bits, generation)?);
                }
                Err(blocked) => {
                    drop(state);
                    self.unblock(blocked, generation, &mut deadlines)?;
                }
            }
        }
    }

    #[inline(never)]
    fn next_slow_untimed(&self, after: Option<Tick>) -> Result<Issued, Error> {
        loop {
            if let Some(issued) = unless_timed_out(self.next_slow(after, Deadline::NEVER))? {
                return Ok(issued);
            }
        }
    }

    /// Issues the next id for a clock that reads `time`.
    #[inline(never)]
    fn next_manual(&self, time: Timestamp, after: Option<Tick>) -> Timed<Issued> {
        self.expect_clock(ClockSource::Manual)?;
        if Sys::has_clock() {
            entropy::expire_keys(Sys::now());
        }
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        loop {
            let (mut state, generation) = self.lock_ready(&mut deadlines)?;
            match self.issue_run(&mut state, time, after, Batch::Ids(1)) {
                Ok(mut run) => {
                    let bits = run.pop(&self.plan.hot).unwrap_or_default();
                    let value = state.complete(&self.plan, bits)?;
                    return Ok(Issued { value, generation });
                }
                Err(Blocked::WaitUntil(_)) => {
                    return Err(Error::new(ErrorCode::CounterExhausted).into());
                }
                Err(blocked) => {
                    drop(state);
                    self.unblock(blocked, generation, &mut deadlines)?;
                }
            }
        }
    }

    /// Issues a run of at most `most` ids. Returns it with the locked state.
    fn next_run(&self, most: u64) -> Timed<(LockGuard<'_, State>, Generation, Run)> {
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        loop {
            let test_time = self.test_time()?;
            let (mut state, generation) = self.lock_ready(&mut deadlines)?;
            let reading = self.read_clock(&mut state, test_time);
            match self.issue_run(&mut state, reading, None, Batch::Ids(most)) {
                Ok(run) => return Ok((state, generation, run)),
                Err(blocked) => {
                    drop(state);
                    self.unblock(blocked, generation, &mut deadlines)?;
                }
            }
        }
    }

    /// Reads the clock under the lock and issues the next id (random bits not filled in).
    /// Prefetches the ids that follow it.
    fn read_clock_and_issue(
        &self,
        state: &mut State,
        after: Option<Tick>,
        test_time: Option<Timestamp>,
    ) -> Result<u128, Blocked> {
        let plan = &self.plan;
        plan.expect_clock(ClockSource::System)?;
        // A seeded generator consumes its stream id by id, so it prefetches nothing.
        let is_seeded = state.identity.entropy.is_seeded();
        let counter = clock_cache::cycle_counter(&plan.hot).filter(|_| !is_seeded);
        let batch = match counter {
            Some(_) => Batch::Prefetch,
            None => Batch::Ids(1),
        };
        let reading = self.read_clock(state, test_time);
        let mut run = self.issue_run(state, reading, after, batch)?;
        let bits = run.pop(&plan.hot).unwrap_or_default();
        if let Some(counter) = counter {
            state.prefetch(plan, run, counter, reading);
        }
        Ok(bits)
    }

    fn uses_test_clock(&self) -> bool {
        self.test_source.is_some_and(|source| !source.has_ended())
    }

    /// The time of the test to which the generator belongs. After the test it draws everything again.
    fn test_time(&self) -> Result<Option<Timestamp>, Error> {
        match self.test_source {
            Some(source) if !source.has_ended() => Ok(Some(source.now())),
            Some(_) => self.leave_test().map(|()| None),
            None => Ok(None),
        }
    }

    #[cold]
    fn leave_test(&self) -> Result<(), Error> {
        let state = self.lock_flushed(process::generation(), Deadline::NEVER);
        if let Some(mut state) = unless_timed_out(state)?
            && state.identity.entropy.is_seeded()
        {
            state.redraw(&self.plan, None, None, None)?;
            state.forget_position();
        }
        Ok(())
    }

    /// Reads the system's clock, unless a test's clock was read before the lock: it may call foreign
    /// code.
    fn read_clock(&self, state: &mut State, test_time: Option<Timestamp>) -> Timestamp {
        match test_time {
            Some(time) => {
                state.follow_back(&self.plan, time);
                time
            }
            None => {
                let reading = Sys::now();
                entropy::expire_keys(reading);
                reading
            }
        }
    }

    /// Issues a run for a clock reading taken under the lock.
    fn issue_run(
        &self,
        state: &mut State,
        reading: Timestamp,
        after: Option<Tick>,
        batch: Batch,
    ) -> Result<Run, Blocked> {
        state.next_run_outlined(Request {
            plan: &self.plan,
            state_file: self.state_file.as_ref(),
            reading,
            is_early: false,
            after,
            batch,
        })
    }

    // Locking the state

    /// Locks the state. If a fork cut off the holder, the state is poisoned.
    #[inline(always)]
    fn lock(&self, generation: Generation, deadline: Deadline) -> Timed<LockGuard<'_, State>> {
        let mut state = self.state.lock(generation, deadline)?;
        if state.is_taken_over {
            state.is_poisoned = true;
        }
        Ok(state)
    }

    /// Locks the state and flushes the prefetched run, so that its position is up to date.
    fn lock_flushed(
        &self,
        generation: Generation,
        deadline: Deadline,
    ) -> Timed<LockGuard<'_, State>> {
        let mut state = self.lock(generation, deadline)?;
        state.flush(&self.plan);
        Ok(state)
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

    /// Flushes a locked state. Returns whether it belongs to this process, or was redrawn since the
    /// caller read `generation`.
    #[inline(always)]
    fn is_current(plan: &Plan, state: &mut LockGuard<'_, State>, generation: Generation) -> bool {
        state.flush(plan);
        state.generation >= generation && !state.is_poisoned
    }

    /// Flushes a locked state. Returns whether it can issue an id without any system call but the
    /// clock.
    #[inline(always)]
    fn is_ready(plan: &Plan, state: &mut LockGuard<'_, State>, generation: Generation) -> bool {
        (!plan.draws || entropy::is_ready(generation))
            && plan.uses_clock(ClockSource::System)
            && Self::is_current(plan, state, generation)
            && !state.identity.entropy.is_seeded()
    }

    /// Reads the state with an up-to-date position.
    pub(super) fn with_state<R>(&self, read: impl FnOnce(&State) -> R) -> Result<R, Error> {
        let generation = process::generation();
        loop {
            let state = self.lock_flushed(generation, Deadline::NEVER);
            if let Some(state) = unless_timed_out(state)? {
                return Ok(read(&state));
            }
        }
    }

    // Forks and reseeds

    /// Draws everything again, or uses the user's seed or node.
    pub(super) fn reseed(&self, seed: Option<[u8; 32]>, node: Option<u64>) -> Result<(), Error> {
        if self.plan.is_leased && seed.is_some() {
            return Err(Error::about(ErrorCode::InvalidOption, "seed"));
        }
        let generation = process::generation();
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        unless_timed_out(self.reopen_after_fork(generation, &mut deadlines))?;
        let state = self.lock_flushed(generation, Deadline::NEVER);
        let Some(mut state) = unless_timed_out(state)? else {
            return Ok(());
        };
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
        } else if !state.identity.needs_user_reseed(&self.plan) {
            state.redraw(&self.plan, self.state_file.as_ref(), None, None)?;
        } else if is_forked(&state) && !self.allow_fork {
            return Err(Error::new(ErrorCode::ForkedGenerator).into());
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
            (Blocked::WaitUntil(_), _) if !Sys::can_wait() || self.uses_test_clock() => {
                return Err(Error::new(ErrorCode::CounterExhausted).into());
            }
            (Blocked::WaitUntil(_), _) if deadlines.caller.has_passed() => {
                return Err(Stopped::TimedOut);
            }
            (Blocked::WaitUntil(time), _) => wait_until(time),
            (Blocked::Reserve(_), Some(state_file)) if state_file.must_rejoin(generation) => {
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
            (Blocked::NodeChanged, Some(state_file)) => {
                let lease = state_file.current_lease(generation, deadlines)?;
                let mut state = self.lock_flushed(generation, deadlines.caller)?;
                state.set_lease(&self.plan, &lease);
            }
            (Blocked::Reserve(_) | Blocked::NodeChanged, None) | (Blocked::Overtaken, _) => {}
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

/// Sleeps until the clock reaches this time, or for a part of that: the caller reads the clock
/// again.
#[cold]
fn wait_until(time: Timestamp) {
    loop {
        let left = time.unix_ns() - Sys::now().unix_ns();
        let Ok(left) = u64::try_from(left).map(Duration::from_nanos) else {
            return;
        };
        if left > SPIN_TIME {
            return Sys::sleep((left - SPIN_TIME / 2).min(LONGEST_SLEEP));
        }
        Sys::spin();
    }
}

impl Issued {
    /// Converts the id for the caller. Returns `None` after a fork or reseed, since another process
    /// may return the same id.
    ///
    /// Checks the process last: a signal handler can fork after any instruction.
    #[inline(always)]
    fn convert<R>(self, convert: impl FnOnce(Value) -> R) -> Option<R> {
        let id = convert(self.value);
        compiler_fence(Ordering::SeqCst);
        process::is_current(self.generation).then_some(id)
    }
}

impl Drop for Engine {
    /// Leaves the state file at the last issued position.
    fn drop(&mut self) {
        let generation = process::generation();
        let Some(state_file) = &self.state_file else {
            return;
        };
        testing::STATE_FILES.fetch_sub(1, Ordering::SeqCst);
        if !state_file.must_rejoin(generation)
            && let Ok(state) = self.lock_flushed(generation, Deadline::NEVER)
        {
            state_file.leave(generation, |seen| state.last_issued(seen));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(format: Format, options: &Options) -> Engine {
        Engine::new(format, options).expect("an engine")
    }

    fn next(engine: &Engine) -> Result<Value, ErrorCode> {
        let issued = engine.next(Engine::own_plan, Engine::next_by_clock, |value| value);
        issued.map_err(|error| error.code())
    }

    #[test]
    fn next_after_interrupted_call_draws_new_node() {
        let engine = engine(Format::Tid, &Options::new());
        for _ in 0..3 {
            let node = || engine.with_state(|state| state.identity.node());
            let before = node();
            engine.state.leave_behind();
            let id = next(&engine).expect("an id");
            assert_ne!(node(), before);
            assert!(next(&engine).expect("an id") > id);
        }
    }

    #[test]
    fn seeded_engine_after_interrupted_call_requires_reseed() {
        let engine = engine(Format::Uuid7, &Options::new().seed([1; 32]));
        next(&engine).expect("an id");
        engine.state.leave_behind();
        // As after a fork, the thread has to draw a key first.
        entropy::invalidate_keys();
        for _ in 0..2 {
            assert_eq!(next(&engine), Err(ErrorCode::ForkedGenerator));
        }
        engine.reseed(Some([2; 32]), None).expect("a new seed");
        next(&engine).expect("an id");
    }

    #[test]
    fn reseed_draws_new_key() {
        let engine = engine(Format::Uuid4, &Options::new());
        let (generation, seed) = (process::generation(), [5; 32]);
        // A new key is drawn each millisecond, too, but not in each of these rounds.
        for _ in 0..1000 {
            entropy::with_thread_rng(generation, |rng| *rng = Rng::from_seed(seed)).expect("keyed");
            engine.reseed(None, None).expect("reseeded");
            let drawn = entropy::with_thread_rng(generation, Rng::two_words).expect("entropy");
            assert_ne!(drawn, Rng::from_seed(seed).two_words());
        }
    }
}
