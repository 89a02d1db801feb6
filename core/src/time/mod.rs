//! Instants, as the public API uses them, and the ticks that formats count.

pub(crate) mod day;
mod rfc3339;

use core::fmt;
#[cfg(feature = "std")]
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::error::Error;
#[cfg(feature = "std")]
use crate::error::ErrorCode;
use day::{Day, SECONDS_PER_DAY};
use sortid_engine::time::clamped;
pub(crate) use sortid_engine::time::{Tick, UnixTime};

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub(crate) UnixTime);

impl Timestamp {
    /// The latest representable instant.
    pub const MAX: Timestamp = Timestamp(UnixTime::MAX);

    /// Builds an instant from Unix seconds and nanoseconds within the second.
    ///
    /// # Errors
    /// `timestamp_out_of_range` if `nanos` is 1 000 000 000 or more.
    #[inline]
    pub const fn new(seconds: i64, nanos: u32) -> Result<Self, Error> {
        match UnixTime::new(seconds, nanos) {
            Ok(time) => Ok(Self(time)),
            Err(error) => Err(Error::of_engine(error)),
        }
    }

    /// Converts from nanoseconds since 1970.
    ///
    /// # Errors
    /// `timestamp_out_of_range` if the seconds exceed 64 bits.
    #[inline]
    pub const fn from_unix_ns(unix_ns: i128) -> Result<Self, Error> {
        match UnixTime::from_unix_ns(unix_ns) {
            Ok(time) => Ok(Self(time)),
            Err(error) => Err(Error::of_engine(error)),
        }
    }

    /// Converts from whole seconds since 1970.
    #[inline]
    pub const fn from_unix_secs(unix_secs: i64) -> Self {
        Self(UnixTime {
            seconds: unix_secs,
            nanos: 0,
        })
    }

    /// Converts from milliseconds since 1970.
    #[inline]
    pub const fn from_unix_ms(unix_ms: i64) -> Self {
        Self(UnixTime::from_unix_ms(unix_ms))
    }

    /// Converts from microseconds since 1970.
    #[inline]
    pub const fn from_unix_us(unix_us: i64) -> Self {
        Self(UnixTime {
            seconds: unix_us.div_euclid(1_000_000),
            nanos: unix_us.rem_euclid(1_000_000) as u32 * 1000,
        })
    }

    /// Returns whole seconds since 1970, rounded down; negative before 1970.
    #[inline]
    pub const fn seconds(self) -> i64 {
        self.0.seconds()
    }

    /// Returns nanoseconds within the second, 0–999 999 999.
    #[inline]
    pub const fn nanos(self) -> u32 {
        self.0.nanos()
    }

    /// Returns nanoseconds since 1970.
    #[inline]
    pub const fn unix_ns(self) -> i128 {
        self.0.unix_ns()
    }

    /// Returns milliseconds since 1970, rounded down. Saturates more than 292 million years from
    /// 1970, which only a uuid8 with a long unit can reach.
    ///
    /// ```
    /// use sortid::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_unix_ms(-7).unix_ms(), -7);
    /// ```
    #[inline]
    pub const fn unix_ms(self) -> i64 {
        self.0.unix_ms()
    }

    /// Returns the day that contains the instant, in UTC.
    #[inline]
    pub(crate) const fn day(self) -> Day {
        Day(self.0.seconds.div_euclid(SECONDS_PER_DAY))
    }

    /// Returns microseconds since 1970, rounded down. Saturates more than 292 000 years from 1970.
    #[inline]
    pub const fn unix_us(self) -> i64 {
        clamped(self.0.seconds as i128 * 1_000_000 + (self.0.nanos / 1000) as i128)
    }
}

#[cfg(feature = "std")]
impl From<SystemTime> for Timestamp {
    /// Converts a system time. Saturates at the limits of `Timestamp`, which no format can encode.
    #[inline]
    fn from(time: SystemTime) -> Self {
        Self(time.into())
    }
}

#[cfg(feature = "std")]
impl TryFrom<Timestamp> for SystemTime {
    type Error = Error;

    /// Converts to a system time. Returns `timestamp_out_of_range` if `SystemTime` cannot represent
    /// it.
    #[inline]
    fn try_from(time: Timestamp) -> Result<Self, Error> {
        let whole = Duration::from_secs(time.0.seconds.unsigned_abs());
        let seconds = if time.0.seconds < 0 {
            UNIX_EPOCH.checked_sub(whole)
        } else {
            UNIX_EPOCH.checked_add(whole)
        };
        seconds
            .and_then(|seconds| seconds.checked_add(Duration::from_nanos(time.0.nanos.into())))
            .ok_or(Error::about(
                ErrorCode::TimestampOutOfRange,
                "\0the system's clock cannot represent this time",
            ))
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

impl fmt::Debug for Timestamp {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Timestamp({self})")
    }
}

impl fmt::Display for Timestamp {
    /// Formats as RFC 3339 in UTC, exactly, with 0, 3, 6 or 9 decimals: `2023-06-30T15:03:01.887Z`.
    /// Years outside 0 to 9999, which RFC 3339 lacks, have a sign and at least six digits, as in
    /// ISO 8601.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.0.seconds.rem_euclid(SECONDS_PER_DAY);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}", self.day())?;
        match self.0.nanos {
            0 => {}
            nanos if nanos % 1_000_000 == 0 => write!(f, ".{:03}", nanos / 1_000_000)?,
            nanos if nanos % 1000 == 0 => write!(f, ".{:06}", nanos / 1000)?,
            nanos => write!(f, ".{nanos:09}")?,
        }
        f.write_str("Z")
    }
}

with_clock! {
    impl Timestamp {
        /// Reads the system clock. On `wasm32-unknown-unknown`, requires the feature `js`.
        pub fn now() -> Self {
            Self(<crate::Sys as crate::sys::Os>::now())
        }
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
        let scale = sortid_engine::time::Scale::UNIX_MS;
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
            assert_eq!(scale.floor(time.0), floor, "floor of {ns}");
            assert_eq!(scale.ceil(time.0), ceil, "ceil of {ns}");
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
