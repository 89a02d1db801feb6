//! Ranges of ids for an instant, an interval or a text prefix: the bounds of database queries.

use core::ops::RangeInclusive;

use crate::codec::value::Value;
use crate::error::{EMPTY_INTERVAL, Error, ErrorCode};
use crate::formats::Format;
use crate::formats::fraction;
use crate::formats::layout::{Coding, Layout, SortBy, TimeLayout};
use crate::formats::options::Options;
use crate::id::Id;
use crate::time::{Tick, Timestamp};

impl Id {
    /// Returns the smallest id of the tick that contains `time`: a [`Timestamp`], a `SystemTime`,
    /// or an instant of chrono, jiff or time with the feature of that name.
    ///
    /// # Errors
    /// `not_applicable` if the format has no time; `timestamp_out_of_range` if no id can have this
    /// tick. Never clamps.
    ///
    /// ```
    /// use sortid::{Format, Id, Timestamp};
    ///
    /// let noon = Timestamp::from_unix_ms(1_700_000_000_000);
    /// let id = Id::min_at(noon, Format::Uuid7)?;
    /// assert_eq!(id.to_string(), "018bcfe5-6800-7000-8000-000000000000");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn min_at(time: impl Into<Timestamp>, format: Format) -> Result<Id, Error> {
        at(time.into(), format, format.row().default_time()?).map(|(min, _)| min)
    }

    /// Like [`min_at`](Self::min_at), for ids with another epoch, layout (uuid8) or precision.
    ///
    /// # Errors
    /// `invalid_option`; otherwise the same as `min_at`.
    ///
    /// ```
    /// use sortid::{Epoch, Format, Id, Options, Timestamp};
    ///
    /// let discord = Options::new().epoch(Epoch::Discord);
    /// let time = Timestamp::from_unix_ms(1_700_000_000_000);
    /// let id = Id::min_at_with(time, Format::Snowflake, &discord)?;
    /// assert_eq!(id.timestamp_with(&discord)?, time);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn min_at_with(
        time: impl Into<Timestamp>,
        format: Format,
        options: &Options,
    ) -> Result<Id, Error> {
        at(time.into(), format, format.row().time_with(options)?).map(|(min, _)| min)
    }

    /// Returns the largest id of the tick that contains `time`.
    ///
    /// # Errors
    /// Same as [`min_at`](Self::min_at).
    #[inline]
    pub fn max_at(time: impl Into<Timestamp>, format: Format) -> Result<Id, Error> {
        at(time.into(), format, format.row().default_time()?).map(|(_, max)| max)
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
    ) -> Result<Id, Error> {
        at(time.into(), format, format.row().time_with(options)?).map(|(_, max)| max)
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
    /// use sortid::{Format, Id, Timestamp};
    ///
    /// let (from, to) = (Timestamp::from_unix_ms(1000), Timestamp::from_unix_ms(2000));
    /// let ids = Id::range(from, to, Format::Tid)?;
    /// assert_eq!(ids.start().field("timestamp_us")?, 1_000_000);
    /// assert_eq!(ids.end().field("timestamp_us")?, 1_999_999);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn range(
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
        format: Format,
    ) -> Result<RangeInclusive<Id>, Error> {
        between(from.into(), to.into(), format, format.row().default_time()?)
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
    ) -> Result<RangeInclusive<Id>, Error> {
        between(
            from.into(),
            to.into(),
            format,
            format.row().time_with(options)?,
        )
    }

    /// Returns the range of ids whose canonical text begins with `prefix`.
    ///
    /// # Errors
    /// `invalid_length` if the prefix is empty or longer than the text; `invalid_character`;
    /// `out_of_range` if no id begins with the prefix; `invalid_variant` and `invalid_version` if
    /// the prefix of a UUID contains a wrong one; `not_applicable` if ids with a common prefix are
    /// not contiguous (decimal integers, flake, comb_mssql, uuid1).
    ///
    /// ```
    /// use sortid::{Format, Id};
    ///
    /// let ids = Id::prefix_range("3kxn-lhr", Format::Timeid)?;
    /// assert_eq!(ids.start().to_string(), "3kxn-lhr-2222-22");
    /// assert_eq!(ids.end().to_string(), "3kxn-lhr-zzzz-zz");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn prefix_range(
        prefix: impl AsRef<[u8]>,
        format: Format,
    ) -> Result<RangeInclusive<Id>, Error> {
        let row = format.row();
        if let SortBy::Places(_) = row.sorted {
            return Err(Error::new(ErrorCode::NotApplicable));
        }
        let (low, high) = row.literal.prefix(prefix.as_ref(), row.bits)?;
        let (low, high) = row.clamp(low, high)?;
        Ok(Id::from_value(format, low)..=Id::from_value(format, high))
    }
}

#[inline]
fn between(
    from: Timestamp,
    to: Timestamp,
    format: Format,
    (layout, ticks): (Layout, TimeLayout),
) -> Result<RangeInclusive<Id>, Error> {
    if from >= to {
        return Err(Error::about(ErrorCode::InvalidOption, EMPTY_INTERVAL));
    }
    let first = ticks.step_over_up(ticks.scale.floor(from));
    let last = ticks.step_over_down(ticks.scale.ceil(to) - 1);
    if first > last {
        return Err(Error::new(ErrorCode::TimestampOutOfRange));
    }
    let (first, last) = (ticks.check(first)?, ticks.check(last)?);
    let (min, max) = bounds(format, &layout, &ticks, first, last);
    Ok(min..=max)
}

#[inline]
fn at(
    time: Timestamp,
    format: Format,
    (layout, ticks): (Layout, TimeLayout),
) -> Result<(Id, Id), Error> {
    let tick = ticks.check(ticks.scale.floor(time))?;
    Ok(bounds(format, &layout, &ticks, tick, tick))
}

/// Returns the smallest and the largest id: bits that the layout does not fix are 0 in the former
/// and at their maximum in the latter.
#[inline]
fn bounds(format: Format, layout: &Layout, time: &TimeLayout, first: Tick, last: Tick) -> (Id, Id) {
    let (low, high) = match time.coding {
        Coding::BinaryFraction { .. } => fraction::bounds(first, last, time.scale),
        _ => (time.write(first), time.write(last).or(layout.free())),
    };
    let id = |value: Value| Id::from_value(format, value.or(layout.fixed));
    (id(low), id(high))
}
