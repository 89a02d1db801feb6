//! The loop over a column's rows, in blocks of 64.

use super::bits::{self, BLOCK, each};
use super::outcome::{OnInvalid, Outcome};
use super::validator::Validator;
use super::{Cells, Column, Content};
use crate::codec;
use crate::codec::value::Value;
use crate::error::{Error, ErrorCode};
use crate::id::AnyId;

/// An output: the caller's memory, written row by row.
///
/// `ints` and `values` write all of their rows and return a bitmask of those that cannot be
/// converted. The caller then clears these.
pub(super) trait Sink {
    /// Writes ids of a 64-bit format, the first into `row`.
    fn ints(&mut self, row: usize, ints: &[u64]) -> u64;

    /// Writes ids of a wider format, the first into `row`.
    fn values(&mut self, row: usize, values: &[Value]) -> u64;

    /// Returns why a value cannot be converted. Called only for values that `ints` or `values`
    /// rejected.
    fn error(&self, _value: Value) -> Error {
        Error::new(ErrorCode::OutOfRange)
    }

    /// Clears a row that is null.
    fn clear(&mut self, row: usize);
}

impl Column<'_> {
    /// Reads the whole column into `sink` and writes the validity bitmap, unless `valid` is empty.
    ///
    /// Fails with `invalid_length` if `valid` is too short.
    ///
    /// Not generic over sinks and cells: dynamic dispatch costs once per 64 rows.
    pub(super) fn read_into(
        &self,
        sink: &mut dyn Sink,
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        if !valid.is_empty() && valid.len() < self.rows.div_ceil(8) {
            return Err(Error::at(ErrorCode::InvalidLength, valid.len()));
        }
        let validator = Validator::of(self.format);
        let mut outcome = Outcome::new();
        let mut block = Block::new();
        for first in (0..self.rows).step_by(BLOCK) {
            let rows = (self.rows - first).min(BLOCK);
            let all = bits::ones(rows);
            let present = self.present(first, rows);
            let invalid =
                present & self.read_block(&validator, first, rows, present, &mut block, sink);
            if present & !invalid == all {
                if !valid.is_empty() {
                    bits::write(valid, first, rows, all);
                }
                outcome.rows += rows;
                continue;
            }
            let (stop, left) = match on_invalid {
                OnInvalid::Stop if invalid != 0 => {
                    let stop = invalid.trailing_zeros() as usize;
                    (Some(stop), bits::ones(stop))
                }
                _ => (None, all),
            };
            let valid_rows = present & !invalid & left;
            for row in each(all & !valid_rows) {
                sink.clear(first + row);
            }
            for row in each(invalid & (left | 1 << stop.unwrap_or(0))) {
                let row = first + row;
                outcome.refuse(row, self.row_error(row, sink));
            }
            if !valid.is_empty() {
                bits::write(valid, first, rows, valid_rows);
            }
            let read = stop.unwrap_or(rows);
            outcome.rows += read;
            outcome.nulls += read - valid_rows.count_ones() as usize;
            if stop.is_some() {
                break;
            }
        }
        Ok(outcome)
    }

    /// Returns why a row is rejected: it is not an id, or the sink cannot convert it.
    #[cold]
    fn row_error(&self, row: usize, sink: &dyn Sink) -> Error {
        match self.read(row) {
            Ok(id) => sink.error(id.value()),
            Err(error) => error,
        }
    }

    /// Reads a single row.
    pub(super) fn read(&self, row: usize) -> Result<AnyId, Error> {
        match (self.cells, self.content) {
            (Cells::Ints(ints), _) => AnyId::from_u64(ints[self.at(row)], self.format),
            (_, Content::Text) => AnyId::parse(self.row(row), self.format),
            _ => AnyId::from_bytes(self.row(row), self.format),
        }
    }

    pub(super) fn row(&self, row: usize) -> &[u8] {
        let mut rows = [Default::default()];
        self.rows_from(row, &mut rows);
        rows[0]
    }

    /// Returns where a row lies in the cells, through its key if there are keys.
    fn at(&self, row: usize) -> usize {
        self.keyed.map_or(row, |keyed| keyed.at(row))
    }

    /// Returns a bitmask of the rows that are not null, among up to 64.
    pub(super) fn present(&self, first: usize, rows: usize) -> u64 {
        let all = bits::ones(rows);
        let present = self.valid.map_or(all, |valid| valid.word(first, rows));
        self.keyed
            .map_or(present, |keyed| keyed.present(first, present))
    }

    /// Fills `rows` with the bytes of the rows from `first` on; texts without their zero padding.
    fn rows_from<'a>(&'a self, first: usize, rows: &mut [&'a [u8]]) {
        match self.keyed {
            None => self.cells.rows_from(first, rows),
            // Without values every row is null.
            Some(_) if self.cells.rows() == 0 => rows.fill(&[]),
            Some(keyed) => {
                for (nth, row) in rows.chunks_mut(1).enumerate() {
                    self.cells.rows_from(keyed.at(first + nth), row);
                }
            }
        }
        if let (Cells::Fixed { .. } | Cells::Strided { .. }, Content::Text) =
            (self.cells, self.content)
        {
            for row in rows {
                *row = without_zeros(row);
            }
        }
    }

    /// Passes up to 64 rows to the sink. Returns a bitmask of the rejected rows, which is
    /// meaningful only for the rows in `present`.
    fn read_block<'a>(
        &'a self,
        validator: &Validator,
        first: usize,
        rows: usize,
        present: u64,
        block: &mut Block<'a>,
        sink: &mut dyn Sink,
    ) -> u64 {
        let invalid = match self.cells {
            Cells::Ints(ints) if self.keyed.is_some() => {
                for row in each(present) {
                    block.ids.ints[row] = ints[self.at(first + row)];
                }
                block.zero(validator.invalid_ints(&block.ids.ints[..rows]))
            }
            Cells::Ints(ints) => {
                let ints = &ints[first..][..rows];
                match validator.invalid_ints(ints) {
                    0 => return sink.ints(first, ints),
                    invalid => {
                        block.ids.ints[..rows].copy_from_slice(ints);
                        block.zero(invalid)
                    }
                }
            }
            Cells::Fixed { data, width }
                if self.content == Content::Bytes
                    && self.keyed.is_none()
                    && matches!((validator.bits(), width), (64, 8) | (128, 16)) =>
            {
                block.read_fixed(validator, &data[first * width..][..rows * width], rows)
            }
            _ => {
                self.rows_from(first, &mut block.rows[..rows]);
                match self.content {
                    Content::Text => block.parse(validator, rows, present),
                    _ => block.read(validator, rows),
                }
            }
        };
        invalid
            | match validator.bits() == 64 {
                true => sink.ints(first, &block.ids.ints[..rows]),
                false => sink.values(first, &block.ids.values[..rows]),
            }
    }
}

/// Up to 64 rows and the ids read from them: 64-bit integers or wider values.
struct Block<'a> {
    rows: [&'a [u8]; BLOCK],
    ids: codec::Block,
}

impl Block<'_> {
    const fn new() -> Self {
        Self {
            rows: [&[]; BLOCK],
            ids: codec::Block {
                ints: [0; BLOCK],
                values: [Value::ZERO; BLOCK],
            },
        }
    }

    /// Zeroes the rejected integers, because codecs write only valid ids. Returns `invalid`.
    fn zero(&mut self, invalid: u64) -> u64 {
        for row in each(invalid) {
            self.ids.ints[row] = 0;
        }
        invalid
    }

    /// Reads texts and returns a bitmask of the invalid ones. The ids of invalid and null rows are
    /// unspecified.
    fn parse(&mut self, validator: &Validator, rows: usize, present: u64) -> u64 {
        let narrow = validator.bits() == 64;
        let read = validator
            .codec()
            .read_many(&self.rows[..rows], &mut self.ids);
        let mut invalid = match read {
            0 => 0,
            _ => read & self.invalid(validator, rows),
        };
        for row in each(present & !read) {
            match validator.parse(self.rows[row]) {
                Ok(value) if narrow => self.ids.ints[row] = value.to_u64(),
                Ok(value) => self.ids.values[row] = value,
                Err(_) => invalid |= 1 << row,
            }
        }
        invalid
    }

    /// Like `parse`, for big-endian ids.
    fn read(&mut self, validator: &Validator, rows: usize) -> u64 {
        let (texts, ids) = (&self.rows[..rows], &mut self.ids);
        let read = match validator.bits() {
            64 => codec::read_each(texts, &mut ids.ints, |bytes| {
                Some(u64::from_be_bytes(*bytes))
            }),
            128 => codec::read_each(texts, &mut ids.values, |bytes| {
                Some(Value::from_u128(u128::from_be_bytes(*bytes)))
            }),
            bits => {
                let mut read = 0;
                for ((row, bytes), value) in texts.iter().enumerate().zip(&mut ids.values) {
                    if bytes.len() * 8 == usize::from(bits) {
                        *value = Value::from_bytes(bytes);
                        read |= 1 << row;
                    }
                }
                read
            }
        };
        self.invalid_zeroed(validator, rows) | !read
    }

    /// Like `read`, for ids of 8 or 16 bytes, one after another.
    fn read_fixed(&mut self, validator: &Validator, data: &[u8], rows: usize) -> u64 {
        match validator.bits() {
            64 => {
                for (int, bytes) in self.ids.ints.iter_mut().zip(data.as_chunks().0) {
                    *int = u64::from_be_bytes(*bytes);
                }
            }
            _ => {
                for (value, bytes) in self.ids.values.iter_mut().zip(data.as_chunks().0) {
                    codec::ahead(bytes);
                    *value = Value::from_u128(u128::from_be_bytes(*bytes));
                }
            }
        }
        self.invalid_zeroed(validator, rows)
    }

    /// Returns a bitmask of the invalid ids, and zeroes the integers among them.
    fn invalid_zeroed(&mut self, validator: &Validator, rows: usize) -> u64 {
        let invalid = self.invalid(validator, rows);
        match validator.bits() {
            64 => self.zero(invalid),
            _ => invalid,
        }
    }

    /// Returns a bitmask of the invalid ids.
    fn invalid(&self, validator: &Validator, rows: usize) -> u64 {
        match validator.bits() {
            64 => validator.invalid_ints(&self.ids.ints[..rows]),
            _ => validator.invalid_values(&self.ids.values[..rows]),
        }
    }
}

/// Returns the text without the zero bytes at its end.
#[inline(always)]
pub(super) fn without_zeros(text: &[u8]) -> &[u8] {
    match text.last() {
        Some(0) => {
            let last = text.iter().rposition(|&byte| byte != 0);
            &text[..last.map_or(0, |last| last + 1)]
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::without_zeros;

    #[test]
    fn without_zeros_removes_trailing_zeros() {
        for (text, expected) in [
            (&b"ab\0\0"[..], &b"ab"[..]),
            (b"\0\0c", b"\0\0c"),
            (b"de\0f", b"de\0f"),
            (b"\0\0", b""),
            (b"", b""),
        ] {
            assert_eq!(without_zeros(text), expected);
        }
    }
}
