//! Generators: one algorithm for every format, shared by threads, safe across `fork`.

mod ask;
mod engine;
mod fill;
mod gate;
mod identity;
#[cfg(feature = "lease")]
mod lease_file;
mod ledger;
mod nodes;
mod permutation;
mod plan;
mod reading;
mod run;
mod shape;
mod shared;
mod spread;
mod state;
mod ticks;
mod times;
mod words;

use std::marker::PhantomData;
use std::time::Duration;

use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::Id;
use crate::options::{ClockSource, Options};
use crate::time::{Tick, Timestamp};
use crate::typed::{Target, TypedId};
use crate::value::Value;

pub use fill::{Filled, Ids};
#[cfg(feature = "lease")]
pub use lease_file::{LeaseFile, Leased, Stretch};
#[cfg(feature = "lease")]
pub(crate) use lease_file::{look, retire};
pub use shared::{
    default_generator, in_one_process, new, new_id, new_of, new_of_within, new_within, reseed,
};

use engine::Engine;
use plan::{Known, Own, Plan};
use reading::Reading;

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
    engine: Engine,
    reading: Reading,
    target: PhantomData<fn() -> T>,
}

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
    /// `invalid_option`, `entropy_unavailable`; `store_*` for a state file; `not_applicable` for a format whose
    /// ids are not made.
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

impl Generator<Id> {
    /// A default one, by its plan.
    fn of(plan: Plan) -> Result<Self, Error> {
        Ok(Self {
            reading: Reading::of(plan.format, &Options::new()),
            engine: Engine::of(plan)?,
            target: PhantomData,
        })
    }
}

impl<T: Target> Generator<T> {
    fn build(format: Format, options: &Options) -> Result<Self, Error> {
        if !format.is_made() {
            return Err(Error::new(ErrorCode::NotApplicable));
        }
        Ok(Self {
            engine: Engine::new(format, options)?,
            reading: Reading::of(format, options),
            target: PhantomData,
        })
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.engine.plan.format
    }

    /// The next id, at the system's time.
    ///
    /// Waits where the tick has run `max_lead_ms` ahead of the clock.
    ///
    /// # Errors
    /// `clock_rollback`, `counter_exhausted`, `timestamp_out_of_range`, `forked_generator`,
    /// `entropy_unavailable` (in a forked child); `invalid_option` on a manual clock, and where nothing tells the time
    /// (`wasm32-unknown-unknown`).
    #[allow(
        clippy::should_implement_trait,
        reason = "an iterator would end at the first error: see `ids`"
    )]
    #[inline(always)]
    pub fn next(&self) -> Result<T, Error> {
        self.next_as::<Own>()
    }

    /// [`next`](Self::next), by who knows the generator's plan so.
    #[inline(always)]
    fn next_as<K: Known>(&self) -> Result<T, Error> {
        self.engine.next::<K, T>(|value| self.yielded(value))
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
        self.next_within_as::<Own>(patience)
    }

    /// [`next_within`](Self::next_within), by who knows the generator's plan so.
    #[inline(always)]
    fn next_within_as<K: Known>(&self, patience: Duration) -> Result<Option<T>, Error> {
        self.engine
            .next_within::<K, T>(patience, |value| self.yielded(value))
    }

    /// The next id, taking `time` for the clock's reading.
    ///
    /// # Errors
    /// As [`next`](Self::next), but never a wait: `counter_exhausted` at once; `invalid_option`
    /// on a system clock.
    pub fn next_at(&self, time: Timestamp) -> Result<T, Error> {
        self.engine.next_at(time, None, |value| self.yielded(value))
    }

    /// The next id, greater than `id` and than all before: a logical clock.
    ///
    /// # Errors
    /// `lead_exceeded` if the new id would be more than `max_lead_ms` ahead of the clock;
    /// `timestamp_out_of_range` if no id of the format is greater; `not_applicable` for an id of
    /// another format and for a format without time; else as [`next`](Self::next).
    ///
    /// ```
    /// use sortid::{Generator, Tid};
    ///
    /// let (ours, theirs) = (Generator::<Tid>::new()?, Generator::<Tid>::new()?);
    /// let received = theirs.next()?;
    /// assert!(ours.next_after(received)? > received);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    ///
    /// atproto requires the `rev` of a commit to be greater than the previous one, even if the
    /// clock that made the previous one was ahead. A limit of 10^13 ms lies beyond the last tid:
    ///
    /// ```
    /// use sortid::{Generator, Options, Tid};
    ///
    /// let revs = Generator::<Tid>::with(&Options::new().max_lead_ms(10_000_000_000_000))?;
    /// let previous: Tid = "bzzzzzzzzzyzz".parse()?; // of the year 2255
    /// assert_eq!(revs.next_after(previous)?.timestamp_us(), previous.timestamp_us() + 1);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn next_after(&self, id: T) -> Result<T, Error> {
        self.engine.expect_clock(ClockSource::System)?;
        let after = self.tick_of(id.into())?;
        self.engine.next_after(after, |value| self.yielded(value))
    }

    /// [`next_after`](Self::next_after) on a manual clock that reads `time`.
    ///
    /// # Errors
    /// As `next_after` and [`next_at`](Self::next_at).
    pub fn next_after_at(&self, id: T, time: Timestamp) -> Result<T, Error> {
        let after = self.tick_of(id.into())?;
        self.engine
            .next_at(time, after, |value| self.yielded(value))
    }

    /// What the generator has done; zeros in a signal handler that interrupts a call on the same generator.
    pub fn status(&self) -> Status {
        let plan = &self.engine.plan;
        let status = self.engine.with_state(|state| Status {
            ids: state.ids,
            lead_ns: state.lead_ns(plan),
            rollbacks: state.rollbacks,
        });
        status.unwrap_or(Status {
            ids: 0,
            lead_ns: 0,
            rollbacks: 0,
        })
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
        self.engine.reseed(with.seed, with.node)
    }

    #[inline(always)]
    fn yielded(&self, value: Value) -> T {
        T::from_made(Id::from_value(self.engine.plan.format, value))
    }

    /// The tick of an id of this generator's format, read by this generator's layout.
    fn tick_of(&self, id: Id) -> Result<Option<Tick>, Error> {
        match self.engine.plan.layout.time {
            Some(time) if id.format() == self.engine.plan.format => {
                let tick = time.read(id.value());
                // Nothing that is made is greater than a reserved tid.
                match id.is_reserved() && time.check(tick).is_ok() {
                    true => Err(Error::new(ErrorCode::TimestampOutOfRange)),
                    false => Ok(Some(tick)),
                }
            }
            _ => Err(Error::new(ErrorCode::NotApplicable)),
        }
    }
}

impl<T> std::fmt::Debug for Generator<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator")
            .field("format", &self.engine.plan.format)
            .finish_non_exhaustive()
    }
}
