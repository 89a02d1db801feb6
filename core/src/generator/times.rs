//! Times and ranges by the epoch, layout and precision of a generator.

use std::ops::RangeInclusive;

use super::Generator;
use crate::error::{Error, ErrorCode};
use crate::id::Id;
use crate::time::Timestamp;
use crate::typed::Target;

impl<T: Target> Generator<T> {
    /// The time of an id that was made with this generator's options: its epoch, layout (uuid8)
    /// and precision.
    ///
    /// # Errors
    /// `not_applicable` for an id of another format and for a format without time;
    /// `timestamp_out_of_range` where the seconds pass 64 bits.
    ///
    /// ```
    /// use sortid::{Epoch, Generator, Options, Snowflake, Timestamp};
    ///
    /// let options = Options::new().machine(3).epoch(Epoch::Discord);
    /// let generator = Generator::<Snowflake>::with(&options)?;
    /// let id = generator.next()?;
    /// let time = generator.timestamp(id)?;
    /// assert!(Timestamp::now().seconds() - time.seconds() < 60);
    /// let next = Timestamp::from_unix_ns(time.unix_ns() + 1)?;
    /// assert!(generator.range(time, next)?.contains(&id));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn timestamp(&self, id: T) -> Result<Timestamp, Error> {
        let id: Id = id.into();
        if id.format() != self.format() {
            return Err(Error::new(ErrorCode::NotApplicable));
        }
        id.timestamp_with(&self.reading.options())
    }

    /// From the smallest to the largest id of the half-open interval `[from, to)`, of all that are
    /// made with this generator's epoch, layout (uuid8) and precision: see [`Id::range`].
    ///
    /// # Errors
    /// As [`Id::range`].
    pub fn range(&self, from: Timestamp, to: Timestamp) -> Result<RangeInclusive<T>, Error> {
        let ids = Id::range_with(from, to, self.format(), &self.reading.options())?;
        let (min, max) = ids.into_inner();
        Ok(T::from_made(min)..=T::from_made(max))
    }
}
