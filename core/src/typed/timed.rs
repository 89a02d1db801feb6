//! The time of a newtype whose bits tell it.

/// Declares the time of a newtype whose bits tell it.
macro_rules! timed {
    ($name:ident) => {
        impl $name {
            /// The time in the bits, with the format's default epoch.
            pub fn timestamp(self) -> crate::Timestamp {
                // The default layouts stay far inside the range of a timestamp.
                crate::TypedId::told(self).unwrap_or(crate::Timestamp::MAX)
            }

            /// The smallest id of the tick in which an instant lies.
            ///
            /// # Errors
            /// `timestamp_out_of_range` for a tick that no id carries, never clamped.
            pub fn min_at(time: crate::Timestamp) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::min_at(time)
            }

            /// The largest id of the tick in which an instant lies.
            ///
            /// # Errors
            /// As [`min_at`](Self::min_at).
            pub fn max_at(time: crate::Timestamp) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::max_at(time)
            }

            /// From the smallest to the largest id of the half-open interval `[from, to)`.
            ///
            /// # Errors
            /// `invalid_option` for an empty interval; else as [`min_at`](Self::min_at).
            ///
            /// ```
            /// use std::collections::BTreeMap;
            ///
            #[doc = concat!("use sortid::{Timestamp, ", stringify!($name), "};")]
            ///
            /// let hour = |n: i64| Timestamp::from_unix_ms(1_700_000_000_000 + n * 3_600_000);
            #[doc = concat!("let posts = BTreeMap::from([(", stringify!($name), "::min_at(hour(1))?, 1)]);")]
            #[doc = concat!("assert_eq!(posts.range(", stringify!($name), "::range(hour(0), hour(2))?).count(), 1);")]
            /// # Ok::<(), sortid::Error>(())
            /// ```
            pub fn range(
                from: crate::Timestamp,
                to: crate::Timestamp,
            ) -> Result<core::ops::RangeInclusive<Self>, crate::Error> {
                <Self as crate::TypedId>::range(from, to)
            }
        }
    };
}
pub(crate) use timed;
