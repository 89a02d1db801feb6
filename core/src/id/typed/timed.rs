//! Time functions of newtypes whose bits contain a time.

/// Defines the function that returns the time of a newtype.
macro_rules! told {
    ($name:ident) => {
        impl $name {
            /// Returns the time in the bits, with the format's default epoch.
            #[doc(alias("datetime", "get_timestamp", "time", "timestamp_ms"))]
            #[inline]
            pub fn timestamp(self) -> crate::Timestamp {
                // The times of default layouts are far inside the range of `Timestamp`.
                crate::TypedId::timestamp(self).unwrap_or(crate::Timestamp::MAX)
            }
        }
    };
}
pub(crate) use told;

/// Defines the time functions of a newtype that sorts by time.
macro_rules! timed {
    ($name:ident) => {
        crate::id::typed::told!($name);

        impl $name {
            with_clock! {
                /// A new id with the tick that contains `time`, from the process: see
                /// [`new_id_at`](crate::new_id_at).
                ///
                /// # Errors
                /// `timestamp_out_of_range`, `counter_exhausted`, `clock_rollback`,
                /// `entropy_unavailable`.
                #[doc(alias("from_datetime", "from_parts", "new_at"))]
                #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
                #[inline]
                pub fn at(time: impl Into<crate::Timestamp>) -> Result<Self, crate::Error> {
                    crate::generator::new_at(time.into())
                }
            }

            /// Returns the smallest id of the tick that contains `time`: a
            /// [`Timestamp`](crate::Timestamp), a `SystemTime`, or an instant of chrono, jiff or
            /// time with the feature of that name.
            ///
            /// # Errors
            /// `timestamp_out_of_range` if no id can have this tick. Never clamps.
            #[inline]
            pub fn min_at(time: impl Into<crate::Timestamp>) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::min_at(time)
            }

            /// Returns the largest id of the tick that contains `time`.
            ///
            /// # Errors
            /// Same as [`min_at`](Self::min_at).
            #[inline]
            pub fn max_at(time: impl Into<crate::Timestamp>) -> Result<Self, crate::Error> {
                <Self as crate::TypedId>::max_at(time)
            }

            /// Returns the range of ids in the half-open interval `[from, to)`.
            ///
            /// # Errors
            /// `invalid_option` if the interval is empty; otherwise the same as
            /// [`min_at`](Self::min_at).
            ///
            /// ```
            /// use std::collections::BTreeMap;
            ///
            #[doc = concat!("use sortid::{Timestamp, ids::", stringify!($name), "};")]
            ///
            /// let hour = |n: i64| Timestamp::from_unix_ms(1_700_000_000_000 + n * 3_600_000);
            #[doc = concat!("let posts = BTreeMap::from([(", stringify!($name), "::min_at(hour(1))?, 1)]);")]
            #[doc = concat!("assert_eq!(posts.range(", stringify!($name), "::range(hour(0), hour(2))?).count(), 1);")]
            /// # Ok::<(), sortid::Error>(())
            /// ```
            #[inline]
            pub fn range(
                from: impl Into<crate::Timestamp>,
                to: impl Into<crate::Timestamp>,
            ) -> Result<core::ops::RangeInclusive<Self>, crate::Error> {
                <Self as crate::TypedId>::range(from, to)
            }
        }
    };
}
pub(crate) use timed;
