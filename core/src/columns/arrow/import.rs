//! Columns out of what others made: the type is read once, and then the memory of each piece.

use core::ffi::CStr;

use super::abi::{RawArrowArray, RawArrowSchema};
use super::memory::{Memory, bad, missing};
use super::metadata::{self, Named};
use crate::columns::bits::Bits;
use crate::columns::cells::{Buffers, Cells};
use crate::columns::keys::Keys;
use crate::columns::{Column, Content};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;

const FORMAT: &str = "ArrowSchema.format";
const CHILDREN: &str = "ArrowSchema.n_children";
const RELEASE: &str = "ArrowSchema.release";
const DICTIONARY: &str = "ArrowArray.dictionary";

/// How rows stand in the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Ints,
    Fixed(usize),
    Offsets32,
    Offsets64,
    Views,
}

/// The type of a column of ids, as Arrow tells it.
///
/// `u`, `U` and `vu` (utf8, large_utf8, utf8_view) are texts; `z`, `Z`, `vz` and `w:N` (binary, large_binary, binary_view, fixed-size binary)
/// are big-endian ids; `l` and `L` (int64, uint64) are the integers of a 64-bit format. A dictionary of any of them is read as its values are.
#[derive(Clone, Copy, Debug)]
pub struct ArrowType {
    kept: Kept,
    content: Content,
    named: Named,
    /// What leads to the rows, where they are a dictionary's.
    keys: Option<Key>,
}

/// The integers that lead to values.
#[derive(Clone, Copy, Debug)]
enum Key {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

impl ArrowType {
    /// Reads a type that stays somebody else's.
    ///
    /// # Errors
    /// `not_applicable` for the format string of what is no column of ids; `null_argument` for a missing one, and for a type that was released;
    /// `invalid_length` for one with children.
    ///
    /// # Safety
    /// The schema is what the interface has it to be.
    pub unsafe fn of(schema: &RawArrowSchema) -> Result<Self, Error> {
        if schema.is_released() {
            return Err(missing(RELEASE));
        }
        if schema.n_children != 0 {
            return Err(bad(CHILDREN));
        }
        if schema.format.is_null() {
            return Err(missing(FORMAT));
        }
        // SAFETY: a text that ends with a zero byte, as the caller promises.
        let letters = unsafe { CStr::from_ptr(schema.format) };
        let unknown = Error::about(ErrorCode::NotApplicable, FORMAT);
        // SAFETY: null or metadata, as the caller promises.
        let named = unsafe { metadata::read(schema.metadata) };
        // SAFETY: null or another type, as the caller promises.
        if let Some(values) = unsafe { schema.dictionary.as_ref() } {
            if !values.dictionary.is_null() {
                return Err(unknown);
            }
            let keys = Some(key(letters.to_bytes()).ok_or(unknown)?);
            // SAFETY: as the caller promises.
            let values = unsafe { Self::of(values) }?;
            let named = if named == Named::default() {
                values.named
            } else {
                named
            };
            return Ok(Self {
                keys,
                named,
                ..values
            });
        }
        let (kept, content) = kept(letters.to_bytes()).ok_or(unknown)?;
        Ok(Self {
            kept,
            content,
            named,
            keys: None,
        })
    }

    /// The format that the type names, where it is one of ours: `sortid.tid`, say.
    pub const fn format(&self) -> Option<Format> {
        self.named.format
    }

    /// Whether it is `arrow.uuid`.
    pub const fn is_uuid(&self) -> bool {
        self.named.is_uuid
    }

    /// Whether its rows are texts.
    pub const fn is_text(&self) -> bool {
        matches!(self.content, Content::Text)
    }

    /// A piece of a column of this type, which stays somebody else's.
    ///
    /// # Errors
    /// `invalid_length` for numbers that do not go together: lengths, offsets and counts of nulls that are negative, overflow or exceed the
    /// rows, counts of buffers and children that are not the type's; with the row, where a row is not inside the memory. `null_argument` for
    /// buffers that are missing, and an array that was released; `not_applicable` for integers of a wider format, and buffers that are not
    /// aligned.
    ///
    /// # Safety
    /// The array is what the interface has it to be: what its buffers hold must be as long as its lengths and offsets say, which nothing
    /// here can see, and stay as it is during `'a`.
    pub unsafe fn column<'a>(
        &self,
        array: &'a RawArrowArray,
        format: Format,
    ) -> Result<Column<'a>, Error> {
        if self.content == Content::Int && format.bits() != 64 {
            return Err(Error::new(ErrorCode::NotApplicable));
        }
        // SAFETY: null or another array, as the caller promises.
        match (self.keys, unsafe { array.dictionary.as_ref() }) {
            // SAFETY: as the caller promises.
            (None, None) => unsafe { self.plain(array, format) },
            (Some(key), Some(values)) => {
                if !values.dictionary.is_null() {
                    return Err(bad(DICTIONARY));
                }
                // SAFETY: as the caller promises.
                unsafe {
                    let (keys, valid) = keys(key, &Memory::of(array)?)?;
                    self.plain(values, format)?.with_keys(keys, valid)
                }
            }
            (None, Some(_)) => Err(bad(DICTIONARY)),
            (Some(_), None) => Err(missing(DICTIONARY)),
        }
    }

    /// # Safety
    /// The array is what the interface has it to be, during `'a`.
    unsafe fn plain<'a>(
        &self,
        array: &'a RawArrowArray,
        format: Format,
    ) -> Result<Column<'a>, Error> {
        // SAFETY: as the caller promises.
        let (cells, valid) = unsafe { self.cells(&Memory::of(array)?) }?;
        Column::new(cells, self.content, format, valid)
    }

    /// # Safety
    /// What the array says of its buffers is so.
    unsafe fn cells<'a>(
        &self,
        memory: &Memory<'a>,
    ) -> Result<(Cells<'a>, Option<Bits<'a>>), Error> {
        if self.kept != Kept::Views {
            let is_behind = matches!(self.kept, Kept::Offsets32 | Kept::Offsets64);
            memory.counted(if is_behind { 3 } else { 2 })?;
        }
        // SAFETY: as the caller promises, for each kind what it has.
        unsafe {
            let cells = match self.kept {
                Kept::Ints => Cells::Ints(memory.rows(1, 1, 0)?),
                Kept::Fixed(width) => Cells::Fixed {
                    data: memory.rows(1, width, 0)?,
                    width,
                },
                Kept::Offsets32 => {
                    let (data, offsets) = memory.behind()?;
                    Cells::Offsets32 { data, offsets }
                }
                Kept::Offsets64 => {
                    let (data, offsets) = memory.behind()?;
                    Cells::Offsets64 { data, offsets }
                }
                Kept::Views => Cells::Views {
                    views: memory.rows(1, 1, 0)?,
                    buffers: Buffers::of_arrow(memory.pieces()?),
                },
            };
            Ok((cells, memory.valid()?))
        }
    }
}

/// The keys of a dictionary's array, and which are there.
///
/// # Safety
/// What the array says of its buffers is so.
unsafe fn keys<'a>(key: Key, memory: &Memory<'a>) -> Result<(Keys<'a>, Option<Bits<'a>>), Error> {
    memory.counted(2)?;
    // SAFETY: as the caller promises.
    unsafe {
        let keys = match key {
            Key::I8 => Keys::I8(memory.rows(1, 1, 0)?),
            Key::U8 => Keys::U8(memory.rows(1, 1, 0)?),
            Key::I16 => Keys::I16(memory.rows(1, 1, 0)?),
            Key::U16 => Keys::U16(memory.rows(1, 1, 0)?),
            Key::I32 => Keys::I32(memory.rows(1, 1, 0)?),
            Key::U32 => Keys::U32(memory.rows(1, 1, 0)?),
            Key::I64 => Keys::I64(memory.rows(1, 1, 0)?),
            Key::U64 => Keys::U64(memory.rows(1, 1, 0)?),
        };
        Ok((keys, memory.valid()?))
    }
}

/// What the letters of a dictionary's type say of its keys.
fn key(letters: &[u8]) -> Option<Key> {
    Some(match letters {
        b"c" => Key::I8,
        b"C" => Key::U8,
        b"s" => Key::I16,
        b"S" => Key::U16,
        b"i" => Key::I32,
        b"I" => Key::U32,
        b"l" => Key::I64,
        b"L" => Key::U64,
        _ => return None,
    })
}

/// What the letters of a type say.
fn kept(letters: &[u8]) -> Option<(Kept, Content)> {
    Some(match letters {
        b"l" | b"L" => (Kept::Ints, Content::Int),
        b"u" => (Kept::Offsets32, Content::Text),
        b"U" => (Kept::Offsets64, Content::Text),
        b"vu" => (Kept::Views, Content::Text),
        b"z" => (Kept::Offsets32, Content::Bytes),
        b"Z" => (Kept::Offsets64, Content::Bytes),
        b"vz" => (Kept::Views, Content::Bytes),
        _ => {
            let width = core::str::from_utf8(letters.strip_prefix(b"w:")?).ok()?;
            let width = width.parse().ok().filter(|&width| width > 0)?;
            (Kept::Fixed(width), Content::Bytes)
        }
    })
}
