//! How a call gets its id: leased, or by a look at the clock under the lock, or after a wait, which is for nothing under it.

mod ready;

use std::time::Duration;

use super::entropy;
use super::gate;
use super::identity::{Identity, draw_common};
use super::ledger::{Ledger, Want};
use super::plan::{Known, Own, Plan};
use super::run::Run;
use super::state::{Next, State};
use super::words::kind;
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::options::{ClockSource, Options};
use crate::process::lock::{Held, Lock, Patience};
use crate::process::{self, Generation};
use crate::store::{Ahead, Store};
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
    allow_fork: bool,
    store: Option<Store>,
}

/// What a lease comes to.
enum Leased<'a> {
    /// An id without its random bits.
    Bits(u128),
    /// The state, if it was to be had: there is no lease, or it is over.
    Nothing(Option<Held<'a, State>>),
}

/// What a look at the clock comes to.
enum Looked {
    /// An id without its random bits.
    Bits(u128),
    /// Nothing, until the clock reads this.
    Wait(Timestamp),
    /// Nothing, until the mark of the state file is moved.
    Reserve(Ahead),
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
            allow_fork: options.allow_fork.unwrap_or(false),
            store,
        })
    }

    pub(super) fn expect_clock(&self, clock: ClockSource) -> Result<(), Error> {
        self.plan.expect_clock(clock)
    }

    /// The state file of a generator of this plan.
    #[inline(always)]
    fn store(&self, plan: &Plan) -> Option<&Store> {
        plan.words.and(self.store.as_ref())
    }

    /// The next id at the system's time.
    #[inline(always)]
    pub(super) fn next<K: Known>(&self) -> Result<Value, Error> {
        let value = match self.next_at_once::<K>(Patience::ENDLESS)? {
            Some(value) => value,
            None => self.next_after(None)?,
        };
        Ok(value)
    }

    /// [`next`](Self::next) for a caller who does not wait as long as it takes.
    #[inline(always)]
    pub(super) fn next_within<K: Known>(&self, time: Duration) -> Result<Option<Value>, Error> {
        match self.next_at_once::<K>(Patience::NONE)? {
            None => self.look_within(None, Patience::of(time)),
            made => Ok(made),
        }
    }

    /// The next id, where nothing but the lock is to be waited for.
    #[inline(always)]
    fn next_at_once<K: Known>(&self, patience: Patience) -> Result<Option<Value>, Error> {
        let generation = process::generation();
        let bits = match self.leased::<K>(generation, patience)? {
            Leased::Bits(bits) => Some(bits),
            Leased::Nothing(Some(state)) => self.look::<K>(state, generation)?,
            Leased::Nothing(None) => None,
        };
        self.finished::<K>(bits, generation)
    }

    /// The next id of the lease.
    #[inline(always)]
    fn leased<K: Known>(
        &self,
        generation: Generation,
        patience: Patience,
    ) -> Result<Leased<'_>, Error> {
        let plan = K::plan(&self.plan);
        let counter = gate::counter(&plan.shape);
        let Some(mut state) = self.state.lock(generation, patience)? else {
            return Ok(Leased::Nothing(None));
        };
        Ok(
            match state.take(&plan.shape, self.store(plan), generation, counter) {
                None => Leased::Nothing(Some(state)),
                Some(bits) => Leased::Bits(bits),
            },
        )
    }

    /// The next id by a look at the clock, without its random bits; `None` where more is to be done, or to be waited for.
    #[inline(never)]
    fn look<K: Known>(
        &self,
        mut state: Held<'_, State>,
        generation: Generation,
    ) -> Result<Option<u128>, Error> {
        let plan = K::plan(&self.plan);
        if (!plan.draws || entropy::is_ready(generation))
            && Self::is_fit(plan, &mut state, generation)
            && !state.identity.entropy.is_seeded()
            && let Looked::Bits(bits) = self.looked(plan, &mut state, None, K::BY_CALL)?
        {
            drop(state);
            gate::keep_measured(&plan.shape, generation);
            return Ok(Some(bits));
        }
        Ok(None)
    }

    /// The next id at the system's time, greater than one of tick `after`.
    #[inline(never)]
    pub(super) fn next_after(&self, after: Option<Tick>) -> Result<Value, Error> {
        loop {
            if let Some(value) = self.look_within(after, Patience::ENDLESS)? {
                return Ok(value);
            }
        }
    }

    /// Looks at the clock until it gives an id, greater than one of tick `after`; `None` where the patience is over before.
    #[inline(never)]
    fn look_within(&self, after: Option<Tick>, patience: Patience) -> Result<Option<Value>, Error> {
        loop {
            let Some((mut state, generation)) = self.ready(patience)? else {
                return Ok(None);
            };
            let value = match self.looked(&self.plan, &mut state, after, true)? {
                // A seed's stream is drawn from in the order of the ids, under the lock.
                Looked::Bits(bits) if state.identity.entropy.is_seeded() => {
                    let value = state.completed(&self.plan, bits)?;
                    drop(state);
                    process::is_still(generation).then_some(value)
                }
                Looked::Bits(bits) => {
                    drop(state);
                    gate::keep_measured(&self.plan.shape, generation);
                    self.finished::<Own>(Some(bits), generation)?
                }
                Looked::Wait(until) => {
                    drop(state);
                    if patience.is_over() {
                        return Ok(None);
                    }
                    wait_for(until);
                    None
                }
                Looked::Reserve(ahead) => {
                    drop(state);
                    if !self.reserve(generation, patience, ahead)? {
                        return Ok(None);
                    }
                    None
                }
            };
            if value.is_some() {
                return Ok(value);
            }
        }
    }

    /// One look at the clock.
    #[inline(always)]
    fn looked(
        &self,
        plan: &Plan,
        state: &mut State,
        after: Option<Tick>,
        by_call: bool,
    ) -> Result<Looked, Error> {
        plan.expect_clock(ClockSource::System)?;
        // A seed's ids are made one by one: none is leased.
        let is_seeded = state.identity.entropy.is_seeded();
        let counter = gate::counter(&plan.shape).filter(|_| !is_seeded);
        let want = match counter {
            Some(_) => Want::Lease,
            None => Want::Ids(1),
        };
        // Under the lock: else a thread that was slow to get it would bring an older reading, which is a clock set back.
        let reading = Here::now();
        let store = self.store(plan);
        let next = match by_call {
            true => state.next_by_call(plan, store, reading, after, want)?,
            false => state.next(plan, store, reading, after, want)?,
        };
        let mut run = match next {
            Next::Made(run) => run,
            Next::Wait(until) => return Ok(Looked::Wait(until)),
            Next::Reserve(ahead) => return Ok(Looked::Reserve(ahead)),
        };
        let bits = run.pop(&plan.shape).unwrap_or_default();
        if let Some(counter) = counter {
            state.lease(plan, run, counter, reading);
        }
        Ok(Looked::Bits(bits))
    }

    /// An id with its random bits; none if this is another process by now, which must not have the id of the first.
    #[inline(always)]
    fn finished<K: Known>(
        &self,
        bits: Option<u128>,
        generation: Generation,
    ) -> Result<Option<Value>, Error> {
        let Some(bits) = bits else {
            return Ok(None);
        };
        // Asked for where it is used: so the compiler has the constant there.
        let shape = || &K::plan(&self.plan).shape;
        let value = match shape().is_random() {
            true => {
                entropy::with_thread_stream(generation, |stream| shape().complete(bits, stream))?
            }
            false => Value::from_u128(bits),
        };
        Ok(process::is_still(generation).then_some(value))
    }

    /// Moves the mark of the state file; `false` where the patience is over before.
    #[cold]
    fn reserve(
        &self,
        generation: Generation,
        patience: Patience,
        ahead: Ahead,
    ) -> Result<bool, Error> {
        match &self.store {
            Some(store) => Ok(store.reserve(generation, patience, ahead)?.is_some()),
            None => Ok(true),
        }
    }

    /// The next id, taking `time` for the clock's reading.
    pub(super) fn next_at(&self, time: Timestamp, after: Option<Tick>) -> Result<Value, Error> {
        self.expect_clock(ClockSource::Manual)?;
        loop {
            let Some((mut state, generation)) = self.ready(Patience::ENDLESS)? else {
                continue;
            };
            let store = self.store.as_ref();
            match state.next_by_call(&self.plan, store, time, after, Want::Ids(1))? {
                Next::Made(mut run) => {
                    let bits = run.pop(&self.plan.shape).unwrap_or_default();
                    let value = state.completed(&self.plan, bits)?;
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

    /// At most so many ids at once, handed on with the stream that their random bits are from: how many, or none after a wait.
    pub(super) fn fill(
        &self,
        most: u64,
        sink: impl FnOnce(Run, &mut Stream),
    ) -> Result<u64, Error> {
        let Some((run, mut state, generation)) = self.run(most)? else {
            return Ok(0);
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

    /// A run of at most so many ids, with the state it was made of; none after a wait.
    #[inline(never)]
    fn run(&self, most: u64) -> Result<Option<(Run, Held<'_, State>, Generation)>, Error> {
        let Some((mut state, generation)) = self.ready(Patience::ENDLESS)? else {
            return Ok(None);
        };
        let (store, reading) = (self.store.as_ref(), Here::now());
        match state.next_by_call(&self.plan, store, reading, None, Want::Ids(most))? {
            Next::Made(run) => return Ok(Some((run, state, generation))),
            Next::Wait(until) => {
                drop(state);
                wait_for(until);
            }
            Next::Reserve(ahead) => {
                drop(state);
                self.reserve(generation, Patience::ENDLESS, ahead)?;
            }
        }
        Ok(None)
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
            && let Ok(Some(state)) = self.settled(generation, Patience::ENDLESS)
        {
            store.leave(generation, |seen| state.last_word(seen));
        }
    }
}
