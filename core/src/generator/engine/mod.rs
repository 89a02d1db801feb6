//! How a call gets its id: leased, or by a look at the clock, or after a wait, which is for nothing under the lock.

mod calls;
mod made;
mod ready;
mod waits;

use std::sync::atomic::Ordering;

use super::ask::{Ask, No, Want};
use super::gate;
use super::identity::{Identity, draw_common};
use super::ledger::Ledger;
use super::plan::{Known, Own, Plan};
use super::run::Run;
use super::state::State;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::options::{ClockSource, Options};
use crate::store::StateFile;
use crate::sys::deadline::CallDeadlines;
use crate::sys::entropy;
use crate::sys::lock::{Lock, LockGuard};
use crate::sys::process::{self, Generation};
use crate::sys::rng::Rng;
use crate::sys::{Deadline, Os, Sys, guard};
use crate::time::{Tick, Timestamp};
use crate::value::Value;
use made::Made;

/// A generator, whatever type its ids have.
#[repr(C)]
pub(super) struct Engine {
    state: Lock<State>,
    pub(super) plan: Plan,
    allow_fork: bool,
    store: Option<StateFile>,
}

impl Engine {
    /// That of a default plan: nothing of another format is asked for, not even its name, so that a program of one format has that one alone.
    pub(super) fn of(plan: Plan) -> Result<Self, Error> {
        const NO_OPTIONS: &Options = &Options::new();
        let generation = process::generation();
        let identity = Identity::new(&plan, NO_OPTIONS)?;
        Ok(Self {
            state: Lock::new(State::new(identity, None, generation)),
            plan,
            allow_fork: false,
            store: None,
        })
    }

    pub(super) fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let plan = Plan::new(format, options)?;
        let generation = process::generation();
        let mut identity = Identity::new(&plan, options)?;
        let mut store = None;
        let mut ledger = None;
        if let (Some(path), Some(time), Some(words)) =
            (options.file(), &plan.layout.time, plan.words)
        {
            let kind = plan.kind(time);
            let node = identity.number();
            let mut common = || draw_common(&plan, node, &mut identity.entropy);
            store = Some(StateFile::open(path, kind, generation, &mut common)?);
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
    fn store(&self, plan: &Plan) -> Option<&StateFile> {
        plan.words.and(self.store.as_ref())
    }

    /// The next id, where nothing but the lock is to be waited for.
    #[inline(always)]
    fn next_at_once<K: Known>(&self, patience: Deadline) -> Result<Option<Made>, Error> {
        let generation = process::generation();
        let bits = match gate::counter(&K::plan(&self.plan).shape) {
            Some(counter) => self.leased::<K>(generation, patience, counter)?,
            None => self.looked::<K>(generation, patience)?,
        };
        match bits {
            Some(bits) => self.finished::<K>(bits, generation).map(Some),
            None => Ok(None),
        }
    }

    /// The next id of the lease, without its random bits; where there is none, of the next one.
    #[inline(always)]
    fn leased<K: Known>(
        &self,
        generation: Generation,
        patience: Deadline,
        counter: u64,
    ) -> Result<Option<u128>, Error> {
        let plan = K::plan(&self.plan);
        let Some(mut state) = self.locked(generation, patience)? else {
            return Ok(None);
        };
        match state.take(&plan.shape, self.store(plan), generation, counter) {
            None => self.lease(state, generation),
            leased => Ok(leased),
        }
    }

    /// The first id of a new lease; `None` where more is to be done, or to be waited for.
    #[inline(never)]
    fn lease(
        &self,
        mut state: LockGuard<'_, State>,
        generation: Generation,
    ) -> Result<Option<u128>, Error> {
        if !Self::is_ready(&self.plan, &mut state, generation) {
            return Ok(None);
        }
        let made = self.look(&mut state, None);
        drop(state);
        Self::at_once(&self.plan, generation, made)
    }

    /// The next id of a look at the clock, where the counter is of no use; `None` as above.
    ///
    /// The lock is held for less time so, and costs less. A reading that others overtake is taken again.
    #[inline(never)]
    fn looked<K: Known>(
        &self,
        generation: Generation,
        patience: Deadline,
    ) -> Result<Option<u128>, Error> {
        let plan = K::plan(&self.plan);
        // Who was set back meanwhile must not be taken on again to where the clock stood. In this order, which the clock keeps.
        let resets = || Sys::statics().resets.load(Ordering::Relaxed);
        let (before, reading) = (resets(), Sys::now());
        entropy::expire_keys(reading);
        let Some(mut state) = self.locked(generation, patience)? else {
            return Ok(None);
        };
        let is_late = resets() != before && guard!(LateLook);
        if is_late || !Self::is_ready(plan, &mut state, generation) {
            return Ok(None);
        }
        let ask = Ask {
            plan,
            store: self.store(plan),
            reading,
            is_early: true,
            after: None,
            want: Want::Ids(1),
        };
        let made = match K::BY_CALL {
            true => state.next_by_call(ask),
            false => state.next(ask),
        };
        drop(state);
        let bits = made.map(|mut run| run.pop(&plan.shape).unwrap_or_default());
        Self::at_once(plan, generation, bits)
    }

    /// Whether an id can be made of a state that was just locked, with nothing asked of the system but the time.
    #[inline(always)]
    fn is_ready(plan: &Plan, state: &mut LockGuard<'_, State>, generation: Generation) -> bool {
        (!plan.draws || entropy::is_ready(generation))
            && plan.goes_by(ClockSource::System)
            && Self::is_fit(plan, state, generation)
            && !state.identity.entropy.is_seeded()
    }

    /// What came of a look, by who has no lock any more.
    #[inline(always)]
    fn at_once(
        plan: &Plan,
        generation: Generation,
        made: Result<u128, No>,
    ) -> Result<Option<u128>, Error> {
        gate::keep_measured(&plan.shape, generation);
        match made {
            Ok(bits) => Ok(Some(bits)),
            Err(No::Refused(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    #[inline(never)]
    fn made_after(&self, after: Option<Tick>) -> Result<Made, Error> {
        loop {
            if let Some(made) = self.look_within(after, Deadline::NEVER)? {
                return Ok(made);
            }
        }
    }

    /// Looks at the clock until it gives an id, greater than one of tick `after`; `None` where the patience is over before.
    #[inline(never)]
    fn look_within(&self, after: Option<Tick>, patience: Deadline) -> Result<Option<Made>, Error> {
        let mut waiting = CallDeadlines::until(patience);
        loop {
            let Some((mut state, generation)) = self.ready(&mut waiting)? else {
                return Ok(None);
            };
            match self.look(&mut state, after) {
                // A seed's stream is drawn from in the order of the ids, under the lock.
                Ok(bits) if state.identity.entropy.is_seeded() => {
                    let value = state.completed(&self.plan, bits)?;
                    return Ok(Some(Made { value, generation }));
                }
                Ok(bits) => {
                    drop(state);
                    gate::keep_measured(&self.plan.shape, generation);
                    return self.finished::<Own>(bits, generation).map(Some);
                }
                Err(no) => {
                    drop(state);
                    if !self.make_way(no, generation, &mut waiting)? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// The next id without its random bits, by a look at the clock; what follows it is leased.
    fn look(&self, state: &mut State, after: Option<Tick>) -> Result<u128, No> {
        let plan = &self.plan;
        plan.expect_clock(ClockSource::System)?;
        // A seed's ids are made one by one: none is leased.
        let is_seeded = state.identity.entropy.is_seeded();
        let counter = gate::counter(&plan.shape).filter(|_| !is_seeded);
        let want = match counter {
            Some(_) => Want::Lease,
            None => Want::Ids(1),
        };
        let reading = Sys::now();
        entropy::expire_keys(reading);
        let mut run = self.run_of(state, reading, after, want)?;
        let bits = run.pop(&plan.shape).unwrap_or_default();
        if let Some(counter) = counter {
            state.lease(plan, run, counter, reading);
        }
        Ok(bits)
    }

    /// An id with its random bits.
    #[inline(always)]
    fn finished<K: Known>(&self, bits: u128, generation: Generation) -> Result<Made, Error> {
        // Asked for where it is used: so the compiler has the constant there.
        let shape = || &K::plan(&self.plan).shape;
        let value = match shape().is_random() {
            true => entropy::with_thread_rng(generation, |stream| shape().complete(bits, stream))?,
            false => Value::from_u128(bits),
        };
        Ok(Made { value, generation })
    }

    #[inline(never)]
    fn made_at(&self, time: Timestamp, after: Option<Tick>) -> Result<Made, Error> {
        self.expect_clock(ClockSource::Manual)?;
        if Sys::has_clock() {
            entropy::expire_keys(Sys::now());
        }
        let mut waiting = CallDeadlines::until(Deadline::NEVER);
        loop {
            let Some((mut state, generation)) = self.ready(&mut waiting)? else {
                continue;
            };
            match self.run_of(&mut state, time, after, Want::Ids(1)) {
                Ok(mut run) => {
                    let bits = run.pop(&self.plan.shape).unwrap_or_default();
                    let value = state.completed(&self.plan, bits)?;
                    return Ok(Made { value, generation });
                }
                Err(No::Wait(_)) => return Err(Error::new(ErrorCode::CounterExhausted)),
                Err(no) => {
                    drop(state);
                    self.make_way(no, generation, &mut waiting)?;
                }
            }
        }
    }

    /// A run, by a reading that was taken under the lock.
    fn run_of(
        &self,
        state: &mut State,
        reading: Timestamp,
        after: Option<Tick>,
        want: Want,
    ) -> Result<Run, No> {
        state.next_by_call(Ask {
            plan: &self.plan,
            store: self.store.as_ref(),
            reading,
            is_early: false,
            after,
            want,
        })
    }

    /// At most so many ids at once, handed on with the stream that their random bits are from; returns how many.
    ///
    /// The caller checks that the process is still the same before it uses them.
    pub(super) fn fill(&self, most: u64, sink: impl FnOnce(Run, &mut Rng)) -> Result<u64, Error> {
        let mut waiting = CallDeadlines::until(Deadline::NEVER);
        let (mut state, generation, run) = loop {
            let Some((mut state, generation)) = self.ready(&mut waiting)? else {
                return Ok(0);
            };
            let reading = Sys::now();
            entropy::expire_keys(reading);
            match self.run_of(&mut state, reading, None, Want::Ids(most)) {
                Ok(run) => break (state, generation, run),
                Err(no) => {
                    drop(state);
                    self.make_way(no, generation, &mut waiting)?;
                }
            }
        };
        let made = run.count;
        // A seed's stream is drawn from in the order of the ids, under the lock.
        if state.identity.entropy.is_seeded() {
            state.identity.entropy.with(|stream| sink(run, stream))?;
            drop(state);
        } else {
            drop(state);
            entropy::with_thread_rng(generation, |stream| sink(run, stream))?;
        }
        Ok(made)
    }
}

impl Drop for Engine {
    /// Leaves the state file, if there is one, where the last id left it.
    fn drop(&mut self) {
        let generation = process::generation();
        if let Some(store) = self.store.as_ref()
            && !store.must_rejoin(generation)
            && let Ok(Some(state)) = self.settled(generation, Deadline::NEVER)
        {
            store.leave(generation, |seen| state.last_word(seen));
        }
    }
}

#[cfg(test)]
mod tests;
