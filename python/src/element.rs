//! What the elements of a buffer are: the element type decides how an id lies in memory.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sortid::{ErrorCode, Format, Id};

use crate::buffer::Buffer;
use crate::errors::{OrRaise, refused};

/// What the elements of a buffer are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    /// 64-bit integers in the machine's order of bytes.
    Int,
    /// Bytes.
    Bytes,
    /// Text of a byte a character.
    Text,
    /// Text of four bytes a character.
    Wide,
}

impl Cell {
    /// By the letters of `struct`, which a sign may stand before, and a count.
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
                Id::from_u64(0, format).or_raise(py).map(|_| Self::Int)
            }
            "B" | "b" | "c" if size == 1 => Ok(Self::Bytes),
            "s" => Ok(Self::Text),
            "w" if is_native => Ok(Self::Wide),
            "x" => Ok(Self::Bytes),
            _ => Err(Self::none(letters, format)),
        }
    }

    /// What no id of the format is put into or read from.
    fn none(letters: &str, format: Format) -> PyErr {
        let message = format!("a buffer of elements {letters:?} holds no {format}");
        PyTypeError::new_err(message)
    }
}

pub(crate) const ITEM_SIZE: &str = "an element of the buffer must hold one byte, or one id";
pub(crate) const BUFFER: &str = "the buffer must hold a whole number of ids";

/// How an id is put into memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    /// A 64-bit integer in the machine's order of bytes.
    Int,
    /// Big-endian bytes.
    Bytes,
    /// The canonical text, without separators; one that is shorter than the longest is filled up with zero bytes.
    Text,
}

impl Element {
    /// The element of a buffer, which must fit the format.
    pub(crate) fn of(buffer: &Buffer<'_>, format: Format, py: Python<'_>) -> PyResult<Self> {
        let size = buffer.itemsize();
        let element = match Cell::of(buffer, format, py)? {
            Cell::Int if buffer.format().ends_with(['q', 'l']) == format.is_signed() => Self::Int,
            Cell::Bytes => Self::Bytes,
            Cell::Text => Self::Text,
            Cell::Int | Cell::Wide => return Err(Cell::none(buffer.format(), format)),
        };
        if size != 1 && size != element.width(format) {
            return Err(refused(py, ErrorCode::InvalidLength, "itemsize", ITEM_SIZE));
        }
        if !buffer.len().is_multiple_of(element.width(format)) {
            return Err(refused(py, ErrorCode::InvalidLength, "buffer", BUFFER));
        }
        Ok(element)
    }

    /// How many bytes an id takes.
    pub(crate) fn width(self, format: Format) -> usize {
        match self {
            Element::Int => 8,
            Element::Bytes => format.byte_len(),
            Element::Text => format.text_len(),
        }
    }
}

/// A text without the zero bytes that fill its room up.
pub(crate) fn unpadded(text: &[u8]) -> &[u8] {
    match text.iter().rposition(|&byte| byte != 0) {
        Some(last) => text.get(..=last).unwrap_or(text),
        None => &[],
    }
}
