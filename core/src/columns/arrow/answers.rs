//! Outputs of a column as Arrow arrays.

use super::abi::{ArrowArray, ArrowSchema};
use super::metadata;
use super::owned::{Buffer, Zero, zeros};
use crate::columns::blocks::without_zeros;
use crate::columns::{Bounds, Column, OnInvalid, Outcome, TimeReader, Unit};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;

/// The Arrow type of an output's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataType {
    /// `timestamp[unit, UTC]`.
    Times(Unit),
    /// int64: the integers of a signed format.
    Ints,
    /// uint64.
    Words,
    /// Fixed-size binary with an extension type: `arrow.uuid` for UUID formats, `sortid.tid` and so
    /// on for the others.
    Ids(Format),
    /// utf8.
    Texts,
    /// large_utf8.
    LargeTexts,
    /// Booleans.
    Flags,
}

impl DataType {
    /// Returns the type as a schema without a name.
    pub fn schema(self) -> ArrowSchema {
        let letters = match self {
            DataType::Times(Unit::Seconds) => "tss:UTC",
            DataType::Times(Unit::Milliseconds) => "tsm:UTC",
            DataType::Times(Unit::Microseconds) => "tsu:UTC",
            DataType::Times(Unit::Nanoseconds) => "tsn:UTC",
            DataType::Ints => "l",
            DataType::Words => "L",
            DataType::Ids(format) => {
                let letters = format!("w:{}", format.byte_len());
                return ArrowSchema::owned(&letters, Some(metadata::written(format)));
            }
            DataType::Texts => "u",
            DataType::LargeTexts => "U",
            DataType::Flags => "b",
        };
        ArrowSchema::owned(letters, None)
    }
}

/// The output of a column, in newly allocated memory.
#[derive(Debug)]
#[must_use]
pub struct Answer {
    /// The type of the rows.
    pub data_type: DataType,
    /// The rows, as many as the outcome counts.
    pub array: ArrowArray,
    /// The number of rows read, and the errors of the rejected rows.
    pub outcome: Outcome,
}

impl Column<'_> {
    /// Returns [`times`](Column::times) as `timestamp[unit, UTC]`.
    ///
    /// # Errors
    /// `not_applicable` for a reader of another format; `buffer_too_small` if memory cannot be
    /// allocated.
    pub fn arrow_times(&self, reader: &TimeReader, on_invalid: OnInvalid) -> Result<Answer, Error> {
        self.export(
            DataType::Times(reader.unit()),
            1,
            Buffer::Ints,
            |times, valid| self.times(reader, times, valid, on_invalid),
        )
    }

    /// Returns [`ints`](Column::ints) as uint64, or as int64 for a signed format.
    ///
    /// # Errors
    /// `not_applicable` for formats of more than 64 bits; otherwise as for
    /// [`arrow_times`](Self::arrow_times).
    pub fn arrow_ints(&self, on_invalid: OnInvalid) -> Result<Answer, Error> {
        let data_type = if self.format().is_signed() {
            DataType::Ints
        } else {
            DataType::Words
        };
        self.export(data_type, 1, Buffer::Words, |ints, valid| {
            self.ints(ints, valid, on_invalid)
        })
    }

    /// Returns [`bytes`](Column::bytes) as fixed-size binary, with the format's extension type.
    ///
    /// # Errors
    /// As for [`arrow_times`](Self::arrow_times).
    pub fn arrow_ids(&self, on_invalid: OnInvalid) -> Result<Answer, Error> {
        let (data_type, width) = (DataType::Ids(self.format()), self.format().byte_len());
        self.export(data_type, width, Buffer::Bytes, |bytes, valid| {
            self.bytes(bytes, valid, on_invalid)
        })
    }

    /// Returns [`field`](Column::field) as uint64.
    ///
    /// # Errors
    /// `invalid_field` if the format has no such field; `not_applicable` for a wider field;
    /// otherwise as for [`arrow_times`](Self::arrow_times).
    pub fn arrow_field(&self, name: &str, on_invalid: OnInvalid) -> Result<Answer, Error> {
        self.export(DataType::Words, 1, Buffer::Words, |ints, valid| {
            self.field(name, ints, valid, on_invalid)
        })
    }

    /// Returns [`between`](Column::between) as booleans. Null rows stay null.
    ///
    /// # Errors
    /// `not_applicable` for bounds of another format; otherwise as for
    /// [`arrow_times`](Self::arrow_times).
    pub fn arrow_between(&self, bounds: &Bounds, on_invalid: OnInvalid) -> Result<Answer, Error> {
        let mut inside = zeros(self.len().div_ceil(8))?;
        let mut valid = zeros(self.len().div_ceil(8))?;
        let outcome = self.between(bounds, &mut inside, &mut valid, on_invalid)?;
        Ok(Answer::of(
            DataType::Flags,
            valid,
            vec![Buffer::Bytes(inside)],
            outcome,
        ))
    }

    /// Returns [`written`](Column::written) as utf8, or as large_utf8 if `is_large`.
    ///
    /// # Errors
    /// `buffer_too_small` if the texts, before their padding is removed, exceed the 2 GiB that
    /// utf8's offsets can address; otherwise as for [`arrow_times`](Self::arrow_times).
    pub fn arrow_texts(&self, is_large: bool, on_invalid: OnInvalid) -> Result<Answer, Error> {
        let width = self.format().text_len();
        let none = Error::new(ErrorCode::BufferTooSmall);
        let size = self.len().checked_mul(width).ok_or(none)?;
        if !is_large && i32::try_from(size).is_err() {
            return Err(none);
        }
        let (mut texts, mut valid) = (zeros(size)?, zeros(self.len().div_ceil(8))?);
        let outcome = self.written(&mut texts, &mut valid, on_invalid)?;
        let (data_type, offsets) = match is_large {
            true => {
                let mut offsets = zeros(outcome.rows + 1)?;
                remove_padding(&mut texts, width, &mut offsets[1..], |end| end as i64);
                (DataType::LargeTexts, Buffer::Ints(offsets))
            }
            false => {
                let mut offsets = zeros(outcome.rows + 1)?;
                remove_padding(&mut texts, width, &mut offsets[1..], |end| end as i32);
                (DataType::Texts, Buffer::Narrow(offsets))
            }
        };
        Ok(Answer::of(
            data_type,
            valid,
            vec![offsets, Buffer::Bytes(texts)],
            outcome,
        ))
    }

    /// Reads the column into a buffer of `each` elements per row.
    fn export<T: Zero>(
        &self,
        data_type: DataType,
        each: usize,
        buffer: impl FnOnce(Vec<T>) -> Buffer,
        read: impl FnOnce(&mut [T], &mut [u8]) -> Result<Outcome, Error>,
    ) -> Result<Answer, Error> {
        let count = self.len().checked_mul(each);
        let mut rows = zeros(count.ok_or(Error::new(ErrorCode::BufferTooSmall))?)?;
        let mut valid = zeros(self.len().div_ceil(8))?;
        let outcome = read(&mut rows, &mut valid)?;
        Ok(Answer::of(data_type, valid, vec![buffer(rows)], outcome))
    }
}

impl Answer {
    fn of(data_type: DataType, valid: Vec<u8>, buffers: Vec<Buffer>, outcome: Outcome) -> Self {
        Self {
            data_type,
            array: ArrowArray::owned(outcome.rows, outcome.nulls, valid, buffers),
            outcome,
        }
    }
}

/// Removes the padding of the texts and writes the offset of each one's end.
fn remove_padding<O>(
    texts: &mut Vec<u8>,
    width: usize,
    ends: &mut [O],
    offset: impl Fn(usize) -> O,
) {
    let mut end = 0;
    for (row, slot) in ends.iter_mut().enumerate() {
        let from = row * width;
        let len = without_zeros(&texts[from..from + width]).len();
        if from != end {
            texts.copy_within(from..from + len, end);
        }
        end += len;
        *slot = offset(end);
    }
    texts.truncate(end);
}
