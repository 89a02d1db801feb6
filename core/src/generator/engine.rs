//! How a call gets its id: leased, or by a look at the clock under the lock, or after a wait, which is for nothing under it.

use std::time::Duration;

use super::entropy::{self, Entropy};
use super::gate;
use super::identity::{Identity, draw_common};
use super::ledger::{Ledger, Want};
use super::plan::Plan;
use super::run::Run;
use super::shape::Shape;
use super::state::{Next, State};
use super::ticks::Count;
use super::words::kind;
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::options::{ClockSource, Options};
use crate::process::lock::{Held, Lock, Patience};
use crate::process::{self, Generation};
use crate::store::Store;
use crate::stream::Stream;
use crate::time::Timestamp;
use crate::value::Value;
use crate::world::World;

/// A sleep is late by about this much; what is shorter is spun.
const SHORT_WAIT: Duration = Duration::from_micros(100);

/// A clock that is set forward meanwhile is noticed this soon.
const LONG_WAIT: Duration = Duration::from_millis(50);

/// A generator, whatever type its ids have.
#[repr(C)]
pub(super) struct Engine {
    state: Lock<State>,
    pub(super) plan: Plan,
    clock: ClockSource,
    allow_fork: bool,
    store: Option<Store>,
}

/// What a look at the clock comes to.
enum Looked {
    Done(Value),
    /// Nothing, until the clock reads this tick.
    Wait(Count),
    /// Nothing yet: the state file was waited for, or the process is another one by now.
    Again,
    /// Nothing within the caller's patience.
    TooLate,
}

impl Engine {
    pub(super) fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let plan = Plan::new(format, options)?;
        let generation = process::generation();
        let mut identity = Identity::new(&plan, options)?;
        let mut store = None;
        let mut ledger = None;
        if let (Some(path), Some(time), Some(words)) =
            (&options.state_file, &plan.layout.time, plan.words)
        {
            let kind = kind(format, &plan.layout, time, plan.shape.is_permuted());
            let node = identity.number();
            let common = || draw_common(&plan, node, &mut identity.entropy);
            store = Some(Store::open(path, kind, generation, common)?);
            ledger = Some(Ledger::new(&plan, words, identity.entropy.is_seeded()));
        }
        let mut state = State::new(identity, ledger, generation);
        if let Some(store) = &store {
            state.join(&plan, store)?;
        }
        Ok(Self {
            state: Lock::new(state),
            plan,
            clock: options.clock.unwrap_or(ClockSource::System),
            allow_fork: options.allow_fork.unwrap_or(false),
            store,
        })
    }

    pub(super) fn expect_clock(&self, clock: ClockSource) -> Result<(), Error> {
        match self.clock == clock {
            true => Ok(()),
            false => Err(Error::about(ErrorCode::InvalidOption, "clock")),
        }
    }

    /// The next id at the system's time, told the generator's shape: where that is a constant, half of the work is done by the compiler.
    #[inline(always)]
    pub(super) fn next(&self, shape: &Shape) -> Result<Value, Error> {
        let (generation, counter) = (process::generation(), Here::counter());
        match self.leased(shape, generation, counter, Patience::ENDLESS)? {
            Some(value) => Ok(value),
            None => self.look(None),
        }
    }

    /// [`next`](Self::next) for a caller who does not wait as long as it takes.
    #[inline(always)]
    pub(super) fn next_within(
        &self,
        shape: &Shape,
        patience: Duration,
    ) -> Result<Option<Value>, Error> {
        let (generation, counter) = (process::generation(), Here::counter());
        match self.leased(shape, generation, counter, Patience::NONE)? {
            None => self.look_within(patience),
            leased => Ok(leased),
        }
    }

    /// The next id of the lease.
    #[inline(always)]
    fn leased(
        &self,
        shape: &Shape,
        generation: Generation,
        counter: u64,
        patience: Patience,
    ) -> Result<Option<Value>, Error> {
        let bits = match self.state.lock(generation, patience)? {
            Some(mut state) => state.take(shape, self.store.as_ref(), generation, counter),
            None => None,
        };
        match bits {
            Some(bits) => self.finished(shape, bits, generation),
            None => Ok(None),
        }
    }

    /// An id with its random bits; none if this is another process by now, which must not have the id of the first.
    #[inline(always)]
    fn finished(
        &self,
        shape: &Shape,
        bits: u128,
        generation: Generation,
    ) -> Result<Option<Value>, Error> {
        let value = entropy::complete(shape, bits, generation)?;
        Ok(process::is_still(generation).then_some(value))
    }

    /// The next id at the system's time, greater than one of tick `after`.
    #[inline(never)]
    pub(super) fn look(&self, after: Option<Count>) -> Result<Value, Error> {
        loop {
            match self.looked(after, Patience::ENDLESS)? {
                Looked::Done(value) => return Ok(value),
                Looked::Wait(until) => self.wait_for(until)?,
                Looked::Again | Looked::TooLate => {}
            }
        }
    }

    #[inline(never)]
    fn look_within(&self, time: Duration) -> Result<Option<Value>, Error> {
        let patience = Patience::of(time);
        loop {
            match self.looked(None, patience)? {
                Looked::Done(value) => return Ok(Some(value)),
                Looked::TooLate => return Ok(None),
                Looked::Wait(_) if patience.is_over() => return Ok(None),
                Looked::Wait(until) => self.wait_for(until)?,
                Looked::Again => {}
            }
        }
    }

    /// One look at the clock, or one wait for the state file.
    #[inline(always)]
    fn looked(&self, after: Option<Count>, patience: Patience) -> Result<Looked, Error> {
        self.expect_clock(ClockSource::System)?;
        let generation = process::generation();
        // Nothing is asked of the system under the lock but the time.
        entropy::prepare(generation)?;
        let Some(mut state) = self.fit(generation, patience)? else {
            return Ok(Looked::TooLate);
        };
        // Under the lock: else a thread that was slow to get it would bring an older reading, which is a clock set back.
        let counter = Here::counter();
        let reading = Here::now();
        let (plan, store) = (&self.plan, self.store.as_ref());
        let made = match state.next(plan, store, reading, after, Want::Lease)? {
            Next::Wait(until) => return Ok(Looked::Wait(until)),
            Next::Reserve(ahead) => {
                drop(state);
                return self.reserve(generation, patience, ahead);
            }
            // A seed's stream is drawn from in the order of the ids.
            Next::Run(run) if state.identity.entropy.is_seeded() => {
                let value = self.first_of(run, &mut state)?;
                drop(state);
                process::is_still(generation).then_some(value)
            }
            Next::Run(mut run) => {
                let bits = run.pop(&plan.shape).unwrap_or_default();
                state.lease(plan, run, counter, reading);
                drop(state);
                gate::keep_measured(counter, generation);
                self.finished(&plan.shape, bits, generation)?
            }
        };
        Ok(made.map_or(Looked::Again, Looked::Done))
    }

    /// Moves the mark of the state file: no id yet.
    #[cold]
    fn reserve(
        &self,
        generation: Generation,
        patience: Patience,
        ahead: (u64, u64),
    ) -> Result<Looked, Error> {
        let Some(store) = &self.store else {
            return Ok(Looked::Again);
        };
        let done = store.reserve(generation, patience, ahead)?;
        Ok(done.map_or(Looked::TooLate, |()| Looked::Again))
    }

    /// The next id, taking `time` for the clock's reading.
    pub(super) fn next_at(&self, time: Timestamp, after: Option<Count>) -> Result<Value, Error> {
        self.expect_clock(ClockSource::Manual)?;
        loop {
            let generation = process::generation();
            let Some(mut state) = self.fit(generation, Patience::ENDLESS)? else {
                continue;
            };
            let store = self.store.as_ref();
            match state.next(&self.plan, store, time, after, Want::Ids(1))? {
                Next::Run(run) => {
                    let value = self.first_of(run, &mut state)?;
                    drop(state);
                    if process::is_still(generation) {
                        return Ok(value);
                    }
                }
                Next::Wait(_) => return Err(Error::new(ErrorCode::CounterExhausted)),
                Next::Reserve(ahead) => {
                    drop(state);
                    self.reserve(generation, Patience::ENDLESS, ahead)?;
                }
            }
        }
    }

    /// The first id of a run, its random bits drawn under the lock.
    fn first_of(&self, mut run: Run, state: &mut State) -> Result<Value, Error> {
        let shape = &self.plan.shape;
        let bits = run.pop(shape).unwrap_or_default();
        let entropy = &mut state.identity.entropy;
        entropy.with(|stream| shape.complete(bits, stream))
    }

    /// At most so many ids at once, handed on with the stream that their random bits are from: how many, or none after a wait.
    pub(super) fn fill(
        &self,
        most: u64,
        sink: impl FnOnce(Run, &mut Stream),
    ) -> Result<u64, Error> {
        let generation = process::generation();
        entropy::prepare(generation)?;
        let Some(mut state) = self.fit(generation, Patience::ENDLESS)? else {
            return Ok(0);
        };
        let (store, reading) = (self.store.as_ref(), Here::now());
        let run = match state.next(&self.plan, store, reading, None, Want::Ids(most))? {
            Next::Run(run) => run,
            Next::Wait(until) => {
                drop(state);
                return self.wait_for(until).map(|()| 0);
            }
            Next::Reserve(ahead) => {
                drop(state);
                self.reserve(generation, Patience::ENDLESS, ahead)?;
                return Ok(0);
            }
        };
        // A seed's stream is drawn from in the order of the ids, under the lock.
        if state.identity.entropy.is_seeded() {
            state.identity.entropy.with(|stream| sink(run, stream))?;
            drop(state);
        } else {
            drop(state);
            entropy::with_thread_stream(generation, |stream| sink(run, stream))?;
        }
        // Another process by now: it makes other ids, over these.
        Ok(if process::is_still(generation) { run.count } else { 0 })
    }

    /// Reads the state, with what was leased accounted for.
    pub(super) fn with_state<R>(&self, read: impl FnOnce(&State) -> R) -> Result<R, Error> {
        let generation = process::generation();
        loop {
            if let Some(state) = self.settled(generation, Patience::ENDLESS)? {
                return Ok(read(&state));
            }
        }
    }

    /// Draws everything anew, with the user's seed or node if given.
    pub(super) fn reseed(&self, seed: Option<[u8; 32]>, node: Option<u64>) -> Result<(), Error> {
        let generation = process::generation();
        let Some(mut state) = self.settled(generation, Patience::ENDLESS)? else {
            return Ok(());
        };
        if state.identity.only_node_differs(&self.plan) && node.is_none() {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // Other generators draw from the same threads' streams, and lose nothing by a new key.
        entropy::advance_epoch();
        state.renew(&self.plan, seed, node)?;
        state.generation = generation;
        Ok(())
    }

    /// The state, with what was leased accounted for; `None` where the patience is over before.
    #[inline(always)]
    fn settled(
        &self,
        generation: Generation,
        patience: Patience,
    ) -> Result<Option<Held<'_, State>>, Error> {
        let held = self.state.lock(generation, patience)?;
        Ok(held.map(|mut state| {
            state.settle(&self.plan);
            state.is_torn |= state.is_taken_over;
            state
        }))
    }

    /// The state, fit for use in this process: after a fork or a process-wide reseeding, everything is drawn anew.
    #[inline(always)]
    fn fit(
        &self,
        generation: Generation,
        patience: Patience,
    ) -> Result<Option<Held<'_, State>>, Error> {
        match self.settled(generation, patience)? {
            Some(state) if state.generation == generation && !state.is_torn => Ok(Some(state)),
            Some(state) => self.renewed(state, generation, patience),
            None => Ok(None),
        }
    }

    #[cold]
    #[inline(never)]
    fn renewed<'a>(
        &'a self,
        mut state: Held<'a, State>,
        generation: Generation,
        patience: Patience,
    ) -> Result<Option<Held<'a, State>>, Error> {
        let is_inherited = |store: &&Store| store.is_inherited(generation);
        let is_seeded = state.identity.entropy.is_seeded();
        if is_seeded && state.is_torn {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        if let Some(store) = self.store.as_ref().filter(is_inherited) {
            let node = state.identity.number();
            drop(state);
            // Before anything is drawn: a child that fails uses up nothing.
            let common = || draw_common(&self.plan, node, &mut Entropy::Thread);
            if store.rejoin(generation, patience, common)?.is_none() {
                return Ok(None);
            }
            match self.settled(generation, patience)? {
                Some(settled) => state = settled,
                None => return Ok(None),
            }
            // Unless another thread has done so, meanwhile.
            if state.generation != generation || state.is_torn {
                // The file tells their ids apart: a seed or node of the parent's may go on.
                if !is_seeded {
                    state.renew(&self.plan, None, None)?;
                }
                state.join(&self.plan, store)?;
            }
        } else if !state.identity.needs_to_be_told(&self.plan) {
            state.renew(&self.plan, None, None)?;
        } else if !self.allow_fork {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        state.is_torn = false;
        state.generation = generation;
        Ok(Some(state))
    }

    /// Sleeps until the clock should read a tick, or a part of that: the caller looks again.
    #[cold]
    fn wait_for(&self, until: Count) -> Result<(), Error> {
        let Some(ticks) = &self.plan.ticks else {
            return Ok(());
        };
        let until = ticks.start(until)?;
        loop {
            let left = until.unix_ns() - Here::now().unix_ns();
            let Ok(left) = u64::try_from(left).map(Duration::from_nanos) else {
                return Ok(());
            };
            if left > SHORT_WAIT {
                Here::sleep((left - SHORT_WAIT / 2).min(LONG_WAIT));
                return Ok(());
            }
            Here::spin();
        }
    }
}

impl Drop for Engine {
    /// Leaves the state file, if there is one, where the last id left it.
    fn drop(&mut self) {
        let generation = process::generation();
        if let Some(store) = self.store.as_ref()
            && !store.is_inherited(generation)
            && let Ok(Some(state)) = self.settled(generation, Patience::ENDLESS)
        {
            store.leave(generation, |seen| state.last_word(seen));
        }
    }
}
