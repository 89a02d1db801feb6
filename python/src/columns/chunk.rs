//! Some rows of a column, in memory of our own: others may look at theirs, or change it, while these are read.

use pyo3::PyErr;
use sortid::columns::{Cells, Column};
use sortid::{Error, Format};

/// How many rows are read before others have their turn, and signals are looked at.
pub(super) const CHUNK: usize = 4096;

/// What rows are.
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
    /// Of one width, or from offset to offset.
    pub(super) width: Option<usize>,
    pub(super) data: Vec<u8>,
    pub(super) ints: Vec<u64>,
    offsets: Vec<i64>,
    /// A bit for each row that is there; empty where all are.
    there: Vec<u8>,
    /// Its only row is refused before the core sees it.
    pub(super) refusal: Option<PyErr>,
    /// Text of 32 bits a character, before it becomes UTF-8.
    pub(super) wide: Vec<u32>,
}

impl Chunk {
    /// Without rows.
    pub(super) fn new() -> Self {
        Self {
            kind: Kind::Texts,
            width: None,
            data: Vec::new(),
            ints: Vec::new(),
            offsets: vec![0],
            there: Vec::new(),
            refusal: None,
            wide: Vec::new(),
        }
    }

    /// Takes all rows out.
    pub(super) fn clear(&mut self) {
        self.data.clear();
        self.offsets.truncate(1);
        self.there.clear();
    }

    /// Ends the row whose bytes were put in last.
    #[inline(always)]
    pub(super) fn end_row(&mut self, is_there: bool) {
        if !(is_there && self.there.is_empty()) {
            self.tell(self.offsets.len() - 1, is_there);
        }
        self.offsets.push(self.data.len() as i64);
    }

    /// Marks a row as present; all rows before the first marked one are.
    pub(super) fn tell(&mut self, row: usize, is_there: bool) {
        if self.there.is_empty() {
            self.there.resize(row / 8, u8::MAX);
            self.there.push((1 << (row % 8)) - 1);
        }
        if row / 8 == self.there.len() {
            self.there.push(0);
        }
        if let Some(byte) = self.there.last_mut() {
            *byte |= u8::from(is_there) << (row % 8);
        }
    }

    /// Makes UTF-8 of texts of so many characters each, which end before the zeros that fill them up.
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
        match self.there.is_empty() {
            true => Ok(column),
            false => column.with_validity(&self.there, 0),
        }
    }
}

/// The bytes of a character that is no ASCII, or of half of one, as UTF-8 would say it.
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
