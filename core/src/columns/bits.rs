//! Bitmaps of rows in Arrow's bit order: the lowest bit of the first byte is the first row.

/// Rows per block: the bits of a word.
pub(super) use crate::codec::BLOCK;

/// A borrowed bitmap, which may start inside a byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Bits<'a> {
    /// Returns `None` if fewer than `rows` bits follow bit `offset`.
    pub(super) fn new(bytes: &'a [u8], offset: usize, rows: usize) -> Option<Self> {
        let end = offset.checked_add(rows)?;
        (end.div_ceil(8) <= bytes.len()).then_some(Self { bytes, offset })
    }

    /// Returns the bits of up to 64 rows from `first` on; the other bits are zero.
    pub(super) fn word(self, first: usize, rows: usize) -> u64 {
        let at = self.offset + first;
        let from = &self.bytes[at / 8..];
        let bytes = match from.first_chunk() {
            Some(bytes) => *bytes,
            // Near the end of the memory. The bits span at most 9 bytes.
            None => {
                let mut bytes = [0; 16];
                let len = from.len().min(9);
                bytes[..len].copy_from_slice(&from[..len]);
                bytes
            }
        };
        (u128::from_le_bytes(bytes) >> (at % 8)) as u64 & ones(rows)
    }
}

/// Returns a word whose low `rows` bits are set; `rows` is at most 64.
pub(super) const fn ones(rows: usize) -> u64 {
    match rows {
        0 => 0,
        rows => u64::MAX >> (BLOCK - rows),
    }
}

/// Writes the bits of up to 64 rows from `first` on, a multiple of 64. Unused bits of the last byte
/// become zero.
pub(super) fn write(out: &mut [u8], first: usize, rows: usize, word: u64) {
    let bytes = &mut out[first / 8..];
    match bytes.first_chunk_mut() {
        Some(all) if rows == BLOCK => *all = word.to_le_bytes(),
        _ => {
            let len = rows.div_ceil(8);
            bytes[..len].copy_from_slice(&word.to_le_bytes()[..len]);
        }
    }
}

/// Iterates over the rows whose bits are set, lowest first.
pub(super) fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let row = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (row < u64::BITS).then_some(row as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_the_same_wherever_the_bitmap_begins() {
        let bytes: [u8; 20] = core::array::from_fn(|at| (at as u8).wrapping_mul(0x5b) ^ 0x9d);
        let bit = |at: usize| bytes[at / 8] >> (at % 8) & 1 == 1;
        for offset in 0..40 {
            for rows in [1, 7, 8, 63, 64] {
                let bits = Bits::new(&bytes, offset, 100).expect("as many are there");
                for first in [0, 1, 30] {
                    let word = bits.word(first, rows);
                    for row in 0..64 {
                        let expected = row < rows && bit(offset + first + row);
                        assert_eq!(word >> row & 1 == 1, expected, "{offset} {first} {row}");
                    }
                }
            }
        }
        assert!(Bits::new(&bytes, 61, 100).is_none());
        assert!(Bits::new(&bytes, 60, 100).is_some());
        assert!(Bits::new(&bytes, usize::MAX, 2).is_none());
    }

    #[test]
    fn written_bits_read_back() {
        let mut out = [0xff; 9];
        write(&mut out, 0, 64, 0x0123_4567_89ab_cdef);
        write(&mut out, 64, 3, 0b101);
        let bits = Bits::new(&out, 0, 67).expect("as many are there");
        assert_eq!(
            (bits.word(0, 64), bits.word(64, 3)),
            (0x0123_4567_89ab_cdef, 0b101)
        );
        assert_eq!(out[8], 0b101);
    }
}
