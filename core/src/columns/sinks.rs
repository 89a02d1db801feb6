//! Outputs of a column: times, integers, bytes, texts, one field, validity.

use super::Column;
use super::blocks::Sink;
use super::outcome::{OnInvalid, Outcome};
use super::time_reader::TimeReader;
use super::validator::mask;
use crate::codec;
use crate::codec::value::Value;
use crate::error::{Error, ErrorCode, Lack};
use crate::formats::row::Field;

impl Column<'_> {
    /// Writes times since 1970 in the reader's unit, rounded down. Rows without a time get 0.
    ///
    /// `valid` receives a bitmap of the rows that have a time, unless it is empty.
    ///
    /// # Errors
    /// `not_applicable` for a reader of another format; `buffer_too_small` if `times` has fewer
    /// elements than the column has rows; `invalid_length` if `valid` is too short and not empty.
    /// Errors of single rows are in the outcome: the errors of parsing, and
    /// `timestamp_out_of_range` if a time does not fit into 64 bits.
    pub fn times(
        &self,
        reader: &TimeReader,
        times: &mut [i64],
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        if reader.format() != self.format {
            return Err(Error::of_other_format(self.format, reader.format()));
        }
        let out = self.room(times, 1)?;
        self.read_into(&mut Times { reader, out }, valid, on_invalid)
    }

    /// Writes the integers of a 64-bit format; timeid's in two's complement.
    ///
    /// # Errors
    /// `not_applicable` for wider formats; otherwise as for [`times`](Self::times).
    pub fn ints(
        &self,
        ints: &mut [u64],
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        if self.format.bits() != 64 {
            return Err(self.format.row().lacks(Lack::Integer));
        }
        let out = self.room(ints, 1)?;
        self.read_into(&mut Ints(out), valid, on_invalid)
    }

    /// Writes big-endian ids, one after another.
    ///
    /// # Errors
    /// As for [`times`](Self::times).
    pub fn bytes(
        &self,
        bytes: &mut [u8],
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        let width = self.format.byte_len();
        let out = self.room(bytes, width)?;
        self.read_into(&mut Bytes { out, width }, valid, on_invalid)
    }

    /// Writes canonical texts, one after another, each padded with zero bytes to the length of the
    /// format's longest text.
    ///
    /// # Errors
    /// As for [`times`](Self::times).
    pub fn written(
        &self,
        texts: &mut [u8],
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        let width = self.format.text_len();
        let out = self.room(texts, width)?;
        let codec = self.format.row().codec;
        self.read_into(&mut Texts { codec, out, width }, valid, on_invalid)
    }

    /// Writes one field of up to 64 bits; a signed field in two's complement.
    ///
    /// # Errors
    /// `invalid_field` if the format has no such field; `not_applicable` for a wider field;
    /// otherwise as for [`times`](Self::times).
    pub fn field(
        &self,
        name: &str,
        ints: &mut [u64],
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        let row = self.format.row();
        let field = &row.fields[row.field(name)?];
        if field.place.width() > 64 {
            return Err(Error::about(
                ErrorCode::NotApplicable,
                "field\0the field has more than 64 bits",
            ));
        }
        let out = self.room(ints, 1)?;
        self.read_into(&mut Fields { field, out }, valid, on_invalid)
    }

    /// Writes a bitmap of the rows that are ids. The outcome counts the invalid rows by error code.
    ///
    /// # Errors
    /// `invalid_length` if the bitmap is too short.
    pub fn valid(&self, valid: &mut [u8]) -> Result<Outcome, Error> {
        if valid.is_empty() && self.rows > 0 {
            return Err(Error::at(ErrorCode::InvalidLength, 0));
        }
        self.read_into(&mut Nothing, valid, OnInvalid::Null)
    }

    /// Returns the first `rows * width` elements of the caller's memory.
    pub(super) fn room<'m, T>(
        &self,
        memory: &'m mut [T],
        width: usize,
    ) -> Result<&'m mut [T], Error> {
        let needed = self.rows.checked_mul(width);
        let room = needed.and_then(|needed| memory.get_mut(..needed));
        room.ok_or(Error::new(ErrorCode::BufferTooSmall))
    }
}

struct Times<'a> {
    reader: &'a TimeReader,
    out: &'a mut [i64],
}

impl Sink for Times<'_> {
    fn ints(&mut self, row: usize, ints: &[u64]) -> u64 {
        let out = &mut self.out[row..][..ints.len()];
        if let Some(short) = self.reader.short() {
            short.of_ints(ints, out);
            return 0;
        }
        mask(
            out.iter_mut()
                .zip(ints)
                .map(|(out, &int)| write_time(self.reader, Value::from_u64(int), out)),
        )
    }

    fn values(&mut self, row: usize, values: &[Value]) -> u64 {
        let out = &mut self.out[row..][..values.len()];
        if let Some(short) = self.reader.short() {
            short.of_values(values, out);
            return 0;
        }
        mask(
            out.iter_mut()
                .zip(values)
                .map(|(out, &value)| write_time(self.reader, value, out)),
        )
    }

    fn error(&self, value: Value) -> Error {
        match self.reader.of(value) {
            Err(error) => error,
            Ok(_) => Error::new(ErrorCode::OutOfRange),
        }
    }

    fn clear(&mut self, row: usize) {
        self.out[row] = 0;
    }
}

/// Writes a time. Returns `true` if it is out of range.
fn write_time(reader: &TimeReader, value: Value, out: &mut i64) -> bool {
    match reader.of(value) {
        Ok(time) => {
            *out = time;
            false
        }
        Err(_) => true,
    }
}

struct Ints<'a>(&'a mut [u64]);

impl Sink for Ints<'_> {
    fn ints(&mut self, row: usize, ints: &[u64]) -> u64 {
        self.0[row..][..ints.len()].copy_from_slice(ints);
        0
    }

    fn values(&mut self, row: usize, values: &[Value]) -> u64 {
        for (out, value) in self.0[row..].iter_mut().zip(values) {
            *out = value.to_u64();
        }
        0
    }

    fn clear(&mut self, row: usize) {
        self.0[row] = 0;
    }
}

struct Bytes<'a> {
    out: &'a mut [u8],
    width: usize,
}

impl Sink for Bytes<'_> {
    fn ints(&mut self, row: usize, ints: &[u64]) -> u64 {
        let (out, _) = self.out[row * self.width..].as_chunks_mut();
        for (out, int) in out.iter_mut().zip(ints) {
            *out = int.to_be_bytes();
        }
        0
    }

    fn values(&mut self, row: usize, values: &[Value]) -> u64 {
        let out = &mut self.out[row * self.width..];
        if self.width == 16 {
            let (out, _) = out.as_chunks_mut();
            for (out, value) in out.iter_mut().zip(values) {
                codec::ahead(out);
                *out = value.to_u128().to_be_bytes();
            }
            return 0;
        }
        for (out, value) in out.chunks_exact_mut(self.width).zip(values) {
            out.copy_from_slice(&value.to_bytes()[..self.width]);
        }
        0
    }

    fn clear(&mut self, row: usize) {
        self.out[row * self.width..][..self.width].fill(0);
    }
}

struct Texts<'a> {
    codec: &'static dyn crate::codec::Codec,
    out: &'a mut [u8],
    width: usize,
}

impl Sink for Texts<'_> {
    fn ints(&mut self, row: usize, ints: &[u64]) -> u64 {
        let mut values = [Value::ZERO; super::bits::BLOCK];
        for (value, &int) in values.iter_mut().zip(ints) {
            *value = Value::from_u64(int);
        }
        self.values(row, &values[..ints.len()])
    }

    fn values(&mut self, row: usize, values: &[Value]) -> u64 {
        let len = values.len() * self.width;
        self.codec
            .write_many(values, &mut self.out[row * self.width..][..len]);
        0
    }

    fn clear(&mut self, row: usize) {
        self.out[row * self.width..][..self.width].fill(0);
    }
}

struct Fields<'a> {
    field: &'static Field,
    out: &'a mut [u64],
}

impl Sink for Fields<'_> {
    fn ints(&mut self, row: usize, ints: &[u64]) -> u64 {
        for (out, &int) in self.out[row..].iter_mut().zip(ints) {
            *out = self.field.read(Value::from_u64(int)) as u64;
        }
        0
    }

    fn values(&mut self, row: usize, values: &[Value]) -> u64 {
        for (out, &value) in self.out[row..].iter_mut().zip(values) {
            *out = self.field.read(value) as u64;
        }
        0
    }

    fn clear(&mut self, row: usize) {
        self.out[row] = 0;
    }
}

/// An output that discards the ids, for validation only.
struct Nothing;

impl Sink for Nothing {
    fn ints(&mut self, _row: usize, _ints: &[u64]) -> u64 {
        0
    }

    fn values(&mut self, _row: usize, _values: &[Value]) -> u64 {
        0
    }

    fn clear(&mut self, _row: usize) {}
}
