//! Instants, as the public API uses them, and the ticks that formats count.

use core::fmt;
#[cfg(feature = "std")]
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::error::{Error, ErrorCode};

const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// An instant: whole Unix seconds (floored) and nanoseconds 0–999 999 999.
///
/// Wide enough for every format: UUIDv6 runs to the year 5236, SCRU160 to 10889.
///
/// ```
/// use sortid::Timestamp;
///
/// let time = Timestamp::from_unix_ms(-1);
/// assert_eq!((time.seconds(), time.nanos()), (-1, 999_000_000));
/// assert_eq!(time.unix_ns(), -1_000_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
}

impl Timestamp {
    /// The latest representable instant.
    pub const MAX: Timestamp = Timestamp {
        seconds: i64::MAX,
        nanos: 999_999_999,
    };

    /// Builds an instant from Unix seconds and nanoseconds within the second.
    ///
    /// # Errors
    /// `timestamp_out_of_range` if `nanos` is 1 000 000 000 or more.
    #[inline]
    pub const fn new(seconds: i64, nanos: u32) -> Result<Self, Error> {
        if nanos >= NANOS_PER_SECOND as u32 {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        Ok(Self { seconds, nanos })
    }

    /// Converts from nanoseconds since 1970.
    ///
    /// # Errors
    /// `timestamp_out_of_range` if the seconds exceed 64 bits.
    #[inline]
    pub const fn from_unix_ns(unix_ns: i128) -> Result<Self, Error> {
        // Within 292 years of 1970, a 64-bit division by a constant suffices, which is a
        // multiplication.
        let short = unix_ns as i64;
        if short as i128 == unix_ns {
            return Ok(Self {
                seconds: short.div_euclid(NANOS_PER_SECOND as i64),
                nanos: short.rem_euclid(NANOS_PER_SECOND as i64) as u32,
            });
        }
        // Only one 128-bit division: each takes longer than everything else here.
        let mut seconds = unix_ns / NANOS_PER_SECOND;
        let mut nanos = unix_ns - seconds * NANOS_PER_SECOND;
        if nanos < 0 {
            (seconds, nanos) = (seconds - 1, nanos + NANOS_PER_SECOND);
        }
        if seconds < i64::MIN as i128 || seconds > i64::MAX as i128 {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        Ok(Self {
            seconds: seconds as i64,
            nanos: nanos as u32,
        })
    }

    /// Converts from milliseconds since 1970.
    #[inline]
    pub const fn from_unix_ms(unix_ms: i64) -> Self {
        Self {
            seconds: unix_ms.div_euclid(1000),
            nanos: unix_ms.rem_euclid(1000) as u32 * 1_000_000,
        }
    }

    /// Converts from microseconds since 1970.
    #[inline]
    pub const fn from_unix_us(unix_us: i64) -> Self {
        Self {
            seconds: unix_us.div_euclid(1_000_000),
            nanos: unix_us.rem_euclid(1_000_000) as u32 * 1000,
        }
    }

    /// Returns whole seconds since 1970, rounded down; negative before 1970.
    #[inline]
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// Returns nanoseconds within the second, 0–999 999 999.
    #[inline]
    pub const fn nanos(self) -> u32 {
        self.nanos
    }

    /// Returns nanoseconds since 1970.
    #[inline]
    pub const fn unix_ns(self) -> i128 {
        self.seconds as i128 * NANOS_PER_SECOND + self.nanos as i128
    }

    /// Returns milliseconds since 1970, rounded down. Saturates more than 292 million years from
    /// 1970, which only a uuid8 with a long unit can reach.
    ///
    ///
    /// ```
    /// use sortid::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_unix_ms(-7).unix_ms(), -7);
    /// ```
    #[inline]
    pub const fn unix_ms(self) -> i64 {
        clamped(self.seconds as i128 * 1000 + (self.nanos / 1_000_000) as i128)
    }

    /// Returns microseconds since 1970, rounded down. Saturates more than 292 000 years from 1970.
    #[inline]
    pub const fn unix_us(self) -> i64 {
        clamped(self.seconds as i128 * 1_000_000 + (self.nanos / 1000) as i128)
    }
}

#[inline]
const fn clamped(int: i128) -> i64 {
    if int < i64::MIN as i128 {
        i64::MIN
    } else if int > i64::MAX as i128 {
        i64::MAX
    } else {
        int as i64
    }
}

#[cfg(feature = "std")]
impl From<SystemTime> for Timestamp {
    /// Converts a system time. Saturates at the limits of `Timestamp`, which no format can encode.
    #[inline]
    fn from(time: SystemTime) -> Self {
        match time.duration_since(UNIX_EPOCH) {
            Ok(since) => Self {
                seconds: since.as_secs().min(i64::MAX as u64) as i64,
                nanos: since.subsec_nanos(),
            },
            Err(error) => {
                let before_ns = error.duration().as_nanos() as i128;
                Self::from_unix_ns(-before_ns).unwrap_or(Self {
                    seconds: i64::MIN,
                    nanos: 0,
                })
            }
        }
    }
}

#[cfg(feature = "std")]
impl TryFrom<Timestamp> for SystemTime {
    type Error = Error;

    /// Converts to a system time. Returns `timestamp_out_of_range` if `SystemTime` cannot represent
    /// it.
    #[inline]
    fn try_from(time: Timestamp) -> Result<Self, Error> {
        let whole = Duration::from_secs(time.seconds.unsigned_abs());
        let seconds = if time.seconds < 0 {
            UNIX_EPOCH.checked_sub(whole)
        } else {
            UNIX_EPOCH.checked_add(whole)
        };
        seconds
            .and_then(|seconds| seconds.checked_add(Duration::from_nanos(time.nanos.into())))
            .ok_or(Error::new(ErrorCode::TimestampOutOfRange))
    }
}

impl Timestamp {
    /// Returns the Unix seconds with nine decimals, exactly, for printing.
    ///
    /// ```
    /// use sortid::Timestamp;
    ///
    /// let time = Timestamp::from_unix_us(1_688_137_381_887_007);
    /// assert_eq!(time.display_unix().to_string(), "1688137381.887007000");
    /// ```
    #[inline]
    pub const fn display_unix(self) -> impl fmt::Display {
        UnixSeconds(self)
    }
}

struct UnixSeconds(Timestamp);

impl fmt::Display for UnixSeconds {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ns = self.0.unix_ns();
        let sign = if ns < 0 { "-" } else { "" };
        let (seconds, nanos) = (
            ns.unsigned_abs() / NANOS_PER_SECOND as u128,
            ns.unsigned_abs() % NANOS_PER_SECOND as u128,
        );
        write!(f, "{sign}{seconds}.{nanos:09}")
    }
}

impl fmt::Display for Timestamp {
    /// Formats as RFC 3339 in UTC, exactly, with 0, 3, 6 or 9 decimals: `2023-06-30T15:03:01.887Z`.
    /// Years outside 0 to 9999, which RFC 3339 lacks, have a sign and at least six digits, as in
    /// ISO 8601.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.seconds.rem_euclid(SECONDS_PER_DAY);
        let (year, month, day) = civil_date(self.seconds.div_euclid(SECONDS_PER_DAY));
        match year {
            0..=9999 => write!(f, "{year:04}")?,
            _ => write!(f, "{year:+07}")?,
        }
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        match self.nanos {
            0 => {}
            nanos if nanos % 1_000_000 == 0 => write!(f, ".{:03}", nanos / 1_000_000)?,
            nanos if nanos % 1000 == 0 => write!(f, ".{:06}", nanos / 1000)?,
            nanos => write!(f, ".{nanos:09}")?,
        }
        f.write_str("Z")
    }
}

const SECONDS_PER_DAY: i64 = 86_400;

/// Returns year, month and day of a number of days since 1970, in the proleptic Gregorian calendar.
///
/// Counts from March 1 of year 0, so that a leap day ends its year:
/// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
#[inline]
fn civil_date(days: i64) -> (i64, i64, i64) {
    const DAYS_PER_ERA: i64 = 146_097; // 400 years
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let (month, next_year) = match month_from_march {
        0..=9 => (month_from_march + 3, 0),
        _ => (month_from_march - 9, 1),
    };
    (era * 400 + year_of_era + next_year, month, day)
}

/// A count of a format's time units since its epoch. 128 bits wide, because draft-01 v7 in
/// nanoseconds takes 66 bits.
pub(crate) type Tick = i128;

/// The epoch and the unit in which a format counts time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) epoch_ns: i128,
    pub(crate) unit_ns: i128,
}

impl Scale {
    pub(crate) const UNIX_S: Scale = Scale::unix(1_000_000_000);
    pub(crate) const UNIX_MS: Scale = Scale::unix(1_000_000);
    pub(crate) const UNIX_US: Scale = Scale::unix(1000);

    #[inline]
    pub(crate) const fn unix(unit_ns: i128) -> Self {
        Self {
            epoch_ns: 0,
            unit_ns,
        }
    }

    #[inline]
    pub(crate) const fn since_unix_ms(epoch_unix_ms: i64, unit_ns: i128) -> Self {
        Self {
            epoch_ns: epoch_unix_ms as i128 * 1_000_000,
            unit_ns,
        }
    }

    /// Returns the tick that contains an instant.
    #[inline]
    pub(crate) const fn floor(self, time: Timestamp) -> Tick {
        self.floor_ns(time.unix_ns())
    }

    #[inline]
    const fn floor_ns(self, unix_ns: i128) -> Tick {
        let ns = unix_ns - self.epoch_ns;
        // Within 584 years after the epoch, a 64-bit division suffices, which is several times as
        // fast.
        if ns as u64 as i128 == ns && self.unit_ns as u64 as i128 == self.unit_ns {
            (ns as u64 / self.unit_ns as u64) as i128
        } else {
            ns.div_euclid(self.unit_ns)
        }
    }

    /// Returns the first tick that does not begin before an instant.
    #[inline]
    pub(crate) const fn ceil(self, time: Timestamp) -> Tick {
        // The last nanosecond before an instant lies in the tick before.
        self.floor_ns(time.unix_ns() - 1) + 1
    }

    /// Returns the instant at which a tick begins.
    #[inline(always)]
    pub(crate) fn start(self, tick: Tick) -> Result<Timestamp, Error> {
        let (ticks, unit_ns) = (tick as i64, self.unit_ns as i64);
        if ticks as i128 == tick && unit_ns as i128 == self.unit_ns {
            // Cannot overflow: the product has at most 126 bits, and an epoch fewer than 84.
            return Timestamp::from_unix_ns(ticks as i128 * unit_ns as i128 + self.epoch_ns);
        }
        self.start_of_any(tick)
    }

    #[inline(never)]
    fn start_of_any(self, tick: Tick) -> Result<Timestamp, Error> {
        tick.checked_mul(self.unit_ns)
            .and_then(|ns| ns.checked_add(self.epoch_ns))
            .ok_or(Error::new(ErrorCode::TimestampOutOfRange))
            .and_then(Timestamp::from_unix_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nanoseconds_are_counted_up_from_their_second() {
        let edges = [
            i128::from(i64::MIN),
            -1 << 70,
            -1,
            0,
            i64::MAX.into(),
            1 << 70,
        ];
        for edge in edges {
            let second = edge.div_euclid(NANOS_PER_SECOND) * NANOS_PER_SECOND;
            for ns in [edge - 1, edge, edge + 1, second - 1, second, second + 1] {
                let time = Timestamp::from_unix_ns(ns).expect("in range");
                assert_eq!(
                    (i128::from(time.seconds()), i128::from(time.nanos())),
                    (
                        ns.div_euclid(NANOS_PER_SECOND),
                        ns.rem_euclid(NANOS_PER_SECOND)
                    )
                );
            }
        }
    }

    #[test]
    fn ticks_floor_and_ceil_on_both_sides_of_the_epoch() {
        let scale = Scale::UNIX_MS;
        for (ns, floor, ceil) in [
            (0, 0, 0),
            (1, 0, 1),
            (999_999, 0, 1),
            (1_000_000, 1, 1),
            (-1, -1, 0),
            (-1_000_000, -1, -1),
            (-1_000_001, -2, -1),
            // More nanoseconds than 64 bits hold.
            (1 << 64, 18_446_744_073_709, 18_446_744_073_710),
        ] {
            let time = Timestamp::from_unix_ns(ns).expect("in range");
            assert_eq!(scale.floor(time), floor, "floor of {ns}");
            assert_eq!(scale.ceil(time), ceil, "ceil of {ns}");
        }
    }

    #[test]
    fn seconds_are_printed_exactly_before_1970_too() {
        let printed = |time: Timestamp| time.display_unix().to_string();
        assert_eq!(printed(Timestamp::from_unix_ms(-1)), "-0.001000000");
        assert_eq!(printed(Timestamp::from_unix_us(1_500_000)), "1.500000000");
    }

    #[test]
    fn display_is_rfc_3339() {
        for (seconds, nanos, text) in [
            (0, 0, "1970-01-01T00:00:00Z"),
            (-1, 999_000_000, "1969-12-31T23:59:59.999Z"),
            (951_782_399, 1000, "2000-02-28T23:59:59.000001Z"),
            (951_782_400, 1, "2000-02-29T00:00:00.000000001Z"),
            (1_709_251_199, 0, "2024-02-29T23:59:59Z"),
            (4_107_542_400, 0, "2100-03-01T00:00:00Z"),
            (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
            (253_402_300_800, 0, "+010000-01-01T00:00:00Z"),
            (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
            (-62_167_219_201, 0, "-000001-12-31T23:59:59Z"),
            (i64::MAX, 0, "+292277026596-12-04T15:30:07Z"),
            (i64::MIN, 0, "-292277022657-01-27T08:29:52Z"),
        ] {
            let time = Timestamp::new(seconds, nanos).expect("an instant");
            assert_eq!(time.to_string(), text);
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn system_time_converts_both_ways() {
        assert!(Timestamp::now().seconds() > 1_700_000_000);
        for time in [
            Timestamp::now(),
            Timestamp::from_unix_us(-1),
            Timestamp::from_unix_ms(-86_400_000),
        ] {
            let system = SystemTime::try_from(time).expect("in range");
            assert_eq!(Timestamp::from(system), time);
        }
    }
}
