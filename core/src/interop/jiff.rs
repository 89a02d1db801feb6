//! Conversions to and from the `jiff` crate.

use ::jiff::{Timestamp as Theirs, Zoned};

use super::BEYOND;
use crate::error::Error;
use crate::time::Timestamp;

impl From<Theirs> for Timestamp {
    /// ```
    /// use sortid::{Tid, Timestamp};
    ///
    /// let noon: jiff::Timestamp = "2024-07-19T12:00:00Z".parse().unwrap();
    /// assert_eq!(Tid::min_at(noon)?.timestamp(), Timestamp::from(noon));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    fn from(time: Theirs) -> Self {
        // jiff ends in the year 9999, well within range.
        Self::from_unix_ns(time.as_nanosecond()).unwrap_or(Self::MAX)
    }
}

impl From<&Zoned> for Timestamp {
    fn from(time: &Zoned) -> Self {
        time.timestamp().into()
    }
}

impl From<Zoned> for Timestamp {
    /// ```
    /// use sortid::Timestamp;
    ///
    /// let noon: jiff::Timestamp = "2024-07-19T12:00:00Z".parse().unwrap();
    /// let zoned = noon.to_zoned(jiff::tz::TimeZone::UTC);
    /// assert_eq!(Timestamp::from(zoned), Timestamp::from(noon));
    /// ```
    fn from(time: Zoned) -> Self {
        Self::from(&time)
    }
}

impl TryFrom<Timestamp> for Theirs {
    type Error = Error;

    /// Fails with `timestamp_out_of_range` outside jiff's years, −9999 to 9999.
    fn try_from(time: Timestamp) -> Result<Self, Error> {
        Theirs::from_nanosecond(time.unix_ns()).map_err(|_| BEYOND)
    }
}
