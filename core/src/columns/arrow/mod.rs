//! Columns in and out through Arrow's C data interface, which pandas, Polars, pyarrow, DuckDB and databases' drivers speak.
//!
//! **In**: [`ArrowType::of`] reads a type, [`ArrowType::column`] borrows an array of it as a [`Column`](super::Column); nothing is copied, and
//! nothing of theirs is released: who owns the array drops it. **Out**: the methods of [`Column`](super::Column) that begin with `arrow_` answer
//! arrays in memory of their own, with a bitmap where there are nulls, which are freed by their `release`, or by being dropped.
//!
//! The sizes of buffers are no part of that interface: they are its producer's promise, as lengths and offsets have them, and what breaks that
//! promise is not seen here. All else is judged before a row is read: null buffers, wrong counts of buffers, negative and overflowing lengths and
//! offsets, offsets that go down, views that lead out of their buffers, counts of nulls above the length, types that are no ids.
//!
//! ```
//! use sortid::columns::arrow::ArrowType;
//! use sortid::columns::{Cells, Clock, Column, OnRefusal, Unit};
//! use sortid::{Format, Options};
//!
//! let texts = Column::texts(Cells::Fixed { data: b"3jzfcijpj2z2a", width: 13 }, Format::Tid)?;
//! let ids = texts.arrow_ids(OnRefusal::Stop)?;
//! let schema = ids.told.schema();
//! // SAFETY: both were made just now.
//! let column = unsafe { ArrowType::of(&schema)?.column(&ids.array, Format::Tid)? };
//!
//! let clock = Clock::new(Format::Tid, Unit::Milliseconds, &Options::new())?;
//! let mut times = [0];
//! column.times(&clock, &mut times, &mut [], OnRefusal::Stop)?.complete()?;
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
pub use answers::{Answer, Told};
pub use import::ArrowType;
pub(super) use memory::Pieces;
