//! Import and export of columns through Arrow's C data interface, which pandas, Polars, pyarrow,
//! DuckDB and database drivers support.
//!
//! **Import**: [`ArrowType::of`] reads a type, and [`ArrowType::column`] borrows an array of this
//! type as a [`Column`](super::Column). Nothing is copied or released: the array stays with its
//! owner.
//!
//! **Export**: the methods of [`Column`](super::Column) that begin with `arrow_` return newly
//! allocated arrays, with a validity bitmap if there are nulls. Dropping an array, or calling its
//! `release`, frees it.
//!
//! The interface does not transmit the sizes of buffers. The producer guarantees that they match
//! the lengths and offsets; a violation cannot be detected here. Everything else is checked before
//! a row is read: null buffers, wrong numbers of buffers, negative and overflowing lengths and
//! offsets, decreasing offsets, views that point outside their buffers, null counts above the
//! length, and types that are not ids.
//!
//! ```
//! use sortid::columns::arrow::ArrowType;
//! use sortid::columns::{Cells, TimeReader, Column, OnInvalid, Unit};
//! use sortid::{Format, Options};
//!
//! let texts = Column::texts(Cells::Fixed { data: b"3jzfcijpj2z2a", width: 13 }, Format::Tid)?;
//! let ids = texts.arrow_ids(OnInvalid::Stop)?;
//! let schema = ids.data_type.schema();
//! // SAFETY: both were made just now.
//! let column = unsafe { ArrowType::of(&schema)?.column(&ids.array, Format::Tid)? };
//!
//! let reader = TimeReader::new(Format::Tid, Unit::Milliseconds, &Options::new())?;
//! let mut times = [0];
//! column.times(&reader, &mut times, &mut [], OnInvalid::Stop)?.complete()?;
//! assert_eq!(times, [1_688_137_381_887]);
//! # Ok::<(), sortid::Error>(())
//! ```

mod abi;
mod answers;
mod import;
mod memory;
mod metadata;
mod owned;
mod stream;

pub use abi::{
    ArrowArray, ArrowArrayStream, ArrowSchema, RawArrowArray, RawArrowArrayStream, RawArrowSchema,
};
pub use answers::{Answer, DataType};
pub use import::ArrowType;
pub(super) use memory::Pieces;
