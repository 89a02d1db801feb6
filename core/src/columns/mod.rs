//! Batch operations on borrowed columns of ids.
//!
//! A [`Column`] borrows ids in the layouts of databases, data frames and files: texts or big-endian
//! bytes (of one width, or behind Arrow's offsets or views), or integers, with an optional validity
//! bitmap. Its methods write to the caller's memory: times, integers, bytes, texts, one field,
//! which rows lie in a time interval, or which rows are ids. They allocate nothing. No invalid row
//! passes silently: as [`OnInvalid`] says, reading stops there, or the row becomes null and is
//! counted.
//!
//! ```
//! use sortid::columns::{Cells, TimeReader, Column, OnInvalid, Unit};
//! use sortid::{ErrorCode, Format, Options};
//!
//! let data = b"3jzfcijpj2z2a3jzfcijpj2z2!3jzfcijpj2z2b";
//! let column = Column::texts(Cells::Fixed { data, width: 13 }, Format::Tid)?;
//! let reader = TimeReader::new(Format::Tid, Unit::Milliseconds, &Options::new())?;
//! let (mut times, mut valid) = ([0; 3], [0; 1]);
//! let outcome = column.times(&reader, &mut times, &mut valid, OnInvalid::Null)?;
//! assert_eq!(times, [1_688_137_381_887, 0, 1_688_137_381_887]);
//! assert_eq!((valid, outcome.nulls), ([0b101], 1));
//! assert_eq!(outcome.count(ErrorCode::InvalidCharacter), 1);
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! Null rows are 0 in a validity bitmap. The outcome counts invalid rows by error code.
//!
//! | result | method | output |
//! |---|---|---|
//! | times | [`times`](Column::times) | `i64` in the [`TimeReader`]'s unit |
//! | ids | [`ints`](Column::ints), [`bytes`](Column::bytes) | integers, big-endian bytes |
//! | canonical texts | [`written`](Column::written) | texts of one width |
//! | one field | [`field`](Column::field) | integers |
//! | rows between two times | [`between`](Column::between) | a bitmap |
//! | rows that are ids | [`valid`](Column::valid) | a bitmap |
//! | any of these but the last | [`answer`](Column::answer) to a [`Question`] | [`Answers`] |
//!
//! Canonical texts are read 64 at a time by SIMD kernels, at a third of the cost of single reads.
//! Other text forms are read one by one.

#[cfg(feature = "arrow")]
pub mod arrow;
mod bits;
mod blocks;
mod bounds;
mod cells;
mod keys;
mod outcome;
mod question;
mod short;
mod sinks;
mod time_reader;
mod unit;
mod validator;

use core::fmt;

use crate::error::{Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::id::AnyId;

use bits::Bits;
pub use bounds::Bounds;
pub use cells::{Buffers, Cells};
use keys::Keyed;
pub use keys::Keys;
pub use outcome::{OnInvalid, Outcome};
pub use question::{Answers, Question};
pub use time_reader::TimeReader;
pub use unit::Unit;

/// The encoding of a column's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Text,
    Bytes,
    Int,
}

/// A column of ids of one format, in borrowed memory.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    format: Format,
    content: Content,
    cells: Cells<'a>,
    rows: usize,
    valid: Option<Bits<'a>>,
    keyed: Option<Keyed<'a>>,
}

impl<'a> Column<'a> {
    /// Creates a column of texts, in any text form that [`AnyId::parse`] reads.
    ///
    /// # Errors
    /// `invalid_length`, with the row as its offset, if a row lies outside the memory;
    /// `not_applicable` for integers.
    pub fn texts(cells: Cells<'a>, format: Format) -> Result<Self, Error> {
        match cells {
            Cells::Ints(_) => Err(format.row().lacks(Lack::TextInteger)),
            _ => Self::new(cells, Content::Text, format, None),
        }
    }

    /// Creates a column of big-endian ids, or of the integers of a 64-bit format.
    ///
    /// # Errors
    /// `invalid_length` as for [`texts`](Self::texts); `not_applicable` for integers of a wider
    /// format.
    pub fn binary(cells: Cells<'a>, format: Format) -> Result<Self, Error> {
        match cells {
            Cells::Ints(_) if format.bits() != 64 => Err(format.row().lacks(Lack::Integer)),
            Cells::Ints(_) => Self::new(cells, Content::Int, format, None),
            _ => Self::new(cells, Content::Bytes, format, None),
        }
    }

    fn new(
        cells: Cells<'a>,
        content: Content,
        format: Format,
        valid: Option<Bits<'a>>,
    ) -> Result<Self, Error> {
        cells.check(valid)?;
        Ok(Self {
            format,
            content,
            cells,
            rows: cells.rows(),
            valid,
            keyed: None,
        })
    }

    /// Sets the validity bitmap, which starts at bit `offset`. Rows whose bit is 0 are null.
    ///
    /// # Errors
    /// `invalid_length` if the bitmap is shorter than the column.
    pub fn with_validity(self, bitmap: &'a [u8], offset: usize) -> Result<Self, Error> {
        match Bits::new(bitmap, offset, self.rows) {
            Some(bits) => Ok(Self {
                valid: Some(bits),
                ..self
            }),
            None => Err(Error::at(ErrorCode::InvalidLength, self.rows)),
        }
    }

    /// Creates a dictionary-encoded column: each of its rows is a key, the number of a row of
    /// `self`.
    ///
    /// `bitmap` is the keys' validity bitmap and the bit at which it starts. Null rows of `self`
    /// stay null.
    ///
    /// # Errors
    /// `invalid_length` if the bitmap is shorter than the keys, or, with the row as its offset, if
    /// a key that is not null exceeds the rows of `self`; `not_applicable` if `self` has keys
    /// already.
    ///
    /// ```
    /// use sortid::columns::{Cells, Column, Keys};
    /// use sortid::Format;
    ///
    /// let values = Column::texts(
    ///     Cells::Fixed { data: b"3jzfcijpj2z2a3jzfcijpj2z2b", width: 13 },
    ///     Format::Tid,
    /// )?;
    /// let column = values.keyed(Keys::I8(&[1, 0, 1, -1]), Some((&[0b0111], 0)))?;
    /// assert_eq!((column.get(2), column.get(3)), (values.get(1), None));
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn keyed(self, keys: Keys<'a>, bitmap: Option<(&'a [u8], usize)>) -> Result<Self, Error> {
        let rows = keys.rows();
        let bits = |(bytes, offset)| {
            let bits = Bits::new(bytes, offset, rows);
            bits.ok_or(Error::at(ErrorCode::InvalidLength, rows))
        };
        self.with_keys(keys, bitmap.map(bits).transpose()?)
    }

    fn with_keys(self, keys: Keys<'a>, valid: Option<Bits<'a>>) -> Result<Self, Error> {
        if self.keyed.is_some() {
            return Err(Error::about(
                ErrorCode::NotApplicable,
                "keys\0the column has keys already",
            ));
        }
        let keyed = Keyed::new(keys, valid, self.rows, self.valid)?;
        Ok(Self {
            rows: keys.rows(),
            valid,
            keyed: Some(keyed),
            ..self
        })
    }

    /// Returns the format of the ids.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of rows.
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether the column has no rows.
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the id of one row, or `None` if it is null.
    ///
    /// # Errors
    /// As for [`AnyId::parse`] and [`AnyId::from_bytes`]; `invalid_length` if `row` is past the last row.
    pub fn get(&self, row: usize) -> Option<Result<AnyId, Error>> {
        if row >= self.rows {
            return Some(Err(Error::at(ErrorCode::InvalidLength, self.rows)));
        }
        if self.present(row, 1) == 0 {
            return None;
        }
        Some(self.read(row))
    }

    /// Describes the error of a row, with the text or bytes that the row holds.
    ///
    /// ```
    /// use sortid::Format;
    /// use sortid::columns::{Cells, Column};
    ///
    /// let column = Column::texts(
    ///     Cells::Fixed { data: b"3jzfcijpj2z2a3jzfcijpj2z21", width: 13 },
    ///     Format::Tid,
    /// )?;
    /// let Some(Err(error)) = column.get(1) else { panic!("an id") };
    /// assert_eq!(
    ///     column.explain(1, error).to_string(),
    ///     "invalid_character: \"3jzfcijpj2z21\" is not a valid tid: unexpected '1' at byte 12"
    /// );
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn explain(&self, row: usize, error: Error) -> impl fmt::Display + use<'_, 'a> {
        RowMessage {
            column: self,
            row,
            error,
        }
    }
}

struct RowMessage<'c, 'a> {
    column: &'c Column<'a>,
    row: usize,
    error: Error,
}

impl fmt::Display for RowMessage<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, row, error } = *self;
        let is_present = row < column.rows && column.present(row, 1) != 0;
        match column.content {
            Content::Text if is_present => {
                let text = column.row(row);
                error
                    .of_text(column.format.row(), text)
                    .describe(text)
                    .fmt(f)
            }
            _ => error.of(column.format.row()).fmt(f),
        }
    }
}
