//! The conversion of ids to times, prepared once for a whole column.

use super::short::Short;
use super::unit::Unit;
use crate::codec::value::Value;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::layout::TimeLayout;
use crate::formats::options::Options;

/// A converter of one format's ids to times in one unit, created once for a column.
///
/// ```
/// use sortid::columns::{TimeReader, Unit};
/// use sortid::{Format, Options};
///
/// let reader = TimeReader::new(
///     Format::Snowflake,
///     Unit::Seconds,
///     &Options::new().epoch(sortid::options::Epoch::Discord),
/// )?;
/// assert_eq!((reader.format(), reader.unit()), (Format::Snowflake, Unit::Seconds));
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TimeReader {
    format: Format,
    unit: Unit,
    time: TimeLayout,
    to_tick: bool,
    short: Option<Short>,
}

impl TimeReader {
    /// Creates a converter. The options that apply are those for reading: the epoch, the layout of
    /// uuid8, a precision.
    ///
    /// # Errors
    /// `not_applicable` for a format without a timestamp; `invalid_option` for an option that the
    /// format lacks, or a value out of bounds.
    pub fn new(format: Format, unit: Unit, options: &Options) -> Result<Self, Error> {
        let (_, time) = format.row().time_with(options)?;
        Ok(Self {
            format,
            unit,
            time,
            to_tick: options.precision.is_some(),
            short: Short::new(&time, unit),
        })
    }

    /// Returns the format of the ids.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the unit of the times.
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    pub(super) fn of(&self, value: Value) -> Result<i64, Error> {
        match &self.short {
            Some(short) => Ok(short.of(value)),
            None => {
                let time = self.time.timestamp_as_read(value, self.to_tick)?;
                let units = time.unix_ns().div_euclid(self.unit.ns());
                i64::try_from(units).map_err(|_| {
                    let beyond = "\0the time does not fit 64 bits in this unit";
                    Error::about(ErrorCode::TimestampOutOfRange, beyond)
                })
            }
        }
    }

    pub(super) fn layout(&self) -> &TimeLayout {
        &self.time
    }

    pub(super) fn short(&self) -> Option<&Short> {
        self.short.as_ref()
    }

    #[cfg(test)]
    pub(super) fn without_short(self) -> Self {
        Self {
            short: None,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_64_bits_do_not_hold_is_refused() {
        let reader =
            |unit| TimeReader::new(Format::Flake, unit, &Options::new()).expect("tells time");
        let last = Value::from_u64(u64::MAX);
        assert_eq!(
            reader(Unit::Nanoseconds).of(last).map_err(|e| e.code()),
            Err(ErrorCode::TimestampOutOfRange)
        );
        let seconds = reader(Unit::Seconds).of(last);
        assert_eq!(seconds, Ok((u64::MAX / 1000) as i64));
    }
}
