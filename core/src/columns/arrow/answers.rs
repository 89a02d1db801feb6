//! What a column is read into, as arrays of our own.

use super::abi::{ArrowArray, ArrowSchema};
use super::metadata;
use super::owned::{Buffer, Zero, zeros};
use crate::columns::blocks::without_zeros;
use crate::columns::{Bounds, Clock, Column, OnRefusal, Outcome, Unit};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;

/// What the rows of an answer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Told {
    /// `timestamp[unit, UTC]`.
    Times(Unit),
    /// int64: the integers of a signed format.
    Ints,
    /// uint64.
    Words,
    /// Fixed-size binary, as the type `arrow.uuid` for formats of UUIDs, `sortid.tid` and so on for the others.
    Ids(Format),
    /// utf8.
    Texts,
    /// large_utf8.
    LargeTexts,
    /// Booleans.
    Flags,
}

impl Told {
    /// The type, without a name.
    pub fn schema(self) -> ArrowSchema {
        let letters = match self {
            Told::Times(Unit::Seconds) => "tss:UTC",
            Told::Times(Unit::Milliseconds) => "tsm:UTC",
            Told::Times(Unit::Microseconds) => "tsu:UTC",
            Told::Times(Unit::Nanoseconds) => "tsn:UTC",
            Told::Ints => "l",
            Told::Words => "L",
            Told::Ids(format) => {
                let letters = format!("w:{}", format.byte_len());
                return ArrowSchema::owned(&letters, Some(metadata::written(format)));
            }
            Told::Texts => "u",
            Told::LargeTexts => "U",
            Told::Flags => "b",
        };
        ArrowSchema::owned(letters, None)
    }
}

/// What a column came to, in memory of its own.
#[derive(Debug)]
#[must_use]
pub struct Answer {
    /// What the rows are.
    pub told: Told,
    /// As many rows as the outcome has.
    pub array: ArrowArray,
    /// How far the column was read, and what was refused.
    pub outcome: Outcome,
}

impl Column<'_> {
    /// [`times`](Column::times) as `timestamp[unit, UTC]`.
    ///
    /// # Errors
    /// `not_applicable` for the clock of another format; `buffer_too_small` where the system has not enough memory.
    pub fn arrow_times(&self, clock: &Clock, on_refusal: OnRefusal) -> Result<Answer, Error> {
        self.told(
            Told::Times(clock.unit()),
            1,
            Buffer::Ints,
            |times, valid| self.times(clock, times, valid, on_refusal),
        )
    }

    /// [`ints`](Column::ints) as uint64, those of a signed format as int64.
    ///
    /// # Errors
    /// `not_applicable` for formats of more than 64 bits; else as for [`arrow_times`](Self::arrow_times).
    pub fn arrow_ints(&self, on_refusal: OnRefusal) -> Result<Answer, Error> {
        let told = if self.format().is_signed() {
            Told::Ints
        } else {
            Told::Words
        };
        self.told(told, 1, Buffer::Words, |ints, valid| {
            self.ints(ints, valid, on_refusal)
        })
    }

    /// [`bytes`](Column::bytes) as fixed-size binary, with the type of the format as Arrow's extension.
    ///
    /// # Errors
    /// As for [`arrow_times`](Self::arrow_times).
    pub fn arrow_ids(&self, on_refusal: OnRefusal) -> Result<Answer, Error> {
        let (told, width) = (Told::Ids(self.format()), self.format().byte_len());
        self.told(told, width, Buffer::Bytes, |bytes, valid| {
            self.bytes(bytes, valid, on_refusal)
        })
    }

    /// [`field`](Column::field) as uint64.
    ///
    /// # Errors
    /// `invalid_field` for a name the format lacks; `not_applicable` for a wider field; else as for [`arrow_times`](Self::arrow_times).
    pub fn arrow_field(&self, name: &str, on_refusal: OnRefusal) -> Result<Answer, Error> {
        self.told(Told::Words, 1, Buffer::Words, |ints, valid| {
            self.field(name, ints, valid, on_refusal)
        })
    }

    /// [`between`](Column::between) as booleans, null where a row is.
    ///
    /// # Errors
    /// `not_applicable` for bounds of another format; else as for [`arrow_times`](Self::arrow_times).
    pub fn arrow_between(&self, bounds: &Bounds, on_refusal: OnRefusal) -> Result<Answer, Error> {
        let mut inside = zeros(self.len().div_ceil(8))?;
        let mut valid = zeros(self.len().div_ceil(8))?;
        let outcome = self.between(bounds, &mut inside, &mut valid, on_refusal)?;
        Ok(Answer::of(
            Told::Flags,
            valid,
            vec![Buffer::Bytes(inside)],
            outcome,
        ))
    }

    /// [`written`](Column::written) as utf8, or as large_utf8.
    ///
    /// # Errors
    /// `buffer_too_small` where the texts are too long for the offsets of utf8, 2 GiB in all; else as for [`arrow_times`](Self::arrow_times).
    pub fn arrow_texts(&self, is_large: bool, on_refusal: OnRefusal) -> Result<Answer, Error> {
        let width = self.format().text_len();
        let none = Error::new(ErrorCode::BufferTooSmall);
        let size = self.len().checked_mul(width).ok_or(none)?;
        if !is_large && i32::try_from(size).is_err() {
            return Err(none);
        }
        let (mut texts, mut valid) = (zeros(size)?, zeros(self.len().div_ceil(8))?);
        let outcome = self.written(&mut texts, &mut valid, on_refusal)?;
        let (told, offsets) = match is_large {
            true => {
                let mut offsets = zeros(outcome.rows + 1)?;
                closed_up(&mut texts, width, &mut offsets[1..], |end| end as i64);
                (Told::LargeTexts, Buffer::Ints(offsets))
            }
            false => {
                let mut offsets = zeros(outcome.rows + 1)?;
                closed_up(&mut texts, width, &mut offsets[1..], |end| end as i32);
                (Told::Texts, Buffer::Narrow(offsets))
            }
        };
        Ok(Answer::of(
            told,
            valid,
            vec![offsets, Buffer::Bytes(texts)],
            outcome,
        ))
    }

    /// So many things a row.
    fn told<T: Zero>(
        &self,
        told: Told,
        each: usize,
        kept: impl FnOnce(Vec<T>) -> Buffer,
        read: impl FnOnce(&mut [T], &mut [u8]) -> Result<Outcome, Error>,
    ) -> Result<Answer, Error> {
        let count = self.len().checked_mul(each);
        let mut rows = zeros(count.ok_or(Error::new(ErrorCode::BufferTooSmall))?)?;
        let mut valid = zeros(self.len().div_ceil(8))?;
        let outcome = read(&mut rows, &mut valid)?;
        Ok(Answer::of(told, valid, vec![kept(rows)], outcome))
    }
}

impl Answer {
    fn of(told: Told, valid: Vec<u8>, buffers: Vec<Buffer>, outcome: Outcome) -> Self {
        Self {
            told,
            array: ArrowArray::owned(outcome.rows, outcome.nulls, valid, buffers),
            outcome,
        }
    }
}

/// Takes away the zero bytes that fill up each text, and says where it ends.
fn closed_up<O>(texts: &mut Vec<u8>, width: usize, ends: &mut [O], offset: impl Fn(usize) -> O) {
    let mut end = 0;
    for (row, stands) in ends.iter_mut().enumerate() {
        let from = row * width;
        let len = without_zeros(&texts[from..from + width]).len();
        if from != end {
            texts.copy_within(from..from + len, end);
        }
        end += len;
        *stands = offset(end);
    }
    texts.truncate(end);
}
