//! Selection of the rows in a time interval.

use super::Column;
use super::bits;
use super::blocks::Sink;
use super::outcome::{OnInvalid, Outcome};
use super::time_reader::TimeReader;
use super::unit::Unit;
use super::validator::mask;
use crate::codec::value::Value;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::options::Invalid;
use crate::formats::options::Options;
use crate::id::range::EMPTY_INTERVAL;
use crate::time::{Tick, Timestamp};

/// A half-open time interval in ticks of a format: from the tick that contains its start to the
/// last tick that begins before its end, as for [`AnyId::range`](crate::AnyId::range).
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    reader: TimeReader,
    first: Tick,
    last: Tick,
}

impl Bounds {
    /// Creates the bounds of `[from, to)`. An end beyond the format's range of times excludes
    /// nothing.
    ///
    /// # Errors
    /// `not_applicable` for a format without a timestamp; `invalid_option` for an empty interval,
    /// an option that the format lacks, or a value out of bounds.
    pub fn new(
        from: Timestamp,
        to: Timestamp,
        format: Format,
        options: &Options,
    ) -> Result<Self, Error> {
        let reader = TimeReader::new(format, Unit::default(), options)?;
        if from >= to {
            return Err(Invalid::Because(EMPTY_INTERVAL).into());
        }
        let scale = reader.layout().scale;
        Ok(Self {
            reader,
            first: scale.floor(from.0),
            last: scale.ceil(to.0) - 1,
        })
    }

    #[inline(always)]
    fn has(&self, value: Value) -> bool {
        let tick = self.reader.layout().read(value);
        self.first <= tick && tick <= self.last
    }
}

impl Column<'_> {
    /// Writes a bitmap of the rows that lie in an interval. Null and invalid rows do not.
    ///
    /// # Errors
    /// `not_applicable` for bounds of another format; `buffer_too_small` if `inside` is too short;
    /// otherwise as for [`times`](Column::times).
    ///
    /// ```
    /// use sortid::columns::{Bounds, Cells, Column, OnInvalid};
    /// use sortid::{Format, Options, Timestamp};
    ///
    /// let ids = [0x17fd_6873_eaf0_7c06, 0];
    /// let column = Column::binary(Cells::Ints(&ids), Format::Tid)?;
    /// let (from, to) = (
    ///     Timestamp::from_unix_ms(1_688_137_381_000),
    ///     Timestamp::from_unix_ms(1_688_137_382_000),
    /// );
    /// let bounds = Bounds::new(from, to, Format::Tid, &Options::new())?;
    /// let mut inside = [0];
    /// let outcome = column.between(&bounds, &mut inside, &mut [], OnInvalid::Stop)?;
    /// assert_eq!((inside, outcome.rows), ([0b01], 2));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn between(
        &self,
        bounds: &Bounds,
        inside: &mut [u8],
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        if bounds.reader.format() != self.format {
            return Err(Error::of_other_format(self.format, bounds.reader.format()));
        }
        let room = inside.get_mut(..self.rows.div_ceil(8));
        let out = room.ok_or(Error::new(ErrorCode::BufferTooSmall))?;
        self.read_into(&mut Inside { bounds, out }, valid, on_invalid)
    }
}

struct Inside<'a> {
    bounds: &'a Bounds,
    out: &'a mut [u8],
}

impl Sink for Inside<'_> {
    fn ints(&mut self, row: usize, ints: &[u64]) -> u64 {
        let values = ints.iter().map(|&int| Value::from_u64(int));
        bits::write(
            self.out,
            row,
            ints.len(),
            mask(values.map(|value| self.bounds.has(value))),
        );
        0
    }

    fn values(&mut self, row: usize, values: &[Value]) -> u64 {
        let inside = mask(values.iter().map(|&value| self.bounds.has(value)));
        bits::write(self.out, row, values.len(), inside);
        0
    }

    fn clear(&mut self, row: usize) {
        self.out[row / 8] &= !(1 << (row % 8));
    }
}
