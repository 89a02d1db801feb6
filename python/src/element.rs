//! The element types of buffers, and the encoding of ids in each.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sortid::{AnyId, ErrorCode, Format};

use crate::buffer::Buffer;
use crate::errors::{OrRaise, refused};

/// The element type of a buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    /// 64-bit integers in native byte order.
    Int,
    /// Bytes.
    Bytes,
    /// Text with one byte per character.
    Text,
    /// Text with four bytes per character.
    Wide,
}

impl Cell {
    /// Parses the buffer's `struct` format: byte order, count and letter.
    pub(crate) fn of(buffer: &Buffer<'_>, format: Format, py: Python<'_>) -> PyResult<Self> {
        let (letters, size) = (buffer.format(), buffer.itemsize());
        let kind = letters.trim_start_matches(['@', '=', '<', '>', '!']);
        let is_native = match letters.chars().next() {
            Some('<') => cfg!(target_endian = "little"),
            Some('>' | '!') => cfg!(target_endian = "big"),
            _ => true,
        };
        match kind.trim_start_matches(|digit: char| digit.is_ascii_digit()) {
            "q" | "l" | "Q" | "L" if size == 8 && is_native => {
                // Fails for a format of another width.
                AnyId::from_u64(0, format).or_raise(py).map(|_| Self::Int)
            }
            "B" | "b" | "c" if size == 1 => Ok(Self::Bytes),
            "s" => Ok(Self::Text),
            "w" if is_native => Ok(Self::Wide),
            "x" => Ok(Self::Bytes),
            _ => Err(Self::mismatch(letters, format)),
        }
    }

    /// The error for elements that cannot contain an id of the format.
    fn mismatch(letters: &str, format: Format) -> PyErr {
        let message = format!("buffer elements of type {letters:?} cannot contain a {format}");
        PyTypeError::new_err(message)
    }
}

pub(crate) const ITEM_SIZE: &str =
    "an element of the buffer must have the size of a byte or of an id";
pub(crate) const BUFFER: &str = "the size of the buffer must be a whole number of ids";

/// The encoding of an id in a buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    /// A 64-bit integer in native byte order.
    Int,
    /// Big-endian bytes.
    Bytes,
    /// The canonical text, padded with zero bytes to the length of the longest.
    Text,
}

impl Element {
    /// The encoding for a buffer; an error if its width or length does not fit the format.
    pub(crate) fn of(buffer: &Buffer<'_>, format: Format, py: Python<'_>) -> PyResult<Self> {
        let size = buffer.itemsize();
        let element = match Cell::of(buffer, format, py)? {
            Cell::Int if buffer.format().ends_with(['q', 'l']) == format.is_signed() => Self::Int,
            Cell::Bytes => Self::Bytes,
            Cell::Text => Self::Text,
            Cell::Int | Cell::Wide => return Err(Cell::mismatch(buffer.format(), format)),
        };
        if size != 1 && size != element.width(format) {
            return Err(refused(py, ErrorCode::InvalidLength, "itemsize", ITEM_SIZE));
        }
        if !buffer.len().is_multiple_of(element.width(format)) {
            return Err(refused(py, ErrorCode::InvalidLength, "buffer", BUFFER));
        }
        Ok(element)
    }

    /// The number of bytes of an id.
    pub(crate) fn width(self, format: Format) -> usize {
        match self {
            Element::Int => 8,
            Element::Bytes => format.byte_len(),
            Element::Text => format.text_len(),
        }
    }
}

/// A text without its padding of zero bytes.
pub(crate) fn unpadded(text: &[u8]) -> &[u8] {
    match text.iter().rposition(|&byte| byte != 0) {
        Some(last) => text.get(..=last).unwrap_or(text),
        None => &[],
    }
}
