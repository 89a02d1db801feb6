//! Conversions to and from the `time` crate.

use ::time::{OffsetDateTime, UtcDateTime};

use super::BEYOND;
use crate::error::Error;
use crate::time::Timestamp;

impl From<OffsetDateTime> for Timestamp {
    /// ```
    /// use sortid::{Tid, Timestamp};
    /// use time::OffsetDateTime;
    ///
    /// let noon = OffsetDateTime::from_unix_timestamp(1_721_390_400).unwrap();
    /// assert_eq!(Tid::min_at(noon)?.timestamp(), Timestamp::from(noon));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    fn from(time: OffsetDateTime) -> Self {
        // time ends in the year 999999, well within range.
        Self::from_unix_ns(time.unix_timestamp_nanos()).unwrap_or(Self::MAX)
    }
}

impl From<UtcDateTime> for Timestamp {
    fn from(time: UtcDateTime) -> Self {
        Self::from_unix_ns(time.unix_timestamp_nanos()).unwrap_or(Self::MAX)
    }
}

impl TryFrom<Timestamp> for OffsetDateTime {
    type Error = Error;

    /// Fails with `timestamp_out_of_range` outside the range of `time`: up to the year 9999, or
    /// 999999 with its feature `large-dates`.
    fn try_from(time: Timestamp) -> Result<Self, Error> {
        OffsetDateTime::from_unix_timestamp_nanos(time.unix_ns()).map_err(|_| BEYOND)
    }
}

impl TryFrom<Timestamp> for UtcDateTime {
    type Error = Error;

    /// Fails as for `OffsetDateTime`.
    fn try_from(time: Timestamp) -> Result<Self, Error> {
        UtcDateTime::from_unix_timestamp_nanos(time.unix_ns()).map_err(|_| BEYOND)
    }
}
