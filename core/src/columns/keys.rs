//! Dictionary keys: rows that refer to values by number.

use super::bits::{Bits, each};
use crate::error::{Cause, Error, ErrorCode};

macro_rules! keys {
    ($($variant:ident($int:ty) $doc:literal;)*) => {
        /// Dictionary keys: for each row the number of its value, counted from 0.
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum Keys<'a> {
            $(#[doc = $doc] $variant(&'a [$int]),)*
        }

        impl Keys<'_> {
            /// Returns the number of rows.
            pub const fn rows(&self) -> usize {
                match self { $(Keys::$variant(keys) => keys.len(),)* }
            }

            /// Returns `usize::MAX` for a key that is negative or too large.
            #[inline]
            fn get(&self, row: usize) -> usize {
                match self {
                    $(Keys::$variant(keys) => keys[row].try_into().unwrap_or(usize::MAX),)*
                }
            }
        }
    };
}

keys! {
    I8(i8) "int8.";
    U8(u8) "uint8.";
    I16(i16) "int16.";
    U16(u16) "uint16.";
    I32(i32) "int32.";
    U32(u32) "uint32.";
    I64(i64) "int64.";
    U64(u64) "uint64.";
}

/// Keys that, unless null, refer to an existing value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyed<'a> {
    keys: Keys<'a>,
    /// The number of values.
    values: usize,
    /// The validity of the values.
    valid: Option<Bits<'a>>,
}

impl<'a> Keyed<'a> {
    /// Fails with `invalid_length` and the row if a key that is not null refers to no value.
    pub(super) fn new(
        keys: Keys<'a>,
        present: Option<Bits<'a>>,
        values: usize,
        valid: Option<Bits<'a>>,
    ) -> Result<Self, Error> {
        let is_present = |row| present.is_none_or(|present| present.word(row, 1) == 1);
        let mut outside = (0..keys.rows()).filter(|&row| keys.get(row) >= values);
        match outside.find(|&row| is_present(row)) {
            None => Ok(Self {
                keys,
                values,
                valid,
            }),
            Some(row) => {
                let error = Error::at(ErrorCode::InvalidLength, row);
                Err(error.because(Cause::Named("\0the key is not the number of a value")))
            }
        }
    }

    /// Returns the number of the row's value; 0 if the key, which is then null, refers to no value.
    #[inline]
    pub(super) fn at(&self, row: usize) -> usize {
        let key = self.keys.get(row);
        if key < self.values { key } else { 0 }
    }

    /// Returns those of `rows` whose value is not null.
    pub(super) fn present(&self, first: usize, rows: u64) -> u64 {
        let Some(valid) = self.valid else { return rows };
        let null = |row: &usize| valid.word(self.at(first + row), 1) == 0;
        each(rows)
            .filter(null)
            .fold(rows, |rows, row| rows & !(1 << row))
    }
}
