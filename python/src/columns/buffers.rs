//! The rows of a buffer.

use pyo3::prelude::*;
use sortid::{ErrorCode, Format};

use super::chunk::{CHUNK, Chunk, Kind};
use crate::buffer::{Access, Buffer};
use crate::element::{BUFFER, Cell, ITEM_SIZE};
use crate::errors::refused;

/// A buffer of rows, with an optional mask of missing ones.
pub(super) struct Rows<'py> {
    buffer: Buffer<'py>,
    cell: Cell,
    width: usize,
    missing: Option<Buffer<'py>>,
}

impl<'py> Rows<'py> {
    /// `missing` has a byte for each row, which is not 0 if the row is missing.
    pub(super) fn of(
        object: &Bound<'py, PyAny>,
        missing: Option<&Bound<'py, PyAny>>,
        format: Format,
    ) -> PyResult<Self> {
        let py = object.py();
        let buffer = Buffer::of(object, Access::Read)?;
        let cell = Cell::of(&buffer, format, py)?;
        let width = match (cell, buffer.itemsize()) {
            (Cell::Bytes, 1) => format.byte_len(),
            (Cell::Text, 1) => format.text_len(),
            (Cell::Bytes, size) if size != format.byte_len() => 0,
            (_, size) => size,
        };
        if width == 0 {
            return Err(refused(py, ErrorCode::InvalidLength, "itemsize", ITEM_SIZE));
        }
        if !buffer.len().is_multiple_of(width) {
            return Err(refused(py, ErrorCode::InvalidLength, "buffer", BUFFER));
        }
        let missing = missing.map(|missing| Buffer::of(missing, Access::Read));
        let missing = missing.transpose()?;
        let rows = buffer.len() / width;
        if missing
            .as_ref()
            .is_some_and(|missing| missing.len() != rows)
        {
            let sentence = "the mask must have one element for each row";
            return Err(refused(py, ErrorCode::InvalidLength, "mask", sentence));
        }
        Ok(Self {
            buffer,
            cell,
            width,
            missing,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.buffer.len() / self.width
    }

    /// Copies rows from row `first` on into a chunk.
    pub(super) fn next(&self, first: usize, chunk: &mut Chunk) {
        let rows = CHUNK.min(self.len() - first);
        chunk.clear();
        chunk.kind = match self.cell {
            Cell::Int => Kind::Ints,
            Cell::Bytes => Kind::Bytes,
            Cell::Text | Cell::Wide => Kind::Texts,
        };
        let bytes = match self.cell {
            Cell::Int => {
                chunk.ints.resize(rows, 0);
                // SAFETY: integers are valid for all bytes.
                unsafe { chunk.ints.align_to_mut().1 }
            }
            Cell::Wide => {
                chunk.wide.resize(rows * self.width / 4, 0);
                // SAFETY: as above.
                unsafe { chunk.wide.align_to_mut().1 }
            }
            Cell::Bytes | Cell::Text => {
                chunk.width = Some(self.width);
                chunk.data.resize(rows * self.width, 0);
                &mut chunk.data
            }
        };
        // SAFETY: the buffer is alive, and has `rows` rows from row `first` on.
        unsafe { self.buffer.memory().read(first * self.width, bytes) };
        if let Some(missing) = &self.missing {
            let mut flags = [0; CHUNK];
            // SAFETY: the buffer is alive, and has a byte for each row.
            unsafe { missing.memory().read(first, &mut flags[..rows]) };
            for (row, flag) in flags[..rows].iter().enumerate() {
                chunk.mark(row, *flag == 0);
            }
        }
        if self.cell == Cell::Wide {
            chunk.narrow(self.width / 4);
        }
    }
}
