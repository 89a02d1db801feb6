//! Conversions to and from the `chrono` crate.

use ::chrono::{DateTime, TimeZone, Utc};

use super::BEYOND;
use crate::error::Error;
use crate::time::Timestamp;

impl<Z: TimeZone> From<DateTime<Z>> for Timestamp {
    /// A leap second, which chrono stores as a second of more than 10^9 nanoseconds, becomes the
    /// following second.
    ///
    /// ```
    /// use chrono::{TimeZone, Utc};
    /// use sortid::{Tid, Timestamp};
    ///
    /// let noon = Utc.with_ymd_and_hms(2024, 7, 19, 12, 0, 0).unwrap();
    /// assert_eq!(Tid::min_at(noon)?.timestamp(), Timestamp::from(noon));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    fn from(time: DateTime<Z>) -> Self {
        let whole_ns = i128::from(time.timestamp()) * 1_000_000_000;
        let unix_ns = whole_ns + i128::from(time.timestamp_subsec_nanos());
        // chrono ends in the year 262142, well within range.
        Self::from_unix_ns(unix_ns).unwrap_or(Self::MAX)
    }
}

impl TryFrom<Timestamp> for DateTime<Utc> {
    type Error = Error;

    /// Fails with `timestamp_out_of_range` outside chrono's range of years.
    fn try_from(time: Timestamp) -> Result<Self, Error> {
        DateTime::from_timestamp(time.seconds(), time.nanos()).ok_or(BEYOND)
    }
}
