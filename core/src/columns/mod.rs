//! Many ids at once: whole columns of them, in memory that others hold.
//!
//! A [`Column`] borrows what databases, data frames and files keep their ids in: texts or big-endian bytes, of one width, behind offsets or views
//! as Arrow has them, or integers, with a bitmap of the rows that are there. It is read into memory of the caller: times, integers, bytes, texts,
//! one field, which rows lie in an interval of time, or why each row is none. Nothing is allocated, and no row is ever read wrongly in silence:
//! at one that is no id the column ends, or the row becomes null and is counted, as [`OnRefusal`] says.
//!
//! ```
//! use sortid::columns::{Cells, Clock, Column, OnRefusal, Unit};
//! use sortid::{ErrorCode, Format, Options};
//!
//! let data = b"3jzfcijpj2z2a3jzfcijpj2z2!3jzfcijpj2z2b";
//! let column = Column::texts(Cells::Fixed { data, width: 13 }, Format::Tid)?;
//! let clock = Clock::new(Format::Tid, Unit::Milliseconds, &Options::new())?;
//! let (mut times, mut valid) = ([0; 3], [0; 1]);
//! let outcome = column.times(&clock, &mut times, &mut valid, OnRefusal::Null)?;
//! assert_eq!(times, [1_688_137_381_887, 0, 1_688_137_381_887]);
//! assert_eq!((valid, outcome.nulls), ([0b101], 1));
//! assert_eq!(outcome.count(ErrorCode::InvalidCharacter), 1);
//! # Ok::<(), sortid::Error>(())
//! ```
//!
//! What is there and what is not is a bitmap, and what a row lacks is told by its code:
//!
//! | asked | by | into |
//! |---|---|---|
//! | when | [`times`](Column::times) | `i64` in the [`Clock`]'s unit |
//! | which id | [`ints`](Column::ints), [`bytes`](Column::bytes) | integers, big-endian bytes |
//! | its canonical text | [`written`](Column::written) | texts of one width |
//! | one field | [`field`](Column::field) | integers |
//! | whether it lies between two times | [`between`](Column::between) | a bitmap |
//! | whether it is an id | [`valid`](Column::valid) | a bitmap |
//!
//! Canonical texts are read by 64 at a time with the kernels of the processor, a third of what each costs alone; other forms are read one by one.

#[cfg(feature = "arrow")]
pub mod arrow;
mod bits;
mod blocks;
mod bounds;
mod cells;
mod clock;
mod judge;
mod keys;
mod outcome;
mod short;
mod sinks;

use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::Id;

use bits::Bits;
pub use bounds::Bounds;
pub use cells::{Buffers, Cells};
pub use clock::{Clock, Unit};
use keys::Keyed;
pub use keys::Keys;
pub use outcome::{OnRefusal, Outcome};

/// What a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Text,
    Bytes,
    Int,
}

/// Ids of one format in memory that others hold.
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
    /// Texts, each in any of the format's forms that [`Id::parse`] reads.
    ///
    /// # Errors
    /// `invalid_length` with the row where a row is not inside the memory; `not_applicable` for integers.
    pub fn texts(cells: Cells<'a>, format: Format) -> Result<Self, Error> {
        match cells {
            Cells::Ints(_) => Err(Error::new(ErrorCode::NotApplicable)),
            _ => Self::new(cells, Content::Text, format, None),
        }
    }

    /// Big-endian ids, or the integers of a 64-bit format.
    ///
    /// # Errors
    /// `invalid_length` as for [`texts`](Self::texts); `not_applicable` for integers of a wider format.
    pub fn binary(cells: Cells<'a>, format: Format) -> Result<Self, Error> {
        match cells {
            Cells::Ints(_) if format.bits() != 64 => Err(Error::new(ErrorCode::NotApplicable)),
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

    /// With a bitmap of the rows that are there, which begins at a bit of its own; the others are null.
    ///
    /// # Errors
    /// `invalid_length` where the bitmap is shorter than the column.
    pub fn with_validity(self, bitmap: &'a [u8], offset: usize) -> Result<Self, Error> {
        match Bits::new(bitmap, offset, self.rows) {
            Some(bits) => Ok(Self {
                valid: Some(bits),
                ..self
            }),
            None => Err(Error::at(ErrorCode::InvalidLength, self.rows)),
        }
    }

    /// A column whose rows are numbers of rows of this one, with a bitmap of those that are there and the bit where that begins; the rows of
    /// this one that are null stay so.
    ///
    /// # Errors
    /// `invalid_length` with the row where a row that is there leads to none of this one, and where the bitmap is shorter than the keys;
    /// `not_applicable` where this one has keys itself.
    ///
    /// ```
    /// use sortid::columns::{Cells, Column, Keys};
    /// use sortid::Format;
    ///
    /// let values = Column::texts(Cells::Fixed { data: b"3jzfcijpj2z2a3jzfcijpj2z2b", width: 13 }, Format::Tid)?;
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
            return Err(Error::new(ErrorCode::NotApplicable));
        }
        let keyed = Keyed::new(keys, valid, self.rows, self.valid)?;
        Ok(Self {
            rows: keys.rows(),
            valid,
            keyed: Some(keyed),
            ..self
        })
    }

    /// The format of its ids.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// How many rows it has.
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The id of one row; `None` where it is null.
    ///
    /// # Errors
    /// Those of [`Id::parse`] and [`Id::from_bytes`]; `invalid_length` behind the last row.
    pub fn get(&self, row: usize) -> Option<Result<Id, Error>> {
        if row >= self.rows {
            return Some(Err(Error::at(ErrorCode::InvalidLength, self.rows)));
        }
        if self.there(row, 1) == 0 {
            return None;
        }
        Some(self.read(row))
    }
}
