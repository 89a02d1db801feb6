//! Instants, and the ticks that formats count.

use crate::error::{Error, ErrorCode};

const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// An instant: whole Unix seconds (floored) and nanoseconds 0–999 999 999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixTime {
    pub seconds: i64,
    /// Below 10^9.
    pub nanos: u32,
}

#[cfg(feature = "std")]
impl From<std::time::SystemTime> for UnixTime {
    /// Saturates at the limits, which no format can encode.
    #[inline]
    fn from(time: std::time::SystemTime) -> Self {
        match time.duration_since(std::time::UNIX_EPOCH) {
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

impl UnixTime {
    pub const MAX: UnixTime = UnixTime {
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

    /// Converts from milliseconds since 1970.
    #[inline]
    pub const fn from_unix_ms(unix_ms: i64) -> Self {
        Self {
            seconds: unix_ms.div_euclid(1000),
            nanos: unix_ms.rem_euclid(1000) as u32 * 1_000_000,
        }
    }

    /// Returns milliseconds since 1970, rounded down. Saturates more than 292 million years from
    /// 1970, which only a uuid8 with a long unit can reach.
    #[inline]
    pub const fn unix_ms(self) -> i64 {
        clamped(self.seconds as i128 * 1000 + (self.nanos / 1_000_000) as i128)
    }
}

/// The integer, or the nearest one of 64 bits.
#[inline]
pub const fn clamped(int: i128) -> i64 {
    if int < i64::MIN as i128 {
        i64::MIN
    } else if int > i64::MAX as i128 {
        i64::MAX
    } else {
        int as i64
    }
}

/// A count of a format's time units since its epoch. 128 bits wide, because draft-01 v7 in
/// nanoseconds takes 66 bits.
pub type Tick = i128;

/// The epoch and the unit in which a format counts time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    pub epoch_ns: i128,
    pub unit_ns: i128,
}

impl Scale {
    pub const UNIX_S: Scale = Scale::unix(1_000_000_000);
    pub const UNIX_MS: Scale = Scale::unix(1_000_000);
    pub const UNIX_US: Scale = Scale::unix(1000);

    #[inline]
    pub const fn unix(unit_ns: i128) -> Self {
        Self {
            epoch_ns: 0,
            unit_ns,
        }
    }

    #[inline]
    pub const fn since_unix_ms(epoch_unix_ms: i64, unit_ns: i128) -> Self {
        Self {
            epoch_ns: epoch_unix_ms as i128 * 1_000_000,
            unit_ns,
        }
    }

    /// Returns the tick that contains an instant.
    #[inline]
    pub const fn floor(self, time: UnixTime) -> Tick {
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
    pub const fn ceil(self, time: UnixTime) -> Tick {
        // The last nanosecond before an instant lies in the tick before.
        self.floor_ns(time.unix_ns() - 1) + 1
    }

    /// Returns the instant at which a tick begins.
    #[inline(always)]
    pub fn start(self, tick: Tick) -> Result<UnixTime, Error> {
        let (ticks, unit_ns) = (tick as i64, self.unit_ns as i64);
        if ticks as i128 == tick && unit_ns as i128 == self.unit_ns {
            // Cannot overflow: the product has at most 126 bits, and an epoch fewer than 84.
            return UnixTime::from_unix_ns(ticks as i128 * unit_ns as i128 + self.epoch_ns);
        }
        self.start_of_any(tick)
    }

    #[inline(never)]
    fn start_of_any(self, tick: Tick) -> Result<UnixTime, Error> {
        tick.checked_mul(self.unit_ns)
            .and_then(|ns| ns.checked_add(self.epoch_ns))
            .ok_or(Error::new(ErrorCode::TimestampOutOfRange))
            .and_then(UnixTime::from_unix_ns)
    }
}
