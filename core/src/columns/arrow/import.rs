//! Import of Arrow columns: the type is read once, then the memory of each piece.

use core::ffi::CStr;

use super::abi::{RawArrowArray, RawArrowSchema};
use super::memory::{Memory, bad, missing};
use super::metadata::{self, Named};
use crate::columns::bits::Bits;
use crate::columns::cells::{Buffers, Cells};
use crate::columns::keys::Keys;
use crate::columns::{Column, Content};
use crate::error::{Error, ErrorCode, Lack};
use crate::formats::Format;

const FORMAT: &str = "ArrowSchema.format";
const UNKNOWN: &str = "ArrowSchema.format\0a column of ids has text, binary or 64-bit integers, \
                       not another Arrow type";
const CHILDREN: &str = "ArrowSchema.n_children";
const RELEASE: &str = "ArrowSchema.release";
const DICTIONARY: &str = "ArrowArray.dictionary";

/// The layout of rows in the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Ints,
    Fixed(usize),
    Offsets32,
    Offsets64,
    Views,
}

/// The Arrow type of a column of ids.
///
/// `u`, `U` and `vu` (utf8, large_utf8, utf8_view) are texts. `z`, `Z`, `vz` and `w:N` (binary,
/// large_binary, binary_view, fixed-size binary) are big-endian ids. `l` and `L` (int64, uint64)
/// are the integers of a 64-bit format. A dictionary of any of these is read like its values.
#[derive(Clone, Copy, Debug)]
pub struct ArrowType {
    layout: Layout,
    content: Content,
    named: Named,
    /// The type of the keys, if the column is a dictionary.
    keys: Option<Key>,
}

/// An integer type of dictionary keys.
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
    /// Reads a type without taking ownership of it.
    ///
    /// # Errors
    /// `not_applicable` if the format string is not that of a column of ids; `null_argument` if the
    /// format string is missing or the type was released; `invalid_length` if the type has
    /// children.
    ///
    /// # Safety
    /// The schema is valid by the rules of the interface.
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
        // SAFETY: the caller guarantees a string that ends with a zero byte.
        let letters = unsafe { CStr::from_ptr(schema.format) };
        let unknown = Error::about(ErrorCode::NotApplicable, UNKNOWN);
        // SAFETY: the caller guarantees null or valid metadata.
        let named = unsafe { metadata::read(schema.metadata) };
        // SAFETY: the caller guarantees null or another type.
        if let Some(values) = unsafe { schema.dictionary.as_ref() } {
            if !values.dictionary.is_null() {
                return Err(unknown);
            }
            let keys = Some(key(letters.to_bytes()).ok_or(unknown)?);
            // SAFETY: guaranteed by the caller (see `# Safety`).
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
        let (layout, content) = layout(letters.to_bytes()).ok_or(unknown)?;
        Ok(Self {
            layout,
            content,
            named,
            keys: None,
        })
    }

    /// Returns the format that the type names, if it is an extension type of this library, such as
    /// `sortid.tid`.
    pub const fn format(&self) -> Option<Format> {
        self.named.format
    }

    /// Returns whether the type is `arrow.uuid`.
    pub const fn is_uuid(&self) -> bool {
        self.named.is_uuid
    }

    /// Returns whether the rows are texts.
    pub const fn is_text(&self) -> bool {
        matches!(self.content, Content::Text)
    }

    /// Borrows an array of this type as a column, without taking ownership of it.
    ///
    /// # Errors
    /// `invalid_length` for inconsistent numbers: lengths, offsets and null counts that are
    /// negative, overflow or exceed the rows, and numbers of buffers and children that do not match
    /// the type. The same for an unexpected dictionary and, with the row as its offset, if a row
    /// lies outside the memory. `null_argument` if a buffer or the dictionary is missing, or the
    /// array was released. `not_applicable` for integers of a wider format and for unaligned
    /// buffers.
    ///
    /// # Safety
    /// The array is valid by the rules of the interface. Its buffers are as long as its lengths and
    /// offsets say, which cannot be checked here, and do not change during `'a`.
    pub unsafe fn column<'a>(
        &self,
        array: &'a RawArrowArray,
        format: Format,
    ) -> Result<Column<'a>, Error> {
        if self.content == Content::Int && format.bits() != 64 {
            return Err(format.row().lacks(Lack::Integer));
        }
        // SAFETY: the caller guarantees null or another array.
        match (self.keys, unsafe { array.dictionary.as_ref() }) {
            // SAFETY: guaranteed by the caller (see `# Safety`).
            (None, None) => unsafe { self.plain(array, format) },
            (Some(key), Some(values)) => {
                if !values.dictionary.is_null() {
                    return Err(bad(DICTIONARY));
                }
                // SAFETY: guaranteed by the caller (see `# Safety`).
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
    /// The array is valid by the rules of the interface during `'a`.
    unsafe fn plain<'a>(
        &self,
        array: &'a RawArrowArray,
        format: Format,
    ) -> Result<Column<'a>, Error> {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let (cells, valid) = unsafe { self.cells(&Memory::of(array)?) }?;
        Column::new(cells, self.content, format, valid)
    }

    /// # Safety
    /// The buffers are as the array describes them.
    unsafe fn cells<'a>(
        &self,
        memory: &Memory<'a>,
    ) -> Result<(Cells<'a>, Option<Bits<'a>>), Error> {
        if self.layout != Layout::Views {
            let is_behind = matches!(self.layout, Layout::Offsets32 | Layout::Offsets64);
            memory.counted(if is_behind { 3 } else { 2 })?;
        }
        // SAFETY: the caller guarantees the buffers of the type's layout.
        unsafe {
            let cells = match self.layout {
                Layout::Ints => Cells::Ints(memory.rows(1, 1, 0)?),
                Layout::Fixed(width) => Cells::Fixed {
                    data: memory.rows(1, width, 0)?,
                    width,
                },
                Layout::Offsets32 => {
                    let (data, offsets) = memory.behind()?;
                    Cells::Offsets32 { data, offsets }
                }
                Layout::Offsets64 => {
                    let (data, offsets) = memory.behind()?;
                    Cells::Offsets64 { data, offsets }
                }
                Layout::Views => Cells::Views {
                    views: memory.rows(1, 1, 0)?,
                    buffers: Buffers::of_arrow(memory.pieces()?),
                },
            };
            Ok((cells, memory.valid()?))
        }
    }
}

/// Returns the keys of a dictionary's array and their validity bitmap.
///
/// # Safety
/// The buffers are as the array describes them.
unsafe fn keys<'a>(key: Key, memory: &Memory<'a>) -> Result<(Keys<'a>, Option<Bits<'a>>), Error> {
    memory.counted(2)?;
    // SAFETY: guaranteed by the caller (see `# Safety`).
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

/// Returns the key type for a dictionary's format string.
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

/// Returns the layout and the content for a format string.
fn layout(letters: &[u8]) -> Option<(Layout, Content)> {
    Some(match letters {
        b"l" | b"L" => (Layout::Ints, Content::Int),
        b"u" => (Layout::Offsets32, Content::Text),
        b"U" => (Layout::Offsets64, Content::Text),
        b"vu" => (Layout::Views, Content::Text),
        b"z" => (Layout::Offsets32, Content::Bytes),
        b"Z" => (Layout::Offsets64, Content::Bytes),
        b"vz" => (Layout::Views, Content::Bytes),
        _ => {
            let width = core::str::from_utf8(letters.strip_prefix(b"w:")?).ok()?;
            let width = width.parse().ok().filter(|&width| width > 0)?;
            (Layout::Fixed(width), Content::Bytes)
        }
    })
}
