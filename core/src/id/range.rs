//! Ranges of ids for an instant, an interval or a text prefix: the bounds of database queries.

use core::ops::RangeInclusive;

use crate::codec::value::Value;
use crate::error::{Cause, Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::formats::fraction;
use crate::formats::layout::{Coding, Layout, TimeLayout};
use crate::formats::options::{Invalid, Options};
use crate::formats::row::SortBy;
use crate::id::AnyId;
use crate::time::{Tick, Timestamp};

impl AnyId {
    /// Returns the smallest id of the tick that contains `time`: a [`Timestamp`], a `SystemTime`,
    /// or an instant of chrono, jiff or time with the feature of that name.
    ///
    /// # Errors
    /// `not_applicable` if the format has no time or does not sort by it; `timestamp_out_of_range`
    /// if no id can have this tick. Never clamps.
    ///
    /// ```
    /// use sortid::{Format, AnyId, Timestamp};
    ///
    /// let noon = Timestamp::from_unix_ms(1_700_000_000_000);
    /// let id = AnyId::min_at(noon, Format::Uuid7)?;
    /// assert_eq!(id.to_string(), "018bcfe5-6800-7000-8000-000000000000");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn min_at(time: impl Into<Timestamp>, format: Format) -> Result<AnyId, Error> {
        Bounds::of(format)?.min_at(time.into())
    }

    /// Like [`min_at`](Self::min_at), for ids with another epoch, layout (uuid8) or precision.
    ///
    /// # Errors
    /// `invalid_option`; otherwise the same as `min_at`.
    ///
    /// ```
    /// use sortid::options::Epoch;
    /// use sortid::{Format, AnyId, Options, Timestamp};
    ///
    /// let discord = Options::new().epoch(Epoch::Discord);
    /// let time = Timestamp::from_unix_ms(1_700_000_000_000);
    /// let id = AnyId::min_at_with(time, Format::Snowflake, &discord)?;
    /// assert_eq!(id.timestamp_with(&discord)?, time);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn min_at_with(
        time: impl Into<Timestamp>,
        format: Format,
        options: &Options,
    ) -> Result<AnyId, Error> {
        Bounds::with(format, options, |bounds| bounds.min_at(time.into()))
    }

    /// Returns the largest id of the tick that contains `time`.
    ///
    /// # Errors
    /// Same as [`min_at`](Self::min_at).
    #[inline]
    pub fn max_at(time: impl Into<Timestamp>, format: Format) -> Result<AnyId, Error> {
        Bounds::of(format)?.max_at(time.into())
    }

    /// Like [`max_at`](Self::max_at), for ids with another epoch, layout (uuid8) or precision.
    ///
    /// # Errors
    /// Same as [`min_at_with`](Self::min_at_with).
    #[inline]
    pub fn max_at_with(
        time: impl Into<Timestamp>,
        format: Format,
        options: &Options,
    ) -> Result<AnyId, Error> {
        Bounds::with(format, options, |bounds| bounds.max_at(time.into()))
    }

    /// Returns the range of ids in the half-open interval `[from, to)`: from the smallest id of the
    /// tick that contains `from` to the largest id of the last tick that begins before `to`.
    ///
    /// Contains every id whose tick was read from a clock inside the interval. An id that was
    /// generated ahead of the clock is found at the later time that it contains.
    ///
    /// # Errors
    /// `invalid_option` if the interval is empty; otherwise the same as [`min_at`](Self::min_at).
    ///
    /// ```
    /// use sortid::{Format, AnyId, Timestamp};
    ///
    /// let (from, to) = (Timestamp::from_unix_ms(1000), Timestamp::from_unix_ms(2000));
    /// let ids = AnyId::range(from, to, Format::Tid)?;
    /// assert_eq!(ids.start().field("timestamp_us")?, 1_000_000);
    /// assert_eq!(ids.end().field("timestamp_us")?, 1_999_999);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn range(
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
        format: Format,
    ) -> Result<RangeInclusive<AnyId>, Error> {
        Bounds::of(format)?.between(Some(from.into()), Some(to.into()))
    }

    /// Like [`range`](Self::range), for ids with another epoch, layout (uuid8) or precision.
    ///
    /// # Errors
    /// `invalid_option` also if the format lacks an option or a value is out of bounds; otherwise
    /// the same as `range`.
    #[inline]
    pub fn range_with(
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
        format: Format,
        options: &Options,
    ) -> Result<RangeInclusive<AnyId>, Error> {
        Self::open_range(Some(from.into()), Some(to.into()), format, options)
    }

    /// Like [`range_with`](Self::range_with), but an end may be `None`: the range then reaches to
    /// the format's first or last time.
    ///
    /// # Errors
    /// Same as [`range_with`](Self::range_with).
    ///
    /// ```
    /// use sortid::{Format, AnyId, Options, Timestamp};
    ///
    /// let start = Timestamp::from_unix_ms(1_700_000_000_000);
    /// let since = AnyId::open_range(Some(start), None, Format::Uuid7, &Options::new())?;
    /// assert_eq!(since.start().to_string(), "018bcfe5-6800-7000-8000-000000000000");
    /// assert_eq!(since.end().to_string(), "ffffffff-ffff-7fff-bfff-ffffffffffff");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn open_range(
        from: Option<Timestamp>,
        to: Option<Timestamp>,
        format: Format,
        options: &Options,
    ) -> Result<RangeInclusive<AnyId>, Error> {
        Bounds::with(format, options, |bounds| bounds.between(from, to))
    }

    /// Returns the range of ids whose text begins with `prefix`: canonical, or without its hyphens,
    /// or a lexical_uuid with the hyphens of a UUID. Letters may have any case that `parse` reads.
    ///
    /// A prefix of another text that `parse` reads (a URN, a ULID as a UUID, the hexadecimal form of
    /// a scru160) is an error, unless it also begins a canonical text: then it stands for that.
    ///
    /// # Errors
    /// `invalid_length` if the prefix is empty or longer than the text; `invalid_character`;
    /// `out_of_range` if no id begins with the prefix; `invalid_variant` and `invalid_version` if
    /// the prefix of a UUID contains a wrong one; `not_applicable` if ids with a common prefix are
    /// not contiguous (decimal integers, flake, comb_mssql, uuid1).
    ///
    /// ```
    /// use sortid::{Format, AnyId};
    ///
    /// let ids = AnyId::prefix_range("3kxn-lhr", Format::Timeid)?;
    /// assert_eq!(ids.start().to_string(), "3kxn-lhr-2222-22");
    /// assert_eq!(ids.end().to_string(), "3kxn-lhr-zzzz-zz");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn prefix_range(
        prefix: impl AsRef<[u8]>,
        format: Format,
    ) -> Result<RangeInclusive<AnyId>, Error> {
        let row = format.row();
        if let SortBy::Places(_) = row.sorted {
            return Err(row.lacks(Lack::Range));
        }
        let prefix = prefix.as_ref();
        let range = row.literal.prefix(prefix, row.bits);
        let range = range.map_err(|fault| match fault.code {
            ErrorCode::NotApplicable => row.lacks(Lack::Range),
            _ => fault.into(),
        });
        let range = range.and_then(|(low, high)| row.clamp(low, high));
        let (low, high) = range.map_err(|error| error.of_text(row, prefix))?;
        Ok(AnyId::from_value(format, low)..=AnyId::from_value(format, high))
    }
}

/// The error for an interval that ends before it begins: its subject, and its sentence.
pub(crate) const EMPTY_INTERVAL: &str = "to\0`to` must be later than `from`";

/// The error for a time outside the range of a format's ids.
#[cold]
pub(crate) fn outside(format: Format, time: &TimeLayout, given: Option<Timestamp>) -> Error {
    let day = |time: Timestamp| i32::try_from(time.day().0).ok();
    let start = |tick: Tick| {
        let start = time.scale.start(tick).ok()?;
        day(Timestamp(start))
    };
    let cause = Cause::Time {
        first: start(time.first).unwrap_or(i32::MIN),
        last: start(time.last).unwrap_or(i32::MAX),
        given: given.and_then(day),
    };
    Error::by(ErrorCode::TimestampOutOfRange, cause).of_format(format)
}

/// Computes the smallest and largest ids of ticks.
struct Bounds<'a> {
    format: Format,
    ticks: &'a TimeLayout,
    bits: Bits,
}

/// What is beside the time in the bounds of a layout.
#[derive(Clone, Copy)]
struct Bits {
    /// The bits that all ids have in common.
    fixed: Value,
    /// The largest value of the others.
    free: Value,
}

impl Bits {
    const fn of(layout: &Layout) -> Self {
        let (fixed, free) = (layout.fixed, layout.free());
        Self { fixed, free }
    }
}

/// The bits of each format without options, in the order of the codes.
static DEFAULT_BITS: [Bits; Format::ALL.len()] = {
    let mut bits = [Bits::of(&Layout::NONE); Format::ALL.len()];
    let mut i = 0;
    while i < bits.len() {
        bits[i] = Bits::of(&Format::ALL[i].row().default_layout());
        i += 1;
    }
    bits
};

impl Bounds<'_> {
    /// Bounds without options.
    #[inline]
    fn of(format: Format) -> Result<Self, Error> {
        let (ticks, bits) = (
            format.row().default_time()?,
            DEFAULT_BITS[format as usize - 1],
        );
        format.row().check_order()?;
        Ok(Self {
            format,
            ticks,
            bits,
        })
    }

    /// Calls a function with the bounds of ids that were made with options, often with none.
    #[inline]
    fn with<R>(
        format: Format,
        options: &Options,
        call: impl FnOnce(Bounds<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        if *options == Options::new() {
            return call(Bounds::of(format)?);
        }
        let (layout, ticks) = format.row().time_with(options)?;
        format.row().check_order()?;
        call(Bounds {
            format,
            ticks: &ticks,
            bits: Bits::of(&layout),
        })
    }

    #[inline]
    fn min_at(&self, time: Timestamp) -> Result<AnyId, Error> {
        Ok(self.min(self.tick(time)?))
    }

    #[inline]
    fn max_at(&self, time: Timestamp) -> Result<AnyId, Error> {
        Ok(self.max(self.tick(time)?))
    }

    #[inline]
    fn tick(&self, time: Timestamp) -> Result<Tick, Error> {
        let tick = self.ticks.check(self.ticks.scale.floor(time.0));
        tick.map_err(|_| self.outside(Some(time)))
    }

    #[cold]
    fn outside(&self, given: Option<Timestamp>) -> Error {
        outside(self.format, self.ticks, given)
    }

    #[inline]
    fn between(
        &self,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> Result<RangeInclusive<AnyId>, Error> {
        if let (Some(from), Some(to)) = (from, to)
            && from >= to
        {
            return Err(Invalid::Because(EMPTY_INTERVAL).into());
        }
        let ticks = self.ticks;
        let first = from.map_or(ticks.first, |from| {
            ticks.step_over_up(ticks.scale.floor(from.0))
        });
        let last = to.map_or(ticks.last, |to| {
            ticks.step_over_down(ticks.scale.ceil(to.0) - 1)
        });
        if first > last {
            return Err(self.outside(from.or(to)));
        }
        match (ticks.check(first), ticks.check(last)) {
            (Ok(first), Ok(last)) => Ok(self.min(first)..=self.max(last)),
            (Err(_), _) => Err(self.outside(from)),
            (_, Err(_)) => Err(self.outside(to)),
        }
    }

    /// Returns the smallest id of a tick: bits that the layout does not fix are 0.
    #[inline]
    fn min(&self, tick: Tick) -> AnyId {
        self.id(match self.ticks.coding {
            Coding::BinaryFraction { .. } => fraction::min(tick, self.ticks.scale),
            _ => self.ticks.write(tick),
        })
    }

    /// Returns the largest id of a tick: bits that the layout does not fix are at their maximum.
    #[inline]
    fn max(&self, tick: Tick) -> AnyId {
        self.id(match self.ticks.coding {
            Coding::BinaryFraction { .. } => fraction::max(tick, self.ticks.scale),
            Coding::MillisFraction => {
                let last = self.ticks.place.write(fraction::last_of_micros(tick));
                last.or(self.bits.free)
            }
            _ => self.ticks.write(tick).or(self.bits.free),
        })
    }

    #[inline]
    fn id(&self, value: Value) -> AnyId {
        AnyId::from_value(self.format, value.or(self.bits.fixed))
    }
}
