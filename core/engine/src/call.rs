//! The path of a call to its id: locks, clock reads, waits and files. Never waits while holding the
//! generator's lock.
//!
//! [`next`](Engine::next) tries these ways in order:
//! 1. [`next_prefetched`](Engine::next_prefetched): from the prefetched run, or the first id of a
//!    new one, if the cycle counter is usable;
//! 2. [`next_by_clock`](Engine::next_by_clock): by a clock read of its own, if it is not;
//! 3. [`next_slow`](Engine::next_slow): everything else, such as waits, forks and files.

pub mod fill;
pub mod slow;

use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{Ordering, compiler_fence};
use std::time::Duration;

use super::clock_cache;
use super::file_position::FilePosition;
use super::identity::{Identity, draw_session_data};
use super::plan::Plan;
use super::run::{Batch, Blocked, Run};
use super::state::{Request, State};
use crate::error::Error;
use crate::store::{FileAccess, StateFile, file};
use crate::sys::deadline::TIMED_OUT;
use crate::sys::entropy;
use crate::sys::lock::{Lock, LockGuard};
use crate::sys::process::{self, Generation};
use crate::sys::{Atomic, Deadline, Os, guard};
use crate::time::{Tick, UnixTime};
use crate::value::Value;

/// A generator without the type of its ids.
#[repr(C)]
pub struct Engine<S: Os> {
    state: Lock<S, State<S>>,
    pub plan: Plan,
    allow_fork: bool,
    state_file: Option<StateFile<S>>,
    /// A node that the user assigned within fixed bits.
    fixed_node: Option<u64>,
    /// In place of the system's clock, until it ends.
    clock: Option<&'static dyn Clock>,
}

/// What a user gives an engine beside its plan.
#[derive(Clone, Copy, Default)]
pub struct Given<'a> {
    pub seed: Option<[u8; 32]>,
    /// The state file or lease file.
    pub file: Option<&'a Path>,
    /// It may belong to a user who could make this process repeat ids.
    pub allows_other_owner: bool,
    pub allow_fork: bool,
    /// A node within fixed bits.
    pub fixed_node: Option<u64>,
}

/// A clock in place of the system's, such as that of a test.
pub trait Clock: Sync {
    fn now(&self) -> UnixTime;

    /// Whether the system's clock applies again.
    fn has_ended(&self) -> bool;
}

type StateGuard<'a, S> = LockGuard<'a, S, State<S>>;

/// An id, and the generation of the process that issued it.
pub struct Issued {
    value: Value,
    generation: Generation,
}

/// Where a call finds the plan of its engine.
pub trait PlanSource {
    /// The plan as a constant, for which the call is compiled. `None`: the engine has it.
    const CONSTANT: Option<&'static Plan>;

    /// Whether the part that reads the clock is compiled for the constant, too.
    const COMPILES_CLOCK_READ: bool;
}

/// The plan of an engine that is not a constant.
pub struct Own;

impl PlanSource for Own {
    const CONSTANT: Option<&'static Plan> = None;
    const COMPILES_CLOCK_READ: bool = false;
}

impl<S: Os> Engine<S> {
    /// Builds an engine from a default plan, with a clock and the seed for it, if any.
    pub fn of(plan: Plan, clock: Option<(&'static dyn Clock, [u8; 32])>) -> Result<Self, Error> {
        let generation = process::generation::<S>();
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

    /// Builds an engine from a plan, and what the user gives beside it.
    pub fn new(plan: Plan, given: Given<'_>) -> Result<Self, Error> {
        let generation = process::generation::<S>();
        let mut identity = Identity::<S>::new(&plan, given.seed)?;
        let mut state_file = None;
        let mut file_position = None;
        if let (Some(path), Some(time), Some(codec)) = (given.file, &plan.layout.time, plan.codec) {
            if !S::has_files() {
                let error = ErrorKind::Unsupported.into();
                return Err(file::io_error(&path.to_string_lossy(), &error));
            }
            let header = plan.file_header(time);
            let node = identity.node();
            let mut data = || draw_session_data(&plan, node, &mut identity.entropy);
            state_file = Some(StateFile::open(
                path,
                header,
                FileAccess {
                    is_unmapped: plan.policy.is_unmapped,
                    allows_other_owner: given.allows_other_owner,
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
            allow_fork: given.allow_fork,
            state_file,
            fixed_node: given.fixed_node,
            clock: None,
        })
    }

    // Calls for one id. If the process was forked or reseeded during the call, they issue another.

    /// The plan. Called at each use: a constant folds there, but not a reference within a closure.
    #[inline(always)]
    fn plan_of<P: PlanSource>(&self) -> &Plan {
        P::CONSTANT.unwrap_or(&self.plan)
    }

    /// The next id by the system clock. `slow` is [`next_slow`](Self::next_slow), here and below:
    /// callers pass a function that is compiled once, and not in each crate that generates ids.
    #[inline(always)]
    pub fn next<P: PlanSource, R, E: From<Error>>(
        &self,
        slow: impl Fn(&Self, Option<Tick>, Deadline) -> Result<Issued, Error>,
        convert: impl Fn(Value) -> R,
    ) -> Result<R, E> {
        loop {
            let generation = process::generation::<S>();
            let issued = match self.next_fast::<P>(generation, Deadline::NEVER) {
                Ok(bits) => self.complete::<P>(bits, generation)?,
                Err(Blocked::Failed(error)) => return Err(error.into()),
                Err(_) => slow(self, None, Deadline::NEVER)?,
            };
            if let Some(id) = issued.convert::<S, _>(&convert) {
                return Ok(id);
            }
        }
    }

    /// [`next`](Self::next), or `None` if about `timeout` passes first.
    #[inline(always)]
    pub fn next_within<P: PlanSource, R, E: From<Error>>(
        &self,
        timeout: Duration,
        slow: impl Fn(&Self, Option<Tick>, Deadline) -> Result<Issued, Error>,
        convert: impl Fn(Value) -> R,
    ) -> Result<Option<R>, E> {
        let mut deadline = None;
        loop {
            let generation = process::generation::<S>();
            let issued = match self.next_fast::<P>(generation, Deadline::PASSED) {
                Ok(bits) => self.complete::<P>(bits, generation)?,
                Err(Blocked::Failed(error)) => return Err(error.into()),
                Err(_) => {
                    let deadline = *deadline.get_or_insert_with(|| Deadline::after::<S>(timeout));
                    match slow(self, None, deadline) {
                        Ok(issued) => issued,
                        Err(TIMED_OUT) => return Ok(None),
                        Err(error) => return Err(error.into()),
                    }
                }
            };
            if let Some(id) = issued.convert::<S, _>(&convert) {
                return Ok(Some(id));
            }
            if deadline.is_some_and(Deadline::has_passed::<S>) {
                return Ok(None);
            }
        }
    }

    /// Converts the id that `issue` returns for the caller. Issues another one after a fork or
    /// reseed during the call.
    #[inline(always)]
    pub fn converted<R, E: From<Error>>(
        convert: impl Fn(Value) -> R,
        mut issue: impl FnMut() -> Result<Issued, Error>,
    ) -> Result<R, E> {
        loop {
            if let Some(id) = issue()?.convert::<S, _>(&convert) {
                return Ok(id);
            }
        }
    }

    // The fast path: nothing to wait for but the lock

    /// Issues the next id (random bits not filled in).
    #[inline(always)]
    fn next_fast<P: PlanSource>(
        &self,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<u128, Blocked> {
        let plan = self.plan_of::<P>();
        match clock_cache::cycle_counter::<S>(&plan.hot) {
            Some(counter) => self.next_prefetched(plan, generation, deadline, counter),
            None if P::COMPILES_CLOCK_READ => self.next_by_clock::<P>(generation, deadline),
            None => self.next_by_clock::<Own>(generation, deadline),
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
        mut state: StateGuard<'_, S>,
        generation: Generation,
    ) -> Result<u128, Blocked> {
        if !Self::is_ready(&self.plan, &mut state, generation) {
            return Err(Blocked::SlowPath);
        }
        let issued = self.read_clock_and_issue(&mut state, None, None);
        drop(state);
        clock_cache::measure_if_due::<S>(&self.plan.hot, generation);
        issued
    }

    /// Issues the next id by a clock read, if the cycle counter is not usable.
    ///
    /// Reads the clock before locking, which shortens the time under the lock. A reading that other
    /// threads have overtaken is retaken on the slow path.
    #[inline(never)]
    fn next_by_clock<P: PlanSource>(
        &self,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<u128, Blocked> {
        // Load `resets` before reading the clock: if the generator is reset in between, the reading
        // is stale and must be retaken. The clock read preserves this order.
        let early = (resets::<S>(), S::now());
        entropy::expire_keys::<S>(early.1);
        self.next_by_reading::<P>(generation, deadline, early)
    }

    /// Issues the next id by a clock reading that was taken before locking, when there had been so
    /// many resets.
    #[inline(always)]
    fn next_by_reading<P: PlanSource>(
        &self,
        generation: Generation,
        deadline: Deadline,
        (before, reading): (u64, UnixTime),
    ) -> Result<u128, Blocked> {
        let plan = self.plan_of::<P>();
        let mut state = self.lock(generation, deadline)?;
        let is_stale = resets::<S>() != before && guard!(LateLook);
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
        let run = match P::CONSTANT {
            Some(_) => state.next_run(&request),
            None => state.next_run_outlined(&request),
        };
        drop(state);
        clock_cache::measure_if_due::<S>(&plan.hot, generation);
        run.map(|mut run| run.pop(&plan.hot).unwrap_or_default())
    }

    /// The state file, if any. On systems without files the compiler removes what uses it.
    #[inline(always)]
    fn file(&self) -> Option<&StateFile<S>> {
        self.state_file.as_ref().filter(|_| S::has_files())
    }

    /// The state file of a generator with this plan.
    #[inline(always)]
    fn state_file(&self, plan: &Plan) -> Option<&StateFile<S>> {
        plan.codec.and(self.file())
    }

    /// Completes an id with random bits. Call unlocked.
    #[inline(always)]
    fn complete<P: PlanSource>(&self, bits: u128, generation: Generation) -> Result<Issued, Error> {
        let hot = || &self.plan_of::<P>().hot;
        let value = match hot().is_random() {
            true => entropy::with_thread_rng::<S, _>(generation, |rng| hot().complete(bits, rng))?,
            false => Value::from_u128(bits),
        };
        Ok(Issued { value, generation })
    }

    /// Reads the clock under the lock and issues the next id (random bits not filled in).
    /// Prefetches the ids that follow it.
    fn read_clock_and_issue(
        &self,
        state: &mut State<S>,
        after: Option<Tick>,
        given_time: Option<UnixTime>,
    ) -> Result<u128, Blocked> {
        let plan = &self.plan;
        plan.expect_system_clock::<S>()?;
        // A seeded generator consumes its stream id by id, so it prefetches nothing.
        let is_seeded = state.identity.entropy.is_seeded();
        let counter = clock_cache::cycle_counter::<S>(&plan.hot).filter(|_| !is_seeded);
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
    fn read_clock(&self, state: &mut State<S>, given_time: Option<UnixTime>) -> UnixTime {
        match given_time {
            Some(time) => {
                state.follow_back(&self.plan, time);
                time
            }
            None => {
                let reading = S::now();
                entropy::expire_keys::<S>(reading);
                reading
            }
        }
    }

    /// Issues a run for a clock reading taken under the lock.
    fn issue_run(
        &self,
        state: &mut State<S>,
        reading: UnixTime,
        after: Option<Tick>,
        batch: Batch,
    ) -> Result<Run, Blocked> {
        state.next_run_outlined(&Request {
            plan: &self.plan,
            state_file: self.file(),
            reading,
            is_early: false,
            after,
            batch,
        })
    }

    // Locking the state

    /// Locks the state. If a fork cut off the holder, the state is poisoned.
    #[inline(always)]
    fn lock(&self, generation: Generation, deadline: Deadline) -> Result<StateGuard<'_, S>, Error> {
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
    ) -> Result<StateGuard<'_, S>, Error> {
        let mut state = self.lock(generation, deadline)?;
        state.flush(&self.plan);
        Ok(state)
    }

    /// Flushes a locked state. Returns whether it belongs to this process, or was redrawn since the
    /// caller read `generation`.
    #[inline(always)]
    fn is_current(plan: &Plan, state: &mut StateGuard<'_, S>, generation: Generation) -> bool {
        state.flush(plan);
        state.generation >= generation && !state.is_poisoned
    }

    /// Flushes a locked state. Returns whether it can issue an id without any system call but the
    /// clock.
    #[inline(always)]
    fn is_ready(plan: &Plan, state: &mut StateGuard<'_, S>, generation: Generation) -> bool {
        (!plan.draws || entropy::is_ready::<S>(generation))
            && plan.uses_system_clock::<S>()
            && !plan.policy.is_unmapped
            && Self::is_current(plan, state, generation)
            && !state.identity.entropy.is_seeded()
    }

    /// Reads the state with an up-to-date position.
    pub fn with_state<R>(&self, read: impl FnOnce(&State<S>) -> R) -> Result<R, Error> {
        let state = self.lock_flushed(process::generation::<S>(), Deadline::NEVER);
        state.map(|state| read(&state))
    }
}

/// How often a generator of this process was reset.
#[inline(always)]
fn resets<S: Os>() -> u64 {
    S::statics().resets.load(Ordering::Relaxed)
}

impl Issued {
    /// Converts the id for the caller. Returns `None` after a fork or reseed, since another process
    /// may return the same id.
    ///
    /// Checks the process last: a signal handler can fork after any instruction.
    #[inline(always)]
    fn convert<S: Os, R>(self, convert: impl FnOnce(Value) -> R) -> Option<R> {
        let id = convert(self.value);
        compiler_fence(Ordering::SeqCst);
        process::is_current::<S>(self.generation).then_some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;
    use crate::examples::S;
    use crate::examples::{TID, UUID4, UUID7, plan};
    use crate::layout::Layout;
    use crate::sys::rng::Rng;

    fn engine(layout: Layout, seed: Option<[u8; 32]>) -> Engine<S> {
        let given = Given {
            seed,
            ..Given::default()
        };
        Engine::new(plan(layout), given).expect("an engine")
    }

    fn next(engine: &Engine<S>) -> Result<Value, ErrorCode> {
        let issued = engine.next::<Own, _, Error>(Engine::next_slow, |value| value);
        issued.map_err(|error| error.code())
    }

    #[test]
    fn next_after_interrupted_call_draws_new_node() {
        let engine = engine(TID, None);
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
        let engine = engine(UUID7, Some([1; 32]));
        next(&engine).expect("an id");
        engine.state.leave_behind();
        // As after a fork, the thread has to draw a key first.
        entropy::invalidate_keys::<S>();
        for _ in 0..2 {
            assert_eq!(next(&engine), Err(ErrorCode::ForkedGenerator));
        }
        engine.reseed(Some([2; 32]), None).expect("a new seed");
        next(&engine).expect("an id");
    }

    /// Such a reading may be later than the reset, and must not count.
    #[test]
    fn clock_reading_from_before_a_reset_is_taken_again() {
        let engine = engine(TID, None);
        let generation = process::generation::<S>();
        entropy::prepare::<S>(generation).expect("entropy");
        let issue = |resets| {
            let early = (resets, S::now());
            engine.next_by_reading::<Own>(generation, Deadline::NEVER, early)
        };
        let before = resets::<S>();
        S::statics().resets.fetch_add(1, Ordering::Relaxed);
        assert!(matches!(issue(before), Err(Blocked::SlowPath)));
        assert_eq!(engine.with_state(|state| state.ids), Ok(0));
    }

    #[test]
    fn reseed_draws_new_key() {
        let engine = engine(UUID4, None);
        let (generation, seed) = (process::generation::<S>(), [5; 32]);
        // A new key is drawn each millisecond, too, but not in each of these rounds.
        for _ in 0..1000 {
            entropy::with_thread_rng::<S, _>(generation, |rng| *rng = Rng::from_seed(seed))
                .expect("keyed");
            engine.reseed(None, None).expect("reseeded");
            let drawn =
                entropy::with_thread_rng::<S, _>(generation, Rng::two_words).expect("entropy");
            assert_ne!(drawn, Rng::from_seed(seed).two_words());
        }
    }
}
