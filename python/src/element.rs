//! What the elements of a buffer are: the element type decides how an id lies in memory.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sortid::{Error, ErrorCode, Format, Id};

use crate::buffer::Buffer;
use crate::errors::refused;

/// How an id lies in memory.
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
        let letters = buffer.format();
        let (order, kind) = match letters.strip_prefix(['@', '=', '<', '>', '!']) {
            Some(kind) => (letters.chars().next().unwrap_or('@'), kind),
            None => ('@', letters),
        };
        let native = match order {
            '<' => cfg!(target_endian = "little"),
            '>' | '!' => cfg!(target_endian = "big"),
            _ => true,
        };
        let (signed, unsigned) = (matches!(kind, "q" | "l"), matches!(kind, "Q" | "L"));
        let kind = kind.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let element = match kind {
            _ if size == 8 && (signed || unsigned) && native => {
                if format.bits() != 64 {
                    return Err(refused(py, ErrorCode::NotApplicable, format.name()));
                }
                (signed == format.is_signed()).then_some(Element::Int)
            }
            "B" | "b" | "c" if size == 1 => Some(Element::Bytes),
            "s" => Some(Element::Text),
            "x" => Some(Element::Bytes),
            _ => None,
        };
        let Some(element) = element else {
            let message = format!("a buffer of elements {letters:?} holds no {format}");
            return Err(PyTypeError::new_err(message));
        };
        if size != 1 && size != element.width(format) {
            return Err(refused(py, ErrorCode::InvalidLength, "itemsize"));
        }
        if !buffer.len().is_multiple_of(element.width(format)) {
            return Err(refused(py, ErrorCode::InvalidLength, "buffer"));
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

    /// Reads an id of as many bytes as its width.
    pub(crate) fn read(self, format: Format, bytes: &[u8]) -> Result<Id, Error> {
        match (self, bytes.first_chunk()) {
            (Element::Int, Some(&int)) => Id::from_u64(u64::from_ne_bytes(int), format),
            (Element::Text, _) => Id::parse(unpadded(bytes), format),
            _ => Id::from_bytes(bytes, format),
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
