//! Rows of a column, copied because other threads may change the original.

use pyo3::PyErr;
use sortid::columns::{Cells, Column};
use sortid::{Error, Format};

/// The number of rows between two checks for signals.
pub(super) const CHUNK: usize = 4096;

/// The type of rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Texts,
    Bytes,
    /// The integers of a 64-bit format.
    Ints,
}

/// Rows of one kind.
pub(super) struct Chunk {
    pub(super) kind: Kind,
    /// The width of rows in `data`; `None` if `offsets` separate them.
    pub(super) width: Option<usize>,
    pub(super) data: Vec<u8>,
    pub(super) ints: Vec<u64>,
    offsets: Vec<i64>,
    /// A bit for each row, set if it is not null; empty if all are.
    valid: Vec<u8>,
    /// The error of the only row, if it was rejected before the core reads it.
    pub(super) refusal: Option<PyErr>,
    /// Text of 32-bit characters, before its conversion to UTF-8.
    pub(super) wide: Vec<u32>,
}

impl Chunk {
    /// A chunk without rows.
    pub(super) fn new() -> Self {
        Self {
            kind: Kind::Texts,
            width: None,
            data: Vec::new(),
            ints: Vec::new(),
            offsets: vec![0],
            valid: Vec::new(),
            refusal: None,
            wide: Vec::new(),
        }
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.data.clear();
        self.offsets.truncate(1);
        self.valid.clear();
    }

    /// Ends a row after its bytes were added.
    #[inline(always)]
    pub(super) fn end_row(&mut self, is_valid: bool) {
        if !(is_valid && self.valid.is_empty()) {
            self.mark(self.offsets.len() - 1, is_valid);
        }
        self.offsets.push(self.data.len() as i64);
    }

    /// Marks a row as valid or null; all rows before the first marked one are valid.
    pub(super) fn mark(&mut self, row: usize, is_valid: bool) {
        if self.valid.is_empty() {
            self.valid.resize(row / 8, u8::MAX);
            self.valid.push((1 << (row % 8)) - 1);
        }
        if row / 8 == self.valid.len() {
            self.valid.push(0);
        }
        if let Some(byte) = self.valid.last_mut() {
            *byte |= u8::from(is_valid) << (row % 8);
        }
    }

    /// Converts texts of `characters` characters each to UTF-8, without their padding of zeros.
    pub(super) fn narrow(&mut self, characters: usize) {
        for row in self.wide.chunks_exact(characters) {
            let end = row.iter().rposition(|&character| character != 0);
            for &character in &row[..end.map_or(0, |last| last + 1)] {
                match character {
                    0..0x80 => self.data.push(character as u8),
                    _ => self.data.extend_from_slice(&utf8(character)),
                }
            }
            self.offsets.push(self.data.len() as i64);
        }
    }

    /// The rows for the core.
    pub(super) fn column(&self, format: Format) -> Result<Column<'_>, Error> {
        let (data, offsets) = (&*self.data, &*self.offsets);
        let cells = match (self.kind, self.width) {
            (Kind::Ints, _) => Cells::Ints(&self.ints),
            (_, Some(width)) => Cells::Fixed { data, width },
            (_, None) => Cells::Offsets64 { data, offsets },
        };
        let column = match self.kind {
            Kind::Texts => Column::texts(cells, format),
            _ => Column::binary(cells, format),
        }?;
        match self.valid.is_empty() {
            true => Ok(column),
            false => column.with_validity(&self.valid, 0),
        }
    }
}

/// The UTF-8 encoding of a character that is not ASCII, or of a surrogate in the same scheme.
fn utf8(character: u32) -> Vec<u8> {
    let (head, rest) = match character {
        ..=0x7ff => (0xc0, 1),
        0x800..=0xffff => (0xe0, 2),
        _ => (0xf0, 3),
    };
    let bits = |at: u32| (character >> (6 * at)) as u8;
    let tail = (0..rest).rev().map(|at| 0x80 | bits(at) & 0x3f);
    std::iter::once(head | bits(rest)).chain(tail).collect()
}
