//! The words of a text: runs of ASCII letters, digits, `_` and `-`, found 64 bytes at a time.

use core::iter::FusedIterator;
use core::ops::{Range, RangeInclusive};

use crate::codec::{Bytes64, is_of_word, word_masks};

/// Blocks per kernel call, which amortizes its cost.
const BATCH: usize = 16;

const BLOCK: usize = size_of::<Bytes64>();

/// The words whose length lies in a range, from first to last.
#[derive(Clone, Debug)]
pub(super) struct Runs<'a> {
    bytes: &'a [u8],
    shortest: u32,
    longest: usize,
    /// One bit per byte: whether the byte belongs to a word.
    masks: [u64; BATCH],
    /// The number of blocks with known masks, and the number of those that are done.
    known: usize,
    passed: usize,
    /// The number of blocks whose masks were computed. The last one is padded with bytes outside of
    /// words.
    asked: usize,
    /// The masks of the previous and the current block, and the ends of sufficiently long words in
    /// the current one.
    before: u64,
    current: u64,
    ends: u64,
}

impl<'a> Runs<'a> {
    /// A minimum above 64 bytes counts as 64: the caller must skip shorter words itself.
    pub(super) fn new(bytes: &'a [u8], lengths: RangeInclusive<usize>) -> Self {
        Self {
            bytes,
            shortest: (*lengths.start()).clamp(1, BLOCK) as u32,
            longest: *lengths.end(),
            masks: [0; BATCH],
            known: 0,
            passed: 0,
            asked: 0,
            before: 0,
            current: 0,
            ends: 0,
        }
    }

    /// Advances to the next block in which a word ends. Returns `false` at the end.
    #[inline]
    fn pass(&mut self) -> bool {
        loop {
            let Some(&mask) = self.masks[..self.known].get(self.passed) else {
                match self.ask() {
                    true => continue,
                    false => return false,
                }
            };
            self.passed += 1;
            (self.before, self.current) = (self.current, mask);
            self.ends = ends(self.before, mask, self.shortest);
            if self.ends != 0 {
                return true;
            }
        }
    }

    /// Computes the masks of the next blocks; pads the last block. Returns `false` at the end.
    fn ask(&mut self) -> bool {
        let (blocks, rest) = self.bytes.as_chunks();
        let Some(left) = blocks.get(self.asked..) else {
            return false;
        };
        self.known = match left {
            [] => {
                let mut last = [0; BLOCK];
                last[..rest.len()].copy_from_slice(rest);
                word_masks(&[last], &mut self.masks);
                1
            }
            left => {
                let left = &left[..left.len().min(BATCH)];
                word_masks(left, &mut self.masks);
                left.len()
            }
        };
        self.asked += self.known;
        self.passed = 0;
        true
    }

    /// Returns the word that ends before this bit of the block, unless it is too long.
    #[inline]
    fn run(&self, bit: u32) -> Option<Range<usize>> {
        let begin = (self.asked - self.known + self.passed - 1) * BLOCK;
        let end = begin + bit as usize;
        let known = (self.current as u128) << 64 | self.before as u128;
        let mut len = (known << (64 - bit)).leading_ones() as usize;
        if len == BLOCK + bit as usize {
            // Look back beyond the previous block, but stop once the word is known to be too long.
            let earlier = &self.bytes[..end.saturating_sub(len)];
            let earlier = earlier
                .iter()
                .rev()
                .take((self.longest + 1).saturating_sub(len));
            len += earlier.take_while(|&&byte| is_of_word(byte)).count();
        }
        (len <= self.longest).then(|| end - len..end)
    }
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            while self.ends == 0 {
                if !self.pass() {
                    return None;
                }
            }
            let bit = self.ends.trailing_zeros();
            self.ends &= self.ends - 1;
            if let Some(run) = self.run(bit) {
                return Some(run);
            }
        }
    }
}

impl FusedIterator for Runs<'_> {}

/// Returns the positions in the current block that directly follow a word of at least `shortest`
/// bytes.
#[inline]
fn ends(before: u64, current: u64, shortest: u32) -> u64 {
    let of_words = (current as u128) << 64 | before as u128;
    // Bits whose last `len` bytes all belong to a word.
    let (mut inside, mut len) = (of_words, 1);
    while len < shortest {
        let step = len.min(shortest - len);
        inside &= inside << step;
        len += step;
    }
    ((inside << 1 & !of_words) >> 64) as u64
}
