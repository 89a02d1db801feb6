//! The path of a call to its id: locks, clock reads, waits and files. Never waits while holding the
//! generator's lock.
//!
//! [`next`](Engine::next) tries these ways in order:
//! 1. [`next_prefetched`](Engine::next_prefetched): from the prefetched run, or the first id of a
//!    new one, if the cycle counter is usable;
//! 2. [`next_by_clock`](Engine::next_by_clock): by a clock read of its own, if it is not;
//! 3. [`next_slow`](Engine::next_slow): everything else, such as waits, forks and files.

mod slow;

use std::sync::atomic::{Ordering, compiler_fence};
use std::time::Duration;

use super::clock_cache;
use super::file_position::FilePosition;
use super::identity::{Identity, draw_session_data};
use super::plan::Plan;
use super::run::{Batch, Blocked, Run};
use super::state::{Request, State};
use crate::codec::value::Value;
use crate::error::Error;
use crate::formats::options::{ClockSource, Options};
use crate::store::{FileAccess, StateFile};
use crate::sys::deadline::{Stopped, Timed, untimed};
use crate::sys::entropy;
use crate::sys::lock::{Lock, LockGuard};
use crate::sys::process::{self, Generation};
use crate::sys::rng::Rng;
use crate::sys::{Deadline, Os, Sys, guard};
use crate::time::{Tick, Timestamp};

/// A generator without the type of its ids.
#[repr(C)]
pub(super) struct Engine {
    state: Lock<State>,
    pub(super) plan: Plan,
    allow_fork: bool,
    state_file: Option<StateFile>,
    /// A node that the user assigned within fixed bits.
    fixed_node: Option<u64>,
    /// In place of the system's clock, until it ends.
    clock: Option<&'static dyn Clock>,
}

/// A clock in place of the system's, such as that of a test.
pub(super) trait Clock: Sync {
    fn now(&self) -> Timestamp;

    /// Whether the system's clock applies again.
    fn has_ended(&self) -> bool;
}

/// An id, and the generation of the process that issued it.
struct Issued {
    value: Value,
    generation: Generation,
}

/// [`Engine::next_by_clock`] for any plan, or compiled for a constant one.
pub(super) type NextByClock = fn(&Engine, Generation, Deadline) -> Result<u128, Blocked>;

impl Engine {
    /// Builds an engine from a default plan, with a clock and the seed for it, if any.
    pub(super) fn of(
        plan: Plan,
        clock: Option<(&'static dyn Clock, [u8; 32])>,
    ) -> Result<Self, Error> {
        let generation = process::generation();
        let identity = Identity::new(&plan, clock.map(|(_, seed)| seed))?;
        Ok(Self {
            state: Lock::new(State::new(identity, None, generation)),
            plan,
            allow_fork: clock.is_some(),
            state_file: None,
            fixed_node: None,
            clock: clock.map(|(clock, _)| clock),
        })
    }

    /// Builds an engine from a plan, and the options that are not in the plan.
    pub(super) fn new(plan: Plan, options: &Options) -> Result<Self, Error> {
        let generation = process::generation();
        let mut identity = Identity::new(&plan, options.seed)?;
        let mut state_file = None;
        let mut file_position = None;
        if let (Some(path), Some(time), Some(codec)) =
            (options.file(), &plan.layout.time, plan.codec)
        {
            let header = plan.file_header(time);
            let node = identity.node();
            let mut data = || draw_session_data(&plan, node, &mut identity.entropy);
            state_file = Some(StateFile::open(
                path,
                header,
                FileAccess {
                    is_unmapped: plan.is_unmapped,
                    allows_other_owner: options.allow_other_owner.unwrap_or(false),
                },
                generation,
                &mut data,
            )?);
            file_position = Some(FilePosition::new(&plan, codec));
        }
        let mut state = State::new(identity, file_position, generation);
        if let Some(state_file) = &state_file {
            state.join_session(&plan, state_file)?;
        }
        Ok(Self {
            state: Lock::new(state),
            plan,
            allow_fork: options.allow_fork.unwrap_or(false),
            state_file,
            fixed_node: options.machine_id.or(options.node_id).or(options.node),
            clock: None,
        })
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
                Err(Blocked::Failed(error)) => return Err(error),
                Err(_) => untimed(self.next_slow(None, Deadline::NEVER))?,
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
        let mut deadline = None;
        loop {
            let generation = process::generation();
            let issued = match self.next_fast(plan, by_clock, generation, Deadline::PASSED) {
                Ok(bits) => self.complete(plan, bits, generation)?,
                Err(Blocked::Failed(error)) => return Err(error),
                Err(_) => {
                    let deadline = *deadline.get_or_insert_with(|| Deadline::after(timeout));
                    match self.next_slow(None, deadline) {
                        Ok(issued) => issued,
                        Err(Stopped::TimedOut) => return Ok(None),
                        Err(Stopped::Failed(error)) => return Err(error),
                    }
                }
            };
            if let Some(id) = issued.convert(&convert) {
                return Ok(Some(id));
            }
            if deadline.is_some_and(Deadline::has_passed) {
                return Ok(None);
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
            let issued = untimed(self.next_slow(after, Deadline::NEVER))?;
            if let Some(id) = issued.convert(&convert) {
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
            let issued = untimed(self.next_manual(time, after))?;
            if let Some(id) = issued.convert(&convert) {
                return Ok(id);
            }
        }
    }

    /// Issues at most `most` ids, and passes them to `sink` with the generator for their random
    /// bits. Returns how many.
    ///
    /// Before using the ids, the caller must check that the process is still the same.
    pub(super) fn fill(
        &self,
        most: u64,
        sink: &mut dyn FnMut(Run, &mut Rng),
    ) -> Result<u64, Error> {
        let issued = self.issue_unblocked(Deadline::NEVER, |state, given_time| {
            let reading = self.read_clock(state, given_time);
            self.issue_run(state, reading, None, Batch::Ids(most))
        });
        let (mut state, generation, run) = untimed(issued)?;
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
    ) -> Result<u128, Blocked> {
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
    ) -> Result<u128, Blocked> {
        let mut state = self.lock(generation, deadline)?;
        match state.take_prefetched(&plan.hot, self.state_file(plan), generation, counter) {
            Some(bits) => Ok(bits),
            None => self.prefetch(state, generation),
        }
    }

    #[inline(never)]
    fn prefetch(
        &self,
        mut state: LockGuard<'_, State>,
        generation: Generation,
    ) -> Result<u128, Blocked> {
        if !Self::is_ready(&self.plan, &mut state, generation) {
            return Err(Blocked::SlowPath);
        }
        let issued = self.read_clock_and_issue(&mut state, None, None);
        drop(state);
        clock_cache::measure_if_due(&self.plan.hot, generation);
        issued
    }

    /// Issues the next id by a clock read, if the cycle counter is not usable.
    #[inline(never)]
    pub(super) fn next_by_clock(
        &self,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<u128, Blocked> {
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
    ) -> Result<u128, Blocked> {
        // Load `resets` before reading the clock: if the generator is reset in between, the reading
        // is stale and must be retaken. The clock read preserves this order.
        let early = (resets(), Sys::now());
        entropy::expire_keys(early.1);
        self.next_by_reading(plan, is_constant, generation, deadline, early)
    }

    /// Issues the next id by a clock reading that was taken before locking, when there had been so
    /// many resets.
    #[inline(always)]
    fn next_by_reading(
        &self,
        plan: &Plan,
        is_constant: bool,
        generation: Generation,
        deadline: Deadline,
        (before, reading): (u64, Timestamp),
    ) -> Result<u128, Blocked> {
        let mut state = self.lock(generation, deadline)?;
        let is_stale = resets() != before && guard!(LateLook);
        if is_stale || !Self::is_ready(plan, &mut state, generation) {
            return Err(Blocked::SlowPath);
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
        clock_cache::measure_if_due(&plan.hot, generation);
        run.map(|mut run| run.pop(&plan.hot).unwrap_or_default())
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

    /// Reads the clock under the lock and issues the next id (random bits not filled in).
    /// Prefetches the ids that follow it.
    fn read_clock_and_issue(
        &self,
        state: &mut State,
        after: Option<Tick>,
        given_time: Option<Timestamp>,
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
        let reading = self.read_clock(state, given_time);
        let mut run = self.issue_run(state, reading, after, batch)?;
        let bits = run.pop(&plan.hot).unwrap_or_default();
        if let Some(counter) = counter {
            state.prefetch(plan, run, counter, reading);
        }
        Ok(bits)
    }

    /// Reads the system's clock, unless another one was read before the lock: it may call foreign
    /// code.
    fn read_clock(&self, state: &mut State, given_time: Option<Timestamp>) -> Timestamp {
        match given_time {
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
            && !plan.is_unmapped
            && Self::is_current(plan, state, generation)
            && !state.identity.entropy.is_seeded()
    }

    /// Reads the state with an up-to-date position.
    pub(super) fn with_state<R>(&self, read: impl FnOnce(&State) -> R) -> Result<R, Error> {
        let state = self.lock_flushed(process::generation(), Deadline::NEVER);
        untimed(state).map(|state| read(&state))
    }
}

/// How often a generator of this process was reset.
#[inline(always)]
fn resets() -> u64 {
    Sys::statics().resets.load(Ordering::Relaxed)
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
    use crate::error::ErrorCode;
    use crate::formats::Format;

    fn engine(format: Format, options: &Options) -> Engine {
        let plan = Plan::new(format, options).expect("a plan");
        Engine::new(plan, options).expect("an engine")
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

    /// Such a reading may be later than the reset, and must not count.
    #[test]
    fn clock_reading_from_before_a_reset_is_taken_again() {
        let engine = engine(Format::Tid, &Options::new());
        let generation = process::generation();
        entropy::prepare(generation).expect("entropy");
        let issue = |resets| {
            let early = (resets, Sys::now());
            engine.next_by_reading(&engine.plan, false, generation, Deadline::NEVER, early)
        };
        let before = resets();
        Sys::statics().resets.fetch_add(1, Ordering::Relaxed);
        assert!(matches!(issue(before), Err(Blocked::SlowPath)));
        assert_eq!(engine.with_state(|state| state.ids), Ok(0));
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
