//! The public type [`Generator`].

use std::ffi::CStr;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::panic::{RefUnwindSafe, UnwindSafe};

use super::outlined::{self, OwnedEngine};
use super::{Engine, environment, plans};
use crate::Sys;
use crate::codec::value::Value;
use crate::error::{Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::formats::options::{Invalid, Options};
use crate::generator::testing::OpenFile;
use crate::id::AnyId;
use crate::id::range::outside;
use crate::id::typed::{Id, TypedId};
use crate::sys::process;
use crate::time::{Tick, Timestamp};
use sortid_engine::status::Status;

/// Generates ids of one format: never the same one twice, and each greater than the one before.
///
/// `Generator<Tid>` yields [`Tid`](crate::Tid), `Generator<AnyId>` the dynamic [`AnyId`]. All methods
/// take `&self`: share one between threads, in a static or behind an `Arc`.
///
/// | the clock | tick and counter |
/// |---|---|
/// | has advanced | a new tick; the counter starts as the format defines |
/// | has not advanced | the counter counts up; if it is full or absent, the tick advances |
/// | was set back by at most `rollback_tolerance_ms` | as if it had not advanced |
/// | was set back further | as the option `on_rollback` defines |
///
/// The tick is at most `max_lead_ms` ahead of the highest clock reading. At the limit, a call waits,
/// or fails with `counter_exhausted`. With `on_rollback` = *reset*, a generator follows a clock that
/// was set back, and draws everything again; with *error*, calls fail with `clock_rollback`.
///
/// [`next`](Self::next) reads the system clock. [`next_at`](Self::next_at) uses a caller-supplied
/// time, for backfills and tests, and requires the option `clock` = `manual`.
///
/// A tick of `tid` and `timeid` has one id: a generator issues one id per microsecond, and bursts
/// of `max_lead_ms` thousand ids. If a process restarts within the lead, only a state file or
/// another node makes repeats impossible: claimed nodes differ, drawn ones by chance.
///
/// Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits
/// or fewer, processes of several users or machines, or on systems other than Linux, may have the
/// same one and repeat each other's ids: see `docs/choosing.md`.
///
/// With the option `state_file`, ids continue above all ids issued before, however the previous
/// process ended, and several processes can issue ids together: see `docs/state-file.md`. There is
/// then no *reset*, and a forked child continues with the file.
///
/// After `fork`, the child draws everything again, and never draws what its parent or siblings
/// have. If nothing can be drawn (there is a seed, or an assigned node and no random bits), its
/// calls fail with `forked_generator` until [`reseed`](Self::reseed), unless the option
/// `allow_fork` is set. The random parts of `uid11_xid` and `uid11_ts_seq_rand` are small: parent
/// and child may draw the same.
///
/// ```
/// use sortid::options::ClockSource;
/// use sortid::{Generator, Options, Timestamp, Tid};
///
/// # fn main() -> Result<(), sortid::Error> {
/// let generator = Generator::<Tid>::with(&Options::new().clock(ClockSource::Manual).node(6))?;
/// let time = Timestamp::from_unix_us(1_688_137_381_887_007);
/// assert_eq!(generator.next_at(time)?.to_string(), "3jzfcijpj2z2a");
/// assert_eq!(generator.next_at(time)?.to_string(), "3jzfcijpj322a");
/// # Ok(())
/// # }
/// ```
pub struct Generator<T = AnyId> {
    pub(super) engine: OwnedEngine,
    pub(super) format: Format,
    /// How ids are decoded.
    pub(super) read_options: Options,
    pub(super) _open_file: Option<OpenFile>,
    pub(super) target: PhantomData<fn() -> T>,
}

// A call that panics leaves the state marked, and the next one draws it again.
impl<T> UnwindSafe for Generator<T> {}
impl<T> RefUnwindSafe for Generator<T> {}

/// Values that [`Generator::reseed`] uses instead of drawing them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reseed {
    seed: Option<[u8; 32]>,
    node: Option<u64>,
}

impl Reseed {
    /// Draws everything from the operating system.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Uses 32 bytes instead of the operating system's entropy, for tests.
    #[must_use]
    #[inline]
    pub fn seed(mut self, seed: [u8; 32]) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Uses this node (clock identifier, machine).
    #[must_use]
    #[inline]
    pub fn node(mut self, node: u64) -> Self {
        self.node = Some(node);
        self
    }
}

impl<T: TypedId> Generator<T> {
    /// Creates a generator with the format's default options.
    ///
    /// # Errors
    /// `entropy_unavailable`.
    #[inline]
    pub fn new() -> Result<Self, Error> {
        Self::with(&Options::new())
    }

    /// Creates a generator with options. A [`TypeId`](crate::TypeId) adds those of its type.
    ///
    /// # Errors
    /// `invalid_option`, `entropy_unavailable`; `store_*` for a state file.
    #[inline]
    pub fn with(options: &Options) -> Result<Self, Error> {
        let options = T::TYPE.generator_options(options)?;
        Self::build(T::TYPE.generated_format(), &options)
    }
}

impl Generator<AnyId> {
    /// Creates a generator of a format that is known only at run time.
    ///
    /// # Errors
    /// `invalid_option`, `entropy_unavailable`; `store_*` for a state file;
    /// `not_applicable` for a read-only format.
    ///
    /// ```
    /// use sortid::{Format, Generator, Options};
    ///
    /// let generator = Generator::dynamic("uuid7".parse()?, &Options::new())?;
    /// assert_eq!(generator.next()?.format(), Format::Uuid7);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn dynamic(format: Format, options: &Options) -> Result<Self, Error> {
        Self::build(format, options)
    }
}

impl<T: Id> Generator<T> {
    #[inline]
    fn build(format: Format, options: &Options) -> Result<Self, Error> {
        if !format.can_generate() {
            return Err(format.row().lacks(Lack::Generation));
        }
        let from_env = match options.node_from_env {
            Some(true) => Some(environment::resolve(format, options)?),
            _ => None,
        };
        let (plan, engine_options) = match &from_env {
            Some((layout, options)) => {
                let plan = plans::plan_of_layout(format, *layout, options);
                (plan, options)
            }
            None => (plans::plan(format, options)?, options),
        };
        let make = || OwnedEngine::new(plan, plans::given(engine_options));
        let (engine, open_file) = match options.file() {
            Some(_) => OpenFile::count(make).map(|(engine, file)| (engine, Some(file)))?,
            None => (make()?, None),
        };
        Ok(Self {
            engine,
            format,
            read_options: options.reading(),
            _open_file: open_file,
            target: PhantomData,
        })
    }

    /// The format.
    #[inline]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The next id, for a clock that reads `time`.
    ///
    /// # Errors
    /// As [`next`](Self::next), but fails with `counter_exhausted` instead of waiting;
    /// `invalid_option` with a system clock.
    #[inline]
    pub fn next_at(&self, time: impl Into<Timestamp>) -> Result<T, Error> {
        self.made_at(time.into(), None)
    }

    /// [`next_after`](Self::next_after) for a manual clock that reads `time`.
    ///
    /// # Errors
    /// As `next_after` and [`next_at`](Self::next_at).
    #[inline]
    pub fn next_after_at(&self, id: T, time: impl Into<Timestamp>) -> Result<T, Error> {
        let after = plans::tick_of(self.format, &self.engine.plan.layout, id.into())?;
        self.made_at(time.into(), Some(after))
    }

    /// Returns statistics, and where the node is from. In a signal handler that interrupts a call
    /// of the same generator, all numbers are zero and the node is absent.
    #[inline]
    pub fn status(&self) -> Status {
        self.engine.status().0
    }

    /// The status, and its `node_reason` as a text of C.
    #[doc(hidden)]
    pub fn status_for_c(&self) -> (Status, &'static CStr) {
        self.engine.status()
    }

    /// Returns the node of the ids to come: assigned, claimed, drawn, or of the lease. `None` if the
    /// format has none, or if its bits are random in each id.
    ///
    /// After a fork, a reset or a reseed, and if a claim is lost, a node that is not assigned or
    /// leased is another one.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    ///
    /// ```
    /// use sortid::{Generator, Options, Tid};
    ///
    /// let generator = Generator::<Tid>::with(&Options::new())?;
    /// let node = generator.node()?;
    /// assert_eq!(node, Some(generator.next()?.clock_id().into()));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn node(&self) -> Result<Option<u64>, Error> {
        self.engine.node()
    }

    /// Draws everything again, as after a fork: entropy, node, clock sequence, counter.
    ///
    /// For a process that was resumed from a snapshot or checkpoint, and for a forked child whose
    /// generator needs another seed or node.
    ///
    /// # Errors
    /// `forked_generator` if only an assigned node makes the ids unique, and no other is given;
    /// `invalid_option` for a node that does not fit, or a format without nodes;
    /// `entropy_unavailable`.
    #[inline]
    pub fn reseed(&self, with: Reseed) -> Result<(), Error> {
        let reseeded = self.engine.reseed(with.seed, with.node);
        reseeded.map_err(|error| self.of_reseed(error, with.node))
    }

    /// Says why the engine rejected the seed or the node of a reseed.
    #[cold]
    fn of_reseed(&self, error: Error, node: Option<u64>) -> Error {
        let Some(option @ ("seed" | "node")) = error.subject() else {
            return error;
        };
        let (plan, row) = (&self.engine.plan, self.format.row());
        match (plan.largest_node(), node) {
            _ if plan.policy.is_leased => Invalid::excluded(option, "lease_file").into(),
            (Some(largest), Some(node)) => {
                Error::from(Invalid::range(option, node, 0..=largest)).of(row)
            }
            _ => Invalid::Because("node\0the ids of this generator have no node").into(),
        }
    }

    /// The time of an id that was issued with this generator's epoch, layout (uuid8) and precision.
    ///
    /// # Errors
    /// `not_applicable` for an id of another format, or a format without time;
    /// `timestamp_out_of_range` if the seconds exceed 64 bits.
    ///
    /// ```
    /// use sortid::options::Epoch;
    /// use sortid::{Generator, Options, Snowflake, Timestamp};
    ///
    /// let options = Options::new().node(3).epoch(Epoch::Discord);
    /// let generator = Generator::<Snowflake>::with(&options)?;
    /// let id = generator.next()?;
    /// let time = generator.timestamp(id)?;
    /// assert!(Timestamp::now().seconds() - time.seconds() < 60);
    /// let next = Timestamp::from_unix_ns(time.unix_ns() + 1)?;
    /// assert!(generator.range(time, next)?.contains(&id));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn timestamp(&self, id: T) -> Result<Timestamp, Error> {
        let id: AnyId = id.into();
        if id.format() != self.format() {
            return Err(Error::of_other_format(self.format(), id.format()));
        }
        id.timestamp_with(&self.read_options())
    }

    /// The smallest and the largest id of the half-open interval `[from, to)`, with this
    /// generator's epoch, layout (uuid8) and precision: see [`AnyId::range`].
    ///
    /// # Errors
    /// As [`AnyId::range`].
    #[inline]
    pub fn range(
        &self,
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
    ) -> Result<RangeInclusive<T>, Error> {
        self.open_range(Some(from.into()), Some(to.into()))
    }

    /// [`range`](Self::range), but an end may be `None`: see [`AnyId::open_range`].
    ///
    /// # Errors
    /// As [`AnyId::range`].
    #[inline]
    pub fn open_range(
        &self,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> Result<RangeInclusive<T>, Error> {
        let options = self.read_options();
        let (min, max) = AnyId::open_range(from, to, self.format(), &options)?.into_inner();
        Ok(T::from_made(min)..=T::from_made(max))
    }

    fn made_at(&self, time: Timestamp, after: Option<Tick>) -> Result<T, Error> {
        let made = Engine::converted(
            |value| self.to_target(value),
            || outlined::next_manual(&self.engine, time.0, after),
        );
        made.map_err(
            |error: Error| match (error.code(), &self.engine.plan.layout.time) {
                (ErrorCode::TimestampOutOfRange, Some(ticks)) => {
                    outside(self.format, ticks, Some(time))
                }
                _ => error,
            },
        )
    }

    #[inline(always)]
    pub(super) fn to_target(&self, value: Value) -> T {
        T::from_made(AnyId::from_value(self.format, value))
    }

    /// The options to decode ids with. The default unit is not stored, because a program whose
    /// generators read no ids holds no other formats.
    #[inline]
    fn read_options(&self) -> Options {
        let row = self.format().row();
        let options = row.reading(&self.read_options);
        match !row.tells_time && row.layout.time.is_some() && options == Options::new() {
            true => options.unit_ns(DEFAULT_UNIT_NS),
            false => options,
        }
    }
}

impl<T> std::fmt::Debug for Generator<T> {
    #[inline]
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator")
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

/// The default unit of formats whose ids do not contain it, in nanoseconds.
const DEFAULT_UNIT_NS: u64 = 1_000_000;

/// Calls `make`, again after each fork or reseed during the call, and returns the last result.
///
/// For functions that write an id to memory: a process forked or copied during the call would write
/// the same id.
#[doc(hidden)]
#[inline(always)]
pub fn in_one_process<R>(mut make: impl FnMut() -> R) -> R {
    process::in_one_generation::<Sys, _>(|_, _| make())
}

/// Makes every generator of this process draw everything again before its next id, as after a fork.
///
/// Also closes the table of claimed nodes, which a checkpoint may refuse, until the next id.
///
/// For a process that was resumed from a snapshot or checkpoint, whose copies would issue the same
/// ids; `docs/reliability.md` describes for how long without this call. Also affects calls that are
/// in progress in other threads. Seeded generators, and those that only an assigned node makes
/// unique, fail with `forked_generator` until each is reseeded, unless created with `allow_fork`.
///
/// # Errors
/// `entropy_unavailable`.
///
/// ```
/// sortid::reseed()?;
/// # Ok::<(), sortid::Error>(())
/// ```
#[inline]
pub fn reseed() -> Result<(), Error> {
    outlined::reseed_all()
}
