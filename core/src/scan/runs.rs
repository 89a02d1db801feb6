//! The words of a text: runs of ASCII letters, digits, `_` and `-`, found 64 bytes at a time.

use core::iter::FusedIterator;
use core::ops::{Range, RangeInclusive};

use crate::codec::{Bytes64, is_of_word, word_masks};

/// How many blocks are asked for at once: where a kernel is called, the call is one for all of them.
const BATCH: usize = 16;

const BLOCK: usize = size_of::<Bytes64>();

/// The words of some lengths, from the first to the last.
#[derive(Clone, Debug)]
pub(super) struct Runs<'a> {
    bytes: &'a [u8],
    shortest: u32,
    longest: usize,
    /// Which bytes are of words: a bit for each.
    masks: [u64; BATCH],
    /// How many of these are known, and how many are behind us.
    known: usize,
    passed: usize,
    /// How many blocks have been asked for. Of the last one, which is not a whole one, the end is no word.
    asked: usize,
    /// The blocks before this one and of this one, and where words of this one that are long enough are over.
    before: u64,
    current: u64,
    ends: u64,
}

impl<'a> Runs<'a> {
    /// Words shorter than 64 bytes may be passed over only by their length, longer ones by who asked.
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

    /// Goes on to the next block in which a word ends.
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

    /// Asks for the next blocks, the last of which is filled up.
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

    /// The word that is over at this place of the block, unless it is too long.
    #[inline]
    fn run(&self, bit: u32) -> Option<Range<usize>> {
        let begin = (self.asked - self.known + self.passed - 1) * BLOCK;
        let end = begin + bit as usize;
        let known = (self.current as u128) << 64 | self.before as u128;
        let mut len = (known << (64 - bit)).leading_ones() as usize;
        if len == BLOCK + bit as usize {
            // Back beyond the block before, but no farther than tells that it is too long.
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

/// The places of a block that come right behind words of so many bytes at least.
#[inline]
fn ends(before: u64, current: u64, shortest: u32) -> u64 {
    let of_words = (current as u128) << 64 | before as u128;
    // Where the last `len` bytes are all of a word.
    let (mut inside, mut len) = (of_words, 1);
    while len < shortest {
        let step = len.min(shortest - len);
        inside &= inside << step;
        len += step;
    }
    ((inside << 1 & !of_words) >> 64) as u64
}
