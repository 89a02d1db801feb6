//! Generators: one algorithm for every format, shared by threads, safe across `fork`.

mod barrier;
mod entropy;
mod fill;
mod gate;
mod lease;
mod ledger;
mod lock;
mod nodes;
mod permutation;
mod plan;
mod process;
mod run;
mod shared;
mod state;

use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::Id;
use crate::options::{ClockSource, Options};
use crate::time::{Tick, Timestamp};
use crate::typed::{Target, TypedId};
use crate::value::Value;

pub use fill::{Filled, Ids};
pub use shared::{default_generator, new, new_id, new_within, reseed};

use lease::Lease;
use ledger::Want;
use lock::{Guard, Lock, Way};
use plan::Plan;
use process::Generation;
use run::Run;
use run::Shape;
use state::{Next, State};

/// Makes ids of one format, never the same twice, each greater than the one before.
///
/// `Generator<Tid>` yields [`Tid`](crate::Tid), `Generator<Id>` the dynamic [`Id`]. All methods
/// take `&self`: share one between threads, in a static or behind an `Arc`.
///
/// | the clock … | tick and counter |
/// |---|---|
/// | went on | a new tick; the counter starts as the format says |
/// | stands still | the counter goes up; without a counter, or when it is full, the tick does, up to `max_lead_ms` ahead of the highest reading; then the call waits (or `counter_exhausted`) |
/// | was set back within `rollback_tolerance_ms` | as if it stood still |
/// | was set back further | by `on_rollback`: *reset* follows the clock with everything drawn anew, *error* is `clock_rollback` |
///
/// [`next`](Self::next) reads the system's clock; [`next_at`](Self::next_at) takes the caller's
/// time as the reading, for backfills and tests, and needs the option `clock` `manual`.
///
/// A tick of `tid` and `timeid` holds one id: one generator makes one a microsecond, and bursts of
/// `max_lead_ms` thousand. A process that starts again within the lead needs a state file or another
/// node to be sure not to repeat ids; drawn nodes differ by chance.
///
/// With the option `state_file` ids go on above all that were issued before, whatever ended that process, and several
/// processes may issue them together: see `docs/state-file.md`. Then there is no *reset*, and a forked child goes on with the file.
///
/// After `fork` the child draws everything anew, and never what its parent or siblings have. Where
/// nothing can be drawn (a seed, or a node of the user's and no random bits) it answers
/// `forked_generator` until [`reseed`](Self::reseed), unless made with `allow_fork`. The random
/// parts of `uid11_xid` and `uid11_ts_seq_rand` are small: parent and child coincide as chance has it.
///
/// ```
/// use sortid::{Generator, Options, Timestamp, ClockSource, Tid};
///
/// # fn main() -> Result<(), sortid::Error> {
/// let generator = Generator::<Tid>::with(&Options::new().clock(ClockSource::Manual).clock_id(6))?;
/// let time = Timestamp::from_unix_us(1_688_137_381_887_007);
/// assert_eq!(generator.next_at(time)?.to_string(), "3jzfcijpj2z2a");
/// assert_eq!(generator.next_at(time)?.to_string(), "3jzfcijpj322a");
/// # Ok(())
/// # }
/// ```
pub struct Generator<T = Id> {
    plan: Plan,
    clock: ClockSource,
    allow_fork: bool,
    lease: Lease,
    state: Lock<State>,
    /// The word of the state file, where each id moves that.
    crowd: Option<NonNull<AtomicU64>>,
    target: PhantomData<fn() -> T>,
}

// SAFETY: the pointer, which alone forbids it, is to an atomic word.
unsafe impl<T> Send for Generator<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Generator<T> {}

/// What a generator has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// Ids made.
    pub ids: u64,
    /// How far the last id's tick is ahead of the clock's highest reading, in nanoseconds.
    pub lead_ns: u64,
    /// How often the clock was found set back by more than the tolerance.
    pub rollbacks: u64,
}

/// What [`Generator::reseed`] shall use in place of what it would draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reseed {
    seed: Option<[u8; 32]>,
    node: Option<u64>,
}

impl Reseed {
    /// Everything from the operating system.
    pub fn new() -> Self {
        Self::default()
    }

    /// 32 bytes in place of the operating system's entropy, for tests.
    #[must_use]
    pub fn seed(mut self, seed: [u8; 32]) -> Self {
        self.seed = Some(seed);
        self
    }

    /// A node (clock identifier, machine) of the caller's own.
    #[must_use]
    pub fn node(mut self, node: u64) -> Self {
        self.node = Some(node);
        self
    }
}

impl<T: TypedId> Generator<T> {
    /// A generator with the format's defaults.
    ///
    /// # Errors
    /// `entropy_unavailable`.
    pub fn new() -> Result<Self, Error> {
        Self::with(&Options::new())
    }

    /// A generator with options.
    ///
    /// # Errors
    /// `invalid_option`, `entropy_unavailable`; `store_*` for a state file.
    pub fn with(options: &Options) -> Result<Self, Error> {
        Self::build(T::FORMAT, options)
    }
}

impl Generator<Id> {
    /// A generator of a format that is known only at run time.
    ///
    /// # Errors
    /// `invalid_option`, `entropy_unavailable`; `store_*` for a state file.
    ///
    /// ```
    /// use sortid::{Format, Generator, Options};
    ///
    /// let generator = Generator::dynamic("uuid7".parse()?, &Options::new())?;
    /// assert_eq!(generator.next()?.format(), Format::Uuid7);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn dynamic(format: Format, options: &Options) -> Result<Self, Error> {
        Self::build(format, options)
    }
}

impl<T: Target> Generator<T> {
    fn build(format: Format, options: &Options) -> Result<Self, Error> {
        let plan = Plan::new(format, options)?;
        let state = State::new(&plan, options, process::generation())?;
        Ok(Self {
            plan,
            clock: options.clock.unwrap_or(ClockSource::System),
            allow_fork: options.allow_fork.unwrap_or(false),
            lease: Lease::new(),
            crowd: state.crowd_word(),
            state: Lock::new(state),
            target: PhantomData,
        })
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.plan.format
    }

    /// The next id, at the system's time.
    ///
    /// Waits where the tick has run `max_lead_ms` ahead of the clock.
    ///
    /// # Errors
    /// `clock_rollback`, `counter_exhausted`, `timestamp_out_of_range`, `forked_generator`,
    /// `entropy_unavailable` (in a forked child); `invalid_option` on a manual clock.
    #[allow(
        clippy::should_implement_trait,
        reason = "an iterator would end at the first error: see `ids`"
    )]
    #[inline(always)]
    pub fn next(&self) -> Result<T, Error> {
        self.next_of_shape(&self.plan.shape)
    }

    /// [`next`](Self::next), told the generator's shape: where that is a constant, half of the work is done by the
    /// compiler.
    #[inline(always)]
    fn next_of_shape(&self, shape: &Shape) -> Result<T, Error> {
        let (generation, counter) = (process::generation(), gate::counter());
        let value = match self.leased(shape, generation, counter) {
            Some(bits) => entropy::complete(shape, bits, generation),
            None => self.system_id(None, counter),
        };
        value.map(|value| self.yielded(value))
    }

    /// The next id, or `None` where it is not to be had within about `patience`.
    ///
    /// For callers who must not sleep while they hold something, or who look at something else
    /// from time to time: with no patience it does not wait for the clock. A state file may still hold it up, about once
    /// in a second of ids, for as long as a sync takes.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use sortid::{Generator, Uuid7};
    ///
    /// assert!(Generator::<Uuid7>::new()?.next_within(Duration::ZERO)?.is_some());
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn next_within(&self, patience: Duration) -> Result<Option<T>, Error> {
        self.next_within_of_shape(patience, &self.plan.shape)
    }

    /// [`next_within`](Self::next_within), told the generator's shape.
    #[inline(always)]
    fn next_within_of_shape(&self, patience: Duration, shape: &Shape) -> Result<Option<T>, Error> {
        let (generation, counter) = (process::generation(), gate::counter());
        let value = match self.leased(shape, generation, counter) {
            Some(bits) => Some(entropy::complete(shape, bits, generation)?),
            None => self.system_id_within(patience, counter)?,
        };
        Ok(value.map(|value| self.yielded(value)))
    }

    /// The bits of the next id of the lease.
    #[inline(always)]
    fn leased(&self, shape: &Shape, generation: Generation, counter: u64) -> Option<u128> {
        match self.state.way(generation) {
            Way::Alone(_inside) => {
                let crowd = self.crowd(shape);
                self.lease.take_alone(shape, generation, counter, crowd)
            }
            Way::Shared => self.take_beside_others(shape, generation, counter),
            Way::Lock => None,
        }
    }

    /// The next id, taking `time` for the clock's reading.
    ///
    /// # Errors
    /// As [`next`](Self::next), but never a wait: `counter_exhausted` at once; `invalid_option`
    /// on a system clock.
    pub fn next_at(&self, time: Timestamp) -> Result<T, Error> {
        self.manual_id(time, None)
    }

    /// The next id, greater than `id` and than all before: a logical clock.
    ///
    /// # Errors
    /// `timestamp_out_of_range` where that would run more than `max_lead_ms` ahead of the clock;
    /// `not_applicable` for an id of another format and for a format without time; else as
    /// [`next`](Self::next).
    ///
    /// ```
    /// use sortid::{Generator, Tid};
    ///
    /// let (ours, theirs) = (Generator::<Tid>::new()?, Generator::<Tid>::new()?);
    /// let received = theirs.next()?;
    /// assert!(ours.next_after(received)? > received);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn next_after(&self, id: T) -> Result<T, Error> {
        self.expect_clock(ClockSource::System)?;
        let after = self.tick_of(id.into())?;
        self.system_id(Some(after), gate::counter())
            .map(|value| self.yielded(value))
    }

    /// [`next_after`](Self::next_after) on a manual clock that reads `time`.
    ///
    /// # Errors
    /// As `next_after` and [`next_at`](Self::next_at).
    pub fn next_after_at(&self, id: T, time: Timestamp) -> Result<T, Error> {
        let after = self.tick_of(id.into())?;
        self.manual_id(time, Some(after))
    }

    /// What the generator has done.
    pub fn status(&self) -> Status {
        let state = self.settled(process::generation());
        Status {
            ids: state.ids,
            lead_ns: state.lead_ns(&self.plan),
            rollbacks: state.rollbacks,
        }
    }

    /// Draws everything anew, as after a fork: entropy, node, clock sequence, counter.
    ///
    /// For a process that was resumed from a snapshot or checkpoint, and for a forked child whose
    /// generator needs a seed or node of its own.
    ///
    /// # Errors
    /// `forked_generator` where the user's node alone tells generators apart and no other is
    /// given; `invalid_option` for a node that does not fit or a format without one;
    /// `entropy_unavailable`.
    pub fn reseed(&self, with: Reseed) -> Result<(), Error> {
        let generation = process::generation();
        let mut state = self.settled(generation);
        if state.only_node_differs(&self.plan) && with.node.is_none() {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // Other generators draw from the same threads' streams, and lose nothing by a new key.
        entropy::advance_epoch();
        state.renew(&self.plan, with.seed, with.node)?;
        state.generation = generation;
        Ok(())
    }

    fn expect_clock(&self, clock: ClockSource) -> Result<(), Error> {
        if self.clock == clock {
            Ok(())
        } else {
            Err(Error::about(ErrorCode::InvalidOption, "clock"))
        }
    }

    #[inline(always)]
    fn yielded(&self, value: Value) -> T {
        T::from_made(Id::from_value(self.plan.format, value))
    }

    /// The tick of an id of this generator's format, read by this generator's layout.
    fn tick_of(&self, id: Id) -> Result<Tick, Error> {
        match self.plan.layout.time {
            Some(time) if id.format() == self.plan.format => {
                // Nothing that is made is greater than a reserved tid.
                if id.is_reserved() && time.check(time.read(id.value())).is_ok() {
                    return Err(Error::new(ErrorCode::TimestampOutOfRange));
                }
                Ok(time.read(id.value()))
            }
            _ => Err(Error::new(ErrorCode::NotApplicable)),
        }
    }

    fn manual_id(&self, time: Timestamp, after: Option<Tick>) -> Result<T, Error> {
        self.expect_clock(ClockSource::Manual)?;
        let mut state = self.lock(process::generation())?;
        match state.next(&self.plan, time, after, Want::Ids(1))? {
            Next::Run(run) => {
                let value = self.first_of(run, &mut state)?;
                Ok(self.yielded(value))
            }
            Next::Wait(_) => Err(Error::new(ErrorCode::CounterExhausted)),
        }
    }

    /// The next id at the system's time, by way of the lock.
    #[inline(never)]
    fn system_id(&self, after: Option<Tick>, mut counter: u64) -> Result<Value, Error> {
        loop {
            match self.id_or_wait(after, counter)? {
                Ok(value) => return Ok(value),
                Err(until) => self.wait_for(until)?,
            }
            counter = gate::counter();
        }
    }

    /// [`system_id`](Self::system_id) for a caller who does not wait as long as it takes.
    #[inline(never)]
    fn system_id_within(
        &self,
        patience: Duration,
        mut counter: u64,
    ) -> Result<Option<Value>, Error> {
        let mut begun = None;
        loop {
            match self.id_or_wait(None, counter)? {
                Ok(value) => return Ok(Some(value)),
                Err(until) => {
                    if begun.get_or_insert_with(Instant::now).elapsed() >= patience {
                        return Ok(None);
                    }
                    self.wait_for(until)?;
                }
            }
            counter = gate::counter();
        }
    }

    /// The next id at the system's time, by way of the lock, what could follow it being leased; or the tick for which
    /// to wait.
    #[inline(always)]
    fn id_or_wait(
        &self,
        after: Option<Tick>,
        mut counter: u64,
    ) -> Result<Result<Value, Tick>, Error> {
        self.expect_clock(ClockSource::System)?;
        let shape = &self.plan.shape;
        let generation = process::generation();
        if after.is_none()
            && let Way::Shared = self.state.way(generation)
        {
            // Whoever has the lock looks at the clock for all who wait.
            self.state.wait_until_free(generation);
            counter = gate::counter();
            if let Some(bits) = self.take_beside_others(shape, generation, counter) {
                return entropy::complete(shape, bits, generation).map(Ok);
            }
        }
        let mut state = self.lock(generation)?;
        if !state.by_claim {
            counter = gate::counter();
        }
        // Read under the lock: else a thread that was slow to get it would bring an older
        // reading, which is a clock set back.
        let reading = Timestamp::now();
        match state.next(&self.plan, reading, after, Want::Lease)? {
            // A seed's stream is drawn from in the order of the ids.
            Next::Run(run) if state.is_seeded() => self.first_of(run, &mut state).map(Ok),
            Next::Run(mut run) => {
                let bits = run.pop(shape).unwrap_or_default();
                let terms = state.terms(&self.plan, reading, counter);
                let after = state.crowded_after();
                self.lease.open(shape, generation, &run, terms, after);
                drop(state);
                entropy::complete(shape, bits, generation).map(Ok)
            }
            Next::Wait(until) => Ok(Err(until)),
        }
    }

    /// The bits of the next id of the lease, as long as nobody has a claim.
    #[inline(always)]
    fn take_beside_others(
        &self,
        shape: &Shape,
        generation: Generation,
        counter: u64,
    ) -> Option<u128> {
        let is_shared = || self.state.is_shared();
        let crowd = self.crowd(shape);
        self.lease
            .take(shape, generation, counter, crowd, is_shared)
    }

    /// The word of the state file, if that is what each id moves.
    #[inline(always)]
    fn crowd(&self, shape: &Shape) -> Option<&AtomicU64> {
        match shape.in_crowds {
            // SAFETY: it lies in the map of the file, which lives as long as the generator.
            true => self.crowd.map(|word| unsafe { word.as_ref() }),
            false => None,
        }
    }

    /// The first id of a run, its random bits drawn under the lock.
    fn first_of(&self, mut run: Run, state: &mut State) -> Result<Value, Error> {
        let bits = run.pop(&self.plan.shape).unwrap_or_default();
        state.draw(|stream| self.plan.shape.complete(bits, stream))
    }

    /// The state, fit for use in this process: after a fork or a process-wide reseeding, everything is drawn anew.
    #[inline]
    fn lock(&self, generation: Generation) -> Result<Guard<'_, State>, Error> {
        let mut state = self.settled(generation);
        if state.is_fit(generation) {
            return Ok(state);
        }
        if state.rejoin_file(&self.plan, generation)? {
            // Its own position is that of the file.
        } else if !state.needs_own_identity(&self.plan) {
            state.renew(&self.plan, None, None)?;
        } else if !self.allow_fork || (state.torn && state.is_seeded()) {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        state.generation = generation;
        Ok(state)
    }

    /// Sleeps until the clock should read a tick, or a part of that: the caller looks again.
    #[cold]
    fn wait_for(&self, until: Tick) -> Result<(), Error> {
        /// A sleep is late by about this much; what is shorter is spun.
        const SHORT: Duration = Duration::from_micros(100);
        /// A clock that is set forward meanwhile is noticed this soon.
        const LONG: Duration = Duration::from_millis(50);
        let Some(time) = self.plan.layout.time else {
            return Ok(());
        };
        let until = time.scale.start(until)?;
        loop {
            let left = until.unix_ns() - Timestamp::now().unix_ns();
            let Ok(left) = u64::try_from(left).map(Duration::from_nanos) else {
                return Ok(());
            };
            if left > SHORT {
                std::thread::sleep((left - SHORT / 2).min(LONG));
                return Ok(());
            }
            std::hint::spin_loop();
        }
    }
}

impl<T> Generator<T> {
    /// The state, with what was leased accounted for.
    #[inline]
    fn settled(&self, generation: Generation) -> Guard<'_, State> {
        let mut state = self.state.lock(generation);
        state.settle_lease(&self.lease, &self.plan);
        state
    }
}

impl<T> Drop for Generator<T> {
    /// Leaves the state file, if there is one, where the last id left it.
    fn drop(&mut self) {
        if self.plan.words.is_some() {
            let generation = process::generation();
            self.settled(generation).leave_file(generation);
        }
    }
}

impl<T> std::fmt::Debug for Generator<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator")
            .field("format", &self.plan.format)
            .finish_non_exhaustive()
    }
}
