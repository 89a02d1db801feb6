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
use super::words::kind;
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::options::{ClockSource, Options};
use crate::process::lock::{Held, Lock, Patience};
use crate::process::{self, Generation};
use crate::store::Store;
use crate::stream::Stream;
use crate::time::{Tick, Timestamp};
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

/// The state, and the process that it was looked at in.
type Ready<'a> = (Held<'a, State>, Generation);

/// What a look at the clock comes to.
enum Looked {
    /// An id without its random bits, of this process.
    Bits(u128, Generation),
    Done(Value),
    /// Nothing, until the clock reads this.
    Wait(Timestamp),
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
            ledger = Some(Ledger::new(&plan, words));
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
        let generation = process::generation();
        let (leased, held) = self.leased(shape, generation, Patience::ENDLESS)?;
        match leased {
            Some(value) => Ok(value),
            None => self.look(shape, held, None),
        }
    }

    /// [`next`](Self::next) for a caller who does not wait as long as it takes.
    #[inline(always)]
    pub(super) fn next_within(
        &self,
        shape: &Shape,
        patience: Duration,
    ) -> Result<Option<Value>, Error> {
        let generation = process::generation();
        let (leased, held) = self.leased(shape, generation, Patience::NONE)?;
        drop(held);
        match leased {
            None => self.look_within(shape, patience),
            leased => Ok(leased),
        }
    }

    /// The next id of the lease; without one the state, if it was to be had.
    #[inline(always)]
    fn leased(
        &self,
        shape: &Shape,
        generation: Generation,
        patience: Patience,
    ) -> Result<(Option<Value>, Option<Ready<'_>>), Error> {
        let counter = gate::counter(shape);
        let Some(mut state) = self.state.lock(generation, patience)? else {
            return Ok((None, None));
        };
        match state.take(shape, self.store.as_ref(), generation, counter) {
            None => Ok((None, Some((state, generation)))),
            Some(bits) => {
                drop(state);
                Ok((self.finished(shape, bits, generation)?, None))
            }
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

    /// The next id at the system's time, greater than one of tick `after`; `held` is the state, if the caller has it.
    #[inline(always)]
    pub(super) fn look(
        &self,
        shape: &Shape,
        mut held: Option<Ready<'_>>,
        after: Option<Tick>,
    ) -> Result<Value, Error> {
        loop {
            match self.looked(held.take(), after, Patience::ENDLESS)? {
                Looked::Bits(bits, generation) => {
                    if let Some(value) = self.finished(shape, bits, generation)? {
                        return Ok(value);
                    }
                }
                Looked::Done(value) => return Ok(value),
                Looked::Wait(until) => wait_for(until),
                Looked::Again | Looked::TooLate => {}
            }
        }
    }

    #[inline(never)]
    fn look_within(&self, shape: &Shape, time: Duration) -> Result<Option<Value>, Error> {
        let patience = Patience::of(time);
        loop {
            match self.looked(None, None, patience)? {
                Looked::Bits(bits, generation) => {
                    let value = self.finished(shape, bits, generation)?;
                    if value.is_some() {
                        return Ok(value);
                    }
                }
                Looked::Done(value) => return Ok(Some(value)),
                Looked::TooLate => return Ok(None),
                Looked::Wait(_) if patience.is_over() => return Ok(None),
                Looked::Wait(until) => wait_for(until),
                Looked::Again => {}
            }
        }
    }

    /// One look at the clock, or one wait for the state file.
    #[inline(never)]
    fn looked(
        &self,
        held: Option<Ready<'_>>,
        after: Option<Tick>,
        patience: Patience,
    ) -> Result<Looked, Error> {
        self.expect_clock(ClockSource::System)?;
        let Some((mut state, generation)) = self.ready(held, patience)? else {
            return Ok(Looked::TooLate);
        };
        // Under the lock: else a thread that was slow to get it would bring an older reading, which is a clock set back.
        let is_seeded = state.identity.entropy.is_seeded();
        let counter = gate::counter(&self.plan.shape).filter(|_| !is_seeded);
        let reading = Here::now();
        let (plan, store) = (&self.plan, self.store.as_ref());
        let want = match counter {
            Some(_) => Want::Lease,
            None => Want::Ids(1),
        };
        match state.next(plan, store, reading, after, want)? {
            Next::Made => {}
            Next::Wait(until) => return Ok(Looked::Wait(until)),
            Next::Reserve(ahead) => {
                drop(state);
                return self.reserve(generation, patience, ahead);
            }
        }
        let bits = state.first(&plan.shape);
        state.lease(plan, counter, reading);
        if is_seeded {
            // A seed's stream is drawn from in the order of the ids, none of which is leased.
            let value = self.completed(bits, &mut state)?;
            drop(state);
            let is_ours = process::is_still(generation);
            return Ok(if is_ours {
                Looked::Done(value)
            } else {
                Looked::Again
            });
        }
        drop(state);
        if plan.shape.is_gated {
            gate::keep_measured(generation);
        }
        Ok(Looked::Bits(bits, generation))
    }

    /// The state, fit for use, of a process that needs to ask the system for nothing but the time; `None` where the patience is over before.
    #[inline(always)]
    fn ready<'a>(
        &'a self,
        held: Option<Ready<'a>>,
        patience: Patience,
    ) -> Result<Option<Ready<'a>>, Error> {
        let (state, generation) = match held {
            Some((state, generation)) if !self.plan.draws || entropy::is_ready(generation) => {
                (self.fit(Some(state), generation, patience)?, generation)
            }
            held => {
                drop(held);
                let generation = process::generation();
                // What is refused here is refused again where it is needed.
                let _ = entropy::prepare(generation);
                (self.fit(None, generation, patience)?, generation)
            }
        };
        Ok(state.map(|state| (state, generation)))
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
    pub(super) fn next_at(&self, time: Timestamp, after: Option<Tick>) -> Result<Value, Error> {
        self.expect_clock(ClockSource::Manual)?;
        loop {
            let generation = process::generation();
            let Some(mut state) = self.fit(None, generation, Patience::ENDLESS)? else {
                continue;
            };
            let store = self.store.as_ref();
            match state.next(&self.plan, store, time, after, Want::Ids(1))? {
                Next::Made => {
                    let bits = state.first(&self.plan.shape);
                    let value = self.completed(bits, &mut state)?;
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

    /// An id, its random bits drawn under the lock.
    fn completed(&self, bits: u128, state: &mut State) -> Result<Value, Error> {
        let shape = &self.plan.shape;
        let entropy = &mut state.identity.entropy;
        entropy.with(|stream| shape.complete(bits, stream))
    }

    /// At most so many ids at once, handed on with the stream that their random bits are from: how many, or none after a wait.
    pub(super) fn fill(
        &self,
        most: u64,
        sink: impl FnOnce(Run, &mut Stream),
    ) -> Result<u64, Error> {
        let Some((mut state, generation)) = self.ready(None, Patience::ENDLESS)? else {
            return Ok(0);
        };
        let (store, reading) = (self.store.as_ref(), Here::now());
        let run = match state.next(&self.plan, store, reading, None, Want::Ids(most))? {
            Next::Made => state.whole_run(),
            Next::Wait(until) => {
                drop(state);
                wait_for(until);
                return Ok(0);
            }
            Next::Reserve(ahead) => {
                drop(state);
                self.reserve(generation, Patience::ENDLESS, ahead)?;
                return Ok(0);
            }
        };
        let made = run.count;
        // A seed's stream is drawn from in the order of the ids, under the lock.
        if state.identity.entropy.is_seeded() {
            state.identity.entropy.with(|stream| sink(run, stream))?;
            drop(state);
        } else {
            drop(state);
            entropy::with_thread_stream(generation, |stream| sink(run, stream))?;
        }
        // Another process by now: it makes other ids, over these.
        Ok(if process::is_still(generation) {
            made
        } else {
            0
        })
    }

    /// Reads the state, with what was leased accounted for.
    pub(super) fn with_state<R>(&self, read: impl FnOnce(&State) -> R) -> Result<R, Error> {
        let generation = process::generation();
        loop {
            if let Some(state) = self.settled(None, generation, Patience::ENDLESS)? {
                return Ok(read(&state));
            }
        }
    }

    /// Draws everything anew, with the user's seed or node if given.
    pub(super) fn reseed(&self, seed: Option<[u8; 32]>, node: Option<u64>) -> Result<(), Error> {
        let generation = process::generation();
        let Some(mut state) = self.settled(None, generation, Patience::ENDLESS)? else {
            return Ok(());
        };
        if state.identity.only_node_differs(&self.plan) && node.is_none() {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // Other generators draw from the same threads' streams, and lose nothing by a new key.
        entropy::advance_epoch();
        state.renew(&self.plan, self.store.as_ref(), seed, node)?;
        state.generation = generation;
        Ok(())
    }

    /// The state, with what was leased accounted for; `None` where the patience is over before.
    #[inline(always)]
    fn settled<'a>(
        &'a self,
        held: Option<Held<'a, State>>,
        generation: Generation,
        patience: Patience,
    ) -> Result<Option<Held<'a, State>>, Error> {
        let held = match held {
            None => self.state.lock(generation, patience)?,
            held => held,
        };
        Ok(held.map(|mut state| {
            state.settle(&self.plan);
            state.is_torn |= state.is_taken_over;
            state
        }))
    }

    /// The state, fit for use in this process: after a fork or a process-wide reseeding, everything is drawn anew.
    #[inline(always)]
    fn fit<'a>(
        &'a self,
        held: Option<Held<'a, State>>,
        generation: Generation,
        patience: Patience,
    ) -> Result<Option<Held<'a, State>>, Error> {
        match self.settled(held, generation, patience)? {
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
        let is_seeded = state.identity.entropy.is_seeded();
        if is_seeded && state.is_torn {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        let is_forked = |state: &State| state.generation.forks() != generation.forks();
        if let Some(store) = self.store.as_ref().filter(|_| is_forked(&state)) {
            if store.is_inherited(generation) {
                let node = state.identity.number();
                drop(state);
                // Before anything is drawn: a child that fails uses up nothing.
                let common = || draw_common(&self.plan, node, &mut Entropy::Thread);
                if store.rejoin(generation, patience, common)?.is_none() {
                    return Ok(None);
                }
                match self.settled(None, generation, patience)? {
                    Some(settled) => state = settled,
                    None => return Ok(None),
                }
            }
            // Unless another thread has done so, meanwhile.
            if is_forked(&state) {
                // The file tells their ids apart: a seed or node of the parent's may go on.
                match is_seeded {
                    true => state.join(&self.plan, store)?,
                    false => state.renew(&self.plan, Some(store), None, None)?,
                }
            }
        } else if !state.identity.needs_to_be_told(&self.plan) {
            state.renew(&self.plan, self.store.as_ref(), None, None)?;
        } else if !self.allow_fork {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        state.is_torn = false;
        state.generation = generation;
        Ok(Some(state))
    }
}

/// Sleeps until the clock should read this, or for a part of that: the caller looks again.
#[cold]
fn wait_for(until: Timestamp) {
    loop {
        let left = until.unix_ns() - Here::now().unix_ns();
        let Ok(left) = u64::try_from(left).map(Duration::from_nanos) else {
            return;
        };
        if left > SHORT_WAIT {
            return Here::sleep((left - SHORT_WAIT / 2).min(LONG_WAIT));
        }
        Here::spin();
    }
}

impl Drop for Engine {
    /// Leaves the state file, if there is one, where the last id left it.
    fn drop(&mut self) {
        let generation = process::generation();
        if let Some(store) = self.store.as_ref()
            && !store.is_inherited(generation)
            && let Ok(Some(state)) = self.settled(None, generation, Patience::ENDLESS)
        {
            store.leave(generation, |seen| state.last_word(seen));
        }
    }
}
